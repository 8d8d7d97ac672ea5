//! The way of a kind's pairs through its kernel: records are gathered, turned into columns, worked on in lanes of the processor's
//! width, turned back into rows and put where they belong.

use fearless_simd::prelude::*;

use super::outcome::Outcome;
use super::{Input, Points, Record, scalar};

/// Pairs gathered at a time.
pub(super) const STAGE: usize = 64;
/// The most lanes that a level has.
const WIDEST: usize = 16;

/// A column: one number of each pair of a lane.
pub(super) type Column<S> = <S as Simd>::f32s;
/// Which pairs of a lane.
pub(super) type Mask<S> = <S as Simd>::mask32s;

/// One body of each pair: the columns of its [`super::Record`], those that [`Kernel::PARTS`] asks for.
#[derive(Clone, Copy)]
pub(super) struct Bodies<S: Simd> {
    pub near: [Column<S>; 4],
    pub far: [Column<S>; 4],
    pub arm: [Column<S>; 4],
}

impl<S: Simd> Bodies<S> {
    /// From a world position to the middle of the wall, as `wall_center` finds it.
    #[inline(always)]
    pub fn wall_center(&self, from: [Column<S>; 2]) -> [Column<S>; 2] {
        let ([x, y, ..], [x0, x1, y0, y1]) = (self.near, self.arm);
        let along = |at: Column<S>, from: Column<S>, lower: Column<S>, upper: Column<S>| {
            let ((at0, at1), (from0, from1)) = (at.widen(), from.widen());
            let (arm0, arm1) = lower.interleave(upper);
            let (arm0, arm1): (S::f64s, S::f64s) = (arm0.bitcast(), arm1.bitcast());
            ((at0 - from0) + arm0).narrow((at1 - from1) + arm1)
        };
        [along(x, from[0], x0, x1), along(y, from[1], y0, y1)]
    }
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
    /// From `a`'s position, world axes: x, y, depth, feature as bits. A one-point kernel has the second all zero.
    pub points: [[Column<S>; 4]; 2],
    /// Points of each contact, as bits; 0: apart, and the other columns may hold anything.
    pub count: S::u32s,
    /// Pairs to be left to the scalar `collide`: what is too rare to be computed for every lane.
    pub rare: Mask<S>,
}

/// The contacts of one pair of kinds, bit for bit those of `collide`.
///
/// To add one: implement this on an empty type, generic over the level, everything `#[inline(always)]`, no fused multiply-add; add it to
/// `run_kind` in `many.rs`, and its kinds to the test `lanes_are_collide_to_the_bit`.
pub(super) trait Kernel {
    /// How many parts of `p`'s and of `q`'s record are read.
    const PARTS: [usize; 2];
    /// Points that a contact may have: 1 or 2.
    const POINTS: usize;
    /// The contacts; `None` where all pairs of the lane are apart.
    fn contacts<S: Simd>(simd: S, lane: &Lane<S>) -> Option<Found<S>>;
}

/// Records of the pairs at work, and where their outcomes go.
pub(super) struct Stage {
    p: Parts,
    q: Parts,
    slots: [u16; STAGE],
}

/// The parts of records, each in rows.
type Parts = [[[f32; 4]; STAGE]; 3];

impl Default for Stage {
    fn default() -> Self {
        let rows = [[0.0; 4]; STAGE];
        Self { p: [rows; 3], q: [rows; 3], slots: [0; STAGE] }
    }
}

/// The pairs of one kind, `slots` of a tile, through a kernel.
#[inline(always)]
pub(super) fn run<K: Kernel, S: Simd>(
    simd: S,
    input: &Input<'_>,
    stage: &mut Stage,
    slots: &[u16],
    flipped: bool,
    found: &mut [Outcome],
) {
    for slots in slots.chunks(STAGE) {
        let count = stage.gather::<K>(input, slots, flipped).next_multiple_of(Column::<S>::LEN);
        let mut first = 0;
        while first < count {
            let lane = stage.lane::<K, S>(simd, first, flipped);
            let slots = &stage.slots[first..first + Column::<S>::LEN];
            match K::contacts(simd, &lane) {
                None => slots.iter().for_each(|&slot| found[usize::from(slot)].rows[0] = [0.0; 4]),
                Some(contacts) => {
                    let a = if flipped { &lane.q.near } else { &lane.p.near };
                    let origin = (input.points == Points::InWorld).then_some([a[0], a[1]]);
                    put::<K, S>(simd, &contacts, origin, slots, found);
                    redo::<S>(input, &contacts.rare, slots, found);
                }
            }
            first += Column::<S>::LEN;
        }
    }
}

impl Stage {
    /// Fills the stage; what is left of the last lane repeats the last pair, whose outcome is then written more than once.
    #[inline(always)]
    fn gather<K: Kernel>(&mut self, input: &Input<'_>, slots: &[u16], flipped: bool) -> usize {
        for (i, &slot) in slots.iter().enumerate() {
            let pair = input.pairs[usize::from(slot)];
            let (p, q) = if flipped { (pair.b(), pair.a()) } else { (pair.a(), pair.b()) };
            let (p, q) = (&input.records[p as usize], &input.records[q as usize]);
            keep(&mut self.p, i, p, K::PARTS[0]);
            keep(&mut self.q, i, q, K::PARTS[1]);
            self.slots[i] = slot;
        }
        let last = slots.len() - 1;
        for i in slots.len()..slots.len().next_multiple_of(WIDEST).min(STAGE) {
            for part in 0..3 {
                self.p[part][i] = self.p[part][last];
                self.q[part][i] = self.q[part][last];
            }
            self.slots[i] = self.slots[last];
        }
        slots.len()
    }

    #[inline(always)]
    fn lane<K: Kernel, S: Simd>(&self, simd: S, first: usize, flipped: bool) -> Lane<S> {
        let zero = Column::<S>::splat(simd, 0.0);
        let bodies = |from: &Parts, parts: usize| {
            let part = |i: usize| if i < parts { columns(simd, &from[i], first) } else { [zero; 4] };
            Bodies::<S> { near: part(0), far: part(1), arm: part(2) }
        };
        let (p, q) = (bodies(&self.p, K::PARTS[0]), bodies(&self.q, K::PARTS[1]));
        let p_from_a = if flipped { [p.near[0] - q.near[0], p.near[1] - q.near[1]] } else { [zero; 2] };
        Lane { p, q, flipped, p_from_a }
    }
}

#[inline(always)]
fn keep(parts: &mut Parts, i: usize, record: &Record, count: usize) {
    parts[0][i] = record.near;
    if count > 1 {
        parts[1][i] = record.far;
    }
    if count > 2 {
        parts[2][i] = record.arm;
    }
}

/// Rows of four numbers, as many as a lane has pairs, as four columns.
#[inline(always)]
fn columns<S: Simd>(simd: S, rows: &[[f32; 4]; STAGE], first: usize) -> [Column<S>; 4] {
    let n = Column::<S>::LEN;
    let flat = &rows[first..first + n].as_flattened()[..4 * n];
    let vector = |i: usize| Column::<S>::from_slice(simd, &flat[i * n..(i + 1) * n]);
    let (xz0, yw0) = vector(0).deinterleave(vector(1));
    let (xz1, yw1) = vector(2).deinterleave(vector(3));
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

#[inline(always)]
fn put<K: Kernel, S: Simd>(
    simd: S,
    contacts: &Found<S>,
    origin: Option<[Column<S>; 2]>,
    slots: &[u16],
    found: &mut [Outcome],
) {
    let [x, y] = origin.unwrap_or([Column::<S>::splat(simd, 0.0); 2]);
    let point = |[px, py, depth, feature]: [Column<S>; 4]| {
        if origin.is_some() { [x + px, y + py, depth, feature] } else { [px, py, depth, feature] }
    };
    let [nx, ny] = contacts.normal;
    let (mut heads, mut firsts, mut seconds) = ([[0.0; 4]; WIDEST], [[0.0; 4]; WIDEST], [[0.0; 4]; WIDEST]);
    rows::<S>([nx, ny, contacts.depth, contacts.count.bitcast()], &mut heads);
    rows::<S>(point(contacts.points[0]), &mut firsts);
    if K::POINTS > 1 {
        rows::<S>(point(contacts.points[1]), &mut seconds);
    }
    for (i, &slot) in slots.iter().enumerate() {
        let second = if K::POINTS > 1 { seconds[i] } else { [0.0; 4] };
        found[usize::from(slot)].rows = [heads[i], firsts[i], second];
    }
}

#[inline(always)]
fn redo<S: Simd>(input: &Input<'_>, rare: &Mask<S>, slots: &[u16], found: &mut [Outcome]) {
    let mut rare = rare.to_bitmask();
    while rare != 0 {
        let slot = usize::from(slots[rare.trailing_zeros() as usize]);
        found[slot] = scalar(input, input.pairs[slot]);
        rare &= rare - 1;
    }
}
