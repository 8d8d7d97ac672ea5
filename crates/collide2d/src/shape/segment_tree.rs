//! A tree over boxes that never change: which of them meet an area.

use crate::aabb::Aabb;

/// Boxes of a leaf's node, and children of a node.
const FAN: usize = 8;

/// Consecutive boxes are near each other along a chain, and mostly among parts that one program wrote, so a node is the bounds of [`FAN`] consecutive ones of the
/// level below.
#[derive(Debug, PartialEq)]
pub(crate) struct SegmentTree {
    /// Level 0 are the boxes themselves.
    levels: Vec<Box<[Aabb]>>,
}

impl SegmentTree {
    pub fn of(boxes: impl Iterator<Item = Aabb>) -> Self {
        let mut levels: Vec<Box<[Aabb]>> = vec![boxes.collect()];
        while let Some(below) = levels.last().filter(|below| below.len() > 1) {
            let bounds =
                |boxes: &[Aabb]| boxes.iter().copied().reduce(|p, q| p.union(&q)).unwrap_or_default();
            let above = below.chunks(FAN).map(bounds).collect();
            levels.push(above);
        }
        Self { levels }
    }

    /// Visits the indices of the boxes that overlap `area`, ascending.
    pub fn for_each_overlapping(&self, area: &Aabb, visit: &mut impl FnMut(usize)) {
        if let Some(top) = self.levels.len().checked_sub(1) {
            self.walk(top, 0..self.levels[top].len(), area, visit);
        }
    }

    fn walk(&self, level: usize, range: std::ops::Range<usize>, area: &Aabb, visit: &mut impl FnMut(usize)) {
        for i in range {
            if !self.levels[level][i].overlaps(area) {
                continue;
            }
            match level.checked_sub(1) {
                None => visit(i),
                Some(below) => {
                    let end = self.levels[below].len().min((i + 1) * FAN);
                    self.walk(below, i * FAN..end, area, visit);
                }
            }
        }
    }
}
