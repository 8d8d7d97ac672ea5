//! The text of what listeners did to their bodies.

use collide2d::{MAX_PIECES, Reaction, ReactionOutcome, World};

use super::text::StageText;
use super::words::{capital, count, listed, listener_name, name, pair_in_heading};
use crate::scene::Scene;
use crate::scene::numbers::{number, vec2};

pub(super) fn title(reactions: &[Reaction]) -> String {
    format!("Listeners: {}", summary(reactions))
}

/// `world` is after the reactions.
pub(super) fn text(reactions: &[Reaction], world: &World, scene: &Scene) -> StageText {
    let line = |reaction: &Reaction| {
        let body = name(scene, reaction.body);
        let became = match reaction.outcome {
            ReactionOutcome::Removed => format!("{body} is gone"),
            ReactionOutcome::Burst { first, count } => format!(
                "{body} bursts into {count} circles, {} to {}",
                name(scene, first),
                name(scene, first + count - 1)
            ),
            ReactionOutcome::Kept => format!(
                "{body} stays as it is, because a world has at most {MAX_PIECES} pieces and only what has an area bursts"
            ),
        };
        let listener = listener_name(scene, reaction.listener);
        format!("{listener} took the contact {}: {became}", pair_in_heading(scene, reaction.pair))
    };
    let bursts = reactions.iter().filter_map(|reaction| match reaction.outcome {
        ReactionOutcome::Burst { first, count } => Some(first..first + count),
        ReactionOutcome::Removed | ReactionOutcome::Kept => None,
    });
    let piece = |index: u32| {
        let body = world.body(index)?;
        let (mass, velocity) = (number(body.mass()), vec2(body.velocity()));
        Some(format!("{}: {mass} kg at {velocity} m/s", name(scene, index)))
    };
    StageText {
        sentence: format!(
            "{}, because {} in this step.",
            capital(&summary(reactions)),
            match reactions {
                [_] => "a listener took one of its contacts",
                _ => "listeners took contacts of theirs",
            }
        ),
        details: reactions.iter().map(line).chain(bursts.flatten().filter_map(piece)).collect(),
        ..StageText::default()
    }
}

/// "1 body is gone and 2 bodies burst".
fn summary(reactions: &[Reaction]) -> String {
    let of = |is: fn(&ReactionOutcome) -> bool, one: &str, many: &str| {
        let n = reactions.iter().filter(|reaction| is(&reaction.outcome)).count();
        (n > 0).then(|| format!("{} {}", count(n, "body", "bodies"), if n == 1 { one } else { many }))
    };
    let parts = [
        of(|outcome| *outcome == ReactionOutcome::Removed, "is gone", "are gone"),
        of(|outcome| matches!(outcome, ReactionOutcome::Burst { .. }), "bursts", "burst"),
        of(|outcome| *outcome == ReactionOutcome::Kept, "stays as it is", "stay as they are"),
    ];
    listed(&parts.into_iter().flatten().collect::<Vec<_>>())
}
