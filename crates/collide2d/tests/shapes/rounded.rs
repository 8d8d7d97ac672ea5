//! Rounded rectangles and polygons, worked by hand and beside the circles and capsules that they may be.

use collide2d::{
    AxisSource, Feature, Pose, Ray, Shape, ShapeError, Side, Trace, cast_ray, collide, collide_observed,
    first_touch, project_point, separation,
};
use glam::{Vec2, vec2};

fn rounded(width: f32, height: f32, radius: f32) -> Shape {
    Shape::rounded_rectangle(width, height, radius).unwrap()
}

fn near(found: Vec2, expected: Vec2) {
    assert!(found.distance(expected) < 1.0e-6, "{found} for {expected}");
}

#[test]
fn a_radius_is_0_or_more() {
    for (radius, message) in [
        (-0.5, "radius is -0.5; it must be 0 or greater"),
        (f32::NAN, "radius is NaN; allowed are finite numbers from -1000000 to 1000000"),
        (2.0e6, "radius is 2000000; allowed are finite numbers from -1000000 to 1000000"),
    ] {
        let points = [Vec2::ZERO, Vec2::X, Vec2::Y];
        let found: [ShapeError; 2] = [
            Shape::rounded_rectangle(1.0, 1.0, radius).unwrap_err(),
            Shape::rounded_polygon(&points, radius).unwrap_err(),
        ];
        assert_eq!(found.map(|error| error.to_string()), [message; 2]);
    }
    assert_eq!(rounded(1.0, 2.0, 0.0), Shape::rectangle(1.0, 2.0).unwrap());
    assert_eq!(rounded(1.0, 2.0, 0.5).radius(), 0.5);
}

/// The radius is outside of width, height and points.
#[test]
fn it_reaches_out_by_the_radius() {
    let (shape, at) = (rounded(2.0, 1.0, 0.25), Pose::at(3.0, 0.0));
    let bounds = shape.aabb(&at);
    assert_eq!((bounds.min, bounds.max), (vec2(1.75, -0.75), vec2(4.25, 0.75)));
    assert!(shape.contains(&at, vec2(4.25, 0.0)) && !shape.contains(&at, vec2(4.2501, 0.0)));
    // The corner's disc is around (4, 0.5).
    let diagonal = 0.25 * 0.5_f32.sqrt();
    let corner = vec2(4.0, 0.5);
    assert!(
        shape.contains(&at, corner + diagonal * 0.999) && !shape.contains(&at, corner + diagonal * 1.001)
    );
    assert!((shape.distance(&at, vec2(4.3, 0.9)) - 0.25).abs() < 1.0e-6);
    assert_eq!(shape.area(), 2.0 + 0.25 * 6.0 + std::f32::consts::PI * 0.0625);
    near(shape.support(&at, Vec2::ONE), corner + diagonal);
    assert_eq!(shape.bounding_circle().radius, 1.25_f32.sqrt() + 0.25);
}

#[test]
fn a_box_stands_on_its_face_with_two_points() {
    let floor = Shape::wall(vec2(-5.0, 0.0), vec2(5.0, 0.0)).unwrap();
    let contact = collide(&rounded(2.0, 1.0, 0.5), &Pose::at(1.0, 0.75), &floor, &Pose::default()).unwrap();
    assert_eq!((contact.normal, contact.depth), (Vec2::Y, 0.25));
    let points: Vec<_> = contact.points().iter().map(|point| (point.from_a, point.depth)).collect();
    // Midway between the surfaces, as long as the core's face.
    assert_eq!(points, [(vec2(1.0, -0.875), 0.25), (vec2(-1.0, -0.875), 0.25)]);
}

/// The corners of the cores are (1, 1) and (1.3, 1.4): 0.5 apart.
#[test]
fn corners_meet_along_the_line_through_both() {
    let (a, b) = (rounded(2.0, 2.0, 0.5), rounded(2.0, 2.0, 0.25));
    let (at_a, at_b) = (Pose::default(), Pose::at(2.3, 2.4));
    let mut trace = Trace::default();
    let contact = collide_observed(&a, &at_a, &b, &at_b, &mut trace).unwrap();
    near(contact.normal, vec2(-0.6, -0.8));
    assert!((contact.depth - 0.25).abs() < 1.0e-6);
    let [point] = contact.points() else { panic!("{contact:?}") };
    // From 0.5 to 0.25 along the line of 0.5.
    near(point.from_a, vec2(1.0, 1.0) + vec2(0.6, 0.8) * 0.375);
    assert_eq!(point.features(&a, &b), [Feature::Vertex(1), Feature::Vertex(3)]);
    let last = trace.axes.last().unwrap();
    assert_eq!(last.source, AxisSource::End(Side::A, Feature::Vertex(1), Feature::Vertex(3)));
    assert!((last.a.max - (0.6 + 0.8 + 0.5)).abs() < 1.0e-6);
    let far = Pose::at(2.6, 2.8);
    assert!((separation(&a, &at_a, &b, &far) - 0.25).abs() < 1.0e-6);
    let impact = first_touch(&a, &at_a, &b, &far, vec2(0.6, 0.8), 1.0).unwrap();
    assert!((impact.time - 0.25).abs() < 1.0e-6);
    near(impact.normal, vec2(-0.6, -0.8));
}

/// The cores overlap by 0.5: the way out is that and both radii.
#[test]
fn of_cores_that_overlap_the_radii_add_to_the_depth() {
    let (a, b) = (rounded(2.0, 2.0, 0.5), rounded(2.0, 4.0, 0.25));
    let contact = collide(&a, &Pose::default(), &b, &Pose::at(1.5, 0.0)).unwrap();
    assert_eq!((contact.normal, contact.depth), (Vec2::NEG_X, 1.25));
}

#[test]
fn a_ray_meets_the_round_corner() {
    let shape = rounded(2.0, 2.0, 0.5);
    let ray = Ray::between(vec2(4.0, 4.0), Vec2::ZERO).unwrap();
    let hit = cast_ray(&shape, &Pose::default(), &ray, true).unwrap();
    let corner = Vec2::ONE + 0.5 * 0.5_f32.sqrt();
    near(hit.point, corner);
    near(hit.normal.unwrap(), Vec2::splat(0.5_f32.sqrt()));
    assert_eq!(hit.feature, Feature::Vertex(1));
    let found = project_point(&shape, &Pose::default(), vec2(1.6, 1.8)).unwrap();
    near(found.point, vec2(1.3, 1.4));
    assert!((found.distance - 0.5).abs() < 1.0e-6);
}

/// Around a core of hardly any size it is the circle and the capsule.
#[test]
fn around_hardly_a_core_it_is_a_circle_or_a_capsule() {
    const CORE: f32 = 1.0e-5;
    let mut random = fastrand::Rng::with_seed(36);
    let mut touching = 0;
    for _ in 0..4_000 {
        let mut within = |low: f32, high: f32| low + (high - low) * random.f32();
        let (length, radius) = (within(0.2, 2.0), within(0.1, 0.8));
        let round = [
            (Shape::circle(radius).unwrap(), rounded(CORE, CORE, radius)),
            (
                Shape::capsule(vec2(-0.5 * length, 0.0), vec2(0.5 * length, 0.0), radius).unwrap(),
                rounded(length, CORE, radius),
            ),
        ];
        let others = [
            Shape::circle(within(0.2, 1.0)).unwrap(),
            Shape::rectangle(within(0.2, 2.0), within(0.2, 2.0)).unwrap(),
            rounded(within(0.2, 2.0), within(0.2, 2.0), within(0.1, 0.5)),
            Shape::wall(vec2(-1.0, 0.3), vec2(within(0.0, 1.0), 0.0)).unwrap(),
        ];
        let at = Pose::new(vec2(within(-2.0, 2.0), within(-2.0, 2.0)), within(0.0, 360.0));
        for (known, found) in &round {
            for other in &others {
                let there = Pose::new(Vec2::ZERO, 30.0);
                let gap = separation(found, &at, other, &there) - separation(known, &at, other, &there);
                assert!(gap.abs() < 2.0 * CORE, "{gap}: {found:?} {at:?} {other:?}");
                touching += u32::from(collide(found, &at, other, &there).is_some());
            }
        }
    }
    assert!(touching > 5_000, "{touching}");
}
