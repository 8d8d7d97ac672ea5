//! Everything that a person can ask for, and what only the outside can do. Commands stand area by area, each with its rows
//! of the table of commands.

use std::path::PathBuf;

use collide2d::ShapeKind;
use glam::Vec2;

pub(super) mod edit;
pub(super) mod file;
pub(super) mod time;
pub(super) mod view;

pub use edit::{EditCommand, SelectCommand};
pub use file::FileCommand;
pub use time::TimeCommand;
pub use view::ViewCommand;

/// The closed set of requests; [`super::AppState::apply`] carries them out.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Documents, screenshots, leaving.
    File(FileCommand),
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

/// What only the outside can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show a dialog in this folder; answer with [`FileCommand::OpenPath`].
    OpenDialog(PathBuf),
    /// Show a dialog in this folder with this file name; answer with [`FileCommand::SaveTo`].
    SaveDialog(PathBuf, String),
    /// Write the window as PNG to this path; answer with [`FileCommand::ScreenshotDone`].
    Screenshot(PathBuf),
    /// Print this line on standard output.
    Print(String),
    /// Put this text on the clipboard of the system.
    WriteClipboard(String),
    /// Read the clipboard of the system; answer with [`EditCommand::PasteText`].
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
