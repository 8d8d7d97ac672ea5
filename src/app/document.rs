//! The open scene, its file, and whether it is saved.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::plain;
use crate::scene::{Scene, SceneError};

/// The open scene and its file.
#[derive(Clone, Debug)]
pub struct Document {
    scene: Scene,
    /// Counts changes of the scene.
    revision: u64,
    path: Option<PathBuf>,
    saved: Scene,
    untitled: &'static str,
}

impl Document {
    /// The scene that a first start shows; it has no file.
    pub fn built_in() -> Self {
        let scene = Scene::built_in();
        Self::of(scene, None, "built-in")
    }

    /// An empty scene with Earth's gravity; it has no file.
    pub fn empty() -> Self {
        let scene = Scene { gravity: glam::Vec2::new(0.0, -9.81), ..Scene::default() };
        Self::of(scene, None, "untitled")
    }

    /// Unsaved work of an earlier run.
    pub fn restored(scene: Scene) -> Self {
        Self { scene, ..Self::empty() }
    }

    /// Reads a file.
    pub fn open(path: &Path) -> Result<Self, SceneError> {
        let scene = Scene::load(path)?;
        Ok(Self::of(scene, Some(path.to_owned()), "untitled"))
    }

    fn of(scene: Scene, path: Option<PathBuf>, untitled: &'static str) -> Self {
        Self { saved: scene.clone(), scene, revision: 0, path, untitled }
    }

    /// The scene at frame 0.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Identifies the scene that a reading was made of; a reading with another revision is stale.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Replaces the scene after an edit.
    pub fn set_scene(&mut self, scene: Scene) {
        self.scene = scene;
        self.revision += 1;
    }

    /// Its file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The scene as its file has it.
    pub fn saved(&self) -> &Scene {
        &self.saved
    }

    /// Whether there is unsaved work.
    pub fn is_dirty(&self) -> bool {
        self.scene != self.saved
    }

    /// Writes the scene to `path`, which becomes its file.
    pub fn save_to(&mut self, path: &Path) -> Result<(), SceneError> {
        self.scene.save(path)?;
        self.saved.clone_from(&self.scene);
        self.path = Some(path.to_owned());
        Ok(())
    }

    /// Records that the file now holds this scene.
    pub fn set_saved(&mut self, scene: Scene) {
        self.saved = scene;
    }

    /// The file's name without its ending, for windows and screenshots.
    pub fn stem(&self) -> String {
        let stem = self.path.as_deref().and_then(Path::file_stem).map(OsStr::to_string_lossy);
        stem.map_or_else(|| self.untitled.to_owned(), |s| s.into_owned())
    }
}

/// The scene files of a folder, by name; empty where the folder cannot be read.
pub fn scene_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension() == Some(OsStr::new("ron")))
        .collect();
    files.sort();
    files
}

/// A path in `folder` for a picture of `stem` at `frame` that does not exist yet: `stem-frame-10.png`, then
/// `stem-frame-10-2.png`. Creates the folder.
pub fn screenshot_path(folder: &Path, stem: &str, frame: u64) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder)
        .map_err(|e| format!("No screenshot: the folder {} cannot be made ({e})", plain::path(folder)))?;
    let first = folder.join(format!("{stem}-frame-{frame}.png"));
    if !first.exists() {
        return Ok(first);
    }
    (2..=u32::MAX)
        .map(|n| folder.join(format!("{stem}-frame-{frame}-{n}.png")))
        .find(|path| !path.exists())
        .ok_or_else(|| format!("No screenshot: {} has no free name", plain::path(folder)))
}
