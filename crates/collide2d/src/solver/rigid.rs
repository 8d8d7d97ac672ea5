//! Rotation, friction and restitution: sub-stepped soft constraints with a relaxation pass.

pub(super) mod bodies;
mod bounce;
mod lanes;
mod links;
pub(crate) mod points;
mod row;
mod rows;
pub(super) mod spring;
mod telling;
#[cfg(test)]
#[path = "../../tests/unit/rigid.rs"]
mod tests;

use fearless_simd::{Level, Simd, dispatch};

use super::task::Problem;
use crate::body::Body;
use crate::observe::{Stage, StepObserver, Work};
use bodies::RigidBodies;
use bounce::Bounces;
use links::RigidLink;
use points::{KnownImpulse, KnownImpulses, RigidPoint, SLOWEST_BOUNCE, fill_points, mark_touched};
use row::Pushing;
use rows::Rows;
use spring::Spring;
use telling::Telling;

/// Longest sub-step. Seconds; a 60th of a second has four.
const LONGEST_SUBSTEP: f32 = 1.0 / 240.0;
/// Highest stiffness of the soft contact, and the same as a fraction of the sub-steps per second. Hertz.
/// Doubled against infinite mass and a far heavier body. 1.5 times as much makes a tall pyramid jump.
const CONTACT_HERTZ: f32 = 40.0;
const CONTACT_HERTZ_SHARE: f32 = 0.25;
/// Damping ratio of the soft contact.
const CONTACT_DAMPING: f32 = 7.0;
/// Extra passes, with the spring, over contacts of bodies that a far heavier one touches.
const STRAINED_PASSES: usize = 2;

/// The "soft step" of Box2D v3: Catto, "Soft Constraints" (GDC 2011), "Understanding Constraints" (GDC 2014)
/// and "Solver2D" (2024).
///
/// Restitution comes first (see [`bounce`]). Then each sub-step integrates forces; applies the known impulses
/// again (warm start; after the first sub-step as one sum per body); gives every contact point friction, then
/// a normal impulse that acts as a stiff damped spring on penetration; moves the bodies; and relaxes: a pass
/// without the spring removes the speed that the push left. [`row`] solves eight contacts at a time.
#[derive(Debug)]
pub(crate) struct RigidSolver {
    /// SIMD instructions to use; the results are the same at every level.
    level: Level,
    pub(super) bodies: RigidBodies,
    points: Vec<RigidPoint>,
    links: Vec<RigidLink>,
    bounces: Bounces,
    rows: Rows,
}

impl Default for RigidSolver {
    fn default() -> Self {
        Self {
            level: Level::new(),
            bodies: RigidBodies::default(),
            points: Vec::new(),
            links: Vec::new(),
            bounces: Bounces::default(),
            rows: Rows::default(),
        }
    }
}

impl RigidSolver {
    /// Moves every body. `known` impulses are replaced by those of this step.
    pub(crate) fn solve<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        problem: Problem<'_>,
        known: &mut KnownImpulses,
        observer: &mut O,
    ) {
        let Problem { settings, tasks, links, generators, .. } = problem;
        let dt = settings.timestep;
        let substeps = ((dt / LONGEST_SUBSTEP - 1.0e-3).ceil() as u32).clamp(1, 64);
        let h = dt / substeps as f32;
        self.bodies.fill(bodies, generators.len(), settings, h);
        let hits = fill_points(&mut self.points, &mut self.bodies, tasks, &known.points);
        self.fill_links(links, &known.links);
        let mut telling = Telling { bodies, observer, index: 0, substep: 0, carried: Vec::new() };
        if hits {
            self.bounce(&mut telling);
            // A contact about to bounce must not be softened before it touches.
            let states = &self.bodies.states;
            self.points.retain(|point| point.depth > 0.0 || -point.separating(states) < SLOWEST_BOUNCE);
            mark_touched(&self.points, &mut self.bodies);
        }
        self.bounce_links(&mut telling);
        if !self.points.is_empty() || !self.links.is_empty() {
            let Self { rows, points, bodies: RigidBodies { masses, .. }, .. } = self;
            let sentinel = (telling.bodies.len() + generators.len()) as u32;
            rows.fill(self.level, points, masses, sentinel);
            if O::WATCHES {
                let of_points = points.iter().flat_map(|point| [point.a(), point.b()]);
                telling.find_carried(of_points.chain(self.links.iter().flat_map(RigidLink::bodies)));
            }
            for substep in 0..substeps {
                telling.substep = substep;
                self.substep(h, &mut telling);
            }
        }
        self.bodies.write_back(telling.bodies);
        self.bodies.move_free(telling.bodies, dt);
        if O::WATCHES && telling.moved_free(&self.bodies.moving) {
            telling.observer.stage(&Stage::FreeMotion, telling.bodies);
        }
        self.copy_link_impulses(&mut known.links);
        let known = &mut known.points;
        known.clear();
        known.extend(self.points.iter().map(|point| KnownImpulse {
            pair: point.pair,
            feature: point.feature,
            normal: 0.0,
            tangent: 0.0,
        }));
        if !known.is_empty() {
            self.rows.copy_impulses(known);
        }
    }

    fn substep<O: StepObserver>(&mut self, h: f32, telling: &mut Telling<'_, O>) {
        let hertz = CONTACT_HERTZ.min(CONTACT_HERTZ_SHARE / h);
        let between_dynamic = Spring::new(hertz, CONTACT_DAMPING, h);
        let against_fixed = Spring::new(2.0 * hertz, CONTACT_DAMPING, h);
        let level = self.level;
        self.bodies.take_forces(telling.substep == 0);
        if telling.substep > 0 {
            self.aim_links();
        }
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
                    telling.carry(&self.bodies.moving, h * (telling.substep + 1) as f32);
                    let stage = Stage::SubstepMove { index: telling.substep, duration: h };
                    telling.observer.stage(&stage, telling.bodies);
                }
            }
            self.work_links(work, h, telling);
            let again = if work == Work::Solve { STRAINED_PASSES } else { 0 };
            for group in [0, 1, 2, 3].into_iter().chain([1, 3].into_iter().cycle().take(2 * again)) {
                let spring = if group == 0 { between_dynamic } else { against_fixed };
                let pushing = Pushing { spring, per_second: h.recip() };
                dispatch!(level, simd => self.pass(simd, work, group, pushing, telling));
            }
        }
    }

    /// One kind of work on every contact of a group.
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
        // `work` is a constant in each loop. A closure would lose the level's instructions.
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

    /// Tells the observer of the integrated forces, and after the first sub-step of the warm start contact by
    /// contact, which the step does as one sum per body.
    fn tell_forces<O: StepObserver>(&mut self, h: f32, telling: &mut Telling<'_, O>) {
        let sums: Vec<[f32; 4]> = self.bodies.states.iter().map(|state| state.motion).collect();
        for (state, drive) in self.bodies.states.iter_mut().zip(&self.bodies.drives) {
            state.motion = drive.free;
        }
        self.bodies.write_back(telling.bodies);
        telling.observer.stage(&Stage::SubstepForces { index: telling.substep, duration: h }, telling.bodies);
        if telling.substep > 0 {
            if !self.links.is_empty() {
                let mut in_rows = vec![false; sums.len()];
                for body in self.points.iter().flat_map(|point| [point.a(), point.b()]) {
                    in_rows[body] = true;
                }
                self.tell_links_again(&sums, &in_rows, telling);
            }
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
        // Contact by contact the sum may differ by rounding: with its last contact a body gets the step's sum.
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
