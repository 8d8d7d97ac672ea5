//! What is said of two shapes with corners besides the axes of the test: which axes they do not need, and why neither
//! their corners nor their sides alone show whether they overlap.

use collide2d::{AxisSource, AxisTest, Body};
use glam::DVec2;

use crate::scene::numbers::count;

/// The corners of a shape that has an inside and corners, in order around it. World, metres.
fn corners(body: &Body) -> Vec<DVec2> {
    let world = |local| body.pose().world_from_local(local).as_dvec2();
    if body.shape().kind().has_inside() {
        body.shape().corners().into_iter().map(world).collect()
    } else {
        Vec::new()
    }
}

/// The sides of a shape, from corner to corner.
fn sides(corners: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> + Clone + '_ {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| [*from, *to])
}

/// On which side of a line through two points a third is: positive to the left of it.
fn side_of([from, to]: [DVec2; 2], at: DVec2) -> f64 {
    (to - from).perp_dot(at - from)
}

/// How many of the points are inside a convex shape, not on its border.
fn inside(points: &[DVec2], around: &[DVec2]) -> usize {
    let is_inside = |at: &&DVec2| {
        let mut by_side = sides(around).map(|side| side_of(side, **at));
        let first = by_side.next().unwrap_or_default();
        first != 0.0 && by_side.all(|side| side * first > 0.0)
    };
    points.iter().filter(is_inside).count()
}

/// How many sides of one shape cross sides of the other, not only touch them.
fn crossings(a: &[DVec2], b: &[DVec2]) -> usize {
    let cross = |p: [DVec2; 2], q: [DVec2; 2]| {
        side_of(p, q[0]) * side_of(p, q[1]) < 0.0 && side_of(q, p[0]) * side_of(q, p[1]) < 0.0
    };
    sides(a).map(|p| sides(b).filter(|q| cross(p, *q)).count()).sum()
}

/// Which axes fall away, and what tests of corners or of sides would find; nothing unless both shapes have corners.
/// `axes`: tested ones; `touching`: the two overlap.
pub(super) fn details(
    [a, b]: [&Body; 2],
    axes: &[AxisTest],
    touching: bool,
    [name_a, name_b]: &[String; 2],
) -> Vec<String> {
    let (of_a, of_b) = (corners(a), corners(b));
    let (n, m) = (of_a.len(), of_b.len());
    if n == 0 || m == 0 {
        return Vec::new();
    }
    let of_vertices = axes.iter().filter(|axis| matches!(axis.source, AxisSource::End(..))).count();
    let (of_faces, through) = (axes.len() - of_vertices, n * m);
    let of_faces = count(of_faces, "axis", "axes");
    let mut details = vec![match of_vertices {
        0 => format!(
            "{n} + {m} faces give {of_faces}, parallel ones counted once; the {n} × {m} = {through} axes through a vertex \
             of each fall away, because the one of least overlap is always across a face"
        ),
        _ => format!(
            "{n} + {m} faces give {of_faces}, parallel ones counted once; of the {n} × {m} = {through} axes through a vertex \
             of each the one through the nearest two is tested as well, because round corners may meet across it"
        ),
    }];
    if touching {
        let (a_in_b, b_in_a) = (inside(&of_a, &of_b), inside(&of_b, &of_a));
        let crossed = crossings(&of_a, &of_b);
        let missed = match (a_in_b + b_in_a, crossed) {
            (0, 0) => "",
            (0, _) => ": who tests corners alone misses this overlap",
            (_, 0) => ": who tests lines alone misses this overlap",
            (_, _) => "",
        };
        details.push(format!(
            "corners of {name_a} inside of {name_b}: {a_in_b}, of {name_b} inside of {name_a}: {b_in_a}; places where \
             sides cross: {crossed}{missed}"
        ));
    }
    details
}
