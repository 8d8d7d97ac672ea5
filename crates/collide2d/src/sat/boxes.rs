//! The axes of two rectangles, and of a rectangle and a wall: a box without height whose ends are no faces.

use std::ops::ControlFlow;

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::axis::SatObserver;
use super::frame::{wall_center, wall_turn};
use super::search::{Axis, AxisSearch, PairAxes, PairSource, Shapes};
use crate::pose::Pose;
use crate::shape::{Rectangle, Shape, Wall};
use crate::tolerance::PARALLEL_TO_OTHER;

/// A box around its centre. `turn`: its x axis in the world, cosine and sine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedBox {
    pub half: Vec2,
    pub turn: Vec2,
    /// Radius of the bounding circle.
    bounds: f32,
}

impl PlacedBox {
    fn of_rectangle(rectangle: &Rectangle, pose: &Pose) -> Self {
        Self { half: rectangle.half_extents(), turn: pose.rotation.x_axis(), bounds: rectangle.reach() }
    }

    fn of_wall(wall: &Wall, pose: &Pose) -> Self {
        let radius = wall.radius();
        Self { half: Vec2::new(radius, 0.0), turn: wall_turn(wall, pose), bounds: radius }
    }
}

/// Two boxes: `p` a rectangle, `q` a rectangle, or a wall if `WALL`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxPair<const WALL: bool> {
    pub p: PlacedBox,
    pub q: PlacedBox,
    /// From `p`'s centre to `q`'s, world axes.
    pub offset: Vec2,
    /// The caller's `a` is `q`.
    pub flipped: bool,
    /// From `a`'s position to `p`'s, world axes.
    pub p_from_a: Vec2,
}

/// Overlap of two boxes along the axes of both: `p`'s x and y axis, then `q`'s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxOverlaps {
    pub overlap: Vec4,
    /// `q`'s centre seen from `p`'s along each axis.
    pub along: Vec4,
    /// `q`'s axes are parallel to `p`'s and do not count.
    pub parallel: bool,
}

impl BoxPair<false> {
    /// `None` for other kinds, and of round corners.
    #[inline(always)]
    pub fn of_rectangles(shapes: Shapes<'_>) -> Option<Self> {
        let Shapes { a: Shape::Rectangle(a), pose_a, b: Shape::Rectangle(b), pose_b } = shapes else {
            return None;
        };
        (a.is_sharp() && b.is_sharp()).then(|| {
            let (p, q) = (PlacedBox::of_rectangle(a, pose_a), PlacedBox::of_rectangle(b, pose_b));
            Self { p, q, offset: pose_b.position - pose_a.position, flipped: false, p_from_a: Vec2::ZERO }
        })
    }
}

impl BoxPair<true> {
    /// `None` for other kinds.
    #[inline(always)]
    pub fn with_wall(shapes: Shapes<'_>) -> Option<Self> {
        let ([(Shape::Rectangle(p), pose_p), (Shape::Wall(q), pose_q)], flipped) = shapes.in_order() else {
            return None;
        };
        p.is_sharp().then(|| Self {
            p: PlacedBox::of_rectangle(p, pose_p),
            q: PlacedBox::of_wall(q, pose_q),
            offset: wall_center(q, pose_q, pose_p.position),
            flipped,
            p_from_a: if flipped { pose_p.position - pose_q.position } else { Vec2::ZERO },
        })
    }
}

impl<const WALL: bool> BoxPair<WALL> {
    /// The reach of both boxes along an axis, less the distance of the centres. The reach of a box along an
    /// axis of the other is the sum of its half extents, each times the absolute entry of the relative
    /// rotation. `kernels/boxes.rs` has the same formula for many pairs; `lanes_are_collide_bit_for_bit` holds
    /// the two together.
    #[inline(always)]
    pub fn overlaps(&self) -> BoxOverlaps {
        const BACK: Vec4 = Vec4::new(1.0, -1.0, 1.0, -1.0);
        let (p, q, offset) = (&self.p, &self.q, self.offset);
        let turns = Vec4::new(p.turn.x, p.turn.y, q.turn.x, q.turn.y);
        let halves = Vec4::new(p.half.x, p.half.y, q.half.x, q.half.y);
        let offset = Vec4::new(offset.x, offset.y, offset.x, offset.y);
        let along = turns.xxzz() * offset + turns.yyww() * (offset.yxwz() * BACK);
        let q_turn = turns.zwzw();
        let across = (turns.xxxx() * q_turn + turns.yyyy() * (q_turn.yxwz() * BACK)).abs();
        let reach = halves + (halves.zwxy() * across.xxxx() + halves.wzyx() * across.yyyy());
        let parallel = across.cmple(Vec4::splat(PARALLEL_TO_OTHER)).any();
        BoxOverlaps { overlap: reach - along.abs(), along, parallel }
    }

    /// `i` counts `p`'s x and y axis, then `q`'s.
    #[inline(always)]
    pub fn axis(&self, overlaps: &BoxOverlaps, i: usize) -> Axis {
        let (p, q) = (self.p.turn, self.q.turn);
        let (source, direction) = match i {
            0 => (PairSource::FaceOfP(0), p),
            1 => (PairSource::FaceOfP(1), p.perp()),
            2 => (PairSource::FaceOfQ(0), q),
            _ => (PairSource::FaceOfQ(u32::from(!WALL)), q.perp()),
        };
        let (overlap, along) = (overlaps.overlap.to_array()[i % 4], overlaps.along.to_array()[i % 4]);
        Axis { source, direction, overlap, p_leaves_along: along <= 0.0 }
    }
}

impl BoxOverlaps {
    /// Least overlap along the axes that count: a wall's ends are no faces, and of parallel boxes `p`'s axes
    /// are enough.
    pub fn least<const WALL: bool>(&self) -> f32 {
        let [p_x, p_y, q_x, q_y] = self.overlap.to_array();
        let of_p = p_x.min(p_y);
        match (self.parallel, WALL) {
            (true, _) => of_p,
            (false, true) => of_p.min(q_y),
            (false, false) => of_p.min(q_x).min(q_y),
        }
    }
}

impl<const WALL: bool> PairAxes for BoxPair<WALL> {
    fn bounds(&self) -> (Vec2, f32) {
        (self.offset, self.p.bounds + self.q.bounds)
    }

    fn is_flipped(&self) -> bool {
        self.flipped
    }

    #[inline(always)]
    fn rejects(&self) -> bool {
        let overlaps = self.overlaps();
        let counted = match (overlaps.parallel, WALL) {
            (true, _) => 0b0011,
            (false, true) => 0b1011,
            (false, false) => 0b1111,
        };
        overlaps.overlap.cmple(Vec4::ZERO).bitmask() & counted != 0
    }

    #[inline(always)]
    fn test_axes<O: SatObserver>(&self, search: &mut AxisSearch<'_, O>) -> ControlFlow<()> {
        let overlaps = self.overlaps();
        search.test(self.axis(&overlaps, 0))?;
        search.test(self.axis(&overlaps, 1))?;
        if overlaps.parallel {
            return ControlFlow::Continue(());
        }
        if !WALL {
            search.test(self.axis(&overlaps, 2))?;
        }
        search.test(self.axis(&overlaps, 3))
    }
}
