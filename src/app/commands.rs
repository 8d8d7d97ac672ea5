//! Everything that a person can ask for, and what only the outside can do.

use std::path::PathBuf;

use collide2d::ShapeKind;
use glam::Vec2;

use super::ahead::LookAhead;
use super::change::Change;
use super::events::EventFilter;
use crate::overlay::Layer;
use crate::view::Canvas;

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

/// Documents, screenshots, leaving.
#[derive(Clone, Debug, PartialEq)]
pub enum FileCommand {
    /// Gives the document in hand up; asks first where that would lose unsaved work ([`super::Question`]).
    Leave(Leave),
    /// Asks for a file: [`Effect::OpenDialog`].
    Open,
    /// Saves, or asks where if the scene has no file yet.
    Save,
    /// Asks where: [`Effect::SaveDialog`].
    SaveAs,
    /// Saves to this file, which becomes the document's.
    SaveTo(PathBuf),
    /// [`Effect::Screenshot`] with a path that no file has.
    Screenshot,
    /// Forgets the recent files.
    ClearRecent,
}

/// What gives the document in hand up.
#[derive(Clone, Debug, PartialEq)]
pub enum Leave {
    /// For an empty scene.
    New,
    /// For the built-in scene.
    OpenBuiltIn,
    /// For this file; an error becomes a message and leaves everything as it was.
    OpenPath(PathBuf),
    /// For what its file has.
    Reload,
    /// For what an earlier run left unsaved.
    RestoreBackup,
    /// For good: [`Effect::Quit`].
    Quit,
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
    /// Copies of the selected bodies, one grid step aside, selected.
    Duplicate,
    /// Selected bodies out of the scene, with the `expect` lines that name them.
    Delete,
    /// Selected bodies by one grid step, or ten.
    Nudge(Direction, Stride),
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

/// What is shown and from where.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    /// A layer on or off.
    ToggleLayer(Layer),
    /// Snapping to the grid on or off.
    ToggleSnap,
    /// Grid lines on or off.
    ToggleGrid,
    /// Legend on or off.
    ToggleLegend,
    /// Times of the last frames on or off.
    ToggleFrameTimes,
    /// Dark or light.
    ToggleTheme,
    /// The scene fills the canvas.
    Fit,
    /// The selection fills the canvas.
    FitSelection,
    /// The canvas is here now. Pixels.
    SetCanvas(Canvas),
    /// The canvas is here now, because something beside it grew or shrank: what it shows stays where it is. Pixels.
    MoveCanvas(Canvas),
    /// Moves the picture by so many pixels.
    Pan(Vec2),
    /// Zooms at a point of the screen by so many notches, positive: closer.
    Zoom(Vec2, f32),
    /// Zooms at the middle of the canvas, closer.
    ZoomIn,
    /// Zooms at the middle of the canvas, away.
    ZoomOut,
    /// The pair looked at, in either order.
    LookAt(Option<(u32, u32)>),
    /// The pair looked at while the pointer is on its row or on the shapes.
    HoverPair(Option<(u32, u32)>),
    /// The next touching pair becomes the pair looked at.
    NextPair,
    /// The previous one.
    PreviousPair,
    /// The axis of the pair looked at to light up.
    LightAxis(Option<usize>),
    /// Help on or off.
    ToggleHelp,
    /// This panel at the side.
    ShowPanel(Panel),
    /// Which events the log shows.
    FilterEvents(EventFilter),
    /// How far and for whom the impacts ahead are looked for.
    SetLookAhead(LookAhead),
    /// Frames that trails go back, 1 to 600.
    SetTrail(u32),
    /// Takes a message away.
    DismissMessage(u64),
}

/// Frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeCommand {
    /// Plays or pauses.
    TogglePlay,
    /// Pauses.
    Pause,
    /// One frame forward; pauses.
    StepForward,
    /// One frame back, exact to the bit; pauses.
    StepBack,
    /// Back to the scene as loaded or last edited; pauses.
    Home,
    /// To this frame; pauses. What is too far to reach at once is gone on with from tick to tick.
    Seek(u64),
    /// So many frames forward, or back; pauses.
    Jump(i64),
    /// To the last frame computed; pauses.
    End,
    /// To the frame of an event, with its pair looked at; pauses.
    GoToEvent {
        /// The frame.
        frame: u64,
        /// The pair.
        pair: (u32, u32),
    },
    /// Into the step from the present frame to the next: one stage on; pauses.
    StageForward,
    /// One stage back; out of the step before its first one; pauses.
    StageBack,
    /// To where so many stages of the step are done; 0: out of it.
    ToStage(usize),
    /// Out of the step, back to the frame.
    LeaveStep,
    /// Forgets the old future.
    ClearOldFuture,
    /// Speed of playing, 0.1 to 4.
    SetSpeed(f32),
    /// Memory for checkpoints. Bytes.
    SetCheckpointBudget(usize),
}

/// The panels at the side, of which one is on show. What is read off many frames for a panel is read while it is on show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    /// What is selected, or the scene; its contacts.
    #[default]
    Scene,
    /// The log of events.
    Events,
    /// The stages of the step to the next frame.
    Stages,
    /// The distance of the pair looked at, energy and momentum, over time.
    Plots,
}

/// What the left button does on the canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Selects, moves, rotates, resizes.
    #[default]
    Select,
    /// Draws a shape of this kind.
    Draw(ShapeKind),
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Toward negative x.
    Left,
    /// Toward positive x.
    Right,
    /// Toward positive y.
    Up,
    /// Toward negative y.
    Down,
}

/// How far a nudge goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stride {
    /// One grid step.
    One,
    /// Ten grid steps.
    Ten,
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

impl Panel {
    /// Every panel, in the order of tabs and menu.
    pub const ALL: [Self; 4] = [Self::Scene, Self::Events, Self::Stages, Self::Plots];
}

impl Stride {
    /// Grid steps.
    pub fn steps(self) -> f32 {
        match self {
            Self::One => 1.0,
            Self::Ten => 10.0,
        }
    }
}

impl Direction {
    /// Unit vector, world axes.
    pub fn vector(self) -> Vec2 {
        match self {
            Self::Left => Vec2::NEG_X,
            Self::Right => Vec2::X,
            Self::Up => Vec2::Y,
            Self::Down => Vec2::NEG_Y,
        }
    }
}
