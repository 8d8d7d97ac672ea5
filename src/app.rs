//! The editor without a window: documents, history, simulation, commands, tools.
//!
//! The shell copies events into [`Input`]; the tools turn them into [`Command`]s; [`AppState::apply`] carries them out and is the
//! only place where the scene, the time, the view and the selection change; what only the outside can do comes back as
//! [`Effect`]s. Panels read the state through its getters and hand in commands.

pub mod ahead;
pub mod change;
pub mod command_table;
pub mod commands;
pub mod document;
pub mod drawing;
pub mod events;
pub mod grid;
pub mod handles;
pub mod history;
pub mod input;
pub mod inside;
pub mod looked;
pub mod messages;
pub mod old_future;
pub mod picking;
pub mod records;
pub mod simulation;
pub mod spent;
pub mod state;
pub mod storage;
pub mod tools;

mod edit;
mod file;
mod menus;
mod picture;
mod readings;
mod show;

pub use ahead::{LookAhead, SeparationPlot};
pub use change::{BodyEdit, Change, MotionKind, SceneEdit};
pub use command_table::{
    CommandInfo, MOUSE_HELP, Menu, Shortcut, Tick, command_for, info, info_of_key, table,
};
pub use commands::{
    Command, Direction, EditCommand, Effect, FileCommand, Panel, SelectCommand, TimeCommand, Tool,
    ViewCommand,
};
pub use drawing::{DrawingTool, ORDER, drawing_tool, tools};
pub use events::{EventFilter, EventPairs, EventRow, phase_verb};
pub use input::{Event, EventKind, Input, Key, Modifiers, PointerButton};
pub use inside::Inside;
pub use messages::{Level, Message, Messages};
pub use old_future::OldFuture;
pub use readings::{EnergyPlot, ExpectationMark};
pub use records::Mark;
pub use spent::{Spent, processor_time};
pub use state::{AppState, Cursor, Question, Settings};
