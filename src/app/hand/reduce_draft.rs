//! A scene that is reduced to what a stop needs: the search, then the smaller scene, which is shown and not kept yet.

use std::time::Duration;

use crate::platform::clock::Instant;
use crate::platform::plain;
use crate::report::reduce::{FirstRun, NoReduction, Reduction};
use crate::scene::numbers::count;
use crate::scene::{Scene, Stop};

/// A scene that is reduced.
#[derive(Clone, Debug)]
pub struct ReduceDraft {
    /// The document's revision: of the whole scene while it is searched, then of the smaller one.
    pub(in crate::app) of: u64,
    pub(in crate::app) stop: Stop,
    pub(in crate::app) stage: ReduceStage,
    /// Bodies of the whole scene.
    pub(in crate::app) bodies: usize,
}

#[derive(Clone, Debug)]
pub(in crate::app) enum ReduceStage {
    /// The whole scene runs to the frame in which the stop holds.
    FirstRun(Box<FirstRun>),
    Refused(NoReduction),
    /// What the stop does not need is taken out.
    Search(Box<Reduction>),
    /// The document has the smaller scene; this is said of it.
    Shown(String),
}

impl ReduceDraft {
    /// `stop` is valid in the scene, in which at most `within` steps are made.
    pub fn of(scene: &Scene, revision: u64, stop: &Stop, within: u64) -> Self {
        Self {
            of: revision,
            stop: stop.clone(),
            stage: ReduceStage::FirstRun(Box::new(FirstRun::of(scene, stop, within))),
            bodies: scene.bodies.len(),
        }
    }

    /// Whether the search goes on; the smaller scene is shown otherwise.
    pub fn is_searching(&self) -> bool {
        !matches!(self.stage, ReduceStage::Shown(_))
    }

    /// What is said of it.
    pub fn text(&self) -> String {
        match &self.stage {
            ReduceStage::FirstRun(first) => {
                format!(
                    "Reducing: {} holds in no frame up to {} yet",
                    plain::label(&self.stop.text()),
                    first.frame()
                )
            }
            ReduceStage::Refused(_) => String::new(),
            ReduceStage::Search(reduction) => {
                let left = reduction.scene().bodies.len();
                let tried = usize::try_from(reduction.tried()).unwrap_or(usize::MAX);
                let (bodies, tried) = (count(self.bodies, "body", "bodies"), count(tried, "scene", "scenes"));
                format!("Reducing: {left} of {bodies} left; tried: {tried}")
            }
            ReduceStage::Shown(text) => text.clone(),
        }
    }

    /// Goes on with the search for so long; returns whether it is to go on.
    pub(in crate::app) fn go_on(&mut self, time: Duration) -> bool {
        let began = Instant::now();
        loop {
            match &mut self.stage {
                ReduceStage::FirstRun(first) => match first.advance() {
                    None => {}
                    Some(Ok(reduction)) => self.stage = ReduceStage::Search(Box::new(reduction)),
                    Some(Err(why)) => {
                        self.stage = ReduceStage::Refused(why);
                        return false;
                    }
                },
                ReduceStage::Search(reduction) => {
                    if !reduction.advance() {
                        return false;
                    }
                }
                ReduceStage::Refused(_) | ReduceStage::Shown(_) => return false,
            }
            if began.elapsed() >= time {
                return true;
            }
        }
    }
}
