//! Fast bodies stop at their first touch with what does not move away.

use glam::Vec2;

use super::box_tree::BoxTree;
use super::rigid::bodies::{Mass, Moving, RigidBodies};
use super::rigid::spring::SLOP;
use super::task::Task;
use crate::aabb::Aabb;
use crate::body::{Body, Motion};
use crate::event::{Listener, taken_by};
use crate::observe::{Stage, StepObserver};
use crate::pair::{PairKey, PairKind};
use crate::pose::Pose;
use crate::shape::Shape;
use crate::sweep::first_touch;

/// How far past the first touch a body is let, so that the next step finds the contact. Metres.
const BITE: f32 = 0.5 * SLOP;
/// The same as a share of the body's inner radius, at most.
const BITE_SHARE: f32 = 0.25;
/// Radius of a body's core, as a share of its inner radius.
const CORE_RADIUS: f32 = 0.25;
/// How far before its first touch the core is stopped. Metres.
const CORE_CLEARANCE: f32 = 0.1 * BITE;
/// Motion in a step from which the core is swept, as a share of the inner radius.
const CORE_MOTION: f32 = 0.05;

/// What a body would have passed through.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    body: usize,
    /// Of the step's motion, 0 to 1.
    share: f32,
    /// Toward the fast body.
    normal: Vec2,
    /// It was met by the core alone.
    core: bool,
}

/// Bodies that move far in a step, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct FastBodies {
    /// What nothing pushes, where it was and is.
    immovable: BoxTree,
    /// Immovable bodies near the one that is swept.
    near: Vec<u32>,
    /// Tasks by the body of finite mass, for those of one that nothing pushes with one.
    rests: Vec<(u32, u32)>,
    /// Bodies that a task is about.
    held: Vec<bool>,
}

/// What a body that may be stopped is swept in.
struct Surroundings<'a> {
    bodies: &'a [Body],
    /// Every body before the step moved it.
    before: &'a [Moving],
    tasks: &'a [Task],
    listeners: &'a [Listener],
}

impl FastBodies {
    /// Sweeps fast dynamic bodies against the immovable ones and stops them at the first touch.
    ///
    /// A body that moved by more than its inner radius is swept as it stood, without its turn. The contacts that it had before, in `tasks`,
    /// hold it. A body that moved by more than a twentieth of its inner radius is swept by its core alone, a disc of a quarter of that
    /// radius, so that one that spins cannot work its way through a contact.
    pub fn stop<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        rigid: &RigidBodies,
        tasks: &[Task],
        listeners: &[Listener],
        observer: &mut O,
    ) {
        let RigidBodies { moving: before, masses, .. } = rigid;
        let mut looked = false;
        for i in 0..bodies.len() {
            let (body, start) = (&bodies[i], &before[i]);
            if masses[i].inverse == 0.0 {
                continue;
            }
            let moved = body.center() - start.center(body);
            let inner = body.shape().inner_radius();
            if moved.length() <= CORE_MOTION * inner {
                continue;
            }
            if !looked {
                self.look_around(bodies, before, masses, tasks);
                looked = true;
            }
            let surroundings = Surroundings { bodies, before, tasks, listeners };
            let Some(first) = self.first_obstacle(&surroundings, i, moved) else { continue };
            let free = !self.held[i];
            let (turned, end_velocity) = (body.angle() - start.start_angle, body.velocity());
            let rounding = 2.0 * f32::EPSILON * start.start.position.abs().max_element();
            let bite = first.normal * BITE.min(BITE_SHARE * inner).max(rounding);
            let body = &mut bodies[i];
            body.restore(start.start, start.start_angle);
            if first.core {
                body.displace(moved * first.share + first.normal * CORE_CLEARANCE.max(rounding), turned);
            } else {
                body.displace(moved * first.share - bite, 0.0);
            }
            body.sync_bounds();
            if free {
                let (from, to) = (start.start_velocity, end_velocity);
                body.move_at(velocity_at(body.motion(), from, to, first.share), body.angular_velocity());
            }
            if O::WATCHES {
                let stage = Stage::Stopped { body: i as u32, at: first.body as u32, share: first.share };
                observer.stage(&stage, bodies);
            }
        }
    }

    /// Once in a step in which anything is fast: what there is to run into, and what holds whom.
    fn look_around(&mut self, bodies: &[Body], before: &[Moving], masses: &[Mass], tasks: &[Task]) {
        let movable = |body: u32| masses[body as usize].inverse > 0.0;
        let obstacles =
            bodies.iter().zip(before).zip(0..).filter(|((body, _), i)| !movable(*i) && !body.is_removed());
        self.immovable.fill(obstacles.map(|((body, start), i)| (body.aabb().union(&start.aabb(body)), i)));
        self.held.clear();
        self.held.resize(bodies.len(), false);
        self.rests.clear();
        for (i, task) in tasks.iter().enumerate() {
            let (a, b) = (task.pair.a(), task.pair.b());
            (self.held[a as usize], self.held[b as usize]) = (true, true);
            if task.deepest() > 0.0 && movable(a) != movable(b) {
                self.rests.push((if movable(a) { a } else { b }, i as u32));
            }
        }
        self.rests.sort_unstable();
    }

    /// Which body is touched first.
    fn first_obstacle(&mut self, around: &Surroundings<'_>, fast: usize, moved: Vec2) -> Option<Obstacle> {
        let Self { immovable, near, rests, .. } = self;
        let (body, start) = (&around.bodies[fast], &around.before[fast]);
        let bounds = start.aabb(body);
        let swept = bounds.union(&Aabb { min: bounds.min + moved, max: bounds.max + moved });
        immovable.overlapping(&swept, near);
        if near.is_empty() {
            return None;
        }
        let inner = body.shape().inner_radius();
        let rests = &rests[rests.partition_point(|&(of, _)| of < fast as u32)..];
        let touched = || {
            let own = rests.iter().take_while(|&&(of, _)| of == fast as u32);
            own.filter_map(|&(_, i)| {
                let task = &around.tasks[i as usize];
                task.seen_from(fast as u32).map(|(other, normal)| (other, normal, task.deepest()))
            })
        };
        // Lifted off what it rests on, a body that slides along a row of walls does not run into the next one's edge.
        let mut lifted = start.start;
        for (_, normal, depth) in touched() {
            lifted.position += normal * (depth + 0.5 * BITE);
        }
        let whole = moved.length() > inner;
        let core = Shape::circle(CORE_RADIUS * inner).ok();
        let start_center = start.center(body);
        let mut first: Option<Obstacle> = None;
        for &other in &*near {
            let (obstacle, at) = (&around.bodies[other as usize], &around.before[other as usize]);
            let kind = PairKind::of(body.shape(), obstacle.shape());
            let pair = PairKey::new(fast as u32, other);
            let sensor = body.is_sensor() || obstacle.is_sensor();
            if taken_by(pair, kind, sensor, around.listeners).is_some() {
                continue;
            }
            let relative = moved - (obstacle.center() - at.center(obstacle));
            let held = touched().any(|(i, ..)| i == other);
            let mut meet = |shape: &Shape, pose: &Pose, core: bool| {
                let impact = first_touch(shape, pose, obstacle.shape(), &at.start, relative, 1.0);
                if let Some(impact) =
                    impact.filter(|impact| first.is_none_or(|first| impact.time < first.share))
                {
                    let body = other as usize;
                    first = Some(Obstacle { body, share: impact.time, normal: impact.normal, core });
                }
            };
            if whole && !held {
                meet(body.shape(), &lifted, false);
            }
            if let Some(core) = &core {
                meet(core, &Pose::new(start_center, 0.0), true);
            }
        }
        first
    }
}

/// The velocity after a share of a free flight: its energy is that of the place.
fn velocity_at(motion: &Motion, start: Vec2, end: Vec2, share: f32) -> Vec2 {
    let between = start.lerp(end, share);
    let Motion::Dynamic { damping, .. } = *motion else { return between };
    let speed = between.length();
    if damping != 1.0 || speed == 0.0 {
        return between;
    }
    // v² = v0² + 2·a·s, and over the whole flight 2·a·s = v1² − v0².
    let squared = start.length_squared() + (end.length_squared() - start.length_squared()) * share;
    between * (squared.max(0.0).sqrt() / speed)
}
