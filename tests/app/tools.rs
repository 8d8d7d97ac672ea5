use collide2d::ShapeKind;
use collision_test::app::hand::handles::{HandlePart, ShapeHandle};
use collision_test::app::hand::tools::Gesture;
use collision_test::app::hand::tools::magnet::Guide;
use collision_test::app::{
    BodyEdit, Change, Command, EditCommand, EventKind, Key, ListEdit, Modifiers, PointerButton, SceneEdit,
    SelectCommand, Tool, ViewCommand,
};
use collision_test::picture::display::{Dash, Item, Provenance, Rect, Source, text_box};
use collision_test::picture::overlay::Layer;
use collision_test::scene::field::FieldValue;
use collision_test::scene::{SceneBody, SceneGenerator, SceneMotion, SceneShape};
use glam::Vec2;

use crate::hand::{TestHand, assert_near, canvas};

/// Dragging is exact to a tenth of a pixel; at the scale of these tests a pixel is 20 mm or so.
const FINE: f32 = 0.0021;

#[test]
fn a_dragged_circle_moves_by_the_distance_of_the_drag() {
    let mut hand = TestHand::new();
    hand.drag((0.1, 2.2), (1.6, 4.7));
    assert_near(hand.body("ball").position, (1.5, 4.25), FINE);
    assert_eq!(hand.state.looking().selection(), [hand.index("ball")]);
    assert_eq!(hand.body("crate").position, Vec2::ZERO);
}

#[test]
fn every_press_within_one_frame_counts() {
    let mut hand = TestHand::new();
    let (from, to) = (hand.screen((0.1, 2.2)), hand.screen((1.1, 2.2)));
    let left = PointerButton::Left;
    hand.frame_of(
        &[
            EventKind::Moved(from),
            EventKind::Pressed(left, from),
            EventKind::Moved(to),
            EventKind::Released(left, to),
        ],
        to,
        0.5,
    );
    assert_near(hand.body("ball").position, (1.0, 1.75), FINE);
    hand.undo();
    assert_eq!(hand.body("ball").position, Vec2::new(0.0, 1.75));
}

#[test]
fn a_click_that_trembles_moves_nothing() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    let pixel = 1.0 / hand.state.showing().view().scale;
    hand.drag((0.1, 2.2), (0.1 + 2.0 * pixel, 2.2));
    assert_eq!(hand.ron(), before);
    assert_eq!(hand.state.looking().selection(), [0]);
}

#[test]
fn snapping_puts_the_grabbed_body_on_the_grid_and_the_others_keep_their_distance() {
    let mut hand = TestHand::new();
    hand.letter('G', Modifiers::NONE);
    let step = hand.state.showing().grid().step();
    hand.select(&["ball", "gem"]);
    hand.drag((0.1, 2.2), (1.27, 3.41));
    let (ball, gem) = (hand.body("ball").position, hand.body("gem").position);
    for value in [ball.x, ball.y] {
        assert!((value / step - (value / step).round()).abs() < 1.0e-4, "{value} is not on a grid of {step}");
    }
    assert_near(ball, (1.17, 2.96), step);
    assert_near(gem - ball, (6.0, -1.75), 1.0e-5);
}

#[test]
fn shift_keeps_a_drag_to_one_axis() {
    let mut hand = TestHand::new();
    hand.select(&["ball"]);
    hand.with(Modifiers::SHIFT, |hand| hand.drag((0.1, 2.2), (2.1, 2.6)));
    assert_near(hand.body("ball").position, (2.0, 1.75), FINE);
    assert_eq!(hand.body("ball").position.y, 1.75);
}

#[test]
fn escape_takes_a_drag_back() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    hand.press((0.1, 2.2));
    hand.move_to((3.0, 3.0));
    assert_ne!(hand.ron(), before);
    hand.key(Key::Escape);
    assert_eq!(hand.ron(), before);
    hand.move_to((4.0, 4.0));
    hand.release((4.0, 4.0));
    assert_eq!(hand.ron(), before);
    assert!(!hand.state.is_enabled(&Command::Edit(EditCommand::Undo)));
}

#[test]
fn a_lost_focus_ends_the_drag_where_it_is() {
    let mut hand = TestHand::new();
    hand.press((0.1, 2.2));
    hand.move_to((1.1, 2.2));
    hand.frame_of(&[EventKind::FocusLost], Vec2::ZERO, 0.016);
    hand.move_to((5.0, 5.0));
    assert_near(hand.body("ball").position, (1.0, 1.75), FINE);
    hand.undo();
    assert_eq!(hand.body("ball").position, Vec2::new(0.0, 1.75));
}

#[test]
fn the_round_handle_rotates_and_shift_goes_in_steps_of_15_degrees() {
    let mut hand = TestHand::new();
    hand.select(&["crate"]);
    let handle = hand.handle(HandlePart::Rotation);
    assert_near(handle.into(), (0.0, 1.0 + 28.0 / hand.state.showing().view().scale), 1.0e-4);
    // The handle goes from straight up to 40° to the left of it.
    let turned = Vec2::from_angle(40.3_f32.to_radians()).rotate(handle.into());
    hand.drag(handle, turned.into());
    assert!((hand.body("crate").rotation - 40.3).abs() <= 0.11, "{}", hand.body("crate").rotation);
    assert_eq!(hand.body("crate").position, Vec2::ZERO);
    hand.undo();
    assert_eq!(hand.body("crate").rotation, 0.0);
    hand.with(Modifiers::SHIFT, |hand| hand.drag(handle, turned.into()));
    assert_eq!(hand.body("crate").rotation, 45.0);
}

#[test]
fn several_bodies_turn_about_their_common_centre() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "left", shape: Rectangle(width: 2.0, height: 2.0), position: (-3.0, 1.0)),
            (name: "right", shape: Rectangle(width: 2.0, height: 2.0), position: (3.0, 1.0)),
        ])"#,
    );
    hand.letter('A', Modifiers::CTRL);
    let handle = hand.handle(HandlePart::Rotation);
    assert_near(Vec2::new(handle.0, 0.0), (0.0, 0.0), 1.0e-4);
    let radius = handle.1 - 1.0;
    hand.with(Modifiers::SHIFT, |hand| hand.drag(handle, (-radius, 1.02)));
    // A quarter turn counter-clockwise about (0, 1).
    assert_near(hand.body("left").position, (0.0, -2.0), 1.0e-5);
    assert_near(hand.body("right").position, (0.0, 4.0), 1.0e-5);
    assert_eq!(hand.body("right").rotation, 90.0);
}

#[test]
fn a_wall_turns_about_its_middle() {
    let mut hand = TestHand::new();
    hand.select(&["floor"]);
    let handle = hand.handle(HandlePart::Rotation);
    let radius = handle.1 + 0.9;
    hand.with(Modifiers::SHIFT, |hand| hand.drag(handle, (-radius, -0.9)));
    let floor = hand.body("floor");
    let SceneShape::Wall { start, end } = floor.shape else { panic!() };
    assert_near(floor.pose().world_from_local(start), (0.0, -8.9), 1.0e-4);
    assert_near(floor.pose().world_from_local(end), (0.0, 7.1), 1.0e-4);
}

fn size(hand: &TestHand, name: &str) -> Vec2 {
    match hand.body(name).shape {
        SceneShape::Rectangle { width, height, .. } => Vec2::new(width, height),
        ref shape => panic!("{shape:?}"),
    }
}

#[test]
fn one_side_of_a_rectangle_moves_and_the_opposite_one_stays() {
    for (side, target, expected_size, center) in [
        (Vec2::X, (3.0, 0.3), (5.0, 2.0), (0.5, 0.0)),
        (Vec2::NEG_X, (-1.0, 0.0), (3.0, 2.0), (0.5, 0.0)),
        (Vec2::Y, (0.0, 2.5), (4.0, 3.5), (0.0, 0.75)),
        (Vec2::new(1.0, -1.0), (3.0, -2.0), (5.0, 3.0), (0.5, -0.5)),
    ] {
        let mut hand = TestHand::new();
        hand.select(&["crate"]);
        let from = hand.handle(HandlePart::Shape(ShapeHandle::Sides(side)));
        hand.drag(from, target);
        assert_near(size(&hand, "crate"), expected_size, FINE * 2.0);
        assert_near(hand.body("crate").position, center, FINE * 2.0);
        hand.undo();
        assert_eq!(size(&hand, "crate"), Vec2::new(4.0, 2.0));
        assert_eq!(hand.body("crate").position, Vec2::ZERO);
    }
}

#[test]
fn alt_moves_both_sides_and_the_centre_stays() {
    let mut hand = TestHand::new();
    hand.select(&["crate"]);
    let from = hand.handle(HandlePart::Shape(ShapeHandle::Sides(Vec2::X)));
    hand.with(Modifiers::ALT, |hand| hand.drag(from, (3.0, 0.0)));
    assert_near(size(&hand, "crate"), (6.0, 2.0), FINE * 2.0);
    assert_eq!(hand.body("crate").position, Vec2::ZERO);
}

#[test]
fn the_opposite_side_of_a_rotated_rectangle_stays() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [(name: "box", shape: Rectangle(width: 4.0, height: 2.0), position: (1.0, 2.0), rotation: 30.0)])"#,
    );
    hand.select(&["box"]);
    let opposite = |hand: &TestHand| {
        let body = hand.body("box");
        body.pose().world_from_local(Vec2::new(-size(hand, "box").x * 0.5, 0.0))
    };
    let before = opposite(&hand);
    let from = hand.handle(HandlePart::Shape(ShapeHandle::Sides(Vec2::X)));
    hand.drag(from, (from.0 + 1.0, from.1 + 1.0));
    // The component of the drag along the side's normal is cos 30° + sin 30°.
    assert_near(size(&hand, "box"), (4.0 + 1.366, 2.0), 0.01);
    assert_near(opposite(&hand), before.into(), 1.0e-4);
}

#[test]
fn a_rectangle_dragged_through_its_opposite_side_keeps_a_size() {
    let mut hand = TestHand::new();
    hand.select(&["crate"]);
    let from = hand.handle(HandlePart::Shape(ShapeHandle::Sides(Vec2::X)));
    hand.drag(from, (-5.0, 0.0));
    let width = size(&hand, "crate").x;
    assert!(width > 0.0 && width < 0.05, "{width}");
}

#[test]
fn a_circles_handle_sets_its_radius() {
    let mut hand = TestHand::new();
    hand.select(&["ball"]);
    hand.drag((1.0, 1.75), (2.5, 1.75));
    let SceneShape::Circle { radius } = hand.body("ball").shape else { panic!() };
    assert!((radius - 2.5).abs() < FINE, "{radius}");
    assert_eq!(hand.body("ball").position, Vec2::new(0.0, 1.75));
}

#[test]
fn a_walls_end_goes_where_it_is_dragged() {
    let mut hand = TestHand::new();
    hand.select(&["floor"]);
    hand.drag((8.0, -0.9), (7.0, 1.0));
    let SceneShape::Wall { start, end } = hand.body("floor").shape else { panic!() };
    assert_eq!(start, Vec2::new(-8.0, -0.9));
    assert_near(end, (7.0, 1.0), FINE);
}

#[test]
fn a_polygons_point_stops_before_the_polygon_is_concave() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [(name: "quad", shape: Polygon(points: [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]))])"#,
    );
    hand.select(&["quad"]);
    hand.drag((4.0, 4.0), (0.5, 0.5));
    let SceneShape::Polygon { points, .. } = &hand.body("quad").shape else { panic!() };
    // The diagonal from (4, 0) to (0, 4) is the limit; its middle is (2, 2).
    assert_near(points[2], (2.0, 2.0), 0.05);
    assert!(points[2].x > 2.0);
    assert!(hand.scene().validate().is_ok());
    // Back again, in the same direction that is allowed.
    hand.undo();
    hand.drag((4.0, 4.0), (5.0, 5.0));
    let SceneShape::Polygon { points, .. } = &hand.body("quad").shape else { panic!() };
    assert_near(points[2], (5.0, 5.0), FINE);
}

#[test]
fn handles_keep_their_size_on_the_screen() {
    let mut hand = TestHand::new();
    hand.select(&["crate"]);
    for notches in [0.0, 6.0, -14.0] {
        let center = hand.state.showing().view().canvas.center();
        hand.apply(Command::View(ViewCommand::Zoom(center, notches)));
        let handle = hand.screen(hand.handle(HandlePart::Rotation));
        let top = hand.screen((0.0, 1.0));
        assert!((top.y - handle.y - 28.0).abs() < 0.1, "{} pixels", top.y - handle.y);
    }
}

#[test]
fn a_body_that_is_small_on_the_screen_can_still_be_moved() {
    let mut hand = TestHand::new();
    hand.select(&["ball"]);
    hand.letter('F', Modifiers::NONE);
    let center = hand.screen((0.0, 1.75));
    hand.apply(Command::View(ViewCommand::Zoom(center, -9.0)));
    let pixels = hand.state.showing().view().scale * 2.0;
    assert!(pixels < 25.0, "{pixels}");
    hand.drag((0.0, 1.75), (10.0, 11.75));
    assert_near(hand.body("ball").position, (10.0, 11.75), 0.05);
}

#[test]
fn circles_rectangles_and_walls_are_dragged_out() {
    let mut hand = TestHand::new();
    hand.letter('C', Modifiers::NONE);
    hand.drag((-4.0, 4.0), (-4.0, 5.5));
    assert_eq!(hand.state.hand().tool, Tool::Select);
    let circle = hand.body("circle").clone();
    assert_near(circle.position, (-4.0, 4.0), FINE);
    assert!(matches!(circle.shape, SceneShape::Circle { radius } if (radius - 1.5).abs() < FINE * 2.0));
    assert!(matches!(circle.motion, SceneMotion::Dynamic { mass, .. } if (mass - 7.07).abs() < 0.1));
    assert_eq!(hand.state.looking().selection(), [4]);

    hand.letter('B', Modifiers::NONE);
    hand.drag((3.0, 3.0), (6.0, 5.0));
    assert_near(size(&hand, "box"), (3.0, 2.0), FINE * 2.0);
    assert_near(hand.body("box").position, (4.5, 4.0), FINE);

    hand.letter('W', Modifiers::NONE);
    hand.drag((-6.0, 3.0), (-2.0, 3.5));
    let wall = hand.body("wall");
    let SceneShape::Wall { start, end } = wall.shape else { panic!() };
    assert_near(wall.position + start, (-6.0, 3.0), FINE);
    assert_near(wall.position + end, (-2.0, 3.5), FINE);
    assert_eq!(wall.motion, SceneMotion::Static);

    // Each drag was one undo point.
    for count in [6, 5, 4] {
        hand.undo();
        assert_eq!(hand.scene().bodies.len(), count);
    }
}

#[test]
fn a_drawn_wall_or_capsule_lies_around_its_position_and_stays_so_when_an_end_is_dragged() {
    for (letter, name) in [('W', "wall"), ('K', "capsule")] {
        let mut hand = TestHand::new();
        hand.letter(letter, Modifiers::NONE);
        hand.drag((-6.0, 3.0), (-2.0, 3.5));
        let ends = |hand: &TestHand| {
            let body = hand.body(name);
            let points: Vec<Vec2> = body.shape.points().into_iter().map(|(_, point)| point).collect();
            assert_eq!(points[0], -points[1], "{name}: centred");
            [0, 1].map(|i| body.pose().world_from_local(points[i]))
        };
        assert_near(hand.body(name).position, (-4.0, 3.25), FINE);
        // A typed rotation leaves it where it is.
        let index = hand.index(name);
        let turn = Change::Body(vec![index], BodyEdit::Set("rotation", FieldValue::Number(90.0)));
        hand.apply(Command::Edit(EditCommand::Do(turn)));
        let [start, end] = ends(&hand);
        assert_near(start, (-3.75, 1.25), 2.0 * FINE);
        assert_near(end, (-4.25, 5.25), 2.0 * FINE);
        // The other end stays where it is.
        hand.drag(hand.handle(HandlePart::Shape(ShapeHandle::Point(1))), (-1.0, 5.0));
        let [kept, moved] = ends(&hand);
        assert_near(kept, start.into(), 1.0e-5);
        assert_near(moved, (-1.0, 5.0), FINE);
        assert_near(hand.body(name).position, start.midpoint(moved).into(), 1.0e-5);
        hand.undo();
        assert_eq!(ends(&hand), [start, end]);
    }
}

#[test]
fn a_wall_of_a_file_keeps_its_position_when_an_end_is_dragged() {
    let mut hand = TestHand::new();
    hand.select(&["floor"]);
    hand.drag((8.0, -0.9), (7.0, 1.0));
    assert_eq!(hand.body("floor").position, Vec2::ZERO);
}

#[test]
fn no_edit_writes_a_negative_zero_and_what_was_read_keeps_its_bits() {
    let file = r#"(version: 1, bodies: [
        (name: "kept", shape: Wall(start: (-0.0, 0.0), end: (1.0, -0.0)), position: (-0.0, 8.0)),
        (name: "ball", shape: Circle(radius: 1.0), motion: Dynamic(velocity: (1.0, 0.0))),
    ], generators: [Ground(point: (0.0, -4.0))])"#;
    let mut hand = TestHand::on(file);
    let kept = hand.body("kept").clone();
    let bits = |body: &SceneBody| [body.position.x.to_bits(), body.shape.points()[0].1.x.to_bits()];
    assert_eq!(bits(&kept), [(-0.0_f32).to_bits(); 2]);
    // Drawn along an axis, half a wall is (2, 0), and its start is the opposite.
    for letter in ['W', 'K'] {
        hand.letter(letter, Modifiers::NONE);
        hand.with(Modifiers::SHIFT, |hand| hand.drag((-3.0, 3.0), (1.0, 3.0)));
    }
    // Dragged to x = 0 from the left.
    hand.letter('G', Modifiers::NONE);
    hand.drag((0.2, 0.2), (-0.02, 0.2));
    hand.drag((-0.2, 0.2), (0.0, 0.2));
    let ball = vec![hand.index("ball")];
    for edit in [
        BodyEdit::Set("rotation", FieldValue::Number(-0.0)),
        BodyEdit::Set("velocity", FieldValue::X(-0.0)),
        BodyEdit::Set("angular_velocity", FieldValue::Number(-0.0)),
    ] {
        hand.apply(Command::Edit(EditCommand::Do(Change::Body(ball.clone(), edit))));
    }
    let ground = SceneGenerator::Ground {
        point: Vec2::new(-0.0, -4.0),
        normal: Vec2::new(-0.0, 1.0),
        restitution: 0.0,
        friction: 0.5,
    };
    for edit in
        [SceneEdit::Set("gravity", FieldValue::X(-0.0)), SceneEdit::Generator(ListEdit::Set(0, ground))]
    {
        hand.apply(Command::Edit(EditCommand::Do(Change::Scene(edit))));
    }
    assert_eq!(bits(hand.body("kept")), bits(&kept), "not edited");
    let others = hand.ron().lines().filter(|line| !line.contains("kept")).collect::<Vec<_>>().join("\n");
    assert!(!others.contains("-0.0,") && !others.contains("-0.0)"), "{others}");
    // What is pasted keeps its bits as well: a copied pair gives the same contact, bit for bit.
    hand.select(&["kept"]);
    hand.letter('C', Modifiers::CTRL);
    hand.letter('V', Modifiers::CTRL);
    let copy = hand.scene().bodies.last().unwrap();
    assert_eq!(bits(copy)[1], bits(&kept)[1]);
}

#[test]
fn regular_polygons_are_dragged_out_from_the_centre() {
    let mut hand = TestHand::new();
    hand.apply(Command::Tool(Tool::Regular(8)));
    // From 4, 4 to a corner at the right.
    hand.drag((-4.0, 4.0), (-2.0, 4.0));
    assert_eq!(hand.state.hand().tool, Tool::Select);
    let body = hand.body("polygon").clone();
    let SceneShape::Polygon { points, .. } = &body.shape else { panic!("{body:?}") };
    assert_eq!((points.len(), body.rotation.abs()), (8, 22.5));
    assert_near(body.position, (-4.0, 4.0), FINE);
    let corners: Vec<Vec2> = points.iter().map(|p| body.pose().world_from_local(*p)).collect();
    assert!(corners.iter().any(|corner| corner.distance(Vec2::new(-2.0, 4.0)) < 2.0 * FINE), "{corners:?}");
    // 2 √2 r² kg.
    assert!(matches!(body.motion, SceneMotion::Dynamic { mass, .. } if (mass - 11.3).abs() < 0.1));
    hand.undo();
    assert_eq!(hand.scene().bodies.len(), 4);

    // With Shift the polygon is turned in steps, at 0° it stands on a side. Keys change its corners.
    hand.apply(Command::Tool(Tool::Regular(3)));
    hand.with(Modifiers::SHIFT, |hand| {
        hand.press((-4.0, 4.0));
        hand.move_to((-4.1, 5.5));
        hand.key(Key::Up);
        hand.key(Key::Up);
        hand.key(Key::Up);
        hand.key(Key::Down);
        for _ in 0..70 {
            hand.key(Key::Up);
        }
        assert_eq!(hand.body("polygon").shape.points().len(), 64);
        for _ in 0..70 {
            hand.key(Key::Down);
        }
        hand.release((-4.1, 5.5));
    });
    let body = hand.body("polygon");
    assert_eq!((body.shape.points().len(), body.rotation), (3, 0.0));
    let lowest: Vec<f32> = body.shape.points().iter().map(|(_, p)| p.y).collect();
    assert_eq!(lowest.iter().filter(|y| (**y - lowest[0]).abs() < 1.0e-6).count(), 2, "{lowest:?}");
    // A drag is one undo point, a click draws nothing.
    hand.undo();
    assert_eq!(hand.scene().bodies.len(), 4);
    hand.apply(Command::Tool(Tool::Regular(8)));
    hand.click((-4.0, 4.0));
    assert_eq!(hand.scene().bodies.len(), 4);
    hand.press((-4.0, 4.0));
    hand.move_to((-3.0, 4.0));
    hand.key(Key::Escape);
    hand.release((-3.0, 4.0));
    assert_eq!(hand.scene().bodies.len(), 4);
}

fn pill(hand: &TestHand, name: &str) -> (Vec2, Vec2, f32) {
    let body = hand.body(name);
    let SceneShape::Capsule { start, end, radius } = body.shape else { panic!("{:?}", body.shape) };
    (body.pose().world_from_local(start), body.pose().world_from_local(end), radius)
}

#[test]
fn a_capsule_is_dragged_out_from_end_to_end() {
    let mut hand = TestHand::new();
    hand.letter('K', Modifiers::NONE);
    hand.drag((-4.0, 4.0), (-2.0, 4.0));
    assert_eq!(hand.state.hand().tool, Tool::Select);
    let (start, end, radius) = pill(&hand, "capsule");
    assert_near(start, (-4.0, 4.0), FINE);
    assert_near(end, (-2.0, 4.0), FINE);
    assert!((radius - 0.5).abs() < FINE, "{radius}");
    // The body lies around its position: 2 m × 1 m and a disc of 0.5 m make 2.785 m².
    assert_near(hand.body("capsule").position, (-3.0, 4.0), FINE);
    let motion = hand.body("capsule").motion;
    assert!(matches!(motion, SceneMotion::Dynamic { mass, .. } if (mass - 2.785).abs() < 0.02), "{motion:?}");
    assert_eq!(hand.state.looking().selection(), [4]);
    // A click creates no body, and the drag was one undo point.
    hand.letter('K', Modifiers::NONE);
    hand.click((3.0, 4.0));
    assert_eq!(hand.scene().bodies.len(), 5);
    hand.undo();
    assert_eq!(hand.scene().bodies.len(), 4);
    hand.redo();
    assert_eq!(pill(&hand, "capsule"), (start, end, radius));

    // With Shift in steps of 15°, on the grid with a radius on the grid.
    hand.letter('K', Modifiers::NONE);
    hand.with(Modifiers::SHIFT, |hand| hand.drag((2.0, 3.0), (5.0, 3.3)));
    let (start, end, _) = pill(&hand, "capsule 2");
    assert!((end - start).y.abs() < FINE && (end - start).x > 2.9, "{start} {end}");
    hand.letter('G', Modifiers::NONE);
    let step = hand.state.showing().grid().step();
    hand.letter('K', Modifiers::NONE);
    hand.drag((-6.0, 5.0), (-3.1, 5.0));
    let (start, end, radius) = pill(&hand, "capsule 3");
    for value in [start.x, start.y, end.x, radius] {
        assert!((value / step - (value / step).round()).abs() < 1.0e-4, "{value} is not on a grid of {step}");
    }
    assert!(radius > 0.0);
}

const PILL: &str = r#"(version: 1, bodies: [
    (name: "pill", shape: Capsule(start: (-2.0, 0.0), end: (2.0, 0.0), radius: 1.0), position: (1.0, 1.0)),
    (name: "mark", shape: Circle(radius: 0.5), position: (8.0, 6.0)),
])"#;

#[test]
fn a_capsules_handles_move_its_ends_set_its_radius_and_turn_it() {
    let mut hand = TestHand::on(PILL);
    hand.select(&["pill"]);
    let before = hand.ron();
    assert_eq!(hand.handle(HandlePart::Shape(ShapeHandle::Point(1))), (3.0, 1.0));
    hand.drag((3.0, 1.0), (4.0, 2.0));
    let (start, end, radius) = pill(&hand, "pill");
    assert_near(start, (-1.0, 1.0), 0.0);
    assert_near(end, (4.0, 2.0), FINE);
    assert_eq!(radius, 1.0);
    hand.undo();
    assert_eq!(hand.ron(), before);

    // An end that is dragged onto the other stops before it.
    hand.drag((3.0, 1.0), (-1.0, 1.0));
    assert!(hand.scene().validate().is_ok());
    let (start, end, _) = pill(&hand, "pill");
    assert_ne!(start, end);
    hand.undo();

    assert_eq!(hand.handle(HandlePart::Shape(ShapeHandle::Radius)), (1.0, 2.0));
    hand.drag((1.0, 0.0), (1.7, -1.5));
    let (start, end, radius) = pill(&hand, "pill");
    assert!((radius - 2.5).abs() < FINE, "{radius}");
    assert_eq!((start, end), (Vec2::new(-1.0, 1.0), Vec2::new(3.0, 1.0)));
    hand.undo();
    assert_eq!(hand.ron(), before);

    // The capsule rotates about the middle of its segment.
    let handle = hand.handle(HandlePart::Rotation);
    let radius = handle.1 - 1.0;
    hand.with(Modifiers::SHIFT, |hand| hand.drag(handle, (1.0 - radius, 1.0)));
    let (start, end, _) = pill(&hand, "pill");
    assert_near(start, (1.0, -1.0), 1.0e-5);
    assert_near(end, (1.0, 3.0), 1.0e-5);
    assert_eq!(hand.body("pill").rotation, 90.0);
}

#[test]
fn a_capsule_is_picked_moved_and_copied_like_other_shapes() {
    let mut hand = TestHand::on(PILL);
    // The clicks are in its round end, in the corner of its box, and far off.
    hand.click((3.9, 1.1));
    assert_eq!(hand.state.looking().selection(), [0]);
    hand.click((3.9, 1.9));
    assert_eq!(hand.state.looking().selection(), [0_u32; 0]);
    hand.drag((1.5, 1.5), (2.5, 0.5));
    assert_near(hand.body("pill").position, (2.0, 0.0), FINE);
    let step = hand.state.showing().grid().step();
    let before = hand.body("pill").position;
    hand.key(Key::Right);
    assert_near(hand.body("pill").position, (before.x + step, before.y), 1.0e-4);
    hand.letter('D', Modifiers::CTRL);
    assert_eq!(hand.body("pill 2").shape, hand.body("pill").shape);
    let edit = |edit| Command::Edit(EditCommand::Do(Change::Body(vec![0], edit)));
    hand.apply(edit(BodyEdit::Set("radius", FieldValue::Number(0.25))));
    hand.apply(edit(BodyEdit::Point(0, Vec2::new(-1.0, 0.5))));
    let expected =
        SceneShape::Capsule { start: Vec2::new(-1.0, 0.5), end: Vec2::new(2.0, 0.0), radius: 0.25 };
    assert_eq!(hand.body("pill").shape, expected);
    // A radius of 0 would leave no capsule and is refused.
    hand.apply(edit(BodyEdit::Set("radius", FieldValue::Number(0.0))));
    hand.apply(edit(BodyEdit::Point(0, Vec2::new(2.0, 0.0))));
    assert_eq!(hand.body("pill").shape, expected);
    assert!(hand.last_message().contains("where the capsule starts"), "{}", hand.last_message());
}

#[test]
fn a_second_circle_gets_a_name_of_its_own_and_a_click_makes_none() {
    let mut hand = TestHand::new();
    for x in [-6.0, -3.0] {
        hand.letter('C', Modifiers::NONE);
        hand.drag((x, 4.0), (x, 5.0));
    }
    assert_eq!(hand.body("circle 2").position.x.round(), -3.0);
    hand.letter('C', Modifiers::NONE);
    hand.click((3.0, 3.0));
    assert_eq!(hand.scene().bodies.len(), 6);
    hand.key(Key::Escape);
    assert_eq!(hand.state.hand().tool, Tool::Select);
}

#[test]
fn a_polygon_is_clicked_and_refuses_to_be_concave() {
    let mut hand = TestHand::new();
    hand.letter('P', Modifiers::NONE);
    for point in [(3.0, 3.0), (6.0, 3.0), (6.0, 5.0), (5.0, 3.5), (3.0, 5.0)] {
        hand.click(point);
    }
    hand.key(Key::Enter);
    let polygon = hand.body("polygon").clone();
    let SceneShape::Polygon { points, .. } = &polygon.shape else { panic!() };
    assert_eq!(points.len(), 4, "the concave point was taken: {points:?}");
    assert_near(polygon.pose().world_from_local(points[0]), (3.0, 3.0), FINE);
    assert_near(polygon.position, (4.5, 4.0), FINE);
    assert_eq!(hand.state.hand().tool, Tool::Select);
    hand.undo();
    assert_eq!(hand.scene().bodies.len(), 4);
}

/// A chain and a polygon that share a line of the grid have no seam between them.
#[test]
fn points_set_on_the_grid_are_on_it_to_the_bit() {
    for kind in [ShapeKind::Polygon, ShapeKind::Chain] {
        let mut hand = TestHand::new();
        hand.letter('G', Modifiers::NONE);
        hand.apply(Command::Tool(Tool::Draw(kind)));
        let set = [(3.0, 2.8), (4.3, 2.6), (5.1, 3.2), (4.9, 4.3), (3.3, 4.1)];
        let grid = hand.state.showing().grid();
        for point in set {
            hand.click(point);
        }
        hand.key(Key::Enter);
        let body = hand.scene().bodies.last().unwrap();
        let corners: Vec<Vec2> = match &body.shape {
            SceneShape::Polygon { points, .. } | SceneShape::Chain { points, .. } => points.clone(),
            other => panic!("{other:?}"),
        };
        let corners: Vec<Vec2> = corners.iter().map(|p| body.pose().world_from_local(*p)).collect();
        let wanted: Vec<Vec2> = set.iter().map(|point| grid.snap_point((*point).into())).collect();
        assert_eq!(corners, wanted, "{kind:?} at {:?}", body.position);
    }
}

#[test]
fn the_first_point_closes_a_polygon_and_delete_takes_the_last_back() {
    let mut hand = TestHand::new();
    hand.letter('P', Modifiers::NONE);
    for point in [(3.0, 3.0), (6.0, 3.0), (7.0, 5.0)] {
        hand.click(point);
    }
    hand.key(Key::Delete);
    hand.click((6.0, 5.0));
    hand.click((3.0, 3.0));
    let SceneShape::Polygon { points, .. } = &hand.body("polygon").shape else { panic!() };
    assert_eq!(points.len(), 3);
    assert_near(hand.body("polygon").pose().world_from_local(points[2]), (6.0, 5.0), FINE);
    assert_eq!(hand.scene().bodies.len(), 5, "Delete deleted a body");

    hand.letter('P', Modifiers::NONE);
    hand.click((3.0, 3.0));
    hand.key(Key::Escape);
    hand.key(Key::Escape);
    assert_eq!((hand.state.hand().tool, hand.scene().bodies.len()), (Tool::Select, 5));
}

#[test]
fn clicks_and_boxes_select() {
    let mut hand = TestHand::new();
    hand.click((6.0, -0.5));
    assert_eq!(hand.state.looking().selection(), [2]);
    hand.with(Modifiers::SHIFT, |hand| hand.click((0.0, 2.3)));
    assert_eq!(hand.state.looking().selection(), [0, 2]);
    hand.with(Modifiers::SHIFT, |hand| hand.click((6.0, -0.5)));
    assert_eq!(hand.state.looking().selection(), [0]);
    hand.click((-5.0, 3.0));
    assert_eq!(hand.state.looking().selection(), [0_u32; 0]);
    // The box is around the ball and the gem; the crate sticks out.
    hand.drag((7.5, -1.5), (-1.5, 3.2));
    assert_eq!(hand.state.looking().selection(), [0, 2]);
    hand.letter('A', Modifiers::CTRL);
    assert_eq!(hand.state.looking().selection(), [0, 1, 2, 3]);
    hand.key(Key::Escape);
    assert_eq!(hand.state.looking().selection(), [0_u32; 0]);
}

#[test]
fn a_wall_is_picked_within_a_few_pixels() {
    let mut hand = TestHand::new();
    let pixel = 1.0 / hand.state.showing().view().scale;
    hand.click((-5.0, -0.9 + 5.0 * pixel));
    assert_eq!(hand.state.looking().selection(), [hand.index("floor")]);
    hand.click((-5.0, -0.9 + 12.0 * pixel));
    assert_eq!(hand.state.looking().selection(), [0_u32; 0]);
}

#[test]
fn the_small_shape_is_picked_first_and_a_second_click_digs_deeper() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "small", shape: Circle(radius: 0.5)),
            (name: "large", shape: Rectangle(width: 8.0, height: 6.0)),
        ])"#,
    );
    hand.click((0.1, 0.2));
    assert_eq!(hand.state.looking().selection(), [0]);
    hand.click((0.1, 0.2));
    assert_eq!(hand.state.looking().selection(), [1]);
    // A drag takes the body that the repeated clicks have reached.
    hand.drag((0.1, 0.2), (1.1, 0.2));
    assert_near(hand.body("large").position, (1.0, 0.0), FINE * 2.0);
    assert_eq!(hand.body("small").position, Vec2::ZERO);
}

#[test]
fn right_drag_pans_and_the_wheel_zooms_at_the_pointer() {
    let mut hand = TestHand::new();
    let at = hand.screen((2.0, 1.0));
    let right = PointerButton::Right;
    let to = at + Vec2::new(30.0, -20.0);
    hand.frame_of(
        &[EventKind::Pressed(right, at), EventKind::Moved(to), EventKind::Released(right, to)],
        to,
        0.016,
    );
    assert!(hand.screen((2.0, 1.0)).distance(to) < 0.01);
    let scale = hand.state.showing().view().scale;
    hand.frame_of(&[EventKind::Wheel(120.0, to)], to, 0.016);
    assert!((hand.state.showing().view().scale / scale - 1.2).abs() < 1.0e-4);
    assert!(hand.screen((2.0, 1.0)).distance(to) < 0.01);
    assert!(!hand.state.files().document.is_dirty());
}

#[test]
fn the_view_is_fitted_at_the_start_and_on_f() {
    let mut hand = TestHand::new();
    // The static bodies reach from (-8, -1) to (8, 1), far beyond the ball, which alone moves.
    let middle = hand.screen((0.0, 1.75));
    assert!(middle.distance(canvas().center()) < 0.01, "{middle}");
    // All reach from (-8, -1) to (8, 2.75).
    hand.letter('F', Modifiers::NONE);
    let middle = hand.screen((0.0, 0.875));
    assert!(middle.distance(canvas().center()) < 0.01, "{middle}");
    let center = hand.state.showing().view().canvas.center();
    hand.apply(Command::View(ViewCommand::Zoom(center + 100.0, 5.0)));
    hand.letter('F', Modifiers::NONE);
    hand.letter('F', Modifiers::NONE);
    assert!(hand.screen((0.0, 0.875)).distance(canvas().center()) < 0.01);
    assert!(canvas().contains(hand.screen((8.0, -0.9))) && canvas().contains(hand.screen((-8.0, 2.75))));
}

/// Of a body that moves, the tip of its arrow is a handle while the layer of velocities is on.
#[test]
fn the_tip_of_a_velocity_arrow_is_dragged_as_one_undo_point() {
    for motion in ["Dynamic(velocity: (2.0, 0.0))", "Kinematic(velocity: (2.0, 0.0))"] {
        let mut hand = TestHand::on(&format!(
            r#"(version: 1, bodies: [
                (name: "ball", shape: Circle(radius: 1.0), position: (1.0, 2.0), motion: {motion}),
                (name: "rest", shape: Circle(radius: 1.0), position: (-4.0, 2.0), motion: Dynamic()),
                (name: "crate", shape: Rectangle(width: 4.0, height: 2.0), position: (0.0, -3.0)),
            ])"#
        ));
        hand.select(&["ball"]);
        let tip = (1.5, 2.0);
        // Without the layer the arrow is not there, and the drag moves the ball.
        hand.drag(tip, (1.5, 2.5));
        assert_near(hand.body("ball").position, (1.0, 2.5), FINE);
        hand.undo();
        hand.key(Key::Digit(9));
        let before = hand.ron();
        // An arrow is the way of a quarter of a second.
        hand.drag(tip, (0.5, 3.0));
        let velocity = |hand: &TestHand, name: &str| hand.body(name).motion.velocity();
        assert_near(velocity(&hand, "ball"), (-2.0, 4.0), 4.0 * FINE);
        assert_eq!(hand.body("ball").position, Vec2::new(1.0, 2.0));
        hand.undo();
        assert_eq!(hand.ron(), before, "one undo point");
        hand.redo();
        hand.with(Modifiers::SHIFT, |hand| hand.drag((0.5, 3.0), (2.0, 2.05)));
        assert_near(velocity(&hand, "ball"), (4.0, 0.0), 8.0 * FINE);
        assert_eq!(velocity(&hand, "ball").y, 0.0, "a multiple of 15°");
        let before = hand.ron();
        hand.press((2.0, 2.0));
        hand.move_to((3.0, 3.0));
        hand.key(Key::Escape);
        assert_eq!(hand.ron(), before);
        hand.release((3.0, 3.0));
        // A body at rest has a place beside its centre from which an arrow is pulled; its middle still moves it.
        hand.select(&["rest"]);
        let beside = 30.0 / hand.state.showing().view().scale;
        hand.drag((-4.0 + beside, 2.0), (-4.0, 3.0));
        assert_near(velocity(&hand, "rest"), (0.0, 4.0), 4.0 * FINE);
        hand.undo();
        hand.drag((-4.0, 2.0), (-4.0, 2.5));
        assert_near(hand.body("rest").position, (-4.0, 2.5), FINE);
        assert_eq!(velocity(&hand, "rest"), Vec2::ZERO);
        // What never moves has none.
        hand.select(&["crate"]);
        assert!(hand.state.handle_at(hand.screen((beside, -3.0))).is_none());
    }
}

/// They would hide it.
#[test]
fn a_body_that_is_small_on_the_screen_has_the_round_handle_alone() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "ball", shape: Circle(radius: 0.1)),
            (name: "far", shape: Circle(radius: 1.0), position: (30.0, 0.0)),
        ])"#,
    );
    hand.select(&["ball"]);
    let parts = |hand: &TestHand| {
        let handles = collision_test::app::hand::handles::handles(
            hand.state.scene(),
            hand.state.run().world(),
            hand.state.showing().view(),
            hand.state.looking().selection(),
            1.0,
        );
        handles.iter().map(|handle| handle.part).collect::<Vec<_>>()
    };
    assert_eq!(parts(&hand), [HandlePart::Rotation]);
    hand.drag((0.05, 0.0), (2.05, 0.0));
    assert_near(hand.body("ball").position, (2.0, 0.0), 0.05);
    hand.select(&["far"]);
    assert!(parts(&hand).len() > 1);
}

#[test]
fn a_contact_point_under_a_handle_stays_in_sight() {
    // The left corners of the bar lie on the floor, where its handles are.
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "bar", shape: Rectangle(width: 4.0, height: 2.0), position: (0.0, 0.99)),
            (name: "floor", shape: Wall(start: (-8.0, 0.0), end: (8.0, 0.0))),
        ])"#,
    );
    hand.select(&["bar"]);
    let (picture, view) = (hand.state.picture(), hand.state.showing().view());
    let points = &hand.state.derived().report.pairs[0].contact.as_ref().unwrap().points;
    assert!(points.len() == 2);
    for (point, _) in points {
        let at = view.screen_from_world(*point);
        let last = picture.items.iter().rposition(|(_, item)| match item {
            Item::Circle { center, radius, fill: Some(_), .. } => center.distance(at) < *radius,
            Item::Path { points, closed: true, fill: Some(_), .. } if points.len() == 4 => {
                let bounds = Rect::of(points).unwrap();
                bounds.size().max_element() < 20.0 && bounds.contains(at)
            }
            _ => false,
        });
        let (from, _) = &picture.items[last.unwrap()];
        assert_ne!(from.source, Source::Editor, "a handle hides the point at {at}");
    }
}

/// Each body of the built-in scene selected by itself, with names and depths.
#[test]
fn labels_keep_off_the_handles_of_what_is_selected() {
    let built_in =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/built-in.ron")).unwrap();
    let mut hand = TestHand::on(&built_in);
    hand.apply(Command::View(ViewCommand::ToggleLayer(Layer::Names)));
    let mut handles = 0;
    for index in 0..hand.scene().bodies.len() as u32 {
        hand.apply(Command::Select(SelectCommand::Only(vec![index])));
        let view = hand.state.showing().view();
        let (scene, world) = (hand.state.scene(), hand.state.run().world());
        let of_body = collision_test::app::hand::handles::handles(scene, world, view, &[index], 1.0);
        let picture = hand.state.picture();
        let labels = picture.items.iter().filter_map(|(from, item)| match item {
            Item::Text { position, text, size, align, monospace, .. }
                if ["names", "depth"].contains(&from.layer) =>
            {
                Some((text, text_box(*position, text, *size, *align, *monospace).text))
            }
            _ => None,
        });
        for (text, label) in labels {
            for handle in &of_body {
                let square = Rect::around(handle.screen, Vec2::splat(9.0));
                handles += 1;
                assert!(!square.overlaps(&label), "{text:?} is under a handle of body {index}: {label:?}");
            }
        }
    }
    assert!(handles > 500, "{handles}");
}

/// The cross in the middle of the box around several bodies was drawn through the depth.
#[test]
fn labels_keep_off_the_cross_about_which_several_bodies_are_turned() {
    let corner = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/scenes/circle-at-a-rectangles-corner.ron"
    ))
    .unwrap();
    let mut hand = TestHand::on(&corner);
    hand.apply(Command::Select(SelectCommand::Only(vec![0, 1, 2])));
    for notches in 0..12 {
        let picture = hand.state.picture();
        let cross = picture.items.iter().find_map(|(from, item)| match item {
            Item::Segments { lines, .. } if from.source == Source::Editor && lines.len() == 2 => {
                Some(Rect::around(lines[0][0].midpoint(lines[0][1]), Vec2::splat(10.0)))
            }
            _ => None,
        });
        let cross = cross.unwrap();
        for (from, item) in &picture.items {
            let Item::Text { position, text, size, align, monospace, .. } = item else { continue };
            if !["names", "depth"].contains(&from.layer) {
                continue;
            }
            let label = text_box(*position, text, *size, *align, *monospace).text;
            assert!(!cross.overlaps(&label), "{text:?} is on the cross after {notches} notches");
        }
        drop(picture);
        let middle = hand.state.showing().view().canvas.center();
        hand.apply(Command::View(ViewCommand::Zoom(middle, -0.5)));
    }
}

/// Its handles are where its name is otherwise.
#[test]
fn a_selected_body_keeps_its_name() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "a marble", shape: Circle(radius: 0.3)),
            (name: "a crate", shape: Rectangle(width: 0.6, height: 0.6), position: (4.0, 0.0)),
            (name: "far", shape: Circle(radius: 1.0), position: (14.0, 0.0)),
        ])"#,
    );
    hand.apply(Command::View(ViewCommand::ToggleLayer(Layer::Names)));
    for name in ["a marble", "a crate"] {
        hand.select(&[name]);
        let picture = hand.state.picture();
        let shown =
            picture.items.iter().any(|(_, item)| matches!(item, Item::Text { text, .. } if text == name));
        assert!(shown, "{name}");
    }
}

#[test]
fn what_is_written_lies_over_the_outlines_of_what_is_selected() {
    let mut hand = TestHand::new();
    hand.apply(Command::View(ViewCommand::ToggleLayer(Layer::Names)));
    hand.apply(Command::Select(SelectCommand::All));
    let picture = hand.state.picture();
    let outline = |item: &Item| match item {
        Item::Path { stroke: Some(stroke), .. } | Item::Segments { stroke, .. } => stroke.dash == Dash::Solid,
        _ => false,
    };
    let of_editor = |(from, item): &(Provenance, Item)| from.source == Source::Editor && outline(item);
    let first = picture.items.iter().position(of_editor).unwrap();
    let text = picture.items.iter().position(|(_, item)| matches!(item, Item::Text { .. })).unwrap();
    assert!(first < text, "outline {first}, text {text}");
}

/// Around what the handle turns, with a cross about which it turns; a single body has none, and neither has what is hidden.
#[test]
fn several_selected_bodies_have_a_box_around_them() {
    let mut hand = TestHand::new();
    let boxes = |hand: &TestHand| {
        let picture = hand.state.picture();
        let boxes = picture.items.iter().filter_map(|(from, item)| match item {
            Item::Path { points, closed: true, stroke: Some(stroke), .. }
                if from.source == Source::Editor && stroke.dash == Dash::Dashed =>
            {
                Rect::of(points)
            }
            _ => None,
        });
        boxes.collect::<Vec<_>>()
    };
    hand.select(&["ball"]);
    assert_eq!(boxes(&hand), []);
    hand.select(&["ball", "gem"]);
    let [corner, opposite] = [(-1.0, 2.75), (7.0, -1.0)].map(|corner| hand.screen(corner));
    let [found] = boxes(&hand)[..] else { panic!("{:?}", boxes(&hand)) };
    assert!(found.min.distance(corner) < 1.0 && found.max.distance(opposite) < 1.0, "{found:?}");
    // Its handle stands on it.
    let handle = hand.handle(HandlePart::Rotation);
    assert!((hand.screen(handle).x - found.center().x).abs() < 1.0);
    hand.apply(Command::Select(SelectCommand::ToggleHidden));
    assert_eq!(boxes(&hand), []);
}

/// A box of 2 m at the origin, a ball and a second box that are dragged.
fn magnets() -> TestHand {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "base", shape: Rectangle(width: 2.0, height: 2.0)),
            (name: "ball", shape: Circle(radius: 0.5), position: (-4.0, 3.0)),
            (name: "lid", shape: Rectangle(width: 1.0, height: 1.0), position: (4.0, 3.0)),
        ])"#,
    );
    hand.apply(Command::View(ViewCommand::ToggleMagnet));
    hand
}

/// Some pixels in metres.
fn pixels(hand: &TestHand, count: f32) -> f32 {
    count / hand.state.showing().view().scale
}

#[test]
fn a_dragged_body_just_touches_what_it_comes_near() {
    let mut hand = magnets();
    let near = pixels(&hand, 5.0);
    // Above the base, aside of its middle; and into it as well.
    for y in [1.5 + near, 1.5 - near] {
        hand.drag((-4.0, 3.0), (0.5, y));
        let ball = hand.body("ball").position;
        assert!((ball.y - 1.5).abs() < 1.0e-6 && (ball.x - 0.5).abs() < FINE, "{ball}");
        hand.undo();
    }
    // Where it is level with the middle of the base it snaps to that, too.
    hand.press((-4.0, 3.0));
    hand.move_to((near, 1.5 + near));
    assert!(
        matches!(
            &hand.state.hand().tools.gesture,
            Gesture::Move { guides, .. } if matches!(guides[..], [Guide::Touch(at), Guide::Level(_)] if at.y == 1.0)
        ),
        "{:?}",
        hand.state.hand().tools.gesture
    );
    hand.release((near, 1.5 + near));
    assert_near(hand.body("ball").position, (0.0, 1.5), 1.0e-6);
    // Farther away than that it goes where the hand goes, and so it does where snapping to bodies is off.
    hand.drag((0.0, 1.5), (0.5, 1.5 + pixels(&hand, 12.0)));
    assert!(hand.body("ball").position.y > 1.5 + pixels(&hand, 11.0));
    hand.undo();
    hand.apply(Command::View(ViewCommand::ToggleMagnet));
    hand.drag((0.0, 1.5), (0.5, 1.5 + near));
    assert!((hand.body("ball").position.y - 1.5 - near).abs() < 2.0 * FINE);
}

#[test]
fn corners_meet_and_sides_are_level() {
    let mut hand = magnets();
    let near = pixels(&hand, 5.0);
    // The lower left corner of the lid at the upper left one of the base.
    hand.drag((4.0, 3.0), (-0.5 + near, 1.5 + near));
    assert_near(hand.body("lid").position, (-0.5, 1.5), 1.0e-6);
    hand.undo();
    // Far above it: its left side is level with that of the base. Along y nothing is near.
    hand.drag((4.0, 3.0), (-0.5 + near, 4.7));
    let lid = hand.body("lid").position;
    assert!((lid.x + 0.5).abs() < 1.0e-6 && (lid.y - 4.7).abs() < FINE, "{lid}");
    hand.undo();
    // Shift keeps to its axis, and the grid is stronger.
    hand.with(Modifiers::SHIFT, |hand| hand.drag((4.0, 3.0), (-0.5 + near, 3.1)));
    assert!((hand.body("lid").position.x + 0.5 - near).abs() < 2.0 * FINE);
    hand.undo();
    hand.apply(Command::View(ViewCommand::SetGridStep(Some(0.32))));
    hand.apply(Command::View(ViewCommand::ToggleSnap));
    hand.drag((4.0, 3.0), (-0.5 + near, 1.5 + near));
    assert_near(hand.body("lid").position, (-0.32, 1.6), 1.0e-6);
}

/// Ctrl copies what is dragged, Shift keeps it to one axis: with either still down Esc takes the drag back.
#[test]
fn esc_cancels_a_drag_whatever_keys_are_held() {
    let held = |shift, ctrl, alt| Modifiers { shift, ctrl, alt };
    for modifiers in [held(false, true, false), held(true, false, false), held(false, false, true)] {
        let mut hand = TestHand::new();
        let before = hand.ron();
        hand.select(&["gem"]);
        hand.with(modifiers, |hand| {
            hand.press((6.0, 0.0));
            hand.move_to((6.5, 0.5));
            hand.move_to((8.0, 2.0));
            hand.key(Key::Escape);
            hand.release((8.0, 2.0));
        });
        assert_eq!(hand.ron(), before, "{modifiers:?}");
    }
}

/// The centre of the arm moves with its side, and its joints at the other sides opened.
#[test]
fn a_resized_side_leaves_links_where_they_are() {
    for rotation in [0.0, 30.0] {
        let mut hand = TestHand::on(&format!(
            r#"(version: 1, bodies: [
                (name: "arm", shape: Rectangle(width: 4.0, height: 1.0), position: (1.0, 0.5), rotation: {rotation:?}),
                (name: "left", shape: Circle(radius: 0.5), position: (-2.0, 0.0), motion: Dynamic()),
                (name: "right", shape: Circle(radius: 0.5), position: (4.0, 2.0), motion: Dynamic()),
            ], generators: [Rod(a: "left", b: "arm", length: 3.0)], joints: [
                Revolute(a: "arm", b: "left", at_a: (-1.8, 0.1), at_b: (0.0, 0.2)),
                Revolute(a: "right", b: "arm", at_b: (1.7003, 0.0)),
            ])"#
        ));
        hand.select(&["arm"]);
        let (before, ron) = (hand.link_ends(), hand.ron());
        for side in [Vec2::X, Vec2::NEG_Y, Vec2::NEG_X, Vec2::ONE] {
            let from = hand.handle(HandlePart::Shape(ShapeHandle::Sides(side)));
            hand.press(from);
            for step in 1..=40 {
                let by = 0.01 * step as f32;
                hand.move_to((from.0 + 0.77 * by, from.1 - 0.6 * by));
            }
            hand.release((from.0 + 0.308, from.1 - 0.24));
            for ((name, was), (_, is)) in before.iter().zip(hand.link_ends()) {
                assert!(is.distance(*was) < 3.0e-6, "{rotation}° {side} {name}: {was} became {is}");
            }
        }
        assert!(hand.body("arm").position.distance(Vec2::new(1.0, 0.5)) > 0.1, "it has moved");
        for (name, anchor) in hand.scene().clone().anchors_mut() {
            let decimals = |value: f32| value.to_string().split_once('.').map_or(0, |(_, text)| text.len());
            assert!(decimals(anchor.x).max(decimals(anchor.y)) <= 6, "{rotation}° {name}: {anchor}");
        }
        (0..4).for_each(|_| hand.undo());
        assert_eq!(hand.ron(), ron, "one undo step a drag");
    }
}
