//! What a report says of a pair: contact, trace of the test, and the test that ended the work.

use arrayvec::ArrayVec;
use collide2d::{
    Aabb, AxisSource, AxisTest, Body, Contact, Feature, Interval, PairKey, Shape, Side, SolverKind, Trace,
    World, WorldSettings, collide, collide_observed,
};
use glam::Vec2;

use super::{Report, WhichAxes};
use crate::explain::classic_mistakes::ShortcutTest;
use crate::explain::second_opinion::Opinion;

/// A pair, `a < b`.
#[derive(Clone, Debug, PartialEq)]
pub struct PairReport {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Normal and depth; `None` where the pair does not touch.
    pub contact: Option<ContactReport>,
    /// Approach speed along the normal as the scene's solver computes it; negative: they separate. Metres per
    /// second; 0 where they do not touch.
    pub closing_speed: f32,
    /// What rounding may have added to the closing speed. Metres per second.
    pub closing_rounding: f32,
    /// The frame since which the contact waits for a place; `None`: it does not wait.
    pub waiting_since: Option<u64>,
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
    pub deciding: Option<usize>,
    /// The axis after which the unobserved test stops; `None`: it tests them all.
    pub stops_at: Option<usize>,
    /// The contact that the observed test found.
    pub contact: Option<Contact>,
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
    /// One pair of a world, in either order; `None` where there is no such pair.
    pub fn of_pair(world: &World, a: u32, b: u32, axes: WhichAxes) -> Option<Self> {
        let (a, b) = (a.min(b), a.max(b));
        let is_pair = a != b && can_touch(world, a, b);
        if is_pair { Self::of(world, a, b, touch(world, a, b).as_ref(), axes.has(a, b)) } else { None }
    }

    pub(super) fn of(world: &World, a: u32, b: u32, contact: Option<&Contact>, traced: bool) -> Option<Self> {
        let bodies = world.bodies();
        let (body_a, body_b) = (bodies.get(a as usize)?, bodies.get(b as usize)?);
        let (closing_speed, closing_rounding) =
            contact.map_or((0.0, 0.0), |c| closing_speed(body_a, body_b, c, world.settings()));
        Some(Self {
            a,
            b,
            contact: contact.map(|c| ContactReport::of(body_a, c)),
            closing_speed,
            closing_rounding,
            waiting_since: contact.and_then(|_| world.waiting_since(PairKey::new(a, b))),
            trace: traced.then(|| Box::new(TraceReport::of(body_a, body_b))),
            shortcuts: Vec::new(),
            second_opinion: None,
        })
    }
}

impl Report {
    /// The test that ended the work on a listed pair; `None` where they touch, or the report has no trace or
    /// no bodies.
    pub fn ended_at(&self, pair: &PairReport) -> Option<EndedAt> {
        let aabb = |index: u32| self.bodies.get(index as usize).map(|body| &body.aabb);
        let trace = pair.trace.as_deref().filter(|_| pair.contact.is_none())?;
        EndedAt::of(trace, [aabb(pair.a)?, aabb(pair.b)?])
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
    pub(super) fn of(a: &Body, b: &Body) -> Self {
        let mut local = Trace::default();
        let contact = collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut local);
        let met = met(&local, contact.as_ref(), a.shape(), b.shape());
        let position = a.pose().position.as_dvec2();
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
            [a, b]
                .map(|body| [-1.0, 1.0].map(|side| body.shape().support(body.pose(), test.direction * side)))
        };
        let supports = local.axes.iter().map(support).collect();
        let (deciding, stops_at) = (local.deciding(), local.stops_at());
        Self { world, supports, deciding, stops_at, local, contact, met }
    }

    /// The faces of `a` and `b` that are parallel to one whose axis was tested.
    pub fn parallel_faces(&self, a: &Shape, b: &Shape) -> Vec<AxisSource> {
        let faces = |side, shape: &Shape| {
            let count = match shape {
                Shape::Circle(_) | Shape::Chain(_) | Shape::Compound(_) => 0,
                Shape::Capsule(_) | Shape::Wall(_) => 1,
                Shape::Rectangle(_) | Shape::Polygon(_) => shape.corners().len() as u32,
            };
            (0..count).map(move |face| AxisSource::Face(side, face))
        };
        let was_tested = |face: &AxisSource| self.local.axes.iter().any(|test| test.source == *face);
        faces(Side::A, a).chain(faces(Side::B, b)).filter(|face| !was_tested(face)).collect()
    }
}

fn met(trace: &Trace, contact: Option<&Contact>, a: &Shape, b: &Shape) -> ArrayVec<[Feature; 2], 2> {
    let points = contact.iter().flat_map(|contact| contact.points());
    let met = points.map(|point| point.features(a, b)).collect::<ArrayVec<_, 2>>();
    let axis = trace.deciding().and_then(|index| trace.axes.get(index));
    // Only the axis decides by which of two opposite faces a circle leaves.
    let has_opposite_faces = |shape: &Shape| matches!(shape, Shape::Rectangle(_) | Shape::Polygon(_));
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

/// The contact of two bodies, the one that detection finds.
pub(super) fn touch(world: &World, a: u32, b: u32) -> Option<Contact> {
    let (a, b) = (world.body(a)?, world.body(b)?);
    collide(a.shape(), a.pose(), b.shape(), b.pose())
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
        let turning = |body: &Body| (middle - body.center()).perp() * body.angular_velocity().to_radians();
        relative += turning(a) - turning(b);
        size += turning(a).length() + turning(b).length();
    }
    // A velocity is known to no more than the rounding of what a step adds to it.
    size += settings.gravity.length() * settings.timestep;
    (-relative.dot(contact.normal), 16.0 * f32::EPSILON * size)
}
