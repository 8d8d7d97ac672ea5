//! Projections in f64 of shapes and poses: what an observer is told, and what decides where f32 rounds.

use glam::{DVec2, Vec2};

use super::frame::turned_exactly;
use crate::aabb::Interval;
use crate::pose::Pose;
use crate::shape::Shape;

/// Interval of a shape along a direction, measured from a world position.
pub(crate) fn interval(shape: &Shape, pose: &Pose, along: DVec2, from: Vec2) -> Interval<f64> {
    let round = radius(shape);
    let at = (pose.position.as_dvec2() - from.as_dvec2()).dot(along);
    let core = shape.with_hull_corners(|corners| {
        Interval::around(corners.iter().map(|&corner| turned_exactly(pose, corner).dot(along)))
    });
    Interval { min: core.min - round, max: core.max + round }.shifted(at)
}

/// The outward normal of a face, which runs from the corner of its index to the next; `None` of a face without a length.
pub(crate) fn normal(shape: &Shape, pose: &Pose, face: u32) -> Option<DVec2> {
    shape.with_hull_corners(|corners| {
        let ends = [face as usize, face as usize + 1].map(|i| corners.get(i % corners.len().max(1)));
        let [from, to] = ends.map(|end| end.map(|&corner| turned_exactly(pose, corner)));
        (from? - to?).perp().try_normalize()
    })
}

/// A local vector in world axes.
pub(crate) fn turned(pose: &Pose, local: Vec2) -> DVec2 {
    turned_exactly(pose, local)
}

/// A corner of a shape, by its index in the hull, measured from a world position.
pub(crate) fn corner(shape: &Shape, pose: &Pose, corner: u16, from: Vec2) -> DVec2 {
    let local =
        shape.with_hull_corners(|corners| corners.get(usize::from(corner)).copied().unwrap_or_default());
    (pose.position.as_dvec2() - from.as_dvec2()) + turned_exactly(pose, local)
}

/// Radius around the shape's core. Metres; 0 where it has no round part.
pub(crate) fn radius(shape: &Shape) -> f64 {
    f64::from(shape.radius())
}
