//! Bodies without contacts, and bodies that are edited.

use collide2d::{Body, BodyDef, Motion, PairKey, Part, Pose, Shape, SolverKind, Turning, World};
use glam::Vec2;

use crate::*;

const SOLVERS: [SolverKind; 3] = [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid];

/// ½·g·t² and g·t under every solver, and energy is conserved.
#[test]
fn free_fall_follows_the_parabola() {
    for solver in SOLVERS {
        let mut world = world(solver, GRAVITY);
        let body = world.add(moving(ball(0.5), 0.0, 0.0, 2.0, Vec2::new(3.0, 10.0))).unwrap().index();
        let energy = world.energy().total();
        for frame in 1..=120 {
            world.step();
            let t = frame as f32 * DT;
            let expected = Vec2::new(3.0 * t, 10.0 * t - 0.5 * 9.81 * t * t);
            assert!(position(&world, body).distance(expected) < 1.0e-4, "{solver:?} frame {frame}");
            assert!(velocity(&world, body).distance(Vec2::new(3.0, 10.0 - 9.81 * t)) < 1.0e-4);
        }
        assert!((world.energy().total() / energy - 1.0).abs() < 1.0e-5, "{solver:?}");
    }
}

#[test]
fn own_acceleration_adds_to_gravity_and_damping_keeps_its_share_each_second() {
    for solver in SOLVERS {
        let mut world = world(solver, Vec2::new(0.0, -1.0));
        let motion = |velocity, acceleration, damping| Motion::Dynamic {
            mass: 1.0,
            velocity,
            angular_velocity: 0.0,
            acceleration,
            damping,
        };
        let def = |motion, x| BodyDef::new(ball(0.1), Pose::at(x, 0.0)).with_motion(motion);
        let accelerated = world.add(def(motion(Vec2::ZERO, Vec2::new(2.0, 1.0), 1.0), 0.0)).unwrap().index();
        let damped = world.add(def(motion(Vec2::X, Vec2::new(0.0, 1.0), 0.25), 20.0)).unwrap().index();
        let stopped = world.add(def(motion(Vec2::X, Vec2::new(0.0, 1.0), 0.0), 40.0)).unwrap().index();
        run(&mut world, 60);
        assert!(velocity(&world, accelerated).distance(Vec2::new(2.0, 0.0)) < 1.0e-5);
        assert!(position(&world, accelerated).distance(Vec2::new(1.0, 0.0)) < 1.0e-5);
        assert!((velocity(&world, damped).x - 0.25).abs() < 1.0e-5, "{solver:?}");
        assert_eq!(velocity(&world, stopped).x, 0.0);
        run(&mut world, 60);
        assert!((velocity(&world, damped).x - 0.0625).abs() < 1.0e-5, "{solver:?}");
    }
}

/// A quarter turn a second, for eight seconds.
#[test]
fn bodies_turn_about_their_own_point() {
    let triangle = Shape::polygon(&[Vec2::new(0.0, 0.0), Vec2::new(3.0, 0.0), Vec2::new(0.0, 3.0)]).unwrap();
    for solver in SOLVERS {
        let mut world = world(solver, Vec2::ZERO);
        let told = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 90.0 };
        let kinematic =
            world.add(BodyDef::new(triangle.clone(), Pose::at(0.0, 0.0)).with_motion(told)).unwrap().index();
        let free = Motion::Dynamic {
            mass: 1.0,
            velocity: Vec2::new(0.0, 2.0),
            angular_velocity: 90.0,
            acceleration: Vec2::ZERO,
            damping: 1.0,
        };
        let dynamic =
            world.add(BodyDef::new(triangle.clone(), Pose::at(10.0, 0.0)).with_motion(free)).unwrap().index();
        for second in 1..=8 {
            run(&mut world, 60);
            let (kinematic, dynamic) =
                (&world.bodies()[kinematic as usize], &world.bodies()[dynamic as usize]);
            for body in [kinematic, dynamic] {
                let degrees = body.pose().rotation.degrees();
                assert!((degrees - 90.0 * second as f32).abs() < 1.0e-4, "{solver:?}: {degrees}");
            }
            assert_eq!(kinematic.pose().position, Vec2::ZERO);
            // The centre of mass of the triangle is at (1, 1) of its own space, and moves straight up.
            let center = dynamic.pose().world_from_local(Vec2::ONE);
            assert!(center.distance(Vec2::new(11.0, 1.0 + 2.0 * second as f32)) < 1.0e-4, "{center}");
            assert_eq!(dynamic.aabb(), triangle.aabb(dynamic.pose()));
        }
        // After a half turn the triangle reaches to the left and down.
        run(&mut world, 120);
        let bounds = world.bodies()[kinematic as usize].aabb();
        assert!(bounds.min.distance(Vec2::new(-3.0, -3.0)) < 1.0e-4 && bounds.max.length() < 1.0e-4);
    }
}

#[test]
fn an_edited_body_takes_its_bounds_along() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    let index = world.add(BodyDef::new(block(2.0, 1.0), Pose::at(0.0, 0.0))).unwrap().index();
    let body = world.body_mut(index).unwrap();
    body.set_pose(Pose::new(Vec2::new(5.0, 5.0), 90.0)).unwrap();
    assert_eq!((body.aabb().min, body.aabb().max), (Vec2::new(4.5, 4.0), Vec2::new(5.5, 6.0)));
    assert_eq!(body.bounding_circle().center, Vec2::new(5.0, 5.0));
    body.set_shape(ball(2.0));
    assert_eq!((body.aabb().min, body.bounding_circle().radius), (Vec2::new(3.0, 3.0), 2.0));
    body.set_velocity(Vec2::X).unwrap();
    assert_eq!(body.velocity(), Vec2::ZERO, "a static body stays at rest");
    body.set_motion(Motion::dynamic(4.0)).unwrap();
    body.set_velocity(Vec2::X).unwrap();
    assert_eq!((body.velocity(), body.inverse_mass()), (Vec2::X, 0.25));
    assert!(world.body_mut(1).is_none());
}

/// A third of the grid touches its neighbour. The pairs are counted by a test of every pair.
#[test]
fn detect_finds_every_touching_pair_in_order() {
    let mut random = Random::seeded(5);
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    for i in 0..120 {
        let (x, y) = (random.within(0.0, 10.0), random.within(0.0, 10.0));
        let shape = match i % 3 {
            0 => ball(0.6),
            1 => block(1.0, 0.7),
            _ => Shape::wall(Vec2::ZERO, Vec2::new(1.0, 0.5)).unwrap(),
        };
        let def = dynamic(shape, x, y);
        world.add(if i % 4 == 0 { def.with_motion(Motion::Static) } else { def }).unwrap();
    }
    for (all, found) in [(false, world.detect()), (true, world.detect_all())] {
        let mut expected = Vec::new();
        for (i, a) in world.bodies().iter().enumerate() {
            for (j, b) in world.bodies().iter().enumerate().skip(i + 1) {
                let skipped = !all && a.is_static() && b.is_static();
                let contact = collide2d::collide(a.shape(), a.pose(), b.shape(), b.pose());
                if let Some(contact) = contact.filter(|_| !skipped) {
                    expected.push((PairKey::new(i as u32, j as u32), contact));
                }
            }
        }
        assert!(expected.len() > 100);
        assert_eq!(found.iter().map(|c| (c.key(), c.contact)).collect::<Vec<_>>(), expected, "all: {all}");
    }
    assert!(world.detect_all().len() > world.detect().len());
}

/// Two discs that overlap by a hair at 100 km, where world coordinates are 8 mm apart.
#[test]
fn nothing_is_missed_far_from_the_origin() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    let far = 100_000.0;
    world.add(dynamic(ball(0.503), far, far)).unwrap();
    world.add(dynamic(ball(0.503), far + 1.0, far)).unwrap();
    assert_eq!(world.detect().len(), 1);
}

/// About the world's origin: of the centre's motion, and of the rotation about the centre.
#[test]
fn momentum_is_that_of_the_textbook() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    let motion = Motion::dynamic(2.0).with_velocity(Vec2::new(0.0, 5.0)).with_angular_velocity(180.0);
    let disc = BodyDef::new(ball(3.0), Pose::at(4.0, -7.0)).with_motion(motion);
    world.add(disc.clone()).unwrap();
    world.add(BodyDef::new(ball(1.0), Pose::at(1.0, 1.0))).unwrap();
    let momentum = world.momentum();
    assert_eq!((momentum.linear.x, momentum.linear.y), (0.0, 10.0));
    // r × p = 4 · 10, and ½·m·r²·ω = 9·π.
    let expected = 40.0 + 9.0 * std::f64::consts::PI;
    assert!((momentum.angular - expected).abs() < 1.0e-5, "{momentum:?}");
    world.add(disc).unwrap();
    assert!((world.momentum().angular - 2.0 * expected).abs() < 1.0e-5);
}

/// The second truth is a world whose timestep is set anew before each step.
#[test]
fn the_first_steps_take_their_own_lengths() {
    let first = [0.016, 0.1, 0.004, 0.05];
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let (mut listed, mut set) = (heap(solver, 12, 7), heap(solver, 12, 7));
        let usual = listed.settings().timestep;
        listed.set_timesteps(&first).unwrap();
        let mut back = listed.clone();
        let mut time = 0.0;
        for frame in 0..30 {
            let seconds = first.get(frame).copied().unwrap_or(usual);
            assert_eq!((listed.timestep(), listed.time_of(frame as u64)), (seconds, time));
            set.set_settings(set.settings().with_timestep(seconds)).unwrap();
            listed.step();
            set.step();
            time += f64::from(seconds);
            assert_eq!(bits(&listed), bits(&set), "{solver:?}, frame {frame}");
            assert_eq!(listed.settings().timestep, usual);
            if frame == 1 {
                back = World::from_snapshot(&listed.snapshot()).unwrap();
            }
        }
        assert!((listed.time_of(30) - time).abs() < 1.0e-12);
        run(&mut back, 28);
        assert_eq!(bits(&back), bits(&listed), "{solver:?}, from a snapshot of frame 2");
    }
    for bad in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(World::default().set_timesteps(&[0.1, bad]).is_err(), "{bad}");
    }
}

fn turn_between(from: &Pose, to: &Pose) -> f64 {
    let [p, q] = [from, to].map(|pose| pose.rotation.rotate(Vec2::X).as_dvec2());
    p.perp_dot(q).atan2(p.dot(q)).to_degrees()
}

#[test]
fn a_body_that_has_turned_for_hours_turns_as_far_in_each_step() {
    let spin = 1000.0;
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, Vec2::ZERO);
        let turns = |motion: Motion| motion.with_angular_velocity(spin);
        // As after 600 000 steps.
        let at = |x: f32| Pose::new(Vec2::new(x, 0.0), 1.0e7);
        let two = Shape::compound(vec![
            Part { shape: block(1.0, 0.2), pose: Pose::default(), density: 1.0 },
            Part { shape: block(1.0, 0.2), pose: Pose::new(Vec2::X, 30.0), density: 1.0 },
        ])
        .unwrap();
        world
            .add(BodyDef::new(block(2.0, 0.2), at(0.0)).with_motion(turns(Motion::kinematic(Vec2::ZERO))))
            .unwrap();
        world.add(BodyDef::new(block(2.0, 0.2), at(9.0)).with_motion(turns(Motion::dynamic(1.0)))).unwrap();
        world.add(BodyDef::new(two, at(20.0)).with_motion(turns(Motion::dynamic(1.0)))).unwrap();
        for frame in 0..20 {
            let before: Vec<Body> = world.bodies().to_vec();
            world.step();
            let loaded = World::from_snapshot(&world.snapshot()).unwrap();
            for (i, (body, before)) in world.bodies().iter().zip(&before).enumerate() {
                let turned = turn_between(before.pose(), body.pose());
                assert!((turned - 1000.0 / 60.0).abs() < 1.0e-4, "{solver:?} {frame} {i}: {turned}");
                assert_eq!(body.pose(), loaded.bodies()[i].pose());
                assert_eq!(body.aabb(), loaded.bodies()[i].aabb());
                for (now, then) in body.leaves().iter().zip(before.leaves()) {
                    let turned = turn_between(&then.pose, &now.pose);
                    assert!((turned - 1000.0 / 60.0).abs() < 1.0e-4, "{solver:?} {frame} {i}: {turned}");
                }
                let half = Turning::of(before).pose_after(before.pose(), 0.5 / 60.0);
                let turned = turn_between(before.pose(), &half);
                assert!((turned - 500.0 / 60.0).abs() < 1.0e-4, "{solver:?} {frame} {i}: {turned}");
            }
        }
        // Moved, and not turned.
        let body = world.body_mut(0).unwrap();
        let before = *body.pose();
        body.set_pose(Pose { position: Vec2::new(0.0, 5.0), ..before }).unwrap();
        assert_eq!(body.pose().rotation, before.rotation);
        let copy = World::from_snapshot(&world.snapshot()).unwrap();
        assert_eq!(copy.bodies()[0].pose(), world.bodies()[0].pose());
        world.step();
        let turned = turn_between(&before, world.bodies()[0].pose());
        assert!((turned - 1000.0 / 60.0).abs() < 1.0e-4, "{solver:?}: {turned}");
        // A body that is put where it is.
        let pose = *world.bodies()[0].pose();
        let put = world.add(BodyDef::new(ball(0.5), pose)).unwrap();
        let copy = World::from_snapshot(&world.snapshot()).unwrap();
        assert_eq!(copy.body(put.index()).unwrap().pose(), world.body(put).unwrap().pose());
    }
}
