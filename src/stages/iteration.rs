//! The text of one solver iteration on one contact.

use collide2d::{Iteration, Work};

use super::BodyChange;
use super::numbers::{formula, number, vec2};
use super::text::StageText;
use super::words::{minus, name};
use crate::scene::Scene;

pub(super) fn iteration(told: &Iteration, changes: &[BodyChange], scene: &Scene) -> StageText {
    let (a, b) = (name(scene, told.pair.a()), name(scene, told.pair.b()));
    let (impulse, normal) = (number(told.impulse), vec2(told.normal));
    let speed = |speed: f32| {
        if speed < 0.0 {
            format!("close at {} m/s", number(-speed))
        } else {
            format!("part at {} m/s", number(speed))
        }
    };
    let before = speed(told.separating_before);
    let after = speed(told.separating_after);
    let work = match told.work {
        Work::WarmStart => {
            format!("{a} and {b}: the accumulated impulse, {impulse} N·s along {normal}, is applied again")
        }
        _ if told.impulse == 0.0 => format!("{a} and {b} {before} and need no impulse"),
        Work::Relax if told.impulse < 0.0 => {
            format!(
                "{a} and {b} {before}; {} N·s of the accumulated impulse is removed",
                number(-told.impulse)
            )
        }
        _ => format!("{a} and {b} {before}; an impulse of {impulse} N·s along {normal} is applied"),
    };
    let friction = match told.friction_impulse {
        0.0 => String::new(),
        f => format!("; friction gives {} N·s along the surface", number(f)),
    };
    let excess = told.moved_a.length() + told.moved_b.length();
    let push = if excess > 0.0 {
        format!(
            "; they are pushed apart by {} m of their {} m of depth",
            number(excess),
            number(told.depth_before)
        )
    } else {
        String::new()
    };
    let mut details = Vec::new();
    let bounces = matches!(told.work, Work::Linear | Work::Bounce) && told.separating_before < 0.0;
    if bounces && told.restitution > 0.0 && told.target > 0.0 {
        let values = [told.target, told.restitution, -told.separating_before, told.built_up];
        details.push(formula(
            &values,
            |v| v[0] * (v[1] + v[2]),
            |t| {
                let built_up =
                    if told.built_up == 0.0 { String::new() } else { format!(" + {}", minus(&t[3])) };
                format!("speed of parting {} m/s = restitution {} × ({}{built_up}) m/s", t[0], t[1], t[2])
            },
        ));
    }
    for (index, moved) in [(told.pair.a(), told.moved_a), (told.pair.b(), told.moved_b)] {
        if moved != glam::Vec2::ZERO {
            details.push(format!("{}: pushed by {} m", name(scene, index), vec2(moved)));
        }
    }
    details.extend(velocity_changes(changes, scene));
    StageText {
        sentence: format!("{work}{friction}{push}; now they {after}."),
        formula: impulse_formula(told),
        details,
        ..StageText::default()
    }
}

fn impulse_formula(told: &Iteration) -> Option<String> {
    let friction_alone = told.work == Work::Bounce && told.impulse == 0.0;
    let push_alone = told.work == Work::Linear && told.impulse == 0.0;
    if told.work == Work::WarmStart || friction_alone || push_alone {
        return None;
    }
    let (closing, held) = (-told.separating_at_impulse, told.accumulated_before);
    let value = told.mass * (told.target + closing) - told.softness * held;
    let values = [value, told.mass, closing, told.target, told.softness, held];
    let evaluate = |v: &[f64]| v[0] * (v[1] + v[2]) - v[3] * v[4];
    let right = |t: &[String]| {
        let soft = if told.softness == 0.0 { String::new() } else { format!(" - {} × {} N·s", t[4], t[5]) };
        format!("{} kg × ({} + {}) m/s{soft}", t[1], t[2], minus(&t[3]))
    };
    let pulls = told.work != Work::Linear && value < -held;
    Some(if pulls {
        formula(&values, evaluate, |t| {
            format!(
                "impulse {} N·s, all that was held: {} = {} N·s would pull",
                number(told.impulse),
                right(t),
                t[0]
            )
        })
    } else {
        let values = [told.impulse, values[1], values[2], values[3], values[4], values[5]];
        formula(&values, evaluate, |t| format!("impulse {} N·s = {}", t[0], right(t)))
    })
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
