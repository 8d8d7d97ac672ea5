//! Fast paths with the same results as the separating-axis test.

pub mod many;
pub mod reject;
