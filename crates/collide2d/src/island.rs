//! Islands of bodies that sleep, and what wakes them.

/// Dynamic bodies that hold each other, by contacts, cables and rods, and sleep. (The word is that of Box2D; Catto,
/// "Simulation Islands", 2023.)
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Island {
    /// The frame that the step in which it fell asleep led to.
    pub since: u64,
    /// Indices of its bodies, ascending.
    pub bodies: Vec<u32>,
    /// Other bodies that it touches, such as those it lies on. Ascending.
    pub(crate) neighbours: Vec<u32>,
}

/// An island that was woken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Waking {
    /// As it slept.
    pub island: Island,
    /// What woke it.
    pub cause: WakeCause,
}

/// What wakes an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeCause {
    /// This body, which moves, touches it or is about to.
    Met(u32),
    /// This body was set, pushed, added or removed: one of its own, or one that it touches.
    Set(u32),
    /// Settings, listeners or generators of the world were changed.
    Changed,
}

stored!(Island { since, bodies, neighbours });
stored!(Waking { island, cause });
stored_enum!(WakeCause { 0: Met(body), 1: Set(body), 2: Changed });
