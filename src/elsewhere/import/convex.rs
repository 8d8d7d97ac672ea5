//! Outlines cut into convex polygons: triangulated, and triangles merged while what they make is convex.

use collide2d::{MAX_POINTS, Shape};
use glam::{DVec2, Vec2};
use i_triangle::float::convex::ConvexSplitStrategy;
use i_triangle::float::triangulatable::Triangulatable as _;
use i_triangle::i_overlay::core::fill_rule::FillRule;
use i_triangle::i_overlay::float::simplify::SimplifyShape as _;

use crate::elsewhere::fitting;

pub const MOST_CORNERS: usize = crate::scene::MAX_OUTLINE;
/// Most times that an outline may cross or touch itself: what cutting it costs grows with them.
const MOST_CROSSINGS: usize = 10_000;

/// Which points an outline that crosses or contains itself encloses, as in SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsideRule {
    /// Those that the outline winds around.
    NonZero,
    /// Those from which a ray crosses the outline an odd number of times.
    EvenOdd,
}

/// Convex polygons that a scene allows and that cover what the closed lines enclose, and how many more are too
/// thin to be polygons. A line that is convex already stays as it is. The points are finite, and at most
/// [`MOST_CORNERS`]. The error completes "it …".
pub fn pieces(lines: &[Vec<DVec2>], inside: InsideRule) -> Result<(Vec<Vec<Vec2>>, usize), String> {
    if let [line] = lines {
        let points = without_repeats(line);
        if Shape::polygon(&points).is_ok() {
            return Ok((vec![points], 0));
        }
    }
    let corners = lines.iter().flatten();
    let nothing = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    let (min, max) = corners.fold(nothing, |(min, max), p| (min.min(*p), max.max(*p)));
    // The crate's grid is as fine as the box of all points allows.
    if (max - min).min_element() <= 0.0 {
        return Ok((Vec::new(), 0));
    }
    if crosses_too_often(lines) {
        return Err(format!("crosses itself too often; allowed: up to {MOST_CROSSINGS} times"));
    }
    let rule = match inside {
        InsideRule::NonZero => FillRule::NonZero,
        InsideRule::EvenOdd => FillRule::EvenOdd,
    };
    let lines: Vec<Vec<[f64; 2]>> =
        lines.iter().map(|line| line.iter().map(|p| p.to_array()).collect()).collect();
    let areas = lines.simplify_shape_as::<i64>(rule);
    let convex = areas.iter().flat_map(|area| {
        let triangles = area.triangulate_as::<i64>().into_delaunay();
        triangles.to_convex_polygons_with_max_vertices(MAX_POINTS, ConvexSplitStrategy::default())
    });
    let (mut pieces, mut lost) = (Vec::new(), 0);
    for points in convex {
        let points: Vec<Vec2> =
            points.into_iter().map(|p| DVec2::from_array(p).as_vec2() + Vec2::ZERO).collect();
        // The hull of a convex polygon is the polygon without the corners that rounding has straightened.
        let points = if Shape::polygon(&points).is_ok() { points } else { fitting::hull_polygon(&points) };
        if Shape::polygon(&points).is_ok() { pieces.push(points) } else { lost += 1 }
    }
    Ok((pieces, lost))
}

/// The points as f32, each differing from the next, and the last from the first.
fn without_repeats(line: &[DVec2]) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = line.iter().map(|p| p.as_vec2() + Vec2::ZERO).collect();
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// Whether more than [`MOST_CROSSINGS`] pairs of sides meet that are no neighbours.
fn crosses_too_often(lines: &[Vec<DVec2>]) -> bool {
    let sides_of = |line: &'_ Vec<DVec2>| -> Vec<(DVec2, DVec2)> {
        line.iter().copied().zip(line.iter().copied().cycle().skip(1)).collect()
    };
    let sides: Vec<(DVec2, DVec2)> = lines.iter().flat_map(sides_of).collect();
    let side_of = |p: DVec2, (from, to): (DVec2, DVec2)| (to - from).perp_dot(p - from);
    let meet = |a: (DVec2, DVec2), b: (DVec2, DVec2)| {
        a.0.min(a.1).cmple(b.0.max(b.1)).all()
            && b.0.min(b.1).cmple(a.0.max(a.1)).all()
            && side_of(a.0, b) * side_of(a.1, b) <= 0.0
            && side_of(b.0, a) * side_of(b.1, a) <= 0.0
    };
    let are_neighbours = |a: (DVec2, DVec2), b: (DVec2, DVec2)| a.1 == b.0 || b.1 == a.0;
    let mut crossings = 0;
    for (i, a) in sides.iter().enumerate() {
        let others = sides.iter().take(i);
        crossings += others.filter(|b| meet(*a, **b) && !are_neighbours(*a, **b)).count();
        if crossings > MOST_CROSSINGS {
            return true;
        }
    }
    false
}
