//! The scene, undo and what is selected; and the rows of the Edit menu, with the keys that nudge.

use std::path::PathBuf;

use super::choices::{Arrangement, Direction, PairText, Stride};
use super::row::{CommandRow, KeyCombo, Menu, When, alt, ctrl, ctrl_shift, plain, row, shift};
use crate::app::commands::change::Change;
use crate::app::hand::input::Key::{self, Letter};
use crate::app::looking::contents::SceneItem;
use crate::elsewhere::fitting::Fit;
#[cfg(not(target_os = "unknown"))]
use crate::report::why::take_away::programs::PeerEngine;

#[derive(Clone, Debug, PartialEq)]
pub enum EditCommand {
    /// Undoes the last gesture.
    Undo,
    Redo,
    /// One edit and one undo point.
    Do(Change),
    /// One edit of a gesture, or of a slider still held: shown at once, but no undo point until
    /// [`EditCommand::Commit`].
    Preview(Change),
    /// Keeps a run for each of these values of the field of this name, with the change that sets it; the scene stays.
    KeepSwept(String, Vec<(f32, Change)>),
    /// Ends the gesture with one undo point for all its previews.
    Commit,
    /// Cancels the gesture and restores the state before its first preview.
    Revert,
    /// Copies the selected bodies to the clipboard.
    Copy,
    /// Copies the present frame of a recording to the clipboard, as a scene.
    CopyFrame,
    Cut,
    /// Adds the bodies on the clipboard to the scene and selects them.
    Paste,
    /// Adds copies of the selected bodies one grid step aside and selects them.
    Duplicate,
    /// Removes the selected bodies, and the `expect` lines, listeners and generators that name them.
    Delete,
    /// The selected bodies become one body of their shapes.
    Group,
    /// Each selected body of several shapes becomes a body for each of them.
    Ungroup,
    /// The selected static bodies become the chains along their outlines.
    MergeTiles,
    /// Moves the selected bodies by one grid step, by ten, or by one representable number.
    Nudge(Direction, Stride),
    Arrange(Arrangement),
    /// Adds an `expect` line for the present contact (or separation) of the selected pair at the present
    /// frame.
    ExpectSelectedPair,
    /// Takes the input of this index away; the run is computed again.
    RemoveInput(usize),
    /// Watches the depth and distance of the selected pair, or the speed of the selected bodies.
    WatchSelected,
    /// Puts a bookmark at the present frame, or takes it away.
    ToggleBookmark,
    /// Copies the selected pair as it is now, as text for elsewhere.
    CopyPair(PairText),
    /// Moves A of the selected pair to where it begins to touch B, coming as the last step of one number went, else
    /// from its side: the two neighbouring numbers between which touching begins are found.
    FindTouch,
    /// The selected bodies get the shape that fits their outline.
    FitOutline(Fit),
    /// Asks for a file: [`super::Effect::OutlineDialog`].
    OpenOutline,
    /// The largest path of this SVG file becomes the outline of the selected bodies, or of a new body.
    TakeOutline(PathBuf),
}

impl EditCommand {
    /// Whether the bodies stay as they are, so that a recording allows it too: its undo points are those of notes.
    pub fn leaves_scene(&self) -> bool {
        match self {
            Self::Undo
            | Self::Redo
            | Self::Do(Change::Note(_))
            | Self::Copy
            | Self::CopyFrame
            | Self::CopyPair(_)
            | Self::WatchSelected
            | Self::ToggleBookmark
            | Self::Commit
            | Self::Revert => true,
            Self::Do(_)
            | Self::Preview(_)
            | Self::KeepSwept(..)
            | Self::Cut
            | Self::Paste
            | Self::Duplicate
            | Self::Delete
            | Self::Group
            | Self::Ungroup
            | Self::MergeTiles
            | Self::Nudge(..)
            | Self::Arrange(_)
            | Self::ExpectSelectedPair
            | Self::FindTouch
            | Self::FitOutline(_)
            | Self::OpenOutline
            | Self::RemoveInput(_)
            | Self::TakeOutline(_) => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum SelectCommand {
    All,
    None,
    Only(Vec<u32>),
    /// Adds this body to the selection, or removes it.
    Toggle(u32),
    /// Adds these bodies to the selection.
    Add(Vec<u32>),
    /// Selects this body alone; of several shapes, each of them can then be moved and turned by itself.
    Enter(u32),
    /// Selects what the item is and brings it into sight.
    GoTo(SceneItem),
    /// Hides these bodies, or shows them again.
    Hide(Vec<u32>, bool),
    /// Locks these bodies, or unlocks them.
    Lock(Vec<u32>, bool),
    /// Hides what is selected, or shows it where all of it is hidden.
    ToggleHidden,
    /// Locks what is selected, or unlocks it where all of it is locked.
    ToggleLocked,
    ShowAll,
    UnlockAll,
    /// Pins the card of the selected pair, or takes it away.
    PinCard,
    /// Takes the card of this index away.
    RemoveCard(usize),
    /// Stops the way to a frame, cancels the drag, or else clears the selection and the selected pair.
    Cancel,
}

/// The first part of the menu, in its order.
pub(in crate::app) static ROWS: &[CommandRow<EditCommand>] = &[
    edit(EditCommand::Undo, "Undo", "Undo the last edit")
        .keys(&[ctrl(Letter('Z'))])
        .repeats()
        .enabled(When::CanUndo),
    edit(EditCommand::Redo, "Redo", "Redo the edit that was undone")
        .keys(&[ctrl_shift(Letter('Z')), ctrl(Letter('Y'))])
        .repeats()
        .enabled(When::CanRedo)
        .ends_group(),
    edit(EditCommand::Cut, "Cut", "Copy, then delete").keys(&[ctrl(Letter('X'))]).enabled(When::HasSelection),
    edit(EditCommand::Copy, "Copy", "Copy the selected bodies to the clipboard")
        .keys(&[ctrl(Letter('C'))])
        .enabled(When::HasSelection),
    edit(
        EditCommand::CopyFrame,
        "Copy this frame as a scene",
        "Copy the bodies of the recording as they are in this frame to the clipboard",
    )
    .enabled(When::IsRecording),
    edit(EditCommand::Paste, "Paste", "Add the bodies on the clipboard to the scene")
        .keys(&[ctrl(Letter('V'))]),
    edit(EditCommand::Duplicate, "Duplicate", "Copy the selected bodies one grid step aside")
        .keys(&[ctrl(Letter('D'))])
        .enabled(When::HasSelection),
    edit(EditCommand::Delete, "Delete", "Remove the selected bodies")
        .keys(&[plain(Key::Delete)])
        .enabled(When::HasSelection)
        .ends_group(),
    edit(EditCommand::Group, "Group", "The selected bodies become one body of several shapes")
        .keys(&[ctrl(Letter('G'))])
        .enabled(When::HasSeveral),
    edit(EditCommand::Ungroup, "Ungroup", "A body of several shapes becomes a body for each of them")
        .keys(&[ctrl_shift(Letter('G'))])
        .enabled(When::HasParts),
    edit(
        EditCommand::MergeTiles,
        "Merge touching tiles into a chain",
        "The selected static rectangles and polygons become chains along their outlines, without ghost contacts at seams: \
         shown first, done with Enter",
    )
    .keys(&[ctrl(Letter('J'))])
    .enabled(When::HasTiles)
    .ends_group(),
];

/// The second part of the menu.
pub(in crate::app) static SELECT_ROWS: &[CommandRow<SelectCommand>] = &[
    select(SelectCommand::All, "Select all", "Select every body")
        .keys(&[ctrl(Letter('A'))])
        .enabled(When::HasBodies),
    select(
        SelectCommand::ToggleHidden,
        "Hide or show",
        "What is hidden is not drawn, and the pointer passes it over",
    )
    .keys(&[ctrl_shift(Letter('H'))])
    .enabled(When::HasSelection),
    select(SelectCommand::ShowAll, "Show all", "Show every body that is hidden").enabled(When::HidesAny),
    select(
        SelectCommand::ToggleLocked,
        "Lock or unlock",
        "The pointer passes over what is locked; it is neither moved nor removed",
    )
    .keys(&[ctrl_shift(Letter('L'))])
    .enabled(When::HasSelection),
    select(SelectCommand::UnlockAll, "Unlock all", "Unlock every body that is locked")
        .enabled(When::LocksAny),
    select(
        SelectCommand::PinCard,
        "Pin the pair's card",
        "Its depth, normal and intervals stay in sight beside those of other pairs; where they differ is marked. Up to four",
    )
    .enabled(When::HasPair),
    select(SelectCommand::Cancel, "Cancel", "Stop what is computed, cancel the drag, or clear the selection")
        .keys(&[plain(Key::Escape)])
        .ends_group(),
];

/// The last part of the menu, then the commands that have keys alone.
pub(in crate::app) static LAST_ROWS: &[CommandRow<EditCommand>] = &[
    edit(
        EditCommand::ExpectSelectedPair,
        "Expect what is seen",
        "The contact of the selected pair becomes a test of the scene at this frame",
    )
    .keys(&[ctrl(Letter('E'))])
    .enabled(When::HasPair),
    edit(
        EditCommand::WatchSelected,
        "Watch the pair or body",
        "The depth and distance of the selected pair, or the speed of the selected bodies, over all frames (panel Plots)",
    )
    .keys(&[plain(Letter('N'))])
    .enabled(When::HasViewpoint),
    edit(
        EditCommand::ToggleBookmark,
        "Bookmark this frame",
        "A flag on the time line, with a note in the panel of the scene; again, it goes",
    )
    .keys(&[ctrl(Letter('B'))]),
    edit(
        EditCommand::FindTouch,
        "Touch begins here",
        "A goes to the first representable number at which it touches B, coming as it last went by Alt and an arrow",
    )
    .keys(&[alt(Letter('T'))])
    .enabled(When::HasPair)
    .ends_group(),
    copy_pair(
        PairText::Scene,
        "Copy the pair as a scene",
        "The smallest scene (RON) that gives the same contact, bit for bit; pasting it brings the pair back",
    ),
    copy_pair(
        PairText::RustTest,
        "Copy the pair as a Rust test",
        "A test on the crate collide2d that holds the same contact, bit for bit",
    ),
    copy_pair(
        PairText::Markdown,
        "Copy the pair as Markdown",
        "The explanation, axes, points, versions and the smallest scene, for an issue tracker",
    )
    .ends_group(),
    edit(
        EditCommand::OpenOutline,
        "Outline from an SVG path…",
        "The largest path of a drawing becomes the outline of what is selected, or of a new body",
    ),
    fit(Fit::Circle, "Fit a circle", "The smallest circle around the outline becomes the shape"),
    fit(
        Fit::Box,
        "Fit a box",
        "The smallest rectangle around the outline, in any direction, becomes the shape",
    ),
    fit(
        Fit::UprightBox,
        "Fit an upright box",
        "The rectangle around the outline, along the body's own axes, becomes the shape",
    ),
    fit(Fit::Hull, "Fit the hull", "The convex hull of the outline, at most 64 points, becomes the shape"),
    #[cfg(not(target_os = "unknown"))]
    copy_program(PeerEngine::Rapier, "Copy the pair as a rapier program"),
    #[cfg(not(target_os = "unknown"))]
    copy_program(PeerEngine::Box2d, "Copy the pair as a Box2D program"),
    #[cfg(not(target_os = "unknown"))]
    copy_program(PeerEngine::Planck, "Copy the pair as a planck program"),
    #[cfg(not(target_os = "unknown"))]
    copy_program(PeerEngine::Matter, "Copy the pair as a Matter.js program"),
    #[cfg(not(target_os = "unknown"))]
    copy_program(PeerEngine::Pymunk, "Copy the pair as a pymunk program"),
    #[cfg(not(target_os = "unknown"))]
    copy_program(PeerEngine::Godot, "Copy the pair as a Godot program"),
    nudge(Direction::Left, Stride::One, "Nudge left", &[plain(Key::Left)]),
    nudge(Direction::Right, Stride::One, "Nudge right", &[plain(Key::Right)]),
    nudge(Direction::Up, Stride::One, "Nudge up", &[plain(Key::Up)]),
    nudge(Direction::Down, Stride::One, "Nudge down", &[plain(Key::Down)]),
    nudge(Direction::Left, Stride::Ten, "Nudge left by ten", &[shift(Key::Left)]),
    nudge(Direction::Right, Stride::Ten, "Nudge right by ten", &[shift(Key::Right)]),
    nudge(Direction::Up, Stride::Ten, "Nudge up by ten", &[shift(Key::Up)]),
    nudge(Direction::Down, Stride::Ten, "Nudge down by ten", &[shift(Key::Down)]),
    nudge(Direction::Left, Stride::Float, "Nudge left by one number", &[alt(Key::Left)]),
    nudge(Direction::Right, Stride::Float, "Nudge right by one number", &[alt(Key::Right)]),
    nudge(Direction::Up, Stride::Float, "Nudge up by one number", &[alt(Key::Up)]),
    nudge(Direction::Down, Stride::Float, "Nudge down by one number", &[alt(Key::Down)]),
];

const fn edit(command: EditCommand, label: &'static str, tooltip: &'static str) -> CommandRow<EditCommand> {
    row(Menu::Edit, command, label, tooltip)
}

const fn copy_pair(text: PairText, label: &'static str, tooltip: &'static str) -> CommandRow<EditCommand> {
    edit(EditCommand::CopyPair(text), label, tooltip).enabled(When::HasPair)
}

/// In the panel Why? and the palette, since six more lines are too many for the menu.
#[cfg(not(target_os = "unknown"))]
const fn copy_program(engine: PeerEngine, label: &'static str) -> CommandRow<EditCommand> {
    let tooltip = "A small program of that engine, for a report about it: it makes the two bodies and prints their contacts";
    row(Menu::None, EditCommand::CopyPair(PairText::Program(engine)), label, tooltip).enabled(When::HasPair)
}

const fn fit(fit: Fit, label: &'static str, tooltip: &'static str) -> CommandRow<EditCommand> {
    edit(EditCommand::FitOutline(fit), label, tooltip).enabled(When::HasOutline)
}

const fn select(
    command: SelectCommand,
    label: &'static str,
    tooltip: &'static str,
) -> CommandRow<SelectCommand> {
    row(Menu::Edit, command, label, tooltip)
}

const fn nudge(
    direction: Direction,
    stride: Stride,
    label: &'static str,
    keys: &'static [KeyCombo],
) -> CommandRow<EditCommand> {
    let tooltip = match stride {
        Stride::One => "Move the selection by one grid step",
        Stride::Ten => "Move the selection by ten grid steps",
        Stride::Float => "Move the selection to the next representable number; Alt shows the bits",
    };
    row(Menu::None, EditCommand::Nudge(direction, stride), label, tooltip)
        .keys(keys)
        .repeats()
        .enabled(When::HasSelection)
}
