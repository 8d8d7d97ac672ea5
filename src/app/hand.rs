//! What the person holds: the tool and its gesture, the pointer, the clipboard.

use glam::Vec2;

use super::commands::{Command, Tool};
use super::input::{Event, Input, Modifiers};
use super::tools::{Gesture, Seen, Tools};
use crate::scene::SceneBody;

/// Nudges that follow each other within this are one undo point. Seconds.
const NUDGE_PAUSE: f64 = 0.7;

/// The tool, the pointer, the clipboard.
#[derive(Debug, Default)]
pub struct Hand {
    tool: Tool,
    tools: Tools,
    pointer: Vec2,
    over_canvas: bool,
    modifiers: Modifiers,
    clipboard: Vec<SceneBody>,
    /// How often the clipboard was pasted; each time one grid step further.
    pastes: u32,
    /// When the last nudge was, by the clock of [`Hand::nudged`].
    last_nudge: Option<f64>,
}

impl Hand {
    /// The select tool; the pointer is here. Pixels.
    pub fn new(pointer: Vec2) -> Self {
        Self { pointer, ..Self::default() }
    }

    /// The tool.
    pub fn tool(&self) -> Tool {
        self.tool
    }
    /// What is under way on the canvas.
    pub fn tools(&self) -> &Tools {
        &self.tools
    }
    /// Whether a button is held in a gesture on the canvas.
    pub fn in_gesture(&self) -> bool {
        !matches!(self.tools.gesture(), Gesture::None)
    }
    /// Where the pointer is. Pixels.
    pub fn pointer(&self) -> Vec2 {
        self.pointer
    }
    /// Whether the pointer is over the canvas.
    pub fn over_canvas(&self) -> bool {
        self.over_canvas
    }
    /// Modifiers held.
    pub fn modifiers(&self) -> Modifiers {
        self.modifiers
    }

    /// One event on the canvas; `None`: a key that is a key like any other.
    pub fn on_event(&mut self, seen: &Seen, event: &Event) -> Option<Vec<Command>> {
        self.tools.on_event(self.tool, seen, event)
    }
    /// Where the pointer is at the end of a frame.
    pub fn follow(&mut self, input: &Input) {
        (self.pointer, self.over_canvas, self.modifiers) =
            (input.pointer, input.over_canvas, input.modifiers);
    }
    /// Takes a tool; a polygon in progress goes.
    pub fn take(&mut self, tool: Tool) {
        self.tools.drop_polygon();
        self.tool = tool;
    }
    /// The gesture is over, whatever it was.
    pub fn stop(&mut self) {
        self.tools.stop();
    }
    /// A gesture that edits the scene is over.
    pub fn stop_edit(&mut self) {
        if self.tools.gesture().edits() {
            self.tools.stop();
        }
    }
    /// A polygon in progress goes.
    pub fn drop_polygon(&mut self) {
        self.tools.drop_polygon();
    }
    /// Another document: nothing is under way.
    pub fn begin(&mut self) {
        self.tools = Tools::default();
    }

    /// Puts bodies on the clipboard.
    pub fn copy(&mut self, bodies: Vec<SceneBody>) {
        (self.clipboard, self.pastes) = (bodies, 0);
    }
    /// The bodies on the clipboard, and how often they were pasted with this time; `None` without any.
    pub fn paste(&mut self) -> Option<(Vec<SceneBody>, u32)> {
        if self.clipboard.is_empty() {
            return None;
        }
        self.pastes += 1;
        Some((self.clipboard.clone(), self.pastes))
    }

    /// Whether a nudge now would join the one before it. `clock` in seconds.
    pub fn nudge_joins(&self, clock: f64) -> bool {
        self.last_nudge.is_some_and(|last| clock - last < NUDGE_PAUSE)
    }
    /// The selection was nudged. `clock` in seconds.
    pub fn nudged(&mut self, clock: f64) {
        self.last_nudge = Some(clock);
    }
    /// Something else was done: the next nudge is an undo point of its own.
    pub fn end_nudge(&mut self) {
        self.last_nudge = None;
    }
}
