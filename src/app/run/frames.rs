//! The frames of a run, whatever gives them.

use std::fmt::Debug;
use std::time::Duration;

use collide2d::{Piece, World};

use crate::app::derived::frame_log::FrameLog;
use crate::explain::stages::Impulses;
use crate::report::not_finite::NotFinite;

/// How far playing came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Played {
    /// It goes on; seconds are left over.
    On(f64),
    AtEnd,
    /// A stop holds in the present frame.
    AtStop,
}

/// The frames of a run, and the present one among them. What is not every kind's has a default.
pub trait Frames: Debug {
    fn world(&self) -> &World;
    fn frame(&self) -> u64;
    fn first_frame(&self) -> u64 {
        0
    }

    /// The last frame that is known.
    fn last_frame(&self) -> u64;
    /// The time of a frame. Seconds.
    fn time_of(&self, frame: u64) -> f64;
    /// The place of the present frame among the frames.
    fn place(&self) -> usize {
        usize::try_from(self.frame()).unwrap_or(usize::MAX)
    }

    /// The time of the frame at this place among the frames. Seconds.
    fn time_at(&self, place: usize) -> f64 {
        self.time_of(place as u64)
    }

    /// The frame whose time is nearest, at most a million frames after the first.
    fn frame_at(&self, time: f64) -> u64 {
        let (mut before, mut after) = (self.first_frame(), self.first_frame().saturating_add(1_000_000));
        while after - before > 1 {
            let middle = before.midpoint(after);
            if self.time_of(middle) <= time { before = middle } else { after = middle }
        }
        if time - self.time_of(before) <= self.time_of(after) - time { before } else { after }
    }
    /// The frame that is so many frames later, or earlier.
    fn frame_after(&self, frames: i64) -> u64;
    /// The pieces of the latest computed frame; each of an earlier frame is one of them.
    fn pieces(&self) -> &[Piece] {
        &[]
    }

    /// Why the frames end at the present one; `None`: they go on.
    fn end(&self) -> Option<&NotFinite> {
        None
    }

    /// Processor time of steps on other threads.
    fn spent_beside(&self) -> Duration {
        Duration::ZERO
    }
    /// Memory that the frames take. Bytes.
    fn memory(&self) -> usize;
    fn log(&self) -> &FrameLog;
    /// The readings, to change what is read.
    fn log_mut(&mut self) -> &mut FrameLog;
    /// The impulses of the step that led to the present frame, if they are watched.
    fn impulses(&mut self) -> Option<&Impulses> {
        None
    }

    /// Goes toward `frame` for as long as `time` allows; returns whether it, or the end, is reached.
    fn seek_for(&mut self, frame: u64, time: Duration) -> bool;
    /// Goes on by these seconds, for as long as `time` allows, at most to the frame `last`.
    fn play(&mut self, seconds: f64, time: Duration, last: u64) -> Played;
    /// The frame before this one; the first has none.
    fn frame_before(&self, frame: u64) -> Option<u64> {
        frame.checked_sub(1)
    }
    /// Whether a frame up to the present one is not searched for stops yet.
    fn awaits_stops(&self) -> bool {
        self.log().stops.due().is_some_and(|next| next <= self.frame())
    }
    /// Whether work waits for [`Frames::catch_up`]: readings up to `ahead` frames beyond the present one, or the
    /// comparison with a recording.
    fn is_behind(&self, ahead: u64) -> bool;
    /// Does that work for as long as `time` allows.
    fn catch_up(&mut self, ahead: u64, time: Duration);
}
