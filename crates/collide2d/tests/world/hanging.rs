//! What falls under `Rigid` comes down: nothing hangs in the air while it is told a speed.

use collide2d::{BodyDef, Motion, Pose, Shape, SolverKind, World};
use glam::Vec2;

use crate::*;

/// In so many frames the first movable body that moved less than a hundredth of its speed in each of 20 frames in a row.
fn first_hanging(world: &mut World, frames: u32) -> Option<(u64, u32, f32)> {
    let mut hung = vec![0; world.bodies().len()];
    for _ in 0..frames {
        let before: Vec<Vec2> = world.bodies().iter().map(|body| body.pose().position).collect();
        world.step();
        for (i, body) in world.bodies().iter().enumerate().filter(|(_, body)| body.inverse_mass() > 0.0) {
            let (moved, speed) = (body.pose().position.distance(before[i]), body.velocity().length());
            hung[i] = if speed > 0.5 && moved < 0.01 * speed * DT { hung[i] + 1 } else { 0 };
            if hung[i] == 20 {
                return Some((world.frame(), i as u32, speed));
            }
        }
    }
    None
}

fn falling(floor: BodyDef, bodies: &[(Shape, Pose)], speed: f32) -> World {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(floor).unwrap();
    for (shape, pose) in bodies {
        let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(0.0, -speed));
        world.add(BodyDef::new(shape.clone(), *pose).with_motion(motion)).unwrap();
    }
    world
}

/// Stacks of small bodies that touch and fall faster than their inner radius a step: the lowest is stopped at the floor, and
/// what lies on it came down on it before it was there, so both were put back to where the step began, and hung.
#[test]
fn a_stack_that_falls_fast_comes_down() {
    let shapes = [
        ("circle", ball(0.1)),
        ("box", block(0.2, 0.2)),
        ("capsule", Shape::capsule(Vec2::new(-0.1, 0.0), Vec2::new(0.1, 0.0), 0.1).unwrap()),
    ];
    for (name, shape) in shapes {
        for floor in [floor(), BodyDef::new(block(40.0, 2.0), Pose::at(0.0, -1.0))] {
            for height in [0.5, 1.0, 2.0, 3.0, 7.0] {
                for speed in [0.0, 8.0, 30.0] {
                    for count in [2, 3, 5] {
                        let place = |i: usize| Pose::at(0.0, height + 0.2 * i as f32);
                        let bodies: Vec<_> = (0..count).map(|i| (shape.clone(), place(i))).collect();
                        let mut world = falling(floor.clone(), &bodies, speed);
                        let found = first_hanging(&mut world, 200);
                        assert_eq!(found, None, "{count} of {name} from {height} m at {speed} m/s");
                        let lowest = world.bodies()[1].pose().position.y;
                        assert!(
                            (lowest - 0.1).abs() < 0.01,
                            "{name} from {height} m at {speed} m/s: {lowest}"
                        );
                    }
                }
            }
        }
    }
}

/// Clumps of small bodies of every kind: of 300 half hung.
#[test]
fn of_many_clumps_hardly_any_hangs() {
    let mut hanging = Vec::new();
    for seed in 0..300 {
        let mut random = Random::seeded(seed);
        let size = random.within(0.05, 0.3);
        let count = 2 + (random.within(0.0, 10.0) as usize);
        let height = random.within(1.0, 5.0);
        let bodies: Vec<_> = (0..count)
            .map(|i| {
                let shape = match (random.within(0.0, 4.0) as u32, size) {
                    (0, r) => ball(r),
                    (1, r) => block(2.0 * r, 2.0 * r),
                    (2, r) => block(3.0 * r, r),
                    (_, r) => Shape::capsule(Vec2::new(-r, 0.0), Vec2::new(r, 0.0), 0.6 * r).unwrap(),
                };
                let at = Vec2::new(random.within(-1.0, 1.0), 2.2 * i as f32) * size;
                (shape, Pose::new(at + Vec2::new(0.0, height), random.within(0.0, 360.0)))
            })
            .collect();
        let mut world = falling(floor(), &bodies, random.within(0.0, 30.0));
        if let Some(found) = first_hanging(&mut world, 300) {
            hanging.push((seed, found));
        }
    }
    assert!(hanging.len() <= 3, "{} hang: {hanging:?}", hanging.len());
}
