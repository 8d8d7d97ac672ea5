//! Candidate pairs and touching pairs of a state.

use std::ops::Range;

use glam::Vec2;

use super::foresight::{Foresight, box_ahead};
use crate::aabb::Aabb;
use crate::body::Body;
use crate::broad_phase::SweepAndPrune;
use crate::collide::{BodyRecords, NarrowPhase};
use crate::contact::outcome::Outcome;
use crate::event::PairContact;
use crate::pair::{PairKey, PairKind};
use crate::shape::ShapeKind;

/// Which pairs to look at. Wall with wall never is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// All but static with static, as a step does.
    Moving,
    /// All.
    All,
}

/// Finds candidate and touching pairs, in memory kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Detector {
    broad_phase: SweepAndPrune,
    narrow_phase: NarrowPhase,
    pairs: Vec<PairKey>,
    /// Of a tile.
    outcomes: Vec<Outcome>,
    /// Of every body.
    records: BodyRecords,
    traits: Vec<Traits>,
    /// For which the candidates were found.
    boxes: Vec<Aabb>,
    foresight: Foresight,
    search: Search,
    /// This state reuses the last candidates.
    goes_on: bool,
    /// A body left its predicted box: the candidates must be found again.
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
    pub fn detect(&mut self, bodies: &[Body], which: Which) -> Vec<PairContact> {
        self.begin(bodies.len(), Search::Exact(0.0));
        bodies.iter().for_each(|body| self.add(body));
        self.candidates(bodies, which);
        let mut contacts = Vec::new();
        self.test(bodies, 0..self.pairs.len(), |pair, outcome| {
            if let Some(contact) = outcome.contact() {
                contacts.push(PairContact { a: pair.a(), b: pair.b(), contact });
            }
        });
        contacts
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
    #[inline]
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

    /// Every pair of the bodies noted whose AABBs are no farther apart than the search allows, sorted.
    pub(super) fn candidates(&mut self, bodies: &[Body], which: Which) -> &[PairKey] {
        if self.goes_on && !self.surprised {
            return &self.pairs;
        }
        if self.surprised {
            self.look_ahead();
            let search = self.search;
            self.boxes.clear();
            self.boxes.extend(bodies.iter().map(|body| search.box_of(body)));
        }
        let traits = &self.traits;
        let wanted = |i: u32, j: u32| traits[i as usize].is_pair(traits[j as usize], which);
        self.broad_phase.pairs(&self.boxes, wanted, &mut self.pairs);
        &self.pairs
    }

    /// Tells what becomes of some of the candidates, in their order; the bodies are as they were noted.
    #[inline]
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

    /// Of the candidates those whose boxes overlap now; the others may do so in a step to come.
    pub(super) fn overlapping(&self, bodies: &[Body]) -> Vec<PairKey> {
        let now = |body: u32| grown(&bodies[body as usize].aabb(), 0.0);
        let ahead = matches!(self.search, Search::Ahead { .. });
        let keeps = |pair: &PairKey| !ahead || now(pair.a()).overlaps(&now(pair.b()));
        self.pairs.iter().copied().filter(keeps).collect()
    }

    /// Of the bodies noted.
    pub(super) fn traits(&self) -> &[Traits] {
        &self.traits
    }
}

impl Search {
    #[inline]
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

/// What events and the broad phase ask of a body, close together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Traits {
    kind: ShapeKind,
    is_static: bool,
    is_sensor: bool,
    is_removed: bool,
}

impl Traits {
    fn of(body: &Body) -> Self {
        Self {
            kind: body.shape().kind(),
            is_static: body.is_static(),
            is_sensor: body.is_sensor(),
            is_removed: body.is_removed(),
        }
    }

    pub fn is_sensor(self) -> bool {
        self.is_sensor
    }

    pub fn pair_kind(self, other: Self) -> PairKind {
        PairKind::new(self.kind, other.kind)
    }

    #[inline]
    fn is_pair(self, other: Self, which: Which) -> bool {
        let gone = self.is_removed || other.is_removed;
        let wanted = which == Which::All || !(self.is_static && other.is_static);
        wanted && !gone && self.pair_kind(other).can_touch()
    }
}

/// The box, larger by a margin and by what rounding in world coordinates may have taken: a pair is tested relative to one of its bodies,
/// and no pair that touches there may be missed here.
#[inline]
fn grown(aabb: &Aabb, margin: f32) -> Aabb {
    let reach = aabb.min.abs().max(aabb.max.abs());
    let margin: Vec2 = reach * (2.0 * f32::EPSILON) + margin;
    Aabb { min: aabb.min - margin, max: aabb.max + margin }
}
