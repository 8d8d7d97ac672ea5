//! Rotation, friction and restitution: sub-stepped soft constraints with a relax pass.

mod bodies;
mod bounce;
mod points;
mod row;
mod rows;
mod telling;
#[cfg(test)]
mod tests;

use fearless_simd::{Level, Simd, dispatch};

use super::Task;
use super::fast::FastBodies;
use crate::world::{Body, Listener, PairKey, Stage, StepObserver, Work, WorldSettings};
use bodies::{Drive, Place, State};
pub(super) use bodies::{Mass, Moving};
use bounce::Bounces;
use points::Point;
use row::Pushing;
use rows::Rows;
use telling::Telling;

/// Depth at which contacts come to rest. Metres. Within it a contact is kept and pushes nothing, so that what lies still goes on
/// touching.
pub(super) const SLOP: f32 = 1.0e-3;
/// Longest sub-step. Seconds; a 60th of a second has four.
const LONGEST_SUBSTEP: f32 = 1.0 / 240.0;
/// Stiffness of the soft contact, at most, and as a share of the sub-steps per second. Hertz. Twice that against infinite mass, and
/// where something far heavier touches a body. Half as much again throws the boxes of a tall pyramid up.
const CONTACT_HERTZ: f32 = 40.0;
const CONTACT_HERTZ_SHARE: f32 = 0.25;
/// Damping of the soft contact, 1 being critical.
const CONTACT_DAMPING: f32 = 7.0;
/// Passes more, with the spring, over contacts of bodies that something far heavier touches.
const STRAINED_PASSES: usize = 2;
/// Fastest push out of a penetration. Metres per second.
const FASTEST_PUSH: f32 = 3.0;

/// The "soft step" of Box2D v3: Catto, "Soft Constraints" (GDC 2011), "Understanding Constraints" (GDC 2014) and "Solver2D" (2024),
/// in memory kept between steps.
///
/// Bounces come first (see [`bounce`]). Then the timestep is cut into sub-steps. In each, velocities take up the forces; the impulses
/// known so far are applied again (warm start; after the first sub-step as one sum for each body); every contact point gets friction, then an impulse along the normal that behaves
/// like a stiff damped spring where it is too deep; positions move; and a relax pass without the spring takes out the
/// speed that the push left. Contacts are solved eight at a time (see [`row`]).
#[derive(Debug)]
pub(crate) struct RigidSolver {
    /// Which instructions to use.
    level: Level,
    moving: Vec<Moving>,
    places: Vec<Place>,
    /// Of each body, and of one that cannot be moved in the place of one that is not there.
    masses: Vec<Mass>,
    /// Of each body, and of one at rest that stands in where a row has no contact.
    states: Vec<State>,
    drives: Vec<Drive>,
    /// 1, or 0 for a circle: its point of contact does not turn with it.
    turns: Vec<f32>,
    points: Vec<Point>,
    bounces: Bounces,
    rows: Rows,
    fast: FastBodies,
}

impl Default for RigidSolver {
    fn default() -> Self {
        Self::at(Level::new())
    }
}

/// The impulses that held a contact point in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KnownImpulse {
    pub pair: PairKey,
    pub feature: u32,
    /// Newton seconds.
    pub normal: f32,
    /// Newton seconds.
    pub tangent: f32,
}

/// A damped spring, solved implicitly over one sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spring {
    /// Share of the error that is aimed to be gone after a second. 1/s.
    bias_rate: f32,
    mass_scale: f32,
    impulse_scale: f32,
}

impl Spring {
    /// It neither pushes nor gives back.
    const NONE: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    fn new(hertz: f32, damping: f32, h: f32) -> Self {
        let omega = std::f32::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = (1.0 + a2).recip();
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

impl RigidSolver {
    /// With the instructions of `level`; the results are the same at each.
    pub(crate) fn at(level: Level) -> Self {
        Self {
            level,
            moving: Vec::new(),
            places: Vec::new(),
            masses: Vec::new(),
            states: Vec::new(),
            drives: Vec::new(),
            turns: Vec::new(),
            points: Vec::new(),
            bounces: Bounces::default(),
            rows: Rows::default(),
            fast: FastBodies::default(),
        }
    }

    /// Moves every body by one timestep. `tasks` are sorted by pair; `known` is what the last step left, and is left for the next.
    pub(crate) fn solve<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        settings: &WorldSettings,
        tasks: &[Task],
        known: &mut Vec<KnownImpulse>,
        observer: &mut O,
    ) {
        let dt = settings.timestep;
        let substeps = ((dt / LONGEST_SUBSTEP - 1.0e-3).ceil() as u32).clamp(1, 64);
        let h = dt / substeps as f32;
        self.prepare_bodies(bodies, settings, h);
        let hits = self.prepare_points(tasks, known);
        let mut telling = Telling { bodies, observer, index: 0, substep: 0 };
        if hits {
            self.bounce(&mut telling);
            self.let_bounces_come();
            self.mark_touched();
        }
        if !self.points.is_empty() {
            let Self { rows, points, masses, .. } = self;
            rows.fill(self.level, points, masses, telling.bodies.len() as u32);
            for substep in 0..substeps {
                telling.substep = substep;
                self.substep(h, &mut telling);
            }
        }
        self.write_back(bodies);
        self.move_free_bodies(bodies, dt);
        known.clear();
        known.extend(self.points.iter().map(|point| KnownImpulse {
            pair: point.pair,
            feature: point.feature,
            normal: 0.0,
            tangent: 0.0,
        }));
        if !known.is_empty() {
            self.rows.hand_back(known);
        }
    }

    /// After [`RigidSolver::solve`]: stops what would pass through something that it cannot push.
    pub(crate) fn stop_fast<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        tasks: &[Task],
        listeners: &[Listener],
        observer: &mut O,
    ) {
        self.fast.stop(bodies, &self.moving, &self.masses, tasks, listeners, observer);
    }

    fn substep<O: StepObserver>(&mut self, h: f32, telling: &mut Telling<'_, O>) {
        let hertz = CONTACT_HERTZ.min(CONTACT_HERTZ_SHARE / h);
        let between_dynamic = Spring::new(hertz, CONTACT_DAMPING, h);
        let against_fixed = Spring::new(2.0 * hertz, CONTACT_DAMPING, h);
        let level = self.level;
        self.take_forces(telling.substep == 0);
        if O::WATCHES {
            self.tell_forces(h, telling);
        }
        for work in [Work::WarmStart, Work::Solve, Work::Relax] {
            if work == Work::WarmStart && telling.substep > 0 {
                continue;
            }
            if work == Work::Relax {
                self.advance(h);
                if O::WATCHES {
                    self.write_back(telling.bodies);
                    let stage = Stage::SubstepMove { index: telling.substep, duration: h };
                    telling.observer.stage(&stage, telling.bodies);
                }
            }
            let again = if work == Work::Solve { STRAINED_PASSES } else { 0 };
            for group in [0, 1, 2, 3].into_iter().chain([1, 3].into_iter().cycle().take(2 * again)) {
                let spring = if group == 0 { between_dynamic } else { against_fixed };
                let pushing = Pushing { spring, per_second: h.recip() };
                dispatch!(level, simd => self.pass(simd, work, group, pushing, telling));
            }
        }
    }

    /// Does one kind of work on every contact of a group.
    #[inline(always)]
    fn pass<S: Simd, O: StepObserver>(
        &mut self,
        simd: S,
        work: Work,
        group: usize,
        pushing: Pushing,
        telling: &mut Telling<'_, O>,
    ) {
        let Self { rows, states, moving, points, .. } = self;
        let rows = rows.group(group);
        if O::WATCHES {
            for row in rows {
                row.work_watched(simd, work, states, pushing, |states, row, k, told| {
                    row.each_at(k, points, |l, point| {
                        telling.tell(point.iteration(work, told, l), point, moving, states);
                    });
                });
            }
            return;
        }
        // The work is known to each loop, so that it holds what it needs alone. No closure: it would not get the instructions.
        match work {
            Work::WarmStart => {
                for row in rows {
                    row.work(simd, Work::WarmStart, states, pushing);
                }
            }
            Work::Solve => {
                for row in rows {
                    row.work(simd, Work::Solve, states, pushing);
                }
            }
            _ => {
                for row in rows {
                    row.work(simd, Work::Relax, states, pushing);
                }
            }
        }
    }
}
