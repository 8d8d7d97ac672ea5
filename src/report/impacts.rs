//! Predicted impacts (time of impact) from the present velocities.

use collide2d::SweepAndPrune;
use collide2d::{Aabb, Body, PairKey, Turning, World, first_touch, first_touch_rotating};
use glam::Vec2;

use super::{ImpactReport, can_touch, touch};

/// Accuracy of the rotating sweep. Metres.
const TOLERANCE: f32 = 1.0e-4;

/// First contact of one pair within `horizon` seconds, if it does not touch now. Both bodies keep their
/// linear velocity and, with `rotating`, their angular velocity; without it they do not rotate.
pub fn impact(world: &World, a: u32, b: u32, horizon: f32, rotating: bool) -> Option<ImpactReport> {
    let (a, b) = (a.min(b), a.max(b));
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

/// The body's linear motion.
pub fn straight(body: &Body) -> Turning {
    Turning { angular_velocity: 0.0, ..Turning::of(body) }
}

/// First contacts of all pairs that do not touch now, sorted by pair. Pairs whose swept AABBs do not overlap
/// are skipped.
pub fn impacts(world: &World, horizon: f32, rotating: bool) -> Vec<ImpactReport> {
    let bodies = world.bodies();
    let swept = |body: &Body| {
        let (mut now, way) = (body.aabb(), body.velocity() * horizon);
        if rotating && body.angular_velocity() != 0.0 {
            // The AABB of the body at any rotation.
            let (disc, center) = (body.bounding_circle(), body.center());
            let reach = Vec2::splat(disc.center.distance(center) + disc.radius);
            now = now.union(&Aabb { min: center - reach, max: center + reach });
        }
        let all = now.union(&Aabb { min: now.min + way, max: now.max + way });
        // A margin, so that rounding does not hide a pair that just touches.
        let margin = all.min.abs().max(all.max.abs()) * (4.0 * f32::EPSILON);
        Aabb { min: all.min - margin, max: all.max + margin }
    };
    let boxes: Vec<Aabb> = bodies.iter().map(swept).collect();
    let moves = |i: u32| {
        let turns = |body: &Body| rotating && body.angular_velocity() != 0.0;
        bodies.get(i as usize).is_some_and(|body| body.velocity() != Vec2::ZERO || turns(body))
    };
    let mut candidates = Vec::new();
    SweepAndPrune::default().pairs(
        &boxes,
        |a, b| (moves(a) || moves(b)) && can_touch(world, a, b) && touch(world, a, b).is_none(),
        &mut candidates,
    );
    let first = |pair: &PairKey| impact(world, pair.a(), pair.b(), horizon, rotating);
    candidates.iter().filter_map(first).collect()
}
