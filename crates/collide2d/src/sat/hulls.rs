//! The axes of two shapes with corners, one of which is a polygon, a capsule or rounded.

use std::ops::ControlFlow;

use glam::{DVec2, Vec2};

use super::axis::SatObserver;
use super::frame::{placed, unit_or, unrotated};
use super::search::{Axis, AxisSearch, PairAxes, PairSource, Shapes, through_near_corners};
use crate::pose::Pose;
use crate::shape::corners::{CornerLanes, Hull, LANES, WaysOut};
use crate::tolerance::{CORNER, PARALLEL_TO_OTHER};

/// A hull, and its pose measured from `a`'s anchor.
#[derive(Clone, Copy)]
pub(crate) struct PlacedHull<'s> {
    pub hull: Hull<'s>,
    pub at: Pose,
}

#[derive(Clone, Copy)]
pub(crate) struct Hulls<'s> {
    pub p: PlacedHull<'s>,
    pub q: PlacedHull<'s>,
    pub flipped: bool,
    /// From `a`'s position to its anchor, world axes.
    pub anchor: Vec2,
}

impl<'s> Hulls<'s> {
    /// `made` stores the corners of kinds other than a polygon.
    #[inline(always)]
    pub fn of(shapes: Shapes<'s>, made: &'s mut [Option<CornerLanes>; 2]) -> Self {
        let ([(p, _), (q, _)], flipped) = shapes.in_order();
        let [made_p, made_q] = made;
        let (p, q) = (Hull::of(p, made_p), Hull::of(q, made_q));
        let anchors = [p.bounds.anchor(), q.bounds.anchor()];
        let (p_at, q_at, anchor) = placed(anchors, shapes.pose_a, shapes.pose_b, flipped);
        Self { p: PlacedHull { hull: p, at: p_at }, q: PlacedHull { hull: q, at: q_at }, flipped, anchor }
    }
}

impl PlacedHull<'_> {
    /// The face whose normal is best aligned with the world direction.
    pub fn facing(&self, direction: Vec2) -> usize {
        self.hull.facing(self.at.rotation.unrotate(direction))
    }

    /// Outward unit normal of a face, world axes.
    pub fn normal(&self, face: usize) -> Vec2 {
        self.at.rotation.rotate(self.hull.normal(face))
    }

    /// Measured from `a`'s anchor, world axes.
    pub fn corner(&self, i: usize) -> Vec2 {
        self.at.world_from_local(self.hull.corner(i))
    }

    /// The corner farthest in the world direction.
    pub fn support(&self, direction: Vec2) -> u16 {
        let along = |&i: &usize| self.corner(i).dot(direction);
        (0..self.hull.corners).max_by(|p, q| along(p).total_cmp(&along(q))).unwrap_or(0) as u16
    }

    /// The ends of every face, counter-clockwise, measured from `a`'s anchor; a segment's both sides.
    pub fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> {
        let corner = |i| self.corner(i).as_dvec2();
        (0..self.hull.corners).map(move |i| (corner(i), corner(self.hull.next(i))))
    }
}

impl PairAxes for Hulls<'_> {
    fn bounds(&self) -> (Vec2, f32) {
        let Self { p, q, .. } = self;
        let (of_p, of_q) = (p.hull.bounds.seen_from_anchor(), q.hull.bounds.seen_from_anchor());
        let (p_center, q_center) = (p.at.world_from_local(of_p.center), q.at.world_from_local(of_q.center));
        (p_center - q_center, of_p.radius + of_q.radius)
    }

    fn is_flipped(&self) -> bool {
        self.flipped
    }

    #[inline(always)]
    fn test_axes<O: SatObserver>(&self, search: &mut AxisSearch<'_, O>) -> ControlFlow<()> {
        let Self { p, q, .. } = self;
        let turn = unrotated(p.at.rotation.x_axis(), q.at.rotation.x_axis());
        let radius = p.hull.radius + q.hull.radius;
        for (first, ways) in self.ways_out(true, radius) {
            search.test_faces(&ways, |i, overlap| {
                let face = first + i;
                let (out, back) = ways.of(i);
                let (source, direction) = (PairSource::FaceOfP(face as u32), p.normal(face));
                Some(Axis { source, direction, overlap, p_leaves_along: back <= out })
            })?;
        }
        for (first, ways) in self.ways_out(false, radius) {
            search.test_faces(&ways, |i, overlap| {
                let face = first + i;
                let (out, back) = ways.of(i);
                let is_parallel = p.hull.has_axis_along(turn.rotate(q.hull.normal(face)), PARALLEL_TO_OTHER);
                let (source, direction) = (PairSource::FaceOfQ(face as u32), q.normal(face));
                (!is_parallel).then_some(Axis { source, direction, overlap, p_leaves_along: out <= back })
            })?;
        }
        if radius > 0.0 { self.test_ends(search) } else { ControlFlow::Continue(()) }
    }
}

impl Hulls<'_> {
    /// Eight faces of `p` at a time, or of `q`: the first one's index, and how far the other hull must move to
    /// clear each. `radius` is the sum of both, which the overlap alone counts.
    #[inline(always)]
    pub fn ways_out(&self, of_p: bool, radius: f32) -> impl Iterator<Item = (usize, WaysOut)> {
        let (own, other) = if of_p { (&self.p, &self.q) } else { (&self.q, &self.p) };
        let turn_own = own.at.rotation.x_axis();
        let turn = unrotated(turn_own, other.at.rotation.x_axis());
        let offset = unrotated(turn_own, other.at.position - own.at.position);
        let blocks = own.hull.blocks.iter().enumerate();
        blocks.map(move |(i, lanes)| (i * LANES, lanes.ways_out(&other.hull, turn, offset, radius)))
    }

    /// The axis from a circle's centre, each end of a capsule (the start first) or each corner of `p` through the
    /// nearest corner of `q`, if a corner is nearest, no other point of `p`'s core is nearer to it, and it is farther
    /// than rounding.
    fn test_ends<O: SatObserver>(&self, search: &mut AxisSearch<'_, O>) -> ControlFlow<()> {
        let Self { p, q, .. } = self;
        let radius = p.hull.radius + q.hull.radius;
        for end in (0..p.hull.corners).rev() {
            let local = q.at.local_from_world(p.corner(end));
            let Some(corner) = q.hull.nearest_corner(local) else { continue };
            let back = p.at.local_from_world(q.corner(corner));
            if p.hull.corners > 1 && p.hull.nearest_corner(back) != Some(end) {
                continue;
            }
            let (direction, distance) =
                unit_or(q.at.rotation.rotate(q.hull.corner(corner) - local), Vec2::ZERO);
            let source = PairSource::Corners(end as u16, corner as u16);
            let axis = if distance > CORNER * (local.x.abs() + local.y.abs()) {
                Some(Axis { source, direction, overlap: radius - distance, p_leaves_along: false })
            } else {
                through_near_corners(search.shapes(), source)
            };
            if let Some(axis) = axis {
                search.test(axis)?;
            }
        }
        ControlFlow::Continue(())
    }
}
