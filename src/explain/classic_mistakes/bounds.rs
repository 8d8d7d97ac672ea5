//! What bounds a shape, taken for the shape.

use collide2d::{Aabb, AxisSource, AxisTest, Interval, ShapeKind, Side};
use glam::{DVec2, Vec2};

use super::{Evidence, ShortcutTest, Tested, overlap};

/// The AABBs overlap.
pub(super) fn boxes(tested: &Tested) -> ShortcutTest {
    let [a, b] = tested.bodies.map(|body| body.aabb());
    let origin = tested.origin();
    let axis = |direction: Vec2, from: f64, ends: fn(&Aabb) -> [f32; 2]| {
        let interval = |aabb: &Aabb| {
            let [min, max] = ends(aabb).map(f64::from);
            Interval { min: min - from, max: max - from }
        };
        let (a, b) = (interval(&a), interval(&b));
        AxisTest {
            source: AxisSource::Face(Side::A, 0),
            direction,
            a,
            b,
            overlap: a.overlap(b) as f32,
            a_leaves_along: a.max - b.min < b.max - a.min,
        }
    };
    let axes = [
        axis(Vec2::X, origin.x, |aabb| [aabb.min.x, aabb.max.x]),
        axis(Vec2::Y, origin.y, |aabb| [aabb.min.y, aabb.max.y]),
    ];
    let least = overlap(&axes[0]).min(overlap(&axes[1]));
    // The corners of a box are rounded at their size in the world.
    let corners = [a.min, a.max, b.min, b.max].map(|corner| f64::from(corner.abs().max_element()));
    tested.touching(least, corners.into_iter().fold(0.0, f64::max), Evidence::Aabbs(axes))
}

/// The bounding circles overlap; two circles are their own.
pub(super) fn circles(tested: &Tested) -> Option<ShortcutTest> {
    let [a, b] = tested.bodies;
    if [a, b].iter().all(|body| body.shape().kind() == ShapeKind::Circle) {
        return None;
    }
    let (p, q) = (a.bounding_circle(), b.bounding_circle());
    let offset: DVec2 = p.center.as_dvec2() - q.center.as_dvec2();
    let (distance, sum) = (offset.length(), f64::from(p.radius) + f64::from(q.radius));
    let size = sum + f64::from(p.center.abs().max_element().max(q.center.abs().max_element()));
    let evidence = Evidence::BoundingCircles { distance, radii: [p.radius, q.radius] };
    Some(tested.touching(sum - distance, size, evidence))
}
