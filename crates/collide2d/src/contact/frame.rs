//! Turning between frames by cosine and sine.

use glam::{DVec2, Vec2};

use crate::pose::Pose;
use crate::shape::Wall;

/// From the frame whose x axis is `turn` to the frame that `turn` is given in.
#[inline(always)]
pub(crate) fn outward(turn: Vec2, v: Vec2) -> Vec2 {
    Vec2::new(turn.x * v.x - turn.y * v.y, turn.y * v.x + turn.x * v.y)
}

/// The reverse of [`outward`].
#[inline(always)]
pub(crate) fn inward(turn: Vec2, v: Vec2) -> Vec2 {
    Vec2::new(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x)
}

/// A quarter turn clockwise.
#[inline(always)]
pub(crate) fn turned_back(v: Vec2) -> Vec2 {
    Vec2::new(v.y, -v.x)
}

/// The way from a wall's start to its end in the world: cosine and sine.
#[inline(always)]
pub(crate) fn wall_turn(wall: &Wall, pose: &Pose) -> Vec2 {
    pose.rotation.rotate(turned_back(wall.normal()))
}

/// From a world position to the middle of a wall. In f64: a wall may be written in world coordinates, far from its body. One that
/// is written around its body needs it not: the difference of two f32 comes out the same.
#[inline(always)]
pub(crate) fn wall_center(wall: &Wall, pose: &Pose, from: Vec2) -> Vec2 {
    if wall.center() == Vec2::ZERO {
        return (pose.position - from) + Vec2::ZERO;
    }
    let position = pose.position.as_dvec2() - from.as_dvec2();
    (position + wall_arm(wall, pose)).as_vec2()
}

/// From a wall's position to its middle, world axes; without negative zeros.
#[inline(always)]
pub(super) fn wall_arm(wall: &Wall, pose: &Pose) -> DVec2 {
    let turn = DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
    turn.rotate(wall.center().as_dvec2()) + DVec2::ZERO
}

/// Squares of lengths below are measured in f64. Square metres.
pub(super) const TINY: f32 = 1.0e-30;

/// Unit vector and length; of a vector without direction, `otherwise` and 0.
#[inline(always)]
pub(crate) fn unit_or(v: Vec2, otherwise: Vec2) -> (Vec2, f32) {
    let squared = v.length_squared();
    if squared < TINY {
        return tiny_unit_or(v, otherwise);
    }
    let length = squared.sqrt();
    (v / length, length)
}

#[cold]
fn tiny_unit_or(v: Vec2, otherwise: Vec2) -> (Vec2, f32) {
    let exact = v.as_dvec2();
    let length = exact.length();
    if length > 0.0 { ((exact / length).as_vec2(), length as f32) } else { (otherwise, 0.0) }
}
