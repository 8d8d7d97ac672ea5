//! Inner corners of two-sided chains: what is inside stays inside.

use collide2d::{BodyDef, Motion, Pose, Shape, SolverKind, World};
use glam::Vec2;

use crate::*;

/// Under `Rigid`, with gravity.
fn world_of_chain(points: &[Vec2], closed: bool) -> World {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let chain = Shape::chain(points, closed, false).unwrap();
    world.add(BodyDef::new(chain, Pose::default())).unwrap();
    world
}

/// Between points on a circle, about the centroid.
fn random_polygon(random: &mut Random, corners: usize, radius: f32) -> Shape {
    loop {
        let mut angles: Vec<f32> = (0..corners).map(|_| random.within(0.0, std::f32::consts::TAU)).collect();
        angles.sort_by(f32::total_cmp);
        let points: Vec<Vec2> = angles.into_iter().map(|angle| Vec2::from_angle(angle) * radius).collect();
        let Ok(shape) = Shape::polygon(&points) else { continue };
        let centered: Vec<Vec2> = points.iter().map(|point| *point - shape.centroid()).collect();
        match Shape::polygon(&centered) {
            Ok(shape) if shape.inner_radius() > 0.15 * radius => return shape,
            _ => {}
        }
    }
}

/// From frame 43 on the upright's contact had the normal (0, 1), of the corner's other side, and pushed the wedge down
/// through the floor.
#[test]
fn a_wedge_that_slides_into_an_inner_corner_stays_on_the_floor() {
    for mirror in [1.0, -1.0] {
        for backward in [false, true] {
            let place = |x: f32, y: f32| Vec2::new(mirror * x, y);
            let mut points = [place(-5.0, 5.0), place(-5.0, 0.0), place(5.0, 0.0)];
            if backward {
                points.reverse();
            }
            let mut world = world_of_chain(&points, false);
            let wedge = Shape::polygon(&[place(-0.6, -0.2), place(0.4, -0.2), place(0.4, 0.4)]).unwrap();
            let motion = Motion::dynamic(1.0).with_velocity(place(-2.0, 0.0));
            let def = BodyDef::new(wedge, Pose { position: place(-3.0, 0.199), ..Pose::default() });
            let body = world.add(def.with_motion(motion).with_friction(0.0)).unwrap();
            for frame in 1..=300 {
                world.step();
                let (lowest, label) = (world.body(body).unwrap().aabb().min.y, format!("frame {frame}"));
                assert!(lowest > -0.01, "{label}, backward {backward}: {lowest}");
                for contact in world.contacts() {
                    // `a` is the chain.
                    assert!(contact.contact.normal.y < 1.0e-3, "{label}, backward {backward}: {contact:?}");
                }
            }
        }
    }
}

/// 20 of 435 triangles fell out of a V at the angles where any did.
#[test]
fn polygons_that_fall_into_a_v_stay_above_it() {
    let mut random = Random::seeded(20);
    let mut fallen = Vec::new();
    for drop in 0..600 {
        let half_angle = [20.0_f32, 30.0, 45.0, 60.0, 70.0][drop % 5].to_radians();
        let arm = Vec2::from_angle(half_angle).perp() * 6.0;
        let mut world = world_of_chain(&[Vec2::new(-arm.x, arm.y), Vec2::ZERO, arm], false);
        let shape = if drop % 2 == 0 {
            let (half, third) = (random.within(0.3, 0.8), random.within(0.1, 0.25));
            Shape::polygon(&[(-half, -third), (half, -third), (0.0, 2.0 * third)].map(Vec2::from)).unwrap()
        } else {
            let (corners, radius) = (3 + drop % 4, random.within(0.3, 0.8));
            random_polygon(&mut random, corners, radius)
        };
        let pose = Pose::new(Vec2::new(random.within(-0.3, 0.3), 4.5), random.within(0.0, 360.0));
        let motion = Motion::dynamic(1.0)
            .with_velocity(Vec2::new(random.within(-1.0, 1.0), 0.0))
            .with_angular_velocity(random.within(-100.0, 100.0));
        let friction = random.within(0.0, 0.6);
        let body = world.add(BodyDef::new(shape, pose).with_motion(motion).with_friction(friction)).unwrap();
        run(&mut world, 480);
        let center = world.body(body).unwrap().center();
        if center.y < -0.05 || center.x.abs() > center.y.max(0.0) * half_angle.tan() + 0.1 {
            fallen.push((drop, center));
        }
    }
    assert!(fallen.is_empty(), "{} of 600: {fallen:?}", fallen.len());
}

/// 11 of 1191 boxes of a closed chain lost a polygon that was thrown about in it.
#[test]
fn polygons_thrown_about_in_a_closed_chain_stay_inside() {
    const HALF: f32 = 5.0;
    let corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)].map(Vec2::from);
    let mut random = Random::seeded(11);
    let mut lost = Vec::new();
    for throw in 0..300 {
        let mut world = world_of_chain(&corners, true);
        for i in 0..8 {
            let sides = 3 + (random.next() * 5.0) as usize;
            let radius = random.within(0.3, 0.5);
            let shape = random_polygon(&mut random, sides, radius);
            let place = Vec2::new(-3.5 + 1.75 * (i % 5) as f32, -3.5 + 1.75 * (i / 5) as f32);
            let speed = [2.0, 20.0, 100.0][throw % 3];
            let velocity = Vec2::new(random.within(-speed, speed), random.within(-speed, speed));
            let motion =
                Motion::dynamic(1.0).with_velocity(velocity).with_angular_velocity(random.within(-2e3, 2e3));
            let def = BodyDef::new(shape, Pose::new(place, random.within(0.0, 360.0))).with_motion(motion);
            let restitution = [0.0, 0.5, 1.0][(random.next() * 3.0) as usize];
            world.add(def.with_restitution(restitution).with_friction(random.within(0.0, 0.5))).unwrap();
        }
        run(&mut world, 600);
        let is_out = |center: Vec2| center.abs().max_element() >= HALF + 0.3;
        lost.extend(world.bodies().iter().skip(1).map(|body| body.center()).filter(|c| is_out(*c)));
    }
    assert!(lost.is_empty(), "{} of 300 worlds' bodies: {lost:?}", lost.len());
}
