//! The pairs of a state as the broad phase counts them, static with static included.

use std::collections::BinaryHeap;

use super::World;
use super::detect::{PairFilter, Traits, grown};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::observe::PairOutcome;
use crate::pair::PairKey;
use crate::solver::Needs;

/// Pairs of a world's state, counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairCounts {
    /// Pairs of bodies, without wall with wall.
    pub possible: u64,
    /// Widest distance, along x and along y, of two AABBs that the solver wants tested. Metres; 0: they
    /// overlap or touch.
    pub reach: f32,
    /// Pairs of two static bodies whose AABBs are that near. A step does not test them.
    pub both_static: usize,
    /// The first of those pairs, sorted.
    pub first_static: Vec<PairKey>,
}

impl World {
    /// Counts the pairs of the present state; lists at most `most` pairs of two static bodies.
    pub fn pair_counts(&self, most: usize) -> PairCounts {
        let reach = Needs::of(self.settings().solver).reach;
        let bodies = self.bodies().iter().zip(0_u32..).filter(|(body, _)| !body.is_removed());
        let (mut count, mut walls) = (0, 0);
        let (mut boxes, mut statics) = (Vec::<Aabb>::new(), Vec::<(Traits, u32)>::new());
        for (body, index) in bodies {
            count += 1;
            walls += u64::from(!body.shape().kind().has_inside());
            if body.is_static() {
                boxes.push(grown(&body.aabb(), 0.5 * reach));
                statics.push((Traits::of(body), index));
            }
        }
        let (mut both_static, mut first) = (0, BinaryHeap::new());
        let count_pair = |i: u32, j: u32| {
            let ((p, a), (q, b)) = (statics[i as usize], statics[j as usize]);
            if p.is_pair(q, PairFilter::All) {
                both_static += 1;
                first.push(PairKey::new(a, b));
                if first.len() > most {
                    first.pop();
                }
            }
            false
        };
        SweepAndPrune::default().pairs(&boxes, count_pair, &mut Vec::new());
        let pairs_of = |n: u64| n * n.saturating_sub(1) / 2;
        PairCounts {
            possible: pairs_of(count) - pairs_of(walls),
            reach,
            both_static,
            first_static: first.into_sorted_vec(),
        }
    }

    /// What the narrow phase finds for a pair in the present state, whatever the motion of its bodies; `None`
    /// where there is no such pair.
    pub fn test_pair(&self, pair: PairKey) -> Option<PairOutcome> {
        let (a, b) = (self.body(pair.a())?, self.body(pair.b())?);
        let is_pair = pair.a() != pair.b() && Traits::of(a).is_pair(Traits::of(b), PairFilter::All);
        is_pair.then(|| super::step::test_pair(a, b))
    }
}
