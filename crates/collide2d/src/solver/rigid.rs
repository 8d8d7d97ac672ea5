//! Rotation, friction and restitution: sub-stepped soft constraints with a relax pass.

pub(super) mod bodies;
mod bounce;
mod lanes;
pub(crate) mod points;
mod row;
mod rows;
pub(super) mod spring;
mod telling;
#[cfg(test)]
#[path = "../../tests/unit/rigid.rs"]
mod tests;

use fearless_simd::{Level, Simd, dispatch};

use super::task::Task;
use crate::body::Body;
use crate::observe::{Stage, StepObserver, Work};
use crate::settings::WorldSettings;
use bodies::RigidBodies;
use bounce::Bounces;
use points::{KnownImpulse, Point, SLOWEST_BOUNCE, fill_points, mark_touched};
use row::Pushing;
use rows::Rows;
use spring::Spring;
use telling::Telling;

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
    pub(super) bodies: RigidBodies,
    points: Vec<Point>,
    bounces: Bounces,
    rows: Rows,
}

impl Default for RigidSolver {
    fn default() -> Self {
        Self::at(Level::new())
    }
}

impl RigidSolver {
    /// With the instructions of `level`; the results are the same at each.
    pub(crate) fn at(level: Level) -> Self {
        Self {
            level,
            bodies: RigidBodies::default(),
            points: Vec::new(),
            bounces: Bounces::default(),
            rows: Rows::default(),
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
        self.bodies.fill(bodies, settings, h);
        let hits = fill_points(&mut self.points, &mut self.bodies, tasks, known);
        let mut telling = Telling { bodies, observer, index: 0, substep: 0 };
        if hits {
            self.bounce(&mut telling);
            // A touch that will bounce is not to be softened before it comes.
            let states = &self.bodies.states;
            self.points.retain(|point| point.depth > 0.0 || -point.separating(states) < SLOWEST_BOUNCE);
            mark_touched(&self.points, &mut self.bodies);
        }
        if !self.points.is_empty() {
            let Self { rows, points, bodies: RigidBodies { masses, .. }, .. } = self;
            rows.fill(self.level, points, masses, telling.bodies.len() as u32);
            for substep in 0..substeps {
                telling.substep = substep;
                self.substep(h, &mut telling);
            }
        }
        self.bodies.write_back(bodies);
        self.bodies.move_free(bodies, dt);
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

    fn substep<O: StepObserver>(&mut self, h: f32, telling: &mut Telling<'_, O>) {
        let hertz = CONTACT_HERTZ.min(CONTACT_HERTZ_SHARE / h);
        let between_dynamic = Spring::new(hertz, CONTACT_DAMPING, h);
        let against_fixed = Spring::new(2.0 * hertz, CONTACT_DAMPING, h);
        let level = self.level;
        self.bodies.take_forces(telling.substep == 0);
        if O::WATCHES {
            self.tell_forces(h, telling);
        }
        for work in [Work::WarmStart, Work::Solve, Work::Relax] {
            if work == Work::WarmStart && telling.substep > 0 {
                continue;
            }
            if work == Work::Relax {
                self.bodies.advance(level, h);
                if O::WATCHES {
                    self.bodies.write_back(telling.bodies);
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
        let Self { rows, bodies: RigidBodies { states, moving, .. }, points, .. } = self;
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
        macro_rules! on_each_row {
            ($work:expr) => {
                for row in rows {
                    row.work(simd, $work, states, pushing);
                }
            };
        }
        match work {
            Work::WarmStart => on_each_row!(Work::WarmStart),
            Work::Solve => on_each_row!(Work::Solve),
            Work::Relax | Work::Linear | Work::Bounce => on_each_row!(Work::Relax),
        }
    }

    /// Tells of forces taken up, and after the first sub-step of the impulses applied again, contact by contact, which the step does as
    /// one sum for each body.
    fn tell_forces<O: StepObserver>(&mut self, h: f32, telling: &mut Telling<'_, O>) {
        let sums: Vec<[f32; 4]> = self.bodies.states.iter().map(|state| state.motion).collect();
        for (state, drive) in self.bodies.states.iter_mut().zip(&self.bodies.drives) {
            state.motion = drive.free;
        }
        self.bodies.write_back(telling.bodies);
        telling.observer.stage(&Stage::SubstepForces { index: telling.substep, duration: h }, telling.bodies);
        if telling.substep > 0 {
            dispatch!(self.level, simd => self.tell_warm_start(simd, &sums, telling));
        }
        for (state, &sum) in self.bodies.states.iter_mut().zip(&sums) {
            state.motion = sum;
        }
    }

    #[inline]
    fn tell_warm_start<S: Simd, O: StepObserver>(
        &mut self,
        simd: S,
        sums: &[[f32; 4]],
        telling: &mut Telling<'_, O>,
    ) {
        let Self { rows, bodies: RigidBodies { states, moving, .. }, points, .. } = self;
        let rows = rows.all();
        // With its last contact a body comes to its sum, from which one contact after the other may differ by rounding.
        let mut last = vec![0; states.len()];
        for (i, row) in rows.iter().enumerate() {
            row.a.iter().chain(&row.b).for_each(|&body| last[body as usize] = i);
        }
        let pushing = Pushing { spring: Spring::NONE, per_second: 0.0 };
        for (i, row) in rows.iter_mut().enumerate() {
            row.work_watched(simd, Work::WarmStart, states, pushing, |states, row, k, told| {
                row.each_at(k, points, |l, point| {
                    for body in [point.a(), point.b()] {
                        if last[body] == i && k + 1 == usize::from(row.count[l]) {
                            states[body].motion = sums[body];
                        }
                    }
                    telling.tell(point.iteration(Work::WarmStart, told, l), point, moving, states);
                });
            });
        }
    }
}
