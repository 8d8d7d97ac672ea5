//! What a world is made with.

use glam::Vec2;

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

impl Default for WorldSettings {
    fn default() -> Self {
        Self { gravity: Vec2::ZERO, timestep: 1.0 / 60.0, max_contacts: 4096, solver: SolverKind::Linear }
    }
}
