//! The log of events as its panel shows it: filtered, by number, each row in words.

use collide2d::{ContactEvent, Phase};

use crate::app::derived::frame_log::EventLog;
use crate::app::looking::pairs::Pair;
use crate::explain::stages::{begins_within, phase_name, taken_by};
use crate::scene::Scene;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    pub pairs: EventPairs,
    /// Keeps rows with this text in a body's name, the kind of pair, the phase, the listener or the frame;
    /// empty keeps all.
    pub text: String,
    /// Includes contacts that persist, frame by frame. Changing it reads the log again.
    pub persist: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventPairs {
    #[default]
    All,
    Selected,
    Of(u32, u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The frame whose step reported it.
    pub frame: u64,
    pub pair: Pair,
    pub names: (String, String),
    /// "circle-rectangle".
    pub kind: String,
    pub phase: Phase,
    /// The frame in which the contact began.
    pub since: u64,
    /// Which listener took it from the solver: "taken by a sensor".
    pub taken_by: Option<String>,
    /// The frame since which it waits, because the contact limit was reached.
    pub waiting_since: Option<u64>,
    /// "after 40 % of the step", of a contact that begins within it.
    pub within: Option<String>,
}

/// The numbers of the events that pass the filter; updated as the log grows.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    pub numbers: Vec<u64>,
    /// What the numbers were found for.
    of: Option<MatchKey>,
    /// Events before this number are already checked.
    looked_at: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct MatchKey {
    run: u64,
    generation: u64,
    pairs: EventPairs,
    pair: Option<Pair>,
    text: String,
}

impl Matches {
    /// Adds what this run's log has gained; starts over if the run, the pair or the filter changed.
    pub(in crate::app) fn update(
        &mut self,
        run: u64,
        log: &EventLog,
        pair: Option<Pair>,
        filter: &EventFilter,
        scene: &Scene,
    ) {
        let text = filter.text.trim().to_lowercase();
        let of = MatchKey { run, generation: log.generation(), pairs: filter.pairs, pair, text };
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
                    && (of.text.is_empty() || has_text(event, &named, &of.text, scene))
            };
            let found = log.since(self.looked_at).filter(|(_, event)| fits(event)).map(|(number, _)| number);
            self.numbers.extend(found);
        }
        let gone = self.numbers.partition_point(|number| *number < log.begin());
        self.numbers.drain(..gone);
        self.looked_at = log.end();
        self.of = Some(of);
    }

    /// Forgets the matches while they are not shown.
    pub(in crate::app) fn clear(&mut self) {
        *self = Self::default();
    }
}

fn has_text(event: &ContactEvent, named: &[bool], text: &str, scene: &Scene) -> bool {
    let is_named = |index: u32| named.get(index as usize).copied().unwrap_or_default();
    is_named(event.pair.a())
        || is_named(event.pair.b())
        || event.kind.to_string().contains(text)
        || phase_name(event.phase).contains(text)
        || phase_verb(event.phase).contains(text)
        || taken_by(event, scene).is_some_and(|by| by.contains(text))
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
    pub fn of(event: &ContactEvent, scene: &Scene) -> Self {
        let name = |index: u32| scene.shown_name(index).into_owned();
        let (a, b) = (event.pair.a(), event.pair.b());
        Self {
            frame: event.frame,
            pair: (a, b),
            names: (name(a), name(b)),
            kind: event.kind.to_string(),
            phase: event.phase,
            since: event.since,
            taken_by: taken_by(event, scene),
            waiting_since: event.waiting_since,
            within: begins_within(event),
        }
    }
}
