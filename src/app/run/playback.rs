//! A recording that is played: the present frame as a world, and the comparison of all frames, which goes on from
//! tick to tick.

use std::time::Duration;

use collide2d::{Body, World, separation};

use crate::app::derived::frame_log::{FrameLog, PairSample};
use crate::app::derived::stop_log::StopLog;
use crate::app::looking::pairs::Pair;
use crate::app::run::SAME_TIME;
#[cfg(not(target_os = "unknown"))]
use crate::app::run::beside::Beside;
use crate::app::run::frames::{Frames, Played};
use crate::elsewhere::recording::compare::{CompareStep, Comparing, Comparison, PassingPairs, Tolerances};
use crate::elsewhere::recording::systematic::Systematic;
use crate::elsewhere::recording::systematic::search::Search;
use crate::elsewhere::recording::{BackgroundReading, Recording, StoredFrame, TheirContact};
use crate::platform::clock::Instant;
use crate::scene::{Scene, SceneError};

mod followed;
mod shown;

pub use followed::{GamePause, Lack};

/// Most differences that are listed, the worst.
pub const MOST_DIFFERENCES: usize = 10_000;
/// Memory for the frames of a recording that goes on. Bytes.
const DEFAULT_LIMIT: usize = 256 << 20;
/// Most tests of pairs in earlier frames, to know how they met, as another frame is shown.
const MOST_PAIR_TESTS: usize = 200_000;

/// A frame in which the two differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferenceMark {
    pub frame: u64,
    pub count: usize,
}

/// A recording and the present position in it.
#[derive(Debug)]
pub struct Playback {
    pub recording: Recording,
    every: World,
    /// Index of the present frame.
    pub index: usize,
    world: World,
    /// What one-way bodies and one-sided chains let pass in the present frame.
    passing: PassingPairs,
    /// Stops, moments and watched numbers alone: there are no steps to read anything else off.
    log: FrameLog,
    comparing: Comparing,
    /// A second recording.
    #[cfg(not(target_os = "unknown"))]
    pub beside: Option<Beside>,
    /// Errors of the whole recording, once all frames are compared.
    search: Option<Search>,
    /// How many frames there were when they were looked for.
    searched: usize,
    /// No frame comes any more, and what is missing at the end is told.
    is_ended: bool,
    /// The frames with differences, ascending.
    pub marks: Vec<DifferenceMark>,
    /// Frames are added while it is shown.
    pub goes_on: bool,
    /// The rest of its file, which a thread reads.
    pub reading: Option<BackgroundReading>,
    /// Memory that the frames take. Bytes.
    memory: usize,
    /// Limit of that memory, for one that goes on. Bytes.
    pub limit: usize,
    /// Oldest frames that were dropped to make room.
    pub dropped: u64,
    /// How many frames had come when it was saved last.
    saved: u64,
    /// What there was no room for when the oldest were dropped last.
    pub lacks: Option<Lack>,
    /// A stop has asked the game that sends it to pause, and that was not resumed.
    pub pause: Option<GamePause>,
    /// A stop pauses the game only after this frame.
    heard: Option<u64>,
}

impl Playback {
    /// Begins at the first frame. One that `goes_on` gets frames by [`Playback::add`].
    pub fn new(recording: Recording, goes_on: bool) -> Result<Self, SceneError> {
        let every = recording.every_body()?;
        let mut playback = Self {
            world: World::default(),
            passing: PassingPairs::default(),
            memory: recording.memory(),
            limit: DEFAULT_LIMIT,
            recording,
            every,
            index: 0,
            log: FrameLog::off(),
            comparing: Comparing::new(Tolerances::default()),
            #[cfg(not(target_os = "unknown"))]
            beside: None,
            search: None,
            searched: 0,
            is_ended: false,
            marks: Vec::new(),
            goes_on,
            reading: None,
            dropped: 0,
            saved: 0,
            lacks: None,
            pause: None,
            heard: None,
        };
        playback.go_to(0);
        Ok(playback)
    }

    /// Gets the rest of its frames from what a thread reads.
    pub fn reading_on(self, reading: Option<BackgroundReading>) -> Self {
        Self { reading, ..self }
    }

    /// Whether it has no frame yet.
    pub fn is_empty(&self) -> bool {
        self.recording.frames().is_empty()
    }

    /// Whether the present frame is the last one.
    pub fn is_at_end(&self) -> bool {
        self.index >= self.last_index()
    }

    /// What was found so far, the worst first; at most [`MOST_DIFFERENCES`] of the differences.
    pub fn comparison(&self) -> &Comparison {
        self.comparing.comparison()
    }

    /// The nearest frame after the present one, or before it, in which something differs, and the recorded bodies of the
    /// worst of its differences that are listed.
    pub fn difference_beside(&self, is_forward: bool) -> Option<(u64, Option<(u32, u32)>)> {
        let frame = self.number(self.index);
        let mark = if is_forward {
            self.marks.get(self.marks.partition_point(|mark| mark.frame <= frame))
        } else {
            self.marks[..self.marks.partition_point(|mark| mark.frame < frame)].last()
        };
        let frame = mark?.frame;
        let worst = self.comparison().differences.iter().find(|difference| difference.frame == frame);
        Some((frame, worst.map(|difference| difference.bodies)))
    }

    /// Number of all differences found so far, those that are not listed included.
    pub fn found(&self) -> usize {
        self.marks.iter().map(|mark| mark.count).sum()
    }

    /// Errors of the whole recording found so far.
    pub fn errors(&self) -> &[Systematic] {
        self.search.as_ref().map_or(&[], Search::errors)
    }

    /// Sentences on sensors and what touches them in ours, where nothing is ever told of two such bodies.
    pub fn silent(&self) -> impl Iterator<Item = String> {
        self.comparison().silent.iter().map(|pair| pair.sentence(&self.recording))
    }

    /// Whether no frame comes any more, and what is missing at the end is not told yet.
    fn awaits_end(&self) -> bool {
        !self.goes_on && self.reading.is_none() && !self.is_ended
    }

    /// Whether these are to be looked for: all frames are compared, and they were not looked for yet, or a recording that
    /// goes on is twice as long.
    fn is_unsearched(&self) -> bool {
        let frames = self.recording.frames().len();
        frames > 0 && self.is_compared() && (self.searched == 0 || frames >= 2 * self.searched)
    }

    pub fn tolerances(&self) -> Tolerances {
        self.comparing.tolerances()
    }

    /// Whether every frame is compared.
    pub fn is_compared(&self) -> bool {
        self.comparing.is_done(&self.recording)
    }

    /// Frames compared, of those that the recording still has.
    pub fn compared(&self) -> usize {
        self.comparing.done()
    }

    /// The number of the frame that [`Playback::seek`] goes to.
    pub fn frame_at(&self, frame: u64) -> u64 {
        self.number(self.index_before(frame))
    }

    /// Goes to the frame that was there at the engine's frame of this number.
    pub fn seek(&mut self, frame: u64) {
        self.go_to(self.index_before(frame));
    }

    /// Reads the stops and watched numbers of its scene.
    pub fn watch(&mut self, scene: &Scene) {
        if self.log.stops.watch_recording(&self.recording, &scene.stops) {
            self.ignore_past_stops();
        }
        self.log.watched.watch(scene);
    }

    /// Whether a second recording is not compared yet.
    fn compares_beside(&self) -> bool {
        #[cfg(not(target_os = "unknown"))]
        return self.beside.as_ref().is_some_and(|beside| beside.comparison.is_none());
        #[cfg(target_os = "unknown")]
        return false;
    }

    fn has_unwatched(&self) -> bool {
        let frames = self.recording.frames().len() as u64;
        self.log.watched.due().is_some_and(|due| due < frames)
    }

    /// The pair whose distance is read, and the index of the next frame to read, where there is one.
    fn due_pair(&self) -> Option<(Pair, usize)> {
        self.log.due_pair().filter(|(_, index)| *index < self.recording.frames().len())
    }

    fn read_pair(&mut self, (a, b): Pair, index: usize) {
        let separation = || {
            let shape = |shape: u32| self.every.body(shape).map(Body::shape);
            let [pose_a, pose_b] = [self.recording.pose_of(a, index)?, self.recording.pose_of(b, index)?];
            Some(separation(shape(a)?, &pose_a, shape(b)?, &pose_b))
        };
        let is_theirs = |contact: TheirContact| contact.bodies == (a, b) && contact.touches();
        let sample = PairSample {
            separation: separation().unwrap_or(f32::NAN),
            acted: self.recording.their_contacts(index).any(is_theirs),
        };
        self.log.take_pair(sample);
    }

    fn has_unread_moments(&self) -> bool {
        self.log.moments.due_recorded(&self.recording).is_some()
    }

    /// Index of the next frame to search for stops, where that can be done.
    fn due_stops(&self) -> Option<usize> {
        let due = usize::try_from(self.log.stops.due()?).ok()?;
        let differs = !self.log.stops.asks_differences() || due < self.comparing.done();
        (due < self.recording.frames().len() && differs).then_some(due)
    }

    fn read_stops(&mut self) {
        let differences = self.comparing.comparison().differences.iter();
        self.log.stops.take_recorded(&self.recording, &self.every, differences);
    }

    /// Whether a stop holds in the frame of this index; `None`: it is not known yet.
    fn stops_at(&mut self, index: usize) -> Option<bool> {
        while self.due_stops().is_some_and(|due| due <= index) {
            self.read_stops();
        }
        let is_read = self.log.stops.due().is_none_or(|due| due > index as u64);
        is_read.then(|| self.log.stops.at(self.number(index)).is_some())
    }

    /// Compares again from the first frame.
    pub fn compare(&mut self, tolerances: Tolerances) {
        self.comparing = Comparing::new(tolerances);
        self.marks.clear();
        if self.log.stops.asks_differences() {
            self.log.stops = StopLog::default();
        }
        (self.search, self.searched, self.is_ended) = (None, 0, false);
    }

    /// Who moves farther in a frame was put there, in metres; `None`: by its size and velocity.
    pub fn teleport(&self) -> Option<f32> {
        self.log.moments.teleport()
    }

    /// Marks so many differences more of a frame.
    fn mark(&mut self, frame: u64, count: usize) {
        let place = self.marks.partition_point(|mark| mark.frame < frame);
        match self.marks.get_mut(place).filter(|mark| mark.frame == frame) {
            Some(mark) => mark.count += count,
            None => self.marks.insert(place, DifferenceMark { frame, count }),
        }
    }

    fn go_to(&mut self, index: usize) {
        self.index = index;
        self.world = self.passing.world_at(&self.recording, &self.every, index, MOST_PAIR_TESTS);
    }

    /// The world of the frame of this index; `passing`: what a frame near it let pass.
    fn judged(&self, passing: &mut PassingPairs, index: usize) -> World {
        passing.world_at(&self.recording, &self.every, index, MOST_PAIR_TESTS)
    }

    fn last_index(&self) -> usize {
        self.recording.frames().len().saturating_sub(1)
    }

    /// Index of the frame of this number, or of the one before; of the first if there is none.
    fn index_before(&self, frame: u64) -> usize {
        let frames = self.recording.frames();
        frames.partition_point(|known| known.frame <= frame).saturating_sub(1)
    }

    fn number(&self, index: usize) -> u64 {
        self.recording.frames().get(index).map_or(0, |frame| frame.frame)
    }

    /// Whether the present frame tells velocities.
    pub fn tells_velocities(&self) -> bool {
        self.recording.frames().get(self.index).is_some_and(StoredFrame::tells_velocities)
    }

    /// Whether the present frame tells a body's velocity.
    pub fn tells_velocity_of(&self, body: u32) -> bool {
        self.recording.frames().get(self.index).is_some_and(|frame| frame.tells_velocity_of(body))
    }

    fn time(&self, index: usize) -> f64 {
        self.recording.frames().get(index).map_or(0.0, |frame| frame.time)
    }
}

impl Frames for Playback {
    fn world(&self) -> &World {
        &self.world
    }

    fn frame(&self) -> u64 {
        self.number(self.index)
    }

    fn first_frame(&self) -> u64 {
        self.number(0)
    }

    fn last_frame(&self) -> u64 {
        self.number(self.last_index())
    }

    fn time_of(&self, frame: u64) -> f64 {
        self.time(self.index_before(frame))
    }

    fn log(&self) -> &FrameLog {
        &self.log
    }

    fn log_mut(&mut self) -> &mut FrameLog {
        &mut self.log
    }

    fn is_behind(&self, _: u64) -> bool {
        let is_searching = self.search.as_ref().is_some_and(|search| !search.is_done());
        !self.is_compared()
            || is_searching
            || self.is_unsearched()
            || self.due_stops().is_some()
            || self.has_unwatched()
            || self.due_pair().is_some()
            || self.reading.is_some()
            || self.awaits_end()
            || self.has_unread_moments()
            || self.compares_beside()
    }

    fn place(&self) -> usize {
        self.index
    }

    fn time_at(&self, place: usize) -> f64 {
        self.time(place)
    }

    fn frame_after(&self, frames: i64) -> u64 {
        let by = isize::try_from(frames).unwrap_or(if frames < 0 { isize::MIN } else { isize::MAX });
        self.number(self.index.saturating_add_signed(by).min(self.last_index()))
    }

    fn frame_before(&self, frame: u64) -> Option<u64> {
        self.index_before(frame).checked_sub(1).map(|index| self.number(index))
    }

    fn awaits_stops(&self) -> bool {
        self.log.stops.due().is_some_and(|due| due <= self.index as u64)
    }

    fn play(&mut self, seconds: f64, _: Duration, last: u64) -> Played {
        let (mut index, mut left) = (self.index, seconds);
        let last = self.index_before(last);
        while index < last {
            let passes = self.time(index + 1) - self.time(index);
            let passes = if passes > 0.0 { passes } else { SAME_TIME };
            // A rounding error of the clock must not cost a frame.
            if left < passes * (1.0 - 1.0e-4) {
                break;
            }
            left = (left - passes).max(0.0);
            match self.stops_at(index + 1) {
                Some(false) => index += 1,
                Some(true) => {
                    self.go_to(index + 1);
                    return Played::AtStop;
                }
                // The comparison comes first.
                None => {
                    left = 0.0;
                    break;
                }
            }
        }
        self.go_to(index);
        if index >= last { Played::AtEnd } else { Played::On(left) }
    }

    fn catch_up(&mut self, _: u64, time: Duration) {
        let begin = Instant::now();
        while self.due_stops().is_some() && begin.elapsed() < time {
            self.read_stops();
        }
        while self.has_unwatched() && begin.elapsed() < time {
            self.log.watched.take_recorded(&self.recording, &self.every);
        }
        while let Some((pair, index)) = self.due_pair()
            && begin.elapsed() < time
        {
            self.read_pair(pair, index);
        }
        #[cfg(not(target_os = "unknown"))]
        if let Some(beside) = &mut self.beside {
            beside.catch_up(&self.recording, time);
        }
        // The comparison has the other half, and all of it later.
        while self.has_unread_moments() && begin.elapsed() < time / 2 {
            self.log.moments.take_recorded(&self.recording, &self.every, self.goes_on);
        }
        while let Some(step) = self.comparing.step(&self.recording, &self.every) {
            match step {
                CompareStep::Frame { number, differences: count @ 1.. } => self.mark(number, count),
                CompareStep::Frame { .. } | CompareStep::Part => {}
            }
            if begin.elapsed() >= time {
                break;
            }
        }
        if self.awaits_end() && self.is_compared() {
            self.is_ended = true;
            let ended = self.comparing.end();
            ended.into_iter().for_each(|frame| self.mark(frame, 1));
        }
        self.comparing.keep_worst(MOST_DIFFERENCES);
        if self.is_unsearched() {
            let (tolerances, found) = (self.tolerances(), self.found());
            self.search = Some(Search::new(&self.recording, tolerances, self.comparing.comparison(), found));
            self.searched = self.recording.frames().len();
        }
        let Some(search) = &mut self.search else { return };
        while begin.elapsed() < time && search.step(&self.recording) {}
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn seek_for(&mut self, frame: u64, _: Duration) -> bool {
        self.seek(frame);
        true
    }
}
