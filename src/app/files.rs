//! The document and everything that keeps it from being lost: its file, the open question, what waits for the
//! save, the backup.

use std::path::{Path, PathBuf};

use super::commands::Leave;
use super::document::{self, Document};
use super::storage::Storage;
use crate::scene::{Scene, SceneError};

/// Interval of backups of unsaved work. Seconds.
const BACKUP_INTERVAL: f64 = 10.0;

/// What the program was started with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Folder of screenshots; created with the first one.
    pub screenshots: PathBuf,
    /// Folder whose scenes the File menu lists.
    pub scenes: PathBuf,
    /// Folder for the list of recent files and for backups; `None` keeps neither.
    pub storage: Option<PathBuf>,
}

/// A question that waits for an answer.
#[derive(Clone, Debug)]
pub enum Asked {
    /// This would lose unsaved work.
    Unsaved(Leave),
    /// Another program wrote the file while there is unsaved work.
    ChangedOnDisk,
}

/// The file compared with the document, after the watcher reported a write.
#[derive(Debug)]
pub enum OnDisk {
    /// The file holds what was last read or written: the program's own save.
    AsSaved,
    /// The file holds this scene instead.
    Changed(Box<Scene>),
    /// The file cannot be read.
    Broken(SceneError),
}

/// The document, its file, and the program's own folder.
#[derive(Debug)]
pub struct Files {
    settings: Settings,
    storage: Storage,
    document: Document,
    asked: Option<Asked>,
    /// What continues once the work is saved.
    after_save: Option<Leave>,
    /// Time of the next backup, by the clock of [`Files::keep_backup`].
    next_backup: f64,
    /// The scene in the last backup.
    backup: Option<Scene>,
}

impl Settings {
    /// Screenshots go to this folder; scenes are in `scenes/`, recent files and backups in the user's data
    /// folder.
    pub fn new(screenshots: PathBuf) -> Self {
        let dirs = directories::ProjectDirs::from("", "", "collision-test");
        Self {
            screenshots,
            scenes: PathBuf::from("scenes"),
            storage: dirs.map(|dirs| dirs.data_local_dir().to_owned()),
        }
    }
}

impl Files {
    /// An empty document.
    pub fn new(settings: Settings) -> Self {
        Self {
            storage: Storage::open(settings.storage.clone()),
            settings,
            document: Document::empty(),
            asked: None,
            after_save: None,
            next_backup: 0.0,
            backup: None,
        }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }
    /// The scene at frame 0, as it would be saved.
    pub fn scene(&self) -> &Scene {
        self.document.scene()
    }
    /// What the program was started with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
    /// The question that waits for an answer.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }
    /// Recently opened files, the latest first.
    pub fn recent(&self) -> &[PathBuf] {
        self.storage.recent()
    }
    /// Whether an earlier run left unsaved work.
    pub fn has_restorable(&self) -> bool {
        self.storage.has_restorable()
    }
    /// The scene files of [`Settings::scenes`], by name. Reads the folder.
    pub fn scene_files(&self) -> Vec<PathBuf> {
        document::scene_files(&self.settings.scenes)
    }
    /// Title of the window: `*` for unsaved work, scene, file.
    pub fn title(&self) -> String {
        let star = if self.document.is_dirty() { "*" } else { "" };
        let stem = self.document.stem();
        match self.scene().name.as_str() {
            "" => format!("{star}{stem} – Collision Test"),
            name => format!("{star}{name} ({stem}) – Collision Test"),
        }
    }
    /// The folder in which dialogs start.
    pub fn folder(&self) -> PathBuf {
        let beside = self.document.path().and_then(Path::parent);
        let beside = beside.filter(|folder| !folder.as_os_str().is_empty());
        let folder = beside.map_or_else(|| self.settings.scenes.clone(), Path::to_owned);
        if folder.is_dir() { folder } else { PathBuf::from(".") }
    }
    /// A path that does not exist yet, for a screenshot of this frame. Creates the folder.
    pub fn screenshot_path(&self, frame: u64) -> Result<PathBuf, String> {
        document::screenshot_path(&self.settings.screenshots, &self.document.stem(), frame)
    }

    /// Replaces the scene after an edit or undo.
    pub fn set_scene(&mut self, scene: Scene) {
        self.document.set_scene(scene);
    }
    /// Replaces the document.
    pub fn install(&mut self, document: Document) {
        self.document = document;
        self.drop_backup();
    }
    /// Puts a file first among the recent files.
    pub fn add_recent(&mut self, path: &Path) {
        self.storage.add_recent(path);
    }
    /// Reads a file and adds it to the recent files, or removes it from them where it does not exist.
    pub fn open(&mut self, path: &Path) -> Result<Document, SceneError> {
        let opened = Document::open(path);
        if opened.is_ok() {
            self.storage.add_recent(path);
        } else if !path.exists() {
            self.storage.forget(path);
        }
        opened
    }
    /// The unsaved work of an earlier run; `None` where there is none.
    pub fn restorable(&self) -> Option<Result<Document, SceneError>> {
        Some(self.storage.restorable()?.map(Document::restored))
    }
    /// Deletes the unsaved work of an earlier run, after it was restored.
    pub fn remove_restorable(&mut self) {
        self.storage.remove_restorable();
    }
    /// Forgets the recent files.
    pub fn clear_recent(&mut self) {
        self.storage.clear_recent();
    }
    /// Writes the document to `path`, which becomes its file; returns what waited for the save.
    pub fn save_to(&mut self, path: &Path) -> Result<Option<Leave>, SceneError> {
        let then = self.after_save.take();
        self.document.save_to(path)?;
        self.storage.add_recent(path);
        self.drop_backup();
        Ok(then)
    }
    /// Records that the file was read again and holds this scene.
    pub fn set_saved(&mut self, scene: Scene) {
        self.document.set_saved(scene);
    }
    /// Reads the document's file and compares; `None` where the document has no file.
    pub fn compare_with_disk(&self) -> Option<OnDisk> {
        Some(match Scene::load(self.document.path()?) {
            Ok(scene) if scene == *self.document.saved() => OnDisk::AsSaved,
            Ok(scene) => OnDisk::Changed(Box::new(scene)),
            Err(error) => OnDisk::Broken(error),
        })
    }

    /// Asks a question, which replaces an older one.
    pub fn ask(&mut self, asked: Asked) {
        self.asked = Some(asked);
    }
    /// Takes the question away, because it is answered.
    pub fn take_asked(&mut self) -> Option<Asked> {
        self.asked.take()
    }
    /// Sets what waits for the save; `None`: nothing does.
    pub fn put_off(&mut self, until_saved: Option<Leave>) {
        self.after_save = until_saved;
    }

    /// Writes a backup of unsaved work at intervals, in case the run ends in a fault. `clock` in seconds,
    /// never decreasing.
    pub fn keep_backup(&mut self, clock: f64) {
        if clock < self.next_backup {
            return;
        }
        self.next_backup = clock + BACKUP_INTERVAL;
        if self.document.is_dirty() && self.backup.as_ref() != Some(self.scene()) {
            self.storage.write_backup(self.scene());
            self.backup = Some(self.scene().clone());
        }
    }
    /// Writes a backup at once, because the run ends in a fault. Returns whether there was unsaved work and a
    /// folder for it.
    pub fn rescue(&mut self, clock: f64) -> bool {
        (self.next_backup, self.backup) = (0.0, None);
        self.keep_backup(clock);
        self.backup.is_some() && self.settings.storage.is_some()
    }
    /// Deletes the backup, because nothing is unsaved.
    pub fn drop_backup(&mut self) {
        self.storage.remove_backup();
        self.backup = None;
    }
}
