//! The text of a step's end: what waits, and what `Linear` leaves when its iterations are used up.

use collide2d::{ContactSource, LINEAR_SLOP, ResolverEffort, Unresolved};

use super::generators::source_name;
use super::motion::ways;
use super::text::StageText;
use super::words::{capital, count, listed};
use super::{BodyChange, StepRecord, impulses};
use crate::scene::numbers::{LengthUnit, number};
use crate::scene::{Scene, SceneGenerator};

/// Slower closing and a smaller excess of depth count as rounding. Metres per second, metres.
const ROUNDING: (f32, f32) = (1.0e-5, 1.0e-6);

/// `frame`: the one that the step leads to; `waiting`: contacts that exceed its limit.
pub(super) fn frame_end(
    (frame, waiting): (u64, usize),
    (resolver, unresolved): (Option<ResolverEffort>, &[Unresolved]),
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let unit = recording.unit;
    let waits = match waiting {
        0 => String::new(),
        n if recording.is_limited() => {
            format!(" At least {n} contacts exceed the step's limit and wait for the next step.")
        }
        1 => " 1 contact exceeds the step's limit and waits for the next step.".to_owned(),
        n => format!(" {n} contacts exceed the step's limit and wait for the next step."),
    };
    let linear = resolver.filter(|effort| effort.limit > 0);
    let left = linear.map_or_else(String::new, |effort| left_over(effort, unresolved, unit, scene));
    let sentence = format!("The step is done; this is frame {frame}.{waits}{left}");
    let details = unresolved.iter().map(|contact| still(contact, unit, scene));
    let sums = impulses::sums(recording, scene);
    let details = details.chain(sums).chain(ways(changes, unit, scene)).collect();
    StageText { sentence, details, ..StageText::default() }
}

/// " Linear used 3 of at most 8 iterations, and no contact is left." or what is left, with the worst of it.
fn left_over(effort: ResolverEffort, unresolved: &[Unresolved], unit: LengthUnit, scene: &Scene) -> String {
    let ResolverEffort { used, limit, left, waiting: _ } = effort;
    let iterations = |n: u32| count(n as usize, "iteration", "iterations");
    if left == 0 {
        let used = match used {
            0 => "needed no iteration".to_owned(),
            n if n == limit => format!("used all of the {} that it may use", iterations(n)),
            n => format!("used {} of the {limit} that it may use", iterations(n)),
        };
        return format!(" Linear {used}; no contact is left closing or overlapping.");
    }
    let worst = |of_links: bool, value: fn(&Unresolved, &Scene) -> Option<f32>| {
        let of_kind = unresolved.iter().filter(|contact| is_link(contact) == of_links);
        let found = of_kind.filter_map(|contact| value(contact, scene));
        found.fold((0_usize, 0.0_f32), |(n, most), value| (n + 1, most.max(value.abs())))
    };
    let mut parts: Vec<String> = Vec::new();
    let links = if scene.joints.is_empty() { LINKS } else { LINKS_AND_JOINTS };
    for kind in [TOUCHING, links] {
        let ((deep, deepest), (closing, fastest)) =
            (worst(kind.of_links, depth), worst(kind.of_links, speed));
        if deep > 0 {
            let subject = count(deep, kind.one, kind.many);
            let which = if deep == 1 { kind.one_wrong } else { kind.many_wrong };
            parts.push(format!("{subject} still {which} {},", unit.text(deepest)));
        }
        if closing > 0 {
            let which = if closing == 1 { kind.one_moves } else { kind.many_move };
            let subject = if deep == 0 { count(closing, kind.one, kind.many) } else { closing.to_string() };
            parts.push(format!("{subject} still {which} {} m/s", number(fastest)));
        }
    }
    if parts.len() > 2 {
        // A list has its own commas.
        parts.iter_mut().for_each(|part| part.truncate(part.trim_end_matches(',').len()));
    }
    let parts = listed(&parts);
    format!(
        " {}: Linear has used the {} that it may use, and the next step goes on.",
        capital(parts.trim_end_matches(',')),
        iterations(limit)
    )
}

/// "ball – floor: still closes at 0.3 m/s and is 0.12 m deep", "rod 0 between a and b: still lengthens at
/// 0.3 m/s and is 0.12 m too long".
fn still(contact: &Unresolved, unit: LengthUnit, scene: &Scene) -> String {
    let is_link = is_link(contact);
    let moves = speed(contact, scene).map(|speed| match speed {
        s if !is_link => format!("closes at {} m/s", number(s)),
        s if s < 0.0 => format!("shortens at {} m/s", number(-s)),
        s => format!("lengthens at {} m/s", number(s)),
    });
    let wrong = depth(contact, scene).map(|depth| match depth {
        d if !is_link => format!("is {} deep", unit.text(d)),
        d if d < 0.0 => format!("is {} too short", unit.text(-d)),
        d => format!("is {} too long", unit.text(d)),
    });
    let parts: Vec<String> = moves.into_iter().chain(wrong).collect();
    format!("{}: still {}", source_name(scene, contact.source), listed(&parts))
}

/// The words for what is left of a kind of contact; before a length and before a speed, of one and of many.
struct Words {
    of_links: bool,
    one: &'static str,
    many: &'static str,
    one_wrong: &'static str,
    many_wrong: &'static str,
    one_moves: &'static str,
    many_move: &'static str,
}

const TOUCHING: Words = Words {
    of_links: false,
    one: "contact",
    many: "contacts",
    one_wrong: "overlaps, to a depth of",
    many_wrong: "overlap, the deepest by",
    one_moves: "closes, at",
    many_move: "close, the fastest at",
};
const LINKS: Words = Words {
    of_links: true,
    one: "cable or rod",
    many: "cables or rods",
    one_wrong: "has a wrong length, by",
    many_wrong: "have wrong lengths, the worst by",
    one_moves: "stretches or shrinks, at",
    many_move: "stretch or shrink, the fastest at",
};

const LINKS_AND_JOINTS: Words = Words {
    one: "cable, rod or direction of a joint",
    many: "cables, rods or directions of joints",
    one_wrong: "is off, by",
    many_wrong: "are off, the worst by",
    one_moves: "moves, at",
    many_move: "move, the fastest at",
    ..LINKS
};

/// Whether a cable, a rod or a joint made the contact.
fn is_link(contact: &Unresolved) -> bool {
    contact.source.pair().is_none() && contact.source.b().is_some()
}

/// Whether a rod or a joint made the contact, which works both ways.
fn is_rod(contact: &Unresolved, scene: &Scene) -> bool {
    let ContactSource::Generated { generator, .. } = contact.source else { return false };
    let is_rod = |generator: &SceneGenerator| matches!(generator, SceneGenerator::Rod { .. });
    scene.generators.get(generator as usize).is_none_or(is_rod)
}

/// Its closing speed, if it needs work for that.
fn speed(contact: &Unresolved, scene: &Scene) -> Option<f32> {
    let speed = if is_rod(contact, scene) { contact.closing.abs() } else { contact.closing };
    (speed > ROUNDING.0).then_some(contact.closing)
}

/// Its depth, if it needs work for that.
fn depth(contact: &Unresolved, scene: &Scene) -> Option<f32> {
    let excess = if is_rod(contact, scene) { contact.depth.abs() } else { contact.depth - LINEAR_SLOP };
    (excess > ROUNDING.1).then_some(contact.depth)
}
