//! The recent files and the step of the tour, which outlive a run. A folder that cannot be read or written
//! counts as none.

use std::path::{Path, PathBuf};

use crate::platform::disk;

pub const MOST_RECENT: usize = 10;

/// A folder for the program's own files, or none.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    folder: Option<PathBuf>,
    recent: Vec<PathBuf>,
    tour: usize,
}

impl Storage {
    pub fn open(folder: Option<PathBuf>) -> Self {
        let mut storage = Self { folder, recent: Vec::new(), tour: 0 };
        let Some(folder) = &storage.folder else { return storage };
        if let Some(text) = disk::read_text(&folder.join("recent.txt")) {
            storage.recent =
                text.lines().filter(|l| !l.is_empty()).map(PathBuf::from).take(MOST_RECENT).collect();
        }
        if let Some(text) = disk::read_text(&folder.join("tour.txt")) {
            let number: usize = text.trim().parse().unwrap_or_default();
            storage.tour = number.saturating_sub(1);
        }
        storage
    }

    /// Index of the step with which the tour goes on, from 0; it may be past the last one.
    pub fn tour(&self) -> usize {
        self.tour
    }

    /// Stores the step with which the tour goes on.
    pub fn set_tour(&mut self, index: usize) {
        if std::mem::replace(&mut self.tour, index) != index {
            self.write("tour.txt", &format!("{}\n", index + 1));
        }
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
        self.recent.drain(MOST_RECENT.min(self.recent.len())..).for_each(|path| disk::forget(&path));
        self.write_recent();
    }

    /// Removes a file that does not exist any more.
    pub fn forget(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|p| *p != path);
        self.write_recent();
    }

    pub fn clear_recent(&mut self) {
        self.recent.drain(..).for_each(|path| disk::forget(&path));
        self.write_recent();
    }

    fn write_recent(&self) {
        let lines: String = self.recent.iter().map(|p| format!("{}\n", p.display())).collect();
        self.write("recent.txt", &lines);
    }

    fn write(&self, name: &str, text: &str) {
        let Some(folder) = &self.folder else { return };
        let _ = disk::write_text(&folder.join(name), text);
    }
}
