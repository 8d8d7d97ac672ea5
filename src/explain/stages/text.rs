//! The text of a stage: one sentence, and a formula with its numbers.

use collide2d::{BodyForces, PairOutcome, SolverKind, Stage, Work, World};
use glam::Vec2;

use super::broad_phase::{BroadPhaseCounts, broad_phase};
use super::events::{events, phases};
use super::forces::positions;
use super::formula::{Formula, FormulaValue, value};
use super::generators::{generated, source_name, title as generator_title};
use super::iteration::{brief, iteration, velocity_changes};
use super::left_over::{left_over, still};
use super::narrow_phase::narrow_phase;
use super::words::{count, name, pair_name, work_name};
use super::{BodyChange, MotionState, RecordedStage, StepRecord, impulses, reactions};
use crate::scene::numbers::{LengthUnit, number};
use crate::scene::{Scene, generator_name};

pub(super) const MOST_DETAILS: usize = 100;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageText {
    /// One line for a list.
    pub title: String,
    pub sentence: String,
    /// What was computed, each with its numbers.
    pub formulas: Vec<Formula>,
    /// More lines: one per body or pair.
    pub details: Vec<String>,
    /// Lines that were not even made.
    pub(super) more: usize,
    /// The pair of the stage, `a < b`.
    pub pair: Option<(u32, u32)>,
    /// The test of two static bodies, which is no part of the step.
    pub left_alone: bool,
    /// The counts of the broad phase.
    pub counts: Option<BroadPhaseCounts>,
}

pub(super) fn title(recorded: &RecordedStage, unit: LengthUnit, scene: &Scene) -> String {
    let title = match &recorded.stage {
        Stage::Forces(_) => "Forces".to_owned(),
        Stage::BroadPhase(pairs) if pairs.is_empty() => {
            "Broad phase: no pair for the step to test".to_owned()
        }
        Stage::BroadPhase(pairs) => format!("Broad phase: {} to test", count(pairs.len(), "pair", "pairs")),
        Stage::NarrowPhase { pair, outcome } => {
            let what = match outcome {
                PairOutcome::EarlyOut => "early-out".to_owned(),
                PairOutcome::Separated => "apart".to_owned(),
                PairOutcome::Contact(contact) => format!("contact, {} deep", unit.text(contact.depth)),
                PairOutcome::Waiting(contact) => {
                    format!("contact, {} deep, has to wait", unit.text(contact.depth))
                }
            };
            format!("Narrow phase: {}: {what}", pair_name(scene, *pair))
        }
        Stage::Generator { generator, outcome } => generator_title(*generator, outcome, unit, scene),
        Stage::Events(events) => format!("Events: {}", phases(events, "", "none")),
        Stage::Iteration(told) => {
            let place = match told.work {
                Work::Linear => format!("Iteration {}", told.index + 1),
                Work::Bounce => format!("Bounce {}", told.index + 1),
                work => format!("Sub-step {}, {}", told.substep + 1, work_name(work)),
            };
            let point =
                if told.work == Work::Linear { String::new() } else { format!(", point {}", told.point + 1) };
            format!(
                "{place}: {}{point}: {}",
                source_name(scene, told.source),
                brief(told, recorded.speed_rounding)
            )
        }
        Stage::SubstepForces { index, .. } => format!("Sub-step {}: forces", index + 1),
        Stage::SubstepMove { index, .. } => format!("Sub-step {}: move", index + 1),
        Stage::FreeMotion => "Free motion".to_owned(),
        Stage::Stopped { body, at, .. } => {
            format!("Fast body: {} stopped at {}", name(scene, *body), name(scene, *at))
        }
        Stage::StoppedAtGround { body, generator, .. } => {
            format!("Fast body: {} stopped at {}", name(scene, *body), generator_name(scene, *generator))
        }
        Stage::Reactions(reactions) => reactions::title(reactions),
        Stage::FrameEnd { frame, .. } => format!("End of the step: frame {frame}"),
    };
    if recorded.left_alone { format!("{title}, both static") } else { title }
}

/// `changes`: the stage's changes of bodies; `recording`: positioned after the stage.
pub(super) fn text(
    recorded: &RecordedStage,
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let unit = recording.unit;
    let text = match &recorded.stage {
        Stage::Forces(forces) => self::forces(forces, changes, recording, scene),
        Stage::BroadPhase(pairs) => broad_phase(pairs, recording, scene),
        Stage::NarrowPhase { pair, outcome } => {
            narrow_phase(*pair, outcome, recorded.left_alone, recording, scene)
        }
        Stage::Generator { generator, outcome } => generated(*generator, outcome, recording, scene),
        Stage::Events(told) => events(told, recording, scene),
        Stage::Iteration(told) => iteration(told, changes, recorded, recording, scene),
        Stage::SubstepForces { duration, .. } => StageText {
            sentence: substep_forces(*duration, changes),
            details: velocity_changes(changes, scene),
            ..StageText::default()
        },
        Stage::SubstepMove { duration, .. } => StageText {
            sentence: substep_move(*duration, changes),
            details: ways(changes, unit, scene),
            ..StageText::default()
        },
        Stage::FreeMotion => StageText {
            sentence: free_motion(changes, recording.world(), scene),
            details: ways(changes, unit, scene),
            ..StageText::default()
        },
        Stage::Stopped { body, at, share, past } => StageText {
            sentence: format!(
                "{} moves by more than its inner radius in this step and would tunnel through {}: it is swept \
                 along its path and brought back to the time of impact, after {} % of it, and put {} {} there{}.",
                name(scene, *body),
                name(scene, *at),
                number(share * 100.0),
                unit.text(past.abs()),
                if *past > 0.0 { "deep" } else { "off the surface" },
                if *past > 0.0 { ", so that the next step finds the contact" } else { "" },
            ),
            details: ways(changes, unit, scene),
            ..StageText::default()
        },
        Stage::StoppedAtGround { body, generator, share, past } => StageText {
            sentence: stopped_at_ground(
                &name(scene, *body),
                &generator_name(scene, *generator),
                *share,
                &unit.text(*past),
            ),
            details: ways(changes, unit, scene),
            ..StageText::default()
        },
        Stage::Reactions(told) => reactions::text(told, recording.world(), scene),
        Stage::FrameEnd { frame, waiting, resolver, unresolved } => {
            let waits = match waiting {
                0 => String::new(),
                n if recording.is_limited() => {
                    format!(" At least {n} contacts exceed the step's limit and wait for the next step.")
                }
                1 => " 1 contact exceeds the step's limit and waits for the next step.".to_owned(),
                n => format!(" {n} contacts exceed the step's limit and wait for the next step."),
            };
            let left = resolver.map_or_else(String::new, |effort| left_over(effort, unresolved, unit, scene));
            let sentence = format!("The step is done; this is frame {frame}.{waits}{left}");
            let details = unresolved.iter().map(|contact| still(contact, unit, scene));
            let sums = impulses::sums(recording, scene);
            let details = details.chain(sums).chain(ways(changes, unit, scene)).collect();
            StageText { sentence, details, ..StageText::default() }
        }
    };
    StageText {
        details: capped(text.details, text.more),
        title: title(recorded, unit, scene),
        left_alone: recorded.left_alone,
        ..text
    }
}

/// `past`: how far below the line the body is put; a `share` of 1: it was below it before.
fn stopped_at_ground(body: &str, ground: &str, share: f32, past: &str) -> String {
    if share == 1.0 {
        return format!(
            "{body} would end the step deeper below {ground}: it is lifted to {past} below its line."
        );
    }
    format!(
        "{body} would end the step below {ground}: it is brought back to the time of impact, after {} % of its path, \
         and put {past} deep there, so that the next step finds the contact.",
        number(share * 100.0)
    )
}

fn forces(forces: &[BodyForces], changes: &[BodyChange], recording: &StepRecord, scene: &Scene) -> StageText {
    let (world, unit) = (recording.world(), recording.unit);
    let (dt, solver) = (world.settings().timestep, world.settings().solver);
    let changed = forces.iter().filter(|f| f.velocity_before != f.velocity_after).count();
    let pulled = count(changed, "velocity", "velocities");
    let is_moved = |f: &&BodyForces| f.moved != Vec2::ZERO || f.turned != 0.0;
    let time = number(dt);
    let moved = forces.iter().filter(is_moved).count();
    let moves = if moved < 2 { "moves" } else { "move" };
    let moved = count(moved, "body", "bodies");
    let sentence = match solver {
        SolverKind::Off | SolverKind::Linear => format!(
            "Gravity, acceleration and damping change {pulled} over {time} s, and {moved} {moves} on."
        ),
        SolverKind::Rigid if changed == 0 => {
            "Gravity, acceleration and damping change no velocity in this step.".to_owned()
        }
        SolverKind::Rigid => format!(
            "Gravity, acceleration and damping will change {pulled} over {time} s; Rigid applies them in its \
             sub-steps."
        ),
    };
    let way = |f: &BodyForces| {
        let turned =
            if f.turned == 0.0 { String::new() } else { format!(", turned by {}°", number(f.turned)) };
        format!("{}: moved by {}{turned}", name(scene, f.body), unit.point(f.moved))
    };
    let velocities = forces.iter().flat_map(|forces| velocities(forces, world, scene)).take(MOST_DETAILS);
    let positions = forces.iter().flat_map(|forces| positions(forces, changes, world, scene));
    StageText {
        sentence,
        formulas: velocities.chain(positions.take(MOST_DETAILS)).collect(),
        details: forces.iter().filter(is_moved).map(way).collect(),
        ..StageText::default()
    }
}

/// `v' = (v + a × Δt) × k`, along x and along y where it changes.
fn velocities(forces: &BodyForces, world: &World, scene: &Scene) -> Vec<Formula> {
    let dt = world.settings().timestep;
    let kept = world.bodies().get(forces.body as usize).map_or(1.0, |body| body.motion().velocity_kept(dt));
    let (before, after) = (forces.velocity_before, forces.velocity_after);
    let along = [
        (["v_x'", "v_x", "a_x"], "x", before.x, after.x, forces.acceleration.x),
        (["v_y'", "v_y", "a_y"], "y", before.y, after.y, forces.acceleration.y),
    ];
    let changed = along.into_iter().filter(|(_, _, before, after, _)| before != after);
    let formula = |(symbols, axis, before, after, acceleration): ([&'static str; 3], &str, f32, f32, f32)| {
        let [new, old, pull] = symbols;
        let before = if before.abs() <= f32::EPSILON * (acceleration * dt).abs() { 0.0 } else { before };
        let sped_up = value(old, format!("velocity along {axis} before"), "m/s", before)
            + value(pull, format!("acceleration along {axis}, by gravity and its own"), "m/s²", acceleration)
                * value("Δt", "duration of the step", "s", dt);
        let right = if kept == 1.0 {
            sped_up
        } else {
            let damping =
                world.bodies().get(forces.body as usize).map_or(1.0, |body| body.motion().damping());
            let name = format!(
                "share of the velocity that damping leaves in this step: {} to the power of {}",
                number(damping),
                number(dt)
            );
            sped_up * value("k", name, "", kept)
        };
        let result = FormulaValue::new(new, format!("velocity along {axis} after"), "m/s", after);
        let noise = 4.0 * f32::EPSILON * (before.abs() + (acceleration * dt).abs());
        Formula::new(&name(scene, forces.body), result, &right, noise)
    };
    changed.filter_map(formula).collect()
}

fn substep_forces(duration: f32, changes: &[BodyChange]) -> String {
    let speeds = |state: &MotionState| (state.velocity, state.angular_velocity);
    let changed = changes.iter().filter(|c| speeds(&c.before) != speeds(&c.after)).count();
    let velocities = match changed {
        0 => "no velocity of a body".to_owned(),
        1 => "the velocity of 1 body".to_owned(),
        n => format!("the velocities of {n} bodies"),
    };
    format!("Gravity, acceleration and damping change {velocities} in contact over {} s.", number(duration))
}

fn substep_move(duration: f32, changes: &[BodyChange]) -> String {
    let moving = match changes.iter().filter(|c| c.before.pose != c.after.pose).count() {
        0 => "No body in contact moves".to_owned(),
        1 => "1 body in contact moves".to_owned(),
        n => format!("{n} bodies in contact move"),
    };
    format!("{moving} in this sub-step of {} s.", number(duration))
}

/// The bodies that no contact acts on.
fn free_motion(changes: &[BodyChange], world: &World, scene: &Scene) -> String {
    let moved = changes.iter().filter(|c| c.before.pose != c.after.pose).count();
    let (which, moves, them) = match changes {
        [one] if moved == 1 => (name(scene, one.body), "moves", "it"),
        _ if moved == 1 => ("1 body".to_owned(), "moves", "it"),
        _ => (count(moved, "body", "bodies"), "move", "them"),
    };
    let duration = number(world.settings().timestep);
    format!(
        "{which} {moves} on for the whole step of {duration} s, because no contact acts on {them}. What moved fast \
         is swept along its path next."
    )
}

/// Where the bodies went.
fn ways(changes: &[BodyChange], unit: LengthUnit, scene: &Scene) -> Vec<String> {
    let moved = changes.iter().filter(|c| c.before.pose != c.after.pose);
    let way = |c: &BodyChange| {
        let (from, to) = (c.before.pose, c.after.pose);
        let way = (from.position != to.position)
            .then(|| format!("from {} to {}", unit.point(from.position), unit.point(to.position)));
        let turned = to.rotation.degrees() - from.rotation.degrees();
        let turned = (from.rotation != to.rotation).then(|| format!("turned by {}°", number(turned)));
        let both: Vec<String> = way.into_iter().chain(turned).collect();
        format!("{}: {}", name(scene, c.body), both.join(", "))
    };
    moved.map(way).collect()
}

fn capped(mut details: Vec<String>, more: usize) -> Vec<String> {
    if details.len() + more > MOST_DETAILS {
        let more = details.len().saturating_sub(MOST_DETAILS) + more;
        details.truncate(MOST_DETAILS);
        details.push(format!("and {more} more"));
    }
    details
}
