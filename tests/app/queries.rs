//! Rays, casts and measures, dragged out on the canvas.

use std::ops::RangeInclusive;

use collision_test::app::hand::tools::ask::QueryDraft;
use collision_test::app::{
    AppState, Change, Command, EditCommand, Key, Modifiers, QueryEdit, TimeCommand, Tool,
};
use collision_test::scene::{QueryForm, SceneQuery};
use glam::Vec2;

use crate::frame::texts;
use crate::hand::{TestHand, assert_near};
use crate::timeline::{settle, time};

/// Dragging is exact to a tenth of a pixel.
const FINE: f32 = 0.0021;

#[track_caller]
fn ray(query: &SceneQuery) -> [Vec2; 2] {
    let QueryForm::Ray { from, to, of: None } = &query.form else { panic!("{query:?}") };
    [*from, *to]
}

/// The crate's left side is at -2, so a ray from -6 to 4 meets it at 0.4; over the ball's top at 2.75 it meets nothing.
#[test]
fn a_ray_is_dragged_out_kept_moved_renamed_and_removed() {
    let mut hand = TestHand::new();
    hand.letter('Q', Modifiers::NONE);
    assert_eq!(hand.state.hand().tool, Tool::Ask);
    hand.press((-6.0, 0.5));
    hand.move_to((0.0, 0.5));
    hand.move_to((4.0, 0.5));
    assert!(texts(&hand).iter().any(|text| text.starts_with("ray: crate at 0.4")), "{:?}", texts(&hand));
    hand.release((4.0, 0.5));
    assert!(hand.scene().queries.is_empty(), "it is not kept yet");
    hand.key(Key::Enter);
    let [from, to] = ray(&hand.scene().queries[0]);
    assert_near(from, (-6.0, 0.5), FINE);
    assert_near(to, (4.0, 0.5), FINE);
    // Its end is a handle.
    hand.drag((4.0, 0.5), (4.0, 6.0));
    assert_near(ray(&hand.scene().queries[0])[1], (4.0, 6.0), FINE);
    hand.undo();
    assert_near(ray(&hand.scene().queries[0])[1], (4.0, 0.5), FINE);
    // A second one is dropped by Esc, a third has the first free name.
    hand.drag((-6.0, 3.5), (6.0, 3.5));
    assert!(texts(&hand).iter().any(|text| text == "ray: meets nothing"), "{:?}", texts(&hand));
    hand.key(Key::Escape);
    assert!(hand.state.hand().tools.draft.is_none() && hand.state.hand().tool == Tool::Ask);
    hand.drag((-6.0, 3.5), (6.0, 3.5));
    hand.key(Key::Enter);
    let names =
        |hand: &TestHand| hand.scene().queries.iter().map(|query| query.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&hand), ["ray", "ray 2"]);
    // Undo drops one that is not kept, and no edit from before it.
    hand.drag((-6.0, 4.5), (6.0, 4.5));
    hand.undo();
    assert!(hand.state.hand().tools.draft.is_none());
    assert_eq!(names(&hand), ["ray", "ray 2"]);
    hand.apply(QueryEdit::Rename(1, "over it".to_owned()).into());
    assert_eq!(names(&hand), ["ray", "over it"]);
    hand.apply(QueryEdit::Rename(1, "ray".to_owned()).into());
    assert_eq!(names(&hand), ["ray", "over it"], "a name that is taken is refused");
    hand.apply(QueryEdit::Remove(0).into());
    assert_eq!(names(&hand), ["over it"]);
    for _ in 0..4 {
        hand.undo();
    }
    assert!(hand.scene().queries.is_empty());
}

/// The gem is 6 m to the right of the crate's middle. Cast by -3.5, its left corner at 5 reaches the crate's right at 2 at
/// 6 / 7.
#[test]
fn with_a_body_selected_that_body_is_cast() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, bodies: [
            Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0)),
            Body(name: "gem", shape: Polygon(points: [(0.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]), position: (6.0, 0.0)),
            Body(name: "post", shape: Circle(radius: 0.1), position: (6.0, -6.0)),
            Body(name: "far post", shape: Circle(radius: 0.1), position: (6.0, 6.0)),
        ])"#,
    );
    hand.select(&["gem"]);
    hand.letter('Q', Modifiers::NONE);
    hand.drag((7.0, 3.0), (3.5, 3.0));
    let Some(QueryDraft::Query(SceneQuery { form: QueryForm::Cast { body, by, .. }, .. })) =
        hand.state.hand().tools.draft.clone()
    else {
        panic!("{:?}", hand.state.hand().tools.draft)
    };
    assert_eq!(body.as_deref(), Some("gem"));
    assert_near(by.unwrap(), (-3.5, 0.0), FINE);
    assert!(texts(&hand).iter().any(|text| text.starts_with("cast: crate at 0.857")), "{:?}", texts(&hand));
    // The tip of its way is a handle, until then is kept and afterwards.
    hand.drag((2.5, 0.0), (6.0, -4.0));
    hand.key(Key::Enter);
    let QueryForm::Cast { by, .. } = &hand.scene().queries[0].form else { panic!() };
    assert_near(by.unwrap(), (0.0, -4.0), FINE);
    let name = "bullet".to_owned();
    hand.apply(Command::Edit(EditCommand::Do(Change::Rename(hand.index("gem"), name))));
    assert!(hand.ron().contains("body: \"bullet\""), "{}", hand.ron());
}

/// From the gem's top at (6, 1) to the crate's corner at (2, 1) it is 4 m; from body to body 3 m: the gem's left corner
/// (5, -1) is 3 m from the crate's right side.
#[test]
fn measuring_goes_between_corners_and_bodies() {
    let mut hand = TestHand::new();
    hand.letter('M', Modifiers::NONE);
    hand.drag((6.05, 1.05), (2.0, 1.0));
    let Some(QueryDraft::Span(ends)) = hand.state.hand().tools.draft else { panic!() };
    assert_eq!(ends, [Vec2::new(6.0, 1.0), Vec2::new(2.0, 1.0)]);
    let told = "4 m · Δx -4 · Δy 0 m · 180°";
    assert!(texts(&hand).iter().any(|text| text == told), "{:?}", texts(&hand));
    hand.key(Key::Enter);
    assert!(hand.scene().queries.is_empty(), "two points are no query");
    // From the face of a body to a place: the nearest point of the border.
    hand.drag((1.0, 0.4), (3.0, 4.0));
    let Some(QueryDraft::Span([near, _])) = hand.state.hand().tools.draft else { panic!() };
    assert_near(near, (2.0, 1.0), FINE);
    hand.drag((1.0, 0.4), (6.0, -0.4));
    assert!(texts(&hand).iter().any(|text| text == "gap: 3.000 m"), "{:?}", texts(&hand));
    hand.key(Key::Enter);
    assert!(hand.ron().contains("Closest(name: \"gap\", a: \"crate\", b: \"gem\")"), "{}", hand.ron());
}

/// What happens in these frames besides contacts that begin and end, in words.
pub fn moment_lines(state: &AppState, frames: RangeInclusive<u64>) -> Vec<(u64, String)> {
    state.moments(frames).iter().map(|moment| (moment.frame, state.moment_words(moment))).collect()
}

/// The gate rises 0.02 m in a step: its top, at -1.51, passes the beams in step 76, its bottom, at -2.51, in step 126.
#[test]
fn the_time_line_knows_where_a_query_begins_and_ceases_to_hit() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, solver: Off, bodies: [
            Body(name: "gate", shape: Rectangle(width: 1.0, height: 1.0), position: (5.0, -2.01),
                motion: Kinematic(velocity: (0.0, 1.2))),
            Body(name: "post", shape: Rectangle(width: 1.0, height: 1.0), position: (8.0, 0.0)),
        ], queries: [
            Ray(name: "beam", from: (0.0, 0.0), to: (6.0, 0.0)),
            Ray(name: "far", from: (0.0, 0.0), to: (10.0, 0.0)),
            Closest(name: "gap", a: "gate", b: "post"),
        ])"#,
    );
    let lines = |hand: &TestHand| moment_lines(&hand.state, 0..=u64::MAX);
    hand.apply(time(TimeCommand::Seek(60)));
    settle(&mut hand);
    assert_eq!(lines(&hand), []);
    hand.apply(time(TimeCommand::Seek(200)));
    hand.apply(time(TimeCommand::Seek(20)));
    settle(&mut hand);
    let line = |frame, text: &str| (frame, text.to_owned());
    let of_beam = [line(76, "beam begins to hit gate"), line(126, "beam ceases to hit gate")];
    let of_far = [line(76, "far hits gate, until then post"), line(126, "far hits post, until then gate")];
    let all: Vec<_> = [0, 1].into_iter().flat_map(|i| [of_beam[i].clone(), of_far[i].clone()]).collect();
    assert_eq!(lines(&hand), all);
    assert_eq!(hand.state.moments(77..=126).len(), 2);
    // A query that changes is asked again in every frame that is known, though the run goes on as it was.
    let shorter = SceneQuery {
        form: QueryForm::Ray { from: Vec2::ZERO, to: Vec2::new(4.0, 0.0), of: None },
        ..hand.scene().queries[0].clone()
    };
    hand.apply(QueryEdit::Set(0, shorter).into());
    settle(&mut hand);
    assert_eq!((lines(&hand), hand.state.run().frames.last_frame()), (of_far.to_vec(), 200));
    hand.apply(QueryEdit::Remove(1).into());
    settle(&mut hand);
    assert_eq!(lines(&hand), []);
}

/// A ray over the bodies reaches farther to both sides, and another one has as good as no end.
#[test]
fn everything_that_is_fitted_holds_the_queries() {
    let mut hand = TestHand::on(
        r#"(version: 1, name: "rays", bodies: [
            (name: "left", shape: Circle(radius: 1), position: (-2, 0)),
            (name: "right", shape: Circle(radius: 1), position: (2, 0)),
        ], queries: [
            Ray(name: "over", from: (-6, 3), to: (6, 3)),
            Ray(name: "endless", from: (0, 0), to: (1e6, 0)),
        ])"#,
    );
    // What moves is fitted as a scene is opened.
    hand.letter('F', Modifiers::NONE);
    hand.wait(2.0);
    let view = hand.state.showing().view();
    for at in [Vec2::new(-6.0, 3.0), Vec2::new(6.0, 3.0), Vec2::new(-3.0, -1.0)] {
        assert!(view.canvas.contains(view.screen_from_world(at)), "{at}");
    }
    assert!(view.scale > 30.0, "{} pixels a metre", view.scale);
    // The ball starts at (-5.8, 1.6), the box ends at (5.5, 0.5) and is 1 m wide.
    let text = include_str!("../../scenes/query-cast-at-a-corner.ron");
    let mut hand = TestHand::on(text);
    hand.letter('F', Modifiers::NONE);
    hand.wait(2.0);
    let view = hand.state.showing().view();
    for at in [Vec2::new(-6.8, 1.6), Vec2::new(-5.8, 2.6), Vec2::new(6.0, 0.0), Vec2::new(0.0, -3.5)] {
        assert!(view.canvas.contains(view.screen_from_world(at)), "{at}");
    }
}

/// Esc while an end of a ray was dragged that is not kept yet left the ray at the pointer.
#[test]
fn esc_in_a_drag_of_a_ray_that_is_not_kept_brings_the_ray_back() {
    let mut hand = TestHand::new();
    hand.letter('Q', Modifiers::NONE);
    hand.drag((-6.0, 0.5), (4.0, 0.5));
    let draft = |hand: &TestHand| hand.state.hand().tools.draft.clone();
    let before = draft(&hand);
    hand.press((4.0, 0.5));
    hand.move_to((4.0, 3.0));
    hand.move_to((4.0, 5.0));
    assert!(draft(&hand) != before);
    hand.key(Key::Escape);
    assert!(before.is_some() && draft(&hand) == before, "{:?}", draft(&hand));
    hand.move_to((4.0, 6.0));
    hand.release((4.0, 6.0));
    assert_eq!(draft(&hand), before);
    // In a drag that begins a new one, the one before comes back.
    hand.press((-6.0, 4.0));
    hand.move_to((0.0, 4.0));
    hand.key(Key::Escape);
    assert_eq!(draft(&hand), before);
    hand.release((0.0, 4.0));
    hand.key(Key::Escape);
    assert_eq!(draft(&hand), None, "the next one drops it");
}
