//! Contacts of the present state, whatever the last step found.

use std::ops::ControlFlow;

use super::World;
use super::deepest::{DeepestContacts, DeepestSearch};
use super::detect::{Detector, test_leaves};
use super::pairing::PairFilter;
use crate::collide::collide;
use crate::collide::leaves::pair_of;
use crate::contact::manifold::Contact;
use crate::decide::{Passing, one_way_holds};
use crate::event::PairContact;
use crate::pair::PairKey;
use crate::shape::Leaf;

impl World {
    /// Contacts of the present state, sorted by `a`, then `b`; none of static with static.
    pub fn detect(&self) -> Vec<PairContact> {
        self.collected(PairFilter::NotBothStatic)
    }

    /// [`World::detect`], static with static included.
    pub fn detect_all(&self) -> Vec<PairContact> {
        self.collected(PairFilter::All)
    }

    /// Calls `visit` with the contacts of [`World::detect_all`] in turn until it breaks, in memory that does not
    /// grow with their number.
    pub fn for_each_contact(&self, visit: impl FnMut(&PairContact) -> ControlFlow<()>) {
        self.for_each_contact_of(usize::MAX, visit);
    }

    /// [`World::for_each_contact`] of at most `most` candidate pairs, those of the lowest keys; returns whether those are
    /// all.
    pub fn for_each_contact_of(
        &self,
        most: usize,
        visit: impl FnMut(&PairContact) -> ControlFlow<()>,
    ) -> bool {
        Detector::default().for_each(&self.bodies, PairFilter::All, most, self.without_behind(visit))
    }

    /// The deepest contacts of the present state, at most `most`, static with static included.
    pub fn deepest_contacts(&self, most: usize) -> DeepestContacts {
        DeepestSearch::default().find(self, most).clone()
    }

    /// The contacts of one pair of the present state: those that [`World::detect_all`] lists of it.
    pub fn contacts_of(&self, pair: PairKey) -> Vec<PairContact> {
        let mut contacts = Vec::new();
        let (Some(a), Some(b)) = (self.body(pair.a()), self.body(pair.b())) else { return contacts };
        if !self.is_pair(pair) {
            return contacts;
        }
        let mut add = |leaves, contact: Option<Contact>| {
            let contact = contact.map(|contact| PairContact::of_leaves(pair, leaves, contact));
            contacts.extend(contact.filter(|contact| !self.is_behind(contact)));
        };
        if a.shape().is_composite() || b.shape().is_composite() {
            test_leaves(&self.bodies, pair, 0.0, &mut |leaves| add(leaves.leaves(), leaves.collide()));
        } else {
            add([Leaf::WHOLE; 2], collide(a.shape(), a.pose(), b.shape(), b.pose()));
        }
        contacts
    }

    /// Whether a one-way body lets the other one of a touching pair through; of a pair that the last step did not
    /// see touch, as it would be decided now.
    pub fn lets_through(&self, contact: &PairContact) -> bool {
        let pair = contact.key();
        let (Some(a), Some(b)) = (self.body(pair.a()), self.body(pair.b())) else { return false };
        if a.one_way().is_none() && b.one_way().is_none() {
            return false;
        }
        if self.has_touched(pair) {
            self.known_passing().any(|passing| passing.lets_through(pair))
        } else {
            !one_way_holds([a, b], &contact.contact, self.timestep())
        }
    }

    fn collected(&self, filter: PairFilter) -> Vec<PairContact> {
        let mut contacts = Vec::new();
        let visit = self.without_behind(|contact| {
            contacts.push(*contact);
            ControlFlow::Continue(())
        });
        Detector::default().for_each(&self.bodies, filter, usize::MAX, visit);
        contacts
    }

    /// Leaves out what one-sided chains do not hold, and the pairs that joints keep from colliding.
    pub(super) fn without_behind(
        &self,
        mut visit: impl FnMut(&PairContact) -> ControlFlow<()>,
    ) -> impl FnMut(&PairContact) -> ControlFlow<()> {
        move |contact| {
            let is_none = self.not_colliding.has(contact.key()) || self.is_behind(contact);
            if is_none { ControlFlow::Continue(()) } else { visit(contact) }
        }
    }

    fn is_behind(&self, contact: &PairContact) -> bool {
        if [contact.leaf_a, contact.leaf_b] == [Leaf::WHOLE; 2] {
            return false;
        }
        let pair = contact.key();
        let [a, b] = [pair.a(), pair.b()].map(|body| &self.bodies[body as usize]);
        let leaves = [contact.leaf_a, contact.leaf_b];
        let Some(leaves) = pair_of(a.shape(), a.pose(), b.shape(), b.pose(), leaves) else { return false };
        let was_behind = || self.known_passing().any(|passing| passing.is_behind(pair));
        leaves.is_one_sided() && !self.has_touched(pair) && (was_behind() || leaves.is_behind())
    }

    /// Whether the last step saw a pair touch; of a pair that it left out, because it sleeps, the last one that did not.
    fn has_touched(&self, pair: PairKey) -> bool {
        self.touching.binary_search_by_key(&pair, |touching| touching.pair).is_ok()
            || self.sleep.left_out.has_touched(pair)
    }

    /// What the last step decided, and what the last steps of the pairs that it left out did.
    fn known_passing(&self) -> impl Iterator<Item = &Passing> {
        [&self.passing, &self.sleep.left_out.passing].into_iter()
    }
}
