//! Which bodies are under the pointer or in a box.

use collide2d::{Aabb, World};
use glam::Vec2;

use crate::view::View;

/// A wall is hit within this distance. Pixels.
const ON_WALL: f32 = 3.0;
/// Any body is nearly hit within this distance, if none is hit. Pixels.
const NEAR: f32 = 7.0;

/// The bodies at a screen point, in order of priority: those hit, smaller before larger and later drawn
/// before earlier; then those nearly hit, by distance.
pub fn bodies_at(world: &World, view: &View, screen: Vec2) -> Vec<u32> {
    let point = view.world_from_screen(screen);
    let reach = NEAR / view.scale;
    let mut hits: Vec<(bool, f32, u32)> = Vec::new();
    for (index, body) in world.bodies().iter().enumerate().rev() {
        let aabb = body.aabb();
        if body.is_removed() || !(Aabb { min: aabb.min - reach, max: aabb.max + reach }).contains(point) {
            continue;
        }
        let distance = body.shape().distance(body.pose(), point);
        let hit =
            if body.shape().kind().has_inside() { distance == 0.0 } else { distance * view.scale <= ON_WALL };
        if hit {
            hits.push((false, body.shape().area(), index as u32));
        } else if distance <= reach {
            hits.push((true, distance, index as u32));
        }
    }
    hits.sort_by(|p, q| p.0.cmp(&q.0).then(p.1.total_cmp(&q.1)));
    hits.into_iter().map(|(_, _, index)| index).collect()
}

/// The bodies inside the box, ascending.
pub fn bodies_in(world: &World, area: Aabb) -> Vec<u32> {
    world
        .bodies()
        .iter()
        .enumerate()
        .filter(|(_, body)| {
            !body.is_removed() && area.contains(body.aabb().min) && area.contains(body.aabb().max)
        })
        .map(|(index, _)| index as u32)
        .collect()
}

/// The box around these bodies; `None` for no bodies.
pub fn bounds(world: &World, bodies: impl IntoIterator<Item = u32>) -> Option<Aabb> {
    bodies
        .into_iter()
        .filter_map(|index| world.body(index))
        .map(|body| body.aabb())
        .reduce(|all, one| all.union(&one))
}
