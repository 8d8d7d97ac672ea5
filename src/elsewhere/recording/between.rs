//! What bodies of a recording passed through from one frame to the next, and nobody reported.

use std::collections::{BTreeMap, BTreeSet};

use collide2d::{
    Aabb, Body, Crossed, Crossing, LeafShape, PairKey, Pose, SweepAndPrune, World, closest_points,
    is_held_along,
};
use glam::{Vec2, vec2};

use super::compare::{TestedKinds, contacts_of, is_behind};
use super::motion::{Moved, crossing_of};
use super::{Recording, StoredFrame, pair_of};
use crate::scene::numbers::number;

/// Two bodies that are no farther apart in both frames, and get no deeper in between, lie on each other. Metres.
const TOLERANCE: f32 = 0.01;
/// A told velocity leads where a body is in the next frame within this. Metres or degrees.
const SAME_WAY: f32 = 1.0e-4;

/// Two recorded bodies that are apart in two frames and overlap between them, with no contact of theirs in either.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TheirCrossing {
    /// The engine's numbers of the two frames.
    pub frames: (u64, u64),
    /// The lower index first.
    pub bodies: (u32, u32),
    /// When, of the way from frame to frame, and how deep.
    pub crossing: Crossing,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Between {
    pub crossings: Vec<TheirCrossing>,
    /// Those of kinds of bodies of which the engine never tells anything: it was not to report any.
    pub untold: Vec<TheirCrossing>,
    /// Bodies that were put elsewhere.
    pub teleports: usize,
}

impl TheirCrossing {
    /// "between 811 and 812 bullet and wall cross at 0.5 of the way, 0.1 m deep".
    pub fn sentence(&self, recording: &Recording) -> String {
        let [a, b] = [self.bodies.0, self.bodies.1].map(|body| recording.body_name(body));
        let Crossing { fraction, depth } = self.crossing;
        let ((from, to), fraction, depth) = (self.frames, number(fraction), number(depth));
        format!("between {from} and {to} {a} and {b} cross at {fraction} of the way, {depth} m deep")
    }
}

/// What happens over all frames. `teleport`: who moves farther in a frame was put there, in metres; `None`: four times the
/// longer side of the body's bounding box, plus twice what its velocity, or its way in the frame before, lets expect.
/// `passed` is called after each frame.
pub fn between(
    recording: &Recording,
    teleport: Option<f32>,
    mut passed: impl FnMut(),
) -> Result<Between, String> {
    let every = recording.every_body().map_err(|e| e.message)?;
    let (mut all, tested) = (Between::default(), TestedKinds::of(recording));
    for index in 0..recording.frames().len() {
        let found = before_frame(recording, &every, index, teleport);
        let is_told = |one: &TheirCrossing| tells_of(&tested, recording, one.bodies);
        let (told, untold): (Vec<_>, Vec<_>) = found.crossings.into_iter().partition(is_told);
        all.crossings.extend(told);
        all.untold.extend(untold);
        all.teleports += found.teleports;
        passed();
    }
    Ok(all)
}

/// What happens between the frame of this index and the one before, if none was dropped in between. `every` is
/// [`Recording::every_body`].
pub fn before_frame(recording: &Recording, every: &World, index: usize, teleport: Option<f32>) -> Between {
    before_frame_of(recording, every, index, teleport, None)
}

/// Whether two bodies cross between the frame of this index and the one before, and the engine would tell of such two, or one
/// is a sensor that would feel the other.
pub fn pair_before_frame(
    recording: &Recording,
    every: &World,
    index: usize,
    teleport: Option<f32>,
    bodies: (u32, u32),
) -> Option<TheirCrossing> {
    let way = |body: u32| recording.box_of_way(every, body, index);
    if !way(bodies.0)?.overlaps(&way(bodies.1)?) {
        return None;
    }
    let found = before_frame_of(recording, every, index, teleport, Some(bodies)).crossings.pop()?;
    let is_told = recording.tells_such(bodies) || tells_of(&TestedKinds::of(recording), recording, bodies);
    (is_told || recording.may_feel(bodies)).then_some(found)
}

/// Whether the engine tells contacts or events of such two bodies somewhere.
fn tells_of(tested: &TestedKinds, recording: &Recording, bodies: (u32, u32)) -> bool {
    tested.has(recording, bodies) || tested.event_of(recording, bodies).is_some()
}

/// Two recorded bodies in the frame before the one of this index, and in it; `None`: one of them is not there, or was put
/// elsewhere.
pub fn pair_in_both(
    recording: &Recording,
    every: &World,
    index: usize,
    teleport: Option<f32>,
    bodies: (u32, u32),
) -> Option<[[Body; 2]; 2]> {
    let first = index.checked_sub(1)?;
    let (from, to) = recording.frames().get(first).zip(recording.frames().get(index))?;
    if to.follows_gap() {
        return None;
    }
    let in_both = |body: u32| {
        let before = recording.body_in(every, body, first)?;
        let way = recording.moved(body, from, to)?.way.length();
        let is_put = way > recording.farthest(body, index, before.aabb().size(), teleport);
        (!is_put).then_some((before, recording.body_in(every, body, index)?))
    };
    let ((before_a, now_a), (before_b, now_b)) = in_both(bodies.0).zip(in_both(bodies.1))?;
    Some([[before_a, before_b], [now_a, now_b]])
}

/// Two recorded bodies in the frame before the one of this index, with the velocities that bring them to where they are in it,
/// and the time that takes, in seconds; `None` as of [`pair_in_both`].
pub fn pair_moving_to(
    recording: &Recording,
    every: &World,
    index: usize,
    teleport: Option<f32>,
    bodies: (u32, u32),
) -> Option<([Body; 2], f32)> {
    let [[a, b], [to_a, to_b]] = pair_in_both(recording, every, index, teleport, bodies)?;
    let (from, to) = recording.frames().get(index.checked_sub(1)?).zip(recording.frames().get(index))?;
    let seconds = (to.time - from.time) as f32;
    let moving = |body: u32, mut before: Body, now: &Body| {
        let turn = recording.moved(body, from, to)?.turn;
        // As it is told, where that is the velocity of this way.
        let told = to.velocity(body).or_else(|| from.velocity(body)).map(|told| recording.metric(told));
        let velocity = |way: f32, told: Option<f32>| {
            told.filter(|told| (told * seconds - way).abs() <= SAME_WAY).unwrap_or(way / seconds)
        };
        let way = now.center() - before.center();
        let [x, y, angular] = [0, 1, 2].map(|at: usize| told.map(|told| told[at]));
        before.set_velocity(vec2(velocity(way.x, x), velocity(way.y, y))).ok()?;
        before.set_angular_velocity(velocity(turn, angular)).ok()?;
        Some(before)
    };
    Some(([moving(bodies.0, a, &to_a)?, moving(bodies.1, b, &to_b)?], seconds))
}

/// `only`: of two bodies alone.
fn before_frame_of(
    recording: &Recording,
    every: &World,
    index: usize,
    teleport: Option<f32>,
    only: Option<(u32, u32)>,
) -> Between {
    let mut found = Between::default();
    let Some(first) = index.checked_sub(1) else { return found };
    let frames = recording.frames();
    let (Some(from), Some(to)) = (frames.get(first), frames.get(index)) else { return found };
    if to.follows_gap() {
        return found;
    }
    let (start, end) = (recording.world_at(every, first), recording.world_at(every, index));
    let mut moved: Vec<Option<Moved>> = Vec::with_capacity(recording.body_count());
    for body in 0..recording.body_count() as u32 {
        let is_asked = only.is_none_or(|(a, b)| [a, b].contains(&body));
        let motion = recording.moved(body, from, to).filter(|_| is_asked).filter(|motion| {
            let size = start.body(body).map_or(Vec2::ZERO, |body| body.aabb().size());
            let is_put = motion.way.length() > recording.farthest(body, index, size, teleport);
            found.teleports += usize::from(is_put);
            !is_put
        });
        moved.push(motion);
    }
    let motion_of = |body: u32| moved.get(body as usize).copied().flatten();
    // Body, leaf at the first frame, and how far it moves.
    let mut leaves: Vec<(u32, LeafShape<'_>, f32)> = Vec::new();
    let mut boxes = Vec::new();
    for body in 0..recording.body_count() as u32 {
        let both = start.body(body).zip(end.body(body));
        let Some(((before, after), motion)) = both.zip(motion_of(body)) else { continue };
        for (before, after) in before.leaves().into_iter().zip(after.leaves()) {
            let disc = before.shape.bounding_circle();
            let center = before.pose.world_from_local(disc.center);
            let swing = motion.turn.abs().to_radians() * (center.distance(motion.origin) + disc.radius);
            let bounds = before.shape.aabb(&before.pose).union(&after.shape.aabb(&after.pose));
            boxes.push(Aabb { min: bounds.min - swing, max: bounds.max + swing });
            leaves.push((body, before, motion.way.length() + swing));
        }
    }
    let is_told = |contact: &super::TheirContact| contact.touches() || contact.filtered;
    let told = [first, index].map(|index| recording.their_contacts(index).filter(is_told));
    let events = [from, to].into_iter().flat_map(StoredFrame::events);
    let mut told: BTreeSet<(u32, u32)> = told.into_iter().flatten().map(|contact| contact.bodies).collect();
    told.extend(events.map(pair_of));
    let mut pairs = Vec::new();
    let leaf = |index: u32| leaves.get(index as usize);
    let is_wanted = |p: u32, q: u32| {
        let (Some((a, _, way_a)), Some((b, _, way_b))) = (leaf(p), leaf(q)) else { return false };
        way_a + way_b > 0.0
            && a != b
            && !told.contains(&(*a.min(b), *a.max(b)))
            && end.is_pair(PairKey::new(*a, *b))
    };
    SweepAndPrune::default().pairs(&boxes, is_wanted, &mut pairs);
    let mut deepest: BTreeMap<(u32, u32), TheirCrossing> = BTreeMap::new();
    for pair in pairs {
        // Leaves are in the order of their bodies.
        let (Some((a, of_a, _)), Some((b, of_b, _))) = (leaf(pair.a()), leaf(pair.b())) else { continue };
        // From behind a one-sided chain lets pass.
        if is_behind([of_a, of_b]) {
            continue;
        }
        let Some(motions) = motion_of(*a).zip(motion_of(*b)) else { continue };
        let Some((crossing, met)) = crossing_of([of_a.shape, of_b.shape], [&of_a.pose, &of_b.pose], motions)
        else {
            continue;
        };
        let is_held = |body: u32, moved: Moved, out: Vec2| {
            start.body(body).is_none_or(|body| {
                let then = moved.turning(body.pose()).pose_after(body.pose(), met.time);
                is_held_along(body, &then.rotation, out)
            })
        };
        // What one-way bodies let through is no crossing.
        if !is_held(*a, motions.0, -met.normal) || !is_held(*b, motions.1, met.normal) {
            continue;
        }
        let bodies = (*a, *b);
        let one = TheirCrossing { frames: (from.frame, to.frame), bodies, crossing };
        let known = deepest.entry(bodies).or_insert(one);
        if crossing.depth > known.crossing.depth {
            *known = one;
        }
    }
    // Of a body of several shapes none may touch the other body in either frame.
    let is_apart = |bodies| [&start, &end].iter().all(|world| contacts_of(world, bodies).is_empty());
    // Bodies that lie or roll on each other may touch for a moment, by rounding alone.
    let is_near = |world: &World, (a, b): (u32, u32)| {
        world.body(a).zip(world.body(b)).is_some_and(|(a, b)| {
            closest_points(a.shape(), a.pose(), b.shape(), b.pose()).distance <= TOLERANCE
        })
    };
    let lie = |one: &TheirCrossing| {
        one.crossing.depth <= TOLERANCE && [&start, &end].iter().all(|world| is_near(world, one.bodies))
    };
    found.crossings = deepest.into_values().filter(|one| is_apart(one.bodies) && !lie(one)).collect();
    found
}

/// The same for stops.
pub fn crossed_before(recording: &Recording, every: &World, index: usize) -> Vec<Crossed> {
    let found = before_frame(recording, every, index, None).crossings.into_iter();
    let crossed = |TheirCrossing { bodies: (a, b), crossing, .. }: TheirCrossing| Crossed {
        pair: PairKey::new(a, b),
        crossing,
    };
    found.map(crossed).collect()
}

impl Recording {
    /// A box around all that a recorded body reaches from the frame before the one of this index to that; `None`: it is not
    /// there in both. World.
    fn box_of_way(&self, every: &World, body: u32, index: usize) -> Option<Aabb> {
        let disc = every.body(body)?.shape().bounding_circle();
        // It turns about its origin, and may be half way round between the two.
        let reach = disc.center.length() + disc.radius;
        let around = |index: usize| {
            let at = self.pose_of(body, index)?.position;
            Some(Aabb { min: at - reach, max: at + reach })
        };
        Some(around(index.checked_sub(1)?)?.union(&around(index)?))
    }

    /// The world of the frame of this index with the time to the frame before as its timestep; where no velocity is told,
    /// bodies move as they did since.
    pub(super) fn approaching_world(&self, index: usize, world: &World) -> World {
        let mut moving = world.clone();
        self.approach(index, &mut moving, 0..self.body_count() as u32);
        moving
    }

    /// The same of two bodies alone, which are 0 and 1; `None`: one of them is not there.
    pub(super) fn approaching_pair(&self, index: usize, bodies: (u32, u32)) -> Option<World> {
        let mut moving = self.of_pair(bodies).every_body().ok()?;
        for (own, body) in [(0, bodies.0), (1, bodies.1)] {
            let placed = self.placed(body, self.frames.get(index)?)?;
            let own = moving.body_mut(own)?;
            // A velocity that overflows in metres is left out.
            let _ = own.set_motion(placed.motion);
            own.set_pose(Pose::new(placed.position, placed.rotation)).ok()?;
        }
        self.approach(index, &mut moving, [bodies.0, bodies.1]);
        Some(moving)
    }

    /// Sets timestep and velocities of a world that has these recorded bodies.
    pub(super) fn approach(&self, index: usize, moving: &mut World, bodies: impl IntoIterator<Item = u32>) {
        let Some((from, to, seconds)) = self.way_to(index) else { return };
        if moving.set_settings(moving.settings().with_timestep(seconds)).is_err() {
            return;
        }
        for (own, body) in (0..).zip(bodies) {
            let is_told = self.frames.get(index).is_some_and(|frame| frame.tells_velocity_of(body));
            let moved = self.moved(body, from, to).filter(|_| !is_told);
            if let (Some(moved), Some(body)) = (moved, moving.body_mut(own)) {
                // One that overflows is left out.
                let _ = body.set_velocity(moved.way / seconds);
                let _ = body.set_angular_velocity(moved.turn / seconds);
            }
        }
    }

    /// How far a body of this size may get since the frame before the one of this index; what moves farther was put there.
    /// `teleport`: told by hand. Metres.
    fn farthest(&self, body: u32, index: usize, size: Vec2, teleport: Option<f32>) -> f32 {
        let frame = |back: usize| index.checked_sub(back).and_then(|index| self.frames.get(index));
        let (Some(from), Some(to)) = (frame(1), frame(0)) else { return 0.0 };
        teleport.unwrap_or_else(|| 4.0 * size.max_element() + 2.0 * self.expected(body, (frame(2), from, to)))
    }

    /// How far a body may get between the last two of three frames: by its velocity, or as in the frame before. Metres.
    fn expected(
        &self,
        body: u32,
        (earlier, from, to): (Option<&StoredFrame>, &StoredFrame, &StoredFrame),
    ) -> f32 {
        let seconds = (to.time - from.time) as f32;
        let speed = |frame: &StoredFrame| {
            let [x, y, _] = self.metric(frame.velocity(body)?);
            Some(vec2(x, y).length())
        };
        let told = [from, to].into_iter().filter_map(speed).fold(0.0, f32::max) * seconds;
        // As fast as in the frame before, which may have been a shorter one.
        let before = earlier.and_then(|earlier| {
            let before = (from.time - earlier.time) as f32;
            let longer = if before > 0.0 { seconds / before } else { 1.0 };
            Some(self.moved(body, earlier, from)?.way.length() * longer)
        });
        told.max(before.unwrap_or_default())
    }
}
