//! Commands of time and of stops, and the rows of the Time menu.

use super::choices::{HandMove, ReduceMove};
use super::row::{CommandRow, Menu, Tick, When, plain, row, shift};
use crate::app::hand::input::Key;
use crate::elsewhere::recording::compare::Tolerances;

/// Moving through frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeCommand {
    TogglePlay,
    /// The same backwards.
    ToggleBack,
    Pause,
    /// One frame forward; pauses.
    StepForward,
    /// One frame back, bit for bit; pauses.
    StepBack,
    /// Back to the scene as loaded or last edited; pauses.
    Home,
    /// To this frame; pauses. A frame too far to reach at once is approached from tick to tick.
    Seek(u64),
    /// This many frames forward or back; pauses.
    Jump(i64),
    /// To the last computed frame; pauses.
    End,
    /// To the frame of an event, and selects its pair; pauses.
    GoToEvent {
        frame: u64,
        pair: (u32, u32),
    },
    /// To the frame after a crossing of a recording, selects its pair, and shows both and their way; pauses.
    GoToCrossing {
        frame: u64,
        pair: (u32, u32),
    },
    /// To the frame of a difference between a recording and ours, and selects the pair of these recorded bodies;
    /// pauses.
    GoToDifference {
        frame: u64,
        /// Recorded bodies, the lower index first.
        bodies: (u32, u32),
    },
    /// What counts as the same where a recording is compared with ours.
    Compare(Tolerances),
    /// A recorded body that moves farther between two frames was put there, in metres; `None`: by its size and speed.
    SetTeleport(Option<f32>),
    /// To the next frame in which a contact of the selected pair begins or ends; where none is known, time runs until one
    /// does.
    NextEvent,
    /// Back to the last such frame before this one; pauses.
    PreviousEvent,
    /// To the next frame at which a stop holds; where none is known, time runs until one does. Of a recording without stops
    /// to the next frame in which something differs.
    NextStop,
    /// Back to the last frame before this one at which a stop holds, of a recording without stops in which something differs;
    /// pauses.
    PreviousStop,
    /// The scene is reduced to what a stop needs.
    Reduce(ReduceMove),
    /// Lets the game that a stop has paused go on, and follows it.
    ResumeGame,
    /// Into the step from the present frame to the next: one stage forward; pauses.
    StageForward,
    /// One stage back; before the first stage it leaves the step; pauses.
    StageBack,
    /// To where this many stages of the step are done; 0 leaves the step.
    ToStage(usize),
    /// Leaves the step and shows the frame again.
    LeaveStep,
    ClearOldFuture,
    /// Keeps the present run to compare.
    KeepRun,
    /// Forgets the kept run of this index.
    ForgetKept(usize),
    ForgetAllKept,
    /// A body is pulled or pushed.
    Hand(HandMove),
    /// The frames that playing repeats; `None`: all are played.
    SetRange(Option<(u64, u64)>),
    /// Playing begins again at the other end of the range, or ends there.
    ToggleRepeat,
    /// Speed of playing, 0.1 to 4.
    SetSpeed(f32),
    /// Memory for checkpoints. Bytes.
    SetCheckpointBudget(usize),
}

/// The menu, in its order.
pub(in crate::app) static ROWS: &[CommandRow<TimeCommand>] = &[
    time(TimeCommand::TogglePlay, "Play or pause", "Let time run, or stop it")
        .keys(&[plain(Key::Space)])
        .ticked(Tick::Playing),
    time(
        TimeCommand::ToggleBack,
        "Play backwards",
        "Let time run back, or stop it; it stops where a stop holds",
    )
    .keys(&[shift(Key::Space)])
    .enabled(When::PastStart)
    .ticked(Tick::PlayingBack),
    time(TimeCommand::StepForward, "One frame forward", "One step of time")
        .keys(&[plain(Key::Period)])
        .repeats(),
    time(TimeCommand::StepBack, "One frame back", "One step back, bit for bit")
        .keys(&[plain(Key::Comma)])
        .repeats()
        .enabled(When::PastStart),
    time(TimeCommand::Home, "Back to the start", "The scene as loaded or last edited")
        .keys(&[plain(Key::Home)])
        .enabled(When::PastStart),
    time(TimeCommand::End, "To the last frame", "The last frame computed")
        .keys(&[plain(Key::End)])
        .enabled(When::BeforeEnd),
    time(TimeCommand::Jump(10), "Ten frames forward", "Ten steps of time")
        .keys(&[plain(Key::PageDown)])
        .repeats(),
    time(TimeCommand::Jump(-10), "Ten frames back", "Ten steps back, bit for bit")
        .keys(&[plain(Key::PageUp)])
        .repeats()
        .enabled(When::PastStart),
    time(
        TimeCommand::NextStop,
        "Next stop",
        "On to the next frame at which a stop holds; in a recording without stops, to the next difference",
    )
        .keys(&[plain(Key::F(8))]),
    time(
        TimeCommand::PreviousStop,
        "Previous stop",
        "Back to the last frame at which a stop held; in a recording without stops, to the last difference",
    )
        .keys(&[shift(Key::F(8))]),
    time(
        TimeCommand::Reduce(ReduceMove::Begin(None)),
        "Reduce the scene",
        "Take out of the scene what the stop that holds here, or held last, does not need: shown first, kept with Enter",
    ),
    time(
        TimeCommand::ResumeGame,
        "Resume the game",
        "Let the game that a stop has paused go on, and follow it",
    )
    .keys(&[plain(Key::F(9))])
    .enabled(When::GameIsPaused),
    time(
        TimeCommand::NextEvent,
        "Next event of the pair",
        "On to the next frame in which a contact of the selected pair begins or ends",
    )
    .keys(&[plain(Key::F(7))])
    .enabled(When::HasPair),
    time(
        TimeCommand::PreviousEvent,
        "Previous event of the pair",
        "Back to the last frame in which a contact of the selected pair began or ended",
    )
    .keys(&[shift(Key::F(7))])
    .enabled(When::HasPair),
    time(
        TimeCommand::StageForward,
        "Next stage of the step",
        "Look inside the step to the next frame, stage by stage",
    )
    .keys(&[shift(Key::Period)])
    .repeats(),
    time(TimeCommand::StageBack, "Previous stage of the step", "One stage back")
        .keys(&[shift(Key::Comma)])
        .repeats()
        .enabled(When::PastStartOrInside),
    time(
        TimeCommand::ToggleRepeat,
        "Repeat the range",
        "Playing begins again at the end of the range that Shift and a drag on the time line mark; otherwise it ends there",
    )
    .enabled(When::HasRange)
    .ticked(Tick::Repeating),
    time(TimeCommand::SetRange(None), "Forget the range", "All frames are played again; as Shift and a click on the time line")
        .enabled(When::HasRange),
    time(TimeCommand::ClearOldFuture, "Forget the old future", "Drop the run from before the last edit")
        .enabled(When::HasOldFuture)
        .ends_group(),
    time(
        TimeCommand::KeepRun,
        "Keep this run to compare",
        "Its bodies are drawn beside those of the runs to come, and the first frame that differs is told: change a solver, a \
         number, a shape. Up to five",
    )
    .enabled(When::IsScene),
    time(TimeCommand::ForgetAllKept, "Forget the kept runs", "Compare with none").enabled(When::HasKept),
];

const fn time(command: TimeCommand, label: &'static str, tooltip: &'static str) -> CommandRow<TimeCommand> {
    row(Menu::Time, command, label, tooltip)
}
