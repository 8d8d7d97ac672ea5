//! Properties of every pair: all kinds, plain, thin, tiny, huge, and far from the origin.

use crate::common::{Pair, any_pair, bits, kind_pairs, shape};
use collide2d::{AxisSource, AxisTest, Contact, Pose, Shape, Side, Trace};
use glam::{Vec2, vec2};
use proptest::prelude::*;

/// Of each face, local space; of a line one of the two.
fn outward_normals(shape: &Shape) -> Vec<Vec2> {
    match shape {
        Shape::Chain(_) | Shape::Compound(_) => unreachable!("a simple kind"),
        Shape::Circle(_) => Vec::new(),
        Shape::Capsule(capsule) => vec![capsule.normal()],
        Shape::Rectangle(_) => vec![Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y],
        Shape::Polygon(polygon) => polygon.normals().to_vec(),
        Shape::Wall(wall) => vec![wall.normal()],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn swapping_a_and_b_turns_the_normal_round(pair in any_pair()) {
        pair.assert_swapping_turns_the_normal_round();
    }

    #[test]
    fn moving_and_turning_both_changes_nothing(pair in any_pair(), degrees in -180.0..180.0f32, x in -3.0..3.0f32) {
        let by = Pose::new(vec2(x, 1.0) * pair.size, degrees);
        let moved = |pose: &Pose| Pose::new(by.world_from_local(pose.position), pose.rotation.degrees() + degrees);
        let there = Pair { pose_a: moved(&pair.pose_a), pose_b: moved(&pair.pose_b), ..pair.clone() };
        let back = there.collide().map(|c| (by.rotation.unrotate(c.normal), c.depth));
        // Angles are added in f32 degrees: up to 600, so 6e-5 degrees or 1e-6 radians.
        pair.assert_same(back, pair.collide().map(|c| (c.normal, c.depth)), 2.0 * pair.slack());
    }

    #[test]
    fn normal_times_depth_just_separates_and_99_percent_does_not(pair in any_pair()) {
        pair.assert_normal_times_depth_just_separates();
    }

    #[test]
    fn depth_is_no_greater_than_the_way_out_along_any_of_360_directions(pair in any_pair()) {
        pair.assert_depth_is_the_shortest_way_out(360);
    }

    #[test]
    fn watching_changes_nothing(pair in any_pair()) {
        pair.assert_observing_changes_nothing();
        pair.assert_axes_tell_the_truth();
    }

    #[test]
    fn no_axis_is_tried_twice(pair in any_pair()) {
        let mut trace = Trace::default();
        pair.observed(&mut trace);
        let faces: Vec<&AxisTest> = trace.axes.iter().filter(|t| matches!(t.source, AxisSource::Face(..))).collect();
        for (i, one) in faces.iter().enumerate() {
            for other in &faces[..i] {
                // The faces of one shape are as exact as their corners, those of two as their rotations.
                let side = |test: &AxisTest| matches!(test.source, AxisSource::Face(Side::A, _));
                let least = if side(one) == side(other) { 1.0e-6 } else { 2.0e-7 };
                prop_assert!(one.direction.perp_dot(other.direction).abs() > least, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_face_axis_is_named_after_the_face_by_which_the_other_shape_leaves(pair in any_pair()) {
        let mut trace = Trace::default();
        pair.observed(&mut trace);
        for test in &trace.axes {
            let AxisSource::Face(side, face) = test.source else { continue };
            let (shape, pose, own, other) = match side {
                Side::A => (&pair.a, &pair.pose_a, test.a, test.b),
                Side::B => (&pair.b, &pair.pose_b, test.b, test.a),
            };
            let normals = outward_normals(shape);
            let named = pose.rotation.rotate(normals[face as usize]);
            let is_line = matches!(shape, Shape::Wall(_) | Shape::Capsule(_));
            let along = if is_line { named.dot(test.direction).abs() } else { named.dot(test.direction) };
            prop_assert!(along > 1.0 - 1.0e-5, "{test:?}: {named}");
            let (out, back) = (own.max - other.min, other.max - own.min);
            let slack = f64::from(pair.slack());
            let is_opposite = |n: &Vec2| n.perp_dot(normals[face as usize]).abs() < 1.0e-6 && n.dot(normals[face as usize]) < 0.0;
            let opposite = normals.iter().position(is_opposite);
            if is_line || opposite.is_some() {
                prop_assert!(out <= back + slack, "{test:?}: {out} {back}");
            }
            if !is_line && (out - back).abs() == 0.0 && let Some(opposite) = opposite {
                prop_assert!((face as usize) < opposite, "{test:?}");
            }
        }
    }

    #[test]
    fn points_lie_within_depth_of_both_shapes(pair in any_pair()) {
        pair.assert_points_lie_within_depth_of_both();
    }

    /// Positions are multiples of 1/64 m, which f32 still holds at 131 072 m.
    #[test]
    fn at_100_000_metres_the_bits_are_those_at_the_origin(
        pair in any_pair(), x in -100..100i32, y in -100..100i32, far_x in -1..=1i32,
    ) {
        let near = Pair {
            pose_a: Pose { position: Vec2::ZERO, ..pair.pose_a },
            pose_b: Pose { position: vec2(x as f32, y as f32) / 64.0, ..pair.pose_b },
            ..pair
        };
        let by = vec2(100_000.0 * far_x as f32, -100_000.0);
        let far = Pair {
            pose_a: Pose { position: near.pose_a.position + by, ..near.pose_a },
            pose_b: Pose { position: near.pose_b.position + by, ..near.pose_b },
            ..near.clone()
        };
        prop_assert_eq!(bits(&near.collide()), bits(&far.collide()));
    }

    /// A wall or polygon written in world coordinates, far out, in a body at the origin.
    #[test]
    fn local_coordinates_may_be_far_out_too(
        (a, b) in prop::sample::select(kind_pairs()).prop_flat_map(|(a, b)| (shape(a, 1.0), shape(b, 1.0))),
        x in -100..100i32, y in -100..100i32,
    ) {
        let by = vec2(100_000.0, -65_536.0);
        let rounded = |shape: &Shape, offset: Vec2| {
            let points: Vec<Vec2> = shape.corners().iter().map(|p| (p * 64.0).round() / 64.0 + offset).collect();
            match shape {
                Shape::Polygon(_) => Shape::rounded_polygon(&points, shape.radius()),
                Shape::Wall(_) => Shape::wall(points[0], points[1]),
                _ => Ok(shape.clone()),
            }
        };
        // Rounding to 1/64 can flatten a corner: then there is nothing to compare.
        let place = |shape: &Shape, at: Vec2| if shape.kind() >= collide2d::ShapeKind::Polygon {
            Some((rounded(shape, Vec2::ZERO).ok()?, Pose { position: at, ..Pose::default() },
                rounded(shape, by).ok()?, Pose { position: at, ..Pose::default() }))
        } else {
            let pose = |position| Pose { position, ..Pose::default() };
            Some((shape.clone(), pose(at), shape.clone(), pose(at + by)))
        };
        if let (Some((a, pose_a, far_a, far_pose_a)), Some((b, pose_b, far_b, far_pose_b))) =
            (place(&a, Vec2::ZERO), place(&b, vec2(x as f32, y as f32) / 64.0))
        {
            let near = Pair { a, pose_a, b, pose_b, size: 1.5 };
            let far = Pair { a: far_a, pose_a: far_pose_a, b: far_b, pose_b: far_pose_b, size: 1.5 };
            let pick = |c: Contact| (c.normal, c.depth);
            near.assert_same(far.collide().map(pick), near.collide().map(pick), near.slack());
        }
    }
}

#[test]
fn the_random_pairs_cover_every_kind_touching_and_apart() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        let pair = any_pair().new_tree(&mut runner).unwrap().current();
        *seen.entry((pair.a.kind(), pair.b.kind(), pair.collide().is_some())).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 2 * kind_pairs().len(), "{seen:?}");
    assert!(seen.values().all(|&count| count > 10), "{seen:?}");
}
