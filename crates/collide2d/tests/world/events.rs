//! The limit of contacts, events, and what keeps contacts from the solver.

use std::collections::HashMap;

use collide2d::{
    BodyDef, ContactDecision, Listener, PairKey, PairKind, Phase, Pose, ResolvedBy, ShapeKind, SolverKind,
    StepObserver, World, WorldSettings,
};
use glam::Vec2;

use crate::*;

/// `count` separate pairs of overlapping balls, without gravity.
fn touching_pairs(count: u32, max_contacts: usize) -> World {
    let mut world =
        World::new(WorldSettings::default().with_max_contacts(max_contacts).with_solver(SolverKind::Off))
            .unwrap();
    for i in 0..count {
        world.add(dynamic(ball(0.5), 0.0, 3.0 * i as f32)).unwrap();
        world.add(dynamic(ball(0.5), 0.5, 3.0 * i as f32)).unwrap();
    }
    world
}

#[test]
fn one_contact_past_the_limit_is_never_written() {
    for (count, limit) in [(5, 5), (6, 5), (7, 1), (4, 0), (11, 10)] {
        let mut world = touching_pairs(count, limit);
        for _ in 0..5 {
            world.step();
            assert_eq!(world.contacts().len(), limit.min(count as usize));
            assert_eq!(world.waiting_contacts(), count as usize - world.contacts().len());
        }
    }
}

#[test]
fn a_limit_beyond_all_memory_is_no_reason_to_set_it_aside() {
    let mut world = touching_pairs(3, usize::MAX);
    world.step();
    assert_eq!((world.contacts().len(), world.waiting_contacts()), (3, 0));
}

/// Seven pairs, a limit of three contacts: each pair gets its turn within three frames, again and again.
#[test]
fn no_pair_waits_for_ever() {
    let mut world = touching_pairs(7, 3);
    let mut last_seen = HashMap::new();
    for frame in 1..=30_i32 {
        world.step();
        for contact in world.contacts() {
            last_seen.insert(contact.key(), frame);
        }
        assert!(world.contacts().windows(2).all(|w| w[0].key() < w[1].key()), "sorted");
        if frame >= 3 {
            assert_eq!(last_seen.len(), 7);
            assert!(last_seen.values().all(|seen| frame - seen < 3), "frame {frame}: {last_seen:?}");
        }
    }
}

/// A pair that does not fit keeps touching: no end and no begin is reported.
#[test]
fn waiting_is_no_end() {
    let mut world = touching_pairs(4, 3);
    let mut begins = 0;
    for _ in 0..20 {
        world.step();
        for event in world.events() {
            assert_ne!(event.phase, Phase::End);
            begins += usize::from(event.phase == Phase::Begin);
            let handled = world.contacts().iter().any(|c| c.key() == event.pair);
            assert_eq!(event.waiting_since.is_some(), !handled);
        }
    }
    assert_eq!(begins, 4);
    assert_eq!(world.events().len(), 4);
}

/// Four pairs and three places from frame 1 on: each frame another pair waits, from that frame on. With no
/// place at all every pair waits since the first frame, those that never had one included.
#[test]
fn a_pair_without_a_place_waits_since_its_first_frame_without() {
    let mut world = touching_pairs(4, 3);
    for (frame, waits) in (1..=4).zip([(6, 7), (4, 5), (2, 3), (0, 1)]) {
        world.step();
        let found: Vec<_> = world.waiting().iter().map(|w| (w.pair.a(), w.pair.b(), w.since)).collect();
        assert_eq!(found, [(waits.0, waits.1, frame)]);
    }
    let mut world = touching_pairs(3, 0);
    for _ in 0..4 {
        world.step();
    }
    assert_eq!(world.waiting().iter().map(|w| w.since).collect::<Vec<_>>(), [1, 1, 1]);
    assert_eq!(world.clone().waiting(), world.waiting());
    assert_eq!(world.waiting_since(PairKey::new(3, 2)), Some(1));
    assert_eq!(world.waiting_since(PairKey::new(0, 2)), None);
    world.set_settings(world.settings().with_max_contacts(3)).unwrap();
    world.step();
    assert!(world.waiting().is_empty());
}

#[test]
fn a_contact_begins_goes_on_and_ends() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    world.add(BodyDef::new(block(1.0, 1.0), Pose::at(0.0, 0.0))).unwrap();
    let runner = world.add(moving(ball(0.5), -2.0, 0.0, 1.0, Vec2::new(6.0, 0.0))).unwrap().index();
    world.add(segment((3.5, -1.0), (3.5, 1.0))).unwrap();
    // It touches the block from -1 to 1, and the wall from 3 to 4; 0.1 a frame.
    let mut told = Vec::new();
    for _ in 0..70 {
        world.step();
        let x = position(&world, runner).x;
        assert_eq!(world.events().iter().filter(|e| e.phase != Phase::End).count(), world.contacts().len());
        told.extend(world.events().iter().filter(|e| e.phase != Phase::Persist).map(|e| (*e, x)));
    }
    let expected = [
        (0, 1, Phase::Begin, -1.0, "circle-rectangle"),
        (0, 1, Phase::End, 1.0, "circle-rectangle"),
        (1, 2, Phase::Begin, 3.0, "circle-wall"),
        (1, 2, Phase::End, 4.0, "circle-wall"),
    ];
    assert_eq!(told.len(), expected.len(), "{told:?}");
    for ((event, x), (a, b, phase, at, kind)) in told.iter().zip(expected) {
        assert_eq!((event.pair, event.phase), (PairKey::new(a, b), phase));
        assert_eq!(event.kind.to_string(), kind);
        assert!((x - at).abs() <= 0.11, "{phase:?} at {x}");
    }
    assert_eq!(told[1].0.since, told[0].0.frame);
}

#[test]
fn each_pair_has_one_event_a_frame() {
    let mut world = heap(SolverKind::Rigid, 60, 3);
    let mut touching: HashMap<PairKey, u64> = HashMap::new();
    let mut begun_within = 0;
    for _ in 0..200 {
        world.step();
        assert!(world.events().is_sorted_by_key(|event| event.pair));
        let found = world.events().iter().filter(|event| event.fraction.is_none());
        assert!(found.is_sorted_by(|p, q| p.pair < q.pair), "none twice");
        for event in world.events() {
            let since = touching.get(&event.pair).copied();
            match event.phase {
                Phase::Begin => {
                    assert_eq!((since, event.since), (None, world.frame()));
                    touching.insert(event.pair, world.frame());
                }
                Phase::Persist => assert_eq!(since, Some(event.since)),
                Phase::End => assert_eq!(touching.remove(&event.pair), Some(event.since)),
            }
        }
        let mut kept: Vec<PairKey> = touching.keys().copied().collect();
        kept.sort();
        let within = world.events().iter().filter(|event| event.fraction.is_some()).map(|event| event.pair);
        let mut found: Vec<PairKey> =
            world.contacts().iter().map(|c| c.key()).chain(within.clone()).collect();
        found.sort();
        assert_eq!(kept, found);
        begun_within += within.count();
    }
    assert!(begun_within > 10, "{begun_within}");
}

#[test]
fn a_sensor_is_told_and_never_resolved() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, GRAVITY);
        world.add(floor().with_sensor(true)).unwrap();
        let body = world.add(dynamic(ball(0.5), 0.0, 0.6)).unwrap().index();
        let mut taken = 0;
        for _ in 0..60 {
            world.step();
            taken += world.events().iter().filter(|e| e.resolved_by == Some(ResolvedBy::Sensor)).count();
        }
        assert!(taken > 10);
        assert!((position(&world, body).y - (0.6 - 4.905)).abs() < 1.0e-3, "it falls through");
    }
}

/// A listener takes a fan's contacts: bodies pass through it, and not through the floor beside it.
#[test]
fn a_listener_takes_its_kind_of_pair_or_its_body() {
    let circle_wall = PairKind::new(ShapeKind::Wall, ShapeKind::Circle);
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for listener in [
            Listener { kind: Some(circle_wall), body: None, ..Listener::default() },
            Listener { kind: None, body: Some(1), ..Listener::default() },
            Listener { kind: Some(circle_wall), body: Some(0), ..Listener::default() },
        ] {
            let mut world = world(solver, GRAVITY);
            world.add(floor()).unwrap();
            let through = world.add(dynamic(ball(0.5), 0.0, 1.0)).unwrap().index();
            let stands = world.add(dynamic(block(1.0, 1.0), 5.0, 1.0)).unwrap().index();
            world.set_listeners(vec![
                Listener { kind: None, body: Some(99), ..Listener::default() },
                listener,
            ]);
            run(&mut world, 30);
            let event = world.events().iter().find(|e| e.pair == PairKey::new(0, 1)).unwrap();
            assert_eq!(event.resolved_by, Some(ResolvedBy::Listener(1)));
            run(&mut world, 60);
            assert!(position(&world, through).y < -2.0);
            assert!((position(&world, stands).y - 0.5).abs() < 2.0e-3);
        }
    }
}

#[test]
fn an_observer_may_take_a_contact() {
    struct TakeBody(u32);
    impl StepObserver for TakeBody {
        const OBSERVES: bool = false;
        fn contact(&mut self, decision: &mut ContactDecision<'_>) {
            if decision.contact.b == self.0 {
                decision.resolve();
            }
        }
    }
    let mut world = world(SolverKind::Linear, GRAVITY);
    world.add(floor()).unwrap();
    world.add(dynamic(ball(0.5), 0.0, 0.5)).unwrap();
    world.add(dynamic(ball(0.5), 3.0, 0.5)).unwrap();
    for _ in 0..30 {
        world.step_with(&mut TakeBody(2));
    }
    assert!((position(&world, 1).y - 0.5).abs() < 1.0e-3);
    assert!(position(&world, 2).y < -0.5);
    assert_eq!(world.events()[0].resolved_by, None);
}

/// A ball at 5 m/s was braked by a contact that did not touch yet, one at 60 m/s by its sweep: neither asked.
#[test]
fn an_observer_that_takes_all_contacts_lets_a_ball_pass_a_box() {
    struct TakeAll {
        ahead: usize,
    }
    impl StepObserver for TakeAll {
        const OBSERVES: bool = false;
        fn contact(&mut self, decision: &mut ContactDecision<'_>) {
            let contact = &decision.contact.contact;
            assert_eq!(decision.event.touch.is_some(), contact.depth > 0.0);
            assert!(contact.normal.x.abs() > 0.999, "{contact:?}");
            self.ahead += usize::from(contact.depth <= 0.0);
            decision.resolve();
        }
    }
    for order in [false, true] {
        for speed in [0.1, 0.5, 5.0, 60.0] {
            let mut world = world(SolverKind::Rigid, Vec2::ZERO);
            let wall = BodyDef::new(block(0.5, 2.0), Pose::at(0.0, 0.0));
            let flying = moving(ball(0.5), -1.5, 0.0, 1.0, Vec2::new(speed, 0.0));
            let (first, second) = if order { (flying, wall) } else { (wall, flying) };
            world.add(first).unwrap();
            world.add(second).unwrap();
            let flying = u32::from(!order);
            let mut observer = TakeAll { ahead: 0 };
            for _ in 0..(180.0 / speed) as u32 {
                world.step_with(&mut observer);
                assert_eq!(world.bodies()[flying as usize].velocity(), Vec2::new(speed, 0.0));
            }
            assert!(position(&world, flying).x > 1.0);
            assert!(observer.ahead > 0, "at {speed} m/s nobody asked before they touch");
        }
    }
}
