//! The text of a stage: one sentence, and a formula with its numbers.

use serde::Serialize;

use super::formula::Formula;

pub(super) const MOST_DETAILS: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageText {
    /// One line for a list.
    pub title: String,
    pub sentence: String,
    /// What was computed, each with its numbers.
    pub formulas: Vec<Formula>,
    /// More lines: one per body or pair.
    pub details: Vec<String>,
    /// Lines that were not even made.
    pub(super) more: usize,
    /// The pair of the stage, `a < b`.
    pub pair: Option<(u32, u32)>,
    /// The test of two static bodies, which is no part of the step.
    pub left_alone: bool,
    /// The counts of the broad phase.
    pub counts: Option<BroadPhaseCounts>,
}

/// The pairs of a state as the broad phase divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BroadPhaseCounts {
    /// Pairs of bodies that could touch.
    pub possible: u64,
    /// Those whose AABBs are near each other.
    pub near: usize,
    /// Those of them that the step tests.
    pub tested: usize,
    /// Those of them with two static bodies, which the step leaves alone.
    pub both_static: usize,
    /// Pairs beside them whose AABBs are near each other and whose masks keep them apart; 0 in a scene of more than a
    /// thousand bodies.
    #[serde(skip_serializing_if = "is_none")]
    pub masked: usize,
    /// There are more of `near`, `tested` or `both_static` than were counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

fn is_none(n: &usize) -> bool {
    *n == 0
}

impl StageText {
    /// With at most [`MOST_DETAILS`] of its details, and a line that counts the others.
    pub(super) fn capped(mut self) -> Self {
        if self.details.len() + self.more > MOST_DETAILS {
            let more = self.details.len().saturating_sub(MOST_DETAILS) + self.more;
            self.details.truncate(MOST_DETAILS);
            self.details.push(format!("and {more} more"));
        }
        self
    }
}
