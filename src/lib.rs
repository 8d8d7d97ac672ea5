//! Collision Test: see *why* two shapes collide. Everything but the window's loop; `ARCHITECTURE.md` has the map. Each
//! room knows those below it alone, from the last of this order to the first: cli, gui, app, picture, report, explain,
//! elsewhere, scene, platform.

// A doc comment stands where it tells a unit, a sign or a reason; what a name says needs none. The library crates have
// one for each item.
#![allow(missing_docs)]

pub mod app;
#[cfg(not(target_os = "unknown"))]
pub mod cli;
pub mod elsewhere;
pub mod explain;
#[cfg(feature = "window")]
pub mod gui;
pub mod picture;
pub mod platform;
pub mod report;
pub mod scene;

/// The Rust example of the page compiles.
#[cfg(doctest)]
#[doc = include_str!("../docs/your-engine.md")]
mod your_engine {}
