//! What exists for speed alone.

pub mod boxes;
pub mod discs;
pub mod hulls;
pub mod many;
