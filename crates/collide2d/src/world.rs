//! Bodies, the world, and one step of time.

use glam::Vec2;

use crate::aabb::Aabb;
use crate::contact::Contact;
use crate::pose::Pose;
use crate::shape::{BoundingCircle, Shape};

/// What a step does about contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// Bodies move, contacts are found, nothing is done about them.
    Off,
    /// Positions separated by inverse mass, impulses along the normal, no rotation.
    #[default]
    Linear,
    /// With rotation and friction.
    Rigid,
}

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

/// What a world is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSettings {
    /// Metres per second squared.
    pub gravity: Vec2,
    /// Seconds per step.
    pub timestep: f32,
    /// Contacts handled in one step; the rest wait for the next.
    pub max_contacts: usize,
    /// What a step does about contacts.
    pub solver: SolverKind,
}

/// A body in a world, with its bounds in step with its pose.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    shape: Shape,
    pose: Pose,
    motion: Motion,
    aabb: Aabb,
    bounding: BoundingCircle,
}

/// A touching pair of bodies, `a < b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// How they touch.
    pub contact: Contact,
}

/// Bodies and the rules they move by. `Clone` copies the whole state; the same world steps to the same bits.
#[derive(Clone, Debug)]
pub struct World {
    settings: WorldSettings,
    bodies: Vec<Body>,
    frame: u64,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self { gravity: Vec2::ZERO, timestep: 1.0 / 60.0, max_contacts: 4096, solver: SolverKind::Linear }
    }
}

impl BodyDef {
    /// A static body without restitution, friction 0.5.
    pub fn new(shape: Shape, pose: Pose) -> Self {
        Self { shape, pose, motion: Motion::Static, restitution: 0.0, friction: 0.5, sensor: false }
    }
}

impl Body {
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
    /// 1/kg; zero for infinite mass.
    pub fn inverse_mass(&self) -> f32 {
        match self.motion {
            Motion::Dynamic { mass, .. } => mass.recip(),
            _ => 0.0,
        }
    }
    /// World bounds.
    pub fn aabb(&self) -> &Aabb {
        &self.aabb
    }
    /// Bounding circle in world coordinates.
    pub fn bounding_circle(&self) -> &BoundingCircle {
        &self.bounding
    }
}

impl World {
    /// An empty world at frame 0.
    pub fn new(settings: WorldSettings) -> Self {
        Self { settings, bodies: Vec::new(), frame: 0 }
    }
    /// Adds a body; returns its index.
    pub fn add(&mut self, def: BodyDef) -> u32 {
        let aabb = def.shape.aabb(&def.pose);
        let local = def.shape.bounding_circle();
        let bounding =
            BoundingCircle { center: def.pose.world_from_local(local.center), radius: local.radius };
        self.bodies.push(Body { shape: def.shape, pose: def.pose, motion: def.motion, aabb, bounding });
        (self.bodies.len() - 1) as u32
    }
    /// Every body, in the order added.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }
    /// What it was made from.
    pub fn settings(&self) -> &WorldSettings {
        &self.settings
    }
    /// Steps taken so far.
    pub fn frame(&self) -> u64 {
        self.frame
    }
    /// Every touching pair of the present state but static with static, sorted by `a`, then `b`.
    pub fn detect(&self) -> Vec<PairContact> {
        Vec::new()
    }
    /// Moves the world on by one timestep.
    pub fn step(&mut self) {
        self.frame += 1;
    }
    /// Contacts of the last step that did not fit into [`WorldSettings::max_contacts`] and wait for the next.
    pub fn waiting_contacts(&self) -> usize {
        0
    }
}
