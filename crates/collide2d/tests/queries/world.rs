//! Queries of a world against asking every body.

use std::cell::Cell;

use crate::common::KINDS;
use crate::{any_pose, any_shape};
use collide2d::{
    Aabb, BodyDef, Exclusion, Filter, Motion, OfBody, Part, Pose, QueryFilter, QueryStep, Ray, Shape,
    ShapeCast, World, cast_ray, cast_shape, collide, project_point,
};
use glam::{Vec2, vec2};

fn crowd(random: &mut fastrand::Rng, count: u32) -> World {
    let mut world = World::default();
    for i in 0..count {
        let kind = KINDS[random.usize(..5)];
        let shape = any_shape(random, kind);
        let mut pose = any_pose(random);
        pose.position = vec2(random.f32() - 0.5, random.f32() - 0.5) * 60.0;
        world.add(BodyDef::new(shape, pose).with_sensor(i % 5 == 0)).unwrap();
    }
    world
}

fn of_all<T>(
    world: &World,
    filter: &QueryFilter<'_>,
    ask: impl Fn(&collide2d::Body) -> Option<T>,
) -> Vec<OfBody<T>> {
    let asked = (0..world.bodies().len() as u32).filter_map(|index| Some((index, world.body(index)?)));
    let asked = asked.filter(|(index, body)| filter.leaves_out(*index, body).is_none());
    asked.filter_map(|(body, of)| Some(OfBody { body, found: ask(of)? })).collect()
}

/// Walls and boxes on a lattice, and ways between its points: along walls, through corners, over borders.
#[test]
fn on_a_lattice_a_world_finds_what_asking_each_body_finds() {
    let mut random = fastrand::Rng::with_seed(9);
    let (mut hits, mut casts) = (0, 0);
    for (unit, origin) in
        [(1.0, Vec2::ZERO), (0.125, vec2(3.0, -2.0)), (64.0, Vec2::ZERO), (1.0, vec2(4096.0, -512.0))]
    {
        let mut world = World::default();
        for i in 0..144_u8 {
            let at = origin + vec2(f32::from(i % 12) - 6.0, f32::from(i / 12) - 6.0) * unit;
            let shape = match i % 4 {
                0 => Shape::rectangle(unit, unit),
                1 => Shape::wall(Vec2::ZERO, Vec2::X * unit),
                2 => Shape::wall(Vec2::ZERO, Vec2::NEG_Y * unit),
                _ => Shape::circle(0.5 * unit),
            };
            world.add(BodyDef::new(shape.unwrap(), Pose::new(at, 0.0))).unwrap();
        }
        let filter = QueryFilter::default();
        for _ in 0..400 {
            let mut point = || {
                let mut coordinate = || f32::from(random.u8(..29)) * 0.5 - 7.0;
                origin + vec2(coordinate(), coordinate()) * unit
            };
            let (from, to) = (point(), point());
            let to = [to, vec2(to.x, from.y), vec2(from.x, to.y)][random.usize(..3)];
            let Ok(ray) = Ray::between(from, to) else { continue };
            let mut expected =
                of_all(&world, &filter, |body| cast_ray(body.shape(), body.pose(), &ray, true));
            expected.sort_by(|p, q| p.found.fraction.total_cmp(&q.found.fraction).then(p.body.cmp(&q.body)));
            assert_eq!(world.cast_ray_all(&ray, true, &filter), expected, "{ray:?}");
            assert_eq!(world.cast_ray(&ray, true, &filter), expected.first().copied(), "{ray:?}");
            hits += expected.len();

            let shape = [Shape::circle(0.5 * unit), Shape::rectangle(unit, unit)][random.usize(..2)].clone();
            let cast = ShapeCast::turning(shape.unwrap(), Pose::new(from, 0.0), to - from, 0.0).unwrap();
            let mut expected = of_all(&world, &filter, |body| cast_shape(&cast, body.shape(), body.pose()));
            expected.sort_by(|p, q| p.found.fraction.total_cmp(&q.found.fraction).then(p.body.cmp(&q.body)));
            assert_eq!(world.cast_shape_all(&cast, &filter), expected, "{cast:?}");
            casts += expected.len();
        }
    }
    assert!(hits > 5_000 && casts > 5_000, "{hits} {casts}");
}

#[test]
fn a_world_finds_what_asking_each_body_finds() {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut hits, mut casts, mut none) = (0, 0, 0);
    for count in [0, 1, 7, 60, 400] {
        let mut world = crowd(&mut random, count);
        if count > 3 {
            assert!(world.remove(3));
        }
        for round in 0..120 {
            let mut point = || vec2(random.f32() - 0.5, random.f32() - 0.5) * 70.0;
            let (from, to) = (point(), point());
            let to = match round % 6 {
                0 => vec2(to.x, from.y),
                1 => vec2(from.x, to.y),
                _ => to,
            };
            let excluded = [round, round + 1];
            let only_odd = |index: u32, _: &collide2d::Body| index % 2 == 1;
            let filter = match round % 4 {
                0 => QueryFilter::default(),
                1 => QueryFilter::default().excluding(&excluded),
                2 => QueryFilter::default().with_sensors(false),
                _ => QueryFilter::default().wanting(&only_odd),
            };
            let ray = Ray::between(from, to).unwrap();
            let mut expected =
                of_all(&world, &filter, |body| cast_ray(body.shape(), body.pose(), &ray, true));
            expected.sort_by(|p, q| p.found.fraction.total_cmp(&q.found.fraction).then(p.body.cmp(&q.body)));
            assert_eq!(world.cast_ray_all(&ray, true, &filter), expected);
            assert_eq!(world.cast_ray(&ray, true, &filter), expected.first().copied());
            let any = world.cast_ray_any(&ray, true, &filter);
            assert_eq!(any.is_some(), !expected.is_empty());
            assert!(any.is_none_or(|any| expected.contains(&any)));
            hits += expected.len();

            let kind = KINDS[random.usize(..5)];
            let shape = any_shape(&mut random, kind);
            let turn = if round % 3 == 0 { 200.0 } else { 0.0 };
            let cast =
                ShapeCast::turning(shape.clone(), Pose::new(from, 20.0), (to - from) * 0.3, turn).unwrap();
            let mut expected = of_all(&world, &filter, |body| cast_shape(&cast, body.shape(), body.pose()));
            expected.sort_by(|p, q| p.found.fraction.total_cmp(&q.found.fraction).then(p.body.cmp(&q.body)));
            assert_eq!(world.cast_shape_all(&cast, &filter), expected);
            assert_eq!(world.cast_shape(&cast, &filter), expected.first().copied());
            assert_eq!(world.cast_shape_any(&cast, &filter).is_some(), !expected.is_empty());
            casts += expected.len();

            let touching = of_all(&world, &filter, |body| {
                collide(&shape, &Pose::new(to, 0.0), body.shape(), body.pose())
            });
            let touching: Vec<u32> = touching.iter().map(|found| found.body).collect();
            assert_eq!(world.overlap_shape(&shape, &Pose::new(to, 0.0), &filter).unwrap(), touching);
            let area = Aabb::around([from, from + vec2(4.0, 3.0)]).unwrap();
            let boxes = of_all(&world, &filter, |body| body.aabb().overlaps(&area).then_some(()));
            let boxes: Vec<u32> = boxes.iter().map(|found| found.body).collect();
            assert_eq!(world.overlap_aabb(&area, &filter).unwrap(), boxes);

            let all = of_all(&world, &filter, |body| project_point(body.shape(), body.pose(), to).ok());
            let mut expected: Vec<_> = all.iter().copied().filter(|found| found.found.inside).collect();
            assert_eq!(
                world.bodies_at(to, &filter).unwrap(),
                expected.iter().map(|found| found.body).collect::<Vec<_>>()
            );
            if expected.is_empty() {
                none += 1;
                let nearest = all.iter().min_by(|p, q| p.found.distance.total_cmp(&q.found.distance));
                expected.extend(nearest.copied());
            }
            assert_eq!(world.project_point(to, &filter).unwrap(), expected);
        }
    }
    assert!(hits > 400 && casts > 400 && none > 50, "{hits} {casts} {none}");
}

#[test]
fn a_point_in_several_bodies_has_them_all_however_deep_it_is_in_each() {
    for order in [[5.0, 0.5], [0.5, 5.0]] {
        let mut world = World::default();
        for radius in order {
            world.add(BodyDef::new(Shape::circle(radius).unwrap(), Pose::at(radius, 0.0))).unwrap();
        }
        let found = world.project_point(vec2(0.8, 0.0), &QueryFilter::default()).unwrap();
        let found: Vec<_> = found.iter().map(|found| (found.body, found.found.distance)).collect();
        let depth = order.map(|radius| f32::max(0.8 - 2.0 * radius, -0.8));
        assert_eq!(found, [(0, depth[0]), (1, depth[1])], "{order:?}");
    }
}

/// The tree is made anew once a body may have moved, in every way in which that happens, and not before.
#[test]
fn what_moved_is_found_where_it_is() {
    let mut world = World::default();
    let ball = Shape::circle(0.5).unwrap();
    let motion = Motion::dynamic(1.0).with_velocity(vec2(60.0, 0.0));
    let moving = world.add(BodyDef::new(ball.clone(), Pose::at(0.0, 0.0)).with_motion(motion)).unwrap();
    let none = QueryFilter::default();
    let at = |world: &World, x: f32| world.bodies_at(vec2(x, 0.0), &none).unwrap();
    assert_eq!((at(&world, 0.0), at(&world, 1.0)), (vec![0], vec![]));
    world.step();
    assert_eq!((at(&world, 0.0), at(&world, 1.0)), (vec![], vec![0]));
    world.body_mut(moving).unwrap().set_pose(Pose::at(5.0, 0.0)).unwrap();
    assert_eq!((at(&world, 1.0), at(&world, 5.0)), (vec![], vec![0]));
    let copy = world.clone();
    world.add(BodyDef::new(ball, Pose::at(9.0, 0.0))).unwrap();
    assert_eq!((at(&world, 9.0), at(&copy, 9.0)), (vec![1], vec![]));
    world.remove(moving);
    assert_eq!((at(&world, 5.0), at(&copy, 5.0)), (vec![], vec![0]));
}

/// Boxes that are not met are not asked, nor those behind the first hit; what the filter leaves out is told with its reason.
#[test]
fn an_observer_is_told_the_boxes_in_order_and_what_is_left_out() {
    let mut world = World::default();
    for x in 0..10 {
        let def = BodyDef::new(Shape::rectangle(1.0, 1.0).unwrap(), Pose::at(3.0 * x as f32, 0.0));
        world.add(def.with_sensor(x == 1)).unwrap();
    }
    world.add(BodyDef::new(Shape::circle(1.0).unwrap(), Pose::at(12.0, 5.0))).unwrap();
    let ray = Ray::between(vec2(-5.0, 0.25), vec2(40.0, 0.25)).unwrap();
    let asked = Cell::new(0);
    let wanted = |_: u32, _: &collide2d::Body| {
        asked.set(asked.get() + 1);
        true
    };
    let filter = QueryFilter::default().excluding(&[0]).with_sensors(false).wanting(&wanted);
    let mut steps = Vec::new();
    let hit = world.cast_ray_observed(&ray, true, &filter, &mut steps).unwrap();
    assert_eq!((hit.body, hit.found.normal), (2, Some(Vec2::NEG_X)));
    let told: Vec<_> = steps.iter().filter(|step| !matches!(step, QueryStep::Face { .. })).collect();
    let out = |body, by| QueryStep::LeftOut { body, by };
    assert_eq!(told[..2], [&out(0, Exclusion::Excluded), &out(1, Exclusion::Sensor)]);
    assert!(
        matches!(told[2], QueryStep::Body { body: 2, fraction } if (*fraction - 10.5 / 45.0).abs() < 1.0e-5),
        "{told:?}"
    );
    assert_eq!((told.len(), asked.get()), (3, 1), "{told:?}");
    let mut all = Vec::new();
    assert_eq!(world.cast_ray_all_observed(&ray, true, &filter, &mut all).len(), 8);
    assert_eq!(all.iter().filter(|step| matches!(step, QueryStep::Body { .. })).count(), 8);
}

/// The masks of a query are those of a body: each must meet the other.
#[test]
fn masks_leave_out_what_they_would_of_a_body() {
    let (level, player) = (1, 2);
    let mut world = World::default();
    for (x, filter) in
        [(1.0, Filter { is: player, meets: u32::MAX }), (2.0, Filter { is: level, meets: player })]
    {
        let def = BodyDef::new(Shape::circle(0.25).unwrap(), Pose::at(x, 0.0));
        world.add(def.with_filter(filter)).unwrap();
    }
    world.add(BodyDef::new(Shape::circle(0.25).unwrap(), Pose::at(3.0, 0.0))).unwrap();
    let ray = Ray::between(Vec2::ZERO, vec2(9.0, 0.0)).unwrap();
    let hits = |masks: Filter| -> Vec<u32> {
        let filter = QueryFilter::default().with_masks(masks);
        world.cast_ray_all(&ray, true, &filter).iter().map(|hit| hit.body).collect()
    };
    assert_eq!(hits(Filter::default()), [0, 1, 2]);
    assert_eq!(hits(Filter { is: player, meets: level }), [1, 2]);
    assert_eq!(hits(Filter { is: level, meets: level }), [2]);
    assert_eq!(hits(Filter { is: player, meets: 0 }), [0; 0]);
    let mut steps = Vec::new();
    let filter = QueryFilter::default().with_masks(Filter { is: player, meets: level });
    world.cast_ray_all_observed(&ray, true, &filter, &mut steps);
    assert!(steps.contains(&QueryStep::LeftOut { body: 0, by: Exclusion::Masks }), "{steps:?}");
}

#[test]
fn a_world_refuses_what_is_no_place() {
    let world = crowd(&mut fastrand::Rng::with_seed(1), 5);
    let (none, nan) = (QueryFilter::default(), vec2(f32::NAN, 0.0));
    assert!(world.bodies_at(nan, &none).is_err() && world.project_point(nan, &none).is_err());
    assert!(world.overlap_aabb(&Aabb { min: nan, max: nan }, &none).is_err());
    let ball = Shape::circle(1.0).unwrap();
    assert!(world.overlap_shape(&ball, &Pose::new(nan, 0.0), &none).is_err());
    assert!(ShapeCast::new(ball.clone(), Pose::new(nan, 0.0), Vec2::X).is_err());
    assert!(ShapeCast::new(ball, Pose::default(), nan).is_err());
}

/// What a one-sided chain does not hold is no contact; the side is that of the other shape's position.
#[test]
fn a_one_sided_chain_overlaps_what_is_on_its_side() {
    let floor = Shape::chain(&[vec2(2.0, 0.0), vec2(-2.0, 0.0)], false, true).unwrap();
    let compound = Shape::compound(vec![
        Part::new(floor.clone(), Pose::default()),
        Part::new(Shape::circle(0.5).unwrap(), Pose::at(5.0, 0.0)),
    ]);
    let ball = Shape::circle(0.5).unwrap();
    let filter = QueryFilter::default();
    for floor in [floor, compound.unwrap()] {
        let mut world = World::default();
        world.add(BodyDef::new(floor.clone(), Pose::default())).unwrap();
        let overlap = |shape: &Shape, y: f32| world.overlap_shape(shape, &Pose::at(0.0, y), &filter).unwrap();
        assert_eq!((overlap(&ball, 0.25), overlap(&ball, -0.25)), (vec![0], vec![]), "{floor:?}");
        // Its position is above the floor, its middle below.
        let corners = [vec2(0.0, 0.3), vec2(-1.0, -1.0), vec2(1.0, -1.0)];
        assert_eq!(overlap(&Shape::polygon(&corners).unwrap(), 0.1), [0]);
        // Whichever of the two the chain is.
        let mut world = World::default();
        world.add(BodyDef::new(ball.clone(), Pose::default())).unwrap();
        let overlap = |y: f32| world.overlap_shape(&floor, &Pose::at(0.0, y), &filter).unwrap();
        assert_eq!((overlap(-0.25), overlap(0.25)), (vec![0], vec![]), "{floor:?}");
    }
}
