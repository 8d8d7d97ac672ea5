//! The real window on Xvfb, driven by xdotool.
//!
//! The tests are skipped, with the reason printed, where one of the two is missing;
//! `COLLISION_TEST_REQUIRE_WINDOW=1` makes that a failure.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, missing_docs)]

#[cfg(target_os = "linux")]
#[path = "window/clipboard.rs"]
mod clipboard;
#[path = "window/crowd.rs"]
mod crowd;
#[path = "window/debugger.rs"]
mod debugger;
#[path = "window/driver.rs"]
mod driver;
#[path = "window/editing.rs"]
mod editing;
#[path = "window/extremes.rs"]
mod extremes;
#[path = "window/fields.rs"]
mod fields;
#[path = "window/files.rs"]
mod files;
#[path = "window/frame.rs"]
mod frame;
#[path = "window/generators.rs"]
mod generators;
#[path = "window/listeners.rs"]
mod listeners;
#[path = "window/looking.rs"]
mod looking;
#[path = "window/minkowski.rs"]
mod minkowski;
#[path = "window/outlines.rs"]
mod outlines;
#[path = "window/panels.rs"]
mod panels;
#[path = "window/queries.rs"]
mod queries;
#[path = "window/recordings.rs"]
mod recordings;
#[path = "window/recovery.rs"]
mod recovery;
#[path = "window/scenes.rs"]
mod scenes;
#[path = "window/setup.rs"]
mod setup;
#[path = "window/sharing.rs"]
mod sharing;
#[path = "window/time.rs"]
mod time;
#[path = "window/timeline.rs"]
mod timeline;
#[path = "window/tour.rs"]
mod tour;
