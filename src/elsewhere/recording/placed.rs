//! The frames of a recording as scenes and as worlds of ours.

use std::ops::RangeInclusive;

use collide2d::{Body, Pose, SolverKind, World};
use glam::{Vec2, vec2};

use super::{Recording, StoredFrame, TheirContact};
use crate::scene::limit::TIMESTEP_RANGE;
use crate::scene::{ANY, Scene, SceneBody, SceneError, SceneMotion};

/// Where a body of a scene is in a frame, and how it moves: metres, y up, degrees.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyAtFrame {
    pub(super) position: Vec2,
    pub(super) rotation: f32,
    pub(super) motion: SceneMotion,
}

/// A frame of a recording as a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMoment {
    /// The bodies that are there. Those that the engine moves are dynamic.
    pub scene: Scene,
    /// The recorded body of each of them, ascending.
    pub(super) recorded: Vec<u32>,
}

impl RecordedMoment {
    /// The body of the scene that a recorded body is; `None`: it is not there.
    pub fn body_of(&self, recorded: u32) -> Option<u32> {
        self.recorded.binary_search(&recorded).ok().map(|index| index as u32)
    }

    /// The recorded body of a body of the scene.
    pub fn recorded_body(&self, body: u32) -> Option<u32> {
        self.recorded.get(body as usize).copied()
    }
}

impl Recording {
    /// Every recorded body, each where it is first.
    pub fn scene(&self) -> Scene {
        let from_file = self.places_of.iter().zip(0..).take_while(|(place, body)| **place == *body).count();
        let is_late = |body: u32| !self.places_of.is_empty() && body as usize >= from_file;
        let body = |body: u32| {
            // Those that come later may be many, and each is only in few frames.
            let frames = if is_late(body) { &[][..] } else { &self.frames[..] };
            let placed = frames.iter().find_map(|frame| self.placed(body, frame)).unwrap_or_default();
            self.body_at(body, placed)
        };
        let bodies = (0..self.body_count() as u32).filter_map(body).collect();
        let gravity = self.gravity().unwrap_or_default();
        Scene { name: self.name().to_owned(), gravity, bodies, ..Scene::default() }
    }

    /// A recorded body as one of a scene.
    fn body_at(&self, body: u32, placed: BodyAtFrame) -> Option<SceneBody> {
        let (told, own) = (self.header.bodies.get(body as usize)?, self.bodies.get(body as usize)?);
        let BodyAtFrame { position, rotation, motion } = placed;
        let plain = SceneBody::new(self.name_in_scene(told), own.shape.clone());
        Some(SceneBody {
            position,
            rotation,
            motion,
            is: told.is.clone(),
            meets: told.meets.clone(),
            one_way: own.one_way,
            sensor: told.is_sensor,
            friction: told.friction.unwrap_or(plain.friction),
            // Ours gives no more back than all of it.
            restitution: told.restitution.map_or(plain.restitution, |told| told.min(1.0)),
            ..plain
        })
    }

    /// The name of a recorded body in a scene, where `*` would be any body.
    pub(super) fn name_in_scene(&self, told: &collision_record::Body) -> String {
        if told.name != ANY {
            return told.name.clone();
        }
        let is_free = |name: &String| self.header.bodies.iter().all(|body| body.name != *name);
        (1_u32..).map(|number| format!("{ANY} ({number})")).find(is_free).unwrap_or_default()
    }

    /// The world of [`Recording::scene`], to make the worlds of frames from.
    pub fn every_body(&self) -> Result<World, SceneError> {
        self.scene().build_world()
    }

    /// The frame of this index as a world with every recorded body; those that are not there are removed. `every` is
    /// [`Recording::every_body`].
    pub fn world_at(&self, every: &World, index: usize) -> World {
        let mut world = every.clone();
        let frame = self.frames.get(index);
        for index in 0..self.body_count() as u32 {
            let placed = frame.and_then(|frame| self.placed(index, frame));
            let moved = placed.zip(world.body_mut(index)).is_some_and(|(placed, body)| {
                // A velocity that overflows in metres is left out.
                let _ = body.set_motion(placed.motion);
                body.set_pose(Pose::new(placed.position, placed.rotation)).is_ok()
            });
            if !moved {
                world.remove(index);
            }
        }
        world
    }

    /// The frame of this index as a scene; an empty one past the end.
    pub fn moment(&self, index: usize) -> RecordedMoment {
        let mut moment = RecordedMoment { scene: Scene::default(), recorded: Vec::new() };
        let Some(frame) = self.frames.get(index) else { return moment };
        self.name().clone_into(&mut moment.scene.name);
        moment.scene.gravity = self.gravity().unwrap_or_default();
        for index in 0..self.body_count() as u32 {
            let placed = self.placed(index, frame);
            let Some(body) = placed.and_then(|placed| self.body_at(index, placed)) else { continue };
            moment.scene.bodies.push(body);
            moment.recorded.push(index);
        }
        if !frame.queries().is_empty() {
            moment.ask(&self.their_queries(index));
        }
        moment
    }

    /// What a scene from a frame has to make up, a sentence each.
    pub fn made_up(&self) -> Vec<&'static str> {
        let moving = || self.header.bodies.iter().filter(|body| !body.is_static && !body.is_kinematic);
        let no_mass = moving().any(|body| body.mass.is_none());
        // A sensor neither bounces nor rubs.
        let solid = || self.header.bodies.iter().filter(|body| !body.is_sensor);
        let no_restitution = solid().any(|body| body.restitution.is_none());
        let no_friction = solid().any(|body| body.friction.is_none());
        let made_up = [
            (self.gravity().is_none(), "no gravity is told: it has none, and its solver is Linear"),
            (no_mass, "not every mass is told: others are 1 kg"),
            (no_restitution, "not every restitution is told: others are 0"),
            (no_friction, "not every friction is told: others are 0.5"),
            (
                moving().next().is_some(),
                "locked rotations, gravity scales and damping are not told: every body turns, falls and keeps its speed \
                 (`fixed_rotation`, `gravity_scale`, `damping` of a body)",
            ),
        ];
        made_up.into_iter().filter_map(|(is_so, words)| is_so.then_some(words)).collect()
    }

    /// Metres a second squared, y up; `None`: it is not told.
    pub(super) fn gravity(&self) -> Option<Vec2> {
        self.header.gravity.map(|gravity| self.metres(gravity.into()))
    }

    /// As the engine has it; `None`: it is not told.
    fn mass_of(&self, body: u32) -> Option<f32> {
        self.header.bodies.get(body as usize)?.mass.filter(|mass| *mass > 0.0)
    }

    /// The frame of this index as a scene that goes on as the game did, as far as the file tells: velocities that it does not
    /// tell and the time step are those of the way since the frame before, and what has gravity is solved as `Rigid`. It is named
    /// after recording and frame.
    pub fn scene_from(&self, index: usize) -> Scene {
        let RecordedMoment { mut scene, recorded } = self.moment(index);
        let frame = self.frames.get(index).map_or(0, |frame| frame.frame);
        scene.name = format!("{}, frame {frame}", scene.name);
        if self.gravity().is_some() {
            scene.solver = SolverKind::Rigid;
        }
        let Ok(mut world) = scene.build_world() else { return scene };
        self.approach(index, &mut world, recorded);
        for (body, now) in scene.bodies.iter_mut().zip(world.bodies()) {
            body.motion = *now.motion();
        }
        let (timestep, (least, most)) = (world.settings().timestep, TIMESTEP_RANGE);
        if (least..=most).contains(&timestep) {
            scene.timestep = timestep;
        }
        scene
    }

    /// As the engine has it, before it mixes those of two; `None`: it is not told.
    pub(super) fn restitution_of(&self, body: u32) -> Option<f32> {
        self.header.bodies.get(body as usize)?.restitution
    }

    fn is_kinematic(&self, body: u32) -> bool {
        self.header.bodies.get(body as usize).is_some_and(|body| body.is_kinematic)
    }

    /// Two bodies where a contact of theirs in the frame of this index says that they were; `alone` is
    /// [`Recording::of_pair`] of them, and `every` its bodies. `None`: one of them is not there.
    pub(super) fn pair_world(
        &self,
        index: usize,
        alone: &Self,
        every: &World,
        contact: &TheirContact,
    ) -> Option<World> {
        let frame = self.frames.get(index)?;
        let bodies = [contact.bodies.0, contact.bodies.1];
        let mut world = every.clone();
        for (side, body) in (0..).zip(bodies) {
            let told = contact.poses_at.get(side as usize).copied().flatten();
            let [x, y, angle] = alone.metric(told.or_else(|| frame.pose(body))?);
            world.body_mut(side)?.set_pose(Pose::new(vec2(x, y), angle)).ok()?;
        }
        Some(world)
    }

    /// A recorded body where it is in the frame of this index; `None`: it is not there. `every`: [`Recording::every_body`].
    pub fn body_in(&self, every: &World, body: u32, index: usize) -> Option<Body> {
        let mut placed = every.body(body)?.clone();
        placed.set_pose(self.pose_of(body, index)?).ok()?;
        Some(placed)
    }

    /// Where a recorded body is in a frame and how it moves; `None`: it is not there.
    pub(super) fn placed(&self, body: u32, frame: &StoredFrame) -> Option<BodyAtFrame> {
        let pose = frame.pose(body)?;
        let is_static = self.header.bodies.get(body as usize).is_some_and(|body| body.is_static);
        let [x, y, angular_velocity] =
            frame.velocity(body).map_or([0.0; 3], |velocity| self.metric(velocity));
        let velocity = vec2(x, y);
        let motion = if is_static {
            SceneMotion::Static
        } else if self.is_kinematic(body) {
            SceneMotion::Kinematic { velocity, angular_velocity }
        } else {
            SceneMotion::dynamic(self.mass_of(body).unwrap_or(1.0))
                .with_velocity(velocity)
                .with_angular_velocity(angular_velocity)
        };
        let [x, y, rotation] = self.metric(pose);
        Some(BodyAtFrame { position: vec2(x, y), rotation, motion })
    }

    /// Where a recorded body is in the frame of this index; `None`: it is not there.
    pub fn pose_of(&self, body: u32, index: usize) -> Option<Pose> {
        let placed = self.placed(body, self.frames.get(index)?)?;
        Some(Pose::new(placed.position, placed.rotation))
    }

    /// Of each body that is there in the last of these frames and not static, of at most so many, the positions as long as
    /// it was there, oldest first. World.
    pub fn ways(&self, frames: RangeInclusive<usize>, most: usize) -> Vec<(u32, Vec<Vec2>)> {
        let frames = self.frames.get(frames).unwrap_or_default();
        let way = |body: u32| {
            let place = |frame: &StoredFrame| frame.pose(body).map(|[x, y, _]| self.metres(vec2(x, y)));
            let mut places: Vec<Vec2> = frames.iter().rev().map_while(place).collect();
            places.reverse();
            (!places.is_empty()).then_some((body, places))
        };
        let moving = (0..).zip(&self.header.bodies).filter(|(_, body)| !body.is_static);
        moving.map(|(body, _)| body).filter_map(way).take(most).collect()
    }
}
