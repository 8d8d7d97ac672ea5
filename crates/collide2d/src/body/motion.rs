//! How a body moves.

use glam::Vec2;

use crate::math;
use crate::settings::{FINITE, ValueError, check, finite, positive, share};

/// How a body moves. `velocity` is that of the centre of mass (dynamic) or of the position (kinematic).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Motion {
    /// Never moves; infinite mass.
    #[default]
    Static,
    /// Moves at its set velocity; infinite mass. Rotates about its position.
    Kinematic {
        /// Metres per second.
        velocity: Vec2,
        /// Degrees per second, counter-clockwise.
        angular_velocity: f32,
    },
    /// Moved by forces and contacts. Rotates about its centre of mass.
    Dynamic {
        /// Kilograms, > 0.
        mass: f32,
        /// Metres per second.
        velocity: Vec2,
        /// Degrees per second, counter-clockwise.
        angular_velocity: f32,
        /// Metres per second squared, added to gravity.
        acceleration: Vec2,
        /// Fraction of the velocity kept after one second, 0 to 1.
        damping: f32,
    },
}

impl Motion {
    /// Dynamic, at rest, undamped, no acceleration but gravity. `mass` in kilograms, > 0.
    pub fn dynamic(mass: f32) -> Self {
        Self::Dynamic {
            mass,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            acceleration: Vec2::ZERO,
            damping: 1.0,
        }
    }

    /// Kinematic, without spin. `velocity` in metres per second.
    pub fn kinematic(velocity: Vec2) -> Self {
        Self::Kinematic { velocity, angular_velocity: 0.0 }
    }

    /// With this velocity, metres per second. A static body stays at rest.
    pub fn with_velocity(mut self, new: Vec2) -> Self {
        if let Self::Kinematic { velocity, .. } | Self::Dynamic { velocity, .. } = &mut self {
            *velocity = new;
        }
        self
    }

    /// With this angular velocity, degrees per second counter-clockwise. A static body stays at rest.
    pub fn with_angular_velocity(mut self, new: f32) -> Self {
        if let Self::Kinematic { angular_velocity, .. } | Self::Dynamic { angular_velocity, .. } = &mut self {
            *angular_velocity = new;
        }
        self
    }

    /// With this acceleration besides gravity, metres per second squared; ignored unless dynamic.
    pub fn with_acceleration(mut self, new: Vec2) -> Self {
        if let Self::Dynamic { acceleration, .. } = &mut self {
            *acceleration = new;
        }
        self
    }

    /// With this fraction of the velocity kept after one second, 0 to 1; ignored unless dynamic.
    pub fn with_damping(mut self, new: f32) -> Self {
        if let Self::Dynamic { damping, .. } = &mut self {
            *damping = new;
        }
        self
    }

    /// Metres per second; zero for static.
    pub fn velocity(&self) -> Vec2 {
        match *self {
            Self::Static => Vec2::ZERO,
            Self::Kinematic { velocity, .. } | Self::Dynamic { velocity, .. } => velocity,
        }
    }

    /// Degrees per second; zero for static.
    pub fn angular_velocity(&self) -> f32 {
        match *self {
            Self::Static => 0.0,
            Self::Kinematic { angular_velocity, .. } | Self::Dynamic { angular_velocity, .. } => {
                angular_velocity
            }
        }
    }

    pub(super) fn validate(&self) -> Result<(), ValueError> {
        finite(["velocity x", "velocity y"], self.velocity())?;
        check(self.angular_velocity().is_finite(), "angular velocity", self.angular_velocity(), FINITE)?;
        let Self::Dynamic { mass, acceleration, damping, .. } = *self else { return Ok(()) };
        positive("mass", mass)?;
        finite(["acceleration x", "acceleration y"], acceleration)?;
        share("damping", damping)
    }

    /// Fraction of the velocity kept after one second, 0 to 1; 1 unless dynamic.
    pub fn damping(&self) -> f32 {
        match *self {
            Self::Dynamic { damping, .. } => damping,
            Self::Static | Self::Kinematic { .. } => 1.0,
        }
    }

    /// Fraction of the velocity that damping leaves after `seconds`.
    pub fn velocity_kept(&self, seconds: f32) -> f32 {
        match *self {
            Self::Dynamic { damping, .. } if damping != 1.0 => math::powf(damping, seconds),
            Self::Static | Self::Kinematic { .. } | Self::Dynamic { .. } => 1.0,
        }
    }
}

stored_enum!(Motion {
    0: Static,
    1: Kinematic { velocity, angular_velocity },
    2: Dynamic { mass, velocity, angular_velocity, acceleration, damping },
});
