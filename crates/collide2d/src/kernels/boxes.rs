//! Two rectangles, or a rectangle and a wall: all four axes at once.

use glam::Vec4;

use crate::contact::boxes::of_boxes;
use crate::contact::manifold::Contact;
use crate::sat::boxes::Boxes;
use crate::sat::search::{Axis, PairAxes};
use crate::tolerance::TOUCHING;

/// The test tries one axis after the other, and the processor mispredicts which of them ends it, and which overlap is less. GAINBOX
/// Left out: the early end; all four overlaps are computed in any case. `test` is asked where rounding decides.
/// Held to the observed test by `kernels::many::tests::collide_is_the_test_to_the_bit`, 20 000 pairs of each kind and order.
#[inline(always)]
pub(crate) fn collide<const WALL: bool>(
    boxes: Boxes<WALL>,
    test: impl FnOnce() -> Option<Contact>,
) -> Option<Contact> {
    let overlaps = boxes.overlaps();
    let [p_x, p_y, q_x, q_y] = overlaps.overlap.to_array();
    let none = f32::INFINITY;
    let overlap = match (overlaps.parallel, WALL) {
        (true, _) => Vec4::new(p_x, p_y, none, none),
        (false, true) => Vec4::new(p_x, p_y, none, q_y),
        (false, false) => Vec4::new(p_x, p_y, q_x, q_y),
    };
    // A comparison with NaN is false: it does not overlap.
    if overlap.cmpgt(Vec4::ZERO).bitmask() != 0b1111 {
        return None;
    }
    let least = overlap.min_element();
    if least < TOUCHING * boxes.reach() {
        return test();
    }
    let first = overlap.cmpeq(Vec4::splat(least)).bitmask().trailing_zeros();
    contact(boxes, boxes.axis(&overlaps, first as usize))
}

/// Out of line, so that a miss has no registers to save.
#[inline(never)]
fn contact<const WALL: bool>(boxes: Boxes<WALL>, axis: Axis) -> Option<Contact> {
    Some(of_boxes(&boxes, &axis).in_parts())
}
