//! How recorded bodies move from one frame to the next, and what crosses on the way.

use collide2d::{Body, Crossing, Impact, LeafShape, Pose, Turning, World, crossing_and_touch};
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
    let mut start = world.clone();
    for body in [a, b] {
        let place = recording.pose_of(body, index - 1).zip(start.body_mut(body));
        if place.is_none_or(|(pose, body)| body.set_pose(pose).is_err()) {
            return false;
        }
    }
    let [of_a, of_b] = [a, b].map(|body| start.body(body).map_or_else(Vec::new, Body::leaves));
    of_a.iter().any(|a| of_b.iter().any(|b| crossing_of([a, b], motions).is_some()))
}

/// How two leaves cross on the way, and where they first touch.
pub(super) fn crossing_of(leaves: [&LeafShape<'_>; 2], (a, b): (Moved, Moved)) -> Option<(Crossing, Impact)> {
    let motions = [a.turning(&leaves[0].pose), b.turning(&leaves[1].pose)];
    crossing_and_touch(
        leaves.map(|leaf| leaf.shape),
        [&leaves[0].pose, &leaves[1].pose],
        [&motions[0], &motions[1]],
        1.0,
    )
}

impl Recording {
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
