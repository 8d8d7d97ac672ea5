//! Recordings of other engines as documents: opened, followed while they grow, taken away as scenes.

use std::collections::HashSet;
use std::path::Path;

use super::AppState;
use super::open::Opened;
use crate::app::commands::{EditCommand, Effect, Tool};
use crate::app::derived::watch_log::MOST_FRAMES;
use crate::app::files::document::Document;
use crate::app::files::{DocumentOrigin, Settings};
use crate::app::looking::pairs::{self, Pair};
use crate::app::messages::{Level, TrueUntil};
#[cfg(not(target_os = "unknown"))]
use crate::app::run::beside::Beside;
use crate::app::run::playback::{Lack, Playback};
use crate::elsewhere::recording::{Arrival, GameAnswer, Recording, StoredFrame};
use crate::picture::display::Rect;
use crate::picture::framing::{self, Framing};
#[cfg(not(target_os = "unknown"))]
use crate::picture::overlay::Layer;
use crate::platform::plain;
#[cfg(not(target_os = "unknown"))]
use crate::platform::safe_file;
use crate::scene::successor::Successors;
use crate::scene::{Scene, numbers};

/// What is told where a recording that has a file is to be saved.
const NOT_SAVED: &str =
    "A recording is not saved here. File > Open this frame as a scene makes a scene of it.";
/// What is told where a recording is to be edited.
const NOT_EDITED: &str =
    "A recording cannot be edited. File > Open this frame as a scene makes a scene of it that can.";

impl AppState {
    /// Shows a recording beside the one that is open; a file that is none changes nothing.
    #[cfg(not(target_os = "unknown"))]
    pub(super) fn show_beside(&mut self, path: &Path) {
        let Some(playback) = self.run.frames.playback_mut() else {
            let text = "Open a recording first: the second one is shown beside it.";
            self.messages.push(Level::Info, text);
            return;
        };
        if playback.goes_on || playback.reading.is_some() {
            let text = "A second recording is shown beside one that is whole; frames still come to this one.";
            self.messages.push(Level::Info, text);
            return;
        }
        let name = plain::path(path);
        let beside =
            Recording::load(path).and_then(|other| Beside::new(name.clone(), other, &playback.recording));
        match beside {
            Ok(beside) => {
                playback.beside = Some(beside);
                self.run.stamp.readings += 1;
                self.showing.layers.set(Layer::OldFuture, true);
                let text = format!("{name} is shown beside it, dashed where its bodies are elsewhere.");
                self.messages.push(Level::Info, text);
            }
            Err(why) => self.messages.push(Level::Error, why),
        }
    }

    /// Starts with a recording that has not begun, of which [`crate::app::News::Arrived`] brings the lines. `place`:
    /// where they come from.
    pub fn waiting(place: &str, path: Option<&Path>, settings: Settings, canvas: Rect) -> Self {
        let scene = Scene { name: format!("waiting for a recording at {place}"), ..Scene::default() };
        Self::starting(settings, canvas, |state| {
            state.files.install(Document::recording(scene, path.map(Path::to_owned)), DocumentOrigin::Opened);
            state.showing.keep_panel(true);
        })
    }

    /// The file of the recording was written or deleted by another program.
    pub(super) fn recording_changed(&mut self) {
        let path = self.files.document.path().map(plain::path).unwrap_or_default();
        let text = format!("Changed on disk: {path}. File > Reload from disk reads it again.");
        self.messages.push(Level::Info, text);
    }

    /// Takes what the thread has read of a long recording.
    pub(super) fn take_read_frames(&mut self) {
        let Some(playback) = self.run.frames.playback_mut() else { return };
        let Some(reading) = &playback.reading else { return };
        let Some(arrivals) = reading.take() else {
            playback.reading = None;
            self.run.stamp.readings += 1;
            return;
        };
        let mut frames = Vec::new();
        for arrival in arrivals {
            match arrival {
                Arrival::Begins(recording) => {
                    self.add_recorded(std::mem::take(&mut frames));
                    if !self.begin_anew(*recording) {
                        return;
                    }
                }
                Arrival::Frame(frame) => frames.push(*frame),
                Arrival::Skipped(text) | Arrival::Missing(text) => {
                    self.messages.push_instead(Level::Warning, TrueUntil::OtherLine, text);
                }
                Arrival::Message(text) | Arrival::Closed(text) => self.messages.push(Level::Warning, text),
                // No file drops any.
                Arrival::Dropped(_) => {}
            }
        }
        self.add_recorded(frames);
    }

    /// A header within the file that a thread reads: what came before it is another recording. `false`: its bodies make no
    /// world, so that nothing more is read.
    fn begin_anew(&mut self, recording: Recording) -> bool {
        let Some(before) = self.run.frames.playback_mut() else { return false };
        let (count, reading) = (before.recording.frames().len(), before.reading.take());
        let path = self.files.document.path().map(Path::to_owned);
        match Playback::new(recording, false) {
            Ok(playback) => {
                self.install(Opened::playing(playback.reading_on(reading), path.as_deref()));
                let text = format!(
                    "A header begins anew; {} before it are left out.",
                    numbers::count(count, "frame", "frames")
                );
                self.messages.push(Level::Warning, text);
                true
            }
            Err(error) => {
                let text = format!("{}. What follows is not read.", error.message);
                self.messages.push(Level::Error, text);
                false
            }
        }
    }

    fn add_recorded(&mut self, frames: Vec<StoredFrame>) {
        let is_empty = |state: &Self| state.run.frames.playback().is_none_or(Playback::is_empty);
        let was_empty = is_empty(self);
        for what in self.run.add_recorded(frames) {
            let text = format!("A frame is skipped: {what}.");
            self.messages.push_instead(Level::Warning, TrueUntil::OtherLine, text);
        }
        self.add_bodies_that_came();
        if was_empty && !is_empty(self) {
            self.show_first_frame();
        }
    }

    /// The document's scene names every body of the recording; what a person asks of it stays.
    fn add_bodies_that_came(&mut self) {
        let Some(playback) = self.run.frames.playback() else { return };
        if playback.recording.body_count() > self.scene().bodies.len() {
            let bodies = playback.recording.scene().bodies;
            self.files.document.set_scene(Scene { bodies, ..self.scene().clone() });
        }
    }

    /// Takes what came of the recording that is followed; of any other document it is dropped.
    pub(super) fn take_arrivals(&mut self, arrivals: Vec<Arrival>, effects: &mut Vec<Effect>) {
        if !self.files.document.is_recording() {
            return;
        }
        let mut frames = Vec::new();
        for arrival in arrivals {
            match arrival {
                Arrival::Begins(recording) => {
                    // Those of the recording before are shown no longer.
                    frames.clear();
                    if self.run.frames.playback_mut().is_some_and(Playback::resume_game) {
                        effects.push(Effect::AnswerGame(GameAnswer::resume()));
                    }
                    self.begin_followed(*recording);
                }
                Arrival::Frame(frame) => frames.push(*frame),
                Arrival::Skipped(text) | Arrival::Missing(text) => {
                    self.messages.push_instead(Level::Warning, TrueUntil::OtherLine, text);
                }
                Arrival::Dropped(count) => {
                    let it = if count == 1 { "it" } else { "they" };
                    let can = format!("{it} came faster than {it} can be shown");
                    let frames = numbers::count(count as usize, "frame was", "frames were");
                    self.messages.push(Level::Warning, format!("{frames} dropped: {can}."));
                }
                Arrival::Message(text) => self.messages.push(Level::Warning, text),
                Arrival::Closed(text) => {
                    self.add_recorded(std::mem::take(&mut frames));
                    if let Some(playback) = self.run.frames.playback_mut() {
                        playback.resume_game();
                    }
                    self.messages.push(Level::Warning, text);
                }
            }
        }
        let lacks = |state: &Self| state.run.frames.playback().and_then(|playback| playback.lacks);
        let (lacked, played) = (lacks(self), self.run.playing);
        self.add_recorded(frames);
        if played && !self.run.playing {
            self.announce_stop();
        }
        self.pause_game(effects);
        if lacked.is_none()
            && let Some(lack) = lacks(self)
        {
            let full = match lack {
                Lack::Frames => format!("More than {MOST_FRAMES} frames came"),
                Lack::Memory => "The memory for recorded frames is full".to_owned(),
            };
            self.messages.push(Level::Info, format!("{full}: the oldest are dropped from now on."));
        }
    }

    /// The run that a game sends, where that is shown and has frames.
    fn sent_run(&self) -> Option<&Playback> {
        let playback = self.run.frames.playback().filter(|playback| playback.goes_on && !playback.is_empty());
        playback.filter(|_| self.files.document.path().is_none())
    }

    /// Whether a game has sent frames that are shown and that no file has.
    pub(super) fn has_unsaved_run(&self) -> bool {
        self.sent_run().is_some_and(Playback::is_unsaved)
    }

    /// Whether the document is a recording that is not saved here, which a message says and nothing waits for any longer.
    pub(super) fn refuses_to_save(&mut self) -> bool {
        let refuses = self.files.document.is_recording() && self.sent_run().is_none();
        if refuses {
            self.files.after_save = None;
            self.messages.push(Level::Info, NOT_SAVED);
        }
        refuses
    }

    /// Saves what is kept of a run that a game sends, and goes on with what waited for it.
    #[cfg(not(target_os = "unknown"))]
    pub(super) fn save_run(&mut self, path: &Path, effects: &mut Vec<Effect>) {
        let then = self.files.after_save.take();
        let Some(playback) = self.run.frames.playback_mut() else { return };
        let recording = &playback.recording;
        let frames = numbers::count(recording.frames().len(), "frame", "frames");
        let mut lines = Vec::new();
        match recording.write_lines(&mut lines).and_then(|()| safe_file::write(path, &lines)) {
            Ok(()) => {
                playback.set_saved();
                self.tell_saved(path, format!("Saved: {}, {frames}", plain::path(path)), effects);
                if let Some(leave) = then {
                    self.leave(leave, effects);
                }
            }
            Err(error) => {
                self.tell_not_saved(path, then, format!("{} is not written: {error}", plain::path(path)));
            }
        }
    }

    /// Asks the game to pause where a stop holds in what it sent. A file has nobody to ask.
    fn pause_game(&mut self, effects: &mut Vec<Effect>) {
        if self.files.document.path().is_some() {
            return;
        }
        let Some(mark) = self.run.frames.playback_mut().and_then(Playback::pause_game) else { return };
        let text = format!("The game is asked to pause at frame {}: {}.", mark.frame, mark.why);
        self.messages.push(Level::Info, text);
        effects.push(Effect::AnswerGame(GameAnswer::pause(mark.frame, &mark.why)));
    }

    pub(super) fn resume_game(&mut self, effects: &mut Vec<Effect>) {
        if self.run.frames.playback_mut().is_some_and(Playback::resume_game) {
            effects.push(Effect::AnswerGame(GameAnswer::resume()));
            self.leave_step();
            self.run.follow_newest();
        }
    }

    /// A followed recording begins, or begins again.
    fn begin_followed(&mut self, recording: Recording) {
        let before = self.run.frames.playback().filter(|_| self.files.document.path().is_none());
        let lost = match before.map(|before| before.recording.frames().len()) {
            None | Some(0) => String::new(),
            Some(lost) => format!(
                " {} gone.",
                numbers::count(lost, "frame of the one before is", "frames of the one before are")
            ),
        };
        let text = format!("A recording of {} begins.{lost}", plain::label(recording.engine()));
        let path = self.files.document.path().map(Path::to_owned);
        match Playback::new(recording, true) {
            Ok(playback) => {
                self.install(Opened::playing(playback, path.as_deref()));
                self.run.follow_newest();
                self.messages.push(Level::Info, text);
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }

    /// What a person asked of a recording is asked of its next run, where that has the bodies.
    pub(super) fn ask_again(&mut self, asked: &Scene) {
        let Scene { stops, watch, bookmarks, .. } = asked.clone();
        let mut scene = Scene { stops, watch, bookmarks, ..self.scene().clone() };
        let there: HashSet<&String> = scene.bodies.iter().map(|body| &body.name).collect();
        let names = asked.bodies.iter().map(|body| &body.name);
        let gone: Vec<String> = names.filter(|name| !there.contains(name)).cloned().collect();
        scene.follow(asked.watched_names(), &Successors::none(gone));
        let gone = asked.lines_gone(&scene);
        self.files.document.set_scene(scene);
        if !gone.is_empty() {
            let text = format!("Without {}, whose bodies this run does not begin with.", gone.join(", "));
            self.messages.push(Level::Warning, text);
        }
    }

    fn show_first_frame(&mut self) {
        self.refresh();
        self.looking.pinned_pair = pairs::first(self.run.world(), &self.derived.report);
        self.fit(Framing::Moving);
    }

    /// Goes to the frame of a difference and selects the pair of these recorded bodies, or the one body that a query hits.
    pub(super) fn go_to_difference(&mut self, frame: u64, bodies: (u32, u32)) {
        self.go_to(frame);
        self.refresh();
        match bodies {
            (a, b) if a == b => {
                self.looking.select(vec![a]);
                self.select_pair(None);
            }
            pair => self.select_pair(Some(pair)),
        }
    }

    /// Goes to the frame after a crossing, and selects its pair; where the two and their way are not all in sight, the view is
    /// fitted to them.
    pub(super) fn go_to_crossing(&mut self, frame: u64, pair: Pair) {
        self.go_to_difference(frame, pair);
        let Some(playback) = self.run.frames.playback() else { return };
        let (axes, bodies) = (self.showing.camera.frame(), self.run.world().bodies());
        let read = self.derived.report.pair(pair);
        let now = framing::bounds(Framing::Pair, axes, bodies, read);
        let before = playback.before(pair).into_iter().filter_map(|(index, pose)| {
            let mut body = self.run.world().body(index)?.clone();
            body.set_pose(pose).ok()?;
            Some(axes.box_of(&body))
        });
        let Some(bounds) = before.chain(now).reduce(|one, other| one.union(&other)) else { return };
        let view = self.showing.camera.local();
        if ![bounds.min, bounds.max]
            .iter()
            .all(|corner| view.canvas.contains(view.screen_from_world(*corner)))
        {
            self.showing.fit_to(bounds);
        }
    }

    /// Copies the present frame as a scene.
    pub(super) fn copy_frame(&mut self, effects: &mut Vec<Effect>) {
        let Some(scene) = self.frame_scene() else { return };
        if self.put_on_clipboard(scene.to_ron(), effects, |size| format!("the frame is {size}.")) {
            let text = format!("Copied: {} bodies of frame {}.", scene.bodies.len(), self.run.frame());
            self.messages.push(Level::Info, text);
        }
    }

    /// Shows the present frame as an unsaved scene.
    pub(super) fn open_frame(&mut self, effects: &mut Vec<Effect>) {
        let Some(scene) = self.frame_scene() else { return };
        let names = self.names_of_selected_pair();
        let made_up =
            self.run.frames.playback().map(|playback| playback.recording.made_up()).unwrap_or_default();
        self.install_or_complain(Opened::of(Document::unsaved(scene)), effects);
        self.select_pair_named(names);
        if !made_up.is_empty() {
            let made_up = made_up.join("; ");
            self.messages.push(
                Level::Info,
                format!("The scene makes up what the recording does not tell: {made_up}."),
            );
        }
    }

    /// The bodies of the present frame, named after recording and frame.
    pub(super) fn frame_scene(&self) -> Option<Scene> {
        let playback = self.run.frames.playback()?;
        Some(playback.recording.scene_from(playback.index))
    }

    /// Whether an edit is none that a recording allows, which a message then says.
    pub(super) fn refuses(&mut self, command: &EditCommand) -> bool {
        let refused = !command.leaves_scene();
        if refused {
            self.hand.tools.stop();
            self.messages.push(Level::Info, NOT_EDITED);
        }
        refused
    }

    /// Whether the tool may be used; a message says why not.
    pub(super) fn may_take(&mut self, tool: Tool) -> bool {
        let may =
            matches!(tool, Tool::Select | Tool::Ask | Tool::Measure) || !self.files.document.is_recording();
        if !may {
            self.messages.push(Level::Info, NOT_EDITED);
        }
        may
    }
}
