//! The fraction of the step after which a pair has landed.

use std::ops::Range;

use glam::Vec2;

use super::motion::{Motions, StepMotion};
use crate::body::Body;
use crate::collide::LeastOverlap;
use crate::collide::leaves::{for_each_pair, least_held_overlap};
use crate::pair::PairKey;
use crate::solver::linked::LinkedBodies;
use crate::solver::rigid::bodies::BodyStart;

/// Depth to which a pair that was apart is put back, so that the next step finds the contact; a pair that
/// touched may sink by as much more. Fraction of [`Landing::beyond`], as is the next.
pub(super) const BITE: f32 = 0.1;
/// A pair that was deeper than this before the step is left to the solver; one that is deeper even after it
/// is put back is moved apart.
pub(super) const TOO_DEEP: f32 = 2.0;
/// A touching pair of which a body has more contacts than these may be deeper by the factor that follows:
/// pressed from many sides and put back step after step, it would stand still.
const PRESSED: u8 = 2;
const PRESSED_DEEPER: f32 = 2.0;
/// Two that touched before and turn into each other are put back to where they were, step after step. Where that is before
/// this fraction of the step, they lose of their motion: else they would spin and stand still.
const STUCK: f32 = 0.05;
/// Most iterations of the search for the fraction of the step at which a pair comes to its depth. Every
/// fourth one bisects.
const MOST_STEPS: u32 = 40;
const HALVED_EVERY: u32 = 4;
/// Share of a depth that boxes have to overlap by: far from the origin their overlap is rounded.
const ROUNDED_DEPTH: f32 = 0.99;

/// A pair that has landed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    /// Fraction of the step.
    pub share: f32,
    pub pair: PairKey,
    /// Depth beyond which it has landed: what is left to the solver to a greater one is not put back. Metres.
    pub beyond: f32,
    /// The two touched before, and turn into each other at speeds that no bounce of the step has given them.
    pub is_stuck: bool,
}

impl Motions {
    /// The fraction of the step after which a pair is as deep as it may be; `None` if it has not landed.
    pub fn landing(
        &self,
        bodies: &[Body],
        before: &[BodyStart],
        linked: &LinkedBodies,
        pair: PairKey,
    ) -> Option<Landing> {
        let [a, b] = [pair.a(), pair.b()].map(|index| &bodies[index as usize]);
        if a.is_sensor() || b.is_sensor() {
            return None;
        }
        let [way_a, way_b] = [pair.a(), pair.b()].map(|body| self.way(body));
        let most = self.deepest(pair, bodies, linked);
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
        let motions = self.of_pair(pair, bodies, before);
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
            let has_bounced = [pair.a(), pair.b()].iter().any(|&body| before[body as usize].bounced);
            let is_stuck = start > 0.0 && share < STUCK * first_stop && !has_bounced;
            Landing { share, pair, beyond, is_stuck }
        };
        let Some(end) = end.filter(|end| end.depth > aim) else { return is_lifted.then(|| landing(last)) };
        // Toward the end of their motion those move that are not stopped before it.
        let moved = |motion: &StepMotion| if motion.share < last { Vec2::ZERO } else { motion.moved };
        let growth = (moved(&motions[1]) - moved(&motions[0])).dot(end.normal);
        Some(landing(search(|share| depth(at(share)), aim - 0.5 * bite..aim, (last, end.depth), growth)))
    }
}

/// The fraction of the step at which the depth comes into the range `aim`, from the end of the motion, where
/// it is greater. The depth grows unevenly: it is 0 while the two are apart, and one of them may be stopped
/// before the other. So the secant method is safeguarded by bisection (Dekker 1969). `growth`: of the depth
/// in the whole step, as the end suggests.
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
fn overlap_at(share: f32, [a, b]: [&Body; 2], [of_a, of_b]: &[StepMotion; 2]) -> Option<LeastOverlap> {
    least_held_overlap(a.shape(), &of_a.at(share, a).0, b.shape(), &of_b.at(share, b).0)
}

pub(super) fn overlap_of(a: &Body, b: &Body) -> Option<LeastOverlap> {
    least_held_overlap(a.shape(), a.pose(), b.shape(), b.pose())
}

/// A cheap test: `false` if the overlap is no deeper than this for sure, as of bodies that lie on what they
/// slide over.
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
