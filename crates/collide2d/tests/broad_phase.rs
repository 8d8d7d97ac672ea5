//! The broad phase against the test of every pair.
#![allow(clippy::unwrap_used)]

use collide2d::{Aabb, PairKey, broad_phase::SweepAndPrune};
use glam::Vec2;
use proptest::prelude::*;

fn every_pair(boxes: &[Aabb]) -> Vec<PairKey> {
    let mut pairs = Vec::new();
    for i in 0..boxes.len() {
        for j in i + 1..boxes.len() {
            if boxes[i].overlaps(&boxes[j]) {
                pairs.push(PairKey::new(i as u32, j as u32));
            }
        }
    }
    pairs
}

/// Coordinates that often coincide, so that touching edges and equal left ends are common; some of them huge.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        8 => (-8_i32..8).prop_map(|n| n as f32),
        2 => -8.0_f32..8.0,
        1 => prop_oneof![Just(0.0), Just(-0.0), Just(f32::MAX), Just(f32::MIN), Just(1.0e6), Just(f32::INFINITY)],
    ]
}

fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
    prop::collection::vec((coordinate(), coordinate(), coordinate(), coordinate()), 0..60).prop_map(|all| {
        all.into_iter().filter_map(|(x, y, z, w)| Aabb::around([Vec2::new(x, y), Vec2::new(z, w)])).collect()
    })
}

proptest! {
    #[test]
    fn finds_what_the_test_of_every_pair_finds(first in boxes(), second in boxes()) {
        // One sweep for both: what it remembers of the first call must not show in the second.
        let mut sweep = SweepAndPrune::default();
        let mut pairs = vec![PairKey::new(7, 9)];
        for boxes in [&first, &second, &first] {
            sweep.pairs(boxes, |_, _| true, &mut pairs);
            prop_assert_eq!(&pairs, &every_pair(boxes));
        }
    }

    #[test]
    fn asks_for_each_pair_with_the_lower_index_first(boxes in boxes()) {
        let mut pairs = Vec::new();
        SweepAndPrune::default().pairs(&boxes, |i, j| i < j && (i + j) % 3 != 0, &mut pairs);
        let mut expected = every_pair(&boxes);
        expected.retain(|p| (p.a() + p.b()) % 3 != 0);
        prop_assert_eq!(pairs, expected);
    }

    #[test]
    fn a_pair_has_one_key_and_two_pairs_have_two(a: u32, b: u32, c: u32, d: u32) {
        prop_assert_eq!(PairKey::new(a, b), PairKey::new(b, a));
        prop_assert_eq!((PairKey::new(a, b).a(), PairKey::new(a, b).b()), (a.min(b), a.max(b)));
        let same = (a.min(b), a.max(b)) == (c.min(d), c.max(d));
        prop_assert_eq!(PairKey::new(a, b) == PairKey::new(c, d), same);
        prop_assert_eq!(
            PairKey::new(a, b) < PairKey::new(c, d),
            (a.min(b), a.max(b)) < (c.min(d), c.max(d))
        );
    }
}

/// Much-read tutorials take `id_a ^ id_b` as the key of a pair: 1 ^ 2 = 4 ^ 7 = 3, and every body with itself is 0.
#[test]
fn xor_of_two_ids_is_no_key() {
    assert_eq!(1 ^ 2, 4 ^ 7);
    assert_ne!(PairKey::new(1, 2), PairKey::new(4, 7));
    assert_ne!(PairKey::new(1, 1), PairKey::new(2, 2));
    assert_ne!(PairKey::new(0, 3), PairKey::new(1, 2));
    let mut keys: Vec<u64> =
        (0..200).flat_map(|i| (i + 1..200).map(move |j| PairKey::new(i, j).get())).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[test]
fn boxes_that_touch_at_an_edge_are_candidates() {
    let at = |x: f32, y: f32| Aabb { min: Vec2::new(x, y), max: Vec2::new(x + 1.0, y + 1.0) };
    let mut pairs = Vec::new();
    SweepAndPrune::default().pairs(
        &[at(1.0, 0.0), at(0.0, 0.0), at(1.0, 1.0), at(3.0, 3.0)],
        |_, _| true,
        &mut pairs,
    );
    assert_eq!(pairs, [PairKey::new(0, 1), PairKey::new(0, 2), PairKey::new(1, 2)]);
}
