//! One sort for lists of every kind. The standard library's is compiled anew for each of them, 5 kB of the page.

use std::cmp::Ordering;

/// [`slice::sort_by`]: stable.
pub fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..list.len()).collect();
    sort_places(&mut order, &mut |p, q| compare(&list[p], &list[q]));
    // Each cycle of the permutation is walked once: the first of it is handed on until its own place is reached.
    for first in 0..order.len() {
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == first {
                break;
            }
            list.swap(place, from);
            place = from;
        }
    }
}

/// [`slice::sort_by_key`]: stable.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |p, q| key(p).cmp(&key(q)));
}

#[inline(never)]
fn sort_places(order: &mut [usize], compare: &mut dyn FnMut(usize, usize) -> Ordering) {
    order.sort_by(|p, q| compare(*p, *q));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_list_is_sorted_as_the_standard_library_does(list in proptest::collection::vec((0_u8..9, 0_u32..99), 0..40)) {
            let (mut ours, mut theirs) = (list.clone(), list);
            super::sort_by_key(&mut ours, |(key, _)| *key);
            theirs.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(ours, theirs);
        }
    }
}
