//! Documents, screenshots, leaving; and the rows of the File menu.

use std::path::{Path, PathBuf};

use super::TourMove;
use super::row::{
    CommandRow, IN_BROWSER, KeyCombo, Menu, Tick, When, alt, ctrl, ctrl_shift, here, plain, row,
};
use crate::app::hand::input::Key::{F, Letter};
use crate::scene::link::Link;

#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Closes the document; asks first where that would lose unsaved work ([`crate::app::Question`]).
    Leave(Leave),
    /// Asks for a file: [`super::Effect::OpenDialog`].
    Open,
    /// Shows the picker of shipped scenes: [`super::Effect::PickScene`].
    PickScene,
    /// Saves, or asks for a path if the scene has no file yet.
    Save,
    /// Asks for a path: [`super::Effect::SaveDialog`].
    SaveAs,
    /// Saves to this file, which becomes the document's file.
    SaveTo(PathBuf),
    /// Asks before this writes over the file that stands there.
    AskToOverwrite(Box<Self>),
    /// [`super::Effect::Screenshot`] with a path that does not exist yet.
    Screenshot,
    /// Asks for a path for a picture of the canvas: [`super::Effect::CanvasDialog`].
    SaveCanvas,
    /// Draws the canvas alone, without panels and handles, into this SVG or PNG file.
    SaveCanvasTo(PathBuf),
    /// Asks for a second recording: [`super::Effect::BesideDialog`].
    #[cfg(not(target_os = "unknown"))]
    PickBeside,
    /// Shows this recording beside the one that is open.
    #[cfg(not(target_os = "unknown"))]
    ShowBeside(PathBuf),
    /// Shows the one recording alone.
    #[cfg(not(target_os = "unknown"))]
    CloseBeside,
    /// Asks for a path for an animated picture: [`super::Effect::ShareDialog`].
    ShareFilm,
    /// Asks for a path for a report: [`super::Effect::ShareDialog`].
    ShareReport,
    /// Writes an animated picture (`.gif`) or a report (`.html`).
    ShareTo(PathBuf),
    /// Stops what is written; there is no file then.
    StopSharing,
    /// Puts the scene, the present frame and the selected pair on the clipboard as a link.
    CopyLink,
    /// Puts HTML on the clipboard that shows the same as a figure in another page.
    CopyEmbedCode,
    /// Asks for the address of the page that opens links: [`super::Effect::AskLinkBase`].
    AskLinkBase,
    /// Remembers this address; empty forgets it.
    SetLinkBase(String),
    ClearRecent,
    /// Lists the unsaved work of earlier runs, with [`Leave::Restore`] and [`FileCommand::DiscardLeft`].
    ShowLeft,
    /// Removes this recovery file of an earlier run once the list is closed.
    DiscardLeft(PathBuf),
    /// Takes that back.
    KeepLeft(PathBuf),
    /// Keeps unsaved work on the disk, or no longer.
    ToggleRecovery,
}

/// What closes the document, by what replaces it.
#[derive(Clone, Debug, PartialEq)]
pub enum Leave {
    New,
    OpenBuiltIn,
    /// The shipped scene of this file ([`crate::scene::shipped`]), as a document without a file.
    OpenShipped(&'static str),
    /// This file; an error becomes a message and changes nothing.
    OpenPath(PathBuf),
    /// The document's own file, read again.
    Reload,
    /// The scene of a link, as a document without a file.
    OpenLink(Box<Link>),
    /// The unsaved work of an earlier run, from this recovery file.
    Restore(PathBuf),
    /// The present frame of the recording, as an unsaved scene.
    FrameAsScene,
    /// The degenerate relatives of the selected pair, as an unsaved scene.
    Relatives,
    /// A step of the tour, or what was open before it.
    Tour(TourMove),
    /// Nothing: the program ends with [`super::Effect::Quit`].
    Quit,
}

/// What the shell writes beside the window.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareJob {
    pub source: ShareSource,
    /// The last one counts; a report is of the first.
    pub frames: (u64, u64),
    /// `.gif` or `.html`.
    pub output: PathBuf,
    /// Of a picture. Pixels.
    pub size: (u32, u32),
    pub is_light: bool,
    /// Names, with commas between them.
    pub layers: String,
    pub pair: Option<(u32, u32)>,
    pub link_base: String,
}

/// What a [`ShareJob`] is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum ShareSource {
    /// A scene as it is in the window, in RON.
    Scene(String),
    /// A recording.
    File(PathBuf),
}

impl FileCommand {
    /// The file that it writes to the place that a person chose.
    pub fn written(&self) -> Option<&Path> {
        let (Self::SaveTo(path) | Self::SaveCanvasTo(path) | Self::ShareTo(path)) = self else { return None };
        Some(path)
    }
}

impl ShareJob {
    pub fn is_report(&self) -> bool {
        self.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"))
    }
}

/// The menu, in its order.
pub(in crate::app) static ROWS: &[CommandRow<FileCommand>] = &[
    leave(Leave::New, "New", "Start an empty scene").keys(NEW),
    file(FileCommand::Open, "Open…", "Open a scene (RON), or a recording of another engine (JSON Lines)")
        .keys(&[ctrl(Letter('O'))]),
    file(
        FileCommand::PickScene,
        "Scenes…",
        "Choose one of the scenes that come with the program, by its picture",
    )
    .keys(&[ctrl_shift(Letter('O'))]),
    leave(Leave::OpenBuiltIn, "Open the built-in scene", "Open the scene that shows every pair of shapes"),
    leave(
        Leave::Reload,
        here("Reload from disk", "Reload"),
        here("Read the scene's file again", "Read the scene again as it was opened or saved last"),
    )
    .enabled(When::HasFile),
    leave(
        Leave::FrameAsScene,
        "Open this frame as a scene",
        "The bodies of the recording as they are in this frame become a scene to edit",
    )
    .enabled(When::IsRecording),
    #[cfg(not(target_os = "unknown"))]
    file(
        FileCommand::PickBeside,
        "Compare with a recording…",
        "Show a second recording on the same clock: its bodies dashed, and where the two first differ and how it grows",
    )
    .enabled(When::IsRecording),
    leave(
        Leave::Relatives,
        "Make the pair hard",
        "The selected pair becomes a scene: parallel, just touching, corner on corner, thin, at 100 km, …",
    )
    .enabled(When::HasPair)
    .ends_group(),
    file(
        FileCommand::Save,
        "Save",
        here("Write the scene to its file", "Download the scene; a copy stays in this browser"),
    )
    .keys(&[ctrl(Letter('S'))]),
    file(
        FileCommand::SaveAs,
        "Save as…",
        here("Write the scene to another file", "Download the scene under another name"),
    )
    .keys(&[ctrl_shift(Letter('S'))]),
    file(FileCommand::ShowLeft, "Restore unsaved work…", "List what earlier runs left unsaved"),
    file(
        FileCommand::ToggleRecovery,
        "Keep unsaved work",
        here(
            "Keep a copy of unsaved work on the disk, for the case that the program ends in a fault",
            "Keep a copy of unsaved work in this browser, for the case that the page is closed or reloaded",
        ),
    )
    .ticked(Tick::Recovery)
    .ends_group(),
    file(
        FileCommand::Screenshot,
        "Screenshot",
        here("Write the window as PNG to the screenshots folder", "Download the window as PNG"),
    )
    .keys(&[plain(F(12))]),
    file(
        FileCommand::SaveCanvas,
        "Save the canvas alone…",
        here(
            "Draw the canvas, without panels and handles, into an SVG or PNG file",
            "Download the canvas, without panels and handles, as SVG",
        ),
    ),
    #[cfg(not(target_os = "unknown"))]
    file(
        FileCommand::ShareFilm,
        "Animated picture…",
        "Draw the range that is repeated, or all frames that are computed, as a GIF",
    ),
    #[cfg(not(target_os = "unknown"))]
    file(
        FileCommand::ShareReport,
        "Report…",
        "Write this frame as a web page to share: picture, why the pairs touch, axes, the scene as text and as a link",
    )
    .ends_group(),
    file(
        FileCommand::CopyLink,
        "Copy link",
        "Copy the scene, this frame and the selected pair as a link, which opens them in a browser. Ctrl+V opens one",
    )
    .keys(&[ctrl(Letter('L'))]),
    file(
        FileCommand::CopyEmbedCode,
        "Copy embed code",
        "Copy HTML that shows the scene, this frame and the selected pair as a figure in a page of yours",
    ),
    #[cfg(not(target_os = "unknown"))]
    file(
        FileCommand::AskLinkBase,
        "Address for links…",
        "The address of the page that opens links, which Copy link puts before them",
    )
    .ends_group(),
    #[cfg(not(target_os = "unknown"))]
    leave(Leave::Quit, "Quit", "Leave the program").keys(&[ctrl(Letter('Q'))]),
];

/// Browsers keep Ctrl+N for themselves.
const NEW: &[KeyCombo] = if IN_BROWSER { &[alt(Letter('N'))] } else { &[ctrl(Letter('N'))] };

const fn file(command: FileCommand, label: &'static str, tooltip: &'static str) -> CommandRow<FileCommand> {
    row(Menu::File, command, label, tooltip)
}

const fn leave(leave: Leave, label: &'static str, tooltip: &'static str) -> CommandRow<FileCommand> {
    file(FileCommand::Leave(leave), label, tooltip)
}
