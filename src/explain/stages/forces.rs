//! The texts of what gravity, acceleration and damping change, and of how far a body moves on before its contacts are
//! found.

use collide2d::{
    Body, BodyForces, Mix, MixRule, Motion, RigidSettings, SLOWEST_BOUNCE, SolverKind, World, WorldSettings,
};
use glam::Vec2;

use super::formula::{Expr, Formula, FormulaValue, value};
use super::text::{MOST_DETAILS, StageText};
use super::words::{count, name};
use super::{BodyChange, StepRecord, inputs};
use crate::scene::Scene;
use crate::scene::numbers::number;

pub(super) fn text(
    forces: &[BodyForces],
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let (world, unit) = (recording.world(), recording.unit);
    let (dt, solver) = (recording.timestep, world.settings().solver);
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
    let sentence = sentence + &switches(world.settings());
    let way = |f: &BodyForces| {
        let turned =
            if f.turned == 0.0 { String::new() } else { format!(", turned by {}°", number(f.turned)) };
        format!("{}: moved by {}{turned}", name(scene, f.body), unit.point(f.moved))
    };
    let inputs = inputs::lines(forces, changes, recording, scene);
    let damped_out = forces
        .iter()
        .filter(|f| motion_of(world, f).is_some_and(|motion| motion.damping() == 0.0))
        .map(|f| format!("{}: `damping` 0 leaves nothing of its velocity", name(scene, f.body)));
    let velocities = forces.iter().flat_map(|forces| velocities(forces, dt, world, scene)).take(MOST_DETAILS);
    let positions = forces.iter().flat_map(|forces| positions(forces, changes, dt, world, scene));
    StageText {
        sentence,
        formulas: velocities.chain(positions.take(MOST_DETAILS)).collect(),
        details: inputs
            .into_iter()
            .chain(damped_out)
            .chain(forces.iter().filter(is_moved).map(way))
            .collect(),
        ..StageText::default()
    }
}

fn motion_of<'w>(world: &'w World, forces: &BodyForces) -> Option<&'w Motion> {
    world.bodies().get(forces.body as usize).map(Body::motion)
}

/// What the world's settings do differently from the default; empty if nothing.
fn switches(settings: &WorldSettings) -> String {
    let RigidSettings { substeps, warm_starting, continuous, speculative, smooth_seams, slowest_bounce } =
        settings.rigid;
    let rule = |what: &str, rule: MixRule, default: MixRule| {
        (rule != default).then(|| format!("a pair's {what} is {}", rule_words(rule)))
    };
    let off = |what: &str, on: bool| (!on).then(|| format!("no {what}"));
    let usual = Mix::default();
    let of_rigid = [
        substeps.map(|most| count(most as usize, "sub-step", "sub-steps")),
        off("warm starting", warm_starting),
        off("continuous collision", continuous),
        off("speculative contacts", speculative),
        off("smooth seams", smooth_seams),
        (slowest_bounce != SLOWEST_BOUNCE)
            .then(|| format!("what closes no faster than {} m/s does not bounce", number(slowest_bounce))),
    ];
    let is_rigid = settings.solver == SolverKind::Rigid;
    let words: Vec<String> = of_rigid
        .into_iter()
        .filter(|_| is_rigid)
        .chain([
            rule("restitution", settings.mix.restitution, usual.restitution),
            rule("friction", settings.mix.friction, usual.friction),
        ])
        .flatten()
        .collect();
    if words.is_empty() { String::new() } else { format!(" Set for this world: {}.", words.join(", ")) }
}

fn rule_words(rule: MixRule) -> &'static str {
    match rule {
        MixRule::Larger => "the larger of the two",
        MixRule::Smaller => "the smaller of the two",
        MixRule::Average => "the average of the two",
        MixRule::Product => "the product of the two",
        MixRule::Root => "the root of the product of the two",
    }
}

/// `v' = (v + a × Δt) × k`, along x and along y where it changes.
fn velocities(forces: &BodyForces, dt: f32, world: &World, scene: &Scene) -> Vec<Formula> {
    let motion = motion_of(world, forces);
    let kept = motion.map_or(1.0, |motion| motion.velocity_kept(dt));
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
            let damping = motion.map_or(1.0, Motion::damping);
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

/// `x' = x + v_x × Δt + ½ × a_x × Δt²`, along x and along y where it changes; of the point that the body turns
/// about. `Rigid` moves bodies in its sub-steps.
fn positions(
    forces: &BodyForces,
    changes: &[BodyChange],
    dt: f32,
    world: &World,
    scene: &Scene,
) -> Vec<Formula> {
    let changed = changes.binary_search_by_key(&forces.body, |change| change.body);
    let change = changed.ok().and_then(|at| changes.get(at));
    let (Some(change), Some(body)) = (change, world.bodies().get(forces.body as usize)) else {
        return Vec::new();
    };
    if world.settings().solver == SolverKind::Rigid {
        return Vec::new();
    }
    let local = body.local_center();
    let before = change.before.pose.world_from_local(local);
    let after = if local == Vec2::ZERO { change.after.pose.position } else { before + forces.moved };
    let which = if local == Vec2::ZERO { "position" } else { "centre of mass" };
    let along = [(["x'", "x", "v_x", "a_x"], "x", Vec2::X), (["y'", "y", "v_y", "a_y"], "y", Vec2::Y)];
    let formula = |([new, old, speed, pull], axis, unit): ([&'static str; 4], &str, Vec2)| {
        let [before, after, moved] = [before, after, forces.moved].map(|at| at.dot(unit));
        let (velocity, acceleration) = (forces.velocity_before.dot(unit), forces.acceleration.dot(unit));
        if moved == 0.0 {
            return None;
        }
        let right = value(old, format!("{which} along {axis} before"), "m", before)
            + value(speed, format!("velocity along {axis} before"), "m/s", velocity)
                * value("Δt", "duration of the step", "s", dt)
            + Expr::Half
                * value(
                    pull,
                    format!("acceleration along {axis}, by gravity and its own"),
                    "m/s²",
                    acceleration,
                )
                * value("Δt²", "square of the step's duration", "s²", f64::from(dt) * f64::from(dt));
        let result = FormulaValue::new(new, format!("{which} along {axis} after"), "m", after);
        let noise = 4.0 * f32::EPSILON * (before.abs() + moved.abs());
        Formula::new(&name(scene, forces.body), result, &right, noise)
    };
    along.into_iter().filter_map(formula).collect()
}
