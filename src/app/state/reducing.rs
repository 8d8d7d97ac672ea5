//! The scene is reduced to what a stop needs: the search goes on from tick to tick, then the smaller scene is shown, as an edit
//! that is kept or undone.

use std::time::Duration;

use super::AppState;
use super::looked_at::LookedAt;
use super::time::NO_STOPS;
use crate::app::commands::ReduceMove;
use crate::app::hand::reduce_draft::{ReduceDraft, ReduceStage};
use crate::app::messages::{Level, TrueUntil};
use crate::explain::stages::capital;
use crate::platform::plain;
use crate::report::reduce::{NoReduction, Reduction, SceneSize, WITHIN};
use crate::report::until::stop_of_scene;
use crate::scene::numbers::count;
use crate::scene::{Scene, SceneDifference, Stop};

/// Longest time for the search in one drawn frame.
const SEARCH_TIME: Duration = Duration::from_millis(8);

/// Most changed values that are named.
const MOST_CHANGES: usize = 6;

const ALL_MUTED: &str = "All stops are muted; the dot before one in the panel Scene lets it hold again.";
const NOT_REDUCED: &str = "A recording has no steps to make again, so that it cannot be reduced. File > Open this frame as a \
                           scene makes a scene of it that can.";

impl AppState {
    pub(super) fn apply_reduce(&mut self, to: ReduceMove) {
        let is_searching = self.hand.reduce.as_ref().map(ReduceDraft::is_searching);
        match (to, is_searching) {
            (ReduceMove::Begin(stop), _) => self.begin_reduce(stop),
            (ReduceMove::Stop, Some(true)) => self.end_search(),
            (ReduceMove::Keep, Some(false)) => self.keep_reduced(),
            (ReduceMove::Leave, Some(false)) => {
                self.hand.reduce = None;
                if self.history.is_pending() {
                    self.revert();
                }
                self.undo_edit();
            }
            (ReduceMove::Stop | ReduceMove::Keep | ReduceMove::Leave, _) => {}
        }
    }

    /// Begins to search for the smallest scene in which a stop holds: this one, or the one that is meant.
    fn begin_reduce(&mut self, stop: Option<usize>) {
        if self.files.document.is_recording() {
            return self.messages.push(Level::Info, NOT_REDUCED);
        }
        let Some(stop) = stop.and_then(|index| self.scene().stops.get(index)).or_else(|| self.stop_at_hand())
        else {
            let none = if self.scene().stops.is_empty() { NO_STOPS } else { ALL_MUTED };
            return self.messages.push(Level::Info, none);
        };
        let stop = match stop_of_scene(self.scene(), &stop.text()) {
            Ok(stop) => Stop { muted: false, ..stop },
            Err(why) => return self.messages.push(Level::Warning, format!("{}.", capital(&why))),
        };
        self.finish_gesture();
        let within = WITHIN.max(self.run.frames.last_frame());
        self.hand.reduce = Some(ReduceDraft::of(self.scene(), self.files.document.revision(), &stop, within));
    }

    /// The stop that holds in this frame, or held last before it; else the first one that is not muted.
    fn stop_at_hand(&self) -> Option<&Stop> {
        let (log, frame, stops) = (&self.run.frames.log().stops, self.run.frame(), &self.scene().stops);
        let held = log.at(frame).or_else(|| log.marks().iter().rev().find(|mark| mark.frame < frame));
        let held = held.and_then(|mark| stops.get(mark.stop));
        held.or_else(|| stops.iter().find(|stop| !stop.muted))
    }

    /// Goes on with the search for a while. What a person is at comes first.
    pub(super) fn reduce_on(&mut self) {
        let is_busy = self.history.is_pending() || self.hand.in_gesture() || self.hand.pull.is_some();
        let waits = is_busy || self.files.asked.is_some();
        let revision = self.files.document.revision();
        let Some(draft) = self.hand.reduce.as_mut().filter(|draft| draft.is_searching()) else { return };
        if draft.of != revision || (!waits && !draft.go_on(SEARCH_TIME)) {
            self.end_search();
        }
    }

    /// Shows the smallest scene that was found, or says why there is none.
    fn end_search(&mut self) {
        let Some(draft) = self.hand.reduce.take() else { return };
        let stop = plain::label(&draft.stop.text()).into_owned();
        let why = match &draft.stage {
            _ if draft.of != self.files.document.revision() => "the scene was edited meanwhile".to_owned(),
            ReduceStage::Search(reduction) => {
                if let Some(text) = self.show_reduced(&stop, reduction) {
                    let of = self.files.document.revision();
                    self.hand.reduce = Some(ReduceDraft { of, stage: ReduceStage::Shown(text), ..draft });
                }
                return;
            }
            ReduceStage::Shown(_) => return,
            ReduceStage::FirstRun(first) => {
                format!("the search was stopped at frame {}, before {stop} held", first.frame())
            }
            ReduceStage::Refused(NoReduction::NeverHolds { last, is_finite }) => {
                let end = if *is_finite { "" } else { ", where the state is no longer finite" };
                format!("{stop} holds in no frame up to {last}{end}. Allowed: a stop that holds by then")
            }
            ReduceStage::Refused(NoReduction::NeedsLines) => {
                format!("{stop} holds no longer without the scene's other lines")
            }
        };
        self.messages.push(Level::Warning, format!("Not reduced: {why}."));
    }

    /// The smaller scene takes the place of the whole one, as one edit, in the frame in which its stop holds. Returns what is
    /// said of it; `None`: it is the whole one.
    fn show_reduced(&mut self, stop: &str, reduction: &Reduction) -> Option<String> {
        let (whole, smaller) = (self.files.document.shared_scene(), reduction.scene());
        let start = smaller.to_world().ok()?;
        if *smaller == *whole {
            self.messages.push(Level::Info, format!("Nothing can go: {stop} needs all of the scene."));
            return None;
        }
        self.finish_gesture();
        self.leave_step();
        self.history.begin(self.snapshot());
        let looked_at = LookedAt::of(&self.looking, &whole);
        self.files.set_scene(smaller.clone());
        self.commit();
        self.run.restore(start, None);
        looked_at.look_again(&mut self.looking, self.files.document.scene());
        self.go_to(reduction.frame());
        match reduction.bodies()[..] {
            [a, b] => self.select_pair(Some((a.min(b), a.max(b)))),
            [body] => self.looking.select(vec![body]),
            _ => {}
        }
        Some(what_is_left(&whole, stop, reduction))
    }

    /// Forgets the draft of a scene that another edit has changed since: it is kept.
    pub(super) fn keep_reduce_draft_true(&mut self) {
        let revision = self.files.document.revision();
        self.hand.reduce.take_if(|draft| !draft.is_searching() && draft.of != revision);
    }

    fn keep_reduced(&mut self) {
        self.hand.reduce = None;
        let back = "Ctrl+Z brings the whole one back.";
        match self.files.document.path().filter(|_| !self.files.document.is_gone()) {
            Some(path) => {
                let text = format!(
                    "The smaller scene is kept: saving writes it over {}, Save as… beside it. {back}",
                    plain::path(path)
                );
                self.messages.push_until(Level::Warning, TrueUntil::Undo, text);
            }
            None => {
                let text = format!("The smaller scene is kept. {back}");
                self.messages.push_until(Level::Info, TrueUntil::Undo, text);
            }
        }
    }
}

/// "Reduced to what Deeper(…) needs: 2 of 13 bodies, … Gone: 11 bodies, 3 expectations. Changed: gravity; ball: position."
/// `stop`: in words.
fn what_is_left(whole: &Scene, stop: &str, reduction: &Reduction) -> String {
    let smaller = reduction.scene();
    let size = |scene: &Scene, frame: u64| SceneSize::of(scene, &scene.to_ron(), frame);
    let (before, left) = (size(whole, reduction.first_frame()), size(smaller, reduction.frame()));
    let bodies = whole.bodies.len().saturating_sub(smaller.bodies.len());
    let of_bodies = (bodies > 0).then(|| count(bodies, "body", "bodies"));
    let gone: Vec<String> = of_bodies.into_iter().chain(whole.lines_gone(smaller)).collect();
    let changed = SceneDifference::between(whole, smaller).changed_values(MOST_CHANGES);
    let told = |what: &str, list: &[String], between: &str| {
        if list.is_empty() { String::new() } else { format!(" {what}: {}.", list.join(between)) }
    };
    let gone = told("Gone", &gone, ", ") + &told("Changed", &changed, "; ");
    let size = left.of_whole(&before);
    if reduction.is_done() {
        format!("Reduced to what {stop} needs: {size}.{gone}")
    } else {
        format!("Reduced for {stop}, but not to the end: {size}.{gone}")
    }
}
