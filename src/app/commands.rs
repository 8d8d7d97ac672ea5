//! Everything that a person can ask for, and what only the outside can do. Commands stand area by area, each with its rows
//! of the table of commands.

use std::path::PathBuf;

mod choices;
pub(super) mod edit;
pub(super) mod file;
pub(super) mod row;
pub(super) mod time;
pub(super) mod view;

pub use choices::{Direction, Panel, Stride, Tool};
pub use edit::{EditCommand, SelectCommand};
pub use file::{FileCommand, Leave};
pub use time::TimeCommand;
pub use view::ViewCommand;

/// The closed set of requests; [`super::AppState::apply`] carries them out.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Documents, screenshots, leaving.
    File(FileCommand),
    /// The answer to the question on show.
    Answer(Answer),
    /// What the outside tells.
    News(News),
    /// The scene, and undo.
    Edit(EditCommand),
    /// What is selected.
    Select(SelectCommand),
    /// What is shown and from where.
    View(ViewCommand),
    /// Frames.
    Time(TimeCommand),
    /// What the left button does on the canvas.
    Tool(Tool),
}

/// An answer to the question on show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Saves first, then goes on with what was asked.
    Save,
    /// Goes on and loses the unsaved work.
    Discard,
    /// Leaves everything as it is.
    Cancel,
}

/// What the outside tells: answers to [`Effect`]s, and what other programs did.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A dialog was closed without a file.
    DialogCancelled,
    /// The document's file was written: it is loaded if nothing is unsaved, else a question is asked.
    FileChanged,
    /// The screenshot was written to this path, or why not.
    ScreenshotDone(PathBuf, Result<(), String>),
    /// The clipboard of the system holds this text: its bodies (a scene in RON) go into the scene.
    ClipboardRead(String),
}

/// What only the outside can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show a dialog in this folder; answer with [`Leave::OpenPath`].
    OpenDialog(PathBuf),
    /// Show a dialog in this folder with this file name; answer with [`FileCommand::SaveTo`].
    SaveDialog(PathBuf, String),
    /// Write the window as PNG to this path; answer with [`News::ScreenshotDone`].
    Screenshot(PathBuf),
    /// Print this line on standard output.
    Print(String),
    /// Put this text on the clipboard of the system.
    WriteClipboard(String),
    /// Read the clipboard of the system; answer with [`News::ClipboardRead`].
    ReadClipboard,
    /// Watch this file for changes made by others (and no other).
    Watch(Option<PathBuf>),
    /// Close the window.
    Quit,
}
