//! Menus, made from the table of commands.

use egui_macroquad::egui::{self, Align2, Color32, FontId, RichText, Sense, Shape, Stroke, Ui, vec2};
use glam::Vec2;

use super::ahead::{ahead_ui, trail_ui};
use super::icons::{self, Icon};
use super::widgets::shortened;
use crate::app::{AppState, Command, CommandInfo, FileCommand, Leave, Menu, ViewCommand, here, info, table};
use crate::backend::window;
use crate::gui::style::{Palette, ROW, SMALL};
use crate::overlay::Layer;
use crate::{disk, plain};

/// Width of a menu.
const WIDTH: f32 = 264.0;
/// Height of a line in a menu.
const LINE: f32 = 24.0;

/// The row of menus.
pub fn menus_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    menu(ui, "File", |ui| {
        items(ui, state, palette, Menu::File, out);
        recent(ui, state, palette, out);
    });
    menu(ui, "Edit", |ui| items(ui, state, palette, Menu::Edit, out));
    view_menu(ui, state, palette, out);
    menu(ui, "Time", |ui| items(ui, state, palette, Menu::Time, out));
    menu(ui, "Help", |ui| {
        // Outside of the tour its steps would only be grey lines.
        let is_of_use = |row: &&CommandInfo| state.tour().is_some() || state.is_enabled(&row.command);
        for info in table().filter(|info| info.menu == Menu::Help).filter(is_of_use) {
            item(ui, state, palette, info, out);
        }
        ui.separator();
        for command in [ViewCommand::ToggleHelp, ViewCommand::ToggleLegend, ViewCommand::ShowLicences] {
            if let Some(info) = info(&Command::View(command)) {
                item(ui, state, palette, info, out);
            }
        }
    });
}

/// Layers and their settings, then the rest, beside them where there is room.
fn view_menu(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let screen = ui.ctx().screen_rect().size();
    let wide = screen.x > 2.0 * WIDTH + 96.0;
    let layers = |ui: &mut Ui, out: &mut Vec<Command>| {
        items(ui, state, palette, Menu::Layers, out);
        ui.separator();
        for (content, layer) in [
            (trail_ui as fn(&mut Ui, &AppState, &Palette, &mut Vec<Command>), Layer::Trails),
            (ahead_ui, Layer::Impacts),
        ] {
            ui.add_enabled_ui(state.layers().has(layer), |ui| {
                ui.horizontal(|ui| {
                    ui.add_space(24.0);
                    content(ui, state, palette, out);
                });
            });
        }
    };
    ui.menu_button("View", |ui| {
        ui.set_width(if wide { 2.0 * WIDTH + 16.0 } else { WIDTH });
        ui.spacing_mut().item_spacing.y = 0.0;
        let height = (screen.y - 72.0).max(LINE);
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            if wide {
                ui.spacing_mut().item_spacing.x = 16.0;
                ui.columns_const(|[left, right]| {
                    left.spacing_mut().item_spacing.x = 6.0;
                    layers(left, out);
                    items(right, state, palette, Menu::View, out);
                });
            } else {
                layers(ui, out);
                ui.separator();
                items(ui, state, palette, Menu::View, out);
            }
        });
    });
}

fn menu(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    ui.menu_button(name, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        content(ui);
    });
}

fn items(ui: &mut Ui, state: &AppState, palette: &Palette, menu: Menu, out: &mut Vec<Command>) {
    for info in table().filter(|info| info.menu == menu) {
        item(ui, state, palette, info, out);
        if info.ends_group {
            ui.separator();
        }
    }
}

pub(super) fn item(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    info: &CommandInfo,
    out: &mut Vec<Command>,
) {
    let label = state.label_now(&info.command);
    let shown = MenuEntry {
        label: label.as_deref().unwrap_or(info.label),
        key: &info.shortcuts.first().map(ToString::to_string).unwrap_or_default(),
        checked: state.is_checked(&info.command) == Some(true),
        enabled: state.is_enabled(&info.command),
    };
    let response = entry(ui, palette, &shown);
    if let Command::View(ViewCommand::ToggleLayer(layer)) = info.command {
        let left = response.rect.right_center() - vec2(64.0, 0.0);
        window::paint(&state.layer_sample(layer, Vec2::new(left.x, left.y)), ui.painter());
    }
    if response.on_hover_text(info.tooltip).clicked() && shown.enabled {
        out.push(info.command.clone());
        // The menu stays open after a layer, because layers are switched several at a time.
        if !matches!(info.command, Command::View(ViewCommand::ToggleLayer(_))) {
            ui.close_menu();
        }
    }
}

/// A line of a menu: mark, label, key.
struct MenuEntry<'a> {
    label: &'a str,
    key: &'a str,
    checked: bool,
    enabled: bool,
}

impl<'a> MenuEntry<'a> {
    fn plain(label: &'a str) -> Self {
        Self { label, key: "", checked: false, enabled: true }
    }
}

fn entry(ui: &mut Ui, palette: &Palette, shown: &MenuEntry) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, shown.enabled, shown.label));
    if response.hovered() && shown.enabled {
        ui.painter().rect_filled(rect, 4.0, palette.hover);
    }
    let color = if shown.enabled { palette.text } else { palette.quiet.gamma_multiply(0.6) };
    let left = rect.left_center();
    if shown.checked {
        let mark = [vec2(6.0, 0.0), vec2(9.5, 4.0), vec2(16.0, -4.5)].map(|offset| left + offset);
        ui.painter().add(Shape::line(mark.to_vec(), Stroke::new(1.6, palette.accent)));
    }
    let text = shortened(ui, shown.label, rect.width() - 32.0, color);
    ui.painter().galley(left + vec2(24.0, -0.5 * text.size().y), text, color);
    let key = if shown.enabled { palette.quiet } else { color };
    let right = rect.right_center() - vec2(8.0, 0.0);
    ui.painter().text(right, Align2::RIGHT_CENTER, shown.key, FontId::proportional(SMALL), key);
    response
}

fn recent(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    if state.recent().is_empty() {
        return;
    }
    ui.separator();
    caption(ui, palette, &disk::room().map_or("Recent".to_owned(), |room| format!("Recent · {room} used")));
    for path in state.recent().iter().take(6) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let response = entry(ui, palette, &MenuEntry::plain(&name));
        if response.on_hover_text(path.display().to_string()).clicked() {
            out.push(Command::File(FileCommand::Leave(Leave::OpenPath(path.clone()))));
            ui.close_menu();
        }
    }
    if entry(ui, palette, &MenuEntry::plain("Forget recent files")).clicked() {
        out.push(Command::File(FileCommand::ClearRecent));
        ui.close_menu();
    }
}

fn caption(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        ui.label(RichText::new(text).size(SMALL).color(palette.quiet));
    });
}

/// The scenes of the scenes folder, behind one button with the name of the open one.
pub fn scenes_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let name = plain::label(if state.scene().name.is_empty() { "Scenes" } else { &state.scene().name });
    let room = (ui.available_width() - 40.0).clamp(40.0, 240.0);
    let title = shortened(ui, &name, room, Color32::PLACEHOLDER);
    let size = title.size() + vec2(36.0, 0.0);
    let button = egui::Button::new("").min_size(vec2(size.x, ROW));
    let response = egui::menu::menu_custom_button(ui, button, |ui| {
        ui.set_width(WIDTH + 80.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        let files = state.scene_files();
        if files.is_empty() {
            let text = here("No scenes in ", "Scenes that you open or save are kept here.");
            let text = format!("{text}{}", state.settings().scenes.display());
            ui.label(RichText::new(text).color(palette.quiet));
        }
        let height = (ui.ctx().screen_rect().height() - 120.0).max(LINE);
        egui::ScrollArea::vertical().max_height(height).show_rows(ui, LINE, files.len(), |ui, rows| {
            for path in files.get(rows).unwrap_or_default() {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('-', " ");
                let checked = state.path().is_some_and(|open| open.file_name() == path.file_name());
                if entry(ui, palette, &MenuEntry { checked, ..MenuEntry::plain(&name) }).clicked() {
                    out.push(Command::File(FileCommand::Leave(Leave::OpenPath(path.clone()))));
                    ui.close_menu();
                }
            }
        });
    });
    let rect = response.response.rect;
    let at = rect.left_center() + vec2(10.0, -0.5 * title.size().y);
    ui.painter().galley(at, title, palette.text);
    let mark = egui::Rect::from_center_size(rect.right_center() - vec2(13.0, 0.0), vec2(8.0, 8.0));
    icons::paint(ui.painter(), mark, Icon::Down, palette.quiet);
}
