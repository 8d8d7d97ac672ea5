//! The text of the broad phase.

use collide2d::{Aabb, PairKey};

use super::Recording;
use super::text::{MOST_DETAILS, StageText};
use super::words::{count, listed, name, one_or_many, pair_name};
use crate::numbers::{LengthUnit, at_least};
use crate::scene::Scene;

/// The pairs of a state as the broad phase divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadPhaseCounts {
    /// Pairs of bodies that could touch.
    pub possible: u64,
    /// Those whose AABBs are near each other.
    pub near: usize,
    /// Those of them that the step tests.
    pub tested: usize,
    /// Those of them with two static bodies, which the step leaves alone.
    pub both_static: usize,
    /// There are more of `near`, `tested` or `both_static` than were counted.
    pub at_least: bool,
}

pub(super) fn broad_phase(pairs: &[PairKey], recording: &Recording, scene: &Scene) -> StageText {
    let (counts, world, unit) = (&recording.pairs, recording.world(), recording.unit);
    let (possible, both_static, tested) = (counts.possible, counts.both_static, pairs.len());
    let at_least = counts.at_least || recording.is_limited();
    let near = tested + both_static;
    let counted = BroadPhaseCounts { possible, near, tested, both_static, at_least };
    let there = world.bodies().iter().filter(|body| !body.is_removed()).count();
    StageText {
        sentence: sentence(there, counted, counts.reach, unit),
        details: details(pairs, recording, scene),
        more: pairs.len().saturating_sub(MOST_DETAILS),
        counts: Some(counted),
        ..StageText::default()
    }
}

fn sentence(there: usize, counts: BroadPhaseCounts, reach: f32, unit: LengthUnit) -> String {
    let BroadPhaseCounts { possible, near, tested, both_static, at_least } = counts;
    let bodies = count(there, "body", "bodies");
    if possible == 0 {
        return match there {
            0 => "There is no body, and so no pair to test.".to_owned(),
            1 => "1 body makes no pair.".to_owned(),
            _ => format!("{bodies} make no pair that could touch."),
        };
    }
    let meet = if reach > 0.0 {
        format!("overlap, touch, or are at most {} apart", unit.text(reach))
    } else {
        "overlap or touch".to_owned()
    };
    let is_or_are = |n: usize| one_or_many(n, "is", "are");
    let outcome = match (near, both_static) {
        (0, _) => "nothing is tested".to_owned(),
        (1, 0) if possible == 1 => "it is tested".to_owned(),
        (1, 1) if possible == 1 => "both bodies are static, so the step leaves it alone".to_owned(),
        (_, 0) => format!("{} tested", is_or_are(tested)),
        (1, 1) => {
            "the step does not test it, because both bodies are static and it leaves them alone".to_owned()
        }
        (_, _) => format!(
            "the step tests {}, and leaves alone {} of two static bodies",
            match tested {
                0 => "none".to_owned(),
                n => n.to_string(),
            },
            both_static
        ),
    };
    if at_least {
        let alone = match both_static {
            0 => String::new(),
            n => format!("; at least {n} of two static bodies are left alone"),
        };
        return format!(
            "{bodies} make {possible} pairs that could touch. At least {near} of them have AABBs that {meet}: \
             {tested} are tested, the first in the order of the bodies{alone}."
        );
    }
    match (possible, near) {
        (1, 0) => {
            format!(
                "{bodies} make 1 pair that could touch. Its AABBs do not {}: {outcome}.",
                neither(reach, unit)
            )
        }
        (1, _) => format!("{bodies} make 1 pair that could touch. Its AABBs {meet}: {outcome}."),
        (_, _) => format!(
            "{bodies} make {possible} pairs that could touch. {} AABBs that {meet}: {outcome}.",
            match near {
                0 => "None has".to_owned(),
                1 => "1 of them has".to_owned(),
                n => format!("{n} of them have"),
            }
        ),
    }
}

fn neither(reach: f32, unit: LengthUnit) -> String {
    if reach > 0.0 {
        format!("overlap or touch, and are more than {} apart", unit.text(reach))
    } else {
        "overlap or touch".to_owned()
    }
}

/// Which of the four comparisons of two boxes fail: "a's left, 3 m, is beyond b's right, 2 m".
fn comparisons([a, b]: [&Aabb; 2], unit: LengthUnit) -> Vec<String> {
    let all = [
        ("a's left", a.min.x, "b's right", b.max.x),
        ("b's left", b.min.x, "a's right", a.max.x),
        ("a's bottom", a.min.y, "b's top", b.max.y),
        ("b's bottom", b.min.y, "a's top", a.max.y),
    ];
    let failed = all.into_iter().filter(|(_, least, _, most)| least > most);
    let words = |(low, least, high, most): (&str, f32, &str, f32)| {
        format!("{low}, {}, is beyond {high}, {}", unit.text(least), unit.text(most))
    };
    failed.map(words).collect()
}

/// A line for each pair, those of two static bodies first.
fn details(pairs: &[PairKey], recording: &Recording, scene: &Scene) -> Vec<String> {
    let (counts, world, unit) = (&recording.pairs, recording.world(), recording.unit);
    let aabb = |index: u32| world.bodies().get(index as usize).map(|body| body.aabb()).unwrap_or_default();
    let corners = |index: u32| {
        let aabb = aabb(index);
        format!("{} from {} to {}", name(scene, index), unit.point(aabb.min), unit.point(aabb.max))
    };
    let line = |pair: &PairKey| {
        let (a, b) = (aabb(pair.a()), aabb(pair.b()));
        // What they share: the way out of a box inside another is longer.
        let common = a.max.min(b.max) - a.min.max(b.min);
        let overlap = common.min_element();
        let how = if overlap > 0.0 {
            format!("all four comparisons hold, and the AABBs overlap by {}", unit.point(common))
        } else if overlap == 0.0 {
            "the AABBs touch".to_owned()
        } else {
            let failed = comparisons([&aabb(pair.a()), &aabb(pair.b())], unit);
            format!("the AABBs are {} apart: {}", unit.text(-overlap), listed(&failed))
        };
        format!("{}; {}: {how}", corners(pair.a()), corners(pair.b()))
    };
    let left_alone =
        |pair: &PairKey| format!("left alone, both static: {}; {}", pair_name(scene, *pair), line(pair));
    let mut details: Vec<String> = counts.first_static.iter().map(left_alone).collect();
    let more = counts.both_static - counts.first_static.len();
    if more > 0 {
        let bound = at_least(counts.at_least);
        details.push(format!("and {bound}{more} more of two static bodies"));
    }
    details.extend(pairs.iter().take(MOST_DETAILS).map(line));
    details
}
