//! Sorting what hardly changes from frame to frame.

/// Moves that sorting by insertion may take for each item.
const PATIENCE: usize = 12;

/// Sorts what is short or nearly sorted: by insertion, until that takes too long.
pub(super) fn nearly_sorted<T: Copy + Ord>(items: &mut [T]) {
    let mut patience = PATIENCE * items.len();
    for i in 1..items.len() {
        let (item, mut at) = (items[i], i);
        while at > 0 && items[at - 1] > item {
            items[at] = items[at - 1];
            at -= 1;
        }
        items[at] = item;
        if i - at > patience {
            return items.sort_unstable();
        }
        patience -= i - at;
    }
}
