//! `Rigid` against textbook results: stacks, slopes, spins and bounces.

use collide2d::{BodyDef, Generator, Motion, Pose, RigidSettings, Shape, SolverKind, World};
use glam::Vec2;

use crate::*;

fn rigid() -> World {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(BodyDef::new(block(200.0, 2.0), Pose::at(0.0, -1.0))).unwrap();
    world
}

fn degrees(world: &World, body: u32) -> f32 {
    world.bodies()[body as usize].pose().rotation.degrees()
}

/// Steps and asserts that no body moves farther than `far` from its start, nor rotates by more than `turn`
/// degrees.
fn assert_stands(mut world: World, frames: u32, far: f32, turn: f32) -> World {
    let start = world.clone();
    for _ in 0..frames {
        world.step();
        for i in 1..world.bodies().len() as u32 {
            let moved = position(&world, i).distance(position(&start, i));
            assert!(moved < far, "body {i} moved {moved} by frame {}", world.frame());
            assert!(degrees(&world, i).abs() < turn, "body {i} turned to {}", degrees(&world, i));
        }
    }
    let fastest = world.bodies().iter().map(|b| b.velocity().length()).fold(0.0, f32::max);
    assert!(fastest < 0.02, "it still moves at {fastest}");
    world
}

#[test]
fn a_pyramid_of_base_20_stands() {
    let mut world = rigid();
    for row in 0..20 {
        for i in 0..20 - row {
            let x = (i as f32 - 0.5 * (19 - row) as f32) * 1.1;
            world.add(dynamic(block(1.0, 1.0), x, 0.5 + row as f32)).unwrap();
        }
    }
    assert_stands(world, 600, 0.1, 0.5);
}

/// None of 1 830 boxes jumps: contacts too stiff for the height, 60 Hz at a damping of 10, threw some up by
/// metres.
#[test]
fn a_pyramid_of_base_60_side_by_side_stands() {
    let mut world = rigid();
    world.set_settings(world.settings().with_max_contacts(1 << 14)).unwrap();
    for row in 0..60 {
        for i in 0..60 - row {
            world
                .add(dynamic(block(1.0, 1.0), i as f32 - 0.5 * (59 - row) as f32, 0.5 + row as f32))
                .unwrap();
        }
    }
    let start = world.clone();
    for _ in 0..240 {
        world.step();
        for i in 1..world.bodies().len() as u32 {
            let rose = position(&world, i).y - position(&start, i).y;
            assert!(rose < 0.002, "body {i} rose by {rose} in frame {}", world.frame());
        }
    }
    let fastest = world.bodies().iter().map(|b| b.velocity().length()).fold(0.0, f32::max);
    assert!(fastest < 0.05, "it still moves at {fastest}");
    assert!(world.contacts().iter().all(|c| c.contact.depth < 0.012), "no deeper than in other engines");
}

#[test]
fn a_stack_of_10_boxes_stands() {
    let mut world = rigid();
    for row in 0..10 {
        world.add(dynamic(block(1.0, 1.0), 0.0, 0.5 + row as f32)).unwrap();
    }
    assert_stands(world, 600, 0.03, 0.1);
}

/// A body of 100 kg on one of 1 kg, and the other way round.
#[test]
fn a_hundredfold_mass_is_carried() {
    for masses in [[1.0, 100.0], [100.0, 1.0]] {
        let mut world = rigid();
        for (row, mass) in masses.into_iter().enumerate() {
            world.add(moving(block(1.0, 1.0), 0.0, 0.5 + row as f32, mass, Vec2::ZERO)).unwrap();
        }
        let world = assert_stands(world, 600, 0.02, 0.5);
        assert!(world.contacts().iter().all(|c| c.contact.depth < 0.0125), "{:?}", world.contacts());
    }
}

fn on_slope(angle: f32, friction: f32) -> (World, u32, Vec2) {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let pose = Pose::new(Vec2::ZERO, angle);
    world.add(BodyDef::new(block(400.0, 2.0), pose).with_friction(friction)).unwrap();
    let at = pose.world_from_local(Vec2::new(150.0, 1.5));
    let def = dynamic(block(2.0, 1.0), 0.0, 0.0).with_friction(friction);
    let body = world.add(def.with_pose(Pose::new(at, angle))).unwrap().index();
    (world, body, pose.rotation.rotate(Vec2::NEG_X))
}

#[test]
fn a_box_stays_on_a_slope_where_friction_exceeds_the_tangent() {
    for angle in [5.0_f32, 20.0, 30.0] {
        let (mut world, body, _) = on_slope(angle, angle.to_radians().tan() * 1.05);
        run(&mut world, 30);
        let start = position(&world, body);
        run(&mut world, 600);
        let crept = position(&world, body).distance(start);
        assert!(crept < 1.0e-3, "{angle}°: {crept} m in ten seconds");
    }
}

/// g·(sin θ − µ·cos θ), within 2 %.
#[test]
fn a_box_slides_down_a_slope_as_in_the_textbook() {
    for (angle, friction) in [(20.0_f32, 0.0), (20.0, 0.2), (30.0, 0.3), (30.0, 0.5), (45.0, 0.5)] {
        let (mut world, body, down) = on_slope(angle, friction);
        run(&mut world, 30);
        let (from, speed) = (position(&world, body), velocity(&world, body).dot(down));
        run(&mut world, 120);
        let time = 120.0 * DT;
        let found = (velocity(&world, body).dot(down) - speed) / time;
        let expected = 9.81 * (angle.to_radians().sin() - friction * angle.to_radians().cos());
        assert!((found / expected - 1.0).abs() < 0.02, "{angle}° µ {friction}: {found}, not {expected}");
        let way = (position(&world, body) - from).dot(down);
        let textbook = speed * time + 0.5 * expected * time * time;
        assert!((way / textbook - 1.0).abs() < 0.02, "{angle}° µ {friction}: {way} m, not {textbook}");
    }
}

/// v²/(2µg), less the way of half a sub-step, within 1 %: in more sub-steps friction took in more of the spring's push, at 64 a
/// tenth more; what began 1 cm deep stopped after a quarter of the way.
#[test]
fn a_box_slides_as_far_in_any_number_of_sub_steps() {
    for (speed, friction) in [(5.943_f32, 0.5), (4.0, 0.2), (8.0, 0.8)] {
        for depth in [0.0, 0.001, 0.01] {
            for substeps in [1, 2, 4, 8, 16, 32, 64] {
                let mut world = world(SolverKind::Rigid, GRAVITY);
                let switches = RigidSettings { substeps: Some(substeps), ..RigidSettings::default() };
                world.set_settings(world.settings().with_rigid(switches)).unwrap();
                world.add(floor().with_friction(friction)).unwrap();
                let def = moving(block(2.0, 1.0), 0.0, 0.5 - depth, 1.0, Vec2::new(speed, 0.0));
                let body = world.add(def.with_friction(friction)).unwrap();
                run(&mut world, 180);
                let substep = DT / substeps as f32;
                let expected = speed * speed / (2.0 * friction * 9.81) - 0.5 * speed * substep;
                let way = position(&world, body).x;
                let what = format!("{speed} m/s, µ {friction}, {depth} m deep, {substeps} sub-steps");
                assert!((way / expected - 1.0).abs() < 0.01, "{what}: {way} m, not {expected}");
            }
        }
    }
}

/// A solid disc rolls down at two thirds of what slides: g·sin θ / (1 + ½).
#[test]
fn a_disc_rolls_down_a_slope_as_in_the_textbook() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let pose = Pose::new(Vec2::ZERO, 15.0);
    world.add(BodyDef::new(block(400.0, 2.0), pose)).unwrap();
    let at = pose.world_from_local(Vec2::new(150.0, 1.5));
    let body = world.add(dynamic(ball(0.5), at.x, at.y)).unwrap().index();
    run(&mut world, 30);
    let speed = velocity(&world, body).length();
    run(&mut world, 120);
    let found = (velocity(&world, body).length() - speed) / 2.0;
    let expected = 9.81 * 15.0_f32.to_radians().sin() / 1.5;
    assert!((found / expected - 1.0).abs() < 0.02, "{found}, not {expected}");
    let rim = world.bodies()[body as usize].angular_velocity().to_radians() * 0.5;
    assert!((rim / velocity(&world, body).length() - 1.0).abs() < 0.02, "it rolls, it does not slip: {rim}");
}

/// Sliding at v0 without spin, a disc rolls at ⅔·v0 in the end, whatever the friction.
#[test]
fn a_sliding_disc_comes_to_roll_at_two_thirds_of_its_speed() {
    let mut world = rigid();
    let body = world.add(moving(ball(0.5), 0.0, 0.4995, 3.0, Vec2::new(6.0, 0.0))).unwrap().index();
    run(&mut world, 120);
    assert!((velocity(&world, body).x - 4.0).abs() < 0.08, "{}", velocity(&world, body));
}

/// Two thirds of a radian a frame: the contact point does not rotate with the disc.
#[test]
fn a_disc_that_rolls_fast_keeps_its_height() {
    let mut world = rigid();
    let motion = Motion::Dynamic {
        mass: 1.0,
        velocity: Vec2::new(20.0, 0.0),
        angular_velocity: -40.0_f32.to_degrees(),
        acceleration: Vec2::ZERO,
        damping: 1.0,
    };
    let body = world.add(dynamic(ball(0.5), 0.0, 0.499).with_motion(motion)).unwrap().index();
    for _ in 0..120 {
        world.step();
        assert!((position(&world, body).y - 0.499).abs() < 5.0e-4, "{}", position(&world, body));
    }
    assert!((velocity(&world, body).x - 20.0).abs() < 0.01);
}

/// Within 2 % of the height, and never above, from many heights, for many bounces.
#[test]
fn a_ball_of_restitution_1_comes_back_to_its_height() {
    for height in [0.3, 1.0, 2.37, 5.0, 12.0, 60.0] {
        let mut world = rigid();
        let body = world.add(dynamic(ball(0.5), 0.0, 0.5 + height).with_restitution(1.0)).unwrap().index();
        let (mut top, mut tops, mut last) = (0.0_f32, Vec::new(), height);
        for _ in 0..2400 {
            world.step();
            let now = position(&world, body).y - 0.5;
            assert!(now <= height + 1.0e-4 * height, "{now} above {height} at frame {}", world.frame());
            top = top.max(now);
            if now > last && velocity(&world, body).y > 0.0 && top != 0.0 && now < 0.5 * height {
                tops.push(top);
                top = 0.0;
            }
            last = now;
        }
        tops.retain(|&top| top > 0.5 * height);
        assert!(tops.len() > 4, "{height}: {tops:?}");
        for (i, top) in tops.iter().enumerate().take(5) {
            assert!(*top > 0.98 * height, "{height}: bounce {i} comes to {top}");
        }
    }
}

/// Where a step ends a little above the floor, the contact to come is left to its bounce, and the body flies on: what was
/// stopped in the step after that kept the speed of a whole step, which is 12 cm of height.
#[test]
fn no_bounce_is_higher_than_the_fall() {
    for (shape, half) in [(ball(0.5), 0.5), (block(0.1, 0.1), 0.05)] {
        let slab = BodyDef::new(block(18.0, 2.0), Pose::at(0.0, -1.0));
        for floor in [Some(floor()), Some(slab), None] {
            for i in 0..24 {
                let height = 1.0 + 0.113 * i as f32;
                let mut world = world(SolverKind::Rigid, GRAVITY);
                let falls = dynamic(shape.clone(), 0.0, half + height).with_restitution(1.0);
                let body = world.add(falls).unwrap().index();
                match &floor {
                    Some(floor) => _ = world.add(floor.clone()).unwrap(),
                    None => {
                        let ground = Generator::ground(Vec2::ZERO, Vec2::Y, 0.0, 0.5).unwrap();
                        _ = world.add_generator(ground).unwrap();
                    }
                }
                for _ in 0..300 {
                    world.step();
                    let now = position(&world, body).y - half;
                    assert!(
                        now < height + 1.0e-3,
                        "{shape:?} {floor:?}: {now} m from {height} m in frame {}",
                        world.frame()
                    );
                }
            }
        }
    }
}

/// A bounce reaches e² of the height.
#[test]
fn a_ball_of_restitution_one_half_comes_back_to_a_quarter() {
    let mut world = rigid();
    let body = world.add(dynamic(ball(0.5), 0.0, 4.5).with_restitution(0.5)).unwrap().index();
    run(&mut world, 58);
    let mut top = 0.0_f32;
    for _ in 0..60 {
        world.step();
        top = top.max(position(&world, body).y - 0.5);
    }
    assert!((top - 1.0).abs() < 0.06, "{top}");
}

/// A box that falls flat bounces flat.
#[test]
fn both_points_of_a_face_bounce_at_once() {
    let mut world = rigid();
    let body = world.add(dynamic(block(1.0, 1.0), 0.0, 3.0).with_restitution(0.8)).unwrap().index();
    let mut bounced = false;
    for _ in 0..200 {
        world.step();
        bounced |= velocity(&world, body).y > 1.0;
        assert!(degrees(&world, body).abs() < 0.1, "{} at frame {}", degrees(&world, body), world.frame());
    }
    assert!(bounced);
}

/// Half over the edge: the impulse at the inner point alone makes the outer one part faster than it came. By hand: 5.890 N·s
/// at 0.44 m from the centre, of a moment of 0.1734 kg·m². So whichever body is first, and on the other edge.
#[test]
fn a_flat_impact_on_an_edge_is_the_same_in_either_order_and_mirrored() {
    for restitution in [1.0, 0.3, 0.0] {
        let fall = |mirrored: f32, is_first: bool| {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            let def = |def: BodyDef| def.with_restitution(restitution).with_friction(0.0);
            let falling = def(dynamic(block(1.02, 1.02), 0.95 * mirrored, 3.0));
            let fixed = def(BodyDef::new(block(1.02, 1.02), Pose::default()));
            let defs = if is_first { [falling, fixed] } else { [fixed, falling] };
            let bodies = defs.map(|def| world.add(def).unwrap());
            let body = bodies[usize::from(!is_first)];
            let begins = (0..60).find(|_| {
                world.step();
                velocity(&world, body).y > -0.9 * world.frame() as f32 * 9.81 / 60.0
            });
            assert!(begins.is_some());
            (velocity(&world, body).y, mirrored * world.body(body).unwrap().angular_velocity())
        };
        let (speed, spin) = fall(1.0, true);
        if restitution == 1.0 {
            assert!((spin + 856.4).abs() < 1.0, "{spin}");
        }
        for (mirrored, is_first) in [(1.0, false), (-1.0, true), (-1.0, false)] {
            let (other_speed, other_spin) = fall(mirrored, is_first);
            let off = (speed - other_speed).abs() + (spin - other_spin).abs();
            assert!(off < 0.01, "{restitution}: {speed}, {spin}; {other_speed}, {other_spin}");
        }
    }
}

/// A disc that comes down obliquely on a rough floor leaves it rolling: friction takes its slip and no more, a third of
/// its speed along the floor. On a smoother one friction is µ times the impulse of the bounce.
#[test]
fn a_bounce_on_a_rough_floor_sets_a_disc_rolling() {
    for (mass, along, friction) in [(1.0, 3.0, 1.0), (5.0, -2.0, 1.0), (1.0, 9.0, 0.05), (4.0, -9.0, 0.05)] {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        world.add(floor().with_friction(friction)).unwrap();
        let disc = moving(ball(0.5), 0.0, 0.499, mass, Vec2::new(along, -10.0));
        world.add(disc.with_restitution(1.0).with_friction(friction)).unwrap();
        world.step();
        let lost = f32::min(along.abs() / 3.0, friction * 2.0 * 10.0);
        let expected = along - lost * along.signum();
        let (found, spin) = (velocity(&world, 1), world.bodies()[1].angular_velocity().to_radians());
        assert!(found.distance(Vec2::new(expected, 10.0)) < 1.0e-3, "{found}, expected {expected}");
        // Its moment of inertia is half of m·r².
        assert!((spin + 2.0 * lost * along.signum() / 0.5).abs() < 1.0e-2, "{spin}");
    }
}

/// A rod hit at one end takes m/4 of a point's mass there; the textbook's answer for a ball of the same mass,
/// restitution 1: with I = mL²/12 the ball goes on at (4 − 1)/(4 + 1) = 3/5 of its speed, the rod's centre at
/// 2/5, its spin is 6·v·(2/5)/L.
#[test]
fn a_rod_hit_at_its_end_turns_as_in_the_textbook() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    let rod = Shape::rectangle(0.02, 2.0).unwrap();
    let rod = world.add(dynamic(rod, 0.0, 0.0)).unwrap().index();
    let def = moving(ball(0.1), -0.5, 0.999, 1.0, Vec2::new(1.0, 0.0));
    let hit = world.add(def.with_restitution(1.0).with_friction(0.0)).unwrap().index();
    while velocity(&world, rod) == Vec2::ZERO && world.frame() < 100 {
        world.step();
    }
    assert!((velocity(&world, hit).x - 0.6).abs() < 0.01, "{}", velocity(&world, hit));
    assert!((velocity(&world, rod).x - 0.4).abs() < 0.01, "{}", velocity(&world, rod));
    let spin = world.bodies()[rod as usize].angular_velocity().to_radians();
    assert!((spin + 1.2).abs() < 0.02, "{spin}");
}

/// The total energy of a heap that settles never grows by more than three thousandths. Of 60 heaps the worst
/// grew by 1.4 under `Rigid`, by 2.7 under `Linear`.
#[test]
fn energy_never_grows() {
    for (seed, solver) in (0..6).flat_map(|seed| [(seed, SolverKind::Rigid), (seed, SolverKind::Linear)]) {
        for restitution in [0.0, 0.5, 1.0] {
            let mut world = rigid();
            world.set_settings(world.settings().with_solver(solver)).unwrap();
            let mut random = Random::seeded(seed);
            world.add(segment((-6.0, 0.0), (-6.0, 60.0))).unwrap();
            world.add(segment((6.0, 60.0), (6.0, 0.0))).unwrap();
            for i in 0..50 {
                let size = random.within(0.5, 1.0);
                let shape = match i % 3 {
                    0 => ball(size * 0.5),
                    1 => block(size, size * 0.6),
                    _ => Shape::polygon(
                        &[Vec2::new(size, 0.0), Vec2::new(-size, size), Vec2::new(-size, -size)]
                            .map(|p| p * 0.4),
                    )
                    .unwrap(),
                };
                let at = Vec2::new((i % 8) as f32 * 1.4 - 4.9, 1.0 + (i / 8) as f32 * 1.3);
                let motion = Motion::dynamic(random.within(0.5, 3.0));
                let pose = Pose::new(at, random.within(0.0, 360.0));
                world
                    .add(BodyDef::new(shape, pose).with_motion(motion).with_restitution(restitution))
                    .unwrap();
            }
            let start = world.energy().total();
            let mut last = start;
            for _ in 0..300 {
                world.step();
                let now = world.energy().total();
                assert!(
                    now <= last + 3.0e-3 * start,
                    "{solver:?} seed {seed} e {restitution}: {last} -> {now} J at {}",
                    world.frame()
                );
                // `Linear` lifts a heap a little after bodies sank into each other over many frames: compared
                // per frame.
                last = if solver == SolverKind::Rigid { last.min(now) } else { now };
            }
        }
    }
}

#[test]
fn a_kinematic_floor_carries_and_a_paddle_sweeps() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let along = Motion::Kinematic { velocity: Vec2::new(1.0, 0.0), angular_velocity: 0.0 };
    world.add(BodyDef::new(block(20.0, 1.0), Pose::at(0.0, -0.5)).with_motion(along)).unwrap();
    let load = world.add(dynamic(block(1.0, 1.0), 0.0, 0.5)).unwrap().index();
    run(&mut world, 240);
    assert!((velocity(&world, load).x - 1.0).abs() < 0.01, "{}", velocity(&world, load));
    assert!(degrees(&world, load).abs() < 0.5);
}

/// Balls and blocks that come down slowly are stopped before they touch, from frame to frame with the impulse of the
/// last one. What rests far away on a floor of its own, later in the list of bodies, changes not one bit of it.
#[test]
fn what_rests_far_away_changes_nothing() {
    let mut alone = rigid();
    alone.add(floor()).unwrap();
    for i in 0..12 {
        let shape = if i % 2 == 0 { ball(0.5) } else { block(1.0, 1.0) };
        let gap = 0.0004 * i as f32;
        alone.add(moving(shape, 3.0 * i as f32, 0.5 + gap, 1.0, Vec2::new(0.2, -0.03 * i as f32))).unwrap();
    }
    let mut both = alone.clone();
    both.add(segment((900.0, 0.0), (910.0, 0.0))).unwrap();
    both.add(dynamic(block(1.0, 1.0), 905.0, 0.4995)).unwrap();
    for frame in 0..90 {
        alone.step();
        both.step();
        for i in 0..13 {
            assert_eq!(alone.body_hash(i), both.body_hash(i), "body {i} in frame {frame}");
        }
    }
}
