//! Nanoseconds per `collide`, by pair of kinds and by how many of the pairs touch.
//!
//! `cargo bench -p collide2d --bench collide`. A time is that of 1024 different pairs; divan divides by it ("item/s").

mod pairs;

use collide2d::{Contact, ShapeKind, Trace, collide, collide_observed};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use pairs::{KINDS, PAIRS, Pair, pairs};

fn main() {
    divan::main();
}

fn run(bencher: Bencher, pairs: &[Pair], collide: impl Fn(&Pair) -> Option<Contact> + Sync) {
    bencher.counter(ItemsCount::new(PAIRS)).bench(|| {
        for pair in black_box(pairs) {
            black_box(collide(pair));
        }
    });
}

#[divan::bench(args = KINDS.map(Kinds))]
fn touching(bencher: Bencher, Kinds((a, b)): Kinds) {
    run(bencher, &pairs(a, b, 100), |(a, pose_a, b, pose_b)| collide(a, pose_a, b, pose_b));
}

#[divan::bench(args = KINDS.map(Kinds))]
fn half_touching(bencher: Bencher, Kinds((a, b)): Kinds) {
    run(bencher, &pairs(a, b, 50), |(a, pose_a, b, pose_b)| collide(a, pose_a, b, pose_b));
}

#[divan::bench(args = KINDS.map(Kinds))]
fn near_miss(bencher: Bencher, Kinds((a, b)): Kinds) {
    run(bencher, &pairs(a, b, 0), |(a, pose_a, b, pose_b)| collide(a, pose_a, b, pose_b));
}

/// What recording every axis costs.
#[divan::bench(args = KINDS.map(Kinds))]
fn half_touching_traced(bencher: Bencher, Kinds((a, b)): Kinds) {
    run(bencher, &pairs(a, b, 50), |(a, pose_a, b, pose_b)| {
        let mut trace = Trace::default();
        let contact = collide_observed(a, pose_a, b, pose_b, &mut trace);
        black_box(trace);
        contact
    });
}

#[derive(Clone, Copy, Debug)]
struct Kinds((ShapeKind, ShapeKind));

impl std::fmt::Display for Kinds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.0.0, self.0.1)
    }
}
