//! Contacts of poses that lie between those of two frames: a game writes poses as it draws them, interpolated.

use std::cell::LazyCell;

use collide2d::closest_points;

use super::found_rows::FoundRows;
use super::{FEWEST_MENDED, median};
use crate::elsewhere::recording::Recording;

/// Most contacts that are looked at.
const MOST: usize = 64;
/// Shares of the way are one share that differ from their median by less than this.
const ALIKE: f32 = 0.1;
/// A share less than this, or less than this short of 1, is not told from the poses of a whole frame.
const LEAST: f32 = 0.1;

/// How far toward the poses of the frame after the contacts fit, as a share of the way; negative: toward those of the frame
/// before. `None`: depths do not show one share. `least`: what depths change by at least from frame to frame, metres.
pub(super) fn share(recording: &Recording, found: &FoundRows, least: f32) -> Option<f32> {
    let every = recording.every_body().ok()?;
    let overlap = |index: usize, (a, b): (u32, u32)| {
        let (a, b) = (recording.body_in(&every, a, index)?, recording.body_in(&every, b, index)?);
        Some(-closest_points(a.shape(), a.pose(), b.shape(), b.pose()).distance)
    };
    let stride = found.depths.len().div_ceil(MOST).max(1);
    let [mut after, mut before] = [Vec::new(), Vec::new()];
    for &((frame, bodies), deeper) in found.depths.iter().step_by(stride) {
        let Ok(index) = recording.index_of(frame) else { continue };
        let now = LazyCell::new(|| overlap(index, bodies));
        for (shares, next) in [(&mut after, Some(index + 1)), (&mut before, index.checked_sub(1))] {
            let beside = next.and_then(|next| overlap(next, bodies));
            let grown = beside.and_then(|beside| Some(beside - (*now)?));
            shares.extend(grown.filter(|grown| grown.abs() > least).map(|grown| deeper / grown));
        }
    }
    one_share(&after).or_else(|| one_share(&before).map(|share| -share))
}

/// The share that most of these are, to a twentieth, if it is neither 0 nor 1: where shapes are hit within the step it is another
/// one, and whether it mends the recording is tried.
fn one_share(shares: &[f32]) -> Option<f32> {
    let middle = median(shares).filter(|share| (LEAST..=1.0 - LEAST).contains(share))?;
    let alike = shares.iter().filter(|share| (**share - middle).abs() <= ALIKE).count();
    let is_one = shares.len() >= FEWEST_MENDED && 2 * alike >= shares.len();
    is_one.then(|| (20.0 * middle).round() / 20.0)
}
