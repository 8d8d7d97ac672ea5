//! The axes of a circle and another shape.

use std::ops::ControlFlow;

use glam::Vec2;

use super::axis::SatObserver;
use super::frame::{placed, unit_or, unrotated, wall_center, wall_turn};
use super::search::{Axis, AxisSearch, PairAxes, PairSource, Shapes, discs_are_apart};
use crate::pose::Pose;
use crate::shape::Shape;
use crate::shape::corners::{Hull, LANES};
use crate::tolerance::CORNER;

/// Two circles, by their radii `a` and `b`. Their one axis runs through the centres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Discs {
    pub a: f32,
    pub b: f32,
    /// From `a`'s centre to `b`'s, world axes.
    pub offset: Vec2,
}

impl Discs {
    /// `None` for other kinds.
    #[inline(always)]
    pub fn of(shapes: Shapes<'_>) -> Option<Self> {
        let Shapes { a: Shape::Circle(a), pose_a, b: Shape::Circle(b), pose_b } = shapes else { return None };
        Some(Self { a: a.radius(), b: b.radius(), offset: pose_b.position - pose_a.position })
    }
}

impl PairAxes for Discs {
    fn bounds(&self) -> (Vec2, f32) {
        (self.offset, self.a + self.b)
    }

    fn is_flipped(&self) -> bool {
        false
    }

    /// `a` leaves upward where both circles have the same centre.
    #[inline(always)]
    fn test_axes<O: SatObserver>(&self, search: &mut AxisSearch<'_, O>) -> ControlFlow<()> {
        let (direction, distance) = unit_or(self.offset, Vec2::Y);
        let (overlap, p_leaves_along) = (self.a + self.b - distance, distance == 0.0);
        search.test(Axis { source: PairSource::Corners(0, 0), direction, overlap, p_leaves_along })
    }
}

/// A circle and a sharp rectangle, or a wall (a box without height whose ends are no faces) if `WALL`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscBox<const WALL: bool> {
    /// The box's x axis in the world: cosine and sine.
    pub turn: Vec2,
    /// The circle's centre in the box's frame.
    pub center: Vec2,
    pub radius: f32,
    pub half: Vec2,
    /// Radius of the box's bounding circle.
    pub bounds: f32,
    /// The circle is the caller's `b`.
    pub flipped: bool,
    /// From the box's position to the circle's centre, world axes.
    offset: Vec2,
}

impl DiscBox<false> {
    /// `None` for other kinds, and of round corners.
    #[inline(always)]
    pub fn with_rectangle(shapes: Shapes<'_>) -> Option<Self> {
        let ([(Shape::Circle(p), pose_p), (Shape::Rectangle(q), pose_q)], flipped) = shapes.in_order() else {
            return None;
        };
        q.is_sharp().then(|| {
            let (turn, offset) = (pose_q.rotation.x_axis(), pose_p.position - pose_q.position);
            let (center, half, bounds) = (unrotated(turn, offset), q.half_extents(), q.reach());
            Self { turn, center, radius: p.radius(), half, bounds, flipped, offset }
        })
    }
}

impl DiscBox<true> {
    /// `None` for other kinds.
    #[inline(always)]
    pub fn with_wall(shapes: Shapes<'_>) -> Option<Self> {
        let ([(Shape::Circle(p), pose_p), (Shape::Wall(q), pose_q)], flipped) = shapes.in_order() else {
            return None;
        };
        let (turn, offset) = (wall_turn(q, pose_q), pose_p.position - pose_q.position);
        let center = unrotated(turn, -wall_center(q, pose_q, pose_p.position));
        let (half, bounds) = (Vec2::new(q.radius(), 0.0), q.radius());
        Some(Self { turn, center, radius: p.radius(), half, bounds, flipped, offset })
    }
}

impl<const WALL: bool> PairAxes for DiscBox<WALL> {
    fn bounds(&self) -> (Vec2, f32) {
        (self.center, self.radius + self.bounds)
    }

    fn is_flipped(&self) -> bool {
        self.flipped
    }

    #[inline(always)]
    fn rejects(&self) -> bool {
        !WALL && discs_are_apart(self.outside().max(Vec2::ZERO), self.radius)
    }

    /// The face normals, and the axis through the nearest corner if a corner is nearest.
    #[inline(always)]
    fn test_axes<O: SatObserver>(&self, search: &mut AxisSearch<'_, O>) -> ControlFlow<()> {
        let Self { turn, center, radius, .. } = *self;
        let out = self.outside();
        let mut face = |index, direction, out: f32, along: f32| {
            let source = PairSource::FaceOfQ(index);
            search.test(Axis { source, direction, overlap: radius - out, p_leaves_along: along >= 0.0 })
        };
        if WALL {
            face(0, turn.perp(), out.y, center.y)?;
        } else {
            face(0, turn, out.x, center.x)?;
            face(1, turn.perp(), out.y, center.y)?;
        }
        let at_corner = out.x > 0.0 && (WALL || out.y > 0.0);
        if at_corner {
            let (from_corner, distance) = unit_or(out.max(Vec2::ZERO), Vec2::X);
            let side = Vec2::new(1.0_f32.copysign(center.x), 1.0_f32.copysign(center.y));
            let direction = -turn.rotate(from_corner * side);
            let source = PairSource::Corners(0, self.corner());
            search.test(Axis { source, direction, overlap: radius - distance, p_leaves_along: false })?;
        }
        ControlFlow::Continue(())
    }
}

impl<const WALL: bool> DiscBox<WALL> {
    /// From `a`'s position to the circle's centre, world axes.
    pub fn center_from_a(&self) -> Vec2 {
        if self.flipped { self.offset } else { Vec2::ZERO }
    }

    /// How far the centre is outside of the faces.
    pub fn outside(&self) -> Vec2 {
        self.center.abs() - self.half
    }

    /// The nearest corner: counter-clockwise from the lower right; of a wall the end, then the start.
    fn corner(&self) -> u16 {
        match (self.center.x > 0.0, WALL || self.center.y > 0.0) {
            (true, false) => 0,
            (true, true) => u16::from(!WALL),
            (false, true) => 1 + u16::from(!WALL),
            (false, false) => 3,
        }
    }
}

/// A circle and a sharp polygon.
#[derive(Clone, Copy)]
pub(crate) struct DiscHull<'s> {
    /// Measured from `a`'s anchor.
    pub p: Pose,
    pub q: Pose,
    pub flipped: bool,
    /// From `a`'s position to its anchor, world axes.
    pub anchor: Vec2,
    pub radius: f32,
    pub hull: Hull<'s>,
}

impl<'s> DiscHull<'s> {
    /// `None` for other kinds.
    #[inline(always)]
    pub fn of(shapes: Shapes<'s>) -> Option<Self> {
        let ([(Shape::Circle(circle), _), (Shape::Polygon(polygon), _)], flipped) = shapes.in_order() else {
            return None;
        };
        if !polygon.is_sharp() {
            return None;
        }
        let hull = Hull::of_polygon(polygon);
        let (p, q, anchor) =
            placed([Vec2::ZERO, hull.bounds.anchor()], shapes.pose_a, shapes.pose_b, flipped);
        Some(Self { p, q, flipped, anchor, radius: circle.radius(), hull })
    }
}

impl PairAxes for DiscHull<'_> {
    fn bounds(&self) -> (Vec2, f32) {
        let (Self { p, q, .. }, bounds) = (self, self.hull.bounds.seen_from_anchor());
        (p.position - q.world_from_local(bounds.center), self.radius + bounds.radius)
    }

    fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// The face normals, and the axis through the nearest corner.
    #[inline(always)]
    fn test_axes<O: SatObserver>(&self, search: &mut AxisSearch<'_, O>) -> ControlFlow<()> {
        let Self { p, q, .. } = self;
        for (block, lanes) in self.hull.blocks.iter().enumerate() {
            let ways = lanes.ways_out_of_disc(q.rotation.x_axis(), q.position, p.position, self.radius);
            search.test_faces(&ways, |i, overlap| {
                let face = block * LANES + i;
                let (out, back) = ways.of(i);
                Some(Axis {
                    source: PairSource::FaceOfQ(face as u32),
                    direction: q.rotation.rotate(self.hull.normal(face)),
                    overlap,
                    p_leaves_along: out <= back,
                })
            })?;
        }
        if let Some(axis) = self.through_corner() { search.test(axis) } else { ControlFlow::Continue(()) }
    }
}

impl DiscHull<'_> {
    /// The axis from the circle's centre through the nearest corner if a corner is nearest, and farther than
    /// rounding; else the faces are enough.
    #[inline(always)]
    fn through_corner(&self) -> Option<Axis> {
        let (hull, at, center, radius) = (&self.hull, &self.q, self.p.position, self.radius);
        let local = at.local_from_world(center);
        let corner = hull.nearest_corner(local)?;
        let to_corner = at.rotation.rotate(hull.corner(corner) - local);
        let (direction, distance) = unit_or(to_corner, Vec2::ZERO);
        if distance <= CORNER * (local.x.abs() + local.y.abs()) {
            return None;
        }
        let middle = direction.dot(center);
        let overlap = (middle + radius) - (middle + distance);
        Some(Axis {
            source: PairSource::Corners(0, corner as u16),
            direction,
            overlap,
            p_leaves_along: false,
        })
    }
}
