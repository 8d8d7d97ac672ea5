//! What else there is in a recording than differences, which other options list.

use collide2d::World;

use crate::elsewhere::recording::between::{Between, between};
use crate::elsewhere::recording::compare::{PassingPairs, Tolerances};
use crate::elsewhere::recording::ghosts::ghosts;
use crate::elsewhere::recording::{Recording, TheirContact};
use crate::platform::plain;
use crate::report::why::CameThroughWatch;
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
    } else if let Ok(every) = recording.every_body() {
        // What is not told of the two is a difference.
        let is_told = |index: usize, bodies: (u32, u32)| {
            let holds = |contact: &TheirContact| contact.touches() && !contact.filtered && !contact.sensor;
            let mut told = [Some(index), index.checked_sub(1)].into_iter().flatten();
            told.any(|index| {
                recording.their_contacts(index).any(|told| told.bodies == bodies && holds(&told))
            })
        };
        let came = first_through((recording, &every), None, is_told);
        hints.extend(came.map(|came| through_sentence(recording, came)));
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

/// The first pair that came through each other, of those that are asked for by the index of the frame and the pair, with the
/// engine's number of the frame.
pub fn first_through(
    recorded: (&Recording, &World),
    teleport: Option<f32>,
    is_asked: impl Fn(usize, (u32, u32)) -> bool,
) -> Option<(u64, (u32, u32))> {
    let (recording, every) = recorded;
    let (mut watch, mut passing) = (CameThroughWatch::new(true), PassingPairs::default());
    recording.frames().iter().enumerate().find_map(|(index, frame)| {
        let world = passing.world_at(recording, every, index, usize::MAX);
        let came = watch.frame_to(recorded, &world, index, teleport);
        came.into_iter().find(|bodies| is_asked(index, *bodies)).map(|bodies| (frame.frame, bodies))
    })
}

/// "bullet and wall touch in frame 12, so that is no crossing between two frames: …"
pub fn through_sentence(recording: &Recording, (frame, (a, b)): (u64, (u32, u32))) -> String {
    let [a, b] = [a, b].map(|body| plain::label(&recording.body_name(body)).into_owned());
    let pair = plain::on_command_line(&format!("{a},{b}"));
    format!(
        "{a} and {b} touch in frame {frame}, so that is no crossing between two frames: they went in on one side, and are past \
         the middle there, so that the shortest way out leads on through the other; explain --frame {frame} --pair {pair}"
    )
}
