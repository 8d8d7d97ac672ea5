//! A tournament tree over keys: the argmin in O(1), a change of one key in O(log n).

use std::mem;

/// Finds the argmin of the keys; of equal keys the lowest index.
#[derive(Debug, Default)]
pub(crate) struct WorstFirst {
    /// A power of two, or 0.
    leaves: usize,
    keys: Vec<f32>,
    /// Node 1 is the root, node `n` has the children `2n` and `2n + 1`, leaf `i` is node `leaves + i`.
    winners: Vec<u32>,
}

impl WorstFirst {
    /// Rebuilds the tree with these keys; none is NaN.
    pub(crate) fn fill(&mut self, keys: impl ExactSizeIterator<Item = f32>) {
        self.leaves = keys.len().next_power_of_two();
        self.keys.clear();
        self.keys.extend(keys);
        self.keys.resize(self.leaves, f32::INFINITY);
        self.winners.clear();
        self.winners.resize(self.leaves, 0);
        self.winners.extend(0..self.leaves as u32);
        for node in (1..self.leaves).rev() {
            self.winners[node] = self.winner(node);
        }
    }

    /// Changes one key.
    pub(crate) fn set(&mut self, index: usize, key: f32) {
        if mem::replace(&mut self.keys[index], key) == key {
            return;
        }
        let mut node = (self.leaves + index) / 2;
        while node > 0 {
            let winner = self.winner(node);
            // Nothing changes above a winner that stays and is another.
            if mem::replace(&mut self.winners[node], winner) == winner && winner as usize != index {
                break;
            }
            node /= 2;
        }
    }

    /// `None` if every key is infinite.
    pub(crate) fn argmin(&self) -> Option<usize> {
        let winner = *self.winners.get(1)? as usize;
        (self.keys[winner] < f32::INFINITY).then_some(winner)
    }

    /// Indices of the keys that are not infinite, ascending.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.keys.len()).filter(|&index| self.is_candidate(index))
    }

    /// Whether the key is not infinite.
    pub(crate) fn is_candidate(&self, index: usize) -> bool {
        self.keys[index] < f32::INFINITY
    }

    fn winner(&self, node: usize) -> u32 {
        let (left, right) = (self.winners[2 * node], self.winners[2 * node + 1]);
        if self.keys[right as usize] < self.keys[left as usize] { right } else { left }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/worst_first.rs"]
mod tests;
