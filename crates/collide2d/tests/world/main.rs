//! World steps: motion, contacts, events, solvers, and the stages that an observer is told.
#![allow(clippy::unwrap_used)]

mod along;
mod at_rest;
mod bullets;
mod events;
mod extremes;
mod filters;
mod foresight;
mod generators;
mod ghosts;
mod hanging;
mod inner_corners;
mod joints;
mod kinematic;
mod landings;
mod levels;
mod limited;
mod linear;
mod lines;
mod motion;
mod movers;
mod places;
mod places_and_sizes;
mod reactions;
mod refused;
mod rigid;
mod seams;
mod sleep;
mod snapshots;
mod stages;
mod still;
mod switches;
mod tiles;

use collide2d::{BodyDef, BodyRef, Motion, Pose, Shape, SolverKind, World, WorldSettings};
use glam::Vec2;

const GRAVITY: Vec2 = Vec2::new(0.0, -9.81);
const DT: f32 = 1.0 / 60.0;

fn world(solver: SolverKind, gravity: Vec2) -> World {
    World::new(WorldSettings::default().with_gravity(gravity).with_solver(solver)).unwrap()
}

fn dynamic(shape: Shape, x: f32, y: f32) -> BodyDef {
    BodyDef::new(shape, Pose::at(x, y)).with_motion(Motion::dynamic(1.0))
}

/// As [`dynamic`], with a mass and a velocity.
fn moving(shape: Shape, x: f32, y: f32, mass: f32, velocity: Vec2) -> BodyDef {
    let motion =
        Motion::Dynamic { mass, velocity, angular_velocity: 0.0, acceleration: Vec2::ZERO, damping: 1.0 };
    BodyDef::new(shape, Pose::at(x, y)).with_motion(motion)
}

fn ball(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

fn block(width: f32, height: f32) -> Shape {
    Shape::rectangle(width, height).unwrap()
}

fn segment(from: (f32, f32), to: (f32, f32)) -> BodyDef {
    BodyDef::new(Shape::wall(from.into(), to.into()).unwrap(), Pose::default())
}

fn floor() -> BodyDef {
    segment((-100.0, 0.0), (100.0, 0.0))
}

fn position(world: &World, body: impl Into<BodyRef>) -> Vec2 {
    world.body(body).unwrap().pose().position
}

fn velocity(world: &World, body: impl Into<BodyRef>) -> Vec2 {
    world.body(body).unwrap().velocity()
}

fn run(world: &mut World, frames: u32) {
    for _ in 0..frames {
        world.step();
    }
}

/// Numbers from a seed, the same on every run.
struct Random(fastrand::Rng);

impl Random {
    fn seeded(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// From 0 to 1.
    fn next(&mut self) -> f32 {
        self.0.f32()
    }

    fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

/// Every bit that a world's public API gives out.
fn bits(world: &World) -> Vec<u32> {
    let mut bits = vec![world.frame() as u32, world.waiting_contacts() as u32];
    for body in world.bodies() {
        let (pose, bounds, disc) = (body.pose(), body.aabb(), body.bounding_circle());
        let floats = [
            pose.position.x,
            pose.position.y,
            pose.rotation.degrees(),
            pose.rotation.sin(),
            pose.rotation.cos(),
            body.velocity().x,
            body.velocity().y,
            body.angular_velocity(),
            bounds.min.x,
            bounds.min.y,
            bounds.max.x,
            bounds.max.y,
            disc.center.x,
            disc.center.y,
            disc.radius,
        ];
        bits.extend(floats.map(f32::to_bits));
    }
    for contact in world.contacts() {
        bits.extend([
            contact.a,
            contact.b,
            contact.contact.depth.to_bits(),
            contact.contact.normal.x.to_bits(),
        ]);
    }
    bits
}

/// Circles, boxes, triangles and rods fall into a pit with a rotating paddle.
fn heap(solver: SolverKind, count: u32, seed: u64) -> World {
    let mut random = Random::seeded(seed);
    let mut world = world(solver, GRAVITY);
    world.add(segment((-8.0, 0.0), (0.0, -0.5))).unwrap();
    world.add(segment((0.0, -0.5), (8.0, 0.0))).unwrap();
    world.add(segment((-8.0, 0.0), (-8.0, 60.0))).unwrap();
    world.add(segment((8.0, 60.0), (8.0, 0.0))).unwrap();
    let paddle = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 90.0 };
    world.add(BodyDef::new(block(4.0, 0.3), Pose::at(0.0, 2.5)).with_motion(paddle)).unwrap();
    for i in 0..count {
        let size = random.within(0.4, 0.9);
        let shape = match i % 4 {
            0 => ball(size * 0.5),
            1 => block(size, size * 0.7),
            2 => Shape::polygon(
                &[Vec2::new(size, 0.0), Vec2::new(-size, size), Vec2::new(-size, -size)].map(|p| p * 0.5),
            )
            .unwrap(),
            _ => Shape::wall(Vec2::new(0.0, 0.0), Vec2::new(size, 0.2)).unwrap(),
        };
        let at = Vec2::new((i % 10) as f32 * 1.4 - 6.5, 4.0 + (i / 10) as f32 * 1.3);
        let motion = Motion::Dynamic {
            mass: random.within(0.5, 3.0),
            velocity: Vec2::new(random.within(-2.0, 2.0), random.within(-2.0, 2.0)),
            angular_velocity: random.within(-90.0, 90.0),
            acceleration: Vec2::ZERO,
            damping: if i % 7 == 0 { 0.9 } else { 1.0 },
        };
        let pose = Pose::new(at, random.within(0.0, 360.0));
        let restitution = if i % 5 == 0 { 0.5 } else { 0.0 };
        world
            .add(
                BodyDef::new(shape, pose)
                    .with_motion(motion)
                    .with_restitution(restitution)
                    .with_sensor(i % 11 == 3),
            )
            .unwrap();
    }
    world
}
