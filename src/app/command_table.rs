//! The one table of commands that have a name: menus, bar, help and keys read it. Its rows stand beside the commands,
//! area by area ([`super::commands`]).

use std::fmt;

use collide2d::ShapeKind;

use super::commands::{Command, Panel, Tool, edit, file, time, view};
use super::drawing::{ORDER, drawing_tool};
use super::input::{Key, Modifiers};
use super::state::AppState;
use crate::overlay::Layer;

use Key::{Digit, Letter};

/// A row of the table: a command with all that is shown of it.
#[derive(Clone, Debug)]
pub struct CommandInfo {
    /// What is done.
    pub command: Command,
    /// Menu that shows it.
    pub menu: Menu,
    /// Name in menus and help.
    pub label: &'static str,
    /// One sentence for the pointer that rests on it.
    pub tooltip: &'static str,
    /// Keys; the first is shown in menus.
    pub shortcuts: &'static [Shortcut],
    /// A held key does it again and again.
    pub repeats: bool,
    /// A line stands below it in its menu.
    pub ends_group: bool,
    /// Whether it could do something now; menus grey it out otherwise.
    pub enabled: fn(&AppState) -> bool,
    /// When it has a tick.
    pub tick: Tick,
}

/// When a command has a tick in its menu, or its button is lit.
#[derive(Clone, Copy, Debug)]
pub enum Tick {
    /// It is no switch.
    Never,
    /// While this says so.
    When(fn(&AppState) -> bool),
    /// While the layer is on.
    Layer(Layer),
    /// While the panel is on show.
    Panel(Panel),
    /// While the tool is the one in use.
    Tool(Tool),
}

/// The menus, in order. `None` is shown in the help alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// Documents.
    File,
    /// The scene.
    Edit,
    /// What is shown.
    View,
    /// Layers of the overlay, a part of the View menu.
    Layers,
    /// Frames.
    Time,
    /// Tools of the canvas.
    Tools,
    /// In no menu.
    None,
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    /// The key.
    pub key: Key,
    /// Modifiers, exactly these.
    pub modifiers: Modifiers,
}

pub(super) const fn plain(key: Key) -> Shortcut {
    Shortcut { key, modifiers: Modifiers::NONE }
}
pub(super) const fn shift(key: Key) -> Shortcut {
    Shortcut { key, modifiers: Modifiers::SHIFT }
}
pub(super) const fn ctrl(key: Key) -> Shortcut {
    Shortcut { key, modifiers: Modifiers::CTRL }
}
pub(super) const fn ctrl_shift(key: Key) -> Shortcut {
    Shortcut { key, modifiers: Modifiers::CTRL_SHIFT }
}

/// A row without keys, that is never greyed out and has no tick.
pub(super) const fn row(
    menu: Menu,
    command: Command,
    label: &'static str,
    tooltip: &'static str,
) -> CommandInfo {
    CommandInfo {
        command,
        menu,
        label,
        tooltip,
        shortcuts: &[],
        repeats: false,
        ends_group: false,
        enabled: |_| true,
        tick: Tick::Never,
    }
}

/// What rows are made with.
impl CommandInfo {
    pub(super) const fn keys(mut self, shortcuts: &'static [Shortcut]) -> Self {
        self.shortcuts = shortcuts;
        self
    }

    pub(super) const fn repeats(mut self) -> Self {
        self.repeats = true;
        self
    }

    pub(super) const fn ends_group(mut self) -> Self {
        self.ends_group = true;
        self
    }

    pub(super) const fn enabled(mut self, enabled: fn(&AppState) -> bool) -> Self {
        self.enabled = enabled;
        self
    }

    pub(super) const fn ticked(self, when: fn(&AppState) -> bool) -> Self {
        self.tick(Tick::When(when))
    }

    pub(super) const fn tick(mut self, tick: Tick) -> Self {
        self.tick = tick;
        self
    }
}

/// Every command that has a name, in the order of menus and help.
pub fn table() -> impl Iterator<Item = &'static CommandInfo> {
    [file::ROWS, edit::ROWS, view::ROWS, time::ROWS, TOOLS].into_iter().flatten()
}

static TOOLS: &[CommandInfo] = &[
    tool(Tool::Select, "Select", "Select, move, rotate, resize", &[plain(Letter('V'))]),
    drawing(ORDER[0]),
    drawing(ORDER[1]),
    drawing(ORDER[2]),
    drawing(ORDER[3]),
    drawing(ORDER[4]),
];

// A row for each kind of shape.
const _: () = assert!(ORDER.len() == 5);

const fn drawing(kind: ShapeKind) -> CommandInfo {
    let row = drawing_tool(kind);
    tool(Tool::Draw(kind), row.label, row.tooltip, row.keys)
}

const fn tool(
    tool: Tool,
    label: &'static str,
    tooltip: &'static str,
    keys: &'static [Shortcut],
) -> CommandInfo {
    row(Menu::Tools, Command::Tool(tool), label, tooltip).keys(keys).tick(Tick::Tool(tool))
}

/// The row of a command; `None` for commands without a name.
pub fn info(command: &Command) -> Option<&'static CommandInfo> {
    table().find(|row| row.command == *command)
}

/// The row of a key with exactly these modifiers.
pub fn info_of_key(key: Key, modifiers: Modifiers) -> Option<&'static CommandInfo> {
    let pressed = Shortcut { key, modifiers };
    table().find(|row| row.shortcuts.contains(&pressed))
}

/// The command of a key with exactly these modifiers.
pub fn command_for(key: Key, modifiers: Modifiers) -> Option<&'static Command> {
    info_of_key(key, modifiers).map(|row| &row.command)
}

impl AppState {
    /// Whether the command could do something now; one without a row always can.
    pub fn is_enabled(&self, command: &Command) -> bool {
        info(command).is_none_or(|row| (row.enabled)(self))
    }

    /// Whether the command is a switch that is on; `None` for those that are no switch.
    pub fn is_checked(&self, command: &Command) -> Option<bool> {
        match info(command)?.tick {
            Tick::Never => None,
            Tick::When(is_on) => Some(is_on(self)),
            Tick::Layer(layer) => Some(self.layers().has(layer)),
            Tick::Panel(panel) => Some(self.panel() == panel),
            Tick::Tool(tool) => Some(self.tool() == tool),
        }
    }
}

/// What the mouse does, for the help: input, effect.
pub const MOUSE_HELP: &[(&str, &str)] = &[
    ("left click", "selects a body; again, the one below it"),
    ("Shift + click", "adds a body to the selection or removes it"),
    ("left drag on a body", "moves the selection; Shift keeps to one axis, Ctrl turns snapping around"),
    ("left drag on empty space", "selects what lies inside the box"),
    ("left drag on the round handle", "rotates; Shift in steps of 15°"),
    ("left drag on a square handle", "resizes; Alt both sides of a rectangle, Shift keeps its proportions"),
    ("right or middle drag", "pans"),
    ("wheel", "zooms at the pointer"),
    ("pointer over touching bodies", "looks at their pair for a moment; a click keeps it"),
];

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in
            [(self.modifiers.ctrl, "Ctrl+"), (self.modifiers.alt, "Alt+"), (self.modifiers.shift, "Shift+")]
        {
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
