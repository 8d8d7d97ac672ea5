//! The broad phase against the test of every pair.

use collide2d::{Aabb, PairKey, SweepAndPrune};
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

/// Moving boxes of mixed sizes: some long, some flat, one around all, one far out.
struct Crowd {
    random: fastrand::Rng,
    spread: i32,
    boxes: Vec<Aabb>,
}

impl Crowd {
    /// `spread`: over a square, on a horizontal line, on a vertical line, in one heap.
    fn new(seed: u64, count: usize, spread: i32, far: f32) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        let mut crowd = Self { random, spread, boxes: Vec::new() };
        let side = 1.5 * (count as f32).sqrt();
        for i in 0..count {
            let place = match spread {
                0 => Vec2::new(crowd.random(side), crowd.random(side)),
                1 => Vec2::new(i as f32 * 0.8, crowd.random(0.1)),
                2 => Vec2::new(crowd.random(0.1), i as f32 * 0.8),
                _ => Vec2::new(crowd.random(2.0), crowd.random(2.0)),
            };
            let size = match i % 29 {
                0 => Vec2::new(side, 0.01),
                1 => Vec2::new(0.0, side),
                2 => Vec2::ZERO,
                _ => Vec2::new(0.4 + crowd.random(1.0), 0.4 + crowd.random(1.0)),
            };
            crowd.boxes.push(Aabb { min: place + far, max: place + far + size });
        }
        crowd.boxes[0] = Aabb { min: Vec2::splat(far - 9.0), max: Vec2::splat(far + 9.0 + side) };
        if count > 5 {
            crowd.boxes[5] = Aabb { min: Vec2::splat(9.0e8), max: Vec2::splat(9.1e8) };
        }
        crowd
    }

    /// 0 to `most`.
    fn random(&mut self, most: f32) -> f32 {
        most * self.random.f32()
    }

    /// Everything moves a little, now and then far; the count changes once.
    fn step(&mut self, frame: i32) {
        for i in 0..self.boxes.len() {
            let far = if self.random(1.0) < 0.02 { 40.0 } else { 0.3 };
            let by = Vec2::new(self.random(far), self.random(far)) - 0.5 * far;
            self.boxes[i].min += by;
            self.boxes[i].max += by;
        }
        match frame {
            2 => self.boxes.truncate(self.boxes.len() / 2),
            // All into one place, or far apart.
            3 if self.spread == 0 => {
                let first = self.boxes.first().copied();
                self.boxes.fill(first.unwrap_or_default());
            }
            3 => {
                for (i, aabb) in self.boxes.iter_mut().enumerate() {
                    aabb.min.y += 100.0 * i as f32;
                    aabb.max.y += 100.0 * i as f32;
                }
            }
            _ => {}
        }
    }
}

proptest! {
    #[test]
    fn finds_what_the_test_of_every_pair_finds(first in boxes(), second in boxes()) {
        // One sweep for both: its memory of the first call must not change the second.
        let mut sweep = SweepAndPrune::default();
        let mut pairs = vec![PairKey::new(7, 9)];
        for boxes in [&first, &second, &first] {
            sweep.pairs(boxes, |_, _| true, &mut pairs);
            prop_assert_eq!(&pairs, &every_pair(boxes));
        }
    }

    #[test]
    fn keeps_up_with_crowds_that_move(seed: u64, count in 1_usize..400, spread in 0..4, far in 0_usize..3) {
        let mut crowd = Crowd::new(seed, count, spread, [0.0, 1.0e4, -1.0e6][far]);
        let mut sweep = SweepAndPrune::default();
        let mut pairs = Vec::new();
        for frame in 0..6 {
            sweep.pairs(&crowd.boxes, |_, _| true, &mut pairs);
            prop_assert_eq!(&pairs, &every_pair(&crowd.boxes), "frame {}", frame);
            crowd.step(frame);
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

/// Popular tutorials take `id_a ^ id_b` as the key of a pair: 1 ^ 2 = 4 ^ 7 = 3, and every body with itself
/// is 0.
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

/// Quadratic work would take minutes here.
#[test]
fn no_scene_is_tested_pair_by_pair() {
    const COUNT: usize = 200_000;
    let at = |x: f32, y: f32, width: f32, height: f32| Aabb {
        min: Vec2::new(x, y),
        max: Vec2::new(x + width, y + height),
    };
    type Place = fn(f32) -> [f32; 4];
    let places: [Place; 6] = [
        |i| [0.9 * i, 0.0, 1.0, 1.0],
        |i| [0.0, 0.9 * i, 1.0, 1.0],
        |i| [0.9 * i, 0.9 * i, 1.0, 1.0],
        |i| [0.0, 0.9 * i, 1.0e6, 1.0],
        |i| [0.9 * i, 0.0, 1.0, 1.0e6],
        // A few far out, so that the whole is much larger than the heap.
        |i| if i < 3.0 { [1.0e9 * i, -1.0e9 * i, 1.0, 1.0] } else { [i % 400.0, i / 400.0, 1.0, 0.9] },
    ];
    let mut sweep = SweepAndPrune::default();
    let mut pairs = Vec::new();
    for (case, place) in places.iter().enumerate() {
        let boxes: Vec<Aabb> = (0..COUNT)
            .map(|i| {
                let [x, y, width, height] = place(i as f32);
                at(x, y, width, height)
            })
            .collect();
        for _ in 0..3 {
            sweep.pairs(&boxes, |_, _| true, &mut pairs);
        }
        assert!(pairs.len() >= COUNT - 1000 && pairs.len() < 6 * COUNT, "case {case}: {} pairs", pairs.len());
    }
}
