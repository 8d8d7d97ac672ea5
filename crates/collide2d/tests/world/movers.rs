//! Movers: they walk, climb, jump and slide; what they meet stops them and they stop at it.

use collide2d::{
    BodyDef, Filter, Generator, Motion, MoverObstacle, MoverPurpose, MoverSurface, Pose, Shape, SolverKind,
    StepObserver, World, WorldInput, WorldSettings, closest_points,
};
use glam::Vec2;

use crate::*;

/// More than the distance that a mover of a metre keeps from its obstacles.
const SKIN: f32 = 0.0051;
const SOLVERS: [SolverKind; 3] = [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid];

/// Observes, and does nothing.
struct Observed;

impl StepObserver for Observed {}

fn hero(shape: Shape, x: f32, y: f32) -> BodyDef {
    BodyDef::new(shape, Pose::at(x, y)).with_motion(Motion::mover())
}

fn capsule() -> Shape {
    Shape::capsule(Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5), 0.3).unwrap()
}

/// A circle, a box and a capsule, each with the height of its position above its lowest point.
fn shapes() -> [(Shape, f32); 3] {
    [(ball(0.4), 0.4), (block(0.6, 1.6), 0.8), (capsule(), 0.8)]
}

fn fixed(world: &mut World, shape: Shape, x: f32, y: f32) -> u32 {
    world.add(BodyDef::new(shape, Pose::at(x, y))).unwrap().index()
}

fn walk(frame: u64, body: u32, direction: f32) -> WorldInput {
    WorldInput::Walk { frame, body, direction, jump: false }
}

/// How deep it is in the deepest other body that it meets; negative: how far from the nearest.
fn depth(world: &World, body: u32) -> f32 {
    let own = world.body(body).unwrap();
    let others = (0..).zip(world.bodies()).filter(|(index, other)| *index != body && !other.is_sensor());
    let distance = others
        .map(|(_, other)| closest_points(own.shape(), own.pose(), other.shape(), other.pose()).distance);
    -distance.fold(f32::INFINITY, f32::min)
}

#[test]
fn a_mover_falls_as_the_textbook_has_it_and_lands_at_any_speed() {
    for solver in SOLVERS {
        for (shape, half) in shapes() {
            for speed in [0.0, 14.0, 50.0] {
                let mut world = world(solver, GRAVITY);
                fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
                let def = hero(shape.clone(), 0.0, 5.0 + half);
                let motion = def.motion.with_velocity(Vec2::new(0.0, -speed));
                let body = world.add(def.with_motion(motion)).unwrap().index();
                for frame in 1..=120_u32 {
                    world.step();
                    let (time, y) = (frame as f32 * DT, position(&world, body).y - half);
                    let free = 5.0 - speed * time - 0.5 * 9.81 * time * time;
                    if free > 0.02 {
                        assert!((y - free).abs() < 1.0e-3, "{solver:?} {speed} {frame}: {y} {free}");
                        assert_eq!(world.mover_ground(body), None);
                    } else if free < 0.0 {
                        assert!((0.0..SKIN).contains(&y), "{solver:?} {speed} {frame}: {y}");
                        assert_eq!(world.body(body).unwrap().velocity(), Vec2::ZERO);
                        let ground = world.mover_ground(body).expect("it stands");
                        assert_eq!((ground.obstacle, ground.normal), (MoverObstacle::Body(0), Vec2::Y));
                    }
                    assert!(!world.movers()[0].stuck);
                }
            }
        }
    }
}

/// Tiles side by side, as a level has them.
#[test]
fn a_mover_walks_over_tiles_at_its_speed() {
    for (shape, half) in shapes() {
        for lift in [0.0, 1.0e-6, 0.002] {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            for x in 0..12 {
                fixed(&mut world, block(1.0, 1.0), x as f32, -0.5 + if x % 2 == 0 { 0.0 } else { lift });
            }
            let body = world.add(hero(shape.clone(), 0.0, half)).unwrap().index();
            world.set_inputs(vec![walk(0, body, 1.0)]).unwrap();
            for frame in 1..=150 {
                world.step();
                let at = position(&world, body);
                assert!((at.x - 4.0 * frame as f32 * DT).abs() < 0.02, "{frame}: {at}");
                assert!((-1.0e-5..SKIN + lift).contains(&(at.y - half)), "{frame}: {at}");
                assert!(world.mover_ground(body).is_some(), "{frame}: {at}");
            }
        }
    }
}

/// A hill: up at an angle, a plateau, and down again.
fn hill(degrees: f32) -> Shape {
    let rise = 3.0 * degrees.to_radians().tan();
    let points = [(-10.0, 0.0), (0.0, 0.0), (3.0, rise), (6.0, rise), (9.0, 0.0), (20.0, 0.0)];
    Shape::chain(&points.map(Vec2::from), false, false).unwrap()
}

#[test]
fn a_mover_keeps_to_slopes_and_is_stopped_by_what_is_too_steep() {
    for (shape, half) in shapes() {
        for degrees in [10.0, 30.0, 44.0, 50.0, 70.0] {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            fixed(&mut world, hill(degrees), 0.0, 0.0);
            let body = world.add(hero(shape.clone(), -1.0, half)).unwrap().index();
            world.set_inputs(vec![walk(0, body, 1.0)]).unwrap();
            let mut top = 0.0_f32;
            for frame in 1..=240 {
                world.step();
                let at = position(&world, body);
                top = top.max(at.y - half);
                assert!(world.mover_ground(body).is_some(), "{degrees} {half}, frame {frame}: {at}");
                assert!(depth(&world, body) < 1.0e-4, "{degrees}, frame {frame}: {at}");
            }
            let (x, rise) = (position(&world, body).x, 3.0 * degrees.to_radians().tan());
            if degrees < 45.0 {
                assert!(x > 9.0 && top > rise - 0.01 && top < rise + 0.2, "{degrees} {half}: {x} {top}");
            } else {
                assert!(x < 0.0 && top < 0.02, "{degrees} {half}: {x} {top}");
            }
        }
    }
}

#[test]
fn a_mover_climbs_steps_that_are_low_enough() {
    let mut set_down = 0;
    for (shape, half) in shapes() {
        for (height, climbs) in [(0.05, true), (0.2, true), (0.24, true), (0.27, false), (0.6, false)] {
            for direction in [1.0, 0.1, -1.0] {
                let mut world = world(SolverKind::Rigid, GRAVITY);
                fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
                let side = f32::signum(direction);
                fixed(&mut world, block(4.0, 2.0), 3.0 * side, height - 1.0);
                let body = world.add(hero(shape.clone(), 0.0, half)).unwrap().index();
                world.set_inputs(vec![walk(0, body, direction)]).unwrap();
                let frames = (150.0 / direction.abs().max(0.1)).min(600.0) as u32;
                for frame in 1..=frames {
                    world.step();
                    assert!(depth(&world, body) < 1.0e-4, "{height} {half}, frame {frame}");
                    if position(&world, body).x.abs() > 2.0 {
                        break;
                    }
                }
                let at = position(&world, body);
                let what = format!("{half} m high, step {height}, direction {direction}: {at}");
                if climbs {
                    assert!(
                        at.x * side > 1.5 && (height - 1.0e-4..height + SKIN).contains(&(at.y - half)),
                        "{what}"
                    );
                } else {
                    assert!(at.x * side < 1.0 && at.y - half < SKIN, "{what}");
                    assert!(world.movers()[0].stuck, "{what}");
                    let casts = &world.movers()[0].casts;
                    let down = casts.iter().find(|cast| cast.purpose == MoverPurpose::StepDown);
                    // The round foot of the capsule is set down on its corner.
                    if let Some(hit) =
                        down.and_then(|cast| cast.hit).filter(|hit| hit.obstacle == MoverObstacle::Body(1))
                    {
                        assert_eq!(hit.surface, MoverSurface::TooHigh, "{what}");
                        set_down += 1;
                    }
                }
            }
        }
    }
    assert!(set_down > 0, "{set_down}");
}

#[test]
fn a_mover_jumps_through_a_one_way_platform_and_stands_on_it() {
    for solver in SOLVERS {
        for (shape, half) in shapes() {
            let mut world = world(solver, GRAVITY);
            fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
            let platform = BodyDef::new(block(2.0, 0.2), Pose::at(0.0, 1.2)).with_one_way(Some(Vec2::Y));
            world.add(platform).unwrap();
            let body = world.add(hero(shape, 0.0, half)).unwrap().index();
            world.set_inputs(vec![WorldInput::Walk { frame: 5, body, direction: 0.0, jump: true }]).unwrap();
            let mut top = 0.0_f32;
            for _ in 0..120 {
                world.step();
                top = top.max(position(&world, body).y - half);
            }
            // v²/2g, from a skin above the floor.
            assert!((top - 36.0 / (2.0 * 9.81)).abs() < 0.02, "{solver:?}: {top}");
            let y = position(&world, body).y - half;
            assert!((1.3..1.3 + SKIN).contains(&y), "{solver:?} {half}: {y}");
            assert_eq!(world.mover_ground(body).unwrap().obstacle, MoverObstacle::Body(1));
        }
    }
}

#[test]
fn a_mover_is_carried_by_lifts_and_belts() {
    for (velocity, conveyor) in [((0.0, 1.0), 0.0), ((0.0, -1.0), 0.0), ((1.5, 0.5), 0.0), ((0.0, 0.0), 2.0)]
    {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        let lift = BodyDef::new(block(6.0, 0.5), Pose::at(0.0, -0.25));
        let lift = lift.with_motion(Motion::kinematic(velocity.into())).with_conveyor(conveyor);
        let lift = world.add(lift).unwrap().index();
        let body = world.add(hero(block(0.6, 1.6), 0.0, 0.8)).unwrap().index();
        for frame in 1..=60 {
            world.step();
            let from = position(&world, body) - position(&world, lift);
            assert!((from.x - conveyor * frame as f32 * DT).abs() < 0.01, "{velocity:?} {frame}: {from}");
            assert!((1.05 - 1.0e-4..1.05 + SKIN).contains(&from.y), "{velocity:?} {frame}: {from}");
            assert!(world.mover_ground(body).is_some(), "{velocity:?} {frame}");
        }
    }
}

#[test]
fn what_a_lift_carries_against_a_wall_has_the_velocity_of_the_wall() {
    for wall_velocity in [0.0, 1.0] {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        let lift = BodyDef::new(block(40.0, 1.0), Pose::at(0.0, -0.5));
        world.add(lift.with_motion(Motion::kinematic(Vec2::new(5.0, 0.0)))).unwrap();
        let wall = BodyDef::new(block(1.0, 4.0), Pose::at(2.0, 2.1));
        world.add(wall.with_motion(Motion::kinematic(Vec2::new(wall_velocity, 0.0)))).unwrap();
        let body = world.add(hero(block(0.6, 1.2), 0.0, 0.6)).unwrap().index();
        for frame in 1..=60 {
            let before = position(&world, body);
            world.step();
            // It meets the wall after 1.2 m at 5 m/s, or at 4 m/s beside a wall that goes on at 1.
            let is_held = frame > 20;
            let expected = if is_held { wall_velocity } else { 5.0 };
            let told = world.body(body).unwrap().velocity().x;
            let moved = (position(&world, body).x - before.x) / DT;
            if frame < 14 || is_held {
                assert!((told - expected).abs() < 0.01, "{wall_velocity} {frame}: {told} for {expected}");
                assert!((moved - expected).abs() < 0.02, "{wall_velocity} {frame}: {moved} for {expected}");
            }
            assert!(depth(&world, body) < 0.0, "{wall_velocity} {frame}");
        }
    }
}

#[test]
fn a_mover_is_stopped_by_walls_and_ceilings_and_slides_along_them() {
    let mut world = world(SolverKind::Linear, GRAVITY);
    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
    fixed(&mut world, block(1.0, 9.0), 3.0, 4.5);
    fixed(&mut world, block(40.0, 1.0), 0.0, 2.7);
    let body = world.add(hero(block(0.6, 1.6), 0.0, 0.8)).unwrap().index();
    let jump = |frame| WorldInput::Walk { frame, body, direction: 1.0, jump: true };
    world.set_inputs(vec![walk(0, body, 1.0), jump(60)]).unwrap();
    for _ in 0..60 {
        world.step();
    }
    assert!((2.2 - SKIN - 1.0e-4..2.2).contains(&position(&world, body).x), "{}", position(&world, body));
    assert!(world.movers()[0].stuck);
    let mut top = 0.0_f32;
    for _ in 0..60 {
        world.step();
        top = top.max(position(&world, body).y);
        assert!(depth(&world, body) < 0.0);
    }
    // The ceiling is at 2.2 m.
    assert!((1.4 - SKIN..1.4).contains(&top), "{top}");
    let hit = world.movers()[0]
        .casts
        .iter()
        .find_map(|cast| cast.hit.filter(|hit| hit.surface == MoverSurface::Wall));
    assert_eq!(hit.map(|hit| (hit.obstacle, hit.normal)), Some((MoverObstacle::Body(1), Vec2::NEG_X)));
}

#[test]
fn a_mover_meets_what_its_masks_say_and_no_sensors() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    for (x, sensor, filter) in [
        (2.0, true, Filter::default()),
        (4.0, false, Filter { is: 2, meets: 2 }),
        (6.0, false, Filter { is: 1, meets: 1 }),
    ] {
        let def = BodyDef::new(block(0.2, 4.0), Pose::at(x, 0.0)).with_sensor(sensor).with_filter(filter);
        world.add(def).unwrap();
    }
    let body =
        world.add(hero(block(0.6, 1.6), 0.0, 0.0).with_filter(Filter { is: 1, meets: 1 })).unwrap().index();
    world.set_inputs(vec![walk(0, body, 1.0)]).unwrap();
    run(&mut world, 150);
    let x = position(&world, body).x;
    assert!((5.6 - SKIN - 1.0e-4..5.6).contains(&x), "{x}");
}

#[test]
fn a_mover_is_pushed_out_of_what_it_overlaps_and_stuck_where_it_cannot_be() {
    let mut world = world(SolverKind::Off, GRAVITY);
    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
    let body = world.add(hero(block(0.6, 1.6), 0.0, 0.6)).unwrap().index();
    world.step();
    let y = position(&world, body).y;
    assert!((0.8..0.8 + SKIN).contains(&y), "{y}");
    assert_eq!(world.movers()[0].casts[0].purpose, MoverPurpose::PushOut);
    // A ceiling that comes down on it.
    let crusher = BodyDef::new(block(4.0, 1.0), Pose::at(0.0, 2.2));
    world.add(crusher.with_motion(Motion::kinematic(Vec2::new(0.0, -1.0)))).unwrap();
    run(&mut world, 5);
    assert!(!world.movers()[0].stuck);
    run(&mut world, 20);
    assert!(world.movers()[0].stuck);
}

#[test]
fn a_mover_stands_on_a_ground_of_the_generators() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let normal = Vec2::new(-0.5, 3.0_f32.sqrt() * 0.5);
    world.add_generator(Generator::ground(Vec2::ZERO, normal, 0.0, 0.5).unwrap()).unwrap();
    let body = world.add(hero(ball(0.4), 0.0, 2.0)).unwrap().index();
    world.set_inputs(vec![walk(90, body, 1.0)]).unwrap();
    run(&mut world, 90);
    let from_line = |world: &World| position(world, body).dot(normal) - 0.4;
    assert!((0.0..SKIN).contains(&from_line(&world)), "{}", from_line(&world));
    let stands = position(&world, body);
    run(&mut world, 60);
    let way = position(&world, body) - stands;
    assert!((way.length() - 4.0).abs() < 1.0e-3 && way.dot(normal).abs() < SKIN, "{way}");
}

#[test]
fn a_world_with_movers_goes_on_from_a_snapshot_to_the_same_bits() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(BodyDef::new(hill(30.0), Pose::default())).unwrap();
    for x in 0..6 {
        world.add(dynamic(block(0.5, 0.5), x as f32, 6.0)).unwrap();
    }
    let body = world.add(hero(capsule(), -3.0, 1.0)).unwrap().index();
    // Two on a train, who walk into each other and jump, and what pushes them.
    let train = BodyDef::new(block(40.0, 0.2), Pose::at(0.0, -20.1));
    world.add(train.with_motion(Motion::kinematic(Vec2::new(5.0, 0.5)))).unwrap();
    let pusher = BodyDef::new(block(1.0, 2.0), Pose::at(-6.0, -18.0));
    world.add(pusher.with_motion(Motion::kinematic(Vec2::new(9.0, 0.5)))).unwrap();
    let [one, other] = [-2.0, 2.0].map(|x| world.add(hero(capsule(), x, -19.195)).unwrap().index());
    let jump = |frame, body, direction| WorldInput::Walk { frame, body, direction, jump: true };
    let jumps = [jump(100, body, 0.5), jump(50, one, 1.0), jump(60, other, -0.5)];
    let walks = [walk(0, body, 1.0), walk(0, one, 1.0), walk(0, other, -1.0)];
    world.set_inputs(walks.into_iter().chain(jumps).collect()).unwrap();
    for _ in 0..150 {
        world.step();
        let mut other = World::from_snapshot(&world.snapshot()).unwrap();
        let mut copy = world.clone();
        let mut next = world.clone();
        next.step();
        other.step();
        copy.step_with(&mut Observed);
        assert_eq!((bits(&other), other.movers()), (bits(&next), next.movers()));
        assert_eq!((bits(&copy), copy.movers()), (bits(&next), next.movers()));
    }
}

#[test]
fn a_body_becomes_a_mover_and_is_none_any_more() {
    let mut world = world(SolverKind::Linear, GRAVITY);
    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
    let body = world.add(dynamic(block(0.6, 1.6), 0.0, 0.8)).unwrap().index();
    world.set_inputs(vec![walk(0, body, 1.0)]).unwrap();
    run(&mut world, 10);
    assert_eq!((position(&world, body).x, world.movers().len()), (0.0, 0));
    world.body_mut(body).unwrap().set_motion(Motion::mover()).unwrap();
    run(&mut world, 15);
    assert!((position(&world, body).x - 1.0).abs() < 1.0e-3);
    world.body_mut(body).unwrap().set_motion(Motion::Static).unwrap();
    run(&mut world, 15);
    assert!((position(&world, body).x - 1.0).abs() < 1.0e-3 && world.movers().is_empty());
    world.body_mut(body).unwrap().set_motion(Motion::mover()).unwrap();
    world.remove(body);
    run(&mut world, 2);
    assert!(world.movers().is_empty());
}

/// Random levels of boxes, polygons and chains, on which movers of every shape run about and jump: they end no step in what is
/// fixed, and pass through nothing.
#[test]
fn a_mover_ends_no_step_in_what_is_fixed() {
    for seed in 0..200 {
        let mut random = Random::seeded(seed);
        let mut world = world(SOLVERS[seed as usize % 3], GRAVITY);
        for (size, x, y) in [
            ((44.0, 1.0), 0.0, -0.5),
            ((1.0, 30.0), -20.0, 10.0),
            ((1.0, 30.0), 20.0, 10.0),
            ((44.0, 1.0), 0.0, 20.0),
        ] {
            fixed(&mut world, block(size.0, size.1), x, y);
        }
        for _ in 0..30 {
            let shape = block(random.within(0.2, 4.0), random.within(0.2, 1.5));
            let pose = Pose::new(
                Vec2::new(random.within(-18.0, 18.0), random.within(0.0, 10.0)),
                random.within(-60.0, 60.0),
            );
            world.add(BodyDef::new(shape, pose)).unwrap();
        }
        let (shape, _) = shapes()[seed as usize % 3].clone();
        let body = world.add(hero(shape, random.within(-15.0, 15.0), 17.0)).unwrap().index();
        let inputs = (0..60).map(|i| WorldInput::Walk {
            frame: i * 10,
            body,
            direction: random.within(-1.0, 1.0),
            jump: random.next() < 0.5,
        });
        world.set_inputs(inputs.collect()).unwrap();
        for frame in 1..=600 {
            world.step();
            let (at, deep) = (position(&world, body), depth(&world, body));
            assert!(deep < 1.0e-4, "{seed}, frame {frame}: {deep} deep at {at}: {:#?}", world.movers()[0]);
            assert!(at.x.abs() < 19.6 && (0.0..19.6).contains(&at.y), "{seed}, frame {frame}: {at}");
        }
    }
}

/// Crates stop it, and one that lies on its head does not keep it from walking.
#[test]
fn a_mover_pushes_nothing_and_carries_what_lies_on_it() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
    let body = world.add(hero(block(0.6, 1.6), 0.0, 0.8)).unwrap().index();
    let obstacle = world.add(dynamic(block(1.0, 1.0), 3.0, 0.5)).unwrap().index();
    let load = world.add(dynamic(block(0.5, 0.5), 0.0, 1.9)).unwrap().index();
    world.set_inputs(vec![walk(60, body, 0.25)]).unwrap();
    for frame in 0..240 {
        world.step();
        assert!(
            !world.movers()[0].stuck || position(&world, body).x > 2.19,
            "{frame}: {:#?}",
            world.movers()[0]
        );
    }
    assert!(world.movers()[0].stuck);
    assert!((2.2 - SKIN - 1.0e-4..2.2).contains(&position(&world, body).x), "{}", position(&world, body));
    assert!((position(&world, obstacle) - Vec2::new(3.0, 0.5)).length() < 0.01);
    let from = position(&world, load) - position(&world, body);
    assert!(from.x.abs() < 0.3 && (from.y - 1.05).abs() < 0.02, "{from}");
}

/// A chain whose right-hand side is its upper one.
#[test]
fn a_mover_comes_through_a_one_sided_chain_from_behind() {
    for (shape, half) in shapes() {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
        let points = [Vec2::new(6.0, 1.2), Vec2::new(0.0, 1.2), Vec2::new(-6.0, 1.2)];
        world.add(BodyDef::new(Shape::chain(&points, false, true).unwrap(), Pose::default())).unwrap();
        let body = world.add(hero(shape, -2.0, half)).unwrap().index();
        let jump = WorldInput::Walk { frame: 5, body, direction: 0.5, jump: true };
        world.set_inputs(vec![jump]).unwrap();
        run(&mut world, 120);
        let at = position(&world, body);
        assert!((1.2..1.2 + SKIN).contains(&(at.y - half)) && (at.x - 1.83).abs() < 0.1, "{half}: {at}");
    }
}

/// Uneven ground of gentle slopes, as one chain or of single walls, at every scale and place, with any direction up.
#[test]
fn a_mover_crosses_uneven_ground_without_a_stop() {
    for seed in 0..150 {
        let mut random = Random::seeded(seed);
        let scale = [0.05, 1.0, 20.0][seed as usize % 3];
        let place = [Vec2::ZERO, Vec2::new(800.0, -300.0)][seed as usize / 3 % 2];
        let turn = random.within(-180.0, 180.0);
        let pose = Pose::new(place, turn);
        let out = |at: Vec2| pose.rotation.rotate(at);
        let mut world = world(SolverKind::Rigid, out(GRAVITY * scale));
        let mut points = vec![Vec2::new(-3.0, 0.0) * scale, Vec2::ZERO];
        for _ in 0..12 {
            let last = points[points.len() - 1];
            points.push(last + Vec2::new(1.0, random.within(-0.6, 0.6)) * scale);
        }
        let end = points[points.len() - 1];
        points.push(end + Vec2::new(5.0, 0.0) * scale);
        if seed % 2 == 0 {
            world.add(BodyDef::new(Shape::chain(&points, false, false).unwrap(), pose)).unwrap();
        } else {
            for pair in points.windows(2) {
                world.add(BodyDef::new(Shape::wall(pair[0], pair[1]).unwrap(), pose)).unwrap();
            }
        }
        let shape = match seed % 5 {
            0 | 1 => ball(0.4 * scale),
            2 | 3 => Shape::capsule(Vec2::new(0.0, -0.5) * scale, Vec2::new(0.0, 0.5) * scale, 0.3 * scale)
                .unwrap(),
            _ => block(0.6 * scale, 1.6 * scale),
        };
        let motion = Motion::Mover {
            velocity: Vec2::ZERO,
            up: out(Vec2::Y),
            max_slope: 45.0,
            step: 0.25 * scale,
            snap: 0.4 * scale,
            speed: 3.0 * scale,
            jump: 0.0,
        };
        let at = pose.world_from_local(Vec2::new(-1.0, 0.9) * scale);
        let body = world.add(BodyDef::new(shape, Pose::new(at, turn)).with_motion(motion)).unwrap().index();
        world.set_inputs(vec![walk(60, body, 1.0)]).unwrap();
        run(&mut world, 60);
        let mut last = pose.local_from_world(position(&world, body)).x;
        for frame in 60..400 {
            world.step();
            let local = pose.local_from_world(position(&world, body));
            let moved = (local.x - last) / (3.0 * scale * DT);
            last = local.x;
            if local.x > 12.5 * scale {
                break;
            }
            let told = &world.movers()[0];
            assert!(
                world.mover_ground(body).is_some(),
                "{seed}, frame {frame}: in the air at {local}: {told:#?}"
            );
            assert!(
                (0.2..1.2).contains(&moved),
                "{seed}, frame {frame}: {moved} of its way at {local}: {told:#?}"
            );
        }
        assert!(last > 12.0 * scale, "{seed}: {last}");
    }
}

/// What it walks on, 0 m high, and a mover 2.5 m before `steps`, each with its tread, one higher than the other. Returns after
/// how many frames it stands on the last of them at `x`.
fn climb(shape: &Shape, half: f32, speed: f32, [height, tread]: [f32; 2], count: u32) -> Result<u32, String> {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
    for step in 0..count {
        let left = 2.5 + tread * step as f32;
        fixed(&mut world, block(20.0, 1.0), left + 10.0, height * (step + 1) as f32 - 0.5);
    }
    let def = hero(shape.clone(), 0.0, half);
    let Motion::Mover { velocity, up, max_slope, step, snap, jump, .. } = def.motion else { unreachable!() };
    let motion = Motion::Mover { velocity, up, max_slope, step, snap, speed, jump };
    let body = world.add(def.with_motion(motion)).unwrap().index();
    world.set_inputs(vec![walk(0, body, 1.0)]).unwrap();
    let way = 4.0 + tread * count as f32;
    let mut last = Vec2::ZERO;
    for frame in 1..=(2.0 * way / (speed * DT)) as u32 + 200 {
        world.step();
        let at = position(&world, body);
        let holds = at.y > last.y - 0.01 && at.x > last.x && depth(&world, body) < 1.0e-4;
        if !holds || world.mover_ground(body).is_none() || world.movers()[0].stuck {
            return Err(format!("frame {frame}, after {last}: {at}"));
        }
        last = at;
        if at.x >= way {
            let above = at.y - half - height * count as f32;
            return if (-1.0e-4..SKIN).contains(&above) {
                Ok(frame)
            } else {
                Err(format!("{above} m above"))
            };
        }
    }
    Err("not there".to_owned())
}

/// Rounding the corner of a step is no wall in one step and ground in the next: what is no higher than `step` costs no time.
#[test]
fn a_mover_of_any_roundness_climbs_steps_and_stairs_at_its_speed() {
    let upright =
        |half: f32, radius: f32| Shape::capsule(Vec2::new(0.0, -half), Vec2::new(0.0, half), radius).unwrap();
    let round =
        |radius: f32| Shape::rounded_rectangle(0.6 - 2.0 * radius, 1.6 - 2.0 * radius, radius).unwrap();
    let shapes = [
        (ball(0.1), 0.1),
        (ball(0.2), 0.2),
        (ball(0.3), 0.3),
        (ball(0.7), 0.7),
        (upright(0.3, 0.2), 0.5),
        (upright(0.3, 0.3), 0.6),
        (round(0.003), 0.8),
        (round(0.02), 0.8),
        (round(0.1), 0.8),
        (round(0.29), 0.8),
        (block(0.6, 1.6), 0.8),
    ];
    let mut failed = Vec::new();
    for (shape, half) in &shapes {
        for speed in [0.1, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0] {
            let single =
                [0.01, 0.05, 0.1, 0.15, 0.175, 0.2, 0.225, 0.24, 0.25].map(|height| ([height, 9.0], 1));
            let stairs =
                [[0.2, 0.5], [0.18, 0.28], [0.2, 0.3], [0.25, 0.25], [0.1, 0.1]].map(|size| (size, 10));
            for (size, count) in single.into_iter().chain(stairs) {
                let size = if count == 1 { [size[0], 0.0] } else { size };
                let frames = climb(shape, *half, speed, size, count);
                let level = ((4.0 + size[1] * count as f32) / (speed * DT)).ceil() as u32;
                if !frames.as_ref().is_ok_and(|frames| *frames <= level + level / 20 + 1) {
                    failed.push(format!(
                        "{half} {:?} at {speed} m/s, {size:?} x {count}: {frames:?} of {level}",
                        shape.kind()
                    ));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}: {failed:#?}", failed.len());
}

/// What it is told in the air is that with which it moves on: on a train at 5 m/s it jumps straight up, and lands where it stood;
/// over the front of a lift at 2 m/s it walks on at 6 m/s, until a wall or ground stops it.
#[test]
fn a_mover_keeps_in_the_air_the_velocity_of_what_it_left() {
    for solver in SOLVERS {
        let mut ride = world(solver, GRAVITY);
        let train = BodyDef::new(block(40.0, 0.2), Pose::at(0.0, -0.1));
        let train = ride.add(train.with_motion(Motion::kinematic(Vec2::new(5.0, 0.0)))).unwrap().index();
        let body = ride.add(hero(capsule(), 0.0, 0.805)).unwrap().index();
        let jump = WorldInput::Walk { frame: 30, body, direction: 0.0, jump: true };
        ride.set_inputs(vec![jump]).unwrap();
        for frame in 1..=120 {
            ride.step();
            let from = position(&ride, body) - position(&ride, train);
            assert!(from.x.abs() < 1.0e-3, "{frame}: {from}");
            assert!((ride.body(body).unwrap().velocity().x - 5.0).abs() < 1.0e-4, "{frame}");
            assert_eq!(ride.mover_ground(body).is_some(), !(31..104).contains(&frame), "{frame}");
        }

        let mut edge = world(solver, GRAVITY);
        let lift = BodyDef::new(block(4.0, 0.2), Pose::at(0.0, -0.1));
        edge.add(lift.with_motion(Motion::kinematic(Vec2::new(2.0, 0.0)))).unwrap();
        fixed(&mut edge, block(60.0, 1.0), 0.0, -5.5);
        fixed(&mut edge, block(1.0, 40.0), 12.0, 0.0);
        let body = edge.add(hero(capsule(), 0.0, 0.805)).unwrap().index();
        edge.set_inputs(vec![walk(30, body, 1.0), walk(140, body, 0.0)]).unwrap();
        let (mut last, mut air, mut told) = (position(&edge, body), 0, Vec2::ZERO);
        for frame in 1..=200 {
            edge.step();
            let moved = (position(&edge, body) - last) / DT;
            last = position(&edge, body);
            if edge.movers()[0].began_on.is_none() {
                assert!((moved.x - told.x).abs() < 1.0e-3, "{frame}: {moved} {told}");
                assert!((moved.x - 6.0).abs() < 1.0e-3 || last.x > 11.1, "{frame}: {moved}");
                air += 1;
            }
            told = edge.body(body).unwrap().velocity();
        }
        // 1.01 s for 5 m.
        assert!((58..64).contains(&air), "{air}");
        assert!((11.2 - SKIN - 1.0e-4..11.2).contains(&last.x) && told == Vec2::ZERO, "{last} {told}");
    }
}

/// What is too steep to stand on is a slide: a way of ½ g sin a t² in any timestep, whatever presses against it.
#[test]
fn a_mover_slides_down_what_is_too_steep_as_the_textbook_has_it() {
    for degrees in [46.0_f32, 60.0, 75.0, 85.0] {
        for steps in [60, 240] {
            for (shape, direction) in
                [(ball(0.3), 0.0), (ball(0.3), -1.0), (capsule(), 0.0), (block(0.6, 0.6), 0.0)]
            {
                let settings =
                    WorldSettings::default().with_gravity(GRAVITY).with_timestep(1.0 / steps as f32);
                let mut world = World::new(settings.with_solver(SolverKind::Linear)).unwrap();
                let along = Vec2::from_angle(-degrees.to_radians());
                let normal = along.perp();
                let points = [along * -100.0, along * 100.0];
                world
                    .add(BodyDef::new(Shape::chain(&points, false, false).unwrap(), Pose::default()))
                    .unwrap();
                let lowest = shape.support(&Pose::default(), -normal);
                let start = -normal * (lowest.dot(normal) - 0.005);
                let body = world.add(hero(shape.clone(), start.x, start.y)).unwrap().index();
                world.set_inputs(vec![walk(0, body, direction)]).unwrap();
                run(&mut world, steps);
                let slope = 9.81 * degrees.to_radians().sin();
                let (way, velocity) = (position(&world, body) - start, world.body(body).unwrap().velocity());
                let what = format!("{degrees}° in {steps} steps, {direction}: {way} {velocity}");
                assert!((way.dot(along) - 0.5 * slope).abs() < 0.01 * slope, "{what}");
                assert!((velocity.dot(along) - slope).abs() < 0.01 * slope, "{what}");
                assert!(way.dot(normal).abs() < 0.0045 && world.mover_ground(body).is_none(), "{what}");
            }
        }
    }
}

#[test]
fn a_mover_that_slides_is_stopped_by_walls_and_corners() {
    for wall in [false, true] {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        let valley = [(-4.0, 6.928_203), (0.0, 0.0), if wall { (0.0, 9.0) } else { (4.0, 6.928_203) }];
        let valley = Shape::chain(&valley.map(Vec2::from), false, false).unwrap();
        world.add(BodyDef::new(valley, Pose::default())).unwrap();
        let body = world.add(hero(ball(0.3), -3.0, 6.0)).unwrap().index();
        for _ in 0..300 {
            world.step();
            assert!(depth(&world, body) < 1.0e-4);
        }
        let at = position(&world, body);
        run(&mut world, 60);
        assert!((position(&world, body) - at).length() < 1.0e-3, "{at}");
        let velocity = world.body(body).unwrap().velocity();
        assert!(velocity.length() < 0.2, "{at}: {velocity}");
        assert!(at.x.abs() < 0.31 && at.y < 1.2, "{at}");
    }
}

/// A lift that rises by more than a skin in a step holds what falls on it, and lifts what it meets from below, but not what is in
/// it as the world begins.
#[test]
fn a_mover_is_held_by_one_way_lifts_however_fast_they_rise() {
    for solver in SOLVERS {
        for (shape, half) in shapes() {
            for speed in [0.3, 1.0, 4.0, 8.0] {
                for (y, bottom, is_held) in [(2.0, -0.05, true), (0.0, -0.3, true), (0.0, 0.25, false)] {
                    let mut world = world(solver, GRAVITY);
                    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
                    let lift =
                        BodyDef::new(block(8.0, 0.1), Pose::at(0.0, bottom)).with_one_way(Some(Vec2::Y));
                    let lift = lift.with_motion(Motion::kinematic(Vec2::new(0.0, speed)));
                    let lift = world.add(lift).unwrap().index();
                    let body = world.add(hero(shape.clone(), 0.0, half + y)).unwrap().index();
                    run(&mut world, 90);
                    let above = position(&world, body).y - half - position(&world, lift).y - 0.05;
                    let what = format!("{solver:?} {half}, {speed} m/s from {bottom}: {above}");
                    if is_held {
                        assert!((-1.0e-4..SKIN).contains(&above), "{what}");
                        assert_eq!(
                            world.mover_ground(body).unwrap().obstacle,
                            MoverObstacle::Body(lift),
                            "{what}"
                        );
                    } else {
                        assert!((0.0..SKIN).contains(&(position(&world, body).y - half)), "{what}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_mover_is_pushed_by_kinematic_bodies_and_in_none_at_the_end_of_a_step() {
    for (shape, half) in shapes() {
        for speed in [1.0, 4.0] {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            fixed(&mut world, block(60.0, 1.0), 0.0, -0.5);
            fixed(&mut world, block(1.0, 9.0), 6.0, 4.5);
            let pusher = BodyDef::new(block(1.0, 1.9), Pose::at(-2.0, 1.0));
            let pusher = pusher.with_motion(Motion::kinematic(Vec2::new(speed, 0.0)));
            let pusher = world.add(pusher).unwrap().index();
            let body = world.add(hero(shape.clone(), 0.0, half)).unwrap().index();
            // From where it is pushed to where it is crushed.
            let width = shape.aabb(&Pose::default()).size().x;
            let [meets, ends] = [1.5 - 0.5 * width, 7.0 - width].map(|way| (way / (speed * DT)) as u32);
            for frame in 1..ends + 6 {
                world.step();
                let gap = position(&world, body).x - position(&world, pusher).x - 0.5 - 0.5 * width;
                let what = format!("{half}, {speed} m/s, frame {frame}: {gap}");
                if frame > meets + 1 && frame < ends - 1 {
                    assert!(depth(&world, body) < 1.0e-4 && (SKIN - gap).abs() < 2.0e-4, "{what}");
                    assert!((world.body(body).unwrap().velocity().x - speed).abs() < 1.0e-3, "{what}");
                    assert!(!world.movers()[0].stuck && world.mover_ground(body).is_some(), "{what}");
                } else if (ends + 2..ends + 6).contains(&frame) {
                    assert!(world.movers()[0].stuck, "{what}");
                }
            }
        }
    }
}

#[test]
fn movers_that_walk_into_each_other_touch_by_their_skins_and_carry_each_other() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
    let [one, other, rider] = [(-2.0, 0.8), (2.0, 0.8), (-2.0, 2.4)]
        .map(|(x, y)| world.add(hero(block(0.6, 1.6), x, y)).unwrap().index());
    world.set_inputs(vec![walk(10, one, 1.0), walk(10, other, -1.0)]).unwrap();
    for frame in 1..=90 {
        world.step();
        assert!(depth(&world, other) < 1.0e-4, "{frame}");
        let on = position(&world, rider) - position(&world, one);
        assert!(on.x.abs() < 1.0e-3 && (1.6 - 1.0e-4..1.6 + SKIN).contains(&on.y), "{frame}: {on}");
        if frame > 45 {
            let gap = position(&world, other).x - position(&world, one).x - 0.6;
            assert!((0.0045..SKIN).contains(&gap), "{frame}: {gap}");
            assert!(world.movers()[0].stuck && world.movers()[1].stuck, "{frame}");
        }
    }
}

/// A wall has no width, and yet a distance that it keeps.
#[test]
fn a_mover_that_is_an_upright_wall_stands_and_jumps() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    fixed(&mut world, block(40.0, 1.0), 0.0, -0.5);
    let pole = Shape::wall(Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5)).unwrap();
    let body = world.add(hero(pole, 0.0, 0.7)).unwrap().index();
    world.set_inputs(vec![WorldInput::Walk { frame: 60, body, direction: 1.0, jump: true }]).unwrap();
    run(&mut world, 60);
    assert!(world.mover_ground(body).is_some() && !world.movers()[0].stuck);
    assert!((0.5..0.5 + SKIN).contains(&position(&world, body).y));
    run(&mut world, 20);
    assert!(position(&world, body).y > 1.5 && position(&world, body).x > 1.0);
}

/// What a step tells of its casts: each goes on where the one before ended, and touches its obstacle at the fraction of its way.
#[test]
fn the_casts_of_a_mover_are_those_that_it_tells() {
    for (shape, half) in shapes() {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        fixed(&mut world, block(60.0, 1.0), 0.0, -0.5);
        fixed(&mut world, block(1.0, 0.4), 3.0, 0.0);
        fixed(&mut world, block(1.0, 1.2), 6.0, 0.0);
        world.add(BodyDef::new(block(3.0, 1.0), Pose::new(Vec2::new(9.0, 0.0), 30.0))).unwrap();
        fixed(&mut world, block(1.0, 9.0), 13.0, 4.5);
        let body = world.add(hero(shape.clone(), 0.0, half)).unwrap().index();
        let jump = WorldInput::Walk { frame: 120, body, direction: 1.0, jump: true };
        world.set_inputs(vec![walk(0, body, 1.0), jump]).unwrap();
        let mut failed_climbs = 0;
        for frame in 0..400 {
            let mut at = position(&world, body);
            world.step();
            for cast in &world.movers()[0].casts {
                assert!((cast.from - at).length() < 1.0e-5, "{half}, frame {frame}: {cast:?} from {at}");
                at = cast.from + cast.moved;
                failed_climbs += u32::from(cast.purpose == MoverPurpose::StepUp && world.movers()[0].stuck);
                let Some(hit) = cast.hit else { continue };
                let MoverObstacle::Body(index) = hit.obstacle else { panic!("there are no grounds") };
                let other = world.body(index).unwrap();
                let then =
                    Pose::at(cast.from.x + cast.by.x * hit.fraction, cast.from.y + cast.by.y * hit.fraction);
                let gap = closest_points(&shape, &then, other.shape(), other.pose()).distance;
                assert!(gap.abs() < 2.0e-4, "{half}, frame {frame}: {gap} {cast:?}");
            }
            assert!((at - position(&world, body)).length() < 1.0e-5, "{half}, frame {frame}: {at}");
        }
        assert!(failed_climbs > 0 && position(&world, body).x > 12.0, "{half}: {}", position(&world, body));
    }
}

/// What a joint holds to it without collision is in nobody's way, as in no pair.
#[test]
fn a_mover_walks_with_what_is_joined_to_it() {
    for collides in [false, true] {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.add(floor()).unwrap();
        let hero = BodyDef::new(block(0.6, 1.6), Pose::at(0.0, 0.805)).with_motion(Motion::mover());
        let hero = world.add(hero).unwrap().index();
        let bag = BodyDef::new(ball(0.3), Pose::at(0.5, 0.5)).with_motion(Motion::dynamic(1.0));
        let bag = world.add(bag).unwrap().index();
        let joint = Generator::revolute(hero, bag, collides).unwrap();
        let anchors = [Vec2::new(0.3, -0.305), Vec2::new(-0.2, 0.0)];
        world.add_generator(joint.with_anchors(anchors).unwrap()).unwrap();
        world
            .set_inputs(vec![WorldInput::Walk { frame: 0, body: hero, direction: 1.0, jump: false }])
            .unwrap();
        run(&mut world, 60);
        let way = position(&world, hero).x;
        assert_eq!((way - 4.0).abs() < 0.01, !collides, "{way}");
    }
}
