//! Two recordings of one game beside each other: where they first differ, by how much, and how it grows.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use glam::vec2;

use super::{Recording, StoredFrame, pair_of};
use crate::platform::named::named;
use crate::platform::sorting;
use crate::scene::numbers::{count, number};

mod contacts;
mod queries;

/// How far the frames of two recordings by one clock may be from each other. Seconds.
const SAME_TIME: f64 = 1.0e-3;

named! {
    /// What differs between two runs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum RunQuantity {
        /// The body has other shapes, places of them, masks or motion in the file.
        Shape = "shape",
        /// The body is there in one of them alone.
        There = "there",
        /// Metres.
        Position = "position",
        /// Radians.
        Angle = "angle",
        /// Where both tell it. Metres per second.
        Velocity = "velocity",
        /// Where both tell it. Radians per second.
        AngularVelocity = "angular velocity",
        /// A contact of the pair is in one of them alone; the depth there, 0 where none is told. Metres.
        Contact = "contact",
        /// Metres.
        Depth = "depth",
        /// Radians.
        Normal = "normal",
        /// How far the points of a contact are from the other's nearest, where both tell some. Metres.
        Point = "point",
        /// Where both tell it. In the file's own unit.
        Impulse = "impulse",
        /// It is told in one of them alone; how many.
        Event = "event",
        /// A ray or a cast hits in one of them alone, or another body.
        Query = "query",
        /// Of the way to the body that both hit, where both tell it.
        Fraction = "fraction",
        /// Metres.
        HitPoint = "hit point",
        /// Radians.
        HitNormal = "hit normal",
        /// Of nearest points. Metres.
        Distance = "distance",
    }
}

/// The bodies that differ: one, or a pair, of the first recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunBodies {
    One(u32),
    Pair(u32, u32),
}

/// What of which bodies differs over the frames.
#[derive(Clone, Debug, PartialEq)]
pub struct RunDifference {
    pub bodies: RunBodies,
    pub quantity: RunQuantity,
    /// Frames with a difference.
    pub frames: usize,
    /// The first of them, each at which it has grown tenfold since the one before, and the worst, with how much it is.
    pub growth: Vec<(u64, f32)>,
    worst: (u64, f32),
}

/// Two recordings beside each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunComparison {
    /// Frames that both have.
    pub frames: usize,
    /// Frames of either that the other has not.
    pub alone: [usize; 2],
    /// Frames are matched by time, because no number is in both, or the same numbers are at other times.
    pub by_time: bool,
    /// Where most frames of one number are at other times in the two: the one whose times are the farthest apart.
    pub other_times: Option<OtherTimes>,
    /// Bodies that are matched by index, because their names are in one of them alone.
    pub by_index: Vec<(u32, u32)>,
    /// Bodies of either that the other has not.
    pub unmatched: [Vec<u32>; 2],
    /// The earliest first.
    pub differences: Vec<RunDifference>,
}

/// A frame number, and when it is in the first and in the second recording.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OtherTimes {
    pub frame: u64,
    /// Seconds.
    pub times: [f64; 2],
}

impl RunComparison {
    /// By what frames are matched.
    pub fn clock(&self) -> &'static str {
        if self.by_time { "time" } else { "number" }
    }

    /// "frame 29 is at 0.4833 s in the first and at 0.9667 s in the second, so …", where numbers tell other times.
    pub fn told_times(&self) -> Option<String> {
        let OtherTimes { frame, times: [first, second] } = self.other_times?;
        let [first, second] = [first, second].map(|seconds| number(seconds as f32));
        let so = if self.by_time {
            "so frames are matched by time"
        } else {
            "and few frames are at the same time: what differs may be the moment"
        };
        Some(format!("frame {frame} is at {first} s in the first and at {second} s in the second, {so}"))
    }

    /// Whether both tell the same, of the same frames and bodies.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty() && self.alone == [0; 2] && self.unmatched.iter().all(Vec::is_empty)
    }
}

impl RunQuantity {
    /// Of a number of it; empty: it is counted.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Position | Self::Contact | Self::Depth | Self::Point | Self::HitPoint | Self::Distance => {
                " m"
            }
            Self::Velocity => " m/s",
            Self::Angle | Self::Normal | Self::HitNormal => " rad",
            Self::AngularVelocity => " rad/s",
            Self::Shape | Self::There | Self::Impulse | Self::Event | Self::Query | Self::Fraction => "",
        }
    }
}

impl RunDifference {
    /// "ball, position".
    pub fn label(&self, a: &Recording) -> String {
        let bodies = match self.bodies {
            RunBodies::One(body) => a.body_name(body),
            RunBodies::Pair(p, q) => format!("{} and {}", a.body_name(p), a.body_name(q)),
        };
        format!("{bodies}, {}", self.quantity.name())
    }

    /// "0.25 m".
    pub fn amount(&self, by: f32) -> String {
        match self.quantity {
            RunQuantity::Shape => "another one in the file".to_owned(),
            RunQuantity::There => "there in one alone".to_owned(),
            RunQuantity::Contact if by > 0.0 => format!("{} m deep in one alone", number(by)),
            RunQuantity::Contact => "a contact in one alone".to_owned(),
            RunQuantity::Event => format!("{} in one alone", count(by as usize, "event", "events")),
            RunQuantity::Query => "another answer".to_owned(),
            RunQuantity::Position
            | RunQuantity::Angle
            | RunQuantity::Velocity
            | RunQuantity::AngularVelocity
            | RunQuantity::Depth
            | RunQuantity::Normal
            | RunQuantity::Point
            | RunQuantity::Impulse
            | RunQuantity::Fraction
            | RunQuantity::HitPoint
            | RunQuantity::HitNormal
            | RunQuantity::Distance => format!("{}{}", number(by), self.quantity.unit()),
        }
    }

    /// "0.25 m in frame 3, 2.5 m in frame 9": where it begins, where it has grown tenfold, and the worst.
    pub fn grows(&self) -> String {
        let growth = self.growth.iter().map(|(frame, by)| format!("{} in frame {frame}", self.amount(*by)));
        growth.collect::<Vec<_>>().join(", ")
    }

    pub fn first(&self) -> (u64, f32) {
        self.growth.first().copied().unwrap_or(self.worst)
    }
}

/// A frame that both recordings have.
#[derive(Clone, Copy)]
struct SameFrame<'r> {
    a: &'r Recording,
    b: &'r Recording,
    /// Its index in `a`, and in `b`.
    i: usize,
    j: usize,
    /// What differs by up to it is the same. Metres, radians.
    tolerance: f32,
}

/// The bodies of two recordings that are the same.
#[derive(Debug)]
struct Matching {
    /// By recorded body of the second: that of the first.
    first_of: BTreeMap<u32, u32>,
    /// Recorded bodies of the first that the second has not.
    alone: BTreeSet<u32>,
}

type BodyPair = (u32, u32);

/// Compares two recordings; what differs by up to `tolerance` is the same. `passed` is called after each frame.
pub fn against(a: &Recording, b: &Recording, tolerance: f32, mut passed: impl FnMut()) -> RunComparison {
    let mut comparing = RunComparing::new(a, b, tolerance);
    while comparing.step(a, b) {
        passed();
    }
    comparing.ended()
}

/// A comparison under way, frame by frame.
#[derive(Debug)]
pub struct RunComparing {
    tolerance: f32,
    matching: Matching,
    /// Indices of the frames that both have.
    frames: Vec<(usize, usize)>,
    comparison: RunComparison,
    found: BTreeMap<(RunBodies, RunQuantity), RunDifference>,
}

impl RunComparing {
    /// Of two recordings, which every call is given.
    pub fn new(a: &Recording, b: &Recording, tolerance: f32) -> Self {
        let mut comparison = RunComparison::default();
        let matching = Matching::of(a, b, &mut comparison);
        let frames = matched_frames(a, b, &mut comparison);
        Self { tolerance, matching, frames, comparison, found: BTreeMap::new() }
    }

    /// Compares the next frame; `false`: there is none.
    pub fn step(&mut self, a: &Recording, b: &Recording) -> bool {
        let Some(&(i, j)) = self.frames.get(self.comparison.frames) else { return false };
        let Self { tolerance, matching, comparison, found, .. } = self;
        let number = a.frames().get(i).map_or(0, |frame| frame.frame);
        let mut differs: BTreeMap<(RunBodies, RunQuantity), f32> = BTreeMap::new();
        let mut add = |bodies: RunBodies, quantity: RunQuantity, by: f32| {
            let worst = differs.entry((bodies, quantity)).or_insert(by);
            *worst = worst.max(by);
        };
        if comparison.frames == 0 {
            matching.shapes(a, b, &mut add);
        }
        let frames = SameFrame { a, b, i, j, tolerance: *tolerance };
        matching.bodies(frames, &mut add);
        matching.contacts(frames, &mut add);
        matching.events(frames, &mut add);
        matching.queries(frames, &mut add);
        for ((bodies, quantity), by) in differs {
            let new = RunDifference { bodies, quantity, frames: 0, growth: Vec::new(), worst: (number, by) };
            found.entry((bodies, quantity)).or_insert(new).add(number, by);
        }
        comparison.frames += 1;
        true
    }

    /// What is found.
    pub fn ended(&mut self) -> RunComparison {
        let found = std::mem::take(&mut self.found);
        let mut comparison = std::mem::take(&mut self.comparison);
        comparison.differences = found.into_values().map(RunDifference::finished).collect();
        sorting::sort_by_key(&mut comparison.differences, |found| {
            (found.first().0, found.quantity, found.bodies)
        });
        comparison
    }

    /// Index of the frame of the second that is that of the first.
    pub fn frame_of(&self, first: usize) -> Option<usize> {
        let at = self.frames.partition_point(|(i, _)| *i < first);
        self.frames.get(at).filter(|(i, _)| *i == first).map(|(_, j)| *j)
    }

    /// Bodies that are the same: of the first, and of the second.
    pub fn bodies(&self) -> impl Iterator<Item = (u32, u32)> {
        self.matching.first_of.iter().map(|(second, first)| (*first, *second))
    }
}

/// Indices of the frames that both have: by number, or by time where no number is in both, or where most of the common
/// numbers are at other times (two runs at different rates) and most frames of the shorter recording have one of their time.
fn matched_frames(a: &Recording, b: &Recording, comparison: &mut RunComparison) -> Vec<(usize, usize)> {
    let by_number = in_step(a, b, |p, q| p.frame.cmp(&q.frame));
    let by_time = in_step(a, b, |p, q| {
        let since = p.time - q.time;
        if since.abs() <= SAME_TIME { Ordering::Equal } else { since.total_cmp(&0.0) }
    });
    let times = |&(i, j): &(usize, usize)| {
        let (p, q) = a.frames().get(i).zip(b.frames().get(j))?;
        Some(OtherTimes { frame: p.frame, times: [p.time, q.time] })
    };
    let apart = |OtherTimes { times: [p, q], .. }: &OtherTimes| (p - q).abs();
    let other_times = || by_number.iter().filter_map(times).filter(|times| apart(times) > SAME_TIME);
    if 2 * other_times().count() > by_number.len() {
        comparison.other_times = other_times().max_by(|p, q| apart(p).total_cmp(&apart(q)));
    }
    let shorter = a.frames().len().min(b.frames().len());
    comparison.by_time =
        by_number.is_empty() || comparison.other_times.is_some() && 2 * by_time.len() > shorter;
    let matched = if comparison.by_time { by_time } else { by_number };
    let rest = |recording: &Recording| recording.frames().len() - matched.len();
    comparison.alone = [rest(a), rest(b)];
    matched
}

/// Indices of the frames of two recordings that are equal in an order that both are in.
fn in_step(
    a: &Recording,
    b: &Recording,
    order: impl Fn(&StoredFrame, &StoredFrame) -> Ordering,
) -> Vec<(usize, usize)> {
    let (mut i, mut j, mut matched) = (0, 0, Vec::new());
    while let Some((p, q)) = a.frames().get(i).zip(b.frames().get(j)) {
        let order = order(p, q);
        if order.is_eq() {
            matched.push((i, j));
        }
        i += usize::from(order.is_le());
        j += usize::from(order.is_ge());
    }
    matched
}

impl RunDifference {
    fn add(&mut self, frame: u64, by: f32) {
        self.frames += 1;
        if self.growth.last().is_none_or(|(_, last)| by > 0.0 && by >= 10.0 * last) {
            self.growth.push((frame, by));
        }
        if by > self.worst.1 {
            self.worst = (frame, by);
        }
    }

    fn finished(mut self) -> Self {
        if self.growth.last().is_some_and(|(frame, _)| *frame < self.worst.0) {
            self.growth.push(self.worst);
        }
        self
    }
}

impl Matching {
    fn of(a: &Recording, b: &Recording, comparison: &mut RunComparison) -> Self {
        let count = |recording: &Recording| recording.body_count() as u32;
        let name = |body: u32| b.header.bodies.get(body as usize).map_or("", |body| &body.name);
        let mut first_of: BTreeMap<u32, u32> = BTreeMap::new();
        let names: BTreeMap<&str, u32> =
            (0..).zip(&a.header.bodies).map(|(index, body)| (body.name.as_str(), index)).collect();
        first_of.extend((0..count(b)).filter_map(|body| Some((body, *names.get(name(body))?))));
        let known: BTreeSet<u32> = first_of.values().copied().collect();
        let is_left = |body: &u32| !known.contains(body);
        let left = (0..count(b)).filter(|body| !first_of.contains_key(body));
        comparison.by_index =
            left.filter(|body| *body < count(a) && is_left(body)).map(|body| (body, body)).collect();
        first_of.extend(comparison.by_index.iter().copied());
        let known: BTreeSet<u32> = first_of.values().copied().collect();
        comparison.unmatched = [
            (0..count(a)).filter(|body| !known.contains(body)).collect(),
            (0..count(b)).filter(|body| !first_of.contains_key(body)).collect(),
        ];
        let alone = comparison.unmatched[0].iter().copied().collect();
        Self { first_of, alone }
    }

    /// A pair of the first recording of which the second has both.
    fn in_both(&self, pair: BodyPair) -> Option<BodyPair> {
        (!self.alone.contains(&pair.0) && !self.alone.contains(&pair.1)).then_some(pair)
    }

    /// A pair of the second recording, as the first has it in its order.
    fn pair(&self, (a, b): BodyPair) -> Option<BodyPair> {
        let (a, b) = (*self.first_of.get(&a)?, *self.first_of.get(&b)?);
        Some((a.min(b), a.max(b)))
    }

    /// Bodies that the two files describe in the same units and otherwise than each other.
    fn shapes(&self, a: &Recording, b: &Recording, add: &mut impl FnMut(RunBodies, RunQuantity, f32)) {
        let units = |recording: &Recording| {
            let header = &recording.header;
            (header.metres_per_unit, header.y, header.angle)
        };
        if units(a) != units(b) {
            return;
        }
        for (&second, &first) in &self.first_of {
            let [one, other] =
                [(a, first), (b, second)].map(|(of, body)| of.header.bodies.get(body as usize));
            let is_same = one.zip(other).is_none_or(|(one, other)| {
                *one == collision_record::Body { name: one.name.clone(), ..other.clone() }
            });
            if !is_same {
                add(RunBodies::One(first), RunQuantity::Shape, 1.0);
            }
        }
    }

    fn bodies(&self, frames: SameFrame<'_>, add: &mut impl FnMut(RunBodies, RunQuantity, f32)) {
        let SameFrame { a, b, i, j, tolerance } = frames;
        let pose = |recording: &Recording, index: usize, body: u32| {
            let pose = recording.frames().get(index)?.pose(body)?;
            Some(recording.metric(pose))
        };
        let velocity = |recording: &Recording, index: usize, body: u32| {
            let velocity = recording.frames().get(index)?.velocity(body)?;
            Some(recording.metric(velocity))
        };
        for (&second, &first) in &self.first_of {
            let bodies = RunBodies::One(first);
            let both = velocity(a, i, first).zip(velocity(b, j, second));
            if let Some(([x, y, turn], [other_x, other_y, other])) = both {
                let apart = vec2(x, y).distance(vec2(other_x, other_y));
                if apart > tolerance {
                    add(bodies, RunQuantity::Velocity, apart);
                }
                let turn = (turn - other).abs().to_radians();
                if turn > tolerance {
                    add(bodies, RunQuantity::AngularVelocity, turn);
                }
            }
            match (pose(a, i, first), pose(b, j, second)) {
                (None, None) => {}
                (Some(_), None) | (None, Some(_)) => add(bodies, RunQuantity::There, 1.0),
                (Some([x, y, turned]), Some([other_x, other_y, other])) => {
                    let apart = vec2(x, y).distance(vec2(other_x, other_y));
                    if apart > tolerance {
                        add(bodies, RunQuantity::Position, apart);
                    }
                    let turn = (turned - other + 180.0).rem_euclid(360.0) - 180.0;
                    let turn = if turned == other { 0.0 } else { turn.abs().to_radians() };
                    if turn > tolerance {
                        add(bodies, RunQuantity::Angle, turn);
                    }
                }
            }
        }
    }

    fn events(&self, frames: SameFrame<'_>, add: &mut impl FnMut(RunBodies, RunQuantity, f32)) {
        let SameFrame { a, b, i, j, .. } = frames;
        let events = |recording: &Recording, index: usize| -> Vec<_> {
            let events = recording.frames().get(index).map(StoredFrame::events);
            events.into_iter().flatten().copied().collect()
        };
        let mut count: BTreeMap<_, i32> = BTreeMap::new();
        for event in events(a, i) {
            let Some(pair) = self.in_both(pair_of(&event)) else { continue };
            *count.entry((pair, event.kind)).or_default() += 1;
        }
        for event in events(b, j) {
            let Some(pair) = self.pair((event.a, event.b)) else { continue };
            *count.entry((pair, event.kind)).or_default() -= 1;
        }
        let mut differs: BTreeMap<BodyPair, u32> = BTreeMap::new();
        for ((pair, _), more) in count {
            *differs.entry(pair).or_default() += more.unsigned_abs();
        }
        for ((a, b), events) in differs.into_iter().filter(|(_, events)| *events > 0) {
            add(RunBodies::Pair(a, b), RunQuantity::Event, events as f32);
        }
    }
}
