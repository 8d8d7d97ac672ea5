//! Candidate pairs in the order of their keys, body by body, for states that have too many to list.

use super::box_tree::BoxTree;
use crate::aabb::Aabb;
use crate::pair::PairKey;

/// Most classes of bodies.
pub(crate) const CLASSES: usize = 4;

/// Finds the pairs of one body after the other. Each class of bodies has a tree, and only those of classes
/// that may meet are asked, so that the work follows the number of pairs. Memory is kept between calls.
#[derive(Debug, Default)]
pub(crate) struct PairsInOrder {
    /// The boxes of each class.
    trees: [BoxTree; CLASSES],
}

impl PairsInOrder {
    /// Starts over with these boxes. `class` is below [`CLASSES`], `None` of a body that is in no pair.
    pub fn fill(&mut self, boxes: &[Aabb], class: impl Fn(u32) -> Option<usize>) {
        for (own, tree) in self.trees.iter_mut().enumerate() {
            // A box with a NaN overlaps nothing, and would hide its neighbours in the tree.
            let is_own = |(aabb, index): &(Aabb, u32)| {
                class(*index) == Some(own) && !aabb.min.is_nan() && !aabb.max.is_nan()
            };
            tree.fill(boxes.iter().copied().zip(0..).filter(is_own));
        }
    }

    /// Adds the pairs of which `body` is the lower index, with boxes that overlap `aabb`, sorted. `meets` says with
    /// which classes, `wanted` with which bodies.
    pub fn add_pairs_of(
        &mut self,
        body: u32,
        aabb: &Aabb,
        meets: impl Fn(usize) -> bool,
        wanted: impl Fn(u32) -> bool,
        pairs: &mut Vec<PairKey>,
    ) {
        let before = pairs.len();
        for (_, tree) in self.trees.iter_mut().enumerate().filter(|(class, _)| meets(*class)) {
            tree.for_each_overlapping(aabb, |other| {
                if other > body && wanted(other) {
                    pairs.push(PairKey::new(body, other));
                }
            });
        }
        pairs[before..].sort_unstable();
    }
}
