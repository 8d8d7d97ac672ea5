//! How fast two recorded bodies met and parted along the normal, by their ways from frame to frame.

use collide2d::World;
use glam::{Vec2, vec2};
use serde::Serialize;

use super::compare::our_contact;
use super::{Recording, TheirContact};
use crate::scene::{FoundParts, PairParts, may_be_parts};

/// Most frames before and after one that are looked at for where a touch begins and ends.
const AROUND: usize = 200;
/// What meets more slowly comes to rest or rolls on. Metres per second.
const SLOWEST_MEETING: f32 = 0.05;
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
    /// The share of the speed that came back.
    pub fn share(&self) -> f32 {
        self.parting / self.closing
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
        let is_apart = pair.are_there(last + 1) && pair.touch(last + 1).is_none();
        let pair = &pair;
        let (start, end) = (touches.first()?, touches.last()?);
        // The step in which they meet may end with the bounce.
        let before = [first.checked_sub(2), first.checked_sub(1)].into_iter().flatten();
        let closing = before.filter_map(|from| pair.parting(from, first, start)).map(|speed| -speed);
        let closing = closing.fold(0.0, f32::max);
        if closing < SLOWEST_MEETING {
            return None;
        }
        let after =
            |touch| [last, last + 1].into_iter().filter_map(move |from| pair.parting(from, last, touch));
        let parting = if is_apart { after(end).fold(0.0, f32::max) } else { 0.0 };
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

    fn are_there(&self, index: usize) -> bool {
        let frame = self.recording.frames().get(index);
        frame.is_some_and(|frame| frame.pose(self.bodies.0).and(frame.pose(self.bodies.1)).is_some())
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
