//! Landings: no pair ends a step deep in each other that was not so before.

use std::mem;
use std::ops::Range;

use glam::Vec2;

use super::driven::Driven;
use super::fast::velocity_at;
use super::neighbours::Neighbours;
use super::rigid::bodies::{BodyStart, RigidBodies};
use super::stops::Stops;
use super::task::Problem;
use crate::body::Body;
use crate::collide::leaves::{EVERYWHERE, for_each_pair, least_held_overlap};
use crate::collide::{LeastOverlap, collide};
use crate::contact::manifold::{Contact, ContactPoint};
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;
use crate::pose::{Pose, Rotation};
use crate::shape::Leaf;

/// Depth beyond which a pair has landed. Metres.
const DEEPEST: f32 = 0.005;
/// The same as a fraction of the smaller bounding circle's radius.
const DEEPEST_SHARE: f32 = 0.1;
/// Depth to which a pair that was apart is put back, so that the next step finds the contact; one that touched may
/// sink by as much more. Fraction of the depth beyond which it has landed, as is the next.
const BITE: f32 = 0.1;
/// What was deeper before the step by this factor is left to the solver; of two that are put back, what is deeper even
/// then is moved apart.
const TOO_DEEP: f32 = 2.0;
/// A body that is in another one deeper than where it would land, by this factor, is left to the solver: put back in a heap
/// that lands it would never come out. What it is pushed into is put back, and it is where it would be deeper than it is by
/// the same factor: left alone, a box of 60 cm that begins 3 cm deep at 34 m/s went 60 cm into others.
const LEFT: f32 = 1.25;
/// Of a pair that touched, a body in more contacts than these may be deeper by the factor that follows: pressed from many
/// sides and put back step after step it would stand still.
const PRESSED: u8 = 2;
const PRESSED_DEEPER: f32 = 2.0;
/// The most that movable bodies move one apart from them in a step: farther, and it may be through a wall. Share of its inner
/// radius, of a compound or a chain of its bounding circle's.
const LIFTED_SHARE: f32 = 0.5;
/// Most steps of the search for the part of the step in which a pair comes to that depth, and how many of them halve what is
/// left: each of so many.
const MOST_STEPS: u32 = 40;
const HALVED_EVERY: u32 = 4;
/// Two that touched before and turn into each other are put back to where they were, step after step. Where that is before
/// this fraction of the step, they keep this share of their motion: else they would spin and stand still.
const STUCK: f32 = 0.05;
const MOTION_KEPT: f32 = 0.5;
/// What is stopped after no more than this fraction of a step stands where it is.
const AT_ONCE: f32 = 1.0e-6;
/// Of sums of motions, as a share.
const ROUNDING: f32 = 1.0e-3;
/// What boxes overlap is rounded where the origin is far away. Share of a depth.
const ROUNDED_DEPTH: f32 = 0.99;
/// Most rounds: what was put back may be in the way of others. A heap of 1 000 that falls at 10 m/s takes 30 to 100;
/// ended after 8, its overlap was five times as large.
const MOST_ROUNDS: u8 = 100;

/// The bodies that are put back, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Landings {
    /// Per body.
    ways: Vec<Way>,
    /// At most as deep as any body may be. Metres.
    least: f32,
    put_back: Vec<PutBack>,
    /// Pairs that a round looks at. Sorted.
    due: Vec<PairKey>,
    /// Of a round.
    found: Vec<Landing>,
    /// Pairs that were asked about, and whether somebody takes their contact. Sorted.
    asked: Vec<(PairKey, bool)>,
    /// Candidates whose bodies moved far enough to land. Sorted.
    fast: Vec<PairKey>,
    /// Those of each body that may be put back.
    neighbours: Neighbours,
    /// Bodies that the present round moved.
    moved: Vec<u32>,
    /// Bodies that the step put back, or moved apart.
    landed: Vec<u32>,
    /// Indices of the fast pairs that are looked at again because of them.
    again: Vec<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The farthest that any point of the body moved in the step. Metres.
    length: f32,
    /// Of the position. Metres.
    moved: Vec2,
    /// The farthest that the rotation moved any point. Metres.
    turned: f32,
    /// Depth beyond which it has landed on a body that is not smaller. Metres.
    deepest: f32,
    /// Of the body in [`Landings::put_back`]; beyond its end: it is not put back.
    place: u32,
    /// The last round that moved the body; 0: none.
    round: u8,
    /// Of those that the solver works on, of a movable body.
    contacts: u8,
    /// Depth to which it is left to the solver, which moves it out of another body; 0: it is not. Metres.
    left_to: f32,
    /// It is at an immovable body, or stopped at one.
    is_held: bool,
    /// It was moved apart from another one.
    is_lifted: bool,
    /// The most that movable bodies may yet move it apart from them in the step. Metres.
    left_to_lift: f32,
    /// Fraction of the step after which a sweep or a ground stopped it.
    stopped_at: Option<f32>,
}

/// A pair that has landed.
#[derive(Clone, Copy, Debug)]
struct Landing {
    /// Fraction of the step.
    share: f32,
    pair: PairKey,
    /// Depth beyond which it has landed: what is left to the solver to a greater one is not put back. Metres.
    beyond: f32,
    /// The two touched before, and turn into each other.
    is_stuck: bool,
}

/// A body that is put back, and its motion in the step before it was: at one speed until it was stopped, if it was.
#[derive(Clone, Copy, Debug)]
struct PutBack {
    start: Pose,
    start_angle: f64,
    /// From the position to the centre at the start.
    to_center: Vec2,
    /// Of the centre, in a whole step at that speed.
    moved: Vec2,
    /// The same. Degrees.
    turned: f64,
    velocity: Vec2,
    /// Fraction of the step after which it was stopped, 1 if it was not; 0 of an immovable body.
    until: f32,
    /// Fraction of the step's motion that is left to it.
    share: f32,
}

/// What a round reads.
#[derive(Clone, Copy)]
struct Around<'a> {
    before: &'a [BodyStart],
    problem: Problem<'a>,
}

impl Landings {
    /// A step begins: no body is put back.
    pub fn begin(&mut self) {
        self.put_back.clear();
        self.landed.clear();
    }

    /// The bodies that the step put back, or moved apart.
    pub fn landed(&self) -> &[u32] {
        &self.landed
    }

    /// Puts bodies back to where they first touch what they would end the step deep in. They keep their speed, and
    /// the next step resolves the contact. `stops` gets the pairs, with the fraction of the motion that is left.
    pub fn stop<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        rigid: &RigidBodies,
        problem: Problem<'_>,
        stops: &mut Stops,
        observer: &mut O,
    ) {
        let before = &rigid.moving[..];
        let still = problem.still;
        if still.is_new() {
            self.ways.clear();
            self.least = DEEPEST;
        }
        self.ways.resize(bodies.len(), Way::default());
        let mut longest = 0.0_f32;
        for body in still.visited() {
            let way = Way::of(&bodies[body], &before[body]);
            (longest, self.least) = (longest.max(way.length), self.least.min(way.deepest));
            self.ways[body] = way;
        }
        if 2.0 * longest <= self.least {
            return;
        }
        self.find_due(problem);
        if self.due.is_empty() {
            return;
        }
        // Grounds follow the bodies.
        let moves = |body: u32| (body as usize) < bodies.len() && rigid.masses[body as usize].inverse > 0.0;
        for task in problem.tasks {
            let [a, b] = [task.pair.a(), task.pair.b()];
            for (body, other) in [(a, b), (b, a)].into_iter().filter(|(body, _)| moves(*body)) {
                let way = &mut self.ways[body as usize];
                way.is_held |= !moves(other);
                if task.deepest() > 0.0 {
                    way.contacts = way.contacts.saturating_add(1);
                    if task.deepest() > LEFT * way.deepest {
                        way.left_to = way.left_to.max(LEFT * task.deepest());
                    }
                }
            }
        }
        for &(body, share) in &stops.bodies {
            let at = &mut self.ways[body as usize].stopped_at;
            *at = Some(at.unwrap_or(1.0) * share);
        }
        for (pair, _) in &stops.pairs {
            let [a, b] = [pair.a(), pair.b()];
            for (body, other) in [(a, b), (b, a)] {
                self.ways[body as usize].is_held |= !moves(other);
            }
        }
        self.asked.clear();
        self.moved.clear();
        let around = Around { before, problem };
        for round in 1..=MOST_ROUNDS {
            self.find(bodies, around, round, observer);
            self.found.sort_unstable_by(|p, q| p.share.total_cmp(&q.share).then(p.pair.cmp(&q.pair)));
            for i in 0..self.found.len() {
                let found = self.found[i];
                let pair = found.pair;
                // What was put back before it in the round may have changed where it lands.
                let is_known =
                    [pair.a(), pair.b()].iter().all(|&body| self.ways[body as usize].round != round);
                if let Some(found) = if is_known { Some(found) } else { self.landing(bodies, around, pair) } {
                    self.put_back_to(found, bodies, around, round, observer);
                    stops.pairs.push((pair, found.share));
                }
            }
            if self.put_back.is_empty() || self.moved.is_empty() {
                break;
            }
            if round == 1 {
                let pairs = self.fast.iter().map(|pair| (pair.a() as usize, pair.b() as usize));
                self.neighbours.fill(bodies.len(), pairs, |body| bodies[body].inverse_mass() > 0.0);
            }
        }
    }

    /// Finds the pairs that may have landed: by which they came nearer is at most by what their bodies moved against each
    /// other; of two simple shapes along the normal that they had, for by their overlap along it they can be separated:
    /// of bodies that slide over tiles that spares an eighth of a step's instructions. Those without a task were apart, or
    /// somebody took their contact.
    fn find_due(&mut self, problem: Problem<'_>) {
        self.due.clear();
        self.fast.clear();
        let mut tasks = problem.tasks.iter().peekable();
        for &pair in problem.candidates {
            let [a, b] = [pair.a(), pair.b()].map(|body| &self.ways[body as usize]);
            let most = a.deepest.min(b.deepest);
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

    /// Finds the pairs that have landed; after the first round of bodies that the last one put back.
    fn find<O: StepObserver>(&mut self, bodies: &[Body], around: Around<'_>, round: u8, observer: &mut O) {
        self.found.clear();
        if round > 1 {
            let of_moved = self.moved.drain(..).flat_map(|body| self.neighbours.of(body as usize));
            self.again.clear();
            self.again.extend(of_moved);
            self.again.sort_unstable();
            self.again.dedup();
            self.due.clear();
            self.due.extend(self.again.iter().map(|&index| self.fast[index]));
        }
        let due = mem::take(&mut self.due);
        for &pair in &due {
            if let Some(found) = self.landing(bodies, around, pair)
                && !self.is_taken(found.share, bodies, around, pair, observer)
            {
                self.found.push(found);
            }
        }
        self.due = due;
    }

    /// The fraction of the step after which a pair is as deep as it may be; `None` if it has not landed.
    fn landing(&self, bodies: &[Body], around: Around<'_>, pair: PairKey) -> Option<Landing> {
        let [a, b] = [pair.a(), pair.b()].map(|index| &bodies[index as usize]);
        if a.is_sensor() || b.is_sensor() {
            return None;
        }
        let [way_a, way_b] = [pair.a(), pair.b()].map(|body| &self.ways[body as usize]);
        let most = way_a.deepest.min(way_b.deepest);
        if way_a.length + way_b.length <= most || !may_be_deeper(a, b, most) {
            return None;
        }
        let end = overlap_of(a, b).filter(|end| end.depth > most)?;
        // Deeper than this, what is left to the solver is put back as well.
        let movable = [(a, way_a), (b, way_b)].into_iter().filter(|(body, _)| body.inverse_mass() > 0.0);
        let all = movable.clone().fold(most, |all, (_, way)| all.max(way.left_to));
        let beyond = if end.depth > all { all } else { most };
        if movable.clone().all(|(_, way)| way.left_to > beyond) {
            return None;
        }
        let motions = self.motions(pair, bodies, around);
        let at = |share: f32| overlap_at(share, [a, b], &motions);
        let depth = |found: Option<LeastOverlap>| found.map_or(0.0, |found| found.depth);
        let (start, bite) = (depth(at(0.0)), BITE * beyond);
        if start > TOO_DEEP * beyond {
            return None;
        }
        let is_pressed = start > 0.0 && way_a.contacts.max(way_b.contacts) > PRESSED;
        let aim = if is_pressed { PRESSED_DEEPER * beyond } else { beyond.min(bite + start) }.max(start);
        // After it neither moves.
        let last = motions[0].share.max(motions[1].share);
        let is_lifted = way_a.is_lifted || way_b.is_lifted;
        let end = if is_lifted { at(last) } else { Some(end) };
        let first_stop =
            motions.iter().map(|motion| motion.share).filter(|share| *share > 0.0).fold(1.0, f32::min);
        let landing = |share: f32| {
            let is_stuck = start > 0.0 && share < STUCK * first_stop;
            Landing { share, pair, beyond, is_stuck }
        };
        let Some(end) = end.filter(|end| end.depth > aim) else { return is_lifted.then(|| landing(last)) };
        // Toward the end of their motion those move that are not stopped before it.
        let moved = |motion: &PutBack| if motion.share < last { Vec2::ZERO } else { motion.moved };
        let growth = (moved(&motions[1]) - moved(&motions[0])).dot(end.normal);
        Some(landing(search(|share| depth(at(share)), aim - 0.5 * bite..aim, (last, end.depth), growth)))
    }

    /// The motions of both.
    fn motions(&self, pair: PairKey, bodies: &[Body], around: Around<'_>) -> [PutBack; 2] {
        [(pair.a(), pair.b()), (pair.b(), pair.a())]
            .map(|(index, other)| self.motion_beside(index, other, bodies, around))
    }

    /// The motion of a body as seen from the other one of a pair. An immovable one that moved takes along the place where the
    /// body was before the step: put back to there, the body is on the side on which it was.
    fn motion_beside(&self, index: u32, other: u32, bodies: &[Body], around: Around<'_>) -> PutBack {
        let (body, obstacle) = (&bodies[index as usize], &bodies[other as usize]);
        let (start, at) = (&around.before[index as usize], &around.before[other as usize]);
        if body.inverse_mass() == 0.0 || obstacle.inverse_mass() > 0.0 || at.start == *obstacle.pose() {
            return self.motion(index, bodies, around);
        }
        let driven = Driven::of(obstacle, at);
        let center = start.center() + driven.takes_along(start.center() - at.center());
        let start_angle = start.start_angle + driven.turned;
        let rotation =
            if driven.turned == 0.0 { start.start.rotation } else { Rotation::from_angle(start_angle) };
        let to_center = rotation.rotate(body.local_center());
        PutBack {
            start: Pose { position: center - to_center, rotation },
            start_angle,
            to_center,
            moved: body.center() - center,
            turned: body.angle() - start_angle,
            velocity: body.velocity(),
            until: 1.0,
            share: 1.0,
        }
    }

    /// The motion of a body that is put back, or would be. An immovable one is where it ends the step.
    fn motion(&self, index: u32, bodies: &[Body], around: Around<'_>) -> PutBack {
        let way = &self.ways[index as usize];
        if let Some(&known) = self.put_back.get(way.place as usize) {
            return known;
        }
        let (body, start) = (&bodies[index as usize], &around.before[index as usize]);
        let until = if body.inverse_mass() > 0.0 { way.stopped_at.unwrap_or(1.0) } else { 0.0 };
        let (to_center, velocity) = (start.to_center, body.velocity());
        if until <= AT_ONCE {
            let (start, start_angle, moved, turned) = (*body.pose(), body.angle(), Vec2::ZERO, 0.0);
            return PutBack {
                start,
                start_angle,
                to_center,
                moved,
                turned,
                velocity,
                until: 0.0,
                share: 0.0,
            };
        }
        PutBack {
            start: start.start,
            start_angle: start.start_angle,
            to_center,
            moved: (body.center() - start.center()) / until,
            turned: (body.angle() - start.start_angle) / f64::from(until),
            velocity,
            until,
            share: until,
        }
    }

    fn put_back_to<O: StepObserver>(
        &mut self,
        Landing { share, pair, beyond, is_stuck }: Landing,
        bodies: &mut [Body],
        around: Around<'_>,
        round: u8,
        observer: &mut O,
    ) {
        if is_stuck {
            self.slow_down(bodies, pair);
        }
        for (index, other) in [(pair.a(), pair.b()), (pair.b(), pair.a())] {
            let mut motion = self.motion_beside(index, other, bodies, around);
            let (body, start) = (&mut bodies[index as usize], &around.before[index as usize]);
            if body.inverse_mass() == 0.0
                || motion.share <= share
                || self.ways[index as usize].left_to > beyond
            {
                continue;
            }
            motion.share = share;
            let (pose, angle) = motion.at(share, body);
            body.restore(pose, angle);
            body.sync_bounds();
            let velocity = if start.touched {
                without_work(motion.velocity, start.acceleration, motion.moved * (motion.until - share))
            } else {
                velocity_at(body.motion(), start.start_velocity, motion.velocity, share / motion.until)
            };
            body.move_at(velocity, body.angular_velocity());
            self.set_moved(index, round);
            let way = &mut self.ways[index as usize];
            if let Some(known) = self.put_back.get_mut(way.place as usize) {
                *known = motion;
            } else {
                way.place = self.put_back.len() as u32;
                self.put_back.push(motion);
            }
        }
        self.lift(bodies, pair, round);
        if O::OBSERVES {
            let past = overlap_of(&bodies[pair.a() as usize], &bodies[pair.b() as usize])
                .map_or(0.0, |found| found.depth);
            observer.stage(&Stage::Landed { pair, share, past }, bodies);
        }
    }

    /// Brings the spins of two bodies nearer to each other, which keeps their angular momentum. Of what others hold, both lose
    /// of their motion.
    fn slow_down(&self, bodies: &mut [Body], pair: PairKey) {
        let ends = [pair.a() as usize, pair.b() as usize];
        let is_held = ends.iter().any(|&i| self.ways[i].is_held || self.ways[i].contacts > 1);
        let [a, b] = ends.map(|i| (bodies[i].inverse_inertia(), bodies[i].angular_velocity()));
        let common = (a.1 * b.0 + b.1 * a.0) / (a.0 + b.0);
        for body in ends {
            let body = &mut bodies[body];
            let (velocity, spin) = (body.velocity(), body.angular_velocity());
            if is_held && body.inverse_mass() > 0.0 {
                body.move_at(velocity * MOTION_KEPT, spin * MOTION_KEPT);
            } else if body.inverse_inertia() > 0.0 {
                body.move_at(velocity, common + (spin - common) * MOTION_KEPT);
            }
        }
    }

    /// Moves a pair apart that is deep even at the start of its motion, because one of them was put back into the other.
    /// What is at an immovable body is moved by an immovable one alone: else it may be pushed through the first.
    fn lift(&mut self, bodies: &mut [Body], pair: PairKey, round: u8) {
        let [a, b] = [pair.a(), pair.b()].map(|index| &bodies[index as usize]);
        let [most_a, most_b] = [pair.a(), pair.b()].map(|body| self.ways[body as usize].deepest);
        let most = most_a.min(most_b);
        let is_deep = |found: &LeastOverlap| found.depth > TOO_DEEP * most;
        let Some(found) = overlap_of(a, b).filter(is_deep) else { return };
        let both_move = a.inverse_mass() > 0.0 && b.inverse_mass() > 0.0;
        let [mass_a, mass_b] = [(a, pair.a()), (b, pair.b())].map(|(body, index)| {
            let is_held = both_move && self.ways[index as usize].is_held;
            if is_held { 0.0 } else { body.inverse_mass() }
        });
        if mass_a + mass_b == 0.0 {
            return;
        }
        let by = found.normal * ((found.depth - BITE * most) / (mass_a + mass_b));
        for (index, by) in [(pair.a(), by * mass_a), (pair.b(), by * -mass_b)] {
            let way = &mut self.ways[index as usize];
            let by = if both_move { by.clamp_length_max(way.left_to_lift) } else { by };
            if by != Vec2::ZERO {
                way.is_lifted = true;
                way.left_to_lift = (way.left_to_lift - by.length()).max(0.0);
                bodies[index as usize].displace(by, 0.0);
                self.set_moved(index, round);
            }
        }
    }

    /// A round moved a body.
    fn set_moved(&mut self, body: u32, round: u8) {
        let before = mem::replace(&mut self.ways[body as usize].round, round);
        if before != round {
            self.moved.push(body);
        }
        if before == 0 {
            self.landed.push(body);
        }
    }

    /// Whether anybody takes the pair's contact, or it waits, or a one-way body or a chain lets it pass.
    fn is_taken<O: StepObserver>(
        &mut self,
        share: f32,
        bodies: &[Body],
        around: Around<'_>,
        pair: PairKey,
        observer: &mut O,
    ) -> bool {
        let Around { before, problem: Problem { events, tasks, decider, .. } } = around;
        if decider.passing.is_behind(pair) || decider.passing.lets_through(pair) {
            return true;
        }
        let event = events.binary_search_by_key(&pair, |event| event.pair).map(|event| &events[event]);
        if let Ok(event) = event.map_err(|_| ()).and_then(|event| event.touch.map(|_| event).ok_or(())) {
            // What is turned at a seam is held by its task alone.
            let task = tasks.binary_search_by_key(&pair, |task| task.pair);
            return event.resolved_by.is_some() || task.is_ok_and(|task| tasks[task].at_seam);
        }
        if event.is_ok_and(|event| event.waiting_since.is_some()) {
            return true;
        }
        let place = match self.asked.binary_search_by_key(&pair, |(asked, _)| *asked) {
            Ok(known) => return self.asked[known].1,
            Err(place) => place,
        };
        let [a, b] = [pair.a(), pair.b()].map(|index| &bodies[index as usize]);
        let [start_a, start_b] = [pair.a(), pair.b()].map(|index| &before[index as usize].start);
        let motions = self.motions(pair, bodies, around);
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

impl Way {
    fn of(body: &Body, start: &BodyStart) -> Self {
        let turn = (body.angle() - start.start_angle) as f32;
        let disc = body.shape().bounding_circle();
        let moved = body.pose().position - start.start.position;
        let turned = turn.abs().to_radians() * (disc.center.length() + disc.radius);
        let deepest = DEEPEST.min(DEEPEST_SHARE * disc.radius);
        let length = moved.length() + turned;
        let left_to_lift = LIFTED_SHARE * body.shape().inner_or_bounding_radius();
        Self { length, moved, turned, deepest, left_to_lift, place: u32::MAX, ..Self::default() }
    }
}

impl PutBack {
    /// Pose and unrounded angle at a fraction of the step, but not beyond where the body was put back to. A fixed
    /// rotation goes on.
    fn at(&self, share: f32, body: &Body) -> (Pose, f64) {
        let share = share.min(self.share);
        let turned = if body.has_fixed_rotation() { self.turned } else { self.turned * f64::from(share) };
        let angle = self.start_angle + turned;
        let mut pose = self.start;
        pose.position += self.moved * share;
        if turned != 0.0 {
            pose.rotation = Rotation::from_angle(angle);
            pose.position += self.to_center - pose.rotation.rotate(body.local_center());
        }
        (pose, angle)
    }
}

/// The fraction of the step at which the depth comes into a range, from the end of the motion, where it is greater. Until
/// the first of two bodies is stopped it grows otherwise than after it, and while they are apart it is 0: so the line is
/// drawn through the last two depths (Dekker 1969), and some steps halve what is left. `growth`: in the whole step, as the
/// end suggests.
fn search(depth: impl Fn(f32) -> f32, aim: Range<f32>, end: (f32, f32), mut growth: f32) -> f32 {
    let (mut shallow, (mut deep, mut deep_by)) = (0.0, end);
    for step in 1..=MOST_STEPS {
        let guess = deep - (deep_by - aim.start.midpoint(aim.end)) / growth;
        let is_guess = !step.is_multiple_of(HALVED_EVERY) && shallow < guess && guess < deep;
        let share = if is_guess { guess } else { 0.5 * (shallow + deep) };
        let by = depth(share);
        if by > 0.0 {
            growth = (deep_by - by) / (deep - share);
        }
        if by > aim.end {
            (deep, deep_by) = (share, by);
        } else {
            shallow = share;
            if by > aim.start {
                break;
            }
        }
    }
    shallow
}

/// At a fraction of the step.
fn overlap_at(share: f32, [a, b]: [&Body; 2], [of_a, of_b]: &[PutBack; 2]) -> Option<LeastOverlap> {
    least_held_overlap(a.shape(), &of_a.at(share, a).0, b.shape(), &of_b.at(share, b).0)
}

/// The velocity before this acceleration acted along a way; no higher one. Across the acceleration it does not change.
fn without_work(velocity: Vec2, acceleration: Vec2, way: Vec2) -> Vec2 {
    let work = acceleration.dot(way);
    if work <= 0.0 {
        return velocity;
    }
    let along = acceleration / acceleration.length();
    let speed = velocity.dot(along);
    let squared = speed * speed;
    if squared == 0.0 {
        return velocity;
    }
    velocity - along * speed + along * (speed * ((squared - 2.0 * work).max(0.0) / squared).sqrt())
}

fn overlap_of(a: &Body, b: &Body) -> Option<LeastOverlap> {
    least_held_overlap(a.shape(), a.pose(), b.shape(), b.pose())
}

/// `false` spares the test of bodies most of which lie on what they slide over.
fn may_be_deeper(a: &Body, b: &Body, depth: f32) -> bool {
    let (box_a, box_b) = (a.aabb(), b.aabb());
    if !box_a.overlaps(&box_b) {
        return false;
    }
    if !a.shape().is_composite() && !b.shape().is_composite() {
        // A translation that separates the boxes separates the shapes. Not so where an outline chooses the normal.
        let translation = box_a.overlap(&box_b).min_element();
        return translation > ROUNDED_DEPTH * depth;
    }
    let mut may_be = false;
    for_each_pair(a.shape(), a.pose(), b.shape(), b.pose(), 0.0, &mut |pair| {
        may_be = may_be || pair.may_be_deeper(depth);
    });
    may_be
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
