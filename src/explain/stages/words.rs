//! Names of bodies, axes, features and events in texts.

use collide2d::{
    AxisSource, AxisTest, ContactEvent, DroppedAxis, Feature, PairKey, Phase, ResolvedBy, Side, Work,
};
use glam::Vec2;

use crate::scene::numbers::{self, number, vec2};
use crate::scene::{Scene, unnamed_listener};

/// The feature's name in traces: "a face 2", "b end", "a center to b vertex 3", "a start to b vertex 2".
pub fn axis_source_label(source: AxisSource) -> String {
    match source {
        AxisSource::Face(side, i) => format!("{side} face {i}"),
        AxisSource::Neighbour(side, end) => format!("{side} neighbour at {}", feature_name(end)),
        AxisSource::Center(side, to) => {
            format!("{side} center to {} {}", other_side(side), feature_name(to))
        }
        AxisSource::End(side, from, to) => {
            format!("{side} {} to {} {}", feature_name(from), other_side(side), feature_name(to))
        }
    }
}

/// Whether one interval of the axis lies inside the other: the overlap is then the shorter way out, which is
/// longer than what the two share.
pub fn is_containment(test: &AxisTest) -> bool {
    let shared = test.a.max.min(test.b.max) - test.a.min.max(test.b.min);
    let way_out = (test.a.max - test.b.min).min(test.b.max - test.a.min);
    // A difference is rounded to the size of its operands, some f32 numbers.
    let rounding = 1.0e-12 * way_out.abs().max(shared.abs());
    shared >= 0.0 && way_out > shared + rounding
}

/// The longer of the two ways out where one interval of the axis lies inside the other; `None` where it is the overlap
/// itself, because the outline of a chain does not allow the shorter. Metres.
pub fn longer_way(test: &AxisTest) -> Option<f64> {
    let (one, other) = (test.a.max - test.b.min, test.b.max - test.a.min);
    let (shorter, longer) = (one.min(other), one.max(other));
    let overlap = f64::from(test.overlap);
    // Of ways as long as each other rounding alone says which one the overlap is nearer to.
    let is_shorter = overlap - shorter <= longer - overlap || longer - shorter <= 1.0e-5 * longer;
    (is_containment(test) && is_shorter).then_some(longer)
}

/// The word for the overlap of an axis.
pub fn overlap_name(test: &AxisTest) -> &'static str {
    match (test.overlap <= 0.0, is_containment(test)) {
        (true, _) => "gap",
        (false, true) => "way out",
        (false, false) => "overlap",
    }
}

/// The other of the two shapes.
pub fn other_side(side: Side) -> Side {
    match side {
        Side::A => Side::B,
        Side::B => Side::A,
    }
}

/// "face 2", "vertex 0", "start", "center".
pub fn feature_name(feature: Feature) -> String {
    match feature {
        Feature::Face(i) => format!("face {i}"),
        Feature::Vertex(i) => format!("vertex {i}"),
        Feature::Start => "start".to_owned(),
        Feature::End => "end".to_owned(),
        Feature::Center => "center".to_owned(),
    }
}

/// "begins", "goes on, began in frame 3, taken by a sensor".
pub(super) fn event_text(event: &ContactEvent, scene: &Scene) -> String {
    let mut text = match event.phase {
        Phase::Begin => "begins".to_owned(),
        Phase::Persist => format!("goes on, began in frame {}", event.since),
        Phase::End => format!("ends, began in frame {}", event.since),
    };
    if let Some(by) = taken_by(event, scene) {
        text.push_str(", ");
        text.push_str(&by);
    }
    if let Some(since) = event.waiting_since {
        text.push_str(&format!(", waits for a place since frame {since}"));
    }
    text
}

/// "after 40 % of the step", of a contact that begins within it.
pub fn begins_within(event: &ContactEvent) -> Option<String> {
    event.fraction.map(|share| format!("after {} % of the step", number(share * 100.0)))
}

/// "begin", "persist" or "end".
pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Begin => "begin",
        Phase::Persist => "persist",
        Phase::End => "end",
    }
}

/// What took the contact from the solver: "sensor", "listener 1". Listeners count from 1.
pub fn resolved_by(event: &ContactEvent) -> Option<String> {
    Some(match event.resolved_by? {
        ResolvedBy::Sensor => "sensor".to_owned(),
        ResolvedBy::Listener(index) => format!("listener {}", u64::from(index) + 1),
        ResolvedBy::Observer => "observer".to_owned(),
        ResolvedBy::OneWay => "one-way".to_owned(),
        ResolvedBy::Seam => "seam".to_owned(),
    })
}

/// What took the contact from the solver, as a phrase: "taken by a sensor", "taken by listener 1
/// (circle-polygon with gem)".
pub fn taken_by(event: &ContactEvent, scene: &Scene) -> Option<String> {
    Some(match event.resolved_by? {
        ResolvedBy::Sensor => "taken by a sensor".to_owned(),
        ResolvedBy::Listener(index) => format!("taken by {}", listener_name(scene, index)),
        ResolvedBy::Observer => "taken by a subscriber".to_owned(),
        ResolvedBy::OneWay => "let through by a one-way body".to_owned(),
        ResolvedBy::Seam => "left to the neighbour of a seam".to_owned(),
    })
}

/// "listener 1 (circle-polygon with gem)": its name or its number, and what it matches.
pub fn listener_name(scene: &Scene, index: u32) -> String {
    let label = listener_label(scene, index);
    match scene.listeners.get(index as usize) {
        Some(listener) => format!("{label} ({})", listener.matches()),
        None => label,
    }
}

/// [`crate::scene::SceneListener::label`], also of one that is not there.
pub fn listener_label(scene: &Scene, index: u32) -> String {
    match scene.listeners.get(index as usize) {
        Some(listener) => listener.label(index).into_owned(),
        None => unnamed_listener(index),
    }
}

pub(super) fn work_name(work: Work) -> &'static str {
    match work {
        Work::Linear => "linear",
        Work::Bounce => "bounce",
        Work::WarmStart => "warm start",
        Work::Solve => "solve",
        Work::Relax => "relax",
    }
}

/// The vector with 0 in the place of coordinates that are below the rounding of f32 numbers of this size.
pub(super) fn without_rounding(v: Vec2, size: f32) -> Vec2 {
    let is_rounding = v.abs().cmple(Vec2::splat(4.0 * f32::EPSILON * size));
    Vec2::select(is_rounding, Vec2::ZERO, v)
}

/// "no contact", "1 contact", "3 contacts".
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    if n == 0 { format!("no {one}") } else { numbers::count(n, one, many) }
}

/// "none is", "1 is", "3 are".
pub(super) fn one_or_many(n: usize, one: &str, many: &str) -> String {
    if n == 0 { format!("none {one}") } else { numbers::count(n, one, many) }
}

/// "a", "a and b", "a, b and c".
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn name(scene: &Scene, index: u32) -> String {
    scene.bodies.get(index as usize).map_or_else(|| format!("body {index}"), |body| body.name.clone())
}

pub(super) fn pair_in_heading(scene: &Scene, pair: PairKey) -> String {
    format!("{} – {}", name(scene, pair.a()), name(scene, pair.b()))
}

/// Why an axis did not decide: "the corner belongs to segment 4 as well: normals between (0, 1) and (0, 1) are allowed".
pub fn dropped_words(dropped: &DroppedAxis) -> String {
    let [from, to] = dropped.between.map(vec2);
    let corner = match dropped.neighbour {
        Some(segment) => format!("the corner belongs to segment {segment} as well"),
        None => "the chain ends here".to_owned(),
    };
    format!("{corner}: normals between {from} and {to} are allowed")
}
