//! What is stopped within a step goes on along what stopped it.

use std::f32::consts::TAU;

use collide2d::{BodyDef, Motion, Phase, Pose, Shape, SolverKind};
use glam::Vec2;

use crate::*;

/// The way of a ball that goes round within a loop of so many segments, as a share of its speed times the time.
fn share_of_way(speed: f32, segments: usize) -> f32 {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    let corner = |i: usize| Vec2::from_angle(TAU * i as f32 / segments as f32) * 3.0;
    let points: Vec<Vec2> = (0..segments).map(corner).collect();
    let curve = Shape::chain(&points, true, false).unwrap();
    world.add(BodyDef::new(curve, Pose::default()).with_friction(0.0)).unwrap();
    // It lies on the middle of the first face.
    let out = Vec2::from_angle(0.5 * TAU / segments as f32);
    let at = out * (3.0 * (0.5 * TAU / segments as f32).cos() - 0.1);
    world.add(moving(ball(0.1), at.x, at.y, 1.0, out.perp() * speed).with_friction(0.0)).unwrap();
    let (mut way, mut wanted) = (0.0, 0.0);
    for _ in 0..60 {
        let before = world.bodies()[1].center();
        world.step();
        way += world.bodies()[1].center().distance(before);
        wanted += world.bodies()[1].velocity().length() * DT;
    }
    way / wanted
}

#[test]
fn a_ball_in_a_loop_does_not_hitch_at_the_joints() {
    for (speed, segments, least) in
        [(5.0, 48, 0.98), (12.0, 48, 0.97), (12.0, 200, 0.95), (30.0, 48, 0.9), (60.0, 48, 0.75)]
    {
        let share = share_of_way(speed, segments);
        assert!((least..1.02).contains(&share), "{speed} m/s over {segments} segments: {share} of its way");
    }
}

/// On a frictionless bar that turns at ω a point at rest has r = r₀·cosh(ω·t).
#[test]
fn a_ball_on_a_turning_bar_is_thrown_off() {
    for turning in [100.0_f32, 140.0, 200.0, 300.0, 400.0, 800.0] {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        let turns = Motion::Kinematic { velocity: Vec2::ZERO, angular_velocity: turning };
        let bar = BodyDef::new(block(6.0, 0.1), Pose::default()).with_motion(turns).with_friction(0.0);
        world.add(bar).unwrap();
        world.add(dynamic(ball(0.1), 1.5, 0.15).with_friction(0.0)).unwrap();
        // Where it would be at the end of the bar.
        let frames = ((3.0_f32 / 1.5).acosh() / turning.to_radians() / DT) as u32;
        for _ in 0..frames {
            world.step();
        }
        let (found, time) = (world.bodies()[1].center().length(), frames as f32 * DT);
        let expected = 1.5 * (turning.to_radians() * time).cosh();
        assert!(
            (found - expected).abs() < 0.25,
            "at {turning} degrees per second: {found} m, not {expected}"
        );
        for _ in 0..60 {
            world.step();
        }
        let away = world.bodies()[1].center().length();
        assert!(away > 3.2, "at {turning} degrees per second it is {away} m away a second later");
    }
}

/// A small ball that falls on a large one, both of restitution 1: the large one comes back from the floor and throws it, in the
/// same step.
#[test]
fn restitution_holds_of_an_impact_that_another_one_makes() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let floor = BodyDef::new(block(10.0, 1.0), Pose::at(0.0, -0.5)).with_restitution(1.0);
    world.add(floor).unwrap();
    let fall = |radius: f32, y: f32, mass: f32| {
        moving(ball(radius), 0.0, y, mass, Vec2::ZERO).with_restitution(1.0).with_friction(0.0)
    };
    world.add(fall(0.3, 1.3, 100.0)).unwrap();
    world.add(fall(0.1, 1.72, 1.0)).unwrap();
    let energy = world.energy().total();
    let mut highest = 0.0_f32;
    for _ in 0..120 {
        world.step();
        highest = highest.max(world.bodies()[2].center().y);
    }
    // v = √(2·g·h); the small one leaves at (3·m − M)/(m + M) of it for M ≪ m, nearly 3·v: nine times as high.
    assert!(highest > 7.0, "{highest} m");
    let kept = world.energy().total() / energy;
    assert!((0.93..1.001).contains(&kept), "{kept} of the energy");
}

/// A bullet that is stopped at a peg must not go on past it: the next step would not find the contact.
#[test]
fn what_is_stopped_at_a_peg_still_touches_it() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    let diamond = BodyDef::new(block(1.0, 1.0), Pose::new(Vec2::new(-0.2, 0.0), 45.0));
    let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(24.0, 0.0));
    world.add(diamond.with_motion(motion).with_bullet(true)).unwrap();
    world.add(BodyDef::new(ball(0.01), Pose::at(0.0, 0.68))).unwrap();
    let begins = (0..3).any(|_| {
        world.step();
        world.events().iter().any(|event| event.phase == Phase::Begin)
    });
    assert!(begins);
}
