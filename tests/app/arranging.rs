//! The Arrange menu: what bodies are to each other afterwards, held by the core's own contacts and boxes.

use collide2d::{ShapeKind, closest_points, collide};
use collision_test::app::one_float::WorldAxis;
use collision_test::app::{
    AlignTo, Arrangement, Change, Command, EditCommand, NewLink, OrderMove, SelectCommand, ViewCommand,
};
use collision_test::scene::{SceneMotion, SceneShape};
use glam::Vec2;

use crate::hand::TestHand;

fn arrange(hand: &mut TestHand, command: Arrangement) {
    hand.apply(Command::Edit(EditCommand::Arrange(command)));
}

/// Boxes of several sizes, one of them turned.
const BOXES: &str = r#"(version: 1, bodies: [
    (name: "a", shape: Rectangle(width: 1.0, height: 2.0), position: (0.0, 0.0)),
    (name: "b", shape: Circle(radius: 0.75), position: (3.0, 1.0)),
    (name: "c", shape: Polygon(points: [(0.0, 0.0), (1.0, 0.0), (0.0, 2.0)]), position: (7.0, -3.0), rotation: 30.0),
    (name: "d", shape: Rectangle(width: 2.0, height: 0.5), position: (12.0, 5.0)),
])"#;

fn aabb(hand: &TestHand, name: &str) -> collide2d::Aabb {
    hand.state.run().world().body(hand.index(name)).unwrap().aabb()
}

#[test]
fn boxes_are_aligned_and_distributed_by_their_sides_in_one_undo_step() {
    for (to, of) in [
        (AlignTo::Left, (|b| b.min.x) as fn(collide2d::Aabb) -> f32),
        (AlignTo::Right, |b| b.max.x),
        (AlignTo::MiddleX, |b| b.center().x),
        (AlignTo::Top, |b| b.max.y),
        (AlignTo::Bottom, |b| b.min.y),
        (AlignTo::MiddleY, |b| b.center().y),
    ] {
        let mut hand = TestHand::on(BOXES);
        let before = hand.ron();
        hand.apply(Command::Select(SelectCommand::All));
        arrange(&mut hand, Arrangement::Align(to));
        let values: Vec<f32> = ["a", "b", "c", "d"].map(|name| of(aabb(&hand, name))).to_vec();
        assert!(values.iter().all(|value| (value - values[0]).abs() < 1.0e-5), "{to:?} {values:?}");
        assert_ne!(hand.ron(), before);
        hand.undo();
        assert_eq!(hand.ron(), before, "one undo step");
    }
    let mut hand = TestHand::on(BOXES);
    let ends = [aabb(&hand, "a"), aabb(&hand, "d")];
    hand.apply(Command::Select(SelectCommand::All));
    arrange(&mut hand, Arrangement::Distribute(WorldAxis::X));
    let boxes = ["a", "b", "c", "d"].map(|name| aabb(&hand, name));
    let gaps: Vec<f32> = boxes.windows(2).map(|two| two[1].min.x - two[0].max.x).collect();
    assert!(gaps.iter().all(|gap| (gap - gaps[0]).abs() < 1.0e-5), "{gaps:?}");
    assert_eq!([boxes[0], boxes[3]], ends, "the outermost stay");
}

/// Every corner of the mirrored shapes is where the mirror puts it, and twice mirrored is as before.
#[test]
fn a_mirror_puts_every_point_on_the_other_side() {
    let scene = r#"(version: 1, bodies: [
        (name: "p", shape: Polygon(points: [(0.0, 0.0), (2.0, 0.0), (0.0, 1.0)]), position: (3.0, 1.0), rotation: 25.0, one_way: (0.0, 1.0),
         motion: Dynamic(velocity: (2.0, 1.0), angular_velocity: 30.0)),
        (name: "t", shapes: [Part(shape: Polygon(points: [(0.0, 0.0), (1.0, 0.0), (0.0, 3.0)]), at: (1.0, 0.0), turned: 40.0)], rotation: -10.0),
        (name: "k", shape: Capsule(start: (0.0, 0.0), end: (2.0, 1.0), radius: 0.25), position: (-4.0, 0.0)),
        (name: "c", shape: Chain(points: [(0.0, 0.0), (2.0, 0.0), (3.0, 1.0)], one_sided: true), position: (0.0, -4.0)),
    ])"#;
    let points = |hand: &TestHand, name: &str| -> Vec<Vec2> {
        let body = hand.state.run().world().body(hand.index(name)).unwrap();
        let directions = (0..64).map(|i| Vec2::from_angle(i as f32 * 0.1));
        directions.map(|direction| body.shape().support(body.pose(), direction)).collect()
    };
    for (axis, flip) in [(WorldAxis::X, Vec2::new(-1.0, 1.0)), (WorldAxis::Y, Vec2::new(1.0, -1.0))] {
        let mut hand = TestHand::on(scene);
        hand.apply(Command::Select(SelectCommand::All));
        let boxes = ["p", "t", "k", "c"].map(|name| aabb(&hand, name));
        let middle = boxes.into_iter().reduce(|all, one| all.union(&one)).unwrap().center();
        let before = hand.state.run().world().clone();
        arrange(&mut hand, Arrangement::Mirror(axis));
        for name in ["p", "t", "k", "c"] {
            let old = before.body(hand.index(name)).unwrap();
            let new = hand.state.run().world().body(hand.index(name)).unwrap();
            for i in 0..64 {
                let direction = Vec2::from_angle(i as f32 * 0.1);
                let reach = old.shape().support(old.pose(), direction * flip).dot(direction * flip);
                let mirrored = new.shape().support(new.pose(), direction).dot(direction);
                let shift = (2.0 * middle * (Vec2::ONE - flip) * 0.5).dot(direction);
                assert!((reach + shift - mirrored).abs() < 1.0e-4, "{name} {axis:?} {i}");
            }
        }
        let velocity = Vec2::new(2.0, 1.0) * flip;
        assert_eq!(hand.body("p").motion.velocity(), velocity);
        let once = points(&hand, "p");
        arrange(&mut hand, Arrangement::Mirror(axis));
        arrange(&mut hand, Arrangement::Mirror(axis));
        assert!(points(&hand, "p").iter().zip(&once).all(|(p, q)| p.distance(*q) < 1.0e-4));
    }
}

/// As its velocity, and as the direction in which one-way holds.
#[test]
fn a_mirror_turns_the_up_of_a_mover() {
    let scene = r#"(version: 1, bodies: [
        (name: "hero", shape: Circle(radius: 1.0), motion: Mover(velocity: (2.0, 1.0), up: (0.6, 0.8), jump: 3.0)),
    ])"#;
    for (axis, flip) in [(WorldAxis::X, Vec2::new(-1.0, 1.0)), (WorldAxis::Y, Vec2::new(1.0, -1.0))] {
        let mut hand = TestHand::on(scene);
        hand.apply(Command::Select(SelectCommand::All));
        arrange(&mut hand, Arrangement::Mirror(axis));
        let SceneMotion::Mover { velocity, up, jump, .. } = hand.body("hero").motion else {
            panic!("{:?}", hand.body("hero"))
        };
        assert_eq!((velocity, up, jump), (Vec2::new(2.0, 1.0) * flip, Vec2::new(0.6, 0.8) * flip, 3.0));
    }
}

/// A ball falls on the solid side of a chain, before and after the mirror.
#[test]
fn a_mirrored_one_sided_chain_is_solid_on_the_side_where_it_is_seen_solid() {
    let scene = r#"(version: 1, gravity: (0.0, -10.0), bodies: [
        (name: "c", shape: Chain(points: [(3.0, 0.0), (-2.0, 0.0)], one_sided: true)),
        (name: "ball", shape: Circle(radius: 0.5), position: (0.0, 1.0), motion: Dynamic()),
    ])"#;
    let falls_through = |hand: &mut TestHand| {
        for _ in 0..60 {
            hand.apply(Command::Time(collision_test::app::TimeCommand::StepForward));
        }
        let y = hand.state.run().world().body(hand.index("ball")).unwrap().pose().position.y;
        hand.apply(Command::Time(collision_test::app::TimeCommand::Home));
        y < 0.0
    };
    let mut hand = TestHand::on(scene);
    let before = falls_through(&mut hand);
    hand.select(&["c"]);
    arrange(&mut hand, Arrangement::Mirror(WorldAxis::X));
    assert_eq!(falls_through(&mut hand), before);
}

#[test]
fn the_order_is_that_of_file_list_and_report_and_the_selection_follows() {
    let mut hand = TestHand::on(BOXES);
    let names =
        |hand: &TestHand| hand.scene().bodies.iter().map(|body| body.name.clone()).collect::<Vec<_>>();
    hand.select(&["b", "c"]);
    for (to, expected) in [
        (OrderMove::Later, ["a", "d", "b", "c"]),
        (OrderMove::Later, ["a", "d", "b", "c"]),
        (OrderMove::Earlier, ["a", "b", "c", "d"]),
        (OrderMove::First, ["b", "c", "a", "d"]),
        (OrderMove::Last, ["a", "d", "b", "c"]),
    ] {
        arrange(&mut hand, Arrangement::Order(to));
        assert_eq!(names(&hand), expected, "{to:?}");
        let selected = ["b", "c"].map(|name| hand.index(name));
        assert_eq!(hand.state.looking().selection(), selected);
    }
    hand.undo();
    assert_eq!(names(&hand), ["b", "c", "a", "d"]);
}

/// Separate: no contact, and a gap below 1e-5 of the size. Touch: a contact that is as shallow.
#[test]
fn separate_and_touch_leave_a_hair_whatever_the_shapes_and_wherever_they_are() {
    let shapes = [
        "shape: Circle(radius: 0.7)",
        "shape: Rectangle(width: 1.6, height: 0.9), rotation: 17.0",
        "shape: Polygon(points: [(0.0, 0.8), (-0.7, -0.6), (0.9, -0.4)]), rotation: 200.0",
        "shape: Capsule(start: (-0.6, 0.1), end: (0.5, 0.3), radius: 0.3)",
        "shapes: [Part(shape: Rectangle(width: 2.0, height: 0.4)), Part(shape: Circle(radius: 0.5), at: (0.8, 0.5))]",
    ];
    let mut tried = 0;
    let mut rng = fastrand::Rng::with_seed(17);
    for p in shapes {
        for q in shapes {
            for overlaps in [true, false].repeat(10) {
                let far = if rng.bool() { 0.0 } else { 300.0 };
                let turn = rng.f32() * std::f32::consts::TAU;
                let apart = Vec2::from_angle(turn) * if overlaps { 0.35 } else { 3.0 };
                let scene = format!(
                    "(version: 1, bodies: [(name: \"p\", {p}, position: ({far}.0, 0.0), motion: Dynamic()), \
                     (name: \"q\", {q}, position: ({:.4}, {:.4}))])",
                    far + apart.x,
                    apart.y
                );
                for touching in [false, true] {
                    let mut hand = TestHand::on(&scene);
                    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
                    let world = hand.state.run().world().clone();
                    let [a, b] = [0, 1].map(|i| world.body(i).unwrap().clone());
                    let overlap = collide(a.shape(), a.pose(), b.shape(), b.pose()).is_some();
                    if !touching && !overlap {
                        continue;
                    }
                    let before = hand.ron();
                    let command = if touching { Arrangement::MakeTouch } else { Arrangement::Separate };
                    arrange(&mut hand, command);
                    let world = hand.state.run().world().clone();
                    let [a, b] = [0, 1].map(|i| world.body(i).unwrap().clone());
                    let contact = collide(a.shape(), a.pose(), b.shape(), b.pose());
                    let near = closest_points(a.shape(), a.pose(), b.shape(), b.pose());
                    // What a number at that place can tell.
                    let hair = 1.0e-5_f32.max(8.0 * far * f32::EPSILON);
                    assert_eq!(contact.is_some(), touching, "{command:?} {scene}");
                    assert!(near.distance.abs() < hair, "{command:?} {} {scene}", near.distance);
                    tried += 1;
                    hand.undo();
                    assert_eq!(hand.ron(), before, "one undo step");
                }
            }
        }
    }
    assert!(tried > 700, "{tried}");
}

#[test]
fn a_body_drops_until_it_touches_what_is_below_and_what_is_selected_falls_together() {
    let scene = r#"(version: 1, gravity: (0.0, -10.0), generators: [Ground(point: (0.0, -2.0))], bodies: [
        (name: "ball", shape: Circle(radius: 0.5), position: (0.3, 6.0), motion: Dynamic()),
        (name: "crate", shape: Rectangle(width: 2.0, height: 1.0), position: (0.0, 3.0), rotation: 20.0, motion: Dynamic()),
        (name: "floor", shape: Rectangle(width: 4.0, height: 1.0)),
        (name: "aside", shape: Rectangle(width: 1.0, height: 1.0), position: (9.0, 4.0), rotation: 45.0, motion: Dynamic()),
    ])"#;
    let touches = |hand: &TestHand, a: &str, b: &str| {
        let [a, b] = [a, b].map(|name| hand.state.run().world().body(hand.index(name)).unwrap().clone());
        collide(a.shape(), a.pose(), b.shape(), b.pose()).map(|contact| contact.depth)
    };
    let mut hand = TestHand::on(scene);
    hand.select(&["ball"]);
    arrange(&mut hand, Arrangement::Drop);
    assert!(touches(&hand, "ball", "crate").unwrap() < 1.0e-5);
    assert_eq!(hand.body("ball").position.x, 0.3);
    let above = hand.body("ball").position - hand.body("crate").position;
    hand.select(&["ball", "crate"]);
    arrange(&mut hand, Arrangement::Drop);
    assert!(touches(&hand, "crate", "floor").unwrap() < 1.0e-5);
    assert!((hand.body("ball").position - hand.body("crate").position).distance(above) < 1.0e-5);
    // Half a diagonal above the ground.
    hand.select(&["aside"]);
    arrange(&mut hand, Arrangement::Drop);
    assert!((hand.body("aside").position.y - (-2.0 + 0.5_f32.sqrt())).abs() < 1.0e-5);
    hand.select(&["floor"]);
    arrange(&mut hand, Arrangement::Drop);
    assert!(hand.last_message().contains("Nothing is below"), "{}", hand.last_message());
}

#[test]
fn a_shape_changes_its_kind_within_its_box_and_back() {
    let scene = r#"(version: 1, bodies: [
        (name: "box", shape: Rectangle(width: 3.0, height: 1.0), position: (2.0, 1.0), rotation: 30.0),
        (name: "wall", shape: Wall(start: (-1.0, 0.0), end: (1.0, 0.0))),
    ])"#;
    let mut hand = TestHand::on(scene);
    hand.apply(Command::Select(SelectCommand::All));
    let change = |hand: &mut TestHand, kind| arrange(hand, Arrangement::ChangeShape(kind));
    change(&mut hand, ShapeKind::Polygon);
    let SceneShape::Polygon { points, .. } = &hand.body("box").shape else { panic!("no polygon") };
    assert_eq!(points.len(), 4);
    change(&mut hand, ShapeKind::Capsule);
    let SceneShape::Capsule { start, end, radius } = hand.body("box").shape else { panic!("no capsule") };
    assert_eq!((start, end, radius), (Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5));
    change(&mut hand, ShapeKind::Rectangle);
    assert_eq!(hand.body("box").shape, SceneShape::Rectangle { width: 3.0, height: 1.0, radius: 0.0 });
    assert_eq!((hand.body("box").position, hand.body("box").rotation), (Vec2::new(2.0, 1.0), 30.0));
    change(&mut hand, ShapeKind::Circle);
    assert_eq!(hand.body("box").shape, SceneShape::Circle { radius: 0.5 });
    assert!(matches!(hand.body("wall").shape, SceneShape::Wall { .. }), "a wall stays one");
    hand.select(&["wall"]);
    let before = hand.ron();
    change(&mut hand, ShapeKind::Circle);
    assert_eq!(hand.ron(), before);
}

/// An arm and a bar on it, both turned, and a post beside them, with a link of each kind off the middles of the bodies.
const LINKED: &str = r#"(version: 1, bodies: [
    (name: "arm", shape: Rectangle(width: 2.0, height: 0.4), position: (1.0, 0.5), rotation: 20.0),
    (name: "bar", shape: Polygon(points: [(-1.0, 0.0), (1.0, -0.2), (1.0, 0.2)]), position: (2.5, 1.0), rotation: -35.0,
     motion: Dynamic()),
    (name: "post", shape: Circle(radius: 0.5), position: (6.0, 0.0)),
], generators: [
    Cable(a: "bar", b: "arm", at_a: (0.5, 0.1), length: 4.0),
    Rod(a: "bar", b: "post", at_a: (0.9, 0.0), at_b: (0.0, 0.3), length: 3.0),
], joints: [Revolute(a: "arm", b: "bar", at_a: (0.8, 0.1), at_b: (-0.9, 0.05))])"#;

/// The hinge was 2.88 m open: the bodies were mirrored, and the points of them at which links end were not.
#[test]
fn a_mirror_takes_the_ends_of_links_along() {
    for (axis, flip) in [(WorldAxis::X, Vec2::new(-1.0, 1.0)), (WorldAxis::Y, Vec2::new(1.0, -1.0))] {
        let mut hand = TestHand::on(LINKED);
        hand.select(&["arm", "bar"]);
        let middle = aabb(&hand, "arm").union(&aabb(&hand, "bar")).center();
        let (before, ron) = (hand.link_ends(), hand.ron());
        arrange(&mut hand, Arrangement::Mirror(axis));
        assert_eq!(before.len(), 6);
        for ((name, was), (_, is)) in before.iter().zip(hand.link_ends()) {
            let mirrored = if name == "post" { *was } else { middle + (*was - middle) * flip };
            assert!(is.distance(mirrored) < 1.0e-5, "{axis:?} {name}: {was} became {is}, not {mirrored}");
        }
        assert!(!hand.ron().contains("-0.0,") && !hand.ron().contains("-0.0)"), "{}", hand.ron());
        hand.undo();
        assert_eq!(hand.ron(), ron, "one undo step");
    }
}

/// The bar's box has another middle than the bar, and its rectangle that middle for its position.
#[test]
fn a_body_of_another_kind_of_shape_keeps_its_links_where_they_are() {
    let mut hand = TestHand::on(LINKED);
    hand.select(&["bar"]);
    let (before, position) = (hand.link_ends(), hand.body("bar").position);
    let mut bar = hand.body("bar").clone();
    if let SceneShape::Polygon { points, .. } = &mut bar.shape {
        points[0].x = -1.5;
    }
    hand.apply(Command::Edit(EditCommand::Do(Change::SetBodies(vec![(1, bar)]))));
    arrange(&mut hand, Arrangement::ChangeShape(ShapeKind::Rectangle));
    assert!(hand.body("bar").position.distance(position) > 0.2, "it has moved");
    for ((name, was), (_, is)) in before.iter().zip(hand.link_ends()) {
        assert!(is.distance(*was) < 5.0e-6, "{name}: {was} became {is}");
    }
}

/// The only way was three buttons at the end of the panel, which was not shown while bodies were selected.
#[test]
fn two_selected_bodies_are_joined_and_that_is_undone() {
    let ends = |hand: &TestHand| {
        let of_joints = hand.scene().joints.iter().map(|joint| joint.ends().map(str::to_owned));
        let of_rest = hand.scene().generators.iter().filter_map(|generator| generator.ends());
        of_joints.chain(of_rest.map(|ends| ends.map(str::to_owned))).collect::<Vec<_>>()
    };
    for link in [NewLink::Revolute, NewLink::Rod, NewLink::Cable] {
        let command = Command::Edit(EditCommand::Arrange(Arrangement::Join(link)));
        let mut hand = TestHand::on(BOXES);
        hand.apply(Command::Select(SelectCommand::Only(vec![1, 3])));
        assert!(hand.state.is_enabled(&command));
        let before = hand.ron();
        hand.apply(command.clone());
        assert_eq!(ends(&hand), [["b", "d"]], "{link:?}: {}", hand.last_message());
        hand.undo();
        assert_eq!(hand.ron(), before);
        hand.apply(Command::View(ViewCommand::SelectPair(None)));
        hand.apply(Command::Select(SelectCommand::Only(vec![0, 1, 2])));
        hand.apply(Command::View(ViewCommand::SelectPair(None)));
        assert!(!hand.state.is_enabled(&command));
        hand.apply(command);
        assert_eq!(hand.last_message(), "Select two bodies to join them.");
    }
}
