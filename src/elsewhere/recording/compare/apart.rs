//! Distances of the shapes of two bodies, and contacts of those that are nearly one.

use collide2d::{Aabb, Contact, LeafShape, Pose, Shape, collide, separation};
use glam::Vec2;

use super::ours::OurContact;
use crate::elsewhere::differences::share;

/// Most pairs of shapes that are apart and looked at for one contact.
pub(super) const MOST_NEAR: usize = 64;

/// Our contacts of shapes of both that are apart, as they are with the first shape larger by `reach`; of many pairs of shapes
/// the first.
pub(super) fn near(bodies: (u32, u32), sides: [&[LeafShape<'_>]; 2], reach: f32) -> Vec<OurContact> {
    let mut near = Vec::new();
    let [all_of_a, all_of_b] = near_each_other(sides, reach);
    for (box_of_a, of_a) in all_of_a {
        let rounding = inflated(of_a.shape, reach);
        for (box_of_b, of_b) in &all_of_b {
            if near.len() >= MOST_NEAR {
                return near;
            }
            if boxes_apart(&box_of_a, box_of_b) >= reach {
                continue;
            }
            let contacts =
                rounding.iter().filter_map(|part| collide(part, &of_a.pose, of_b.shape, &of_b.pose));
            let contact = contacts.reduce(deeper);
            near.extend(contact.map(|contact| OurContact {
                bodies,
                leaves: [of_a.leaf, of_b.leaf],
                contact,
                from: of_a.pose.position,
                inflated: reach,
            }));
        }
    }
    near
}

/// The distance of those pairs of shapes of both that `is_meant` takes; `None`: there are none. Shapes are farther
/// apart than their boxes are along either axis, so that few of many pairs are tested. Metres.
pub(super) fn gap_between<'l, 'w>(
    [of_a, of_b]: [&'l [LeafShape<'w>]; 2],
    is_meant: impl Fn([&LeafShape<'_>; 2]) -> bool,
) -> Option<f32> {
    let boxed = |leaves: &'l [LeafShape<'w>]| leaves.iter().map(|leaf| (leaf.shape.aabb(&leaf.pose), leaf));
    let others: Vec<_> = boxed(of_b).collect();
    let around = others.iter().map(|(aabb, _)| *aabb).reduce(|all, one| all.union(&one))?;
    let mut ours: Vec<_> = boxed(of_a).map(|(aabb, a)| (boxes_apart(&aabb, &around), aabb, a)).collect();
    ours.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut nearest = None::<f32>;
    for (far, aabb, a) in ours {
        let is_farther = |far: f32, nearest: Option<f32>| nearest.is_some_and(|nearest| far >= nearest);
        if is_farther(far, nearest) {
            break;
        }
        for (other, b) in &others {
            if !is_farther(boxes_apart(&aabb, other), nearest) && is_meant([a, b]) {
                let gap = separation(a.shape, &a.pose, b.shape, &b.pose);
                nearest = Some(nearest.map_or(gap, |nearest| nearest.min(gap)));
            }
        }
    }
    nearest
}

/// The leaves of either side whose boxes are within `reach` of those of the other side, with their boxes. Metres.
pub(super) fn near_each_other<'l, 's>(
    [of_a, of_b]: [&'l [LeafShape<'s>]; 2],
    reach: f32,
) -> [Vec<(Aabb, &'l LeafShape<'s>)>; 2] {
    let boxed = |leaves: &'l [LeafShape<'s>]| -> Vec<(Aabb, &'l LeafShape<'s>)> {
        leaves.iter().map(|leaf| (leaf.shape.aabb(&leaf.pose), leaf)).collect()
    };
    let (mut of_a, mut of_b) = (boxed(of_a), boxed(of_b));
    let retain_near = |leaves: &mut Vec<(Aabb, &LeafShape<'_>)>, others: &[(Aabb, &LeafShape<'_>)]| {
        let around = others.iter().map(|(aabb, _)| *aabb).reduce(|all, one| all.union(&one));
        leaves.retain(|(aabb, _)| around.is_some_and(|around| boxes_apart(aabb, &around) <= reach));
    };
    retain_near(&mut of_a, &of_b);
    retain_near(&mut of_b, &of_a);
    [of_a, of_b]
}

/// How far apart two boxes are along the axis along which they are farther apart: no more than what is in them is. Metres;
/// negative: they overlap.
pub(super) fn boxes_apart(one: &Aabb, other: &Aabb) -> f32 {
    -one.overlap(other).min_element()
}

/// What the shape of a leaf is with so much around it, seen from outside: a capsule along each side.
fn inflated(shape: &Shape, by: f32) -> Vec<Shape> {
    let radius = shape.radius() + by;
    let made = match shape.ends() {
        Some([start, end]) => vec![Shape::capsule(start, end, radius)],
        None if shape.kind().is_enclosed_by_faces() => {
            let corners = shape.corners();
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            sides.map(|(&start, &end)| Shape::capsule(start, end, radius)).collect()
        }
        // Of leaves the only one without ends and corners is a circle.
        None => vec![Shape::circle(radius)],
    };
    made.into_iter().filter_map(Result::ok).collect()
}

/// The deeper of two contacts, and of two that share a corner the one with more points.
fn deeper(one: Contact, other: Contact) -> Contact {
    const SAME: f32 = 1.0e-5; // metres
    let more = other.points().len() > one.points().len();
    let by = if more { -SAME } else { SAME };
    if other.depth > one.depth + by { other } else { one }
}

/// From a point to a shape; negative inside. Metres.
pub(super) fn apart(point: Vec2, leaf: &LeafShape<'_>) -> f32 {
    let Ok(dot) = Shape::circle(f32::MIN_POSITIVE) else { return f32::INFINITY };
    separation(&dot, &Pose::new(point, 0.0), leaf.shape, &leaf.pose)
}

/// Our depth at a point: between two points of a manifold it changes evenly. `points`: those of the contact, in the
/// world. Metres.
pub(super) fn depth_at(point: Vec2, ours: &Contact, points: &[Vec2]) -> Option<f32> {
    match (ours.points(), points) {
        ([one, other], [from, to]) => {
            let share = share(point, *from, *to, *to - *from);
            Some(one.depth + (other.depth - one.depth) * share)
        }
        ([one], _) => Some(one.depth),
        _ => None,
    }
}
