//! Lines without thickness that move under `Rigid`: rods, straight and bent chains, and compounds of walls.

use collide2d::{BodyDef, Motion, Part, Pose, Shape, SolverKind, World, WorldSettings};
use glam::Vec2;

use crate::*;

fn wall(from: (f32, f32), to: (f32, f32)) -> Shape {
    Shape::wall(from.into(), to.into()).unwrap()
}

fn chain(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&point| Vec2::from(point)).collect();
    Shape::chain(&points, false, false).unwrap()
}

fn compound(parts: Vec<Shape>) -> Shape {
    let part = |shape| Part { shape, pose: Pose::default(), density: 1.0 };
    Shape::compound(parts.into_iter().map(part).collect()).unwrap()
}

/// Where they lie flat, their lowest points are at 0.
fn straight_lines() -> Vec<(&'static str, Shape)> {
    vec![
        ("rod", wall((-0.5, 0.0), (0.5, 0.0))),
        ("straight chain", chain(&[(-0.5, 0.0), (0.1, 0.0), (0.5, 0.0)])),
        ("two walls", compound(vec![wall((-0.5, 0.0), (0.0, 0.0)), wall((0.0, 0.0), (0.5, 0.0))])),
    ]
}

/// With a cup, whose centre is not on it.
fn lines() -> Vec<(&'static str, Shape)> {
    let mut lines = straight_lines();
    lines.push(("cup", chain(&[(-0.5, 0.3), (-0.4, 0.0), (0.4, 0.0), (0.5, 0.3)])));
    lines
}

/// They were stopped 0.1 mm above what they met in every step, without a contact, while their velocity grew to 98 m/s.
#[test]
fn a_line_that_falls_flat_comes_to_rest() {
    let targets = [
        ("block", BodyDef::new(block(6.0, 0.5), Pose::at(0.0, -0.25))),
        ("circle", BodyDef::new(ball(40.0), Pose::at(0.0, -40.0))),
        (
            "polygon",
            BodyDef::new(
                Shape::polygon(&[(-3.0, -1.0), (3.0, -1.0), (3.0, 0.0), (-3.0, 0.0)].map(Vec2::from))
                    .unwrap(),
                Pose::default(),
            ),
        ),
        ("compound", BodyDef::new(compound(vec![block(6.0, 0.5)]), Pose::at(0.0, -0.25))),
    ];
    for (target, def) in targets {
        for (line, shape) in straight_lines() {
            for height in [0.0, 0.05, 1.0, 7.0] {
                for turn in [0.0, 0.01, 0.1, 1.0, 20.0] {
                    let mut world = world(SolverKind::Rigid, GRAVITY);
                    world.add(def.clone()).unwrap();
                    let pose = Pose::new(Vec2::new(0.0, height + 0.5 * f32::to_radians(turn)), turn);
                    let line_body = BodyDef::new(shape.clone(), pose).with_motion(Motion::dynamic(1.0));
                    let line_body = world.add(line_body).unwrap();
                    run(&mut world, 300);
                    let speed = velocity(&world, line_body).length();
                    let lowest = world.body(line_body).unwrap().aabb().min.y;
                    let label = format!("{line} on {target} from {height} m, {turn} degrees");
                    // A rod rocks on a disc.
                    let [slowest, deepest] = if target == "circle" { [0.3, 0.05] } else { [0.01; 2] };
                    assert!(speed < slowest && lowest.abs() < deepest, "{label}: {speed} m/s, {lowest} m");
                    assert!(!world.detect().is_empty(), "{label}");
                }
            }
        }
    }
}

/// They never touch; the rods hung above each other, and cups by their centre, which is beside them.
#[test]
fn lines_fall_through_lines() {
    let floors = [
        ("wall", wall((-3.0, 0.0), (3.0, 0.0))),
        ("chain", chain(&[(-3.0, 0.5), (0.0, 0.0), (3.0, 0.5)])),
        ("two walls", compound(vec![wall((-3.0, 0.0), (0.0, 0.0)), wall((0.0, 0.0), (3.0, 0.0))])),
        ("three walls", compound(vec![wall((-2.0, 0.0), (2.0, 0.0)), wall((-2.0, 0.0), (-3.0, 1.0))])),
    ];
    for (floor, floor_shape) in floors {
        for (line, shape) in lines() {
            for turn in [0.0, 1.0, 30.0, 90.0] {
                let mut world = world(SolverKind::Rigid, GRAVITY);
                world.add(BodyDef::new(floor_shape.clone(), Pose::default())).unwrap();
                let fall = |x: f32| {
                    BodyDef::new(shape.clone(), Pose::new(Vec2::new(x, 1.0), turn))
                        .with_motion(Motion::dynamic(1.0))
                };
                let (falls, free) = (world.add(fall(0.0)).unwrap(), world.add(fall(50.0)).unwrap());
                run(&mut world, 60);
                let [falls, free] = [falls, free].map(|body| position(&world, body).y);
                assert!((falls - free).abs() < 1.0e-4, "{line} through {floor}, {turn}: {falls} m, {free} m");
            }
        }
    }
}

/// It floated 0.096 mm above the slope and slid down at 7.6 m/s.
#[test]
fn friction_holds_a_rod_on_a_slope() {
    for degrees in [10.0, 30.0, 40.0] {
        for (line, shape) in straight_lines() {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            let slope = BodyDef::new(block(12.0, 1.0), Pose::new(Vec2::ZERO, degrees)).with_friction(1.0);
            world.add(slope).unwrap();
            let start = Pose::new(Vec2::ZERO, degrees).rotation.rotate(Vec2::new(0.0, 0.5));
            let rod = BodyDef::new(shape, Pose::new(start, degrees)).with_friction(1.0);
            let rod = world.add(rod.with_motion(Motion::dynamic(2.0))).unwrap();
            run(&mut world, 60);
            let landed = position(&world, rod);
            run(&mut world, 60);
            let [slid, moved] = [start, position(&world, rod)].map(|place| place.distance(landed));
            assert!(slid < 0.02 && moved < 1.0e-3, "{line}, {degrees} degrees: {slid} m, then {moved} m");
            assert!(!world.detect().is_empty(), "{line}, {degrees} degrees");
        }
    }
}

/// The middle of a bracket is in the air: what stands there does not hold it.
#[test]
fn a_bracket_falls_over_a_post() {
    let part = |shape, x, y| Part { shape, pose: Pose::at(x, y), density: 1.0 };
    let bracket = vec![
        part(block(2.0, 0.2), 0.0, 0.9),
        part(block(0.2, 2.0), -0.9, 0.0),
        part(block(0.2, 2.0), 0.9, 0.0),
    ];
    let shapes = [
        ("bracket", Shape::compound(bracket).unwrap()),
        ("chain", chain(&[(-0.9, -1.0), (-0.9, 1.0), (0.9, 1.0), (0.9, -1.0)])),
    ];
    for (name, shape) in shapes {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.add(BodyDef::new(block(8.0, 1.0), Pose::at(0.0, -0.5))).unwrap();
        // As high as it can be without holding the bracket.
        world.add(BodyDef::new(block(0.4, 1.7), Pose::at(0.0, 0.85))).unwrap();
        let falls = BodyDef::new(shape, Pose::at(0.0, 4.0)).with_motion(Motion::dynamic(1.0));
        let falls = world.add(falls).unwrap();
        run(&mut world, 240);
        let (lowest, speed) = (world.body(falls).unwrap().aabb().min.y, velocity(&world, falls).length());
        assert!(lowest.abs() < 0.01 && speed < 0.01, "{name}: {lowest} m, {speed} m/s");
    }
}

/// At any speed: a rod, a chain and a cup that spin onto a floor of half a metre stay above it.
#[test]
fn no_line_that_spins_goes_through_a_floor() {
    for (line, shape) in lines() {
        let mut through = 0;
        for i in 0..150 {
            let mut random = Random::seeded(i);
            let mut world = world(SolverKind::Rigid, GRAVITY);
            world.add(BodyDef::new(block(100.0, 0.5), Pose::at(0.0, -0.25))).unwrap();
            let motion = Motion::dynamic(1.0)
                .with_velocity(Vec2::new(random.within(-20.0, 20.0), random.within(-70.0, 0.0)))
                .with_angular_velocity(random.within(-1500.0, 1500.0));
            let pose = Pose::new(Vec2::new(0.0, random.within(0.7, 3.0)), random.within(0.0, 360.0));
            let falls = world.add(BodyDef::new(shape.clone(), pose).with_motion(motion)).unwrap();
            for _ in 0..60 {
                world.step();
                through += u32::from(world.body(falls).unwrap().center().y < -0.1);
            }
        }
        assert_eq!(through, 0, "{line}");
    }
}

/// A rod that comes to a chain, which it never touches, beside a box: it hung there at 275 m/s, and the box stood still at
/// 2.5 m/s.
#[test]
fn a_rod_falls_through_a_chain_beside_a_box() {
    let settings = WorldSettings::default().with_gravity(GRAVITY).with_solver(SolverKind::Rigid);
    let mut world = World::new(settings.with_timestep(0.05)).unwrap();
    let valley = chain(&[(5.0, 0.5), (2.1, -0.1), (0.3, 0.0), (-2.0, 0.2), (-5.0, 1.0)]);
    world.add(BodyDef::new(valley, Pose::default()).with_friction(1.0)).unwrap();
    let ledge = BodyDef::new(block(2.0, 0.2), Pose::new(Vec2::new(0.8957, 1.2), -2.2544));
    world.add(ledge.with_one_way(Some(Vec2::Y))).unwrap();
    let rounded = Shape::rounded_rectangle(0.42363, 0.70763, 0.087312).unwrap();
    let motion = Motion::dynamic(2.487469).with_velocity(Vec2::new(-2.421934, 2.309925));
    let pose = Pose::new(Vec2::new(-0.744835, 4.801573), 4.372741);
    let slides = world.add(BodyDef::new(rounded, pose).with_motion(motion).with_friction(0.0)).unwrap();
    let rod = wall((-0.209519, 0.103268), (0.192322, 0.019903));
    let pose = Pose::new(Vec2::new(0.160261, 6.673961), -52.93866);
    let rod = BodyDef::new(rod, pose).with_motion(Motion::dynamic(1.870902)).with_friction(0.5);
    let rod = world.add(rod).unwrap();
    run(&mut world, 60);
    let (start, mut way) = (position(&world, slides), Vec2::ZERO);
    for _ in 0..100 {
        world.step();
        way += velocity(&world, slides) * 0.05;
    }
    let moved = position(&world, slides) - start;
    assert!(moved.distance(way) < 0.05 * way.length(), "{moved} m, {way} m by its velocity");
    assert!(position(&world, rod).y < -50.0, "{}", position(&world, rod));
}
