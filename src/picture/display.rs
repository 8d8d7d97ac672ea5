//! A picture as plain data, in pixels (x right, y down). The overlay fills it; backends draw it and decide
//! nothing.

use glam::Vec2;

pub mod clip;
#[cfg(not(target_os = "unknown"))]
pub mod fallback;
pub mod font;
mod rect;

pub use font::{TextBox, broken, text_box, text_size};
pub use rect::Rect;

/// sRGB with straight alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    pub r: u8,
    pub g: u8,
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

/// A line style. Lines differ in pattern as well as in colour, for readers who cannot tell the colours apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Pixels.
    pub width: f32,
    pub color: Color,
    pub dash: Dash,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    #[default]
    Solid,
    Dashed,
    Dotted,
    DashDot,
}

impl Dash {
    /// Alternating lengths of strokes and gaps, a stroke first; empty for a solid line. Pixels. Dots have
    /// round caps.
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
    pub fn solid(width: f32, color: Color) -> Self {
        Self { width, color, dash: Dash::Solid }
    }

    /// The same line in another pattern.
    pub fn dashed(self, dash: Dash) -> Self {
        Self { dash, ..self }
    }
}

/// Which part of a text its position is, along one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left or top.
    Start,
    Center,
    /// At the right or bottom.
    End,
}

/// One thing to draw. Pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A polyline or a convex polygon.
    Path {
        /// At least two.
        points: Vec<Vec2>,
        /// A segment joins the last point to the first.
        closed: bool,
        /// Fill, for closed convex paths.
        fill: Option<Color>,
        /// Line, with joins.
        stroke: Option<Stroke>,
    },
    /// Separate segments in one line style: grids, ticks, hatching.
    Segments {
        lines: Vec<[Vec2; 2]>,
        stroke: Stroke,
    },
    Circle {
        center: Vec2,
        radius: f32,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    },
    /// A line with a filled head at `to`.
    Arrow {
        from: Vec2,
        to: Vec2,
        /// Line; the head is filled with its colour.
        stroke: Stroke,
        head: f32,
    },
    /// One line of text in the program's font; [`text_box`] computes where it and its plate lie.
    Text {
        /// Anchor.
        position: Vec2,
        /// Rotation of text and plate about the anchor. Radians, clockwise on the screen.
        angle: f32,
        text: String,
        /// Height of the font (em).
        size: f32,
        color: Color,
        /// Alignment to the anchor: horizontal, vertical.
        align: (Align, Align),
        /// Colour of a plate behind the text, [`PLATE_PADDING`] larger on each side, which keeps the text
        /// readable.
        plate: Option<Color>,
        /// Monospaced digits, for columns of numbers.
        monospace: bool,
    },
}

/// Neck, left and right corner of an arrow's head, for every backend; `None` for an arrow of length 0, NaN or
/// infinity.
pub fn arrow_head(from: Vec2, to: Vec2, head: f32) -> Option<[Vec2; 3]> {
    let along = (to - from).try_normalize()?;
    let base = to - along * head;
    let side = along.perp() * (head * 0.42);
    Some([to - along * (head * 0.8).min(from.distance(to)), base + side, base - side])
        .filter(|c| c.iter().all(|p| p.is_finite()))
}

/// Distance from a text to its plate's edge, horizontal and vertical. Pixels.
pub const PLATE_PADDING: Vec2 = Vec2::new(4.0, 1.5);

/// The object that an item shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Grid, legend, titles.
    Frame,
    Body(u32),
    Pair(u32, u32),
    Generator(u32),
    /// A body's contact with a ground.
    OnGround {
        /// The ground, by its index among the generators.
        generator: u32,
        body: u32,
    },
    /// An axis of the selected pair.
    Axis {
        pair: (u32, u32),
        /// Index among the pair's axes in the report.
        axis: usize,
    },
    /// The lens and what it shows.
    Lens,
    /// A handle or the selection.
    Editor,
}

/// The part of an object that an item shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemPart {
    IntervalA,
    IntervalB,
    /// What the two intervals share.
    Overlap,
    /// What is between them.
    Gap,
    /// One interval is inside the other: the shorter way that separates them.
    WayOut,
    OtherWay,
    /// A line from a support point to its interval's end.
    Thread,
    /// Where a corner of a shape lies on an axis, and the line to it.
    Corner,
    /// A letter, a number, words.
    Label,
    Point,
    Normal {
        /// The body that it points to.
        toward: u32,
    },
    /// A penetration depth: the measured line alone.
    Depth,
    /// The line between the nearest points of two shapes that are apart.
    Distance,
    /// The lines beside a depth.
    Extension,
}

/// Where an item comes from: the layer that drew it, the object that it shows, and which part of it. SVG files and
/// tests read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Provenance {
    /// The layer's name, in words joined by `-`; of what is in every picture `grid`, `legend` and the like.
    pub layer: &'static str,
    pub source: Source,
    /// Its part; `None`: the whole object, or a part without a name.
    pub part: Option<ItemPart>,
    /// It is drawn from end to end, and as long as it is.
    pub to_scale: bool,
}

impl Provenance {
    pub fn to_scale(self, to_scale: bool) -> Self {
        Self { to_scale, ..self }
    }
}

impl Source {
    pub fn part(self, part: ItemPart) -> Provenance {
        Provenance { part: Some(part), ..self.into() }
    }
}

impl From<Source> for Provenance {
    fn from(source: Source) -> Self {
        Self { layer: "", source, part: None, to_scale: true }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DisplayList {
    /// Drawn in order, the last on top.
    pub items: Vec<(Provenance, Item)>,
    /// The layer to which the next items belong.
    pub layer: &'static str,
}

impl DisplayList {
    /// Adds an item of the present layer on top.
    pub fn push(&mut self, from: impl Into<Provenance>, item: Item) {
        self.items.push((Provenance { layer: self.layer, ..from.into() }, item));
    }

    /// Adds lines of the present layer on top, if there are any.
    pub fn segments(
        &mut self,
        from: impl Into<Provenance>,
        lines: impl IntoIterator<Item = [Vec2; 2]>,
        stroke: Stroke,
    ) {
        let lines: Vec<_> = lines.into_iter().collect();
        if !lines.is_empty() {
            self.push(from, Item::Segments { lines, stroke });
        }
    }
}
