//! The world of rapier2d (feature `rapier2d`).
//!
//! ```
//! use collision_record::{WorldRecorder, rapier2d::Rapier2d};
//! use rapier2d::prelude::*;
//!
//! # fn main() -> Result<(), collision_record::RecordError> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("game.jsonl");
//! let mut world = PhysicsWorld::new();
//! world.insert_collider(ColliderBuilder::cuboid(10.0, 0.5), None);
//! world.insert(RigidBodyBuilder::dynamic().translation(Vector::new(0.0, 0.9)), ColliderBuilder::ball(0.5));
//!
//! let events = collision_record::rapier2d::Events::default();
//! let mut recorder = WorldRecorder::to_file(&path, Rapier2d::new(&events))?;
//! for _ in 0..60 {
//!     // In the place of world.step_with_events(&(), &own), where `own` is the game's handler of events.
//! #   let own = ();
//!     recorder.step(&mut world, |world| world.step_with_events(&(), &events.and(&own)))?;
//! }
//! # assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 61);
//! # Ok(())
//! # }
//! ```
//!
//! A game that has the sets by themselves calls [`WorldRecorder::before`](crate::WorldRecorder::before) with [`Sets`] before
//! `PhysicsPipeline::step`, and [`after`](crate::WorldRecorder::after) after it.
//!
//! rapier finds its contacts at the start of a step, on the poses from before it: a manifold for each pair of colliders, whose
//! normal goes from the first to the second. It has points of faces that are about to meet, which are left out. It uses a
//! manifold again while its colliders have moved little against each other: such contacts are marked [`reused`]. Contacts
//! belong to poses within the step where `max_ccd_substeps` is more than 1.
//!
//! Masks are those of a body's colliders together, named `group 1` to `group 32`. Not told: masks of `InteractionTestMode::Or`,
//! hooks, voxels, custom shapes, soft bodies, and what `ActiveEvents` does not ask for. Two that a joint keeps from touching
//! (`contacts_enabled`) have a contact that is `filtered`.
//!
//! [`reused`]: crate::Contact::reused

use std::collections::HashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::rapier2d::prelude::{
    Collider, ColliderHandle, ColliderSet, CollisionEvent, ContactManifold, ContactPair, EventHandler,
    ImpulseJointSet, InteractionTestMode, MultibodyJointSet, NarrowPhase, PhysicsWorld, Pose, Real,
    RigidBodyHandle, RigidBodySet, SoftBodySet, SoftBodyTearEvent, SolverFlags, Vector,
};

use self::shapes::{Parts, placed_shapes};
use crate::{Body, BodyState, Contact, Engine, EventKind, Header, Joint, Settings};

mod joints;
mod shapes;

/// rapier's world, for a [`WorldRecorder`](crate::WorldRecorder).
#[derive(Default)]
pub struct Rapier2d {
    events: Events,
    names: Option<Box<Names>>,
    described: HashMap<BodyKey, Described>,
    /// The colliders of the step that comes or was.
    colliders: HashMap<ColliderHandle, Placed>,
    /// Those before it: of a collider that was removed since, an event is still to come.
    colliders_before: HashMap<ColliderHandle, Placed>,
    /// The manifolds of the last step, hashed.
    manifolds: HashMap<(ColliderHandle, ColliderHandle, usize), u64>,
    /// How many colliders of two bodies touch, and sense.
    touching: HashMap<(BodyKey, BodyKey, bool), u32>,
}

type Names = dyn Fn(BodyKey, u128) -> Option<String> + Send + Sync;

/// What is a body in the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyKey {
    /// A rigid body with its colliders.
    Body(RigidBodyHandle),
    /// A collider that no body has.
    Collider(ColliderHandle),
}

/// What is read of rapier.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub struct Sets<'w> {
    pub bodies: &'w RigidBodySet,
    pub colliders: &'w ColliderSet,
    pub narrow_phase: &'w NarrowPhase,
    pub impulse_joints: &'w ImpulseJointSet,
    pub multibody_joints: &'w MultibodyJointSet,
    /// Seconds. `IntegrationParameters::dt`.
    pub timestep: Real,
    /// What `PhysicsPipeline::step` is given.
    pub gravity: Vector,
}

/// Takes the events of a step for the recorder: hand it to the step as its handler of events. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Events(Arc<Mutex<Vec<CollisionEvent>>>);

/// [`Events`] and the game's own handler, which gets all of them as well.
#[derive(Clone, Copy)]
pub struct EventsAnd<'h> {
    events: &'h Events,
    game: &'h dyn EventHandler,
}

/// A body as it was described.
struct Described {
    stamp: u64,
    body: Body,
    /// The shapes of its colliders.
    parts: HashMap<ColliderHandle, Parts>,
}

/// A collider where it was before the step.
#[derive(Clone, Copy)]
struct Placed {
    key: BodyKey,
    pose: Pose,
}

impl Rapier2d {
    /// With events, where the step is given [`Events`].
    pub fn new(events: &Events) -> Self {
        Self { events: events.clone(), ..Self::default() }
    }

    /// Names of bodies, from the handle and `user_data`. Without one a body is `body 3`, after its handle.
    pub fn with_names(self, names: impl Fn(BodyKey, u128) -> Option<String> + Send + Sync + 'static) -> Self {
        Self { names: Some(Box::new(names)), ..self }
    }

    fn describe_anew(&self, sets: &Sets<'_>, key: BodyKey, stamp: u64) -> Described {
        let mut parts = HashMap::new();
        let mut shapes = Vec::new();
        let (mut memberships, mut filter, mut has_names) = (0, 0, true);
        for (handle, collider) in colliders_of(sets, key) {
            parts.insert(handle, placed_shapes(collider, &mut shapes));
            let groups = collider.collision_groups();
            memberships |= groups.memberships.bits();
            filter |= groups.filter.bits();
            has_names &= groups.test_mode == InteractionTestMode::And;
        }
        let (name, user_data, body) = match key {
            BodyKey::Body(handle) => {
                let body = sets.bodies.get(handle);
                (format!("body {}", handle.into_raw_parts().0), body.map_or(0, |body| body.user_data), body)
            }
            BodyKey::Collider(handle) => {
                let user_data = sets.colliders.get(handle).map_or(0, |collider| collider.user_data);
                (format!("collider {}", handle.into_raw_parts().0), user_data, None)
            }
        };
        let name = self.names.as_ref().and_then(|names| names(key, user_data)).unwrap_or(name);
        let body = Body {
            is_static: body.is_none_or(|body| body.is_fixed()),
            is_kinematic: body.is_some_and(|body| body.is_kinematic()),
            is_sensor: colliders_of(sets, key).all(|(_, collider)| collider.is_sensor()),
            is: group_names(memberships).filter(|_| has_names),
            meets: group_names(filter).filter(|_| has_names),
            mass: body.filter(|body| body.is_dynamic()).map(|body| body.mass()).filter(|mass| is_told(*mass)),
            friction: of_all_solid(sets, key, Collider::friction),
            restitution: of_all_solid(sets, key, Collider::restitution),
            ..Body::new(name, shapes)
        };
        Described { stamp, body, parts }
    }

    /// Where a collider was before the step; none of one that is not recorded.
    fn placed(&self, collider: ColliderHandle) -> Option<&Placed> {
        self.colliders.get(&collider)
    }

    /// The index of a shape in its body; none of one that is not recorded.
    fn shape(&self, key: BodyKey, collider: ColliderHandle, part: u32) -> Option<u32> {
        self.described.get(&key)?.parts.get(&collider)?.shape(part)
    }

    fn contact(
        &self,
        pair: &ContactPair,
        manifold: &ContactManifold,
        is_reused: bool,
    ) -> Option<(BodyKey, BodyKey, Contact)> {
        let (first, second) = (self.placed(pair.collider1)?, self.placed(pair.collider2)?);
        let touching = || manifold.points.iter().filter(|point| point.dist <= 0.0);
        let depth = touching().map(|point| -point.dist).reduce(f32::max)?;
        let in_world = |placed: &Placed, part: Option<&Pose>, point: Vector| match part {
            Some(part) => placed.pose * (*part * point),
            None => placed.pose * point,
        };
        let middles = touching().map(|point| {
            let one = in_world(first, manifold.subshape_pos1(), point.local_p1);
            let other = in_world(second, manifold.subshape_pos2(), point.local_p2);
            [0.5 * (one.x + other.x), 0.5 * (one.y + other.y)]
        });
        let normal = manifold.data.normal;
        let contact = Contact {
            shape_a: Some(self.shape(first.key, pair.collider1, manifold.subshape1)?),
            shape_b: Some(self.shape(second.key, pair.collider2, manifold.subshape2)?),
            normal: Some([normal.x, normal.y]),
            depth: Some(depth),
            points: middles.collect(),
            impulse: Some(touching().map(|point| point.data.impulse).sum()),
            impulses: touching().map(|point| point.data.impulse).collect(),
            // Of groups that the solver leaves alone.
            sensor: !manifold.data.solver_flags.contains(SolverFlags::COMPUTE_RIGID_IMPULSES),
            reused: is_reused,
            ..Contact::between(0, 1)
        };
        Some((first.key, second.key, contact))
    }

    /// The event of two bodies that one of their colliders is: the first that begins, the last that ends.
    fn event(&mut self, event: CollisionEvent) -> Option<(EventKind, BodyKey, BodyKey)> {
        let key = |handle| self.colliders.get(&handle).or_else(|| self.colliders_before.get(&handle));
        let (a, b) = (key(event.collider1())?.key, key(event.collider2())?.key);
        let is_turned = self.touching.contains_key(&(b, a, event.sensor()));
        let pair = if is_turned { (b, a, event.sensor()) } else { (a, b, event.sensor()) };
        let count = self.touching.entry(pair).or_default();
        let (is_told, kind) = match (event.started(), event.sensor()) {
            (true, sensor) => {
                *count += 1;
                (*count == 1, if sensor { EventKind::Enter } else { EventKind::Begin })
            }
            (false, sensor) => {
                *count = count.saturating_sub(1);
                (*count == 0, if sensor { EventKind::Exit } else { EventKind::End })
            }
        };
        if *count == 0 {
            self.touching.remove(&pair);
        }
        is_told.then_some((kind, a, b))
    }
}

impl Engine for Rapier2d {
    type Key = BodyKey;
    type World<'w> = Sets<'w>;

    fn settings(&self, sets: &Sets<'_>) -> Settings {
        let mut header = Header::new(format!("rapier2d {}", ::rapier2d::VERSION), Vec::new());
        header.gravity =
            Some(sets.gravity.into()).filter(|gravity: &[f32; 2]| gravity.iter().all(|n| n.is_finite()));
        Settings { header, timestep: f64::from(sets.timestep) }
    }

    fn bodies(&mut self, sets: &Sets<'_>) -> Vec<BodyState<BodyKey>> {
        self.colliders_before.extend(std::mem::take(&mut self.colliders));
        let bodies = sets.bodies.iter().map(|(handle, _)| BodyKey::Body(handle));
        let alone = sets.colliders.iter().filter(|(_, collider)| collider.parent().is_none());
        let keys = bodies.chain(alone.map(|(handle, _)| BodyKey::Collider(handle)));
        let mut states = Vec::new();
        let mut known = std::mem::take(&mut self.described);
        for key in keys {
            // A body without colliders touches nothing.
            let Some(stamp) = stamp(sets, key) else { continue };
            let described = match known.remove(&key) {
                Some(described) if described.stamp == stamp => described,
                Some(_) | None => self.describe_anew(sets, key, stamp),
            };
            self.described.insert(key, described);
            let (pose, velocity) = match key {
                BodyKey::Body(handle) => {
                    let Some(body) = sets.bodies.get(handle) else { continue };
                    let (linear, angular) = (body.linvel(), body.angvel());
                    (*body.position(), (!body.is_fixed()).then_some([linear.x, linear.y, angular]))
                }
                BodyKey::Collider(handle) => {
                    let Some(collider) = sets.colliders.get(handle) else { continue };
                    (*collider.position(), None)
                }
            };
            for (handle, collider) in colliders_of(sets, key) {
                // That of the collider itself follows its body's in the step.
                let pose = collider.position_wrt_parent().map_or(pose, |local| pose * *local);
                self.colliders.insert(handle, Placed { key, pose });
            }
            let pose = [pose.translation.x, pose.translation.y, pose.rotation.angle()];
            states.push(BodyState { key, pose, velocity, stamp });
        }
        states
    }

    fn describe(&mut self, _: &Sets<'_>, key: BodyKey) -> Body {
        let described = self.described.get(&key);
        described.map_or_else(|| Body::new("", Vec::new()), |described| described.body.clone())
    }

    fn contacts(&mut self, sets: &Sets<'_>) -> Vec<(BodyKey, BodyKey, Contact)> {
        let mut found = Vec::new();
        let mut manifolds = HashMap::with_capacity(self.manifolds.len());
        for pair in sets.narrow_phase.contact_pairs() {
            for (i, manifold) in pair.manifolds().iter().enumerate() {
                let name = (pair.collider1, pair.collider2, i);
                let hash = hash_of(manifold);
                let is_reused = self.manifolds.get(&name) == Some(&hash);
                manifolds.insert(name, hash);
                found.extend(self.contact(pair, manifold, is_reused));
            }
        }
        self.manifolds = manifolds;
        for (one, other, is_touching) in sets.narrow_phase.intersection_pairs() {
            if let (true, Some(first), Some(second)) = (is_touching, self.placed(one), self.placed(other)) {
                // Which shape of a collider of several it is, rapier does not tell.
                let shape = |key, handle| self.described.get(&key)?.parts.get(&handle)?.only();
                let contact = Contact {
                    shape_a: shape(first.key, one),
                    shape_b: shape(second.key, other),
                    sensor: true,
                    ..Contact::between(0, 1)
                };
                found.push((first.key, second.key, contact));
            }
        }
        for joint in joints::all(sets).filter(|joint| joint.is_filtered) {
            let contact = Contact { filtered: true, ..Contact::between(0, 1) };
            found.push((BodyKey::Body(joint.a), BodyKey::Body(joint.b), contact));
        }
        found
    }

    fn joints(&mut self, sets: &Sets<'_>) -> Vec<(BodyKey, BodyKey, Joint)> {
        let told = |found: joints::FoundJoint| {
            let at = sets.bodies.get(found.a).map(|body| *body.position() * found.anchor);
            let joint = Joint { kind: found.kind.to_owned(), a: 0, b: 1, at: at.map(|at| [at.x, at.y]) };
            (BodyKey::Body(found.a), BodyKey::Body(found.b), joint)
        };
        joints::all(sets).filter(|joint| joint.is_enabled).map(told).collect()
    }

    fn events(&mut self, _: &Sets<'_>) -> Vec<(EventKind, BodyKey, BodyKey)> {
        let events = std::mem::take(&mut *self.events.lock());
        let told = events.into_iter().filter_map(|event| self.event(event)).collect();
        self.colliders_before.clear();
        told
    }
}

impl fmt::Debug for Rapier2d {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rapier2d").field("bodies", &self.described.len()).finish_non_exhaustive()
    }
}

impl<'w> From<&'w PhysicsWorld> for Sets<'w> {
    fn from(world: &'w PhysicsWorld) -> Self {
        Self {
            bodies: &world.bodies,
            colliders: &world.colliders,
            narrow_phase: &world.narrow_phase,
            impulse_joints: &world.impulse_joints,
            multibody_joints: &world.multibody_joints,
            timestep: world.integration_parameters.dt,
            gravity: world.gravity,
        }
    }
}

impl Events {
    /// With the game's own handler.
    pub fn and<'h>(&'h self, game: &'h dyn EventHandler) -> EventsAnd<'h> {
        EventsAnd { events: self, game }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<CollisionEvent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventHandler for Events {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        self.lock().push(event);
    }

    fn handle_contact_force_event(
        &self,
        _: Real,
        _: &RigidBodySet,
        _: &ColliderSet,
        _: &ContactPair,
        _: Real,
    ) {
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}

impl EventHandler for EventsAnd<'_> {
    fn handle_collision_event(
        &self,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
        event: CollisionEvent,
        pair: Option<&ContactPair>,
    ) {
        self.events.handle_collision_event(bodies, colliders, event, pair);
        self.game.handle_collision_event(bodies, colliders, event, pair);
    }

    fn handle_contact_force_event(
        &self,
        timestep: Real,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
        pair: &ContactPair,
        force: Real,
    ) {
        self.game.handle_contact_force_event(timestep, bodies, colliders, pair, force);
    }

    fn handle_soft_body_tear_event(&self, bodies: &SoftBodySet, event: &SoftBodyTearEvent) {
        self.game.handle_soft_body_tear_event(bodies, event);
    }
}

/// The colliders of a body that take part.
fn colliders_of<'w>(
    sets: &Sets<'w>,
    key: BodyKey,
) -> impl Iterator<Item = (ColliderHandle, &'w Collider)> + use<'w> {
    let colliders = sets.colliders;
    let (of_body, alone) = match key {
        BodyKey::Body(handle) => (sets.bodies.get(handle).map_or(&[][..], |body| body.colliders()), None),
        BodyKey::Collider(handle) => (&[][..], Some(handle)),
    };
    let handles = of_body.iter().copied().chain(alone);
    let all = handles.filter_map(move |handle| Some((handle, colliders.get(handle)?)));
    all.filter(|(_, collider)| collider.is_enabled() && collider.deformable_mesh_ref().is_none())
}

/// Another one where the body's description is another one; none of a body without colliders.
fn stamp(sets: &Sets<'_>, key: BodyKey) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    let mut has_colliders = false;
    if let BodyKey::Body(handle) = key {
        sets.bodies.get(handle).map(|body| body.body_type() as u8).hash(&mut hasher);
    }
    for (handle, collider) in colliders_of(sets, key) {
        has_colliders = true;
        (handle, collider.is_sensor(), collider.collision_groups()).hash(&mut hasher);
        hash_numbers(&mut hasher, [collider.friction(), collider.restitution()]);
        if let Some(local) = collider.position_wrt_parent() {
            hash_numbers(&mut hasher, [local.translation.x, local.translation.y, local.rotation.angle()]);
        }
        // A shape is changed in its place, or another one is put there.
        (Arc::as_ptr(&collider.shared_shape().0).cast::<u8>() as usize).hash(&mut hasher);
        let aabb = collider.shape().compute_local_aabb();
        hash_numbers(&mut hasher, [aabb.mins.x, aabb.mins.y, aabb.maxs.x, aabb.maxs.y]);
    }
    has_colliders.then(|| hasher.finish())
}

/// Of what the narrow phase finds; impulses are another thing in each step.
fn hash_of(manifold: &ContactManifold) -> u64 {
    let mut hasher = DefaultHasher::new();
    hash_numbers(&mut hasher, [manifold.local_n1.x, manifold.local_n1.y]);
    for point in &manifold.points {
        let (one, other) = (point.local_p1, point.local_p2);
        hash_numbers(&mut hasher, [one.x, one.y, other.x, other.y, point.dist]);
    }
    hasher.finish()
}

fn hash_numbers(hasher: &mut DefaultHasher, numbers: impl IntoIterator<Item = f32>) {
    numbers.into_iter().for_each(|number| number.to_bits().hash(hasher));
}

/// A number of the solid colliders of a body, if all have the same.
fn of_all_solid(sets: &Sets<'_>, key: BodyKey, number: fn(&Collider) -> Real) -> Option<f32> {
    let mut solid = colliders_of(sets, key).filter(|(_, collider)| !collider.is_sensor());
    let first = number(solid.next()?.1);
    (is_told(first) && solid.all(|(_, collider)| number(collider) == first)).then_some(first)
}

/// A reader takes no other one.
fn is_told(number: Real) -> bool {
    number.is_finite() && number >= 0.0
}

/// What is in all groups, or meets all, needs no names.
fn group_names(bits: u32) -> Option<Vec<String>> {
    let set = (0..u32::BITS).filter(|bit| bits >> bit & 1 == 1);
    (bits != u32::MAX).then(|| set.map(|bit| format!("group {}", bit + 1)).collect())
}
