//! Which pair is selected.
//!
//! Tab cycles through the touching pairs. A click on a body selects its deepest touching pair, or else the
//! pair with its nearest neighbour; two selected bodies are the selected pair even if they are apart. While a
//! body is dragged its pair follows, and once playing ends the newest contact is selected, unless a person chose a
//! pair. The pair under the pointer is selected only while the pointer is there. A pair with a sensor, which is never
//! resolved, is selected only by who points at it: by Tab, its row, both of its bodies, or the sensor.

use std::collections::HashMap;

use collide2d::{Aabb, PairKind, Phase, World};

use crate::platform::sorting;
use crate::report::{PairReport, Report, WhichAxes};

/// Two bodies, the lower index first.
pub type Pair = (u32, u32);

/// Most bodies, by distance of their boxes, that are tested to find the nearest one.
const NEIGHBOURS: usize = 16;

/// The pair in order, if the world can test it: two existing bodies that are not both walls.
pub fn ordered(world: &World, a: u32, b: u32) -> Option<Pair> {
    let kind = |i: u32| world.body(i).map(|body| body.shape().kind());
    let (ka, kb) = (kind(a)?, kind(b)?);
    (a != b && PairKind::new(ka, kb).can_touch()).then_some((a.min(b), a.max(b)))
}

/// The touching pairs with their depths, in the report's order.
pub fn touching(report: &Report) -> impl Iterator<Item = (Pair, f32)> + '_ {
    report.pairs.iter().filter_map(|p| p.contact.as_ref().map(|c| ((p.a, p.b), c.depth)))
}

pub fn touches(report: &Report, pair: Pair) -> bool {
    report.pair(pair).is_some_and(|pair| pair.contact.is_some())
}

/// The first touching pair without a sensor: the one that is selected at the start.
pub fn first(world: &World, report: &Report) -> Option<Pair> {
    touching(report).map(|(pair, _)| pair).find(|(a, b)| !is_sensor(world, *a) && !is_sensor(world, *b))
}

/// The deepest touching pair of `body`; a sensor's only where `body` is one.
pub fn deepest_of(world: &World, report: &Report, body: u32) -> Option<Pair> {
    touching(report)
        .filter(|((a, b), _)| *a == body || *b == body)
        .filter(|((a, b), _)| is_candidate(world, body, if *a == body { *b } else { *a }))
        .max_by(|(_, p), (_, q)| p.total_cmp(q))
        .map(|(pair, _)| pair)
}

fn is_sensor(world: &World, body: u32) -> bool {
    world.body(body).is_some_and(|body| body.is_sensor())
}

/// Whether the pair of `body` and another one may be selected because of `body` alone.
fn is_candidate(world: &World, body: u32, other: u32) -> bool {
    is_sensor(world, body) || !is_sensor(world, other)
}

/// The pair of `body` with the least gap.
pub fn nearest_of(world: &World, body: u32) -> Option<Pair> {
    let one = world.bodies().get(body as usize)?;
    let mut others: Vec<(f32, u32)> = (0..world.bodies().len() as u32)
        .filter(|&other| ordered(world, body, other).is_some() && is_candidate(world, body, other))
        .filter_map(|other| {
            world.bodies().get(other as usize).map(|b| (box_gap(&one.aabb(), &b.aabb()), other))
        })
        .collect();
    sorting::sort_by(&mut others, |p, q| p.0.total_cmp(&q.0));
    others
        .into_iter()
        .take(NEIGHBOURS)
        .filter_map(|(_, other)| Some((gap(world, body, other)?, other)))
        .min_by(|p, q| p.0.total_cmp(&q.0))
        .and_then(|(_, other)| ordered(world, body, other))
}

/// The pair to select after a click on `body`.
pub fn of_body(world: &World, report: &Report, body: u32) -> Option<Pair> {
    deepest_of(world, report, body).or_else(|| nearest_of(world, body))
}

/// The pair to select while `body` is dragged: the selected pair as long as it touches, then the deepest,
/// then the selected pair even if apart, then the nearest.
pub fn following(world: &World, report: &Report, selected_pair: Option<Pair>, body: u32) -> Option<Pair> {
    let own = selected_pair.filter(|(a, b)| *a == body || *b == body);
    own.filter(|pair| touches(report, *pair))
        .or_else(|| deepest_of(world, report, body))
        .or(own)
        .or_else(|| nearest_of(world, body))
}

/// The pair under the pointer, given the bodies there: two of them that touch, else a touching pair of the
/// first one. The selected pair stays if the first body under the pointer is one of its two.
pub fn under_pointer(
    world: &World,
    report: &Report,
    selected_pair: Option<Pair>,
    stack: &[u32],
) -> Option<Pair> {
    let first = *stack.first()?;
    let places: HashMap<u32, usize> = stack.iter().copied().zip(0..).collect();
    let there = touching(report).filter_map(|(pair, _)| {
        let (a, b) = (*places.get(&pair.0)?, *places.get(&pair.1)?);
        Some(((a.min(b), a.max(b)), pair))
    });
    if let Some((_, pair)) = there.min() {
        return Some(pair);
    }
    selected_pair.filter(|(a, b)| *a == first || *b == first).or_else(|| deepest_of(world, report, first))
}

/// The touching pair after `selected_pair`, or before it; the first one if `selected_pair` does not touch.
pub fn cycled(report: &Report, selected_pair: Option<Pair>, forward: bool) -> Option<Pair> {
    let mut pairs: Vec<Pair> = touching(report).map(|(pair, _)| pair).collect();
    pairs.dedup();
    let count = pairs.len();
    let next = match pairs.iter().position(|p| Some(*p) == selected_pair) {
        Some(i) if forward => (i + 1) % count,
        Some(i) => (i + count - 1) % count,
        None if forward => 0,
        None => count.checked_sub(1)?,
    };
    pairs.get(next).copied()
}

/// The touching pair whose contact began last, of several the deepest; contacts that a sensor or listener took do not
/// count.
pub fn newest(world: &World, report: &Report) -> Option<Pair> {
    let depths: HashMap<Pair, f32> = touching(report).collect();
    let lasting =
        world.events().iter().filter(|event| event.phase != Phase::End && event.resolved_by.is_none());
    let known = lasting.filter_map(|event| {
        let pair = (event.pair.a(), event.pair.b());
        Some((event.since, *depths.get(&pair)?, pair))
    });
    known.max_by(|(p, deep, _), (q, deeper, _)| p.cmp(q).then(deep.total_cmp(deeper))).map(|(.., pair)| pair)
}

/// Largest separation over the axes of the test; negative where the two overlap.
fn gap(world: &World, a: u32, b: u32) -> Option<f32> {
    let pair = PairReport::of_pair(world, a, b, WhichAxes::Every)?;
    pair.trace?.local.axes.iter().map(|t| -t.overlap).max_by(f32::total_cmp)
}

fn box_gap(a: &Aabb, b: &Aabb) -> f32 {
    (-a.overlap(b)).max(glam::Vec2::ZERO).length()
}

#[cfg(test)]
mod tests {
    use collide2d::{Pose, Shape};

    use super::*;
    use crate::report::ReportOptions;
    use crate::scene::Scene;

    /// The first of the stack with the first of the others that it touches, pair by pair.
    fn by_looking_at_each(report: &Report, stack: &[u32]) -> Option<Pair> {
        let pairs = stack.iter().enumerate().flat_map(|(i, p)| stack[i + 1..].iter().map(move |q| (*p, *q)));
        pairs.map(|(p, q)| (p.min(q), p.max(q))).find(|pair| touches(report, *pair))
    }

    #[test]
    fn the_pair_under_the_pointer_is_that_of_the_first_body_that_touches_another() {
        let mut world = World::default();
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..60 {
            let pose = Pose::at(8.0 * rng.f32(), 8.0 * rng.f32());
            let circle = Shape::circle(0.4 + rng.f32()).expect("a circle");
            world.add(collide2d::BodyDef::new(circle, pose)).expect("a body");
        }
        let options = ReportOptions { axes: WhichAxes::None, ..ReportOptions::default() };
        let report = Report::of(&Scene::default(), &world, &options);
        let mut found = 0;
        for _ in 0..500 {
            let mut stack: Vec<u32> = (0..60).collect();
            rng.shuffle(&mut stack);
            stack.truncate(rng.usize(1..7));
            let expected = by_looking_at_each(&report, &stack);
            found += usize::from(expected.is_some());
            let expected = expected.or_else(|| deepest_of(&world, &report, stack[0]));
            assert_eq!(under_pointer(&world, &report, None, &stack), expected, "{stack:?}");
        }
        assert!(found > 100, "{found}");
    }
}
