//! Types that mirror the scene file, version 1.

use std::fmt;

use collide2d::{Mix, MixRule, RigidSettings, SolverKind, Then};
use glam::Vec2;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

use super::{
    Bookmark, Expectation, Scene, SceneBody, SceneGenerator, SceneInput, SceneListener, SceneMotion,
    SceneQuery, Stop,
};

#[derive(Deserialize)]
#[serde(rename = "Scene", deny_unknown_fields)]
pub struct SceneFile {
    // Checked before everything else.
    #[serde(rename = "version", deserialize_with = "whole")]
    _version: u64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    about: String,
    #[serde(default, deserialize_with = "point")]
    gravity: Vec2,
    #[serde(default = "default_timestep")]
    timestep: f32,
    #[serde(default = "default_max_contacts", deserialize_with = "whole")]
    max_contacts: u64,
    #[serde(default, deserialize_with = "given_count")]
    iterations: Option<u32>,
    #[serde(default = "default_solver", deserialize_with = "SolverFile::deserialize")]
    solver: SolverKind,
    #[serde(default)]
    timesteps: Vec<f32>,
    #[serde(default, deserialize_with = "RigidFile::deserialize")]
    rigid: RigidSettings,
    #[serde(default, deserialize_with = "MixFile::deserialize")]
    mix: Mix,
    #[serde(default)]
    bodies: Vec<SceneBody>,
    #[serde(default)]
    listeners: Vec<SceneListener>,
    #[serde(default)]
    generators: Vec<SceneGenerator>,
    #[serde(default)]
    queries: Vec<SceneQuery>,
    #[serde(default)]
    ahead: f32,
    #[serde(default)]
    expect: Vec<Expectation>,
    #[serde(default)]
    stops: Vec<Stop>,
    #[serde(default)]
    watch: Vec<String>,
    #[serde(default)]
    bookmarks: Vec<Bookmark>,
    #[serde(default)]
    inputs: Vec<SceneInput>,
}

#[derive(Deserialize)]
#[serde(remote = "SolverKind", rename = "Solver")]
enum SolverFile {
    Off,
    Linear,
    Rigid,
}

#[derive(Deserialize)]
#[serde(remote = "RigidSettings", rename = "Rigid", default = "RigidSettings::default", deny_unknown_fields)]
struct RigidFile {
    #[serde(deserialize_with = "given_count")]
    substeps: Option<u32>,
    warm_starting: bool,
    continuous: bool,
    speculative: bool,
}

#[derive(Deserialize)]
#[serde(remote = "Mix", rename = "Mix", default = "Mix::default", deny_unknown_fields)]
struct MixFile {
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

impl SceneFile {
    /// The scene as written, not yet validated.
    pub fn into_scene(self) -> Scene {
        Scene {
            name: self.name,
            about: self.about,
            gravity: self.gravity,
            timestep: self.timestep,
            max_contacts: usize::try_from(self.max_contacts).unwrap_or(usize::MAX),
            iterations: self.iterations,
            solver: self.solver,
            timesteps: self.timesteps,
            rigid: self.rigid,
            mix: self.mix,
            bodies: self.bodies,
            listeners: self.listeners,
            generators: self.generators,
            queries: self.queries,
            ahead: self.ahead,
            expect: self.expect,
            stops: self.stops,
            watch: self.watch,
            bookmarks: self.bookmarks,
            inputs: self.inputs,
        }
    }
}

impl MotionFile {
    /// The motion of a body that gives none.
    pub(super) fn still() -> SceneMotion {
        SceneMotion::Static
    }
}

fn default_timestep() -> f32 {
    Scene::default().timestep
}

fn default_max_contacts() -> u64 {
    Scene::default().max_contacts as u64
}

fn default_solver() -> SolverKind {
    Scene::default().solver
}
pub(super) fn half() -> f32 {
    0.5
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

// The file has the value, not `Some(value)`.
fn given_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
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
