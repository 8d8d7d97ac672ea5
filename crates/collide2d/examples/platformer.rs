//! A platformer: a level of one chain, platforms that let the player through from below, and a player that runs, jumps and
//! drops for 50 seconds. Each step checks that it touches nothing along a ghost's normal, catches on nothing and sinks
//! nowhere by more than a centimetre.

use std::error::Error;

use collide2d::glam::Vec2;
use collide2d::{BodyDef, BodyHandle, Motion, PairContact, Pose, Shape, SolverKind, World, WorldSettings};

const GRAVITY: Vec2 = Vec2::new(0.0, -9.81);
const STEPS: u64 = 3_000;
const RUN: f32 = 4.0;
const JUMP: f32 = 7.0;
/// Least upward part of the normal of what the player stands on.
const GROUND: f32 = 0.7;
/// Speed that a run may lose in a step.
const CAUGHT: f32 = 0.05;
const SUNK: f32 = 0.01;

/// A floor of 1 m tiles with a slope up, a plateau, a slope down and a dip; and how far it goes.
fn level() -> Result<(Shape, f32), Box<dyn Error>> {
    let mut points = vec![Vec2::ZERO];
    let heights = [
        (10, 0.0), // flat
        (10, 0.1), // up
        (8, 0.0),  // a plateau
        (10, -0.1),
        (12, 0.0),
        (4, -0.1), // into a dip
        (2, 0.0),
        (4, 0.1),
        (10, 0.0),
    ];
    let mut at = Vec2::ZERO;
    for (tiles, rise) in heights {
        for _ in 0..tiles {
            at += Vec2::new(1.0, rise);
            points.push(at);
        }
    }
    Ok((Shape::chain(&points, false, false)?, at.x))
}

struct Player {
    body: BodyHandle,
    /// 1 to the right, -1 to the left.
    way: f32,
    /// The normal of the ground under it.
    ground: Option<Vec2>,
    jumps: u32,
    turns: u32,
    platforms: u32,
}

impl Player {
    /// Runs along the ground, turns at walls, and jumps every second.
    fn steer(&mut self, world: &mut World) {
        let frame = world.frame();
        let Some(body) = world.body_mut(self.body) else { return };
        let mut velocity = body.velocity();
        match self.ground {
            Some(_) if frame % 60 == 30 => {
                velocity = Vec2::new(RUN * self.way, JUMP);
                self.jumps += 1;
            }
            Some(normal) => velocity = Vec2::new(normal.y, -normal.x) * (RUN * self.way),
            None => velocity.x = RUN * self.way,
        }
        body.set_velocity(velocity).expect("a speed is finite");
    }

    /// The contact's normal on what it touches, toward the player.
    fn normal(&self, contact: &PairContact) -> Vec2 {
        let normal = contact.contact.normal;
        if contact.a == self.body.index() { normal } else { -normal }
    }

    fn look(&mut self, world: &World, platforms: &[BodyHandle]) -> Result<(), String> {
        let body = world.body(self.body).ok_or("the player is gone")?;
        let told = format!("frame {}, at {}, {} m/s", world.frame(), body.pose().position, body.velocity());
        let before = self.ground.take();
        let mut met_wall = false;
        for contact in world.contacts().iter().filter(|contact| !world.lets_through(contact)) {
            if contact.contact.depth > SUNK {
                return Err(format!("{told}: sunk by {} m", contact.contact.depth));
            }
            if let Some(ghost) = world.ghost(contact) {
                return Err(format!("{told}: a ghost, {}° off", ghost.by));
            }
            let normal = self.normal(contact);
            // A jump leaves the ground.
            if normal.y >= GROUND && body.velocity().dot(normal) < 0.5 * JUMP {
                self.ground = Some(normal);
                let other = if contact.a == self.body.index() { contact.b } else { contact.a };
                self.platforms += u32::from(platforms.iter().any(|platform| platform.index() == other));
            }
            met_wall |= normal.x * self.way < -GROUND;
        }
        if met_wall {
            self.way = -self.way;
            self.turns += 1;
        } else if let (Some(before), Some(now)) = (before, self.ground) {
            // On one slope only gravity takes speed away.
            let along = Vec2::new(now.y, -now.x) * self.way;
            let speed = body.velocity().dot(along);
            let expected = RUN + GRAVITY.dot(along) * world.timestep();
            let runs = before == now && body.velocity().dot(now) < CAUGHT;
            if runs && speed < expected - CAUGHT {
                return Err(format!("{told}: caught, {speed} m/s are left of {expected}"));
            }
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut settings = WorldSettings::default();
    settings.solver = SolverKind::Rigid;
    settings.gravity = GRAVITY;
    let mut world = World::new(settings)?;
    let (floor, length) = level()?;
    world.add(BodyDef::new(floor, Pose::default()).with_friction(0.0))?;
    for x in [-0.5, length + 0.5] {
        world.add(BodyDef::new(Shape::rectangle(1.0, 12.0)?, Pose::at(x, 3.0)).with_friction(0.0))?;
    }
    let mut platforms = Vec::new();
    for (x, y) in [(6.0, 1.5), (24.0, 2.5), (41.0, 1.4), (46.0, 2.8), (64.0, 1.4)] {
        let platform = BodyDef::new(Shape::rectangle(5.0, 0.2)?, Pose::at(x, y));
        platforms.push(world.add(platform.with_one_way(Some(Vec2::Y)).with_friction(0.0))?);
    }
    let shape = Shape::capsule(Vec2::new(0.0, -0.3), Vec2::new(0.0, 0.3), 0.3)?;
    let player = BodyDef::new(shape, Pose::at(2.0, 0.6)).with_motion(Motion::dynamic(70.0));
    // As a bullet it is stopped where it lands, however fast it comes.
    let player = player.with_fixed_rotation(true).with_friction(0.0).with_bullet(true);
    let body = world.add(player)?;
    let mut player = Player { body, way: 1.0, ground: None, jumps: 0, turns: 0, platforms: 0 };

    while world.frame() < STEPS {
        player.steer(&mut world);
        world.step();
        player.look(&world, &platforms)?;
    }
    let Player { jumps, turns, platforms, .. } = player;
    println!("{jumps} jumps, {turns} turns, {platforms} steps on platforms");
    assert!(jumps >= 10 && turns >= 2 && platforms > 0, "it has been everywhere");
    Ok(())
}
