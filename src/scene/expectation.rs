//! Expectations, which `check` asserts. Everything particular to a kind of expectation is in this file:
//! reading, writing, validating, observing, the texts that show it, and random ones for tests.

mod found;

use std::ops::RangeInclusive;

use collide2d::World;
use glam::Vec2;
use serde::Deserialize;

use self::found::WantedTouch;
use super::fault::{At, BodyNames, Fault, listed};
use super::file::{frames, given, given_point, whole};
use super::find::touch;
use super::kinds::kinds;
use super::limit::{Limit, MAX_EXPECT_FRAME};
use super::line::{self, LineFields, LineValue, unless};
use super::named::BodyPart;
use super::query::ask::AskedQueries;
use super::random::RandomValues;
use super::stop::{Stop, StopKind};
use super::write::{RonFields, RonNode};

/// One line of `expect`, with the fields of the file. `frame`: after so many steps.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    Contact {
        a: String,
        b: String,
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
    Separate {
        a: String,
        b: String,
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
    },
    /// A query finds a body: a ray or a cast first of all, the others among those that they find.
    Hit {
        query: String,
        body: String,
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
        /// Of the way, 0 to 1; `None`: any.
        #[serde(default, deserialize_with = "given")]
        fraction: Option<f32>,
        /// On the body, against the way, of any length but 0; `None`: any.
        #[serde(default, deserialize_with = "given_point")]
        normal: Option<Vec2>,
        /// Of the fraction, and radians for the angle between normals.
        #[serde(default = "default_tolerance")]
        tolerance: f32,
        /// Not first of all.
        #[serde(default)]
        any: bool,
    },
    /// A query finds no body.
    Miss {
        query: String,
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
    },
    /// The two are so far apart, or so deep in each other.
    Distance {
        a: String,
        b: String,
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
        /// Metres; minus the depth of a contact; `None`: any.
        #[serde(default, deserialize_with = "given")]
        distance: Option<f32>,
        /// Metres.
        #[serde(default = "default_tolerance")]
        tolerance: f32,
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

kinds!(Expectation of ExpectationKind: Contact Separate Hit Miss Distance Never Soon);

pub const DEFAULT_TOLERANCE: f32 = 0.001;

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
            Self::Hit => {
                let [body, _] = values.pair();
                let fraction = values.flag().then(|| values.number(Limit::Share));
                let normal = values.flag().then(|| values.direction());
                let (query, tolerance, any) = (values.query(), DEFAULT_TOLERANCE, values.flag());
                Expectation::Hit { query, body, frame, fraction, normal, tolerance, any }
            }
            Self::Miss => Expectation::Miss { query: values.query(), frame },
            Self::Distance => {
                let [a, b] = values.pair();
                let distance = values.flag().then(|| values.number(Limit::Any));
                let tolerance = values.number(Limit::NotNegative);
                Expectation::Distance { a, b, frame, distance, tolerance }
            }
            Self::Never => {
                let (one, other) = (frame, values.whole(MAX_EXPECT_FRAME));
                Expectation::Never { stop: random_stop(values), frames: (one.min(other), one.max(other)) }
            }
            Self::Soon => Expectation::Soon { stop: random_stop(values), before: frame },
        }
    }
}

/// Those that ask for a stop's condition.
impl ExpectationKind {
    /// In which of the frames from 0 on it is to be true, in words; `None`: it asks for one frame's contact.
    pub fn asks(self) -> Option<&'static str> {
        match self {
            Self::Never => Some("In none of the frames"),
            Self::Soon => Some("In one of the frames from 0 on"),
            Self::Contact | Self::Separate | Self::Hit | Self::Miss | Self::Distance => None,
        }
    }

    /// One that asks for this in the frames from 0 to the last.
    pub fn asking(self, stop: Stop, last: u64) -> Option<Expectation> {
        match self {
            Self::Never => Some(Expectation::Never { stop, frames: (0, last) }),
            Self::Soon => Some(Expectation::Soon { stop, before: last }),
            Self::Contact | Self::Separate | Self::Hit | Self::Miss | Self::Distance => None,
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

    /// A stop that holds in this frame or before it.
    pub fn soon(stop: Stop, before: u64) -> Self {
        Self::Soon { stop, before }
    }

    /// A contact of any normal, with the default tolerance.
    pub fn without_normal(self) -> Self {
        let Self::Contact { a, b, frame, depth, .. } = self else { return self };
        Self::Contact { a, b, frame, depth, normal: None, tolerance: DEFAULT_TOLERANCE }
    }

    /// With the decimals of a contact that its tolerance asks for, to a tenth of it: what is written by a person's command has
    /// no rounding noise. What was found holds to it as well.
    pub fn without_noise(self) -> Self {
        let Self::Contact { a, b, frame, depth, normal, tolerance } = self else { return self };
        let tenths = (10.0 / f64::from(tolerance)).log10().ceil();
        if !(0.0..=9.0).contains(&tenths) {
            return Self::Contact { a, b, frame, depth, normal, tolerance };
        }
        let scale = 10.0_f64.powf(tenths);
        let rounded = |value: f32| ((f64::from(value) * scale).round() / scale + 0.0) as f32;
        // A depth of nothing would be another statement.
        let depth = depth.map(|depth| if rounded(depth) > 0.0 { rounded(depth) } else { depth });
        let normal = normal.map(|normal| Vec2::new(rounded(normal.x), rounded(normal.y)));
        Self::Contact { a, b, frame, depth, normal, tolerance }
    }

    /// The strictest expectation that holds for two bodies of the world as it is.
    pub fn of_pair(world: &World, names: [String; 2], [a, b]: [u32; 2]) -> Self {
        Self::of_contact(names, world.frame(), touch(world, a, b), DEFAULT_TOLERANCE)
    }
}

/// Reading fields, and texts.
impl Expectation {
    /// The fields in the order written, but for the stop, which is the first.
    fn fields(&self) -> LineFields<'_> {
        use LineValue::{
            Apart, Before, Body, BodyOrPart, Flag, Frame, Frames, Number, Query, Touching, Vector,
        };
        let within = |tolerance: &f32| Number(unless(*tolerance, DEFAULT_TOLERANCE), Limit::NotNegative);
        match self {
            Self::Contact { a, b, frame, depth, normal, tolerance } => vec![
                ("a", BodyOrPart(a)),
                ("b", Touching([a, b])),
                ("frame", Frame(*frame)),
                ("depth", Number(*depth, Limit::NotNegative)),
                ("normal", Vector(*normal, Limit::Direction)),
                ("tolerance", within(tolerance)),
            ],
            Self::Separate { a, b, frame } => {
                vec![("a", BodyOrPart(a)), ("b", Touching([a, b])), ("frame", Frame(*frame))]
            }
            Self::Hit { query, body, frame, fraction, normal, tolerance, any } => vec![
                ("query", Query(query)),
                ("body", Body(body)),
                ("frame", Frame(*frame)),
                ("fraction", Number(*fraction, Limit::Share)),
                ("normal", Vector(*normal, Limit::Direction)),
                ("tolerance", within(tolerance)),
                ("any", Flag(*any)),
            ],
            Self::Miss { query, frame } => vec![("query", Query(query)), ("frame", Frame(*frame))],
            Self::Distance { a, b, frame, distance, tolerance } => vec![
                ("a", BodyOrPart(a)),
                ("b", Apart([a, b])),
                ("frame", Frame(*frame)),
                ("distance", Number(*distance, Limit::Any)),
                ("tolerance", within(tolerance)),
            ],
            Self::Never { frames, .. } => vec![("frames", Frames(*frames))],
            Self::Soon { before, .. } => vec![("before", Before(*before))],
        }
    }

    /// The name of its query, or of its stop's.
    pub fn query(&self) -> Option<&str> {
        match self {
            Self::Hit { query, .. } | Self::Miss { query, .. } => Some(query),
            Self::Never { stop, .. } | Self::Soon { stop, .. } => stop.query(),
            Self::Contact { .. } | Self::Separate { .. } | Self::Distance { .. } => None,
        }
    }

    pub(super) fn query_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Hit { query, .. } | Self::Miss { query, .. } => Some(query),
            Self::Never { stop, .. } | Self::Soon { stop, .. } => stop.query_mut(),
            Self::Contact { .. } | Self::Separate { .. } | Self::Distance { .. } => None,
        }
    }

    /// The names of its query and its bodies, in the order written.
    pub fn named(&self) -> Vec<&str> {
        self.query().into_iter().chain(self.bodies().into_iter().map(|(_, name)| name)).collect()
    }

    /// The fields that name bodies, with the names, in the order written.
    pub fn bodies(&self) -> Vec<(&'static str, &str)> {
        self.asked().map_or_else(|| line::bodies(self.fields()), |(_, stop)| stop.bodies())
    }

    pub fn bodies_mut(&mut self) -> Vec<(&'static str, &mut String)> {
        match self {
            Self::Contact { a, b, .. } | Self::Separate { a, b, .. } | Self::Distance { a, b, .. } => {
                vec![("a", a), ("b", b)]
            }
            Self::Hit { body, .. } => vec![("body", body)],
            Self::Miss { .. } => Vec::new(),
            Self::Never { stop, .. } | Self::Soon { stop, .. } => stop.bodies_mut(),
        }
    }

    /// [`Expectation::named`] with this between them: "ball – crate".
    pub fn names(&self, between: &str) -> String {
        self.named().join(between)
    }

    /// Number of steps after which it is asserted; of a range of frames the last one.
    pub fn frame(&self) -> u64 {
        match self {
            Self::Contact { frame, .. }
            | Self::Separate { frame, .. }
            | Self::Hit { frame, .. }
            | Self::Miss { frame, .. }
            | Self::Distance { frame, .. } => *frame,
            Self::Never { frames: (_, last), .. } => *last,
            Self::Soon { before, .. } => *before,
        }
    }

    /// The line where frame `begin` is the new frame 0; `None`: it asks for earlier frames alone.
    pub fn after(&self, begin: u64) -> Option<Self> {
        let mut line = self.clone();
        match &mut line {
            Self::Contact { frame, .. }
            | Self::Separate { frame, .. }
            | Self::Hit { frame, .. }
            | Self::Miss { frame, .. }
            | Self::Distance { frame, .. }
            | Self::Soon { before: frame, .. } => *frame = frame.checked_sub(begin)?,
            Self::Never { frames: (first, last), .. } => {
                *last = last.checked_sub(begin)?;
                *first = first.saturating_sub(begin);
            }
        }
        Some(line)
    }

    /// The frames in which it asks for a stop's condition, and that stop; `None`: it asks for one frame's contact.
    pub fn asked(&self) -> Option<(RangeInclusive<u64>, &Stop)> {
        match self {
            Self::Never { stop, frames: (first, last) } => Some((*first..=*last, stop)),
            Self::Soon { stop, before } => Some((0..=*before, stop)),
            _ => None,
        }
    }

    /// This line in other frames, the first and the last, where it asks for a stop's condition; one that begins at 0 takes the
    /// last.
    pub fn stop_in_frames(&self, (first, last): (u64, u64)) -> Option<Self> {
        let (_, stop) = self.asked()?;
        Some(match self.kind().asking(stop.clone(), last)? {
            Self::Never { stop, .. } => Self::Never { stop, frames: (first, last) },
            other => other,
        })
    }

    /// That stop.
    pub fn stop_mut(&mut self) -> Option<&mut Stop> {
        match self {
            Self::Never { stop, .. } | Self::Soon { stop, .. } => Some(stop),
            _ => None,
        }
    }

    /// Whether it holds after a frame of those of [`Expectation::asked`], in which the condition `is_true`; `None`:
    /// later frames tell.
    pub fn decides(&self, frame: u64, is_true: bool) -> Option<bool> {
        match self {
            Self::Never { .. } if is_true => Some(false),
            Self::Soon { .. } if is_true => Some(true),
            Self::Never { .. } => (frame >= self.frame()).then_some(true),
            Self::Soon { .. } => (frame >= self.frame()).then_some(false),
            _ => None,
        }
    }

    /// Whether it holds in a world at its frame, in which `find` knows bodies and parts by name, `name` has a body's name in
    /// quotes, and `queries` are asked. The error says what is found instead. What asks for a range of frames holds here.
    pub fn observe(
        &self,
        world: &World,
        queries: &AskedQueries,
        find: impl Fn(&str) -> Result<BodyPart, String>,
        name: impl Fn(u32) -> String,
    ) -> Result<(), String> {
        match self {
            Self::Contact { a, b, depth, normal, tolerance, .. } => {
                let wanted = WantedTouch { amount: *depth, normal: *normal, tolerance: *tolerance };
                found::contact(world, [find(a)?, find(b)?], &wanted)
            }
            Self::Separate { a, b, .. } => found::no_contact(world, [find(a)?, find(b)?]),
            Self::Hit { query, body, fraction, normal, tolerance, any, .. } => {
                let wanted = WantedTouch { amount: *fraction, normal: *normal, tolerance: *tolerance };
                found::hit(&queries.ask(query, world), (find(body)?.body, *any), &wanted, name)
            }
            Self::Miss { query, .. } => found::no_hit(&queries.ask(query, world), name),
            Self::Distance { a, b, distance, tolerance, .. } => {
                found::distance(world, [find(a)?, find(b)?], *distance, *tolerance)
            }
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
            Self::Hit { fraction, normal, tolerance, any, .. } => {
                let mut in_full = if *any { "a hit" } else { "the first hit" }.to_owned();
                if let Some(fraction) = fraction {
                    in_full.push_str(&format!(", fraction {fraction:?} ± {tolerance:?}"));
                }
                if let Some(normal) = normal {
                    in_full.push_str(&format!(", normal {} ± {tolerance:?} rad", direction(*normal)));
                }
                let short = fraction.map_or("hit".to_owned(), |fraction| {
                    format!("hit at {}", super::numbers::number(fraction))
                });
                ExpectationWords { statement: short.clone(), in_full, short, verb: "meet" }
            }
            Self::Miss { .. } => ExpectationWords {
                in_full: "no hit".to_owned(),
                short: "miss".to_owned(),
                verb: "meet nothing",
                statement: "miss".to_owned(),
            },
            Self::Distance { distance, tolerance, .. } => {
                let in_full = match distance {
                    Some(distance) => format!("distance {distance:?} ± {tolerance:?}"),
                    None => "a distance".to_owned(),
                };
                let short = distance.map_or("distance".to_owned(), |d| format!("distance {}", length(d)));
                ExpectationWords { statement: short.clone(), in_full, short, verb: "be at a distance" }
            }
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
    /// As in a file, on one line.
    pub fn text(&self) -> String {
        self.to_value().flat()
    }

    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        fields.maybe("stop", self.asked().map(|(_, stop)| stop.to_value()));
        line::write(self.fields(), &mut fields);
        fields.into_group(format!("{}(", self.kind().name()))
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        self.asked().map_or(Ok(()), |(_, stop)| stop.check_expected(&at.field("stop"), names))?;
        self.fields().into_iter().try_for_each(|(field, value)| value.check(at, field, names))
    }
}

/// The values allowed in `expect` or in a field of an expectation; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "expect" => format!("a list [{}, …]", forms().join(", ")),
        "frame" | "before" => format!("a whole number from 0 to {MAX_EXPECT_FRAME}"),
        "frames" => {
            format!("the first and the last frame (from, to), from <= to, each from 0 to {MAX_EXPECT_FRAME}")
        }
        "depth" | "tolerance" => "a finite number >= 0".to_owned(),
        "fraction" => Limit::Share.allowed(""),
        "distance" => "a finite number".to_owned(),
        "any" => "true or false".to_owned(),
        "query" => "the name of a query, in double quotes".to_owned(),
        "normal" => Limit::Direction.allowed_vector(),
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
fn random_stop(values: &mut dyn RandomValues) -> Stop {
    let kind = if values.flag() { StopKind::Deeper } else { StopKind::Begin };
    Stop { muted: false, ..kind.random(values) }
}

/// The coordinates of a direction, with -0.0 written as 0.0.
fn direction(v: Vec2) -> String {
    format!("({:?}, {:?})", v.x + 0.0, v.y + 0.0)
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
