//! One strip's boxes sorted by left edge, in arrays of edges, to compare one box with eight at a time.

use fearless_simd::{Simd, f32x8, prelude::*};

use super::nearly_sorted::nearly_sorted;
use crate::aabb::Aabb;

const LANES: usize = 8;

#[derive(Debug, Default)]
pub(super) struct StripRow {
    /// As given.
    boxes: Vec<Listed>,
    /// Left edge (upper 32 bits), then position in `boxes`.
    order: Vec<u64>,
    indices: Vec<u32>,
    left: Vec<f32>,
    right: Vec<f32>,
    bottom: Vec<f32>,
    top: Vec<f32>,
    /// 0 in a box's first strip, 1 in the others.
    late: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub aabb: Aabb,
    /// Among all boxes.
    pub index: u32,
    /// 0 in a box's first strip, 1 in the others.
    pub late: f32,
}

impl StripRow {
    /// Of the boxes, sorted by left edge.
    pub fn indices(&self) -> &[u32] {
        &self.indices
    }

    /// Takes the boxes of another strip, at most `most`, nearly sorted by left edge.
    #[inline]
    pub fn fill(&mut self, most: usize, boxes: impl Iterator<Item = Listed>) {
        if most > self.order.capacity() {
            self.reserve(2 * most);
        }
        self.boxes.clear();
        self.order.clear();
        for listed in boxes {
            self.order.push(u64::from(rank(listed.aabb.min.x)) << 32 | self.boxes.len() as u64);
            self.boxes.push(listed);
        }
        nearly_sorted(&mut self.order);

        // Every comparison with NaN is false.
        let padded = self.order.len() + LANES;
        for edges in [&mut self.left, &mut self.right, &mut self.bottom, &mut self.top, &mut self.late] {
            edges.resize(padded, f32::NAN);
            edges[padded - LANES..].fill(f32::NAN);
        }
        self.indices.resize(self.order.len(), 0);
        let edges = self.left.iter_mut().zip(&mut self.right).zip(&mut self.bottom).zip(&mut self.top);
        let rest = self.late.iter_mut().zip(&mut self.indices);
        for ((key, (((left, right), bottom), top)), (late, index)) in self.order.iter().zip(edges).zip(rest) {
            let listed = self.boxes[*key as u32 as usize];
            (*left, *bottom) = listed.aabb.min.into();
            (*right, *top) = listed.aabb.max.into();
            (*late, *index) = (listed.late, listed.index);
        }
    }

    /// Reserves more than the fullest strip needs, so that a somewhat fuller one does not allocate.
    #[cold]
    fn reserve(&mut self, count: usize) {
        self.boxes = Vec::with_capacity(count);
        self.order = Vec::with_capacity(count);
        self.indices = Vec::with_capacity(count);
        for edges in [&mut self.left, &mut self.right, &mut self.bottom, &mut self.top, &mut self.late] {
            *edges = Vec::with_capacity(count + LANES);
        }
    }

    /// Calls `found` with every pair that overlaps and has its first common strip here, until it returns false.
    #[inline]
    pub fn sweep<S: Simd>(&self, simd: S, mut found: impl FnMut(u32, u32) -> bool) {
        let Self { left, right, bottom, top, late, indices, .. } = self;
        for (i, &index) in indices.iter().enumerate() {
            let own = |edges: &[f32]| f32x8::splat(simd, edges[i]);
            let (own_right, own_bottom, own_top) = (own(right), own(bottom), own(top));
            // Two late boxes have an earlier common strip.
            let own_late = 1.0 - own(late);
            let mut from = i + 1;
            while let Some(lefts) = left.get(from..from + LANES) {
                let near = f32x8::from_slice(simd, lefts).simd_le(own_right);
                let at = |edges: &[f32]| f32x8::from_slice(simd, &edges[from..from + LANES]);
                let overlap = near
                    & at(bottom).simd_le(own_top)
                    & own_bottom.simd_le(at(top))
                    & at(late).simd_le(own_late);
                let mut hits = overlap.to_bitmask();
                while hits != 0 {
                    if !found(index, indices[from + hits.trailing_zeros() as usize]) {
                        return;
                    }
                    hits &= hits - 1;
                }
                if near.to_bitmask() >> (LANES - 1) == 0 {
                    break;
                }
                from += LANES;
            }
        }
    }
}

/// Sorts as an integer as the edge sorts as a float.
#[inline]
fn rank(edge: f32) -> u32 {
    let bits = edge.to_bits();
    bits ^ ((bits as i32 >> 31) as u32 | 1 << 31)
}
