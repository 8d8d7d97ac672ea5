//! What is drawn over the world: one file a layer, each a pure function from a reading to plain items.

use std::rc::Rc;
use std::sync::Arc;

use collide2d::{Aabb, Body, Pose, World};
use glam::Vec2;

use crate::display::{Align, Color, DisplayList, Item, Rect, text_size};
use crate::report::{ContactReport, PairReport, Report, TraceReport};
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
mod points;
mod shapes;
mod space;
mod trails;
mod velocities;

pub mod extras;

pub use clip::Outline;
pub use extras::{Age, ContactAge, Extras, ImpactGhost};
use space::Space;

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

/// Which layers are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers(u16);

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
    /// What the layers of time show; nothing by default.
    pub extras: Arc<Extras>,
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

/// Largest text of a picture: the scene's name, the letters A and B. Pixels.
const LARGE: f32 = 17.0;
/// Text of labels. Pixels.
const NORMAL: f32 = 13.0;
/// Text of labels of which there may be many. Pixels.
const SMALL: f32 = 12.0;

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
    if let Some(pair) = pair.and_then(|(a, b)| Some(body(world, a)?.aabb().union(&body(world, b)?.aabb()))) {
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
    legend::reserve(picture, &mut pen);
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
    legend::draw(picture, &mut pen);
    pen.list
}

/// What the layers write into.
struct Pen {
    list: DisplayList,
    space: Space,
    /// What was left out, and why: one sentence each.
    notes: Vec<String>,
    /// The part of the world that the canvas shows, and a little around it.
    visible: Aabb,
    /// The bodies in it, ascending.
    bodies: Rc<[u32]>,
    /// Where in the report the touching pairs are that have a point in it; the pair looked at is the last one, in it or not.
    contacts: Rc<[u32]>,
    canvas: Rect,
    legend: legend::Places,
}

impl Pen {
    /// For what stands outside of the canvas.
    fn bare(picture: &Picture, area: Rect) -> Self {
        Self { canvas: area.grow(Vec2::splat(16.0)), ..Self::new(picture) }
    }

    fn new(picture: &Picture) -> Self {
        /// Markers of bodies and contacts this far outside may reach into the canvas. Pixels.
        const AROUND: f32 = 64.0;
        let canvas = Rect { min: picture.view.canvas.min, max: picture.view.canvas.max };
        let around = Vec2::splat(AROUND / picture.view.scale);
        let Aabb { min, max } = picture.view.visible();
        Self {
            list: DisplayList::default(),
            space: Space::new(canvas.grow(Vec2::splat(-4.0))),
            notes: Vec::new(),
            visible: Aabb { min: min - around, max: max + around },
            bodies: Rc::default(),
            contacts: Rc::default(),
            canvas,
            legend: legend::Places::default(),
        }
    }

    /// Finds what is in sight: layers look at nothing else.
    fn look(&mut self, picture: &Picture) {
        let visible = &self.visible;
        let bodies = (0..).zip(picture.world.bodies()).filter(|(_, body)| body.aabb().overlaps(visible));
        self.bodies = bodies.map(|(index, _)| index).collect();
        let looked = picture.options.looked;
        let in_sight = |pair: &PairReport| {
            let points = pair.contact.as_ref().map(|contact| contact.points.as_slice());
            points.is_some_and(|points| points.iter().any(|(position, _)| visible.contains(*position)))
        };
        let pairs = (0..).zip(&picture.report.pairs);
        let mut contacts: Vec<u32> = pairs
            .filter(|(_, pair)| Some((pair.a, pair.b)) != looked && in_sight(pair))
            .map(|(i, _)| i)
            .collect();
        contacts.extend(picture.looked_index());
        self.contacts = contacts.into();
        self.list.items.reserve(2 * self.bodies.len() + 3 * self.contacts.len());
    }
}

impl<'a> Picture<'a> {
    /// Bodies that the canvas shows, with their indices.
    fn visible_bodies(&self, pen: &Pen) -> impl Iterator<Item = (u32, &'a Body)> + use<'a> {
        let (bodies, world) = (Rc::clone(&pen.bodies), self.world);
        (0..bodies.len()).filter_map(move |i| Some((bodies[i], body(world, bodies[i])?)))
    }

    /// Touching pairs that the canvas shows; the pair looked at comes last, on top.
    fn contacts(
        &self,
        pen: &Pen,
    ) -> impl Iterator<Item = (&'a PairReport, &'a ContactReport, bool)> + use<'a> {
        let (contacts, report, looked) = (Rc::clone(&pen.contacts), self.report, self.options.looked);
        (0..contacts.len()).filter_map(move |i| {
            let pair = report.pairs.get(contacts[i] as usize)?;
            Some((pair, pair.contact.as_ref()?, Some((pair.a, pair.b)) == looked))
        })
    }

    /// Radius of the smaller body of a pair. Pixels.
    fn smaller_radius(&self, pair: &PairReport) -> f32 {
        let radius = |index| body(self.world, index).map_or(0.0, |body| body.bounding_circle().radius);
        radius(pair.a).min(radius(pair.b)) * self.view.scale
    }

    /// Whether a pair's bodies are so few pixels wide that of their contact the point alone is drawn.
    fn is_tiny(&self, pair: &PairReport, looked: bool) -> bool {
        const TINY: f32 = 2.0;
        !looked && self.smaller_radius(pair) < TINY
    }

    /// How large the marks of a contact are, 1 where there is room: those of bodies a few pixels wide would hide them.
    fn mark_scale(&self, pair: &PairReport) -> f32 {
        const ROOMY: f32 = 7.0;
        (self.smaller_radius(pair) / ROOMY).clamp(0.3, 1.0)
    }

    /// Where in the report the pair looked at is.
    fn looked_index(&self) -> Option<u32> {
        let looked = self.options.looked?;
        let index = self.report.pairs.binary_search_by_key(&looked, |pair| (pair.a, pair.b)).ok()?;
        u32::try_from(index).ok()
    }

    /// The reading of the pair looked at.
    fn looked_pair(&self) -> Option<&'a PairReport> {
        self.report.pairs.get(self.looked_index()? as usize)
    }

    /// The two bodies looked at and the trace of their test.
    fn looked_trace(&self) -> Option<(&'a Body, &'a Body, &'a TraceReport)> {
        let pair = self.looked_pair()?;
        Some((body(self.world, pair.a)?, body(self.world, pair.b)?, pair.trace.as_deref()?))
    }

    /// Whether a body is A or B of the pair looked at, and its colour.
    fn pair_color(&self, index: u32) -> Option<Color> {
        let (a, b) = self.options.looked?;
        if index == a { Some(self.theme.pair_a) } else { (index == b).then_some(self.theme.pair_b) }
    }

    fn name(&self, index: u32) -> &'a str {
        self.scene.bodies.get(index as usize).map_or("", |body| &body.name)
    }

    /// A body's outline on the screen.
    fn outline(&self, body: &Body) -> Outline {
        self.outline_at(body, body.pose())
    }

    /// The outline that the body has at another pose.
    fn outline_at(&self, body: &Body, pose: &Pose) -> Outline {
        Outline::of(body.shape(), pose, self.view)
    }

    /// The ends of a body that is a line on the screen; `None` where it has an inside.
    fn wall(&self, body: &Body) -> Option<[Vec2; 2]> {
        if body.shape().kind().has_inside() {
            return None;
        }
        match self.outline(body) {
            Outline::Line(ends) => Some(ends),
            Outline::Round { .. } | Outline::Capsule { .. } | Outline::Closed(_) => None,
        }
    }

    /// The body's farthest point along a direction (world axes), in pixels.
    fn support(&self, body: &Body, direction: Vec2) -> Vec2 {
        let turned = Pose { position: Vec2::ZERO, rotation: body.pose().rotation };
        let from_position = body.shape().support(&turned, direction);
        self.view.screen_from_world(body.pose().position)
            + self.view.screen_direction(from_position) * self.view.scale
    }

    /// A body's AABB on the screen.
    fn screen_box(&self, body: &Body) -> Rect {
        let Aabb { min, max } = body.aabb();
        let (one, other) = (self.view.screen_from_world(min), self.view.screen_from_world(max));
        Rect { min: one.min(other), max: one.max(other) }
    }
}

fn body(world: &World, index: u32) -> Option<&Body> {
    world.bodies().get(index as usize)
}

/// How a label is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    size: f32,
    color: Color,
    plate: Option<Color>,
    align: (Align, Align),
    angle: f32,
}

impl Style {
    /// Centred on its anchor.
    fn new(size: f32, color: Color) -> Self {
        Self { size, color, plate: None, align: (Align::Center, Align::Center), angle: 0.0 }
    }
    fn plate(self, color: Color) -> Self {
        Self { plate: Some(color), ..self }
    }
    fn left(self) -> Self {
        Self { align: (Align::Start, Align::Center), ..self }
    }
    fn turned(self, angle: f32) -> Self {
        Self { angle, ..self }
    }
    fn at(self, position: Vec2, text: impl Into<String>) -> Item {
        let Self { size, color, plate, align, angle } = self;
        Item::Text { position, angle, text: text.into(), size, color, align, plate, monospace: false }
    }
    fn size_of(self, text: &str) -> Vec2 {
        text_size(text, self.size, false)
    }
}

/// The note that labels were left out.
fn not_shown(count: usize, what: &str) -> String {
    format!("{count} {what}{} not shown", if count == 1 { "" } else { "s" })
}

/// A length for a label: "0.250 m", small and large ones with an exponent.
pub fn metres(length: f32) -> String {
    let size = length.abs();
    if size != 0.0 && !(0.0005..100_000.0).contains(&size) {
        format!("{length:.2e} m")
    } else if size >= 100.0 {
        format!("{length:.1} m")
    } else {
        format!("{length:.3} m")
    }
}
