//! Rotation, friction and restitution: sub-stepped soft constraints with a relaxation pass.

pub(super) mod bodies;
mod bounce;
mod lanes;
mod links;
pub(crate) mod points;
mod report;
mod row;
mod rows;
pub(super) mod spring;
#[cfg(test)]
#[path = "../../tests/unit/rigid.rs"]
mod tests;

use fearless_simd::{Level, Simd, dispatch};

use super::task::Problem;
use crate::body::Body;
use crate::observe::{Stage, StepObserver, Work};
use crate::settings::MAX_SUBSTEPS;
use bodies::RigidBodies;
use bounce::Bounces;
use links::RigidLink;
use points::{KnownImpulse, KnownImpulses, RigidPoint, fill_points, mark_touched};
use report::StepReport;
use row::{Pass, Pushing};
use rows::{Group, Rows};
use spring::Spring;

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
/// Restitution comes first (see [`bounce`]). Then each sub-step bounces cables; integrates forces; applies the known impulses
/// again (warm start; after the first sub-step as one sum per body); gives every contact point friction, then
/// a normal impulse that acts as a stiff damped spring on penetration; moves the bodies; and relaxes: a pass
/// without the spring removes the speed that the push left, then limits friction by what is left of the impulse.
/// [`row`] solves eight contacts at a time.
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
        let Problem { settings, still, tasks, links, generators, .. } = problem;
        let dt = settings.timestep;
        let needed = || ((dt / LONGEST_SUBSTEP - 1.0e-3).ceil() as u32).clamp(1, MAX_SUBSTEPS);
        let substeps = settings.rigid.substeps.unwrap_or_else(needed);
        if !settings.rigid.warm_starting {
            known.clear();
        }
        let h = dt / substeps as f32;
        self.bodies.fill(bodies, still, generators.len(), settings, h);
        self.rows.begin_step(self.bodies.masses.len(), still);
        let hits = fill_points(&mut self.points, &mut self.bodies, tasks, &known.points);
        self.fill_links(links, &known.links);
        let mut report =
            StepReport { tasks, bodies, still, observer, index: 0, substep: 0, carried: Vec::new() };
        if hits {
            self.bounce(&mut report);
            // A contact about to bounce must not be softened before it touches.
            let RigidBodies { states, slowest_bounce, .. } = &self.bodies;
            self.points.retain(|point| point.depth > 0.0 || -point.separating(states) <= *slowest_bounce);
            mark_touched(&self.points, &mut self.bodies, still);
        }
        self.begin_links();
        if !self.points.is_empty() || !self.links.is_empty() {
            let Self { rows, points, bodies: RigidBodies { masses, .. }, .. } = self;
            let sentinel = (report.bodies.len() + generators.len()) as u32;
            rows.fill(self.level, points, masses, sentinel);
            if O::OBSERVES {
                let of_points = points.iter().flat_map(|point| [point.a(), point.b()]);
                report.find_carried(of_points.chain(self.links.iter().flat_map(RigidLink::bodies)));
            }
            for substep in 0..substeps {
                report.substep = substep;
                self.substep(h, &mut report);
            }
        }
        self.bodies.write_back(report.bodies, still);
        self.bodies.move_free(report.bodies, still, dt);
        if O::OBSERVES && report.moved_free(&self.bodies.moving) {
            report.observer.stage(&Stage::FreeMotion, report.bodies);
        }
        self.copy_link_impulses(&mut known.links);
        let known = &mut known.points;
        known.clear();
        known.extend(self.points.iter().map(|point| KnownImpulse {
            pair: point.pair,
            feature: point.feature,
            normal: 0.0,
            tangent: 0.0,
            leaves: tasks[point.task() as usize].leaves,
        }));
        if !known.is_empty() {
            self.rows.copy_impulses(known);
        }
    }

    fn substep<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        self.bounce_links(h, report);
        self.integrate_velocities(h, report);
        if report.substep == 0 {
            self.warm_start(h, report);
        }
        self.solve_constraints(h, report);
        self.advance(h, report);
        self.relax(h, report);
    }

    /// Later sub-steps do the warm start here, as one sum per body.
    fn integrate_velocities<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        let is_first = report.substep == 0;
        self.bodies.integrate_velocities(is_first, report.still);
        if !is_first {
            self.aim_links();
        }
        if O::OBSERVES {
            self.tell_forces(h, report);
        }
    }

    fn warm_start<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        self.warm_start_links(report);
        self.pass(Pass::WarmStart, &Group::ALL, h, report);
    }

    fn solve_constraints<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        self.solve_links(Pass::Solve, h, report);
        self.pass(Pass::Solve, &Group::ALL, h, report);
        for _ in 0..STRAINED_PASSES {
            self.pass(Pass::Solve, &Group::STRAINED, h, report);
        }
    }

    fn advance<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        self.bodies.advance(self.level, report.still, h);
        if O::OBSERVES {
            self.bodies.write_back(report.bodies, report.still);
            report.carry(&self.bodies.moving, h * (report.substep + 1) as f32);
            let stage = Stage::SubstepMove { index: report.substep, duration: h };
            report.observer.stage(&stage, report.bodies);
        }
    }

    fn relax<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        self.solve_links(Pass::Relax, h, report);
        self.pass(Pass::Relax, &Group::ALL, h, report);
    }

    /// Makes a pass over every contact of some groups.
    fn pass<O: StepObserver>(
        &mut self,
        pass: Pass,
        groups: &[Group],
        h: f32,
        report: &mut StepReport<'_, O>,
    ) {
        let (level, hertz) = (self.level, CONTACT_HERTZ.min(CONTACT_HERTZ_SHARE / h));
        for &group in groups {
            if self.rows.group(group).is_empty() {
                continue;
            }
            let hertz = match group {
                Group::Free => hertz,
                Group::FreeStrained | Group::Fixed | Group::FixedStrained => 2.0 * hertz,
            };
            let pushing = Pushing { spring: Spring::new(hertz, CONTACT_DAMPING, h), per_second: h.recip() };
            dispatch!(level, simd => self.run_rows(simd, pass, group, pushing, report));
        }
    }

    #[inline(always)]
    fn run_rows<S: Simd, O: StepObserver>(
        &mut self,
        simd: S,
        pass: Pass,
        group: Group,
        pushing: Pushing,
        report: &mut StepReport<'_, O>,
    ) {
        let Self { rows, bodies: RigidBodies { states, moving, .. }, points, .. } = self;
        let rows = rows.group(group);
        if O::OBSERVES {
            for row in rows {
                row.run_observed(simd, pass, states, pushing, |states, row, k, told| {
                    row.each_at(k, points, |l, point| {
                        report.tell_point(point.iteration(pass.work(), told, l), point, moving, states);
                    });
                });
            }
            return;
        }
        // `pass` is a constant in each loop. A closure would lose the level's instructions.
        macro_rules! on_each_row {
            ($pass:expr) => {
                for row in rows {
                    row.run(simd, $pass, states, pushing);
                }
            };
        }
        match pass {
            Pass::WarmStart => on_each_row!(Pass::WarmStart),
            Pass::Solve => on_each_row!(Pass::Solve),
            Pass::Relax => on_each_row!(Pass::Relax),
        }
    }

    /// Tells the observer of the integrated forces, and after the first sub-step of the warm start contact by
    /// contact, which the step does as one sum per body.
    fn tell_forces<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        let sums: Vec<[f32; 4]> = self.bodies.states.iter().map(|state| state.motion).collect();
        for (state, drive) in self.bodies.states.iter_mut().zip(&self.bodies.drives) {
            state.motion = drive.free;
        }
        self.bodies.write_back(report.bodies, report.still);
        report.observer.stage(&Stage::SubstepForces { index: report.substep, duration: h }, report.bodies);
        if report.substep > 0 {
            if !self.links.is_empty() {
                let mut in_rows = vec![false; sums.len()];
                for body in self.points.iter().flat_map(|point| [point.a(), point.b()]) {
                    in_rows[body] = true;
                }
                self.tell_links_again(&sums, &in_rows, report);
            }
            dispatch!(self.level, simd => self.tell_warm_start(simd, &sums, report));
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
        report: &mut StepReport<'_, O>,
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
            row.run_observed(simd, Pass::WarmStart, states, pushing, |states, row, k, told| {
                row.each_at(k, points, |l, point| {
                    for body in [point.a(), point.b()] {
                        if last[body] == i && k + 1 == usize::from(row.count[l]) {
                            states[body].motion = sums[body];
                        }
                    }
                    report.tell_point(point.iteration(Work::WarmStart, told, l), point, moving, states);
                });
            });
        }
    }
}
