//! The world: bodies, settings, and the contacts and events of the last step.

use std::sync::Arc;

use glam::Vec2;

pub(crate) mod calm;
mod candidate_boxes;
pub(crate) mod crossed;
pub(crate) mod deepest;
pub(crate) mod detect;
mod events;
mod find_contacts;
mod first_meeting;
mod first_steps;
mod foresight;
mod generate;
mod left_out;
pub(crate) mod measure;
mod movers;
pub(crate) mod pair_counts;
mod pairing;
mod places;
mod present_contacts;
pub(crate) mod queries;
pub(crate) mod react;
pub(crate) mod sleep;
mod sleepers;
pub(crate) mod snapshot;
mod step;
pub(crate) mod used;
mod walk;

use crate::body::{Body, BodyDef};
use crate::broad_phase::box_tree::BoxTree;
use crate::broad_phase::grown;
use crate::broad_phase::kept_tree::KeptTree;
use crate::decide::Passing;
use crate::event::{ContactEvent, Listener, Meeting, PairContact, Piece, Reaction, Touching};
use crate::generator::not_colliding::NotColliding;
use crate::generator::{ContactSource, Generator};
use crate::handle::{BodyHandle, BodyRef};
use crate::input::WorldInput;
use crate::mover::Movers;
use crate::observe::ResolverEffort;
use crate::pair::PairKey;
use crate::settings::{ValueError, WorldSettings};
use crate::solver::rigid::points::KnownImpulses;
use crossed::Crossed;
use first_steps::FirstSteps;
use places::BodyPlaces;
use sleep::Sleep;
use step::KeptScratch;
use used::UsedContact;

/// Bodies and settings. `Clone` copies the whole state; the same state steps to the same bits.
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
    inputs: Arc<[WorldInput]>,
    bodies: Vec<Body>,
    places: BodyPlaces,
    /// By index; `None`: removed.
    generators: Vec<Option<Generator>>,
    not_colliding: NotColliding,
    frame: u64,
    /// Pairs that touched in the last step, sorted.
    touching: Vec<Touching>,
    /// Pairs that the last step let pass through each other.
    passing: Passing,
    /// The first pair that did not fit in the last step; the next step fills the contacts from it on.
    resume: Option<PairKey>,
    /// The first contact of a generator that did not fit, likewise.
    next_generated: Option<ContactSource>,
    /// Sorted by pair.
    waiting: Vec<WaitingContact>,
    /// Set if the last step had more candidates than it may test: how many contacts of those tested had no
    /// place.
    unlisted: Option<usize>,
    /// Contacts of generators that did not fit in the last step, sorted.
    waiting_generated: Vec<ContactSource>,
    /// Impulses of the last step for warm starting (`Rigid`).
    impulses: KnownImpulses,
    first_steps: FirstSteps,
    contacts: Vec<PairContact>,
    events: Vec<ContactEvent>,
    /// By index.
    pieces: Vec<Piece>,
    /// Of the last step.
    reactions: Vec<Reaction>,
    /// Of the last step.
    resolver: Option<ResolverEffort>,
    /// Of the last step.
    crossed: Vec<Crossed>,
    /// Of the last step.
    used_contacts: Vec<UsedContact>,
    sleep: Sleep,
    movers: Movers,
    scratch: KeptScratch,
    /// For queries.
    tree: KeptTree,
    /// The boxes of static bodies that are no sensors, for [`World::ghost`].
    fixed_tree: KeptTree,
}

/// A pair that touches and has no place among the contacts of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingContact {
    /// The pair.
    pub pair: PairKey,
    /// The first of the consecutive frames in which it had no place.
    pub since: u64,
}

impl World {
    /// An empty world at frame 0. Refuses values outside of [`WorldSettings`]'s ranges.
    pub fn new(settings: WorldSettings) -> Result<Self, ValueError> {
        let mut world = Self::default();
        world.set_settings(settings)?;
        Ok(world)
    }

    /// Adds a body; returns its handle. Its index never changes while it is there. Refuses NaN, infinity and
    /// values outside of [`BodyDef`]'s ranges.
    ///
    /// ```
    /// use collide2d::{BodyDef, World};
    ///
    /// let mut world = World::default();
    /// let bullet = world.add(BodyDef::default())?;
    /// world.remove(bullet);
    /// world.step(); // tells that its contacts ended
    /// world.step(); // from here on its place may be used again
    /// let next = world.add(BodyDef::default())?;
    /// assert_eq!((next.index(), world.bodies().len()), (bullet.index(), 1));
    /// assert!(world.body(bullet).is_none() && world.body(next).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, def: BodyDef) -> Result<BodyHandle, ValueError> {
        def.validate()?;
        let index = self.take_places(1);
        self.put_body(index, Body::new(def));
        Ok(self.places.handle(index))
    }

    /// Removes a body; returns false if there is none. The others keep their indices. Its cables, rods and joints go
    /// with it. The next step reports that its contacts ended; after that its place may be used again, see
    /// [`WorldSettings::reuse_places`].
    pub fn remove(&mut self, body: impl Into<BodyRef>) -> bool {
        let Some(index) = self.index_of(body.into()) else { return false };
        self.tree.forget();
        self.fixed_tree.forget();
        let changes = &mut self.scratch.changes;
        if self.bodies[index as usize].is_static() {
            changes.fixed += 1
        } else {
            changes.others += 1
        }
        self.disturb(index);
        self.bodies[index as usize].remove();
        if self.settings.reuse_places {
            self.places.leave(index);
        }
        self.drop_links_of(index);
        true
    }

    /// One body; `None` if there is none of that index, or it was removed.
    pub fn body(&self, body: impl Into<BodyRef>) -> Option<&Body> {
        self.index_of(body.into()).map(|index| &self.bodies[index as usize])
    }

    /// [`World::body`], mutable. Wakes its island, and those that touch it ([`World::islands`]).
    pub fn body_mut(&mut self, body: impl Into<BodyRef>) -> Option<&mut Body> {
        self.tree.forget();
        self.fixed_tree.forget();
        let index = self.index_of(body.into())?;
        self.movers.may_have(index);
        self.scratch.changes.fixed += u64::from(self.bodies[index as usize].is_static());
        self.disturb(index);
        Some(&mut self.bodies[index as usize])
    }

    /// The handle of the body that has this index now.
    pub fn handle(&self, index: u32) -> Option<BodyHandle> {
        self.body(index).map(|_| self.places.handle(index))
    }

    fn index_of(&self, body: BodyRef) -> Option<u32> {
        let index = match body {
            BodyRef::Handle(handle) => self.places.index_of(handle)?,
            BodyRef::Index(index) => index,
        };
        self.bodies.get(index as usize).filter(|body| !body.is_removed()).map(|_| index)
    }

    /// All bodies by index, removed ones ([`Body::is_removed`]) included.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The boxes of the bodies that are there, each grown by the rounding of its coordinates. Made by the first query after
    /// a body may have moved.
    pub(crate) fn tree(&self) -> &BoxTree {
        self.tree.get(|tree| self.fill(tree, |_| true))
    }

    /// The same of the static bodies that are no sensors, kept over steps.
    pub(crate) fn fixed_tree(&self) -> &BoxTree {
        self.fixed_tree.get(|tree| self.fill(tree, |body| body.is_static() && !body.is_sensor()))
    }

    /// Fills a tree with the boxes of those of the bodies that are there.
    fn fill(&self, tree: &mut BoxTree, has: impl Fn(&Body) -> bool) {
        let those = (0..).zip(&self.bodies).filter(|(_, body)| !body.is_removed() && has(body));
        let boxes = those.map(|(index, body)| (grown(&body.aabb(), 0.0), index));
        // A box with a NaN overlaps nothing, and would hide its neighbours.
        tree.fill(boxes.filter(|(aabb, _)| !aabb.min.is_nan() && !aabb.max.is_nan()));
    }

    /// The settings, from the next step on.
    pub fn settings(&self) -> &WorldSettings {
        &self.settings
    }

    /// Replaces [`World::settings`] from the next step on; refuses what [`World::new`] refuses.
    pub fn set_settings(&mut self, settings: WorldSettings) -> Result<(), ValueError> {
        settings.validate()?;
        let rests = self.settings.rests_as(settings);
        self.settings = settings;
        self.scratch.changes.fixed += 1;
        if !rests {
            self.wake_all();
        }
        Ok(())
    }

    /// Metres per second squared, finite; from the next step on.
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), ValueError> {
        self.set_settings(self.settings.with_gravity(gravity))
    }

    /// They keep contacts from the solver; an event names the first that matches.
    pub fn listeners(&self) -> &[Listener] {
        &self.listeners
    }

    /// Replaces [`World::listeners`].
    pub fn set_listeners(&mut self, listeners: Vec<Listener>) {
        self.listeners = listeners;
        self.wake_all();
    }

    /// What is done to bodies, by frame.
    pub fn inputs(&self) -> &[WorldInput] {
        &self.inputs
    }

    /// Replaces [`World::inputs`]; they act in their order. Refuses NaN, infinity, a negative stiffness and a direction beyond -1 to 1.
    pub fn set_inputs(&mut self, inputs: Vec<WorldInput>) -> Result<(), ValueError> {
        inputs.iter().try_for_each(WorldInput::validate)?;
        self.inputs = inputs.into();
        Ok(())
    }

    /// Steps taken so far.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Contacts that the last step handled, sorted by `a`, then `b`. `Off` and `Linear` find them after the
    /// bodies moved and before they are separated, `Rigid` before they move: what it stops within the step has its event
    /// (see [`ContactEvent::fraction`]) a step before it is here. See also [`World::detect`].
    pub fn contacts(&self) -> &[PairContact] {
        &self.contacts
    }

    /// Contacts that began, persisted and ended in the last step, sorted by pair.
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
        self.waiting.len() + self.waiting_generated.len() + self.unlisted.unwrap_or(0)
    }

    /// The last step had more candidate pairs than [`WorldSettings::max_candidates`]. Then
    /// [`World::waiting_contacts`] counts those tested alone and [`World::waiting`] lists none; a contact that has lost
    /// its place has no event until it has one again.
    pub fn reached_max_candidates(&self) -> bool {
        self.unlisted.is_some()
    }

    /// Those of [`World::waiting_contacts`] that are of two shapes, sorted by pair.
    pub fn waiting(&self) -> &[WaitingContact] {
        &self.waiting
    }

    /// The frame since which a pair waits; `None` if it does not.
    pub fn waiting_since(&self, pair: PairKey) -> Option<u64> {
        let at = self.waiting.binary_search_by_key(&pair, |waiting| waiting.pair).ok()?;
        Some(self.waiting[at].since)
    }

    /// The pairs that passed through each other in the last step and had no contact, by pair, without those that a
    /// one-way body or a one-sided chain lets through; none without [`WorldSettings::crossings`]. A body moves straight
    /// and turns evenly from where the step found it to where it left it.
    pub fn crossed(&self) -> &[Crossed] {
        &self.crossed
    }

    /// The contacts of static bodies with others that the solver of the last step used, by pair; none without
    /// [`WorldSettings::used_contacts`].
    pub fn used_contacts(&self) -> &[UsedContact] {
        &self.used_contacts
    }

    /// What listeners did to their bodies at the end of the last step, in order of events.
    pub fn reactions(&self) -> &[Reaction] {
        &self.reactions
    }

    /// The circles that bodies were replaced by, by index, those that were removed since included.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What `Linear` did in the last step, and how many contacts had no place; `None` if it had nothing to do
    /// and each had one. No part of the state that the next step starts from.
    pub fn resolver(&self) -> Option<ResolverEffort> {
        self.resolver
    }

    /// Lengths of the first steps, see [`World::set_timesteps`]. Seconds.
    pub fn timesteps(&self) -> &[f32] {
        &self.first_steps.lengths
    }

    /// The step to frame 1 takes `first[0]` seconds, that to frame 2 `first[1]`, …; steps after those take
    /// [`WorldSettings::timestep`]. Refuses a length that is not finite and > 0.
    pub fn set_timesteps(&mut self, first: &[f32]) -> Result<(), ValueError> {
        self.first_steps = FirstSteps::new(first)?;
        Ok(())
    }

    /// Length of the next step. Seconds.
    pub fn timestep(&self) -> f32 {
        self.first_steps.length(self.frame).unwrap_or(self.settings.timestep)
    }

    /// Time from frame 0 to `frame`, if every step of the past had the present lengths. Seconds.
    pub fn time_of(&self, frame: u64) -> f64 {
        let (given, first) = self.first_steps.until(frame);
        first + (frame - given) as f64 * f64::from(self.settings.timestep)
    }

    /// Replaces what the last step decided about touching pairs, for a world whose bodies were put where
    /// another engine had them. A pair without a meeting is judged as if it first met now.
    pub fn set_meetings(&mut self, meetings: impl IntoIterator<Item = Meeting>) {
        // Before the lists are replaced, for waking puts back what was known of pairs.
        self.wake_all();
        let mut meetings: Vec<Meeting> = meetings.into_iter().collect();
        meetings.sort_unstable_by_key(|meeting| meeting.pair);
        meetings.dedup_by_key(|meeting| meeting.pair);
        let of = |is: fn(&Meeting) -> bool| meetings.iter().filter(move |meeting| is(meeting));
        let pairs = |is: fn(&Meeting) -> bool| of(is).map(|meeting| meeting.pair).collect();
        self.passing = Passing {
            let_through: pairs(|meeting| meeting.is_let_through),
            behind: pairs(|meeting| meeting.is_behind),
        };
        // What is behind a chain is no contact.
        let touching = of(|meeting| !meeting.is_behind);
        self.touching = touching.map(|&Meeting { pair, since, .. }| Touching { pair, since }).collect();
    }

    /// Advances by [`World::timestep`].
    pub fn step(&mut self) {
        self.step_with(&mut ());
    }
}
