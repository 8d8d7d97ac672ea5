//! What is to come of the chains that the selected tiles would become.

use egui_macroquad::egui::{self, Align2, Area, Context, Frame, Id, Margin, Order, RichText, vec2};

use super::places::Named as _;
use crate::app::{AppState, Command, EditCommand, SelectCommand};
use crate::gui::style::{Palette, SMALL};

/// "8 tiles → 1 chain." with the buttons that make it and leave the tiles, at the bottom of the canvas.
pub fn merging_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(draft) = state.merge_draft() else { return };
    let canvas = context.available_rect();
    let plate = Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(1.0, palette.line))
        .corner_radius(6.0)
        .inner_margin(Margin::symmetric(12, 6));
    let area = Area::new(Id::new("merging")).order(Order::Middle).pivot(Align2::CENTER_BOTTOM);
    area.fixed_pos(canvas.center_bottom() - vec2(0.0, 16.0)).show(context, |ui| {
        plate.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(&draft.made).color(palette.strong));
                for (label, key, command) in [
                    ("Merge", "Enter", Command::Edit(EditCommand::MergeTiles)),
                    ("Leave", "Esc", Command::Select(SelectCommand::Cancel)),
                ] {
                    if ui.button(label).named(&format!("{label} the tiles")).clicked() {
                        out.push(command);
                    }
                    ui.label(RichText::new(key).size(SMALL).color(palette.quiet));
                }
            });
        });
    });
}
