//! What a layer's file says of itself: its name, its key, its lines of the legend.

use std::borrow::Cow;

use glam::Vec2;

use super::outline::Outline;
use super::pen::Pen;
use super::picture::Picture;
use crate::display::{Rect, Source, Stroke};
use crate::theme::Theme;

/// Name, key, legend and sample of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerInfo {
    /// The name that menus show.
    pub label: &'static str,
    /// One sentence for the pointer that rests on it.
    pub tooltip: &'static str,
    /// The digit that switches it; `None` for most layers of time.
    pub key: Option<u8>,
    /// Whether it is on when the program starts.
    pub on: bool,
    /// Its lines of the legend; none where the picture has nothing of it.
    pub legend: fn(&Picture) -> Vec<LegendEntry>,
    /// How it looks, for menus.
    pub sample: Sample,
}

/// Draws how something looks.
pub(super) type Sample = fn(&mut Pen, &Swatch);

/// One line of the legend.
#[derive(Clone, Debug)]
pub(super) struct LegendEntry {
    /// What it says.
    pub text: Cow<'static, str>,
    /// What it says where room is short.
    pub brief: Cow<'static, str>,
    /// How that looks.
    pub sample: Sample,
}

impl LegendEntry {
    /// The same words everywhere.
    pub(super) fn new(text: impl Into<Cow<'static, str>>, sample: Sample) -> Self {
        let text = text.into();
        Self { brief: text.clone(), text, sample }
    }

    /// Other words where room is short.
    pub(super) fn brief(self, brief: &'static str) -> Self {
        Self { brief: brief.into(), ..self }
    }
}

/// The room for a sample: 24 pixels from left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swatch<'a> {
    pub left: Vec2,
    pub right: Vec2,
    pub center: Vec2,
    pub theme: &'a Theme,
}

impl<'a> Swatch<'a> {
    pub(super) fn new(left: Vec2, theme: &'a Theme) -> Self {
        let right = left + Vec2::new(24.0, 0.0);
        Self { left, right, center: (left + right) * 0.5, theme }
    }

    /// A rectangle that fills it.
    pub(super) fn square(&self) -> Outline {
        Outline::Closed(Rect::around(self.center, Vec2::new(24.0, 13.0)).corners().to_vec())
    }

    /// Draws a line around an outline in it.
    pub(super) fn draw(&self, pen: &mut Pen, outline: Outline, stroke: Stroke) {
        outline.draw(&mut pen.list, Source::Frame, &pen.canvas, None, Some(stroke));
    }
}
