//! Two rectangles, or a rectangle and a wall: an early reject.

use glam::Vec4;

use crate::sat::boxes::Boxes;

/// The test tries one axis after the other, and the processor mispredicts which of them ends it. Gain:
/// rectangle-rectangle near 10.4 ns to 8.4, rectangle-wall near 18.5 to 11 (loaded machine).
/// Left out: what the axes of a near miss are; any axis that counts and does not overlap ends the test.
/// Held to the observed test by `kernels::many::tests::collide_is_the_test_to_the_bit`, 20 000 pairs of each kind and order.
#[inline(always)]
pub(crate) fn are_apart<const WALL: bool>(boxes: &Boxes<WALL>) -> bool {
    let overlaps = boxes.overlaps();
    let separate = overlaps.overlap.cmple(Vec4::ZERO).bitmask();
    let counted = match (overlaps.parallel, WALL) {
        (true, _) => 0b0011,
        (false, true) => 0b1011,
        (false, false) => 0b1111,
    };
    separate & counted != 0
}
