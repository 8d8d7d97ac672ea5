//! Every key and what the mouse does, from the table of commands.

use egui::{Align2, Context, Response, RichText, ScrollArea, Ui, Window, vec2};

use crate::app::{AppState, Command, MOUSE_HELP, Menu, TABLE, ViewCommand};
use crate::gui::style::{Palette, SMALL};

/// The help, while it is open.
pub fn help_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    if !state.help_open() {
        return;
    }
    let palette = Palette::of(state.theme());
    let screen = context.screen_rect();
    let mut open = true;
    Window::new(RichText::new("Keys and mouse").color(palette.strong))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(context, |ui| {
            ui.set_width(720.0_f32.min((screen.width() - 64.0).max(80.0)));
            ScrollArea::vertical().max_height((screen.height() - 160.0).max(80.0)).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.columns(2, |columns| {
                    if let [left, right] = columns {
                        section(left, palette, "Tools", Menu::Tools);
                        section(left, palette, "Time", Menu::Time);
                        section(left, palette, "Edit", Menu::Edit);
                        section(left, palette, "Selection", Menu::None);
                        section(right, palette, "File", Menu::File);
                        section(right, palette, "Layers", Menu::Layers);
                        section(right, palette, "View", Menu::View);
                    }
                });
                title(ui, palette, "Mouse");
                for (input, effect) in MOUSE_HELP {
                    line(ui, palette, 200.0, input, effect);
                }
            });
        });
    if !open {
        out.push(Command::View(ViewCommand::ToggleHelp));
    }
}

fn section(ui: &mut Ui, palette: &Palette, name: &str, menu: Menu) {
    title(ui, palette, name);
    for entry in TABLE.iter().filter(|entry| entry.menu == menu && !entry.shortcuts.is_empty()) {
        let keys: Vec<String> = entry.shortcuts.iter().map(ToString::to_string).collect();
        line(ui, palette, 120.0, &keys.join("  "), entry.label).on_hover_text(entry.tooltip);
    }
    ui.add_space(8.0);
}

fn title(ui: &mut Ui, palette: &Palette, name: &str) {
    ui.label(RichText::new(name).size(SMALL).color(palette.accent));
}

fn line(ui: &mut Ui, palette: &Palette, room: f32, keys: &str, what: &str) -> Response {
    ui.horizontal(|ui| {
        ui.allocate_ui(vec2(room, 18.0), |ui| {
            ui.set_min_width(room);
            ui.label(RichText::new(keys).color(palette.strong));
        });
        ui.label(RichText::new(what).color(palette.text));
    })
    .response
}
