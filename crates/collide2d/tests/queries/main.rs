//! Queries of shapes and of a world: rays, moving shapes, nearest points, overlaps.
#![allow(clippy::unwrap_used)]

mod cast;
mod closest;
#[path = "../shapes/common/mod.rs"]
mod common;
mod composites;
mod point;
mod ray;
mod world;

use collide2d::{Pose, Shape};
use glam::{DVec2, Vec2, vec2};

/// Cases of each property; a whole night's worth by the environment.
fn cases(usual: u64) -> u64 {
    std::env::var("COLLISION_TEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// A shape in world coordinates, in f64: corners counter-clockwise, and the radius around them.
struct Truth {
    corners: Vec<DVec2>,
    radius: f64,
}

impl Truth {
    fn new(shape: &Shape, pose: &Pose) -> Self {
        let (points, radius) = match shape {
            Shape::Circle(c) => (vec![Vec2::ZERO], c.radius()),
            Shape::Capsule(c) => (vec![c.start(), c.end()], c.radius()),
            Shape::Rectangle(_)
            | Shape::Polygon(_)
            | Shape::Wall(_)
            | Shape::Chain(_)
            | Shape::Compound(_) => (shape.corners(), shape.radius()),
        };
        let turn = DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let world = |p: &Vec2| pose.position.as_dvec2() + turn.rotate(p.as_dvec2());
        Self { corners: points.iter().map(world).collect(), radius: radius.into() }
    }

    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> {
        let n = self.corners.len();
        (0..n).map(move |i| (self.corners[i], self.corners[(i + 1) % n]))
    }

    /// Distance to the border, negative inside: to the nearest of all edges, by the sign of every edge's side.
    fn signed_distance(&self, p: DVec2) -> f64 {
        let to_edge = |(a, b): (DVec2, DVec2)| {
            let along = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            p.distance(if along.is_nan() { a } else { a.lerp(b, along) })
        };
        let away = self.edges().map(to_edge).fold(f64::INFINITY, f64::min);
        let inside = self.corners.len() > 2 && self.edges().all(|(a, b)| (b - a).perp_dot(p - a) >= 0.0);
        (if inside { -away } else { away }) - self.radius
    }
}

/// A shape of any kind of about 1 m near the origin, at any angle, now and then a multiple of 45°.
fn any_shape(random: &mut fastrand::Rng, kind: collide2d::ShapeKind) -> Shape {
    use collide2d::ShapeKind;
    let rounded = random.u8(..3) == 0;
    let mut within = |low: f32, high: f32| low + (high - low) * random.f32();
    let round = if rounded { within(0.0, 0.6) } else { 0.0 };
    match kind {
        ShapeKind::Circle => Shape::circle(within(0.2, 1.5)).unwrap(),
        ShapeKind::Capsule => {
            let start = vec2(within(-1.0, 1.0), within(-1.0, 1.0));
            let end = start + Vec2::from_angle(within(0.0, 6.3)) * within(0.1, 2.0);
            Shape::capsule(start, end, within(0.1, 0.8)).unwrap()
        }
        ShapeKind::Rectangle => Shape::rounded_rectangle(within(0.2, 3.0), within(0.2, 3.0), round).unwrap(),
        ShapeKind::Polygon => {
            let (n, squash) = (within(3.0, 12.9) as usize, within(0.3, 1.0));
            let radius = within(0.3, 1.5);
            let point = |i: usize, jitter: f32| {
                Vec2::from_angle(std::f32::consts::TAU * (i as f32 + jitter) / n as f32)
                    * vec2(radius, radius * squash)
            };
            let points: Vec<Vec2> = (0..n).map(|i| point(i, within(0.0, 0.7))).collect();
            Shape::rounded_polygon(&points, round).unwrap()
        }
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => {
            let start = vec2(within(-1.0, 1.0), within(-1.0, 1.0));
            Shape::wall(start, start + Vec2::from_angle(within(0.0, 6.3)) * within(0.3, 3.0)).unwrap()
        }
    }
}

fn any_pose(random: &mut fastrand::Rng) -> Pose {
    let mut within = |most: f32| (2.0 * random.f32() - 1.0) * most;
    let (at, turn) = (vec2(within(3.0), within(3.0)), within(400.0));
    Pose::new(at, if random.u8(..5) == 0 { 45.0 * (turn / 45.0).round() } else { turn })
}
