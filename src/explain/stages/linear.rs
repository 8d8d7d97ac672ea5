//! What an iteration of `Linear` computes besides its impulse: why this contact is next, its separating speed,
//! the shares of the masses, and the velocities after.

use collide2d::Iteration;
use glam::Vec2;

use super::formula::{Formula, FormulaValue, length, value};
use super::generators::names_of;
use super::{BodyChange, RecordedStage, StepRecord};
use crate::scene::Scene;
use crate::scene::numbers::{LengthUnit, number, vec2};

/// Rounding errors of the few operations behind a number, as a multiple of the largest input.
pub(super) const ERRORS: f32 = 16.0 * f32::EPSILON;

/// One of the two bodies, or a ground.
struct BodyOfPair {
    name: String,
    /// Kilograms; infinite for a body that contacts do not move.
    mass: f64,
    velocity: [Vec2; 2],
    /// Along the normal; the impulse on `b` is the opposite of that on `a`.
    sign: f64,
}

/// Why this contact is next, and which iteration changed its depth since it was found.
pub(super) fn details(told: &Iteration, recorded: &RecordedStage, recording: &StepRecord) -> Vec<String> {
    let speed = number(told.separating_before).replace('-', "−");
    let next = match told.candidates {
        0 | 1 => format!("the only contact that needs work: {speed} m/s"),
        n => format!("worst of {n}: {speed} m/s, the lowest separating speed of those that need work"),
    };
    let changed = recording.depth_found(told).zip(recorded.moved_by).and_then(|(found, by)| {
        let [found, now] = [found, told.depth_before].map(|depth| recording.unit.text(depth));
        (found != now).then(|| format!("{found} when found, {now} now: iteration {} moved them", by + 1))
    });
    [next].into_iter().chain(changed).collect()
}

/// Separating speed, effective mass, ways by mass, and velocities after. `is_at_rest`: no impulse is applied.
pub(super) fn formulas(
    told: &Iteration,
    changes: &[BodyChange],
    is_at_rest: bool,
    recorded: &RecordedStage,
    recording: &StepRecord,
    scene: &Scene,
) -> Vec<Formula> {
    let [name_a, name_b] = names_of(scene, told.source);
    let side = |index: Option<u32>, name: String, sign: f64| {
        let Some(index) = index else {
            return Some(BodyOfPair { name, mass: f64::INFINITY, velocity: [Vec2::ZERO; 2], sign });
        };
        let body = recording.world().bodies().get(index as usize)?;
        let change = changes.iter().find(|change| change.body == index);
        let velocity =
            change.map_or([body.velocity(); 2], |change| [change.before.velocity, change.after.velocity]);
        let mass = f64::from(body.inverse_mass()).recip();
        Some(BodyOfPair { name, mass, velocity, sign })
    };
    let (a, b) = (side(Some(told.source.a()), name_a, 1.0), side(told.source.b(), name_b, -1.0));
    let Some((a, b)) = a.zip(b) else { return Vec::new() };
    let mut formulas = Vec::new();
    formulas.extend(separating_speed(told, [&a, &b], recorded.speed_rounding));
    let both_move = a.mass.is_finite() && b.mass.is_finite();
    if both_move && !is_at_rest {
        formulas.extend(effective_mass(told, [&a, &b]));
    }
    if both_move && told.depth_before > told.depth_after {
        formulas.extend(way(told, told.moved_a, ["x_a", "m_b", "m_a"], [&a, &b], recording.unit));
        formulas.extend(way(told, told.moved_b, ["x_b", "m_a", "m_b"], [&b, &a], recording.unit));
    }
    if !is_at_rest {
        for (side, symbols) in [(&a, ["v_ax'", "v_ax", "v_ay'", "v_ay", "m_a"]), (&b, OF_B)] {
            formulas.extend(velocities(told, side, symbols));
        }
    }
    formulas
}

const OF_B: [&str; 5] = ["v_bx'", "v_bx", "v_by'", "v_by", "m_b"];

/// `v_s = (v_ax - v_bx) × n_x + (v_ay - v_by) × n_y`.
fn separating_speed(told: &Iteration, [a, b]: [&BodyOfPair; 2], rounding: f32) -> Option<Formula> {
    let speed = |symbol, side: &BodyOfPair, axis: &str, of: fn(Vec2) -> f32| {
        value(symbol, format!("velocity of {} along {axis} before", side.name), "m/s", of(side.velocity[0]))
    };
    let normal = |symbol, axis: &str, at: f32| {
        value(symbol, format!("the normal along {axis}, on b toward a"), "", at)
    };
    let right = (speed("v_ax", a, "x", |v| v.x) - speed("v_bx", b, "x", |v| v.x))
        * normal("n_x", "x", told.normal.x)
        + (speed("v_ay", a, "y", |v| v.y) - speed("v_by", b, "y", |v| v.y))
            * normal("n_y", "y", told.normal.y);
    let result = FormulaValue::new(
        "v_s",
        "separating speed along the normal; negative: they close",
        "m/s",
        told.separating_before,
    );
    Formula::new("", result, &right, rounding)
}

/// `m = m_a × m_b / (m_a + m_b)`.
fn effective_mass(told: &Iteration, [a, b]: [&BodyOfPair; 2]) -> Option<Formula> {
    let of = |symbol, side: &BodyOfPair| value(symbol, format!("mass of {}", side.name), "kg", side.mass);
    let (m_a, m_b) = (of("m_a", a), of("m_b", b));
    let right = (m_a.clone() * m_b.clone()) / (m_a + m_b);
    let result = FormulaValue::new("m", "effective mass along the normal: the reduced mass", "kg", told.mass);
    Formula::new("", result, &right, 0.0)
}

/// `x_a = m_b / (m_a + m_b) × (d - r)`: the lighter body gets the larger way.
fn way(
    told: &Iteration,
    moved: Vec2,
    [result, other_mass, own_mass]: [&'static str; 3],
    [own, other]: [&BodyOfPair; 2],
    unit: LengthUnit,
) -> Option<Formula> {
    let of = |symbol, side: &BodyOfPair| value(symbol, format!("mass of {}", side.name), "kg", side.mass);
    let (theirs, ours) = (of(other_mass, other), of(own_mass, own));
    let removed = length("d", "depth of the contact", unit, told.depth_before)
        - length("r", left_depth(told), unit, told.depth_after);
    let right = theirs.clone() / (ours + theirs) * removed;
    let along = vec2(told.normal * own.sign as f32);
    let result = FormulaValue::length(
        result,
        format!("way of {} along {along}, in the share of the other's mass", own.name),
        unit,
        moved.length(),
    );
    let noise = ERRORS * told.depth_before * unit.per_metre() as f32;
    Formula::new("", result, &right, noise)
}

/// `v_ax' = v_ax + J × n_x / m_a`; of `b` the impulse is subtracted.
fn velocities(told: &Iteration, side: &BodyOfPair, symbols: [&'static str; 5]) -> Vec<Formula> {
    let [new_x, old_x, new_y, old_y, mass] = symbols;
    let [before, after] = side.velocity;
    let along = [
        (new_x, old_x, "n_x", "x", before.x, after.x, told.normal.x),
        (new_y, old_y, "n_y", "y", before.y, after.y, told.normal.y),
    ];
    let formula = |(new, old, normal, axis, before, after, n): (_, _, _, &str, f32, f32, f32)| {
        if before == after {
            return None;
        }
        let push = value("J", "impulse along the normal", "N·s", told.impulse)
            * value(normal, format!("the normal along {axis}, on b toward a"), "", n)
            / value(mass, format!("mass of {}", side.name), "kg", side.mass);
        let old = value(old, format!("velocity along {axis} before"), "m/s", before);
        let right = if side.sign > 0.0 { old + push } else { old - push };
        let result = FormulaValue::new(new, format!("velocity along {axis} after"), "m/s", after);
        let noise = ERRORS * (before.abs() + (f64::from(told.impulse * n) / side.mass).abs() as f32);
        Formula::new(&side.name, result, &right, noise)
    };
    along.into_iter().filter_map(formula).collect()
}

/// What the depth that `Linear` leaves is for; of a rod it leaves none.
pub(super) fn left_depth(told: &Iteration) -> &'static str {
    if is_link(told) && told.depth_after == 0.0 {
        "depth that is left"
    } else {
        "depth that is left, so that a contact at rest goes on"
    }
}

/// Whether a cable, a rod or a joint made the contact.
pub(super) fn is_link(told: &Iteration) -> bool {
    told.source.pair().is_none() && told.source.b().is_some()
}
