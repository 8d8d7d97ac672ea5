//! The tour: short scenes to try, one idea each, and what a person is asked to do with them.
//!
//! [`STEPS`] is the table of its steps. A step is shown as a document without a file; its [`Goal`] is judged
//! from what the scene has become, so it does not matter by which tool or key a person got there.

mod goal;
mod steps;

pub use goal::{Goal, Progress, Verdict};
pub use steps::{STEPS, TourStep};

use std::borrow::Cow;

use crate::app::files::document::Document;
use crate::app::history::History;

#[derive(Debug)]
pub struct Tour {
    index: usize,
    step: &'static TourStep,
    before: Box<BeforeTour>,
    verdict: Verdict,
    is_reached: bool,
}

/// What was open when the tour began, with its unsaved work.
#[derive(Debug)]
pub struct BeforeTour {
    pub document: Document,
    pub history: History,
}

impl Tour {
    /// The step with this index, and what to return to.
    pub fn at(index: usize, step: &'static TourStep, before: BeforeTour) -> Self {
        Self { index, step, before: Box::new(before), verdict: Verdict::default(), is_reached: false }
    }

    /// Index of the step, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    pub fn step(&self) -> &'static TourStep {
        self.step
    }

    /// Whether this is the last step.
    pub fn is_last(&self) -> bool {
        self.index + 1 == STEPS.len()
    }

    /// The document that was open when the tour began.
    pub fn document_before(&self) -> &Document {
        &self.before.document
    }

    /// Ends the tour, or this step of it.
    pub fn into_before(self) -> BeforeTour {
        *self.before
    }

    /// Whether the goal of the step was reached since it was shown.
    pub fn is_reached(&self) -> bool {
        self.is_reached
    }

    /// By what the goal is reached, or what is missing at present.
    pub fn verdict(&self) -> Cow<'_, str> {
        if self.is_reached && !self.verdict.holds {
            return format!("You had it. Now: {}", self.verdict.text).into();
        }
        (&*self.verdict.text).into()
    }

    /// Takes the present verdict. A goal counts as reached once no gesture is under way (`at_rest`).
    pub fn judge(&mut self, verdict: Verdict, at_rest: bool) {
        self.is_reached |= verdict.holds && at_rest;
        self.verdict = verdict;
    }
}
