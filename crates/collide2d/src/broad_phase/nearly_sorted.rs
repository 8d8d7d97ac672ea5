//! Sorting of lists that hardly change from frame to frame.

/// Most moves per item before the insertion sort gives up.
const PATIENCE: usize = 12;

/// Insertion sort for short or nearly sorted lists; falls back to `sort_unstable`.
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

#[cfg(test)]
#[path = "../../tests/unit/nearly_sorted.rs"]
mod tests;
