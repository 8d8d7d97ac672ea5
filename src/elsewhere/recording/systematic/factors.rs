//! Lengths of contacts that are ours times one number: an engine in pixels or centimetres under poses in metres.

use glam::Vec2;

use super::found_rows::FoundRows;
use super::reused::RowPlace;
use super::{FEWEST_MENDED, median};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::our_contact;

/// Factors are one factor that differ from their median by less than this share.
const ALIKE: f32 = 0.03;
/// A factor between this and its inverse is a skin or an error, not another unit.
const NEAR_ONE: f32 = 1.25;
/// The largest depth is so many times the least one at least: of depths that are all the same a factor is as good as a margin.
const VARIED: f32 = 1.5;
/// Most contacts whose points are looked at.
const MOST: usize = 64;
/// Places that are nearer to the origin tell no factor. Metres.
const NEAR_ORIGIN: f32 = 0.1;

/// What their depths of pairs of some kind are ours times; `None`: not one factor.
pub(super) fn of_depths(
    recording: &Recording,
    found: &FoundRows,
    is_of: impl Fn((u32, u32)) -> bool,
) -> Option<f32> {
    let with_skin = |((a, b), [theirs, ours]): &((u32, u32), [f32; 2])| {
        let skin = recording.skin_of(*a, None) + recording.skin_of(*b, None);
        (theirs + skin, ours + skin)
    };
    let depths: Vec<(f32, f32)> =
        found.both_deep.iter().filter(|(bodies, _)| is_of(*bodies)).map(with_skin).collect();
    let ours = || depths.iter().map(|(_, ours)| *ours);
    let is_varied = ours().fold(0.0, f32::max) >= VARIED * ours().fold(f32::INFINITY, f32::min);
    let factors: Vec<f32> = depths.iter().map(|(theirs, ours)| theirs / ours).collect();
    one_factor(&factors).filter(|_| is_varied)
}

/// What their points are ours times, as seen from the origin.
pub(super) fn of_points(recording: &Recording, found: &FoundRows) -> Option<f32> {
    let stride = found.points.len().div_ceil(MOST).max(1);
    let factors: Vec<f32> =
        found.points.iter().step_by(stride).filter_map(|place| of_contact(recording, *place)).collect();
    one_factor(&factors)
}

/// The factor of a contact with as many points as ours; `None`: there is none, or they are not ours times any number.
fn of_contact(recording: &Recording, (frame, bodies): RowPlace) -> Option<f32> {
    let index = recording.index_of(frame).ok()?;
    let alone = recording.of_pair(bodies);
    let contacts: Vec<_> = recording
        .their_contacts(index)
        .filter(|contact| contact.bodies == bodies && !contact.filtered)
        .collect();
    let [contact] = contacts.as_slice() else { return None };
    let world = recording.pair_world(index, &alone, &alone.every_body().ok()?, contact)?;
    let ours = our_contact(&world, Some(contact), [None; 2])?.points();
    let (theirs, count) = (&contact.points, ours.len());
    if theirs.len() != count {
        return None;
    }
    let middle = |points: &[Vec2]| points.iter().sum::<Vec2>() / count as f32;
    let (theirs, ours) = (middle(theirs), middle(&ours));
    let factor = theirs.dot(ours) / ours.length_squared();
    let is_along = theirs.distance(ours * factor) <= ALIKE * theirs.length();
    (ours.length() > NEAR_ORIGIN && is_along).then_some(factor)
}

/// The factor that nearly all of these are, and that is not near 1, with as few digits as it has.
fn one_factor(factors: &[f32]) -> Option<f32> {
    let middle = median(factors).filter(|factor| *factor > 0.0)?;
    let alike = factors.iter().filter(|factor| (**factor - middle).abs() <= ALIKE * middle).count();
    let is_one = factors.len() >= FEWEST_MENDED && 10 * alike >= 9 * factors.len();
    let is_far = middle.max(middle.recip()) >= NEAR_ONE;
    (is_one && is_far).then(|| with_few_digits(middle))
}

/// The number of the fewest digits that is within half a per cent.
fn with_few_digits(factor: f32) -> f32 {
    let rounded = |digits: i32| {
        let unit = 10.0_f64.powi(factor.log10().floor() as i32 - digits);
        ((f64::from(factor) / unit).round() * unit) as f32
    };
    let is_near = |rounded: &f32| (rounded - factor).abs() <= 0.005 * factor;
    (0..3).map(rounded).find(is_near).unwrap_or(factor)
}
