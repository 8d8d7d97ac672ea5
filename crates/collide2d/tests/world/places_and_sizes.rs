//! Far from the origin, small and large: within which range stacks and resting bodies are as the README says.

use collide2d::{BodyDef, Pose, SolverKind, World};
use glam::Vec2;

use crate::*;

/// Heights of the boxes of a stack above its floor after some seconds, bottom first.
fn stack(solver: SolverKind, count: u32, at: Vec2, seconds: u32) -> Vec<f32> {
    let mut world = world(solver, GRAVITY);
    let place = |x: f32, y: f32| Pose { position: at + Vec2::new(x, y), ..Pose::default() };
    world.add(BodyDef::new(block(20.0, 2.0), place(0.0, -1.0))).unwrap();
    for i in 0..count {
        world.add(dynamic(block(1.0, 1.0), 0.0, 0.0).with_pose(place(0.0, 0.5 + i as f32))).unwrap();
    }
    run(&mut world, 60 * seconds);
    (1..=count).map(|body| position(&world, body).y - at.y).collect()
}

fn farthest(p: &[f32], q: &[f32]) -> f32 {
    p.iter().zip(q).map(|(p, q)| (p - q).abs()).fold(0.0, f32::max)
}

/// At 1 km a float's step is 0.06 mm. Up there `Linear`, which sags from step to step, sums it up.
#[test]
fn a_stack_at_a_kilometre_is_the_one_at_the_origin() {
    for (solver, up) in [(SolverKind::Rigid, 0.01), (SolverKind::Linear, 0.02)] {
        let here = stack(solver, 5, Vec2::ZERO, 10);
        for (at, most) in [
            (Vec2::new(1_000.0, 0.0), 1.0e-3),
            (Vec2::new(-1_000.0, 0.0), 1.0e-3),
            (Vec2::new(0.0, 1_000.0), up),
            (Vec2::new(1_000.0, -1_000.0), up),
        ] {
            let there = stack(solver, 5, at, 10);
            let off = farthest(&here, &there);
            assert!(off < most, "{solver:?} at {at}: {off}, {here:?} {there:?}");
        }
    }
}

/// What the README says about stacks of ten: `Linear` lets them sag, `Rigid` does not.
#[test]
fn a_stack_of_ten_sags_under_linear_alone() {
    let [linear, rigid] =
        [SolverKind::Linear, SolverKind::Rigid].map(|solver| stack(solver, 10, Vec2::ZERO, 10)[9]);
    assert!((8.0..8.4).contains(&linear), "{linear}");
    assert!(rigid > 9.46, "{rigid}");
}

/// The depth at which a ball and a box rest, as a fraction of their half size, from the smallest size to the largest.
#[test]
fn bodies_of_every_size_in_the_range_rest_on_the_surface() {
    for solver in [SolverKind::Rigid, SolverKind::Linear] {
        for half in [0.02, 0.05, 0.5, 5.0, 50.0] {
            for shape in [ball(half), block(2.0 * half, 2.0 * half)] {
                let mut world: World = world(solver, GRAVITY);
                world.add(BodyDef::new(block(400.0, 2.0), Pose::at(0.0, -1.0))).unwrap();
                let body = world.add(dynamic(shape, 0.0, 1.3 * half)).unwrap();
                run(&mut world, 600);
                let sunk = (half - position(&world, body).y) / half;
                assert!(sunk > 0.0 && sunk < 0.06, "{solver:?}, half size {half}: {sunk}");
                assert!(velocity(&world, body).length() < 0.02);
            }
        }
    }
}
