//! What listeners do to their bodies at the end of a step: remove them, or burst them into circles.

use std::f32::consts::{PI, TAU};

use glam::Vec2;

use super::World;
use crate::body::{Body, BodyDef, Motion};
use crate::event::{Piece, Reaction, ReactionOutcome, ResolvedBy, Then};
use crate::pose::Pose;
use crate::shape::Shape;

/// Most pieces in a world.
pub const MAX_PIECES: usize = 1000;
/// Most pieces of one body.
pub const MAX_BURST: u32 = 64;

/// Gap between pieces, as a fraction of their radius.
const GAP: f32 = 1.0e-3;

impl World {
    /// What the listeners that took a contact in the last step do, one reaction per body, in order of events.
    pub(super) fn pending_reactions(&self) -> Vec<Reaction> {
        let mut reactions: Vec<Reaction> = Vec::new();
        if self.listeners.iter().all(|listener| listener.then == Then::Ignore) {
            return reactions;
        }
        let mut next = self.bodies.len() as u32;
        for event in &self.events {
            let Some(ResolvedBy::Listener(index)) = event.resolved_by else { continue };
            let Some(listener) = self.listeners.get(index as usize) else { continue };
            let Some(body) = listener.body else { continue };
            if reactions.iter().any(|reaction| reaction.body == body) {
                continue;
            }
            let outcome = match listener.then {
                Then::Ignore => continue,
                Then::Remove => ReactionOutcome::Removed,
                Then::Burst(count) => self.burst_outcome(body, count, next),
            };
            if let ReactionOutcome::Burst { count, .. } = outcome {
                next += count;
            }
            reactions.push(Reaction { listener: index, pair: event.pair, body, outcome });
        }
        reactions
    }

    fn burst_outcome(&self, body: u32, count: u32, first: u32) -> ReactionOutcome {
        let has_area = self.body(body).is_some_and(|body| body.shape().area() > 0.0);
        let there = first as usize - self.bodies.len() + self.pieces.len();
        let fits = there + count as usize <= MAX_PIECES;
        let allowed = (2..=MAX_BURST).contains(&count);
        if has_area && fits && allowed { ReactionOutcome::Burst { first, count } } else { ReactionOutcome::Kept }
    }

    /// Applies reactions that a step told; the step itself does so at its end. Reactions that name bodies which
    /// are not there change nothing.
    pub fn react(&mut self, reactions: &[Reaction]) {
        for reaction in reactions {
            match reaction.outcome {
                ReactionOutcome::Kept => {}
                ReactionOutcome::Removed => _ = self.remove(reaction.body),
                ReactionOutcome::Burst { count, .. } => self.burst(reaction.body, count),
            }
        }
    }

    fn burst(&mut self, of: u32, count: u32) {
        let Some(body) = self.body(of) else { return };
        let pieces: Vec<Body> = pieces(body, count).into_iter().filter_map(Body::piece).collect();
        self.remove(of);
        for (number, piece) in (1..).zip(pieces) {
            self.pieces.push(Piece { index: self.bodies.len() as u32, of, number });
            self.bodies.push(piece);
        }
    }
}

/// Circles of equal size around the centre of mass, inside the bounding circle and apart from each other. They
/// share the mass and move as the body's points did there. Together they have the body's area where that has
/// room in the bounding circle; where it has not, as in a circle, they are as large as they can be.
fn pieces(body: &Body, count: u32) -> Vec<BodyDef> {
    let (layout, reach) = layout(count);
    let (bounds, center) = (body.bounding_circle(), body.world_centroid());
    let room = (bounds.radius - bounds.center.distance(center)).max(0.0);
    let radius = (body.shape().area() / (count as f32 * PI)).sqrt().min(room / reach) * (1.0 - GAP);
    let spacing = radius / (1.0 - GAP);
    let Ok(shape) = Shape::circle(radius) else { return Vec::new() };
    let turn = body.angular_velocity().to_radians();
    let piece = |at: Vec2| {
        let position = center + body.pose().rotation.rotate(at * spacing);
        let velocity = body.velocity() + turn * (position - body.center()).perp();
        let motion = match *body.motion() {
            Motion::Dynamic { mass, angular_velocity, acceleration, damping, .. } => Motion::Dynamic {
                mass: mass / count as f32,
                velocity,
                angular_velocity,
                acceleration,
                damping,
            },
            still => still.with_velocity(velocity),
        };
        BodyDef::new(shape.clone(), Pose::new(position, body.pose().rotation.degrees()))
            .with_motion(motion)
            .with_restitution(body.restitution())
            .with_friction(body.friction())
            .with_sensor(body.is_sensor())
    };
    layout.into_iter().map(piece).collect()
}

/// Centres of `count` unit circles that do not overlap, their mean at the origin, and the radius of the circle
/// around them all: the tightest of rings and of clusters of the hexagonal lattice.
fn layout(count: u32) -> (Vec<Vec2>, f32) {
    let n = count.max(1) as usize;
    let ring = |n: usize, radius: f32| {
        (0..n).map(move |i| Vec2::from_angle(TAU * i as f32 / n as f32) * radius)
    };
    let around = |n: usize| if n < 2 { 0.0 } else { (PI / n as f32).sin().recip() };
    let mut layouts = vec![ring(n, around(n)).collect::<Vec<_>>()];
    if n > 2 {
        let outer = around(n - 1).max(2.0);
        layouts.push([Vec2::ZERO].into_iter().chain(ring(n - 1, outer)).collect());
    }
    // Around a lattice point, the middle of two and the middle of three.
    let height = 3.0_f32.sqrt();
    layouts.extend([Vec2::ZERO, Vec2::X, Vec2::new(1.0, height / 3.0)].map(|middle| cluster(n, middle)));
    let reach = |layout: &[Vec2]| layout.iter().map(|at| at.length()).fold(0.0, f32::max) + 1.0;
    let sized = layouts.into_iter().map(|layout| (reach(&layout), layout));
    let tightest = sized.reduce(|best, next| if next.0 < best.0 { next } else { best });
    tightest.map_or((Vec::new(), 1.0), |(reach, layout)| (layout, reach))
}

/// The points of the hexagonal lattice of distance 2 that are nearest to `middle`, moved to their mean.
fn cluster(count: usize, middle: Vec2) -> Vec<Vec2> {
    /// Rows on each side, enough for [`MAX_BURST`] points.
    const ROWS: i32 = 7;
    let height = 3.0_f32.sqrt();
    let row = |y: i32| (-ROWS..=ROWS).map(move |x| Vec2::new((2 * x + y.rem_euclid(2)) as f32, y as f32 * height));
    let mut points: Vec<Vec2> = (-ROWS..=ROWS).flat_map(row).collect();
    points.sort_by(|p, q| p.distance(middle).total_cmp(&q.distance(middle)));
    points.truncate(count);
    let mean = points.iter().sum::<Vec2>() / points.len().max(1) as f32;
    points.into_iter().map(|at| at - mean).collect()
}
