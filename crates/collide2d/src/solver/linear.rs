//! Positions separated by inverse mass, impulses along the normal, no rotation.

use glam::Vec2;

use super::neighbours::Neighbours;
use super::task::Task;
use super::worst_first::WorstFirst;
use crate::body::Body;
use crate::observe::{Iteration, Stage, StepObserver, Work};
use crate::pair::PairKey;

/// Depth that is left when a contact has been pushed apart. Metres. It keeps a resting contact a contact: without it,
/// rounding would decide anew in every frame whether two bodies at rest touch.
const SLOP: f32 = 1.0e-4;
/// Slower closing is rounding. Metres per second.
const MIN_CLOSING: f32 = 1.0e-5;
/// A smaller excess of depth is rounding. Metres.
const MIN_EXCESS: f32 = 1.0e-6;
/// Iterations for each contact, at most.
const ITERATIONS_PER_CONTACT: usize = 2;

/// Millington's contact resolver ("Game Physics Engine Development", 2nd edition, chapter 7), in memory kept between steps.
///
/// Of all contacts that close or interpenetrate, the one of the worst separating speed is resolved: an impulse along the normal gives
/// it the separating speed that restitution asks for, then the depth is shared out by inverse mass. Both change the speeds and
/// depths of the contacts that share a body, and the next one is chosen, up to twice as many times as there are contacts.
/// Speed that this frame's acceleration alone built up does not bounce, so that resting contacts rest.
#[derive(Debug, Default)]
pub(crate) struct LinearSolver {
    items: Vec<Item>,
    moving: Vec<Moving>,
    neighbours: Neighbours,
    worst: WorstFirst,
}

#[derive(Debug)]
struct Item {
    pair: PairKey,
    a: usize,
    b: usize,
    normal: Vec2,
    depth: f32,
    restitution: f32,
    /// Speed along the normal that this frame's acceleration built up, <= 0.
    built_up: f32,
}

#[derive(Debug)]
struct Moving {
    start: Vec2,
    shift: Vec2,
    velocity: Vec2,
    inverse_mass: f32,
}

impl LinearSolver {
    /// Resolves `tasks`, sorted by pair. `built_up` is the velocity that acceleration gave to each body in this step.
    pub(crate) fn solve<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        tasks: &[Task],
        built_up: &[Vec2],
        observer: &mut O,
    ) {
        if tasks.is_empty() {
            return;
        }
        self.prepare(bodies, tasks, built_up);
        for index in 0..tasks.len() * ITERATIONS_PER_CONTACT {
            let Some(chosen) = self.worst.lowest() else { break };
            let mut told = self.resolve(chosen);
            self.update_neighbours(chosen, told.moved_a, told.moved_b);
            if O::WATCHES {
                let item = &self.items[chosen];
                self.write_back(bodies, [item.a, item.b]);
                let from_a = tasks[chosen].found.contact.middle();
                told.position = self.moving[item.a].start + self.moving[item.a].shift + from_a;
                told.index = index as u32;
                observer.stage(&Stage::Iteration(told), bodies);
            }
        }
        for item in &self.items {
            self.write_back(bodies, [item.a, item.b]);
        }
    }

    fn prepare(&mut self, bodies: &[Body], tasks: &[Task], built_up: &[Vec2]) {
        self.moving.clear();
        self.moving.extend(bodies.iter().map(|body| Moving {
            start: body.pose().position,
            shift: Vec2::ZERO,
            velocity: body.velocity(),
            inverse_mass: body.inverse_mass(),
        }));
        self.items.clear();
        self.items.extend(tasks.iter().map(|task| {
            let (a, b) = (task.pair.a() as usize, task.pair.b() as usize);
            let normal = task.found.contact.normal;
            Item {
                pair: task.pair,
                a,
                b,
                normal,
                depth: task.found.contact.depth,
                restitution: task.restitution,
                built_up: (built_up[a] - built_up[b]).dot(normal).min(0.0),
            }
        }));

        let (items, moving) = (&self.items, &self.moving);
        let pairs = items.iter().map(|item| (item.a, item.b));
        self.neighbours.fill(bodies.len(), pairs, |body| moving[body].inverse_mass > 0.0);
        self.worst.fill(items.iter().map(|item| urgency(item, moving)));
    }

    /// Deals with one contact: speed, then depth.
    fn resolve(&mut self, chosen: usize) -> Iteration {
        let item = &mut self.items[chosen];
        let (inverse_a, inverse_b) = (self.moving[item.a].inverse_mass, self.moving[item.b].inverse_mass);
        let mass = (inverse_a + inverse_b).recip();
        let before = separating_speed(item, &self.moving);
        let (mut target, mut impulse) = (before, 0.0);
        if before < 0.0 {
            target = (-item.restitution * (before - item.built_up)).max(0.0);
            impulse = mass * (target - before);
            self.moving[item.a].velocity += item.normal * (impulse * inverse_a);
            self.moving[item.b].velocity -= item.normal * (impulse * inverse_b);
        }
        let excess = (item.depth - SLOP).max(0.0);
        let moved_a = item.normal * (excess * mass * inverse_a);
        let moved_b = item.normal * -(excess * mass * inverse_b);
        self.moving[item.a].shift += moved_a;
        self.moving[item.b].shift += moved_b;
        let depth_before = item.depth;
        item.depth -= excess;
        Iteration {
            index: 0,
            work: Work::Linear,
            substep: 0,
            pair: item.pair,
            point: 0,
            position: Vec2::ZERO,
            normal: item.normal,
            separating_before: before,
            separating_at_impulse: before,
            separating_after: separating_speed(item, &self.moving),
            built_up: item.built_up,
            restitution: item.restitution,
            target,
            mass,
            softness: 0.0,
            accumulated_before: 0.0,
            impulse,
            friction_impulse: 0.0,
            moved_a,
            moved_b,
            depth_before,
            depth_after: item.depth,
        }
    }

    /// Corrects depth and urgency of every contact that shares a body with the one just dealt with.
    fn update_neighbours(&mut self, chosen: usize, moved_a: Vec2, moved_b: Vec2) {
        let (a, b) = (self.items[chosen].a, self.items[chosen].b);
        for (body, moved) in [(a, moved_a), (b, moved_b)] {
            for i in self.neighbours.of(body) {
                let item = &mut self.items[i];
                if i != chosen {
                    let along = moved.dot(item.normal);
                    item.depth += if item.a == body { -along } else { along };
                }
                self.worst.set(i, urgency(item, &self.moving));
            }
        }
    }

    fn write_back(&self, bodies: &mut [Body], pair: [usize; 2]) {
        for i in pair {
            let moving = &self.moving[i];
            if moving.inverse_mass > 0.0 {
                let spin = bodies[i].angular_velocity();
                bodies[i].move_at(moving.velocity, spin);
                bodies[i].move_to(moving.start + moving.shift);
            }
        }
    }
}

fn separating_speed(item: &Item, moving: &[Moving]) -> f32 {
    (moving[item.a].velocity - moving[item.b].velocity).dot(item.normal)
}

/// The separating speed; infinite where there is nothing to do.
fn urgency(item: &Item, moving: &[Moving]) -> f32 {
    let speed = separating_speed(item, moving);
    if speed < -MIN_CLOSING || item.depth > SLOP + MIN_EXCESS { speed } else { f32::INFINITY }
}
