//! Records a run of rapier2d:
//! `cargo run -p collision-record --features rapier2d --example record_rapier2d -- game.jsonl`.
//!
//! A pile falls past a sensor onto a floor and steps; a gun shoots, and a crate is taken away. Ghosts fall through crates.
//! With `anew` after the file rapier finds each contact anew, in the place of using manifolds again while bodies move little.

use std::path::{Path, PathBuf};

use collision_record::WorldRecorder;
use collision_record::rapier2d::{BodyKey, Events, Rapier2d};
use rapier2d::prelude::*;

/// Of 1/60 s.
const STEPS: u32 = 180;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().map_or_else(|| "game.jsonl".into(), PathBuf::from);
    let mut world = PhysicsWorld::default();
    world.integration_parameters.contact_recycling = arguments.next().is_none_or(|word| word != "anew");
    record(&path, STEPS, world)?;
    println!("recorded: {}", path.display());
    Ok(())
}

/// Records so many steps of a game in an empty world.
pub fn record(path: &Path, steps: u32, mut world: PhysicsWorld) -> Result<(), Box<dyn std::error::Error>> {
    let crates = build(&mut world);
    let events = Events::default();
    let engine = Rapier2d::new(&events).with_names(name);
    let mut recorder = WorldRecorder::to_file(path, engine)?.named("a pile, a gate and a gun");
    for step in 0..steps {
        if step == 100 {
            world.remove_body(crates[0]);
            recorder.log("a crate is taken away");
        }
        if step % 20 == 10 {
            shoot(&mut world, step);
        }
        let past = world.bodies.iter().filter(|(_, body)| body.translation().x > 6.0);
        let past: Vec<_> = past.map(|(handle, _)| handle).collect();
        for handle in past {
            world.remove_body(handle);
        }
        // In the place of `world.step()`.
        recorder.step(&mut world, |world| world.step_with_events(&(), &events))?;
    }
    Ok(())
}

/// Names of bodies: 1 is a bullet, 2 a ghost, 3 a crate.
fn name(_: BodyKey, user_data: u128) -> Option<String> {
    let name = ["bullet", "ghost", "crate"].get(usize::try_from(user_data).ok()?.checked_sub(1)?)?;
    Some((*name).to_owned())
}

/// The crates' bodies.
fn build(world: &mut PhysicsWorld) -> Vec<RigidBodyHandle> {
    // Everything is in the first group, and ghosts in the second one, which crates do not meet.
    let solid = InteractionGroups::new(Group::GROUP_1, Group::ALL, InteractionTestMode::And);
    let ghost = InteractionGroups::new(Group::GROUP_2, Group::ALL, InteractionTestMode::And);
    let crate_ = solid.with_filter(Group::GROUP_1);
    world.insert_collider(ColliderBuilder::cuboid(8.0, 0.5).collision_groups(solid), None);
    let steps = [(-5.0, 0.5), (-4.0, 0.9), (-3.0, 1.2), (-2.0, 1.2)].map(|(x, y)| Vector::new(x, y));
    world.insert_collider(ColliderBuilder::polyline(steps.to_vec(), None).collision_groups(solid), None);
    let gate = ColliderBuilder::cuboid(2.0, 0.3).translation(Vector::new(0.0, 3.0)).sensor(true);
    world.insert_collider(gate.active_events(ActiveEvents::COLLISION_EVENTS), None);
    let mut crates = Vec::new();
    for i in 0..12_u8 {
        let place = Vector::new(-2.5 + 0.45 * f32::from(i), 2.0 + 0.8 * f32::from(i));
        let body = RigidBodyBuilder::dynamic().translation(place).rotation(0.3 * f32::from(i));
        let shape = match i % 4 {
            0 => ColliderBuilder::ball(0.4),
            1 => ColliderBuilder::cuboid(0.5, 0.4),
            2 => ColliderBuilder::capsule_y(0.3, 0.25),
            _ => ColliderBuilder::triangle(
                Vector::new(-0.5, -0.3),
                Vector::new(0.5, -0.3),
                Vector::new(0.0, 0.6),
            ),
        };
        let shape = shape.active_events(ActiveEvents::COLLISION_EVENTS);
        let (user_data, groups) = match i {
            1 | 5 | 9 => (3, crate_),
            4 | 8 => (2, ghost),
            _ => (0, solid),
        };
        let (handle, _) = world.insert(body.user_data(user_data), shape.collision_groups(groups));
        if user_data == 3 {
            crates.push(handle);
        }
    }
    // A body of two shapes, and one of a collider that is a compound.
    let dumbbell = world.insert_body(RigidBodyBuilder::dynamic().translation(Vector::new(3.5, 3.0)));
    for x in [-0.5, 0.5] {
        world.insert_collider(ColliderBuilder::ball(0.3).translation(Vector::new(x, 0.0)), Some(dumbbell));
    }
    let bar = |rotation| (Pose::new(Vector::ZERO, rotation), SharedShape::cuboid(0.6, 0.15));
    let cross = ColliderBuilder::compound(vec![bar(0.0), bar(std::f32::consts::FRAC_PI_2)]);
    world.insert(RigidBodyBuilder::dynamic().translation(Vector::new(3.0, 5.0)).rotation(0.4), cross);
    crates
}

/// A bullet, which goes once it is past the right end.
fn shoot(world: &mut PhysicsWorld, step: u32) {
    let y = 2.0 + 0.01 * step as f32;
    let body = RigidBodyBuilder::dynamic().translation(Vector::new(-6.0, y)).linvel(Vector::new(14.0, 1.0));
    let shape = ColliderBuilder::ball(0.15).active_events(ActiveEvents::COLLISION_EVENTS);
    world.insert(body.gravity_scale(0.2).user_data(1), shape);
}
