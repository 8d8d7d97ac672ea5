//! Projections in f64 of shapes and poses: what an observer is told, and what decides where f32 rounds.

use glam::{DVec2, Vec2};

use super::frame::turned_exactly;
use crate::aabb::Interval;
use crate::pose::Pose;
use crate::shape::Shape;

/// Interval of a shape along a direction, measured from a world position.
pub(crate) fn interval(shape: &Shape, pose: &Pose, direction: Vec2, from: Vec2) -> Interval<f64> {
    let (along, round) = (direction.as_dvec2(), radius(shape));
    let at = (pose.position.as_dvec2() - from.as_dvec2()).dot(along);
    let points =
        |points: &[Vec2]| Interval::around(points.iter().map(|&p| turned_exactly(pose, p).dot(along)));
    let core = match shape {
        Shape::Circle(_) => Interval { min: 0.0, max: 0.0 },
        Shape::Capsule(capsule) => points(&[capsule.start(), capsule.end()]),
        Shape::Rectangle(rectangle) => points(&rectangle.corners()),
        Shape::Polygon(polygon) => points(polygon.vertices()),
        Shape::Wall(wall) => points(&[wall.start(), wall.end()]),
    };
    Interval { min: core.min - round, max: core.max + round }.shifted(at)
}

/// A corner of a shape, by its index in the hull, measured from a world position.
pub(crate) fn corner(shape: &Shape, pose: &Pose, corner: u16, from: Vec2) -> DVec2 {
    let local = match shape {
        Shape::Circle(_) => Vec2::ZERO,
        Shape::Capsule(capsule) => [capsule.end(), capsule.start()][usize::from(corner) % 2],
        Shape::Rectangle(rectangle) => rectangle.corners()[usize::from(corner) % 4],
        Shape::Polygon(polygon) => polygon.vertices().get(usize::from(corner)).copied().unwrap_or_default(),
        Shape::Wall(wall) => [wall.end(), wall.start()][usize::from(corner) % 2],
    };
    (pose.position.as_dvec2() - from.as_dvec2()) + turned_exactly(pose, local)
}

/// Radius around the shape's core. Metres; 0 where it has no round part.
pub(crate) fn radius(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(circle) => f64::from(circle.radius()),
        Shape::Capsule(capsule) => f64::from(capsule.radius()),
        Shape::Rectangle(_) | Shape::Polygon(_) | Shape::Wall(_) => 0.0,
    }
}
