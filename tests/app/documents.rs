use std::fs;
use std::path::PathBuf;

use collision_test::app::{
    Answer, AppState, BodyEdit, Change, Command, EditCommand, Effect, FileCommand, Key, Leave, Modifiers,
    News, Settings, ViewCommand,
};
use collision_test::scene::Scene;
use collision_test::scene::field::FieldValue;

use crate::hand::{SCENE, TestHand, canvas};

fn file(command: FileCommand) -> Command {
    Command::File(command)
}

fn spoil(hand: &mut TestHand) {
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![0],
        BodyEdit::Set("position", FieldValue::X(0.5)),
    ))));
    assert!(hand.state.files().document.is_dirty());
}

#[test]
fn saving_writes_what_is_seen_and_says_so() {
    let mut hand = TestHand::new();
    hand.drag((0.1, 2.2), (1.1, 2.2));
    assert!(hand.state.files().document.is_dirty() && hand.state.files().title().starts_with('*'));
    hand.letter('S', Modifiers::CTRL);
    assert!(!hand.state.files().document.is_dirty());
    assert!(hand.effects.contains(&Effect::Print(format!("saved: {}", hand.file().display()))));
    let saved = Scene::load(&hand.file()).unwrap();
    assert_eq!(saved, *hand.scene());
    hand.undo();
    assert!(hand.state.files().document.is_dirty(), "what is on disk is not what is seen");
    hand.letter('S', Modifiers::CTRL);
    assert_eq!(fs::read_to_string(hand.file()).unwrap(), Scene::from_ron(SCENE, "x").unwrap().to_ron());
}

#[test]
fn a_broken_file_becomes_a_message_and_the_open_scene_stays() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    hand.select(&["gem"]);
    for (name, text) in [
        ("broken.ron", "Scene(version: 1, bodies: [Body(name: \"a\""),
        ("bad.ron", "(version: 1, bodies: [(name: \"a\", shape: Circle(radius: -1.0))])"),
    ] {
        let path = hand.folder.path().join(name);
        fs::write(&path, text).unwrap();
        hand.apply(file(FileCommand::Leave(Leave::OpenPath(path))));
        assert!(hand.last_message().contains(name), "{}", hand.last_message());
        assert_eq!(
            (hand.ron(), hand.state.files().document.path().unwrap().to_owned()),
            (before.clone(), hand.file())
        );
        assert_eq!(hand.state.looking().selection(), [2]);
    }
    let path = hand.folder.path().join("none.ron");
    hand.apply(file(FileCommand::Leave(Leave::OpenPath(path.clone()))));
    assert_eq!(hand.ron(), before);
    assert!(AppState::open(&path, Settings::default(), canvas()).is_err());
}

#[test]
fn a_folder_that_cannot_be_written_becomes_a_message() {
    let mut hand = TestHand::new();
    spoil(&mut hand);
    let path = hand.folder.path().join("no/such/folder/scene.ron");
    hand.apply(file(FileCommand::SaveTo(path)));
    assert!(hand.state.files().document.is_dirty());
    assert_eq!(hand.state.files().document.path().unwrap(), hand.file());
    assert!(!hand.state.messages().is_empty());
}

#[test]
fn unsaved_work_is_asked_about_before_it_is_lost() {
    let mut hand = TestHand::new();
    spoil(&mut hand);
    let spoiled = hand.ron();
    hand.letter('N', Modifiers::CTRL);
    let question = hand.state.question().unwrap();
    assert_eq!(question.buttons.len(), 3);
    // Keys have no other effect while the question is open; Esc changes nothing.
    hand.key(Key::Delete);
    hand.key(Key::Escape);
    assert!(hand.state.question().is_none());
    assert_eq!(hand.ron(), spoiled);

    hand.apply(file(FileCommand::Leave(Leave::Quit)));
    hand.apply(Command::Answer(Answer::Save));
    assert_eq!(Scene::load(&hand.file()).unwrap().to_ron(), spoiled);
    assert_eq!(hand.effects.last(), Some(&Effect::Quit));

    spoil_again(&mut hand);
    hand.apply(file(FileCommand::Leave(Leave::New)));
    hand.apply(Command::Answer(Answer::Discard));
    assert!(hand.scene().bodies.is_empty() && hand.state.files().document.path().is_none());
    assert_eq!(hand.effects.last(), Some(&Effect::Watch(None)));
    assert_eq!(Scene::load(&hand.file()).unwrap().to_ron(), spoiled);
}

/// "Save them?" came first, and the error after the answer.
#[test]
fn a_file_that_cannot_be_read_asks_for_nothing_to_be_saved() {
    let mut hand = TestHand::new();
    spoil(&mut hand);
    let (spoiled, path) = (hand.ron(), hand.folder.path().join("cut-off.ron"));
    fs::write(&path, "(version: 1, bodies: [Body(na").unwrap();
    let open = || file(FileCommand::Leave(Leave::OpenPath(path.clone())));
    hand.apply(open());
    assert!(hand.state.question().is_none());
    assert!(hand.last_message().contains("cut-off.ron:1:"), "{}", hand.last_message());
    assert_eq!(hand.ron(), spoiled);
    fs::write(&path, SCENE).unwrap();
    hand.apply(open());
    assert!(hand.state.question().is_some(), "the work would be lost to this one");
}

fn spoil_again(hand: &mut TestHand) {
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![0],
        BodyEdit::Set("position", FieldValue::X(0.75)),
    ))));
}

#[test]
fn a_scene_without_a_file_is_asked_where_to_and_then_the_program_goes_on() {
    let mut hand = TestHand::new();
    hand.apply(file(FileCommand::Leave(Leave::New)));
    hand.letter('C', Modifiers::NONE);
    hand.drag((0.0, 0.0), (1.0, 0.0));
    hand.apply(file(FileCommand::Leave(Leave::Quit)));
    hand.apply(Command::Answer(Answer::Save));
    assert!(matches!(hand.effects.last(), Some(Effect::SaveDialog(..))));
    // The closed dialog cancels quitting.
    hand.apply(Command::News(News::DialogCancelled));
    let path = hand.folder.path().join("new.ron");
    hand.apply(file(FileCommand::SaveTo(path.clone())));
    assert!(!hand.effects.contains(&Effect::Quit));
    assert_eq!(Scene::load(&path).unwrap().bodies.len(), 1);
    assert_eq!(hand.state.files().storage.recent()[0], path);
}

#[test]
fn a_file_that_another_program_changed_is_loaded_again_or_asked_about() {
    let mut hand = TestHand::new();
    hand.apply(Command::News(News::FileChanged));
    assert!(hand.state.messages().is_empty(), "nothing changed");
    fs::write(hand.file(), SCENE.replace("radius: 1.0", "radius: 0.5")).unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert!(hand.ron().contains("radius: 0.5") && !hand.state.files().document.is_dirty());
    hand.undo();
    assert!(hand.ron().contains("radius: 1.0"));
    fs::write(hand.file(), SCENE.replace("radius: 1.0", "radius: 0.25")).unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert_eq!(hand.state.question().unwrap().buttons.len(), 2);
    hand.apply(Command::Answer(Answer::Cancel));
    assert!(hand.ron().contains("radius: 1.0"));
    fs::write(hand.file(), "half a fi").unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert!(hand.ron().contains("radius: 1.0"));
}

/// Another body before them shifts their indices; the pair looked at is apart.
#[test]
fn what_is_looked_at_stays_when_the_file_is_loaded_again() {
    let body = |name: &str, x: f32| {
        format!("(name: \"{name}\", shape: Circle(radius: 1.0), position: ({x:?}, 0.0)), ")
    };
    let scene = |bodies: &[String]| format!("(version: 1, bodies: [{}])", bodies.concat());
    let mut hand = TestHand::on(&scene(&[body("a", 0.0), body("b", 1.0), body("far", 9.0)]));
    hand.select(&["far"]);
    hand.apply(Command::View(ViewCommand::SelectPair(Some((1, 2)))));
    fs::write(hand.file(), scene(&[body("new", 5.0), body("a", 0.0), body("b", 1.0), body("far", 8.0)]))
        .unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert_eq!(hand.state.scene().bodies.len(), 4);
    assert_eq!(hand.selected_pair(), Some(("b", "far")));
    assert_eq!(hand.state.looking().selection(), [3]);
}

#[test]
fn recent_files_are_kept_ten_of_them_the_last_one_first() {
    let mut hand = TestHand::new();
    let mut paths: Vec<PathBuf> = Vec::new();
    for i in 0..12 {
        let path = hand.folder.path().join(format!("scene-{i:02}.ron"));
        fs::write(&path, SCENE).unwrap();
        hand.apply(file(FileCommand::Leave(Leave::OpenPath(path.clone()))));
        paths.insert(0, path);
    }
    hand.apply(file(FileCommand::Leave(Leave::OpenPath(paths[3].clone()))));
    let first = paths.remove(3);
    paths.insert(0, first);
    assert_eq!(hand.state.files().storage.recent(), &paths[..10]);
    let again = AppState::new(hand.state.files().settings.clone(), canvas());
    assert_eq!(again.files().storage.recent(), &paths[..10]);
    assert_eq!(hand.state.files().scene_files().len(), 13);
}

#[test]
fn screenshots_are_named_after_the_file_and_the_frame_and_never_overwrite() {
    let mut hand = TestHand::new();
    hand.key(Key::Period);
    let take = |hand: &mut TestHand| {
        hand.key(Key::F(12));
        match hand.effects.last() {
            Some(Effect::Screenshot(path)) => path.clone(),
            other => panic!("{other:?}"),
        }
    };
    let folder = hand.folder.path().join("screenshots");
    for name in ["bench-frame-1.png", "bench-frame-1-2.png", "bench-frame-1-3.png"] {
        let path = take(&mut hand);
        assert_eq!(path, folder.join(name));
        let told = |hand: &TestHand| hand.state.messages().iter().any(|m| m.text.contains(".png"));
        assert!(!told(&hand), "the message of the last picture stands on this one");
        fs::write(&path, "a picture").unwrap();
        hand.apply(Command::News(News::ScreenshotDone(path.clone(), Ok(()))));
        assert_eq!(hand.effects.last(), Some(&Effect::Print(format!("screenshot: {}", path.display()))));
        assert!(told(&hand));
    }
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Period));
    assert_eq!(take(&mut hand), folder.join("bench-frame-1-stage-1.png"), "inside the step");
    let blocked = Settings { screenshots: hand.file().join("x"), ..hand.state.files().settings.clone() };
    let mut state = AppState::new(blocked, canvas());
    assert!(state.apply(file(FileCommand::Screenshot)).is_empty());
    assert!(state.messages().iter().any(|m| m.text.contains("No screenshot")));
}

/// The watcher reports every write of the file, this program's own saves among them.
#[test]
fn news_of_the_programs_own_save_ends_no_drag() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    hand.letter('S', Modifiers::CTRL);
    hand.press((0.1, 2.2));
    hand.move_to((0.6, 2.2));
    assert!(hand.state.hand().in_gesture() && hand.state.files().document.is_dirty());
    hand.apply(Command::News(News::FileChanged));
    assert!(hand.state.hand().in_gesture() && hand.state.question().is_none());
    hand.move_to((1.1, 2.2));
    hand.release((1.1, 2.2));
    let mut whole = TestHand::new();
    whole.drag((0.1, 2.2), (1.1, 2.2));
    assert_eq!(hand.ron(), whole.ron());
    hand.undo();
    assert_eq!(hand.ron(), before, "the drag is one undo point");
}
