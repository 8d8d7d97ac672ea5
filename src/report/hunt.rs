//! Hunts for the values at which a scene goes wrong: runs it with every combination of the numbers that it varies.

use std::num::NonZero;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::check::Expected;
use super::not_finite::NotFinite;
use super::until::SceneStops;
use crate::platform::sorting;
use crate::scene::vary::combinations;
use crate::scene::{Scene, Stop, StopKind, Vary};

/// Frames of a run, where nobody says how many.
pub const FRAMES: u64 = 600;

/// A scene to hunt in, and what is looked for.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// It varies nothing; its stops are those that are watched.
    scene: Scene,
    vary: Vec<Vary>,
    /// A stop is given, which is all that is looked for.
    is_kept: bool,
    /// The last frame of a run.
    last: u64,
}

/// Why a scene cannot be hunted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHunt {
    /// It varies no number.
    VariesNothing,
    /// It expects nothing, has no stop that is not muted, and none is given.
    LooksForNothing,
}

/// What came of every combination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hunted {
    /// Combinations that were run.
    pub runs: usize,
    /// Those that are no valid scene.
    pub refused: usize,
    /// The index of the first of these, and why.
    pub first_refused: Option<(usize, String)>,
    /// In the order of the combinations.
    pub found: Vec<FoundRun>,
    /// Why the first of these is found, in words.
    pub why: String,
}

/// A combination in which something is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundRun {
    /// Index of the combination.
    pub index: usize,
    pub what: FoundThing,
    /// The first frame in which it is found.
    pub frame: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundThing {
    /// The `expect` line of this index does not hold.
    Expectation(usize),
    /// The stop of this index among [`Hunt::stops`] holds.
    Stop(usize),
    /// The state is not finite.
    NotFinite,
}

impl Hunt {
    /// Looks for the stop `keep`, which is valid in the scene, or without one for whatever goes wrong: an expectation that does
    /// not hold, a stop that is not muted, a state that is not finite. A run has this many frames, and as many more as the
    /// expectations need.
    pub fn of(scene: &Scene, keep: Option<Stop>, frames: u64) -> Result<Self, NoHunt> {
        if scene.vary.is_empty() {
            return Err(NoHunt::VariesNothing);
        }
        let is_kept = keep.is_some();
        let is_watched = |stop: &&Stop| !stop.muted && stop.condition.kind() != StopKind::Differs;
        let stops = match keep {
            Some(keep) => vec![Stop { muted: false, ..keep }],
            None => scene.stops.iter().filter(is_watched).cloned().collect(),
        };
        if stops.is_empty() && scene.expect.is_empty() {
            return Err(NoHunt::LooksForNothing);
        }
        let last = if is_kept { frames } else { frames.max(Expected::of(scene).last()) };
        let runs = Scene { stops, vary: Vec::new(), ..scene.clone() };
        Ok(Self { scene: runs, vary: scene.vary.clone(), is_kept, last })
    }

    /// The numbers that vary.
    pub fn vary(&self) -> &[Vary] {
        &self.vary
    }

    /// The stops that are watched.
    pub fn stops(&self) -> &[Stop] {
        &self.scene.stops
    }

    /// The last frame of a run.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// How many combinations there are.
    pub fn combinations(&self) -> usize {
        combinations(&self.vary)
    }

    /// Runs every combination, several at a time; what is found does not depend on which is done first. `passed` is called
    /// after each.
    pub fn run(&self, passed: impl Fn() + Sync) -> Hunted {
        let (count, next) = (self.combinations(), AtomicUsize::new(0));
        let work = || {
            let (mut scene, mut part) = (self.scene.clone(), Hunted::default());
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return part;
                }
                scene.put_values(&self.vary, index);
                self.run_one(&scene, index, &mut part);
                passed();
            }
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count);
        let parts: Vec<Hunted> = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let own = work();
            let others = others.into_iter().map(|other| match other.join() {
                Ok(part) => part,
                Err(fault) => panic::resume_unwind(fault),
            });
            others.chain([own]).collect()
        });
        parts.into_iter().reduce(Hunted::with).unwrap_or_default()
    }

    /// Runs a combination up to the first frame in which something is found.
    fn run_one(&self, scene: &Scene, index: usize, part: &mut Hunted) {
        let mut world = match scene.to_world() {
            Ok(world) => world,
            Err(error) => {
                part.refused += 1;
                part.first_refused.get_or_insert((index, error.message));
                return;
            }
        };
        part.runs += 1;
        let mut stops = SceneStops::of(scene, &scene.stops);
        let expected = if self.is_kept { Expected::default() } else { Expected::of(scene) };
        loop {
            let seen = stops.see(scene, &world);
            let decided = stops.take_decided();
            let mut found = None;
            if !self.is_kept {
                let failures =
                    expected.check(scene, &world).chain(decided).filter_map(|(_, failure)| failure);
                let failure = failures.min_by_key(|failure| failure.line);
                found = failure.map(|failure| (FoundThing::Expectation(failure.line), failure.to_string()));
            }
            if let (None, Some(seen)) = (&found, seen.first()) {
                found = Some((FoundThing::Stop(seen.stop), stops.sentence(seen, scene, &world)));
            }
            let end = NotFinite::of(&world);
            if let (None, false, Some(end)) = (&found, self.is_kept, &end) {
                let named = scene.with_pieces(world.pieces());
                found = Some((FoundThing::NotFinite, end.sentence(&named)));
            }
            if let Some((what, why)) = found {
                if part.found.is_empty() {
                    part.why = why;
                }
                return part.found.push(FoundRun { index, what, frame: world.frame() });
            }
            if end.is_some() || world.frame() >= self.last {
                return;
            }
            world.step();
        }
    }
}

impl Hunted {
    /// Both together.
    fn with(self, other: Self) -> Self {
        let begin = |part: &Self| part.found.first().map_or(usize::MAX, |found| found.index);
        let (first, second) = if begin(&self) <= begin(&other) { (self, other) } else { (other, self) };
        let mut found = first.found;
        found.extend(second.found);
        sorting::sort_by_key(&mut found, |found| found.index);
        let refusals = [first.first_refused, second.first_refused];
        Self {
            runs: first.runs + second.runs,
            refused: first.refused + second.refused,
            first_refused: refusals.into_iter().flatten().min_by_key(|(index, _)| *index),
            found,
            why: first.why,
        }
    }
}
