//! The pairs of a state as the broad phase counts them, static with static included.

use std::collections::HashMap;

use super::World;
use super::pairing::{PairFilter, Traits};
use crate::body::Body;
use crate::broad_phase::grown;
use crate::broad_phase::in_order::PairsInOrder;
use crate::filter::Filter;
use crate::observe::PairOutcome;
use crate::pair::PairKey;
use crate::solver::Needs;

/// Pairs of a world's state, counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairCounts {
    /// Pairs of bodies that may meet: without wall with wall, and bodies whose filters or joints keep them apart.
    pub possible: u64,
    /// Widest distance, along x and along y, of two AABBs that the solver wants tested. Metres; 0: they
    /// overlap or touch.
    pub reach: f32,
    /// Pairs of two static bodies whose AABBs are that near. A step does not test them.
    pub both_static: usize,
    /// There are more of them: [`crate::WorldSettings::max_candidates`] were counted.
    pub at_least: bool,
    /// The first of those pairs, sorted.
    pub first_static: Vec<PairKey>,
}

/// Bodies of a world: how many, and how many of them are walls, by filter.
#[derive(Default)]
struct Members(HashMap<Filter, [u64; 2]>);

impl Members {
    fn add(&mut self, body: &Body) {
        let [bodies, walls] = self.0.entry(body.filter()).or_default();
        *bodies += 1;
        *walls += u64::from(!body.shape().kind().has_inside());
    }

    /// All pairs of bodies that meet, but wall with wall.
    fn pairs(&self) -> u64 {
        let all: Vec<(Filter, [u64; 2])> = self.0.iter().map(|(filter, counts)| (*filter, *counts)).collect();
        let mut sum = 0;
        for (i, (filter, [bodies, walls])) in all.iter().enumerate() {
            if filter.lets_meet(*filter) {
                let pairs_of = |n: u64| n * n.saturating_sub(1) / 2;
                sum += pairs_of(*bodies) - pairs_of(*walls);
            }
            for (other, [others, other_walls]) in &all[i + 1..] {
                let meet = filter.lets_meet(*other);
                sum += u64::from(meet) * (bodies * others - walls * other_walls);
            }
        }
        sum
    }
}

impl World {
    /// Counts the pairs of the present state; lists at most `most` pairs of two static bodies.
    pub fn pair_counts(&self, most: usize) -> PairCounts {
        let reach = Needs::of(self.settings()).reach;
        let limit = self.settings().max_candidates.unwrap_or(usize::MAX);
        let mut all = Members::default();
        let mut boxes = Vec::with_capacity(self.bodies().len());
        for body in self.bodies() {
            boxes.push(grown(&body.aabb(), 0.5 * reach));
            if !body.is_removed() {
                all.add(body);
            }
        }
        let traits = |index: u32| Traits::of(&self.bodies()[index as usize]);
        let mut in_order = PairsInOrder::default();
        in_order.fill(&boxes, |index| {
            if self.bodies()[index as usize].is_static() { traits(index).class() } else { None }
        });
        let (mut both_static, mut first_static, mut pairs) = (0, Vec::new(), Vec::new());
        for (index, aabb) in (0..).zip(&boxes).filter(|(index, _)| self.bodies()[*index as usize].is_static())
        {
            let meets = |class: usize| traits(index).meets(class, PairFilter::All);
            pairs.clear();
            let is_pair = |other: u32| {
                traits(index).is_pair(traits(other), PairFilter::All)
                    && !self.not_colliding.has(PairKey::new(index, other))
            };
            in_order.add_pairs_of(index, aabb, meets, is_pair, &mut pairs);
            first_static.extend(pairs.iter().take(most - first_static.len()));
            both_static += pairs.len();
            if both_static > limit {
                break;
            }
        }
        let may_meet = |pair: &&PairKey| {
            let [a, b] = [pair.a(), pair.b()].map(traits);
            a.is_pair(b, PairFilter::All)
        };
        let not_colliding = self.not_colliding.pairs().iter().filter(may_meet).count();
        PairCounts {
            possible: all.pairs() - not_colliding as u64,
            reach,
            both_static: both_static.min(limit),
            at_least: both_static > limit,
            first_static,
        }
    }

    /// Whether a step may test the two bodies, apart from both being static: both are there, not two walls, their filters
    /// let them meet, and no joint keeps them from colliding.
    pub fn is_pair(&self, pair: PairKey) -> bool {
        let (a, b) = (self.body(pair.a()), self.body(pair.b()));
        let both = a.zip(b).filter(|_| pair.a() != pair.b() && !self.not_colliding.has(pair));
        both.is_some_and(|(a, b)| Traits::of(a).is_pair(Traits::of(b), PairFilter::All))
    }

    /// What the narrow phase finds for a pair in the present state, whatever the motion of its bodies; `None`
    /// where there is no such pair.
    pub fn test_pair(&self, pair: PairKey) -> Option<PairOutcome> {
        let (a, b) = (self.body(pair.a())?, self.body(pair.b())?);
        self.is_pair(pair).then(|| super::find_contacts::test_pair(a, b))
    }
}
