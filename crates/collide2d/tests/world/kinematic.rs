//! Kinematic bodies push small ones before them under `Rigid`, however fast they move or turn.

use collide2d::{BodyDef, Motion, Pose, Shape, SolverKind};
use glam::Vec2;

use crate::*;

const SIZES: [f32; 4] = [0.05, 0.1, 0.2, 0.3];

fn kinematic(shape: Shape, pose: Pose, velocity: Vec2, angular_velocity: f32) -> BodyDef {
    BodyDef::new(shape, pose).with_motion(Motion::Kinematic { velocity, angular_velocity })
}

fn small(size: f32) -> [(&'static str, Shape); 4] {
    let capsule =
        Shape::capsule(Vec2::new(-0.25 * size, 0.0), Vec2::new(0.25 * size, 0.0), 0.25 * size).unwrap();
    [
        ("ball", ball(0.5 * size)),
        ("box", block(size, size)),
        ("plank", block(1.6 * size, 0.4 * size)),
        ("capsule", capsule),
    ]
}

/// Upright and thick, or without thickness.
fn upright(thick: f32, height: f32) -> Shape {
    if thick > 0.0 {
        block(thick, 2.0 * height)
    } else {
        Shape::wall(Vec2::new(0.0, -height), Vec2::new(0.0, height)).unwrap()
    }
}

/// Of 1 728 bodies that hung or lay before a wall, 508 were behind it in the end.
#[test]
fn a_fast_wall_passes_no_small_body() {
    for (thick, speed) in [0.0, 0.01, 0.2].into_iter().flat_map(|t| [5.0, 15.0, 40.0].map(|v| (t, v))) {
        for (name, shape, size) in
            SIZES.into_iter().flat_map(|s| small(s).map(|(name, shape)| (name, shape, s)))
        {
            for (gravity, is_bullet) in [(0.0, false), (0.0, true), (-9.81, false), (-9.81, true)] {
                let turned = if gravity == 0.0 { 33.0 } else { 0.0 };
                for (gap, turn) in [(0.31, 0.0), (0.4, turned), (0.53, 0.0)] {
                    let mut world = world(SolverKind::Rigid, Vec2::new(0.0, gravity));
                    let mut at = Vec2::new(gap, 0.0);
                    if gravity != 0.0 {
                        world.add(BodyDef::new(block(400.0, 2.0), Pose::at(0.0, -1.0))).unwrap();
                        at.y = -shape.aabb(&Pose::default()).min.y - 0.0005;
                    }
                    let start = Pose::at(-0.5 * thick, 0.0);
                    let wall = kinematic(upright(thick, 50.0), start, Vec2::new(speed, 0.0), 0.0);
                    let wall = world.add(wall).unwrap();
                    let def = BodyDef::new(shape.clone(), Pose::new(at, turn));
                    let def = def.with_motion(Motion::dynamic(0.5)).with_bullet(is_bullet);
                    let body = world.add(def).unwrap();
                    run(&mut world, 8 + (60.0 / speed) as u32);
                    let ahead = position(&world, body).x - position(&world, wall).x - 0.5 * thick;
                    let what =
                        format!("{name} of {size} m, wall of {thick} m at {speed} m/s, bullet: {is_bullet}");
                    assert!(ahead > 0.0, "{what}, {gravity} m/s², {gap} m before it, {turn}°: {ahead} m");
                }
            }
        }
    }
}

/// Of 1 728 bodies above a bar, 1 246 came below it, bullets as well.
#[test]
fn a_fast_flipper_passes_no_small_body() {
    for (thick, spin) in [0.0, 0.02, 0.1].into_iter().flat_map(|t| [360.0, 720.0, 1500.0].map(|v| (t, v))) {
        for (name, shape, size) in
            SIZES.into_iter().flat_map(|s| small(s).map(|(name, shape)| (name, shape, s)))
        {
            for (x, gap) in [0.3, 0.6, 0.9].into_iter().flat_map(|x| [0.001, 0.11].map(|gap| (x, gap))) {
                for is_bullet in [false, true] {
                    let mut world = world(SolverKind::Rigid, GRAVITY);
                    let bar = if thick > 0.0 {
                        let corners = [(0.0, -0.5), (1.0, -0.5), (1.0, 0.5), (0.0, 0.5)];
                        Shape::polygon(&corners.map(|(x, y)| Vec2::new(x, thick * y))).unwrap()
                    } else {
                        Shape::wall(Vec2::ZERO, Vec2::X).unwrap()
                    };
                    let low = Pose::new(Vec2::ZERO, -30.0);
                    let flipper = world.add(kinematic(bar, low, Vec2::ZERO, spin)).unwrap();
                    let above = 0.5 * thick + gap - shape.aabb(&Pose::default()).min.y;
                    let at = low.world_from_local(Vec2::new(x, above));
                    let def = BodyDef::new(shape.clone(), Pose::new(at, -30.0));
                    let def = def.with_motion(Motion::dynamic(0.5)).with_bullet(is_bullet);
                    let body = world.add(def).unwrap();
                    for _ in 0..(60.0 * 75.0 / spin) as u32 {
                        world.step();
                        let seen = world.body(flipper).unwrap().pose();
                        let local = seen.local_from_world(position(&world, body));
                        let what =
                            format!("{name} of {size} m, bar of {thick} m at {spin}°/s, bullet: {is_bullet}");
                        assert!(
                            local.y > 0.0 || local.x > 1.0,
                            "{what}, {x} m out, {gap} m above it: {local} in frame {}",
                            world.frame()
                        );
                    }
                }
            }
        }
    }
}

/// What stands on a lift that moves on below it by more than a centimetre in a step fell freely in the first one, because it
/// came no nearer by the velocities before gravity.
#[test]
fn what_stands_on_a_fast_lift_is_held_from_the_first_step() {
    for speed in [0.5, 2.0, 10.0] {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.add(kinematic(block(60.0, 0.4), Pose::default(), Vec2::new(speed, 0.0), 0.0)).unwrap();
        let load = world.add(moving(block(0.6, 1.0), 0.0, 0.7, 70.0, Vec2::ZERO)).unwrap();
        world.step();
        let fallen = 0.7 - position(&world, load).y;
        assert!(fallen < 0.001, "{speed} m/s: {fallen} m");
    }
}
