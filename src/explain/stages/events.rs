//! The text of the events.

use collide2d::{ContactEvent, PairKey, PairOutcome, Phase, SolverKind, Stage, World};

use super::StepRecord;
use super::text::StageText;
use super::words::{capital, count, event_text, listed, one_or_many, pair_in_heading};
use crate::scene::Scene;

pub(super) fn title(events: &[ContactEvent]) -> String {
    format!("Events: {}", phases(events, "", "none"))
}

pub(super) fn events(events: &[ContactEvent], recording: &StepRecord, scene: &Scene) -> StageText {
    let first = |event: &&ContactEvent| event.phase != Phase::Persist;
    let rest = |event: &&ContactEvent| event.phase == Phase::Persist;
    let line = |event: &ContactEvent| {
        format!("{} ({}): {}", pair_in_heading(scene, event.pair), event.kind, event_text(event, scene))
    };
    let alone = |pair: PairKey| {
        format!("{}: no event, because both are static and left alone", pair_in_heading(scene, pair))
    };
    let lines = events.iter().filter(first).chain(events.iter().filter(rest)).map(line);
    let happened = phases(events, "contact", "no contact begins, goes on or ends");
    StageText {
        sentence: format!("{}{}.", capital(&happened), to_solver(events, recording.world())),
        details: left_alone(recording).into_iter().map(alone).chain(lines).collect(),
        ..StageText::default()
    }
}

/// "2 contacts begin, 1 goes on and 1 ends"; the first count names `what`.
fn phases(events: &[ContactEvent], what: &str, none: &str) -> String {
    let of = |phase, one: &str, many: &str| {
        let n = events.iter().filter(|event| event.phase == phase).count();
        (n > 0).then(|| (n, if n == 1 { one.to_owned() } else { many.to_owned() }))
    };
    let counts = [
        of(Phase::Begin, "begins", "begin"),
        of(Phase::Persist, "goes on", "go on"),
        of(Phase::End, "ends", "end"),
    ];
    let parts: Vec<String> = counts
        .into_iter()
        .flatten()
        .enumerate()
        .map(|(i, (n, verb))| match (i, what) {
            (0, what) if !what.is_empty() => {
                format!("{} {verb}", count(n, what, &format!("{what}s")))
            }
            _ => format!("{n} {verb}"),
        })
        .collect();
    if parts.is_empty() { none.to_owned() } else { listed(&parts) }
}

/// What becomes of the contacts that begin or go on.
fn to_solver(events: &[ContactEvent], world: &World) -> String {
    let touching: Vec<_> = events.iter().filter(|event| event.phase != Phase::End).collect();
    let all = touching.len();
    if all == 0 {
        return String::new();
    }
    if world.settings().solver == SolverKind::Off {
        return "; the solver is off, so nothing is resolved".to_owned();
    }
    let waiting = touching.iter().filter(|event| event.waiting_since.is_some()).count();
    let taken = touching.iter().filter(|event| event.resolved_by.is_some()).count();
    let solved = touching.iter().filter(|event| is_for_solver(event, world)).count();
    let immovable = all - waiting - taken - solved;
    let none_ends = all == events.len();
    let share = |n: usize| match (n, none_ends) {
        (1, true) if all == 1 => "it is".to_owned(),
        (1, false) if all == 1 => "the one that touches is".to_owned(),
        (2, true) if all == 2 => "both are".to_owned(),
        (n, true) if n == all => "all are".to_owned(),
        (n, false) if n == all => format!("the {n} that touch are"),
        (n, _) => one_or_many(n, "is", "are"),
    };
    let mut parts = Vec::new();
    if solved > 0 {
        parts.push(format!("{} left to the solver", share(solved)));
    }
    if taken > 0 {
        let reason = if taken == 1 { "reason" } else { "reasons" };
        parts.push(format!("{} kept from the solver for the {reason} below", share(taken)));
    }
    if immovable > 0 {
        parts.push(format!("{} left alone, because both bodies have infinite mass", share(immovable)));
    }
    if waiting > 0 {
        parts.push(format!("{} put off to a later step", share(waiting)));
    }
    format!("; {}", listed(&parts))
}

/// Whether the solver works on the contact.
fn is_for_solver(event: &ContactEvent, world: &World) -> bool {
    let moves = |index: u32| world.bodies().get(index as usize).is_some_and(|body| body.inverse_mass() > 0.0);
    event.phase != Phase::End
        && event.resolved_by.is_none()
        && event.waiting_since.is_none()
        && (moves(event.pair.a()) || moves(event.pair.b()))
}

/// The contacts of two static bodies that were tested for the recording alone.
fn left_alone(recording: &StepRecord) -> Vec<PairKey> {
    let touching = |index: usize| match recording.at(index)? {
        Stage::NarrowPhase { pair, outcome: PairOutcome::Contact(_) } => Some(*pair),
        _ => None,
    };
    (0..recording.len()).filter(|&index| recording.is_left_alone(index)).filter_map(touching).collect()
}
