//! Each switch of the settings, turned, does what its name says, and as it is by default nothing changes.

use collide2d::{
    Body, BodyDef, Iteration, Mix, MixRule, Motion, Pose, RigidSettings, Shape, SolverKind, Stage,
    StepObserver, Work, World,
};
use glam::Vec2;

use crate::*;

#[derive(Default)]
struct Told {
    moves: usize,
    iterations: Vec<Iteration>,
}

impl StepObserver for Told {
    fn stage(&mut self, stage: &Stage, _: &[Body]) {
        match stage {
            Stage::SubstepMove { .. } => self.moves += 1,
            Stage::Iteration(iteration) => self.iterations.push(*iteration),
            _ => {}
        }
    }
}

fn switched(mut world: World, rigid: RigidSettings) -> World {
    world.set_settings(world.settings().with_rigid(rigid)).unwrap();
    world
}

fn told(world: &World) -> Told {
    let mut told = Told::default();
    world.clone().step_with(&mut told);
    told
}

/// A heap after a second.
fn settled(rigid: RigidSettings) -> World {
    let mut world = switched(heap(SolverKind::Rigid, 60, 7), rigid);
    run(&mut world, 60);
    world
}

#[test]
fn the_default_has_four_sub_steps_and_another_number_is_kept() {
    let usual = settled(RigidSettings::default());
    let same = settled(RigidSettings { substeps: Some(4), ..RigidSettings::default() });
    assert_eq!(bits(&usual), bits(&same));
    assert_eq!(told(&usual).moves, 4);
    let more = settled(RigidSettings { substeps: Some(9), ..RigidSettings::default() });
    assert_ne!(bits(&usual), bits(&more));
    assert_eq!(told(&more).moves, 9);
    for refused in [0, 65] {
        let rigid = RigidSettings { substeps: Some(refused), ..RigidSettings::default() };
        let error = World::new(usual.settings().with_rigid(rigid)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("substeps is {refused}; it must be a whole number from 1 to 64")
        );
    }
}

#[test]
fn without_warm_starting_a_step_begins_without_impulses() {
    for warm_starting in [true, false] {
        let told = told(&settled(RigidSettings { warm_starting, ..RigidSettings::default() }));
        let first = told.iterations.iter().filter(|told| told.work == Work::WarmStart && told.substep == 0);
        let given: Vec<f32> = first.map(|told| told.impulse).collect();
        assert!(!given.is_empty());
        assert_eq!(given.iter().any(|&impulse| impulse > 0.0), warm_starting, "{given:?}");
    }
}

#[test]
fn without_continuous_collision_a_bullet_passes_a_thin_wall() {
    for continuous in [true, false] {
        let world = world(SolverKind::Rigid, Vec2::ZERO);
        let rigid = RigidSettings { continuous, speculative: continuous, ..RigidSettings::default() };
        let mut world = switched(world, rigid);
        world.add(segment((0.0, -5.0), (0.0, 5.0))).unwrap();
        let bullet = world.add(moving(ball(0.1), -3.3, 0.0, 1.0, Vec2::new(100.0, 0.0))).unwrap();
        run(&mut world, 6);
        assert_eq!(position(&world, bullet).x < 0.0, continuous, "{}", position(&world, bullet));
    }
}

#[test]
fn without_speculative_contacts_the_solver_works_on_shapes_that_touch() {
    for speculative in [true, false] {
        let mut world = switched(
            heap(SolverKind::Rigid, 60, 7),
            RigidSettings { speculative, ..RigidSettings::default() },
        );
        let mut before_they_touch = false;
        for _ in 0..60 {
            let bounces = |told: &Iteration| told.substep == 0 && told.work == Work::Solve;
            before_they_touch |=
                told(&world).iterations.iter().any(|told| bounces(told) && told.depth_before < 0.0);
            world.step();
        }
        assert_eq!(before_they_touch, speculative);
    }
}

/// Two balls of one mass meet at 1 m/s each: they part at e each. 0.2 and 0.8 mixed by hand.
#[test]
fn a_pair_mixes_restitution_by_the_rule() {
    let rules = [
        (MixRule::Larger, 0.8),
        (MixRule::Smaller, 0.2),
        (MixRule::Average, 0.5),
        (MixRule::Product, 0.16),
        (MixRule::Root, 0.4),
    ];
    for (solver, (restitution, expected)) in [SolverKind::Linear, SolverKind::Rigid]
        .into_iter()
        .flat_map(|solver| rules.map(|rule| (solver, rule)))
    {
        let mut world = world(solver, Vec2::ZERO);
        world.set_settings(world.settings().with_mix(Mix { restitution, ..Mix::default() })).unwrap();
        for (side, own) in [(-1.0, 0.2), (1.0, 0.8)] {
            let def = moving(ball(0.5), side, 0.0, 1.0, Vec2::new(-side, 0.0));
            world.add(def.with_restitution(own)).unwrap();
        }
        run(&mut world, 60);
        for body in [0, 1] {
            let speed = velocity(&world, body).x.abs();
            assert!((speed - expected).abs() < 1.0e-3, "{solver:?}, {restitution:?}: {speed}");
        }
    }
}

/// A block slides at 1 m/s: after a tenth of a second it has lost µ·g·t. 0.09 and 0.25 mixed by hand.
#[test]
fn a_pair_mixes_friction_by_the_rule() {
    for (friction, expected) in [
        (MixRule::Larger, 0.25),
        (MixRule::Smaller, 0.09),
        (MixRule::Average, 0.17),
        (MixRule::Product, 0.0225),
        (MixRule::Root, 0.15),
    ] {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.set_settings(world.settings().with_mix(Mix { friction, ..Mix::default() })).unwrap();
        world.add(BodyDef::new(block(20.0, 1.0), Pose::at(0.0, -0.5)).with_friction(0.09)).unwrap();
        let motion = Motion::dynamic(2.0).with_velocity(Vec2::new(3.0, 0.0));
        let def =
            BodyDef::new(block(1.0, 0.2), Pose::at(0.0, 0.0999)).with_motion(motion).with_friction(0.25);
        let body = world.add(def).unwrap();
        run(&mut world, 30);
        let before = velocity(&world, body).x;
        run(&mut world, 30);
        let lost = (before - velocity(&world, body).x) / (0.5 * GRAVITY.length());
        assert!((lost - expected).abs() < 0.01, "{friction:?}: {lost}");
    }
}

#[test]
fn impulses_from_before_another_solver_are_not_given_again() {
    for other in [SolverKind::Off, SolverKind::Linear] {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        world.add(floor()).unwrap();
        world.add(dynamic(block(1.0, 1.0), 0.0, 0.5)).unwrap();
        run(&mut world, 60);
        let solver =
            |world: &mut World, solver| world.set_settings(world.settings().with_solver(solver)).unwrap();
        solver(&mut world, other);
        world.set_gravity(Vec2::ZERO).unwrap();
        run(&mut world, 10);
        solver(&mut world, SolverKind::Rigid);
        #[derive(Default)]
        struct Given(Vec<f32>);
        impl StepObserver for Given {
            fn stage(&mut self, stage: &Stage, _: &[Body]) {
                if let Stage::Iteration(told) = stage
                    && told.work == Work::WarmStart
                    && told.substep == 0
                {
                    self.0.push(told.impulse);
                }
            }
        }
        let mut given = Given::default();
        world.step_with(&mut given);
        assert!(
            !given.0.is_empty() && given.0.iter().all(|&impulse| impulse == 0.0),
            "{other:?}: {:?}",
            given.0
        );
    }
}

/// Boxes that land on tiles of a metre and slide on, without friction: where seams are not smoothed some catch on one.
#[test]
fn without_smooth_seams_tiles_catch_what_slides() {
    let caught = |smooth_seams: bool| {
        let starts = (0..40_u8).map(|i| {
            let mut world = world(SolverKind::Rigid, GRAVITY);
            let rigid = RigidSettings { smooth_seams, ..RigidSettings::default() };
            world.set_settings(world.settings().with_rigid(rigid)).unwrap();
            for x in 0..14_u8 {
                let tile = BodyDef::new(block(1.0, 1.0), Pose::at(0.5 + f32::from(x), -0.5));
                world.add(tile.with_friction(0.0)).unwrap();
            }
            let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(6.0, -6.0));
            let start = Pose::at(0.5 + 0.025 * f32::from(i), 0.45 + 0.004 * f32::from(i));
            let slider = BodyDef::new(block(0.8, 0.8), start).with_motion(motion);
            let slider = world.add(slider.with_friction(0.0).with_fixed_rotation(true)).unwrap();
            run(&mut world, 40);
            world.body(slider).unwrap().velocity().x < 5.9
        });
        starts.filter(|is_caught| *is_caught).count()
    };
    assert_eq!(caught(true), 0);
    assert!(caught(false) > 0);
}

/// What closes no faster than `slowest_bounce` keeps none of its speed, what is faster all of it.
#[test]
fn what_is_slower_than_the_slowest_bounce_stays() {
    let parting = |slowest_bounce: f32, speed: f32| {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        let rigid = RigidSettings { slowest_bounce, ..RigidSettings::default() };
        world.set_settings(world.settings().with_rigid(rigid)).unwrap();
        world.add(BodyDef::new(block(1.0, 4.0), Pose::at(1.51, 0.0))).unwrap();
        let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(speed, 0.0));
        let puck = BodyDef::new(Shape::circle(1.0).unwrap(), Pose::at(0.0, 0.0)).with_motion(motion);
        let puck = world.add(puck.with_restitution(1.0)).unwrap();
        run(&mut world, 60);
        -world.body(puck).unwrap().velocity().x
    };
    for (slowest, speed) in [(0.2, 0.19), (1.0, 0.99), (0.02, 0.019)] {
        assert!(parting(slowest, speed).abs() < 1.0e-6, "{slowest} {speed}: {}", parting(slowest, speed));
    }
    for (slowest, speed) in [(0.2_f32, 0.21_f32), (1.0, 1.01), (0.0, 0.15), (0.0, 0.02)] {
        assert!(
            (parting(slowest, speed) - speed).abs() < 1.0e-6,
            "{slowest} {speed}: {}",
            parting(slowest, speed)
        );
    }
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    for slowest_bounce in [-0.1, f32::NAN, f32::INFINITY] {
        let rigid = RigidSettings { slowest_bounce, ..RigidSettings::default() };
        let refused = world.set_settings(world.settings().with_rigid(rigid)).unwrap_err();
        assert_eq!(refused.what, "slowest_bounce");
    }
}
