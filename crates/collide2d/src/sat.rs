//! The separating-axis test, and who watches it.

use std::fmt;
use std::ops::ControlFlow;

use glam::Vec2;

use crate::aabb::Interval;

/// Faces whose normals differ by less are parallel and share one axis. Radians. It covers the rounding of corners and of
/// sines, and no more: leaving an axis out moves a result by at most this times the size of the shapes.
pub const PARALLEL: f32 = 2.0e-6;

/// One of the two shapes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// A feature that an axis comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Face of a rectangle or polygon, a wall's line or a capsule's side (face 0). Face `i` runs from vertex `i` to vertex `i + 1`;
    /// a rectangle's faces are 0 right, 1 top, 2 left, 3 bottom.
    Face(u32),
    /// Vertex of a rectangle or polygon.
    Vertex(u32),
    /// The start of a wall or a capsule.
    Start,
    /// The end of a wall or a capsule.
    End,
    /// A circle's centre.
    Center,
}

/// Where an axis comes from: the face whose normal it is, or the two points that it runs through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AxisSource {
    /// The normal of a face.
    Face(Side, u32),
    /// From a circle's centre (the side named) through the other shape's nearest point.
    Center(Side, Feature),
    /// From an end of a capsule (the side named; [`Feature::Start`] or [`Feature::End`]) through the other shape's nearest point.
    End(Side, Feature, Feature),
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
    /// What the axis came from.
    pub source: AxisSource,
    /// Unit vector, world axes.
    pub direction: Vec2,
    /// Interval of `a` along `direction`, measured from `a`'s position. Metres.
    pub a: Interval,
    /// Interval of `b` along `direction`, measured from `a`'s position. Metres.
    pub b: Interval,
    /// [`Interval::overlap`] of the two; the axis separates where it is <= 0.
    pub overlap: f32,
}

/// Is told of every axis that [`crate::collide_observed`] tries, in order. `()` is told nothing and costs nothing.
pub trait SatObserver {
    /// Whether anyone is told. `false` spares the work that is done for the observer alone; the contact is the same.
    const WATCHES: bool = true;

    /// Bounding circles do not meet, so no axis is needed. `Continue` asks for the axes all the same.
    fn early_out(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
    /// An axis was tested. `Continue` on a separating axis asks for the rest all the same.
    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()>;
}

impl SatObserver for () {
    const WATCHES: bool = false;

    #[inline(always)]
    fn axis(&mut self, _: &AxisTest) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The whole test of one pair, past the axis at which it would have stopped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Every axis, in the order tried.
    pub axes: Vec<AxisTest>,
    /// Bounding circles did not meet.
    pub early_out: bool,
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
}

impl Trace {
    /// Index of the axis that decided: the first that separates, else the one of least overlap. `None` without axes.
    pub fn deciding(&self) -> Option<usize> {
        self.axes.iter().position(|t| t.overlap <= 0.0).or_else(|| {
            (0..self.axes.len()).min_by(|&i, &j| self.axes[i].overlap.total_cmp(&self.axes[j].overlap))
        })
    }

    /// Whether the unobserved test would have stopped before its last axis: index of the first axis that separates.
    pub fn stops_at(&self) -> Option<usize> {
        self.axes.iter().position(|t| t.overlap <= 0.0)
    }
}
