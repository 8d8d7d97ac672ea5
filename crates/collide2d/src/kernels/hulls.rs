//! Two shapes with corners: of each eight faces only the one of least overlap becomes an axis.

use std::slice;

use crate::contact::hulls::of_hulls;
use crate::contact::manifold::Contact;
use crate::sat::frame::{inward, outward};
use crate::sat::hulls::{Hulls, PlacedHull};
use crate::sat::search::{Axis, PairAxes, PairSource};
use crate::shape::corners::LANES;
use crate::tolerance::{PARALLEL, TOUCHING};

/// The least overlap along the faces of one shape.
struct LeastOverlap {
    face: usize,
    overlap: f32,
    /// How far the other shape must move to clear it, along the face's normal and against it.
    out: f32,
    back: f32,
}

/// The test weighs the faces in turn, and the branch on the lesser overlap is mispredicted. Gain:
/// octagon-octagon half 130 ns to 97, touching 174 to 155. Left out: pairs in which rounding decides, which
/// are left to `test`. Checked against the observed test by
/// `kernels::many::tests::collide_is_the_test_bit_for_bit`.
#[inline(always)]
pub(crate) fn collide(hulls: Hulls<'_>, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
    let ([of_p], [of_q]) = (hulls.p.hull.blocks, hulls.q.hull.blocks) else {
        return by_blocks(hulls, test, contact);
    };
    // The compiler then knows that there is one block of each and removes the loops.
    let mut few = hulls;
    (few.p.hull.blocks, few.q.hull.blocks) = (slice::from_ref(of_p), slice::from_ref(of_q));
    by_blocks(
        few,
        test,
        #[inline(always)]
        |hulls, axis| Some(of_hulls(hulls, &axis).in_parts()),
    )
}

#[inline(always)]
fn by_blocks<'h>(
    hulls: Hulls<'h>,
    test: impl FnOnce() -> Option<Contact>,
    contact: impl FnOnce(&Hulls<'h>, Axis) -> Option<Contact>,
) -> Option<Contact> {
    let (p, q) = (&hulls.p, &hulls.q);
    if hulls.bounds_are_apart() {
        return None;
    }
    let of_p = least(p, q);
    if of_p.overlap <= 0.0 {
        return None;
    }
    let of_q = least(q, p);
    if of_q.overlap <= 0.0 {
        // Of parallel faces `p`'s decides.
        return if is_parallel(p, q, of_q.face) { test() } else { None };
    }
    let by_q = of_q.overlap < of_p.overlap;
    let is_clear = of_p.overlap.min(of_q.overlap) >= TOUCHING * hulls.reach();
    if !is_clear || by_q && is_parallel(p, q, of_q.face) {
        return test();
    }
    // Selected without a branch, which would be mispredicted. Of equal ways `p` leaves along the normal.
    let (of_p_leaves, of_q_leaves) = (of_p.back <= of_p.out, of_q.out <= of_q.back);
    let (placed, least) = if by_q { (q, &of_q) } else { (p, &of_p) };
    let (face, overlap) = (least.face as u32, least.overlap);
    let axis = Axis {
        source: if by_q { PairSource::FaceOfQ(face) } else { PairSource::FaceOfP(face) },
        direction: placed.normal(least.face),
        overlap,
        p_leaves_along: if by_q { of_q_leaves } else { of_p_leaves },
    };
    contact(&hulls, axis)
}

/// Out of line, so that a miss saves no registers.
#[inline(never)]
fn contact(hulls: &Hulls<'_>, axis: Axis) -> Option<Contact> {
    Some(of_hulls(hulls, &axis).in_parts())
}

#[inline(always)]
fn least(own: &PlacedHull<'_>, other: &PlacedHull<'_>) -> LeastOverlap {
    let turn = own.at.rotation.x_axis();
    let relative = inward(turn, other.at.rotation.x_axis());
    let offset = inward(turn, other.at.offset - own.at.offset);
    let mut least = LeastOverlap { face: 0, overlap: f32::INFINITY, out: 0.0, back: 0.0 };
    for (block, lanes) in own.hull.blocks.iter().enumerate() {
        let (i, out, back) = lanes.least_way_out(&other.hull, relative, offset);
        let overlap = if out < back { out } else { back };
        if overlap < least.overlap {
            least = LeastOverlap { face: block * LANES + i, overlap, out, back };
        }
    }
    least
}

fn is_parallel(p: &PlacedHull<'_>, q: &PlacedHull<'_>, face: usize) -> bool {
    let turn = inward(p.at.rotation.x_axis(), q.at.rotation.x_axis());
    p.hull.has_axis_along(outward(turn, q.hull.normal(face)), PARALLEL)
}
