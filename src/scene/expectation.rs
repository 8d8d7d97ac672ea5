//! Expectations, which `check` asserts. Everything particular to a kind of expectation is in this file:
//! reading, writing, validating, observing, the texts that show it, and random ones for tests.

use collide2d::{Body, Contact, PairKey, PairKind, Trace, World, collide, collide_observed};
use glam::Vec2;
use serde::Deserialize;

use super::fault::{At, BodyNames, Fault, check_two, listed, vec2_text};
use super::file::{given, given_point, whole};
use super::limit::Limit;
use super::random::RandomValues;
use super::write::{RonFields, RonNode, number, string, vec2};
use crate::platform::plain;

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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectationKind {
    Contact,
    Separate,
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
    pub const ALL: [Self; 2] = [Self::Contact, Self::Separate];

    /// The name in a file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Contact => "Contact",
            Self::Separate => "Separate",
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
        }
    }

    /// The fields that name bodies, with the names, in the order written.
    pub fn bodies(&self) -> Vec<(&'static str, &str)> {
        match self {
            Self::Contact { a, b, .. } | Self::Separate { a, b, .. } => vec![("a", a), ("b", b)],
        }
    }

    pub fn bodies_mut(&mut self) -> Vec<(&'static str, &mut String)> {
        match self {
            Self::Contact { a, b, .. } | Self::Separate { a, b, .. } => vec![("a", a), ("b", b)],
        }
    }

    /// The names of its bodies with this between them: "ball – crate".
    pub fn names(&self, between: &str) -> String {
        self.bodies().into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(between)
    }

    /// Number of steps after which it is asserted.
    pub fn frame(&self) -> u64 {
        match self {
            Self::Contact { frame, .. } | Self::Separate { frame, .. } => *frame,
        }
    }

    /// Whether it holds in a world at its frame, in which `find` knows the bodies by name. The error says what is
    /// found instead.
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
        }
    }
}

/// Writing and validating.
impl Expectation {
    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        for (field, name) in self.bodies() {
            fields.always(field, string(name));
        }
        let frame = self.frame();
        fields.given("frame", frame != 0, || RonNode::Text(frame.to_string()));
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
        }
    }

    fn check_frame(&self, at: &At<'_>) -> Result<(), Fault> {
        at.field("frame").require(self.frame() <= MAX_EXPECT_FRAME, || self.frame().to_string())
    }
}

/// Checks that two bodies, or pieces of bodies, can touch.
fn check_pair(at: &At<'_>, names: &BodyNames<'_>, [a, b]: [&str; 2]) -> Result<(), Fault> {
    let (first, second) = (names.body_or_piece(at, "a", a)?, names.body_or_piece(at, "b", b)?);
    check_two(at, [a, b])?;
    let kinds = first.zip(second).map(|(a, b)| PairKind::new(a.shape.kind(), b.shape.kind()));
    if kinds.is_none_or(PairKind::can_touch) {
        return Ok(());
    }
    Err(Fault {
        because: Some("a wall like a, and walls never collide with walls".to_owned()),
        allowed: Some("the name of a body that is no wall".to_owned()),
        ..at.field("b").fault(plain::quoted(b))
    })
}

/// The values allowed in `expect` or in a field of an expectation; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "expect" => format!("a list [{}, …]", forms().join(", ")),
        "frame" => format!("a whole number from 0 to {MAX_EXPECT_FRAME}"),
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

/// Depth and normal of the contact of two bodies. The normal points toward `a`, whichever body is first in the
/// file.
fn touch(world: &World, a: u32, b: u32) -> Option<(f32, Vec2)> {
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
