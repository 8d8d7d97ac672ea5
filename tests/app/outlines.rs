//! Outlines of bodies: shapes fitted to them, read from drawings, kept and removed.

use collision_test::app::hand::handles::{HandlePart, ShapeHandle};
use collision_test::app::{Change, Command, EditCommand, Effect, Modifiers, News, SelectCommand};
use collision_test::elsewhere::fitting::Fit;
use collision_test::scene::{SceneBody, SceneShape};
use glam::Vec2;

use crate::hand::{TestHand, assert_near};

/// A rocket that lies on its side, turned by 90°, its middle at (2, 1): see scenes/outline-and-its-fits.ron.
const ROCKET: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(
            name: "rocket",
            shape: Circle(radius: 0.5),
            outline: [
                (0.0, 2.0), (-0.5, 1.0), (-0.5, -1.0), (-1.0, -2.0), (0.0, -1.5), (1.0, -2.0), (0.5, -1.0),
                (0.5, 1.0),
            ],
            position: (2.0, 1.0),
            rotation: 90.0,
            motion: Dynamic(velocity: (1.0, 0.0)),
        ),
        Body(name: "wheel", shape: Circle(radius: 0.5), position: (-3.0, 0.0)),
        Body(
            name: "stick",
            shape: Circle(radius: 0.5),
            outline: [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)],
            position: (-6.0, 0.0),
        ),
    ],
)"#;

fn fit(hand: &mut TestHand, fit: Fit) {
    hand.apply(Command::Edit(EditCommand::FitOutline(fit)));
}

/// The outline's points. World.
fn in_world(body: &SceneBody) -> Vec<Vec2> {
    body.outline.iter().flatten().map(|point| body.pose().world_from_local(*point)).collect()
}

#[test]
fn each_fit_is_one_undo_point_and_the_outline_stays_where_it_is() {
    let polygon = [(-0.5, 1.0), (-1.0, -2.0), (1.0, -2.0), (0.5, 1.0), (0.0, 2.0)].map(Vec2::from);
    for (kind, shape, position) in [
        // 90° turn (0, -1/8) to (1/8, 0).
        (Fit::Circle, SceneShape::Circle { radius: 2.125 }, (2.125, 1.0)),
        (Fit::Box, SceneShape::Rectangle { width: 2.0, height: 4.0, radius: 0.0 }, (2.0, 1.0)),
        (Fit::UprightBox, SceneShape::Rectangle { width: 2.0, height: 4.0, radius: 0.0 }, (2.0, 1.0)),
        (Fit::Hull, SceneShape::Polygon { points: polygon.to_vec(), radius: 0.0 }, (2.0, 1.0)),
    ] {
        let mut hand = TestHand::on(ROCKET);
        let before = (hand.ron(), in_world(hand.body("rocket")));
        hand.select(&["rocket", "wheel"]);
        fit(&mut hand, kind);
        let body = hand.body("rocket");
        match (&body.shape, &shape) {
            (SceneShape::Polygon { points, .. }, SceneShape::Polygon { points: expected, .. }) => {
                assert!(points.len() == 5 && expected.iter().all(|p| points.contains(p)), "{points:?}");
            }
            (found, expected) => assert_eq!(found, expected),
        }
        assert_near(body.position, position, 1.0e-6);
        assert_eq!(body.rotation, 90.0);
        for (found, expected) in in_world(body).into_iter().zip(before.1) {
            assert_near(found, expected.into(), 1.0e-5);
        }
        assert_eq!(hand.body("wheel").shape, SceneShape::Circle { radius: 0.5 }, "it has no outline");
        hand.undo();
        assert_eq!(hand.ron(), before.0, "{kind:?}");
        hand.redo();
        assert_ne!(hand.ron(), before.0, "{kind:?}");
    }
}

#[test]
fn a_fit_needs_an_outline_with_an_area() {
    let mut hand = TestHand::on(ROCKET);
    let command = |fit| Command::Edit(EditCommand::FitOutline(fit));
    assert!(!hand.state.is_enabled(&command(Fit::Box)), "nothing is selected");
    hand.select(&["wheel"]);
    assert!(!hand.state.is_enabled(&command(Fit::Box)));
    hand.select(&["stick"]);
    assert!(hand.state.is_enabled(&command(Fit::Box)));
    let before = hand.ron();
    for kind in [Fit::Circle, Fit::Box, Fit::UprightBox, Fit::Hull] {
        fit(&mut hand, kind);
        assert!(hand.last_message().contains("outline of stick lies on one line"), "{}", hand.last_message());
    }
    assert_eq!(hand.ron(), before);
}

#[test]
fn an_outline_goes_with_its_body_and_stays_when_a_handle_resizes_the_shape() {
    let mut hand = TestHand::on(ROCKET);
    let outline = hand.body("rocket").outline.clone();
    hand.drag((2.1, 1.2), (3.1, 1.7));
    assert_near(hand.body("rocket").position, (3.0, 1.5), 0.01);
    assert_eq!(hand.body("rocket").outline, outline);
    hand.apply(Command::Edit(EditCommand::Duplicate));
    assert_eq!(hand.body("rocket 2").outline, outline);
    hand.select(&["rocket"]);
    hand.letter('C', Modifiers::CTRL);
    hand.letter('V', Modifiers::CTRL);
    assert_eq!(hand.body("rocket 3").outline, outline);
    hand.select(&["rocket"]);
    let radius = hand.handle(HandlePart::Shape(ShapeHandle::Radius));
    hand.drag(radius, (radius.0 + 1.0, radius.1));
    assert_ne!(hand.body("rocket").shape, SceneShape::Circle { radius: 0.5 });
    assert_eq!(hand.body("rocket").outline, outline);
}

#[test]
fn removing_an_outline_leaves_time_where_it_is() {
    let mut hand = TestHand::on(ROCKET);
    for _ in 0..3 {
        hand.apply(Command::Time(collision_test::app::TimeCommand::StepForward));
    }
    let index = hand.index("rocket");
    hand.apply(Command::Edit(EditCommand::Do(Change::Outline(vec![index], None))));
    assert_eq!((hand.state.run().frame(), &hand.body("rocket").outline), (3, &None));
    hand.undo();
    assert!(hand.state.run().frame() == 3 && hand.body("rocket").outline.is_some());
}

#[test]
fn a_fit_at_a_later_frame_starts_there() {
    let mut hand = TestHand::on(ROCKET);
    for _ in 0..60 {
        hand.apply(Command::Time(collision_test::app::TimeCommand::StepForward));
    }
    hand.select(&["rocket"]);
    fit(&mut hand, Fit::UprightBox);
    assert_eq!(hand.state.run().frame(), 0);
    assert_near(hand.body("rocket").position, (3.0, 1.0), 1.0e-4);
}

#[test]
fn a_drawing_becomes_the_outline_of_the_selection_or_a_new_body() {
    let mut hand = TestHand::on(ROCKET);
    let path = hand.folder.path().join("arrow.svg");
    let svg = |content: &str| {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{content}</svg>"#)
    };
    std::fs::write(&path, svg(r#"<path d="M 20 0 L 40 40 L 20 30 L 0 40 z"/>"#)).unwrap();
    let arrow = |half: f32| [(0.0, half), (half, -half), (0.0, -0.5 * half), (-half, -half)].map(Vec2::from);
    hand.apply(Command::Edit(EditCommand::OpenOutline));
    assert_eq!(hand.effects.last(), Some(&Effect::OutlineDialog(hand.folder.path().to_owned())));
    let take = |hand: &mut TestHand| hand.apply(Command::Edit(EditCommand::TakeOutline(path.clone())));

    hand.select(&["wheel"]);
    take(&mut hand);
    // As large as the wheel.
    assert_eq!(hand.body("wheel").outline.as_deref(), Some(&arrow(0.5)[..]));
    assert!(hand.last_message().contains("Outline of 4 points"), "{}", hand.last_message());
    hand.undo();
    assert_eq!(hand.body("wheel").outline, None);

    hand.apply(Command::Select(SelectCommand::None));
    take(&mut hand);
    let body = hand.body("polygon");
    assert_eq!(body.outline.as_deref(), Some(&arrow(1.0)[..]));
    assert_eq!(body.shape.points().len(), 3, "the hull");
    assert_near(body.position, hand.state.showing().view().center.into(), 0.01);
    assert_eq!(hand.state.looking().selection(), [hand.index("polygon")]);

    let before = hand.ron();
    for (content, word) in [("<p", "is no SVG"), (&svg("<g/>"), "no path around an area")] {
        std::fs::write(&path, content).unwrap();
        take(&mut hand);
        assert!(hand.last_message().contains("arrow.svg: "), "{}", hand.last_message());
        assert!(hand.last_message().contains(word), "{}", hand.last_message());
    }
    std::fs::write(&path, vec![b' '; (8 << 20) + 1]).unwrap();
    take(&mut hand);
    assert!(hand.last_message().contains("is too large; allowed: up to 8 MiB"), "{}", hand.last_message());
    assert_eq!(hand.ron(), before);
    hand.apply(Command::News(News::DialogCancelled));
    assert_eq!(hand.ron(), before);
}
