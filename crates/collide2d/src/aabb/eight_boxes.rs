//! Boxes side by side, compared four at a time: the children of a tree's node.

use glam::{BVec4A, Vec2, Vec4};

use super::Aabb;

/// Children of a node.
pub(crate) const FAN: usize = 8;

/// The boxes of a node's children. A missing child has an empty box, which overlaps nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct EightBoxes(pub [FourBoxes; 2]);

/// Four boxes side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FourBoxes {
    pub min_x: Vec4,
    pub min_y: Vec4,
    pub max_x: Vec4,
    pub max_y: Vec4,
}

impl EightBoxes {
    /// The first [`FAN`] boxes.
    pub fn of(boxes: impl Iterator<Item = Aabb>) -> Self {
        let mut sides =
            [[f32::INFINITY; FAN], [f32::INFINITY; FAN], [-f32::INFINITY; FAN], [-f32::INFINITY; FAN]];
        for (i, Aabb { min, max }) in boxes.take(FAN).enumerate() {
            for (side, number) in sides.iter_mut().zip([min.x, min.y, max.x, max.y]) {
                side[i] = number;
            }
        }
        Self([0, 4].map(|from| {
            let [min_x, min_y, max_x, max_y] = sides.map(|side| Vec4::from_slice(&side[from..]));
            FourBoxes { min_x, min_y, max_x, max_y }
        }))
    }

    /// The box around all.
    pub fn bounds(&self) -> Aabb {
        let Self([p, q]) = self;
        let min = Vec2::new(p.min_x.min(q.min_x).min_element(), p.min_y.min(q.min_y).min_element());
        let max = Vec2::new(p.max_x.max(q.max_x).max_element(), p.max_y.max(q.max_y).max_element());
        Aabb { min, max }
    }

    /// Bit `i` is set where box `i` overlaps `area`, edges included.
    #[inline]
    pub fn overlapping(&self, area: &FourBoxes) -> u32 {
        let [low, high] = self.0.each_ref().map(|four| four.overlap(area).bitmask());
        low | high << 4
    }
}

impl FourBoxes {
    /// The same box four times.
    pub fn splat(aabb: &Aabb) -> Self {
        let [min_x, min_y, max_x, max_y] = [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y].map(Vec4::splat);
        Self { min_x, min_y, max_x, max_y }
    }

    /// Which boxes overlap that of the other at the same place, edges included.
    #[inline]
    pub fn overlap(&self, other: &Self) -> BVec4A {
        let across = self.min_x.cmple(other.max_x) & self.max_x.cmpge(other.min_x);
        let up = self.min_y.cmple(other.max_y) & self.max_y.cmpge(other.min_y);
        across & up
    }
}
