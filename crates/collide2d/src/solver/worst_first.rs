//! A tournament over keys: the lowest is at hand, and changing one key costs the logarithm of their number.

/// Finds the entry of the lowest key; of equal keys the one of the lowest index.
#[derive(Debug, Default)]
pub(crate) struct WorstFirst {
    /// A power of two, or 0.
    leaves: usize,
    keys: Vec<f32>,
    /// Node 1 is the root, node `n` has the children `2n` and `2n + 1`, leaf `i` is node `leaves + i`; each names its winner.
    winners: Vec<u32>,
}

impl WorstFirst {
    /// Starts over with these keys, none of them NaN.
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
        self.keys[index] = key;
        let mut node = (self.leaves + index) / 2;
        while node > 0 {
            self.winners[node] = self.winner(node);
            node /= 2;
        }
    }

    /// The entry of the lowest key; `None` where every key is infinite.
    pub(crate) fn lowest(&self) -> Option<usize> {
        let winner = *self.winners.get(1)? as usize;
        (self.keys[winner] < f32::INFINITY).then_some(winner)
    }

    fn winner(&self, node: usize) -> u32 {
        let (left, right) = (self.winners[2 * node], self.winners[2 * node + 1]);
        if self.keys[right as usize] < self.keys[left as usize] { right } else { left }
    }
}

#[cfg(test)]
mod tests {
    use super::WorstFirst;

    #[test]
    fn agrees_with_a_search_through_all_keys() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in 0..70 {
            let mut keys: Vec<f32> = (0..count).map(|_| random.u32(..10) as f32).collect();
            let mut tree = WorstFirst::default();
            tree.fill(keys.iter().copied());
            for _ in 0..50 {
                let slowest = (0..count)
                    .filter(|&i| keys[i] < f32::INFINITY)
                    .min_by(|&i, &j| keys[i].total_cmp(&keys[j]).then(i.cmp(&j)));
                assert_eq!(tree.lowest(), slowest, "{keys:?}");
                if count > 0 {
                    let (i, key) = (random.usize(..count), random.u32(..12));
                    keys[i] = if key > 9 { f32::INFINITY } else { key as f32 };
                    tree.set(i, keys[i]);
                }
            }
        }
    }
}
