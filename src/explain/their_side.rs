//! What another engine tells of a pair in a frame of its recording, beside ours, which of the two is right, and what to
//! look at in the engine.
//!
//! Who is right is told by a plain check that neither of the two takes part in: the Minkowski sum of the shapes, in f64
//! ([`minkowski`]). It gives the length and the direction of the shortest way out, or the distance of shapes that are
//! apart.

use collide2d::{Pose, Shape};
use collision_record::Contact as FiledContact;
use glam::{DVec2, Vec2};
use serde::Serialize;

use super::minkowski::{self, Sum};
use crate::elsewhere::differences::{SHARED, What, WhyLeftOut, WrongEvent, angle};
use crate::elsewhere::recording::systematic::Systematic;
use crate::elsewhere::recording::{
    NotHeld, OtherReading, ToldDepths, ToldDifference, ToldPair, ToldShape, length_unless_unit,
};
use crate::platform::plain;
use crate::scene::numbers::{self, count, number, vec2};

/// What an engine tells of a pair, and what comes of it. Contacts are as the file has them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TheirSide {
    engine: String,
    /// The direction of normals, in the header's words.
    normals: &'static str,
    metres_per_unit: f32,
    /// Recorded bodies, the lower index first.
    #[serde(skip)]
    pub bodies: (u32, u32),
    #[serde(skip)]
    pub names: [String; 2],
    contacts: Vec<FiledContact>,
    ours: Option<FiledContact>,
    verdict: Vec<CheckedDifference>,
    look_at: Vec<String>,
    #[serde(rename = "on_outline", skip_serializing_if = "std::ops::Not::not")]
    is_on_outline: bool,
    #[serde(skip)]
    not_held: Option<NotHeld>,
    #[serde(skip)]
    tolerance: f32,
    /// The contacts in words.
    #[serde(skip)]
    words: String,
}

const ON_OUTLINE: &str =
    "Where ours is a ghost, at the seam of joined shapes, the normal of theirs is what their outline allows.";

/// A difference, and who is right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedDifference {
    what: &'static str,
    text: String,
    /// What the plain check shows.
    check: String,
    right: Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    Ours,
    Theirs,
    Both,
    Neither,
    /// The check says nothing of it.
    Open,
}

impl Right {
    fn of(theirs: bool, ours: bool) -> Self {
        match (theirs, ours) {
            (true, true) => Self::Both,
            (true, false) => Self::Theirs,
            (false, true) => Self::Ours,
            (false, false) => Self::Neither,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Ours => "ours is right",
            Self::Theirs => "theirs is right",
            Self::Both => "both are right",
            Self::Neither => "neither is right",
            Self::Open => "it does not decide this one",
        }
    }
}

impl TheirSide {
    pub fn of(told: &ToldPair) -> Self {
        Self::of_recording(told, &[])
    }

    /// [`TheirSide::of`] of a recording with these errors: that of all normals says more than the pair's own normal does.
    pub fn of_recording(told: &ToldPair, errors: &[Systematic]) -> Self {
        let verdict: Vec<CheckedDifference> = told
            .differences
            .iter()
            .map(|one| {
                let (check, right) = PlainCheck::of(told, one).check(&one.what);
                CheckedDifference { what: one.what.name(), text: one.sentence.clone(), check, right }
            })
            .collect();
        Self {
            engine: told.engine.clone(),
            normals: told.direction,
            metres_per_unit: told.metres_per_unit,
            bodies: told.bodies,
            names: told.names.clone(),
            contacts: told.told.clone(),
            ours: told.ours.clone(),
            look_at: look_at(told, errors.iter().find(|error| error.is_of_normals)),
            verdict,
            is_on_outline: told.is_on_outline,
            not_held: told.not_held,
            tolerance: told.tolerances.tolerance,
            words: contacts(told),
        }
    }

    /// Whether there is no difference.
    pub fn agrees(&self) -> bool {
        self.verdict.is_empty()
    }

    /// What is told, the verdict on each difference, and what to look at, each as one text.
    pub fn texts(&self) -> [String; 3] {
        let is_told = self.contacts.iter().any(|contact| !contact.filtered);
        let is_filtered = self.contacts.iter().any(|contact| contact.filtered);
        let is_gap = |contact: &FiledContact| contact.depth.is_some_and(|depth| depth < 0.0);
        let are_apart = self.contacts.iter().all(is_gap);
        let is_ours_alone = self.contacts.is_empty() && self.ours.is_some();
        let mut verdict = match (self.verdict.as_slice(), self.not_held) {
            ([], _) if is_filtered => {
                "The engine leaves the pair out on purpose, so nothing is compared.".to_owned()
            }
            // A gap that is told of two that masks keep apart is no contact either.
            ([], Some(NotHeld::Masks)) => {
                "By the recording's masks the two do not meet, so both are right.".to_owned()
            }
            ([], Some(NotHeld::OneWay)) if is_ours_alone => {
                "What a one-way body lets through an engine may tell or not, so both are right.".to_owned()
            }
            ([], None) if is_ours_alone => {
                "The engine tells no contacts of two such bodies, so only their events are compared, if it tells any."
                    .to_owned()
            }
            ([], None) if self.is_on_outline => ON_OUTLINE.to_owned(),
            ([], _) if are_apart && is_told && self.ours.is_none() => {
                let tolerance = number(self.tolerance);
                format!(
                    "Theirs and ours are as far apart within {tolerance} m; normals and points of a gap are not compared."
                )
            }
            ([], _) => {
                let tolerance = number(self.tolerance);
                let points = self.contacts.iter().any(|contact| !contact.points.is_empty());
                let points = if points { "; of points, anywhere between the two surfaces" } else { "" };
                let has_gap = self.contacts.iter().any(is_gap);
                let gaps = if has_gap { "; of shapes that are apart, the distance alone" } else { "" };
                format!(
                    "Theirs and ours are the same within {tolerance} m and {tolerance} radians{points}{gaps}."
                )
            }
            (all, _) => {
                let lines = all.iter().map(|one| format!("{} {}", sentence(&one.text), one.check));
                lines.collect::<Vec<_>>().join("\n")
            }
        };
        if self.not_held == Some(NotHeld::OneWay) && is_told {
            let impulses = self.contacts.iter().filter_map(|contact| contact.impulse);
            verdict += match impulses.reduce(f32::max) {
                None => {
                    "\nWhether it holds what the one-way body lets through it does not tell (\"impulse\")."
                }
                Some(impulse) if impulse > 0.0 => "\nIts impulse holds what the one-way body lets through.",
                Some(_) => "\nIts impulse is 0: it lets the other one through as well.",
            };
        }
        [self.words.clone(), verdict, self.look_at.join("\n")]
    }
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", super::stages::capital(text))
}

/// "rapier tells normal (0, -1), depth 0.1 m, point (0, 0); ours …".
fn contacts(told: &ToldPair) -> String {
    let engine = plain::label(&told.engine);
    let theirs = match told.told.as_slice() {
        [] => format!("{engine} tells no contact of the two in this frame"),
        [one] => format!("{engine} tells {}", contact(told, one)),
        several => {
            let each = several.iter().map(|one| contact(told, one)).collect::<Vec<_>>().join("; ");
            format!("{engine} tells {}: {each}", count(several.len(), "contact", "contacts"))
        }
    };
    let ours = match (&told.ours, told.not_held) {
        (Some(ours), Some(NotHeld::Masks)) => {
            format!("Ours would be, but for masks: {}", contact(told, ours))
        }
        (Some(ours), Some(NotHeld::OneWay) | None) => {
            format!("Ours, as the file would have it: {}", contact(told, ours))
        }
        (None, _) => "Ours has none".to_owned(),
    };
    let [first, second] = &told.names;
    let direction = match told.from_first {
        Some(true) => format!("from {first} to {second}"),
        Some(false) => format!("from {second} to {first}"),
        None => format!("{}, as each contact names the two", told.direction),
    };
    format!("{theirs}. {ours}. Normals go {direction}.")
}

fn contact(told: &ToldPair, contact: &FiledContact) -> String {
    let mut parts = Vec::new();
    if contact.filtered {
        parts.push("that it leaves the pair out on purpose".to_owned());
    }
    if contact.sensor {
        parts.push("a sensor's contact".to_owned());
    }
    if let Some(normal) = contact.normal {
        let of_length =
            length_unless_unit(normal).map(|length| format!(" of length {}, not 1", number(length)));
        parts.push(format!("normal {}{}", vec2(normal.into()), of_length.unwrap_or_default()));
    }
    if let Some(depth) = contact.depth {
        parts.push(format!("depth {}", told.length(depth)));
    }
    let points: Vec<String> = contact.points.iter().map(|point| vec2((*point).into())).collect();
    match points.as_slice() {
        [] => {}
        [point] => parts.push(format!("point {point}")),
        several => parts.push(format!("points {}", several.join(" "))),
    }
    if !contact.poses_at.is_empty() {
        parts.push("on the poses that it tells with it (`poses_at`)".to_owned());
    }
    let shapes: Vec<String> = [("a", contact.shape_a), ("b", contact.shape_b)]
        .iter()
        .filter_map(|(side, shape)| shape.map(|shape| format!("shape {shape} of {side}")))
        .collect();
    let of_shapes = if shapes.is_empty() { String::new() } else { format!(" ({})", shapes.join(", ")) };
    format!("{}{of_shapes}", parts.join(", "))
}

/// The shapes of a pair that a difference is about, each of one with each of the other, by the Minkowski sum.
struct PlainCheck<'t> {
    told: &'t ToldPair,
    shapes: [Vec<&'t ToldShape>; 2],
    /// With where `a` is in it, and its distance there. Metres.
    pairs: Vec<(Sum, DVec2, f64)>,
}

impl<'t> PlainCheck<'t> {
    fn of(told: &'t ToldPair, one: &ToldDifference) -> Self {
        let is_ours_alone = matches!(one.what, What::OnlyOurs { .. });
        let shapes = [0, 1].map(|side| {
            let is_about = |shape: &&ToldShape| match one.parts[side] {
                Some(part) => shape.part == Some(part),
                // What is told of a contact is about the shapes that it may mean.
                None => is_ours_alone || shape.is_meant,
            };
            told.shapes[side].iter().filter(is_about).collect::<Vec<_>>()
        });
        let pair = |a: &ToldShape, b: &ToldShape| {
            let sum = minkowski::sum(&a.shape, a.pose.rotation, &b.shape, b.pose.rotation)?;
            let at = minkowski::offset(&a.pose, &b.pose);
            let distance = sum.nearest(at).distance;
            Some((sum, at, distance))
        };
        let [of_a, of_b] = &shapes;
        let pairs = of_a.iter().flat_map(|a| of_b.iter().filter_map(move |b| pair(a, b))).collect();
        Self { told, shapes, pairs }
    }

    /// Metres; negative: they overlap by so much.
    fn distance(&self) -> f64 {
        self.pairs.iter().map(|(.., distance)| *distance).fold(f64::INFINITY, f64::min)
    }

    /// Of the distances of several pairs of shapes the one nearest to what we say of the pair. Metres.
    fn distance_like(&self, ours: f32) -> f64 {
        let distances = self.pairs.iter().map(|(.., distance)| *distance);
        let off = |distance: &f64| (distance - f64::from(ours)).abs();
        distances.min_by(|p, q| off(p).total_cmp(&off(q))).unwrap_or(f64::INFINITY)
    }

    /// What it shows of the difference, and who is right.
    fn check(&self, what: &What) -> (String, Right) {
        let tolerance = f64::from(self.told.tolerances.tolerance);
        let checked = |check: String, right: Right| {
            (format!("The Minkowski sum, in f64, {check}: {}.", right.words()), right)
        };
        let m = |metres: f64| number(metres as f32);
        match *what {
            // The sum of the two alone knows no neighbours.
            What::Depth { .. } | What::Point { .. } if self.told.is_on_outline => {
                (ON_OUTLINE.to_owned(), Right::Open)
            }
            What::OnlyTheirs { left_out: Some(left_out), .. } => match left_out {
                WhyLeftOut::Masks => by_masks(),
                WhyLeftOut::Behind => (
                    "By the side of the chain that the recording tells ours is right.".to_owned(),
                    Right::Ours,
                ),
                WhyLeftOut::Lines => ("Engines decide this either way.".to_owned(), Right::Open),
                WhyLeftOut::NotThere => ("There is nothing to check.".to_owned(), Right::Open),
            },
            What::OnlyTheirs { gap, .. } => {
                let distance = self.distance_like(gap);
                let right = Right::of(distance < f64::from(self.told.skin), distance > 0.0);
                checked(overlap_or_gap(distance), right)
            }
            What::OnlyOurs { depth } => {
                let distance = self.distance_like(-depth);
                checked(overlap_or_gap(distance), Right::of(distance >= 0.0, distance < 0.0))
            }
            What::Gap { theirs, ours } => {
                let distance = self.distance_like(ours);
                let is_near = |gap: f32| (f64::from(gap) - distance).abs() <= tolerance;
                checked(overlap_or_gap(distance), Right::of(is_near(theirs), is_near(ours)))
            }
            What::Depth { theirs, ours } => {
                let nearest = self.distance_like(-ours);
                let least = |depth: f32| (self.distance_like(-depth) + f64::from(depth)).abs() <= tolerance;
                let deepest = self.told.told.iter().filter_map(|contact| contact.depth);
                let deepest = deepest.fold(f32::NEG_INFINITY, f32::max) * self.told.metres_per_unit;
                let is_deepest = deepest - self.told.skin <= theirs + self.told.tolerances.tolerance;
                if !is_deepest {
                    let check = format!("has {} m at the deepest point, and this is another", m(-nearest));
                    return checked(check, Right::Open);
                }
                checked(format!("has a depth of {} m", m(-nearest)), Right::of(least(theirs), least(ours)))
            }
            What::Normal { theirs, ours, .. } => self.check_normals(theirs, ours),
            What::Flip { theirs, .. } => {
                let ours = self.shortest_way(theirs).map_or(theirs, |(normal, ..)| normal);
                self.check_normals(theirs, ours)
            }
            What::Point { theirs, .. } => {
                let (off_a, off_b) = (self.off(0, theirs), self.off(1, theirs));
                let allowed = tolerance + f64::from(self.told.skin);
                let names = &self.told.names;
                let outside: Vec<String> = [(off_a, &names[0]), (off_b, &names[1])]
                    .iter()
                    .filter(|(off, _)| *off > allowed)
                    .map(|(off, name)| format!("{} m outside of {name}", m(*off)))
                    .collect();
                if outside.is_empty() {
                    let check = "has their point in both shapes, but not where the features that decide meet"
                        .to_owned();
                    return checked(check, Right::Both);
                }
                checked(format!("has their point {}", outside.join(" and ")), Right::Ours)
            }
            What::Event(WrongEvent::Masked { .. }) => by_masks(),
            What::Event(_) => {
                let now = overlap_or_gap(self.distance());
                let check = format!(
                    "The Minkowski sum, in f64, {now} in this frame; which event is due, the frames before it tell as well."
                );
                (check, Right::Open)
            }
            // It is none of the pair.
            What::Query { .. } => checked(overlap_or_gap(self.distance()), Right::Open),
        }
    }

    /// The normal of the shortest way out that is most like the given one, and the pair that it is of.
    fn shortest_way(&self, like: Vec2) -> Option<(Vec2, &(Sum, DVec2, f64))> {
        let near = self.distance().max(0.0) + f64::from(self.told.tolerances.tolerance);
        let ways = self.pairs.iter().filter(|(.., distance)| *distance <= near);
        let ways = ways.map(|pair| (pair.0.nearest(pair.1).normal.as_vec2(), pair));
        ways.min_by(|(p, _), (q, _)| angle(*p, like).total_cmp(&angle(*q, like)))
    }

    fn check_normals(&self, theirs: Vec2, ours: Vec2) -> (String, Right) {
        let Some((_, of_ours)) = self.shortest_way(ours) else {
            return ("There is no Minkowski sum of the two to check it by.".to_owned(), Right::Open);
        };
        let is_right = |normal: Vec2| {
            let way = self.shortest_way(normal);
            way.is_some_and(|(way, _)| angle(way, normal) <= self.told.tolerances.tolerance)
        };
        let right = Right::of(is_right(theirs), is_right(ours));
        let (sum, at, distance) = of_ours;
        let way = sum.way_out(*at, theirs.as_dvec2());
        let turned = f64::from(angle(sum.nearest(*at).normal.as_vec2(), theirs)).to_degrees();
        let check = if *distance < 0.0 {
            format!(
                "has a shortest way out of {} m, {}° from theirs; along theirs it is {} m",
                number(-distance as f32),
                numbers::short(turned),
                number(way as f32)
            )
        } else {
            format!(
                "has them {} m apart, along a line {}° from theirs",
                number(*distance as f32),
                numbers::short(turned)
            )
        };
        (format!("The Minkowski sum, in f64, {check}: {}.", right.words()), right)
    }

    /// From a point to the shapes of a side; negative inside. Metres.
    fn off(&self, side: usize, point: Vec2) -> f64 {
        let Ok(dot) = Shape::circle(f32::MIN_POSITIVE) else { return f64::INFINITY };
        let at = Pose::new(point, 0.0);
        let shapes = self.shapes.get(side).into_iter().flatten();
        let off = shapes.filter_map(|ToldShape { shape, pose, .. }| {
            let sum = minkowski::sum(&dot, at.rotation, shape, pose.rotation)?;
            Some(sum.nearest(minkowski::offset(&at, pose)).distance)
        });
        off.fold(f64::INFINITY, f64::min)
    }
}

fn by_masks() -> (String, Right) {
    ("By the masks that the recording tells ours is right.".to_owned(), Right::Ours)
}

fn overlap_or_gap(distance: f64) -> String {
    if distance > 0.0 {
        format!("has them {} m apart", number(distance as f32))
    } else {
        format!("has them overlap by {} m", number(-distance as f32))
    }
}

/// Whether a normal of the pair has the wrong sign, or the wrong sign of its y: all of the recording's may.
pub fn has_turned_normal(told: &ToldPair) -> bool {
    told.differences.iter().any(|one| is_turned(&one.what))
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
fn look_at(told: &ToldPair, all_normals: Option<&Systematic>) -> Vec<String> {
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
        None => {}
    }
    let ghost = |sentence: &String| {
        format!(
            "Look at internal edges: {sentence}. Joined shapes, a chain or rounded corners mend it, or an engine that knows the \
             neighbours of an edge."
        )
    };
    let mut sentences: Vec<String> = told.ghosts.iter().map(ghost).collect();
    for what in told.differences.iter().map(|one| one.what) {
        let sentence = match all_normals.filter(|_| is_turned(&what)) {
            Some(error) => format!("Look at the whole recording: {}; {}.", error.sentence, error.outcome()),
            None => hint(told, &what),
        };
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
                 engines tell a manifold with its two shapes changed round.",
                told.direction
            )
        }
        What::Normal { theirs, ours, .. } if is_mirrored(theirs, ours) => {
            "Look at the y of its normals: this one is ours with the opposite y; where others are right, look at which \
             feature it is of."
                .to_owned()
        }
        What::Normal { .. } | What::Flip { .. } => {
            "Look at which feature its normal is of: one that was kept from a step before, a face where a corner is \
             nearer, an edge within a floor, or a test that prefers one shape's faces."
                .to_owned()
        }
        What::Depth { theirs, ours } => {
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
                 --margin), the depth along another axis, or that of another point.",
                number((theirs - ours).abs()),
                if theirs > ours { "more" } else { "less" }
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
    let others = "a body that was put elsewhere by hand or sleeps, or a margin within which it calls shapes touching \
                  (\"skin\", or a depth below 0)";
    let Some(boxes) = boxes_overlap(told) else {
        return format!("Look at why it still has the contact: {others}.");
    };
    let depths = told.told.iter().filter_map(|contact| contact.depth);
    let depth = depths.map(|depth| depth * told.metres_per_unit - told.skin).reduce(f32::max);
    let boxes_text = number(boxes);
    match depth {
        Some(depth) if (depth - boxes).abs() <= told.tolerances.tolerance => format!(
            "Look at whether it takes boxes for shapes: the bounding boxes of the two overlap by {boxes_text} m, which is its \
             depth. Otherwise at why it still has the contact: {others}."
        ),
        Some(_) | None => format!(
            "Look at why it still has the contact: {others}; or boxes taken for shapes, for the bounding boxes of the two \
             overlap, by {boxes_text} m."
        ),
    }
}

/// The shortest way out of each other of the bounding boxes of the shapes that are meant; `None`: they are apart. Metres.
fn boxes_overlap(told: &ToldPair) -> Option<f32> {
    let boxes = |side: usize| {
        let meant = told.shapes[side].iter().filter(|shape| shape.is_meant);
        meant.map(|ToldShape { shape, pose, .. }| shape.aabb(pose))
    };
    let ways = boxes(0).flat_map(|a| boxes(1).map(move |b| a.overlap(&b).min_element()));
    ways.reduce(f32::max).filter(|way| *way > 0.0)
}

/// What to look at where ours alone touches: of a pair that the engine tells elsewhere, that it has no test for it is no
/// cause; where it lacks it by its depth alone, neither is what leaves out whole pairs.
fn only_ours(told: &ToldPair) -> String {
    if let Some(joint) = &told.joint {
        return format!(
            "Look at the joint ({}) that holds the two: most engines test no contact of bodies that a joint holds by default \
             (`collideConnected`), and ours knows no joints.",
            plain::label(joint)
        );
    }
    let [first, second] = &told.names;
    let one_way = match told.one_way {
        [true, _] => Some((first, second)),
        [false, true] => Some((second, first)),
        [false, false] => None,
    };
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
    let is_of_several = told.shapes.iter().flatten().any(|shape| shape.part.is_some());
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
