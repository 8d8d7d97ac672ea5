//! Types that mirror the scene file, version 1.

use std::fmt;

use collide2d::{Mix, MixRule, RigidSettings, SolverKind, Then};
use glam::Vec2;
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Scene, SceneBody, SceneMotion, ScenePart, SceneShape};

#[derive(Deserialize)]
#[serde(remote = "SolverKind", rename = "Solver")]
pub(super) enum SolverFile {
    Off,
    Linear,
    Rigid,
}

#[derive(Deserialize)]
#[serde(remote = "RigidSettings", rename = "Rigid", default = "RigidSettings::default", deny_unknown_fields)]
pub(super) struct RigidFile {
    #[serde(deserialize_with = "given_count")]
    substeps: Option<u32>,
    warm_starting: bool,
    continuous: bool,
    speculative: bool,
    smooth_seams: bool,
    slowest_bounce: f32,
}

#[derive(Deserialize)]
#[serde(remote = "Mix", rename = "Mix", default = "Mix::default", deny_unknown_fields)]
pub(super) struct MixFile {
    #[serde(deserialize_with = "RuleFile::deserialize")]
    restitution: MixRule,
    #[serde(deserialize_with = "RuleFile::deserialize")]
    friction: MixRule,
}

#[derive(Deserialize)]
#[serde(remote = "MixRule", rename = "Rule")]
enum RuleFile {
    Larger,
    Smaller,
    Average,
    Product,
    Root,
}

#[derive(Deserialize)]
#[serde(remote = "SceneMotion", rename = "Motion", deny_unknown_fields)]
pub(super) enum MotionFile {
    Static,
    Kinematic {
        #[serde(default, deserialize_with = "point")]
        velocity: Vec2,
        #[serde(default)]
        angular_velocity: f32,
    },
    Dynamic {
        #[serde(default = "one")]
        mass: f32,
        #[serde(default, deserialize_with = "point")]
        velocity: Vec2,
        #[serde(default)]
        angular_velocity: f32,
        #[serde(default, deserialize_with = "point")]
        acceleration: Vec2,
        #[serde(default = "one")]
        damping: f32,
    },
    Mover {
        #[serde(default, deserialize_with = "point")]
        velocity: Vec2,
        #[serde(default = "upward", deserialize_with = "point")]
        up: Vec2,
        #[serde(default = "max_slope")]
        max_slope: f32,
        #[serde(default = "quarter")]
        step: f32,
        #[serde(default = "quarter")]
        snap: f32,
        #[serde(default = "walking_speed")]
        speed: f32,
        #[serde(default = "jumping_speed")]
        jump: f32,
    },
}

#[derive(Deserialize)]
#[serde(rename = "Then", deny_unknown_fields)]
enum ThenFile {
    Ignore,
    Remove,
    Burst {
        #[serde(deserialize_with = "whole")]
        count: u64,
    },
}

/// The error of a body that gives its shape twice.
pub(super) const BOTH_SHAPES: &str = "shape stands beside shapes; allowed: one of the two";

/// A body, of which the file gives `shape` or `shapes`.
impl<'de> Deserialize<'de> for SceneBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut parts = None;
        // The derived function, which reads every other field.
        let mut body = Self::deserialize(BodyDeserializer { within: deserializer, parts: &mut parts })?;
        if let Some(parts) = parts {
            body.shape = SceneShape::Compound { parts };
        }
        Ok(body)
    }
}

/// Takes `shapes` out of a body's fields.
struct BodyDeserializer<'p, W> {
    /// A deserializer, its visitor, and what it visits.
    within: W,
    parts: &'p mut Option<Vec<ScenePart>>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for BodyDeserializer<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.within.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.within.deserialize_struct(name, fields, BodyDeserializer { within: visitor, parts: self.parts })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for BodyDeserializer<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.within.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let mut has_shape = false;
        let fields = ShapelessFields { map, parts: &mut *self.parts, has_shape: &mut has_shape };
        let body = self.within.visit_map(fields)?;
        if has_shape || self.parts.is_some() { Ok(body) } else { Err(A::Error::missing_field("shape")) }
    }
}

struct ShapelessFields<'p, A> {
    map: A,
    parts: &'p mut Option<Vec<ScenePart>>,
    has_shape: &'p mut bool,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for ShapelessFields<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            match key.as_str() {
                "shapes" if self.parts.is_some() => return Err(A::Error::duplicate_field("shapes")),
                "shapes" if *self.has_shape => return Err(A::Error::custom(BOTH_SHAPES)),
                "shapes" => *self.parts = Some(self.map.next_value()?),
                "shape" if self.parts.is_some() => return Err(A::Error::custom(BOTH_SHAPES)),
                other => {
                    *self.has_shape |= other == "shape";
                    return seed.deserialize(other.into_deserializer()).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

impl MotionFile {
    /// The motion of a body that gives none.
    pub(super) fn still() -> SceneMotion {
        SceneMotion::Static
    }
}

pub(super) fn default_timestep() -> f32 {
    Scene::default().timestep
}

pub(super) fn default_max_contacts() -> usize {
    Scene::default().max_contacts
}

pub(super) fn default_solver() -> SolverKind {
    Scene::default().solver
}

pub(super) fn half() -> f32 {
    0.5
}

// A mover's defaults are those of `Motion::mover`; a test compares them.
fn upward() -> Vec2 {
    Vec2::Y
}

fn max_slope() -> f32 {
    45.0
}

fn quarter() -> f32 {
    0.25
}

fn walking_speed() -> f32 {
    4.0
}

fn jumping_speed() -> f32 {
    6.0
}

pub(super) fn one() -> f32 {
    1.0
}

// Accepts any number, so that the error of a fraction or a negative number has its position.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    struct Whole;
    impl Visitor<'_> for Whole {
        type Value = u64;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number >= 0")
        }

        fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<u64, E> {
            Ok(value)
        }
    }
    deserializer.deserialize_any(Whole)
}

/// The first and the last of a range of frames, as [`whole`].
pub(super) fn frames<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(u64, u64), D::Error> {
    #[derive(Deserialize)]
    struct Ends(#[serde(deserialize_with = "whole")] u64, #[serde(deserialize_with = "whole")] u64);
    let Ends(first, last) = Ends::deserialize(deserializer)?;
    Ok((first, last))
}

// Not kept: a file of another version is refused before.
pub(super) fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    whole(deserializer).map(drop)
}

pub(super) fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    whole(deserializer).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

// The file has the value, not `Some(value)`.
pub(super) fn given_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    whole(deserializer).map(|count| Some(u32::try_from(count).unwrap_or(u32::MAX)))
}
pub(super) fn point<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec2, D::Error> {
    <(f32, f32)>::deserialize(deserializer).map(Vec2::from)
}
pub(super) fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec2>, D::Error> {
    let points = Vec::<(f32, f32)>::deserialize(deserializer)?;
    Ok(points.into_iter().map(Vec2::from).collect())
}
// The file has the value, not `Some(value)`.
pub(super) fn given_points<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Vec2>>, D::Error> {
    points(deserializer).map(Some)
}
// The file has the value, not `Some(value)`.
pub(super) fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    f32::deserialize(deserializer).map(Some)
}
pub(super) fn given_names<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<String>>, D::Error> {
    Vec::deserialize(deserializer).map(Some)
}
pub(super) fn given_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}
pub(super) fn given_point<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec2>, D::Error> {
    point(deserializer).map(Some)
}
pub(super) fn then<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Then, D::Error> {
    Ok(match ThenFile::deserialize(deserializer)? {
        ThenFile::Ignore => Then::Ignore,
        ThenFile::Remove => Then::Remove,
        ThenFile::Burst { count } => Then::Burst(u32::try_from(count).unwrap_or(u32::MAX)),
    })
}
