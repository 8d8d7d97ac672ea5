//! No ghost collisions at joints of walls and blocks, corners that still stop bodies, and no tunnelling.

use collide2d::{BodyDef, Listener, Motion, Pose, ResolvedBy, Shape, SolverKind, Stage, StepObserver, World};
use glam::Vec2;

use crate::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Floor {
    One,
    Walls(f32),
    Blocks(f32),
}

fn on_floor(floor: Floor, phase: f32) -> World {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    match floor {
        Floor::One => {
            world.add(segment((-10.0, 0.0), (60.0, 0.0))).unwrap();
        }
        Floor::Walls(length) | Floor::Blocks(length) => {
            for i in -5..(60.0 / length) as i32 {
                let from = i as f32 * length - phase;
                if floor == Floor::Walls(length) {
                    world.add(segment((from, 0.0), (from + length, 0.0))).unwrap();
                } else {
                    world.add(BodyDef::new(block(length, 1.0), Pose::at(from + 0.5 * length, -0.5))).unwrap();
                }
            }
        }
    }
    world
}

/// A body rolls or slides over joints as over one floor: no hop, no rotation, no loss of speed.
#[test]
fn joints_trip_neither_a_rolling_ball_nor_a_sliding_box() {
    let mut random = Random::seeded(17);
    let mut buried = 0;
    for floor in [Floor::Walls(2.0), Floor::Walls(0.7), Floor::Blocks(1.0)] {
        for (name, shape, friction) in
            [("ball", ball(0.5), 0.5), ("box", block(1.0, 1.0), 0.0), ("rough box", block(1.6, 0.8), 0.1)]
        {
            for speed in [0.3, 2.0, 7.0, 13.0] {
                let phase = random.within(0.0, 0.7);
                let half = shape.aabb(&Pose::default()).max.y;
                let start = |floor| {
                    let mut world = on_floor(floor, phase);
                    let mut def = moving(shape.clone(), 0.0, half - 1.0e-3, 1.0, Vec2::new(speed, 0.0));
                    def.friction = friction;
                    if name == "ball" {
                        def.motion = Motion::Dynamic {
                            mass: 1.0,
                            velocity: Vec2::new(speed, 0.0),
                            angular_velocity: -(speed / 0.5).to_degrees(),
                            acceleration: Vec2::ZERO,
                            damping: 1.0,
                        };
                    }
                    let body = world.add(def).unwrap().index();
                    (world, body)
                };
                let ((mut jointed, body), (mut smooth, other)) = (start(floor), start(Floor::One));
                for _ in 0..200 {
                    jointed.step();
                    smooth.step();
                    let found = position(&jointed, body);
                    let expected = position(&smooth, other);
                    let case = format!("{name} at {speed} m/s on {floor:?}, frame {}", jointed.frame());
                    assert!((found.y - expected.y).abs() < 1.0e-3, "{case}: {found} for {expected}");
                    assert!(
                        (found.x - expected.x).abs() < 0.01 * (0.1 + expected.x.abs()),
                        "{case}: {found} for {expected}"
                    );
                    if name != "ball" {
                        let turned = jointed.bodies()[body as usize].pose().rotation.degrees();
                        assert!(turned.abs() < 0.2, "{case}: turned by {turned}");
                    }
                    let seam = Some(ResolvedBy::Seam);
                    buried += jointed.events().iter().filter(|event| event.resolved_by == seam).count();
                }
            }
        }
    }
    assert!(buried > 0, "joints were met");
}

/// An obstacle on the floor is no joint: low or high, straight or slanted, it stops the body.
#[test]
fn a_corner_stops_what_comes() {
    for top in [(3.0, 2.0), (4.0, 1.0), (2.2, 1.0), (3.0, 0.3)] {
        for shape in [ball(0.5), block(1.0, 1.0)] {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            world.add(floor()).unwrap();
            world.add(segment((3.0, 0.0), top)).unwrap();
            let mut def = moving(shape, 0.0, 0.499, 1.0, Vec2::new(2.0, 0.0));
            def.friction = 0.0;
            let body = world.add(def).unwrap().index();
            let mut farthest = 0.0_f32;
            for _ in 0..240 {
                world.step();
                farthest = farthest.max(position(&world, body).x);
                assert!(position(&world, body).y > 0.45, "{top:?}: pressed into the floor");
            }
            let climbs = top == (4.0, 1.0);
            assert!(climbs || farthest < 3.0, "{top:?}: it came to {farthest}");
        }
    }
}

/// A wedge slides, tip first, into a wall that stands on the floor: all of that contact lies on the floor,
/// and it counts, at the origin and far from it.
#[test]
fn a_wall_stops_a_wedge_at_its_foot() {
    for far in [0.0, 256.0, -256.0] {
        stops_a_wedge(far);
    }
}

fn stops_a_wedge(far: f32) {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(segment((far - 100.0, 0.0), (far + 100.0, 0.0))).unwrap();
    world.add(segment((far + 3.0, -0.5), (far + 3.0, 2.0))).unwrap();
    let wedge = Shape::polygon(&[Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), Vec2::new(-1.0, 1.0)]).unwrap();
    // A second one stands 3 cm deep in the floor and half a millimetre in the wall: the shallow contact
    // counts, too.
    let mut deep = world.clone();
    deep.add(moving(wedge.clone(), far + 2.0005, -0.03, 1.0, Vec2::ZERO)).unwrap();
    deep.step();
    assert_eq!(deep.events().iter().map(|event| event.resolved_by).collect::<Vec<_>>(), [None, None]);
    let body =
        world.add(moving(wedge, far, -0.001, 1.0, Vec2::new(1.0, 0.0)).with_friction(0.0)).unwrap().index();
    for _ in 0..240 {
        world.step();
        assert!(position(&world, body).x < far + 2.03, "{}", position(&world, body));
        assert!(world.events().iter().all(|event| event.resolved_by.is_none()), "frame {}", world.frame());
    }
}

/// 500 m/s is 8.3 m a frame, 166 radii: of 1 000 tries from any position and angle none ends beyond the wall.
#[test]
fn no_bullet_passes_a_wall() {
    let mut random = Random::seeded(23);
    for attempt in 0..1000 {
        let angle = random.within(0.0, 360.0);
        let middle = Vec2::new(random.within(-50.0, 50.0), random.within(-50.0, 50.0));
        let pose = Pose::new(middle, angle);
        let mut world = world(SolverKind::Rigid, GRAVITY);
        let length = 40.0;
        let shape = Shape::wall(Vec2::new(-length, 0.0), Vec2::new(length, 0.0)).unwrap();
        world.add(BodyDef::new(shape, pose)).unwrap();
        let from = Vec2::new(random.within(-5.0, 5.0), random.within(0.06, 20.0));
        let aim = Vec2::new(random.within(-20.0, 20.0), 0.0);
        let velocity = pose.rotation.rotate((aim - from).normalize() * 500.0);
        let at = pose.world_from_local(from);
        let restitution = if attempt % 3 == 0 { random.next() } else { 0.0 };
        let bullet = world
            .add(moving(ball(0.05), at.x, at.y, 0.01, velocity).with_restitution(restitution))
            .unwrap()
            .index();
        let energy = world.energy().total();
        for _ in 0..12 {
            world.step();
            let local = pose.local_from_world(position(&world, bullet));
            assert!(
                local.y > 0.0 || local.x.abs() > length,
                "try {attempt}: at {local} in frame {}",
                world.frame()
            );
            assert!(world.energy().total() <= energy + 1.0e-3 * energy.abs());
        }
    }
}

/// Other shapes against walls, corners and a box of blocks: none gets out.
#[test]
fn nothing_fast_leaves_a_closed_box() {
    for seed in 0..300 {
        let mut random = Random::seeded(seed);
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.add(segment((-5.0, -5.0), (5.0, -5.0))).unwrap();
        world.add(segment((-5.0, -5.0), (-5.0, 5.0))).unwrap();
        world.add(BodyDef::new(block(10.4, 0.2), Pose::at(0.0, 5.1))).unwrap();
        world.add(BodyDef::new(block(0.2, 10.4), Pose::at(5.1, 0.0))).unwrap();
        for i in 0..40 {
            let shape = if i % 2 == 0 { ball(0.05) } else { block(0.1, 0.2) };
            let at = Vec2::new(random.within(-4.0, 4.0), random.within(-4.0, 4.0));
            let direction = Vec2::from_angle(random.within(0.0, std::f32::consts::TAU));
            let def = moving(shape, at.x, at.y, 0.1, direction * random.within(50.0, 500.0));
            world.add(def.with_restitution(random.next())).unwrap();
        }
        for _ in 0..240 {
            world.step();
            for body in &world.bodies()[4..] {
                assert!(
                    body.pose().position.abs().max_element() < 5.0,
                    "{seed}: {:?} frame {}",
                    body.pose(),
                    world.frame()
                );
            }
        }
    }
}

#[test]
fn a_listener_lets_a_bullet_through_and_a_stop_is_told() {
    #[derive(Default)]
    struct Stops(Vec<(u32, u32, f32)>);
    impl StepObserver for Stops {
        fn stage(&mut self, stage: &Stage, _: &[collide2d::Body]) {
            if let Stage::Stopped { body, at, share, past } = *stage {
                // Half of the slop, or a quarter of the body's inner radius.
                assert!(past > 0.0 && past <= 0.0005, "{past}");
                self.0.push((body, at, share));
            }
        }
    }
    let start = || {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        world.add(segment((4.0, -2.0), (4.0, 2.0))).unwrap();
        world.add(moving(ball(0.05), 0.0, 0.0, 1.0, Vec2::new(480.0, 0.0))).unwrap();
        world
    };
    let mut world = start();
    let mut stops = Stops::default();
    world.step_with(&mut stops);
    // 3.95 of 8 metres.
    assert_eq!(stops.0.len(), 1);
    assert_eq!((stops.0[0].0, stops.0[0].1), (1, 0));
    assert!((stops.0[0].2 - 3.95 / 8.0).abs() < 1.0e-4);
    let mut open = start();
    open.set_listeners(vec![Listener { body: Some(0), ..Listener::default() }]);
    open.step();
    assert!((position(&open, 1).x - 8.0).abs() < 1.0e-3);
}

/// Slower than its own radius a frame, a body is not swept; sliding fast along a row of walls, it is not
/// stopped by their ends.
#[test]
fn a_fast_slide_along_walls_is_no_impact() {
    let mut world = on_floor(Floor::Walls(1.0), 0.3);
    let mut def = moving(block(0.4, 0.4), 0.0, 0.199, 1.0, Vec2::new(40.0, 0.0));
    def.friction = 0.0;
    let body = world.add(def).unwrap().index();
    run(&mut world, 60);
    assert!((position(&world, body).x - 40.0).abs() < 0.5, "{}", position(&world, body));
}
