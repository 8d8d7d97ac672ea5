//! Recordings of another engine: its bodies, its poses and the contacts that it found, frame by frame. A frame
//! of it as a scene of ours has a body for every recorded shape; the shapes of one recorded body are a group.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use collide2d::{Pose, World};
use collision_record::{AngleUnit, Header, Joint, NormalDirection, Places, VerticalAxis};
use glam::{Vec2, vec2};

use crate::platform::plain;
use crate::scene::{Scene, SceneBody, SceneError, SceneMotion, SceneShape, numbers};

use self::compare::{Difference, What};

#[cfg(not(target_os = "unknown"))]
pub mod against;
#[cfg_attr(target_os = "unknown", path = "recording/background_in_page.rs")]
mod background;
pub mod between;
pub mod compare;
pub mod ghosts;
#[cfg(not(target_os = "unknown"))]
mod listen;
// A page gets no lines later.
#[cfg_attr(target_os = "unknown", allow(dead_code))]
mod live;
pub mod own_run;
pub mod queries;
mod read;
mod roster;
mod stored;
pub mod systematic;
#[cfg(not(target_os = "unknown"))]
mod tail;
mod told_pair;

pub use background::BackgroundReading;
#[cfg(not(target_os = "unknown"))]
pub use listen::{Origin, RecordListener};
pub use live::{Arrival, GameAnswer};
pub use read::{MAX_LINE_SIZE, is_recording};
use roster::{Roster, TakenNames};
pub use stored::StoredFrame;
use stored::ToldContact;
#[cfg(not(target_os = "unknown"))]
pub use tail::Tail;
pub use told_pair::{OtherPoses, ToldPair};

/// A recording that was read whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    header: Header,
    frames: Vec<StoredFrame>,
    shapes: Vec<RecordedShape>,
    /// The index of each recorded body's first shape.
    first_shape: Vec<u32>,
    missing: Missing,
    /// Those at the end of the lines that were read.
    places: Places,
    roster: Option<Arc<Roster>>,
    /// The place of each recorded body; empty: all are the header's.
    places_of: Vec<u32>,
    /// Once bodies came or went.
    names: Option<Box<TakenNames>>,
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

/// A recorded shape: in metres, y up, degrees.
#[derive(Clone, Debug, PartialEq)]
struct RecordedShape {
    body: u32,
    /// Index among the shapes of the body in the file: several round one of them.
    told: u32,
    name: String,
    shape: SceneShape,
    place: Pose,
    /// The engine calls it touching at this distance. Metres.
    skin: f32,
    /// As of the body.
    is: Option<Vec<String>>,
    meets: Option<Vec<String>>,
    /// Local to the shape.
    one_way: Option<Vec2>,
    /// A wall that holds only what is on its right-hand side, going along.
    one_sided: bool,
}

/// What moves a body, as far as the file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum BodyKind {
    Static,
    Kinematic,
    Moved,
    Sensor,
}

/// Where a recorded shape is in a frame, and how it moves: metres, y up, degrees.
#[derive(Clone, Copy, Debug, Default)]
struct BodyAtFrame {
    position: Vec2,
    rotation: f32,
    motion: SceneMotion,
}

impl RecordedShape {
    fn body_at(&self, BodyAtFrame { position, rotation, motion }: BodyAtFrame) -> SceneBody {
        SceneBody {
            position,
            rotation,
            motion,
            is: self.is.clone(),
            meets: self.meets.clone(),
            one_way: self.one_way,
            ..SceneBody::new(self.name.clone(), self.shape.clone())
        }
    }
}

/// A frame of a recording as a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMoment {
    /// The bodies that are there. They do not move by themselves.
    pub scene: Scene,
    /// The index of the shape of each body of the scene among those of its recorded body in the file.
    told: Vec<u32>,
    /// The recorded body of each body of the scene.
    groups: Vec<u32>,
}

impl RecordedMoment {
    /// Whether two bodies of the scene are shapes of one recorded body, which do not collide.
    pub fn is_one_body(&self, a: u32, b: u32) -> bool {
        self.groups.get(a as usize) == self.groups.get(b as usize)
    }

    /// The body of the scene that a recorded shape is: the `nth` of its recorded body.
    pub fn body_of_shape(&self, body: u32, nth: u32) -> Option<u32> {
        let start = self.groups.partition_point(|group| *group < body) as u32;
        let place = start + nth;
        (self.groups.get(place as usize) == Some(&body)).then_some(place)
    }

    /// The recorded body of a body of the scene.
    pub fn recorded_body(&self, body: u32) -> Option<u32> {
        self.groups.get(body as usize).copied()
    }

    /// Makes the shapes of each recorded body a group of the scene's `world`: they are no pairs.
    pub fn group(&self, world: &mut World) {
        group(world, self.groups.iter().copied());
    }

    /// The scene's bodies that each contact of the other engine means, lower index first: those that it names, or of
    /// several the first of the `touching` pairs, or else the first.
    pub fn pairs_of(
        &self,
        contacts: &[TheirContact],
        touching: impl Iterator<Item = (u32, u32)>,
    ) -> Vec<Option<(u32, u32)>> {
        let group = |body: u32| self.groups.get(body as usize).copied().unwrap_or(u32::MAX);
        let mut of_groups: HashMap<(u32, u32), Vec<(u32, u32)>> = HashMap::new();
        for (a, b) in touching {
            of_groups.entry((group(a), group(b))).or_default().push((a, b));
        }
        let is_meant = |body: u32, shape: Option<u32>| {
            shape.is_none_or(|shape| self.told.get(body as usize) == Some(&shape))
        };
        // The shapes of a recorded body are next to each other, in order.
        let first = |of: u32, shape: Option<u32>| {
            let start = self.groups.partition_point(|group| *group < of) as u32;
            (start..).take_while(|body| group(*body) == of).find(|body| is_meant(*body, shape))
        };
        let pair = |contact: &TheirContact| {
            let (bodies, shapes) = (contact.bodies, contact.shapes);
            let known = of_groups.get(&bodies).into_iter().flatten();
            let meant = known.copied().find(|(a, b)| is_meant(*a, shapes.0) && is_meant(*b, shapes.1));
            meant.or_else(|| first(bodies.0, shapes.0).zip(first(bodies.1, shapes.1)))
        };
        contacts.iter().map(pair).collect()
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
        let (mut shapes, mut first_shape) = (Vec::new(), Vec::new());
        for (body, of) in (0..).zip(bodies) {
            first_shape.push(shapes.len() as u32);
            let own = self.shapes_of(*of).filter_map(|shape| self.shapes.get(shape as usize));
            shapes.extend(own.map(|shape| RecordedShape { body, ..shape.clone() }));
        }
        Self {
            header,
            frames: Vec::new(),
            shapes,
            first_shape,
            missing: Missing::default(),
            places: Places::default(),
            places_of: Vec::new(),
            roster: None,
            names: None,
        }
    }

    /// Two of its bodies alone, which become 0 and 1, without frames.
    fn of_pair(&self, bodies: (u32, u32)) -> Self {
        self.of_bodies(&[bodies.0, bodies.1])
    }

    /// The radius of the smaller of its bodies, around where each is, in the file's unit.
    fn reach(&self) -> f32 {
        let radius = |shape: &RecordedShape| {
            let circle = shape.shape.to_shape().map(|shape| shape.bounding_circle().radius);
            circle.map_or(0.0, |radius| radius + shape.place.position.length())
        };
        let of_body = |body: u32| {
            let shapes = self.shapes_of(body).filter_map(|shape| self.shapes.get(shape as usize));
            shapes.map(radius).fold(0.0, f32::max)
        };
        let bodies = 0..self.body_count() as u32;
        bodies.map(of_body).fold(f32::INFINITY, f32::min) / self.header.metres_per_unit
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

    /// Number of recorded bodies.
    pub fn body_count(&self) -> usize {
        self.header.bodies.len()
    }

    /// The recorded body of a recorded shape.
    pub fn body_of(&self, shape: u32) -> Option<u32> {
        self.shapes.get(shape as usize).map(|shape| shape.body)
    }

    /// The recorded shapes of a recorded body.
    pub fn shapes_of(&self, body: u32) -> std::ops::Range<u32> {
        let start = |body: u32| self.first_shape.get(body as usize).copied();
        let end = self.shapes.len() as u32;
        start(body).map_or(end..end, |first| first..start(body + 1).unwrap_or(end))
    }

    /// Whether their contact may mean this recorded shape; `told`: what it names.
    fn is_meant(&self, shape: u32, told: Option<u32>) -> bool {
        told.is_none_or(|told| self.shapes.get(shape as usize).is_some_and(|shape| shape.told == told))
    }

    /// The recorded shapes of a recorded body that their contact may mean; `told`: what it names.
    fn meant_shapes(&self, body: u32, told: Option<u32>) -> impl Iterator<Item = u32> {
        self.shapes_of(body).filter(move |shape| self.is_meant(*shape, told))
    }

    /// The distance at which the engine calls a recorded shape touching. Metres.
    fn skin(&self, shape: u32) -> f32 {
        self.shapes.get(shape as usize).map_or(0.0, |shape| shape.skin)
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
                let direction = self.header.normal.name();
                let degrees = numbers::number(angle.to_degrees());
                let (theirs, ours) = (filed(theirs), filed(ours));
                format!(
                    "normals differ by {degrees}°: theirs {theirs}, ours {ours}, both {direction} as in the file"
                )
            }
            What::Flip { before, theirs } => {
                format!("their normal turned from {} to {}; ours did not", filed(before), filed(theirs))
            }
            What::Query { query, wrong } => {
                format!("query {query}: {}", wrong.sentence(|body| self.body_name(body)))
            }
            other => other.sentence(),
        }
    }

    /// [`Recording::sentence`] with the names of the bodies.
    pub fn pair_sentence(&self, difference: &Difference) -> String {
        format!("{}: {}", self.who(difference.bodies), self.sentence(difference))
    }

    /// The names of two recorded bodies, or of one that stands for itself.
    pub fn who(&self, (a, b): (u32, u32)) -> String {
        let first = self.body_name(a);
        if a == b { first } else { format!("{first} and {}", self.body_name(b)) }
    }

    /// Whether two recorded shapes are those of one body, which do not collide.
    pub fn is_one_body(&self, a: u32, b: u32) -> bool {
        self.body_of(a) == self.body_of(b)
    }

    pub fn has_one_sided(&self) -> bool {
        self.shapes.iter().any(|shape| shape.one_sided)
    }

    /// Whether one of two recorded shapes is a segment of a one-sided chain, and the other one's centroid is behind it.
    pub fn is_behind(&self, world: &World, (a, b): (u32, u32)) -> bool {
        let is_behind = |wall: u32, other: u32| {
            let shape = self.shapes.get(wall as usize).filter(|shape| shape.one_sided);
            let Some(SceneShape::Wall { start, end }) = shape.map(|shape| &shape.shape) else { return false };
            let Some((wall, other)) = world.body(wall).zip(world.body(other)) else { return false };
            let centroid = other.pose().world_from_local(other.shape().centroid());
            let place = wall.pose().local_from_world(centroid);
            (*end - *start).perp_dot(place - *start) > 0.0
        };
        is_behind(a, b) || is_behind(b, a)
    }

    /// Whether a recorded body has several shapes.
    pub fn has_groups(&self) -> bool {
        self.shapes.len() > self.header.bodies.len()
    }

    /// Every recorded shape as a body, each where it is first. Indices of bodies are those of shapes.
    pub fn scene(&self) -> Scene {
        let from_file = self.places_of.iter().zip(0..).take_while(|(place, body)| **place == *body).count();
        let is_late = |shape: &RecordedShape| !self.places_of.is_empty() && shape.body as usize >= from_file;
        let body = |shape: &RecordedShape| {
            // Those that come later may be many, and each is only in few frames.
            let frames = if is_late(shape) { &[][..] } else { &self.frames[..] };
            let placed = frames.iter().find_map(|frame| self.placed(shape, frame)).unwrap_or_default();
            shape.body_at(placed)
        };
        let bodies = self.shapes.iter().map(body).collect();
        Scene { name: self.name().to_owned(), bodies, ..Scene::default() }
    }

    /// The world of [`Recording::scene`], to make the worlds of frames from.
    pub fn every_shape(&self) -> Result<World, SceneError> {
        let mut world = self.scene().to_world()?;
        group(&mut world, self.shapes.iter().map(|shape| shape.body));
        Ok(world)
    }

    /// The frame of this index as a world with a body for every recorded shape; those that are not there are
    /// removed. `every` is [`Recording::every_shape`].
    pub fn world_at(&self, every: &World, index: usize) -> World {
        let mut world = every.clone();
        let frame = self.frames.get(index);
        for (index, shape) in (0..).zip(&self.shapes) {
            let placed = frame.and_then(|frame| self.placed(shape, frame));
            let moved = placed.zip(world.body_mut(index)).is_some_and(|(placed, body)| {
                // A velocity that overflows in metres is left out.
                let _ = body.set_motion(moving(placed.motion));
                body.set_pose(Pose::new(placed.position, placed.rotation)).is_ok()
            });
            if !moved {
                world.remove(index);
            }
        }
        world
    }

    /// Two bodies where contacts of theirs in the frame of this index say that they were; `alone` is
    /// [`Recording::of_pair`] of them, and `every` its shapes. `None`: one of them is not there.
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
        for (shape, index) in alone.shapes.iter().zip(0..) {
            let side = shape.body as usize;
            let told = contact.poses_at.get(side).copied().flatten();
            let pose = told.or_else(|| frame.pose(*bodies.get(side)?))?;
            let (position, rotation) = self.place(shape, pose);
            world.body_mut(index)?.set_pose(Pose::new(position, rotation)).ok()?;
        }
        Some(world)
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

    /// The recorded bodies of `A,B`, by name or index, the lower index first; `None`: it names none.
    pub fn find_pair(&self, text: &str) -> Result<Option<(u32, u32)>, String> {
        let pairs = text.match_indices(',').map(|(at, _)| (&text[..at], &text[at + 1..]));
        match pairs.filter_map(|(a, b)| self.find_body(a).zip(self.find_body(b))).next() {
            Some((a, b)) if a == b => Err("found one body twice".to_owned()),
            found => Ok(found.map(|(a, b)| (a.min(b), a.max(b)))),
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
        let mut moment = RecordedMoment { scene: Scene::default(), told: Vec::new(), groups: Vec::new() };
        let Some(frame) = self.frames.get(index) else { return moment };
        self.name().clone_into(&mut moment.scene.name);
        for shape in &self.shapes {
            let Some(placed) = self.placed(shape, frame) else { continue };
            moment.scene.bodies.push(shape.body_at(placed));
            moment.told.push(shape.told);
            moment.groups.push(shape.body);
        }
        if !frame.queries().is_empty() {
            moment.ask(self, &self.their_queries(index));
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

    /// Where a shape is in a frame and how it moves; `None`: it is not there.
    fn placed(&self, shape: &RecordedShape, frame: &StoredFrame) -> Option<BodyAtFrame> {
        let pose = frame.pose(shape.body)?;
        let is_static = self.header.bodies.get(shape.body as usize).is_some_and(|body| body.is_static);
        let motion = if is_static {
            SceneMotion::Static
        } else {
            let velocity = frame.velocity(shape.body).map_or([0.0; 3], |velocity| self.metric(velocity));
            let [x, y, angular_velocity] = velocity;
            SceneMotion::Kinematic { velocity: vec2(x, y), angular_velocity }
        };
        let (position, rotation) = self.place(shape, pose);
        Some(BodyAtFrame { position, rotation, motion })
    }

    /// Position and angle of a shape whose body has this pose in the file. Metres, degrees.
    fn place(&self, shape: &RecordedShape, pose: [f32; 3]) -> (Vec2, f32) {
        let [x, y, angle] = self.metric(pose);
        let position = Pose::new(vec2(x, y), angle).world_from_local(shape.place.position);
        (position, angle + shape.place.rotation.degrees())
    }

    /// Where a recorded shape is in the frame of this index; `None`: it is not there.
    pub fn pose_of(&self, shape: u32, index: usize) -> Option<Pose> {
        let placed = self.placed(self.shapes.get(shape as usize)?, self.frames.get(index)?)?;
        Some(Pose::new(placed.position, placed.rotation))
    }

    /// The first shape of each body that is there in the last of these frames and not static, of at most so many bodies, with
    /// the body's positions as long as it was there, oldest first. World.
    pub fn ways(&self, frames: RangeInclusive<usize>, most: usize) -> Vec<(u32, Vec<Vec2>)> {
        let frames = self.frames.get(frames).unwrap_or_default();
        let way = |(body, first): (u32, &u32)| {
            let place = |frame: &StoredFrame| frame.pose(body).map(|[x, y, _]| self.metres(vec2(x, y)));
            let mut places: Vec<Vec2> = frames.iter().rev().map_while(place).collect();
            places.reverse();
            (!places.is_empty()).then_some((*first, places))
        };
        let bodies = (0..).zip(&self.first_shape).zip(&self.header.bodies);
        let moving = bodies.filter(|(_, body)| !body.is_static).map(|(body, _)| body);
        moving.filter_map(way).take(most).collect()
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

/// Makes the shapes of each recorded body a group. `bodies`: of every shape.
fn group(world: &mut World, bodies: impl Iterator<Item = u32>) {
    for (shape, body) in (0..).zip(bodies) {
        if let Some(shape) = world.body_mut(shape) {
            shape.set_group(body + 1);
        }
    }
}

/// The motion of a body in the world of a frame: one that moves is dynamic there, because other engines' steps move
/// it.
fn moving(motion: SceneMotion) -> SceneMotion {
    match motion {
        SceneMotion::Kinematic { velocity, angular_velocity } => {
            SceneMotion::dynamic(1.0).with_velocity(velocity).with_angular_velocity(angular_velocity)
        }
        other @ (SceneMotion::Static | SceneMotion::Dynamic { .. }) => other,
    }
}

/// Positive y is up.
fn upright(header: &Header, v: Vec2) -> Vec2 {
    match header.y {
        VerticalAxis::Up => v,
        VerticalAxis::Down => vec2(v.x, -v.y),
    }
}

/// Degrees, counter-clockwise.
fn degrees(header: &Header, angle: f32) -> f32 {
    let angle = match header.angle {
        AngleUnit::Radians => f64::from(angle).to_degrees() as f32,
        AngleUnit::Degrees => angle,
    };
    match header.y {
        VerticalAxis::Up => angle,
        VerticalAxis::Down => -angle,
    }
}
