//! The way of a kind's pairs through its kernel: records are gathered, turned into columns, worked on in lanes of the processor's
//! width, turned back into rows and put where they belong.

use fearless_simd::prelude::*;

use super::record::{Part, Records};
use crate::contact::outcome::{OneByOne, Outcome};
use crate::pair::PairKey;
use crate::shape::ShapeKind;

/// Pairs gathered at a time.
pub(super) const STAGE: usize = 64;
/// The most lanes that a level has.
const WIDEST: usize = 16;

/// What all tiles are made from.
pub(super) struct Input<'i> {
    pub records: &'i Records,
    pub one_by_one: &'i dyn OneByOne,
    pub pairs: &'i [PairKey],
}

/// A column: one number of each pair of a lane.
pub(super) type Column<S> = <S as Simd>::f32s;
/// Which pairs of a lane.
pub(super) type Mask<S> = <S as Simd>::mask32s;

/// One body of each pair: the columns of its [`super::Records`], those that [`Kernel::PARTS`] asks for.
#[derive(Clone, Copy)]
pub(super) struct Bodies<S: Simd> {
    pub near: [Column<S>; 4],
    pub far: [Column<S>; 4],
    pub arm: [Column<S>; 4],
}

impl<S: Simd> Bodies<S> {
    /// From a world position to the middle of the wall, as [`crate::sat::frame::wall_center`] finds it.
    #[inline(always)]
    pub fn wall_center(&self, from: [Column<S>; 2]) -> [Column<S>; 2] {
        let ([x, y, ..], [x0, x1, y0, y1]) = (self.near, self.arm);
        [plus_arm::<S>(x, from[0], x0, x1), plus_arm::<S>(y, from[1], y0, y1)]
    }
}

/// In f64: `at - from`, plus a number given by the lower and upper halves of its bits.
#[inline(always)]
fn plus_arm<S: Simd>(at: Column<S>, from: Column<S>, lower: Column<S>, upper: Column<S>) -> Column<S> {
    let ((at0, at1), (from0, from1)) = (at.widen(), from.widen());
    let (arm0, arm1) = lower.interleave(upper);
    let (arm0, arm1): (S::f64s, S::f64s) = (arm0.bitcast(), arm1.bitcast());
    ((at0 - from0) + arm0).narrow((at1 - from1) + arm1)
}

/// What a kernel is given: `p` is of the kind that stands first in circle, rectangle, polygon, wall.
pub(super) struct Lane<S: Simd> {
    pub p: Bodies<S>,
    pub q: Bodies<S>,
    /// The caller's `a` is `q`: of all pairs or of none.
    pub flipped: bool,
    /// From `a`'s position to `p`'s, world axes.
    pub p_from_a: [Column<S>; 2],
}

/// What a kernel hands back.
pub(super) struct Found<S: Simd> {
    pub normal: [Column<S>; 2],
    pub depth: Column<S>,
    /// From `a`'s position, world axes: x, y, depth, feature as bits. Of a one-point kernel the second is not read.
    pub points: [[Column<S>; 4]; 2],
    /// Points of each contact, as bits; 0: apart, and the other columns may hold anything.
    pub count: S::u32s,
    /// Pairs to be left to the scalar `collide`: what is too rare to be computed for every lane.
    pub rare: Mask<S>,
}

/// The contacts of one pair of kinds, bit for bit those of `collide`.
///
/// To add one: implement this on an empty type, generic over the level, everything `#[inline(always)]` and no lane in a closure, which
/// cannot be, no fused multiply-add; add it to `run_kind` in `many.rs`. The tests there hold every pair of kinds against `collide`.
pub(super) trait Kernel {
    /// How many parts of `p`'s and of `q`'s record are read.
    const PARTS: [usize; 2];
    /// Points that a contact may have: 1 or 2.
    const POINTS: usize;
    /// The contacts; `None` where all pairs of the lane are apart.
    fn contacts<S: Simd>(simd: S, lane: &Lane<S>) -> Option<Found<S>>;
}

/// Which pairs of a tile go through a kernel.
#[derive(Clone, Copy)]
pub(super) enum Pick<'s> {
    /// Those of the tile from here on, one after the other, as long as they are of the kind. Nobody has looked yet.
    Straight,
    /// Those in these places; they are of the kind.
    Listed(&'s [u16]),
}

/// The kind of pairs that a kernel is run for.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub p: ShapeKind,
    pub q: ShapeKind,
    /// The caller's `a` is `q`.
    pub flipped: bool,
}

/// Records of the pairs at work, and rows on their way out.
#[repr(align(64))]
pub(super) struct Stage {
    p: Parts,
    q: Parts,
    buffers: [[[f32; 4]; WIDEST]; 3],
}

/// The parts of records, each in rows.
type Parts = [[Part; STAGE]; 3];

impl Default for Stage {
    fn default() -> Self {
        let rows = [[0.0; 4]; STAGE];
        Self { p: [rows; 3], q: [rows; 3], buffers: [[[0.0; 4]; WIDEST]; 3] }
    }
}

/// Pairs of one kind through a kernel. Returns how many, from the first on, were of the kind and are done.
#[inline(always)]
pub(super) fn run<K: Kernel, S: Simd>(
    simd: S,
    input: &Input<'_>,
    stage: &mut Stage,
    pick: Pick<'_>,
    kind: Kind,
    found: &mut [Outcome],
) -> usize {
    let count = match pick {
        Pick::Straight => input.pairs.len(),
        Pick::Listed(slots) => slots.len(),
    };
    let mut done = 0;
    while done < count {
        let end = (done + STAGE).min(count);
        let pairs = input.pairs;
        let there = match (pick, kind.flipped) {
            (Pick::Straight, false) => stage.gather::<K, false>(input, pairs[done..end].iter().copied()),
            (Pick::Straight, true) => stage.gather::<K, true>(input, pairs[done..end].iter().copied()),
            (Pick::Listed(slots), flipped) => {
                let pairs = slots[done..end].iter().map(|&slot| pairs[usize::from(slot)]);
                if flipped {
                    stage.gather::<K, true>(input, pairs)
                } else {
                    stage.gather::<K, false>(input, pairs)
                }
            }
        };
        if !there {
            return done;
        }
        let mut of_kind = true;
        for first in (0..end - done).step_by(Column::<S>::LEN) {
            let lane = stage.lane::<K, S>(simd, first, kind.flipped);
            let from = done + first;
            let place = match pick {
                Pick::Straight => {
                    of_kind &= lane.is_of(simd, kind);
                    Place::Row(&mut found[from..end])
                }
                Pick::Listed(slots) => Place::Slots(&slots[from..end], &mut *found),
            };
            put::<K, S>(simd, input, &lane, &mut stage.buffers, place, from);
        }
        // What was written of pairs of another kind will be written again.
        if !of_kind {
            return done;
        }
        done = end;
    }
    done
}

impl<S: Simd> Lane<S> {
    #[inline(always)]
    fn is_of(&self, simd: S, kind: Kind) -> bool {
        let (p, q): (S::u32s, S::u32s) = (self.p.near[3].bitcast(), self.q.near[3].bitcast());
        let (p_is, q_is) = (S::u32s::splat(simd, kind.p as u32), S::u32s::splat(simd, kind.q as u32));
        (p.simd_eq(p_is) & q.simd_eq(q_is)).all_true()
    }
}

impl Stage {
    /// Fills the stage, at most [`STAGE`] pairs; what is left of the last lane repeats the last one. `false` where a pair has no body.
    #[inline(always)]
    fn gather<K: Kernel, const FLIPPED: bool>(
        &mut self,
        input: &Input<'_>,
        pairs: impl Iterator<Item = PairKey>,
    ) -> bool {
        let (Records { bodies, arms }, mut count) = (input.records, 0);
        for (i, pair) in (0..STAGE).zip(pairs) {
            let (p, q) = if FLIPPED { (pair.b(), pair.a()) } else { (pair.a(), pair.b()) };
            let (Some(p), Some(q)) = (bodies.get(p as usize), bodies.get(q as usize)) else { return false };
            for (to, record, parts) in [(&mut self.p, p, K::PARTS[0]), (&mut self.q, q, K::PARTS[1])] {
                to[0][i] = record.near;
                if parts > 1 {
                    to[1][i] = record.far;
                }
                if parts > 2 {
                    let Some(arm) = arms.get(record.far[3].to_bits() as usize) else { return false };
                    to[2][i] = *arm;
                }
            }
            count = i + 1;
        }
        for i in count.max(1)..count.next_multiple_of(WIDEST).min(STAGE) {
            for part in 0..3 {
                self.p[part][i] = self.p[part][i - 1];
                self.q[part][i] = self.q[part][i - 1];
            }
        }
        true
    }

    #[inline(always)]
    fn lane<K: Kernel, S: Simd>(&self, simd: S, first: usize, flipped: bool) -> Lane<S> {
        let zero = Column::<S>::splat(simd, 0.0);
        let (p, q) = (bodies(simd, &self.p, K::PARTS[0], first), bodies(simd, &self.q, K::PARTS[1], first));
        let p_from_a = if flipped { [p.near[0] - q.near[0], p.near[1] - q.near[1]] } else { [zero; 2] };
        Lane { p, q, flipped, p_from_a }
    }
}

#[inline(always)]
fn bodies<S: Simd>(simd: S, from: &Parts, parts: usize, first: usize) -> Bodies<S> {
    let none = [Column::<S>::splat(simd, 0.0); 4];
    Bodies {
        near: columns(simd, &from[0], first),
        far: if parts > 1 { columns(simd, &from[1], first) } else { none },
        arm: if parts > 2 { columns(simd, &from[2], first) } else { none },
    }
}

/// Rows of four numbers, as many as a lane has pairs, as four columns.
#[inline(always)]
fn columns<S: Simd>(simd: S, rows: &[[f32; 4]; STAGE], first: usize) -> [Column<S>; 4] {
    let n = Column::<S>::LEN;
    let flat = &rows[first..first + n].as_flattened()[..4 * n];
    let (v0, v1) = flat.split_at(2 * n);
    let ((v0, v1), (v2, v3)) = (v0.split_at(n), v1.split_at(n));
    let (xz0, yw0) = Column::<S>::from_slice(simd, v0).deinterleave(Column::<S>::from_slice(simd, v1));
    let (xz1, yw1) = Column::<S>::from_slice(simd, v2).deinterleave(Column::<S>::from_slice(simd, v3));
    let ((x, z), (y, w)) = (xz0.deinterleave(xz1), yw0.deinterleave(yw1));
    [x, y, z, w]
}

/// The reverse of [`columns`].
#[inline(always)]
fn rows<S: Simd>([x, y, z, w]: [Column<S>; 4], to: &mut [[f32; 4]; WIDEST]) {
    let n = Column::<S>::LEN;
    let ((xz0, xz1), (yw0, yw1)) = (x.interleave(z), y.interleave(w));
    let ((r0, r1), (r2, r3)) = (xz0.interleave(yw0), xz1.interleave(yw1));
    let flat = &mut to.as_flattened_mut()[..4 * n];
    for (i, vector) in [r0, r1, r2, r3].into_iter().enumerate() {
        vector.store_slice(&mut flat[i * n..(i + 1) * n]);
    }
}

/// Where the outcomes of a lane go; there may be fewer places than pairs.
enum Place<'f> {
    Row(&'f mut [Outcome]),
    Slots(&'f [u16], &'f mut [Outcome]),
}

/// Runs the kernel and writes what it found. `from`: place of the lane's first pair in a straight run.
#[inline(always)]
fn put<K: Kernel, S: Simd>(
    simd: S,
    input: &Input<'_>,
    lane: &Lane<S>,
    buffers: &mut [[[f32; 4]; WIDEST]; 3],
    mut place: Place<'_>,
    from: usize,
) {
    let lanes = Column::<S>::LEN;
    let Some(contacts) = K::contacts(simd, lane) else {
        match place {
            Place::Row(row) => row.iter_mut().take(lanes).for_each(|to| to.rows[0] = [0.0; 4]),
            Place::Slots(slots, found) => {
                slots.iter().take(lanes).for_each(|&slot| found[usize::from(slot)].rows[0] = [0.0; 4]);
            }
        }
        return;
    };
    let [nx, ny] = contacts.normal;
    let [heads, firsts, seconds] = buffers;
    rows::<S>([nx, ny, contacts.depth, contacts.count.bitcast()], heads);
    rows::<S>(contacts.points[0], firsts);
    if K::POINTS > 1 {
        rows::<S>(contacts.points[1], seconds);
    }
    let rows = heads.iter().zip(firsts.iter()).zip(seconds.iter()).take(lanes);
    match &mut place {
        Place::Row(row) => {
            for (((head, first), second), to) in rows.zip(row.iter_mut()) {
                write::<K>(to, head, first, second);
            }
        }
        Place::Slots(slots, found) => {
            for (((head, first), second), &slot) in rows.zip(*slots) {
                write::<K>(&mut found[usize::from(slot)], head, first, second);
            }
        }
    }
    let rare = contacts.rare.to_bitmask();
    if rare != 0 {
        redo(input, rare, place, from);
    }
}

/// The second point of kinds that have but one is left as it is.
#[inline(always)]
fn write<K: Kernel>(to: &mut Outcome, head: &[f32; 4], first: &[f32; 4], second: &[f32; 4]) {
    (to.rows[0], to.rows[1]) = (*head, *first);
    if K::POINTS > 1 {
        to.rows[2] = *second;
    }
}

#[cold]
fn redo(input: &Input<'_>, rare: u64, mut place: Place<'_>, from: usize) {
    for i in (0..WIDEST).filter(|i| rare >> i & 1 == 1) {
        let (to, slot) = match &mut place {
            Place::Row(row) => (row.get_mut(i), from + i),
            Place::Slots(slots, found) => {
                let Some(&slot) = slots.get(i) else { continue };
                (found.get_mut(usize::from(slot)), usize::from(slot))
            }
        };
        if let Some(to) = to {
            *to = input.one_by_one.collide(input.pairs[slot]);
        }
    }
}
