//! What fuzzing asserts of the program. A target is a function of bytes that panics where an assertion fails.
//! `fuzz/` runs the targets with cargo-fuzz; `tests/fuzzing.rs` runs them with proptest, on stable Rust.
//!
//! Most targets read bytes as edits of a shipped scene, so that random bytes, too, get past the parser.
#![allow(clippy::unwrap_used)]

mod decode;
mod gestures;
mod pairs;
mod recovery;
mod scenes;
mod steps;
mod text;

pub use gestures::gestures;
pub use pairs::pairs;
pub use recovery::recovery_file;
pub use steps::scene_steps;
pub use text::scene_text;
