//! The input of every layer, as plain data.

use std::borrow::Cow;
use std::sync::Arc;

use collide2d::{Aabb, Body, Leaf, Pose, World};
use glam::Vec2;

use crate::picture::display::{Color, Rect, Source};
use crate::picture::frame::Frame;
use crate::picture::overlay::extras::Extras;
use crate::picture::overlay::outline::Outline;
use crate::picture::theme::Theme;
use crate::picture::view::View;
use crate::report::queries::QueryReport;
use crate::report::{PairReport, Report, TraceReport};
use crate::scene::Scene;
use crate::scene::numbers::LengthUnit;

/// The layers that are on, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers(pub(super) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanvasCorner {
    BottomLeft,
    BottomRight,
    TopRight,
    TopLeft,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LensOptions {
    /// It is shown whatever the depth is, as long as it enlarges.
    pub pinned: bool,
    /// Its middle, from the middle of the canvas; `None`: where it hides least. Pixels.
    pub at: Option<Vec2>,
}

/// A body's frame of reference as that of the picture: the grid is its own, and so are numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenFrom {
    pub frame: Frame,
    /// What the picture says of it.
    pub note: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    pub layers: Layers,
    /// The selected pair, `a < b`, drawn as A and B with its axes. The report must have its trace.
    pub selected_pair: Option<(u32, u32)>,
    /// The highlighted axis of that pair.
    pub highlighted_axis: Option<usize>,
    /// Distance of the grid lines; `None`: no grid. Metres.
    pub grid: Option<f32>,
    pub lens: LensOptions,
    /// The frame of a body, in which the picture is; `None`: the world's.
    pub seen_from: Option<SeenFrom>,
    /// A legend of the layers that are on.
    pub legend: bool,
    /// Corner of the legend; `None`: the one where it hides least.
    pub legend_corner: Option<CanvasCorner>,
    /// What else lies over the canvas, where nothing should be that can be elsewhere. Pixels.
    pub covered: Option<Rect>,
    /// Bodies that are not drawn, ascending: nothing is written of them either, and no room is kept for it.
    pub hidden: Vec<u32>,
    /// Where the editor draws handles, which labels keep off. Pixels.
    pub handles: Vec<Rect>,
    /// The scene's name and frame, in a corner.
    pub title: bool,
    /// Data of the layers that show more than one frame; empty by default.
    pub extras: Arc<Extras>,
    /// A query that is asked while its way is dragged out.
    pub draft: Option<QueryReport>,
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
    /// From world to screen.
    pub view: &'a View,
    pub theme: &'a Theme,
    pub options: &'a Options,
}

impl<'a> Picture<'a> {
    pub(super) fn unit(&self) -> LengthUnit {
        self.report.unit
    }

    /// The scene's queries, and the one that is not kept yet.
    pub(super) fn queries(&self) -> impl Iterator<Item = &'a QueryReport> {
        self.report.queries.iter().chain(&self.options.draft)
    }

    /// Whether any pair has a contact, or a body with a ground.
    pub(super) fn has_contacts(&self) -> bool {
        self.report.pairs.iter().any(|pair| pair.contact.is_some()) || self.has_ground_contacts()
    }

    /// Whether any body has a contact with a ground.
    pub(super) fn has_ground_contacts(&self) -> bool {
        self.report.on_grounds() > 0
    }

    /// Radius of the smaller body of a pair. Pixels.
    pub(super) fn smaller_radius(&self, pair: &PairReport) -> f32 {
        let radius = |index| self.body(index).map_or(0.0, |body| body.shape().bounding_circle().radius);
        radius(pair.a).min(radius(pair.b)) * self.view.scale
    }

    /// Index of the selected pair in the report.
    pub(super) fn selected_index(&self) -> Option<u32> {
        let selected_pair = self.options.selected_pair?;
        u32::try_from(self.report.index_of(selected_pair).ok()?).ok()
    }

    /// The reading of the selected pair.
    pub(super) fn selected_pair(&self) -> Option<&'a PairReport> {
        self.report.pair(self.options.selected_pair?)
    }

    /// The selected pair's bodies, of several leaves those that are tested.
    pub(super) fn selected_bodies(&self) -> Option<[&'a Body; 2]> {
        let (a, b) = self.options.selected_pair?;
        let whole = [self.body(a)?, self.body(b)?];
        let trace = self.selected_pair().and_then(|pair| pair.trace.as_deref());
        Some(trace.map_or(whole, |trace| trace.bodies(whole)))
    }

    /// The selected pair's bodies, of several leaves those that are tested, and the trace of their test.
    pub(super) fn selected_trace(&self) -> Option<(&'a Body, &'a Body, &'a TraceReport)> {
        let pair = self.selected_pair()?;
        let trace = pair.trace.as_deref()?;
        let [a, b] = trace.bodies([self.body(pair.a)?, self.body(pair.b)?]);
        Some((a, b, trace))
    }

    /// An axis of the selected pair.
    pub(super) fn axis(&self, axis: usize) -> Source {
        Source::Axis { pair: self.options.selected_pair.unwrap_or_default(), axis }
    }

    /// The colour of a body that is A or B of the selected pair.
    pub(super) fn pair_color(&self, index: u32) -> Option<Color> {
        let (a, b) = self.options.selected_pair?;
        if index == a { Some(self.theme.pair_a) } else { (index == b).then_some(self.theme.pair_b) }
    }

    pub(super) fn hides(&self, index: u32) -> bool {
        self.options.hidden.binary_search(&index).is_ok()
    }

    pub(super) fn body(&self, index: u32) -> Option<&'a Body> {
        self.world.bodies().get(index as usize)
    }

    /// A body with one of its leaves alone.
    pub(super) fn leaf(&self, index: u32, leaf: Leaf) -> Option<Cow<'a, Body>> {
        let body = self.body(index)?;
        if leaf == Leaf::WHOLE { Some(Cow::Borrowed(body)) } else { body.with_leaf(leaf).map(Cow::Owned) }
    }

    pub(super) fn name(&self, index: u32) -> &'a str {
        self.scene.bodies.get(index as usize).map_or("", |body| &body.name)
    }

    /// A body's outline on the screen.
    pub(super) fn outline(&self, body: &Body) -> Outline {
        self.outline_at(body, body.pose())
    }

    /// The outline that the body has at another pose.
    pub(super) fn outline_at(&self, body: &Body, pose: &Pose) -> Outline {
        Outline::of(body.shape(), pose, self.view)
    }

    /// The ends of a body that is a segment; `None` where it has an inside.
    pub(super) fn wall(&self, body: &Body) -> Option<[Vec2; 2]> {
        if body.shape().kind().has_inside() {
            return None;
        }
        match self.outline(body) {
            Outline::Line(ends) => Some(ends),
            Outline::Round { .. }
            | Outline::Rounded { .. }
            | Outline::Closed(_)
            | Outline::Chain { .. }
            | Outline::Several(_) => None,
        }
    }

    /// The body's support point along a direction (world axes), in pixels.
    pub(super) fn support(&self, body: &Body, direction: Vec2) -> Vec2 {
        let turned = Pose { position: Vec2::ZERO, rotation: body.pose().rotation };
        let from_position = body.shape().support(&turned, direction);
        self.view.screen_from_world(body.pose().position)
            + self.view.screen_direction(from_position) * self.view.scale
    }

    /// A body's box on the screen, along the screen's axes.
    pub(super) fn screen_box(&self, body: &Body) -> Rect {
        self.view.screen_box(body)
    }

    /// The corners of a box of the world on the screen, around it.
    pub(super) fn box_corners(&self, Aabb { min, max }: Aabb) -> Vec<Vec2> {
        let corners = [Vec2::new(min.x, max.y), max, Vec2::new(max.x, min.y), min];
        corners.map(|corner| self.view.screen_from_world(corner)).to_vec()
    }

    /// The frame in whose coordinates the picture is.
    pub(super) fn frame(&self) -> Frame {
        self.options.seen_from.as_ref().map_or(Frame::WORLD, |seen| seen.frame)
    }
}
