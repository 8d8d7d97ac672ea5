//! Everything that a person can ask for, and what only the shell can do. Commands stand area by area, each
//! with its rows of the table of commands.

pub mod change;
pub mod command_table;
pub mod list_edit;
pub mod note;

use std::path::PathBuf;

use glam::Vec2;

use crate::elsewhere::recording::{Arrival, GameAnswer};
use change::Change;
use note::NoteEdit;
use query::QueryEdit;

pub(super) mod arrange;
pub(super) mod choices;
pub(super) mod edit;
pub(super) mod file;
pub mod query;
pub(super) mod row;
pub(super) mod time;
pub(super) mod tour;
pub(super) mod view;

pub use choices::{
    AlignTo, Arrangement, Direction, HandMove, LengthChoice, NewLink, OrderMove, PairText, PaletteScope,
    Panel, PanelSection, ReduceMove, Stride, Tool, Viewpoint,
};
pub use edit::{EditCommand, SelectCommand};
pub use file::{FileCommand, Leave, ShareJob, ShareSource};
pub use time::TimeCommand;
pub use tour::TourMove;
pub use view::ViewCommand;

/// The closed set of requests; [`crate::app::AppState::apply`] carries them out.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Documents, screenshots, leaving.
    File(FileCommand),
    /// The answer to the open question.
    Answer(Answer),
    News(News),
    Edit(EditCommand),
    Select(SelectCommand),
    /// What is shown and from where.
    View(ViewCommand),
    Time(TimeCommand),
    /// What the left button does on the canvas.
    Tool(Tool),
}

impl From<Change> for Command {
    /// One edit and one undo point.
    fn from(change: Change) -> Self {
        Self::Edit(EditCommand::Do(change))
    }
}

impl From<NoteEdit> for Command {
    fn from(edit: NoteEdit) -> Self {
        Change::Note(edit).into()
    }
}

impl From<QueryEdit> for Command {
    fn from(edit: QueryEdit) -> Self {
        Change::Query(edit).into()
    }
}

/// An answer to the open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Saves, then does what was asked for.
    Save,
    /// Does what was asked for and discards the unsaved work.
    Discard,
    /// Saves over what another program wrote.
    Overwrite,
    SaveAs,
    Cancel,
}

/// What the shell reports: results of [`Effect`]s, and what other programs did.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A dialog was closed without a file.
    DialogCancelled,
    /// The document's file was written or deleted: it is reloaded if nothing is unsaved; otherwise a question is
    /// asked.
    FileChanged,
    /// The screenshot was written to this path, or failed for this reason.
    ScreenshotDone(PathBuf, Result<(), String>),
    /// So many pictures of an animated one are drawn.
    Drawn(u64),
    /// An animated picture or a report was written to this path, or failed for this reason.
    Shared(PathBuf, Result<(), String>),
    /// Lines of a recording that is followed have come.
    Arrived(Vec<Arrival>),
    /// A link to a scene was opened, in a browser as the page's address.
    Link(String),
    /// The text on the system clipboard, or a sentence that says why it cannot be read. Its bodies (a scene in
    /// RON) are added to the scene.
    ClipboardRead(Result<String, String>),
}

/// What only the shell can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show a dialog in this folder; answer with [`Leave::OpenPath`].
    OpenDialog(PathBuf),
    /// Show the picker of shipped scenes; answer with [`Leave::OpenShipped`].
    PickScene,
    /// Let the name of this body be typed in the list.
    Rename(u32),
    /// Show the palette of this.
    OpenPalette(PaletteScope),
    /// Show what the program carries, with the texts of the licences.
    ShowLicences,
    /// Show a dialog in this folder for a recording; answer with [`FileCommand::ShowBeside`].
    #[cfg(not(target_os = "unknown"))]
    BesideDialog(PathBuf),
    /// Show a dialog in this folder for an SVG file; answer with [`EditCommand::TakeOutline`].
    OutlineDialog(PathBuf),
    /// Show a dialog in this folder with this file name; answer with [`FileCommand::SaveTo`].
    SaveDialog(PathBuf, String),
    /// Show a dialog in this folder with this file name; answer with [`FileCommand::SaveCanvasTo`].
    CanvasDialog(PathBuf, String),
    /// Show a dialog in this folder with this file name and title; answer with [`FileCommand::ShareTo`].
    ShareDialog(PathBuf, String, String),
    /// Write this beside the window; answer with [`News::Drawn`] and [`News::Shared`].
    Share(ShareJob),
    StopSharing,
    /// Ask for the address of the page that opens links; answer with [`FileCommand::SetLinkBase`].
    AskLinkBase,
    /// Show the menu of the canvas at this place. Pixels.
    ContextMenu(Vec2),
    /// Write the window as PNG to this path; answer with [`News::ScreenshotDone`].
    Screenshot(PathBuf),
    /// Print this line on standard output.
    Print(String),
    /// Put this text on the system clipboard.
    WriteClipboard(String),
    /// Open this link in a tab of its own; where that cannot be, answer with [`ViewCommand::ShowPanels`].
    OpenTab(String),
    /// Read the system clipboard; answer with [`News::ClipboardRead`].
    ReadClipboard,
    /// Watch this file, and no other, for changes made by other programs.
    Watch(Option<PathBuf>),
    /// Send this to the game whose recording is heard.
    AnswerGame(GameAnswer),
    Quit,
}
