//! Every kernel at every level against `collide`.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::f32::consts::TAU;
use std::ops::ControlFlow;

use fastrand::Rng;
use glam::{Vec2, vec2};

use super::{BodyRecords, Many, TILE};
use crate::batch::{ByIndex, NarrowPhase, collide_many};
use crate::collide::{collide, collide_observed};
use crate::contact::outcome::{OneByOne, Outcome};
use crate::levels::levels;
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::sat::axis::{AxisTest, SatObserver, Trace};
use crate::shape::{Shape, ShapeKind};

const KINDS: [ShapeKind; ShapeKind::SIMPLE.len()] = ShapeKind::SIMPLE;
/// Pairs of each ordered pair of kinds.
const PAIRS: u32 = 20_000;

/// An observer that ignores what it is told.
struct Ignore;

impl SatObserver for Ignore {
    const INTERVALS: bool = false;

    fn axis(&mut self, _: &AxisTest) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

fn within(random: &mut Rng, low: f32, high: f32) -> f32 {
    low + (high - low) * random.f32()
}

fn vector(random: &mut Rng, largest: f32) -> Vec2 {
    vec2(within(random, -largest, largest), within(random, -largest, largest))
}

/// Sizes and places on a coarse grid, so that faces, corners and centres tie and shapes just touch.
fn on_grid(random: &mut Rng, kind: ShapeKind) -> (Shape, Vec2, f32) {
    let mut size = || 0.25 * f32::from(random.u8(1..=8));
    let (w, h) = (size(), size());
    let round = if random.u8(..4) == 0 { 0.25 } else { 0.0 };
    let shape = match kind {
        ShapeKind::Circle => Shape::circle(w),
        ShapeKind::Capsule => Shape::capsule(vec2(-w, 0.0), vec2(h, 0.0), 0.25),
        ShapeKind::Rectangle => Shape::rounded_rectangle(w, h, round),
        ShapeKind::Polygon => {
            Shape::rounded_polygon(&[Vec2::ZERO, vec2(w, 0.0), vec2(w, h), vec2(0.0, h)], round)
        }
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => Shape::wall(vec2(-w, 0.0), vec2(h, 0.0)),
    };
    let mut place = || 0.25 * (f32::from(random.u8(..13)) - 6.0);
    // Also minus zero.
    let (x, y) = (-place(), place());
    (shape.unwrap(), vec2(x, y), 90.0 * f32::from(random.u8(..4)))
}

fn anywhere(random: &mut Rng, kind: ShapeKind, scale: f32) -> (Shape, Vec2, f32) {
    let round = if random.u8(..4) == 0 { within(random, 0.0, 0.5) * scale } else { 0.0 };
    let shape = match kind {
        ShapeKind::Circle => Shape::circle(within(random, 0.2, 1.0) * scale),
        ShapeKind::Capsule => {
            let (start, radius) = (vector(random, scale), within(random, 0.1, 0.5) * scale);
            Shape::capsule(start, start + Vec2::from_angle(within(random, 0.0, TAU)) * scale, radius)
        }
        ShapeKind::Rectangle => {
            let (w, h) = (within(random, 0.2, 2.0) * scale, within(random, 0.2, 2.0) * scale);
            Shape::rounded_rectangle(w, h, round)
        }
        ShapeKind::Polygon => {
            let corners = random.u8(3..=10);
            let radius = within(random, 0.3, 1.0) * scale;
            let corner = |i: u8| Vec2::from_angle(TAU * f32::from(i) / f32::from(corners)) * radius;
            Shape::rounded_polygon(&(0..corners).map(corner).collect::<Vec<_>>(), round)
        }
        ShapeKind::Chain | ShapeKind::Compound => unreachable!("a simple kind"),
        ShapeKind::Wall => {
            let start = vector(random, scale);
            Shape::wall(start, start + Vec2::from_angle(within(random, 0.0, TAU)) * scale)
        }
    };
    (shape.unwrap(), vector(random, 1.2 * scale), within(random, -400.0, 400.0))
}

/// Both bodies of a pair; about half of the pairs touch.
fn pair(random: &mut Rng, kinds: [ShapeKind; 2]) -> [(Shape, Pose); 2] {
    let way = random.u8(..16);
    let base = match way {
        0..4 | 10..13 => Vec2::ZERO,
        4..6 => vector(random, 1.0e6),
        _ => vector(random, 50.0),
    };
    let concentric = way == 15;
    let common_turn = within(random, 0.0, 360.0);
    let mut bodies = kinds.map(|kind| {
        let (shape, position, degrees) = match way {
            0..4 => on_grid(random, kind),
            // A corner as near as a face, within rounding.
            12 => {
                let (shape, position, degrees) = on_grid(random, kind);
                let by = within(random, -20.0, -7.0).exp2();
                (shape, position + vector(random, by), degrees)
            }
            // Ties that a common rotation breaks by rounding.
            10 => {
                let (shape, position, degrees) = on_grid(random, kind);
                let turn = Vec2::from_angle(common_turn.to_radians());
                (shape, turn.rotate(position), degrees + common_turn)
            }
            11 => {
                let (shape, _, degrees) = anywhere(random, kind, 1.0);
                (shape, vector(random, 1.0e-6), degrees)
            }
            14 => anywhere(random, kind, 1.0e-16),
            13 => anywhere(random, kind, 1.0e4),
            _ => anywhere(random, kind, 1.0),
        };
        // Without the base: it would round the positions of the smallest shapes.
        let position = if way == 14 { position } else { base + position };
        (shape, Pose::new(if concentric { base } else { position }, degrees))
    });
    if random.u32(..500) == 0 {
        let places = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1.0e20];
        bodies[random.usize(..2)].1.position.x = places[random.usize(..5)];
    }
    bodies
}

fn bits(outcome: &Outcome) -> Vec<u32> {
    let Some(contact) = outcome.contact() else { return Vec::new() };
    let head = [contact.normal.x, contact.normal.y, contact.depth];
    let points =
        contact.points().iter().flat_map(|p| [p.from_a.x, p.from_a.y, p.depth, f32::from_bits(p.feature)]);
    head.into_iter().chain(points).map(f32::to_bits).collect()
}

/// Compares pairs that share no body at every level with the observed test. Returns how many touch.
fn check(bodies: &[(Shape, Pose)], pairs: &[PairKey]) -> usize {
    // Each record is first its neighbour's.
    let neighbours = bodies.iter().cycle().skip(1).take(bodies.len());
    let mut records: BodyRecords = neighbours.map(|(shape, pose)| (shape, pose)).collect();
    bodies.iter().enumerate().for_each(|(i, (shape, pose))| records.set(i, shape, pose));
    let mut touching = 0;
    for level in levels() {
        let mut found = vec![Outcome::APART; pairs.len()];
        Many { level, ..Many::default() }.collide(&records, &ByIndex(&bodies), pairs, &mut found);
        touching = 0;
        for (pair, outcome) in pairs.iter().zip(&found) {
            let ((a, pose_a), (b, pose_b)) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
            // With an observer no kernel runs.
            let alone = Outcome::from(collide_observed(a, pose_a, b, pose_b, &mut Ignore));
            assert_eq!(
                bits(outcome),
                bits(&alone),
                "{level:?}\n{outcome:?}\n{alone:?}\n{a:?}\n{pose_a:?}\n{b:?}\n{pose_b:?}"
            );
            touching += usize::from(outcome.touches());
        }
    }
    touching
}

fn neighbours(bodies: &[(Shape, Pose)]) -> Vec<PairKey> {
    (0..bodies.len() as u32 / 2).map(|i| PairKey::new(2 * i, 2 * i + 1)).collect()
}

#[test]
fn lanes_are_collide_bit_for_bit() {
    for a in KINDS {
        for b in KINDS {
            let mut random = Rng::with_seed(2026);
            let bodies: Vec<_> = (0..PAIRS).flat_map(|_| pair(&mut random, [a, b])).collect();
            let touching = check(&bodies, &neighbours(&bodies));
            let walls = a == ShapeKind::Wall && b == ShapeKind::Wall;
            let share = touching as f32 / PAIRS as f32;
            assert!(walls && touching == 0 || (0.15..0.85).contains(&share), "{a:?} {b:?}: {share}");
        }
    }
}

/// Counts the pairs that the kernels leave.
struct Left<'b>(ByIndex<'b>, Cell<usize>);

impl OneByOne for Left<'_> {
    fn collide(&self, pair: PairKey) -> Outcome {
        self.1.update(|count| count + 1);
        self.0.collide(pair)
    }

    fn prefetch(&self, pair: PairKey) -> u32 {
        self.0.prefetch(pair)
    }
}

/// What a kernel leaves to `collide` has the same result and costs several times as much: of shapes in no
/// special place hardly any pair is left.
#[test]
fn kernels_leave_hardly_a_pair() {
    use ShapeKind::{Circle, Rectangle, Wall};
    for [a, b] in
        [[Circle, Circle], [Circle, Rectangle], [Wall, Circle], [Rectangle, Rectangle], [Rectangle, Wall]]
    {
        let mut random = Rng::with_seed(11);
        let mut place = |kind| {
            let places = std::iter::repeat_with(|| anywhere(&mut random, kind, 1.0));
            let is_sharp = |(shape, ..): &(Shape, _, _)| kind == Circle || shape.radius() == 0.0;
            let (shape, position, degrees) = { places }.find(is_sharp).unwrap();
            (shape, Pose::new(position, degrees))
        };
        let bodies: Vec<_> = (0..PAIRS).flat_map(|_| [place(a), place(b)]).collect();
        let records: BodyRecords = bodies.iter().map(|(shape, pose)| (shape, pose)).collect();
        for level in levels() {
            let left = Left(ByIndex(&&bodies[..]), Cell::new(0));
            let mut found = vec![Outcome::APART; PAIRS as usize];
            Many { level, ..Many::default() }.collide(&records, &left, &neighbours(&bodies), &mut found);
            let share = left.1.get() as f32 / PAIRS as f32;
            assert!(share < 0.005, "{a:?} {b:?}: {share} left at {level:?}");
        }
    }
}

/// Every kernel of a single pair, against the test.
#[test]
fn collide_is_the_test_bit_for_bit() {
    for [a, b] in KINDS.iter().flat_map(|&a| KINDS.map(|b| [a, b])) {
        let mut random = Rng::with_seed(4);
        for _ in 0..2 * PAIRS {
            let [(a, pose_a), (b, pose_b)] = pair(&mut random, [a, b]);
            let alone = Outcome::from(collide(&a, &pose_a, &b, &pose_b));
            let observed = Outcome::from(collide_observed(&a, &pose_a, &b, &pose_b, &mut Trace::default()));
            assert_eq!(bits(&alone), bits(&observed), "{a:?}\n{pose_a:?}\n{b:?}\n{pose_b:?}");
        }
    }
}

/// Tiles of many kinds, also in long runs, and not full.
#[test]
fn mixed_tiles_are_collide_bit_for_bit() {
    for count in [1, 15, 17, TILE - 1, TILE, TILE + 1, 40 * TILE + 7] {
        let mut random = Rng::with_seed(7 + count as u64);
        let mut kinds = Vec::new();
        while kinds.len() < count {
            let kind = [0, 1].map(|_| KINDS[random.usize(..ShapeKind::SIMPLE.len())]);
            let run = if random.bool() { 1 } else { random.u8(1..=150) };
            kinds.extend((0..run).map(|_| kind));
        }
        kinds.truncate(count);
        let bodies: Vec<_> = kinds.into_iter().flat_map(|kinds| pair(&mut random, kinds)).collect();
        check(&bodies, &neighbours(&bodies));
    }
}

#[test]
fn an_index_without_a_body_is_apart() {
    let ball = (Shape::circle(1.0).unwrap(), Pose::default());
    let pairs = [PairKey::new(0, 1), PairKey::new(0, 2), PairKey::new(7, 9)];
    let bodies = [ball.clone(), ball];
    let found = collide_many(&bodies, &pairs);
    assert_eq!(found.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, false]);
    let pairs =
        [[PairKey::new(0, 1); 20].as_slice(), &[PairKey::new(1, 2)], &[PairKey::new(0, 1); 20]].concat();
    let found = collide_many(&bodies, &pairs);
    assert_eq!(
        found.iter().map(Option::is_some).collect::<Vec<_>>(),
        pairs.iter().map(|p| p.b() < 2).collect::<Vec<_>>()
    );
    assert!(collide_many(&[], &[]).is_empty());
}

#[test]
fn records_count_their_bodies() {
    let mut records = BodyRecords::default();
    assert!(records.is_empty());
    records.push(&Shape::circle(1.0).unwrap(), &Pose::default());
    records.push(&Shape::wall(Vec2::ZERO, Vec2::X).unwrap(), &Pose::default());
    assert!(!records.is_empty() && records.len() == 2);
    records.clear();
    assert!(records.is_empty());
}

/// An outcome that is used again holds the rows of the contact before.
#[test]
fn outcomes_forget_the_contact_of_the_call_before() {
    let ball = Shape::circle(1.0).unwrap();
    let mut bodies = [(ball.clone(), Pose::default()), (ball, Pose::default())];
    let mut records: BodyRecords = bodies.iter().map(|(shape, pose)| (shape, pose)).collect();
    let mut narrow_phase = NarrowPhase::default();
    let mut found = Vec::new();
    for (x, touches) in [(1.5, true), (2.5, false), (1.0, true)] {
        bodies[1].1 = Pose::at(x, 0.0);
        records.set(1, &bodies[1].0, &bodies[1].1);
        narrow_phase.collide(&records, &&bodies[..], &[PairKey::new(0, 1)], &mut found);
        assert_eq!(found.iter().map(Outcome::touches).collect::<Vec<_>>(), [touches]);
    }
}
