//! Expectations, which `check` asserts. Everything particular to a kind of expectation is in this file:
//! reading, writing, validating, the texts that show it, and whether it holds.

use glam::Vec2;
use serde::Deserialize;

use super::file::{given, given_point, whole};
use super::validate::{At, Fault, listed, vec2_text};
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
}

/// The names of the kinds in a file, in the order in which messages list them.
const NAMES: [&str; 2] = ["Contact", "Separate"];
pub const DEFAULT_TOLERANCE: f32 = 0.001;
/// Last frame that an expectation may name, which bounds the run time of `check`.
pub const MAX_EXPECT_FRAME: u64 = 10_000_000;

/// The state, at one frame, of the two bodies that an expectation names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenPair {
    /// `None` where the two do not touch.
    pub contact: Option<SeenContact>,
}

/// The part of a contact that an expectation can assert.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenContact {
    /// Metres.
    pub depth: f32,
    /// Unit vector toward the expectation's `a`.
    pub normal: Vec2,
}

/// Reading fields, and texts.
impl Expectation {
    /// The strictest expectation that holds for the state `seen`.
    pub fn of_seen(a: String, b: String, frame: u64, seen: &SeenPair) -> Self {
        match seen.contact {
            Some(SeenContact { depth, normal }) => {
                let (depth, normal) = (Some(depth), Some(normal));
                Self::Contact { a, b, frame, depth, normal, tolerance: DEFAULT_TOLERANCE }
            }
            None => Self::Separate { a, b, frame },
        }
    }

    /// Names of the two bodies, in the order written.
    pub fn names(&self) -> (&str, &str) {
        match self {
            Self::Contact { a, b, .. } | Self::Separate { a, b, .. } => (a, b),
        }
    }

    pub fn names_mut(&mut self) -> (&mut String, &mut String) {
        match self {
            Self::Contact { a, b, .. } | Self::Separate { a, b, .. } => (a, b),
        }
    }

    /// Number of steps after which it is asserted.
    pub fn frame(&self) -> u64 {
        match self {
            Self::Contact { frame, .. } | Self::Separate { frame, .. } => *frame,
        }
    }

    /// Whether it holds for the state `seen` of its two bodies.
    pub fn holds(&self, seen: &SeenPair) -> bool {
        match self {
            Self::Contact { depth, normal, tolerance, .. } => seen.contact.is_some_and(|contact| {
                let tolerance = f64::from(*tolerance);
                depth.is_none_or(|d| (f64::from(contact.depth) - f64::from(d)).abs() <= tolerance)
                    && normal.is_none_or(|n| angle(contact.normal, n) <= tolerance)
            }),
            Self::Separate { .. } => seen.contact.is_none(),
        }
    }

    /// The full text, as `check` prints it: "contact, depth 0.25 ± 0.001".
    pub fn in_full(&self) -> String {
        match self {
            Self::Contact { depth, normal, tolerance, .. } => {
                let mut text = "contact".to_owned();
                if let Some(depth) = depth {
                    text.push_str(&format!(", depth {depth:?} ± {tolerance:?}"));
                }
                if let Some(normal) = normal {
                    text.push_str(&format!(", normal {} ± {tolerance:?} rad", direction(*normal)));
                }
                text
            }
            Self::Separate { .. } => "no contact".to_owned(),
        }
    }

    /// A word or two, for a list; `number` formats as the list does.
    pub fn short(&self, number: impl Fn(f32) -> String) -> String {
        match self {
            Self::Contact { depth: Some(depth), .. } => format!("depth {}", number(*depth)),
            Self::Contact { depth: None, .. } => "touch".to_owned(),
            Self::Separate { .. } => "apart".to_owned(),
        }
    }

    /// The verb of "expect ball – crate to …".
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Contact { .. } => "touch",
            Self::Separate { .. } => "be apart",
        }
    }

    /// The statement after "ball, crate …"; `length` formats metres.
    pub fn statement(&self, length: impl Fn(f32) -> String) -> String {
        match self {
            Self::Contact { depth: Some(depth), .. } => format!("touch, depth {}", length(*depth)),
            Self::Contact { depth: None, .. } => "touch".to_owned(),
            Self::Separate { .. } => "do not touch".to_owned(),
        }
    }
}

/// Writing and validating.
impl Expectation {
    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        let (a, b) = self.names();
        fields.always("a", string(a));
        fields.always("b", string(b));
        let frame = self.frame();
        fields.given("frame", frame != 0, || RonNode::Text(frame.to_string()));
        // Destructured, so that a kind without a name does not compile.
        let [contact, separate] = NAMES;
        let name = match self {
            Self::Contact { depth, normal, tolerance, .. } => {
                if let Some(depth) = depth {
                    fields.always("depth", number(*depth));
                }
                if let Some(normal) = normal {
                    fields.always("normal", vec2(*normal));
                }
                fields.number("tolerance", *tolerance, DEFAULT_TOLERANCE);
                contact
            }
            Self::Separate { .. } => separate,
        };
        fields.into_group(format!("{name}("))
    }

    /// Checks the limits of its own fields; the scene checks that its bodies can collide.
    pub(super) fn check(&self, at: &At<'_>) -> Result<(), Fault> {
        at.field("frame").require(self.frame() <= MAX_EXPECT_FRAME, || self.frame().to_string())?;
        match self {
            Self::Contact { depth, normal, tolerance, .. } => {
                if let Some(depth) = depth {
                    at.field("depth").number(*depth, |d| d.is_finite() && d >= 0.0)?;
                }
                if let Some(normal) = normal {
                    at.field("normal").vec2(*normal, f32::is_finite)?;
                    at.field("normal").require(*normal != Vec2::ZERO, || vec2_text(normal))?;
                }
                at.field("tolerance").number(*tolerance, |t| t.is_finite() && t >= 0.0)
            }
            Self::Separate { .. } => Ok(()),
        }
    }
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

fn forms() -> [String; NAMES.len()] {
    NAMES.map(|name| format!("{name}(…)"))
}

/// The coordinates of a direction, with -0.0 written as 0.0.
pub(crate) fn direction(v: Vec2) -> String {
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
