//! The scene: the content of a scene file, which the editor edits. Angles are in degrees, as in the file.

pub mod link;
pub mod numbers;
pub mod shipped;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use collide2d::{
    BodyDef, Generator, Listener, Mix, Pose, RigidSettings, SolverKind, ValueError, World, WorldSettings,
};
use glam::Vec2;
use serde::Deserialize;

use crate::platform::plain;
use file::{MotionFile, given_names, given_point, given_points, half, one, point};

mod bookmark;
mod brackets;
mod difference;
mod every_field;
mod expectation;
pub mod expression;
mod fault;
pub mod field;
pub mod fields;
mod file;
mod find;
pub mod generator;
pub mod group;
mod input;
pub mod joint;
mod kinds;
pub mod limit;
mod line;
mod listener;
pub(crate) mod locate;
pub mod masks;
pub mod merge;
pub mod named;
pub mod obstacle;
pub mod pieces;
pub mod present;
pub mod query;
mod random;
pub mod read;
pub mod shape;
mod stop;
pub mod successor;
pub mod validate;
pub mod vary;
pub mod watched;
pub mod write;

pub use bookmark::Bookmark;
pub use difference::{SceneDifference, unlike};
pub use expectation::{DEFAULT_TOLERANCE, Expectation, ExpectationKind, ExpectationWords};
pub use fault::{ANY, MAX_NAME};
pub use find::{
    FoundParts, PairParts, are_meant, deepest_contact, degrees_off_one_way, ghost_words, leaf_name,
    may_be_parts, nearest_points, touch, toward,
};
pub use generator::{SceneGenerator, generator_name};
pub use input::{InputKind, SceneInput};
pub use joint::{SceneJoint, SceneLinks};
pub use limit::MAX_EXPECT_FRAME;
pub use listener::{SceneListener, ThenKind, unnamed as unnamed_listener};
pub use named::{BodyPart, NamedBody};
pub use query::{QueryForm, QueryKind, SceneQuery};
pub use random::RandomValues;
pub use shape::{ScenePart, SceneShape};
pub use stop::{GHOST_BY, LEAST_GAIN, Stop, StopCondition, StopKind};
pub use validate::{MAX_CANDIDATES, MAX_OUTLINE};
pub use vary::Vary;

/// A whole scene, as plain data. [`Scene::validate`] passes for every scene that was loaded or applied.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// 1 in every file. Checked before everything else, see [`read`].
    #[serde(deserialize_with = "file::version")]
    pub version: (),
    /// Shown in the title and the report; may be empty.
    #[serde(default)]
    pub name: String,
    /// One sentence about it, at most [`validate::MAX_ABOUT`] characters; may be empty.
    #[serde(default)]
    pub about: String,
    /// Metres per second squared.
    #[serde(default, deserialize_with = "point")]
    pub gravity: Vec2,
    /// Seconds per step, 0.0001 to 0.1.
    #[serde(default = "file::default_timestep")]
    pub timestep: f32,
    /// Most contacts handled in one frame.
    #[serde(default = "file::default_max_contacts", deserialize_with = "file::count")]
    pub max_contacts: usize,
    /// Most iterations of `Linear` in one frame; `None`: twice the contacts.
    #[serde(default, deserialize_with = "file::given_count")]
    pub iterations: Option<u32>,
    #[serde(default = "file::default_solver", deserialize_with = "file::SolverFile::deserialize")]
    pub solver: SolverKind,
    /// Lengths of the first steps; later ones take `timestep`. Seconds, at most [`limit::MAX_TIMESTEPS`].
    #[serde(default)]
    pub timesteps: Vec<f32>,
    /// Islands of bodies that came to rest sleep.
    #[serde(default)]
    pub sleep: bool,
    /// Switches of the solver `Rigid`.
    #[serde(default, deserialize_with = "file::RigidFile::deserialize")]
    pub rigid: RigidSettings,
    /// How a pair's restitution and friction come of those of its bodies.
    #[serde(default, deserialize_with = "file::MixFile::deserialize")]
    pub mix: Mix,
    /// Bodies in file order.
    #[serde(default)]
    pub bodies: Vec<SceneBody>,
    /// Listeners, which take contacts from the solver. The first that matches takes the contact.
    #[serde(default)]
    pub listeners: Vec<SceneListener>,
    /// Generators, which make contacts that no two shapes make.
    #[serde(default)]
    pub generators: Vec<SceneGenerator>,
    /// Joints, which hold points of two bodies together.
    #[serde(default)]
    pub joints: Vec<SceneJoint>,
    /// Questions to the world, answered at every frame.
    #[serde(default)]
    pub queries: Vec<SceneQuery>,
    /// Impacts within this time are shown as soon as the scene is opened, 0 to [`limit::MAX_AHEAD`]; 0: none.
    /// Seconds.
    #[serde(default)]
    pub ahead: f32,
    /// Expectations, which `check` asserts.
    #[serde(default)]
    pub expect: Vec<Expectation>,
    /// Stops, at which playing stops.
    #[serde(default)]
    pub stops: Vec<Stop>,
    /// Names of [`watched::WatchedNumber`], whose values are watched over the frames.
    #[serde(default)]
    pub watch: Vec<String>,
    /// Frames with a note.
    #[serde(default)]
    pub bookmarks: Vec<Bookmark>,
    /// What is done to bodies, planned by frame. Pushes and pulls act in their order.
    #[serde(default)]
    pub inputs: Vec<SceneInput>,
    /// Numbers of bodies, of whose values `hunt` tries every combination. A run has the bodies' own.
    #[serde(default)]
    pub vary: Vec<Vary>,
}

/// One body as in the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(remote = "Self", rename = "Body", deny_unknown_fields)]
pub struct SceneBody {
    /// Not empty, unique in the scene.
    pub name: String,
    /// Local space. A file has `shapes` in its place where it is a compound, see [`file`].
    #[serde(default = "SceneShape::none", alias = "shapes")]
    pub shape: SceneShape,
    /// A line that is drawn behind the shape and never collided with. 3 to [`MAX_OUTLINE`] points, local space,
    /// metres; need not be convex.
    #[serde(default, deserialize_with = "given_points")]
    pub outline: Option<Vec<Vec2>>,
    /// Metres.
    #[serde(default, deserialize_with = "point")]
    pub position: Vec2,
    /// Degrees, counter-clockwise.
    #[serde(default)]
    pub rotation: f32,
    #[serde(default = "MotionFile::still", deserialize_with = "MotionFile::deserialize")]
    pub motion: SceneMotion,
    /// 0 to 1.
    #[serde(default)]
    pub restitution: f32,
    /// >= 0.
    #[serde(default = "half")]
    pub friction: f32,
    /// Contacts are reported, but not resolved.
    #[serde(default)]
    pub sensor: bool,
    /// It is swept against everything that it would pass through, not only against immovable bodies, and meets sensors on its
    /// way.
    #[serde(default)]
    pub bullet: bool,
    /// Names of what it is; `None`: everything; empty: nobody.
    #[serde(default, deserialize_with = "given_names")]
    pub is: Option<Vec<String>>,
    /// Names of what it meets; `None`: everything; empty: nobody. Two bodies meet where each meets what the other is.
    #[serde(default, deserialize_with = "given_names")]
    pub meets: Option<Vec<String>>,
    /// The local direction, not 0, on whose side it holds others; `None`: it holds them from all sides.
    #[serde(default, deserialize_with = "given_point")]
    pub one_way: Option<Vec2>,
    /// Contacts, cables, rods and joints never turn it.
    #[serde(default)]
    pub fixed_rotation: bool,
    /// Factor of the scene's gravity.
    #[serde(default = "one")]
    pub gravity_scale: f32,
    /// Speed of its surface along (n.y, -n.x) of the outward normal n. Metres per second.
    #[serde(default)]
    pub conveyor: f32,
}

/// How a body moves, as in the file.
pub type SceneMotion = collide2d::Motion;

/// Why a scene was refused. `Display` is the whole message: file, line and column where known, body, field,
/// value found, values allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct SceneError {
    pub message: String,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            version: (),
            name: String::new(),
            about: String::new(),
            gravity: Vec2::ZERO,
            timestep: 1.0 / 60.0,
            max_contacts: 4096,
            iterations: None,
            solver: SolverKind::Linear,
            timesteps: Vec::new(),
            sleep: false,
            rigid: RigidSettings::default(),
            mix: Mix::default(),
            bodies: Vec::new(),
            listeners: Vec::new(),
            generators: Vec::new(),
            joints: Vec::new(),
            queries: Vec::new(),
            ahead: 0.0,
            expect: Vec::new(),
            stops: Vec::new(),
            watch: Vec::new(),
            bookmarks: Vec::new(),
            inputs: Vec::new(),
            vary: Vec::new(),
        }
    }
}

impl SceneBody {
    /// A static body with every optional field at its default.
    pub fn new(name: impl Into<String>, shape: SceneShape) -> Self {
        Self {
            name: name.into(),
            shape,
            outline: None,
            position: Vec2::ZERO,
            rotation: 0.0,
            motion: SceneMotion::Static,
            restitution: 0.0,
            friction: half(),
            sensor: false,
            bullet: false,
            is: None,
            meets: None,
            one_way: None,
            fixed_rotation: false,
            gravity_scale: 1.0,
            conveyor: 0.0,
        }
    }

    pub fn pose(&self) -> Pose {
        Pose::new(self.position, self.rotation)
    }
}

impl Scene {
    /// The scene that the program starts with: a touching pair of every pair kind.
    pub fn built_in() -> Self {
        Self::from_ron(include_str!("../scenes/built-in.ron"), "scenes/built-in.ron").unwrap_or_default()
    }

    /// Reads a file; the error names the place, the value found and the values allowed.
    pub fn load(path: &Path) -> Result<Self, SceneError> {
        read::load(path)
    }

    /// Reads RON text; `source` names it in errors.
    pub fn from_ron(text: &str, source: &str) -> Result<Self, SceneError> {
        read::from_ron(text, source)
    }

    /// The text that [`Scene::save`] writes: the fields that differ from their defaults.
    pub fn to_ron(&self) -> String {
        write::to_ron(self)
    }

    /// Saves whole ([`crate::platform::safe_file`]). Comments of the old file are lost.
    pub fn save(&self, path: &Path) -> Result<(), SceneError> {
        write::save(self, path)
    }

    /// Checks every limit of the file format; the error names body and field.
    pub fn validate(&self) -> Result<(), SceneError> {
        validate::find_fault(self).map_or(Ok(()), |fault| Err(SceneError { message: fault.message(self) }))
    }

    /// The world at frame 0. Bodies keep their indices.
    pub fn to_world(&self) -> Result<World, SceneError> {
        self.validate()?;
        self.build_world()
    }

    /// [`Scene::to_world`] of a scene that may be larger than a file's, as those of recordings are.
    pub fn build_world(&self) -> Result<World, SceneError> {
        let refused = |e: ValueError| SceneError { message: e.to_string() };
        let mut world = World::new(self.world_settings()).map_err(refused)?;
        world.set_timesteps(&self.timesteps).map_err(refused)?;
        let masks = masks::MaskBits::of(self);
        for (index, body) in self.bodies.iter().enumerate() {
            let shape = body.shape.to_shape().map_err(|e| SceneError {
                message: format!(
                    "{}: {}",
                    fault::body_label(self, index),
                    shape::shape_problem(&body.shape, &e)
                ),
            })?;
            let def = BodyDef::new(shape, body.pose())
                .with_motion(body.motion)
                .with_restitution(body.restitution)
                .with_friction(body.friction)
                .with_sensor(body.sensor)
                .with_bullet(body.bullet)
                .with_filter(masks.filter(&body.is, &body.meets))
                .with_one_way(body.one_way)
                .with_fixed_rotation(body.fixed_rotation)
                .with_gravity_scale(body.gravity_scale)
                .with_conveyor(body.conveyor);
            world
                .add(def)
                .map_err(|e| SceneError { message: format!("{}: {e}", fault::body_label(self, index)) })?;
        }
        world.set_listeners(self.world_listeners());
        for generator in self.world_generators().into_iter().flatten() {
            world.add_generator(generator).map_err(|e| SceneError { message: e.to_string() })?;
        }
        if !self.inputs.is_empty() {
            let indices = self.indices();
            let inputs = self.inputs.iter().filter_map(|input| input.to_input(&indices)).collect();
            world.set_inputs(inputs).map_err(|e| SceneError { message: e.to_string() })?;
        }
        Ok(world)
    }

    /// Whether a line asks what passes through each other within a step.
    fn asks_for_crossings(&self) -> bool {
        let asked = self.expect.iter().filter_map(|line| Some(line.asked()?.1));
        self.stops.iter().chain(asked).any(|stop| stop.condition.kind() == StopKind::Crosses)
    }

    /// Whether both scenes make worlds that step alike, whatever is in them.
    pub fn steps_as(&self, other: &Self) -> bool {
        self.world_settings() == other.world_settings() && self.timesteps == other.timesteps
    }

    /// The name of a body as it is shown, see [`plain::label`]; "?" where there is no such body.
    pub fn shown_name(&self, index: u32) -> Cow<'_, str> {
        self.bodies.get(index as usize).map_or(Cow::Borrowed("?"), |body| plain::label(&body.name))
    }

    pub fn world_settings(&self) -> WorldSettings {
        WorldSettings::default()
            .with_gravity(self.gravity)
            .with_timestep(self.timestep)
            .with_max_contacts(self.max_contacts)
            .with_max_candidates(Some(MAX_CANDIDATES))
            .with_iterations(self.iterations)
            .with_solver(self.solver)
            .with_crossings(self.asks_for_crossings())
            .with_used_contacts(true)
            .with_reuse_places(false)
            .with_rigid(self.rigid)
            .with_mix(self.mix)
            .with_sleep(self.sleep)
    }

    /// The world's listeners, with the indices of the bodies.
    pub fn world_listeners(&self) -> Vec<Listener> {
        let indices = self.indices();
        self.listeners.iter().map(|listener| listener.to_listener(&indices)).collect()
    }

    /// The world's generators, with the indices of the bodies; `None` where a value is not allowed. Joints follow the others.
    pub fn world_generators(&self) -> Vec<Option<Generator>> {
        let indices = self.indices();
        let generators = self.generators.iter().map(|generator| generator.to_generator(&indices));
        generators.chain(self.joints.iter().map(|joint| joint.to_generator(&indices))).collect()
    }

    /// Index among `joints` of the world's generator of this index; `None`: it is no joint.
    pub fn joint_index(&self, generator: u32) -> Option<u32> {
        generator.checked_sub(self.generators.len() as u32)
    }

    /// Its cables, rods and joints.
    pub fn own_links(&self) -> SceneLinks {
        let links = self.generators.iter().filter(|generator| generator.ends().is_some());
        SceneLinks { generators: links.cloned().collect(), joints: self.joints.clone() }
    }

    /// The ends of its cables, rods and joints: the name of the body and the point of it. Local, metres.
    pub fn anchors_mut(&mut self) -> impl Iterator<Item = (&str, &mut Vec2)> {
        let of_generators = self.generators.iter_mut().filter_map(SceneGenerator::anchors_mut);
        of_generators.chain(self.joints.iter_mut().map(SceneJoint::anchors_mut)).flatten()
    }

    /// The index of every body by name, for many of them.
    pub fn indices(&self) -> HashMap<&str, u32> {
        self.bodies.iter().map(|body| body.name.as_str()).zip(0..).collect()
    }

    pub fn query(&self, name: &str) -> Option<&SceneQuery> {
        self.queries.iter().find(|query| query.name == name)
    }

    /// Index of the body with this name.
    pub fn index_of(&self, name: &str) -> Option<u32> {
        self.bodies.iter().position(|b| b.name == name).map(|i| i as u32)
    }
}
