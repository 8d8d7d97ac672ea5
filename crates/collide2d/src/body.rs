//! Bodies: a shape, where it is, and how it moves.

use glam::Vec2;

use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};
use crate::shape::{BoundingCircle, Shape};

/// How a body moves. Linear velocities are those of the centre of mass (dynamic) or of the position (kinematic).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Motion {
    /// Never moves; infinite mass.
    #[default]
    Static,
    /// Moves as told; infinite mass. Turns about its position.
    Kinematic {
        /// Metres per second.
        velocity: Vec2,
        /// Degrees per second, counter-clockwise.
        angular_velocity: f32,
    },
    /// Moved by forces and contacts. Turns about its centre of mass.
    Dynamic {
        /// Kilograms, > 0.
        mass: f32,
        /// Metres per second.
        velocity: Vec2,
        /// Degrees per second, counter-clockwise.
        angular_velocity: f32,
        /// Metres per second squared, added to gravity.
        acceleration: Vec2,
        /// Share of velocity kept after one second, 0 to 1.
        damping: f32,
    },
}

/// What a body is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDef {
    /// Shape in the body's local space.
    pub shape: Shape,
    /// Where it starts.
    pub pose: Pose,
    /// How it moves.
    pub motion: Motion,
    /// 0 to 1; a pair uses the larger of the two.
    pub restitution: f32,
    /// >= 0; a pair uses the square root of the product.
    pub friction: f32,
    /// Contacts are found and told, never resolved.
    pub sensor: bool,
}

/// A body in a world, with its bounds in step with its rotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    shape: Shape,
    pose: Pose,
    /// Degrees. The pose's angle before it is rounded to f32, so that small turns add up.
    angle: f64,
    motion: Motion,
    restitution: f32,
    friction: f32,
    sensor: bool,
    /// Bounds, seen from the position.
    extent: Aabb,
}

impl Motion {
    /// At rest, undamped, moved by gravity alone. `mass` in kilograms, > 0.
    pub fn dynamic(mass: f32) -> Self {
        Self::Dynamic {
            mass,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            acceleration: Vec2::ZERO,
            damping: 1.0,
        }
    }

    /// Share of the velocity that damping leaves after so many seconds.
    pub(crate) fn velocity_kept(&self, seconds: f32) -> f32 {
        match *self {
            Self::Dynamic { damping, .. } if damping != 1.0 => damping.powf(seconds),
            Self::Static | Self::Kinematic { .. } | Self::Dynamic { .. } => 1.0,
        }
    }
}

impl BodyDef {
    /// A static body without restitution, friction 0.5.
    pub fn new(shape: Shape, pose: Pose) -> Self {
        Self { shape, pose, motion: Motion::Static, restitution: 0.0, friction: 0.5, sensor: false }
    }
}

impl Body {
    pub(crate) fn new(def: BodyDef) -> Self {
        Self {
            angle: f64::from(def.pose.rotation.degrees()),
            extent: def.shape.extent(def.pose.rotation),
            shape: def.shape,
            pose: def.pose,
            motion: def.motion,
            restitution: def.restitution,
            friction: def.friction,
            sensor: def.sensor,
        }
    }

    /// Its shape, local space.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
    /// Where it is now.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }
    /// How it moves now: velocities are the present ones.
    pub fn motion(&self) -> &Motion {
        &self.motion
    }
    /// 0 to 1; a pair uses the larger of the two.
    pub fn restitution(&self) -> f32 {
        self.restitution
    }
    /// >= 0; a pair uses the square root of the product.
    pub fn friction(&self) -> f32 {
        self.friction
    }
    /// Contacts are found and told, never resolved.
    pub fn is_sensor(&self) -> bool {
        self.sensor
    }
    /// Never moves.
    pub fn is_static(&self) -> bool {
        matches!(self.motion, Motion::Static)
    }
    /// Metres per second; zero for a static body.
    pub fn velocity(&self) -> Vec2 {
        match self.motion {
            Motion::Static => Vec2::ZERO,
            Motion::Kinematic { velocity, .. } | Motion::Dynamic { velocity, .. } => velocity,
        }
    }
    /// Degrees per second; zero for a static body.
    pub fn angular_velocity(&self) -> f32 {
        match self.motion {
            Motion::Static => 0.0,
            Motion::Kinematic { angular_velocity, .. } | Motion::Dynamic { angular_velocity, .. } => {
                angular_velocity
            }
        }
    }
    /// Kilograms; infinite for a body that nothing pushes.
    pub fn mass(&self) -> f32 {
        match self.motion {
            Motion::Dynamic { mass, .. } => mass,
            _ => f32::INFINITY,
        }
    }
    /// 1/kg; zero for infinite mass.
    pub fn inverse_mass(&self) -> f32 {
        match self.motion {
            Motion::Dynamic { mass, .. } => inverse(mass),
            _ => 0.0,
        }
    }
    /// World position of the centre of mass of a dynamic body, of the position of any other: the point it turns about.
    pub fn center(&self) -> Vec2 {
        self.pose.world_from_local(self.local_center())
    }
    /// [`Body::center`] in local space.
    pub fn local_center(&self) -> Vec2 {
        match self.motion {
            Motion::Dynamic { .. } => self.shape.centroid(),
            _ => Vec2::ZERO,
        }
    }
    /// World bounds.
    #[inline]
    pub fn aabb(&self) -> Aabb {
        self.extent.at(self.pose.position)
    }
    /// Bounding circle in world coordinates.
    pub fn bounding_circle(&self) -> BoundingCircle {
        let local = self.shape.bounding_circle();
        BoundingCircle { center: self.pose.world_from_local(local.center), radius: local.radius }
    }

    /// Puts the body elsewhere.
    pub fn set_pose(&mut self, pose: Pose) {
        self.pose = pose;
        self.angle = f64::from(pose.rotation.degrees());
        self.sync_bounds();
    }
    /// Gives the body another shape.
    pub fn set_shape(&mut self, shape: Shape) {
        self.shape = shape;
        self.sync_bounds();
    }
    /// Changes how it moves.
    pub fn set_motion(&mut self, motion: Motion) {
        self.motion = motion;
    }
    /// Metres per second. A static body stays at rest.
    pub fn set_velocity(&mut self, new: Vec2) {
        match &mut self.motion {
            Motion::Static => {}
            Motion::Kinematic { velocity, .. } | Motion::Dynamic { velocity, .. } => *velocity = new,
        }
    }
    /// Degrees per second. A static body stays at rest.
    pub fn set_angular_velocity(&mut self, new: f32) {
        match &mut self.motion {
            Motion::Static => {}
            Motion::Kinematic { angular_velocity, .. } | Motion::Dynamic { angular_velocity, .. } => {
                *angular_velocity = new;
            }
        }
    }
    /// 0 to 1.
    pub fn set_restitution(&mut self, restitution: f32) {
        self.restitution = restitution;
    }
    /// >= 0.
    pub fn set_friction(&mut self, friction: f32) {
        self.friction = friction;
    }
    /// Whether contacts are only told.
    pub fn set_sensor(&mut self, sensor: bool) {
        self.sensor = sensor;
    }

    /// Moves [`Body::center`] by metres and turns about it by degrees; leaves the bounds behind where it turns.
    #[inline]
    pub(crate) fn displace(&mut self, by: Vec2, degrees: f64) {
        if degrees == 0.0 {
            self.pose.position += by;
        } else {
            self.displace_and_turn(by, degrees);
        }
    }

    fn displace_and_turn(&mut self, by: Vec2, degrees: f64) {
        let center = self.local_center();
        let before = self.pose.rotation.rotate(center);
        self.angle += degrees;
        self.pose.rotation = Rotation::from_degrees(self.angle as f32);
        // Where nothing turns about a point of its own, nothing is added that rounding could spoil.
        let swing = before - self.pose.rotation.rotate(center);
        self.pose.position += if center == Vec2::ZERO { by } else { by + swing };
    }

    /// Takes back every displacement since the pose and its unrounded angle were read; leaves the bounds behind where it turns.
    pub(crate) fn restore(&mut self, pose: Pose, angle: f64) {
        (self.pose, self.angle) = (pose, angle);
    }

    /// Puts the local origin elsewhere.
    pub(crate) fn move_to(&mut self, position: Vec2) {
        // Zero with either sign is the same place.
        if position != self.pose.position {
            self.pose.position = position;
        }
    }

    /// Brings the bounds in step with the rotation.
    pub(crate) fn sync_bounds(&mut self) {
        self.extent = self.shape.extent(self.pose.rotation);
    }

    /// Degrees, unrounded.
    pub(crate) fn angle(&self) -> f64 {
        self.angle
    }
}

/// 1 over a mass or a moment of inertia, kept to what f32 can reckon with; zero for none and for an infinite one.
pub(crate) fn inverse(mass: f32) -> f32 {
    const RANGE: (f32, f32) = (1.0e-18, 1.0e18);
    if mass > 0.0 && mass.is_finite() { mass.recip().clamp(RANGE.0, RANGE.1) } else { 0.0 }
}

/// Restitution of a pair: the larger of the two, 0 to 1.
pub(crate) fn pair_restitution(a: &Body, b: &Body) -> f32 {
    a.restitution.max(b.restitution).clamp(0.0, 1.0)
}

/// Friction of a pair: the square root of the product, >= 0.
pub(crate) fn pair_friction(a: &Body, b: &Body) -> f32 {
    (a.friction.max(0.0) * b.friction.max(0.0)).sqrt()
}
