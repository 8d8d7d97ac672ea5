//! Commands of time: playing, frames, and the inside of a step.

use collide2d::{SLOWEST_BOUNCE, SolverKind};

use super::AppState;
use crate::app::commands::change::Change;
use crate::app::commands::{Effect, TimeCommand};
use crate::app::looking::pairs::{self, Pair};
use crate::app::messages::{Level, TrueUntil};
use crate::app::run::kept::MOST_KEPT;
use crate::scene::numbers::{count, number};
use crate::scene::touch;

/// What is told where there is nothing to stop at.
pub(super) const NO_STOPS: &str = "There are no stops; the panel Scene adds them while nothing is selected.";

impl AppState {
    /// Keeps the present run to compare: the plots tell how later ones grow apart from it.
    fn keep_run(&mut self) {
        let settings = self.run.world().settings();
        let mut solver = format!("{:?}", settings.solver);
        let rigid = settings.rigid;
        let steps = match settings.solver {
            SolverKind::Rigid => rigid.substeps.map(|steps| count(steps as usize, "sub-step", "sub-steps")),
            SolverKind::Linear => {
                settings.iterations.map(|steps| count(steps as usize, "iteration", "iterations"))
            }
            SolverKind::Off => None,
        };
        let is_off = |is_on: bool, what: &'static str| {
            (!is_on && settings.solver == SolverKind::Rigid).then_some(what)
        };
        let switches = [
            is_off(rigid.warm_starting, "no warm starts"),
            is_off(rigid.continuous, "not continuous"),
            is_off(rigid.speculative, "not speculative"),
            is_off(rigid.smooth_seams, "no smooth seams"),
        ];
        let slowest = (rigid.slowest_bounce != SLOWEST_BOUNCE && settings.solver == SolverKind::Rigid)
            .then(|| format!("bounces from {} m/s", number(rigid.slowest_bounce)));
        for part in steps.into_iter().chain(slowest).chain(switches.into_iter().flatten().map(str::to_owned))
        {
            solver.push_str(", ");
            solver.push_str(&part);
        }
        self.run.keep(&solver, self.files.document.scene());
        let Some(kept) = self.run.kept.last() else { return };
        let text =
            format!("Kept: {}. Change something: the panel Plots tells how the runs grow apart.", kept.label);
        self.messages.push(Level::Info, text);
    }

    /// Keeps a run for each value of a field, from where the present run began.
    pub(super) fn keep_swept(&mut self, field: &str, values: &[(f32, Change)]) {
        let (before, mut made_runs) = (self.run.kept.len(), 0);
        for (value, change) in values {
            let made = change.applied_to(self.scene()).and_then(|scene| {
                let world = scene.to_world().map_err(|error| error.message)?;
                Ok((scene, world))
            });
            match made {
                Ok((scene, world)) => {
                    self.run.keep_from(&format!("{field} {}", number(*value)), world, &scene);
                    made_runs += 1;
                }
                Err(text) => self.messages.push(Level::Warning, text),
            }
        }
        let gone = (before + made_runs).saturating_sub(MOST_KEPT).min(before);
        let mut text = format!(
            "Kept: {} with other values of {field}. The panel Plots tells how they grow apart.",
            count(made_runs, "run", "runs")
        );
        if gone > 0 {
            text.push_str(&format!(" The oldest {} before them had to go.", count(gone, "run", "runs")));
        }
        self.messages.push(Level::Info, text);
    }

    pub(super) fn apply_time(&mut self, command: TimeCommand, effects: &mut Vec<Effect>) {
        if self.files.document.is_recording() && self.run.frames.playback().is_none() {
            // It has not begun.
            return;
        }
        match command {
            TimeCommand::TogglePlay | TimeCommand::ToggleBack => {
                self.leave_step();
                // Whatever runs is stopped by the key that lets time run.
                let stops = self.run.playing && self.run.backwards && command == TimeCommand::TogglePlay;
                self.run.toggle_play(stops || command == TimeCommand::ToggleBack);
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
            TimeCommand::SetTeleport(teleport) => self.run.frames.log_mut().moments.set_teleport(teleport),
            TimeCommand::GoToEvent { frame, pair } => {
                self.go_to(frame);
                self.select_pair(Some(pair));
            }
            TimeCommand::GoToCrossing { frame, pair } => self.go_to_crossing(frame, pair),
            TimeCommand::NextEvent => self.next_event(),
            TimeCommand::PreviousEvent => self.previous_event(),
            TimeCommand::NextStop => self.next_stop(),
            TimeCommand::PreviousStop => self.previous_stop(),
            TimeCommand::Reduce(to) => self.apply_reduce(to),
            TimeCommand::ResumeGame => self.resume_game(effects),
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
            TimeCommand::SetRange(range) => self.run.range = range,
            TimeCommand::ToggleRepeat => self.run.repeats = !self.run.repeats,
            TimeCommand::Hand(to) => self.apply_hand(to),
            TimeCommand::KeepRun => self.keep_run(),
            TimeCommand::ForgetKept(index) => self.run.forget_kept(index),
            TimeCommand::ForgetAllKept => {
                self.run.kept.clear();
                self.run.stamp.readings += 1;
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
                self.announce_stop();
            }
            None if self.scene().stops.iter().any(|stop| !stop.muted) => self.run_forward(),
            None => self.difference_instead(true),
        }
    }

    /// Without stops to look for: to the nearest frame of a recording in which something differs.
    fn difference_instead(&mut self, is_forward: bool) {
        let Some(playback) = self.run.frames.playback() else {
            self.messages.push(Level::Info, NO_STOPS);
            return;
        };
        match playback.difference_beside(is_forward) {
            Some((frame, Some(bodies))) => self.go_to_difference(frame, bodies),
            Some((frame, None)) => self.go_to(frame),
            None => {
                let side = if is_forward { "after" } else { "before" };
                let so_far = if playback.is_compared() { "" } else { " so far" };
                self.messages.push(Level::Info, format!("Nothing differs {side} this frame{so_far}."));
            }
        }
    }

    fn run_forward(&mut self) {
        self.leave_step();
        if !self.run.playing || self.run.backwards {
            self.run.toggle_play(false);
        }
    }

    fn previous_stop(&mut self) {
        match self.run.frames.log().stops.next_to(self.run.frame(), false) {
            Some(frame) => {
                self.go_to(frame);
                self.announce_stop();
            }
            None if self.scene().stops.is_empty() => self.difference_instead(false),
            None => self.messages.push(Level::Info, "No stop holds before this frame."),
        }
    }

    /// To the next known event of the selected pair; else time runs until there is one.
    fn next_event(&mut self) {
        let Some(pair) = self.looking.selected_pair() else { return };
        match self.event_of(pair, true) {
            Some(frame) => self.go_to_event(frame, pair),
            None if self.run.frames.playback().is_some() => {
                self.messages
                    .push(Level::Info, "The pair neither begins nor ceases to touch after this frame.");
            }
            None => {
                self.run_forward();
                self.run.awaited = Some((pair, self.run.frame()));
            }
        }
    }

    fn previous_event(&mut self) {
        let Some(pair) = self.looking.selected_pair() else { return };
        match self.event_of(pair, false) {
            Some(frame) => self.go_to_event(frame, pair),
            None => {
                self.messages.push(Level::Info, "No contact of the pair begins or ends before this frame.");
            }
        }
    }

    /// The frame nearest to the present one, after or before it, in which a contact of the pair is known to begin or end.
    fn event_of(&self, pair: Pair, is_forward: bool) -> Option<u64> {
        if let Some(playback) = self.run.frames.playback() {
            return playback.change_of(pair, is_forward);
        }
        let (marks, frame) = (self.marks(Some(pair)), self.run.frame());
        let at = marks.partition_point(|mark| mark.frame < frame);
        if is_forward {
            marks.iter().skip(at).map(|mark| mark.frame).find(|known| *known > frame)
        } else {
            Some(marks.get(at.checked_sub(1)?)?.frame)
        }
    }

    fn go_to_event(&mut self, frame: u64, pair: Pair) {
        self.go_to(frame);
        self.select_pair(Some(pair));
        let touches = touch(self.run.world(), pair.0, pair.1).is_some();
        let name = |index: u32| self.named_scene().shown_name(index).into_owned();
        let what = if touches { "touch" } else { "do not touch any more" };
        let text = format!("Frame {frame}: {} and {} {what}.", name(pair.0), name(pair.1));
        self.messages.push_until(Level::Info, TrueUntil::OtherFrame(frame), text);
    }

    /// Ends playing where the awaited event of a pair has come; returns whether it has.
    pub(super) fn meet_event(&mut self) -> bool {
        let Some((pair, from)) = self.run.awaited else { return false };
        let event = self.events_between(from + 1..=self.run.frame(), Some(pair)).next();
        let Some(event) = event else { return false };
        self.run.awaited = None;
        self.go_to_event(event.frame, pair);
        true
    }

    /// Says why a stop holds at the present frame, and selects what it is about; returns whether one does.
    pub(super) fn announce_stop(&mut self) -> bool {
        let frame = self.run.frame();
        let Some(mark) = self.run.frames.log().stops.at(frame).cloned() else { return false };
        match mark.bodies[..] {
            [a, b] => self.select_pair(Some((a.min(b), a.max(b)))),
            [body] => self.looking.select(vec![body]),
            _ => {}
        }
        if let Some(mut leaves) = mark.leaves {
            leaves.sort_by_key(|(body, _)| *body);
            let [(a, leaf_a), (b, leaf_b)] = leaves;
            self.looking.select_leaves((a, b), [leaf_a, leaf_b]);
        }
        let text = format!("Stopped at frame {frame}: {}.", mark.why);
        self.messages.push_until(Level::Info, TrueUntil::OtherFrame(frame), text);
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
        if self.run.inside.is_none() {
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
