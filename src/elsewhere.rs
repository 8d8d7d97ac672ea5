//! What comes from other programs: recordings of engines and how they differ, imported files, outlines to be fitted.

use std::path::Path;

pub mod differences;
pub mod fitting;
#[cfg(not(target_os = "unknown"))]
pub mod import;
pub mod recording;
pub mod svg_outline;
mod svg_paths;

/// The program that an importable file is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Tiled,
    Ldtk,
    Svg,
    Box2d,
}

/// How the names of files end that can be imported, and what reads them. What reads a map of Tiled in JSON says that it
/// is one.
const FORMATS: [(&str, Format); 5] = [
    ("tmx", Format::Tiled),
    ("tmj", Format::Box2d),
    ("ldtk", Format::Ldtk),
    ("svg", Format::Svg),
    ("json", Format::Box2d),
];

/// The endings of importable files' names.
pub const IMPORTABLE: [&str; FORMATS.len()] = {
    let mut endings = [""; FORMATS.len()];
    let mut i = 0;
    while i < endings.len() {
        endings[i] = FORMATS[i].0;
        i += 1;
    }
    endings
};

impl Format {
    /// By the ending of the file's name.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        FORMATS.into_iter().find(|(known, _)| ending.eq_ignore_ascii_case(known)).map(|(_, format)| format)
    }
}

/// Whether the file's name ends like one that can be imported.
pub fn is_importable(path: &Path) -> bool {
    Format::of(path).is_some()
}
