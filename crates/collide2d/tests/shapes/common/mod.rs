//! Random pairs of every kind.
#![allow(dead_code)]

use std::f32::consts::TAU;

use collide2d::{Pose, Shape, ShapeKind};
use glam::{Vec2, vec2};
use proptest::prelude::*;

mod pair;

pub use pair::*;

pub fn regular(n: usize, radius: f32) -> Vec<Vec2> {
    (0..n).map(|i| Vec2::from_angle(TAU * i as f32 / n as f32) * radius).collect()
}

pub fn sides(n: usize, radius: f32) -> Shape {
    Shape::polygon(&regular(n, radius)).unwrap()
}

/// Points on an ellipse at uneven angles: convex whatever the numbers.
fn uneven_polygon(n: usize, radius: f32, squash: f32, seed: u32) -> Shape {
    let mut random = fastrand::Rng::with_seed(seed.into());
    let points: Vec<Vec2> = (0..n)
        .map(|i| {
            let angle = TAU * (i as f32 + 0.7 * random.f32()) / n as f32;
            Vec2::from_angle(angle) * vec2(radius, radius * squash)
        })
        .collect();
    Shape::polygon(&points).unwrap()
}

/// Of round corners; half of them are sharp.
fn radius() -> impl Strategy<Value = f32> {
    prop_oneof![3 => Just(0.0), 2 => 0.05..0.6f32, 1 => 1.0e-4..1.0e-2f32]
}

/// Shapes of about 1 m, times `scale`.
pub fn shape(kind: ShapeKind, scale: f32) -> BoxedStrategy<Shape> {
    match kind {
        ShapeKind::Circle => (0.2..1.5f32).prop_map(move |r| Shape::circle(r * scale).unwrap()).boxed(),
        ShapeKind::Capsule => ((-1.0..1.0f32, -1.0..1.0f32), 0.1..2.0f32, 0.0..TAU, 0.1..0.8f32)
            .prop_map(move |((x, y), length, angle, radius)| {
                let start = vec2(x, y) * scale;
                let end = start + Vec2::from_angle(angle) * (length * scale);
                Shape::capsule(start, end, radius * scale).unwrap()
            })
            .boxed(),
        ShapeKind::Rectangle => (0.2..2.0f32, 0.2..2.0f32, radius())
            .prop_map(move |(w, h, r)| Shape::rounded_rectangle(w * scale, h * scale, r * scale).unwrap())
            .boxed(),
        ShapeKind::Polygon => prop_oneof![
            (3..=12usize, 0.3..1.5f32, 0.3..1.0f32, any::<u32>())
                .prop_map(move |(n, r, squash, seed)| uneven_polygon(n, r * scale, squash, seed)),
            (3..=64usize, 0.3..1.5f32).prop_map(move |(n, r)| sides(n, r * scale)),
        ]
        .prop_flat_map(move |sharp| {
            radius().prop_map(move |r| Shape::rounded_polygon(&sharp.corners(), r * scale).unwrap())
        })
        .boxed(),
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => ((-1.0..1.0f32, -1.0..1.0f32), 0.3..3.0f32, 0.0..TAU)
            .prop_map(move |((x, y), length, angle)| {
                let start = vec2(x, y) * scale;
                Shape::wall(start, start + Vec2::from_angle(angle) * (length * scale)).unwrap()
            })
            .boxed(),
    }
}

/// Shapes a thousand times as long as thick, up to 2 m long.
fn thin_shape(kind: ShapeKind) -> BoxedStrategy<Shape> {
    match kind {
        ShapeKind::Rectangle => (0.5..2.0f32, any::<bool>())
            .prop_map(|(l, tall)| {
                let (w, h) = if tall { (l / 1000.0, l) } else { (l, l / 1000.0) };
                Shape::rounded_rectangle(w, h, if l > 1.0 { 0.0 } else { 0.1 * l }).unwrap()
            })
            .boxed(),
        ShapeKind::Polygon => prop_oneof![
            (3..=7usize, 0.5..1.0f32, any::<u32>())
                .prop_map(|(n, r, seed)| uneven_polygon(n, r, 1.0e-3, seed)),
            (0.5..2.0f32).prop_map(|l| {
                Shape::polygon(&[vec2(-l, 0.0), vec2(l, 0.0), vec2(0.3 * l, l / 1000.0)]).unwrap()
            }),
        ]
        .boxed(),
        ShapeKind::Capsule => (0.5..2.0f32)
            .prop_map(|l| Shape::capsule(vec2(-0.5 * l, 0.0), vec2(0.5 * l, 0.0), l / 2000.0).unwrap())
            .boxed(),
        ShapeKind::Circle => (0.001..0.5f32).prop_map(|r| Shape::circle(r).unwrap()).boxed(),
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => shape(kind, 1.0),
    }
}

pub const KINDS: [ShapeKind; ShapeKind::SIMPLE.len()] = ShapeKind::SIMPLE;

/// The sixteen ordered pairs of kinds but wall with wall.
pub fn kind_pairs() -> Vec<(ShapeKind, ShapeKind)> {
    KINDS
        .iter()
        .flat_map(|&a| KINDS.iter().map(move |&b| (a, b)))
        .filter(|&pair| pair != (ShapeKind::Wall, ShapeKind::Wall))
        .collect()
}

fn placed(shapes: impl Strategy<Value = (Shape, Shape)>, size: f32) -> impl Strategy<Value = Pair> {
    let degrees =
        || prop_oneof![4 => -400.0..400.0f32, 1 => (-8..8i32).prop_map(|quarter| 45.0 * quarter as f32)];
    (shapes, -1.0..1.0f32, -1.0..1.0f32, degrees(), degrees(), 0.05..1.6f32).prop_map(
        move |((a, b), x, y, turn_a, turn_b, spread)| Pair {
            a,
            pose_a: Pose::new(vec2(0.3, -0.7) * size, turn_a),
            b,
            pose_b: Pose::new(vec2(0.3 + x * spread, -0.7 + y * spread) * size, turn_b),
            size,
        },
    )
}

/// A pair of any kinds of plain, tiny (1 mm), huge (10 km) or thin (1 : 1000) shapes near each other, about
/// half of them touching.
pub fn any_pair() -> impl Strategy<Value = Pair> {
    let kinds = || prop::sample::select(kind_pairs());
    let scaled = move |scale: f32| {
        placed(kinds().prop_flat_map(move |(a, b)| (shape(a, scale), shape(b, scale))), scale)
    };
    let thin = kinds().prop_flat_map(|(a, b)| {
        prop_oneof![
            (thin_shape(a), thin_shape(b)),
            (thin_shape(a), shape(b, 1.0)),
            (shape(a, 1.0), thin_shape(b))
        ]
    });
    prop_oneof![
        3 => scaled(1.0),
        1 => scaled(1.0e-3),
        1 => scaled(1.0e4),
        2 => placed(thin, 1.0),
    ]
}
