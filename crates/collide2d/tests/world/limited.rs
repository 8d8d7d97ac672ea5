//! Worlds that limit the candidate pairs of a step: which are tested, which are resolved, and what is counted.

use collide2d::{DeepestSearch, PairContact, PairKey, Phase, SolverKind, StepObserver, World, collide};
use glam::Vec2;

use crate::*;

struct Watcher;

impl StepObserver for Watcher {}

fn limited(world: &mut World, candidates: usize, contacts: usize) {
    let settings = *world.settings();
    world.set_settings(settings.with_max_candidates(Some(candidates)).with_max_contacts(contacts)).unwrap();
}

/// Bodies of every kind, some static, some gone, at nearly one place.
fn pile(solver: SolverKind, count: u32, seed: u64) -> World {
    let mut random = Random::seeded(seed);
    let mut world = heap(solver, count, seed);
    for i in 0..world.bodies().len() as u32 {
        let at = Vec2::new(random.within(0.0, 1.5), random.within(0.0, 1.5));
        let body = world.body_mut(i).unwrap();
        body.set_pose(Pose::new(at, random.within(0.0, 360.0))).unwrap();
        match i % 9 {
            2 | 3 => body.set_motion(Motion::Static).unwrap(),
            4 => assert!(world.remove(i)),
            _ => {}
        }
    }
    world
}

/// The contacts among the first candidates by key, found pair by pair, and whether there are more candidates.
fn of_first(world: &World, most: usize, both_static: bool) -> (Vec<PairContact>, bool) {
    let (mut tested, mut contacts) = (0, Vec::new());
    for a in 0..world.bodies().len() as u32 {
        for b in a + 1..world.bodies().len() as u32 {
            let (Some(p), Some(q)) = (world.body(a), world.body(b)) else { continue };
            let walls = !p.shape().kind().has_inside() && !q.shape().kind().has_inside();
            let wanted = both_static || !(p.is_static() && q.is_static());
            if walls || !wanted || !p.aabb().overlaps(&q.aabb()) {
                continue;
            }
            if tested == most {
                return (contacts, true);
            }
            tested += 1;
            let contact = collide(p.shape(), p.pose(), q.shape(), q.pose());
            contacts.extend(contact.map(|contact| PairContact::new(PairKey::new(a, b), contact)));
        }
    }
    (contacts, false)
}

fn deepest(mut contacts: Vec<PairContact>, most: usize) -> Vec<PairContact> {
    contacts.sort_by(|p, q| q.contact.depth.total_cmp(&p.contact.depth).then(p.key().cmp(&q.key())));
    contacts.truncate(most);
    contacts.sort_by_key(PairContact::key);
    contacts
}

#[test]
fn a_step_tests_the_lowest_keys_and_resolves_the_deepest() {
    for (most, places) in [(1, 4), (300, 7), (300, 4096), (1000, 50), (1_000_000, 20)] {
        let mut world = pile(SolverKind::Off, 90, 3);
        for i in 0..world.bodies().len() as u32 {
            let Some(body) = world.body_mut(i) else { continue };
            if !body.is_static() {
                body.set_motion(Motion::dynamic(1.0)).unwrap();
            }
        }
        world.set_gravity(Vec2::ZERO).unwrap();
        limited(&mut world, most, places);
        let (contacts, is_limited) = of_first(&world, most, false);
        world.step();
        assert_eq!(world.reached_max_candidates(), is_limited, "{most} candidates");
        assert_eq!(world.waiting_contacts(), contacts.len().saturating_sub(places), "{most} candidates");
        if is_limited {
            assert_eq!(world.contacts(), deepest(contacts, places), "{most} candidates");
            assert_eq!(world.waiting(), []);
        } else {
            assert_eq!(world.contacts(), &contacts[..places]);
        }
    }
}

#[test]
fn the_deepest_contacts_of_a_state_are_those_of_the_lowest_keys_too() {
    for most in [1, 300, 1000, 1500, usize::MAX] {
        let mut world = pile(SolverKind::Linear, 140, 8);
        limited(&mut world, most, 4096);
        let (contacts, is_limited) = of_first(&world, most, true);
        assert_eq!(is_limited, most < usize::MAX);
        let found = world.deepest_contacts(40);
        assert_eq!((found.touching, found.at_least), (contacts.len(), is_limited));
        assert_eq!(found.contacts, deepest(contacts, 40));
        let mut told = Vec::new();
        let is_all = world.for_each_contact_of(most, |contact| {
            told.push(*contact);
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!((told, !is_all), of_first(&world, most, true));
    }
}

/// A copy begins without the memory of former steps, and so looks ahead less far.
#[test]
fn copies_and_observed_steps_give_the_same_bits() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut limits = 0;
        for (candidates, contacts) in [(500, 60), (900, 4096), (2500, 30)] {
            let mut alone = pile(solver, 80, 21);
            limited(&mut alone, candidates, contacts);
            let mut watched = alone.clone();
            for frame in 0..60 {
                let mut copy = alone.clone();
                alone.step();
                copy.step();
                watched.step_with(&mut Watcher);
                for other in [&copy, &watched] {
                    assert_eq!(
                        bits(&alone),
                        bits(other),
                        "{solver:?}, {candidates} candidates, frame {frame}"
                    );
                    assert_eq!(alone.events(), other.events(), "{solver:?}, frame {frame}");
                    assert_eq!(alone.hash(), other.hash());
                }
                limits += usize::from(alone.reached_max_candidates());
            }
        }
        assert!((5..175).contains(&limits), "{solver:?}: {limits} steps were limited");
    }
}

#[test]
fn a_limit_that_is_not_reached_changes_no_bit() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut free = heap(solver, 120, 5);
        let mut bounded = free.clone();
        let contacts = free.settings().max_contacts;
        limited(&mut bounded, 20_000, contacts);
        for _ in 0..100 {
            free.step();
            bounded.step();
            assert_eq!(bits(&free), bits(&bounded));
            assert_eq!((free.hash(), free.events()), (bounded.hash(), bounded.events()));
        }
        assert!(!bounded.reached_max_candidates());
    }
}

#[test]
fn a_contact_without_a_place_neither_ends_nor_is_followed() {
    // One ball in the middle of three others, each deeper than the one before; two candidates, one place.
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    for x in [0.0, 0.9, -0.8, 0.7] {
        world.add(dynamic(ball(0.5), x, 0.0)).unwrap();
    }
    limited(&mut world, 2, 1);
    world.step();
    let told = |world: &World| -> Vec<_> {
        world.events().iter().map(|event| ((event.pair.a(), event.pair.b()), event.phase)).collect()
    };
    assert_eq!(told(&world), [((0, 2), Phase::Begin)]);
    // The other one is deeper from now on.
    world.body_mut(1).unwrap().set_pose(Pose::at(0.6, 0.0)).unwrap();
    world.step();
    assert_eq!(told(&world), [((0, 1), Phase::Begin)]);
    assert_eq!(world.waiting_contacts(), 1);
    world.body_mut(1).unwrap().set_pose(Pose::at(9.0, 0.0)).unwrap();
    world.step();
    assert_eq!(told(&world), [((0, 1), Phase::End), ((0, 2), Phase::Begin)]);
}

#[test]
fn no_limit_of_zero() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    let settings = world.settings().with_max_candidates(Some(0));
    assert_eq!(world.set_settings(settings).unwrap_err().what, "max_candidates");
}

/// Every pair of static bodies at one place is a candidate for a report, and none for a step.
#[test]
fn static_pairs_are_counted_up_to_the_limit() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    for _ in 0..200 {
        world.add(BodyDef::new(ball(0.5), Pose::default())).unwrap();
    }
    let counts = world.pair_counts(3);
    assert_eq!((counts.both_static, counts.at_least, counts.first_static.len()), (200 * 199 / 2, false, 3));
    limited(&mut world, 1000, 10);
    let counts = world.pair_counts(3);
    assert_eq!((counts.both_static, counts.at_least, counts.first_static.len()), (1000, true, 3));
    world.step();
    assert!(!world.reached_max_candidates() && world.contacts().is_empty());
}

/// 10 000 circles in a box: of 4 096 contacts a step, which were the default, 9 001 fell through the floor.
#[test]
fn a_crowd_of_more_than_4096_contacts_stays_in_its_box() {
    let below = |max_contacts: Option<usize>, solver| {
        let mut world = world(solver, GRAVITY);
        let settings =
            max_contacts.map_or(*world.settings(), |most| world.settings().with_max_contacts(most));
        world.set_settings(settings).unwrap();
        for (from, to) in
            [((0.0, 0.0), (60.0, 0.0)), ((0.0, 0.0), (0.0, 200.0)), ((60.0, 0.0), (60.0, 200.0))]
        {
            world.add(segment(from, to)).unwrap();
        }
        for i in 0..6_000 {
            let (x, y) = ((i % 58) as f32 + 1.0, (i / 58) as f32 + 0.5);
            world.add(dynamic(ball(0.51), x, y)).unwrap();
        }
        run(&mut world, 60);
        let below = world.bodies()[3..].iter().filter(|body| body.pose().position.y < -0.5).count();
        (below, world.waiting_contacts(), world.resolver().map_or(0, |effort| effort.waiting))
    };
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        assert_eq!(below(None, solver), (0, 0, 0), "{solver:?}");
        let (_, waiting, told) = below(Some(2_000), solver);
        assert!(waiting > 1_000 && told == waiting, "{solver:?}: {waiting} {told}");
    }
}

#[test]
fn a_search_that_is_kept_finds_what_a_new_one_finds() {
    let mut world = pile(SolverKind::Rigid, 60, 4);
    let mut search = DeepestSearch::default();
    for frame in 0..40_u32 {
        world.step();
        match frame % 10 {
            3 => _ = world.remove(frame),
            6 => {
                let ball = BodyDef::new(Shape::circle(0.3).unwrap(), Pose::at(0.5, 0.5));
                world.add(ball.with_motion(Motion::dynamic(1.0))).unwrap();
            }
            8 => limited(&mut world, 100, 4096),
            9 => limited(&mut world, usize::MAX, 4096),
            _ => {}
        }
        assert_eq!(*search.find(&world, 30), world.deepest_contacts(30), "frame {frame}");
    }
}

/// Who keeps it moves it, on the stack.
#[test]
fn a_search_is_small_where_it_stands() {
    assert!(size_of::<DeepestSearch>() <= 256, "{}", size_of::<DeepestSearch>());
}
