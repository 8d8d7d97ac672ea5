//! What passed through each other between the two ends of a step.

use glam::Vec2;

use super::pairing::{PairFilter, Traits};
use crate::aabb::Aabb;
use crate::body::Body;
use crate::broad_phase::SweepAndPrune;
use crate::crossing::{Crossing, crossing_and_touch};
use crate::decide::is_held_along;
use crate::event::ContactEvent;
use crate::generator::not_colliding::NotColliding;
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::sweep::Turning;
use crate::tolerance::LINEAR_SLOP;

/// A pair that passed through each other within a step, see [`World::crossed`](crate::World::crossed).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossed {
    /// The pair.
    pub pair: PairKey,
    /// When in the step, and how deep.
    pub crossing: Crossing,
}

/// The bodies at the start of the step, in memory kept between steps.
#[derive(Debug, Default)]
pub(super) struct Crossings {
    before: Vec<(Pose, f64)>,
    broad_phase: SweepAndPrune,
    boxes: Vec<Aabb>,
    /// At most how far a point of each body moved. Metres.
    ways: Vec<f32>,
    pairs: Vec<PairKey>,
}

impl Crossings {
    pub fn begin(&mut self, bodies: &[Body]) {
        self.before.clear();
        self.before.extend(bodies.iter().map(|body| (*body.pose(), body.angle())));
    }

    /// Adds the pairs that passed through each other and that no one-way body let through; `events` are those of the step.
    pub fn find(
        &mut self,
        bodies: &[Body],
        not_colliding: &NotColliding,
        events: &[ContactEvent],
        crossed: &mut Vec<Crossed>,
    ) {
        let Self { before, broad_phase, boxes, ways, pairs } = self;
        boxes.clear();
        ways.clear();
        for (body, (pose, angle)) in bodies.iter().zip(&*before) {
            let moved = motion(body, pose, *angle);
            let reach = body.bounding_circle().center.distance(body.center()) + body.bounding_circle().radius;
            let turn = moved.angular_velocity.to_radians().abs() * reach;
            ways.push(moved.velocity.length() + turn);
            if body.is_removed() {
                boxes.push(Aabb::EMPTY);
                continue;
            }
            let bounds = body.shape().aabb(pose).union(&body.aabb());
            // Half way a body may reach farther than at both ends.
            boxes.push(Aabb { min: bounds.min - turn, max: bounds.max + turn });
        }
        let traits = |index: u32| Traits::of(&bodies[index as usize]);
        let wanted = |a: u32, b: u32| {
            ways[a as usize] + ways[b as usize] > 2.0 * LINEAR_SLOP
                && traits(a).is_pair(traits(b), PairFilter::NotBothStatic)
                && !not_colliding.has(PairKey::new(a, b))
        };
        broad_phase.pairs(boxes, wanted, pairs);
        for &pair in &*pairs {
            let own = &events[events.partition_point(|event| event.pair < pair)..];
            if own.iter().take_while(|event| event.pair == pair).any(|event| event.touch.is_some()) {
                continue;
            }
            let [a, b] = [pair.a(), pair.b()].map(|index| (&bodies[index as usize], &before[index as usize]));
            let motions = [a, b].map(|(body, (pose, angle))| motion(body, pose, *angle));
            let poses = [&a.1.0, &b.1.0];
            let found =
                crossing_and_touch([a.0.shape(), b.0.shape()], poses, [&motions[0], &motions[1]], 1.0);
            let Some((crossing, met)) = found else { continue };
            let is_held = |side: usize, body: &Body, out: Vec2| {
                is_held_along(body, &motions[side].pose_after(poses[side], met.time).rotation, out)
            };
            // A pair that a one-way body lets through is no crossing.
            if is_held(0, a.0, -met.normal) && is_held(1, b.0, met.normal) {
                crossed.push(Crossed { pair, crossing });
            }
        }
    }
}

/// From a pose to the body's present one, in one second.
fn motion(body: &Body, from: &Pose, angle: f64) -> Turning {
    let center = body.local_center();
    Turning {
        velocity: body.center() - from.world_from_local(center),
        angular_velocity: (body.angle() - angle) as f32,
        center,
    }
}
