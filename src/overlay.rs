//! What is drawn over the world: one file a layer, each a pure function from a reading to plain items.

use collide2d::World;
use glam::Vec2;

use crate::display::DisplayList;
use crate::report::Report;
use crate::scene::Scene;
use crate::theme::Theme;
use crate::view::{Canvas, View};

mod aabbs;
mod ages;
mod axes;
mod bounding_circles;
mod centers;
mod clip;
mod depth;
mod grid;
mod impacts;
mod impulses;
mod legend;
mod names;
mod normals;
mod old_future;
mod pair;
mod pen;
mod picture;
mod points;
mod shapes;
mod space;
mod trails;
mod velocities;

pub mod extras;

pub use clip::Outline;
pub use extras::{Age, ContactAge, Extras, ImpactGhost};
use pen::Pen;
pub use pen::metres;
pub use picture::{Corner, Layers, Options, Picture};

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
    /// Impulses and friction of the last step.
    Impulses,
    /// Centres of mass.
    Centers,
    /// Where the bodies came from.
    Trails,
    /// Contacts by age.
    Ages,
    /// First touches ahead.
    Impacts,
    /// The bodies as they were at this frame before the last edit.
    OldFuture,
}

impl Layer {
    /// The layers of a single state, in order; key `n` is `ALL[n - 1]`.
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

    /// Layers without a key, for what moves; most show what several frames tell ([`Options::extras`]).
    pub const MORE: [Self; 6] =
        [Self::Impulses, Self::Centers, Self::Trails, Self::Ages, Self::Impacts, Self::OldFuture];

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
            Self::Impulses => "Impulses",
            Self::Centers => "Centres of mass",
            Self::Trails => "Trails",
            Self::Ages => "Contact age",
            Self::Impacts => "Impacts ahead",
            Self::OldFuture => "Old future",
        }
    }
}

impl Default for Layers {
    /// Quiet: shapes, points, normals, depth, and the axes of the pair looked at; the old future, where there is one.
    fn default() -> Self {
        let mut layers = Self(0);
        let quiet = [Layer::Shapes, Layer::Points, Layer::Normals, Layer::Depth, Layer::Axes];
        for layer in quiet.into_iter().chain([Layer::OldFuture]) {
            layers.set(layer, true);
        }
        layers
    }
}

impl Layers {
    /// No layer on.
    pub const NONE: Self = Self(0);
    /// Every layer of a single state on.
    pub const ALL: Self = Self((1 << Layer::ALL.len()) - 1);

    /// Whether the layer is on.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & (1 << layer as u32) != 0
    }

    /// Turns the layer on or off.
    pub fn set(&mut self, layer: Layer, on: bool) {
        if on {
            self.0 |= 1 << layer as u32;
        } else {
            self.0 &= !(1 << layer as u32);
        }
    }
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
    let bounds = world.bodies().iter().map(|body| body.aabb()).reduce(|a, b| a.union(&b));
    let canvas = Canvas { min: Vec2::ZERO, max: size };
    let mut view = View::fitted(bounds, canvas, 0.1 * size.min_element());
    let pair = options.looked.filter(|_| options.layers.has(Layer::Axes));
    let bounds_of = |index: u32| world.bodies().get(index as usize).map(|body| body.aabb());
    if let Some(pair) = pair.and_then(|(a, b)| Some(bounds_of(a)?.union(&bounds_of(b)?))) {
        let is_whole = |view: &View| {
            let picture = Picture { scene, world, report, view, theme, options };
            let mut pen = Pen::new(&picture);
            pen.look(&picture);
            legend::reserve(&picture, &mut pen);
            axes::Strips::plan(&picture, &mut pen).is_whole
        };
        let room = (size * (1.0 - 2.0 * ROOM_FOR_STRIPS)).max(Vec2::splat(16.0));
        let roomy = view.scale.min((room / pair.size().max(Vec2::splat(1.0e-6))).min_element());
        // As large as leaves every strip on the picture.
        let scales =
            (0..).map(|i| view.scale * SHRINK.powi(i)).take_while(|scale| *scale >= roomy * LEAST_SHARE);
        let found = scales.map(|scale| View { scale, ..view }).find(is_whole);
        view = found.unwrap_or(View { scale: roomy, ..view });
    }
    draw(&Picture { scene, world, report, view: &view, theme, options })
}

/// Share of the picture's width and height that [`render`] leaves free on each side of the pair looked at, where its strips
/// do not all fit.
const ROOM_FOR_STRIPS: f32 = 0.27;
/// [`render`] makes the picture smaller by this factor until every strip fits, down to this share of what leaves that room.
const SHRINK: f32 = 0.93;
const LEAST_SHARE: f32 = 0.66;

pub use legend::{sample as layer_sample, strip as legend_strip};

/// The whole picture, background excluded.
pub fn draw(picture: &Picture) -> DisplayList {
    let mut pen = Pen::new(picture);
    pen.look(picture);
    let on = |layer| picture.options.layers.has(layer);
    let places = legend::reserve(picture, &mut pen);
    let strips =
        if on(Layer::Axes) { axes::Strips::plan(picture, &mut pen) } else { axes::Strips::default() };

    grid::draw(picture, &mut pen);
    if on(Layer::Aabbs) {
        aabbs::draw(picture, &mut pen);
    }
    aabbs::draw_broad_phase(picture, &mut pen);
    if on(Layer::BoundingCircles) {
        bounding_circles::draw(picture, &mut pen);
    }
    if on(Layer::OldFuture) {
        old_future::draw(picture, &mut pen);
    }
    if on(Layer::Trails) {
        trails::draw(picture, &mut pen);
    }
    if on(Layer::Shapes) {
        shapes::draw(picture, &mut pen);
    }
    if on(Layer::Impacts) {
        impacts::draw(picture, &mut pen);
    }
    if on(Layer::Centers) {
        centers::draw(picture, &mut pen);
    }
    if on(Layer::Velocities) {
        velocities::draw(picture, &mut pen);
    }
    strips.draw_projections(picture, &mut pen);
    if on(Layer::Depth) {
        depth::draw(picture, &mut pen);
    }
    if on(Layer::Normals) {
        normals::draw(picture, &mut pen);
    }
    if on(Layer::Impulses) {
        impulses::draw(picture, &mut pen);
    }
    if on(Layer::Points) {
        points::draw(picture, &mut pen);
    }
    if on(Layer::Ages) {
        ages::draw(picture, &mut pen);
    }
    strips.draw(picture, &mut pen);
    pair::draw_letters(picture, &mut pen);
    if on(Layer::Depth) {
        depth::draw_labels(picture, &mut pen);
    }
    if on(Layer::Impacts) {
        impacts::draw_labels(picture, &mut pen);
    }
    if on(Layer::Names) {
        names::draw(picture, &mut pen);
    }
    legend::draw(picture, &mut pen, &places);
    pen.list
}
