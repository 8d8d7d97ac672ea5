//! The formulas of how far a body moves on before its contacts are found.

use collide2d::{BodyForces, SolverKind, World};
use glam::Vec2;

use super::BodyChange;
use super::formula::{Expr, Formula, FormulaValue, value};
use super::words::name;
use crate::scene::Scene;

/// `x' = x + v_x × Δt + ½ × a_x × Δt²`, along x and along y where it changes; of the point that the body turns
/// about. `Rigid` moves bodies in its sub-steps.
pub(super) fn positions(
    forces: &BodyForces,
    changes: &[BodyChange],
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
    let dt = world.settings().timestep;
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
