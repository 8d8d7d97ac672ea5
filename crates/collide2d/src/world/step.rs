//! One step: forces, broad phase, narrow phase, events, solver, end of frame.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use glam::Vec2;

use super::calm::IslandSearch;
use super::crossed::Crossings;
use super::deepest::Deepest;
use super::detect::{CandidateBoxes, Detector, PairFilter, TestedPair, test_leaves};
use super::used::{self, UsedContact};
use super::{WaitingContact, World};
use crate::batch::Outcome;
use crate::body::Body;
use crate::collide::leaves::{LeafPair, pair_of};
use crate::collide::{collide, collide_observed};
use crate::contact::manifold::Contact;
use crate::decide::{Decider, EitherIs, Passing};
use crate::event::{ContactEvent, PairContact, Phase, ResolvedBy, Touch, Touching};
use crate::generator::GeneratedContact;
use crate::observe::{BodyForces, PairOutcome, ResolverEffort, Stage, StepObserver};
use crate::pair::{PairKey, PairKind};
use crate::sat::axis::SatObserver;
use crate::settings::WorldSettings;
use crate::shape::Leaf;
use crate::solver::near::{self, Displaced};
use crate::solver::task::{LinkTask, Problem, Task};
use crate::solver::{Needs, Solvers};
use crate::still::{BodyChanges, StillBodies};

/// Memory of a step, kept for the next; no part of the state.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    still: StillBodies,
    detector: Detector,
    /// Velocity that this step's acceleration gave to each body. Metres per second.
    built_up: Vec<Vec2>,
    /// For each of the last step's touching pairs: it still touches, but did not fit.
    still_waiting: Vec<bool>,
    /// The pairs that did not fit, in the order of the narrow phase.
    without_place: Vec<PairKey>,
    /// As [`Passing::behind`], of this step.
    behind: Vec<PairKey>,
    /// As [`Decider::held`].
    held: Vec<PairKey>,
    next_touching: Vec<Touching>,
    /// Contacts for the solver to resolve.
    pub(super) tasks: Vec<Task>,
    /// Contacts of generators that fit into the step.
    pub(super) generated: Vec<GeneratedContact>,
    /// Cables and rods for the solver to resolve.
    pub(super) links: Vec<LinkTask>,
    /// Pairs that are near and do not touch yet, for a solver that works on them.
    near: Vec<Task>,
    solvers: Solvers,
    crossings: Crossings,
    /// Contacts that may be used in the step, with the indices of their tasks.
    used_contacts: Vec<(usize, UsedContact)>,
    pub(super) islands: IslandSearch,
}

/// [`Scratch`] between steps. A clone starts without.
#[derive(Debug, Default)]
pub(super) struct KeptScratch {
    kept: Option<Box<Scratch>>,
    /// A change of the settings is one of all bodies.
    pub changes: BodyChanges,
    /// Bodies that woke or were moved in their sleep, until they are not set apart any more.
    pub woken: Vec<u32>,
}

impl Clone for KeptScratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl World {
    /// [`World::step`], bit for bit; `observer` is told every stage and may keep contacts from the solver.
    pub fn step_with<O: StepObserver>(&mut self, observer: &mut O) {
        if !O::OBSERVES && self.is_idle() {
            self.frame += 1;
            self.free_places();
            return;
        }
        let mut kept = self.scratch.kept.take().unwrap_or_default();
        let scratch = &mut *kept;
        scratch.held.clear();
        if self.frame == 0 && !Needs::of(&self.settings).moves_bodies {
            scratch.held = self.decide_first();
        }
        self.tree.forget();
        // In the step, the settings have its own length.
        let (own, later) = (self.timestep(), self.settings.timestep);
        self.settings.timestep = own;
        if !self.inputs.is_empty() {
            self.act();
        }
        self.frame += 1;
        self.free_places();
        if self.settings.crossings {
            scratch.crossings.begin(&self.bodies);
        }
        let KeptScratch { changes, woken, .. } = &mut self.scratch;
        let Scratch { still, detector, .. } = scratch;
        still.begin_step(&self.bodies, *changes, woken, |body| detector.lay_still(body));
        self.apply_forces(scratch, observer);
        self.find_contacts(scratch, observer);
        let generates = !self.generators.is_empty();
        if generates {
            self.generate(scratch, observer);
        }
        self.merge_events(scratch, observer);
        self.solver_tasks(scratch);
        if O::OBSERVES {
            observer.stage(&Stage::Events(self.events.clone()), &self.bodies);
        }
        if generates {
            self.add_generated(scratch);
        }
        let Scratch {
            still,
            detector,
            solvers,
            tasks,
            links,
            built_up,
            crossings,
            islands,
            used_contacts,
            ..
        } = scratch;
        let decider = Decider {
            frame: self.frame,
            listeners: &self.listeners,
            timestep: self.settings.timestep,
            passing: &self.passing,
            held: &scratch.held,
        };
        let (settings, generators) = (&self.settings, &self.generators[..]);
        let (candidates, events) = (detector.pairs(), &self.events[..]);
        let problem =
            Problem { settings, still, tasks, links, generators, built_up, decider, candidates, events };
        let solver = settings.solver;
        self.used_contacts.clear();
        if settings.used_contacts {
            used::add_candidates(&self.contacts, tasks, &self.bodies, settings, used_contacts);
        }
        let effort = solvers.solve(problem, &mut self.bodies, &mut self.impulses, observer);
        for body in solvers.put_back().filter(|body| self.bodies[*body as usize].is_asleep()) {
            // It was moved in its sleep: the next step has to look at it.
            detector.set_moved(body);
            self.scratch.woken.push(body);
        }
        let was_used = |(task, used): (usize, UsedContact)| solvers.has_used(solver, task).then_some(used);
        self.used_contacts.extend(used_contacts.drain(..).filter_map(was_used));
        let waiting = self.waiting_contacts();
        self.resolver = (effort.is_some() || waiting > 0)
            .then(|| ResolverEffort { waiting, ..effort.unwrap_or_default() });
        self.add_begun(solvers.stopped());
        self.add_passed(solvers.passed());
        self.crossed.clear();
        if self.settings.crossings {
            crossings.find(&self.bodies, &self.events, &mut self.crossed);
        }
        self.reactions = self.pending_reactions();
        if !self.reactions.is_empty() {
            self.react_and_tell(observer);
        }
        if self.settings.sleep {
            self.fall_asleep(islands, still, tasks);
            self.tell_sleep(observer);
        }
        if O::OBSERVES {
            let (frame, resolver) = (self.frame, self.resolver);
            let unresolved = if effort.is_some() { solvers.unresolved() } else { Vec::new() };
            observer.stage(&Stage::FrameEnd { frame, waiting, resolver, unresolved }, &self.bodies);
        }
        self.settings.timestep = later;
        self.scratch.kept = Some(kept);
    }

    /// Does what the inputs plan for the present frame.
    #[cold]
    fn act(&mut self) {
        let inputs = Arc::clone(&self.inputs);
        for input in inputs.iter() {
            if input.acts(self.frame) {
                self.disturb(input.body());
            }
            if let Some(body) = self.bodies.get_mut(input.body() as usize).filter(|body| !body.is_removed()) {
                input.act(self.frame, self.settings.timestep, body);
            }
        }
    }

    #[cold]
    fn react_and_tell<O: StepObserver>(&mut self, observer: &mut O) {
        let reactions = mem::take(&mut self.reactions);
        self.react(&reactions);
        if O::OBSERVES {
            observer.stage(&Stage::Reactions(reactions.clone()), &self.bodies);
        }
        self.reactions = reactions;
    }

    /// `Off` and `Linear`: moves every body by v·dt + ½·a·dt², which is exact under constant acceleration,
    /// then adds a·dt to its velocity, then damps it. `Rigid` does so in its sub-steps; here the observer is
    /// told the effect of forces alone. The bodies are added to the detector in the same pass.
    fn apply_forces<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        let (dt, gravity) = (self.settings.timestep, self.settings.gravity);
        let needs = Needs::of(&self.settings);
        let boxes = if needs.moves_bodies {
            let ahead = if self.settings.rigid.continuous { dt } else { 0.0 };
            CandidateBoxes::Swept { margin: needs.reach, gravity, seconds: ahead }
        } else {
            CandidateBoxes::Ahead { gravity, timestep: dt, seconds: 0.0 }
        };
        let Scratch { still, detector, built_up, .. } = scratch;
        detector.begin(&self.bodies, boxes, still.is_new());
        let mut effects = Vec::new();
        if needs.moves_bodies && !O::OBSERVES {
            still.visited().for_each(|index| detector.set(index, &self.bodies[index]));
        } else {
            if needs.contacts {
                if still.is_new() {
                    built_up.clear();
                }
                // Grounds are at rest.
                built_up.resize(self.bodies.len() + self.generators.len(), Vec2::ZERO);
            }
            for index in still.visited() {
                let body = &mut self.bodies[index];
                let (velocity, turn) = (body.velocity(), body.angular_velocity());
                let (mut acceleration, mut moved, mut gained) = (Vec2::ZERO, velocity * dt, Vec2::ZERO);
                let mut velocity_after = velocity;
                if body.is_movable() {
                    let kept = body.motion().velocity_kept(dt);
                    acceleration = body.acceleration(gravity);
                    moved += acceleration * (0.5 * dt * dt);
                    gained = acceleration * dt * kept;
                    velocity_after = velocity * kept + gained;
                }
                if needs.contacts {
                    built_up[index] = gained;
                }
                if body.is_static() || body.is_asleep() {
                    detector.set(index, body);
                    continue;
                }
                let mut turned = f64::from(turn) * f64::from(dt);
                if needs.moves_bodies {
                    (moved, turned) = (Vec2::ZERO, 0.0);
                } else {
                    body.move_at(velocity_after, turn);
                }
                if moved != Vec2::ZERO || turned != 0.0 {
                    body.displace(moved, turned);
                    if turned != 0.0 {
                        body.sync_bounds();
                    }
                }
                detector.set(index, body);
                if O::OBSERVES {
                    effects.push(BodyForces {
                        body: index as u32,
                        acceleration,
                        velocity_before: velocity,
                        velocity_after,
                        moved,
                        turned: turned as f32,
                    });
                }
            }
        }
        if detector.has_left_place() {
            still.forget(self.bodies.len());
            detector.begin(&self.bodies, boxes, true);
            self.bodies.iter().enumerate().for_each(|(index, body)| detector.set(index, body));
        }
        if O::OBSERVES {
            observer.stage(&Stage::Forces(effects), &self.bodies);
        }
    }

    /// Broad and narrow phase. The number of contacts is limited. If some do not fit, the next step starts
    /// with the first pair that did not, so that each has its turn.
    fn find_contacts<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        let limit = self.settings.max_contacts;
        self.contacts.clear();
        scratch.still_waiting.clear();
        scratch.without_place.clear();
        scratch.near.clear();
        scratch.behind.clear();
        let Scratch { still, detector, near, still_waiting, without_place, behind, held: first_held, .. } =
            scratch;
        let most = self.settings.max_candidates.unwrap_or(usize::MAX);
        detector.candidates(&self.bodies, still, PairFilter::Acting, most);
        while !self.islands().is_empty() && self.wake_met(detector) {
            detector.look_again(&self.bodies, &self.scratch.woken);
            still.wake(&mut self.scratch.woken);
            detector.candidates(&self.bodies, still, PairFilter::Acting, most);
        }
        let (bodies, settings) = (&self.bodies[..], &self.settings);
        let decider = Decider {
            frame: self.frame,
            listeners: &self.listeners,
            timestep: self.settings.timestep,
            passing: &self.passing,
            held: first_held,
        };
        let first = self.resume.take();
        let split = |pairs: &[PairKey]| first.map_or(0, |first| pairs.partition_point(|&pair| pair < first));
        let pairs = detector.pairs();
        let (start, end) = (split(pairs), pairs.len());
        let last = pairs.last().copied().unwrap_or_default();
        let mut slots = ContactSlots {
            limit,
            contacts: &mut self.contacts,
            touching: &self.touching,
            still_waiting,
            resume: &mut self.resume,
            without_place,
        };
        let needs = Needs::of(&self.settings);
        let (touching, passing) = (&self.touching, &self.passing);
        // What is behind a one-sided chain is no contact, and stays so until it is apart.
        let mut is_behind = |pair: PairKey, tested: &TestedPair<'_>, touches: bool| {
            let TestedPair::Leaves(leaves) = tested else { return false };
            if !leaves.is_one_sided() {
                return false;
            }
            let held = touching.binary_search_by_key(&pair, |touching| touching.pair).is_ok()
                || first_held.binary_search(&pair).is_ok();
            let is_behind = !held && (passing.behind.binary_search(&pair).is_ok() || leaves.is_behind());
            if is_behind && touches {
                behind.push(pair);
            }
            is_behind
        };
        let mut apart = |pair: PairKey, tested: &TestedPair<'_>, observer: &mut O| {
            if needs.reach > 0.0 && near.len() < limit {
                let leaves = tested.leaves();
                let task = near_task(pair, tested, bodies, settings);
                let free =
                    |task: &Task| !decider.takes(pair, leaves, task.found.in_place(), bodies, observer);
                near.extend(task.filter(free));
            }
        };
        self.unlisted = None;
        if detector.is_limited() {
            let mut deepest = Deepest::new(limit, mem::take(slots.contacts));
            detector.test(bodies, 0..end, |pair, tested| match tested.contact() {
                contact if is_behind(pair, tested, contact.is_some()) => {}
                Some(contact) => {
                    deepest.add(PairContact::of_leaves(pair, tested.leaves(), contact));
                    slots.still_touches(pair);
                }
                None => apart(pair, tested, observer),
            });
            let untested = slots.touching.partition_point(|touching| touching.pair <= last);
            slots.still_waiting.resize(untested, false);
            slots.still_waiting.resize(slots.touching.len(), true);
            *slots.contacts = deepest.sorted();
            self.unlisted = Some(deepest.added - slots.contacts.len());
            if O::OBSERVES {
                self.tell_limited(detector, observer);
            }
        } else if O::OBSERVES {
            let pairs = detector.overlapping(bodies);
            observer.stage(&Stage::BroadPhase(pairs.clone()), bodies);
            let (later, sooner) = pairs.split_at(split(&pairs));
            for &pair in sooner.iter().chain(later) {
                let (a, b) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
                let mut outcome = test_pair(a, b);
                if a.shape().is_composite() || b.shape().is_composite() {
                    let (mut fits, mut holds) = (true, false);
                    test_leaves(bodies, pair, needs.reach, &mut |leaves| {
                        let tested = TestedPair::Leaves(*leaves);
                        match tested.contact() {
                            contact if is_behind(pair, &tested, contact.is_some()) => {}
                            Some(contact) => {
                                holds = true;
                                fits &= slots.take(pair, tested.leaves(), contact);
                            }
                            None => apart(pair, &tested, observer),
                        }
                    });
                    outcome = match outcome {
                        PairOutcome::Contact(contact) if !holds => PairOutcome::Behind(contact),
                        PairOutcome::Contact(contact) if !fits => PairOutcome::Waiting(contact),
                        other => other,
                    };
                } else if let PairOutcome::Contact(contact) = outcome {
                    if !slots.take(pair, [Leaf::WHOLE; 2], contact) {
                        outcome = PairOutcome::Waiting(contact);
                    }
                } else {
                    apart(pair, &TestedPair::Whole(&Outcome::APART), observer);
                }
                observer.stage(&Stage::NarrowPhase { pair, outcome }, bodies);
            }
        } else {
            for part in [start..end, 0..start] {
                detector.test(bodies, part, |pair, tested| match tested.contact() {
                    contact if is_behind(pair, tested, contact.is_some()) => {}
                    Some(contact) => _ = slots.take(pair, tested.leaves(), contact),
                    None => apart(pair, tested, observer),
                });
            }
        }
        behind.sort_unstable();
        behind.dedup();
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

    /// Merges the contacts with the pairs that touched before into events.
    fn merge_events<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
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
                // Of more contacts than can be followed, those in place are.
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
            let mut passes = waiting && self.passing.let_through.binary_search(&pair).is_ok();
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
    fn add_begun(&mut self, stopped: &mut Vec<(PairKey, f32)>) {
        if stopped.is_empty() {
            return;
        }
        // A pair that was put back again is told once, as it was last.
        stopped.reverse();
        stopped.sort_by_key(|(pair, _)| *pair);
        stopped.dedup_by_key(|(pair, _)| *pair);
        let is_known = |touching: &[Touching], pair: PairKey| {
            touching.binary_search_by_key(&pair, |touching| touching.pair).is_ok()
        };
        stopped.retain(|(pair, _)| !is_known(&self.touching, *pair));
        for &(pair, share) in &*stopped {
            let (a, b) = (&self.bodies[pair.a() as usize], &self.bodies[pair.b() as usize]);
            let Some(contact) = collide(a.shape(), a.pose(), b.shape(), b.pose()) else { continue };
            let touch = Some(Touch { normal: contact.normal, depth: contact.depth });
            let kind = PairKind::of(a.shape(), b.shape());
            let begin = ContactEvent::begin(self.frame, pair, kind);
            self.events.push(ContactEvent { touch, fraction: Some(share), ..begin });
            self.touching.push(Touching { pair, since: self.frame });
        }
        // What the narrow phase found of a pair comes first; a stable sort would allocate.
        self.events.sort_unstable_by_key(|event| (event.pair, event.fraction.is_some()));
        self.touching.sort_unstable_by_key(|touching| touching.pair);
    }

    /// Adds the contacts that began and ended within the step, of a bullet and what did not hold it.
    fn add_passed(&mut self, passed: &[ContactEvent]) {
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

    /// Builds the solver's tasks, sorted by pair: the contacts that nobody took, and the pairs that are near.
    /// A contact that its neighbour carries is marked, and its event says so.
    fn solver_tasks(&mut self, scratch: &mut Scratch) {
        let Scratch { near, tasks, solvers, .. } = scratch;
        let needs = Needs::of(&self.settings);
        tasks.clear();
        if !needs.contacts {
            return;
        }
        near.sort_unstable_by_key(|task| (task.pair, task.leaves));
        let mut near = &near[..];
        let mut events = (0..).zip(&self.events).filter(|(_, event)| event.touch.is_some()).peekable();
        for contact in &self.contacts {
            while events.next_if(|(_, event)| event.pair < contact.key()).is_some() {}
            let Some(&(index, ContactEvent { pair, resolved_by, .. })) = events.peek() else { break };
            if resolved_by.is_some() {
                continue;
            }
            let sooner = near.iter().take_while(|task| task.pair < *pair).count();
            let (sooner, later) = near.split_at(sooner);
            tasks.extend_from_slice(sooner);
            near = later;
            let (a, b) = (&self.bodies[pair.a() as usize], &self.bodies[pair.b() as usize]);
            let leaves = [contact.leaf_a, contact.leaf_b];
            let may_gain_points = needs.reach > 0.0 && contact.contact.points().len() == 1;
            let of_leaves = || pair_of(a.shape(), a.pose(), b.shape(), b.pose(), leaves);
            let found = match may_gain_points.then(of_leaves).flatten() {
                Some(pair) => near::with_near_points(&contact.contact, &pair, [a, b], self.settings.timestep),
                None => Displaced { contact: contact.contact, offset: Vec2::ZERO },
            };
            tasks.extend(Task::new(*pair, leaves, found, a, b, Some(index), &self.settings.mix));
        }
        tasks.extend(near);
        solvers.bury(self.settings.solver, &self.bodies, tasks);
        for event in tasks.iter().filter(|task| task.at_seam).filter_map(|task| task.event) {
            self.events[event as usize].resolved_by = Some(ResolvedBy::Seam);
        }
        // `Linear` has no use for those; `Rigid` still keeps its sweep from meeting them.
        if !needs.moves_bodies {
            tasks.retain(|task| !task.buried);
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
    let found = near::approach(&of_leaves, [a, b], settings.timestep)?;
    Task::new(pair, tested.leaves(), found, a, b, None, &settings.mix)
}

/// The deeper of two contacts, of equally deep ones the first.
fn deeper<'c>(p: &'c PairContact, q: &'c PairContact) -> &'c PairContact {
    if q.contact.depth > p.contact.depth { q } else { p }
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

#[cfg(test)]
#[path = "../../tests/unit/step.rs"]
mod tests;
