//! Shipped scenes, and the sentence about a scene.

use collision_test::app::{
    Answer, BodyEdit, Change, Command, EditCommand, Effect, FileCommand, Leave, Modifiers, SceneEdit,
    TimeCommand, ViewCommand,
};
use collision_test::picture::backend::svg::svg;
use collision_test::picture::overlay::Layer;
use collision_test::scene::Scene;
use collision_test::scene::field::FieldValue;
use collision_test::scene::shipped;

use crate::hand::{TestHand, canvas};

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
    assert_eq!((hand.state.files().document.path(), hand.state.files().document.is_dirty()), (None, false));
    let title = hand.state.files().title();
    assert_eq!(title, "Pendulum on a rod, pendulum on a cable (pendulum) – Collision Test");
    assert!(hand.effects.contains(&Effect::Watch(None)));
    hand.letter('S', Modifiers::CTRL);
    let asks = |effect: &Effect| matches!(effect, Effect::SaveDialog(..));
    assert!(hand.effects.last().is_some_and(asks), "{:?}", hand.effects);
}

#[test]
fn a_scene_that_is_not_shipped_changes_nothing() {
    let mut hand = TestHand::new();
    let (before, title) = (hand.ron(), hand.state.files().title());
    open(&mut hand, "no such scene");
    assert_eq!((hand.ron(), hand.state.files().title()), (before, title));
}

#[test]
fn unsaved_work_is_asked_about_before_a_shipped_scene_replaces_it() {
    let mut hand = TestHand::new();
    edit(&mut hand, Change::Body(vec![0], BodyEdit::Set("position", FieldValue::X(0.5))));
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
    edit(&mut hand, Change::Body(vec![0], BodyEdit::Set("position", FieldValue::X(0.5))));
    open(&mut hand, "jelly");
    hand.apply(Command::Answer(Answer::Discard));
    assert_eq!(hand.scene(), shipped::find("jelly").unwrap().scene());
    assert_ne!(shipped::find("coin").unwrap().scene().bodies[0].position.x, 0.5);
}

#[test]
fn the_sentence_about_a_scene_is_edited_undone_and_saved_and_leaves_the_world_alone() {
    let mut hand = TestHand::new();
    hand.letter('.', Modifiers::NONE);
    hand.apply(Command::Time(TimeCommand::StepForward));
    let before = hand.ron();
    let frame = hand.state.run().frame();
    let about = |text: &str| Change::Scene(SceneEdit::About(text.to_owned()));
    edit(&mut hand, about("A ball lies on a crate."));
    assert_eq!(hand.scene().about, "A ball lies on a crate.");
    assert_eq!(hand.state.run().frame(), frame, "a text is no edit of the world");
    hand.letter('S', Modifiers::CTRL);
    let text = std::fs::read_to_string(hand.file()).unwrap();
    assert!(text.contains("    name: \"Bench\",\n    about: \"A ball lies on a crate.\",\n"), "{text}");
    hand.undo();
    assert_eq!(hand.ron(), before);
    edit(&mut hand, about(&"x".repeat(201)));
    assert_eq!(hand.ron(), before);
    assert!(hand.last_message().contains("about is 201 characters long"), "{}", hand.last_message());
}

/// `ahead` of a scene: no layer is to be turned on, and the next scene is shown as before.
#[test]
fn a_scene_that_looks_ahead_shows_its_impacts_until_another_is_opened() {
    let mut hand = TestHand::new();
    let drawn = |hand: &TestHand| {
        let list = hand.state.picture();
        svg(&list, canvas().max, hand.state.showing().theme.background).matches("layer-impacts").count()
    };
    let before = hand.state.showing().layers;
    assert!(!before.has(Layer::Impacts));
    open(&mut hand, "will-they-meet");
    assert!(hand.state.showing().layers.has(Layer::Impacts) && drawn(&hand) > 0);
    assert!(hand.state.showing().look_ahead.all && hand.state.showing().look_ahead.falling);
    let picture = svg(&hand.state.picture(), canvas().max, hand.state.showing().theme.background);
    for label in ["in 1.100 s", "in 0.553 s, falling"] {
        assert!(picture.contains(label), "{label} is not in sight");
    }
    open(&mut hand, "pendulum");
    assert_eq!((hand.state.showing().layers, drawn(&hand)), (before, 0));
}

/// A row of the table of axes under the pointer: each corner of both octagons has its mark on the strip.
#[test]
fn a_pointed_at_axis_marks_every_corner_of_both_shapes() {
    let mut hand = TestHand::new();
    open(&mut hand, "pair-polygon-polygon");
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    let corners = |hand: &TestHand| {
        let picture = svg(&hand.state.picture(), canvas().max, hand.state.showing().theme.background);
        let parts = picture.split("<g ").filter(|group| group.contains("data-part=\"corner\""));
        parts.map(|group| group.matches("<line").count() + group.matches('M').count()).sum::<usize>()
    };
    assert_eq!(corners(&hand), 0);
    hand.apply(Command::View(ViewCommand::HighlightAxis(Some(0))));
    // A line and a mark of each.
    assert_eq!(corners(&hand), 2 * (8 + 8));
}

/// The stage in which a body bursts shows its pieces, and no letter where it was.
#[test]
fn inside_of_a_step_a_body_that_has_burst_is_not_selected() {
    let mut hand = TestHand::new();
    open(&mut hand, "jelly-on-a-propeller");
    hand.apply(Command::Time(TimeCommand::Seek(25)));
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    hand.apply(Command::Time(TimeCommand::StageForward));
    let letters = |hand: &TestHand| {
        let picture = svg(&hand.state.picture(), canvas().max, hand.state.showing().theme.background);
        picture.contains(">A</text>")
    };
    let count = hand.state.run().inside.as_ref().unwrap().count();
    let burst = (1..=count).find(|stage| {
        hand.apply(Command::Time(TimeCommand::ToStage(*stage)));
        hand.state.run().inside.as_ref().unwrap().text.title.starts_with("Listeners")
    });
    assert!(burst.is_some() && !letters(&hand), "{burst:?}");
    hand.apply(Command::Time(TimeCommand::ToStage(burst.unwrap() - 1)));
    assert!(letters(&hand), "before it the pair is there");
}
