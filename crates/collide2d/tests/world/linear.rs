//! `Linear`: Millington's resolver. What two bodies do after an impact is in closed form.

use collide2d::{BodyDef, MAX_ITERATIONS, Motion, Pose, RigidSettings, SolverKind, World, WorldSettings};
use glam::Vec2;

use crate::*;

struct Hit {
    mass: (f32, f32),
    velocity: (f32, f32),
    restitution: (f32, f32),
}

/// Newton: momentum is conserved, and the separating speed is restitution (the larger) times the closing
/// speed.
#[test]
fn two_bodies_part_as_newton_says() {
    let rows = [
        Hit { mass: (1.0, 1.0), velocity: (2.0, 0.0), restitution: (1.0, 0.0) },
        Hit { mass: (1.0, 1.0), velocity: (2.0, -2.0), restitution: (0.0, 0.0) },
        Hit { mass: (1.0, 1.0), velocity: (2.0, 0.0), restitution: (0.0, 0.5) },
        Hit { mass: (3.0, 1.0), velocity: (2.0, 0.0), restitution: (0.5, 0.2) },
        Hit { mass: (1.0, 3.0), velocity: (5.0, 1.0), restitution: (1.0, 1.0) },
        Hit { mass: (100.0, 1.0), velocity: (1.0, -1.0), restitution: (0.0, 0.0) },
    ];
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for row in &rows {
            let mut world = world(solver, Vec2::ZERO);
            let (m1, m2) = row.mass;
            let (u1, u2) = row.velocity;
            let mut add = |x, mass, u, restitution| {
                let def = moving(ball(0.5), x, 0.0, mass, Vec2::new(u, 0.0));
                world.add(def.with_restitution(restitution)).unwrap().index()
            };
            let one = add(-1.0, m1, u1, row.restitution.0);
            let two = add(1.0, m2, u2, row.restitution.1);
            run(&mut world, 90);
            let e = row.restitution.0.max(row.restitution.1);
            let center = (m1 * u1 + m2 * u2) / (m1 + m2);
            let expected1 = center - e * m2 * (u1 - u2) / (m1 + m2);
            let expected2 = center + e * m1 * (u1 - u2) / (m1 + m2);
            let found = (velocity(&world, one), velocity(&world, two));
            assert!(
                (found.0 - Vec2::new(expected1, 0.0)).length() < 1.0e-4,
                "{solver:?} {found:?} {expected1}"
            );
            assert!(
                (found.1 - Vec2::new(expected2, 0.0)).length() < 1.0e-4,
                "{solver:?} {found:?} {expected2}"
            );
        }
    }
}

/// 0.3 deep, masses 1 and 2: the light one moves by 0.2, the heavy one by 0.1; an immovable body does not
/// move.
#[test]
fn depth_is_shared_by_inverse_mass() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    world.add(moving(ball(1.0), 0.0, 0.0, 1.0, Vec2::ZERO)).unwrap();
    world.add(moving(ball(1.0), 1.7, 0.0, 2.0, Vec2::ZERO)).unwrap();
    world.add(BodyDef::new(ball(1.0), Pose::at(10.0, 0.0))).unwrap();
    let pushed = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 0.0 };
    world.add(dynamic(ball(1.0), 11.0, 0.0).with_motion(pushed)).unwrap();
    world.step();
    assert!(position(&world, 0).distance(Vec2::new(-0.2, 0.0)) < 2.0e-4);
    assert!(position(&world, 1).distance(Vec2::new(1.8, 0.0)) < 2.0e-4);
    assert_eq!((position(&world, 2).x, position(&world, 3).x), (10.0, 11.0));
    assert_eq!(world.contacts().len(), 2, "two bodies of infinite mass are found, and left alone");
    assert_eq!((velocity(&world, 0), velocity(&world, 1)), (Vec2::ZERO, Vec2::ZERO));
}

/// A box 0.1 deep in two walls end to end is pushed out by 0.1, not by twice that: the first correction
/// counts for the second.
#[test]
fn one_correction_counts_for_all_contacts_of_a_body() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    world.add(segment((-2.0, 0.0), (0.0, 0.0))).unwrap();
    world.add(segment((0.0, 0.0), (2.0, 0.0))).unwrap();
    let body = world.add(dynamic(block(2.0, 1.0), 0.0, 0.4)).unwrap().index();
    world.step();
    assert_eq!(world.contacts().len(), 2);
    assert!((position(&world, body).y - 0.5).abs() < 2.0e-4, "{}", position(&world, body));
}

#[test]
fn what_rests_stays_still() {
    for (name, shape, restitution) in
        [("dead ball", ball(0.5), 0.0), ("lively ball", ball(0.5), 0.8), ("box", block(1.0, 1.0), 0.3)]
    {
        let mut world = world(SolverKind::Linear, GRAVITY);
        world.add(floor()).unwrap();
        let body = world.add(dynamic(shape, 3.0, 0.5).with_restitution(restitution)).unwrap().index();
        run(&mut world, 5);
        let start = position(&world, body);
        assert!((start.y - 0.5).abs() < 2.0e-4, "{name}: {start}");
        for _ in 0..600 {
            world.step();
            assert!(position(&world, body).distance(start) < 1.0e-6, "{name}: {}", position(&world, body));
            assert!(velocity(&world, body).length() < 1.0e-5, "{name}: {}", velocity(&world, body));
            assert_eq!(world.detect().len(), 1, "{name}: a contact at rest goes on, frame {}", world.frame());
        }
    }
}

/// Motion by v·dt + ½·a·dt², and no bounce of the frame's own acceleration: a bounce adds no energy.
#[test]
fn a_bounce_never_gains_energy() {
    for height in [0.7, 1.0, 2.37, 5.0, 20.0] {
        let mut world = world(SolverKind::Linear, GRAVITY);
        world.add(floor()).unwrap();
        let body = world.add(dynamic(ball(0.5), 0.0, height).with_restitution(1.0)).unwrap().index();
        let mut energy = world.energy().total();
        for _ in 0..1200 {
            world.step();
            let now = world.energy().total();
            assert!(now <= energy * (1.0 + 1.0e-5), "{now} > {energy} at frame {}", world.frame());
            energy = now;
            assert!(position(&world, body).y <= height + 1.0e-4);
        }
    }
}

/// A ball between two others, hit by one: the impulse passes through the row in one frame, worst contact
/// first.
#[test]
fn a_row_of_balls_hands_the_speed_on() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    for i in 0..5 {
        let speed = if i == 0 { 2.0 } else { 0.0 };
        let x = if i == 0 { -2.0 } else { i as f32 * 0.999 };
        world.add(moving(ball(0.5), x, 0.0, 1.0, Vec2::new(speed, 0.0)).with_restitution(1.0)).unwrap();
    }
    run(&mut world, 120);
    assert!((velocity(&world, 4).x - 2.0).abs() < 1.0e-3, "{}", velocity(&world, 4));
    for i in 0..4 {
        assert!(velocity(&world, i).length() < 1.0e-3, "{i}: {}", velocity(&world, i));
    }
}

/// Where a landing slows down what is stuck, `Rigid` does not keep the momentum: so without.
#[test]
fn momentum_is_kept_and_energy_does_not_grow_in_a_closed_swarm() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        let mut random = Random::seeded(11);
        let mut world = world(solver, Vec2::ZERO);
        let switches = RigidSettings { continuous: false, ..RigidSettings::default() };
        world.set_settings(world.settings().with_rigid(switches)).unwrap();
        for i in 0..80 {
            let shape = if i % 2 == 0 { ball(0.45) } else { block(0.8, 0.6) };
            let at = Vec2::new((i % 10) as f32 - 4.5, (i / 10) as f32 - 3.5) * 1.3;
            let speed = Vec2::new(random.within(-1.0, 1.0), random.within(-1.0, 1.0)) - at * 0.8;
            let def = moving(shape, at.x, at.y, random.within(0.5, 4.0), speed);
            world.add(def.with_restitution(random.next())).unwrap();
        }
        let (momentum, energy) = (world.momentum(), world.energy().total());
        let scale: f64 = world.bodies().iter().map(|b| f64::from(b.mass() * b.velocity().length())).sum();
        let mut last = energy;
        let mut contacts = 0;
        for _ in 0..300 {
            world.step();
            contacts += world.contacts().len();
            let (now, moment) = (world.energy().total(), world.momentum());
            assert!(moment.linear.distance(momentum.linear) < 1.0e-4 * scale, "{solver:?}");
            assert!(now <= last + 1.0e-3 * energy, "{solver:?}: {now} > {last} at {}", world.frame());
            last = now.min(last);
        }
        assert!(contacts > 200, "{contacts}");
        if solver == SolverKind::Rigid {
            let turn = (world.momentum().angular - momentum.angular).abs();
            assert!(turn < 0.02 * scale, "{turn} of {scale}");
        }
    }
}

#[test]
fn off_finds_contacts_and_does_nothing_about_them() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    world.add(moving(ball(0.5), 0.0, 0.0, 1.0, Vec2::X)).unwrap();
    world.add(moving(ball(0.5), 0.5, 0.0, 1.0, -Vec2::X)).unwrap();
    world.step();
    assert_eq!(world.contacts().len(), 1);
    assert_eq!((velocity(&world, 0), velocity(&world, 1)), (Vec2::X, -Vec2::X));
}

#[test]
fn a_lift_carries_what_stands_on_it() {
    let mut world = world(SolverKind::Linear, GRAVITY);
    let up = Motion::Kinematic { velocity: Vec2::Y, angular_velocity: 0.0 };
    world.add(BodyDef::new(block(4.0, 1.0), Pose::at(0.0, -0.5)).with_motion(up)).unwrap();
    let load = world.add(dynamic(block(1.0, 1.0), 0.0, 0.5)).unwrap().index();
    run(&mut world, 120);
    assert!((position(&world, load).y - 2.5).abs() < 2.0e-3, "{}", position(&world, load));
    assert!((velocity(&world, load).y - 1.0).abs() < 1.0e-4);
}

/// Three balls in a row: two contacts. The limit is reached with one contact left, and a limit that is not
/// reached gives the bits of a world without one.
#[test]
fn iterations_are_limited_and_what_is_left_is_counted() {
    let row = |iterations: Option<u32>| {
        let mut world = world(SolverKind::Linear, Vec2::ZERO);
        world.set_settings(world.settings().with_iterations(iterations)).unwrap();
        for x in [0.0, 0.8, 1.6] {
            world.add(moving(ball(0.5), x, 0.0, 1.0, Vec2::ZERO)).unwrap();
        }
        world.step();
        world
    };
    let effort = |world: &World| world.resolver().map(|effort| (effort.used, effort.limit, effort.left));
    let (one, many, free) = (row(Some(1)), row(Some(4)), row(None));
    assert_eq!(effort(&one), Some((1, 1, 1)));
    assert_eq!(effort(&free).map(|(_, limit, _)| limit), Some(4));
    assert_eq!((effort(&many), many.hash()), (effort(&free), free.hash()));
    assert_ne!(one.hash(), free.hash());
    for refused in [0, MAX_ITERATIONS + 1] {
        let error = World::new(WorldSettings::default().with_iterations(Some(refused))).unwrap_err();
        assert_eq!((error.what, error.found), ("iterations", refused as f32));
    }
    assert_eq!(World::default().resolver(), None);
}
