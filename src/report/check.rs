//! The command `check`: steps a scene to the frames of its expectations.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use collide2d::World;

use crate::platform::plain;
use crate::platform::sorting;
use crate::report::not_finite::NotFinite;
use crate::report::stops::{StopFrame, StopWatch};
use crate::report::why::CameThroughWatch;
use crate::scene::query::ask::AskedQueries;
use crate::scene::{Expectation, NamedBody, Scene, SceneError, SceneQuery};

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Index in the scene's `expect`.
    pub line: usize,
    /// Names of its query and bodies, in the order written; of a stop that names none, empty.
    pub names: Vec<String>,
    /// After this many steps; of a range of frames the one that decides.
    pub frame: u64,
    pub expected: String,
    /// The state found, in words.
    pub found: String,
}

impl Failure {
    /// Of a line in its own frame, where this is found instead.
    fn of(line: usize, expectation: &Expectation, found: String) -> Self {
        Self {
            line,
            names: expectation.named().into_iter().map(str::to_owned).collect(),
            frame: expectation.frame(),
            expected: expectation.words(|length| format!("{length:?}")).in_full,
            found,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line: _, names, frame, expected, found } = self;
        let names: Vec<_> = names.iter().map(|name| plain::quoted(name)).collect();
        let of = if names.is_empty() { String::new() } else { format!("{} ", names.join(" and ")) };
        write!(f, "{of}at frame {frame}: expected {expected}; found {found}")
    }
}

/// The expectations of a scene, prepared for checking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    /// Indices in the scene.
    by_frame: BTreeMap<u64, Vec<usize>>,
    /// The bodies that they name.
    bodies: HashMap<String, NamedBody>,
    queries: AskedQueries,
    /// The last frame that a [`RangesWatch`] needs.
    last_of_ranges: Option<u64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// The expectations that do not hold, in file order.
    pub failures: Vec<Failure>,
    /// Why the expectations of later frames do not hold.
    pub end: Option<NotFinite>,
}

/// Steps the scene to the frames of its expectations, in order, as long as its state is finite. What is expected of later
/// frames does not hold.
pub fn check(scene: &Scene) -> Result<Checked, SceneError> {
    let mut world = scene.to_world()?;
    let expected = Expected::of(scene);
    let (mut failures, mut end) = (Vec::new(), None);
    let mut ranges = RangesWatch::of(scene);
    let mut through = CameThroughWatch::new(ranges.asks_crossings());
    let last = expected.last();
    loop {
        let came_through = through.step_to(&world);
        let frame = StopFrame { came_through: &came_through, ..StopFrame::of_steps(&world) };
        let found = expected.check(scene, &world).chain(ranges.see(scene, &frame));
        failures.extend(found.filter_map(|(index, failure)| Some((index, failure?))));
        if world.frame() >= last || end.is_some() {
            break;
        }
        world.step();
        end = NotFinite::of(&world);
    }
    if let Some(end) = &end {
        let after = expected.by_frame.iter().filter(|(frame, _)| **frame > world.frame());
        let unreached = after.flat_map(|(_, lines)| lines.iter().copied());
        let undecided = ranges.watches.iter().map(|(index, _)| *index);
        failures.extend(unreached.chain(undecided).filter_map(|index| {
            let found = format!("the state is no longer finite from frame {} on", end.frame);
            Some((index, Failure::of(index, scene.expect.get(index)?, found)))
        }));
    }
    sorting::sort_by_key(&mut failures, |(index, _)| *index);
    Ok(Checked { failures: failures.into_iter().map(|(_, failure)| failure).collect(), end })
}

/// The expectations that ask for a stop's condition in a range of frames, until each is decided.
#[derive(Clone, Debug)]
pub struct RangesWatch {
    /// Indices in the scene, each with its stop.
    watches: Vec<(usize, StopWatch)>,
}

impl RangesWatch {
    pub fn of(scene: &Scene) -> Self {
        let asked = scene.expect.iter().enumerate().filter_map(|(index, line)| {
            let (_, stop) = line.asked()?;
            Some((index, StopWatch::of(scene, [stop])))
        });
        Self { watches: asked.collect() }
    }

    /// Whether one asks what passed through each other.
    pub fn asks_crossings(&self) -> bool {
        self.watches.iter().any(|(_, watch)| watch.asks_crossings())
    }

    /// Looks at the frame that follows the last one: those that it decides by their index in the scene, each with its
    /// failure, if any.
    pub fn see(&mut self, scene: &Scene, frame: &StopFrame<'_>) -> Vec<(usize, Option<Failure>)> {
        let mut decided = Vec::new();
        self.watches.retain_mut(|(index, watch)| {
            let Some(line) = scene.expect.get(*index) else { return false };
            let Some((frames, _)) = line.asked() else { return false };
            // What turned or rose since the frame before is known from two frames on.
            if frame.number + 1 < *frames.start() {
                return true;
            }
            let seen = watch.see(frame);
            if !frames.contains(&frame.number) {
                return frame.number < *frames.end();
            }
            let Some(holds) = line.decides(frame.number, !seen.is_empty()) else { return true };
            let failure = || {
                let named = scene.with_pieces(frame.world.pieces());
                let found = seen.first().map(|seen| watch.sentence(seen, &named));
                let found = found.unwrap_or_else(|| "it in no frame".to_owned());
                Failure { frame: frame.number, ..Failure::of(*index, line, found) }
            };
            decided.push((*index, (!holds).then(failure)));
            false
        });
        decided
    }
}

impl Expected {
    /// The expectations of a valid scene.
    pub fn of(scene: &Scene) -> Self {
        let (mut expected, find) = (Self::default(), scene.named_bodies());
        for (index, expectation) in scene.expect.iter().enumerate() {
            if expectation.asked().is_some() {
                expected.last_of_ranges = expected.last_of_ranges.max(Some(expectation.frame()));
                continue;
            }
            expected.by_frame.entry(expectation.frame()).or_default().push(index);
            let bodies = expectation.bodies().into_iter();
            let named = bodies.filter_map(|(_, name)| Some((name.to_owned(), find(name)?)));
            expected.bodies.extend(named);
        }
        let asked: HashSet<&str> = scene.expect.iter().filter_map(Expectation::query).collect();
        let is_asked = |query: &&SceneQuery| asked.contains(query.name.as_str());
        expected.queries = AskedQueries::with(scene, scene.queries.iter().filter(is_asked).cloned());
        expected
    }

    /// The frames that expectations of one frame are for, in order.
    pub fn frames(&self) -> impl Iterator<Item = u64> + '_ {
        self.by_frame.keys().copied()
    }

    /// The last frame that an expectation is for.
    pub fn last(&self) -> u64 {
        self.frames().last().max(self.last_of_ranges).unwrap_or_default()
    }

    /// The expectations of `world`'s frame by their index in the scene, each with its failure, if any. Only
    /// the bodies that they name are looked at.
    pub fn check<'c>(
        &'c self,
        scene: &'c Scene,
        world: &'c World,
    ) -> impl Iterator<Item = (usize, Option<Failure>)> + 'c {
        let of_frame = self.by_frame.get(&world.frame()).into_iter().flatten();
        of_frame.filter_map(|index| {
            let expectation = scene.expect.get(*index)?;
            Some((*index, self.failure(*index, expectation, scene, world)))
        })
    }

    fn failure(
        &self,
        line: usize,
        expectation: &Expectation,
        scene: &Scene,
        world: &World,
    ) -> Option<Failure> {
        let find = |name: &str| {
            let found = self.bodies.get(name).and_then(|body| body.find(world));
            let frame = expectation.frame();
            found.ok_or_else(|| format!("{} does not exist at frame {frame}", plain::label(name)))
        };
        let name = |index: u32| {
            let named = scene.with_pieces(world.pieces());
            plain::quoted(named.bodies.get(index as usize).map_or("?", |body| &body.name))
        };
        let found = expectation.observe(world, &self.queries, find, name).err()?;
        Some(Failure::of(line, expectation, found))
    }
}
