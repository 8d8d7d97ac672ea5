//! Properties of every pair: all kinds, plain, thin, tiny, huge, and far from the origin.
#![allow(clippy::unwrap_used)]

mod common;

use std::f32::consts::TAU;
use std::ops::ControlFlow;

use collide2d::{AxisSource, AxisTest, Contact, Pose, SatObserver, Shape, Side, Trace, collide_observed};
use common::{Pair, any_pair, bits, kind_pairs, shape};
use glam::{Vec2, vec2};
use proptest::prelude::*;

/// Stops where the unobserved test stops.
#[derive(Default)]
struct FirstStop(Vec<AxisTest>);

impl SatObserver for FirstStop {
    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        self.0.push(*test);
        ControlFlow::Break(())
    }
}

fn observed(pair: &Pair, observer: &mut impl SatObserver) -> Option<Contact> {
    collide_observed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, observer)
}

/// Two results for one state: the same depth, and the same normal unless another translation is as short.
fn same(
    pair: &Pair,
    found: Option<(Vec2, f32)>,
    expected: Option<(Vec2, f32)>,
    slack: f32,
) -> Result<(), TestCaseError> {
    let depth = |c: Option<(Vec2, f32)>| c.map_or(0.0, |(_, depth)| depth);
    prop_assert!((depth(found) - depth(expected)).abs() <= slack, "{found:?} {expected:?}");
    if let (Some((normal, _)), Some((other, least))) = (found, expected)
        && normal.distance(other) > 1.0e-3
    {
        prop_assert!(pair.way_out(normal) as f32 <= least + slack, "{normal} is no tie of {other}");
    }
    Ok(())
}

/// Of each face, local space; of a line one of the two.
fn outward_normals(shape: &Shape) -> Vec<Vec2> {
    match shape {
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
        let swapped = pair.swapped().collide().map(|c| (-c.normal, c.depth));
        same(&pair, swapped, pair.collide().map(|c| (c.normal, c.depth)), pair.slack())?;
    }

    #[test]
    fn moving_and_turning_both_changes_nothing(pair in any_pair(), degrees in -180.0..180.0f32, x in -3.0..3.0f32) {
        let by = Pose::new(vec2(x, 1.0) * pair.size, degrees);
        let moved = |pose: &Pose| Pose::new(by.world_from_local(pose.position), pose.rotation.degrees() + degrees);
        let there = Pair { pose_a: moved(&pair.pose_a), pose_b: moved(&pair.pose_b), ..pair.clone() };
        let back = there.collide().map(|c| (by.rotation.unrotate(c.normal), c.depth));
        // Angles are added in f32 degrees: up to 600, so 6e-5 degrees or 1e-6 radians.
        same(&pair, back, pair.collide().map(|c| (c.normal, c.depth)), 2.0 * pair.slack())?;
    }

    #[test]
    fn normal_times_depth_just_separates_and_99_percent_does_not(pair in any_pair()) {
        if let Some(contact) = pair.collide() {
            prop_assert!(contact.depth > 0.0 && (contact.normal.length() - 1.0).abs() < 1.0e-5);
            let apart = pair.with_a_moved(contact.normal * (contact.depth + pair.slack()));
            prop_assert!(apart.collide().is_none(), "{:?}", apart.collide());
            if contact.depth > 200.0 * pair.slack() {
                let almost = pair.with_a_moved(contact.normal * (0.99 * contact.depth));
                prop_assert!(almost.collide().is_some());
            }
        }
    }

    #[test]
    fn depth_is_no_greater_than_the_way_out_along_any_of_360_directions(pair in any_pair()) {
        let slack = f64::from(pair.slack());
        match pair.collide() {
            Some(contact) => {
                let depth = f64::from(contact.depth);
                for i in 0..360 {
                    let direction = Vec2::from_angle(TAU * i as f32 / 360.0);
                    prop_assert!(depth <= pair.way_out(direction) + slack, "{i} degrees");
                }
                prop_assert!((pair.way_out(contact.normal) - depth).abs() <= slack);
            }
            None => {
                let mut trace = Trace::default();
                observed(&pair, &mut trace);
                let least = trace.axes.iter()
                    .map(|t| pair.way_out(t.direction).min(pair.way_out(-t.direction)))
                    .fold(f64::INFINITY, f64::min);
                prop_assert!(least <= slack, "no axis separates: {least}");
            }
        }
    }

    #[test]
    fn watching_changes_nothing(pair in any_pair()) {
        let (mut trace, mut first) = (Trace::default(), FirstStop::default());
        let contact = pair.collide();
        prop_assert_eq!(bits(&observed(&pair, &mut trace)), bits(&contact));
        prop_assert_eq!(bits(&observed(&pair, &mut first)), bits(&contact));
        if !trace.early_out {
            let stop = trace.stops_at().map_or(trace.axes.len(), |i| i + 1);
            prop_assert_eq!(&first.0[..], &trace.axes[..stop]);
        }
        prop_assert!(!trace.axes.is_empty());
        for test in &trace.axes {
            let found = test.a.overlap(test.b);
            prop_assert!((f64::from(test.overlap) - found).abs() <= f64::from(pair.slack()), "{} {found}", test.overlap);
            let truth = pair.way_out(test.direction).min(pair.way_out(-test.direction)) as f32;
            prop_assert!((test.overlap - truth).abs() <= pair.slack(), "{} {truth}", test.overlap);
        }
        if let Some(contact) = contact {
            let deciding = trace.axes[trace.deciding().unwrap()];
            prop_assert_eq!(deciding.overlap.to_bits(), contact.depth.to_bits());
            prop_assert!(deciding.direction == contact.normal || deciding.direction == -contact.normal);
        }
    }

    #[test]
    fn no_axis_is_tried_twice(pair in any_pair()) {
        let mut trace = Trace::default();
        observed(&pair, &mut trace);
        let faces: Vec<&AxisTest> = trace.axes.iter().filter(|t| matches!(t.source, AxisSource::Face(..))).collect();
        for (i, one) in faces.iter().enumerate() {
            for other in &faces[..i] {
                prop_assert!(one.direction.perp_dot(other.direction).abs() > 1.0e-6, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_face_axis_is_named_after_the_face_by_which_the_other_shape_leaves(pair in any_pair()) {
        let mut trace = Trace::default();
        observed(&pair, &mut trace);
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
        if let Some(contact) = pair.collide() {
            let deepest = contact.points().iter().map(|p| p.depth).fold(0.0, f32::max);
            prop_assert!((deepest - contact.depth).abs() <= pair.slack(), "{deepest} {}", contact.depth);
            for point in contact.points() {
                prop_assert!(point.depth >= 0.0 && point.depth <= contact.depth);
                let world = Contact::world_point(&pair.pose_a, point);
                let slack = contact.depth + pair.slack();
                prop_assert!(pair.a.distance(&pair.pose_a, world) <= slack);
                prop_assert!(pair.b.distance(&pair.pose_b, world) <= slack);
                for (shape, pose) in [(&pair.a, &pair.pose_a), (&pair.b, &pair.pose_b)] {
                    if let Shape::Circle(_) = shape {
                        prop_assert_eq!(contact.points().len(), 1);
                        let from_center = world - pose.position;
                        prop_assert!(from_center.perp_dot(contact.normal).abs() <= pair.slack());
                    }
                }
            }
            if let [first, second] = contact.points() {
                prop_assert!(first.feature != second.feature);
                let along = contact.normal.perp();
                prop_assert!((second.from_a - first.from_a).dot(along) > 0.0);
            }
        }
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
                Shape::Polygon(_) => Shape::polygon(&points),
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
            same(&near, far.collide().map(pick), near.collide().map(pick), near.slack())?;
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
