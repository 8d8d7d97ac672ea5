//! A scene that is reduced: how far the search is, then what is left, with the buttons that keep it and leave it.

use egui_macroquad::egui::{Context, RichText};

use super::seeking::{keyed_button, plate_at_bottom};
use crate::app::{AppState, Command, ReduceMove, TimeCommand};
use crate::gui::style::Palette;

/// Width of the sentence. Points.
const WIDTH: f32 = 560.0;
/// Between the sentence and the edges of the canvas, with the plate's own margin. Points.
const BESIDE: f32 = 48.0;

/// "Reducing: 5 of 13 bodies left" with a button that stops; then the sentence that says what is left and what went, with the
/// buttons that keep it and bring the whole scene back. At the bottom of the canvas.
pub fn reducing_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(draft) = &state.hand().reduce else { return };
    let text = RichText::new(draft.text()).color(palette.strong);
    let mut ask = |to: ReduceMove| out.push(Command::Time(TimeCommand::Reduce(to)));
    let width = WIDTH.min(context.available_rect().width() - BESIDE).max(0.0);
    plate_at_bottom(context, palette, "reducing", |ui| {
        if draft.is_searching() {
            ui.label(text);
            if keyed_button(ui, palette, ["Stop", "Esc"], "Stop reducing") {
                ask(ReduceMove::Stop);
            }
            return;
        }
        ui.vertical(|ui| {
            ui.set_max_width(width);
            ui.label(text);
            ui.add_space(3.0);
            ui.horizontal(|ui| {
                if keyed_button(ui, palette, ["Keep the small scene", "Enter"], "Keep the smaller scene") {
                    ask(ReduceMove::Keep);
                }
                if keyed_button(ui, palette, ["Back to the whole scene", "Esc"], "Leave the whole scene") {
                    ask(ReduceMove::Leave);
                }
            });
        });
    });
}
