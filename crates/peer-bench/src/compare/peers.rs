//! Shapes and poses as the peers have them.

pub mod box2d;
pub mod parry;
