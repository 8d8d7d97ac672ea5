//! Fast bodies stop at their first touch with what does not move away.

use glam::Vec2;

use super::Task;
use super::rigid::SLOP;
use crate::aabb::Aabb;
use crate::pose::Pose;
use crate::shape::Shape;
use crate::sweep::first_touch;
use crate::world::{Body, Listener, Motion, PairKey, PairKind, Stage, StepObserver};

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

/// State of a body before the step moved it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    pub pose: Pose,
    pub angle: f64,
    pub velocity: Vec2,
    pub center: Vec2,
    pub aabb: Aabb,
}

impl Before {
    pub(crate) fn of(body: &Body) -> Self {
        Self {
            pose: *body.pose(),
            angle: body.angle(),
            velocity: body.velocity(),
            center: body.center(),
            aabb: *body.aabb(),
        }
    }
}

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

/// Sweeps fast dynamic bodies against the immovable ones and stops them at the first touch.
///
/// A body that moved by more than its inner radius is swept as it stood, without its turn. The contacts that it had before, in `tasks`,
/// hold it. A body that moved by more than a twentieth of its inner radius is swept by its core alone, a disc of a quarter of that
/// radius, so that one that spins cannot work its way through a contact.
pub(crate) fn stop<O: StepObserver>(
    bodies: &mut [Body],
    before: &[Before],
    tasks: &[Task],
    listeners: &[Listener],
    observer: &mut O,
) {
    for i in 0..bodies.len() {
        let (body, start) = (&bodies[i], &before[i]);
        let moved = body.center() - start.center;
        let inner = body.shape().inner_radius();
        if body.inverse_mass() == 0.0 || body.is_sensor() || moved.length() <= CORE_MOTION * inner {
            continue;
        }
        let Some(first) = first_obstacle(bodies, before, tasks, listeners, i, moved) else { continue };
        let free = !tasks.iter().any(|task| task.seen_from(i as u32).is_some());
        let (turned, end_velocity) = (body.angle() - start.angle, body.velocity());
        let rounding = 2.0 * f32::EPSILON * start.pose.position.abs().max_element();
        let bite = first.normal * BITE.min(BITE_SHARE * inner).max(rounding);
        let body = &mut bodies[i];
        body.restore(start.pose, start.angle);
        if first.core {
            body.displace(moved * first.share + first.normal * CORE_CLEARANCE.max(rounding), turned);
        } else {
            body.displace(moved * first.share - bite, 0.0);
        }
        body.sync_bounds();
        if free {
            body.set_velocity(velocity_at(body.motion(), start.velocity, end_velocity, first.share));
        }
        if O::WATCHES {
            let stage = Stage::Stopped { body: i as u32, at: first.body as u32, share: first.share };
            observer.stage(&stage, bodies);
        }
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

/// Which body is touched first.
fn first_obstacle(
    bodies: &[Body],
    before: &[Before],
    tasks: &[Task],
    listeners: &[Listener],
    fast: usize,
    moved: Vec2,
) -> Option<Obstacle> {
    let (body, start) = (&bodies[fast], &before[fast]);
    let inner = body.shape().inner_radius();
    // Lifted off what it rests on, a body that slides along a row of walls does not run into the next one's edge.
    let mut lifted = start.pose;
    let immovable = |i: usize| bodies[i].inverse_mass() == 0.0;
    let touched = || {
        tasks.iter().filter(|task| task.deepest() > 0.0).filter_map(|task| {
            let (other, normal) = task.seen_from(fast as u32)?;
            immovable(other as usize).then_some((other as usize, normal, task.deepest()))
        })
    };
    for (_, normal, depth) in touched() {
        lifted.position += normal * (depth + 0.5 * BITE);
    }
    let whole = moved.length() > inner;
    let core = Shape::circle(CORE_RADIUS * inner).ok();
    let swept = start.aabb.union(&Aabb { min: start.aabb.min + moved, max: start.aabb.max + moved });
    let mut first: Option<Obstacle> = None;
    for other in (0..bodies.len()).filter(|&i| immovable(i)) {
        let obstacle = &bodies[other];
        let reach = obstacle.aabb().union(&before[other].aabb);
        if obstacle.is_sensor() || !reach.overlaps(&swept) {
            continue;
        }
        let kind = PairKind::of(body.shape(), obstacle.shape());
        let pair = PairKey::new(fast as u32, other as u32);
        if listeners.iter().any(|listener| listener.takes(pair, kind)) {
            continue;
        }
        let relative = moved - (obstacle.center() - before[other].center);
        let held = touched().any(|(i, ..)| i == other);
        let mut meet = |shape: &Shape, pose: &Pose, core: bool| {
            let impact = first_touch(shape, pose, obstacle.shape(), &before[other].pose, relative, 1.0);
            if let Some(impact) = impact.filter(|impact| first.is_none_or(|first| impact.time < first.share))
            {
                first = Some(Obstacle { body: other, share: impact.time, normal: impact.normal, core });
            }
        };
        if whole && !held {
            meet(body.shape(), &lifted, false);
        }
        if let Some(core) = &core {
            meet(core, &Pose::new(start.center, 0.0), true);
        }
    }
    first
}
