//! What becomes of a pair's contact from frame to frame, and who takes it from the solver.

use glam::Vec2;

use crate::contact::manifold::Contact;
use crate::pair::{PairKey, PairKind};

/// A touching pair of bodies, `a < b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// How they touch.
    pub contact: Contact,
}

impl PairContact {
    /// The pair's key.
    #[inline]
    pub fn key(&self) -> PairKey {
        PairKey::new(self.a, self.b)
    }
}

/// What happened to a pair's contact in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It touches and did not in the frame before.
    Begin,
    /// It touches as it did in the frame before.
    Persist,
    /// It touched in the frame before.
    End,
}

/// Who took a contact before the solver came to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResolvedBy {
    /// One of the two bodies is a sensor.
    Sensor,
    /// The listener of this index in [`crate::World::listeners`].
    Listener(u32),
    /// [`crate::StepObserver::contact`].
    Observer,
    /// `Rigid` left it: the seam of two static bodies, of which the other one carries.
    Seam,
}

/// A pair's contact began, goes on, or ended. Each pair has at most one a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEvent {
    /// The frame whose step told it.
    pub frame: u64,
    /// The pair.
    pub pair: PairKey,
    /// The kinds of its shapes.
    pub kind: PairKind,
    /// What happened.
    pub phase: Phase,
    /// The frame in which the contact began.
    pub since: u64,
    /// How they touch; `None` where the contact ended, or waits.
    pub touch: Option<Touch>,
    /// Who took it; `None`: it is the solver's.
    pub resolved_by: Option<ResolvedBy>,
    /// It touches, but did not fit into this frame's contacts.
    pub waiting: bool,
}

/// Normal and depth of a contact, as an event carries them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// As [`Contact::normal`].
    pub normal: Vec2,
    /// As [`Contact::depth`].
    pub depth: f32,
}

/// A standing order, as data: the solver leaves contacts that fit it, and events say so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listener {
    /// Pairs of this kind; every kind where `None`.
    pub kind: Option<PairKind>,
    /// Pairs with this body; every body where `None`.
    pub body: Option<u32>,
}

/// Who takes a pair's contact before a solver may: a sensor of the two, else the first listener that fits.
pub(crate) fn taken_by(
    pair: PairKey,
    kind: PairKind,
    sensor: bool,
    listeners: &[Listener],
) -> Option<ResolvedBy> {
    if sensor {
        return Some(ResolvedBy::Sensor);
    }
    let first = listeners.iter().position(|listener| listener.takes(pair, kind))?;
    Some(ResolvedBy::Listener(first as u32))
}

impl Listener {
    /// Whether the pair is one of those listened for.
    pub fn takes(&self, pair: PairKey, kind: PairKind) -> bool {
        self.kind.is_none_or(|k| k == kind) && self.body.is_none_or(|i| i == pair.a() || i == pair.b())
    }
}
