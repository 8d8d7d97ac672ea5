//! The events of a step: pairs that begin to touch, go on touching and end.

use std::mem;

use super::World;
use super::step::Scratch;
use crate::collide::{LeastOverlap, least_overlap};
use crate::decide::{Decider, EitherIs, Passing};
use crate::event::{ContactEvent, PairContact, Phase, Touch, Touching};
use crate::observe::StepObserver;
use crate::pair::{PairKey, PairKind};

impl World {
    /// Merges the contacts with the pairs that touched before into events.
    pub(super) fn merge_events<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        let Scratch { detector, still_waiting, next_touching, behind, held, .. } = scratch;
        let mut let_through = Vec::new();
        let decider = Decider {
            frame: self.frame,
            listeners: &self.listeners,
            timestep: self.settings.timestep,
            passing: &self.passing,
            held,
        };
        self.events.clear();
        next_touching.clear();
        let (mut old, mut new) = (0, 0);
        loop {
            let before = self.touching.get(old).copied();
            let now = self.contacts.get(new);
            let pair = match (before.map(|t| t.pair), now.map(PairContact::key)) {
                (None, None) => break,
                (Some(p), None) | (None, Some(p)) => p,
                (Some(p), Some(q)) => p.min(q),
            };
            let before = before.filter(|t| t.pair == pair);
            // Of several leaves that touch the deepest stands for the pair.
            let count = self.contacts[new..].iter().take_while(|c| c.key() == pair).count();
            let now = self.contacts[new..new + count].iter().reduce(deeper);
            let waiting = before.is_some() && now.is_none() && still_waiting.get(old) == Some(&true);
            if waiting && self.unlisted.is_some() {
                // Past `max_candidates`, only the contacts that have a place are followed.
                old += 1;
                continue;
            }
            let [a, b] = [pair.a(), pair.b()].map(|body| detector.traits[body as usize]);
            let mut event = ContactEvent {
                frame: self.frame,
                pair,
                kind: PairKind::new(a.kind, b.kind),
                phase: match before {
                    None => Phase::Begin,
                    Some(_) if now.is_some() || waiting => Phase::Persist,
                    Some(_) => Phase::End,
                },
                since: before.map_or(self.frame, |t| t.since),
                touch: now.map(|now| Touch { normal: now.contact.normal, depth: now.contact.depth }),
                resolved_by: None,
                waiting_since: if waiting { self.waiting_since(pair) } else { None },
                fraction: None,
            };
            let mut passes = waiting && self.passing.lets_through(pair);
            if let Some(contact) = now {
                let either = EitherIs {
                    sensor: a.is_sensor || b.is_sensor,
                    piece: a.is_piece || b.is_piece,
                    one_way: a.is_one_way || b.is_one_way,
                };
                passes = decider.decide(contact, &mut event, either, &self.bodies, observer);
            }
            if passes {
                let_through.push(pair);
            }
            if event.phase != Phase::End {
                next_touching.push(Touching { pair, since: event.since });
            }
            self.events.push(event);
            old += usize::from(before.is_some());
            new += count;
        }
        mem::swap(&mut self.touching, next_touching);
        self.passing = Passing { let_through, behind: mem::take(behind) };
    }

    /// Adds the contacts that begin within the step: the pairs that were stopped where they first touched, and still
    /// touch. The next step finds them as contacts that persist.
    pub(super) fn add_begun(&mut self, stopped: &mut Vec<(PairKey, f32)>, begun: &mut Vec<ContactEvent>) {
        if stopped.is_empty() {
            return;
        }
        // A pair that was put back several times has one event, with its last fraction.
        stopped.reverse();
        stopped.sort_by_key(|(pair, _)| *pair);
        stopped.dedup_by_key(|(pair, _)| *pair);
        let is_known = |touching: &[Touching], pair: PairKey| {
            touching.binary_search_by_key(&pair, |touching| touching.pair).is_ok()
        };
        stopped.retain(|(pair, _)| !is_known(&self.touching, *pair));
        begun.clear();
        for &(pair, share) in &*stopped {
            let (a, b) = (&self.bodies[pair.a() as usize], &self.bodies[pair.b() as usize]);
            let Some(LeastOverlap { normal, depth }) =
                least_overlap(a.shape(), a.pose(), b.shape(), b.pose())
            else {
                continue;
            };
            let begin = ContactEvent::begin(self.frame, pair, PairKind::of(a.shape(), b.shape()));
            let touch = Some(Touch { normal, depth });
            begun.push(ContactEvent { touch, fraction: Some(share), ..begin });
        }
        merge_sorted(&mut self.events, begun.iter().copied(), |event| event.pair);
        let touching = begun.iter().map(|event| Touching { pair: event.pair, since: event.since });
        merge_sorted(&mut self.touching, touching, |touching| touching.pair);
    }

    /// Adds the contacts that began and ended within the step, of a bullet and what did not hold it.
    pub(super) fn add_passed(&mut self, passed: &[ContactEvent]) {
        if passed.is_empty() {
            return;
        }
        for &begin in passed {
            self.events.push(begin);
            let end =
                ContactEvent { phase: Phase::End, touch: None, resolved_by: None, fraction: None, ..begin };
            self.events.push(end);
        }
        self.events.sort_by_key(|event| event.pair);
    }
}

/// Merges sorted items into a sorted list; of equal keys the list's own come first. It copies from the back:
/// a stable sort would allocate, and an unstable one would sort the whole list again.
fn merge_sorted<T: Copy, K: Ord>(
    items: &mut Vec<T>,
    added: impl DoubleEndedIterator<Item = T> + Clone,
    key: impl Fn(&T) -> K,
) {
    let mut rest = items.len();
    items.extend(added.clone());
    let mut end = items.len();
    for added in added.rev() {
        let later = items[..rest].iter().rev().take_while(|item| key(item) > key(&added)).count();
        items.copy_within(rest - later..rest, end - later);
        (rest, end) = (rest - later, end - later - 1);
        items[end] = added;
    }
}

/// The deeper of two contacts, of equally deep ones the first.
fn deeper<'c>(p: &'c PairContact, q: &'c PairContact) -> &'c PairContact {
    if q.contact.depth > p.contact.depth { q } else { p }
}
