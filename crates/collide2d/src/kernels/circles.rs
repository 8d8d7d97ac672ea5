//! Circle against circle, rectangle and wall, in lanes.

use fearless_simd::prelude::*;

use super::lanes::{Column, Kernel, LaneContacts, Mask, PairLanes};
use crate::contact::round::VERTEX;
use crate::tolerance::{BOUNDING, TINY, TOUCHING};

/// Two circles, as [`crate::sat::discs::Discs`].
pub(super) struct Circles;

impl Kernel for Circles {
    const PARTS: [usize; 2] = [1, 1];
    const POINTS: usize = 1;

    #[inline(always)]
    fn contacts<S: Simd>(simd: S, lane: &PairLanes<S>) -> Option<LaneContacts<S>> {
        let ([ax, ay, a, _], [bx, by, b, _]) = (lane.p.near, lane.q.near);
        let (x, y) = (bx - ax, by - ay);
        let reach = a + b;
        let squared = x * x + y * y;
        let near = squared.simd_le(reach * reach * (1.0 + BOUNDING));
        if near.all_false() {
            return None;
        }
        let distance = squared.sqrt();
        let depth = reach - distance;
        let zero = Column::<S>::splat(simd, 0.0);
        let (nx, ny) = (-(x / distance) + zero, -(y / distance) + zero);
        let touching = near & depth.simd_gt(zero);
        let none = S::u32s::splat(simd, 0);
        Some(LaneContacts {
            normal: [nx, ny],
            depth,
            points: [[midway::<S>(x, nx, a, b), midway::<S>(y, ny, a, b), depth, zero], [zero; 4]],
            count: touching.select(S::u32s::splat(simd, 1), none),
            rare: near & (squared.simd_lt(Column::<S>::splat(simd, TINY)) | depth.simd_lt(reach * TOUCHING)),
        })
    }
}

/// Midway between the surfaces of `a` and `b`, whose centre is at `offset`: x or y.
#[inline(always)]
fn midway<S: Simd>(offset: Column<S>, normal: Column<S>, a: Column<S>, b: Column<S>) -> Column<S> {
    ((normal * -a) + (offset + normal * b)) * 0.5
}

/// A circle and a rectangle, or a wall if `WALL`, as [`crate::sat::discs::DiscBox`].
pub(super) struct CircleBox<const WALL: bool>;

impl<const WALL: bool> Kernel for CircleBox<WALL> {
    const PARTS: [usize; 2] = [1, if WALL { 3 } else { 2 }];
    const POINTS: usize = 1;

    #[inline(always)]
    fn contacts<S: Simd>(simd: S, lane: &PairLanes<S>) -> Option<LaneContacts<S>> {
        let zero = Column::<S>::splat(simd, 0.0);
        let [px, py, radius, _] = lane.p.near;
        let ([qx, qy, half_x, _], [turn_x, turn_y, half_y, _]) = (lane.q.near, lane.q.far);
        let (dx, dy, half_y) = if WALL {
            let [x, y] = lane.q.wall_center([px, py]);
            (-x, -y, zero)
        } else {
            (px - qx, py - qy, half_y)
        };
        // The circle's centre in the box's frame, its distance from each face and from the box.
        let (x, y) = (turn_x * dx + turn_y * dy, turn_x * dy - turn_y * dx);
        let (out_x, out_y) = (x.abs() - half_x, y.abs() - half_y);
        let (depth_x, depth_y) = (radius - out_x, radius - out_y);
        let by_y = if WALL { Mask::<S>::splat(simd, true) } else { depth_y.simd_lt(depth_x) };
        let face = by_y.select(depth_y, depth_x);
        let (outside_x, outside_y) = (out_x.max(zero), out_y.max(zero));
        let squared = outside_x * outside_x + outside_y * outside_y;
        let distance = squared.sqrt();
        let past = out_x.simd_gt(zero);
        let at_corner = if WALL { past } else { past & out_y.simd_gt(zero) };
        let corner = radius - distance;
        let by_corner = at_corner & corner.simd_lt(face);
        let depth = by_corner.select(corner, face);
        let touching = depth.simd_gt(zero);
        if touching.all_false() {
            return None;
        }
        let [none, one] = [number::<S>(simd, 0), number::<S>(simd, 1)];
        let unit = Column::<S>::splat(simd, 1.0);
        let side_x = x.simd_ge(zero).select(unit, -unit);
        let side_y = y.simd_ge(zero).select(unit, -unit);
        let way_x = by_corner.select(outside_x.copysign(x), by_y.select(zero, side_x));
        let way_y = by_corner.select(outside_y.copysign(y), by_y.select(side_y, zero));
        let length = by_corner.select(distance, unit);
        let rounding = (radius + half_x + half_y) * (2.0 * TOUCHING);
        let tiny = at_corner & squared.simd_lt(Column::<S>::splat(simd, TINY));
        let rare = tiny | depth.simd_lt(rounding);
        let (local_x, local_y) = (way_x / length, way_y / length);
        let (nx, ny) = (turn_x * local_x - turn_y * local_y, turn_y * local_x + turn_x * local_y);
        let toward_a = if lane.flipped { [-nx + zero, -ny + zero] } else { [nx + zero, ny + zero] };
        let point = [lane.p_from_a[0] - nx * radius + zero, lane.p_from_a[1] - ny * radius + zero];

        let (right, up) = (x.simd_gt(zero), y.simd_gt(zero));
        let (v0, v1) = (number::<S>(simd, VERTEX), number::<S>(simd, VERTEX | 1));
        let (v2, v3) = (number::<S>(simd, VERTEX | 2), number::<S>(simd, VERTEX | 3));
        let (face, corner) = if WALL {
            (none, right.select(v1, v0))
        } else {
            (by_y.select(one, none), right.select(up.select(v1, v0), up.select(v2, v3)))
        };
        let feature = by_corner.select(corner, face);
        Some(LaneContacts {
            normal: toward_a,
            depth,
            points: [[point[0], point[1], depth, feature.bitcast()], [zero; 4]],
            count: touching.select(one, none),
            rare: touching & rare,
        })
    }
}

#[inline(always)]
fn number<S: Simd>(simd: S, n: u32) -> S::u32s {
    S::u32s::splat(simd, n)
}
