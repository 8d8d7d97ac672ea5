//! Values that bodies and worlds refuse, removed bodies, and impulses.

use collide2d::{
    BodyDef, Motion, PairKey, Phase, Pose, Pull, Reaction, ReactionOutcome, SolverKind, World, WorldInput,
    WorldSettings,
};

use crate::*;

/// Bodies of mass 0 or NaN fell through floors, and under `Rigid` made other bodies NaN.
#[test]
fn a_body_with_a_number_that_it_cannot_have_is_refused() {
    let free = Motion::dynamic(1.0);
    let bad_motions = [0.0, -1.0, f32::NAN, f32::INFINITY]
        .map(|mass| (Motion::dynamic(mass), "mass"))
        .into_iter()
        .chain([-1.0, 1.5, f32::NAN].map(|damping| (free.with_damping(damping), "damping")))
        .chain([
            (free.with_velocity(Vec2::new(f32::NAN, 0.0)), "velocity x"),
            (Motion::kinematic(Vec2::new(0.0, f32::INFINITY)), "velocity y"),
            (free.with_angular_velocity(f32::NAN), "angular velocity"),
            (free.with_acceleration(Vec2::new(0.0, f32::NAN)), "acceleration y"),
        ]);
    for (motion, what) in bad_motions {
        let mut world = world(SolverKind::Rigid, GRAVITY);
        let error = world.add(BodyDef::default().with_motion(motion)).unwrap_err();
        assert_eq!(error.what, what, "{motion:?}");
        assert!(world.bodies().is_empty());
        let body = world.add(BodyDef::default()).unwrap().index();
        assert_eq!(world.body_mut(body).unwrap().set_motion(motion).unwrap_err().what, what);
        assert!(world.body(body).unwrap().is_static());
    }
    let bad = [
        (BodyDef::default().with_restitution(1.1), "restitution"),
        (BodyDef::default().with_restitution(f32::NAN), "restitution"),
        (BodyDef::default().with_friction(-0.1), "friction"),
        (BodyDef::default().with_friction(f32::INFINITY), "friction"),
        (BodyDef::default().with_pose(Pose::at(0.0, f32::NAN)), "position y"),
        (BodyDef::default().with_pose(Pose::new(Vec2::ZERO, f32::INFINITY)), "rotation"),
    ];
    for (def, what) in bad {
        let error = World::default().add(def).unwrap_err();
        assert_eq!(error.what, what);
        assert!(error.to_string().starts_with(&format!("{what} is ")), "{error}");
    }
}

#[test]
fn a_world_with_a_number_that_it_cannot_have_is_refused() {
    let settings = WorldSettings::default();
    for timestep in [0.0, -0.1, f32::NAN, f32::INFINITY] {
        assert_eq!(World::new(settings.with_timestep(timestep)).unwrap_err().what, "timestep");
    }
    let mut world = World::new(settings.with_gravity(GRAVITY)).unwrap();
    assert_eq!(world.set_gravity(Vec2::new(f32::NAN, 0.0)).unwrap_err().what, "gravity x");
    assert_eq!(world.settings().gravity, GRAVITY);
    world.set_gravity(Vec2::X).unwrap();
    assert_eq!(world.settings().gravity, Vec2::X);
}

#[test]
fn a_removed_body_leaves_the_indices_of_the_others_and_is_in_no_pair() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, GRAVITY);
        let ground = world.add(floor()).unwrap().index();
        let [left, right] = [-2.0, 2.0].map(|x| world.add(dynamic(ball(0.5), x, 0.49)).unwrap().index());
        run(&mut world, 1);
        assert_eq!(world.contacts().len(), 2, "{solver:?}");
        let hash = world.hash();
        assert!(world.remove(left) && !world.remove(left) && !world.remove(99));
        assert_ne!(world.hash(), hash);
        assert!(world.body(left).is_none() && world.body_mut(left).is_none());
        assert!(world.bodies()[left as usize].is_removed());
        assert_eq!(position(&world, right).x, 2.0);
        let mut other = world.clone();
        run(&mut world, 1);
        other.step_with(&mut Watching);
        assert_eq!((world.hash(), bits(&world)), (other.hash(), bits(&other)), "{solver:?}");
        let told: Vec<_> = world.events().iter().map(|event| (event.pair.b(), event.phase)).collect();
        assert_eq!(told, [(left, Phase::End), (right, Phase::Persist)], "{solver:?}");
        assert!(world.detect_all().iter().all(|contact| contact.a == ground && contact.b == right));
        assert_eq!(world.add(dynamic(ball(0.5), -2.0, 0.4)).unwrap().index(), 3);
        run(&mut world, 1);
        assert_eq!(world.events().iter().filter(|event| event.phase == Phase::Begin).count(), 1);
    }
}

/// A removed body does not stop a bullet.
#[test]
fn nothing_stops_at_a_removed_wall() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    let wall = world.add(segment((0.0, -5.0), (0.0, 5.0))).unwrap().index();
    let bullet = world.add(moving(ball(0.05), -1.0, 0.0, 1.0, Vec2::new(300.0, 0.0))).unwrap().index();
    world.remove(wall);
    run(&mut world, 1);
    assert!((position(&world, bullet).x - 4.0).abs() < 1.0e-5);
}

#[test]
fn an_impulse_pushes_and_turns_what_has_mass() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    let rod =
        world.add(dynamic(block(2.0, 1.0), 0.0, 0.0).with_motion(Motion::dynamic(4.0))).unwrap().index();
    let still = world.add(floor()).unwrap().index();
    let body = world.body_mut(rod).unwrap();
    body.apply_impulse(Vec2::new(0.0, 8.0), body.center()).unwrap();
    assert_eq!((body.velocity(), body.angular_velocity()), (Vec2::new(0.0, 2.0), 0.0));
    // Moment of inertia 4 · (2² + 1²) / 12 kg·m², lever 1 m.
    body.apply_impulse(Vec2::new(0.0, 8.0), Vec2::X).unwrap();
    assert_eq!(body.velocity(), Vec2::new(0.0, 4.0));
    assert!((body.angular_velocity().to_radians() - 8.0 / (4.0 * 5.0 / 12.0)).abs() < 1.0e-5);
    assert!(body.apply_impulse(Vec2::new(f32::MAX, f32::NAN), Vec2::ZERO).is_err());
    assert!(body.apply_impulse(Vec2::splat(f32::MAX), Vec2::splat(1.0e9)).is_err());
    assert_eq!(body.velocity(), Vec2::new(0.0, 4.0));
    world.body_mut(still).unwrap().apply_impulse(Vec2::Y, Vec2::ZERO).unwrap();
    assert_eq!(velocity(&world, still), Vec2::ZERO);
}

#[test]
fn events_carry_normal_and_depth() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    world.add(floor()).unwrap();
    let ball = world.add(dynamic(ball(0.5), 0.0, 0.25)).unwrap().index();
    world.step();
    let touch = world.events()[0].touch.unwrap();
    assert_eq!((touch.normal, touch.depth), (Vec2::NEG_Y, 0.25));
    world.body_mut(ball).unwrap().set_pose(Pose::at(0.0, 9.0)).unwrap();
    world.step();
    assert_eq!((world.events()[0].phase, world.events()[0].touch), (Phase::End, None));
}

struct Watching;

impl collide2d::StepObserver for Watching {}

/// A pull whose target's frames are out of order would be told other places than it has.
#[test]
fn inputs_that_are_out_of_order_are_refused() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let body = world.add(BodyDef::default()).unwrap().index();
    let pull = |first: u64, last: u64, frames: [u64; 2]| {
        let to = frames.map(|frame| (frame, Vec2::X)).to_vec();
        WorldInput::Pull(Pull { first, last, body, from: Vec2::ZERO, to, stiffness: 1.0 })
    };
    for (input, what) in
        [(pull(5, 4, [0, 1]), "first"), (pull(0, 9, [3, 2]), "to"), (pull(0, 9, [3, 3]), "to")]
    {
        assert_eq!(world.set_inputs(vec![input]).unwrap_err().what, what);
    }
    world.set_inputs(vec![pull(0, 9, [2, 3])]).unwrap();
}

/// As a listener may burst a body into 64 pieces at most: this one took tens of gigabytes.
#[test]
fn a_reaction_that_no_listener_can_have_changes_nothing() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let body = world.add(dynamic(ball(1.0), 0.0, 0.0)).unwrap().index();
    let pair = PairKey::new(body, body + 1);
    let outcome = ReactionOutcome::Burst { first: 1, count: u32::MAX };
    world.react(&[Reaction { listener: 0, pair, body, outcome }]);
    assert!(world.pieces().is_empty() && world.body(body).is_some());
}
