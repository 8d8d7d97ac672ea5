//! Bodies that lie still, static or asleep, and that a step does not visit are as they would be if it did.

use collide2d::{BodyDef, Motion, Pose, SolverKind, World, WorldSettings};
use glam::Vec2;

use crate::*;

const TILES: u32 = 150;

/// A floor of tiles, and between them in the list of bodies now and then one that moves.
fn level(solver: SolverKind, sleep: bool, random: &mut Random) -> World {
    let settings = WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81));
    let mut world = World::new(settings.with_solver(solver).with_sleep(sleep)).unwrap();
    for i in 0..TILES {
        let (x, height) = (0.5 * i as f32 - 0.25 * TILES as f32, random.within(0.4, 0.6));
        world.add(BodyDef::new(block(0.5, height), Pose::at(x, 0.0))).unwrap();
        if i % 6 == 0 {
            let shape = if i % 12 == 0 { ball(0.3) } else { block(0.6, 0.4) };
            let motion = if i % 30 == 0 { Motion::kinematic(Vec2::X) } else { Motion::dynamic(1.0) };
            let id = world.add(dynamic(shape, x, random.within(0.8, 4.0)).with_motion(motion)).unwrap();
            let speed = Vec2::new(random.within(-60.0, 60.0), random.within(-60.0, 0.0));
            world.body_mut(id).unwrap().set_velocity(speed).unwrap();
        }
    }
    world
}

/// What a game does to a body between steps.
fn meddle(world: &mut World, random: &mut Random) {
    let index = random.within(0.0, world.bodies().len() as f32) as u32;
    let (kind, x) = (random.within(0.0, 9.0) as u32, random.within(-30.0, 30.0));
    match kind {
        0 => _ = world.remove(index),
        1 => _ = world.add(dynamic(ball(0.3), x, 3.0)).unwrap(),
        2 => _ = world.add(BodyDef::new(block(0.5, 2.0), Pose::at(x, 0.5))).unwrap(),
        3 => world.set_gravity(Vec2::new(0.3 * x, -9.81)).unwrap(),
        _ => {
            let Some(body) = world.body_mut(index) else { return };
            match kind {
                4 => body.set_motion(Motion::Static).unwrap(),
                5 => body.set_motion(Motion::dynamic(2.0)).unwrap(),
                6 => body.set_sensor(!body.is_sensor()),
                7 => body.set_shape(block(0.5, 1.0)),
                _ => body.set_velocity(Vec2::new(x, 5.0)).unwrap(),
            }
        }
    }
}

/// Stacks of three on a floor, which sleep, and what runs into them: a lift, a sensor and some balls.
fn sleepers(solver: SolverKind, random: &mut Random) -> World {
    let settings = WorldSettings::default().with_gravity(GRAVITY).with_solver(solver).with_sleep(true);
    let mut world = World::new(settings).unwrap();
    world.add(BodyDef::new(block(200.0, 2.0), Pose::at(0.0, -1.0))).unwrap();
    for i in 0..240 {
        let shape = if i % 7 == 0 { ball(0.45) } else { block(0.9, 0.9) };
        let height = 0.45 + 0.9 * (i % 3) as f32 + random.within(0.0, 0.02);
        world.add(dynamic(shape, 1.3 * (i / 3) as f32 - 52.0, height)).unwrap();
    }
    let lift = BodyDef::new(block(3.0, 0.2), Pose::at(-56.0, 1.0));
    world.add(lift.with_motion(Motion::kinematic(Vec2::new(4.0, 0.0)))).unwrap();
    world.add(BodyDef::new(block(2.0, 3.0), Pose::at(5.0, 1.0)).with_sensor(true)).unwrap();
    for x in [-30.0, 10.0, 31.0] {
        world.add(moving(ball(0.4), x, 30.0, 2.0, Vec2::new(0.0, -9.0))).unwrap();
    }
    world
}

/// Steps a world beside a copy, which begins without what the world knows from its last steps and visits every body.
fn step_beside_a_copy(world: &mut World, place: &str) {
    let mut copy = world.clone();
    copy.step();
    world.step();
    assert_eq!(world.hash(), copy.hash(), "{place}, frame {}", world.frame());
    assert_eq!(world.events(), copy.events(), "{place}, frame {}", world.frame());
    assert_eq!(world.islands(), copy.islands(), "{place}, frame {}", world.frame());
}

#[test]
fn a_step_that_leaves_sleepers_out_has_the_same_bits() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for (seed, chance) in [(1, 0.0), (2, 0.03), (3, 0.2)] {
            let mut random = Random::seeded(seed);
            let mut world = sleepers(solver, &mut random);
            let (mut asleep, mut woken) = (0, 0);
            for _ in 0..360 {
                if random.next() < chance {
                    meddle(&mut world, &mut random);
                }
                let before = world.islands().len();
                step_beside_a_copy(&mut world, &format!("{solver:?}, {chance}"));
                asleep = asleep.max(world.bodies().iter().filter(|body| body.is_asleep()).count());
                woken += before.saturating_sub(world.islands().len());
            }
            assert!(asleep > 160 && woken > 3, "{solver:?}, {chance}: {asleep} asleep, {woken} woken");
        }
    }
}

/// It was taken for a body that is there while candidates were reused.
#[test]
fn what_is_removed_just_before_static_bodies_are_set_apart_touches_nothing() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, Vec2::ZERO);
        let removed = world.add(dynamic(ball(0.5), 3.0, 0.9)).unwrap();
        for i in 0..TILES {
            world.add(BodyDef::new(block(1.0, 1.0), Pose::at(i as f32, 0.0))).unwrap();
        }
        world.add(dynamic(ball(0.5), 100.0, 0.9)).unwrap();
        // The candidates of one step are good for some that follow.
        run(&mut world, 30);
        world.body_mut(TILES).unwrap().set_friction(0.1).unwrap();
        world.step();
        assert!(world.contacts().iter().any(|contact| contact.a == removed.index()), "{solver:?}");
        world.remove(removed);
        world.step();
        assert!(world.contacts().iter().all(|contact| contact.a != removed.index()), "{solver:?}");
        step_beside_a_copy(&mut world, &format!("{solver:?}"));
    }
}

#[test]
fn a_step_that_leaves_static_bodies_out_has_the_same_bits() {
    for (seed, solver) in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid].into_iter().enumerate() {
        for (sleep, chance) in [(false, 0.0), (false, 0.15), (true, 0.05)] {
            let mut random = Random::seeded(seed as u64);
            let mut world = level(solver, sleep, &mut random);
            let mut touched = 0;
            for _ in 0..200 {
                if random.next() < chance {
                    meddle(&mut world, &mut random);
                }
                step_beside_a_copy(&mut world, &format!("{solver:?}, sleep {sleep}, {chance}"));
                touched += world.contacts().len();
            }
            assert!(touched > 100, "{solver:?}: {touched} contacts");
        }
    }
}

/// Bodies that come and go leave their places behind; a step visits few of them.
#[test]
fn what_was_removed_and_keeps_its_place_is_left_out() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, GRAVITY);
        world.set_settings(world.settings().with_reuse_places(false)).unwrap();
        world.add(floor()).unwrap();
        let mut alive = std::collections::VecDeque::new();
        for shot in 0..600 {
            let (x, y) = ((shot % 17) as f32, 0.6 + (shot % 3) as f32);
            let bullet = moving(ball(0.3), x, y, 1.0, Vec2::new(6.0, -2.0));
            alive.push_back(world.add(bullet).unwrap());
            if alive.len() > 20 {
                let oldest = alive.pop_front().unwrap();
                assert!(world.remove(oldest));
            }
            step_beside_a_copy(&mut world, &format!("{solver:?}, shot {shot}"));
        }
        assert_eq!(world.bodies().len(), 601);
    }
}
