//! Places of bodies, which a world may use again once their bodies are gone.

use std::collections::BTreeSet;
use std::mem;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::handle::BodyHandle;
use crate::stored::{Bytes, Stored};

/// The number of the next world.
static NEXT_WORLD: AtomicU32 = AtomicU32::new(0);

/// Which places may be used again, and how often each was.
#[derive(Clone, Debug)]
pub(super) struct BodyPlaces {
    /// Of the world. No part of its state.
    world: u32,
    /// How often each place was used before; 0 of those beyond the end.
    generations: Vec<u32>,
    /// For the next bodies, the lowest first.
    free: BTreeSet<u32>,
    /// Of bodies that were removed since the last step began.
    removed: Vec<u32>,
    /// Of removed bodies whose contacts the last step's events ended. The events name them until the next
    /// step begins.
    told: Vec<u32>,
}

impl Default for BodyPlaces {
    fn default() -> Self {
        Self {
            world: NEXT_WORLD.fetch_add(1, Ordering::Relaxed),
            generations: Vec::new(),
            free: BTreeSet::new(),
            removed: Vec::new(),
            told: Vec::new(),
        }
    }
}

impl BodyPlaces {
    fn generation(&self, index: u32) -> u32 {
        self.generations.get(index as usize).copied().unwrap_or(0)
    }

    pub fn handle(&self, index: u32) -> BodyHandle {
        BodyHandle { world: self.world, index, generation: self.generation(index) }
    }

    /// The place of a handle of this world and of the present generation.
    pub fn index_of(&self, handle: BodyHandle) -> Option<u32> {
        (self.handle(handle.index) == handle).then_some(handle.index)
    }

    /// The body of this place was removed.
    pub fn leave(&mut self, index: u32) {
        self.removed.push(index);
    }

    /// A step begins. Returns the places that are free from now on; one whose generations are used up is retired.
    pub fn begin_step(&mut self) -> Vec<u32> {
        if self.removed.is_empty() && self.told.is_empty() {
            return Vec::new();
        }
        let mut freed = mem::replace(&mut self.told, mem::take(&mut self.removed));
        freed.retain(|&index| self.generation(index) < u32::MAX);
        self.free.extend(&freed);
        freed
    }

    /// Takes `count` free places in a row, the lowest ones, and returns the first.
    pub fn take(&mut self, count: u32) -> Option<u32> {
        let first = self.first_of_row(count)?;
        for index in first..first + count {
            self.free.remove(&index);
            let length = self.generations.len().max(index as usize + 1);
            self.generations.resize(length, 0);
            self.generations[index as usize] += 1;
        }
        Some(first)
    }

    fn first_of_row(&self, count: u32) -> Option<u32> {
        let (mut first, mut next) = (0, 0);
        for &index in &self.free {
            if index != next {
                first = index;
            }
            next = index + 1;
            if next - first == count {
                return Some(first);
            }
        }
        None
    }

    /// Takes the number of another world.
    pub fn keep_number(&mut self, of: &Self) {
        self.world = of.world;
    }

    /// Whether a world of so many bodies, of which these are removed, could have got here.
    pub fn is_consistent(&self, bodies: usize, removed: impl Fn(u32) -> bool) -> bool {
        let waiting = || self.removed.iter().chain(&self.told);
        let all: BTreeSet<u32> = waiting().chain(&self.free).copied().collect();
        self.generations.len() <= bodies
            && all.len() == self.removed.len() + self.told.len() + self.free.len()
            && all.into_iter().all(removed)
            && self.free.iter().all(|&index| self.generation(index) < u32::MAX)
    }

    /// What the next bodies' places depend on.
    pub fn state(&self) -> impl Iterator<Item = u32> + '_ {
        let lists = [&self.generations, &self.removed, &self.told];
        lists.into_iter().flatten().chain(&self.free).copied()
    }
}

impl Stored for BodyPlaces {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { world: _, generations, free, removed, told } = self;
        let free: Vec<u32> = free.iter().copied().collect();
        [generations, &free, removed, told].into_iter().for_each(|list| list.store(to));
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let mut list = || Vec::<u32>::load(from);
        let (generations, free) = (list()?, list()?.into_iter().collect());
        Some(Self { generations, free, removed: list()?, told: list()?, ..Self::default() })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/places.rs"]
mod tests;
