//! Moving through the tour, and its rows of the Help menu.

use super::Command;
use super::file::{FileCommand, Leave};
use super::row::{CommandRow, Menu, When, row, shift};
use crate::app::hand::input::Key;

/// Moving through the tour. Each closes the document ([`Leave::Tour`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TourMove {
    /// To the step that was reached before, at first the first one; nothing in the tour.
    Continue,
    /// To the first step.
    Restart,
    /// To the next step, whether the goal is reached or not; after the last one the tour is over.
    Next,
    Back,
    /// The step's scene as it was at first.
    Reset,
    /// Back to what was open before the tour.
    Leave,
}

pub(in crate::app) fn command(to: TourMove) -> Command {
    Command::File(FileCommand::Leave(Leave::Tour(to)))
}

/// The part of the menu above the help, in its order.
pub(in crate::app) static ROWS: &[CommandRow<TourMove>] = &[
    tour(TourMove::Continue, "Tour", "Nine short scenes, one idea each, to try with the mouse")
        .keys(&[shift(Key::F(1))]),
    tour(TourMove::Restart, "Tour from the beginning", "The first of the nine scenes")
        .enabled(When::TourBegun),
    tour(TourMove::Next, "Next step of the tour", "Go on, or skip this step").enabled(When::InTour),
    tour(TourMove::Back, "Previous step of the tour", "Back to the step before").enabled(When::PastFirstStep),
    tour(TourMove::Reset, "Reset the step of the tour", "The scene of this step as it was at first")
        .enabled(When::InTour),
    tour(
        TourMove::Leave,
        "Leave the tour",
        "Back to the scene that was open before; the tour can be continued",
    )
    .enabled(When::InTour),
];

const fn tour(to: TourMove, label: &'static str, tooltip: &'static str) -> CommandRow<TourMove> {
    row(Menu::Help, to, label, tooltip)
}
