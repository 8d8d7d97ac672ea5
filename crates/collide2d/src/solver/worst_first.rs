//! The argmin over keys of which a few change at a time: from the least key of each block of them.

use std::mem;

const LANES: usize = 8;
/// Keys of a block. A tournament tree compares less often, but which of two keys is less cannot be predicted: with one a
/// heap of 1 000 bodies that lands took an eighth more time.
const BLOCK: usize = 8 * LANES;

/// Finds the argmin of the keys; of equal keys the lowest index.
#[derive(Debug, Default)]
pub(crate) struct WorstFirst {
    /// Filled up to whole blocks with infinite ones.
    keys: Vec<f32>,
    /// The least key of each block, filled up to whole lanes.
    least: Vec<f32>,
}

impl WorstFirst {
    /// Begins anew with these keys; none is NaN.
    pub(crate) fn fill(&mut self, keys: impl ExactSizeIterator<Item = f32>) {
        let blocks = keys.len().div_ceil(BLOCK);
        self.keys.clear();
        self.keys.extend(keys);
        self.keys.resize(blocks * BLOCK, f32::INFINITY);
        self.least.clear();
        self.least.extend(self.keys.chunks_exact(BLOCK).map(least_of));
        self.least.resize(blocks.next_multiple_of(LANES), f32::INFINITY);
    }

    /// Changes one key.
    pub(crate) fn set(&mut self, index: usize, key: f32) {
        let before = mem::replace(&mut self.keys[index], key);
        let block = index / BLOCK;
        if key <= self.least[block] {
            self.least[block] = key;
        } else if before == self.least[block] {
            self.least[block] = least_of(self.block(block));
        }
    }

    /// `None` if every key is infinite.
    pub(crate) fn argmin(&self) -> Option<usize> {
        let least = least_of(&self.least);
        if least == f32::INFINITY {
            return None;
        }
        let block = first_of(&self.least, least)?;
        Some(block * BLOCK + first_of(self.block(block), least)?)
    }

    /// Indices of the keys that are not infinite, ascending.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.keys.len()).filter(|&index| self.is_candidate(index))
    }

    /// Whether the key is not infinite.
    pub(crate) fn is_candidate(&self, index: usize) -> bool {
        self.keys[index] < f32::INFINITY
    }

    fn block(&self, block: usize) -> &[f32] {
        &self.keys[block * BLOCK..][..BLOCK]
    }
}

/// Of whole lanes.
fn least_of(keys: &[f32]) -> f32 {
    let lesser = |p: f32, q: f32| if q < p { q } else { p };
    let mut least = [f32::INFINITY; LANES];
    for lanes in keys.chunks_exact(LANES) {
        for (least, &key) in least.iter_mut().zip(lanes) {
            *least = lesser(*least, key);
        }
    }
    least.into_iter().fold(f32::INFINITY, lesser)
}

/// The first index of a key in whole lanes.
fn first_of(keys: &[f32], key: f32) -> Option<usize> {
    // Without a branch for each key.
    let has = |lanes: &[f32]| lanes.iter().fold(false, |has, &other| has | (other == key));
    let lanes = keys.chunks_exact(LANES).position(has)? * LANES;
    Some(lanes + keys[lanes..].iter().position(|&other| other == key)?)
}

#[cfg(test)]
#[path = "../../tests/unit/worst_first.rs"]
mod tests;
