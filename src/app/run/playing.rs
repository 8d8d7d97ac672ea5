//! Time that runs, forward or back: from tick to tick, within a range, until a stop.

use std::time::Duration;

use crate::app::run::frames::Played;
use crate::app::run::{Run, SAME_TIME};
use crate::app::spent::processor_time;

/// Range of the playing speed.
const SPEEDS: (f32, f32) = (0.1, 4.0);
/// Longest time for the steps of one drawn frame; simulated time beyond that is dropped.
const STEP_TIME: Duration = Duration::from_millis(20);

impl Run {
    /// Lets time run, forward or back, or stops it where it runs so.
    pub fn toggle_play(&mut self, backwards: bool) {
        self.playing = !self.playing || self.backwards != backwards;
        self.backwards = backwards;
        self.time_debt = 0.0;
        self.awaited = None;
        let frame = self.frame();
        if let Some((first, last)) = self.range.filter(|_| self.playing)
            && !(if backwards { first + 1..=last } else { first..=last.saturating_sub(1) }).contains(&frame)
        {
            self.go(if backwards { last } else { first });
        }
    }

    /// Sets the playing speed, clamped to the allowed range; NaN and infinity change nothing.
    pub fn set_speed(&mut self, speed: f32) {
        if speed.is_finite() {
            self.speed = speed.clamp(SPEEDS.0, SPEEDS.1);
        }
    }

    /// Whether it plays and shows the last frame of a recording that goes on: nothing moves until a frame comes.
    pub fn awaits_frames(&self) -> bool {
        self.playing
            && !self.backwards
            && self.seeking.is_none()
            && self.range.is_none()
            && self.frames.playback().is_some_and(|playback| playback.goes_on && playback.is_at_end())
    }

    /// Whether what is shown changes by time alone.
    pub fn moves(&self) -> bool {
        self.playing && !self.awaits_frames()
    }

    /// Lets `dt` seconds pass. Playing `waits` while an edit is under way.
    pub fn tick(&mut self, dt: f32, waits: bool) {
        let begin = processor_time();
        if let Some(frame) = self.seeking {
            self.stamp.shown += 1;
            if self.frames.seek_for(frame, STEP_TIME) {
                self.seeking = None;
            }
        }
        self.catch_up();
        // It is known of every frame that is passed whether a stop holds.
        if self.playing && !waits && self.seeking.is_none() && !self.frames.awaits_stops() {
            let seconds = self.time_debt + f64::from(dt * self.speed);
            if self.backwards { self.play_back(seconds) } else { self.play(seconds) }
        }
        self.spent += processor_time().saturating_sub(begin);
    }

    fn play(&mut self, seconds: f64) {
        let before = self.frame();
        let range = self.range.filter(|(_, last)| before <= *last);
        let played = self.frames.play(seconds, STEP_TIME, range.map_or(u64::MAX, |(_, last)| last));
        self.stamp.shown += u64::from(self.frame() != before);
        self.time_debt = 0.0;
        match (played, range) {
            (Played::On(left), _) => self.time_debt = left,
            (Played::AtStop, _) => self.playing = false,
            (Played::AtEnd, Some((first, last))) if self.frame() == last && self.repeats => self.go(first),
            (Played::AtEnd, Some((_, last))) if self.frame() == last => self.playing = false,
            // At the end of a recording that goes on the next frame is waited for.
            (Played::AtEnd, _) => {
                self.playing = self.frames.playback().is_some_and(|playback| playback.goes_on);
            }
        }
    }

    /// Goes back by these seconds, at most to the first frame or to where a stop holds.
    fn play_back(&mut self, seconds: f64) {
        let (mut frame, mut left) = (self.frame(), seconds);
        let first = self.range.map_or(0, |(first, _)| first);
        loop {
            let before = self.frames.frame_before(frame).filter(|before| *before >= first);
            let Some(before) = before else {
                match self.range.filter(|(first, _)| frame == *first && self.repeats) {
                    Some((_, last)) => frame = last,
                    None => self.playing = false,
                }
                left = 0.0;
                break;
            };
            let passes = self.frames.time_of(frame) - self.frames.time_of(before);
            let passes = if passes > 0.0 { passes } else { SAME_TIME };
            if left < passes * (1.0 - 1.0e-4) {
                break;
            }
            (frame, left) = (before, left - passes);
            if self.frames.log().stops.at(frame).is_some() {
                self.playing = false;
                break;
            }
        }
        self.time_debt = left;
        if frame != self.frame() {
            self.go(frame);
        }
    }
}
