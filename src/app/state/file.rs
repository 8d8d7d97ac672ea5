//! Documents: new, open, save, reload, close, with a question before unsaved work is lost.

use std::path::Path;
use std::sync::Arc;

use super::AppState;
use super::open::{Begins, Opened};
use crate::app::commands::{Answer, Command, Effect, FileCommand, Leave, News};
use crate::app::files::document::Document;
use crate::app::files::on_disk::{self, FileOfOther, Fingerprint, OnDisk};
use crate::app::files::recovery::left::{self, Leftover};
use crate::app::files::{Asked, Conflict, DocumentOrigin, Saved};
use crate::app::looking::Looking;
use crate::app::looking::pairs::Pair;
use crate::app::looking::veils::VeiledNames;
use crate::app::messages::{Level, TrueUntil};
use crate::platform::plain;
use crate::scene::link::check_base;
use crate::scene::shipped;
use crate::scene::{Scene, SceneError};

/// What is told where a recording that has a file is to be saved.
pub(super) const NOT_SAVED: &str =
    "A recording is not saved here. File > Open this frame as a scene makes a scene of it.";

/// A question that waits for an answer, shown as a dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub text: String,
    /// What can be chosen from, if there is a list.
    pub rows: Vec<QuestionRow>,
    /// How the scene differs from the file, or why the file holds no scene; shown on demand.
    pub details: Vec<String>,
    /// Label of what shows the details.
    pub show_details: &'static str,
    /// Label and command of each button: Enter takes the first, Escape the one that cancels.
    pub buttons: Vec<(&'static str, Command)>,
}

/// A row of the list of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionRow {
    pub title: String,
    pub text: String,
    /// It goes when the list is closed: its one button takes that back, and stands where a second click on the one that
    /// discarded it does not reach.
    pub is_discarded: bool,
    /// Label and command of each button.
    pub buttons: Vec<(&'static str, Command)>,
}

impl Question {
    fn new(text: String, answers: &[(&'static str, Answer)]) -> Self {
        let buttons = answers.iter().map(|(label, answer)| (*label, Command::Answer(*answer))).collect();
        Self { text, rows: Vec::new(), details: Vec::new(), show_details: "", buttons }
    }

    /// Adds how the scene differs from the file, or why the file holds no scene.
    fn about(self, conflict: &Conflict) -> Self {
        let show_details = if conflict.is_scene() { "Show what differs (disk → here)" } else { "Show why" };
        Self { details: conflict.lines().to_vec(), show_details, ..self }
    }
}

impl QuestionRow {
    fn of(left: &Leftover, is_discarded: bool) -> Self {
        let part = |part: Option<&Path>| part.map(plain::path).filter(|text| !text.is_empty());
        let name = part(left.document().and_then(Path::file_name).map(Path::new));
        let folder = part(left.document().and_then(Path::parent));
        let file = left.file().to_owned();
        let text = [Some(left.age()), Some(left.difference().to_owned()), folder];
        let scene = Some(left.scene().trim()).filter(|name| !name.is_empty());
        Self {
            title: name
                .or(scene.map(|name| plain::label(name).into_owned()))
                .unwrap_or_else(|| "untitled".to_owned()),
            text: text.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            is_discarded,
            buttons: if is_discarded {
                vec![("Undo", Command::File(FileCommand::KeepLeft(file)))]
            } else {
                vec![
                    ("Restore", Command::File(FileCommand::Leave(Leave::Restore(file.clone())))),
                    ("Discard", Command::File(FileCommand::DiscardLeft(file))),
                ]
            },
        }
    }
}

impl AppState {
    /// The open question; panels take no other input until it is answered.
    pub fn question(&self) -> Option<Question> {
        let stem = self.files.document.stem();
        let stem = plain::label(&stem);
        Some(match self.files.asked.as_ref()? {
            Asked::Unsaved(_) if self.files.document.is_gone() => Question::new(
                format!(
                    "The file of \"{stem}\" is missing, damaged or another scene by now: this one is nowhere but here. \
                     Save it?"
                ),
                &[("Save", Answer::Save), ("Discard", Answer::Discard), ("Cancel", Answer::Cancel)],
            ),
            Asked::Unsaved(_) => Question::new(
                format!("\"{stem}\" has unsaved changes. Save them?"),
                &[("Save", Answer::Save), ("Discard", Answer::Discard), ("Cancel", Answer::Cancel)],
            ),
            Asked::ChangedOnDisk(conflict) => Question::new(
                format!(
                    "\"{stem}\" was changed by another program, and has unsaved changes here. Undo brings them back if it \
                     is loaded."
                ),
                &[("Keep mine", Answer::Cancel), ("Load it", Answer::Discard)],
            )
            .about(conflict),
            Asked::SaveOver(conflict) => save_over(&stem, conflict),
            Asked::NotSaved(_, why) => Question::new(
                format!("{why}\n\"{stem}\" is not saved. Nothing is closed."),
                &[("Save as…", Answer::SaveAs), ("Cancel", Answer::Cancel)],
            ),
            Asked::Overwrite(command) => Question::new(
                format!("{} stands there already. Overwrite it?", command.written().map(plain::path)?),
                &[("Cancel", Answer::Cancel), ("Overwrite", Answer::Overwrite)],
            ),
            Asked::Sharing => Question::new(
                format!("{}. It would be lost.", self.files.sharing.as_ref()?.told()),
                &[("Wait", Answer::Cancel), ("Quit anyway", Answer::Discard)],
            ),
            Asked::Restore => {
                let is_discarded = |left: &Leftover| self.files.is_discarded(left.file());
                let close =
                    if self.files.left.iter().all(is_discarded) { "Close" } else { "Decide later" };
                Question {
                    rows: (self.files.left.iter())
                        .map(|left| QuestionRow::of(left, is_discarded(left)))
                        .collect(),
                    ..Question::new(
                        "Earlier runs left unsaved work.".to_owned(),
                        &[(close, Answer::Cancel)],
                    )
                }
            }
        })
    }

    pub(super) fn apply_file(&mut self, command: FileCommand, effects: &mut Vec<Effect>) {
        self.finish_gesture();
        match command {
            FileCommand::Leave(leave) => {
                self.files.notice_gone();
                // The tour brings the document back as it is.
                let keeps = matches!(leave, Leave::Tour(_)) && self.files.tour.is_none();
                if self.files.document.is_dirty() && !keeps && !self.is_figure() {
                    self.files.ask(Asked::Unsaved(leave));
                } else {
                    self.files.take_asked();
                    self.leave(leave, effects);
                }
            }
            FileCommand::Open => effects.push(Effect::OpenDialog(self.files.folder())),
            FileCommand::PickScene => effects.push(Effect::PickScene),
            FileCommand::Save | FileCommand::SaveAs | FileCommand::SaveTo(_)
                if self.files.document.is_recording() =>
            {
                self.files.after_save = None;
                self.save_run(&command, effects);
            }
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

    pub(super) fn apply_answer(&mut self, answer: Answer, effects: &mut Vec<Effect>) {
        self.finish_gesture();
        let Some(asked) = self.files.take_asked() else { return };
        match (asked, answer) {
            (Asked::Unsaved(leave), Answer::Save) => {
                self.files.after_save = Some(leave);
                self.save(effects);
            }
            (Asked::Unsaved(leave), Answer::Discard) => self.leave(leave, effects),
            (Asked::ChangedOnDisk(_), Answer::Discard) => self.reload(),
            (Asked::SaveOver(conflict), Answer::Overwrite) => {
                // A file that changed once more since the question was asked is asked about again.
                self.files.document.set_known(conflict.theirs().fingerprint);
                self.save(effects);
            }
            (Asked::SaveOver(_), Answer::SaveAs) => self.ask_where(effects),
            (Asked::NotSaved(leave, _), Answer::SaveAs) => {
                self.files.after_save = Some(leave);
                self.ask_where(effects);
            }
            (Asked::SaveOver(conflict), Answer::Discard) if conflict.is_scene() => {
                self.files.after_save = None;
                self.reload();
            }
            (Asked::SaveOver(_), Answer::Cancel) => self.files.after_save = None,
            (Asked::Overwrite(command), Answer::Overwrite) => self.apply_file(*command, effects),
            (Asked::Overwrite(command), Answer::Cancel) => self.ask_where_instead(&command, effects),
            (Asked::Sharing, Answer::Discard) => self.quit(effects),
            (
                Asked::Unsaved(_)
                | Asked::ChangedOnDisk(_)
                | Asked::NotSaved(..)
                | Asked::Sharing
                | Asked::Restore,
                Answer::Cancel,
            ) => {}
            // These questions have no such button.
            (
                asked @ (Asked::Unsaved(_)
                | Asked::ChangedOnDisk(_)
                | Asked::SaveOver(_)
                | Asked::NotSaved(..)
                | Asked::Overwrite(_)
                | Asked::Sharing
                | Asked::Restore),
                Answer::Save | Answer::Discard | Answer::Overwrite | Answer::SaveAs,
            ) => self.files.ask(asked),
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
    fn leave(&mut self, leave: Leave, effects: &mut Vec<Effect>) {
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

    fn quit(&mut self, effects: &mut Vec<Effect>) {
        self.files.recovery.forget();
        self.files.preferences.flush();
        effects.push(Effect::Quit);
    }

    /// Shows the unsaved work of an earlier run, or a message why it cannot be read.
    fn restore_left(&mut self, file: &Path, effects: &mut Vec<Effect>) {
        let opened = left::restore(file).and_then(Opened::of);
        let restored =
            opened.map(|opened| Opened { origin: DocumentOrigin::Restored(file.to_owned()), ..opened });
        self.install_or_complain(restored, effects);
    }

    /// The shown moment in the name of a screenshot: "frame-10", inside of a step "frame-10-stage-3".
    fn moment(&self) -> String {
        let stage =
            self.run.inside.as_ref().map_or(String::new(), |inside| format!("-stage-{}", inside.index() + 1));
        format!("frame-{}{stage}", self.run.frame())
    }

    fn save(&mut self, effects: &mut Vec<Effect>) {
        match self.files.document.path().map(Path::to_owned) {
            Some(path) => self.save_to(&path, effects),
            None => self.ask_where(effects),
        }
    }

    fn ask_where(&self, effects: &mut Vec<Effect>) {
        let path = self.files.tried.as_deref().or(self.files.document.path());
        let name = path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_else(|| "scene.ron".to_owned());
        let tried = self.files.tried.as_deref().and_then(Path::parent).filter(|folder| folder.is_dir());
        let folder = tried.map_or_else(|| self.files.folder(), Path::to_owned);
        effects.push(Effect::SaveDialog(folder, name));
    }

    /// The dialog from which this came, with the name that was typed in it.
    fn ask_where_instead(&self, command: &FileCommand, effects: &mut Vec<Effect>) {
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
                self.files.tried = None;
                self.messages.withdraw(TrueUntil::FileIsRead);
                self.messages.push(Level::Info, text);
                effects.push(Effect::Print(format!("saved: {}", plain::whole_path(path))));
                if moved {
                    effects.push(Effect::Watch(Some(path.to_owned())));
                }
                if let Some(leave) = then {
                    self.leave(leave, effects);
                }
            }
            Err(error) => {
                self.files.tried = Some(path.to_owned());
                match waiting {
                    Some(leave) => self.files.ask(Asked::NotSaved(leave, error.message)),
                    None => self.messages.push(Level::Error, error.message),
                }
            }
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
    fn reload(&mut self) {
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

/// What a person looks at, while the file is loaded again. Bodies are found again by their names; where as many are there, one
/// without its name was renamed.
pub(super) struct LookedAt {
    bodies: usize,
    selection: Vec<(u32, String)>,
    pair: Option<[(u32, String); 2]>,
    veils: Option<VeiledNames>,
    cards: Vec<(String, String)>,
}

impl LookedAt {
    pub(super) fn of(looking: &Looking, scene: &Scene) -> Self {
        let named = |index: u32| Some((index, scene.bodies.get(index as usize)?.name.clone()));
        Self {
            bodies: scene.bodies.len(),
            selection: looking.selection().iter().filter_map(|index| named(*index)).collect(),
            pair: looking.pinned_pair.and_then(|(a, b)| Some([named(a)?, named(b)?])),
            veils: looking.veils.names(scene),
            cards: looking.cards.clone(),
        }
    }

    /// Where these bodies are in another scene; those that are not there are left out.
    fn found<'b>(&self, bodies: impl IntoIterator<Item = &'b (u32, String)>, scene: &Scene) -> Vec<u32> {
        let indices = scene.indices();
        let renamed = |index: u32| (scene.bodies.len() == self.bodies).then_some(index);
        let find = |(index, name): &(u32, String)| indices.get(name.as_str()).copied().or(renamed(*index));
        bodies.into_iter().filter_map(find).collect()
    }

    /// The selected pair in another scene, if both bodies are there.
    pub(super) fn pair_in(&self, scene: &Scene) -> Option<Pair> {
        let [a, b] = self.found(self.pair.as_ref()?, scene)[..] else { return None };
        Some((a.min(b), a.max(b)))
    }

    /// What is not there any more is looked at no longer.
    fn look_again(self, looking: &mut Looking, scene: &Scene) {
        looking.select(self.found(&self.selection, scene));
        if let Some(pair) = self.pair_in(scene) {
            looking.pinned_pair = Some(pair);
        }
        looking.veils.follow(self.veils, scene);
        looking.cards = self.cards;
    }
}

fn save_over(stem: &str, conflict: &Conflict) -> Question {
    let (what, answers): (_, &[_]) = if conflict.is_scene() {
        (
            "was changed on the disk since it was opened or saved here",
            &[
                ("Save as…", Answer::SaveAs),
                ("Overwrite", Answer::Overwrite),
                ("Reload", Answer::Discard),
                ("Cancel", Answer::Cancel),
            ],
        )
    } else {
        (
            "was changed on the disk, and this program cannot read it any more",
            &[("Save as…", Answer::SaveAs), ("Overwrite", Answer::Overwrite), ("Cancel", Answer::Cancel)],
        )
    };
    let text = format!("\"{stem}\" {what}. Saving would overwrite that.");
    Question::new(text, answers).about(conflict)
}
