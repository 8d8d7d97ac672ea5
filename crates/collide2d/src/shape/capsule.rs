//! Capsules: every point within a radius of a segment.

use std::f64::consts::PI;

use glam::Vec2;

use super::{
    BoundingCircle, Measures, ShapeError, farther, is_within, positive, rounded_support, segment,
    segment_distance,
};
use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};

/// Every point within `radius` of the segment from `start` to `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    start: Vec2,
    end: Vec2,
    radius: f32,
    normal: Vec2,
    half_length: f32,
}

impl Capsule {
    pub(super) fn new(start: Vec2, end: Vec2, radius: f32) -> Result<Self, ShapeError> {
        let ((normal, half_length), radius) = (segment(start, end)?, positive("radius", radius)?);
        Ok(Self { start, end, radius, normal, half_length })
    }

    /// One end of the segment, the centre of a half disc. Local space.
    pub fn start(&self) -> Vec2 {
        self.start
    }

    /// The other end of the segment. Local space.
    pub fn end(&self) -> Vec2 {
        self.end
    }

    /// Metres, > 0.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Unit normal of the side to the left of the direction from start to end. Local space.
    pub fn normal(&self) -> Vec2 {
        self.normal
    }

    pub(crate) fn center(&self) -> Vec2 {
        self.start.midpoint(self.end)
    }

    pub(super) fn bounding(&self) -> BoundingCircle {
        BoundingCircle { center: self.center(), radius: self.half_length + self.radius }
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        let end = farther(pose.rotation.unrotate(direction), self.start, self.end);
        rounded_support(pose.world_from_local(end), direction, self.radius)
    }

    pub(super) fn extent(&self, rotation: Rotation) -> Aabb {
        let (start, end) = (rotation.rotate(self.start), rotation.rotate(self.end));
        Aabb { min: start.min(end) - self.radius, max: start.max(end) + self.radius }
    }

    /// In f64, where the squares keep every digit.
    pub(super) fn contains(&self, p: Vec2) -> bool {
        is_within(self.radius, p.as_dvec2(), self.start.as_dvec2(), self.end.as_dvec2())
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        (segment_distance(p, self.start, self.end) - self.radius).max(0.0)
    }

    /// A rectangle and two half discs, by the parallel axis theorem. A half disc's centroid is 4 r / (3 π)
    /// from its flat side; its second moment about a point h behind the middle of that side is r² / 2 + h² +
    /// 2 h · 4 r / (3 π) for each kilogram.
    #[inline]
    pub(super) fn measures(&self) -> Measures {
        let (h, r) = (f64::from(self.half_length), f64::from(self.radius));
        let (sides, ends) = (4.0 * h * r, PI * r * r);
        let of_sides = (h * h + r * r) / 3.0;
        let of_ends = r * r / 2.0 + h * h + 8.0 * h * r / (3.0 * PI);
        Measures {
            area: (sides + ends) as f32,
            centroid: self.center(),
            gyration_squared: ((sides * of_sides + ends * of_ends) / (sides + ends)) as f32,
            inner_radius: self.radius,
        }
    }
}
