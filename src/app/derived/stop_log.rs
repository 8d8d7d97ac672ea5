//! The stops of a scene, read off its frames as they are computed: where each holds, and why. With them the
//! expectations that ask for a range of frames.

use collide2d::World;

use crate::report::check::Failure;
use crate::report::until::SceneStops;
use crate::scene::{Expectation, Scene, Stop};

/// Most places at which stops hold that are kept.
const MOST_MARKS: usize = 100_000;

/// A frame at which a stop holds.
#[derive(Clone, Debug, PartialEq)]
pub struct StopMark {
    pub frame: u64,
    /// Index in the scene's `stops`.
    pub stop: usize,
    /// The reason, in a sentence.
    pub why: String,
    /// The bodies that it is about.
    pub bodies: Vec<u32>,
}

/// The stops of a run. It takes the frame that follows the last one, and no other.
#[derive(Clone, Debug, Default)]
pub struct StopLog {
    watched: Option<WatchedScene>,
    /// The next frame to read.
    next: u64,
    /// Ascending.
    marks: Vec<StopMark>,
    /// Expectations of ranges that are decided, by their index in the scene.
    decided: Vec<(usize, Option<Failure>)>,
    /// What it reads, to know a change.
    lines: (Vec<Stop>, Vec<Expectation>),
}

#[derive(Clone, Debug)]
struct WatchedScene {
    scene: Scene,
    stops: SceneStops,
    /// For each stop that is watched, its index in the scene.
    indices: Vec<usize>,
}

impl StopLog {
    /// Reads the stops of this scene that are not muted; starts over if its lines changed.
    pub fn watch(&mut self, scene: &Scene) {
        if self.lines.0 == scene.stops && self.lines.1 == scene.expect {
            return;
        }
        let heard = scene.stops.iter().enumerate().filter(|(_, stop)| !stop.muted);
        let (indices, stops): (Vec<_>, Vec<_>) = heard.unzip();
        let asks = scene.expect.iter().any(|line| line.asked().is_some());
        let is_used = !stops.is_empty() || asks;
        let watched = is_used.then(|| WatchedScene {
            stops: SceneStops::of(scene, stops),
            scene: scene.clone(),
            indices,
        });
        *self = Self { watched, lines: (scene.stops.clone(), scene.expect.clone()), ..Self::default() };
    }

    /// Reads the world if its frame is the next one.
    pub fn take(&mut self, world: &World) {
        let Some(WatchedScene { scene, stops, indices }) = &mut self.watched else { return };
        if world.frame() != self.next || self.marks.len() >= MOST_MARKS {
            return;
        }
        self.next += 1;
        for seen in stops.see(scene, world).into_iter().filter(|seen| seen.is_new) {
            let Some(stop) = indices.get(seen.stop).copied() else { continue };
            let (why, bodies) = (stops.sentence(&seen, scene, world), seen.cause.bodies());
            self.marks.push(StopMark { frame: world.frame(), stop, why, bodies });
        }
        self.decided.extend(stops.take_decided());
    }

    /// The next frame that is needed; `None`: none.
    pub fn due(&self) -> Option<u64> {
        (self.watched.is_some() && self.marks.len() < MOST_MARKS).then_some(self.next)
    }

    /// Where stops hold, in the frames that are read.
    pub fn marks(&self) -> &[StopMark] {
        &self.marks
    }

    /// The first stop that holds at this frame.
    pub fn at(&self, frame: u64) -> Option<&StopMark> {
        self.marks
            .get(self.marks.partition_point(|mark| mark.frame < frame))
            .filter(|mark| mark.frame == frame)
    }

    /// The first frame after this one, or the last one before it, at which a stop holds.
    pub fn next_to(&self, frame: u64, is_forward: bool) -> Option<u64> {
        let at = self.marks.partition_point(|mark| mark.frame < frame);
        if is_forward {
            self.marks.iter().skip(at).map(|mark| mark.frame).find(|known| *known > frame)
        } else {
            Some(self.marks.get(at.checked_sub(1)?)?.frame)
        }
    }

    /// How often this stop holds, in the frames that are read.
    pub fn hits(&self, stop: usize) -> usize {
        self.marks.iter().filter(|mark| mark.stop == stop).count()
    }

    /// The expectations that were decided since the last call, each with its failure, if any.
    pub fn take_decided(&mut self) -> Vec<(usize, Option<Failure>)> {
        std::mem::take(&mut self.decided)
    }
}
