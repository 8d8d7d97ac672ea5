//! What a step does about contacts: nothing, or one of the solvers.

pub(crate) mod fast;
mod linear;
mod rigid;
pub(crate) mod seams;
mod worst_first;

pub(crate) use linear::LinearSolver;
pub(crate) use rigid::{KnownImpulse, RigidSolver};

use crate::contact::Contact;
use crate::world::{Body, PairContact, PairKey, pair_friction, pair_restitution};

/// A contact that a solver has to deal with: at least one of the two bodies has finite mass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub pair: PairKey,
    pub contact: Contact,
    pub restitution: f32,
    pub friction: f32,
}

impl Task {
    pub(crate) fn new(contact: &PairContact, a: &Body, b: &Body) -> Self {
        Self {
            pair: contact.key(),
            contact: contact.contact,
            restitution: pair_restitution(a, b),
            friction: pair_friction(a, b),
        }
    }
}
