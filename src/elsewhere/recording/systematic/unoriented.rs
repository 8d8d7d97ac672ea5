//! Normals of either sign: a test that takes its axis as it comes, and does not turn it from one shape to the other.

use std::collections::BTreeMap;

use super::cured::{Cured, sorted};
use super::found_rows::FoundRows;
use super::{FEWEST, Systematic};
use crate::elsewhere::recording::StoredFrame;

/// Where more normals for each that is the opposite are right, some other slip may turn a few.
const MOST_RIGHT: usize = 5;

/// Half of the rows at least are normals that are the opposite of ours, which no other direction of all of them mends.
pub(super) fn error(cured: &Cured<'_>, found: &FoundRows) -> Option<Systematic> {
    let opposite = found.opposite.len();
    if opposite < FEWEST || 2 * opposite < found.curable() {
        return None;
    }
    let kinds_of = |bodies: (u32, u32)| cured.kinds(bodies).map(sorted);
    let mut kinds = BTreeMap::<Option<[&str; 2]>, usize>::new();
    found.opposite.iter().for_each(|bodies| *kinds.entry(kinds_of(*bodies)).or_default() += 1);
    let contacts = cured.recording.frames().iter().flat_map(StoredFrame::contacts);
    let told = contacts.filter(|contact| contact.normal.is_some() && !contact.filtered);
    let all = told.filter(|contact| kinds.contains_key(&kinds_of(contact.bodies))).count();
    if MOST_RIGHT * opposite < all {
        return None;
    }
    let names: Option<Vec<String>> =
        kinds.keys().map(|kinds| kinds.map(|[a, b]| format!("{a} with {b}"))).collect();
    let of = names.map_or_else(String::new, |names| format!(" of {}", names.join(", ")));
    Some(Systematic {
        sentence: format!(
            "{opposite} of {all} normals{of} are the opposite of ours, and no one direction is right for all: does the test \
             turn its axis away from the first shape, by the sign of its product with the way between the two?"
        ),
        cure: "each of these normals negated".to_owned(),
        left: found.rows.saturating_sub(opposite),
        is_of_normals: true,
    })
}
