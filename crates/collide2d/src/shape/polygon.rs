//! Convex polygons: validated and measured once, by the constructor.

use std::sync::Arc;
use std::{fmt, slice};

use glam::{DVec2, Vec2};

use super::corners::{CornerLanes, LANES};
use super::{
    BoundingCircle, MAX_POINTS, Measures, ShapeError, farther, in_range, is_within, moments, rounded_support,
    segment_distance,
};
use crate::aabb::{Aabb, Interval};
use crate::pose::{Pose, Rotation};
use crate::tolerance::PARALLEL;

/// A convex polygon of 3 to [`MAX_POINTS`] points, counter-clockwise in local space.
#[derive(Clone, PartialEq)]
pub struct Polygon {
    bounding: BoundingCircle,
    centroid: Vec2,
    corners: u8,
    /// Whether the radius is 0.
    sharp: bool,
    facts: Arc<Facts>,
}

/// What is read only where the bounding circle does not decide.
#[derive(PartialEq)]
struct Facts {
    /// The first [`LANES`] corners.
    lanes: CornerLanes,
    /// All corners of a larger polygon.
    many: Box<[CornerLanes]>,
    vertices: Box<[Vec2]>,
    normals: Box<[Vec2]>,
    radius: f32,
    area: f32,
    inner_radius: f32,
    gyration_squared: f32,
}

impl fmt::Debug for Polygon {
    /// What it was made of.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { vertices, radius, .. } = &*self.facts;
        f.debug_struct("Polygon").field("points", vertices).field("radius", radius).finish()
    }
}

impl Polygon {
    pub(super) fn new(points: &[Vec2], radius: f32) -> Result<Self, ShapeError> {
        if !(3..=MAX_POINTS).contains(&points.len()) {
            return Err(ShapeError::PointCount(points.len()));
        }
        for (i, p) in points.iter().enumerate() {
            in_range(|| format!("point {i} x"), p.x)?;
            in_range(|| format!("point {i} y"), p.y)?;
        }
        let radius = super::rounding(radius)?;
        let n = points.len();
        let mut exact: Vec<DVec2> = points.iter().map(|p| p.as_dvec2()).collect();
        let clockwise = moments::doubled_area(&exact) < 0.0;
        if clockwise {
            exact[1..].reverse();
        }
        if let Some((i, straight)) = first_fault(&exact) {
            return Err(ShapeError::NotConvex {
                point: if clockwise && i > 0 { n - i } else { i },
                straight,
            });
        }

        let vertices: Box<[Vec2]> = exact.iter().map(|p| p.as_vec2()).collect();
        let exact_normals: Vec<DVec2> =
            (0..n).map(|i| (exact[i] - exact[(i + 1) % n]).perp().normalize()).collect();
        let bounding = bounding_circle(&exact, radius);
        let anchor = bounding.anchor();
        let spans: Box<[Interval]> = exact_normals
            .iter()
            .map(|normal| {
                Interval::around(exact.iter().map(|p| normal.dot(*p - anchor.as_dvec2()))).rounded()
            })
            .collect();
        // A face parallel to an earlier one gives no axis of its own.
        let is_axis = |i: usize| {
            (0..i).all(|j| exact_normals[i].perp_dot(exact_normals[j]).abs() > f64::from(PARALLEL))
        };
        let measures =
            if radius > 0.0 { moments::rounded(&exact, radius.into()) } else { moments::sharp(&exact) };

        let normals: Box<[Vec2]> = exact_normals.iter().map(|normal| normal.as_vec2()).collect();
        let corner = |i: usize| (vertices[i] - anchor, normals[i], is_axis(i).then_some(spans[i]));
        let blocks: Box<[CornerLanes]> =
            (0..n).step_by(LANES).map(|from| CornerLanes::new((from..n).map(corner))).collect();
        let facts = Facts {
            lanes: blocks[0],
            many: if blocks.len() > 1 { blocks } else { Box::default() },
            vertices,
            normals,
            radius,
            area: measures.area,
            inner_radius: measures.inner_radius,
            gyration_squared: measures.gyration_squared,
        };
        let centroid = measures.centroid;
        Ok(Self { bounding, centroid, corners: n as u8, sharp: radius == 0.0, facts: Arc::new(facts) })
    }

    pub(super) fn prefetch(&self) -> u32 {
        let facts = &*self.facts;
        let first = |vectors: &[Vec2]| vectors.first().map_or(0, |v| v.x.to_bits());
        facts.lanes.prefetch() ^ first(&facts.vertices) ^ first(&facts.normals)
    }

    pub(crate) fn bounding(&self) -> BoundingCircle {
        self.bounding
    }

    pub(crate) fn corner_count(&self) -> usize {
        usize::from(self.corners)
    }

    /// The corners, measured from the anchor, and the faces that begin there.
    pub(crate) fn lanes(&self) -> &[CornerLanes] {
        if self.corner_count() <= LANES { slice::from_ref(&self.facts.lanes) } else { &self.facts.many }
    }

    /// Radius of rounded corners: how far the outline lies outside of the points. Metres; 0 for sharp
    /// corners.
    pub fn radius(&self) -> f32 {
        // The radius is in a cache line of its own, which the test of sharp corners does not read otherwise.
        if self.sharp { 0.0 } else { self.facts.radius }
    }

    #[inline(always)]
    pub(crate) fn is_sharp(&self) -> bool {
        self.sharp
    }

    /// Counter-clockwise, the first point given first, without the radius. Local space, metres.
    pub fn vertices(&self) -> &[Vec2] {
        &self.facts.vertices
    }

    /// Outward unit normal of each face; face `i` runs from vertex `i` to vertex `i + 1`. Local space.
    pub fn normals(&self) -> &[Vec2] {
        &self.facts.normals
    }

    pub(crate) fn faces(&self) -> impl Iterator<Item = (Vec2, Vec2)> + Clone + '_ {
        let ends = self.facts.vertices[1..].iter().chain(&self.facts.vertices[..1]);
        self.facts.vertices.iter().copied().zip(ends.copied())
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        let along = pose.rotation.unrotate(direction);
        let farthest = self.vertices().iter().copied().reduce(|p, q| farther(along, p, q));
        rounded_support(pose.world_from_local(farthest.unwrap_or_default()), direction, self.radius())
    }

    pub(super) fn extent(&self, rotation: Rotation) -> Aabb {
        let vertices = self.vertices().iter().map(|v| rotation.rotate(*v));
        let core = vertices.fold(Aabb::EMPTY, |all, v| Aabb { min: all.min.min(v), max: all.max.max(v) });
        if self.sharp { core } else { Aabb { min: core.min - self.radius(), max: core.max + self.radius() } }
    }

    /// In f64, where the test is exact for f32 coordinates of similar size.
    pub(super) fn contains(&self, p: Vec2) -> bool {
        let p = p.as_dvec2();
        let mut faces = self.faces().map(|(from, to)| (from.as_dvec2(), to.as_dvec2()));
        faces.clone().all(|(from, to)| (to - from).perp_dot(p - from) >= 0.0)
            || !self.sharp && faces.any(|(from, to)| is_within(self.radius(), p, from, to))
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        if self.contains(p) {
            return 0.0;
        }
        let core = self.faces().map(|(from, to)| segment_distance(p, from, to)).fold(f32::INFINITY, f32::min);
        if self.sharp { core } else { (core - self.radius()).max(0.0) }
    }

    #[inline]
    pub(super) fn measures(&self) -> Measures {
        let Facts { area, gyration_squared, inner_radius, .. } = *self.facts;
        Measures { area, centroid: self.centroid, gyration_squared, inner_radius }
    }
}

/// The first vertex that does not turn left, or at which the outline has turned by more than 360°; and whether it does
/// not turn at all. A turn within the rounding of the coordinates is none.
fn first_fault(vertices: &[DVec2]) -> Option<(usize, bool)> {
    let n = vertices.len();
    let mut turned = 0.0;
    (0..n).find_map(|i| {
        let (before, here, after) = (vertices[(i + n - 1) % n], vertices[i], vertices[(i + 1) % n]);
        let (into, out) = (here - before, after - here);
        let coordinate = [before, here, after].iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let rounding = 2.0 * f64::from(f32::EPSILON) * coordinate * (into.length() + out.length());
        let turn = into.perp_dot(out);
        turned += turn.atan2(into.dot(out));
        (turn <= rounding || turned > 1.5 * std::f64::consts::TAU).then_some((i, turn.abs() <= rounding))
    })
}

/// The bounding circle of points with a radius around each, rounded up.
fn bounding_circle(points: &[DVec2], around: f32) -> BoundingCircle {
    let center = smallest_circle(points).0.as_vec2();
    let radius = points.iter().map(|p| p.distance(center.as_dvec2())).fold(0.0, f64::max);
    BoundingCircle { center, radius: ((radius + f64::from(around)) as f32).next_up() }
}

/// The smallest circle around points, within rounding: its centre and radius. It grows point by point: a
/// point outside lies on the rim of the smallest circle around it and the points before it. Points in random
/// order take expected linear time. (E. Welzl, "Smallest enclosing disks (balls and ellipsoids)", 1991, in
/// its iterative form.)
pub fn smallest_circle(points: &[DVec2]) -> (DVec2, f64) {
    let outside = |(center, radius): (DVec2, f64), p: DVec2| center.distance(p) > radius * (1.0 + 1.0e-12);
    let mut circle = (points.first().copied().unwrap_or_default(), 0.0);
    for (i, &p) in points.iter().enumerate() {
        if !outside(circle, p) {
            continue;
        }
        circle = (p, 0.0);
        for (j, &q) in points[..i].iter().enumerate() {
            if !outside(circle, q) {
                continue;
            }
            circle = (p.midpoint(q), 0.5 * p.distance(q));
            for &r in &points[..j] {
                if outside(circle, r) {
                    circle = circle_through(p, q, r).unwrap_or(circle);
                }
            }
        }
    }
    circle
}

/// `None` for three points on one line.
fn circle_through(p: DVec2, q: DVec2, r: DVec2) -> Option<(DVec2, f64)> {
    let (u, v) = (q - p, r - p);
    let from_p = (u.length_squared() * v - v.length_squared() * u).perp() / (-2.0 * u.perp_dot(v));
    from_p.is_finite().then(|| (p + from_p, from_p.length()))
}
