//! The lines after the first: a frame a line.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::format::{finite, is_false, refusal};
use crate::whole::{some_whole, whole, wholes};
use crate::{Body, Header, Places, Query, RecordError};

/// x, y and the angle, in the header's units.
pub type Pose = [f32; 3];

/// A line after the first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The engine's number of this frame; grows from line to line.
    #[serde(deserialize_with = "whole")]
    pub frame: u64,
    /// Seconds; does not fall from line to line.
    pub time: f64,
    /// Frames before this one are lost: what happened since the one before it in the file is not judged.
    #[serde(default, skip_serializing_if = "is_false")]
    pub follows_gap: bool,
    /// Places of bodies that are there no longer. A body that is added to one of them is another one.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "wholes")]
    pub remove: Vec<u32>,
    /// Bodies that come, after the others went. At the place of one that is there: its shapes from now on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<AddedBody>,
    /// One per place; `None` where no body is in this frame. A `null` among a pose's numbers is read as NaN.
    #[serde(deserialize_with = "triples")]
    pub poses: Vec<Option<Pose>>,
    /// Linear x, y in units per second, and angular velocity; one per place.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_triples")]
    pub velocities: Option<Vec<Option<[f32; 3]>>>,
    /// The contacts that the engine found.
    #[serde(default)]
    pub contacts: Vec<Contact>,
    /// What the engine told the game in this frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// What the game has to say of this frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
    /// The joints that hold in this frame. They are drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<Joint>,
    /// What the game asked, and what the engine answered on these poses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<Query>,
}

/// A body that comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AddedBody {
    /// Its place: one of those that there are, or the next.
    #[serde(deserialize_with = "whole")]
    pub index: u32,
    /// As in the header.
    #[serde(flatten)]
    pub body: Body,
}

/// What an engine tells a game of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Index of a body that is there, or that was in the frame before.
    #[serde(deserialize_with = "whole")]
    pub a: u32,
    /// Index of a body that is there, or that was in the frame before.
    #[serde(deserialize_with = "whole")]
    pub b: u32,
}

/// What happened to two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// A contact begins.
    Begin,
    /// A contact ends.
    End,
    /// A sensor is entered.
    Enter,
    /// A sensor is left.
    Exit,
}

impl EventKind {
    /// As in a frame.
    pub fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::End => "end",
            Self::Enter => "enter",
            Self::Exit => "exit",
        }
    }

    /// Whether it begins, of a contact or a sensor.
    pub fn begins(self) -> bool {
        match self {
            Self::Begin | Self::Enter => true,
            Self::End | Self::Exit => false,
        }
    }
}

/// A joint of two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// The engine's word: "revolute", "distance".
    pub kind: String,
    /// Index of a body.
    #[serde(deserialize_with = "whole")]
    pub a: u32,
    /// Index of a body.
    #[serde(deserialize_with = "whole")]
    pub b: u32,
    /// Units, in the world. `None`: from body to body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
}

/// A contact as the engine has it: at least one of normal, depth and points, unless it is a sensor's or filtered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// Index of a body.
    #[serde(deserialize_with = "whole")]
    pub a: u32,
    /// Index of a body.
    #[serde(deserialize_with = "whole")]
    pub b: u32,
    /// Index of a shape of `a`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_whole")]
    pub shape_a: Option<u32>,
    /// Index of a shape of `b`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_whole")]
    pub shape_b: Option<u32>,
    /// In the direction that the header says. Any length but 0.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "vector")]
    pub normal: Option<[f32; 2]>,
    /// Units; negative is a gap. A `null` is read as NaN.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "number")]
    pub depth: Option<f32>,
    /// Units, in the world.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "vectors")]
    pub points: Vec<[f32; 2]>,
    /// Along the normal, in the engine's unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impulse: Option<f32>,
    /// That of each point, or empty. Along the normal, in the engine's unit. A `null` is read as NaN.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "numbers")]
    pub impulses: Vec<f32>,
    /// Where `a` or `b` was when the engine found the contact, if not at the frame's pose: within the step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub poses_at: BTreeMap<u32, Pose>,
    /// The engine reports the contact and never resolves it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sensor: bool,
    /// The engine leaves the pair out on purpose, whether it touches or not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub filtered: bool,
    /// The engine found the contact in an earlier step and uses it again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reused: bool,
}

impl Frame {
    /// A frame without velocities and contacts.
    pub fn new(frame: u64, time: f64, poses: Vec<Option<Pose>>) -> Self {
        Self { frame, time, poses, ..Self::default() }
    }

    /// The same with other places of bodies; `poses_of` and `of` tell the same in both directions.
    pub(crate) fn map_places(&self, poses_of: &[usize], of: impl Fn(u32) -> u32) -> Self {
        let taken = |all: &[Option<[f32; 3]>]| {
            poses_of.iter().map(|place| all.get(*place).copied().flatten()).collect::<Vec<_>>()
        };
        let mut frame = Self {
            poses: taken(&self.poses),
            velocities: self.velocities.as_deref().map(taken),
            queries: self.queries.iter().map(|query| query.map_bodies(&of)).collect(),
            ..self.clone()
        };
        frame.remove.iter_mut().for_each(|place| *place = of(*place));
        frame.add.iter_mut().for_each(|added| added.index = of(added.index));
        for contact in &mut frame.contacts {
            (contact.a, contact.b) = (of(contact.a), of(contact.b));
            contact.poses_at = contact.poses_at.iter().map(|(body, pose)| (of(*body), *pose)).collect();
        }
        frame.events.iter_mut().for_each(|event| (event.a, event.b) = (of(event.a), of(event.b)));
        frame.joints.iter_mut().for_each(|joint| (joint.a, joint.b) = (of(joint.a), of(joint.b)));
        frame
    }

    /// Whether bodies come or go.
    pub fn changes_bodies(&self) -> bool {
        !(self.add.is_empty() && self.remove.is_empty())
    }

    /// `Err` names what a reader would refuse of this frame alone, as the first one after the header.
    pub fn check(&self, header: &Header) -> Result<(), RecordError> {
        Places::of(header).after(self).map(drop)
    }

    /// The same among the bodies that are there in it.
    pub(crate) fn check_among(&self, places: &Places) -> Result<(), RecordError> {
        let bodies = places.count();
        if !self.time.is_finite() {
            return Err(refusal("time", self.time, "a finite number"));
        }
        if self.poses.len() != bodies {
            return Err(refusal("poses", self.poses.len(), &format!("one per body, {bodies}")));
        }
        each_finite(&self.poses, "poses", "x, y, angle")?;
        if let Some(index) = (0..bodies).find(|index| self.poses[*index].is_some() && places.is_free(*index))
        {
            return Err(refusal(&format!("poses[{index}]"), "a pose", "null, for its body was removed"));
        }
        if let Some(velocities) = &self.velocities {
            if velocities.len() != bodies {
                return Err(refusal("velocities", velocities.len(), &format!("one per body, {bodies}")));
            }
            each_finite(velocities, "velocities", "x, y, angular")?;
        }
        self.contacts.iter().enumerate().try_for_each(|(i, contact)| contact.check(places, i))?;
        for (i, event) in self.events.iter().enumerate() {
            // Engines send events of bodies that went before: what such an event says is for a reader to judge.
            two_bodies(&format!("events[{i}]"), event.a, event.b, bodies, |_| true)?;
        }
        for (i, joint) in self.joints.iter().enumerate() {
            let place = format!("joints[{i}]");
            two_bodies(&place, joint.a, joint.b, bodies, |index| places.shapes(index).is_some())?;
            finite(joint.at.as_ref().map_or(&[], |at| at.as_slice()), place, "at")?;
        }
        let mut queries = self.queries.iter().enumerate();
        queries.try_for_each(|(i, query)| query.check(&format!("queries[{i}]"), places))
    }
}

impl Contact {
    /// A contact of which nothing but the bodies is known; add a normal, a depth or points.
    pub fn between(a: u32, b: u32) -> Self {
        Self { a, b, ..Self::default() }
    }

    fn check(&self, places: &Places, index: usize) -> Result<(), RecordError> {
        let place = format_args!("contacts[{index}]");
        let is_known = |body: u32| places.shapes(body).is_some();
        if self.a == self.b || !is_known(self.a) || !is_known(self.b) {
            return two_bodies(&place.to_string(), self.a, self.b, places.count(), is_known);
        }
        for (side, body, shape) in [("a", self.a, self.shape_a), ("b", self.b, self.shape_b)] {
            let count = places.shapes(body).unwrap_or_default();
            if let Some(shape) = shape.filter(|&shape| shape as usize >= count) {
                let allowed = format!("an index of the {count} shapes of body {body}");
                return Err(refusal(&format!("{place}.shape_{side}"), shape, &allowed));
            }
        }
        let is_bare = self.normal.is_none() && self.depth.is_none() && self.points.is_empty();
        if is_bare && !self.sensor && !self.filtered {
            return Err(refusal(
                &place.to_string(),
                "neither normal nor depth nor points",
                "at least one of them",
            ));
        }
        if let Some(normal) = &self.normal {
            finite(normal, place, "normal")?;
            if *normal == [0.0; 2] {
                return Err(refusal(&format!("{place}.normal"), "(0, 0)", "any other vector"));
            }
        }
        finite(self.depth.as_slice(), place, "depth")?;
        finite(self.impulse.as_slice(), place, "impulse")?;
        if !self.impulses.is_empty() && self.impulses.len() != self.points.len() {
            let allowed = format!("one per point, {}", self.points.len());
            return Err(refusal(&format!("{place}.impulses"), self.impulses.len(), &allowed));
        }
        finite(&self.impulses, place, "impulses")?;
        for (body, pose) in &self.poses_at {
            if *body != self.a && *body != self.b {
                let allowed = format!("{} and {}, its bodies", self.a, self.b);
                return Err(refusal(&format!("{place}.poses_at"), body, &allowed));
            }
            finite(pose, place, "poses_at")?;
        }
        self.points.iter().try_for_each(|point| finite(point, place, "points"))
    }
}

/// Refuses what does not name two bodies that are `known`; `count`: of places.
fn two_bodies(
    place: &str,
    a: u32,
    b: u32,
    count: usize,
    known: impl Fn(u32) -> bool,
) -> Result<(), RecordError> {
    if a == b {
        return Err(refusal(place, format!("body {a} twice"), "two bodies"));
    }
    for (side, body) in [("a", a), ("b", b)] {
        if body as usize >= count {
            return Err(refusal(
                &format!("{place}.{side}"),
                body,
                &format!("an index of the {count} bodies"),
            ));
        }
        if !known(body) {
            let found = format!("{body}, whose body was removed");
            return Err(refusal(&format!("{place}.{side}"), found, "the index of a body that is there"));
        }
    }
    Ok(())
}

/// The numbers of what is there of each body.
fn each_finite(all: &[Option<[f32; 3]>], name: &str, fields: &str) -> Result<(), RecordError> {
    let mut there = all.iter().enumerate().filter_map(|(i, numbers)| Some((i, numbers.as_ref()?)));
    there.try_for_each(|(i, numbers)| finite(numbers, format_args!("{name}[{i}]"), fields))
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Numbers of which each may be `null`, as JavaScript writes NaN.
type Numbers<const N: usize> = [Option<f32>; N];

fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    Ok(Some(Option::<f32>::deserialize(from)?.unwrap_or(f32::NAN)))
}

pub(crate) fn with_nan<const N: usize>(numbers: Numbers<N>) -> [f32; N] {
    numbers.map(|number| number.unwrap_or(f32::NAN))
}

fn vector<'de, D: Deserializer<'de>>(from: D) -> Result<Option<[f32; 2]>, D::Error> {
    Ok(Option::<Numbers<2>>::deserialize(from)?.map(with_nan))
}

fn numbers<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f32>, D::Error> {
    let numbers = Vec::<Option<f32>>::deserialize(from)?;
    Ok(numbers.into_iter().map(|number| number.unwrap_or(f32::NAN)).collect())
}

pub(crate) fn vectors<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<[f32; 2]>, D::Error> {
    Ok(Vec::<Numbers<2>>::deserialize(from)?.into_iter().map(with_nan).collect())
}

/// Poses or velocities: one a place, `None` where no body is.
type Triples = Vec<Option<[f32; 3]>>;

fn triples<'de, D: Deserializer<'de>>(from: D) -> Result<Triples, D::Error> {
    let triples = Vec::<Option<Numbers<3>>>::deserialize(from)?;
    Ok(triples.into_iter().map(|triple| triple.map(with_nan)).collect())
}

fn some_triples<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Triples>, D::Error> {
    let triples = Option::<Vec<Option<Numbers<3>>>>::deserialize(from)?;
    Ok(triples.map(|triples| triples.into_iter().map(|triple| triple.map(with_nan)).collect()))
}
