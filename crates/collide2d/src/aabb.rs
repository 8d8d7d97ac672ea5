//! Intervals and axis-aligned bounding boxes.

pub(crate) mod eight_boxes;

use std::ops::Sub;

use glam::Vec2;

/// A closed interval on an axis. Metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval<T = f32> {
    /// Lower end.
    pub min: T,
    /// Upper end.
    pub max: T,
}

impl<T: Copy + PartialOrd + Sub<Output = T>> Interval<T> {
    /// Shortest translation that separates the intervals. Negative: the gap between them.
    pub fn overlap(self, other: Self) -> T {
        let (up, down) = (self.max - other.min, other.max - self.min);
        if up < down { up } else { down }
    }
}

impl Interval<f64> {
    /// The smallest interval around the numbers; of none, from infinity to minus infinity.
    pub(crate) fn around(numbers: impl Iterator<Item = f64>) -> Self {
        numbers.fold(Self { min: f64::INFINITY, max: f64::NEG_INFINITY }, |all, number| Self {
            min: all.min.min(number),
            max: all.max.max(number),
        })
    }

    /// The interval moved by `by` metres.
    pub fn shifted(self, by: f64) -> Self {
        Self { min: self.min + by, max: self.max + by }
    }

    /// The interval along the opposite direction.
    pub(crate) fn mirrored(self) -> Self {
        Self { min: 0.0 - self.max, max: 0.0 - self.min }
    }

    /// Each end rounded to the nearest f32.
    pub fn rounded(self) -> Interval {
        Interval { min: self.min as f32, max: self.max as f32 }
    }
}

/// An axis-aligned box. Metres, `min <= max`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aabb {
    /// Lower left corner.
    pub min: Vec2,
    /// Upper right corner.
    pub max: Vec2,
}

impl Aabb {
    /// Holds no point.
    pub(crate) const EMPTY: Self = Self { min: Vec2::INFINITY, max: Vec2::NEG_INFINITY };

    pub(crate) fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    /// The smallest box around the points; `None` without points.
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Option<Self> {
        points.into_iter().fold(None, |bounds: Option<Self>, p| {
            Some(bounds.map_or(Self { min: p, max: p }, |b| Self { min: b.min.min(p), max: b.max.max(p) }))
        })
    }

    /// Whether the point is in the box or on its edge.
    #[inline]
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Whether the boxes share a point; touching edges count.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether the other box is inside this one.
    #[inline]
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() & other.max.cmple(self.max).all()
    }

    /// Overlap along x and along y, each as [`Interval::overlap`] has it.
    #[inline]
    pub fn overlap(&self, other: &Self) -> Vec2 {
        (self.max - other.min).min(other.max - self.min)
    }

    /// The smallest box around both.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box moved by `position`.
    #[inline]
    pub(crate) fn at(&self, position: Vec2) -> Self {
        Self { min: position + self.min, max: position + self.max }
    }

    /// The middle of the box.
    pub fn center(&self) -> Vec2 {
        (self.min + self.max) * 0.5
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }
}
