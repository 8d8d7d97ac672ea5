//! Revolute joints, and rods and cables that hold points of bodies.

use collide2d::{
    Body, Generator, GeneratorError, Motion, PairKey, Phase, Pose, RigidSettings, Stage, StepObserver,
    Unresolved,
};

use crate::*;

const BOTH: [SolverKind; 2] = [SolverKind::Linear, SolverKind::Rigid];

fn joint(a: u32, b: u32, anchors: [Vec2; 2]) -> Generator {
    Generator::revolute(a, b, false).unwrap().with_anchors(anchors).unwrap()
}

fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// Where the ends of a joint are.
fn ends(world: &World, joint: u32) -> [Vec2; 2] {
    let joint = world.generator(joint).unwrap();
    let ([a, b], [at_a, at_b]) = (joint.ends().unwrap(), joint.anchors().unwrap());
    [(a, at_a), (b, at_b)].map(|(body, at)| world.bodies()[body as usize].pose().world_from_local(at))
}

fn gap(world: &World, joint: u32) -> f32 {
    let [a, b] = ends(world, joint);
    a.distance(b)
}

fn widest(world: &World) -> f32 {
    world.generators().map(|(index, _)| gap(world, index)).fold(0.0, f32::max)
}

/// A peg at (0, 0), and a bar of 1 m and 1 kg that hangs on it by its end, turned by so many degrees from hanging straight.
fn bar(solver: SolverKind, turned: f32) -> World {
    let mut world = world(solver, GRAVITY);
    world.add(BodyDef::new(ball(0.05), Pose::at(0.0, 0.0))).unwrap();
    let pose = Pose::new(Vec2::ZERO, turned);
    let pose = Pose::new(pose.world_from_local(at(0.0, -0.5)), turned);
    world.add(BodyDef::new(block(0.1, 1.0), pose).with_motion(Motion::dynamic(1.0))).unwrap();
    world.add_generator(joint(0, 1, [Vec2::ZERO, at(0.0, 0.5)])).unwrap();
    world
}

/// A ragdoll of a trunk with four limbs of two parts each, that overlap where joints hold them.
fn ragdoll(world: &mut World, x: f32, y: f32) {
    let mut add = |shape: Shape, x: f32, y: f32| {
        let body = BodyDef::new(shape, Pose::at(x, y)).with_motion(Motion::dynamic(1.0)).with_friction(0.5);
        world.add(body).unwrap().index()
    };
    let trunk = add(block(0.4, 0.8), x, y);
    let mut joints = Vec::new();
    for (side, height) in [(-1.0, 0.35), (1.0, 0.35), (-1.0, -0.35), (1.0, -0.35)] {
        let [upper, lower] = [0.4, 0.8].map(|from| add(block(0.45, 0.12), x + side * from, y + height));
        joints.push(joint(trunk, upper, [at(side * 0.2, height), at(side * -0.2, 0.0)]));
        joints.push(joint(upper, lower, [at(side * 0.2, 0.0), at(side * -0.2, 0.0)]));
    }
    for joint in joints {
        world.add_generator(joint).unwrap();
    }
}

/// A bar that swings a little about its end has the period of the physical pendulum, 2π·√(I / (m·g·r)).
#[test]
fn a_bar_swings_as_the_physical_pendulum() {
    let mut world = bar(SolverKind::Rigid, 4.0);
    let angle = |world: &World| f64::from(world.bodies()[1].pose().rotation.degrees());
    let (mut crossings, mut before) = (Vec::new(), angle(&world));
    for frame in 1..=600 {
        world.step();
        let angle = angle(&world);
        if before > 0.0 && angle <= 0.0 {
            crossings.push(f64::from(frame) - angle / (angle - before));
        }
        before = angle;
        assert!(gap(&world, 0) < 1.0e-3, "{}", gap(&world, 0));
    }
    let (first, last) = (crossings[0], crossings[crossings.len() - 1]);
    let period = (last - first) / (crossings.len() - 1) as f64 / 60.0;
    let inertia: f64 = (1.0 + 0.01) / 12.0 + 0.25;
    let expected = 2.0 * std::f64::consts::PI * (inertia / (9.81 * 0.5)).sqrt();
    assert!((period / expected - 1.0).abs() < 0.005, "{period} s, not {expected}");
}

/// Nothing does work on what turns about a hinge. Of a small disc on a long arm nearly all inertia is the arm's.
#[test]
fn what_turns_about_a_hinge_gains_no_energy() {
    for substeps in [4, 8, 16] {
        let mut arm = world(SolverKind::Rigid, Vec2::ZERO);
        let switches = RigidSettings { substeps: Some(substeps), ..RigidSettings::default() };
        let settings = arm.settings().with_rigid(switches);
        arm.set_settings(settings).unwrap();
        arm.add(BodyDef::new(ball(0.05), Pose::at(0.0, 0.0))).unwrap();
        let motion =
            Motion::dynamic(1.0).with_velocity(at(10.0, 0.0)).with_angular_velocity(5.0_f32.to_degrees());
        arm.add(BodyDef::new(ball(0.1), Pose::at(0.0, -2.0)).with_motion(motion)).unwrap();
        arm.add_generator(joint(0, 1, [Vec2::ZERO, at(0.0, 2.0)])).unwrap();
        let first = arm.energy().kinetic;
        for _ in 0..3600 {
            arm.step();
        }
        let share = arm.energy().kinetic / first;
        assert!((0.97..1.02).contains(&share), "{substeps} sub-steps: {share} of the energy after a minute");
        assert!(widest(&arm) < 5.0e-3, "{substeps} sub-steps: {} m", widest(&arm));
    }
    // Let go 120° from hanging it is 1 m above the hinge, and comes no higher again.
    let mut pendulum = world(SolverKind::Rigid, GRAVITY);
    pendulum.add(BodyDef::new(ball(0.05), Pose::at(0.0, 0.0))).unwrap();
    let pose = Pose::new(Pose::new(Vec2::ZERO, 120.0).world_from_local(at(0.0, -2.0)), 120.0);
    pendulum.add(BodyDef::new(ball(0.1), pose).with_motion(Motion::dynamic(1.0))).unwrap();
    pendulum.add_generator(joint(0, 1, [Vec2::ZERO, at(0.0, 2.0)])).unwrap();
    let mut highest = f32::NEG_INFINITY;
    for step in 0..3600 {
        pendulum.step();
        let height = pendulum.bodies()[1].pose().position.y;
        if step > 120 {
            highest = highest.max(height);
        }
    }
    assert!((0.9..1.001).contains(&highest), "{highest} m");
}

/// A wheel of 0.5 m that hangs by its rim does so too: its contacts do not turn with it, its arm does.
#[test]
fn a_disc_swings_by_its_rim() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(BodyDef::new(ball(0.05), Pose::at(0.0, 0.0))).unwrap();
    world.add(dynamic(ball(0.5), 0.5, 0.0)).unwrap();
    world.add_generator(joint(0, 1, [Vec2::ZERO, at(-0.5, 0.0)])).unwrap();
    let mut fastest = 0.0_f32;
    for _ in 0..180 {
        world.step();
        fastest = fastest.max(world.bodies()[1].angular_velocity().to_radians().abs());
        assert!(gap(&world, 0) < 2.0e-3, "{}", gap(&world, 0));
    }
    // Half of ω²·I is m·g·r, with I = 3/2·m·r² about the rim.
    let expected = (2.0 * 9.81 * 0.5 / (1.5 * 0.25_f32)).sqrt();
    assert!((fastest / expected - 1.0).abs() < 0.02, "{fastest} rad/s, not {expected}");
}

/// It falls from lying level and passes below with ω² = m·g·r·2 / I, and its pin holds the whole time.
#[test]
fn a_bar_that_falls_has_the_speed_of_its_height() {
    let mut world = bar(SolverKind::Rigid, 90.0);
    let mut fastest = 0.0_f32;
    for _ in 0..120 {
        world.step();
        fastest = fastest.max(world.bodies()[1].angular_velocity().to_radians().abs());
        assert!(gap(&world, 0) < 2.0e-3, "{}", gap(&world, 0));
    }
    let expected = (2.0 * 9.81 * 0.5 / ((1.0 + 0.01) / 12.0 + 0.25_f32)).sqrt();
    assert!((fastest / expected - 1.0).abs() < 0.02, "{fastest} rad/s, not {expected}");
}

/// Of two bodies in empty space the joint changes neither momentum nor, up to what the spring takes, angular momentum.
#[test]
fn a_joint_keeps_the_momentum_of_free_bodies() {
    for solver in BOTH {
        let mut world = world(solver, Vec2::ZERO);
        let motion = |mass: f32, velocity: Vec2| Motion::dynamic(mass).with_velocity(velocity);
        let [light, heavy] = [(0.0, motion(1.0, at(1.0, 3.0))), (1.0, motion(4.0, at(0.0, -0.5)))];
        for (x, motion) in [light, heavy] {
            world.add(BodyDef::new(block(1.0, 0.2), Pose::at(x, 0.0)).with_motion(motion)).unwrap();
        }
        world.add_generator(joint(0, 1, [at(0.5, 0.0), at(-0.5, 0.0)])).unwrap();
        let before = world.momentum();
        for _ in 0..300 {
            world.step();
            assert!(gap(&world, 0) < 4.0e-3, "{solver:?}: {}", gap(&world, 0));
        }
        let after = world.momentum();
        assert!((after.linear - before.linear).length() < 1.0e-3, "{solver:?}: {after:?}, was {before:?}");
        if solver == SolverKind::Rigid {
            let lost = (after.angular - before.angular).abs();
            assert!(lost < 0.02 * before.angular.abs(), "{after:?}, was {before:?}");
        }
    }
}

/// Twelve planks between two posts, joined end to end, carry ten boxes: no joint opens by more than 5 mm at rest, and none
/// by more than 4 cm while the boxes land.
#[test]
fn a_bridge_of_joined_planks_carries_boxes() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    for x in [-3.0, 3.0] {
        world.add(BodyDef::new(block(0.2, 0.2), Pose::at(x, 0.0))).unwrap();
    }
    let planks: Vec<u32> = (0..12)
        .map(|i| world.add(dynamic(block(0.5, 0.1), -2.75 + 0.5 * i as f32, 0.0)).unwrap().index())
        .collect();
    let mut left = (0, Vec2::ZERO);
    for &plank in &planks {
        world.add_generator(joint(left.0, plank, [left.1, at(-0.25, 0.0)])).unwrap();
        left = (plank, at(0.25, 0.0));
    }
    world.add_generator(joint(left.0, 1, [left.1, Vec2::ZERO])).unwrap();
    for i in 0..10 {
        world.add(dynamic(block(0.4, 0.4), -2.0 + 0.45 * i as f32, 1.0)).unwrap();
    }
    let mut worst = 0.0_f32;
    for frame in 0..900 {
        world.step();
        worst = worst.max(widest(&world));
        assert!(widest(&world) < if frame < 600 { 0.04 } else { 0.005 }, "frame {frame}: {}", widest(&world));
    }
    assert!(worst > 0.0);
    for body in 14..24 {
        let y = position(&world, body).y;
        assert!((-2.5..1.0).contains(&y), "box {body} lies on the bridge: {y}");
    }
}

/// What a joint holds is no pair of the world, however deep it overlaps, until the joint goes.
#[test]
fn what_a_joint_holds_does_not_collide() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, Vec2::ZERO);
        for x in [0.0, 0.3] {
            world.add(dynamic(block(1.0, 0.2), x, 0.0)).unwrap();
        }
        let pair = PairKey::new(0, 1);
        let alone = world.pair_counts(0).possible;
        let index = world.add_generator(joint(1, 0, [Vec2::ZERO, at(0.3, 0.0)])).unwrap();
        assert_eq!(world.pair_counts(0).possible, alone - 1, "{solver:?}");
        assert_eq!((world.is_pair(pair), world.joint_without_collision(pair)), (false, Some(index)));
        assert!(world.test_pair(pair).is_none() && world.contacts_of(pair).is_empty());
        assert!(world.detect_all().is_empty() && world.deepest_contacts(9).contacts.is_empty());
        for _ in 0..30 {
            world.step();
            assert!(world.events().is_empty() && world.contacts().is_empty(), "{solver:?}");
        }
        assert!((position(&world, 1) - at(0.3, 0.0)).length() < 1.0e-6, "nothing pushes them: {solver:?}");
        let copy = World::from_snapshot(&world.snapshot()).unwrap();
        assert!(!copy.is_pair(pair), "a snapshot keeps it");

        assert!(world.remove_generator(index));
        assert_eq!((world.is_pair(pair), world.joint_without_collision(pair)), (true, None));
        world.step();
        assert_eq!(
            world.events().iter().map(|event| event.phase).collect::<Vec<_>>(),
            [Phase::Begin],
            "{solver:?}"
        );
        let colliding = Generator::revolute(0, 1, true).unwrap();
        let index = world.add_generator(colliding).unwrap();
        world.step();
        assert!(world.is_pair(pair) && world.joint_without_collision(pair).is_none());
        assert!(world.remove_generator(index));
        world.add_generator(joint(0, 1, [Vec2::ZERO, at(-0.3, 0.0)])).unwrap();
        world.step();
        assert_eq!(
            world.events().iter().map(|event| event.phase).collect::<Vec<_>>(),
            [Phase::End],
            "{solver:?}"
        );
    }
}

/// A joint goes with a body of its own, and what it held apart meets others as before.
#[test]
fn a_joint_goes_with_its_body() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    for x in [0.0, 0.5, 1.0] {
        world.add(dynamic(ball(0.4), x, 0.0)).unwrap();
    }
    world.add_generator(joint(0, 1, [Vec2::ZERO, at(-0.5, 0.0)])).unwrap();
    assert!(world.detect().iter().map(|contact| (contact.a, contact.b)).eq([(1, 2)]));
    world.remove(0);
    world.step();
    assert!(
        world.generators().next().is_none() && world.joint_without_collision(PairKey::new(0, 1)).is_none()
    );
}

/// A bar that spins about a pin in the wall that it crosses is fast enough to be swept: the wall does not stop it, and no
/// crossing is told.
#[test]
fn what_a_joint_holds_is_no_obstacle_of_a_fast_body() {
    for bullet in [false, true] {
        let settings = WorldSettings::default().with_solver(SolverKind::Rigid).with_crossings(true);
        let mut world = World::new(settings).unwrap();
        world.add(segment((0.0, -2.0), (0.0, 2.0))).unwrap();
        let speed = 600.0_f32;
        let motion =
            Motion::dynamic(1.0).with_velocity(at(0.0, speed.to_radians())).with_angular_velocity(speed);
        world.add(dynamic(block(2.0, 0.2), 1.0, 0.0).with_motion(motion).with_bullet(bullet)).unwrap();
        world.add_generator(joint(0, 1, [Vec2::ZERO, at(-1.0, 0.0)])).unwrap();
        for frame in 0..60 {
            world.step();
            let spin = world.bodies()[1].angular_velocity();
            assert!((570.0..605.0).contains(&spin), "frame {frame}: {spin} °/s");
            assert!(world.events().is_empty() && world.crossed().is_empty(), "frame {frame}");
        }
    }
}

/// A ball that passes a wall within a step crosses it, unless a joint holds the two.
#[test]
fn what_a_joint_holds_crosses_nothing() {
    let settings = WorldSettings::default().with_solver(SolverKind::Off).with_crossings(true);
    let mut world = World::new(settings).unwrap();
    world.add(segment((0.0, -1.0), (0.0, 1.0))).unwrap();
    let motion = Motion::dynamic(1.0).with_velocity(at(120.0, 0.0));
    world.add(BodyDef::new(ball(0.1), Pose::at(-1.0, 0.0)).with_motion(motion)).unwrap();
    let mut joined = world.clone();
    joined.add_generator(joint(0, 1, [Vec2::ZERO; 2])).unwrap();
    world.step();
    joined.step();
    assert_eq!((world.crossed().len(), joined.crossed().len()), (1, 0));
}

/// Pulled apart at the start, the ends come together under both solvers, and each body goes its share.
#[test]
fn ends_that_are_apart_come_together() {
    for solver in BOTH {
        let mut world = world(solver, Vec2::ZERO);
        for x in [0.0, 1.0] {
            world.add(dynamic(ball(0.1), x, 0.5 * x)).unwrap();
        }
        world.add_generator(joint(0, 1, [Vec2::ZERO; 2])).unwrap();
        run(&mut world, 240);
        assert!(gap(&world, 0) < 1.0e-3, "{solver:?}: {}", gap(&world, 0));
        assert!(
            (position(&world, 0) - at(0.5, 0.25)).length() < 1.0e-2,
            "{solver:?}: {}",
            position(&world, 0)
        );
    }
}

/// A wheel on a turning arm: the kinematic end is where it is told to be, and the joint follows it.
#[test]
fn a_joint_follows_a_kinematic_body() {
    for solver in BOTH {
        let mut world = world(solver, Vec2::ZERO);
        let arm = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 90.0 };
        world.add(BodyDef::new(block(2.0, 0.1), Pose::at(0.0, 0.0)).with_motion(arm)).unwrap();
        world.add(dynamic(ball(0.2), 1.0, 0.0)).unwrap();
        world.add_generator(joint(0, 1, [at(1.0, 0.0), Vec2::ZERO])).unwrap();
        for _ in 0..240 {
            world.step();
            assert!(gap(&world, 0) < 0.01, "{solver:?}: {}", gap(&world, 0));
        }
    }
}

/// A crate that hangs on a cable by its corner comes to rest with its centre below that corner; a rod does the same.
#[test]
fn a_crate_hangs_by_its_corner() {
    let cable = Generator::cable(0, 1, 1.0, 0.0).unwrap();
    let rod = Generator::rod(0, 1, 1.0).unwrap();
    for link in [cable, rod] {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.add(BodyDef::new(ball(0.05), Pose::at(0.0, 0.0))).unwrap();
        let motion = Motion::dynamic(1.0).with_damping(0.2);
        world.add(BodyDef::new(block(0.6, 0.4), Pose::at(-0.3, -1.2)).with_motion(motion)).unwrap();
        let index = world.add_generator(link.with_anchors([Vec2::ZERO, at(0.3, 0.2)]).unwrap()).unwrap();
        for _ in 0..1200 {
            world.step();
            assert!((gap(&world, index) - 1.0).abs() < 5.0e-3, "{}", gap(&world, index));
        }
        let corner = ends(&world, index)[1];
        let center = position(&world, 1);
        assert!(corner.distance(at(0.0, -1.0)) < 0.01, "{corner}");
        assert!(center.distance(at(0.0, -1.0 - 0.13_f32.sqrt())) < 0.02, "{center}");
    }
}

/// Ragdolls fall onto a floor: they come to rest on it with their joints closed, and none gains energy. Where a limb is
/// stopped at the floor in the middle of a step, the trunk's way of the rest of that step opens the joint: it is closed again
/// within some steps.
#[test]
fn ragdolls_fall_and_come_to_rest() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(floor()).unwrap();
    for i in 0..4 {
        ragdoll(&mut world, -3.0 + 2.0 * i as f32, 2.0 + i as f32);
    }
    let start = world.energy().total();
    let mut open = 0;
    for frame in 0..900 {
        world.step();
        open = if widest(&world) > 0.02 { open + 1 } else { 0 };
        assert!(widest(&world) < 0.15 && open < 12, "frame {frame}: {} for {open} steps", widest(&world));
        assert!(world.energy().total() < start + 0.01 * start.abs());
    }
    assert!(widest(&world) < 2.0e-3, "{}", widest(&world));
    assert!(world.energy().kinetic < 0.05, "{:?}", world.energy());
    for body in &world.bodies()[1..] {
        assert!(body.aabb().min.y > -0.02, "{:?}", body.aabb());
    }
}

#[derive(Default)]
struct Watching {
    stages: usize,
    unresolved: Vec<Unresolved>,
}

impl StepObserver for Watching {
    fn stage(&mut self, stage: &Stage, _: &[Body]) {
        self.stages += 1;
        if let Stage::FrameEnd { unresolved, .. } = stage {
            self.unresolved.clone_from(unresolved);
        }
    }
}

/// Watched, cloned, and from a snapshot, the world goes on to the same bits.
#[test]
fn worlds_with_joints_are_deterministic() {
    for solver in BOTH {
        let mut world = world(solver, GRAVITY);
        world.add(floor()).unwrap();
        ragdoll(&mut world, 0.0, 1.5);
        ragdoll(&mut world, 0.5, 3.5);
        let mut watched = world.clone();
        for frame in 0..120 {
            world.step();
            watched.step_with(&mut Watching::default());
            assert_eq!(bits(&world), bits(&watched), "{solver:?} frame {frame}");
            assert_eq!(world.hash(), watched.hash());
            if frame % 20 == 7 {
                watched = World::from_snapshot(&world.snapshot()).unwrap();
            }
        }
    }
}

/// With one iteration a step, what `Linear` leaves of a joint is told once a direction, with how far it is off.
#[test]
fn what_linear_leaves_of_a_joint_is_told() {
    let settings = WorldSettings::default().with_solver(SolverKind::Linear).with_iterations(Some(1));
    let mut world = World::new(settings).unwrap();
    for x in [0.0, 1.0] {
        world.add(dynamic(ball(0.1), x, 0.5 * x)).unwrap();
    }
    world.add_generator(joint(0, 1, [Vec2::ZERO; 2])).unwrap();
    let mut told = Watching::default();
    world.step_with(&mut told);
    assert!(told.stages > 0);
    let depths: Vec<f32> = told.unresolved.iter().map(|left| left.depth).collect();
    assert_eq!(depths.len(), 1, "{:?}", told.unresolved);
    assert!((depths[0] - 0.5).abs() < 1.0e-4 || (depths[0] - 1.0).abs() < 1.0e-4, "{depths:?}");
}

/// An island that a joint holds together falls asleep and wakes as one, with the same bits as one that never slept.
#[test]
fn joined_bodies_sleep_together() {
    let settings =
        WorldSettings::default().with_gravity(GRAVITY).with_solver(SolverKind::Rigid).with_sleep(true);
    let mut world = World::new(settings).unwrap();
    world.add(BodyDef::new(ball(0.05), Pose::at(0.0, 0.0))).unwrap();
    world.add(dynamic(block(0.1, 1.0), 0.0, -0.5)).unwrap();
    world.add(dynamic(block(0.1, 1.0), 0.0, -1.5)).unwrap();
    world.add_generator(joint(0, 1, [Vec2::ZERO, at(0.0, 0.5)])).unwrap();
    world.add_generator(joint(1, 2, [at(0.0, -0.5), at(0.0, 0.5)])).unwrap();
    run(&mut world, 120);
    assert_eq!(world.islands().len(), 1, "they hang at rest");
    world.body_mut(2).unwrap().set_velocity(at(1.0, 0.0)).unwrap();
    world.step();
    assert!(world.islands().is_empty());
    run(&mut world, 30);
    assert!(widest(&world) < 1.0e-3 && position(&world, 1).x.abs() > 0.01, "{}", position(&world, 1));
}

#[test]
fn bad_joints_are_refused() {
    assert_eq!(Generator::revolute(3, 3, false), Err(GeneratorError::SameBody(3)));
    let joint = Generator::revolute(0, 1, false).unwrap();
    for bad in [f32::NAN, f32::INFINITY] {
        for anchors in [[at(bad, 0.0), Vec2::ZERO], [Vec2::ZERO, at(0.0, bad)]] {
            assert!(matches!(joint.with_anchors(anchors), Err(GeneratorError::Value(_))), "{anchors:?}");
        }
    }
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    world.add(dynamic(ball(0.1), 0.0, 0.0)).unwrap();
    assert_eq!(world.add_generator(joint), Err(GeneratorError::NoBody(1)));
}

/// How far joints open in these steps, and in how many by more than 2 cm.
fn opened(world: &mut World, steps: usize) -> (f32, usize) {
    let (mut most, mut open) = (0.0_f32, 0);
    for _ in 0..steps {
        world.step();
        most = most.max(widest(world));
        open += usize::from(widest(world) > 0.02);
    }
    (most, open)
}

/// How fast all of a group flies changes nothing of how its parts move against each other.
#[test]
fn what_joints_hold_stays_together_however_fast_it_flies() {
    for speed in [0.0, 5.0, 30.0, 100.0] {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        let mut add = |shape: Shape, x: f32, y: f32, along: f32| {
            let motion = Motion::dynamic(1.0).with_velocity(at(along, -speed));
            world.add(BodyDef::new(shape, Pose::at(x, y)).with_motion(motion)).unwrap().index()
        };
        // Two legs on a bar, that close.
        let bar = add(block(0.6, 0.1), 0.0, 0.5, 0.0);
        let left = add(block(0.1, 0.6), -0.3, 0.2, 1.0);
        let right = add(block(0.1, 0.6), 0.3, 0.2, -1.0);
        world.add_generator(joint(bar, left, [at(-0.3, 0.0), at(0.0, 0.3)])).unwrap();
        world.add_generator(joint(bar, right, [at(0.3, 0.0), at(0.0, 0.3)])).unwrap();
        let (most, _) = opened(&mut world, 120);
        assert!(most < 2.0e-3, "{speed} m/s: {most} m");
        let way = world.bodies()[0].pose().position.y - 0.5 + 2.0 * speed;
        assert!(way.abs() < 0.02, "{speed} m/s: it lost {way} m of its way");
    }
    for speed in [0.0, 20.0, 100.0] {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        ragdoll(&mut world, 0.0, 0.0);
        for index in 0..9_u32 {
            let along = if index == 2 { 3.0 } else { 0.0 };
            let motion = Motion::dynamic(1.0).with_velocity(at(along, 2.0 * along - speed));
            world.body_mut(index).unwrap().set_motion(motion).unwrap();
        }
        let (most, _) = opened(&mut world, 600);
        assert!(most < 4.0e-3, "ragdoll at {speed} m/s: {most} m");
    }
}

/// Put back to where one of it lands or is stopped, all of a group is put back.
#[test]
fn a_joined_group_that_hits_something_stays_together() {
    for (bullet, speed) in
        [false, true].into_iter().flat_map(|bullet| [8.0, 20.0, 60.0, 150.0].map(|speed| (bullet, speed)))
    {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        world
            .add(BodyDef::new(Shape::wall(at(0.0, -50.0), at(0.0, 50.0)).unwrap(), Pose::at(0.0, 0.0)))
            .unwrap();
        for i in 0..4 {
            let motion = Motion::dynamic(1.0).with_velocity(at(speed, 0.0));
            let body = BodyDef::new(ball(0.1), Pose::at(-3.0 - 0.3 * i as f32, 0.0))
                .with_motion(motion)
                .with_bullet(bullet);
            world.add(body).unwrap();
        }
        for i in 1..4 {
            world.add_generator(joint(i, i + 1, [at(-0.15, 0.0), at(0.15, 0.0)])).unwrap();
        }
        let (most, open) = opened(&mut world, 300);
        let end = widest(&world);
        assert!(most < 0.15 && open < 6 && end < 1.0e-3, "{speed} m/s: {most} m, {open} steps, {end} m");
    }
    for (bullet, speed) in
        [false, true].into_iter().flat_map(|bullet| [8.0, 20.0, 60.0, 97.0].map(|speed| (bullet, speed)))
    {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.add(floor()).unwrap();
        ragdoll(&mut world, 0.0, 5.0);
        for index in 1..10_u32 {
            let motion = Motion::dynamic(1.0).with_velocity(at(speed / 3.0, -speed));
            world.body_mut(index).unwrap().set_motion(motion).unwrap();
            world.body_mut(index).unwrap().set_bullet(bullet);
        }
        let (most, open) = opened(&mut world, 600);
        let end = widest(&world);
        assert!(most < 0.08 && open < 20 && end < 1.0e-3, "{speed} m/s: {most} m, {open} steps, {end} m");
        assert!(world.energy().kinetic < 0.01, "{speed} m/s: {:?}", world.energy());
    }
}
