//! The pairs that a report lists: which there are, which stay, and which have the trace of their axes.

use std::ops::Range;

use collide2d::{Leaf, World};

use super::Report;
use super::ghosts::GhostReport;
use super::pair::{PairReport, TraceReport};
use crate::scene::PairParts;
use crate::scene::numbers::at_least;

impl Report {
    /// The listed pair of these bodies, `a < b`, as [`Report::index_of`] chooses it.
    pub fn pair(&self, pair: (u32, u32)) -> Option<&PairReport> {
        self.pairs.get(self.index_of(pair).ok()?)
    }

    /// The listed pairs of leaves of two bodies.
    pub fn entries(&self, pair: (u32, u32)) -> &[PairReport] {
        self.pairs.get(self.range_of(pair)).unwrap_or_default()
    }

    /// A ghost among the listed contacts of these bodies, `a < b`.
    pub fn ghost_of(&self, pair: (u32, u32)) -> Option<&GhostReport> {
        self.entries(pair).iter().find_map(|listed| listed.ghost.as_ref())
    }

    fn range_of(&self, pair: (u32, u32)) -> Range<usize> {
        let start = self.pairs.partition_point(|listed| (listed.a, listed.b) < pair);
        let count = self.pairs.iter().skip(start).take_while(|listed| (listed.a, listed.b) == pair).count();
        start..start + count
    }

    /// The place of a pair in the list, or where it would be. Of several entries the one with a trace, where that is not
    /// each, else the deepest, else the first.
    pub fn index_of(&self, pair: (u32, u32)) -> Result<usize, usize> {
        let range = self.range_of(pair);
        let listed = self.pairs.get(range.clone()).unwrap_or_default();
        let depth = |i: &usize| {
            let pair = listed.get(*i);
            let depth = pair.and_then(|pair| pair.contact.as_ref()).map_or(-1.0, |contact| contact.depth);
            (pair.is_some_and(|pair| pair.trace.is_some()), depth)
        };
        let order = |i: &usize, j: &usize| {
            let ((p, deep), (q, deeper)) = (depth(i), depth(j));
            p.cmp(&q).then(deep.total_cmp(&deeper)).then(j.cmp(i))
        };
        (0..listed.len()).max_by(order).map(|i| range.start + i).ok_or(range.start)
    }

    /// Keeps those of the listed pairs that `keeps` names; the others count as not touching.
    pub fn keep_pairs(&mut self, keeps: impl Fn(u32, u32) -> bool) {
        self.pairs.retain(|pair| keeps(pair.a, pair.b));
        self.touching = self.pairs.iter().filter(|pair| pair.contact.is_some()).count();
    }

    /// "at least " where [`Report::at_least`] holds, before the number of touching pairs.
    pub fn at_least_word(&self) -> &'static str {
        at_least(self.at_least)
    }

    /// Touching pairs that are not listed; none is deeper than those that are, unless [`Report::at_least`] holds.
    pub fn left_out(&self) -> usize {
        self.touching.saturating_sub(self.pairs.iter().filter(|pair| pair.contact.is_some()).count())
    }

    /// Replaces the trace in a report of touching pairs by that of `pair`; other pairs are not computed
    /// again. `world` must be the one that was read.
    pub fn trace(&mut self, world: &World, pair: Option<(u32, u32)>) {
        self.trace_parts(world, pair, [None; 2]);
    }

    /// [`Report::trace`] of a pair `a < b`, in its listed entry of these leaves; the report stays as it is where there is none.
    pub fn trace_leaves(&mut self, world: &World, (a, b): (u32, u32), leaves: [Leaf; 2]) {
        let Some(bodies) = world.body(a).zip(world.body(b)) else { return };
        let range = self.range_of((a, b));
        let listed = self.pairs.get_mut(range).unwrap_or_default();
        if !listed.iter().any(|pair| pair.leaves == leaves) {
            return;
        }
        for pair in listed {
            let traced = || TraceReport::of([bodies.0, bodies.1], leaves, pair.contact.is_some());
            pair.trace = (pair.leaves == leaves).then(|| Box::new(traced()));
        }
    }

    /// [`Report::trace`], in these parts alone if they are given.
    pub fn trace_parts(&mut self, world: &World, pair: Option<(u32, u32)>, parts: PairParts) {
        let extra = self.extra.take();
        self.pairs.retain_mut(|pair| {
            pair.trace = None;
            Some((pair.a, pair.b, pair.leaves)) != extra
        });
        let Some((i, j)) = pair else { return };
        let ((a, b), parts) = if i < j { ((i, j), parts) } else { ((j, i), [parts[1], parts[0]]) };
        let Some(traced) = PairReport::of_parts(world, (a, b), parts, true) else { return };
        let range = self.range_of((a, b));
        let listed = self.pairs.get_mut(range.clone()).unwrap_or_default();
        match listed.iter_mut().find(|pair| pair.leaves == traced.leaves) {
            Some(pair) => pair.trace = traced.trace,
            None => {
                self.extra = Some((a, b, traced.leaves));
                let before = listed.iter().filter(|pair| pair.leaves < traced.leaves).count();
                self.pairs.insert(range.start + before, traced);
            }
        }
    }
}
