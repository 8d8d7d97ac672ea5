//! Inputs: pushes and pulls that are planned by frame. Everything particular to a kind of input in a file is here:
//! reading, writing, validating, the world's input, and random ones for tests.

use std::collections::HashMap;

use collide2d::{Motion, Pull, WorldInput};
use glam::Vec2;
use serde::{Deserialize, Deserializer};

use super::fault::{At, BodyNames, Fault, listed, vec2_text};
use super::file::{frames, given_point, point, whole};
use super::kinds::kinds;
use super::limit::{Limit, MAX_EXPECT_FRAME};
use super::random::RandomValues;
use super::write::{GroupLayout, RonFields, RonNode, list, number, string, vec2};
use crate::platform::plain;

/// Most points of the way that a pull goes.
const MAX_WAY: usize = 100_000;

/// One line of `inputs`, with the fields of the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SceneInput {
    /// An impulse before the step that leaves `frame`.
    Push {
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
        /// Name of a dynamic body.
        body: String,
        /// Newton seconds.
        #[serde(deserialize_with = "point")]
        impulse: Vec2,
        /// World; `None`: the centre of mass.
        #[serde(default, deserialize_with = "given_point")]
        at: Option<Vec2>,
    },
    /// A critically damped spring before each step that leaves one of these frames.
    Pull {
        /// The first and the last.
        #[serde(deserialize_with = "frames")]
        frames: (u64, u64),
        /// Name of a dynamic body.
        body: String,
        /// The point of the body, local.
        #[serde(default, deserialize_with = "point")]
        from: Vec2,
        /// The other end by frame, world; frames ascend.
        #[serde(deserialize_with = "way")]
        to: Vec<(u64, Vec2)>,
        /// Newtons per metre, > 0.
        stiffness: f32,
    },
}

kinds!(SceneInput of InputKind: Push Pull);

impl InputKind {
    fn form(self) -> &'static str {
        match self {
            Self::Push => "Push(frame: …, body: …, impulse: …)",
            Self::Pull => "Pull(frames: …, body: …, to: …, stiffness: …)",
        }
    }

    /// One of this kind for a dynamic body, for tests. It is valid where the values are.
    pub fn random(self, body: String, values: &mut dyn RandomValues) -> SceneInput {
        let frame = values.whole(1000);
        match self {
            Self::Push => {
                let impulse = values.direction();
                let at = values.flag().then(|| values.point());
                SceneInput::Push { frame, body, impulse, at }
            }
            Self::Pull => {
                let last = frame + values.whole(1000);
                let to = vec![(frame, values.point()), (last + 1, values.point())];
                let from = values.point();
                SceneInput::Pull {
                    frames: (frame, last),
                    body,
                    from,
                    to,
                    stiffness: values.number(Limit::Positive),
                }
            }
        }
    }
}

impl SceneInput {
    /// The first and the last frame whose step it acts in.
    pub fn frames(&self) -> (u64, u64) {
        match self {
            Self::Push { frame, .. } => (*frame, *frame),
            Self::Pull { frames, .. } => *frames,
        }
    }

    /// "Push crate at frame 12, 3 N·s".
    pub fn words(&self) -> String {
        let body = plain::label(self.body());
        match self {
            Self::Push { frame, impulse, .. } => {
                let size = super::numbers::short(f64::from(impulse.length()));
                format!("Push {body} at frame {frame}, {size} N·s")
            }
            Self::Pull { frames: (first, last), .. } => {
                format!("Pull {body} in the frames {first} to {last}")
            }
        }
    }

    pub fn body(&self) -> &str {
        match self {
            Self::Push { body, .. } | Self::Pull { body, .. } => body,
        }
    }

    pub fn body_mut(&mut self) -> &mut String {
        match self {
            Self::Push { body, .. } | Self::Pull { body, .. } => body,
        }
    }

    /// The world's input, with the index of the body.
    pub fn to_input(&self, indices: &HashMap<&str, u32>) -> Option<WorldInput> {
        let body = indices.get(self.body()).copied()?;
        Some(match self {
            Self::Push { frame, impulse, at, .. } => {
                WorldInput::Push { frame: *frame, body, impulse: *impulse, at: *at }
            }
            Self::Pull { frames: (first, last), from, to, stiffness, .. } => {
                let (from, to) = (*from, to.clone());
                WorldInput::Pull(Pull { first: *first, last: *last, body, from, to, stiffness: *stiffness })
            }
        })
    }

    /// What is left of it in a run that begins at this frame; `None`: nothing.
    pub fn after(&self, begin: u64) -> Option<Self> {
        match self {
            Self::Push { frame, .. } if *frame < begin => None,
            Self::Push { frame, body, impulse, at } => {
                Some(Self::Push { frame: frame - begin, body: body.clone(), impulse: *impulse, at: *at })
            }
            Self::Pull { frames: (_, last), .. } if *last < begin => None,
            Self::Pull { frames: (first, last), body, from, to, stiffness } => {
                let way = Pull {
                    first: 0,
                    last: u64::MAX,
                    body: 0,
                    from: *from,
                    to: to.clone(),
                    stiffness: *stiffness,
                };
                let start = way.target(begin).filter(|_| to.iter().any(|(frame, _)| *frame < begin));
                let later = to.iter().filter(|(frame, _)| start.is_none() || *frame > begin);
                let later = later.map(|(frame, to)| (frame - begin, *to));
                Some(Self::Pull {
                    frames: (first.saturating_sub(begin), last - begin),
                    body: body.clone(),
                    from: *from,
                    to: start.map(|start| (0, start)).into_iter().chain(later).collect(),
                    stiffness: *stiffness,
                })
            }
        }
    }

    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        match self {
            Self::Push { frame, body, impulse, at } => {
                fields.given("frame", *frame != 0, || RonNode::Text(frame.to_string()));
                fields.always("body", string(body));
                fields.always("impulse", vec2(*impulse));
                fields.maybe("at", at.map(vec2));
            }
            Self::Pull { frames: (first, last), body, from, to, stiffness } => {
                fields.always("frames", RonNode::Text(format!("({first}, {last})")));
                fields.always("body", string(body));
                let is_default = from.to_array().map(f32::to_bits) == [0; 2];
                fields.given("from", !is_default, || vec2(*from));
                let place =
                    |(frame, to): &(u64, Vec2)| RonNode::Text(format!("({frame}, {})", vec2_text(to)));
                fields.always("to", list(GroupLayout::Fill, to, place));
                fields.always("stiffness", number(*stiffness));
            }
        }
        fields.into_group(format!("{}(", self.kind().name()))
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        let body = names.body(at, "body", self.body())?;
        if body.is_some_and(|body| !matches!(body.motion, Motion::Dynamic { .. })) {
            return Err(Fault {
                because: Some("which nothing pushes, because its motion is not Dynamic".to_owned()),
                allowed: Some("the name of a dynamic body".to_owned()),
                ..at.field("body").fault(plain::quoted(self.body()))
            });
        }
        match self {
            Self::Push { frame, impulse, at: place, .. } => {
                at.field("frame").require(*frame <= MAX_EXPECT_FRAME, || frame.to_string())?;
                at.field("impulse").vec2(*impulse, Limit::Any)?;
                place.map_or(Ok(()), |place| at.field("at").vec2(place, Limit::Coordinate))
            }
            Self::Pull { frames: (first, last), from, to, stiffness, .. } => {
                let is_range = first <= last && *last <= MAX_EXPECT_FRAME;
                at.field("frames").require(is_range, || format!("({first}, {last})"))?;
                at.field("from").vec2(*from, Limit::Coordinate)?;
                let way = at.field("to");
                way.require((1..=MAX_WAY).contains(&to.len()), || format!("a list of {}", to.len()))?;
                let mut before = None;
                for (index, (frame, place)) in to.iter().enumerate() {
                    let ascends =
                        before.is_none_or(|before| before < *frame) && *frame <= MAX_EXPECT_FRAME + 1;
                    way.index(index).require(ascends, || format!("({frame}, {})", vec2_text(place)))?;
                    way.index(index).vec2(*place, Limit::Coordinate)?;
                    before = Some(*frame);
                }
                at.field("stiffness").number(*stiffness, Limit::Positive)
            }
        }
    }
}

/// The values allowed in `inputs` or in a field of an input; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "inputs" => format!("a list [{}, …]", InputKind::ALL.map(InputKind::form).join(", ")),
        "impulse" => "two finite numbers (x, y), newton seconds".to_owned(),
        "to" => format!("a list [(frame, (x, y)), …] of 1 to {MAX_WAY}, each frame after the one before"),
        "stiffness" => format!("newtons per metre, {}", Limit::Positive.allowed("")),
        _ => return None,
    })
}

/// The values allowed as an element of `inputs`.
pub(super) fn allowed_line() -> String {
    listed(&InputKind::ALL.map(InputKind::form), "or")
}

fn way<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(u64, Vec2)>, D::Error> {
    #[derive(Deserialize)]
    struct Place(#[serde(deserialize_with = "whole")] u64, #[serde(deserialize_with = "point")] Vec2);
    let places = Vec::<Place>::deserialize(deserializer)?;
    Ok(places.into_iter().map(|Place(frame, place)| (frame, place)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds as `serde` lists them in an error.
    #[test]
    fn every_kind_is_listed_under_its_name() {
        let error = ron::from_str::<SceneInput>("Nothing()").map_err(|error| error.code);
        let Err(ron::Error::NoSuchEnumVariant { expected, .. }) = error else { panic!("{error:?}") };
        assert_eq!(expected, InputKind::ALL.map(InputKind::name));
    }
}
