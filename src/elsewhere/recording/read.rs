//! Reads recordings line by line.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

use collide2d::{MAX_EXTENT, Pose};
use collision_record::{AddedBody, Body, Frame, Header, Places, Query};
use glam::{Vec2, vec2};
use serde::Deserialize;
use serde_json::Value;

use super::filed_shapes::{in_reach, is_in_reach, recorded_shape, take_shapes};
use super::line_slips::{is_cut_short, likely_slip};
use super::roster::{Roster, RosterChange};
use super::{RecordedBody, Recording, StoredFrame, upright};
use crate::platform::{plain, regular_file};
use crate::scene::MAX_NAME;
use crate::scene::SceneShape;
use crate::scene::numbers::{self, count};
use crate::scene::shape::ScenePart;

/// Longest line. Bytes.
pub const MAX_LINE_SIZE: u64 = 64 << 20;

/// What some programs write before a text in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether a path names a recording: it ends in `.jsonl`.
pub fn is_recording(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

pub(super) fn load(path: &Path) -> Result<Recording, String> {
    let name = plain::path(path);
    let file = regular_file::reader(path).map_err(|what| format!("{name}: {what}"))?;
    read(BufReader::new(file)).map_err(|what| format!("{name}, {what}"))
}

/// Reads the lines; the error begins with the line's number.
pub(super) fn read(mut lines: impl BufRead) -> Result<Recording, String> {
    let mut line = Vec::new();
    let mut recording = None;
    let mut number = 0_usize;
    loop {
        line.clear();
        number += 1;
        let at = |what: String| format!("line {number}: {what}");
        let size = (&mut lines).take(MAX_LINE_SIZE + 1).read_until(b'\n', &mut line);
        let size = size.map_err(|e| at(format!("cannot be read: {e}")))?;
        if size as u64 > MAX_LINE_SIZE {
            return Err(at(too_long()));
        }
        if size == 0 {
            break;
        }
        if number == 1 && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match &mut recording {
            None => recording = Some(Recording::begun_at(&line, at)?),
            Some(known) => match known.add_line(&line) {
                Ok(missing) => missing.into_iter().for_each(|what| known.missing.add(|| at(what))),
                Err(_) if begins_anew(&line) => {
                    let mut next = Recording::begun_at(&line, at)?;
                    let frames = count(known.frames.len(), "frame", "frames");
                    next.missing.add(|| at(format!("a header begins anew; {frames} before it are left out")));
                    *known = next;
                }
                Err(_) if is_cut_short(&line) => known.cut_short = Some(at(CUT_SHORT.to_owned())),
                Err(what) => return Err(at(what)),
            },
        }
    }
    recording.ok_or_else(|| "line 1: found nothing; allowed: the header, {\"recording\": 1, …}".to_owned())
}

/// What is told of a last line that [`is_cut_short`].
pub(super) const CUT_SHORT: &str = "cut short, for the file ends within it: it is left out";

pub(super) fn too_long() -> String {
    format!("is too long; allowed: up to {} MiB", MAX_LINE_SIZE >> 20)
}

/// Whether a line that is no frame is a header: of another level, of the game's next run.
pub(super) fn begins_anew(line: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct First {
        recording: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_slice(line).is_ok_and(|First { recording }| recording.is_some())
}

impl Recording {
    /// [`Recording::with_header`]; `at` puts the line's number before what is told.
    fn begun_at(line: &[u8], at: impl Fn(String) -> String) -> Result<Self, String> {
        let (mut recording, missing) = Self::with_header(line).map_err(&at)?;
        missing.into_iter().for_each(|what| recording.missing.add(|| at(what)));
        Ok(recording)
    }

    /// A recording without frames, from its first line, and what is missing in that.
    pub(super) fn with_header(line: &[u8]) -> Result<(Self, Vec<String>), String> {
        let read = json(line);
        let mut header: Header = read.or_else(|refused| {
            let plain = without_nan(line).ok_or_else(|| refused.clone())?;
            json(&plain).map_err(|_| refused)
        })?;
        let (mut missing, mut bodies) = (Vec::new(), std::mem::take(&mut header.bodies));
        let mut take = |(i, body): (usize, &mut Body)| {
            let places = take_shapes(&header, body, &format!("bodies[{i}]"), &mut missing)?;
            Some((i as u32, places))
        };
        let shape_places = bodies.iter_mut().enumerate().filter_map(&mut take).collect();
        let recording = Self::of_header(Header { bodies, ..header })
            .map_err(|error| unit_as_written(line).unwrap_or(error))?;
        Ok((Self { shape_places, ..recording }, missing))
    }

    /// A recording without frames.
    pub(super) fn of_header(header: Header) -> Result<Self, String> {
        header.check().map_err(|e| e.to_string())?;
        short(&header.engine, || "engine".to_owned())?;
        header.name.iter().try_for_each(|name| short(name, || "name".to_owned()))?;
        let places = Places::of(&header);
        let mut recording = Self { places, ..Self::without_bodies(header) };
        for (index, body) in recording.header.bodies.iter().enumerate() {
            let body = recording.recorded_body(body, &format!("bodies[{index}]"))?;
            recording.bodies.push(body);
        }
        recording.check_masks(recording.header.bodies.iter().zip(&recording.bodies))?;
        recording.header.bodies.iter().for_each(|body| recording.mask_names.add(body));
        Ok(recording)
    }

    /// Adds a line after the first; says what is missing in it.
    fn add_line(&mut self, line: &[u8]) -> Result<Vec<String>, String> {
        let (frame, missing) = self.frame_of(line)?;
        self.push(frame).map(|()| missing)
    }

    /// The frame of a line after the first, and what is missing in it. Its bodies come and go.
    pub(super) fn frame_of(&mut self, line: &[u8]) -> Result<(StoredFrame, Vec<String>), String> {
        let (mut frame, mut missing) = match json(line) {
            Ok(frame) => (frame, Vec::new()),
            Err(refused) => {
                let plain = without_nan(line);
                let line = plain.as_deref().unwrap_or(line);
                let read = json(line).map(|frame| (frame, Vec::new())).ok();
                read.or_else(|| without_broken(line)).ok_or(refused)?
            }
        };
        let coming = self.take_coming(&mut frame.add, &mut missing);
        self.follow_shapes(&mut frame, &coming, &mut missing);
        missing.extend(self.take_missing(&mut frame));
        missing.extend(self.tell_hit_length(&frame.queries));
        let places = match self.places.after(&frame).map_err(|e| e.to_string())? {
            Cow::Owned(places) => Some(places),
            Cow::Borrowed(_) => None,
        };
        let known = self.body_count() as u32;
        let change = self.change(&frame.remove, &frame.add)?;
        missing.extend(self.take_far(&mut frame, &change));
        for (i, line) in frame.log.iter_mut().enumerate() {
            let Some((end, _)) = line.char_indices().nth(MAX_NAME) else { continue };
            missing.push(format!(
                "log[{i}] has {} characters; the first {MAX_NAME} are kept",
                line.chars().count()
            ));
            line.truncate(end);
        }
        for (i, joint) in frame.joints.iter().enumerate() {
            short(&joint.kind, || format!("joints[{i}].kind"))?;
        }
        let last_at = |place| self.last_at(place);
        let stored = StoredFrame::of(&frame, self.roster.as_ref(), change.roster.as_ref(), known, last_at);
        self.apply(change);
        let coming = (known..).zip(coming);
        self.shape_places.extend(coming.filter_map(|(body, places)| Some((body, places?))));
        if let Some(places) = places {
            self.places = places;
        }
        Ok((stored, missing))
    }

    /// Takes out what is not whole: poses, and what contacts tell, with NaN or infinity for a number. Says what was taken, and
    /// once that a normal is no unit vector.
    fn take_missing(&mut self, frame: &mut Frame) -> Vec<String> {
        let mut missing = Vec::new();
        let is_broken =
            |triple: &mut Option<[f32; 3]>| triple.take_if(|triple| triple.iter().any(|n| !n.is_finite()));
        for (i, pose) in (0..).zip(&mut frame.poses) {
            if is_broken(pose).is_some() {
                let name = self.name_at(&frame.add, i);
                missing.push(format!("poses[{i}] is not whole, so {name} is absent"));
            }
        }
        frame.velocities.iter_mut().flatten().for_each(|velocity| _ = is_broken(velocity));
        let count = frame.contacts.len();
        let mut index = 0;
        frame.contacts.retain_mut(|contact| {
            let is_told = contact.normal.is_some() || !contact.points.is_empty();
            let points = contact.points.len();
            let is_none =
                |normal: &mut [f32; 2]| *normal == [0.0; 2] || normal.iter().any(|n| !n.is_finite());
            let normal = contact.normal.take_if(is_none).is_some();
            if !self.told_length
                && let Some(length) = contact.normal.and_then(length_unless_unit)
            {
                let (length, of) = (numbers::number(length), format!("contacts[{index}].normal"));
                missing.push(format!("{of} has length {length}, not 1: its direction is compared"));
                self.told_length = true;
            }
            contact.points.retain(|point| !point.iter().any(|n| !n.is_finite()));
            let points = contact.points.len() < points;
            // Each is of a point.
            let impulses = !contact.impulses.is_empty()
                && (points || contact.impulses.iter().any(|impulse| !impulse.is_finite()));
            if impulses {
                contact.impulses.clear();
            }
            let depth = contact.depth.take_if(|depth| !depth.is_finite()).is_some();
            let is_left =
                !is_told || contact.normal.is_some() || contact.depth.is_some() || !contact.points.is_empty();
            let broken = [("normal", normal), ("depth", depth), ("points", points), ("impulses", impulses)];
            for (what, _) in broken.iter().filter(|(_, is_broken)| *is_broken && is_left) {
                missing.push(if *what == "normal" {
                    format!("contacts[{index}].normal has no direction, and is left out: was 0 divided by 0?")
                } else {
                    format!("contacts[{index}].{what} is not whole, and left out")
                });
            }
            index += 1;
            is_left
        });
        if frame.contacts.len() < count {
            missing.push(format!(
                "contacts left out, all of whose numbers are NaN: {}",
                count - frame.contacts.len()
            ));
        }
        missing
    }

    /// Takes out poses and queries that are beyond every scene's reach: a body that burst out of its level, a ray without an
    /// end. Says what was taken.
    fn take_far(&self, frame: &mut Frame, change: &RosterChange) -> Vec<String> {
        let mut missing = Vec::new();
        for (place, pose) in (0..).zip(&mut frame.poses) {
            let Some([x, y, angle]) = pose.map(|pose| self.metric(pose)) else { continue };
            let at = Pose::new(vec2(x, y), angle);
            let body = Roster::body_at(change.roster.as_ref(), place);
            let shapes = body.and_then(|body| self.body_with(change, body)).into_iter();
            let mut places = shapes.flat_map(RecordedBody::places).map(|own| at.world_from_local(own));
            if !is_in_reach(at.position) || !places.all(is_in_reach) {
                *pose = None;
                let name = self.name_at(&frame.add, place);
                missing.push(format!("poses[{place}] is {}, so {name} is absent", beyond(at.position)));
            }
        }
        for (i, contact) in frame.contacts.iter_mut().enumerate() {
            contact.poses_at.retain(|_, pose| {
                let [x, y, _] = self.metric(*pose);
                let is_kept = is_in_reach(vec2(x, y));
                if !is_kept {
                    missing.push(format!("contacts[{i}].poses_at is {}, and left out", beyond(vec2(x, y))));
                }
                is_kept
            });
        }
        let mut index = 0;
        frame.queries.retain(|query| {
            let ends = match query {
                Query::Ray { from, to, .. } | Query::Cast { from, to, .. } => vec![*from, *to],
                Query::Closest { .. } => Vec::new(),
            };
            let far = ends.into_iter().map(|end| self.metres(end.into())).find(|end| !is_in_reach(*end));
            missing
                .extend(far.map(|far| format!("queries[{index}] reaches {}, and is left out", beyond(far))));
            index += 1;
            far.is_none()
        });
        missing
    }

    /// The name of the body at a place, also of one that comes with the frame.
    fn name_at(&self, added: &[AddedBody], place: u32) -> String {
        let added = added.iter().find(|added| added.index == place);
        let added = added.map(|added| plain::label(&added.body.name).into_owned());
        let known = || Some(self.body_name(Roster::body_at(self.roster.as_ref(), place)?));
        added.or_else(known).unwrap_or_else(|| "its body".to_owned())
    }

    /// Says once that the normal of a hit is no unit vector. Whether one of (0, 0) is wrong, the way tells.
    fn tell_hit_length(&mut self, queries: &[Query]) -> Option<String> {
        if self.told_hit_length {
            return None;
        }
        let length = |query: &Query| match query {
            Query::Ray { hit, .. } | Query::Cast { hit, .. } => {
                length_unless_unit(hit.as_ref()?.normal.filter(|normal| *normal != [0.0; 2])?)
            }
            Query::Closest { .. } => None,
        };
        let (i, length) = (0..).zip(queries).find_map(|(i, query)| Some((i, length(query)?)))?;
        self.told_hit_length = true;
        let length = numbers::number(length);
        Some(format!("queries[{i}].hit.normal has length {length}, not 1: its direction is compared"))
    }

    /// Adds a frame, which must come after the last one.
    pub fn push(&mut self, frame: StoredFrame) -> Result<(), String> {
        self.admit(&frame);
        if let Some(last) = self.frames.last()
            && (frame.frame <= last.frame || frame.time < last.time)
        {
            return Err(format!(
                "found frame {} at {} s after frame {} at {} s; allowed: frames in order",
                frame.frame, frame.time, last.frame, last.time
            ));
        }
        self.frames.push(frame);
        Ok(())
    }
}

/// The length of a normal that is no unit vector.
pub fn length_unless_unit(normal: [f32; 2]) -> Option<f32> {
    const OFF: f32 = 0.01;
    let length = Vec2::from(normal).length();
    ((length - 1.0).abs() > OFF).then_some(length)
}

/// Refuses a name that is too long for a scene.
pub(super) fn short(name: &str, what: impl FnOnce() -> String) -> Result<(), String> {
    let length = name.chars().count();
    if length <= MAX_NAME {
        return Ok(());
    }
    Err(format!("{}: found {length} characters; allowed: at most {MAX_NAME}", what()))
}

/// What is told of a place in metres that is beyond every scene's reach.
fn beyond(at: Vec2) -> String {
    format!("beyond {MAX_EXTENT} m, at ({}, {}) m", numbers::number(at.x), numbers::number(at.y))
}

/// The line with `null` for each bare `NaN`, `Infinity` and `-Infinity`, as Python writes them; `None`: it has none.
fn without_nan(line: &[u8]) -> Option<Vec<u8>> {
    const BARE: [&[u8]; 3] = [b"NaN", b"-Infinity", b"Infinity"];
    let mut plain = Vec::with_capacity(line.len() + 16);
    let (mut rest, mut in_text) = (line, false);
    while let [first, ..] = rest {
        let bare = BARE.iter().find(|bare| !in_text && rest.starts_with(bare));
        let length = match bare {
            Some(bare) => bare.len(),
            None if in_text && *first == b'\\' => 2.min(rest.len()),
            None => 1,
        };
        plain.extend_from_slice(if bare.is_some() {
            b"null"
        } else {
            rest.get(..length).unwrap_or_default()
        });
        in_text ^= length == 1 && *first == b'"';
        rest = rest.get(length..).unwrap_or_default();
    }
    (plain != line).then_some(plain)
}

/// A frame that cannot be read, with `null` for each number that is too large, without its queries and its contacts' poses
/// that have `null` for a number, and what was taken out; `None`: that does not make it readable.
#[cold]
fn without_broken(line: &[u8]) -> Option<(Frame, Vec<String>)> {
    fn has_null(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Array(values) => values.iter().any(has_null),
            Value::Object(fields) => fields.values().any(has_null),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }
    /// Whether there was one.
    fn take_huge(value: &mut Value) -> bool {
        let inner: Vec<&mut Value> = match value {
            Value::Number(number) if number.as_f64().is_some_and(|n| n.abs() > f64::from(f32::MAX)) => {
                *value = Value::Null;
                return true;
            }
            Value::Array(values) => values.iter_mut().collect(),
            Value::Object(fields) => fields.values_mut().collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        };
        let mut found = false;
        for value in inner {
            found |= take_huge(value);
        }
        found
    }
    let (mut frame, mut missing): (Value, _) = (serde_json::from_slice(line).ok()?, Vec::new());
    let had_huge = take_huge(&mut frame);
    if let Some(queries) = frame.get_mut("queries").and_then(Value::as_array_mut) {
        let mut index = 0;
        queries.retain(|query| {
            // What hits nothing has `null` for its hit.
            let fields = query.as_object().into_iter().flatten();
            let mut told = fields.filter(|(key, value)| *key != "hit" || !value.is_null());
            let is_broken = told.any(|(_, value)| has_null(value)) && again::<Query>(query).is_none();
            if is_broken {
                missing.push(format!("queries[{index}] is not whole, and left out"));
            }
            index += 1;
            !is_broken
        });
    }
    let contacts = frame.get_mut("contacts").and_then(Value::as_array_mut);
    for (i, contact) in contacts.into_iter().flatten().enumerate() {
        let Some(poses) = contact.get_mut("poses_at").and_then(Value::as_object_mut) else { continue };
        let count = poses.len();
        poses.retain(|_, pose| !has_null(pose));
        if poses.len() < count {
            missing.push(format!("contacts[{i}].poses_at is not whole, and left out"));
        }
    }
    if missing.is_empty() && !had_huge { None } else { Some((again(&frame)?, missing)) }
}

/// What a value is as text; a reader for values would be a second one of all that a frame has.
fn again<T: serde::de::DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_slice(&serde_json::to_vec(value).ok()?).ok()
}

const NO_SHAPE: &str = "a shape of no known kind; allowed: circle, rectangle, polygon, segment, capsule, chain or half_plane, \
                        each as {\"circle\": {…}}";

/// What is wrong with a unit that is 0 only as an f32.
fn unit_as_written(header: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Unit {
        metres_per_unit: f64,
    }
    let Unit { metres_per_unit: unit } = serde_json::from_slice(header).ok()?;
    let is_lost = unit > 0.0 && unit as f32 == 0.0;
    is_lost
        .then(|| format!("metres_per_unit: found {unit:e}, which an f32 rounds to 0; allowed: a number > 0"))
}

fn json<T: serde::de::DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let line = line.trim_ascii_end();
    serde_json::from_slice(line).map_err(|error| {
        // The line's number is told already, and the text may hold what the file holds.
        let text = error.to_string();
        let what = text.rfind(" at line ").and_then(|end| text.get(..end)).unwrap_or(&text);
        let what = match what {
            _ if what.starts_with("no variant of enum Shape") => NO_SHAPE,
            "EOF while parsing a string" => {
                "the line ends within a string; allowed: one whole object a line, {…}"
            }
            // A list that has not the fields of a struct.
            _ if what.starts_with("invalid length") && what.contains("struct") => {
                "found a list; allowed: an object, {…}"
            }
            _ => what,
        };
        // The end of a line is told as the beginning of the next one.
        let column = if error.is_eof() { line.len() + 1 } else { error.column() };
        let what = likely_slip(line, column, what).unwrap_or(what);
        format!("column {column}: {}", plain::label(what))
    })
}

impl Recording {
    /// A body of the file as one of ours, checked; `place`: where it stands.
    pub(super) fn recorded_body(&self, body: &Body, place: &str) -> Result<RecordedBody, String> {
        short(&body.name, || format!("{place}.name"))?;
        let mut all = Vec::with_capacity(body.shapes.len());
        for (k, placed) in body.shapes.iter().enumerate() {
            let shape = recorded_shape(&self.header, placed);
            let (shape, at) = shape.map_err(|what| format!("{place}.shapes[{k}]: {what}"))?;
            in_reach(at.position, || format!("{place}.shapes[{k}]: at"))?;
            all.push((shape, at));
        }
        let unit = self.header.metres_per_unit;
        let has_skin = body.shapes.iter().any(|shape| shape.skin != 0.0);
        let skins = body.shapes.iter().filter(|_| has_skin).map(|shape| shape.skin * unit).collect();
        let only = if all.len() == 1 { all.pop_if(|(_, at)| *at == Pose::default()) } else { None };
        let shape = only.map_or_else(|| of_parts(all), |(shape, _)| shape);
        let one_way = body.one_way.map(|[x, y]| upright(&self.header, vec2(x, y)));
        Ok(RecordedBody { shape, skins, one_way })
    }
}

/// Shapes in their places as one.
fn of_parts(shapes: Vec<(SceneShape, Pose)>) -> SceneShape {
    let part = |(shape, place): (SceneShape, Pose)| ScenePart {
        at: place.position,
        turned: place.rotation.degrees(),
        ..ScenePart::new(shape)
    };
    SceneShape::Compound { parts: shapes.into_iter().map(part).collect() }
}
