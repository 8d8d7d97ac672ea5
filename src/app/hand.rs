//! The tool and its gesture, the pointer, the clipboard.

pub mod drawing;
pub mod handles;
pub mod input;
pub mod tools;

use glam::Vec2;

use crate::app::commands::{Command, Tool};
use crate::app::hand::input::{Event, Input, Modifiers};
use crate::app::hand::tools::{Gesture, ToolContext, Tools};
use crate::app::one_float::Nudge;

/// Longest text on the clipboard. Bytes.
pub const CLIPBOARD_LIMIT: usize = 8_000_000;

/// Nudges within this time of each other share one undo point. Seconds.
const NUDGE_PAUSE: f64 = 0.7;

/// The tool, the pointer, the clipboard.
#[derive(Debug, Default)]
pub struct Hand {
    tool: Tool,
    tools: Tools,
    pointer: Vec2,
    over_canvas: bool,
    modifiers: Modifiers,
    /// From the pointer to the middle of the lens, while the lens is dragged.
    lens: Option<Vec2>,
    /// The text that was copied or pasted last.
    clipboard: String,
    /// Number of its pastes; each lands one grid step further.
    pastes: u32,
    /// Time of the last nudge, by the clock of [`Hand::nudged`].
    last_nudge: Option<f64>,
    /// Where the last nudge by one number went.
    last_way: Option<Nudge>,
}

impl Hand {
    /// The select tool, with the pointer at this place. Pixels.
    pub fn new(pointer: Vec2) -> Self {
        Self { pointer, ..Self::default() }
    }

    pub fn tool(&self) -> Tool {
        self.tool
    }
    /// What the tools are doing on the canvas.
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
    pub fn modifiers(&self) -> Modifiers {
        self.modifiers
    }

    /// The lens follows the pointer, its middle this far from it. Pixels.
    pub fn grip_lens(&mut self, from_pointer: Vec2) {
        self.lens = Some(from_pointer);
    }
    /// From the pointer to the middle of the lens, while the lens is dragged. Pixels.
    pub fn lens_grip(&self) -> Option<Vec2> {
        self.lens
    }
    /// The lens stays where it is; `None`: it was not dragged.
    pub fn release_lens(&mut self) -> Option<Vec2> {
        self.lens.take()
    }

    /// Handles one event on the canvas; `None`: a key that the tool does not use.
    pub fn on_event(&mut self, seen: &ToolContext, event: &Event) -> Option<Vec<Command>> {
        self.tools.on_event(self.tool, seen, event)
    }
    /// Takes the state of pointer and modifiers at the end of a frame.
    pub fn follow(&mut self, input: &Input) {
        (self.pointer, self.over_canvas, self.modifiers) =
            (input.pointer, input.over_canvas, input.modifiers);
    }
    /// Selects a tool; a polygon in progress is dropped.
    pub fn take(&mut self, tool: Tool) {
        self.tools.drop_polygon();
        self.tool = tool;
    }
    /// Bodies are gone from the scene, see [`Tools::renumber`].
    pub fn renumber(&mut self, gone: &[u32]) {
        self.tools.renumber(gone);
    }
    /// Ends the gesture.
    pub fn stop(&mut self) {
        self.tools.stop();
    }
    /// Ends a gesture that edits the scene.
    pub fn stop_edit(&mut self) {
        if self.tools.gesture().edits() {
            self.tools.stop();
        }
    }
    pub fn drop_polygon(&mut self) {
        self.tools.drop_polygon();
    }
    /// Resets gesture and polygon for another document.
    pub fn begin(&mut self) {
        self.tools = Tools::default();
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

    /// Records a nudge by one number.
    pub fn went(&mut self, way: Nudge) {
        self.last_way = Some(way);
    }
    /// Where the last nudge by one number went.
    pub fn last_way(&self) -> Option<Nudge> {
        self.last_way
    }
    /// Whether a nudge now shares the undo point of the one before. `clock` in seconds.
    pub fn nudge_joins(&self, clock: f64) -> bool {
        self.last_nudge.is_some_and(|last| clock - last < NUDGE_PAUSE)
    }
    /// Records a nudge. `clock` in seconds.
    pub fn nudged(&mut self, clock: f64) {
        self.last_nudge = Some(clock);
    }
    /// The next nudge gets an undo point of its own, because another command came between.
    pub fn end_nudge(&mut self) {
        self.last_nudge = None;
    }
}
