//! Description of a layer: name, key, legend rows, sample.

use std::borrow::Cow;

use glam::Vec2;

use crate::picture::display::{Rect, Source, Stroke};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// Name, key, legend and sample of a layer.
#[derive(Clone, Copy, Debug)]
pub struct LayerInfo {
    pub label: &'static str,
    /// One sentence.
    pub tooltip: &'static str,
    /// The digit that switches it; `None` for most layers of time.
    pub key: Option<u8>,
    /// The layer is on when the program starts.
    pub(super) on: bool,
    pub scope: Scope,
    /// A picture of the command `render` has the layer where nobody names layers.
    pub(super) in_render: bool,
    /// Its rows of the legend; empty where the picture shows nothing of it.
    pub(super) legend: fn(&Picture) -> Vec<LegendEntry>,
    /// Draws a sample, for menus.
    pub(super) sample: Sample,
}

impl LayerInfo {
    /// A layer of single frames without a key, off at first, that `render` leaves out.
    pub(super) const fn new(
        label: &'static str,
        tooltip: &'static str,
        sample: Sample,
        legend: fn(&Picture) -> Vec<LegendEntry>,
    ) -> Self {
        Self { label, tooltip, key: None, on: false, scope: Scope::Frame, in_render: false, legend, sample }
    }

    pub(super) const fn key(self, digit: u8) -> Self {
        Self { key: Some(digit), ..self }
    }

    pub(super) const fn on(self) -> Self {
        Self { on: true, ..self }
    }

    pub(super) const fn scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    pub(super) const fn in_render(self) -> Self {
        Self { in_render: true, ..self }
    }
}

/// What a layer needs to have something to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Frame,
    /// Several frames, of a scene or a recording.
    Frames,
    /// Several frames of a scene, whose steps are ours.
    Steps,
    /// A recording. One frame of it is enough.
    Recording,
}

/// Draws a sample of something.
pub(super) type Sample = fn(&mut Pen, &Swatch);

#[derive(Clone, Debug)]
pub(super) struct LegendEntry {
    pub text: Cow<'static, str>,
    /// The text where room is short.
    pub brief: Cow<'static, str>,
    /// Draws the sample before the text.
    pub sample: Sample,
}

impl LegendEntry {
    /// A row with the same text everywhere.
    pub(super) fn new(text: impl Into<Cow<'static, str>>, sample: Sample) -> Self {
        let text = text.into();
        Self { brief: text.clone(), text, sample }
    }

    /// The row with a shorter text where room is short.
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

    /// Draws a line from left to right.
    pub(super) fn line(&self, pen: &mut Pen, stroke: Stroke) {
        pen.list.segments(Source::Frame, [[self.left, self.right]], stroke);
    }

    /// Draws a line around an outline in it.
    pub(super) fn draw(&self, pen: &mut Pen, outline: Outline, stroke: Stroke) {
        outline.draw(&mut pen.list, Source::Frame, &pen.canvas, None, Some(stroke));
    }
}
