//! Restitution, one contact at a time, the fastest first.

use std::mem;
use std::ops::Range;

use glam::Vec2;

use super::RigidSolver;
use super::bodies::Mass;
use super::report::StepReport;
use super::row::RowReport;
use crate::observe::{Iteration, StepObserver, Work};
use crate::solver::neighbours::Neighbours;
use crate::solver::worst_first::WorstFirst;

/// Most bounces per contact.
const BOUNCES_PER_CONTACT: usize = 2;
/// Most bounces of few contacts: a body that is pressed between a heavy one and a floor takes many.
const FEW_BOUNCES: usize = 512;
/// Most contacts that are few.
const FEW_CONTACTS: usize = 32;
/// Least determinant for solving two points at once. Fraction of the product of the diagonal.
const SAME_POINT: f32 = 1.0e-3;
/// Normals closer than this are the same. Cosine.
const SAME_NORMAL: f32 = 0.9999;

/// Memory of the bounces.
#[derive(Debug, Default)]
pub(super) struct Bounces {
    /// Ranges of points, of touching contacts.
    contacts: Vec<Range<usize>>,
    neighbours: Neighbours,
    worst: WorstFirst,
}

/// A point of a movable body on an immovable one.
struct AtImmovable {
    body: usize,
    mass: Mass,
    /// Toward the movable body.
    normal: Vec2,
    /// From its centre to the point.
    arm: Vec2,
}

impl RigidSolver {
    /// Applies restitution and friction to closing contacts, the fastest first.
    ///
    /// An impact at two points is solved for both. A sequence of impacts never adds energy; simultaneous
    /// bounces of all contacts could. They act at the depth at which the contact was found, so a ball of
    /// restitution 1 returns to its height and never above.
    pub(super) fn bounce<O: StepObserver>(&mut self, report: &mut StepReport<'_, O>) {
        let mut bounces = mem::take(&mut self.bounces);
        let Bounces { contacts, neighbours, worst } = &mut bounces;
        contacts.clear();
        let mut start = 0;
        for contact in self.points.chunk_by(|p, q| p.task() == q.task()) {
            if contact.iter().any(|point| point.depth > 0.0) {
                contacts.push(start..start + contact.len());
            }
            start += contact.len();
        }
        let bodies_of = |points: &Range<usize>| {
            let point = &self.points[points.start];
            (point.a(), point.b())
        };
        let pairs = contacts.iter().map(bodies_of);
        neighbours.fill(self.bodies.moving.len(), pairs, |body| self.bodies.masses[body].inverse > 0.0);
        worst.fill(contacts.iter().map(|points| self.urgency(points)));

        let is_few = contacts.len() <= FEW_CONTACTS;
        let most = if is_few { FEW_BOUNCES } else { contacts.len() * BOUNCES_PER_CONTACT };
        for _ in 0..most {
            let Some(chosen) = worst.argmin() else { break };
            let points = contacts[chosen].clone();
            let (a, b) = (self.points[points.start].a(), self.points[points.start].b());
            let others = neighbours.of(a).chain(neighbours.of(b)).filter(|i| *i != chosen);
            let impulses = self.impact(points, others.flat_map(|i| contacts[i].clone()));
            self.bounce_at(impulses, report);
            for i in neighbours.of(a).chain(neighbours.of(b)) {
                worst.set(i, self.urgency(&contacts[i]));
            }
        }
        self.bounces = bounces;
    }

    fn bounce_at<O: StepObserver>(&mut self, impulses: [(usize, f32); 2], report: &mut StepReport<'_, O>) {
        for (i, impulse) in impulses.into_iter().filter(|(_, impulse)| *impulse > 0.0) {
            let (before, restitution, point) = (self.speed(i), self.restitution(i), &self.points[i]);
            let target = -restitution * before;
            let mass = impulse / (target - before);
            point.push(&mut self.bodies, point.normal * impulse);
            let ends = [point.a(), point.b()];
            if restitution > 0.0 {
                ends.into_iter().for_each(|body| self.bodies.set_bounced(body));
            }
            self.tell(i, before, report, |told| {
                (told.target, told.mass, told.impulse) = (target, mass, impulse);
                told.restitution = restitution;
            });
        }
        for (i, impulse) in impulses {
            let point = &self.points[i];
            let along = -point.normal.perp();
            let slip = point.relative_velocity(&self.bodies.states).dot(along) - point.conveyor;
            let limit = point.friction * impulse.max(0.0);
            let friction = (-point.mass_along(along, &self.bodies.masses) * slip).max(-limit).min(limit);
            if friction != 0.0 {
                let before = self.speed(i);
                point.push(&mut self.bodies, along * friction);
                self.tell(i, before, report, |told| {
                    (told.target, told.friction_impulse) = (before, friction);
                });
            }
        }
    }

    /// Tells the observer of an impulse on a point; `fill` adds its numbers.
    fn tell<O: StepObserver>(
        &self,
        i: usize,
        before: f32,
        report: &mut StepReport<'_, O>,
        fill: impl FnOnce(&mut Iteration),
    ) {
        if O::OBSERVES {
            let point = &self.points[i];
            let mut told = point.iteration(Work::Bounce, &RowReport::default(), 0);
            (told.separating_before, told.separating_at_impulse) = (before, before);
            told.separating_after = self.speed(i);
            told.accumulated_before = point.normal_impulse;
            told.mass = point.mass_along(point.normal, &self.bodies.masses);
            (told.depth_before, told.depth_after) = (point.depth, point.depth);
            fill(&mut told);
            report.tell_point(told, point, &self.bodies.moving, &self.bodies.states);
        }
    }

    /// Normal impulses that reverse the closing speeds of one or two points, times restitution.
    fn impulses(&self, points: Range<usize>) -> [f32; 2] {
        let first = &self.points[points.start];
        let mass = |i: usize| self.points[i].mass_along(first.normal, &self.bodies.masses);
        let gain = |i: usize| -(1.0 + self.restitution(i)) * self.speed(i);
        if points.len() < 2 {
            return [mass(points.start) * gain(points.start), 0.0];
        }
        let second = &self.points[points.start + 1];
        let [gain1, gain2] = [gain(points.start), gain(points.start + 1)];
        let mut is_first = gain1 >= gain2;
        if gain1 > 0.0 && gain2 > 0.0 {
            let (a, b) = (self.bodies.masses[first.a()], self.bodies.masses[first.b()]);
            let normal = first.normal;
            let own1 = mass(points.start).recip();
            let own2 = mass(points.start + 1).recip();
            let mutual = a.inverse
                + b.inverse
                + a.inverse_inertia * first.arm_a.perp_dot(normal) * second.arm_a.perp_dot(normal)
                + b.inverse_inertia * first.arm_b.perp_dot(normal) * second.arm_b.perp_dot(normal);
            if let Some(both) = solved([own1, own2], mutual, [gain1, gain2]) {
                if is_push(both) {
                    return both;
                }
                // The impulse at the other point makes the one that would pull part faster than its bounce.
                is_first = both[1] < 0.0;
            }
        }
        if is_first { [mass(points.start) * gain1, 0.0] } else { [0.0, mass(points.start + 1) * gain2] }
    }

    /// The points that take the impact of a contact, and their normal impulses. What lands on the joint of two immovable
    /// bodies has its centre above one of them alone: the other's point takes the impact together with one of `others`.
    fn impact(&self, points: Range<usize>, mut others: impl Iterator<Item = usize>) -> [(usize, f32); 2] {
        let own = self.impulses(points.clone());
        let second = points.end - 1;
        if own[0] > 0.0 && own[1] > 0.0 {
            return [(points.start, own[0]), (second, own[1])];
        }
        let fastest = if own[1] > own[0] { second } else { points.start };
        let with_other = self.at_immovable(fastest).and_then(|at| {
            others.find_map(|other| Some([fastest, other]).zip(self.stop_at(fastest, &at, other)))
        });
        with_other.map_or([(points.start, own[0]), (second, own[1])], |(points, both)| {
            [(points[0], both[0]), (points[1], both[1])]
        })
    }

    /// The movable body of a point on an immovable one.
    fn at_immovable(&self, i: usize) -> Option<AtImmovable> {
        let point = &self.points[i];
        let [a, b] = [point.a(), point.b()].map(|body| self.bodies.masses[body]);
        let (body, mass, normal, arm) = match (a.inverse > 0.0, b.inverse > 0.0) {
            (true, false) => (point.a(), a, point.normal, point.arm_a),
            (false, true) => (point.b(), b, -point.normal, point.arm_b),
            (true, true) | (false, false) => return None,
        };
        Some(AtImmovable { body, mass, normal, arm })
    }

    /// The impulses at two points that one body has on immovable ones, along the same normal.
    fn stop_at(&self, first: usize, at: &AtImmovable, second: usize) -> Option<[f32; 2]> {
        let AtImmovable { body, mass, normal, arm } = *at;
        let other = self.at_immovable(second)?;
        if body != other.body || normal.dot(other.normal) < SAME_NORMAL {
            return None;
        }
        let gains = [first, second].map(|i| -(1.0 + self.restitution(i)) * self.speed(i));
        let levers = [arm, other.arm].map(|arm| arm.perp_dot(normal));
        let felt = |p: f32, q: f32| mass.inverse + mass.inverse_inertia * p * q;
        let own = levers.map(|lever| felt(lever, lever));
        let is_closing = gains[0] > 0.0 && gains[1] > 0.0;
        if is_closing {
            solved(own, felt(levers[0], levers[1]), gains).filter(|both| is_push(*both))
        } else {
            None
        }
    }

    /// That of an impact at the present speed: an earlier impact of the step may have made it.
    fn restitution(&self, i: usize) -> f32 {
        self.points[i].restitution_at_depth(-self.speed(i), &self.bodies)
    }

    fn speed(&self, i: usize) -> f32 {
        self.points[i].separating(&self.bodies.states)
    }

    /// The lowest separating speed of the contact's points; infinite if it does not bounce.
    fn urgency(&self, points: &Range<usize>) -> f32 {
        let speed = points.clone().map(|i| self.speed(i)).fold(f32::INFINITY, f32::min);
        if speed < -self.bodies.slowest_bounce { speed } else { f32::INFINITY }
    }
}

/// The impulses at two points that change their speeds by these gains; negative: it would pull. `None`: the points are one.
/// `own`: the inverse mass that a point feels, `mutual`: that of one's impulse at the other.
fn solved(own: [f32; 2], mutual: f32, gains: [f32; 2]) -> Option<[f32; 2]> {
    let determinant = own[0] * own[1] - mutual * mutual;
    if determinant <= SAME_POINT * own[0] * own[1] {
        return None;
    }
    Some([
        (own[1] * gains[0] - mutual * gains[1]) / determinant,
        (own[0] * gains[1] - mutual * gains[0]) / determinant,
    ])
}

fn is_push(both: [f32; 2]) -> bool {
    both[0] >= 0.0 && both[1] >= 0.0
}
