//! Pairs of bodies and what becomes of their contact from frame to frame.

use std::fmt;

use crate::contact::manifold::Contact;
use crate::shape::{Shape, ShapeKind};

/// The true unique key of a pair of bodies, whichever way round it is named. Keys sort by `a`, then by `b`.
///
/// The exclusive-or of the two indices is no key: 1 ^ 2 = 4 ^ 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKey(u64);

impl PairKey {
    /// No pair.
    pub(crate) const NONE: Self = Self(u64::MAX);

    /// The key of bodies `i` and `j`, in either order.
    #[inline]
    pub fn new(i: u32, j: u32) -> Self {
        let (a, b) = if i < j { (i, j) } else { (j, i) };
        Self((u64::from(a) << 32) | u64::from(b))
    }
    /// The lower index.
    #[inline]
    pub fn a(self) -> u32 {
        (self.0 >> 32) as u32
    }
    /// The higher index.
    #[inline]
    pub fn b(self) -> u32 {
        self.0 as u32
    }
    /// The key as a number.
    #[inline]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for PairKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.a(), self.b())
    }
}

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

/// The kinds of a pair's two shapes, in the order of [`ShapeKind`]: circle with wall, never wall with circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKind {
    first: ShapeKind,
    second: ShapeKind,
}

impl PairKind {
    /// The kind, whichever way round the two are named.
    pub fn new(one: ShapeKind, other: ShapeKind) -> Self {
        Self { first: one.min(other), second: one.max(other) }
    }
    /// The kind of two shapes.
    pub fn of(one: &Shape, other: &Shape) -> Self {
        Self::new(one.kind(), other.kind())
    }
    /// From "circle-wall", whichever comes first. `None` for other text, and for walls, which never meet walls.
    pub fn from_name(name: &str) -> Option<Self> {
        let kind = |word: &str| ShapeKind::from_name(word.trim());
        let (one, other) = name.split_once('-')?;
        let (one, other) = (kind(one)?, kind(other)?);
        Some(Self::new(one, other)).filter(|kind| kind.can_touch())
    }
    /// Whether two such shapes can touch: a wall never meets a wall.
    pub fn can_touch(self) -> bool {
        self.first.has_inside() || self.second.has_inside()
    }
    /// The one that comes first in [`ShapeKind`].
    pub fn first(self) -> ShapeKind {
        self.first
    }
    /// The other.
    pub fn second(self) -> ShapeKind {
        self.second
    }
}

impl fmt::Display for PairKind {
    /// "circle-rectangle".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first.name(), self.second.name())
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Who took it; `None`: it is the solver's.
    pub resolved_by: Option<ResolvedBy>,
    /// It touches, but did not fit into this frame's contacts.
    pub waiting: bool,
}

/// A standing order, as data: the solver leaves contacts that fit it, and events say so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listener {
    /// Pairs of this kind; every kind where `None`.
    pub kind: Option<PairKind>,
    /// Pairs with this body; every body where `None`.
    pub body: Option<u32>,
}

impl Listener {
    /// Whether the pair is one of those listened for.
    pub fn takes(&self, pair: PairKey, kind: PairKind) -> bool {
        self.kind.is_none_or(|k| k == kind) && self.body.is_none_or(|i| i == pair.a() || i == pair.b())
    }
}
