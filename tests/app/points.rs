//! Chains drawn point by point, and points of chains and polygons added and taken away.

use collision_test::app::hand::handles::{self, HandlePart, ShapeHandle};
use collision_test::app::{
    BodyEdit, Change, Command, EventKind, Key, Modifiers, PointerButton, SelectCommand, Tool,
};
use collision_test::picture::display::{Dash, Item};
use collision_test::scene::shape::MAX_CHAIN_POINTS;
use collision_test::scene::{SceneBody, SceneMotion, SceneShape};
use glam::Vec2;

use crate::hand::{TestHand, assert_near};

/// A drag gives tenths of a pixel.
const FINE: f32 = 0.0021;

/// Points of a body in world coordinates, and whether it is closed.
fn points(hand: &TestHand, name: &str) -> (Vec<Vec2>, bool) {
    let body = hand.body(name);
    let (local, closed) = match &body.shape {
        SceneShape::Chain { points, closed, .. } => (points, *closed),
        SceneShape::Polygon { points, .. } => (points, true),
        other => panic!("{other:?}"),
    };
    (local.iter().map(|point| body.pose().world_from_local(*point)).collect(), closed)
}

fn on_chain(points: &str, closed: bool) -> TestHand {
    let chain = format!("Chain(points: [{points}], closed: {closed})");
    let hand = format!("(version: 1, bodies: [(name: \"hill\", shape: {chain})])");
    let mut hand = TestHand::on(&hand);
    hand.select(&["hill"]);
    hand
}

fn part(handle: ShapeHandle) -> HandlePart {
    HandlePart::Shape(handle)
}

const ZIGZAG: [(f32, f32); 4] = [(-6.0, 3.0), (-3.0, 4.0), (0.0, 3.0), (3.0, 4.5)];

#[test]
fn a_chain_is_clicked_and_ended_by_enter_or_a_double_click_each_as_one_undo_step() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    for ends in [|hand: &mut TestHand| hand.key(Key::Enter), |hand: &mut TestHand| hand.click(ZIGZAG[3])] {
        hand.letter('I', Modifiers::NONE);
        for point in ZIGZAG {
            hand.click(point);
        }
        assert_eq!(hand.scene().bodies.len(), 4, "it is not in the scene before it ends");
        ends(&mut hand);
        let (drawn, closed) = points(&hand, "chain");
        assert_eq!((drawn.len(), closed), (4, false));
        drawn.into_iter().zip(ZIGZAG).for_each(|(found, clicked)| assert_near(found, clicked, FINE));
        assert_eq!(hand.body("chain").motion, SceneMotion::Static);
        assert_eq!(hand.state.hand().tool, Tool::Select);
        assert_eq!(hand.state.looking().selection(), [4]);
        hand.undo();
        assert_eq!(hand.ron(), before);
    }
}

#[test]
fn the_first_point_closes_a_chain_of_three_and_no_shorter_one() {
    let mut hand = TestHand::new();
    hand.letter('I', Modifiers::NONE);
    hand.click(ZIGZAG[0]);
    hand.click(ZIGZAG[0]);
    hand.click(ZIGZAG[1]);
    hand.click(ZIGZAG[0]);
    assert_eq!(hand.scene().bodies.len(), 4, "two points make no loop");
    hand.click(ZIGZAG[2]);
    hand.click(ZIGZAG[0]);
    let (drawn, closed) = points(&hand, "chain");
    assert_eq!((drawn.len(), closed), (3, true));
    assert!(hand.scene().validate().is_ok());
}

#[test]
fn delete_takes_the_last_point_of_a_chain_back_and_esc_or_a_right_click_all_of_them() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    let right_click = |hand: &mut TestHand| {
        let at = hand.screen((1.0, 1.0));
        let events = [EventKind::Pressed, EventKind::Released].map(|kind| kind(PointerButton::Right, at));
        hand.frame_of(&events, at, 0.016);
    };
    for leave in [|hand: &mut TestHand| hand.key(Key::Escape), right_click] {
        hand.letter('I', Modifiers::NONE);
        ZIGZAG.iter().for_each(|point| hand.click(*point));
        let count = |hand: &TestHand| hand.state.hand().tools.clicked.len();
        hand.key(Key::Delete);
        assert_eq!(count(&hand), 3);
        hand.effects.clear();
        leave(&mut hand);
        assert_eq!((count(&hand), hand.state.hand().tool), (0, Tool::Draw(collide2d::ShapeKind::Chain)));
        assert!(hand.effects.is_empty(), "a menu: {:?}", hand.effects);
        hand.key(Key::Enter);
        assert_eq!(hand.ron(), before);
    }
    // With nothing in progress it is the menu of the canvas.
    right_click(&mut hand);
    assert_eq!(hand.effects.len(), 1);
}

/// The line that a click would make is dashed, from the last point to the pointer, and to the first where it would close.
#[test]
fn the_next_segment_of_a_chain_is_shown_before_the_click() {
    let mut hand = TestHand::new();
    hand.letter('I', Modifiers::NONE);
    ZIGZAG[..3].iter().for_each(|point| hand.click(*point));
    let dashed = |hand: &TestHand| {
        let list = hand.state.picture();
        let mut lines = list.items.iter().filter_map(|(from, item)| match item {
            Item::Path { points, stroke: Some(stroke), .. }
                if from.layer == "editor" && stroke.dash != Dash::Solid =>
            {
                Some(points.clone())
            }
            _ => None,
        });
        lines.next_back().unwrap()
    };
    let screen = |hand: &TestHand, at| hand.screen(at);
    hand.hover((4.0, 5.0));
    let line = dashed(&hand);
    assert_eq!(line.len(), 2, "it stays open");
    assert!(
        line[0].distance(screen(&hand, ZIGZAG[2])) < 0.2 && line[1].distance(screen(&hand, (4.0, 5.0))) < 0.2
    );
    hand.hover(ZIGZAG[0]);
    assert!(dashed(&hand)[1].distance(screen(&hand, ZIGZAG[0])) < 0.2);
}

/// Two snapped clicks can have the same place without the second one being on the first.
#[test]
fn a_chain_refuses_the_point_that_it_has_just_got_and_more_than_4096() {
    let mut hand = TestHand::new();
    hand.letter('I', Modifiers::NONE);
    hand.letter('G', Modifiers::NONE);
    hand.click((2.0, 3.0));
    let step = hand.state.showing().grid().step();
    hand.click((2.0 + 0.45 * step, 3.0));
    let readout = |hand: &TestHand| hand.state.hand().tools.readout.clone().unwrap();
    assert_eq!(hand.state.hand().tools.clicked.len(), 1);
    assert!(readout(&hand).refused, "{:?}", readout(&hand));
    let many = (0..MAX_CHAIN_POINTS).map(|i| Vec2::new(i as f32, (i % 2) as f32));
    let refusal = collision_test::app::hand::tools::clicked::refusal;
    let many: Vec<Vec2> = many.collect();
    let kind = collide2d::ShapeKind::Chain;
    assert_eq!(refusal(kind, &many[..MAX_CHAIN_POINTS - 1], Vec2::NEG_X), None);
    assert_eq!(refusal(kind, &many, Vec2::NEG_X).unwrap(), "at most 4096 points");
}

#[test]
fn a_kept_tool_draws_one_chain_after_the_other() {
    let mut hand = TestHand::new();
    hand.letter('I', Modifiers::NONE);
    hand.letter('R', Modifiers::NONE);
    for _ in 0..2 {
        ZIGZAG.iter().for_each(|point| hand.click(*point));
        hand.key(Key::Enter);
    }
    assert_eq!(hand.scene().bodies.len(), 6);
    assert_eq!(points(&hand, "chain 2").0.len(), 4);
}

const HILL: &str = "(-6.0, -3.0), (0.0, -2.0), (6.0, -3.0)";

/// The second side goes from (0, -2) to (6, -3): its middle is (3, -2.5).
#[test]
fn the_ring_of_a_side_becomes_a_point_by_a_drag_or_a_click_as_one_undo_step() {
    let mut hand = on_chain(HILL, false);
    let before = hand.ron();
    let ring = hand.handle(part(ShapeHandle::Middle(1)));
    assert_eq!(ring, (3.0, -2.5));
    hand.drag(ring, (3.0, 1.0));
    let (now, _) = points(&hand, "hill");
    assert_eq!((now.len(), now[1], now[3]), (4, Vec2::new(0.0, -2.0), Vec2::new(6.0, -3.0)));
    assert_near(now[2], (3.0, 1.0), FINE);
    hand.undo();
    assert_eq!(hand.ron(), before);
    hand.click(ring);
    assert_eq!(
        points(&hand, "hill").0,
        [(-6.0, -3.0), (0.0, -2.0), (3.0, -2.5), (6.0, -3.0)].map(Vec2::from)
    );
    hand.undo();
    assert_eq!(hand.ron(), before);
    // Esc in the drag.
    hand.press(ring);
    hand.move_to((3.0, 1.0));
    assert_eq!(points(&hand, "hill").0.len(), 4);
    hand.key(Key::Escape);
    hand.release((3.0, 1.0));
    assert_eq!(hand.ron(), before);
}

#[test]
fn the_last_side_of_a_closed_chain_has_a_ring_and_that_of_an_open_one_has_none() {
    let mut hand = on_chain(HILL, true);
    let ring = hand.handle(part(ShapeHandle::Middle(2)));
    assert_eq!(ring, (0.0, -3.0));
    hand.drag(ring, (0.0, -5.0));
    let (now, closed) = points(&hand, "hill");
    assert!(closed && now.len() == 4);
    assert_near(now[3], (0.0, -5.0), FINE);
    let hand = on_chain(HILL, false);
    let (scene, world) = (hand.state.scene(), hand.state.run().world());
    let handles = handles::handles(scene, world, hand.state.showing().view(), &[0], 1.0);
    assert_eq!(handles.iter().filter(|handle| handle.is_middle()).count(), 2);
}

#[test]
fn alt_and_a_click_take_a_point_until_two_are_left_or_three_of_a_closed_chain() {
    for (closed, least) in [(false, 2), (true, 3)] {
        let mut hand = on_chain("(-6.0, -3.0), (0.0, -2.0), (6.0, -3.0), (6.0, 3.0), (-6.0, 3.0)", closed);
        let before = hand.ron();
        let take = |hand: &mut TestHand| {
            let at = hand.handle(part(ShapeHandle::Point(1)));
            hand.with(Modifiers::ALT, |hand| hand.click(at));
        };
        for left in (least..5).rev() {
            take(&mut hand);
            assert_eq!(points(&hand, "hill").0.len(), left);
        }
        assert!(hand.state.messages().is_empty());
        take(&mut hand);
        assert_eq!(points(&hand, "hill").0.len(), least);
        let why = if closed { "A closed chain needs 3 points." } else { "A chain needs 2 points." };
        assert_eq!(hand.last_message(), why);
        (least..5).for_each(|_| hand.undo());
        assert_eq!(hand.ron(), before, "one undo step each");
        // Without Alt a click on a point does nothing.
        let at = hand.handle(part(ShapeHandle::Point(1)));
        hand.click(at);
        assert_eq!(hand.ron(), before);
    }
}

#[test]
fn a_chain_of_4096_points_takes_no_more() {
    let last = MAX_CHAIN_POINTS as f32 - 2.0;
    let mut list: Vec<Vec2> = (0..MAX_CHAIN_POINTS - 1).map(|i| Vec2::new(0.001 * i as f32, 0.0)).collect();
    // A long last side has a ring.
    list.push(Vec2::new(0.001 * last + 4.0, 0.0));
    let mut hand = TestHand::on("(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1.0))])");
    let shape = SceneShape::Chain { points: list, closed: false, one_sided: false };
    hand.apply(Change::AddBodies(vec![SceneBody::new("hill", shape)]).into());
    hand.select(&["hill"]);
    let before = hand.ron();
    let ring = hand.handle(part(ShapeHandle::Middle(MAX_CHAIN_POINTS - 2)));
    hand.click(ring);
    assert_eq!(hand.ron(), before);
    assert!(hand.last_message().contains("2 to 4096 points"), "{}", hand.last_message());
    hand.press(ring);
    hand.move_to((ring.0, ring.1 + 1.0));
    let readout = hand.state.hand().tools.readout.clone().unwrap();
    assert_eq!((readout.text.as_str(), readout.refused), ("at most 4096 points", true));
    hand.release((ring.0, ring.1 + 1.0));
    assert_eq!(hand.ron(), before);
}

#[test]
fn a_polygon_gets_corners_outward_only_and_keeps_three() {
    let quad = "Polygon(points: [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)])";
    let mut hand = TestHand::on(&format!("(version: 1, bodies: [(name: \"quad\", shape: {quad})])"));
    hand.select(&["quad"]);
    let before = hand.ron();
    let ring = hand.handle(part(ShapeHandle::Middle(0)));
    assert_eq!(ring, (2.0, 0.0));
    hand.drag(ring, (2.0, 1.0));
    assert_eq!(hand.ron(), before);
    hand.drag(ring, (2.0, -1.0));
    let (now, _) = points(&hand, "quad");
    assert_eq!(now.len(), 5);
    assert_near(now[1], (2.0, -1.0), FINE);
    for left in [4, 3, 3] {
        let at = hand.handle(part(ShapeHandle::Point(1)));
        hand.with(Modifiers::ALT, |hand| hand.click(at));
        assert_eq!(points(&hand, "quad").0.len(), left);
    }
    assert_eq!(hand.last_message(), "A polygon needs 3 points.");
}

#[test]
fn the_points_of_a_part_are_added_and_taken_too() {
    let chain = "Part(shape: Chain(points: [(-3.0, 0.0), (3.0, 0.0), (4.0, -3.0)]), at: (0.0, 2.0))";
    let circle = "Part(shape: Circle(radius: 1.0))";
    let scene = format!("(version: 1, bodies: [(name: \"cart\", shapes: [{circle}, {chain}])])");
    let mut hand = TestHand::on(&scene);
    hand.apply(Command::Select(SelectCommand::Enter(0)));
    let count = |hand: &TestHand| hand.body("cart").shape.parts()[1].shape.points().len();
    hand.click(hand.handle(HandlePart::PartShape(1, ShapeHandle::Middle(0))));
    assert_eq!(count(&hand), 4);
    let at = hand.handle(HandlePart::PartShape(1, ShapeHandle::Point(1)));
    hand.with(Modifiers::ALT, |hand| hand.click(at));
    assert_eq!(count(&hand), 3);
}

#[test]
fn the_status_bar_says_what_can_be_done_with_points() {
    let mut hand = on_chain(HILL, false);
    hand.hover(hand.handle(part(ShapeHandle::Middle(1))));
    assert_eq!(hand.state.hint(), "Drag or click: a new point");
    hand.hover(hand.handle(part(ShapeHandle::Point(1))));
    assert_eq!(hand.state.hint(), "Drag: moves the point · Alt + click: takes it away");
    hand.letter('I', Modifiers::NONE);
    assert!(hand.state.hint().starts_with("Click the points of a chain"));
    hand.click((0.0, 0.0));
    hand.click((1.0, 1.0));
    assert!(hand.state.hint().contains("first point: closed"), "{}", hand.state.hint());
}

/// It said how many points a file may have.
#[test]
fn the_third_point_of_a_triangle_cannot_be_taken_away() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    hand.apply(Change::Body(vec![hand.index("gem")], BodyEdit::RemovePoint(1)).into());
    assert_eq!(hand.last_message(), "A polygon needs 3 points.");
    assert_eq!(hand.ron(), before);
}
