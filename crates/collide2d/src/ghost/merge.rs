//! Touching shapes merged into the outlines of their union.

use glam::{DVec2, Vec2};

use crate::aabb::Aabb;
use crate::joined::{JoinedShapes, OutlineShape, angle, lines_cross, nearest_on};
use crate::pose::Pose;
use crate::shape::segment_tree::SegmentTree;
use crate::shape::{Leaf, Shape};

/// Points of an outline whose corner turns less are left out. Sine.
const STRAIGHT: f64 = 1.0e-6;

/// The outlines of the union of rectangles and polygons without round corners, each a closed line with the solid on its
/// left-hand side, going along: one for each group of shapes that touch, and one for each hole. Surfaces that meet within
/// 1e-4 of the smaller shape's size are one, as for [`crate::World::ghost`]. Points are measured from the first shape's
/// position, world axes. `None` for other shapes, or where rounding leaves a line open.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{Pose, Shape, merged_outlines};
///
/// let tile = Shape::rectangle(1.0, 1.0)?;
/// let tiles = [0.0, 1.0, 2.0].map(|x| (&tile, Pose::at(x, 0.0)));
/// let outlines = merged_outlines(&tiles).expect("tiles have straight sides");
/// let corners = [(0.5, -0.5), (2.5, -0.5), (2.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)].map(Vec2::from);
/// assert_eq!(outlines.len(), 1);
/// assert_eq!(outlines[0].len(), 4);
/// assert!(outlines[0].iter().all(|point| corners.contains(point)));
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
pub fn merged_outlines(shapes: &[(&Shape, Pose)]) -> Option<Vec<Vec<Vec2>>> {
    let from = shapes.first()?.1.position.as_dvec2();
    let mut outlined = Vec::with_capacity(shapes.len());
    for (index, (shape, pose)) in (0..).zip(shapes) {
        let at = Pose { position: Vec2::ZERO, ..*pose };
        let leaf = shape.leaf(Leaf::WHOLE, &at).filter(|_| shape.corners().len() > 2)?;
        let merged = OutlineShape::new(index, &leaf, pose.position.as_dvec2() - from);
        if !merged.is_angular() {
            return None;
        }
        outlined.push(merged);
    }
    let box_of = |shape: &OutlineShape<'_>, margin: f64| {
        let [min, max] = shape.bounds();
        Aabb { min: (min - margin).as_vec2(), max: (max + margin).as_vec2() }
    };
    let tree = SegmentTree::of(outlined.iter().map(|shape| box_of(shape, 0.0)));
    let mut pieces = Vec::new();
    for shape in &outlined {
        // Those that may meet it, in their order.
        let [min, max] = shape.bounds();
        let margin = 2.0 * shape.reach(min.abs().max(max.abs()));
        let mut joined = JoinedShapes { shapes: Vec::new() };
        tree.for_each_overlapping(&box_of(shape, margin), &mut |i| joined.shapes.push(outlined[i].clone()));
        let Some(of) = joined.shapes.iter().position(|near| near.body == shape.body) else { continue };
        for edge in shape.edges() {
            add_uncovered(&joined, of, edge, &mut pieces);
        }
    }
    linked(pieces, outlined.iter().map(|shape| shape.reach(DVec2::ZERO)).fold(f64::INFINITY, f64::min))
}

/// Adds the pieces of an edge of one of the shapes that have nothing on their right-hand side.
fn add_uncovered(joined: &JoinedShapes<'_>, of: usize, edge: [DVec2; 2], pieces: &mut Vec<[DVec2; 2]>) {
    let (own, way) = (&joined.shapes[of], edge[1] - edge[0]);
    let share = |p: DVec2| (p - edge[0]).dot(way) / way.length_squared();
    let mut cuts = vec![0.0, 1.0];
    for (_, other) in joined.shapes.iter().enumerate().filter(|(i, _)| *i != of) {
        for line in other.edges() {
            cuts.extend(lines_cross(edge, line).map(share));
            let near = nearest_on(edge, line[0]);
            if near.distance(line[0]) <= own.tolerance(other, near) {
                cuts.push(share(near));
            }
        }
    }
    cuts.sort_by(f64::total_cmp);
    // Cuts within what counts as meeting are one; the ends stay.
    let apart = own.reach(edge[0]) / way.length();
    let mut kept = vec![0.0];
    for cut in cuts {
        if cut > kept[kept.len() - 1] + apart && cut < 1.0 - apart {
            kept.push(cut);
        }
    }
    kept.push(1.0);
    for ends in kept.windows(2) {
        let middle = edge[0] + way * (0.5 * (ends[0] + ends[1]));
        let is_uncovered = !joined.free(middle, of, None).is_empty();
        // Of shapes whose edges lie on each other the first has the piece.
        let is_first = !joined.at(middle, of).any(|other| {
            let along = |[from, to]: [DVec2; 2]| {
                let near = nearest_on([from, to], middle).distance(middle);
                (to - from).dot(way) > 0.0 && near <= own.tolerance(&joined.shapes[other], middle)
            };
            other < of && joined.shapes[other].edges().any(along)
        });
        if is_uncovered && is_first {
            pieces.push([edge[0] + way * ends[0], edge[0] + way * ends[1]]);
        }
    }
}

/// The pieces as closed lines; ends within `near` are one.
fn linked(pieces: Vec<[DVec2; 2]>, near: f64) -> Option<Vec<Vec<Vec2>>> {
    let mut points: Vec<DVec2> = Vec::new();
    let mut index = |p: DVec2| {
        // Two places may both be off by what counts as meeting.
        let known = points.iter().position(|known| known.distance(p) <= 3.0 * near);
        known.unwrap_or_else(|| {
            points.push(p);
            points.len() - 1
        })
    };
    let mut left: Vec<[usize; 2]> = pieces.into_iter().map(|ends| ends.map(&mut index)).collect();
    left.retain(|[from, to]| from != to);
    let mut lines = Vec::new();
    while let Some([start, mut at]) = left.pop() {
        let mut line = vec![start];
        let mut before = start;
        while at != start {
            // The free side ends at the first piece counter-clockwise from the way back.
            let back = angle(points[before] - points[at]);
            let turn = |[_, to]: &[usize; 2]| {
                (angle(points[*to] - points[at]) - back - 1.0e-9).rem_euclid(std::f64::consts::TAU)
            };
            let leaving = left.iter().enumerate().filter(|(_, piece)| piece[0] == at);
            let (next, _) = leaving.min_by(|(_, p), (_, q)| turn(p).total_cmp(&turn(q)))?;
            let [_, to] = left.swap_remove(next);
            line.push(at);
            (before, at) = (at, to);
        }
        lines.push(without_straight(&line.iter().map(|point| points[*point]).collect::<Vec<_>>()));
    }
    lines.reverse();
    lines.retain(|line| line.len() > 2);
    Some(lines)
}

fn without_straight(line: &[DVec2]) -> Vec<Vec2> {
    let n = line.len();
    let corner = |i: &usize| {
        let (before, at, after) = (line[(i + n - 1) % n], line[*i], line[(i + 1) % n]);
        let (one, other) = ((at - before).normalize_or_zero(), (after - at).normalize_or_zero());
        one.perp_dot(other).abs() > STRAIGHT || one.dot(other) < 0.0
    };
    (0..n).filter(corner).map(|i| line[i].as_vec2()).collect()
}
