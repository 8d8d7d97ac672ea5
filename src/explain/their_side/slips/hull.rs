//! The convex hull of a body of several parts, taken for the body.

use collide2d::{Contact, Pose, Shape, collide};

use super::{fits, is_along, meant};
use crate::elsewhere::fitting::hull_polygon;
use crate::elsewhere::recording::{ToldPair, ToldShape};
use crate::scene::numbers::{number, vec2};

/// The hull around a body of several parts, which an engine without decomposition takes for it: it has the contact, and the parts
/// that are meant have not. `depth`: theirs, in metres without the skin, where they tell one.
pub(in crate::explain::their_side) fn of_hull(told: &ToldPair, depth: Option<f32>) -> Option<String> {
    let normal = told.their_normal;
    let hulls = [0, 1].map(|side| around(&told.shapes[side]));
    let meant = [0, 1].map(|side| {
        let shapes = meant(told, side).map(|told| (told.shape.clone(), told.pose));
        shapes.collect::<Vec<_>>()
    });
    let deepest = |[a, b]: [&[(Shape, Pose)]; 2]| {
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
        let contacts = pairs.filter_map(|((a, pose_a), (b, pose_b))| collide(a, pose_a, b, pose_b));
        contacts.max_by(|p, q| p.depth.total_cmp(&q.depth))
    };
    let ours = deepest([&meant[0], &meant[1]]);
    let fits_theirs = |contact: &Contact| {
        let is_deep = depth.is_none_or(|depth| fits(depth, contact.depth));
        is_deep && normal.is_none_or(|normal| is_along(normal, contact.normal))
    };
    if depth.is_none() && normal.is_none() || ours.as_ref().is_some_and(fits_theirs) {
        return None;
    }
    let found = [[true, false], [false, true], [true, true]].into_iter().find_map(|is_hull| {
        let of = |side: usize| match &hulls[side] {
            Some(hull) if is_hull[side] => Some(std::slice::from_ref(hull)),
            Some(_) | None => (!is_hull[side]).then_some(meant[side].as_slice()),
        };
        let contact = deepest([of(0)?, of(1)?]).filter(fits_theirs)?;
        Some((is_hull, contact))
    });
    let (is_hull, contact) = found?;
    let taken: Vec<&str> =
        (0..2).filter(|&side| is_hull[side]).map(|side| told.names[side].as_str()).collect();
    let parts: usize = (0..2).filter(|&side| is_hull[side]).map(|side| told.shapes[side].len()).sum();
    Some(format!(
        "Look at whether it takes {} for convex: the convex hull around {parts} parts overlaps by {} m along {}, which is its \
         contact. An engine that does not cut a concave outline into convex parts fills it so: cut it, or give it its parts.",
        taken.join(" and "),
        number(contact.depth),
        vec2(contact.normal)
    ))
}

/// The convex hull around several parts of a body, in the world; `None`: they are not several, or not of one radius.
fn around(shapes: &[ToldShape]) -> Option<(Shape, Pose)> {
    let [first, second, ..] = shapes else { return None };
    let radius = first.shape.radius();
    let are_parts = [first, second].iter().all(|told| told.leaf.part_of_several().is_some());
    if !are_parts || shapes.iter().any(|told| told.shape.radius() != radius) {
        return None;
    }
    // Near the body, where an f32 has its digits.
    let origin = first.pose.position;
    let points = shapes.iter().flat_map(|told| {
        told.shape.core_points().into_iter().map(|point| told.pose.world_from_local(point) - origin)
    });
    let hull = hull_polygon(&points.collect::<Vec<_>>());
    let shape = if radius > 0.0 { Shape::rounded_polygon(&hull, radius) } else { Shape::polygon(&hull) };
    Some((shape.ok()?, Pose::new(origin, 0.0)))
}
