//! The one table of commands that have a name: menus, help and keys read it.

use std::fmt;

use collide2d::ShapeKind;

use super::commands::{
    Command, Direction, EditCommand, FileCommand, Leave, Panel, SelectCommand, Stride, TimeCommand, Tool,
    ViewCommand,
};
use super::drawing::{ORDER, drawing_tool};
use super::input::{Key, Modifiers};
use crate::overlay::Layer;

use Command::{Edit, File, Select, Time, View};
use Key::{Digit, Letter};

/// A command with its name and keys.
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
const fn shift(key: Key) -> Shortcut {
    Shortcut { key, modifiers: Modifiers::SHIFT }
}
const fn ctrl(key: Key) -> Shortcut {
    Shortcut { key, modifiers: Modifiers::CTRL }
}
const fn ctrl_shift(key: Key) -> Shortcut {
    Shortcut { key, modifiers: Modifiers::CTRL_SHIFT }
}
const fn entry(
    command: Command,
    menu: Menu,
    label: &'static str,
    tooltip: &'static str,
    shortcuts: &'static [Shortcut],
) -> CommandInfo {
    CommandInfo { command, menu, label, tooltip, shortcuts }
}
const fn layer(
    layer: Layer,
    label: &'static str,
    tooltip: &'static str,
    key: &'static [Shortcut],
) -> CommandInfo {
    entry(View(ViewCommand::ToggleLayer(layer)), Menu::Layers, label, tooltip, key)
}

/// Every command that has a name, in the order of menus and help.
pub static TABLE: &[CommandInfo] = &[
    entry(
        File(FileCommand::Leave(Leave::New)),
        Menu::File,
        "New",
        "Start an empty scene",
        &[ctrl(Letter('N'))],
    ),
    entry(File(FileCommand::Open), Menu::File, "Open…", "Open a scene file (RON)", &[ctrl(Letter('O'))]),
    entry(
        File(FileCommand::Leave(Leave::OpenBuiltIn)),
        Menu::File,
        "Open the built-in scene",
        "Open the scene that shows every pair of shapes",
        &[],
    ),
    entry(
        File(FileCommand::Leave(Leave::Reload)),
        Menu::File,
        "Reload from disk",
        "Read the scene's file again",
        &[],
    ),
    entry(File(FileCommand::Save), Menu::File, "Save", "Write the scene to its file", &[ctrl(Letter('S'))]),
    entry(
        File(FileCommand::SaveAs),
        Menu::File,
        "Save as…",
        "Write the scene to another file",
        &[ctrl_shift(Letter('S'))],
    ),
    entry(
        File(FileCommand::Leave(Leave::RestoreBackup)),
        Menu::File,
        "Restore unsaved work",
        "Bring back what an earlier run left unsaved",
        &[],
    ),
    entry(
        File(FileCommand::Screenshot),
        Menu::File,
        "Screenshot",
        "Write the window as PNG to the screenshots folder",
        &[plain(Key::F(12))],
    ),
    entry(
        File(FileCommand::Leave(Leave::Quit)),
        Menu::File,
        "Quit",
        "Leave the program",
        &[ctrl(Letter('Q'))],
    ),
    entry(Edit(EditCommand::Undo), Menu::Edit, "Undo", "Take the last edit back", &[ctrl(Letter('Z'))]),
    entry(
        Edit(EditCommand::Redo),
        Menu::Edit,
        "Redo",
        "Do the edit again that was taken back",
        &[ctrl_shift(Letter('Z')), ctrl(Letter('Y'))],
    ),
    entry(Edit(EditCommand::Cut), Menu::Edit, "Cut", "Copy, then delete", &[ctrl(Letter('X'))]),
    entry(
        Edit(EditCommand::Copy),
        Menu::Edit,
        "Copy",
        "Selected bodies to the clipboard",
        &[ctrl(Letter('C'))],
    ),
    entry(
        Edit(EditCommand::Paste),
        Menu::Edit,
        "Paste",
        "Bodies of the clipboard into the scene",
        &[ctrl(Letter('V'))],
    ),
    entry(
        Edit(EditCommand::Duplicate),
        Menu::Edit,
        "Duplicate",
        "Copies of the selected bodies, one grid step aside",
        &[ctrl(Letter('D'))],
    ),
    entry(
        Edit(EditCommand::Delete),
        Menu::Edit,
        "Delete",
        "Selected bodies out of the scene",
        &[plain(Key::Delete)],
    ),
    entry(Select(SelectCommand::All), Menu::Edit, "Select all", "Select every body", &[ctrl(Letter('A'))]),
    entry(
        Select(SelectCommand::Cancel),
        Menu::Edit,
        "Cancel",
        "Cancel the drag, or clear the selection",
        &[plain(Key::Escape)],
    ),
    entry(
        Edit(EditCommand::ExpectLookedPair),
        Menu::Edit,
        "Expect what is seen",
        "The contact of the pair looked at becomes a test of the scene at this frame",
        &[ctrl(Letter('E'))],
    ),
    nudge(Direction::Left, Stride::One, "Nudge left", &[plain(Key::Left)]),
    nudge(Direction::Right, Stride::One, "Nudge right", &[plain(Key::Right)]),
    nudge(Direction::Up, Stride::One, "Nudge up", &[plain(Key::Up)]),
    nudge(Direction::Down, Stride::One, "Nudge down", &[plain(Key::Down)]),
    nudge(Direction::Left, Stride::Ten, "Nudge left by ten", &[shift(Key::Left)]),
    nudge(Direction::Right, Stride::Ten, "Nudge right by ten", &[shift(Key::Right)]),
    nudge(Direction::Up, Stride::Ten, "Nudge up by ten", &[shift(Key::Up)]),
    nudge(Direction::Down, Stride::Ten, "Nudge down by ten", &[shift(Key::Down)]),
    layer(Layer::Shapes, "Shapes", "Outlines of the bodies", &[plain(Digit(1))]),
    layer(Layer::Names, "Names", "Names of the bodies", &[plain(Digit(2))]),
    layer(Layer::Points, "Contact points", "Where the shapes touch", &[plain(Digit(3))]),
    layer(Layer::Normals, "Normals", "Unit vectors on b toward a", &[plain(Digit(4))]),
    layer(
        Layer::Depth,
        "Penetration depth",
        "Length of the shortest translation that separates",
        &[plain(Digit(5))],
    ),
    layer(
        Layer::Axes,
        "SAT axes",
        "Intervals of the pair looked at, on every axis that was tested",
        &[plain(Digit(6))],
    ),
    layer(Layer::Aabbs, "AABBs", "Axis-aligned bounding boxes", &[plain(Digit(7))]),
    layer(Layer::BoundingCircles, "Bounding circles", "Discs of the early-out", &[plain(Digit(8))]),
    layer(Layer::Velocities, "Velocities", "Velocity arrows", &[plain(Digit(9))]),
    layer(Layer::Impulses, "Impulses", "Impulses and friction of the last step", &[]),
    layer(Layer::Centers, "Centres of mass", "What the bodies turn about", &[]),
    layer(Layer::Trails, "Trails", "Where the bodies came from", &[]),
    layer(Layer::Ages, "Contact age", "New and lasting contacts, and those that the solver leaves", &[]),
    layer(
        Layer::Impacts,
        "Impacts ahead",
        "Where shapes will touch first, from their present velocities",
        &[],
    ),
    layer(
        Layer::OldFuture,
        "Old future",
        "After an edit at a past frame: where the bodies were before it",
        &[],
    ),
    entry(
        View(ViewCommand::NextPair),
        Menu::View,
        "Next touching pair",
        "Look at the next touching pair",
        &[plain(Key::Tab)],
    ),
    entry(
        View(ViewCommand::PreviousPair),
        Menu::View,
        "Previous touching pair",
        "Look at the previous touching pair",
        &[shift(Key::Tab)],
    ),
    entry(
        View(ViewCommand::Fit),
        Menu::View,
        "Fit the scene",
        "The whole scene fills the canvas",
        &[plain(Letter('F'))],
    ),
    entry(
        View(ViewCommand::FitSelection),
        Menu::View,
        "Fit the selection",
        "The selected bodies fill the canvas",
        &[shift(Letter('F'))],
    ),
    entry(
        View(ViewCommand::ZoomIn),
        Menu::View,
        "Zoom in",
        "Closer, at the middle of the canvas",
        &[plain(Key::Plus)],
    ),
    entry(
        View(ViewCommand::ZoomOut),
        Menu::View,
        "Zoom out",
        "Farther, at the middle of the canvas",
        &[plain(Key::Minus)],
    ),
    entry(
        View(ViewCommand::ToggleSnap),
        Menu::View,
        "Snap to grid",
        "Positions and sizes go to the grid while dragging",
        &[plain(Letter('G'))],
    ),
    entry(View(ViewCommand::ToggleGrid), Menu::View, "Grid", "Grid lines", &[shift(Letter('G'))]),
    entry(
        View(ViewCommand::ToggleLegend),
        Menu::View,
        "Legend",
        "Colours and line styles explained",
        &[plain(Letter('L'))],
    ),
    entry(
        View(ViewCommand::ToggleTheme),
        Menu::View,
        "Light or dark",
        "The other colours",
        &[plain(Letter('T'))],
    ),
    panel(Panel::Scene, "Scene and contacts", "What is selected, or the scene; the contacts of the frame"),
    panel(Panel::Events, "Event log", "Contacts that begin and end, frame by frame"),
    panel(Panel::Stages, "Stages of a step", "What one step does, stage by stage, in words and numbers"),
    panel(Panel::Plots, "Plots", "Distance of the pair looked at, energy and momentum, over time"),
    entry(
        View(ViewCommand::ToggleFrameTimes),
        Menu::View,
        "Frame times",
        "What the last 300 frames of the window cost, stage by stage",
        &[plain(Key::F(3))],
    ),
    entry(
        View(ViewCommand::ToggleHelp),
        Menu::View,
        "Help",
        "Every key and what it does",
        &[plain(Key::F(1))],
    ),
    entry(
        Time(TimeCommand::TogglePlay),
        Menu::Time,
        "Play or pause",
        "Let time run, or stop it",
        &[plain(Key::Space)],
    ),
    entry(
        Time(TimeCommand::StepForward),
        Menu::Time,
        "One frame forward",
        "One step of time",
        &[plain(Key::Period)],
    ),
    entry(
        Time(TimeCommand::StepBack),
        Menu::Time,
        "One frame back",
        "One step back, exact to the bit",
        &[plain(Key::Comma)],
    ),
    entry(
        Time(TimeCommand::Home),
        Menu::Time,
        "Back to the start",
        "The scene as loaded or last edited",
        &[plain(Key::Home)],
    ),
    entry(
        Time(TimeCommand::End),
        Menu::Time,
        "To the last frame",
        "The last frame computed",
        &[plain(Key::End)],
    ),
    entry(
        Time(TimeCommand::Jump(10)),
        Menu::Time,
        "Ten frames forward",
        "Ten steps of time",
        &[plain(Key::PageDown)],
    ),
    entry(
        Time(TimeCommand::Jump(-10)),
        Menu::Time,
        "Ten frames back",
        "Ten steps back, exact to the bit",
        &[plain(Key::PageUp)],
    ),
    entry(
        Time(TimeCommand::StageForward),
        Menu::Time,
        "Next stage of the step",
        "Look inside the step to the next frame, stage by stage",
        &[shift(Key::Period)],
    ),
    entry(
        Time(TimeCommand::StageBack),
        Menu::Time,
        "Previous stage of the step",
        "One stage back",
        &[shift(Key::Comma)],
    ),
    entry(
        Time(TimeCommand::ClearOldFuture),
        Menu::Time,
        "Forget the old future",
        "Take away the run from before the last edit",
        &[],
    ),
    tool(Tool::Select, "Select", "Select, move, rotate, resize", &[plain(Letter('V'))]),
    drawing(ORDER[0]),
    drawing(ORDER[1]),
    drawing(ORDER[2]),
    drawing(ORDER[3]),
    drawing(ORDER[4]),
];

// A row for each kind of shape.
const _: () = assert!(ORDER.len() == 5);

const fn nudge(
    direction: Direction,
    stride: Stride,
    label: &'static str,
    keys: &'static [Shortcut],
) -> CommandInfo {
    let tooltip = match stride {
        Stride::One => "The selection by one grid step",
        Stride::Ten => "The selection by ten grid steps",
    };
    entry(Edit(EditCommand::Nudge(direction, stride)), Menu::None, label, tooltip, keys)
}
const fn panel(panel: Panel, label: &'static str, tooltip: &'static str) -> CommandInfo {
    entry(View(ViewCommand::ShowPanel(panel)), Menu::View, label, tooltip, &[])
}
const fn tool(
    tool: Tool,
    label: &'static str,
    tooltip: &'static str,
    keys: &'static [Shortcut],
) -> CommandInfo {
    entry(Command::Tool(tool), Menu::Tools, label, tooltip, keys)
}

const fn drawing(kind: ShapeKind) -> CommandInfo {
    let row = drawing_tool(kind);
    tool(Tool::Draw(kind), row.label, row.tooltip, row.keys)
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

/// The entry of a command; `None` for commands without a name.
pub fn info(command: &Command) -> Option<&'static CommandInfo> {
    TABLE.iter().find(|entry| entry.command == *command)
}

/// The command of a key with exactly these modifiers.
pub fn command_for(key: Key, modifiers: Modifiers) -> Option<&'static Command> {
    let pressed = Shortcut { key, modifiers };
    TABLE.iter().find(|entry| entry.shortcuts.contains(&pressed)).map(|entry| &entry.command)
}

impl Command {
    /// Whether a held key does it again and again.
    pub fn repeats(&self) -> bool {
        matches!(
            self,
            Edit(EditCommand::Nudge(..) | EditCommand::Undo | EditCommand::Redo)
                | Time(
                    TimeCommand::StepForward
                        | TimeCommand::StepBack
                        | TimeCommand::Jump(_)
                        | TimeCommand::StageForward
                        | TimeCommand::StageBack
                )
                | View(
                    ViewCommand::ZoomIn
                        | ViewCommand::ZoomOut
                        | ViewCommand::NextPair
                        | ViewCommand::PreviousPair
                )
        )
    }
}

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
