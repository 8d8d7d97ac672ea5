//! The widest gap between two shapes along the face normals of both.

use glam::Vec2;

use crate::pose::Pose;
use crate::sat::frame::{inward, outward, toward_a};
use crate::sat::hulls::{Hulls, PlacedHull};
use crate::sat::search::Shapes;
use crate::shape::Shape;
use crate::shape::corners::LANES;

/// The face normal with the least overlap, toward `a`, and that overlap; negative: the gap. `None` without
/// faces and beyond `limit`. A circle's axis through a corner is not tried: its true gap may be wider.
pub(super) fn widest_gap(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    limit: f32,
) -> Option<(Vec2, f32)> {
    let mut made = [None; 2];
    let hulls = Hulls::of(Shapes { a, pose_a, b, pose_b }, &mut made);
    let (gap_p, toward_q) = farthest(&hulls.p, &hulls.q);
    if gap_p < -limit {
        return None;
    }
    let (gap_q, toward_p) = farthest(&hulls.q, &hulls.p);
    let (normal, overlap) = if gap_p <= gap_q { (-toward_q, gap_p) } else { (toward_p, gap_q) };
    (-limit..f32::INFINITY).contains(&overlap).then(|| (toward_a(normal, hulls.flipped), overlap))
}

/// The least overlap along the faces of `own`, and the direction in which `other` leaves by it. World axes.
fn farthest(own: &PlacedHull, other: &PlacedHull) -> (f32, Vec2) {
    let (turn, radius) = (own.at.rotation.x_axis(), own.hull.radius + other.hull.radius);
    let relative = inward(turn, other.at.rotation.x_axis());
    let offset = inward(turn, other.at.position - own.at.position);
    let mut best = (f32::INFINITY, Vec2::ZERO);
    for (block, lanes) in own.hull.blocks.iter().enumerate() {
        let ways = lanes.ways_out(&other.hull, relative, offset, radius);
        let (i, overlap) = ways.least_overlap();
        if overlap < best.0 {
            let (normal, (out, back)) = (own.hull.normal(block * LANES + i), ways.of(i));
            best = (overlap, if back < out { -normal } else { normal });
        }
    }
    (best.0, outward(turn, best.1))
}

#[cfg(test)]
#[path = "../../tests/unit/gap.rs"]
mod tests;
