//! Grounds, cables and rods.

use std::collections::BTreeSet;

use collide2d::{
    Body, ContactSource, GeneratedContact, Generator, GeneratorError, GeneratorOutcome, Iteration,
    LINEAR_SLOP, Listener, Motion, Pose, Stage, StepObserver, Then, Unresolved, Work,
};

use crate::*;

const BOTH: [SolverKind; 2] = [SolverKind::Linear, SolverKind::Rigid];

fn ground() -> Generator {
    Generator::ground(Vec2::ZERO, Vec2::Y, 0.0, 0.5).unwrap()
}

fn rod(a: u32, b: u32, length: f32) -> Generator {
    Generator::rod(a, b, length).unwrap()
}

fn cable(a: u32, b: u32, length: f32) -> Generator {
    Generator::cable(a, b, length, 0.0).unwrap()
}

fn peg(x: f32, y: f32) -> BodyDef {
    BodyDef::new(ball(0.05), Pose::at(x, y))
}

fn distance(world: &World, a: u32, b: u32) -> f32 {
    position(world, a).distance(position(world, b))
}

fn spin(world: &World, body: u32) -> f32 {
    world.bodies()[body as usize].angular_velocity()
}

/// A peg at (0, 0) and a bob of 1 kg at rest at `at`.
fn pendulum(solver: SolverKind, link: impl Fn(u32, u32) -> Generator, at: Vec2) -> World {
    let mut world = world(solver, GRAVITY);
    world.add(peg(0.0, 0.0)).unwrap();
    world.add(dynamic(ball(0.1), at.x, at.y)).unwrap();
    world.add_generator(link(0, 1)).unwrap();
    world
}

#[derive(Default)]
struct Told {
    outcomes: Vec<(u32, GeneratorOutcome)>,
    iterations: Vec<Iteration>,
    stages: Vec<Stage>,
}

impl StepObserver for Told {
    fn stage(&mut self, stage: &Stage, _: &[Body]) {
        match stage {
            Stage::Generator { generator, outcome } => self.outcomes.push((*generator, outcome.clone())),
            Stage::Iteration(told) => self.iterations.push(*told),
            _ => {}
        }
        self.stages.push(stage.clone());
    }
}

fn told(world: &World) -> Told {
    let mut told = Told::default();
    world.clone().step_with(&mut told);
    told
}

#[test]
fn bad_generators_are_refused() {
    let message = |made: Result<Generator, GeneratorError>| made.unwrap_err().to_string();
    let ground = |normal, restitution, friction| Generator::ground(Vec2::ZERO, normal, restitution, friction);
    assert_eq!(
        message(ground(Vec2::ZERO, 0.0, 0.5)),
        "normal is (0, 0); it must be a vector that is long enough to have a direction"
    );
    assert_eq!(message(ground(Vec2::Y, 1.5, 0.5)), "restitution is 1.5; it must be a number from 0 to 1");
    assert_eq!(
        message(ground(Vec2::Y, 0.0, -0.5)),
        "friction is -0.5; it must be a finite number of at least 0"
    );
    assert_eq!(message(ground(Vec2::NAN, 0.0, 0.5)), "normal x is NaN; it must be a finite number");
    assert_eq!(message(Generator::rod(0, 1, 0.0)), "length is 0; it must be a finite number greater than 0");
    assert_eq!(
        message(Generator::cable(0, 1, f32::INFINITY, 0.0)),
        "length is inf; it must be a finite number greater than 0"
    );
    assert_eq!(message(Generator::rod(3, 3, 1.0)), "a and b are both body 3; they must be two bodies");
    let mut world = world(SolverKind::Linear, GRAVITY);
    world.add(peg(0.0, 0.0)).unwrap();
    assert_eq!(world.add_generator(rod(0, 1, 1.0)), Err(GeneratorError::NoBody(1)));
    assert!(ground(Vec2::new(1.0e-30, 0.0), 0.0, 0.5).is_ok(), "a short normal has a direction");
}

/// A rectangle turned by 45° reaches the ground with its corner: depth = √2 / 2 − 0.6.
#[test]
fn the_depth_is_that_of_the_support_point() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    world
        .add(
            BodyDef::new(block(1.0, 1.0), Pose::new(Vec2::new(0.0, 0.6), 45.0))
                .with_motion(Motion::dynamic(1.0)),
        )
        .unwrap();
    world.add(dynamic(block(2.0, 1.0), 4.0, 0.3)).unwrap();
    let capsule = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.25).unwrap();
    world.add(dynamic(capsule, 8.0, 0.2)).unwrap();
    world.add(dynamic(ball(0.5), 12.0, 0.5)).unwrap();
    world.add(peg(14.0, -1.0)).unwrap();
    world.add(dynamic(ball(0.5), 16.0, -1.0).with_sensor(true)).unwrap();
    world
        .add(BodyDef::new(ball(0.5), Pose::at(18.0, 0.25)).with_motion(Motion::kinematic(Vec2::ZERO)))
        .unwrap();
    world.add(dynamic(Shape::rounded_rectangle(2.0, 1.0, 0.25).unwrap(), 22.0, 0.7)).unwrap();
    let ground = world.add_generator(ground()).unwrap();
    let made = world.generated();
    let of = |body: u32| made.iter().find(|made| made.a == body).copied();
    let depth = |body: u32| of(body).map(|made| made.contact.depth);
    assert!((depth(0).unwrap() - (0.5_f32.sqrt() - 0.6)).abs() < 1.0e-6);
    assert!((depth(1).unwrap() - 0.2).abs() < 1.0e-6);
    assert!((depth(2).unwrap() - 0.05).abs() < 1.0e-6);
    assert_eq!([depth(3), depth(4), depth(5)], [None; 3], "touching, static, a sensor");
    assert!((depth(6).unwrap() - 0.25).abs() < 1.0e-6, "kinematic");
    assert!((depth(7).unwrap() - 0.05).abs() < 1.0e-6, "rounded");
    let points = |body: u32| {
        of(body).unwrap().contact.points().iter().map(|p| p.from_a.to_array()).collect::<Vec<_>>()
    };
    assert_eq!(points(0).len(), 1);
    assert_eq!(points(1), [[1.0, -0.5], [-1.0, -0.5]]);
    assert_eq!(points(2), [[1.0, -0.25], [-1.0, -0.25]]);
    assert_eq!(points(7), [[1.0, -0.75], [-1.0, -0.75]]);
    assert!(
        made.iter()
            .all(|made| made.generator == ground && made.b.is_none() && made.contact.normal == Vec2::Y)
    );
    let before = world.bodies().to_vec();
    world.step();
    assert_eq!(world.bodies(), before, "Off only reports them");
}

#[test]
fn bodies_rest_on_a_ground_by_their_support_points() {
    for solver in BOTH {
        let mut world = world(solver, GRAVITY);
        world.add(dynamic(block(2.0, 1.0), 0.0, 2.0)).unwrap();
        let capsule = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.25).unwrap();
        world.add(dynamic(capsule, 5.0, 2.0)).unwrap();
        let triangle = [Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), Vec2::new(0.0, 2.0)];
        world.add(dynamic(Shape::polygon(&triangle).unwrap(), 10.0, 2.0)).unwrap();
        world.add(dynamic(ball(0.5), 15.0, 2.0)).unwrap();
        world.add_generator(ground()).unwrap();
        run(&mut world, 240);
        for (body, height) in [(0, 0.5), (1, 0.25), (2, 0.0), (3, 0.5)] {
            let y = position(&world, body).y;
            assert!((y - height).abs() < 2.0e-3, "{solver:?}: body {body} is at {y}");
            assert!(
                velocity(&world, body).length() < 1.0e-3 && spin(&world, body).abs() < 0.1,
                "{solver:?}: body {body}"
            );
        }
    }
}

/// A tilted ground: under `Rigid` a box slides where tan(angle) exceeds the friction, with g (sin − μ cos).
#[test]
fn friction_holds_a_box_on_a_slope_or_lets_it_slide() {
    let slope = |friction: f32| {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        let normal = Vec2::from_angle(120.0_f32.to_radians());
        // A box at rest on a slope of 30°, downhill to the left.
        let pose = Pose::new(normal * 0.5, 30.0);
        world
            .add(
                BodyDef::new(block(2.0, 1.0), pose).with_motion(Motion::dynamic(1.0)).with_friction(friction),
            )
            .unwrap();
        world.add_generator(Generator::ground(Vec2::ZERO, normal, 0.0, friction).unwrap()).unwrap();
        let start = position(&world, 0);
        run(&mut world, 60);
        position(&world, 0).distance(start)
    };
    assert!(slope(0.7) < 0.01, "tan 30° = 0.577 is less than 0.7: {}", slope(0.7));
    // ½ · 9.81 · (0.5 − 0.2 · 0.866) = 1.603 m in a second.
    assert!((slope(0.2) - 1.603).abs() < 0.03, "{}", slope(0.2));
}

/// A ball of restitution ½ returns to a quarter of its height under every solver that resolves.
#[test]
fn a_ball_bounces_off_a_ground() {
    for solver in BOTH {
        let mut world = world(solver, GRAVITY);
        world.add(dynamic(ball(0.25), 0.0, 2.25).with_restitution(0.5)).unwrap();
        world.add_generator(ground()).unwrap();
        let (mut bounced, mut highest) = (false, 0.0_f32);
        for _ in 0..120 {
            world.step();
            bounced |= velocity(&world, 0).y > 0.5;
            if bounced {
                highest = highest.max(position(&world, 0).y - 0.25);
            }
        }
        assert!((highest - 0.5).abs() < 0.05, "{solver:?}: {highest}");
    }
}

/// 500 m/s are 8 m a step: it must not be below the ground after any step.
#[test]
fn no_fast_body_gets_below_a_ground() {
    for solver in BOTH {
        for (shape, degrees_per_second) in [
            (ball(0.1), 0.0),
            (block(0.2, 3.0), 3000.0),
            (segment_shape(), -2000.0),
            (block(20.0, 20.0), 0.0),
        ] {
            for restitution in [0.0, 0.8] {
                let mut world = world(solver, GRAVITY);
                let motion = Motion::dynamic(1.0)
                    .with_velocity(Vec2::new(100.0, -500.0))
                    .with_angular_velocity(degrees_per_second);
                world
                    .add(
                        BodyDef::new(shape.clone(), Pose::at(0.0, 30.0))
                            .with_motion(motion)
                            .with_restitution(restitution),
                    )
                    .unwrap();
                world.add_generator(ground()).unwrap();
                for frame in 0..240 {
                    world.step();
                    let low = world.bodies()[0].shape().support(world.bodies()[0].pose(), -Vec2::Y).y;
                    assert!(low > -0.021, "{solver:?} {shape:?} e {restitution}: {low} in frame {frame}");
                    let rise = position(&world, 0).y;
                    assert!(rise < 15_000.0, "{solver:?} {shape:?}: thrown up to {rise}");
                }
            }
        }
    }
}

/// What one ground stops slides along it, and not through the other one.
#[test]
fn no_fast_body_gets_below_the_other_ground_of_a_corner() {
    for speed in [20.0, 60.0, 145.0, 400.0] {
        for aside in [0.5, 0.9, 1.0, 1.3] {
            let mut world = world(SolverKind::Rigid, Vec2::ZERO);
            for normal in [Vec2::Y, Vec2::X] {
                world.add_generator(Generator::ground(normal * -4.0, normal, 0.0, 0.5).unwrap()).unwrap();
            }
            let velocity = Vec2::new(-speed * aside, -speed);
            world.add(moving(ball(0.5), -2.4, -2.4, 1.0, velocity)).unwrap();
            for step in 0..20 {
                world.step();
                let Vec2 { x, y } = world.bodies()[0].pose().position;
                assert!(x.min(y) > -3.5051, "{speed} m/s, {aside}, step {step}: ({x}, {y})");
            }
        }
    }
}

/// While one corner bounces the next one comes down, and the ground lifts it out of its depth: the body pays for that height.
#[test]
fn what_tumbles_on_a_ground_gains_no_energy() {
    let shapes = [block(0.06, 0.18), block(1.0, 0.3), capsule(0.5, 0.25), capsule(0.1, 0.05)];
    let mut worst = (0.0, String::new());
    for (seed, shape) in (0..).zip(shapes.iter().cycle().take(60)) {
        let mut random = Random::seeded(seed);
        let timestep = if seed % 2 == 0 { 1.0 / 60.0 } else { 1.0 / 30.0 };
        let settings = WorldSettings::default().with_gravity(GRAVITY).with_solver(SolverKind::Rigid);
        let mut world = World::new(settings.with_timestep(timestep)).unwrap();
        let motion = Motion::dynamic(random.within(1.0, 10.0))
            .with_velocity(Vec2::new(random.within(-5.0, 5.0), random.within(-15.0, 0.0)))
            .with_angular_velocity(random.within(-400.0, 400.0));
        let pose = Pose::new(Vec2::new(0.0, random.within(1.0, 2.5)), random.within(0.0, 360.0));
        let body = BodyDef::new(shape.clone(), pose).with_motion(motion).with_friction(0.0);
        world.add(body.with_restitution(1.0)).unwrap();
        world.add_generator(ground()).unwrap();
        let start = world.energy().total();
        let mut last = start;
        for _ in 0..240 {
            world.step();
            let now = world.energy().total();
            if now - last > worst.0 * start {
                worst = ((now - last) / start, format!("{seed}, {shape:?} in frame {}", world.frame()));
            }
            last = now;
        }
    }
    assert!(worst.0 < 0.03, "{worst:?}");
}

fn capsule(half: f32, radius: f32) -> Shape {
    Shape::capsule(Vec2::new(-half, 0.0), Vec2::new(half, 0.0), radius).unwrap()
}

/// A ball that a ground stops within the step has the speed of a free fall to there. One that a rod or another body
/// holds has the velocity that these gave it: that of the same world without the ground.
#[test]
fn what_a_ground_stops_keeps_the_velocity_of_its_impact() {
    let falling = |x: f32, y: f32| moving(ball(0.1), x, y, 1.0, Vec2::new(0.0, -120.0));
    let mut lone = world(SolverKind::Rigid, Vec2::new(0.0, -600.0));
    lone.add(falling(0.0, 1.1)).unwrap();
    let mut rods = lone.clone();
    rods.add(falling(1.0, 3.0)).unwrap();
    rods.add_generator(rod(0, 1, 2.0)).unwrap();
    let mut pushed = lone.clone();
    pushed.add(moving(ball(0.1), 0.19, 1.1, 1.0, Vec2::new(-30.0, -120.0))).unwrap();

    lone.add_generator(ground()).unwrap();
    lone.step();
    // 1 m of fall.
    let expected = -(120.0_f32.powi(2) + 2.0 * 600.0).sqrt();
    assert!((velocity(&lone, 0).y - expected).abs() < 0.02, "{} for {expected}", velocity(&lone, 0));
    for mut free in [rods, pushed] {
        let mut stopped = free.clone();
        stopped.add_generator(ground()).unwrap();
        let mut told = Told::default();
        stopped.step_with(&mut told);
        free.step();
        let stops =
            told.stages.iter().filter(|stage| matches!(stage, Stage::StoppedAtGround { body: 0, .. }));
        assert_eq!(stops.count(), 1);
        assert_eq!(velocity(&stopped, 0), velocity(&free, 0));
    }
}

fn segment_shape() -> Shape {
    Shape::wall(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0)).unwrap()
}

/// Boxes on an endless ground stand as they do on a wall.
#[test]
fn a_stack_stands_on_a_ground() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    for i in 0..8 {
        world.add(dynamic(block(1.0, 1.0), 0.0, 0.5 + i as f32)).unwrap();
    }
    world.add_generator(ground()).unwrap();
    run(&mut world, 600);
    for i in 0..8 {
        let at = position(&world, i);
        assert!(at.x.abs() < 0.01 && (at.y - 0.5 - i as f32).abs() < 0.03, "box {i} is at {at}");
    }
}

#[test]
fn two_grounds_make_a_valley() {
    for solver in BOTH {
        let mut world = world(solver, GRAVITY);
        world.add(dynamic(ball(1.0), 3.0, 6.0)).unwrap();
        for normal in [Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)] {
            world.add_generator(Generator::ground(Vec2::ZERO, normal, 0.0, 0.5).unwrap()).unwrap();
        }
        run(&mut world, 900);
        // The centre is a radius from both lines: √2 above the valley.
        let at = position(&world, 0);
        assert!(at.distance(Vec2::new(0.0, 2.0_f32.sqrt())) < 0.02, "{solver:?}: {at}");
    }
}

/// A pendulum of 2 m: its length holds, it passes the lowest point, and its energy stays or falls a little.
#[test]
fn a_pendulum_keeps_its_length_and_roughly_its_energy() {
    for solver in BOTH {
        let start = Vec2::new(2.0 * 60.0_f32.to_radians().sin(), -2.0 * 60.0_f32.to_radians().cos());
        let mut world = pendulum(solver, |a, b| rod(a, b, 2.0), start);
        let before = world.energy().total();
        let (mut left, mut worst) = (0.0_f32, 0.0_f32);
        for _ in 0..300 {
            world.step();
            worst = worst.max((distance(&world, 0, 1) - 2.0).abs());
            left = left.min(position(&world, 1).x);
        }
        assert!(worst < 1.0e-3, "{solver:?}: wrong by {worst} m");
        // ½ m v² at the lowest point would be 9.81 J.
        let lost = before - world.energy().total();
        assert!((-0.1..2.5).contains(&lost), "{solver:?}: lost {lost} J of 9.81");
        assert!(left < -1.5, "{solver:?}: swings to {left}");
    }
}

/// A body that hangs at rest on a rod of its length stays there, and the rod carries m·g·dt.
#[test]
fn a_rod_carries_a_weight() {
    for solver in BOTH {
        let mut world = pendulum(solver, |a, b| rod(a, b, 2.0), Vec2::new(0.0, -2.0));
        run(&mut world, 120);
        assert!(
            (position(&world, 1) - Vec2::new(0.0, -2.0)).length() < 1.0e-4,
            "{solver:?}: {}",
            position(&world, 1)
        );
        let iterations = told(&world).iterations;
        let carried: f32 = iterations
            .iter()
            .filter(|told| told.substep == 0 || solver == SolverKind::Linear)
            .filter(|told| told.work != Work::Linear || told.impulse != 0.0)
            .map(|told| told.impulse)
            .sum();
        let source = ContactSource::Generated { generator: 0, a: 0, b: Some(1) };
        assert!(iterations.iter().all(|told| told.source == source));
        if solver == SolverKind::Linear {
            // The normal points from the peg to the bob, as for every rod that is too long.
            assert!((carried - 9.81 * DT).abs() < 1.0e-4, "{carried}");
            assert_eq!(iterations[0].normal, -Vec2::Y);
        }
    }
}

/// Two bodies without gravity: too short a rod pushes, too long a one pulls, each by half.
#[test]
fn a_rod_pushes_and_pulls() {
    for solver in BOTH {
        for start in [1.5_f32, 2.5] {
            let mut world = world(solver, Vec2::ZERO);
            world.add(dynamic(ball(0.1), 0.0, 0.0)).unwrap();
            world.add(dynamic(ball(0.1), start, 0.0)).unwrap();
            world.add_generator(rod(1, 0, 2.0)).unwrap();
            let made = world.generated();
            let normal = Vec2::new(if start < 2.0 { -1.0 } else { 1.0 }, 0.0);
            assert_eq!(
                (made[0].a, made[0].b, made[0].contact.depth, made[0].contact.normal),
                (0, Some(1), 0.5, normal)
            );
            run(&mut world, 60);
            assert!((distance(&world, 0, 1) - 2.0).abs() < 1.0e-3, "{solver:?}: {}", distance(&world, 0, 1));
            let middle = position(&world, 0).midpoint(position(&world, 1));
            assert!(middle.distance(Vec2::new(start * 0.5, 0.0)) < 1.0e-5, "{solver:?}: {middle}");
            assert!(velocity(&world, 1).length() < 1.0e-3, "{solver:?}: {}", velocity(&world, 1));
        }
    }
}

/// A push on one end of a rod moves both: 1 kg at 2 m/s becomes 2 kg at 1 m/s, whether it closes or opens.
#[test]
fn a_rod_passes_on_momentum_both_ways() {
    for solver in BOTH {
        for speed in [2.0_f32, -2.0] {
            let mut world = world(solver, Vec2::ZERO);
            world.add(moving(ball(0.1), 0.0, 0.0, 1.0, Vec2::new(speed, 0.0))).unwrap();
            world.add(dynamic(ball(0.1), 2.0, 0.0)).unwrap();
            world.add_generator(rod(0, 1, 2.0)).unwrap();
            run(&mut world, 5);
            for body in [0, 1] {
                let v = velocity(&world, body).x;
                assert!((v - speed * 0.5).abs() < 1.0e-3, "{solver:?}: body {body} at {v} m/s");
            }
        }
    }
}

/// Coinciding positions: `a` goes up and `b` down, on every run.
#[test]
fn a_rod_between_coinciding_bodies_has_a_direction() {
    for solver in BOTH {
        let mut world = world(solver, Vec2::ZERO);
        world.add(dynamic(ball(0.1), 0.0, 0.0).with_sensor(false)).unwrap();
        world.add(dynamic(ball(0.1), 0.0, 0.0)).unwrap();
        world.set_listeners(vec![Listener::default()]);
        world.add_generator(rod(0, 1, 1.0)).unwrap();
        run(&mut world, 60);
        let (a, b) = (position(&world, 0), position(&world, 1));
        assert!((a.y - b.y - 1.0).abs() < 1.0e-3 && a.x.abs() < 1.0e-6, "{solver:?}: {a} {b}");
    }
}

/// A slack cable changes not one bit of a body's fall.
#[test]
fn a_slack_cable_does_nothing() {
    // Over 100 frames, and so slack that 14 do not stretch it.
    for (solver, slack, frames) in BOTH.iter().flat_map(|&solver| [(solver, 47.0, 100), (solver, 1.0, 14)]) {
        let mut with = pendulum(solver, |a, b| cable(a, b, 3.0 + slack), Vec2::new(3.0, 0.0));
        let mut without = world(solver, GRAVITY);
        without.add(peg(0.0, 0.0)).unwrap();
        without.add(dynamic(ball(0.1), 3.0, 0.0)).unwrap();
        let [(0, GeneratorOutcome::Slack(found))] = told(&with).outcomes[..] else { panic!("not slack") };
        assert!((found - slack).abs() < 1.0e-6, "{found}");
        for _ in 0..frames {
            with.step();
            without.step();
            assert_eq!(bits(&with), bits(&without), "{solver:?}");
            assert_eq!(with.hash(), without.hash());
        }
        assert!(with.generated().is_empty());
    }
}

/// A body that will make a cable taut in the next step is not braked in this one, and then stops at its length.
#[test]
fn a_cable_that_is_almost_taut_brakes_nothing() {
    for slack in [0.001, 0.004, 0.015] {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        world.add(peg(0.0, 0.0)).unwrap();
        let speed = 0.6 * slack / DT;
        world.add(moving(ball(0.1), 2.0 - slack, 0.0, 1.0, Vec2::new(speed, 0.0))).unwrap();
        world.add_generator(cable(0, 1, 2.0)).unwrap();
        world.step();
        assert!((velocity(&world, 1).x - speed).abs() < 1.0e-5, "{slack}: {}", velocity(&world, 1).x);
        run(&mut world, 4);
        assert!(velocity(&world, 1).x < 0.01 * speed, "{slack}: {}", velocity(&world, 1).x);
        assert!((position(&world, 1).x - 2.0).abs() < 1.0e-4, "{slack}");
    }
}

/// A heavy ball on a cable falls, is caught, and swings: the cable is never longer than 3 m.
#[test]
fn a_cable_catches_a_heavy_ball_and_swings_it_without_drift() {
    for solver in BOTH {
        let mut world = world(solver, GRAVITY);
        world.add(peg(0.0, 0.0)).unwrap();
        world.add(moving(ball(0.5), 2.0, 0.0, 1000.0, Vec2::ZERO)).unwrap();
        world.add_generator(cable(0, 1, 3.0)).unwrap();
        let mut longest = 0.0_f32;
        for _ in 0..1200 {
            world.step();
            longest = longest.max(distance(&world, 0, 1));
        }
        assert!(longest < 3.003, "{solver:?}: {longest}");
    }
}

/// A cable of restitution 1 throws a ball that flies from the peg at 4 m/s back at 4 m/s.
#[test]
fn a_cable_of_restitution_1_throws_back() {
    for solver in BOTH {
        let mut world = world(solver, Vec2::ZERO);
        world.add(peg(0.0, 0.0)).unwrap();
        world.add(moving(ball(0.1), 0.5, 0.0, 1.0, Vec2::new(4.0, 0.0))).unwrap();
        world.add_generator(Generator::cable(0, 1, 1.0, 1.0).unwrap()).unwrap();
        run(&mut world, 12);
        assert!((velocity(&world, 1).x + 4.0).abs() < 1.0e-3, "{solver:?}: {}", velocity(&world, 1));
    }
}

/// A rod or cable to what nothing holds, a sensor or a body that is gone, holds nothing: the other end falls freely,
/// whichever end it is.
#[test]
fn a_link_to_a_sensor_holds_nothing() {
    for solver in BOTH {
        for link in [rod, cable] {
            for sensor in [0, 1] {
                let mut world = world(solver, GRAVITY);
                world.add(peg(0.0, 0.0).with_sensor(sensor == 0)).unwrap();
                world.add(dynamic(ball(0.1), 0.0, -3.0).with_sensor(sensor == 1)).unwrap();
                let mut free = world.clone();
                world.add_generator(link(0, 1, 2.0)).unwrap();
                assert_eq!(told(&world).outcomes, [(0, GeneratorOutcome::HoldsNothing)]);
                run(&mut world, 30);
                run(&mut free, 30);
                assert_eq!(position(&world, 1), position(&free, 1), "{solver:?}, sensor {sensor}");
            }
        }
    }
}

/// Its contact's point is midway between the two positions.
#[test]
fn the_point_of_a_rod_is_midway() {
    for (at, length) in [(Vec2::new(1.0, 4.0), 3.0), (Vec2::new(-2.0, 0.0), 5.0), (Vec2::new(7.0, -3.0), 1.0)]
    {
        let mut world = world(SolverKind::Linear, Vec2::ZERO);
        world.add(peg(1.0, 0.0)).unwrap();
        world.add(dynamic(ball(0.1), at.x, at.y)).unwrap();
        world.add_generator(rod(0, 1, length)).unwrap();
        let [(0, GeneratorOutcome::Contacts(contacts))] = &told(&world).outcomes[..] else {
            panic!("no contact")
        };
        let middle = contacts[0].contact.points()[0].from_a;
        assert!(middle.distance(0.5 * (at - Vec2::X)) < 1.0e-6, "{at}: {middle}");
    }
}

/// Newton's cradle on rods: the last of five balls leaves with the speed of the first.
#[test]
fn a_cradle_on_rods_passes_on_momentum() {
    let mut world = world(SolverKind::Linear, GRAVITY);
    // The first ball is drawn aside by 60°: it falls 0.5 m on a rod of 1 m.
    for i in 0..5 {
        let x = i as f32 * 0.1999;
        let peg = world.add(peg(x, 2.0)).unwrap().index();
        let angle = if i == 0 { 60.0_f32.to_radians() } else { 0.0 };
        let at = Vec2::new(x - angle.sin(), 2.0 - angle.cos());
        let ball = world.add(dynamic(ball(0.1), at.x, at.y).with_restitution(1.0)).unwrap().index();
        world.add_generator(rod(peg, ball, 1.0)).unwrap();
    }
    let (mut fastest, mut highest) = (0.0_f32, 0.0_f32);
    for _ in 0..60 {
        world.step();
        fastest = fastest.max(velocity(&world, 9).x);
        highest = highest.max(position(&world, 9).y - 1.0);
        for middle in [3, 5, 7] {
            assert!(velocity(&world, middle).length() < 0.6, "ball {middle}: {}", velocity(&world, middle));
        }
    }
    // √(2 · 9.81 · 0.5) = 3.13 m/s.
    assert!((2.8..3.2).contains(&fastest), "{fastest}");
    assert!((0.38..0.52).contains(&highest), "{highest}");
}

/// Ten planks between two banks, with a link to each neighbour. Under `Linear` every plank hangs by a cable of
/// its own as well, as Millington's bridge does: a chain alone needs more iterations than two for each contact.
#[test]
fn a_bridge_of_ten_planks_hangs() {
    for solver in BOTH {
        for make in [cable as fn(u32, u32, f32) -> Generator, rod] {
            let mut world = world(solver, GRAVITY);
            // Each link falls or rises by 0.2857 m over 1 m; the one in the middle is level over 1.04 m.
            let at = |i: u32| {
                let from_middle = i as f32 - 5.5;
                Vec2::new(from_middle + 0.02 * from_middle.signum(), -0.2857 * (5.5 - from_middle.abs()))
            };
            world.add(peg(at(0).x, 0.0)).unwrap();
            for i in 1..=10 {
                let damped = Motion::dynamic(1.0).with_damping(0.3);
                world.add(dynamic(ball(0.3), at(i).x, at(i).y).with_motion(damped)).unwrap();
            }
            world.add(peg(at(11).x, 0.0)).unwrap();
            for i in 0..11 {
                world.add_generator(make(i, i + 1, 1.04)).unwrap();
            }
            if solver == SolverKind::Linear {
                for i in 1..=10 {
                    let hook = world.add(peg(at(i).x, 4.0)).unwrap().index();
                    world.add_generator(cable(i, hook, 5.3)).unwrap();
                }
            }
            run(&mut world, 900);
            let longest = (0..11).map(|i| distance(&world, i, i + 1)).fold(0.0, f32::max);
            let sag = -position(&world, 5).y;
            let most = if solver == SolverKind::Rigid { 1.043 } else { 1.15 };
            assert!(longest < most, "{solver:?}: {longest}");
            // Cosines of the slopes t, 2t, … 5t add up to 4.808: t = 0.0883, and 1.04 of their sines to 1.305.
            let low = if solver == SolverKind::Rigid { 1.28..1.33 } else { 0.8..2.0 };
            assert!(low.contains(&sag), "{solver:?}: it hangs {sag} m low");
            let kinetic = world.energy().kinetic;
            assert!(
                solver == SolverKind::Linear || kinetic < 0.01,
                "{solver:?}: it still swings, {kinetic} J"
            );
        }
    }
}

/// Four bodies and six rods: more than needed, and consistent. The square keeps its shape while it falls and lies.
#[test]
fn rods_in_a_loop_hold() {
    for solver in BOTH {
        let mut world = world(solver, GRAVITY);
        for (x, y) in [(0.0, 3.0), (2.0, 3.0), (2.0, 5.0), (0.0, 5.0)] {
            world.add(dynamic(ball(0.2), x, y)).unwrap();
        }
        let diagonal = 8.0_f32.sqrt();
        let rods = [(0, 1, 2.0), (1, 2, 2.0), (2, 3, 2.0), (3, 0, 2.0), (0, 2, diagonal), (1, 3, diagonal)];
        for (a, b, length) in rods {
            world.add_generator(rod(a, b, length)).unwrap();
        }
        world.add_generator(ground()).unwrap();
        run(&mut world, 300);
        for (a, b, length) in rods {
            let found = distance(&world, a, b);
            assert!((found - length).abs() < 0.01, "{solver:?}: {a} – {b} is {found}, not {length}");
        }
        assert!((position(&world, 0).y - 0.2).abs() < 0.01, "{solver:?}: {}", position(&world, 0));
    }
}

/// The corner of a triangle is its position, its centre of mass elsewhere: under `Rigid` it turns as it hangs.
#[test]
fn a_rod_turns_a_body_whose_centre_is_elsewhere() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(peg(0.0, 0.0)).unwrap();
    let triangle = [Vec2::ZERO, Vec2::new(1.5, 0.0), Vec2::new(1.5, 1.5)];
    let motion = Motion::dynamic(1.0).with_damping(0.2);
    world
        .add(BodyDef::new(Shape::polygon(&triangle).unwrap(), Pose::at(0.0, -1.0)).with_motion(motion))
        .unwrap();
    world.add_generator(rod(0, 1, 1.0)).unwrap();
    world.step();
    assert!(spin(&world, 1) < -1.0, "gravity turns it about its corner: {}", spin(&world, 1));
    for _ in 0..900 {
        world.step();
        assert!((distance(&world, 0, 1) - 1.0).abs() < 2.0e-3, "{}", distance(&world, 0, 1));
    }
    // At rest the centre of mass, (1, 0.5) from the corner, hangs under the peg.
    let center = world.bodies()[1].center();
    assert!(center.x.abs() < 0.02 && (center.y + 1.0 + 1.25_f32.sqrt()).abs() < 0.01, "{center}");
}

/// Two contacts fit; the others wait and have their turn.
#[test]
fn generated_contacts_share_the_pool() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, Vec2::ZERO);
        for i in 0..4 {
            world.add(dynamic(ball(0.5), i as f32 * 3.0, 0.4)).unwrap();
        }
        // A pair that touches takes one place.
        world.add(dynamic(ball(0.5), 0.9, 5.0)).unwrap();
        world.add(peg(0.9, 5.0)).unwrap();
        world.add_generator(ground()).unwrap();
        world.set_settings(world.settings().with_max_contacts(3)).unwrap();
        let given = |world: &World| -> Vec<(u32, bool)> {
            let told = told(world);
            let [(0, GeneratorOutcome::Contacts(made))] = &told.outcomes[..] else {
                panic!("{:?}", told.outcomes)
            };
            made.iter().map(|made: &GeneratedContact| (made.a, made.waiting)).collect()
        };
        assert_eq!(given(&world), [(0, false), (1, false), (2, true), (3, true)]);
        let before = world.clone();
        world.step();
        assert_eq!((world.contacts().len(), world.waiting_contacts()), (1, 2));
        let waiting: Vec<u32> =
            world.generated().into_iter().filter(|made| made.waiting).map(|made| made.a).collect();
        assert_eq!(waiting, [2, 3], "{solver:?}: read off the state after the step");
        if solver != SolverKind::Off {
            let risen = |world: &World, body| position(world, body).y > 0.4;
            assert_eq!([0, 1, 2, 3].map(|body| risen(&world, body)), [true, true, false, false]);
        }
        assert_ne!(world.hash(), before.hash());
        let turns: BTreeSet<u32> = (0..2)
            .flat_map(|_| {
                let served = given(&world).into_iter().filter(|(_, waits)| !waits).map(|(body, _)| body);
                let served: Vec<_> = served.collect();
                world.step();
                served
            })
            .collect();
        assert!(turns.contains(&2) && turns.contains(&3), "{solver:?}: {turns:?}");
    }
}

/// Pairs that fill the pool for ever leave a place in turn.
#[test]
fn a_ground_and_a_rod_hold_beside_pairs_that_fill_the_pool() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for most in 1..4 {
            let mut world = world(solver, Vec2::new(0.0, -10.0));
            world.add(dynamic(ball(0.5), 0.0, 0.499)).unwrap();
            world.add(peg(20.0, 9.0)).unwrap();
            world.add(dynamic(ball(0.5), 20.0, 6.0)).unwrap();
            for i in 0..4 {
                let still = Motion::kinematic(Vec2::ZERO);
                let zone = BodyDef::new(ball(0.5), Pose::at(50.0 + 0.1 * i as f32, 5.0));
                world.add(zone.with_motion(still).with_sensor(true)).unwrap();
            }
            world.add_generator(ground()).unwrap();
            world.add_generator(rod(1, 2, 3.0)).unwrap();
            world.set_settings(world.settings().with_max_contacts(most)).unwrap();
            for _ in 0..200 {
                world.step();
            }
            assert!(world.waiting_contacts() > 0);
            let (ball, bob) = (position(&world, 0).y, position(&world, 2).y);
            // Its turn comes every few frames.
            assert!((ball - 0.5).abs() < 0.1 && (bob - 6.0).abs() < 0.1, "{solver:?}, {most}: {ball}, {bob}");
        }
    }
}

/// A rod is two contacts of `Linear`; where it is too long and its ends close, both need work.
#[test]
fn a_rod_that_needs_work_both_ways_counts_once() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    let moving = |x: f32, speed: f32| {
        let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(speed, 0.0));
        dynamic(ball(0.1), x, 0.0).with_motion(motion)
    };
    world.add(moving(0.0, 1.0)).unwrap();
    world.add(moving(2.5, -1.0)).unwrap();
    world.add_generator(rod(0, 1, 2.0)).unwrap();
    let counts =
        |world: &World| told(world).iterations.iter().map(|told| told.candidates).collect::<Vec<_>>();
    let found = counts(&world);
    assert!(!found.is_empty() && found.iter().all(|count| *count == 1), "{found:?}");
    // A second rod on one of the bodies: two rods need work, then one.
    world.add(moving(2.5, 0.0)).unwrap();
    world.body_mut(2).unwrap().set_pose(Pose::at(2.5, 3.0)).unwrap();
    world.add_generator(rod(1, 2, 2.0)).unwrap();
    let found = counts(&world);
    assert!(found[0] == 2 && found.iter().all(|count| *count <= 2), "{found:?}");
}

#[test]
fn linear_leaves_the_depth_that_it_exports() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    world.add(dynamic(ball(0.5), 0.0, 0.4)).unwrap();
    world.add_generator(ground()).unwrap();
    world.step();
    let left = 0.5 - position(&world, 0).y;
    assert!((left - LINEAR_SLOP).abs() < 1.0e-6, "{left}");
}

#[test]
fn removing_a_body_removes_its_cables_and_rods() {
    for solver in BOTH {
        let mut world = pendulum(solver, |a, b| rod(a, b, 2.0), Vec2::new(0.0, -2.0));
        let other = world.add(dynamic(ball(0.1), 4.0, 1.0)).unwrap().index();
        let kept = world.add_generator(cable(1, other, 9.0)).unwrap();
        let deep = Generator::ground(Vec2::new(0.0, -100.0), Vec2::Y, 0.0, 0.5).unwrap();
        let on = world.add_generator(deep).unwrap();
        run(&mut world, 3);
        assert!(world.remove(0));
        assert_eq!((world.generator(0), world.generators().count()), (None, 2));
        assert_eq!(world.generator(kept).map(Generator::ends), Some(Some([1, other])));
        run(&mut world, 3);
        assert!(velocity(&world, 1).y < -0.4, "{solver:?}: it falls");
        assert!(world.remove_generator(on) && !world.remove_generator(on) && !world.remove_generator(7));
        assert_eq!(world.generators().map(|(index, _)| index).collect::<Vec<_>>(), [kept]);
    }
}

/// A body that is added while others rest on a ground leaves their impulses where they belong.
#[test]
fn adding_a_body_keeps_the_impulses_of_a_ground() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    for i in 0..3 {
        world.add(dynamic(block(1.0, 1.0), 0.0, 0.5 + i as f32)).unwrap();
    }
    world.add_generator(ground()).unwrap();
    run(&mut world, 120);
    let mut with = world.clone();
    with.add(dynamic(ball(0.2), 50.0, 9.0)).unwrap();
    for _ in 0..10 {
        world.step();
        with.step();
        for body in 0..3 {
            assert_eq!(position(&world, body), position(&with, body));
        }
    }
}

/// A block on a rod and in the ground touches a sensor that makes it go or burst: from then on no generator names it,
/// the ground holds its pieces, and a stack of three far away stands.
#[test]
fn what_a_listener_takes_is_in_no_generators_contact() {
    for solver in BOTH {
        for then in [Then::Remove, Then::Burst(5)] {
            let mut world = world(solver, GRAVITY);
            world.add(peg(0.0, 3.0)).unwrap();
            world.add(dynamic(block(1.0, 1.0), 0.0, 0.45)).unwrap();
            for i in 0..3 {
                world.add(dynamic(block(1.0, 1.0), 40.0, 0.5 + i as f32)).unwrap();
            }
            world.add_generator(rod(0, 1, 2.55)).unwrap();
            world.add_generator(ground()).unwrap();
            run(&mut world, 60);
            let Vec2 { x, y } = position(&world, 1);
            let trigger = world.add(peg(x, y).with_sensor(true)).unwrap().index();
            let mut calm = world.clone();
            world.set_listeners(vec![Listener { body: Some(1), then, ..Listener::default() }]);
            let last = told(&world);
            assert!(last.iterations.iter().all(|told| told.source.b() != Some(trigger)));
            world.step();
            calm.step();
            let pieces = if then == Then::Remove { 0 } else { 5 };
            assert_eq!((world.reactions().len(), world.pieces().len()), (1, pieces), "{solver:?} {then:?}");
            assert_eq!(world.generators().map(|(index, _)| index).collect::<Vec<_>>(), [1]);
            for _ in 0..90 {
                let told = told(&world);
                assert_eq!(told.outcomes.len(), 1, "the ground alone");
                assert!(told.iterations.iter().all(|told| !told.source.bodies().any(|body| body == 1)));
                assert!(world.generated().iter().all(|made| made.a != 1 && made.b.is_none()));
                world.step();
                calm.step();
                for body in 2..5 {
                    let apart = position(&world, body).distance(position(&calm, body));
                    assert!(apart < 0.02, "{solver:?} {then:?}: {apart}");
                }
            }
            let low = |piece: &Body| piece.pose().position.y - piece.bounding_circle().radius;
            assert!(world.bodies()[trigger as usize + 1..].iter().all(|piece| low(piece) > -0.01));
        }
    }
}

/// Rods and cables are worked on in the order of the list and back again, so that no end of a chain comes first twice.
#[test]
fn links_are_worked_on_there_and_back() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(peg(0.0, 0.0)).unwrap();
    for i in 1..4 {
        world.add(dynamic(ball(0.1), i as f32, 0.0)).unwrap();
        world.add_generator(rod(i - 1, i, 1.01)).unwrap();
    }
    let told = told(&world);
    let first = told.iterations.iter().filter(|told| told.substep == 0 && told.work != Work::WarmStart);
    let order: Vec<_> = first
        .map(|told| match told.source {
            ContactSource::Generated { generator, .. } => generator,
            ContactSource::Pair(_) => panic!("{told:?}"),
        })
        .collect();
    assert_eq!(order[..12], [0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0]);
}

/// One iteration of those that two rods, a cable and a ground need: each of the others is told once, a rod that is
/// too short with its sign.
#[test]
fn what_the_iterations_leave_of_generators_is_told() {
    #[derive(Default)]
    struct Left(Vec<Unresolved>);
    impl StepObserver for Left {
        fn stage(&mut self, stage: &Stage, _: &[Body]) {
            if let Stage::FrameEnd { unresolved, .. } = stage {
                self.0.clone_from(unresolved);
            }
        }
    }
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    for (x, y) in [(0.0, 5.0), (3.0, 5.0), (10.0, 5.0), (11.0, 5.0), (20.0, 5.0), (23.0, 5.0), (30.0, 0.3)] {
        world.add(dynamic(ball(0.5), x, y)).unwrap();
    }
    world.add(moving(ball(0.5), 40.0, 0.4, 1.0, Vec2::new(0.0, -9.0))).unwrap();
    world.add_generator(rod(0, 1, 2.0)).unwrap();
    world.add_generator(rod(2, 3, 2.5)).unwrap();
    world.add_generator(cable(4, 5, 2.75)).unwrap();
    world.add_generator(ground()).unwrap();
    world.set_settings(world.settings().with_iterations(Some(1))).unwrap();
    let mut left = Left::default();
    world.step_with(&mut left);
    assert_eq!(world.resolver().map(|effort| (effort.used, effort.limit, effort.left)), Some((1, 1, 4)));
    let of = |generator, a, b| ContactSource::Generated { generator, a, b };
    let sources: Vec<_> = left.0.iter().map(|left| left.source).collect();
    assert_eq!(sources, [of(3, 6, None), of(0, 0, Some(1)), of(1, 2, Some(3)), of(2, 4, Some(5))]);
    let depths: Vec<f32> = left.0.iter().map(|left| (left.depth * 1000.0).round()).collect();
    assert_eq!(depths, [200.0, 1000.0, -1500.0, 250.0]);
    // By default as many as twice the contacts, of which a rod has two.
    world.set_settings(world.settings().with_iterations(None)).unwrap();
    world.step();
    assert_eq!(world.resolver().map(|effort| (effort.limit, effort.left)), Some((14, 0)));
}

/// A kinematic hook is seen to move sub-step by sub-step while a bob hangs on it.
#[test]
fn a_kinematic_end_of_a_rod_moves_with_the_sub_steps() {
    #[derive(Default)]
    struct Seen(Vec<f32>);
    impl StepObserver for Seen {
        fn stage(&mut self, stage: &Stage, bodies: &[Body]) {
            if let Stage::SubstepMove { .. } = stage {
                self.0.push(bodies[0].pose().position.x);
            }
        }
    }
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let motion = Motion::Kinematic { velocity: Vec2::new(6.0, 0.0), angular_velocity: 0.0 };
    world.add(peg(0.0, 0.0).with_motion(motion)).unwrap();
    world.add(dynamic(ball(0.1), 0.0, -2.0)).unwrap();
    world.add_generator(rod(0, 1, 2.0)).unwrap();
    let (mut plain, mut seen) = (world.clone(), Seen::default());
    world.step_with(&mut seen);
    plain.step();
    assert_eq!(bits(&world), bits(&plain));
    let xs: Vec<f32> = seen.0.iter().map(|x| (x * 1000.0).round()).collect();
    assert_eq!(xs, [25.0, 50.0, 75.0, 100.0]);
}

/// Rods in a loop, a cable from the paddle, and a ground, for a [`heap`] of 40.
pub fn add_to_heap(world: &mut World) {
    for (a, b) in [(6, 9), (9, 12), (12, 6), (5, 20)] {
        world.add_generator(rod(a, b, 1.5)).unwrap();
    }
    world.add_generator(Generator::cable(4, 25, 6.0, 0.5).unwrap()).unwrap();
    let slope = Generator::ground(Vec2::new(0.0, 0.5), Vec2::new(0.1, 1.0), 0.3, 0.8).unwrap();
    world.add_generator(slope).unwrap();
}

/// A watched step is the step, a clone goes on with the same bits, and a rod's iterations are its own.
#[test]
fn worlds_with_generators_are_deterministic() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = heap(solver, 40, 5);
        add_to_heap(&mut world);
        let mut watched = world.clone();
        for frame in 0..150 {
            world.step();
            watched.step_with(&mut Told::default());
            assert_eq!(bits(&world), bits(&watched), "{solver:?} frame {frame}");
            assert_eq!(world.hash(), watched.hash());
            if frame == 70 {
                watched = world.clone();
            }
        }
    }
}

/// The stage of the generators follows the tests of pairs and comes before the events.
#[test]
fn generators_are_told_after_the_narrow_phase() {
    let mut world = world(SolverKind::Linear, GRAVITY);
    world.add(dynamic(ball(0.5), 0.0, 0.4)).unwrap();
    world.add(dynamic(ball(0.5), 0.9, 0.4)).unwrap();
    world.add(peg(9.0, 9.0)).unwrap();
    world.add(peg(9.0, 3.0)).unwrap();
    world.add_generator(ground()).unwrap();
    world.add_generator(rod(2, 3, 6.0)).unwrap();
    let told = told(&world);
    let order: Vec<usize> = told
        .stages
        .iter()
        .map(|stage| match stage {
            Stage::Forces(_) => 0,
            Stage::BroadPhase(_) => 1,
            Stage::NarrowPhase { .. } => 2,
            Stage::Generator { .. } => 3,
            Stage::Events(_) => 4,
            Stage::Iteration(_) => 5,
            _ => 6,
        })
        .collect();
    assert!(order.is_sorted() && order.contains(&2) && order.contains(&3), "{order:?}");
    assert!(matches!(&told.outcomes[0].1, GeneratorOutcome::Contacts(made) if made.len() == 2));
    assert_eq!(told.outcomes[1], (1, GeneratorOutcome::HoldsNothing));
    let of_ground = ContactSource::Generated { generator: 0, a: 0, b: None };
    assert!(told.iterations.iter().any(|told| told.source == of_ground));
}

/// A cable is never longer than its length, also one that bounces; then the ball comes back with its share of the speed.
#[test]
fn a_cable_that_bounces_is_never_longer_than_it_is() {
    for restitution in [0.0, 0.01, 0.5, 1.0] {
        for speed in [3.0, 20.0, 90.0] {
            for i in 0..10 {
                let mut world = world(SolverKind::Rigid, Vec2::ZERO);
                let peg = world.add(peg(0.0, 0.0)).unwrap();
                let bob = world.add(moving(ball(0.25), 1.0, 0.0, 1.0, Vec2::new(speed, 0.0))).unwrap();
                let length = 2.05 + 0.1 * i as f32;
                let made = Generator::cable(peg.index(), bob.index(), length, restitution).unwrap();
                world.add_generator(made).unwrap();
                let (mut longest, mut back) = (0.0_f32, 0.0_f32);
                for _ in 0..80 {
                    world.step();
                    longest = longest.max(position(&world, bob).x);
                    back = back.min(velocity(&world, bob).x);
                }
                let label = format!("{restitution}, {speed} m/s, {length} m");
                assert!(longest < length * 1.001, "{label}: {longest} m");
                assert!((back + restitution * speed).abs() < 1.0e-3 * speed, "{label}: back at {back} m/s");
            }
        }
    }
}

/// The warm start of the cable below counted as speed of the cable above: a kilogram between a hook and ten kilograms bounced
/// from it, and the rope, with -224 J in one frame, had +118 J in the next.
#[test]
fn a_rope_of_cables_that_bounce_gains_no_energy() {
    for cables in [2, 3, 4, 6, 10] {
        for restitution in [0.0, 0.2, 0.5, 1.0] {
            for mass in [1.0, 3.0, 10.0, 20.0] {
                for (step, slack) in [(Vec2::new(0.0, -0.5), 0.1), (Vec2::new(0.5, 0.0), 0.02)] {
                    let mut world = world(SolverKind::Rigid, GRAVITY);
                    world.add(peg(0.0, 0.0)).unwrap();
                    for i in 1..=cables {
                        let (at, mass) = (step * i as f32, if i == cables { mass } else { 1.0 });
                        world.add(moving(ball(0.1), at.x, at.y, mass, Vec2::ZERO)).unwrap();
                        let made = Generator::cable(i - 1, i, 0.5 + slack, restitution).unwrap();
                        world.add_generator(made).unwrap();
                    }
                    let start = world.energy().total();
                    let length = f64::from(cables) * f64::from(0.5 + slack);
                    let swing = length * 9.81 * f64::from(cables as f32 - 1.0 + mass);
                    for frame in 1..=300 {
                        world.step();
                        let gained = (world.energy().total() - start) / swing;
                        let label =
                            format!("{cables} cables, {restitution}, {mass} kg, {step}, frame {frame}");
                        assert!(gained < 1.0e-3, "{label}: {gained} of its swing");
                    }
                }
            }
        }
    }
}
