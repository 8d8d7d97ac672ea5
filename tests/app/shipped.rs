//! Shipped scenes, and the sentence about a scene.

use collision_test::app::{
    Answer, BodyEdit, Change, Command, EditCommand, Effect, FileCommand, Leave, Modifiers, SceneEdit,
};
use collision_test::scene::Scene;
use collision_test::shipped;

use crate::hand::TestHand;

fn open(hand: &mut TestHand, stem: &'static str) {
    hand.apply(Command::File(FileCommand::Leave(Leave::OpenShipped(stem))));
}

fn edit(hand: &mut TestHand, change: Change) {
    hand.apply(Command::Edit(EditCommand::Do(change)));
}

#[test]
fn the_key_asks_for_the_picker() {
    let mut hand = TestHand::new();
    hand.letter('O', Modifiers::CTRL_SHIFT);
    assert_eq!(hand.effects.last(), Some(&Effect::PickScene));
}

#[test]
fn a_shipped_scene_is_a_document_without_a_file() {
    let mut hand = TestHand::new();
    open(&mut hand, "pendulum");
    assert_eq!(hand.scene(), shipped::find("pendulum").unwrap().scene());
    assert_eq!((hand.state.path(), hand.state.is_dirty()), (None, false));
    let title = hand.state.title();
    assert_eq!(title, "Pendulum on a rod, pendulum on a cable (pendulum) – Collision Test");
    assert!(hand.effects.contains(&Effect::Watch(None)));
    hand.letter('S', Modifiers::CTRL);
    let asks = |effect: &Effect| matches!(effect, Effect::SaveDialog(..));
    assert!(hand.effects.last().is_some_and(asks), "{:?}", hand.effects);
}

#[test]
fn a_scene_that_is_not_shipped_changes_nothing() {
    let mut hand = TestHand::new();
    let (before, title) = (hand.ron(), hand.state.title());
    open(&mut hand, "no such scene");
    assert_eq!((hand.ron(), hand.state.title()), (before, title));
}

#[test]
fn unsaved_work_is_asked_about_before_a_shipped_scene_replaces_it() {
    let mut hand = TestHand::new();
    edit(&mut hand, Change::Body(vec![0], BodyEdit::PositionX(0.5)));
    let spoiled = hand.ron();
    open(&mut hand, "coin");
    assert!(hand.state.question().unwrap().text.contains("unsaved changes"));
    hand.apply(Command::Answer(Answer::Cancel));
    assert_eq!(hand.ron(), spoiled);
    open(&mut hand, "coin");
    hand.apply(Command::Answer(Answer::Save));
    assert_eq!(Scene::load(&hand.file()).unwrap().to_ron(), spoiled);
    assert_eq!(hand.scene().name, "A coin is picked up");
    // What is edited from now on is the scene's, not the shipped file's.
    edit(&mut hand, Change::Body(vec![0], BodyEdit::PositionX(0.5)));
    open(&mut hand, "jelly");
    hand.apply(Command::Answer(Answer::Discard));
    assert_eq!(hand.scene(), shipped::find("jelly").unwrap().scene());
    assert_ne!(shipped::find("coin").unwrap().scene().bodies[0].position.x, 0.5);
}

#[test]
fn the_sentence_about_a_scene_is_edited_undone_and_saved_and_leaves_the_world_alone() {
    let mut hand = TestHand::new();
    hand.letter('.', Modifiers::NONE);
    hand.apply(Command::Time(collision_test::app::TimeCommand::StepForward));
    let before = hand.ron();
    let frame = hand.state.frame();
    let about = |text: &str| Change::Scene(SceneEdit::About(text.to_owned()));
    edit(&mut hand, about("A ball lies on a crate."));
    assert_eq!(hand.scene().about, "A ball lies on a crate.");
    assert_eq!(hand.state.frame(), frame, "a text is no edit of the world");
    hand.letter('S', Modifiers::CTRL);
    let text = std::fs::read_to_string(hand.file()).unwrap();
    assert!(text.contains("    name: \"Bench\",\n    about: \"A ball lies on a crate.\",\n"), "{text}");
    hand.undo();
    assert_eq!(hand.ron(), before);
    edit(&mut hand, about(&"x".repeat(201)));
    assert_eq!(hand.ron(), before);
    assert!(hand.last_message().contains("about is 201 characters long"), "{}", hand.last_message());
}
