//! The overlay: one file per layer, each a pure function from a [`Report`] to display items. This file has
//! the list of layers and the order in which they are drawn; layers read a [`picture`] and draw with a
//! [`pen`].
//!
//! A new layer needs a file in the room of what it shows (`bodies`, `contacts`, `axes`, `motion`), and here its `mod` and
//! `use`, a line in [`Layer`] and a step in [`ORDER`].

use std::rc::Rc;

use collide2d::World;
use glam::Vec2;

use crate::picture::display::{DisplayList, Rect};
use crate::picture::frame::Frame;
use crate::picture::framing::Framing;
use crate::picture::theme::Theme;
use crate::picture::view::View;
use crate::report::Report;
use crate::scene::Scene;

mod axes;
mod covered;
mod fit;
mod grid;
mod layer;
mod legend;
mod near;
mod outline;
mod pair;
mod pen;
mod picture;
mod space;

/// What is drawn of bodies, and of grounds, cables, rods and joints.
mod bodies {
    pub(super) mod aabbs;
    pub(super) mod behind;
    pub(super) mod beyond;
    pub(super) mod bounding_circles;
    pub(super) mod centers;
    pub(super) mod conveyors;
    pub(super) mod fits;
    pub(super) mod generators;
    pub(super) mod names;
    pub(super) mod shapes;
}

/// What is drawn of contacts, ours and theirs.
mod contacts {
    pub(super) mod ages;
    pub(super) mod depth;
    pub(super) mod impulses;
    pub(super) mod lens;
    pub(super) mod normals;
    pub(super) mod points;
    pub(super) mod queries;
    pub(super) mod theirs;
}

/// What is drawn of motion: before and after the present frame.
mod motion {
    pub(super) mod impacts;
    pub(super) mod movers;
    pub(super) mod old_future;
    pub(super) mod previous;
    pub(super) mod trails;
    pub(super) mod velocities;
}

pub mod extras;

pub use axes::minkowski::{DifferenceView, difference};
use axes::{map, second_opinion, shortcut};
use bodies::{aabbs, behind, bounding_circles, centers, fits, generators, names, shapes};
pub use contacts::lens::LensCircle;
use contacts::{ages, depth, impulses, lens, normals, points, queries, theirs};
pub use extras::{Age, ContactAge, Extras, ImpactGhost, TheirMark, Theirs};
pub use fit::fit;
use layer::LegendEntry;
pub use layer::{LayerInfo, Scope};
pub use motion::old_future::kept_stroke;
pub use motion::velocities::WAY_OF;
use motion::{impacts, movers, old_future, previous, trails, velocities};
pub use outline::Outline;
use pen::{DrawnContacts, Pen};
pub use picture::{CanvasCorner, Layers, LensOptions, Options, Picture, SeenFrom};

/// Writes [`Layer`], `Layer::ALL` and `Layer::info` from one list.
macro_rules! layers {
    ($($(#[$doc:meta])* $layer:ident => $file:ident,)*) => {
        /// The layers, in the order of menus and of the legend.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Layer {
            $($(#[$doc])* $layer,)*
        }

        impl Layer {
            /// Every layer, in order.
            pub const ALL: &[Self] = &[$(Self::$layer,)*];

            pub const fn info(self) -> &'static LayerInfo {
                match self {
                    $(Self::$layer => &$file::INFO,)*
                }
            }

            /// The name on the command line, and in the classes of an SVG file.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$layer => {
                        const FILE: &str = stringify!($file);
                        const NAME: [u8; FILE.len()] = with_dashes(FILE);
                        match std::str::from_utf8(&NAME) {
                            Ok(name) => name,
                            Err(_) => FILE,
                        }
                    })*
                }
            }
        }
    };
}

layers! {
    /// The bodies.
    Shapes => shapes,
    Names => names,
    /// Contact points.
    Points => points,
    Normals => normals,
    /// Penetration depth, a dimension line with its number.
    Depth => depth,
    /// Separating axes of the selected pair, as strips.
    Axes => axes,
    /// Axis-aligned bounding boxes.
    Aabbs => aabbs,
    BoundingCircles => bounding_circles,
    Velocities => velocities,
    /// Impulses and friction of the last step.
    Impulses => impulses,
    /// The contact of the selected pair, enlarged.
    Lens => lens,
    /// Grounds, cables, rods and joints.
    Generators => generators,
    Centers => centers,
    /// What fits around the bodies' outlines.
    Fits => fits,
    /// Past positions of the bodies' centres.
    Trails => trails,
    Ages => ages,
    /// Predicted first contacts (time of impact).
    Impacts => impacts,
    /// The bodies at this frame as computed before the last edit.
    OldFuture => old_future,
    /// A classic wrong test of the selected pair beside the right one.
    Shortcut => shortcut,
    /// What parry2d says of the selected pair, where it differs.
    SecondOpinion => second_opinion,
    /// Where A of the selected pair would touch B.
    Map => map,
    /// Contacts of another engine, in a recording.
    Theirs => theirs,
    /// Rays, casts, nearest points, points and overlaps of the scene.
    Queries => queries,
    /// What movers stand on, and what stopped them.
    Movers => movers,
}

/// Everything that is drawn, bottom to top. The legend is drawn after these.
const ORDER: &[DrawStep] = &[
    DrawStep::Named("grid", grid::draw),
    DrawStep::On(Layer::Aabbs, aabbs::draw),
    DrawStep::Named("aabbs", aabbs::draw_broad_phase),
    DrawStep::On(Layer::BoundingCircles, bounding_circles::draw),
    DrawStep::On(Layer::OldFuture, old_future::draw),
    DrawStep::On(Layer::Trails, trails::draw),
    DrawStep::Named("previous", previous::draw),
    DrawStep::On(Layer::Generators, generators::draw_grounds),
    DrawStep::On(Layer::Shortcut, shortcut::draw_areas),
    DrawStep::On(Layer::Map, map::draw),
    DrawStep::On(Layer::Shapes, behind::draw),
    DrawStep::On(Layer::Shapes, shapes::draw),
    DrawStep::On(Layer::Shapes, behind::draw_beyond),
    DrawStep::On(Layer::Fits, fits::draw),
    DrawStep::On(Layer::Generators, generators::draw_links),
    DrawStep::On(Layer::Impacts, impacts::draw),
    DrawStep::On(Layer::Centers, centers::draw),
    DrawStep::On(Layer::Velocities, velocities::draw),
    DrawStep::On(Layer::Shortcut, shortcut::draw),
    DrawStep::On(Layer::Axes, axes::draw),
    DrawStep::On(Layer::Shapes, shapes::draw_outlines_again),
    DrawStep::Off(Layer::BoundingCircles, bounding_circles::draw_pair),
    DrawStep::Contacts(CONTACTS),
    DrawStep::On(Layer::Theirs, theirs::draw),
    DrawStep::On(Layer::Queries, queries::draw),
    DrawStep::On(Layer::Movers, movers::draw),
    DrawStep::On(Layer::Lens, lens::draw),
    DrawStep::Named("letters", pair::draw_letters),
    DrawStep::On(Layer::Depth, depth::draw_labels),
    DrawStep::On(Layer::SecondOpinion, second_opinion::draw),
    DrawStep::On(Layer::Map, map::draw_labels),
    DrawStep::On(Layer::Theirs, theirs::draw_labels),
    DrawStep::On(Layer::Queries, queries::draw_labels),
    DrawStep::On(Layer::Movers, movers::draw_labels),
    DrawStep::On(Layer::Impacts, impacts::draw_labels),
    DrawStep::On(Layer::Fits, fits::draw_labels),
    DrawStep::On(Layer::Names, names::draw),
];

/// What is drawn of contacts, first of the other pairs, then of the selected one, which so lies over them.
const CONTACTS: &[(Times, Layer, Draw)] = &[
    (Times::Once, Layer::Depth, generators::draw_depths),
    (Times::Twice, Layer::Depth, depth::draw),
    (Times::Once, Layer::Normals, generators::draw_normals),
    (Times::Twice, Layer::Normals, normals::draw),
    (Times::Once, Layer::Impulses, impulses::draw),
    (Times::Once, Layer::Points, generators::draw_points),
    (Times::Twice, Layer::Points, points::draw),
    (Times::Twice, Layer::Ages, ages::draw),
];

type Draw = fn(&Picture, &mut Pen);

/// One step of drawing, and when it runs.
#[derive(Clone, Copy, Debug)]
enum DrawStep {
    /// Whatever layers are on; items have this name in the place of a layer's.
    Named(&'static str, Draw),
    On(Layer, Draw),
    Off(Layer, Draw),
    /// Each while its layer is on.
    Contacts(&'static [(Times, Layer, Draw)]),
}

/// How often a step of contacts draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    /// With the other pairs.
    Once,
    /// With the other pairs, and again with the selected one.
    Twice,
}

const _: () = {
    assert!(Layer::ALL.len() <= u32::BITS as usize, "`Layers` needs more bits");
    let mut i = 0;
    while i < Layer::ALL.len() {
        assert!(is_drawn(Layer::ALL[i]), "a layer has no step in `ORDER`");
        i += 1;
    }
};

const fn is_drawn(layer: Layer) -> bool {
    let (mut i, mut k) = (0, 0);
    while i < ORDER.len() {
        if let DrawStep::On(drawn, _) = ORDER[i]
            && drawn as u32 == layer as u32
        {
            return true;
        }
        i += 1;
    }
    while k < CONTACTS.len() {
        if CONTACTS[k].1 as u32 == layer as u32 {
            return true;
        }
        k += 1;
    }
    false
}

/// The bytes of a name with `-` in the place of `_`.
const fn with_dashes<const N: usize>(name: &str) -> [u8; N] {
    let mut bytes = [b'-'; N];
    let mut i = 0;
    while i < N {
        if name.as_bytes()[i] != b'_' {
            bytes[i] = name.as_bytes()[i];
        }
        i += 1;
    }
    bytes
}

impl Default for Layers {
    /// Shapes and generators, points, normals, depth, the axes of the selected pair, the lens, the old future where
    /// there is one, and the second opinion where it differs.
    fn default() -> Self {
        Layer::ALL.iter().copied().filter(|layer| layer.info().on).collect()
    }
}

impl FromIterator<Layer> for Layers {
    fn from_iter<T: IntoIterator<Item = Layer>>(layers: T) -> Self {
        let mut set = Self::NONE;
        layers.into_iter().for_each(|layer| set.set(layer, true));
        set
    }
}

impl Layers {
    pub const NONE: Self = Self(0);

    /// What a plain `render` draws.
    pub fn in_render() -> Self {
        Layer::ALL.iter().copied().filter(|layer| layer.info().in_render).collect()
    }

    /// The layers that a picture of one frame can have.
    pub fn of_one_frame() -> impl Iterator<Item = Layer> {
        Layer::ALL
            .iter()
            .copied()
            .filter(|layer| matches!(layer.info().scope, Scope::Frame | Scope::Recording))
    }

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

/// The whole picture, background excluded.
pub fn draw(picture: &Picture) -> DisplayList {
    draw_bodies(picture).0
}

/// [`draw`], and the indices of the bodies that it shows, ascending: those on the canvas that no others cover.
pub fn draw_bodies(picture: &Picture) -> (DisplayList, Rc<[u32]>) {
    let mut pen = Pen::new(picture);
    pen.look(picture);
    let places = reserve(picture, &mut pen);
    let on = |layer: &Layer| picture.options.layers.has(*layer);
    let run = |pen: &mut Pen, name: &'static str, draw: Draw| {
        pen.list.layer = name;
        draw(picture, pen);
    };
    for step in ORDER {
        match step {
            DrawStep::Named(name, draw) => run(&mut pen, name, *draw),
            DrawStep::On(layer, draw) if on(layer) => run(&mut pen, layer.name(), *draw),
            DrawStep::Off(layer, draw) if !on(layer) => run(&mut pen, layer.name(), *draw),
            DrawStep::On(..) | DrawStep::Off(..) => {}
            DrawStep::Contacts(steps) => {
                for drawn in [DrawnContacts::Others, DrawnContacts::Pair] {
                    pen.drawn = drawn;
                    let is_in = |times: &Times| *times == Times::Twice || drawn == DrawnContacts::Others;
                    for (_, layer, draw) in steps.iter().filter(|(times, layer, _)| is_in(times) && on(layer))
                    {
                        run(&mut pen, layer.name(), *draw);
                    }
                    pen.draw_above();
                }
                pen.drawn = DrawnContacts::All;
            }
        }
    }
    pen.list.layer = "legend";
    legend::draw(picture, &mut pen, &places);
    (pen.list, pen.bodies)
}

/// Where the lens is; `None`: it is not shown.
pub fn lens_circle(picture: &Picture) -> Option<LensCircle> {
    let on = |layer| picture.options.layers.has(layer);
    let mut pen = Pen::new(picture);
    pen.look(picture);
    reserve(picture, &mut pen);
    if on(Layer::Shortcut) {
        shortcut::draw_areas(picture, &mut pen);
        shortcut::draw(picture, &mut pen);
    }
    if on(Layer::Axes) {
        axes::AxisStrips::plan(picture, &mut pen);
    }
    lens::circle(picture, &pen).filter(|_| on(Layer::Lens))
}

/// The legend for a panel below the canvas: rows from the upper left corner of `area`, as wide as `area`, and
/// their height in pixels.
pub fn legend_strip(picture: &Picture, area: Rect) -> (DisplayList, f32) {
    legend::strip(picture, &entries(picture), area)
}

/// How a layer looks, in the space of 24 pixels to the right of `left`.
pub fn layer_sample(layer: Layer, picture: &Picture, left: Vec2) -> DisplayList {
    legend::sample(layer.info().sample, picture, left)
}

/// Reserves the room of legend, title, scale bar, handles and the words on shortcuts before labels are placed.
fn reserve(picture: &Picture, pen: &mut Pen) -> legend::LegendPlaces {
    let places = legend::reserve(picture, pen, picture.options.legend.then(|| entries(picture)));
    shortcut::reserve(picture, pen);
    picture.options.handles.iter().for_each(|handle| pen.space.take(*handle));
    places
}

/// Rows of the legend: the selected pair, then the layers that are on.
fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let on = Layer::ALL.iter().filter(|layer| picture.options.layers.has(**layer));
    let of_layers = on.flat_map(|layer| (layer.info().legend)(picture));
    let others =
        bounding_circles::entries_of_pair(picture).into_iter().chain(aabbs::entries_of_broad_phase(picture));
    let others = others.chain(previous::entries(picture));
    pair::entries(picture).into_iter().chain(of_layers).chain(others).collect()
}

/// The picture of the command `render`: what `framing` says on a canvas of `size` pixels, with room for the
/// strips of the selected pair.
pub fn render(
    scene: &Scene,
    world: &World,
    report: &Report,
    size: Vec2,
    options: &Options,
    theme: &Theme,
    framing: Framing,
) -> DisplayList {
    let scene = &*scene.with_pieces(world.pieces());
    let (canvas, margin) = (Rect::at(Vec2::ZERO, size), 0.1 * size.min_element());
    let frame = options.seen_from.as_ref().map_or(Frame::WORLD, |seen| seen.frame);
    let view = View::fitted(None, canvas, margin).out_of(&frame);
    let view =
        fit(&Picture { scene, world, report, view: &view, theme, options }, framing, margin).unwrap_or(view);
    draw(&Picture { scene, world, report, view: &view, theme, options })
}
