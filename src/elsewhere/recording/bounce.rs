//! How fast two recorded bodies met and parted along the normal, by their ways from frame to frame.

use collide2d::World;
use glam::{Vec2, vec2};
use serde::Serialize;

use super::compare::our_contact;
use super::{BodyKind, Recording, TheirContact};
use crate::scene::{FoundParts, PairParts, may_be_parts};

/// Most frames before and after one that are looked at for where a touch begins and ends.
const AROUND: usize = 200;
/// What meets more slowly comes to rest or rolls on. Metres per second.
const SLOWEST_MEETING: f32 = 0.05;
/// Two that touch in so many frames have come to rest, and part for another reason than the way in which they met.
const RESTED: usize = 12;
/// Normals of a bounce turn by less than this while the two touch. Cosine.
const TURNED: f32 = 0.7;
/// A turn of the speed along the normal counts where it is faster than this share of the speed at which the two met.
const SLOWEST_TURN: f32 = 0.1;

/// A touch of two recorded bodies. Speeds are along its normal, metres per second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RecordedBounce {
    /// The engine's number of the first frame in which they touch.
    pub met: u64,
    pub closing: f32,
    /// That of the last one, where they are apart after it.
    pub parted: Option<u64>,
    /// 0 where they touch as far as was looked.
    pub parting: f32,
    /// In how many frames they touch, as far as was looked.
    pub touched: usize,
    /// The normal is another one as they part, so that both speeds say nothing of each other.
    pub is_turned: bool,
    /// They parted on the other side, on the way on which they came: they went through each other.
    pub through: bool,
    /// How often the speed turned from closing to parting or back while they touched: once in a bounce.
    pub turns: usize,
    /// Those that are told of the two, before the engine mixes them.
    pub restitutions: [Option<f32>; 2],
}

/// Where two bodies touch in a frame. World.
#[derive(Clone, Copy)]
struct RecordedTouch {
    /// Unit vector toward the first body.
    normal: Vec2,
    point: Vec2,
}

/// Two recorded bodies whose touches are looked at.
struct MeetingPair<'r> {
    recording: &'r Recording,
    bodies: (u32, u32),
    parts: PairParts,
    alone: Recording,
    /// [`Recording::every_body`] of them.
    both: World,
}

impl RecordedBounce {
    /// The share of the speed that came back; `None`: the two parted along another normal.
    pub fn share(&self) -> Option<f32> {
        let parting = if self.has_rested() { 0.0 } else { self.parting };
        (!self.is_turned).then_some(parting / self.closing)
    }

    /// Whether they lay on each other before they parted.
    pub fn has_rested(&self) -> bool {
        self.touched > RESTED
    }

    /// The touch of two bodies, or of their parts, in the frame of this index, or the one that ended in the frame before.
    /// `None`: there is none, it is a sensor's, or they met slowly or too long ago.
    pub fn of(recording: &Recording, index: usize, (bodies, parts): FoundParts) -> Option<Self> {
        let alone = recording.of_pair(bodies);
        let both = alone.every_body().ok()?;
        let mut pair = MeetingPair { recording, bodies, parts, alone, both };
        let (last, touch) = [Some(index), index.checked_sub(1)]
            .into_iter()
            .flatten()
            .find_map(|index| Some((index, pair.touch(index)?)))?;
        let mut touches = vec![touch];
        let mut first = last;
        while let Some(before) = first.checked_sub(1) {
            let Some(touch) = pair.touch(before) else { break };
            if last - before > AROUND {
                return None;
            }
            touches.insert(0, touch);
            first = before;
        }
        let mut last = last;
        while last - first < 2 * AROUND {
            let Some(touch) = pair.touch(last + 1) else { break };
            touches.push(touch);
            last += 1;
        }
        let is_apart = pair.is_apart(last + 1);
        let is_free = is_apart && pair.is_apart(last + 2);
        let pair = &pair;
        let (start, end) = (touches.first()?, touches.last()?);
        // The step in which they meet may end with the bounce.
        let before = [first.checked_sub(2), first.checked_sub(1)].into_iter().flatten();
        let ways = before.filter_map(|from| pair.parting(from, first, start));
        let tells = pair.tells_velocities(index);
        let told = first.checked_sub(1).filter(|_| tells).and_then(|before| {
            let falls = pair.falls(before, start);
            Some([pair.told_parting(before, start)? + falls, pair.told_parting(first, start)?])
        });
        let closing = ways.chain(told.into_iter().flatten()).map(|speed| -speed).fold(0.0, f32::max);
        if closing < SLOWEST_MEETING {
            return None;
        }
        let after =
            |touch| [last, last + 1].into_iter().filter_map(move |from| pair.parting(from, last, touch));
        // The way to the frame in which they are apart may be a push out of the overlap.
        let told = [last, last + 1].into_iter().filter(|_| tells).filter_map(|at| pair.told_parting(at, end));
        let told = told.reduce(f32::max);
        // The middle of the free way is one and a half steps after the parting.
        let free =
            || Some(pair.parting(last + 1, last, end).filter(|_| is_free)? - 1.5 * pair.falls(last + 1, end));
        let by_ways = || free().unwrap_or_else(|| after(end).fold(0.0, f32::max));
        let parting = if is_apart { told.unwrap_or_else(by_ways).max(0.0) } else { 0.0 };
        let goes_on = after(start).fold(f32::NEG_INFINITY, f32::max) < -SLOWEST_TURN * closing;
        let number = |index: usize| recording.frames().get(index).map(|frame| frame.frame);
        let speeds = (first..=last).zip(&touches).filter_map(|(at, touch)| pair.parting(at, at, touch));
        let mut speeds: Vec<f32> = [-closing].into_iter().chain(speeds).collect();
        speeds.retain(|speed| speed.abs() > SLOWEST_TURN * closing);
        let turns = speeds.windows(2).filter(|two| two[0].is_sign_negative() != two[1].is_sign_negative());
        Some(Self {
            met: number(first)?,
            closing,
            parted: number(last).filter(|_| is_apart),
            parting,
            through: is_apart && goes_on && start.normal.dot(end.normal) < 0.0,
            touched: touches.len(),
            is_turned: start.normal.dot(end.normal) < TURNED,
            turns: turns.count(),
            restitutions: [bodies.0, bodies.1].map(|body| recording.restitution_of(body)),
        })
    }
}

impl MeetingPair<'_> {
    /// Where the two touch in a frame: ours, or theirs where the poses have been moved apart.
    fn touch(&mut self, index: usize) -> Option<RecordedTouch> {
        let frame = self.recording.frames().get(index)?;
        self.alone.frames = vec![frame.of_pair_when_found(self.bodies)?];
        let mut theirs: Vec<_> = self.alone.their_contacts(0).collect();
        theirs.retain(|theirs| may_be_parts(theirs.shapes.into(), self.parts));
        if theirs.iter().any(|theirs| theirs.sensor || theirs.filtered) {
            return None;
        }
        theirs.retain(TheirContact::touches);
        let ours = our_contact(&self.alone.world_at(&self.both, 0), theirs.first(), self.parts);
        let mean =
            |points: &[Vec2]| (!points.is_empty()).then(|| points.iter().sum::<Vec2>() / points.len() as f32);
        let told = || {
            let theirs = theirs.first()?;
            let [x, y, _] = self.recording.metric(frame.pose(self.bodies.0)?);
            Some(RecordedTouch { normal: theirs.normal?, point: mean(&theirs.points).unwrap_or(vec2(x, y)) })
        };
        let ours = ours.map(|ours| (ours.contact.normal, ours.points()));
        ours.and_then(|(normal, points)| Some(RecordedTouch { normal, point: mean(&points)? })).or_else(told)
    }

    /// Whether both are there in a frame and do not touch.
    fn is_apart(&mut self, index: usize) -> bool {
        let frame = self.recording.frames().get(index);
        let are_there =
            frame.is_some_and(|frame| frame.pose(self.bodies.0).and(frame.pose(self.bodies.1)).is_some());
        are_there && self.touch(index).is_none()
    }

    /// Whether the velocities of what moves are told, and their ways do not contradict them.
    fn tells_velocities(&self, index: usize) -> bool {
        let Some(frame) = self.recording.frames().get(index) else { return false };
        [self.bodies.0, self.bodies.1].into_iter().all(|body| {
            let is_told =
                frame.tells_velocity_of(body) && self.recording.velocity_fault_around(body, index).is_none();
            self.recording.kind(body) == BodyKind::Static || is_told
        })
    }

    /// How fast the two part along the normal of a touch as a frame tells it; negative: they close.
    fn told_parting(&self, index: usize, touch: &RecordedTouch) -> Option<f32> {
        let frame = self.recording.frames().get(index)?;
        let velocity = |body: u32| {
            let arm = touch.point - self.recording.pose_of(body, index)?.position;
            let told = frame.velocity(body).map(|velocity| self.recording.metric(velocity));
            let stands = (self.recording.kind(body) == BodyKind::Static).then_some([0.0; 3]);
            let [x, y, turn] = told.or(stands)?;
            Some(vec2(x, y) + arm.perp() * turn.to_radians())
        };
        Some((velocity(self.bodies.0)? - velocity(self.bodies.1)?).dot(touch.normal))
    }

    /// How much of gravity comes to [`MeetingPair::told_parting`] in the step after the frame of this index.
    fn falls(&self, index: usize, touch: &RecordedTouch) -> f32 {
        let frames = self.recording.frames();
        let seconds = frames
            .get(index + 1)
            .zip(frames.get(index))
            .map_or(0.0, |(to, from)| (to.time - from.time) as f32);
        let is_moved = |body: u32| f32::from(u8::from(self.recording.kind(body) == BodyKind::Moved));
        let pulled = is_moved(self.bodies.0) - is_moved(self.bodies.1);
        self.recording.gravity().unwrap_or_default().dot(touch.normal) * pulled * seconds
    }

    /// How fast the two part along the normal of a touch on the way from the frame of one index to the next; negative: they close.
    /// `at`: the index of the frame in which they touch so.
    fn parting(&self, from: usize, at: usize, touch: &RecordedTouch) -> Option<f32> {
        let (recording, frames) = (self.recording, self.recording.frames());
        let (start, end) = (frames.get(from)?, frames.get(from + 1)?);
        let seconds = (end.time - start.time) as f32;
        let velocity = |body: u32| {
            let moved = recording.moved(body, start, end).filter(|_| seconds > 0.0)?;
            let arm = touch.point - recording.pose_of(body, at)?.position;
            Some((moved.way + arm.perp() * moved.turn.to_radians()) / seconds)
        };
        Some((velocity(self.bodies.0)? - velocity(self.bodies.1)?).dot(touch.normal))
    }
}
