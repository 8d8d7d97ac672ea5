//! Inputs: pushes, pulls and what movers are told, planned by frame. Everything particular to a kind of input in a file is here:
//! reading, writing, validating, the world's input, and random ones for tests.

use std::collections::HashMap;

use collide2d::{Motion, Pull, WorldInput};
use glam::Vec2;
use serde::{Deserialize, Deserializer};

use super::Scene;
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
    /// What a mover does from `frame` on, until its next line.
    Input {
        #[serde(default, deserialize_with = "whole")]
        frame: u64,
        /// Name of a mover.
        body: String,
        /// -1 to 1: a share of its speed, to the right of its up.
        #[serde(default, rename = "move")]
        direction: f32,
        /// It jumps in this frame, if it stands on ground.
        #[serde(default)]
        jump: bool,
    },
}

kinds!(SceneInput of InputKind: Push Pull Input);

impl InputKind {
    fn form(self) -> &'static str {
        match self {
            Self::Push => "Push(frame: …, body: …, impulse: …)",
            Self::Pull => "Pull(frames: …, body: …, to: …, stiffness: …)",
            Self::Input => "Input(frame: …, body: …, move: …, jump: …)",
        }
    }

    /// Whether it is for bodies that move so.
    pub fn is_for(self, motion: &Motion) -> bool {
        match self {
            Self::Push | Self::Pull => matches!(motion, Motion::Dynamic { .. }),
            Self::Input => matches!(motion, Motion::Mover { .. }),
        }
    }

    /// One of this kind for a body that it is for, for tests. It is valid where the values are.
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
            Self::Input => {
                let share = values.number(Limit::Share);
                let direction = if values.flag() { share } else { -share };
                SceneInput::Input { frame, body, direction, jump: values.flag() }
            }
        }
    }
}

impl SceneInput {
    /// The first and the last frame whose step it acts in; of what a mover is told the first alone.
    pub fn frames(&self) -> (u64, u64) {
        match self {
            Self::Push { frame, .. } | Self::Input { frame, .. } => (*frame, *frame),
            Self::Pull { frames, .. } => *frames,
        }
    }

    /// "Push crate at frame 12, 3 N·s"; "hero walks right from frame 30 on, jumps".
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
            Self::Input { frame, direction, jump, .. } => {
                let jumps = if *jump { ", jumps" } else { "" };
                format!("{body} {} from frame {frame} on{jumps}", walking_words(*direction))
            }
        }
    }

    /// What a mover is told of its way; 0 of other lines.
    pub fn direction(&self) -> f32 {
        match self {
            Self::Input { direction, .. } => *direction,
            Self::Push { .. } | Self::Pull { .. } => 0.0,
        }
    }

    /// Whether a mover is told to jump in this frame.
    pub fn jumps_at(&self, at: u64) -> bool {
        matches!(self, Self::Input { frame, jump: true, .. } if *frame == at)
    }

    /// Puts a line among others, in the order of their frames: after the last one that begins no later. The others keep their
    /// order, in which those of one frame act.
    pub fn insert(self, lines: &mut Vec<Self>) {
        let last = lines.iter().rposition(|line| line.frames().0 <= self.frames().0);
        lines.insert(last.map_or(0, |last| last + 1), self);
    }

    pub fn body(&self) -> &str {
        match self {
            Self::Push { body, .. } | Self::Pull { body, .. } | Self::Input { body, .. } => body,
        }
    }

    pub fn body_mut(&mut self) -> &mut String {
        match self {
            Self::Push { body, .. } | Self::Pull { body, .. } | Self::Input { body, .. } => body,
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
            Self::Input { frame, direction, jump, .. } => {
                WorldInput::Walk { frame: *frame, body, direction: *direction, jump: *jump }
            }
        })
    }

    /// What is left of the lines in a run that begins at this frame. What a mover was told last goes on, without its jump.
    pub fn after(lines: &[Self], begin: u64) -> Vec<Self> {
        let mut in_force: HashMap<&str, (u64, usize)> = HashMap::new();
        for (index, line) in lines.iter().enumerate() {
            if let Self::Input { frame, body, .. } = line
                && *frame <= begin
            {
                let last = in_force.entry(body).or_default();
                *last = (*last).max((*frame, index));
            }
        }
        let goes_on =
            |index: usize, line: &Self| in_force.get(line.body()).is_some_and(|last| last.1 == index);
        let lines = lines.iter().enumerate();
        lines.filter_map(|(index, line)| line.rest(begin, || goes_on(index, line))).collect()
    }

    /// What is left of it in a run that begins at this frame; `None`: nothing. `goes_on`: it is what a mover was told last.
    fn rest(&self, begin: u64, goes_on: impl Fn() -> bool) -> Option<Self> {
        match self {
            Self::Input { frame, body, direction, jump } => {
                let is_past = *frame < begin;
                // A mover that nothing tells stands still.
                let is_left = !is_past || goes_on() && *direction != 0.0;
                is_left.then(|| Self::Input {
                    frame: frame.saturating_sub(begin),
                    body: body.clone(),
                    direction: *direction,
                    jump: *jump && !is_past,
                })
            }
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
            Self::Input { frame, body, direction, jump } => {
                fields.given("frame", *frame != 0, || RonNode::Text(frame.to_string()));
                fields.always("body", string(body));
                fields.number("move", *direction, 0.0);
                fields.given("jump", *jump, || RonNode::text(true));
            }
        }
        fields.into_group(format!("{}(", self.kind().name()))
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        let body = names.body(at, "body", self.body())?;
        if body.is_some_and(|body| !self.kind().is_for(&body.motion)) {
            let (because, allowed) = match self {
                Self::Push { .. } | Self::Pull { .. } => {
                    ("which nothing pushes, because its motion is not Dynamic", "the name of a dynamic body")
                }
                Self::Input { .. } => {
                    ("which does not walk, because its motion is not Mover", "the name of a mover")
                }
            };
            return Err(Fault {
                because: Some(because.to_owned()),
                allowed: Some(allowed.to_owned()),
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
            Self::Input { frame, direction, .. } => {
                at.field("frame").require(*frame <= MAX_EXPECT_FRAME, || frame.to_string())?;
                let is_share = (-1.0..=1.0).contains(direction);
                at.field("move").require(is_share, || format!("{direction:?}"))
            }
        }
    }
}

impl Scene {
    /// What a mover is told in a frame: the line of the inputs that is in force, of lines of one frame the last.
    pub fn told(&self, mover: &str, frame: u64) -> Option<&SceneInput> {
        let is_in_force = |input: &&SceneInput| matches!(input, SceneInput::Input { frame: from, body, .. } if *from <= frame && body == mover);
        self.inputs.iter().filter(is_in_force).max_by_key(|input| input.frames().0)
    }
}

/// The values allowed in `inputs` or in a field of an input; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "inputs" => format!("a list [{}, …]", InputKind::ALL.map(InputKind::form).join(", ")),
        "impulse" => "two finite numbers (x, y), newton seconds".to_owned(),
        "to" => format!("a list [(frame, (x, y)), …] of 1 to {MAX_WAY}, each frame after the one before"),
        "stiffness" => format!("newtons per metre, {}", Limit::Positive.allowed("")),
        "move" => "a number from -1.0 to 1.0, the share of its speed to the right of its up".to_owned(),
        "jump" => "true or false".to_owned(),
        _ => return None,
    })
}

/// The values allowed as an element of `inputs`.
pub(super) fn allowed_line() -> String {
    listed(&InputKind::ALL.map(InputKind::form), "or")
}

/// "walks right", "walks left at 0.5 of its speed", "stands".
fn walking_words(direction: f32) -> String {
    let side = if direction < 0.0 { "left" } else { "right" };
    match direction.abs() {
        0.0 => "stands".to_owned(),
        1.0 => format!("walks {side}"),
        share => format!("walks {side} at {} of its speed", super::numbers::short(f64::from(share))),
    }
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
