//! A picture as plain data, in pixels (x right, y down). Overlays fill it; backends draw it and decide nothing.

use glam::Vec2;

pub mod clip;
pub mod font;
mod rect;

pub use font::{TextBox, text_box, text_size};
pub use rect::Rect;

/// sRGB with straight alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// 255: opaque.
    pub a: u8,
}

impl Color {
    /// Opaque.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }
    /// The same colour with another alpha, 0 to 1.
    pub fn alpha(self, alpha: f32) -> Self {
        Self { a: (alpha.clamp(0.0, 1.0) * 255.0).round() as u8, ..self }
    }
}

/// A line style; the pattern says beside the colour what a line is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Pixels.
    pub width: f32,
    /// Colour.
    pub color: Color,
    /// Pattern.
    pub dash: Dash,
}

/// The pattern of a stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    /// Unbroken.
    #[default]
    Solid,
    /// Long strokes.
    Dashed,
    /// Dots.
    Dotted,
    /// Stroke, dot.
    DashDot,
}

impl Dash {
    /// Lengths of strokes and gaps in turn, starting with a stroke; empty: unbroken. Pixels. Dots have round caps.
    pub fn pattern(self, width: f32) -> &'static [f32] {
        let wide = width > 1.75;
        match self {
            Self::Solid => &[],
            Self::Dashed if wide => &[9.0, 6.0],
            Self::Dashed => &[6.0, 4.0],
            Self::Dotted if wide => &[0.1, 5.0],
            Self::Dotted => &[0.1, 3.5],
            Self::DashDot => &[9.0, 4.0, 2.0, 4.0],
        }
    }
}

impl Stroke {
    /// An unbroken line.
    pub fn solid(width: f32, color: Color) -> Self {
        Self { width, color, dash: Dash::Solid }
    }
    /// The same line in another pattern.
    pub fn dashed(self, dash: Dash) -> Self {
        Self { dash, ..self }
    }
}

/// Where a text's position lies in it, along each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left or top.
    Start,
    /// In the middle.
    Center,
    /// At the right or bottom.
    End,
}

/// One thing to draw. Pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Joined segments; closed ones may be filled (convex only).
    Path {
        /// At least two.
        points: Vec<Vec2>,
        /// Whether the last joins the first.
        closed: bool,
        /// Inside, for closed convex paths.
        fill: Option<Color>,
        /// Line, with joins.
        stroke: Option<Stroke>,
    },
    /// Segments that do not join, in one line style: grids, ticks, hatching.
    Segments {
        /// From and to.
        lines: Vec<[Vec2; 2]>,
        /// Line.
        stroke: Stroke,
    },
    /// A circle.
    Circle {
        /// Centre.
        center: Vec2,
        /// Radius.
        radius: f32,
        /// Inside.
        fill: Option<Color>,
        /// Line.
        stroke: Option<Stroke>,
    },
    /// A line with a filled head at `to`.
    Arrow {
        /// Tail.
        from: Vec2,
        /// Tip.
        to: Vec2,
        /// Line; the head is filled with its colour.
        stroke: Stroke,
        /// Length of the head.
        head: f32,
    },
    /// One line of text in the font of the program; [`text_box`] says where it and its plate lie.
    Text {
        /// Anchor.
        position: Vec2,
        /// Turn of text and plate about the anchor. Radians, clockwise on the screen.
        angle: f32,
        /// What it says.
        text: String,
        /// Height of the font (em).
        size: f32,
        /// Colour.
        color: Color,
        /// Where the anchor lies: horizontal, vertical.
        align: (Align, Align),
        /// A plate behind the text, [`PLATE_PADDING`] wider on each side, so that it is read on anything.
        plate: Option<Color>,
        /// Monospaced digits, for columns of numbers.
        monospace: bool,
    },
}

/// Neck, left and right corner of an arrow's head; `None` where there is no arrow to draw. Every backend takes it from here.
pub fn arrow_head(from: Vec2, to: Vec2, head: f32) -> Option<[Vec2; 3]> {
    let along = (to - from).try_normalize()?;
    let base = to - along * head;
    let side = along.perp() * (head * 0.42);
    Some([to - along * (head * 0.8).min(from.distance(to)), base + side, base - side])
        .filter(|c| c.iter().all(|p| p.is_finite()))
}

/// How far a plate reaches beyond its text, to each side and up and down. Pixels.
pub const PLATE_PADDING: Vec2 = Vec2::new(4.0, 1.5);

/// What an item shows, so that tests and hovering can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Grid, legend, titles.
    Frame,
    /// A body.
    Body(u32),
    /// A pair, `a < b`.
    Pair(u32, u32),
    /// An axis of the pair looked at.
    Axis(usize),
    /// A handle or the selection.
    Editor,
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DisplayList {
    /// Drawn in order, later ones on top.
    pub items: Vec<(Source, Item)>,
}

impl DisplayList {
    /// Adds an item on top.
    pub fn push(&mut self, source: Source, item: Item) {
        self.items.push((source, item));
    }
}
