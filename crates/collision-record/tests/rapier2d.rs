//! rapier2d recorded by itself, beside arithmetic on its own numbers.
#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../examples/record_rapier2d.rs"]
#[allow(dead_code)]
mod record_rapier2d;
mod written;

use std::sync::mpsc::channel;

use collision_record::rapier2d::{BodyKey, Events, Rapier2d, Sets};
use collision_record::{Body, Contact, EventKind, LastSeconds, Shape, WorldRecorder};
use rapier2d::parry::shape::ConvexPolygon;
use rapier2d::prelude::*;
use written::{Shared, read};

/// The recorder stands in what threads share, as a resource of an ECS does.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<WorldRecorder<Rapier2d>>();
};

/// A world whose contacts are found anew in each step.
fn exact_world() -> PhysicsWorld {
    let mut world = PhysicsWorld::default();
    world.integration_parameters.contact_recycling = false;
    world
}

fn ball(x: f32, y: f32) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic().translation(Vector::new(x, y))
}

/// Told depths are those of the frame's own poses: of the ones from before the step. They differ from those after it wherever
/// a ball moves.
#[test]
fn depths_are_those_of_the_poses_beside_them() {
    let (out, mut world) = (Shared::default(), exact_world());
    world.insert_collider(ColliderBuilder::cuboid(10.0, 0.5), None);
    world.insert(ball(0.0, 1.4), ColliderBuilder::ball(0.4));
    let mut recorder = WorldRecorder::to_writer(out.clone(), Rapier2d::default());
    for step in 0..60 {
        match step {
            // In the floor from the start, where no step before has its pose.
            20 => _ = world.insert(ball(3.0, 0.8), ColliderBuilder::ball(0.4)),
            40 => world.bodies.iter_mut().next().unwrap().1.set_translation(Vector::new(-3.0, 0.7), true),
            _ => {}
        }
        recorder.step(&mut world, PhysicsWorld::step).unwrap();
    }
    let (header, frames) = out.read();
    assert_eq!(
        header.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(),
        ["body 0", "collider 0"]
    );
    assert!(header.engine.starts_with("rapier2d 0."), "{}", header.engine);
    assert!(header.bodies[1].is_static && header.bodies[0].is.is_none() && header.bodies[0].meets.is_none());
    let mut seen = 0;
    for frame in &frames {
        for contact in &frame.contacts {
            let (ball, floor) = if contact.b == 1 { (contact.a, contact.b) } else { (contact.b, contact.a) };
            let [x, y, _] = frame.poses[ball as usize].unwrap();
            let sign = if contact.a == ball { -1.0 } else { 1.0 };
            assert_eq!((floor, contact.normal), (1, Some([0.0, sign])));
            let depth = contact.depth.unwrap();
            // Points of faces that are about to meet are not told.
            assert!(
                depth >= 0.0 && (depth - (0.9 - y)).abs() < 1e-6,
                "frame {}: {depth} at {y}",
                frame.frame
            );
            let [px, py] = contact.points[0];
            assert!((px - x).abs() < 1e-6 && (py - (0.5 - 0.5 * depth)).abs() < 1e-6, "{contact:?}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen} contacts");
    let deep =
        |frame: usize| frames[frame].contacts.iter().filter_map(|found| found.depth).fold(0.0, f32::max);
    assert!((deep(20) - 0.1).abs() < 1e-6 && (deep(40) - 0.2).abs() < 1e-6);
}

#[test]
fn gravity_masses_and_what_all_solid_colliders_of_a_body_have_are_told() {
    let (out, mut world) = (Shared::default(), exact_world());
    world.gravity = Vector::new(0.5, -7.0);
    let floor = ColliderBuilder::cuboid(10.0, 0.5).friction(0.25).restitution(0.75);
    world.insert_collider(floor, None);
    let sensor = ColliderBuilder::ball(2.0).sensor(true).density(0.0).friction(9.0);
    let (body, _) = world.insert(ball(0.0, 5.0), ColliderBuilder::ball(0.4).mass(3.0).friction(1.5));
    world.insert_collider(sensor, Some(body));
    let (mixed, _) = world.insert(ball(3.0, 5.0), ColliderBuilder::ball(0.4).friction(1.0).restitution(0.5));
    world.insert_collider(ColliderBuilder::ball(0.2).friction(2.0).restitution(0.5), Some(mixed));
    let mut recorder = WorldRecorder::to_writer(out.clone(), Rapier2d::default());
    recorder.step(&mut world, PhysicsWorld::step).unwrap();
    world.colliders.iter_mut().for_each(|(_, collider)| collider.set_friction(0.125));
    recorder.step(&mut world, PhysicsWorld::step).unwrap();
    let (header, frames) = out.read();
    let again = |index: usize| frames[index].add.iter().map(|added| added.body.friction).collect::<Vec<_>>();
    assert_eq!((again(0), again(1)), (vec![], vec![Some(0.125); 3]));
    assert_eq!(header.gravity, Some([0.5, -7.0]));
    let told = |body: &Body| (body.mass, body.friction, body.restitution);
    let bodies = |fixed: bool| {
        header.bodies.iter().filter(move |body| body.is_static == fixed).map(told).collect::<Vec<_>>()
    };
    assert_eq!(bodies(true), [(None, Some(0.25), Some(0.75))]);
    let (one, two) = (bodies(false)[0], bodies(false)[1]);
    assert!((one.0.unwrap() - 3.0).abs() < 1e-5, "{one:?}");
    assert_eq!(((one.1, one.2), (two.1, two.2)), ((Some(1.5), Some(0.0)), (None, Some(0.5))));
}

/// A pile with a gate, a gun, ghosts and a crate that is taken away; the example.
#[test]
fn the_example_has_all_that_the_format_knows_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    record_rapier2d::record(&path, 180, exact_world()).unwrap();
    let (header, frames) = read(&std::fs::read_to_string(&path).unwrap());
    let body = |name: &str| header.bodies.iter().find(|body| body.name == name).expect(name);
    let groups = |body: &Body| (body.is.clone(), body.meets.clone());
    let one = |name: &str| Some(vec![name.to_owned()]);
    assert_eq!(groups(body("crate")), (one("group 1"), one("group 1")));
    assert_eq!(groups(body("ghost")), (one("group 2"), None));
    assert!(body("collider 2").is_sensor && body("collider 2").is_static);
    assert!(matches!(body("collider 1").shapes[0].shape, Shape::Chain { closed: false, .. }));
    let of_shapes = |count: usize| header.bodies.iter().filter(|body| body.shapes.len() == count).count();
    assert_eq!(of_shapes(2), 2, "a body of two colliders, and one of a compound");

    let added: Vec<&str> =
        frames.iter().flat_map(|frame| &frame.add).map(|added| added.body.name.as_str()).collect();
    assert_eq!(added.len(), 9, "bullets: {added:?}");
    assert!(added.iter().all(|name| name.starts_with("bullet")));
    let removed: usize = frames.iter().map(|frame| frame.remove.len()).sum();
    assert!(removed > 4 && frames[100].remove.len() == 1 && frames[100].log.len() == 1);
    // What rapier tells in the step after the crate has gone.
    let crate_ = frames[100].remove[0];
    let ends = |event: &&collision_record::Event| {
        event.kind == EventKind::End && [event.a, event.b].contains(&crate_)
    };
    assert!(frames[100].events.iter().filter(ends).count() > 0, "{:?}", frames[100].events);

    let places = header.bodies.iter().enumerate();
    let ghosts_and_crates: Vec<(u32, bool)> = places
        .filter(|(_, body)| body.name.starts_with("ghost") || body.name.starts_with("crate"))
        .map(|(i, body)| (i as u32, body.name.starts_with("ghost")))
        .collect();
    let kind =
        |place: u32| ghosts_and_crates.iter().find(|(i, _)| *i == place).map(|(_, is_ghost)| *is_ghost);
    let contacts = || frames[..100].iter().flat_map(|frame| &frame.contacts);
    assert!(contacts().all(|found| kind(found.a).zip(kind(found.b)).is_none_or(|(a, b)| a == b)), "masks");
    let gate = header.bodies.iter().position(|body| body.name == "collider 2").unwrap() as u32;
    let of_gate = |found: &&Contact| found.a == gate || found.b == gate;
    assert!(contacts().filter(of_gate).count() > 50 && contacts().filter(of_gate).all(|found| found.sensor));
    assert!(contacts().filter(|found| !of_gate(found)).all(|found| !found.sensor && found.depth.is_some()));
    let cross = header.bodies.iter().rposition(|body| body.shapes.len() == 2).unwrap() as u32;
    let shape_of_cross = |found: &Contact| if found.a == cross { found.shape_a } else { found.shape_b };
    let of_cross = contacts().filter(|found| !found.sensor && (found.a == cross || found.b == cross));
    let shapes: std::collections::BTreeSet<_> = of_cross.map(shape_of_cross).collect();
    assert_eq!(shapes, [Some(0), Some(1)].into(), "each part of the compound touches");

    // An event that begins is followed by the one that ends, and the other way round.
    let mut open = std::collections::BTreeSet::new();
    for event in frames.iter().flat_map(|frame| &frame.events) {
        let is_sensor = matches!(event.kind, EventKind::Enter | EventKind::Exit);
        let pair = (event.a.min(event.b), event.a.max(event.b), is_sensor);
        assert_eq!(is_sensor, event.a == gate || event.b == gate);
        assert!(if event.kind.begins() { open.insert(pair) } else { open.remove(&pair) }, "{event:?}");
    }
    let kinds: Vec<EventKind> =
        frames.iter().flat_map(|frame| &frame.events).map(|event| event.kind).collect();
    for kind in [EventKind::Begin, EventKind::End, EventKind::Enter, EventKind::Exit] {
        assert!(kinds.iter().filter(|told| **told == kind).count() > 5, "{kind}: {kinds:?}");
    }
}

/// Two compounds of three boxes each in a row, of which the last ones overlap at their ends: the second part of the upper one
/// and the third of the lower one.
#[test]
fn contacts_name_the_parts_of_compounds() {
    let row = |order: [f32; 3]| {
        let part = |x| (Pose::new(Vector::new(x, 0.0), 0.0), SharedShape::cuboid(0.5, 0.5));
        ColliderBuilder::compound(order.map(part).to_vec())
    };
    for is_turned in [false, true] {
        let (out, mut world) = (Shared::default(), exact_world());
        let mut insert =
            |place: Vector, order| world.insert(RigidBodyBuilder::dynamic().translation(place), row(order)).0;
        let places = [(Vector::ZERO, [0.0, 2.0, 4.0]), (Vector::new(4.5, 0.9), [2.0, 0.0, 4.0])];
        let (lower, upper) = if is_turned { (1, 0) } else { (0, 1) };
        for i in if is_turned { [1, 0] } else { [0, 1] } {
            insert(places[i].0, places[i].1);
        }
        WorldRecorder::to_writer(out.clone(), Rapier2d::default())
            .step(&mut world, PhysicsWorld::step)
            .unwrap();
        let found = out.read().1.remove(0).contacts;
        assert_eq!(found.len(), 1, "{found:?}");
        let shape = |body: u32| if found[0].a == body { found[0].shape_a } else { found[0].shape_b };
        assert_eq!((shape(lower), shape(upper)), (Some(2), Some(1)));
        assert!((found[0].depth.unwrap() - 0.1).abs() < 1e-6);
        // In the middle of what the two have in common: x from 4 to 4.5, y from 0.4 to 0.5.
        let xs: Vec<f32> = found[0].points.iter().map(|point| point[0]).collect();
        assert!(xs.iter().all(|x| (3.99..4.51).contains(x)), "{:?}", found[0].points);
        assert!(found[0].points.iter().all(|point| (point[1] - 0.45).abs() < 1e-5), "{:?}", found[0].points);
    }
}

/// A manifold that rapier keeps while its colliders have moved little is told as it is, and marked.
#[test]
fn manifolds_that_are_used_again_are_marked() {
    let marked = |mut world: PhysicsWorld| {
        let out = Shared::default();
        world.insert_collider(ColliderBuilder::cuboid(10.0, 0.5), None);
        // Without gravity the ball leaves the floor slowly.
        world.gravity = Vector::ZERO;
        world
            .insert(ball(0.0, 0.85).linvel(Vector::new(0.05, 0.0)), ColliderBuilder::ball(0.4).friction(0.0));
        let mut recorder = WorldRecorder::to_writer(out.clone(), Rapier2d::default());
        for _ in 0..5 {
            recorder.step(&mut world, PhysicsWorld::step).unwrap();
        }
        let found: Vec<Contact> = out.read().1.into_iter().flat_map(|frame| frame.contacts).collect();
        found.iter().map(|contact| contact.reused).collect::<Vec<_>>()
    };
    assert_eq!(marked(PhysicsWorld::default())[..3], [false, true, true]);
    assert!(marked(exact_world()).iter().all(|is_marked| !is_marked));
}

/// A game with the sets by themselves, and with its own handler of events.
#[test]
fn sets_by_themselves_are_recorded_as_a_world_is() {
    let build = |world: &mut PhysicsWorld| {
        world.insert_collider(ColliderBuilder::cuboid(10.0, 0.5), None);
        let shape = ColliderBuilder::ball(0.4).active_events(ActiveEvents::COLLISION_EVENTS);
        world.insert(ball(0.0, 1.4), shape);
    };
    let (one, other) = (Shared::default(), Shared::default());
    let events = [Events::default(), Events::default()];
    let mut worlds = [exact_world(), exact_world()];
    worlds.iter_mut().for_each(build);
    let [world, sets] = &mut worlds;
    let mut recorder = WorldRecorder::to_writer(one.clone(), Rapier2d::new(&events[0]));
    let mut by_hand = WorldRecorder::to_writer(other.clone(), Rapier2d::new(&events[1]));
    let ((sender, received), (forces, _), (tears, _)) = (channel(), channel(), channel());
    let game = ChannelEventCollector::new(sender, forces, tears);
    for _ in 0..60 {
        recorder.step(world, |world| world.step_with_events(&(), &events[0])).unwrap();
        by_hand.before(view(sets));
        sets.physics_pipeline.step(
            sets.gravity,
            &sets.integration_parameters,
            &mut sets.islands,
            &mut sets.broad_phase,
            &mut sets.narrow_phase,
            &mut sets.bodies,
            &mut sets.colliders,
            &mut sets.impulse_joints,
            &mut sets.multibody_joints,
            &mut sets.soft_bodies,
            &mut sets.ccd_solver,
            &(),
            &events[1].and(&game),
        );
        by_hand.after(view(sets)).unwrap();
    }
    assert_eq!(one.read(), other.read());
    let told = one.read().1.iter().map(|frame| frame.events.len()).sum::<usize>();
    assert_eq!((told > 0, received.try_iter().count()), (true, told));
}

fn view(world: &PhysicsWorld) -> Sets<'_> {
    Sets {
        bodies: &world.bodies,
        colliders: &world.colliders,
        narrow_phase: &world.narrow_phase,
        impulse_joints: &world.impulse_joints,
        multibody_joints: &world.multibody_joints,
        timestep: world.integration_parameters.dt,
        gravity: world.gravity,
    }
}

/// A joint has the place of its anchor on the poses beside it, and two that it keeps from touching have a contact that is
/// filtered; one that is disabled holds nothing, and one of a body that is not recorded is left out.
#[test]
fn joints_are_told_where_they_hold() {
    let (out, mut world) = (Shared::default(), exact_world());
    let bodies =
        [0.0, 0.5, 1.0, 1.5, 2.0, 2.5].map(|x| world.insert(ball(x, 5.0), ColliderBuilder::ball(0.4)).0);
    let bare = world.bodies.insert(ball(9.0, 0.0));
    let [a, b, c, d, e, f] = bodies;
    let anchor = Vector::new(0.25, 0.0);
    let revolute = RevoluteJointBuilder::new().local_anchor1(anchor).local_anchor2(-anchor);
    world.impulse_joints.insert(a, b, revolute.contacts_enabled(false), true);
    world.impulse_joints.insert(b, c, RopeJointBuilder::new(1.0), true);
    world.impulse_joints.insert(b, d, SpringJointBuilder::new(1.0, 10.0, 1.0), true);
    let off = world.impulse_joints.insert(c, d, FixedJointBuilder::new(), true);
    world.impulse_joints.get_mut(off, true).unwrap().data.set_enabled(false);
    world.impulse_joints.insert(a, bare, FixedJointBuilder::new(), true);
    world.multibody_joints.insert(e, f, revolute, true).unwrap();
    let mut recorder = WorldRecorder::to_writer(out.clone(), Rapier2d::default());
    for step in 0..10 {
        if step == 5 {
            world.remove_body(c);
        }
        recorder.step(&mut world, PhysicsWorld::step).unwrap();
    }
    let frames = out.read().1;
    for frame in &frames {
        let told: Vec<_> = frame.joints.iter().map(|joint| (joint.kind.as_str(), joint.a, joint.b)).collect();
        let is_there = frame.frame < 5;
        let all = [("revolute", 0, 1), ("rope", 1, 2), ("spring", 1, 3), ("multibody", 4, 5)];
        let mut expected: Vec<_> = all.into_iter().filter(|(kind, ..)| is_there || *kind != "rope").collect();
        let mut sorted = told.clone();
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected, "frame {}", frame.frame);
        for joint in frame.joints.iter().filter(|joint| joint.kind == "revolute") {
            let [x, y, angle] = frame.poses[0].unwrap();
            let at = joint.at.unwrap();
            let expected = [x + 0.25 * angle.cos(), y + 0.25 * angle.sin()];
            assert!(at.iter().zip(expected).all(|(p, q)| (p - q).abs() < 1e-6), "{at:?} {expected:?}");
        }
        let of = |a, b| frame.contacts.iter().filter(move |contact| (contact.a, contact.b) == (a, b));
        assert!(of(0, 1).count() == 1 && of(0, 1).all(|contact| contact.filtered), "{:?}", frame.contacts);
        assert!(of(4, 5).all(|contact| !contact.filtered), "{:?}", frame.contacts);
    }
}

/// A body is described anew where its shape, its groups or its kind change, and not where it moves.
#[test]
fn what_changes_of_a_body_is_told() {
    let (out, mut world) = (Shared::default(), exact_world());
    let (body, collider) = world.insert(ball(0.0, 5.0), ColliderBuilder::ball(0.4));
    let mut recorder = WorldRecorder::to_writer(out.clone(), Rapier2d::default());
    let shape_in_place = |world: &mut PhysicsWorld| {
        let shape = world.colliders.get_mut(collider).unwrap().shape_mut();
        shape.as_ball_mut().unwrap().radius = 0.3;
    };
    for step in 0..12 {
        let collider = world.colliders.get_mut(collider).unwrap();
        match step {
            2 => shape_in_place(&mut world),
            4 => collider.set_collision_groups(InteractionGroups::new(
                Group::GROUP_3,
                Group::NONE,
                InteractionTestMode::And,
            )),
            6 => {
                world.bodies.get_mut(body).unwrap().set_body_type(RigidBodyType::KinematicVelocityBased, true)
            }
            8 => collider.set_enabled(false),
            10 => collider.set_enabled(true),
            _ => {}
        }
        recorder.step(&mut world, PhysicsWorld::step).unwrap();
    }
    let (_, frames) = out.read();
    let changed: Vec<(u64, usize, usize)> = frames
        .iter()
        .filter(|frame| frame.changes_bodies())
        .map(|frame| (frame.frame, frame.add.len(), frame.remove.len()))
        .collect();
    assert_eq!(changed, [(2, 1, 0), (4, 1, 0), (6, 1, 0), (8, 0, 1), (10, 1, 0)]);
    assert_eq!(frames[2].add[0].body.shapes[0].shape, Shape::Circle { radius: 0.3 });
    let masked = &frames[4].add[0].body;
    assert_eq!(
        (masked.is.clone(), masked.meets.clone()),
        (Some(vec!["group 3".to_owned()]), Some(Vec::new()))
    );
    assert!(frames[6].add[0].body.is_kinematic && !masked.is_kinematic);
}

/// Each of rapier's shapes, as a recording has it; those that it cannot have are left out with what touches them.
#[test]
fn shapes_are_told_as_they_are() {
    let (out, mut world) = (Shared::default(), exact_world());
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|(x, y)| Vector::new(x, y));
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Vector::new(x, y)).to_vec();
    let mut corners_and_one = square.clone();
    corners_and_one.insert(1, Vector::new(0.5, 0.0));
    let with_a_straight_corner = ConvexPolygon::from_convex_polyline_unmodified(corners_and_one).unwrap();
    let mut field = HeightField::new(vec![0.0, 1.0, 0.5], Vector::new(4.0, 2.0));
    let ground = SharedShape::new(field.clone());
    field.set_segment_removed(0, true);
    let colliders = [
        ColliderBuilder::capsule_x(0.5, 0.25),
        ColliderBuilder::round_cuboid(0.5, 0.25, 0.1),
        ColliderBuilder::triangle(corners[0], corners[1], corners[2]),
        ColliderBuilder::convex_hull(&square).unwrap(),
        ColliderBuilder::segment(corners[1], corners[2]),
        ColliderBuilder::new(SharedShape::halfspace(Vector::Y)),
        ColliderBuilder::polyline(square.clone(), Some(vec![[0, 1], [1, 2], [2, 3], [3, 0]])),
        ColliderBuilder::polyline(square.clone(), Some(vec![[0, 1], [2, 3]])),
        // The last triangle has no area.
        ColliderBuilder::trimesh(
            [square.clone(), vec![Vector::new(2.0, 0.0)]].concat(),
            vec![[0, 1, 2], [0, 2, 3], [0, 1, 4]],
        )
        .unwrap(),
        ColliderBuilder::new(ground),
        ColliderBuilder::new(SharedShape::new(field)),
        ColliderBuilder::new(SharedShape::new(with_a_straight_corner)),
        ColliderBuilder::capsule_y(0.0, 0.5),
        ColliderBuilder::voxels(Vector::new(1.0, 1.0), &[IVector::new(0, 0)]),
    ];
    for (i, collider) in colliders.into_iter().enumerate() {
        world.insert_collider(collider.translation(Vector::new(20.0 * i as f32, 0.0)), None);
    }
    // Falls onto the voxel.
    world.insert(ball(260.5, 1.3), ColliderBuilder::ball(0.4));
    let mut recorder = WorldRecorder::to_writer(out.clone(), Rapier2d::default());
    recorder.step(&mut world, PhysicsWorld::step).unwrap();
    let (header, frames) = out.read();
    let point = |x: f32, y: f32| [x, y];
    let shapes: Vec<Vec<Shape>> = header
        .bodies
        .iter()
        .map(|body| body.shapes.iter().map(|placed| placed.shape.clone()).collect())
        .collect();
    let triangle = |points: [[f32; 2]; 3]| Shape::Polygon { points: points.to_vec(), radius: 0.0 };
    let outline = vec![point(0.0, 0.0), point(1.0, 0.0), point(1.0, 1.0), point(0.0, 1.0)];
    let expected = [
        vec![Shape::Circle { radius: 0.4 }],
        vec![Shape::Capsule { start: point(-0.5, 0.0), end: point(0.5, 0.0), radius: 0.25 }],
        vec![Shape::Rectangle { width: 1.0, height: 0.5, radius: 0.1 }],
        vec![triangle([point(0.0, 0.0), point(1.0, 0.0), point(0.0, 1.0)])],
        Vec::new(),
        vec![Shape::Segment { start: point(1.0, 0.0), end: point(0.0, 1.0) }],
        vec![Shape::HalfPlane { normal: point(0.0, 1.0) }],
        vec![Shape::Chain { points: outline.clone(), closed: true, one_sided: false }],
        vec![
            Shape::Segment { start: outline[0], end: outline[1] },
            Shape::Segment { start: outline[2], end: outline[3] },
        ],
        vec![triangle([outline[0], outline[1], outline[2]]), triangle([outline[0], outline[2], outline[3]])],
        vec![Shape::Chain {
            points: vec![point(-2.0, 0.0), point(0.0, 2.0), point(2.0, 1.0)],
            closed: false,
            one_sided: false,
        }],
        vec![Shape::Segment { start: point(0.0, 2.0), end: point(2.0, 1.0) }],
        vec![Shape::Polygon { points: outline.clone(), radius: 0.0 }],
        vec![Shape::Circle { radius: 0.5 }],
    ];
    assert_eq!(shapes.len(), expected.len());
    for (i, (told, expected)) in shapes.iter().zip(&expected).enumerate() {
        match (&told[0], i) {
            // A hull begins with any corner.
            (Shape::Polygon { points, radius: 0.0 }, 4) => {
                assert!(
                    points.len() == 4 && outline.iter().all(|corner| points.contains(corner)),
                    "{points:?}"
                );
            }
            _ => assert_eq!(told, expected, "{}", header.bodies[i].name),
        }
    }
    assert_eq!(frames[0].log.len(), 1, "{:?}", frames[0].log);
    assert!(frames[0].log[0].starts_with("collider 13 is not recorded"), "{:?}", frames[0].log);
    assert!(frames[0].contacts.is_empty(), "{:?}", frames[0].contacts);
}

/// The bug that just happened: of a long game the last second, with names of the game.
#[test]
fn the_last_second_of_a_game_is_a_recording() {
    let (last, mut world) = (LastSeconds::new(1.2), PhysicsWorld::default());
    world.insert_collider(ColliderBuilder::cuboid(10.0, 0.5), None);
    let engine = Rapier2d::default().with_names(|key, data| match key {
        BodyKey::Body(_) => Some(format!("ball of {data}")),
        BodyKey::Collider(_) => None,
    });
    let mut recorder = WorldRecorder::to_memory(&last, engine);
    for step in 0..300_u16 {
        if step.is_multiple_of(30) {
            let old: Vec<_> = world.bodies.iter().map(|(handle, _)| handle).collect();
            old.into_iter().for_each(|handle| drop(world.remove_body(handle)));
            world.insert(ball(0.0, 1.2).user_data(step.into()), ColliderBuilder::ball(0.4));
        }
        recorder.step(&mut world, PhysicsWorld::step).unwrap();
    }
    let mut text = Vec::new();
    last.write_to(&mut text).unwrap();
    let (header, frames) = read(std::str::from_utf8(&text).unwrap());
    let names: Vec<&str> = header.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!((names, frames[0].frame), (vec!["collider 0", "ball of 210"], 228));
    let added: Vec<&str> = frames.iter().flat_map(|frame| &frame.add).map(|a| a.body.name.as_str()).collect();
    assert_eq!(added, ["ball of 240", "ball of 270"]);
}
