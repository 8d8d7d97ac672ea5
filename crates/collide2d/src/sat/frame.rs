//! Where a pair's two shapes are relative to each other, and rotations between their frames.

use glam::{DVec2, Vec2};

use crate::pose::Pose;
use crate::shape::Wall;
use crate::tolerance::TINY;

/// The poses of `p` and `q` measured from `a`'s anchor, and the offset from `a`'s position to that anchor,
/// world axes. Computed from the local anchors of `p` and `q`, so that nothing is lost far from the world's
/// origin. `p` is `b` if `flipped`.
#[inline(always)]
pub(crate) fn placed(
    [anchor_p, anchor_q]: [Vec2; 2],
    pose_a: &Pose,
    pose_b: &Pose,
    flipped: bool,
) -> (Pose, Pose, Vec2) {
    let (anchor_a, anchor_b) = if flipped { (anchor_q, anchor_p) } else { (anchor_p, anchor_q) };
    let (anchor, offset) = if anchor_a == Vec2::ZERO && anchor_b == Vec2::ZERO {
        (Vec2::ZERO, pose_b.position - pose_a.position)
    } else {
        let (to_a, to_b) = (turned_exactly(pose_a, anchor_a), turned_exactly(pose_b, anchor_b));
        let apart = pose_b.position.as_dvec2() - pose_a.position.as_dvec2();
        (to_a.as_vec2(), (apart + to_b - to_a).as_vec2())
    };
    let a_at = Pose { position: Vec2::ZERO, ..*pose_a };
    let b_at = Pose { position: offset, ..*pose_b };
    if flipped { (b_at, a_at, anchor) } else { (a_at, b_at, anchor) }
}

/// The direction in which `a` leaves, from that of `p`; without negative zeros.
pub(crate) fn toward_a(p_leaves: Vec2, flipped: bool) -> Vec2 {
    (if flipped { -p_leaves } else { p_leaves }) + Vec2::ZERO
}

/// A local vector in world axes, in f64.
pub(crate) fn turned_exactly(pose: &Pose, local: Vec2) -> DVec2 {
    let turn = DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
    turn.rotate(local.as_dvec2())
}

/// `v` in the frame whose x axis is `turn`: the inverse of `turn.rotate`.
pub(crate) fn unrotated(turn: Vec2, v: Vec2) -> Vec2 {
    Vec2::new(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x)
}

/// Unit vector from a wall's start to its end, world axes.
pub(crate) fn wall_turn(wall: &Wall, pose: &Pose) -> Vec2 {
    let normal = wall.normal();
    pose.rotation.rotate(Vec2::new(normal.y, -normal.x))
}

/// From a world position to the middle of a wall. In f64, because a wall may be far from its local origin; at
/// the origin the difference of two f32 is the same.
pub(crate) fn wall_center(wall: &Wall, pose: &Pose, from: Vec2) -> Vec2 {
    if wall.center() == Vec2::ZERO {
        return (pose.position - from) + Vec2::ZERO;
    }
    let position = pose.position.as_dvec2() - from.as_dvec2();
    (position + wall_arm(wall, pose)).as_vec2()
}

/// From a wall's position to its middle, world axes; without negative zeros.
pub(crate) fn wall_arm(wall: &Wall, pose: &Pose) -> DVec2 {
    turned_exactly(pose, wall.center()) + DVec2::ZERO
}

/// Unit vector and length; of a zero vector, `otherwise` and 0.
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
