//! The help: every key and what the mouse does, from the table of commands.

use egui_macroquad::egui::{Align2, Context, Response, RichText, ScrollArea, Ui, Window, vec2};

use crate::app::{AppState, Command, MOUSE_HELP, Menu, ViewCommand, table};
use crate::gui::style::{Palette, SMALL};

const LINE: f32 = 19.0;

/// The help, while it is open.
pub fn help_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    if !state.showing().help_open {
        return;
    }
    let palette = Palette::of(&state.showing().theme);
    let screen = context.screen_rect();
    let mut open = true;
    Window::new(RichText::new("Keys and mouse").color(palette.strong))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(context, |ui| {
            let width = 960.0_f32.min((screen.width() - 64.0).max(80.0));
            ui.set_width(width);
            let height = (screen.height() - 140.0).max(80.0);
            ScrollArea::vertical().min_scrolled_height(height).max_height(height).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                ui.spacing_mut().interact_size.y = LINE;
                ui.columns(if width > 800.0 { 3 } else { 1 }, |columns| {
                    let last = columns.len() - 1;
                    let sections: [&[(&str, Menu)]; 3] = [
                        &[("Tools", Menu::Tools), ("Time", Menu::Time), ("Move", Menu::None)],
                        &[("Edit", Menu::Edit), ("File", Menu::File), ("First steps", Menu::Help)],
                        &[("Layers", Menu::Layers), ("View", Menu::View)],
                    ];
                    for (i, sections) in sections.into_iter().enumerate() {
                        let Some(column) = columns.get_mut(i.min(last)) else { continue };
                        for (name, menu) in sections {
                            section(column, palette, name, *menu);
                        }
                    }
                });
                title(ui, palette, "Mouse");
                for (input, effect) in MOUSE_HELP {
                    line(ui, palette, 220.0, input, effect);
                }
            });
        });
    if !open {
        out.push(Command::View(ViewCommand::ToggleHelp));
    }
}

fn section(ui: &mut Ui, palette: &Palette, name: &str, menu: Menu) {
    title(ui, palette, name);
    for entry in table().filter(|entry| entry.menu == menu && !entry.shortcuts.is_empty()) {
        let keys: Vec<String> = entry.shortcuts.iter().map(ToString::to_string).collect();
        line(ui, palette, 124.0, &keys.join("  "), entry.label).on_hover_text(entry.tooltip);
    }
    ui.add_space(8.0);
}

fn title(ui: &mut Ui, palette: &Palette, name: &str) {
    ui.label(RichText::new(name).size(SMALL).color(palette.accent));
}

fn line(ui: &mut Ui, palette: &Palette, room: f32, keys: &str, what: &str) -> Response {
    ui.horizontal(|ui| {
        ui.allocate_ui(vec2(room, LINE), |ui| {
            ui.set_min_width(room);
            ui.label(RichText::new(keys).color(palette.strong));
        });
        ui.label(RichText::new(what).color(palette.text));
    })
    .response
}
