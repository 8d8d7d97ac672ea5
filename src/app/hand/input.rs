//! What a person did in one frame, as plain data. The shell fills it and leaves out what the panels take.

use glam::Vec2;

use crate::picture::display::Rect;

/// One frame of input for the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Events since the last frame, in order, so that a click within one frame is not lost.
    pub events: Vec<Event>,
    /// Present position of the pointer. Pixels.
    pub pointer: Vec2,
    /// Whether the pointer is over the canvas and over no panel, menu or dialog.
    pub over_canvas: bool,
    /// Modifiers held now.
    pub modifiers: Modifiers,
    /// The part of the window that shows the world. Pixels.
    pub canvas: Rect,
    /// Seconds since the last frame.
    pub dt: f32,
}

/// An event, with the modifiers held at that moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    pub kind: EventKind,
    /// Modifiers held when it happened.
    pub modifiers: Modifiers,
}

/// A kind of event. Positions in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind {
    /// The pointer moved here. Sent over panels too, so that a drag may leave the canvas.
    Moved(Vec2),
    /// A button went down on the canvas (a press on a panel is not sent).
    Pressed(PointerButton, Vec2),
    /// A button went up, anywhere.
    Released(PointerButton, Vec2),
    /// The wheel turned over the canvas by so many notches, which count as one at most; positive zooms in.
    Wheel(f32, Vec2),
    /// A key went down while no text field has the focus.
    Key {
        key: Key,
        /// Auto-repeat of a held key.
        repeat: bool,
    },
    /// The window lost the focus: drags end where they are, and keys and buttons count as released.
    FocusLost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointerButton {
    Left,
    Right,
    Middle,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    pub shift: bool,
    /// Control (Command on a Mac).
    pub ctrl: bool,
    pub alt: bool,
}

/// A key that the program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A letter, in upper case.
    Letter(char),
    /// A digit of the row above the letters.
    Digit(u8),
    Space,
    Period,
    Comma,
    /// Plus, of either block; sent without Shift.
    Plus,
    /// Minus, of either block.
    Minus,
    Home,
    End,
    PageUp,
    PageDown,
    Left,
    Right,
    Up,
    Down,
    /// Delete; the shell maps backspace to it as well.
    Delete,
    Escape,
    /// Enter of either block.
    Enter,
    Tab,
    /// F1, F2, …
    F(u8),
}

impl Modifiers {
    pub const NONE: Self = Self { shift: false, ctrl: false, alt: false };
    pub const SHIFT: Self = Self { shift: true, ctrl: false, alt: false };
    pub const CTRL: Self = Self { shift: false, ctrl: true, alt: false };
    pub const ALT: Self = Self { shift: false, ctrl: false, alt: true };
    pub const CTRL_SHIFT: Self = Self { shift: true, ctrl: true, alt: false };
}
