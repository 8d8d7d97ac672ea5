//! Every kind of shape as a hull: corners with a radius around them.

use std::slice;

use glam::Vec2;

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

impl Shape {
    /// Passes on the corners of the hull, in its order. Local space.
    pub(crate) fn with_hull_corners<T>(&self, then: impl FnOnce(&[Vec2]) -> T) -> T {
        match self {
            Self::Circle(_) => then(&[Vec2::ZERO]),
            Self::Capsule(capsule) => then(&[capsule.end(), capsule.start()]),
            Self::Rectangle(rectangle) => then(&rectangle.corners()),
            Self::Polygon(polygon) => then(polygon.vertices()),
            Self::Wall(wall) => then(&[wall.end(), wall.start()]),
            Self::Chain(_) | Self::Compound(_) => then(&self.corners()),
        }
    }

    /// The points of the core, which the shape surrounds by [`Shape::radius`]: a circle's centre, a capsule's
    /// ends, else [`Shape::corners`]. Local space.
    pub fn core_points(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(_) => vec![Vec2::ZERO],
            Self::Capsule(capsule) => vec![capsule.start(), capsule.end()],
            Self::Rectangle(_) | Self::Polygon(_) | Self::Wall(_) | Self::Chain(_) | Self::Compound(_) => {
                self.corners()
            }
        }
    }

    /// Start and end of a wall, or of a capsule's segment. Local space.
    pub fn ends(&self) -> Option<[Vec2; 2]> {
        match self {
            Self::Capsule(capsule) => Some([capsule.start(), capsule.end()]),
            Self::Wall(wall) => Some([wall.start(), wall.end()]),
            Self::Circle(_) | Self::Rectangle(_) | Self::Polygon(_) | Self::Chain(_) | Self::Compound(_) => {
                None
            }
        }
    }

    /// Number of faces that the separating-axis test knows: 1 for a wall or a capsule, 0 for a circle, and 0
    /// for a chain or a compound, whose leaves are tested instead.
    pub fn face_count(&self) -> u32 {
        match self {
            Self::Circle(_) | Self::Chain(_) | Self::Compound(_) => 0,
            Self::Capsule(_) | Self::Wall(_) => 1,
            Self::Rectangle(_) => 4,
            Self::Polygon(polygon) => polygon.vertices().len() as u32,
        }
    }

    /// Ends of a face on the outline; for a capsule those of the side that faces along `direction`. Local
    /// space.
    pub fn face_ends(&self, face: u32, direction: Vec2) -> Option<[Vec2; 2]> {
        match self {
            Self::Circle(_) | Self::Compound(_) => None,
            Self::Capsule(capsule) => {
                let along = direction.dot(capsule.normal());
                let side = capsule.normal() * capsule.radius().copysign(along);
                Some([capsule.start() + side, capsule.end() + side])
            }
            Self::Rectangle(_) | Self::Polygon(_) | Self::Wall(_) | Self::Chain(_) => {
                let corners = self.corners();
                let at = |i: usize| corners.get(i % corners.len()).copied();
                let (from, to) = (at(face as usize)?, at(face as usize + 1)?);
                let out = (from - to).normalize_or_zero().perp() * self.radius();
                Some([from + out, to + out])
            }
        }
    }

    /// Distance from a local point to the farthest point of the shape; for a capsule and a compound an upper
    /// bound, to the far side of the bounding circle. Metres.
    pub(crate) fn farthest_from(&self, point: Vec2) -> f32 {
        match self {
            Self::Circle(_) | Self::Capsule(_) | Self::Compound(_) => {
                let disc = self.bounding_circle();
                disc.center.distance(point) + disc.radius
            }
            Self::Rectangle(_) | Self::Polygon(_) | Self::Wall(_) | Self::Chain(_) => {
                self.with_hull_corners(|corners| {
                    corners.iter().map(|corner| corner.distance(point) + self.radius()).fold(0.0, f32::max)
                })
            }
        }
    }
}
