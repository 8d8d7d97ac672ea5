//! Ghost contacts of a state: those that touch now, and those that the solver used in the step that led to it.

use collide2d::{Ghost, Leaf, PairContact, World};
use glam::Vec2;

/// What is told of a ghost contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GhostReport {
    pub ghost: Ghost,
    /// The contact's.
    pub normal: Vec2,
    /// The solver used it in the step that led to this state.
    pub acted: bool,
}

/// The ghosts that acted in the step that led to a state, by pair and leaves.
#[derive(Clone, Debug, Default)]
pub struct ActedGhosts(Vec<(PairContact, Ghost)>);

pub(super) type PairOfLeaves = ((u32, u32), [Leaf; 2]);

pub(super) fn of_leaves(contact: &PairContact) -> PairOfLeaves {
    ((contact.a, contact.b), [contact.leaf_a, contact.leaf_b])
}

impl ActedGhosts {
    pub fn of(world: &World) -> Self {
        let used = world.used_contacts().iter();
        let acted = used.filter_map(|used| {
            let ghost = world.ghost_at(&used.contact, used.position_a)?;
            Some((used.contact, ghost))
        });
        let mut acted: Vec<_> = acted.collect();
        acted.sort_by_key(|(contact, _)| of_leaves(contact));
        Self(acted)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&PairContact, &Ghost)> {
        self.0.iter().map(|(contact, ghost)| (contact, ghost))
    }

    /// Whether a contact of the present state is a ghost, or was one as it acted.
    pub fn of_contact(&self, world: &World, contact: &PairContact) -> Option<GhostReport> {
        let acted = self.of_pair(of_leaves(contact));
        match world.ghost(contact) {
            Some(ghost) => {
                Some(GhostReport { ghost, normal: contact.contact.normal, acted: acted.is_some() })
            }
            None => acted,
        }
    }

    /// The ghost of two leaves that acted.
    pub fn of_pair(&self, pair: PairOfLeaves) -> Option<GhostReport> {
        let at = self.0.binary_search_by_key(&pair, |(contact, _)| of_leaves(contact)).ok()?;
        let (contact, ghost) = self.0.get(at)?;
        Some(GhostReport { ghost: *ghost, normal: contact.contact.normal, acted: true })
    }
}
