//! What is to come of the chains that the selected tiles would become.

use egui_macroquad::egui::{Context, RichText};

use super::seeking::{keyed_button, plate_at_bottom};
use crate::app::{AppState, Command, EditCommand, SelectCommand};
use crate::gui::style::Palette;

/// "8 tiles → 1 chain." with the buttons that make it and leave the tiles, at the bottom of the canvas.
pub fn merging_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(draft) = state.merge_draft() else { return };
    plate_at_bottom(context, palette, "merging", |ui| {
        ui.label(RichText::new(&draft.made).color(palette.strong));
        for (label, key, command) in [
            ("Merge", "Enter", Command::Edit(EditCommand::MergeTiles)),
            ("Leave", "Esc", Command::Select(SelectCommand::Cancel)),
        ] {
            if keyed_button(ui, palette, [label, key], &format!("{label} the tiles")) {
                out.push(command);
            }
        }
    });
}
