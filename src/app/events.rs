//! The log of events as a panel shows it: filtered, by number, each row in words.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use collide2d::{ContactEvent, Phase};

use super::looked::Pair;
use super::records::{EventLog, MOST_EVENTS, Mark};
use super::state::AppState;
use crate::scene::Scene;
use crate::stages::{phase_name, taken_by};

/// Which events the log shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Of which pairs.
    pub pairs: EventPairs,
    /// Only those with this text in a name, the kind of pair, the phase, who took it, or the frame; any where empty.
    pub text: String,
    /// Contacts that go on as well, frame by frame. The log is read anew where this changes.
    pub persist: bool,
}

/// Of which pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventPairs {
    /// All.
    #[default]
    All,
    /// The pair looked at.
    LookedAt,
    /// This pair.
    Of(u32, u32),
}

/// One row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The frame whose step told it.
    pub frame: u64,
    /// The pair.
    pub pair: Pair,
    /// Names of the two bodies.
    pub names: (String, String),
    /// "circle-rectangle".
    pub kind: String,
    /// Began, goes on, ended.
    pub phase: Phase,
    /// The frame in which the contact began.
    pub since: u64,
    /// Who took it from the solver: "taken by a sensor".
    pub taken_by: Option<String>,
    /// It found no place in the frame.
    pub waiting: bool,
}

/// The events that pass the filter, by number; brought up to date as the log grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Matches {
    numbers: Vec<u64>,
    /// What they were found with.
    of: Option<Found>,
    /// Events before this number were looked at.
    looked_at: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Found {
    generation: u64,
    pairs: EventPairs,
    pair: Option<Pair>,
    text: String,
}

impl Matches {
    fn update(&mut self, log: &EventLog, pair: Option<Pair>, filter: &EventFilter, scene: &Scene) {
        let text = filter.text.trim().to_lowercase();
        let of = Found { generation: log.generation(), pairs: filter.pairs, pair, text };
        if self.of.as_ref() != Some(&of) || self.looked_at > log.end() {
            *self = Self::default();
        }
        let nameless = pair.is_none() && filter.pairs != EventPairs::All;
        if !nameless && self.looked_at < log.end() {
            let named: Vec<bool> = if of.text.is_empty() {
                Vec::new()
            } else {
                scene.bodies.iter().map(|body| body.name.to_lowercase().contains(&of.text)).collect()
            };
            let fits = |event: &ContactEvent| {
                let key = (event.pair.a(), event.pair.b());
                pair.is_none_or(|pair| pair == key)
                    && (of.text.is_empty() || has_text(event, &named, &of.text))
            };
            let found = log.since(self.looked_at).filter(|(_, event)| fits(event)).map(|(number, _)| number);
            self.numbers.extend(found);
        }
        let gone = self.numbers.partition_point(|number| *number < log.begin());
        self.numbers.drain(..gone);
        self.looked_at = log.end();
        self.of = Some(of);
    }

    /// The log begins anew.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

fn has_text(event: &ContactEvent, named: &[bool], text: &str) -> bool {
    let is_named = |index: u32| named.get(index as usize).copied().unwrap_or_default();
    is_named(event.pair.a())
        || is_named(event.pair.b())
        || event.kind.to_string().contains(text)
        || phase_name(event.phase).contains(text)
        || taken_by(event).is_some_and(|by| by.contains(text))
        || event.frame.to_string() == text
}

/// "begins", "goes on" or "ends".
pub fn phase_verb(phase: Phase) -> &'static str {
    match phase {
        Phase::Begin => "begins",
        Phase::Persist => "goes on",
        Phase::End => "ends",
    }
}

impl EventRow {
    /// The row of an event.
    pub fn of(event: &ContactEvent, scene: &Scene) -> Self {
        let name = |index: u32| scene.bodies.get(index as usize).map(|b| b.name.clone()).unwrap_or_default();
        let (a, b) = (event.pair.a(), event.pair.b());
        Self {
            frame: event.frame,
            pair: (a, b),
            names: (name(a), name(b)),
            kind: event.kind.to_string(),
            phase: event.phase,
            since: event.since,
            taken_by: taken_by(event),
            waiting: event.waiting,
        }
    }
}

impl AppState {
    /// Which events the log shows.
    pub fn event_filter(&self) -> &EventFilter {
        &self.event_filter
    }

    /// How many events of the log pass the filter; none while the panel is off.
    pub fn event_count(&self) -> usize {
        self.event_matches.numbers.len()
    }

    /// A row of the log by its place among those that pass the filter, oldest first.
    pub fn event_row(&self, place: usize) -> Option<EventRow> {
        let number = self.event_matches.numbers.get(place)?;
        Some(EventRow::of(self.simulation.records().log.get(*number)?, self.scene()))
    }

    /// Where the rows of frames after the present one begin.
    pub fn event_place(&self) -> usize {
        let (log, frame) = (&self.simulation.records().log, self.frame());
        let is_past = |number: &u64| log.get(*number).is_none_or(|event| event.frame <= frame);
        self.event_matches.numbers.partition_point(is_past)
    }

    /// Events that went because there were more than [`MOST_EVENTS`].
    pub fn events_forgotten(&self) -> (u64, usize) {
        (self.simulation.records().log.begin(), MOST_EVENTS)
    }

    /// Contacts that began or ended in these frames, of every pair or of this one, oldest first; as far back as the log goes.
    pub fn events_between(
        &self,
        frames: RangeInclusive<u64>,
        pair: Option<Pair>,
    ) -> impl Iterator<Item = EventRow> {
        let of_pair =
            move |event: &&ContactEvent| pair.is_none_or(|pair| pair == (event.pair.a(), event.pair.b()));
        let told = self.simulation.records().log.between(frames).filter(of_pair);
        told.filter(|e| e.phase != Phase::Persist).map(|event| EventRow::of(event, self.scene()))
    }

    /// Frames at which contacts begin or end, ascending: of every pair, or of this one (as far back as the log goes).
    pub fn marks(&self, pair: Option<Pair>) -> Cow<'_, [Mark]> {
        let log = &self.simulation.records().log;
        let Some(pair) = pair else { return Cow::Borrowed(log.marks()) };
        let mark = |event: &ContactEvent| {
            let (begins, ends) = if event.phase == Phase::Begin { (1, 0) } else { (0, 1) };
            (event.phase != Phase::Persist).then_some(Mark { frame: event.frame, begins, ends })
        };
        // The log may be long, and is asked in every frame.
        if self.looked() == Some(pair) {
            let events = self.looked_events.numbers.iter().filter_map(|number| log.get(*number));
            return Cow::Owned(events.filter_map(mark).collect());
        }
        let of_pair = log.iter().filter(|e| (e.pair.a(), e.pair.b()) == pair);
        Cow::Owned(of_pair.filter_map(mark).collect())
    }

    /// Brings the events of the pair looked at up to date.
    pub(super) fn match_looked(&mut self) {
        let Some(pair) = self.looked() else { return self.looked_events.clear() };
        let filter = EventFilter { pairs: EventPairs::Of(pair.0, pair.1), ..EventFilter::default() };
        let log = &self.simulation.records().log;
        self.looked_events.update(log, Some(pair), &filter, &self.document.scene);
    }

    /// Brings what passes the filter up to date.
    pub(super) fn match_events(&mut self) {
        let pair = match self.event_filter.pairs {
            EventPairs::All => None,
            EventPairs::LookedAt => self.chosen,
            EventPairs::Of(a, b) => Some((a.min(b), a.max(b))),
        };
        let log = &self.simulation.records().log;
        self.event_matches.update(log, pair, &self.event_filter, &self.document.scene);
    }
}
