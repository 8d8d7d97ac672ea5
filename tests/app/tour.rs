//! The tour: each step fails before the gesture and after a wrong one, and holds after the right one.

use std::fs;
use std::path::Path;

use collision_test::app::hand::handles::HandlePart;
use collision_test::app::tour::STEPS;
use collision_test::app::{
    Answer, BodyEdit, Change, Command, EditCommand, Effect, FileCommand, Key, Leave, Modifiers,
    SelectCommand, TourMove, info,
};
use collision_test::picture::overlay::Layer;
use collision_test::scene::field::FieldValue;
use glam::Vec2;

use crate::hand::{SCENE, TestHand};

/// What a person does in a step.
type Gesture = fn(&mut TestHand);

/// A step, as a person goes through it.
struct Case {
    wrong: Gesture,
    /// A part of what the card tells after the wrong gesture.
    missing: &'static str,
    right: Gesture,
    /// A part of what it tells after the right one.
    reached: &'static str,
}

const CASES: &[Case] = &[
    Case {
        wrong: |hand| hand.drag((1.5, 0.4), (1.0, 2.0)),
        // √(2.5² + 2²) = 3.202, less 1 and 0.75.
        missing: "1.45",
        right: |hand| hand.drag((1.5, 0.4), (0.1, 0.4)),
        // √(1.6² + 0.4²) = 1.649.
        reached: "The centres are 1.6",
    },
    Case {
        wrong: |hand| hand.drag((1.8, 0.0), (-1.4, 0.1)),
        missing: "pull them apart",
        right: |hand| hand.drag((1.8, 0.0), (0.5, 0.0)),
        // 2.3 · √½ - 0.5 = 1.126.
        reached: "the bars are 1.12",
    },
    Case {
        wrong: |hand| turn(hand, "bar", 50.0),
        missing: "No gap yet",
        // 1.5 - 0.5 - 2 · sin 2° - 0.3 · cos 2° = 0.630.
        right: |hand| turn(hand, "bar", 2.0),
        reached: "A gap of 0.6",
    },
    Case {
        wrong: |hand| hand.drag((0.3, 1.5), (1.1, 1.5)),
        missing: "The ball's centre is 0.",
        right: |hand| hand.drag((0.3, 1.5), (1.9, 1.4)),
        // 0.8 - √(0.4² + 0.4²) = 0.234.
        reached: "way out is 0.23",
    },
    Case {
        wrong: |hand| hand.drag((-1.0, 1.7), (-1.5, 0.5)),
        // The left side is 0.5 m away from the centre: 0.9 of 1.5 m.
        missing: ": 0.6",
        right: |hand| hand.drag((-1.0, 1.7), (0.1, 0.05)),
        reached: "The depth is 1.8",
    },
    Case {
        wrong: |hand| stages(hand, 3),
        missing: "The impulse is 2 stages on",
        right: |hand| stages(hand, 5),
        // 0.5 kg · (2 + 1) m/s.
        reached: "Iteration 1 gives an impulse of 1.5 N·s",
    },
    Case {
        wrong: play,
        missing: "after the hit left moves at 1 m/s and right at 1 m/s",
        right: |hand| {
            let mass = Change::Body(vec![0], BodyEdit::Set("mass", FieldValue::Number(3.0)));
            hand.apply(Command::Edit(EditCommand::Do(mass)));
            play(hand);
        },
        reached: "right has its 2 m/s",
    },
    Case {
        wrong: |hand| {
            play(hand);
            hand.key(Key::Home);
        },
        missing: "in frame 34: go 33 frames on",
        right: |hand| {
            play(hand);
            while hand.state.run().frame() > 33 {
                hand.key(Key::Comma);
            }
        },
        reached: "Frame 33 is the last",
    },
    Case {
        wrong: |hand| hand.drag((0.0, -1.5), (0.0, -0.3)),
        // The line runs 1.3 · 8/√68 = 1.261 m beside the centre, the corner reaches 1.131 · 8/√68 = 1.098.
        missing: "The crate is 0.16",
        right: |hand| hand.drag((0.0, -1.5), (0.0, 0.7)),
        // On y = 1 + x/4 the upper left side is met at x = (0.3 - 1.131) / 0.75 = -1.108.
        reached: "meets the crate at 0.36",
    },
];

fn to(hand: &mut TestHand, to: TourMove) {
    hand.apply(Command::File(FileCommand::Leave(Leave::Tour(to))));
}

/// Drags the round handle of a body until it is at this angle. Degrees.
fn turn(hand: &mut TestHand, name: &str, degrees: f32) {
    let body = hand.body(name);
    let (center, by) = (body.position, degrees - body.rotation);
    let handle = hand.handle(HandlePart::Rotation);
    let turned = center + Vec2::from_angle(by.to_radians()).rotate(Vec2::from(handle) - center);
    hand.drag(handle, turned.into());
}

/// Goes on by stages of a step.
fn stages(hand: &mut TestHand, count: usize) {
    for _ in 0..count {
        hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Period));
    }
}

/// Plays for a second.
fn play(hand: &mut TestHand) {
    hand.key(Key::Space);
    for _ in 0..10 {
        hand.wait(0.1);
    }
    hand.key(Key::Space);
}

/// Number of the step, and whether its goal is reached.
fn place(hand: &TestHand) -> (usize, bool) {
    let tour = hand.state.files().tour.as_ref().unwrap();
    (tour.index() + 1, tour.is_reached())
}

fn told(hand: &TestHand) -> std::borrow::Cow<'_, str> {
    hand.state.files().tour.as_ref().unwrap().verdict()
}

#[test]
fn each_step_fails_before_the_gesture_and_after_a_wrong_one_and_holds_after_the_right_one() {
    assert_eq!(CASES.len(), STEPS.len());
    let mut hand = TestHand::new();
    to(&mut hand, TourMove::Continue);
    for (number, Case { wrong, missing, right, reached }) in (1..).zip(CASES) {
        assert_eq!(place(&hand), (number, false), "before the gesture: {}", told(&hand));
        wrong(&mut hand);
        assert_eq!(place(&hand), (number, false), "after a wrong gesture: {}", told(&hand));
        assert!(told(&hand).contains(missing), "step {number}: {:?} in {:?}", missing, told(&hand));
        to(&mut hand, TourMove::Reset);
        assert_eq!(place(&hand), (number, false), "after a reset: {}", told(&hand));
        right(&mut hand);
        assert_eq!(place(&hand), (number, true), "after the gesture: {}", told(&hand));
        assert!(told(&hand).contains(reached), "step {number}: {reached:?} in {:?}", told(&hand));
        assert!(!hand.state.files().document.is_dirty(), "practice is no unsaved work");
        to(&mut hand, TourMove::Next);
    }
    assert!(hand.state.files().tour.as_ref().is_none());
    assert_eq!(hand.scene().name, "Bench");
    assert!(hand.last_message().starts_with("That was the tour"), "{}", hand.last_message());
    // The next time it begins with the first step.
    to(&mut hand, TourMove::Continue);
    assert_eq!(place(&hand), (1, false));
}

#[test]
fn a_goal_counts_once_the_button_is_up_and_stays_reached() {
    let mut hand = TestHand::new();
    to(&mut hand, TourMove::Continue);
    hand.press((1.5, 0.4));
    hand.move_to((0.1, 0.4));
    assert!(told(&hand).contains("overlap by"), "{}", told(&hand));
    assert_eq!(place(&hand), (1, false));
    hand.move_to((1.5, 0.4));
    hand.release((1.5, 0.4));
    assert_eq!(place(&hand), (1, false));
    hand.drag((1.5, 0.4), (0.1, 0.4));
    assert_eq!(place(&hand), (1, true));
    hand.undo();
    assert_eq!(hand.body("right").position, Vec2::new(1.5, 0.4));
    assert_eq!(place(&hand), (1, true));
    to(&mut hand, TourMove::Continue);
    assert_eq!(place(&hand), (1, true), "the tour is there already");
}

#[test]
fn shapes_that_were_deleted_are_missed_and_a_reset_brings_them_back() {
    let mut hand = TestHand::new();
    to(&mut hand, TourMove::Continue);
    for index in 0..STEPS.len() {
        hand.apply(Command::Select(SelectCommand::All));
        hand.key(Key::Delete);
        assert_eq!(place(&hand), (index + 1, false));
        assert!(told(&hand).contains("Reset brings them back"), "{}", told(&hand));
        to(&mut hand, TourMove::Reset);
        assert!(hand.scene().bodies.len() >= 2);
        to(&mut hand, TourMove::Next);
    }
}

/// Discarding, which the question before the tour offered, lost the edits for good.
#[test]
fn the_tour_brings_the_scene_back_with_its_unsaved_work_and_its_undo() {
    let mut hand = TestHand::new();
    hand.apply(Command::View(collision_test::app::ViewCommand::ToggleLayer(Layer::Velocities)));
    let (layers, before) = (hand.state.showing().layers, hand.ron());
    hand.drag((0.1, 2.2), (1.6, 4.7));
    let edited = hand.ron();
    to(&mut hand, TourMove::Continue);
    assert!(hand.state.question().is_none());
    assert_eq!(place(&hand), (1, false));
    assert_ne!(hand.state.showing().layers, layers);
    assert_eq!(hand.state.files().document.path(), None);
    assert_eq!(hand.effects.last(), Some(&Effect::Watch(None)));
    hand.drag((1.5, 0.4), (1.0, 2.0));
    assert!(hand.state.files().rescue(), "the unsaved work is kept on the disk meanwhile");
    to(&mut hand, TourMove::Next);
    to(&mut hand, TourMove::Leave);
    let file = hand.file();
    assert_eq!(hand.state.files().document.path(), Some(&*file));
    assert_eq!(hand.effects.last(), Some(&Effect::Watch(Some(file))));
    assert_eq!(hand.state.showing().layers, layers);
    assert_eq!(hand.ron(), edited);
    assert!(hand.state.files().document.is_dirty());
    hand.undo();
    assert_eq!(hand.ron(), before);
    assert!(!hand.state.files().document.is_dirty());
    hand.redo();
    assert_eq!(hand.ron(), edited);
}

/// What else closes the document asks about the work that waits behind the tour, and shows it.
#[test]
fn unsaved_work_behind_the_tour_is_asked_about() {
    for (leave, answer) in [(Leave::Quit, Answer::Save), (Leave::New, Answer::Discard)] {
        let mut hand = TestHand::new();
        hand.drag((0.1, 2.2), (1.6, 4.7));
        let edited = hand.ron();
        to(&mut hand, TourMove::Continue);
        hand.apply(Command::File(FileCommand::Leave(leave.clone())));
        assert_eq!((hand.ron(), hand.state.files().tour.is_none()), (edited.clone(), true));
        assert!(hand.state.question().unwrap().text.contains("unsaved changes"));
        assert!(!hand.effects.contains(&Effect::Quit));
        hand.apply(Command::Answer(answer));
        assert_eq!(hand.effects.contains(&Effect::Quit), leave == Leave::Quit);
        let saved = fs::read_to_string(hand.file()).unwrap();
        assert_eq!(saved == edited, answer == Answer::Save);
    }
}

#[test]
fn a_file_that_was_deleted_during_the_tour_is_not_lost() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    to(&mut hand, TourMove::Continue);
    fs::remove_file(hand.file()).unwrap();
    to(&mut hand, TourMove::Leave);
    assert_eq!(hand.ron(), before);
    assert!(hand.state.files().document.is_dirty(), "it is nowhere but here");
    fs::write(hand.file(), SCENE.replace("Bench", "Other")).unwrap();
    hand.apply(Command::File(FileCommand::Leave(Leave::Reload)));
    hand.apply(Command::Answer(Answer::Discard));
    to(&mut hand, TourMove::Continue);
    fs::write(hand.file(), SCENE.replace("Bench", "Another")).unwrap();
    to(&mut hand, TourMove::Leave);
    assert_eq!(hand.scene().name, "Another");
}

#[test]
fn the_step_is_remembered_from_run_to_run() {
    let continues = Command::File(FileCommand::Leave(Leave::Tour(TourMove::Continue)));
    let restarts = Command::File(FileCommand::Leave(Leave::Tour(TourMove::Restart)));
    let mut hand = TestHand::new();
    assert_eq!(hand.state.label_now(&continues), None);
    assert!(!hand.state.is_enabled(&restarts));
    to(&mut hand, TourMove::Continue);
    for _ in 0..3 {
        to(&mut hand, TourMove::Next);
    }
    // Another document ends the tour.
    hand.apply(Command::File(FileCommand::Leave(Leave::OpenPath(hand.file()))));
    assert!(hand.state.files().tour.as_ref().is_none());

    let settings = hand.state.files().settings.clone();
    let mut again =
        collision_test::app::AppState::open(&hand.file(), settings.clone(), crate::hand::canvas()).unwrap();
    assert_eq!(again.label_now(&continues).as_deref(), Some("Continue the tour (step 4 of 9)"));
    assert!(again.is_enabled(&restarts));
    again.apply(continues.clone());
    assert_eq!(again.files().tour.as_ref().map(|tour| tour.index()), Some(3));
    again.apply(restarts);
    assert_eq!(again.files().tour.as_ref().map(|tour| tour.index()), Some(0));

    // What is no step is none.
    let stored = settings.storage.unwrap().join("tour.txt");
    for text in ["", "0", "10", "-3", "four", "99999999999999999999999"] {
        fs::write(&stored, text).unwrap();
        let settings = hand.state.files().settings.clone();
        let mut state =
            collision_test::app::AppState::open(&hand.file(), settings, crate::hand::canvas()).unwrap();
        assert_eq!(state.label_now(&continues), None, "{text:?}");
        state.apply(continues.clone());
        assert_eq!(state.files().tour.as_ref().map(|tour| tour.index()), Some(0), "{text:?}");
    }
}

#[test]
fn a_practice_scene_that_is_saved_is_a_document_like_any_other() {
    let mut hand = TestHand::new();
    to(&mut hand, TourMove::Continue);
    hand.drag((1.5, 0.4), (0.1, 0.4));
    let path = hand.folder.path().join("circles.ron");
    hand.apply(Command::File(FileCommand::SaveTo(path.clone())));
    assert!(!hand.state.files().document.is_dirty());
    hand.drag((0.1, 0.4), (0.1, 1.4));
    assert!(hand.state.files().document.is_dirty());
    to(&mut hand, TourMove::Next);
    assert!(hand.state.question().is_some());
    hand.apply(Command::Answer(Answer::Discard));
    assert_eq!(place(&hand), (2, false));
    to(&mut hand, TourMove::Leave);
    assert_eq!(hand.scene().name, "Bench");
}

#[test]
fn the_tour_goes_on_where_the_recording_behind_it_is_gone() {
    let mut hand = TestHand::new();
    let path = hand.folder.path().join("game.jsonl");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl"), &path).unwrap();
    hand.apply(Command::File(FileCommand::Leave(Leave::OpenPath(path.clone()))));
    assert!(hand.state.files().document.is_recording());
    to(&mut hand, TourMove::Continue);
    fs::remove_file(&path).unwrap();
    to(&mut hand, TourMove::Leave);
    assert!(hand.state.messages().iter().any(|message| message.text.contains("game.jsonl")));
    assert_eq!(place(&hand), (1, false));
}

#[test]
fn the_words_of_the_steps_are_short_and_their_commands_have_names() {
    for step in STEPS {
        assert!(step.idea.len() <= 240 && step.task.len() <= 100 && step.hint.len() <= 100, "{}", step.title);
        assert!(step.scene().is_ok_and(|scene| scene.bodies.len() >= 2), "{}", step.title);
        assert!(step.task.ends_with('.') && step.hint.ends_with('.') && step.idea.ends_with('.'));
    }
    for to in [TourMove::Continue, TourMove::Restart, TourMove::Next, TourMove::Back, TourMove::Leave] {
        assert!(info(&Command::File(FileCommand::Leave(Leave::Tour(to)))).is_some(), "{to:?}");
    }
}

/// The sentence of a goal that was reached told of a state that was there no more.
#[test]
fn what_a_reached_step_tells_is_true_of_the_picture_after_further_edits_too() {
    let mut hand = TestHand::new();
    to(&mut hand, TourMove::Continue);
    (CASES[0].right)(&mut hand);
    assert!(told(&hand).starts_with("The centres are 1.6"), "{}", told(&hand));
    hand.drag((0.1, 0.4), (2.0, 0.4));
    assert_eq!(place(&hand), (1, true));
    assert!(
        told(&hand).starts_with("You had it. Now: The centres are ") && told(&hand).ends_with("too far.")
    );
    assert!(!told(&hand).contains(" 1.6"), "{}", told(&hand));
}
