//! Discs.

use std::f32::consts::PI;

use glam::Vec2;

use super::{BoundingCircle, Measures, ShapeError, positive};
use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};

/// A disc around the local origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    radius: f32,
}

impl Circle {
    pub(super) fn new(radius: f32) -> Result<Self, ShapeError> {
        Ok(Self { radius: positive("radius", radius)? })
    }

    /// Metres, > 0.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    pub(super) fn bounding(&self) -> BoundingCircle {
        BoundingCircle { center: Vec2::ZERO, radius: self.radius }
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        pose.position + direction.normalize_or_zero() * self.radius
    }

    pub(super) fn extent(&self, _: Rotation) -> Aabb {
        Aabb { min: Vec2::splat(-self.radius), max: Vec2::splat(self.radius) }
    }

    pub(super) fn contains(&self, p: Vec2) -> bool {
        p.as_dvec2().length_squared() <= f64::from(self.radius).powi(2)
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        (p.length() - self.radius).max(0.0)
    }

    #[inline]
    pub(super) fn measures(&self) -> Measures {
        let r = self.radius;
        Measures { area: PI * r * r, centroid: Vec2::ZERO, gyration_squared: r * r / 2.0, inner_radius: r }
    }
}
