//! Every kind of shape as a hull: corners with a radius around them.

use std::slice;

use super::corners::{CornerLanes, Hull};
use super::{Polygon, Shape};

impl<'s> Hull<'s> {
    /// `made` stores the corners of kinds other than a polygon.
    #[inline(always)]
    pub fn of(shape: &'s Shape, made: &'s mut Option<CornerLanes>) -> Self {
        let (lanes, corners, radius, bounds) = match shape {
            Shape::Circle(c) => (made.insert(CornerLanes::POINT), 1, c.radius(), c.bounding()),
            Shape::Capsule(c) => {
                let bounds = c.bounding();
                let lanes = CornerLanes::of_segment(c.start(), c.end(), c.normal(), bounds.anchor());
                (made.insert(lanes), 2, c.radius(), bounds)
            }
            Shape::Rectangle(r) => {
                (made.insert(CornerLanes::of_rectangle(r.half_extents())), 4, 0.0, r.bounding())
            }
            Shape::Polygon(p) => return Self::of_polygon(p),
            Shape::Wall(w) => {
                let bounds = w.bounding();
                let lanes = CornerLanes::of_segment(w.start(), w.end(), w.normal(), bounds.anchor());
                (made.insert(lanes), 2, 0.0, bounds)
            }
        };
        Self { blocks: slice::from_ref(lanes), corners, is_segment: corners == 2, radius, bounds }
    }

    pub fn of_polygon(polygon: &'s Polygon) -> Self {
        Self {
            blocks: polygon.lanes(),
            corners: polygon.corner_count(),
            is_segment: false,
            radius: 0.0,
            bounds: polygon.bounding(),
        }
    }
}
