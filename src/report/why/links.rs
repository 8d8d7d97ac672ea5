//! What is told of the cables, rods and joints between two bodies.

use std::collections::BTreeSet;

use collide2d::{Body, Generator, Revolute, Side, SolverKind, World};

use super::sentences::Writer;
use super::{GivenValue, Quantity, Sentence, Topic};
use crate::explain::stages::ends_apart;

/// Of a length, within which a link has it.
const SAME_LENGTH: f32 = 1.0e-3;
/// A joint whose ends are nearer holds them. Metres.
const JOINT_GAP: f64 = 1.0e-3;
/// What hangs together is many times as heavy as its lightest body from here on.
const MANY_TIMES: f32 = 5.0;

/// What is said of a kind of link.
struct LinkWords {
    not_held_by_off: &'static str,
    /// After the sensor's name.
    not_held_on_sensor: &'static str,
}

const CABLE: LinkWords = LinkWords {
    not_held_by_off: " The solver is Off: nothing holds the cable.",
    not_held_on_sensor: " is a sensor, and cables hold no sensors.",
};

const ROD: LinkWords = LinkWords {
    not_held_by_off: " The solver is Off: nothing holds the rod.",
    not_held_on_sensor: " is a sensor, and rods hold no sensors.",
};

const JOINT: LinkWords = LinkWords {
    not_held_by_off: " The solver is Off: nothing holds the joint.",
    not_held_on_sensor: " is a sensor, and joints hold no sensors.",
};

/// What a cable, a rod or a joint does to the two bodies of a world that it joins, `a < b`.
pub(super) fn of_link(link: &Generator, world: &World, pair: (u32, u32)) -> Option<Sentence> {
    let (words, of_length, length, is_rod) = match link {
        Generator::Cable(cable) => (&CABLE, "A cable of ", cable.length(), false),
        Generator::Rod(rod) => (&ROD, "A rod of ", rod.length(), true),
        Generator::Revolute(joint) => {
            return Some(of_joint(joint, ends_apart(link, world)?, world, pair));
        }
        Generator::Ground(_) => return None,
    };
    let distance = ends_apart(link, world)?;
    let writer = Writer::new(Topic::Verdict).words(of_length).length(Quantity::LinkLength, length);
    let joins = if link.joins_positions() {
        " joins their positions, which are "
    } else {
        " joins a point of each, which are "
    };
    let apart = writer.words(joins).length(Quantity::LinkDistance, distance);
    let excess = distance - f64::from(length);
    Some(if excess.abs() <= f64::from(SAME_LENGTH * length) {
        apart.words(" apart.").end()
    } else if excess > 0.0 {
        let too_long = apart.words(" apart, ").length(Quantity::LinkExcess, excess).words(" too much.");
        why_not_held(too_long, world, pair, words).end()
    } else if is_rod {
        let too_short = apart.words(" apart, ").length(Quantity::LinkExcess, -excess).words(" too little.");
        why_not_held(too_short, world, pair, words).end()
    } else {
        apart.words(" apart: it is slack.").end()
    })
}

/// `gap`: between its ends. Metres.
fn of_joint(joint: &Revolute, gap: f64, world: &World, pair: (u32, u32)) -> Sentence {
    let apart = Writer::new(Topic::Verdict)
        .words("A joint holds a point of each together, which are ")
        .length(Quantity::LinkDistance, gap)
        .words(" apart.");
    let held = if gap > JOINT_GAP { why_not_held(apart, world, pair, &JOINT) } else { apart };
    let collides = if joint.collides() {
        " The two collide all the same."
    } else {
        " The two do not collide with each other."
    };
    held.words(collides).end()
}

/// Why the bodies are not as far apart as their link has them, as far as the state tells it.
fn why_not_held(writer: Writer, world: &World, pair: (u32, u32), words: &LinkWords) -> Writer {
    let Some((a, b)) = world.body(pair.0).zip(world.body(pair.1)) else { return writer };
    if world.settings().solver == SolverKind::Off {
        return writer.words(words.not_held_by_off);
    }
    if let Some((side, _)) = [(Side::A, a), (Side::B, b)].into_iter().find(|(_, body)| body.is_sensor()) {
        return writer.words(" ").name(side).words(words.not_held_on_sensor);
    }
    if a.inverse_mass() == 0.0 && b.inverse_mass() == 0.0 {
        return writer.words(" Both have infinite mass: no solver moves them.");
    }
    if world.frame() == 0 {
        return writer;
    }
    let writer = match world.resolver().filter(|effort| effort.left > 0) {
        Some(effort) => {
            let used = writer.words(" Linear used ").used_iterations(effort.limit);
            used.words(": the next step goes on.")
        }
        None => writer,
    };
    heavy(writer, world, pair)
}

/// What hangs together by cables, rods and joints, where it is heavy.
fn heavy(writer: Writer, world: &World, pair: (u32, u32)) -> Writer {
    let masses: Vec<f32> = hanging_together(world, pair)
        .into_iter()
        .filter_map(|body| world.body(body))
        .filter(|body| body.inverse_mass() > 0.0)
        .map(Body::mass)
        .collect();
    let (total, lightest) =
        (masses.iter().sum::<f32>(), masses.iter().copied().fold(f32::INFINITY, f32::min));
    if total < MANY_TIMES * lightest {
        return writer;
    }
    let total_of = writer.words(" What hangs together here weighs ");
    let total_of = total_of.number(Quantity::HangingMass, GivenValue::Mass(f64::from(total)));
    let times = total_of.words(", ").plain(Quantity::MassRatio, total / lightest);
    let times = times.words(" times as much as its lightest body of ");
    let times = times.number(Quantity::LightestMass, GivenValue::Mass(f64::from(lightest)));
    times.words(": chains of links stretch where they carry many times their own mass.")
}

/// The movable bodies that hang together with the two, by cables, rods and joints.
pub fn hanging_together(world: &World, (a, b): (u32, u32)) -> BTreeSet<u32> {
    let links: Vec<[u32; 2]> = world.generators().filter_map(|(_, link)| Generator::ends(link)).collect();
    let is_movable = |body: &u32| world.body(*body).is_some_and(|body| body.inverse_mass() > 0.0);
    let mut found: BTreeSet<u32> = [a, b].into_iter().filter(is_movable).collect();
    let mut next: Vec<u32> = found.iter().copied().collect();
    while let Some(body) = next.pop() {
        let beside = links.iter().filter(|ends| ends.contains(&body)).flatten().copied();
        for other in beside.filter(is_movable) {
            if found.insert(other) {
                next.push(other);
            }
        }
    }
    found
}
