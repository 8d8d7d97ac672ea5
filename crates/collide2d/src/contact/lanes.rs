//! Corners and faces of a convex shape, eight at a time and each coordinate for itself, so that one instruction does several.

use std::array;

use glam::Vec2;

use crate::aabb::Interval;
use crate::shape::{Rectangle, Wall};

/// How many corners are kept side by side.
pub(crate) const LANES: usize = 8;

pub(crate) type Lane = [f32; LANES];

/// Eight corners, measured from the anchor, and the faces that begin there. The last one is repeated until the lanes are full.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

impl Lanes {
    /// From at most eight corners.
    #[inline]
    pub fn new(corners: impl Iterator<Item = Corner>) -> Self {
        let mut lanes =
            Self { min: [f32::NEG_INFINITY; LANES], max: [f32::INFINITY; LANES], ..Self::default() };
        let mut filled = 0;
        for (i, (corner, normal, span)) in corners.take(LANES).enumerate() {
            (lanes.x[i], lanes.y[i]) = corner.into();
            (lanes.normal_x[i], lanes.normal_y[i]) = normal.into();
            if let Some(span) = span {
                (lanes.min[i], lanes.max[i]) = (span.min, span.max);
            }
            filled = i;
        }
        for lane in [&mut lanes.x, &mut lanes.y, &mut lanes.normal_x, &mut lanes.normal_y] {
            let last = lane[filled];
            lane[filled..].fill(last);
        }
        lanes
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

    /// The corners turned into a frame in which this one's x axis is `turn`.
    #[inline(always)]
    pub fn turned(&self, turn: Vec2) -> (Lane, Lane) {
        (
            array::from_fn(|i| turn.x * self.x[i] - turn.y * self.y[i]),
            array::from_fn(|i| turn.y * self.x[i] + turn.x * self.y[i]),
        )
    }

    /// How far another shape must go to clear this one: along each normal, and against it. `turn` is the other's x axis in
    /// this frame, `offset` its anchor.
    #[inline(always)]
    pub fn ways_out(&self, other: &[Self], turn: Vec2, offset: Vec2) -> (Lane, Lane) {
        let (mut low, mut high) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
        for other in other {
            let (x, y) = other.turned(turn);
            for (x, y) in x.iter().zip(&y) {
                for i in 0..LANES {
                    let along = self.normal_x[i] * x + self.normal_y[i] * y;
                    low[i] = if along < low[i] { along } else { low[i] };
                    high[i] = if along > high[i] { along } else { high[i] };
                }
            }
        }
        let shift: Lane = array::from_fn(|i| self.normal_x[i] * offset.x + self.normal_y[i] * offset.y);
        (
            array::from_fn(|i| (self.max[i] - low[i]) - shift[i]),
            array::from_fn(|i| (high[i] - self.min[i]) + shift[i]),
        )
    }

    /// Whether one of the faces is parallel to the unit vector.
    #[inline(always)]
    pub fn has_axis_along(&self, direction: Vec2, tolerance: f32) -> bool {
        let across =
            array::from_fn(|i| (self.normal_x[i] * direction.y - self.normal_y[i] * direction.x).abs());
        least(&across).1 <= tolerance
    }

    /// The face whose normal is nearest to the direction, and its share of the direction.
    #[inline(always)]
    pub fn facing(&self, direction: Vec2) -> (usize, f32) {
        let against = array::from_fn(|i| -(self.normal_x[i] * direction.x + self.normal_y[i] * direction.y));
        let (i, against) = least(&against);
        (i, -against)
    }
}

/// The first of the least, and it. Lanes must be numbers.
#[inline(always)]
pub(crate) fn least(lane: &Lane) -> (usize, f32) {
    let min = |a: f32, b: f32| if b < a { b } else { a };
    let half: [f32; LANES / 2] = array::from_fn(|i| min(lane[i], lane[i + LANES / 2]));
    let least = min(min(half[0], half[2]), min(half[1], half[3]));
    let mut equal = 0_u32;
    for (i, value) in lane.iter().enumerate() {
        equal |= u32::from(*value == least) << i;
    }
    // No lane is equal if one is no number: then any will do.
    (equal.trailing_zeros() as usize % LANES, least)
}
