//! What is to come of the chains that the selected tiles would become.

use egui_macroquad::egui::{Context, RichText};

use super::places::Named as _;
use super::seeking::plate_at_bottom;
use crate::app::{AppState, Command, EditCommand, SelectCommand};
use crate::gui::style::{Palette, SMALL};

/// "8 tiles → 1 chain." with the buttons that make it and leave the tiles, at the bottom of the canvas.
pub fn merging_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(draft) = state.merge_draft() else { return };
    plate_at_bottom(context, palette, "merging", |ui| {
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
}
