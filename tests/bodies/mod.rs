//! Shapes, bodies and crowds, for pictures in tests and benches.
// Not each of them needs every shape.
#![allow(dead_code)]

use std::f32::consts::TAU;

use collision_test::scene::{SceneBody, SceneMotion, SceneShape};
use glam::Vec2;

/// A body that stands still; degrees.
pub fn body(name: &str, shape: SceneShape, x: f32, y: f32, degrees: f32) -> SceneBody {
    SceneBody { position: Vec2::new(x, y), rotation: degrees, ..SceneBody::new(name, shape) }
}

/// The body, dynamic, with this velocity.
pub fn moving(body: SceneBody, x: f32, y: f32) -> SceneBody {
    let motion = SceneMotion::Dynamic {
        mass: 1.0,
        velocity: Vec2::new(x, y),
        angular_velocity: 0.0,
        acceleration: Vec2::ZERO,
        damping: 1.0,
    };
    SceneBody { motion, ..body }
}

/// A circle around the body's position.
pub fn circle(radius: f32) -> SceneShape {
    SceneShape::Circle { radius }
}

/// A rectangle around the body's position.
pub fn rectangle(width: f32, height: f32) -> SceneShape {
    SceneShape::Rectangle { width, height, radius: 0.0 }
}

/// A wall from the first point to the second.
pub fn wall(x0: f32, y0: f32, x1: f32, y1: f32) -> SceneShape {
    SceneShape::Wall { start: Vec2::new(x0, y0), end: Vec2::new(x1, y1) }
}

/// A triangle, its point upward.
pub fn triangle() -> SceneShape {
    SceneShape::Polygon {
        points: vec![Vec2::new(0.0, 1.0), Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0)],
        radius: 0.0,
    }
}

/// A polygon of equal sides.
pub fn regular(count: u32, radius: f32) -> SceneShape {
    let corner = |i| Vec2::from_angle(TAU * i as f32 / count as f32) * radius;
    SceneShape::Polygon { points: (0..count).map(corner).collect(), radius: 0.0 }
}

/// Two that overlap.
pub fn octagons(count: u32) -> Vec<SceneBody> {
    let two = body("two", regular(count, 1.2), 1.7, 0.6, 13.0);
    vec![body("one", regular(count, 1.0), 0.0, 0.0, 0.0), moving(two, -2.0, 1.0)]
}

/// Bodies of every kind and motion, thrown about.
pub fn crowd(count: u32) -> Vec<SceneBody> {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut random = move |min: f32, max: f32| min + (max - min) * rng.f32();
    let side = (count as f32).sqrt();
    let one = |i: u32| {
        let shape = match i % 4 {
            0 => circle(random(0.3, 1.0)),
            1 => rectangle(random(0.5, 1.5), random(0.5, 2.5)),
            2 => regular(3 + i % 5, 0.8),
            _ => wall(-1.0, random(-1.0, 1.0), 1.0, random(-1.0, 1.0)),
        };
        let (x, y) = (random(-1.8, 1.8) * side, random(-1.0, 1.0) * side);
        let mut body = body(&format!("body {i}"), shape, x, y, random(0.0, 360.0));
        if i % 4 != 3 && !i.is_multiple_of(7) {
            body = moving(body, random(-3.0, 3.0), random(-3.0, 3.0));
        }
        body.sensor = i.is_multiple_of(31);
        body
    };
    (0..count).map(one).collect()
}
