//! Whether somebody takes a contact, so that the solver skips it. Every path asks here: pairs that touch,
//! pairs that are near, and pairs that a sweep meets.

use glam::Vec2;

use crate::body::Body;
use crate::contact::manifold::Contact;
use crate::event::{ContactEvent, Listener, PairContact, Phase, ResolvedBy, taken_by};
use crate::observe::{ContactDecision, StepObserver};
use crate::pair::{PairKey, PairKind};
use crate::pose::Rotation;
use crate::shape::Leaf;

/// Asks listeners and sensors, then one-way bodies, then the observer of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decider<'a> {
    pub frame: u64,
    pub listeners: &'a [Listener],
    /// Seconds of the step.
    pub timestep: f32,
    pub passing: &'a Passing,
    /// In the first step: the pairs that frame 0 decided to hold. Sorted.
    pub held: &'a [PairKey],
}

/// What at least one of two bodies is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EitherIs {
    pub sensor: bool,
    pub piece: bool,
    pub one_way: bool,
}

/// Pairs that pass through each other until they are apart. Sorted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passing {
    /// A one-way body lets the other through.
    pub let_through: Vec<PairKey>,
    /// The other body came from behind a one-sided chain: no contact.
    pub behind: Vec<PairKey>,
}

impl Passing {
    pub fn lets_through(&self, pair: PairKey) -> bool {
        self.let_through.binary_search(&pair).is_ok()
    }

    pub fn is_behind(&self, pair: PairKey) -> bool {
        self.behind.binary_search(&pair).is_ok()
    }
}

/// Cosine of the largest angle between the normal of a contact that a one-way body holds and its direction, less
/// rounding.
const HELD: f32 = std::f32::consts::FRAC_1_SQRT_2 - 1.0e-6;
/// Depth to which a one-way body holds what does not approach. Metres.
const HELD_DEPTH: f32 = 0.01;

/// Why a one-way body lets another one through, see [`crate::BodyDef::one_way`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OneWayRule {
    /// The normal on its surface is more than 45° off its direction.
    Direction,
    /// The contact is deeper than the approach of the two in the step plus 1 cm.
    Depth,
}

/// Why each of two bodies that first meet in this contact lets the other one through; `None`: it holds it, or is not
/// one-way. `timestep` in seconds.
pub fn one_way_rules([a, b]: [&Body; 2], contact: &Contact, timestep: f32) -> [Option<OneWayRule>; 2] {
    let normal = contact.normal;
    let speeds = contact.points().iter().map(|point| {
        let at = Contact::world_point(a.pose(), point);
        let velocity = |body: &Body| body.velocity() + body.turning_velocity_at(at);
        (velocity(b) - velocity(a)).dot(normal)
    });
    // Of the point that approaches fastest.
    let approach = speeds.fold(0.0, f32::max) * timestep;
    let rule = |body: &Body, out: Vec2| {
        if !is_held_along(body, &body.pose().rotation, out) {
            return Some(OneWayRule::Direction);
        }
        (body.one_way().is_some() && contact.depth > approach + HELD_DEPTH).then_some(OneWayRule::Depth)
    };
    [rule(a, -normal), rule(b, normal)]
}

/// Whether a body, turned so, holds what meets it where the normal of its surface is `out`, whatever the depth: see
/// [`OneWayRule::Direction`]. True of a body that is not one-way.
pub fn is_held_along(body: &Body, turned: &Rotation, out: Vec2) -> bool {
    body.one_way().is_none_or(|direction| {
        let direction = turned.rotate(direction.as_dvec2().normalize().as_vec2());
        out.dot(direction) >= HELD
    })
}

/// Whether one-way bodies hold this contact, as that of two bodies that first meet. True of bodies that are not one-way.
pub(crate) fn one_way_holds(bodies: [&Body; 2], contact: &Contact, timestep: f32) -> bool {
    one_way_rules(bodies, contact, timestep) == [None; 2]
}

impl Decider<'_> {
    /// Sets [`ContactEvent::resolved_by`]; returns whether a one-way body lets the other through.
    #[inline]
    pub fn decide<O: StepObserver>(
        &self,
        contact: &PairContact,
        event: &mut ContactEvent,
        either: EitherIs,
        bodies: &[Body],
        observer: &mut O,
    ) -> bool {
        event.resolved_by = taken_by(event.pair, event.kind, [either.sensor, either.piece], self.listeners);
        let passes = either.one_way && self.passes(event, &contact.contact, bodies);
        if passes {
            event.resolved_by.get_or_insert(ResolvedBy::OneWay);
        }
        observer.contact(&mut ContactDecision { contact, event, bodies });
        passes
    }

    /// Whether the pair's one-way body lets the other through: decided as the two first meet, and kept until they are apart.
    fn passes(&self, event: &ContactEvent, contact: &Contact, bodies: &[Body]) -> bool {
        let [a, b] = [event.pair.a(), event.pair.b()].map(|body| &bodies[body as usize]);
        match event.phase {
            Phase::Begin if self.held.binary_search(&event.pair).is_ok() => false,
            Phase::Begin => {
                let is_known = self.passing.lets_through(event.pair);
                is_known || !one_way_holds([a, b], contact, self.timestep)
            }
            Phase::Persist | Phase::End => self.passing.lets_through(event.pair),
        }
    }

    /// Whether anybody takes the contact that a pair is about to have, see [`StepObserver::contact`].
    pub fn takes<O: StepObserver>(
        &self,
        pair: PairKey,
        leaves: [Leaf; 2],
        contact: Contact,
        bodies: &[Body],
        observer: &mut O,
    ) -> bool {
        self.ask(pair, leaves, contact, bodies, observer).resolved_by.is_some()
    }

    /// The event of [`Decider::takes`], without a touch.
    pub fn ask<O: StepObserver>(
        &self,
        pair: PairKey,
        leaves: [Leaf; 2],
        contact: Contact,
        bodies: &[Body],
        observer: &mut O,
    ) -> ContactEvent {
        let (a, b) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
        let either = EitherIs {
            sensor: a.is_sensor() || b.is_sensor(),
            piece: a.is_piece() || b.is_piece(),
            one_way: a.one_way().is_some() || b.one_way().is_some(),
        };
        let mut event = ContactEvent::begin(self.frame, pair, PairKind::of(a.shape(), b.shape()));
        let contact = PairContact::of_leaves(pair, leaves, contact);
        self.decide(&contact, &mut event, either, bodies, observer);
        event
    }
}
