//! Circle against circle, and circle against a shape with flat faces.

use glam::Vec2;

use super::search::{Search, Source};
use super::{Contact, ContactPoint, Hull, Pair, Placed};
use crate::aabb::Interval;
use crate::sat::{Feature, SatObserver};
use crate::shape::Circle;

/// Feature number of a vertex that a circle meets; a face has its index alone.
const VERTEX: u32 = 1 << 8;

/// One axis, through the centres; the contact point is midway between the two surfaces.
#[inline]
pub(super) fn circles(
    a: &Circle,
    b: &Circle,
    pair: &Pair,
    observer: &mut impl SatObserver,
) -> Option<Contact> {
    let (direction, distance) = unit(pair.q.offset).unwrap_or((Vec2::Y, 0.0));
    let mut search = Search::new(pair, observer);
    let _ = search.test(
        Source::Center(Feature::Center),
        direction,
        Interval::around(0.0, a.radius()),
        Interval::around(distance, b.radius()),
    );
    let best = search.finish()?;
    let (on_a, on_b) = (best.normal * -a.radius(), pair.q.offset + best.normal * b.radius());
    let point = ContactPoint { from_a: on_a.midpoint(on_b), depth: best.depth, feature: 0 };
    Some(pair.contact(best.normal, best.depth, [point, ContactPoint::default()], 1))
}

/// The face normals, and the axis from the circle's centre through the nearest corner if a corner is nearest. The contact
/// point is the circle's deepest.
#[inline]
pub(super) fn circle_hull<H: Hull, O: SatObserver>(
    circle: &Circle,
    hull: &H,
    pair: &Pair,
    observer: &mut O,
) -> Option<Contact> {
    let (center, radius) = (pair.p.offset, circle.radius());
    let hull = Placed { hull, at: pair.q };
    let mut search = Search::new(pair, observer);
    let flow = hull.hull.axes(|face, normal, span| {
        let direction = hull.at.rotation.rotate(normal);
        search.test(
            Source::FaceOfQ(face),
            direction,
            Interval::around(direction.dot(center), radius),
            span.shifted(direction.dot(hull.at.offset)),
        )
    });
    if flow.is_continue() {
        let local = hull.local(center);
        if let Some((feature, corner)) = hull.hull.nearest_corner(local)
            && let Some((direction, distance)) = unit(hull.at.rotation.rotate(corner - local))
        {
            let middle = direction.dot(center);
            let near = middle + distance;
            // The near end decides: the way out past the far end is never the shorter one.
            let far = if O::WATCHES { hull.extent(direction).max.max(near) } else { f32::INFINITY };
            let _ = search.test(
                Source::Center(feature),
                direction,
                Interval::around(middle, radius),
                Interval { min: near, max: far },
            );
        }
    }
    let best = search.finish()?;
    let feature = match best.source {
        Source::FaceOfP(face) | Source::FaceOfQ(face) => face,
        Source::Center(Feature::Vertex(vertex)) => VERTEX | vertex,
        Source::Center(Feature::End) => VERTEX | 1,
        Source::Center(_) => VERTEX,
    };
    let point = ContactPoint { from_a: center - best.normal * radius, depth: best.depth, feature };
    Some(pair.contact(best.normal, best.depth, [point, ContactPoint::default()], 1))
}

/// Unit vector and length; `None` for a vector without direction.
#[inline]
pub(crate) fn unit(v: Vec2) -> Option<(Vec2, f32)> {
    let squared = v.length_squared();
    if squared > 1.0e-30 {
        let length = squared.sqrt();
        Some((v / length, length))
    } else {
        // Squares of numbers so small are not: measure in f64.
        let exact = v.as_dvec2();
        let length = exact.length();
        (length > 0.0).then(|| ((exact / length).as_vec2(), length as f32))
    }
}
