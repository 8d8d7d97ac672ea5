//! The log of events, for its panel and the time line.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use collide2d::{ContactEvent, Phase};

use super::AppState;
use crate::app::derived::events::EventRow;
use crate::app::derived::frame_log::{EventLog, EventMark, MOST_EVENTS};
use crate::app::derived::moment_log::Moment;
use crate::app::looking::pairs::Pair;

impl AppState {
    fn log(&self) -> &EventLog {
        &self.run.frames.log().events
    }

    /// A row of the log by its place among the events that pass the filter, oldest first.
    pub fn event_row(&self, place: usize) -> Option<EventRow> {
        let number = self.derived.filtered.numbers.get(place)?;
        Some(EventRow::of(self.log().get(*number)?, self.named_scene()))
    }

    /// Place of the first row after the present frame.
    pub fn event_place(&self) -> usize {
        let (log, frame) = (self.log(), self.run.frame());
        let is_past = |number: &u64| log.get(*number).is_none_or(|event| event.frame <= frame);
        self.derived.filtered.numbers.partition_point(is_past)
    }

    /// Number of events that were dropped because there were more than [`MOST_EVENTS`], and that limit.
    pub fn events_forgotten(&self) -> (u64, usize) {
        (self.log().begin(), MOST_EVENTS)
    }

    /// Contacts that began or ended in these frames, of every pair or of this one, oldest first; dropped
    /// events are missing.
    pub fn events_between(
        &self,
        frames: RangeInclusive<u64>,
        pair: Option<Pair>,
    ) -> impl Iterator<Item = EventRow> {
        let of_pair =
            move |event: &&ContactEvent| pair.is_none_or(|pair| pair == (event.pair.a(), event.pair.b()));
        let events = self.log().between(frames).filter(of_pair);
        events.filter(|e| e.phase != Phase::Persist).map(|event| EventRow::of(event, self.named_scene()))
    }

    /// What happens in these frames besides contacts that begin and end, oldest first.
    pub fn moments(&self, frames: RangeInclusive<u64>) -> &[Moment] {
        self.run.frames.log().moments.moments_in(frames)
    }

    pub fn moment_words(&self, moment: &Moment) -> String {
        moment.words(|body| match self.run.frames.playback() {
            Some(playback) => playback.recording.body_name(body),
            None => self.named_scene().shown_name(body).into_owned(),
        })
    }

    /// Frames at which contacts begin or end, ascending: of every pair, or of this one (dropped events are
    /// missing).
    pub fn marks(&self, pair: Option<Pair>) -> Cow<'_, [EventMark]> {
        if let Some(playback) = self.run.frames.playback() {
            return Cow::Owned(playback.event_marks(pair));
        }
        let log = self.log();
        let Some(pair) = pair else { return Cow::Borrowed(log.marks()) };
        let mark = |event: &ContactEvent| {
            let (begins, ends) = if event.phase == Phase::Begin { (1, 0) } else { (0, 1) };
            (event.phase != Phase::Persist).then_some(EventMark { frame: event.frame, begins, ends })
        };
        // The log may be long, and this runs in every drawn frame.
        if self.looking.selected_pair() == Some(pair) {
            let events = self.derived.of_pair.numbers.iter().filter_map(|number| log.get(*number));
            return Cow::Owned(events.filter_map(mark).collect());
        }
        let of_pair = log.iter().filter(|e| (e.pair.a(), e.pair.b()) == pair);
        Cow::Owned(of_pair.filter_map(mark).collect())
    }
}
