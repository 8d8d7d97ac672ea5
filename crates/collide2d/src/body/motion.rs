//! How a body moves.

use glam::Vec2;

use crate::math;
use crate::settings::{FINITE, ValueError, check, finite, not_negative, positive, share};

/// The largest `max_slope` of a mover: what is steeper is a wall for everyone. Degrees.
const STEEPEST_SLOPE: f32 = 89.0;

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
    /// A character that walks, climbs steps, jumps and slides along what is in its way, as
    /// [`WorldInput::Walk`](crate::WorldInput::Walk) tells it. Infinite mass; never turns. Every body that is no sensor
    /// and that it meets is an obstacle, and it pushes none.
    Mover {
        /// Metres per second. A step replaces it by that with which the body moved, and with which it falls on.
        velocity: Vec2,
        /// Away from the ground, any vector but (0, 0); of gravity only the share along it acts.
        up: Vec2,
        /// The steepest ground that it walks on: degrees between `up` and the ground's normal, 0 to 89.
        max_slope: f32,
        /// The highest step that it climbs, >= 0. Metres.
        step: f32,
        /// How far below it ground that falls away still holds it, >= 0. Metres.
        snap: f32,
        /// Of walking, >= 0. Metres per second.
        speed: f32,
        /// Along `up` as a jump begins, >= 0. Metres per second.
        jump: f32,
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

    /// A character as [`Motion::Mover`], at rest: `up` is +y, slopes to 45°, steps and snapping of 0.25 m, 4 m/s, jumps
    /// at 6 m/s.
    pub fn mover() -> Self {
        Self::Mover {
            velocity: Vec2::ZERO,
            up: Vec2::Y,
            max_slope: 45.0,
            step: 0.25,
            snap: 0.25,
            speed: 4.0,
            jump: 6.0,
        }
    }

    /// With this velocity, metres per second. A static body stays at rest.
    pub fn with_velocity(mut self, new: Vec2) -> Self {
        if let Self::Kinematic { velocity, .. }
        | Self::Dynamic { velocity, .. }
        | Self::Mover { velocity, .. } = &mut self
        {
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
            Self::Kinematic { velocity, .. }
            | Self::Dynamic { velocity, .. }
            | Self::Mover { velocity, .. } => velocity,
        }
    }

    /// Degrees per second; zero for static.
    pub fn angular_velocity(&self) -> f32 {
        match *self {
            Self::Static | Self::Mover { .. } => 0.0,
            Self::Kinematic { angular_velocity, .. } | Self::Dynamic { angular_velocity, .. } => {
                angular_velocity
            }
        }
    }

    pub(super) fn validate(&self) -> Result<(), ValueError> {
        finite(["velocity x", "velocity y"], self.velocity())?;
        check(self.angular_velocity().is_finite(), "angular velocity", self.angular_velocity(), FINITE)?;
        match *self {
            Self::Static | Self::Kinematic { .. } => Ok(()),
            Self::Dynamic { mass, acceleration, damping, .. } => {
                positive("mass", mass)?;
                finite(["acceleration x", "acceleration y"], acceleration)?;
                share("damping", damping)
            }
            Self::Mover { up, max_slope, step, snap, speed, jump, .. } => {
                finite(["up x", "up y"], up)?;
                check(up != Vec2::ZERO, "up", 0.0, "a direction other than (0, 0)")?;
                let is_slope = (0.0..=STEEPEST_SLOPE).contains(&max_slope);
                check(is_slope, "max slope", max_slope, "0 to 89 degrees")?;
                not_negative("step", step)?;
                not_negative("snap", snap)?;
                not_negative("speed", speed)?;
                not_negative("jump", jump)
            }
        }
    }

    /// Fraction of the velocity kept after one second, 0 to 1; 1 unless dynamic.
    pub fn damping(&self) -> f32 {
        match *self {
            Self::Dynamic { damping, .. } => damping,
            Self::Static | Self::Kinematic { .. } | Self::Mover { .. } => 1.0,
        }
    }

    /// Fraction of the velocity that damping leaves after `seconds`.
    pub fn velocity_kept(&self, seconds: f32) -> f32 {
        match *self {
            Self::Dynamic { damping, .. } if damping != 1.0 => math::powf(damping, seconds),
            Self::Static | Self::Kinematic { .. } | Self::Dynamic { .. } | Self::Mover { .. } => 1.0,
        }
    }
}

stored_enum!(Motion {
    0: Static,
    1: Kinematic { velocity, angular_velocity },
    2: Dynamic { mass, velocity, angular_velocity, acceleration, damping },
    3: Mover { velocity, up, max_slope, step, snap, speed, jump },
});
