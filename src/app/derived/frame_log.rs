//! What is read off the frames as they are computed: events, energy and momentum, the distance of a pair,
//! trails.
//!
//! Each kind of reading covers a run of frames without a gap. It takes only the frame that follows its last
//! one, so stepping back and forth neither repeats nor skips a frame; a reading turned on late is filled in
//! by [`crate::app::run::simulation::Simulation::catch_up`].

use std::collections::{BTreeSet, VecDeque};
use std::ops::RangeInclusive;

use collide2d::{ContactEvent, Energy, Momentum, Phase, SolverKind, World, separation};
use glam::Vec2;

use crate::app::derived::moment_log::MomentLog;
use crate::app::derived::stop_log::StopLog;
use crate::app::derived::watch_log::{MOST_FRAMES, WatchLog};
use crate::app::looking::pairs::Pair;

/// Most events that are kept; the oldest frames go first. About 10 MB.
pub const MOST_EVENTS: usize = 200_000;
pub const MOST_TRAILS: usize = 500;

/// A frame at which contacts begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventMark {
    pub frame: u64,
    /// Contacts that began.
    pub begins: u32,
    /// Contacts that ended.
    pub ends: u32,
}

/// Energy and momentum of the scene at a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotionSample {
    /// Joules.
    pub energy: Energy,
    /// Newton seconds.
    pub momentum: Momentum,
}

/// How far apart a pair is at a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairSample {
    /// Metres; negative: depth. NaN: one of them is not there.
    pub separation: f32,
    /// The solver had a contact of the pair in the step to this frame; of a recording: its engine told one.
    pub acted: bool,
}

/// The events of the frames computed, oldest first.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    events: VecDeque<ContactEvent>,
    /// Events that were dropped to make room.
    forgotten: u64,
    /// Frames read so far; frame 0 has no events.
    read: u64,
    marks: Vec<EventMark>,
    persist: bool,
    /// Changes when the log starts over.
    generation: u64,
}

/// The readings, and how far each has come.
#[derive(Clone, Debug, Default)]
pub struct FrameLog {
    /// Contacts that begin, end and, on request, persist.
    pub events: EventLog,
    /// Where stops hold.
    pub stops: StopLog,
    /// What happens besides contacts that begin and end.
    pub moments: MomentLog,
    pub watched: WatchLog,
    motion: Option<Vec<MotionSample>>,
    pair: Option<(Pair, Vec<PairSample>)>,
    trail: Option<Trail>,
    /// Frames to copy once they are computed.
    wanted: BTreeSet<u64>,
    copies: Vec<World>,
    off: bool,
}

/// The recent positions of the bodies that move.
#[derive(Clone, Debug)]
struct Trail {
    length: u64,
    bodies: Vec<u32>,
    first: u64,
    places: VecDeque<Vec<Vec2>>,
}

impl EventLog {
    /// Number of the next event: all events logged so far, dropped ones included.
    pub fn end(&self) -> u64 {
        self.forgotten + self.events.len() as u64
    }

    /// Number of the oldest event that is kept.
    pub fn begin(&self) -> u64 {
        self.forgotten
    }

    pub fn get(&self, number: u64) -> Option<&ContactEvent> {
        self.events.get(usize::try_from(number.checked_sub(self.forgotten)?).ok()?)
    }

    /// The events from this number on.
    pub fn since(&self, number: u64) -> impl Iterator<Item = (u64, &ContactEvent)> {
        let skipped = number.saturating_sub(self.forgotten);
        let skip = usize::try_from(skipped).unwrap_or(usize::MAX);
        (self.forgotten + skipped..).zip(self.events.iter().skip(skip))
    }

    pub fn between(&self, frames: RangeInclusive<u64>) -> impl Iterator<Item = &ContactEvent> {
        let first = self.events.partition_point(|event| event.frame < *frames.start());
        self.events.iter().skip(first).take_while(move |event| event.frame <= *frames.end())
    }

    pub fn iter(&self) -> impl Iterator<Item = &ContactEvent> {
        self.events.iter()
    }

    /// Frames at which contacts begin or end, ascending; dropped events are included.
    pub fn marks(&self) -> &[EventMark] {
        &self.marks
    }

    /// Frames read so far.
    pub fn frames(&self) -> u64 {
        self.read
    }

    /// Whether persisting contacts are logged.
    pub fn persist(&self) -> bool {
        self.persist
    }

    /// Changes when the log starts over.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    fn set_persist(&mut self, persist: bool) {
        if persist != self.persist {
            let generation = self.generation + 1;
            *self = Self { persist, generation, ..Self::default() };
        }
    }

    fn take(&mut self, world: &World) {
        if world.frame() != self.read + 1 {
            return;
        }
        self.read += 1;
        let mut mark = EventMark { frame: self.read, begins: 0, ends: 0 };
        for event in world.events() {
            match event.phase {
                Phase::Begin => mark.begins += 1,
                Phase::End => mark.ends += 1,
                Phase::Persist if !self.persist => continue,
                Phase::Persist => {}
            }
            self.events.push_back(*event);
        }
        if mark.begins + mark.ends > 0 {
            self.marks.push(mark);
        }
        while self.events.len() > MOST_EVENTS {
            self.events.pop_front();
            self.forgotten += 1;
        }
    }
}

impl FrameLog {
    /// A log that reads nothing.
    pub fn off() -> Self {
        Self { off: true, ..Self::default() }
    }

    /// Reads `world` for every reading whose next frame it is.
    pub fn take(&mut self, world: &World) {
        if self.off {
            return;
        }
        let frame = world.frame();
        self.events.take(world);
        self.stops.take(world);
        self.moments.take(world);
        self.watched.take(world);
        if self.wanted.remove(&frame) {
            self.copies.push(world.clone());
        }
        if let Some(samples) = &mut self.motion
            && samples.len() as u64 == frame
            && samples.len() < MOST_FRAMES
        {
            samples.push(MotionSample { energy: world.energy(), momentum: world.momentum() });
        }
        if let Some(trail) = &mut self.trail {
            trail.take(world);
        }
        self.take_ahead(world);
    }

    /// Reads a frame beyond the last computed one: the distance of the pair alone.
    pub fn take_ahead(&mut self, world: &World) {
        if let Some((pair, samples)) = &mut self.pair
            && samples.len() as u64 == world.frame()
            && samples.len() < MOST_FRAMES
        {
            samples.push(PairSample::of(world, *pair));
        }
    }

    /// The next frame that a reading needs. `last` is the last computed frame, `ahead` the frames beyond
    /// `present` up to which the distance of the pair is predicted.
    pub fn due(&self, present: u64, last: u64, ahead: u64) -> Option<u64> {
        if self.off {
            return None;
        }
        let run = |len: usize, to: u64| (len < MOST_FRAMES).then_some(len as u64).filter(|next| *next <= to);
        [
            Some(self.events.read + 1).filter(|next| *next <= last),
            self.stops.due().filter(|next| *next <= last),
            self.moments.due().filter(|next| *next <= last),
            self.watched.due().filter(|next| *next <= last),
            self.wanted.first().copied().filter(|frame| *frame <= last),
            self.motion.as_ref().and_then(|samples| run(samples.len(), last)),
            self.pair.as_ref().and_then(|(_, samples)| run(samples.len(), last.max(present + ahead))),
            self.trail.as_ref().map(Trail::next).filter(|next| *next <= present),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// Sets whether persisting contacts are logged; a change starts the log over.
    pub fn set_persist(&mut self, persist: bool) {
        self.events.set_persist(persist);
    }

    /// Turns the reading of energy and momentum on, or off and forgets it.
    pub fn set_motion(&mut self, on: bool) {
        if on != self.motion.is_some() {
            self.motion = on.then(Vec::new);
        }
    }

    /// Reads the distance of this pair alone.
    pub fn set_pair(&mut self, pair: Option<Pair>) {
        if pair != self.pair.as_ref().map(|(pair, _)| *pair) {
            self.pair = pair.map(|pair| (pair, Vec::new()));
        }
    }

    /// The pair whose distance is read, and the place of the next frame to read among the frames; `None`: none.
    pub fn due_pair(&self) -> Option<(Pair, usize)> {
        let (pair, samples) = self.pair.as_ref()?;
        (samples.len() < MOST_FRAMES).then_some((*pair, samples.len()))
    }

    /// Takes the distance in that frame.
    pub fn take_pair(&mut self, sample: PairSample) {
        if let Some((_, samples)) = &mut self.pair {
            samples.push(sample);
        }
    }

    /// A recording has dropped so many of its oldest frames, of which this was the first that is left.
    pub fn forget(&mut self, dropped: usize, first: u64) {
        self.stops.forget(dropped, first);
        self.moments.forget(dropped, first);
        self.watched.forget(dropped);
        if let Some((_, samples)) = &mut self.pair {
            samples.drain(..dropped.min(samples.len()));
        }
    }

    /// Keeps the positions of the last `length` frames before `present`; 0 keeps none.
    pub fn set_trail(&mut self, length: u64, world: &World) {
        if length == 0 {
            self.trail = None;
            return;
        }
        let present = world.frame();
        let first = present.saturating_sub(length);
        let trail = self.trail.get_or_insert_with(|| Trail {
            length,
            bodies: (0..)
                .zip(world.bodies())
                .filter(|(_, body)| !body.is_static())
                .map(|(index, _)| index)
                .take(MOST_TRAILS)
                .collect(),
            first,
            places: VecDeque::new(),
        });
        trail.length = length;
        // A jump out of the kept window starts it over; otherwise frames that fall behind are dropped.
        if first < trail.first || first > trail.next() {
            trail.places.clear();
            trail.first = first;
        }
        while trail.first + 2 * length < first {
            trail.places.pop_front();
            trail.first += 1;
        }
    }

    /// Requests a copy of the world at each of these frames, once it is computed; drops earlier requests.
    pub fn want(&mut self, frames: impl IntoIterator<Item = u64>) {
        self.wanted = frames.into_iter().collect();
        self.copies.clear();
    }

    /// Takes the copies made so far.
    pub fn take_copies(&mut self) -> Vec<World> {
        std::mem::take(&mut self.copies)
    }

    /// Energy and momentum by frame, from frame 0; empty while they are not read.
    pub fn motion(&self) -> &[MotionSample] {
        self.motion.as_deref().unwrap_or_default()
    }

    /// The pair whose distance is read, and its distance by frame, from the first one.
    pub fn pair(&self) -> Option<(Pair, &[PairSample])> {
        self.pair.as_ref().map(|(pair, samples)| (*pair, samples.as_slice()))
    }

    /// For each body that leaves a trail, the positions of its centre up to frame `present`, oldest first.
    pub fn trails(&self, present: u64) -> Vec<(u32, Vec<Vec2>)> {
        let Some(trail) = &self.trail else { return Vec::new() };
        let count = (trail.next()).min(present + 1).saturating_sub(trail.first) as usize;
        let skip = count.saturating_sub(trail.length as usize + 1);
        let place = |slot: usize| {
            let places = trail.places.iter().take(count).skip(skip);
            places.filter_map(|frame| frame.get(slot).copied()).collect()
        };
        trail.bodies.iter().enumerate().map(|(slot, &body)| (body, place(slot))).collect()
    }
}

impl PairSample {
    fn of(world: &World, (a, b): Pair) -> Self {
        let Some((body_a, body_b)) = world.body(a).zip(world.body(b)) else {
            return Self { separation: f32::NAN, acted: false };
        };
        let first = world.events().partition_point(|event| (event.pair.a(), event.pair.b()) < (a, b));
        let mut events =
            world.events()[first..].iter().take_while(|event| (event.pair.a(), event.pair.b()) == (a, b));
        let solved =
            |e: &ContactEvent| e.phase != Phase::End && e.resolved_by.is_none() && e.waiting_since.is_none();
        Self {
            separation: separation(body_a.shape(), body_a.pose(), body_b.shape(), body_b.pose()),
            acted: world.settings().solver != SolverKind::Off && events.any(solved),
        }
    }
}

impl Trail {
    fn next(&self) -> u64 {
        self.first + self.places.len() as u64
    }

    fn take(&mut self, world: &World) {
        if world.frame() == self.next() {
            let place = |index: &u32| world.bodies().get(*index as usize).map(collide2d::Body::center);
            self.places.push_back(self.bodies.iter().filter_map(place).collect());
        }
    }
}
