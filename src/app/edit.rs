//! Edits, undo, the clipboard.

use super::change::Change;
use super::commands::{EditCommand, Effect};
use super::history::Snapshot;
use super::looked::Pair;
use super::messages::Level;
use super::simulation::{Simulation, present_scene};
use super::state::AppState;
use super::tools::transform::shifted;
use crate::check::seen;
use crate::overlay::metres;
use crate::scene::{Expectation, Scene, SceneBody};

/// Nudges that follow each other within this are one undo point. Seconds.
const NUDGE_PAUSE: f64 = 0.7;

impl AppState {
    pub(super) fn apply_edit(&mut self, command: EditCommand, effects: &mut Vec<Effect>) {
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
            EditCommand::Copy => self.copy(effects),
            EditCommand::Cut => {
                self.copy(effects);
                self.delete();
            }
            EditCommand::Paste if self.clipboard.is_empty() => effects.push(Effect::ReadClipboard),
            EditCommand::Paste => {
                self.pastes += 1;
                self.add_copies(self.clipboard.clone(), self.pastes as f32);
            }
            EditCommand::PasteText(text) => self.paste_text(&text),
            EditCommand::Duplicate => self.add_copies(self.selected_bodies(), 1.0),
            EditCommand::Delete => self.delete(),
            EditCommand::Nudge(direction, ten) => {
                let step = self.grid_step() * if ten { 10.0 } else { 1.0 };
                self.nudge(direction.vector() * step);
            }
            EditCommand::ExpectLookedPair => self.expect_looked_pair(),
        }
    }

    /// Makes a change, or says why not. A change of what moves makes the present state the new frame 0.
    pub(super) fn edit(&mut self, change: &Change) -> bool {
        let touches = change.touches_world();
        let base = if touches { present_scene(self.scene(), self.world()) } else { self.scene().clone() };
        let made = change.applied_to(&base).and_then(|scene| {
            let world = scene.to_world().map_err(|error| error.message)?;
            Ok((scene, world))
        });
        let (scene, world) = match made {
            Ok(made) => made,
            Err(text) => {
                self.messages.push(Level::Warning, text);
                return false;
            }
        };
        if scene == base {
            return true;
        }
        let frame = self.frame();
        if !self.history.is_pending() {
            self.history.begin(self.snapshot());
        }
        let names = self.names_of_looked();
        let selected = self.names_of_selected();
        self.document.scene = scene;
        self.report_stale = true;
        if touches {
            self.begin_new_run(world);
            self.time_debt = 0.0;
            if frame > 0 {
                self.messages.push(Level::Info, format!("The state of frame {frame} is the new frame 0."));
            }
        }
        if matches!(change, Change::RemoveBodies(_)) {
            self.look_at_names(names);
            self.selection = selected.iter().filter_map(|name| self.index_of(name)).collect();
        }
        true
    }

    /// The gesture ends: one undo point for all of it.
    pub(super) fn commit(&mut self) {
        self.last_nudge = None;
        self.history.commit(&self.document.scene);
    }

    /// The gesture under way ends where it is, because something else is done.
    pub(super) fn finish_gesture(&mut self) {
        if self.tools.gesture.edits() {
            self.tools.stop();
        }
        if self.history.is_pending() {
            self.commit();
        }
    }

    /// The gesture under way is taken back.
    pub(super) fn revert(&mut self) {
        self.tools.stop();
        if let Some(before) = self.history.revert() {
            self.restore(before);
        }
    }

    fn undo(&mut self) {
        if self.history.is_pending() {
            self.revert();
            return;
        }
        self.tools.stop();
        match self.history.undo(self.snapshot()) {
            Some(before) => self.restore(before),
            None => self.messages.push(Level::Info, "Nothing to undo."),
        }
        self.last_nudge = None;
    }

    fn redo(&mut self) {
        self.finish_gesture();
        match self.history.redo(self.snapshot()) {
            Some(after) => self.restore(after),
            None => self.messages.push(Level::Info, "Nothing to redo."),
        }
        self.last_nudge = None;
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            scene: self.scene().clone(),
            selection: self.selection.clone(),
            moment: (self.frame() > 0).then(|| self.world().clone()),
        }
    }

    /// Brings back the scene and, where the world was another one, the moment at which it was edited.
    fn restore(&mut self, snapshot: Snapshot) {
        let start = match snapshot.scene.to_world() {
            Ok(world) => world,
            Err(error) => {
                self.messages.push(Level::Error, error.message);
                return;
            }
        };
        let names = self.names_of_looked();
        if !same_world(&snapshot.scene, self.scene()) {
            let budget = self.checkpoint_budget;
            self.put_run(match snapshot.moment {
                Some(moment) => Simulation::at_moment(start, moment, budget),
                None => Simulation::new(start, budget),
            });
            self.playing = false;
        }
        self.document.scene = snapshot.scene;
        self.selection = snapshot.selection;
        self.report_stale = true;
        self.look_at_names(names);
    }

    /// Another scene in its place, as one undo point. The caller brings the world in step.
    pub(super) fn replace_scene(&mut self, scene: &Scene) {
        self.history.begin(self.snapshot());
        self.document.scene.clone_from(scene);
        self.commit();
    }

    fn nudge(&mut self, delta: glam::Vec2) {
        if self.selection.is_empty() {
            return;
        }
        let joins = self.last_nudge.is_some_and(|last| self.clock - last < NUDGE_PAUSE);
        self.finish_gesture();
        let bodies: Vec<(u32, SceneBody)> =
            self.selection.iter().copied().zip(self.selected_bodies()).collect();
        if self.edit(&Change::SetBodies(shifted(&bodies, delta))) && self.history.commit(&self.document.scene)
        {
            if joins {
                self.history.join_last();
            }
            self.last_nudge = Some(self.clock);
        }
    }

    fn copy(&mut self, effects: &mut Vec<Effect>) {
        let bodies = self.selected_bodies();
        if bodies.is_empty() {
            return;
        }
        effects.push(Effect::WriteClipboard(Scene { bodies: bodies.clone(), ..Scene::default() }.to_ron()));
        self.clipboard = bodies;
        self.pastes = 0;
    }

    fn paste_text(&mut self, text: &str) {
        match Scene::from_ron(text, "clipboard") {
            Ok(scene) if !scene.bodies.is_empty() => self.add_copies(scene.bodies, 1.0),
            Ok(_) => self.messages.push(Level::Info, "The clipboard holds no bodies."),
            Err(_) => self.messages.push(Level::Info, "The clipboard holds no bodies (a scene in RON)."),
        }
    }

    /// Adds bodies so many grid steps to the right and down, and selects them.
    fn add_copies(&mut self, bodies: Vec<SceneBody>, steps: f32) {
        if bodies.is_empty() {
            return;
        }
        self.finish_gesture();
        let offset = glam::Vec2::new(1.0, -1.0) * self.grid_step() * steps;
        let numbered: Vec<(u32, SceneBody)> = (0..).zip(bodies).collect();
        let copies = shifted(&numbered, offset).into_iter().map(|(_, body)| body).collect();
        let first = self.scene().bodies.len() as u32;
        if self.edit(&Change::AddBodies(copies)) {
            self.selection = (first..self.scene().bodies.len() as u32).collect();
        }
        self.commit();
    }

    fn delete(&mut self) {
        if self.selection.is_empty() {
            return;
        }
        self.finish_gesture();
        let lines = self.scene().expect.len();
        if self.edit(&Change::RemoveBodies(self.selection.clone())) {
            self.selection.clear();
            let gone = lines - self.scene().expect.len();
            if gone > 0 {
                self.messages.push(Level::Info, format!("{gone} expectations that named them went too."));
            }
        }
        self.commit();
    }

    fn expect_looked_pair(&mut self) {
        let Some((a, b)) = self.looked() else {
            self.messages.push(Level::Info, "No pair is looked at.");
            return;
        };
        let name = |index: u32| self.scene().bodies.get(index as usize).map(|body| body.name.clone());
        let (Some(name_a), Some(name_b)) = (name(a), name(b)) else { return };
        let frame = self.frame();
        let text = format!("Expected at frame {frame}: {name_a}, {name_b}");
        let expectation = Expectation::of_seen(name_a, name_b, frame, &seen(&self.report, a, b));
        let text = format!("{text} {}.", expectation.statement(metres));
        self.finish_gesture();
        if self.edit(&Change::AddExpectation(expectation)) {
            self.messages.push(Level::Info, text);
        }
        self.commit();
    }

    /// The selected bodies as they are now, at whatever frame.
    fn selected_bodies(&self) -> Vec<SceneBody> {
        let present = present_scene(self.scene(), self.world());
        self.selection.iter().filter_map(|&index| present.bodies.get(index as usize)).cloned().collect()
    }

    fn index_of(&self, name: &str) -> Option<u32> {
        self.scene().bodies.iter().position(|body| body.name == name).map(|index| index as u32)
    }

    fn names_of_selected(&self) -> Vec<String> {
        let bodies = &self.scene().bodies;
        self.selection
            .iter()
            .filter_map(|&index| bodies.get(index as usize))
            .map(|b| b.name.clone())
            .collect()
    }

    fn names_of_looked(&self) -> Option<(String, String)> {
        let (a, b): Pair = self.chosen?;
        let name = |index: u32| self.scene().bodies.get(index as usize).map(|body| body.name.clone());
        Some((name(a)?, name(b)?))
    }

    /// The pair looked at stays the same two bodies where indices have shifted.
    fn look_at_names(&mut self, names: Option<(String, String)>) {
        self.canvas_pair = None;
        self.row_pair = None;
        self.chosen = names.and_then(|(a, b)| {
            let (a, b) = (self.index_of(&a)?, self.index_of(&b)?);
            Some((a.min(b), a.max(b)))
        });
    }
}

/// Whether two scenes make the same world: names and expectations are no part of it.
fn same_world(a: &Scene, b: &Scene) -> bool {
    let nameless = |body: &SceneBody| SceneBody { name: String::new(), ..body.clone() };
    (a.gravity, a.timestep, a.max_contacts, a.solver) == (b.gravity, b.timestep, b.max_contacts, b.solver)
        && a.listeners.iter().map(|l| l.to_listener(a)).eq(b.listeners.iter().map(|l| l.to_listener(b)))
        && a.bodies.len() == b.bodies.len()
        && a.bodies.iter().zip(&b.bodies).all(|(p, q)| nameless(p) == nameless(q))
}
