//! Rectangle against rectangle and against wall in lanes: [`crate::sat::boxes`], [`crate::contact::boxes`] and
//! [`crate::contact::clip`] with compare and select in place of branches.

use std::ops::{Add, Neg, Sub};

use fearless_simd::prelude::*;

use super::lanes::{Column, Kernel, LaneContacts, Mask, PairLanes};
use crate::tolerance::{PARALLEL, PARALLEL_TO_OTHER, SAME_CORNER, TOUCHING};

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
        let pair = BoxPairLanes::<S, WALL> {
            simd,
            p_turn: Vec2s { x: p_cos, y: p_sin },
            p_half: Vec2s { x: p_half_x, y: p_half_y },
            q_turn: Vec2s { x: q_cos, y: q_sin },
            q_half: Vec2s { x: q_half_x, y: q_half_y },
            offset: Vec2s::of(offset),
            p_from_a: Vec2s::of(lane.p_from_a),
            flipped: lane.flipped,
        };
        let overlaps = pair.overlaps();
        let touching = overlaps.touching::<WALL>(simd);
        if touching.all_false() { None } else { Some(pair.contact(&overlaps, touching)) }
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

    #[inline(always)]
    fn rotate(self, v: Self) -> Self {
        Self { x: self.x * v.x - self.y * v.y, y: self.y * v.x + self.x * v.y }
    }

    /// As [`crate::sat::frame::unrotated`].
    #[inline(always)]
    fn unrotated(self, v: Self) -> Self {
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

/// [`crate::sat::search::Axis`] of a lane.
struct AxisLanes<S: Simd> {
    overlap: Column<S>,
    /// The axis is one of `p`, else of `q`.
    of_p: Mask<S>,
    /// It is that box's x axis, else its y axis.
    is_x: Mask<S>,
}

/// [`crate::contact::clip::FacePair`] of a lane, in the reference face's frame: x outward, y along the face, the
/// origin in `p`'s centre.
struct FacePairLanes<S: Simd> {
    simd: S,
    /// The reference face runs from `low` to `high` at x = `level`.
    level: Column<S>,
    low: Column<S>,
    high: Column<S>,
    reference: FaceNames<S>,
    length: Column<S>,
    /// Ends of the incident face.
    from: Vec2s<S>,
    to: Vec2s<S>,
    incident: FaceNames<S>,
    /// Of the incident face, x by y.
    slope: Column<S>,
    reference_is_a: Mask<S>,
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
    /// The formula of [`crate::sat::boxes::BoxPair::overlaps`]; `lanes_are_collide_bit_for_bit` holds the two together.
    #[inline(always)]
    fn overlaps(&self) -> OverlapLanes<S> {
        let turn = self.p_turn.unrotated(self.q_turn);
        let (along_p, along_q) = (self.p_turn.unrotated(self.offset), self.q_turn.unrotated(self.offset));
        let Vec2s { x: c, y: s } = turn.abs();
        let reach = |from: Vec2s<S>, to: Vec2s<S>| Vec2s {
            x: to.x + (from.x * c + from.y * s),
            y: to.y + (from.x * s + from.y * c),
        };
        let tolerance = Column::<S>::splat(self.simd, PARALLEL_TO_OTHER);
        OverlapLanes {
            p: reach(self.q_half, self.p_half) - along_p.abs(),
            q: reach(self.p_half, self.q_half) - along_q.abs(),
            parallel: c.simd_le(tolerance) | s.simd_le(tolerance),
            along_p,
            along_q,
            turn,
        }
    }

    /// The first axis of least overlap.
    #[inline(always)]
    fn least_overlap(&self, overlaps: &OverlapLanes<S>) -> AxisLanes<S> {
        let OverlapLanes { p, q, parallel, .. } = overlaps;
        let lower = p.y.simd_lt(p.x);
        let mut overlap = lower.select(p.y, p.x);
        let mut is_x = !lower;
        let mut of_q = Mask::<S>::splat(self.simd, false);
        if !WALL {
            of_q = q.x.simd_lt(overlap) & !*parallel;
            overlap = of_q.select(q.x, overlap);
            is_x |= of_q;
        }
        let lower = q.y.simd_lt(overlap) & !*parallel;
        AxisLanes { overlap: lower.select(q.y, overlap), of_p: !(of_q | lower), is_x: is_x & !lower }
    }

    /// The reference face gave the axis; the incident face is the other box's that is most antiparallel to it.
    #[inline(always)]
    fn facing(&self, overlaps: &OverlapLanes<S>, axis: &AxisLanes<S>) -> FacePairLanes<S> {
        let number = |number| S::u32s::splat(self.simd, number);
        let zero = Column::<S>::splat(self.simd, 0.0);
        let AxisLanes { of_p, is_x, .. } = *axis;

        // The reference box, and the incident box in its frame.
        let half = Vec2s::select(of_p, self.p_half, self.q_half);
        let turn = Vec2s::select(of_p, self.p_turn, self.q_turn);
        let reach = Vec2s::select(of_p, self.q_half, self.p_half);
        let center = Vec2s::select(of_p, overlaps.along_p, -overlaps.along_q);
        let relative: Vec2s<S> =
            Vec2s { x: overlaps.turn.x, y: of_p.select(overlaps.turn.y, -overlaps.turn.y) };

        // Quarter turns until the reference face's normal is x.
        let half = Vec2s::select(is_x, half, half.swapped());
        let turn = Vec2s::select(is_x, turn, turn.perp());
        let center = Vec2s::select(is_x, center, -center.perp());
        let relative = Vec2s::select(is_x, relative, -relative.perp());
        let behind = center.x.simd_lt(zero) | of_p & center.x.simd_eq(zero);
        let turn = Vec2s::select(behind, -turn, turn);
        let center = Vec2s::select(behind, -center, center);
        let relative = Vec2s::select(behind, -relative, relative);
        let face = is_x.select(number(0), number(1)) | behind.select(number(2), number(0));

        // The incident face's outward normal, and half its length; a wall's ends are no faces.
        let by_x = relative.x.abs().simd_ge(relative.y.abs());
        let by_x = if WALL { by_x & !of_p } else { by_x };
        let facing = by_x.select(-relative.x, relative.y);
        let out = Vec2s::select(by_x, relative, relative.perp());
        let reach = Vec2s::select(by_x, reach, reach.swapped());
        let incident_behind = facing.simd_lt(zero);
        let out = Vec2s::select(incident_behind, -out, out);
        let incident_face = by_x.select(number(0), number(1)) | incident_behind.select(number(2), number(0));

        let mut reference_names = FaceNames::of_rectangle(face);
        let mut incident_names = FaceNames::of_rectangle(incident_face);
        if WALL {
            let of_wall = |face| FaceNames::of_wall(self.simd, face);
            reference_names = FaceNames::select(of_p, &reference_names, &of_wall(face));
            incident_names = FaceNames::select(of_p, &of_wall(incident_face), &incident_names);
        }
        let none: Vec2s<S> = Vec2s { x: zero, y: zero };
        let own_center = Vec2s::select(of_p, none, -center);
        let center = Vec2s::select(of_p, center, none);
        let (middle, stretch) = (center + out.scaled(reach.x), out.perp().scaled(reach.y));
        FacePairLanes {
            simd: self.simd,
            level: own_center.x + half.x,
            low: own_center.y - half.y,
            high: own_center.y + half.y,
            reference: reference_names,
            length: half.y * 2.0,
            from: middle - stretch,
            to: middle + stretch,
            incident: incident_names,
            slope: -out.y / out.x,
            reference_is_a: if WALL && self.flipped { !of_p } else { of_p },
            turn,
        }
    }

    /// The contact on the face that gave the axis of least overlap.
    #[inline(always)]
    fn contact(&self, overlaps: &OverlapLanes<S>, touching: Mask<S>) -> LaneContacts<S> {
        let number = |number| S::u32s::splat(self.simd, number);
        let zero = Column::<S>::splat(self.simd, 0.0);
        let none: Vec2s<S> = Vec2s { x: zero, y: zero };
        let axis = self.least_overlap(overlaps);
        let faces = self.facing(overlaps, &axis);
        let FacePairLanes { reference_is_a, turn, .. } = faces;
        let ([low, high], meet) = faces.ends();
        let keep = |point: &PointLanes<S>| meet & point.depth.simd_ge(zero);
        let (keep_low, keep_high) = (keep(&low), keep(&high));
        let two = keep_low & keep_high;
        // In order along the normal turned left; a point below the face comes first.
        let high_is_first = reference_is_a.select(keep_high, !keep_low);
        let first = PointLanes::select(high_is_first, &high, &low);
        let second = PointLanes::select(high_is_first, &low, &high);
        // No end is left below the face.
        let neither = touching & !(keep_low | keep_high);

        let normal = Vec2s::select(reference_is_a, -turn, turn) + none;
        let rounding = (self.p_half.x + self.p_half.y + self.q_half.x + self.q_half.y) * (2.0 * TOUCHING);
        let point = |point: &PointLanes<S>| {
            let from_a = if WALL { self.p_from_a } else { none } + turn.rotate(point.at);
            [from_a.x, from_a.y, point.depth.min(axis.overlap), point.feature.bitcast()]
        };
        LaneContacts {
            normal: [normal.x, normal.y],
            depth: axis.overlap,
            points: [point(&first), point(&second)],
            count: touching.select(two.select(number(2), number(1)), number(0)),
            rare: neither | touching & axis.overlap.simd_lt(rounding),
        }
    }
}

impl<S: Simd> FacePairLanes<S> {
    /// Both ends of the clipped incident face, and whether the faces have a common stretch.
    #[inline(always)]
    fn ends(&self) -> ([PointLanes<S>; 2], Mask<S>) {
        let zero = Column::<S>::splat(self.simd, 0.0);
        let Self { level, low, high, from, to, slope, length, .. } = *self;
        let (low_past, high_past) = (low - to.y, from.y - high);
        let (low_cut, high_cut) = (low_past.max(zero), high_past.max(zero));
        let lower = Vec2s { x: to.x + slope * low_cut, y: to.y + low_cut };
        let upper = Vec2s { x: from.x - slope * high_cut, y: from.y - high_cut };
        let lower_feature = self.feature(low_past, self.reference.from, self.incident.to);
        let upper_feature = self.feature(high_past, self.reference.to, self.incident.from);
        let common = (high.min(from.y) - low.max(to.y)).simd_gt(length * PARALLEL);
        let ends = [
            PointLanes::between(lower, level, lower_feature),
            PointLanes::between(upper, level, upper_feature),
        ];
        (ends, common)
    }

    /// The corner that ends the common stretch, and the other box's face. Bit 16: the corner is `b`'s.
    #[inline(always)]
    fn feature(&self, past: Column<S>, reference_corner: S::u32s, incident_corner: S::u32s) -> S::u32s {
        let (of_a, of_b) = (S::u32s::splat(self.simd, 0), S::u32s::splat(self.simd, 1 << 16));
        let (is_a, slack) = (self.reference_is_a, self.length * SAME_CORNER);
        let reference_ends = is_a.select(past.simd_ge(-slack), !past.simd_le(slack));
        reference_ends.select(
            is_a.select(of_a, of_b) | reference_corner | self.incident.face,
            is_a.select(of_b, of_a) | incident_corner | self.reference.face,
        )
    }
}
