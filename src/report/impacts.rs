//! Predicted impacts (time of impact) from the present velocities.

use collide2d::SweepAndPrune;
use collide2d::{Aabb, Body, PairKey, Pose, Turning, World, first_touch, first_touch_rotating};
use glam::{DVec2, Vec2};

use super::{ImpactReport, can_touch};

/// Accuracy of the rotating sweep. Metres.
const TOLERANCE: f32 = 1.0e-4;

/// A parabola is swept along chords that are at most this far from it, then along finer ones where a chord
/// touches. Metres.
const SAGITTA: f32 = 1.0e-4;
/// Chords of the second pass for one of the first.
const FINER: u32 = 64;
/// Most chords of the first pass.
const MOST_CHORDS: f32 = 1.0e5;

/// How bodies move in a prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Course {
    /// At their present velocity, without rotation.
    #[default]
    Straight,
    /// At their present velocity and angular velocity.
    Turning,
    /// With the acceleration that gravity and their own give them, without rotation; no damping.
    Falling,
}

/// First contact of one pair within `horizon` seconds, if it does not touch now.
pub fn impact(world: &World, a: u32, b: u32, horizon: f32, course: Course) -> Option<ImpactReport> {
    let (a, b) = (a.min(b), a.max(b));
    if course == Course::Falling {
        return falling(world, a, b, horizon);
    }
    let rotating = course == Course::Turning;
    let (body_a, body_b) = (world.body(a)?, world.body(b)?);
    let (shape_a, pose_a, shape_b, pose_b) = (body_a.shape(), body_a.pose(), body_b.shape(), body_b.pose());
    let turning = if rotating { Turning::of(body_a) } else { straight(body_a) };
    let impact = if rotating {
        let other = Turning::of(body_b);
        first_touch_rotating(shape_a, pose_a, &turning, shape_b, pose_b, &other, horizon, TOLERANCE)
    } else {
        let velocity = body_a.velocity() - body_b.velocity();
        first_touch(shape_a, pose_a, shape_b, pose_b, velocity, horizon)
    }?;
    let there = turning.pose_after(pose_a, impact.time).position.as_dvec2();
    Some(ImpactReport {
        a,
        b,
        time: impact.time,
        point: (there + impact.from_a.as_dvec2()).as_vec2(),
        normal: impact.normal,
    })
}

/// How far a body moves in some seconds: v·t + ½·a·t².
pub fn fallen(velocity: Vec2, acceleration: Vec2, time: f64) -> DVec2 {
    velocity.as_dvec2() * time + acceleration.as_dvec2() * (0.5 * time * time)
}

/// The first contact of two bodies on their parabolas. Relative to one another they move on one parabola, which
/// is swept chord by chord.
fn falling(world: &World, a: u32, b: u32, horizon: f32) -> Option<ImpactReport> {
    let (body_a, body_b) = (world.body(a)?, world.body(b)?);
    let gravity = world.settings().gravity;
    let (pull_a, pull_b) = (body_a.acceleration(gravity), body_b.acceleration(gravity));
    let relative = |time: f64| fallen(body_a.velocity() - body_b.velocity(), pull_a - pull_b, time);
    // A chord of `d` seconds is at most a·d²/8 from the parabola.
    let pull = (pull_a - pull_b).length();
    let longest = if pull > 0.0 { (8.0 * SAGITTA / pull).sqrt() } else { horizon };
    let chord = f64::from(longest.max(horizon / MOST_CHORDS).min(horizon));
    let sweep = |from: f64, to: f64| {
        let way = relative(to) - relative(from);
        let position = (body_a.pose().position.as_dvec2() + relative(from)).as_vec2();
        let (pose, velocity) = (Pose { position, ..*body_a.pose() }, (way / (to - from)).as_vec2());
        let (shapes, time) = ([body_a.shape(), body_b.shape()], (to - from) as f32);
        let found = first_touch(shapes[0], &pose, shapes[1], body_b.pose(), velocity, time);
        found.map(|impact| (from + f64::from(impact.time), impact))
    };
    let end = f64::from(horizon);
    let mut from = 0.0;
    while from < end {
        let to = (from + chord).min(end);
        if sweep(from, to).is_some() {
            let (first, last) = ((from - chord).max(0.0), (to + chord).min(end));
            let fine = (last - first) / f64::from(3 * FINER);
            let mut parts = 0..3 * FINER;
            let found =
                parts.find_map(|i| sweep(first + fine * f64::from(i), first + fine * f64::from(i + 1)));
            if let Some((time, impact)) = found {
                let there = body_a.pose().position.as_dvec2() + fallen(body_a.velocity(), pull_a, time);
                let point = (there + impact.from_a.as_dvec2()).as_vec2();
                return Some(ImpactReport { a, b, time: time as f32, point, normal: impact.normal });
            }
        }
        from = to;
    }
    None
}

pub fn straight(body: &Body) -> Turning {
    Turning { angular_velocity: 0.0, ..Turning::of(body) }
}

/// First contacts of all pairs that do not touch now, sorted by pair. Pairs whose swept AABBs do not overlap
/// are skipped.
pub fn impacts(world: &World, horizon: f32, course: Course) -> Vec<ImpactReport> {
    let (bodies, rotating) = (world.bodies(), course == Course::Turning);
    let pull = |body: &Body| {
        if course == Course::Falling { body.acceleration(world.settings().gravity) } else { Vec2::ZERO }
    };
    let swept = |body: &Body| {
        let mut now = body.aabb();
        if rotating && body.angular_velocity() != 0.0 {
            // The AABB of the body at any rotation.
            let (disc, center) = (body.bounding_circle(), body.center());
            let reach = Vec2::splat(disc.center.distance(center) + disc.radius);
            now = now.union(&Aabb { min: center - reach, max: center + reach });
        }
        let (velocity, pull) = (body.velocity(), pull(body));
        // The end of the way, and where a parabola turns along x and along y.
        let (turns, end) = ([-velocity.x / pull.x, -velocity.y / pull.y].map(f64::from), f64::from(horizon));
        let times = turns.into_iter().filter(|time| (0.0..end).contains(time));
        let all = times.chain([end]).fold(now, |all, time| {
            let way = fallen(velocity, pull, time).as_vec2();
            all.union(&Aabb { min: now.min + way, max: now.max + way })
        });
        // A margin, so that rounding does not hide a pair that just touches.
        let margin = all.min.abs().max(all.max.abs()) * (4.0 * f32::EPSILON);
        Aabb { min: all.min - margin, max: all.max + margin }
    };
    let boxes: Vec<Aabb> = bodies.iter().map(swept).collect();
    let moves = |i: u32| {
        let turns = |body: &Body| rotating && body.angular_velocity() != 0.0;
        bodies
            .get(i as usize)
            .is_some_and(|body| body.velocity() != Vec2::ZERO || pull(body) != Vec2::ZERO || turns(body))
    };
    let mut candidates = Vec::new();
    SweepAndPrune::default().pairs(
        &boxes,
        |a, b| {
            (moves(a) || moves(b))
                && can_touch(world, a, b)
                && world.contacts_of(PairKey::new(a, b)).is_empty()
        },
        &mut candidates,
    );
    let first = |pair: &PairKey| impact(world, pair.a(), pair.b(), horizon, course);
    candidates.iter().filter_map(first).collect()
}
