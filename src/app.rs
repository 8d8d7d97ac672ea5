//! The editor without a window: documents, history, simulation, commands, tools.
//!
//! The shell copies events into [`Input`]; [`AppState::handle_input`] turns them into [`Command`]s; [`AppState::apply`] is the
//! only place that changes state; what only the outside can do comes back as [`Effect`]s.

pub mod change;
pub mod command_table;
pub mod commands;
pub mod input;
pub mod messages;
pub mod state;

pub use change::{BodyEdit, Change, MotionKind, SceneEdit};
pub use command_table::{CommandInfo, MOUSE_HELP, Menu, Shortcut, TABLE, command_for, info};
pub use commands::{
    Command, Direction, EditCommand, Effect, FileCommand, SelectCommand, TimeCommand, Tool, ViewCommand,
};
pub use input::{Event, EventKind, Input, Key, Modifiers, PointerButton};
pub use messages::{Level, Message, Messages};
pub use state::{AppState, Cursor, Question, Settings};
