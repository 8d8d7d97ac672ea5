//! Touching static tiles as the chains along their outlines.

use collide2d::merged_outlines;
use glam::Vec2;

use super::group::ungrouped;
use super::{Scene, SceneBody, SceneMotion, SceneShape};
use crate::platform::plain;

/// The chains that the shapes of these bodies become, in the place of the first body: also where its first shape is elsewhere,
/// a run that is kept to compare has its body of that name where it is now. `Err`: what is not allowed.
pub fn chains_of(scene: &Scene, indices: &[u32]) -> Result<Vec<SceneBody>, String> {
    let bodies = || indices.iter().filter_map(|index| scene.bodies.get(*index as usize));
    let chains = merged(&bodies().flat_map(ungrouped).collect::<Vec<_>>())?;
    Ok(match bodies().next() {
        Some(first) => chains.into_iter().map(|chain| in_place_of(first, chain)).collect(),
        None => chains,
    })
}

/// The chain where it is, with its points in the local space of `first`.
fn in_place_of(first: &SceneBody, mut chain: SceneBody) -> SceneBody {
    if (chain.position, chain.rotation) == (first.position, first.rotation) {
        return chain;
    }
    let (from, to) = (chain.pose(), first.pose());
    if let SceneShape::Chain { points, .. } = &mut chain.shape {
        for point in points {
            *point = to.local_from_world(from.world_from_local(*point));
        }
    }
    (chain.position, chain.rotation) = (first.position, first.rotation);
    chain
}

/// A body with a closed chain for each outline of the union of these, the first one in the place of the first. `Err` is a
/// sentence for the person that says what is not allowed.
pub fn merged(bodies: &[SceneBody]) -> Result<Vec<SceneBody>, String> {
    let [first, _, ..] = bodies else {
        return Err("Select two static tiles or more to merge them.".to_owned());
    };
    let mut shapes = Vec::with_capacity(bodies.len());
    for body in bodies {
        let name = plain::label(&body.name);
        if body.motion != SceneMotion::Static || body.sensor || body.one_way.is_some() {
            return Err(format!(
                "\"{name}\" is no tile of a level. Allowed: Static bodies that are no sensors and not one-way."
            ));
        }
        let of_first =
            SceneBody { name: first.name.clone(), shape: first.shape.clone(), outline: None, ..body.clone() };
        let alike = SceneBody { position: first.position, rotation: first.rotation, ..of_first };
        if alike != (SceneBody { outline: None, ..first.clone() }) {
            return Err(format!(
                "\"{name}\" and \"{}\" differ in more than shape and place. Allowed: the same friction, restitution, masks and \
                 conveyor, since a chain has one of each.",
                plain::label(&first.name)
            ));
        }
        let shape = body.shape.to_shape().map_err(|error| format!("{name}: {error}"))?;
        shapes.push((shape, body.pose()));
    }
    let shapes: Vec<_> = shapes.iter().map(|(shape, pose)| (shape, *pose)).collect();
    let lines = merged_outlines(&shapes)
        .filter(|lines| !lines.is_empty())
        .ok_or("Allowed: rectangles and polygons without round corners.")?;
    // The lines are in world axes, from the first body's position.
    let local = |point: Vec2| first.pose().rotation.unrotate(point);
    let chain = |line: Vec<Vec2>| {
        let points = line.into_iter().map(local).collect();
        let shape = SceneShape::Chain { points, closed: true, one_sided: false };
        SceneBody { shape, outline: None, ..first.clone() }
    };
    Ok(lines.into_iter().map(chain).collect())
}

/// The points of the chains that [`merged`] made, in the world.
pub fn outlines(chains: &[SceneBody]) -> Vec<Vec<Vec2>> {
    let outline = |chain: &SceneBody| {
        let SceneShape::Chain { points, .. } = &chain.shape else { return Vec::new() };
        points.iter().map(|point| chain.pose().world_from_local(*point)).collect()
    };
    chains.iter().map(outline).collect()
}

/// Which of these outlines goes around a body of one shape: of several that hold its centre, one within another, the smallest.
pub fn around(outlines: &[Vec<Vec2>], body: &SceneBody) -> Option<usize> {
    let center = body.pose().world_from_local(body.shape.to_shape().ok()?.centroid());
    let holding = outlines.iter().enumerate().filter_map(|(index, points)| {
        let points = points.iter().map(|point| *point - center);
        let sides = points.clone().zip(points.cycle().skip(1));
        // A ray to the right crosses it an odd number of times.
        let crossed = sides
            .clone()
            .filter(|(p, q)| (p.y > 0.0) != (q.y > 0.0) && p.x - p.y * (q.x - p.x) / (q.y - p.y) > 0.0);
        let area: f32 = sides.map(|(p, q)| p.perp_dot(q)).sum();
        (crossed.count() % 2 == 1).then_some((index, area.abs()))
    });
    holding.min_by(|(_, p), (_, q)| p.total_cmp(q)).map(|(index, _)| index)
}
