//! Position and rotation of a body.

use glam::Vec2;

use crate::stored::{Bytes, Stored};

/// A counter-clockwise rotation: its angle, sine and cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    cos: f32,
    sin: f32,
    degrees: f32,
}

/// Largest angle whose sine and cosine are computed from the f32 degrees. Beyond it they come from the
/// unrounded f64 angle, because an f32 counts many turns coarsely. Ten turns, in degrees.
pub(crate) const TURNS: f64 = 3600.0;

impl Rotation {
    /// No rotation.
    pub const IDENTITY: Self = Self { degrees: 0.0, sin: 0.0, cos: 1.0 };

    /// `degrees` counter-clockwise, kept as given. An exact multiple of 90 has an exact sine and cosine.
    pub fn from_degrees(degrees: f32) -> Self {
        let (sin, cos) = sin_cos(f64::from(degrees));
        Self { degrees, sin: sin as f32, cos: cos as f32 }
    }

    /// The rotation by `angle` degrees. Beyond [`TURNS`] its sine and cosine are those of the unrounded
    /// angle.
    pub(crate) fn from_angle(angle: f64) -> Self {
        let degrees = angle as f32;
        if angle.abs() <= TURNS {
            return Self::from_degrees(degrees);
        }
        let (sin, cos) = sin_cos(angle);
        Self { degrees, sin: sin as f32, cos: cos as f32 }
    }

    /// The unrounded angle, recovered from sine and cosine beyond [`TURNS`]. Degrees.
    pub(crate) fn angle(self) -> f64 {
        let degrees = f64::from(self.degrees);
        let rounded = Self::from_degrees(self.degrees);
        if degrees.abs() <= TURNS || self == rounded {
            return degrees;
        }
        let [own, other] = [self, rounded].map(|rotation| rotation.x_axis().as_dvec2());
        degrees + libm::atan2(other.perp_dot(own), other.dot(own)).to_degrees()
    }

    /// Turned further by degrees.
    pub(crate) fn turned(self, by: f64) -> Self {
        Self::from_angle(self.angle() + by)
    }

    /// `radians` counter-clockwise, kept as degrees.
    pub fn from_radians(radians: f32) -> Self {
        Self::from_degrees(radians.to_degrees())
    }

    /// The angle as it was given. Degrees, any number of turns.
    pub fn degrees(self) -> f32 {
        self.degrees
    }

    /// Sine of the angle.
    pub fn sin(self) -> f32 {
        self.sin
    }

    /// Cosine of the angle.
    pub fn cos(self) -> f32 {
        self.cos
    }

    /// The body's x axis in the world: cosine and sine.
    pub(crate) fn x_axis(self) -> Vec2 {
        Vec2::new(self.cos, self.sin)
    }

    /// Turns a vector from the body's frame into the world's.
    pub fn rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// Turns a vector from the world's frame into the body's.
    pub fn unrotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }
}

/// Sine and cosine of degrees, within a digit or two of f64: the series about the nearest quarter turn.
fn sin_cos(degrees: f64) -> (f64, f64) {
    // Beyond this, quarter turns are not counted exactly. NaN stays NaN.
    let degrees = if degrees.abs() < 1.0e9 { degrees } else { degrees % 360.0 };
    let quarters = (degrees * (1.0 / 90.0) + 0.5_f64.copysign(degrees)) as i32;
    let angle = (degrees - f64::from(quarters) * 90.0).to_radians();
    let square = angle * angle;
    let mut sin = -1.0 / 1_307_674_368_000.0;
    let mut cos = 1.0 / 20_922_789_888_000.0;
    for term in [1.0 / 6_227_020_800.0, -1.0 / 39_916_800.0, 1.0 / 362_880.0, -1.0 / 5_040.0] {
        sin = sin * square + term;
    }
    for term in [-1.0 / 87_178_291_200.0, 1.0 / 479_001_600.0, -1.0 / 3_628_800.0, 1.0 / 40_320.0] {
        cos = cos * square + term;
    }
    let sin = angle * (((sin * square + 1.0 / 120.0) * square - 1.0 / 6.0) * square + 1.0);
    let cos = (((cos * square - 1.0 / 720.0) * square + 1.0 / 24.0) * square - 0.5) * square + 1.0;
    let (sin, cos) = if quarters & 1 == 0 { (sin, cos) } else { (cos, -sin) };
    // `+ 0.0` turns -0 into 0.
    if quarters & 2 == 0 { (sin + 0.0, cos + 0.0) } else { (0.0 - sin, 0.0 - cos) }
}

impl Default for Rotation {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Where a body is: local point `p` stands at `position + rotation.rotate(p)` in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// World position of the body's local origin. Metres.
    pub position: Vec2,
    /// Rotation about the local origin.
    pub rotation: Rotation,
}

impl Pose {
    /// A pose from a position in metres and an angle in degrees.
    pub fn new(position: Vec2, degrees: f32) -> Self {
        Self { position, rotation: Rotation::from_degrees(degrees) }
    }

    /// A pose without rotation.
    pub fn at(x: f32, y: f32) -> Self {
        Self::new(Vec2::new(x, y), 0.0)
    }

    /// The world pose of this pose, which is given in the frame of `parent`.
    pub fn within(&self, parent: &Self) -> Self {
        let rotation = if self.rotation.degrees == 0.0 {
            parent.rotation
        } else {
            parent.rotation.turned(self.rotation.angle())
        };
        Self { position: parent.world_from_local(self.position), rotation }
    }

    /// A local point in world coordinates.
    pub fn world_from_local(&self, local: Vec2) -> Vec2 {
        self.position + self.rotation.rotate(local)
    }

    /// A world point in local coordinates.
    pub fn local_from_world(&self, world: Vec2) -> Vec2 {
        self.rotation.unrotate(world - self.position)
    }
}

impl Stored for Rotation {
    fn store(&self, to: &mut Vec<u8>) {
        self.degrees.store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        f32::load(from).map(Self::from_degrees)
    }
}

stored!(Pose { position, rotation });

#[cfg(test)]
#[path = "../tests/unit/pose.rs"]
mod tests;
