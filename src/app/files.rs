//! The document and all that keeps it from being lost: its file, the question that is asked, what waits for the save, the backup.

use std::path::{Path, PathBuf};

use super::commands::Leave;
use super::document::{self, Document};
use super::storage::Storage;
use crate::scene::{Scene, SceneError};

/// Unsaved work is kept this often. Seconds.
const BACKUP_INTERVAL: f64 = 10.0;

/// What the program was started with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Folder of screenshots; made when the first is taken.
    pub screenshots: PathBuf,
    /// Folder whose scenes the File menu lists.
    pub scenes: PathBuf,
    /// Folder for the list of recent files and for unsaved work; nothing is kept where `None`.
    pub storage: Option<PathBuf>,
}

/// What waits for an answer.
#[derive(Clone, Debug)]
pub enum Asked {
    /// This would lose unsaved work.
    Unsaved(Leave),
    /// Another program wrote the file, and there is unsaved work.
    ChangedOnDisk,
}

/// What the file has, compared with the document, after a change that the watcher saw.
#[derive(Debug)]
pub enum OnDisk {
    /// What was last read or written: the program's own save.
    AsSaved,
    /// Another scene.
    Changed,
    /// Nothing that can be read.
    Broken(SceneError),
}

/// The document, its file, and the program's own folder.
#[derive(Debug)]
pub struct Files {
    settings: Settings,
    storage: Storage,
    document: Document,
    asked: Option<Asked>,
    /// What was put off until the work is saved.
    after_save: Option<Leave>,
    /// When unsaved work is kept next, by the clock of [`Files::keep_backup`].
    next_backup: f64,
    /// What was kept last.
    backup: Option<Scene>,
}

impl Settings {
    /// Screenshots in this folder, scenes in `scenes/`, recent files and unsaved work in the user's data folder.
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
    /// What waits for an answer.
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }
    /// Files opened lately, the last one first.
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
    /// Title of the window: `*` where something is unsaved, scene, file.
    pub fn title(&self) -> String {
        let star = if self.document.is_dirty() { "*" } else { "" };
        let stem = self.document.stem();
        match self.scene().name.as_str() {
            "" => format!("{star}{stem} – Collision Test"),
            name => format!("{star}{name} ({stem}) – Collision Test"),
        }
    }
    /// The folder that dialogs begin in.
    pub fn folder(&self) -> PathBuf {
        let beside = self.document.path().and_then(Path::parent);
        let beside = beside.filter(|folder| !folder.as_os_str().is_empty());
        let folder = beside.map_or_else(|| self.settings.scenes.clone(), Path::to_owned);
        if folder.is_dir() { folder } else { PathBuf::from(".") }
    }
    /// A path that no file has for a screenshot of this frame. Makes the folder.
    pub fn screenshot_path(&self, frame: u64) -> Result<PathBuf, String> {
        document::screenshot_path(&self.settings.screenshots, &self.document.stem(), frame)
    }

    /// An edit, or undo, made the document this scene.
    pub fn set_scene(&mut self, scene: Scene) {
        self.document.set_scene(scene);
    }
    /// Another document takes the place of this one.
    pub fn install(&mut self, document: Document) {
        self.document = document;
        self.drop_backup();
    }
    /// Puts a file first among the recent ones.
    pub fn add_recent(&mut self, path: &Path) {
        self.storage.add_recent(path);
    }
    /// Reads a file and lists it among the recent ones, or takes it off the list where it is gone.
    pub fn open(&mut self, path: &Path) -> Result<Document, SceneError> {
        let opened = Document::open(path);
        if opened.is_ok() {
            self.storage.add_recent(path);
        } else if !path.exists() {
            self.storage.forget(path);
        }
        opened
    }
    /// What an earlier run left unsaved; `None` if nothing.
    pub fn restorable(&self) -> Option<Result<Document, SceneError>> {
        Some(self.storage.restorable()?.map(Document::restored))
    }
    /// What an earlier run left unsaved was brought back.
    pub fn remove_restorable(&mut self) {
        self.storage.remove_restorable();
    }
    /// Forgets the recent files.
    pub fn clear_recent(&mut self) {
        self.storage.clear_recent();
    }
    /// Writes the document to `path`, which becomes its file; what was put off until then.
    pub fn save_to(&mut self, path: &Path) -> Result<Option<Leave>, SceneError> {
        let then = self.after_save.take();
        self.document.save_to(path)?;
        self.storage.add_recent(path);
        self.drop_backup();
        Ok(then)
    }
    /// The file was read again and holds this scene.
    pub fn set_saved(&mut self, scene: Scene) {
        self.document.set_saved(scene);
    }
    /// Reads the document's file and compares; `None` where the document has no file.
    pub fn compare_with_disk(&self) -> Option<OnDisk> {
        Some(match Scene::load(self.document.path()?) {
            Ok(scene) if scene == *self.document.saved() => OnDisk::AsSaved,
            Ok(_) => OnDisk::Changed,
            Err(error) => OnDisk::Broken(error),
        })
    }

    /// Asks; an older question goes.
    pub fn ask(&mut self, asked: Asked) {
        self.asked = Some(asked);
    }
    /// The question was answered.
    pub fn take_asked(&mut self) -> Option<Asked> {
        self.asked.take()
    }
    /// Puts something off until the document is saved, or nothing any more.
    pub fn put_off(&mut self, until_saved: Option<Leave>) {
        self.after_save = until_saved;
    }

    /// Keeps unsaved work now and then, for a run that does not end as it should. `clock` in seconds, never backward.
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
    /// Keeps unsaved work at once, because the run ends in a fault. Whether there was any, and a place to keep it.
    pub fn rescue(&mut self, clock: f64) -> bool {
        (self.next_backup, self.backup) = (0.0, None);
        self.keep_backup(clock);
        self.backup.is_some() && self.settings.storage.is_some()
    }
    /// Nothing is unsaved any more.
    pub fn drop_backup(&mut self) {
        self.storage.remove_backup();
        self.backup = None;
    }
}
