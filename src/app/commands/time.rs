//! Frames; and the rows of the Time menu.

use super::row::{Menu, Row, Tick, When, plain, row, shift};
use crate::app::input::Key;

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

/// The menu, in its order.
pub(in crate::app) static ROWS: &[Row<TimeCommand>] = &[
    time(TimeCommand::TogglePlay, "Play or pause", "Let time run, or stop it")
        .keys(&[plain(Key::Space)])
        .ticked(Tick::Playing),
    time(TimeCommand::StepForward, "One frame forward", "One step of time")
        .keys(&[plain(Key::Period)])
        .repeats(),
    time(TimeCommand::StepBack, "One frame back", "One step back, exact to the bit")
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
    time(TimeCommand::Jump(-10), "Ten frames back", "Ten steps back, exact to the bit")
        .keys(&[plain(Key::PageUp)])
        .repeats()
        .enabled(When::PastStart),
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
    time(TimeCommand::ClearOldFuture, "Forget the old future", "Take away the run from before the last edit")
        .enabled(When::HasOldFuture),
];

const fn time(command: TimeCommand, label: &'static str, tooltip: &'static str) -> Row<TimeCommand> {
    row(Menu::Time, command, label, tooltip)
}
