//! The text of what a generator gave.

use collide2d::{Body, ContactSource, GeneratedContact, Generator, GeneratorKind, GeneratorOutcome, World};
use glam::Vec2;

use super::StepRecord;
use super::formula::{Formula, FormulaValue, coordinate, length};
use super::text::{MOST_DETAILS, StageText};
use super::words::{count, name, pair_in_heading};
use crate::scene::numbers::{LengthUnit, vec2};
use crate::scene::{Scene, SceneGenerator, generator_name};

/// Rounding errors of the few operations behind a length, as a multiple of the largest input.
const ERRORS: f32 = 4.0 * f32::EPSILON;

/// "ball – crate", "rod 0 between hook and bob", "ball on ground 1".
pub(super) fn source_name(scene: &Scene, source: ContactSource) -> String {
    match source {
        ContactSource::Pair(pair) => pair_in_heading(scene, pair),
        ContactSource::Generated { generator, b: Some(_), .. } => generator_name(scene, generator),
        ContactSource::Generated { generator, a, b: None } => {
            format!("{} on {}", name(scene, a), generator_name(scene, generator))
        }
    }
}

/// Whether a joint made the contact.
pub(super) fn is_joint(source: ContactSource, scene: &Scene) -> bool {
    let ContactSource::Generated { generator, .. } = source else { return false };
    scene.joint_index(generator).is_some()
}

/// The names of what touches: two bodies, or a body and its ground.
pub(super) fn names_of(scene: &Scene, source: ContactSource) -> [String; 2] {
    let other = match (source, source.b()) {
        (_, Some(b)) => name(scene, b),
        (ContactSource::Generated { generator, .. }, None) => generator_name(scene, generator),
        (ContactSource::Pair(pair), None) => name(scene, pair.b()),
    };
    [name(scene, source.a()), other]
}

pub(super) fn title(index: u32, outcome: &GeneratorOutcome, unit: LengthUnit, scene: &Scene) -> String {
    let what = match outcome {
        GeneratorOutcome::Contacts(made) => match made.as_slice() {
            [GeneratedContact { contact, b: Some(_), waiting, .. }] => {
                let waits = if *waiting { ", has to wait" } else { "" };
                format!("wrong by {}{waits}", unit.text(contact.depth))
            }
            made => count(made.len(), "contact", "contacts"),
        },
        GeneratorOutcome::NothingBelow => "no contact".to_owned(),
        GeneratorOutcome::Slack(by) if is_taut(scene, index, *by) => "just taut".to_owned(),
        GeneratorOutcome::Slack(by) => format!("slack by {}", unit.text(*by)),
        GeneratorOutcome::HoldsNothing => "holds nothing".to_owned(),
    };
    format!("Generator: {}: {what}", generator_name(scene, index))
}

pub(super) fn generated(
    index: u32,
    outcome: &GeneratorOutcome,
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let (world, unit) = (recording.world(), recording.unit);
    let Some(generator) = world.generator(index) else { return StageText::default() };
    let label = generator_name(scene, index);
    let subject = super::words::capital(&label);
    let said = |sentence: String| StageText { sentence, ..StageText::default() };
    match (generator, outcome) {
        (_, GeneratorOutcome::HoldsNothing) => {
            said(format!("{subject} holds nothing: both its bodies are static, or one of them is a sensor."))
        }
        (_, GeneratorOutcome::NothingBelow) => {
            said(format!("{subject} gives no contact: no body that is not static reaches below its line."))
        }
        (Generator::Ground(ground), GeneratorOutcome::Contacts(made)) => StageText {
            sentence: format!(
                "{subject} holds what reaches below its line: it gives {}{} against its normal {}.{}",
                count(made.len(), "contact", "contacts"),
                match made.as_slice() {
                    [one] if one.contact.points().len() > 1 => {
                        format!(" of two points, the support points of {},", name(scene, one.a))
                    }
                    [one] => format!(" at the support point of {}", name(scene, one.a)),
                    _ => " at the support points".to_owned(),
                },
                vec2(ground.normal()),
                waits(made)
            ),
            formulas: made
                .iter()
                .take(MOST_DETAILS)
                .filter_map(|made| depth_below(made, ground.point(), world, unit, scene))
                .collect(),
            details: made.iter().flat_map(|made| points(made, world, unit, scene)).collect(),
            ..StageText::default()
        },
        (Generator::Ground(_), GeneratorOutcome::Slack(_)) => StageText::default(),
        (_, GeneratorOutcome::Slack(by)) => StageText {
            sentence: if is_taut(scene, index, *by) {
                format!(
                    "{subject} gives no contact: {} are as far apart as it is long, so it is just taut.",
                    ends_word(generator)
                )
            } else {
                format!(
                    "{subject} gives no contact: {} are nearer than it is long, so it is slack by {}.",
                    ends_word(generator),
                    unit.text(*by)
                )
            },
            formulas: wrong_length(generator, "s", "what the cable is slack by", *by, world, unit)
                .into_iter()
                .collect(),
            ..StageText::default()
        },
        (_, GeneratorOutcome::Contacts(made)) => {
            let Some(made) = made.first() else { return StageText::default() };
            if generator.kind() == GeneratorKind::Revolute {
                return of_joint(generator, made, &subject, recording, scene);
            }
            let (depth, normal) = (made.contact.depth, made.contact.normal);
            let formula = wrong_length(generator, "d", "depth of the contact", depth, world, unit);
            let is_right = depth == 0.0 || formula.as_ref().is_some_and(|formula| formula.is_rounding);
            let sentence = if is_right {
                format!(
                    "{subject} has its length. It gives a contact all the same, for the speeds along it: normal {}.",
                    vec2(normal)
                )
            } else {
                format!(
                    "{subject} gives a contact, because its length is wrong by {}: {} mends it.",
                    unit.text(depth),
                    mending_moves(made, world, scene)
                )
            };
            StageText {
                sentence: sentence + waits(std::slice::from_ref(made)),
                formulas: formula.into_iter().collect(),
                ..StageText::default()
            }
        }
    }
}

/// What a link holds: "the positions of its bodies".
fn ends_word(generator: &Generator) -> &'static str {
    if generator.joins_positions() { "the positions of its bodies" } else { "its two ends" }
}

fn of_joint(
    generator: &Generator,
    made: &GeneratedContact,
    subject: &str,
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let (world, unit) = (recording.world(), recording.unit);
    let depth = made.contact.depth;
    let largest = made.source().bodies().filter_map(|index| world.body(index));
    let largest = largest.map(|body| body.pose().position.abs().max_element()).fold(1.0, f32::max);
    let sentence = if depth <= ERRORS * largest {
        format!(
            "{subject} has its ends together. It gives a contact along each axis all the same, for their speeds."
        )
    } else {
        format!(
            "{subject} gives a contact along each axis, because its ends are {} apart: {} mends it.",
            unit.text(depth),
            mending_moves(made, world, scene)
        )
    };
    let right =
        length("l", "distance of its two ends", unit, ends_apart(generator, world).unwrap_or_default());
    let noise = ERRORS * largest * unit.per_metre() as f32;
    let formula =
        Formula::new("", FormulaValue::length("d", "depth of the contact", unit, depth), &right, noise);
    StageText {
        sentence: sentence + waits(std::slice::from_ref(made)),
        formulas: formula.into_iter().collect(),
        ..StageText::default()
    }
}

/// How far the two ends of a cable, a rod or a joint are apart. Metres.
pub fn ends_apart(generator: &Generator, world: &World) -> Option<f64> {
    let (ends, anchors) = (generator.ends()?, generator.anchors()?);
    let end = |side: usize| {
        let pose = world.bodies().get(ends[side] as usize)?.pose();
        Some(pose.position.as_dvec2() + pose.rotation.rotate(anchors[side]).as_dvec2())
    };
    Some(end(0)?.distance(end(1)?))
}

/// How far a link is from what it holds: how far apart the points are that a joint holds together, by how much a rod is too long or
/// too short, and a cable too long. Metres.
pub fn opening(link: &Generator, world: &World) -> Option<f64> {
    let apart = ends_apart(link, world)?;
    match link {
        Generator::Revolute(_) => Some(apart),
        Generator::Rod(rod) => Some((apart - f64::from(rod.length())).abs()),
        Generator::Cable(cable) => Some((apart - f64::from(cable.length())).max(0.0)),
        Generator::Ground(_) => None,
    }
}

/// "moving hook along the normal (0, 1), or bob against it,": the moves of the bodies that can be moved.
fn mending_moves(made: &GeneratedContact, world: &World, scene: &Scene) -> String {
    let [a, b] = names_of(scene, made.source());
    let moves =
        |index: Option<u32>| index.and_then(|i| world.body(i)).is_some_and(|body| body.inverse_mass() > 0.0);
    let normal = vec2(made.contact.normal);
    match (moves(Some(made.a)), moves(made.b)) {
        (true, false) => format!("moving {a} along the normal {normal}"),
        (false, true) => format!("moving {b} against the normal {normal}"),
        (true, true) | (false, false) => format!("moving {a} along the normal {normal}, or {b} against it,"),
    }
}

/// Whether what a cable is slack by is 0, or rounding of its length.
fn is_taut(scene: &Scene, index: u32, by: f32) -> bool {
    let length = match scene.generators.get(index as usize) {
        Some(SceneGenerator::Cable { length, .. } | SceneGenerator::Rod { length, .. }) => *length,
        Some(SceneGenerator::Ground { .. }) | None => 0.0,
    };
    by <= ERRORS * length
}

fn waits(made: &[GeneratedContact]) -> &'static str {
    match made.iter().filter(|made| made.waiting).count() {
        0 => "",
        1 => " The frame has its most contacts already: one waits for a later step.",
        _ => " The frame has its most contacts already: some wait for a later step.",
    }
}

/// `d = l - L` of what is too long, `d = L - l` of what is too short or slack.
fn wrong_length(
    generator: &Generator,
    symbol: &'static str,
    meaning: &str,
    wrong: f32,
    world: &World,
    unit: LengthUnit,
) -> Option<Formula> {
    let whole = match generator {
        Generator::Ground(_) | Generator::Revolute(_) => return None,
        Generator::Cable(cable) => cable.length(),
        Generator::Rod(rod) => rod.length(),
    };
    let distance = ends_apart(generator, world)?;
    let what = if generator.joins_positions() {
        "distance of the two positions"
    } else {
        "distance of its two ends"
    };
    let apart = length("l", what, unit, distance);
    let own = length("L", "length of the cable or rod", unit, whole);
    let right = if distance > f64::from(whole) { apart - own } else { own - apart };
    let noise = ERRORS * whole.max(distance as f32) * unit.per_metre() as f32;
    Formula::new("", FormulaValue::length(symbol, meaning, unit, wrong), &right, noise)
}

/// `d = g - h`: heights along the ground's normal.
fn depth_below(
    made: &GeneratedContact,
    point: Vec2,
    world: &World,
    unit: LengthUnit,
    scene: &Scene,
) -> Option<Formula> {
    let body = world.bodies().get(made.a as usize)?;
    let normal = made.contact.normal.as_dvec2();
    let deepest = made.contact.points().iter().max_by(|p, q| p.depth.total_cmp(&q.depth))?;
    let support = (body.pose().position.as_dvec2() + deepest.from_a.as_dvec2()).dot(normal);
    let surface = point.as_dvec2().dot(normal);
    let right = coordinate("g", "the ground's line, along its normal", unit, surface)
        - coordinate("h", "the support point, along the ground's normal", unit, support);
    let depth = FormulaValue::length("d", "depth of the contact", unit, made.contact.depth);
    let largest = point.abs().max_element().max(body.pose().position.abs().max_element());
    let noise = ERRORS * (largest + deepest.from_a.length()) * unit.per_metre() as f32;
    Formula::new(&name(scene, made.a), depth, &right, noise)
}

fn points(made: &GeneratedContact, world: &World, unit: LengthUnit, scene: &Scene) -> Vec<String> {
    let Some(body) = world.bodies().get(made.a as usize) else { return Vec::new() };
    let at = |body: &Body, from_a: Vec2| unit.point(body.pose().position + from_a);
    let points = made.contact.points().iter();
    points
        .map(|p| {
            format!("{}: point {}, {} deep", name(scene, made.a), at(body, p.from_a), unit.text(p.depth))
        })
        .collect()
}
