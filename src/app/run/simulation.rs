//! Time in both directions: the present world, and checkpoints to restore.
//!
//! A world steps bit for bit the same on every run, so any frame is exact: the nearest checkpoint at or
//! before it is restored and stepped on. Every frame is a checkpoint until the memory budget is reached; then
//! every other checkpoint is dropped, and so on. The readings of each computed frame are kept in
//! [`FrameLog`].

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use collide2d::{PairContact, Piece, World, WorldInput};

use crate::app::derived::frame_log::FrameLog;
use crate::app::run::frames::{Frames, Played};
use crate::app::run::next_step::{NextStep, Stepped, step};
use crate::explain::stages::Impulses;
use crate::platform::clock::Instant;
use crate::report::not_finite::NotFinite;

/// Default memory for checkpoints. Bytes.
pub const DEFAULT_BUDGET: usize = 64 << 20;
/// The next step is computed beside the drawing where the last one took so long; a thread costs less.
const LONG_STEP: Duration = Duration::from_micros(500);

/// The world at one frame, and the way to any other frame.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// With what the next step reuses of the last one, which no checkpoint has: that takes more memory than the state.
    present: Arc<World>,
    /// Of the latest computed frame.
    pieces: Vec<Piece>,
    /// Always holds frame 0.
    checkpoints: BTreeMap<u64, Arc<World>>,
    /// Frames between checkpoints, a power of two.
    interval: u64,
    bytes_each: usize,
    budget: usize,
    last_frame: u64,
    log: FrameLog,
    /// Steps through frames that must be read again.
    cursor: Option<World>,
    /// While time plays.
    next: NextStep,
    /// Of the last step.
    step_time: Duration,
    /// Every step is observed for its impulses.
    watches_impulses: bool,
    impulses: Option<Impulses>,
    /// Why no later frame is computed.
    end: Option<NotFinite>,
    /// The inputs of the worlds that are stepped, where they are not those of the first one.
    inputs: Option<Vec<WorldInput>>,
}

impl Simulation {
    /// Starts at frame 0. `budget` in bytes; frame 0 is kept in any case.
    pub fn new(start: World, budget: usize) -> Self {
        let bytes_each = world_bytes(&start);
        let mut log = FrameLog::default();
        log.take(&start);
        let start = Arc::new(start);
        Self {
            checkpoints: BTreeMap::from([(start.frame(), Arc::clone(&start))]),
            end: NotFinite::of(&start),
            present: start,
            pieces: Vec::new(),
            interval: 1,
            bytes_each,
            budget,
            last_frame: 0,
            log,
            cursor: None,
            next: NextStep::default(),
            step_time: Duration::ZERO,
            watches_impulses: false,
            impulses: None,
            inputs: None,
        }
    }

    /// Starts at frame 0, with `moment` as the present state; it must be a later state of `start`.
    pub fn at_moment(start: World, moment: World, budget: usize) -> Self {
        let mut simulation = Self::new(start, budget);
        simulation.pieces = moment.pieces().to_vec();
        simulation.present = Arc::new(moment);
        simulation.last_frame = simulation.present.frame();
        simulation.end = NotFinite::of(&simulation.present);
        simulation.keep();
        simulation
    }

    /// The state at frame 0.
    pub fn first(&self) -> &Arc<World> {
        self.checkpoints.values().next().unwrap_or(&self.present)
    }

    /// Limit for the memory of the checkpoints. Bytes.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Sets the limit for the memory of the checkpoints. Bytes.
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
        self.interval = 1;
        self.thin();
    }

    /// Turns all readings off.
    pub fn without_log(mut self) -> Self {
        self.log = FrameLog::off();
        self.cursor = None;
        self.watches_impulses = false;
        self
    }

    /// One frame forward, unless the run ends here.
    pub fn step(&mut self) {
        if self.end().is_some() {
            return;
        }
        let next = self.frame() + 1;
        if let Some(known) = self.checkpoints.get(&next) {
            self.present = self.with_inputs(known);
        } else {
            (self.impulses, self.step_time) = match self.next.take(next) {
                Some(Stepped { world, impulses, time }) => {
                    self.present = Arc::new(world);
                    (impulses, time)
                }
                None => {
                    let begin = Instant::now();
                    let impulses = step(Arc::make_mut(&mut self.present), self.watches_impulses);
                    (impulses, begin.elapsed())
                }
            };
            self.last_frame = self.last_frame.max(self.frame());
            self.end = self.end.take().or_else(|| NotFinite::of(&self.present));
            self.keep();
        }
        if self.present.pieces().len() > self.pieces.len() {
            self.pieces = self.present.pieces().to_vec();
        }
        self.log.take(&self.present);
    }

    /// Goes to `frame`, bit for bit as stepped, or to the end of the run before it.
    pub fn seek(&mut self, frame: u64) {
        while !self.seek_for(frame, Duration::from_secs(60)) {}
    }

    /// Begins the next step beside the drawing, where steps take long.
    fn begin_next(&mut self) {
        let next = self.frame() + 1;
        if self.step_time >= LONG_STEP && !self.checkpoints.contains_key(&next) && self.next.can_begin(next) {
            // The step goes on from the present world, and its copy is drawn meanwhile.
            let known = self.checkpoints.get(&self.frame());
            let copy =
                known.map_or_else(|| Arc::new(World::clone(&self.present)), |known| self.with_inputs(known));
            let before = mem::replace(&mut self.present, copy);
            self.next.begin(before, self.watches_impulses);
        }
    }

    /// The latest available world at or before `frame`: the cursor, the present one or a checkpoint.
    fn start_for(&mut self, frame: u64) -> World {
        let known = self.checkpoints.range(..=frame).next_back().map(|(_, world)| world);
        let present = Some(&self.present).filter(|world| world.frame() <= frame);
        let best = known.into_iter().chain(present).max_by_key(|world| world.frame());
        let best_frame = best.map_or(0, |world| world.frame());
        match self.cursor.take() {
            Some(cursor) if (best_frame..=frame).contains(&cursor.frame()) => cursor,
            _ => Arc::unwrap_or_clone(self.with_inputs(best.unwrap_or(&self.present))),
        }
    }

    /// The world at a frame up to the present one; the present frame stays.
    pub fn world_at(&mut self, frame: u64) -> World {
        let mut world = self.start_for(frame.min(self.frame()));
        while world.frame() < frame {
            world.step();
        }
        world
    }

    /// Replaces the inputs; those of the frames before the present one must be the same.
    pub fn set_inputs(&mut self, inputs: Vec<WorldInput>) {
        self.cursor = None;
        self.next.forget();
        self.inputs = Some(inputs);
        self.present = self.with_inputs(&self.present);
    }

    /// The state at frame 0, with the inputs that are done now.
    pub fn first_world(&self) -> World {
        Arc::unwrap_or_clone(self.with_inputs(self.first()))
    }

    fn with_inputs(&self, world: &Arc<World>) -> Arc<World> {
        let mut world = Arc::clone(world);
        if let Some(inputs) = &self.inputs {
            // Inputs of a valid scene are valid.
            let _ = Arc::make_mut(&mut world).set_inputs(inputs.clone());
        }
        world
    }

    /// Forgets the frames beyond the present one, and reads all others again; returns whether there were any.
    pub fn cut_future(&mut self) -> bool {
        let frame = self.frame();
        if self.last_frame == frame {
            return false;
        }
        self.checkpoints.retain(|known, _| *known <= frame);
        self.last_frame = frame;
        self.end = NotFinite::of(&self.present);
        self.log = FrameLog::default();
        self.cursor = None;
        true
    }

    /// Keeps the positions of bodies over the last `length` frames; 0 keeps none.
    pub fn set_trail(&mut self, length: u64) {
        self.log.set_trail(length, &self.present);
    }

    /// Requests a copy of the world at each of these frames: made at once where the world is available, else
    /// when the frame is computed. Drops earlier requests.
    pub fn want(&mut self, frames: impl IntoIterator<Item = u64>) {
        let frames: BTreeSet<u64> = frames.into_iter().collect();
        self.log.want(frames.iter().copied());
        for frame in frames {
            if let Some(known) = self.checkpoints.get(&frame) {
                self.log.take(known);
            }
        }
        self.log.take(&self.present);
    }

    /// Turns the observation of impulses in every step on or off.
    pub fn watch_impulses(&mut self, on: bool) {
        self.watches_impulses = on;
        if !on {
            self.impulses = None;
        }
    }

    fn keep(&mut self) {
        if self.frame().is_multiple_of(self.interval) {
            self.bytes_each = self.bytes_each.max(world_bytes(&self.present));
            self.checkpoints.insert(self.frame(), Arc::new(World::clone(&self.present)));
            self.thin();
        }
    }

    fn thin(&mut self) {
        while self.memory() > self.budget && self.checkpoints.len() > 1 {
            self.interval = self.interval.saturating_mul(2);
            let interval = self.interval;
            self.checkpoints.retain(|frame, _| *frame == 0 || frame.is_multiple_of(interval));
        }
    }
}

impl Frames for Simulation {
    fn world(&self) -> &World {
        &self.present
    }

    fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    fn frame(&self) -> u64 {
        self.present.frame()
    }

    fn end(&self) -> Option<&NotFinite> {
        self.end.as_ref().filter(|end| end.frame <= self.frame())
    }

    fn last_frame(&self) -> u64 {
        self.last_frame
    }

    fn memory(&self) -> usize {
        self.checkpoints.len() * self.bytes_each
    }

    fn log(&self) -> &FrameLog {
        &self.log
    }

    fn log_mut(&mut self) -> &mut FrameLog {
        &mut self.log
    }

    fn seek_for(&mut self, frame: u64, time: Duration) -> bool {
        let begin = Instant::now();
        let from = self.checkpoints.range(..=frame).next_back();
        if let Some((&known, world)) = from
            && (self.frame() > frame || known > self.frame())
        {
            self.present = self.with_inputs(world);
        }
        while self.frame() < frame && self.end().is_none() {
            self.step();
            if begin.elapsed() >= time {
                break;
            }
        }
        self.frame() == frame || self.end().is_some()
    }

    fn catch_up(&mut self, ahead: u64, time: Duration) {
        let begin = Instant::now();
        while let Some(frame) = self.log.due(self.frame(), self.last_frame, ahead) {
            if begin.elapsed() >= time {
                return;
            }
            if frame == self.frame() {
                self.log.take(&self.present);
            } else if let Some(known) = self.checkpoints.get(&frame) {
                self.log.take(known);
            } else {
                let mut world = self.start_for(frame);
                if world.frame() < frame {
                    world.step();
                }
                if world.frame() <= self.last_frame {
                    self.log.take(&world);
                } else {
                    self.log.take_ahead(&world);
                }
                self.cursor = Some(world);
            }
        }
        self.cursor = None;
    }

    fn is_behind(&self, ahead: u64) -> bool {
        self.log.due(self.frame(), self.last_frame, ahead).is_some()
    }

    fn impulses(&mut self) -> Option<&Impulses> {
        let frame = self.frame();
        if !self.watches_impulses || frame == 0 {
            return None;
        }
        if self.impulses.as_ref().is_none_or(|impulses| impulses.frame != frame) {
            let mut before = self.world_at(frame - 1);
            self.impulses = Some(Impulses::of_step(&mut before));
        }
        self.impulses.as_ref()
    }

    fn spent_beside(&self) -> Duration {
        self.next.spent
    }

    fn time_of(&self, frame: u64) -> f64 {
        self.present.time_of(frame)
    }

    fn frame_after(&self, frames: i64) -> u64 {
        self.frame().saturating_add_signed(frames)
    }

    fn play(&mut self, seconds: f64, time: Duration, last: u64) -> Played {
        let (begin, mut left) = (Instant::now(), seconds);
        loop {
            let timestep = f64::from(self.present.timestep());
            // A rounding error of the clock must not cost a frame.
            if left < timestep * (1.0 - 1.0e-4) {
                self.begin_next();
                return Played::On(left);
            }
            if self.end().is_some() || self.frame() == last {
                return Played::AtEnd;
            }
            self.step();
            if self.log.stops.at(self.frame()).is_some() {
                return Played::AtStop;
            }
            left = if begin.elapsed() > time { 0.0 } else { (left - timestep).max(0.0) };
        }
    }
}

/// Estimated size of a copy of the world. Bytes.
fn world_bytes(world: &World) -> usize {
    // A polygon's points are shared by all copies.
    let bodies = size_of_val(world.bodies());
    // Each contact is also stored as touching; the number of events follows that of contacts.
    let contacts = world.contacts().len() * (size_of::<PairContact>() + 2 * size_of::<u64>());
    size_of::<World>() + bodies + contacts + size_of_val(world.events()) + size_of_val(world.waiting())
}
