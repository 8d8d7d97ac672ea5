//! The search for the axis of least overlap, and what the observer hears of it.

use std::ops::ControlFlow;

use glam::Vec2;

use super::Pair;
use crate::aabb::Interval;
use crate::sat::{AxisSource, AxisTest, Feature, SatObserver, Side};

/// Where an axis comes from, in the pair's normal order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    FaceOfP(u32),
    FaceOfQ(u32),
    /// From `p`'s centre through this feature of `q`.
    Center(Feature),
}

pub(super) struct Search<'s, O> {
    pair: &'s Pair,
    observer: &'s mut O,
    separated: bool,
    best: Best,
}

/// The axis of least overlap so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub depth: f32,
    /// The way that `p` must move.
    pub normal: Vec2,
    pub source: Source,
}

impl<'s, O: SatObserver> Search<'s, O> {
    #[inline]
    pub fn new(pair: &'s Pair, observer: &'s mut O) -> Self {
        let best = Best { depth: f32::INFINITY, normal: Vec2::Y, source: Source::FaceOfP(0) };
        Self { pair, observer, separated: false, best }
    }

    /// Weighs an axis. Intervals are measured from `a`'s anchor. `Break` ends the search.
    #[inline]
    pub fn test(&mut self, source: Source, direction: Vec2, p: Interval, q: Interval) -> ControlFlow<()> {
        let (forward, backward) = (q.max - p.min, p.max - q.min);
        let overlap = forward.min(backward);
        if overlap < self.best.depth {
            let normal = if forward <= backward { direction } else { -direction };
            self.best = Best { depth: overlap, normal, source };
        }
        // What is no number does not overlap either.
        let overlaps = overlap > 0.0;
        self.separated |= !overlaps;
        if O::WATCHES {
            self.tell(source, direction, p, q, overlap)
        } else if overlaps {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// The deciding axis, if none separates.
    #[inline]
    pub fn finish(self) -> Option<Best> {
        (!self.separated && self.best.depth < f32::INFINITY).then_some(self.best)
    }

    fn tell(
        &mut self,
        source: Source,
        direction: Vec2,
        p: Interval,
        q: Interval,
        overlap: f32,
    ) -> ControlFlow<()> {
        let base = direction.dot(self.pair.anchor);
        let axis = Axis { source, direction, p: p.shifted(base), q: q.shifted(base), overlap };
        axis.tell(self.pair.flipped, self.observer)
    }
}

/// An axis of a pair in its normal order. Intervals are measured from `a`'s position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub source: Source,
    pub direction: Vec2,
    pub p: Interval,
    pub q: Interval,
    pub overlap: f32,
}

impl Axis {
    /// Tells the observer in the caller's terms. `Break` if the axis separates and the observer wants no more.
    pub fn tell(&self, flipped: bool, observer: &mut impl SatObserver) -> ControlFlow<()> {
        let (p_side, q_side) = if flipped { (Side::B, Side::A) } else { (Side::A, Side::B) };
        let source = match self.source {
            Source::FaceOfP(face) => AxisSource::Face(p_side, face),
            Source::FaceOfQ(face) => AxisSource::Face(q_side, face),
            Source::Center(feature) => AxisSource::Center(p_side, feature),
        };
        let (a, b) = if flipped { (self.q, self.p) } else { (self.p, self.q) };
        // Without negative zeros.
        let direction = self.direction + Vec2::ZERO;
        let told = observer.axis(&AxisTest { source, direction, a, b, overlap: self.overlap });
        if self.overlap > 0.0 { ControlFlow::Continue(()) } else { told }
    }
}
