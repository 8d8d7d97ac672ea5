//! How the bodies of a pair that has landed are moved.

use glam::Vec2;

use super::motion::{Motions, StepMotion};
use super::share::{BITE, Landing, TOO_DEEP, overlap_of};
use crate::body::Body;
use crate::collide::LeastOverlap;
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;
use crate::solver::linked::LinkedBodies;
use crate::solver::rigid::bodies::BodyStart;
use crate::solver::slide::Stopped;
use crate::solver::stops::Stops;

/// Share of their motion that two bodies keep that turn into each other step after step.
const MOTION_KEPT: f32 = 0.4;

impl Motions {
    /// Puts the bodies of a pair back along their motions, and moves them apart where that is not enough. `stops` gets the
    /// pair, and those of its bodies that an immovable one stopped.
    pub fn put_back<O: StepObserver>(
        &mut self,
        Landing { share, pair, beyond, is_stuck }: Landing,
        bodies: &mut [Body],
        before: &[BodyStart],
        linked: &LinkedBodies,
        stops: &mut Stops,
        observer: &mut O,
    ) {
        if is_stuck {
            self.slow_down(bodies, pair);
        }
        let centers = [pair.a(), pair.b()].map(|body| bodies[body as usize].center());
        for (index, other) in [(pair.a(), pair.b()), (pair.b(), pair.a())] {
            let motion = self.beside(index, other, bodies, before);
            if bodies[index as usize].inverse_mass() == 0.0
                || motion.share <= share
                || self.ways[index as usize].left_to > beyond
            {
                continue;
            }
            let end = motion.end();
            self.put_one_back(index, motion, share, bodies, before);
            for partner in linked.with(index).filter(|partner| ![index, other].contains(partner)) {
                let motion = self.beside(partner, other, bodies, before);
                if motion.share > share {
                    self.put_one_back(partner, motion, share, bodies, before);
                }
            }
            let (body, obstacle) = (&bodies[index as usize], &bodies[other as usize]);
            if obstacle.inverse_mass() == 0.0
                && let Some(found) = overlap_of(body, obstacle)
            {
                stops.at_obstacles.push(Stopped { body: index, at: Some(other), end, normal: found.normal });
            }
        }
        if self.flying.has(pair.a()) {
            self.fly_on(pair, centers, bodies, before);
        }
        stops.pairs.push((pair, share));
        self.lift(bodies, linked, pair);
        if O::OBSERVES {
            let past = overlap_of(&bodies[pair.a() as usize], &bodies[pair.b() as usize])
                .map_or(0.0, |found| found.depth);
            observer.stage(&Stage::Landed { pair, share, past }, bodies);
        }
    }

    fn put_one_back(
        &mut self,
        index: u32,
        mut motion: StepMotion,
        share: f32,
        bodies: &mut [Body],
        before: &[BodyStart],
    ) {
        motion.share = share;
        let (body, start) = (&mut bodies[index as usize], &before[index as usize]);
        let (pose, angle) = motion.at(share, body);
        body.restore(pose, angle);
        body.sync_bounds();
        let velocity = motion.velocity_at(share, body, start);
        body.move_at(velocity, body.angular_velocity());
        self.set_moved(index);
        self.put(index, motion);
    }

    /// Brings the spins of two bodies nearer to each other, which keeps their angular momentum. If other
    /// contacts hold one of them, both lose of their spin and of their relative velocity, which keeps their
    /// momentum; against an immovable body only along the normal.
    fn slow_down(&self, bodies: &mut [Body], pair: PairKey) {
        let ends = [pair.a() as usize, pair.b() as usize];
        let is_held = ends.iter().any(|&i| self.ways[i].is_held || self.ways[i].contacts > 1);
        let [a, b] = ends.map(|i| &bodies[i]);
        let both_move = a.inverse_mass() > 0.0 && b.inverse_mass() > 0.0;
        let normal = overlap_of(a, b).map_or(Vec2::ZERO, |found| found.normal);
        // Where the other one is: along the normal an immovable surface has the same velocity there.
        let velocity = |body: &Body, other: &Body| {
            let spin = if body.inverse_mass() > 0.0 { 0.0 } else { body.angular_velocity().to_radians() };
            body.velocity() + (other.center() - body.center()).perp() * spin
        };
        let (mass_a, mass_b) = (a.inverse_mass(), b.inverse_mass());
        let together = (velocity(a, b) * mass_b + velocity(b, a) * mass_a) / (mass_a + mass_b);
        let (inertia_a, inertia_b) = (a.inverse_inertia(), b.inverse_inertia());
        let spins = a.angular_velocity() * inertia_b + b.angular_velocity() * inertia_a;
        let spin_together = if is_held { 0.0 } else { spins / (inertia_a + inertia_b) };
        for body in ends {
            let body = &mut bodies[body];
            let (mut velocity, mut spin) = (body.velocity(), body.angular_velocity());
            if is_held && body.inverse_mass() > 0.0 {
                let relative = velocity - together;
                let lost = if both_move { relative } else { normal * relative.dot(normal) };
                velocity -= lost * (1.0 - MOTION_KEPT);
            }
            if body.inverse_mass() > 0.0 && !body.has_fixed_rotation() {
                spin = spin_together + (spin - spin_together) * MOTION_KEPT;
            }
            body.move_at(velocity, spin);
        }
    }

    /// Moves a pair apart that is deep even at the start of its motion, because one of them was put back into
    /// the other. A body at an immovable one is moved by immovable ones alone: others might push it through.
    fn lift(&mut self, bodies: &mut [Body], linked: &LinkedBodies, pair: PairKey) {
        let [a, b] = [pair.a(), pair.b()].map(|index| &bodies[index as usize]);
        let most = self.deepest(pair, bodies, linked);
        let is_deep = |found: &LeastOverlap| found.depth > TOO_DEEP * most;
        let Some(found) = overlap_of(a, b).filter(is_deep) else { return };
        let both_move = a.inverse_mass() > 0.0 && b.inverse_mass() > 0.0;
        let [mass_a, mass_b] = [(a, pair.a()), (b, pair.b())].map(|(body, index)| {
            let is_held = both_move && self.ways[index as usize].is_held;
            if is_held { 0.0 } else { body.inverse_mass() }
        });
        if mass_a + mass_b == 0.0 {
            return;
        }
        let by = found.normal * ((found.depth - BITE * most) / (mass_a + mass_b));
        for (index, by) in [(pair.a(), by * mass_a), (pair.b(), by * -mass_b)] {
            let way = &mut self.ways[index as usize];
            let by = if both_move { by.clamp_length_max(way.left_to_lift) } else { by };
            if by != Vec2::ZERO {
                way.is_lifted = true;
                way.left_to_lift = (way.left_to_lift - by.length()).max(0.0);
                bodies[index as usize].displace(by, 0.0);
                self.set_moved(index);
            }
        }
    }

    /// Moves two bodies that fly on by what they lost of the way of their common centre of mass. `centers`: before they were put
    /// back.
    fn fly_on(&mut self, pair: PairKey, centers: [Vec2; 2], bodies: &mut [Body], before: &[BodyStart]) {
        let ends = [pair.a(), pair.b()];
        let masses = ends.map(|body| bodies[body as usize].inverse_mass().recip());
        let [a, b] = [0, 1].map(|i| (centers[i] - bodies[ends[i] as usize].center()) * masses[i]);
        let on = (a + b) / (masses[0] + masses[1]);
        for (index, motion) in ends.into_iter().zip(self.of_pair(pair, bodies, before)) {
            self.put(index, motion.displaced(on));
            let body = &mut bodies[index as usize];
            body.displace(on, 0.0);
            body.sync_bounds();
            self.set_moved(index);
        }
    }
}
