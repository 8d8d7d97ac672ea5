//! The widest gap between two shapes along the face normals of both.

use glam::Vec2;

use crate::pose::Pose;
use crate::sat::frame::toward_a;
use crate::sat::hulls::Hulls;
use crate::sat::search::Shapes;
use crate::shape::Shape;

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
    let (gap_p, toward_q) = farthest(&hulls, true);
    if gap_p < -limit {
        return None;
    }
    let (gap_q, toward_p) = farthest(&hulls, false);
    let (normal, overlap) = if gap_p <= gap_q { (-toward_q, gap_p) } else { (toward_p, gap_q) };
    (-limit..f32::INFINITY).contains(&overlap).then(|| (toward_a(normal, hulls.flipped), overlap))
}

/// The least overlap along the faces of `p`, or of `q`, and the direction in which the other leaves by it.
/// World axes.
fn farthest(hulls: &Hulls<'_>, of_p: bool) -> (f32, Vec2) {
    let own = if of_p { &hulls.p } else { &hulls.q };
    let mut best = (f32::INFINITY, Vec2::ZERO);
    for (first, ways) in hulls.ways_out(of_p, hulls.p.hull.radius + hulls.q.hull.radius) {
        let (i, overlap) = ways.least_overlap();
        if overlap < best.0 {
            let (normal, (out, back)) = (own.hull.normal(first + i), ways.of(i));
            best = (overlap, if back < out { -normal } else { normal });
        }
    }
    (best.0, own.at.rotation.rotate(best.1))
}

#[cfg(test)]
#[path = "../../tests/unit/gap.rs"]
mod tests;
