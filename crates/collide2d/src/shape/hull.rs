//! Every kind of shape as a hull: corners with a radius around them.

use std::slice;

use super::corners::{CornerLanes, Hull};
use super::{Polygon, Shape};

impl<'s> Hull<'s> {
    /// `made` stores the corners of kinds other than a polygon.
    #[inline(always)]
    pub fn of(shape: &'s Shape, made: &'s mut Option<CornerLanes>) -> Self {
        let bounds = shape.bounding_circle();
        let segment = |start, end, normal| CornerLanes::of_segment(start, end, normal, bounds.anchor());
        let (lanes, corners, radius) = match shape {
            Shape::Chain(_) | Shape::Compound(_) => (made.insert(CornerLanes::POINT), 1, 0.0),
            Shape::Circle(c) => (made.insert(CornerLanes::POINT), 1, c.radius()),
            Shape::Capsule(c) => (made.insert(segment(c.start(), c.end(), c.normal())), 2, c.radius()),
            Shape::Rectangle(r) => (made.insert(CornerLanes::of_rectangle(r.half_extents())), 4, r.radius()),
            Shape::Polygon(p) => return Self::of_polygon(p),
            Shape::Wall(w) => (made.insert(segment(w.start(), w.end(), w.normal())), 2, 0.0),
        };
        Self { blocks: slice::from_ref(lanes), corners, is_segment: corners == 2, radius, bounds }
    }

    pub fn of_polygon(polygon: &'s Polygon) -> Self {
        Self {
            blocks: polygon.lanes(),
            corners: polygon.corner_count(),
            is_segment: false,
            radius: polygon.radius(),
            bounds: polygon.bounding(),
        }
    }
}
