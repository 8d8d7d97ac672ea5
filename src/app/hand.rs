//! The tool and its gesture, the pointer, the clipboard.

pub mod arrange;
pub mod drawing;
pub mod edges;
pub mod handles;
pub mod input;
pub mod merge_draft;
pub mod pull_act;
pub mod reduce_draft;
pub mod tools;

use glam::Vec2;

use crate::app::commands::{Command, Tool};
use crate::app::hand::input::{Event, Input, Modifiers};
use crate::app::hand::merge_draft::MergeDraft;
use crate::app::hand::pull_act::PullAct;
use crate::app::hand::reduce_draft::ReduceDraft;
use crate::app::hand::tools::{EditorView, Gesture, Tools};
use crate::app::one_float::Nudge;

/// Longest text on the clipboard. Bytes.
pub const CLIPBOARD_LIMIT: usize = 8_000_000;

/// Nudges within this time of each other share one undo point. Seconds.
const NUDGE_PAUSE: f64 = 0.7;

/// The tool, the pointer, the clipboard.
#[derive(Debug, Default)]
pub struct Hand {
    pub tool: Tool,
    /// What the tools are doing on the canvas.
    pub tools: Tools,
    /// Where the pointer is. Pixels.
    pub pointer: Vec2,
    pub over_canvas: bool,
    pub modifiers: Modifiers,
    /// From the pointer to the middle of the lens, while the lens is dragged. Pixels.
    pub lens: Option<Vec2>,
    /// A body that is pulled, and the pointer that pulls it. World.
    pub pull: Option<PullAct>,
    pub pull_to: Vec2,
    /// Chains that the selected tiles would become.
    pub merge: Option<MergeDraft>,
    /// A scene that is reduced to what a stop needs, or that was and is neither kept nor left.
    pub reduce: Option<ReduceDraft>,
    /// The text that was copied or pasted last.
    clipboard: String,
    /// Number of its pastes; each lands one grid step further.
    pastes: u32,
    /// Time of the last nudge, by the clock of [`Hand::nudge_joins`]; `None`: another command came after it. Seconds.
    pub last_nudge: Option<f64>,
    /// Where the last nudge by one number went.
    pub last_way: Option<Nudge>,
}

impl Hand {
    /// The select tool, with the pointer at this place. Pixels.
    pub fn new(pointer: Vec2) -> Self {
        Self { pointer, ..Self::default() }
    }

    /// Whether a button is held in a gesture on the canvas.
    pub fn in_gesture(&self) -> bool {
        !matches!(self.tools.gesture, Gesture::None)
    }

    /// Whether a scene is being reduced, which goes on from tick to tick.
    pub fn is_reducing(&self) -> bool {
        self.reduce.as_ref().is_some_and(ReduceDraft::is_searching)
    }

    /// Handles one event on the canvas; `None`: a key that the tool does not use.
    pub fn on_event(&mut self, seen: &EditorView, event: &Event) -> Option<Vec<Command>> {
        self.tools.on_event(self.tool, seen, event)
    }

    /// Takes the state of pointer and modifiers at the end of a frame.
    pub fn follow(&mut self, input: &Input) {
        (self.pointer, self.over_canvas, self.modifiers) =
            (input.pointer, input.over_canvas, input.modifiers);
    }

    /// Selects a tool; a shape in progress is dropped.
    pub fn take(&mut self, tool: Tool) {
        self.tools.drop_clicked();
        self.tools.drop_draft();
        self.tool = tool;
        self.tools.keeps &= tool != Tool::Select;
    }

    /// Ends a gesture that edits the scene.
    pub fn stop_edit(&mut self) {
        if self.tools.gesture.edits() {
            self.tools.stop();
        }
    }

    /// Records that this text was copied.
    pub fn copied(&mut self, text: String) {
        (self.clipboard, self.pastes) = (text, 0);
    }

    /// Records that this text was pasted; returns how often it was, with this paste.
    pub fn pasted(&mut self, text: &str) -> u32 {
        if self.clipboard != text {
            self.copied(text.to_owned());
        }
        self.pastes += 1;
        self.pastes
    }

    /// Whether a nudge now shares the undo point of the one before. `clock` in seconds.
    pub fn nudge_joins(&self, clock: f64) -> bool {
        self.last_nudge.is_some_and(|last| clock - last < NUDGE_PAUSE)
    }
}
