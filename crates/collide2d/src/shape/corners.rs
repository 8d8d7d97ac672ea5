//! The corners of a shape with flat faces for SIMD: eight side by side, a structure of arrays.

use std::array;

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::bounds::BoundingCircle;
use crate::aabb::Interval;

pub(crate) const LANES: usize = 8;

/// A number for each of eight corners, as stored and as computed with.
pub(crate) type PerCorner = [f32; LANES];
type Wide = [Vec4; 2];

/// How far another hull must move to clear a shape, for each of eight faces: along the normal, against it,
/// and the lesser of the two, the overlap along that axis. Infinite where the axis does not count. Metres.
pub(crate) struct WaysOut {
    out: Wide,
    back: Wide,
    overlap: Wide,
}

impl WaysOut {
    #[inline(always)]
    fn new(out: Wide, back: Wide, radius: f32) -> Self {
        Self { out, back, overlap: array::from_fn(|i| out[i].min(back[i]) + radius) }
    }

    /// The first face of least overlap, and that; any face where a number is NaN.
    #[inline(always)]
    pub fn least_overlap(&self) -> (usize, f32) {
        argmin(&self.overlap)
    }

    pub fn overlaps(&self) -> PerCorner {
        per_corner(self.overlap)
    }

    /// How far the other hull must move to clear the face along its normal, and against it.
    pub fn of(&self, i: usize) -> (f32, f32) {
        (per_corner(self.out)[i % LANES], per_corner(self.back)[i % LANES])
    }
}

/// Eight corners, measured from the anchor, and the faces that begin there; the last fills empty lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct CornerLanes {
    x: PerCorner,
    y: PerCorner,
    /// Outward unit normals of the faces.
    normal_x: PerCorner,
    normal_y: PerCorner,
    /// Interval of the shape along each normal; infinite where an earlier face is parallel: no axis.
    min: PerCorner,
    max: PerCorner,
}

/// A corner, the normal of the face that begins there, and the interval along it if the axis counts.
pub(super) type CornerAndFace = (Vec2, Vec2, Option<Interval>);

const EVERYWHERE: Interval = Interval { min: f32::NEG_INFINITY, max: f32::INFINITY };

impl CornerLanes {
    /// One corner at the anchor, no faces.
    pub(super) const POINT: Self = Self {
        x: [0.0; LANES],
        y: [0.0; LANES],
        normal_x: [0.0; LANES],
        normal_y: [0.0; LANES],
        min: [f32::NEG_INFINITY; LANES],
        max: [f32::INFINITY; LANES],
    };

    /// From the first eight corners.
    pub(super) fn new(corners: impl Iterator<Item = CornerAndFace>) -> Self {
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

    /// Touches each cache line.
    pub(super) fn prefetch(&self) -> u32 {
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

    /// How far `other` must move to clear this shape. `turn`: the x axis of `other`'s frame in this frame;
    /// `offset`: its anchor; `radius`: the sum of both, which the overlap alone counts.
    #[inline(always)]
    pub fn ways_out(&self, other: &Hull, turn: Vec2, offset: Vec2, radius: f32) -> WaysOut {
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
            // Up to four corners: the last four lanes repeat one.
            let filled = if other.corners - block * LANES > LANES / 2 { 2 } else { 1 };
            for (&x, &y) in wide(&lanes.x).iter().zip(&wide(&lanes.y)).take(filled) {
                // Four corners in this frame, without the offset.
                let (x, y) = (x * turn.x - y * turn.y, x * turn.y + y * turn.x);
                reach(x.xxxx(), y.xxxx());
                reach(x.yyyy(), y.yyyy());
                reach(x.zzzz(), y.zzzz());
                reach(x.wwww(), y.wwww());
            }
        }
        let (min, max) = (wide(&self.min), wide(&self.max));
        let shift: Wide = array::from_fn(|i| normal_x[i] * offset.x + normal_y[i] * offset.y);
        WaysOut::new(
            array::from_fn(|i| (max[i] - low[i]) - shift[i]),
            array::from_fn(|i| (high[i] - min[i]) + shift[i]),
            radius,
        )
    }

    /// How far a circle must move to clear this shape. World axes; `turn`: the x axis of this shape's frame;
    /// `offset`: its anchor.
    #[inline(always)]
    pub fn ways_out_of_disc(&self, turn: Vec2, offset: Vec2, center: Vec2, radius: f32) -> WaysOut {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let (min, max) = (wide(&self.min), wide(&self.max));
        let x: Wide = array::from_fn(|i| normal_x[i] * turn.x - normal_y[i] * turn.y);
        let y: Wide = array::from_fn(|i| normal_x[i] * turn.y + normal_y[i] * turn.x);
        let along = |i: usize, point: Vec2| x[i] * point.x + y[i] * point.y;
        let out: Wide = array::from_fn(|i| (max[i] + along(i, offset)) - (along(i, center) - radius));
        let back: Wide = array::from_fn(|i| (along(i, center) + radius) - (min[i] + along(i, offset)));
        WaysOut::new(out, back, 0.0)
    }

    /// The face that the point is farthest outside of, and the distance.
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

    fn has_axis_along(&self, direction: Vec2, tolerance: f32) -> bool {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let across = array::from_fn(|i| (normal_x[i] * direction.y - normal_y[i] * direction.x).abs());
        argmin(&across).1 <= tolerance
    }

    /// The face whose normal is best aligned with the direction, and their dot product.
    fn facing(&self, direction: Vec2) -> (usize, f32) {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let against = array::from_fn(|i| -(normal_x[i] * direction.x + normal_y[i] * direction.y));
        let (i, against) = argmin(&against);
        (i, -against)
    }
}

/// A shape as the points within a radius of a convex core: the corners of a polygon or rectangle, the two
/// ends of a wall or of a capsule's segment, the centre of a circle. Local space, measured from the shape's
/// anchor.
#[derive(Clone, Copy)]
pub(crate) struct Hull<'l> {
    pub blocks: &'l [CornerLanes],
    pub corners: usize,
    /// One face with two sides.
    pub is_segment: bool,
    /// Metres; 0 for sharp corners.
    pub radius: f32,
    /// The whole shape's, measured from the local origin, not from the anchor.
    pub bounds: BoundingCircle,
}

impl Hull<'_> {
    fn block(&self, i: usize) -> &CornerLanes {
        // No division for up to eight corners.
        match self.blocks {
            [block] => block,
            blocks => &blocks[(i / LANES).min(blocks.len() - 1)],
        }
    }

    pub fn corner(&self, i: usize) -> Vec2 {
        self.block(i).corner(i)
    }

    pub fn normal(&self, face: usize) -> Vec2 {
        self.block(face).normal(face)
    }

    pub fn next(&self, corner: usize) -> usize {
        if corner + 1 == self.corners { 0 } else { corner + 1 }
    }

    /// Indices of a face and its two corners in features: a wall's start is 0 and its end 1.
    pub fn names(&self, face: usize) -> (u32, [u32; 2]) {
        let next = self.next(face) as u32;
        if self.is_segment { (0, [next, face as u32]) } else { (face as u32, [face as u32, next]) }
    }

    pub fn has_axis_along(&self, direction: Vec2, tolerance: f32) -> bool {
        // A point has no face.
        self.corners > 1 && self.blocks.iter().any(|block| block.has_axis_along(direction, tolerance))
    }

    pub fn facing(&self, direction: Vec2) -> usize {
        self.argmax(|lanes| lanes.facing(direction)).0
    }

    /// The first face of greatest `value`, and that: from the greatest of each block.
    #[inline(always)]
    fn argmax(&self, value: impl Fn(&CornerLanes) -> (usize, f32)) -> (usize, f32) {
        let (mut face, mut greatest) = (0, f32::NEG_INFINITY);
        for (block, lanes) in self.blocks.iter().enumerate() {
            let (i, value) = value(lanes);
            if value > greatest {
                (face, greatest) = (block * LANES + i, value);
            }
        }
        (face, greatest)
    }

    /// The corner that is the nearest point of the hull to `p`; `None` if that lies within a face or `p` in
    /// the hull. If a corner is nearest, the face that `p` is farthest outside of ends there, and `p` lies beyond the
    /// end of the corner's other face too: of faces within rounding of parallel the farthest may be the wrong one.
    #[inline(always)]
    pub fn nearest_corner(&self, p: Vec2) -> Option<usize> {
        let (face, outside) =
            if self.is_segment { (0, 1.0) } else { self.argmax(|lanes| lanes.farthest_outside(p)) };
        let is_outside = outside > 0.0;
        if !is_outside {
            return None;
        }
        let next = self.next(face);
        let (from, to) = (self.corner(face), self.corner(next));
        let edge = to - from;
        if (p - from).dot(edge) < 0.0 {
            let before = self.corner(face.checked_sub(1).unwrap_or(self.corners - 1));
            ((p - from).dot(before - from) <= 0.0).then_some(face)
        } else if (p - to).dot(edge) > 0.0 {
            let after = self.corner(self.next(next));
            ((p - to).dot(after - to) <= 0.0).then_some(next)
        } else {
            None
        }
    }
}

fn wide(lane: &PerCorner) -> Wide {
    let [a, b, c, d, e, f, g, h] = *lane;
    [Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)]
}

fn per_corner([low, high]: Wide) -> PerCorner {
    let ([a, b, c, d], [e, f, g, h]) = (low.to_array(), high.to_array());
    [a, b, c, d, e, f, g, h]
}

/// The first of the least numbers, and that; any index where a lane is NaN.
fn argmin(lane: &Wide) -> (usize, f32) {
    let least = lane[0].min(lane[1]).min_element();
    let equal = lane.map(|half| half.cmpeq(Vec4::splat(least)).bitmask());
    ((equal[0] | equal[1] << 4).trailing_zeros() as usize % LANES, least)
}
