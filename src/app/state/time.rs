//! Commands of time: playing, frames, and the inside of a step.

use super::AppState;
use crate::app::commands::TimeCommand;
use crate::app::looking::pairs;
use crate::app::messages::Level;

/// What is told where there is nothing to stop at.
const NO_STOPS: &str = "The scene has no stops; the panel of the scene adds them.";

impl AppState {
    pub(super) fn apply_time(&mut self, command: TimeCommand) {
        if self.files.document.is_recording() && self.run.frames.playback().is_none() {
            // It has not begun.
            return;
        }
        match command {
            TimeCommand::TogglePlay => {
                self.leave_step();
                self.run.toggle_play();
                if !self.run.playing {
                    self.select_newest_pair();
                }
                if !self.hand.tools.gesture.edits() {
                    self.finish_gesture();
                }
            }
            TimeCommand::Pause => {
                if self.run.playing {
                    self.run.playing = false;
                    self.select_newest_pair();
                }
            }
            TimeCommand::StepForward => self.go_to(self.run.frames.frame_after(1)),
            TimeCommand::StepBack => self.go_to(self.run.frames.frame_after(-1)),
            TimeCommand::Home => self.go_to(self.run.frames.first_frame()),
            TimeCommand::Seek(frame) => self.go_to(frame),
            TimeCommand::Jump(frames) => self.go_to(self.run.frames.frame_after(frames)),
            TimeCommand::End => {
                self.go_to(self.run.frames.last_frame());
                self.run.follow_newest();
            }
            TimeCommand::GoToDifference { frame, bodies } => self.go_to_difference(frame, bodies),
            TimeCommand::Compare(tolerances) => self.run.compare(tolerances),
            TimeCommand::GoToEvent { frame, pair } => {
                self.go_to(frame);
                self.select_pair(Some(pair));
            }
            TimeCommand::NextStop => self.next_stop(),
            TimeCommand::PreviousStop => self.previous_stop(),
            TimeCommand::StageForward => self.stage_forward(),
            TimeCommand::StageBack => self.stage_back(),
            TimeCommand::ToStage(0) | TimeCommand::LeaveStep => {
                self.stop_time();
                self.leave_step();
            }
            TimeCommand::ToStage(done) => {
                self.stop_time();
                self.show_stage(done);
            }
            TimeCommand::ClearOldFuture => self.run.forget_old_future(),
            TimeCommand::SetSpeed(speed) => self.run.set_speed(speed),
            TimeCommand::SetCheckpointBudget(bytes) => self.run.set_budget(bytes),
        }
    }

    /// Selects the newest contact, unless a person chose a pair.
    pub(super) fn select_newest_pair(&mut self) {
        self.refresh();
        if !self.looking.is_by_person()
            && let Some(pair) = pairs::newest(self.run.world(), &self.derived.report)
        {
            self.looking.pinned_pair = Some(pair);
        }
    }

    /// To the next place that is known; else time runs until a stop holds.
    fn next_stop(&mut self) {
        match self.run.frames.log().stops.next_to(self.run.frame(), true) {
            Some(frame) => {
                self.go_to(frame);
                self.tell_stop();
            }
            None if self.scene().stops.iter().any(|stop| !stop.muted) => {
                if !self.run.playing {
                    self.leave_step();
                    self.run.toggle_play();
                }
            }
            None => self.messages.push(Level::Info, NO_STOPS),
        }
    }

    fn previous_stop(&mut self) {
        match self.run.frames.log().stops.next_to(self.run.frame(), false) {
            Some(frame) => {
                self.go_to(frame);
                self.tell_stop();
            }
            None if self.scene().stops.is_empty() => self.messages.push(Level::Info, NO_STOPS),
            None => self.messages.push(Level::Info, "No stop holds before this frame."),
        }
    }

    /// Says why a stop holds at the present frame, and selects what it is about; returns whether one does.
    pub(super) fn tell_stop(&mut self) -> bool {
        let frame = self.run.frame();
        let Some(mark) = self.run.frames.log().stops.at(frame).cloned() else { return false };
        match mark.bodies[..] {
            [a, b] => self.select_pair(Some((a.min(b), a.max(b)))),
            [body] => self.looking.select(vec![body]),
            _ => {}
        }
        self.messages.push(Level::Info, format!("Stopped at frame {frame}: {}.", mark.why));
        true
    }

    fn stop_time(&mut self) {
        self.finish_gesture();
        self.run.playing = false;
    }

    pub(super) fn go_to(&mut self, frame: u64) {
        self.finish_gesture();
        self.leave_step();
        self.run.seek(frame);
    }

    fn stage_forward(&mut self) {
        self.stop_time();
        match self.stages_done() {
            Some((done, count)) if done < count => self.show_stage(done + 1),
            Some(_) => {
                self.go_to(self.run.frames.frame_after(1));
                self.show_stage(1);
            }
            None => self.show_stage(1),
        }
    }

    fn stage_back(&mut self) {
        self.stop_time();
        match self.stages_done() {
            Some((done, _)) if done > 1 => self.show_stage(done - 1),
            Some(_) => self.leave_step(),
            None if self.run.frame() > self.run.frames.first_frame() => {
                self.go_to(self.run.frames.frame_after(-1));
                self.show_stage(usize::MAX);
            }
            None => {}
        }
    }

    /// Number of stages done and number of all stages, inside a step.
    fn stages_done(&self) -> Option<(usize, usize)> {
        let inside = self.run.inside.as_ref()?;
        Some((inside.recording.done(), inside.count()))
    }

    /// Shows the step from the present frame with this many stages done, and selects the pair of the last
    /// one.
    fn show_stage(&mut self, done: usize) {
        if self.run.inside.as_ref().is_none() {
            if !self.run.enter_step(self.looking.selected_pair()) {
                return;
            }
            self.showing.open_stages();
        }
        self.run.show_stage(done, self.files.document.scene());
        match self.run.inside.as_ref().and_then(|inside| inside.text.pair) {
            Some(pair) => {
                self.looking.show(pairs::ordered(self.run.world(), pair.0, pair.1));
                self.bring_into_sight();
            }
            None => {
                self.looking.point_at(self.looking.hovered, None);
                if let Some(at) = self.run.inside.as_ref().and_then(|inside| inside.recording.generated_at())
                {
                    self.showing.bring_into_sight(at);
                }
            }
        }
    }

    /// Leaves the step and shows the frame.
    pub(super) fn leave_step(&mut self) {
        if self.run.leave_step() {
            self.showing.close_stages();
        }
    }
}
