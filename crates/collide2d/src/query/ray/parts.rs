//! Rays at a compound: where they meet the joined outline of its parts.

use glam::DVec2;

use super::{Ray, RayHit, STRAIGHT, hit_of_leaf};
use crate::aabb::Aabb;
use crate::joined::{ALLOWED, JoinedShapes, OutlineShape, Sector, goes_in, off};
use crate::pose::Pose;
use crate::query::point::project_point;
use crate::query::rounded_hull::{turn_of, unturned, with_hull};
use crate::query::{QueryObserver, TOUCH_SHARE, rounded};
use crate::shape::Shape;
use crate::shape::leaf::{Leaf, LeafShape};

/// The first hit of a compound's parts that is one of their joined outline. A ray that begins on the borders of several parts
/// begins inside where they surround the place, and else goes in or not as their outline does there. A part's hit with a
/// normal that the outline does not allow is none where the ray goes along the outline; where it goes in, it has the nearest
/// normal that is allowed.
#[cold]
pub fn cast_at_parts<O: QueryObserver>(
    shape: &Shape,
    pose: &Pose,
    ray: &Ray,
    solid: bool,
    observer: &mut O,
) -> Option<RayHit> {
    let mut hits = Vec::new();
    shape.for_each_leaf(pose, None, &mut |leaf| hits.extend(hit_of_leaf(leaf, ray, solid, observer)));
    if solid
        && !hits.iter().any(|hit| hit.starts_inside)
        && let Some(start) = start_on_borders(shape, pose, ray)
    {
        match start {
            StartOnBorders::Meets(hit) => return Some(hit),
            // Nothing is met where it starts.
            StartOnBorders::GoesOut => hits.retain(|hit| hit.fraction > 0.0),
        }
    }
    // What it begins inside of, it meets first, also where it begins on the border of another part.
    hits.sort_by(|p, q| p.fraction.total_cmp(&q.fraction).then(q.starts_inside.cmp(&p.starts_inside)));
    hits.into_iter().find_map(|hit| {
        let Some(normal) = hit.normal.filter(|_| solid || hit.fraction > 0.0 && !hit.starts_inside) else {
            return Some(hit);
        };
        let place = ray.origin.as_dvec2() + ray.way * f64::from(hit.fraction);
        let Some(free) = joined_at(shape, pose, place, Some(hit.leaf)) else { return Some(hit) };
        match off(&free, normal.as_dvec2()) {
            // No side is free in a crack between two parts, which the ray may have come through.
            None => Some(hit),
            Some((by, _)) if by < ALLOWED => Some(hit),
            Some((_, allowed)) if goes_in(&free, ray.way, STRAIGHT) => {
                Some(RayHit { normal: Some(rounded(allowed)), ..hit })
            }
            Some(_) => None,
        }
    })
}

/// What becomes of a ray that starts on the borders of several parts.
enum StartOnBorders {
    Meets(RayHit),
    GoesOut,
}

/// `None`: it does not start on the borders of several parts.
fn start_on_borders(shape: &Shape, pose: &Pose, ray: &Ray) -> Option<StartOnBorders> {
    let start = ray.origin.as_dvec2();
    let free = joined_at(shape, pose, start, None)?;
    let meets = |normal: Option<DVec2>| {
        let nearest = project_point(shape, pose, ray.origin).ok()?;
        Some(StartOnBorders::Meets(RayHit {
            fraction: 0.0,
            point: ray.origin,
            normal: normal.map(rounded),
            feature: nearest.feature,
            leaf: nearest.leaf,
            starts_inside: normal.is_none(),
        }))
    };
    match off(&free, -ray.way) {
        None => meets(None),
        Some((_, allowed)) if goes_in(&free, ray.way, STRAIGHT) => meets(Some(allowed)),
        Some(_) => Some(StartOnBorders::GoesOut),
    }
}

/// The free sides of the joined parts at a place; `None` where fewer than two parts with an inside reach it, or not the one
/// asked for.
fn joined_at(shape: &Shape, pose: &Pose, place: DVec2, of: Option<Leaf>) -> Option<Vec<Sector>> {
    let mut parts = JoinedShapes { shapes: Vec::new() };
    let reach = |part: &OutlineShape<'_>| part.reach(place) as f32;
    let room = match of {
        Some(leaf) => {
            let leaf = shape.leaf(leaf, pose)?;
            if !leaf.shape.kind().has_inside() {
                return None;
            }
            reach(&OutlineShape::new(0, &leaf, DVec2::ZERO))
        }
        None => 2.0 * shape.bounding_circle().radius * TOUCH_SHARE,
    };
    let around = Aabb { min: place.as_vec2() - room, max: place.as_vec2() + room };
    shape.for_each_leaf(pose, Some(&around), &mut |leaf| {
        let is_at = || of.is_some() || is_on_border(leaf, place);
        if leaf.shape.kind().has_inside() && is_at() {
            parts.shapes.push(OutlineShape::new(0, leaf, DVec2::ZERO));
        }
    });
    let of = match of {
        Some(leaf) => parts.shapes.iter().position(|part| part.leaf == leaf)?,
        None => 0,
    };
    (parts.shapes.len() > 1).then(|| parts.free(place, of, None))
}

/// Whether a place is no more than a touch away from the border.
fn is_on_border(leaf: &LeafShape<'_>, place: DVec2) -> bool {
    let local = unturned(turn_of(&leaf.pose), place - leaf.pose.position.as_dvec2());
    with_hull(leaf.shape, |hull| hull.nearest_on_border(local).distance.abs() <= hull.touch())
}
