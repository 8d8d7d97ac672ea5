//! The editor without a window: documents, history, simulation, commands, tools.
//!
//! The shell copies events into [`Input`]; the tools turn them into [`Command`]s; [`AppState::apply`] carries
//! them out and is the only place where the scene, the time, the view and the selection change; what only the
//! shell can do (dialogs, files to watch, quitting) comes back as [`Effect`]s. Panels read the state through
//! its getters and hand in commands.

pub mod ahead;
pub mod camera;
pub mod change;
pub mod command_table;
pub mod commands;
pub mod derived;
pub mod document;
pub mod drawing;
pub mod events;
pub mod files;
pub mod frame_log;
pub mod frames;
pub mod grid;
pub mod hand;
pub mod handles;
pub mod history;
pub mod input;
pub mod inside;
pub mod looking;
pub mod messages;
pub mod old_future;
pub mod on_disk;
pub mod one_float;
pub mod pairs;
pub mod picking;
pub mod playback;
pub mod plots;
pub mod preferences;
pub mod readings;
pub mod recovery;
pub mod relatives;
pub mod run;
pub mod showing;
pub mod simulation;
pub mod spent;
pub mod state;
pub mod storage;
pub mod tools;
pub mod tour;

pub use ahead::LookAhead;
pub use change::{BodyEdit, Change, MotionKind, SceneEdit};
pub use command_table::{CommandInfo, MOUSE_HELP, command_for, info, info_of_key, table};
pub use commands::row::{IN_BROWSER, Menu, Shortcut, Tick, When, here};
pub use commands::{
    Answer, Command, Direction, EditCommand, Effect, FileCommand, Leave, News, PairText, Panel,
    SelectCommand, Stride, TimeCommand, Tool, TourMove, ViewCommand, Viewpoint,
};
pub use drawing::{DrawingTool, ORDER, drawing_tool, tools};
pub use events::{EventFilter, EventPairs, EventRow, phase_verb};
pub use files::Settings;
pub use frame_log::EventMark;
pub use hand::CLIPBOARD_LIMIT;
pub use handles::Cursor;
pub use input::{Event, EventKind, Input, Key, Modifiers, PointerButton};
pub use inside::Inside;
pub use messages::{Level, Message, Messages};
pub use old_future::OldFuture;
pub use playback::{DifferenceMark, Playback};
pub use plots::{EnergyPlot, SeparationPlot};
pub use preferences::SideSizes;
pub use readings::ExpectationMark;
pub use recovery::Rescue;
pub use spent::{Spent, processor_time};
pub use state::{AppState, Question, QuestionRow};
pub use tour::Tour;
