//! The one rectangle in pixels; boxes in metres are [`collide2d::Aabb`].

use glam::Vec2;

/// A rectangle along the screen's axes: x right, **y down**. Pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

impl Rect {
    /// From a corner and a size.
    pub fn at(min: Vec2, size: Vec2) -> Self {
        Self { min, max: min + size }
    }

    pub fn around(center: Vec2, size: Vec2) -> Self {
        Self::at(center - size * 0.5, size)
    }

    /// The bounding box of the points; `None` without points, and where a coordinate is NaN or infinite.
    pub fn of(points: &[Vec2]) -> Option<Self> {
        let first = *points.first()?;
        let mut rect = Self { min: first, max: first };
        for &point in points {
            if !point.is_finite() {
                return None;
            }
            rect.min = rect.min.min(point);
            rect.max = rect.max.max(point);
        }
        Some(rect)
    }

    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    pub fn center(&self) -> Vec2 {
        (self.min + self.max) * 0.5
    }

    /// Larger by `margin` on each side.
    pub fn grow(&self, margin: Vec2) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Whether the pixel is inside; the right and lower edges are outside.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmplt(self.max).all()
    }

    /// Whether all points are inside, edges included.
    pub fn holds(&self, points: &[Vec2]) -> bool {
        points.iter().all(|point| point.cmpge(self.min).all() && point.cmple(self.max).all())
    }

    /// Whether the other is inside, edges included.
    pub fn holds_rect(&self, other: &Self) -> bool {
        self.holds(&[other.min, other.max])
    }

    /// Whether the two overlap by more than an edge.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    /// The intersection; `min` is beyond `max` where it is empty.
    pub fn shared(&self, other: &Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// Square pixels.
    pub fn area(&self) -> f32 {
        self.size().element_product()
    }

    /// The area of the intersection. Square pixels.
    pub fn shared_area(&self, other: &Self) -> f32 {
        self.shared(other).size().max(Vec2::ZERO).element_product()
    }

    /// Upper left, upper right, lower right, lower left.
    pub fn corners(&self) -> [Vec2; 4] {
        [self.min, Vec2::new(self.max.x, self.min.y), self.max, Vec2::new(self.min.x, self.max.y)]
    }
}
