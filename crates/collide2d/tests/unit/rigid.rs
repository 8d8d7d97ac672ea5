//! The same bits at every SIMD level.
#![allow(clippy::unwrap_used)]

use glam::Vec2;

use super::RigidSolver;
use super::points::KnownImpulses;
use crate::body::{Body, BodyDef, Motion};
use crate::collide::collide;

use crate::decide::{Decider, Passing};
use crate::generator::not_colliding::NotColliding;
use crate::levels::levels;
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::settings::{Mix, WorldSettings};
use crate::shape::{Leaf, Shape};
use crate::solver::near::Displaced;
use crate::solver::task::{Problem, Task};
use crate::still::StillBodies;

/// Balls, boxes and octagons of very different masses, rotated and moving, close together above a floor.
fn heap() -> Vec<Body> {
    let mut bodies = vec![Body::new(BodyDef::new(Shape::rectangle(60.0, 2.0).unwrap(), Pose::at(0.0, -1.0)))];
    for i in 0..120 {
        let (column, row) = ((i % 12) as f32, (i / 12) as f32);
        let size = 0.5 + 0.05 * (i * 7 % 11) as f32;
        let corner = |k: usize| Vec2::from_angle(k as f32 * std::f32::consts::FRAC_PI_4) * size * 0.6;
        let shape = match i % 3 {
            0 => Shape::circle(size * 0.6),
            1 => Shape::rectangle(size * 1.2, size),
            _ => Shape::polygon(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner)),
        };
        let at = Vec2::new(column * 1.05 + 0.3 * (row % 2.0) - 6.0, 0.5 + row * 0.95);
        let motion = Motion::Dynamic {
            mass: [0.4, 1.0, 2.0, 30.0][i * 5 % 4],
            velocity: Vec2::new((i % 5) as f32 - 2.0, -1.0),
            angular_velocity: (i % 7) as f32 * 60.0 - 180.0,
            acceleration: Vec2::ZERO,
            damping: if i % 4 == 0 { 0.8 } else { 1.0 },
        };
        let def = BodyDef::new(shape.unwrap(), Pose::new(at, i as f32 * 17.0))
            .with_motion(motion)
            .with_restitution(0.1 * (i % 4) as f32);
        bodies.push(Body::new(def));
    }
    bodies
}

fn touching(bodies: &[Body]) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (i, a) in bodies.iter().enumerate() {
        for (j, b) in bodies.iter().enumerate().skip(i + 1) {
            if let Some(contact) = collide(a.shape(), a.pose(), b.shape(), b.pose()) {
                let found = Displaced { contact, offset: Vec2::ZERO };
                tasks.extend(Task::new(
                    PairKey::new(i as u32, j as u32),
                    [Leaf::WHOLE; 2],
                    found,
                    a,
                    b,
                    None,
                    &Mix::default(),
                ));
            }
        }
    }
    tasks
}

#[test]
fn every_level_of_instructions_steps_to_the_same_bits() {
    let settings = WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81));
    let solver = |level| RigidSolver { level, ..RigidSolver::default() };
    let mut runs: Vec<_> =
        levels().into_iter().map(|level| (solver(level), heap(), KnownImpulses::default())).collect();
    let mut most = 0;
    for frame in 0..60 {
        let tasks = touching(&runs[0].1);
        let mut still = StillBodies::default();
        still.begin_step(&runs[0].1, Default::default(), &mut Vec::new(), |_| false);
        most = most.max(tasks.len());
        for (solver, bodies, known) in &mut runs {
            let problem = Problem {
                settings: &settings,
                still: &still,
                tasks: &tasks,
                links: &[],
                generators: &[],
                not_colliding: &NotColliding::default(),
                built_up: &[],
                decider: Decider {
                    frame: 0,
                    listeners: &[],
                    timestep: settings.timestep,
                    passing: &Passing::default(),
                    held: &[],
                },
                candidates: &[],
                events: &[],
            };
            solver.solve(bodies, problem, known, &mut ());
        }
        for (solver, bodies, known) in &runs[1..] {
            assert!(known == &runs[0].2, "impulses at {:?}, frame {frame}", solver.level);
            assert!(bodies == &runs[0].1, "bodies at {:?}, frame {frame}", solver.level);
        }
    }
    assert!(most > 100, "{most} contacts");
}
