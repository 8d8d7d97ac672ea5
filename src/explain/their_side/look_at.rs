//! What to look at in the other engine, a sentence for each kind of difference.

use glam::Vec2;

use super::{slips, way_back};
use crate::elsewhere::differences::{SHARED, What, WhyLeftOut, WrongEvent, angle};
use crate::elsewhere::recording::systematic::Systematic;
use crate::elsewhere::recording::{OtherReading, ToldDepths, ToldPair};
use crate::platform::plain;
use crate::scene::numbers::{count, number};

const REUSED: &str = "Look at when the engine makes a manifold anew: it marks the contact as used again (`reused`), so that its \
                      normal and its points are those of an earlier step.";

/// Whether a manifold that is used again may differ so.
fn is_of_manifold(what: &What) -> bool {
    matches!(
        what,
        What::Normal { .. } | What::Flip { .. } | What::Depth { .. } | What::Point { .. } | What::Gap { .. }
    )
}

/// Whether a normal of the pair has the wrong sign, or the wrong sign of its y: all of the recording's may.
pub fn has_turned_normal(told: &ToldPair) -> bool {
    told.on_each_poses().flat_map(|told| &told.differences).any(|one| is_turned(&one.what))
}

fn is_turned(what: &What) -> bool {
    if let What::Normal { angle, theirs, ours } = *what {
        is_opposite(angle) || is_mirrored(theirs, ours)
    } else {
        false
    }
}

/// Radians.
fn is_opposite(angle: f32) -> bool {
    angle > 3.0
}

/// Whether their normal is ours with the opposite y, and not ours as well.
fn is_mirrored(theirs: Vec2, ours: Vec2) -> bool {
    angle(theirs, ours) > SHARED && angle(Vec2::new(theirs.x, -theirs.y), ours) < SHARED
}

/// What to look at in the engine, a sentence for each kind of difference. `all_normals`: the error of all normals of the
/// recording.
pub(super) fn look_at(told: &ToldPair, all_normals: Option<&Systematic>) -> Vec<String> {
    match told.fits {
        Some(OtherReading::Negated) => {
            return vec![
                "Look at the sign of its depths: negated they are right, so these are distances, negative where shapes overlap."
                    .to_owned(),
            ];
        }
        Some(OtherReading::Reused(found)) => {
            return vec![format!(
                "Look at when the engine makes a manifold anew: this one has been told unchanged since, and is right on the \
                 poses of frame {}, {} before.",
                found.frame,
                count(found.before as usize, "frame", "frames")
            )];
        }
        Some(OtherReading::FrameBefore) => {
            return vec![
                "Look at which poses are written: the contact is right on those of the frame before, so it was found at the \
                 start of a step whose end the poses are of."
                    .to_owned(),
            ];
        }
        Some(OtherReading::FrameAfter) => {
            return vec![
                "Look at which poses are written: the contact is right on those of the frame after, so it was found at the \
                 end of a step whose start the poses are of."
                    .to_owned(),
            ];
        }
        Some(OtherReading::PushedOut) => {
            return vec![
                "Look at which poses are written: the contact is right with the body that it moves put back by its normal times its \
                 depth, so they are those after the push-out; log the poses at which the contact was found, or `poses_at`."
                    .to_owned(),
            ];
        }
        Some(OtherReading::SkinOrPushedOut) | None => {}
    }
    let ghost = |sentence: &String| {
        format!(
            "Look at internal edges: {sentence}. Joined shapes or a chain mend it, or an engine that knows the neighbours of an edge; \
             rounded corners do where it is shallow."
        )
    };
    let mut sentences: Vec<String> = told.ghosts.iter().map(ghost).collect();
    let is_untested = told.told.is_empty() && told.ours.is_some() && told.differences.is_empty();
    if is_untested && !told.has_dynamic && told.not_held.is_none() {
        sentences.push(
            "Look at the types of the two bodies: neither is dynamic, and engines of this kind test no pair without a dynamic \
             body, a sensor's neither. A dynamic body without gravity in place of the one that moves is felt; or ask by hand \
             what overlaps (a query)."
                .to_owned(),
        );
    }
    let is_reused = told.told.iter().any(|contact| contact.reused);
    let on_own_poses =
        told.on_each_poses().flat_map(|told| told.differences.iter().map(move |one| (told, one.what)));
    for (told, what) in on_own_poses {
        let of_all = || {
            let error = all_normals.filter(|_| is_turned(&what))?;
            Some(format!("Look at the whole recording: {}; {}.", error.sentence, error.outcome()))
        };
        let of_reuse = || (is_reused && is_of_manifold(&what)).then(|| REUSED.to_owned());
        let sentence = way_back::of_difference(told, &what).or_else(of_all).or_else(of_reuse);
        let sentence = sentence.unwrap_or_else(|| hint(told, &what));
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

/// What to look at for a difference.
fn hint(told: &ToldPair, what: &What) -> String {
    match *what {
        What::Normal { angle, theirs, ours } if is_opposite(angle) => {
            let or_y = if is_mirrored(theirs, ours) { ", or ours with the opposite y" } else { "" };
            format!(
                "Look at the sign of its normals: this one is the opposite{or_y}, and the header says \"{}\"; some \
                 engines tell a manifold with its two shapes changed round, and a test by hand may lack the turn of its axis away \
                 from the other shape.",
                told.direction
            )
        }
        What::Normal { theirs, ours, .. } if is_mirrored(theirs, ours) => {
            "Look at the y of its normals: this one is ours with the opposite y; where others are right, look at which \
             feature it is of."
                .to_owned()
        }
        What::Normal { theirs, .. } | What::Flip { theirs, .. } => {
            let others = "Look at which feature its normal is of: one that was kept from a step before, a face where a corner \
                          is nearer, an edge within a floor, or a test that prefers one shape's faces.";
            slips::of_normal(told, theirs).unwrap_or_else(|| others.to_owned())
        }
        What::Depth { theirs, ours } => {
            if let Some(slip) = slips::of_depth(told, theirs) {
                return slip;
            }
            let is_times = |factor: f32| (theirs - factor * ours).abs() <= 0.005 * theirs.abs();
            let times = if is_times(0.5) {
                ", half of ours"
            } else if is_times(2.0) {
                ", twice ours"
            } else {
                ""
            };
            format!(
                "Look at what its depth counts in: it is {} m {} than ours{times}; a skin or slop (\"skin\" of a shape, \
                 --margin), the depth along another axis, or that of another point{}.",
                number((theirs - ours).abs()),
                if theirs > ours { "more" } else { "less" },
                or_pushed_out(told)
            )
        }
        What::OnlyTheirs { left_out: Some(WhyLeftOut::Masks), .. } | What::Event(WrongEvent::Masked { .. }) => {
            "Look at its masks: whether the pair's are those that the recording tells (`is`, `meets`), when they were set, \
             and whether one body's list is enough for it where ours asks both."
                .to_owned()
        }
        What::OnlyTheirs { left_out: Some(WhyLeftOut::Behind), .. } => {
            "Look at the direction of the chain: ours holds what comes from its right-hand side, going along, and which \
             side that is in the engine may differ, above all with y down."
                .to_owned()
        }
        What::OnlyTheirs { left_out: Some(WhyLeftOut::Lines), .. } => {
            "Look at what its segments are: capsules have a radius, and ours has none between two segments.".to_owned()
        }
        What::OnlyTheirs { left_out: Some(WhyLeftOut::NotThere), .. } => {
            "Look at when the engine removes contacts: one of the two has no pose in this frame.".to_owned()
        }
        What::OnlyTheirs { left_out: None, .. } => only_theirs(told),
        What::OnlyOurs { .. } => only_ours(told),
        What::Point { .. } => {
            "Look at what its points are: of which body's surface, in whose coordinates, and clipped to what; a point \
             that is kept in a body's coordinates moves with it."
                .to_owned()
        }
        What::Event(WrongEvent::Ahead { .. }) => {
            "Look at when it tells events: an engine that looks ahead (continuous collision, speculative contacts) tells a \
             begin in the step in which the two meet, and the poses show it in the next frame."
                .to_owned()
        }
        What::Event(WrongEvent::Missing { kind }) if kind.begins() => {
            "Look at how the two came to overlap: of a body that is added inside the other or put there by hand, some engines tell \
             a begin only once it moves, one step later, or not at all; so of one that sleeps, or is given other shapes or masks."
                .to_owned()
        }
        What::Event(wrong) if may_be_of_another_shape(told, wrong) => {
            "Look at which shapes its events are of: many engines send one for each shape of a body of several, so that one \
             more begins while the body touches already, and one ends while another shape of it touches still. Count them: \
             the body touches from the first begin to the last end."
                .to_owned()
        }
        What::Event(_) => {
            "Look at what the engine keeps of a pair from step to step: a body that was put elsewhere, removed, added \
             again or given other shapes or masks begins and ends its contacts then, and a queue of events that is \
             read once a frame tells those of several steps."
                .to_owned()
        }
        What::Query { .. } => {
            "Look at what the query leaves out (masks, sensors, what it begins in) and on which poses it is asked: a tree \
             that is brought up to date in the step answers with the poses of the step before."
                .to_owned()
        }
        What::Gap { .. } => {
            "Look at what its depth counts in: the skins of both shapes (\"skin\") are taken off, and a gap along an \
             axis is less than the distance from corner to corner."
                .to_owned()
        }
    }
}

/// What to look at where theirs alone touches, with what the numbers fit first.
fn only_theirs(told: &ToldPair) -> String {
    let depths = told.told.iter().filter_map(|contact| contact.depth);
    let depth = depths.map(|depth| depth * told.metres_per_unit - told.skin).reduce(f32::max);
    let margin = "a margin within which it calls shapes touching (\"skin\", or a depth below 0)";
    let others = if told.is_told_before {
        format!("why it still has the contact: a body that was put elsewhere by hand or sleeps, or {margin}")
    } else {
        format!(
            "what it takes for the two shapes: another size, place or order of corners, a concave outline for a convex one; or \
             {margin}"
        )
    };
    let slip = depth.and_then(|depth| slips::of_depth(told, depth));
    if let Some(slip) = slip.or_else(|| slips::of_hull(told, depth)) {
        return format!("{slip} Otherwise at {others}.");
    }
    let pushed_out = or_pushed_out(told);
    match slips::boxes_overlap(told) {
        None => format!("Look at {others}{pushed_out}."),
        Some(boxes) => format!(
            "Look at {others}{pushed_out}; or boxes taken for shapes, for the bounding boxes of the two overlap, by {} m.",
            number(boxes)
        ),
    }
}

/// What else it may be where a skin explains as much.
fn or_pushed_out(told: &ToldPair) -> &'static str {
    if told.fits == Some(OtherReading::SkinOrPushedOut) {
        "; or poses that are those after the push-out by that depth"
    } else {
        ""
    }
}

/// What to look at where ours alone touches: of a pair that the engine tells elsewhere, that it has no test for it is no
/// cause; where it lacks it by its depth alone, neither is what leaves out whole pairs.
fn only_ours(told: &ToldPair) -> String {
    if let Some(joint) = &told.joint {
        return format!(
            "Look at the joint ({}) that holds the two: most engines test no contact of bodies that a joint holds by default \
             (`collideConnected`), and `compare` tests every two.",
            plain::label(joint)
        );
    }
    let [first, second] = &told.names;
    let one_way = match told.one_way {
        [true, _] => Some((first, second)),
        [false, true] => Some((second, first)),
        [false, false] => None,
    };
    if let (None, Some(corner)) = (one_way, slips::corner(told)) {
        return format!(
            "Look at whether it tests corners: ours touches at {corner}, of which a test of what lies over a face knows nothing. \
             Otherwise at masks (\"filtered\"), a sensor, a body that sleeps, or boxes of the broad phase that were not moved."
        );
    }
    if let (None, Some(depths)) = (one_way, told.told_depths) {
        return match depths {
            ToldDepths::UpTo(depth) => format!(
                "Look at what it discards as too deep: in the frames around it tells this very pair where it is up to {} m \
                 deep, and lacks it wherever it is deeper.",
                number(depth)
            ),
            ToldDepths::From(depth) => format!(
                "Look at whether its shapes are smaller, or have a slop: in the frames around it tells this very pair where \
                 it is {} m deep or more, and lacks it wherever it is less deep.",
                number(depth)
            ),
        };
    }
    match (one_way, told.told_in) {
        (Some((one_way, other)), Some(frame)) => format!(
            "Look at its one-way rule: in frame {frame} it tells a contact of this very pair, and here it lets {other} through \
             {one_way}. Ours decides where the two first meet, and holds until they are apart."
        ),
        (Some((one_way, other)), None) => format!(
            "Look at its one-way rule, which lets {other} through {one_way}: in ours the two first meet on the side that holds. A \
             rule that is one for the whole body, asked for another one, lets all through."
        ),
        (None, Some(frame)) => format!(
            "Look at why it tests no such pair here, for in frame {frame} it tells a contact of this very pair: masks \
             (\"filtered\"), a sensor, a body that sleeps, or boxes of the broad phase that were not moved."
        ),
        (None, None) => "Look at why it tests no such pair: masks (\"filtered\"), a sensor, a body that sleeps, boxes of the \
                         broad phase that were not moved, or two kinds of shapes that it has no test for."
            .to_owned(),
    }
}

/// Whether one of the two has several shapes, and another one of them explains the event.
fn may_be_of_another_shape(told: &ToldPair, wrong: WrongEvent) -> bool {
    let is_of_several = told.shapes.iter().flatten().any(|shape| shape.leaf.part_of_several().is_some());
    let is_one_more = match wrong {
        WrongEvent::Repeated { .. } => true,
        WrongEvent::False { kind, gap } => !kind.begins() && gap < 0.0,
        WrongEvent::Late { .. }
        | WrongEvent::Missing { .. }
        | WrongEvent::Unended { .. }
        | WrongEvent::Gone { .. }
        | WrongEvent::Masked { .. }
        | WrongEvent::Ahead { .. } => false,
    };
    is_of_several && is_one_more
}
