//! Candidate pairs and contacts of a state.

use std::mem;
use std::ops::{ControlFlow, Range};

use super::candidate_boxes::CandidateBoxes;
use super::foresight::Foresight;
use super::pairing::{PairFilter, Traits};
use crate::aabb::Aabb;
use crate::batch::{Bodies, BodyRecords, NarrowPhase, Outcome};
use crate::body::Body;
use crate::broad_phase::in_order::PairsInOrder;
use crate::broad_phase::{SweepAndPrune, grown};
use crate::collide::leaves::{LeafPair, for_each_pair};
use crate::contact::manifold::Contact;
use crate::event::PairContact;
use crate::generator::not_colliding::NotColliding;
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::shape::{Leaf, Shape};
use crate::still::StillBodies;

/// Finds candidate pairs and contacts, in memory kept between calls.
#[derive(Debug, Default)]
pub(crate) struct Detector {
    broad_phase: SweepAndPrune,
    narrow_phase: NarrowPhase,
    /// For states with too many candidates.
    in_order: PairsInOrder,
    pairs: Vec<PairKey>,
    /// `pairs` are the first of too many.
    is_limited: bool,
    /// Of a batch.
    outcomes: Vec<Outcome>,
    records: BodyRecords,
    pub(super) traits: Vec<Traits>,
    /// The boxes that the candidates were found for.
    boxes: Vec<Aabb>,
    foresight: Foresight,
    candidate_boxes: CandidateBoxes,
    /// This step reuses the last candidate list.
    reuses: bool,
    /// A body left its predicted box: the list must be rebuilt.
    left_box: bool,
    /// A body became static or ceased to be.
    left_place: bool,
    /// Bodies outside the list of set-apart bodies, with their boxes; empty while no body is set apart.
    others: Vec<u32>,
    other_boxes: Vec<Aabb>,
}

/// Pairs tested at a time; their outcomes fit into a first-level cache.
const BATCH: usize = 1024;

/// Candidate pairs that [`Detector::for_each`] holds at a time.
const MOST_CANDIDATES: usize = 1 << 20;

/// Most boxes that share one walk of a tree.
const MOST_TOGETHER: usize = 8;

impl Detector {
    /// Visits the contacts of the present state, sorted by `a`, then `b`, until `visit` breaks; sensors' included. Of more
    /// than `most` candidate pairs those of the lowest keys are tested; returns whether those were all. Holds at most
    /// [`MOST_CANDIDATES`] at a time, or those of one body.
    pub fn for_each(
        &mut self,
        bodies: &[Body],
        filter: PairFilter,
        most: usize,
        mut visit: impl FnMut(&PairContact) -> ControlFlow<()>,
    ) -> bool {
        self.begin(bodies, CandidateBoxes::Exact(0.0), true);
        bodies.iter().enumerate().for_each(|(index, body)| self.set(index, body));
        if self.sweep(filter, most.min(MOST_CANDIDATES)) {
            let _ = self.visit_contacts(bodies, &mut visit);
            return true;
        }
        self.in_order.fill(&self.boxes, |index| self.traits[index as usize].class());
        let mut left = most;
        for body in 0..bodies.len() as u32 {
            self.add_pairs_of(body, filter);
            let is_last = body as usize + 1 == bodies.len();
            if self.pairs.len() < BATCH && self.pairs.len() <= left && !is_last {
                continue;
            }
            let is_all = self.pairs.len() <= left;
            self.pairs.truncate(left);
            left -= self.pairs.len();
            if self.visit_contacts(bodies, &mut visit).is_break() || !is_all {
                return is_all;
            }
            self.pairs.clear();
        }
        true
    }

    /// Visits the contacts of the candidates found last.
    fn visit_contacts(
        &mut self,
        bodies: &[Body],
        visit: &mut impl FnMut(&PairContact) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        for start in (0..self.pairs.len()).step_by(BATCH) {
            let end = (start + BATCH).min(self.pairs.len());
            self.test(bodies, start..end, |pair, tested| {
                if let (true, Some(contact)) = (flow.is_continue(), tested.contact()) {
                    flow = visit(&PairContact::of_leaves(pair, tested.leaves(), contact));
                }
            });
            flow?;
        }
        flow
    }

    /// Adds the candidates of which `body` is the lower index.
    fn add_pairs_of(&mut self, body: u32, filter: PairFilter) {
        let (own, traits, aabb) = (self.traits[body as usize], &self.traits, self.boxes[body as usize]);
        let meets = |class: usize| own.meets(class, filter);
        let is_pair = |other: u32| own.is_pair(traits[other as usize], filter);
        self.in_order.add_pairs_of(body, &aabb, meets, is_pair, &mut self.pairs);
    }

    /// Starts a new state; each body is then [`Detector::set`], or, unless all `is_new`, each that may not be as before.
    pub(super) fn begin(&mut self, bodies: &[Body], candidate_boxes: CandidateBoxes, is_new: bool) {
        let is_ahead = matches!(candidate_boxes, CandidateBoxes::Ahead { .. });
        if !is_ahead || is_new {
            self.foresight.forget();
        }
        (self.candidate_boxes, self.reuses, self.left_box, self.left_place) =
            (candidate_boxes, self.foresight.reuses(), false, false);
        if !self.reuses {
            self.look_ahead();
        }
        if is_new {
            self.records.clear();
            self.boxes.clear();
            self.traits.clear();
        }
        self.records.grow(bodies.len());
        self.boxes.resize(bodies.len(), Aabb::EMPTY);
        self.traits.extend(bodies[self.traits.len()..].iter().map(Traits::of));
    }

    fn look_ahead(&mut self) {
        if let CandidateBoxes::Ahead { timestep, seconds, .. } = &mut self.candidate_boxes {
            *seconds = self.foresight.search(self.left_box) as f32 * *timestep;
        }
    }

    /// Takes a body of the state.
    #[inline]
    pub(super) fn set(&mut self, index: usize, body: &Body) {
        let traits = Traits::of(body);
        self.records.set(index, body.shape(), body.pose());
        let before = mem::replace(&mut self.traits[index], traits);
        self.left_place |= before.is_static != traits.is_static && !traits.is_removed;
        if self.reuses {
            let holds = traits.is_removed || self.boxes[index].holds(&grown(&body.aabb(), 0.0));
            self.left_box |= !holds | (before != traits);
        } else {
            self.boxes[index] = self.candidate_boxes.box_of(body);
        }
    }

    /// Whether a body became static or ceased to be since the state before, of which all bodies were known.
    pub(super) fn has_left_place(&self) -> bool {
        self.left_place
    }

    /// Finds every pair of added bodies whose candidate boxes overlap, sorted, for [`Detector::pairs`]. If more than `most`
    /// pairs overlap, keeps those of the lowest keys and sets [`Detector::is_limited`].
    pub(super) fn candidates(
        &mut self,
        bodies: &[Body],
        still: &StillBodies,
        filter: PairFilter,
        most: usize,
    ) {
        self.is_limited = false;
        if self.reuses && !self.left_box {
            return;
        }
        if self.left_box {
            self.look_ahead();
            still.visited().for_each(|index| self.boxes[index] = self.candidate_boxes.box_of(&bodies[index]));
        }
        let is_all =
            if still.are_apart() { self.sweep_beside(still, filter, most) } else { self.sweep(filter, most) };
        if is_all {
            return;
        }
        // A copy of the world looks ahead less far, and has to find the same pairs.
        self.foresight.forget();
        if let CandidateBoxes::Ahead { .. } | CandidateBoxes::Swept { .. } = self.candidate_boxes {
            let exact = CandidateBoxes::Exact(self.candidate_boxes.margin());
            self.boxes.clear();
            self.boxes.extend(bodies.iter().map(|body| exact.box_of(body)));
            if self.sweep(filter, most) {
                return;
            }
        }
        self.is_limited = true;
        self.in_order.fill(&self.boxes, |index| self.traits[index as usize].class());
        for body in 0..bodies.len() as u32 {
            self.add_pairs_of(body, filter);
            if self.pairs.len() >= most {
                self.pairs.truncate(most);
                break;
            }
        }
    }

    /// Takes the pairs that joints keep from colliding from the candidates found last.
    pub(super) fn leave_out(&mut self, not_colliding: &NotColliding) {
        if !not_colliding.pairs().is_empty() {
            self.pairs.retain(|pair| !not_colliding.has(*pair));
        }
    }

    /// The candidates found last.
    pub(super) fn pairs(&self) -> &[PairKey] {
        &self.pairs
    }

    /// These bodies woke after they were added: the candidates are to be found again.
    pub(super) fn look_again(&mut self, bodies: &[Body], woken: &[u32]) {
        for &index in woken {
            self.traits[index as usize] = Traits::of(&bodies[index as usize]);
        }
        self.left_box = true;
    }

    /// A body that lay still was moved after it was set.
    pub(super) fn set_moved(&mut self, body: u32) {
        self.traits[body as usize].lies_still = false;
    }

    /// Whether a body lay still in the state before.
    pub(super) fn lay_still(&self, index: usize) -> bool {
        self.traits.get(index).is_some_and(|traits| traits.lies_still)
    }

    /// The last candidates were those of the lowest keys, out of too many.
    pub(super) fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Finds the candidates; `false`: they are more than `most`, and none is listed.
    fn sweep(&mut self, filter: PairFilter, most: usize) -> bool {
        let traits = &self.traits;
        let is_pair = |i: u32, j: u32| traits[i as usize].is_pair(traits[j as usize], filter);
        self.broad_phase.pairs_up_to(most, &self.boxes, is_pair, &mut self.pairs)
    }

    /// [`Detector::sweep`] of the bodies that are not set apart, and of these with those that are.
    fn sweep_beside(&mut self, still: &StillBodies, filter: PairFilter, most: usize) -> bool {
        let Self { others, other_boxes, traits, boxes, pairs, .. } = self;
        others.clear();
        others.extend(still.visited().map(|index| index as u32));
        other_boxes.clear();
        other_boxes.extend(others.iter().map(|&index| boxes[index as usize]));
        let is_pair = |a: u32, b: u32| traits[a as usize].is_pair(traits[b as usize], filter);
        let are_pair = |i: u32, j: u32| is_pair(others[i as usize], others[j as usize]);
        if !self.broad_phase.pairs_up_to(most, other_boxes, are_pair, pairs) {
            return false;
        }
        for pair in &mut *pairs {
            *pair = PairKey::new(others[pair.a() as usize], others[pair.b() as usize]);
        }
        let margin = self.candidate_boxes.margin();
        // The tree's boxes lack the margin.
        let mut rest = &other_boxes[..];
        while !rest.is_empty() {
            let (together, area) = asked_together(rest);
            let bodies = &others[others.len() - rest.len()..];
            let (boxes_of_some, later) = rest.split_at(together);
            still.for_each_near(&grown(&area, margin), |other| {
                for (&body, aabb) in bodies.iter().zip(boxes_of_some) {
                    if aabb.overlaps(&boxes[other as usize]) && is_pair(body, other) {
                        pairs.push(PairKey::new(body, other));
                    }
                }
            });
            rest = later;
        }
        pairs.sort_unstable();
        let is_all = pairs.len() <= most;
        if !is_all {
            pairs.clear();
        }
        is_all
    }

    /// Tests a range of the candidates in order; the bodies are as they were added.
    #[inline]
    pub(super) fn test(
        &mut self,
        bodies: &[Body],
        range: Range<usize>,
        mut visit: impl FnMut(PairKey, &TestedPair<'_>),
    ) {
        let reach = self.candidate_boxes.margin();
        for pairs in self.pairs[range].chunks(BATCH) {
            self.narrow_phase.collide(&self.records, &SimpleBodies(bodies), pairs, &mut self.outcomes);
            for (&pair, outcome) in pairs.iter().zip(&self.outcomes) {
                let [a, b] = [pair.a(), pair.b()].map(|body| &self.traits[body as usize]);
                if a.is_composite | b.is_composite {
                    test_leaves(bodies, pair, reach, &mut |leaves| visit(pair, &TestedPair::Leaves(*leaves)));
                } else {
                    visit(pair, &TestedPair::Whole(outcome));
                }
            }
        }
    }

    /// The candidates whose present boxes overlap; the others may do so in a later step.
    pub(super) fn overlapping(&self, bodies: &[Body]) -> Vec<PairKey> {
        let margin = self.candidate_boxes.margin();
        let now = |body: u32| grown(&bodies[body as usize].aabb(), 0.5 * margin);
        let is_exact = matches!(self.candidate_boxes, CandidateBoxes::Exact(_));
        let keeps = |pair: &PairKey| is_exact || now(pair.a()).overlaps(&now(pair.b()));
        self.pairs.iter().copied().filter(keeps).collect()
    }
}

/// A candidate that the narrow phase has done its part of: the outcome for two simple shapes, or a pair of
/// leaves that is tested by [`TestedPair::contact`].
pub(super) enum TestedPair<'t> {
    Whole(&'t Outcome),
    Leaves(LeafPair<'t>),
}

impl TestedPair<'_> {
    #[inline]
    pub fn contact(&self) -> Option<Contact> {
        match self {
            Self::Whole(outcome) => outcome.contact(),
            Self::Leaves(pair) => pair.collide(),
        }
    }

    #[inline]
    pub fn leaves(&self) -> [Leaf; 2] {
        match self {
            Self::Whole(_) => [Leaf::WHOLE; 2],
            Self::Leaves(pair) => pair.leaves(),
        }
    }
}

/// Visits the pairs of leaves of two bodies that are as near as `reach`.
#[cold]
pub(super) fn test_leaves<'b>(
    bodies: &'b [Body],
    pair: PairKey,
    reach: f32,
    visit: &mut dyn FnMut(&LeafPair<'b>),
) {
    let (a, b) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
    for_each_pair(a.shape(), a.pose(), b.shape(), b.pose(), reach, visit);
}

/// How many of the first boxes lie so near each other that one walk of a tree for all of them is sooner done
/// than one for each, and the box around them.
fn asked_together(boxes: &[Aabb]) -> (usize, Aabb) {
    let girth = |aabb: &Aabb| (aabb.max - aabb.min).element_sum();
    let (mut around, mut sum) = (Aabb::EMPTY, 0.0);
    for (count, aabb) in boxes.iter().enumerate().take(MOST_TOGETHER) {
        let next = around.union(aabb);
        sum += girth(aabb);
        if count > 0 && girth(&next) > sum {
            return (count, around);
        }
        around = next;
    }
    (boxes.len().min(MOST_TOGETHER), around)
}

/// Hides composite bodies from the narrow phase: their pairs are tested leaf by leaf.
struct SimpleBodies<'b>(&'b [Body]);

impl Bodies for SimpleBodies<'_> {
    #[inline]
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)> {
        self.0.body(index).filter(|(shape, _)| !shape.is_composite())
    }
}
