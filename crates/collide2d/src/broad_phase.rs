//! Candidate pairs: those whose AABBs overlap.

pub(crate) mod box_tree;
pub(crate) mod in_order;
pub(crate) mod kept_tree;
mod nearly_sorted;
mod row;
mod strips;

use fearless_simd::{Level, Simd, dispatch};
use glam::Vec2;

use crate::aabb::Aabb;
use crate::pair::PairKey;
use nearly_sorted::nearly_sorted;
use row::StripRow;
use strips::Strips;

/// Sort and sweep along x (Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992) within
/// horizontal strips. Keeps each strip's order between calls, since it hardly changes.
#[derive(Debug, Default)]
pub struct SweepAndPrune {
    strips: Strips,
    row: StripRow,
    found: Vec<PairKey>,
    /// Where each body's pairs begin.
    starts: Vec<u32>,
}

impl SweepAndPrune {
    /// Fills `pairs` with every `wanted` pair of boxes that overlap (touching edges count), sorted by key.
    pub fn pairs(&mut self, boxes: &[Aabb], wanted: impl FnMut(u32, u32) -> bool, pairs: &mut Vec<PairKey>) {
        self.pairs_up_to(usize::MAX, boxes, wanted, pairs);
    }

    /// [`SweepAndPrune::pairs`] of at most `most` pairs; `false`: there are more, and `pairs` is empty.
    pub(crate) fn pairs_up_to(
        &mut self,
        most: usize,
        boxes: &[Aabb],
        wanted: impl FnMut(u32, u32) -> bool,
        pairs: &mut Vec<PairKey>,
    ) -> bool {
        self.found.clear();
        self.strips.follow(boxes);
        dispatch!(Level::new(), simd => self.sweep(simd, boxes, most, wanted));
        if self.found.len() > most {
            self.found = Vec::new();
            pairs.clear();
            return false;
        }
        self.sort(boxes.len(), pairs);
        true
    }

    /// Ends soon after more than `most` pairs are found.
    #[inline]
    fn sweep<S: Simd>(
        &mut self,
        simd: S,
        boxes: &[Aabb],
        most: usize,
        mut wanted: impl FnMut(u32, u32) -> bool,
    ) {
        let Self { strips, row, found, .. } = self;
        strips.for_each(boxes, row, |row| {
            row.sweep(simd, |i, j| {
                let (i, j) = (i.min(j), i.max(j));
                if wanted(i, j) {
                    found.push(PairKey::new(i, j));
                }
                found.len() <= most
            });
        });
    }

    /// Counting sort by the lower index, then an insertion sort of each body's few pairs.
    fn sort(&mut self, bodies: usize, pairs: &mut Vec<PairKey>) {
        let starts = &mut self.starts;
        starts.clear();
        starts.resize(bodies + 1, 0);
        for pair in &self.found {
            starts[pair.a() as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        pairs.clear();
        pairs.resize(self.found.len(), PairKey::default());
        for &pair in &self.found {
            let at = &mut starts[pair.a() as usize];
            pairs[*at as usize] = pair;
            *at += 1;
        }
        // Each start is now where the next body's pairs begin.
        let mut from = 0;
        for &to in &starts[..bodies] {
            if to - from > 1 {
                nearly_sorted(&mut pairs[from as usize..to as usize]);
            }
            from = to;
        }
    }
}

/// The box grown by a margin and by the rounding error of world coordinates: a pair is tested relative to one
/// of its bodies, and no pair that touches there may be missed here.
#[inline]
pub(crate) fn grown(aabb: &Aabb, margin: f32) -> Aabb {
    let reach = aabb.min.abs().max(aabb.max.abs());
    let margin: Vec2 = reach * (2.0 * f32::EPSILON) + margin;
    Aabb { min: aabb.min - margin, max: aabb.max + margin }
}
