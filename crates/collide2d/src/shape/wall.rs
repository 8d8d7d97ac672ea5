//! Walls: segments without thickness.

use glam::Vec2;

use super::{BoundingCircle, Measures, ShapeError, farther, segment, segment_distance};
use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};

/// A segment without thickness, solid from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    start: Vec2,
    end: Vec2,
    normal: Vec2,
    /// Half the length. Metres.
    radius: f32,
}

impl Wall {
    pub(super) fn new(start: Vec2, end: Vec2) -> Result<Self, ShapeError> {
        let (normal, radius) = segment(start, end)?;
        Ok(Self { start, end, normal, radius })
    }

    /// Local space.
    pub fn start(&self) -> Vec2 {
        self.start
    }

    /// Local space.
    pub fn end(&self) -> Vec2 {
        self.end
    }

    /// Unit vector to the left of the direction from start to end. Local space.
    pub fn normal(&self) -> Vec2 {
        self.normal
    }

    pub(crate) fn radius(&self) -> f32 {
        self.radius
    }

    pub(crate) fn center(&self) -> Vec2 {
        self.start.midpoint(self.end)
    }

    pub(crate) fn bounding(&self) -> BoundingCircle {
        BoundingCircle { center: self.center(), radius: self.radius }
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        pose.world_from_local(farther(pose.rotation.unrotate(direction), self.start, self.end))
    }

    pub(super) fn extent(&self, rotation: Rotation) -> Aabb {
        let (start, end) = (rotation.rotate(self.start), rotation.rotate(self.end));
        Aabb { min: start.min(end), max: start.max(end) }
    }

    /// Within the rounding of the wall's coordinates and of the body's `position`.
    pub(super) fn contains(&self, p: Vec2, position: Vec2) -> bool {
        let coordinate = [position, self.start, self.end].map(|v| v.abs().max_element());
        let rounding = 2.0 * f32::EPSILON * coordinate.into_iter().fold(0.0, f32::max);
        self.distance(p) <= rounding
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        segment_distance(p, self.start, self.end)
    }

    /// Of a thin rod.
    #[inline]
    pub(super) fn measures(&self) -> Measures {
        let gyration_squared = self.start.distance_squared(self.end) / 12.0;
        Measures { area: 0.0, centroid: self.center(), gyration_squared, inner_radius: 0.0 }
    }
}
