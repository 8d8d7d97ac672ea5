//! The tour: its steps take the document's place until it is left.

use std::path::Path;

use super::AppState;
use super::open::Opened;
use crate::app::commands::{Command, Effect, FileCommand, Leave, Tool, TourMove};
use crate::app::files::document::Document;
use crate::app::files::{Asked, DocumentOrigin};
use crate::app::messages::Level;
use crate::app::tour::{BeforeTour, Progress, STEPS, Tour};
use crate::picture::framing::Framing;

impl AppState {
    /// Index of the step with which the tour goes on, from 0.
    pub(super) fn next_step(&self) -> usize {
        let index = self.files.storage.tour();
        if index < STEPS.len() { index } else { 0 }
    }

    /// The name of a command in a menu where it depends on what was done; `None`: its row's own.
    pub fn label_now(&self, command: &Command) -> Option<String> {
        let number = self.next_step() + 1;
        let continues = *command == Command::File(FileCommand::Leave(Leave::Tour(TourMove::Continue)));
        (continues && number > 1).then(|| format!("Continue the tour (step {number} of {})", STEPS.len()))
    }

    /// Goes to a step of the tour, or leaves it.
    pub(super) fn move_tour(&mut self, to: TourMove, effects: &mut Vec<Effect>) {
        let now = self.files.tour.as_ref().map(|tour| (tour.index(), tour.is_last()));
        match (to, now) {
            (TourMove::Continue, None) => self.go_to_step(self.next_step(), effects),
            (TourMove::Continue, Some(_)) => {}
            (TourMove::Restart, _) => self.go_to_step(0, effects),
            (TourMove::Next, Some((_, true))) => {
                self.leave_tour(effects);
                self.files.storage.set_tour(0);
                self.messages
                    .push(Level::Info, "That was the tour. F1 lists every key; Help > Tour begins again.");
            }
            (TourMove::Next, Some((index, false))) => self.go_to_step(index + 1, effects),
            (TourMove::Back, Some((index, _))) => self.go_to_step(index.saturating_sub(1), effects),
            (TourMove::Reset, Some((index, _))) => self.go_to_step(index, effects),
            (TourMove::Leave, Some(_)) => self.leave_tour(effects),
            (TourMove::Next | TourMove::Back | TourMove::Reset | TourMove::Leave, None) => {}
        }
    }

    /// Shows a step with its layers and its pair selected.
    fn go_to_step(&mut self, index: usize, effects: &mut Vec<Effect>) {
        let Some(step) = STEPS.get(index) else { return };
        let opened = match step.scene().and_then(|scene| Opened::of(Document::practice(scene, "tour"))) {
            Ok(opened) => opened,
            Err(error) => return self.messages.push(Level::Error, error.message),
        };
        let before = match self.files.tour.take() {
            Some(tour) => tour.into_before(),
            None => BeforeTour {
                document: self.files.document.clone(),
                history: std::mem::take(&mut self.history),
            },
        };
        let origin = DocumentOrigin::Step(Tour::at(index, step, before));
        self.install(Opened { origin, ..opened });
        self.hand.take(Tool::Select);
        self.looking.pick(Some((0, 1)));
        self.looking.select(step.selected.into_iter().collect());
        self.refresh();
        self.fit(Framing::Scene);
        effects.push(Effect::Watch(None));
    }

    /// Shows the document that was open before the tour, with its unsaved work and its undo points, and compares it with
    /// its file.
    fn leave_tour(&mut self, effects: &mut Vec<Effect>) {
        let recording =
            self.files.tour.as_ref().map(Tour::document_before).filter(|open| open.is_recording());
        if let Some(recording) = recording {
            // Where it cannot be read, the tour goes on.
            return match recording.path().map(Path::to_owned) {
                Some(path) => self.show_file(&path, Opened::recording(&path), effects),
                None => self.install_or_complain(Opened::of(Document::built_in()), effects),
            };
        }
        let Some(BeforeTour { document, history }) = self.files.tour.take().map(Tour::into_before) else {
            return;
        };
        let opened = Opened::of(document);
        let is_shown = opened.is_ok();
        self.install_or_complain(opened, effects);
        if is_shown {
            let new_start = history.new_start.clone();
            self.history = history;
            self.set_new_start(new_start);
            self.file_changed();
        }
    }

    /// Leaves the tour where unsaved work waits behind it, because the program is about to close that, and asks. Returns
    /// whether it did.
    pub(super) fn asks_about_work_behind_tour(&mut self, leave: &Leave, effects: &mut Vec<Effect>) -> bool {
        let waits = self.files.tour.as_ref().is_some_and(|tour| tour.document_before().is_dirty());
        let asks = waits && !matches!(leave, Leave::Tour(_)) && !self.is_figure();
        if asks {
            self.leave_tour(effects);
            self.files.ask(Asked::Unsaved(leave.clone()));
        }
        asks
    }

    /// Judges the goal of the step that is shown.
    pub(super) fn judge_tour(&mut self) {
        let Some(tour) = self.files.tour.as_ref() else { return };
        let verdict = tour.step().goal.judge(&Progress {
            scene: self.files.document.scene(),
            world: self.run.world(),
            inside: self.run.inside.as_ref(),
            last_frame: self.run.frames.last_frame(),
        });
        let at_rest = !self.hand.in_gesture() && !self.history.is_pending();
        if let Some(tour) = self.files.tour.as_mut() {
            tour.judge(verdict, at_rest);
        }
    }
}
