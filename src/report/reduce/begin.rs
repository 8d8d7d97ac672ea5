//! Where a smaller scene may begin.

use collide2d::{Phase, World};

use crate::report::stops::StopCause;
use crate::scene::present::present_scene;
use crate::scene::{Scene, StopKind, pieces, touch};

/// The scene begun at later frames, the latest last: the last one that may be the first, then those 1, 3, 7, … frames before it.
pub(super) fn later_starts(scene: &Scene, frame: u64, cause: &StopCause) -> Vec<Scene> {
    let Some(latest) = latest_start(scene, frame, cause) else { return Vec::new() };
    let back = std::iter::successors(Some(1_u64), |back| back.checked_mul(2));
    let mut frames: Vec<u64> = back.map_while(|back| (latest + 1).checked_sub(back)).collect();
    frames.retain(|begin| *begin > 0);
    frames.reverse();
    let Ok(mut world) = scene.to_world() else { return Vec::new() };
    let starts = frames.into_iter().map(|begin| {
        while world.frame() < begin {
            world.step();
        }
        let present = present_scene(scene, &world);
        if pieces::has_reacted(&world) { pieces::settled(present, scene, &world) } else { present }
    });
    starts.collect()
}

/// The last frame that may become the first, without losing what led to the stop: the two of a pair are still apart in it, and
/// a body that is alone has met nothing yet. `None`: the first frame stays.
fn latest_start(scene: &Scene, frame: u64, cause: &StopCause) -> Option<u64> {
    let stop = scene.stops.first()?;
    let mut words = stop.when.iter().flat_map(|when| when.split(|c: char| !c.is_alphabetic()));
    // Of a later beginning these would be other numbers.
    if words.any(|word| ["time", "frame"].contains(&word)) || !scene.expect.is_empty() {
        return None;
    }
    match stop.condition.kind() {
        StopKind::Begin
        | StopKind::End
        | StopKind::Deeper
        | StopKind::Turns
        | StopKind::Crosses
        | StopKind::Ghost
        | StopKind::Event => {
            let [a, b] = cause.bodies()[..] else { return None };
            last_frame(scene, frame, |world| touch(world, a, b).is_none())
        }
        StopKind::Faster | StopKind::Outside | StopKind::Grounded | StopKind::Stuck => {
            let body = *cause.bodies().first()?;
            let mut has_met = false;
            last_frame(scene, frame, |world| {
                let mut begun = world.events().iter().filter(|event| event.phase == Phase::Begin);
                has_met |= begun.any(|event| [event.pair.a(), event.pair.b()].contains(&body));
                !has_met
            })
        }
        StopKind::Hit => frame.checked_sub(1),
        StopKind::Opens | StopKind::Energy | StopKind::Fails | StopKind::Differs | StopKind::NotFinite => {
            None
        }
    }
    .filter(|latest| *latest > 0)
}

/// The last frame before this one in which the world is so.
fn last_frame(scene: &Scene, before: u64, mut is_so: impl FnMut(&World) -> bool) -> Option<u64> {
    let mut world = scene.to_world().ok()?;
    let mut last = None;
    while world.frame() < before {
        if is_so(&world) {
            last = Some(world.frame());
        }
        world.step();
    }
    last
}
