//! Which bodies are at a place of the picture, or near it. Of one with thousands of parts those there are asked alone.

use collide2d::{Aabb, Body, LeafShape, Shape};
use glam::Vec2;

/// Whether a body holds a point. World.
pub(super) fn holds(body: &Body, point: Vec2) -> bool {
    match body.shape() {
        Shape::Compound(_) => {
            leaves_near(body, point, 0.0).iter().any(|leaf| leaf.shape.contains(&leaf.pose, point))
        }
        shape => shape.contains(body.pose(), point),
    }
}

/// Whether a point is in a body, or at most so many metres away from it. World.
pub(super) fn is_near(body: &Body, point: Vec2, reach: f32) -> bool {
    match body.shape() {
        Shape::Compound(_) | Shape::Chain(_) => {
            let is_near = |leaf: &LeafShape<'_>| leaf.shape.distance(&leaf.pose, point) <= reach;
            leaves_near(body, point, reach).iter().any(is_near)
        }
        shape => shape.distance(body.pose(), point) <= reach,
    }
}

/// Those whose boxes are as near to a point.
fn leaves_near(body: &Body, point: Vec2, reach: f32) -> Vec<LeafShape<'_>> {
    let reach = Vec2::splat(reach);
    body.leaves_in(&Aabb { min: point - reach, max: point + reach })
}
