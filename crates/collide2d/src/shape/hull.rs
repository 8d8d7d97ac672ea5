//! Every kind of shape as a hull: corners, and a radius around them.

use std::slice;

use super::corners::{CornerLanes, Corners, Hull};
use super::{Polygon, Shape, Wall};

impl<'s> Corners<'s> {
    #[inline(always)]
    pub fn of(shape: &'s Shape) -> Self {
        match shape {
            Shape::Circle(_) => Self::Made([CornerLanes::POINT]),
            Shape::Capsule(capsule) => Self::Made([CornerLanes::of_segment(
                capsule.start(),
                capsule.end(),
                capsule.normal(),
                capsule.anchor(),
            )]),
            Shape::Rectangle(rectangle) => Self::Made([CornerLanes::of_rectangle(rectangle.half_extents())]),
            Shape::Polygon(polygon) => Self::Kept(polygon.lanes()),
            Shape::Wall(wall) => Self::Made([CornerLanes::of_wall(wall)]),
        }
    }

    /// The hull of the shape that these corners were made of.
    #[inline(always)]
    pub fn hull(&self, shape: &Shape) -> Hull<'_> {
        let blocks = match self {
            Self::Kept(blocks) => *blocks,
            Self::Made(block) => block,
        };
        let (corners, is_segment, radius) = match shape {
            Shape::Circle(circle) => (1, false, circle.radius()),
            Shape::Capsule(capsule) => (2, true, capsule.radius()),
            Shape::Rectangle(_) => (4, false, 0.0),
            Shape::Polygon(polygon) => (polygon.corner_count(), false, 0.0),
            Shape::Wall(_) => (2, true, 0.0),
        };
        Hull { blocks, corners, is_segment, radius }
    }
}

impl<'l> Hull<'l> {
    #[inline(always)]
    pub fn of_polygon(polygon: &'l Polygon) -> Self {
        Self { blocks: polygon.lanes(), corners: polygon.corner_count(), is_segment: false, radius: 0.0 }
    }

    /// Of a shape with sharp corners, at most eight.
    #[inline(always)]
    pub fn of_lanes(lanes: &'l CornerLanes, corners: usize, is_segment: bool) -> Self {
        Self { blocks: slice::from_ref(lanes), corners, is_segment, radius: 0.0 }
    }
}

impl CornerLanes {
    #[inline(always)]
    pub fn of_wall(wall: &Wall) -> Self {
        Self::of_segment(wall.start(), wall.end(), wall.normal(), wall.anchor())
    }
}
