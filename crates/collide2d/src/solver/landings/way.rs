//! How far a body moved in the step, and what else decides whether and where it lands.

use glam::Vec2;

use crate::body::Body;
use crate::solver::rigid::bodies::BodyStart;

/// Depth beyond which a pair has landed. Metres.
pub(super) const DEEPEST: f32 = 0.005;
/// The same as a fraction of the smaller bounding circle's radius.
const DEEPEST_SHARE: f32 = 0.1;
/// A body that is deeper in another one than it would land, by this factor, is left to the solver: in a heap
/// that lands, put back step after step, it would never come out. Only where it would become deeper by the
/// same factor again is it put back: left alone, a box of 60 cm that begins 3 cm deep at 34 m/s went 60 cm
/// into others.
const LEFT: f32 = 1.25;
/// The most that movable bodies move one apart from them in a step: farther, and it may be through a wall. Share of its inner
/// radius, of a compound or a chain of its bounding circle's.
const LIFTED_SHARE: f32 = 0.5;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// The farthest that any point of the body moved in the step. Metres.
    pub length: f32,
    /// Of the position. Metres.
    pub moved: Vec2,
    /// The farthest that the rotation moved any point. Metres.
    pub turned: f32,
    /// Depth beyond which it has landed on a body that is not smaller. Metres.
    pub deepest: f32,
    /// Index of its motion among those of the bodies that are put back; past their end if it is not one.
    pub place: u32,
    /// The last round that moved the body; 0: none.
    pub round: u8,
    /// Number of touching contacts that the solver works on; counted for a movable body alone.
    pub contacts: u8,
    /// Depth to which it is left to the solver, which moves it out of another body; 0: it is not. Metres.
    pub left_to: f32,
    /// It is at an immovable body, or stopped at one.
    pub is_held: bool,
    /// It may land on a body that it does not touch, or that one on it; or a link holds it.
    pub is_met: bool,
    /// It was moved apart from another one.
    pub is_lifted: bool,
    /// The most that movable bodies may yet move it apart from them in the step. Metres.
    pub left_to_lift: f32,
    /// Fraction of the step after which a sweep or a ground stopped it.
    pub stopped_at: Option<f32>,
}

impl Way {
    pub fn of(body: &Body, start: &BodyStart) -> Self {
        let turn = (body.angle() - start.start_angle) as f32;
        let disc = body.shape().bounding_circle();
        let moved = body.pose().position - start.start.position;
        let turned = turn.abs().to_radians() * (disc.center.length() + disc.radius);
        let deepest = DEEPEST.min(DEEPEST_SHARE * disc.radius);
        let length = moved.length() + turned;
        let left_to_lift = LIFTED_SHARE * body.shape().inner_or_bounding_radius();
        Self { length, moved, turned, deepest, left_to_lift, place: u32::MAX, ..Self::default() }
    }

    /// The solver works on a contact of the body; `depth` < 0: a gap. Metres.
    pub fn add_contact(&mut self, depth: f32) {
        if depth > 0.0 {
            self.contacts = self.contacts.saturating_add(1);
            if depth > LEFT * self.deepest {
                self.left_to = self.left_to.max(LEFT * depth);
            }
        }
    }
}
