//! What a page that explains shows of the program: the canvas, and below it buttons that play, bring back what was shown
//! at first, and open the editor.

use egui_macroquad::egui::{Button, Context, Frame, Margin, Pos2, TopBottomPanel, vec2};

use super::icons::{Icon, icon_button};
use crate::app::{AppState, Command, FileCommand, Leave, TimeCommand, ViewCommand};
use crate::gui::style::Palette;

/// The buttons, in a strip of their own so that they cover nothing; returns where they are, in their order.
pub fn embedded_ui(
    context: &Context,
    state: &AppState,
    palette: &Palette,
    out: &mut Vec<Command>,
) -> [Pos2; 3] {
    let strip = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(6, 4));
    let shown = TopBottomPanel::bottom("embedded").frame(strip).show(context, |ui| {
        ui.horizontal(|ui| {
            let (icon, tip) = if state.run().playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
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
    });
    shown.inner.inner
}
