//! What a page that explains shows of the program: the canvas, and on it buttons that play, bring back what was shown at
//! first, and open the editor.

use egui_macroquad::egui::{Align2, Area, Button, Context, Frame, Id, Margin, Pos2, vec2};

use super::icons::{Icon, icon_button};
use crate::app::{AppState, Command, FileCommand, Leave, TimeCommand, ViewCommand};
use crate::gui::style::Palette;

/// The buttons, at the lower left corner; returns where they are, in their order.
pub fn embedded_ui(
    context: &Context,
    state: &AppState,
    palette: &Palette,
    out: &mut Vec<Command>,
) -> [Pos2; 3] {
    let area = Area::new(Id::new("embedded")).anchor(Align2::LEFT_BOTTOM, vec2(10.0, -10.0));
    let shown = area.show(context, |ui| {
        let plate = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(6, 4)).corner_radius(6.0);
        plate.show(ui, |ui| {
            ui.horizontal(|ui| {
                let (icon, tip) =
                    if state.run().playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
                let play = icon_button(ui, palette, icon, false, true, tip);
                if play.clicked() {
                    out.push(Command::Time(TimeCommand::TogglePlay));
                }
                let text = |label| Button::new(label).min_size(vec2(0.0, 24.0));
                let reset = ui.add(text("Reset")).on_hover_text("Everything as it was at first");
                if reset.clicked()
                    && let Some(link) = state.showing().embedded.as_deref()
                {
                    let again = Leave::OpenLink(Box::new(link.clone()));
                    out.push(Command::File(FileCommand::Leave(again)));
                }
                let open = ui.add(text("Open")).on_hover_text("Open this in the whole program");
                if open.clicked() {
                    out.push(Command::View(ViewCommand::OpenEmbedded));
                }
                [play, reset, open].map(|button| button.rect.center())
            })
        })
    });
    shown.inner.inner.inner
}
