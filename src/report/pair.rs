//! What a report says of a pair: contact, trace of the test, and the test that ended the work.

use arrayvec::ArrayVec;
use collide2d::{
    Aabb, AxisSource, AxisTest, Body, Contact, DroppedAxis, Feature, Interval, Leaf, LeafTrace,
    NearestLeaves, PairContact, PairKey, PairKind, Shape, Side, SolverKind, Trace, World, WorldSettings,
    nearest_leaves, trace_leaves,
};
use glam::Vec2;

use super::ghosts::GhostReport;
use super::{Report, WhichAxes};
use crate::explain::classic_mistakes::ShortcutTest;
use crate::explain::second_opinion::Opinion;
use crate::explain::stages::dropped_words;
use crate::scene::{PairParts, are_meant, deepest_contact};

/// A pair, `a < b`; of bodies of several leaves one pair of these.
#[derive(Clone, Debug, PartialEq)]
pub struct PairReport {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Which parts and segments of the two.
    pub leaves: [Leaf; 2],
    /// Normal and depth; `None` where the pair does not touch.
    pub contact: Option<ContactReport>,
    /// Approach speed along the normal as the scene's solver computes it; negative: they separate. Metres per
    /// second; 0 where they do not touch.
    pub closing_speed: f32,
    /// What rounding may have added to the closing speed. Metres per second.
    pub closing_rounding: f32,
    /// The frame since which the contact waits for a place; `None`: it does not wait.
    pub waiting_since: Option<u64>,
    /// A one-way body lets the other through.
    pub let_through: bool,
    /// Its contact is a ghost, or that which the solver used was.
    pub ghost: Option<GhostReport>,
    /// The separating-axis test as it ran, continued to the last axis; `None` where not requested.
    pub trace: Option<Box<TraceReport>>,
    /// What classic shortcuts answer for it; empty where not requested.
    pub shortcuts: Vec<ShortcutTest>,
    /// What another library says of it; `None` where not requested, or where it has nothing to say.
    pub second_opinion: Option<Box<Opinion>>,
}

/// A contact in world coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactReport {
    /// Unit vector on `b` toward `a`.
    pub normal: Vec2,
    /// Metres.
    pub depth: f32,
    /// World position and depth of each point.
    pub points: ArrayVec<(Vec2, f32), 2>,
}

/// The trace of a pair's separating-axis test.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceReport {
    /// The test as the observer was told it; intervals are measured from `a`'s position.
    pub local: Trace,
    /// For each axis: intervals of a and b, measured from the world's origin along its direction.
    pub world: Vec<(Interval, Interval)>,
    /// For each axis: the support points of a and of b against and along its direction, where their intervals
    /// begin and end. World.
    pub supports: Vec<[[Vec2; 2]; 2]>,
    /// `None` where they are apart without an axis, and where a one-sided chain lets the other body pass.
    pub deciding: Option<usize>,
    /// The axis after which the unobserved test stops; `None`: it tests them all.
    pub stops_at: Option<usize>,
    /// The contact that the observed test found.
    pub contact: Option<Contact>,
    /// Axes that the outline of a chain does not allow to decide.
    pub dropped: Vec<DroppedAxis>,
    /// The bodies with the tested leaf alone; `None`: they have no other.
    pub leaves: Option<Box<[Body; 2]>>,
    /// The features of a and of b that meet in each of its points. Empty where a circle leaves by no face and by
    /// no corner.
    pub met: ArrayVec<[Feature; 2], 2>,
}

/// The test that ended the work on a pair that is apart; each follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedAt {
    Aabbs,
    BoundingCircles,
    /// The axis of this index separates.
    Axis(usize),
}

impl EndedAt {
    /// For a pair with a trace; `None` where the shapes touch. `aabbs`: of the two bodies.
    pub(crate) fn of(trace: &TraceReport, [a, b]: [&Aabb; 2]) -> Option<Self> {
        let axis = trace.stops_at.map(Self::Axis);
        if !a.overlaps(b) {
            Some(Self::Aabbs)
        } else if trace.local.early_out {
            Some(Self::BoundingCircles)
        } else {
            axis
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Aabbs => "aabbs",
            Self::BoundingCircles => "bounding_circles",
            Self::Axis(_) => "axes",
        }
    }
}

impl PairReport {
    /// One pair of a world, in either order, as [`PairReport::of_parts`] has it.
    pub fn of_pair(world: &World, a: u32, b: u32, axes: WhichAxes) -> Option<Self> {
        let (a, b) = (a.min(b), a.max(b));
        Self::of_parts(world, (a, b), [None; 2], axes.has((a, b)))
    }

    /// One pair of a world, `a < b`: of all pairs of its leaves, in these parts alone if they are given, the deepest, or
    /// the nearest. `None` where there is no such pair.
    pub fn of_parts(world: &World, (a, b): (u32, u32), parts: PairParts, traced: bool) -> Option<Self> {
        if a == b || !can_touch(world, a, b) {
            return None;
        }
        if let Some(contact) = deepest_contact(world, ((a, b), parts)) {
            return Self::of(world, (a, b), leaves_of(&contact), Some(&contact), traced);
        }
        let nearest = nearest(world, a, b).into_iter().filter(|nearest| are_meant(nearest.leaves, parts));
        let nearest = nearest.reduce(|p, q| if q.separation < p.separation { q } else { p })?;
        Self::of(world, (a, b), nearest.leaves, None, traced)
    }

    pub(super) fn of(
        world: &World,
        (a, b): (u32, u32),
        leaves: [Leaf; 2],
        contact: Option<&PairContact>,
        traced: bool,
    ) -> Option<Self> {
        let bodies = world.bodies();
        let (body_a, body_b) = (bodies.get(a as usize)?, bodies.get(b as usize)?);
        let let_through = contact.is_some_and(|contact| world.lets_through(contact));
        let ghost = GhostReport::of(world, ((a, b), leaves), contact);
        let contact = contact.map(|contact| &contact.contact);
        let (closing_speed, closing_rounding) =
            contact.map_or((0.0, 0.0), |c| closing_speed(body_a, body_b, c, world.settings()));
        Some(Self {
            a,
            b,
            leaves,
            contact: contact.map(|c| ContactReport::of(body_a, c)),
            closing_speed,
            closing_rounding,
            waiting_since: contact.and_then(|_| world.waiting_since(PairKey::new(a, b))),
            let_through,
            ghost,
            trace: traced.then(|| Box::new(TraceReport::of([body_a, body_b], leaves, contact.is_some()))),
            shortcuts: Vec::new(),
            second_opinion: None,
        })
    }

    /// Whether the shapes overlap, but a one-sided chain lets the other body pass. Known of a pair with a trace.
    pub fn is_behind(&self) -> bool {
        self.contact.is_none() && self.trace.as_ref().is_some_and(|trace| trace.contact.is_some())
    }

    /// Whether one of the two is a segment of a chain.
    pub fn is_of_chain(&self) -> bool {
        self.leaves.iter().any(|leaf| leaf.segment().is_some())
    }

    /// The two bodies, of several leaves those that the pair is of.
    pub fn bodies<'r>(&'r self, world: &'r World) -> Option<[&'r Body; 2]> {
        let bodies = [world.body(self.a)?, world.body(self.b)?];
        Some(self.trace.as_ref().map_or(bodies, |trace| trace.bodies(bodies)))
    }
}

/// The pairs of leaves that a report of every pair lists of two bodies: of each pair of parts those that touch, or the
/// nearest.
pub(super) fn for_each_entry(
    world: &World,
    (a, b): (u32, u32),
    visit: &mut dyn FnMut([Leaf; 2], Option<&PairContact>),
) {
    let contacts = world.contacts_of(PairKey::new(a, b));
    if !is_composite(world, a) && !is_composite(world, b) {
        return visit([Leaf::WHOLE; 2], contacts.first());
    }
    for nearest in nearest(world, a, b) {
        let parts = |leaves: [Leaf; 2]| leaves.map(Leaf::part);
        let of_parts = |contact: &&PairContact| parts(leaves_of(contact)) == parts(nearest.leaves);
        let mut touching = contacts.iter().filter(of_parts).peekable();
        if touching.peek().is_none() {
            visit(nearest.leaves, None);
        }
        touching.for_each(|contact| visit(leaves_of(contact), Some(contact)));
    }
}

fn is_composite(world: &World, body: u32) -> bool {
    world.body(body).is_some_and(|body| body.shape().kind().is_composite())
}

fn nearest(world: &World, a: u32, b: u32) -> Vec<NearestLeaves> {
    let (Some(a), Some(b)) = (world.body(a), world.body(b)) else { return Vec::new() };
    let mut nearest = nearest_leaves(a.shape(), a.pose(), b.shape(), b.pose());
    nearest.retain(|pair| {
        let [p, q] = [a.leaf(pair.leaves[0]), b.leaf(pair.leaves[1])];
        p.zip(q).is_some_and(|(p, q)| PairKind::of(p.shape, q.shape).can_touch())
    });
    nearest
}

pub(super) fn leaves_of(contact: &PairContact) -> [Leaf; 2] {
    [contact.leaf_a, contact.leaf_b]
}

impl Report {
    /// The test that ended the work on a listed pair; `None` where they touch, or the report has no trace or
    /// no bodies.
    pub fn ended_at(&self, pair: &PairReport) -> Option<EndedAt> {
        let aabb = |index: u32| self.bodies.get(index as usize).map(|body| &body.aabb);
        let trace = pair.trace.as_deref().filter(|_| pair.contact.is_none())?;
        match &trace.leaves {
            Some(leaves) => EndedAt::of(trace, [&leaves[0].aabb(), &leaves[1].aabb()]),
            None => EndedAt::of(trace, [aabb(pair.a)?, aabb(pair.b)?]),
        }
    }
}

impl ContactReport {
    /// The deepest point and its depth, of a tie the first.
    pub fn deepest(&self) -> Option<(Vec2, f32)> {
        self.points.iter().copied().reduce(|p, q| if q.1 > p.1 { q } else { p })
    }

    fn of(a: &Body, contact: &Contact) -> Self {
        // A contact has at most two points. `try_push` is inlined here, which `collect` is not.
        let mut points = ArrayVec::new();
        for point in contact.points() {
            let _ = points.try_push((Contact::world_point(a.pose(), point), point.depth));
        }
        Self { normal: contact.normal, depth: contact.depth, points }
    }
}

impl TraceReport {
    /// `touching`: the two are in contact.
    pub(super) fn of([a, b]: [&Body; 2], leaves: [Leaf; 2], touching: bool) -> Self {
        let found = trace_leaves(a.shape(), a.pose(), b.shape(), b.pose(), leaves).unwrap_or_default();
        let LeafTrace { trace: local, contact, dropped, origin } = found;
        let alone = || Some(Box::new([a.with_leaf(leaves[0])?, b.with_leaf(leaves[1])?]));
        let of_leaves = if leaves == [Leaf::WHOLE; 2] { None } else { alone() };
        let [of_a, of_b] = of_leaves.as_deref().map_or([a, b], |[a, b]| [a, b]);
        let met = met(&local, contact.as_ref(), of_a.shape(), of_b.shape());
        let position = a.pose().position.as_dvec2() + origin.as_dvec2();
        let world = local
            .axes
            .iter()
            .map(|test| {
                // Far from the origin the sum needs more digits than an f32 has, so it is rounded once.
                let origin = position.dot(test.direction.as_dvec2());
                let interval = |i: Interval<f64>| i.shifted(origin).rounded();
                (interval(test.a), interval(test.b))
            })
            .collect();
        let support = |test: &AxisTest| {
            [of_a, of_b]
                .map(|body| [-1.0, 1.0].map(|side| body.shape().support(body.pose(), test.direction * side)))
        };
        let supports = local.axes.iter().map(support).collect();
        // What a one-sided chain lets pass has an axis of least overlap, which gives no normal and no depth.
        let deciding = local.deciding().filter(|_| touching || contact.is_none());
        let stops_at = local.stops_at();
        Self { world, supports, deciding, stops_at, local, contact, dropped, leaves: of_leaves, met }
    }

    /// The bodies with the tested leaf alone, given the whole ones.
    pub fn bodies<'r>(&'r self, whole: [&'r Body; 2]) -> [&'r Body; 2] {
        self.leaves.as_deref().map_or(whole, |[a, b]| [a, b])
    }

    /// Why an axis did not decide.
    pub fn dropped_text(&self, axis: usize) -> Option<String> {
        let dropped = self.dropped.iter().find(|dropped| dropped.axis == axis)?;
        Some(dropped_words(dropped))
    }

    /// The faces of `a` and `b` that are parallel to one whose axis was tested.
    pub fn parallel_faces(&self, a: &Shape, b: &Shape) -> Vec<AxisSource> {
        let faces =
            |side, shape: &Shape| (0..shape.face_count()).map(move |face| AxisSource::Face(side, face));
        let was_tested = |face: &AxisSource| self.local.axes.iter().any(|test| test.source == *face);
        faces(Side::A, a).chain(faces(Side::B, b)).filter(|face| !was_tested(face)).collect()
    }
}

fn met(trace: &Trace, contact: Option<&Contact>, a: &Shape, b: &Shape) -> ArrayVec<[Feature; 2], 2> {
    let points = contact.iter().flat_map(|contact| contact.points());
    let met = points.map(|point| point.features(a, b)).collect::<ArrayVec<_, 2>>();
    let axis = trace.deciding().and_then(|index| trace.axes.get(index));
    // Only the axis decides by which of two opposite faces a circle leaves.
    let has_opposite_faces = |shape: &Shape| shape.kind().is_enclosed_by_faces();
    match (met.first(), axis.map(|axis| (axis.source, axis.a_leaves_along))) {
        (Some([Feature::Center, Feature::Face(_)]), Some((AxisSource::Face(Side::B, face), along)))
            if has_opposite_faces(b) =>
        {
            let met = [Feature::Center, Feature::Face(face)];
            along.then_some(met).into_iter().collect()
        }
        (Some([Feature::Face(_), Feature::Center]), Some((AxisSource::Face(Side::A, face), along)))
            if has_opposite_faces(a) =>
        {
            let met = [Feature::Face(face), Feature::Center];
            (!along).then_some(met).into_iter().collect()
        }
        _ => met,
    }
}

pub(super) fn can_touch(world: &World, a: u32, b: u32) -> bool {
    world.is_pair(PairKey::new(a, b))
}

/// The approach speed as the solver computes it, and what rounding may have added: under `Rigid` that of the
/// surfaces at the middle of the contact, else that of the bodies.
fn closing_speed(a: &Body, b: &Body, contact: &Contact, settings: &WorldSettings) -> (f32, f32) {
    let mut relative = a.velocity() - b.velocity();
    let mut size = a.velocity().length() + b.velocity().length();
    if settings.solver == SolverKind::Rigid {
        let middle = a.pose().position + contact.middle();
        let turning = |body: &Body| body.turning_velocity_at(middle);
        relative += turning(a) - turning(b);
        size += turning(a).length() + turning(b).length();
    }
    // A velocity is known to no more than the rounding of what a step adds to it.
    size += settings.gravity.length() * settings.timestep;
    (-relative.dot(contact.normal), 16.0 * f32::EPSILON * size)
}
