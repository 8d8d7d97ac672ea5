//! The sentences of a pair that touches.

use collide2d::{AxisTest, Contact, DroppedAxis, Feature, ShapeKind, Side};
use glam::Vec2;

use super::past::THEIR_CURES;
use super::sentences::Writer;
use super::{CameThrough, Quantity, Read, Sentence, Topic};
use crate::report::{ContactReport, EndedAt, is_containment, longer_way};

/// The runner-up is close where it overlaps by less than this share more.
const CLOSE: f32 = 0.05;
/// Ways out that differ by less are the same for a reader. Degrees.
const SAME_WAY: f64 = 0.1;
/// A point lies on a surface where it is nearer to it than this share of the depth.
const ON_SURFACE: f64 = 0.05;

pub(super) fn sentences(read: &Read<'_>, contact: &ContactReport) -> Vec<Sentence> {
    let mut all = vec![verdict(read, contact)];
    if read.let_through {
        let words = "A one-way body lets the other one through until the two are apart: nothing holds them.";
        all.push(Writer::new(Topic::Verdict).words(words).end());
    } else if read.held_one_way {
        let words =
            "A one-way body holds the other one, which came against its direction, until the two are apart.";
        all.push(Writer::new(Topic::Verdict).words(words).end());
    }
    all.extend(read.came_through.filter(|_| !read.let_through).map(|through| came_through(through, read)));
    all.push(early_outs(read));
    if let Some(deciding) = read.trace.deciding {
        all.push(axes(read, deciding));
        all.extend(read.trace.dropped.iter().filter_map(|dropped| denied(read, dropped)));
        all.extend(decision(read, deciding));
        all.extend(runner_up(read, deciding));
        all.extend(containment(read, deciding));
        all.extend(features(read, deciding));
        all.extend(points(read, contact, deciding));
    }
    all
}

fn verdict(read: &Read<'_>, contact: &ContactReport) -> Sentence {
    let verdict = Writer::new(Topic::Verdict).both_names().words(" are in contact: moving ").name(Side::A);
    let way = verdict.words(" by ").length(Quantity::Depth, contact.depth).words(" along the normal ");
    let normal = way.direction(Quantity::Normal, contact.normal);
    let other = normal.words(", or ").name(Side::B).words(" by as much the other way, just separates ");
    let is_of_chain = [Side::A, Side::B].iter().any(|side| read.segment(*side).is_some());
    other.words(if is_of_chain { "them at this segment." } else { "them." }).end()
}

pub(super) fn came_through(through: CameThrough, read: &Read<'_>) -> Sentence {
    let words = if through.touched_before {
        "A frame before they were in contact with the normal "
    } else {
        "A frame before they were apart, and on the way they first touched with the normal "
    };
    let met = Writer::new(Topic::Verdict).words(words).direction(Quantity::FirstNormal, through.first_normal);
    let moved = match (through.touched_before, through.is_recorded) {
        (true, _) => {
            let pushed = met
                .words(": since then one went past the middle of the other, so that the shortest way out leads on, through the ")
                .words("other side. What pushes them together is stronger or faster than what parts them; a shorter step parts ");
            return pushed.words("them more often, a thicker body has its middle farther in.").end();
        }
        (false, true) => ": they moved so far in one frame",
        (false, false) => ": they moved so far in one step",
    };
    let led_on =
        met.words(moved).words(" that the shortest way out led on, through the other side. A shorter step ");
    let finds = "finds the contact on the side where they met";
    if through.is_recorded {
        return led_on.words(finds).words(THEIR_CURES).words(".").end();
    }
    let led_on = led_on.words("(`timestep`, `timesteps`) ").words(finds);
    read.looks_ahead.iter().fold(led_on, |led_on, words| led_on.words(words)).words(".").end()
}

fn early_outs(read: &Read<'_>) -> Sentence {
    let words = match read.ended_at() {
        None | Some(EndedAt::Axis(_)) => {
            "Two quick tests came first and ruled nothing out: the AABBs (upright boxes around the shapes) overlap, \
             and the bounding circles meet."
        }
        Some(EndedAt::Aabbs) => "Their AABBs (upright boxes around the shapes) are apart by rounding alone.",
        Some(EndedAt::BoundingCircles) => "Their bounding circles are apart by rounding alone.",
    };
    Writer::new(Topic::EarlyOuts).words(words).end()
}

fn axes(read: &Read<'_>, deciding: usize) -> Sentence {
    let axes = Writer::new(Topic::Axes);
    let count = read.trace.local.axes.len();
    if count == 1 {
        let only = axes.words("These shapes need one axis, ").source(read, deciding);
        return only.words(", and the shapes' intervals on it overlap.").end();
    }
    let looked =
        axes.words("Then the separating-axis test looked for a direction that shows a gap. It tried ");
    let overlap = match count {
        2 => " axes, and the shapes' intervals overlap on both.",
        _ => " axes, and the shapes' intervals overlap on every one.",
    };
    looked.count(Quantity::Axes, count).words(overlap).end()
}

/// Why an axis of less overlap does not decide.
fn denied(read: &Read<'_>, dropped: &DroppedAxis) -> Option<Sentence> {
    let DroppedAxis { axis: index, side, neighbour, between: [from, to] } = *dropped;
    let axis = read.axis(index)?;
    let less = Writer::new(Topic::Axes).words("The overlap along ").source(read, index).words(", ");
    let less = less.length(Quantity::Overlap(index), axis.overlap).words(", is less, but ");
    let less = less.name(side).words("'s outline does not allow that way: ");
    let sentence = match neighbour {
        Some(segment) => less
            .words("the corner belongs to segment ")
            .count(Quantity::Neighbour(index), segment as usize)
            .words(" as well"),
        None => less.words("the chain ends here"),
    };
    let between = sentence.words(": normals between ").direction(Quantity::AllowedFrom(index), from);
    Some(between.words(" and ").direction(Quantity::AllowedTo(index), to).words(" are allowed.").end())
}

fn decision(read: &Read<'_>, deciding: usize) -> Option<Sentence> {
    let axis = read.axis(deciding)?;
    let count = read.trace.local.axes.len();
    let least = match (count, is_containment(axis)) {
        _ if !read.trace.dropped.is_empty() => "The least overlap on an allowed way decides: ",
        (1, false) => "That overlap, ",
        (1, true) => "The way out, ",
        (_, false) => "The least overlap decides: ",
        (_, true) => "The shortest way out decides: ",
    };
    let sentence = Writer::new(Topic::Axes).words(least).length(Quantity::Overlap(deciding), axis.overlap);
    let along = sentence.words(if count == 1 { ", is the depth; it is along " } else { " along " });
    let along = along.direction(Quantity::Direction(deciding), axis.direction);
    let sentence = if count == 1 {
        along.words(".")
    } else {
        along.words(", ").source(read, deciding).words(". That is the depth.")
    };
    Some(if axis.a_leaves_along {
        sentence.end()
    } else {
        sentence
            .words(" The contact's normal is the opposite, because it points toward ")
            .name(Side::A)
            .words(".")
            .end()
    })
}

fn runner_up(read: &Read<'_>, deciding: usize) -> Option<Sentence> {
    let index = read.runner_up(deciding)?;
    let (axis, other) = (read.axis(deciding)?, read.axis(index)?);
    let sentence = Writer::new(Topic::Axes).words("The runner-up, ").source(read, index);
    let lead = f64::from(other.overlap) - f64::from(axis.overlap);
    let turn = turn(axis, other);
    let is_inside = is_containment(other);
    if lead == 0.0 {
        let sentence = sentence.words(if is_inside { ", has a way out of" } else { ", overlaps by" });
        let sentence = sentence.words(" exactly as much: a tie, in which the axis tried first counts");
        return Some(if turn < SAME_WAY {
            sentence.words(".").end()
        } else {
            let sentence = sentence.words(". The other way out, ").angle(Quantity::Turn(index), turn);
            sentence.words(" from this normal, would be just as right.").end()
        });
    }
    let sentence = sentence.words(if is_inside { ", has a way out of " } else { ", overlaps by " });
    let sentence = sentence.length(Quantity::Overlap(index), other.overlap).words(", ");
    let sentence = sentence.length(Quantity::Lead(index), lead).words(" more");
    if other.overlap - axis.overlap <= CLOSE * axis.overlap && turn >= SAME_WAY {
        let sentence = sentence.words(": nearly a tie, and a small move can turn the normal by ");
        return Some(sentence.angle(Quantity::Turn(index), turn).words(".").end());
    }
    Some(sentence.words(".").end())
}

/// The angle between the ways out along two axes. Degrees.
fn turn(p: &AxisTest, q: &AxisTest) -> f64 {
    let (p, q) = (p.toward_a().as_dvec2(), q.toward_a().as_dvec2());
    p.perp_dot(q).abs().atan2(p.dot(q)).to_degrees()
}

fn containment(read: &Read<'_>, deciding: usize) -> Option<Sentence> {
    let axis = read.axis(deciding).filter(|axis| is_containment(axis))?;
    let (inner, outer) = if axis.a.max - axis.a.min <= axis.b.max - axis.b.min {
        (Side::A, Side::B)
    } else {
        (Side::B, Side::A)
    };
    let inside = Writer::new(Topic::Axes).words("There ").name(inner).words("'s interval lies within ");
    let ways =
        inside.name(outer).words("'s, and two ways lead out: this one over the nearer end, and one of ");
    let longer = ways.length(Quantity::LongerWay(deciding), longer_way(axis)?);
    Some(longer.words(" over the other.").end())
}

/// What meets in each point.
fn features(read: &Read<'_>, deciding: usize) -> Option<Sentence> {
    let met = &read.trace.met;
    let first = met.first()?;
    let sentence = Writer::new(Topic::Features);
    if read.kinds == [ShapeKind::Circle; 2] {
        return Some(sentence.words("The two rims meet on ").source(read, deciding).words(".").end());
    }
    let sentence = pair_of_features(sentence, read, 0, *first);
    Some(match met.get(1) {
        None => sentence.words(".").end(),
        Some(second) => pair_of_features(sentence.words("; "), read, 1, *second)
            .words(": a face of each lies along the other.")
            .end(),
    })
}

/// "crate's corner 2 meets box's face 1": the corner first.
fn pair_of_features(sentence: Writer, read: &Read<'_>, point: usize, [a, b]: [Feature; 2]) -> Writer {
    let order = if matches!(a, Feature::Face(_)) {
        [(Side::B, b), (Side::A, a)]
    } else {
        [(Side::A, a), (Side::B, b)]
    };
    let [(first, of_first), (second, of_second)] = order;
    sentence.met(read, point, first, of_first).words(" meets ").met(read, point, second, of_second)
}

fn points(read: &Read<'_>, contact: &ContactReport, deciding: usize) -> Vec<Sentence> {
    match contact.points.as_slice() {
        [] => Vec::new(),
        [(place, _)] => one_point(read, *place, deciding).into_iter().collect(),
        [first, second, ..] => vec![
            Writer::new(Topic::Points)
                .words(
                    "One face was clipped to the length of the other; both ends of what is left lie below it, so there \
                     are two points, each midway between the faces: ",
                )
                .place(Quantity::Point(0), first.0)
                .words(", ")
                .length(Quantity::PointDepth(0), first.1)
                .words(" deep, and ")
                .place(Quantity::Point(1), second.0)
                .words(", ")
                .length(Quantity::PointDepth(1), second.1)
                .words(" deep.")
                .end(),
        ],
    }
}

/// Where the one point lies between the two surfaces, read off the intervals of the deciding axis.
fn one_point(read: &Read<'_>, place: Vec2, deciding: usize) -> Option<Sentence> {
    let axis = read.axis(deciding)?;
    let contact = read.trace.contact.as_ref()?;
    let [below, above] = surfaces(axis, contact)?;
    let near = ON_SURFACE * f64::from(contact.depth);
    let sentence = Writer::new(Topic::Points).words("The contact point ").place(Quantity::Point(0), place);
    let on = if below <= near {
        Some((Side::A, Side::B))
    } else if above <= near {
        Some((Side::B, Side::A))
    } else {
        None
    };
    Some(match on {
        Some((side, other)) => {
            let sentence = sentence.words(" is the point of ").name(side).words(" that is deepest in ");
            sentence.name(other).words(".").end()
        }
        None if (below - above).abs() <= near => {
            let sentence = sentence.words(" lies midway between the two surfaces, ");
            let sentence =
                sentence.length(Quantity::FromSurface(0), below).words(" from each along the normal");
            sentence.words(why_midway(read)).end()
        }
        None => sentence.words(" lies between the two surfaces.").end(),
    })
}

/// Why there is one point, where faces are clipped.
fn why_midway(read: &Read<'_>) -> &'static str {
    let is_clipped = read.trace.met.first().is_some_and(|met| {
        let is_face = |feature: &Feature| matches!(feature, Feature::Face(_));
        met.iter().any(is_face) && !met.contains(&Feature::Center)
    });
    if is_clipped { "; clipping left one end below the other's face." } else { "." }
}

/// How far a contact's first point is from the deepest point of a, and of b, along the normal. Metres.
pub(super) fn surfaces(axis: &AxisTest, contact: &Contact) -> Option<[f64; 2]> {
    let point = contact.points().first()?;
    let level = point.from_a.as_dvec2().dot(axis.direction.as_dvec2());
    let (of_a, of_b) = if axis.a_leaves_along { (axis.a.min, axis.b.max) } else { (axis.a.max, axis.b.min) };
    Some([(level - of_a).abs(), (level - of_b).abs()])
}
