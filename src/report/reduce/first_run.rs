//! The run of the whole scene, with which a reduction begins.

use super::{Reduction, SceneTrial, Tried, pinned, without_words};
use crate::report::not_finite::NotFinite;
use crate::scene::{Scene, Stop};

/// Steps a scene to the frame in which its stop holds, and what remains of it without the words to that frame again.
#[derive(Clone, Debug)]
pub struct FirstRun {
    scene: Scene,
    stop: Stop,
    /// Steps at most.
    within: u64,
    /// `None`: the scene is not valid.
    trial: Option<SceneTrial>,
    held: Option<FirstHeld>,
}

/// What the whole scene's run found.
#[derive(Clone, Debug)]
struct FirstHeld {
    /// The frame in which the stop holds.
    frame: u64,
    /// The scene without what says something about it.
    kept: Scene,
    /// Stops that are still to be tried in it, the first one last.
    stops: Vec<Stop>,
}

/// Why a scene cannot be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReduction {
    /// The stop holds in no frame up to the last one.
    NeverHolds { last: u64, is_finite: bool },
    /// It holds no longer without the scene's other lines.
    NeedsLines,
}

impl FirstRun {
    /// `stop` is valid in the scene, in which at most `within` steps are made.
    pub fn of(scene: &Scene, stop: &Stop, within: u64) -> Self {
        Self {
            scene: scene.clone(),
            stop: stop.clone(),
            within,
            trial: SceneTrial::of(Scene { stops: vec![stop.clone()], ..scene.clone() }),
            held: None,
        }
    }

    /// The frame that is looked at.
    pub fn frame(&self) -> u64 {
        self.trial.as_ref().map_or(0, |trial| trial.world.frame())
    }

    /// The frame in which the stop holds in the whole scene, once that is known.
    pub fn held_at(&self) -> Option<u64> {
        self.held.as_ref().map(|held| held.frame)
    }

    /// Makes one step. The stop that is kept names the bodies of which it holds. `None`: it goes on.
    pub fn advance(&mut self) -> Option<Result<Reduction, NoReduction>> {
        let last = self.held_at().unwrap_or(self.within);
        let tried = self.trial.as_mut().map_or(Tried::Fails, |trial| trial.step(last));
        if let Tried::Goes = tried {
            return None;
        }
        let (last, trial) = (self.frame(), self.trial.take());
        match (tried, trial, &self.held) {
            (Tried::Holds(cause), Some(trial), Some(held)) => {
                return Some(Ok(Reduction::begun(trial, cause, held.frame)));
            }
            (Tried::Holds(cause), Some(trial), None) => {
                self.held = Some(FirstHeld {
                    frame: last,
                    kept: without_words(&self.scene, &cause),
                    stops: vec![self.stop.clone(), pinned(&trial, &self.stop, &cause)],
                });
            }
            (_, trial, None) => {
                let is_finite = trial.is_none_or(|trial| NotFinite::of(&trial.world).is_none());
                return Some(Err(NoReduction::NeverHolds { last, is_finite }));
            }
            (_, _, Some(_)) => {}
        }
        let next = self.held.as_mut().and_then(|held| Some((held.stops.pop()?, held.kept.clone())));
        let Some((stop, kept)) = next else { return Some(Err(NoReduction::NeedsLines)) };
        self.trial = SceneTrial::of(Scene { stops: vec![stop], ..kept });
        None
    }
}
