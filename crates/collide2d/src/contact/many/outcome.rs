//! What became of a pair.

use glam::Vec2;

use super::super::{Contact, ContactPoint, Count};

/// The contact of a pair, or that there is none. In rows of four numbers, as lanes write them: normal, depth and number of points;
/// then each point. What is past the points may be anything.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub struct Outcome {
    pub(super) rows: [[f32; 4]; 3],
}

impl Outcome {
    /// The pair is apart.
    pub const APART: Self = Self { rows: [[0.0; 4]; 3] };

    /// Whether there is a contact.
    #[inline(always)]
    pub fn touches(&self) -> bool {
        self.count() > 0
    }

    /// Points of the contact; 0 where the pair is apart.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.rows[0][3].to_bits()
    }

    /// As [`crate::collide`] returns it.
    #[inline(always)]
    pub fn contact(&self) -> Option<Contact> {
        if self.touches() { Some(self.contact_or_any()) } else { None }
    }

    /// Points seen from elsewhere: `by` is added to each.
    pub(super) fn shift(&mut self, by: Vec2) {
        let count = self.count() as usize;
        for [x, y, ..] in self.rows[1..].iter_mut().take(count) {
            (*x, *y) = (by.x + *x, by.y + *y);
        }
    }

    /// The contact; anything where the pair is apart. For who decides without a branch.
    #[inline(always)]
    pub(crate) fn contact_or_any(&self) -> Contact {
        let [[x, y, depth, count], first, second] = self.rows;
        let point = |[x, y, depth, feature]: [f32; 4]| ContactPoint {
            from_a: Vec2::new(x, y),
            depth,
            feature: feature.to_bits(),
        };
        Contact {
            normal: Vec2::new(x, y),
            depth,
            points: [point(first), point(second)],
            count: if count.to_bits() == 2 { Count::Two } else { Count::One },
        }
    }
}

impl From<Option<Contact>> for Outcome {
    #[inline]
    fn from(contact: Option<Contact>) -> Self {
        let Some(Contact { normal, depth, points, count }) = contact else { return Self::APART };
        let row = |p: &ContactPoint| [p.from_a.x, p.from_a.y, p.depth, f32::from_bits(p.feature)];
        let head = [normal.x, normal.y, depth, f32::from_bits(count as u32)];
        Self { rows: [head, row(&points[0]), row(&points[1])] }
    }
}

impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        self.contact() == other.contact()
    }
}
