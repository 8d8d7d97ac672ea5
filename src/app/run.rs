//! The run of the scene, simulated or recorded: the present state, the frames around it, the inside of a step, and
//! the old future.

#[cfg(not(target_os = "unknown"))]
pub mod beside;
pub mod frame_source;
pub mod frames;
pub mod inside;
pub mod kept;
pub mod next_step;
pub mod old_future;
pub mod playback;
mod playing;
pub mod simulation;

use std::collections::HashMap;
use std::time::Duration;

use collide2d::{Body, Piece, World};

use crate::app::looking::pairs::Pair;
use crate::app::run::frame_source::FrameSource;
use crate::app::run::frames::Frames;
use crate::app::run::inside::Inside;
use crate::app::run::kept::{KeptRun, MOST_KEPT};
use crate::app::run::old_future::OldFuture;
use crate::app::run::playback::Playback;
use crate::app::run::simulation::{DEFAULT_BUDGET, Simulation};
use crate::elsewhere::recording::StoredFrame;
use crate::elsewhere::recording::compare::Tolerances;
use crate::scene::Scene;

/// The old future gets one part in this many of the memory for checkpoints.
const OLD_FUTURE_SHARE: usize = 4;
/// Longest wait for a frame that is sought; the rest of the way is computed from tick to tick.
const SEEK_TIME: Duration = Duration::from_millis(100);
/// Longest time in one drawn frame for readings of past frames.
const CATCH_UP_TIME: Duration = Duration::from_millis(8);
/// Time of a frame that has the time of the frame before. Seconds.
pub const SAME_TIME: f64 = 1.0 / 60.0;
/// Time in one drawn frame after which the comparison with a recording begins no further part.
const COMPARE_TIME: Duration = Duration::from_millis(1);

/// What is read off the frames: what is shown, and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Impulses of the step that led to the present frame.
    pub impulses: bool,
    /// Frames that trails go back; 0 without trails.
    pub trail: u64,
    /// Events of persisting contacts.
    pub persist: bool,
    /// Energy and momentum.
    pub motion: bool,
    pub pair: Option<Pair>,
    /// Frames beyond the present one for which the distance is computed while time is paused.
    pub ahead: u64,
    /// The old future at the present frame.
    pub old_future: bool,
}

/// Identifies the state that a reading was made of; a reading with another stamp than the run's is stale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Counts runs.
    pub run: u64,
    /// Counts states on the canvas.
    pub shown: u64,
    /// Counts readings off other frames, the old future's included.
    pub readings: u64,
}

/// Two runs, the present one and the old future, and the present position in them.
#[derive(Debug)]
pub struct Run {
    pub frames: Box<dyn FrameSource>,
    /// Memory for the checkpoints of both runs. Bytes.
    budget: usize,
    /// The step from the present frame to the next, while its inside is shown.
    pub inside: Option<Inside>,
    /// The run from before the last edit at a past frame.
    pub old_future: Option<OldFuture>,
    /// Runs that are kept to compare.
    pub kept: Vec<KeptRun>,
    /// How many frames after that of the document's first run each run began, by the hash of its first state: an edit at
    /// frame 40 begins a run, and an undo brings the one before it back.
    origins: HashMap<u64, i64>,
    /// That of the present run.
    origin: i64,
    /// What is read off the frames; [`Run::want`] sets it.
    pub wanted: Wanted,
    pub playing: bool,
    pub backwards: bool,
    /// Playing stays within these frames.
    pub range: Option<(u64, u64)>,
    /// It begins again at the other end.
    pub repeats: bool,
    /// Time runs until an event of this pair after this frame.
    pub awaited: Option<(Pair, u64)>,
    /// Speed of playing, 0.1 to 4.
    pub speed: f32,
    /// Seconds that have passed but are not stepped yet.
    time_debt: f64,
    /// A frame that is being computed, because it was too far to reach at once.
    pub seeking: Option<u64>,
    /// The run in which a message said that a step was full of contacts.
    pub warned_full: Option<u64>,
    /// A reading is stale if its stamp differs from this one.
    pub stamp: Stamp,
    /// Processor time of steps and their readings.
    pub spent: Duration,
}

impl Run {
    /// Starts paused at frame 0 of `world`.
    pub fn new(world: World) -> Self {
        Self {
            frames: Box::new(Simulation::new(world, DEFAULT_BUDGET)),
            budget: DEFAULT_BUDGET,
            inside: None,
            old_future: None,
            kept: Vec::new(),
            origins: HashMap::new(),
            origin: 0,
            wanted: Wanted::default(),
            playing: false,
            backwards: false,
            range: None,
            repeats: true,
            awaited: None,
            speed: 1.0,
            time_debt: 0.0,
            seeking: None,
            warned_full: None,
            stamp: Stamp::default(),
            spent: Duration::ZERO,
        }
    }

    pub fn world(&self) -> &World {
        self.frames.world()
    }

    /// The pieces of the latest computed frame; each of an earlier frame is one of them.
    pub fn pieces(&self) -> &[Piece] {
        let inside = self.inside.as_ref().map_or(&[][..], |inside| inside.recording.world().pieces());
        let known = self.frames.pieces();
        if inside.len() > known.len() { inside } else { known }
    }

    /// The state on the canvas: the present one, or inside a step that of the stage.
    pub fn shown(&self) -> &World {
        self.inside.as_ref().map_or(self.frames.world(), |inside| inside.recording.world())
    }

    pub fn frame(&self) -> u64 {
        self.frames.frame()
    }

    /// Time of the present frame. Seconds.
    pub fn time(&self) -> f64 {
        self.frames.time_of(self.frame())
    }

    /// Memory that the frames take, the old future's included, and its limit. Bytes.
    pub fn memory(&self) -> (usize, usize) {
        let old_future = self.old_future.as_ref().map_or(0, OldFuture::memory);
        let limit = self.frames.playback().map_or(self.budget, |playback| playback.limit);
        (self.frames.memory() + old_future, limit)
    }

    /// Whether work goes on from tick to tick: a seek, readings of past frames, the old future.
    pub fn is_working(&self) -> bool {
        let late = |old: &OldFuture| old.frame() != self.frame();
        self.seeking.is_some()
            || self.frames.is_behind(self.frames_ahead())
            || self.kept.iter().any(|kept| kept.is_behind(self.place(), self.origin))
            || (self.wanted.old_future && self.old_future.as_ref().is_some_and(late))
    }

    /// Shows another frame, and pauses not.
    fn go(&mut self, frame: u64) {
        self.stamp.shown += u64::from(frame != self.frame());
        let there = self.frames.seek_for(frame, SEEK_TIME);
        self.seeking = (!there).then_some(frame);
    }

    /// Sets the memory for checkpoints. Bytes.
    pub fn set_budget(&mut self, bytes: usize) {
        if let Some(playback) = self.frames.playback_mut() {
            playback.limit = bytes;
            return;
        }
        self.budget = bytes;
        self.share_budget();
    }

    /// Seeks a frame and leaves the inside of a step; pauses. The rest of a long way is left to
    /// [`Run::tick`].
    pub fn seek(&mut self, frame: u64) {
        self.inside = None;
        self.playing = false;
        self.awaited = None;
        self.stamp.shown += 1;
        self.go(frame);
    }

    /// Enters the step from the present frame to the next, before its first stage, unless a seek is under
    /// way; returns whether it did. The `selected` pair is tested even where both bodies are static.
    pub fn enter_step(&mut self, selected: Option<Pair>) -> bool {
        let enters = self.seeking.is_none();
        if enters {
            self.inside = Some(match self.frames.playback() {
                Some(playback) => Inside::of_detection(playback.world(), selected),
                None => Inside::of(self.frames.world(), selected),
            });
            self.stamp.shown += 1;
        }
        enters
    }

    /// Shows the state after this many stages of the step, at least one.
    pub fn show_stage(&mut self, done: usize, scene: &Scene) {
        if let Some(inside) = &mut self.inside {
            inside.go_to(done, scene);
            self.stamp.shown += 1;
        }
    }

    /// Leaves the inside of a step; returns whether it was shown.
    pub fn leave_step(&mut self) -> bool {
        let left = self.inside.take().is_some();
        self.stamp.shown += u64::from(left);
        left
    }

    /// Forgets what is computed beyond the present frame, because it will be otherwise.
    pub fn cut_future(&mut self) {
        self.leave_step();
        self.seeking = None;
        if let Some(simulation) = self.frames.simulation()
            && simulation.cut_future()
        {
            self.stamp.run += 1;
            self.stamp.shown += 1;
        }
    }

    /// Begins a run from `world`, an edit of the present state. The present run becomes the old future if it
    /// had frames ahead.
    pub fn begin(&mut self, world: World) {
        self.note_origin();
        self.origin += i64::try_from(self.frame()).unwrap_or(0);
        let old = self.exchange(Box::new(Simulation::new(world, self.budget)));
        if let Some(old) = old.into_simulation().filter(|old| old.last_frame() > old.frame()) {
            self.old_future = Some(OldFuture::of(old));
        }
        self.time_debt = 0.0;
        self.share_budget();
    }

    /// Begins a run of another scene, paused; nothing of the present run is kept.
    pub fn begin_other_scene(&mut self, world: World) {
        self.begin_other(Box::new(Simulation::new(world, self.budget)));
    }

    /// Begins to play a recording, at its first frame, paused; nothing of the present run is kept.
    pub fn begin_recording(&mut self, playback: Playback) {
        self.begin_other(Box::new(playback));
    }

    fn begin_other(&mut self, frames: Box<dyn FrameSource>) {
        self.exchange(frames);
        self.playing = false;
        self.time_debt = 0.0;
        self.forget_old_future();
        (self.origin, self.origins) = (0, HashMap::new());
        self.kept.clear();
    }

    /// Remembers where the present run began, but of the first run before its first step: what is not known began there.
    fn note_origin(&mut self) {
        let is_first = self.origin == 0 && self.frame() == 0;
        if let Some(simulation) = self.frames.simulation().filter(|_| !is_first) {
            self.origins.insert(simulation.first().hash(), self.origin);
        }
    }

    /// Keeps the present run of this scene to compare; the oldest one goes where there are too many.
    pub fn keep(&mut self, what: &str, scene: &Scene) {
        if let Some(simulation) = self.frames.simulation().cloned() {
            self.keep_run(what, simulation, scene);
        }
    }

    /// Keeps the run of another scene, which begins at the `start` of this one, to compare.
    pub fn keep_from(&mut self, what: &str, start: World, scene: &Scene) {
        if self.frames.playback().is_none() {
            self.keep_run(what, Simulation::new(start, self.budget), scene);
        }
    }

    fn keep_run(&mut self, what: &str, simulation: Simulation, scene: &Scene) {
        self.kept.push(KeptRun::new(&self.kept, what, simulation, scene, self.origin));
        if self.kept.len() > MOST_KEPT {
            self.kept.remove(0);
        }
        self.stamp.readings += 1;
    }

    /// Forgets the kept run of this index.
    pub fn forget_kept(&mut self, index: usize) {
        if index < self.kept.len() {
            self.kept.remove(index);
            self.stamp.readings += 1;
        }
    }

    /// Of each kept run the bodies that are elsewhere at the present frame, with those of their names.
    pub fn kept_elsewhere(&self) -> Vec<Vec<(u32, Body)>> {
        self.kept.iter().map(|kept| kept.elsewhere(self.world(), self.origin)).collect()
    }

    /// The present run, its frame, and its last one.
    fn place(&self) -> (u64, u64, u64) {
        (self.stamp.run, self.frame(), self.frames.last_frame())
    }

    /// Whether the present frame is one of a recording that tells no velocities: those in the world are 0.
    pub fn lacks_velocities(&self) -> bool {
        self.frames.playback().is_some_and(|playback| !playback.tells_velocities())
    }

    /// Whether the present frame is one of a recording that does not tell this body's velocity.
    pub fn lacks_velocity_of(&self, body: u32) -> bool {
        self.frames.playback().is_some_and(|playback| !playback.tells_velocity_of(body))
    }

    /// Adds frames to the recording. While it plays and shows the last frame it goes on to the newest one, or to where a
    /// stop holds, which ends playing. Returns why frames were refused: they do not follow the last one.
    pub fn add_recorded(&mut self, frames: impl IntoIterator<Item = StoredFrame>) -> Vec<String> {
        let Some(playback) = self.frames.playback_mut() else { return Vec::new() };
        let follows = self.playing && !self.backwards && playback.is_at_end();
        let (before, was_empty) = (playback.frame(), playback.is_empty());
        let refused = playback.add(frames);
        if follows && !playback.is_empty() && playback.follow(was_empty) {
            self.playing = false;
        }
        // Readings off the present frame are stale only if it is another one.
        self.stamp.shown += u64::from(was_empty || before != playback.frame());
        refused
    }

    /// Follows the newest frame of a recording that goes on.
    pub fn follow_newest(&mut self) {
        if self.frames.playback().is_some_and(|playback| playback.goes_on) {
            self.seek(u64::MAX);
            (self.playing, self.backwards) = (true, false);
        }
    }

    /// Compares the recording again with what counts as the same.
    pub fn compare(&mut self, tolerances: Tolerances) {
        if let Some(playback) = self.frames.playback_mut() {
            playback.compare(tolerances);
            self.stamp.readings += 1;
        }
    }

    /// Restores a run for undo: it began as `start` and stands at `moment` (frame 0 if `None`), paused.
    pub fn restore(&mut self, start: World, moment: Option<World>) {
        self.note_origin();
        self.origin = self.origins.get(&start.hash()).copied().unwrap_or(0);
        self.exchange(match moment {
            Some(moment) => Box::new(Simulation::at_moment(start, moment, self.budget)),
            None => Box::new(Simulation::new(start, self.budget)),
        });
        self.playing = false;
        self.forget_old_future();
    }

    pub fn forget_old_future(&mut self) {
        self.old_future = None;
        self.stamp.readings += 1;
        self.share_budget();
    }

    /// Sets what is read off the frames from now on.
    pub fn want(&mut self, wanted: Wanted) {
        self.wanted = wanted;
        if let Some(simulation) = self.frames.simulation() {
            simulation.watch_impulses(wanted.impulses);
            simulation.set_trail(wanted.trail);
        }
        let log = self.frames.log_mut();
        log.set_persist(wanted.persist);
        log.set_motion(wanted.motion);
        log.set_pair(wanted.pair);
    }

    /// Requests a copy of the world at each of these frames; drops earlier requests.
    pub fn want_copies(&mut self, frames: impl IntoIterator<Item = u64>) {
        if let Some(simulation) = self.frames.simulation() {
            simulation.want(frames);
        }
    }

    /// Makes readings of past frames, and brings the old future to the present frame.
    fn catch_up(&mut self) {
        let ahead = self.frames_ahead();
        if self.frames.is_behind(ahead) {
            let time = if self.frames.playback().is_some() { COMPARE_TIME } else { CATCH_UP_TIME };
            self.frames.catch_up(ahead, time);
            self.stamp.readings += 1;
        }
        let (place, origin) = (self.place(), self.origin);
        if let Some(simulation) = self.frames.simulation() {
            for kept in self.kept.iter_mut().filter(|kept| kept.is_behind(place, origin)) {
                kept.catch_up(simulation, place, origin, CATCH_UP_TIME);
                self.stamp.readings += 1;
            }
        }
        let frame = self.frame();
        if self.wanted.old_future
            && let Some(old) = &mut self.old_future
            && old.frame() != frame
        {
            old.seek_for(frame, CATCH_UP_TIME);
            self.stamp.readings += 1;
        }
    }

    fn frames_ahead(&self) -> u64 {
        if self.playing { 0 } else { self.wanted.ahead }
    }

    fn exchange(&mut self, frames: Box<dyn FrameSource>) -> Box<dyn FrameSource> {
        self.inside = None;
        self.seeking = None;
        self.range = None;
        self.stamp.run += 1;
        self.stamp.shown += 1;
        std::mem::replace(&mut self.frames, frames)
    }

    /// Splits the memory for checkpoints between the two runs.
    fn share_budget(&mut self) {
        let part = self.old_future.as_ref().map_or(0, |_| self.budget / OLD_FUTURE_SHARE);
        if let Some(old) = &mut self.old_future {
            old.set_budget(part);
        }
        if let Some(simulation) = self.frames.simulation() {
            simulation.set_budget(self.budget - part);
        }
    }
}
