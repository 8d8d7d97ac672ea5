//! What came back of the speed at which two recorded bodies met, and what to look at where it is too much or nothing.

use crate::elsewhere::recording::{RecordedBounce, ToldPair};
use crate::platform::plain;
use crate::scene::numbers::{number, short};

/// More came back than came in where it is more by this share, and by so much. Metres per second.
const MORE: (f32, f32) = (1.05, 0.1);
/// Nothing came back where less than this share did.
const NOTHING: f32 = 0.05;
/// A bounce turns the speed once; what turns it so often turns it in each frame of an overlap.
const MANY_TURNS: usize = 3;
/// Closing speeds up to so many times the least one that bounces are measured too coarsely to be above it.
const ABOUT: f32 = 1.2;

/// "They met in frame 12 at 3.2 m/s …".
pub(super) fn sentence(bounce: &RecordedBounce) -> String {
    let speed = |speed: f32| format!("{} m/s", short(f64::from(speed)));
    let met = format!(
        "By their ways they met in frame {} at {} along the normal",
        bounce.met,
        speed(bounce.closing)
    );
    let share = bounce.share();
    match bounce.parted {
        None => format!("{met} and touch since: nothing of it came back."),
        Some(last) if share < NOTHING => {
            format!("{met} and touched until frame {last}: nothing of it came back.")
        }
        Some(last) => format!(
            "{met} and touched until frame {last}, then parted at {}: {} of it came back.",
            speed(bounce.parting),
            short(f64::from(share))
        ),
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
    if bounce.turns >= MANY_TURNS {
        sentences.push(format!(
            "Look at what is done while they overlap: the speed along the normal turned {} times in one touch. A response that \
             reverses the velocity may do so only where the two close, or it sends what is still inside back in; or it moves the \
             body out of the overlap at once.",
            bounce.turns
        ));
    }
    // Two that both move may be pushed by a third.
    if !told.are_both_dynamic && bounce.share() > MORE.0 && bounce.parting - bounce.closing > MORE.1 {
        sentences.push(
            "Look at what adds speed, for more came back than came in: an overlap that is pushed out by a velocity (a bias, a \
             penalty), an impulse that is given once for each point, shape or frame, or a restitution above 1."
                .to_owned(),
        );
    }
    let (setting, least) = least_bounce(&told.engine);
    let is_told = !told.told.is_empty();
    if is_told && bounce.share() < NOTHING && bounce.closing / told.metres_per_unit <= ABOUT * least {
        sentences.push(format!(
            "Look at the least speed that bounces, where a bounce is expected ({setting}): what closes more slowly keeps none of \
             it, whatever its restitution."
        ));
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
