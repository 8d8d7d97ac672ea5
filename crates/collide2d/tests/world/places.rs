//! Places that are used again, and the handles that tell who is meant.

use collide2d::{Generator, Listener, Phase, ReactionOutcome, Then};

use crate::*;

/// The gun: a bullet a frame, of which the last 60 are alive.
struct Gun {
    world: World,
    alive: std::collections::VecDeque<collide2d::BodyHandle>,
}

impl Gun {
    fn new(solver: SolverKind, reuse: bool) -> Self {
        let mut world = world(solver, GRAVITY);
        world.set_settings(world.settings().with_reuse_places(reuse)).unwrap();
        world.add(floor()).unwrap();
        Self { world, alive: std::collections::VecDeque::new() }
    }

    fn frame(&mut self, x: f32) {
        let bullet = moving(ball(0.1), x, 0.2, 1.0, Vec2::new(6.0, 2.0));
        self.alive.push_back(self.world.add(bullet).unwrap());
        if self.alive.len() > 60 {
            let gone = self.alive.pop_front().unwrap();
            assert!(self.world.remove(gone) && self.world.body(gone).is_none());
        }
        self.world.step();
    }
}

#[test]
fn a_gun_needs_as_many_places_as_there_are_bullets_at_a_time() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut gun = Gun::new(solver, true);
        (0..500).for_each(|_| gun.frame(0.0));
        assert!(gun.world.bodies().len() <= 65, "{solver:?}: {}", gun.world.bodies().len());
        assert!(
            gun.alive.iter().all(|bullet| gun.world.body(*bullet).is_some_and(|bullet| !bullet.is_removed()))
        );
    }
}

/// Which place a body has changes the order of its contacts, so bits may differ, but not what happens: with one bullet
/// at a time on the floor the two runs are the same.
#[test]
fn a_body_in_a_used_place_moves_as_one_in_a_new_place() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let [mut reusing, mut growing] = [true, false].map(|reuse| Gun::new(solver, reuse));
        for frame in 0..300 {
            let x = (frame % 7) as f32 * 9.0;
            reusing.frame(x);
            growing.frame(x);
            let of = |gun: &Gun| gun.alive.iter().map(|b| position(&gun.world, *b)).collect::<Vec<_>>();
            assert_eq!(of(&reusing), of(&growing), "{solver:?} {frame}");
            let told = |gun: &Gun| gun.world.events().iter().map(|event| event.phase as u32).sum::<u32>();
            assert_eq!(told(&reusing), told(&growing), "{solver:?} {frame}");
        }
        assert_eq!((growing.world.bodies().len(), reusing.world.bodies().len() < 65), (301, true));
    }
}

#[test]
fn a_handle_names_its_body_alone() {
    let mut world = World::default();
    let first = world.add(BodyDef::default()).unwrap();
    let kept = world.add(BodyDef::default().with_pose(Pose::at(5.0, 0.0))).unwrap();
    assert!(world.remove(first) && !world.remove(first));
    // The step tells that its contacts ended; until the next one begins, events name the place.
    world.step();
    assert_eq!(world.add(BodyDef::default()).unwrap().index(), 2);
    world.step();
    let second = world.add(BodyDef::default().with_pose(Pose::at(9.0, 0.0))).unwrap();
    assert_eq!((second.index(), second == first), (first.index(), false));
    assert!(world.body(first).is_none() && !world.remove(first) && world.body_mut(first).is_none());
    assert_eq!(position(&world, second), Vec2::new(9.0, 0.0));
    assert_eq!((world.handle(0), world.handle(1), world.handle(99)), (Some(second), Some(kept), None));

    let copy = world.clone();
    assert!(copy.body(second).is_some() && copy.body(first).is_none());
    let mut other = World::default();
    other.add(BodyDef::default()).unwrap();
    assert!(other.body(first).is_none() && other.body(0).is_some(), "another world's handle");
    assert!(World::default().hash() == World::default().hash(), "a world's number is no state");
}

#[test]
fn the_events_of_a_removed_body_name_no_other() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, Vec2::ZERO);
        world.add(dynamic(block(1.0, 1.0), 0.0, 0.0)).unwrap();
        let gone = world.add(dynamic(ball(0.5), 0.0, 0.9)).unwrap();
        world.step();
        world.remove(gone);
        world.step();
        let event = world.events()[0];
        assert_eq!((event.pair.b(), event.phase), (gone.index(), Phase::End));
        let next = world.add(dynamic(ball(0.5), 0.0, 0.9)).unwrap();
        assert_ne!(next.index(), gone.index());
        world.step();
        assert_eq!(world.add(dynamic(ball(0.5), 9.0, 0.9)).unwrap().index(), gone.index());
        world.step();
        assert!(world.events().iter().all(|event| event.pair.b() == next.index()), "{solver:?}");
    }
}

/// A body in the place of one of which its listener took everything is no business of that listener.
#[test]
fn a_listener_of_a_body_that_is_gone_takes_nothing() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    let coin = world.add(BodyDef::default().with_sensor(true)).unwrap();
    world.add(dynamic(ball(0.5), 0.5, 0.0)).unwrap();
    world.set_listeners(vec![Listener {
        body: Some(coin.index()),
        then: Then::Remove,
        ..Listener::default()
    }]);
    run(&mut world, 3);
    assert!(world.body(coin).is_none());
    let next = world.add(BodyDef::default()).unwrap();
    assert_eq!(next.index(), coin.index());
    run(&mut world, 3);
    assert!(world.body(next).is_some());
    assert_eq!(world.listeners()[0].body, Some(Listener::NOBODY));
}

#[test]
fn pieces_take_places_in_a_row_and_give_them_back() {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    let zone = world.add(BodyDef::new(block(2.0, 2.0), Pose::default()).with_sensor(true)).unwrap();
    for round in 0..400 {
        let jelly = world.add(dynamic(block(1.0, 1.0), 0.0, 0.0)).unwrap();
        let burst = Listener { body: Some(jelly.index()), then: Then::Burst(8), ..Listener::default() };
        world.set_listeners(vec![burst]);
        world.step();
        let [reaction] = world.reactions() else { panic!("{round}: {:?}", world.reactions()) };
        let ReactionOutcome::Burst { first, count: 8 } = reaction.outcome else { panic!("{round}") };
        let pieces: Vec<u32> =
            world.pieces().iter().filter(|p| p.of == jelly.index()).map(|p| p.index).collect();
        assert!(
            pieces.ends_with(&(first..first + 8).collect::<Vec<_>>()) || round > 0,
            "{round}: {pieces:?}"
        );
        assert!(world.pieces().is_sorted_by_key(|piece| piece.index));
        assert!((first..first + 8).all(|piece| world.body(piece).is_some_and(|piece| piece.is_piece())));
        (first..first + 8).for_each(|piece| assert!(world.remove(piece)));
        run(&mut world, 2);
    }
    assert!(world.bodies().len() < 40, "{}", world.bodies().len());
    assert!(world.body(zone).is_some());
}

/// The impulse of a rope that was cut does not pull the next one's bodies.
#[test]
fn a_rope_in_the_place_of_another_starts_at_rest() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    let hook = world.add(BodyDef::new(ball(0.1), Pose::at(0.0, 0.0))).unwrap().index();
    let load = moving(ball(0.1), 0.0, -1.0, 100.0, Vec2::ZERO);
    let load = world.add(load).unwrap().index();
    let cut = world.add_generator(Generator::cable(hook, load, 1.0, 0.0).unwrap()).unwrap();
    run(&mut world, 60);
    world.remove_generator(cut);
    let feather = moving(ball(0.1), 5.0, -1.0, 0.001, Vec2::ZERO);
    let feather = world.add(feather).unwrap().index();
    let next = world.add_generator(Generator::cable(hook, feather, 9.0, 0.0).unwrap()).unwrap();
    assert_eq!((cut, next), (0, 0));
    run(&mut world, 2);
    assert!(velocity(&world, feather).length() < 0.4, "{}", velocity(&world, feather));
}
