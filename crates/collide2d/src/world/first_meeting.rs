//! Decides in frame 0 which touching pairs a one-way body or a one-sided chain holds: a solver that moves
//! bodies before it tests them would judge them where they are after that.

use super::World;
use super::detect::test_leaves;
use crate::body::Body;
use crate::broad_phase::grown;
use crate::contact::manifold::Contact;
use crate::decide::{Passing, one_way_holds};
use crate::pair::PairKey;

impl World {
    /// Decides which pairs that touch in frame 0 pass, and returns those that hold each other. Sorted.
    pub(super) fn decide_first(&mut self) -> Vec<PairKey> {
        let decides =
            |body: &Body| !body.is_removed() && (body.one_way().is_some() || body.shape().is_one_sided());
        let deciding = (0_u32..).zip(&self.bodies).filter(|(_, body)| decides(body));
        let mut pairs = Vec::new();
        for (own, body) in deciding {
            self.tree().for_each_overlapping(&grown(&body.aabb(), 0.0), |other| {
                if other != own {
                    pairs.push(PairKey::new(own, other));
                }
            });
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs.retain(|pair| self.is_pair(*pair));
        let (mut held, mut passing) = (Vec::new(), Passing::default());
        for pair in pairs {
            let (mut deepest, mut is_behind) = (None::<Contact>, false);
            test_leaves(&self.bodies, pair, 0.0, &mut |leaves| {
                let Some(contact) = leaves.collide() else { return };
                if leaves.is_one_sided() && leaves.is_behind() {
                    is_behind = true;
                } else if deepest.is_none_or(|known| contact.depth > known.depth) {
                    deepest = Some(contact);
                }
            });
            let bodies = [pair.a(), pair.b()].map(|body| &self.bodies[body as usize]);
            match deepest {
                Some(contact) if one_way_holds(bodies, &contact, self.timestep()) => held.push(pair),
                Some(_) => passing.let_through.push(pair),
                None if is_behind => passing.behind.push(pair),
                None => {}
            }
        }
        self.passing = passing;
        held
    }
}
