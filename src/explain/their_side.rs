//! What another engine tells of a pair in a frame of its recording, beside ours, which of the two is right, and what to
//! look at in the engine.

use collision_record::Contact as FiledContact;
use serde::Serialize;

use self::look_at::look_at;
use self::plain_check::{ON_OUTLINE, PlainCheck};
use crate::elsewhere::recording::systematic::Systematic;
use crate::elsewhere::recording::{NotHeld, RecordedBounce, ToldPair, length_unless_unit};
use crate::platform::plain;
use crate::scene::numbers::{count, number, vec2};

mod bounces;
mod look_at;
mod plain_check;
mod slips;
mod way_back;

pub use self::look_at::has_turned_normal;

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
    /// On the poses of the first of these.
    ours: Option<FiledContact>,
    /// On each other poses on which one of them was found, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ours_within_step: Vec<Option<FiledContact>>,
    verdict: Vec<CheckedDifference>,
    look_at: Vec<String>,
    /// The places are too coarse to judge by: where, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    far: Option<String>,
    #[serde(rename = "on_outline", skip_serializing_if = "std::ops::Not::not")]
    is_on_outline: bool,
    /// The names of the bodies beside which contacts of theirs are ghosts.
    #[serde(skip)]
    pub neighbours: Vec<String>,
    #[serde(skip)]
    not_held: Option<NotHeld>,
    /// As [`ToldPair::is_shallow`].
    #[serde(skip)]
    is_shallow: bool,
    #[serde(skip)]
    tolerance: f32,
    /// The contacts in words, and how the two met.
    #[serde(skip)]
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounce: Option<RecordedBounce>,
}

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
        let on_own_poses =
            told.on_each_poses().flat_map(|told| told.differences.iter().map(move |one| (told, one)));
        let checked = on_own_poses.map(|(told, one)| {
            let (check, right) = PlainCheck::of(told, one).check(&one.what);
            CheckedDifference { what: one.what.name(), text: one.sentence.clone(), check, right }
        });
        let verdict: Vec<CheckedDifference> = checked.collect();
        let mut look_at = look_at(told, errors.iter().find(|error| error.is_of_normals));
        look_at.extend(bounces::look_at(told));
        let met = told.bounce.map(|bounce| format!(" {}", bounces::sentence(told, &bounce)));
        Self {
            engine: told.engine.clone(),
            normals: told.direction,
            metres_per_unit: told.metres_per_unit,
            bodies: told.bodies,
            names: told.names.clone(),
            contacts: told.on_each_poses().flat_map(|told| told.told.clone()).collect(),
            ours: told.ours.clone(),
            ours_within_step: told.within_step.iter().map(|told| told.ours.clone()).collect(),
            look_at,
            verdict,
            far: told.far.clone(),
            is_on_outline: told.is_on_outline,
            neighbours: told.neighbours.clone(),
            not_held: told.not_held,
            is_shallow: told.is_shallow,
            tolerance: told.tolerances.tolerance,
            words: contacts(told) + &met.unwrap_or_default(),
            bounce: told.bounce,
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
            ([], None) if is_ours_alone && self.is_shallow => {
                let tolerance = number(self.tolerance);
                format!("Ours alone touches, no deeper than the tolerance of {tolerance} m, which is no difference.")
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
        if let Some(far) = &self.far {
            verdict = format!("{verdict}\n{}", sentence(far));
        }
        [self.words.clone(), verdict, self.look_at.join("\n")]
    }
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", super::stages::capital(text))
}

/// "rapier tells normal (0, -1), depth 0.1 m, point (0, 0). Ours … . Normals go from ball to floor."
fn contacts(told: &ToldPair) -> String {
    let (engine, mut sentences) = (plain::label(&told.engine), Vec::new());
    for (place, on_poses) in told.on_each_poses().enumerate() {
        let tells =
            if place == 0 { format!("{engine} tells") } else { format!("On other poses {engine} tells") };
        let theirs = match on_poses.told.as_slice() {
            [] => format!("{tells} no contact of the two in this frame"),
            [one] => format!("{tells} {}", contact(told, one)),
            several => {
                let each = several.iter().map(|one| contact(told, one)).collect::<Vec<_>>().join("; ");
                format!("{tells} {}: {each}", count(several.len(), "contact", "contacts"))
            }
        };
        sentences.extend([theirs, our_contact(on_poses)]);
    }
    let [first, second] = &told.names;
    let from_first =
        told.on_each_poses().map(|told| told.from_first).reduce(|one, other| one.filter(|_| one == other));
    let direction = match from_first.flatten() {
        Some(true) => format!("from {first} to {second}"),
        Some(false) => format!("from {second} to {first}"),
        None => format!("{}, as each contact names the two", told.direction),
    };
    format!("{}. Normals go {direction}.", sentences.join(". "))
}

/// "Ours, as the file would have it: normal (0, -1), depth 0.1 m, point (0, 0)".
fn our_contact(told: &ToldPair) -> String {
    match (&told.ours, told.not_held) {
        (Some(ours), Some(NotHeld::Masks)) => {
            format!("Ours would be, but for masks: {}", contact(told, ours))
        }
        (Some(ours), Some(NotHeld::OneWay) | None) => {
            format!("Ours, as the file would have it: {}", contact(told, ours))
        }
        (None, _) => "Ours has none".to_owned(),
    }
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
