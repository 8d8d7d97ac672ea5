//! Moving shapes against sampling, and worked by hand.

use crate::common::{KINDS, kind_pairs};
use crate::{Truth, any_pose, any_shape, cases};
use collide2d::{
    CastHit, Feature, Part, Pose, Shape, ShapeCast, ShapeKind, Trace, cast_shape, closest_points,
    collide_observed,
};
use glam::{Vec2, vec2};

const SAMPLES: u16 = 120;

/// Aimed at the other shape or past it, turning now and then; some start in touch with it.
fn any_cast(random: &mut fastrand::Rng, a: ShapeKind, other: &Shape, pose: &Pose) -> ShapeCast {
    let (shape, mut start) = (any_shape(random, a), any_pose(random));
    let aim = vec2(random.f32() - 0.5, random.f32() - 0.5) * 3.0;
    let mut way = (pose.position + aim - start.position) * (2.0 * random.f32());
    if random.u8(..4) == 0 {
        let gap = closest_points(&shape, &start, other, pose);
        start.position -= gap.normal * gap.distance;
        way = Vec2::from_angle(random.f32() * 6.3) * 2.0;
    }
    let turn = if random.u8(..4) == 0 { (random.f32() - 0.5) * 360.0 } else { 0.0 };
    ShapeCast::turning(shape, start, if way == Vec2::ZERO { Vec2::X } else { way }, turn).unwrap()
}

fn check_cast(cast: &ShapeCast, other: &Shape, pose: &Pose) -> Option<CastHit> {
    let hit = cast_shape(cast, other, pose);
    let gap = |fraction: f32| closest_points(cast.shape(), &cast.pose_at(fraction), other, pose).distance;
    let told = || format!("{cast:?} {other:?} {pose:?} {hit:?}");
    let start = gap(0.0);
    // Slides of turning shapes shallower than this may be passed over.
    let slack = if cast.turn() == 0.0 { 3.0e-5 } else { 2.0e-3 } * (1.0 + cast.translation().length());
    let end = hit.map_or(1.0, |hit| hit.fraction);
    for i in 0..=SAMPLES {
        let at = end * f32::from(i) / f32::from(SAMPLES);
        let found = gap(at);
        assert!(found > -slack || (i == 0 && hit.is_some()) || end == 0.0, "{found} m at {at}: {}", told());
    }
    let hit = hit?;
    let then = cast.pose_at(hit.fraction);
    assert!((hit.normal.length() - 1.0).abs() < 1.0e-5, "{}", told());
    assert_eq!(
        hit.starts_inside.is_some(),
        start < -1.0e-5 * size(cast.shape(), other),
        "{start}: {}",
        told()
    );
    let shapes = [(cast.shape(), then), (other, *pose)];
    // A face is taken before a corner of nearly as little depth, so a contact's point may lie beside the face's end.
    let allowed = match hit.starts_inside {
        Some(contact) => 1.0e-4 + 5.0e-3 * contact.depth,
        None if hit.fraction == 0.0 => 3.0e-5,
        None => slack,
    };
    for (point, (shape, pose)) in hit.points.iter().zip(shapes) {
        let away = Truth::new(shape, &pose).signed_distance(point.as_dvec2());
        let is_deep = hit.starts_inside.is_some() && away < 0.0;
        assert!(away.abs() < f64::from(allowed) || is_deep, "{away} m from the border: {}", told());
    }
    if let Some(contact) = hit.starts_inside {
        assert_eq!(hit.fraction, 0.0);
        assert!((-start - contact.depth).abs() < 1.0e-6 && hit.normal == contact.normal);
    } else {
        let found = gap(hit.fraction);
        assert!(found.abs() <= slack, "{found} m apart: {}", told());
        assert!(cast.turn() != 0.0 || hit.normal.dot(cast.translation()) < 0.0, "{}", told());
    }
    Some(hit)
}

/// Of two shapes the smaller width, by the widths in many directions.
fn size(a: &Shape, b: &Shape) -> f32 {
    let width = |shape: &Shape| {
        let at = Pose::default();
        let across = |i: u16| {
            let along = Vec2::from_angle(f32::from(i) * std::f32::consts::PI / 7200.0);
            (shape.support(&at, along) - shape.support(&at, -along)).dot(along)
        };
        if shape.kind() == ShapeKind::Wall {
            f32::INFINITY
        } else {
            (0..7200).map(across).fold(f32::INFINITY, f32::min)
        }
    };
    width(a).min(width(b))
}

#[test]
fn moving_shapes_stop_where_sampling_finds_it() {
    let mut random = fastrand::Rng::with_seed(21);
    let mut met = std::collections::BTreeMap::new();
    for _ in 0..cases(150) {
        for (a, b) in kind_pairs() {
            let (other, pose) = (any_shape(&mut random, b), any_pose(&mut random));
            let cast = any_cast(&mut random, a, &other, &pose);
            if check_cast(&cast, &other, &pose).is_some() {
                *met.entry((a, b)).or_insert(0) += 1;
            }
        }
    }
    assert!(met.len() == kind_pairs().len() && met.values().all(|n| *n > 20), "{met:?}");
}

/// "Time of impact 0 although I move away" (parry#193, rapier.js#258, box3d#32): shapes that touch, by any rounding, and move
/// away or along are not met.
#[test]
fn who_touches_and_goes_away_or_along_meets_nothing() {
    let mut random = fastrand::Rng::with_seed(22);
    let mut inward = 0;
    for _ in 0..4_000 {
        let kinds = [KINDS[random.usize(..4)], KINDS[random.usize(..5)]];
        let [a, b] = kinds.map(|kind| any_shape(&mut random, kind));
        let (start, pose) = (any_pose(&mut random), any_pose(&mut random));
        let gap = closest_points(&a, &start, &b, &pose);
        let touching = Pose { position: start.position - gap.normal * gap.distance, ..start };
        let gap = closest_points(&a, &touching, &b, &pose);
        if gap.distance.abs() > 1.0e-6 {
            continue;
        }
        for degrees in [90.0_f32, 60.0, 0.0, -60.0, -90.0] {
            let way = Vec2::from_angle(degrees.to_radians()).rotate(gap.normal) * 3.0;
            let cast = ShapeCast::new(a.clone(), touching, way).unwrap();
            let hit = cast_shape(&cast, &b, &pose);
            assert_eq!(hit, None, "{degrees}° {gap:?} {touching:?} {pose:?} {a:?} {b:?}");
        }
        // Where corners meet, several axes only touch, and one of them may not be closed.
        let mut trace = Trace::default();
        collide_observed(&a, &touching, &b, &pose, &mut trace);
        if trace.axes.iter().filter(|axis| axis.overlap < 1.0e-4).count() > 1 {
            continue;
        }
        inward += 1;
        let cast = ShapeCast::new(a.clone(), touching, -gap.normal * 0.5).unwrap();
        let hit = cast_shape(&cast, &b, &pose)
            .unwrap_or_else(|| panic!("{a:?} {touching:?} {b:?} {pose:?} {gap:?}"));
        assert!(hit.fraction < 1.0e-4 && hit.starts_inside.is_none(), "{hit:?} {gap:?}");
    }
    assert!(inward > 2_000, "{inward}");
}

/// One of a million random casts: the faces beside the corners that touch are nearly parallel, and their middle is 2 mm away.
#[test]
fn corners_beside_nearly_parallel_faces_touch_where_they_are() {
    let points = |points: &[(f32, f32)]| points.iter().map(|point| Vec2::from(*point)).collect::<Vec<_>>();
    let moving = points(&[
        (0.50463754, 0.17826176),
        (0.31143767, 0.30975395),
        (-0.23253967, 0.33677223),
        (-0.5762113, 0.017070297),
        (-0.45239222, -0.2283145),
        (0.21892728, -0.34046555),
        (0.550132, -0.11066528),
    ]);
    let other = points(&[
        (1.214354, 0.24334998),
        (1.0549668, 0.5486597),
        (0.41150114, 0.9653333),
        (-0.048540127, 1.0215174),
        (-0.78683025, 0.7944708),
        (-1.0889332, 0.50233924),
        (-1.192357, -0.30759022),
        (-0.9164017, -0.6954464),
        (-0.46555054, -0.9487767),
        (0.12052492, -1.0175272),
        (0.80424136, -0.78272855),
        (1.2303691, -0.18178196),
    ]);
    let start = Pose::new(vec2(-2.3302233, -2.1911333), -33.202194);
    let cast = ShapeCast::new(Shape::polygon(&moving).unwrap(), start, vec2(1.8451238, 4.6848145)).unwrap();
    let other = Shape::rounded_polygon(&other, 0.54681754).unwrap();
    let pose = Pose::new(vec2(-0.63444257, 2.5786781), -299.1588);
    let hit = check_cast(&cast, &other, &pose).unwrap();
    assert_eq!(hit.features, [Feature::Vertex(2), Feature::Vertex(6)]);
    let corner = cast.pose_at(hit.fraction).world_from_local(moving[2]);
    assert!(hit.points.iter().all(|point| point.distance(corner) < 2.0e-6), "{hit:?} {corner}");
}

/// parry#429: the time of impact came short by the more the longer the floor is, by 139 mm at a half of 500 m.
#[test]
fn a_floor_of_a_kilometre_is_met_as_exactly_as_one_of_ten_metres() {
    let mut random = fastrand::Rng::with_seed(429);
    let radius = 0.5166;
    let ball = Shape::circle(radius).unwrap();
    for half in [5.0, 50.0, 500.0_f32] {
        let floor = Shape::rectangle(2.0 * half, 2.0 * half).unwrap();
        for _ in 0..800 {
            let (x, height) = (half * (2.0 * random.f32() - 1.0), 0.5 + 9.5 * random.f32());
            let start = Pose::at(x, height);
            let cast = ShapeCast::new(ball.clone(), start, vec2(0.0, -20.0)).unwrap();
            let hit = cast_shape(&cast, &floor, &Pose::at(0.0, -half)).unwrap();
            let way = 20.0 * hit.fraction;
            // By no more than what a float of that size leaves.
            let slack = 1.0e-5 + f32::EPSILON * half;
            assert!((way - (height - radius).max(0.0)).abs() < slack, "{way} m at {x}, {height} over {half}");
            assert_eq!(hit.normal, Vec2::Y);
        }
    }
}

#[test]
fn worked_casts() {
    use Feature::{Center, Face, Vertex};
    let (ball, square) = (Shape::circle(1.0).unwrap(), Shape::rectangle(2.0, 2.0).unwrap());
    let o = Pose::default();
    let cast = |shape: &Shape, at: (f32, f32), way: (f32, f32)| {
        cast_shape(
            &ShapeCast::new(shape.clone(), Pose::new(at.into(), 0.0), way.into()).unwrap(),
            &square,
            &o,
        )
    };
    let hit = cast(&ball, (-6.0, 0.0), (8.0, 0.0)).unwrap();
    assert_eq!((hit.fraction, hit.normal, hit.features), (0.5, Vec2::NEG_X, [Center, Face(2)]));
    assert_eq!(hit.points, [vec2(-1.0, 0.0); 2]);
    // Onto the corner: the centre passes it at 0.6 m and stops 0.8 m before. The normal is the corner's, not the face's.
    let hit = cast(&ball, (-5.8, 1.6), (8.0, 0.0)).unwrap();
    assert!(
        (hit.fraction - 0.5).abs() < 1.0e-6 && hit.normal.abs_diff_eq(vec2(-0.8, 0.6), 1.0e-6),
        "{hit:?}"
    );
    assert_eq!(hit.features, [Center, Vertex(2)]);
    // The cast of its centre would pass.
    assert!(cast(&ball, (-6.0, 1.5), (8.0, 0.0)).is_some() && cast(&ball, (-6.0, 2.0), (8.0, 0.0)).is_none());
    let hit = cast(&square, (-6.0, 0.5), (8.0, 0.0)).unwrap();
    assert_eq!((hit.fraction, hit.normal, hit.features), (0.5, Vec2::NEG_X, [Face(0), Face(2)]));
    // Starting deep inside is a hit whatever the way.
    let hit = cast(&ball, (-1.75, 0.0), (-8.0, 0.0)).unwrap();
    assert_eq!((hit.fraction, hit.normal, hit.starts_inside.unwrap().depth), (0.0, Vec2::NEG_X, 0.25));
    assert_eq!(hit.points, [vec2(-0.75, 0.0), vec2(-1.0, 0.0)]);
    // Touching, and going away, along, and in.
    assert_eq!(cast(&ball, (-2.0, 0.0), (-8.0, 0.0)), None);
    assert_eq!(cast(&ball, (-2.0, 0.0), (0.0, 8.0)), None);
    assert_eq!(cast(&ball, (-2.0, 0.0), (8.0, 0.0)).unwrap().fraction, 0.0);
    assert_eq!(cast(&square, (-2.0, 0.0), (0.0, -8.0)), None);
}

/// A bar that turns about its origin meets what it would pass without turning: as in the sweep's own test.
#[test]
fn a_bar_that_turns_in_place_meets_a_ball() {
    let (bar, ball) = (Shape::rectangle(4.0, 0.2).unwrap(), Shape::circle(0.5).unwrap());
    let turning = ShapeCast::turning(bar.clone(), Pose::default(), Vec2::ZERO, 90.0).unwrap();
    let hit = cast_shape(&turning, &ball, &Pose::at(0.0, 1.5)).unwrap();
    let angle = 90.0 - (0.6_f32 / 1.5).asin().to_degrees();
    assert!((hit.fraction - angle / 90.0).abs() < 1.0e-4, "{hit:?}");
    assert_eq!(hit.features, [Feature::Face(1), Feature::Center]);
    assert!(ShapeCast::turning(bar, Pose::default(), Vec2::ZERO, 0.0).is_err());
}

/// A plank that lies on the floor and turns about its middle lifts one end and pushes the other in: it is met at once.
#[test]
fn a_plank_on_the_floor_that_turns_goes_in() {
    let (plank, floor) = (Shape::rectangle(2.0, 0.5).unwrap(), Shape::rectangle(20.0, 1.0).unwrap());
    let lying = Pose::at(0.0, 0.75);
    let turn = |way: Vec2| ShapeCast::turning(plank.clone(), lying, way, 30.0).unwrap();
    let hit = cast_shape(&turn(Vec2::ZERO), &floor, &Pose::default()).unwrap();
    assert!(hit.fraction < 1.0e-3 && hit.normal.abs_diff_eq(Vec2::Y, 1.0e-5), "{hit:?}");
    // Lifted fast enough it never meets.
    assert_eq!(cast_shape(&turn(vec2(0.0, 3.0)), &floor, &Pose::default()), None);
}

#[test]
fn walls_pass_walls() {
    let wall = Shape::wall(vec2(0.0, -1.0), vec2(0.0, 1.0)).unwrap();
    let cast = ShapeCast::new(wall.clone(), Pose::at(-3.0, 0.0), vec2(6.0, 0.0)).unwrap();
    assert_eq!(cast_shape(&cast, &wall, &Pose::default()), None);
}

/// Where segments meet a cast is stopped along the outline, as a contact is: on a level floor straight up, whatever lands
/// on a joint.
#[test]
fn a_cast_onto_a_joint_is_stopped_along_the_outline() {
    let points: Vec<Vec2> = (0..=10).map(|i| Vec2::new(5.0 - i as f32, 0.0)).collect();
    let floor = Shape::chain(&points, false, false).unwrap();
    let block = Shape::rectangle(1.0, 1.0).unwrap();
    for i in 0..400 {
        let start = Pose::at(-4.0 + (i % 20) as f32 * 0.25, 1.0 + (i / 20) as f32 * 0.25);
        for way in [Vec2::new(0.0, -8.0), Vec2::new(1.0, -8.0), Vec2::new(-2.0, -8.0)] {
            let cast = ShapeCast::new(block.clone(), start, way).unwrap();
            let hit = cast_shape(&cast, &floor, &Pose::default()).unwrap();
            assert_eq!(hit.normal, Vec2::Y, "{start:?} {way}");
            // The moving shape may be the chain.
            let cast = ShapeCast::new(floor.clone(), Pose::default(), -way).unwrap();
            assert_eq!(cast_shape(&cast, &block, &start).unwrap().normal, -Vec2::Y, "{start:?} {way}");
        }
    }
    // Its tip is 1 m above a joint.
    let tip = Shape::polygon(&[Vec2::ZERO, Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)]).unwrap();
    let cast = ShapeCast::new(tip.clone(), Pose::at(2.0, 1.0), Vec2::new(0.0, -2.0)).unwrap();
    let hit = cast_shape(&cast, &floor, &Pose::default()).unwrap();
    assert_eq!((hit.fraction, hit.normal, hit.points), (0.5, Vec2::Y, [Vec2::new(2.0, 0.0); 2]));
    // On a corner that sticks out the tip is stopped between the normals of both sides, as it is by each alone.
    let roof =
        Shape::chain(&[Vec2::new(-2.0, -1.0), Vec2::ZERO, Vec2::new(2.0, -1.0)], false, false).unwrap();
    let cast = ShapeCast::new(tip, Pose::at(0.0, 1.0), Vec2::new(0.0, -2.0)).unwrap();
    let hit = cast_shape(&cast, &roof, &Pose::default()).unwrap();
    assert_eq!(hit.fraction, 0.5);
    assert!(hit.normal.x.abs() <= 0.2_f32.sqrt() + 1.0e-6 && hit.normal.y > 0.89, "{hit:?}");
}

/// A line of two segments hits what the same line as a wall does, whoever of the two turns: the outline at its joint is that
/// of the time of impact.
#[test]
fn a_chain_that_turns_is_stopped_as_the_wall_of_the_same_line() {
    let [start, end] = [vec2(2.0, 0.0), vec2(-2.0, 0.0)];
    let wall = Shape::wall(start, end).unwrap();
    let ball = Shape::circle(0.5).unwrap();
    let chain = Shape::chain(&[start, Vec2::ZERO, end], false, false).unwrap();
    let compound = Shape::compound(vec![Part::new(chain.clone(), Pose::default())]).unwrap();
    let at = |shape: &Shape, degrees: f32, turn: f32, other: &Shape, place: Pose| {
        let pose = Pose::new(Vec2::ZERO, degrees);
        let cast = ShapeCast::turning(shape.clone(), pose, Vec2::ZERO, turn).unwrap();
        cast_shape(&cast, other, &place)
    };
    for (line, name) in [(&wall, "wall"), (&chain, "chain"), (&compound, "compound")] {
        for degrees in [0.0_f32, 30.0, 200.0] {
            let place = Pose::new(Vec2::from_angle((degrees + 90.0).to_radians()) * 1.5, 0.0);
            let hit = at(line, degrees, 90.0, &ball, place).unwrap();
            // The line is a tangent of the ball once it has turned by acos(1/3).
            let tangent = (degrees + (1.0_f32 / 3.0).acos().to_degrees()).to_radians();
            let normal = Vec2::from_angle(tangent - std::f32::consts::FRAC_PI_2);
            assert!(hit.normal.abs_diff_eq(normal, 1.0e-3), "{name} {degrees}: {hit:?} {normal}");
            let radius = (hit.points[1] - place.position) / 0.5;
            assert!(radius.abs_diff_eq(normal, 1.0e-3), "{name} {degrees}: {hit:?}");
        }
        // A block that turns onto the line has the line's normal.
        let block = Shape::rectangle(3.0, 0.5).unwrap();
        for degrees in [0.0, 30.0] {
            let place = Pose::new(Vec2::from_angle((degrees - 90.0_f32).to_radians()), degrees);
            let hit = at(&block, degrees, 80.0, line, place).unwrap();
            let normal = Vec2::from_angle((degrees + 90.0_f32).to_radians());
            assert!(hit.normal.abs_diff_eq(normal, 1.0e-3), "{name} {degrees}: {hit:?} {normal}");
        }
    }
}

/// What leaves a one-sided floor upward passes the joint of two segments as it passes one.
#[test]
fn the_joint_of_a_one_sided_chain_stops_nothing_that_comes_from_behind() {
    let ball = ShapeCast::new(Shape::circle(0.5).unwrap(), Pose::at(0.0, -0.1), vec2(3.0, 2.1)).unwrap();
    let joint = Shape::chain(&[vec2(3.0, 0.0), vec2(1.0, 0.0), vec2(-1.0, 0.0)], false, true).unwrap();
    let straight = Shape::chain(&[vec2(3.0, 0.0), vec2(-1.0, 0.0)], false, true).unwrap();
    for chain in [straight, joint.clone()] {
        assert_eq!(cast_shape(&ball, &chain, &Pose::default()), None);
    }
    let falls = ShapeCast::new(Shape::circle(0.5).unwrap(), Pose::at(0.0, 2.0), vec2(2.0, -3.0)).unwrap();
    let hit = cast_shape(&falls, &joint, &Pose::default()).expect("from its right-hand side it holds");
    assert_eq!((hit.fraction, hit.normal), (0.5, Vec2::Y));
}

/// A chain that moves holds from its right-hand side, as one that is met does.
#[test]
fn a_one_sided_chain_that_moves_passes_what_is_behind_it() {
    let floor = Shape::chain(&[vec2(2.0, 0.0), vec2(-2.0, 0.0)], false, true).unwrap();
    let ball = Shape::circle(0.5).unwrap();
    for (y, is_met) in [(1.0, true), (-1.0, false)] {
        let way = vec2(0.0, 2.0 * y);
        let cast = ShapeCast::new(floor.clone(), Pose::default(), way).unwrap();
        assert_eq!(cast_shape(&cast, &ball, &Pose::at(0.0, y)).is_some(), is_met, "{y}");
        let cast = ShapeCast::new(ball.clone(), Pose::at(0.0, y), -way).unwrap();
        assert_eq!(cast_shape(&cast, &floor, &Pose::default()).is_some(), is_met, "{y}");
    }
}
