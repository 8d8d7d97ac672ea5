//! Rectangles, sharp and rounded.

use glam::{DVec2, Vec2};

use super::{BoundingCircle, Measures, ShapeError, length, moments, positive, rounded_support};
use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};

/// A rectangle around the local origin, sides along the local axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    half: Vec2,
    /// Half the diagonal, and the radius.
    reach: f32,
    radius: f32,
}

impl Rectangle {
    pub(super) fn new(width: f32, height: f32, radius: f32) -> Result<Self, ShapeError> {
        let half = Vec2::new(half("width", width)?, half("height", height)?);
        let radius = super::rounding(radius)?;
        Ok(Self { half, reach: length(half) + radius, radius })
    }

    /// Half the width and half the height, without the radius. Metres, > 0.
    pub fn half_extents(&self) -> Vec2 {
        self.half
    }

    /// Radius of rounded corners: how far the outline lies outside of width and height. Metres; 0 for sharp
    /// corners.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    #[inline(always)]
    pub(crate) fn is_sharp(&self) -> bool {
        self.radius.to_bits() == 0
    }

    /// Radius of the bounding circle. Metres.
    pub(crate) fn reach(&self) -> f32 {
        self.reach
    }

    /// Counter-clockwise from the lower right, without the radius. Local space.
    pub fn corners(&self) -> [Vec2; 4] {
        let h = self.half;
        [Vec2::new(h.x, -h.y), h, Vec2::new(-h.x, h.y), -h]
    }

    pub(crate) fn bounding(&self) -> BoundingCircle {
        BoundingCircle { center: Vec2::ZERO, radius: self.reach }
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        let along = pose.rotation.unrotate(direction);
        let corner = Vec2::new(self.half.x.copysign(along.x), self.half.y.copysign(along.y));
        rounded_support(pose.world_from_local(corner), direction, self.radius)
    }

    pub(super) fn extent(&self, rotation: Rotation) -> Aabb {
        let side = |x, y| rotation.rotate(Vec2::new(x, y)).abs();
        let half = side(self.half.x, 0.0) + side(0.0, self.half.y) + self.radius;
        Aabb { min: -half, max: half }
    }

    pub(super) fn contains(&self, p: Vec2) -> bool {
        if self.is_sharp() {
            return p.abs().cmple(self.half).all();
        }
        let (p, half) = (p.as_dvec2().abs(), self.half.as_dvec2());
        (p - half).max(DVec2::ZERO).length_squared() <= f64::from(self.radius).powi(2)
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        ((p.abs() - self.half).max(Vec2::ZERO).length() - self.radius).max(0.0)
    }

    #[inline]
    pub(super) fn measures(&self) -> Measures {
        let half = self.half;
        if self.radius > 0.0 {
            return moments::rounded(&self.corners().map(|corner| corner.as_dvec2()), self.radius.into());
        }
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
