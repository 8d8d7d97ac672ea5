//! What came back of the speed at which two recorded bodies met, and what to look at where it is too much or nothing.

use collide2d::MixRule;

use crate::elsewhere::recording::{RecordedBounce, ToldPair};
use crate::platform::plain;
use crate::scene::numbers::{number, short};

/// More came back than came in where it is more by this share, and by so much. Metres per second.
const MORE: (f32, f32) = (1.05, 0.1);
/// Nothing came back where less than this share did.
const NOTHING: f32 = 0.05;
/// A bounce turns the speed once; what turns it so often turns it in each frame of an overlap.
const MANY_TURNS: usize = 3;
/// What touches in so many frames has come to rest.
const LASTING: usize = 6;
/// Closing speeds up to so many times the least one that bounces are measured too coarsely to be above it.
const ABOUT: f32 = 1.2;
/// Speeds that are measured from frame to frame give a share of them that may be off by so much.
const SAME_SHARE: f32 = 0.1;

/// How the two met and parted, and what is told of their restitutions.
pub(super) fn sentence(told: &ToldPair, bounce: &RecordedBounce) -> String {
    // Of what is not stopped nothing comes back.
    let restitution = told_restitution(told, bounce).filter(|_| !bounce.through);
    let sentences = [Some(met(bounce)), restitution];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// "By their ways they met in frame 12 at 3.2 m/s …".
fn met(bounce: &RecordedBounce) -> String {
    let speed = |speed: f32| format!("{} m/s", short(f64::from(speed)));
    let met = format!(
        "By their ways they met in frame {} at {} along the normal",
        bounce.met,
        speed(bounce.closing)
    );
    let share = bounce.share();
    match bounce.parted {
        None => format!("{met} and touch since: nothing of it came back."),
        Some(last) if bounce.through => format!(
            "{met} and touched until frame {last}, then parted on the other side at {}: they went through each other.",
            speed(bounce.parting)
        ),
        Some(last) if bounce.has_rested() || share.is_none() => format!(
            "{met} and touched until frame {last}, then parted at {}, for another reason than how they met.",
            speed(bounce.parting)
        ),
        Some(last) => match share.filter(|share| *share >= NOTHING) {
            None => format!("{met} and touched until frame {last}: nothing of it came back."),
            Some(share) => format!(
                "{met} and touched until frame {last}, then parted at {}: {} of it came back.",
                speed(bounce.parting),
                short(f64::from(share))
            ),
        },
    }
}

/// "Their restitutions are told to be 0.8 (floor) and 0 (ball), of which planck takes the larger one …: 0.8."
fn told_restitution(told: &ToldPair, bounce: &RecordedBounce) -> Option<String> {
    let name = |side: usize| plain::label(&told.names[side]);
    let number = |told: f32| short(f64::from(told));
    let [a, b] = match bounce.restitutions {
        [Some(a), Some(b)] => [a, b],
        [None, None] => return None,
        [a, b] => {
            let (side, one) = if let Some(a) = a { (0, a) } else { (1, b?) };
            return Some(format!("The restitution of {} is told to be {}.", name(side), number(one)));
        }
    };
    let both = format!(
        "Their restitutions are told to be {} ({}) and {} ({})",
        number(a),
        name(0),
        number(b),
        name(1)
    );
    Some(match mix_of(&told.engine) {
        None => format!("{both}."),
        Some((engine, rule)) => {
            format!(
                "{both}, of which {engine} takes {} unless it is told otherwise: {}.",
                words(rule),
                number(rule.of(a, b))
            )
        }
    })
}

/// The restitution that is expected of the two, where it is known.
fn expected(told: &ToldPair, bounce: &RecordedBounce) -> Option<f32> {
    let [a, b] = bounce.restitutions;
    let (a, b) = a.zip(b)?;
    match mix_of(&told.engine) {
        Some((_, rule)) => Some(rule.of(a, b)),
        // Every rule that engines have gives nothing of nothing.
        None => (a == 0.0 && b == 0.0).then_some(0.0),
    }
}

/// The name of the engine, and how it makes one restitution of two, as its documentation has it.
fn mix_of(engine: &str) -> Option<(&'static str, MixRule)> {
    const MIXES: [(&str, &str, MixRule); 8] = [
        ("planck", "planck", MixRule::Larger),
        ("box2d", "Box2D", MixRule::Larger),
        ("phaser-box2d", "Box2D", MixRule::Larger),
        ("matter", "Matter.js", MixRule::Larger),
        ("collide2d", "collide2d", MixRule::Larger),
        ("rapier", "rapier", MixRule::Average),
        ("pymunk", "pymunk", MixRule::Product),
        ("chipmunk", "Chipmunk", MixRule::Product),
    ];
    let engine = engine.to_lowercase();
    let found = MIXES.into_iter().find(|(start, ..)| engine.starts_with(start));
    found.map(|(_, name, rule)| (name, rule))
}

fn words(rule: MixRule) -> &'static str {
    match rule {
        MixRule::Larger => "the larger one",
        MixRule::Smaller => "the smaller one",
        MixRule::Average => "the average",
        MixRule::Product => "the product",
        MixRule::Root => "the root of the product",
    }
}

/// Sentences on what to look at in the engine.
pub(super) fn look_at(told: &ToldPair) -> Vec<String> {
    let mut sentences = told.bounce.map_or_else(Vec::new, |bounce| look_at_bounce(told, &bounce));
    for (name, fault) in told.names.iter().zip(&told.velocity_faults) {
        if let Some(fault) = fault {
            sentences.push(format!("Look at the velocities that it tells: {} {fault}.", plain::label(name)));
        }
    }
    sentences
}

fn look_at_bounce(told: &ToldPair, bounce: &RecordedBounce) -> Vec<String> {
    let mut sentences = Vec::new();
    if bounce.through {
        if !told.told.is_empty() {
            sentences.push(
                "Look at what is done with the contacts that it tells, for they stopped nothing: a listener that turns them off, a \
                 pose that the game sets itself, or two bodies of which the engine moves neither out of the other."
                    .to_owned(),
            );
        }
        return sentences;
    }
    if bounce.turns >= MANY_TURNS {
        let or_others = if told.are_both_dynamic { "; or others push the two" } else { "" };
        sentences.push(format!(
            "Look at what is done while they overlap: the speed along the normal turned {} times in one touch. A response that \
             reverses the velocity may do so only where the two close, or it sends what is still inside back in; or it moves the \
             body out of the overlap at once{or_others}.",
            bounce.turns
        ));
    }
    let Some(share) = bounce.share() else { return sentences };
    // Two that both move may be pushed by a third.
    if !told.are_both_dynamic && share > MORE.0 && bounce.parting - bounce.closing > MORE.1 {
        sentences.push(
            "Look at what adds speed, for more came back than came in: an overlap that is pushed out by a velocity (a bias, a \
             penalty), an impulse that is given once for each point, shape or frame, or a restitution above 1."
                .to_owned(),
        );
    }
    let expected = expected(told, bounce);
    let is_more = expected.is_some_and(|expected| share > expected + SAME_SHARE);
    if is_more && !told.are_both_dynamic && sentences.is_empty() {
        sentences.push(
            "Look at what the two bounce with, for more came back than their restitutions give: another rule that mixes them, or a \
             number that the game changes after the recording began; or at what adds speed, an overlap that is pushed out by a \
             velocity (a bias, a penalty)."
                .to_owned(),
        );
    }
    let (setting, least) = least_bounce(&told.engine);
    let is_slow = bounce.closing / told.metres_per_unit <= ABOUT * least;
    let is_told = !told.told.is_empty();
    if is_told && share < NOTHING && is_slow && expected != Some(0.0) {
        sentences.push(format!(
            "Look at the least speed that bounces, where a bounce is expected ({setting}): what closes more slowly keeps none of \
             it, whatever its restitution."
        ));
    }
    let is_less = expected.is_some_and(|expected| share < expected - SAME_SHARE);
    // Of what has just met nobody knows what comes back.
    let is_over = bounce.parted.is_some() || bounce.touched >= LASTING;
    if is_less && !is_slow && is_over {
        sentences.push(
            "Look at what takes speed, for less came back than their restitutions give: another rule that mixes them; a restitution \
             that was set after the shapes were made, or after the two met; a third body, or a second point, that takes part of it; a \
             correction of the overlap that uses up the step; or damping."
                .to_owned(),
        );
    }
    sentences
}

/// The setting of an engine below which nothing bounces, in words, and its value unless it is set, in the engine's unit a second.
fn least_bounce(engine: &str) -> (String, f32) {
    let engine = engine.to_lowercase();
    let (setting, least) = if engine.starts_with("planck") {
        ("planck's `Settings.velocityThreshold`", 1.0)
    } else if engine.starts_with("box2d") {
        ("Box2D's `restitutionThreshold`, `b2_velocityThreshold` before version 3", 1.0)
    } else if engine.starts_with("matter") {
        // Two units a step, of which there are sixty a second.
        ("Matter.js' `Resolver._restingThresh`", 120.0)
    } else {
        return (
            "a setting of many engines, such as Box2D's `restitutionThreshold`, 1 m/s there".to_owned(),
            1.0,
        );
    };
    (format!("{setting}, {} a second unless it is set", number(least)), least)
}
