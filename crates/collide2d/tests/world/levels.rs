//! Levels: chains, bodies of several shapes, one-way bodies.

use collide2d::{
    BodyDef, Filter, Meeting, Motion, PairKey, Part, Phase, Pose, ResolvedBy, Rotation, Shape, SolverKind,
    World, collide, collide_leaves,
};
use glam::{DVec2, Vec2};

use crate::*;

fn chain(points: &[(f32, f32)], closed: bool) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
    Shape::chain(&points, closed, false).unwrap()
}

fn random_shape(random: &mut Random) -> Shape {
    let size = |random: &mut Random| 0.1 + random.next();
    match (random.next() * 5.0) as u32 {
        0 => ball(size(random)),
        1 => block(size(random), size(random)),
        3 => Shape::rounded_rectangle(size(random), size(random), 0.3 * size(random)).unwrap(),
        2 => Shape::capsule(Vec2::new(-size(random), 0.0), Vec2::new(size(random), 0.1), 0.2).unwrap(),
        _ => {
            let corners: Vec<Vec2> = (0..5).map(|i| Vec2::from_angle(i as f32 * 1.256) * 0.7).collect();
            Shape::polygon(&corners).unwrap()
        }
    }
}

/// A V holds a ball with both sides; the corner of a step up gives the ball that rolls over it no push sideways.
#[test]
fn a_ball_touches_each_segment_along_what_the_outline_allows() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    world.add(BodyDef::new(chain(&[(-2.0, 2.0), (0.0, 0.0), (2.0, 2.0)], false), Pose::default())).unwrap();
    // √2 − 0.05 from the corner: 0.05 deep in each side.
    world.add(BodyDef::new(ball(1.0), Pose::at(0.0, 0.95 * 2.0_f32.sqrt()))).unwrap();
    let found = world.detect_all();
    assert_eq!(found.len(), 2);
    let half = 0.5_f32.sqrt();
    for (contact, x) in found.iter().zip([-half, half]) {
        // `a` is the chain: the normal on the ball points toward it.
        assert!(contact.contact.normal.distance(Vec2::new(x, -half)) < 1.0e-6, "{contact:?}");
        assert!((contact.contact.depth - 0.05).abs() < 1.0e-6, "{contact:?}");
    }
    assert_eq!(found.iter().map(|c| c.leaf_a.segment()).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!(found[0].leaf_a.part(), None);

    let step = Shape::chain(&[Vec2::new(-5.0, 0.0), Vec2::ZERO, Vec2::Y, Vec2::new(5.0, 1.0)], false, false);
    let (step, at) = (step.unwrap(), Pose::at(0.02, 1.499));
    let contact = collide(&ball(0.5), &at, &step, &Pose::default()).unwrap();
    assert_eq!(contact.normal, Vec2::Y);
    assert!((contact.depth - 0.001).abs() < 1.0e-6);
}

/// Second truth: which normals an outline allows, worked out with angles.
fn is_allowed(points: &[Vec2], closed: bool, one_sided: bool, segment: usize, normal: Vec2) -> bool {
    const SLACK: f64 = 1.0e-3;
    let n = points.len();
    let count = if closed { n } else { n - 1 };
    let normal_angle = |i: usize| {
        let d: DVec2 = (points[(i + 1) % n] - points[i]).as_dvec2();
        d.x.atan2(-d.y)
    };
    let own = normal_angle(segment);
    let angle = f64::from(normal.y).atan2(f64::from(normal.x));
    let turn = |from: f64, to: f64| {
        let turn = (to - from).rem_euclid(std::f64::consts::TAU);
        if turn > std::f64::consts::PI { turn - std::f64::consts::TAU } else { turn }
    };
    let sides: &[f64] = if one_sided { &[std::f64::consts::PI] } else { &[0.0, std::f64::consts::PI] };
    for side in sides {
        let from_face = turn(own + side, angle);
        if from_face.abs() <= SLACK {
            return true;
        }
        let others = [
            if segment > 0 { Some(segment - 1) } else { closed.then(|| count - 1) },
            if segment + 1 < count { Some(segment + 1) } else { closed.then_some(0) },
        ];
        for other in others {
            match other {
                None if one_sided => {
                    if from_face.abs() <= std::f64::consts::FRAC_PI_2 + SLACK {
                        return true;
                    }
                }
                None => return true,
                Some(other) => {
                    let width = turn(own, normal_angle(other));
                    let between =
                        from_face * width.signum() >= -SLACK && from_face.abs() <= width.abs() + SLACK;
                    if between {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// On which side of a chain a point is: of its nearest segment, or of both where they meet. Positive: left.
fn side_of(points: &[Vec2], closed: bool, point: Vec2) -> f32 {
    let n = points.len();
    let count = if closed { n } else { n - 1 };
    let left = |i: usize| (points[(i + 1) % n] - points[i]).perp().normalize();
    let nearest = |i: usize| {
        let (from, along) = (points[i], points[(i + 1) % n] - points[i]);
        let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        (point.distance(from + along * share), share)
    };
    let i = (0..count).min_by(|&i, &j| nearest(i).0.total_cmp(&nearest(j).0)).unwrap();
    let (other, corner) = match nearest(i).1 {
        0.0 if closed || i > 0 => ((i + count - 1) % count, i),
        1.0 if closed || i + 1 < count => ((i + 1) % count, (i + 1) % n),
        _ => (i, i),
    };
    (point - points[corner]).dot(left(i) + left(other))
}

/// A million contacts of chains beside the union of their segments: an entry for each segment that is touched, no other;
/// its normal within the cone, of a one-sided chain on its right-hand side; its depth parts the two along that normal, is at
/// most the reach along it, and no less than that of the segment alone. A world leaves out what is on the left of a one-sided
/// chain.
#[test]
fn chains_are_the_union_of_their_segments_within_the_cone() {
    let mut random = Random::seeded(15);
    let (mut contacts, mut moved, mut nearer) = (0, 0, 0);
    while contacts < 1_000_000 {
        let (closed, one_sided) = (random.next() < 0.3, random.next() < 0.3);
        let mut at = Vec2::ZERO;
        let mut points = vec![at];
        let mut heading = 0.0_f32;
        for _ in 0..8 {
            heading += (random.next() - 0.5) * 2.4;
            at += Vec2::from_angle(heading) * (0.2 + random.next());
            points.push(at);
        }
        let chain = Shape::chain(&points, closed, one_sided).unwrap();
        let turned = Pose::new(Vec2::new(3.0, -2.0), random.next() * 360.0);
        for _ in 0..40 {
            let shape = random_shape(&mut random);
            let target = points[(random.next() * 9.0) as usize];
            let near = target + Vec2::from_angle(random.next() * 6.3) * random.next();
            let pose = Pose::new(turned.world_from_local(near), random.next() * 360.0);
            let mut world = world(SolverKind::Off, Vec2::ZERO);
            let def = BodyDef::new(shape.clone(), pose);
            if random.next() < 0.5 {
                world.add(def).unwrap();
                world.add(BodyDef::new(chain.clone(), turned)).unwrap();
            } else {
                world.add(BodyDef::new(chain.clone(), turned)).unwrap();
                world.add(def).unwrap();
            }
            let (a, b) = (&world.bodies()[0], &world.bodies()[1]);
            let found = collide_leaves(a.shape(), a.pose(), b.shape(), b.pose());
            let is_chain_first = a.shape() == &chain;
            let side = side_of(&points, closed, turned.local_from_world(pose.position));
            if side.abs() > 1.0e-4 {
                let of_world = if one_sided && side > 0.0 { 0 } else { found.len() };
                assert_eq!(world.detect_all().len(), of_world, "{points:?} {pose:?}");
            }
            let count = points.len() - usize::from(!closed);
            for segment in 0..count {
                let wall = Shape::wall(points[segment], points[(segment + 1) % points.len()]).unwrap();
                let alone = collide(&shape, &pose, &wall, &turned);
                let entry = found.iter().find(|(leaves, _)| {
                    leaves[usize::from(!is_chain_first)].segment() == Some(segment as u32)
                });
                let Some(alone) = alone else {
                    assert!(entry.is_none(), "a segment that is not touched");
                    continue;
                };
                // What touches by rounding alone may go either way.
                let Some((_, entry)) = entry else {
                    assert!(alone.depth < 1.0e-5, "a touched segment is missing: {alone:?}");
                    continue;
                };
                contacts += 1;
                let normal = if is_chain_first { -entry.normal } else { entry.normal };
                let local = turned.rotation.unrotate(normal);
                assert!(
                    is_allowed(&points, closed, one_sided, segment, local),
                    "{points:?} {segment}: {local}"
                );
                let depth = entry.depth;
                assert!(depth >= alone.depth - 1.0e-5, "{depth} of {}", alone.depth);
                moved += u32::from(depth > alone.depth + 1.0e-4);
                let reach =
                    wall.support(&turned, normal).dot(normal) - shape.support(&pose, -normal).dot(normal);
                assert!(depth < reach + 2.0e-5, "depth {depth}, along the normal {reach}");
                if depth < reach - 2.0e-5 {
                    nearer += 1;
                    let parted = Pose { position: pose.position + normal * depth, ..pose };
                    let left = collide(&shape, &parted, &wall, &turned).map_or(0.0, |left| left.depth);
                    assert!(left < 2.0e-5, "{depth} along {normal} leaves {left} of {reach}");
                }
            }
        }
    }
    assert!(moved > 20_000, "the outline changed only {moved} of {contacts}");
    assert!(nearer > 1_000, "only {nearer} of {contacts} meet far from the other's support");
}

/// A plank lies on a flat segment whose corner with one that falls off is `reach` from the plank's end, tilted so that its
/// face's normal is not allowed there: the contact with the other one is at the corner, as deep as the plank covers it.
#[test]
fn a_corner_is_as_deep_as_it_is_covered_however_far_the_other_reaches() {
    let mut random = Random::seeded(7);
    for _ in 0..20_000 {
        let fall = random.within(5.0, 170.0).to_radians();
        let points = [Vec2::new(-1.0, 0.0), Vec2::ZERO, Vec2::from_angle(-fall) * random.within(0.2, 1.0)];
        let tilt = random.within(0.01, 5.0);
        let (reach, covered) = (random.within(0.01, 50.0), random.within(1.0e-5, 2.0e-3));
        let turn = Pose::new(Vec2::ZERO, tilt).rotation;
        let width = reach + 2.0;
        let half = Vec2::new(width, 0.5) * 0.5;
        // From the plank's middle to the place of its lower face above the corner.
        let at = turn.rotate(Vec2::new(reach - 0.5 * width, -half.y)) + Vec2::new(0.0, covered);
        let plank = [
            block(2.0 * half.x, 2.0 * half.y),
            Shape::polygon(&[
                Vec2::new(-half.x, -half.y),
                Vec2::new(half.x, -half.y),
                Vec2::new(half.x, half.y),
                Vec2::new(0.0, half.y * 1.1),
                Vec2::new(-half.x, half.y),
            ])
            .unwrap(),
        ];
        for plank in plank {
            for points in [points, [points[2], points[1], points[0]]] {
                let chain = Shape::chain(&points, false, false).unwrap();
                let found = collide_leaves(&plank, &Pose::new(-at, tilt), &chain, &Pose::default());
                let falling = u32::from(points[0].x == -1.0);
                let Some((_, contact)) =
                    found.iter().find(|(leaves, _)| leaves[1].segment() == Some(falling))
                else {
                    continue;
                };
                let [point] = contact.points() else { panic!("{contact:?}") };
                let (place, depth) = (point.from_a - at, contact.depth);
                let what = format!("{points:?} under {tilt}°, {reach} from its end, {covered}: {contact:?}");
                assert!(place.length() < 2.0e-3, "{what}");
                assert!((depth - covered).abs() < 0.01 * covered + 2.0e-5 && point.depth == depth, "{what}");
                assert!(contact.normal.distance(Vec2::Y) < 1.0e-3, "{what}");
            }
        }
    }
}

/// A compound's contacts are those of its parts as bodies, also of so many that they are in a tree; its mass, centre and
/// inertia are their sums.
#[test]
fn compounds_are_the_sum_of_their_parts() {
    let mut random = Random::seeded(16);
    for round in 0..300 {
        let (count, spread) = if round % 3 == 0 { (100, 8.0) } else { (4, 2.0) };
        let parts: Vec<Part> = (0..count)
            .map(|_| {
                let at = Vec2::new(random.next() - 0.5, random.next() - 0.5) * spread;
                Part::new(random_shape(&mut random), Pose::new(at, random.next() * 360.0))
                    .with_density(0.5 + random.next())
            })
            .collect();
        let shape = Shape::compound(parts.clone()).unwrap();
        let pose = Pose::new(Vec2::new(5.0, 1.0), random.next() * 360.0);
        let (other, at) = (random_shape(&mut random), Pose::new(Vec2::new(5.5, 1.5), random.next() * 90.0));
        let mut world = world(SolverKind::Off, Vec2::ZERO);
        let motion = Motion::dynamic(3.0);
        world.add(BodyDef::new(shape.clone(), pose).with_motion(motion)).unwrap();
        world.add(BodyDef::new(other.clone(), at)).unwrap();
        let found = world.detect();
        let of_world: Vec<_> = found.iter().map(|c| ([c.leaf_a, c.leaf_b], c.contact)).collect();
        assert_eq!(collide_leaves(&shape, &pose, &other, &at), of_world);
        for (i, part) in (0..).zip(&parts) {
            let place = Pose {
                position: pose.world_from_local(part.pose.position),
                rotation: Rotation::from_degrees(pose.rotation.degrees() + part.pose.rotation.degrees()),
            };
            let alone = collide(&part.shape, &place, &other, &at);
            let entry = found.iter().find(|c| c.leaf_a.part() == Some(i));
            assert_eq!(
                alone.is_some_and(|c| c.depth > 1.0e-5),
                entry.is_some_and(|c| c.contact.depth > 1.0e-5)
            );
            if let (Some(alone), Some(entry)) = (alone, entry) {
                assert!((alone.depth - entry.contact.depth).abs() < 1.0e-5);
                let point = pose.position + entry.contact.points()[0].from_a;
                assert!(point.distance(place.position + alone.points()[0].from_a) < 1.0e-3);
            }
        }
        // f64, by hand.
        let masses: Vec<f64> =
            parts.iter().map(|p| f64::from(p.shape.area()) * f64::from(p.density)).collect();
        let all: f64 = masses.iter().sum();
        let centers: Vec<DVec2> =
            parts.iter().map(|p| p.pose.world_from_local(p.shape.centroid()).as_dvec2()).collect();
        let center = centers.iter().zip(&masses).map(|(c, m)| *c * *m).sum::<DVec2>() / all;
        assert!(shape.centroid().as_dvec2().distance(center) < 1.0e-5);
        let inertia: f64 = parts
            .iter()
            .zip(masses.iter().zip(&centers))
            .map(|(p, (m, c))| m * (f64::from(p.shape.moment_of_inertia(1.0)) + c.distance_squared(center)))
            .sum();
        assert!((f64::from(shape.moment_of_inertia(3.0)) - 3.0 * inertia / all).abs() < 1.0e-4);
    }
}

/// Walls and chains count as 2 cm thick: 1 m of wall weighs as much as 0.02 m² of box.
#[test]
fn lines_weigh_by_their_thickness() {
    let wall = Shape::wall(Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5)).unwrap();
    let parts = vec![
        Part::new(wall, Pose::at(1.0, 0.0)),
        Part::new(block(0.2, 0.1), Pose::at(-1.0, 0.0)),
        Part::new(chain(&[(0.0, -0.5), (0.0, 0.5)], false), Pose::at(0.0, 3.0)),
    ];
    let shape = Shape::compound(parts).unwrap();
    assert!(shape.centroid().distance(Vec2::new(0.0, 1.0)) < 1.0e-6, "{}", shape.centroid());
}

fn terrain(flat: bool) -> Shape {
    let height = |i: i32| if flat { 0.0 } else { 0.05 * (i as f32 * 1.3).sin() };
    let points: Vec<Vec2> = (-40..=40).map(|i| Vec2::new(i as f32 * 0.5, height(i))).collect();
    Shape::chain(&points, false, false).unwrap()
}

/// On a flat chain nothing catches at a joint and nothing is thrown, from 200 starts, under both solvers.
#[test]
fn nothing_catches_on_a_flat_chain() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        let mut caught = Vec::new();
        for i in 0..200 {
            let mut world = world(solver, GRAVITY);
            world.add(BodyDef::new(terrain(true), Pose::default()).with_friction(0.0)).unwrap();
            let shape = match i % 3 {
                0 => block(0.6, 0.6),
                1 => ball(0.3),
                _ => Shape::capsule(Vec2::new(0.0, -0.2), Vec2::new(0.0, 0.2), 0.2).unwrap(),
            };
            let bottom = if i % 3 == 2 { 0.4 } else { 0.3 };
            let start = Pose::at(-15.0 + i as f32 * 0.013, bottom + 0.05 * (i % 7) as f32);
            let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(5.0, -6.0));
            let def = BodyDef::new(shape, start).with_motion(motion).with_friction(0.0);
            let body = world.add(def.with_fixed_rotation(i % 3 == 2)).unwrap();
            run(&mut world, 20);
            for _ in 0..120 {
                world.step();
                let (at, speed) = (position(&world, body), velocity(&world, body));
                if speed.x < 4.95 || (at.y - bottom).abs() > 0.005 {
                    caught.push((i, at, speed));
                    break;
                }
            }
        }
        assert!(caught.is_empty(), "{solver:?}: {} of 200, {:?}", caught.len(), caught.first());
    }
}

/// A table of four parts stands on its legs, and a hammer's head hangs down.
#[test]
fn a_compound_rests_and_swings_as_one_body() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(BodyDef::new(terrain(true), Pose::default())).unwrap();
    let parts = vec![
        Part::new(block(2.0, 0.2), Pose::at(0.0, 1.1)),
        Part::new(block(0.2, 1.0), Pose::at(-0.8, 0.5)),
        Part::new(block(0.2, 1.0), Pose::at(0.8, 0.5)),
    ];
    let table = Shape::compound(parts).unwrap();
    let table = BodyDef::new(table, Pose::at(0.0, 0.01)).with_motion(Motion::dynamic(2.0));
    let table = world.add(table).unwrap();
    let ball_on_top = world.add(dynamic(ball(0.2), 0.0, 1.5)).unwrap();
    run(&mut world, 240);
    assert!(position(&world, table).distance(Vec2::ZERO) < 0.005, "{}", position(&world, table));
    assert!((position(&world, ball_on_top).y - 1.4).abs() < 0.005);
    assert_eq!(world.events().iter().filter(|event| event.pair == PairKey::new(0, 1)).count(), 1);
    assert!(
        world.contacts().iter().filter(|c| c.key() == PairKey::new(0, 1)).count() >= 2,
        "each leg has its contact"
    );
    assert!(velocity(&world, table).length() < 0.01);
}

/// The deciding numbers of the rule: direction, and depth beyond the approach, from above, from below, from inside.
#[test]
fn a_platform_holds_what_comes_from_its_side() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for platform_first in [true, false] {
            let platform = || {
                let shape = block(4.0, 0.2);
                BodyDef::new(shape, Pose::at(0.0, 0.0)).with_one_way(Some(Vec2::Y)).with_friction(0.0)
            };
            let case = |y: f32, speed: f32| {
                let mut world = world(solver, GRAVITY);
                let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(0.0, speed));
                let mover = BodyDef::new(ball(0.3), Pose::at(0.0, y)).with_motion(motion);
                let of_mover = u32::from(platform_first);
                if platform_first {
                    world.add(platform()).unwrap();
                    world.add(mover).unwrap();
                } else {
                    world.add(mover).unwrap();
                    world.add(platform()).unwrap();
                }
                (world, of_mover)
            };
            let what = format!("{solver:?}, platform first: {platform_first}");
            // From above it is held, fast as well.
            let fast = if solver == SolverKind::Rigid { -30.0 } else { -5.0 };
            for speed in [0.0, -2.0, fast] {
                let (mut world, ball) = case(1.0, speed);
                run(&mut world, 120);
                assert!(
                    (position(&world, ball).y - 0.4).abs() < 0.01,
                    "{what}, {speed}: {}",
                    position(&world, ball)
                );
            }
            // From below it goes through, and lands on top.
            let (mut world, ball) = case(-1.0, 6.0);
            let mut highest = f32::NEG_INFINITY;
            let mut seen = false;
            for _ in 0..240 {
                world.step();
                highest = highest.max(position(&world, ball).y);
                seen |= world.events().iter().any(|e| e.resolved_by == Some(ResolvedBy::OneWay));
            }
            assert!(seen && highest > 0.75, "{what}: it rose to {highest}");
            assert!((position(&world, ball).y - 0.4).abs() < 0.01, "{what}: {}", position(&world, ball));
            // Made inside it falls out below, not popped.
            let (mut world, ball) = case(0.35, 0.0);
            run(&mut world, 60);
            assert!(position(&world, ball).y < -1.0, "{what}: {}", position(&world, ball));
            // 9 mm deep at rest it is held.
            let (mut world, ball) = case(0.391, 0.0);
            run(&mut world, 60);
            assert!((position(&world, ball).y - 0.4).abs() < 0.01, "{what}: {}", position(&world, ball));
        }
    }
}

/// One-sided: held from the right-hand side, going along; from the left no contact at all.
#[test]
fn a_one_sided_chain_holds_what_comes_from_its_right() {
    let points: Vec<Vec2> = (-4..=4).rev().map(|i| Vec2::new(i as f32, 0.0)).collect();
    // Going to -x, the right-hand side is up.
    let floor = Shape::chain(&points, false, true).unwrap();
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        let fall = |y: f32, speed: f32| {
            let mut world: World = world(solver, GRAVITY);
            world.add(BodyDef::new(floor.clone(), Pose::default())).unwrap();
            let ball = world.add(moving(ball(0.3), 0.1, y, 1.0, Vec2::new(0.0, speed))).unwrap();
            let mut contacts = 0;
            for _ in 0..60 {
                world.step();
                contacts += world.contacts().len();
            }
            (position(&world, ball).y, contacts)
        };
        let (above, _) = fall(1.0, -3.0);
        assert!((above - 0.3).abs() < 0.01, "{solver:?}: {above}");
        let (below, contacts) = fall(-0.1, 0.0);
        assert!(below < -3.0 && contacts == 0, "{solver:?}: {below}, {contacts}");
    }
}

/// A jump from below that ends half way falls back: nothing holds it, neither its contact nor the sweep of its core.
#[test]
fn what_jumps_half_through_a_one_sided_chain_falls_back() {
    let floor = Shape::chain(&[Vec2::new(2.0, 0.0), Vec2::new(-2.0, 0.0)], false, true).unwrap();
    let capsule = Shape::capsule(Vec2::new(0.0, -0.2), Vec2::new(0.0, 0.2), 0.3).unwrap();
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for shape in [ball(0.5), block(0.8, 0.9), capsule.clone()] {
            for speed in [6.4, 6.5, 6.6, 6.7, 6.8] {
                let mut world: World = world(solver, GRAVITY);
                world.add(BodyDef::new(floor.clone(), Pose::default())).unwrap();
                let body = world.add(moving(shape.clone(), 0.1, -2.0, 1.0, Vec2::new(0.0, speed))).unwrap();
                let highest = (0..600)
                    .map(|_| {
                        world.step();
                        position(&world, body).y
                    })
                    .fold(f32::NEG_INFINITY, f32::max);
                let case = format!("{solver:?}, {shape:?}, {speed}: {highest}");
                assert!(highest < 0.4 && position(&world, body).y < -50.0, "{case}");
            }
        }
    }
}

/// The far side of a thin outline holds nothing that the near side holds, and does not pull it in.
#[test]
fn a_thin_one_sided_outline_bears_a_stack() {
    for thick in [0.05, 0.02, 0.002] {
        let outline = [(-3.0, -thick), (3.0, -thick), (3.0, 0.0), (-3.0, 0.0)].map(Vec2::from);
        let platform = Shape::chain(&outline, true, true).unwrap();
        let mut world: World = world(SolverKind::Rigid, GRAVITY);
        world.add(BodyDef::new(platform, Pose::default())).unwrap();
        let mut mass = 1.0;
        for i in 0..6 {
            world.add(moving(block(1.0, 1.0), 0.0, 0.5 + i as f32, mass, Vec2::ZERO)).unwrap();
            mass *= 3.16;
        }
        for _ in 0..200 {
            world.step();
        }
        let lowest = position(&world, 1).y;
        assert!((lowest - 0.5).abs() < 0.05, "{thick}: {lowest}");
    }
}

/// On a hilltop the contact is beside and above the position of a body that reaches over it: it is held all the same.
#[test]
fn a_one_sided_hilltop_bears_what_reaches_over_it() {
    let hill = [(3.0, -1.0), (0.0, 0.2), (-3.0, -1.0)].map(Vec2::from);
    let part = Part::new(block(1.2, 0.4), Pose::at(-0.6, 0.3));
    let arm = Shape::compound(vec![part]).unwrap();
    for (shape, at) in [(arm, Vec2::new(0.6, 0.11)), (block(1.2, 0.4), Vec2::new(0.4, 0.6))] {
        for one_sided in [false, true] {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            let chain = Shape::chain(&hill, false, one_sided).unwrap();
            world.add(BodyDef::new(chain, Pose::default())).unwrap();
            let mut body = moving(shape.clone(), at.x, at.y, 1.0, Vec2::ZERO).with_fixed_rotation(true);
            body.friction = 0.0;
            world.add(body).unwrap();
            let (mut deepest, mut begins) = (0.0_f32, 0);
            for _ in 0..60 {
                world.step();
                begins += world.events().iter().filter(|event| event.phase == Phase::Begin).count();
                deepest = world.contacts().iter().map(|known| known.contact.depth).fold(deepest, f32::max);
            }
            assert!(deepest < 0.01 && begins == 1, "{at} {one_sided}: {deepest} m, {begins} begins");
        }
    }
}

/// What frame 0 decides holds until the two are apart, though both have moved before the first step tests them. A ball 2 cm
/// deep that comes at 6 m/s is held, and sinks 10 cm in the step; one that leaves at 0.3 m/s is 12 mm deep, more than 1 cm.
/// A ball's centre 5 cm above a one-sided chain is held, one 5 cm below is not, whichever way they go.
#[test]
fn frame_0_decides_what_is_held() {
    let line = [Vec2::new(4.0, 0.0), Vec2::new(-4.0, 0.0)];
    let chain = Shape::chain(&line, false, true).unwrap();
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        for (y, speed, held) in [(0.48, -6.0, true), (0.488, 0.3, false)] {
            let mut world = world(solver, Vec2::ZERO);
            let ledge = BodyDef::new(block(4.0, 4.0), Pose::at(0.0, -2.0)).with_one_way(Some(Vec2::Y));
            world.add(ledge).unwrap();
            let ball = world.add(moving(ball(0.5), 0.0, y, 1.0, Vec2::new(0.0, speed))).unwrap();
            assert_eq!(world.detect().iter().any(|contact| world.lets_through(contact)), !held);
            world.step();
            let event = world.events()[0];
            assert_eq!(event.resolved_by == Some(ResolvedBy::OneWay), !held, "{solver:?}, {y}");
            if !held {
                assert!((position(&world, ball).y - y - speed / 60.0).abs() < 1.0e-5, "{solver:?}");
            }
        }
        for (y, speed, held) in [(0.05, -6.0, true), (-0.05, 6.0, false)] {
            let mut world = world(solver, Vec2::ZERO);
            world.add(BodyDef::new(chain.clone(), Pose::default())).unwrap();
            world.add(moving(ball(0.5), 0.0, y, 1.0, Vec2::new(0.0, speed))).unwrap();
            world.step();
            assert_eq!(world.contacts().len(), usize::from(held), "{solver:?}, {y}");
        }
    }
}

/// A plank turns up at 45° a second: 3.5 m out it rises 4.6 cm a step, and meets a ball 3 cm above it, some 1.7 cm deep.
#[test]
fn a_one_way_body_that_turns_approaches_with_its_surface() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, GRAVITY);
        let plank = BodyDef::new(block(8.0, 0.25), Pose::at(0.0, -0.125)).with_one_way(Some(Vec2::Y));
        let turning = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 45.0 };
        world.add(plank.with_motion(turning)).unwrap();
        world.add(dynamic(ball(0.3), 3.5, 0.33)).unwrap();
        let begun = |world: &World| world.events().first().map(|event| event.resolved_by);
        while begun(&world).is_none() && world.frame() < 5 {
            world.step();
        }
        assert_eq!(begun(&world), Some(None), "{solver:?}");
    }
}

/// A sweep meets nothing that masks leave out: not at 20 m/s, nor at 1 m/s, nor as a bullet.
#[test]
fn fast_bodies_pass_what_they_do_not_meet() {
    let wall = Shape::wall(Vec2::new(0.0, -3.0), Vec2::new(0.0, 3.0)).unwrap();
    let part = Part::new(block(1.0, 6.0), Pose::default());
    let shapes = [
        block(1.0, 6.0),
        wall,
        chain(&[(0.0, -3.0), (0.0, 3.0)], false),
        Shape::compound(vec![part]).unwrap(),
    ];
    for shape in shapes {
        for speed in [1.0, 20.0, 200.0] {
            for bullet in [false, true] {
                for motion in [Motion::Static, Motion::dynamic(1.0)] {
                    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
                    let own = |bit: u32| Filter { is: bit, meets: bit };
                    let wall = BodyDef::new(shape.clone(), Pose::default()).with_motion(motion);
                    world.add(wall.with_filter(own(1))).unwrap();
                    let ball = moving(ball(0.3), -3.0, 0.0, 1.0, Vec2::new(speed, 0.0)).with_bullet(bullet);
                    let ball = world.add(ball.with_filter(own(2))).unwrap();
                    for _ in 0..60 {
                        world.step();
                        assert_eq!(world.events(), []);
                    }
                    let x = position(&world, ball).x;
                    assert!((x - speed + 3.0).abs() < 1.0e-3 * speed, "{:?}, {speed}: {x}", shape.kind());
                }
            }
        }
    }
}

/// The way out along the chain's direction is allowed at its end, and is the shortest one of a box that stands beside it,
/// turned by `angle`: the corner that reaches farthest over the end.
#[test]
fn the_end_of_a_one_sided_chain_lets_out_along_it() {
    let chain = Shape::chain(&[Vec2::new(4.0, 0.0), Vec2::ZERO], false, true).unwrap();
    for angle in [1.0_f32, 3.0, 5.0, 10.0, -1.0, -10.0] {
        let pose = Pose::new(Vec2::new(-0.9, 0.3), angle);
        let found = collide_leaves(&chain, &Pose::default(), &block(2.0, 4.0), &pose);
        let [(_, contact)] = found[..] else { panic!("{found:?}") };
        // At most its support along x, 1·cos + 2·|sin|: from a face that leans over the end the corner is nearer.
        let along = pose.position.x + angle.to_radians().cos() + 2.0 * angle.to_radians().sin().abs();
        assert!(contact.depth <= along + 1.0e-5, "{angle}: {} of {along}", contact.depth);
        assert!(contact.normal.x > 0.9, "{angle}: {}", contact.normal);
    }
}

#[test]
fn shapes_that_cannot_be_are_refused() {
    let points = [Vec2::ZERO, Vec2::X];
    assert!(Shape::chain(&points[..1], false, false).is_err());
    assert!(Shape::chain(&points, true, false).is_err());
    assert!(Shape::chain(&[Vec2::ZERO, Vec2::X, Vec2::X], false, false).is_err());
    assert!(Shape::compound(Vec::new()).is_err());
    let part = Part::new(ball(1.0), Pose::default());
    assert!(Shape::compound(vec![part.clone().with_density(0.0)]).is_err());
    let nested = Shape::compound(vec![part]).unwrap();
    assert!(Shape::compound(vec![Part::new(nested, Pose::default())]).is_err());
    let bad = BodyDef::new(ball(1.0), Pose::default()).with_one_way(Some(Vec2::ZERO));
    assert!(World::default().add(bad).is_err());
}

/// A world whose bodies were put where they are takes how they met: of a ledge and of a line of one side, both ways.
#[test]
fn a_world_takes_how_pairs_met_from_outside() {
    let line = Shape::chain(&[Vec2::new(5.0, 0.0), Vec2::new(-5.0, 0.0)], false, true).unwrap();
    let ledge = BodyDef::new(block(4.0, 0.5), Pose::default()).with_one_way(Some(Vec2::Y));
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    world.add(ledge).unwrap();
    world.add(dynamic(ball(0.5), 0.0, 0.3)).unwrap();
    world.add(BodyDef::new(line, Pose::at(20.0, 0.0))).unwrap();
    world.add(dynamic(ball(0.5), 20.0, 0.1)).unwrap();
    let met = |pair, is_let_through, is_behind| Meeting { pair, since: 3, is_let_through, is_behind };
    let (on_ledge, on_line) = (PairKey::new(0, 1), PairKey::new(2, 3));
    let passes =
        |world: &World| world.contacts_of(on_ledge).iter().any(|contact| world.lets_through(contact));
    // Deep in the ledge, and in front of the line.
    assert!(passes(&world) && !world.contacts_of(on_line).is_empty());
    world.set_meetings([met(on_line, false, true), met(on_ledge, false, false)]);
    assert!(!passes(&world) && world.contacts_of(on_line).is_empty());
    assert_eq!(world.detect_all().len(), 1);
    world.body_mut(3).unwrap().set_pose(Pose::at(20.0, -0.1)).unwrap();
    world.set_meetings([met(on_ledge, true, false), met(on_line, false, false)]);
    assert!(passes(&world) && !world.contacts_of(on_line).is_empty());
    world.set_meetings([]);
    assert!(passes(&world) && world.contacts_of(on_line).is_empty());
}
