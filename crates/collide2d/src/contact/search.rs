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

    /// Whether an axis with these intervals is worth a look: it would separate, or be the best so far, or someone watches.
    #[inline]
    pub fn matters(&self, p: Interval, q: Interval) -> bool {
        O::WATCHES || p.overlap(q) < self.best.depth
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
            let told = self.tell(source, direction, p, q, overlap);
            if overlaps { ControlFlow::Continue(()) } else { told }
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
        let (p_side, q_side) = if self.pair.flipped { (Side::B, Side::A) } else { (Side::A, Side::B) };
        let source = match source {
            Source::FaceOfP(face) => AxisSource::Face(p_side, face),
            Source::FaceOfQ(face) => AxisSource::Face(q_side, face),
            Source::Center(feature) => AxisSource::Center(p_side, feature),
        };
        let base = direction.dot(self.pair.anchor);
        let (p, q) = (p.shifted(base), q.shifted(base));
        let (a, b) = if self.pair.flipped { (q, p) } else { (p, q) };
        self.observer.axis(&AxisTest { source, direction, a, b, overlap })
    }
}
