//! Shortcuts: what is told of them is so, by a second computation and by the core, and each shipped mistake is one.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::path::Path;

use collide2d::{Body, BodyDef, Pose, Shape, Side, World, WorldSettings, collide, separation};
use collision_test::explain::classic_mistakes::{
    self, Evidence, MistakeAnswer, PairKeys, Shortcut, ShortcutTest,
};
use collision_test::report::{self, PairReport, ReportOptions, WhichPairs};
use collision_test::scene::Scene;
use fastrand::Rng;
use glam::{DVec2, Vec2};

fn random_shape(rng: &mut Rng) -> Shape {
    let mut length = || 0.2 + 1.8 * rng.f32();
    let (p, q, r) = (length(), length(), length());
    match rng.u32(0..5) {
        0 => Shape::circle(p).unwrap(),
        1 => Shape::rectangle(2.0 * p, q).unwrap(),
        2 => Shape::polygon(&[Vec2::new(-p, -q), Vec2::new(r, -p), Vec2::new(0.1, q)]).unwrap(),
        3 => Shape::capsule(Vec2::new(-p, 0.0), Vec2::new(q, 0.3), r).unwrap(),
        _ => Shape::wall(Vec2::new(-p, -q), Vec2::new(q, r)).unwrap(),
    }
}

/// Two bodies near enough to each other that both answers are frequent.
fn random_pair(rng: &mut Rng) -> [Body; 2] {
    let mut body = |reach: f32| {
        let mut at = || (rng.f32() - 0.5) * reach;
        let position = Vec2::new(at(), at());
        let pose = Pose::new(position, at() * 90.0);
        let shape = random_shape(rng);
        let mut world = World::new(WorldSettings::default()).unwrap();
        world.add(BodyDef::new(shape, pose)).unwrap();
        world.body(0).unwrap().clone()
    };
    [body(1.0), body(7.0)]
}

/// A shape's reach along a direction, by the core's support points.
fn interval(body: &Body, along: Vec2) -> (f64, f64) {
    let reach = |along: Vec2| body.shape().support(body.pose(), along).as_dvec2().dot(along.as_dvec2());
    (-reach(-along), reach(along))
}

fn overlap_on(a: &Body, b: &Body, along: Vec2) -> f64 {
    let (a, b) = (interval(a, along), interval(b, along));
    (a.1 - b.0).min(b.1 - a.0)
}

/// What the shortcut decides by, computed again; touching where it is positive. `None`: no such test.
fn margin(test: &ShortcutTest, a: &Body, b: &Body) -> Option<f64> {
    let (p, q) = (a.pose().position.as_dvec2(), b.pose().position.as_dvec2());
    Some(match test.shortcut() {
        Shortcut::SquaresSubtracted => {
            let radius = |body: &Body| f64::from(body.bounding_circle().radius);
            (radius(a) + radius(b)).powi(2) - ((p.x - q.x).powi(2) - (p.y - q.y).powi(2))
        }
        Shortcut::WallAxesOnly => {
            let Evidence::WallAxes { wall, .. } = test.evidence else { panic!() };
            let wall = if wall == Side::A { a } else { b };
            let [start, end] = wall.shape().corners()[..] else { panic!() };
            let along = wall.pose().rotation.rotate((end - start).normalize());
            overlap_on(a, b, along).min(overlap_on(a, b, along.perp()))
        }
        Shortcut::FacesOnly => {
            let hull = if a.shape().corners().is_empty() { b } else { a };
            let corners = hull.shape().corners();
            let next = corners.iter().cycle().skip(1);
            let faces = corners.iter().zip(next).map(|(from, to)| (*to - *from).normalize().perp());
            let axes = faces.map(|normal| hull.pose().rotation.rotate(normal));
            axes.map(|axis| overlap_on(a, b, axis)).fold(f64::INFINITY, f64::min)
        }
        Shortcut::AabbsOnly => overlap_on(a, b, Vec2::X).min(overlap_on(a, b, Vec2::Y)),
        Shortcut::BoundingCirclesOnly => {
            let (a, b) = (a.bounding_circle(), b.bounding_circle());
            f64::from(a.radius) + f64::from(b.radius) - a.center.as_dvec2().distance(b.center.as_dvec2())
        }
        // Only of upright boxes, which the random ones are not.
        Shortcut::CornerSubtracted | Shortcut::XorKey => return None,
    })
}

#[test]
fn a_shortcut_differs_exactly_where_a_second_computation_differs_from_the_core() {
    let mut rng = Rng::with_seed(7);
    let mut seen: HashMap<(&str, bool), usize> = HashMap::new();
    for _ in 0..20_000 {
        let [a, b] = random_pair(&mut rng);
        let contact = collide(a.shape(), a.pose(), b.shape(), b.pose());
        for test in classic_mistakes::of_pair(&a, &b, None) {
            let margin = margin(&test, &a, &b).unwrap();
            if margin.abs() < 1.0e-4 || test.gap.abs() < 1.0e-4 {
                continue;
            }
            let (told, right) = (test.answer != MistakeAnswer::Apart, test.right != MistakeAnswer::Apart);
            assert_eq!((told, right), (margin > 0.0, contact.is_some()), "{test:?}");
            // None of them misses a contact.
            assert!(told || !right, "{test:?}");
            let pushes =
                matches!((test.answer, test.right), (MistakeAnswer::Push(_), MistakeAnswer::Push(_)));
            assert!(pushes || test.differs() == (told != right), "{test:?}");
            *seen.entry((test.shortcut().name(), test.differs())).or_default() += 1;
        }
    }
    assert_eq!(seen.len(), 10, "{seen:?}");
    assert!(seen.values().all(|count| *count > 50), "{seen:?}");
}

#[test]
fn both_pushes_at_a_corner_do_what_is_told() {
    let mut rng = Rng::with_seed(11);
    let (mut differ, mut same) = (0, 0);
    while differ < 300 || same < 300 {
        let [a, b] = random_pair(&mut rng);
        for test in classic_mistakes::of_pair(&a, &b, None) {
            let Evidence::Faces { circle, after, .. } = test.evidence else { continue };
            let gap_after = |push: DVec2| {
                let (mut pose_a, mut pose_b) = (*a.pose(), *b.pose());
                let moved = if circle == Side::A { &mut pose_a } else { &mut pose_b };
                moved.position = (moved.position.as_dvec2() + push).as_vec2();
                f64::from(separation(a.shape(), &pose_a, b.shape(), &pose_b))
            };
            if let MistakeAnswer::Push(right) = test.right {
                assert!(gap_after(right).abs() < 2.0e-5, "the right push just separates: {test:?}");
            }
            let MistakeAnswer::Push(wrong) = test.answer else { continue };
            if !test.differs() {
                same += 1;
                continue;
            }
            assert!((gap_after(wrong) - after).abs() < 2.0e-5, "{test:?}");
            assert!(after > 0.0, "a push of a corner along a face is too long: {test:?}");
            differ += 1;
        }
    }
}

#[test]
fn a_map_with_xor_as_key_holds_what_is_told() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..200 {
        let mut pairs: Vec<(u32, u32)> = (0..rng.usize(1..40))
            .map(|_| (rng.u32(0..12), rng.u32(0..12)))
            .filter(|(a, b)| a != b)
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let map: HashMap<u32, (u32, u32)> = pairs.iter().map(|pair| (pair.0 ^ pair.1, *pair)).collect();
        let keys = PairKeys::of(pairs.iter().copied());
        for pair in &pairs {
            let found = keys.of_pair(*pair).unwrap();
            let same = pairs.iter().filter(|other| other.0 ^ other.1 == pair.0 ^ pair.1);
            assert_eq!(found.pairs, same.count());
            assert_eq!(found.is_kept, map[&found.key] == *pair, "{found:?}");
            assert_eq!(found.other.is_some(), found.pairs > 1);
            assert!(found.is_kept || found.other == Some(map[&found.key]), "{found:?}");
        }
    }
}

/// Bodies 0 and 3 touch, 1 and 2 are apart; both keys are 3.
#[test]
fn a_pair_that_is_apart_has_no_key_in_the_map() {
    let mut world = World::new(WorldSettings::default()).unwrap();
    for x in [0.0, 10.0, 20.0, 1.0] {
        world.add(BodyDef::new(Shape::circle(1.0).unwrap(), Pose::at(x, 0.0))).unwrap();
    }
    let keys = PairKeys::of([(0, 3)]);
    let has_key = |pair: (u32, u32)| {
        let [a, b] = [pair.0, pair.1].map(|index| &world.bodies()[index as usize]);
        let tests = classic_mistakes::of_pair(a, b, keys.of_pair(pair));
        tests.iter().any(|test| test.shortcut() == Shortcut::XorKey)
    };
    assert!(has_key((0, 3)) && !has_key((1, 2)));
}

fn pairs_of(name: &str) -> Vec<PairReport> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name).with_extension("ron");
    let world = Scene::load(&path).unwrap().to_world().unwrap();
    let options = ReportOptions { pairs: WhichPairs::All, shortcuts: true, ..ReportOptions::default() };
    let mut pairs = Vec::new();
    report::for_each_pair(&world, &options, &mut |pair| {
        pairs.push(pair.clone());
        Ok(())
    })
    .unwrap();
    pairs
}

#[test]
fn every_shipped_mistake_is_one() {
    use MistakeAnswer::{Apart, Lost, Replaces, Touching};
    for (scene, (a, b), shortcut, answer) in [
        ("circle-with-a-minus", (0, 1), Shortcut::SquaresSubtracted, Some(Touching)),
        ("minus-at-a-box", (0, 1), Shortcut::CornerSubtracted, Some(Touching)),
        ("wall-on-two-axes", (0, 1), Shortcut::WallAxesOnly, Some(Touching)),
        ("wall-on-two-axes", (2, 3), Shortcut::WallAxesOnly, Some(Touching)),
        ("slanted-wall-that-two-axes-get-wrong", (0, 1), Shortcut::WallAxesOnly, Some(Touching)),
        ("two-pairs-one-key", (0, 1), Shortcut::XorKey, Some(Lost)),
        ("two-pairs-one-key", (2, 3), Shortcut::XorKey, Some(Replaces)),
        ("ball-that-shakes-at-a-corner", (0, 1), Shortcut::FacesOnly, None),
        ("ball-that-shakes-at-a-corner", (1, 2), Shortcut::FacesOnly, None),
        ("boxes-overlap-shapes-do-not", (0, 1), Shortcut::AabbsOnly, Some(Touching)),
        ("boxes-overlap-shapes-do-not", (2, 3), Shortcut::AabbsOnly, Some(Touching)),
        ("boxes-overlap-shapes-do-not", (4, 5), Shortcut::BoundingCirclesOnly, Some(Touching)),
    ] {
        let pairs = pairs_of(scene);
        let pair = pairs.iter().find(|pair| (pair.a, pair.b) == (a, b)).unwrap();
        let test = pair.shortcuts.iter().find(|test| test.shortcut() == shortcut).unwrap();
        assert!(test.differs(), "{scene}: {test:?}");
        assert!(answer.is_none_or(|answer| test.answer == answer), "{scene}: {test:?}");
        assert!(pair.contact.is_some() || test.right == Apart, "{scene}: {test:?}");
    }
    let corner = &pairs_of("ball-that-shakes-at-a-corner")[0].shortcuts[0];
    let (MistakeAnswer::Push(wrong), MistakeAnswer::Push(right)) = (corner.answer, corner.right) else {
        panic!("{corner:?}")
    };
    assert!(wrong.distance(DVec2::new(0.0, 0.29)) < 1.0e-5, "{corner:?}");
    assert!(right.distance(DVec2::new(0.03, 0.04)) < 1.0e-5, "{corner:?}");
    let Evidence::Faces { after, .. } = corner.evidence else { panic!("{corner:?}") };
    assert!((after - (0.72_f64.hypot(1.25) - 1.25)).abs() < 1.0e-5, "{corner:?}");
}
