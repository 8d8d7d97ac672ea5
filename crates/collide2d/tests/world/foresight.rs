//! A candidate list that is reused for later steps loses no contact and adds none.

use collide2d::{Motion, Pose, Shape, SolverKind, StepObserver, World};
use glam::Vec2;

use crate::*;

/// An observed step reports the pairs whose present boxes overlap.
struct Watcher;

impl StepObserver for Watcher {}

/// Changes between steps that no velocity predicts.
fn meddle(world: &mut World, random: &mut Random) {
    let count = world.bodies().len() as f32;
    let kind = random.within(0.0, 9.0) as u32;
    let at = Vec2::new(random.within(-6.0, 6.0), random.within(0.5, 9.0));
    let velocity = Vec2::new(random.within(-40.0, 40.0), random.within(-40.0, 40.0));
    let size = random.within(0.2, 3.0);
    let middle = world.bodies()[0].pose().position;
    if kind == 8 {
        let id = world.add(dynamic(ball(size), 0.0, 0.0)).unwrap().index();
        world.body_mut(id).unwrap().set_pose(Pose::new(middle + at, 0.0)).unwrap();
        return;
    }
    let body = world.body_mut(5 + random.within(0.0, count - 6.0) as u32).unwrap();
    match kind {
        0 => body.set_pose(Pose::new(middle + at, random.within(0.0, 360.0))).unwrap(),
        1 => body.set_velocity(velocity).unwrap(),
        2 => body.set_angular_velocity(20.0 * velocity.x).unwrap(),
        3 => body.set_shape(block(size, 0.3)),
        4 => body.set_shape(Shape::wall(Vec2::ZERO, Vec2::new(0.0, size)).unwrap()),
        5 => body.set_motion(Motion::Static).unwrap(),
        6 => body.set_motion(Motion::Kinematic { velocity: 0.2 * velocity, angular_velocity: 90.0 }).unwrap(),
        _ => body.set_sensor(!body.is_sensor()),
    }
}

#[test]
fn kept_candidates_change_no_bit() {
    for (solver, far, chance) in [
        (SolverKind::Off, 0.0, 0.0),
        (SolverKind::Off, 0.0, 0.2),
        (SolverKind::Off, 1.0e6, 0.2),
        (SolverKind::Linear, 0.0, 0.0),
        (SolverKind::Linear, -3.0e4, 0.2),
    ] {
        let mut alone = heap(solver, 120, 11);
        for i in 0..alone.bodies().len() as u32 {
            let body = alone.body_mut(i).unwrap();
            let pose = *body.pose();
            body.set_pose(Pose { position: pose.position + far, ..pose }).unwrap();
        }
        let mut watched = alone.clone();
        let (mut random, mut touched) = (Random::seeded(5), 0);
        for frame in 0..150 {
            if random.next() < chance {
                let seed = random.within(0.0, 1.0e6) as u64;
                meddle(&mut alone, &mut Random::seeded(seed));
                meddle(&mut watched, &mut Random::seeded(seed));
            }
            alone.step();
            watched.step_with(&mut Watcher);
            assert_eq!(bits(&alone), bits(&watched), "{solver:?}, {far} m away, frame {frame}");
            assert_eq!(alone.events(), watched.events(), "{solver:?}, {far} m away, frame {frame}");
            assert_eq!(alone.hash(), watched.hash());
            touched += alone.contacts().len();
        }
        assert!(touched > 1000, "{touched}");
    }
}

#[test]
fn what_stood_still_and_may_move_now_touches_at_once() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    for x in [0.0, 0.5] {
        world.add(BodyDef::new(ball(0.5), Pose::at(x, 0.0))).unwrap();
    }
    for frame in 1..20_u32 {
        world.step();
        assert_eq!(world.contacts().len(), usize::from(frame % 2 == 0), "frame {frame}");
        let motion = if frame % 2 == 0 { Motion::Static } else { Motion::dynamic(1.0) };
        world.body_mut(1).unwrap().set_motion(motion).unwrap();
    }
}
