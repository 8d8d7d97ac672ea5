//! What outlives a run: recent files and unsaved work. A folder that cannot be read or written counts as
//! none.

use std::fs;
use std::path::{Path, PathBuf};

use crate::scene::{Scene, SceneError};

/// Most recent files.
pub const MOST_RECENT: usize = 10;

/// A folder for the program's own files, or none.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    folder: Option<PathBuf>,
    recent: Vec<PathBuf>,
}

impl Storage {
    /// Reads the recent files, and moves the unsaved work of the run before to where this run does not
    /// overwrite it.
    pub fn open(folder: Option<PathBuf>) -> Self {
        let mut storage = Self { folder, recent: Vec::new() };
        let Some(folder) = &storage.folder else { return storage };
        let _ = fs::rename(folder.join("unsaved.ron"), folder.join("restore.ron"));
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

    /// Writes unsaved work.
    pub fn write_backup(&self, scene: &Scene) {
        let Some(folder) = &self.folder else { return };
        let _ = fs::create_dir_all(folder);
        let _ = scene.save(&folder.join("unsaved.ron"));
    }

    /// Deletes the backup, because nothing is unsaved.
    pub fn remove_backup(&self) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join("unsaved.ron"));
        }
    }

    /// Whether an earlier run left unsaved work.
    pub fn has_restorable(&self) -> bool {
        self.folder.as_ref().is_some_and(|folder| folder.join("restore.ron").is_file())
    }

    /// The unsaved work of an earlier run; `None` where there is none.
    pub fn restorable(&self) -> Option<Result<Scene, SceneError>> {
        let path = self.folder.as_ref()?.join("restore.ron");
        path.is_file().then(|| Scene::load(&path))
    }

    /// Deletes the unsaved work of an earlier run, after it was restored.
    pub fn remove_restorable(&self) {
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(folder.join("restore.ron"));
        }
    }
}
