//! What a comparison finds, and how it is told.

use std::collections::HashMap;

use super::pair::Excuse;
use crate::elsewhere::differences::What;
use crate::elsewhere::recording::{BodyKind, Recording};
use crate::scene::PairParts;
use crate::scene::numbers::count;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Frames compared.
    pub frames: usize,
    /// Pairs that touch in theirs, over all frames.
    pub theirs: usize,
    /// Pairs that touch in ours, over all frames.
    pub ours: usize,
    /// Pairs of theirs that touch in theirs or in ours, over all frames: of the others only gaps that are told are compared.
    pub compared: usize,
    pub excused: Excused,
    /// Frames with more candidate pairs than [`crate::scene::MAX_CANDIDATES`]: those of the lowest keys, and the pairs
    /// that touch in theirs, are all that was compared.
    pub limited: usize,
    /// Pairs that touch in ours alone, no deeper than the tolerance and deeper than a tenth of it, over all frames.
    pub shallow: usize,
    /// Queries of theirs that were asked in ours as well, over all frames.
    pub queries: usize,
    /// Those of them that differ.
    pub wrong_queries: usize,
    /// The worst first.
    pub differences: Vec<Difference>,
    /// Sensors and what touches them in ours, of whose kinds nothing is ever told: of each two kinds the first pair.
    pub silent: Vec<SilentPair>,
}

/// Contacts of theirs whose normals are not ours and right as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Excused {
    /// Two ways out are equally long.
    pub ties: usize,
    /// Ours is a ghost, and the outline of the static shapes allows theirs.
    pub ghosts: usize,
}

impl Excused {
    pub(super) fn count(&mut self, excuse: Option<Excuse>) {
        match excuse {
            Some(Excuse::Tie) => self.ties += 1,
            Some(Excuse::Ghost) => self.ghosts += 1,
            None => {}
        }
    }

    pub(super) fn add(&mut self, more: Self) {
        self.ties += more.ties;
        self.ghosts += more.ghosts;
    }

    /// "of 2 contacts both normals are right: …", a text for each reason.
    pub fn sentences(self) -> impl Iterator<Item = String> {
        let reasons = [
            (self.ties, "both normals are right: two ways out are equally long"),
            (self.ghosts, "ours is a ghost, and theirs is what the outline of the joined shapes allows"),
        ];
        let sentence = |(n, reason)| format!("of {} {reason}", count(n, "contact", "contacts"));
        reasons.into_iter().filter(|(n, _)| *n > 0).map(sentence)
    }
}

/// A sensor and a body that touches it in ours, where the engine never tells anything of two such bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct SilentPair {
    pub(super) kinds: [BodyKind; 2],
    /// Recorded bodies, the lower index first.
    pub(super) bodies: (u32, u32),
    /// The first and the last frame of their first touch.
    pub(super) frames: [u64; 2],
    /// How many frames were compared up to the last.
    pub(super) compared: usize,
}

impl SilentPair {
    /// "player and coin touch in frames 53 to 97, and nothing is ever told of two such bodies".
    pub fn sentence(&self, recording: &Recording) -> String {
        let who = recording.who(self.bodies, [None; 2], " and ");
        let when = match self.frames {
            [first, last] if first == last => format!("frame {first}"),
            [first, last] => format!("frames {first} to {last}"),
        };
        format!("{who} touch in {when}, and nothing is ever told of two such bodies")
    }
}

/// The differences of one pair of bodies, the worst first.
#[derive(Clone, Debug)]
pub struct PairRows<'c> {
    /// At least one, each with its index in the comparison.
    pub rows: Vec<(usize, &'c Difference)>,
}

impl Comparison {
    /// The differences by pair; the pair with the worst first.
    pub fn by_pair(&self) -> Vec<PairRows<'_>> {
        let mut pairs = Vec::<PairRows<'_>>::new();
        let mut places = HashMap::new();
        for (index, difference) in self.differences.iter().enumerate() {
            let place = *places.entry(difference.bodies).or_insert(pairs.len());
            match pairs.get_mut(place) {
                Some(pair) => pair.rows.push((index, difference)),
                None => pairs.push(PairRows { rows: vec![(index, difference)] }),
            }
        }
        pairs
    }

    /// "3 of 4 queries agree with ours"; `None`: there are none.
    pub fn queries_sentence(&self) -> Option<String> {
        let agree = self.queries - self.wrong_queries;
        match (self.queries, agree) {
            (0, _) => None,
            (1, 1) => Some("the one query agrees with ours".to_owned()),
            (all, agree) if all == agree => Some(format!("all {all} queries agree with ours")),
            (all, agree) => Some(format!("{agree} of {} agree with ours", count(all, "query", "queries"))),
        }
    }

    /// "ours touches in 499 more pairs, …", if these are many.
    pub fn shallow_sentence(&self) -> Option<String> {
        const FEWEST: usize = 6;
        let pairs = || count(self.shallow, "more pair", "more pairs");
        let is_many = self.shallow >= FEWEST && 4 * self.shallow >= self.theirs;
        is_many.then(|| {
            format!(
                "ours touches in {} over all frames, none deeper than the tolerance; theirs does not",
                pairs()
            )
        })
    }

    /// How many of the differences are that ours alone touches where a joint holds the two.
    pub fn joined(&self, recording: &Recording) -> usize {
        let is_joined = |one: &&Difference| {
            let index = recording.index_of(one.frame);
            matches!(one.what, What::OnlyOurs { .. })
                && index.is_ok_and(|index| recording.joint_of(index, one.bodies).is_some())
        };
        self.differences.iter().filter(is_joined).count()
    }

    /// "45 of 45 rows are of pairs that a joint holds: …"; `None`: none is.
    pub fn joined_sentence(&self, recording: &Recording) -> Option<String> {
        let joined = self.joined(recording);
        let are = if joined == 1 { "is of a pair" } else { "are of pairs" };
        let rows = count(self.differences.len(), "row", "rows");
        let of_all = format!("{joined} of {rows} {are} that a joint holds");
        let why = "most engines test no contact of such two by default (collideConnected)";
        (joined > 0).then(|| format!("{of_all}: {why}"))
    }
}

impl<'c> PairRows<'c> {
    pub fn worst(&self) -> Option<&'c Difference> {
        self.rows.first().map(|(_, difference)| *difference)
    }

    /// The earliest, and of one frame the worst.
    pub fn first(&self) -> Option<&'c Difference> {
        self.rows.iter().map(|(_, difference)| *difference).min_by_key(|difference| difference.frame)
    }

    /// "8 depth, 2 normal".
    pub fn kinds(&self) -> String {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for kind in self.rows.iter().map(|(_, difference)| difference.what.name()) {
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        }
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        kinds.join(", ")
    }

    /// "12 differences (8 depth, 4 normal), first in frame 3, worst in frame 45".
    pub fn summary(&self) -> String {
        let (Some(worst), Some(first)) = (self.worst(), self.first()) else { return String::new() };
        let (count, kinds) = (count(self.rows.len(), "difference", "differences"), self.kinds());
        format!("{count} ({kinds}), first in frame {}, worst in frame {}", first.frame, worst.frame)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub frame: u64,
    /// Recorded bodies, the lower index first.
    pub bodies: (u32, u32),
    /// The shape of each that is meant, of bodies of several where one is told.
    pub parts: PairParts,
    pub what: What,
    /// The file has the normal the other way round.
    pub is_turned: bool,
    /// How many times the tolerance.
    pub times: f32,
}
