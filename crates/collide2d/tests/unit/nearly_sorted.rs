use std::cell::Cell;
use std::cmp::Ordering;

use super::nearly_sorted;

thread_local! {
    static COMPARISONS: Cell<usize> = const { Cell::new(0) };
}

/// A number that counts how often numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted(u32);

impl Ord for Counted {
    fn cmp(&self, other: &Self) -> Ordering {
        COMPARISONS.set(COMPARISONS.get() + 1);
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn comparisons(mut items: Vec<Counted>) -> usize {
    COMPARISONS.set(0);
    nearly_sorted(&mut items);
    let used = COMPARISONS.get();
    assert!(items.is_sorted());
    used
}

/// A list in order costs one comparison per item; one in disorder costs no more than a plain sort and the
/// moves that were tried, not the square of its length.
#[test]
fn disorder_costs_no_square_of_the_length() {
    const COUNT: u32 = 4000;
    let sorted: Vec<_> = (0..COUNT).map(Counted).collect();
    assert!(comparisons(sorted.clone()) <= 2 * COUNT as usize);
    let reversed = sorted.iter().rev().copied().collect();
    // Each item's own way is short, and there are many of them.
    let halves = sorted.chunks(100).flat_map(|chunk| chunk.iter().rev()).copied().collect();
    let mut shuffled = sorted;
    fastrand::Rng::with_seed(3).shuffle(&mut shuffled);
    for items in [reversed, halves, shuffled] {
        let used = comparisons(items);
        assert!(used < 45 * COUNT as usize, "{used} comparisons");
    }
}
