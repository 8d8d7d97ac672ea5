//! Listeners that remove their body or burst it.

use collide2d::{
    BodyDef, BoundingCircle, Filter, Listener, MAX_PIECES, Motion, Phase, Pose, ReactionOutcome, ResolvedBy,
    Shape, SolverKind, Then, World,
};
use glam::Vec2;

use crate::*;

fn listener(body: u32, then: Then) -> Listener {
    Listener { body: Some(body), then, ..Listener::default() }
}

/// A coin is a sensor: the ball that touches it takes it away and is not slowed.
#[test]
fn a_coin_is_gone_after_the_step_in_which_it_is_touched() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, Vec2::ZERO);
        let coin = world.add(BodyDef::new(ball(0.5), Pose::at(2.0, 0.0)).with_sensor(true)).unwrap().index();
        let runner = world.add(moving(ball(0.5), 0.0, 0.0, 1.0, Vec2::new(6.0, 0.0))).unwrap().index();
        world.set_listeners(vec![listener(coin, Then::Remove)]);
        let mut taken = None;
        for frame in 1..=20 {
            world.step();
            if !world.reactions().is_empty() {
                assert!(taken.replace(frame).is_none(), "it goes once");
                assert_eq!(world.events()[0].resolved_by, Some(ResolvedBy::Listener(0)));
                assert_eq!(world.reactions()[0].outcome, ReactionOutcome::Removed);
            } else if taken == Some(frame - 1) {
                assert_eq!(world.events()[0].phase, Phase::End);
            }
            assert_eq!(world.body(coin).is_none(), taken.is_some());
        }
        // The gap of 1 m closes by 0.1 m a frame. Rigid finds contacts before bodies move.
        assert!((10..=12).contains(&taken.unwrap()), "{solver:?} {taken:?}");
        assert!((velocity(&world, runner) - Vec2::new(6.0, 0.0)).length() < 1.0e-5);
        assert_eq!(world.bodies().len(), 2);
    }
}

/// Every count of pieces of a turning plank: apart from each other, inside the bounding circle, of the plank's
/// area, mass and momentum, moving as its points did.
#[test]
fn pieces_share_area_mass_and_momentum() {
    for count in 2..=64 {
        let mut world = world(SolverKind::Linear, Vec2::ZERO);
        let motion = Motion::dynamic(3.0).with_velocity(Vec2::new(2.0, -1.0)).with_angular_velocity(90.0);
        let plank = Shape::rectangle(6.0, 1.0).unwrap();
        let plank = BodyDef::new(plank, Pose::new(Vec2::new(10.0, 20.0), 30.0)).with_motion(motion);
        let plank = world.add(plank).unwrap().index();
        world.add(BodyDef::new(ball(0.5), Pose::at(10.0, 20.6))).unwrap();
        world.set_listeners(vec![listener(plank, Then::Burst(count))]);
        let before = world.momentum();
        let bounds = world.body(plank).unwrap().bounding_circle();
        world.step();
        let center = world.bodies()[plank as usize].center();
        assert!(world.body(plank).is_none());
        let pieces = &world.bodies()[2..];
        assert_eq!((pieces.len(), world.pieces().len()), (count as usize, count as usize));
        assert_eq!((world.pieces()[1].index, world.pieces()[1].of, world.pieces()[1].number), (3, plank, 2));
        let after = world.momentum();
        assert!((after.linear - before.linear).length() < 1.0e-4, "{count}: {after:?}");
        let mass: f32 = pieces.iter().map(|piece| piece.mass()).sum();
        let area: f32 = pieces.iter().map(|piece| piece.shape().area()).sum();
        assert!((mass - 3.0).abs() < 1.0e-4 && (area / 6.0 - 1.0).abs() < 1.0e-5, "{count}: {mass} {area}");
        for (i, piece) in pieces.iter().enumerate() {
            let (circle, r) = (piece.bounding_circle(), piece.pose().position - center);
            assert!(circle.center.distance(center) + circle.radius <= bounds.radius, "{count}");
            let expected = Vec2::new(2.0, -1.0) + std::f32::consts::FRAC_PI_2 * r.perp();
            assert!((piece.velocity() - expected).length() < 1.0e-4, "{count}");
            for other in &pieces[..i] {
                let other = other.bounding_circle();
                assert!(circle.center.distance(other.center) > circle.radius + other.radius, "{count}");
            }
        }
        let touching = world.detect().iter().filter(|c| c.a >= 2 && c.b >= 2).count();
        assert_eq!(touching, 0);
    }
}

/// A listener that does no more than take contacts leaves those of sensors to them, and to the listeners that follow.
#[test]
fn a_listener_before_it_does_not_keep_a_listener_from_a_sensor() {
    for then in [Then::Remove, Then::Burst(4)] {
        let mut world = world(SolverKind::Off, Vec2::ZERO);
        let coin = world.add(BodyDef::new(ball(1.0), Pose::default()).with_sensor(true)).unwrap().index();
        world.add(dynamic(ball(1.0), 1.5, 0.0)).unwrap();
        world.set_listeners(vec![Listener::default(), listener(coin, then)]);
        world.step();
        assert_eq!(world.events()[0].resolved_by, Some(ResolvedBy::Listener(1)));
        assert!(world.body(coin).is_none(), "{then:?}");
    }
}

/// Masks, scales and the like are the body's.
#[test]
fn pieces_are_else_as_their_body() {
    let mut world = world(SolverKind::Rigid, Vec2::new(0.0, -10.0));
    let own = Filter { is: 0b10, meets: 0b100 };
    let bomb = BodyDef::new(ball(1.0), Pose::default())
        .with_motion(Motion::dynamic(1.0))
        .with_filter(own)
        .with_gravity_scale(0.0)
        .with_fixed_rotation(true)
        .with_bullet(true)
        .with_conveyor(2.0)
        .with_one_way(Some(Vec2::Y))
        .with_restitution(0.25)
        .with_friction(0.75)
        .with_sensor(true);
    let bomb = world.add(bomb).unwrap().index();
    let trigger = Filter { is: 0b100, ..Filter::default() };
    world.add(BodyDef::new(ball(0.5), Pose::at(1.2, 0.0)).with_filter(trigger)).unwrap();
    world.set_listeners(vec![listener(bomb, Then::Burst(3))]);
    world.step();
    assert_eq!(world.pieces().len(), 3);
    for piece in &world.bodies()[2..] {
        assert_eq!((piece.filter(), piece.gravity_scale(), piece.one_way()), (own, 0.0, Some(Vec2::Y)));
        assert!(piece.has_fixed_rotation() && piece.is_bullet() && piece.is_sensor());
        assert_eq!((piece.conveyor(), piece.restitution(), piece.friction()), (2.0, 0.25, 0.75));
    }
    world.step();
    assert_eq!(world.bodies()[2].velocity(), Vec2::ZERO, "gravity does not reach it");
}

/// A disc has no room for circles of its whole area: they are as large as fit.
#[test]
fn pieces_of_a_disc_fit_inside_of_it() {
    for count in [2, 3, 7, 8, 19, 37, 64] {
        let mut world = world(SolverKind::Linear, Vec2::ZERO);
        let disc = world.add(dynamic(ball(2.0), 0.0, 0.0)).unwrap().index();
        world.add(BodyDef::new(ball(0.5), Pose::at(2.0, 0.0))).unwrap();
        world.set_listeners(vec![listener(disc, Then::Burst(count))]);
        world.step();
        let pieces = &world.bodies()[2..];
        let reach = pieces.iter().map(|p| p.pose().position.length() + p.bounding_circle().radius);
        let reach = reach.fold(0.0, f32::max);
        assert!(reach <= 2.0 && reach > 1.99, "{count}: {reach}");
        let area: f32 = pieces.iter().map(|piece| piece.shape().area()).sum();
        assert!(area > 0.49 * world.bodies()[0].shape().area(), "{count}: {area}");
    }
}

/// Where the pieces of a body lie that bursts at rest at the origin.
fn pieces_of(shape: Shape, count: u32) -> Vec<BoundingCircle> {
    let mut world = world(SolverKind::Linear, Vec2::ZERO);
    let body = world.add(dynamic(shape, 0.0, 0.0)).unwrap().index();
    world.add(BodyDef::new(ball(0.5), Pose::at(0.0, 0.2))).unwrap();
    world.set_listeners(vec![listener(body, Then::Burst(count))]);
    world.step();
    world.bodies()[2..].iter().map(|piece| piece.bounding_circle()).collect()
}

/// Pieces stay where the body was as far as circles can: of all layouts of the largest circles the one that reaches
/// least out of the body's box. Of equal ones it is the first: two halves of a disc lie side by side.
#[test]
fn pieces_lie_in_their_bodys_box() {
    // Width, height, count, and how far they reach out of the box. Metres.
    for (w, h, count, least) in [
        (1.0, 1.0, 2, 0.1035),
        (1.0, 1.0, 4, 0.0645),
        (1.0, 1.0, 7, 0.1256),
        (2.0, 1.0, 2, 0.1180),
        (2.0, 1.0, 5, 0.2140),
        (2.0, 1.0, 9, 0.2271),
        (3.0, 1.0, 6, 0.2983),
        (3.0, 1.0, 16, 0.1679),
        (1.0, 4.0, 3, 0.1515),
        (1.0, 4.0, 7, 0.3490),
        (4.0, 1.0, 9, 0.5282),
        (6.0, 1.0, 4, 0.1910),
        (6.0, 1.0, 7, 0.5452),
    ] {
        let half = 0.5 * Vec2::new(w, h);
        let out = |piece: &BoundingCircle| (piece.center.abs() + piece.radius - half).max_element();
        let beyond = pieces_of(block(w, h), count).iter().map(out).fold(0.0, f32::max);
        assert!(beyond < least + 2.0e-4, "{count} of {w} × {h}: {beyond}");
    }
    let halves = pieces_of(ball(2.0), 2);
    // Apart by a thousandth of their diameter: 2 (1 + 0.001) / (2 + 0.001).
    let beside = Vec2::X * (2.002 / 2.001);
    assert!(halves[0].center.abs_diff_eq(beside, 1.0e-6) && halves[1].center.abs_diff_eq(-beside, 1.0e-6));
    let halves = pieces_of(block(1.0, 1.0), 2);
    assert!(
        halves.iter().all(|half| half.center.x * half.center.y > 0.0),
        "from corner to corner: {halves:?}"
    );
}

/// A piece touches what its body burst at, and no listener takes that contact. The limit of pieces holds.
#[test]
fn pieces_trigger_no_listener_and_are_limited() {
    let mut world = world(SolverKind::Linear, GRAVITY);
    world.add(floor()).unwrap();
    let jelly = world.add(dynamic(block(1.0, 1.0), 0.0, 0.499)).unwrap().index();
    world.set_listeners(vec![Listener::default(), listener(jelly, Then::Burst(5))]);
    world.step();
    assert!(world.reactions().is_empty(), "the first listener that matches takes the contact");
    world.set_listeners(vec![listener(jelly, Then::Burst(5)), Listener::default()]);
    run(&mut world, 60);
    assert_eq!(world.bodies().len(), 7);
    assert!(world.events().iter().all(|event| event.resolved_by.is_none()));
    assert!(world.events().iter().any(|event| event.pair.a() == 0), "they lie on the floor");
    assert!(world.bodies()[2..].iter().all(|piece| piece.is_piece() && piece.pose().position.y > 0.0));

    let mut world = World::default();
    let mut listeners = Vec::new();
    for i in 0..20 {
        let x = 10.0 * i as f32;
        listeners
            .push(listener(world.add(dynamic(block(1.0, 1.0), x, 0.0)).unwrap().index(), Then::Burst(64)));
        world.add(BodyDef::new(ball(0.5), Pose::at(x, 0.6))).unwrap();
    }
    world.set_listeners(listeners);
    world.step();
    assert_eq!(world.pieces().len(), 15 * 64);
    assert!(world.pieces().len() <= MAX_PIECES);
    let kept = world.reactions().iter().filter(|r| r.outcome == ReactionOutcome::Kept).count();
    assert_eq!((kept, world.body(38).is_some()), (5, true));
}

/// A clone from before steps to the same bits, and the told reactions make the same bodies.
#[test]
fn stepping_again_from_a_checkpoint_gives_the_same_pieces() {
    let mut world = world(SolverKind::Rigid, GRAVITY);
    world.add(floor()).unwrap();
    let jelly = world.add(dynamic(block(1.0, 1.0), 0.0, 0.6)).unwrap().index();
    world.set_listeners(vec![listener(jelly, Then::Burst(8))]);
    run(&mut world, 5);
    let mut again = world.clone();
    run(&mut world, 60);
    assert_eq!(again.bodies().len(), 2);
    run(&mut again, 60);
    assert_eq!((again.hash(), again.pieces()), (world.hash(), world.pieces()));
    assert_eq!(world.pieces().len(), 8);
}
