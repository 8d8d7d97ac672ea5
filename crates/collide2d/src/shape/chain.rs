//! Chains: segments end to end, each of which knows its neighbours.

use std::fmt;
use std::sync::Arc;

use glam::Vec2;

use super::{
    BoundingCircle, Measures, Shape, ShapeError, Wall, Weighed, farther, point_in_range, segment_distance,
    weighed,
};
use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};
use crate::shape::segment_tree::SegmentTree;

/// Segments end to end without thickness: segment `i` goes from point `i` to point `i + 1`. A contact's normal stays
/// within what the outline allows where it touches: on a segment its own normal, on a corner the cone between the
/// normals of both segments.
#[derive(Clone, PartialEq)]
pub struct Chain(Arc<ChainFacts>);

#[derive(PartialEq)]
struct ChainFacts {
    points: Box<[Vec2]>,
    closed: bool,
    one_sided: bool,
    /// Each is a [`Shape::Wall`].
    segments: Box<[Shape]>,
    /// Unit vectors to the left of the segments.
    normals: Box<[Vec2]>,
    tree: SegmentTree,
    bounding: BoundingCircle,
    measures: Weighed,
}

impl fmt::Debug for Chain {
    /// What it was made of.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ChainFacts { points, closed, one_sided, .. } = &*self.0;
        let mut told = f.debug_struct("Chain");
        told.field("points", points).field("closed", closed).field("one_sided", one_sided).finish()
    }
}

impl Chain {
    pub(super) fn new(points: &[Vec2], closed: bool, one_sided: bool) -> Result<Self, ShapeError> {
        if points.len() < 2 + usize::from(closed) {
            return Err(ShapeError::ChainPointCount { found: points.len(), closed });
        }
        let n = points.len();
        let count = if closed { n } else { n - 1 };
        let (mut segments, mut normals) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (i, point) in points.iter().enumerate() {
            point_in_range(&format!("point {i}"), *point)?;
        }
        for i in 0..count {
            let end = (i + 1) % n;
            let wall = Wall::new(points[i], points[end]);
            let wall = wall.map_err(|_| ShapeError::SamePoint { point: end })?;
            normals.push(wall.normal());
            segments.push(Shape::Wall(wall));
        }
        let bounds = Aabb::around(points.iter().copied()).unwrap_or_default();
        let center = bounds.center();
        let radius = points.iter().map(|p| p.distance(center)).fold(0.0, f32::max).next_up();
        let measures = weighed(segments.iter().map(|segment| (segment, Pose::default(), 1.0)));
        let tree = SegmentTree::of(segments.iter().map(|segment| segment.extent(Rotation::IDENTITY)));
        Ok(Self(Arc::new(ChainFacts {
            points: points.into(),
            closed,
            one_sided,
            segments: segments.into(),
            normals: normals.into(),
            tree,
            bounding: BoundingCircle { center, radius },
            measures,
        })))
    }

    /// In the order given. Local space, metres.
    pub fn points(&self) -> &[Vec2] {
        &self.0.points
    }

    /// Whether a last segment goes from the last point to the first.
    pub fn is_closed(&self) -> bool {
        self.0.closed
    }

    /// Whether it collides only with bodies on the right-hand side of its direction.
    pub fn is_one_sided(&self) -> bool {
        self.0.one_sided
    }

    /// Each a [`Shape::Wall`].
    pub fn segments(&self) -> &[Shape] {
        &self.0.segments
    }

    /// Unit vector to the left of a segment's direction. Local space.
    pub(crate) fn normal(&self, segment: usize) -> Vec2 {
        self.0.normals[segment]
    }

    /// Start and end of a segment. Local space.
    pub(crate) fn ends(&self, segment: usize) -> [Vec2; 2] {
        let points = self.points();
        [points[segment], points[(segment + 1) % points.len()]]
    }

    /// The segments that meet a segment's start and its end.
    pub(crate) fn neighbours(&self, segment: usize) -> [Option<usize>; 2] {
        let count = self.segments().len();
        let before = if segment > 0 { Some(segment - 1) } else { self.0.closed.then(|| count - 1) };
        let after = if segment + 1 < count { Some(segment + 1) } else { self.0.closed.then_some(0) };
        [before, after]
    }

    pub(crate) fn tree(&self) -> &SegmentTree {
        &self.0.tree
    }

    /// Whether the point (local space) is on the right-hand side of the nearest place of the chain.
    pub(crate) fn has_on_its_right(&self, point: Vec2) -> bool {
        let distance = |i: &usize| {
            let [start, end] = self.ends(*i);
            segment_distance(point, start, end)
        };
        let count = self.segments().len();
        let Some(nearest) = (0..count).min_by(|i, j| distance(i).total_cmp(&distance(j))) else {
            return true;
        };
        // At a corner both of its segments are nearest: their normals together tell the side.
        let [start, end] = self.ends(nearest);
        let along = (point - start).dot(end - start);
        let [before, after] = self.neighbours(nearest);
        let (corner, other) = if along <= 0.0 {
            (start, before)
        } else if along >= start.distance_squared(end) {
            (end, after)
        } else {
            (start, None)
        };
        let normal = self.normal(nearest) + other.map_or(Vec2::ZERO, |other| self.normal(other));
        (point - corner).dot(normal) < 0.0
    }

    /// Whether the straight way between two points (local space) crosses the chain.
    pub(crate) fn is_crossed(&self, from: Vec2, to: Vec2) -> bool {
        let divides = |[p, q]: [Vec2; 2], [one, other]: [Vec2; 2]| {
            let side = |point: Vec2| (q - p).perp_dot(point - p) > 0.0;
            side(one) != side(other)
        };
        let mut segments = (0..self.segments().len()).map(|i| self.ends(i));
        segments.any(|ends| divides(ends, [from, to]) && divides([from, to], ends))
    }

    pub(super) fn bounding(&self) -> BoundingCircle {
        self.0.bounding
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        let along = pose.rotation.unrotate(direction);
        let farthest = self.points().iter().copied().reduce(|p, q| farther(along, p, q));
        pose.world_from_local(farthest.unwrap_or_default())
    }

    pub(super) fn extent(&self, rotation: Rotation) -> Aabb {
        let points = self.points().iter().map(|point| rotation.rotate(*point));
        Aabb::around(points).unwrap_or_default()
    }

    pub(super) fn contains(&self, p: Vec2, position: Vec2) -> bool {
        self.segments().iter().any(|segment| match segment {
            Shape::Wall(wall) => wall.contains(p, position),
            other => other.distance(&Pose::default(), p) == 0.0,
        })
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        let distance = |i| {
            let [start, end] = self.ends(i);
            segment_distance(p, start, end)
        };
        (0..self.segments().len()).map(distance).fold(f32::INFINITY, f32::min)
    }

    #[inline]
    pub(super) fn measures(&self) -> Measures {
        Measures { area: 0.0, inner_radius: 0.0, ..self.0.measures.measures() }
    }

    pub(crate) fn weight(&self) -> f32 {
        self.0.measures.weight as f32
    }
}
