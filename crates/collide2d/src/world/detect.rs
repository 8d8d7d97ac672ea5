//! Candidate pairs and touching pairs of a state.

use std::mem;
use std::ops::Range;

use glam::Vec2;

use super::World;
use super::body::Body;
use super::foresight::{Foresight, box_ahead};
use super::pair::{PairContact, PairKey, PairKind};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::collide::{NarrowPhase, Records};
use crate::contact::outcome::Outcome;
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
    traits: Vec<Traits>,
    /// For which the candidates were found.
    boxes: Vec<Aabb>,
    foresight: Foresight,
    search: Search,
    /// Whether the last candidates are to do, and a body has left its box.
    goes_on: bool,
    surprised: bool,
}

/// Pairs that are told at a time: few enough that their outcomes fit into a first-level cache.
const TILE: usize = 1024;

/// What candidates are to be found for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Search {
    /// The boxes as they are, with a margin in metres.
    Exact(f32),
    /// These, and bodies that move on for some steps of `timestep` seconds, `seconds` in all. All pairs that touch are among them.
    Ahead { gravity: Vec2, timestep: f32, seconds: f32 },
}

impl Default for Search {
    fn default() -> Self {
        Self::Exact(0.0)
    }
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
        self.begin(bodies.len(), Search::Exact(margin));
        bodies.iter().for_each(|body| self.add(body));
        self.noted_candidates(bodies, which)
    }

    /// Begins a state, of which each body is to be noted in turn by [`Detector::add`].
    pub(super) fn begin(&mut self, count: usize, search: Search) {
        self.records.clear();
        self.records.reserve(count);
        if matches!(search, Search::Exact(_)) || self.boxes.len() != count {
            self.foresight.forget();
        }
        (self.search, self.goes_on, self.surprised) = (search, self.foresight.goes_on(), false);
        if !self.goes_on {
            self.look_ahead();
            self.boxes.clear();
            self.boxes.reserve_exact(count);
            self.traits.clear();
            self.traits.reserve_exact(count);
        }
    }

    fn look_ahead(&mut self) {
        if let Search::Ahead { timestep, seconds, .. } = &mut self.search {
            *seconds = self.foresight.search(self.surprised) as f32 * *timestep;
        }
    }

    /// Notes the next body of the state.
    #[inline(always)]
    pub(super) fn add(&mut self, body: &Body) {
        let (index, traits) = (self.records.len(), Traits::of(body));
        self.records.push(body.shape(), body.pose());
        if self.goes_on {
            let aabb = grown(&body.aabb(), 0.0);
            self.surprised |= !self.boxes[index].holds(&aabb) | (self.traits[index] != traits);
            self.traits[index] = traits;
        } else {
            self.boxes.push(self.search.box_of(body));
            self.traits.push(traits);
        }
    }

    /// [`Detector::candidates`] of the bodies noted.
    pub(super) fn noted_candidates(&mut self, bodies: &[Body], which: Which) -> &[PairKey] {
        if self.goes_on && !self.surprised {
            return &self.pairs;
        }
        if self.surprised {
            self.look_ahead();
            let search = self.search;
            self.boxes.clear();
            self.boxes.extend(bodies.iter().map(|body| search.box_of(body)));
        }
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
            self.narrow_phase.collide(&self.records, &bodies, pairs, &mut self.outcomes);
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

impl Search {
    #[inline(always)]
    fn box_of(self, body: &Body) -> Aabb {
        match self {
            Self::Exact(margin) => grown(&body.aabb(), 0.5 * margin),
            Self::Ahead { gravity, seconds, .. } => {
                let aabb = grown(&body.aabb(), 0.0);
                if seconds > 0.0 { box_ahead(body, aabb, gravity, seconds) } else { aabb }
            }
        }
    }
}

/// What events and the broad phase ask of a body, in a byte: the kind of its shape, and flags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Traits(u8);

impl Traits {
    const KIND: u8 = 7;
    const WALL: u8 = 1 << 5;
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
        ShapeKind::ALL[usize::from(self.0 & Self::KIND) % ShapeKind::COUNT]
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
