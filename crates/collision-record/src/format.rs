//! The first line of a recording: the header.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

use crate::RecordError;
use crate::frame::{vectors, with_nan};

/// Most corners of a polygon, as Collision Test has them.
const MOST_CORNERS: usize = 64;

/// Most points of a chain.
const MOST_POINTS: usize = 4096;

/// The first line: what no reader should have to guess.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format: 1.
    #[serde(deserialize_with = "crate::whole::whole")]
    pub recording: u32,
    /// What is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Name and version of the engine.
    pub engine: String,
    /// Metres, > 0. The length of one of the engine's units.
    pub metres_per_unit: f32,
    /// Where positive y points.
    pub y: VerticalAxis,
    /// The unit of angles. Positive angles turn x toward y.
    pub angle: AngleUnit,
    /// The direction of contact normals.
    pub normal: NormalDirection,
    /// Units a second squared, as the axes of the file are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gravity: Option<[f32; 2]>,
    /// The bodies; frames name them by index.
    pub bodies: Vec<Body>,
}

/// Where positive y points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerticalAxis {
    /// As in mathematics.
    #[default]
    Up,
    /// As on screens.
    Down,
}

/// The unit of angles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AngleUnit {
    /// Radians.
    #[default]
    Radians,
    /// Degrees.
    Degrees,
}

/// The direction of contact normals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NormalDirection {
    /// From a contact's `a` to its `b`, as Box2D and rapier have it.
    #[default]
    #[serde(rename = "from a to b")]
    FromAToB,
    /// From a contact's `b` to its `a`.
    #[serde(rename = "from b to a")]
    FromBToA,
}

impl VerticalAxis {
    /// As in a header.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

impl AngleUnit {
    /// As in a header.
    pub fn name(self) -> &'static str {
        match self {
            Self::Radians => "radians",
            Self::Degrees => "degrees",
        }
    }
}

impl NormalDirection {
    /// As in a header.
    pub fn name(self) -> &'static str {
        match self {
            Self::FromAToB => "from a to b",
            Self::FromBToA => "from b to a",
        }
    }
}

/// A body and its shapes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// Its name, unique in the recording.
    pub name: String,
    /// The body never moves.
    #[serde(default, rename = "static", skip_serializing_if = "is_false")]
    pub is_static: bool,
    /// The body moves as the game says, whatever it meets.
    #[serde(default, rename = "kinematic", skip_serializing_if = "is_false")]
    pub is_kinematic: bool,
    /// The body is reported and never resolved.
    #[serde(default, rename = "sensor", skip_serializing_if = "is_false")]
    pub is_sensor: bool,
    /// Names of what it is; `None`: everything, empty: nobody. Two bodies meet where each meets what the other is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<Vec<String>>,
    /// Names of what it meets; `None`: everything, empty: nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meets: Option<Vec<String>>,
    /// The direction out of it, in its frame, on whose side alone it holds others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_way: Option<[f32; 2]>,
    /// >= 0, in a unit of the engine; 0, as engines have it of what they do not move, tells nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
    /// >= 0, before the engine mixes those of two bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// >= 0, before the engine mixes those of two bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
    /// At least one.
    pub shapes: Vec<PlacedShape>,
}

/// A shape at its place in its body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ReadShape")]
pub struct PlacedShape {
    /// The shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// Units, in the body's frame.
    #[serde(default, skip_serializing_if = "is_origin")]
    pub at: [f32; 2],
    /// Angle, in the body's frame.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turned: f32,
    /// The engine calls the shape touching at this distance. Units, >= 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skin: f32,
}

/// [`PlacedShape`] as it is read, with the keys that are no part of it.
#[derive(Deserialize)]
struct ReadShape {
    #[serde(flatten)]
    shape: Shape,
    #[serde(default, deserialize_with = "point")]
    at: [f32; 2],
    #[serde(default, deserialize_with = "number")]
    turned: f32,
    #[serde(default, deserialize_with = "number")]
    skin: f32,
    #[serde(flatten)]
    rest: BTreeMap<String, IgnoredAny>,
}

impl TryFrom<ReadShape> for PlacedShape {
    type Error = String;

    fn try_from(ReadShape { shape, at, turned, skin, rest }: ReadShape) -> Result<Self, String> {
        let second = rest.keys().find(|key| Shape::KEYS.contains(&key.as_str()));
        match second {
            Some(key) => Err(format!(
                "a shape has one kind; found {key:?} beside another one; allowed: an entry of `shapes` for each"
            )),
            None => Ok(Self { shape, at, turned, skin }),
        }
    }
}

impl Shape {
    /// The keys of the kinds.
    const KEYS: [&str; 7] = ["circle", "rectangle", "segment", "polygon", "capsule", "chain", "half_plane"];
}

/// A shape. Lengths are in the header's units. A `null` for a number is read as NaN.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Around its place.
    #[allow(missing_docs)]
    Circle {
        #[serde(deserialize_with = "number")]
        radius: f32,
    },
    /// Around its place; every point within the radius of it, which is 0 or more.
    #[allow(missing_docs)]
    Rectangle {
        #[serde(deserialize_with = "number")]
        width: f32,
        #[serde(deserialize_with = "number")]
        height: f32,
        #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "number")]
        radius: f32,
    },
    /// A line without thickness.
    #[allow(missing_docs)]
    Segment {
        #[serde(deserialize_with = "point")]
        start: [f32; 2],
        #[serde(deserialize_with = "point")]
        end: [f32; 2],
    },
    /// Convex, 3 to 64 corners, either winding; every point within the radius of it, which is 0 or more.
    #[allow(missing_docs)]
    Polygon {
        #[serde(deserialize_with = "vectors")]
        points: Vec<[f32; 2]>,
        #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "number")]
        radius: f32,
    },
    /// Every point within the radius of the segment.
    #[allow(missing_docs)]
    Capsule {
        #[serde(deserialize_with = "point")]
        start: [f32; 2],
        #[serde(deserialize_with = "point")]
        end: [f32; 2],
        #[serde(deserialize_with = "number")]
        radius: f32,
    },
    /// Lines without thickness from point to point, 2 to 4096 points; closed: from the last to the first as well.
    /// One-sided: it holds only what is on the side of (dy, -dx) of each line's direction (dx, dy), as Box2D's chains do.
    #[allow(missing_docs)]
    Chain {
        #[serde(deserialize_with = "vectors")]
        points: Vec<[f32; 2]>,
        #[serde(default, skip_serializing_if = "is_false")]
        closed: bool,
        #[serde(default, skip_serializing_if = "is_false")]
        one_sided: bool,
    },
    /// Solid on the side that the normal points away from, through its place.
    #[allow(missing_docs)]
    #[serde(rename = "half_plane")]
    HalfPlane {
        #[serde(deserialize_with = "point")]
        normal: [f32; 2],
    },
}

impl Header {
    /// Metres, y up, radians, normals from a to b.
    pub fn new(engine: impl Into<String>, bodies: Vec<Body>) -> Self {
        Self {
            recording: 1,
            name: None,
            engine: engine.into(),
            metres_per_unit: 1.0,
            y: VerticalAxis::default(),
            angle: AngleUnit::default(),
            normal: NormalDirection::default(),
            gravity: None,
            bodies,
        }
    }

    /// `Err` names what a reader would refuse.
    pub fn check(&self) -> Result<(), RecordError> {
        if self.recording != 1 {
            return Err(refusal("recording", self.recording, "version 1"));
        }
        if !(self.metres_per_unit.is_finite() && self.metres_per_unit > 0.0) {
            return Err(refusal("metres_per_unit", self.metres_per_unit, "a number > 0"));
        }
        let is_far = |n: &f32| !(n * self.metres_per_unit).is_finite();
        if let Some([x, y]) = self.gravity.filter(|gravity| gravity.iter().any(is_far)) {
            return Err(refusal("gravity", format!("({x}, {y})"), "two finite numbers, in metres too"));
        }
        let mut names = HashSet::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            if body.name.is_empty() || !names.insert(body.name.as_str()) {
                return Err(refusal(
                    &format!("bodies[{i}].name"),
                    format!("{:?}", body.name),
                    "a name of its own",
                ));
            }
            body.check_shapes(&format!("bodies[{i}]"))?;
        }
        Ok(())
    }
}

impl Body {
    /// A body that may move.
    pub fn new(name: impl Into<String>, shapes: Vec<PlacedShape>) -> Self {
        Self {
            name: name.into(),
            is_static: false,
            is_kinematic: false,
            is_sensor: false,
            is: None,
            meets: None,
            one_way: None,
            mass: None,
            friction: None,
            restitution: None,
            shapes,
        }
    }

    /// The body never moves.
    pub fn fixed(self) -> Self {
        Self { is_static: true, ..self }
    }

    pub(crate) fn check_shapes(&self, place: &str) -> Result<(), RecordError> {
        if self.shapes.is_empty() {
            return Err(refusal(&format!("{place}.shapes"), "none", "at least one shape"));
        }
        let told = [(self.mass, "mass"), (self.friction, "friction"), (self.restitution, "restitution")];
        for (number, field) in told {
            number.map_or(Ok(()), |number| not_negative(number, place, field))?;
        }
        let mut shapes = self.shapes.iter().enumerate();
        shapes.try_for_each(|(k, placed)| placed.check(&format!("{place}.shapes[{k}]")))
    }
}

impl PlacedShape {
    /// At the body's position, unturned.
    pub fn new(shape: Shape) -> Self {
        Self { shape, at: [0.0; 2], turned: 0.0, skin: 0.0 }
    }

    /// At this place in the body's frame, turned by this angle.
    pub fn placed(self, at: [f32; 2], turned: f32) -> Self {
        Self { at, turned, ..self }
    }

    /// `Err` names what a reader leaves out; `place`: where the shape stands.
    pub fn check(&self, place: &str) -> Result<(), RecordError> {
        finite(&self.at, place, "at")?;
        finite(&[self.turned], place, "turned")?;
        not_negative(self.skin, place, "skin")?;
        self.shape.check(place)
    }
}

impl Shape {
    pub(crate) fn check(&self, place: &str) -> Result<(), RecordError> {
        match self {
            Self::Circle { radius } => positive(&[*radius], place, "radius"),
            Self::Rectangle { width, height, radius } => {
                positive(&[*width, *height], place, "width and height")?;
                not_negative(*radius, place, "radius")
            }
            Self::Segment { start, end } => ends(start, end, place),
            Self::Capsule { start, end, radius } => {
                ends(start, end, place)?;
                positive(&[*radius], place, "radius")
            }
            Self::Polygon { points, radius } => {
                not_negative(*radius, place, "radius")?;
                if !(3..=MOST_CORNERS).contains(&points.len()) {
                    return Err(refusal(&format!("{place}.points"), points.len(), "3 to 64 points"));
                }
                points.iter().try_for_each(|point| finite(point, place, "points"))
            }
            Self::Chain { points, closed, .. } => {
                let least = if *closed { 3 } else { 2 };
                if !(least..=MOST_POINTS).contains(&points.len()) {
                    let allowed = format!("{least} to {MOST_POINTS} points");
                    return Err(refusal(&format!("{place}.points"), points.len(), &allowed));
                }
                points.iter().try_for_each(|point| finite(point, place, "points"))?;
                let around = points.iter().zip(points.iter().cycle().skip(1));
                let count = if *closed { points.len() } else { points.len() - 1 };
                match around.take(count).position(|(from, to)| from == to) {
                    Some(i) => Err(refusal(
                        &format!("{place}.points[{i}]"),
                        format!("({}, {})", points[i][0], points[i][1]),
                        "another point than the next",
                    )),
                    None => Ok(()),
                }
            }
            Self::HalfPlane { normal } => {
                finite(normal, place, "normal")?;
                if *normal == [0.0; 2] {
                    return Err(refusal(&format!("{place}.normal"), "(0, 0)", "any other vector"));
                }
                Ok(())
            }
        }
    }
}

pub(crate) fn refusal(place: &str, found: impl fmt::Display, allowed: &str) -> RecordError {
    RecordError::Refused { place: place.to_owned(), found: found.to_string(), allowed: allowed.to_owned() }
}

pub(crate) fn finite(numbers: &[f32], place: impl fmt::Display, field: &str) -> Result<(), RecordError> {
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(refusal(&format!("{place}, {field}"), number, "a finite number")),
        None => Ok(()),
    }
}

fn positive(numbers: &[f32], place: &str, field: &str) -> Result<(), RecordError> {
    match numbers.iter().find(|number| !(number.is_finite() && **number > 0.0)) {
        Some(number) => Err(refusal(&format!("{place}, {field}"), number, "a number > 0")),
        None => Ok(()),
    }
}

fn not_negative(number: f32, place: &str, field: &str) -> Result<(), RecordError> {
    if number.is_finite() && number >= 0.0 {
        return Ok(());
    }
    Err(refusal(&format!("{place}, {field}"), number, "a number >= 0"))
}

fn ends(start: &[f32; 2], end: &[f32; 2], place: &str) -> Result<(), RecordError> {
    finite(start, place, "start")?;
    finite(end, place, "end")?;
    if start == end {
        return Err(refusal(
            &format!("{place}.end"),
            format!("({}, {})", end[0], end[1]),
            "another point than start",
        ));
    }
    Ok(())
}

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

pub(crate) fn is_zero(value: &f32) -> bool {
    *value == 0.0
}

fn is_origin(value: &[f32; 2]) -> bool {
    *value == [0.0; 2]
}

fn number<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    Ok(Option::<f32>::deserialize(from)?.unwrap_or(f32::NAN))
}

fn point<'de, D: Deserializer<'de>>(from: D) -> Result<[f32; 2], D::Error> {
    Ok(with_nan(<[Option<f32>; 2]>::deserialize(from)?))
}
