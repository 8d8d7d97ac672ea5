//! Contact events: begin, persist and end, and what kept a contact from the solver.

use glam::Vec2;

use crate::contact::manifold::Contact;
use crate::pair::{PairKey, PairKind};
use crate::shape::Leaf;

/// A touching pair of bodies, `a < b`, and which of their leaves touch: a pair has a contact for each pair of leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// The part of the first body's shape, and the segment of its chain.
    pub leaf_a: Leaf,
    /// The same of the second.
    pub leaf_b: Leaf,
    /// How they touch.
    pub contact: Contact,
}

impl PairContact {
    /// Of two simple shapes.
    #[inline]
    pub fn new(pair: PairKey, contact: Contact) -> Self {
        Self::of_leaves(pair, [Leaf::WHOLE; 2], contact)
    }

    #[inline]
    pub(crate) fn of_leaves(pair: PairKey, [leaf_a, leaf_b]: [Leaf; 2], contact: Contact) -> Self {
        Self { a: pair.a(), b: pair.b(), leaf_a, leaf_b, contact }
    }

    /// What contacts are sorted by: the pair, then the leaves.
    #[inline]
    pub(crate) fn order(&self) -> (PairKey, Leaf, Leaf) {
        (self.key(), self.leaf_a, self.leaf_b)
    }

    /// The pair's key.
    #[inline]
    pub fn key(&self) -> PairKey {
        PairKey::new(self.a, self.b)
    }
}

/// What happened to a pair's contact in a frame, compared with the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The pair touches and did not.
    Begin,
    /// The pair touches and did.
    Persist,
    /// The pair touched and does not.
    End,
}

/// What kept a contact from the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResolvedBy {
    /// One of the two bodies is a sensor.
    Sensor,
    /// The listener of this index in [`crate::World::listeners`].
    Listener(u32),
    /// [`crate::StepObserver::contact`].
    Observer,
    /// A one-way body lets the other through, see [`crate::BodyDef::one_way`].
    OneWay,
    /// The solver skips it: at the seam of two immovable bodies, the neighbour's contact carries the body. A
    /// contact that the solver turns to the neighbour's normal is not skipped, and is not this.
    Seam,
}

/// A pair's contact began, persists, or ended. What touches before the first step has no event until then: it begins
/// in the first step that finds it, and if it parts before, no event tells of it. At most one event per pair and
/// frame, but for a contact that begins within a step, see [`ContactEvent::fraction`]: another may have ended as the
/// step began, or this one ends as well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEvent {
    /// The frame of the step.
    pub frame: u64,
    /// The pair.
    pub pair: PairKey,
    /// The kinds of its shapes.
    pub kind: PairKind,
    /// What happened.
    pub phase: Phase,
    /// The frame in which the contact began.
    pub since: u64,
    /// `None` if the contact ended or waits.
    pub touch: Option<Touch>,
    /// `None`: the solver resolves it.
    pub resolved_by: Option<ResolvedBy>,
    /// The pair touches, but has not fitted into the contacts since this frame; `None`: it does not wait.
    pub waiting_since: Option<u64>,
    /// Of a contact that began within the step, before it was deep: the fraction of the step's motion until then.
    /// `Rigid` stopped the two there ([`crate::Stage::Landed`], [`crate::Stage::Stopped`]), or a bullet met there
    /// what did not hold it. `None`: the step found the contact as it found all.
    pub fraction: Option<f32>,
}

impl ContactEvent {
    /// Of a contact that begins in a frame, without a touch.
    pub(crate) fn begin(frame: u64, pair: PairKey, kind: PairKind) -> Self {
        Self {
            frame,
            pair,
            kind,
            phase: Phase::Begin,
            since: frame,
            touch: None,
            resolved_by: None,
            waiting_since: None,
            fraction: None,
        }
    }
}

/// Normal and depth of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// As [`Contact::normal`].
    pub normal: Vec2,
    /// As [`Contact::depth`].
    pub depth: f32,
}

/// The solver skips contacts that match a listener, and events say so. Contacts of pieces match none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listener {
    /// Matches pairs of this kind; `None`: every kind.
    pub kind: Option<PairKind>,
    /// Matches pairs with this body; `None`: every body. It becomes [`Listener::NOBODY`] once the body was
    /// removed and its place may be used again.
    pub body: Option<u32>,
    /// What becomes of `body` at the end of the step; without a body nothing does.
    pub then: Then,
}

/// What a listener does when it has taken a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Then {
    /// Nothing more.
    #[default]
    Ignore,
    /// Its body is removed, see [`crate::World::remove`].
    Remove,
    /// Its body is replaced by so many circles, 2 to [`crate::MAX_BURST`], after the last body.
    Burst(u32),
}

/// What a listener did to its body at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reaction {
    /// Index of the listener in [`crate::World::listeners`].
    pub listener: u32,
    /// The pair whose contact it took.
    pub pair: PairKey,
    /// The listener's body.
    pub body: u32,
    /// What became of the body.
    pub outcome: ReactionOutcome,
}

/// What became of a listener's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReactionOutcome {
    /// It was removed.
    Removed,
    /// It was replaced by pieces.
    Burst {
        /// Index of the first piece.
        first: u32,
        /// Number of pieces.
        count: u32,
    },
    /// It stays as it is: the world has no room for more pieces, or the shape has no area.
    Kept,
}

/// A circle that a body was replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its index in [`crate::World::bodies`].
    pub index: u32,
    /// Index of the body that burst.
    pub of: u32,
    /// Its number among the pieces of that body, from 1.
    pub number: u32,
}

/// What takes a pair's contact from the solver: the first listener that matches, else a sensor. A listener
/// with [`Then::Ignore`] does not match contacts of sensors; none matches contacts of pieces.
#[inline]
pub(crate) fn taken_by(
    pair: PairKey,
    kind: PairKind,
    [sensor, piece]: [bool; 2],
    listeners: &[Listener],
) -> Option<ResolvedBy> {
    if listeners.is_empty() {
        return sensor.then_some(ResolvedBy::Sensor);
    }
    let reacts = |listener: &Listener| !sensor || listener.then != Then::Ignore;
    let takes = |listener: &Listener| !piece && listener.takes(pair, kind) && reacts(listener);
    match listeners.iter().position(takes) {
        Some(index) => Some(ResolvedBy::Listener(index as u32)),
        None => sensor.then_some(ResolvedBy::Sensor),
    }
}

impl Listener {
    /// An index that no body has.
    pub const NOBODY: u32 = u32::MAX;

    /// Whether the listener matches the pair.
    pub fn takes(&self, pair: PairKey, kind: PairKind) -> bool {
        self.kind.is_none_or(|k| k == kind) && self.body.is_none_or(|i| i == pair.a() || i == pair.b())
    }
}

/// What was decided when two touching bodies first met, for a world that did not take that step itself
/// ([`World::set_meetings`](crate::World::set_meetings)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The pair.
    pub pair: PairKey,
    /// The frame in which they met.
    pub since: u64,
    /// A one-way body lets the other through.
    pub is_let_through: bool,
    /// The other body came from behind a one-sided chain.
    pub is_behind: bool,
}

/// A pair that touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touching {
    pub pair: PairKey,
    /// The frame in which it began.
    pub since: u64,
}
