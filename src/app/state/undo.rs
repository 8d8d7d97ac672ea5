//! Gestures, undo and redo.

use collide2d::World;

use super::AppState;
use super::looked_at::LookedAt;
use crate::app::commands::Tool;
use crate::app::history::{NewStart, Snapshot};
use crate::app::messages::{Level, TrueUntil};
use crate::scene::{Scene, SceneBody};

impl AppState {
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
        self.hand.tools.revert_draft();
        self.hand.tools.stop();
        if let Some(before) = self.history.revert() {
            self.restore(before);
        }
    }

    pub(super) fn undo(&mut self) {
        if self.history.is_pending() {
            self.revert();
            return;
        }
        if self.merge_draft().is_some() {
            self.hand.merge = None;
        } else if self.has_draft() {
            self.hand.tools.drop_draft();
        } else {
            self.undo_edit();
        }
    }

    /// Undoes the last edit, whatever is only shown.
    pub(super) fn undo_edit(&mut self) {
        self.hand.tools.stop();
        match self.history.undo(self.snapshot()) {
            Some(before) => self.restore(before),
            None => self.messages.push(Level::Info, "Nothing to undo."),
        }
        self.hand.last_nudge = None;
    }

    /// Whether something is shown that is newer than the last edit and not in the scene yet: a merge, or what the tool in
    /// hand asks.
    pub(super) fn has_draft(&self) -> bool {
        let is_asked = matches!(self.hand.tool, Tool::Ask | Tool::Measure) && self.hand.tools.draft.is_some();
        self.merge_draft().is_some() || is_asked
    }

    pub(super) fn redo(&mut self) {
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
            new_start: self.history.new_start.clone(),
        }
    }

    /// The state at which an edit is made, past frame 0.
    pub(super) fn edited_moment(&self) -> Option<World> {
        (self.run.frame() > 0).then(|| self.run.world().clone())
    }

    /// Restores a snapshot's scene and, where that makes another world, the moment at which it was edited;
    /// where it differs in stops or expectations alone, the run stays where it is. A pair that a person chose
    /// stays, under its other names too; else the snapshot's is selected, as its bodies are.
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
        if self.history.new_start != snapshot.new_start {
            self.set_new_start(snapshot.new_start);
        }
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
        let now = looked_at.pair_in(self.files.document.scene());
        let is_chosen = self.looking.is_itself_chosen();
        self.looking.select(snapshot.selection);
        self.looking.show(if is_chosen { now.or(snapshot.pair) } else { snapshot.pair.or(now) });
    }

    /// Tells of a start that saving writes over the one in the file, until it is saved or undone. A scene without a file has
    /// none to lose.
    pub(super) fn set_new_start(&mut self, new: Option<NewStart>) {
        self.messages.withdraw(TrueUntil::StartIsKept);
        if let Some(NewStart { frame, gone }) = &new {
            let is_in_file = self.files.document.path().is_some() && !self.files.document.is_gone();
            if is_in_file {
                let text = format!(
                    "The state of frame {frame} is the new start of the scene: saving writes it over the old start. \
                     Ctrl+Z brings it back.{gone}"
                );
                self.messages.push_until(Level::Warning, TrueUntil::StartIsKept, text);
            } else {
                let level = if gone.is_empty() { Level::Info } else { Level::Warning };
                let text = format!("The state of frame {frame} is the new start of the scene.{gone}");
                self.messages.push_until(level, TrueUntil::Undo, text);
            }
        }
        self.history.new_start = new;
    }

    /// The file has the start that the scene has.
    pub(super) fn start_is_saved(&mut self) {
        self.history.start_is_saved();
        self.messages.withdraw(TrueUntil::StartIsKept);
    }

    /// Replaces the scene, as one undo point. The caller updates the world.
    pub(super) fn replace_scene(&mut self, scene: &Scene) {
        self.history.begin(self.snapshot());
        self.files.set_scene(scene.clone());
        self.commit();
    }
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
