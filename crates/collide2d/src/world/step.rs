//! One step: forces, broad phase, narrow phase, events, solver, end of frame.

use std::mem;
use std::sync::Arc;

use glam::Vec2;

use super::World;
use super::calm::IslandSearch;
use super::candidate_boxes::CandidateBoxes;
use super::crossed::Crossings;
use super::detect::Detector;
use super::used::{self, UsedContact};
use crate::collide::leaves::pair_of;
use crate::decide::Decider;
use crate::event::{ContactEvent, ResolvedBy, Touching};
use crate::generator::GeneratedContact;
use crate::observe::{BodyForces, ResolverEffort, Stage, StepObserver};
use crate::pair::PairKey;
use crate::solver::near::{self, Displaced};
use crate::solver::task::{LinkTask, Problem, Task};
use crate::solver::{Needs, Solvers};
use crate::still::{BodyChanges, StillBodies};

/// Memory of a step, kept for the next; no part of the state.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) still: StillBodies,
    pub(super) detector: Detector,
    /// Velocity that this step's acceleration gave to each body. Metres per second.
    built_up: Vec<Vec2>,
    /// For each of the last step's touching pairs: it still touches, but did not fit.
    pub(super) still_waiting: Vec<bool>,
    /// The pairs that did not fit, in the order of the narrow phase.
    pub(super) without_place: Vec<PairKey>,
    /// As [`Passing::behind`](crate::decide::Passing::behind), of this step.
    pub(super) behind: Vec<PairKey>,
    /// As [`Decider::held`].
    pub(super) held: Vec<PairKey>,
    pub(super) next_touching: Vec<Touching>,
    /// Contacts for the solver to resolve.
    pub(super) tasks: Vec<Task>,
    /// Contacts of generators that fit into the step.
    pub(super) generated: Vec<GeneratedContact>,
    /// Cables and rods for the solver to resolve.
    pub(super) links: Vec<LinkTask>,
    /// Pairs that are near and do not touch yet, for a solver that works on them.
    pub(super) near: Vec<Task>,
    solvers: Solvers,
    crossings: Crossings,
    /// Contacts that begin within the step.
    begun: Vec<ContactEvent>,
    /// Contacts that may be used in the step, with the indices of their tasks.
    used_contacts: Vec<(usize, UsedContact)>,
    pub(super) islands: IslandSearch,
}

/// [`Scratch`] between steps. A clone starts without.
#[derive(Debug, Default)]
pub(super) struct KeptScratch {
    kept: Option<Box<Scratch>>,
    /// A change of the settings counts as a change of all bodies.
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
        // During the step, `settings.timestep` is the length of this step.
        let (own, later) = (self.timestep(), self.settings.timestep);
        self.settings.timestep = own;
        let has_movers = self.begin_movers();
        if has_movers && O::OBSERVES {
            observer.stage(&Stage::Movers(self.movers.moves.clone()), &self.bodies);
        }
        self.tree.forget();
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
            begun,
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
        let (candidates, events, not_colliding) = (detector.pairs(), &self.events[..], &self.not_colliding);
        let problem = Problem {
            settings,
            still,
            tasks,
            links,
            generators,
            not_colliding,
            built_up,
            decider,
            candidates,
            events,
        };
        let solver = settings.solver;
        self.used_contacts.clear();
        if settings.used_contacts {
            used::add_candidates(&self.contacts, tasks, &self.bodies, settings, used_contacts);
        }
        let effort = solvers.solve(problem, &mut self.bodies, &mut self.impulses, observer);
        for &body in solvers.landed().iter().filter(|body| self.bodies[**body as usize].is_asleep()) {
            // It was moved in its sleep: the next step has to look at it.
            detector.set_moved(body);
            self.scratch.woken.push(body);
        }
        let was_used = |(task, used): (usize, UsedContact)| solvers.has_used(solver, task).then_some(used);
        self.used_contacts.extend(used_contacts.drain(..).filter_map(was_used));
        let waiting = self.waiting_contacts();
        self.resolver = (effort.is_some() || waiting > 0)
            .then(|| ResolverEffort { waiting, ..effort.unwrap_or_default() });
        self.add_begun(solvers.stopped(), begun);
        self.add_passed(solvers.passed());
        self.crossed.clear();
        if self.settings.crossings {
            crossings.find(&self.bodies, &self.not_colliding, &self.events, &mut self.crossed);
        }
        self.reactions = self.pending_reactions();
        if !self.reactions.is_empty() {
            self.react_and_tell(observer);
        }
        if self.settings.sleep {
            self.fall_asleep(islands, still, tasks);
        }
        self.tell_sleep(observer);
        if has_movers {
            self.end_movers();
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

    /// Builds the solver's tasks, sorted by pair: the contacts that nobody took, and the pairs that are near.
    fn solver_tasks(&mut self, scratch: &mut Scratch) {
        let Scratch { near, tasks, .. } = scratch;
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
        self.bury(scratch);
    }

    /// Marks the contacts at whose seam a neighbour carries the body. The events of those that are skipped
    /// say so.
    fn bury(&mut self, scratch: &mut Scratch) {
        let Scratch { tasks, solvers, .. } = scratch;
        solvers.bury(&self.settings, &self.bodies, tasks);
        for event in tasks.iter().filter(|task| task.buried).filter_map(|task| task.event) {
            self.events[event as usize].resolved_by = Some(ResolvedBy::Seam);
        }
        // `Linear` has no use for buried tasks; by them the sweep of `Rigid` knows what not to meet.
        if !Needs::of(&self.settings).moves_bodies {
            tasks.retain(|task| !task.buried);
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/step.rs"]
mod tests;
