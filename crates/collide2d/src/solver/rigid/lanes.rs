//! SIMD lanes of eight bodies or contacts, and their transposition from and to rows of four numbers.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x4, f32x8};

/// Contacts of a row.
pub(super) const WIDTH: usize = 8;

/// One number for each contact of a row.
pub(super) type Eight = [f32; WIDTH];

#[inline(always)]
pub(super) fn eight<S: Simd>(simd: S, v: &Eight) -> f32x8<S> {
    f32x8::load_array_ref(simd, v)
}

/// [`columns`] of rows that are loaded from memory: `row` has that of each lane.
#[inline(always)]
pub(super) fn gathered<'r, S: Simd>(simd: S, row: impl Fn(usize) -> &'r [f32; 4]) -> [f32x8<S>; 4] {
    let mut loaded = [simd.splat_f32x4(0.0); WIDTH];
    for (l, loaded) in loaded.iter_mut().enumerate() {
        *loaded = f32x4::load_array_ref(simd, row(l));
    }
    columns(loaded)
}

/// Eight rows of four to four columns of eight.
#[inline(always)]
pub(super) fn columns<S: Simd>([a, b, c, d, e, f, g, h]: [f32x4<S>; WIDTH]) -> [f32x8<S>; 4] {
    transposed([a.combine(e), b.combine(f), c.combine(g), d.combine(h)])
}

/// Transposes each half.
#[inline(always)]
pub(super) fn transposed<S: Simd>(rows: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
    let (low_02, high_02) = zipped(rows[0], rows[2]);
    let (low_13, high_13) = zipped(rows[1], rows[3]);
    let (x, y) = zipped(low_02, low_13);
    let (z, w) = zipped(high_02, high_13);
    [x, y, z, w]
}

/// Zips each half with the other's.
#[inline(always)]
fn zipped<S: Simd>(p: f32x8<S>, q: f32x8<S>) -> (f32x8<S>, f32x8<S>) {
    let ((p_low, p_high), (q_low, q_high)) = (p.split(), q.split());
    let low = p_low.zip_low(q_low).combine(p_high.zip_low(q_high));
    (low, p_low.zip_high(q_low).combine(p_high.zip_high(q_high)))
}
