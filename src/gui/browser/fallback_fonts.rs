//! Names in scripts that the program's fonts lack stay boxes in a browser: a page cannot read the system's
//! fonts.

use egui_macroquad::egui::Context;

use super::desktop::Waker;
use crate::app::AppState;

/// No fonts but the program's own.
#[derive(Debug, Default)]
pub struct FallbackFonts;

impl FallbackFonts {
    /// No fonts but the program's own.
    pub fn new(_: Waker) -> Self {
        Self
    }

    pub fn are_coming(&self) -> bool {
        false
    }

    pub fn follow(&mut self, _: &Context, _: &AppState) {}
}
