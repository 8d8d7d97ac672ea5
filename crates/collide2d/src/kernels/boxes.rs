//! Rectangle against rectangle and against wall in lanes: [`crate::sat::boxes`] and [`crate::contact::boxes`]
//! with compare and select in place of branches.

use std::ops::{Add, Neg, Sub};

use fearless_simd::prelude::*;

use super::lanes::{Column, Kernel, LaneContacts, Mask, PairLanes};
use crate::tolerance::{PARALLEL, SAME_CORNER, TOUCHING};

/// Two rectangles, or a rectangle and a wall if `WALL`.
pub(super) struct BoxesKernel<const WALL: bool>;

impl<const WALL: bool> Kernel for BoxesKernel<WALL> {
    const PARTS: [usize; 2] = [2, if WALL { 3 } else { 2 }];
    const POINTS: usize = 2;

    #[inline(always)]
    fn contacts<S: Simd>(simd: S, lane: &PairLanes<S>) -> Option<LaneContacts<S>> {
        let ([px, py, p_half_x, _], [p_cos, p_sin, p_half_y, _]) = (lane.p.near, lane.p.far);
        let ([qx, qy, q_half_x, _], [q_cos, q_sin, q_half_y, _]) = (lane.q.near, lane.q.far);
        let offset = if WALL { lane.q.wall_center([px, py]) } else { [qx - px, qy - py] };
        let blocks = BoxPairLanes::<S, WALL> {
            simd,
            p_turn: Vec2s { x: p_cos, y: p_sin },
            p_half: Vec2s { x: p_half_x, y: p_half_y },
            q_turn: Vec2s { x: q_cos, y: q_sin },
            q_half: Vec2s { x: q_half_x, y: q_half_y },
            offset: Vec2s::of(offset),
            p_from_a: Vec2s::of(lane.p_from_a),
            flipped: lane.flipped,
        };
        let overlaps = blocks.overlaps();
        let touching = overlaps.touching::<WALL>(simd);
        if touching.all_false() { None } else { Some(blocks.clip(&overlaps, touching)) }
    }
}

/// A vector for each pair of a lane.
#[derive(Clone, Copy)]
struct Vec2s<S: Simd> {
    x: Column<S>,
    y: Column<S>,
}

impl<S: Simd> Vec2s<S> {
    #[inline(always)]
    fn of([x, y]: [Column<S>; 2]) -> Self {
        Self { x, y }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self { x: self.x.abs(), y: self.y.abs() }
    }

    #[inline(always)]
    fn select(mask: Mask<S>, yes: Self, no: Self) -> Self {
        Self { x: mask.select(yes.x, no.x), y: mask.select(yes.y, no.y) }
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    #[inline(always)]
    fn perp(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    /// As [`crate::sat::frame::outward`].
    #[inline(always)]
    fn outward(self, v: Self) -> Self {
        Self { x: self.x * v.x - self.y * v.y, y: self.y * v.x + self.x * v.y }
    }

    /// As [`crate::sat::frame::inward`].
    #[inline(always)]
    fn inward(self, v: Self) -> Self {
        Self { x: self.x * v.x + self.y * v.y, y: self.x * v.y - self.y * v.x }
    }

    #[inline(always)]
    fn scaled(self, by: Column<S>) -> Self {
        Self { x: self.x * by, y: self.y * by }
    }
}

macro_rules! by_coordinate {
    ($operator:ident, $method:ident $(, $other:ident)?) => {
        impl<S: Simd> $operator for Vec2s<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self $(, $other: Self)?) -> Self {
                Self { x: self.x.$method($($other.x)?), y: self.y.$method($($other.y)?) }
            }
        }
    };
}

by_coordinate!(Add, add, other);
by_coordinate!(Sub, sub, other);
by_coordinate!(Neg, neg);

/// [`crate::sat::boxes::BoxPair`] of a lane.
struct BoxPairLanes<S: Simd, const WALL: bool> {
    simd: S,
    p_turn: Vec2s<S>,
    p_half: Vec2s<S>,
    q_turn: Vec2s<S>,
    q_half: Vec2s<S>,
    offset: Vec2s<S>,
    p_from_a: Vec2s<S>,
    flipped: bool,
}

/// [`crate::sat::boxes::BoxOverlaps`] of a lane.
struct OverlapLanes<S: Simd> {
    p: Vec2s<S>,
    q: Vec2s<S>,
    parallel: Mask<S>,
    along_p: Vec2s<S>,
    along_q: Vec2s<S>,
    turn: Vec2s<S>,
}

/// A contact point in the reference face's frame.
struct PointLanes<S: Simd> {
    at: Vec2s<S>,
    depth: Column<S>,
    feature: S::u32s,
}

/// The parts of a feature: a face, and its two corners, shifted by eight bits.
struct FaceNames<S: Simd> {
    face: S::u32s,
    from: S::u32s,
    to: S::u32s,
}

impl<S: Simd> OverlapLanes<S> {
    #[inline(always)]
    fn touching<const WALL: bool>(&self, simd: S) -> Mask<S> {
        let zero = Column::<S>::splat(simd, 0.0);
        let of_p = self.p.x.simd_gt(zero) & self.p.y.simd_gt(zero);
        let of_q = self.q.y.simd_gt(zero);
        let of_q = if WALL { of_q } else { of_q & self.q.x.simd_gt(zero) };
        of_p & (self.parallel | of_q)
    }
}

impl<S: Simd> PointLanes<S> {
    #[inline(always)]
    fn between(at: Vec2s<S>, level: Column<S>, feature: S::u32s) -> Self {
        let depth = level - at.x;
        Self { at: Vec2s { x: at.x + depth * 0.5, y: at.y }, depth, feature }
    }

    #[inline(always)]
    fn select(mask: Mask<S>, yes: &Self, no: &Self) -> Self {
        Self {
            at: Vec2s::select(mask, yes.at, no.at),
            depth: mask.select(yes.depth, no.depth),
            feature: mask.select(yes.feature, no.feature),
        }
    }
}

impl<S: Simd> FaceNames<S> {
    #[inline(always)]
    fn of_rectangle(face: S::u32s) -> Self {
        Self { face, from: face << 8, to: ((face + 1) & 3) << 8 }
    }

    #[inline(always)]
    fn of_wall(simd: S, face: S::u32s) -> Self {
        let behind = face >> 1;
        Self { face: S::u32s::splat(simd, 0), from: (face & 1 ^ behind) << 8, to: behind << 8 }
    }

    #[inline(always)]
    fn select(mask: Mask<S>, yes: &Self, no: &Self) -> Self {
        Self {
            face: mask.select(yes.face, no.face),
            from: mask.select(yes.from, no.from),
            to: mask.select(yes.to, no.to),
        }
    }
}

impl<S: Simd, const WALL: bool> BoxPairLanes<S, WALL> {
    #[inline(always)]
    fn overlaps(&self) -> OverlapLanes<S> {
        let turn = self.p_turn.inward(self.q_turn);
        let (along_p, along_q) = (self.p_turn.inward(self.offset), self.q_turn.inward(self.offset));
        let Vec2s { x: c, y: s } = turn.abs();
        let reach = |from: Vec2s<S>, to: Vec2s<S>| Vec2s {
            x: to.x + (from.x * c + from.y * s),
            y: to.y + (from.x * s + from.y * c),
        };
        let tolerance = Column::<S>::splat(self.simd, PARALLEL);
        OverlapLanes {
            p: reach(self.q_half, self.p_half) - along_p.abs(),
            q: reach(self.p_half, self.q_half) - along_q.abs(),
            parallel: c.simd_le(tolerance) | s.simd_le(tolerance),
            along_p,
            along_q,
            turn,
        }
    }

    /// The axis of least overlap, and the contact on its face.
    #[inline(always)]
    fn clip(&self, overlaps: &OverlapLanes<S>, touching: Mask<S>) -> LaneContacts<S> {
        let simd = self.simd;
        let number = |number| S::u32s::splat(simd, number);
        let zero = Column::<S>::splat(simd, 0.0);

        // The first axis of least overlap.
        let OverlapLanes { p, q, parallel, .. } = overlaps;
        let lower = p.y.simd_lt(p.x);
        let mut depth = lower.select(p.y, p.x);
        let mut upright = !lower;
        let mut of_q = Mask::<S>::splat(simd, false);
        if !WALL {
            of_q = q.x.simd_lt(depth) & !*parallel;
            depth = of_q.select(q.x, depth);
            upright |= of_q;
        }
        let lower = q.y.simd_lt(depth) & !*parallel;
        depth = lower.select(q.y, depth);
        upright &= !lower;
        of_q |= lower;
        let of_p = !of_q;

        // The reference box, which gives the axis, and the incident box.
        let reference = Vec2s::select(of_p, self.p_half, self.q_half);
        let turn = Vec2s::select(of_p, self.p_turn, self.q_turn);
        let incident = Vec2s::select(of_p, self.q_half, self.p_half);
        let center = Vec2s::select(of_p, overlaps.along_p, -overlaps.along_q);
        let relative: Vec2s<S> =
            Vec2s { x: overlaps.turn.x, y: of_p.select(overlaps.turn.y, -overlaps.turn.y) };

        // Quarter turns until the reference face's normal is x.
        let reference = Vec2s::select(upright, reference, reference.swapped());
        let turn = Vec2s::select(upright, turn, turn.perp());
        let center = Vec2s::select(upright, center, -center.perp());
        let relative = Vec2s::select(upright, relative, -relative.perp());
        let behind = center.x.simd_lt(zero) | of_p & center.x.simd_eq(zero);
        let turn = Vec2s::select(behind, -turn, turn);
        let center = Vec2s::select(behind, -center, center);
        let relative = Vec2s::select(behind, -relative, relative);
        let face = upright.select(number(0), number(1)) | behind.select(number(2), number(0));

        // The incident face's outward normal, and half its length; a wall's ends are no faces.
        let by_x = relative.x.abs().simd_ge(relative.y.abs());
        let by_x = if WALL { by_x & of_q } else { by_x };
        let facing = by_x.select(-relative.x, relative.y);
        let out = Vec2s::select(by_x, relative, relative.perp());
        let incident = Vec2s::select(by_x, incident, incident.swapped());
        let incident_behind = facing.simd_lt(zero);
        let out = Vec2s::select(incident_behind, -out, out);
        let incident_face = by_x.select(number(0), number(1)) | incident_behind.select(number(2), number(0));

        // From `p`'s centre, in the reference face's frame.
        let none: Vec2s<S> = Vec2s { x: zero, y: zero };
        let own_center = Vec2s::select(of_p, none, -center);
        let center = Vec2s::select(of_p, center, none);
        let level = own_center.x + reference.x;
        let (low, high) = (own_center.y - reference.y, own_center.y + reference.y);
        let (middle, stretch) = (center + out.scaled(incident.x), out.perp().scaled(incident.y));
        let (from, to) = (middle - stretch, middle + stretch);

        let mut own = FaceNames::of_rectangle(face);
        let mut others = FaceNames::of_rectangle(incident_face);
        if WALL {
            own = FaceNames::select(of_p, &own, &FaceNames::of_wall(simd, face));
            others = FaceNames::select(of_p, &FaceNames::of_wall(simd, incident_face), &others);
        }
        let reference_is_a = if WALL && self.flipped { of_q } else { of_p };
        let length = reference.y * 2.0;
        let slack = length * SAME_CORNER;
        // Bit 16 of a feature: the corner is `b`'s.
        let (of_own, of_other) = (
            reference_is_a.select(number(0), number(1 << 16)),
            reference_is_a.select(number(1 << 16), number(0)),
        );
        let end = |beyond: Column<S>, own_corner: S::u32s, other_corner: S::u32s| {
            let own_is_inner = reference_is_a.select(beyond.simd_ge(-slack), !beyond.simd_le(slack));
            own_is_inner.select(of_own | own_corner | others.face, of_other | other_corner | own.face)
        };
        let slope = -out.y / out.x;
        let (before, after) = (low - to.y, from.y - high);
        let (cut_low, cut_high) = (before.max(zero), after.max(zero));
        let first = Vec2s { x: to.x + slope * cut_low, y: to.y + cut_low };
        let second = Vec2s { x: from.x - slope * cut_high, y: from.y - cut_high };
        let first = PointLanes::between(first, level, end(before, own.from, others.to));
        let second = PointLanes::between(second, level, end(after, own.to, others.from));
        let common = (high.min(from.y) - low.max(to.y)).simd_gt(length * PARALLEL);

        // In order along the normal turned left; a point below the face comes first.
        let keep = |point: &PointLanes<S>| common & point.depth.simd_ge(zero);
        let (keep_first, keep_second) = (keep(&first), keep(&second));
        let two = keep_first & keep_second;
        let swap = reference_is_a.select(keep_second, !keep_first);
        let one = PointLanes::select(swap, &second, &first);
        let other = PointLanes::select(swap, &first, &second);
        // No end is left below the face.
        let neither = touching & !(keep_first | keep_second);

        let normal = Vec2s::select(reference_is_a, -turn, turn) + none;
        let rounding = (self.p_half.x + self.p_half.y + self.q_half.x + self.q_half.y) * (2.0 * TOUCHING);
        let point = |point: &PointLanes<S>| {
            let from_a = if WALL { self.p_from_a } else { none } + turn.outward(point.at);
            [from_a.x, from_a.y, point.depth.min(depth), point.feature.bitcast()]
        };
        LaneContacts {
            normal: [normal.x, normal.y],
            depth,
            points: [point(&one), point(&other).map(|number| two.select(number, zero))],
            count: touching.select(two.select(number(2), number(1)), number(0)),
            rare: neither | touching & depth.simd_lt(rounding),
        }
    }
}
