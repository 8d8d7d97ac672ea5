//! Runs that are kept to compare: each is shown at the frame of the present run, and stepped beside it from its start, so
//! that the first frame that differs is told, and how the two grow apart.

use std::collections::HashMap;
use std::time::Duration;

use collide2d::{Body, World};

use crate::app::run::frames::Frames as _;
use crate::app::run::simulation::Simulation;
use crate::platform::clock::Instant;
use crate::scene::Scene;

pub const MOST_KEPT: usize = 5;
/// Memory for the checkpoints of each. Bytes.
const BUDGET: usize = 4 << 20;
/// Most frames that are compared.
const MOST_FRAMES: usize = 1 << 16;

#[derive(Clone, Debug)]
pub struct KeptRun {
    /// Counts the runs that were kept.
    number: u32,
    /// "run 1: Rigid".
    pub label: String,
    simulation: Simulation,
    names: Vec<String>,
    /// The frame at which it began, counted from the first run of the document.
    base: i64,
    /// Bodies of one name: of the present run, and of this one.
    pairs: Vec<(u32, u32)>,
    /// The document's revision that they are of.
    paired: Option<u64>,
    growth: Option<Growth>,
}

/// The largest distance of two bodies of one name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Apart {
    /// Of their centres.
    pub metres: f32,
    /// In the present run.
    pub body: u32,
}

/// How two runs grow apart.
#[derive(Clone, Debug)]
struct Growth {
    /// The present run that it is of.
    of: u64,
    mine: World,
    theirs: World,
    /// The present run's frame at which both have begun.
    from: u64,
    /// From that frame on.
    apart: Vec<Apart>,
    /// The first frame in which a bit of a pose differs.
    first: Option<u64>,
}

impl KeptRun {
    /// Keeps a run of this scene after others; `what` tells them apart in few words.
    pub(in crate::app) fn new(
        others: &[Self],
        what: &str,
        simulation: Simulation,
        scene: &Scene,
        base: i64,
    ) -> Self {
        let mut simulation = simulation.without_log();
        simulation.set_budget(BUDGET);
        let number = others.last().map_or(1, |last| last.number + 1);
        let label = format!("run {number}: {what}");
        let names = scene.bodies.iter().map(|body| body.name.clone()).collect();
        Self { number, label, simulation, names, base, pairs: Vec::new(), paired: None, growth: None }
    }

    /// Pairs its bodies with those of the present scene, by name.
    pub(in crate::app) fn pair_up(&mut self, scene: &Scene, revision: u64) {
        if self.paired.replace(revision) == Some(revision) {
            return;
        }
        let known: HashMap<&str, u32> = self.names.iter().map(String::as_str).zip(0..).collect();
        let present = scene.bodies.iter().zip(0..);
        let pairs = present.filter_map(|(body, index)| Some((index, *known.get(body.name.as_str())?)));
        let pairs = pairs.collect();
        if self.pairs != pairs {
            (self.pairs, self.growth) = (pairs, None);
        }
    }

    /// Its state at that frame of the present run, which began at `origin`; `None`: not reached yet, or before its start.
    fn world_at(&self, frame: u64, origin: i64) -> Option<&World> {
        let world = self.simulation.world();
        (i64::try_from(world.frame()).ok()? + self.base == i64::try_from(frame).ok()? + origin)
            .then_some(world)
    }

    /// Its bodies at that frame that are not where those of their names are in the `shown` world.
    pub fn elsewhere(&self, shown: &World, origin: i64) -> Vec<(u32, Body)> {
        let theirs = self.world_at(shown.frame(), origin);
        theirs.map_or_else(Vec::new, |theirs| elsewhere(shown, theirs, self.pairs.iter().copied()))
    }

    /// The first frame of the present run in which a body of the same name is elsewhere, as far as both are compared.
    pub fn first_difference(&self) -> Option<u64> {
        self.growth.as_ref()?.first
    }

    /// How far they are apart in a frame of the present run; `None`: not compared yet.
    pub fn apart_at(&self, frame: u64) -> Option<Apart> {
        let growth = self.growth.as_ref()?;
        growth.apart.get(usize::try_from(frame.checked_sub(growth.from)?).ok()?).copied()
    }

    /// The frames of the present run that are compared, with the distances.
    pub fn apart(&self) -> impl Iterator<Item = (u64, Apart)> {
        self.growth.iter().flat_map(|growth| (growth.from..).zip(growth.apart.iter().copied()))
    }

    /// Whether it is still on the way to that frame of the present run, whose last one is `last`.
    pub(in crate::app) fn is_behind(&self, (run, frame, last): (u64, u64, u64), origin: i64) -> bool {
        let reaches = i64::try_from(frame).is_ok_and(|frame| frame + origin >= self.base);
        let is_compared = self.growth.as_ref().is_some_and(|growth| growth.of == run && growth.is_at(last));
        !is_compared || (reaches && self.world_at(frame, origin).is_none() && self.simulation.end().is_none())
    }

    /// Goes to the frame of the present run and compares on, for as long as `time` allows.
    pub(in crate::app) fn catch_up(
        &mut self,
        present: &Simulation,
        (run, frame, last): (u64, u64, u64),
        origin: i64,
        time: Duration,
    ) {
        let begin = Instant::now();
        let own = i64::try_from(frame).unwrap_or(i64::MAX).saturating_add(origin - self.base);
        if let Ok(own) = u64::try_from(own) {
            self.simulation.seek_for(own, time / 2);
        }
        if self.growth.as_ref().is_none_or(|growth| growth.of != run) {
            self.growth = Some(Growth {
                of: run,
                mine: present.first_world(),
                theirs: self.simulation.first_world(),
                from: u64::try_from(self.base - origin).unwrap_or(0),
                apart: Vec::new(),
                first: None,
            });
        }
        let ahead = u64::try_from(origin - self.base).unwrap_or(0);
        let Some(growth) = &mut self.growth else { return };
        while !growth.is_at(last) && begin.elapsed() < time {
            growth.step(&self.pairs, ahead);
        }
    }
}

impl Growth {
    fn is_at(&self, last: u64) -> bool {
        let compared = self.from + self.apart.len() as u64;
        compared > last || self.apart.len() >= MOST_FRAMES
    }

    /// One step of the two, or of the one that began earlier.
    fn step(&mut self, pairs: &[(u32, u32)], ahead: u64) {
        let next = self.from + self.apart.len() as u64;
        if self.theirs.frame() < ahead + self.apart.len() as u64 {
            self.theirs.step();
        } else if self.mine.frame() < next {
            self.mine.step();
        } else {
            let (apart, differs) = apart(&self.mine, &self.theirs, pairs);
            if differs {
                self.first = self.first.or(Some(next));
            }
            self.apart.push(apart);
        }
    }
}

/// The bodies of `theirs` whose pose or shape differs from that of their counterpart in `shown`, each with its index in
/// `shown`. `pairs`: counterparts, that of `shown` first.
pub fn elsewhere(shown: &World, theirs: &World, pairs: impl Iterator<Item = (u32, u32)>) -> Vec<(u32, Body)> {
    let elsewhere = pairs.filter_map(|(mine, other)| {
        let body = theirs.body(other).filter(|body| !body.is_removed())?;
        let is_same = |one: &Body| one.pose() == body.pose() && one.shape() == body.shape();
        (!shown.body(mine).is_some_and(is_same)).then(|| (mine, body.clone()))
    });
    elsewhere.collect()
}

/// The largest distance, and whether a bit of a pose differs.
fn apart(mine: &World, theirs: &World, pairs: &[(u32, u32)]) -> (Apart, bool) {
    let (mut most, mut differs) = (Apart::default(), false);
    for &(body, other) in pairs {
        let Some((one, two)) = mine.body(body).zip(theirs.body(other)) else { continue };
        if one.is_removed() || two.is_removed() {
            differs |= one.is_removed() != two.is_removed();
            continue;
        }
        differs |= one.pose() != two.pose();
        let metres = one.pose().position.distance(two.pose().position);
        if metres > most.metres {
            most = Apart { metres, body };
        }
    }
    (most, differs)
}
