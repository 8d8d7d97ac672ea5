//! Shapes: what the constructors refuse, and the measures of a shape.

use collide2d::{Aabb, Interval, Part, Pose, Shape, ShapeError, ShapeKind};
use glam::{Vec2, vec2};
use proptest::prelude::*;

fn refused(points: &[(f32, f32)]) -> ShapeError {
    let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
    Shape::polygon(&points).unwrap_err()
}

fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
    Shape::polygon(&points).unwrap()
}

fn regular(n: usize, radius: f32) -> Vec<Vec2> {
    (0..n).map(|i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / n as f32) * radius).collect()
}

#[track_caller]
fn near(found: f32, expected: f32) {
    assert!((found - expected).abs() <= 1.0e-5 * expected.abs().max(1.0), "{found}, expected {expected}");
}

/// What a shape keeps to be fast is not what a person prints it for.
#[test]
fn shapes_print_what_they_were_made_of() {
    let points = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)];
    let written = "points: [Vec2(0.0, 0.0), Vec2(1.0, 0.0), Vec2(0.0, 1.0)]";
    let polygon = Shape::rounded_polygon(&points, 0.25).unwrap();
    assert_eq!(format!("{polygon:?}"), format!("Polygon(Polygon {{ {written}, radius: 0.25 }})"));
    let chain = Shape::chain(&points, true, false).unwrap();
    let chain_written = format!("Chain(Chain {{ {written}, closed: true, one_sided: false }})");
    assert_eq!(format!("{chain:?}"), chain_written);
    let compound = Shape::compound(vec![Part::new(chain, Pose::default())]).unwrap();
    let compound = format!("{compound:?}");
    assert!(
        compound.starts_with(&format!("Compound(Compound {{ parts: [Part {{ shape: {chain_written}")),
        "{compound}"
    );
    assert!(compound.ends_with("density: 1.0 }] })"), "{compound}");
}

#[test]
fn invalid_sizes_are_refused_with_a_readable_message() {
    let message = |result: Result<Shape, ShapeError>| result.unwrap_err().to_string();
    assert_eq!(message(Shape::circle(0.0)), "radius is 0; it must be greater than 0");
    assert_eq!(message(Shape::circle(-1.5)), "radius is -1.5; it must be greater than 0");
    assert_eq!(
        message(Shape::circle(f32::NAN)),
        "radius is NaN; allowed are finite numbers from -1000000 to 1000000"
    );
    assert_eq!(
        message(Shape::rectangle(1.0, 1.1e6)),
        "height is 1100000; allowed are finite numbers from -1000000 to 1000000"
    );
    assert_eq!(message(Shape::rectangle(-0.0, 1.0)), "width is -0; it must be greater than 0");
    assert!(message(Shape::wall(Vec2::ONE, Vec2::ONE)).contains("length 0"));
    assert!(message(Shape::wall(vec2(0.0, f32::INFINITY), Vec2::ONE)).starts_with("start y is inf"));
    assert!(message(Shape::polygon(&[Vec2::ZERO, Vec2::X])).contains("2 points; 3 to 64"));
    assert!(message(Shape::polygon(&regular(65, 1.0))).contains("65 points"));
    assert!(
        message(Shape::polygon(&[Vec2::ZERO, Vec2::X, vec2(f32::NAN, 1.0)])).starts_with("point 2 x is NaN")
    );
    assert!(Shape::polygon(&regular(64, 1.0)).is_ok() && Shape::circle(1.0e6).is_ok());
}

/// The half of the least f32 above 0 rounds to 0: such a rectangle was accepted with a half extent of 0.
#[test]
fn a_rectangle_with_a_half_extent_of_0_is_refused() {
    let least = f32::from_bits(1);
    let message = |result: Result<Shape, ShapeError>| result.unwrap_err().to_string();
    let half_is_zero = |what| format!("{what} is {least}; half of it must be greater than 0");
    assert_eq!(message(Shape::rectangle(1.0e-45, 1.0)), half_is_zero("width"));
    assert_eq!(message(Shape::rectangle(1.0, least)), half_is_zero("height"));
    let Ok(Shape::Rectangle(smallest)) = Shape::rectangle(f32::from_bits(2), 1.0) else { panic!() };
    assert_eq!(smallest.half_extents(), vec2(least, 0.5));
    // Nothing is halved here.
    assert!(Shape::circle(least).is_ok());
}

/// The squares of such sizes are 0 in f32.
#[test]
fn a_bounding_circle_holds_a_shape_too_small_to_be_squared() {
    for size in [1.0e-25, 1.0e-38] {
        let radius = |shape: Result<Shape, ShapeError>| shape.unwrap().bounding_circle().radius / size;
        near(radius(Shape::rectangle(size, size)), std::f32::consts::FRAC_1_SQRT_2);
        near(radius(Shape::wall(Vec2::ZERO, vec2(size, 0.0))), 0.5);
    }
}

#[test]
fn a_polygon_that_is_not_convex_names_the_point() {
    let notch = |point| ShapeError::NotConvex { point, straight: false };
    let line = |point| ShapeError::NotConvex { point, straight: true };
    // A dart: its notch is point 2, in either winding.
    assert_eq!(refused(&[(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)]), notch(2));
    assert_eq!(refused(&[(0.0, 4.0), (1.0, 1.0), (4.0, 0.0), (0.0, 0.0)]), notch(1));
    // Three neighbours on one line, exactly and within rounding (0.1 + 0.2 != 0.3).
    assert_eq!(refused(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, 1.0)]), line(1));
    assert_eq!(refused(&[(0.1, 0.1), (0.2, 0.2), (0.3, 0.3), (0.0, 5.0)]), line(1));
    // A point twice; all on one line; a bow tie.
    assert!(matches!(
        refused(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]),
        ShapeError::NotConvex { point: 1 | 2, straight: true }
    ));
    assert_eq!(refused(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]), line(0));
    assert!(matches!(
        refused(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]),
        ShapeError::NotConvex { .. }
    ));
    // A pentagram turns left everywhere, but twice round; so does a hexagon walked twice.
    let five = regular(5, 1.0);
    let star: Vec<Vec2> = (0..5).map(|i| five[i * 2 % 5]).collect();
    assert!(matches!(Shape::polygon(&star), Err(ShapeError::NotConvex { .. })));
    let twice = [regular(6, 1.0), regular(6, 1.0)].concat();
    assert!(matches!(Shape::polygon(&twice), Err(ShapeError::NotConvex { .. })));
}

#[test]
fn either_winding_is_kept_counter_clockwise_with_the_first_point_first() {
    let clockwise = polygon(&[(0.0, 0.0), (0.0, 2.0), (3.0, 0.0)]);
    assert_eq!(clockwise, polygon(&[(0.0, 0.0), (3.0, 0.0), (0.0, 2.0)]));
    assert_eq!(clockwise.corners(), [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(0.0, 2.0)]);
    let Shape::Polygon(p) = clockwise else { panic!() };
    assert_eq!(p.normals()[0], Vec2::NEG_Y);
    assert_eq!(p.normals()[2], Vec2::NEG_X);
}

/// Textbook formulas: a right triangle's centroid lies at a third of its legs and its moment about it is m
/// (b² + h²) / 18; a rectangle's moment is m (w² + h²) / 12, a disc's m r² / 2, a thin rod's m l² / 12.
#[test]
fn area_centroid_and_moment_of_inertia() {
    let triangle = polygon(&[(10.0, 20.0), (13.0, 20.0), (10.0, 26.0)]);
    near(triangle.area(), 9.0);
    assert!(triangle.centroid().abs_diff_eq(vec2(11.0, 22.0), 1.0e-5));
    near(triangle.moment_of_inertia(2.0), 2.0 * (9.0 + 36.0) / 18.0);
    near(triangle.inner_radius(), 6.0 / 45.0_f32.sqrt());

    let rectangle = Shape::rectangle(3.0, 4.0).unwrap();
    let same = polygon(&[(-1.5, -2.0), (1.5, -2.0), (1.5, 2.0), (-1.5, 2.0)]);
    for shape in [rectangle, same] {
        near(shape.area(), 12.0);
        assert_eq!(shape.centroid(), Vec2::ZERO);
        near(shape.moment_of_inertia(5.0), 5.0 * 25.0 / 12.0);
        near(shape.inner_radius(), 1.5);
    }
    let circle = Shape::circle(2.0).unwrap();
    near(circle.area(), std::f32::consts::PI * 4.0);
    near(circle.moment_of_inertia(3.0), 6.0);
    let wall = Shape::wall(vec2(1.0, 1.0), vec2(4.0, 5.0)).unwrap();
    assert_eq!((wall.area(), wall.inner_radius(), wall.centroid()), (0.0, 0.0, vec2(2.5, 3.0)));
    near(wall.moment_of_inertia(12.0), 25.0);
    // Uneven corners: the area centroid is not the mean of the corners.
    let kite = polygon(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 3.0)]);
    near(kite.area(), 4.0);
    assert!(kite.centroid().abs_diff_eq(vec2(5.0 / 6.0, 13.0 / 12.0), 1.0e-5), "{}", kite.centroid());
}

#[test]
fn containment_is_exact_on_edges_and_corners() {
    let at = Pose::new(vec2(5.0, -3.0), 90.0);
    let rectangle = Shape::rectangle(4.0, 2.0).unwrap();
    // Turned by 90°: 2 wide and 4 high.
    for (x, y, inside) in [(6.0, -1.0, true), (6.0, -5.0, true), (6.000001, -1.0, false), (6.5, -3.0, false)]
    {
        assert_eq!(rectangle.contains(&at, vec2(x, y)), inside, "{x} {y}");
    }
    let circle = Shape::circle(5.0).unwrap();
    assert!(circle.contains(&Pose::at(1.0, 1.0), vec2(4.0, 5.0)));
    assert!(!circle.contains(&Pose::at(1.0, 1.0), vec2(4.0, 5.000001)));
    let origin = Pose::default();
    let triangle = polygon(&[(0.1, 0.1), (0.9, 0.3), (0.4, 0.7)]);
    for corner in triangle.corners() {
        assert!(triangle.contains(&origin, corner));
    }
    let slope = polygon(&[(0.0, 0.0), (3.0, 1.0), (0.0, 3.0)]);
    assert!(slope.contains(&origin, vec2(1.5, 0.5)) && !slope.contains(&origin, vec2(1.5, 0.49999997)));
    let wall = Shape::wall(vec2(-1.0, -1.0), vec2(3.0, 3.0)).unwrap();
    assert!(wall.contains(&origin, vec2(2.0, 2.0)) && wall.contains(&origin, vec2(3.0, 3.0)));
    assert!(!wall.contains(&origin, vec2(2.0, 2.0001)) && !wall.contains(&origin, vec2(3.001, 3.001)));
}

#[test]
fn distance_to_each_kind() {
    let at = Pose::at(1.0, 2.0);
    near(Shape::circle(1.0).unwrap().distance(&at, vec2(4.0, 6.0)), 4.0);
    near(Shape::rectangle(2.0, 2.0).unwrap().distance(&at, vec2(5.0, 7.0)), 5.0);
    near(Shape::rectangle(2.0, 2.0).unwrap().distance(&at, vec2(1.5, 2.5)), 0.0);
    let triangle = polygon(&[(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)]);
    near(triangle.distance(&at, vec2(3.0, 4.0)), 2.0_f32.sqrt());
    near(triangle.distance(&at, vec2(1.25, 2.25)), 0.0);
    let wall = Shape::wall(vec2(0.0, 0.0), vec2(4.0, 0.0)).unwrap();
    near(wall.distance(&at, vec2(3.0, 1.0)), 1.0);
    near(wall.distance(&at, vec2(8.0, 6.0)), 5.0);
}

#[test]
fn aabb_contains_overlaps_and_measures() {
    let a = Aabb { min: vec2(0.0, 0.0), max: vec2(4.0, 2.0) };
    assert!(a.contains(vec2(4.0, 0.0)) && a.contains(vec2(1.0, 1.0)));
    assert!(!a.contains(vec2(4.1, 1.0)) && !a.contains(vec2(1.0, -0.1)));
    let beside = Aabb { min: vec2(3.0, 0.5), max: vec2(9.0, 1.0) };
    assert!(a.overlaps(&beside) && beside.overlaps(&a));
    // Along y `beside` lies within `a`: the shorter way out is 1 m, not its height.
    assert_eq!(a.overlap(&beside), vec2(1.0, 1.0));
    let touching = Aabb { min: vec2(4.0, 2.0), max: vec2(5.0, 3.0) };
    assert!(a.overlaps(&touching));
    let above = Aabb { min: vec2(0.0, 5.0), max: vec2(1.0, 6.0) };
    assert!(!a.overlaps(&above));
    assert_eq!(a.overlap(&above).y, -3.0);
    assert_eq!(a.union(&above), Aabb { min: Vec2::ZERO, max: vec2(4.0, 6.0) });
    assert_eq!((a.center(), a.size()), (vec2(2.0, 1.0), vec2(4.0, 2.0)));
    assert_eq!(Aabb::around([]), None);
    assert_eq!(Aabb::around([vec2(4.0, 0.0), vec2(0.0, 2.0)]), Some(a));
    assert_eq!(Interval { min: 0.0, max: 10.0 }.overlap(Interval { min: 1.0, max: 2.0 }), 2.0);
    assert_eq!(Interval { min: 0.0, max: 1.0 }.overlap(Interval { min: 3.0, max: 4.0 }), -2.0);
}

#[test]
fn a_right_angle_turns_a_rectangle_exactly() {
    let r = Shape::rectangle(4.0, 2.0).unwrap();
    for quarter in [-3.0, -1.0, 1.0, 5.0, 401.0] {
        let aabb = r.aabb(&Pose::new(vec2(1.0, 1.0), 90.0 * quarter));
        assert_eq!(aabb, Aabb { min: vec2(0.0, -1.0), max: vec2(2.0, 3.0) });
    }
}

#[test]
fn a_polygon_has_the_smallest_bounding_circle() {
    // 3-4-5 triangle: its longest side is the diameter. An equilateral one: the circle through the corners.
    let right = polygon(&[(0.0, 0.0), (3.0, 0.0), (0.0, 4.0)]).bounding_circle();
    near(right.radius, 2.5);
    assert!(right.center.abs_diff_eq(vec2(1.5, 2.0), 1.0e-6));
    let equilateral = Shape::polygon(&regular(3, 2.0)).unwrap().bounding_circle();
    near(equilateral.radius, 2.0);
    assert!(equilateral.center.length() < 1.0e-6);
}

fn capsule(start: (f32, f32), end: (f32, f32), radius: f32) -> Shape {
    Shape::capsule(start.into(), end.into(), radius).unwrap()
}

#[test]
fn a_capsule_without_length_or_radius_is_refused() {
    let message =
        |start: Vec2, end: Vec2, radius| Shape::capsule(start, end, radius).unwrap_err().to_string();
    assert!(message(Vec2::ONE, Vec2::ONE, 0.5).contains("length 0"));
    assert_eq!(message(Vec2::ZERO, Vec2::X, 0.0), "radius is 0; it must be greater than 0");
    assert!(message(Vec2::ZERO, Vec2::X, f32::NAN).starts_with("radius is NaN"));
    assert!(message(Vec2::ZERO, Vec2::X, 1.1e6).starts_with("radius is 1100000"));
    assert!(message(vec2(0.0, f32::INFINITY), Vec2::X, 0.5).starts_with("start y is inf"));
    assert!(message(Vec2::ZERO, vec2(-1.1e6, 0.0), 0.5).starts_with("end x is -1100000"));
    // Ends that are apart by no more than one f32 can tell.
    assert!(Shape::capsule(Vec2::ZERO, vec2(f32::from_bits(1), 0.0), 0.5).is_ok());
}

#[test]
fn a_capsule_holds_what_is_within_its_radius_of_the_segment() {
    let long = capsule((0.0, 0.0), (4.0, 0.0), 5.0);
    let at = Pose::at(1.0, 1.0);
    // From the end (5, 1) to (8, 5) it is (3, 4).
    assert!(long.contains(&at, vec2(8.0, 5.0)) && !long.contains(&at, vec2(8.0, 5.000001)));
    assert!(long.contains(&at, vec2(3.0, 6.0)) && !long.contains(&at, vec2(3.0, 6.000001)));
    assert!(long.contains(&at, vec2(-4.0, 1.0)) && !long.contains(&at, vec2(-4.000001, 1.0)));
    near(long.distance(&at, vec2(11.0, 9.0)), 5.0);
    near(long.distance(&at, vec2(2.0, -8.0)), 4.0);
    assert_eq!(long.distance(&at, vec2(4.0, 3.0)), 0.0);
    // Turned by a right angle: exact.
    let aabb = long.aabb(&Pose::new(vec2(1.0, 1.0), 90.0));
    assert_eq!(aabb, Aabb { min: vec2(-4.0, -4.0), max: vec2(6.0, 10.0) });
    let bounds = capsule((3.0, 4.0), (-3.0, -4.0), 2.0).bounding_circle();
    assert_eq!((bounds.center, bounds.radius), (Vec2::ZERO, 7.0));
    let Shape::Capsule(c) = &long else { panic!() };
    assert_eq!((c.start(), c.end(), c.radius(), c.normal()), (Vec2::ZERO, vec2(4.0, 0.0), 5.0, Vec2::Y));
    assert!(long.corners().is_empty());
}

/// Area, centroid and second moment, summed over a grid of points that the shape holds.
#[test]
fn a_round_shapes_area_centroid_and_moment_of_inertia_are_those_of_its_points() {
    const CELLS: u32 = 1500;
    let rounded = |points: &[(f32, f32)], radius| {
        let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
        Shape::rounded_polygon(&points, radius).unwrap()
    };
    for shape in [
        capsule((-1.0, 0.0), (1.0, 0.0), 0.5),
        capsule((3.0, 4.0), (4.5, 2.0), 0.2),
        capsule((0.0, 0.1), (0.0, -0.1), 2.0),
        Shape::rounded_rectangle(2.0, 1.0, 0.3).unwrap(),
        Shape::rounded_rectangle(0.1, 3.0, 1.0).unwrap(),
        rounded(&[(0.0, 0.0), (3.0, 0.0), (0.0, 1.0)], 0.4),
        rounded(&[(5.0, 1.0), (5.2, 1.1), (5.1, 1.9), (4.8, 1.5)], 1.0),
    ] {
        let origin = Pose::default();
        let bounds = shape.aabb(&origin);
        let (cell, about) = (bounds.size() / CELLS as f32, shape.centroid().as_dvec2());
        let (mut count, mut sum, mut squares) = (0.0, glam::DVec2::ZERO, 0.0);
        for i in 0..CELLS * CELLS {
            let place = vec2((i % CELLS) as f32 + 0.5, (i / CELLS) as f32 + 0.5);
            let p = bounds.min + place * cell;
            if shape.contains(&origin, p) {
                let arm = p.as_dvec2() - about;
                (count, sum, squares) = (count + 1.0, sum + arm, squares + arm.length_squared());
            }
        }
        let within = |found: f32, expected: f64| (f64::from(found) - expected).abs() < 1.0e-3 * expected;
        assert!(within(shape.area(), count * f64::from(cell.x * cell.y)), "{}", shape.area());
        assert!((sum / count).length() < 1.0e-3, "{}", sum / count);
        assert!(within(shape.moment_of_inertia(3.0), 3.0 * squares / count));
        let inner = shape.inner_radius();
        let on_rim = |i: u16, r: f32| shape.centroid() + Vec2::from_angle(f32::from(i) * 0.01) * r;
        assert!((0..629).all(|i| shape.contains(&origin, on_rim(i, 0.999 * inner))));
        assert!((0..629).any(|i| !shape.contains(&origin, on_rim(i, 1.001 * inner))));
    }
    // Almost a disc, and almost a thin rod; almost a disc, and almost a sharp triangle.
    near(capsule((-1.0e-6, 0.0), (1.0e-6, 0.0), 2.0).moment_of_inertia(3.0), 6.0);
    near(capsule((0.0, 0.0), (3.0, 4.0), 1.0e-5).moment_of_inertia(12.0), 25.0);
    near(Shape::rounded_rectangle(1.0e-6, 1.0e-6, 2.0).unwrap().moment_of_inertia(3.0), 6.0);
    let corners = [(0.0, 0.0), (3.0, 0.0), (0.0, 3.0)];
    let (sharp, round) = (rounded(&corners, 0.0), rounded(&corners, 1.0e-6));
    near(round.moment_of_inertia(1.0), sharp.moment_of_inertia(1.0));
    near(round.area(), 4.5);
}

#[test]
fn kinds_are_told_apart() {
    let wall = Shape::wall(Vec2::ZERO, Vec2::X).unwrap();
    assert_eq!(wall.kind(), ShapeKind::Wall);
    assert_eq!(Shape::circle(1.0).unwrap().kind(), ShapeKind::Circle);
    for kind in ShapeKind::SIMPLE {
        assert_eq!(ShapeKind::from_name(kind.name()), Some(kind));
    }
    assert_eq!(ShapeKind::from_name("ellipse"), None);
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let radius = prop_oneof![Just(0.0), 0.001..3.0f32];
    prop_oneof![
        (0.01..10.0f32).prop_map(|r| Shape::circle(r).unwrap()),
        (0.01..10.0f32, 0.01..10.0f32, radius.clone())
            .prop_map(|(w, h, radius)| Shape::rounded_rectangle(w, h, radius).unwrap()),
        (3..=64usize, 0.1..10.0f32, -5.0..5.0f32, radius).prop_map(|(n, r, x, radius)| {
            let points: Vec<Vec2> = regular(n, r).iter().map(|p| vec2(p.x + x, p.y * 0.3)).collect();
            Shape::rounded_polygon(&points, radius).unwrap()
        }),
        (-5.0..5.0f32, 0.1..5.0f32, 0.01..3.0f32).prop_map(|(x, length, radius)| capsule(
            (x, 1.0),
            (x + length, 2.0),
            radius
        )),
        (-5.0..5.0f32, 0.1..5.0f32)
            .prop_map(|(x, length)| Shape::wall(vec2(x, 1.0), vec2(x + length, 2.0)).unwrap()),
    ]
}

proptest! {
    #[test]
    fn bounds_and_support_hold_the_whole_shape(
        shape in any_shape(), x in -50.0..50.0f32, y in -50.0..50.0f32, degrees in -400.0..400.0f32, turn in 0.0..6.3f32,
    ) {
        let pose = Pose::new(vec2(x, y), degrees);
        let aabb = shape.aabb(&pose);
        let bounding = shape.bounding_circle();
        let center = pose.world_from_local(bounding.center);
        let direction = Vec2::from_angle(turn);
        let farthest = shape.support(&pose, direction);
        let slack = 1.0e-4;
        let around = |p: Vec2, radius: f32| (0..90).map(move |i| p + Vec2::from_angle(i as f32) * radius);
        let corners: Vec<Vec2> = match &shape {
            Shape::Circle(c) => around(center, c.radius()).collect(),
            Shape::Capsule(c) => [c.start(), c.end()]
                .into_iter()
                .flat_map(|end| around(pose.world_from_local(end), c.radius()))
                .collect(),
            Shape::Chain(_) | Shape::Compound(_) => unreachable!("a simple kind"),
            Shape::Rectangle(_) | Shape::Polygon(_) | Shape::Wall(_) => {
                let corners = shape.corners().into_iter().map(|c| pose.world_from_local(c));
                corners.flat_map(|corner| around(corner, shape.radius())).collect()
            }
        };
        for corner in &corners {
            prop_assert!(corner.distance(center) <= bounding.radius + slack);
            prop_assert!(direction.dot(*corner) <= direction.dot(farthest) + slack);
            let grown = Aabb { min: aabb.min - slack, max: aabb.max + slack };
            prop_assert!(grown.contains(*corner));
        }
        prop_assert!(shape.distance(&pose, farthest) <= slack);
        near(shape.support(&pose, Vec2::X).x, aabb.max.x);
        near(shape.support(&pose, Vec2::NEG_Y).y, aabb.min.y);
        let inside = pose.world_from_local(shape.centroid());
        prop_assert!(shape.distance(&pose, inside) <= slack);
        let rim = inside + direction * (shape.inner_radius() * 0.999);
        prop_assert!(shape.distance(&pose, rim) <= slack);
    }
}

/// Their areas round to 0.
#[test]
fn a_compound_of_the_smallest_parts_has_a_centre() {
    let parts = [-1.0e-20, 3.0e-20].map(|x| Part::new(Shape::circle(1.0e-25).unwrap(), Pose::at(x, 0.0)));
    let compound = Shape::compound(parts.to_vec()).unwrap();
    let centroid = compound.centroid();
    assert!((centroid.x - 1.0e-20).abs() < 1.0e-26 && centroid.y == 0.0, "{centroid}");
    assert!(compound.moment_of_inertia(1.0).is_finite());
}
