//! The one table of named commands: menus, bar, help and keys read it. Its rows stand beside the commands,
//! area by area ([`crate::app::commands`]).

use std::sync::LazyLock;

use crate::app::commands::row::{CommandRow, KeyCombo, Menu, Tick, plain, row};
use crate::app::commands::{Command, Tool, arrange, edit, file, time, tour, view};
use crate::app::hand::drawing::{ASK_TOOL, DrawingTool, MEASURE_TOOL, drawing_tool, regular_tool, tools};
use crate::app::hand::input::Key::{self, Letter};
use crate::app::hand::input::Modifiers;

/// A named command with everything that is shown of it.
pub type CommandInfo = CommandRow<Command>;

/// Every named command, in the order of menus and help.
pub fn table() -> std::slice::Iter<'static, CommandInfo> {
    static TABLE: LazyLock<Vec<CommandInfo>> = LazyLock::new(|| {
        let files = file::ROWS.iter().map(|row| row.of(Command::File));
        let edits = edit::ROWS.iter().map(|row| row.of(Command::Edit));
        let selects = edit::SELECT_ROWS.iter().map(|row| row.of(Command::Select));
        let last_edits = edit::LAST_ROWS.iter().map(|row| row.of(Command::Edit));
        let views = view::layer_rows().chain(view::ROWS.iter().cloned()).map(|row| row.of(Command::View));
        let arranges = arrange::ROWS.iter().map(|row| row.of(Command::Edit));
        let times = time::ROWS.iter().map(|row| row.of(Command::Time));
        let tours = tour::ROWS.iter().map(|row| row.of(tour::command));
        let tools = tools().map(|tool| tool_row(tool).of(Command::Tool));
        let named =
            files.chain(edits).chain(selects).chain(last_edits).chain(views).chain(arranges).chain(times);
        named.chain(tools).chain(tours).collect()
    });
    TABLE.iter()
}

fn tool_row(tool: Tool) -> CommandRow<Tool> {
    let named = |drawing: DrawingTool| (drawing.label, drawing.tooltip, drawing.keys);
    let (label, tooltip, keys) = match tool {
        Tool::Select => ("Select", "Select, move, rotate, resize", const { &[plain(Letter('V'))] as &[_] }),
        Tool::Draw(kind) => named(drawing_tool(kind)),
        Tool::Pull => (
            "Pull and push",
            "While time runs a drag pulls a body by a spring; while it stands a drag pushes it by an arrow",
            const { &[plain(Letter('H'))] as &[_] },
        ),
        Tool::Regular(corners) => named(regular_tool(corners)),
        Tool::Ask => named(ASK_TOOL),
        Tool::Measure => named(MEASURE_TOOL),
    };
    row(Menu::Tools, tool, label, tooltip).keys(keys).ticked(Tick::Tool(tool))
}

/// The row of a command; `None` for commands that have no name.
pub fn info(command: &Command) -> Option<&'static CommandInfo> {
    table().find(|row| row.command == *command)
}

/// The row of a key with exactly these modifiers.
pub fn info_of_key(key: Key, modifiers: Modifiers) -> Option<&'static CommandInfo> {
    let pressed = KeyCombo { key, modifiers };
    table().find(|row| row.shortcuts.contains(&pressed))
}

/// The command of a key with exactly these modifiers.
pub fn command_for(key: Key, modifiers: Modifiers) -> Option<&'static Command> {
    info_of_key(key, modifiers).map(|row| &row.command)
}

/// What the mouse does, and the keys of the menus, for the help: input, effect.
pub const MOUSE_HELP: &[(&str, &str)] = &[
    ("left click", "selects a body; again, the one below it"),
    ("Shift + click", "adds a body to the selection or removes it"),
    ("left drag on a body", "moves the selection; Shift keeps to one axis, Ctrl inverts snapping"),
    ("Ctrl + left drag on a body", "moves copies of the selection"),
    ("left drag on empty space", "selects what lies inside the box"),
    ("left drag on the round handle", "rotates; Shift in steps of 15°"),
    ("left drag on a square handle", "resizes; Alt both sides of a rectangle, Shift keeps its proportions"),
    ("left drag on the ring of a side", "adds a point to a polygon or a chain; a click adds one to a chain"),
    ("Alt + click on a point", "takes it from a polygon or a chain"),
    (
        "left drag on the tip of a velocity arrow",
        "sets the velocity of the selected body (layer Velocities, 9)",
    ),
    ("left drag on the lens", "moves the lens"),
    ("right or middle drag", "pans"),
    ("right click", "opens a menu about the pair and the bodies there"),
    ("wheel", "zooms at the pointer"),
    ("pointer over touching bodies", "looks at their pair for a moment; a click keeps it"),
    ("F10 or a tap of Alt", "opens the menus: ← → to another, ↑ ↓ to a line, Enter, Esc"),
];
