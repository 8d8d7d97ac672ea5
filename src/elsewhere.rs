//! What comes from other programs: recordings of engines and how they differ, imported files, outlines to be fitted.

pub mod differences;
pub mod fitting;
#[cfg(not(target_os = "unknown"))]
pub mod import;
pub mod recording;
pub mod svg_outline;
mod svg_paths;
