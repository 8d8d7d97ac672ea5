//! The contacts of many pairs in SIMD lanes, bit for bit those of [`crate::collide`].
//!
//! Candidate pairs are processed in tiles. A tile's pairs are listed by the kinds of their shapes, and those
//! of a kind go through its kernel in SIMD lanes. Kinds without a kernel, and the rare pairs that a kernel
//! leaves, go through `collide`.
//!
//! `inline(always)` here and in the files below hands the level's instructions on.

mod boxes;
mod circles;
mod lanes;
#[cfg(test)]
#[path = "../tests/unit/many.rs"]
mod tests;

use std::hint::black_box;
use std::ops::BitXor;

use fearless_simd::{Level, dispatch, prelude::*};

use crate::contact::outcome::{OneByOne, Outcome};
use crate::contact::record::{BodyRecord, BodyRecords};
use crate::pair::PairKey;
use crate::shape::ShapeKind;

use lanes::{GatherBuffer, OrderedKinds, Pick, TileInput};

/// Pairs of a tile: enough to fill the lanes of many kinds, while their outcomes fit into the L1 cache.
pub const TILE: usize = 1024;
/// Kinds of shapes that a kernel may test.
const SIMPLE: usize = ShapeKind::SIMPLE.len();
/// Ordered pairs of them.
const KINDS: usize = SIMPLE * SIMPLE;
/// Pairs without a kernel whose bodies are prefetched at once.
const AHEAD: usize = 64;
/// Margin of the reach of two bodies for rounding. Share of a distance squared.
const MORE_THAN_ROUNDING: f32 = 1.0e-4;
/// Pairs of one kind at the start of a tile after which the whole tile is tried as one kind.
const FEW: usize = 8;

pub(crate) struct Many {
    level: Level,
    /// For each kind, the indices of its pairs in the tile.
    slots: [[u16; TILE]; KINDS],
    buffer: GatherBuffer,
}

impl Many {
    /// Writes the outcome of each pair to `found`, which is as long as `pairs`.
    pub fn collide(
        &mut self,
        records: &BodyRecords,
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
        records: &BodyRecords,
        one_by_one: &dyn OneByOne,
        pairs: &[PairKey],
        found: &mut [Outcome],
    ) {
        for (pairs, found) in pairs.chunks(TILE).zip(found.chunks_mut(TILE)) {
            self.tile(simd, TileInput { records, one_by_one, pairs }, found);
        }
    }

    #[inline(always)]
    fn tile<S: Simd>(&mut self, simd: S, mut input: TileInput<'_>, mut found: &mut [Outcome]) {
        // Pairs of one kind need no sorting.
        let records = &input.records.bodies[..];
        let kind = input.pairs.first().map_or(0, |pair| pair_kind(records, pair));
        if input.pairs.iter().take(FEW).all(|pair| pair_kind(records, pair) == kind) {
            let done = run_kind(simd, kind, &input, &mut self.buffer, Pick::Straight, found);
            (input.pairs, found) = (&input.pairs[done..], &mut found[done..]);
        }
        if input.pairs.is_empty() {
            return;
        }
        let counts = list_by_kind(&input, &mut self.slots);
        for ((kind, slots), count) in (0..).zip(&self.slots).zip(counts) {
            if count > 0 {
                run_kind(simd, kind, &input, &mut self.buffer, Pick::Listed(&slots[..count]), found);
            }
        }
    }
}

impl Default for Many {
    fn default() -> Self {
        Self { level: Level::new(), slots: [[0; TILE]; KINDS], buffer: GatherBuffer::default() }
    }
}

/// Appends the index of each pair of a tile to the list of its kind. Returns the lengths.
#[inline(always)]
fn list_by_kind(input: &TileInput<'_>, lists: &mut [[u16; TILE]; KINDS]) -> [usize; KINDS] {
    let records = &input.records.bodies[..];
    let mut counts = [0; KINDS];
    for (slot, pair) in (0..).zip(input.pairs) {
        let kind = pair_kind(records, pair) as usize % KINDS;
        lists[kind][counts[kind] % TILE] = slot;
        counts[kind] += 1;
    }
    counts
}

/// The kinds of `a` and `b`; for an index without a body, a kind without a kernel.
#[inline(always)]
fn pair_kind(records: &[BodyRecord], pair: &PairKey) -> u32 {
    let (a, b) = (records.get(pair.a() as usize), records.get(pair.b() as usize));
    let kind = |record: Option<&BodyRecord>| record.map_or(ShapeKind::Polygon as u32, BodyRecord::kind);
    kind(a) * SIMPLE as u32 + kind(b)
}

/// Runs the kernel of one kind. Returns the number of leading pairs that are done.
#[inline(always)]
fn run_kind<S: Simd>(
    simd: S,
    kind: u32,
    input: &TileInput<'_>,
    buffer: &mut GatherBuffer,
    pick: Pick<'_>,
    found: &mut [Outcome],
) -> usize {
    use ShapeKind::{Circle, Rectangle, Wall};
    let of = |number: usize| ShapeKind::ALL[number % SIMPLE];
    let (a, b) = (of(kind as usize / SIMPLE), of(kind as usize));
    let kind = OrderedKinds { p: a.min(b), q: a.max(b), flipped: a > b };
    // Each kernel is a function of its own.
    macro_rules! through {
        ($kernel:ty) => {
            simd.vectorize(
                #[inline(always)]
                || lanes::run::<$kernel, S>(simd, input, buffer, pick, kind, found),
            )
        };
    }
    match (kind.p, kind.q) {
        (Circle, Circle) => through!(circles::Circles),
        (Circle, Rectangle) => through!(circles::CircleBox<false>),
        (Circle, Wall) => through!(circles::CircleBox<true>),
        (Rectangle, Rectangle) => through!(boxes::BoxesKernel<false>),
        (Rectangle, Wall) => through!(boxes::BoxesKernel<true>),
        _ => one_by_one(input, pick, found),
    }
}

fn one_by_one(input: &TileInput<'_>, pick: Pick<'_>, found: &mut [Outcome]) -> usize {
    let Pick::Listed(slots) = pick else { return 0 };
    for slots in slots.chunks(AHEAD) {
        let (mut near, mut count) = ([0; AHEAD], 0);
        for slot in slots {
            let pair = input.pairs[usize::from(*slot)];
            found[usize::from(*slot)] = Outcome::APART;
            near[count] = *slot;
            let records = &input.records.bodies;
            let (a, b) = (records.get(pair.a() as usize), records.get(pair.b() as usize));
            count += usize::from(a.zip(b).is_none_or(|(a, b)| !are_out_of_reach(a, b)));
        }
        let near = &near[..count];
        // Prefetched: the cache misses of all overlap.
        black_box(
            near.iter()
                .map(|&slot| input.one_by_one.prefetch(input.pairs[usize::from(slot)]))
                .fold(0, BitXor::bitxor),
        );
        for slot in near.iter().map(|&slot| usize::from(slot)) {
            found[slot] = input.one_by_one.collide(input.pairs[slot]);
        }
    }
    slots.len()
}

/// Whether two bodies are too far from each other to touch, beyond all rounding. `false` for a wall.
#[inline(always)]
fn are_out_of_reach(a: &BodyRecord, b: &BodyRecord) -> bool {
    let (x, y) = (a.near[0] - b.near[0], a.near[1] - b.near[1]);
    let reach = a.far[3] + b.far[3];
    let far = x * x + y * y > reach * reach * (1.0 + MORE_THAN_ROUNDING) + f32::MIN_POSITIVE;
    let wall = ShapeKind::Wall as u32;
    far & (a.kind() != wall) & (b.kind() != wall)
}
