//! The texts of stages in which bodies move: sub-steps, free motion, and fast bodies that are stopped.

use collide2d::Body;
use glam::Vec2;

use super::formula::{Formula, FormulaValue, value};
use super::iteration::velocity_changes;
use super::text::StageText;
use super::words::{capital, count, name};
use super::{BodyChange, MotionState, StepRecord};
use crate::scene::numbers::{LengthUnit, number};
use crate::scene::{Scene, generator_name};

pub(super) fn substep_forces(duration: f32, changes: &[BodyChange], scene: &Scene) -> StageText {
    let speeds = |state: &MotionState| (state.velocity, state.angular_velocity);
    let changed = changes.iter().filter(|c| speeds(&c.before) != speeds(&c.after)).count();
    let velocities = match changed {
        0 => "no velocity of a body".to_owned(),
        1 => "the velocity of 1 body".to_owned(),
        n => format!("the velocities of {n} bodies"),
    };
    let duration = number(duration);
    let sentence =
        format!("Gravity, acceleration and damping change {velocities} in contact over {duration} s.");
    StageText { sentence, details: velocity_changes(changes, scene), ..StageText::default() }
}

pub(super) fn substep_move(
    duration: f32,
    changes: &[BodyChange],
    unit: LengthUnit,
    scene: &Scene,
) -> StageText {
    let moving = changes.iter().filter(|c| c.before.pose != c.after.pose).count();
    let moving = count(moving, "body in contact moves", "bodies in contact move");
    moved(format!("{} in this sub-step of {} s.", capital(&moving), number(duration)), changes, unit, scene)
}

/// The bodies that no contact acts on.
pub(super) fn free_motion(changes: &[BodyChange], recording: &StepRecord, scene: &Scene) -> StageText {
    let count_moved = changes.iter().filter(|c| c.before.pose != c.after.pose).count();
    let (which, moves, them) = match changes {
        [one] if count_moved == 1 => (name(scene, one.body), "moves", "it"),
        _ if count_moved == 1 => ("1 body".to_owned(), "moves", "it"),
        _ => (count(count_moved, "body", "bodies"), "move", "them"),
    };
    let duration = number(recording.timestep);
    let sentence = format!(
        "{which} {moves} on for the whole step of {duration} s, because no contact acts on {them}. What moved fast \
         is swept along its path next."
    );
    moved(sentence, changes, recording.unit, scene)
}

/// A fast `body` that would tunnel through another. `past`: how deep in it the body is put; negative: off its surface.
pub(super) fn stopped(
    [body, at]: [u32; 2],
    [share, past]: [f32; 2],
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let unit = recording.unit;
    let stopped = recording.world().body(body);
    let is_bullet = stopped.is_some_and(Body::is_bullet);
    let has_inside = stopped.is_some_and(|body| body.shape().inner_radius() > 0.0);
    let is_taken_back = changes.iter().any(|change| change.body == at);
    let (body, at) = (name(scene, body), name(scene, at));
    let what = match (past > 0.0, is_bullet, has_inside) {
        (true, true, _) => format!("{body}, a bullet, would meet {at} in this step"),
        (true, false, true) => {
            format!("{body} moves by more than its inner radius in this step and would tunnel through {at}")
        }
        (false, _, true) => {
            format!(
                "In this step the core of {body}, a disc of a quarter of its inner radius, would meet {at}"
            )
        }
        (_, _, false) => format!("In this step the centre of {body} would meet {at}"),
    };
    // Off the surface it is the core that was stopped.
    let place = if past > 0.0 {
        "deep there, so that the next step finds the contact"
    } else {
        "off the surface there"
    };
    let both = if is_taken_back { format!(" {at} is taken back to the same time.") } else { String::new() };
    let sentence = format!(
        "{what}: it is swept along its path and brought back to the time of impact, after {} % of it, and put {} {place}.{both}",
        number(share * 100.0),
        unit.text(past.abs()),
    );
    let formulas = if past > 0.0 { touch_time(share, recording) } else { Vec::new() };
    StageText { formulas, ..moved(sentence, changes, unit, scene) }
}

/// `past`: how deep the two are then.
pub(super) fn landed(
    [a, b]: [u32; 2],
    [share, past]: [f32; 2],
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let unit = recording.unit;
    let both_move = [a, b].iter().all(|&body| {
        let body = recording.world().body(body);
        body.is_some_and(|body| body.inverse_mass() > 0.0)
    });
    let common = if both_move {
        " Bodies that touch one another alone keep the motion that they have in common."
    } else {
        ""
    };
    let sentence = format!(
        "{} and {} would end the step deep in each other. What moves of them is put back to where the two touch, after \
         {} % of its motion, {} deep, so that the next step finds the contact before it is deeper.{common}",
        name(scene, a),
        name(scene, b),
        number(share * 100.0),
        unit.text(past),
    );
    StageText { formulas: touch_time(share, recording), ..moved(sentence, changes, unit, scene) }
}

/// `by`: metres.
pub(super) fn slid(
    body: u32,
    by: Vec2,
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let unit = recording.unit;
    let sentence = format!(
        "{} was stopped in this step. For the rest of it it goes on along what stopped it, by {}, as far as nothing else is met.",
        name(scene, body),
        unit.text(by.length()),
    );
    moved(sentence, changes, unit, scene)
}

/// When the two touch, of a motion of which this fraction is left.
fn touch_time(share: f32, recording: &StepRecord) -> Vec<Formula> {
    let right = value("s", "fraction of the step's motion until the two touch", "", share)
        * value("Δt", "duration of the step", "s", recording.timestep);
    let result =
        FormulaValue::new("t", "time in the step until the two touch", "s", share * recording.timestep);
    Formula::new("", result, &right, 0.0).into_iter().collect()
}

/// `past`: how far below the line the body is put; a `share` of 1: it was below it before.
pub(super) fn stopped_at_ground(
    [body, generator]: [u32; 2],
    [share, past]: [f32; 2],
    changes: &[BodyChange],
    unit: LengthUnit,
    scene: &Scene,
) -> StageText {
    let (body, ground, past) = (name(scene, body), generator_name(scene, generator), unit.text(past));
    let sentence = if share == 1.0 {
        format!("{body} would end the step deeper below {ground}: it is lifted to {past} below its line.")
    } else {
        format!(
            "{body} would end the step below {ground}: it is brought back to the time of impact, after {} % of its \
             path, and put {past} deep there, so that the next step finds the contact.",
            number(share * 100.0)
        )
    };
    moved(sentence, changes, unit, scene)
}

fn moved(sentence: String, changes: &[BodyChange], unit: LengthUnit, scene: &Scene) -> StageText {
    StageText { sentence, details: ways(changes, unit, scene), ..StageText::default() }
}

/// Where the bodies went.
pub(super) fn ways(changes: &[BodyChange], unit: LengthUnit, scene: &Scene) -> Vec<String> {
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
