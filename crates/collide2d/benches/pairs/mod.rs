//! The same random pairs on every run, for the benchmark and for the count of instructions.

use collide2d::{Pose, Shape, ShapeKind, collide};
use fastrand::Rng;
use glam::{Vec2, vec2};

/// Pairs of one set.
pub const PAIRS: usize = 1024;

fn between(random: &mut Rng, low: f32, high: f32) -> f32 {
    low + (high - low) * random.f32()
}

fn shape(random: &mut Rng, kind: ShapeKind) -> Option<Shape> {
    match kind {
        ShapeKind::Circle => Shape::circle(between(random, 0.3, 1.0)),
        ShapeKind::Capsule => {
            let half = vec2(between(random, 0.3, 1.0), 0.0);
            Shape::capsule(-half, half, between(random, 0.2, 0.6))
        }
        ShapeKind::Rectangle => Shape::rectangle(between(random, 0.5, 2.0), between(random, 0.5, 2.0)),
        ShapeKind::Polygon => {
            let (n, radius) = (random.usize(3..=8), between(random, 0.5, 1.2));
            let corner = |i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / n as f32) * radius;
            Shape::polygon(&(0..n).map(corner).collect::<Vec<_>>())
        }
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => {
            let half = vec2(between(random, 0.5, 1.5), 0.0);
            Shape::wall(-half, half)
        }
    }
    .ok()
}

fn pose(random: &mut Rng, spread: f32) -> Pose {
    let at = vec2(between(random, -spread, spread), between(random, -spread, spread));
    Pose::new(at, between(random, -180.0, 180.0))
}

pub type Pair = (Shape, Pose, Shape, Pose);

/// Pairs whose bounding circles meet, so that the early-out spares none: `touching` of a hundred touch, the others just miss.
pub fn pairs(a: ShapeKind, b: ShapeKind, touching: usize) -> Vec<Pair> {
    let random = &mut Rng::with_seed(1);
    let mut found = Vec::with_capacity(PAIRS);
    while found.len() < PAIRS {
        let (Some(a), Some(b)) = (shape(random, a), shape(random, b)) else { continue };
        let (pose_a, pose_b) = (pose(random, 1.6), pose(random, 1.6));
        let reach = a.bounding_circle().radius + b.bounding_circle().radius;
        let apart = pose_a.position.distance(pose_b.position);
        let touches = collide(&a, &pose_a, &b, &pose_b).is_some();
        let round = matches!((&a, &b), (Shape::Circle(_), Shape::Circle(_)));
        // Two circles are their bounding circles: for them a miss within 20 % is near.
        let near = apart < if round { 1.2 * reach } else { reach };
        let wanted = found.len() * 37 % 100 < touching;
        if near && touches == wanted {
            found.push((a, pose_a, b, pose_b));
        }
    }
    found
}

pub const KINDS: [(ShapeKind, ShapeKind); 9] = {
    use ShapeKind::{Circle, Polygon, Rectangle, Wall};
    [
        (Circle, Circle),
        (Circle, Rectangle),
        (Circle, Polygon),
        (Circle, Wall),
        (Rectangle, Rectangle),
        (Rectangle, Polygon),
        (Rectangle, Wall),
        (Polygon, Polygon),
        (Polygon, Wall),
    ]
};
