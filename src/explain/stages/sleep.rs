//! The text of what sleeps: islands that fell asleep, woke, and sleep on.

use collide2d::{Island, WakeCause, Waking};

use super::StepRecord;
use super::text::StageText;
use super::words::{capital, count, listed, name};
use crate::scene::Scene;

/// Most bodies of an island that are named.
const MOST_NAMED: usize = 8;

pub(super) fn title(woken: &[Waking], islands: &[Island]) -> String {
    let bodies = islands.iter().map(|island| island.bodies.len()).sum();
    let asleep = count(bodies, "body sleeps", "bodies sleep");
    match woken.len() {
        0 => format!("Sleep: {asleep}"),
        awake => format!("Sleep: {} awake, {asleep}", count(awake, "island", "islands")),
    }
}

/// `recording`: positioned after the stage.
pub(super) fn text(woken: &[Waking], islands: &[Island], recording: &StepRecord, scene: &Scene) -> StageText {
    let now = recording.world().frame() + 1;
    let (fell, asleep): (Vec<_>, Vec<_>) = islands.iter().partition(|island| island.since == now);
    let woke =
        woken.iter().map(|waking| format!("{} woke: {}", whole(&waking.island, scene), why(waking, scene)));
    let fell = fell.into_iter().map(|island| {
        format!("{} sleeps from now on: for half a second nobody of it moved", whole(island, scene))
    });
    let asleep = asleep
        .into_iter()
        .map(|island| format!("{} sleeps since frame {}", whole(island, scene), island.since));
    let mut lines = woke.chain(fell).chain(asleep).map(|line| capital(&line));
    let sentence = lines.next().unwrap_or_default() + ".";
    StageText { sentence, details: lines.collect(), ..StageText::default() }
}

/// "island of 3 bodies (a, b and c)".
fn whole(island: &Island, scene: &Scene) -> String {
    let mut names: Vec<String> =
        island.bodies.iter().take(MOST_NAMED).map(|body| name(scene, *body).to_string()).collect();
    if island.bodies.len() > MOST_NAMED {
        names.push(format!("{} more", island.bodies.len() - MOST_NAMED));
    }
    format!("island of {} ({})", count(island.bodies.len(), "body", "bodies"), listed(&names))
}

fn why(waking: &Waking, scene: &Scene) -> String {
    match waking.cause {
        WakeCause::Met(body) => format!("{} touches it, or is about to", name(scene, body)),
        WakeCause::Set(body) if waking.island.bodies.contains(&body) => {
            format!("{} was set or pushed", name(scene, body))
        }
        WakeCause::Set(body) => format!("{}, which it touches, was set, added or removed", name(scene, body)),
        WakeCause::Changed => "settings, listeners or generators changed".to_owned(),
    }
}
