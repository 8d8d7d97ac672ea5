//! Collision Test: see *why* two shapes collide. Everything but the window; `ARCHITECTURE.md` has the map.
//!
//! `target_os = "unknown"` is the browser (wasm32-unknown-unknown): there [`cli`] is left out, and `browser` has
//! the modules that need an operating system elsewhere.

pub mod app;
pub mod backend;
#[cfg(target_os = "unknown")]
pub mod browser;
pub mod check;
#[cfg(not(target_os = "unknown"))]
pub mod cli;
pub mod clock;
pub mod differences;
#[cfg(not(target_os = "unknown"))]
pub mod disk;
pub mod display;
pub mod fitting;
pub mod frame;
pub mod framing;
#[cfg(feature = "window")]
pub mod gui;
#[cfg(not(target_os = "unknown"))]
pub mod import;
#[cfg(not(target_os = "unknown"))]
pub mod licences;
pub mod link;
pub mod minkowski;
pub mod not_finite;
pub mod numbers;
pub mod overlay;
pub mod plain;
pub mod recording;
#[cfg(not(target_os = "unknown"))]
pub mod regular_file;
pub mod report;
#[cfg(not(target_os = "unknown"))]
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

#[cfg(target_os = "unknown")]
pub use browser::{disk, regular_file, safe_file};

/// The Rust example of the page compiles.
#[cfg(doctest)]
#[doc = include_str!("../docs/your-engine.md")]
mod your_engine {}
