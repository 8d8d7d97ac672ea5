//! Compounds and chains beside their parts: whatever is asked of the whole is the first, nearest or deepest of the parts.

use crate::{any_pose, any_shape, cases};
use collide2d::{
    Part, Pose, Ray, Shape, ShapeCast, ShapeKind, Turning, cast_ray, cast_shape, closest_points, collide,
    first_touch, first_touch_rotating, project_point, separation,
};
use glam::{Vec2, vec2};

const SLACK: f32 = 2.0e-5;

fn simple(random: &mut fastrand::Rng) -> Shape {
    let kind = ShapeKind::SIMPLE[random.usize(..ShapeKind::SIMPLE.len())];
    any_shape(random, kind)
}

/// A compound at `pose`, and its parts as shapes by themselves.
fn any_compound(random: &mut fastrand::Rng, pose: &Pose) -> (Shape, Vec<(Shape, Pose)>) {
    let count = random.usize(1..5);
    let parts: Vec<Part> = (0..count).map(|_| Part::new(simple(random), any_pose(random))).collect();
    let alone = parts.iter().map(|part| (part.shape.clone(), part.pose.within(pose))).collect();
    (Shape::compound(parts).unwrap(), alone)
}

/// The same of a chain and its segments.
fn any_chain(random: &mut fastrand::Rng, pose: &Pose) -> (Shape, Vec<(Shape, Pose)>) {
    let (mut at, mut heading) = (vec2(-2.0, 0.0), 0.0_f32);
    let mut points = vec![at];
    for _ in 0..random.usize(1..7) {
        heading += 2.0 * (random.f32() - 0.5);
        at += Vec2::from_angle(heading) * (0.3 + random.f32());
        points.push(at);
    }
    let walls = points.windows(2).map(|ends| (Shape::wall(ends[0], ends[1]).unwrap(), *pose)).collect();
    (Shape::chain(&points, false, false).unwrap(), walls)
}

fn least(values: impl Iterator<Item = f32>) -> Option<f32> {
    values.reduce(f32::min)
}

fn same(found: Option<f32>, expected: Option<f32>, slack: f32, told: &dyn Fn() -> String) {
    match (found, expected) {
        (Some(found), Some(expected)) => {
            assert!((found - expected).abs() <= slack, "{found} for {expected}: {}", told());
        }
        (None, None) => {}
        (found, expected) => panic!("{found:?} for {expected:?}: {}", told()),
    }
}

#[test]
fn rays_and_projections_are_those_of_the_nearest_part() {
    let mut random = fastrand::Rng::with_seed(51);
    let mut hits = 0;
    for i in 0..cases(3_000) {
        let pose = any_pose(&mut random);
        let (whole, parts) =
            if i % 2 == 0 { any_compound(&mut random, &pose) } else { any_chain(&mut random, &pose) };
        let (from, to) = (any_pose(&mut random).position * 2.0, any_pose(&mut random).position);
        let told = || format!("{whole:?} {pose:?} {from} {to}");
        if let Ok(ray) = Ray::between(from, to) {
            let found = cast_ray(&whole, &pose, &ray, true).map(|hit| hit.fraction);
            let of_part = |(shape, pose): &(Shape, Pose)| cast_ray(shape, pose, &ray, true);
            let expected = least(parts.iter().filter_map(of_part).map(|hit| hit.fraction));
            same(found, expected, SLACK, &told);
            hits += u32::from(found.is_some());
        }
        let found = project_point(&whole, &pose, from).unwrap().distance;
        let of_part = |(shape, pose): &(Shape, Pose)| project_point(shape, pose, from).unwrap().distance;
        same(Some(found), least(parts.iter().map(of_part)), SLACK, &told);
        let inside = parts.iter().any(|(shape, pose)| shape.contains(pose, from));
        assert!(whole.contains(&pose, from) == inside || found.abs() < SLACK, "{}", told());
    }
    assert!(u64::from(hits) > cases(3_000) / 6, "{hits}");
}

#[test]
fn contacts_distances_and_nearest_points_are_those_of_the_deepest_or_nearest_part() {
    let mut random = fastrand::Rng::with_seed(52);
    let (mut touching, mut turned) = (0, 0);
    for _ in 0..cases(3_000) {
        let (pose, at) = (any_pose(&mut random), any_pose(&mut random));
        let (whole, parts) = any_compound(&mut random, &pose);
        let other = simple(&mut random);
        let told = || format!("{whole:?} {pose:?} {other:?} {at:?}");
        let of_part = |(shape, pose): &(Shape, Pose)| separation(shape, pose, &other, &at);
        let expected = least(parts.iter().map(of_part));
        same(Some(separation(&whole, &pose, &other, &at)), expected, SLACK, &told);
        same(Some(closest_points(&whole, &pose, &other, &at).distance), expected, SLACK, &told);
        let contact = collide(&whole, &pose, &other, &at).map(|contact| -contact.depth);
        same(contact, expected.filter(|gap| *gap < 0.0), SLACK, &told);
        touching += u32::from(contact.is_some());

        // A chain is its segments where they do not touch; where they do, its outline says how deep.
        let (chain, walls) = any_chain(&mut random, &pose);
        let told = || format!("{chain:?} {pose:?} {other:?} {at:?}");
        let of_wall = |(shape, pose): &(Shape, Pose)| separation(shape, pose, &other, &at);
        let apart = least(walls.iter().map(of_wall));
        let contact = collide(&chain, &pose, &other, &at);
        let found = closest_points(&chain, &pose, &other, &at);
        same(Some(found.distance), contact.map_or(apart, |contact| Some(-contact.depth)), SLACK, &told);
        // The two points are as far from each other along the way out.
        if let Some(contact) = contact {
            let [on_chain, on_other] = found.points;
            let along = (on_other - on_chain).dot(found.normal);
            same(Some(along), Some(contact.depth), 10.0 * SLACK, &told);
            turned += u32::from(apart.is_some_and(|apart| contact.depth > 10.0 * SLACK - apart));
            let cast = ShapeCast::new(other.clone(), at, vec2(1.0, 0.0)).unwrap();
            let start =
                cast_shape(&cast, &chain, &pose).and_then(|hit| Some((hit.starts_inside?, hit.normal)));
            if contact.depth > 10.0 * SLACK {
                let (inside, normal) = start.unwrap_or_else(|| panic!("{}", told()));
                same(Some(inside.depth), Some(contact.depth), SLACK, &told);
                assert!((inside.normal - normal).length() < SLACK, "{}", told());
            }
        }
    }
    assert!(u64::from(touching) > cases(3_000) / 10, "{touching}");
    assert!(u64::from(turned) > cases(3_000) / 100, "the outline makes {turned} deeper");
}

#[test]
fn sweeps_are_those_of_the_part_that_is_met_first() {
    let mut random = fastrand::Rng::with_seed(53);
    let mut met = 0;
    for _ in 0..cases(3_000) {
        let (pose, at) = (any_pose(&mut random), any_pose(&mut random));
        let (whole, parts) = any_compound(&mut random, &pose);
        let other = simple(&mut random);
        let way = (at.position - pose.position) * (2.0 * random.f32()) + vec2(random.f32(), random.f32());
        let told = || format!("{whole:?} {pose:?} {other:?} {at:?} {way}");
        let apart = parts.iter().all(|(shape, pose)| separation(shape, pose, &other, &at) > 1.0e-3);
        if !apart {
            continue;
        }
        let of_part = |(shape, pose): &(Shape, Pose)| first_touch(shape, pose, &other, &at, way, 1.0);
        let expected = least(parts.iter().filter_map(of_part).map(|impact| impact.time));
        // Who grazes the other is as near for long: a little earlier or later it touches as well.
        let touches = |time: f32| {
            let then = Pose { position: pose.position + way * time, ..pose };
            separation(&whole, &then, &other, &at).abs() < SLACK
        };
        let same_touch = |found: Option<f32>| {
            if !found.zip(expected).is_some_and(|(found, expected)| touches(found) && touches(expected)) {
                same(found, expected, SLACK, &told);
            }
        };
        same_touch(first_touch(&whole, &pose, &other, &at, way, 1.0).map(|impact| impact.time));
        let cast = ShapeCast::new(whole.clone(), pose, way).unwrap();
        let found = cast_shape(&cast, &other, &at).map(|hit| hit.fraction);
        same_touch(found);
        met += u32::from(found.is_some());

        // Turning about the compound's centre, each part swings.
        let center = whole.centroid();
        let turn = (random.f32() - 0.5) * 360.0;
        let motion = Turning { velocity: way, angular_velocity: turn, center };
        let still = Turning::default();
        let accuracy = 1.0e-4;
        let of_part = |(shape, place): &(Shape, Pose)| {
            let center = place.local_from_world(pose.world_from_local(center));
            let motion = Turning { center, ..motion };
            first_touch_rotating(shape, place, &motion, &other, &at, &still, 1.0, accuracy)
        };
        let expected = least(parts.iter().filter_map(of_part).map(|impact| impact.time));
        let found = first_touch_rotating(&whole, &pose, &motion, &other, &at, &still, 1.0, accuracy);
        match (found.map(|impact| impact.time), expected) {
            (Some(found), Some(expected)) => {
                assert!((found - expected).abs() < 2.0e-2, "{found} for {expected}: {} {turn}", told());
            }
            (None, None) => {}
            // Shapes that graze each other within the accuracy may be met or not.
            (found, expected) => {
                let time = found.or(expected).unwrap();
                let then = motion.pose_after(&pose, time);
                let gap = separation(&whole, &then, &other, &at);
                assert!(gap > -4.0 * accuracy, "{found:?} for {expected:?}: {gap} {} {turn}", told());
            }
        }
    }
    assert!(u64::from(met) > cases(3_000) / 20, "{met}");
}

/// A fling may take a body wherever an f32 reaches: there it has its parts as well.
#[test]
fn composites_are_asked_wherever_they_are() {
    let chain = Shape::chain(&[vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(1.0, 0.0)], false, false).unwrap();
    let parts = vec![
        Part::new(Shape::circle(0.5).unwrap(), Pose::at(1.0, 0.0)),
        Part::new(chain.clone(), Pose::default()),
    ];
    let ball = Shape::circle(1.0).unwrap();
    for whole in [Shape::compound(parts).unwrap(), chain] {
        for far in [1.0e6, 1.0e20, 3.0e31, f32::MAX] {
            let (pose, origin) = (Pose::at(far, -far), Pose::default());
            let found = project_point(&whole, &pose, Vec2::ZERO).unwrap();
            assert!(found.distance > 0.9 * far && !found.inside, "{far}: {found:?}");
            let near = closest_points(&whole, &pose, &ball, &origin);
            assert!(near.distance > 0.9 * far, "{far}: {near:?}");
            assert_eq!(collide(&whole, &pose, &ball, &origin), None);
            let ray = Ray::between(Vec2::ZERO, vec2(0.0, 1.0)).unwrap();
            assert_eq!(cast_ray(&whole, &pose, &ray, true), None);
            let cast = ShapeCast::new(whole.clone(), pose, vec2(0.0, 1.0)).unwrap();
            assert!(cast_shape(&cast, &ball, &origin).is_none());
        }
    }
}
