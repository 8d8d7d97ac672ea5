//! How long candidate pairs hold. Found for boxes with room for the motion of some steps to come, they are kept until a body leaves
//! its box (Verlet, "Computer Experiments on Classical Fluids", 1967, keeps neighbours in the same way).

use glam::Vec2;

use crate::aabb::Aabb;
use crate::body::{Body, Motion};

/// Steps that candidates hold, at most.
const MOST: u32 = 4;
/// Searches after which more steps are tried again, once a body has left its box too soon.
const CAUTION: u32 = 8;
/// Room on each side for what was not foreseen, as a share of the box's width and height.
const ROOM: f32 = 0.02;

/// For how many steps candidates are found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foresight {
    /// Steps that the candidates of the last search are for.
    steps: u32,
    /// Of these, the ones to come.
    left: u32,
    /// Searches until more steps are tried.
    caution: u32,
}

impl Foresight {
    /// Begins a step: whether the last candidates are to do for it.
    pub fn goes_on(&mut self) -> bool {
        let goes_on = self.left > 0;
        if goes_on {
            self.left -= 1;
        }
        goes_on
    }

    /// Before a search: how many steps after this one its candidates are for. `surprised`: a body has left its box.
    pub fn search(&mut self, surprised: bool) -> u32 {
        if surprised {
            (self.steps, self.caution) = (self.steps / 2, CAUTION);
        } else if self.caution > 0 {
            self.caution -= 1;
        } else {
            self.steps *= 2;
        }
        self.steps = self.steps.clamp(1, MOST);
        self.left = self.steps - 1;
        self.left
    }

    /// The next step searches anew.
    pub fn forget(&mut self) {
        self.left = 0;
    }
}

/// The box that a body's stays in for some seconds, if nothing but `gravity` and its own acceleration changes its motion.
pub(super) fn box_ahead(body: &Body, aabb: Aabb, gravity: Vec2, seconds: f32) -> Aabb {
    let (velocity, acceleration) = match *body.motion() {
        Motion::Static => return aabb,
        Motion::Kinematic { velocity, .. } => (velocity, Vec2::ZERO),
        Motion::Dynamic { velocity, acceleration, .. } => (velocity, gravity + acceleration),
    };
    let (way, bend) = (velocity * seconds, acceleration * (0.5 * seconds * seconds));
    let mut room = aabb.size() * ROOM;
    let turn = body.angular_velocity().abs().to_radians() * seconds;
    if turn > 0.0 {
        let bounds = body.shape().bounding_circle();
        room += turn * (bounds.center.length() + bounds.radius);
    }
    Aabb {
        min: aabb.min + way.min(Vec2::ZERO) + bend.min(Vec2::ZERO) - room,
        max: aabb.max + way.max(Vec2::ZERO) + bend.max(Vec2::ZERO) + room,
    }
}
