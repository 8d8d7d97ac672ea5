//! Which way bodies fall that touch nothing: an axis that points the other way shows in gravity alone.

use collision_record::VerticalAxis;

use super::{FEWEST, Systematic, median};
use crate::elsewhere::recording::{BodyKind, Recording, StoredFrame};
use crate::scene::numbers::number;

/// Slower changes of speed are no fall. Metres per second squared.
const LEAST: f32 = 0.5;
const MOST_FALLS: usize = 20_000;
/// Falls are alike that differ by less than this share.
const ALIKE: f32 = 0.1;

/// Bodies that touch nothing fall upward, all alike. `rows`: the recording's differences, which there are either way.
pub(super) fn error(recording: &Recording, rows: usize) -> Option<Systematic> {
    let falls = falls(recording);
    let upward: Vec<f32> = falls.iter().copied().filter(|fall| *fall > 0.0).collect();
    let middle = median(&upward)?;
    let alike = upward.iter().filter(|fall| (**fall - middle).abs() <= ALIKE * middle).count();
    let is_clear = upward.len() >= FEWEST && 10 * upward.len() >= 9 * falls.len();
    if !is_clear || 4 * alike < 3 * upward.len() {
        return None;
    }
    let (says, other) = match recording.header.y {
        VerticalAxis::Up => ("up", "down"),
        VerticalAxis::Down => ("down", "up"),
    };
    let sentence = format!(
        "bodies that touch nothing fall upward, at {} m/s², in {alike} of {} places: the header says that y points \
         {says}; does it point {other}? A mirror image has the same contacts",
        number((100.0 * middle).round() / 100.0),
        falls.len()
    );
    Some(Systematic { sentence, cure: format!("\"y\": \"{other}\""), left: rows, is_of_normals: false })
}

/// By how much the upward speed of bodies that fall changes, body by body and frame by frame. Metres per second squared.
pub(super) fn falls(recording: &Recording) -> Vec<f32> {
    let is_free = |body: &u32| recording.kind(*body) == BodyKind::Moved;
    let bodies: Vec<u32> = (0..recording.body_count() as u32).filter(is_free).collect();
    // The frame from which on a body has touched nothing.
    let mut free_from = vec![0; recording.body_count()];
    let mut falls = Vec::new();
    for (index, third) in recording.frames().iter().enumerate() {
        for contact in recording.their_contacts(index).filter(|contact| !contact.sensor) {
            for body in [contact.bodies.0, contact.bodies.1] {
                if let Some(from) = free_from.get_mut(body as usize) {
                    *from = index + 1;
                }
            }
        }
        let Some(before) = index.checked_sub(2) else { continue };
        let (Some(first), Some(second)) = (recording.frames().get(before), recording.frames().get(index - 1))
        else {
            continue;
        };
        let free =
            bodies.iter().filter(|body| free_from.get(**body as usize).is_some_and(|from| *from <= before));
        falls.extend(free.filter_map(|body| fall(recording, [first, second, third], *body)));
        if falls.len() > MOST_FALLS {
            break;
        }
    }
    falls.retain(|fall| fall.abs() > LEAST);
    falls
}

fn fall(recording: &Recording, [first, second, third]: [&StoredFrame; 3], body: u32) -> Option<f32> {
    let seconds = |from: &StoredFrame, to: &StoredFrame| Some(to.time - from.time).filter(|time| *time > 0.0);
    let (before, after) = (seconds(first, second)?, seconds(second, third)?);
    let speed = |frame: &StoredFrame| Some(f64::from(recording.metric(frame.velocity(body)?)[1]));
    let level = |frame: &StoredFrame| Some(f64::from(recording.metric(frame.pose(body)?)[1]));
    let of_speeds = speed(second).zip(speed(third)).map(|(from, to)| (to - from) / after);
    let of_places = || {
        let (first, second, third) = (level(first)?, level(second)?, level(third)?);
        let (before, after) = ((second - first) / before, (third - second) / after);
        Some((before, after))
    };
    let of_places = of_places().map(|(from, to)| 2.0 * (to - from) / (before + after));
    // Velocities that fall the other way than the places do tell nothing of the axis.
    let agree = of_speeds.zip(of_places).is_none_or(|(speeds, places)| speeds * places >= 0.0);
    of_speeds.or(of_places).filter(|_| agree).map(|fall| fall as f32)
}
