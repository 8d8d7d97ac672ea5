//! One step of a crowded world; each sample goes on where the one before stopped.
#![allow(missing_docs, clippy::unwrap_used)]

use collide2d::{BodyDef, Motion, Pose, Shape, SolverKind, World, WorldSettings};
use divan::Bencher;
use glam::Vec2;

const SOLVERS: [SolverKind; 3] = [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid];

fn main() {
    divan::main();
}

/// `count` mixed bodies in a room, drifting about or piled up by gravity.
fn crowd(solver: SolverKind, count: u32, gravity: f32) -> World {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut random = |low: f32, high: f32| low + (high - low) * rng.f32();
    let mut world = World::new(
        WorldSettings::default()
            .with_gravity(Vec2::new(0.0, -gravity))
            .with_solver(solver)
            .with_max_contacts(16_384),
    )
    .unwrap();
    let side = (count as f32).sqrt().ceil();
    let reach = 0.8 * side;
    let corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)].map(Vec2::from);
    for i in 0..4 {
        let wall = Shape::wall(corners[i], corners[(i + 1) % 4]).unwrap();
        world.add(BodyDef::new(wall, Pose::default())).unwrap();
    }
    for i in 0..count {
        let at = (Vec2::new(i as f32 % side, (i as f32 / side).floor()) - 0.5 * side) * 1.5 + 0.5;
        let size = random(0.3, 0.55);
        let shape = match i % 3 {
            0 => Shape::circle(size).unwrap(),
            1 => Shape::rectangle(1.8 * size, 1.2 * size).unwrap(),
            _ => Shape::polygon(&[0.0, 1.3, 2.6, 3.9, 5.2].map(|a| Vec2::from_angle(a) * size)).unwrap(),
        };
        let motion = Motion::Dynamic {
            mass: 1.0,
            velocity: Vec2::new(random(-2.0, 2.0), random(-2.0, 2.0)),
            angular_velocity: 0.0,
            acceleration: Vec2::ZERO,
            damping: 1.0,
        };
        let pose = Pose::new(at, random(0.0, 360.0));
        world.add(BodyDef::new(shape, pose).with_motion(motion).with_restitution(0.5)).unwrap();
    }
    for _ in 0..240 {
        world.step();
    }
    world
}

#[divan::bench(args = SOLVERS)]
fn crowd_of_1000(bencher: Bencher, solver: SolverKind) {
    let mut world = crowd(solver, 1000, 0.0);
    bencher.bench_local(|| world.step());
}

#[divan::bench(args = [SolverKind::Linear, SolverKind::Rigid])]
fn heap_of_1000(bencher: Bencher, solver: SolverKind) {
    let mut world = crowd(solver, 1000, 9.81);
    bencher.bench_local(|| world.step());
}

#[divan::bench(args = [SolverKind::Linear, SolverKind::Rigid])]
fn heap_of_4000(bencher: Bencher, solver: SolverKind) {
    let mut world = crowd(solver, 4000, 9.81);
    bencher.bench_local(|| world.step());
}
