//! What else there is in a recording than differences, which other options list.

use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::between;
use crate::elsewhere::recording::ghosts::ghosts;
use crate::scene::numbers::count;

/// Most poses of a recording that is searched.
const MOST_POSES: usize = 2_000_000;

/// Its ghost contacts and what went through something, a sentence each.
pub fn hints(recording: &Recording) -> Vec<String> {
    if recording.frames().len().saturating_mul(recording.body_count()) > MOST_POSES {
        return Vec::new();
    }
    let names = |(a, b): (u32, u32)| format!("{} and {}", recording.body_name(a), recording.body_name(b));
    let mut hints = Vec::new();
    let ghosts = ghosts(recording, || ()).unwrap_or_default();
    if let Some(first) = ghosts.first() {
        let many = count(ghosts.len(), "contact of theirs is a ghost", "contacts of theirs are ghosts");
        let (frame, who) = (first.frame, names(first.bodies));
        hints.push(format!("{many}, first in frame {frame} that of {who}: --ghosts lists them"));
    }
    let crossings = between(recording, None, || ()).map(|found| found.crossings).unwrap_or_default();
    if let Some(first) = crossings.first() {
        let times = count(crossings.len(), "time", "times");
        let (frame, who) = (first.frames.1, names(first.bodies));
        hints.push(format!(
            "{times} two went through each other between frames, first before frame {frame} {who}: --between lists them"
        ));
    }
    hints
}
