//! The axes of the test as an observer sees them.

use std::fmt;
use std::ops::ControlFlow;

use glam::Vec2;

use crate::aabb::Interval;
use crate::shape::Shape;
use crate::tolerance::TOUCHING;

/// One of the two shapes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// A feature of a shape that gives an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Face of a rectangle or polygon, a wall's line or a capsule's side (face 0). Face `i` runs from vertex
    /// `i` to vertex `i + 1`; a rectangle's faces are 0 right, 1 top, 2 left, 3 bottom.
    Face(u32),
    /// Vertex of a rectangle or polygon.
    Vertex(u32),
    /// Start of a wall or of a capsule's segment.
    Start,
    /// End of a wall or of a capsule's segment.
    End,
    /// A circle's centre.
    Center,
}

impl Feature {
    /// From a corner's index in its hull, where a segment's end comes first.
    pub(crate) fn of_corner(shape: &Shape, corner: u16) -> Self {
        Self::of_number(shape, corner.into(), [Self::End, Self::Start])
    }

    /// From a corner's number in features: of a wall or a capsule 0 is the start and 1 the end.
    pub fn named_corner(shape: &Shape, corner: u32) -> Self {
        Self::of_number(shape, corner, [Self::Start, Self::End])
    }

    fn of_number(shape: &Shape, corner: u32, ends: [Self; 2]) -> Self {
        if shape.kind().is_enclosed_by_faces() {
            Self::Vertex(corner)
        } else if shape.ends().is_some() {
            ends[usize::from(corner != 0)]
        } else {
            Self::Center
        }
    }
}

/// Source of an axis: the face whose normal it is, or the two points that it runs through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AxisSource {
    /// The normal of a face.
    Face(Side, u32),
    /// From the centre of the circle (the side) through the other shape's nearest point.
    Center(Side, Feature),
    /// From an end of the capsule or a corner (of the side) through the other shape's nearest point, where one of them
    /// is round.
    End(Side, Feature, Feature),
    /// The normal of the segment that meets a chain's segment (the side) at [`Feature::Start`] or [`Feature::End`].
    Neighbour(Side, Feature),
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "a",
            Self::B => "b",
        })
    }
}

/// One axis of the separating-axis test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisTest {
    /// Source of the axis.
    pub source: AxisSource,
    /// Unit vector, world axes. Of a face axis the outward normal of that face along which the other shape
    /// leaves by the shorter way (of a tie the face with the lower index), if the shape has such a face.
    pub direction: Vec2,
    /// Interval of `a` along `direction`, measured from `a`'s position. Metres, computed in f64.
    pub a: Interval<f64>,
    /// Interval of `b`, measured from `a`'s position too. Metres, computed in f64.
    pub b: Interval<f64>,
    /// [`Interval::overlap`] as the test computed it in f32. Metres; the axis separates where it is <= 0.
    pub overlap: f32,
    /// The shortest translation of `a` that separates is along `direction`; else it is against it.
    pub a_leaves_along: bool,
}

impl AxisTest {
    /// Direction of the shortest translation of `a` that separates along this axis. Unit vector, world axes.
    pub fn toward_a(&self) -> Vec2 {
        if self.a_leaves_along { self.direction } else { -self.direction }
    }

    /// The same axis with `direction` reversed. `a_leaves_along` is kept, so that `a` leaves the other way.
    pub(crate) fn reversed(self) -> Self {
        let (a, b) = (self.a.mirrored(), self.b.mirrored());
        Self { direction: Vec2::ZERO - self.direction, a, b, ..self }
    }

    /// A face axis, renamed after the opposite face if the other shape leaves along that one's normal. Other
    /// axes and ties stay as they are. `[a, b]`: the two shapes.
    pub(crate) fn toward_other(self, [a, b]: [&Shape; 2]) -> Self {
        let AxisSource::Face(side, face) = self.source else { return self };
        let (own, other_leaves_along) = match side {
            Side::A => (a, !self.a_leaves_along),
            Side::B => (b, self.a_leaves_along),
        };
        let (out, back) = (self.a.max - self.b.min, self.b.max - self.a.min);
        let is_tie = (out - back).abs() <= f64::from(TOUCHING) * (out + back);
        let opposite = if other_leaves_along || is_tie { None } else { own.opposite_face(face) };
        opposite.map_or(self, |face| Self {
            source: AxisSource::Face(side, face),
            a_leaves_along: !self.a_leaves_along,
            ..self.reversed()
        })
    }
}

/// Observer of every axis that [`crate::collide_observed`] tries, in order. `()` costs nothing.
pub trait SatObserver {
    /// Whether the observer is called. `false` skips the work done for it alone; the contact is the same.
    const OBSERVES: bool = true;
    /// Whether [`AxisTest::a`] and [`AxisTest::b`] are computed; `false` leaves them at zero.
    const INTERVALS: bool = true;

    /// The bounding circles do not meet, so no axis is needed. `Continue` asks for the axes all the same.
    fn early_out(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    /// An axis was tested. `Continue` on a separating axis asks for the rest all the same.
    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        let _ = test;
        ControlFlow::Break(())
    }

    /// The test ended, and the axis with this index, in the order told, decided: the first that separates,
    /// else the one of least overlap, which gave the contact's normal and depth.
    fn decided(&mut self, index: usize) {
        let _ = index;
    }
}

impl SatObserver for () {
    const OBSERVES: bool = false;
}

/// Every axis of one pair, also those after the first that separates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// In the order tried.
    pub axes: Vec<AxisTest>,
    /// The bounding circles did not meet.
    pub early_out: bool,
    deciding: Option<usize>,
}

impl SatObserver for Trace {
    fn early_out(&mut self) -> ControlFlow<()> {
        self.early_out = true;
        ControlFlow::Continue(())
    }

    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        self.axes.push(*test);
        ControlFlow::Continue(())
    }

    fn decided(&mut self, index: usize) {
        self.deciding = Some(index);
    }
}

impl Trace {
    /// Replaces the deciding axis.
    pub(crate) fn decide(&mut self, index: usize) {
        self.deciding = Some(index);
    }

    /// Index of the axis that decided. `None` without axes.
    pub fn deciding(&self) -> Option<usize> {
        self.deciding
    }

    /// Index of the first axis that separates, where the unobserved test stops.
    pub fn stops_at(&self) -> Option<usize> {
        self.axes.iter().position(|test| test.overlap <= 0.0)
    }
}
