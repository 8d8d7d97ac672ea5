//! Bullets, which are swept against everything, and what passes through unseen.

use collide2d::{Phase, ResolvedBy};

use crate::*;

/// A bullet at 120 m/s flew past an enemy and a trigger without an event.
#[test]
fn a_bullet_meets_an_enemy_and_a_trigger_on_its_way() {
    let told = |is_bullet: bool| {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        let trigger = world.add(BodyDef::new(block(0.2, 2.0), Pose::at(0.8, 0.0)).with_sensor(true)).unwrap();
        let enemy = world.add(moving(block(0.4, 2.0), 4.9, 0.0, 70.0, Vec2::new(0.0, 1.5))).unwrap();
        let bullet = moving(ball(0.05), 0.0, 0.0, 0.01, Vec2::new(120.0, 0.0)).with_bullet(is_bullet);
        let bullet = world.add(bullet).unwrap();
        let mut told = Vec::new();
        for _ in 0..6 {
            world.step();
            let of = |event: &collide2d::ContactEvent| {
                (event.frame, event.pair.a(), event.phase, event.resolved_by)
            };
            told.extend(world.events().iter().filter(|event| event.phase != Phase::Persist).map(of));
            assert!(world.events().is_sorted_by_key(|event| event.pair));
        }
        (told, trigger.index(), enemy.index(), position(&world, bullet))
    };
    let (events, ..) = told(false);
    assert_eq!(events, [], "it is no bullet");
    let (events, trigger, enemy, at) = told(true);
    assert_eq!(
        events[..2],
        [(1, trigger, Phase::Begin, Some(ResolvedBy::Sensor)), (1, trigger, Phase::End, None),]
    );
    // 2 m a step: the enemy's near side is 4.65 m away, and met in the third step.
    assert_eq!(events[2], (3, enemy, Phase::Begin, None));
    assert!(at.x < 4.7, "it is stopped: {at}");
}

/// What a bullet touched at the start of the step began there, and its core, which was swept into it, began and ended it once
/// more: begin, begin, end and end.
#[test]
fn what_a_bullet_touches_already_begins_and_ends_once() {
    for (is_sensor, one_way) in [(true, None), (false, Some(Vec2::X))] {
        // The ball touches it by 5 cm, flies 3 m a step, and is apart from it after the first.
        for x in [-0.65, 0.0, 0.65] {
            let mut world = world(SolverKind::Rigid, Vec2::ZERO);
            let zone = BodyDef::new(block(1.0, 4.0), Pose::default()).with_sensor(is_sensor);
            world.add(zone.with_one_way(one_way)).unwrap();
            world.add(moving(ball(0.2), x, 0.0, 1.0, Vec2::new(180.0, 0.0)).with_bullet(true)).unwrap();
            let mut told = Vec::new();
            for _ in 0..4 {
                world.step();
                told.extend(world.events().iter().map(|event| (event.frame, event.phase)));
            }
            assert_eq!(told, [(1, Phase::Begin), (2, Phase::End)], "{one_way:?}, from {x}");
        }
    }
}

/// The body that a bullet stops at may move itself: the bullet keeps its place beside it.
#[test]
fn a_bullet_stops_at_what_comes_toward_it() {
    for speed in [-110.0, -20.0, 0.0, 20.0, 60.0] {
        for i in 0..20 {
            let mut world = world(SolverKind::Rigid, Vec2::ZERO);
            let start = 1.0 + 0.37 * i as f32;
            world.add(moving(ball(0.3), start, 0.02, 5.0, Vec2::new(speed, 0.0))).unwrap();
            let bullet = moving(ball(0.05), 0.0, 0.0, 0.01, Vec2::new(120.0, 0.0)).with_bullet(true);
            let bullet = world.add(bullet).unwrap();
            let mut begun = 0;
            for _ in 0..30 {
                world.step();
                begun += world.events().iter().filter(|event| event.phase == Phase::Begin).count();
                let deep = world.detect().iter().map(|contact| contact.contact.depth).fold(0.0, f32::max);
                assert!(deep < 0.01, "{speed} {start}: {deep}");
            }
            assert!(begun > 0, "{speed} {start}");
            assert!(position(&world, bullet).x < position(&world, 0).x, "{speed} {start}");
        }
    }
}

/// A listener that takes the contact of a bullet acts on what was passed.
#[test]
fn a_coin_that_a_bullet_passes_is_taken() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    let coin = world.add(BodyDef::new(ball(0.1), Pose::at(1.0, 0.0)).with_sensor(true)).unwrap();
    let bullet = moving(ball(0.05), 0.0, 0.0, 0.01, Vec2::new(120.0, 0.0)).with_bullet(true);
    world.add(bullet).unwrap();
    let taken =
        collide2d::Listener { body: Some(coin.index()), then: collide2d::Then::Remove, ..Default::default() };
    world.set_listeners(vec![taken]);
    world.step();
    assert!(world.body(coin).is_none());
    run(&mut world, 3);
    assert!(world.events().is_empty());
}

fn crossings(solver: SolverKind) -> World {
    let mut world = world(solver, Vec2::ZERO);
    world.set_settings(world.settings().with_crossings(true)).unwrap();
    world
}

#[test]
fn what_passes_through_within_a_step_is_told() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = crossings(solver);
        let wall =
            BodyDef::new(block(0.2, 2.0), Pose::at(1.0, 0.0)).with_motion(Motion::kinematic(Vec2::ZERO));
        // `Rigid` sweeps against immovable bodies.
        world.add(if solver == SolverKind::Rigid { wall.with_sensor(true) } else { wall }).unwrap();
        world.add(moving(ball(0.05), 0.0, 0.0, 0.01, Vec2::new(120.0, 0.0))).unwrap();
        world.add(moving(ball(0.05), 0.0, 9.0, 0.01, Vec2::new(120.0, 0.0))).unwrap();
        world.step();
        let [crossed] = world.crossed() else { panic!("{solver:?}: {:?}", world.crossed()) };
        assert_eq!((crossed.pair.a(), crossed.pair.b()), (0, 1));
        // Of 2 m the first 0.85 m are free, and the way out of 0.2 m from its middle is 0.15 m.
        let (fraction, depth) = (crossed.crossing.fraction, crossed.crossing.depth);
        assert!((fraction - 0.425).abs() < 1.0e-3 && (depth - 0.15).abs() < 1.0e-3, "{solver:?} {crossed:?}");
        world.step();
        assert!(world.crossed().is_empty());
        let mut off = World::default();
        off.add(moving(ball(0.05), 0.0, 0.0, 0.01, Vec2::new(120.0, 0.0))).unwrap();
        off.add(BodyDef::new(block(0.2, 2.0), Pose::at(1.0, 0.0))).unwrap();
        off.step();
        assert!(off.crossed().is_empty(), "off by default");
    }
}

/// A ball flies 2 m a step through a wall whose near side has the normal (-1, 0). One-way bodies let it pass where that is
/// more than 45° off their direction.
#[test]
fn what_a_one_way_body_lets_pass_is_no_crossing() {
    for solver in [SolverKind::Off, SolverKind::Linear] {
        for (of_wall, turn, of_ball, crosses) in [
            (Some((1.0, 0.0)), 0.0, None, false),
            (Some((0.0, 1.0)), 0.0, None, false),
            (Some((-0.9, 1.0)), 0.0, None, false),
            (Some((-1.0, 0.9)), 0.0, None, true),
            (Some((1.0, 0.0)), 180.0, None, true),
            (None, 0.0, Some((1.0, 0.0)), true),
            (None, 0.0, Some((-1.0, 0.0)), false),
            (Some((-1.0, 0.0)), 0.0, Some((-1.0, 0.0)), false),
        ] {
            let direction = |of: Option<(f32, f32)>| of.map(Vec2::from);
            let mut world = crossings(solver);
            let wall = BodyDef::new(block(0.2, 4.0), Pose::new(Vec2::new(1.0, 0.0), turn));
            world.add(wall.with_one_way(direction(of_wall))).unwrap();
            let ball = moving(ball(0.05), 0.0, 0.0, 0.01, Vec2::new(120.0, 0.0));
            world.add(ball.with_one_way(direction(of_ball))).unwrap();
            world.step();
            let case = format!("{solver:?}, {of_wall:?} turned by {turn}, {of_ball:?}");
            assert_eq!(world.crossed().len(), usize::from(crosses), "{case}: {:?}", world.crossed());
        }
    }
}

/// A chain that goes up holds what comes from the right.
#[test]
fn a_one_sided_chain_is_crossed_from_its_front_alone() {
    let points = [Vec2::new(1.0, -2.0), Vec2::new(1.0, 2.0)];
    for (one_sided, from, crosses) in
        [(true, 2.0, true), (true, 0.0, false), (false, 2.0, true), (false, 0.0, true)]
    {
        let mut world = crossings(SolverKind::Linear);
        world.add(BodyDef::new(Shape::chain(&points, false, one_sided).unwrap(), Pose::default())).unwrap();
        let speed = 120.0 * (1.0 - from);
        world.add(moving(ball(0.05), from, 0.0, 0.01, Vec2::new(speed, 0.0))).unwrap();
        world.step();
        let case = format!("one-sided {one_sided}, from {from}");
        assert_eq!(world.crossed().len(), usize::from(crosses), "{case}: {:?}", world.crossed());
    }
}

/// A rod that turns by 300° a step strikes what is 60° the other way.
#[test]
fn a_turn_is_as_long_as_the_angular_velocity_says() {
    for (degrees, crosses) in [(300.0, true), (-60.0, false), (60.0, false), (-300.0, true)] {
        let mut world = crossings(SolverKind::Off);
        let motion = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: degrees / DT };
        world.add(BodyDef::new(block(4.0, 0.1), Pose::default()).with_motion(motion)).unwrap();
        world.add(dynamic(ball(0.1), 0.0, 1.5)).unwrap();
        world.step();
        assert_eq!(world.crossed().len(), usize::from(crosses), "{degrees}: {:?}", world.crossed());
    }
}

/// By many samples of the same motion.
#[test]
fn what_is_crossed_is_what_samples_of_the_way_find() {
    let mut random = Random::seeded(35);
    let mut found = [0; 2];
    for round in 0..60 {
        let mut world = crossings(SolverKind::Off);
        for i in 0..6 {
            let shape = match i % 3 {
                0 => ball(0.05 + 0.2 * random.next()),
                1 => block(0.1 + 0.6 * random.next(), 0.1 + 0.3 * random.next()),
                _ => Shape::capsule(Vec2::ZERO, Vec2::new(0.3, 0.1 * random.next()), 0.05).unwrap(),
            };
            let velocity = Vec2::new(random.next() - 0.5, random.next() - 0.5) * 200.0;
            let angular_velocity = (random.next() - 0.5) * 9_000.0;
            let at = Vec2::new(random.next(), random.next()) * 3.0;
            let motion = Motion::Kinematic { velocity, angular_velocity };
            let motion = if i == 0 { Motion::dynamic(1.0).with_velocity(velocity) } else { motion };
            world.add(BodyDef::new(shape, Pose::new(at, 360.0 * random.next())).with_motion(motion)).unwrap();
        }
        let before = world.clone();
        world.step();
        for (a, b) in (0..6).flat_map(|a| (a + 1..6).map(move |b| (a, b))).filter(|(a, _)| *a == 0) {
            let depth_at = |t: f32| {
                let pose = |i: u32| {
                    let (body, motion) =
                        (before.body(i).unwrap(), collide2d::Turning::of(before.body(i).unwrap()));
                    motion.pose_after(body.pose(), t * DT)
                };
                let [(of_a, pose_a), (of_b, pose_b)] =
                    [a, b].map(|i| (before.body(i).unwrap().shape(), pose(i)));
                collide2d::collide(of_a, &pose_a, of_b, &pose_b).map_or(0.0, |contact| contact.depth)
            };
            let samples: Vec<f32> = (0..=1_000).map(|i| depth_at(i as f32 / 1_000.0)).collect();
            let deepest = samples.iter().copied().fold(0.0, f32::max);
            let told = world.crossed().iter().find(|crossed| crossed.pair == collide2d::PairKey::new(a, b));
            let apart = samples[0] == 0.0 && samples[1_000] == 0.0;
            if !apart || deepest == 0.0 {
                assert!(apart || told.is_none(), "{round} {a} {b}: {told:?}");
                continue;
            }
            if deepest > 1.0e-2 {
                let first = samples.iter().position(|depth| *depth > 0.0).unwrap() as f32 / 1_000.0;
                let told = told.unwrap_or_else(|| panic!("{round} {a} {b}: {deepest} at {first}")).crossing;
                assert!((told.fraction - first).abs() < 5.0e-3, "{round} {a} {b}: {told:?} {first}");
                assert!(
                    (told.depth - deepest).abs() < 0.02 + 0.1 * deepest,
                    "{round} {a} {b}: {told:?} {deepest}"
                );
                found[0] += 1;
            }
            found[1] += 1;
        }
    }
    assert!(found[0] > 8, "{found:?}");
}

/// Where they meet on a body that moves as told, a fast one keeps its place beside it for the rest of the step: it lagged
/// behind a lift that went down, and hovered above it for ever while its velocity grew.
#[test]
fn what_falls_faster_than_a_lift_lands_on_it() {
    for lift_speed in [-0.5, -1.0, -2.0, -3.0] {
        for radius in [0.05, 0.1, 0.15, 0.4] {
            for is_bullet in [false, true] {
                let mut world = world(SolverKind::Rigid, Vec2::new(0.0, -9.81));
                let lift = Motion::kinematic(Vec2::new(0.0, lift_speed));
                let lift = BodyDef::new(block(4.0, 0.5), Pose::at(0.0, 0.0)).with_motion(lift);
                let lift = world.add(lift).unwrap();
                let fast = moving(ball(radius), 0.0, 4.0, 1.0, Vec2::ZERO).with_bullet(is_bullet);
                let fast = world.add(fast).unwrap();
                let mut begun = 0;
                for _ in 0..300 {
                    world.step();
                    begun += world.events().iter().filter(|event| event.phase == Phase::Begin).count();
                }
                let label = format!("{lift_speed} m/s, {radius} m, {is_bullet}");
                let gap = position(&world, fast).y - radius - position(&world, lift).y - 0.25;
                assert!(gap.abs() < 0.01 && begun == 1, "{label}: {gap} m, begun {begun} times");
                let speed = world.body(fast).unwrap().velocity().y;
                assert!((speed - lift_speed).abs() < 0.05, "{label}: {speed} m/s");
            }
        }
    }
}

/// A gate that comes toward a fast body takes it along; it moved past the bullet in the rest of the step.
#[test]
fn nothing_passes_a_gate_that_comes_or_goes() {
    for gate_speed in [-60.0, -20.0, -5.0, 1.0, 5.0] {
        for speed in [20.0, 60.0, 120.0] {
            for place in 0..12 {
                let mut world = world(SolverKind::Rigid, Vec2::ZERO);
                let motion = Motion::kinematic(Vec2::new(gate_speed, 0.0));
                let start = 2.0 + 0.1 * place as f32;
                let gate = BodyDef::new(block(0.2, 4.0), Pose::at(start, 0.0)).with_motion(motion);
                let gate = world.add(gate).unwrap();
                let bullet = moving(ball(0.1), 0.0, 0.0, 1.0, Vec2::new(speed, 0.0)).with_bullet(true);
                let bullet = world.add(bullet).unwrap();
                for _ in 0..30 {
                    world.step();
                }
                let (at, gate) = (position(&world, bullet).x, position(&world, gate).x);
                assert!(
                    at < gate - 0.19,
                    "{gate_speed} and {speed} m/s from {start} m: {at} m, gate {gate} m"
                );
            }
        }
    }
}

/// A rod has no inside: it went through a floor of half a metre while it turned about the end that lay on it.
#[test]
fn a_rod_that_tumbles_stays_above_the_floor() {
    for i in 0..200 {
        let (turn, place) = ((i * 37 % 200) as f32 - 100.0, (i * 61 % 100) as f32 * 0.01);
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        let floor = BodyDef::new(block(100.0, 0.5), Pose::at(0.0, -0.25));
        world.add(floor).unwrap();
        let rod = Shape::wall(Vec2::new(-0.242, 0.0), Vec2::new(0.242, 0.0)).unwrap();
        let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(0.0, -66.906));
        let motion = motion.with_angular_velocity(-96.857 + 10.0 * turn);
        let rod =
            BodyDef::new(rod, Pose::new(Vec2::new(0.0, 2.131 + place), 9.987 + turn)).with_motion(motion);
        let rod = world.add(rod).unwrap();
        for frame in 0..20 {
            world.step();
            let at = position(&world, rod).y;
            assert!(at > -0.02, "rod {i}, frame {frame}: {at} m");
        }
    }
}

/// A crate at 2 m/s that is struck from above at 50 m/s: it was put beside the end of the other's motion, 0.66 m down and
/// through the floor, and lost its own velocity there.
#[test]
fn a_slow_bullet_that_is_struck_keeps_its_place_and_its_speed() {
    for has_floor in [true, false] {
        for (bullets, first) in [([true, false], 0), ([true, false], 1), ([true, true], 0), ([true, true], 1)]
        {
            let gravity = if has_floor { GRAVITY } else { Vec2::ZERO };
            let mut world = world(SolverKind::Rigid, gravity);
            let floor = BodyDef::new(block(20.0, 1.0), Pose::at(0.0, -0.5)).with_friction(0.0);
            world.add(floor.with_sensor(!has_floor)).unwrap();
            let slow = moving(block(0.6, 0.6), -0.5, 0.301, 1.0, Vec2::new(2.0, 0.0));
            let fast = moving(block(0.6, 0.6), -0.4, 1.9, 1.0, Vec2::new(0.0, -50.0));
            let mut defs = [slow.with_bullet(bullets[0]), fast.with_bullet(bullets[1])]
                .map(|def| def.with_friction(0.0));
            defs.rotate_left(first);
            let mut added = defs.map(|def| world.add(def).unwrap());
            added.rotate_right(first);
            let [slow, _] = added;
            for frame in 1..=30 {
                let (before, speed) = (position(&world, slow), velocity(&world, slow));
                world.step();
                let after = position(&world, slow);
                let label = format!("floor {has_floor}, bullets {bullets:?}, order {first}, frame {frame}");
                // What comes at 50 m/s moves it by 0.84 m in a step at most.
                let limit = 0.01 + DT * speed.length().max(velocity(&world, slow).length());
                assert!(before.distance(after) < limit, "{label}: from {before} to {after}");
                // Later they turn.
                let speed = velocity(&world, slow).x;
                assert!(frame > 5 || (speed - 2.0).abs() < 0.1, "{label}: {speed} m/s");
                assert!(!has_floor || after.y > 0.28, "{label}: {after}");
            }
        }
    }
}

/// What collides in free space keeps its momentum and its angular momentum; those of bullets changed by up to 0.79 of what
/// their speeds carry over a metre.
#[test]
fn collisions_of_bullets_keep_both_momenta() {
    let mut worst = (0.0, 0);
    for round in 0..300 {
        let mut random = Random::seeded(round);
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        let mut scale = 0.0;
        for i in 0..3 {
            let angle = std::f32::consts::TAU * (i as f32 / 3.0) + random.within(-0.3, 0.3);
            let out = Vec2::from_angle(angle);
            let speed = [1.0, 3.0, 8.0, 20.0, 60.0][(random.next() * 5.0) as usize];
            let aside = Vec2::new(random.within(-0.3, 0.3), random.within(-0.3, 0.3));
            let mass = random.within(0.5, 3.0);
            scale += mass * speed;
            let motion = Motion::dynamic(mass).with_velocity(-out * speed + aside);
            let motion = motion.with_angular_velocity(random.within(-400.0, 400.0));
            let shape = match (random.next() * 3.0) as u32 {
                0 => ball(random.within(0.3, 0.6)),
                1 => Shape::capsule(Vec2::new(-0.3, 0.0), Vec2::new(0.3, 0.0), 0.2).unwrap(),
                _ => block(random.within(0.4, 1.2), random.within(0.4, 1.2)),
            };
            let pose = Pose::new(out * 2.5, random.within(0.0, 360.0));
            let def = BodyDef::new(shape, pose).with_motion(motion).with_restitution(0.5 * random.next());
            world.add(def.with_bullet(random.next() < 0.7)).unwrap();
        }
        let momenta = |world: &World| {
            world.bodies().iter().fold((Vec2::ZERO, 0.0), |(linear, angular), body| {
                let mass = body.inverse_mass().recip();
                let spin = body.shape().moment_of_inertia(mass) * body.angular_velocity().to_radians();
                (
                    linear + body.velocity() * mass,
                    angular + mass * body.center().perp_dot(body.velocity()) + spin,
                )
            })
        };
        for _ in 0..90 {
            let (linear, angular) = momenta(&world);
            world.step();
            let (linear_after, angular_after) = momenta(&world);
            assert!(
                (linear - linear_after).length() < 1.0e-3 * scale,
                "round {round}: {linear} {linear_after}"
            );
            let change = (angular - angular_after).abs() / scale;
            if change > worst.0 {
                worst = (change, round);
            }
        }
    }
    assert!(worst.0 < 0.01, "{worst:?}");
}
