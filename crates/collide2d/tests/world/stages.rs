//! What a watched step tells, and that watching changes nothing.

use collide2d::{
    Body, BodyDef, Generator, Motion, PairKey, PairOutcome, Pose, SolverKind, Stage, StepObserver, Work,
    World,
};

use crate::*;

#[derive(Default)]
struct Recorder(Vec<(Stage, Vec<Body>)>);

impl StepObserver for Recorder {
    fn stage(&mut self, stage: &Stage, bodies: &[Body]) {
        self.0.push((stage.clone(), bodies.to_vec()));
    }
}

#[test]
fn the_same_world_steps_to_the_same_bits() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut first = heap(solver, 80, 1);
        let mut second = first.clone();
        let mut restored = first.clone();
        for frame in 0..150 {
            first.step();
            second.step();
            assert_eq!(bits(&first), bits(&second), "{solver:?} frame {frame}");
            assert_eq!(first.hash(), second.hash());
            if frame == 70 {
                restored = second.clone();
            }
            if frame > 70 {
                restored.step();
                assert_eq!(bits(&first), bits(&restored), "{solver:?} from a checkpoint, frame {frame}");
                assert_eq!((first.hash(), first.events()), (restored.hash(), restored.events()));
            }
        }
        assert!(solver == SolverKind::Off || first.contacts().len() > 50);
    }
}

/// A limit so low that contacts wait: the place where filling starts is part of the state.
#[test]
fn a_checkpoint_keeps_whose_turn_it_is() {
    let mut world = heap(SolverKind::Rigid, 60, 9);
    world.set_settings(world.settings().with_max_contacts(20)).unwrap();
    run(&mut world, 120);
    assert!(world.waiting_contacts() > 0);
    let mut restored = world.clone();
    for _ in 0..60 {
        world.step();
        restored.step();
        assert_eq!(bits(&world), bits(&restored));
    }
}

#[test]
fn the_hash_tells_frames_and_bodies_apart() {
    let mut world = heap(SolverKind::Linear, 20, 2);
    let start = world.clone();
    world.step();
    assert_ne!(world.hash(), start.hash());
    let mut other = start.clone();
    other.body_mut(7).unwrap().set_velocity(Vec2::ONE).unwrap();
    assert_ne!(other.hash(), start.hash());
    let differing: Vec<u32> = (0..25).filter(|&i| other.body_hash(i) != start.body_hash(i)).collect();
    assert_eq!(differing, [7]);
    assert_eq!(start.body_hash(25), None);
}

/// Stage by stage equals the whole step to the bit, and each stage shows the state that the one before left.
#[test]
fn a_watched_step_is_the_step() {
    let solvers = [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid];
    for (solver, generators) in solvers.into_iter().flat_map(|solver| [(solver, false), (solver, true)]) {
        let mut plain = heap(solver, 40, 4);
        if generators {
            generators::add_to_heap(&mut plain);
        }
        let mut watched = plain.clone();
        let mut iterations = 0;
        for frame in 0..120 {
            let before = watched.bodies().to_vec();
            let mut recorder = Recorder::default();
            plain.step();
            watched.step_with(&mut recorder);
            assert_eq!(bits(&plain), bits(&watched), "{solver:?} frame {frame}");
            assert_eq!(plain.hash(), watched.hash());
            assert_eq!(&recorder.0.last().unwrap().1, watched.bodies(), "the last stage is the end");
            iterations += check_stages(&watched, &before, &recorder.0);
        }
        assert!(solver == SolverKind::Off || iterations > 1000, "{iterations}");
    }
}

/// Balls of many spins just before their touch: what was told of a body that then flew on free is no part of
/// its state.
#[test]
fn a_watched_touch_to_come_changes_nothing() {
    let mut random = Random::seeded(31);
    let mut plain = world(SolverKind::Rigid, GRAVITY);
    plain.add(floor()).unwrap();
    for i in 0..100 {
        let height = 0.505 + random.within(0.0, 0.02);
        let mut def =
            moving(ball(0.5), i as f32 * 1.9 - 95.0, height, 1.0, Vec2::new(0.0, -random.within(0.3, 2.0)));
        if let Motion::Dynamic { angular_velocity, .. } = &mut def.motion {
            *angular_velocity = random.within(-500.0, 500.0);
        }
        // The first ones touch a neighbour that rests, so that the solver has something to tell.
        plain.add(def).unwrap();
        plain.add(dynamic(ball(0.01), i as f32 * 1.9 - 94.05, 0.0095)).unwrap();
    }
    let mut watched = plain.clone();
    for _ in 0..3 {
        plain.step();
        watched.step_with(&mut Recorder::default());
        assert_eq!(bits(&plain), bits(&watched));
    }
}

fn check_stages(world: &World, start: &[Body], stages: &[(Stage, Vec<Body>)]) -> usize {
    let mut state = start;
    let (mut pairs, mut tested, mut contacts) = (Vec::new(), Vec::new(), Vec::new());
    let mut iterations = 0;
    let mut order = Vec::new();
    for (stage, bodies) in stages {
        order.push(match stage {
            Stage::Movers(_) => 0,
            Stage::Forces(forces) => {
                let moving = start.iter().filter(|body| !body.is_static()).count();
                assert_eq!(forces.len(), moving);
                0
            }
            Stage::BroadPhase(found) => {
                assert_eq!(bodies, state);
                pairs.clone_from(found);
                1
            }
            Stage::NarrowPhase { pair, outcome } => {
                assert_eq!(bodies, state);
                tested.push(*pair);
                if let PairOutcome::Contact(contact) = outcome {
                    contacts.push((*pair, *contact));
                }
                if *outcome == PairOutcome::EarlyOut {
                    let disc = |i: u32| bodies[i as usize].bounding_circle();
                    let (a, b) = (disc(pair.a()), disc(pair.b()));
                    assert!(a.center.distance(b.center) > (a.radius + b.radius) * 0.9999);
                }
                2
            }
            Stage::Generator { .. } => {
                assert_eq!(bodies, state);
                3
            }
            Stage::Events(events) => {
                assert_eq!(bodies, state);
                // What begins within the step is known after it.
                let found = world.events().iter().filter(|event| event.fraction.is_none());
                assert!(events.iter().eq(found));
                4
            }
            Stage::Iteration(told) => {
                assert_eq!(told.index as usize, iterations);
                iterations += 1;
                check_iteration(told, state, bodies);
                5
            }
            Stage::SubstepForces { .. } | Stage::SubstepMove { .. } => 5,
            Stage::FreeMotion => 6,
            Stage::Stopped { .. } => 7,
            Stage::StoppedAtGround { .. } => 8,
            Stage::Landed { .. } | Stage::Slid { .. } => 9,
            Stage::Reactions(reactions) => {
                assert_eq!(reactions, world.reactions());
                10
            }
            Stage::Sleep { islands, .. } => {
                assert_eq!(islands, world.islands());
                10
            }
            Stage::FrameEnd { frame, waiting, resolver, unresolved } => {
                assert_eq!((*frame, *waiting), (world.frame(), world.waiting_contacts()));
                assert_eq!(*resolver, world.resolver());
                let (used, left) = resolver.map_or((0, 0), |effort| (effort.used, effort.left));
                assert_eq!(unresolved.len(), left as usize);
                assert!(resolver.is_none() || used as usize == iterations);
                11
            }
        });
        state = bodies;
    }
    assert!(order.is_sorted(), "{order:?}");
    tested.sort();
    assert_eq!(tested, pairs, "each candidate is tested once");
    let found: Vec<(PairKey, _)> = world.contacts().iter().map(|c| (c.key(), c.contact)).collect();
    assert_eq!(contacts, found);
    iterations
}

/// The numbers told are those of the formula, and the velocities before and after differ by the impulse told.
fn check_iteration(told: &collide2d::Iteration, before: &[Body], after: &[Body]) {
    let tangent = Vec2::new(told.normal.y, -told.normal.x);
    let impulse = told.normal * told.impulse + tangent * told.friction_impulse;
    let moved = [(1.0, told.moved_a), (-1.0, told.moved_b)];
    for (body, (sign, moved)) in told.source.bodies().zip(moved) {
        let (was, is) = (&before[body as usize], &after[body as usize]);
        let change = is.velocity() - was.velocity();
        let expected = impulse * (sign * was.inverse_mass());
        assert!(change.distance(expected) <= 1.0e-4 * (1.0 + was.velocity().length()), "{told:?}: {change}");
        assert!((is.pose().position - was.pose().position).distance(moved) < 1.0e-4, "{told:?}");
    }
    if told.work != Work::WarmStart {
        let formula =
            told.mass * (told.target - told.separating_at_impulse) - told.softness * told.accumulated_before;
        let clamped = formula.max(-told.accumulated_before);
        let clamped = if told.work == Work::Linear || told.pulls { formula } else { clamped };
        assert!((clamped - told.impulse).abs() <= 1.0e-4 * (1.0 + formula.abs()), "{told:?}: {formula}");
    }
    for (index, (was, is)) in (0..).zip(before.iter().zip(after)) {
        if !told.source.bodies().any(|body| body == index) {
            assert_eq!(was, is, "{told:?} moved body {index}");
        } else if told.substep == 0 && told.source.pair().is_some() {
            let away = is.shape().distance(is.pose(), told.position);
            // `Linear` has pushed them about since the point was found.
            let slack = if told.work == Work::Linear { 0.5 } else { 0.1 };
            assert!(away <= told.depth_before.abs() + slack, "{told:?}: {away} from body {index}");
        }
    }
}

/// A kinematic body in a contact is seen to move sub-step by sub-step, and ends where a plain step puts it.
#[test]
fn a_kinematic_body_moves_with_the_sub_steps() {
    let mut world = world(SolverKind::Rigid, Vec2::new(0.0, -9.81));
    let motion = Motion::Kinematic { velocity: Vec2::new(0.5, 0.0), angular_velocity: 90.0 };
    world.add(BodyDef::new(block(4.0, 0.2), Pose::at(0.0, 0.0)).with_motion(motion)).unwrap();
    world.add(moving(ball(0.5), 1.0, 0.55, 1.0, Vec2::ZERO)).unwrap();
    let mut plain = world.clone();
    let mut told = Recorder::default();
    world.step_with(&mut told);
    plain.step();
    assert_eq!(bits(&world), bits(&plain));
    let moves = told.0.iter().filter(|(stage, _)| matches!(stage, Stage::SubstepMove { .. }));
    let seen: Vec<(f32, f32)> =
        moves.map(|(_, bodies)| (bodies[0].pose().position.x, bodies[0].pose().rotation.degrees())).collect();
    assert_eq!(seen.len(), 4);
    for (i, (x, angle)) in seen.iter().enumerate() {
        let share = (i + 1) as f32 / 4.0;
        assert!((x - 0.5 / 60.0 * share).abs() < 1.0e-6, "{seen:?}");
        assert!((angle - 1.5 * share).abs() < 1.0e-4, "{seen:?}");
    }
    let (last, pose) = (seen.last().unwrap(), world.bodies()[0].pose());
    assert!((last.0 - pose.position.x).abs() < 1.0e-7);
}

/// A ball that falls on a floor with restitution ½: the bounce is told with the speed it aims at and the mass that it
/// moves.
#[test]
fn a_bounce_tells_its_target_and_mass() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    world.add(floor()).unwrap();
    world.add(moving(ball(0.5), 0.0, 0.49, 3.0, Vec2::new(0.0, -4.0)).with_restitution(0.5)).unwrap();
    let mut told = Recorder::default();
    world.step_with(&mut told);
    let bounces: Vec<_> = told
        .0
        .iter()
        .filter_map(|(stage, _)| match stage {
            Stage::Iteration(told) if told.work == Work::Bounce => Some(told),
            _ => None,
        })
        .collect();
    assert_eq!(bounces.len(), 1);
    let before = bounces[0].separating_before;
    assert!(before < 0.0);
    assert_eq!(bounces[0].target, -0.5 * before);
    assert!((bounces[0].mass - 3.0).abs() < 1.0e-5, "{:?}", bounces[0]);
    assert!((velocity(&world, 1).y - bounces[0].target).abs() < 1.0e-5);
}

/// Without forces only the position of a body changes, at rest nothing does: the first is told as free motion.
#[test]
fn free_motion_is_told_of_what_moves() {
    for (velocity, times) in [(Vec2::new(2.0, 0.0), 1), (Vec2::ZERO, 0)] {
        let mut world = world(SolverKind::Rigid, Vec2::ZERO);
        world.add(moving(ball(0.5), 0.0, 0.0, 1.0, velocity)).unwrap();
        let mut told = Recorder::default();
        world.step_with(&mut told);
        let free: Vec<_> = told.0.iter().filter(|(stage, _)| *stage == Stage::FreeMotion).collect();
        assert_eq!(free.len(), times, "{velocity}");
        assert!(free.iter().all(|(_, bodies)| bodies == world.bodies()));
    }
}

/// What a contact's iterations say of its separating speed is what the bodies around them have, before and after.
#[test]
fn separating_speeds_are_those_of_the_bodies() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(floor()).unwrap();
    world.add(moving(ball(0.5), 0.0, 0.49, 3.0, Vec2::new(0.0, -0.5))).unwrap();
    for _ in 0..3 {
        let mut told = Recorder::default();
        world.step_with(&mut told);
        let mut found = 0;
        for both in told.0.windows(2) {
            let Stage::Iteration(told) = &both[1].0 else { continue };
            let separating = |bodies: &[Body]| -bodies[1].velocity().dot(told.normal);
            assert!((told.separating_before - separating(&both[0].1)).abs() < 1.0e-5, "{told:?}");
            assert!((told.separating_after - separating(&both[1].1)).abs() < 1.0e-5, "{told:?}");
            found += usize::from(told.separating_before.abs() > 0.01);
        }
        assert!(found > 1, "{found} of the iterations saw it move");
    }
}

/// A contact is solved once in a sub-step, whether its bodies move or not; that of a light body under a heavy one more
/// often.
#[test]
fn only_a_strained_contact_is_solved_again() {
    let mut world = world(SolverKind::Rigid, Vec2::ZERO);
    world.add(floor()).unwrap();
    world.add(moving(ball(0.5), 0.0, 0.49, 1.0, Vec2::ZERO)).unwrap();
    for (x, mass) in [(10.0, 1.0), (20.0, 1000.0)] {
        world.add(moving(ball(0.5), x, 5.0, 1.0, Vec2::ZERO)).unwrap();
        world.add(moving(ball(0.5), x, 5.99, mass, Vec2::ZERO)).unwrap();
    }
    let mut told = Recorder::default();
    world.step_with(&mut told);
    let times = |a: u32, b: u32, work: Work| {
        let is_it = |stage: &Stage| match stage {
            Stage::Iteration(told) => {
                told.source.pair() == Some(PairKey::new(a, b)) && told.work == work && told.substep == 1
            }
            _ => false,
        };
        told.0.iter().filter(|(stage, _)| is_it(stage)).count()
    };
    for work in [Work::Solve, Work::Relax] {
        assert_eq!((times(0, 1, work), times(2, 3, work)), (1, 1), "{work:?}");
    }
    assert!(times(4, 5, Work::Solve) > 1);
}

fn assert_hashed(worlds: [World; 2], differ: impl Fn(&World) -> String) {
    let [mut p, mut q] = worlds;
    let hashes = [p.hash(), q.hash()];
    p.step();
    q.step();
    assert_ne!(differ(&p), differ(&q), "the next steps are the same");
    assert_ne!(hashes[0], hashes[1]);
}

#[test]
fn the_hash_tells_how_many_generated_contacts_wait() {
    let worlds = [[3, 3], [4, 2]].map(|most| {
        let mut world = world(SolverKind::Off, Vec2::ZERO);
        for x in 0..4 {
            let velocity = Vec2::new(-90.0 * x as f32, 0.0);
            let motion = Motion::dynamic(1.0).with_velocity(velocity);
            let at = Pose::at(5.0 * x as f32, -1.0);
            world.add(BodyDef::new(ball(0.5), at).with_motion(motion)).unwrap();
        }
        world.add_generator(Generator::ground(Vec2::ZERO, Vec2::Y, 0.0, 0.5).unwrap()).unwrap();
        for most in most {
            world.set_settings(world.settings().with_max_contacts(most)).unwrap();
            world.step();
        }
        world.set_settings(world.settings().with_max_contacts(4)).unwrap();
        world
    });
    assert_hashed(worlds, |world| format!("{:?}", world.contacts()));
}
