//! A recording whose frames come while it is shown: room for them, whether a file has them, and the pause of the game that
//! sends them.

use std::time::Duration;

use super::Playback;
use crate::app::derived::stop_log::StopMark;
use crate::app::derived::watch_log::MOST_FRAMES;
use crate::app::run::frames::Frames;
use crate::elsewhere::recording::StoredFrame;
use crate::platform::clock::Instant;

/// A game that still sends so long after it was asked to pause does not hear that.
const PAUSE_TIME: Duration = Duration::from_secs(1);
/// Longest time for stops when frames come.
const SEARCH_TIME: Duration = Duration::from_millis(4);

/// A game was asked to pause.
#[derive(Clone, Copy, Debug)]
pub struct GamePause {
    /// The frame at which a stop holds.
    pub frame: u64,
    asked_at: Instant,
    /// The game goes on all the same.
    pub is_ignored: bool,
}

/// What there is no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    Memory,
    /// There may be [`MOST_FRAMES`].
    Frames,
}

impl Playback {
    /// Adds frames, and drops the oldest ones where memory is short. Returns of each that does not follow the last one why.
    pub fn add(&mut self, frames: impl IntoIterator<Item = StoredFrame>) -> Vec<String> {
        let (was_empty, known) = (self.is_empty(), self.recording.body_count());
        let mut refused = Vec::new();
        for frame in frames {
            if let Some(pause) = &mut self.pause {
                pause.is_ignored |= pause.asked_at.elapsed() > PAUSE_TIME;
            }
            let bytes = frame.memory();
            match self.recording.push(frame) {
                Ok(()) => self.memory += bytes,
                Err(why) => refused.push(why),
            }
        }
        if self.recording.body_count() > known
            && let Ok(every) = self.recording.every_body()
        {
            self.every = every;
        }
        while self.goes_on
            && let Some(lack) = self.is_short_of()
        {
            self.lacks = Some(lack);
            self.drop_oldest();
        }
        if was_empty && !self.is_empty() {
            self.go_to(0);
        }
        refused
    }

    /// What it takes more of than there is, where it has frames to drop.
    fn is_short_of(&self) -> Option<Lack> {
        let frames = self.recording.frames().len();
        if frames > MOST_FRAMES {
            Some(Lack::Frames)
        } else if frames > 1 && self.memory > self.limit {
            Some(Lack::Memory)
        } else {
            None
        }
    }

    /// Drops an eighth of the frames, at least one: the oldest, be the present one among them or not.
    fn drop_oldest(&mut self) {
        let count = (self.recording.frames().len() / 8).max(1);
        self.recording.drop_oldest(count);
        self.memory = self.recording.memory();
        self.dropped += count as u64;
        let first = self.first_frame();
        self.comparing.forget(count, first);
        self.passing.forget(count);
        self.log.forget(count, first);
        self.marks.retain(|mark| mark.frame >= first);
        match self.index.checked_sub(count) {
            Some(index) => self.index = index,
            None => self.go_to(0),
        }
    }

    /// Frames that have come, those that were dropped since among them.
    fn came(&self) -> u64 {
        self.dropped + self.recording.frames().len() as u64
    }

    /// Whether frames have come since it was saved last.
    pub fn is_unsaved(&self) -> bool {
        self.came() > self.saved
    }

    #[cfg(not(target_os = "unknown"))]
    pub fn set_saved(&mut self) {
        self.saved = self.came();
    }

    /// The first stop that holds in a frame that the game sent since it was last resumed: it pauses the game. Searches for
    /// some milliseconds; what is left is searched when the next frames come.
    pub fn pause_game(&mut self) -> Option<StopMark> {
        let begin = Instant::now();
        while self.pause.is_none() && self.due_stops().is_some() && begin.elapsed() < SEARCH_TIME {
            self.read_stops();
        }
        let is_new = |mark: &&StopMark| self.pause.is_none() && Some(mark.frame) > self.heard;
        let mark = self.log.stops.marks().iter().find(is_new).cloned()?;
        self.pause = Some(GamePause { frame: mark.frame, asked_at: Instant::now(), is_ignored: false });
        Some(mark)
    }

    /// The game goes on; what it sent before it was paused does not pause it again.
    pub fn resume_game(&mut self) -> bool {
        self.ignore_past_stops();
        self.pause.take().is_some()
    }

    pub(super) fn ignore_past_stops(&mut self) {
        self.heard = (!self.is_empty()).then(|| self.last_frame());
    }

    /// Goes on to the newest frame, or to the first one before it in which a stop holds; returns whether one does. `is_new`:
    /// the present frame has just come as well.
    pub fn follow(&mut self, is_new: bool) -> bool {
        if is_new && self.stops_at(self.index) == Some(true) {
            return true;
        }
        for index in self.index + 1..=self.last_index() {
            match self.stops_at(index) {
                Some(false) => {}
                Some(true) => {
                    self.go_to(index);
                    return true;
                }
                None => {
                    self.go_to(index - 1);
                    return false;
                }
            }
        }
        self.go_to(self.last_index());
        false
    }
}
