//! What `Linear` leaves when its iterations are used up.

use collide2d::{ResolverEffort, Unresolved};

use super::words::{capital, count, listed, pair_name};
use crate::numbers::{LengthUnit, number};
use crate::scene::Scene;

/// `Linear` leaves this much depth on purpose, so that a contact at rest goes on. Metres.
pub(super) const SLOP: f32 = 1.0e-4;
/// Slower closing and a smaller excess of depth count as rounding. Metres per second, metres.
const ROUNDING: (f32, f32) = (1.0e-5, 1.0e-6);

/// " Linear used 3 of at most 8 iterations, and no contact is left." or what is left, with the worst of it.
pub(super) fn left_over(effort: ResolverEffort, unresolved: &[Unresolved], unit: LengthUnit) -> String {
    let ResolverEffort { used, limit, left } = effort;
    let iterations = |n: u32| count(n as usize, "iteration", "iterations");
    if left == 0 {
        let used = match used {
            0 => "needed no iteration".to_owned(),
            n if n == limit => format!("used all of the {} that it may use", iterations(n)),
            n => format!("used {} of the {limit} that it may use", iterations(n)),
        };
        return format!(" Linear {used}; no contact is left closing or overlapping.");
    }
    let worst = |values: &dyn Fn(&Unresolved) -> Option<f32>| {
        let found = unresolved.iter().filter_map(values);
        found.fold((0_usize, 0.0_f32), |(n, most), value| (n + 1, most.max(value)))
    };
    let ((deep, deepest), (closing, fastest)) = (worst(&depth), worst(&speed));
    let mut parts = Vec::new();
    if deep > 0 {
        let (which, by) = if deep == 1 { ("overlaps", "by") } else { ("overlap", "the deepest by") };
        let subject = count(deep, "contact", "contacts");
        parts.push(format!("{subject} still {which}, {by} {},", unit.text(deepest)));
    }
    if closing > 0 {
        let (which, at) = if closing == 1 { ("closes", "at") } else { ("close", "the fastest at") };
        let subject =
            if parts.is_empty() { count(closing, "contact", "contacts") } else { closing.to_string() };
        parts.push(format!("{subject} still {which}, {at} {} m/s", number(fastest)));
    }
    let parts = listed(&parts);
    format!(
        " {}: Linear has used the {} that it may use, and the next step goes on.",
        capital(parts.trim_end_matches(',')),
        iterations(limit)
    )
}

/// "ball – floor: still closes at 0.3 m/s and overlaps by 0.12 m".
pub(super) fn still(contact: &Unresolved, unit: LengthUnit, scene: &Scene) -> String {
    let closes = speed(contact).map(|speed| format!("closes at {} m/s", number(speed)));
    let overlaps = depth(contact).map(|depth| format!("overlaps by {}", unit.text(depth)));
    let parts: Vec<String> = closes.into_iter().chain(overlaps).collect();
    format!("{}: still {}", pair_name(scene, contact.pair), listed(&parts))
}

/// Its closing speed, if it needs work for that.
fn speed(contact: &Unresolved) -> Option<f32> {
    Some(contact.closing).filter(|speed| *speed > ROUNDING.0)
}

/// Its depth, if it needs work for that.
fn depth(contact: &Unresolved) -> Option<f32> {
    Some(contact.depth).filter(|depth| *depth > SLOP + ROUNDING.1)
}
