//! The nearest point of a border.

use crate::{Truth, any_pose, any_shape, cases};
use collide2d::{Feature, Pose, Shape, ShapeKind, project_point};
use glam::{Vec2, vec2};

#[test]
fn the_point_is_on_the_border_and_none_is_nearer() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..cases(10_000) {
        for kind in ShapeKind::SIMPLE {
            let (shape, pose) = (any_shape(&mut random, kind), any_pose(&mut random));
            let point = pose.position + vec2(random.f32() - 0.5, random.f32() - 0.5) * 6.0;
            let found = project_point(&shape, &pose, point).unwrap();
            let truth = Truth::new(&shape, &pose);
            let distance = truth.signed_distance(point.as_dvec2());
            assert!((f64::from(found.distance) - distance).abs() < 4.0e-6, "{distance} {found:?}");
            assert!(truth.signed_distance(found.point.as_dvec2()).abs() < 4.0e-6, "{shape:?} {found:?}");
            assert!((found.point.distance(point) - found.distance.abs()).abs() < 4.0e-6, "{found:?}");
            assert_eq!(found.inside, found.distance <= 0.0);
            // The normal points from the border away from the shape.
            let out = truth.signed_distance(found.point.as_dvec2() + found.normal.as_dvec2() * 1.0e-3);
            assert!((out - 1.0e-3).abs() < 1.0e-5, "{out} {shape:?} {found:?}");
        }
    }
}

#[test]
fn worked_projections() {
    let square = Shape::rectangle(2.0, 2.0).unwrap();
    let wall = Shape::wall(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
    let pill = Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.5).unwrap();
    let check = |shape: &Shape, at: (f32, f32), point: (f32, f32), distance: f32, feature: Feature| {
        let found = project_point(shape, &Pose::default(), at.into()).unwrap();
        assert_eq!(
            (found.point, found.distance, found.feature),
            (Vec2::from(point), distance, feature),
            "{found:?}"
        );
    };
    check(&square, (0.25, 0.0), (1.0, 0.0), -0.75, Feature::Face(0));
    check(&square, (0.0, 0.0), (1.0, 0.0), -1.0, Feature::Face(0));
    check(&square, (4.0, 5.0), (1.0, 1.0), 5.0, Feature::Vertex(1));
    check(&square, (0.0, 1.0), (0.0, 1.0), 0.0, Feature::Face(1));
    check(&Shape::circle(2.0).unwrap(), (0.0, 0.0), (0.0, 2.0), -2.0, Feature::Center);
    check(&wall, (0.5, 0.0), (0.5, 0.0), 0.0, Feature::Face(0));
    check(&wall, (0.5, -2.0), (0.5, 0.0), 2.0, Feature::Face(0));
    check(&wall, (4.0, 4.0), (1.0, 0.0), 5.0, Feature::End);
    check(&pill, (0.0, 0.0), (0.0, 0.5), -0.5, Feature::Face(0));
    check(&pill, (-4.0, 4.0), (-1.3, 0.4), 4.5, Feature::Start);
    assert!(project_point(&square, &Pose::default(), vec2(f32::NAN, 0.0)).is_err());
}
