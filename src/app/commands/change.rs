//! Edits of a scene. An edit either gives a valid scene, or is refused and leaves the scene unchanged.

use std::collections::{HashMap, HashSet};
use std::iter;

use collide2d::{Pose, Then};
use glam::Vec2;

use super::list_edit::ListEdit;
use super::note::NoteEdit;
use super::query::QueryEdit;
use crate::scene::field::{FieldValue, set_field};
use crate::scene::generator::GENERATOR_FIELDS;
use crate::scene::group::{grouped, ungrouped};
use crate::scene::joint::{JOINT_FIELDS, SceneLinks, without_noise};
use crate::scene::merge::{around, chains_of, outlines};
use crate::scene::named::{FreeNames, part_name, split};
use crate::scene::shape::{PART_FIELDS, SHAPE_FIELDS};
use crate::scene::successor::{Successor, Successors};
use crate::scene::{
    Expectation, Scene, SceneBody, SceneGenerator, SceneJoint, SceneListener, SceneMotion, ScenePart,
    SceneShape,
};

/// One edit of a scene. Indices are those of [`Scene::bodies`].
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Replaces these bodies (names included).
    SetBodies(Vec<(u32, SceneBody)>),
    /// [`Change::SetBodies`] of bodies whose own coordinates become others. Cables, rods and joints that end at them follow.
    Reshape(Vec<(u32, SceneBody)>, AnchorMove),
    /// Appends bodies; a name that is taken gets a number.
    AddBodies(Vec<SceneBody>),
    /// [`Change::AddBodies`] with the cables, rods and joints between them, which name them as they are in this list.
    AddLinkedBodies(Vec<SceneBody>, SceneLinks),
    /// Appends the bodies of another scene with their cables, rods, joints and `expect` lines. A scene without bodies and
    /// rules becomes the other one as a whole.
    AddScene(Box<Scene>),
    /// Removes bodies, and the lines that name them.
    RemoveBodies(Vec<u32>),
    /// These bodies become one of several shapes, in the place of the first; lines that named the others name their parts.
    Group(Vec<u32>),
    /// Each of these bodies becomes one for each of its parts.
    Ungroup(Vec<u32>),
    /// These bodies become the chains along their outlines, the first in the place of the first; lines follow.
    MergeTiles(Vec<u32>),
    /// The bodies in this order of their indices, each once.
    Order(Vec<u32>),
    /// Sets one value of these bodies.
    Body(Vec<u32>, BodyEdit),
    /// Sets the outline of these bodies, local coordinates, or removes it.
    Outline(Vec<u32>, Option<Vec<Vec2>>),
    /// Renames a body; every line that names it follows.
    Rename(u32, String),
    /// Sets one value of the scene itself.
    Scene(SceneEdit),
    /// The `expect` lines.
    Expectation(ListEdit<Expectation>),
    /// The stop whose condition the `expect` line of this index asks for, as in a file.
    ReadAsked(usize, String),
    /// Removes every `expect` line.
    ClearExpectations,
    /// Stops, watched numbers, bookmarks, numbers that vary.
    Note(NoteEdit),
    Query(QueryEdit),
}

/// What becomes of the ends of cables, rods and joints on bodies that are reshaped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnchorMove {
    /// They keep their places in the world.
    KeepPlace,
    /// They are mirrored with the body's own points, whose coordinates take these factors.
    Mirror(Vec2),
}

/// One value of a body. A body whose shape or motion does not have the value is left unchanged.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyEdit {
    /// The field of this name ([`crate::scene::fields`]).
    Set(&'static str, FieldValue),
    /// Point of a polygon (0, 1, …) or end of a wall (0: start, 1: end). Metres, local.
    Point(usize, Vec2),
    /// Adds a point to a polygon or a chain, in the middle of the side that begins at this point.
    AddPoint(usize),
    RemovePoint(usize),
    /// Such an edit of one of its parts.
    Part(usize, Box<Self>),
    /// One-way, along this local direction; `None`: solid from all sides.
    OneWay(Option<Vec2>),
    Motion(SceneMotion),
    /// The kind of motion; velocities are kept where both kinds have them. Lines that only another kind may have go.
    MotionKind(MotionKind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionKind {
    Static,
    /// Moves at its set velocity, whatever it touches.
    Kinematic,
    /// Moved by forces and contacts.
    Dynamic,
    /// A character that walks and slides, as inputs tell it.
    Mover,
}

/// One value of the scene itself.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneEdit {
    /// Shown in the title.
    Name(String),
    /// One sentence, shown in the picker of scenes.
    About(String),
    /// The setting of this name ([`crate::scene::fields`]).
    Set(&'static str, FieldValue),
    /// What takes contacts from the solver.
    Listeners(Vec<SceneListener>),
    Generator(ListEdit<SceneGenerator>),
    Joint(ListEdit<SceneJoint>),
}

impl AnchorMove {
    /// `anchor` of a body that was at the first pose and is at the second. Local, metres.
    fn moved(self, anchor: Vec2, [before, after]: [Pose; 2]) -> Vec2 {
        match self {
            Self::Mirror(flip) => anchor * flip + Vec2::ZERO,
            Self::KeepPlace if before == after => anchor,
            Self::KeepPlace => {
                // From the way between the two, which is exact where the places themselves are rounded.
                let arm = before.rotation.rotate(anchor) + (before.position - after.position);
                let near = before.position.abs().max(after.position.abs());
                without_noise(after.rotation.unrotate(arm), near)
            }
        }
    }
}

impl MotionKind {
    /// Every kind, in the order of menus.
    pub const ALL: [Self; 4] = [Self::Static, Self::Kinematic, Self::Dynamic, Self::Mover];

    pub fn of(motion: &SceneMotion) -> Self {
        match motion {
            SceneMotion::Static => Self::Static,
            SceneMotion::Kinematic { .. } => Self::Kinematic,
            SceneMotion::Dynamic { .. } => Self::Dynamic,
            SceneMotion::Mover { .. } => Self::Mover,
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Static => "Static",
            Self::Kinematic => "Kinematic",
            Self::Dynamic => "Dynamic",
            Self::Mover => "Mover",
        }
    }

    /// `motion` as this kind: what both kinds have is kept, the rest takes the file format's defaults.
    pub fn convert(self, motion: &SceneMotion) -> SceneMotion {
        let (velocity, angular_velocity) = (motion.velocity(), motion.angular_velocity());
        match (self, motion) {
            (Self::Static, _) => SceneMotion::Static,
            (Self::Kinematic, _) => SceneMotion::Kinematic { velocity, angular_velocity },
            (Self::Dynamic, SceneMotion::Dynamic { .. }) => *motion,
            (Self::Dynamic, _) => SceneMotion::Dynamic {
                mass: 1.0,
                velocity,
                angular_velocity,
                acceleration: Vec2::ZERO,
                damping: 1.0,
            },
            (Self::Mover, SceneMotion::Mover { .. }) => *motion,
            (Self::Mover, _) => SceneMotion::mover().with_velocity(velocity),
        }
    }
}

impl Change {
    /// Whether the change alters the world; names, texts, outlines and `expect` lines do not.
    pub fn touches_world(&self) -> bool {
        match self {
            Self::SetBodies(_)
            | Self::Reshape(..)
            | Self::AddBodies(_)
            | Self::AddLinkedBodies(..)
            | Self::AddScene(_)
            | Self::RemoveBodies(_)
            | Self::Group(_)
            | Self::Ungroup(_)
            | Self::MergeTiles(_)
            | Self::Order(_)
            | Self::Body(..) => true,
            Self::Scene(edit) => !matches!(edit, SceneEdit::Name(_) | SceneEdit::About(_)),
            Self::Outline(..)
            | Self::Rename(..)
            | Self::Expectation(_)
            | Self::ReadAsked(..)
            | Self::ClearExpectations
            | Self::Query(_)
            | Self::Note(_) => false,
        }
    }

    /// The scene with the change applied. `Err` is a sentence for the person that says what is not allowed.
    pub fn applied_to(&self, scene: &Scene) -> Result<Scene, String> {
        let mut scene = scene.clone();
        match self {
            Self::SetBodies(bodies) => {
                bodies.iter().for_each(|(index, body)| replace_body(&mut scene, *index, body.clone()));
            }
            Self::Reshape(bodies, anchors) => reshape(&mut scene, bodies, *anchors),
            Self::AddBodies(bodies) => add_clean(&mut scene, bodies),
            Self::AddLinkedBodies(bodies, links) => add_bodies(&mut scene, bodies, links.clone(), &[]),
            Self::AddScene(added) if is_blank(&scene) => {
                let name = if added.name.is_empty() { scene.name } else { added.name.clone() };
                scene = Scene { name, ..Scene::clone(added) };
            }
            Self::AddScene(added) => {
                add_bodies(&mut scene, &added.bodies, added.own_links(), &added.expect);
            }
            Self::RemoveBodies(indices) => {
                let gone: HashSet<u32> = indices.iter().copied().collect();
                scene.remove_bodies(|i, _| gone.contains(&(i as u32)));
            }
            Self::Group(indices) => {
                let present = present(&scene, indices);
                let bodies = bodies_at(&scene, &present);
                if let Some(whole) = grouped(&bodies) {
                    let successors = successors_in_group(&scene, &bodies);
                    let watched = scene.watched_names();
                    replace_all(&mut scene, &present, vec![whole]);
                    scene.follow(watched, &successors);
                }
            }
            Self::Order(order) => {
                let mut left: Vec<Option<SceneBody>> = scene.bodies.drain(..).map(Some).collect();
                let named = order.iter().filter_map(|index| left.get_mut(*index as usize)?.take());
                scene.bodies = named.collect();
                // What the order does not name keeps its place among those.
                scene.bodies.extend(left.into_iter().flatten());
            }
            Self::MergeTiles(indices) => {
                let present = present(&scene, indices);
                let (chains, tiles) = (chains_of(&scene, &present)?, bodies_at(&scene, &present));
                let watched = scene.watched_names();
                let names = replace_all(&mut scene, &present, chains.clone());
                scene.follow(watched, &successors_in_chains(&tiles, &chains, &names));
            }
            Self::Ungroup(indices) => ungroup(&mut scene, indices),
            Self::Body(indices, edit) => {
                edit.check_count_of_points(&scene, indices)?;
                for &index in indices {
                    if let Some(body) = scene.bodies.get_mut(index as usize) {
                        edit.apply(body);
                        body.drop_zero_signs();
                    }
                }
                if matches!(edit, BodyEdit::MotionKind(_)) {
                    scene.keep_valid_lines();
                }
            }
            Self::Outline(indices, outline) => {
                for &index in indices {
                    if let Some(body) = scene.bodies.get_mut(index as usize) {
                        body.outline.clone_from(outline);
                    }
                }
            }
            Self::Rename(index, name) => scene.rename_body(*index, name),
            Self::Scene(edit) => edit.apply(&mut scene),
            Self::Expectation(edit) => edit.apply(&mut scene.expect),
            Self::ReadAsked(index, text) => {
                let stop = scene.read_stop(text)?;
                set(scene.expect.get_mut(*index).and_then(Expectation::stop_mut), stop);
            }
            Self::ClearExpectations => scene.expect.clear(),
            Self::Note(edit) => edit.apply(&mut scene, Scene::read_stop)?,
            Self::Query(edit) => edit.apply(&mut scene),
        }
        scene.validate().map_err(|e| e.message)?;
        Ok(scene)
    }
}

impl BodyEdit {
    pub(in crate::app) fn apply(&self, body: &mut SceneBody) {
        match self {
            Self::Set(name, value) => body.set_field(name, value),
            Self::Point(index, value) => set(body.shape.point_mut(*index), *value),
            Self::AddPoint(side) => body.shape.add_point(*side, None),
            Self::RemovePoint(index) => body.shape.remove_point(*index),
            Self::Part(index, edit) => {
                if let Some(part) = body.shape.parts_mut().get_mut(*index) {
                    edit.apply_to_part(part);
                }
            }
            Self::OneWay(direction) => body.one_way = *direction,
            Self::Motion(motion) => body.motion = *motion,
            Self::MotionKind(kind) => body.motion = kind.convert(&body.motion),
        }
    }

    /// Refuses to take away a point that a shape needs, in the words of who points at it.
    fn check_count_of_points(&self, scene: &Scene, indices: &[u32]) -> Result<(), String> {
        let bodies = indices.iter().filter_map(|index| scene.bodies.get(*index as usize));
        let shapes: Vec<&SceneShape> = match self {
            Self::RemovePoint(_) => bodies.map(|body| &body.shape).collect(),
            Self::Part(part, edit) if matches!(**edit, Self::RemovePoint(_)) => {
                bodies.filter_map(|body| body.shape.parts().get(*part)).map(|part| &part.shape).collect()
            }
            _ => return Ok(()),
        };
        for shape in shapes {
            let (points, least, name) = match shape {
                SceneShape::Polygon { points, .. } => (points, 3, "A polygon"),
                SceneShape::Chain { points, closed: true, .. } => (points, 3, "A closed chain"),
                SceneShape::Chain { points, .. } => (points, 2, "A chain"),
                _ => continue,
            };
            if points.len() <= least {
                return Err(format!("{name} needs {least} points."));
            }
        }
        Ok(())
    }

    /// A part has neither motion nor parts.
    fn apply_to_part(&self, part: &mut ScenePart) {
        match self {
            Self::Set(name, value) => {
                set_field(&SHAPE_FIELDS, &mut part.shape, name, value);
                set_field(&PART_FIELDS, part, name, value);
            }
            Self::Point(index, value) => set(part.shape.point_mut(*index), *value),
            Self::AddPoint(side) => part.shape.add_point(*side, None),
            Self::RemovePoint(index) => part.shape.remove_point(*index),
            Self::Part(..) | Self::OneWay(_) | Self::Motion(_) | Self::MotionKind(_) => {}
        }
    }
}

/// Does nothing where the body does not have the value.
fn set<T>(place: Option<&mut T>, value: T) {
    if let Some(place) = place {
        *place = value;
    }
}

impl SceneEdit {
    fn apply(&self, scene: &mut Scene) {
        match self {
            Self::Name(name) => scene.name.clone_from(name),
            Self::About(about) => scene.about.clone_from(about),
            Self::Set(name, value) => scene.set_field(name, value),
            Self::Listeners(listeners) => scene.listeners.clone_from(listeners),
            Self::Generator(edit) => {
                edit.apply(&mut scene.generators);
                if let ListEdit::Set(index, _) = edit
                    && let Some(generator) = scene.generators.get_mut(*index)
                {
                    GENERATOR_FIELDS.iter().for_each(|field| field.drop_zero_signs(generator));
                }
            }
            Self::Joint(edit) => {
                edit.apply(&mut scene.joints);
                if let ListEdit::Set(index, _) = edit
                    && let Some(joint) = scene.joints.get_mut(*index)
                {
                    JOINT_FIELDS.iter().for_each(|field| field.drop_zero_signs(joint));
                }
            }
        }
    }
}

/// Whether a scene holds no bodies, and no rules for bodies to come.
pub fn is_blank(scene: &Scene) -> bool {
    scene.bodies.is_empty()
        && scene.listeners.is_empty()
        && scene.generators.is_empty()
        && scene.joints.is_empty()
}

/// Those of the indices that the scene has: what takes the place of all must have the place of one.
fn present(scene: &Scene, indices: &[u32]) -> Vec<u32> {
    indices.iter().copied().filter(|&index| (index as usize) < scene.bodies.len()).collect()
}

/// Puts a body in the place of another, where there is one.
fn replace_body(scene: &mut Scene, index: u32, body: SceneBody) {
    if let Some(place) = scene.bodies.get_mut(index as usize) {
        *place = body;
        place.drop_zero_signs();
    }
}

/// Puts bodies in the place of others, and moves what ends at their points.
fn reshape(scene: &mut Scene, bodies: &[(u32, SceneBody)], anchors: AnchorMove) {
    let poses = bodies.iter().filter_map(|(index, body)| {
        let before = scene.bodies.get(*index as usize)?;
        Some((before.name.clone(), [before.pose(), body.pose()]))
    });
    let poses: HashMap<String, [Pose; 2]> = poses.collect();
    for (end, anchor) in scene.anchors_mut() {
        if let Some(poses) = poses.get(end) {
            *anchor = anchors.moved(*anchor, *poses);
        }
    }
    bodies.iter().for_each(|(index, body)| replace_body(scene, *index, body.clone()));
}

fn bodies_at(scene: &Scene, indices: &[u32]) -> Vec<SceneBody> {
    indices.iter().filter_map(|index| scene.bodies.get(*index as usize).cloned()).collect()
}

/// Puts bodies in the place of these, the first in that of the first and the rest at the end; their names. The lines are as
/// before.
fn replace_all(scene: &mut Scene, indices: &[u32], bodies: Vec<SceneBody>) -> Vec<String> {
    let Some((first, others)) = indices.split_first() else { return Vec::new() };
    let mut bodies = bodies.into_iter();
    let Some(body) = bodies.next() else { return Vec::new() };
    let name = body.name.clone();
    replace_body(scene, *first, body);
    let others: HashSet<u32> = others.iter().copied().collect();
    let mut index = 0;
    scene.bodies.retain(|_| {
        index += 1;
        !others.contains(&(index - 1))
    });
    let start = scene.bodies.len();
    add_clean(scene, &bodies.collect::<Vec<_>>());
    let added = scene.bodies.iter().skip(start).map(|body| body.name.clone());
    iter::once(name).chain(added).collect()
}

/// What becomes of the bodies of a group after its first: parts of that, or where a line allows no part, the whole.
fn successors_in_group(scene: &Scene, bodies: &[SceneBody]) -> Successors {
    let mut found = HashMap::new();
    let Some(first) = bodies.first() else { return Successors::default() };
    let bursts = |body: &SceneBody| {
        let of_body = scene.listeners.iter().filter(|listener| listener.body.as_ref() == Some(&body.name));
        of_body
            .filter_map(|listener| if let Then::Burst(count) = listener.then { Some(count) } else { None })
            .max()
    };
    // Where it bursts, the numbers are those of its pieces.
    let has_pieces = bodies.iter().any(|body| bursts(body).is_some());
    let is_free = |name: &String| !has_pieces && scene.index_of(name).is_none();
    let mut numbers = 1..;
    for body in bodies {
        let parts = numbers.by_ref().take(body.shape.parts().len().max(1));
        let parts: Vec<String> = parts.map(|number| part_name(&first.name, number)).collect();
        if body.name == first.name {
            continue;
        }
        let successor = |part: Option<&String>| {
            let part = part.cloned().filter(is_free);
            Successor {
                names: part.into_iter().chain([first.name.clone()]).collect(),
                poses: Some([body.pose(), first.pose()]),
            }
        };
        let only = if let [only] = &parts[..] { Some(only) } else { None };
        found.insert(body.name.clone(), successor(only));
        for (number, part) in (1..).zip(&parts).take(body.shape.parts().len()) {
            found.insert(part_name(&body.name, number), successor(Some(part)));
        }
        for number in 1..=bursts(body).unwrap_or_default() {
            let names = vec![part_name(&first.name, number)];
            found.insert(part_name(&body.name, number), Successor { names, poses: None });
        }
    }
    found.retain(|name, _| scene.index_of(name).is_none_or(|_| bodies.iter().any(|body| body.name == *name)));
    Successors(found)
}

/// What becomes of tiles and their parts: the chain around each. `names`: those of the chains.
fn successors_in_chains(tiles: &[SceneBody], chains: &[SceneBody], names: &[String]) -> Successors {
    let (mut found, outlines) = (HashMap::new(), outlines(chains));
    let Some(first) = tiles.first() else { return Successors::default() };
    for tile in tiles {
        let chain = |part: &SceneBody| names.get(around(&outlines, part)?).cloned();
        let parts: Vec<Option<String>> = ungrouped(tile).iter().map(chain).collect();
        let successor = |name: &Option<String>| Successor {
            names: name.iter().cloned().collect(),
            poses: Some([tile.pose(), first.pose()]),
        };
        found.insert(tile.name.clone(), parts.first().map(successor).unwrap_or_default());
        for (number, part) in (1..).zip(&parts).take(tile.shape.parts().len()) {
            found.insert(part_name(&tile.name, number), successor(part));
        }
    }
    Successors(found)
}

/// A body for each part of these bodies, which a line then names that named the part.
fn ungroup(scene: &mut Scene, indices: &[u32]) {
    let (watched, mut names) = (scene.watched_names(), HashMap::new());
    let (mut others, mut of_others) = (Vec::new(), Vec::new());
    for &index in indices {
        let body = scene.bodies.get(index as usize).filter(|body| !body.shape.parts().is_empty());
        let Some(body) = body else { continue };
        let name = body.name.clone();
        for (number, part) in (1..).zip(ungrouped(body)) {
            if number == 1 {
                names.insert(part_name(&name, number), name.clone());
                reshape(scene, &[(index, part)], AnchorMove::KeepPlace);
            } else {
                of_others.push(part_name(&name, number));
                others.push(part);
            }
        }
    }
    let start = scene.bodies.len();
    add_clean(scene, &others);
    let others = scene.bodies.iter().skip(start).map(|body| body.name.clone());
    names.extend(of_others.into_iter().zip(others));
    scene.rename_in_lines(watched, |line| names.get(line).cloned());
}

/// Appends bodies under free names, without negative zeros.
fn add_clean(scene: &mut Scene, bodies: &[SceneBody]) {
    let start = scene.bodies.len();
    add_bodies(scene, bodies, SceneLinks::default(), &[]);
    scene.bodies.iter_mut().skip(start).for_each(SceneBody::drop_zero_signs);
}

/// Appends bodies under free names, then the links between them and their `expect` lines, which follow the names.
fn add_bodies(scene: &mut Scene, bodies: &[SceneBody], links: SceneLinks, expect: &[Expectation]) {
    let mut names: HashMap<&str, String> = HashMap::new();
    let mut free = FreeNames::beside(scene.bodies.iter().map(|body| &body.name));
    for body in bodies {
        let name = free.give(&body.name);
        names.insert(&body.name, name.clone());
        scene.bodies.push(SceneBody { name, ..body.clone() });
    }
    let SceneLinks { mut generators, mut joints } = links;
    let of_generators = generators.iter_mut().filter_map(SceneGenerator::ends_mut).flatten();
    for end in of_generators.chain(joints.iter_mut().flat_map(SceneJoint::ends_mut)) {
        if let Some(name) = names.get(end.as_str()) {
            end.clone_from(name);
        }
    }
    scene.generators.extend(generators);
    scene.joints.extend(joints);
    for mut line in expect.iter().cloned() {
        for (_, end) in line.bodies_mut() {
            let of_part = || split(end).and_then(|(of, number)| Some(part_name(names.get(of)?, number)));
            if let Some(name) = names.get(end.as_str()).cloned().or_else(of_part) {
                *end = name;
            }
        }
        scene.expect.push(line);
    }
}
