//! The errors of a whole recording, looked for step by step: the cure that leaves the fewest rows is taken, and the next one
//! is looked for among what is left.

use std::collections::HashSet;
use std::mem;

use collide2d::World;

use super::candidates::rounded_up;
use super::cured::Cured;
use super::found_rows::{FoundRows, PerFrame};
use super::reused::ReuseSearch;
use super::suspicion::Suspicion;
use super::{FEWEST, FEWEST_MENDED, MOST_BODIES, Systematic, falling, milliseconds, pixels, unoriented};
use crate::elsewhere::recording::compare::{Comparing, Comparison, Tolerances};
use crate::elsewhere::recording::{Recording, TheirContact};
use crate::scene::numbers::number;

/// Most frames on which a suspicion is tried first.
const MOST_TRIED: usize = 24;
/// Most poses of a recording on which suspicions are tried: each try is a comparison.
const MOST_POSES: usize = 2_000_000;
/// Most errors of one recording that comparisons find.
const MOST_ERRORS: usize = 3;

/// A comparison of the recording with some cures.
#[derive(Clone, Debug)]
struct Trial {
    recording: Recording,
    /// [`Recording::every_body`] of it.
    every: World,
    comparing: Comparing,
}

/// The errors of the whole recording, looked for step by step.
#[derive(Clone, Debug)]
pub struct Search {
    tolerances: Tolerances,
    /// The cures that help, and what is found with them.
    cures: Vec<Suspicion>,
    found: FoundRows,
    /// Differences without any cure.
    rows: usize,
    /// The recording with these cures; `None` without one.
    cured: Option<Box<Recording>>,
    /// Suspicions are tried on every so many frames first.
    stride: usize,
    /// Some of its bodies, on which they are tried first; `None`: there are not many.
    sample: Option<Box<Recording>>,
    errors: Vec<Systematic>,
    /// What is told where no error is found.
    shared_body: Option<Systematic>,
    /// A margin that helps, while manifolds that are used again are looked for: their depths differ alike as well.
    margin: Option<Box<BestCure>>,
    /// Cures are tried under a margin.
    skin: Option<Skin>,
    /// No cure of what is left helps under a margin either.
    has_tried_skin: bool,
    work: SearchStage,
}

/// A margin under which cures are tried where none helps: of an engine whose depths count from a skin no other cure by itself
/// leaves fewer rows.
#[derive(Clone, Copy, Debug)]
struct Skin {
    /// Metres.
    margin: f32,
    /// With it and without another cure.
    now: Option<PerFrame>,
}

#[derive(Clone, Debug)]
enum SearchStage {
    Begin,
    /// Some frames and bodies with the cures so far, for comparison.
    Now(Box<Trial>),
    /// Some frames and bodies with another cure.
    Try {
        now: Option<PerFrame>,
        suspicion: Suspicion,
        trial: Box<Trial>,
        left: Vec<Suspicion>,
        best: Option<Box<BestCure>>,
    },
    /// The whole recording with another cure.
    Whole {
        suspicion: Suspicion,
        trial: Box<Trial>,
        /// Others that left as few differences on a part of it.
        tied: Vec<Suspicion>,
        best: Option<Box<BestCure>>,
    },
    /// The whole recording with a cure that helps under a margin, without that.
    Alone(Suspicion, Box<Trial>),
    /// With the margin that it has then; `alone`: what is found without.
    WithSkin {
        suspicion: Suspicion,
        margin: f32,
        alone: Box<FoundRows>,
        trial: Box<Trial>,
    },
    Reused(ReuseSearch),
    /// The whole recording with a margin for events. Metres.
    Events(f32, Box<Trial>),
    Done,
}

/// The suspicion that leaves the fewest differences a frame.
#[derive(Clone, Debug)]
struct BestCure {
    rate: PerFrame,
    suspicion: Suspicion,
    found: FoundRows,
    trial: Box<Trial>,
    /// Others that leave as few, in the order in which they were tried.
    tied: Vec<Suspicion>,
}

impl Trial {
    /// Compares every `stride`-th frame. `None`: the cure leaves no recording that can be read.
    fn new(cured: &Cured<'_>, stride: usize) -> Option<Box<Self>> {
        let recording = cured.every_nth(stride)?;
        let every = recording.every_body().ok()?;
        Some(Box::new(Self { recording, every, comparing: Comparing::new(cured.tolerances) }))
    }

    fn step(&mut self) -> bool {
        self.comparing.step(&self.recording, &self.every).is_some()
    }

    fn found(&self) -> FoundRows {
        let comparison = self.comparing.comparison();
        FoundRows::of(&self.recording, comparison, comparison.differences.len())
    }
}

impl Search {
    /// `found`: the differences of the recording, or the worst of them; `rows`: how many there are.
    pub fn new(recording: &Recording, tolerances: Tolerances, found: &Comparison, rows: usize) -> Self {
        let frames = recording.frames().len();
        let is_too_long = frames.saturating_mul(recording.body_count()) > MOST_POSES;
        Self {
            tolerances,
            cures: Vec::new(),
            found: FoundRows::of(recording, found, rows),
            rows,
            cured: None,
            stride: frames.div_ceil(MOST_TRIED).max(1),
            sample: if is_too_long { None } else { sample(recording, found).map(Box::new) },
            errors: Vec::new(),
            shared_body: shared_body(recording, found, rows),
            margin: None,
            skin: None,
            has_tried_skin: false,
            work: if is_too_long { SearchStage::Done } else { SearchStage::Begin },
        }
    }

    /// What was found so far, the worst first.
    pub fn errors(&self) -> &[Systematic] {
        &self.errors
    }

    pub fn is_done(&self) -> bool {
        matches!(self.work, SearchStage::Done)
    }

    /// Looks a little further; `false`: all was looked for.
    pub fn step(&mut self, recording: &Recording) -> bool {
        self.work = match mem::replace(&mut self.work, SearchStage::Done) {
            SearchStage::Done => return false,
            SearchStage::Begin => self.round(recording),
            SearchStage::Now(mut trial) => {
                if trial.step() {
                    SearchStage::Now(trial)
                } else {
                    let now = trial.found().rate();
                    if let Some(skin) = &mut self.skin {
                        skin.now = now;
                    }
                    self.tries(recording, now)
                }
            }
            SearchStage::Try { now, suspicion, mut trial, left, best } => {
                if trial.step() {
                    SearchStage::Try { now, suspicion, trial, left, best }
                } else {
                    let found = trial.found();
                    let helps = |rate: &PerFrame| now.is_some_and(|now| suspicion.helps(*rate, now));
                    let best = match (found.rate().filter(helps), best) {
                        (Some(rate), Some(mut best)) if rate.rows == best.rate.rows => {
                            best.tied.push(suspicion);
                            Some(best)
                        }
                        (Some(rate), best) if best.as_ref().is_none_or(|best| rate.rows < best.rate.rows) => {
                            Some(Box::new(BestCure { rate, suspicion, found, trial, tied: Vec::new() }))
                        }
                        (_, best) => best,
                    };
                    self.next_try(recording, now, left, best)
                }
            }
            SearchStage::Whole { suspicion, mut trial, tied, best } => {
                if trial.step() {
                    SearchStage::Whole { suspicion, trial, tied, best }
                } else {
                    let found = trial.found();
                    let rate = found.rate();
                    let is_better =
                        |rate: &PerFrame| best.as_ref().is_none_or(|best| rate.rows < best.rate.rows);
                    let better = rate
                        .filter(is_better)
                        .map(|rate| Box::new(BestCure { rate, suspicion, found, trial, tied: Vec::new() }));
                    self.next_whole(recording, tied, better.or(best))
                }
            }
            SearchStage::Alone(suspicion, mut trial) => {
                if trial.step() {
                    SearchStage::Alone(suspicion, trial)
                } else {
                    self.add_skin(recording, suspicion, trial.found())
                }
            }
            SearchStage::WithSkin { suspicion, margin, alone, mut trial } => {
                if trial.step() {
                    SearchStage::WithSkin { suspicion, margin, alone, trial }
                } else {
                    self.judge_with_skin(recording, suspicion, margin, (&alone, trial))
                }
            }
            SearchStage::Reused(mut reused) => {
                if reused.step(self.cured.as_deref().unwrap_or(recording), self.tolerances) {
                    SearchStage::Reused(reused)
                } else {
                    let error = reused.error(self.found.rows);
                    let is_reuse = error.as_ref().is_some_and(|error| 2 * error.left <= self.found.rows);
                    match self.margin.take().filter(|_| !is_reuse) {
                        Some(margin) => self.take_cure(recording, *margin),
                        None => {
                            error.into_iter().for_each(|error| self.tell(error));
                            self.events(recording)
                        }
                    }
                }
            }
            SearchStage::Events(margin, mut trial) => {
                if trial.step() {
                    SearchStage::Events(margin, trial)
                } else {
                    trial.comparing.end();
                    self.judge_events(margin, &trial.found());
                    self.finish(recording)
                }
            }
        };
        true
    }

    fn with<'r>(&self, recording: &'r Recording) -> Cured<'r> {
        let uncured = Cured { recording, suspicions: Vec::new(), tolerances: self.tolerances };
        let cured = self.cures.iter().fold(uncured, |cured, cure| cured.and(*cure));
        self.skin.iter().fold(cured, |cured, skin| cured.and(Suspicion::Margin(skin.margin)))
    }

    /// Looks for the next error.
    fn round(&mut self, recording: &Recording) -> SearchStage {
        if self.errors.len() >= MOST_ERRORS || self.found.curable() < FEWEST {
            return self.reused();
        }
        let tried = self.with(self.sample.as_deref().unwrap_or(recording));
        let now =
            if self.tries_some() || self.skin.is_some() { Trial::new(&tried, self.stride) } else { None };
        match now {
            Some(trial) => SearchStage::Now(trial),
            None => self.tries(recording, self.found.rate()),
        }
    }

    fn tries(&mut self, recording: &Recording, now: Option<PerFrame>) -> SearchStage {
        let mut suspicions = self.with(recording).suspicions(&self.found);
        suspicions.reverse();
        self.next_try(recording, now, suspicions, None)
    }

    /// Tries the last suspicion of those `left`; after them the best is tried on all frames.
    fn next_try(
        &mut self,
        recording: &Recording,
        now: Option<PerFrame>,
        mut left: Vec<Suspicion>,
        best: Option<Box<BestCure>>,
    ) -> SearchStage {
        let tried = self.with(self.sample.as_deref().unwrap_or(recording));
        while let Some(suspicion) = left.pop() {
            if let Some(trial) = Trial::new(&tried.and(suspicion), self.stride) {
                return SearchStage::Try { now, suspicion, trial, left, best };
            }
        }
        let Some(best) = best else { return self.under_skin(recording) };
        if !self.tries_some() {
            return self.judge(recording, *best);
        }
        let BestCure { suspicion, mut tied, .. } = *best;
        tied.insert(0, suspicion);
        self.next_whole(recording, tied, None)
    }

    /// Tries the first of suspicions that left as few differences on a part of the recording on all frames, unless one is known
    /// that leaves none there.
    fn next_whole(
        &mut self,
        recording: &Recording,
        tied: Vec<Suspicion>,
        best: Option<Box<BestCure>>,
    ) -> SearchStage {
        if best.as_ref().is_none_or(|best| best.found.curable() > 0) {
            let mut tied = tied.into_iter();
            while let Some(suspicion) = tied.next() {
                if let Some(trial) = Trial::new(&self.with(recording).and(suspicion), 1) {
                    return SearchStage::Whole { suspicion, trial, tied: tied.collect(), best };
                }
            }
        }
        match best {
            Some(best) => self.judge(recording, *best),
            None => self.reused(),
        }
    }

    /// Whether suspicions are tried on a part of the recording before they are on all of it.
    fn tries_some(&self) -> bool {
        self.stride > 1 || self.sample.is_some()
    }

    /// Tells the error if its cure helps on all frames.
    fn judge(&mut self, recording: &Recording, best: BestCure) -> SearchStage {
        let BestCure { suspicion, found, .. } = &best;
        let suspicion = *suspicion;
        if let Some(skin) = self.skin.take() {
            let rates = found.rate().zip(skin.now);
            let helps = rates.is_some_and(|(left, now)| suspicion.helps(left, now));
            let is_other = helps && !matches!(suspicion, Suspicion::Margin(_));
            return match Trial::new(&self.with(recording).and(suspicion), 1).filter(|_| is_other) {
                Some(trial) => SearchStage::Alone(suspicion, trial),
                None => self.reused(),
            };
        }
        let rates = found.rate().zip(self.found.rate());
        // Boxes that are turned less touch less: of contacts that are not told that mends nothing.
        let is_of_told =
            suspicion.is_of_measures() || matches!(suspicion, Suspicion::Angles | Suspicion::PushedOut(_));
        let is_of_some = !is_of_told || found.contacts() + FEWEST_MENDED <= self.found.contacts();
        if !is_of_some || !rates.is_some_and(|(left, now)| suspicion.helps(left, now)) {
            return self.reused();
        }
        if matches!(suspicion, Suspicion::Margin(_)) {
            self.margin = Some(Box::new(best));
            return self.reused();
        }
        self.take_cure(recording, best)
    }

    /// Tries the cures again under a margin as thick as a skin may be, once.
    fn under_skin(&mut self, recording: &Recording) -> SearchStage {
        let is_first = self.skin.take().is_none() && !mem::replace(&mut self.has_tried_skin, true);
        let margin = if is_first { self.with(recording).thickest_skin(&self.found) } else { None };
        match margin {
            Some(margin) => {
                self.skin = Some(Skin { margin, now: None });
                self.round(recording)
            }
            None => self.reused(),
        }
    }

    /// Tries a cure that helps under a margin with the skin that depths have then; `alone`: what is found with the cure.
    fn add_skin(&mut self, recording: &Recording, suspicion: Suspicion, alone: FoundRows) -> SearchStage {
        let cured = self.with(recording).and(suspicion);
        let margin = cured.constant_depth(&alone).map(|(metres, _)| rounded_up(metres.abs()));
        let trial = margin.and_then(|margin| Trial::new(&cured.and(Suspicion::Margin(margin)), 1));
        match margin.zip(trial) {
            Some((margin, trial)) => {
                SearchStage::WithSkin { suspicion, margin, alone: Box::new(alone), trial }
            }
            None => self.reused(),
        }
    }

    /// Tells the error and the skin if both together help on all frames.
    fn judge_with_skin(
        &mut self,
        recording: &Recording,
        suspicion: Suspicion,
        margin: f32,
        (alone, trial): (&FoundRows, Box<Trial>),
    ) -> SearchStage {
        let left = trial.found();
        let rates = left.rate().zip(self.found.rate());
        let are_fewer = left.contacts() + FEWEST_MENDED <= self.found.contacts();
        if !are_fewer || !rates.is_some_and(|(left, now)| suspicion.helps(left, now)) {
            return self.reused();
        }
        let cured = self.with(recording);
        let error = cured.error(suspicion, &self.found, left.rows);
        let skin = cured.and(suspicion).error(Suspicion::Margin(margin), alone, left.rows);
        let and = if error.sentence.ends_with('?') { " And" } else { ", and" };
        self.tell(Systematic {
            sentence: format!("{}{and} {}", error.sentence, skin.sentence),
            cure: format!("{} and {}", error.cure, skin.cure),
            ..error
        });
        self.cures.extend([suspicion, Suspicion::Margin(margin)]);
        self.found = left;
        self.cured = Some(Box::new(trial.recording));
        self.has_tried_skin = false;
        self.round(recording)
    }

    fn take_cure(&mut self, recording: &Recording, best: BestCure) -> SearchStage {
        let BestCure { suspicion, found, trial, .. } = best;
        let error = self.with(recording).error(suspicion, &self.found, found.rows);
        self.tell(error);
        self.cures.push(suspicion);
        self.found = found;
        self.cured = Some(Box::new(trial.recording));
        self.has_tried_skin = false;
        self.round(recording)
    }

    /// Tells an error that was found with those before it cured.
    fn tell(&mut self, error: Systematic) {
        let cure = match self.errors.last() {
            Some(before) => format!("{} and {}", before.cure, error.cure),
            None => error.cure,
        };
        self.errors.push(Systematic { cure, ..error });
    }

    fn reused(&mut self) -> SearchStage {
        let places = if self.found.rows >= FEWEST { mem::take(&mut self.found.places) } else { Vec::new() };
        SearchStage::Reused(ReuseSearch::new(places))
    }

    /// Tries a margin for events, which some engines tell of what comes near.
    fn events(&mut self, recording: &Recording) -> SearchStage {
        let has_margin = self.cures.iter().any(|cure| matches!(cure, Suspicion::Margin(_)));
        // A margin that mends what is no event as well was tried before.
        let are_few = 2 * self.found.events < self.found.rows;
        if are_few || self.found.events < FEWEST || self.found.event_gap <= 0.0 || has_margin {
            return self.finish(recording);
        }
        let margin = rounded_up(self.found.event_gap);
        match Trial::new(&self.with(recording).and(Suspicion::Margin(margin)), 1) {
            Some(trial) => SearchStage::Events(margin, trial),
            None => self.finish(recording),
        }
    }

    /// `left`: what is found with a margin of so many metres.
    fn judge_events(&mut self, margin: f32, left: &FoundRows) {
        let FoundRows { events, event_gap, .. } = self.found;
        if 4 * left.events > events {
            return;
        }
        let gap = number(event_gap);
        self.tell(Systematic {
            sentence: format!(
                "{} of {events} rows of events are of what is up to {gap} m apart: does your engine tell events within a margin?",
                events - left.events
            ),
            cure: format!("--margin {}", number(margin)),
            left: left.rows,
            is_of_normals: false,
        });
    }

    fn finish(&mut self, recording: &Recording) -> SearchStage {
        let unoriented =
            unoriented::error(&self.with(self.cured.as_deref().unwrap_or(recording)), &self.found);
        unoriented.into_iter().for_each(|error| self.tell(error));
        if self.errors.is_empty() {
            self.errors.extend(self.shared_body.take());
        }
        self.errors.extend(milliseconds::error(recording, self.rows));
        self.errors.extend(falling::error(recording, self.rows));
        self.errors.extend(pixels::error(recording, self.rows));
        SearchStage::Done
    }
}

/// The one body that takes part in every row, if fewer than half of all touching contacts are its own. `rows`: how many rows
/// there are; the comparison may hold only the worst of them.
fn shared_body(recording: &Recording, found: &Comparison, rows: usize) -> Option<Systematic> {
    let pairs: HashSet<(u32, u32)> = found.differences.iter().map(|one| one.bodies).collect();
    if found.differences.len() < rows.max(FEWEST) || pairs.len() < 2 {
        return None;
    }
    let has = |(a, b): (u32, u32), body: u32| a == body || b == body;
    let (a, b) = *pairs.iter().next()?;
    let body = [a, b].into_iter().find(|body| pairs.iter().all(|pair| has(*pair, *body)))?;
    let contacts = (0..recording.frames().len()).flat_map(|index| recording.their_contacts(index));
    let (mut own, mut others) = (0, 0);
    for contact in contacts.filter(TheirContact::touches) {
        *if has(contact.bodies, body) { &mut own } else { &mut others } += 1;
    }
    let name = recording.body_name(body);
    (own < others).then(|| Systematic {
        sentence: format!(
            "each of {rows} rows is of {name}, and none of {others} contacts of others has one: does your engine have {name} in \
             another shape, in another place or with another mask?"
        ),
        cure: format!("{name} left out"),
        left: 0,
        is_of_normals: false,
    })
}

/// The bodies of some of the differences, from all over the list, if there are many bodies.
fn sample(recording: &Recording, found: &Comparison) -> Option<Recording> {
    if recording.body_count() <= MOST_BODIES {
        return None;
    }
    let stride = (2 * found.differences.len()).div_ceil(MOST_BODIES).max(1);
    let pairs = found.differences.iter().step_by(stride).map(|difference| difference.bodies);
    let mut bodies: Vec<u32> = pairs.flat_map(|(a, b)| [a, b]).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let frames = recording.frames().iter().map(|frame| frame.of_bodies(&bodies)).collect();
    Some(Recording { frames, ..recording.of_bodies(&bodies) })
}
