//! What the layers of time show, which no single state holds: plain data that the caller reads off several frames.

use collide2d::{Body, Pose};
use glam::Vec2;

use crate::stages::PointImpulse;

/// What the layers of time show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Impulses of the step that led to this frame.
    pub impulses: Vec<PointImpulse>,
    /// For each body, where its centre was, oldest first.
    pub trails: Vec<(u32, Vec<Vec2>)>,
    /// How old the contacts are, sorted by pair.
    pub ages: Vec<ContactAge>,
    /// First touches ahead.
    pub impacts: Vec<ImpactGhost>,
    /// Pairs that the broad phase found: their boxes are shown, and where they overlap.
    pub broad_phase: Vec<(u32, u32)>,
    /// The bodies as they were at this frame before the last edit.
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
    /// It goes on.
    Lasting,
    /// A sensor or a listener took it: the solver leaves it.
    Taken,
}

/// A first touch ahead, with both shapes as they will be then.
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
    /// Where the two will be.
    pub poses: [Pose; 2],
    /// The ways of their centres until then, from now on.
    pub ways: [[Vec2; 2]; 2],
    /// Whether they were taken to turn on the way.
    pub rotating: bool,
}
