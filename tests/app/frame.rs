//! The canvas in the frame of A or B.

use collide2d::Pose;
use collision_test::app::{
    Command, EditCommand, EventKind, FileCommand, Key, Leave, Modifiers, PointerButton, SelectCommand,
    TimeCommand, ViewCommand, Viewpoint, info,
};
use collision_test::picture::display::Item;
use collision_test::picture::overlay::Layer;
use glam::Vec2;

use crate::hand::{TestHand, assert_near, canvas};

/// A ball at a crate that is turned by 30° and turns on, and a gem aside.
const TURNED: &str = r#"Scene(
    version: 1,
    solver: Off,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (2.0, 1.75)),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0), position: (1.0, 0.5), rotation: 30.0,
            motion: Dynamic(velocity: (1.0, 0.0), angular_velocity: 90.0)),
        Body(name: "gem", shape: Rectangle(width: 1.0, height: 1.0), position: (-3.0, 1.0)),
    ],
)"#;

fn settle(hand: &mut TestHand) {
    for _ in 0..4 {
        hand.wait(0.2);
    }
    assert!(!hand.state.showing().camera.is_turning());
}

/// In the crate's frame.
fn in_crates_frame() -> TestHand {
    let mut hand = TestHand::on(TURNED);
    hand.letter('O', Modifiers::NONE);
    hand.letter('O', Modifiers::NONE);
    settle(&mut hand);
    assert_eq!(hand.state.seen_body(), Some(1));
    hand
}

/// The crate's corners on the screen.
fn corners(hand: &TestHand) -> Vec<Vec2> {
    let body = &hand.state.run().shown().bodies()[1];
    let corners = body.shape().corners();
    corners.iter().map(|corner| hand.state.showing().view().screen_from_local(body.pose(), *corner)).collect()
}

#[track_caller]
fn is_level_in_the_middle(hand: &TestHand) {
    let corners = corners(hand);
    let middle = corners.iter().sum::<Vec2>() / 4.0;
    assert_near(middle, canvas().center().into(), 0.01);
    for corner in &corners {
        let from = (*corner - middle).abs();
        let half = Vec2::new(2.0, 1.0) * hand.state.showing().view().scale;
        assert_near(from, half.into(), 0.01);
    }
}

fn drag_on_screen(hand: &mut TestHand, from: Vec2, to: Vec2) {
    hand.frame_of(&[EventKind::Moved(from), EventKind::Pressed(PointerButton::Left, from)], from, 0.016);
    for share in [0.3, 0.7, 1.0] {
        let at = from.lerp(to, share);
        hand.frame_of(&[EventKind::Moved(at)], at, 0.016);
    }
    hand.frame_of(&[EventKind::Released(PointerButton::Left, to)], to, 0.016);
}

#[test]
fn o_goes_to_a_to_b_and_back_in_half_a_second_each() {
    let mut hand = TestHand::on(TURNED);
    let start = *hand.state.showing().view();
    let ticked = |hand: &TestHand, viewpoint| {
        hand.state.is_checked(&Command::View(ViewCommand::SeeFrom(viewpoint))) == Some(true)
    };
    assert!(ticked(&hand, Viewpoint::World) && !ticked(&hand, Viewpoint::A));
    hand.letter('O', Modifiers::NONE);
    assert_eq!(hand.state.seen_body(), Some(0));
    assert!(
        hand.state.showing().camera.is_turning()
            && ticked(&hand, Viewpoint::A)
            && !ticked(&hand, Viewpoint::World)
    );
    settle(&mut hand);
    assert_near(hand.screen((2.0, 1.75)), canvas().center().into(), 0.01);
    hand.letter('O', Modifiers::NONE);
    hand.wait(0.2);
    let half_way = hand.state.showing().view().rotation.degrees();
    assert!(hand.state.showing().camera.is_turning() && half_way > 1.0 && half_way < 29.0, "{half_way}");
    settle(&mut hand);
    assert!(ticked(&hand, Viewpoint::B));
    is_level_in_the_middle(&hand);
    let words = |hand: &TestHand| -> Vec<String> {
        let items = hand.state.picture().items;
        items
            .into_iter()
            .filter_map(|(_, item)| if let Item::Text { text, .. } = item { Some(text) } else { None })
            .collect()
    };
    assert!(
        words(&hand).iter().any(|text| text.starts_with("seen from crate's frame")),
        "{:?}",
        words(&hand)
    );
    assert_eq!(hand.state.in_whose_frame().as_deref(), Some("in crate's frame"));
    hand.letter('O', Modifiers::NONE);
    settle(&mut hand);
    assert_eq!((hand.state.seen_body(), *hand.state.showing().view()), (None, start));
    assert!(!words(&hand).iter().any(|text| text.contains("frame")));
    let row = info(&Command::View(ViewCommand::NextViewpoint)).unwrap();
    assert_eq!(row.shortcuts[0].to_string(), "O");
}

#[test]
fn the_view_follows_the_body_as_time_runs() {
    let mut hand = in_crates_frame();
    for _ in 0..30 {
        hand.apply(Command::Time(TimeCommand::StepForward));
        is_level_in_the_middle(&hand);
    }
    let crate_now = hand.state.run().shown().bodies()[1].pose().rotation;
    assert!(crate_now.degrees() > 70.0);
    assert_eq!(hand.state.showing().view().rotation, crate_now);
    // Inside a step, too.
    hand.apply(Command::Time(TimeCommand::StageForward));
    is_level_in_the_middle(&hand);
}

#[test]
fn pointer_and_keys_act_along_the_turned_screen() {
    let mut hand = in_crates_frame();
    let (turned, scale) = (hand.state.showing().view().rotation, hand.state.showing().view().scale);
    let from = hand.screen((2.2, 2.2));
    let start = hand.body("ball").position;
    drag_on_screen(&mut hand, from, from + Vec2::new(80.0, 0.0));
    assert_eq!(hand.state.looking().selection(), [0]);
    let way = turned.rotate(Vec2::new(80.0 / scale, 0.0));
    assert_near(hand.body("ball").position - start, way.into(), 1.0 / scale);
    // The arrow to the right goes right on the screen, by a step of the grid that is shown.
    let (before, step) = (hand.screen(hand.body("ball").position.into()), hand.state.showing().grid().step());
    hand.key(Key::Right);
    let after = hand.screen(hand.body("ball").position.into());
    assert_near(after - before, (step * scale, 0.0), 0.01);
    // A box selects what is inside of it on the screen.
    hand.apply(Command::Select(SelectCommand::None));
    let gem: Vec<Vec2> = {
        let body = &hand.state.run().shown().bodies()[2];
        let corners = body.shape().corners();
        corners
            .iter()
            .map(|corner| hand.state.showing().view().screen_from_local(body.pose(), *corner))
            .collect()
    };
    let (min, max) =
        (gem.iter().copied().reduce(Vec2::min).unwrap(), gem.iter().copied().reduce(Vec2::max).unwrap());
    drag_on_screen(&mut hand, min - 3.0, max + 3.0);
    assert_eq!(hand.state.looking().selection(), [2]);
    drag_on_screen(&mut hand, min - 3.0, max - Vec2::new(0.0, 3.0));
    assert!(hand.state.looking().selection().is_empty());
    // A new rectangle is level on the screen.
    hand.letter('B', Modifiers::NONE);
    let corner = canvas().min + 30.0;
    drag_on_screen(&mut hand, corner, corner + Vec2::new(60.0, 40.0));
    let new = hand.scene().bodies.last().unwrap();
    assert_eq!(new.rotation, turned.degrees());
    assert_near(hand.screen(new.position.into()), (corner + Vec2::new(30.0, 20.0)).into(), 0.5);
}

#[test]
fn snapping_is_to_the_grid_that_is_shown() {
    let mut hand = in_crates_frame();
    hand.letter('G', Modifiers::NONE);
    let from = hand.screen((2.2, 2.2));
    drag_on_screen(&mut hand, from, from + Vec2::new(71.0, -33.0));
    let frame = hand.state.showing().camera.frame();
    let local = frame.local_point(hand.body("ball").position) / hand.state.showing().grid().step();
    assert!((local - local.round()).length() < 1.0e-3, "{local}");
}

#[test]
fn while_the_body_itself_is_dragged_the_view_stands_still_and_then_follows() {
    let mut hand = in_crates_frame();
    let before = *hand.state.showing().view();
    let from = canvas().center() + Vec2::new(0.0, 20.0);
    let (start, way) = (hand.body("crate").position, Vec2::new(100.0, 50.0));
    drag_on_screen(&mut hand, from, from + way);
    let moved = before.world_direction(way) / before.scale;
    assert_near(hand.body("crate").position - start, moved.into(), 1.0 / before.scale);
    assert!(hand.state.showing().camera.is_turning());
    settle(&mut hand);
    is_level_in_the_middle(&hand);
    assert_eq!(hand.state.showing().view().scale, before.scale);
}

#[test]
fn the_world_returns_when_the_body_is_deleted_or_another_scene_is_opened() {
    let mut hand = in_crates_frame();
    // The body is found again when its index changes.
    hand.select(&["ball"]);
    hand.apply(Command::Edit(EditCommand::Delete));
    assert_eq!((hand.state.seen_body(), hand.state.showing().camera.is_turning()), (Some(0), false));
    hand.undo();
    assert_eq!(hand.state.seen_body(), Some(1));
    hand.select(&["crate"]);
    hand.apply(Command::Edit(EditCommand::Delete));
    assert_eq!((hand.state.seen_body(), hand.state.showing().camera.is_turning()), (None, true));
    settle(&mut hand);
    assert_eq!(hand.state.showing().view().rotation.degrees(), 0.0);

    let mut hand = in_crates_frame();
    hand.apply(Command::File(FileCommand::Leave(Leave::New)));
    assert_eq!((hand.state.seen_body(), hand.state.showing().camera.is_turning()), (None, false));
    assert_eq!(hand.state.showing().view().rotation.degrees(), 0.0);
}

#[test]
fn a_close_look_and_a_fit_keep_the_frame() {
    let mut hand = in_crates_frame();
    let before = *hand.state.showing().view();
    for key in ['Z', 'Z'] {
        hand.letter(key, Modifiers::NONE);
        assert_eq!(hand.state.showing().view().rotation, before.rotation);
        assert_ne!(*hand.state.showing().view(), before);
    }
    hand.letter('Z', Modifiers::NONE);
    assert_eq!(*hand.state.showing().view(), before);
    hand.letter('F', Modifiers::NONE);
    assert_eq!(hand.state.showing().view().rotation, before.rotation);
    let all =
        hand.state.run().shown().bodies().iter().map(|body| hand.state.showing().view().screen_box(body));
    assert!(all.into_iter().all(|body| canvas().holds_rect(&body)));
}

#[test]
fn the_narrow_phase_tells_its_numbers_in_the_frame() {
    let mut hand = in_crates_frame();
    while hand.state.run().inside.as_ref().is_none_or(|inside| inside.pair(inside.index()) != Some((0, 1))) {
        hand.apply(Command::Time(TimeCommand::StageForward));
    }
    let lines = hand.state.stage_in_frame();
    assert_eq!(lines[0], "in crate's frame:");
    assert!(lines[1].starts_with("position of ball: ") && lines[2].starts_with("normal: "), "{lines:?}");
    let supports = lines.iter().filter(|line| line.starts_with("support points of")).count();
    assert_eq!(supports, 2, "{lines:?}");
    hand.letter('O', Modifiers::NONE);
    assert!(hand.state.stage_in_frame().is_empty());
}

/// Texts of the canvas.
pub fn texts(hand: &TestHand) -> Vec<String> {
    let text = |item: Item| if let Item::Text { text, .. } = item { Some(text) } else { None };
    hand.state.picture().items.into_iter().filter_map(|(_, item)| text(item)).collect()
}

#[test]
fn the_pointer_is_compared_with_the_aabb_under_it() {
    let mut hand = TestHand::new();
    hand.hover((0.25, 0.5));
    assert!(!texts(&hand).iter().any(|text| text.starts_with("AABB")));
    hand.apply(Command::View(ViewCommand::ToggleLayer(Layer::Aabbs)));
    let told = |hand: &TestHand| {
        let texts = texts(hand);
        let at = texts.iter().position(|text| text.starts_with("AABB of")).unwrap();
        texts[at..at + 6].to_vec()
    };
    // The crate's box is larger than the ball's, which reaches from y 0.75 on.
    hand.hover((0.25, 0.5));
    let inside = told(&hand);
    assert_eq!((inside[0].as_str(), inside[5].as_str()), ("AABB of crate", "all four hold: inside"));
    assert!(inside[1].starts_with("min.x ≤ x   ") && inside[1].ends_with(" ≤ 0.250 m"), "{inside:?}");
    assert!(inside.iter().all(|line| !line.contains("fails")), "{inside:?}");
    // In both boxes the smaller one counts; in none the nearest.
    hand.hover((0.25, 0.9));
    assert_eq!(told(&hand)[0], "AABB of ball");
    hand.hover((6.0, 1.5));
    let outside = told(&hand);
    assert_eq!((outside[0].as_str(), outside[5].as_str()), ("AABB of gem", "one fails: outside"));
    assert!(
        outside[4].starts_with("y ≤ max.y   1.500 m ≤ 1.000 m") && outside[4].ends_with("fails"),
        "{outside:?}"
    );
    // The selected body's, wherever the pointer is.
    hand.select(&["crate"]);
    hand.hover((6.0, 1.5));
    let outside = told(&hand);
    assert_eq!((outside[0].as_str(), outside[5].as_str()), ("AABB of crate", "two fail: outside"));
}

#[test]
fn inside_a_step_a_moved_body_is_drawn_where_it_was_before_the_stage() {
    let mut hand = TestHand::on(TURNED);
    let before: Pose = *hand.state.run().world().bodies()[1].pose();
    let ghost = |hand: &TestHand| {
        let corner = hand.state.showing().view().screen_from_local(&before, Vec2::new(2.0, 1.0));
        let is_there = |item: &Item| match item {
            Item::Path { points, fill: None, stroke: Some(_), .. } => {
                points.iter().any(|p| p.distance(corner) < 0.01)
            }
            _ => false,
        };
        hand.state.picture().items.iter().any(|(_, item)| is_there(item))
    };
    let mut moves = 0;
    hand.apply(Command::Time(TimeCommand::StageForward));
    let count = hand.state.run().inside.as_ref().unwrap().count();
    for stage in 1..=count {
        hand.apply(Command::Time(TimeCommand::ToStage(stage)));
        let is_moving =
            hand.state.run().inside.as_ref().unwrap().recording.moved().any(|(body, _)| body == 1);
        assert_eq!(ghost(&hand), is_moving, "stage {stage}");
        moves += u32::from(is_moving);
    }
    assert_eq!(moves, 1);
}

#[test]
fn the_point_of_a_face_nearest_to_a_circles_centre_is_marked_as_a_corner_is() {
    let scene = |x: f32, y: f32| {
        format!(
            r#"(version: 1, bodies: [
                (name: "ball", shape: Circle(radius: 1.0), position: ({x:?}, {y:?})),
                (name: "crate", shape: Rectangle(width: 4.0, height: 2.0), rotation: 90.0),
            ])"#
        )
    };
    // The crate is 2 m wide and 4 m high: a face, the same face far along, a corner, inside.
    for (center, nearest) in [
        ((1.8, 0.5), (1.0, 0.5)),
        ((-1.8, -1.9), (-1.0, -1.9)),
        ((1.5, 2.5), (1.0, 2.0)),
        ((0.3, 0.25), (1.0, 0.25)),
    ] {
        let hand = TestHand::on(&scene(center.0, center.1));
        let rings = |at: (f32, f32)| {
            let at = hand.screen(at);
            let is_ring = |item: &Item| matches!(item, Item::Circle { center, radius, fill: None, .. } if *radius < 9.0 && center.distance(at) < 0.5);
            hand.state.picture().items.iter().filter(|(_, item)| is_ring(item)).count()
        };
        assert!(rings(nearest) > 0 && rings(center) > 0, "{center:?}");
    }
}
