//! A tree over boxes that never change: which of them meet an area.

use crate::aabb::Aabb;
use crate::aabb::eight_boxes::{EightBoxes, FAN, FourBoxes};

/// Consecutive boxes are near each other along a chain, and mostly among parts that one program wrote, so a node has
/// [`FAN`] consecutive ones, or as many consecutive nodes of the level below.
#[derive(PartialEq)]
pub(crate) struct SegmentTree {
    /// Level 0 has the boxes themselves, the last level one node.
    levels: Vec<Box<[EightBoxes]>>,
}

impl SegmentTree {
    /// At least one box.
    pub fn of(boxes: impl Iterator<Item = Aabb>) -> Self {
        let mut levels = Vec::new();
        let mut below: Vec<Aabb> = boxes.collect();
        while levels.is_empty() || below.len() > 1 {
            let nodes: Box<[_]> =
                below.chunks(FAN).map(|boxes| EightBoxes::of(boxes.iter().copied())).collect();
            below = nodes.iter().map(EightBoxes::bounds).collect();
            levels.push(nodes);
        }
        Self { levels }
    }

    /// Visits the indices of the boxes that overlap `area`, ascending.
    pub fn for_each_overlapping(&self, area: &Aabb, visit: &mut impl FnMut(usize)) {
        self.walk(self.levels.len() - 1, 0, &FourBoxes::splat(area), visit);
    }

    fn walk(&self, level: usize, node: usize, area: &FourBoxes, visit: &mut impl FnMut(usize)) {
        let mut left = self.levels[level][node].overlapping(area);
        while left != 0 {
            let child = node * FAN + left.trailing_zeros() as usize;
            left &= left - 1;
            match level.checked_sub(1) {
                None => visit(child),
                Some(below) => self.walk(below, child, area, visit),
            }
        }
    }
}
