//! Bodies of several leaves come to rest: chains on what is wider than they are, compounds on a ground.

use collide2d::{BodyDef, Generator, Part, Pose, Shape, SolverKind, World};
use glam::Vec2;

use crate::*;

/// What a body does after it had time to come to rest, in a second.
struct Unrest {
    /// The fastest that it was. Metres and degrees a second.
    speed: f32,
    turn: f32,
    /// How far it went from where it began the second. Metres.
    way: f32,
}

/// The last body's, after so many seconds.
fn unrest_after(world: &mut World, seconds: f32) -> Unrest {
    let body = world.bodies().len() as u32 - 1;
    let frames = |seconds: f32| (seconds / world.timestep()).round() as u32;
    let (before, watched) = (frames(seconds), frames(1.0));
    run(world, before);
    let start = position(world, body);
    let mut most = Unrest { speed: 0.0, turn: 0.0, way: 0.0 };
    for _ in 0..watched {
        world.step();
        most.speed = most.speed.max(velocity(world, body).length());
        most.turn = most.turn.max(world.body(body).unwrap().angular_velocity().abs());
        most.way = most.way.max(position(world, body).distance(start));
    }
    most
}

fn rests(what: &str, world: &mut World, seconds: f32) {
    let Unrest { speed, turn, way } = unrest_after(world, seconds);
    assert!(speed < 1.0e-3 && turn < 0.1 && way < 1.0e-4, "{what}: {speed} m/s, {turn}°/s, went {way} m");
}

fn rigid(timestep: f32) -> World {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.set_settings(world.settings().with_timestep(timestep)).unwrap();
    world
}

/// Its raised ends meet the floor at a corner alone. Where the chain was tilted by 0.07°, the floor's normal was not allowed
/// there, and its far corner, 3 m away, told the depth along the other segment's: it hopped by 10 mm for ever.
#[test]
fn a_chain_with_raised_ends_rests_on_a_floor_of_any_width() {
    let hook: &[(f32, f32)] = &[(-0.5, -0.2), (0.5, -0.2), (0.6, 0.1)];
    let cup: &[(f32, f32)] = &[(-0.7, 0.1), (-0.5, -0.2), (0.5, -0.2), (0.6, 0.1)];
    for (points, closed) in [(hook, false), (cup, false), (hook, true), (cup, true)] {
        for backwards in [false, true] {
            let mut points: Vec<Vec2> = points.iter().map(|&point| point.into()).collect();
            if backwards {
                points.reverse();
            }
            let chain = Shape::chain(&points, closed, false).unwrap();
            for (width, timestep) in
                [(2.0, DT), (6.0, DT), (100.0, DT), (6.0, 1.0 / 125.0), (6.0, 1.0 / 30.0)]
            {
                let sunk = [(-0.5, 0.25), (-0.5, -0.25), (0.0, -0.4), (0.5, -0.25), (0.5, 0.25)];
                let sunk = sunk.map(|(x, y)| Vec2::new(x * width, y));
                for floor in [block(width, 0.5), Shape::polygon(&sunk).unwrap()] {
                    let mut world = rigid(timestep);
                    world.add(BodyDef::new(floor, Pose::default())).unwrap();
                    world.add(dynamic(chain.clone(), 0.0, 0.45)).unwrap();
                    let what = format!("{points:?}, closed: {closed}, on {width} m at {timestep} s");
                    rests(&what, &mut world, 8.0);
                }
            }
        }
    }
}

/// Two boxes side by side have four corners in a row. Tilted by 0.003°, their inner ones were the second point of the contact
/// with a ground in every other frame: they crept by 0.3 mm/s, and turned at 1.5°/s.
#[test]
fn parts_side_by_side_rest_on_a_ground() {
    let beside = |x: f32| Part::new(block(0.4, 0.4), Pose::at(x, 0.0));
    let rows = [vec![beside(-0.2), beside(0.2)], vec![beside(-0.4), beside(0.0), beside(0.4)]];
    for parts in rows {
        let shape = Shape::compound(parts).unwrap();
        for (slope, timestep) in [(0.0, DT), (0.0, 0.1), (0.0, 1.0 / 125.0), (10.0, DT), (-20.0, DT)] {
            let normal = Vec2::from_angle((90.0_f32 - slope).to_radians());
            let mut world = rigid(timestep);
            let at = Pose::new(normal * 0.2, -slope);
            world.add(BodyDef::new(shape.clone(), at).with_motion(Motion::dynamic(2.0))).unwrap();
            world.add_generator(Generator::ground(Vec2::ZERO, normal, 0.0, 0.5).unwrap()).unwrap();
            let what = format!("{shape:?} on {slope}° at {timestep} s");
            rests(&what, &mut world, 4.0);
        }
    }
}
