//! Shapes and pairs of them: one program, which links once.
#![allow(clippy::unwrap_used)]

mod broad_phase;
mod common;
mod faults;
mod features;
mod mended;
mod nearest_first;
mod pairs;
mod properties;
mod rounded;
mod shape;
mod sweep;
mod sweep_rotating;
mod trace;
