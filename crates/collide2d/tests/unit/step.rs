#![allow(clippy::unwrap_used)]

use glam::Vec2;

use crate::{BodyDef, Motion, Pose, Shape, SolverKind, World, WorldSettings};

/// Stacks of two boxes on one floor.
fn sleepers(solver: SolverKind, stacks: u32) -> World {
    let settings = WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81)).with_sleep(true);
    let mut world = World::new(settings.with_solver(solver)).unwrap();
    let block = |width| Shape::rectangle(width, 1.0).unwrap();
    world.add(BodyDef::new(block(4.0 * stacks as f32), Pose::at(0.0, -0.5))).unwrap();
    for i in 0..2 * stacks {
        let at = Pose::at(3.0 * (i / 2) as f32 - 1.5 * stacks as f32, 0.5 + (i % 2) as f32);
        world.add(BodyDef::new(block(1.0), at).with_motion(Motion::dynamic(1.0))).unwrap();
    }
    for _ in 0..120 {
        world.step();
    }
    assert_eq!(world.islands().len(), stacks as usize);
    world
}

#[test]
fn a_step_visits_what_is_awake_however_much_sleeps() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for stacks in [100, 700] {
            let mut world = sleepers(solver, stacks);
            for round in 0..30 {
                let pushed = 1 + (37 * round) % (2 * stacks);
                world.body_mut(pushed).unwrap().set_velocity(Vec2::new(0.0, 0.3)).unwrap();
                for step in 0..70 {
                    world.step();
                    let scratch = world.scratch.kept.as_ref().unwrap();
                    let (visited, candidates) =
                        (scratch.still.visited().count(), scratch.detector.pairs().len());
                    // The first steps after all fell asleep look at each.
                    if round > 0 || step > 2 {
                        assert!(
                            visited <= 64 && candidates <= 32,
                            "{solver:?}, {stacks} stacks: {visited} visited, {candidates} candidates"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn when_all_wake_none_is_set_apart() {
    let mut world = sleepers(SolverKind::Rigid, 100);
    world.body_mut(1).unwrap().set_velocity(Vec2::new(0.2, 0.0)).unwrap();
    (0..3).for_each(|_| world.step());
    assert!(world.scratch.kept.as_ref().unwrap().still.are_apart());
    world.set_listeners(Vec::new());
    world.step();
    assert!(!world.scratch.kept.as_ref().unwrap().still.are_apart());
}
