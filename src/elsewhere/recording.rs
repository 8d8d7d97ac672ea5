//! Recordings of another engine: its bodies, its poses and the contacts that it found, frame by frame, each of which is a
//! scene of ours. A body of several shapes is one of several parts.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use collide2d::{Body, Leaf, Pose, World};
use collision_record::{AngleUnit, Event, Header, Joint, NormalDirection, Places, VerticalAxis};
use glam::{Vec2, vec2};

use crate::elsewhere::differences::WrongQuery;
use crate::platform::plain;
use crate::scene::named::{part_name, split};
use crate::scene::shape::ScenePart;
use crate::scene::{
    ANY, FoundParts, PairParts, Scene, SceneBody, SceneError, SceneMotion, SceneShape, numbers,
};

use self::compare::{Difference, What};
use self::filed_shapes::ShapePlaces;

#[cfg(not(target_os = "unknown"))]
pub mod against;
#[cfg_attr(target_os = "unknown", path = "recording/background_in_page.rs")]
mod background;
pub mod between;
pub mod compare;
mod filed_shapes;
pub mod ghosts;
#[cfg(not(target_os = "unknown"))]
mod listen;
// A page gets no lines later.
#[cfg_attr(target_os = "unknown", allow(dead_code))]
mod live;
mod motion;
pub mod own_run;
pub mod queries;
mod read;
mod roster;
mod stored;
pub mod systematic;
#[cfg(not(target_os = "unknown"))]
mod tail;
mod told_pair;
#[cfg(not(target_os = "unknown"))]
mod written;

pub use background::BackgroundReading;
#[cfg(not(target_os = "unknown"))]
pub use listen::{Origin, RecordListener};
pub use live::{Arrival, GameAnswer};
pub use read::{MAX_LINE_SIZE, is_recording, length_unless_unit};
use roster::{MaskNames, Roster, TakenNames};
pub use stored::StoredFrame;
use stored::ToldContact;
#[cfg(not(target_os = "unknown"))]
pub use tail::Tail;
pub use told_pair::{NotHeld, OtherReading, ToldDepths, ToldDifference, ToldPair, ToldShape};

/// A recording that was read whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    header: Header,
    frames: Vec<StoredFrame>,
    /// Those of the header, as ours.
    bodies: Vec<RecordedBody>,
    missing: Missing,
    /// Those at the end of the lines that were read.
    places: Places,
    roster: Option<Arc<Roster>>,
    /// By recorded body, where the file's shapes are other ones. Its reader alone knows them.
    shape_places: BTreeMap<u32, ShapePlaces>,
    /// The place of each recorded body; empty: all are the header's.
    places_of: Vec<u32>,
    /// Once bodies came or went.
    names: Option<Box<TakenNames>>,
    mask_names: MaskNames,
    /// A normal that is no unit vector was told; an engine that has one has them all over.
    told_length: bool,
    /// The same of a hit's.
    told_hit_length: bool,
}

/// What lines do not have.
#[derive(Clone, Debug, Default, PartialEq)]
struct Missing {
    /// With the line's number; the first of them.
    told: Vec<String>,
    count: usize,
}

impl Missing {
    /// Most that are told one by one.
    const MOST: usize = 5;

    fn add(&mut self, what: impl FnOnce() -> String) {
        self.count += 1;
        if self.told.len() < Self::MOST {
            self.told.push(what());
        }
    }

    /// The first ones; the last says how many more.
    fn all(&self) -> Vec<String> {
        let more = self.count - self.told.len();
        let more = (more > 0).then(|| format!("{more} more lines or bodies are not whole"));
        self.told.iter().cloned().chain(more).collect()
    }
}

/// A recorded body: in metres, y up, degrees.
#[derive(Clone, Debug, PartialEq)]
struct RecordedBody {
    /// Its shape, or of several a part for each.
    shape: SceneShape,
    /// Where its only shape is.
    place: Pose,
    /// The distance at which the engine calls each of its shapes touching; empty: 0. Metres.
    skins: Vec<f32>,
    /// Local to the shape.
    one_way: Option<Vec2>,
}

/// What moves a body, as far as the file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum BodyKind {
    Static,
    Kinematic,
    Moved,
    Sensor,
}

/// Where a body of a scene is in a frame, and how it moves: metres, y up, degrees.
#[derive(Clone, Copy, Debug, Default)]
struct BodyAtFrame {
    position: Vec2,
    rotation: f32,
    motion: SceneMotion,
}

impl RecordedBody {
    /// Where its shapes are in it.
    fn places(&self) -> impl Iterator<Item = Vec2> {
        let parts = self.shape.parts();
        let only = parts.is_empty().then_some(self.place.position);
        only.into_iter().chain(parts.iter().map(|part| part.at))
    }
}

/// Whether their contact may mean this leaf of a body; `told`: the shape of the body that it names.
fn is_meant(leaf: Leaf, told: Option<u32>) -> bool {
    told.is_none_or(|told| leaf.part().unwrap_or(0) == told)
}

/// A frame of a recording as a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMoment {
    /// The bodies that are there. They do not move by themselves.
    pub scene: Scene,
    /// The recorded body of each of them, ascending.
    recorded: Vec<u32>,
}

impl RecordedMoment {
    /// The body of the scene that a recorded body is; `None`: it is not there.
    pub fn body_of(&self, recorded: u32) -> Option<u32> {
        self.recorded.binary_search(&recorded).ok().map(|index| index as u32)
    }

    /// The recorded body of a body of the scene.
    pub fn recorded_body(&self, body: u32) -> Option<u32> {
        self.recorded.get(body as usize).copied()
    }
}

/// A contact of the other engine in our conventions: metres, y up, bodies in the order of the recording.
#[derive(Clone, Debug, PartialEq)]
pub struct TheirContact {
    /// Indices of recorded bodies, the lower first.
    pub bodies: (u32, u32),
    /// Indices of shapes among those of their bodies in the file, where the engine names them.
    pub shapes: (Option<u32>, Option<u32>),
    /// The file has the normal the other way round.
    pub is_turned: bool,
    /// Unit vector toward the first body.
    pub normal: Option<Vec2>,
    /// Metres; negative is a gap.
    pub depth: Option<f32>,
    /// World.
    pub points: Vec<Vec2>,
    /// Along the normal, in the engine's unit.
    pub impulse: Option<f32>,
    /// The engine reports it and never resolves it.
    pub sensor: bool,
    /// The engine leaves the pair out on purpose.
    pub filtered: bool,
    /// Of each point, or empty. Along the normal, in the engine's unit.
    pub impulses: Vec<f32>,
    /// Where the two were when it was found, as far as it tells; x, y and the angle, as in the file.
    pub poses_at: [Option<[f32; 3]>; 2],
}

impl TheirContact {
    /// Whether it tells the poses that it was found on.
    pub fn has_poses(&self) -> bool {
        self.poses_at.iter().any(Option::is_some)
    }

    /// Whether the engine says that the shapes touch.
    pub fn touches(&self) -> bool {
        !self.filtered && self.depth.is_none_or(|depth| depth > 0.0)
    }
}

impl Recording {
    /// Reads a file of JSON lines; the error names file and line, what was found and what is allowed.
    pub fn load(path: &Path) -> Result<Self, String> {
        read::load(path)
    }

    pub fn name(&self) -> &str {
        self.header.name.as_deref().unwrap_or(&self.header.engine)
    }

    /// The same bodies under another header, with these frames; `None`: a shape or pose is none under it.
    fn with(&self, header: Header, frames: Vec<StoredFrame>) -> Option<Self> {
        // The file's shapes are read again only where they are measured otherwise.
        let units = |header: &Header| (header.metres_per_unit, header.angle, header.y);
        if units(&header) == units(&self.header) {
            let all: Vec<u32> = (0..self.body_count() as u32).collect();
            return Some(Self { header, frames, ..self.of_bodies(&all) });
        }
        Self::of_header(header).ok().map(|recording| Self { frames, ..recording })
    }

    /// Some of its bodies alone, which become 0 and so on, without frames.
    fn of_bodies(&self, bodies: &[u32]) -> Self {
        let Header { recording, engine, metres_per_unit, y, angle, normal, .. } = &self.header;
        let header = Header {
            recording: *recording,
            name: None,
            engine: engine.clone(),
            metres_per_unit: *metres_per_unit,
            y: *y,
            angle: *angle,
            normal: *normal,
            bodies: bodies
                .iter()
                .filter_map(|body| self.header.bodies.get(*body as usize))
                .cloned()
                .collect(),
        };
        let own = bodies.iter().filter_map(|body| self.bodies.get(*body as usize)).cloned();
        Self {
            header,
            frames: Vec::new(),
            bodies: own.collect(),
            missing: Missing::default(),
            places: Places::default(),
            places_of: Vec::new(),
            roster: None,
            shape_places: BTreeMap::new(),
            names: None,
            mask_names: MaskNames::default(),
            told_length: false,
            told_hit_length: false,
        }
    }

    /// Two of its bodies alone, which become 0 and 1, without frames.
    fn of_pair(&self, bodies: (u32, u32)) -> Self {
        self.of_bodies(&[bodies.0, bodies.1])
    }

    /// The radius of the smaller of its bodies, around where each is, in the file's unit.
    fn reach(&self) -> f32 {
        let of_body = |body: &RecordedBody| {
            let radius = |(shape, place): (&SceneShape, Vec2)| {
                let circle = shape.to_shape().map(|shape| shape.bounding_circle());
                circle.map_or(0.0, |circle| circle.radius + place.length())
            };
            let parts = body.shape.parts().iter().map(|part: &ScenePart| &part.shape);
            let only = body.shape.parts().is_empty().then_some(&body.shape);
            parts.chain(only).zip(body.places()).map(radius).fold(0.0, f32::max)
        };
        self.bodies.iter().map(of_body).fold(f32::INFINITY, f32::min) / self.header.metres_per_unit
    }

    /// What its lines do not have, each with its number; the last says how many more.
    pub fn missing(&self) -> Vec<String> {
        self.missing.all()
    }

    /// Name and version of the engine.
    pub fn engine(&self) -> &str {
        &self.header.engine
    }

    /// The frames in order.
    pub fn frames(&self) -> &[StoredFrame] {
        &self.frames
    }

    /// Drops so many of the oldest frames.
    pub fn drop_oldest(&mut self, count: usize) {
        self.frames.drain(..count.min(self.frames.len()));
    }

    /// Memory that the frames take. Bytes.
    pub fn memory(&self) -> usize {
        self.frames.iter().map(StoredFrame::memory).sum()
    }

    pub fn body_count(&self) -> usize {
        self.header.bodies.len()
    }

    /// The distance at which the engine calls a leaf of a recorded body touching. Metres.
    fn skin(&self, body: u32, leaf: Leaf) -> f32 {
        self.skins_of(body).get(leaf.part().unwrap_or(0) as usize).copied().unwrap_or(0.0)
    }

    /// The same of each of its shapes; empty: 0 of all. Metres.
    fn skins_of(&self, body: u32) -> &[f32] {
        self.bodies.get(body as usize).map_or(&[], |body| &body.skins)
    }

    /// The largest of them of the shapes that a contact may mean; `told`: the one that it names. Metres.
    fn skin_of(&self, body: u32, told: Option<u32>) -> f32 {
        let skins = self.skins_of(body);
        match told {
            Some(told) => skins.get(told as usize).copied().unwrap_or(0.0),
            None => skins.iter().copied().fold(0.0, f32::max),
        }
    }

    /// Whether a recorded body has several shapes.
    fn has_parts(&self, body: u32) -> bool {
        self.bodies.get(body as usize).is_some_and(|body| !body.shape.parts().is_empty())
    }

    fn kind(&self, body: u32) -> BodyKind {
        match self.header.bodies.get(body as usize) {
            Some(body) if body.is_sensor => BodyKind::Sensor,
            Some(body) if body.is_static => BodyKind::Static,
            Some(body) if body.is_kinematic => BodyKind::Kinematic,
            Some(_) | None => BodyKind::Moved,
        }
    }

    /// The kinds of two bodies, in any order, where engines commonly test no such pair: neither moves by itself, or one
    /// is a sensor.
    fn rarely_tested(&self, a: u32, b: u32) -> Option<[BodyKind; 2]> {
        let mut kinds = [self.kind(a), self.kind(b)];
        kinds.sort_unstable();
        let is_tested = kinds.contains(&BodyKind::Moved) && !kinds.contains(&BodyKind::Sensor);
        (!is_tested).then_some(kinds)
    }

    /// A difference in words. Normals are as the file has them.
    pub fn sentence(&self, difference: &Difference) -> String {
        let filed = |normal: Vec2| {
            let turned = if difference.is_turned { -normal } else { normal };
            numbers::vec2(upright(&self.header, turned))
        };
        match difference.what {
            What::Normal { angle, theirs, ours } => {
                let (a, b) = difference.bodies;
                let (from, to) = if difference.is_turned { (a, b) } else { (b, a) };
                let [from, to] = [from, to].map(|body| self.body_name(body));
                let degrees = numbers::number(angle.to_degrees());
                let (theirs, ours) = (filed(theirs), filed(ours));
                format!(
                    "normals differ by {degrees}°: theirs {theirs}, ours {ours}, both from {from} to {to} as in the file"
                )
            }
            What::Flip { before, theirs } => {
                format!("their normal turned from {} to {}; ours did not", filed(before), filed(theirs))
            }
            What::Query { query, wrong } => {
                let wrong = match wrong {
                    WrongQuery::Normal { theirs, ours } => {
                        let [theirs, ours] = [theirs, ours].map(|normal| upright(&self.header, normal));
                        WrongQuery::Normal { theirs, ours }
                    }
                    other => other,
                };
                format!("query {query}: {}", wrong.sentence(|body| self.body_name(body)))
            }
            other => other.sentence(),
        }
    }

    /// [`Recording::sentence`] with the names of the bodies.
    pub fn pair_sentence(&self, difference: &Difference) -> String {
        format!("{}: {}", self.who(difference.bodies, difference.parts, " and "), self.sentence(difference))
    }

    /// The names of two recorded bodies, or of the parts of them that are meant, with this between them: "crate/2 and floor";
    /// of one that stands for itself its own.
    pub fn who(&self, (a, b): (u32, u32), [part_a, part_b]: PairParts, between: &str) -> String {
        if a == b {
            return self.body_name(a);
        }
        let name = |body: u32, part: Option<u32>| {
            part.map_or_else(|| self.body_name(body), |part| part_name(&self.body_name(body), part + 1))
        };
        format!("{}{between}{}", name(a, part_a), name(b, part_b))
    }

    /// Every recorded body, each where it is first.
    pub fn scene(&self) -> Scene {
        let from_file = self.places_of.iter().zip(0..).take_while(|(place, body)| **place == *body).count();
        let is_late = |body: u32| !self.places_of.is_empty() && body as usize >= from_file;
        let body = |body: u32| {
            // Those that come later may be many, and each is only in few frames.
            let frames = if is_late(body) { &[][..] } else { &self.frames[..] };
            let placed = frames.iter().find_map(|frame| self.placed(body, frame)).unwrap_or_default();
            self.body_at(body, placed)
        };
        let bodies = (0..self.body_count() as u32).filter_map(body).collect();
        Scene { name: self.name().to_owned(), bodies, ..Scene::default() }
    }

    /// A recorded body as one of a scene.
    fn body_at(&self, body: u32, placed: BodyAtFrame) -> Option<SceneBody> {
        let (told, own) = (self.header.bodies.get(body as usize)?, self.bodies.get(body as usize)?);
        let BodyAtFrame { position, rotation, motion } = placed;
        Some(SceneBody {
            position,
            rotation,
            motion,
            is: told.is.clone(),
            meets: told.meets.clone(),
            one_way: own.one_way,
            sensor: told.is_sensor,
            ..SceneBody::new(self.name_in_scene(told), own.shape.clone())
        })
    }

    /// The name of a recorded body in a scene, where `*` would be any body.
    fn name_in_scene(&self, told: &collision_record::Body) -> String {
        if told.name != ANY {
            return told.name.clone();
        }
        let is_free = |name: &String| self.header.bodies.iter().all(|body| body.name != *name);
        (1_u32..).map(|number| format!("{ANY} ({number})")).find(is_free).unwrap_or_default()
    }

    /// The world of [`Recording::scene`], to make the worlds of frames from.
    pub fn every_body(&self) -> Result<World, SceneError> {
        self.scene().build_world()
    }

    /// The frame of this index as a world with every recorded body; those that are not there are removed. `every` is
    /// [`Recording::every_body`].
    pub fn world_at(&self, every: &World, index: usize) -> World {
        let mut world = every.clone();
        let frame = self.frames.get(index);
        for index in 0..self.body_count() as u32 {
            let placed = frame.and_then(|frame| self.placed(index, frame));
            let moved = placed.zip(world.body_mut(index)).is_some_and(|(placed, body)| {
                // A velocity that overflows in metres is left out.
                let _ = body.set_motion(self.moving(index, placed.motion));
                body.set_pose(Pose::new(placed.position, placed.rotation)).is_ok()
            });
            if !moved {
                world.remove(index);
            }
        }
        world
    }

    /// A frame's scene as a world in which bodies that the engine moves are dynamic.
    pub fn world_of(&self, moment: &RecordedMoment) -> Result<World, SceneError> {
        let mut world = moment.scene.build_world()?;
        for (index, recorded) in (0..).zip(&moment.recorded) {
            if let Some(body) = world.body_mut(index) {
                // A velocity that overflows is left out.
                let _ = body.set_motion(self.moving(*recorded, *body.motion()));
            }
        }
        Ok(world)
    }

    /// The motion of a recorded body in the world of a frame: what a scene's own clock moves is dynamic there if the other
    /// engine's steps move it. Its mass is not told.
    fn moving(&self, body: u32, motion: SceneMotion) -> SceneMotion {
        match motion {
            SceneMotion::Kinematic { velocity, angular_velocity } if !self.is_kinematic(body) => {
                SceneMotion::dynamic(1.0).with_velocity(velocity).with_angular_velocity(angular_velocity)
            }
            other => other,
        }
    }

    fn is_kinematic(&self, body: u32) -> bool {
        self.header.bodies.get(body as usize).is_some_and(|body| body.is_kinematic)
    }

    /// Two bodies where contacts of theirs in the frame of this index say that they were; `alone` is
    /// [`Recording::of_pair`] of them, and `every` its bodies. `None`: one of them is not there.
    fn pair_world(
        &self,
        index: usize,
        alone: &Self,
        every: &World,
        contacts: &[TheirContact],
    ) -> Option<World> {
        let (frame, contact) = (self.frames.get(index)?, contacts.first()?);
        let bodies = [contact.bodies.0, contact.bodies.1];
        let mut world = every.clone();
        for (side, body) in (0..).zip(bodies) {
            let told = contact.poses_at.get(side as usize).copied().flatten();
            let (position, rotation) = alone.place(side, told.or_else(|| frame.pose(body))?)?;
            world.body_mut(side)?.set_pose(Pose::new(position, rotation)).ok()?;
        }
        Some(world)
    }

    /// A recorded body where it is in the frame of this index; `None`: it is not there. `every`: [`Recording::every_body`].
    pub fn body_in(&self, every: &World, body: u32, index: usize) -> Option<Body> {
        let mut placed = every.body(body)?.clone();
        placed.set_pose(self.pose_of(body, index)?).ok()?;
        Some(placed)
    }

    /// The name of a recorded body, see [`plain::label`].
    pub fn body_name(&self, body: u32) -> String {
        self.header.bodies.get(body as usize).map_or("?".into(), |body| plain::label(&body.name)).into_owned()
    }

    /// The recorded body of exactly this name.
    pub fn body_named(&self, name: &str) -> Option<u32> {
        (0..).zip(&self.header.bodies).find(|(_, body)| body.name == name).map(|(index, _)| index)
    }

    /// The recorded body of this name, or of this index: of several that were at this place the first.
    pub fn find_body(&self, text: &str) -> Option<u32> {
        let bodies = 0..self.body_count() as u32;
        let by_index = || {
            let index: u32 = text.trim().parse().ok()?;
            bodies.into_iter().find(|body| self.place_of(*body) == index)
        };
        self.body_named(text.trim()).or_else(by_index)
    }

    /// Of the bodies that have this one's name in the file, the one that is there in the frame of this index; else itself.
    pub fn there(&self, index: usize, body: u32) -> u32 {
        let Some(frame) = self.frames.get(index).filter(|_| !self.places_of.is_empty()) else { return body };
        let first = self.first_of_name(body);
        let is_there = |other: &u32| self.first_of_name(*other) == first && frame.pose(*other).is_some();
        if is_there(&body) || first != body {
            return body;
        }
        (0..self.body_count() as u32).find(is_there).unwrap_or(body)
    }

    /// The recorded bodies of `A,B`, by name or index, or of several shapes one: "crate/2"; the lower index first. `None`: it
    /// names none.
    pub fn find_pair(&self, text: &str) -> Result<Option<FoundParts>, String> {
        let part = |word: &str| {
            let (of, number) = split(word.trim())?;
            let body = self.find_body(of)?;
            let parts = self.bodies.get(body as usize)?.shape.parts().len();
            (number as usize <= parts).then_some((body, Some(number - 1)))
        };
        let find = |word: &str| self.find_body(word).map(|body| (body, None)).or_else(|| part(word));
        let pairs = text.match_indices(',').map(|(at, _)| (&text[..at], &text[at + 1..]));
        match pairs.filter_map(|(a, b)| find(a).zip(find(b))).next() {
            Some((a, b)) if a.0 == b.0 => Err("a pair is two bodies".to_owned()),
            found => Ok(found.map(|(a, b)| {
                let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
                ((a.0, b.0), [a.1, b.1])
            })),
        }
    }

    /// The index of the frame that was there at the engine's frame `number`: the last one that does not come
    /// after it, or the first of all. `Err` names the frames that are there.
    pub fn index_of(&self, number: u64) -> Result<usize, String> {
        match (self.frames.first(), self.frames.last()) {
            (Some(_), Some(last)) if number <= last.frame => {
                Ok(self.frames.partition_point(|frame| frame.frame <= number).saturating_sub(1))
            }
            (Some(first), Some(last)) => Err(format!(
                "found {number}; allowed: the recording's frames, {} to {}",
                first.frame, last.frame
            )),
            _ => Err("the recording has no frames".to_owned()),
        }
    }

    /// The frame of this index as a scene; an empty one past the end.
    pub fn moment(&self, index: usize) -> RecordedMoment {
        let mut moment = RecordedMoment { scene: Scene::default(), recorded: Vec::new() };
        let Some(frame) = self.frames.get(index) else { return moment };
        self.name().clone_into(&mut moment.scene.name);
        for index in 0..self.body_count() as u32 {
            let placed = self.placed(index, frame);
            let Some(body) = placed.and_then(|placed| self.body_at(index, placed)) else { continue };
            moment.scene.bodies.push(body);
            moment.recorded.push(index);
        }
        if !frame.queries().is_empty() {
            moment.ask(&self.their_queries(index));
        }
        moment
    }

    /// The contacts that the engine found in a frame.
    pub fn their_contacts(&self, index: usize) -> impl Iterator<Item = TheirContact> + '_ {
        self.frames.get(index).into_iter().flat_map(StoredFrame::contacts).map(|contact| self.their(&contact))
    }

    /// The joints that the engine told in a frame: from a body over where it is to the other body. World.
    pub fn their_joints(&self, index: usize) -> Vec<[Vec2; 3]> {
        let Some(frame) = self.frames.get(index) else { return Vec::new() };
        let place = |body: u32| frame.pose(body).map(|[x, y, _]| self.metres(vec2(x, y)));
        let joint = |joint: &Joint| {
            let (a, b) = (place(joint.a)?, place(joint.b)?);
            Some([a, joint.at.map_or(a.midpoint(b), |[x, y]| self.metres(vec2(x, y))), b])
        };
        frame.joints().iter().filter_map(joint).collect()
    }

    /// The engine's word for the joint that holds two recorded bodies in a frame, the lower index first; `None`: none does.
    pub fn joint_of(&self, index: usize, bodies: (u32, u32)) -> Option<&str> {
        let mut joints = self.frames.get(index)?.joints().iter();
        let joint = joints.find(|joint| (joint.a.min(joint.b), joint.a.max(joint.b)) == bodies)?;
        Some(&joint.kind)
    }

    /// Where a recorded body is in a frame and how it moves; `None`: it is not there.
    fn placed(&self, body: u32, frame: &StoredFrame) -> Option<BodyAtFrame> {
        let pose = frame.pose(body)?;
        let is_static = self.header.bodies.get(body as usize).is_some_and(|body| body.is_static);
        let motion = if is_static {
            SceneMotion::Static
        } else {
            let velocity = frame.velocity(body).map_or([0.0; 3], |velocity| self.metric(velocity));
            let [x, y, angular_velocity] = velocity;
            SceneMotion::Kinematic { velocity: vec2(x, y), angular_velocity }
        };
        let (position, rotation) = self.place(body, pose)?;
        Some(BodyAtFrame { position, rotation, motion })
    }

    /// Position and angle of a recorded body that has this pose in the file. Metres, degrees.
    fn place(&self, body: u32, pose: [f32; 3]) -> Option<(Vec2, f32)> {
        let place = &self.bodies.get(body as usize)?.place;
        let [x, y, angle] = self.metric(pose);
        let position = Pose::new(vec2(x, y), angle).world_from_local(place.position);
        Some((position, angle + place.rotation.degrees()))
    }

    /// Where a recorded body is in the frame of this index; `None`: it is not there.
    pub fn pose_of(&self, body: u32, index: usize) -> Option<Pose> {
        let placed = self.placed(body, self.frames.get(index)?)?;
        Some(Pose::new(placed.position, placed.rotation))
    }

    /// Of each body that is there in the last of these frames and not static, of at most so many, the positions as long as
    /// it was there, oldest first. World.
    pub fn ways(&self, frames: RangeInclusive<usize>, most: usize) -> Vec<(u32, Vec<Vec2>)> {
        let frames = self.frames.get(frames).unwrap_or_default();
        let way = |body: u32| {
            let place = |frame: &StoredFrame| frame.pose(body).map(|[x, y, _]| self.metres(vec2(x, y)));
            let mut places: Vec<Vec2> = frames.iter().rev().map_while(place).collect();
            places.reverse();
            (!places.is_empty()).then_some((body, places))
        };
        let moving = (0..).zip(&self.header.bodies).filter(|(_, body)| !body.is_static);
        moving.map(|(body, _)| body).filter_map(way).take(most).collect()
    }

    fn their(&self, contact: &ToldContact) -> TheirContact {
        let ((a, b), (shape_a, shape_b)) = (contact.bodies, contact.shapes);
        let is_ordered = a < b;
        let is_turned = (self.header.normal == NormalDirection::FromBToA) != is_ordered;
        let normal = contact.normal.and_then(|[x, y]| self.upright(vec2(x, y)).try_normalize());
        TheirContact {
            bodies: (a.min(b), a.max(b)),
            shapes: if is_ordered { (shape_a, shape_b) } else { (shape_b, shape_a) },
            is_turned,
            normal: normal.map(|normal| if is_turned { -normal } else { normal }),
            depth: contact.depth.map(|depth| depth * self.header.metres_per_unit),
            points: contact.points.iter().map(|&[x, y]| self.metres(vec2(x, y))).collect(),
            impulse: contact.impulse,
            sensor: contact.sensor,
            filtered: contact.filtered,
            impulses: contact.details.map(|details| details.impulses.clone()).unwrap_or_default(),
            poses_at: [a.min(b), a.max(b)].map(|body| contact.pose_at(body)),
        }
    }

    /// x, y and an angle, or their rates: metres, y up, degrees counter-clockwise.
    fn metric(&self, [x, y, angle]: [f32; 3]) -> [f32; 3] {
        let place = self.metres(vec2(x, y));
        [place.x, place.y, degrees(&self.header, angle)]
    }

    fn metres(&self, v: Vec2) -> Vec2 {
        self.upright(v) * self.header.metres_per_unit
    }

    fn upright(&self, v: Vec2) -> Vec2 {
        upright(&self.header, v)
    }
}

/// The two bodies of an event, the lower index first.
fn pair_of(event: &Event) -> (u32, u32) {
    (event.a.min(event.b), event.a.max(event.b))
}

/// Positive y is up. Without negative zeros.
fn upright(header: &Header, v: Vec2) -> Vec2 {
    match header.y {
        VerticalAxis::Up => v,
        VerticalAxis::Down => vec2(v.x, 0.0 - v.y),
    }
}

/// The x axis of what is turned by an angle of this unit.
fn turned_by(unit: AngleUnit, angle: f32) -> Vec2 {
    Vec2::from_angle(match unit {
        AngleUnit::Radians => angle,
        AngleUnit::Degrees => angle.to_radians(),
    })
}

/// Degrees, counter-clockwise. Without negative zeros.
fn degrees(header: &Header, angle: f32) -> f32 {
    let angle = match header.angle {
        AngleUnit::Radians => f64::from(angle).to_degrees() as f32,
        AngleUnit::Degrees => angle,
    };
    match header.y {
        VerticalAxis::Up => angle,
        VerticalAxis::Down => 0.0 - angle,
    }
}
