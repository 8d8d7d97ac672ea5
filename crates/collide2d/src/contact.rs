//! Contact manifolds: from the axis of least overlap to normal, depth and points.

pub(crate) mod boxes;
pub(crate) mod clip;
mod features;
pub(crate) mod hulls;
pub(crate) mod manifold;
pub(crate) mod outcome;
pub(crate) mod record;
pub(crate) mod round;
