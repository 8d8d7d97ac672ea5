//! The motions of the bodies in the step, which landings shorten.

use std::mem;

use glam::Vec2;

use super::flying::FlyingGroups;
use super::way::{DEEPEST, Way};
use crate::body::Body;
use crate::pair::PairKey;
use crate::pose::{Pose, Rotation};
use crate::solver::driven::Driven;
use crate::solver::fast::velocity_at;
use crate::solver::linked::LinkedBodies;
use crate::solver::rigid::bodies::BodyStart;
use crate::solver::stops::Stops;
use crate::solver::task::Task;
use crate::still::StillBodies;

/// A body that is stopped within this fraction of the step has not moved.
const AT_ONCE: f32 = 1.0e-6;
/// Bodies that links hold together have landed on each other where they are so deep, a share of the smaller inner radius: put back
/// with their group, they would stop all of it each time that two of its limbs knock at each other.
const DEEPEST_OF_LINKED: f32 = 0.5;

/// The motions of the bodies in the step, in memory kept between steps.
#[derive(Debug, Default)]
pub(super) struct Motions {
    /// Per body.
    pub ways: Vec<Way>,
    /// The least [`Way::deepest`] of all bodies. Metres.
    least: f32,
    /// The motions of the bodies that are put back, by [`Way::place`].
    put_back: Vec<StepMotion>,
    pub flying: FlyingGroups,
    /// The present round, from 1.
    pub round: u8,
    /// Bodies that it moved.
    pub moved: Vec<u32>,
    /// Bodies that the step put back, or moved apart.
    pub landed: Vec<u32>,
}

/// The motion of a body in the step, before it is put back: even, until a sweep or a ground stopped it.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepMotion {
    start: Pose,
    start_angle: f64,
    /// From the position to the centre at the start.
    to_center: Vec2,
    /// Of the centre, in a whole step at that speed.
    pub moved: Vec2,
    /// The same. Degrees.
    turned: f64,
    velocity: Vec2,
    /// Fraction of the step after which it was stopped, 1 if it was not; 0 of an immovable body.
    until: f32,
    /// Fraction of the step's motion that is left to it.
    pub share: f32,
    /// As [`FlyingGroups::has`].
    flies: bool,
}

impl Motions {
    /// A step begins: no body is put back.
    pub fn clear(&mut self) {
        self.put_back.clear();
        self.moved.clear();
        self.landed.clear();
        self.flying.clear();
    }

    /// Reads what the bodies moved. `false`: no two of them so far that they may have landed.
    pub fn read(&mut self, bodies: &[Body], before: &[BodyStart], still: &StillBodies) -> bool {
        if still.is_new() {
            self.ways.clear();
            self.least = DEEPEST;
        }
        self.ways.resize(bodies.len(), Way::default());
        let mut longest = 0.0_f32;
        for body in still.visited() {
            let way = Way::of(&bodies[body], &before[body]);
            (longest, self.least) = (longest.max(way.length), self.least.min(way.deepest));
            self.ways[body] = way;
        }
        2.0 * longest > self.least
    }

    /// Reads what the solver works on, and what was stopped in the step. `moves`: the body's mass is finite.
    pub fn read_contacts(&mut self, tasks: &[Task], stops: &Stops, moves: impl Fn(u32) -> bool) {
        for task in tasks {
            let [a, b] = [task.pair.a(), task.pair.b()];
            for (body, other) in [(a, b), (b, a)].into_iter().filter(|(body, _)| moves(*body)) {
                let way = &mut self.ways[body as usize];
                way.is_held |= !moves(other);
                way.add_contact(task.deepest());
            }
        }
        for &(body, share) in &stops.bodies {
            let at = &mut self.ways[body as usize].stopped_at;
            *at = Some(at.unwrap_or(1.0) * share);
        }
        for (pair, _) in &stops.pairs {
            let [a, b] = [pair.a(), pair.b()];
            for (body, other) in [(a, b), (b, a)] {
                self.ways[body as usize].is_held |= !moves(other);
            }
        }
    }

    pub fn way(&self, body: u32) -> &Way {
        &self.ways[body as usize]
    }

    /// Depth beyond which a pair has landed. Metres.
    pub fn deepest(&self, pair: PairKey, bodies: &[Body], linked: &LinkedBodies) -> f32 {
        let [a, b] = [pair.a(), pair.b()].map(|body| self.way(body).deepest);
        let least = a.min(b);
        if linked.holds(pair.a(), pair.b()) {
            let [a, b] =
                [pair.a(), pair.b()].map(|body| bodies[body as usize].shape().inner_or_bounding_radius());
            least.max(DEEPEST_OF_LINKED * a.min(b))
        } else {
            least
        }
    }

    /// Whether the round moved a body of the pair.
    pub fn has_moved(&self, pair: PairKey) -> bool {
        [pair.a(), pair.b()].iter().any(|&body| self.way(body).round == self.round)
    }

    /// Whether no body is put back, or the last round moved none.
    pub fn are_final(&self) -> bool {
        self.put_back.is_empty() || self.moved.is_empty()
    }

    /// The motion of the body from now on.
    pub fn put(&mut self, body: u32, motion: StepMotion) {
        let way = &mut self.ways[body as usize];
        if let Some(known) = self.put_back.get_mut(way.place as usize) {
            *known = motion;
        } else {
            way.place = self.put_back.len() as u32;
            self.put_back.push(motion);
        }
    }

    /// The round moved a body.
    pub fn set_moved(&mut self, body: u32) {
        let before = mem::replace(&mut self.ways[body as usize].round, self.round);
        if before != self.round {
            self.moved.push(body);
        }
        if before == 0 {
            self.landed.push(body);
        }
    }

    /// The motions of both.
    pub fn of_pair(&self, pair: PairKey, bodies: &[Body], before: &[BodyStart]) -> [StepMotion; 2] {
        [(pair.a(), pair.b()), (pair.b(), pair.a())]
            .map(|(index, other)| self.beside(index, other, bodies, before))
    }

    /// The motion of a body as seen from the other one of a pair. An immovable one that moved takes along the place where the
    /// body was before the step: put back to there, the body is on the side on which it was.
    pub fn beside(&self, index: u32, other: u32, bodies: &[Body], before: &[BodyStart]) -> StepMotion {
        let (body, obstacle) = (&bodies[index as usize], &bodies[other as usize]);
        let (start, at) = (&before[index as usize], &before[other as usize]);
        if body.inverse_mass() == 0.0 || obstacle.inverse_mass() > 0.0 || at.start == *obstacle.pose() {
            return self.of(index, bodies, before);
        }
        let driven = Driven::of(obstacle, at);
        let center = start.center() + driven.takes_along(start.center() - at.center());
        let start_angle = start.start_angle + driven.turned;
        let rotation =
            if driven.turned == 0.0 { start.start.rotation } else { Rotation::from_angle(start_angle) };
        let to_center = rotation.rotate(body.local_center());
        StepMotion {
            start: Pose { position: center - to_center, rotation },
            start_angle,
            to_center,
            moved: body.center() - center,
            turned: body.angle() - start_angle,
            velocity: body.velocity(),
            until: 1.0,
            share: 1.0,
            flies: false,
        }
    }

    /// The motion of a body that is put back, or would be. An immovable one is where it ends the step.
    fn of(&self, index: u32, bodies: &[Body], before: &[BodyStart]) -> StepMotion {
        let way = &self.ways[index as usize];
        if let Some(&known) = self.put_back.get(way.place as usize) {
            return known;
        }
        let (body, start) = (&bodies[index as usize], &before[index as usize]);
        let until = if body.inverse_mass() > 0.0 { way.stopped_at.unwrap_or(1.0) } else { 0.0 };
        let mut motion = StepMotion {
            start: *body.pose(),
            start_angle: body.angle(),
            to_center: start.to_center,
            moved: Vec2::ZERO,
            turned: 0.0,
            velocity: body.velocity(),
            until: 0.0,
            share: 0.0,
            flies: self.flying.has(index),
        };
        if until > AT_ONCE {
            (motion.start, motion.start_angle) = (start.start, start.start_angle);
            motion.moved = (body.center() - start.center()) / until;
            motion.turned = (body.angle() - start.start_angle) / f64::from(until);
            (motion.until, motion.share) = (until, until);
        }
        motion
    }
}

impl StepMotion {
    /// Pose and unrounded angle at a fraction of the step, but not beyond where the body was put back to. A fixed
    /// rotation goes on.
    pub fn at(&self, share: f32, body: &Body) -> (Pose, f64) {
        let share = share.min(self.share);
        let turned = if body.has_fixed_rotation() { self.turned } else { self.turned * f64::from(share) };
        let angle = self.start_angle + turned;
        let mut pose = self.start;
        pose.position += self.moved * share;
        if turned != 0.0 {
            pose.rotation = Rotation::from_angle(angle);
            pose.position += self.to_center - pose.rotation.rotate(body.local_center());
        }
        (pose, angle)
    }

    /// The centre at the end of the whole motion.
    pub fn end(&self) -> Vec2 {
        self.start.position + self.to_center + self.moved
    }

    /// The same from another start.
    pub fn displaced(self, by: Vec2) -> Self {
        let start = Pose { position: self.start.position + by, ..self.start };
        Self { start, ..self }
    }

    /// The velocity that the body had there.
    pub fn velocity_at(&self, share: f32, body: &Body, start: &BodyStart) -> Vec2 {
        if self.flies {
            // What accelerates all of them goes on.
            self.velocity
        } else if start.touched {
            without_work(self.velocity, start.acceleration, self.moved * (self.until - share))
        } else {
            velocity_at(body.motion(), start.start_velocity, self.velocity, share / self.until)
        }
    }
}

/// The velocity before `acceleration` did its work along `way`; never a higher one. Across the acceleration
/// it does not change.
fn without_work(velocity: Vec2, acceleration: Vec2, way: Vec2) -> Vec2 {
    let work = acceleration.dot(way);
    if work <= 0.0 {
        return velocity;
    }
    let along = acceleration / acceleration.length();
    let speed = velocity.dot(along);
    let squared = speed * speed;
    if squared == 0.0 {
        return velocity;
    }
    velocity - along * speed + along * (speed * ((squared - 2.0 * work).max(0.0) / squared).sqrt())
}
