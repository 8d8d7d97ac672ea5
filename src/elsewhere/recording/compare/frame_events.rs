//! How the pairs of a frame are in ours, beside their events of it.

use std::collections::BTreeMap;

use collide2d::{Body, LeafShape, closest_points};
use collision_record::{Event, EventKind};

use super::of_pair;
use super::ours::meet;
use super::pair::{PairState, is_line};
use super::passing::PassingPairs;
use super::tested::{Going, TestedKinds, going_of};
use crate::elsewhere::recording::motion::has_crossed;
use crate::elsewhere::recording::{StoredFrame, TheirContact, is_meant, pair_of};

/// How two bodies are in a frame in ours, beyond the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PairNow {
    /// One of them is not there. `None`: its shapes are given again.
    Gone(Option<Going>),
    /// Masks keep them apart.
    Masked,
    /// Metres.
    Apart(f32),
    /// Metres.
    Overlap(f32),
    /// Within the tolerance of touching.
    Either,
}

/// Two bodies, and whether what a sensor of theirs feels is meant, or what they hold: of a player with feet each has events
/// of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WatchedPair {
    /// Recorded bodies, the lower index first.
    pub bodies: (u32, u32),
    pub is_of_sensor: bool,
}

impl WatchedPair {
    pub fn of(event: &Event) -> Self {
        Self { bodies: pair_of(event), is_of_sensor: is_of_sensor(event.kind) }
    }
}

/// A frame that is compared.
pub(super) struct FrameEvents<'f> {
    pub state: &'f PairState<'f>,
    pub tested: &'f TestedKinds,
    pub passing: &'f PassingPairs,
    /// Sorted by bodies.
    pub theirs: &'f [TheirContact],
    /// How deep ours overlap, by pair.
    pub depths: BTreeMap<(u32, u32), f32>,
    pub index: usize,
    pub frame: &'f StoredFrame,
    pub before: Option<&'f StoredFrame>,
}

impl FrameEvents<'_> {
    /// How far apart two must be, or how deep, to be surely so.
    fn margin(&self) -> f32 {
        self.state.tolerances.tolerance + self.state.tolerances.margin
    }

    /// The pairs that overlap in ours beyond the tolerance.
    pub fn overlapping(&self) -> impl Iterator<Item = WatchedPair> {
        let both = |bodies: &(u32, u32)| {
            [false, true].map(|is_of_sensor| WatchedPair { bodies: *bodies, is_of_sensor })
        };
        let pairs = self.depths.keys().flat_map(both).filter(|pair| !self.is_open(pair.bodies));
        pairs.filter(|pair| -self.gap_of(*pair) > self.margin())
    }

    /// How a pair is.
    pub fn now(&self, pair: WatchedPair) -> PairNow {
        let ((a, b), margin) = (pair.bodies, self.margin());
        let is_there = |body: u32| self.frame.pose(body).is_some();
        if !(is_there(a) && is_there(b)) {
            let going =
                self.before.and_then(|before| going_of(self.state.recording, before, self.frame, [a, b]));
            return PairNow::Gone(going);
        }
        if !meet(self.state.world, (a, b)) {
            return PairNow::Masked;
        }
        let skin = self.state.skin((a, b), (None, None));
        // What a one-way body or a one-sided chain lets pass an engine may tell, and need not.
        let is_let_pass = || !self.depths.contains_key(&(a, b)) && self.passing.first_met((a, b)).is_some();
        // Lines that meet an engine may tell, and need not.
        let are_lines = || {
            let of_others = self.gap_of_those(pair, &|leaves| !leaves.into_iter().all(is_line));
            of_others.is_none_or(|gap| gap - skin >= -margin)
        };
        match self.gap_of(pair) - skin {
            f32::INFINITY if self.filtered((a, b)).next().is_some() => PairNow::Either,
            gap if gap > margin && self.has_touched(pair) => PairNow::Either,
            gap if gap > margin => PairNow::Apart(gap),
            gap if gap < -margin && (is_let_pass() || self.is_open((a, b)) || are_lines()) => PairNow::Either,
            gap if gap < -margin => PairNow::Overlap(-gap),
            _ => PairNow::Either,
        }
    }

    /// Whether nobody knows of two that touch if a sensor among their shapes feels it.
    fn is_open(&self, bodies: (u32, u32)) -> bool {
        self.tested.felt_shapes(bodies).is_some_and(|felt| felt.is_open)
    }

    /// Whether the two touched on the way to this frame, in which an event of theirs begins.
    fn has_touched(&self, pair: WatchedPair) -> bool {
        let Self { state, index, .. } = *self;
        let begins = |event: &Event| event.kind.begins() && WatchedPair::of(event) == pair;
        self.frame.events().iter().any(begins)
            && (self.frame.follows_gap()
                || has_crossed(state.recording, state.world, index, pair.bodies)
                || self.touches_within_step(pair.bodies))
    }

    /// Whether two bodies touch, within the tolerance, where a contact of this frame says that they were when it was found.
    fn touches_within_step(&self, bodies: (u32, u32)) -> bool {
        let PairState { recording, tolerances, .. } = *self.state;
        let told = of_pair(self.theirs, bodies, |contact| contact.bodies);
        let alone = recording.of_pair(bodies);
        let Ok(every) = alone.every_body() else { return false };
        told.iter().filter(|one| one.has_poses()).any(|contact| {
            let world = recording.pair_world(self.index, &alone, &every, contact);
            let state = world.as_ref().map(|world| PairState { recording: &alone, world, tolerances });
            state.is_some_and(|state| {
                let gap = state.gap((0, 1), contact.shapes).unwrap_or(f32::INFINITY);
                gap - state.skin((0, 1), contact.shapes) <= self.margin()
            })
        })
    }

    /// Metres; infinite where none of their shapes is there, or the engine leaves them out on purpose.
    fn gap_of(&self, pair: WatchedPair) -> f32 {
        self.gap_of_those(pair, &|_| true).unwrap_or(f32::INFINITY)
    }

    /// The same of those of their shapes that are asked for.
    fn gap_of_those(&self, pair: WatchedPair, is_asked: &dyn Fn([&LeafShape<'_>; 2]) -> bool) -> Option<f32> {
        let felt = self.tested.felt_shapes(pair.bodies);
        let is_filtered = || self.filtered(pair.bodies).next().is_some();
        if let (None, Some(depth), false) = (felt, self.depths.get(&pair.bodies), is_filtered()) {
            return Some(-depth);
        }
        self.state.gap_of(pair.bodies, (None, None), |leaves| {
            let [of_a, of_b] = leaves.map(|leaf| leaf.leaf);
            let shapes = (of_a.part().unwrap_or(0), of_b.part().unwrap_or(0));
            let mut left_out = self.filtered(pair.bodies).map(|contact| contact.shapes);
            is_asked(leaves)
                && !left_out.any(|(a, b)| is_meant(of_a, a) && is_meant(of_b, b))
                && felt.is_none_or(|felt| felt.is_open || felt.shapes.contains(&shapes) == pair.is_of_sensor)
        })
    }

    /// The contacts of a pair that the engine leaves out on purpose.
    fn filtered(&self, bodies: (u32, u32)) -> impl Iterator<Item = &TheirContact> {
        of_pair(self.theirs, bodies, |contact| contact.bodies).iter().filter(|contact| contact.filtered)
    }

    /// Whether two bodies were apart in a frame before, from the one of this index on, beyond the tolerance.
    pub fn was_apart_since(&self, first: usize, bodies: (u32, u32)) -> bool {
        let is_apart = |index: usize| self.gap_in(bodies, index).is_none_or(|gap| gap > self.margin());
        (first..self.index).rev().any(is_apart)
    }

    /// Whether they touch in the next frame, within the tolerance.
    pub fn touches_next(&self, bodies: (u32, u32)) -> bool {
        self.gap_in(bodies, self.index + 1).is_some_and(|gap| gap <= self.margin())
    }

    /// How far apart two bodies are in another frame; `None`: one of them is not there.
    fn gap_in(&self, (a, b): (u32, u32), index: usize) -> Option<f32> {
        let body = |body: u32| self.state.recording.body_in(self.state.world, body, index);
        let (p, q): (Body, Body) = body(a).zip(body(b))?;
        let near = closest_points(p.shape(), p.pose(), q.shape(), q.pose());
        Some(near.distance - self.state.skin((a, b), (None, None)))
    }

    /// The event that a pair owes once it overlaps, if the engine tells events of all such pairs.
    pub fn due_of(&self, bodies: (u32, u32)) -> Option<EventKind> {
        self.tested.event_of(self.state.recording, bodies)
    }

    /// Whether the engine tells the end of two that touch and part so.
    pub fn tells(&self, going: Going) -> bool {
        self.tested.tells_ends(going)
    }
}

pub(super) fn is_of_sensor(kind: EventKind) -> bool {
    matches!(kind, EventKind::Enter | EventKind::Exit)
}
