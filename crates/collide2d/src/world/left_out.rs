//! What a world knows of the pairs that steps leave out, because one of the two sleeps and the other lies still.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use crate::decide::Passing;
use crate::event::Touching;
use crate::pair::PairKey;
use crate::solver::rigid::points::{KnownImpulse, KnownImpulses, LinkImpulse};
use crate::stored::{Bytes, Stored};

/// What the last step that acted on each pair knew of it. It is found by body, so that waking one needs no
/// look at the others.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOutPairs {
    /// The frame in which the touch began.
    touching: BTreeMap<PairKey, u64>,
    /// By pair, and number of the point in it.
    points: BTreeMap<(PairKey, u32), KnownImpulse>,
    /// The pairs of both, the higher index first.
    by_higher: BTreeSet<(u32, u32)>,
    pub passing: Passing,
    links: Vec<LinkImpulse>,
}

/// The same of the pairs that a step does not leave out, each list sorted.
pub(super) struct Acting<'w> {
    pub touching: &'w mut Vec<Touching>,
    pub passing: &'w mut Passing,
    pub impulses: &'w mut KnownImpulses,
}

impl LeftOutPairs {
    /// Takes from a step the pairs and links that it leaves out from now on, and gives back those that it does not, if
    /// they are of `changed` bodies.
    pub fn part(
        &mut self,
        acting: Acting<'_>,
        changed: impl Iterator<Item = u32>,
        pair_is_out: impl Fn(PairKey) -> bool,
        link_is_out: impl Fn(u32) -> bool,
    ) {
        let Acting { touching, passing, impulses } = acting;
        self.take(touching, &mut impulses.points, &pair_is_out);
        let pairs: BTreeSet<PairKey> = changed.flat_map(|body| self.pairs_of(body)).collect();
        for pair in pairs.into_iter().filter(|pair| !pair_is_out(*pair)) {
            let since = self.touching.remove(&pair);
            touching.extend(since.map(|since| Touching { pair, since }));
            impulses.points.extend(self.remove_points(pair));
            self.by_higher.remove(&(pair.b(), pair.a()));
        }
        touching.sort_by_key(|touching| touching.pair);
        impulses.points.sort_by_key(|known| known.pair);
        divide(&mut passing.let_through, &mut self.passing.let_through, |pair| *pair, &pair_is_out);
        divide(&mut passing.behind, &mut self.passing.behind, |pair| *pair, &pair_is_out);
        divide(&mut impulses.links, &mut self.links, |known| known.generator, link_is_out);
    }

    fn take(
        &mut self,
        touching: &mut Vec<Touching>,
        points: &mut Vec<KnownImpulse>,
        is_out: impl Fn(PairKey) -> bool,
    ) {
        for Touching { pair, since } in touching.extract_if(.., |touching| is_out(touching.pair)) {
            self.touching.insert(pair, since);
            self.by_higher.insert((pair.b(), pair.a()));
        }
        for known in points.extract_if(.., |known| is_out(known.pair)) {
            self.add_point(known);
        }
    }

    /// Adds the next point of its pair.
    fn add_point(&mut self, known: KnownImpulse) {
        let of_pair = (known.pair, 0)..=(known.pair, u32::MAX);
        let number = self.points.range(of_pair).next_back().map_or(0, |((_, last), _)| last + 1);
        self.points.insert((known.pair, number), known);
        self.by_higher.insert((known.pair.b(), known.pair.a()));
    }

    fn remove_points(&mut self, pair: PairKey) -> impl Iterator<Item = KnownImpulse> {
        (0..).map_while(move |number| self.points.remove(&(pair, number)))
    }

    /// The pairs that a body is of.
    fn pairs_of(&self, body: u32) -> Vec<PairKey> {
        let lowest = PairKey::new(body, body);
        let highest = PairKey::new(body, u32::MAX);
        let touching = self.touching.range(lowest..=highest).map(|(pair, _)| *pair);
        let points = self.points.range((lowest, 0)..=(highest, u32::MAX)).map(|((pair, _), _)| *pair);
        let lower = self.by_higher.range((body, 0)..=(body, u32::MAX));
        touching.chain(points).chain(lower.map(|(b, a)| PairKey::new(*a, *b))).collect()
    }

    /// A body was added, so that the index of each ground among the solver's bodies grows by one: that of the first was
    /// `first`.
    pub fn move_grounds(&mut self, first: u32) {
        let moved: Vec<(u32, u32)> = self.by_higher.split_off(&(first, 0)).into_iter().collect();
        let mut points = Vec::new();
        for &(b, a) in &moved {
            points.extend(self.remove_points(PairKey::new(a, b)));
        }
        for known in points {
            self.add_point(KnownImpulse { pair: PairKey::new(known.pair.a(), known.pair.b() + 1), ..known });
        }
    }

    /// Whether a world of so many bodies, and of so many together with its generators, could have got here.
    pub fn is_consistent(&self, bodies: usize, slots: usize) -> bool {
        let is_pair = |pair: &PairKey| pair.a() < pair.b() && (pair.b() as usize) < bodies;
        let pairs = |list: &[PairKey]| list.is_sorted_by(|p, q| p < q) && list.iter().all(is_pair);
        self.touching.keys().all(is_pair)
            && self.points.keys().all(|(pair, _)| pair.a() < pair.b() && (pair.b() as usize) < slots)
            && pairs(&self.passing.let_through)
            && pairs(&self.passing.behind)
    }

    pub fn has_touched(&self, pair: PairKey) -> bool {
        self.touching.contains_key(&pair)
    }

    pub fn touching(&self) -> impl Iterator<Item = Touching> + '_ {
        self.touching.iter().map(|(&pair, &since)| Touching { pair, since })
    }

    /// Those that do not hold each other.
    pub fn passing(&self) -> impl Iterator<Item = PairKey> + '_ {
        self.passing.let_through.iter().chain(&self.passing.behind).copied()
    }

    /// Sorted by pair.
    pub fn points(&self) -> impl Iterator<Item = &KnownImpulse> {
        self.points.values()
    }
}

/// Moves what is out to `out`, and what is not to `acting`, each sorted.
fn divide<T, K: Ord + Copy>(
    acting: &mut Vec<T>,
    out: &mut Vec<T>,
    key: impl Fn(&T) -> K,
    is_out: impl Fn(K) -> bool,
) {
    let mut all = mem::take(acting);
    all.append(out);
    all.sort_by_key(&key);
    (*out, *acting) = all.into_iter().partition(|one| is_out(key(one)));
}

impl Stored for LeftOutPairs {
    fn store(&self, to: &mut Vec<u8>) {
        self.touching().collect::<Vec<_>>().store(to);
        self.passing.store(to);
        KnownImpulses { points: self.points().copied().collect(), links: self.links.clone() }.store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let (mut touching, passing) = (Vec::<Touching>::load(from)?, Passing::load(from)?);
        let KnownImpulses { mut points, links } = KnownImpulses::load(from)?;
        let is_sorted =
            touching.is_sorted_by(|p, q| p.pair < q.pair) && points.is_sorted_by_key(|known| known.pair);
        let mut left_out = Self { passing, links, ..Self::default() };
        left_out.take(&mut touching, &mut points, |_| true);
        is_sorted.then_some(left_out)
    }
}
