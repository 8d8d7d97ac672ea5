//! What else there is in a recording than differences, which other options list.

use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::{Between, between};
use crate::elsewhere::recording::compare::Tolerances;
use crate::elsewhere::recording::ghosts::ghosts;
use crate::scene::numbers::count;

/// Most poses of a recording that is searched.
const MOST_POSES: usize = 2_000_000;

/// What overlaps and is kept apart by masks alone, and what is held though it was let through, a sentence each.
pub fn of_overlaps(recording: &Recording, tolerances: Tolerances) -> Vec<String> {
    if is_too_long(recording) {
        return Vec::new();
    }
    let all = [recording.masked_overlaps(tolerances), recording.held_inside(tolerances)];
    all.into_iter().flat_map(Result::unwrap_or_default).collect()
}

fn is_too_long(recording: &Recording) -> bool {
    recording.frames().len().saturating_mul(recording.body_count()) > MOST_POSES
}

/// Its ghost contacts and what went through something, a sentence each.
pub fn hints(recording: &Recording) -> Vec<String> {
    if is_too_long(recording) {
        return Vec::new();
    }
    let names = |(a, b): (u32, u32)| format!("{} and {}", recording.body_name(a), recording.body_name(b));
    let mut hints = recording.velocity_faults();
    let ghosts = ghosts(recording, || ()).unwrap_or_default();
    if let Some(first) = ghosts.first() {
        let many = count(ghosts.len(), "contact of theirs is a ghost", "contacts of theirs are ghosts");
        let (frame, who) = (first.frame, names(first.bodies));
        hints.push(format!("{many}, first in frame {frame} that of {who}: --ghosts lists them"));
    }
    // Times in milliseconds lead bodies anywhere.
    if recording.is_in_milliseconds() {
        return hints;
    }
    let Between { crossings, untold, .. } = between(recording, None, || ()).unwrap_or_default();
    if let Some(first) = crossings.first() {
        let times = count(crossings.len(), "time", "times");
        let (frame, who) = (first.frames.1, names(first.bodies));
        hints.push(format!(
            "{times} two went through each other between frames, first before frame {frame} {who}: --between lists them"
        ));
    }
    let felt: Vec<_> = untold.iter().filter(|one| recording.may_feel(one.bodies)).collect();
    if let Some(first) = felt.first() {
        let times = count(felt.len(), "time", "times");
        let (frame, who) = (first.frames.1, names(first.bodies));
        hints.push(format!(
            "{times} something went through a sensor between frames, first before frame {frame} {who}, and nothing is ever told \
             of two such bodies: --between tells more"
        ));
    }
    hints
}
