//! Every kind of shape as a hull: corners with a radius around them.

use std::slice;

use glam::Vec2;

use super::corners::{CornerLanes, Hull};
use super::{BoundingCircle, Polygon, Shape};

/// A hull, the anchor that it is measured from, and its bounding circle. Local space.
pub(crate) struct AnchoredHull<'s> {
    pub hull: Hull<'s>,
    pub anchor: Vec2,
    pub bounds: BoundingCircle,
}

impl<'s> AnchoredHull<'s> {
    /// `made` stores the corners of kinds other than a polygon.
    #[inline(always)]
    pub fn of(shape: &'s Shape, made: &'s mut Option<CornerLanes>) -> Self {
        let (hull, anchor, bounds) = match shape {
            Shape::Circle(c) => {
                (Hull::made(made.insert(CornerLanes::POINT), 1, c.radius()), Vec2::ZERO, c.bounding())
            }
            Shape::Capsule(c) => {
                let lanes = CornerLanes::of_segment(c.start(), c.end(), c.normal(), c.anchor());
                (Hull::made(made.insert(lanes), 2, c.radius()), c.anchor(), c.bounding())
            }
            Shape::Rectangle(r) => {
                let lanes = CornerLanes::of_rectangle(r.half_extents());
                (Hull::made(made.insert(lanes), 4, 0.0), Vec2::ZERO, r.bounding())
            }
            Shape::Polygon(p) => return Self::of_polygon(p),
            Shape::Wall(w) => {
                let lanes = CornerLanes::of_segment(w.start(), w.end(), w.normal(), w.anchor());
                (Hull::made(made.insert(lanes), 2, 0.0), w.anchor(), w.bounding())
            }
        };
        Self { hull, anchor, bounds }
    }
    pub fn of_polygon(polygon: &'s Polygon) -> Self {
        Self { hull: Hull::of_polygon(polygon), anchor: polygon.anchor(), bounds: polygon.bounding() }
    }
}

impl<'l> Hull<'l> {
    pub fn of_polygon(polygon: &'l Polygon) -> Self {
        Self { blocks: polygon.lanes(), corners: polygon.corner_count(), is_segment: false, radius: 0.0 }
    }
    fn made(lanes: &'l CornerLanes, corners: usize, radius: f32) -> Self {
        Self { blocks: slice::from_ref(lanes), corners, is_segment: corners == 2, radius }
    }
}
