//! The Minkowski sum B ⊕ (−A): the positions of A, both rotations held, at which it touches B (Lozano-Pérez 1983).
//! The nearest point of its outline to A's position gives normal and depth, and the distance where A is outside.
//!
//! The cores of the shapes (a circle's centre, a capsule's segment, polygons as they are) are convex polygons of
//! one corner, two, or more. The sum of two convex polygons has the edges of both in the order of their angles, and
//! the radii of circles and capsules add up around it. Everything is computed in f64.

use std::f64::consts::{PI, TAU};
use std::fmt;

use collide2d::{Feature, PairKind, Pose, Rotation, Shape, Side};
use glam::{DVec2, Vec2};

/// Edges whose directions differ by less are one edge, as for the core. Radians.
const PARALLEL: f64 = collide2d::PARALLEL as f64;

/// Halvings that find where a line leaves the sum.
const HALVINGS: u32 = 60;

/// The sum of two shapes, around the position of `b`.
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    /// Of the cores, counter-clockwise. Edge `i` runs from corner `i` to the next.
    corners: Vec<Corner>,
    /// As many as corners, but none of a single corner.
    edges: Vec<SumEdge>,
    /// Both radii. Metres.
    radius: f64,
}

/// A corner of the sum of the cores: what meets where A's position is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// From `b`'s position. Metres, world axes.
    pub at: DVec2,
    pub a: Feature,
    pub b: Feature,
}

/// An edge of the sum: the faces that made it, one or two that are parallel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SumEdge {
    /// The face of `a`.
    pub a: Option<u32>,
    pub b: Option<u32>,
    /// Outward unit vector, world axes: the contact normal of what touches along it.
    pub normal: DVec2,
}

/// A part of the outline, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumPart {
    Edge(usize),
    /// The arc around a corner; without a radius the corner.
    Corner(usize),
}

/// A piece of the outline, drawn counter-clockwise. From `b`'s position; metres, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutlinePiece {
    Line {
        ends: [DVec2; 2],
        /// What made it.
        part: SumPart,
    },
    /// A part of a circle.
    Arc {
        center: DVec2,
        /// Metres, > 0.
        radius: f64,
        /// Where it begins. Radians.
        from: f64,
        /// How far it turns. Radians, 0 to 2π.
        sweep: f64,
        /// What made it.
        part: SumPart,
    },
}

/// The nearest point of the outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Metres; negative inside.
    pub distance: f64,
    /// Outward unit vector at the outline there.
    pub normal: DVec2,
    /// On the outline, from `b`'s position.
    pub point: DVec2,
    pub part: SumPart,
}

/// A convex polygon of one corner or more, and what its corners are.
struct Core {
    corners: Vec<(DVec2, Feature)>,
    radius: f64,
}

impl Core {
    /// Of a convex shape.
    fn of(shape: &Shape, rotation: Rotation) -> Self {
        let turned = |v: Vec2| {
            let (sin, cos) = (f64::from(rotation.sin()), f64::from(rotation.cos()));
            DVec2::new(cos, sin).rotate(v.as_dvec2())
        };
        let corners = match shape.ends() {
            Some([start, end]) => vec![(turned(start), Feature::Start), (turned(end), Feature::End)],
            None if shape.kind().is_enclosed_by_faces() => {
                (0..).zip(shape.corners()).map(|(i, corner)| (turned(corner), Feature::Vertex(i))).collect()
            }
            None => vec![(DVec2::ZERO, Feature::Center)],
        };
        Self { corners, radius: f64::from(shape.radius()) }
    }

    fn mirrored(mut self) -> Self {
        for (corner, _) in &mut self.corners {
            *corner = -*corner;
        }
        self
    }

    fn corner(&self, index: usize) -> (DVec2, Feature) {
        self.corners.get(index % self.corners.len().max(1)).copied().unwrap_or((DVec2::ZERO, Feature::Center))
    }

    /// The corners farthest along a unit vector: the same one twice, or the ends of a face across it.
    fn foremost(&self, direction: DVec2) -> [DVec2; 2] {
        let reach = |corner: &DVec2| corner.dot(direction);
        let corners = || self.corners.iter().map(|(corner, _)| *corner);
        let first = corners().max_by(|p, q| reach(p).total_cmp(&reach(q))).unwrap_or(DVec2::ZERO);
        let is_level = |corner: &DVec2| reach(&(first - *corner)) <= PARALLEL * first.distance(*corner);
        let far = |corner: &DVec2| first.distance_squared(*corner);
        let other = corners().filter(is_level).max_by(|p, q| far(p).total_cmp(&far(q)));
        [first, other.unwrap_or(first)]
    }

    /// The lowest corner, of a tie the leftmost.
    fn lowest(&self) -> usize {
        // A sum with 0 has no -0, which would come before 0.
        let below = |p: DVec2, q: DVec2| {
            (p.y + 0.0).total_cmp(&(q.y + 0.0)).then((p.x + 0.0).total_cmp(&(q.x + 0.0)))
        };
        let all = self.corners.iter().enumerate();
        all.min_by(|(_, (p, _)), (_, (q, _))| below(*p, *q)).map_or(0, |(index, _)| index)
    }

    /// Its edges from the lowest corner on, whose angles ascend from 0 to 2π: angle, vector, face.
    fn edges(&self) -> Vec<(f64, DVec2, u32)> {
        let count = self.corners.len();
        let face = |index: usize| if count == 2 { 0 } else { (index % count) as u32 };
        let edges = (self.lowest()..).take(if count > 1 { count } else { 0 }).map(|index| {
            let along = self.corner(index + 1).0 - self.corner(index).0;
            (along.to_angle().rem_euclid(TAU), along, face(index))
        });
        edges.collect()
    }
}

/// The sum of two convex shapes that can touch; `None` for two walls.
pub fn sum(a: &Shape, rotation_a: Rotation, b: &Shape, rotation_b: Rotation) -> Option<Sum> {
    let are_convex = [a, b].iter().all(|shape| !shape.kind().is_composite());
    if !PairKind::of(a, b).can_touch() || !are_convex {
        return None;
    }
    let (a, b) = (Core::of(a, rotation_a).mirrored(), Core::of(b, rotation_b));
    let (edges_a, edges_b) = (a.edges(), b.edges());
    let (mut of_a, mut of_b) = (edges_a.iter().peekable(), edges_b.iter().peekable());
    let (mut at_a, mut at_b) = (a.lowest(), b.lowest());
    let mut sum = Sum { corners: Vec::new(), edges: Vec::new(), radius: a.radius + b.radius };
    loop {
        let ((p, of_p), (q, of_q)) = (a.corner(at_a), b.corner(at_b));
        let corner = Corner { at: p + q, a: of_p, b: of_q };
        let (takes_a, takes_b) = match (of_a.peek(), of_b.peek()) {
            (None, None) => {
                if sum.edges.is_empty() {
                    sum.corners.push(corner);
                }
                break;
            }
            (Some(_), None) => (true, false),
            (None, Some(_)) => (false, true),
            (Some((p, ..)), Some((q, ..))) => {
                let is_parallel = (p - q).abs() <= PARALLEL;
                (is_parallel || p < q, is_parallel || q < p)
            }
        };
        let next_a = if takes_a { of_a.next() } else { None };
        let next_b = if takes_b { of_b.next() } else { None };
        (at_a, at_b) = (at_a + usize::from(takes_a), at_b + usize::from(takes_b));
        let along = [next_a, next_b].into_iter().flatten().map(|(_, along, _)| *along).sum::<DVec2>();
        let faces = (next_a.map(|(.., face)| *face), next_b.map(|(.., face)| *face));
        sum.corners.push(corner);
        sum.edges.push(SumEdge { a: faces.0, b: faces.1, normal: -along.normalize_or_zero().perp() });
    }
    sum.join_ends();
    Some(sum)
}

/// From the position of `b` to that of `a`: the point whose place in the sum gives the contact. Metres.
pub fn offset(pose_a: &Pose, pose_b: &Pose) -> DVec2 {
    pose_a.position.as_dvec2() - pose_b.position.as_dvec2()
}

/// Where two shapes that are apart are nearest to each other: on `a`, on `b`. Of parallel faces it is the middle of
/// what lies face to face. World; `None` where they touch, or are two walls.
pub fn nearest_points(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<[DVec2; 2]> {
    let from_b = offset(pose_a, pose_b);
    let nearest = sum(a, pose_a.rotation, b, pose_b.rotation)?.nearest(from_b);
    if nearest.distance <= 0.0 {
        return None;
    }
    let (normal, across) = (nearest.normal, nearest.normal.perp());
    let (a, b) = (Core::of(a, pose_a.rotation), Core::of(b, pose_b.rotation));
    let [from_a, to_a] = a.foremost(-normal).map(|corner| (corner + from_b).dot(across));
    let [from_of_b, to_of_b] = b.foremost(normal).map(|corner| corner.dot(across));
    let along =
        0.5 * (from_a.min(to_a).max(from_of_b.min(to_of_b)) + from_a.max(to_a).min(from_of_b.max(to_of_b)));
    let level_a = (a.foremost(-normal)[0] + from_b).dot(normal) - a.radius;
    let level_b = b.foremost(normal)[0].dot(normal) + b.radius;
    let origin = pose_b.position.as_dvec2();
    Some([level_a, level_b].map(|level| origin + across * along + normal * level))
}

impl Sum {
    /// Corners of the sum of the cores, counter-clockwise.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Edge `i` runs from corner `i` to the next; none of a single corner.
    pub fn edges(&self) -> &[SumEdge] {
        &self.edges
    }

    /// Both radii. Metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Rounding may have turned an edge by the start of the angles, so that it comes last of one shape and first
    /// of the other.
    fn join_ends(&mut self) {
        let (Some(first), Some(last)) = (self.edges.first().copied(), self.edges.last().copied()) else {
            return;
        };
        let is_one = self.edges.len() > 2
            && last.normal.dot(first.normal) > 0.0
            && last.normal.perp_dot(first.normal).abs() <= PARALLEL
            && !(first.a.is_some() && last.a.is_some())
            && !(first.b.is_some() && last.b.is_some());
        if is_one {
            self.edges.pop();
            if let Some(edge) = self.edges.first_mut() {
                (edge.a, edge.b) = (first.a.or(last.a), first.b.or(last.b));
            }
            // The last edge's start is the start of the two.
            if let Some(corner) = self.corners.pop()
                && let Some(first) = self.corners.first_mut()
            {
                *first = corner;
            }
        }
    }

    fn corner(&self, index: usize) -> DVec2 {
        self.corners.get(index % self.corners.len().max(1)).map_or(DVec2::ZERO, |corner| corner.at)
    }

    /// How far a point lies inside of the line of an edge of the cores; negative: outside. Metres.
    pub fn depth_at(&self, edge: usize, point: DVec2) -> f64 {
        let normal = self.edges.get(edge).map_or(DVec2::ZERO, |edge| edge.normal);
        (self.corner(edge) - point).dot(normal)
    }

    /// Length of an edge. Metres.
    pub fn edge_length(&self, edge: usize) -> f64 {
        self.corner(edge).distance(self.corner(edge + 1))
    }

    /// How far a point is from the sum of the cores; 0 in it. Metres.
    pub fn distance_of_cores(&self, point: DVec2) -> f64 {
        if self.is_in_cores(point) { 0.0 } else { self.nearest_of_cores(point).0.distance(point) }
    }

    /// How far the cores reach along a unit vector. Metres.
    pub fn support(&self, direction: DVec2) -> f64 {
        self.corners.iter().map(|corner| corner.at.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// How far a point in the sum has to go along a unit vector to leave it. Metres.
    pub fn way_out(&self, point: DVec2, along: DVec2) -> f64 {
        let (mut inside, mut outside) = (0.0, self.support(along) + self.radius - point.dot(along));
        // The sum is convex, so it is left once.
        for _ in 0..HALVINGS {
            let middle = 0.5 * (inside + outside);
            let is_inside = self.nearest(point + along * middle).distance < 0.0;
            *(if is_inside { &mut inside } else { &mut outside }) = middle;
        }
        outside
    }

    /// Whether a direction lies between the normals of the edges that meet in a corner, or off by at most `slack`
    /// radians.
    pub fn is_in_cone(&self, corner: usize, direction: DVec2, slack: f64) -> bool {
        let count = self.edges.len();
        let normal =
            |edge: usize| self.edges.get(edge % count.max(1)).map_or(DVec2::ZERO, |edge| edge.normal);
        if count == 0 {
            return true;
        }
        let (before, after) = (normal(corner + count - 1), normal(corner));
        let sweep = before.angle_to(after).rem_euclid(TAU);
        (before.angle_to(direction) + slack).rem_euclid(TAU) <= sweep + 2.0 * slack
    }

    /// Whether the point is in the sum of the cores, which a point or a segment has nothing in.
    pub fn is_in_cores(&self, point: DVec2) -> bool {
        self.edges.len() > 2 && (0..self.edges.len()).all(|edge| self.depth_at(edge, point) >= 0.0)
    }

    /// The nearest point of the outline; of a tie the first, counter-clockwise from the lowest.
    pub fn nearest(&self, point: DVec2) -> Nearest {
        if self.is_in_cores(point) {
            let depths = (0..self.edges.len()).map(|edge| (edge, self.depth_at(edge, point)));
            if let Some((edge, depth)) = depths.min_by(|(_, p), (_, q)| p.total_cmp(q)) {
                let normal = self.edges.get(edge).map_or(DVec2::Y, |edge| edge.normal);
                let depth = depth + self.radius;
                return Nearest {
                    distance: -depth,
                    normal,
                    point: point + normal * depth,
                    part: SumPart::Edge(edge),
                };
            }
        }
        let (from, part) = self.nearest_of_cores(point);
        let off = point - from;
        let normal = match part {
            // Exact along an edge, however near the point is.
            SumPart::Edge(edge) => self.edges.get(edge).map_or(DVec2::Y, |edge| edge.normal),
            SumPart::Corner(_) => off.try_normalize().unwrap_or(DVec2::Y),
        };
        Nearest { distance: off.length() - self.radius, normal, point: from + normal * self.radius, part }
    }

    /// The point of the cores' outline that is nearest to one that is not inside of it.
    fn nearest_of_cores(&self, point: DVec2) -> (DVec2, SumPart) {
        let corner = (self.corner(0), SumPart::Corner(0));
        let of_edge = |edge: usize| {
            let (from, to) = (self.corner(edge), self.corner(edge + 1));
            let along = to - from;
            let share = (point - from).dot(along) / along.length_squared();
            // The side that looks away is never nearest, but of a segment both lie in one place.
            match share {
                _ if share <= 0.0 => (from, SumPart::Corner(edge)),
                _ if share >= 1.0 => (to, SumPart::Corner((edge + 1) % self.corners.len())),
                _ if self.depth_at(edge, point) > 0.0 => {
                    (from + along * share, SumPart::Edge(self.other_side(edge)))
                }
                _ => (from + along * share, SumPart::Edge(edge)),
            }
        };
        let all = std::iter::once(corner).chain((0..self.edges.len()).map(of_edge));
        let distance = |at: &(DVec2, SumPart)| at.0.distance_squared(point);
        all.min_by(|p, q| distance(p).total_cmp(&distance(q))).unwrap_or(corner)
    }

    /// Of a segment the edge that runs back; else the edge itself.
    fn other_side(&self, edge: usize) -> usize {
        if self.edges.len() == 2 { 1 - edge % 2 } else { edge }
    }

    /// The outline, counter-clockwise.
    pub fn pieces(&self) -> Vec<OutlinePiece> {
        let Self { corners, edges, radius } = self;
        let arc = |index: usize, center, from, sweep| OutlinePiece::Arc {
            center,
            radius: *radius,
            from,
            sweep,
            part: SumPart::Corner(index),
        };
        if edges.is_empty() {
            let round = corners.iter().map(|corner| arc(0, corner.at, 0.0, TAU));
            return round.filter(|_| *radius > 0.0).collect();
        }
        let mut pieces = Vec::with_capacity(2 * edges.len());
        for (index, edge) in edges.iter().enumerate() {
            let before = edges[(index + edges.len() - 1) % edges.len()].normal;
            let sweep = before.angle_to(edge.normal).rem_euclid(TAU);
            if *radius > 0.0 && sweep > 0.0 {
                // An edge turns by half a turn at most, which rounding may take for less than nothing.
                let sweep = if sweep > 1.5 * PI { 0.0 } else { sweep };
                pieces.push(arc(index, self.corner(index), before.to_angle(), sweep));
            }
            let out = edge.normal * *radius;
            let ends = [self.corner(index) + out, self.corner(index + 1) + out];
            pieces.push(OutlinePiece::Line { ends, part: SumPart::Edge(index) });
        }
        pieces
    }

    /// The sum of the cores in cells, one for each edge: the points that leave by it. Where two cells meet, two ways
    /// out are equally long. Empty for cores that are a point or a segment.
    pub fn cells(&self) -> Vec<(usize, Vec<DVec2>)> {
        let whole: Vec<DVec2> = self.corners.iter().map(|corner| corner.at).collect();
        let count = if self.edges.len() > 2 { self.edges.len() } else { 0 };
        let cell = |edge: usize| {
            let others = self.edges.iter().enumerate().filter(|(other, _)| *other != edge);
            let own = self.edges.get(edge)?.normal;
            let mut points = whole.clone();
            for (other, SumEdge { normal, .. }) in others {
                // Where this edge is nearer: own depth - other depth <= 0, which is linear in the point.
                let limit = self.corner(other).dot(*normal) - self.corner(edge).dot(own);
                points = cut(&points, *normal - own, limit);
            }
            (points.len() > 2).then_some((edge, points))
        };
        (0..count).filter_map(cell).collect()
    }

    /// Where cells meet: two ways out are equally long there.
    pub fn seams(&self) -> Vec<[DVec2; 2]> {
        let cells = self.cells();
        let sides = cells.iter().flat_map(|(edge, points)| {
            let sides = points.iter().zip(points.iter().cycle().skip(1)).map(|(from, to)| [*from, *to]);
            // What lies on the edge itself is no seam.
            sides.filter(|[from, to]| {
                self.depth_at(*edge, *from).max(self.depth_at(*edge, *to)) > 1.0e-6 * from.distance(*to)
            })
        });
        sides.collect()
    }

    pub fn middle(&self) -> DVec2 {
        self.corners.iter().map(|corner| corner.at).sum::<DVec2>() / self.corners.len().max(1) as f64
    }

    /// What made a part of the outline: "a face 2", "b face 0 and a face 2", "a vertex 1 and b center".
    pub fn label(&self, part: SumPart) -> String {
        match part {
            SumPart::Edge(index) => self.edges.get(index).map_or_else(String::new, ToString::to_string),
            SumPart::Corner(index) => self.corners.get(index).map_or_else(String::new, ToString::to_string),
        }
    }
}

/// The part of the convex polygon at `p · outward <= limit`.
fn cut(points: &[DVec2], outward: DVec2, limit: f64) -> Vec<DVec2> {
    let beyond = |point: DVec2| point.dot(outward) - limit;
    let mut kept = Vec::with_capacity(points.len() + 1);
    for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
        if beyond(*from) <= 0.0 {
            kept.push(*from);
        }
        if (beyond(*from) <= 0.0) != (beyond(*to) <= 0.0) {
            kept.push(from.lerp(*to, beyond(*from) / (beyond(*from) - beyond(*to))));
        }
    }
    kept
}

impl OutlinePiece {
    /// The piece as a line of points; no side is farther than `error` from an arc. Metres.
    pub fn points(&self, error: f64) -> Vec<DVec2> {
        match *self {
            Self::Line { ends, .. } => ends.to_vec(),
            Self::Arc { center, radius, from, sweep, .. } => {
                /// Sides of a whole circle.
                const MOST: f64 = 512.0;
                // A chord over an angle is off by nearly radius * angle² / 8.
                let wanted = sweep / (8.0 * error / radius).sqrt();
                let most = (MOST * sweep / TAU).ceil().max(1.0);
                let count = wanted.ceil().clamp(1.0, most) as u32;
                let at = |i: u32| from + sweep * f64::from(i) / f64::from(count);
                (0..=count).map(|i| center + DVec2::from_angle(at(i)) * radius).collect()
            }
        }
    }

    /// What made it.
    pub fn part(&self) -> SumPart {
        match *self {
            Self::Line { part, .. } | Self::Arc { part, .. } => part,
        }
    }
}

impl fmt::Display for SumEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let face = |side: Side, face: Option<u32>| face.map(|face| format!("{side} face {face}"));
        let faces = [face(Side::A, self.a), face(Side::B, self.b)];
        f.write_str(&faces.into_iter().flatten().collect::<Vec<_>>().join(" and "))
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |feature| crate::explain::stages::feature_name(feature);
        write!(f, "{} {} and {} {}", Side::A, name(self.a), Side::B, name(self.b))
    }
}
