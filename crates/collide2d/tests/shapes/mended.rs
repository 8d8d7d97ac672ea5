//! Faults of this crate that were found and mended, each with the numbers that showed it.

use crate::common::sides;
use collide2d::{Pose, Shape, Trace, Turning, collide, collide_observed, first_touch, first_touch_rotating};
use glam::{Vec2, vec2};

fn polygon(points: &[(f32, f32)]) -> Shape {
    Shape::polygon(&points.iter().map(|&p| Vec2::from(p)).collect::<Vec<_>>()).unwrap()
}

fn wall(start: (f32, f32), end: (f32, f32)) -> Shape {
    Shape::wall(start.into(), end.into()).unwrap()
}

/// The loop over a block of faces waited for an overlap that is not NaN.
#[test]
fn an_observed_polygon_at_nan_or_infinity_never_returned() {
    let (triangle, square) = (
        polygon(&[(0.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]),
        polygon(&[(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]),
    );
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3.0e38, -3.0e38] {
        for at in [vec2(bad, 0.0), vec2(0.0, bad), vec2(bad, bad)] {
            let (there, here) = (Pose::new(at, 0.0), Pose::new(-at, 30.0));
            for (a, b) in [(&triangle, &square), (&square, &triangle)] {
                for pose in [Pose::default(), here] {
                    let contact = collide_observed(a, &there, b, &pose, &mut Trace::default());
                    assert_eq!(contact, None);
                    let turning =
                        Turning { velocity: vec2(1.0, 0.0), angular_velocity: 90.0, center: Vec2::ZERO };
                    let still = Turning::default();
                    first_touch_rotating(a, &there, &turning, b, &pose, &still, 1.0, 1.0e-4);
                }
            }
        }
    }
}

/// The axis from the centre to a corner is rounding alone there, and was a float less than the true one.
#[test]
fn a_circle_centred_on_a_corner_was_pushed_into_the_polygon() {
    let circle = Shape::circle(1.0).unwrap();
    let check = |shape: &Shape, pose: &Pose, corner: Vec2| {
        let center = Pose::new(pose.world_from_local(corner), 0.0);
        for (a, pose_a, b, pose_b, side) in
            [(&circle, &center, shape, pose, 1.0), (shape, pose, &circle, &center, -1.0)]
        {
            let contact = collide(a, pose_a, b, pose_b).unwrap();
            let out = Pose::new(center.position + contact.normal * (side * contact.depth * 1.001), 0.0);
            let left = collide(&circle, &out, shape, pose).map_or(0.0, |contact| contact.depth);
            assert!(left < 2.0e-3, "{left} m deep after the push from {corner} of {shape:?} at {pose:?}");
        }
    };
    let thorn = polygon(&[(0.9, -0.1), (0.8, 1.0), (0.8, 0.0)]);
    check(&thorn, &Pose::new(Vec2::ZERO, 17.0), vec2(0.8, 0.0));
    let mut random = fastrand::Rng::with_seed(8);
    let mut made = 0;
    while made < 20_000 {
        let mut point = || vec2(random.f32() * 2.0 - 1.0, random.f32() * 2.0 - 1.0);
        let points = [point(), point(), point()];
        let at = point() * 3.0;
        let Ok(shape) = Shape::polygon(&points) else { continue };
        check(&shape, &Pose::new(at, random.f32() * 360.0), points[2]);
        made += 1;
    }
}

/// The report searched for the least overlap again and found another axis than the normal's.
#[test]
fn the_deciding_axis_of_a_tie_was_another_than_the_normals() {
    let (block, ball) = (Shape::rectangle(2.0, 0.5).unwrap(), Shape::circle(2.0).unwrap());
    let (at, ball_at) = (Pose::new(vec2(2.375, -0.125), 101.104_84), Pose::at(1.937_076, 0.808_125_14));
    for (a, pose_a, b, pose_b) in [(&block, &at, &ball, &ball_at), (&ball, &ball_at, &block, &at)] {
        let mut trace = Trace::default();
        let contact = collide_observed(a, pose_a, b, pose_b, &mut trace).unwrap();
        let deciding = trace.axes[trace.deciding().unwrap()];
        assert!(contact.normal == deciding.toward_a() + Vec2::ZERO, "{contact:?} {deciding:?}");
        assert_eq!(contact.depth, deciding.overlap);
    }
}

/// A wall kept as centre and half length loses the bits of its ends.
#[test]
fn what_only_touches_a_wall_was_a_contact() {
    let circle = Shape::circle(0.5).unwrap();
    let slope = wall((-1.25, 1.0), (4.5, 0.625));
    let o = Pose::default();
    assert_eq!(collide(&circle, &Pose::at(-1.25, 1.5), &slope, &o), None);
    assert_eq!(collide(&slope, &o, &circle, &Pose::at(-1.25, 1.5)), None);
    // A circle under an end, and walls that begin on the side of a rectangle or polygon of which all
    // coordinates are eighths.
    let mut random = fastrand::Rng::with_seed(1);
    let mut eighth = |low: i32, high: i32| random.i32(low..=high) as f32 / 8.0;
    for _ in 0..100_000 {
        let (x, y, width, height) =
            (eighth(-40, 40), eighth(-40, 40), eighth(1, 32) * 2.0, eighth(1, 32) * 2.0);
        let side = x + width * 0.5;
        let start = (side, y + height * 0.5 * eighth(-8, 8));
        let end = (side + eighth(1, 80), eighth(-80, 80));
        let wall = wall(start, end);
        let block = Shape::rectangle(width, height).unwrap();
        assert_eq!(
            collide(&block, &Pose::at(x, y), &wall, &o),
            None,
            "{width} x {height} at {x}, {y}: {wall:?}"
        );
        let (w, h) = (width * 0.5, height * 0.5);
        let outline = polygon(&[(w, -h), (w, h), (-w, h), (-w - 0.125, 0.0)]);
        assert_eq!(collide(&wall, &o, &outline, &Pose::at(x, y)), None, "{outline:?} at {x}, {y}: {wall:?}");
        let radius = eighth(1, 16);
        let below = Pose::at(start.0 - radius, start.1);
        let round = Shape::circle(radius).unwrap();
        assert_eq!(collide(&round, &below, &wall, &o), None, "{radius} before {wall:?}");
    }
}

/// The incident face runs nearly along the normal, and what was cut off it lay far below the reference face.
#[test]
fn the_point_of_two_slivers_tip_to_tip_lay_a_metre_off() {
    let sliver = polygon(&[(0.0, 0.0), (1.0, -3.001_087_9e-5), (0.280_754_8, 3.923_275_8e-4)]);
    let (at_a, at_b) = (Pose::at(-4.050_985_7e-8, 0.0), Pose::new(Vec2::ZERO, 180.0));
    for (pose_a, pose_b) in [(at_a, at_b), (at_b, at_a)] {
        let Some(contact) = collide(&sliver, &pose_a, &sliver, &pose_b) else { continue };
        for point in contact.points() {
            let at = pose_a.position + point.from_a;
            for pose in [pose_a, pose_b] {
                let off = sliver.distance(&pose, at);
                assert!(off <= contact.depth + 1.0e-6, "{off} m off: {contact:?}");
            }
        }
    }
}

#[test]
fn first_touch_missed_what_is_thin_and_found_what_never_comes() {
    let (floor, o) = (wall((-5.0, 0.0), (5.0, 0.0)), Pose::default());
    let grain = Shape::circle(1.0e-20).unwrap();
    let impact = first_touch(&grain, &Pose::at(0.3, 1.0), &floor, &o, vec2(0.0, -1.0), 10.0).unwrap();
    assert!((impact.time - 1.0).abs() < 1.0e-6 && impact.normal == Vec2::Y, "{impact:?}");
    let ball = Shape::circle(1.0).unwrap();
    let slowest = vec2(0.0, -1.0e-45);
    assert_eq!(first_touch(&ball, &Pose::at(0.0, 3.0), &floor, &o, slowest, f32::INFINITY), None);
    let (turning, still) = (
        Turning { velocity: vec2(0.0, -1.0), angular_velocity: 10.0, center: Vec2::ZERO },
        Turning::default(),
    );
    let block = Shape::rectangle(1.0, 1.0).unwrap();
    let at = Pose::at(0.0, 3.0);
    assert_eq!(first_touch_rotating(&block, &at, &turning, &floor, &o, &still, f32::NAN, 1.0e-3), None);
}

/// Shapes that only touch by `collide` and approach touch at time 0.
#[test]
fn what_only_touches_and_closes_touches_at_time_0() {
    let slope = wall((-1.25, 1.0), (4.5, 0.625));
    let (circle, o) = (Shape::circle(0.5).unwrap(), Pose::default());
    let impact = first_touch(&circle, &Pose::at(-1.25, 1.5), &slope, &o, vec2(0.0, -1.0), 1.0).unwrap();
    assert!(impact.time < 1.0e-6, "{impact:?}");
}

/// The clipped end of a steep capsule was above the face, and the core's other end was taken for the point.
#[test]
fn a_steep_capsule_at_the_end_of_a_face_touched_with_its_far_end() {
    let block = Shape::rectangle(2.0, 1.0).unwrap();
    let capsule = |end: Vec2| Shape::capsule(end, vec2(0.5, 2.5), 0.3).unwrap();
    let mut touching = 0;
    for past in [0.0, 1.0e-5, 2.0e-5, 4.0e-5, 8.0e-5] {
        for sunk in [2.0e-6, 1.0e-5, 3.0e-5] {
            let (capsule, o) = (capsule(vec2(1.0 + past, 0.8 - sunk)), Pose::default());
            for (a, b) in [(&capsule, &block), (&block, &capsule)] {
                let Some(contact) = collide(a, &o, b, &o) else { continue };
                touching += 1;
                let off = contact.points().iter().map(|p| p.from_a.distance(vec2(1.0, 0.5)));
                let off = off.fold(0.0, f32::max);
                assert!(off <= 2.0e-4, "{off} m off, {past} past, {sunk} sunk: {contact:?}");
            }
        }
    }
    assert_eq!(touching, 30);
}

/// The far face of a polygon gives the same axis as the corner opposite to it, and wins the tie: the faces beside
/// that corner were clipped along their own normals.
#[test]
fn a_capsules_end_on_a_corner_touched_beside_it() {
    let corner = |i: u16| Vec2::from_angle(f32::from(i) * std::f32::consts::TAU / 9.0);
    let polygon = Shape::polygon(&(0..9).map(corner).collect::<Vec<_>>()).unwrap();
    let o = Pose::default();
    for sunk in [1.0e-5, 8.0e-5, 1.0e-3] {
        let capsule = Shape::capsule(vec2(1.75 - sunk, 0.0), vec2(2.0, 1.5), 0.75).unwrap();
        for (a, b) in [(&capsule, &polygon), (&polygon, &capsule)] {
            let contact = collide(a, &o, b, &o).unwrap();
            assert!((contact.depth - sunk).abs() <= 1.0e-6, "{contact:?}");
            let off = contact.points().iter().map(|p| p.from_a.distance(Vec2::X)).fold(0.0, f32::max);
            assert!(off <= sunk, "{off} m off: {contact:?}");
        }
    }
}

/// Of two faces 3e-4 radians apart the wrong one was the farthest by rounding, and the axis ran through its corner,
/// where the other face is nearer.
#[test]
fn a_circle_before_a_blunt_corner_had_an_axis_through_it() {
    let sliver = polygon(&[
        (1.2440375, 0.0),
        (1.0064476, 0.00028335044),
        (-1.0064476, 0.0002833504),
        (-1.2440375, 0.0),
        (-0.3084913, -0.0004670079),
        (0.47402227, -0.00044569786),
        (1.0064474, -0.00028335047),
    ]);
    let grain = Shape::circle(0.001).unwrap();
    for step in 0..1_000 {
        let (at, below) = (0.474 + 1.0e-6 * step as f32, Pose::new(vec2(0.3, -0.7), 142.952_64));
        let center = below.world_from_local(vec2(at, -0.6285));
        let mut trace = Trace::default();
        collide_observed(&sliver, &below, &grain, &Pose::new(center, 0.0), &mut trace);
        for test in &trace.axes {
            let found = test.a.overlap(test.b);
            assert!((f64::from(test.overlap) - found).abs() < 1.0e-5, "{at}: {test:?}, {found}");
        }
    }
}

/// The axis of the face opposite a rounded corner is as short as the corner's to a float, and 0.04 degrees off
/// it: the point lay midway to the corner, 0.7 m beside the line through the circle's centre.
#[test]
fn a_circle_was_touched_beside_its_line_where_a_face_ties_with_a_rounded_corner() {
    let corners = sides(19, 5045.913).corners();
    let (circle, polygon) =
        (Shape::circle(13923.606).unwrap(), Shape::rounded_polygon(&corners, 5467.814).unwrap());
    let at = Pose::new(vec2(3000.0, -7000.0), 5.137764);
    let under = Pose::new(vec2(4385.316, -13831.215), -220.65323);
    let contact = collide(&circle, &at, &polygon, &under).unwrap();
    let [point] = contact.points() else { panic!("{contact:?}") };
    assert!(point.from_a.perp_dot(contact.normal).abs() < 0.01, "{contact:?}");
}

/// The same where the opposite face is 0.7 degrees off the axis: the point was midway to that face.
#[test]
fn a_circle_was_touched_beside_its_line_where_the_opposite_face_is_hardly_tilted() {
    let corners = [
        (0.42880207, 0.14533952),
        (0.33967006, 0.25788286),
        (0.097826645, 0.36959776),
        (-0.28007746, 0.30161595),
        (-0.37660855, 0.22130136),
        (-0.42347127, -0.15535),
        (-0.34173977, -0.25606477),
        (0.054744344, -0.3754429),
        (0.23711996, -0.32510284),
        (0.42107663, -0.15960427),
    ];
    let polygon = Shape::rounded_polygon(&corners.map(Vec2::from), 0.5411716).unwrap();
    let (at, there) =
        (Pose::new(vec2(0.3, -0.7), 29.791365), Pose::new(vec2(-0.19015962, -0.3670131), 121.21234));
    let contact = collide(&Shape::circle(0.001).unwrap(), &at, &polygon, &there).unwrap();
    let [point] = contact.points() else { panic!("{contact:?}") };
    assert!(point.from_a.perp_dot(contact.normal).abs() < 1.0e-5, "{contact:?}");
}

/// Faces 0.7 degrees off the normal counted as level: of the corner that touches first the point was 0.4 mm off.
#[test]
fn a_corner_between_short_faces_touched_a_round_one_beside_itself() {
    let polygon = sides(54, 0.43537134);
    let round = Shape::rounded_polygon(&sides(49, 0.84555286).corners(), 0.36113188).unwrap();
    let (at, there) =
        (Pose::new(vec2(1.9681131, 2.9602258), 55.98735), Pose::new(vec2(1.7411511, -2.3860283), -197.30426));
    let impact = first_touch(&polygon, &at, &round, &there, vec2(-1.128129, -10.74718), 10.0).unwrap();
    let corner = vec2(0.045413136, -0.4329964);
    assert!(impact.from_a.distance(corner) < 1.0e-5, "{impact:?}");
}

/// A crate turned by 1.7e-6 radians hovers 1 mm over a floor of 2 km, 0.6 km from its middle: along the floor's normal they
/// are apart, along the crate's own by far deep.
#[test]
fn a_crate_over_a_long_floor_is_not_parallel_to_it() {
    let (crate_, floor) = (Shape::rectangle(1.0, 1.0).unwrap(), Shape::rectangle(2000.0, 1.0).unwrap());
    let over = |y: f32| Pose::new(vec2(600.0, y), 1.0e-4);
    let hovers = collide(&crate_, &over(1.001), &floor, &Pose::default());
    assert_eq!(hovers, None);
    let sunk = collide(&crate_, &over(0.9), &floor, &Pose::default()).unwrap();
    assert!((sunk.depth - 0.1).abs() < 1.0e-5, "{sunk:?}");
}

/// Slanted faces and corners that touch without overlap, by numbers that have no rounding; whichever comes first.
#[test]
fn slanted_shapes_that_only_touch_are_no_contact() {
    let gem = polygon(&[(0.0, 0.0), (-6.0, 1.75), (-4.25, 7.75)]);
    let wedges = [
        polygon(&[(-4.5, -1.3125), (4.5, 1.3125), (3.25, -5.5625)]),
        polygon(&[(0.0, 0.0), (1.25, 6.875), (-4.75, 5.125)]),
    ];
    let wall = wall((3.0, -0.875), (-3.0, 0.875));
    let under = polygon(&[(-1.5, 0.4375), (3.0, -0.875), (-1.75, -6.0)]);
    let [a, b] = &wedges;
    let at = Pose::at(375.5, 101.25);
    let pairs = [
        (&gem, Pose::at(-268.75, -404.25), &Shape::circle(6.25).unwrap(), Pose::at(-273.5, -409.375)),
        (a, Pose::default(), b, Pose::default()),
        (&wall, at, &under, at),
    ];
    for (a, pose_a, b, pose_b) in pairs {
        for contact in [collide(a, &pose_a, b, &pose_b), collide(b, &pose_b, a, &pose_a)] {
            assert_eq!(contact, None, "{a:?} {b:?}");
        }
    }
}

/// The end of a small capsule beyond the corner of a box of 1 000 km.
#[test]
fn a_corner_of_what_is_large_is_tested() {
    let land = Shape::rectangle(1.0e6, 1.0e6).unwrap();
    let capsule = Shape::capsule(Vec2::ZERO, Vec2::splat(5.0), 1.0).unwrap();
    let (at, beyond) = (Pose::at(-5.0e5, -5.0e5), Pose::at(0.8, 0.8));
    assert_eq!(collide(&land, &at, &capsule, &beyond), None);
    assert_eq!(collide(&capsule, &beyond, &land, &at), None);
    let near = collide(&capsule, &Pose::at(0.5, 0.5), &land, &at).unwrap();
    assert!((near.depth - (1.0 - 0.5_f32.sqrt())).abs() < 1.0e-4, "{near:?}");
}
