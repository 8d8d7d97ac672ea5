//! The text of a stage: one sentence, and a formula with its numbers.

use collide2d::{
    AxisTest, Body, BodyForces, Contact, ContactEvent, PairCounts, PairKey, PairOutcome, Phase, SolverKind,
    Stage, Trace, Work, World, collide_observed,
};

use super::iteration::{iteration, velocity_changes};
use super::numbers::{formula, number, vec2};
use super::words::{axis_source_label, count, event_text, minus, name, one_or_many, pair_name, work_name};
use super::{BodyChange, Recording};
use crate::scene::Scene;

/// Most details of one stage.
const MOST_DETAILS: usize = 100;

/// The text of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StageText {
    /// One line for a list.
    pub title: String,
    /// What happened, in one sentence.
    pub sentence: String,
    /// The formula with its numbers.
    pub formula: Option<String>,
    /// More lines: one per body or pair.
    pub details: Vec<String>,
    /// The pair of the stage, `a < b`.
    pub pair: Option<(u32, u32)>,
    /// The test of two static bodies, which is no part of the step.
    pub left_alone: bool,
    /// The counts of the broad phase.
    pub counts: Option<BroadPhaseCounts>,
}

/// The pairs of a state as the broad phase divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadPhaseCounts {
    /// Pairs of bodies that could touch.
    pub possible: u64,
    /// Those whose AABBs are near each other.
    pub near: usize,
    /// Those of them that the step tests.
    pub tested: usize,
    /// Those of them with two static bodies, which the step leaves alone.
    pub both_static: usize,
}

pub(super) fn title(stage: &Stage, scene: &Scene) -> String {
    match stage {
        Stage::Forces(_) => "Forces".to_owned(),
        Stage::BroadPhase(pairs) => format!("Broad phase: {}", count(pairs.len(), "pair")),
        Stage::NarrowPhase { pair, outcome } => {
            let what = match outcome {
                PairOutcome::EarlyOut => "early-out".to_owned(),
                PairOutcome::Separated => "apart".to_owned(),
                PairOutcome::Contact(contact) => format!("contact, {} m deep", number(contact.depth)),
                PairOutcome::Waiting(contact) => {
                    format!("contact, {} m deep, has to wait", number(contact.depth))
                }
            };
            format!("Narrow phase: {}: {what}", pair_name(scene, *pair))
        }
        Stage::Events(events) => {
            let of = |phase| events.iter().filter(|e| e.phase == phase).count();
            let (begin, persist, end) = (of(Phase::Begin), of(Phase::Persist), of(Phase::End));
            format!("Events: {begin} begin, {persist} go on, {end} end")
        }
        Stage::Iteration(told) => {
            let place = match told.work {
                Work::Linear => format!("Iteration {}", told.index + 1),
                Work::Bounce => format!("Bounce {}", told.index + 1),
                work => format!("Sub-step {}, {}", told.substep + 1, work_name(work)),
            };
            let point =
                if told.work == Work::Linear { String::new() } else { format!(", point {}", told.point + 1) };
            format!("{place}: {}{point}: {} N·s", pair_name(scene, told.pair), number(told.impulse))
        }
        Stage::SubstepForces { index, .. } => format!("Sub-step {}: forces", index + 1),
        Stage::SubstepMove { index, .. } => format!("Sub-step {}: move", index + 1),
        Stage::Stopped { body, at, .. } => {
            format!("Fast body: {} stopped at {}", name(scene, *body), name(scene, *at))
        }
        Stage::FrameEnd { frame, .. } => format!("End of the step: frame {frame}"),
    }
}

/// `changes`: the stage's changes of bodies; `recording`: positioned after the stage.
pub(super) fn text(stage: &Stage, changes: &[BodyChange], recording: &Recording, scene: &Scene) -> StageText {
    let world = recording.world();
    let text = match stage {
        Stage::Forces(forces) => self::forces(forces, world, scene),
        Stage::BroadPhase(pairs) => broad_phase(pairs, recording.pair_counts(), world, scene),
        Stage::NarrowPhase { pair, outcome } => narrow_phase(*pair, outcome, world, scene),
        Stage::Events(events) => self::events(events, &left_alone(recording), scene),
        Stage::Iteration(told) => iteration(told, changes, scene),
        Stage::SubstepForces { duration, .. } => StageText {
            sentence: format!(
                "Gravity, acceleration and damping of {} s change the velocities of the bodies in contact.",
                number(*duration)
            ),
            details: velocity_changes(changes, scene),
            ..StageText::default()
        },
        Stage::SubstepMove { duration, .. } => StageText {
            sentence: format!("The bodies in contact move for {} s.", number(*duration)),
            details: ways(changes, scene),
            ..StageText::default()
        },
        Stage::Stopped { body, at, share } => StageText {
            sentence: format!(
                "{} moves by more than its inner radius in this step and would tunnel through {}: it is swept \
                 along its path and stopped at the time of impact, after {} % of it.",
                name(scene, *body),
                name(scene, *at),
                number(share * 100.0),
            ),
            details: ways(changes, scene),
            ..StageText::default()
        },
        Stage::FrameEnd { frame, waiting } => StageText {
            sentence: match waiting {
                0 => format!("The step is done; this is frame {frame}."),
                _ => format!(
                    "The step is done; this is frame {frame}, and {} exceed its limit and wait for the next.",
                    count(*waiting, "contact")
                ),
            },
            details: ways(changes, scene),
            ..StageText::default()
        },
    };
    StageText { details: capped(text.details), ..text }
}

/// The contacts of two static bodies that were tested for the recording alone.
fn left_alone(recording: &Recording) -> Vec<PairKey> {
    let touching = |index: usize| match recording.at(index)? {
        Stage::NarrowPhase { pair, outcome: PairOutcome::Contact(_) } => Some(*pair),
        _ => None,
    };
    (0..recording.len()).filter(|&index| recording.is_left_alone(index)).filter_map(touching).collect()
}

fn forces(forces: &[BodyForces], world: &World, scene: &Scene) -> StageText {
    let (dt, solver) = (world.settings().timestep, world.settings().solver);
    let pulled = forces.iter().filter(|f| f.velocity_before != f.velocity_after).count();
    let sentence = if solver == SolverKind::Rigid {
        format!(
            "Gravity, acceleration and damping will change {} over {} s; Rigid applies them in its sub-steps.",
            count(pulled, "velocity"),
            number(dt)
        )
    } else {
        let moved = forces.iter().filter(|f| f.moved != glam::Vec2::ZERO || f.turned != 0.0).count();
        format!(
            "Gravity, acceleration and damping change {} over {} s, and {} on.",
            count(pulled, "velocity"),
            number(dt),
            if moved == 1 { "1 body moves".to_owned() } else { format!("{moved} bodies move") }
        )
    };
    let line = |f: &BodyForces| {
        // velocity_after = (velocity_before + acceleration·dt) × kept
        let sped_up = f.velocity_before + f.acceleration * dt;
        let damped = sped_up.distance(f.velocity_after) > 1.0e-5 * (1.0 + sped_up.length());
        let kept = sped_up.dot(f.velocity_after) / sped_up.length_squared().max(f32::MIN_POSITIVE);
        let (open, close) =
            if damped { ("(", format!(") × {} kept", number(kept))) } else { ("", String::new()) };
        format!(
            "{}: velocity {} m/s = {open}{} m/s + {} m/s² × {} s{close}",
            name(scene, f.body),
            vec2(f.velocity_after),
            vec2(f.velocity_before),
            vec2(f.acceleration),
            number(dt),
        )
    };
    let way = |f: &BodyForces| {
        let turned =
            if f.turned == 0.0 { String::new() } else { format!(", turned by {}°", number(f.turned)) };
        format!("{}: moved by {} m{turned}", name(scene, f.body), vec2(f.moved))
    };
    let accelerated = |f: &&BodyForces| f.velocity_before != f.velocity_after;
    let moved = forces.iter().filter(|f| f.moved != glam::Vec2::ZERO || f.turned != 0.0);
    StageText {
        sentence,
        formula: forces.iter().find(accelerated).map(line),
        details: forces.iter().filter(accelerated).skip(1).map(line).chain(moved.map(way)).collect(),
        ..StageText::default()
    }
}

fn broad_phase(pairs: &[PairKey], counts: &PairCounts, world: &World, scene: &Scene) -> StageText {
    let there = world.bodies().iter().filter(|body| !body.is_removed()).count();
    let near = pairs.len() + counts.both_static;
    let have = match (counts.possible, near) {
        (1, 0) => "It has no AABBs that".to_owned(),
        (1, _) => "It has AABBs that".to_owned(),
        (_, 0) => "None of them has AABBs that".to_owned(),
        (_, _) => one_or_many(near, "of them has AABBs that", "of them have AABBs that"),
    };
    let meet = if counts.reach > 0.0 {
        format!("overlap, touch, or are at most {} m apart", number(counts.reach))
    } else {
        "overlap or touch".to_owned()
    };
    let tested = match (near, counts.both_static) {
        (0, _) => String::new(),
        (_, 0) => format!(": {} tested", one_or_many(pairs.len(), "is", "are")),
        (_, n) => format!(
            ": {} tested, {} of two static bodies, which the step leaves alone",
            one_or_many(pairs.len(), "is", "are"),
            one_or_many(n, "is", "are")
        ),
    };
    let sentence = match counts.possible {
        0 => format!("{} cannot make a pair that could touch.", count(there, "body")),
        possible => format!(
            "{} make {} that could touch. {have} {meet}{tested}.",
            count(there, "body"),
            if possible == 1 { "1 pair".to_owned() } else { format!("{possible} pairs") }
        ),
    };
    let aabb = |index: u32| world.bodies().get(index as usize).map(|body| body.aabb()).unwrap_or_default();
    let corners = |index: u32| {
        let aabb = aabb(index);
        format!("{} from {} to {}", name(scene, index), vec2(aabb.min), vec2(aabb.max))
    };
    let line = |pair: &PairKey| {
        let overlap = aabb(pair.a()).overlap(&aabb(pair.b())).min_element();
        let how = if overlap > 0.0 {
            "the AABBs overlap".to_owned()
        } else if overlap == 0.0 {
            "the AABBs touch".to_owned()
        } else {
            format!("the AABBs are {} m apart", number(-overlap))
        };
        format!("{}; {}: {how}", corners(pair.a()), corners(pair.b()))
    };
    let mut details: Vec<String> = counts
        .first_static
        .iter()
        .map(|pair| format!("left alone, both static: {}; {}", pair_name(scene, *pair), line(pair)))
        .collect();
    let more = counts.both_static - counts.first_static.len();
    if more > 0 {
        details.push(format!("and {more} more of two static bodies"));
    }
    details.extend(pairs.iter().take(MOST_DETAILS + 1).map(line));
    details.extend(pairs.iter().skip(MOST_DETAILS + 1).map(|_| String::new()));
    let (possible, both_static) = (counts.possible, counts.both_static);
    let counts = Some(BroadPhaseCounts { possible, near, tested: pairs.len(), both_static });
    StageText { sentence, details, counts, ..StageText::default() }
}

fn narrow_phase(pair: PairKey, outcome: &PairOutcome, world: &World, scene: &Scene) -> StageText {
    let (Some(a), Some(b)) = (world.bodies().get(pair.a() as usize), world.bodies().get(pair.b() as usize))
    else {
        return StageText::default();
    };
    let (name_a, name_b) = (name(scene, pair.a()), name(scene, pair.b()));
    if *outcome == PairOutcome::EarlyOut {
        let (p, q) = (a.bounding_circle(), b.bounding_circle());
        let (distance, reach) = (p.center.distance(q.center), [p.radius, q.radius]);
        return StageText {
            sentence: format!(
                "Early-out: the bounding circles of {name_a} and {name_b} do not overlap, so no axis is tested."
            ),
            formula: Some(format!(
                "distance {} m > {} m + {} m",
                number(distance),
                number(reach[0]),
                number(reach[1])
            )),
            ..StageText::default()
        };
    }
    let mut trace = Trace::default();
    collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut trace);
    let tested = trace.stops_at().map_or(trace.axes.len(), |last| last + 1);
    let axis = trace.deciding().and_then(|index| trace.axes.get(index));
    let label = axis.map(|axis| axis_source_label(axis.source)).unwrap_or_default();
    let direction = axis.map(|axis| vec2(axis.direction)).unwrap_or_default();
    let difference = |what: &str, value: f32, ends: Option<[f32; 2]>| {
        let [from, to] = ends?;
        let write = |t: &[String]| format!("{what} {} m = {} m - {} m", t[0], t[1], minus(&t[2]));
        Some(formula(&[value, from, to], |v| v[0] - v[1], write))
    };
    let ends = axis.map(ends);
    match outcome {
        PairOutcome::Contact(contact) | PairOutcome::Waiting(contact) => {
            let full = if matches!(outcome, PairOutcome::Waiting(_)) {
                " The frame has its most contacts already: this one waits for the next."
            } else {
                ""
            };
            StageText {
                sentence: format!(
                    "{name_a} and {name_b} overlap on {}; the least overlap is {} m along {direction} ({label}): that is the depth.{full}",
                    if tested == 1 { "the one axis".to_owned() } else { format!("all {tested} axes") },
                    number(contact.depth),
                ),
                formula: difference("depth", contact.depth, ends),
                details: points(a, contact),
                ..StageText::default()
            }
        }
        _ => {
            let gap = axis.map_or(0.0, |axis| -axis.overlap);
            StageText {
                sentence: format!(
                    "{name_a} and {name_b} are apart: the axis along {direction} ({label}) separates them by {} m, {tested} of {} tested.",
                    number(gap),
                    if trace.axes.len() == 1 {
                        "1 axis".to_owned()
                    } else {
                        format!("{} axes", trace.axes.len())
                    },
                ),
                formula: difference("gap", gap, ends.map(|[from, to]| [to, from])),
                ..StageText::default()
            }
        }
    }
}

/// The two ends of the intervals, measured from a's position, whose difference is the overlap, or the
/// negative gap.
fn ends(axis: &AxisTest) -> [f32; 2] {
    let (a, b) = (axis.a.rounded(), axis.b.rounded());
    if axis.a_leaves_along { [b.max, a.min] } else { [a.max, b.min] }
}

fn points(a: &Body, contact: &Contact) -> Vec<String> {
    let normal = format!("normal {}, on b toward a", vec2(contact.normal));
    let points = contact.points().iter().map(|point| {
        format!("point at {}, {} m deep", vec2(Contact::world_point(a.pose(), point)), number(point.depth))
    });
    std::iter::once(normal).chain(points).collect()
}

fn events(events: &[ContactEvent], left_alone: &[PairKey], scene: &Scene) -> StageText {
    let of = |phase| events.iter().filter(|e| e.phase == phase).count();
    let taken = events.iter().filter(|e| e.resolved_by.is_some()).count();
    let left = match taken {
        0 => "all are left to the solver".to_owned(),
        1 => "the solver skips 1 of them".to_owned(),
        _ => format!("the solver skips {taken} of them"),
    };
    let first = |event: &&ContactEvent| event.phase != Phase::Persist;
    let rest = |event: &&ContactEvent| event.phase == Phase::Persist;
    let line = |event: &ContactEvent| {
        format!("{} ({}): {}", pair_name(scene, event.pair), event.kind, event_text(event))
    };
    StageText {
        sentence: format!(
            "{} begin, {} go on, {} end; {left}.",
            count(of(Phase::Begin), "contact"),
            of(Phase::Persist),
            of(Phase::End)
        ),
        details: left_alone
            .iter()
            .map(|pair| {
                format!("{}: no event, because both are static and left alone", pair_name(scene, *pair))
            })
            .chain(events.iter().filter(first).chain(events.iter().filter(rest)).map(line))
            .collect(),
        ..StageText::default()
    }
}

fn ways(changes: &[BodyChange], scene: &Scene) -> Vec<String> {
    changes
        .iter()
        .filter(|c| c.before.pose != c.after.pose)
        .map(|c| {
            let (from, to) = (c.before.pose, c.after.pose);
            let turned = to.rotation.degrees() - from.rotation.degrees();
            let turned =
                if turned == 0.0 { String::new() } else { format!(", turned by {}°", number(turned)) };
            format!("{}: from {} to {}{turned}", name(scene, c.body), vec2(from.position), vec2(to.position))
        })
        .collect()
}

fn capped(mut details: Vec<String>) -> Vec<String> {
    if details.len() > MOST_DETAILS {
        let more = details.len() - MOST_DETAILS;
        details.truncate(MOST_DETAILS);
        details.push(format!("and {more} more"));
    }
    details
}
