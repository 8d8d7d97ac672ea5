//! Corners and faces of a convex shape, eight at a time and each coordinate for itself, so that one instruction does several.

use std::array;

use glam::{Vec2, Vec4};

use crate::aabb::Interval;
use crate::shape::{Rectangle, Wall};

/// How many corners are kept side by side.
pub(crate) const LANES: usize = 8;

/// A number for each corner, as it is kept and as it is worked with.
pub(crate) type Lane = [f32; LANES];
pub(crate) type Wide = [Vec4; 2];

/// Eight corners, measured from the anchor, and the faces that begin there. The last one is repeated until the lanes are full.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Lanes {
    pub x: Lane,
    pub y: Lane,
    /// Outward unit normals of the faces.
    pub normal_x: Lane,
    pub normal_y: Lane,
    /// Interval of the shape along each normal; without end where the axis does not count because one before is parallel.
    pub min: Lane,
    pub max: Lane,
}

/// A corner, the normal of the face that begins there, and the shape's interval along it if the axis counts.
pub(crate) type Corner = (Vec2, Vec2, Option<Interval>);

/// The corners of [`Lanes`], turned.
pub(crate) struct Turned {
    x: Wide,
    y: Wide,
}

impl Lanes {
    /// As [`crate::Shape`] has it: something of each line of the cache.
    #[inline]
    pub fn fetch(&self) -> u32 {
        (self.x[0].to_bits() ^ self.normal_x[0].to_bits()) ^ self.min[0].to_bits()
    }

    /// No corner.
    pub const NOTHING: Self = Self {
        x: [0.0; LANES],
        y: [0.0; LANES],
        normal_x: [0.0; LANES],
        normal_y: [0.0; LANES],
        min: [f32::NEG_INFINITY; LANES],
        max: [f32::INFINITY; LANES],
    };

    /// From at most eight corners.
    #[inline]
    pub fn new(corners: impl Iterator<Item = Corner>) -> Self {
        const EVERYWHERE: Interval = Interval { min: f32::NEG_INFINITY, max: f32::INFINITY };
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

    #[inline]
    pub fn of_rectangle(rectangle: &Rectangle) -> Self {
        const ALL: f32 = f32::INFINITY;
        let Vec2 { x, y } = rectangle.half_extents();
        Self {
            x: [x, x, -x, -x, -x, -x, -x, -x],
            y: [-y, y, y, -y, -y, -y, -y, -y],
            normal_x: [1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            normal_y: [0.0, 1.0, 0.0, -1.0, -1.0, -1.0, -1.0, -1.0],
            min: [-x, -y, -ALL, -ALL, -ALL, -ALL, -ALL, -ALL],
            max: [x, y, ALL, ALL, ALL, ALL, ALL, ALL],
        }
    }

    /// The end comes first: the face that begins there has the wall's normal.
    #[inline]
    pub fn of_wall(wall: &Wall) -> Self {
        let anchor = wall.anchor();
        let (start, end, normal) = (wall.start() - anchor, wall.end() - anchor, wall.normal());
        let along = normal.dot(start);
        Self::new([(end, normal, Some(Interval::around(along, 0.0))), (start, -normal, None)].into_iter())
    }

    #[inline(always)]
    pub fn corner(&self, i: usize) -> Vec2 {
        Vec2::new(self.x[i % LANES], self.y[i % LANES])
    }

    #[inline(always)]
    pub fn normal(&self, i: usize) -> Vec2 {
        Vec2::new(self.normal_x[i % LANES], self.normal_y[i % LANES])
    }

    /// How far another shape must go to clear this one: along each normal, and against it. The other has `corners`; `turn` is
    /// its x axis in this frame, `offset` its anchor.
    #[inline(always)]
    pub fn ways_out(&self, other: &[Self], mut corners: usize, turn: Vec2, offset: Vec2) -> (Wide, Wide) {
        let (mut low, mut high) = ([Vec4::INFINITY; 2], [Vec4::NEG_INFINITY; 2]);
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        for other in other {
            let here = corners.min(LANES);
            corners -= here;
            for (&x, &y) in other.x[..here].iter().zip(&other.y[..here]) {
                // The corner in this frame, but for the offset.
                let x_here = Vec4::splat(turn.x * x - turn.y * y);
                let y_here = Vec4::splat(turn.y * x + turn.x * y);
                for i in 0..2 {
                    let along = normal_x[i] * x_here + normal_y[i] * y_here;
                    low[i] = along.min(low[i]);
                    high[i] = along.max(high[i]);
                }
            }
        }
        let (min, max) = (wide(&self.min), wide(&self.max));
        let shift: Wide = array::from_fn(|i| normal_x[i] * offset.x + normal_y[i] * offset.y);
        (array::from_fn(|i| (max[i] - low[i]) - shift[i]), array::from_fn(|i| (high[i] - min[i]) + shift[i]))
    }

    /// The corners with the coordinates of a frame that sees this one's x axis along `turn`; not moved.
    #[inline(always)]
    pub fn turned(&self, turn: Vec2) -> Turned {
        let (x, y) = (wide(&self.x), wide(&self.y));
        Turned {
            x: array::from_fn(|i| x[i] * turn.x - y[i] * turn.y),
            y: array::from_fn(|i| x[i] * turn.y + y[i] * turn.x),
        }
    }

    /// What [`Lanes::way_out`] says at least, along or against each normal, of a shape that reaches `inner` in every direction.
    #[inline(always)]
    pub fn least_ways_out(&self, inner: f32, offset: Vec2) -> Wide {
        let (min, max) = (wide(&self.min), wide(&self.max));
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        array::from_fn(|i| {
            let shift = normal_x[i] * offset.x + normal_y[i] * offset.y;
            ((max[i] + inner) - shift).min((Vec4::splat(inner) - min[i]) + shift)
        })
    }

    /// [`Lanes::ways_out`] of one face, to the bit.
    #[inline(always)]
    pub fn way_out(&self, i: usize, other: &Turned, offset: Vec2) -> (f32, f32) {
        let normal = self.normal(i);
        let along: Wide = array::from_fn(|i| other.x[i] * normal.x + other.y[i] * normal.y);
        let (low, high) = (along[0].min(along[1]).min_element(), along[0].max(along[1]).max_element());
        let shift = normal.x * offset.x + normal.y * offset.y;
        ((self.max[i % LANES] - low) - shift, (high - self.min[i % LANES]) + shift)
    }

    /// Whether one of the faces is parallel to the unit vector.
    #[inline(always)]
    pub fn has_axis_along(&self, direction: Vec2, tolerance: f32) -> bool {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let across = array::from_fn(|i| (normal_x[i] * direction.y - normal_y[i] * direction.x).abs());
        least(&across).1 <= tolerance
    }

    /// The face whose normal is nearest to the direction, and its share of the direction.
    #[inline(always)]
    pub fn facing(&self, direction: Vec2) -> (usize, f32) {
        let (normal_x, normal_y) = (wide(&self.normal_x), wide(&self.normal_y));
        let against = array::from_fn(|i| -(normal_x[i] * direction.x + normal_y[i] * direction.y));
        let (i, against) = least(&against);
        (i, -against)
    }
}

#[inline(always)]
pub(crate) fn wide(lane: &Lane) -> Wide {
    let [a, b, c, d, e, f, g, h] = *lane;
    [Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)]
}

/// Bit `i` is set where number `i` of the one is less than that of the other.
#[inline(always)]
pub(crate) fn less(one: &Wide, other: &Wide) -> u32 {
    one[0].cmplt(other[0]).bitmask() | one[1].cmplt(other[1]).bitmask() << 4
}

/// The number for a corner.
pub(crate) fn at(lane: &Wide, i: usize) -> f32 {
    lane[i / 4 % 2].to_array()[i % 4]
}

/// The numbers, without end where the bit is set.
#[cold]
pub(crate) fn without(lane: &Wide, skipped: u32) -> Wide {
    array::from_fn(|half| {
        let [a, b, c, d] = lane[half].to_array();
        let keep = |i: usize, number| if skipped >> (4 * half + i) & 1 == 1 { f32::INFINITY } else { number };
        Vec4::new(keep(0, a), keep(1, b), keep(2, c), keep(3, d))
    })
}

/// The numbers, without end in one place.
#[inline(always)]
pub(crate) fn without_one(lane: &Wide, i: usize) -> Wide {
    const ENDLESS: [[Vec4; 2]; LANES] = {
        let mut rows = [[Vec4::NEG_INFINITY; 2]; LANES];
        let mut i = 0;
        while i < LANES {
            let mut row = [f32::NEG_INFINITY; 4];
            row[i % 4] = f32::INFINITY;
            rows[i][i / 4] = Vec4::from_array(row);
            i += 1;
        }
        rows
    };
    let endless = &ENDLESS[i % LANES];
    array::from_fn(|half| lane[half].max(endless[half]))
}

/// The first of the least, and it. Lanes must be numbers.
#[inline(always)]
pub(crate) fn least(lane: &Wide) -> (usize, f32) {
    let least = lane[0].min(lane[1]).min_element();
    let equal = lane.map(|half| half.cmpeq(Vec4::splat(least)).bitmask());
    // No lane is equal if one is no number: then any will do.
    ((equal[0] | equal[1] << 4).trailing_zeros() as usize % LANES, least)
}
