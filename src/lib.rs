//! Collision Test: see *why* two shapes collide. Everything but the window; `ARCHITECTURE.md` has the map.

pub mod app;
pub mod backend;
pub mod check;
pub mod cli;
pub mod differences;
pub mod display;
pub mod fitting;
pub mod frame;
pub mod framing;
#[cfg(feature = "window")]
pub mod gui;
pub mod import;
pub mod link;
pub mod minkowski;
pub mod not_finite;
pub mod numbers;
pub mod overlay;
pub mod plain;
pub mod recording;
pub mod regular_file;
pub mod report;
pub mod safe_file;
pub mod scene;
pub mod second_opinion;
pub mod shipped;
pub mod shortcuts;
pub mod stages;
pub mod svg_outline;
mod svg_paths;
pub mod theme;
pub mod view;
pub mod why;

/// The Rust example of the page compiles.
#[cfg(doctest)]
#[doc = include_str!("../docs/your-engine.md")]
mod your_engine {}
