//! The present state of a world as a scene.

use std::borrow::Cow;

use collide2d::{Body, World};

use super::{Scene, SceneBody, SceneInput, SceneMotion};

/// `scene` with the state of `world` as its frame 0: positions, rotations and velocities of all moving bodies, and inputs,
/// bookmarks and lines of `expect` by what frames are left. At frame 0 this is the scene itself, bit for bit.
pub fn present_scene(scene: &Scene, world: &World) -> Scene {
    let mut present = scene.clone();
    let taken = usize::try_from(world.frame()).unwrap_or(usize::MAX).min(present.timesteps.len());
    present.timesteps.drain(..taken);
    for (body, now) in present.bodies.iter_mut().zip(world.bodies()) {
        if has_moved(world, body) {
            bring_to(body, now);
        }
    }
    let begin = world.frame();
    if begin > 0 {
        present.inputs = SceneInput::after(&scene.inputs, begin);
        present.expect = scene.expect.iter().filter_map(|line| line.after(begin)).collect();
        present.bookmarks.retain(|bookmark| bookmark.frame >= begin);
        present.bookmarks.iter_mut().for_each(|bookmark| bookmark.frame -= begin);
    }
    present
}

/// A body of the scene as it is in the world now.
pub fn present_body<'s>(body: &'s SceneBody, index: u32, world: &World) -> Cow<'s, SceneBody> {
    let mut present = Cow::Borrowed(body);
    if let Some(now) = world.bodies().get(index as usize).filter(|_| has_moved(world, body)) {
        bring_to(present.to_mut(), now);
    }
    present
}

fn has_moved(world: &World, body: &SceneBody) -> bool {
    world.frame() > 0 && body.motion != SceneMotion::Static
}

/// Where the body is now, and how it moves.
pub fn bring_to(body: &mut SceneBody, now: &Body) {
    body.position = now.pose().position;
    body.rotation = now.pose().rotation.degrees();
    body.motion = *now.motion();
}
