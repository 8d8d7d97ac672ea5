//! Floors of tiles: what lands on them and slides over their joints.

use collide2d::{BodyDef, Motion, Pose, ResolvedBy, Shape, SolverKind, World};
use glam::Vec2;

use crate::*;

const STARTS: u32 = 200;
const SPEED: Vec2 = Vec2::new(5.0, -6.0);

/// Under a solver, of parts of this length.
type Floor = fn(SolverKind, f32) -> World;

fn tiles(solver: SolverKind, size: f32) -> World {
    let mut world = world(solver, GRAVITY);
    for i in -4..(20.0 / size) as i32 {
        let at = Pose::at(i as f32 * size, -0.5 * size);
        world.add(BodyDef::new(block(size, size), at).with_friction(0.0)).unwrap();
    }
    world
}

/// A floor of a chain's segments, its top at height 0.
fn chain(solver: SolverKind, size: f32) -> World {
    let points: Vec<Vec2> = (-4..(20.0 / size) as i32).map(|i| Vec2::new(i as f32 * size, 0.0)).collect();
    of_chain(solver, &points)
}

/// The same from its other end: contacts are in the opposite order.
fn backward(solver: SolverKind, size: f32) -> World {
    let points = (-4..(20.0 / size) as i32).rev().map(|i| Vec2::new(i as f32 * size, 0.0));
    of_chain(solver, &points.collect::<Vec<Vec2>>())
}

fn of_chain(solver: SolverKind, points: &[Vec2]) -> World {
    let mut world = world(solver, GRAVITY);
    let shape = Shape::chain(points, false, false).unwrap();
    world.add(BodyDef::new(shape, Pose::default()).with_friction(0.0)).unwrap();
    world
}

/// How many starts are caught (lose more than 0.05 m/s) or thrown (leave the height by more than 5 mm upward once they
/// have landed), and how many contacts were left to a neighbour.
fn caught(floor: Floor, solver: SolverKind, shape: &Shape, fixed: bool, size: f32) -> (u32, u32, usize) {
    let (mut slowed, mut thrown, mut seams) = (0, 0, 0);
    let bottom = -shape.aabb(&Pose::default()).min.y;
    for i in 0..STARTS {
        let mut world = floor(solver, size);
        let start = Pose::at(i as f32 * 0.017, bottom + 0.05 + 0.011 * i as f32);
        let motion = Motion::dynamic(1.0).with_velocity(SPEED);
        let def = BodyDef::new(shape.clone(), start).with_motion(motion).with_friction(0.0);
        let body = world.add(def.with_fixed_rotation(fixed)).unwrap();
        let (mut is_slow, mut is_high, mut has_landed) = (false, false, false);
        for _ in 0..120 {
            world.step();
            let (at, speed) = (position(&world, body), velocity(&world, body));
            has_landed |= at.y < bottom + 0.001;
            is_slow |= speed.x < SPEED.x - 0.05;
            is_high |= has_landed && at.y > bottom + 0.005;
            let left = world.events().iter().filter(|event| event.resolved_by == Some(ResolvedBy::Seam));
            seams += left.count();
        }
        slowed += u32::from(is_slow);
        thrown += u32::from(is_high);
    }
    (slowed, thrown, seams)
}

fn movers() -> [(&'static str, Shape, bool); 6] {
    [
        ("box", block(0.8, 0.8), false),
        ("tall box", block(0.4, 1.2), false),
        ("larger tall box", block(0.6, 1.6), false),
        ("player", Shape::capsule(Vec2::new(0.0, -0.3), Vec2::new(0.0, 0.3), 0.3).unwrap(), true),
        ("ball", ball(0.4), false),
        ("pillow", Shape::rounded_rectangle(0.5, 0.5, 0.15).unwrap(), true),
    ]
}

/// Under both solvers what lands on bare tiles slides on as on one floor: no side of a tile that lies against the next
/// one stops it, turns it back or tips it over.
#[test]
fn nothing_that_lands_on_bare_tiles_is_caught_or_thrown() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for (name, shape, fixed) in &movers() {
            for size in [0.5, 1.0] {
                let (slowed, thrown, seams) = caught(tiles, solver, shape, *fixed, size);
                let case = format!("{name} under {solver:?} on tiles of {size} m");
                assert_eq!((slowed, thrown), (0, 0), "{case}");
                assert!(seams > 0, "{case}: seams were met");
            }
        }
    }
}

#[test]
fn nothing_that_lands_on_a_chain_is_caught_or_thrown() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for (name, shape, fixed) in &movers() {
            for (way, floor) in [("forward", chain as Floor), ("backward", backward)] {
                let (slowed, thrown, _) = caught(floor, solver, shape, *fixed, 0.5);
                assert_eq!((slowed, thrown), (0, 0), "{name} under {solver:?} on a chain {way}");
            }
        }
    }
}

/// A step up is no joint: it stops what comes, under both solvers.
#[test]
fn a_higher_tile_stops_what_comes() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for shape in [block(0.8, 0.8), ball(0.4)] {
            let mut world = tiles(solver, 1.0);
            world.add(BodyDef::new(block(1.0, 1.0), Pose::at(6.0, 0.5)).with_friction(0.0)).unwrap();
            let motion = Motion::dynamic(1.0).with_velocity(SPEED);
            let def = BodyDef::new(shape, Pose::at(0.0, 0.6)).with_motion(motion).with_friction(0.0);
            let body = world.add(def.with_fixed_rotation(true)).unwrap();
            for _ in 0..120 {
                world.step();
                // A step's way is 0.083 m.
                assert!(position(&world, body).x < 5.2, "{solver:?}: {}", position(&world, body));
            }
            assert!(position(&world, body).x < 5.11 && velocity(&world, body).x < 0.05);
        }
    }
}

/// A box of 0.8 m whose left edge reaches over the joint at -1. 0.1 m deep and 0.05 m over it, the left tile's contact is
/// turned upward and carries with the other one's; 1 mm deep and 0.5 mm over it, it is left out.
#[test]
fn an_event_names_a_seam_where_its_contact_does_not_act() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for (at, acts) in [(Vec2::new(-0.65, 0.3), true), (Vec2::new(-0.6005, 0.399), false)] {
            let mut world = world(solver, Vec2::ZERO);
            world.set_settings(world.settings().with_used_contacts(true)).unwrap();
            for x in [-1.5, -0.5] {
                world.add(BodyDef::new(block(1.0, 1.0), Pose::at(x, -0.5))).unwrap();
            }
            world.add(moving(block(0.8, 0.8), at.x, at.y, 1.0, Vec2::ZERO)).unwrap();
            world.step();
            let events: Vec<_> =
                world.events().iter().map(|event| (event.pair.a(), event.resolved_by)).collect();
            let seam = (!acts).then_some(ResolvedBy::Seam);
            assert_eq!(events, [(0, seam), (1, None)], "{solver:?} at {at}");
            let used = world.used_contacts().iter().any(|used| used.contact.a == 0);
            assert_eq!(used, acts, "{solver:?} at {at}: {:?}", world.used_contacts());
        }
    }
}
