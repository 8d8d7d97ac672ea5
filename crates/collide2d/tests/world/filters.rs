//! Masks, and what else a body is told about gravity, rotation and its surface.

use collide2d::{BodyDef, Filter, Motion, PairKey, Pose, Pull, Shape, SolverKind, WorldInput};
use glam::Vec2;

use crate::*;

/// Against the rule as a sentence: each one's `meets` has a name of the other's `is`. Names in sets, not bits.
#[test]
fn all_pairs_meet_as_the_rule_says() {
    const NAMES: u32 = 5;
    let mut random = Random::seeded(11);
    for _ in 0..40 {
        let mut world = world(SolverKind::Off, Vec2::ZERO);
        let mut bodies: Vec<[Option<Vec<u32>>; 2]> = Vec::new();
        for _ in 0..24 {
            let mut names = |absent: f32| {
                let names: Vec<u32> = (0..NAMES).filter(|_| random.next() < 0.3).collect();
                if random.next() < absent { None } else { Some(names) }
            };
            let [is, meets] = [names(0.2), names(0.2)];
            let bits = |names: &Option<Vec<u32>>| {
                names.as_ref().map_or(u32::MAX, |n| n.iter().map(|i| 1 << i).sum())
            };
            let filter = Filter { is: bits(&is), meets: bits(&meets) };
            world.add(dynamic(ball(1.0), 0.0, 0.0).with_filter(filter)).unwrap();
            bodies.push([is, meets]);
        }
        let has = |meets: &Option<Vec<u32>>, is: &Option<Vec<u32>>| match (meets, is) {
            (None, None) => true,
            (None, Some(names)) | (Some(names), None) => !names.is_empty(),
            (Some(meets), Some(is)) => meets.iter().any(|name| is.contains(name)),
        };
        let mut expected = Vec::new();
        for a in 0..bodies.len() {
            for b in a + 1..bodies.len() {
                if has(&bodies[a][1], &bodies[b][0]) && has(&bodies[b][1], &bodies[a][0]) {
                    expected.push(PairKey::new(a as u32, b as u32));
                }
            }
        }
        let found: Vec<_> = world.detect().iter().map(|contact| contact.key()).collect();
        assert_eq!(found, expected);
        assert_eq!(world.pair_counts(0).possible, expected.len() as u64);
        world.step();
        let stepped: Vec<_> = world.contacts().iter().map(|contact| contact.key()).collect();
        assert_eq!(stepped, expected);
    }
}

/// A filter that changes counts from the next step on, though the candidate list was made before.
#[test]
fn a_filter_is_changed_between_steps() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    let a = world.add(dynamic(ball(1.0), 0.0, 0.0)).unwrap();
    world.add(BodyDef::new(ball(1.0), Pose::at(0.5, 0.0)).with_filter(Filter { is: 2, meets: 1 })).unwrap();
    world.body_mut(a).unwrap().set_filter(Filter { is: 4, meets: 2 });
    run(&mut world, 3);
    assert!(world.contacts().is_empty());
    world.body_mut(a).unwrap().set_filter(Filter { is: 1, meets: 2 });
    world.step();
    assert_eq!(world.contacts().len(), 1);
}

/// Twice gravity falls twice as far; the own acceleration stays as it is.
#[test]
fn gravity_is_scaled_and_the_own_acceleration_is_not() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, Vec2::new(0.0, -10.0));
        let motion = Motion::dynamic(2.0).with_acceleration(Vec2::new(0.0, 1.0));
        let def = BodyDef::new(ball(0.1), Pose::default()).with_motion(motion).with_gravity_scale(2.0);
        let heavy = world.add(def).unwrap();
        let floats = world.add(dynamic(ball(0.1), 5.0, 0.0).with_gravity_scale(0.0)).unwrap();
        run(&mut world, 60);
        assert!((position(&world, heavy).y + 9.5).abs() < 1.0e-4, "{solver:?}");
        assert_eq!(position(&world, floats), Vec2::new(5.0, 0.0));
        assert!((world.energy().total()).abs() < 0.01, "{solver:?}: {:?}", world.energy());
    }
}

/// A push and a pull beside the centre of mass turn a body, but not a fixed rotation.
#[test]
fn inputs_do_not_turn_a_fixed_rotation() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        for fixed in [false, true] {
            let mut world = world(solver, Vec2::ZERO);
            let plank = BodyDef::new(Shape::rectangle(2.0, 1.0).unwrap(), Pose::default());
            let plank = plank.with_motion(Motion::dynamic(1.0)).with_fixed_rotation(fixed);
            let body = world.add(plank).unwrap().index();
            let push = |frame, at| WorldInput::Push { frame, body, impulse: Vec2::Y, at: Some(at) };
            let to = vec![(1, Vec2::new(1.0, 3.0))];
            let pull = Pull { first: 1, last: 4, body, from: Vec2::X, to, stiffness: 50.0 };
            world.set_inputs(vec![push(0, Vec2::X), WorldInput::Pull(pull)]).unwrap();
            for _ in 0..5 {
                world.step();
                let body = &world.bodies()[0];
                assert_eq!(body.angular_velocity() == 0.0, fixed, "{solver:?}");
                assert!(body.velocity().y > 0.5, "{solver:?}");
            }
        }
    }
}

/// A box that lands on its corner tips over, unless its rotation is fixed; its own spin goes on.
#[test]
fn fixed_rotation_keeps_the_angle_and_its_own_spin() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(floor()).unwrap();
    let tilted = |x: f32| BodyDef::new(block(1.0, 2.0), Pose::new(Vec2::new(x, 1.5), 20.0));
    let free = world.add(tilted(-5.0).with_motion(Motion::dynamic(1.0))).unwrap();
    let held = world.add(tilted(5.0).with_motion(Motion::dynamic(1.0)).with_fixed_rotation(true)).unwrap();
    let spinning = Motion::dynamic(1.0).with_angular_velocity(90.0);
    let spinning = world.add(tilted(15.0).with_motion(spinning).with_fixed_rotation(true)).unwrap();
    run(&mut world, 120);
    assert!((world.bodies()[free.index() as usize].pose().rotation.degrees() - 20.0).abs() > 5.0);
    assert_eq!(world.bodies()[held.index() as usize].pose().rotation.degrees(), 20.0);
    assert!((world.bodies()[spinning.index() as usize].pose().rotation.degrees() - 200.0).abs() < 1.0e-3);
}

/// A box on a belt takes the belt's speed: +x on a top face, -x on an under side; an own belt drives its body.
#[test]
fn a_conveyor_carries_what_lies_on_it() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let belt = |x: f32, y: f32| BodyDef::new(block(20.0, 1.0), Pose::at(x, y));
    world.add(belt(0.0, -0.5).with_conveyor(1.5)).unwrap();
    let carried = world.add(dynamic(block(1.0, 1.0), 0.0, 0.5)).unwrap();
    world.add(belt(40.0, -0.5)).unwrap();
    let driving = world.add(dynamic(block(1.0, 1.0), 40.0, 0.5).with_conveyor(1.5)).unwrap();
    // Pressed against a ceiling.
    world.add(belt(80.0, 1.5).with_conveyor(1.5)).unwrap();
    let hanging = world.add(dynamic(block(1.0, 1.0), 80.0, 0.5).with_gravity_scale(-1.0)).unwrap();
    run(&mut world, 120);
    assert!((velocity(&world, carried).x - 1.5).abs() < 1.0e-3, "{}", velocity(&world, carried));
    // The belt's order in the world does not matter, and its own lower face runs to -x: the body goes to +x.
    assert!((velocity(&world, driving).x - 1.5).abs() < 1.0e-3, "{}", velocity(&world, driving));
    assert!((velocity(&world, hanging).x + 1.5).abs() < 1.0e-3, "{}", velocity(&world, hanging));
}

#[test]
fn numbers_that_are_none_are_refused() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    assert!(world.add(dynamic(ball(1.0), 0.0, 0.0).with_gravity_scale(f32::NAN)).is_err());
    assert!(world.add(dynamic(ball(1.0), 0.0, 0.0).with_conveyor(f32::INFINITY)).is_err());
}
