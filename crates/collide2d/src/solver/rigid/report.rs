//! What the solver tells the observer of a step.

use glam::Vec2;

use super::bodies::{BodyStart, State, write_back_one};
use super::lanes::WIDTH;
use super::points::RigidPoint;
use super::row::{ConstraintRow, RowReport};
use crate::body::Body;
use crate::generator::ContactSource;
use crate::observe::{Iteration, Stage, StepObserver, Work};
use crate::solver::task::Task;
use crate::still::StillBodies;

/// The observer, and its position in the step.
pub(super) struct StepReport<'a, O> {
    pub tasks: &'a [Task],
    pub bodies: &'a mut [Body],
    pub still: &'a StillBodies,
    pub observer: &'a mut O,
    /// Of the next iteration.
    pub index: u32,
    pub substep: u32,
    /// Kinematic bodies that touch others or hold their cables and rods: no contact acts on them, but an observer
    /// sees them move with the others.
    pub carried: Vec<usize>,
}

impl<O: StepObserver> StepReport<'_, O> {
    pub fn tell_point(
        &mut self,
        mut told: Iteration,
        point: &RigidPoint,
        moving: &[BodyStart],
        states: &[State],
    ) {
        let a = point.a();
        told.source = ContactSource::of_slots(point.pair, self.bodies.len());
        told.leaves = self.tasks[point.task() as usize].leaves;
        self.write_back(told.source, moving, states);
        told.position = self.bodies[a].center() + states[a].turned(point.arm_a);
        self.tell(told);
    }

    /// The iteration of a cable or rod: its position is midway between the two bodies.
    pub fn tell_link(&mut self, mut told: Iteration, moving: &[BodyStart], states: &[State]) {
        self.write_back(told.source, moving, states);
        let ends = told.source.bodies().map(|body| self.bodies[body as usize].pose().position);
        told.position = ends.sum::<Vec2>() * 0.5;
        self.tell(told);
    }

    fn write_back(&mut self, source: ContactSource, moving: &[BodyStart], states: &[State]) {
        for body in source.bodies().map(|body| body as usize) {
            write_back_one(&mut self.bodies[body], &moving[body], &states[body]);
        }
    }

    fn tell(&mut self, mut told: Iteration) {
        (told.index, told.substep) = (self.index, self.substep);
        self.index += 1;
        self.observer.stage(&Stage::Iteration(told), self.bodies);
    }

    /// Finds the kinematic ones of the bodies that contacts name, grounds included.
    pub fn find_carried(&mut self, named: impl Iterator<Item = usize>) {
        let is_kinematic = |body: &usize| {
            let body = self.bodies.get(*body);
            body.is_some_and(|body| body.inverse_mass() == 0.0 && !body.is_static())
        };
        self.carried = named.filter(is_kinematic).collect();
        self.carried.sort_unstable();
        self.carried.dedup();
    }

    /// Whether a body that no contact acts on moved.
    pub fn moved_free(&self, moving: &[BodyStart]) -> bool {
        let mut bodies = self.bodies.iter().zip(moving).enumerate();
        bodies.any(|(i, (body, start))| {
            let is_free = !start.touched && !self.carried.contains(&i);
            is_free && (body.pose() != &start.start || body.velocity() != start.start_velocity)
        })
    }

    /// Moves the carried bodies to where they are `time` seconds into the step.
    pub fn carry(&mut self, moving: &[BodyStart], time: f32) {
        for &i in &self.carried {
            let (body, start) = (&mut self.bodies[i], &moving[i]);
            body.restore(start.start, start.start_angle);
            body.displace(start.start_velocity * time, f64::from(start.start_spin) * f64::from(time));
            body.sync_bounds();
        }
    }
}

impl ConstraintRow {
    /// Calls `then` with the lane and point `k` of each contact that has one.
    pub(super) fn each_at(&self, k: usize, points: &[RigidPoint], mut then: impl FnMut(usize, &RigidPoint)) {
        for l in (0..WIDTH).filter(|&l| k < usize::from(self.count[l])) {
            then(l, &points[self.first[l] as usize + k]);
        }
    }
}

impl RigidPoint {
    /// The iteration of this point, which is in lane `l` of its row.
    pub(super) fn iteration(&self, work: Work, told: &RowReport, l: usize) -> Iteration {
        Iteration {
            work,
            point: self.number & 1,
            normal: self.normal,
            separating_before: told.before[l],
            separating_at_impulse: told.at_impulse[l],
            separating_after: told.after[l],
            restitution: self.restitution,
            target: told.target[l],
            mass: told.mass[l],
            softness: told.softness[l],
            accumulated_before: told.accumulated[l],
            impulse: told.impulse[l],
            friction_impulse: told.friction[l],
            depth_before: told.depth[l],
            depth_after: told.depth[l],
            ..Iteration::default()
        }
    }
}
