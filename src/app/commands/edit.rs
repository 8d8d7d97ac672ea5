//! The scene, undo and what is selected; and the rows of the Edit menu, with the keys that nudge.

use super::{Command, Direction};
use crate::app::change::Change;
use crate::app::command_table::{CommandInfo, Menu, Shortcut, ctrl, ctrl_shift, plain, row, shift};
use crate::app::input::Key::{self, Letter};
use crate::app::state::AppState;

/// The scene, and undo.
#[derive(Clone, Debug, PartialEq)]
pub enum EditCommand {
    /// Takes the last gesture back.
    Undo,
    /// Does it again.
    Redo,
    /// One edit and one undo point.
    Do(Change),
    /// One edit of a gesture or of a slider still held; seen at once, no undo point until [`EditCommand::Commit`].
    Preview(Change),
    /// The gesture ended: one undo point for all its previews.
    Commit,
    /// The gesture was cancelled: everything as before its first preview.
    Revert,
    /// Selected bodies to the clipboard.
    Copy,
    /// Copy, then delete.
    Cut,
    /// Bodies of the clipboard into the scene, selected.
    Paste,
    /// Bodies of this text (a scene in RON) into the scene; the shell's answer to [`super::Effect::ReadClipboard`].
    PasteText(String),
    /// Copies of the selected bodies, one grid step aside, selected.
    Duplicate,
    /// Selected bodies out of the scene, with the `expect` lines that name them.
    Delete,
    /// Selected bodies by one grid step, or ten.
    Nudge(Direction, bool),
    /// The present contact (or separation) of the pair looked at becomes an `expect` line of the present frame.
    ExpectLookedPair,
}

/// What is selected.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectCommand {
    /// Every body.
    All,
    /// None.
    None,
    /// These alone.
    Only(Vec<u32>),
    /// This one as well, or no more.
    Toggle(u32),
    /// These as well.
    Add(Vec<u32>),
    /// Cancels the drag, or else clears the selection and the pair looked at.
    Cancel,
}

/// The menu, in its order; then what has keys alone.
pub(in crate::app) static ROWS: &[CommandInfo] = &[
    edit(EditCommand::Undo, "Undo", "Take the last edit back")
        .keys(&[ctrl(Letter('Z'))])
        .repeats()
        .enabled(|state| state.can_undo()),
    edit(EditCommand::Redo, "Redo", "Do the edit again that was taken back")
        .keys(&[ctrl_shift(Letter('Z')), ctrl(Letter('Y'))])
        .repeats()
        .enabled(|state| state.can_redo())
        .ends_group(),
    edit(EditCommand::Cut, "Cut", "Copy, then delete").keys(&[ctrl(Letter('X'))]).enabled(is_selected),
    edit(EditCommand::Copy, "Copy", "Selected bodies to the clipboard")
        .keys(&[ctrl(Letter('C'))])
        .enabled(is_selected),
    edit(EditCommand::Paste, "Paste", "Bodies of the clipboard into the scene").keys(&[ctrl(Letter('V'))]),
    edit(EditCommand::Duplicate, "Duplicate", "Copies of the selected bodies, one grid step aside")
        .keys(&[ctrl(Letter('D'))])
        .enabled(is_selected),
    edit(EditCommand::Delete, "Delete", "Selected bodies out of the scene")
        .keys(&[plain(Key::Delete)])
        .enabled(is_selected)
        .ends_group(),
    select(SelectCommand::All, "Select all", "Select every body")
        .keys(&[ctrl(Letter('A'))])
        .enabled(|state| !state.scene().bodies.is_empty()),
    select(SelectCommand::Cancel, "Cancel", "Cancel the drag, or clear the selection")
        .keys(&[plain(Key::Escape)])
        .ends_group(),
    edit(
        EditCommand::ExpectLookedPair,
        "Expect what is seen",
        "The contact of the pair looked at becomes a test of the scene at this frame",
    )
    .keys(&[ctrl(Letter('E'))])
    .enabled(|state| state.looked().is_some()),
    nudge(Direction::Left, false, "Nudge left", &[plain(Key::Left)]),
    nudge(Direction::Right, false, "Nudge right", &[plain(Key::Right)]),
    nudge(Direction::Up, false, "Nudge up", &[plain(Key::Up)]),
    nudge(Direction::Down, false, "Nudge down", &[plain(Key::Down)]),
    nudge(Direction::Left, true, "Nudge left by ten", &[shift(Key::Left)]),
    nudge(Direction::Right, true, "Nudge right by ten", &[shift(Key::Right)]),
    nudge(Direction::Up, true, "Nudge up by ten", &[shift(Key::Up)]),
    nudge(Direction::Down, true, "Nudge down by ten", &[shift(Key::Down)]),
];

const fn edit(command: EditCommand, label: &'static str, tooltip: &'static str) -> CommandInfo {
    row(Menu::Edit, Command::Edit(command), label, tooltip)
}

const fn select(command: SelectCommand, label: &'static str, tooltip: &'static str) -> CommandInfo {
    row(Menu::Edit, Command::Select(command), label, tooltip)
}

const fn nudge(
    direction: Direction,
    ten: bool,
    label: &'static str,
    keys: &'static [Shortcut],
) -> CommandInfo {
    let tooltip = if ten { "The selection by ten grid steps" } else { "The selection by one grid step" };
    row(Menu::None, Command::Edit(EditCommand::Nudge(direction, ten)), label, tooltip)
        .keys(keys)
        .repeats()
        .enabled(is_selected)
}

fn is_selected(state: &AppState) -> bool {
    !state.selection().is_empty()
}
