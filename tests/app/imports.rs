//! Files of other programs, opened in the editor.

use std::fs;
use std::path::{Path, PathBuf};

use collision_test::app::{
    Answer, AppState, Command, Effect, FileCommand, Leave, Level, Modifiers, Settings,
};
use collision_test::elsewhere::import;
use collision_test::scene::Scene;

use crate::hand::{TestHand, canvas};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/headless/imports").join(name)
}

fn open(path: PathBuf) -> Command {
    Command::File(FileCommand::Leave(Leave::OpenPath(path)))
}

#[test]
fn an_imported_file_is_a_new_scene_and_saving_asks_for_a_name() {
    let mut hand = TestHand::new();
    let path = hand.folder.path().join("level.tmx");
    fs::copy(sample("level.tmx"), &path).unwrap();
    fs::copy(sample("other.tsx"), hand.folder.path().join("other.tsx")).unwrap();
    let before = fs::read(&path).unwrap();
    hand.apply(open(path.clone()));
    let imported = import::load(&path, import::PIXELS_PER_METRE, import::Tiles::Outlines).unwrap();
    assert_eq!(*hand.scene(), imported.scene);
    assert_eq!((hand.state.files().document.path(), hand.state.files().document.is_dirty()), (None, true));
    assert!(hand.state.files().title().starts_with("*level"), "{}", hand.state.files().title());
    assert!(hand.effects.contains(&Effect::Watch(None)), "the old file is no longer watched");
    let message = hand.state.messages().last().unwrap().clone();
    assert_eq!(message.level, Level::Warning);
    for words in ["12 bodies at 32 pixels per metre", "level.tmx", "Left out: 9", "\"ground\"", "\"pond\""] {
        assert!(message.text.contains(words), "{words}: {}", message.text);
    }
    assert!(message.text.lines().count() < 12, "{}", message.text);

    hand.letter('S', Modifiers::CTRL);
    assert!(matches!(hand.effects.last(), Some(Effect::SaveDialog(..))), "{:?}", hand.effects.last());
    let target = hand.folder.path().join("level.ron");
    hand.apply(Command::File(FileCommand::SaveTo(target.clone())));
    assert!(!hand.state.files().document.is_dirty());
    assert_eq!(Scene::load(&target).unwrap(), imported.scene);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn an_import_that_fails_leaves_the_open_scene() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    for (name, text, words) in [
        ("broken.tmx", "<map>", "broken.tmx:1:"),
        ("empty.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "holds nothing"),
        ("other.json", "{}", "no list \"body\""),
    ] {
        let path = hand.folder.path().join(name);
        fs::write(&path, text).unwrap();
        hand.apply(open(path.clone()));
        assert!(hand.last_message().contains(words), "{}", hand.last_message());
        assert_eq!(
            (hand.ron(), hand.state.files().document.path()),
            (before.clone(), Some(hand.file().as_path()))
        );
        assert!(AppState::open(&path, Settings::default(), canvas()).is_err());
    }
}

#[test]
fn an_import_asks_about_unsaved_work_and_is_itself_unsaved_work() {
    let mut hand = TestHand::new();
    hand.drag((0.1, 2.2), (1.1, 2.2));
    let edited = hand.ron();
    hand.apply(open(sample("world.json")));
    assert_eq!(hand.ron(), edited);
    assert!(hand.state.question().is_some());
    hand.apply(Command::Answer(Answer::Discard));
    assert_eq!(hand.scene().name, "world");
    hand.apply(open(hand.file()));
    assert!(hand.state.question().is_some(), "what was imported is nowhere else");
}

#[test]
fn the_program_starts_with_an_import() {
    let state = AppState::open(&sample("drawing.svg"), Settings::default(), canvas()).unwrap();
    assert!(state.files().document.is_dirty() && state.files().document.path().is_none());
    assert!(state.messages().last().unwrap().text.contains("9 bodies"));
}
