//! Bodies of several shapes, chains and one-way bodies under the mouse.

use collision_test::app::hand::handles::{self, HandlePart, ShapeHandle};
use collision_test::app::{
    BodyEdit, Change, Command, EditCommand, Key, Modifiers, SelectCommand, TimeCommand, ViewCommand,
};
use collision_test::picture::display::{Item, Rect, text_box};
use collision_test::picture::overlay::Layer;
use collision_test::scene::{Scene, SceneShape, masks};
use glam::Vec2;

use crate::frame::texts;
use crate::hand::{TestHand, assert_near};
use crate::timeline::time;

const SCENE: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "cart", position: (1.0, 1.0), shapes: [
            Part(shape: Rectangle(width: 4.0, height: 1.0)),
            Part(shape: Circle(radius: 0.5), at: (1.5, -1.0)),
        ]),
        Body(name: "box", shape: Rectangle(width: 1.0, height: 1.0), position: (6.0, 1.0)),
        Body(name: "hill", shape: Chain(points: [(-6.0, -3.0), (0.0, -2.0), (6.0, -3.0)])),
    ],
    expect: [Separate(a: "box", b: "cart")],
)"#;

#[test]
fn bodies_become_one_and_come_apart_again_each_by_one_undo() {
    let mut hand = TestHand::on(SCENE);
    let before = hand.ron();
    hand.select(&["cart", "box"]);
    hand.apply(Command::Edit(EditCommand::Group));
    assert_eq!(hand.scene().bodies.len(), 2);
    let places: Vec<Vec2> = hand.body("cart").shape.parts().iter().map(|part| part.at).collect();
    assert_eq!(places, [Vec2::ZERO, Vec2::new(1.5, -1.0), Vec2::new(5.0, 0.0)]);
    assert_eq!(hand.state.looking().selection(), [hand.index("cart")]);
    assert!(hand.last_message().contains("1 expectation"), "{}", hand.last_message());
    hand.apply(Command::Edit(EditCommand::Ungroup));
    let places: Vec<Vec2> = hand
        .scene()
        .bodies
        .iter()
        .filter(|body| body.name.starts_with("cart"))
        .map(|body| body.position)
        .collect();
    assert_eq!(places, [Vec2::new(1.0, 1.0), Vec2::new(2.5, 0.0), Vec2::new(6.0, 1.0)]);
    assert_eq!(hand.state.looking().selection().len(), 3);
    hand.undo();
    hand.undo();
    assert_eq!(hand.ron(), before);
}

/// The bodies that come are named one body after the other, and a line follows its part; a piece is no part.
#[test]
fn several_bodies_come_apart_at_once() {
    let body = |name: &str, x: f32| {
        let part = |at: f32| format!("Part(shape: Circle(radius: 0.5), at: ({at:?}, 0.0)),");
        let parts = [0.0, 1.0, 2.0].map(part).concat();
        format!("Body(name: \"{name}\", position: ({x:?}, 0.0), shapes: [{parts}]),")
    };
    let bodies = [body("a", 0.0), body("a 2", 10.0), body("a 5", 20.0)].concat();
    let mut hand = TestHand::on(&format!(
        r#"Scene(version: 1, bodies: [{bodies} Body(name: "jelly", shape: Circle(radius: 0.5), position: (0.0, 5.0))],
        listeners: [Listener(body: "jelly", then: Burst(count: 4))],
        expect: [Separate(a: "a/2", b: "a 2/3"), Separate(a: "a 2/1", b: "a 5/3"), Separate(a: "jelly/1", b: "a/3", frame: 9)],
        watch: ["a/3,a 5/2.distance"])"#
    ));
    hand.apply(Command::Select(SelectCommand::All));
    hand.apply(Command::Edit(EditCommand::Ungroup));
    let places: Vec<(&str, f32)> =
        hand.scene().bodies.iter().map(|body| (body.name.as_str(), body.position.x)).collect();
    let expected = [("a", 0.0), ("a 2", 10.0), ("a 5", 20.0), ("jelly", 0.0), ("a 3", 1.0), ("a 4", 2.0)];
    let others = [("a 6", 11.0), ("a 7", 12.0), ("a 8", 21.0), ("a 9", 22.0)];
    assert_eq!(places, [&expected[..], &others].concat());
    let lines: Vec<String> = hand.scene().expect.iter().map(|line| line.names(" – ")).collect();
    assert_eq!(lines, ["a 3 – a 7", "a 2 – a 9", "jelly/1 – a 4"]);
    assert_eq!(hand.scene().watch, ["a 4,a 8.distance"]);
}

const LINES: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "a", shape: Rectangle(width: 1.0, height: 1.0), position: (-2.0, 2.0), motion: Dynamic(), friction: 0.1),
        Body(name: "b", shape: Circle(radius: 0.5), position: (0.0, 2.0), motion: Dynamic(damping: 0.5), restitution: 0.7,
            friction: 0.9, one_way: (0.0, 1.0)),
        Body(name: "floor", shape: Chain(points: [(6.0, 0.0), (2.0, 0.0), (0.0, -1.0), (-6.0, 0.0)])),
    ],
    listeners: [Listener(name: "pick", body: "b"), Listener(body: "floor")],
    generators: [Rod(a: "b", b: "floor", length: 2.0)],
    queries: [
        Closest(name: "gap", a: "b", b: "floor"),
        Closest(name: "own", a: "a", b: "b"),
        Ray(name: "eye", from: (1.0, 0.0), to: (2.0, 0.0), of: "b", ignore: ["b", "a"]),
    ],
    expect: [
        Separate(a: "b", b: "floor"),
        Never(stop: Ghost(body: "b"), frames: (0, 60)),
        Miss(query: "eye"),
        Separate(a: "a", b: "b"),
    ],
    stops: [Begin(a: "b", b: "floor"), Event(listener: "pick"), Event(listener: "listener 2"), Crosses(a: "b", b: "a")],
    watch: ["b.speed", "b,floor.depth", "b,a.distance", "energy"],
    inputs: [
        Push(frame: 3, body: "b", impulse: (1.0, 0.0)),
        Pull(frames: (0, 5), body: "b", from: (0.0, 0.5), to: [(0, (1.0, 3.0))], stiffness: 10.0),
    ],
)"#;

/// A body in a group stays what the lines name: its part, or where a kind of line has no parts, the whole. The rest is told.
#[test]
fn lines_that_name_a_body_name_its_part_once_it_is_in_a_group() {
    let mut hand = TestHand::on(LINES);
    let before = hand.ron();
    hand.select(&["a", "b"]);
    hand.apply(Command::Edit(EditCommand::Group));
    let ron = hand.ron().split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        r#"Listener(name: "pick", body: "a")"#,
        r#"Closest(name: "gap", a: "a/2", b: "floor")"#,
        // 2 m further to the left is the one that it is of.
        r#"Ray(name: "eye", from: (3.0, 0.0), to: (4.0, 0.0), of: "a", ignore: ["a"])"#,
        r#"Separate(a: "a/2", b: "floor")"#,
        r#"Never(stop: Ghost(body: "a"), frames: (0, 60))"#,
        r#"Miss(query: "eye")"#,
        r#"Begin(a: "a/2", b: "floor")"#,
        r#"Event(listener: "pick")"#,
        r#"Event(listener: "listener 2")"#,
        r#"["a.speed", "a/2,floor.depth", "energy"]"#,
        r#"Push(frame: 3, body: "a", impulse: (1.0, 0.0))"#,
        r#"body: "a", from: (2.0, 0.5)"#,
    ] {
        assert!(ron.contains(line), "{line}\n{ron}");
    }
    let gone = "Gone: 1 expectation, 1 stop, 1 watched number, 1 query, 1 rod, friction of 1 body, restitution of 1 body, \
                one_way of 1 body, damping of 1 body, the name b.";
    assert_eq!(hand.last_message(), gone);
    hand.undo();
    assert_eq!(hand.ron(), before);
}

#[test]
fn what_goes_with_a_deleted_body_is_told_by_kind() {
    let mut hand = TestHand::on(LINES);
    hand.select(&["b"]);
    hand.apply(Command::Edit(EditCommand::Delete));
    let gone = "Gone: 4 expectations, 3 stops, 3 watched numbers, 3 queries, 1 listener, 2 inputs, 1 rod.";
    assert_eq!(hand.last_message(), gone);
    // A listener without a name is called by its number, which is another one now.
    let stops: Vec<String> = hand.scene().stops.iter().map(|stop| stop.text()).collect();
    assert_eq!(stops, [r#"Event(listener: "listener 1")"#]);
}

/// They came apart again as "cart 2" to "cart 4".
#[test]
fn a_group_tells_which_names_and_masks_go() {
    let body = |name: &str, more: &str| format!("(name: \"{name}\", shape: Circle(radius: 1.0){more}),");
    let bodies = body("cart", "")
        + &body("turret", ", is: [\"gun\"]")
        + &body("feeler", "")
        + &body("post", ", meets: []");
    let mut hand = TestHand::on(&format!("(version: 1, bodies: [{bodies}])"));
    hand.apply(Command::Select(SelectCommand::All));
    hand.apply(Command::Edit(EditCommand::Group));
    assert_eq!(
        hand.last_message(),
        "Gone: masks (is) of 1 body, masks (meets) of 1 body, the names turret, feeler and post."
    );
    let many: String = (0..9).map(|number| body(&format!("b{number}"), "")).collect();
    let mut hand = TestHand::on(&format!("(version: 1, bodies: [{many}])"));
    hand.apply(Command::Select(SelectCommand::All));
    hand.apply(Command::Edit(EditCommand::Group));
    assert_eq!(hand.last_message(), "Gone: the names b1, b2, b3 and 5 more.");
}

/// Two tiles that touch and two that do not reach them: each line names the chain around its tile.
#[test]
fn lines_that_name_a_tile_name_the_chain_around_it_once_it_is_merged() {
    let tile = |name: &str, x: f32| {
        format!(r#"Body(name: "{name}", shape: Rectangle(width: 1.0, height: 1.0), position: ({x:?}, 0.0)),"#)
    };
    let tiles = tile("t1", 0.0) + &tile("t2", 1.0) + &tile("t3", 5.0) + &tile("t4", 6.0);
    let mut hand = TestHand::on(&format!(
        r#"Scene(version: 1, bodies: [{tiles}
            Body(name: "p", shape: Circle(radius: 0.4), position: (1.0, 1.0), motion: Dynamic()),
        ],
        listeners: [Listener(name: "pick", body: "t2"), Listener(name: "break", body: "t3", then: Burst(count: 4))],
        queries: [Closest(name: "gap", a: "p", b: "t2"), Cast(name: "fall", body: "p", by: (0.0, -1.0), ignore: ["t2"])],
        expect: [Separate(a: "p", b: "t4"), Separate(a: "t1", b: "p"), Separate(a: "t1", b: "t2")],
        stops: [Begin(a: "p", b: "t2"), Event(listener: "break")],
        watch: ["p,t2.depth", "p,t3.depth"])"#
    ));
    let before = hand.ron();
    hand.select(&["t1", "t2", "t3", "t4"]);
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    assert!(hand.state.is_enabled(&Command::Edit(EditCommand::Undo)), "there is a merge to drop");
    hand.undo();
    assert!(hand.state.merge_draft().is_none());
    assert_eq!(hand.ron(), before);
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    hand.key(Key::Enter);
    let ron = hand.ron();
    let [near, far] = [1.0, 6.0].map(|x| {
        let is_around = |points: &[Vec2], at: Vec2| {
            let xs = points.iter().map(|point| point.x + at.x);
            (xs.clone().fold(f32::INFINITY, f32::min)..xs.fold(-f32::INFINITY, f32::max)).contains(&x)
        };
        let mut bodies = hand.scene().bodies.iter();
        let chain = bodies.find(|body| matches!(&body.shape, SceneShape::Chain { points, .. } if is_around(points, body.position)));
        chain.expect("a chain").name.clone()
    });
    assert_ne!(near, far);
    for line in [
        format!(r#"Listener(name: "pick", body: "{near}")"#),
        format!(r#"Closest(name: "gap", a: "p", b: "{near}")"#),
        format!(r#"ignore: ["{near}"]"#),
        format!(r#"Separate(a: "p", b: "{far}")"#),
        format!(r#"Separate(a: "{near}", b: "p")"#),
        format!(r#"Begin(a: "p", b: "{near}")"#),
        format!(r#"watch: ["p,{near}.depth", "p,{far}.depth"]"#),
    ] {
        assert!(ron.contains(&line), "{line}\n{ron}");
    }
    assert_eq!(hand.last_message(), "4 bodies became 2 chains. Gone: 1 expectation, 1 stop, 1 listener.");
    hand.undo();
    assert_eq!(hand.ron(), before);
}

/// What named a part names its body then, and follows a body's new name as it did before.
#[test]
fn lines_that_name_a_part_follow_it() {
    let line = "expect: [Separate(a: \"box\", b: \"cart\")],";
    let more = "expect: [Separate(a: \"box\", b: \"cart/2\"), Contact(a: \"cart/1\", b: \"box\", frame: 2), Separate(a: \"cart\", b: \"hill\")],
        stops: [Begin(a: \"cart/2\", b: \"*\")], watch: [\"cart/2,box.depth\"],
        queries: [Closest(name: \"gap\", a: \"cart/2\", b: \"box\")],";
    let mut hand = TestHand::on(&SCENE.replace(line, more));
    let before = hand.ron();
    let named = |hand: &TestHand| {
        let scene = hand.scene();
        let of_lines = scene
            .expect
            .iter()
            .flat_map(|line| line.bodies())
            .chain(scene.stops.iter().flat_map(|stop| stop.bodies()));
        let of_lines = of_lines.chain(scene.queries.iter().flat_map(|query| query.bodies()));
        let names: Vec<&str> =
            of_lines.map(|(_, name)| name).chain(scene.watch.iter().map(String::as_str)).collect();
        names.join(" ")
    };
    hand.apply(Change::Rename(hand.index("cart"), "car".to_owned()).into());
    assert_eq!(named(&hand), "box car/2 car/1 box car hill car/2 car/2 box car/2,box.depth");
    hand.select(&["car"]);
    hand.apply(Command::Edit(EditCommand::Ungroup));
    assert_eq!(named(&hand), "box car 2 car box car hill car 2 car 2 box car 2,box.depth");
    hand.undo();
    hand.undo();
    assert_eq!(hand.ron(), before);
}

#[test]
fn a_double_click_enters_a_body_whose_parts_move_and_turn_by_themselves() {
    let mut hand = TestHand::on(SCENE);
    hand.click((1.0, 1.0));
    assert_eq!(hand.state.looking().entered(), None);
    hand.click((1.0, 1.0));
    assert_eq!(hand.state.looking().entered(), Some(hand.index("cart")));
    let wheel = hand.handle(HandlePart::Part(1));
    assert_near(wheel.into(), (2.5, 0.0), 1.0e-4);
    hand.drag(wheel, (1.0, -0.5));
    assert_near(hand.body("cart").shape.parts()[1].at, (0.0, -1.5), 0.02);
    assert_eq!(hand.body("cart").position, Vec2::new(1.0, 1.0), "the body stays");
    hand.undo();
    assert_eq!(hand.body("cart").shape.parts()[1].at, Vec2::new(1.5, -1.0));
    hand.select(&["cart"]);
    hand.apply(Command::Select(SelectCommand::Enter(hand.index("cart"))));
    // From straight up to 30° to the left of it.
    let handle = hand.handle(HandlePart::PartTurn(0));
    let middle = Vec2::new(1.0, 1.0);
    let turned = middle + Vec2::from_angle(30.2_f32.to_radians()).rotate(Vec2::from(handle) - middle);
    hand.with(Modifiers::SHIFT, |hand| hand.drag(handle, turned.into()));
    assert_eq!(hand.body("cart").shape.parts()[0].turned, 30.0);
    hand.key(Key::Escape);
    assert_eq!((hand.state.looking().entered(), hand.state.looking().selection().len()), (None, 1));
}

/// Each part has a cross on the square that moves it, and its round handle apart from all others, at several zooms.
#[test]
fn the_handles_of_parts_are_told_apart() {
    let mut hand = TestHand::on(SCENE);
    hand.select(&["cart"]);
    assert!(!hand.state.hint().contains("Esc leaves"), "{}", hand.state.hint());
    hand.apply(Command::Select(SelectCommand::Enter(hand.index("cart"))));
    hand.hover((1.0, 1.0));
    let hint = hand.state.hint();
    assert!(hint.contains("Esc leaves cart") && hint.contains("crossed squares move its parts"), "{hint}");
    for zoom in 0..6 {
        let (state, view) = (&hand.state, hand.state.showing().view());
        let handles = handles::of_parts(state.scene(), state.run().world(), view, hand.index("cart"), 1.0);
        for handle in &handles {
            let crosses = hand.state.picture().items.into_iter().filter(|(_, item)| {
                let Item::Segments { lines, .. } = item else { return false };
                lines.len() == 2 && lines.iter().all(|[p, q]| p.midpoint(*q).distance(handle.screen) < 0.01)
            });
            let moves = matches!(handle.part, HandlePart::Part(_));
            assert_eq!(crosses.count(), usize::from(moves), "{:?}", handle.part);
            if let HandlePart::PartTurn(part) = handle.part {
                let is_of_it = |other: &HandlePart| matches!(other, HandlePart::Part(i) | HandlePart::PartShape(i, _) if *i == part);
                for other in handles.iter().filter(|other| is_of_it(&other.part)) {
                    let apart = other.screen.distance(handle.screen);
                    assert!(apart > 10.0, "{:?} and {:?}: {apart} px, zoom {zoom}", handle.part, other.part);
                }
            }
        }
        hand.apply(Command::View(ViewCommand::ZoomOut));
        hand.wait(1.0);
    }
}

#[test]
fn a_whole_body_of_several_shapes_moves_and_turns_as_one() {
    let mut hand = TestHand::on(SCENE);
    hand.drag((0.0, 1.0), (0.0, 2.0));
    assert_near(hand.body("cart").position, (1.0, 2.0), 0.02);
    // The wheel is a part of it, beside the box.
    hand.drag((2.5, 1.0), (2.5, 0.0));
    assert_near(hand.body("cart").position, (1.0, 1.0), 0.02);
    assert_eq!(hand.body("cart").shape.parts()[1].at, Vec2::new(1.5, -1.0));
}

/// The plank's right side at 3 goes to 3.5, its left side stays at -1; the wheel's radius follows the pointer. One undo step
/// each.
#[test]
fn the_shapes_of_parts_are_resized_by_their_handles() {
    let mut hand = TestHand::on(SCENE);
    let before = hand.ron();
    let cart = hand.index("cart");
    hand.apply(Command::Select(SelectCommand::Enter(cart)));
    hand.drag(hand.handle(HandlePart::PartShape(0, ShapeHandle::Sides(Vec2::X))), (3.5, 1.0));
    let plank = hand.body("cart").shape.parts()[0].clone();
    let SceneShape::Rectangle { width, height, .. } = plank.shape else { panic!("{plank:?}") };
    assert!((width - 4.5).abs() < 0.03 && height == 1.0, "{width} {height}");
    assert!((plank.at.x - 0.5 * width - -2.0).abs() < 1.0e-5 && plank.at.y == 0.0, "{plank:?}");
    assert_eq!(hand.body("cart").position, Vec2::new(1.0, 1.0), "the body stays");
    let [from, to] = [hand.handle(HandlePart::PartShape(1, ShapeHandle::Radius)), (3.5, 0.0)];
    hand.drag(from, to);
    let SceneShape::Circle { radius } = hand.body("cart").shape.parts()[1].shape else { panic!() };
    assert!((radius - 1.0).abs() < 0.03, "{radius}");
    assert_eq!(hand.body("cart").shape.parts()[1].at, Vec2::new(1.5, -1.0));
    hand.undo();
    hand.undo();
    assert_eq!(hand.ron(), before);
}

#[test]
fn a_point_of_a_chain_is_dragged_but_never_onto_its_neighbour() {
    let mut hand = TestHand::on(SCENE);
    hand.select(&["hill"]);
    hand.drag(hand.handle(HandlePart::Shape(ShapeHandle::Point(1))), (1.0, -1.0));
    let points = |hand: &TestHand| {
        let SceneShape::Chain { points, .. } = &hand.body("hill").shape else { panic!("no chain") };
        points.clone()
    };
    assert_near(points(&hand)[1], (1.0, -1.0), 0.02);
    hand.undo();
    let before = points(&hand);
    hand.drag(hand.handle(HandlePart::Shape(ShapeHandle::Point(1))), (6.0, -3.0));
    assert_ne!(points(&hand)[1], before[2]);
    assert!(hand.scene().validate().is_ok());
}

#[test]
fn parts_and_one_way_are_edited_and_undone_one_by_one() {
    let mut hand = TestHand::on(SCENE);
    let before = hand.ron();
    let part = |name, value| {
        let edit = BodyEdit::Part(1, Box::new(BodyEdit::Set(name, value)));
        Command::Edit(EditCommand::Do(Change::Body(vec![0], edit)))
    };
    use collision_test::scene::field::FieldValue;
    hand.apply(part("radius", FieldValue::Number(0.75)));
    hand.apply(part("density", FieldValue::Number(2.0)));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(vec![1], BodyEdit::OneWay(Some(Vec2::Y))))));
    assert_eq!(hand.body("cart").shape.parts()[1].shape, SceneShape::Circle { radius: 0.75 });
    assert_eq!(hand.body("cart").shape.parts()[1].density, 2.0);
    assert_eq!(hand.body("box").one_way, Some(Vec2::Y));
    hand.apply(part("radius", FieldValue::Number(-1.0)));
    assert_eq!(
        hand.body("cart").shape.parts()[1].shape,
        SceneShape::Circle { radius: 0.75 },
        "it is refused"
    );
    (0..3).for_each(|_| hand.undo());
    assert_eq!(hand.ron(), before);
}

/// Every scene of levels with every layer, each pair in turn, over its frames.
#[test]
fn scenes_of_levels_are_shown_whole() {
    for path in std::fs::read_dir("scenes").unwrap().map(|entry| entry.unwrap().path()) {
        if !path.file_name().unwrap().to_string_lossy().starts_with("level-") {
            continue;
        }
        let mut hand = TestHand::on(&std::fs::read_to_string(&path).unwrap());
        for &layer in Layer::ALL {
            if !hand.state.showing().layers.has(layer) {
                hand.apply(Command::View(ViewCommand::ToggleLayer(layer)));
            }
        }
        hand.apply(Command::Select(SelectCommand::All));
        for _ in 0..8 {
            hand.key(Key::Tab);
            hand.letter('.', Modifiers::NONE);
            assert!(!hand.state.picture().items.is_empty(), "{path:?}");
            assert!(hand.state.explanation().is_none_or(|told| !told.paragraph().is_empty()), "{path:?}");
        }
        for index in 0..hand.scene().bodies.len() as u32 {
            hand.apply(Command::Select(SelectCommand::Enter(index)));
            assert!(!hand.state.picture().items.is_empty(), "{path:?}");
        }
    }
}

/// The box of the shipped scene is stopped by a ghost at frame 4; on the chain that the tiles become it slides on.
#[test]
fn touching_tiles_become_a_chain_by_one_undo_and_the_ghosts_end() {
    let mut hand = TestHand::on(include_str!("../../scenes/seams-of-tiles.ron"));
    let before = hand.ron();
    hand.select(&["tiles"]);
    let texts = |hand: &TestHand| texts(hand).join(" ");
    // First it is shown, and Esc leaves the tiles.
    hand.apply(time(TimeCommand::Seek(70)));
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    let told = "8 tiles → 1 chain. 1 ghost contact with them acted up to frame 70. Home first shows the cure from the start.";
    assert!(texts(&hand).contains(told), "{}", texts(&hand));
    assert_eq!(hand.ron(), before);
    // It is true of each frame that is gone to: the ghost acts in frame 4.
    for (frame, ghosts) in [(3, "0 ghost contacts"), (4, "1 ghost contact"), (80, "1 ghost contact")] {
        hand.apply(time(TimeCommand::Seek(frame)));
        hand.wait(0.0);
        let told = format!("{ghosts} with them acted up to frame {frame}.");
        assert!(texts(&hand).contains(&told), "{told} {}", texts(&hand));
    }
    hand.apply(time(TimeCommand::Seek(0)));
    assert!(!texts(&hand).contains("Home first"), "{}", texts(&hand));
    hand.apply(time(TimeCommand::Seek(70)));
    hand.key(Key::Escape);
    assert!(!texts(&hand).contains("8 tiles") && hand.state.looking().selection() == [2], "{}", texts(&hand));
    // What is not shown takes no Esc: the first one clears the selection.
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    hand.select(&["chain"]);
    assert!(!texts(&hand).contains("8 tiles"), "{}", texts(&hand));
    hand.key(Key::Escape);
    assert!(hand.state.looking().selection().is_empty());
    hand.select(&["tiles"]);
    hand.key(Key::Escape);
    hand.select(&["tiles"]);
    // At a past frame an edit begins the run anew: from the start nothing stops the box.
    hand.apply(time(TimeCommand::Seek(0)));
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    assert!(texts(&hand).contains("8 tiles → 1 chain."), "{}", texts(&hand));
    hand.key(Key::Enter);
    assert!(!texts(&hand).contains("8 tiles"), "{}", texts(&hand));
    let SceneShape::Chain { points, closed: true, one_sided: false } = &hand.body("tiles").shape else {
        panic!("{}", hand.ron());
    };
    let corners = [(-5.0, -1.0), (3.0, -1.0), (3.0, 0.0), (-5.0, 0.0)];
    let position = hand.body("tiles").position;
    assert_eq!(points.len(), 4, "{points:?}");
    for (x, y) in corners {
        assert!(
            points.iter().any(|point| (*point + position).distance(Vec2::new(x, y)) < 1.0e-6),
            "{points:?}"
        );
    }
    assert!(hand.last_message().contains("1 body became 1 chain"), "{}", hand.last_message());
    let mut world = hand.scene().to_world().unwrap();
    for _ in 0..60 {
        world.step();
    }
    assert_eq!(world.body(0).unwrap().velocity().x, 5.0, "nothing stops it");
    hand.apply(Command::Edit(EditCommand::Undo));
    assert_eq!(hand.ron(), before);

    hand.select(&["tiles", "on tiles"]);
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    assert!(hand.last_message().contains("\"on tiles\" is no tile of a level"), "{}", hand.last_message());
    assert_eq!(hand.ron(), before);
}

/// The cure that the words name could not be had where the ghost was looked at. A tile apart and one of another friction are
/// left as they are.
#[test]
fn a_ghost_that_is_looked_at_tells_which_tiles_to_merge() {
    let tile = |name: &str, x: f32, more: &str| {
        format!(
            "(name: \"{name}\", shape: Rectangle(width: 1.0, height: 1.0), position: ({x:?}, -0.5){more}),"
        )
    };
    let row: String = (0..8).map(|x| tile(&format!("t{x}"), x as f32 - 4.5, "")).collect();
    let others = tile("ice", 3.5, ", friction: 0.0") + &tile("far", 9.5, "");
    let mut hand = TestHand::on(&format!(
        "(version: 1, solver: Off, bodies: [(name: \"box\", shape: Rectangle(width: 0.6, height: 1.2),
          position: (-3.267, 0.53), motion: Dynamic()), {row}{others}])"
    ));
    hand.wait(0.0);
    assert!(!hand.state.is_enabled(&Command::Edit(EditCommand::MergeTiles)));
    let ghost = hand
        .state
        .derived()
        .report
        .pairs
        .iter()
        .find(|pair| pair.ghost.is_some())
        .map(|pair| (pair.a, pair.b));
    assert!(ghost.is_some());
    hand.apply(Command::View(ViewCommand::SelectPair(ghost)));
    assert!(hand.state.is_enabled(&Command::Edit(EditCommand::MergeTiles)));
    for selected in [vec![], vec![hand.index("box")]] {
        hand.apply(Command::Select(SelectCommand::Only(selected)));
        hand.apply(Command::View(ViewCommand::SelectPair(ghost)));
        hand.apply(Command::Edit(EditCommand::MergeTiles));
        assert_eq!(hand.state.merge_draft().unwrap().made, "8 tiles → 1 chain.");
        assert_eq!(hand.state.looking().selection().len(), 8);
        hand.key(Key::Escape);
    }
    // Tiles that a person selected are those that are meant.
    hand.select(&["t6", "t7"]);
    hand.apply(Command::View(ViewCommand::SelectPair(ghost)));
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    assert_eq!(hand.state.merge_draft().unwrap().made, "2 tiles → 1 chain.");
}

/// What was said of the parts of the tiles stayed when they had become a chain.
#[test]
fn the_hint_of_parts_goes_with_the_parts() {
    let mut hand = TestHand::on(include_str!("../../scenes/seams-of-tiles.ron"));
    hand.select(&["tiles"]);
    hand.apply(Command::Select(SelectCommand::Enter(hand.index("tiles"))));
    assert!(hand.state.hint().contains("Esc leaves tiles"), "{}", hand.state.hint());
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    hand.key(Key::Enter);
    hand.wait(0.0);
    assert!(!hand.state.hint().contains("Esc leaves"), "{}", hand.state.hint());
    hand.undo();
    assert!(hand.scene().validate().is_ok());
}

/// The canvas of a window of 900 by 600.
#[test]
fn what_a_merge_says_is_readable_on_a_narrow_canvas() {
    let mut hand = TestHand::on(include_str!("../../scenes/seams-of-tiles.ron"));
    let canvas = Rect { min: Vec2::new(0.0, 38.0), max: Vec2::new(560.0, 470.0) };
    hand.resize(canvas);
    hand.apply(time(TimeCommand::Seek(4)));
    hand.select(&["tiles"]);
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    let told = "8 tiles → 1 chain. 1 ghost contact with them acted up to frame 4. Home first shows the cure from the start.";
    let items = hand.state.picture().items.into_iter();
    let lines = items.filter_map(|(_, item)| match item {
        Item::Text { text, size, position, align, plate: Some(_), monospace: false, .. } => {
            let at = text_box(position, &text, size, align, false).text;
            told.contains(text.as_str()).then_some((text, at))
        }
        _ => None,
    });
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" "), told);
    for (text, at) in &lines {
        assert!(canvas.holds_rect(at), "{text:?} at {at:?}");
    }
}

/// A platform in a pair and selected, wide and narrow: neither its letter nor a handle lies on the arrow.
#[test]
fn the_arrow_of_a_one_way_body_lies_clear_of_its_letter_and_its_handles() {
    for width in [3.0, 1.0] {
        let mut hand = TestHand::on(&format!(
            r#"Scene(version: 1, bodies: [
                Body(name: "player", shape: Rectangle(width: 0.6, height: 1.2), position: (0.0, 3.0), motion: Dynamic()),
                Body(name: "platform", shape: Rectangle(width: {width:?}, height: 0.4), one_way: (0.0, 1.0)),
                Body(name: "floor", shape: Rectangle(width: 10.0, height: 1.0), position: (0.0, -2.0)),
            ])"#
        ));
        hand.select(&["player", "platform"]);
        hand.select(&["platform"]);
        let pair = Some((hand.index("player"), hand.index("platform")));
        hand.apply(Command::View(ViewCommand::SelectPair(pair)));
        let items: Vec<Item> = hand.state.picture().items.into_iter().map(|(_, item)| item).collect();
        let arrow = items.iter().find_map(|item| match item {
            // The legend has one as well.
            Item::Arrow { from, to, head, .. }
                if from.x == to.x && *head < 12.0 && from.distance(hand.screen((0.0, 0.0))) < 200.0 =>
            {
                Some((*from, *to))
            }
            _ => None,
        });
        let (from, to) = arrow.expect("an arrow");
        let near = |at: Vec2| {
            let along = to - from;
            (from + along * ((at - from).dot(along) / along.length_squared()).clamp(0.0, 1.0)).distance(at)
        };
        let discs = items.iter().filter_map(|item| match item {
            Item::Circle { center, radius, fill: Some(_), .. } if *radius > 7.0 && *radius < 13.0 => {
                Some((*center, *radius))
            }
            _ => None,
        });
        for (center, radius) in discs {
            assert!(near(center) > radius, "{width}: a letter at {center} on {from}..{to}");
        }
        if width == 3.0 {
            let (state, view) = (&hand.state, hand.state.showing().view());
            let selection = state.looking().selection();
            for handle in handles::handles(state.scene(), state.run().world(), view, selection, 1.0) {
                assert!(near(handle.screen) > 8.0, "{:?} on the arrow", handle.part);
            }
        }
    }
}

/// A cell of the masks' matrix is one undo step, whatever the bodies of both names met before.
#[test]
fn a_cell_of_the_masks_matrix_makes_two_sorts_meet_or_not() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, bodies: [
            Body(name: "floor", shape: Rectangle(width: 9.0, height: 1.0)),
            Body(name: "p1", shape: Circle(radius: 0.5), is: ["player"]),
            Body(name: "p2", shape: Circle(radius: 0.5), is: ["player", "ghost"], meets: ["level", "enemy"]),
            Body(name: "e", shape: Circle(radius: 0.5), is: ["enemy"], meets: ["player"]),
        ])"#,
    );
    let meet = |hand: &TestHand, a: usize, b: usize| {
        let bodies = hand.scene().to_world().unwrap();
        let filter = |index: usize| bodies.bodies()[index].filter();
        filter(a).lets_meet(filter(b))
    };
    let cell = |hand: &TestHand, a: &str, b: &str| masks::do_meet(hand.scene(), a, b);
    assert_eq!((cell(&hand, "player", "enemy"), cell(&hand, "player", "player")), (Some(true), None));
    let before = hand.scene().clone();
    let set = |hand: &mut TestHand, a: &str, b: &str, to: bool| {
        let bodies = masks::made_to_meet(hand.scene(), a, b, to);
        hand.apply(Command::Edit(EditCommand::Do(Change::SetBodies(bodies))));
        assert_eq!(cell(hand, a, b), Some(to));
        assert_eq!(cell(hand, b, a), Some(to));
    };
    set(&mut hand, "enemy", "player", false);
    assert!(!meet(&hand, 1, 3) && !meet(&hand, 2, 3));
    // The floor has no name: who meets no name any more still meets it.
    assert!(meet(&hand, 3, 0) && meet(&hand, 1, 0));
    hand.apply(Command::Edit(EditCommand::Undo));
    assert_eq!(*hand.scene(), before);
    set(&mut hand, "player", "player", false);
    assert!(!meet(&hand, 1, 2) && meet(&hand, 1, 3) && meet(&hand, 1, 0));
    set(&mut hand, "player", "player", true);
    set(&mut hand, "ghost", "enemy", false);
    assert!(meet(&hand, 1, 2) && meet(&hand, 1, 3) && !meet(&hand, 2, 3));
}

/// The name that stands for bodies without one is no body's: a click changed nothing where one was called so.
#[test]
fn a_sort_called_unnamed_is_let_pass_as_any_other() {
    let scene = Scene::from_ron(
        r#"Scene(version: 1, bodies: [
            Body(name: "floor", shape: Circle(radius: 0.5)),
            Body(name: "p", shape: Circle(radius: 0.5), is: ["unnamed"], meets: ["unnamed"]),
        ])"#,
        "scene",
    );
    let mut scene = scene.unwrap();
    for (index, body) in masks::made_to_meet(&scene, "unnamed", "unnamed", false) {
        scene.bodies[index as usize] = body;
    }
    assert_eq!(masks::do_meet(&scene, "unnamed", "unnamed"), Some(false));
    let world = scene.to_world().unwrap();
    assert!(world.bodies()[1].filter().lets_meet(world.bodies()[0].filter()), "the floor still holds it");
}

#[test]
fn group_ungroup_and_merge_have_keys() {
    let mut hand = TestHand::on(SCENE);
    let before = hand.ron();
    hand.select(&["cart", "box"]);
    hand.letter('G', Modifiers::CTRL);
    assert_eq!((hand.scene().bodies.len(), hand.body("cart").shape.parts().len()), (2, 3));
    hand.letter('G', Modifiers::CTRL_SHIFT);
    assert_eq!(hand.scene().bodies.len(), 4);
    hand.undo();
    hand.undo();
    assert_eq!(hand.ron(), before);
    let tile = |name: &str, x: f32| {
        format!("(name: \"{name}\", shape: Rectangle(width: 1.0, height: 1.0), position: ({x}, 0))")
    };
    let mut hand =
        TestHand::on(&format!("(version: 1, bodies: [{}, {}])", tile("left", 0.0), tile("right", 1.0)));
    hand.select(&["left", "right"]);
    hand.letter('J', Modifiers::CTRL);
    hand.key(Key::Enter);
    assert_eq!(hand.scene().bodies.len(), 1);
    assert_eq!(hand.body("left").shape.kind(), collide2d::ShapeKind::Chain);
}

/// The ray went on as if nothing had happened.
#[test]
fn a_name_that_goes_from_what_a_ray_ignores_is_told() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, bodies: [
            Body(name: "guard", shape: Circle(radius: 1.0)),
            Body(name: "wall", shape: Circle(radius: 1.0), position: (5.0, 0.0)),
        ], queries: [Ray(name: "sight", from: (-3.0, 0.0), to: (9.0, 0.0), ignore: ["guard"])])"#,
    );
    hand.select(&["guard"]);
    hand.apply(Command::Edit(EditCommand::Delete));
    assert!(hand.scene().queries[0].ignore.is_empty());
    assert_eq!(hand.last_message(), "Gone: 1 ignored body of a query.");
}
