//! First touch under linear motion.

use glam::Vec2;

use crate::pose::Pose;
use crate::shape::Shape;

/// The first touch of two shapes that move without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Seconds from now, >= 0.
    pub time: f32,
    /// From `a`'s position at that time to the point of touch, in world axes. Metres.
    pub from_a: Vec2,
    /// As [`crate::Contact::normal`], at that time.
    pub normal: Vec2,
}

/// The first time within `horizon` seconds at which `a` and `b`, apart now, touch, if `a` moves by `velocity` relative to
/// `b` and neither turns. `None` where they do not, and where they touch already.
pub fn first_touch(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    velocity: Vec2,
    horizon: f32,
) -> Option<Impact> {
    let _ = (a, pose_a, b, pose_b, velocity, horizon);
    None
}
