//! Contacts that belong to the poses of an earlier frame: an engine that uses a manifold again while its bodies move
//! little tells it unchanged, wherever they are meanwhile. Where two move together, as on a lift, one that is found anew in
//! each step is unchanged as well, and tells nothing of it.

use std::collections::BTreeMap;

use collide2d::World;
use collision_record::Header;
use glam::Vec2;

use super::{FEWEST, Systematic};
use crate::elsewhere::recording::compare::{Comparing, Tolerances};
use crate::elsewhere::recording::stored::StoredFrame;
use crate::elsewhere::recording::{Recording, compare, turned_by};

/// Most recorded frames that a manifold is followed back.
const MOST_BACK: usize = 120;
/// Most steps between two recorded frames that are looked at.
const MOST_BETWEEN: u64 = 8;
/// A manifold is not used again once its bodies moved by this share of the smaller one's radius.
const MOST_MOVED: f32 = 0.25;
/// Two moved together that moved in each other's frame by no more than this share of the tolerance.
const LEAST_MOVED: f32 = 0.1;
/// Most contacts that are looked at.
const MOST_PLACES: usize = 20_000;
/// None of so many belongs to earlier poses: the engine reuses nothing.
const ENOUGH: usize = 500;
/// Contacts of a step.
const AT_A_TIME: usize = 8;

/// The poses on which a contact has no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundOn {
    /// The engine's frame.
    pub frame: u64,
    /// How many of the engine's frames before.
    pub before: u64,
}

/// The contact of two bodies in the frame of this index, if it has a difference there and none on earlier poses, since
/// which it is told unchanged and the two moved in each other's frame.
pub fn found_before(
    recording: &Recording,
    index: usize,
    bodies: (u32, u32),
    tolerances: Tolerances,
) -> Option<FoundOn> {
    let frames = recording.frames();
    let now = frames.get(index)?;
    let present = [now.pose(bodies.0)?, now.pose(bodies.1)?];
    let told = now.of_pair(bodies, present);
    if !told.contacts().any(|contact| contact.depth.is_some() && !contact.filtered) {
        return None;
    }
    let alone = recording.of_pair(bodies);
    let pair =
        PairAlone { every: alone.every_body().ok()?, reach: alone.reach(), alone, present, told, tolerances };
    for back in 1..=MOST_BACK.min(index) {
        let (before, after) = (frames.get(index - back)?, frames.get(index - back + 1)?);
        let (from, to) = (poses_of(before, bodies)?, poses_of(after, bodies)?);
        let steps = after.frame.saturating_sub(before.frame).clamp(1, MOST_BETWEEN);
        for step in (1..steps).rev() {
            let share = step as f32 / steps as f32;
            if pair.fits(between(from, to, share))? {
                let frames = u128::from(step) * u128::from(after.frame - before.frame) / u128::from(steps);
                let frame = before.frame + frames as u64;
                return Some(FoundOn { frame, before: now.frame - frame });
            }
        }
        if !before.of_pair(bodies, present).tells_the_depths_of(&pair.told) {
            return None;
        }
        if pair.fits(from)? {
            return Some(FoundOn { frame: before.frame, before: now.frame - before.frame });
        }
    }
    None
}

fn poses_of(frame: &StoredFrame, bodies: (u32, u32)) -> Option<[[f32; 3]; 2]> {
    Some([frame.pose(bodies.0)?, frame.pose(bodies.1)?])
}

fn between(from: [[f32; 3]; 2], to: [[f32; 3]; 2], share: f32) -> [[f32; 3]; 2] {
    let mix = |from: [f32; 3], to: [f32; 3]| std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share);
    [mix(from[0], to[0]), mix(from[1], to[1])]
}

/// Two bodies of a recording, and what is told of them in a frame.
struct PairAlone {
    alone: Recording,
    every: World,
    /// The smaller one's radius, in the file's unit.
    reach: f32,
    present: [[f32; 3]; 2],
    told: StoredFrame,
    tolerances: Tolerances,
}

impl PairAlone {
    /// Whether the contact has no difference on these poses, since which the bodies moved in each other's frame; `None`: they
    /// moved too far.
    fn fits(&self, poses: [[f32; 3]; 2]) -> Option<bool> {
        let apart = |[a, b]: [[f32; 3]; 2]| Vec2::new(b[0] - a[0], b[1] - a[1]);
        let moved = apart(self.present).distance(apart(poses));
        if moved > MOST_MOVED * self.reach {
            return None;
        }
        if !self.moved_since(poses) {
            return Some(false);
        }
        // Engines keep normal and points in the frame of either body, or of both.
        let [with_a, with_b] = [0, 1].map(|side| self.carried(self.present[side], poses[side]));
        let as_told = |v: Vec2, _: bool| v;
        let middle = |p: Vec2| 0.5 * (with_a(p, true) + with_b(p, true));
        let is_right = |normal: &dyn Fn(Vec2) -> Vec2, point: &dyn Fn(Vec2) -> Vec2| {
            let mut frame = self.told.with_poses(&poses);
            frame.map_contacts(normal, point);
            self.agrees(frame)
        };
        Some(
            is_right(&|n| as_told(n, false), &|p| as_told(p, true))
                || is_right(&|n| with_a(n, false), &|p| with_a(p, true))
                || is_right(&|n| with_b(n, false), &|p| with_b(p, true))
                || is_right(&|n| with_a(n, false), &middle)
                || is_right(&|n| with_b(n, false), &middle),
        )
    }

    /// Whether one moved in the other's frame since these poses, by more than rounding.
    fn moved_since(&self, poses: [[f32; 3]; 2]) -> bool {
        let place = |[x, y, _]: [f32; 3]| Vec2::new(x, y);
        let carried = self.carried(self.present[0], poses[0])(place(self.present[1]), true);
        let Header { metres_per_unit, angle, .. } = self.alone.header;
        let turned = |[a, b]: [[f32; 3]; 2]| b[2] - a[2];
        let turn = turned_by(angle, turned(self.present) - turned(poses)).to_angle().abs();
        let moved = metres_per_unit * carried.distance(place(poses[1]));
        moved.max(turn) > LEAST_MOVED * self.tolerances.tolerance
    }

    /// Carries a point, or turns a direction, as a body that was `from` one pose `to` another.
    fn carried(&self, from: [f32; 3], to: [f32; 3]) -> impl Fn(Vec2, bool) -> Vec2 {
        let turn = turned_by(self.alone.header.angle, to[2] - from[2]);
        let [from, to] = [from, to].map(|[x, y, _]| Vec2::new(x, y));
        move |v, is_point| if is_point { to + turn.rotate(v - from) } else { turn.rotate(v) }
    }

    fn agrees(&self, frame: StoredFrame) -> bool {
        let mut recording = self.alone.clone();
        recording.frames = vec![frame];
        let mut comparing = Comparing::new(self.tolerances);
        while comparing.step(&recording, &self.every).is_some() {}
        let compare::Comparison { differences, theirs, .. } = comparing.comparison();
        differences.is_empty() && *theirs > 0
    }
}

/// Frame and bodies.
pub(super) type RowPlace = (u64, (u32, u32));

/// Looks for contacts that belong to earlier poses, some at a time.
#[derive(Clone, Debug)]
pub struct ReuseSearch {
    /// Frame and bodies of the contacts with differences, and how many these are.
    places: Vec<(RowPlace, usize)>,
    next: usize,
    /// Differences that are gone on earlier poses.
    gone: usize,
    /// Most frames that one of them is old.
    oldest: u64,
}

impl ReuseSearch {
    /// `places`: frame and bodies of each difference.
    pub(super) fn new(places: Vec<RowPlace>) -> Self {
        let mut counts = BTreeMap::<RowPlace, usize>::new();
        places.into_iter().for_each(|place| *counts.entry(place).or_default() += 1);
        let places = if counts.len() > MOST_PLACES { Vec::new() } else { counts.into_iter().collect() };
        Self { places, next: 0, gone: 0, oldest: 0 }
    }

    /// Looks at some more; `false`: all are looked at.
    pub(super) fn step(&mut self, recording: &Recording, tolerances: Tolerances) -> bool {
        if self.next >= self.places.len() || (self.next >= ENOUGH && self.gone == 0) {
            return false;
        }
        let end = (self.next + AT_A_TIME).min(self.places.len());
        for ((frame, bodies), count) in self.places.get(self.next..end).unwrap_or_default() {
            let index = recording.index_of(*frame).ok();
            let found = index.and_then(|index| found_before(recording, index, *bodies, tolerances));
            if let Some(FoundOn { before, .. }) = found {
                self.gone += count;
                self.oldest = self.oldest.max(before);
            }
        }
        self.next = end;
        true
    }

    /// What is told of a recording with so many differences.
    pub(super) fn error(&self, rows: usize) -> Option<Systematic> {
        let Self { gone, oldest, .. } = self;
        (*gone >= FEWEST && 3 * gone >= rows).then(|| Systematic {
            sentence: format!(
                "{gone} of {rows} rows are contacts of the poses up to {oldest} frames before, told unchanged since: the \
                 engine reuses a manifold while its bodies move little"
            ),
            cure: "the poses of the frame that found each manifold".to_owned(),
            left: rows - gone,
            is_of_normals: false,
        })
    }
}
