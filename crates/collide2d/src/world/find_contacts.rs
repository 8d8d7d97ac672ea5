//! Broad and narrow phase of a step: the contacts that it has room for, and the pairs that are near.

use std::mem;
use std::ops::ControlFlow;

use super::deepest::Deepest;
use super::detect::{Detector, TestedPair, test_leaves};
use super::pairing::PairFilter;
use super::step::Scratch;
use super::{WaitingContact, World};
use crate::batch::Outcome;
use crate::body::Body;
use crate::collide::collide_observed;
use crate::collide::leaves::LeafPair;
use crate::contact::manifold::Contact;
use crate::decide::Decider;
use crate::event::{PairContact, Touching};
use crate::observe::{PairOutcome, Stage, StepObserver};
use crate::pair::PairKey;
use crate::sat::axis::SatObserver;
use crate::settings::WorldSettings;
use crate::shape::Leaf;
use crate::solver::Needs;
use crate::solver::near;
use crate::solver::task::Task;

impl World {
    /// Broad and narrow phase. The number of contacts is limited. If some do not fit, the next step starts
    /// with the first pair that did not, so that each has its turn.
    pub(super) fn find_contacts<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        self.contacts.clear();
        scratch.still_waiting.clear();
        scratch.without_place.clear();
        scratch.near.clear();
        scratch.behind.clear();
        let Scratch { still, detector, near, still_waiting, without_place, behind, held, .. } = scratch;
        let most = self.settings.max_candidates.unwrap_or(usize::MAX);
        detector.candidates(&self.bodies, still, PairFilter::Acting, most);
        detector.leave_out(&self.not_colliding);
        while !self.islands().is_empty() && self.wake_met(detector) {
            detector.look_again(&self.bodies, &self.scratch.woken);
            still.wake(&mut self.scratch.woken);
            detector.candidates(&self.bodies, still, PairFilter::Acting, most);
            detector.leave_out(&self.not_colliding);
        }
        let (first, kept) = (self.resume.take(), self.kept_for_generated());
        let mut search = ContactSearch {
            bodies: &self.bodies,
            settings: &self.settings,
            first,
            slots: ContactSlots {
                limit: self.settings.max_contacts - kept,
                contacts: &mut self.contacts,
                touching: &self.touching,
                still_waiting,
                resume: &mut self.resume,
                without_place,
            },
            reach: Needs::of(&self.settings).reach,
            near,
            behind,
            decider: Decider {
                frame: self.frame,
                listeners: &self.listeners,
                timestep: self.settings.timestep,
                passing: &self.passing,
                held,
            },
        };
        let start = search.split(detector.pairs());
        self.unlisted = None;
        if detector.is_limited() {
            self.unlisted = Some(search.find_deepest(detector, observer));
            if O::OBSERVES {
                self.tell_limited(detector, observer);
            }
        } else if O::OBSERVES {
            search.find_observed(detector, observer);
        } else {
            search.find_in_batches(detector, observer);
        }
        scratch.behind.sort_unstable();
        scratch.behind.dedup();
        if start > 0 {
            self.contacts.sort_unstable_by_key(PairContact::order);
        }
        if !scratch.without_place.is_empty() || !self.waiting.is_empty() {
            self.wait_on(&mut scratch.without_place);
        }
    }

    /// Tells the observer broad and narrow phase of a step that has more candidates than it may test.
    #[cold]
    fn tell_limited<O: StepObserver>(&self, detector: &Detector, observer: &mut O) {
        let (bodies, pairs) = (&self.bodies[..], detector.overlapping(&self.bodies));
        observer.stage(&Stage::BroadPhase(pairs.clone()), bodies);
        for pair in pairs {
            let outcome = match test_pair(&bodies[pair.a() as usize], &bodies[pair.b() as usize]) {
                PairOutcome::Contact(contact)
                    if self.contacts.binary_search_by_key(&pair, PairContact::key).is_err() =>
                {
                    PairOutcome::Waiting(contact)
                }
                outcome => outcome,
            };
            observer.stage(&Stage::NarrowPhase { pair, outcome }, bodies);
        }
    }

    /// Replaces the waiting contacts by these pairs; those that waited before keep their frame.
    #[cold]
    fn wait_on(&mut self, pairs: &mut Vec<PairKey>) {
        pairs.sort_unstable();
        pairs.dedup();
        let since =
            |&pair: &PairKey| WaitingContact { pair, since: self.waiting_since(pair).unwrap_or(self.frame) };
        self.waiting = pairs.iter().map(since).collect();
    }
}

/// What the three walks over the candidates share.
struct ContactSearch<'w> {
    bodies: &'w [Body],
    settings: &'w WorldSettings,
    /// The first pair that did not fit into the step before: this one starts there.
    first: Option<PairKey>,
    slots: ContactSlots<'w>,
    /// Pairs that are nearer than this get a task, if the solver works on them. Metres.
    reach: f32,
    /// Tasks of pairs that are near and do not touch yet.
    near: &'w mut Vec<Task>,
    /// As [`Passing::behind`](crate::decide::Passing::behind), of this step.
    behind: &'w mut Vec<PairKey>,
    decider: Decider<'w>,
}

impl ContactSearch<'_> {
    /// How many of the sorted pairs lie before the first of this step, and come last.
    fn split(&self, pairs: &[PairKey]) -> usize {
        self.first.map_or(0, |first| pairs.partition_point(|&pair| pair < first))
    }

    /// The deepest contacts, where the candidates are more than a step may test. Returns how many others were found.
    fn find_deepest<O: StepObserver>(&mut self, detector: &mut Detector, observer: &mut O) -> usize {
        let (bodies, limit) = (self.bodies, self.slots.limit);
        let (end, last) = (detector.pairs().len(), detector.pairs().last().copied().unwrap_or_default());
        let mut deepest = Deepest::new(limit, mem::take(self.slots.contacts));
        detector.test(bodies, 0..end, |pair, tested| match tested.contact() {
            contact if self.is_behind(pair, tested, contact.as_ref()) => {}
            Some(contact) => {
                deepest.add(PairContact::of_leaves(pair, tested.leaves(), contact));
                self.slots.still_touches(pair);
            }
            None => self.add_near(pair, tested, observer),
        });
        let slots = &mut self.slots;
        let untested = slots.touching.partition_point(|touching| touching.pair <= last);
        slots.still_waiting.resize(untested, false);
        slots.still_waiting.resize(slots.touching.len(), true);
        *slots.contacts = deepest.sorted();
        deepest.added - slots.contacts.len()
    }

    /// Tests one pair after the other, and tells the observer of each.
    fn find_observed<O: StepObserver>(&mut self, detector: &Detector, observer: &mut O) {
        let bodies = self.bodies;
        let pairs = detector.overlapping(bodies);
        observer.stage(&Stage::BroadPhase(pairs.clone()), bodies);
        let (later, sooner) = pairs.split_at(self.split(&pairs));
        for &pair in sooner.iter().chain(later) {
            let (a, b) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
            let mut outcome = test_pair(a, b);
            if a.shape().is_composite() || b.shape().is_composite() {
                let (mut fits, mut holds) = (true, false);
                test_leaves(bodies, pair, self.reach, &mut |leaves| {
                    let tested = TestedPair::Leaves(*leaves);
                    match tested.contact() {
                        contact if self.is_behind(pair, &tested, contact.as_ref()) => {}
                        Some(contact) => {
                            holds = true;
                            fits &= self.slots.take(pair, tested.leaves(), contact);
                        }
                        None => self.add_near(pair, &tested, observer),
                    }
                });
                outcome = match outcome {
                    PairOutcome::Contact(contact) if !holds => PairOutcome::Behind(contact),
                    PairOutcome::Contact(contact) if !fits => PairOutcome::Waiting(contact),
                    other => other,
                };
            } else if let PairOutcome::Contact(contact) = outcome {
                if !self.slots.take(pair, [Leaf::WHOLE; 2], contact) {
                    outcome = PairOutcome::Waiting(contact);
                }
            } else {
                self.add_near(pair, &TestedPair::Whole(&Outcome::APART), observer);
            }
            observer.stage(&Stage::NarrowPhase { pair, outcome }, bodies);
        }
    }

    /// Many pairs at once, as the narrow phase tests them.
    fn find_in_batches<O: StepObserver>(&mut self, detector: &mut Detector, observer: &mut O) {
        let bodies = self.bodies;
        let (start, end) = (self.split(detector.pairs()), detector.pairs().len());
        for part in [start..end, 0..start] {
            detector.test(bodies, part, |pair, tested| match tested.contact() {
                contact if self.is_behind(pair, tested, contact.as_ref()) => {}
                Some(contact) => _ = self.slots.take(pair, tested.leaves(), contact),
                None => self.add_near(pair, tested, observer),
            });
        }
    }

    /// Whether a one-sided chain does not hold the pair. A body that came from behind passes until the two
    /// are apart; one that is held is not held by the far side of what the chain encloses.
    #[inline]
    fn is_behind(&mut self, pair: PairKey, tested: &TestedPair<'_>, contact: Option<&Contact>) -> bool {
        let TestedPair::Leaves(leaves) = tested else { return false };
        if !leaves.is_one_sided() {
            return false;
        }
        let Decider { passing, held, .. } = self.decider;
        let held = self.slots.touching.binary_search_by_key(&pair, |touching| touching.pair).is_ok()
            || held.binary_search(&pair).is_ok();
        let is_behind = !held && (passing.is_behind(pair) || leaves.is_behind());
        if is_behind && contact.is_some() {
            self.behind.push(pair);
        }
        is_behind || contact.is_some_and(|contact| leaves.faces_away(contact))
    }

    /// Adds the task of a pair that does not touch, if it is near and nobody takes the contact to come.
    #[inline]
    fn add_near<O: StepObserver>(&mut self, pair: PairKey, tested: &TestedPair<'_>, observer: &mut O) {
        if self.reach > 0.0 && self.near.len() < self.slots.limit {
            let (bodies, leaves) = (self.bodies, tested.leaves());
            let task = near_task(pair, tested, bodies, self.settings);
            let free =
                |task: &Task| !self.decider.takes(pair, leaves, task.found.in_place(), bodies, observer);
            self.near.extend(task.filter(free));
        }
    }
}

/// The limited number of contacts of a step.
struct ContactSlots<'w> {
    limit: usize,
    contacts: &'w mut Vec<PairContact>,
    /// Of the last step.
    touching: &'w [Touching],
    /// For each of `touching`: it still touches, but did not fit. Empty if all fit.
    still_waiting: &'w mut Vec<bool>,
    resume: &'w mut Option<PairKey>,
    without_place: &'w mut Vec<PairKey>,
}

impl ContactSlots<'_> {
    /// Returns whether the contact fits.
    #[inline]
    fn take(&mut self, pair: PairKey, leaves: [Leaf; 2], contact: Contact) -> bool {
        if self.contacts.len() < self.limit {
            self.contacts.push(PairContact::of_leaves(pair, leaves, contact));
            return true;
        }
        self.wait(pair);
        false
    }

    #[cold]
    fn wait(&mut self, pair: PairKey) {
        self.resume.get_or_insert(pair);
        self.without_place.push(pair);
        self.still_touches(pair);
    }

    fn still_touches(&mut self, pair: PairKey) {
        self.still_waiting.resize(self.touching.len(), false);
        if let Ok(i) = self.touching.binary_search_by_key(&pair, |t| t.pair) {
            self.still_waiting[i] = true;
        }
    }
}

/// The task of a pair that is near and does not touch yet.
fn near_task(
    pair: PairKey,
    tested: &TestedPair<'_>,
    bodies: &[Body],
    settings: &WorldSettings,
) -> Option<Task> {
    let (a, b) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
    let of_leaves = match tested {
        TestedPair::Whole(_) => LeafPair::simple(a.shape(), a.pose(), b.shape(), b.pose()),
        TestedPair::Leaves(pair) => *pair,
    };
    let found = near::approach(&of_leaves, [a, b], settings)?;
    Task::new(pair, tested.leaves(), found, a, b, None, &settings.mix)
}

/// The separating-axis test of a pair, with the reason if there is no contact.
pub(super) fn test_pair(a: &Body, b: &Body) -> PairOutcome {
    struct EarlyOut(bool);
    impl SatObserver for EarlyOut {
        const INTERVALS: bool = false;

        fn early_out(&mut self) -> ControlFlow<()> {
            self.0 = true;
            ControlFlow::Break(())
        }
    }
    let mut early_out = EarlyOut(false);
    match collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut early_out) {
        Some(contact) => PairOutcome::Contact(contact),
        None if early_out.0 => PairOutcome::EarlyOut,
        None => PairOutcome::Separated,
    }
}
