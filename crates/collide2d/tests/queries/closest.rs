//! Nearest points against the gap over all directions, and worked by hand.

use crate::common::{Pair, kind_pairs};
use crate::{Truth, any_pose, any_shape, cases};
use collide2d::{Feature, Pose, Shape, ShapeKind, closest_points, collide, separation};
use glam::{DVec2, Vec2, vec2};

/// The distance of convex shapes is the largest gap over all directions (their Minkowski difference's distance from the
/// origin); here those around the one found, which must be no worse.
fn gap(pair: &Pair, angle: f64) -> f64 {
    -pair.way_out(DVec2::from_angle(angle).as_vec2())
}

#[test]
fn nearest_points_lie_on_both_shapes_and_are_as_far_apart_as_the_largest_gap() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut kinds = kind_pairs();
    kinds.push((ShapeKind::Wall, ShapeKind::Wall));
    let mut apart = 0;
    for _ in 0..cases(1_500) {
        for &(a, b) in &kinds {
            let (a, b) = (any_shape(&mut random, a), any_shape(&mut random, b));
            let (pose_a, pose_b) = (any_pose(&mut random), any_pose(&mut random));
            let found = closest_points(&a, &pose_a, &b, &pose_b);
            let pair = Pair { a, pose_a, b, pose_b, size: 2.0 };
            let told = || format!("{pair:?} {found:?}");
            let distance = f64::from(found.distance);
            assert_eq!(found.contact, collide(&pair.a, &pose_a, &pair.b, &pose_b));
            assert!(
                (distance - f64::from(separation(&pair.a, &pose_a, &pair.b, &pose_b))).abs() < 1.0e-6,
                "{}",
                told()
            );
            for (shape, pose, point) in
                [(&pair.a, pose_a, found.points[0]), (&pair.b, pose_b, found.points[1])]
            {
                let away = Truth::new(shape, &pose).signed_distance(point.as_dvec2());
                // The way out of a deep contact may lead past a face's end: then its point is on the face's line.
                assert!(away.abs() < 4.0e-6 || (distance < 0.0 && away < -distance), "{away}: {}", told());
            }
            let between = (found.points[0] - found.points[1]).as_dvec2();
            assert!((between.length() - distance.abs()).abs() < 4.0e-6, "{}", told());
            assert!((found.normal.length() - 1.0).abs() < 1.0e-6, "{}", told());
            let crosses = found.distance == 0.0;
            if !crosses {
                let along = between.dot(found.normal.as_dvec2());
                assert!((along - distance).abs() < 1.0e-5, "{along}: {}", told());
                // No direction has a larger gap.
                for i in 0..48 {
                    let angle = std::f64::consts::TAU * f64::from(i) / 48.0;
                    assert!(gap(&pair, angle) <= distance + 2.0e-6, "{i}: {}", told());
                }
                assert!((-pair.way_out(found.normal) - distance).abs() < 4.0e-6, "{}", told());
            }
            apart += u64::from(found.distance > 0.0);
        }
    }
    assert!(apart > cases(1_500), "{apart}");
}

#[test]
fn worked_nearest_points() {
    use Feature::{Center, End, Face, Vertex};
    let (ball, square) = (Shape::circle(1.0).unwrap(), Shape::rectangle(2.0, 2.0).unwrap());
    let wall = Shape::wall(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
    let check =
        |a: &Shape, at: Pose, b: &Shape, to: Pose, distance: f32, points: [(f32, f32); 2], features| {
            let found = closest_points(a, &at, b, &to);
            assert!((found.distance - distance).abs() < 1.0e-6, "{found:?}");
            let expected = points.map(Vec2::from);
            assert!((0..2).all(|i| found.points[i].abs_diff_eq(expected[i], 1.0e-6)), "{found:?}");
            assert_eq!(found.features, features, "{found:?}");
        };
    let o = Pose::default();
    check(&ball, o, &square, Pose::at(2.5, 0.0), 0.5, [(1.0, 0.0), (1.5, 0.0)], [Center, Face(2)]);
    check(&square, o, &ball, Pose::at(4.0, 5.0), 4.0, [(1.0, 1.0), (3.4, 4.2)], [Vertex(1), Center]);
    // Face to face: the middle of what they share.
    check(&square, o, &square, Pose::at(3.0, 1.0), 1.0, [(1.0, 0.5), (2.0, 0.5)], [Face(0), Face(2)]);
    check(
        &square,
        o,
        &square,
        Pose::at(4.0, 4.0),
        8.0_f32.sqrt(),
        [(1.0, 1.0), (3.0, 3.0)],
        [Vertex(1), Vertex(3)],
    );
    check(&square, o, &wall, Pose::at(0.0, 3.0), 2.0, [(0.0, 1.0), (0.0, 3.0)], [Face(1), Face(0)]);
    check(
        &wall,
        o,
        &wall,
        Pose::new(vec2(1.5, 2.0), 90.0),
        1.118_034,
        [(1.0, 0.0), (1.5, 1.0)],
        [End, Feature::Start],
    );
    check(
        &wall,
        o,
        &wall,
        Pose::new(vec2(0.5, 0.0), 90.0),
        0.0,
        [(0.5, 0.0), (0.5, 0.0)],
        [Face(0), Face(0)],
    );
    // In contact: the points of the way out.
    check(&ball, o, &square, Pose::at(1.75, 0.0), -0.25, [(1.0, 0.0), (0.75, 0.0)], [Center, Face(2)]);
    check(&square, o, &square, Pose::at(1.5, 0.0), -0.5, [(1.0, 0.0), (0.5, 0.0)], [Face(0), Face(2)]);
    // Just touching, at a corner and along a face.
    check(&square, o, &square, Pose::at(2.0, 2.0), 0.0, [(1.0, 1.0), (1.0, 1.0)], [Vertex(1), Vertex(3)]);
    check(&square, o, &square, Pose::at(2.0, 0.0), 0.0, [(1.0, 0.0), (1.0, 0.0)], [Face(0), Face(2)]);
}

#[test]
fn far_out_nearest_points_are_as_at_the_origin() {
    let (ball, square) = (Shape::circle(1.0).unwrap(), Shape::rectangle(2.0, 2.0).unwrap());
    let by = vec2(-65_536.0, 65_536.0);
    let here = closest_points(&ball, &Pose::default(), &square, &Pose::at(2.5, 0.25));
    let there = closest_points(&ball, &Pose::new(by, 0.0), &square, &Pose::new(by + vec2(2.5, 0.25), 0.0));
    assert_eq!((here.distance, here.normal, here.features), (there.distance, there.normal, there.features));
}
