//! How long a candidate list is reused. It is built for boxes predicted some steps ahead, and kept until a
//! body leaves its box, like a Verlet list (Verlet, "Computer Experiments on Classical Fluids", 1967).

use glam::Vec2;

use crate::aabb::Aabb;
use crate::body::{Body, Motion};

/// Most steps that a candidate list is used for.
const MOST: u32 = 4;
/// Searches until more steps are tried again, after a body left its box too soon.
const CAUTION: u32 = 8;
/// Margin on each side for unpredicted motion, as a fraction of the box's width and height.
const ROOM: f32 = 0.02;

/// The number of steps that a candidate list is built for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Foresight {
    /// Of the last search.
    steps: u32,
    /// How many of them are to come.
    left: u32,
    /// Searches until more steps are tried.
    caution: u32,
}

impl Foresight {
    /// Begins a step; returns whether it reuses the last candidate list.
    pub fn reuses(&mut self) -> bool {
        let reuses = self.left > 0;
        self.left = self.left.saturating_sub(1);
        reuses
    }

    /// Begins a search; returns how many steps after this one its candidates are for.
    pub fn search(&mut self, left_box: bool) -> u32 {
        if left_box {
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

    /// The next step searches again.
    pub fn forget(&mut self) {
        self.left = 0;
    }
}

/// The box that contains a body's for `seconds`, if only gravity and its own acceleration change its motion.
pub(super) fn box_ahead(body: &Body, aabb: Aabb, gravity: Vec2, seconds: f32) -> Aabb {
    let (velocity, acceleration) = match *body.motion() {
        Motion::Static => return aabb,
        Motion::Kinematic { velocity, .. } | Motion::Mover { velocity, .. } => (velocity, Vec2::ZERO),
        Motion::Dynamic { velocity, .. } => (velocity, body.acceleration(gravity)),
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
