//! The reference and the incident face of two hulls, in world axes, measured from `a`'s anchor.

use glam::Vec2;

use super::clip::{ClipFace, FacePair};
use super::manifold::{Contact, ContactPoint};
use super::round::VERTEX;
use crate::sat::frame::toward_a;
use crate::sat::hulls::{Hulls, PlacedHull};
use crate::sat::search::{Axis, PairSource};
use crate::tolerance::{PARALLEL, REFERENCE_BIAS};

#[inline(always)]
pub(crate) fn of_hulls(hulls: &Hulls<'_>, axis: &Axis) -> Contact {
    let normal = toward_a(axis.p_leaves(), hulls.flipped);
    let (of_q, face) = match axis.source {
        PairSource::FaceOfP(face) => (false, face),
        PairSource::FaceOfQ(face) => (true, face),
        PairSource::Corners(of_p, of_q) => return at_corners(hulls, axis, normal, [of_p, of_q]),
    };
    let faces = facing(hulls, axis, usize::from(of_q), face as usize);
    let contact = faces.contact(normal, axis.overlap);
    if hulls.p.hull.radius + hulls.q.hull.radius == 0.0 {
        return contact;
    }
    // Where the axis is not the reference face's normal, a corner meets a round end, and these two make the
    // contact.
    let p_leaves = axis.p_leaves();
    let is_tilted = if hulls.p.hull.corners == 1 {
        faces.normal.perp_dot(p_leaves).abs() > PARALLEL
    } else {
        faces.normal.dot(p_leaves).abs() < 1.0 - REFERENCE_BIAS
    };
    if is_tilted {
        return at_corners(hulls, axis, normal, [hulls.p.support(-p_leaves), hulls.q.support(p_leaves)]);
    }
    // A round shape's face is as long as its core's: the deepest point may lie past its end, at the round part.
    contact.as_deep_as_the_whole()
}

/// The reference face gave the axis, or is opposite if the other shape leaves against its normal. `own`: 0
/// for `p`'s face, 1 for `q`'s.
#[inline(always)]
fn facing(hulls: &Hulls<'_>, axis: &Axis, own: usize, face: usize) -> FacePair {
    let (placed, p_leaves) = ([&hulls.p, &hulls.q], axis.p_leaves());
    let leaves = [p_leaves, -p_leaves];
    let (own_leaves, other_leaves) = (leaves[own & 1], leaves[(1 - own) & 1]);
    let opposite = placed[own & 1].facing(other_leaves);
    let against = axis.p_leaves_along == (own == 0);
    let face = [face, opposite][usize::from(against)];
    if placed[own & 1].normal(face).dot(other_leaves) < 1.0 - REFERENCE_BIAS {
        return best_aligned(hulls, p_leaves, own == 0);
    }
    clipped(hulls, own, face, placed[(1 - own) & 1].facing(own_leaves))
}

/// The faces that meet where `p` leaves along `p_leaves`; the better aligned one is the reference face.
#[cold]
pub(crate) fn best_aligned(hulls: &Hulls<'_>, p_leaves: Vec2, prefer_p: bool) -> FacePair {
    let Hulls { p, q, .. } = hulls;
    let (of_p, of_q) = (p.facing(-p_leaves), q.facing(p_leaves));
    let bias = if prefer_p { REFERENCE_BIAS } else { -REFERENCE_BIAS };
    if q.normal(of_q).dot(p_leaves) > p.normal(of_p).dot(-p_leaves) + bias {
        clipped(hulls, 1, of_q, of_p)
    } else {
        clipped(hulls, 0, of_p, of_q)
    }
}

#[inline(always)]
fn clipped(hulls: &Hulls<'_>, own: usize, reference: usize, incident: usize) -> FacePair {
    let placed = [&hulls.p, &hulls.q];
    let reference_is_a = (own == 0) != hulls.flipped;
    let (own, other) = (placed[own & 1], placed[(1 - own) & 1]);
    let normal = own.normal(reference);
    let (reference, incident) = (face_of(own, reference), face_of(other, incident));
    let along = |p: Vec2| p.dot(normal.perp());
    let edge = incident.from - incident.to;
    FacePair {
        normal,
        reference,
        length: along(reference.to) - along(reference.from),
        incident,
        slope: edge / (along(incident.from) - along(incident.to)),
        reference_is_a,
        turn: Vec2::X,
        origin: hulls.anchor,
    }
}

#[inline(always)]
fn face_of(placed: &PlacedHull<'_>, face: usize) -> ClipFace {
    let (name, corners) = placed.hull.names(face);
    let (from, to) = (placed.corner(face), placed.corner(placed.hull.next(face)));
    ClipFace { from, to, name, corners, radius: placed.hull.radius }
}

/// The contact of two corners (of a capsule its ends, of a circle its centre), one of them round: midway
/// between the surfaces. A face's axis as good as the corners' own may miss their line: a circle's point stays
/// on the line through its centre.
fn at_corners(hulls: &Hulls<'_>, axis: &Axis, normal: Vec2, [of_p, of_q]: [u16; 2]) -> Contact {
    let Hulls { p, q, anchor, .. } = hulls;
    let p_leaves = axis.p_leaves();
    let on_p = p.corner(usize::from(of_p)) - p_leaves * p.hull.radius;
    let on_q = q.corner(usize::from(of_q)) + p_leaves * q.hull.radius;
    let feature = VERTEX << 9 | u32::from(of_p) << 8 | u32::from(of_q);
    let by_a_face = !matches!(axis.source, PairSource::Corners(..));
    let midway = if by_a_face && p.hull.corners == 1 {
        on_p + p_leaves * (0.5 * axis.overlap)
    } else {
        on_p.midpoint(on_q)
    };
    let point = ContactPoint { from_a: midway + *anchor, depth: axis.overlap, feature };
    Contact::with_one_point(normal, axis.overlap, point)
}
