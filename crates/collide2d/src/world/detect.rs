//! Candidate pairs and touching pairs of a state.

use std::mem;
use std::ops::Range;

use glam::Vec2;

use super::World;
use super::body::Body;
use super::pair::{PairContact, PairKey, PairKind};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::contact::many::{NarrowPhase, Outcome, Points, Records, TILE};
use crate::shape::ShapeKind;

/// Which pairs to look at. Wall with wall never is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All but static with static, as a step does.
    Moving,
    /// All.
    All,
}

/// Finds touching pairs, in memory kept between calls.
#[derive(Debug, Default)]
pub struct Detector {
    broad_phase: SweepAndPrune,
    narrow_phase: NarrowPhase,
    pairs: Vec<PairKey>,
    contacts: Vec<PairContact>,
    /// Of a tile.
    outcomes: Vec<Outcome>,
    /// Of every body.
    records: Records,
    boxes: Vec<Aabb>,
    traits: Vec<Traits>,
}

impl Detector {
    /// Every touching pair of the present state, sorted by `a`, then `b`. Sensors are among them.
    pub fn detect(&mut self, world: &World, which: Which) -> &[PairContact] {
        self.candidates(world.bodies(), which, 0.0);
        let mut contacts = mem::take(&mut self.contacts);
        contacts.clear();
        self.test(world.bodies(), 0..self.pairs.len(), |pair, outcome| {
            if let Some(contact) = outcome.contact() {
                contacts.push(PairContact { a: pair.a(), b: pair.b(), contact });
            }
        });
        self.contacts = contacts;
        &self.contacts
    }

    /// Every pair whose AABBs are no more than `margin` metres apart along x and along y, sorted.
    pub fn candidates(&mut self, bodies: &[Body], which: Which, margin: f32) -> &[PairKey] {
        self.clear(bodies.len());
        bodies.iter().for_each(|body| self.add(body, margin));
        self.noted_candidates(which)
    }

    /// Forgets what bodies [`Detector::add`] told of.
    pub(super) fn clear(&mut self, count: usize) {
        self.boxes.clear();
        self.records.clear();
        self.traits.clear();
        self.boxes.reserve_exact(count);
        self.records.reserve(count);
        self.traits.reserve_exact(count);
    }

    /// Notes the next body of the state.
    #[inline(always)]
    pub(super) fn add(&mut self, body: &Body, margin: f32) {
        self.boxes.push(grown(&body.aabb(), 0.5 * margin));
        self.records.push(body.shape(), body.pose());
        self.traits.push(Traits::of(body));
    }

    /// [`Detector::candidates`] of the bodies noted.
    pub(super) fn noted_candidates(&mut self, which: Which) -> &[PairKey] {
        let never = match which {
            Which::Moving => Traits::WALL | Traits::STATIC,
            Which::All => Traits::WALL,
        };
        let traits = &self.traits;
        let wanted = |i: u32, j: u32| traits[i as usize].0 & traits[j as usize].0 & never == 0;
        self.broad_phase.pairs(&self.boxes, wanted, &mut self.pairs);
        &self.pairs
    }

    /// Tells what becomes of some of the candidates, in their order; the bodies are as they were noted.
    #[inline(always)]
    pub(super) fn test(
        &mut self,
        bodies: &[Body],
        which: Range<usize>,
        mut tell: impl FnMut(PairKey, &Outcome),
    ) {
        for pairs in self.pairs[which].chunks(TILE) {
            self.narrow_phase.collide(&self.records, &bodies, pairs, Points::FromA, &mut self.outcomes);
            for (&pair, outcome) in pairs.iter().zip(&self.outcomes) {
                tell(pair, outcome);
            }
        }
    }

    /// As found last.
    pub(super) fn pairs(&self) -> &[PairKey] {
        &self.pairs
    }

    /// Of the bodies noted.
    pub(super) fn traits(&self) -> &[Traits] {
        &self.traits
    }
}

/// What events and the broad phase ask of a body, in a byte: the kind of its shape, and flags.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits(u8);

impl Traits {
    const KIND: u8 = 3;
    const WALL: u8 = 1 << 2;
    const STATIC: u8 = 1 << 3;
    const SENSOR: u8 = 1 << 4;

    fn of(body: &Body) -> Self {
        let kind = body.shape().kind();
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        Self(
            kind as u8
                | flag(kind == ShapeKind::Wall, Self::WALL)
                | flag(body.is_static(), Self::STATIC)
                | flag(body.is_sensor(), Self::SENSOR),
        )
    }

    pub fn is_sensor(self) -> bool {
        self.0 & Self::SENSOR != 0
    }

    pub fn pair_kind(self, other: Self) -> PairKind {
        PairKind::new(self.kind(), other.kind())
    }

    fn kind(self) -> ShapeKind {
        use ShapeKind::{Circle, Polygon, Rectangle, Wall};
        [Circle, Rectangle, Polygon, Wall][usize::from(self.0 & Self::KIND)]
    }
}

/// The box, larger by a margin and by what rounding in world coordinates may have taken: a pair is tested relative to one of its bodies,
/// and no pair that touches there may be missed here.
#[inline(always)]
fn grown(aabb: &Aabb, margin: f32) -> Aabb {
    let reach = aabb.min.abs().max(aabb.max.abs());
    let margin: Vec2 = reach * (2.0 * f32::EPSILON) + margin;
    Aabb { min: aabb.min - margin, max: aabb.max + margin }
}
