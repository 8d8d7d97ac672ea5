//! What is wrong with a whole recording: a header that says the wrong thing, shapes, poses, depths or points that are measured
//! otherwise, contacts of other poses, a constant skin, manifolds that are used again. Each suspicion is tried out on the
//! recording, and told with what is left of the differences. An axis that points the other way and another unit give the same
//! contacts: gravity tells the one, sizes the other.

use self::search::Search;
use super::Recording;
use super::compare::{Comparison, Tolerances};
use crate::platform::sorting;

mod between;
mod candidates;
mod cured;
mod factors;
mod falling;
mod found_rows;
mod milliseconds;
mod pixels;
pub mod reused;
pub mod search;
mod suspicion;
mod unoriented;
mod words;

/// Fewest differences among which an error of the whole recording is looked for.
const FEWEST: usize = 6;
/// Bodies on which a suspicion is tried first where there are more.
const MOST_BODIES: usize = 4_000;
/// Fewest contacts whose differences are gone, where shapes or poses are said to be measured otherwise.
const FEWEST_MENDED: usize = 3;

/// An error of the whole recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Systematic {
    /// What seems to be wrong, with numbers.
    pub sentence: String,
    /// What mends it: lines of the header, options, other shapes or poses. An error that is found only with those before it
    /// cured names their cures, too.
    pub cure: String,
    /// Differences that are left with it.
    pub left: usize,
    /// It is one of the directions of normals.
    pub is_of_normals: bool,
}

impl Systematic {
    /// "with "y": "down", 3 rows are left".
    pub fn outcome(&self) -> String {
        match self.left {
            1 => format!("with {}, 1 row is left", self.cure),
            left => format!("with {}, {left} rows are left", self.cure),
        }
    }
}

/// The errors of the whole recording, the worst first; empty where its differences have no cause in common, and for a
/// recording of too many poses. `found`: its differences.
pub fn systematic(recording: &Recording, tolerances: Tolerances, found: &Comparison) -> Vec<Systematic> {
    let mut search = Search::new(recording, tolerances, found, found.differences.len());
    while search.step(recording) {}
    search.errors().to_vec()
}

pub(super) fn median(numbers: &[f32]) -> Option<f32> {
    let mut sorted = numbers.to_vec();
    sorting::sort_by(&mut sorted, f32::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}
