//! Random pairs of shapes in their poses.
#![allow(clippy::unwrap_used)]

use std::f32::consts::TAU;

use collide2d::{Pose, Shape, ShapeKind};
use fastrand::Rng;
use glam::{Vec2, vec2};

pub fn between(rng: &mut Rng, least: f32, most: f32) -> f32 {
    least + (most - least) * rng.f32()
}

/// Of about a metre, times `scale`.
fn random_shape(rng: &mut Rng, kind: ShapeKind, scale: f32) -> Shape {
    let angle = TAU * rng.f32();
    let point = vec2(between(rng, -1.0, 1.0), between(rng, -1.0, 1.0)) * scale;
    let (p, q) = (between(rng, 0.2, 2.0) * scale, between(rng, 0.2, 2.0) * scale);
    match kind {
        ShapeKind::Circle => Shape::circle(p).unwrap(),
        ShapeKind::Capsule => Shape::capsule(point, point + Vec2::from_angle(angle) * p, 0.4 * q).unwrap(),
        ShapeKind::Rectangle => Shape::rectangle(p, q).unwrap(),
        ShapeKind::Polygon => {
            let sides = rng.u32(3..13);
            let squash = between(rng, 0.3, 1.0);
            let uneven = if rng.bool() { 0.7 } else { 0.0 };
            let corner = |i| TAU * (i as f32 + uneven * rng.f32()) / sides as f32;
            let angles: Vec<f32> = (0..sides).map(corner).collect();
            let corners: Vec<Vec2> =
                angles.into_iter().map(|angle| Vec2::from_angle(angle) * vec2(p, p * squash)).collect();
            Shape::polygon(&corners).unwrap()
        }
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => Shape::wall(point, point + Vec2::from_angle(angle) * p).unwrap(),
    }
}

fn random_pose(rng: &mut Rng, spread: f32) -> Pose {
    let position = vec2(between(rng, -spread, spread), between(rng, -spread, spread));
    let degrees = if rng.bool() { between(rng, -400.0, 400.0) } else { 45.0 * rng.i32(-8..8) as f32 };
    Pose::new(position, degrees)
}

pub struct Placed {
    pub a: Shape,
    pub pose_a: Pose,
    pub b: Shape,
    pub pose_b: Pose,
}

impl Placed {
    pub fn random(rng: &mut Rng, kinds: (ShapeKind, ShapeKind)) -> Self {
        let scale = [1.0, 1.0, 1.0e-3, 1.0e3][rng.usize(0..4)];
        Self {
            a: random_shape(rng, kinds.0, scale),
            pose_a: random_pose(rng, 0.8 * scale),
            b: random_shape(rng, kinds.1, scale),
            pose_b: random_pose(rng, 0.8 * scale),
        }
    }

    /// Whole numbers and right angles, so that centres coincide, edges are parallel, and corners meet.
    pub fn on_a_grid(rng: &mut Rng, kinds: (ShapeKind, ShapeKind)) -> Self {
        let shape = |rng: &mut Rng, kind| {
            let (p, q) = (rng.i32(1..4) as f32, rng.i32(1..4) as f32);
            match kind {
                ShapeKind::Circle => Shape::circle(p).unwrap(),
                ShapeKind::Capsule => Shape::capsule(vec2(-p, 0.0), vec2(p, 0.0), q).unwrap(),
                ShapeKind::Rectangle => Shape::rectangle(2.0 * p, 2.0 * q).unwrap(),
                ShapeKind::Polygon => {
                    Shape::polygon(&[vec2(p, 0.0), vec2(0.0, q), vec2(-p, 0.0), vec2(0.0, -q)]).unwrap()
                }
                ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
                ShapeKind::Wall => Shape::wall(vec2(-p, 0.0), vec2(p, 0.0)).unwrap(),
            }
        };
        let pose = |rng: &mut Rng| {
            Pose::new(vec2(rng.i32(-2..3) as f32, rng.i32(-2..3) as f32), 90.0 * rng.i32(0..4) as f32)
        };
        Self { a: shape(rng, kinds.0), pose_a: pose(rng), b: shape(rng, kinds.1), pose_b: pose(rng) }
    }
}

/// Every ordered pair of kinds but wall with wall.
pub fn kinds() -> impl Iterator<Item = (ShapeKind, ShapeKind)> {
    let all = ShapeKind::SIMPLE.into_iter().flat_map(|a| ShapeKind::SIMPLE.into_iter().map(move |b| (a, b)));
    all.filter(|pair| *pair != (ShapeKind::Wall, ShapeKind::Wall))
}
