//! A row of the table of commands: everything that menus, bar, help and keys show of a command.

use std::fmt;

use super::choices::{LengthChoice, Panel, Tool, Viewpoint};
use crate::app::hand::input::Key::{self, Digit, Letter};
use crate::app::hand::input::Modifiers;
use crate::picture::overlay::Layer;

/// The words on a computer, or those in a browser.
pub const fn here(on_computer: &'static str, in_browser: &'static str) -> &'static str {
    if IN_BROWSER { in_browser } else { on_computer }
}

/// Whether this is the program for a browser, which keeps some keys for itself.
pub const IN_BROWSER: bool = cfg!(target_os = "unknown");

/// A row of the table: a command with everything that is shown of it.
#[derive(Clone, Debug)]
pub struct CommandRow<C> {
    pub command: C,
    pub menu: Menu,
    pub label: &'static str,
    /// One sentence, shown while the pointer rests on it.
    pub tooltip: &'static str,
    /// Keys; the first is shown in menus.
    pub shortcuts: &'static [KeyCombo],
    /// Holding the key repeats the command.
    pub repeats: bool,
    /// A separator follows it in its menu.
    pub ends_group: bool,
    /// Whether the command can do something now; menus grey it out otherwise.
    pub enabled: When,
    /// When the command has a tick.
    pub tick: Tick,
}

/// When a command has a tick in its menu, or its button is lit.
#[derive(Clone, Copy, Debug)]
pub enum Tick {
    Never,
    /// While positions snap to the grid.
    Snap,
    /// While a dragged body snaps to others.
    Magnet,
    Lengths(LengthChoice),
    YDown,
    Grid,
    /// While a tool that draws stays in use.
    KeepTool,
    Legend,
    /// While the lens is shown whatever the depth is.
    LensPin,
    FrameTimes,
    /// While the window of the masks is open.
    Masks,
    Help,
    /// While unsaved work is kept on the disk.
    Recovery,
    Playing,
    PlayingBack,
    Repeating,
    Layer(Layer),
    Panel(Panel),
    /// While the canvas is seen from there.
    Viewpoint(Viewpoint),
    Tool(Tool),
}

/// When a command can do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    CanUndo,
    CanRedo,
    HasSelection,
    /// With a body selected, or a ghost contact looked at.
    HasTiles,
    /// With several bodies selected.
    HasSeveral,
    /// With two bodies selected, or a pair.
    HasTwo,
    /// With a body of several shapes selected.
    HasParts,
    /// With a body selected that has an outline.
    HasOutline,
    /// While a tool that draws is in use.
    Draws,
    HidesAny,
    LocksAny,
    HasBodies,
    HasPair,
    /// With a selected pair or body, or in the frame of one.
    HasViewpoint,
    /// With a pair that touches, selected or not.
    AnyPairTouches,
    /// With a document that has a file.
    HasFile,
    IsRecording,
    IsScene,
    /// Past frame 0.
    PastStart,
    /// Past frame 0, or inside a step.
    PastStartOrInside,
    /// Before the last computed frame.
    BeforeEnd,
    HasOldFuture,
    /// With a run that is kept to compare.
    HasKept,
    /// With a game that a stop has paused.
    GameIsPaused,
    /// With a range of frames that is played.
    HasRange,
    InTour,
    /// In the tour, past its first step.
    PastFirstStep,
    /// Once the tour has come past its first step.
    TourBegun,
}

/// The menus, in order. `None` is listed in the help alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    File,
    Edit,
    View,
    /// Layers of the overlay, a part of the View menu.
    Layers,
    /// A line of the View menu, with fields of its own.
    Units,
    /// Where bodies stand to each other.
    Arrange,
    Time,
    Tools,
    Help,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyCombo {
    pub key: Key,
    /// Modifiers, exactly these.
    pub modifiers: Modifiers,
}

pub const fn plain(key: Key) -> KeyCombo {
    KeyCombo { key, modifiers: Modifiers::NONE }
}

pub const fn shift(key: Key) -> KeyCombo {
    KeyCombo { key, modifiers: Modifiers::SHIFT }
}

pub const fn alt(key: Key) -> KeyCombo {
    KeyCombo { key, modifiers: Modifiers::ALT }
}

pub const fn ctrl(key: Key) -> KeyCombo {
    KeyCombo { key, modifiers: Modifiers::CTRL }
}

pub const fn ctrl_shift(key: Key) -> KeyCombo {
    KeyCombo { key, modifiers: Modifiers::CTRL_SHIFT }
}

/// A row that has no keys, is never greyed out and has no tick.
pub const fn row<C>(menu: Menu, command: C, label: &'static str, tooltip: &'static str) -> CommandRow<C> {
    CommandRow {
        command,
        menu,
        label,
        tooltip,
        shortcuts: &[],
        repeats: false,
        ends_group: false,
        enabled: When::Always,
        tick: Tick::Never,
    }
}

/// Builders for rows.
impl<C: Clone> CommandRow<C> {
    pub const fn keys(mut self, shortcuts: &'static [KeyCombo]) -> Self {
        self.shortcuts = shortcuts;
        self
    }

    pub const fn repeats(mut self) -> Self {
        self.repeats = true;
        self
    }

    pub const fn ends_group(mut self) -> Self {
        self.ends_group = true;
        self
    }

    pub const fn enabled(mut self, enabled: When) -> Self {
        self.enabled = enabled;
        self
    }

    pub const fn ticked(mut self, tick: Tick) -> Self {
        self.tick = tick;
        self
    }

    /// This row for the command that wraps its own.
    pub fn of<D>(&self, command: fn(C) -> D) -> CommandRow<D> {
        CommandRow {
            command: command(self.command.clone()),
            menu: self.menu,
            label: self.label,
            tooltip: self.tooltip,
            shortcuts: self.shortcuts,
            repeats: self.repeats,
            ends_group: self.ends_group,
            enabled: self.enabled,
            tick: self.tick,
        }
    }
}

/// Whether commands are typed with Cmd. A page runs on any computer.
fn is_mac() -> bool {
    #[cfg(target_os = "unknown")]
    return crate::platform::page::is_mac();
    #[cfg(not(target_os = "unknown"))]
    return cfg!(target_os = "macos");
}

impl fmt::Display for KeyCombo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ctrl = if is_mac() { "Cmd+" } else { "Ctrl+" };
        let Modifiers { ctrl: commands, alt, shift } = self.modifiers;
        for (held, name) in [(commands, ctrl), (alt, "Alt+"), (shift, "Shift+")] {
            if held {
                f.write_str(name)?;
            }
        }
        match self.key {
            Letter(letter) => write!(f, "{letter}"),
            Digit(digit) => write!(f, "{digit}"),
            Key::F(number) => write!(f, "F{number}"),
            Key::Space => f.write_str("Space"),
            Key::Period => f.write_str("."),
            Key::Comma => f.write_str(","),
            Key::Plus => f.write_str("+"),
            Key::Minus => f.write_str("-"),
            Key::Home => f.write_str("Home"),
            Key::End => f.write_str("End"),
            Key::PageUp => f.write_str("Page up"),
            Key::PageDown => f.write_str("Page down"),
            Key::Left => f.write_str("←"),
            Key::Right => f.write_str("→"),
            Key::Up => f.write_str("↑"),
            Key::Down => f.write_str("↓"),
            Key::Delete => f.write_str("Delete"),
            Key::Escape => f.write_str("Esc"),
            Key::Enter => f.write_str("Enter"),
            Key::Tab => f.write_str("Tab"),
        }
    }
}
