//! The licences in a page: the page itself shows the file that lies beside it.

use egui_macroquad::egui::Context;

use crate::gui::style::Palette;
use crate::platform::page;

/// The page shows them over the canvas.
#[derive(Debug, Default)]
pub struct LicenceTexts;

impl LicenceTexts {
    pub fn open(&mut self) {
        page::show_licences();
    }

    /// Never: the page takes the input while it shows them.
    pub fn is_open(&self) -> bool {
        false
    }

    pub fn show(&mut self, _: &Context, _: &Palette) {}
}
