//! What a page that explains shows of the program: the canvas, and on it a button that plays and one that opens the
//! editor.

use egui_macroquad::egui::{Align2, Area, Button, Context, Frame, Id, Margin, vec2};

use super::icons::{Icon, icon_button};
use crate::app::{AppState, Command, TimeCommand, ViewCommand};
use crate::gui::style::Palette;

/// The two buttons, at the lower left corner.
pub fn embedded_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let area = Area::new(Id::new("embedded")).anchor(Align2::LEFT_BOTTOM, vec2(10.0, -10.0));
    area.show(context, |ui| {
        let plate = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(6, 4)).corner_radius(6.0);
        plate.show(ui, |ui| {
            ui.horizontal(|ui| {
                let (icon, tip) =
                    if state.is_playing() { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
                if icon_button(ui, palette, icon, false, true, tip).clicked() {
                    out.push(Command::Time(TimeCommand::TogglePlay));
                }
                let open = Button::new("Open").min_size(vec2(0.0, 24.0));
                if ui.add(open).on_hover_text("Open this in the whole program").clicked() {
                    out.push(Command::View(ViewCommand::OpenEmbedded));
                }
            });
        });
    });
}
