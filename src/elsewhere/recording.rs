//! Recordings of another engine: its bodies, its poses and the contacts that it found, frame by frame, each of which is a
//! scene of ours. A body of several shapes is one of several parts, and one whose only shape is not at its origin is one of
//! one part.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use collide2d::Leaf;
use collision_record::{AngleUnit, Event, Header, Joint, NormalDirection, Places, VerticalAxis};
use glam::{Vec2, vec2};

use crate::platform::plain;
use crate::scene::named::split;
use crate::scene::shape::ScenePart;
use crate::scene::{FoundParts, SceneShape};

use self::filed_shapes::ShapePlaces;

#[cfg(not(target_os = "unknown"))]
pub mod against;
#[cfg_attr(target_os = "unknown", path = "recording/background_in_page.rs")]
mod background;
pub mod between;
mod bounce;
pub mod compare;
mod filed_shapes;
pub mod ghosts;
mod held;
mod limits;
mod line_slips;
#[cfg(not(target_os = "unknown"))]
mod listen;
// A page gets no lines later.
#[cfg_attr(target_os = "unknown", allow(dead_code))]
mod live;
mod masked;
mod motion;
pub mod own_run;
mod placed;
mod pushed_out;
pub mod queries;
mod read;
mod roster;
mod stored;
pub mod systematic;
#[cfg(not(target_os = "unknown"))]
mod tail;
mod told_pair;
mod velocities;
mod words;
#[cfg(not(target_os = "unknown"))]
mod written;

pub use background::BackgroundReading;
pub use bounce::RecordedBounce;
pub use limits::FarBody;
#[cfg(not(target_os = "unknown"))]
pub use listen::{Origin, RecordListener};
pub use live::{Arrival, GameAnswer};
pub use placed::RecordedMoment;
pub use read::{MAX_LINE_SIZE, is_recording, length_unless_unit};
use roster::{MaskNames, Roster, TakenNames};
pub use stored::StoredFrame;
use stored::ToldContact;
#[cfg(not(target_os = "unknown"))]
pub use tail::Tail;
pub use told_pair::{NotHeld, OtherReading, ToldDepths, ToldDifference, ToldPair, ToldShape};

/// A recording: its header, and the frames that were read so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    header: Header,
    frames: Vec<StoredFrame>,
    /// Every body of the header and those that came later, as ours.
    bodies: Vec<RecordedBody>,
    missing: Missing,
    /// The last line, if the file ends within it; in words, with its number.
    cut_short: Option<String>,
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
    /// It was told that a normal is no unit vector; an engine that writes one writes many.
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
    /// Its shape, or a part for each of several, and for one that is not at its origin.
    shape: SceneShape,
    /// The distance at which the engine calls each of its shapes touching; empty: 0. Metres.
    skins: Vec<f32>,
    /// Local to the body.
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

impl RecordedBody {
    /// Where its shapes are in it.
    fn places(&self) -> impl Iterator<Item = Vec2> {
        let parts = self.shape.parts();
        let only = parts.is_empty().then_some(Vec2::ZERO);
        only.into_iter().chain(parts.iter().map(|part| part.at))
    }
}

/// Whether their contact may mean this leaf of a body; `told`: the shape of the body that it names.
fn is_meant(leaf: Leaf, told: Option<u32>) -> bool {
    told.is_none_or(|told| leaf.part().unwrap_or(0) == told)
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
    /// The engine found it in an earlier step and uses it again.
    pub reused: bool,
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
        let Header { recording, engine, metres_per_unit, y, angle, normal, gravity, .. } = &self.header;
        let header = Header {
            recording: *recording,
            name: None,
            engine: engine.clone(),
            metres_per_unit: *metres_per_unit,
            y: *y,
            angle: *angle,
            normal: *normal,
            gravity: *gravity,
            bodies: bodies
                .iter()
                .filter_map(|body| self.header.bodies.get(*body as usize))
                .cloned()
                .collect(),
        };
        let own = bodies.iter().filter_map(|body| self.bodies.get(*body as usize)).cloned();
        Self { bodies: own.collect(), ..Self::without_bodies(header) }
    }

    /// A recording without frames, which has none of the header's bodies yet.
    fn without_bodies(header: Header) -> Self {
        Self {
            header,
            frames: Vec::new(),
            bodies: Vec::new(),
            missing: Missing::default(),
            places: Places::default(),
            places_of: Vec::new(),
            roster: None,
            shape_places: BTreeMap::new(),
            names: None,
            mask_names: MaskNames::default(),
            cut_short: None,
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

    /// That the last line is left out, because the file ends within it; with its number.
    pub fn cut_short(&self) -> Option<&str> {
        self.cut_short.as_deref()
    }

    /// Name and version of the engine.
    pub fn engine(&self) -> &str {
        &self.header.engine
    }

    /// Of the engine's unit of length.
    pub fn metres_per_unit(&self) -> f32 {
        self.header.metres_per_unit
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
        self.bodies.get(body as usize).is_some_and(|body| body.shape.parts().len() > 1)
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

    /// Whether one of two bodies is a sensor and the other one moves: most engines tell such two.
    pub fn may_feel(&self, (a, b): (u32, u32)) -> bool {
        self.rarely_tested(a, b)
            .is_some_and(|kinds| matches!(kinds, [BodyKind::Kinematic | BodyKind::Moved, BodyKind::Sensor]))
    }

    /// Whether a body is moved by what it meets; a sensor may be such a body as well.
    fn is_dynamic(&self, body: u32) -> bool {
        self.header.bodies.get(body as usize).is_some_and(|body| !body.is_static && !body.is_kinematic)
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
            (self.has_parts(body) && number as usize <= parts).then_some((body, Some(number - 1)))
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
            reused: contact.reused,
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
