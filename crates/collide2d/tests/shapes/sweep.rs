//! First touch under linear motion, and the distance between shapes.

use std::f32::consts::TAU;

use crate::common::{Pair, any_pair, kind_pairs, shape};
use collide2d::{Impact, Part, Pose, Shape, ShapeKind, first_touch, separation};
use glam::{Vec2, vec2};
use proptest::prelude::*;

const HORIZON: f32 = 4.0;

fn apart(pair: &Pair) -> f32 {
    separation(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b)
}

fn sweep(pair: &Pair, velocity: Vec2) -> Option<Impact> {
    first_touch(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, velocity, HORIZON)
}

fn at(pair: &Pair, velocity: Vec2, time: f32) -> f32 {
    apart(&pair.with_a_moved(velocity * time))
}

/// The signed distance of convex shapes is the largest gap over all directions: sampled, each local best
/// refined.
fn largest_gap(pair: &Pair) -> f64 {
    const SAMPLES: usize = 720;
    let gap = |angle: f32| -pair.way_out(Vec2::from_angle(angle));
    let sampled: Vec<f64> = (0..SAMPLES).map(|i| gap(i as f32 * TAU / SAMPLES as f32)).collect();
    let local = |i: &usize| {
        let (before, after) = ((i + SAMPLES - 1) % SAMPLES, (i + 1) % SAMPLES);
        sampled[*i] >= sampled[before] && sampled[*i] >= sampled[after]
    };
    let refined = |i: usize| {
        let (mut best, mut step) = (i as f32 * TAU / SAMPLES as f32, TAU / SAMPLES as f32);
        while step > 1.0e-7 {
            for angle in [best - step, best + step] {
                if gap(angle) > gap(best) {
                    best = angle;
                }
            }
            step *= 0.7;
        }
        gap(best)
    };
    (0..SAMPLES).filter(local).map(refined).fold(f64::NEG_INFINITY, f64::max)
}

fn moving_pair() -> impl Strategy<Value = (Pair, Vec2)> {
    let pair = prop::sample::select(kind_pairs()).prop_flat_map(|(a, b)| {
        let pose = || {
            (-3.0..3.0f32, -3.0..3.0f32, -400.0..400.0f32)
                .prop_map(|(x, y, turn)| Pose::new(vec2(x, y), turn))
        };
        (shape(a, 1.0), pose(), shape(b, 1.0), pose()).prop_map(|(a, pose_a, b, pose_b)| Pair {
            a,
            pose_a,
            b,
            pose_b,
            size: 1.5,
        })
    });
    // Aimed at the other shape, more or less, at 0.3 to 20 m/s; now and then along an axis.
    (pair, -1.5..1.5f32, -1.5..1.5f32, 0.3..20.0f32, 0..8u32).prop_map(|(pair, x, y, speed, straight)| {
        let aim = pair.pose_b.position - pair.pose_a.position + vec2(x, y);
        let direction = match straight {
            0 => Vec2::X * aim.x.signum(),
            1 => Vec2::Y * aim.y.signum(),
            _ => aim.normalize_or(Vec2::X),
        };
        (pair, direction * speed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn separation_is_the_largest_gap_over_all_directions(pair in any_pair()) {
        let (found, truth) = (apart(&pair), largest_gap(&pair) as f32);
        prop_assert!(truth <= found + 2.0 * pair.slack(), "{found} {truth}");
        // Inside each other the gap has many local bests, some narrower than a sample.
        let slack = if found < 0.0 { 1.0e-3 * pair.size } else { 2.0 * pair.slack() };
        prop_assert!(found <= truth + slack, "{found} {truth}");
    }

    #[test]
    fn first_touch_is_where_bisection_finds_it((pair, velocity) in moving_pair()) {
        let impact = sweep(&pair, velocity);
        if apart(&pair) < 0.0 {
            prop_assert_eq!(impact, None);
            return Ok(());
        }
        let end = impact.map_or(HORIZON, |i| i.time);
        prop_assert!((0.0..=HORIZON).contains(&end));
        for i in 0..200 {
            let time = end * i as f32 / 200.0;
            prop_assert!(at(&pair, velocity, time) > -1.0e-4, "they touch before, at {time}");
        }
        let Some(impact) = impact else { return Ok(()) };

        prop_assert!(at(&pair, velocity, impact.time).abs() <= 1.0e-4);
        prop_assert!((impact.normal.length() - 1.0).abs() <= 1.0e-5 && impact.normal.dot(velocity) < 0.0);
        let then = pair.with_a_moved(velocity * impact.time);
        prop_assert!(then.way_out(impact.normal).abs() <= 1.0e-4);
        let point = then.pose_a.position + impact.from_a;
        prop_assert!(then.a.distance(&then.pose_a, point) <= 1.0e-4);
        prop_assert!(then.b.distance(&then.pose_b, point) <= 1.0e-4);
        let through = (1..400).map(|i| impact.time + i as f32 * 0.005 / velocity.length())
            .find(|&time| at(&pair, velocity, time) < 0.0);
        if let Some(inside) = through {
            let (mut before, mut after) = (0.0, inside);
            for _ in 0..40 {
                let middle = 0.5 * (before + after);
                if at(&pair, velocity, middle) < 0.0 { after = middle } else { before = middle }
            }
            let closing = -velocity.dot(impact.normal);
            prop_assert!((impact.time - after) * closing <= 1.0e-4, "{} {after}", impact.time);
        }
    }

    #[test]
    fn swapping_a_and_b_turns_the_impact_round((pair, velocity) in moving_pair()) {
        let (found, swapped) = (sweep(&pair, velocity), sweep(&pair.swapped(), -velocity));
        if let (Some(found), Some(swapped)) = (found, swapped) {
            let closing = -velocity.dot(found.normal);
            prop_assert!((found.time - swapped.time).abs() * closing <= 1.0e-4);
        } else if let Some(only) = found.or(swapped) {
            // Rounding may part a graze from a miss, and the horizon an impact from none; nothing else.
            let after = only.time + 1.0e-2 / velocity.length();
            prop_assert!(at(&pair, velocity, after) > -1.0e-3 || only.time > HORIZON - 1.0e-4);
        }
    }
}

/// Half of the random pairs must meet, and every pair of kinds must, or the property says little.
#[test]
fn the_random_pairs_meet() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut met = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        let (pair, velocity) = moving_pair().new_tree(&mut runner).unwrap().current();
        if sweep(&pair, velocity).is_some() {
            *met.entry((pair.a.kind(), pair.b.kind())).or_insert(0) += 1;
        }
    }
    assert_eq!(met.len(), kind_pairs().len());
    assert!(met.values().all(|&n| n > 50), "{met:?}");
}

fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

fn rectangle(width: f32, height: f32) -> Shape {
    Shape::rectangle(width, height).unwrap()
}

#[track_caller]
fn check(
    (a, pose_a): (&Shape, Pose),
    (b, pose_b): (&Shape, Pose),
    velocity: Vec2,
    expected: Option<(f32, Vec2, Vec2)>,
) {
    let found = first_touch(a, &pose_a, b, &pose_b, velocity, 10.0);
    match (found, expected) {
        (None, None) => {}
        (Some(found), Some((time, normal, from_a))) => {
            assert!((found.time - time).abs() < 1.0e-5, "{found:?}");
            assert!(found.normal.abs_diff_eq(normal, 1.0e-5), "{found:?}");
            assert!(found.from_a.abs_diff_eq(from_a, 1.0e-4), "{found:?}");
        }
        _ => panic!("{found:?}, expected {expected:?}"),
    }
}

/// Times from distance over speed, by hand.
#[test]
fn worked_impacts() {
    let (ball, crate_) = (circle(1.0), rectangle(4.0, 2.0));
    let floor = Shape::wall(vec2(-10.0, 0.0), vec2(10.0, 0.0)).unwrap();
    let o = Pose::default();
    // A ball 5 m above the floor falls 4 m.
    check((&ball, Pose::at(2.0, 5.0)), (&floor, o), vec2(0.0, -2.0), Some((2.0, Vec2::Y, vec2(0.0, -1.0))));
    // The wall comes down on a ball: solid from below too, and the normal points toward the wall, which is a.
    check((&floor, o), (&ball, Pose::at(2.0, -5.0)), vec2(0.0, -2.0), Some((2.0, Vec2::Y, vec2(2.0, 0.0))));
    // Flat on flat: 3 m between a box and the floor; the middle of the bottom touches.
    check((&crate_, Pose::at(1.0, 4.0)), (&floor, o), vec2(0.0, -1.0), Some((3.0, Vec2::Y, vec2(0.0, -1.0))));
    // Its right half over the wall's end: the middle of the common stretch is 1 m right of its centre.
    check(
        (&crate_, Pose::at(-10.0, 4.0)),
        (&floor, o),
        vec2(0.0, -1.0),
        Some((3.0, Vec2::Y, vec2(1.0, -1.0))),
    );
    // 3-4-5: centres 10 m apart along (3, 4) / 5, radii 1 and 2.
    let push = vec2(-0.6, -0.8);
    check((&ball, Pose::at(6.0, 8.0)), (&circle(2.0), o), push * 7.0, Some((1.0, -push, push)));
    // Onto a corner: the centre passes (2, 1) at 0.6 m to the side, so it stops 0.8 m short.
    check(
        (&ball, Pose::at(6.0, 1.6)),
        (&crate_, o),
        vec2(-1.0, 0.0),
        Some((3.2, vec2(0.8, 0.6), vec2(-0.8, -0.6))),
    );
    // Into a wall's end, head on.
    check((&ball, Pose::at(15.0, 0.0)), (&floor, o), vec2(-2.0, 0.0), Some((2.0, Vec2::X, vec2(-1.0, 0.0))));
    // Past it, away from it, at rest, and too late.
    check((&ball, Pose::at(0.0, 3.0)), (&crate_, o), vec2(1.0, 0.0), None);
    check((&ball, Pose::at(0.0, 3.0)), (&crate_, o), vec2(0.0, 1.0), None);
    check((&ball, Pose::at(0.0, 3.0)), (&crate_, o), Vec2::ZERO, None);
    check((&ball, Pose::at(0.0, 30.0)), (&crate_, o), vec2(0.0, -1.0), None);
    // In contact already; just touching and moving in, along, and out.
    check((&ball, Pose::at(0.0, 1.5)), (&crate_, o), vec2(0.0, -1.0), None);
    check((&ball, Pose::at(0.0, 2.0)), (&crate_, o), vec2(0.0, -1.0), Some((0.0, Vec2::Y, vec2(0.0, -1.0))));
    check(
        (&crate_, Pose::at(0.0, 2.0)),
        (&crate_, o),
        vec2(0.0, -1.0),
        Some((0.0, Vec2::Y, vec2(0.0, -1.0))),
    );
    for away in [vec2(1.0, 0.0), vec2(0.0, 1.0)] {
        check((&ball, Pose::at(0.0, 2.0)), (&crate_, o), away, None);
        check((&crate_, Pose::at(0.0, 2.0)), (&crate_, o), away, None);
    }
    // A bullet through a wall: 0.02 m in radius, 300 m/s.
    let upright = Shape::wall(vec2(0.0, -1.0), vec2(0.0, 1.0)).unwrap();
    check(
        (&circle(0.02), Pose::at(-30.02, 0.5)),
        (&upright, o),
        vec2(300.0, 0.0),
        Some((0.1, Vec2::NEG_X, vec2(0.02, 0.0))),
    );
    // Walls pass walls.
    check((&upright, Pose::at(-5.0, 0.0)), (&upright, o), vec2(1.0, 0.0), None);
}

/// Polygons, by hand: past each other at a distance, away, and flat on flat.
#[test]
fn worked_impacts_of_polygons() {
    let square = sides_of_a_square();
    let o = Pose::default();
    for (x, y) in [(5.0, 2.1), (-5.0, 2.1), (5.0, -2.1), (2.1, 5.0), (-2.1, -5.0)] {
        let start = vec2(x, y);
        let along = if x.abs() > y.abs() { vec2(-x, 0.0) } else { vec2(0.0, -y) };
        check((&square, Pose::at(x, y)), (&square, o), along, None);
        check((&square, Pose::at(x, y)), (&square, o), -along, None);
        check((&square, Pose::at(x, y)), (&square, o), start, None);
    }
    check(
        (&square, Pose::at(0.5, 5.0)),
        (&square, o),
        vec2(0.0, -2.0),
        Some((1.5, Vec2::Y, vec2(-0.25, -1.0))),
    );
    check(
        (&square, Pose::at(-5.0, 0.5)),
        (&square, o),
        vec2(2.0, 0.0),
        Some((1.5, Vec2::NEG_X, vec2(1.0, -0.25))),
    );
}

/// A capsule that lies flat comes down on a box and a polygon: the middle of the common stretch touches. Turned
/// by a hundredth of a radian, it touches with its lower end.
#[test]
fn a_capsule_touches_a_face_with_its_whole_side() {
    let pill = Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.25).unwrap();
    let velocity = vec2(0.0, -1.0);
    for below in [rectangle(2.0, 2.0), sides_of_a_square()] {
        let below = (&below, Pose::default());
        for (x, middle) in [(0.0, 0.0), (1.5, -0.75), (-0.5, 0.25)] {
            let then = Some((1.0, Vec2::Y, vec2(middle, -0.25)));
            check((&pill, Pose::at(x, 2.25)), below, velocity, then);
        }
        let turned = Pose::new(vec2(0.5, 2.25), 0.01_f32.to_degrees());
        let found = first_touch(&pill, &turned, below.0, &below.1, velocity, 10.0).unwrap();
        assert!(found.from_a.abs_diff_eq(vec2(-0.99995, -0.26), 1.0e-5), "{found:?}");
    }
}

/// Boxes that touch by a face, at any angle and size: rounding may make them overlap, and moving in they still
/// meet at once.
#[test]
fn boxes_that_touch_and_move_in_meet_at_once() {
    let mut random = fastrand::Rng::with_seed(41);
    let mut met = 0;
    for _ in 0..4000 {
        let mut size = || 0.2 + 3.0 * random.f32();
        let (w, h, width, height) = (size(), size(), size(), size());
        let mut within = |most: f32| (2.0 * random.f32() - 1.0) * most;
        let below = Pose::new(vec2(within(0.5), within(0.5)), within(180.0));
        let at = vec2(within(0.4 * (w + width)), 0.5 * (h + height));
        let above = Pose::new(below.world_from_local(at), below.rotation.degrees());
        let (a, b) = (rectangle(w, h), rectangle(width, height));
        // In contact already, by rounding.
        if collide2d::collide(&a, &above, &b, &below).is_some() {
            continue;
        }
        let down = below.rotation.rotate(vec2(0.3, -1.0));
        let impact = first_touch(&a, &above, &b, &below, down, 1.0).unwrap();
        assert!(impact.time < 1.0e-5 && impact.normal.dot(down) < -0.9, "{impact:?}");
        met += 1;
    }
    assert!(met > 1000, "{met}");
}

fn sides_of_a_square() -> Shape {
    Shape::polygon(&[vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)]).unwrap()
}

#[test]
fn far_out_an_impact_is_as_at_the_origin() {
    let (ball, block) = (circle(1.0), rectangle(4.0, 2.0));
    let by = vec2(100_000.0, -100_000.0);
    let here = first_touch(&ball, &Pose::at(6.0, 1.5), &block, &Pose::default(), vec2(-1.0, 0.0), 10.0);
    let (pose_a, pose_b) = (Pose::new(vec2(6.0, 1.5) + by, 0.0), Pose::new(by, 0.0));
    assert!(here.is_some());
    assert_eq!(first_touch(&ball, &pose_a, &block, &pose_b, vec2(-1.0, 0.0), 10.0), here);
}

/// However far apart they are: positions are up to 1e6 m.
#[test]
fn a_distance_of_leaves_is_that_of_the_shapes_alone() {
    let ball = Shape::circle(1.0).unwrap();
    let chain = Shape::chain(&[Vec2::ZERO, Vec2::new(0.0, 2.0)], false, false).unwrap();
    let compound = Shape::compound(vec![Part::new(ball.clone(), Pose::default())]).unwrap();
    let (left, right) = (Pose::at(-900_000.0, 0.0), Pose::at(900_000.0, 0.0));
    for other in [chain, compound] {
        let gap = separation(&ball, &left, &other, &right);
        assert!((gap - 1_799_999.0).abs() < 2.0, "{other:?}: {gap}");
    }
}

#[test]
fn walls_have_a_distance_though_they_never_touch() {
    let wall = |x0, y0, x1, y1| Shape::wall(vec2(x0, y0), vec2(x1, y1)).unwrap();
    let o = Pose::default();
    assert_eq!(wall(0.0, 0.0, 4.0, 0.0).kind(), ShapeKind::Wall);
    assert_eq!(separation(&wall(0.0, 0.0, 4.0, 0.0), &o, &wall(1.0, 2.0, 3.0, 5.0), &o), 2.0);
    assert_eq!(separation(&wall(0.0, 0.0, 4.0, 0.0), &o, &wall(1.0, -2.0, 3.0, 5.0), &o), 0.0);
    assert_eq!(separation(&wall(0.0, 0.0, 4.0, 0.0), &o, &wall(7.0, 4.0, 9.0, 9.0), &o), 5.0);
}
