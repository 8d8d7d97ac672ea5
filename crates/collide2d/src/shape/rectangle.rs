//! Rectangles.

use glam::Vec2;

use super::{BoundingCircle, Measures, ShapeError, length, positive};
use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};

/// A rectangle around the local origin, sides along the local axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    half: Vec2,
    /// Half the diagonal.
    radius: f32,
}

impl Rectangle {
    pub(super) fn new(width: f32, height: f32) -> Result<Self, ShapeError> {
        let half = Vec2::new(half("width", width)?, half("height", height)?);
        Ok(Self { half, radius: length(half) })
    }

    /// Half the width and half the height. Metres, > 0.
    pub fn half_extents(&self) -> Vec2 {
        self.half
    }

    pub(crate) fn radius(&self) -> f32 {
        self.radius
    }

    /// Counter-clockwise from the lower right. Local space.
    pub fn corners(&self) -> [Vec2; 4] {
        let h = self.half;
        [Vec2::new(h.x, -h.y), h, Vec2::new(-h.x, h.y), -h]
    }

    pub(crate) fn bounding(&self) -> BoundingCircle {
        BoundingCircle { center: Vec2::ZERO, radius: self.radius }
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        let along = pose.rotation.unrotate(direction);
        pose.world_from_local(Vec2::new(self.half.x.copysign(along.x), self.half.y.copysign(along.y)))
    }

    pub(super) fn extent(&self, rotation: Rotation) -> Aabb {
        let side = |x, y| rotation.rotate(Vec2::new(x, y)).abs();
        let half = side(self.half.x, 0.0) + side(0.0, self.half.y);
        Aabb { min: -half, max: half }
    }

    pub(super) fn contains(&self, p: Vec2) -> bool {
        p.abs().cmple(self.half).all()
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        (p.abs() - self.half).max(Vec2::ZERO).length()
    }

    #[inline]
    pub(super) fn measures(&self) -> Measures {
        let half = self.half;
        Measures {
            area: 4.0 * half.x * half.y,
            centroid: Vec2::ZERO,
            gyration_squared: half.length_squared() / 3.0,
            inner_radius: half.min_element(),
        }
    }
}

/// Half of a valid size; half of the smallest f32 above 0 is 0.
fn half(what: &'static str, size: f32) -> Result<f32, ShapeError> {
    let half = positive(what, size)? * 0.5;
    if half > 0.0 { Ok(half) } else { Err(ShapeError::HalfIsZero { what, found: size }) }
}
