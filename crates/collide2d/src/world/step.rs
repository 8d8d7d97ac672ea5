//! One step of time: forces, broad phase, narrow phase, events, solver, end of frame.

use std::mem;
use std::ops::ControlFlow;

use glam::Vec2;

use super::body::{Body, Motion};
use super::detect::{Detector, Search, Which};
use super::observe::{BodyForces, ContactDecision, PairOutcome, Stage, StepObserver};
use super::pair::{ContactEvent, PairContact, PairKey, PairKind, Phase, ResolvedBy};
use super::{SolverKind, Touching, World};
use crate::collide::collide_observed;
use crate::contact::manifold::Contact;
use crate::sat::axis::{AxisTest, SatObserver};
use crate::solver::near::{self, Displaced};
use crate::solver::{LinearSolver, RigidSolver, Task, seams};

/// Contacts that memory is set aside for before they are there; a higher limit grows on demand.
const SET_ASIDE: usize = 1 << 16;

/// Memory that a step uses and leaves behind; no part of the state.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    detector: Detector,
    /// Velocity that this step's acceleration alone gave to each body. Metres per second.
    built_up: Vec<Vec2>,
    /// For each of the last step's touching pairs: it touches still, but found no place.
    still_waiting: Vec<bool>,
    next_touching: Vec<Touching>,
    /// The contacts that are left to the solver.
    tasks: Vec<Task>,
    linear: LinearSolver,
    rigid: RigidSolver,
    /// Pairs that `Rigid` sees touch soon.
    near: Vec<(PairKey, Displaced)>,
    /// Contacts by the moving body of the two.
    by_body: Vec<(u32, u32)>,
}

/// [`Scratch`] between steps. A clone has none.
#[derive(Debug, Default)]
pub(super) struct Kept(Option<Box<Scratch>>);

impl Clone for Kept {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl World {
    /// [`World::step`], with every stage told to `observer`, who may take contacts from the solver. It is the one step that
    /// there is: watched or not, it ends in the same bits.
    pub fn step_with<O: StepObserver>(&mut self, observer: &mut O) {
        let mut kept = self.scratch.0.take().unwrap_or_default();
        let scratch = &mut *kept;
        self.frame += 1;
        self.take_forces(scratch, observer);
        self.find_contacts(scratch, observer);
        self.tell_events(scratch, observer);
        let (bodies, tasks) = (&mut self.bodies, &scratch.tasks);
        match self.settings.solver {
            SolverKind::Off => {}
            SolverKind::Linear => scratch.linear.solve(bodies, tasks, &scratch.built_up, observer),
            SolverKind::Rigid => {
                scratch.rigid.solve(bodies, &self.settings, tasks, &mut self.impulses, observer);
                scratch.rigid.stop_fast(bodies, tasks, &self.listeners, observer);
            }
        }
        if O::WATCHES {
            observer.stage(&Stage::FrameEnd { frame: self.frame, waiting: self.waiting }, &self.bodies);
        }
        self.scratch.0 = Some(kept);
    }

    /// `Off` and `Linear`: moves every body by v·dt + ½·a·dt², which is exact under constant acceleration, then changes its velocity
    /// by a·dt, then damps it. `Rigid` does so in its sub-steps, and here is only told what forces would do by themselves. What
    /// detection wants to know of the bodies is noted in passing.
    fn take_forces<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        let (dt, gravity) = (self.settings.timestep, self.settings.gravity);
        let (rigid, linear) =
            (self.settings.solver == SolverKind::Rigid, self.settings.solver == SolverKind::Linear);
        scratch.detector.begin(self.bodies.len(), self.search::<O>());
        if rigid && !O::WATCHES {
            self.bodies.iter().for_each(|body| scratch.detector.add(body));
            return;
        }
        scratch.built_up.clear();
        let mut told = Vec::new();
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let (velocity, turn) = (body.velocity(), body.angular_velocity());
            let (mut acceleration, mut moved, mut built_up) = (Vec2::ZERO, velocity * dt, Vec2::ZERO);
            let mut velocity_after = velocity;
            if let Motion::Dynamic { acceleration: own, damping, .. } = *body.motion() {
                let kept = if damping == 1.0 { 1.0 } else { damping.powf(dt) };
                acceleration = gravity + own;
                moved += acceleration * (0.5 * dt * dt);
                built_up = acceleration * dt * kept;
                velocity_after = velocity * kept + built_up;
            }
            if linear {
                scratch.built_up.push(built_up);
            }
            if body.is_static() {
                scratch.detector.add(body);
                continue;
            }
            let mut turned = f64::from(turn) * f64::from(dt);
            if rigid {
                (moved, turned) = (Vec2::ZERO, 0.0);
            } else {
                body.set_velocity(velocity_after);
            }
            if moved != Vec2::ZERO || turned != 0.0 {
                body.displace(moved, turned);
                if turned != 0.0 {
                    body.sync_bounds();
                }
            }
            scratch.detector.add(body);
            if O::WATCHES {
                told.push(BodyForces {
                    body: index as u32,
                    acceleration,
                    velocity_before: velocity,
                    velocity_after,
                    moved,
                    turned: turned as f32,
                });
            }
        }
        if O::WATCHES {
            observer.stage(&Stage::Forces(told), &self.bodies);
        }
    }

    /// Who watches is told of boxes that overlap now, and `Rigid` has to see what is near now; else candidates of the steps to come
    /// are among those that are looked at, and do not touch.
    fn search<O: StepObserver>(&self) -> Search {
        match self.settings.solver {
            SolverKind::Rigid => Search::Exact(near::NEAR),
            _ if O::WATCHES => Search::Exact(0.0),
            _ => Search::Ahead {
                gravity: self.settings.gravity,
                timestep: self.settings.timestep,
                seconds: 0.0,
            },
        }
    }

    /// Broad and narrow phase. Contacts go into a fixed number of places. Where they are too few, filling starts next time at
    /// the first pair that found none, so that each has its turn.
    fn find_contacts<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        let limit = self.settings.max_contacts;
        if self.contacts.capacity() < limit.min(SET_ASIDE) {
            self.contacts = Vec::with_capacity(limit.min(SET_ASIDE));
        }
        self.contacts.clear();
        self.waiting = 0;
        scratch.still_waiting.clear();
        scratch.near.clear();
        let pairs = scratch.detector.noted_candidates(&self.bodies, Which::Moving);
        if O::WATCHES {
            observer.stage(&Stage::BroadPhase(pairs.to_vec()), &self.bodies);
        }
        let (start, end) = (pairs.partition_point(|&pair| pair < self.resume), pairs.len());
        self.resume = PairKey::new(0, 0);
        let rigid = self.settings.solver == SolverKind::Rigid;
        let Scratch { detector, near, still_waiting, .. } = scratch;
        let bodies = &self.bodies[..];
        let mut places = Places {
            limit,
            contacts: &mut self.contacts,
            touching: &self.touching,
            still_waiting,
            resume: &mut self.resume,
            waiting: &mut self.waiting,
        };
        let dt = self.settings.timestep;
        let mut look_ahead = |pair: PairKey| {
            if rigid && near.len() < limit {
                let (a, b) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
                near.extend(near::approach(a, b, dt).map(|found| (pair, found)));
            }
        };
        for part in [start..end, 0..start] {
            if O::WATCHES {
                for &pair in &detector.pairs()[part] {
                    let outcome = test_pair(&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
                    let outcome = match outcome {
                        PairOutcome::Contact(contact) if !places.take(pair, contact) => {
                            PairOutcome::Waiting(contact)
                        }
                        PairOutcome::EarlyOut | PairOutcome::Separated => {
                            look_ahead(pair);
                            outcome
                        }
                        found => found,
                    };
                    observer.stage(&Stage::NarrowPhase { pair, outcome }, bodies);
                }
            } else {
                detector.test(bodies, part, |pair, outcome| match outcome.contact() {
                    Some(contact) => _ = places.take(pair, contact),
                    None => look_ahead(pair),
                });
            }
        }
        if start > 0 {
            self.contacts.sort_unstable_by_key(PairContact::key);
        }
    }

    /// Merges the contacts with the pairs that touched before, and asks who takes them.
    fn tell_events<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        self.events.clear();
        scratch.tasks.clear();
        scratch.next_touching.clear();
        let rigid = self.settings.solver == SolverKind::Rigid;
        let solves = self.settings.solver != SolverKind::Off;
        let (mut old, mut new, mut ahead) = (0, 0, 0);
        scratch.near.sort_unstable_by_key(|near| near.0);
        loop {
            let before = self.touching.get(old).copied();
            let now = self.contacts.get(new);
            let pair = match (before.map(|t| t.pair), now.map(PairContact::key)) {
                (None, None) => break,
                (Some(p), None) | (None, Some(p)) => p,
                (Some(p), Some(q)) => p.min(q),
            };
            let before = before.filter(|t| t.pair == pair);
            let now = now.filter(|c| c.key() == pair);
            let waiting = before.is_some() && now.is_none() && scratch.still_waiting.get(old) == Some(&true);
            let traits = scratch.detector.traits();
            let (a, b) = (traits[pair.a() as usize], traits[pair.b() as usize]);
            let mut event = ContactEvent {
                frame: self.frame,
                pair,
                kind: a.pair_kind(b),
                phase: match before {
                    None => Phase::Begin,
                    Some(_) if now.is_some() || waiting => Phase::Persist,
                    Some(_) => Phase::End,
                },
                since: before.map_or(self.frame, |t| t.since),
                resolved_by: None,
                waiting,
            };
            if let Some(contact) = now {
                if a.is_sensor() || b.is_sensor() {
                    event.resolved_by = Some(ResolvedBy::Sensor);
                } else if let Some(i) = self.listeners.iter().position(|l| l.takes(pair, event.kind)) {
                    event.resolved_by = Some(ResolvedBy::Listener(i as u32));
                }
                observer.contact(&mut ContactDecision { contact, event: &mut event, bodies: &self.bodies });
                if solves && event.resolved_by.is_none() {
                    let (a, b) = (&self.bodies[pair.a() as usize], &self.bodies[pair.b() as usize]);
                    let fixed = a.inverse_mass() == 0.0 && b.inverse_mass() == 0.0;
                    let contact = &contact.contact;
                    if !fixed {
                        ahead += self.look_ahead(&scratch.near[ahead..], Some(pair), &mut scratch.tasks);
                        let found = if rigid {
                            near::with_near_points(contact, a, b, self.settings.timestep)
                        } else {
                            Displaced { contact: *contact, offset: Vec2::ZERO }
                        };
                        scratch.tasks.push(Task::new(pair, found, a, b, Some(self.events.len() as u32)));
                    }
                }
            }
            if event.phase != Phase::End {
                scratch.next_touching.push(Touching { pair, since: event.since });
            }
            self.events.push(event);
            old += usize::from(before.is_some());
            new += usize::from(now.is_some());
        }
        mem::swap(&mut self.touching, &mut scratch.next_touching);
        if rigid {
            self.look_ahead(&scratch.near[ahead..], None, &mut scratch.tasks);
            self.bury_seams(scratch);
        }
        if O::WATCHES {
            observer.stage(&Stage::Events(self.events.clone()), &self.bodies);
        }
    }

    /// Adds what `Rigid` has to see coming to its tasks: of the sorted `near` pairs those before `until`. Says how many.
    fn look_ahead(
        &self,
        near: &[(PairKey, Displaced)],
        until: Option<PairKey>,
        tasks: &mut Vec<Task>,
    ) -> usize {
        let count = until.map_or(near.len(), |until| near.iter().take_while(|near| near.0 < until).count());
        for &(pair, found) in &near[..count] {
            let (a, b) = (&self.bodies[pair.a() as usize], &self.bodies[pair.b() as usize]);
            let kind = PairKind::of(a.shape(), b.shape());
            let fixed = a.inverse_mass() == 0.0 && b.inverse_mass() == 0.0;
            let taken = a.is_sensor() || b.is_sensor() || self.listeners.iter().any(|l| l.takes(pair, kind));
            if !fixed && !taken {
                tasks.push(Task::new(pair, found, a, b, None));
            }
        }
        count
    }

    /// Takes from `Rigid`'s tasks what a neighbour carries.
    fn bury_seams(&mut self, scratch: &mut Scratch) {
        seams::bury(&self.bodies, &mut scratch.tasks, &mut scratch.by_body);
        for task in scratch.tasks.iter().filter(|task| task.buried) {
            if let Some(event) = task.event {
                self.events[event as usize].resolved_by = Some(ResolvedBy::Seam);
            }
        }
    }
}

/// Where contacts go, as long as there is room.
struct Places<'w> {
    limit: usize,
    contacts: &'w mut Vec<PairContact>,
    /// What touched in the last step.
    touching: &'w [Touching],
    /// Of these, whether they touch still, but found no place; empty where none does.
    still_waiting: &'w mut Vec<bool>,
    resume: &'w mut PairKey,
    waiting: &'w mut usize,
}

impl Places<'_> {
    /// Whether there was a place.
    #[inline(always)]
    fn take(&mut self, pair: PairKey, contact: Contact) -> bool {
        if self.contacts.len() < self.limit {
            self.contacts.push(PairContact { a: pair.a(), b: pair.b(), contact });
            return true;
        }
        self.wait(pair);
        false
    }

    #[cold]
    fn wait(&mut self, pair: PairKey) {
        if *self.waiting == 0 {
            *self.resume = pair;
        }
        *self.waiting += 1;
        self.still_waiting.resize(self.touching.len(), false);
        if let Ok(i) = self.touching.binary_search_by_key(&pair, |t| t.pair) {
            self.still_waiting[i] = true;
        }
    }
}

/// The separating-axis test of a pair, and why there is no contact.
fn test_pair(a: &Body, b: &Body) -> PairOutcome {
    struct Reason {
        early_out: bool,
    }
    impl SatObserver for Reason {
        const INTERVALS: bool = false;

        fn early_out(&mut self) -> ControlFlow<()> {
            self.early_out = true;
            ControlFlow::Break(())
        }
        fn axis(&mut self, _: &AxisTest) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let mut reason = Reason { early_out: false };
    let contact: Option<Contact> = collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut reason);
    match contact {
        Some(contact) => PairOutcome::Contact(contact),
        None if reason.early_out => PairOutcome::EarlyOut,
        None => PairOutcome::Separated,
    }
}
