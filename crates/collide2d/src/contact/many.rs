//! Many pairs at once: the contacts that [`crate::collide`] finds one by one, to the bit.
//!
//! Candidate pairs are worked on tile by tile. A tile's pairs are listed by the kinds of their shapes, those of a kind
//! go through its kernel in lanes, and each outcome is put at its pair's place. Kinds without a kernel, and the rare pairs that a kernel
//! leaves, go through `collide`.

mod boxes;
mod circles;
mod lanes;
mod outcome;
mod record;
#[cfg(test)]
mod tests;

use std::fmt;
use std::hint::black_box;
use std::ops::BitXor;

use fearless_simd::{Level, dispatch, prelude::*};

use crate::body::Body;
use crate::contact::{Contact, collide};
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::shape::Shape;

use lanes::{Kind, Pick, Stage};
pub use outcome::Outcome;
pub use record::Records;
use record::{CIRCLE, POLYGON, RECTANGLE, Record, WALL};

/// Pairs of a tile: enough to fill the lanes of many kinds, few enough that their outcomes fit into a first-level cache.
pub const TILE: usize = 1024;
/// Kinds of pairs, in either order.
const KINDS: usize = 16;
/// Pairs without a kernel whose bodies are read ahead.
const AHEAD: usize = 64;
/// Pairs of one kind at the head of a tile after which the rest is tried as one kind.
const FEW: usize = 8;

/// Shapes and poses by index, for what the records do not say.
pub trait Bodies {
    /// One body; `None` where there is none of that index.
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)>;
}

impl Bodies for &[(Shape, Pose)] {
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)> {
        self.get(index as usize).map(|(shape, pose)| (shape, pose))
    }
}

impl Bodies for &[Body] {
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)> {
        self.get(index as usize).map(|body| (body.shape(), body.pose()))
    }
}

/// Where the points of a contact are measured from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Points {
    /// From `a`'s position, as [`crate::collide`] has them: exact far from the world's origin.
    #[default]
    FromA,
    /// From the world's origin, as [`crate::Contact::world_point`] has them.
    InWorld,
}

/// The contacts of every pair, in the order of `pairs`: for each what `collide` finds, to the bit. A pair with an index that no body
/// has is apart.
///
/// ```
/// use collide2d::{PairKey, Pose, Shape, collide, collide_many};
///
/// let ball = Shape::circle(1.0)?;
/// let bodies = [(ball.clone(), Pose::at(0.0, 0.0)), (ball.clone(), Pose::at(1.5, 0.0)), (ball, Pose::at(9.0, 0.0))];
/// let contacts = collide_many(&bodies, &[PairKey::new(0, 1), PairKey::new(1, 2)]);
/// assert_eq!(contacts[0], collide(&bodies[0].0, &bodies[0].1, &bodies[1].0, &bodies[1].1));
/// assert_eq!(contacts[1], None);
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
pub fn collide_many(bodies: &[(Shape, Pose)], pairs: &[PairKey]) -> Vec<Option<Contact>> {
    let records: Records = bodies.iter().map(|(shape, pose)| (shape, pose)).collect();
    let mut found = Vec::new();
    NarrowPhase::default().collide(&records, &bodies, pairs, Points::FromA, &mut found);
    found.iter().map(Outcome::contact).collect()
}

/// [`collide_many`] for who does it again and again: keeps its memory between calls, reads records that the caller keeps, and
/// writes outcomes into the caller's memory.
pub struct NarrowPhase {
    level: Level,
    /// For each kind the places of its pairs in the tile.
    slots: [[u16; TILE]; KINDS],
    stage: Stage,
}

/// What all tiles are made from.
struct Input<'i> {
    records: &'i Records,
    bodies: &'i dyn Bodies,
    pairs: &'i [PairKey],
    points: Points,
}

impl NarrowPhase {
    /// Puts into `found` the outcome of each pair, in the order of `pairs`. `records` are those of `bodies`.
    /// It pays to come with some [`TILE`]s of pairs at a time; sorted by body, they find records in the cache.
    pub fn collide(
        &mut self,
        records: &Records,
        bodies: &dyn Bodies,
        pairs: &[PairKey],
        points: Points,
        found: &mut Vec<Outcome>,
    ) {
        found.resize(pairs.len(), Outcome::APART);
        dispatch!(self.level, simd => self.tiles(simd, records, bodies, pairs, points, found));
    }

    #[inline(always)]
    fn tiles<S: Simd>(
        &mut self,
        simd: S,
        records: &Records,
        bodies: &dyn Bodies,
        pairs: &[PairKey],
        points: Points,
        found: &mut [Outcome],
    ) {
        for (pairs, found) in pairs.chunks(TILE).zip(found.chunks_mut(TILE)) {
            self.tile(simd, Input { records, bodies, pairs, points }, found);
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

impl Default for NarrowPhase {
    /// With the widest instructions that the processor has.
    fn default() -> Self {
        Self { level: Level::new(), slots: [[0; TILE]; KINDS], stage: Stage::default() }
    }
}

impl fmt::Debug for NarrowPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NarrowPhase").field("level", &self.level).finish_non_exhaustive()
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
    a.map_or(POLYGON, Record::kind) << 2 | b.map_or(POLYGON, Record::kind)
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
    let (a, b) = (kind >> 2, kind & 3);
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
        (CIRCLE, CIRCLE) => through!(circles::Circles),
        (CIRCLE, RECTANGLE) => through!(circles::CircleBox<false>),
        (CIRCLE, WALL) => through!(circles::CircleBox<true>),
        (RECTANGLE, RECTANGLE) => through!(boxes::Boxes<false>),
        (RECTANGLE, WALL) => through!(boxes::Boxes<true>),
        _ => one_by_one(input, pick, found),
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
        fetch(input, near);
        for slot in near.iter().map(|&slot| usize::from(slot)) {
            found[slot] = scalar(input, input.pairs[slot]);
        }
    }
    slots.len()
}

/// Reads a little of every body and polygon that is needed next: what is in no cache comes at once for all, not one after the other.
fn fetch(input: &Input<'_>, slots: &[u16]) {
    let bodies = || {
        let pairs = slots.iter().map(|slot| input.pairs[usize::from(*slot)]);
        pairs.flat_map(|pair| [input.bodies.body(pair.a()), input.bodies.body(pair.b())]).flatten()
    };
    black_box(bodies().map(|(_, pose)| pose.rotation.cos().to_bits()).fold(0, BitXor::bitxor));
    black_box(bodies().map(|(shape, _)| shape.fetch()).fold(0, BitXor::bitxor));
}

/// One pair through `collide`.
#[inline(never)]
fn scalar(input: &Input<'_>, pair: PairKey) -> Outcome {
    let (Some((a, pose_a)), Some((b, pose_b))) = (input.bodies.body(pair.a()), input.bodies.body(pair.b()))
    else {
        return Outcome::APART;
    };
    let mut outcome = Outcome::from(collide(a, pose_a, b, pose_b));
    if input.points == Points::InWorld {
        outcome.shift(pose_a.position);
    }
    outcome
}
