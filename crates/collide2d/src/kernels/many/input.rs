//! What the kernels are given.

use super::record::Records;
use crate::contact::outcome::Outcome;
use crate::pair::PairKey;

/// What the kernels leave to the separating-axis test.
pub(crate) trait OneByOne {
    /// The contact of a pair.
    fn collide(&self, pair: PairKey) -> Outcome;
    /// Reads a little of what the test of a pair reads. The number means nothing.
    fn fetch(&self, pair: PairKey) -> u32;
}

/// What all tiles are made from.
pub(super) struct Input<'i> {
    pub records: &'i Records,
    pub one_by_one: &'i dyn OneByOne,
    pub pairs: &'i [PairKey],
}
