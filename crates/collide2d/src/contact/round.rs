//! Contacts with a circle: one point.

use glam::Vec2;

use super::manifold::{Contact, ContactPoint};
use crate::sat::discs::{DiscBox, DiscHull, Discs};
use crate::sat::frame::toward_a;
use crate::sat::search::{Axis, PairSource};

/// Bit of a feature that is a vertex; a face is its index alone.
pub(crate) const VERTEX: u32 = 1 << 8;

/// The point is midway between the surfaces.
#[inline(always)]
pub(crate) fn of_discs(discs: &Discs, axis: &Axis) -> Contact {
    let normal = toward_a(axis.p_leaves(), false);
    let (on_a, on_b) = (normal * -discs.a, discs.offset + normal * discs.b);
    let point = ContactPoint { from_a: (on_a + on_b) * 0.5, depth: axis.overlap, feature: 0 };
    Contact::with_one_point(normal, axis.overlap, point)
}

/// The point is the circle's deepest.
#[inline(always)]
pub(crate) fn of_disc_box<const WALL: bool>(disc: &DiscBox<WALL>, axis: &Axis) -> Contact {
    let feature = match axis.source {
        PairSource::FaceOfP(face) | PairSource::FaceOfQ(face) => face,
        // A wall's start is 0 and its end 1.
        PairSource::Corners(_, corner) => VERTEX | u32::from(if WALL { 1 - corner } else { corner }),
    };
    deepest(disc.center_from_a(), disc.radius, axis, feature, disc.flipped)
}

/// The point is the circle's deepest.
#[inline(always)]
pub(crate) fn of_disc_hull(disc: &DiscHull<'_>, axis: &Axis) -> Contact {
    let feature = match axis.source {
        PairSource::FaceOfP(face) | PairSource::FaceOfQ(face) => face,
        PairSource::Corners(_, corner) => VERTEX | u32::from(corner),
    };
    let mut contact = deepest(disc.p.position, disc.radius, axis, feature, disc.flipped);
    contact.shift(disc.anchor);
    contact
}

#[inline(always)]
fn deepest(center: Vec2, radius: f32, axis: &Axis, feature: u32, flipped: bool) -> Contact {
    let p_leaves = axis.p_leaves();
    // Without negative zeros.
    let from_a = center - p_leaves * radius + Vec2::ZERO;
    let point = ContactPoint { from_a, depth: axis.overlap, feature };
    Contact::with_one_point(toward_a(p_leaves, flipped), axis.overlap, point)
}
