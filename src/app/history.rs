//! Undo: the state before each gesture, kept when the gesture ends.

use collide2d::World;

use crate::app::looking::pairs::Pair;
use crate::scene::Scene;

/// Most undo points; the oldest is dropped first.
const MOST: usize = 256;

/// What undo restores.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub scene: Scene,
    pub selection: Vec<u32>,
    pub pair: Option<Pair>,
    /// The state at which the edit was made, if that was past frame 0.
    pub moment: Option<World>,
    pub new_start: Option<NewStart>,
}

/// An edit at a later frame made its state the start of the scene, which is not saved yet: saving writes over the old start.
#[derive(Clone, Debug, PartialEq)]
pub struct NewStart {
    pub frame: u64,
    /// What went with the frames before it, as a sentence; may be empty.
    pub gone: String,
}

/// The undo points, and the gesture under way.
#[derive(Debug, Default)]
pub struct History {
    undo: Vec<Snapshot>,
    redo: Vec<Snapshot>,
    pending: Option<Snapshot>,
    /// Of the scene as it is now.
    pub new_start: Option<NewStart>,
}

impl History {
    /// Begins a gesture, unless one is under way, with the state before it.
    pub fn begin(&mut self, before: Snapshot) {
        self.pending.get_or_insert(before);
    }

    /// Whether a gesture is under way.
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Ends the gesture with one undo point if the scene changed; returns whether it did.
    pub fn commit(&mut self, now: &Scene) -> bool {
        let Some(before) = self.pending.take().filter(|before| before.scene != *now) else {
            return false;
        };
        self.redo.clear();
        if self.undo.len() >= MOST {
            self.undo.remove(0);
        }
        self.undo.push(before);
        true
    }

    /// Ends the gesture without an undo point; returns the state before it.
    pub fn revert(&mut self) -> Option<Snapshot> {
        self.pending.take()
    }

    /// Joins the last undo point with the one before it: two nudges in a row are one.
    pub fn join_last(&mut self) {
        if self.undo.len() >= 2 {
            self.undo.pop();
        }
    }

    /// Takes the last undo point; `now` becomes a redo point.
    pub fn undo(&mut self, now: Snapshot) -> Option<Snapshot> {
        let before = self.undo.pop()?;
        self.redo.push(now);
        Some(before)
    }

    /// Takes the last redo point; `now` becomes an undo point again.
    pub fn redo(&mut self, now: Snapshot) -> Option<Snapshot> {
        let after = self.redo.pop()?;
        self.undo.push(now);
        Some(after)
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty() || self.pending.is_some()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// The scene is saved with the start that it has: from here on nothing is known to write over another one.
    pub fn start_is_saved(&mut self) {
        let snapshots = self.undo.iter_mut().chain(&mut self.redo).chain(&mut self.pending);
        snapshots.for_each(|snapshot| snapshot.new_start = None);
        self.new_start = None;
    }

    /// Drops all undo and redo points.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
