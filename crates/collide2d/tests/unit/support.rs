use proptest::prelude::*;

use super::*;
use crate::body::BodyDef;
use crate::shape::Part;

/// The same by a list of all points that are there, sorted.
fn support_by_sorting(body: &Body, normal: Vec2) -> ([SupportPoint; 2], usize) {
    let mut points: Vec<SupportPoint> = Vec::new();
    for_each_support(body, normal, |point| {
        if !points.iter().any(|other| other.from_a == point.from_a) {
            points.push(point);
        }
    });
    points.sort_by(|p, q| p.from_a.dot(normal).total_cmp(&q.from_a.dot(normal)));
    let first = points[0];
    let level = |point: &&SupportPoint| (point.from_a - first.from_a).dot(normal) <= EVEN;
    let apart = |point: &&SupportPoint| (point.from_a - first.from_a).length_squared();
    let second = points.iter().skip(1).filter(level).max_by(|p, q| apart(p).total_cmp(&apart(q)));
    match second.or(points.get(1)) {
        Some(second) => ([first, *second], 2),
        None => ([first, first], 1),
    }
}

/// Few numbers, so that many places are level, as far apart or the same.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![(-2_i8..=2).prop_map(f32::from), -2.0_f32..2.0]
}

fn place() -> impl Strategy<Value = Vec2> {
    (number(), number()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn angle() -> impl Strategy<Value = f32> {
    prop_oneof![(-4_i8..=4).prop_map(|eighths| 45.0 * f32::from(eighths)), -180.0_f32..180.0]
}

fn part() -> impl Strategy<Value = Part> {
    let shape = prop_oneof![
        Just(Shape::circle(0.5)),
        Just(Shape::rectangle(1.0, 1.0)),
        (place(), place()).prop_map(|(from, to)| Shape::wall(from, to)),
        (place(), place()).prop_map(|(from, to)| Shape::capsule(from, to, 0.25)),
        (prop::collection::vec(place(), 2..9), any::<bool>())
            .prop_map(|(points, closed)| Shape::chain(&points, closed, false)),
    ];
    (shape, place(), angle()).prop_filter_map("a shape", |(shape, at, turn)| {
        Some(Part { shape: shape.ok()?, pose: Pose::new(at, turn), density: 1.0 })
    })
}

proptest! {
    #[test]
    fn two_passes_find_what_a_sorted_list_does(
        parts in prop::collection::vec(part(), 1..6),
        (turn, down) in (angle(), angle()),
    ) {
        let normal = Pose::new(Vec2::ZERO, down).rotation.x_axis();
        if let Ok(shape) = Shape::compound(parts) {
            let body = Body::new(BodyDef::new(shape, Pose::new(Vec2::ONE, turn)));
            let told = |(points, count): ([SupportPoint; 2], usize)| {
                (points.map(|point| (point.from_a.to_array().map(f32::to_bits), point.feature)), count)
            };
            prop_assert_eq!(told(support(&body, normal)), told(support_by_sorting(&body, normal)));
        }
    }
}

/// Of equally far places that are level the one counts that is met first later, though the other is met again.
#[test]
fn a_place_that_is_met_again_is_the_same() {
    let chain = |points: &[(f32, f32)]| {
        let points: Vec<Vec2> = points.iter().map(|&point| point.into()).collect();
        Part {
            shape: Shape::chain(&points, false, false).expect("a chain"),
            pose: Pose::default(),
            density: 1.0,
        }
    };
    let parts = vec![
        chain(&[(0.0, 0.0), (0.0, 1.0)]),
        chain(&[(-1.0, 0.0), (-1.0, 1.0)]),
        chain(&[(1.0, 0.0), (1.0, 1.0)]),
        chain(&[(-1.0, 0.0), (-1.0, 2.0)]),
    ];
    let body = Body::new(BodyDef::new(Shape::compound(parts).expect("a compound"), Pose::default()));
    let ([first, second], _) = support(&body, Vec2::Y);
    assert_eq!([first.from_a, second.from_a], [Vec2::ZERO, Vec2::X]);
}
