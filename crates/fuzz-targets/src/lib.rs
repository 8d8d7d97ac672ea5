//! What fuzzing asserts of the program. A target is a function of bytes that panics where an assertion fails.
//! `fuzz/` runs the targets with cargo-fuzz; `tests/fuzzing.rs` runs them with proptest, on stable Rust.
//!
//! Most targets read bytes as edits of a shipped scene, so that random bytes, too, get past the parser.
#![allow(clippy::unwrap_used)]

mod decode;
mod drawings;
mod gestures;
mod json;
mod levels;
mod links;
mod pairs;
mod pictures;
mod recordings;
mod recovery;
mod scenes;
mod snapshots;
mod steps;
mod text;

pub use drawings::svg_file;
pub use gestures::gestures;
pub use levels::{level_file, reads_level};
pub use links::link_text;
pub use pairs::pairs;
pub use pictures::pictures;
pub use recordings::{reads_recording, recording_file};
pub use recovery::recovery_file;
pub use snapshots::snapshot;
pub use steps::scene_steps;
pub use text::scene_text;
