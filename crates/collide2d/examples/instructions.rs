//! The workload of `.ci/instructions`: without an argument prints the sets of fixed pairs, with the number of
//! a set runs `collide` over it. `valgrind --tool=callgrind` counts the instructions of [`measured`].

#[path = "../benches/pairs/mod.rs"]
mod pairs;

use std::hint::black_box;

use collide2d::collide;
use pairs::{KINDS, PAIRS, Pair, pairs};

const MIXES: [(&str, usize); 3] = [("touching", 100), ("half", 50), ("near", 0)];

fn main() {
    let sets = KINDS.iter().flat_map(|kinds| MIXES.map(|mix| (*kinds, mix)));
    let wanted: Option<usize> = std::env::args().nth(1).and_then(|arg| arg.parse().ok());
    for (i, ((a, b), (mix, touching))) in sets.enumerate() {
        match wanted {
            None => println!("{i} {a:?}-{b:?} {mix} {PAIRS}"),
            Some(set) if set == i => measured(&pairs(a, b, touching)),
            Some(_) => {}
        }
    }
}

#[inline(never)]
fn measured(pairs: &[Pair]) {
    for (a, pose_a, b, pose_b) in black_box(pairs) {
        black_box(collide(a, pose_a, b, pose_b));
    }
}
