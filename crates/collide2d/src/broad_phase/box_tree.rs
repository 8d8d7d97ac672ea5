//! A tree of boxes: which of them meet an area, a ray or a moving box, the nearest first.

use std::array;

use glam::Vec2;

use crate::aabb::Aabb;

/// Children of a node.
const FAN: usize = 8;
/// The deepest tree of 2³² boxes has eleven levels; a walk keeps at most [`FAN`] nodes of each.
const MOST_OPEN: usize = 11 * FAN;

type PerChild = [f32; FAN];

/// Boxes in a tree packed from sorted tiles (Leutenegger, Lopez and Edgington, "STR: a simple and efficient
/// algorithm for R-tree packing", 1997), in memory kept between fillings.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoxTree {
    /// Boxes with the indices of their bodies, tile by tile.
    leaves: Vec<(Aabb, u32)>,
    /// The boxes of [`FAN`] leaves each, then the bounds of [`FAN`] nodes of the level below, level by level.
    nodes: Vec<ChildBoxes>,
    /// Where each level starts among the nodes.
    levels: Vec<usize>,
}

/// The boxes of a node's children side by side; NaN for a child that is not there.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct ChildBoxes {
    min_x: PerChild,
    min_y: PerChild,
    max_x: PerChild,
    max_y: PerChild,
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
        self.levels.push(0);
        let tiles = self.leaves.chunks(FAN);
        self.nodes.extend(tiles.map(|tile| ChildBoxes::of(tile.iter().map(|leaf| leaf.0))));
        let mut below = 0..self.nodes.len();
        while below.len() > 1 {
            self.levels.push(below.end);
            for first in below.clone().step_by(FAN) {
                let children = &self.nodes[first..below.end.min(first + FAN)];
                let node = ChildBoxes::of(children.iter().map(ChildBoxes::bounds));
                self.nodes.push(node);
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
        let meets = |aabb: &Aabb| if aabb.overlaps(area) { 0.0 } else { f32::INFINITY };
        self.walk(meets, |index, _| {
            visit(index);
            f32::MAX
        });
    }

    /// Visits the indices of boxes, the nearer ones first as far as the bounds that hold them tell. `away` says of a box
    /// how far away it is at least, in the caller's measure, infinitely where it is not to be visited; of the bounds of
    /// boxes no more than of any of these. `visit` has that of the box, and returns how far away it is worth going on.
    #[inline]
    pub fn walk(&self, away: impl Fn(&Aabb) -> f32, mut visit: impl FnMut(u32, f32) -> f32) {
        if self.nodes.is_empty() {
            return;
        }
        let mut most = f32::MAX;
        let mut open = [(0.0, 0_u32, 0_u32); MOST_OPEN];
        open[0] = (0.0, self.levels.len() as u32 - 1, 0);
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (nearest, level, index) = open[count];
            if nearest > most {
                continue;
            }
            let node = &self.nodes[self.levels[level as usize] + index as usize];
            // The nearest child is on top, of equal ones the first.
            let first = count;
            let below = match level.checked_sub(1) {
                Some(below) => self.levels[level as usize] - self.levels[below as usize],
                None => self.leaves.len(),
            };
            let there = below - index as usize * FAN;
            for (child, &away) in node.each(&away).iter().enumerate().take(there) {
                if away <= most {
                    let mut at = count;
                    while at > first && open[at - 1].0 <= away {
                        open[at] = open[at - 1];
                        at -= 1;
                    }
                    open[at] = (away, level.wrapping_sub(1), index * FAN as u32 + child as u32);
                    count += 1;
                }
            }
            if level == 0 {
                while count > first {
                    count -= 1;
                    let (away, _, leaf) = open[count];
                    if away <= most {
                        most = visit(self.leaves[leaf as usize].1, away);
                    }
                }
            }
        }
    }
}

impl ChildBoxes {
    fn of(boxes: impl Iterator<Item = Aabb>) -> Self {
        let none = [f32::NAN; FAN];
        let mut own = Self { min_x: none, min_y: none, max_x: none, max_y: none };
        for (i, aabb) in boxes.take(FAN).enumerate() {
            (own.min_x[i], own.min_y[i]) = aabb.min.into();
            (own.max_x[i], own.max_y[i]) = aabb.max.into();
        }
        own
    }

    fn bounds(&self) -> Aabb {
        let least = |of: &PerChild| of.iter().copied().fold(f32::INFINITY, f32::min);
        let most = |of: &PerChild| of.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let (min, max) = ((least(&self.min_x), least(&self.min_y)), (most(&self.max_x), most(&self.max_y)));
        Aabb { min: min.into(), max: max.into() }
    }

    #[inline(always)]
    fn each(&self, of: impl Fn(&Aabb) -> f32) -> PerChild {
        let Self { min_x, min_y, max_x, max_y } = self;
        array::from_fn(|i| {
            of(&Aabb { min: Vec2::new(min_x[i], min_y[i]), max: Vec2::new(max_x[i], max_y[i]) })
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/box_tree.rs"]
mod tests;
