//! What is wrong with a whole recording: a header that says the wrong thing, contacts of other poses, a constant skin,
//! manifolds that are used again. Each suspicion is tried out on the recording, and told with what is left of the
//! differences. An axis that points the other way gives the same contacts, as a mirror image does: gravity tells it.

use std::mem;

use collide2d::{Body, World};
use collision_record::{AngleUnit, Header, NormalDirection};

use self::reused::ReuseSearch;
use super::compare::{Comparing, Comparison, Tolerances, What};
use super::{Recording, StoredFrame};
use crate::platform::sorting;
use crate::scene::numbers::number;

mod falling;
pub mod reused;

/// Fewest differences among which an error of the whole recording is looked for.
const FEWEST: usize = 6;
/// Most frames on which a suspicion is tried first.
const MOST_TRIED: usize = 24;
/// Bodies on which a suspicion is tried first where there are more.
const MOST_BODIES: usize = 4_000;
/// Shapes of middle size of more than this radius may be in pixels. Metres.
const LARGE: f32 = 5.0;
/// Most poses of a recording on which suspicions are tried: each try is a comparison.
const MOST_POSES: usize = 2_000_000;
/// Most errors of one recording that comparisons find.
const MOST_ERRORS: usize = 3;

/// An error of the whole recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Systematic {
    /// What seems to be wrong, with numbers.
    pub sentence: String,
    /// What mends it: a line of the header, or an option.
    pub cure: String,
    /// Differences that are left with this cure and those before it.
    pub left: usize,
}

impl Systematic {
    /// "with "y": "down", 3 rows are left".
    pub fn outcome(&self) -> String {
        match self.left {
            1 => format!("with {}, 1 row is left", self.cure),
            left => format!("with {}, {left} rows are left", self.cure),
        }
    }
}

/// What may be wrong with a recording.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Suspicion {
    Normals,
    Angles,
    Pixels,
    /// The contacts were found on the poses of the frame before.
    PosesBefore,
    /// The contacts were found on the poses of the frame after.
    PosesAfter,
    /// So much deeper or shallower are all depths. Metres.
    Margin(f32),
}

/// A recording with some cures.
struct Cured<'a> {
    recording: &'a Recording,
    suspicions: Vec<Suspicion>,
    tolerances: Tolerances,
}

/// What a comparison found, as far as errors of the whole recording show in it.
#[derive(Clone, Debug)]
struct FoundRows {
    frames: usize,
    /// Pairs that touch in theirs.
    theirs: usize,
    rows: usize,
    /// Normals that are the opposite of ours.
    opposite: usize,
    /// How much deeper theirs are than ours. Metres.
    depths: Vec<f32>,
    /// Frame and bodies of each row about a contact of theirs.
    places: Vec<(u64, (u32, u32))>,
}

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
    /// The recording with these cures; `None` without one.
    cured: Option<Box<Recording>>,
    /// Suspicions are tried on every so many frames first.
    stride: usize,
    /// Some of its bodies, on which they are tried first; `None`: there are not many.
    sample: Option<Box<Recording>>,
    errors: Vec<Systematic>,
    work: SearchStage,
}

#[derive(Clone, Debug)]
enum SearchStage {
    Begin,
    /// Some frames and bodies with the cures so far, for comparison.
    Now(Box<Trial>),
    /// Some frames and bodies with another cure.
    Try {
        now: Option<f64>,
        suspicion: Suspicion,
        trial: Box<Trial>,
        left: Vec<Suspicion>,
        best: Option<BestCure>,
    },
    /// The whole recording with another cure.
    Whole {
        suspicion: Suspicion,
        trial: Box<Trial>,
    },
    Reused(ReuseSearch),
    Done,
}

/// The suspicion that leaves the fewest differences a frame.
#[derive(Clone, Debug)]
struct BestCure {
    rate: f64,
    suspicion: Suspicion,
    found: FoundRows,
    trial: Box<Trial>,
}

/// The errors of the whole recording, the worst first; empty where its differences have no cause in common, and for a
/// recording of too many poses. `found`: its differences.
pub fn systematic(recording: &Recording, tolerances: Tolerances, found: &Comparison) -> Vec<Systematic> {
    let mut search = Search::new(recording, tolerances, found, found.differences.len());
    while search.step(recording) {}
    search.errors
}

impl FoundRows {
    /// `rows`: how many differences there are, of which the comparison may have but the worst.
    fn of(comparison: &Comparison, rows: usize) -> Self {
        let (mut opposite, mut depths, mut places) = (0, Vec::new(), Vec::new());
        for one in &comparison.differences {
            let of_theirs = match one.what {
                What::Normal { angle, .. } => {
                    opposite += usize::from(angle > 3.0);
                    true
                }
                What::Depth { theirs, ours } => {
                    depths.push(theirs - ours);
                    true
                }
                What::OnlyTheirs { depth, gap, .. } => {
                    depths.push(depth.unwrap_or_default() + gap);
                    true
                }
                What::OnlyOurs { .. } | What::Event(_) | What::Query { .. } => false,
                What::Flip { .. } | What::Gap { .. } | What::Point { .. } => true,
            };
            places.extend(of_theirs.then_some((one.frame, one.bodies)));
        }
        Self { frames: comparison.frames, theirs: comparison.theirs, rows, opposite, depths, places }
    }

    /// Differences of a frame, on average; `None`: no frame was compared. A cure may leave out a frame at an end.
    fn rate(&self) -> Option<f64> {
        (self.frames > 0).then(|| self.rows as f64 / self.frames as f64)
    }
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
        FoundRows::of(comparison, comparison.differences.len())
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
            found: FoundRows::of(found, rows),
            cured: None,
            stride: frames.div_ceil(MOST_TRIED).max(1),
            sample: if is_too_long { None } else { sample(recording, found).map(Box::new) },
            errors: Vec::new(),
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
                    self.tries(recording, trial.found().rate())
                }
            }
            SearchStage::Try { now, suspicion, mut trial, left, best } => {
                if trial.step() {
                    SearchStage::Try { now, suspicion, trial, left, best }
                } else {
                    let found = trial.found();
                    let rate = found.rate().filter(|rate| best.as_ref().is_none_or(|best| *rate < best.rate));
                    let best = rate.map(|rate| BestCure { rate, suspicion, found, trial }).or(best);
                    self.next_try(recording, now, left, best)
                }
            }
            SearchStage::Whole { suspicion, mut trial } => {
                if trial.step() {
                    SearchStage::Whole { suspicion, trial }
                } else {
                    let found = trial.found();
                    self.judge(recording, suspicion, found, trial)
                }
            }
            SearchStage::Reused(mut reused) => {
                if reused.step(self.cured.as_deref().unwrap_or(recording), self.tolerances) {
                    SearchStage::Reused(reused)
                } else {
                    self.errors.extend(reused.error(self.found.rows));
                    self.finish(recording)
                }
            }
        };
        true
    }

    fn with<'r>(&self, recording: &'r Recording) -> Cured<'r> {
        let margin = self.cures.iter().find_map(|cure| match cure {
            Suspicion::Margin(metres) => Some(*metres),
            Suspicion::Normals
            | Suspicion::Angles
            | Suspicion::Pixels
            | Suspicion::PosesBefore
            | Suspicion::PosesAfter => None,
        });
        let tolerances = Tolerances { margin: margin.unwrap_or(self.tolerances.margin), ..self.tolerances };
        Cured { recording, suspicions: self.cures.clone(), tolerances }
    }

    /// Looks for the next error.
    fn round(&mut self, recording: &Recording) -> SearchStage {
        if self.errors.len() >= MOST_ERRORS || self.found.rows < FEWEST {
            return self.pixels(recording);
        }
        let tried = self.with(self.sample.as_deref().unwrap_or(recording));
        let now = if self.tries_some() { Trial::new(&tried, self.stride) } else { None };
        match now {
            Some(trial) => SearchStage::Now(trial),
            None => self.tries(recording, self.found.rate()),
        }
    }

    fn tries(&mut self, recording: &Recording, now: Option<f64>) -> SearchStage {
        let mut suspicions = self.with(recording).suspicions(&self.found);
        suspicions.reverse();
        self.next_try(recording, now, suspicions, None)
    }

    /// Tries the last suspicion of those `left`; after them the best is tried on all frames.
    fn next_try(
        &mut self,
        recording: &Recording,
        now: Option<f64>,
        mut left: Vec<Suspicion>,
        best: Option<BestCure>,
    ) -> SearchStage {
        let tried = self.with(self.sample.as_deref().unwrap_or(recording));
        while let Some(suspicion) = left.pop() {
            if let Some(trial) = Trial::new(&tried.and(suspicion), self.stride) {
                return SearchStage::Try { now, suspicion, trial, left, best };
            }
        }
        let helps = |best: &BestCure| now.is_some_and(|now| 2.0 * best.rate <= now);
        let Some(BestCure { suspicion, found, trial, .. }) = best.filter(helps) else {
            return self.pixels(recording);
        };
        if !self.tries_some() {
            return self.judge(recording, suspicion, found, trial);
        }
        match Trial::new(&self.with(recording).and(suspicion), 1) {
            Some(trial) => SearchStage::Whole { suspicion, trial },
            None => self.pixels(recording),
        }
    }

    /// Whether suspicions are tried on a part of the recording before they are on all of it.
    fn tries_some(&self) -> bool {
        self.stride > 1 || self.sample.is_some()
    }

    /// Tells the error if its cure helps on all frames. `found`, `trial`: with that cure.
    fn judge(
        &mut self,
        recording: &Recording,
        suspicion: Suspicion,
        found: FoundRows,
        trial: Box<Trial>,
    ) -> SearchStage {
        let rates = found.rate().zip(self.found.rate());
        let helps = rates.is_some_and(|(left, now)| 2.0 * left <= now);
        if helps {
            let error = self.with(recording).error(suspicion, &self.found, found.rows);
            self.errors.push(error);
            self.cures.push(suspicion);
            self.found = found;
            self.cured = Some(Box::new(trial.recording));
        }
        match suspicion {
            Suspicion::Pixels => self.reused(),
            _ if helps => self.round(recording),
            _ => self.pixels(recording),
        }
    }

    /// A smaller unit makes every difference small, so this is tried last, and on shapes of many metres alone.
    fn pixels(&mut self, recording: &Recording) -> SearchStage {
        let cured = self.with(recording);
        let is_asked = self.errors.is_empty() && self.found.rows >= FEWEST && cured.middle_size() > LARGE;
        let trial = if is_asked { Trial::new(&cured.and(Suspicion::Pixels), 1) } else { None };
        match trial {
            Some(trial) => SearchStage::Whole { suspicion: Suspicion::Pixels, trial },
            None => self.reused(),
        }
    }

    fn reused(&mut self) -> SearchStage {
        let places = if self.found.rows >= FEWEST { mem::take(&mut self.found.places) } else { Vec::new() };
        SearchStage::Reused(ReuseSearch::new(places))
    }

    fn finish(&mut self, recording: &Recording) -> SearchStage {
        let left = self.errors.last().map_or(self.found.rows, |error| error.left);
        self.errors.extend(falling::error(recording, left));
        SearchStage::Done
    }
}

impl Cured<'_> {
    fn and(&self, suspicion: Suspicion) -> Self {
        let mut suspicions = self.suspicions.clone();
        suspicions.push(suspicion);
        let mut tolerances = self.tolerances;
        if let Suspicion::Margin(metres) = suspicion {
            tolerances.margin = metres;
        }
        Self { recording: self.recording, suspicions, tolerances }
    }

    /// `found`: its differences; `left`: how many there are once the suspicion is cured as well.
    fn error(&self, suspicion: Suspicion, found: &FoundRows, left: usize) -> Systematic {
        let cure = self.and(suspicion).cure(suspicion);
        Systematic { sentence: self.sentence(suspicion, found), cure, left }
    }

    /// What is worth a try.
    fn suspicions(&self, found: &FoundRows) -> Vec<Suspicion> {
        use Suspicion::{Angles, Margin, Normals, PosesAfter, PosesBefore};
        let margin = self.constant_depth(found).map(|(metres, _)| Margin(rounded_up(metres.abs())));
        [Normals, Angles, PosesBefore, PosesAfter]
            .into_iter()
            .chain(margin)
            .filter(|one| !self.suspicions.contains(one))
            .collect()
    }

    /// By how much depths differ, if nearly all of them differ by as much, and how many do. Metres.
    fn constant_depth(&self, found: &FoundRows) -> Option<(f32, usize)> {
        let depths = &found.depths;
        let middle = median(depths)?;
        let is_near = |depth: &&f32| (**depth - middle).abs() <= self.tolerances.tolerance;
        let near = depths.iter().filter(is_near).count();
        (4 * near >= 3 * depths.len() && 4 * near >= found.theirs).then_some((middle, near))
    }

    /// Radius of a shape of middle size. Metres.
    fn middle_size(&self) -> f32 {
        let Ok(every) = self.recording.every_body() else { return 0.0 };
        let shapes = every.bodies().iter().flat_map(Body::leaves);
        let radii: Vec<f32> = shapes.map(|leaf| leaf.shape.bounding_circle().radius).collect();
        median(&radii).unwrap_or_default()
    }

    /// The recording of every `stride`-th frame. `None`: the cure leaves none that can be read.
    fn every_nth(&self, stride: usize) -> Option<Recording> {
        let frames = self.recording.frames();
        let has = |suspicion| self.suspicions.contains(&suspicion);
        let of = |index: usize| {
            let poses = if has(Suspicion::PosesBefore) {
                frames.get(index.checked_sub(1)?)?
            } else if has(Suspicion::PosesAfter) {
                frames.get(index + 1)?
            } else {
                return frames.get(index).cloned();
            };
            Some(frames.get(index)?.with_poses_of(poses))
        };
        let cured: Vec<StoredFrame> = (0..frames.len()).step_by(stride).filter_map(of).collect();
        self.recording.with(self.header(), cured)
    }

    fn header(&self) -> Header {
        let mut header = self.recording.header.clone();
        for suspicion in &self.suspicions {
            match suspicion {
                Suspicion::Normals => header.normal = reversed(header.normal),
                Suspicion::Angles => {
                    header.angle = match header.angle {
                        AngleUnit::Radians => AngleUnit::Degrees,
                        AngleUnit::Degrees => AngleUnit::Radians,
                    }
                }
                Suspicion::Pixels => header.metres_per_unit *= 0.01,
                Suspicion::PosesBefore | Suspicion::PosesAfter | Suspicion::Margin(_) => {}
            }
        }
        header
    }

    /// What seems to be wrong.
    fn sentence(&self, suspicion: Suspicion, found: &FoundRows) -> String {
        let frames = 0..self.recording.frames().len();
        let contacts = || frames.clone().flat_map(|index| self.recording.their_contacts(index));
        let header = self.header();
        match suspicion {
            Suspicion::Normals => {
                let opposite = found.opposite;
                let all = contacts().filter(|contact| contact.normal.is_some()).count();
                let says = header.normal.name();
                let gives = reversed(header.normal).name().trim_start_matches("from ");
                format!(
                    "{opposite} of {all} normals are the opposite of ours: the header says \"{says}\"; does your \
                     engine give {gives}?"
                )
            }
            Suspicion::Angles => {
                let says = header.angle.name();
                format!("the header says {says}, and the bodies are turned otherwise where they touch")
            }
            Suspicion::Pixels => {
                let size = number(self.middle_size());
                format!("a shape of middle size has a radius of {size} m: are these pixels?")
            }
            Suspicion::PosesBefore => "the contacts fit the poses of the frame before".to_owned(),
            Suspicion::PosesAfter => "the contacts fit the poses of the frame after".to_owned(),
            Suspicion::Margin(_) => {
                let (metres, near) = self.constant_depth(found).unwrap_or_default();
                let all = contacts().filter(|contact| contact.depth.is_some()).count();
                let more = if metres > 0.0 { "more" } else { "less" };
                format!(
                    "depths are {} m {more} than ours in {near} of {all}",
                    number(rounded_up(metres.abs()))
                )
            }
        }
    }

    /// What mends the last suspicion.
    fn cure(&self, suspicion: Suspicion) -> String {
        let header = self.header();
        match suspicion {
            Suspicion::Normals => format!("\"normal\": \"{}\"", header.normal.name()),
            Suspicion::Angles => format!("\"angle\": \"{}\"", header.angle.name()),
            Suspicion::Pixels => format!("\"metres_per_unit\": {}", number(header.metres_per_unit)),
            Suspicion::PosesBefore | Suspicion::PosesAfter => {
                "the poses that the contacts were found on".to_owned()
            }
            Suspicion::Margin(metres) => format!("--margin {}", number(metres)),
        }
    }
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

fn reversed(normal: NormalDirection) -> NormalDirection {
    match normal {
        NormalDirection::FromAToB => NormalDirection::FromBToA,
        NormalDirection::FromBToA => NormalDirection::FromAToB,
    }
}

fn median(numbers: &[f32]) -> Option<f32> {
    let mut sorted = numbers.to_vec();
    sorting::sort_by(&mut sorted, f32::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// To two digits.
fn rounded_up(metres: f32) -> f32 {
    let unit = 10.0_f32.powf(metres.max(1.0e-6).log10().floor() - 1.0);
    (metres / unit - 1.0e-3).ceil() * unit
}
