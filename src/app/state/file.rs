//! Documents: new, open, save, reload, close, with a question before unsaved work is lost.

use std::path::Path;

use collide2d::World;

use super::AppState;
use crate::app::commands::{Answer, Command, Effect, FileCommand, Leave, News};
use crate::app::document::Document;
use crate::app::files::{Asked, OnDisk};
use crate::app::messages::Level;
use crate::plain;
use crate::scene::{Scene, SceneError};

/// A question that waits for an answer, shown as a dialog with these buttons.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question.
    pub text: String,
    /// Label and command of each button; the last one changes nothing (Esc).
    pub buttons: Vec<(&'static str, Command)>,
}

impl AppState {
    /// The open question; panels take no other input until it is answered.
    pub fn question(&self) -> Option<Question> {
        let stem = self.files.document().stem();
        let button = |label, answer| (label, Command::Answer(answer));
        Some(match self.files.asked()? {
            Asked::Unsaved(_) => Question {
                text: format!("\"{stem}\" has unsaved changes. Save them?"),
                buttons: vec![
                    button("Save", Answer::Save),
                    button("Discard", Answer::Discard),
                    button("Cancel", Answer::Cancel),
                ],
            },
            Asked::ChangedOnDisk => Question {
                text: format!("\"{stem}\" was changed by another program, and has unsaved changes here."),
                buttons: vec![
                    button("Load it, lose mine", Answer::Discard),
                    button("Keep mine", Answer::Cancel),
                ],
            },
        })
    }

    pub(super) fn apply_file(&mut self, command: FileCommand, effects: &mut Vec<Effect>) {
        self.finish_gesture();
        match command {
            FileCommand::Leave(leave) if self.is_dirty() => self.files.ask(Asked::Unsaved(leave)),
            FileCommand::Leave(leave) => self.leave(leave, effects),
            FileCommand::Open => effects.push(Effect::OpenDialog(self.files.folder())),
            FileCommand::Save => {
                self.files.put_off(None);
                self.save(effects);
            }
            FileCommand::SaveAs => {
                self.files.put_off(None);
                self.ask_where(effects);
            }
            FileCommand::SaveTo(path) => self.save_to(&path, effects),
            FileCommand::Screenshot => match self.files.screenshot_path(self.frame()) {
                Ok(path) => effects.push(Effect::Screenshot(path)),
                Err(text) => self.messages.push(Level::Error, text),
            },
            FileCommand::ClearRecent => self.files.clear_recent(),
        }
    }

    pub(super) fn apply_answer(&mut self, answer: Answer, effects: &mut Vec<Effect>) {
        self.finish_gesture();
        match (self.files.take_asked(), answer) {
            (Some(Asked::Unsaved(leave)), Answer::Save) => {
                self.files.put_off(Some(leave));
                self.save(effects);
            }
            (Some(Asked::Unsaved(leave)), Answer::Discard) => self.leave(leave, effects),
            (Some(Asked::ChangedOnDisk), Answer::Discard) => self.reload(),
            // This question has no Save button.
            (Some(asked @ Asked::ChangedOnDisk), Answer::Save) => self.files.ask(asked),
            (_, Answer::Cancel) | (None, Answer::Save | Answer::Discard) => {}
        }
    }

    pub(super) fn apply_news(&mut self, news: News, effects: &mut Vec<Effect>) {
        match news {
            News::DialogCancelled => self.files.put_off(None),
            News::FileChanged => self.file_changed(),
            News::ScreenshotDone(path, Ok(())) => {
                self.messages.push(Level::Info, format!("Screenshot: {}", plain::path(&path)));
                effects.push(Effect::Print(format!("screenshot: {}", plain::path(&path))));
            }
            News::ScreenshotDone(path, Err(error)) => {
                self.messages.push(Level::Error, format!("No screenshot {}: {error}", plain::path(&path)));
            }
            News::ClipboardRead(text) => self.paste_text(&text),
        }
    }

    /// Closes the document, which is saved or discarded.
    fn leave(&mut self, leave: Leave, effects: &mut Vec<Effect>) {
        match leave {
            Leave::New => {
                self.install_or_tell(Ok(Document::empty()), effects);
            }
            Leave::OpenBuiltIn => {
                self.install_or_tell(Ok(Document::built_in()), effects);
            }
            Leave::OpenPath(path) => {
                let opened = self.files.open(&path);
                self.install_or_tell(opened, effects);
            }
            Leave::Reload => self.reload(),
            Leave::RestoreBackup => match self.files.restorable() {
                Some(restored) => {
                    if self.install_or_tell(restored, effects) {
                        self.files.remove_restorable();
                    }
                }
                None => self.messages.push(Level::Info, "There is no unsaved work to restore."),
            },
            Leave::Quit => {
                self.files.drop_backup();
                effects.push(Effect::Quit);
            }
        }
    }

    /// Shows another document, or a message why it cannot be read; returns whether it is shown.
    fn install_or_tell(&mut self, document: Result<Document, SceneError>, effects: &mut Vec<Effect>) -> bool {
        let made = document.and_then(|document| {
            let world = document.scene().to_world()?;
            Ok((document, world))
        });
        match made {
            Ok((document, world)) => {
                self.install(document, world);
                effects.push(Effect::Watch(self.path().map(Path::to_owned)));
                true
            }
            Err(error) => {
                self.messages.push(Level::Error, error.message);
                false
            }
        }
    }

    /// Shows another document at frame 0, fitted to the canvas, with nothing selected but its first touching
    /// pair.
    pub(super) fn install(&mut self, document: Document, world: World) {
        self.files.install(document);
        self.history.clear();
        self.hand.begin();
        self.begin_other_scene(world);
        self.looking.select(Vec::new());
        self.showing.fit(self.run.world());
    }

    /// Begins the run of another scene and selects its first touching pair.
    fn begin_other_scene(&mut self, world: World) {
        self.leave_step();
        self.run.begin_other_scene(world);
        self.looking.let_go_of_pairs();
        self.refresh();
        self.looking.choose(crate::app::pairs::cycled(self.derived.report(), None, true));
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
        effects.push(Effect::SaveDialog(self.files.folder(), name));
    }

    fn save_to(&mut self, path: &Path, effects: &mut Vec<Effect>) {
        let moved = self.path() != Some(path);
        match self.files.save_to(path) {
            Ok(put_off) => {
                self.messages.push(Level::Info, format!("Saved: {}", plain::path(path)));
                effects.push(Effect::Print(format!("saved: {}", plain::path(path))));
                if moved {
                    effects.push(Effect::Watch(Some(path.to_owned())));
                }
                if let Some(leave) = put_off {
                    self.leave(leave, effects);
                }
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }

    /// Compares the file with the document. The program's own save must not end a drag that is under way.
    fn file_changed(&mut self) {
        match self.files.compare_with_disk() {
            None | Some(OnDisk::AsSaved) => {}
            Some(OnDisk::Changed(scene)) => {
                self.finish_gesture();
                if self.is_dirty() {
                    self.files.ask(Asked::ChangedOnDisk);
                } else {
                    self.load_again(Ok(*scene));
                }
            }
            Some(OnDisk::Broken(error)) => {
                self.messages.push(Level::Warning, format!("Changed on disk:\n{}", error.message));
            }
        }
    }

    /// Reads the file again; selection by index, view and undo points stay.
    fn reload(&mut self) {
        if let Some(path) = self.path() {
            self.load_again(Scene::load(path));
        }
    }

    /// Takes what the file holds now, or says why it cannot be shown.
    fn load_again(&mut self, loaded: Result<Scene, SceneError>) {
        let made = loaded.and_then(|scene| {
            let world = scene.to_world()?;
            Ok((scene, world))
        });
        match made {
            Ok((scene, world)) => {
                self.replace_scene(&scene);
                self.files.set_saved(scene);
                self.hand.stop();
                self.begin_other_scene(world);
                let path = self.path().map(plain::path).unwrap_or_default();
                self.messages.push(Level::Info, format!("Loaded again: {path}"));
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }
}
