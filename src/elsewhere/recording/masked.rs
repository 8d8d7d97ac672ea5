//! Bodies that overlap, and that masks alone keep apart: a mask the wrong way round shows in no contact.

use std::collections::{BTreeMap, BTreeSet};

use collide2d::{SweepAndPrune, World};

use super::Recording;
use super::compare::{Tolerances, depth_of, meet};
use crate::platform::plain;
use crate::scene::numbers::{count, number};

/// Pairs that are told one by one.
const MOST_TOLD: usize = 3;
/// Most pairs whose shapes are tested.
const MOST_TESTED: usize = 1_000_000;

/// Two recorded bodies, the lower index first, in some frames one after the other.
#[derive(Clone, Copy, Debug)]
struct MaskedOverlap {
    bodies: (u32, u32),
    /// The first and the last frame.
    frames: [u64; 2],
    /// Index of the last.
    last: usize,
    /// The most in these frames. Metres.
    depth: f32,
}

/// What a body is and what it meets.
type Masks<'r> = (&'r Option<Vec<String>>, &'r Option<Vec<String>>);

impl Recording {
    /// A sentence for each of the deepest, of two of the same masks one, and the number of the others.
    pub fn masked_overlaps(&self, tolerances: Tolerances) -> Result<Vec<String>, String> {
        if !self.header.bodies.iter().any(|body| body.is.is_some() || body.meets.is_some()) {
            return Ok(Vec::new());
        }
        let every = self.every_body().map_err(|error| error.message)?;
        let mut overlaps: Vec<MaskedOverlap> =
            self.deepest_masked(&every, tolerances).into_values().collect();
        overlaps.sort_by(|p, q| q.depth.total_cmp(&p.depth).then(p.bodies.cmp(&q.bodies)));
        let mut seen = BTreeSet::new();
        overlaps.retain(|one| {
            let (p, q) = (self.masks(one.bodies.0), self.masks(one.bodies.1));
            seen.insert((p.min(q), p.max(q)))
        });
        let more = overlaps.len().saturating_sub(MOST_TOLD);
        let more = (more > 0).then(|| {
            let pairs = count(more, "more pair of masks keeps", "more pairs of masks keep");
            format!("and {pairs} overlapping bodies apart")
        });
        Ok(overlaps.iter().take(MOST_TOLD).map(|one| self.masked_sentence(one)).chain(more).collect())
    }

    /// Of each two bodies the frames in which they are deepest.
    fn deepest_masked(&self, every: &World, tolerances: Tolerances) -> BTreeMap<(u32, u32), MaskedOverlap> {
        let mut deepest = BTreeMap::<(u32, u32), MaskedOverlap>::new();
        let (mut now, mut tested) = (BTreeMap::<(u32, u32), MaskedOverlap>::new(), 0);
        for (index, frame) in self.frames.iter().enumerate() {
            let world = self.world_at(every, index);
            let told: BTreeSet<(u32, u32)> =
                self.their_contacts(index).map(|contact| contact.bodies).collect();
            let bodies: Vec<u32> =
                (0..).zip(world.bodies()).filter(|(_, b)| !b.is_removed()).map(|(i, _)| i).collect();
            let boxes: Vec<_> = bodies.iter().filter_map(|&body| Some(world.body(body)?.aabb())).collect();
            let pair_of = |p: u32, q: u32| {
                let (a, b) = (*bodies.get(p as usize)?, *bodies.get(q as usize)?);
                Some((a.min(b), a.max(b)))
            };
            let is_wanted = |p: u32, q: u32| {
                pair_of(p, q).is_some_and(|pair| {
                    !meet(&world, pair)
                        && !told.contains(&pair)
                        && (self.rarely_tested(pair.0, pair.1).is_none() || self.may_feel(pair))
                        && self.joint_of(index, pair).is_none()
                })
            };
            let mut pairs = Vec::new();
            SweepAndPrune::default().pairs(&boxes, is_wanted, &mut pairs);
            tested += pairs.len();
            if tested > MOST_TESTED {
                break;
            }
            for bodies in pairs.iter().filter_map(|pair| pair_of(pair.a(), pair.b())) {
                let depth = depth_of(&world, bodies);
                if depth <= tolerances.tolerance + tolerances.margin {
                    continue;
                }
                let begun = MaskedOverlap { bodies, frames: [frame.frame; 2], last: index, depth };
                let going = now.entry(bodies).or_insert(begun);
                if going.last + 1 < index {
                    *going = begun;
                }
                (going.frames[1], going.last, going.depth) = (frame.frame, index, depth.max(going.depth));
                let known = deepest.entry(bodies).or_insert(*going);
                if going.depth > known.depth || going.frames[0] == known.frames[0] {
                    *known = *going;
                }
            }
        }
        deepest
    }

    fn masks(&self, body: u32) -> Masks<'_> {
        const EVERYTHING: Masks<'static> = (&None, &None);
        self.header.bodies.get(body as usize).map_or(EVERYTHING, |body| (&body.is, &body.meets))
    }

    /// Whether what the first meets is what the second is.
    fn meets(&self, body: u32, other: u32) -> bool {
        let ((_, meets), (is, _)) = (self.masks(body), self.masks(other));
        match (meets, is) {
            (Some(meets), Some(is)) => meets.iter().any(|name| is.contains(name)),
            (Some(meets), None) => !meets.is_empty(),
            (None, Some(is)) => !is.is_empty(),
            (None, None) => true,
        }
    }

    /// "player and coin overlap in frames 53 to 97, up to 0.4 m deep, and masks alone keep them apart: coin does not meet player;
    /// nobody is "category 2", which coin meets".
    fn masked_sentence(&self, one: &MaskedOverlap) -> String {
        let (a, b) = one.bodies;
        let (first, second) = (self.body_name(a), self.body_name(b));
        let when = match one.frames {
            [first, last] if first == last => format!("frame {first}"),
            [first, last] => format!("frames {first} to {last}"),
        };
        let who = self.who(one.bodies, [None; 2], " and ");
        let why = match (self.meets(a, b), self.meets(b, a)) {
            (false, true) => format!("{first} does not meet {second}"),
            (true, false) => format!("{second} does not meet {first}"),
            (false, false) | (true, true) => "neither meets what the other is".to_owned(),
        };
        let nobody: String =
            self.met_by_nobody(one.bodies).iter().map(|words| format!("; {words}")).collect();
        let depth = number(one.depth);
        format!(
            "{who} overlap in {when}, up to {depth} m deep, and masks alone keep them apart: {why}{nobody}"
        )
    }

    /// For each name that one of two bodies meets and nobody is: "nobody is "category 2", which coin meets".
    fn met_by_nobody(&self, (a, b): (u32, u32)) -> Vec<String> {
        let is_nobody = |name: &&String| {
            !self.header.bodies.iter().any(|body| body.is.iter().flatten().any(|is| is == *name))
        };
        let names = [a, b].into_iter().flat_map(|body| self.masks(body).1.iter().flatten());
        let names: BTreeSet<&String> = names.filter(is_nobody).collect();
        let sentence = |name: &String| {
            let meets = |body: &u32| self.masks(*body).1.iter().flatten().any(|met| met == name);
            let who: Vec<String> =
                [a, b].iter().filter(|body| meets(body)).map(|body| self.body_name(*body)).collect();
            let verb = if who.len() == 1 { "meets" } else { "meet" };
            format!("nobody is \"{}\", which {} {verb}", plain::label(name), who.join(" and "))
        };
        names.into_iter().map(sentence).collect()
    }
}
