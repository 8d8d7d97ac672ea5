//! The editor without a window: documents, history, simulation, commands, tools.
//!
//! The shell copies events into [`Input`]; the tools turn them into [`Command`]s; [`AppState::apply`] carries
//! them out and is the only place where the scene, the time, the view and the selection change; what only the
//! shell can do (dialogs, files to watch, quitting) comes back as [`Effect`]s. Panels read the rooms that
//! the state lends, and hand in commands.

pub mod commands;
pub mod derived;
pub mod files;
pub mod hand;
pub mod history;
pub mod looking;
pub mod messages;
pub mod one_float;
pub mod relatives;
pub mod run;
pub mod showing;
pub mod spent;
pub mod state;
pub mod tour;

pub use commands::change::{BodyEdit, Change, MotionKind, SceneEdit};
pub use commands::command_table::{CommandInfo, MOUSE_HELP, command_for, info, info_of_key, table};
pub use commands::list_edit::ListEdit;
pub use commands::note::NoteEdit;
pub use commands::query::QueryEdit;
pub use commands::row::{IN_BROWSER, KeyCombo, Menu, Tick, When, here};
pub use commands::{
    AlignTo, Answer, Arrangement, Command, Direction, EditCommand, Effect, FileCommand, HandMove, Leave,
    LengthChoice, NewLink, News, OrderMove, PairText, PaletteScope, Panel, PanelSection, ReduceMove,
    SelectCommand, ShareJob, ShareSource, Stride, TimeCommand, Tool, TourMove, ViewCommand, Viewpoint,
};
pub use derived::ahead::LookAhead;
pub use derived::events::{EventFilter, EventPairs, EventRow, phase_verb};
pub use derived::frame_log::EventMark;
pub use derived::moment_log::{Happening, Moment};
pub use derived::plots::{EnergyPlot, SeparationPlot};
pub use derived::readings::ExpectationMark;
pub use derived::watch_log::WatchedSeries;
pub use files::Settings;
pub use files::preferences::SideSizes;
pub use files::recovery::Rescue;
pub use hand::CLIPBOARD_LIMIT;
pub use hand::drawing::{DrawingTool, ORDER, drawing_tool, tools};
pub use hand::handles::Cursor;
pub use hand::input::{Event, EventKind, Input, Key, Modifiers, PointerButton};
pub use looking::contents::{ItemKind, SceneItem};
pub use messages::{Level, Message, Messages};
pub use run::inside::Inside;
pub use run::old_future::OldFuture;
pub use run::playback::{DifferenceMark, Playback};
pub use showing::interface::InterfaceSize;
pub use showing::units::PIXEL_RANGE;
pub use spent::{Spent, processor_time};
pub use state::{AppState, Question, QuestionRow};
pub use tour::Tour;
