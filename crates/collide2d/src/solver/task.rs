//! What a solver is given to work on.

use glam::Vec2;

use super::near::Displaced;
use crate::body::Body;
use crate::contact::manifold::{Contact, ContactPoint};
use crate::decide::Decider;
use crate::event::ContactEvent;
use crate::generator::not_colliding::NotColliding;
use crate::generator::{Generator, Link};
use crate::pair::PairKey;
use crate::settings::{Mix, WorldSettings};
use crate::shape::Leaf;
use crate::still::StillBodies;

/// The input of a solver besides the bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Problem<'a> {
    pub settings: &'a WorldSettings,
    /// Which bodies are to be visited.
    pub still: &'a StillBodies,
    /// Sorted by pair.
    pub tasks: &'a [Task],
    /// Sorted by generator.
    pub links: &'a [LinkTask],
    /// By index. A ground is an immovable body of the index that follows the bodies'.
    pub generators: &'a [Option<Generator>],
    pub not_colliding: &'a NotColliding,
    /// Velocity that this step's acceleration gave to each body and ground, if bodies have moved. Metres per
    /// second.
    pub built_up: &'a [Vec2],
    pub decider: Decider<'a>,
    /// Pairs that may touch in the step. Sorted.
    pub candidates: &'a [PairKey],
    /// Of the step, sorted by pair.
    pub events: &'a [ContactEvent],
}

/// A cable, a rod or a joint that a solver works on: at least one of the two bodies has finite mass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkTask {
    pub generator: u32,
    pub link: Link,
    /// As it is reported.
    pub contact: Contact,
    /// Negative: a cable is slack by this (`Rigid`). Metres.
    pub depth: f32,
}

/// A contact that a solver works on: at least one of the two bodies has finite mass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    /// Of a ground the second index is the number of bodies + the generator's index.
    pub pair: PairKey,
    /// Number of the pair of leaves, see [`Leaf::number`].
    pub leaves: u32,
    /// Displaced only in `Rigid`.
    pub found: Displaced,
    pub restitution: f32,
    pub friction: f32,
    /// Speed of `a`'s surface seen from `b`'s, against the tangent (the normal rotated by -90°). Metres per second.
    pub conveyor: f32,
    /// Index of its event; `None`: the two are near and do not touch, or one is a ground.
    pub event: Option<u32>,
    /// A contact with a neighbour carries the body, see [`super::seams`]: this one is not resolved as it was found.
    pub at_seam: bool,
    /// It is not resolved at all.
    pub buried: bool,
    /// The body of finite mass, if the other's mass is infinite.
    pub carried: Option<u32>,
}

impl Task {
    /// `None` if no contact moves either.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub(crate) fn new(
        pair: PairKey,
        leaves: [Leaf; 2],
        found: Displaced,
        a: &Body,
        b: &Body,
        event: Option<u32>,
        mix: &Mix,
    ) -> Option<Self> {
        let carried = match (a.is_movable(), b.is_movable()) {
            (true, false) => Some(pair.a()),
            (false, true) => Some(pair.b()),
            (true, true) => None,
            (false, false) => return None,
        };
        Some(Self {
            pair,
            leaves: Leaf::number(leaves),
            found,
            restitution: mix.restitution.of(a.restitution(), b.restitution()),
            friction: mix.friction.of(a.friction(), b.friction()),
            conveyor: a.conveyor() + b.conveyor(),
            event,
            at_seam: false,
            buried: false,
            carried,
        })
    }

    /// Depth of the whole contact as the bodies are. Metres; negative: the gap.
    pub(crate) fn deepest(&self) -> f32 {
        self.found.depth(self.found.contact.depth)
    }

    /// From `a`'s position to the point. World axes, metres.
    pub(crate) fn contact_arm(&self, point: &ContactPoint) -> Vec2 {
        // Midway between the two surfaces, whichever of them the displacement moved the point away from.
        point.from_a + self.found.offset * 0.5
    }

    /// The other body, and the normal toward `body`; `None` if `body` is not of the pair.
    pub(crate) fn seen_from(&self, body: u32) -> Option<(u32, Vec2)> {
        if self.pair.a() == body {
            Some((self.pair.b(), self.found.contact.normal))
        } else if self.pair.b() == body {
            Some((self.pair.a(), -self.found.contact.normal))
        } else {
            None
        }
    }
}
