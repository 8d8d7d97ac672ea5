//! What is drawn of bodies, and of grounds, cables and rods.

pub(super) mod aabbs;
pub(super) mod behind;
pub(super) mod beyond;
pub(super) mod bounding_circles;
pub(super) mod centers;
pub(super) mod fits;
pub(super) mod generators;
pub(super) mod names;
pub(super) mod shapes;
