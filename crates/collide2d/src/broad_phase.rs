//! Candidate pairs: those whose AABBs overlap.

use crate::aabb::Aabb;
use crate::world::PairKey;

/// Sort and sweep along x (Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992). Keeps its memory between calls.
#[derive(Debug, Default)]
pub struct SweepAndPrune {
    order: Vec<u32>,
    active: Vec<u32>,
}

impl SweepAndPrune {
    /// Puts into `pairs` every pair of boxes that overlap (touching edges count) and that is `wanted`, sorted by key.
    pub fn pairs(
        &mut self,
        boxes: &[Aabb],
        mut wanted: impl FnMut(u32, u32) -> bool,
        pairs: &mut Vec<PairKey>,
    ) {
        pairs.clear();
        let count = u32::try_from(boxes.len()).unwrap_or(u32::MAX);
        // The order of the last call is nearly right, which makes the sort nearly linear; ties go by index.
        if self.order.len() != boxes.len() {
            self.order.clear();
            self.order.extend(0..count);
        }
        let left = |i: &u32| boxes[*i as usize].min.x;
        self.order.sort_unstable_by(|i, j| left(i).total_cmp(&left(j)).then(i.cmp(j)));
        self.active.clear();
        for &i in &self.order {
            let own = &boxes[i as usize];
            self.active.retain(|&j| boxes[j as usize].max.x >= own.min.x);
            for &j in &self.active {
                if boxes[j as usize].overlaps(own) && wanted(i.min(j), i.max(j)) {
                    pairs.push(PairKey::new(i, j));
                }
            }
            self.active.push(i);
        }
        pairs.sort_unstable();
    }
}
