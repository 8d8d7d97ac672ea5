//! Expectations, which `check` asserts. Everything particular to a kind of expectation is in this file:
//! reading, writing, validating, observing, the texts that show it, and random ones for tests.

use std::ops::RangeInclusive;

use collide2d::{Body, Contact, PairKey, Trace, World, collide, collide_observed};
use glam::Vec2;
use serde::Deserialize;

use super::fault::{At, BodyNames, Fault, check_pair, listed, vec2_text};
use super::file::{frames, given, given_point, whole};
use super::limit::Limit;
use super::random::RandomValues;
use super::stop::{Stop, StopKind};
use super::write::{RonFields, RonNode, number, string, vec2};

/// One line of `expect`, with the fields of the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// The two touch.
    Contact {
        /// Name of a body.
        a: String,
        /// Name of another body.
        b: String,
        /// After this many steps.
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
        /// Metres; `None`: any.
        #[serde(default, deserialize_with = "given")]
        depth: Option<f32>,
        /// Toward `a`, of any length but 0; `None`: any.
        #[serde(default, deserialize_with = "given_point")]
        normal: Option<Vec2>,
        /// Metres for depth, radians for the angle between normals.
        #[serde(default = "default_tolerance")]
        tolerance: f32,
    },
    /// The two do not touch.
    Separate {
        /// Name of a body.
        a: String,
        /// Name of another body.
        b: String,
        /// After this many steps.
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
    },
    /// The condition is true in none of these frames.
    Never {
        stop: Stop,
        /// The first and the last.
        #[serde(deserialize_with = "frames")]
        frames: (u64, u64),
    },
    /// The condition is true in one frame at least, from the first up to this one.
    Soon {
        stop: Stop,
        #[serde(deserialize_with = "whole")]
        before: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectationKind {
    Contact,
    Separate,
    Never,
    Soon,
}

pub const DEFAULT_TOLERANCE: f32 = 0.001;
/// Last frame that an expectation may name, which bounds the run time of `check`.
pub const MAX_EXPECT_FRAME: u64 = 10_000_000;

/// How texts say what is expected; the bodies and the frame are named beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectationWords {
    /// As `check` prints it: "contact, depth 0.25 ± 0.001".
    pub in_full: String,
    /// For a list: "depth 0.25".
    pub short: String,
    /// After "expect ball – crate to": "touch".
    pub verb: &'static str,
    /// After "ball, crate": "touch, depth 0.25 m".
    pub statement: String,
}

impl ExpectationKind {
    /// Every kind, in the order in which messages list them.
    pub const ALL: [Self; 4] = [Self::Contact, Self::Separate, Self::Never, Self::Soon];

    /// The name in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contact => "Contact",
            Self::Separate => "Separate",
            Self::Never => "Never",
            Self::Soon => "Soon",
        }
    }

    /// One of this kind, for tests. It is valid where the values are.
    pub fn random(self, values: &mut dyn RandomValues) -> Expectation {
        let frame = values.whole(MAX_EXPECT_FRAME);
        match self {
            Self::Contact => {
                let [a, b] = values.pair();
                let depth = values.flag().then(|| values.number(Limit::NotNegative));
                let normal = values.flag().then(|| values.direction());
                let tolerance =
                    if values.flag() { DEFAULT_TOLERANCE } else { values.number(Limit::NotNegative) };
                Expectation::Contact { a, b, frame, depth, normal, tolerance }
            }
            Self::Separate => {
                let [a, b] = values.pair();
                Expectation::Separate { a, b, frame }
            }
            Self::Never => {
                let (one, other) = (frame, values.whole(MAX_EXPECT_FRAME));
                Expectation::Never { stop: asked(values), frames: (one.min(other), one.max(other)) }
            }
            Self::Soon => Expectation::Soon { stop: asked(values), before: frame },
        }
    }
}

/// Making one.
impl Expectation {
    /// What two bodies do; `contact` is their depth and normal toward `a`.
    pub fn of_contact([a, b]: [String; 2], frame: u64, contact: Option<(f32, Vec2)>, tolerance: f32) -> Self {
        match contact {
            Some((depth, normal)) => {
                let (depth, normal) = (Some(depth), Some(normal));
                Self::Contact { a, b, frame, depth, normal, tolerance }
            }
            None => Self::Separate { a, b, frame },
        }
    }

    /// The strictest expectation that holds for two bodies of the world as it is.
    pub fn of_pair(world: &World, names: [String; 2], [a, b]: [u32; 2]) -> Self {
        Self::of_contact(names, world.frame(), touch(world, a, b), DEFAULT_TOLERANCE)
    }
}

/// Reading fields, and texts.
impl Expectation {
    pub fn kind(&self) -> ExpectationKind {
        match self {
            Self::Contact { .. } => ExpectationKind::Contact,
            Self::Separate { .. } => ExpectationKind::Separate,
            Self::Never { .. } => ExpectationKind::Never,
            Self::Soon { .. } => ExpectationKind::Soon,
        }
    }

    /// The fields that name bodies, with the names, in the order written.
    pub fn bodies(&self) -> Vec<(&'static str, &str)> {
        match self {
            Self::Contact { a, b, .. } | Self::Separate { a, b, .. } => vec![("a", a), ("b", b)],
            Self::Never { stop, .. } | Self::Soon { stop, .. } => stop.bodies(),
        }
    }

    pub fn bodies_mut(&mut self) -> Vec<(&'static str, &mut String)> {
        match self {
            Self::Contact { a, b, .. } | Self::Separate { a, b, .. } => vec![("a", a), ("b", b)],
            Self::Never { stop, .. } | Self::Soon { stop, .. } => stop.bodies_mut(),
        }
    }

    /// The names of its bodies with this between them: "ball – crate".
    pub fn names(&self, between: &str) -> String {
        self.bodies().into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(between)
    }

    /// Number of steps after which it is asserted; of a range of frames the last one.
    pub fn frame(&self) -> u64 {
        match self {
            Self::Contact { frame, .. } | Self::Separate { frame, .. } => *frame,
            Self::Never { frames: (_, last), .. } => *last,
            Self::Soon { before, .. } => *before,
        }
    }

    /// The frames in which it asks for a stop's condition, and that stop; `None`: it asks for one frame's contact.
    pub fn asked(&self) -> Option<(RangeInclusive<u64>, &Stop)> {
        match self {
            Self::Contact { .. } | Self::Separate { .. } => None,
            Self::Never { stop, frames: (first, last) } => Some((*first..=*last, stop)),
            Self::Soon { stop, before } => Some((0..=*before, stop)),
        }
    }

    /// Whether it holds after a frame of those of [`Expectation::asked`], in which the condition `is_true`; `None`:
    /// later frames tell.
    pub fn decides(&self, frame: u64, is_true: bool) -> Option<bool> {
        match self {
            Self::Contact { .. } | Self::Separate { .. } => None,
            Self::Never { .. } if is_true => Some(false),
            Self::Soon { .. } if is_true => Some(true),
            Self::Never { .. } => (frame >= self.frame()).then_some(true),
            Self::Soon { .. } => (frame >= self.frame()).then_some(false),
        }
    }

    /// Whether it holds in a world at its frame, in which `find` knows the bodies by name. The error says what is
    /// found instead. What asks for a range of frames holds here.
    pub fn observe(&self, world: &World, find: impl Fn(&str) -> Result<u32, String>) -> Result<(), String> {
        match self {
            Self::Contact { a, b, depth, normal, tolerance, .. } => {
                let (a, b) = (find(a)?, find(b)?);
                let (found, toward_a) = touch(world, a, b).ok_or_else(|| gap(world, a, b))?;
                let tolerance = f64::from(*tolerance);
                let is_deep = depth.is_none_or(|d| (f64::from(found) - f64::from(d)).abs() <= tolerance);
                let holds = is_deep && normal.is_none_or(|n| angle(toward_a, n) <= tolerance);
                if holds { Ok(()) } else { Err(contact_words(found, toward_a)) }
            }
            Self::Separate { a, b, .. } => match touch(world, find(a)?, find(b)?) {
                Some((depth, normal)) => Err(contact_words(depth, normal)),
                None => Ok(()),
            },
            Self::Never { .. } | Self::Soon { .. } => Ok(()),
        }
    }

    /// `length` formats metres in the short texts.
    pub fn words(&self, length: impl Fn(f32) -> String) -> ExpectationWords {
        match self {
            Self::Contact { depth, normal, tolerance, .. } => {
                let mut in_full = "contact".to_owned();
                if let Some(depth) = depth {
                    in_full.push_str(&format!(", depth {depth:?} ± {tolerance:?}"));
                }
                if let Some(normal) = normal {
                    in_full.push_str(&format!(", normal {} ± {tolerance:?} rad", direction(*normal)));
                }
                let depth = depth.map(|depth| format!("depth {}", length(depth)));
                let statement = depth.as_ref().map_or("touch".to_owned(), |depth| format!("touch, {depth}"));
                let short = depth.unwrap_or_else(|| "touch".to_owned());
                ExpectationWords { in_full, short, verb: "touch", statement }
            }
            Self::Separate { .. } => ExpectationWords {
                in_full: "no contact".to_owned(),
                short: "apart".to_owned(),
                verb: "be apart",
                statement: "do not touch".to_owned(),
            },
            Self::Never { stop, frames: (first, last) } => {
                let in_full = format!("never {} in frames {first} to {last}", stop.text());
                let short = format!("never {}", stop.condition.kind().name());
                ExpectationWords { short, verb: "never stop so", statement: in_full.clone(), in_full }
            }
            Self::Soon { stop, before } => {
                let in_full = format!("{} in a frame up to {before}", stop.text());
                let short = format!("soon {}", stop.condition.kind().name());
                ExpectationWords { short, verb: "stop so", statement: in_full.clone(), in_full }
            }
        }
    }
}

/// Writing and validating.
impl Expectation {
    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        let whole = |frame: &u64| RonNode::Text(frame.to_string());
        match self {
            Self::Contact { a, b, frame, .. } | Self::Separate { a, b, frame } => {
                fields.always("a", string(a));
                fields.always("b", string(b));
                fields.given("frame", *frame != 0, || whole(frame));
            }
            Self::Never { stop, .. } | Self::Soon { stop, .. } => fields.always("stop", stop.to_value()),
        }
        match self {
            Self::Contact { depth, normal, tolerance, .. } => {
                if let Some(depth) = depth {
                    fields.always("depth", number(*depth));
                }
                if let Some(normal) = normal {
                    fields.always("normal", vec2(*normal));
                }
                fields.number("tolerance", *tolerance, DEFAULT_TOLERANCE);
            }
            Self::Separate { .. } => {}
            Self::Never { frames: (first, last), .. } => {
                fields.always("frames", RonNode::Text(format!("({first}, {last})")));
            }
            Self::Soon { before, .. } => fields.always("before", whole(before)),
        }
        fields.into_group(format!("{}(", self.kind().name()))
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        match self {
            Self::Contact { a, b, depth, normal, tolerance, .. } => {
                check_pair(at, names, [a, b])?;
                self.check_frame(at)?;
                if let Some(depth) = depth {
                    at.field("depth").number(*depth, Limit::NotNegative)?;
                }
                if let Some(normal) = normal {
                    at.field("normal").vec2(*normal, Limit::Any)?;
                    at.field("normal").require(*normal != Vec2::ZERO, || vec2_text(normal))?;
                }
                at.field("tolerance").number(*tolerance, Limit::NotNegative)
            }
            Self::Separate { a, b, .. } => {
                check_pair(at, names, [a, b])?;
                self.check_frame(at)
            }
            Self::Never { stop, frames: (first, last) } => {
                stop.check_expected(&at.field("stop"), names)?;
                let is_range = first <= last && *last <= MAX_EXPECT_FRAME;
                at.field("frames").require(is_range, || format!("({first}, {last})"))
            }
            Self::Soon { stop, before } => {
                stop.check_expected(&at.field("stop"), names)?;
                at.field("before").require(*before <= MAX_EXPECT_FRAME, || before.to_string())
            }
        }
    }

    fn check_frame(&self, at: &At<'_>) -> Result<(), Fault> {
        at.field("frame").require(self.frame() <= MAX_EXPECT_FRAME, || self.frame().to_string())
    }
}

/// The values allowed in `expect` or in a field of an expectation; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "expect" => format!("a list [{}, …]", forms().join(", ")),
        "frame" | "before" => format!("a whole number from 0 to {MAX_EXPECT_FRAME}"),
        "frames" => format!("the first and the last frame (from, to), each from 0 to {MAX_EXPECT_FRAME}"),
        "depth" | "tolerance" => "a finite number >= 0".to_owned(),
        "normal" => "two finite numbers (x, y), not both 0".to_owned(),
        _ => return None,
    })
}

/// The values allowed as an element of `expect`.
pub(super) fn allowed_line() -> String {
    listed(&forms().each_ref().map(String::as_str), "or")
}

fn forms() -> [String; ExpectationKind::ALL.len()] {
    ExpectationKind::ALL.map(|kind| format!("{}(…)", kind.name()))
}

/// A stop that an expectation may ask for.
fn asked(values: &mut dyn RandomValues) -> Stop {
    let kind = if values.flag() { StopKind::Deeper } else { StopKind::Begin };
    Stop { muted: false, ..kind.random(values) }
}

/// Depth and normal of the contact of two bodies. The normal points toward `a`, whichever body is first in the
/// file.
pub fn touch(world: &World, a: u32, b: u32) -> Option<(f32, Vec2)> {
    let contact = of_pair(world, a, b, |a, b| collide(a.shape(), a.pose(), b.shape(), b.pose()))??;
    let Contact { depth, normal, .. } = contact;
    Some((depth, if a > b { -normal } else { normal }))
}

/// What `read` reads off the two bodies, the first one first; `None` where they are no pair.
fn of_pair<T>(world: &World, a: u32, b: u32, read: impl Fn(&Body, &Body) -> T) -> Option<T> {
    let (a, b) = (a.min(b), a.max(b));
    let is_pair = a != b && world.is_pair(PairKey::new(a, b));
    if is_pair { Some(read(world.body(a)?, world.body(b)?)) } else { None }
}

fn contact_words(depth: f32, normal: Vec2) -> String {
    format!("contact, depth {depth:?}, normal {}", direction(normal))
}

fn gap(world: &World, a: u32, b: u32) -> String {
    let trace = of_pair(world, a, b, |a, b| {
        let mut trace = Trace::default();
        collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut trace);
        trace
    });
    match trace.and_then(|trace| trace.axes.get(trace.deciding()?).copied()) {
        Some(axis) => format!("no contact: a gap of {:?} along {}", -axis.overlap, direction(axis.direction)),
        None => "no contact".to_owned(),
    }
}

/// The coordinates of a direction, with -0.0 written as 0.0.
fn direction(v: Vec2) -> String {
    format!("({:?}, {:?})", v.x + 0.0, v.y + 0.0)
}

/// Angle between two directions, 0 to π radians; accurate for small angles too.
fn angle(a: Vec2, b: Vec2) -> f64 {
    let (a, b) = (a.as_dvec2(), b.as_dvec2());
    a.perp_dot(b).abs().atan2(a.dot(b))
}

fn default_tolerance() -> f32 {
    DEFAULT_TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds as `serde` lists them in an error.
    #[test]
    fn every_kind_is_listed_under_its_name() {
        let error = ron::from_str::<Expectation>("Nothing()").map_err(|error| error.code);
        let Err(ron::Error::NoSuchEnumVariant { expected, .. }) = error else { panic!("{error:?}") };
        assert_eq!(expected, ExpectationKind::ALL.map(ExpectationKind::name));
    }
}
