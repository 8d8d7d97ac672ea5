//! Documents: new, open, save, reload, close, with a question before unsaved work is lost.

use std::path::Path;
use std::sync::Arc;

use super::AppState;
use super::looked_at::LookedAt;
use super::open::{Begins, Opened};
use crate::app::commands::{Effect, FileCommand, Leave, News};
use crate::app::files::document::Document;
use crate::app::files::on_disk::{self, FileOfOther, Fingerprint, OnDisk};
use crate::app::files::recovery::left;
use crate::app::files::{Asked, DocumentOrigin, Saved};
use crate::app::messages::{Level, TrueUntil};
use crate::platform::plain;
use crate::scene::link::check_base;
use crate::scene::shipped;
use crate::scene::{Scene, SceneError};

impl AppState {
    pub(super) fn apply_file(&mut self, command: FileCommand, effects: &mut Vec<Effect>) {
        self.finish_gesture();
        match command {
            FileCommand::Leave(leave) => {
                self.files.notice_gone();
                // The tour brings the document back as it is.
                let keeps = matches!(leave, Leave::Tour(_)) && self.files.tour.is_none();
                let loses = self.files.document.is_dirty() && !keeps || self.has_unsaved_run();
                if loses && !self.is_figure() {
                    // What cannot be read takes no place, so that nothing has to be saved before it.
                    if let Leave::OpenPath(path) = &leave
                        && let Err(error) = Opened::read(path)
                    {
                        return self.show_file(path, Err(error), effects);
                    }
                    self.files.ask(Asked::Unsaved(leave));
                } else {
                    self.files.take_asked();
                    self.leave(leave, effects);
                }
            }
            FileCommand::Open => effects.push(Effect::OpenDialog(self.files.folder())),
            FileCommand::PickScene => effects.push(Effect::PickScene),
            FileCommand::Save => {
                self.files.after_save = None;
                self.save(effects);
            }
            FileCommand::SaveAs => {
                self.files.after_save = None;
                self.ask_where(effects);
            }
            FileCommand::SaveTo(path) => self.save_to(&path, effects),
            FileCommand::AskToOverwrite(command) => self.files.ask(Asked::Overwrite(command)),
            FileCommand::Screenshot => match self.files.screenshot_path(&self.moment()) {
                Ok(path) => {
                    self.messages.withdraw(TrueUntil::Screenshot);
                    effects.push(Effect::Screenshot(path));
                }
                Err(text) => self.messages.push(Level::Error, text),
            },
            FileCommand::SaveCanvas => {
                let name = self.files.picture_name(&self.moment());
                effects.push(Effect::CanvasDialog(self.files.folder(), name));
            }
            FileCommand::SaveCanvasTo(path) => self.save_canvas(&path, effects),
            #[cfg(not(target_os = "unknown"))]
            FileCommand::PickBeside => effects.push(Effect::BesideDialog(self.files.folder())),
            #[cfg(not(target_os = "unknown"))]
            FileCommand::ShowBeside(path) => self.show_beside(&path),
            #[cfg(not(target_os = "unknown"))]
            FileCommand::CloseBeside => {
                if let Some(playback) = self.run.frames.playback_mut() {
                    playback.beside = None;
                    self.run.stamp.readings += 1;
                }
            }
            FileCommand::ShareFilm => self.ask_where_to_share(true, effects),
            FileCommand::ShareReport => self.ask_where_to_share(false, effects),
            FileCommand::ShareTo(path) => self.share(path, effects),
            FileCommand::StopSharing => self.stop_sharing(effects),
            FileCommand::CopyLink => self.copy_link(effects),
            FileCommand::CopyEmbedCode => self.copy_embed_code(effects),
            FileCommand::AskLinkBase => effects.push(Effect::AskLinkBase),
            FileCommand::SetLinkBase(text) => match check_base(&text) {
                Ok(base) => self.files.set_link_base(base),
                Err(why) => self.messages.push(Level::Warning, why),
            },
            FileCommand::ClearRecent => self.files.storage.clear_recent(),
            FileCommand::ShowLeft => {
                self.files.list_left();
                self.ask_what_to_restore();
            }
            FileCommand::DiscardLeft(file) => self.files.discard_left(file),
            FileCommand::KeepLeft(file) => self.files.keep_left(&file),
            FileCommand::ToggleRecovery => {
                let on = !self.files.recovery.is_on();
                self.files.recovery.set_on(on);
            }
        }
    }

    fn ask_what_to_restore(&mut self) {
        if self.files.left.is_empty() {
            self.messages.push(Level::Info, "There is no unsaved work of earlier runs.");
        } else {
            self.files.ask(Asked::Restore);
        }
    }

    pub(super) fn apply_news(&mut self, news: News, effects: &mut Vec<Effect>) {
        match news {
            News::DialogCancelled => self.files.after_save = None,
            News::FileChanged => self.file_changed(),
            News::Arrived(arrivals) => self.take_arrivals(arrivals, effects),
            News::Drawn(count) => {
                if let Some(sharing) = &mut self.files.sharing {
                    sharing.drawn = count;
                }
            }
            News::Shared(path, written) => self.shared(&path, written, effects),
            News::ScreenshotDone(path, Ok(())) => {
                let text = format!("Screenshot: {}", plain::path(&path));
                self.messages.push_until(Level::Info, TrueUntil::Screenshot, text);
                effects.push(Effect::Print(format!("screenshot: {}", plain::whole_path(&path))));
            }
            News::ScreenshotDone(path, Err(error)) => {
                self.messages.push(Level::Error, format!("No screenshot {}: {error}", plain::path(&path)));
            }
            News::Link(text) => self.follow_link(&text, effects),
            News::ClipboardRead(text) => self.paste_text(&text, effects),
        }
    }

    /// Closes the document, which is saved or discarded.
    pub(super) fn leave(&mut self, leave: Leave, effects: &mut Vec<Effect>) {
        if self.asks_about_work_behind_tour(&leave, effects) {
            return;
        }
        match leave {
            Leave::New => self.install_or_complain(Opened::of(Document::empty()), effects),
            Leave::OpenBuiltIn => self.install_or_complain(Opened::of(Document::built_in()), effects),
            Leave::OpenShipped(stem) => {
                if let Some(shipped) = shipped::find(stem) {
                    self.install_or_complain(Opened::of(Document::shipped(shipped)), effects);
                }
            }
            Leave::OpenPath(path) => self.show_file(&path, Opened::read(&path), effects),
            Leave::OpenLink(link) => self.open_link(*link, effects),
            Leave::FrameAsScene => self.open_frame(effects),
            Leave::Relatives => self.open_relatives(effects),
            Leave::Reload => match self.files.document.path().map(Path::to_owned) {
                Some(path) if self.files.document.is_recording() => {
                    self.show_file(&path, Opened::recording(&path), effects);
                }
                Some(_) | None => self.reload(),
            },
            Leave::Restore(file) => self.restore_left(&file, effects),
            Leave::Tour(to) => self.move_tour(to, effects),
            Leave::Quit if self.files.sharing.is_some() => self.files.ask(Asked::Sharing),
            Leave::Quit => self.quit(effects),
        }
    }

    pub(super) fn quit(&mut self, effects: &mut Vec<Effect>) {
        self.files.recovery.forget();
        self.files.preferences.flush();
        effects.push(Effect::Quit);
    }

    /// Shows the unsaved work of an earlier run, or a message why it cannot be read.
    fn restore_left(&mut self, file: &Path, effects: &mut Vec<Effect>) {
        let restored = left::restore(file).and_then(Opened::of).map(|opened| {
            let name = opened.document.path().map_or("it has no file".to_owned(), plain::path);
            let message = Some((Level::Info, format!("Restored, and not saved yet: {name}.")));
            Opened { origin: DocumentOrigin::Restored(file.to_owned()), message, ..opened }
        });
        self.install_or_complain(restored, effects);
    }

    /// The shown moment in the name of a screenshot: "frame-10", inside of a step "frame-10-stage-3".
    fn moment(&self) -> String {
        let stage =
            self.run.inside.as_ref().map_or(String::new(), |inside| format!("-stage-{}", inside.index() + 1));
        format!("frame-{}{stage}", self.run.frame())
    }

    pub(super) fn save(&mut self, effects: &mut Vec<Effect>) {
        match self.files.document.path().map(Path::to_owned) {
            Some(path) if !self.files.document.is_recording() => {
                if self.files.after_save.is_none() && self.files.has_nothing_to_save() {
                    self.start_is_saved();
                    self.tell_saved(
                        &path,
                        format!("Nothing to save: {} is as in its file.", plain::path(&path)),
                        effects,
                    );
                } else {
                    self.save_to(&path, effects);
                }
            }
            Some(_) | None => self.ask_where(effects),
        }
    }

    pub(super) fn ask_where(&mut self, effects: &mut Vec<Effect>) {
        if self.refuses_to_save() {
            return;
        }
        let path = self.files.tried.as_deref().or(self.files.document.path());
        let name = path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let proposed = if self.files.document.is_recording() { "run.jsonl" } else { "scene.ron" };
        let name = name.unwrap_or_else(|| {
            named_after(&self.scene().name)
                .filter(|_| !self.files.document.is_recording())
                .unwrap_or(proposed.to_owned())
        });
        let tried = self.files.tried.as_deref().and_then(Path::parent).filter(|folder| folder.is_dir());
        let folder = tried.map_or_else(|| self.files.folder(), Path::to_owned);
        effects.push(Effect::SaveDialog(folder, name));
    }

    /// The dialog from which this came, with the name that was typed in it.
    pub(super) fn ask_where_instead(&self, command: &FileCommand, effects: &mut Vec<Effect>) {
        let Some(path) = command.written() else { return };
        let folder = path.parent().map_or_else(|| self.files.folder(), Path::to_owned);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        effects.push(if matches!(command, FileCommand::SaveCanvasTo(_)) {
            Effect::CanvasDialog(folder, name)
        } else if matches!(command, FileCommand::ShareTo(_)) {
            let title = self.share_proposal(name.ends_with(".gif")).1;
            Effect::ShareDialog(folder, name, title)
        } else {
            Effect::SaveDialog(folder, name)
        });
    }

    fn save_to(&mut self, path: &Path, effects: &mut Vec<Effect>) {
        if self.refuses_to_save() {
            return;
        }
        #[cfg(not(target_os = "unknown"))]
        if self.files.document.is_recording() {
            return self.save_run(path, effects);
        }
        let moved = self.files.document.path() != Some(path);
        let waiting = self.files.after_save.clone();
        match self.files.save_to(path) {
            Ok(Saved::Asks) => {}
            Ok(Saved::Done { then, with_comments }) => {
                let mut text = format!("Saved: {}", plain::path(path));
                if let Some(copy) = with_comments {
                    text.push_str(&format!(
                        "\nIts comments are not kept in it: {} is the file as it was.",
                        plain::path(&copy)
                    ));
                }
                self.messages.withdraw(TrueUntil::FileIsRead);
                self.start_is_saved();
                self.tell_saved(path, text, effects);
                if moved {
                    effects.push(Effect::Watch(Some(path.to_owned())));
                }
                if let Some(leave) = then {
                    self.leave(leave, effects);
                }
            }
            Err(error) => self.tell_not_saved(path, waiting, error.message),
        }
    }

    /// Says that the file is written, on the standard output too.
    pub(super) fn tell_saved(&mut self, path: &Path, text: String, effects: &mut Vec<Effect>) {
        self.files.tried = None;
        self.messages.push(Level::Info, text);
        effects.push(Effect::Print(format!("saved: {}", plain::whole_path(path))));
    }

    /// Says why the file is not written, and asks again what is to come of what waited for it. The next dialog proposes the
    /// file.
    pub(super) fn tell_not_saved(&mut self, path: &Path, waiting: Option<Leave>, why: String) {
        self.files.tried = Some(path.to_owned());
        match waiting {
            Some(leave) => self.files.ask(Asked::NotSaved(leave, why)),
            None => self.messages.push(Level::Error, why),
        }
    }

    /// Compares the file with the document. The program's own save must not end a drag that is under way.
    pub(super) fn file_changed(&mut self) {
        if self.files.document.is_recording() {
            return self.recording_changed();
        }
        self.messages.withdraw(TrueUntil::FileIsRead);
        match self.files.look() {
            None | Some(OnDisk::AsKnown) => {}
            Some(OnDisk::Gone) => {
                let path = self.files.document.path().map(plain::path).unwrap_or_default();
                let text = format!("Deleted on disk: {path}. The scene is unsaved.");
                self.messages.push_until(Level::Warning, TrueUntil::FileIsRead, text);
            }
            Some(OnDisk::Changed(theirs)) => self.changed_on_disk(theirs),
            Some(OnDisk::Unreadable(error)) => self.tell_damaged(&error),
        }
    }

    fn tell_damaged(&mut self, error: &SceneError) {
        let text = format!("Changed on disk:\n{}", error.message);
        self.messages.push_until(Level::Warning, TrueUntil::FileIsRead, text);
    }

    fn changed_on_disk(&mut self, theirs: FileOfOther) {
        let document = &self.files.document;
        match &theirs.scene {
            Err(error) => self.tell_damaged(error),
            // Comments and layout only. With unsaved work, saving asks before it overwrites them.
            Ok(scene) if document.has_saved(scene) => {
                if !document.is_edited() {
                    self.files.document.set_known(theirs.fingerprint);
                }
            }
            Ok(_) if document.is_edited() => {
                self.finish_gesture();
                self.files.ask_about_change(theirs);
            }
            Ok(scene) => {
                let scene = Scene::clone(scene);
                self.finish_gesture();
                self.load_again(Ok((scene, theirs.fingerprint)));
            }
        }
    }

    /// Reads the file again; what is looked at, view and undo points stay.
    pub(super) fn reload(&mut self) {
        if let Some(path) = self.files.document.path() {
            self.load_again(on_disk::load(path));
        }
    }

    /// Takes what the file holds now, or says why it cannot be shown.
    fn load_again(&mut self, loaded: Result<(Scene, Fingerprint), SceneError>) {
        let made = loaded.and_then(|(scene, fingerprint)| {
            let world = scene.to_world()?;
            Ok((scene, fingerprint, world))
        });
        match made {
            Ok((scene, fingerprint, world)) => {
                let before = self.files.document.shared_scene();
                let looked_at = LookedAt::of(&self.looking, &before);
                self.replace_scene(&scene);
                self.files.set_saved(Arc::new(scene), fingerprint);
                self.set_new_start(None);
                self.hand.tools.stop();
                self.begin_run(Begins::Scene(Box::new(world)));
                looked_at.look_again(&mut self.looking, self.files.document.scene());
                let path = self.files.document.path().map(plain::path).unwrap_or_default();
                self.messages.push(Level::Info, format!("Loaded again: {path}"));
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }
}

/// "level-1.ron" of "Level 1": letters and numbers of the name, with hyphens between; `None`: it has neither.
fn named_after(name: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let stem: String = words.join("-").to_lowercase().chars().take(LONGEST).collect();
    (!stem.is_empty()).then(|| format!("{stem}.ron"))
}
