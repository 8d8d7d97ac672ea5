//! Position and rotation of a body.

use glam::Vec2;

/// A rotation, counter-clockwise, with its sine and cosine kept beside the angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation {
    cos: f32,
    sin: f32,
    degrees: f32,
}

impl Rotation {
    /// No rotation.
    pub const IDENTITY: Self = Self { degrees: 0.0, sin: 0.0, cos: 1.0 };

    /// `degrees` counter-clockwise, kept as given. An exact multiple of 90 has an exact sine and cosine.
    pub fn from_degrees(degrees: f32) -> Self {
        let turn = f64::from(degrees).rem_euclid(360.0);
        let (sin, cos) = match turn {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            _ => {
                let (sin, cos) = turn.to_radians().sin_cos();
                (sin as f32, cos as f32)
            }
        };
        Self { degrees, sin, cos }
    }

    /// The angle as it was given. Degrees, any number of turns.
    #[inline]
    pub fn degrees(self) -> f32 {
        self.degrees
    }

    /// Sine of the angle.
    #[inline]
    pub fn sin(self) -> f32 {
        self.sin
    }

    /// Cosine of the angle.
    #[inline]
    pub fn cos(self) -> f32 {
        self.cos
    }

    /// The body's x axis in the world: cosine and sine.
    #[inline]
    pub(crate) fn x_axis(self) -> Vec2 {
        Vec2::new(self.cos, self.sin)
    }

    /// Turns a vector from the body's frame into the world's.
    #[inline]
    pub fn rotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
    }

    /// Turns a vector from the world's frame into the body's.
    #[inline]
    pub fn unrotate(self, v: Vec2) -> Vec2 {
        Vec2::new(self.cos * v.x + self.sin * v.y, self.cos * v.y - self.sin * v.x)
    }
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

    /// A local point in world coordinates.
    #[inline]
    pub fn world_from_local(&self, local: Vec2) -> Vec2 {
        self.position + self.rotation.rotate(local)
    }

    /// A world point in local coordinates.
    #[inline]
    pub fn local_from_world(&self, world: Vec2) -> Vec2 {
        self.rotation.unrotate(world - self.position)
    }
}
