//! The recent files, which outlive a run. A folder that cannot be read or written counts as none.

use std::fs;
use std::path::{Path, PathBuf};

/// Most recent files.
pub const MOST_RECENT: usize = 10;

/// A folder for the program's own files, or none.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    folder: Option<PathBuf>,
    recent: Vec<PathBuf>,
}

impl Storage {
    /// Reads the recent files.
    pub fn open(folder: Option<PathBuf>) -> Self {
        let mut storage = Self { folder, recent: Vec::new() };
        let Some(folder) = &storage.folder else { return storage };
        if let Ok(text) = fs::read_to_string(folder.join("recent.txt")) {
            storage.recent =
                text.lines().filter(|l| !l.is_empty()).map(PathBuf::from).take(MOST_RECENT).collect();
        }
        storage
    }

    /// Recently opened or saved files, the latest first.
    pub fn recent(&self) -> &[PathBuf] {
        &self.recent
    }

    /// Puts a file first among the recent files.
    pub fn add_recent(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|p| *p != path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST_RECENT);
        self.write_recent();
    }

    /// Removes a file that does not exist any more.
    pub fn forget(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|p| *p != path);
        self.write_recent();
    }

    /// Removes all recent files.
    pub fn clear_recent(&mut self) {
        self.recent.clear();
        self.write_recent();
    }

    fn write_recent(&self) {
        let Some(folder) = &self.folder else { return };
        let lines: String = self.recent.iter().map(|p| format!("{}\n", p.display())).collect();
        let _ = fs::create_dir_all(folder);
        let _ = fs::write(folder.join("recent.txt"), lines);
    }
}
