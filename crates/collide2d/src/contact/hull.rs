//! What the test asks of a shape with flat faces.

use std::ops::ControlFlow;

use glam::Vec2;

use super::pair::Placement;
use crate::aabb::Interval;
use crate::sat::Feature;
use crate::shape::{Polygon, Rectangle, Wall};

/// A face in the space it was asked for in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub index: u32,
    /// Outward, unit length.
    pub normal: Vec2,
    /// Where it starts and ends, counter-clockwise around its shape.
    pub from: Vec2,
    pub to: Vec2,
    /// Indices of the two corners.
    pub corners: [u32; 2],
}

/// A shape with flat faces: rectangle, polygon or wall. Coordinates and directions are local, measured from the anchor.
pub(crate) trait Hull {
    /// Tells each face normal that is not parallel to one before it, with the hull's interval along it.
    fn axes(&self, tell: impl FnMut(u32, Vec2, Interval) -> ControlFlow<()>) -> ControlFlow<()>;
    /// Interval along a direction.
    fn extent(&self, direction: Vec2) -> Interval;
    /// The face whose normal is nearest to the direction.
    fn facing(&self, direction: Vec2) -> Face;
    /// The corner that is the nearest point of the hull to `p`; `None` if that is inside a face, or `p` inside the hull.
    fn nearest_corner(&self, p: Vec2) -> Option<(Feature, Vec2)>;
    /// Tells the two ends of every face, counter-clockwise; of a wall once from each side.
    fn edges(&self, tell: impl FnMut(Vec2, Vec2));
}

/// A hull where it is, seen from `a`'s anchor in world axes.
pub(crate) struct Placed<'h, H> {
    pub hull: &'h H,
    pub at: Placement,
}

impl<H: Hull> Placed<'_, H> {
    /// Interval along a world direction.
    #[inline]
    pub fn extent(&self, direction: Vec2) -> Interval {
        let local = self.at.rotation.unrotate(direction);
        self.hull.extent(local).shifted(direction.dot(self.at.offset))
    }

    /// The face whose normal is nearest to the world direction.
    #[inline]
    pub fn facing(&self, direction: Vec2) -> Face {
        let face = self.hull.facing(self.at.rotation.unrotate(direction));
        Face {
            index: face.index,
            normal: self.at.rotation.rotate(face.normal),
            from: self.out(face.from),
            to: self.out(face.to),
            corners: face.corners,
        }
    }

    /// A local point as seen from `a`'s anchor.
    #[inline]
    pub fn out(&self, local: Vec2) -> Vec2 {
        self.at.offset + self.at.rotation.rotate(local)
    }

    /// A point seen from `a`'s anchor in local coordinates.
    #[inline]
    pub fn local(&self, point: Vec2) -> Vec2 {
        self.at.rotation.unrotate(point - self.at.offset)
    }
}

impl Hull for Rectangle {
    #[inline]
    fn axes(&self, mut tell: impl FnMut(u32, Vec2, Interval) -> ControlFlow<()>) -> ControlFlow<()> {
        let half = self.half_extents();
        tell(0, Vec2::X, Interval::around(0.0, half.x))?;
        tell(1, Vec2::Y, Interval::around(0.0, half.y))
    }

    #[inline]
    fn extent(&self, direction: Vec2) -> Interval {
        Interval::around(0.0, self.half_extents().dot(direction.abs()))
    }

    #[inline]
    fn facing(&self, direction: Vec2) -> Face {
        let upright = direction.x.abs() >= direction.y.abs();
        let along = if upright { direction.x } else { direction.y };
        let (side, turned) = if along >= 0.0 { (1.0, 0) } else { (-1.0, 2) };
        let half = self.half_extents() * side;
        let index = turned + u32::from(!upright);
        let (normal, from, to) = if upright {
            (Vec2::new(side, 0.0), Vec2::new(half.x, -half.y), half)
        } else {
            (Vec2::new(0.0, side), half, Vec2::new(-half.x, half.y))
        };
        Face { index, normal, from, to, corners: [index, (index + 1) % 4] }
    }

    #[inline]
    fn nearest_corner(&self, p: Vec2) -> Option<(Feature, Vec2)> {
        let half = self.half_extents();
        let index = match (p.x > 0.0, p.y > 0.0) {
            (true, false) => 0,
            (true, true) => 1,
            (false, true) => 2,
            (false, false) => 3,
        };
        p.abs().cmpgt(half).all().then(|| (Feature::Vertex(index), half.copysign(p)))
    }

    fn edges(&self, mut tell: impl FnMut(Vec2, Vec2)) {
        let [a, b, c, d] = self.corners();
        tell(a, b);
        tell(b, c);
        tell(c, d);
        tell(d, a);
    }
}

impl Hull for Polygon {
    #[inline]
    fn axes(&self, mut tell: impl FnMut(u32, Vec2, Interval) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut left = self.axis_faces();
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            tell(i as u32, self.normals()[i], self.spans()[i])?;
            left &= left - 1;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn extent(&self, direction: Vec2) -> Interval {
        let start = Interval { min: f32::INFINITY, max: f32::NEG_INFINITY };
        self.vertices().iter().fold(start, |bounds, vertex| {
            let along = (*vertex - self.anchor()).dot(direction);
            Interval { min: bounds.min.min(along), max: bounds.max.max(along) }
        })
    }

    #[inline]
    fn facing(&self, direction: Vec2) -> Face {
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (i, normal) in self.normals().iter().enumerate() {
            let along = normal.dot(direction);
            if along > most {
                (best, most) = (i, along);
            }
        }
        let next = if best + 1 == self.vertices().len() { 0 } else { best + 1 };
        Face {
            index: best as u32,
            normal: self.normals()[best],
            from: self.vertices()[best] - self.anchor(),
            to: self.vertices()[next] - self.anchor(),
            corners: [best as u32, next as u32],
        }
    }

    /// The face that `p` is farthest outside of ends in the nearest corner, if a corner is nearest.
    #[inline]
    fn nearest_corner(&self, p: Vec2) -> Option<(Feature, Vec2)> {
        let (mut face, mut most) = (0, f32::NEG_INFINITY);
        for (i, (normal, span)) in self.normals().iter().zip(self.spans()).enumerate() {
            let outside = normal.dot(p) - span.max;
            if outside > most {
                (face, most) = (i, outside);
            }
        }
        let next = if face + 1 == self.vertices().len() { 0 } else { face + 1 };
        let (from, to) = (self.vertices()[face] - self.anchor(), self.vertices()[next] - self.anchor());
        let edge = to - from;
        if most <= 0.0 {
            None
        } else if (p - from).dot(edge) < 0.0 {
            Some((Feature::Vertex(face as u32), from))
        } else if (p - to).dot(edge) > 0.0 {
            Some((Feature::Vertex(next as u32), to))
        } else {
            None
        }
    }

    fn edges(&self, mut tell: impl FnMut(Vec2, Vec2)) {
        for (from, to) in self.faces() {
            tell(from - self.anchor(), to - self.anchor());
        }
    }
}

impl Wall {
    #[inline]
    fn ends(&self) -> [Vec2; 2] {
        let anchor = self.anchor();
        [self.start() - anchor, self.end() - anchor]
    }
}

impl Hull for Wall {
    #[inline]
    fn axes(&self, mut tell: impl FnMut(u32, Vec2, Interval) -> ControlFlow<()>) -> ControlFlow<()> {
        tell(0, self.normal(), Interval::around(self.normal().dot(self.ends()[0]), 0.0))
    }

    #[inline]
    fn extent(&self, direction: Vec2) -> Interval {
        let [start, end] = self.ends().map(|p| p.dot(direction));
        Interval { min: start.min(end), max: start.max(end) }
    }

    #[inline]
    fn facing(&self, direction: Vec2) -> Face {
        let [start, end] = self.ends();
        if self.normal().dot(direction) >= 0.0 {
            Face { index: 0, normal: self.normal(), from: end, to: start, corners: [1, 0] }
        } else {
            Face { index: 0, normal: -self.normal(), from: start, to: end, corners: [0, 1] }
        }
    }

    #[inline]
    fn nearest_corner(&self, p: Vec2) -> Option<(Feature, Vec2)> {
        let [start, end] = self.ends();
        let along = end - start;
        if (p - start).dot(along) < 0.0 {
            Some((Feature::Start, start))
        } else if (p - end).dot(along) > 0.0 {
            Some((Feature::End, end))
        } else {
            None
        }
    }

    fn edges(&self, mut tell: impl FnMut(Vec2, Vec2)) {
        let [start, end] = self.ends();
        tell(start, end);
        tell(end, start);
    }
}
