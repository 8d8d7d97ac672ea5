//! What comes from other programs: recordings of engines and how they differ, imported files, outlines to be fitted.

use std::path::Path;

pub mod differences;
pub mod fitting;
#[cfg(not(target_os = "unknown"))]
pub mod import;
pub mod recording;
pub mod svg_outline;
mod svg_paths;

/// How the names of files end that can be imported.
pub const IMPORTABLE: [&str; 5] = ["tmx", "tmj", "ldtk", "svg", "json"];

/// Whether the file's name ends like one that can be imported.
pub fn is_importable(path: &Path) -> bool {
    let is = |ending: &std::ffi::OsStr| IMPORTABLE.iter().any(|known| ending.eq_ignore_ascii_case(known));
    path.extension().is_some_and(is)
}
