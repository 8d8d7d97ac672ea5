//! Many pairs at once: the contacts that [`crate::collide`] finds one by one, to the bit.
//!
//! Candidate pairs are worked on tile by tile. A tile's pairs are listed by the kinds of their shapes, those of a kind
//! go through its kernel in lanes, and each outcome is put at its pair's place. Kinds without a kernel, and the rare pairs that a kernel
//! leaves, go through `collide`.

mod boxes;
mod circles;
mod lanes;
mod record;
#[cfg(test)]
#[path = "../../tests/unit/many.rs"]
mod tests;

use std::hint::black_box;
use std::ops::BitXor;

use fearless_simd::{Level, dispatch, prelude::*};

use crate::contact::outcome::{OneByOne, Outcome};
use crate::pair::PairKey;
use crate::shape::ShapeKind;

use lanes::{Input, Kind, Pick, Stage};
use record::Record;
pub use record::Records;

/// Pairs of a tile: enough to fill the lanes of many kinds, few enough that their outcomes fit into a first-level cache.
pub const TILE: usize = 1024;
/// Kinds of pairs, in either order.
const KINDS: usize = ShapeKind::COUNT * ShapeKind::COUNT;
/// Pairs without a kernel whose bodies are read ahead.
const AHEAD: usize = 64;
/// Pairs of one kind at the head of a tile after which the rest is tried as one kind.
const FEW: usize = 8;

/// Memory of the kernels, kept between calls.
pub(crate) struct Many {
    level: Level,
    /// For each kind the places of its pairs in the tile.
    slots: [[u16; TILE]; KINDS],
    stage: Stage,
}

impl Many {
    /// Puts into `found`, which is as long, the outcome of each pair.
    pub fn collide(
        &mut self,
        records: &Records,
        one_by_one: &dyn OneByOne,
        pairs: &[PairKey],
        found: &mut [Outcome],
    ) {
        dispatch!(self.level, simd => self.tiles(simd, records, one_by_one, pairs, found));
    }

    #[inline(always)]
    fn tiles<S: Simd>(
        &mut self,
        simd: S,
        records: &Records,
        one_by_one: &dyn OneByOne,
        pairs: &[PairKey],
        found: &mut [Outcome],
    ) {
        for (pairs, found) in pairs.chunks(TILE).zip(found.chunks_mut(TILE)) {
            self.tile(simd, Input { records, one_by_one, pairs }, found);
        }
    }

    #[inline(always)]
    fn tile<S: Simd>(&mut self, simd: S, mut input: Input<'_>, mut found: &mut [Outcome]) {
        // Pairs of one kind need no sorting.
        let records = &input.records.bodies[..];
        let kind = input.pairs.first().map_or(0, |pair| pair_kind(records, pair));
        if input.pairs.iter().take(FEW).all(|pair| pair_kind(records, pair) == kind) {
            let done = run_kind(simd, kind, &input, &mut self.stage, Pick::Straight, found);
            (input.pairs, found) = (&input.pairs[done..], &mut found[done..]);
        }
        if input.pairs.is_empty() {
            return;
        }
        let counts = list_by_kind(&input, &mut self.slots);
        for ((kind, slots), count) in (0..).zip(&self.slots).zip(counts) {
            if count > 0 {
                run_kind(simd, kind, &input, &mut self.stage, Pick::Listed(&slots[..count]), found);
            }
        }
    }
}

impl Default for Many {
    /// With the widest instructions that the processor has.
    fn default() -> Self {
        Self { level: Level::new(), slots: [[0; TILE]; KINDS], stage: Stage::default() }
    }
}

/// Puts the place of each pair of a tile into the list of its kind; returns how long the lists are.
#[inline(always)]
fn list_by_kind(input: &Input<'_>, lists: &mut [[u16; TILE]; KINDS]) -> [usize; KINDS] {
    let records = &input.records.bodies[..];
    let mut counts = [0; KINDS];
    for (slot, pair) in (0..).zip(input.pairs) {
        let kind = pair_kind(records, pair) as usize % KINDS;
        lists[kind][counts[kind] % TILE] = slot;
        counts[kind] += 1;
    }
    counts
}

/// The kinds of `a` and of `b`; of a body that is not there, one without a kernel.
#[inline(always)]
fn pair_kind(records: &[Record], pair: &PairKey) -> u32 {
    let (a, b) = (records.get(pair.a() as usize), records.get(pair.b() as usize));
    let kind = |record: Option<&Record>| record.map_or(ShapeKind::Polygon as u32, Record::kind);
    kind(a) * ShapeKind::COUNT as u32 + kind(b)
}

/// Pairs of one kind through the kernel that there is for it. Returns how many, from the first on, are done.
#[inline(always)]
fn run_kind<S: Simd>(
    simd: S,
    kind: u32,
    input: &Input<'_>,
    stage: &mut Stage,
    pick: Pick<'_>,
    found: &mut [Outcome],
) -> usize {
    use ShapeKind::{Capsule, Circle, Polygon, Rectangle, Wall};
    let of = |number: usize| ShapeKind::ALL[number % ShapeKind::COUNT];
    let (a, b) = (of(kind as usize / ShapeKind::COUNT), of(kind as usize));
    let kind = Kind { p: a.min(b), q: a.max(b), flipped: a > b };
    // Each kernel in a function of its own.
    macro_rules! through {
        ($kernel:ty) => {
            simd.vectorize(
                #[inline(always)]
                || lanes::run::<$kernel, S>(simd, input, stage, pick, kind, found),
            )
        };
    }
    match (kind.p, kind.q) {
        (Circle, Circle) => through!(circles::Circles),
        (Circle, Rectangle) => through!(circles::CircleBox<false>),
        (Circle, Wall) => through!(circles::CircleBox<true>),
        (Rectangle, Rectangle) => through!(boxes::Boxes<false>),
        (Rectangle, Wall) => through!(boxes::Boxes<true>),
        (Capsule | Polygon, _)
        | (_, Capsule | Polygon)
        | (Rectangle | Wall, Circle)
        | (Wall, Rectangle | Wall) => one_by_one(input, pick, found),
    }
}

/// The pairs of a kind without a kernel.
fn one_by_one(input: &Input<'_>, pick: Pick<'_>, found: &mut [Outcome]) -> usize {
    let Pick::Listed(slots) = pick else { return 0 };
    for slots in slots.chunks(AHEAD) {
        let (mut near, mut count) = ([0; AHEAD], 0);
        for slot in slots {
            let pair = input.pairs[usize::from(*slot)];
            found[usize::from(*slot)] = Outcome::APART;
            near[count] = *slot;
            let records = &input.records.bodies;
            let (a, b) = (records.get(pair.a() as usize), records.get(pair.b() as usize));
            count += usize::from(a.zip(b).is_none_or(|(a, b)| !a.out_of_reach(b)));
        }
        let near = &near[..count];
        // What is in no cache is read for all at once, not for one after the other.
        black_box(
            near.iter()
                .map(|&slot| input.one_by_one.fetch(input.pairs[usize::from(slot)]))
                .fold(0, BitXor::bitxor),
        );
        for slot in near.iter().map(|&slot| usize::from(slot)) {
            found[slot] = input.one_by_one.collide(input.pairs[slot]);
        }
    }
    slots.len()
}
