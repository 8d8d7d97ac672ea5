//! The solvers. A step asks what its solver needs, not which one it is.

mod driven;
mod fast;
mod gap;
mod grounds;
mod groups;
mod landings;
mod linear;
mod linked;
pub(crate) mod near;
mod neighbours;
pub(crate) mod rigid;
mod seams;
mod slide;
mod stops;
pub(crate) mod task;
mod worst_first;

use crate::body::Body;
use crate::event::ContactEvent;
use crate::observe::{ResolverEffort, StepObserver, Unresolved};
use crate::pair::PairKey;
use crate::settings::{SolverKind, WorldSettings};
use fast::FastBodies;
use landings::Landings;
use linear::LinearSolver;
use linked::LinkedBodies;
use rigid::RigidSolver;
use rigid::points::KnownImpulses;
use slide::Slides;
use stops::Stops;
use task::{Problem, Task};

/// What a solver needs of the step around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Needs {
    /// It moves the bodies itself, so contacts are detected before bodies move.
    pub moves_bodies: bool,
    /// It resolves contacts.
    pub contacts: bool,
    /// It works on pairs and points up to this gap. Metres; 0: only on those that touch.
    pub reach: f32,
}

/// The solvers, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Solvers {
    linear: LinearSolver,
    rigid: RigidSolver,
    fast: FastBodies,
    landings: Landings,
    stops: Stops,
    slides: Slides,
    linked: LinkedBodies,
    /// Pairs of a movable body and the index of its task, see [`seams::bury`].
    by_body: Vec<(u32, u32)>,
}

impl Needs {
    pub(crate) fn of(settings: &WorldSettings) -> Self {
        let near = if settings.rigid.speculative { near::NEAR } else { 0.0 };
        match settings.solver {
            SolverKind::Off => Self { moves_bodies: false, contacts: false, reach: 0.0 },
            SolverKind::Linear => Self { moves_bodies: false, contacts: true, reach: 0.0 },
            SolverKind::Rigid => Self { moves_bodies: true, contacts: true, reach: near },
        }
    }
}

impl Solvers {
    /// Marks the tasks that the solver skips because a neighbour carries the body.
    pub(crate) fn bury(&mut self, settings: &WorldSettings, bodies: &[Body], tasks: &mut [Task]) {
        let is_on = match settings.solver {
            SolverKind::Off => false,
            SolverKind::Linear => true,
            SolverKind::Rigid => settings.rigid.smooth_seams,
        };
        if is_on {
            seams::bury(bodies, tasks, &mut self.by_body);
        }
    }

    /// Contacts that `Linear` left in the last step, see [`crate::Stage::FrameEnd`].
    pub(crate) fn unresolved(&self) -> Vec<Unresolved> {
        self.linear.unresolved()
    }

    /// Whether the last step used the task of this index, of those that it may have used.
    pub(crate) fn has_used(&self, solver: SolverKind, task: usize) -> bool {
        match solver {
            SolverKind::Off => false,
            SolverKind::Linear => self.linear.has_resolved(task),
            SolverKind::Rigid => true,
        }
    }

    /// Pairs that the last step stopped where they first touched, with the fraction of its motion. What stopped one
    /// later may have taken it away again.
    pub(crate) fn stopped(&mut self) -> &mut Vec<(PairKey, f32)> {
        &mut self.stops.pairs
    }

    /// Bodies that landings moved in the last step.
    pub(crate) fn landed(&self) -> &[u32] {
        self.landings.landed()
    }

    /// Contacts of bullets that began and ended within the last step, as events of their beginning.
    pub(crate) fn passed(&self) -> &[ContactEvent] {
        &self.fast.passed
    }

    /// Resolves the tasks. `known`: impulses of the last step, replaced by those of this one. Returns what
    /// `Linear` did; `None` if it had nothing to do.
    pub(crate) fn solve<O: StepObserver>(
        &mut self,
        problem: Problem<'_>,
        bodies: &mut [Body],
        known: &mut KnownImpulses,
        observer: &mut O,
    ) -> Option<ResolverEffort> {
        let Problem { settings, tasks, links, generators, built_up, .. } = problem;
        self.fast.passed.clear();
        self.stops.clear();
        self.landings.begin();
        if settings.solver != SolverKind::Rigid {
            // Those of a step of another solver are not the last step's.
            known.clear();
        }
        match settings.solver {
            SolverKind::Off => None,
            SolverKind::Linear => {
                self.linear.solve(bodies, settings.iterations, tasks, links, built_up, observer)
            }
            SolverKind::Rigid => {
                self.rigid.solve(bodies, problem, known, observer);
                if settings.rigid.continuous {
                    let Self {
                        rigid: RigidSolver { bodies: before, .. },
                        fast,
                        landings,
                        stops,
                        slides,
                        linked,
                        ..
                    } = self;
                    fast.stop(bodies, before, problem, stops, observer);
                    if !generators.is_empty() {
                        grounds::stop(bodies, before, problem, &known.points, stops, observer);
                    }
                    linked.fill(links, bodies);
                    linked.follow(bodies, before, stops);
                    landings.stop(bodies, before, problem, linked, stops, observer);
                    // One limb alone would slide out of its joints.
                    stops.at_obstacles.retain(|stopped| !linked.has(stopped.body));
                    slides.go_on(bodies, problem, &mut stops.at_obstacles, observer);
                }
                None
            }
        }
    }
}
