//! The engines: shapes, poses and worlds as each has them.

pub mod box2d;
pub mod ours;
pub mod parry;
pub mod rapier;
