//! Times of frames in milliseconds: contacts do not show it, ways and velocities do.

use std::ops::RangeInclusive;

use super::{FEWEST, Systematic, median};
use crate::elsewhere::recording::{BodyKind, Recording, StoredFrame};
use crate::scene::numbers::number;

/// Milliseconds of a second.
const THOUSAND: f32 = 1000.0;
/// Ratios are a thousand that differ from it by less than this share.
const ALIKE: f32 = 0.1;
/// Bodies that are slower tell nothing of time. Metres per second.
const SLOW: f32 = 0.01;
/// Frames of a game that last so long are none of seconds. Seconds.
const LONG: RangeInclusive<f32> = 5.0..=1000.0;
/// Most ways that are looked at.
const MOST_WAYS: usize = 2_000;

/// A frame whose time is likely in milliseconds.
struct LongFrame {
    /// By the file. Seconds.
    lasts: f32,
    /// Ways and velocities say so.
    is_by_velocity: bool,
}

impl Recording {
    /// Whether times of frames are 1000 times those that ways and velocities say; where no velocities are told, whether a
    /// frame lasts too long for a game's.
    pub fn is_in_milliseconds(&self) -> bool {
        self.frame_in_milliseconds().is_some()
    }

    fn frame_in_milliseconds(&self) -> Option<LongFrame> {
        let times = self.frames.iter().map(|frame| frame.time);
        let lasts: Vec<f32> = times.clone().zip(times.skip(1)).map(|(from, to)| (to - from) as f32).collect();
        let lasts = median(&lasts).filter(|lasts| *lasts > 0.0)?;
        let longer = self.times_longer();
        if longer.is_empty() {
            return LONG.contains(&lasts).then_some(LongFrame { lasts, is_by_velocity: false });
        }
        let middle = median(&longer)?;
        let is_thousand = (middle - THOUSAND).abs() <= ALIKE * THOUSAND;
        (longer.len() >= FEWEST && is_thousand).then_some(LongFrame { lasts, is_by_velocity: true })
    }

    /// How many times longer than its way by its velocity each body takes, body by body and frame by frame.
    fn times_longer(&self) -> Vec<f32> {
        let mut longer = Vec::new();
        for (from, to) in self.frames.iter().zip(self.frames.iter().skip(1)) {
            let seconds = (to.time - from.time) as f32;
            let moved = (0..self.body_count() as u32).filter(|body| self.kind(*body) != BodyKind::Static);
            longer.extend(moved.filter_map(|body| {
                let place =
                    |frame: &StoredFrame| Some(self.metric(frame.pose(body)?)).map(|[x, y, _]| [x, y]);
                let speed =
                    |frame: &StoredFrame| Some(self.metric(frame.velocity(body)?)).map(|[x, y, _]| [x, y]);
                let (before, now, velocity) = (place(from)?, place(to)?, speed(to).or_else(|| speed(from))?);
                let speed = velocity[0].hypot(velocity[1]);
                let way = (now[0] - before[0]).hypot(now[1] - before[1]);
                (speed > SLOW && way > 0.0).then(|| speed * seconds / way)
            }));
            if longer.len() > MOST_WAYS {
                break;
            }
        }
        longer
    }
}

/// `rows`: the recording's differences, which there are either way.
pub(super) fn error(recording: &Recording, rows: usize) -> Option<Systematic> {
    let LongFrame { lasts, is_by_velocity } = recording.frame_in_milliseconds()?;
    let times = if is_by_velocity { ", a thousand times what ways and velocities say" } else { "" };
    let sentence =
        format!("a frame lasts {} s by its \"time\"{times}: are these milliseconds?", number(lasts));
    let cure = "\"time\" in seconds, a thousandth of these".to_owned();
    Some(Systematic { sentence, cure, left: rows, is_of_normals: false })
}
