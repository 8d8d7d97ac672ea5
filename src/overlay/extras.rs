//! Data of the layers that show more than one frame: trails, ages, impulses, predicted impacts. The caller
//! fills it.

use collide2d::{Body, Pose};
use glam::Vec2;

use crate::stages::PointImpulse;

/// Data of the layers that show more than one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Impulses of the step that led to this frame; inside a step, those of its stage.
    pub impulses: Vec<PointImpulse>,
    /// Inside a step: the largest impulse of all its stages, as long as the longest arrow. Newton seconds.
    pub largest_of_step: Option<f32>,
    /// Past positions of each body's centre, oldest first.
    pub trails: Vec<(u32, Vec<Vec2>)>,
    /// How old the contacts are, sorted by pair.
    pub ages: Vec<ContactAge>,
    /// Predicted first contacts.
    pub impacts: Vec<ImpactGhost>,
    /// Candidate pairs of the broad phase: their AABBs and overlaps are drawn.
    pub broad_phase: Vec<(u32, u32)>,
    /// The bodies at this frame as computed before the last edit.
    pub old_future: Vec<Body>,
}

/// How old a pair's contact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactAge {
    /// The pair, `a < b`.
    pub pair: (u32, u32),
    /// New, lasting or taken.
    pub age: Age,
}

/// How old a contact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Age {
    /// It began in the last step.
    New,
    /// It persists.
    Lasting,
    /// A sensor or a listener took it, so the solver skips it.
    Taken,
}

/// A predicted first contact, with both shapes at that time.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpactGhost {
    /// The pair, `a < b`.
    pub pair: (u32, u32),
    /// Seconds from now.
    pub time: f32,
    /// World position of the touch.
    pub point: Vec2,
    /// On `b` toward `a`.
    pub normal: Vec2,
    /// Poses of the two bodies at that time.
    pub poses: [Pose; 2],
    /// Paths of the two centres from now until then.
    pub ways: [[Vec2; 2]; 2],
    /// Whether the prediction includes rotation.
    pub rotating: bool,
}
