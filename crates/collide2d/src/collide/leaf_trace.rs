//! What an observer is told of one pair of leaves.

use glam::{DVec2, Vec2};

use super::collide_observed;
use super::leaves::{LeafPair, pair_of};
use super::outline::{Denied, allowed, denied, is_cut};
use crate::aabb::Interval;
use crate::contact::manifold::Contact;
use crate::pose::Pose;
use crate::sat::axis::{AxisSource, AxisTest, Feature, Side, Trace};
use crate::sat::exact;
use crate::shape::leaf::LeafShape;
use crate::shape::{Leaf, Shape};

/// The separating-axis test of one pair of leaves, and what the outline of a chain made of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeafTrace {
    /// Intervals are measured from `a`'s leaf. Where a chain's neighbour decides, its normal is the last axis; the other
    /// shape's interval there ends at the corner, however far it reaches beyond the segment.
    pub trace: Trace,
    /// As a step finds it, its points measured from `a`'s leaf.
    pub contact: Option<Contact>,
    /// Axes on which the shapes overlap less than the contact is deep, but whose way out the outline does not allow.
    pub dropped: Vec<DroppedAxis>,
    /// From `a`'s position to that of its leaf. Metres, world axes.
    pub origin: Vec2,
}

/// An axis that the outline of a chain does not allow to decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DroppedAxis {
    /// Index in the trace.
    pub axis: usize,
    /// The chain.
    pub side: Side,
    /// The other segment of the corner that the other shape would leave by; `None`: the chain ends there.
    pub neighbour: Option<u32>,
    /// Between these, unit vectors out of the chain in world axes, a normal is allowed there.
    pub between: [Vec2; 2],
}

/// Runs the test of one pair of leaves, as [`collide_observed`] does that of simple shapes; `None`: there is no such pair.
pub fn trace_leaves(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    leaves: [Leaf; 2],
) -> Option<LeafTrace> {
    let pair = pair_of(a, pose_a, b, pose_b, leaves)?;
    let mut trace = Trace::default();
    let plain = collide_observed(pair.a.shape, &pair.a.pose, pair.b.shape, &pair.b.pose, &mut trace);
    let mut found = LeafTrace { origin: pair.origin, ..LeafTrace::default() };
    found.contact = plain;
    if pair.a.chain.is_some() || pair.b.chain.is_some() {
        let contact = plain.and_then(|contact| allowed(&pair.a, &pair.b, contact));
        if let Some(contact) = contact {
            let is_moved = plain != Some(contact);
            // What clears a corner overlaps as much as the contact is deep, but for the angle between the two and rounding.
            let most = if is_moved { contact.depth * (1.0 + ROUNDING) } else { contact.depth.next_down() };
            let shallower = trace.axes.iter().enumerate().filter(|(_, test)| test.overlap <= most);
            let drop = |(axis, test): (usize, &AxisTest)| {
                let (side, Denied { neighbour, between }) = denied(&pair.a, &pair.b, test.toward_a())?;
                Some(DroppedAxis { axis, side, neighbour, between })
            };
            found.dropped = shallower.filter_map(drop).collect();
            if is_moved {
                let along = |test: &AxisTest| test.toward_a().dot(contact.normal);
                let is_dropped = |axis: usize| found.dropped.iter().any(|dropped| dropped.axis == axis);
                let known = trace.axes.iter().enumerate().position(|(axis, test)| {
                    // A face of the other shape may lie within rounding of the axis that decides.
                    along(test) > SAME && !is_dropped(axis) && !is_cut(test.overlap.into(), contact.depth)
                });
                let deciding = known.unwrap_or_else(|| {
                    let longer = trace.axes.iter().copied().find(|test| along(test) < -SAME);
                    trace.axes.push(match longer {
                        // The shorter way out along this axis is not allowed.
                        Some(test) => AxisTest { overlap: contact.depth, ..test.reversed() },
                        None => of_corner(&pair.a, &pair.b, &contact),
                    });
                    trace.axes.len() - 1
                });
                trace.decide(deciding);
            }
        }
        found.contact = contact;
    }
    if leaves != [Leaf::WHOLE; 2] {
        let from = pose_a.position.as_dvec2() + pair.origin.as_dvec2();
        let places = [place(a, pose_a, leaves[0]) - from, place(b, pose_b, leaves[1]) - from];
        trace.axes.iter_mut().for_each(|test| set_intervals(test, &pair, places));
        if let (Some(contact), Some(test)) =
            (&found.contact, trace.deciding().and_then(|i| trace.axes.get_mut(i)))
        {
            cut_at_corner(test, contact, pair.a.chain.is_some());
        }
    }
    Some(LeafTrace { trace, ..found })
}

/// Measures the intervals of two leaves from where they are (world axes, from `a`'s leaf): the poses that the test reads are
/// rounded, for they are measured from `a`.
fn set_intervals(test: &mut AxisTest, pair: &LeafPair<'_>, places: [DVec2; 2]) {
    let interval = |leaf: &LeafShape<'_>, place: DVec2| {
        let at = Pose { position: Vec2::ZERO, ..leaf.pose };
        let around = exact::interval(leaf.shape, &at, test.direction.as_dvec2(), Vec2::ZERO);
        around.shifted(place.dot(test.direction.as_dvec2()))
    };
    (test.a, test.b) = (interval(&pair.a, places[0]), interval(&pair.b, places[1]));
}

/// Cuts the interval of a shape that covers a chain's corner at that corner, so that the intervals overlap by
/// the contact's depth, however far the shape reaches beyond the segment.
fn cut_at_corner(test: &mut AxisTest, contact: &Contact, is_chain_a: bool) {
    let AxisTest { a, b, a_leaves_along, .. } = test;
    let (upper, lower) = if *a_leaves_along { (&mut b.max, &mut a.min) } else { (&mut a.max, &mut b.min) };
    if !is_cut(*upper - *lower, contact.depth) {
        return;
    }
    let depth = f64::from(contact.depth);
    if is_chain_a == *a_leaves_along { *upper = *lower + depth } else { *lower = *upper - depth }
}

/// Where a leaf is in the world.
fn place(shape: &Shape, pose: &Pose, leaf: Leaf) -> DVec2 {
    let at = pose.position.as_dvec2();
    match (shape, leaf.part()) {
        (Shape::Compound(compound), Some(part)) => compound
            .parts()
            .get(part as usize)
            .map_or(at, |part| at + exact::turned(pose, part.pose.position)),
        _ => at,
    }
}

/// The axis of a contact that leaves by a corner of the chain: the normal of the neighbour there, or the line from a
/// round end of the other shape.
fn of_corner(a: &LeafShape<'_>, b: &LeafShape<'_>, contact: &Contact) -> AxisTest {
    let (side, own, other, out) = match a.chain {
        Some(_) => (Side::A, a, b, -contact.normal),
        None => (Side::B, b, a, contact.normal),
    };
    let other_side = if side == Side::A { Side::B } else { Side::A };
    let (mut end, mut neighbour, mut corner) = (Feature::Start, None, DVec2::ZERO);
    if let Some((chain, segment)) = own.chain {
        let ends = chain.ends(segment).map(|point| exact::turned(&own.pose, point));
        let at = usize::from((ends[1] - ends[0]).dot(out.as_dvec2()) > 0.0);
        (end, corner) = ([Feature::Start, Feature::End][at], own.pose.position.as_dvec2() + ends[at]);
        neighbour = chain.neighbours(segment)[at].map(|next| own.pose.rotation.rotate(chain.normal(next)));
    }
    let source = match other.shape {
        _ if neighbour.is_some_and(|normal| normal.dot(out).abs() > SAME) => AxisSource::Neighbour(side, end),
        Shape::Capsule(capsule) => {
            let to = |point| other.pose.world_from_local(point).as_dvec2().distance_squared(corner);
            let is_start = to(capsule.start()) <= to(capsule.end());
            AxisSource::End(other_side, if is_start { Feature::Start } else { Feature::End }, end)
        }
        _ => AxisSource::Center(other_side, end),
    };
    AxisTest {
        source,
        direction: out,
        // [`set_intervals`] computes them.
        a: Interval::default(),
        b: Interval::default(),
        overlap: contact.depth,
        a_leaves_along: side == Side::B,
    }
}

/// Rounding of a depth, as a share of it.
const ROUNDING: f32 = 1.0e-6;
/// Cosine from which two directions are the same.
const SAME: f32 = 1.0 - 1.0e-6;
