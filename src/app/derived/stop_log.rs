//! The stops of a scene or a recording, read off its frames as they are computed or compared: where each holds, and
//! why. With them the expectations of a scene that ask for a range of frames.

use collide2d::{Leaf, World};

use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::Difference;
use crate::report::check::Failure;
use crate::report::stops::StopSeen;
use crate::report::until::{RecordingStops, SceneStops};
use crate::scene::{Expectation, Scene, SceneQuery, Stop, StopKind};

/// Most places at which stops hold that are kept.
const MOST_MARKS: usize = 100_000;

/// A frame at which a stop holds.
#[derive(Clone, Debug, PartialEq)]
pub struct StopMark {
    pub frame: u64,
    /// Index in the scene's `stops`.
    pub stop: usize,
    pub why: String,
    /// The bodies that it is about.
    pub bodies: Vec<u32>,
    /// Of a ghost contact: the bodies with the parts or segments that it is of.
    pub leaves: Option<[(u32, Leaf); 2]>,
}

/// The stops of a run. It takes the frame that follows the last one, and no other.
#[derive(Clone, Debug, Default)]
pub struct StopLog {
    watched: Option<WatchedRun>,
    /// The next frame to read; of a recording its index.
    next: u64,
    /// Ascending.
    marks: Vec<StopMark>,
    /// Expectations of ranges that are decided, by their index in the scene.
    decided: Vec<(usize, Option<Failure>)>,
    /// What it reads, to know a change.
    lines: (Vec<Stop>, Vec<Expectation>, Vec<SceneQuery>),
}

#[derive(Clone, Debug)]
struct WatchedRun {
    /// With the names of the bodies.
    scene: Scene,
    of: WatchedStops,
    /// For each stop that is watched, its index in the scene.
    indices: Vec<usize>,
}

#[derive(Clone, Debug)]
enum WatchedStops {
    Scene(Box<SceneStops>),
    Recording(Box<RecordingStops>),
}

impl StopLog {
    /// Reads the stops of this scene that are not muted; starts over if its lines changed.
    pub fn watch(&mut self, scene: &Scene) {
        let (stops, expect, queries) = &self.lines;
        if *stops == scene.stops && *expect == scene.expect && *queries == scene.queries {
            return;
        }
        let (indices, stops) = heard(&scene.stops);
        let asks = scene.expect.iter().any(|line| line.asked().is_some());
        let is_used = !stops.is_empty() || asks;
        let watched = is_used.then(|| WatchedRun {
            of: WatchedStops::Scene(Box::new(SceneStops::of(scene, stops))),
            scene: scene.clone(),
            indices,
        });
        let lines = (scene.stops.clone(), scene.expect.clone(), scene.queries.clone());
        *self = Self { watched, lines, ..Self::default() };
    }

    /// [`StopLog::watch`] of a recording; returns whether its lines changed.
    pub fn watch_recording(&mut self, recording: &Recording, stops: &[Stop]) -> bool {
        if self.lines.0 == stops {
            return false;
        }
        let (indices, heard) = heard(stops);
        let scene = recording.scene();
        let watched = (!heard.is_empty()).then(|| WatchedRun {
            of: WatchedStops::Recording(Box::new(RecordingStops::of(&scene, heard))),
            scene,
            indices,
        });
        *self = Self { watched, lines: (stops.to_vec(), Vec::new(), Vec::new()), ..Self::default() };
        true
    }

    /// Reads the world if its frame is the next one.
    pub fn take(&mut self, world: &World) {
        let Some(WatchedRun { scene, of: WatchedStops::Scene(stops), .. }) = &mut self.watched else {
            return;
        };
        if world.frame() != self.next || self.marks.len() >= MOST_MARKS {
            return;
        }
        let seen = stops.see(scene, world).into_iter().filter(|seen| seen.is_new);
        let reasons: Vec<_> = seen.map(|seen| (stops.sentence(&seen, scene, world), seen)).collect();
        self.decided.extend(stops.take_decided());
        self.mark(world.frame(), reasons);
    }

    /// Reads the next frame of a recording. `differences`: those known of the frame.
    pub fn take_recorded<'d>(
        &mut self,
        recording: &Recording,
        every: &World,
        differences: impl Iterator<Item = &'d Difference>,
    ) {
        let Some(WatchedRun { scene, of: WatchedStops::Recording(stops), .. }) = &mut self.watched else {
            return;
        };
        if scene.bodies.len() < recording.body_count() {
            *scene = recording.scene();
        }
        let index = usize::try_from(self.next).unwrap_or(usize::MAX);
        let Some(frame) = recording.frames().get(index) else { return };
        let differences: Vec<String> = differences
            .filter(|found| found.frame == frame.frame)
            .map(|found| recording.pair_sentence(found))
            .collect();
        let seen = stops.see(recording, every, index, &differences);
        let seen = seen.into_iter().filter(|seen| seen.is_new);
        let reasons = seen.map(|seen| (stops.sentence(&seen, scene), seen)).collect();
        self.mark(frame.frame, reasons);
    }

    fn mark(&mut self, frame: u64, reasons: Vec<(String, StopSeen)>) {
        self.next += 1;
        let Some(WatchedRun { indices, .. }) = &self.watched else { return };
        for (why, seen) in reasons {
            let Some(stop) = indices.get(seen.stop).copied() else { continue };
            self.marks.push(StopMark {
                frame,
                stop,
                why,
                bodies: seen.cause.bodies(),
                leaves: seen.cause.leaves(),
            });
        }
    }

    /// The next frame that is needed, of a recording its index; `None`: none.
    pub fn due(&self) -> Option<u64> {
        (self.watched.is_some() && self.marks.len() < MOST_MARKS).then_some(self.next)
    }

    /// Whether a stop asks for differences of a recording.
    pub fn asks_differences(&self) -> bool {
        let asks = |stop: &Stop| !stop.muted && stop.condition.kind() == StopKind::Differs;
        self.lines.0.iter().any(asks)
    }

    /// The recording has dropped so many of its oldest frames, all before the frame `first`.
    pub fn forget(&mut self, dropped: usize, first: u64) {
        self.next = self.next.saturating_sub(dropped as u64);
        if let Some(WatchedRun { of: WatchedStops::Recording(stops), .. }) = &mut self.watched {
            stops.forget(dropped);
        }
        self.marks.retain(|mark| mark.frame >= first);
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

/// The stops that are not muted, with their indices.
fn heard(stops: &[Stop]) -> (Vec<usize>, Vec<&Stop>) {
    stops.iter().enumerate().filter(|(_, stop)| !stop.muted).unzip()
}
