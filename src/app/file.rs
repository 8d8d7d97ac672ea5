//! Documents: new, open, save, reload, leave; and nothing lost unasked.

use std::path::{Path, PathBuf};

use collide2d::World;

use super::commands::{Command, Effect, FileCommand};
use super::document::{self, Document};
use super::looked;
use super::messages::Level;
use super::simulation::Simulation;
use super::state::{AppState, Question};
use super::tools::Tools;
use crate::scene::{Scene, SceneError};

/// Unsaved work is kept this often. Seconds.
const BACKUP_INTERVAL: f64 = 10.0;

/// What waits for an answer.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    /// This would lose unsaved work.
    Unsaved(FileCommand),
    /// Another program wrote the file, and there is unsaved work.
    ChangedOnDisk,
}

impl Asked {
    pub(super) fn question(&self, document: &Document) -> Question {
        let (save, discard, cancel) = (
            Command::File(FileCommand::AnswerSave),
            Command::File(FileCommand::AnswerDiscard),
            Command::File(FileCommand::AnswerCancel),
        );
        match self {
            Self::Unsaved(_) => Question {
                text: format!("\"{}\" has unsaved changes. Save them?", document.stem()),
                buttons: vec![("Save", save), ("Discard", discard), ("Cancel", cancel)],
            },
            Self::ChangedOnDisk => Question {
                text: format!(
                    "\"{}\" was changed by another program, and has unsaved changes here.",
                    document.stem()
                ),
                buttons: vec![("Load it, lose mine", discard), ("Keep mine", cancel)],
            },
        }
    }
}

impl AppState {
    pub(super) fn apply_file(&mut self, command: FileCommand, effects: &mut Vec<Effect>) {
        self.finish_gesture();
        match command {
            FileCommand::Open => effects.push(Effect::OpenDialog(self.folder())),
            FileCommand::Save => {
                self.after_save = None;
                self.save(effects);
            }
            FileCommand::SaveAs => {
                self.after_save = None;
                self.ask_where(effects);
            }
            FileCommand::SaveTo(path) => self.save_to(&path, effects),
            FileCommand::DialogCancelled => self.after_save = None,
            FileCommand::FileChanged => self.file_changed(),
            FileCommand::Screenshot => {
                let stem = self.document.stem();
                match document::screenshot_path(&self.settings.screenshots, &stem, self.frame()) {
                    Ok(path) => effects.push(Effect::Screenshot(path)),
                    Err(text) => self.messages.push(Level::Error, text),
                }
            }
            FileCommand::ScreenshotDone(path, Ok(())) => {
                self.messages.push(Level::Info, format!("Screenshot: {}", path.display()));
                effects.push(Effect::Print(format!("screenshot: {}", path.display())));
            }
            FileCommand::ScreenshotDone(path, Err(error)) => {
                self.messages.push(Level::Error, format!("No screenshot {}: {error}", path.display()));
            }
            FileCommand::ClearRecent => self.storage.clear_recent(),
            FileCommand::AnswerSave => {
                if let Some(Asked::Unsaved(then)) = self.asked.take() {
                    self.after_save = Some(then);
                    self.save(effects);
                }
            }
            FileCommand::AnswerDiscard => match self.asked.take() {
                Some(Asked::Unsaved(then)) => self.leave_document(then, effects),
                Some(Asked::ChangedOnDisk) => self.reload(),
                None => {}
            },
            FileCommand::AnswerCancel => self.asked = None,
            // What is left leaves the document.
            leaving if self.is_dirty() => self.asked = Some(Asked::Unsaved(leaving)),
            leaving => self.leave_document(leaving, effects),
        }
    }

    /// Carries out what loses unsaved work, which is saved or given up.
    fn leave_document(&mut self, command: FileCommand, effects: &mut Vec<Effect>) {
        match command {
            FileCommand::New => self.install_or_tell(Ok(Document::empty()), effects),
            FileCommand::OpenBuiltIn => self.install_or_tell(Ok(Document::built_in()), effects),
            FileCommand::OpenPath(path) => {
                let opened = Document::open(&path);
                if opened.is_ok() {
                    self.storage.add_recent(&path);
                } else if !path.exists() {
                    self.storage.forget(&path);
                }
                self.install_or_tell(opened, effects);
            }
            FileCommand::RestoreBackup => match self.storage.restorable() {
                Some(restored) => {
                    let whole = restored.is_ok();
                    self.install_or_tell(restored.map(Document::restored), effects);
                    if whole {
                        self.storage.remove_restorable();
                    }
                }
                None => self.messages.push(Level::Info, "There is no unsaved work to restore."),
            },
            FileCommand::Reload => self.reload(),
            FileCommand::Quit => {
                self.storage.remove_backup();
                effects.push(Effect::Quit);
            }
            _ => {}
        }
    }

    fn install_or_tell(&mut self, document: Result<Document, SceneError>, effects: &mut Vec<Effect>) {
        let opened = document.and_then(|document| {
            let world = document.scene.to_world()?;
            Ok((document, world))
        });
        match opened {
            Ok((document, world)) => {
                self.install(document, world);
                effects.push(Effect::Watch(self.path().map(Path::to_owned)));
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }

    /// Another document, at frame 0, fitted, nothing selected, its first touching pair looked at.
    pub(super) fn install(&mut self, document: Document, world: World) {
        self.document = document;
        self.history.clear();
        self.tools = Tools::default();
        self.selection.clear();
        self.show_anew(world);
        self.view_moved = false;
        self.fit();
        self.storage.remove_backup();
        self.backup = None;
    }

    /// The world of another scene, its first touching pair looked at.
    fn show_anew(&mut self, world: World) {
        self.put_run(Simulation::new(world, self.checkpoint_budget));
        self.playing = false;
        self.time_debt = 0.0;
        self.chosen = None;
        self.canvas_pair = None;
        self.row_pair = None;
        self.hovered = None;
        self.report_stale = true;
        self.refresh();
        self.chosen = looked::cycled(&self.report, None, true);
    }

    fn save(&mut self, effects: &mut Vec<Effect>) {
        match self.path().map(Path::to_owned) {
            Some(path) => self.save_to(&path, effects),
            None => self.ask_where(effects),
        }
    }

    fn ask_where(&self, effects: &mut Vec<Effect>) {
        let name = self.path().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| "scene.ron".to_owned());
        effects.push(Effect::SaveDialog(self.folder(), name));
    }

    fn save_to(&mut self, path: &Path, effects: &mut Vec<Effect>) {
        let then = self.after_save.take();
        let moved = self.path() != Some(path);
        match self.document.save_to(path) {
            Ok(()) => {
                self.storage.add_recent(path);
                self.storage.remove_backup();
                self.backup = None;
                self.messages.push(Level::Info, format!("Saved: {}", path.display()));
                effects.push(Effect::Print(format!("saved: {}", path.display())));
                if moved {
                    effects.push(Effect::Watch(Some(path.to_owned())));
                }
                if let Some(then) = then {
                    self.leave_document(then, effects);
                }
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }

    fn file_changed(&mut self) {
        let Some(path) = self.path() else { return };
        match Scene::load(path) {
            Ok(scene) if scene == *self.document.saved() => {}
            Ok(_) if self.is_dirty() => self.asked = Some(Asked::ChangedOnDisk),
            Ok(_) => self.reload(),
            Err(error) => self.messages.push(Level::Warning, format!("Changed on disk:\n{}", error.message)),
        }
    }

    /// Reads the file again; selection by index, view and undo stay.
    fn reload(&mut self) {
        let Some(path) = self.path().map(Path::to_owned) else { return };
        let loaded = Scene::load(&path).and_then(|scene| {
            let world = scene.to_world()?;
            Ok((scene, world))
        });
        match loaded {
            Ok((scene, world)) => {
                self.replace_scene(&scene);
                self.document.set_saved(scene);
                self.tools.stop();
                self.show_anew(world);
                self.messages.push(Level::Info, format!("Loaded again: {}", path.display()));
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }

    /// Keeps unsaved work at once, because the run ends in a fault. Whether there was any, and a place to keep it.
    pub fn rescue(&mut self) -> bool {
        (self.next_backup, self.backup) = (0.0, None);
        self.keep_backup();
        self.backup.is_some() && self.settings.storage.is_some()
    }

    /// Keeps unsaved work now and then, for a run that does not end as it should.
    pub(super) fn keep_backup(&mut self) {
        if self.clock < self.next_backup {
            return;
        }
        self.next_backup = self.clock + BACKUP_INTERVAL;
        if self.is_dirty() && self.backup.as_ref() != Some(self.scene()) {
            self.storage.write_backup(self.scene());
            self.backup = Some(self.scene().clone());
        }
    }

    /// The folder that dialogs begin in.
    fn folder(&self) -> PathBuf {
        let beside = self.path().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        let folder = beside.map(Path::to_owned).unwrap_or_else(|| self.settings.scenes.clone());
        if folder.is_dir() { folder } else { PathBuf::from(".") }
    }
}
