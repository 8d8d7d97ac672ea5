//! Fast paths with the same results as the separating-axis test.

pub mod boxes;
pub mod discs;
pub mod hulls;
pub mod many;
