//! Documents, screenshots, leaving; and the rows of the File menu.

use std::path::PathBuf;

use super::Command;
use crate::app::command_table::{CommandInfo, Menu, ctrl, ctrl_shift, plain, row};
use crate::app::input::Key::{F, Letter};

/// Documents, screenshots, leaving. Those that lose unsaved work ask first ([`crate::app::Question`]).
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// An empty scene.
    New,
    /// The built-in scene.
    OpenBuiltIn,
    /// Asks for a file: [`super::Effect::OpenDialog`].
    Open,
    /// Opens this file; an error becomes a message and leaves everything as it was.
    OpenPath(PathBuf),
    /// Saves, or asks where if the scene has no file yet.
    Save,
    /// Asks where: [`super::Effect::SaveDialog`].
    SaveAs,
    /// Saves to this file, which becomes the document's.
    SaveTo(PathBuf),
    /// A dialog was closed without a file.
    DialogCancelled,
    /// The file watcher saw the document's file change: reloads it if nothing is unsaved, else asks.
    FileChanged,
    /// Reads the document's file again.
    Reload,
    /// Brings back what an earlier run left unsaved.
    RestoreBackup,
    /// [`super::Effect::Screenshot`] with a path that no file has.
    Screenshot,
    /// The screenshot was written to this path, or why not.
    ScreenshotDone(PathBuf, Result<(), String>),
    /// Leaves: [`super::Effect::Quit`].
    Quit,
    /// Answers the question on show: saves first, then goes on with what was asked.
    AnswerSave,
    /// Answers the question on show: goes on and loses the unsaved work.
    AnswerDiscard,
    /// Answers the question on show: leaves everything as it is.
    AnswerCancel,
    /// Forgets the recent files.
    ClearRecent,
}

/// The menu, in its order.
pub(in crate::app) static ROWS: &[CommandInfo] = &[
    file(FileCommand::New, "New", "Start an empty scene").keys(&[ctrl(Letter('N'))]),
    file(FileCommand::Open, "Open…", "Open a scene file (RON)").keys(&[ctrl(Letter('O'))]),
    file(
        FileCommand::OpenBuiltIn,
        "Open the built-in scene",
        "Open the scene that shows every pair of shapes",
    ),
    file(FileCommand::Reload, "Reload from disk", "Read the scene's file again")
        .enabled(|state| state.path().is_some())
        .ends_group(),
    file(FileCommand::Save, "Save", "Write the scene to its file").keys(&[ctrl(Letter('S'))]),
    file(FileCommand::SaveAs, "Save as…", "Write the scene to another file").keys(&[ctrl_shift(Letter('S'))]),
    file(FileCommand::RestoreBackup, "Restore unsaved work", "Bring back what an earlier run left unsaved")
        .enabled(|state| state.has_backup())
        .ends_group(),
    file(FileCommand::Screenshot, "Screenshot", "Write the window as PNG to the screenshots folder")
        .keys(&[plain(F(12))])
        .ends_group(),
    file(FileCommand::Quit, "Quit", "Leave the program").keys(&[ctrl(Letter('Q'))]),
];

const fn file(command: FileCommand, label: &'static str, tooltip: &'static str) -> CommandInfo {
    row(Menu::File, Command::File(command), label, tooltip)
}
