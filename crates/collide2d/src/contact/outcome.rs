//! The contact of a pair, or none, in the form kept for many pairs.

use glam::Vec2;

use super::manifold::{Contact, ContactPoint};
use crate::pair::PairKey;

/// The contact of a pair, or none. In rows of four numbers, as the kernels write them: normal, depth and
/// number of points; then each point. Rows past the points may hold anything.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub struct Outcome {
    pub(crate) rows: [[f32; 4]; 3],
}

/// The separating-axis test for pairs that the kernels leave to it.
pub(crate) trait OneByOne {
    fn collide(&self, pair: PairKey) -> Outcome;
    /// Prefetches what the test of a pair reads. The number has no meaning.
    fn prefetch(&self, pair: PairKey) -> u32;
}

impl Outcome {
    /// The pair is apart.
    pub const APART: Self = Self { rows: [[0.0; 4]; 3] };

    /// Whether there is a contact.
    pub fn touches(&self) -> bool {
        self.count() > 0
    }

    /// Number of contact points; 0 where the pair is apart.
    pub fn count(&self) -> u32 {
        self.rows[0][3].to_bits()
    }

    /// As [`crate::collide`] returns it.
    pub fn contact(&self) -> Option<Contact> {
        if !self.touches() {
            return None;
        }
        let [[x, y, depth, count], first, second] = self.rows;
        let point = |[x, y, depth, feature]: [f32; 4]| ContactPoint {
            from_a: Vec2::new(x, y),
            depth,
            feature: feature.to_bits(),
        };
        let normal = Vec2::new(x, y);
        Some(Contact::with_points(normal, depth, [point(first), point(second)], count.to_bits() == 2))
    }
}

impl From<Option<Contact>> for Outcome {
    fn from(contact: Option<Contact>) -> Self {
        let Some(contact) = contact else { return Self::APART };
        let Contact { normal, depth, .. } = contact;
        let count = contact.points().len() as u32;
        let row = |p: &ContactPoint| [p.from_a.x, p.from_a.y, p.depth, f32::from_bits(p.feature)];
        let [first, second] = contact.ends();
        let rows = [[normal.x, normal.y, depth, f32::from_bits(count)], row(first), row(second)];
        Self { rows }
    }
}

impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        self.contact() == other.contact()
    }
}
