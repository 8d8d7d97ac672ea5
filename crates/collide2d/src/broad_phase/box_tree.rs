//! A tree of boxes: which of them overlap an area.

use crate::aabb::Aabb;

/// Children of a node.
const FAN: usize = 8;

/// Boxes in a tree packed from sorted tiles (Leutenegger, Lopez and Edgington, "STR: a simple and efficient
/// algorithm for R-tree packing", 1997), in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct BoxTree {
    /// Boxes with the indices of their bodies, tile by tile.
    leaves: Vec<(Aabb, u32)>,
    /// Each is the bounds of [`FAN`] nodes of the level below, level by level.
    nodes: Vec<Aabb>,
    /// Where each level starts among the nodes.
    levels: Vec<usize>,
    /// Nodes to visit: level, counted from the leaves, and index in it.
    open: Vec<(usize, usize)>,
}

impl BoxTree {
    /// Rebuilds the tree.
    pub fn fill(&mut self, boxes: impl Iterator<Item = (Aabb, u32)>) {
        self.leaves.clear();
        self.leaves.extend(boxes);
        let tiles = self.leaves.len().div_ceil(FAN);
        let column = FAN * (tiles as f32).sqrt().ceil() as usize;
        let middle = |leaf: &(Aabb, u32)| leaf.0.center();
        let order = |p: f32, q: f32, i: u32, j: u32| p.total_cmp(&q).then(i.cmp(&j));
        self.leaves.sort_unstable_by(|p, q| order(middle(p).x, middle(q).x, p.1, q.1));
        for column in self.leaves.chunks_mut(column.max(1)) {
            column.sort_unstable_by(|p, q| order(middle(p).y, middle(q).y, p.1, q.1));
        }
        self.nodes.clear();
        self.levels.clear();
        let around = |boxes: &mut dyn Iterator<Item = Aabb>| boxes.reduce(|p, q| p.union(&q));
        self.levels.push(0);
        self.nodes.extend(self.leaves.chunks(FAN).filter_map(|c| around(&mut c.iter().map(|leaf| leaf.0))));
        let mut below = 0..self.nodes.len();
        while below.len() > 1 {
            self.levels.push(below.end);
            for first in below.clone().step_by(FAN) {
                let children = &self.nodes[first..below.end.min(first + FAN)];
                self.nodes.extend(around(&mut children.iter().copied()));
            }
            below = below.end..self.nodes.len();
        }
    }

    /// Fills `found` with the indices of the boxes that overlap `area`, ascending.
    pub fn overlapping(&mut self, area: &Aabb, found: &mut Vec<u32>) {
        found.clear();
        self.for_each_overlapping(area, |index| found.push(index));
        found.sort_unstable();
    }

    /// Visits the indices of the boxes that overlap `area`, in no order.
    pub fn for_each_overlapping(&mut self, area: &Aabb, mut visit: impl FnMut(u32)) {
        self.open.clear();
        if !self.nodes.is_empty() {
            self.open.push((self.levels.len() - 1, 0));
        }
        while let Some((level, index)) = self.open.pop() {
            if !self.nodes[self.levels[level] + index].overlaps(area) {
                continue;
            }
            let (first, last) = (index * FAN, (index + 1) * FAN);
            if let Some(below) = level.checked_sub(1) {
                let count = self.levels[level] - self.levels[below];
                self.open.extend((first..last.min(count)).map(|child| (below, child)));
            } else {
                let leaves = &self.leaves[first..last.min(self.leaves.len())];
                leaves.iter().filter(|leaf| leaf.0.overlaps(area)).for_each(|leaf| visit(leaf.1));
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/box_tree.rs"]
mod tests;
