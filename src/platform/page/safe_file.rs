//! Files written by downloading them. Scenes are kept in the browser as well, so that they can be opened again.

use std::io;
use std::path::{Path, PathBuf};

use super::disk;

/// A file about to be written.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
}

pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Target::of(path)?.write(bytes)
}

/// Stores a file of the program's own, which is not downloaded.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
    disk::write_text(path, text)
}

impl Target {
    /// Prepares to write to `path`.
    pub fn of(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned() })
    }

    /// Never here: an interruption leaves no half of a file.
    pub fn is_in_place(&self) -> bool {
        false
    }

    pub fn write(self, bytes: &[u8]) -> io::Result<()> {
        disk::write_new(&self.path, bytes)
    }
}

/// Nothing hinders a download.
pub fn obstacle(_: &Path) -> Option<String> {
    None
}

/// Does nothing: no interrupted writer leaves anything.
pub fn sweep(_: &Path) {}
