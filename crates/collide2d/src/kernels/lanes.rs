//! Runs a kernel: records are gathered, transposed into columns, processed in lanes of the processor's width,
//! transposed back into rows and written to their outcomes.

use fearless_simd::prelude::*;

use crate::contact::outcome::{OneByOne, Outcome};
use crate::contact::record::{BodyRecords, RecordPart};
use crate::pair::PairKey;
use crate::shape::ShapeKind;

pub(super) const BATCH: usize = 64;
const WIDEST: usize = 16;

/// A tile's pairs, and their bodies.
pub(super) struct TileInput<'i> {
    pub records: &'i BodyRecords,
    pub one_by_one: &'i dyn OneByOne,
    pub pairs: &'i [PairKey],
}

/// A column: one number of each pair of a lane.
pub(super) type Column<S> = <S as Simd>::f32s;
/// A bool for each pair of a lane.
pub(super) type Mask<S> = <S as Simd>::mask32s;

/// One body of each pair: the columns of its [`BodyRecords`] that [`Kernel::PARTS`] asks for.
#[derive(Clone, Copy)]
pub(super) struct BodyColumns<S: Simd> {
    pub near: [Column<S>; 4],
    pub far: [Column<S>; 4],
    pub arm: [Column<S>; 4],
}

impl<S: Simd> BodyColumns<S> {
    /// As [`crate::sat::frame::wall_center`].
    #[inline(always)]
    pub fn wall_center(&self, from: [Column<S>; 2]) -> [Column<S>; 2] {
        let ([x, y, ..], [x0, x1, y0, y1]) = (self.near, self.arm);
        [plus_arm::<S>(x, from[0], x0, x1), plus_arm::<S>(y, from[1], y0, y1)]
    }
}

/// `at - from` plus the f64 with the given lower and upper halves, in f64.
#[inline(always)]
fn plus_arm<S: Simd>(at: Column<S>, from: Column<S>, lower: Column<S>, upper: Column<S>) -> Column<S> {
    let ((at0, at1), (from0, from1)) = (at.widen(), from.widen());
    let (arm0, arm1) = lower.interleave(upper);
    let (arm0, arm1): (S::f64s, S::f64s) = (arm0.bitcast(), arm1.bitcast());
    ((at0 - from0) + arm0).narrow((at1 - from1) + arm1)
}

/// Input of a kernel: `p` is of the kind that is first in [`ShapeKind`].
pub(super) struct PairLanes<S: Simd> {
    pub p: BodyColumns<S>,
    pub q: BodyColumns<S>,
    /// The caller's `a` is `q`: of all pairs or of none.
    pub flipped: bool,
    /// From `a`'s position to `p`'s, world axes.
    pub p_from_a: [Column<S>; 2],
}

pub(super) struct LaneContacts<S: Simd> {
    pub normal: [Column<S>; 2],
    pub depth: Column<S>,
    /// Measured from `a`'s position, world axes: x, y, depth, feature as bits. The second may be unused.
    pub points: [[Column<S>; 4]; 2],
    /// Number of each contact's points; 0: apart, and the other columns may hold anything.
    pub count: S::u32s,
    /// Pairs left to the scalar `collide`: cases too rare to be computed for every lane.
    pub rare: Mask<S>,
}

/// The contacts of one pair of kinds, bit for bit those of `collide`.
///
/// To add one: implement this on an empty type, generic over the level, with `#[inline(always)]` on every
/// function (so no lane in a closure) and no fused multiply-add; add it to `run_kind` in `kernels.rs`, whose
/// tests then check it.
pub(super) trait Kernel {
    /// Number of parts of `p`'s and of `q`'s record that are read.
    const PARTS: [usize; 2];
    /// Most points of a contact: 1 or 2.
    const POINTS: usize;
    /// `None` where all pairs of the lane are apart.
    fn contacts<S: Simd>(simd: S, lane: &PairLanes<S>) -> Option<LaneContacts<S>>;
}

/// The pairs of a tile that go through a kernel.
#[derive(Clone, Copy)]
pub(super) enum Pick<'s> {
    /// All in order, while they are of the kind: to be checked.
    Straight,
    /// Those with these indices; all are of the kind.
    Listed(&'s [u16]),
}

/// The kinds of a pair in their normal order.
#[derive(Clone, Copy)]
pub(super) struct OrderedKinds {
    pub p: ShapeKind,
    pub q: ShapeKind,
    /// The caller's `a` is `q`.
    pub flipped: bool,
}

/// Records of the gathered pairs, and rows of their outcomes.
#[repr(align(64))]
pub(super) struct GatherBuffer {
    p: PartRows,
    q: PartRows,
    buffers: [[[f32; 4]; WIDEST]; 3],
}

/// Each part of the records, a row for each pair.
type PartRows = [[RecordPart; BATCH]; 3];

impl Default for GatherBuffer {
    fn default() -> Self {
        let rows = [[0.0; 4]; BATCH];
        Self { p: [rows; 3], q: [rows; 3], buffers: [[[0.0; 4]; WIDEST]; 3] }
    }
}

/// Runs a kernel. Returns the number of leading pairs that were of the kind and are done.
#[inline(always)]
pub(super) fn run<K: Kernel, S: Simd>(
    simd: S,
    input: &TileInput<'_>,
    buffer: &mut GatherBuffer,
    pick: Pick<'_>,
    kind: OrderedKinds,
    found: &mut [Outcome],
) -> usize {
    let count = match pick {
        Pick::Straight => input.pairs.len(),
        Pick::Listed(slots) => slots.len(),
    };
    let mut done = 0;
    while done < count {
        let end = (done + BATCH).min(count);
        let pairs = input.pairs;
        let listed = |&slot: &u16| pairs[usize::from(slot)];
        let gathered = match (pick, kind.flipped) {
            (Pick::Straight, false) => buffer.gather::<K, false>(input, pairs[done..end].iter().copied()),
            (Pick::Straight, true) => buffer.gather::<K, true>(input, pairs[done..end].iter().copied()),
            (Pick::Listed(slots), false) => {
                buffer.gather::<K, false>(input, slots[done..end].iter().map(listed))
            }
            (Pick::Listed(slots), true) => {
                buffer.gather::<K, true>(input, slots[done..end].iter().map(listed))
            }
        };
        if !gathered {
            return done;
        }
        let mut of_kind = true;
        for first in (0..end - done).step_by(Column::<S>::LEN) {
            let lane = buffer.lane::<K, S>(simd, first, kind.flipped);
            let from = done + first;
            let place = match pick {
                Pick::Straight => {
                    of_kind &= lane.is_of(simd, kind);
                    Destination::Row(&mut found[from..end])
                }
                Pick::Listed(slots) => Destination::Slots(&slots[from..end], &mut *found),
            };
            put::<K, S>(simd, input, &lane, &mut buffer.buffers, place, from);
        }
        // Outcomes of pairs of another kind are overwritten later.
        if !of_kind {
            return done;
        }
        done = end;
    }
    done
}

impl<S: Simd> PairLanes<S> {
    #[inline(always)]
    fn is_of(&self, simd: S, kind: OrderedKinds) -> bool {
        let (p, q): (S::u32s, S::u32s) = (self.p.near[3].bitcast(), self.q.near[3].bitcast());
        let (p_is, q_is) = (S::u32s::splat(simd, kind.p as u32), S::u32s::splat(simd, kind.q as u32));
        (p.simd_eq(p_is) & q.simd_eq(q_is)).all_true()
    }
}

impl GatherBuffer {
    /// At most [`BATCH`] pairs; the last one fills the last lane. `false` where a pair has no body.
    #[inline(always)]
    fn gather<K: Kernel, const FLIPPED: bool>(
        &mut self,
        input: &TileInput<'_>,
        pairs: impl Iterator<Item = PairKey>,
    ) -> bool {
        let (BodyRecords { bodies, arms }, mut count) = (input.records, 0);
        for (i, pair) in (0..BATCH).zip(pairs) {
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
        for i in count.max(1)..count.next_multiple_of(WIDEST).min(BATCH) {
            for part in 0..3 {
                self.p[part][i] = self.p[part][i - 1];
                self.q[part][i] = self.q[part][i - 1];
            }
        }
        true
    }

    #[inline(always)]
    fn lane<K: Kernel, S: Simd>(&self, simd: S, first: usize, flipped: bool) -> PairLanes<S> {
        let zero = Column::<S>::splat(simd, 0.0);
        let (p, q) = (bodies(simd, &self.p, K::PARTS[0], first), bodies(simd, &self.q, K::PARTS[1], first));
        let p_from_a = if flipped { [p.near[0] - q.near[0], p.near[1] - q.near[1]] } else { [zero; 2] };
        PairLanes { p, q, flipped, p_from_a }
    }
}

#[inline(always)]
fn bodies<S: Simd>(simd: S, from: &PartRows, parts: usize, first: usize) -> BodyColumns<S> {
    let none = [Column::<S>::splat(simd, 0.0); 4];
    BodyColumns {
        near: columns(simd, &from[0], first),
        far: if parts > 1 { columns(simd, &from[1], first) } else { none },
        arm: if parts > 2 { columns(simd, &from[2], first) } else { none },
    }
}

/// Transposes rows of four numbers, one for each pair of a lane.
#[inline(always)]
fn columns<S: Simd>(simd: S, rows: &[[f32; 4]; BATCH], first: usize) -> [Column<S>; 4] {
    let n = Column::<S>::LEN;
    let flat = &rows[first..first + n].as_flattened()[..4 * n];
    let (v0, v1) = flat.split_at(2 * n);
    let ((v0, v1), (v2, v3)) = (v0.split_at(n), v1.split_at(n));
    let (xz0, yw0) = Column::<S>::from_slice(simd, v0).deinterleave(Column::<S>::from_slice(simd, v1));
    let (xz1, yw1) = Column::<S>::from_slice(simd, v2).deinterleave(Column::<S>::from_slice(simd, v3));
    let ((x, z), (y, w)) = (xz0.deinterleave(xz1), yw0.deinterleave(yw1));
    [x, y, z, w]
}

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

/// Destination of a lane's outcomes, of which there may be fewer than lanes.
enum Destination<'f> {
    Row(&'f mut [Outcome]),
    Slots(&'f [u16], &'f mut [Outcome]),
}

/// Runs the kernel for one lane and writes the outcomes. `from`: index of its first pair in a straight run.
#[inline(always)]
fn put<K: Kernel, S: Simd>(
    simd: S,
    input: &TileInput<'_>,
    lane: &PairLanes<S>,
    buffers: &mut [[[f32; 4]; WIDEST]; 3],
    mut place: Destination<'_>,
    from: usize,
) {
    let lanes = Column::<S>::LEN;
    let Some(contacts) = K::contacts(simd, lane) else {
        match place {
            Destination::Row(row) => row.iter_mut().take(lanes).for_each(|to| to.rows[0] = [0.0; 4]),
            Destination::Slots(slots, found) => {
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
        Destination::Row(row) => {
            for (((head, first), second), to) in rows.zip(row.iter_mut()) {
                write::<K>(to, head, first, second);
            }
        }
        Destination::Slots(slots, found) => {
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

/// A one-point kernel leaves the second point as it is.
#[inline(always)]
fn write<K: Kernel>(to: &mut Outcome, head: &[f32; 4], first: &[f32; 4], second: &[f32; 4]) {
    (to.rows[0], to.rows[1]) = (*head, *first);
    if K::POINTS > 1 {
        to.rows[2] = *second;
    }
}

#[cold]
fn redo(input: &TileInput<'_>, rare: u64, mut place: Destination<'_>, from: usize) {
    for i in (0..WIDEST).filter(|i| rare >> i & 1 == 1) {
        let (to, slot) = match &mut place {
            Destination::Row(row) => (row.get_mut(i), from + i),
            Destination::Slots(slots, found) => {
                let Some(&slot) = slots.get(i) else { continue };
                (found.get_mut(usize::from(slot)), usize::from(slot))
            }
        };
        if let Some(to) = to {
            *to = input.one_by_one.collide(input.pairs[slot]);
        }
    }
}
