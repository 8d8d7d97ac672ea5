//! Inside a step: the canvas shows the state at one of its stages.

use collide2d::World;

use crate::app::looking::pairs::Pair;
use crate::explain::stages::{StageText, StepRecord};
use crate::scene::Scene;

/// The step from the present frame to the next, at one of its stages.
#[derive(Clone, Debug)]
pub struct Inside {
    /// The recorded stages with their state and numbers.
    pub recording: StepRecord,
    /// What the stage did, in words and numbers.
    pub text: StageText,
}

impl Inside {
    /// The step from the state of `world`, before its first stage.
    pub(in crate::app) fn of(world: &World, selected: Option<Pair>) -> Self {
        Self { recording: StepRecord::of(world, selected), text: StageText::default() }
    }

    /// The tests of the pairs of `world` alone, before the first one: it is recorded, and its steps are another
    /// engine's.
    pub(in crate::app) fn of_detection(world: &World, selected: Option<Pair>) -> Self {
        Self { recording: StepRecord::of_detection(world, selected), text: StageText::default() }
    }

    /// Goes to where this many stages are done, at least one.
    pub(in crate::app) fn go_to(&mut self, done: usize, scene: &Scene) {
        self.recording.go_to(done.max(1));
        self.text = self.recording.text(scene).unwrap_or_default();
    }

    /// How many stages the step has.
    pub fn count(&self) -> usize {
        self.recording.len()
    }

    /// Index of the stage shown, 0 to `count - 1`; its work is done.
    pub fn index(&self) -> usize {
        self.recording.done().saturating_sub(1)
    }

    /// One line about a stage, for a list.
    pub fn title(&self, index: usize, scene: &Scene) -> String {
        self.recording.title(index, scene)
    }

    /// The pair that a stage works on.
    pub fn pair(&self, index: usize) -> Option<Pair> {
        self.recording.pair(index)
    }

    /// Whether the narrow phase is still to come, or under way: contacts are not all known.
    pub fn is_before_events(&self) -> bool {
        self.recording.is_testing()
    }
}
