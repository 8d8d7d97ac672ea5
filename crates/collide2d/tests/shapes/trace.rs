//! What an observer is told, and what stays the same from frame to frame.

use crate::common::sides;
use AxisSource::{Center, Face};
use Feature::{End, Start, Vertex};
use Side::{A, B};
use collide2d::{
    AxisSource, Feature, Interval, Part, Pose, Shape, Side, Trace, collide, collide_leaves, collide_observed,
    trace_leaves,
};
use glam::{Vec2, vec2};

fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

fn rectangle(width: f32, height: f32) -> Shape {
    Shape::rectangle(width, height).unwrap()
}

fn floor() -> Shape {
    Shape::wall(vec2(-5.0, 0.0), vec2(5.0, 0.0)).unwrap()
}

fn trace(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Trace {
    let mut trace = Trace::default();
    collide_observed(a, &pose_a, b, &pose_b, &mut trace);
    trace
}

#[track_caller]
fn check_sources(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, expected: &[AxisSource]) {
    let found: Vec<AxisSource> = trace(a, pose_a, b, pose_b).axes.iter().map(|t| t.source).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_axis_that_the_pair_needs_and_no_more() {
    let (ball, block, floor) = (circle(1.0), rectangle(4.0, 2.0), floor());
    let (o, tilted) = (Pose::default(), Pose::new(vec2(0.5, 0.5), 20.0));
    let faces = |side, n: u32| (0..n).map(move |i| Face(side, i)).collect::<Vec<_>>();

    check_sources(&ball, o, &ball, Pose::at(1.0, 0.0), &[Center(A, Feature::Center)]);
    check_sources(&ball, Pose::at(0.0, 1.5), &block, o, &faces(B, 2));
    check_sources(&block, o, &ball, Pose::at(0.0, 1.5), &faces(A, 2));
    check_sources(&ball, Pose::at(2.5, 1.5), &block, o, &[Face(B, 0), Face(B, 1), Center(A, Vertex(1))]);
    check_sources(&block, o, &ball, Pose::at(-2.5, -1.5), &[Face(A, 2), Face(A, 3), Center(B, Vertex(3))]);
    check_sources(&ball, Pose::at(0.0, 0.5), &floor, o, &[Face(B, 0)]);
    check_sources(&ball, Pose::at(5.5, 0.5), &floor, o, &[Face(B, 0), Center(A, End)]);
    check_sources(&ball, Pose::at(-5.5, 0.5), &floor, o, &[Face(B, 0), Center(A, Start)]);
    check_sources(&block, o, &block, Pose::new(Vec2::ONE, 90.0), &faces(A, 2));
    check_sources(&block, o, &block, tilted, &[faces(A, 2), vec![Face(B, 2), Face(B, 3)]].concat());
    check_sources(&block, tilted, &floor, o, &[Face(A, 2), Face(A, 3), Face(B, 0)]);
    check_sources(&floor, o, &block, tilted, &[Face(B, 2), Face(B, 3), Face(A, 0)]);
    check_sources(&block, o, &floor, o, &faces(A, 2));
    check_sources(&sides(8, 1.0), o, &sides(8, 1.0), Pose::at(0.5, 0.0), &[0, 1, 6, 7].map(|i| Face(A, i)));
    check_sources(
        &sides(5, 1.0),
        o,
        &floor,
        Pose::new(Vec2::ZERO, 10.0),
        &[faces(A, 5), faces(B, 1)].concat(),
    );
    check_sources(&block, tilted, &sides(3, 1.0), o, &[vec![Face(A, 2), Face(A, 3)], faces(B, 3)].concat());
    check_sources(&floor, o, &floor, tilted, &[]);
}

#[test]
fn intervals_are_measured_from_a() {
    // A ball 0.25 deep in the top of a block, both far out.
    let by = vec2(1000.0, -500.0);
    let (ball, block) = (circle(1.0), rectangle(4.0, 2.0));
    let (at_ball, at_block) = (Pose::new(by + vec2(0.5, 1.75), 0.0), Pose::new(by, 0.0));
    let found = trace(&ball, at_ball, &block, at_block);
    assert_eq!(found.axes[1].direction, Vec2::Y);
    assert_eq!(found.axes[1].a, Interval { min: -1.0, max: 1.0 });
    assert_eq!(found.axes[1].b, Interval { min: -2.75, max: -0.75 });
    assert_eq!((found.axes[1].overlap, found.deciding(), found.stops_at()), (0.25, Some(1), None));
    let found = trace(&block, at_block, &ball, at_ball);
    assert_eq!(found.axes[1].a, Interval { min: -1.0, max: 1.0 });
    assert_eq!(found.axes[1].b, Interval { min: 0.75, max: 2.75 });
    // A wall far from its body's position: measured from the position all the same.
    let high = Shape::wall(vec2(-5.0, 100.0), vec2(5.0, 100.0)).unwrap();
    let found = trace(&high, Pose::default(), &ball, Pose::at(0.0, 100.75));
    assert_eq!(found.axes[0].a, Interval { min: 100.0, max: 100.0 });
    assert_eq!(found.axes[0].b, Interval { min: 99.75, max: 101.75 });
    assert_eq!(found.axes[0].overlap, 0.25);
}

#[test]
fn apart_the_trace_goes_past_the_axis_that_stops_the_test() {
    let (ball, block) = (circle(1.0), rectangle(4.0, 2.0));
    let near = trace(&ball, Pose::at(3.1, 0.0), &block, Pose::default());
    assert_eq!(
        (near.early_out, near.stops_at(), near.deciding(), near.axes.len()),
        (false, Some(0), Some(0), 2)
    );
    assert!((near.axes[0].overlap + 0.1).abs() < 1.0e-6);
    let far = trace(&ball, Pose::at(9.0, 0.0), &block, Pose::default());
    assert_eq!((far.early_out, far.stops_at(), far.axes.len()), (true, Some(0), 2));
}

/// A box on a floor rocks by a hundredth of a degree either way, so that now its face and now the floor's
/// gives the axis, and slides: the two points keep their features.
#[test]
fn features_stay_while_the_same_corners_meet_the_same_face() {
    let features = |x: f32, degrees: f32| -> Vec<u32> {
        let at = Pose::new(vec2(x, 0.99), degrees);
        let contact =
            collide(&rectangle(2.0, 2.0), &at, &rectangle(20.0, 2.0), &Pose::at(0.0, -1.0)).unwrap();
        contact.points().iter().map(|p| p.feature).collect()
    };
    let first = features(0.0, 0.0);
    assert_eq!(first.len(), 2);
    for i in -20..=20 {
        assert_eq!(features(0.1 * i as f32, 0.0005 * i as f32), first);
    }
    // Over the edge the floor's corner takes the place of the box's.
    let over = features(9.5, 0.0);
    assert!(over.len() == 2 && over.iter().filter(|f| first.contains(f)).count() == 1, "{first:?} {over:?}");
    // Upside down: other corners, other features.
    assert!(features(0.0, 180.0).iter().all(|f| !first.contains(f)));
}

/// Equal boxes on each other, the upper shaking by a tenth of a millimetre: side by side corners do not
/// change places.
#[test]
fn features_stay_while_corners_shake_past_each_other() {
    let features = |x: f32| -> Vec<u32> {
        let block = rectangle(2.0, 2.0);
        let contact = collide(&block, &Pose::at(x, 1.99), &block, &Pose::default()).unwrap();
        contact.points().iter().map(|p| p.feature).collect()
    };
    for x in [-1.0e-4, -1.0e-6, 1.0e-6, 1.0e-4] {
        assert_eq!(features(x), features(0.0));
    }
}

/// Measured from the other body, the pose of a part or a chain was rounded: its intervals depended on where that is.
#[test]
fn the_intervals_of_a_part_are_those_of_the_same_shape_alone() {
    let part = |shape: Shape, at: Vec2, turned: f32| Part::new(shape, Pose::new(at, turned));
    let far = (rectangle(4000.0, 1000.0), Pose::at(0.0, -500.33));
    let near = (rectangle(1.0, 1.0), Pose::new(vec2(0.3, -0.7), 30.0));
    let at = Pose::at(0.87, -0.35);
    let line = [vec2(-1.0, 0.01), vec2(1.0, 0.01)];
    let chain = Shape::chain(&line, false, false).unwrap();
    let rows = [
        (Shape::compound(vec![part(circle(0.37), Vec2::ZERO, 0.0)]).unwrap(), circle(0.37), at),
        (
            Shape::compound(vec![part(rectangle(1.0, 0.5), Vec2::ZERO, 90.0)]).unwrap(),
            rectangle(0.5, 1.0),
            at,
        ),
        (chain, Shape::wall(line[0], line[1]).unwrap(), at),
    ];
    for (of_leaves, alone, place) in &rows {
        for (other, pose) in [&far, &near] {
            let leaf = collide_leaves(other, pose, of_leaves, &at);
            let leaves = leaf.first().map_or_else(|| panic!("{of_leaves:?} is apart"), |(leaves, _)| *leaves);
            let found = trace_leaves(other, pose, of_leaves, &at, leaves).unwrap().trace;
            let expected = trace(other, *pose, alone, *place);
            for axis in &expected.axes {
                let same = found.axes.iter().find(|test| test.direction == axis.direction).unwrap();
                assert_eq!((same.a, same.b), (axis.a, axis.b), "{of_leaves:?} {axis:?}");
            }
        }
    }
}
