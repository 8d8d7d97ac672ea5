//! The text of one solver iteration on one contact.

use collide2d::{Body, Generator, Iteration, LINEAR_SLOP, Stage, Work};
use glam::Vec2;

use super::formula::{Formula, FormulaValue, ROUNDING, length, value};
use super::generators::{is_joint, names_of, source_name};
use super::linear::{self, ERRORS, is_link, left_depth};
use super::text::StageText;
use super::words::{name, work_name};
use super::{BodyChange, MotionState, PointImpulse, RecordedStage, StepRecord};
use crate::scene::Scene;
use crate::scene::numbers::{LengthUnit, number, vec2};

/// What rounding may add to the speeds along the normal. `per_step`: what gravity adds in a step. Metres per
/// second.
pub(super) fn speed_rounding(
    told: &Iteration,
    bodies: &[Body],
    before: &[MotionState],
    per_step: f32,
) -> f32 {
    let of = |index: u32| {
        let Some(body) = bodies.get(index as usize) else { return 0.0 };
        let arm = (told.position - body.center()).length();
        let speed = |velocity: Vec2, spin: f32| velocity.length() + spin.to_radians().abs() * arm;
        let before =
            before.get(index as usize).map_or(0.0, |state| speed(state.velocity, state.angular_velocity));
        before.max(speed(body.velocity(), body.angular_velocity()))
    };
    ERRORS * (told.source.bodies().map(of).sum::<f32>() + per_step)
}

/// What rounding may add to the impulse. Newton seconds.
fn impulse_rounding(told: &Iteration, speed_rounding: f32) -> f32 {
    told.mass.abs() * (speed_rounding + ERRORS * told.target.abs())
        + ERRORS * (1.0 + told.softness.abs()) * told.accumulated_before.abs()
}

/// The impulses of a stage that is an iteration; 0 along the normal where that is rounding alone.
pub(super) fn point_impulse(recorded: &RecordedStage) -> Option<PointImpulse> {
    let Stage::Iteration(told) = &recorded.stage else { return None };
    let is_rounding = told.impulse.abs() <= impulse_rounding(told, recorded.speed_rounding);
    let impulse = if is_rounding { 0.0 } else { told.impulse };
    Some(PointImpulse { impulse, ..PointImpulse::of(told) })
}

/// A number, or that it is rounding alone.
fn unless_rounding(value: f32, rounding: f32) -> String {
    if value != 0.0 && value.abs() <= rounding { ROUNDING.to_owned() } else { number(value) }
}

pub(super) fn title(told: &Iteration, speed_rounding: f32, scene: &Scene) -> String {
    let place = match told.work {
        Work::Linear => format!("Iteration {}", told.index + 1),
        Work::Bounce => format!("Bounce {}", told.index + 1),
        work => format!("Sub-step {}, {}", told.substep + 1, work_name(work)),
    };
    let point = if told.work == Work::Linear { String::new() } else { format!(", point {}", told.point + 1) };
    format!("{place}: {}{point}: {}", source_name(scene, told.source), brief(told, speed_rounding))
}

/// What the iteration did, for a list: "1.962 N·s", "friction 0.2 N·s".
fn brief(told: &Iteration, speed_rounding: f32) -> String {
    let rounding = impulse_rounding(told, speed_rounding);
    if told.work == Work::Bounce && told.impulse == 0.0 {
        return format!("friction {} N·s", number(told.friction_impulse));
    }
    format!("{} N·s", unless_rounding(told.impulse, rounding))
}

pub(super) fn iteration(
    told: &Iteration,
    changes: &[BodyChange],
    recorded: &RecordedStage,
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let (speed_rounding, unit) = (recorded.speed_rounding, recording.unit);
    let [a, b] = names_of(scene, told.source);
    let rounding = impulse_rounding(told, speed_rounding);
    let is_zero = |impulse: f32| impulse.abs() <= rounding;
    let normal = vec2(told.normal);
    let is_joint = is_joint(told.source, scene);
    let speed = |speed: f32| match speed {
        s if is_joint && s.abs() <= speed_rounding => "do not part at their joint".to_owned(),
        s if is_link(told) && s.abs() <= speed_rounding => "keep their distance".to_owned(),
        s if is_link(told) && s < 0.0 => format!("move against the normal at {} m/s", number(-s)),
        s if is_link(told) => format!("move along the normal at {} m/s", number(s)),
        0.0 => "neither close nor part".to_owned(),
        s if s.abs() <= speed_rounding => format!("neither close nor part, {ROUNDING}"),
        s if s < 0.0 => format!("close at {} m/s", number(-s)),
        s => format!("part at {} m/s", number(s)),
    };
    let rubs = !is_zero(told.friction_impulse);
    // Friction that is rounding is not mentioned, so neither is the speed before it.
    let before = if rubs { told.separating_before } else { told.separating_at_impulse };
    let [before, at_impulse, after] = [before, told.separating_at_impulse, told.separating_after].map(speed);
    let mut formulas = formulas(told, rounding, unit, &a);
    let of_impulse = formulas.iter().find(|formula| formula.symbols.starts_with("J = "));
    let size = of_impulse.map_or("", Formula::result).trim_start_matches('-').to_owned();
    let friction = number(told.friction_impulse);
    let of_nothing = |sentence| StageText { sentence, ..StageText::default() };
    let sentence = match told.work {
        Work::WarmStart => {
            let rubbing =
                if rubs { format!(" and {friction} N·s along the surface") } else { String::new() };
            if told.impulse == 0.0 && !rubs {
                return of_nothing(format!(
                    "{a} and {b} {before}; nothing was accumulated so far, so nothing is applied again."
                ));
            }
            format!(
                "{a} and {b} {before}; the impulse accumulated so far, {} N·s along {normal}{rubbing}, is applied \
                 again; now they {after}.",
                unless_rounding(told.impulse, rounding)
            )
        }
        Work::Bounce if told.impulse == 0.0 => {
            format!(
                "{a} and {b} {before}; friction gives {friction} N·s along the surface; now they {after}."
            )
        }
        Work::Linear | Work::Bounce | Work::Solve | Work::Relax => {
            let rubbing = if rubs {
                format!("; friction gives {friction} N·s along the surface")
            } else {
                String::new()
            };
            // When relaxing, friction comes last.
            let (first, last) = match told.work {
                Work::Relax => (String::new(), rubbing),
                _ if rubs => (format!("{rubbing}, so that they {at_impulse}"), String::new()),
                _ => (String::new(), String::new()),
            };
            let impulse = match told.impulse {
                j if is_zero(j) && is_link(told) => "no impulse is needed".to_owned(),
                j if told.pulls && j < 0.0 => format!("an impulse of {size} against {normal} is applied"),
                j if is_zero(j) && told.target < 0.0 => {
                    "no impulse is needed, because they do not sink to their depth of rest in this sub-step"
                        .to_owned()
                }
                0.0 => "no impulse is needed".to_owned(),
                j if is_zero(j) => format!("an impulse of {ROUNDING} N·s is applied"),
                j if j < 0.0 && is_clamped(told, rounding) => {
                    format!("{size}, all of what was accumulated, is taken back")
                }
                j if j < 0.0 => format!("{size} of what was accumulated is taken back"),
                _ => format!("an impulse of {size} along {normal} is applied"),
            };
            let push = push(told, unit);
            if is_zero(told.impulse) && !rubs && push.is_empty() {
                return of_nothing(format!("{a} and {b} {before}; {impulse}."));
            }
            format!("{a} and {b} {before}{first}; {impulse}{push}{last}; now they {after}.")
        }
    };
    let mut details = Vec::new();
    if told.work == Work::Linear {
        formulas.extend(linear::formulas(told, changes, is_zero(told.impulse), recorded, recording, scene));
        details.extend(linear::details(told, recorded, recording));
    } else if let Some(formula) = surface_speed(told, recording, [&a, &b]) {
        formulas.push(formula);
        details.extend(conveyors(told, recording, scene));
    }
    let bounces = matches!(told.work, Work::Linear | Work::Bounce) && told.source.pair().is_some();
    if bounces && told.restitution == 0.0 && told.separating_before < 0.0 && !is_zero(told.impulse) {
        let on = told.source.bodies().next().and_then(|a| recording.world().body(a)).map(|a| a.velocity());
        let along = on.map_or(0.0, |velocity| velocity.dot(told.normal));
        let speed = match along {
            s if s.abs() <= speed_rounding => "at rest".to_owned(),
            s => format!("at {} m/s along {}", number(s.abs()), vec2(told.normal * s.signum())),
        };
        details.push(format!(
            "e = 0: no speed of parting is given back, so along the normal they go on together, {speed}"
        ));
    }
    details.extend(moves(told, unit, scene));
    details.extend(velocity_changes(changes, scene));
    StageText { sentence, formulas, details, ..StageText::default() }
}

/// The direction along the surface in which conveyors and friction count: the normal turned by -90°.
fn along_surface(told: &Iteration) -> Vec2 {
    -told.normal.perp()
}

/// "the surface of belt moves at 1.5 m/s along (1, 0): friction works against the slip between the surfaces".
fn conveyors(told: &Iteration, recording: &StepRecord, scene: &Scene) -> Vec<String> {
    // The outward normal of the first body is the opposite of the contact's.
    let of = told.source.bodies().zip([-along_surface(told), along_surface(told)]);
    let line = |(index, along): (u32, Vec2)| {
        let speed = recording.world().body(index)?.conveyor();
        (speed != 0.0).then(|| {
            format!(
                "the surface of {} moves at {} m/s along {} (`conveyor`): {}",
                name(scene, index),
                number(speed.abs()),
                vec2(along * speed.signum()),
                if has_friction(told, recording) {
                    "friction works against the slip of the surfaces, not against that of the bodies"
                } else {
                    "the pair's friction is 0, so that nothing works against the slip of the surfaces"
                }
            )
        })
    };
    of.filter_map(line).collect()
}

/// Whether the friction of the contact's two sides, mixed, is not 0.
fn has_friction(told: &Iteration, recording: &StepRecord) -> bool {
    let world = recording.world();
    let of_body = |index: u32| world.bodies().get(index as usize).map(Body::friction);
    let of_ground = || match world.generator(told.source.generator()?)? {
        Generator::Ground(ground) => Some(ground.friction()),
        Generator::Cable(_) | Generator::Rod(_) | Generator::Revolute(_) => None,
    };
    let both = of_body(told.source.a()).zip(told.source.b().map_or_else(of_ground, of_body));
    both.is_some_and(|(a, b)| world.settings().mix.friction.of(a, b) > 0.0)
}

/// `s = u - c`, the slip of the surfaces after the stage; `None`: none of them has a speed of its own.
fn surface_speed(told: &Iteration, recording: &StepRecord, [a, b]: [&str; 2]) -> Option<Formula> {
    let bodies: Vec<&Body> = told.source.bodies().filter_map(|index| recording.world().body(index)).collect();
    let conveyor: f32 = bodies.iter().map(|body| body.conveyor()).sum();
    if is_link(told) || conveyor == 0.0 {
        return None;
    }
    let along = along_surface(told);
    let speed = |body: &Body| {
        let turning = body.turning_velocity_at(told.position);
        (body.velocity() + turning).dot(along)
    };
    let of_bodies = speed(bodies.first()?) - bodies.get(1).map_or(0.0, |body| speed(body));
    let direction = vec2(along);
    let right = value("u", format!("speed of {a} seen from {b} along {direction}, after"), "m/s", of_bodies)
        - value("c", format!("what the speeds of the surfaces themselves add to {b}'s"), "m/s", conveyor);
    let name = format!("slip of the surfaces along {direction}, after");
    let result = FormulaValue::new("s", name, "m/s", f64::from(of_bodies) - f64::from(conveyor));
    Formula::new("", result, &right, ERRORS * (of_bodies.abs() + conveyor.abs()))
}

/// How far the bodies are pushed apart, and why not all the way.
fn push(told: &Iteration, unit: LengthUnit) -> String {
    let excess = told.moved_a.length() + told.moved_b.length();
    if excess == 0.0 {
        return String::new();
    }
    if is_link(told) {
        let (by, wrong) = (unit.text(excess), unit.text(told.depth_before));
        return format!("; they are moved by {by}, because the length is wrong by {wrong}");
    }
    format!(
        "; they are pushed apart by {} of their {} of depth: {} of it is left on purpose, so that a contact at \
         rest goes on",
        unit.text(excess),
        unit.text(told.depth_before),
        unit.text(LINEAR_SLOP)
    )
}

fn moves(told: &Iteration, unit: LengthUnit, scene: &Scene) -> Vec<String> {
    let of = told.source.bodies().zip([told.moved_a, told.moved_b]);
    let moved = of.filter(|(_, moved)| *moved != Vec2::ZERO);
    moved.map(|(index, moved)| format!("{}: pushed by {}", name(scene, index), unit.point(moved))).collect()
}

/// The formulas of an iteration: the impulse, the speed of parting that it is to give, and the depth that is
/// removed.
fn formulas(told: &Iteration, rounding: f32, unit: LengthUnit, a: &str) -> Vec<Formula> {
    let mut formulas = Vec::new();
    let pushes = told.impulse.abs() > rounding;
    let bounces = matches!(told.work, Work::Linear | Work::Bounce) && told.separating_before < 0.0;
    if told.work != Work::WarmStart && pushes {
        formulas.extend(impulse(told, rounding, a));
    }
    let rests = wanted_of(told) == 0.0 && told.built_up < 0.0;
    if bounces && told.restitution > 0.0 && (wanted_of(told) > 0.0 || rests) && pushes {
        formulas.extend(wanted_speed(told));
    }
    let removed = told.depth_before - told.depth_after;
    if told.work == Work::Linear && removed > 0.0 {
        let right = length("d", "depth of the contact", unit, told.depth_before)
            - length("r", left_depth(told), unit, told.depth_after);
        let way = if is_link(told) {
            "way by which the two are moved along the normal"
        } else {
            "way by which the two are pushed apart"
        };
        let result = FormulaValue::length("x", way, unit, removed);
        let noise = ERRORS * told.depth_before * unit.per_metre() as f32;
        formulas.extend(Formula::new("", result, &right, noise));
    }
    formulas
}

/// The wanted speed of parting; of what bounces 0 where it is rounding.
fn wanted_of(told: &Iteration) -> f32 {
    let bounces = matches!(told.work, Work::Linear | Work::Bounce);
    let rounding = ERRORS * told.restitution * told.separating_before.abs();
    if bounces && told.target.abs() <= rounding { 0.0 } else { told.target }
}

fn wanted_speed(told: &Iteration) -> Option<Formula> {
    let restitution = match told.work {
        Work::Bounce => "restitution of the pair, at this depth",
        Work::Linear | Work::WarmStart | Work::Solve | Work::Relax => "restitution of the pair",
    };
    let closing = value("c", "closing speed", "m/s", -told.separating_before);
    let built_up = "part of the closing speed that this step's acceleration built up, which does not bounce";
    let (built_up, part) = if wanted_of(told) > 0.0 {
        (built_up.to_owned(), -told.built_up)
    } else {
        let all = number(-told.built_up);
        (format!("{built_up}: all of it, as the acceleration gives {all} m/s"), -told.separating_before)
    };
    let right = value("e", restitution, "", told.restitution) * (closing - value("u", built_up, "m/s", part));
    let result = FormulaValue::new("t", "wanted speed of parting", "m/s", wanted_of(told));
    let noise = ERRORS * told.restitution * told.separating_before.abs();
    Formula::new("", result, &right, noise)
}

/// Whether the formula of the impulse asks for a pull, so that all that was accumulated is taken back.
fn is_clamped(told: &Iteration, rounding: f32) -> bool {
    let exact = |s: f32| f64::from(s);
    let wanted = exact(told.mass) * (exact(told.target) - exact(told.separating_at_impulse))
        - exact(told.softness) * exact(told.accumulated_before);
    let accumulates = matches!(told.work, Work::Solve | Work::Relax);
    accumulates && !told.pulls && wanted < -exact(told.accumulated_before) - exact(rounding)
}

/// `J = m × (t + c) - s × P`; of what would pull, that all that was accumulated is taken back.
fn impulse(told: &Iteration, rounding: f32, a: &str) -> Option<Formula> {
    let so_far = "impulse accumulated so far";
    let is_soft = told.softness != 0.0;
    let mass = match told.work {
        Work::Bounce => "effective mass along the normal, of all points of the contact that bounce",
        Work::Solve if is_soft => "effective mass along the normal, softened by the contact's spring",
        Work::Linear | Work::WarmStart | Work::Solve | Work::Relax => "effective mass along the normal",
    };
    let target = match told.work {
        Work::Linear | Work::Bounce => "wanted speed of parting",
        Work::WarmStart | Work::Solve | Work::Relax if is_link(told) => {
            "speed of parting that makes the length right"
        }
        Work::WarmStart | Work::Solve | Work::Relax => {
            "speed of parting at which the spring pushes the two to their depth of rest"
        }
    };
    let closing = match told.separating_at_impulse {
        s if s <= 0.0 => (false, value("c", "closing speed", "m/s", -s)),
        s => (true, value("p", "speed of parting", "m/s", s)),
    };
    let speed = match (wanted_of(told), closing) {
        (t, (false, c)) if t >= 0.0 => c + value("t", target, "m/s", t),
        (t, (true, p)) if t >= 0.0 => value("t", target, "m/s", t) - p,
        (t, (is_parting, speed)) => {
            let left = if is_link(told) {
                "closing speed that makes the length right"
            } else {
                "closing speed that is left to the two: at it they just sink to their depth of rest"
            };
            let gap = value("g", left, "m/s", -t);
            if is_parting { value("o", "", "m/s", 0.0) - gap - speed } else { speed - gap }
        }
    };
    let wanted = value("m", mass, "kg", told.mass) * speed
        - value("s", "share of the accumulated impulse that the soft contact takes back", "", told.softness)
            * value("P", so_far, "N·s", told.accumulated_before);
    let result =
        |impulse: f32| FormulaValue::new("J", format!("impulse along the normal, on {a}"), "N·s", impulse);
    if is_clamped(told, rounding) {
        // The formula asks for a pull: it gives back what was accumulated, and no more.
        let none = value("o", "", "N·s", 0.0);
        let right = none - value("P", format!("{so_far}; more would pull"), "N·s", told.accumulated_before);
        return Formula::new("", result(told.impulse), &right, rounding);
    }
    Formula::new("", result(told.impulse), &wanted, rounding)
}

pub(super) fn velocity_changes(changes: &[BodyChange], scene: &Scene) -> Vec<String> {
    changes
        .iter()
        .filter(|c| {
            (c.before.velocity, c.before.angular_velocity) != (c.after.velocity, c.after.angular_velocity)
        })
        .map(|c| {
            let (before, after) = (c.before.angular_velocity, c.after.angular_velocity);
            let spin = if before == after {
                String::new()
            } else {
                format!(", turning from {} to {} °/s", number(before), number(after))
            };
            let (from, to) = (vec2(c.before.velocity), vec2(c.after.velocity));
            format!("{}: velocity from {from} to {to} m/s{spin}", name(scene, c.body))
        })
        .collect()
}
