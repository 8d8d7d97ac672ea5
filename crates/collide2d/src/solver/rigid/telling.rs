//! What an observer of the step is told by the solver.

use fearless_simd::{Simd, dispatch};
use glam::Vec2;

use super::bodies::{Moving, State, write_back_one};
use super::points::Point;
use super::row::{Pushing, Row, Told, WIDTH};
use super::{RigidSolver, Spring};
use crate::world::{Body, Iteration, Stage, StepObserver, Work};

/// Where in the step the observer is.
pub(super) struct Telling<'a, O> {
    pub bodies: &'a mut [Body],
    pub observer: &'a mut O,
    /// Of the next iteration.
    pub index: u32,
    pub substep: u32,
}

impl<O: StepObserver> Telling<'_, O> {
    pub fn tell(&mut self, mut told: Iteration, point: &Point, moving: &[Moving], states: &[State]) {
        for body in [point.a(), point.b()] {
            write_back_one(&mut self.bodies[body], &moving[body], &states[body]);
        }
        let a = point.a();
        told.position = self.bodies[a].center() + states[a].turned(point.arm_a);
        (told.index, told.substep) = (self.index, self.substep);
        self.index += 1;
        self.observer.stage(&Stage::Iteration(told), self.bodies);
    }
}

impl RigidSolver {
    /// Tells of forces taken up, and after the first sub-step of the impulses applied again, contact by contact, which the step does as
    /// one sum for each body.
    pub(super) fn tell_forces<O: StepObserver>(&mut self, h: f32, telling: &mut Telling<'_, O>) {
        let sums: Vec<[f32; 4]> = self.states.iter().map(|state| state.motion).collect();
        for (state, drive) in self.states.iter_mut().zip(&self.drives) {
            state.motion = drive.free;
        }
        self.write_back(telling.bodies);
        telling.observer.stage(&Stage::SubstepForces { index: telling.substep, duration: h }, telling.bodies);
        if telling.substep > 0 {
            dispatch!(self.level, simd => self.tell_warm_start(simd, &sums, telling));
        }
        for (state, &sum) in self.states.iter_mut().zip(&sums) {
            state.motion = sum;
        }
    }

    #[inline(always)]
    fn tell_warm_start<S: Simd, O: StepObserver>(
        &mut self,
        simd: S,
        sums: &[[f32; 4]],
        telling: &mut Telling<'_, O>,
    ) {
        let Self { rows, states, moving, points, .. } = self;
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

impl Row {
    /// The points in place `k` of those contacts that have so many.
    pub(super) fn each_at(&self, k: usize, points: &[Point], mut then: impl FnMut(usize, &Point)) {
        for l in (0..WIDTH).filter(|&l| k < usize::from(self.count[l])) {
            then(l, &points[self.first[l] as usize + k]);
        }
    }
}

impl Point {
    /// What was done to this point, which is in place `l` of its row.
    pub(super) fn iteration(&self, work: Work, told: &Told, l: usize) -> Iteration {
        Iteration {
            index: 0,
            work,
            substep: 0,
            pair: self.pair,
            point: self.index,
            position: Vec2::ZERO,
            normal: self.normal,
            separating_before: told.before[l],
            separating_at_impulse: told.at_impulse[l],
            separating_after: told.after[l],
            built_up: 0.0,
            restitution: self.restitution,
            target: told.target[l],
            mass: told.mass[l],
            softness: told.softness[l],
            accumulated_before: told.accumulated[l],
            impulse: told.impulse[l],
            friction_impulse: told.friction[l],
            moved_a: Vec2::ZERO,
            moved_b: Vec2::ZERO,
            depth_before: told.depth[l],
            depth_after: told.depth[l],
        }
    }
}
