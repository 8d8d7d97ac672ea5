//! The bounding circle of a shape, and the anchor that it gives.

use glam::Vec2;

/// A disc around a whole shape. Metres, local space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingCircle {
    /// Centre in local space.
    pub center: Vec2,
    /// Radius.
    pub radius: f32,
}

impl BoundingCircle {
    /// The local point that a pair with the shape is computed around: the local origin, or the disc's centre
    /// where that is far from it. Coordinates measured from the anchor are about as large as the shape, so
    /// that a wall given in world coordinates far out is as exact as one at the origin.
    #[inline]
    pub(crate) fn anchor(self) -> Vec2 {
        let is_near = self.center.length_squared() <= self.radius * self.radius;
        if is_near { Vec2::ZERO } else { self.center }
    }

    /// The disc with its centre measured from the anchor.
    #[inline]
    pub(crate) fn seen_from_anchor(self) -> Self {
        Self { center: self.center - self.anchor(), radius: self.radius }
    }
}
