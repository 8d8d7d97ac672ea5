//! How a shape with flat faces keeps its corners: eight side by side, each coordinate for itself, so that one instruction does several.
//!
//! `inline(always)` in this file and in `hull`: rectangle-octagon near takes 75 ns with it, else 104; octagon-wall near 60, else 75.

use std::array;

use glam::{Vec2, Vec4, Vec4Swizzles};

use crate::aabb::Interval;

/// Corners that are kept side by side.
pub(crate) const LANES: usize = 8;

/// A number for each of eight corners, as it is kept and as it is worked with.
pub(crate) type Lane = [f32; LANES];
type Wide = [Vec4; 2];

/// How far another hull must go to clear a shape, for each of eight faces: along the normal, against it, and the lesser of the two, which is
/// the overlap along that axis. Infinite where the axis does not count. Metres.
pub(crate) struct WaysOut {
    pub out: Lane,
    pub back: Lane,
    pub overlap: Lane,
}

impl WaysOut {
    #[cfg_attr(not(feature = "kernels"), allow(dead_code))]
    /// The first axis of least overlap.
    pub fn least(&self) -> usize {
        argmin(&wide(&self.overlap)).0
    }
}

/// Eight corners, measured from the anchor, and the faces that begin there. The last one is repeated until the lanes are full.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct CornerLanes {
    x: Lane,
    y: Lane,
    /// Outward unit normals of the faces.
    normal_x: Lane,
    normal_y: Lane,
    /// Interval of the shape along each normal; infinite where a face before is parallel, so that the axis does not count.
    min: Lane,
    max: Lane,
}

/// A corner, the normal of the face that begins there, and the shape's interval along it if the axis counts.
pub(super) type Corner = (Vec2, Vec2, Option<Interval>);

const EVERYWHERE: Interval = Interval { min: f32::NEG_INFINITY, max: f32::INFINITY };

impl CornerLanes {
    /// The anchor for a corner, and no faces.
    pub(super) const POINT: Self = Self {
        x: [0.0; LANES],
        y: [0.0; LANES],
        normal_x: [0.0; LANES],
        normal_y: [0.0; LANES],
        min: [f32::NEG_INFINITY; LANES],
        max: [f32::INFINITY; LANES],
    };

    /// From at most eight corners.
    pub(super) fn new(corners: impl Iterator<Item = Corner>) -> Self {
        let mut all = [(Vec2::ZERO, Vec2::ZERO, EVERYWHERE); LANES];
        let mut count = 0;
        for (place, (corner, normal, span)) in all.iter_mut().zip(corners) {
            *place = (corner, normal, span.unwrap_or(EVERYWHERE));
            count += 1;
        }
        if let Some(&(corner, normal, _)) = all[..count].last() {
            all[count..].fill((corner, normal, EVERYWHERE));
        }
        Self {
            x: array::from_fn(|i| all[i].0.x),
            y: array::from_fn(|i| all[i].0.y),
            normal_x: array::from_fn(|i| all[i].1.x),
            normal_y: array::from_fn(|i| all[i].1.y),
            min: array::from_fn(|i| all[i].2.min),
            max: array::from_fn(|i| all[i].2.max),
        }
    }

    /// As [`super::Shape::fetch`]: something of each line of the cache.
    pub(super) fn fetch(&self) -> u32 {
        (self.x[0].to_bits() ^ self.normal_x[0].to_bits()) ^ self.min[0].to_bits()
    }
    pub fn of_rectangle(half: Vec2) -> Self {
        const ALL: f32 = f32::INFINITY;
        let Vec2 { x, y } = half;
        Self {
            x: [x, x, -x, -x, -x, -x, -x, -x],
            y: [-y, y, y, -y, -y, -y, -y, -y],
            normal_x: [1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            normal_y: [0.0, 1.0, 0.0, -1.0, -1.0, -1.0, -1.0, -1.0],
            min: [-x, -y, -ALL, -ALL, -ALL, -ALL, -ALL, -ALL],
            max: [x, y, ALL, ALL, ALL, ALL, ALL, ALL],
        }
    }

    /// The end comes first: the face that begins there has the segment's normal.
    pub(super) fn of_segment(start: Vec2, end: Vec2, normal: Vec2, anchor: Vec2) -> Self {
        let (start, end) = (start - anchor, end - anchor);
        let (along, none) = (normal.dot(start), f32::INFINITY);
        let repeated = |first: f32, then: f32| [first, then, then, then, then, then, then, then];
        Self {
            x: repeated(end.x, start.x),
            y: repeated(end.y, start.y),
            normal_x: repeated(normal.x, -normal.x),
            normal_y: repeated(normal.y, -normal.y),
            min: repeated(along, -none),
            max: repeated(along, none),
        }
    }
    fn corner(&self, i: usize) -> Vec2 {
        Vec2::new(self.x[i % LANES], self.y[i % LANES])
    }
    fn normal(&self, i: usize) -> Vec2 {
        Vec2::new(self.normal_x[i % LANES], self.normal_y[i % LANES])
    }

    /// How far the hull `other` must go to clear this shape. `turn` is the x axis of `other`'s frame in this frame, `offset` its anchor.
    #[inline(always)]
    pub fn ways_out(&self, other: &Hull, turn: Vec2, offset: Vec2) -> WaysOut {
        let (out, back) = self.wide_ways_out(other, turn, offset);
        let overlap = [out[0].min(back[0]), out[1].min(back[1])];
        WaysOut { out: lane(out), back: lane(back), overlap: lane(overlap) }
    }
    #[inline(always)]
    fn wide_ways_out(&self, other: &Hull, turn: Vec2, offset: Vec2) -> (Wide, Wide) {
        let (mut low, mut high) = ([Vec4::INFINITY; 2], [Vec4::NEG_INFINITY; 2]);
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let mut reach = |x: Vec4, y: Vec4| {
            for i in 0..2 {
                let along = normal_x[i] * x + normal_y[i] * y;
                low[i] = along.min(low[i]);
                high[i] = along.max(high[i]);
            }
        };
        for (block, lanes) in other.blocks.iter().enumerate() {
            // The last four repeat a corner where there are no more than four.
            let filled = if other.corners - block * LANES > LANES / 2 { 2 } else { 1 };
            for (&x, &y) in wide(&lanes.x).iter().zip(&wide(&lanes.y)).take(filled) {
                // Four corners in this frame, but for the offset.
                let (x, y) = (x * turn.x - y * turn.y, x * turn.y + y * turn.x);
                reach(x.xxxx(), y.xxxx());
                reach(x.yyyy(), y.yyyy());
                reach(x.zzzz(), y.zzzz());
                reach(x.wwww(), y.wwww());
            }
        }
        let (min, max) = (wide(&self.min), wide(&self.max));
        let shift: Wide = array::from_fn(|i| normal_x[i] * offset.x + normal_y[i] * offset.y);
        (array::from_fn(|i| (max[i] - low[i]) - shift[i]), array::from_fn(|i| (high[i] - min[i]) + shift[i]))
    }

    /// The face along whose normal the hull `other` overlaps this shape least, and how far `other` must go along the normal and against it.
    #[inline(always)]
    pub fn least_way_out(&self, other: &Hull, turn: Vec2, offset: Vec2) -> (usize, f32, f32) {
        let (out, back) = self.wide_ways_out(other, turn, offset);
        let (i, _) = argmin(&[out[0].min(back[0]), out[1].min(back[1])]);
        (i, lane(out)[i], lane(back)[i])
    }

    /// How far a circle must go to clear this shape. World axes: `turn` is the x axis of this shape's frame, `offset` its anchor.
    #[inline(always)]
    pub fn ways_out_of_disc(&self, turn: Vec2, offset: Vec2, center: Vec2, radius: f32) -> WaysOut {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let (min, max) = (wide(&self.min), wide(&self.max));
        let x: Wide = array::from_fn(|i| normal_x[i] * turn.x - normal_y[i] * turn.y);
        let y: Wide = array::from_fn(|i| normal_x[i] * turn.y + normal_y[i] * turn.x);
        let along = |i: usize, point: Vec2| x[i] * point.x + y[i] * point.y;
        let out: Wide = array::from_fn(|i| (max[i] + along(i, offset)) - (along(i, center) - radius));
        let back: Wide = array::from_fn(|i| (along(i, center) + radius) - (min[i] + along(i, offset)));
        let overlap = [out[0].min(back[0]), out[1].min(back[1])];
        WaysOut { out: lane(out), back: lane(back), overlap: lane(overlap) }
    }

    /// The face that the point is farthest outside of, and how far.
    fn farthest_outside(&self, point: Vec2) -> (usize, f32) {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let (x, y) = (wide(&self.x), wide(&self.y));
        let inside = array::from_fn(|i| {
            let (x, y) = (Vec4::splat(point.x) - x[i], Vec4::splat(point.y) - y[i]);
            -(normal_x[i] * x + normal_y[i] * y)
        });
        let (i, inside) = argmin(&inside);
        (i, -inside)
    }

    /// Whether one of the faces is parallel to the unit vector.
    fn has_axis_along(&self, direction: Vec2, tolerance: f32) -> bool {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let across = array::from_fn(|i| (normal_x[i] * direction.y - normal_y[i] * direction.x).abs());
        argmin(&across).1 <= tolerance
    }

    /// The face whose normal is nearest to the direction, and its share of the direction.
    fn facing(&self, direction: Vec2) -> (usize, f32) {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let against = array::from_fn(|i| -(normal_x[i] * direction.x + normal_y[i] * direction.y));
        let (i, against) = argmin(&against);
        (i, -against)
    }
}

/// A shape as the points within a radius of a convex outline: the corners of a polygon or rectangle, the two ends of a wall or of a
/// capsule's segment, the centre of a circle. Local space, measured from the shape's anchor.
#[derive(Clone, Copy)]
pub(crate) struct Hull<'l> {
    pub blocks: &'l [CornerLanes],
    pub corners: usize,
    /// It has one face with two sides.
    pub is_segment: bool,
    /// Metres; 0 of a shape with sharp corners.
    pub radius: f32,
}

impl Hull<'_> {
    fn block(&self, i: usize) -> &CornerLanes {
        // A polygon of up to eight corners has one block, and no division.
        match self.blocks {
            [block] => block,
            blocks => &blocks[(i / LANES).min(blocks.len() - 1)],
        }
    }

    /// Local, measured from the anchor.
    pub fn corner(&self, i: usize) -> Vec2 {
        self.block(i).corner(i)
    }

    /// Outward unit normal of a face.
    pub fn normal(&self, face: usize) -> Vec2 {
        self.block(face).normal(face)
    }

    /// Interval along a face's normal; infinite where a face before is parallel.
    pub fn span(&self, face: usize) -> Interval {
        let block = self.block(face);
        Interval { min: block.min[face % LANES], max: block.max[face % LANES] }
    }

    /// The faces whose normals are axes: none is parallel to one before it.
    pub fn axes(&self) -> impl Iterator<Item = usize> {
        (0..self.corners).filter(|&face| self.span(face).max < f32::INFINITY)
    }

    /// The corner after this one, counter-clockwise.
    pub fn next(&self, corner: usize) -> usize {
        if corner + 1 == self.corners { 0 } else { corner + 1 }
    }

    /// How a face and its two corners are called: a wall's start is 0 and its end 1.
    pub fn names(&self, face: usize) -> (u32, [u32; 2]) {
        let next = self.next(face) as u32;
        if self.is_segment { (0, [next, face as u32]) } else { (face as u32, [face as u32, next]) }
    }

    /// Whether a face is parallel to the unit vector.
    pub fn has_axis_along(&self, direction: Vec2, tolerance: f32) -> bool {
        // A point has no face.
        self.corners > 1 && self.blocks.iter().any(|block| block.has_axis_along(direction, tolerance))
    }

    /// The face whose normal is nearest to the direction.
    pub fn facing(&self, direction: Vec2) -> usize {
        let (mut face, mut most) = (0, f32::NEG_INFINITY);
        for (block, lanes) in self.blocks.iter().enumerate() {
            let (i, along) = lanes.facing(direction);
            if along > most {
                (face, most) = (block * LANES + i, along);
            }
        }
        face
    }

    /// Interval of the corners along a direction.
    pub fn extent(&self, direction: Vec2) -> Interval {
        let nowhere = Interval { min: f32::INFINITY, max: f32::NEG_INFINITY };
        (0..self.corners).map(|i| self.corner(i).dot(direction)).fold(nowhere, |bounds, along| Interval {
            min: bounds.min.min(along),
            max: bounds.max.max(along),
        })
    }

    /// The corner that is the nearest point of the hull to `p`; `None` if that is inside a face, or `p` inside the hull. The face that
    /// `p` is farthest outside of ends in the nearest corner, if a corner is nearest.
    #[inline(always)]
    pub fn nearest_corner(&self, p: Vec2) -> Option<usize> {
        let mut face = 0;
        if !self.is_segment {
            let mut most = f32::NEG_INFINITY;
            for (block, lanes) in self.blocks.iter().enumerate() {
                let (i, outside) = lanes.farthest_outside(p);
                if outside > most {
                    (face, most) = (block * LANES + i, outside);
                }
            }
            let is_outside = most > 0.0;
            if !is_outside {
                return None;
            }
        }
        let next = self.next(face);
        let (from, to) = (self.corner(face), self.corner(next));
        let edge = to - from;
        if (p - from).dot(edge) < 0.0 {
            Some(face)
        } else if (p - to).dot(edge) > 0.0 {
            Some(next)
        } else {
            None
        }
    }
}
fn wide(lane: &Lane) -> Wide {
    let [a, b, c, d, e, f, g, h] = *lane;
    [Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)]
}
fn lane([low, high]: Wide) -> Lane {
    let ([a, b, c, d], [e, f, g, h]) = (low.to_array(), high.to_array());
    [a, b, c, d, e, f, g, h]
}

/// The first of the least numbers, and it. Lanes must be numbers.
fn argmin(lane: &Wide) -> (usize, f32) {
    let least = lane[0].min(lane[1]).min_element();
    let equal = lane.map(|half| half.cmpeq(Vec4::splat(least)).bitmask());
    // No lane is equal if one is NaN: then any will do.
    ((equal[0] | equal[1] << 4).trailing_zeros() as usize % LANES, least)
}
