//! The reference and the incident face of two boxes, in the reference face's frame: x outward, y along the
//! face, the origin in `p`'s centre.

use glam::Vec2;

use super::clip::{ClipFace, FacePair};
use super::manifold::Contact;
use crate::sat::boxes::BoxPair;
use crate::sat::frame::{toward_a, unrotated};
use crate::sat::search::{Axis, PairSource};

/// Outward normals of a box's faces in its own frame: right, top, left, bottom.
const NORMALS: [Vec2; 4] = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];

#[inline(always)]
pub(crate) fn of_boxes<const WALL: bool>(boxes: &BoxPair<WALL>, axis: &Axis) -> Contact {
    facing(boxes, axis).contact(toward_a(axis.p_leaves(), boxes.flipped), axis.overlap)
}

/// The reference face gave the axis, on the side by which the other box leaves; the incident face is the
/// other box's that is most antiparallel to it.
#[inline(always)]
pub(crate) fn facing<const WALL: bool>(boxes: &BoxPair<WALL>, axis: &Axis) -> FacePair {
    let BoxPair { p, q, offset, flipped, p_from_a } = *boxes;
    let (of_p, along) = match axis.source {
        PairSource::FaceOfP(i) => (true, i as usize),
        // A wall's one face is along its y axis.
        PairSource::FaceOfQ(i) => (false, i as usize + usize::from(WALL)),
        PairSource::Corners(..) => (true, 0),
    };
    let (own, other, way) = if of_p { (p, q, offset) } else { (q, p, -offset) };
    let face = along + if axis.p_leaves_along == of_p { 2 } else { 0 };
    let normal = NORMALS[face % 4];

    // The other box in the reference face's frame.
    let center = unrotated(normal, unrotated(own.turn, way));
    let turn = unrotated(normal, unrotated(own.turn, other.turn));
    let half = unrotated(normal, own.half).abs();
    let (own_center, other_center) = if of_p { (Vec2::ZERO, center) } else { (-center, Vec2::ZERO) };
    let (level, low, high) = (own_center.x + half.x, own_center.y - half.y, own_center.y + half.y);

    // The incident face; a wall's ends are no faces.
    let lying = (WALL && of_p) || turn.x.abs() < turn.y.abs();
    let behind = if lying { turn.y < 0.0 } else { turn.x > 0.0 };
    let incident = usize::from(lying) + 2 * usize::from(behind);
    let out = turn.rotate(NORMALS[incident % 4]);
    let reach = unrotated(NORMALS[incident % 4], other.half).abs();
    let (middle, stretch) = (other_center + out * reach.x, out.perp() * reach.y);
    FacePair {
        normal: Vec2::X,
        reference: named(WALL && !of_p, face, Vec2::new(level, low), Vec2::new(level, high)),
        length: 2.0 * half.y,
        incident: named(WALL && of_p, incident, middle - stretch, middle + stretch),
        slope: Vec2::new(-out.y / out.x, 1.0),
        reference_is_a: of_p != flipped,
        turn: own.turn.rotate(normal),
        origin: p_from_a,
    }
}

/// A wall has one face with two sides; the side along its normal begins at its end, corner 1.
fn named(is_wall: bool, face: usize, from: Vec2, to: Vec2) -> ClipFace {
    let face = face as u32;
    let (name, corners) = if is_wall {
        let behind = face >> 1;
        (0, [1 - behind, behind])
    } else {
        (face, [face, (face + 1) % 4])
    };
    ClipFace { from, to, name, corners, radius: 0.0 }
}
