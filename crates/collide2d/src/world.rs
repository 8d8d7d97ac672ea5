//! Bodies and the rules they move by, step by step.

use glam::Vec2;

pub(crate) mod detect;
mod foresight;
pub(crate) mod measure;
mod step;

use crate::body::{Body, BodyDef};
use crate::event::{ContactEvent, Listener, PairContact};
use crate::pair::PairKey;
use crate::settings::{ValueError, WorldSettings};
use crate::solver::rigid::points::KnownImpulse;
use detect::{Detector, Which};
use step::Kept;

/// Bodies and the rules they move by. `Clone` copies the whole state; the same world steps to the same bits.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{BodyDef, Motion, Pose, Shape, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81)))?;
/// world.add(BodyDef::new(Shape::rectangle(20.0, 1.0)?, Pose::at(0.0, -0.5)))?;
/// let ball = world.add(BodyDef::new(Shape::circle(0.5)?, Pose::at(0.0, 3.0)).with_motion(Motion::dynamic(1.0)))?;
/// for _ in 0..120 {
///     world.step();
/// }
/// let height = world.body(ball).map(|ball| ball.pose().position.y);
/// assert!(height.is_some_and(|y| (y - 0.5).abs() < 0.001), "it lies on the ground: {height:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct World {
    settings: WorldSettings,
    listeners: Vec<Listener>,
    bodies: Vec<Body>,
    frame: u64,
    /// Pairs that touched in the last step, sorted.
    touching: Vec<Touching>,
    /// The first pair that found no place in the last step: from it on the next step fills the contacts.
    resume: Option<PairKey>,
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

impl World {
    /// An empty world at frame 0; refuses gravity that is not finite and a timestep that is not > 0.
    pub fn new(settings: WorldSettings) -> Result<Self, ValueError> {
        let mut world = Self::default();
        world.set_settings(settings)?;
        Ok(world)
    }
    /// Adds a body; returns its index, which stays its own. Refuses numbers that no body can have.
    pub fn add(&mut self, def: BodyDef) -> Result<u32, ValueError> {
        def.validate()?;
        self.bodies.push(Body::new(def));
        Ok((self.bodies.len() - 1) as u32)
    }
    /// Removes a body; returns whether there was one of that index. Its index is not given out again, and all others keep theirs.
    /// The next step tells that its contacts ended.
    pub fn remove(&mut self, index: u32) -> bool {
        self.body_mut(index).map(Body::remove).is_some()
    }
    /// One body; `None` where there is none of that index, or none any more.
    pub fn body(&self, index: u32) -> Option<&Body> {
        self.bodies.get(index as usize).filter(|body| !body.is_removed())
    }
    /// [`World::body`], to change it between steps.
    pub fn body_mut(&mut self, index: u32) -> Option<&mut Body> {
        self.bodies.get_mut(index as usize).filter(|body| !body.is_removed())
    }
    /// Every body by its index, in the order added; those that were removed ([`Body::is_removed`]) are still there.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }
    /// What it was made from.
    pub fn settings(&self) -> &WorldSettings {
        &self.settings
    }
    /// Changes gravity, timestep, limit or solver from the next step on; refuses what [`World::new`] refuses.
    pub fn set_settings(&mut self, settings: WorldSettings) -> Result<(), ValueError> {
        settings.validate()?;
        self.settings = settings;
        Ok(())
    }
    /// Changes gravity from the next step on. Metres per second squared, finite.
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), ValueError> {
        self.set_settings(self.settings.with_gravity(gravity))
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
    ///
    /// ```
    /// use collide2d::{BodyDef, Motion, Phase, Pose, Shape, World};
    ///
    /// let mut world = World::default();
    /// for (x, motion) in [(0.0, Motion::Static), (0.9, Motion::dynamic(1.0))] {
    ///     world.add(BodyDef::new(Shape::circle(0.5)?, Pose::at(x, 0.0)).with_motion(motion))?;
    /// }
    /// world.step();
    /// let event = world.events()[0];
    /// assert_eq!((event.pair.a(), event.pair.b(), event.phase), (0, 1, Phase::Begin));
    /// assert!(event.touch.is_some_and(|touch| (touch.depth - 0.1).abs() < 1.0e-6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self) -> &[ContactEvent] {
        &self.events
    }
    /// Contacts of the last step that did not fit into [`WorldSettings::max_contacts`] and wait for the next.
    pub fn waiting_contacts(&self) -> usize {
        self.waiting
    }
    /// Every touching pair of the present state but static with static, sorted by `a`, then `b`.
    pub fn detect(&self) -> Vec<PairContact> {
        Detector::default().detect(&self.bodies, Which::Moving)
    }
    /// [`World::detect`] with static pairs.
    pub fn detect_all(&self) -> Vec<PairContact> {
        Detector::default().detect(&self.bodies, Which::All)
    }
    /// Moves the world on by one timestep.
    pub fn step(&mut self) {
        self.step_with(&mut ());
    }
}
