//! Bodies, the world, and one step of time.

use glam::Vec2;

mod body;
mod detect;
mod foresight;
mod measure;
mod observe;
mod pair;
mod step;

pub(crate) use body::inverse;
pub use body::{Body, BodyDef, Motion, pair_friction, pair_restitution};
pub use detect::{Detector, Which};
pub use measure::{Energy, Momentum};
pub use observe::{BodyForces, ContactDecision, Iteration, PairOutcome, Stage, StepObserver, Work};
pub use pair::{ContactEvent, Listener, PairContact, PairKey, PairKind, Phase, ResolvedBy};

use crate::solver::KnownImpulse;
use step::Kept;

/// What a step does about contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// Bodies move, contacts are found, nothing is done about them.
    Off,
    /// Positions separated by inverse mass, impulses along the normal, no rotation.
    #[default]
    Linear,
    /// With rotation and friction.
    Rigid,
}

/// What a world is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSettings {
    /// Metres per second squared.
    pub gravity: Vec2,
    /// Seconds per step.
    pub timestep: f32,
    /// Contacts handled in one step; the rest wait for the next.
    pub max_contacts: usize,
    /// What a step does about contacts.
    pub solver: SolverKind,
}

/// Bodies and the rules they move by. `Clone` copies the whole state; the same world steps to the same bits.
#[derive(Clone, Debug)]
pub struct World {
    settings: WorldSettings,
    listeners: Vec<Listener>,
    bodies: Vec<Body>,
    frame: u64,
    /// Pairs that touched in the last step, sorted.
    touching: Vec<Touching>,
    /// The pair from which the next step fills the contacts: the first that found no place in the last one.
    resume: PairKey,
    waiting: usize,
    /// What held the contact points in the last step, sorted (`Rigid`).
    impulses: Vec<KnownImpulse>,
    contacts: Vec<PairContact>,
    events: Vec<ContactEvent>,
    scratch: Kept,
}

/// A pair that touches.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Touching {
    pair: PairKey,
    /// The frame in which it began.
    since: u64,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self { gravity: Vec2::ZERO, timestep: 1.0 / 60.0, max_contacts: 4096, solver: SolverKind::Linear }
    }
}

impl World {
    /// An empty world at frame 0.
    pub fn new(settings: WorldSettings) -> Self {
        Self {
            settings,
            listeners: Vec::new(),
            bodies: Vec::new(),
            frame: 0,
            touching: Vec::new(),
            resume: PairKey::new(0, 0),
            waiting: 0,
            impulses: Vec::new(),
            contacts: Vec::new(),
            events: Vec::new(),
            scratch: Kept::default(),
        }
    }
    /// Adds a body; returns its index.
    pub fn add(&mut self, def: BodyDef) -> u32 {
        self.bodies.push(Body::new(def));
        (self.bodies.len() - 1) as u32
    }
    /// Every body, in the order added.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }
    /// One body, to change it between steps; `None` where there is none of that index.
    pub fn body_mut(&mut self, index: u32) -> Option<&mut Body> {
        self.bodies.get_mut(index as usize)
    }
    /// What it was made from.
    pub fn settings(&self) -> &WorldSettings {
        &self.settings
    }
    /// Changes gravity, timestep, limit or solver from the next step on.
    pub fn set_settings(&mut self, settings: WorldSettings) {
        self.settings = settings;
    }
    /// Standing orders that take contacts from the solver, the first that fits a contact before the others.
    pub fn listeners(&self) -> &[Listener] {
        &self.listeners
    }
    /// Changes [`World::listeners`].
    pub fn set_listeners(&mut self, listeners: Vec<Listener>) {
        self.listeners = listeners;
    }
    /// Steps taken so far.
    pub fn frame(&self) -> u64 {
        self.frame
    }
    /// Contacts that the last step handled, sorted by `a`, then `b`. `Off` and `Linear` find them after the bodies moved and
    /// before they are pushed apart, `Rigid` before they move; for those of the present state see [`World::detect`].
    pub fn contacts(&self) -> &[PairContact] {
        &self.contacts
    }
    /// What began, went on and ended in the last step, sorted by pair.
    pub fn events(&self) -> &[ContactEvent] {
        &self.events
    }
    /// Contacts of the last step that did not fit into [`WorldSettings::max_contacts`] and wait for the next.
    pub fn waiting_contacts(&self) -> usize {
        self.waiting
    }
    /// Every touching pair of the present state but static with static, sorted by `a`, then `b`.
    pub fn detect(&self) -> Vec<PairContact> {
        Detector::default().detect(self, Which::Moving).to_vec()
    }
    /// [`World::detect`] with static pairs.
    pub fn detect_all(&self) -> Vec<PairContact> {
        Detector::default().detect(self, Which::All).to_vec()
    }
    /// Moves the world on by one timestep.
    pub fn step(&mut self) {
        self.step_with(&mut ());
    }
}
