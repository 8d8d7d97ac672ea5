//! Islands that sleep: when, what wakes them, and that nothing else changes.

use std::collections::BTreeSet;

use collide2d::{
    Body, Generator, Listener, Meeting, PairKey, Phase, ResolvedBy, Stage, StepObserver, Then, WakeCause,
    Waking, WorldInput,
};

use crate::*;

fn sleeping(solver: SolverKind, gravity: Vec2) -> World {
    let mut world = world(solver, gravity);
    world.set_settings(world.settings().with_sleep(true)).unwrap();
    world
}

/// A floor, and two stacks of three boxes: bodies 1 to 3 and 4 to 6.
fn stacks(solver: SolverKind) -> World {
    let mut world = sleeping(solver, GRAVITY);
    world.add(floor()).unwrap();
    for x in [-3.0, 3.0] {
        for i in 0..3 {
            world.add(dynamic(block(1.0, 1.0), x, 0.5 + i as f32)).unwrap();
        }
    }
    world
}

fn asleep(world: &World) -> Vec<u32> {
    (0..).zip(world.bodies()).filter(|(_, body)| body.is_asleep()).map(|(index, _)| index).collect()
}

fn islands(world: &World) -> Vec<Vec<u32>> {
    world.islands().iter().map(|island| island.bodies.clone()).collect()
}

/// Both stacks asleep.
fn asleep_stacks(solver: SolverKind) -> World {
    let mut world = stacks(solver);
    run(&mut world, 120);
    assert_eq!(islands(&world), [vec![1, 2, 3], vec![4, 5, 6]], "{solver:?}");
    world
}

const SOLVERS: [SolverKind; 2] = [SolverKind::Linear, SolverKind::Rigid];

#[test]
fn a_pile_sleeps_within_a_second_of_rest_and_stays_to_the_bit() {
    for solver in SOLVERS {
        let mut world = sleeping(solver, GRAVITY);
        world.add(floor()).unwrap();
        world.add(segment((-4.0, 0.0), (-4.0, 20.0))).unwrap();
        world.add(segment((4.0, 0.0), (4.0, 20.0))).unwrap();
        for i in 0..30 {
            let at = Pose::at((i % 6) as f32 * 1.2 - 3.0, 1.0 + (i / 6) as f32 * 1.3);
            world.add(BodyDef::new(block(0.9, 0.7), at).with_motion(Motion::dynamic(1.0))).unwrap();
        }
        // Under `Rigid` nobody moved for the last half second, and somebody just before.
        let mut fast = 0;
        while world.frame() < 900 && asleep(&world).len() < 30 {
            world.step();
            let speed =
                |body: &Body| body.velocity().length() + 0.3 * body.angular_velocity().abs().to_radians();
            if world.bodies().iter().any(|body| speed(body) > 0.05) {
                fast = world.frame();
            }
        }
        assert_eq!(asleep(&world).len(), 30, "{solver:?}");
        assert!(solver == SolverKind::Linear || world.frame() <= fast + 60, "{} {fast}", world.frame());
        assert!(!world.detect().is_empty());
        let poses: Vec<Pose> = world.bodies().iter().map(|body| *body.pose()).collect();
        run(&mut world, 300);
        assert!(world.contacts().is_empty() && world.events().is_empty());
        assert!(world.bodies().iter().zip(&poses).all(|(body, pose)| body.pose() == pose));
    }
}

#[test]
fn until_something_sleeps_every_bit_is_as_without() {
    for solver in SOLVERS {
        let mut with = stacks(solver);
        let mut without = stacks(solver);
        without.set_settings(without.settings().with_sleep(false)).unwrap();
        while with.islands().is_empty() && with.frame() < 200 {
            for index in 0..7 {
                assert_eq!(with.body_hash(index), without.body_hash(index));
            }
            with.step();
            without.step();
        }
        assert_eq!(with.islands()[0].since, with.frame());
        assert!((30..=120).contains(&with.frame()), "{}", with.frame());
        run(&mut without, 300);
        assert!(asleep(&without).is_empty());
    }
}

#[test]
fn a_push_wakes_its_island_alone() {
    for solver in SOLVERS {
        let mut world = asleep_stacks(solver);
        world.body_mut(5).unwrap().apply_impulse(Vec2::ZERO, Vec2::ZERO).unwrap();
        assert_eq!(islands(&world), [[1, 2, 3]]);
        world.step();
        assert_eq!(world.events().len(), 3);
        assert!(world.events().iter().all(|event| event.phase == Phase::Persist && event.since < 10));
        let before = position(&world, 6);
        world.body_mut(6).unwrap().set_velocity(Vec2::new(1.0, 0.0)).unwrap();
        run(&mut world, 10);
        assert!(position(&world, 6).x > before.x + 0.05, "{solver:?}");
        world.body_mut(6).unwrap().set_velocity(Vec2::ZERO).unwrap();
        run(&mut world, 120);
        assert_eq!(islands(&world), [[1, 2, 3], [4, 5, 6]]);
    }
}

#[test]
fn an_input_wakes_when_it_acts() {
    let mut world = stacks(SolverKind::Rigid);
    world.set_inputs(vec![WorldInput::Push { frame: 200, body: 3, impulse: Vec2::Y, at: None }]).unwrap();
    run(&mut world, 200);
    assert_eq!(islands(&world).len(), 2);
    world.step();
    assert_eq!(islands(&world), [[4, 5, 6]]);
    assert!((world.body(3).unwrap().velocity().y - (1.0 - 9.81 * DT)).abs() < 1.0e-3);
}

#[test]
fn without_its_floor_it_falls() {
    for solver in SOLVERS {
        let mut world = asleep_stacks(solver);
        world.remove(0);
        assert!(world.islands().is_empty());
        world.step();
        let ended = world.events().iter().filter(|event| event.phase == Phase::End);
        assert_eq!(ended.map(|event| event.pair.get()).collect::<Vec<_>>().len(), 2, "{solver:?}");
        run(&mut world, 60);
        assert!(position(&world, 1).y < -3.0);
        // The same of a floor that goes elsewhere.
        let mut world = asleep_stacks(solver);
        world.body_mut(0).unwrap().set_pose(Pose::at(0.0, -5.0)).unwrap();
        run(&mut world, 30);
        assert!(position(&world, 1).y < -0.1);
    }
}

/// Equal masses that bounce fully exchange their velocities, asleep or not.
#[test]
fn what_is_met_wakes_in_the_same_step() {
    for solver in SOLVERS {
        let mut world = sleeping(solver, Vec2::ZERO);
        let rests = world.add(dynamic(ball(0.5), 0.0, 0.0).with_restitution(1.0)).unwrap();
        world.add(moving(ball(0.5), -5.0, 0.0, 1.0, Vec2::new(2.0, 0.0)).with_restitution(1.0)).unwrap();
        run(&mut world, 60);
        assert_eq!(islands(&world), [[0]]);
        run(&mut world, 120);
        let velocities = [0, 1].map(|index| world.body(index).unwrap().velocity());
        assert_eq!(islands(&world), [[1]], "it is at rest now");
        assert!((velocities[0] - Vec2::new(2.0, 0.0)).length() < 1.0e-4, "{solver:?} {velocities:?}");
        assert!(velocities[1].length() < 1.0e-4, "{solver:?} {velocities:?}");
        assert!(position(&world, rests).x > 1.0);
    }
}

#[test]
fn what_lands_wakes_a_stack_and_rests_with_it() {
    for solver in SOLVERS {
        let mut world = asleep_stacks(solver);
        world.add(dynamic(block(1.0, 1.0), -3.0, 4.0)).unwrap();
        assert_eq!(islands(&world).len(), 2, "nothing touches it yet");
        let mut woke = false;
        for _ in 0..240 {
            world.step();
            woke |= !islands(&world).contains(&vec![1, 2, 3]);
        }
        assert!(woke);
        assert_eq!(islands(&world), [vec![1, 2, 3, 7], vec![4, 5, 6]], "{solver:?}");
    }
}

#[test]
fn a_mover_wakes_what_it_meets_and_what_it_carries() {
    for solver in SOLVERS {
        // A lift at rest carries a box; then it is set in motion.
        let mut world = sleeping(solver, GRAVITY);
        let lift =
            BodyDef::new(block(4.0, 1.0), Pose::at(0.0, -0.5)).with_motion(Motion::kinematic(Vec2::ZERO));
        let lift = world.add(lift).unwrap();
        let carried = world.add(dynamic(block(1.0, 1.0), 0.0, 0.5)).unwrap();
        run(&mut world, 60);
        assert_eq!(islands(&world), [[1]], "{solver:?}");
        let before = position(&world, carried);
        run(&mut world, 60);
        assert_eq!(position(&world, carried), before);
        world.body_mut(lift).unwrap().set_velocity(Vec2::new(0.0, 1.0)).unwrap();
        run(&mut world, 120);
        assert!(position(&world, carried).y > 2.4, "{solver:?}");
        assert!(world.islands().is_empty(), "it never sleeps on what moves");
        // A wall that slides at 1 m/s pushes it.
        let mut world = asleep_stacks(solver);
        let wall = BodyDef::new(block(0.2, 2.0), Pose::at(-6.0, 1.2));
        world.add(wall.with_motion(Motion::kinematic(Vec2::new(1.0, 0.0)))).unwrap();
        run(&mut world, 240);
        assert!(position(&world, 1).x > -2.0, "{solver:?}");
        assert_eq!(islands(&world), [[4, 5, 6]]);
    }
}

#[test]
fn what_is_put_onto_it_wakes_it_and_changes_of_the_world_wake_all() {
    let world = asleep_stacks(SolverKind::Rigid);
    let mut blocked = world.clone();
    blocked.add(BodyDef::new(block(1.0, 1.0), Pose::at(-3.6, 0.5))).unwrap();
    blocked.step();
    assert_eq!(islands(&blocked), [[4, 5, 6]]);
    let mut far = world.clone();
    far.add(BodyDef::new(block(1.0, 1.0), Pose::at(0.0, 8.0))).unwrap();
    far.step();
    assert_eq!(islands(&far).len(), 2);
    type Change = fn(&mut World);
    let changes: [Change; 5] = [
        |world| world.set_gravity(Vec2::new(1.0, -9.0)).unwrap(),
        |world| world.set_listeners(Vec::new()),
        |world| _ = world.add_generator(Generator::cable(1, 4, 9.0, 0.0).unwrap()).unwrap(),
        |world| world.set_settings(world.settings().with_solver(SolverKind::Linear)).unwrap(),
        |world| world.set_settings(world.settings().with_sleep(false)).unwrap(),
    ];
    for change in changes {
        let mut changed = world.clone();
        change(&mut changed);
        assert!(changed.islands().is_empty() && asleep(&changed).is_empty());
        run(&mut changed, 3);
        assert!(changed.islands().is_empty());
    }
    let mut same = world.clone();
    same.set_settings(*same.settings()).unwrap();
    assert_eq!(islands(&same).len(), 2);
}

#[test]
fn cables_and_rods_hold_an_island_together() {
    for solver in SOLVERS {
        let mut world = sleeping(solver, GRAVITY);
        world.add(floor()).unwrap();
        for x in [-2.0, 0.0, 2.0] {
            world.add(dynamic(block(1.0, 1.0), x, 0.5)).unwrap();
        }
        world.add_generator(Generator::rod(1, 2, 2.0).unwrap()).unwrap();
        run(&mut world, 120);
        assert_eq!(islands(&world), [vec![1, 2], vec![3]], "{solver:?}");
        world.body_mut(2).unwrap().set_velocity(Vec2::new(0.0, 0.2)).unwrap();
        assert_eq!(islands(&world), [[3]]);
        world.remove_generator(0);
        assert!(world.islands().is_empty());
    }
}

#[test]
fn what_is_taken_wakes_nobody() {
    for solver in SOLVERS {
        let mut world = asleep_stacks(solver);
        // A sensor passes through the first stack, a ghost of a listener through the second.
        let sensor = BodyDef::new(ball(0.3), Pose::at(-6.0, 1.5)).with_sensor(true);
        let sensor = world.add(sensor.with_motion(Motion::kinematic(Vec2::new(2.0, 0.0)))).unwrap();
        let ghost = moving(ball(0.3), 6.0, 2.4, 1.0, Vec2::new(-2.0, 0.0)).with_gravity_scale(0.0);
        let ghost = world.add(ghost).unwrap();
        let then = Listener { body: Some(ghost.index()), then: Then::Ignore, ..Listener::default() };
        world.set_listeners(vec![then]);
        // The listener's change woke them.
        run(&mut world, 40);
        let mut met = BTreeSet::new();
        for _ in 40..200 {
            world.step();
            assert_eq!(islands(&world), [[1, 2, 3], [4, 5, 6]]);
            for event in world.events().iter().filter(|event| event.phase == Phase::Begin) {
                assert!(matches!(event.resolved_by, Some(ResolvedBy::Sensor | ResolvedBy::Listener(0))));
                met.insert(event.pair);
            }
        }
        let pair = |a, b| PairKey::new(a, b);
        assert!(met.contains(&pair(2, sensor.index())) && met.contains(&pair(6, ghost.index())), "{met:?}");
    }
}

/// Each contact begins once and ends once, whoever sleeps in between; nothing awake that moves holds what sleeps.
#[test]
fn events_tell_each_contact_once() {
    for seed in 1..5 {
        let mut world = heap(SolverKind::Rigid, 40, seed);
        world.set_settings(world.settings().with_sleep(true)).unwrap();
        world.body_mut(4).unwrap().set_motion(Motion::Static).unwrap();
        let sensor = world.add(BodyDef::new(block(3.0, 3.0), Pose::at(0.0, 1.0)).with_sensor(true)).unwrap();
        let mut touching = BTreeSet::new();
        let mut slept = 0;
        for frame in 0..1500_u32 {
            match if frame < 900 { frame % 150 } else { 0 } {
                140 => _ = world.body_mut(frame % 41).map(|body| body.set_velocity(Vec2::new(0.5, 2.0))),
                145 => {
                    _ = world.body_mut(sensor).map(|body| body.set_pose(Pose::at((frame / 100) as f32, 1.0)))
                }
                149 => _ = world.remove(frame % 37),
                _ => {}
            }
            world.step();
            slept = slept.max(asleep(&world).len());
            for event in world.events() {
                match event.phase {
                    Phase::Begin => assert!(touching.insert(event.pair), "{frame} {event:?}"),
                    Phase::Persist => assert!(touching.contains(&event.pair), "{frame} {event:?}"),
                    Phase::End => assert!(touching.remove(&event.pair), "{frame} {event:?}"),
                }
            }
            assert_eq!(asleep(&world), {
                let mut all: Vec<u32> = islands(&world).concat();
                all.sort_unstable();
                all
            });
        }
        assert!(slept > 3, "{seed} {slept}");
        // What is told to touch does so.
        for pair in
            touching.iter().filter(|pair| [pair.a(), pair.b()].iter().all(|b| world.body(*b).is_some()))
        {
            let [a, b] = [pair.a(), pair.b()].map(|body| world.body(body).unwrap());
            assert!(a.aabb().overlaps(&b.aabb()), "{pair:?}");
        }
    }
}

#[test]
fn the_same_bits_twice_observed_copied_and_restored() {
    struct Watching;
    impl StepObserver for Watching {}
    for solver in SOLVERS {
        let mut world = asleep_stacks(solver);
        let mut worlds = [world.clone(), stacks(solver), World::from_snapshot(&world.snapshot()).unwrap()];
        run(&mut worlds[1], 120);
        for frame in 0..200_u32 {
            for world in worlds.iter_mut().chain([&mut world]) {
                if frame == 20 {
                    world.add(dynamic(ball(0.4), 3.3, 5.0)).unwrap();
                }
                if frame == 120 {
                    world.remove(2);
                }
            }
            worlds[0].step_with(&mut Watching);
            worlds[1].step();
            let saved = worlds[2].snapshot();
            worlds[2].restore(&saved).unwrap();
            worlds[2].step();
            world.step();
            assert!(worlds.iter().all(|other| other.hash() == world.hash()), "{solver:?} {frame}");
            assert!(worlds.iter().all(|other| other.snapshot() == world.snapshot()), "{solver:?} {frame}");
        }
        assert!(!world.islands().is_empty());
    }
}

#[test]
fn an_observer_is_told_who_sleeps_and_why_who_wakes() {
    #[derive(Default)]
    struct Told(Vec<(Vec<Waking>, Vec<Vec<u32>>)>);
    impl StepObserver for Told {
        fn stage(&mut self, stage: &Stage, _: &[Body]) {
            if let Stage::Sleep { woken, islands } = stage {
                self.0.push((woken.clone(), islands.iter().map(|island| island.bodies.clone()).collect()));
            }
        }
    }
    let mut world = asleep_stacks(SolverKind::Rigid);
    let mut told = Told::default();
    world.step_with(&mut told);
    assert_eq!(told.0, [(vec![], vec![vec![1, 2, 3], vec![4, 5, 6]])]);
    world.add(moving(ball(0.4), -3.0, 3.6, 1.0, Vec2::new(0.0, -9.0))).unwrap();
    world.body_mut(4).unwrap().set_friction(0.3).unwrap();
    let mut told = Told::default();
    for _ in 0..5 {
        world.step_with(&mut told);
    }
    let woken: Vec<_> = told.0.iter().flat_map(|(woken, _)| woken).collect();
    let causes: Vec<_> = woken.iter().map(|waking| (waking.island.bodies.clone(), waking.cause)).collect();
    assert_eq!(causes, [(vec![4, 5, 6], WakeCause::Set(4)), (vec![1, 2, 3], WakeCause::Met(7))]);
}

/// A belt slower than what counts as calm carries for as long as it runs, and what a box on it carries.
#[test]
fn nothing_sleeps_on_a_conveyor() {
    let mut world = sleeping(SolverKind::Rigid, GRAVITY);
    world.add(floor().with_conveyor(0.02)).unwrap();
    for y in [0.5, 1.5] {
        world.add(dynamic(block(1.0, 1.0), 0.0, y)).unwrap();
    }
    run(&mut world, 600);
    assert_eq!(islands(&world), Vec::<Vec<u32>>::new());
    for body in &world.bodies()[1..] {
        let x = body.pose().position.x;
        assert!((x - 0.2).abs() < 0.01, "{x}");
    }
}

#[test]
fn a_body_added_while_sleep_is_off_falls_though_all_lay_still_before() {
    for turned_on_again in [false, true] {
        let mut world = sleeping(SolverKind::Rigid, GRAVITY);
        world.add(floor()).unwrap();
        run(&mut world, 2);
        world.set_settings(world.settings().with_sleep(false)).unwrap();
        world.add(dynamic(ball(0.5), 0.0, 5.0)).unwrap();
        world.set_settings(world.settings().with_sleep(turned_on_again)).unwrap();
        let mut loaded = World::from_snapshot(&world.snapshot()).unwrap();
        for world in [&mut world, &mut loaded] {
            run(world, 30);
            assert!(position(world, 1).y < 4.0, "{turned_on_again}: {}", position(world, 1));
        }
    }
}

#[derive(Default)]
struct Wakings(Vec<Waking>);
impl StepObserver for Wakings {
    fn stage(&mut self, stage: &Stage, _: &[Body]) {
        if let Stage::Sleep { woken, .. } = stage {
            self.0.extend(woken.iter().cloned());
        }
    }
}

#[test]
fn wakings_are_not_told_after_steps_without_sleep() {
    let mut world = sleeping(SolverKind::Rigid, GRAVITY);
    world.add(floor()).unwrap();
    world.add(dynamic(block(1.0, 1.0), 0.0, 0.5)).unwrap();
    run(&mut world, 60);
    assert_eq!(islands(&world), [vec![1]]);
    world.set_settings(world.settings().with_sleep(false)).unwrap();
    run(&mut world, 2);
    world.set_settings(world.settings().with_sleep(true)).unwrap();
    let mut told = Wakings::default();
    world.step_with(&mut told);
    assert_eq!(told.0, []);
}

#[test]
fn a_body_lent_out_again_and_again_between_two_steps_is_noted_once() {
    let mut world = sleeping(SolverKind::Off, Vec2::ZERO);
    world.add(dynamic(ball(0.5), 0.0, 0.0)).unwrap();
    world.step();
    world.body_mut(0).unwrap();
    let once = world.snapshot();
    for _ in 0..1000 {
        world.body_mut(0).unwrap();
    }
    assert!(world.snapshot() == once);
}

#[test]
fn meetings_replace_what_is_known_of_sleepers() {
    let mut world = sleeping(SolverKind::Off, Vec2::ZERO);
    world.add(BodyDef::new(ball(0.5), Pose::at(0.0, 0.0))).unwrap();
    for x in [0.9, -0.9] {
        world.add(dynamic(ball(0.5), x, 0.0)).unwrap();
    }
    run(&mut world, 60);
    assert_eq!(islands(&world).concat(), [1, 2]);
    let meeting = Meeting { pair: PairKey::new(0, 1), since: 7, is_let_through: false, is_behind: false };
    world.set_meetings([meeting]);
    world.step();
    let told: Vec<_> =
        world.events().iter().map(|event| (event.pair.b(), event.phase, event.since)).collect();
    assert_eq!(told, [(1, Phase::Persist, 7), (2, Phase::Begin, 61)]);
}

#[test]
fn the_hash_tells_what_sleepers_pass() {
    let worlds = [false, true].map(|is_let_through| {
        let mut world = sleeping(SolverKind::Off, Vec2::ZERO);
        world.add(BodyDef::new(block(4.0, 1.0), Pose::default()).with_one_way(Some(Vec2::Y))).unwrap();
        world.add(dynamic(ball(0.5), 0.0, 0.9)).unwrap();
        let pair = PairKey::new(0, 1);
        world.step();
        world.set_meetings([Meeting { pair, since: 0, is_let_through, is_behind: false }]);
        run(&mut world, 60);
        assert_eq!(islands(&world), [vec![1]]);
        world
    });
    let [p, q] = worlds;
    let hashes = [p.hash(), q.hash()];
    let woken = [p, q].map(|mut world| {
        world.body_mut(1).unwrap();
        world.step();
        format!("{:?}", world.events())
    });
    assert_ne!(woken[0], woken[1]);
    assert_ne!(hashes[0], hashes[1]);
}

/// A crate asleep on a one-sided chain was told to be no contact of it: it was judged as if it came from behind.
#[test]
fn who_sleeps_on_a_one_sided_chain_touches_it() {
    let mut world = sleeping(SolverKind::Rigid, GRAVITY);
    let level =
        Shape::chain(&[Vec2::new(10.0, 0.0), Vec2::ZERO, Vec2::new(-10.0, 0.0)], false, true).unwrap();
    world.add(BodyDef::new(level, Pose::default())).unwrap();
    let crate_of_1_m = [(-0.5, 0.0), (0.5, 0.0), (0.5, 1.0), (-0.5, 1.0)].map(Vec2::from);
    world.add(dynamic(Shape::polygon(&crate_of_1_m).unwrap(), 3.0, 0.2)).unwrap();
    run(&mut world, 30);
    assert_eq!(islands(&world).concat(), []);
    let touching = |world: &World| [world.detect().len(), world.contacts_of(PairKey::new(0, 1)).len()];
    assert_eq!(touching(&world), [1, 1]);
    run(&mut world, 170);
    assert_eq!(islands(&world).concat(), [1]);
    assert_eq!(touching(&world), [1, 1]);
}

/// What a one-way body holds or lets through stays so while it sleeps: a ball that it held 10 cm deep was told to be let
/// through.
#[test]
fn a_one_way_body_holds_who_sleeps_as_before() {
    for is_let_through in [false, true] {
        let mut world = sleeping(SolverKind::Off, Vec2::ZERO);
        world.add(BodyDef::new(block(4.0, 1.0), Pose::default()).with_one_way(Some(Vec2::Y))).unwrap();
        world.add(dynamic(ball(0.5), 0.0, 0.9)).unwrap();
        world.step();
        world.set_meetings([Meeting {
            pair: PairKey::new(0, 1),
            since: 0,
            is_let_through,
            is_behind: false,
        }]);
        for _ in 0..60 {
            world.step();
            assert_eq!(world.lets_through(&world.detect()[0]), is_let_through, "{:?}", islands(&world));
        }
        assert_eq!(islands(&world), [vec![1]]);
    }
}
