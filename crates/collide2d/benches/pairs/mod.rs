//! The same random pairs on every run, for the benchmark and for the count of instructions.

use collide2d::{Pose, Shape, ShapeKind, collide};
use glam::{Vec2, vec2};

/// Pairs of one set.
pub const PAIRS: usize = 1024;

/// Marsaglia's xorshift: the same pairs on every run.
struct Random(u32);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as f32 / u32::MAX as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    fn shape(&mut self, kind: ShapeKind) -> Option<Shape> {
        match kind {
            ShapeKind::Circle => Shape::circle(self.between(0.3, 1.0)),
            ShapeKind::Capsule => {
                let half = vec2(self.between(0.3, 1.0), 0.0);
                Shape::capsule(-half, half, self.between(0.2, 0.6))
            }
            ShapeKind::Rectangle => Shape::rectangle(self.between(0.5, 2.0), self.between(0.5, 2.0)),
            ShapeKind::Polygon => {
                // 3 to 8 corners.
                let n = 3 + (self.unit() * 5.99) as usize;
                let radius = self.between(0.5, 1.2);
                let corner = |i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / n as f32) * radius;
                Shape::polygon(&(0..n).map(corner).collect::<Vec<_>>())
            }
            ShapeKind::Wall => {
                let half = vec2(self.between(0.5, 1.5), 0.0);
                Shape::wall(-half, half)
            }
        }
        .ok()
    }

    fn pose(&mut self, spread: f32) -> Pose {
        Pose::new(
            vec2(self.between(-spread, spread), self.between(-spread, spread)),
            self.between(-180.0, 180.0),
        )
    }
}

pub type Pair = (Shape, Pose, Shape, Pose);

/// Pairs whose bounding circles meet, so that the early-out spares none: `touching` of a hundred touch, the others just miss.
pub fn pairs(a: ShapeKind, b: ShapeKind, touching: usize) -> Vec<Pair> {
    let mut random = Random(0x9E37_79B9);
    let mut found = Vec::with_capacity(PAIRS);
    while found.len() < PAIRS {
        let (Some(a), Some(b)) = (random.shape(a), random.shape(b)) else { continue };
        let (pose_a, pose_b) = (random.pose(1.6), random.pose(1.6));
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
