//! What two runs of a game were answered: the queries of a frame in their order.

use super::{Matching, RunBodies, RunQuantity, SameFrame};
use crate::elsewhere::differences::angle;
use crate::elsewhere::recording::queries::{TheirAsked, TheirHit};

impl Matching {
    /// What was asked in one of them alone was answered by nothing in the other.
    pub(super) fn queries(&self, frames: SameFrame<'_>, add: &mut impl FnMut(RunBodies, RunQuantity, f32)) {
        let SameFrame { a, b, i, j, tolerance } = frames;
        let (first, second) = (a.their_queries(i), b.their_queries(j));
        for index in 0..first.len().max(second.len()) {
            let asked = [&first, &second].map(|of| Some(&of.get(index)?.as_ref()?.asked));
            if let [
                Some(TheirAsked::Closest { bodies, distance, .. }),
                Some(TheirAsked::Closest { bodies: others, distance: other, .. }),
            ] = asked
            {
                let bodies = (bodies.0.min(bodies.1), bodies.0.max(bodies.1));
                let by = (distance - other).abs();
                if self.pair(*others) == Some(bodies) && by > tolerance {
                    add(RunBodies::Pair(bodies.0, bodies.1), RunQuantity::Distance, by);
                }
                continue;
            }
            let length = asked[0].or(asked[1]).map_or(0.0, TheirAsked::length);
            let [one, other] = asked.map(|asked| asked.and_then(TheirAsked::hit));
            let one = one.filter(|hit| !self.alone.contains(&hit.body));
            let other = other.and_then(|hit| Some(TheirHit { body: *self.first_of.get(&hit.body)?, ..hit }));
            let (bodies, found) = match (one, other) {
                (Some(one), Some(other)) if one.body == other.body => {
                    (RunBodies::One(one.body), hits_apart(&one, &other, length, tolerance))
                }
                (Some(one), Some(other)) => {
                    let bodies = RunBodies::Pair(one.body.min(other.body), one.body.max(other.body));
                    (bodies, vec![(RunQuantity::Query, 1.0)])
                }
                (Some(hit), None) | (None, Some(hit)) => {
                    (RunBodies::One(hit.body), vec![(RunQuantity::Query, 1.0)])
                }
                (None, None) => continue,
            };
            found.into_iter().for_each(|(quantity, by)| add(bodies, quantity, by));
        }
    }
}

/// What differs between two hits of one body by more than the tolerance. `length`: of the way, metres.
fn hits_apart(one: &TheirHit, other: &TheirHit, length: f32, tolerance: f32) -> Vec<(RunQuantity, f32)> {
    let fraction = one.fraction.zip(other.fraction).map_or(0.0, |(p, q)| (p - q).abs());
    let normals = one.normal.zip(other.normal).filter(|(p, q)| p != q);
    let quantities = [
        (RunQuantity::Fraction, fraction, length),
        (RunQuantity::HitPoint, one.point.zip(other.point).map_or(0.0, |(p, q)| p.distance(q)), 1.0),
        (RunQuantity::HitNormal, normals.map_or(0.0, |(p, q)| angle(p, q)), 1.0),
    ];
    let beyond = quantities.into_iter().filter(|(_, by, unit)| by * unit > tolerance);
    beyond.map(|(quantity, by, _)| (quantity, by)).collect()
}
