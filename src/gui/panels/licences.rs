//! The libraries and fonts that the program carries, with the text of each licence.

use egui_macroquad::egui::{
    Align, Button, Context, Frame, Id, Label, Layout, Modal, RichText, ScrollArea, vec2,
};

use crate::gui::style::{NUMBERS, Palette, ROW};
use crate::platform::licences;

/// Space between the texts and the edge of the window, on both sides together. Points.
const EDGE: f32 = 96.0;
/// Widest the texts are. Points.
const WIDEST: f32 = 760.0;

/// The texts, shown or not.
#[derive(Debug, Default)]
pub struct LicenceTexts {
    open: bool,
}

impl LicenceTexts {
    pub fn open(&mut self) {
        self.open = true;
    }

    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws them, while they are shown.
    pub fn show(&mut self, context: &Context, palette: &Palette) {
        if !self.open {
            return;
        }
        let room = (context.screen_rect().size() - vec2(EDGE, EDGE)).max(vec2(80.0, 80.0));
        let (text, mut closes) = (licences::text(), false);
        let lines: Vec<&str> = text.lines().collect();
        let modal = Modal::new(Id::new("licences")).frame(Frame::popup(&context.style()).inner_margin(16.0));
        let shown = modal.show(context, |ui| {
            ui.set_width(room.x.min(WIDEST));
            ui.horizontal(|ui| {
                ui.label(RichText::new("Licences").size(15.0).color(palette.strong));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let button = |label| Button::new(label).min_size(vec2(72.0, ROW));
                    closes = ui.add(button("Close")).clicked();
                    if ui.add(button("Copy all")).clicked() {
                        context.copy_text(text.to_owned());
                    }
                });
            });
            ui.add_space(8.0);
            let height = ui.text_style_height(&egui_macroquad::egui::TextStyle::Monospace);
            ui.spacing_mut().item_spacing.y = 0.0;
            let area = ScrollArea::both().max_height(room.y - 60.0).auto_shrink(false);
            area.show_rows(ui, height, lines.len(), |ui, rows| {
                for line in lines.get(rows).unwrap_or_default() {
                    let line = RichText::new(*line).monospace().size(NUMBERS).color(palette.text);
                    ui.add(Label::new(line).extend());
                }
            });
        });
        self.open = !(closes || shown.should_close());
    }
}
