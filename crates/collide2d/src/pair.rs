//! Pairs of bodies: their keys, and the kinds of their shapes.

use std::fmt;

use crate::shape::{Shape, ShapeKind};
use crate::stored::{Bytes, Stored};

/// The unique key of a pair of bodies, in either order. Keys sort by `a`, then by `b`.
///
/// The exclusive-or of the two indices is not unique: 1 ^ 2 = 4 ^ 7.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKey(u64);

impl PairKey {
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

/// The kinds of a pair's two shapes, in the order of [`ShapeKind`]: circle with wall, never wall with circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKind {
    first: ShapeKind,
    second: ShapeKind,
}

impl PairKind {
    /// The kind of a pair, in either order.
    pub fn new(one: ShapeKind, other: ShapeKind) -> Self {
        Self { first: one.min(other), second: one.max(other) }
    }

    /// The kind of two shapes.
    pub fn of(one: &Shape, other: &Shape) -> Self {
        Self::new(one.kind(), other.kind())
    }

    /// From "circle-wall", in either order. `None` for other text and for "wall-wall", which never touch.
    pub fn from_name(name: &str) -> Option<Self> {
        let kind = |word: &str| ShapeKind::from_name(word.trim());
        let (one, other) = name.split_once('-')?;
        Some(Self::new(kind(one)?, kind(other)?)).filter(|kind| kind.can_touch())
    }

    /// Whether two such shapes can be in contact: two walls cannot.
    #[inline]
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

impl Stored for PairKey {
    fn store(&self, to: &mut Vec<u8>) {
        self.0.store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        u64::load(from).map(Self)
    }
}

stored!(PairKind { first, second });
