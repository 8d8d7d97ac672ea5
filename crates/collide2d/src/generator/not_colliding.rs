//! The pairs that joints hold and that do not collide.

use super::Generator;
use crate::pair::PairKey;
use crate::stored::{Bytes, Stored};

/// The pairs of bodies that a joint holds together and that do not collide, sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct NotColliding(Vec<PairKey>);

impl NotColliding {
    pub fn of(generators: &[Option<Generator>]) -> Self {
        let mut pairs: Vec<PairKey> =
            generators.iter().flatten().filter_map(Generator::not_colliding).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Self(pairs)
    }

    #[inline]
    pub fn has(&self, pair: PairKey) -> bool {
        !self.0.is_empty() && self.0.binary_search(&pair).is_ok()
    }

    /// The bodies that do not collide with this one.
    pub fn with(&self, body: u32) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().filter_map(move |pair| match (pair.a(), pair.b()) {
            (a, b) if a == body => Some(b),
            (a, b) if b == body => Some(a),
            _ => None,
        })
    }

    pub fn pairs(&self) -> &[PairKey] {
        &self.0
    }
}

/// It is made anew from the generators.
impl Stored for NotColliding {
    fn store(&self, _: &mut Vec<u8>) {}

    fn load(_: &mut Bytes<'_>) -> Option<Self> {
        Some(Self::default())
    }
}
