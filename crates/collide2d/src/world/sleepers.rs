//! The islands that sleep, found by their bodies.

use std::collections::{BTreeMap, BTreeSet};

use crate::island::Island;
use crate::stored::{Bytes, Stored};

/// The islands that sleep. An island's number is the index of its first body.
#[derive(Clone, Debug, Default)]
pub(super) struct Sleepers {
    /// Sorted by number.
    islands: Vec<Island>,
    /// The number of each body's island.
    of_bodies: BTreeMap<u32, u32>,
    /// The neighbours of islands, each with the island's number.
    neighbours: BTreeSet<(u32, u32)>,
}

impl Sleepers {
    pub fn islands(&self) -> &[Island] {
        &self.islands
    }

    /// Adds islands of bodies that are in none.
    pub fn add(&mut self, islands: Vec<Island>) {
        for island in &islands {
            let number = number(island);
            self.of_bodies.extend(island.bodies.iter().map(|&body| (body, number)));
            self.neighbours.extend(island.neighbours.iter().map(|&body| (body, number)));
        }
        self.islands.extend(islands);
        self.islands.sort_by_key(number);
    }

    /// The number of the island that a body is of.
    pub fn island_of(&self, body: u32) -> Option<u32> {
        self.of_bodies.get(&body).copied()
    }

    /// The numbers of the islands that a body is of or a neighbour of, ascending.
    pub fn islands_at(&self, body: u32) -> Vec<u32> {
        let beside = self.neighbours.range((body, 0)..=(body, u32::MAX)).map(|(_, number)| *number);
        let mut found: Vec<u32> = beside.chain(self.island_of(body)).collect();
        found.sort_unstable();
        found
    }

    /// Takes the islands of these numbers out; the numbers are ascending.
    pub fn take(&mut self, numbers: &[u32]) -> Vec<Island> {
        let [Some(first), Some(last)] = [numbers.first(), numbers.last()] else { return Vec::new() };
        let from = self.islands.partition_point(|island| number(island) < *first);
        let to = self.islands.partition_point(|island| number(island) <= *last);
        let is_taken = |island: &mut Island| numbers.binary_search(&number(island)).is_ok();
        let taken: Vec<Island> = self.islands.extract_if(from..to, is_taken).collect();
        for island in &taken {
            for body in &island.bodies {
                self.of_bodies.remove(body);
            }
            for &body in &island.neighbours {
                self.neighbours.remove(&(body, number(island)));
            }
        }
        taken
    }

    /// The numbers of all islands.
    pub fn numbers(&self) -> Vec<u32> {
        self.islands.iter().map(number).collect()
    }
}

/// An island's number; 0 without bodies, as only damaged bytes have it.
fn number(island: &Island) -> u32 {
    island.bodies.first().copied().unwrap_or(0)
}

impl Stored for Sleepers {
    fn store(&self, to: &mut Vec<u8>) {
        self.islands.store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let mut sleepers = Self::default();
        sleepers.add(Vec::load(from)?);
        Some(sleepers)
    }
}
