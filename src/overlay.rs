//! What is drawn over the world: one file a layer, each a pure function from a reading to plain items.

use collide2d::World;
use glam::Vec2;

use crate::display::DisplayList;
use crate::report::Report;
use crate::scene::Scene;
use crate::theme::Theme;
use crate::view::{Canvas, View};

/// The layers, in the order of the View menu and of the keys 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The bodies.
    Shapes,
    /// Their names.
    Names,
    /// Contact points.
    Points,
    /// Contact normals.
    Normals,
    /// Penetration depth, a dimension line with its number.
    Depth,
    /// SAT strips of the pair looked at.
    Axes,
    /// Axis-aligned bounding boxes.
    Aabbs,
    /// Bounding circles.
    BoundingCircles,
    /// Velocity arrows.
    Velocities,
}

impl Layer {
    /// Every layer, in order; key `n` is `ALL[n - 1]`.
    pub const ALL: [Self; 9] = [
        Self::Shapes,
        Self::Names,
        Self::Points,
        Self::Normals,
        Self::Depth,
        Self::Axes,
        Self::Aabbs,
        Self::BoundingCircles,
        Self::Velocities,
    ];

    /// The name that menus and the legend show.
    pub fn label(self) -> &'static str {
        match self {
            Self::Shapes => "Shapes",
            Self::Names => "Names",
            Self::Points => "Contact points",
            Self::Normals => "Normals",
            Self::Depth => "Penetration depth",
            Self::Axes => "SAT axes",
            Self::Aabbs => "AABBs",
            Self::BoundingCircles => "Bounding circles",
            Self::Velocities => "Velocities",
        }
    }
}

/// Which layers are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers(u16);

impl Default for Layers {
    /// Quiet: shapes, points, normals, depth, and the axes of the pair looked at.
    fn default() -> Self {
        let mut layers = Self(0);
        for layer in [Layer::Shapes, Layer::Points, Layer::Normals, Layer::Depth, Layer::Axes] {
            layers.set(layer, true);
        }
        layers
    }
}

impl Layers {
    /// Every layer on.
    pub const ALL: Self = Self((1 << Layer::ALL.len()) - 1);

    /// Whether the layer is on.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & (1 << layer as u16) != 0
    }

    /// Turns the layer on or off.
    pub fn set(&mut self, layer: Layer, on: bool) {
        if on {
            self.0 |= 1 << layer as u16;
        } else {
            self.0 &= !(1 << layer as u16);
        }
    }
}

/// A corner of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Lower left.
    BottomLeft,
    /// Lower right.
    BottomRight,
    /// Upper right.
    TopRight,
    /// Upper left.
    TopLeft,
}

/// What to draw besides the state itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Layers on.
    pub layers: Layers,
    /// The pair looked at, `a < b`: drawn as A and B, with its axes. The report must have its trace.
    pub looked: Option<(u32, u32)>,
    /// Axis of that pair to light up, with the feature that gave it.
    pub lit_axis: Option<usize>,
    /// Grid lines; `None` without.
    pub grid: Option<f32>,
    /// A legend of the layers that are on.
    pub legend: bool,
    /// Where it stands; `None`: in the corner where it hides least.
    pub legend_corner: Option<Corner>,
    /// The scene's name and frame, in a corner.
    pub title: bool,
}

/// Everything that a layer reads.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// Names and shapes.
    pub scene: &'a Scene,
    /// Poses and bounds.
    pub world: &'a World,
    /// The reading of `world`.
    pub report: &'a Report,
    /// Where it stands on the screen.
    pub view: &'a View,
    /// Colours.
    pub theme: &'a Theme,
    /// What to draw.
    pub options: &'a Options,
}

/// The picture of `render`: the whole scene, and room for the strips of the pair looked at, on a canvas of `size` pixels.
pub fn render(
    scene: &Scene,
    world: &World,
    report: &Report,
    size: Vec2,
    options: &Options,
    theme: &Theme,
) -> DisplayList {
    let bounds = world.bodies().iter().map(|body| *body.aabb()).reduce(|a, b| a.union(&b));
    let margin = 0.1 * size.min_element();
    let view = View::fitted(bounds, Canvas { min: Vec2::ZERO, max: size }, margin);
    draw(&Picture { scene, world, report, view: &view, theme, options })
}

/// The whole picture, background excluded.
pub fn draw(picture: &Picture) -> DisplayList {
    let _ = picture;
    DisplayList::default()
}
