//! collide2d's own world.

use collide2d::{BodyDef, Motion, SolverKind, World, WorldSettings};
use glam::Vec2;

use crate::crowd::Thing;

/// Density of everything that moves. Kilograms a square metre.
pub const DENSITY: f32 = 1.0;
/// Friction of everything.
pub const FRICTION: f32 = 0.5;

pub fn world(things: &[Thing], solver: SolverKind, gravity: Vec2) -> World {
    let max_contacts = 100_000_000;
    let settings =
        WorldSettings::default().with_gravity(gravity).with_solver(solver).with_max_contacts(max_contacts);
    let settings = settings.with_sleep(things.iter().any(|thing| thing.sleeps));
    let mut world = World::new(settings).expect("these settings are numbers");
    for thing in things {
        world.add(body(thing)).expect("a thing is a body");
    }
    world
}

pub fn body(thing: &Thing) -> BodyDef {
    let shape = thing.form.shape();
    let mass = shape.area() * DENSITY;
    let mut def = BodyDef::new(shape, thing.place.pose());
    def.friction = thing.friction;
    if thing.moves {
        def.motion = Motion::dynamic(mass).with_velocity(thing.velocity).with_angular_velocity(thing.turn);
    }
    def.with_fixed_rotation(thing.upright)
}
