//! The separating-axis test and its observers.

pub(crate) mod axis;
pub(crate) mod boxes;
pub(crate) mod discs;
pub(crate) mod exact;
pub(crate) mod frame;
pub(crate) mod hulls;
pub(crate) mod search;
