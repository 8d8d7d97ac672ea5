//! A circle and another shape.

use glam::Vec2;

use crate::contact::manifold::Contact;
use crate::contact::round::{of_disc_hull, of_discs};
use crate::sat::discs::{DiscBox, DiscHull, Discs, discs_are_apart};
use crate::sat::search::{Axis, PairAxes};
use crate::tolerance::TOUCHING;

/// Two circles.
#[inline(always)]
pub(crate) fn collide_discs(discs: &Discs, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
    if discs.bounds_are_apart() {
        return None;
    }
    let axis = discs.axis();
    let is_clear = axis.overlap >= TOUCHING * discs.reach();
    if is_clear { Some(of_discs(discs, &axis)) } else { test() }
}

/// A circle and a rectangle or a wall.
#[inline(always)]
pub(crate) fn collide_box<const WALL: bool>(
    disc: &DiscBox<WALL>,
    test: impl FnOnce() -> Option<Contact>,
) -> Option<Contact> {
    if discs_are_apart(disc.outside().max(Vec2::ZERO), disc.radius) { None } else { test() }
}

/// A circle and a polygon.
#[inline(always)]
pub(crate) fn collide_hull(disc: &DiscHull<'_>, test: impl FnOnce() -> Option<Contact>) -> Option<Contact> {
    if disc.bounds_are_apart() {
        return None;
    }
    let mut least: Option<Axis> = None;
    for (block, lanes) in disc.hull.blocks.iter().enumerate() {
        let ways = disc.ways_out(lanes);
        let i = ways.least();
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
