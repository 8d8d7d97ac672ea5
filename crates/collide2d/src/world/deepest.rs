//! The deepest of many contacts.

use std::mem;
use std::ops::ControlFlow;

use super::World;
use super::detect::Detector;
use super::pairing::PairFilter;
use crate::event::PairContact;

/// The deepest contacts of a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeepestContacts {
    /// Sorted by `a`, then `b`. Of equal depth those of the lowest keys.
    pub contacts: Vec<PairContact>,
    /// Pairs that touch, listed or not.
    pub touching: usize,
    /// More pairs may touch: the state has more candidate pairs than [`crate::WorldSettings::max_candidates`], and
    /// those of the lowest keys were tested.
    pub at_least: bool,
}

/// Finds the deepest contacts of one state after another, in memory kept between them. The less bodies moved
/// since the last state, the faster it is.
#[derive(Debug, Default)]
pub struct DeepestSearch {
    /// Some 60 KB: on Windows a thread's stack has 1 MB.
    detector: Box<Detector>,
    found: DeepestContacts,
}

impl DeepestSearch {
    /// The deepest contacts of the world's present state, at most `most`, static with static included.
    pub fn find(&mut self, world: &World, most: usize) -> &DeepestContacts {
        self.find_of(PairFilter::All, world, most)
    }

    /// The same of the pairs that a step tests: two static bodies are none.
    pub fn find_moving(&mut self, world: &World, most: usize) -> &DeepestContacts {
        self.find_of(PairFilter::NotBothStatic, world, most)
    }

    fn find_of(&mut self, filter: PairFilter, world: &World, most: usize) -> &DeepestContacts {
        let Self { detector, found } = self;
        let mut deepest = Deepest::new(most, mem::take(&mut found.contacts));
        let limit = world.settings.max_candidates.unwrap_or(usize::MAX);
        let visit = world.without_behind(|contact| {
            deepest.add(*contact);
            ControlFlow::Continue(())
        });
        let is_all = detector.for_each(&world.bodies, filter, limit, visit);
        let touching = deepest.added;
        *found = DeepestContacts { contacts: deepest.sorted(), touching, at_least: !is_all };
        found
    }
}

/// The deepest of the contacts added, at most `most`, in memory for some times as many.
#[derive(Debug)]
pub(super) struct Deepest {
    most: usize,
    kept: Vec<PairContact>,
    /// Contacts added.
    pub added: usize,
}

impl Deepest {
    /// Contacts held before the shallower ones are dropped for the first time.
    const LEAST_ROOM: usize = 8192;

    /// `memory` is cleared and used.
    pub fn new(most: usize, mut memory: Vec<PairContact>) -> Self {
        memory.clear();
        Self { most, kept: memory, added: 0 }
    }

    #[inline]
    pub fn add(&mut self, contact: PairContact) {
        self.added += 1;
        self.kept.push(contact);
        if self.kept.len() >= self.most.saturating_mul(2).max(Self::LEAST_ROOM) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.kept.len() > self.most {
            self.kept.select_nth_unstable_by(self.most, |p, q| {
                q.contact.depth.total_cmp(&p.contact.depth).then(p.order().cmp(&q.order()))
            });
            self.kept.truncate(self.most);
        }
    }

    /// By pair.
    pub fn sorted(&mut self) -> Vec<PairContact> {
        self.cut();
        self.kept.sort_unstable_by_key(PairContact::order);
        mem::take(&mut self.kept)
    }
}
