//! The bar at the top: menus, tools, time, scene.

use egui_macroquad::egui::scroll_area::ScrollBarVisibility;
use egui_macroquad::egui::{self, Align, Color32, Layout, ScrollArea, Slider, Ui};

use super::icons::{Icon, icon_button};
use super::menu::{menus_ui, scenes_ui};
use super::places;
use crate::app::tools;
use crate::app::{AppState, Command, TimeCommand, Tool, ViewCommand, info};
use crate::gui::style::Palette;

/// Width at which everything fits into one row. Points.
const ONE_ROW: f32 = 1210.0;

/// Menus, tools, time, scene; below the width of one row in two, in a `narrow` window in one line that scrolls, time
/// before tools.
pub fn bar_ui(ui: &mut Ui, state: &AppState, narrow: bool, out: &mut Vec<Command>) {
    let palette = Palette::of(&state.showing().theme);
    let bar = Bar { state, palette };
    if narrow {
        ui.style_mut().always_scroll_the_only_direction = true;
        let line = ScrollArea::horizontal().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
        line.show(ui, |ui| {
            ui.horizontal(|ui| {
                bar.menus(ui, out);
                gap(ui);
                bar.time(ui, out);
                gap(ui);
                bar.tools(ui, out);
                gap(ui);
                bar.button(ui, Icon::Theme, Command::View(ViewCommand::ToggleTheme), out);
                bar.button(ui, Icon::Help, Command::View(ViewCommand::ToggleHelp), out);
            });
        });
        return;
    }
    let tools = |ui: &mut Ui, out: &mut Vec<Command>| {
        bar.tools(ui, out);
        gap(ui);
        bar.time(ui, out);
    };
    let is_wide = ui.available_width() >= ONE_ROW;
    ui.horizontal(|ui| {
        bar.menus(ui, out);
        if is_wide {
            gap(ui);
            tools(ui, out);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            bar.button(ui, Icon::Help, Command::View(ViewCommand::ToggleHelp), out);
            bar.button(ui, Icon::Theme, Command::View(ViewCommand::ToggleTheme), out);
            ui.add_space(14.0);
            scenes_ui(ui, state, palette, out);
        });
    });
    if !is_wide {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            tools(ui, out);
        });
    }
}

fn speed(ui: &mut Ui, state: &AppState, out: &mut Vec<Command>) {
    let mut speed = state.run().speed;
    let slider = Slider::new(&mut speed, 0.1..=4.0)
        .logarithmic(true)
        .custom_formatter(|value, _| format!("{value:.2}×"))
        .custom_parser(|text| text.trim().trim_end_matches(['×', 'x']).trim().parse().ok());
    let response = ui.add(slider).on_hover_text("Speed of playing; double click: 1×");
    places::name(&response, || "Speed".to_owned());
    if response.double_clicked() {
        out.push(Command::Time(TimeCommand::SetSpeed(1.0)));
    } else if response.changed() {
        // The slider snaps to real time.
        let speed = if (speed - 1.0).abs() < 0.04 { 1.0 } else { speed };
        out.push(Command::Time(TimeCommand::SetSpeed(speed)));
    }
}

struct Bar<'a> {
    state: &'a AppState,
    palette: &'a Palette,
}

impl Bar<'_> {
    fn menus(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.scope(|ui| {
            ui.visuals_mut().widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
            menus_ui(ui, self.state, self.palette, out);
        });
    }

    /// Tools, grid, fit.
    fn tools(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        for tool in tools() {
            let icon = match tool {
                Tool::Select => Icon::Select,
                Tool::Draw(kind) => Icon::Shape(kind),
                Tool::Regular(corners) => Icon::Regular(corners),
                Tool::Ask => Icon::Ray,
                Tool::Measure => Icon::Measure,
                Tool::Pull => Icon::Pull,
            };
            let response = self.button(ui, icon, Command::Tool(tool), out);
            let is_shifted = response.clicked() && ui.input(|input| input.modifiers.shift);
            let keeps = self.state.hand().tools.keeps && self.state.hand().tool == tool;
            let draws = matches!(tool, Tool::Draw(_) | Tool::Regular(_));
            if draws && !keeps && (response.double_clicked() || is_shifted) {
                out.push(Command::View(ViewCommand::ToggleKeepTool));
            }
        }
        gap(ui);
        self.button(ui, Icon::Snap, Command::View(ViewCommand::ToggleSnap), out);
        self.button(ui, Icon::Fit, Command::View(ViewCommand::Fit), out);
    }

    fn time(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        self.button(ui, Icon::Home, Command::Time(TimeCommand::Home), out);
        self.button(ui, Icon::StepBack, Command::Time(TimeCommand::StepBack), out);
        let icon = if self.state.run().playing { Icon::Pause } else { Icon::Play };
        self.button(ui, icon, Command::Time(TimeCommand::TogglePlay), out);
        self.button(ui, Icon::StepForward, Command::Time(TimeCommand::StepForward), out);
        ui.add_space(8.0);
        speed(ui, self.state, out);
    }

    fn button(&self, ui: &mut Ui, icon: Icon, command: Command, out: &mut Vec<Command>) -> egui::Response {
        let tip = info(&command).map_or_else(String::new, |info| {
            let key = info.shortcuts.first().map(|key| format!("  ({key})")).unwrap_or_default();
            format!("{}{key}\n{}", info.label, info.tooltip)
        });
        let on = self.state.is_checked(&command) == Some(true);
        let enabled = self.state.is_enabled(&command);
        let response = icon_button(ui, self.palette, icon, on, enabled, &tip);
        places::name(&response, || format!("Button {}", info(&command).map_or("", |info| info.label)));
        if response.clicked() {
            out.push(command);
        }
        response
    }
}

fn gap(ui: &mut Ui) {
    ui.add_space(6.0);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(1.0, 18.0), egui::Sense::hover());
    ui.painter().vline(rect.center().x, rect.y_range(), ui.visuals().widgets.noninteractive.bg_stroke);
    ui.add_space(6.0);
}
