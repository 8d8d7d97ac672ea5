//! Which bodies are under the pointer or in a box.

use collide2d::{Aabb, Body, Shape, World};
use glam::Vec2;

use crate::picture::frame::Frame;
use crate::picture::view::View;
use crate::platform::sorting;

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
        let hit = distance == 0.0 || has_line(body.shape()) && distance * view.scale <= ON_WALL;
        if hit {
            hits.push((false, body.shape().area(), index as u32));
        } else if distance <= reach {
            hits.push((true, distance, index as u32));
        }
    }
    sorting::sort_by(&mut hits, |p, q| p.0.cmp(&q.0).then(p.1.total_cmp(&q.1)));
    hits.into_iter().map(|(_, _, index)| index).collect()
}

/// Whether some of the shape is a line without an inside.
fn has_line(shape: &Shape) -> bool {
    match shape {
        Shape::Compound(compound) => compound.parts().iter().any(|part| !part.shape.kind().has_inside()),
        shape => !shape.kind().has_inside(),
    }
}

/// The bodies inside a box whose sides are level on the screen, ascending. `corners`: two opposite ones. World.
pub fn bodies_in(world: &World, view: &View, corners: [Vec2; 2]) -> Vec<u32> {
    let frame = view.frame();
    let Some(area) = Aabb::around(corners.map(|corner| frame.local_point(corner))) else { return Vec::new() };
    let is_inside = |body: &Body| {
        let bounds = frame.box_of(body);
        !body.is_removed() && area.contains(bounds.min) && area.contains(bounds.max)
    };
    (0..).zip(world.bodies()).filter(|(_, body)| is_inside(body)).map(|(index, _)| index).collect()
}

/// The box around these bodies along a frame's axes, in its coordinates; `None` for no bodies.
pub fn bounds(world: &World, frame: &Frame, bodies: impl IntoIterator<Item = u32>) -> Option<Aabb> {
    bodies
        .into_iter()
        .filter_map(|index| world.body(index))
        .map(|body| frame.box_of(body))
        .reduce(|all, one| all.union(&one))
}
