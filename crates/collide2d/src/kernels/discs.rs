//! A circle and another shape.

use std::slice;

use glam::Vec2;

use crate::contact::manifold::Contact;
use crate::contact::round::{of_disc_hull, of_discs};
use crate::sat::discs::{DiscBox, DiscHull, Discs, discs_are_apart};
use crate::sat::search::{Axis, PairAxes};
use crate::tolerance::TOUCHING;

/// Two circles. Gain: touching 8.6 ns to 6.3, half 6.4 to 5.7. Left out: overlaps below `TOUCHING`, which are
/// left to `test`. Checked against the observed test by
/// `kernels::many::tests::collide_is_the_test_bit_for_bit`.
#[inline(always)]
pub(crate) fn collide_discs(discs: &Discs, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
    if discs.bounds_are_apart() {
        return None;
    }
    let axis = discs.axis();
    let is_clear = axis.overlap >= TOUCHING * discs.reach();
    if is_clear { Some(of_discs(discs, &axis)) } else { test() }
}

/// A circle and a rectangle or a wall. Gain: circle-rectangle near 18.7 ns to 13.5, circle-wall near 19.9 to
/// 14.3 (loaded machine). Left out: all axes where the box's nearest point is farther than the radius: one
/// separates then. Checked against the observed test by
/// `kernels::many::tests::collide_is_the_test_bit_for_bit`.
#[inline(always)]
pub(crate) fn box_is_apart<const WALL: bool>(disc: &DiscBox<WALL>) -> bool {
    discs_are_apart(disc.outside().max(Vec2::ZERO), disc.radius)
}

/// A circle and a polygon. Gain: circle-octagon touching 53 ns to 36, half 46 to 33, near 30 to 24. Left out:
/// of each eight faces all but the one of least overlap; overlaps below `TOUCHING` are left to `test`.
/// Checked against the observed test by `kernels::many::tests::collide_is_the_test_bit_for_bit`.
#[inline(always)]
pub(crate) fn collide_hull(
    mut disc: DiscHull<'_>,
    test: impl FnOnce() -> Option<Contact>,
) -> Option<Contact> {
    if let [block] = disc.hull.blocks {
        // The compiler then knows that there is one block and removes the loops.
        disc.hull.blocks = slice::from_ref(block);
        by_blocks(&disc, test)
    } else {
        by_blocks(&disc, test)
    }
}

#[inline(always)]
fn by_blocks(disc: &DiscHull<'_>, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
    if disc.bounds_are_apart() {
        return None;
    }
    let mut least: Option<Axis> = None;
    for (block, lanes) in disc.hull.blocks.iter().enumerate() {
        let ways = disc.ways_out(lanes);
        let i = ways.argmin();
        if least.is_none_or(|least| ways.overlap[i] < least.overlap) {
            least = Some(disc.face(block, i, &ways));
        }
    }
    let mut axis = least?;
    let overlaps = axis.overlap > 0.0;
    if !overlaps {
        return None;
    }
    if let Some(through_corner) = disc.through_corner()
        && through_corner.overlap < axis.overlap
    {
        axis = through_corner;
    }
    if axis.overlap <= 0.0 {
        None
    } else if axis.overlap < TOUCHING * disc.reach() {
        test()
    } else {
        Some(of_disc_hull(disc, &axis).in_parts())
    }
}
