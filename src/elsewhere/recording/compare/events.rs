//! Their events beside what touches in ours: late, twice, never, or without cause.
//!
//! A pair is judged once it has an event: of which pairs a game asks for events, a recording does not tell. Where the engine
//! tells events of such two bodies elsewhere, and contacts of none, events are all that it tells of them, and a pair is
//! judged from when it begins in ours. Shapes that are within the tolerance of touching may do either.

use std::collections::{BTreeMap, BTreeSet};

use collision_record::EventKind;

use super::What;
use super::frame_events::{FrameEvents, PairNow, WatchedPair, is_of_sensor};
use super::tested::Going;
use crate::elsewhere::differences::WrongEvent;

/// Frames after which an event that has not come is missing.
pub(in crate::elsewhere::recording) const MOST_LATE: u64 = 120;

/// A pair and what differs, in a frame.
pub(super) type EventFault = (u64, (u32, u32), What);

/// Their events so far, by pair.
#[derive(Clone, Debug, Default)]
pub(super) struct EventWatch {
    pairs: BTreeMap<WatchedPair, PairEvents>,
    /// The pairs that overlap in ours, and since which frame; `None`: since the first.
    overlaps: BTreeMap<WatchedPair, Option<u64>>,
    has_begun: bool,
    /// Pairs that touch as before though shapes of theirs are given again in this frame: engines differ in what they tell of
    /// it.
    again: BTreeSet<WatchedPair>,
    /// Pairs that touched until one of the two went, and whose end was not told since.
    unended: BTreeMap<WatchedPair, Unended>,
    together: Together,
}

/// Pairs that were never apart by more than the tolerance, each with the index of the last frame looked at.
#[derive(Clone, Debug, Default)]
struct Together(BTreeMap<(u32, u32), usize>);

impl Together {
    /// Whether two bodies were apart by more than the tolerance in an earlier frame. For two that never were,
    /// no frame is looked at twice.
    fn was_apart(&mut self, seen: &FrameEvents<'_>, bodies: (u32, u32)) -> bool {
        let first = self.0.remove(&bodies).unwrap_or(0);
        let was_apart = seen.was_apart_since(first, bodies);
        if !was_apart {
            self.0.insert(bodies, seen.index);
        }
        was_apart
    }
}

#[derive(Clone, Copy, Debug)]
struct Unended {
    /// The last frame in which both were there.
    frame: u64,
    kind: EventKind,
    going: Going,
}

#[derive(Clone, Copy, Debug, Default)]
struct PairEvents {
    /// Whether the last event begins; `None`: nobody knows.
    touches: Option<bool>,
    /// Ours was as the last event says, or within the tolerance of it, since that.
    agreed: bool,
    /// The frame in which ours became the opposite of the last event.
    due: Option<u64>,
    /// The frame after that in which ours was as the last event says again: an event of either kind is due.
    back: Option<u64>,
    /// The last frame in which both were there.
    seen: Option<u64>,
}

impl EventWatch {
    /// Shapes of some bodies are given again in the next frame, each by another recorded body: whatever is told of a pair that
    /// touches before and after is right, and the last of it holds.
    pub fn give_again(&mut self, seen: &FrameEvents<'_>) {
        let (bodies, events) = (seen.frame.given_again(seen.before), seen.frame.events());
        self.again.clear();
        if bodies.is_empty() {
            return;
        }
        let new = |body: u32| bodies.get(&body).copied().unwrap_or(body);
        let touched = self.pairs.iter().filter(|(_, pair)| pair.touches == Some(true)).map(|(pair, _)| pair);
        let touched: BTreeSet<WatchedPair> = touched.chain(self.overlaps.keys()).copied().collect();
        for old in touched {
            let (a, b) = (new(old.bodies.0), new(old.bodies.1));
            let pair = WatchedPair { bodies: (a.min(b), a.max(b)), ..old };
            if pair == old || !matches!(seen.now(pair), PairNow::Overlap(_) | PairNow::Either) {
                continue;
            }
            self.again.insert(pair);
            let last = events.iter().rfind(|event| WatchedPair::of(event) == pair);
            let known = self.pairs.get(&old).copied();
            if let Some(events) = known.or_else(|| last.map(|_| PairEvents::default())) {
                let touches = last.map_or(events.touches, |last| last.kind.begins().then_some(true));
                self.pairs
                    .insert(pair, PairEvents { touches, agreed: true, due: None, back: None, ..events });
            }
        }
    }

    /// Looks at the events of the frame that follows.
    pub fn see(&mut self, seen: &FrameEvents<'_>) -> Vec<EventFault> {
        let (frame, events) = (seen.frame.frame, seen.frame.events());
        let is_there = |body: u32| seen.frame.pose(body).is_some();
        self.together.0.retain(|(a, b), _| is_there(*a) && is_there(*b));
        let since = std::mem::replace(&mut self.has_begun, true).then_some(frame);
        let before = std::mem::take(&mut self.overlaps);
        let overlapping = seen.overlapping();
        self.overlaps = overlapping.map(|pair| (pair, before.get(&pair).copied().unwrap_or(since))).collect();
        let mut told: BTreeMap<WatchedPair, Vec<EventKind>> = BTreeMap::new();
        // Of a pair whose shapes are given again nobody knows since when it overlaps.
        let again = std::mem::take(&mut self.again);
        let overlaps = self.overlaps.iter_mut().filter(|(pair, _)| again.contains(pair));
        overlaps.for_each(|(_, since)| *since = None);
        for event in events.iter().filter(|event| !again.contains(&WatchedPair::of(event))) {
            told.entry(WatchedPair::of(event)).or_default().push(event.kind);
        }
        for (pair, kinds) in &told {
            // Of a pair that ends first the begin is missing, in the frame in which ours began; of one that touched in
            // the first frame, if only within the tolerance, nobody knows.
            let begins = kinds.first().is_some_and(|kind| kind.begins());
            let overlaps = if begins { &self.overlaps } else { &before };
            let since = overlaps.get(pair).copied().flatten();
            let together = &mut self.together;
            self.pairs.entry(*pair).or_insert_with(|| {
                let due = since.filter(|_| together.was_apart(seen, pair.bodies));
                PairEvents { touches: due.map(|_| false), due, agreed: true, ..PairEvents::default() }
            });
        }
        let begun = self.overlaps.iter().filter(|(_, since)| **since == Some(frame));
        for (pair, since) in begun {
            let is_due = seen.due_of(pair.bodies).is_some_and(|kind| is_of_sensor(kind) == pair.is_of_sensor);
            // What touches again with no event, after one of the two went, touched all along to the engine.
            let is_known = self.pairs.contains_key(pair) || self.unended.contains_key(pair);
            if is_due && !is_known && self.together.was_apart(seen, pair.bodies) {
                let events =
                    PairEvents { touches: Some(false), due: *since, agreed: true, ..PairEvents::default() };
                self.pairs.insert(*pair, events);
            }
        }
        let mut faults = self.take_unended(seen, &told);
        let (overlaps, unended) = (&self.overlaps, &mut self.unended);
        self.pairs.retain(|watched, pair| {
            let kinds = told.get(watched).map_or(&[][..], Vec::as_slice);
            // One that was told to be apart matters only where it overlaps, and until its events have come.
            let is_apart = pair.touches == Some(false) && pair.due.is_none();
            let matters = !is_apart || !kinds.is_empty() || overlaps.contains_key(watched);
            let now = if matters { seen.now(*watched) } else { PairNow::Either };
            let was_held = pair.is_held();
            let found = pair.see(*watched, frame, kinds, now).into_iter();
            faults.extend(found.map(|(frame, what)| (frame, watched.bodies, what)));
            if let PairNow::Gone(Some(going)) = now
                && let Some(frame) = pair.seen
                && was_held
                && kinds.iter().all(|kind| kind.begins())
            {
                unended.insert(*watched, Unended { frame, kind: pair.expected(*watched), going });
            }
            !matches!(now, PairNow::Gone(_) | PairNow::Masked)
        });
        faults
    }

    /// Ends of pairs of which one body went, which have not come for long: missing where the engine tells such ends. One that
    /// comes late is as good, and two that touch again, with no event, touched all along to the engine.
    fn take_unended(
        &mut self,
        seen: &FrameEvents<'_>,
        told: &BTreeMap<WatchedPair, Vec<EventKind>>,
    ) -> Vec<EventFault> {
        let mut faults = Vec::new();
        self.unended.retain(|pair, unended| {
            let kinds = told.get(pair).map_or(&[][..], Vec::as_slice);
            let touches = || matches!(seen.now(*pair), PairNow::Overlap(_) | PairNow::Either);
            if kinds.iter().any(|kind| !kind.begins()) || kinds.is_empty() && touches() {
                return false;
            }
            if seen.frame.frame.saturating_sub(unended.frame) <= MOST_LATE {
                return true;
            }
            faults.extend(unended.fault(*pair, |going| seen.tells(going)));
            false
        });
        faults
    }

    /// The recording has dropped so many of its oldest frames.
    pub fn forget(&mut self, dropped: usize) {
        self.together.0.values_mut().for_each(|frames| *frames = frames.saturating_sub(dropped));
    }

    /// The recording is over: what was due by then is missing.
    pub fn end(&mut self, tells: impl Fn(Going) -> bool) -> Vec<EventFault> {
        let missing = self.pairs.iter_mut().flat_map(|(watched, pair)| {
            pair.take_missing(*watched).into_iter().map(move |(frame, what)| (frame, watched.bodies, what))
        });
        let unended = std::mem::take(&mut self.unended);
        missing.chain(unended.iter().filter_map(|(pair, unended)| unended.fault(*pair, &tells))).collect()
    }
}

impl Unended {
    fn fault(&self, pair: WatchedPair, tells: impl Fn(Going) -> bool) -> Option<EventFault> {
        let what = What::Event(WrongEvent::Unended { kind: self.kind });
        tells(self.going).then_some((self.frame, pair.bodies, what))
    }
}

impl PairEvents {
    fn see(&mut self, pair: WatchedPair, frame: u64, kinds: &[EventKind], now: PairNow) -> Vec<(u64, What)> {
        let mut faults = Vec::new();
        // An engine may tell the end of what is gone, and need not; one of two that masks keep apart is as wrong as its begin.
        let begins = |wrong: fn(EventKind) -> WrongEvent| {
            let all = kinds.iter().filter(|kind| kind.begins());
            all.map(|kind| (frame, What::Event(wrong(*kind)))).collect()
        };
        let gap = match now {
            PairNow::Gone(_) => {
                let mut faults: Vec<_> = begins(|kind| WrongEvent::Gone { kind });
                // What was due while both were there for another frame does not come any more.
                if kinds.is_empty() && self.due.zip(self.seen).is_some_and(|(due, seen)| due < seen) {
                    faults.extend(self.take_missing(pair));
                }
                return faults;
            }
            PairNow::Masked => return begins(|kind| WrongEvent::Masked { kind }),
            PairNow::Either => 0.0,
            PairNow::Apart(gap) => gap,
            PairNow::Overlap(depth) => -depth,
        };
        self.seen = Some(frame);
        let opposes = |touches: Option<bool>| match touches {
            Some(true) => gap > 0.0,
            Some(false) => gap < 0.0,
            None => false,
        };
        if self.agreed && opposes(self.touches) {
            if self.back.is_some() {
                faults.extend(self.take_missing(pair));
            }
            self.due = self.due.or(Some(frame));
        } else if self.due.is_some() && gap != 0.0 {
            self.back = self.back.or(Some(frame));
        }
        for &kind in kinds {
            self.back = None;
            match (self.touches == Some(kind.begins()), self.due.take()) {
                // Between the two the opposite was due.
                (true, Some(due)) => {
                    faults.push((due, What::Event(WrongEvent::Missing { kind: self.expected(pair) })))
                }
                (true, None) => faults.push((frame, What::Event(WrongEvent::Repeated { kind }))),
                (false, Some(due)) if due < frame => {
                    faults.push((frame, What::Event(WrongEvent::Late { kind, frames: frame - due })));
                }
                (false, _) => {}
            }
            self.touches = Some(kind.begins());
            self.agreed = !opposes(self.touches);
            if !self.agreed {
                faults.push((frame, What::Event(WrongEvent::False { kind, gap })));
            }
        }
        self.agreed |= !opposes(self.touches);
        if self.due.is_some_and(|due| frame.saturating_sub(due) > MOST_LATE) {
            faults.extend(self.take_missing(pair));
        }
        faults
    }

    /// Whether the two touch by the last event, and did in ours.
    fn is_held(&self) -> bool {
        self.touches == Some(true) && self.agreed && self.due.is_none()
    }

    /// The events that were due, in the frames of ours; from here on the pair is judged as if they had come.
    fn take_missing(&mut self, pair: WatchedPair) -> Vec<(u64, What)> {
        let mut missing = Vec::new();
        for frame in [self.due.take(), self.back.take()].into_iter().flatten() {
            missing.push((frame, What::Event(WrongEvent::Missing { kind: self.expected(pair) })));
            self.touches = self.touches.map(|touches| !touches);
        }
        missing
    }

    /// The event that is due where ours is the opposite of the last one.
    fn expected(self, pair: WatchedPair) -> EventKind {
        match (self.touches == Some(true), pair.is_of_sensor) {
            (false, false) => EventKind::Begin,
            (false, true) => EventKind::Enter,
            (true, false) => EventKind::End,
            (true, true) => EventKind::Exit,
        }
    }
}
