//! Edits of the scene.

use collide2d::{MAX_EXTENT, World};

use super::AppState;
use crate::app::commands::change::{BodyEdit, Change};
use crate::app::commands::list_edit::ListEdit;
use crate::app::commands::note::NoteEdit;
use crate::app::commands::{EditCommand, Effect};
use crate::app::hand::tools::transform::shifted;
use crate::app::history::NewStart;
use crate::app::messages::{Level, TrueUntil};
use crate::app::one_float::Nudge;
use crate::platform::plain;
use crate::report::until;
use crate::scene::numbers::count;
use crate::scene::present::present_scene;
use crate::scene::{Expectation, Scene, SceneBody, Stop, pieces};

impl AppState {
    pub(super) fn apply_edit(&mut self, command: EditCommand, effects: &mut Vec<Effect>) {
        if self.files.document.is_recording() && self.refuses(&command) {
            return;
        }
        match command {
            EditCommand::Undo => self.undo(),
            EditCommand::Redo => self.redo(),
            EditCommand::Do(change) => {
                self.finish_gesture();
                let drops_lines = matches!(change, Change::Body(_, BodyEdit::MotionKind(_)));
                let before = drops_lines.then(|| self.present());
                if self.edit(&change)
                    && let Some(before) = before
                {
                    self.say_gone(&before, &[], "");
                }
                self.commit();
            }
            EditCommand::Preview(change) => {
                self.edit(&change);
            }
            EditCommand::Commit => self.commit(),
            EditCommand::Revert => self.revert(),
            EditCommand::Copy => {
                if self.copy(effects) {
                    let copied = count(self.selected_bodies().len(), "body", "bodies");
                    self.messages.push(Level::Info, format!("Copied: {copied}."));
                }
            }
            EditCommand::CopyFrame => self.copy_frame(effects),
            EditCommand::Cut => {
                if self.copy(effects) {
                    self.delete();
                }
            }
            EditCommand::Paste => effects.push(Effect::ReadClipboard),
            EditCommand::Duplicate => {
                let bodies = self.selected_bodies();
                let links = self.seen().links_between(&bodies);
                self.add_copies(bodies, links, 1.0);
            }
            EditCommand::Delete => self.delete(),
            EditCommand::Group => self.group(),
            EditCommand::Ungroup => self.ungroup(),
            EditCommand::MergeTiles => self.merge_tiles(),
            EditCommand::KeepSwept(field, values) => self.keep_swept(&field, &values),
            EditCommand::Nudge(direction, stride) => {
                let way = self.showing.camera.frame().world_direction(direction.vector());
                match stride.steps() {
                    Some(steps) => {
                        let delta = way * self.showing.grid().step() * steps;
                        self.nudge(|bodies| shifted(bodies, delta));
                    }
                    None => self.nudge_by_one_number(Nudge::along(way)),
                }
            }
            EditCommand::Arrange(command) => self.arrange(command),
            EditCommand::ExpectSelectedPair => self.expect_selected_pair(),
            EditCommand::RemoveInput(index) => self.remove_input(index),
            EditCommand::WatchSelected => self.watch_selected(),
            EditCommand::ToggleBookmark => self.toggle_bookmark(),
            EditCommand::CopyPair(text) => self.copy_pair(text, effects),
            EditCommand::FindTouch => self.find_touch(),
            EditCommand::FitOutline(fit) => self.fit_outline(fit),
            EditCommand::OpenOutline => effects.push(Effect::OutlineDialog(self.files.folder())),
            EditCommand::TakeOutline(path) => self.take_outline(&path),
        }
    }

    /// Applies a change, or shows why it is not allowed. A change of a moving body makes the present state
    /// the new frame 0.
    pub(super) fn edit(&mut self, change: &Change) -> bool {
        if let Change::Note(edit) = change {
            return self.edit_note(edit);
        }
        let touches = change.touches_world();
        let base = if touches { self.present() } else { self.scene().clone() };
        let reacted = touches && pieces::has_reacted(self.run.world());
        let made = change.applied_to(&base).and_then(|scene| {
            let changes = scene != base;
            let scene =
                if reacted && changes { pieces::settled(scene, &base, self.run.world()) } else { scene };
            let world = scene.to_world().map_err(|error| error.message)?;
            Ok((scene, world))
        });
        let (scene, world) = match made {
            Ok(made) => made,
            Err(text) => {
                let text = self.why_no_start(&base).unwrap_or(text);
                self.messages.push_instead(Level::Warning, TrueUntil::OtherEdit, text);
                return false;
            }
        };
        if scene == base {
            return true;
        }
        self.messages.withdraw(TrueUntil::OtherEdit);
        let frame = self.run.frame();
        let new_start = (touches && frame > 0).then(|| NewStart { frame, gone: gone(self.scene(), &base) });
        if !self.history.is_pending() {
            self.history.begin(self.snapshot());
        }
        let names = self.names_of_selected_pair();
        let selected = self.names_of_selected();
        let veiled = self.looking.veils.names(self.scene());
        self.files.set_scene(scene);
        self.looking.veils.follow(veiled, self.files.document.scene());
        if reacted {
            self.hand.tools.renumber(&pieces::gone(&base, self.run.world()));
        }
        if touches {
            self.leave_step();
            self.run.begin(world);
            if new_start.is_some() {
                self.set_new_start(new_start);
            }
        } else if !self.scene().steps_as(&base) {
            self.run_as_asked(world);
        }
        if reacted
            || matches!(
                change,
                Change::RemoveBodies(_) | Change::Group(_) | Change::MergeTiles(_) | Change::Order(_)
            )
        {
            self.select_pair_named(names);
            let indices = self.scene().indices();
            let selected = selected.iter().filter_map(|name| indices.get(name.as_str()).copied()).collect();
            self.looking.select(selected);
        }
        true
    }

    /// Why no edit can begin from the present state: a body that nobody touched has left the limits of a scene. `None`: it has
    /// not, so that what is wrong is the edit.
    fn why_no_start(&self, present: &Scene) -> Option<String> {
        let error = present.validate().err()?;
        let is_far = |body: &&SceneBody| body.position.abs().max_element() > MAX_EXTENT;
        let why = match present.bodies.iter().find(is_far) {
            Some(body) => {
                format!("{} is beyond {}.", plain::label(&body.name), self.unit().text(MAX_EXTENT))
            }
            None => error.message,
        };
        Some(format!("This frame cannot become the new start: {why}"))
    }

    /// Edits stops, watched numbers, bookmarks or numbers that vary; the run goes on where it is.
    fn edit_note(&mut self, edit: &NoteEdit) -> bool {
        let mut scene = self.scene().clone();
        let made = edit.apply(&mut scene, |_, text| self.read_stop(text)).and_then(|()| {
            // A recorded body of several shapes has a name that no body of the scene has.
            let is_recording = self.files.document.is_recording();
            if is_recording { Ok(()) } else { scene.validate().map_err(|error| error.message) }
        });
        if let Err(text) = made {
            self.messages.push(Level::Warning, text);
            return false;
        }
        if scene == *self.scene() {
            return true;
        }
        if !self.history.is_pending() {
            self.history.begin(self.snapshot());
        }
        if edit.asks_world()
            && !scene.steps_as(self.scene())
            && let Ok(start) = scene.to_world()
        {
            self.run_as_asked(start);
        }
        self.files.set_scene(scene);
        true
    }

    /// Computes the run again up to here, in a world that is asked for what stops and expectations want to know.
    pub(super) fn run_as_asked(&mut self, start: World) {
        let moment = self.edited_moment();
        self.leave_step();
        self.run.restore(start, moment);
    }

    /// A stop as a person types it, which is valid here. `Err` says what is wrong and what is allowed.
    pub(super) fn read_stop(&self, text: &str) -> Result<Stop, String> {
        match self.run.frames.playback() {
            Some(playback) => until::stop_of_recording(&playback.recording, text),
            None => self.scene().read_stop(text),
        }
    }

    /// Moves the selected bodies; nudges in a row are one undo point.
    pub(super) fn nudge(&mut self, moved: impl Fn(&[(u32, SceneBody)]) -> Vec<(u32, SceneBody)>) {
        if self.looking.selection().is_empty() || self.selects_only_pieces() {
            return;
        }
        let joins = self.hand.nudge_joins(self.clock);
        self.finish_gesture();
        let bodies = self.seen().selected_bodies();
        if self.edit(&Change::SetBodies(moved(&bodies))) && self.history.commit(self.files.document.scene()) {
            if joins {
                self.history.join_last();
            }
            self.hand.last_nudge = Some(self.clock);
        }
    }

    fn delete(&mut self) {
        if self.looking.selection().is_empty() || self.selects_only_pieces() {
            return;
        }
        self.finish_gesture();
        let before = self.present();
        let veils = &self.looking.veils;
        let (kept, removed): (Vec<u32>, Vec<u32>) =
            self.looking.selection().iter().partition(|body| veils.locks(**body));
        if !kept.is_empty() {
            let text =
                format!("{} stayed: locked. Ctrl+Shift+L unlocks.", count(kept.len(), "body", "bodies"));
            self.messages.push(Level::Info, text);
        }
        if !removed.is_empty() && self.edit(&Change::RemoveBodies(removed)) {
            self.looking.select(Vec::new());
            self.say_gone(&before, &[], "");
        }
        self.commit();
    }

    /// The present state as a scene, which an edit of the world begins from.
    pub(super) fn present(&self) -> Scene {
        present_scene(self.scene(), self.run.world())
    }

    /// Whether nothing of the scene is selected, which a message then says.
    pub(super) fn selects_only_pieces(&mut self) -> bool {
        let count = self.scene().bodies.len() as u32;
        let is_of_scene = |index: &u32| *index < count;
        if self.looking.selection().is_empty() || self.looking.selection().iter().any(is_of_scene) {
            return false;
        }
        let text = "Pieces of a body that burst are not in the scene and cannot be edited.";
        self.messages.push(Level::Info, text);
        true
    }

    fn expect_selected_pair(&mut self) {
        let Some((a, b)) = self.looking.selected_pair() else {
            self.messages.push(Level::Info, "No pair is selected.");
            return;
        };
        let (Some(name_a), Some(name_b)) = (self.name_of(a), self.name_of(b)) else { return };
        let (frame, unit) = (self.run.frame(), self.unit());
        let names = format!("{}, {}", plain::label(&name_a), plain::label(&name_b));
        let expectation = Expectation::of_pair(self.run.shown(), [name_a, name_b], [a, b]).without_noise();
        let statement = expectation.words(|depth| unit.label(depth)).statement;
        if self.scene().expect.contains(&expectation) {
            let text = format!("Nothing added: {names} {statement} is expected at frame {frame} already.");
            self.messages.push(Level::Info, text);
            return;
        }
        let text = format!("Expected at frame {frame}: {names} {statement}.");
        self.finish_gesture();
        if self.edit(&Change::Expectation(ListEdit::Add(expectation))) {
            self.messages.push(Level::Info, text);
        }
        self.commit();
    }

    /// The selected bodies in their present state, at any frame.
    pub(super) fn selected_bodies(&self) -> Vec<SceneBody> {
        self.seen().selected_bodies().into_iter().map(|(_, body)| body).collect()
    }

    fn name_of(&self, index: u32) -> Option<String> {
        self.named_scene().bodies.get(index as usize).map(|body| body.name.clone())
    }

    fn names_of_selected(&self) -> Vec<String> {
        self.looking.selection().iter().filter_map(|&index| self.name_of(index)).collect()
    }

    pub(super) fn names_of_selected_pair(&self) -> Option<(String, String)> {
        let (a, b) = self.looking.pinned_pair?;
        Some((self.name_of(a)?, self.name_of(b)?))
    }

    /// Selects the pair with these names, where indices have shifted.
    pub(super) fn select_pair_named(&mut self, names: Option<(String, String)>) {
        let pair = names.and_then(|(a, b)| {
            let (a, b) = (self.scene().index_of(&a)?, self.scene().index_of(&b)?);
            Some((a.min(b), a.max(b)))
        });
        self.looking.show(pair);
    }
}

/// " Gone with the frames before it: 1 input, 2 bookmarks."; nothing where nothing is.
fn gone(before: &Scene, now: &Scene) -> String {
    let inputs = before.inputs.len() - now.inputs.len();
    let bookmarks = before.bookmarks.len() - now.bookmarks.len();
    let lines = before.expect.len() - now.expect.len();
    let all = [
        (inputs, count(inputs, "input", "inputs")),
        (bookmarks, count(bookmarks, "bookmark", "bookmarks")),
        (lines, count(lines, "line of expect", "lines of expect")),
    ];
    let told: Vec<String> = all.into_iter().filter(|(count, _)| *count > 0).map(|(_, told)| told).collect();
    if told.is_empty() {
        String::new()
    } else {
        format!(" Gone with the frames before it: {}.", told.join(", "))
    }
}
