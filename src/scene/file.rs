//! Types that mirror the scene file, version 1.

use std::fmt;

use collide2d::{ShapeKind, SolverKind, Then};
use glam::Vec2;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer};

use super::{Expectation, Scene, SceneBody, SceneGenerator, SceneListener, SceneMotion, SceneShape};

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
    #[serde(default, deserialize_with = "given_whole")]
    iterations: Option<u64>,
    #[serde(default)]
    solver: SolverFile,
    #[serde(default)]
    bodies: Vec<BodyFile>,
    #[serde(default)]
    listeners: Vec<ListenerFile>,
    #[serde(default)]
    generators: Vec<SceneGenerator>,
    #[serde(default)]
    ahead: f32,
    #[serde(default)]
    expect: Vec<Expectation>,
}

#[derive(Deserialize, Default)]
#[serde(rename = "Solver")]
enum SolverFile {
    Off,
    #[default]
    Linear,
    Rigid,
}

#[derive(Deserialize)]
#[serde(rename = "Body", deny_unknown_fields)]
struct BodyFile {
    name: String,
    shape: ShapeFile,
    #[serde(default, deserialize_with = "given_points")]
    outline: Option<Vec<Vec2>>,
    #[serde(default, deserialize_with = "point")]
    position: Vec2,
    #[serde(default)]
    rotation: f32,
    #[serde(default)]
    motion: MotionFile,
    #[serde(default)]
    restitution: f32,
    #[serde(default = "default_friction")]
    friction: f32,
    #[serde(default)]
    sensor: bool,
}

#[derive(Deserialize)]
#[serde(rename = "Shape", deny_unknown_fields)]
enum ShapeFile {
    Circle {
        radius: f32,
    },
    Capsule {
        #[serde(deserialize_with = "point")]
        start: Vec2,
        #[serde(deserialize_with = "point")]
        end: Vec2,
        radius: f32,
    },
    Rectangle {
        width: f32,
        height: f32,
    },
    Polygon {
        #[serde(deserialize_with = "points")]
        points: Vec<Vec2>,
    },
    Wall {
        #[serde(deserialize_with = "point")]
        start: Vec2,
        #[serde(deserialize_with = "point")]
        end: Vec2,
    },
}

// A variant for each shape kind. The compiler does not notice a missing one here.
const _: () = assert!(ShapeKind::COUNT == 5);

#[derive(Deserialize, Default)]
#[serde(rename = "Motion", deny_unknown_fields)]
enum MotionFile {
    #[default]
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
#[serde(rename = "Listener", deny_unknown_fields)]
struct ListenerFile {
    #[serde(default, deserialize_with = "given_text")]
    name: Option<String>,
    #[serde(default, deserialize_with = "given_text")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "given_text")]
    body: Option<String>,
    #[serde(default)]
    then: ThenFile,
}

#[derive(Deserialize, Default)]
#[serde(rename = "Then", deny_unknown_fields)]
enum ThenFile {
    #[default]
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
            iterations: self.iterations.map(|most| u32::try_from(most).unwrap_or(u32::MAX)),
            solver: match self.solver {
                SolverFile::Off => SolverKind::Off,
                SolverFile::Linear => SolverKind::Linear,
                SolverFile::Rigid => SolverKind::Rigid,
            },
            bodies: self.bodies.into_iter().map(BodyFile::into_body).collect(),
            listeners: self.listeners.into_iter().map(ListenerFile::into_listener).collect(),
            generators: self.generators,
            ahead: self.ahead,
            expect: self.expect,
        }
    }
}

impl ListenerFile {
    fn into_listener(self) -> SceneListener {
        let then = match self.then {
            ThenFile::Ignore => Then::Ignore,
            ThenFile::Remove => Then::Remove,
            ThenFile::Burst { count } => Then::Burst(u32::try_from(count).unwrap_or(u32::MAX)),
        };
        SceneListener { name: self.name, kind: self.kind, body: self.body, then }
    }
}

impl BodyFile {
    fn into_body(self) -> SceneBody {
        SceneBody {
            name: self.name,
            shape: match self.shape {
                ShapeFile::Circle { radius } => SceneShape::Circle { radius },
                ShapeFile::Capsule { start, end, radius } => SceneShape::Capsule { start, end, radius },
                ShapeFile::Rectangle { width, height } => SceneShape::Rectangle { width, height },
                ShapeFile::Polygon { points } => SceneShape::Polygon { points },
                ShapeFile::Wall { start, end } => SceneShape::Wall { start, end },
            },
            outline: self.outline,
            position: self.position,
            rotation: self.rotation,
            motion: match self.motion {
                MotionFile::Static => SceneMotion::Static,
                MotionFile::Kinematic { velocity, angular_velocity } => {
                    SceneMotion::Kinematic { velocity, angular_velocity }
                }
                MotionFile::Dynamic { mass, velocity, angular_velocity, acceleration, damping } => {
                    SceneMotion::Dynamic { mass, velocity, angular_velocity, acceleration, damping }
                }
            },
            restitution: self.restitution,
            friction: self.friction,
            sensor: self.sensor,
        }
    }
}

fn default_timestep() -> f32 {
    Scene::default().timestep
}
fn default_max_contacts() -> u64 {
    Scene::default().max_contacts as u64
}
fn default_friction() -> f32 {
    0.5
}
fn one() -> f32 {
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

// The file has the value, not `Some(value)`.
fn given_whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    whole(deserializer).map(Some)
}
pub(super) fn point<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec2, D::Error> {
    <(f32, f32)>::deserialize(deserializer).map(Vec2::from)
}
fn points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec2>, D::Error> {
    let points = Vec::<(f32, f32)>::deserialize(deserializer)?;
    Ok(points.into_iter().map(Vec2::from).collect())
}
// The file has the value, not `Some(value)`.
fn given_points<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Vec2>>, D::Error> {
    points(deserializer).map(Some)
}
// The file has the value, not `Some(value)`.
pub(super) fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    f32::deserialize(deserializer).map(Some)
}
fn given_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}
pub(super) fn given_point<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec2>, D::Error> {
    point(deserializer).map(Some)
}
