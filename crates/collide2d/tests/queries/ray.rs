//! Rays against sampling, and worked by hand.

use crate::{Truth, any_pose, any_shape, cases};
use collide2d::{Feature, Part, Pose, QueryStep, Ray, RayHit, Shape, ShapeKind, cast_ray, cast_ray_observed};
use glam::{DVec2, Vec2, vec2};

/// Points sampled along a ray.
const SAMPLES: u32 = 300;

/// A ray that aims at the shape, or past it; now and then it starts on the border, in a corner, inside, or runs along a
/// face or through a corner.
fn any_ray(random: &mut fastrand::Rng, shape: &Shape, pose: &Pose) -> Option<Ray> {
    let truth = Truth::new(shape, pose);
    let corner = truth.corners[random.usize(..truth.corners.len())].as_vec2();
    let next = truth.corners[random.usize(..truth.corners.len())].as_vec2();
    let mut near = |most: f32| pose.position + vec2(random.f32() - 0.5, random.f32() - 0.5) * (2.0 * most);
    let (far, aim, inside) = (near(6.0), near(2.0), near(1.0));
    let ends = match random.u8(..10) {
        0 => (corner, aim),
        1 => (corner.lerp(next, random.f32()), aim),
        2 => (inside, far),
        3 => (corner + (corner - next) * random.f32(), next + (next - corner) * random.f32()),
        4 => (far, far + (corner - far) * 2.0),
        5 => (far, far + vec2(aim.x - far.x, 0.0)),
        6 => (far, far + vec2(0.0, aim.y - far.y)),
        _ => (far, far + (aim - far) * (3.0 * random.f32())),
    };
    Ray::between(ends.0, ends.1).ok()
}

/// What must hold of any ray's answer, against the signed distance sampled along it.
fn check_ray(shape: &Shape, pose: &Pose, ray: &Ray, solid: bool) -> Option<RayHit> {
    let hit = cast_ray(shape, pose, ray, solid);
    let truth = Truth::new(shape, pose);
    let at = |fraction: f64| truth.signed_distance(ray.origin().as_dvec2() + ray.way() * fraction);
    let slack = 2.0e-5 * (1.0 + ray.way().length());
    let start = at(0.0);
    let told = || format!("{shape:?} {pose:?} {ray:?} {solid} {hit:?}, starts {start} m away");
    let Some(hit) = hit else {
        // Whoever starts on the border and goes in is stopped; who starts inside of a hollow one may end there.
        let ends_inside = start < 0.0 && !solid;
        for i in 0..=SAMPLES {
            let depth = -at(f64::from(i) / f64::from(SAMPLES));
            assert!(depth <= slack || ends_inside, "{depth} m deep at {i}: {}", told());
        }
        return None;
    };
    let fraction = f64::from(hit.fraction);
    assert!((0.0..=1.0).contains(&fraction), "{}", told());
    let rounding = 1.0e-6 * (1.0 + ray.origin().abs().max_element());
    assert!(
        (hit.point.as_dvec2() - ray.origin().as_dvec2() - ray.way() * fraction).length()
            <= 4.0 * f64::from(rounding),
        "{}",
        told()
    );
    if hit.starts_inside {
        assert!(start < 0.0 && shape.kind().has_inside(), "{}", told());
        assert_eq!(hit.normal.is_none(), solid, "{}", told());
        if solid {
            assert_eq!(hit.fraction, 0.0);
            return Some(hit);
        }
    }
    assert!(at(fraction).abs() <= slack, "{} m from the border: {}", at(fraction), told());
    for i in 0..SAMPLES {
        let before = fraction * f64::from(i) / f64::from(SAMPLES);
        let outside = if hit.starts_inside { -at(before) } else { at(before) };
        assert!(outside >= -slack, "met before, at {before}: {}", told());
    }
    let normal = hit.normal.unwrap().as_dvec2();
    assert!((normal.length() - 1.0).abs() < 1.0e-6 && normal.dot(ray.way()) < slack, "{}", told());
    // Along the normal it goes straight away from the shape, inward where the ray leaves it.
    let point = ray.origin().as_dvec2() + ray.way() * fraction;
    let (out, step) = (if hit.starts_inside { -normal } else { normal }, 1.0e-3);
    let away = truth.signed_distance(point + out * step);
    assert!((away - step).abs() <= slack, "{away}: {}", told());
    Some(hit)
}

#[test]
fn rays_meet_a_shape_where_sampling_finds_it() {
    let mut random = fastrand::Rng::with_seed(37);
    let mut met = std::collections::BTreeMap::new();
    for _ in 0..cases(20_000) {
        for kind in ShapeKind::SIMPLE {
            let (shape, pose) = (any_shape(&mut random, kind), any_pose(&mut random));
            let Some(ray) = any_ray(&mut random, &shape, &pose) else { continue };
            if check_ray(&shape, &pose, &ray, random.bool()).is_some() {
                *met.entry(kind).or_insert(0) += 1;
            }
        }
    }
    assert!(met.len() == ShapeKind::SIMPLE.len() && met.values().all(|n| *n > 1000), "{met:?}");
}

/// An observer changes nothing, and the numbers that it is told lead to the answer: of a shape without round parts the last
/// way in.
#[test]
fn what_an_observer_is_told_decides() {
    let mut random = fastrand::Rng::with_seed(38);
    let mut entered = 0;
    for _ in 0..2_000 {
        for kind in ShapeKind::SIMPLE {
            let (shape, pose) = (any_shape(&mut random, kind), any_pose(&mut random));
            let Some(ray) = any_ray(&mut random, &shape, &pose) else { continue };
            let mut steps = Vec::new();
            let hit = cast_ray_observed(&shape, &pose, &ray, true, &mut steps);
            assert_eq!(hit, cast_ray(&shape, &pose, &ray, true));
            assert!(!steps.is_empty());
            let Some(hit) = hit.filter(|hit| hit.fraction > 0.0) else { continue };
            if matches!(kind, ShapeKind::Rectangle | ShapeKind::Polygon) && shape.radius() == 0.0 {
                let ways_in = steps.iter().filter_map(|step| match step {
                    QueryStep::Face { approach, fraction, .. } if *approach > 0.0 => Some(*fraction as f32),
                    _ => None,
                });
                assert_eq!(ways_in.reduce(f32::max), Some(hit.fraction));
                entered += 1;
            }
        }
    }
    assert!(entered > 500, "{entered}");
}

#[track_caller]
fn check(shape: &Shape, from: (f32, f32), to: (f32, f32), expected: Option<(f32, (f32, f32), Feature)>) {
    let ray = Ray::between(from.into(), to.into()).unwrap();
    let hit = cast_ray(shape, &Pose::default(), &ray, true);
    let Some((fraction, normal, feature)) = expected else { return assert_eq!(hit, None) };
    let hit = hit.expect("a hit");
    assert!(hit.normal.unwrap().abs_diff_eq(normal.into(), 1.0e-6), "{hit:?}");
    assert_eq!((hit.fraction, hit.feature), (fraction, feature), "{hit:?}");
}

#[test]
fn worked_rays() {
    use Feature::{Center, End, Face, Start};
    let (square, ball) = (Shape::rectangle(2.0, 2.0).unwrap(), Shape::circle(1.0).unwrap());
    let gem = Shape::polygon(&[vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)]).unwrap();
    let pill = Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 1.0).unwrap();
    let wall = Shape::wall(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
    // Head on, from each side.
    check(&square, (-5.0, 0.5), (5.0, 0.5), Some((0.4, (-1.0, 0.0), Face(2))));
    check(&square, (0.0, 3.0), (0.0, 1.0), Some((1.0, (0.0, 1.0), Face(1))));
    check(&gem, (-5.0, 0.5), (5.0, 0.5), Some((0.4, (-1.0, 0.0), Face(3))));
    check(&ball, (5.0, 0.0), (-5.0, 0.0), Some((0.4, (1.0, 0.0), Center)));
    check(&pill, (0.0, 5.0), (0.0, -5.0), Some((0.4, (0.0, 1.0), Face(0))));
    check(&pill, (-6.0, 0.0), (4.0, 0.0), Some((0.4, (-1.0, 0.0), Start)));
    check(&pill, (6.0, 0.0), (-4.0, 0.0), Some((0.4, (1.0, 0.0), End)));
    // 3-4-5: the ray passes the centre at 0.6 m and meets the circle 0.8 m before.
    check(&ball, (-5.8, 0.6), (4.2, 0.6), Some((0.5, (-0.8, 0.6), Center)));
    // Too short, past it, away from it.
    check(&square, (-5.0, 0.0), (-1.5, 0.0), None);
    check(&square, (-5.0, 1.5), (5.0, 1.5), None);
    check(&square, (-5.0, 0.0), (-9.0, 0.0), None);
    // From the border: outward and along it meets nothing, inward at once.
    for shape in [&square, &gem] {
        check(shape, (1.0, 0.0), (5.0, 0.0), None);
        check(shape, (1.0, 0.0), (1.0, 5.0), None);
        check(shape, (1.0, 1.0), (-5.0, 1.0), None);
        check(shape, (1.0, 1.0), (5.0, 5.0), None);
    }
    check(&ball, (1.0, 0.0), (5.0, 0.0), None);
    check(&ball, (1.0, 0.0), (1.0, 5.0), None);
    check(&pill, (0.0, 1.0), (5.0, 1.0), None);
    check(&square, (1.0, 0.0), (-5.0, 0.0), Some((0.0, (1.0, 0.0), Face(0))));
    check(&square, (1.0, 1.0), (-5.0, -4.0), Some((0.0, (1.0, 0.0), Face(0))));
    check(&ball, (1.0, 0.0), (-5.0, 0.0), Some((0.0, (1.0, 0.0), Center)));
    check(&pill, (0.5, 1.0), (0.5, -5.0), Some((0.0, (0.0, 1.0), Face(0))));
    // Along a face from outside it reaches the shape at the corner, and through a corner alone as well; along a round
    // part it only touches.
    check(&square, (-5.0, 1.0), (5.0, 1.0), Some((0.4, (-1.0, 0.0), Face(2))));
    check(&square, (-2.0, 0.0), (0.0, 2.0), Some((0.5, (-1.0, 0.0), Face(2))));
    check(&square, (-2.0, -2.0), (2.0, 2.0), Some((0.25, (-1.0, 0.0), Face(2))));
    check(&ball, (-5.0, 1.0), (5.0, 1.0), None);
    check(&pill, (-5.0, 1.0), (5.0, 1.0), None);
    // A wall, from both sides, at its end, along it, head on, and from on it.
    check(&wall, (0.5, 2.0), (0.5, -2.0), Some((0.5, (0.0, 1.0), Face(0))));
    check(&wall, (0.5, -2.0), (0.5, 2.0), Some((0.5, (0.0, -1.0), Face(0))));
    check(&wall, (1.0, 2.0), (1.0, -2.0), Some((0.5, (0.0, 1.0), Face(0))));
    check(&wall, (1.5, 2.0), (1.5, -2.0), None);
    check(&wall, (-3.0, 0.1), (3.0, 0.1), None);
    check(&wall, (-3.0, 0.0), (1.0, 0.0), Some((0.5, (-1.0, 0.0), Start)));
    check(&wall, (3.0, 0.0), (-1.0, 0.0), Some((0.5, (1.0, 0.0), End)));
    check(&wall, (0.0, 0.0), (5.0, 0.0), None);
    check(&wall, (0.0, 0.0), (0.0, 5.0), None);
}

/// parry#429, box2d#935: a ray along a wall that is turned, in numbers that round.
#[test]
fn a_ray_along_a_turned_wall_meets_its_end_alone() {
    let wall = Shape::wall(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap();
    for degrees in [30.0, 45.0, 137.0, 211.5] {
        let pose = Pose::new(vec2(2.5, -1.25), degrees);
        let along = pose.rotation.rotate(Vec2::X);
        let ray = Ray::between(pose.position - along * 3.0, pose.position + along * 3.0).unwrap();
        let hit = cast_ray(&wall, &pose, &ray, true).unwrap();
        assert!((hit.fraction - 1.0 / 3.0).abs() < 1.0e-6 && hit.feature == Feature::Start, "{hit:?}");
        assert!(hit.normal.unwrap().abs_diff_eq(-along, 1.0e-6), "{hit:?}");
        let beside = along.perp() * 1.0e-3;
        let past = Ray::between(ray.origin() + beside, ray.at(1.0) + beside).unwrap();
        assert_eq!(cast_ray(&wall, &pose, &past, true), None);
    }
}

#[test]
fn a_start_inside_is_told_and_the_way_out_is_the_callers_choice() {
    let pill = Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.5).unwrap();
    let (square, ball) = (Shape::rectangle(2.0, 2.0).unwrap(), Shape::circle(1.0).unwrap());
    let gem = Shape::polygon(&[vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(0.0, 1.0)]).unwrap();
    let out = [(&pill, 1.5, 1.0), (&square, 1.0, 1.0), (&ball, 1.0, 1.0), (&gem, 0.5, 0.894_427_2)];
    for (shape, distance, against) in out {
        let ray = Ray::between(Vec2::ZERO, vec2(4.0, 0.0)).unwrap();
        let solid = cast_ray(shape, &Pose::default(), &ray, true).unwrap();
        assert_eq!((solid.fraction, solid.normal, solid.starts_inside), (0.0, None, true), "{shape:?}");
        let hollow = cast_ray(shape, &Pose::default(), &ray, false).unwrap();
        assert!((hollow.fraction - distance / 4.0).abs() < 1.0e-6 && hollow.starts_inside, "{hollow:?}");
        assert!((hollow.normal.unwrap().x + against).abs() < 1.0e-6, "{hollow:?}");
        let short = Ray::between(Vec2::ZERO, vec2(0.25, 0.0)).unwrap();
        assert_eq!(cast_ray(shape, &Pose::default(), &short, false), None);
    }
}

/// Deeper than 1e-5 of the smaller size is inside, less is on the border.
#[test]
fn a_start_less_deep_than_a_touch_is_on_the_border() {
    let square = Shape::rectangle(2.0, 20.0).unwrap();
    for (x, is_inside) in [(0.999_99, false), (0.999_96, true)] {
        let outward = Ray::between(vec2(x, 0.0), vec2(5.0, 0.0)).unwrap();
        let hit = cast_ray(&square, &Pose::default(), &outward, true);
        assert_eq!(hit.is_some_and(|hit| hit.starts_inside), is_inside, "{hit:?}");
        let inward = Ray::between(vec2(x, 0.0), vec2(-5.0, 0.0)).unwrap();
        let hit = cast_ray(&square, &Pose::default(), &inward, true).unwrap();
        assert_eq!((hit.fraction, hit.starts_inside), (0.0, is_inside));
    }
}

#[test]
fn far_out_a_ray_is_as_at_the_origin() {
    let square = Shape::rectangle(2.0, 2.0).unwrap();
    let by = vec2(65_536.0, -65_536.0);
    let ray = |by: Vec2| Ray::between(vec2(-5.0, 0.5) + by, vec2(5.0, 0.75) + by).unwrap();
    let here = cast_ray(&square, &Pose::new(Vec2::ZERO, 30.0), &ray(Vec2::ZERO), true).unwrap();
    let there = cast_ray(&square, &Pose::new(by, 30.0), &ray(by), true).unwrap();
    assert_eq!((here.fraction, here.normal), (there.fraction, there.normal));
}

/// A disc of a millimetre a thousand kilometres away, met in its middle and missed by a tenth.
#[test]
fn a_small_disc_far_away_is_met() {
    let ball = Shape::circle(1.0e-3).unwrap();
    let ray = |y: f32| Ray::between(vec2(-1.0e6, y), vec2(1.0e6, y)).unwrap();
    let hit = cast_ray(&ball, &Pose::default(), &ray(0.9e-3), true).unwrap();
    assert!((hit.normal.unwrap().y - 0.9).abs() < 1.0e-4, "{hit:?}");
    assert_eq!(cast_ray(&ball, &Pose::default(), &ray(1.1e-3), true), None);
}

#[test]
fn rays_refuse_what_is_no_ray() {
    for bad in [f32::NAN, f32::INFINITY] {
        assert!(Ray::between(vec2(bad, 0.0), Vec2::X).is_err());
        assert!(Ray::between(Vec2::ZERO, vec2(0.0, bad)).is_err());
        assert!(Ray::new(Vec2::ZERO, Vec2::X, bad).is_err());
    }
    let told = Ray::between(Vec2::ONE, Vec2::ONE).unwrap_err().to_string();
    assert_eq!(told, "ray length is 0; it must be a number greater than 0");
    assert!(Ray::new(Vec2::ZERO, Vec2::ZERO, 1.0).is_err() && Ray::new(Vec2::ZERO, Vec2::X, 0.0).is_err());
    assert_eq!(Ray::new(Vec2::ONE, Vec2::X, 3.0).unwrap().way(), DVec2::new(3.0, 0.0));
}

/// Of whole numbers, rays that only just meet: a corner on the way or at the end of it, an end on a face or on a rim, in both
/// directions; a disc that is only touched is not met.
#[test]
fn rays_that_only_just_meet_do_whatever_the_rounding() {
    let mut random = fastrand::Rng::with_seed(11);
    let whole = |random: &mut fastrand::Rng| vec2(random.i32(-8..=8) as f32, random.i32(-8..=8) as f32);
    let (mut touched, mut ended) = (0, 0);
    while touched < 2_000 {
        let points = [whole(&mut random), whole(&mut random), whole(&mut random)];
        let Ok(shape) = Shape::polygon(&points) else { continue };
        let pose = Pose::new(whole(&mut random), 0.0);
        let (way, corner) = (whole(&mut random), pose.position + points[0]);
        let sides = [1, 2].map(|i| way.perp_dot(points[i] - points[0]));
        if way == Vec2::ZERO {
            continue;
        }
        if sides[0] * sides[1] > 0.0 {
            for way in [way, -way] {
                let ray = Ray::between(corner - way * 3.0, corner + way * 2.0).unwrap();
                let hit = cast_ray(&shape, &pose, &ray, true).expect("it passes through the corner");
                assert!((hit.fraction - 0.6).abs() < 1.0e-6, "{points:?} {pose:?} {ray:?}");
            }
            touched += 1;
        }
        // An end in the middle of a face, from outside of it.
        let (from, to) = (pose.position + points[0], pose.position + points[1]);
        let outward = (to - from).perp() * -(to - from).perp_dot(points[2] - points[0]).signum();
        if way.dot(outward) < 0.0 {
            let ray = Ray::between(from.midpoint(to) - way, from.midpoint(to)).unwrap();
            let hit = cast_ray(&shape, &pose, &ray, true).expect("it ends on the face");
            assert!((hit.fraction - 1.0).abs() < 1.0e-6, "{points:?} {pose:?} {ray:?}");
            ended += 1;
        }
    }
    assert!(ended > 1_000);
    // 3² + 4² = 5²: a tangent at (3, 4), and ends on the rim.
    for (a, b) in [(3.0, 4.0), (4.0, 3.0), (-3.0, 4.0), (4.0, -3.0), (-5.0, 12.0), (8.0, 15.0)] {
        let (rim, disc) = (vec2(a, b), Shape::circle(vec2(a, b).length()).unwrap());
        for at in [Vec2::ZERO, vec2(-6.0, -2.0), vec2(7.0, 1.0)] {
            let pose = Pose::new(at, 0.0);
            for along in [rim.perp(), -rim.perp()] {
                let tangent = Ray::between(at + rim - along, at + rim + along * 2.0).unwrap();
                assert_eq!(cast_ray(&disc, &pose, &tangent, true), None, "{rim} {at}");
            }
            let ray = Ray::between(at + rim * 2.0, at + rim).unwrap();
            assert_eq!(cast_ray(&disc, &pose, &ray, true).map(|hit| hit.fraction), Some(1.0), "{rim} {at}");
        }
    }
}

/// Parts that lie against each other are one body: a ray from their seam begins inside, one along their sides passes.
#[test]
fn a_compound_has_no_faces_between_its_parts() {
    let tile = Shape::rectangle(2.0, 1.0).unwrap();
    let parts = [0.5, -0.5].map(|y| Part::new(tile.clone(), Pose::at(0.0, y)));
    let whole = Shape::compound(parts.to_vec()).unwrap();
    for (position, degrees) in [(Vec2::ZERO, 0.0), (vec2(3.0, -7.0), 90.0), (vec2(-11.0, 2.0), 180.0)] {
        let pose = Pose::new(position, degrees);
        let cast = |from: Vec2, to: Vec2| {
            let [from, to] = [from, to].map(|p| pose.world_from_local(p));
            let hit = cast_ray(&whole, &pose, &Ray::between(from, to).unwrap(), true)?;
            let normal = hit.normal.map(|normal| pose.rotation.unrotate(normal));
            Some((hit.fraction, normal, hit.starts_inside))
        };
        // Along the side, past the seam.
        assert_eq!(cast(vec2(1.0, 0.75), vec2(1.0, -3.0)), None);
        assert_eq!(cast(vec2(1.0, -0.75), vec2(1.0, 3.0)), None);
        // From the seam, along it and across.
        for to in [vec2(5.0, 0.0), vec2(0.25, 5.0), vec2(0.25, -5.0), vec2(-3.0, 4.0)] {
            assert_eq!(cast(vec2(0.25, 0.0), to), Some((0.0, None, true)), "{to}");
        }
        // From the seam's end: in, along the side, out.
        for to in [vec2(0.0, 0.0), vec2(-4.0, 0.0), vec2(0.0, 3.0), vec2(0.999, -1.0)] {
            assert_eq!(cast(vec2(1.0, 0.0), to), Some((0.0, Some(Vec2::X), false)), "{to}");
        }
        for to in [vec2(1.0, 2.0), vec2(1.0, -2.0), vec2(2.0, 0.0), vec2(2.0, 2.0)] {
            assert_eq!(cast(vec2(1.0, 0.0), to), None, "{to}");
        }
        // Onto the seam from outside the body's own side is met, however steep the way.
        for way in [vec2(-1.0, 0.0), vec2(-1.0, 8.0), vec2(-1.0, -8.0)] {
            let hit = cast(vec2(1.0, 0.0) - way, vec2(1.0, 0.0) + way).unwrap();
            assert_eq!(hit, (0.5, Some(Vec2::X), false), "{way}");
        }
        // As every ray that reaches a corner of a rectangle from outside.
        let along = cast(vec2(1.0, 3.0), vec2(1.0, -1.0)).unwrap();
        assert_eq!(along, (0.5, Some(Vec2::Y), false));
    }
}

/// The top of one part is a metre inside of the other, whichever comes first and wherever the ray goes.
#[test]
fn a_ray_from_the_border_of_one_part_inside_of_another_begins_inside() {
    let low = Part::new(Shape::rectangle(2.0, 2.0).unwrap(), Pose::default());
    let wide = Part::new(Shape::rectangle(4.0, 2.0).unwrap(), Pose::at(0.0, 1.0));
    for parts in [[low.clone(), wide.clone()], [wide, low]] {
        let whole = Shape::compound(parts.to_vec()).unwrap();
        for way in [vec2(0.0, 4.0), vec2(0.0, -6.0), vec2(5.0, 0.0), vec2(-3.0, -4.0)] {
            let ray = Ray::between(vec2(0.5, 1.0), vec2(0.5, 1.0) + way).unwrap();
            let hit = cast_ray(&whole, &Pose::default(), &ray, true).unwrap();
            assert_eq!((hit.fraction, hit.normal, hit.starts_inside), (0.0, None, true), "{way}: {parts:?}");
        }
    }
}

/// Rays in a compound of tiles meet what they meet in the rectangle that the tiles fill.
#[test]
fn tiles_of_one_body_are_met_as_the_rectangle_that_they_fill() {
    let mut random = fastrand::Rng::with_seed(77);
    let tile = Shape::rectangle(0.5, 0.5).unwrap();
    let tiles = (0..8).flat_map(|x| (0..4).map(move |y| vec2(x as f32, y as f32) * 0.5));
    let parts = tiles.map(|at| Part::new(tile.clone(), Pose::new(at + vec2(-1.75, -0.75), 0.0)));
    let (whole, filled) = (Shape::compound(parts.collect()).unwrap(), Shape::rectangle(4.0, 2.0).unwrap());
    let mut inside = 0;
    for _ in 0..cases(4_000) {
        // Many of them on the seams, the corners and the sides.
        let mut place = || vec2(random.i32(-6..=6) as f32, random.i32(-4..=4) as f32) * 0.5;
        let (from, to) = (place(), place());
        let Ok(ray) = Ray::between(from, to) else { continue };
        let found = cast_ray(&whole, &Pose::default(), &ray, true);
        let expected = cast_ray(&filled, &Pose::default(), &ray, true);
        let told = format!("{from} {to}: {found:?} for {expected:?}");
        let tell = |hit: RayHit| (hit.fraction, hit.starts_inside);
        assert_eq!(found.map(tell), expected.map(tell), "{told}");
        if let (Some(found), Some(expected)) = (found, expected) {
            // At a corner either face's normal will do.
            let is_corner = expected.point.abs() == vec2(2.0, 1.0);
            assert!(is_corner || found.normal == expected.normal, "{told}");
        }
        inside += u32::from(expected.is_some_and(|hit| hit.starts_inside));
    }
    assert!(inside > 0);
}
