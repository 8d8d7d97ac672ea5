//! Edits, undo, the clipboard.

use std::borrow::Cow;

use collide2d::{MAX_EXTENT, World};
use glam::Vec2;

use super::AppState;
use super::file::LookedAt;
use super::why::says_more_than_bodies;
use crate::app::commands::change::Change;
use crate::app::commands::list_edit::ListEdit;
use crate::app::commands::note::NoteEdit;
use crate::app::commands::{EditCommand, Effect};
use crate::app::hand::CLIPBOARD_LIMIT;
use crate::app::hand::tools::transform::shifted;
use crate::app::history::Snapshot;
use crate::app::messages::{Level, TrueUntil};
use crate::app::one_float::Nudge;
use crate::app::run::simulation::present_scene;
use crate::platform::plain;
use crate::report::until;
use crate::scene::link::Link;
use crate::scene::numbers::count;
use crate::scene::{Expectation, Scene, SceneBody, SceneGenerator, SceneQuery, Stop, pieces, unlike};

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
                self.edit(&change);
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
        let begun_anew = (touches && frame > 0).then(|| {
            let lost = gone(self.scene(), &base);
            let level = if lost.is_empty() { Level::Info } else { Level::Warning };
            (level, format!("The state of frame {frame} is the new frame 0.{lost}"))
        });
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
            if let Some((level, text)) = begun_anew {
                self.messages.push_until(level, TrueUntil::Undo, text);
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

    /// Edits stops, watched numbers or bookmarks; the run goes on where it is.
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
    fn run_as_asked(&mut self, start: World) {
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

    /// Ends the gesture with one undo point.
    pub(super) fn commit(&mut self) {
        self.hand.last_nudge = None;
        self.history.commit(self.files.document.scene());
    }

    /// Ends the gesture where it is, because another command comes.
    pub(super) fn finish_gesture(&mut self) {
        self.hand.stop_edit();
        if self.history.is_pending() {
            self.commit();
        }
    }

    /// Undoes the gesture under way.
    pub(super) fn revert(&mut self) {
        self.hand.tools.stop();
        if let Some(before) = self.history.revert() {
            self.restore(before);
        }
    }

    fn undo(&mut self) {
        if self.history.is_pending() {
            self.revert();
            return;
        }
        self.hand.tools.stop();
        match self.history.undo(self.snapshot()) {
            Some(before) => self.restore(before),
            None => self.messages.push(Level::Info, "Nothing to undo."),
        }
        self.hand.last_nudge = None;
    }

    fn redo(&mut self) {
        self.finish_gesture();
        match self.history.redo(self.snapshot()) {
            Some(after) => self.restore(after),
            None => self.messages.push(Level::Info, "Nothing to redo."),
        }
        self.hand.last_nudge = None;
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            scene: self.scene().clone(),
            selection: self.looking.selection().to_vec(),
            pair: self.looking.pinned_pair,
            moment: self.edited_moment(),
        }
    }

    /// The state at which an edit is made, past frame 0.
    fn edited_moment(&self) -> Option<World> {
        (self.run.frame() > 0).then(|| self.run.world().clone())
    }

    /// Restores the scene and, where the world changed, the moment at which it was edited; where only what is asked of the
    /// world did, the run stays where it is. The selected pair stays, under its other names too; where it is not there, it
    /// is the one of that moment.
    fn restore(&mut self, snapshot: Snapshot) {
        self.messages.withdraw(TrueUntil::Undo);
        if self.files.document.is_recording() {
            let Scene { stops, watch, bookmarks, .. } = snapshot.scene;
            return self.files.set_scene(Scene { stops, watch, bookmarks, ..self.scene().clone() });
        }
        let start = match snapshot.scene.to_world() {
            Ok(world) => world,
            Err(error) => {
                self.messages.push(Level::Error, error.message);
                return;
            }
        };
        let looked_at = LookedAt::of(&self.looking, self.scene());
        if !same_world(&snapshot.scene, self.scene()) {
            let Scene { stops, expect, .. } = self.scene();
            let with_what_is_asked =
                Scene { stops: stops.clone(), expect: expect.clone(), ..snapshot.scene.clone() };
            if same_world(&with_what_is_asked, self.scene()) {
                self.run_as_asked(start);
            } else {
                self.leave_step();
                self.run.restore(start, snapshot.moment);
            }
        }
        let veiled = self.looking.veils.names(self.scene());
        self.files.set_scene(snapshot.scene);
        self.looking.veils.follow(veiled, self.files.document.scene());
        self.looking.select(snapshot.selection);
        self.looking.show(looked_at.pair_in(self.files.document.scene()).or(snapshot.pair));
    }

    /// Replaces the scene, as one undo point. The caller updates the world.
    pub(super) fn replace_scene(&mut self, scene: &Scene) {
        self.history.begin(self.snapshot());
        self.files.set_scene(scene.clone());
        self.commit();
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

    /// Copies the selected bodies as a scene, with the cables and rods between them; returns whether it did.
    fn copy(&mut self, effects: &mut Vec<Effect>) -> bool {
        let bodies = self.selected_bodies();
        if self.selects_only_pieces() || bodies.is_empty() {
            return false;
        }
        let count = bodies.len();
        let generators = self.seen().links_between(&bodies);
        let text = Scene { bodies, generators, ..Scene::default() }.to_ron();
        self.put_on_clipboard(text, effects, |size| format!("{count} bodies are {size}. Select fewer."))
    }

    /// Puts text on the clipboard, or says why it is not copied, given how large it is; returns whether it was.
    pub(super) fn put_on_clipboard(
        &mut self,
        text: String,
        effects: &mut Vec<Effect>,
        too_long: impl FnOnce(&str) -> String,
    ) -> bool {
        if text.len() > CLIPBOARD_LIMIT {
            let (size, limit) = (text.len() as f64 / 1.0e6, CLIPBOARD_LIMIT / 1_000_000);
            let why = too_long(&format!("{size:.1} MB as text, and the clipboard takes {limit} MB"));
            self.messages.push(Level::Warning, format!("Not copied: {why}"));
            return false;
        }
        effects.push(Effect::WriteClipboard(text.clone()));
        self.hand.copied(text);
        true
    }

    pub(super) fn paste_text(&mut self, text: &Result<String, String>, effects: &mut Vec<Effect>) {
        let text = match text {
            Ok(text) => text,
            Err(why) => return self.messages.push(Level::Warning, why.as_str()),
        };
        if Link::is_meant(text) {
            return self.follow_link(text, effects);
        }
        let Some(ron) = as_scene(text) else {
            let text = "The clipboard holds no bodies (a scene in RON).";
            return self.messages.push(Level::Info, text);
        };
        match Scene::from_ron(&ron, "clipboard") {
            Ok(scene) if scene.bodies.is_empty() => {
                self.messages.push(Level::Info, "The clipboard holds no bodies.");
            }
            Ok(scene) if says_more_than_bodies(&scene) => self.paste_scene(scene, text),
            Ok(scene) => {
                let times = self.hand.pasted(text);
                let links = scene.generators.into_iter().filter(|generator| generator.ends().is_some());
                self.add_copies(scene.bodies, links.collect(), times as f32);
            }
            Err(error) => self.messages.push(Level::Warning, error.message),
        }
    }

    /// Adds bodies and the links between them this many grid steps to the right and down, and selects them.
    fn add_copies(&mut self, bodies: Vec<SceneBody>, links: Vec<SceneGenerator>, steps: f32) {
        if bodies.is_empty() {
            return;
        }
        self.finish_gesture();
        let copies = self.aside(bodies, steps);
        let first = self.seen().next_index();
        let end = first + copies.len() as u32;
        if self.edit(&Change::AddLinkedBodies(copies, links)) {
            self.looking.select((first..end).collect());
        }
        self.commit();
    }

    /// The bodies this many grid steps to the right and down.
    pub(super) fn aside(&self, bodies: Vec<SceneBody>, steps: f32) -> Vec<SceneBody> {
        let offset = Vec2::new(1.0, -1.0) * self.showing.grid().step() * steps;
        let numbered: Vec<(u32, SceneBody)> = (0..).zip(bodies).collect();
        shifted(&numbered, offset).into_iter().map(|(_, body)| body).collect()
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

    /// The selected bodies become one, in the place and under the name of the first.
    fn group(&mut self) {
        if self.selects_only_pieces() {
            return;
        }
        let count = self.scene().bodies.len() as u32;
        let selected: Vec<u32> =
            self.looking.selection().iter().copied().filter(|index| *index < count).collect();
        if selected.len() < 2 {
            return self.messages.push(Level::Info, "Select two bodies or more to group them.");
        }
        self.finish_gesture();
        let before = self.present();
        let bodies = self.seen().selected_bodies().into_iter();
        let bodies: Vec<SceneBody> =
            bodies.filter(|(index, _)| selected.contains(index)).map(|(_, body)| body).collect();
        if self.edit(&Change::Group(selected)) {
            let index = bodies.first().and_then(|first| self.scene().index_of(&first.name));
            self.looking.select(index.into_iter().collect());
            self.say_gone(&before, &bodies, "");
        }
        self.commit();
    }

    /// Says what an edit that left less bodies did, and what went with them: lines of the scene before, and fields of the bodies
    /// that became one, in which they differ from the first.
    pub(super) fn say_gone(&mut self, before: &Scene, became_one: &[SceneBody], done: &str) {
        let mut gone = before.lines_gone(self.scene());
        // Names of bodies that became one are merged, and nothing is lost by that.
        let ignored = if became_one.is_empty() { ignored_gone(before, self.scene()) } else { 0 };
        if ignored > 0 {
            gone.push(format!("{} of a query", count(ignored, "ignored body", "ignored bodies")));
        }
        let mut fields: Vec<(&str, usize)> = Vec::new();
        if let Some((first, others)) = became_one.split_first() {
            for field in others.iter().flat_map(|other| unlike(other, first)) {
                match fields.iter_mut().find(|(known, _)| *known == field) {
                    Some((_, bodies)) => *bodies += 1,
                    None => fields.push((field, 1)),
                }
            }
        }
        gone.extend(
            fields.into_iter().map(|(field, of)| format!("{field} of {}", count(of, "body", "bodies"))),
        );
        let gone = if gone.is_empty() { String::new() } else { format!("Gone: {}.", gone.join(", ")) };
        let said = [done, &gone].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        if !said.is_empty() {
            self.messages.push_until(Level::Info, TrueUntil::Undo, said);
        }
    }

    /// Each selected body of several shapes becomes a body for each of them, and these are selected.
    fn ungroup(&mut self) {
        if self.looking.selection().is_empty() || self.selects_only_pieces() {
            return;
        }
        self.finish_gesture();
        let (selected, first_new) = (self.looking.selection().to_vec(), self.seen().next_index());
        if self.edit(&Change::Ungroup(selected)) {
            let new = first_new..self.scene().bodies.len() as u32;
            let kept = self.looking.selection().iter().copied();
            self.looking.select(kept.chain(new).collect());
        }
        self.commit();
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
        let expectation = Expectation::of_pair(self.run.shown(), [name_a, name_b], [a, b]);
        let statement = expectation.words(|depth| unit.label(depth)).statement;
        let text = format!("Expected at frame {frame}: {names} {statement}.");
        self.finish_gesture();
        if self.edit(&Change::Expectation(ListEdit::Add(expectation))) {
            self.messages.push(Level::Info, text);
        }
        self.commit();
    }

    /// The selected bodies in their present state, at any frame.
    fn selected_bodies(&self) -> Vec<SceneBody> {
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

/// A text that is meant as a scene, or as bodies of one: `Body(…)`, several of them, or a list of them, as a scene. `None`: it is
/// something else.
fn as_scene(text: &str) -> Option<Cow<'_, str>> {
    let bare = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let start: String = bare.filter(|line| !line.is_empty() && !line.starts_with("//")).take(2).collect();
    let is = |text: &str, name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    let names_a_field = || ["version", "bodies"].iter().any(|field| text.contains(field));
    if is(&start, "Scene") || start.starts_with('(') && names_a_field() {
        return Some(Cow::Borrowed(text));
    }
    // A comment may be its last line.
    if is(&start, "Body") {
        return Some(Cow::Owned(format!("Scene(version: 1, bodies: [{text}\n])")));
    }
    let list = start.strip_prefix('[')?;
    is(list.trim_start(), "Body").then(|| Cow::Owned(format!("Scene(version: 1, bodies: {text}\n)")))
}

/// How many names less the queries that are still there ignore.
fn ignored_gone(before: &Scene, now: &Scene) -> usize {
    let lost = |query: &SceneQuery| {
        let kept = now.queries.iter().find(|kept| kept.name == query.name)?;
        Some(query.ignore.len().saturating_sub(kept.ignore.len()))
    };
    before.queries.iter().filter_map(lost).sum()
}

/// Whether two scenes make the same world, whatever their names, outlines and expectations.
fn same_world(a: &Scene, b: &Scene) -> bool {
    let nameless = |body: &SceneBody| SceneBody { name: String::new(), outline: None, ..body.clone() };
    a.steps_as(b)
        && a.inputs == b.inputs
        && a.world_listeners() == b.world_listeners()
        && a.world_generators() == b.world_generators()
        && a.bodies.len() == b.bodies.len()
        && a.bodies.iter().zip(&b.bodies).all(|(p, q)| nameless(p) == nameless(q))
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
