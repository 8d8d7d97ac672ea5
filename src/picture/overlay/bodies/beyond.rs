//! The parts of an outline that reach beyond the shape that collides for it: what touches them is not found.

use collide2d::Shape;
use glam::DVec2;

/// Shorter parts, and parts that lie nearer to the shape, are its border within rounding. As a share of the outline's
/// extent.
const ON_THE_BORDER: f64 = 1.0e-3;

/// Those parts of a closed outline that are outside of its shape, each from end to end. Local space, metres. Nothing of
/// a wall or a capsule: neither is put around an outline.
pub(in crate::picture::overlay) fn beyond(shape: &Shape, outline: &[glam::Vec2]) -> Vec<[DVec2; 2]> {
    let points = || outline.iter().map(|point| point.as_dvec2());
    let (low, high) = points().fold((DVec2::MAX, DVec2::MIN), |(low, high), p| (low.min(p), high.max(p)));
    let near = ON_THE_BORDER * (high - low).max_element();
    let mut parts = Vec::new();
    for (from, to) in points().zip(points().cycle().skip(1)) {
        let Some((begin, end)) = inside(shape, from, to, near) else {
            parts.push([from, to]);
            continue;
        };
        parts.extend([[from, from.lerp(to, begin)], [from.lerp(to, end), to]]);
    }
    parts.retain(|[from, to]| from.distance(*to) > near);
    parts
}

/// The part of a segment that is inside of a convex shape grown by `near`, as shares of its length.
fn inside(shape: &Shape, from: DVec2, to: DVec2, near: f64) -> Option<(f64, f64)> {
    let along = to - from;
    if let Shape::Circle(circle) = shape {
        let radius = f64::from(circle.radius()) + near;
        let (a, b, c) = (along.length_squared(), from.dot(along), from.length_squared() - radius * radius);
        if a == 0.0 {
            return (c <= 0.0).then_some((0.0, 1.0));
        }
        let root = (b * b - a * c).max(0.0).sqrt();
        let (begin, end) = (((-b - root) / a).max(0.0), ((-b + root) / a).min(1.0));
        return (b * b >= a * c && begin <= end).then_some((begin, end));
    }
    if !shape.kind().is_enclosed_by_faces() {
        return Some((0.0, 1.0));
    }
    let near = near + f64::from(shape.radius());
    let corners: Vec<DVec2> = shape.corners().iter().map(|corner| corner.as_dvec2()).collect();
    let mut faces = corners.iter().zip(corners.iter().cycle().skip(1));
    faces.try_fold((0.0_f64, 1.0_f64), |(begin, end), (p, q)| {
        let outward = -(*q - *p).perp().normalize_or_zero();
        // Distance to the face's line, outward, at both ends.
        let [at_from, at_to] = [from, to].map(|at| (at - *p).dot(outward) - near);
        let crossing = at_from / (at_from - at_to);
        let part = match (at_from <= 0.0, at_to <= 0.0) {
            (true, true) => (begin, end),
            (true, false) => (begin, end.min(crossing)),
            (false, true) => (begin.max(crossing), end),
            (false, false) => return None,
        };
        (part.0 <= part.1).then_some(part)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use collide2d::Shape;
    use glam::{DVec2, Vec2};

    use super::beyond;

    fn length(parts: &[[DVec2; 2]]) -> f64 {
        parts.iter().map(|[from, to]| from.distance(*to)).sum()
    }

    #[test]
    fn what_reaches_beyond_the_shape_is_found_and_what_lies_on_its_border_is_not() {
        let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(Vec2::from);
        let same = Shape::rectangle(2.0, 2.0).unwrap();
        assert_eq!(length(&beyond(&same, &square)), 0.0);
        // The circle through the middles of the sides: each corner reaches beyond it.
        let round = Shape::circle(1.0).unwrap();
        assert!(length(&beyond(&round, &square)) > 7.0);
        let around = Shape::circle(1.42).unwrap();
        assert_eq!(length(&beyond(&around, &square)), 0.0);
        // Half of it: the upper half, 1 of each side and the top.
        let low = Shape::rectangle(2.0, 1.0).unwrap();
        let found = length(&beyond(&low, &square));
        assert!((found - 6.0).abs() < 0.02, "{found}");
    }
}
