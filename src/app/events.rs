//! The log of events as a panel shows it: filtered, by number, each row in words.

use collide2d::{ContactEvent, Phase};

use super::frame_log::EventLog;
use super::pairs::Pair;
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
pub struct Matches {
    numbers: Vec<u64>,
    /// What they were found with.
    of: Option<Found>,
    /// Events before this number were looked at.
    looked_at: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Found {
    run: u64,
    generation: u64,
    pairs: EventPairs,
    pair: Option<Pair>,
    text: String,
}

impl Matches {
    /// Numbers of the events in the log, oldest first.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Takes what the log of this run has gained; begins anew where the run, the pair or the filter is another.
    pub(super) fn update(
        &mut self,
        run: u64,
        log: &EventLog,
        pair: Option<Pair>,
        filter: &EventFilter,
        scene: &Scene,
    ) {
        let text = filter.text.trim().to_lowercase();
        let of = Found { run, generation: log.generation(), pairs: filter.pairs, pair, text };
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

    /// Nothing is found while nobody asks.
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
