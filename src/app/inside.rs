//! Inside a step: the canvas shows the state at one of its stages.

use super::commands::{Panel, TimeCommand};
use super::state::AppState;
use crate::scene::Scene;
use crate::stages::{Recording, StageText};

/// The step from the present frame to the next, at one of its stages.
#[derive(Clone, Debug)]
pub struct Inside {
    pub(super) recording: Recording,
    text: StageText,
}

impl Inside {
    /// How many stages the step has.
    pub fn count(&self) -> usize {
        self.recording.len()
    }
    /// The stage on show, done: 0 to `count - 1`.
    pub fn index(&self) -> usize {
        self.recording.done().saturating_sub(1)
    }
    /// What it did, in words and numbers.
    pub fn text(&self) -> &StageText {
        &self.text
    }
    /// One line about a stage, for a list.
    pub fn title(&self, index: usize, scene: &Scene) -> String {
        self.recording.title(index, scene)
    }
    /// The pair that a stage is about.
    pub fn pair(&self, index: usize) -> Option<(u32, u32)> {
        self.recording.pair(index)
    }
    /// The stages, their state and their numbers.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }
}

impl AppState {
    /// The step from the present frame to the next, if the canvas shows the inside of it.
    pub fn inside(&self) -> Option<&Inside> {
        self.inside.as_ref()
    }

    pub(super) fn apply_stage(&mut self, command: TimeCommand) {
        self.finish_gesture();
        self.playing = false;
        let (done, count) =
            self.inside.as_ref().map_or((0, 0), |inside| (inside.recording.done(), inside.recording.len()));
        match command {
            TimeCommand::StageForward if self.inside.is_none() => self.enter(1),
            TimeCommand::StageForward if done < count => self.show_stage(done + 1),
            TimeCommand::StageForward => {
                self.go_to(self.frame().saturating_add(1));
                self.enter(1);
            }
            TimeCommand::StageBack if done > 1 => self.show_stage(done - 1),
            TimeCommand::StageBack if self.inside.is_some() => self.leave_step(),
            TimeCommand::StageBack if self.frame() > 0 => {
                self.go_to(self.frame().saturating_sub(1));
                self.enter(usize::MAX);
            }
            TimeCommand::ToStage(0) | TimeCommand::LeaveStep => self.leave_step(),
            TimeCommand::ToStage(done) if self.inside.is_some() => self.show_stage(done),
            TimeCommand::ToStage(done) => self.enter(done),
            _ => {}
        }
    }

    /// Records the step from the present frame, unless a frame farther off is on its way.
    fn enter(&mut self, done: usize) {
        if self.seek_target.is_some() {
            return;
        }
        self.panel_before = self.panel;
        self.panel = Panel::Stages;
        let recording = Recording::of(self.simulation.world());
        self.inside = Some(Inside { recording, text: StageText::default() });
        self.show_stage(done);
    }

    fn show_stage(&mut self, done: usize) {
        let Some(inside) = &mut self.inside else { return };
        inside.recording.go_to(done.max(1));
        inside.text = inside.recording.text(&self.document.scene).unwrap_or_default();
        if let Some(pair) = inside.text.pair {
            self.chosen = Some(pair);
            self.row_pair = None;
        }
        self.canvas_pair = None;
        self.report_stale = true;
    }

    /// Back to the frame itself.
    pub(super) fn leave_step(&mut self) {
        if self.inside.take().is_some() {
            self.report_stale = true;
            if self.panel == Panel::Stages {
                self.panel = self.panel_before;
            }
        }
    }
}
