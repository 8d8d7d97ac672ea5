//! What lands under `Rigid` does not sink: at any speed, angle and height, on whatever it falls.

use collide2d::{
    BodyDef, Generator, Motion, Part, Phase, Pose, RigidSettings, Shape, SolverKind, World, WorldSettings,
};
use glam::Vec2;

use crate::*;

fn shapes(size: f32) -> Vec<(&'static str, Shape)> {
    let polygon = |points: &[(f32, f32)]| {
        let points: Vec<Vec2> = points.iter().map(|&point| Vec2::from(point) * size).collect();
        Shape::polygon(&points).unwrap()
    };
    vec![
        ("circle", ball(0.5 * size)),
        (
            "capsule",
            Shape::capsule(Vec2::new(-0.4, 0.0) * size, Vec2::new(0.4, 0.0) * size, 0.2 * size).unwrap(),
        ),
        ("box", block(size, size)),
        ("plank", block(1.6 * size, 0.4 * size)),
        ("triangle", polygon(&[(-0.5, -0.3), (0.5, -0.3), (0.1, 0.6)])),
        ("pentagon", polygon(&[(0.0, 0.5), (-0.48, 0.15), (-0.3, -0.4), (0.3, -0.4), (0.48, 0.15)])),
    ]
}

fn deepest(world: &World) -> f32 {
    let of_pairs = world.detect().into_iter().map(|contact| contact.contact.depth);
    let of_grounds = world.generated().into_iter().map(|made| made.contact.depth);
    of_pairs.chain(of_grounds).fold(0.0, f32::max)
}

/// The greatest depth of any pair in some frames.
fn sinks(mut world: World, frames: u32) -> (f32, u64) {
    let mut worst = (0.0, 0);
    for _ in 0..frames {
        world.step();
        let deep = deepest(&world);
        if deep > worst.0 {
            worst = (deep, world.frame());
        }
    }
    worst
}

fn report(what: &str, cases: Vec<(String, (f32, u64))>) {
    let deep: Vec<_> = cases.iter().filter(|(_, worst)| worst.0 > 0.01).collect();
    let worst = cases.iter().max_by(|p, q| p.1.0.total_cmp(&q.1.0)).unwrap();
    assert!(
        deep.is_empty(),
        "{what}: {} of {} sink, worst {worst:?}, {:#?}",
        deep.len(),
        cases.len(),
        &deep[..deep.len().min(12)]
    );
}

fn targets() -> Vec<(&'static str, Vec<BodyDef>)> {
    vec![
        ("wall", vec![floor()]),
        ("block", vec![BodyDef::new(block(40.0, 2.0), Pose::at(0.0, -1.0))]),
        ("small block", vec![BodyDef::new(block(0.6, 0.6), Pose::new(Vec2::new(0.1, -0.3), 0.0))]),
        ("slope", vec![segment((-40.0, 20.0), (40.0, -20.0))]),
        ("ground", Vec::new()),
        ("valley", vec![segment((-20.0, 20.0), (0.0, 0.0)), segment((0.0, 0.0), (20.0, 20.0))]),
    ]
}

/// Shapes that fall and are thrown at 5 to 50 m/s, flat and tilted, turning and not.
#[test]
fn no_landing_on_what_is_fixed_sinks() {
    let mut cases = Vec::new();
    for (target, defs) in targets() {
        for (name, shape) in shapes(1.0) {
            for angle in [0.0, 3.0, 17.0, 30.0, 44.0, 80.0] {
                for (i, speed) in [0.0, 5.0, 14.0, 23.0, 37.0, 50.0].into_iter().enumerate() {
                    for (across, spin, restitution) in [(0.0, 0.0, 0.0), (0.3, 200.0, 0.0), (-0.5, 0.0, 0.5)]
                    {
                        let mut world = world(SolverKind::Rigid, GRAVITY);
                        for def in &defs {
                            world.add(def.clone()).unwrap();
                        }
                        if defs.is_empty() {
                            world
                                .add_generator(Generator::ground(Vec2::ZERO, Vec2::Y, 0.0, 0.5).unwrap())
                                .unwrap();
                        }
                        let velocity = Vec2::new(across * speed, -speed);
                        let height = 2.9 + 0.173 * i as f32 + 0.031 * angle;
                        let motion = Motion::dynamic(1.0).with_velocity(velocity).with_angular_velocity(spin);
                        let at = Vec2::new(-across * height, height);
                        let def = BodyDef::new(shape.clone(), Pose::new(at, angle)).with_motion(motion);
                        world.add(def.with_restitution(restitution)).unwrap();
                        let case = format!(
                            "{name} on {target}, {angle}°, {speed} m/s, {across} {spin} {restitution}"
                        );
                        cases.push((case, sinks(world, 60)));
                    }
                }
            }
        }
    }
    report("fixed", cases);
}

/// A lift that comes covers more of the gap in the step than a landing may be deep.
#[test]
fn no_landing_on_what_comes_toward_it_sinks() {
    let mut cases = Vec::new();
    for (name, shape) in shapes(0.6) {
        for (speed, lift) in [(5.0, 2.0), (12.0, 4.0), (6.0, 1.0), (15.0, 1.0), (3.0, 0.5)] {
            for i in 0..60 {
                let mut world = world(SolverKind::Rigid, GRAVITY);
                let motion = Motion::kinematic(Vec2::new(0.0, lift));
                world.add(BodyDef::new(block(3.0, 0.5), Pose::default()).with_motion(motion)).unwrap();
                let height = 1.0 + 0.005 * i as f32;
                world.add(moving(shape.clone(), 0.2, height, 1.0, Vec2::new(0.0, -speed))).unwrap();
                let case = format!("{name} at {speed} m/s from {height} m on a lift at {lift} m/s");
                cases.push((case, sinks(world, 30)));
            }
        }
    }
    report("lifts", cases);
}

#[test]
fn no_landing_on_each_other_sinks() {
    let mut cases = Vec::new();
    for (name, shape) in shapes(1.0) {
        for (target, other) in shapes(1.0) {
            for ratio in [0.1, 1.0, 10.0] {
                for (i, speed) in [0.0, 5.0, 14.0, 23.0, 37.0, 50.0].into_iter().enumerate() {
                    for angle in [0.0, 17.0, 44.0] {
                        let mut world = world(SolverKind::Rigid, GRAVITY);
                        world.add(floor()).unwrap();
                        world.add(moving(other.clone(), 0.0, 0.5, 1.0, Vec2::ZERO)).unwrap();
                        run(&mut world, 90);
                        let height = 2.6 + 0.173 * i as f32 + 0.031 * angle;
                        let motion = Motion::dynamic(ratio).with_velocity(Vec2::new(0.0, -speed));
                        world
                            .add(
                                BodyDef::new(shape.clone(), Pose::new(Vec2::new(0.1, height), angle))
                                    .with_motion(motion),
                            )
                            .unwrap();
                        let case = format!("{name} on {target}, {angle}°, {speed} m/s, mass {ratio}");
                        cases.push((case, sinks(world, 60)));
                    }
                }
            }
        }
    }
    report("each other", cases);
}

/// A ball passes the corner of a box 1 mm away, and a spinning plank the same: neither is pushed.
#[test]
fn what_is_only_passed_by_gets_no_push() {
    for speed in [3.0, 5.0, 14.0, 29.0, 50.0, 120.0] {
        for start in 0..40 {
            let mut world = world(SolverKind::Rigid, Vec2::ZERO);
            world.add(BodyDef::new(block(1.0, 1.0), Pose::at(0.0, 0.0))).unwrap();
            world.add(moving(block(1.0, 1.0), 0.0, 4.0, 1.0, Vec2::ZERO)).unwrap();
            let x = -3.0 - 0.0371 * start as f32;
            let velocity = Vec2::new(speed, 0.0);
            let ball = world.add(moving(ball(0.25), x, 0.751, 1.0, velocity)).unwrap();
            let motion = Motion::dynamic(1.0).with_velocity(velocity).with_angular_velocity(700.0);
            // Half of its diagonal is 0.5 m.
            let plank =
                BodyDef::new(block(0.8, 0.6), Pose::new(Vec2::new(x, 2.999), 10.0)).with_motion(motion);
            let plank = world.add(plank).unwrap();
            for _ in 0..(8.0 / speed / DT) as u32 + 2 {
                world.step();
                assert_eq!(
                    (crate::velocity(&world, ball), crate::velocity(&world, plank)),
                    (velocity, velocity),
                    "{speed} {start}"
                );
                assert_eq!(world.body(plank).unwrap().angular_velocity(), 700.0);
            }
            assert!(position(&world, ball).x > 1.0 && position(&world, plank).x > 1.0);
        }
    }
}

/// Five bodies above a floor, one behind the other; each leans farther aside and is turned farther than the one below.
fn column(shape: &Shape, speed: f32, gap: f32, lean: f32, turn: f32) -> World {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(floor()).unwrap();
    for i in 0..5 {
        let i = i as f32;
        let pose = Pose::new(Vec2::new(lean * i, 1.9 + (0.77 + gap) * i), turn * i);
        let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(0.0, -speed));
        world.add(BodyDef::new(shape.clone(), pose).with_motion(motion)).unwrap();
    }
    world
}

/// What falls behind a body that lands does not sink into it. Triangles topple into a heap at once: what others press from
/// many sides there the solver pushes apart.
#[test]
fn a_column_that_falls_together_does_not_sink() {
    let mut cases = Vec::new();
    for (name, shape) in shapes(0.6).into_iter().filter(|(name, _)| *name != "triangle") {
        for speed in [0.0, 9.0, 21.0, 34.0, 50.0] {
            for gap in [0.002, 0.05, 0.2, 0.31] {
                let world = column(&shape, speed, gap, 0.01, 5.0);
                cases.push((format!("{name}, {speed} m/s, {gap}"), sinks(world, 90)));
            }
        }
    }
    report("column", cases);
}

/// Columns whose bodies meet corners and press each other aside: of 1 000 some sink, none far. Before what is pressed or left
/// to the solver was put back as well, some sank by half their size; those that hung above the floor sank least.
#[test]
fn of_many_columns_few_sink_and_none_far() {
    let mut depths = Vec::new();
    for (_, shape) in shapes(0.6).into_iter().filter(|(name, _)| *name != "triangle") {
        for speed in [4.0, 14.0, 27.0, 42.0, 50.0] {
            for gap in [0.05, 0.2, 0.5] {
                for lean in [0.0, 0.03, 0.06] {
                    for turn in [5.0, 11.0, 17.0, 29.0] {
                        let world = column(&shape, speed, gap, lean, turn);
                        if deepest(&world) == 0.0 {
                            depths.push(sinks(world, 90).0);
                        }
                    }
                }
            }
        }
    }
    let worst = depths.iter().copied().fold(0.0, f32::max);
    let sunk = depths.iter().filter(|depth| **depth > 0.01).count();
    assert!(depths.len() > 800 && sunk * 50 < depths.len(), "{sunk} of {} sink", depths.len());
    assert!(worst < 0.06, "{worst}");
}

/// What is left to the solver, because it begins deep in another, is put back before it is much deeper.
#[test]
fn what_begins_deep_lands_no_deeper() {
    for speed in [0.0, 14.0, 34.0, 50.0] {
        for lean in [0.0, 0.01, 0.03] {
            let world = column(&block(0.6, 0.6), speed, 0.002, lean, 17.0);
            let start = deepest(&world);
            assert!(start > 0.025, "{start}");
            let worst = sinks(world, 90);
            assert!(worst.0 < 1.25 * start, "{speed} m/s, {lean}: {start} m, then {worst:?}");
        }
    }
}

/// A thousand bodies in a box that fall at 10 m/s are pressed into each other; a second and a half after they land they are
/// out of each other as they are without landings.
#[test]
fn a_heap_that_lands_comes_out_of_itself() {
    let corners = [(-0.3, -0.25), (0.32, -0.2), (0.2, 0.3), (-0.28, 0.22)].map(Vec2::from);
    let heap = |seed: u64, continuous: bool| {
        let mut random = Random::seeded(seed);
        let rigid = RigidSettings { continuous, ..RigidSettings::default() };
        let settings = WorldSettings::default().with_gravity(GRAVITY).with_solver(SolverKind::Rigid);
        let mut world = World::new(settings.with_rigid(rigid)).unwrap();
        for (width, height, x, y) in
            [(24.0, 2.0, 0.0, -1.0), (2.0, 60.0, -11.0, 30.0), (2.0, 60.0, 11.0, 30.0)]
        {
            world.add(BodyDef::new(block(width, height), Pose::at(x, y))).unwrap();
        }
        for i in 0..1000 {
            let shape = match i % 3 {
                0 => ball(0.3),
                1 => block(0.6, 0.5),
                _ => Shape::polygon(&corners).unwrap(),
            };
            let x = -9.4 + 0.78 * (i % 25) as f32 + random.within(-0.05, 0.05);
            let y = 1.0 + 0.9 * (i / 25) as f32 + random.within(-0.05, 0.05);
            let pose = Pose::new(Vec2::new(x, y), random.within(0.0, 360.0));
            let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(0.0, -10.0));
            world.add(BodyDef::new(shape, pose).with_motion(motion)).unwrap();
        }
        run(&mut world, 140);
        let moving = world.detect().into_iter().filter(|found| found.b > 2);
        moving.map(|found| found.contact.depth).fold(0.0, f32::max)
    };
    // The deepest of one heap is chance: between 3 and 9 cm.
    let mean = |continuous: bool| (1..=4).map(|seed| heap(seed, continuous)).sum::<f32>() / 4.0;
    let [with, without] = [true, false].map(mean);
    assert!(with < 0.08_f32.max(1.5 * without), "{with} m deep, {without} m without landings");
}

/// What is put back, or swept and stopped, begins in that step, at the fraction that free fall has by hand; the next
/// step finds the contact as one that persists. A listener is asked then.
#[test]
fn a_contact_that_is_resolved_before_it_is_deep_begins_within_its_step() {
    // 0.5 m above the floor at 14 m/s, and a bullet-like ball at 90 m/s, faster than its radius a frame.
    for (radius, height, speed) in [(0.5, 1.0, 14.0), (0.5, 1.13, 23.0), (0.1, 2.9, 90.0)] {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        world.add(floor()).unwrap();
        world.add(moving(ball(radius), 0.0, height, 1.0, Vec2::new(0.0, -speed))).unwrap();
        let mut taken = world.clone();
        taken.set_listeners(vec![collide2d::Listener::default()]);
        let way = f64::from(speed) * f64::from(DT);
        let steps = f64::from(height - radius) / way;
        run(&mut world, steps as u32);
        assert_eq!(world.events(), []);
        world.step();
        let [begin] = *world.events() else { panic!("{:?}", world.events()) };
        assert_eq!((begin.phase, begin.since, begin.resolved_by), (Phase::Begin, world.frame(), None));
        let touch = begin.touch.unwrap();
        assert!(touch.normal.y.abs() > 0.999 && (0.0..0.001).contains(&touch.depth), "{touch:?}");
        let fraction = f64::from(begin.fraction.unwrap());
        assert!((fraction - steps.fract()).abs() < 0.001 / way, "{fraction} {steps}");
        let frame = world.frame();
        world.step();
        let [held] = *world.events() else { panic!("{:?}", world.events()) };
        assert_eq!((held.phase, held.since, held.fraction), (Phase::Persist, frame, None));
        run(&mut taken, frame as u32 + 1);
        assert!(f64::from(position(&taken, 1).y) < f64::from(height) - 0.99 * way * (frame + 1) as f64);
    }
}

/// A ball that bounces on a floor without friction: at the top of its bounce, where it has least speed, a landing made
/// 0.5 m/s along the floor 0.6079 m/s.
#[test]
fn a_landing_keeps_the_speed_along_a_frictionless_floor() {
    for timestep in [DT, 1.0 / 30.0, 0.1] {
        for (along, restitution) in [(0.5, 0.5), (5.0, 1.0), (-0.2, 0.0), (30.0, 0.7)] {
            for height in 0..30 {
                for (name, shape) in [("ball", ball(0.3)), ("box", block(0.6, 0.6))] {
                    let settings =
                        WorldSettings::default().with_gravity(GRAVITY).with_solver(SolverKind::Rigid);
                    let mut world = World::new(settings.with_timestep(timestep)).unwrap();
                    world.add(BodyDef::new(block(2_000.0, 1.0), Pose::default()).with_friction(0.0)).unwrap();
                    let height = 2.0 + 0.05 * height as f32;
                    let falls = moving(shape, 0.0, height, 1.0, Vec2::new(along, 0.0)).with_friction(0.0);
                    let falls = world.add(falls.with_restitution(restitution)).unwrap();
                    for frame in 0..100 {
                        world.step();
                        let speed = velocity(&world, falls).x;
                        assert!(
                            (speed - along).abs() < 1.0e-4 * along.abs(),
                            "{name} from {height} m at {along} m/s, step {timestep} s, frame {frame}: {speed} m/s"
                        );
                    }
                }
            }
        }
    }
}

/// Of two that turn into each other each lost half of its velocity, also of what both had: 301 kg·m/s became 200.
#[test]
fn what_turns_into_each_other_keeps_its_momentum() {
    let crates = [
        (Vec2::new(1.1, 0.7), Vec2::new(0.0, 2.0), 63.0, Vec2::new(100.3, -1.8), -150.0),
        (Vec2::new(0.5, 2.0), Vec2::new(-1.73, -1.0), 56.0, Vec2::new(102.0, 1.4), 250.0),
        (Vec2::new(0.9, 1.3), Vec2::new(1.73, -1.0), 21.0, Vec2::new(98.8, 1.4), 270.0),
    ];
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    for (size, at, angle, velocity, spin) in crates {
        let motion = Motion::dynamic(1.0).with_velocity(velocity).with_angular_velocity(spin);
        world.add(BodyDef::new(block(size.x, size.y), Pose::new(at, angle)).with_motion(motion)).unwrap();
    }
    let before = world.momentum().linear;
    for frame in 1..=180 {
        world.step();
        let now = world.momentum().linear;
        assert!(now.distance(before) < 1.0e-2, "frame {frame}: {now}, not {before}");
    }
}

/// A second part landed within the step of the bounce, which took half of the spins that the bounce had given.
#[test]
fn what_bounces_and_lands_with_another_part_keeps_its_energy() {
    let part = |shape: Shape, at: (f32, f32), turned: f32, density: f32| Part {
        density,
        ..Part::new(shape, Pose::new(Vec2::from(at), turned))
    };
    let round = Shape::rounded_rectangle(0.139838, 0.966_059_74, 0.134_897_84).unwrap();
    let both = Shape::compound(vec![
        part(ball(0.482_180_24), (-0.123_828_046, -0.257_347_55), -6.546_777, 1.133_084_2),
        part(round, (-0.295_546_86, 0.135_196_28), 161.851, 1.714_004_3),
    ]);
    let bar = part(block(0.867_640_1, 0.238_120_54), (0.264_842_3, -0.294_333_1), -73.668_724, 0.540_501_8);
    let bar = Shape::compound(vec![bar]);
    let bodies = [
        (both, Vec2::new(-4.0, -0.291_636_38), -108.836_32, 3.339_588_4, 10.878_696, 172.652_77),
        (bar, Vec2::new(4.0, 0.101_242_185), -30.72664, 2.039_527_4, -13.855_644, -70.749_405),
    ];
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    for (shape, at, angle, mass, speed, spin) in bodies {
        let motion = Motion::dynamic(mass).with_velocity(Vec2::X * speed).with_angular_velocity(spin);
        let def = BodyDef::new(shape.unwrap(), Pose::new(at, angle)).with_motion(motion);
        world.add(def.with_friction(0.0).with_restitution(1.0)).unwrap();
    }
    let kinetic = |world: &World| world.energy().kinetic;
    let before = kinetic(&world);
    for frame in 1..=60 {
        world.step();
        let now = kinetic(&world);
        assert!((now - before).abs() < 1.0e-3 * before, "frame {frame}: {now} J, not {before}");
    }
}

/// The same halved the speed of a ball that an arm throws: 38.7 m/s became 19.3.
#[test]
fn a_flipper_throws_at_its_own_speed() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let turning = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 1000.0 };
    let smooth = |def: BodyDef| def.with_friction(0.0);
    world.add(smooth(BodyDef::new(block(6.0, 0.2), Pose::default()).with_motion(turning))).unwrap();
    let ball = BodyDef::new(ball(0.2), Pose::at(2.0, 1.0)).with_motion(Motion::dynamic(1.0));
    let ball = world.add(smooth(ball)).unwrap();
    let fastest = |world: &World| world.body(ball).map_or(0.0, |body| body.velocity().length());
    let mut most = 0.0_f32;
    for _ in 0..30 {
        world.step();
        most = most.max(fastest(&world));
    }
    // At 2 m from the axis the arm moves at 35 m/s.
    assert!(most > 34.0, "{most} m/s");
}

/// Two squares that turn into each other were put back with all of their way: at 20 m/s they flew 3.4 m in a second.
#[test]
fn what_flies_together_flies_on() {
    for gravity in [Vec2::ZERO, GRAVITY] {
        for speed in [0.0, 5.0, 20.0, 100.0] {
            for spin in [-90.0, -360.0, -720.0] {
                let mut world = world(SolverKind::Rigid, gravity);
                let velocity = Vec2::new(speed, 0.0);
                for y in [0.0, 2.0] {
                    let motion = Motion::dynamic(1.0).with_velocity(velocity).with_angular_velocity(spin);
                    world.add(BodyDef::new(block(2.0, 2.0), Pose::at(0.0, y)).with_motion(motion)).unwrap();
                }
                let center =
                    |world: &World| world.bodies().iter().map(|body| body.center()).sum::<Vec2>() / 2.0;
                let start = center(&world);
                run(&mut world, 60);
                let off = center(&world) - (start + velocity + 0.5 * gravity);
                // Sub-steps that gain speed before they move fall half of one's gain farther, 2 cm in a second.
                assert!(off.length() < 0.025, "{speed} m/s, {spin}°/s, gravity {gravity}: off by {off}");
            }
        }
    }
}
