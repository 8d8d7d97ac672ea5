//! Circle against a polygon of at most eight corners: all faces side by side, and exactly only what decides.

use std::array;

use glam::{Vec2, Vec4};

use super::frame::unit_or;
use super::lanes::{LANES, Lanes, Wide, least, wide, without_one};
use super::round::VERTEX;
use super::{Contact, ContactPoint, Count, Pair};
use crate::shape::{Circle, Polygon};

/// Of axes whose overlaps differ by less than this share of the pair's size rounding may decide. Then they are asked one by one.
const DOUBT: f32 = 1.0e-5;

/// What a look at all faces tells.
pub(super) enum Look {
    Apart,
    Touching(Contact),
    /// Too close to call.
    Doubt,
}

/// As `circle_polygon` finds it axis by axis, to the bit: the axis that decides is computed the same way. In doubt for more corners
/// than stand side by side.
#[inline]
pub(super) fn look(circle: &Circle, polygon: &Polygon, pair: &Pair) -> Look {
    let [lanes] = polygon.lanes() else { return Look::Doubt };
    let (center, radius, at) = (pair.p.offset, circle.radius(), &pair.q);
    let local = at.rotation.unrotate(center - at.offset);
    let doubt = DOUBT * (local.x.abs() + local.y.abs() + radius + polygon.reach());

    let seen = Seen::new(lanes, local, radius, polygon.corner_count());
    let (face, overlap) = least(&seen.overlaps);
    if overlap < -doubt {
        return Look::Apart;
    }
    let (_, next) = least(&without_one(&seen.overlaps, face));
    let decided = (overlap > doubt) & (next > overlap + doubt) & ((overlap - radius).abs() > doubt);
    if !decided {
        return Look::Doubt;
    }
    // As the search weighs an axis.
    let direction = at.rotation.rotate(lanes.normal(face));
    let (middle, shift) = (direction.dot(center), direction.dot(at.offset));
    let forward = (lanes.max[face % LANES] + shift) - (middle - radius);
    let backward = (middle + radius) - (lanes.min[face % LANES] + shift);
    let mut depth = forward.min(backward);
    let mut normal = if forward <= backward { direction } else { -direction };
    let mut feature = face as u32;
    // Where the centre is outside, a corner may be nearest.
    if overlap < radius {
        let (nearest, gap) = least(&seen.gaps);
        let (_, next) = least(&without_one(&seen.gaps, nearest));
        let decided = (gap < -doubt) & (next > gap + doubt);
        if !decided {
            return Look::Doubt;
        }
        if let Some(vertex) = corner_beyond(lanes, nearest, polygon.corner_count(), local)
            && let way = at.rotation.rotate(lanes.corner(vertex) - local)
            && let (direction, distance) = unit_or(way, Vec2::ZERO)
            && distance > 0.0
        {
            let middle = direction.dot(center);
            let overlap = (middle + radius) - (middle + distance);
            let touching = overlap > 0.0;
            if !touching {
                return Look::Apart;
            }
            if overlap < depth {
                (depth, normal, feature) = (overlap, -direction, VERTEX | vertex as u32);
            }
        }
    }
    let point = ContactPoint { from_a: center - normal * radius, depth, feature };
    Look::Touching(pair.contact(normal, depth, [point; 2], Count::One))
}

/// The faces as a circle sees them, within rounding.
struct Seen {
    /// How far it is to be moved to clear the polygon along each normal or against it; without end where an axis does not count.
    overlaps: Wide,
    /// How far the centre is inside each face; negative: outside.
    gaps: Wide,
}

impl Seen {
    #[inline(always)]
    fn new(lanes: &Lanes, local: Vec2, radius: f32, corners: usize) -> Self {
        let (normal_x, normal_y) = (wide(&lanes.normal_x), wide(&lanes.normal_y));
        let (x, y, min, max) = (wide(&lanes.x), wide(&lanes.y), wide(&lanes.min), wide(&lanes.max));
        let along: Wide = array::from_fn(|i| normal_x[i] * local.x + normal_y[i] * local.y);
        let missing = &MISSING[corners % (LANES + 1)];
        Self {
            overlaps: array::from_fn(|i| (max[i] - along[i]).min(along[i] - min[i]) + radius),
            gaps: array::from_fn(|i| ((normal_x[i] * x[i] + normal_y[i] * y[i]) - along[i]).max(missing[i])),
        }
    }
}

/// Without end for the lanes past so many corners.
const MISSING: [[Vec4; 2]; LANES + 1] = {
    let mut rows = [[Vec4::NEG_INFINITY; 2]; LANES + 1];
    let mut corners = 0;
    while corners <= LANES {
        let mut lane = [f32::NEG_INFINITY; LANES];
        let mut i = corners;
        while i < LANES {
            lane[i] = f32::INFINITY;
            i += 1;
        }
        let [a, b, c, d, e, f, g, h] = lane;
        rows[corners] = [Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)];
        corners += 1;
    }
    rows
};

/// The end of the face that the point is beyond, if it is. As `Polygon::nearest_corner`, to the bit.
#[inline(always)]
fn corner_beyond(lanes: &Lanes, face: usize, corners: usize, p: Vec2) -> Option<usize> {
    let next = if face + 1 == corners { 0 } else { face + 1 };
    let (from, to) = (lanes.corner(face), lanes.corner(next));
    let edge = to - from;
    if (p - from).dot(edge) < 0.0 {
        Some(face)
    } else if (p - to).dot(edge) > 0.0 {
        Some(next)
    } else {
        None
    }
}
