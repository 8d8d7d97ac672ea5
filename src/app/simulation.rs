//! Time that runs both ways: the present world, and checkpoints to come back to.
//!
//! A world steps to the same bits on every run, so any frame is exact: the nearest checkpoint at or before it is restored and
//! stepped on. Every frame is a checkpoint until the memory budget is reached; then every other one goes, and so on.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use collide2d::world::PairContact;
use collide2d::{Body, Motion, Shape, World};
use glam::Vec2;

use crate::scene::Scene;

/// Memory for checkpoints where nothing else is set. Bytes.
pub const DEFAULT_BUDGET: usize = 64 << 20;

/// The world at one frame, and the way to any other.
#[derive(Clone, Debug)]
pub struct Simulation {
    present: World,
    /// Holds frame 0 always.
    checkpoints: BTreeMap<u64, World>,
    /// Frames between checkpoints, a power of two.
    interval: u64,
    bytes_each: usize,
    budget: usize,
    last_frame: u64,
}

impl Simulation {
    /// Starts at frame 0. `budget` in bytes; frame 0 is kept whatever it is.
    pub fn new(start: World, budget: usize) -> Self {
        let bytes_each = world_bytes(&start);
        Self {
            checkpoints: BTreeMap::from([(start.frame(), start.clone())]),
            present: start,
            interval: 1,
            bytes_each,
            budget,
            last_frame: 0,
        }
    }

    /// Starts at frame 0 and stands at `moment`, which must be a later state of `start`.
    pub fn at_moment(start: World, moment: World, budget: usize) -> Self {
        let mut simulation = Self::new(start, budget);
        simulation.present = moment;
        simulation.last_frame = simulation.present.frame();
        simulation.keep();
        simulation
    }

    /// The present state.
    pub fn world(&self) -> &World {
        &self.present
    }

    /// The state at frame 0.
    pub fn start(&self) -> &World {
        self.checkpoints.values().next().unwrap_or(&self.present)
    }

    /// Present frame.
    pub fn frame(&self) -> u64 {
        self.present.frame()
    }

    /// The last frame computed.
    pub fn last_frame(&self) -> u64 {
        self.last_frame
    }

    /// Memory that checkpoints take, taken all as large as the largest. Bytes.
    pub fn memory(&self) -> usize {
        self.checkpoints.len() * self.bytes_each
    }

    /// Memory that checkpoints may take. Bytes.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Sets the memory that checkpoints may take. Bytes.
    pub fn set_budget(&mut self, budget: usize) {
        self.budget = budget;
        self.interval = 1;
        self.thin();
    }

    /// One frame forward.
    pub fn step(&mut self) {
        let next = self.frame() + 1;
        if let Some(known) = self.checkpoints.get(&next) {
            self.present = known.clone();
        } else {
            self.present.step();
            self.last_frame = self.last_frame.max(self.frame());
            self.keep();
        }
    }

    /// To `frame`, exact to the bit.
    pub fn seek(&mut self, frame: u64) {
        while !self.seek_for(frame, Duration::from_secs(60)) {}
    }

    /// Toward `frame` for as long as `time` allows; whether it is there.
    pub fn seek_for(&mut self, frame: u64, time: Duration) -> bool {
        let begin = Instant::now();
        let from = self.checkpoints.range(..=frame).next_back();
        if let Some((&known, world)) = from
            && (self.frame() > frame || known > self.frame())
        {
            self.present = world.clone();
        }
        while self.frame() < frame {
            self.step();
            if begin.elapsed() >= time {
                break;
            }
        }
        self.frame() == frame
    }

    fn keep(&mut self) {
        if self.frame().is_multiple_of(self.interval) {
            self.bytes_each = self.bytes_each.max(world_bytes(&self.present));
            self.checkpoints.insert(self.frame(), self.present.clone());
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

/// `scene` with the state of `world` as its frame 0: positions, rotations and velocities of all that moves.
/// At frame 0 that is the scene itself, to the bit.
pub fn present_scene(scene: &Scene, world: &World) -> Scene {
    let mut present = scene.clone();
    if world.frame() == 0 {
        return present;
    }
    for (body, now) in present.bodies.iter_mut().zip(world.bodies()) {
        if body.motion != Motion::Static {
            body.position = now.pose().position;
            body.rotation = now.pose().rotation.degrees();
            body.motion = *now.motion();
        }
    }
    present
}

/// What a copy of the world takes, near enough for a budget. Bytes.
fn world_bytes(world: &World) -> usize {
    let bodies: usize = world
        .bodies()
        .iter()
        .map(|body| {
            let vertices =
                if let Shape::Polygon(_) = body.shape() { body.shape().corners().len() } else { 0 };
            size_of::<Body>() + vertices * 2 * size_of::<Vec2>()
        })
        .sum();
    // Each contact is remembered as touching too; events come and go with contacts.
    let contacts = world.contacts().len() * (size_of::<PairContact>() + 2 * size_of::<u64>());
    size_of::<World>() + bodies + contacts + size_of_val(world.events())
}
