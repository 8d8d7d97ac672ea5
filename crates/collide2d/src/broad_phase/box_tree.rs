//! A tree of boxes: which of them meet an area, a ray or a moving box, the nearest first.

use glam::Vec4;

use crate::aabb::Aabb;
use crate::aabb::eight_boxes::{EightBoxes, FAN, FourBoxes};

/// Levels of the deepest tree: 8¹¹ > 2³² boxes.
const MOST_LEVELS: usize = 11;

/// Boxes in a tree packed from sorted tiles (Leutenegger, Lopez and Edgington, "STR: a simple and efficient
/// algorithm for R-tree packing", 1997), in memory kept between fillings.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoxTree {
    /// Boxes with the indices of their bodies, tile by tile.
    leaves: Vec<(Aabb, u32)>,
    /// The boxes of [`FAN`] leaves each, then the bounds of [`FAN`] nodes of the level below, level by level.
    nodes: Vec<EightBoxes>,
    /// The first child of each node: a leaf of those that have leaves, which come first, else a node.
    first_child: Vec<u32>,
}

impl BoxTree {
    /// Rebuilds the tree.
    pub fn fill(&mut self, boxes: impl Iterator<Item = (Aabb, u32)>) {
        self.leaves.clear();
        self.leaves.extend(boxes);
        let column = FAN * (self.leaves.len().div_ceil(FAN) as f32).sqrt().ceil() as usize;
        let middle = |leaf: &(Aabb, u32)| leaf.0.center();
        let order = |p: f32, q: f32, i: u32, j: u32| p.total_cmp(&q).then(i.cmp(&j));
        self.leaves.sort_unstable_by(|p, q| order(middle(p).x, middle(q).x, p.1, q.1));
        for column in self.leaves.chunks_mut(column.max(1)) {
            column.sort_unstable_by(|p, q| order(middle(p).y, middle(q).y, p.1, q.1));
        }
        self.pack();
    }

    /// [`BoxTree::fill`] without sorting, for a few boxes that lie near each other in the order in which they come.
    pub fn fill_in_order(&mut self, boxes: impl Iterator<Item = (Aabb, u32)>) {
        self.leaves.clear();
        self.leaves.extend(boxes);
        self.pack();
    }

    /// Makes the nodes above the leaves.
    fn pack(&mut self) {
        let tiles = self.leaves.len().div_ceil(FAN);
        self.nodes.clear();
        self.nodes.extend(self.leaves.chunks(FAN).map(|tile| EightBoxes::of(tile.iter().map(|leaf| leaf.0))));
        self.first_child.clear();
        self.first_child.extend((0..tiles).map(|tile| (tile * FAN) as u32));
        let mut below = 0..tiles;
        while below.len() > 1 {
            for first in below.clone().step_by(FAN) {
                let children = &self.nodes[first..below.end.min(first + FAN)];
                let node = EightBoxes::of(children.iter().map(EightBoxes::bounds));
                self.nodes.push(node);
                self.first_child.push(first as u32);
            }
            below = below.end..self.nodes.len();
        }
    }

    /// Fills `found` with the indices of the boxes that overlap `area`, ascending.
    pub fn overlapping(&self, area: &Aabb, found: &mut Vec<u32>) {
        found.clear();
        self.for_each_overlapping(area, |index| found.push(index));
        found.sort_unstable();
    }

    /// Visits the indices of the boxes that overlap `area`, in no order.
    pub fn for_each_overlapping(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if let Some(root) = self.nodes.len().checked_sub(1) {
            self.visit_overlapping(root, &FourBoxes::splat(area), &mut visit);
        }
    }

    fn visit_overlapping(&self, node: usize, area: &FourBoxes, visit: &mut impl FnMut(u32)) {
        let has_leaves = node < self.leaves.len().div_ceil(FAN);
        let mut left = self.nodes[node].overlapping(area);
        while left != 0 {
            let child = self.first_child[node] as usize + left.trailing_zeros() as usize;
            left &= left - 1;
            if has_leaves {
                visit(self.leaves[child].1);
            } else {
                self.visit_overlapping(child, area, visit);
            }
        }
    }

    /// Visits boxes depth first, the nearest child of each node first. `away` gives lower bounds of the
    /// distance of four boxes, in the caller's measure, infinite for a box that is not to be visited; for the
    /// bounds of several boxes it is at most that of any of them. `visit` gets the index and the bound of a
    /// box, and returns the largest bound that is still worth a visit.
    #[inline]
    pub fn walk(&self, away: impl Fn(&FourBoxes) -> Vec4, mut visit: impl FnMut(u32, f32) -> f32) {
        let Some(root) = self.nodes.len().checked_sub(1) else { return };
        let tiles = self.leaves.len().div_ceil(FAN);
        let mut most = f32::MAX;
        let open_node = |node: usize, most: f32| OpenNode {
            node,
            away: self.nodes[node].0.each_ref().map(|four| {
                let away = away(four);
                Vec4::select(away.cmple(Vec4::splat(most)), away, Vec4::INFINITY)
            }),
        };
        // From the root to the node whose children are visited.
        let mut open = [OpenNode::default(); MOST_LEVELS];
        open[0] = open_node(root, most);
        let mut depth = 0;
        loop {
            let top = &mut open[depth];
            let (node, next) = (top.node, top.take_nearest(most));
            let child = |lane| self.first_child[node] as usize + lane;
            match next {
                Some((lane, away)) if node < tiles => {
                    most = visit(self.leaves[child(lane)].1, away).min(f32::MAX);
                }
                Some((lane, _)) => {
                    depth += 1;
                    open[depth] = open_node(child(lane), most);
                }
                None if depth == 0 => break,
                None => depth -= 1,
            }
        }
    }
}

/// A node whose children are visited.
#[derive(Clone, Copy, Debug, Default)]
struct OpenNode {
    node: usize,
    /// Lower bounds of the children's distances; infinite for those that were visited.
    away: [Vec4; 2],
}

impl OpenNode {
    /// Takes the nearest child that is left, with its bound; of equal ones the first. `None`: all are beyond
    /// `most`.
    #[inline]
    fn take_nearest(&mut self, most: f32) -> Option<(usize, f32)> {
        const LANES: [Vec4; 2] = [Vec4::new(0.0, 1.0, 2.0, 3.0), Vec4::new(4.0, 5.0, 6.0, 7.0)];
        let [p, q] = self.away;
        let nearest = p.min(q).min_element();
        if nearest > most {
            return None;
        }
        let is_nearest = |four: Vec4| four.cmpeq(Vec4::splat(nearest)).bitmask();
        let lane = (is_nearest(p) | is_nearest(q) << 4).trailing_zeros() as usize;
        // As a whole: a store of one lane would have the next load wait.
        for (four, lanes) in self.away.iter_mut().zip(LANES) {
            *four = Vec4::select(lanes.cmpeq(Vec4::splat(lane as f32)), Vec4::INFINITY, *four);
        }
        Some((lane, nearest))
    }
}

/// The `away` of [`BoxTree::walk`] that visits the boxes that overlap `area`, edges included.
pub(crate) fn overlapping(area: &Aabb) -> impl Fn(&FourBoxes) -> Vec4 + use<> {
    let area = FourBoxes::splat(area);
    move |boxes| Vec4::select(boxes.overlap(&area), Vec4::ZERO, Vec4::INFINITY)
}

#[cfg(test)]
#[path = "../../tests/unit/box_tree.rs"]
mod tests;
