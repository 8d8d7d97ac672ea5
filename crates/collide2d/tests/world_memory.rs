//! What a step allocates, and what a world holds. Alone in their file: the allocator of the whole process counts.
#![allow(clippy::unwrap_used)]

mod counting;

use std::collections::VecDeque;

use collide2d::{BodyDef, Motion, Pose, QueryFilter, Ray, Shape, SolverKind, World, WorldSettings};
use counting::{allocations, bytes_held};
use glam::Vec2;

#[test]
fn a_steady_step_allocates_nothing() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let gravity = if solver == SolverKind::Off { Vec2::ZERO } else { Vec2::new(0.0, -9.81) };
        let mut world =
            World::new(WorldSettings::default().with_gravity(gravity).with_solver(solver)).unwrap();
        // Between walls: what rolls off falls far, and the broad phase grows with the way.
        for [from, to] in [[(-9.0, 9.0), (-9.0, 0.0)], [(-9.0, 0.0), (9.0, 0.0)], [(9.0, 0.0), (9.0, 9.0)]] {
            let wall = Shape::wall(Vec2::from(from), Vec2::from(to)).unwrap();
            world.add(BodyDef::new(wall, Pose::default())).unwrap();
        }
        for i in 0..40 {
            let shape = match i % 3 {
                0 => Shape::circle(0.45).unwrap(),
                1 => Shape::rectangle(0.9, 0.8).unwrap(),
                _ => Shape::polygon(&[
                    Vec2::new(-0.5, -0.4),
                    Vec2::new(0.5, -0.4),
                    Vec2::new(0.3, 0.4),
                    Vec2::new(-0.3, 0.4),
                ])
                .unwrap(),
            };
            let pose = Pose::at((i % 8) as f32 - 4.0, 0.4 + (i / 8) as f32 * 0.95);
            world.add(BodyDef::new(shape, pose).with_motion(Motion::dynamic(1.0))).unwrap();
        }
        for _ in 0..600 {
            world.step();
        }
        assert!(world.contacts().len() > 30 || solver == SolverKind::Off, "{}", world.contacts().len());
        let before = allocations();
        for _ in 0..100 {
            world.step();
        }
        assert_eq!(allocations() - before, 0, "{solver:?}");
        world.clone().step();
        assert!(allocations() > before, "the count works");
    }
}

/// A gun of 60 bullets: 1 000 000 of them were 266 MB, and 10 000 made a step take 232 ms.
#[test]
fn a_million_bodies_that_were_removed_hold_no_memory() {
    let mut world = World::new(WorldSettings::default().with_solver(SolverKind::Rigid)).unwrap();
    let circle = Shape::circle(0.1).unwrap();
    let mut bullets = VecDeque::new();
    let mut held = Vec::new();
    for shot in 0..1_000_000 {
        let bullet = BodyDef::new(circle.clone(), Pose::at((shot % 60) as f32, 0.0));
        bullets.push_back(world.add(bullet.with_motion(Motion::dynamic(1.0))).unwrap());
        if bullets.len() > 60 {
            assert!(world.remove(bullets.pop_front().unwrap()));
        }
        if shot % 20 == 0 {
            world.step();
        }
        if shot % 200_000 == 100_000 {
            held.push((bytes_held(), world.bodies().len()));
        }
    }
    let most = (held[0].0 + 1024, 100);
    assert!(held.iter().all(|&(bytes, places)| bytes <= most.0 && places <= most.1), "{held:?}");
}

/// The tree that the first query builds and the world keeps.
#[test]
fn queries_keep_a_tree_of_some_bytes_a_body_and_the_first_hit_allocates_nothing() {
    const BODIES: usize = 10_000;
    let mut world = World::default();
    for i in 0..BODIES {
        let pose = Pose::at((i % 100) as f32 * 2.0, (i / 100) as f32 * 2.0);
        world.add(BodyDef::new(Shape::rectangle(1.0, 1.0).unwrap(), pose)).unwrap();
    }
    let ray = |y: f32| Ray::between(Vec2::new(-5.0, y), Vec2::new(250.0, y)).unwrap();
    let before = bytes_held();
    assert!(world.cast_ray(&ray(0.25), true, &QueryFilter::default()).is_some());
    let bytes = (bytes_held() - before) as f64 / BODIES as f64;
    println!("{bytes:.1} bytes a body");
    assert!((4.0..72.0).contains(&bytes), "{bytes} bytes a body");
    let before = allocations();
    for i in 0..100 {
        assert!(world.cast_ray(&ray(i as f32 * 2.0 + 0.1), true, &QueryFilter::default()).is_some());
    }
    assert_eq!(allocations() - before, 0);
}
