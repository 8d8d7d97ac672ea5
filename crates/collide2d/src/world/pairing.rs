//! Which bodies are a pair: what is read of each, and which pairs are looked at.

use crate::body::Body;
use crate::filter::Filter;
use crate::pair::PairKind;
use crate::shape::ShapeKind;

/// Which pairs to look at. Wall with wall never is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairFilter {
    /// Pairs that a step acts on: those of [`PairFilter::NotBothStatic`] that no sleeping island leaves out.
    Acting,
    NotBothStatic,
    All,
}

/// What events and the broad phase read of a body, close together in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traits {
    pub kind: ShapeKind,
    pub is_composite: bool,
    pub is_static: bool,
    pub lies_still: bool,
    pub is_sensor: bool,
    pub is_removed: bool,
    pub is_piece: bool,
    pub is_one_way: bool,
    filter: Filter,
}

impl Traits {
    pub fn of(body: &Body) -> Self {
        Self {
            kind: body.shape().kind(),
            is_composite: body.shape().is_composite(),
            is_static: body.is_static(),
            lies_still: body.lies_still(),
            is_sensor: body.is_sensor(),
            is_removed: body.is_removed(),
            is_piece: body.is_piece(),
            is_one_way: body.one_way().is_some(),
            filter: body.filter(),
        }
    }

    #[inline]
    pub fn is_pair(self, other: Self, filter: PairFilter) -> bool {
        let gone = self.is_removed || other.is_removed;
        let both_static = self.is_static && other.is_static;
        let wanted = match filter {
            PairFilter::Acting => !(both_static || self.lies_still && other.lies_still),
            PairFilter::NotBothStatic => !both_static,
            PairFilter::All => true,
        };
        let meet = self.filter.lets_meet(other.filter);
        wanted && !gone && meet && PairKind::new(self.kind, other.kind).can_touch()
    }

    /// The class of bodies that meet the same others, filters aside: bit 0 is set for static ones, bit 1 for walls. `None`
    /// of a removed body, which meets none.
    pub fn class(self) -> Option<usize> {
        let class = usize::from(self.is_static) | usize::from(!self.kind.has_inside()) << 1;
        (!self.is_removed).then_some(class)
    }

    /// [`Traits::is_pair`] with any body of a class.
    pub fn meets(self, class: usize, filter: PairFilter) -> bool {
        let both_static = self.is_static && class & 1 != 0;
        let both_walls = !self.kind.has_inside() && class & 2 != 0;
        !self.is_removed && !both_walls && (filter == PairFilter::All || !both_static)
    }
}
