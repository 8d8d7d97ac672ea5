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
    let mut world = World::new(WorldSettings { gravity, solver, max_contacts, ..WorldSettings::default() });
    for thing in things {
        let shape = thing.form.shape();
        let mass = shape.area() * DENSITY;
        let mut def = BodyDef::new(shape, thing.place.pose());
        def.friction = FRICTION;
        if thing.moves {
            def.motion = Motion::Dynamic {
                mass,
                velocity: thing.velocity,
                angular_velocity: thing.turn,
                acceleration: Vec2::ZERO,
                damping: 1.0,
            };
        }
        world.add(def);
    }
    world
}
