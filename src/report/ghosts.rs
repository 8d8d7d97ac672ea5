//! Ghost contacts of a state: those that touch now, and those that the solver used in the step that led to it.

use collide2d::{Ghost, Leaf, PairContact, PairKey, UsedContact, World};
use glam::Vec2;

use crate::platform::sorting;
use crate::scene::numbers::short;
use crate::scene::{PairParts, are_meant};

/// What is told of a ghost contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GhostReport {
    pub ghost: Ghost,
    /// The contact's.
    pub normal: Vec2,
    /// The solver used it in the step that led to this state.
    pub acted: bool,
}

/// A pair `a < b`, and which leaves of it.
pub type PairOfLeaves = ((u32, u32), [Leaf; 2]);

fn of_leaves(contact: &PairContact) -> PairOfLeaves {
    ((contact.a, contact.b), [contact.leaf_a, contact.leaf_b])
}

/// What the solver used of two bodies, `a < b`, in the step that led to the state.
fn used_of(world: &World, bodies: (u32, u32)) -> impl Iterator<Item = &UsedContact> {
    let of = |used: &UsedContact| (used.contact.a, used.contact.b);
    let used = world.used_contacts();
    let first = used.partition_point(|used| of(used) < bodies);
    used.iter().skip(first).take_while(move |used| of(used) == bodies)
}

impl GhostReport {
    /// Of the contact of a pair that acted, else of that of the present state, `None` where it is apart.
    pub fn of(world: &World, pair: PairOfLeaves, contact: Option<&PairContact>) -> Option<Self> {
        let acted = used_of(world, pair.0).filter(|used| of_leaves(&used.contact) == pair).find_map(|used| {
            let ghost = world.ghost_at(&used.contact, used.position_a)?;
            Some(Self { ghost, normal: used.contact.contact.normal, acted: true })
        });
        let present = contact.and_then(|contact| {
            let ghost = world.ghost(contact)?;
            Some(Self { ghost, normal: contact.contact.normal, acted: false })
        });
        acted.or(present)
    }

    /// Index of the neighbour's shape among its parts.
    pub fn part(&self) -> u32 {
        self.ghost.leaf.part().unwrap_or(0)
    }

    /// "90° off".
    pub fn off(&self) -> String {
        format!("{}° off", short(f64::from(self.ghost.by)))
    }
}

/// The ghosts of two bodies, `a < b`, in these parts alone if they are given: those that touch, then those that acted and
/// touch no more.
pub fn of_bodies(world: &World, (a, b): (u32, u32), parts: PairParts) -> Vec<(PairOfLeaves, GhostReport)> {
    let touching = world.contacts_of(PairKey::new(a, b));
    let present = touching.iter().map(|contact| (of_leaves(contact), Some(contact)));
    let apart = apart(world, used_of(world, (a, b))).into_iter().map(|pair| (pair, None));
    let meant = present.chain(apart).filter(|(pair, _)| are_meant(pair.1, parts));
    meant.filter_map(|(pair, contact)| Some((pair, GhostReport::of(world, pair, contact)?))).collect()
}

/// The ghosts that acted in the step that led to a state, by pair and leaves.
pub fn acted(world: &World) -> Vec<(PairContact, Ghost)> {
    among(world, world.used_contacts())
}

fn among<'w>(world: &World, used: impl IntoIterator<Item = &'w UsedContact>) -> Vec<(PairContact, Ghost)> {
    let ghosts = used
        .into_iter()
        .filter_map(|used| Some((used.contact, world.ghost_at(&used.contact, used.position_a)?)));
    let mut ghosts: Vec<_> = ghosts.collect();
    sorting::sort_by_key(&mut ghosts, |(contact, _)| of_leaves(contact));
    ghosts
}

/// Those of [`acted`] that do not touch any more.
pub fn acted_apart(world: &World) -> Vec<PairOfLeaves> {
    apart(world, world.used_contacts())
}

fn apart<'w>(world: &World, used: impl IntoIterator<Item = &'w UsedContact>) -> Vec<PairOfLeaves> {
    let pairs = among(world, used).into_iter().map(|(contact, _)| of_leaves(&contact));
    let touches = |pair: &PairOfLeaves| {
        let present = world.contacts_of(PairKey::new(pair.0.0, pair.0.1));
        present.iter().any(|contact| of_leaves(contact) == *pair)
    };
    pairs.filter(|pair| !touches(pair)).collect()
}
