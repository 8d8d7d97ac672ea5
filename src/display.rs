//! A picture as plain data, in pixels (x right, y down). Overlays fill it; backends draw it and decide nothing.

use glam::Vec2;

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
    /// One line of text in the font of the program.
    Text {
        /// Anchor.
        position: Vec2,
        /// What it says.
        text: String,
        /// Height of the font (em).
        size: f32,
        /// Colour.
        color: Color,
        /// Where the anchor lies: horizontal, vertical.
        align: (Align, Align),
        /// A plate behind the text, so that it is read on anything.
        plate: Option<Color>,
        /// Monospaced digits, for columns of numbers.
        monospace: bool,
    },
}

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
