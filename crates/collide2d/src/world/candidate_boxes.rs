//! The boxes of bodies by which the broad phase finds candidate pairs.

use glam::Vec2;

use super::foresight::box_ahead;
use crate::aabb::Aabb;
use crate::body::Body;
use crate::broad_phase::grown;

/// A body that moves by less in a step is looked for where it is, grown by the margin. Metres.
const SLOW_WAY: f32 = 0.002;

/// The boxes that candidates are found for.
#[derive(Clone, Copy, Debug)]
pub enum CandidateBoxes {
    /// The present boxes, grown by a margin in metres.
    Exact(f32),
    /// The present boxes, grown by a margin in metres, and those after some seconds of bodies that move far.
    Swept { margin: f32, gravity: Vec2, seconds: f32 },
    /// Boxes predicted for `seconds`, some steps of `timestep`; they contain the present ones.
    Ahead { gravity: Vec2, timestep: f32, seconds: f32 },
}

impl Default for CandidateBoxes {
    fn default() -> Self {
        Self::Exact(0.0)
    }
}

impl CandidateBoxes {
    /// By which the present boxes are grown. Metres.
    pub fn margin(self) -> f32 {
        match self {
            Self::Exact(margin) | Self::Swept { margin, .. } => margin,
            Self::Ahead { .. } => 0.0,
        }
    }

    #[inline]
    pub fn box_of(self, body: &Body) -> Aabb {
        if body.is_removed() {
            return Aabb::EMPTY;
        }
        match self {
            Self::Exact(margin) => grown(&body.aabb(), 0.5 * margin),
            Self::Swept { margin, gravity, seconds } => {
                let aabb = grown(&body.aabb(), 0.5 * margin);
                let (velocity, turn) = (body.velocity(), body.angular_velocity().abs().to_radians());
                let reach = if turn > 0.0 { body.shape().bounding_circle().radius } else { 0.0 };
                let is_slow = (velocity.length() + turn * reach) * seconds <= SLOW_WAY;
                if is_slow { aabb } else { box_ahead(body, aabb, gravity, seconds) }
            }
            Self::Ahead { gravity, seconds, .. } => {
                let aabb = grown(&body.aabb(), 0.0);
                if seconds > 0.0 { box_ahead(body, aabb, gravity, seconds) } else { aabb }
            }
        }
    }
}
