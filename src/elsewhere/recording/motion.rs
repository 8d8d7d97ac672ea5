//! How recorded bodies move from one frame to the next, and what crosses on the way.

use collide2d::{Crossing, Impact, Pose, Shape, Turning, World, crossing_and_touch};
use glam::{Vec2, vec2};

use super::{Recording, StoredFrame};

/// How a recorded body gets from one frame to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    /// Metres.
    pub way: Vec2,
    /// Degrees.
    pub turn: f32,
    /// At the first frame. World.
    pub origin: Vec2,
}

impl Moved {
    /// The same of what has this pose at the first frame, with the way from frame to frame as one second.
    pub fn turning(self, from: &Pose) -> Turning {
        let Self { way, turn, origin } = self;
        Turning { velocity: way, angular_velocity: turn, center: from.local_from_world(origin) }
    }
}

/// Whether two bodies that are apart in the frame of this index, whose world this is, crossed on the way from the frame
/// before.
pub(super) fn has_crossed(recording: &Recording, world: &World, index: usize, (a, b): (u32, u32)) -> bool {
    let ends =
        index.checked_sub(1).and_then(|first| recording.frames.get(first)).zip(recording.frames.get(index));
    let motions = ends.and_then(|(from, to)| recording.moved(a, from, to).zip(recording.moved(b, from, to)));
    let Some(motions) = motions else { return false };
    let start = |body: u32| recording.body_in(world, body, index - 1);
    let Some((a, b)) = start(a).zip(start(b)) else { return false };
    crossing_of([a.shape(), b.shape()], [a.pose(), b.pose()], motions).is_some()
}

/// How two shapes that have these poses at the first frame cross on the way, and where they first touch.
pub(super) fn crossing_of(
    shapes: [&Shape; 2],
    poses: [&Pose; 2],
    (a, b): (Moved, Moved),
) -> Option<(Crossing, Impact)> {
    let motions = [a.turning(poses[0]), b.turning(poses[1])];
    crossing_and_touch(shapes, poses, [&motions[0], &motions[1]], 1.0)
}

impl Recording {
    /// The frame before the one of this index, that one, and the seconds between; of the first frame the next one after it.
    /// `None`: time does not go on between them.
    pub(super) fn way_to(&self, index: usize) -> Option<(&StoredFrame, &StoredFrame, f32)> {
        let first = index.saturating_sub(1);
        let (from, to) = (self.frames.get(first)?, self.frames.get(first + 1)?);
        let seconds = (to.time - from.time) as f32;
        (seconds > 0.0).then_some((from, to, seconds))
    }

    /// Whether the velocity of a body in the frame of this index is told, or that of its way since the frame before is known.
    pub fn knows_velocity_of(&self, body: u32, index: usize) -> bool {
        let is_told = self.frames.get(index).is_some_and(|frame| frame.tells_velocity_of(body));
        is_told || self.way_to(index).is_some_and(|(from, to, _)| self.moved(body, from, to).is_some())
    }

    /// `None`: it is not there in both. It turns the shorter way, unless its velocity says otherwise.
    pub(super) fn moved(&self, body: u32, from: &StoredFrame, to: &StoredFrame) -> Option<Moved> {
        let [[x, y, angle], [to_x, to_y, to_angle]] =
            [self.metric(from.pose(body)?), self.metric(to.pose(body)?)];
        let turn = (to_angle - angle).rem_euclid(360.0);
        let told = to.velocity(body).or_else(|| from.velocity(body));
        let expected = told.map_or(0.0, |velocity| self.metric(velocity)[2] * (to.time - from.time) as f32);
        let turn = turn + 360.0 * ((expected - turn) / 360.0).round();
        let (origin, end) = (vec2(x, y), vec2(to_x, to_y));
        let turn = if turn.is_finite() { turn } else { 0.0 };
        Some(Moved { way: end - origin, turn, origin })
    }
}
