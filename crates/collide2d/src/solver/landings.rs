//! Landings: no pair ends a step deep in each other that was not so before.

mod flying;
mod motion;
mod put_back;
mod share;
mod way;

use std::mem;

use motion::Motions;
use share::Landing;

use super::linked::LinkedBodies;
use super::neighbours::Neighbours;
use super::rigid::bodies::{BodyStart, RigidBodies};
use super::stops::Stops;
use super::task::Problem;
use crate::body::Body;
use crate::collide::collide;
use crate::collide::leaves::{EVERYWHERE, for_each_pair};
use crate::contact::manifold::{Contact, ContactPoint};
use crate::observe::StepObserver;
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::shape::Leaf;

/// Rounding of a sum of motions, as a share of it.
const ROUNDING: f32 = 1.0e-3;
/// Most rounds: what was put back may be in the way of others. A heap of 1 000 that falls at 10 m/s takes 30 to 100;
/// ended after 8, its overlap was five times as large.
const MOST_ROUNDS: u8 = 100;

/// The bodies that are put back, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Landings {
    motions: Motions,
    /// Pairs that a round looks at. Sorted.
    due: Vec<PairKey>,
    /// The pairs that a round found to have landed.
    found: Vec<Landing>,
    /// Pairs that were asked about, and whether somebody takes their contact. Sorted.
    asked: Vec<(PairKey, bool)>,
    /// Candidates whose bodies moved far enough to land. Sorted.
    fast: Vec<PairKey>,
    /// For each movable body, the indices of its pairs in `fast`.
    neighbours: Neighbours,
    /// Indices of the fast pairs that are looked at again because their bodies were moved.
    again: Vec<usize>,
}

impl Landings {
    /// A step begins: no body is put back.
    pub fn begin(&mut self) {
        self.motions.clear();
    }

    /// The bodies that the step put back, or moved apart.
    pub fn landed(&self) -> &[u32] {
        &self.motions.landed
    }

    /// Puts bodies back to where they first touch what they would end the step deep in. They keep their speed, and
    /// the next step resolves the contact. Bodies that touch each other and nothing else keep their common motion. What links
    /// hold together is put back together. `stops` gets the pairs, with the fraction of the motion that is left.
    pub fn stop<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        rigid: &RigidBodies,
        problem: Problem<'_>,
        linked: &LinkedBodies,
        stops: &mut Stops,
        observer: &mut O,
    ) {
        if !self.motions.read(bodies, &rigid.moving, problem.still) {
            return;
        }
        self.find_due(bodies, problem, linked);
        if self.due.is_empty() {
            return;
        }
        // Grounds follow the bodies.
        let moves = |body: u32| (body as usize) < bodies.len() && rigid.masses[body as usize].inverse > 0.0;
        self.motions.read_contacts(problem.tasks, stops, moves);
        let Motions { flying, ways, .. } = &mut self.motions;
        flying.find(problem, &self.fast, ways, moves);
        self.asked.clear();
        let before = &rigid.moving[..];
        for round in 1..=MOST_ROUNDS {
            self.motions.round = round;
            self.find(bodies, before, problem, linked, observer);
            self.found.sort_unstable_by(|p, q| p.share.total_cmp(&q.share).then(p.pair.cmp(&q.pair)));
            for i in 0..self.found.len() {
                let Landing { pair, .. } = self.found[i];
                // What was put back before it in the round may have changed where it lands.
                let found = if self.motions.has_moved(pair) {
                    self.motions.landing(bodies, before, linked, pair)
                } else {
                    Some(self.found[i])
                };
                if let Some(found) = found {
                    self.motions.put_back(found, bodies, before, linked, stops, observer);
                }
            }
            if self.motions.are_final() {
                break;
            }
            if round == 1 {
                let pairs = self.fast.iter().map(|pair| (pair.a() as usize, pair.b() as usize));
                self.neighbours.fill(bodies.len(), pairs, |body| bodies[body].inverse_mass() > 0.0);
            }
        }
    }

    /// Finds the pairs that may have landed: those whose depth before the step, plus the motion of their
    /// bodies against each other, is beyond the limit. For two simple shapes the motion along their normal is
    /// enough, since the overlap along it is a way out: of bodies that slide over tiles that spares an eighth
    /// of a step's instructions. Pairs without a task were apart, or somebody took their contact.
    fn find_due(&mut self, bodies: &[Body], problem: Problem<'_>, linked: &LinkedBodies) {
        self.due.clear();
        self.fast.clear();
        let mut tasks = problem.tasks.iter().peekable();
        for &pair in problem.candidates {
            let [a, b] = [pair.a(), pair.b()].map(|body| self.motions.way(body));
            let most = self.motions.deepest(pair, bodies, linked);
            if a.length + b.length <= most {
                continue;
            }
            self.fast.push(pair);
            while tasks.next_if(|task| task.pair < pair).is_some() {}
            let (moved, turned) = (b.moved - a.moved, a.turned + b.turned);
            let (mut start, mut nearer) = (0.0_f32, moved.length());
            let rounding = ROUNDING * (nearer + turned);
            while let Some(task) = tasks.next_if(|task| task.pair == pair) {
                if task.leaves == Leaf::number([Leaf::WHOLE; 2]) {
                    (start, nearer) = (task.deepest(), moved.dot(task.found.contact.normal));
                } else {
                    start = start.max(task.deepest());
                }
            }
            if start + nearer + turned + rounding > most {
                self.due.push(pair);
            }
        }
    }

    /// Finds the pairs that have landed; after the first round, only those of bodies that the last round
    /// moved.
    fn find<O: StepObserver>(
        &mut self,
        bodies: &[Body],
        before: &[BodyStart],
        problem: Problem<'_>,
        linked: &LinkedBodies,
        observer: &mut O,
    ) {
        self.found.clear();
        if self.motions.round > 1 {
            let of_moved = self.motions.moved.drain(..).flat_map(|body| self.neighbours.of(body as usize));
            self.again.clear();
            self.again.extend(of_moved);
            self.again.sort_unstable();
            self.again.dedup();
            self.due.clear();
            self.due.extend(self.again.iter().map(|&index| self.fast[index]));
        }
        let due = mem::take(&mut self.due);
        for &pair in &due {
            if let Some(found) = self.motions.landing(bodies, before, linked, pair)
                && !self.is_taken(&found, bodies, before, problem, observer)
            {
                self.found.push(found);
            }
        }
        self.due = due;
    }

    /// Whether anybody takes the pair's contact, or it waits, or a one-way body or a chain lets it pass.
    fn is_taken<O: StepObserver>(
        &mut self,
        &Landing { pair, share, .. }: &Landing,
        bodies: &[Body],
        before: &[BodyStart],
        Problem { events, tasks, decider, .. }: Problem<'_>,
        observer: &mut O,
    ) -> bool {
        if decider.passing.is_behind(pair) || decider.passing.lets_through(pair) {
            return true;
        }
        let event = events.binary_search_by_key(&pair, |event| event.pair).ok().map(|event| &events[event]);
        if let Some(event) = event.filter(|event| event.touch.is_some()) {
            // A contact that is turned at a seam is held by its task alone.
            let task = tasks.binary_search_by_key(&pair, |task| task.pair);
            return event.resolved_by.is_some() || task.is_ok_and(|task| tasks[task].at_seam);
        }
        if event.is_some_and(|event| event.waiting_since.is_some()) {
            return true;
        }
        let place = match self.asked.binary_search_by_key(&pair, |(asked, _)| *asked) {
            Ok(known) => return self.asked[known].1,
            Err(place) => place,
        };
        let [a, b] = [pair.a(), pair.b()].map(|index| &bodies[index as usize]);
        let [start_a, start_b] = [pair.a(), pair.b()].map(|index| &before[index as usize].start);
        let motions = self.motions.of_pair(pair, bodies, before);
        let contact = |pose_a: &Pose, pose_b: &Pose| collide(a.shape(), pose_a, b.shape(), pose_b);
        let found = contact(&motions[0].at(share, a).0, &motions[1].at(share, b).0)
            .or_else(|| contact(a.pose(), b.pose()));
        let taken = is_behind(a, start_a, b, start_b)
            || found.is_none_or(|found| {
                let point = ContactPoint { depth: 0.0, ..found.points()[0] };
                let contact = Contact::with_one_point(found.normal, 0.0, point);
                decider.takes(pair, [Leaf::WHOLE; 2], contact, bodies, observer)
            });
        self.asked.insert(place, (pair, taken));
        taken
    }
}

/// Whether one comes from behind a one-sided chain of the other.
fn is_behind(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> bool {
    let mut is_behind = false;
    if a.shape().is_composite() || b.shape().is_composite() {
        for_each_pair(a.shape(), pose_a, b.shape(), pose_b, EVERYWHERE, &mut |pair| {
            is_behind |= pair.is_one_sided() && pair.is_behind();
        });
    }
    is_behind
}
