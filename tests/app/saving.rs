//! Saving over what others did to the file.

use std::fs;
use std::path::PathBuf;

use collision_test::app::{
    Answer, AppState, BodyEdit, Change, Command, EditCommand, Effect, FileCommand, Leave, Level, Modifiers,
    News, SceneEdit, Settings, TimeCommand,
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

fn move_to(hand: &mut TestHand, x: f32) {
    let edit = BodyEdit::Set("position", FieldValue::X(x));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(vec![0], edit))));
}

fn on_disk(hand: &TestHand) -> String {
    fs::read_to_string(hand.file()).unwrap()
}

#[track_caller]
fn labels(hand: &TestHand) -> Vec<&'static str> {
    hand.state.question().unwrap().buttons.iter().map(|(label, _)| *label).collect()
}

#[test]
fn a_file_that_another_program_changed_is_overwritten_only_when_told_to() {
    let theirs = SCENE.replace("radius: 1.0", "radius: 0.5");
    for answer in [Answer::Cancel, Answer::Overwrite, Answer::Discard, Answer::SaveAs] {
        let mut hand = TestHand::new();
        spoil(&mut hand);
        let mine = hand.ron();
        // Nobody was notified.
        fs::write(hand.file(), &theirs).unwrap();
        hand.apply(file(FileCommand::Save));
        assert_eq!(on_disk(&hand), theirs);
        assert_eq!(labels(&hand), ["Save as…", "Overwrite", "Reload", "Cancel"]);
        let details = hand.state.question().unwrap().details;
        assert!(
            details.iter().any(|line| line.contains("(radius: 0.5) → Circle(radius: 1.0)")),
            "{details:?}"
        );
        hand.apply(Command::Answer(answer));
        assert!(hand.state.question().is_none());
        match answer {
            Answer::Overwrite => {
                assert_eq!((on_disk(&hand), hand.state.files().document.is_dirty()), (mine, false))
            }
            Answer::Discard => {
                assert_eq!((on_disk(&hand), hand.state.files().document.is_dirty()), (theirs.clone(), false));
                assert!(hand.ron().contains("radius: 0.5"));
                hand.undo();
                assert_eq!(hand.ron(), mine, "what was here is an undo away");
            }
            Answer::SaveAs => {
                assert!(matches!(hand.effects.last(), Some(Effect::SaveDialog(..))));
                assert_eq!(on_disk(&hand), theirs);
            }
            Answer::Cancel | Answer::Save => {
                assert_eq!((on_disk(&hand), hand.ron()), (theirs.clone(), mine));
                hand.apply(file(FileCommand::Save));
                assert!(hand.state.question().is_some(), "it asks every time");
            }
        }
    }
}

fn tells(hand: &TestHand, words: &str) -> bool {
    hand.state.messages().iter().any(|message| message.text.contains(words))
}

/// The level's start in the file was written over by the next save, and four seconds were all that told of it.
#[test]
fn that_saving_writes_a_later_frame_over_the_start_is_told_until_it_is_saved_or_undone() {
    let told = |hand: &TestHand| tells(hand, "frame 30 is the new start of the scene: saving writes it over");
    let mut hand = TestHand::new();
    let before = on_disk(&hand);
    let edit_at_30 = |hand: &mut TestHand| {
        hand.apply(Command::Time(TimeCommand::Seek(30)));
        hand.wait(0.0);
        move_to(hand, -3.0);
    };
    edit_at_30(&mut hand);
    move_to(&mut hand, 1.5);
    (0..20).for_each(|_| hand.apply(Command::Edit(EditCommand::Copy)));
    (0..200).for_each(|_| hand.wait(0.25));
    assert!(told(&hand), "{:?}", hand.state.messages());
    hand.apply(file(FileCommand::Leave(Leave::New)));
    assert!(hand.state.question().unwrap().text.contains("the state of frame 30 as its new start"));
    hand.apply(Command::Answer(Answer::Cancel));
    hand.undo();
    assert!(told(&hand), "the later edit alone is undone");
    hand.undo();
    assert!(!told(&hand), "{:?}", hand.state.messages());
    hand.apply(Command::Edit(EditCommand::Redo));
    assert!(told(&hand));
    assert_eq!(on_disk(&hand), before);
    hand.apply(file(FileCommand::Save));
    assert!(!told(&hand) && tells(&hand, "Saved: ") && hand.state.question().is_none());
    // What is saved is no news, whichever way undo goes.
    hand.undo();
    hand.apply(Command::Edit(EditCommand::Redo));
    assert!(!told(&hand));
    edit_at_30(&mut hand);
    hand.apply(file(FileCommand::Leave(Leave::New)));
    hand.apply(Command::Answer(Answer::Discard));
    assert!(!told(&hand), "{:?}", hand.state.messages());
}

/// Comments were dropped by a save of a scene that nobody had touched.
#[test]
fn a_file_whose_scene_is_unchanged_keeps_its_comments() {
    let commented = format!("// By hand, with care.\n{SCENE}");
    let mut hand = TestHand::on(&commented);
    for _ in 0..2 {
        hand.apply(file(FileCommand::Save));
        assert_eq!(on_disk(&hand), commented);
        assert!(hand.last_message().starts_with("Nothing to save: "), "{}", hand.last_message());
        let saved = format!("saved: {}", hand.file().display());
        assert_eq!(hand.effects.last(), Some(&Effect::Print(saved)));
        // An edit that is taken back is none.
        spoil(&mut hand);
        hand.undo();
    }
    fs::remove_file(hand.file()).unwrap();
    hand.apply(file(FileCommand::Save));
    assert!(hand.file().exists() && hand.last_message().starts_with("Saved: "));
    hand.apply(file(FileCommand::Save));
    assert!(hand.last_message().starts_with("Nothing to save: "), "{}", hand.last_message());
    // Without comments there is nothing to lose: it gets the usual form.
    let mut hand = TestHand::new();
    assert_ne!(on_disk(&hand), hand.ron());
    hand.apply(file(FileCommand::Save));
    assert_eq!(on_disk(&hand), hand.ron());
    assert!(hand.last_message().starts_with("Saved: "));
}

#[test]
fn a_file_that_changes_again_while_the_question_is_open_is_asked_about_again() {
    let mut hand = TestHand::new();
    spoil(&mut hand);
    fs::write(hand.file(), SCENE.replace("radius: 1.0", "radius: 0.5")).unwrap();
    hand.apply(file(FileCommand::Save));
    let last = SCENE.replace("radius: 1.0", "radius: 0.25");
    fs::write(hand.file(), &last).unwrap();
    hand.apply(Command::Answer(Answer::Overwrite));
    assert_eq!(on_disk(&hand), last);
    let details = hand.state.question().unwrap().details;
    assert!(details.iter().any(|line| line.contains("radius: 0.25")), "{details:?}");
}

/// Same size, same time: only the bytes tell.
#[test]
fn a_change_that_keeps_size_and_time_is_a_change_and_so_is_a_comment() {
    let mut hand = TestHand::new();
    let time = fs::metadata(hand.file()).unwrap().modified().unwrap();
    spoil(&mut hand);
    let theirs = SCENE.replace("radius: 1.0", "radius: 2.0");
    fs::write(hand.file(), &theirs).unwrap();
    fs::File::options().write(true).open(hand.file()).unwrap().set_modified(time).unwrap();
    hand.apply(file(FileCommand::Save));
    assert!(hand.state.question().is_some());
    assert_eq!(on_disk(&hand), theirs);

    let mut hand = TestHand::new();
    let commented = format!("// a note\n{SCENE}");
    fs::write(hand.file(), &commented).unwrap();
    spoil(&mut hand);
    hand.apply(file(FileCommand::Save));
    assert_eq!(hand.state.question().unwrap().details, ["ball: position (0.0, 1.75) → (0.5, 1.75)"]);
    assert_eq!(on_disk(&hand), commented);
}

#[test]
fn what_became_invalid_or_newer_is_never_overwritten_unasked() {
    for text in ["half a fi", &SCENE.replace("version: 1", "version: 2"), "", "\u{0}\u{1}"] {
        let mut hand = TestHand::new();
        fs::write(hand.file(), text).unwrap();
        // The document is as it was read, and saving it writes all the same.
        hand.apply(file(FileCommand::Save));
        assert_eq!(labels(&hand), ["Save as…", "Overwrite", "Cancel"]);
        assert!(hand.state.question().unwrap().details[0].contains("bench.ron"));
        assert_eq!(on_disk(&hand), text);
        hand.apply(Command::Answer(Answer::Discard));
        assert!(hand.state.question().is_some(), "there is nothing to load");
        hand.apply(Command::Answer(Answer::Overwrite));
        assert_eq!(on_disk(&hand), hand.ron());
    }
}

#[test]
fn quitting_waits_for_the_answer_about_a_changed_file() {
    for (answer, quits) in [(Answer::Overwrite, true), (Answer::Cancel, false), (Answer::Discard, false)] {
        let mut hand = TestHand::new();
        spoil(&mut hand);
        fs::write(hand.file(), SCENE.replace("radius: 1.0", "radius: 0.5")).unwrap();
        hand.apply(file(FileCommand::Leave(Leave::Quit)));
        hand.apply(Command::Answer(Answer::Save));
        assert!(!hand.effects.contains(&Effect::Quit));
        hand.apply(Command::Answer(answer));
        assert_eq!(hand.effects.contains(&Effect::Quit), quits, "{answer:?}");
        hand.apply(file(FileCommand::Save));
        assert_eq!(hand.effects.contains(&Effect::Quit), quits, "nothing waits any more");
    }
}

#[test]
fn a_deleted_file_makes_the_scene_unsaved() {
    // Noticed by the watcher, or only when the person leaves.
    for told in [true, false] {
        let mut hand = TestHand::new();
        fs::remove_file(hand.file()).unwrap();
        if told {
            hand.apply(Command::News(News::FileChanged));
            assert!(hand.last_message().contains("Deleted"));
            assert!(
                hand.state.files().document.is_dirty()
                    && hand.state.files().title().contains("[not on disk]")
            );
        }
        hand.apply(file(FileCommand::Leave(Leave::Quit)));
        assert!(!hand.effects.contains(&Effect::Quit));
        assert!(hand.state.question().unwrap().text.contains("nowhere but here"));
        assert!(hand.state.files().rescue(), "it is kept on the disk meanwhile");
        hand.apply(Command::Answer(Answer::Save));
        assert!(hand.effects.contains(&Effect::Quit));
        assert_eq!(on_disk(&hand), hand.ron());
    }
    // A file that comes back, as when a branch is checked out, is loaded without a question.
    let mut hand = TestHand::new();
    fs::remove_file(hand.file()).unwrap();
    hand.apply(Command::News(News::FileChanged));
    fs::write(hand.file(), "half a fi").unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert!(hand.state.files().document.is_dirty(), "the scene is still nowhere but here");
    fs::write(hand.file(), SCENE.replace("radius: 1.0", "radius: 0.5")).unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert!(hand.state.question().is_none() && !hand.state.files().document.is_dirty());
    assert!(hand.ron().contains("radius: 0.5"));
}

#[cfg(unix)]
#[test]
fn a_change_through_a_symbolic_link_is_seen_and_the_link_stays() {
    let mut hand = TestHand::new();
    let link = hand.folder.path().join("link.ron");
    std::os::unix::fs::symlink(hand.file(), &link).unwrap();
    hand.apply(file(FileCommand::Leave(Leave::OpenPath(link.clone()))));
    spoil(&mut hand);
    let theirs = SCENE.replace("radius: 1.0", "radius: 0.5");
    fs::write(hand.file(), &theirs).unwrap();
    // By either name.
    hand.apply(file(FileCommand::SaveTo(hand.file())));
    hand.apply(Command::Answer(Answer::Cancel));
    assert_eq!(on_disk(&hand), theirs);
    hand.apply(file(FileCommand::Save));
    assert_eq!(on_disk(&hand), theirs);
    hand.apply(Command::Answer(Answer::Overwrite));
    assert_eq!(Scene::load(&hand.file()).unwrap(), *hand.scene());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_written_in_place_only_after_a_copy_is_safe() {
    let mut hand = TestHand::new();
    let other = hand.folder.path().join("other.ron");
    fs::hard_link(hand.file(), &other).unwrap();
    spoil(&mut hand);
    hand.apply(file(FileCommand::Save));
    assert_eq!(fs::read_to_string(&other).unwrap(), hand.ron(), "both names have it");

    // No safety copy, no save.
    let blocked = Settings { storage: Some(other.join("storage")), ..hand.state.files().settings.clone() };
    let before = on_disk(&hand);
    hand.state = AppState::open(&hand.file(), blocked, canvas()).unwrap();
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![0],
        BodyEdit::Set("position", FieldValue::X(0.75)),
    ))));
    hand.apply(file(FileCommand::Save));
    assert!(hand.state.files().document.is_dirty() && on_disk(&hand) == before);
    let told = hand.state.messages().iter().any(|message| message.text.contains("no safety copy"));
    assert!(told, "{:?}", hand.state.messages());
}

#[cfg(unix)]
#[test]
fn a_scene_that_cannot_be_written_says_so_in_the_title_at_once() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut hand = TestHand::new();
    assert!(!hand.state.files().title().contains('['), "{}", hand.state.files().title());
    fs::set_permissions(hand.file(), fs::Permissions::from_mode(0o444)).unwrap();
    hand.state = AppState::open(&hand.file(), hand.state.files().settings.clone(), canvas()).unwrap();
    assert_eq!(
        hand.state.files().title(),
        "Bench (bench) [cannot be saved: the file is read-only] – Collision Test"
    );
    fs::set_permissions(hand.file(), fs::Permissions::from_mode(0o644)).unwrap();
    hand.apply(file(FileCommand::Save));
    assert_eq!(hand.state.files().title(), "Bench (bench) – Collision Test");
}

#[test]
fn a_message_can_be_copied() {
    let mut hand = TestHand::new();
    hand.apply(file(FileCommand::Leave(Leave::OpenPath(hand.folder.path().join("none.ron")))));
    let message = hand.state.messages().last().unwrap().clone();
    hand.apply(Command::View(collision_test::app::ViewCommand::CopyMessage(message.id)));
    assert_eq!(hand.effects.last(), Some(&Effect::WriteClipboard(message.text)));
}

/// Saving writes the scene anew, without comments: what they stood in stays beside it, and a message says so.
#[test]
fn comments_are_not_lost_by_saving() {
    let with = |words: &str| format!("// {words}\n{SCENE}");
    let mut hand = TestHand::on(&with("first"));
    let copy = |number: &str| PathBuf::from(format!("{}{number}", hand.file().display()));
    let (first, second) = (copy(".bak"), copy(".2.bak"));
    hand.drag((0.1, 2.2), (1.1, 2.2));
    hand.letter('S', Modifiers::CTRL);
    assert!(!hand.state.files().document.is_dirty());
    assert!(hand.last_message().contains("comments are not kept") && hand.last_message().contains(".bak"));
    assert_eq!(fs::read_to_string(&first).unwrap(), with("first"));
    // The file has none now.
    hand.drag((1.1, 2.2), (0.1, 2.2));
    hand.letter('S', Modifiers::CTRL);
    assert!(!hand.last_message().contains("comments"), "{}", hand.last_message());
    // A copy is never written over.
    fs::write(hand.file(), with("second")).unwrap();
    hand.apply(Command::News(News::FileChanged));
    hand.drag((0.1, 2.2), (1.1, 2.2));
    hand.letter('S', Modifiers::CTRL);
    assert_eq!(fs::read_to_string(&first).unwrap(), with("first"));
    assert_eq!(fs::read_to_string(&second).unwrap(), with("second"));
}

/// A save that is refused leaves nothing to happen after a later one: here the copies of the comments have no place.
#[test]
fn a_refused_copy_does_not_quit_with_the_next_save() {
    let mut hand = TestHand::on(&format!("// words\n{SCENE}"));
    let copy = |number: String| PathBuf::from(format!("{}{number}", hand.file().display()));
    let copies = std::iter::once(".bak".to_owned()).chain((2..=100).map(|number| format!(".{number}.bak")));
    copies.map(copy).for_each(|path| fs::write(path, "taken").unwrap());
    spoil(&mut hand);
    hand.apply(file(FileCommand::Leave(Leave::Quit)));
    hand.apply(Command::Answer(Answer::Save));
    let question = hand.state.question().unwrap();
    assert!(question.text.contains("its comments would be lost"), "{}", question.text);
    assert!(question.text.contains("Nothing is closed"), "{}", question.text);
    assert_eq!(labels(&hand), ["Save as…", "Cancel"]);
    assert!(hand.state.files().document.is_dirty() && on_disk(&hand).starts_with("// words"));
    hand.apply(Command::Answer(Answer::Cancel));
    let other = hand.folder.path().join("other.ron");
    hand.apply(file(FileCommand::SaveTo(other)));
    assert!(!hand.effects.contains(&Effect::Quit), "the person stays");
    // Under another name it is saved, and then what was asked for goes on.
    hand.apply(file(FileCommand::Leave(Leave::OpenPath(hand.file()))));
    spoil(&mut hand);
    hand.apply(file(FileCommand::Leave(Leave::Quit)));
    hand.apply(Command::Answer(Answer::Save));
    hand.apply(Command::Answer(Answer::SaveAs));
    assert!(matches!(hand.effects.last(), Some(Effect::SaveDialog(..))));
    hand.apply(file(FileCommand::SaveTo(hand.folder.path().join("third.ron"))));
    assert!(hand.effects.contains(&Effect::Quit));
}

/// The disk held another scene, or none, and leaving asked nothing: the scene as it was read was lost.
#[test]
fn a_scene_that_its_file_does_not_hold_any_more_is_not_left_without_a_question() {
    let mut hand = TestHand::new();
    let mine = hand.ron();
    let notice = |hand: &mut TestHand, text: &str| {
        fs::write(hand.file(), text).unwrap();
        hand.apply(Command::News(News::FileChanged));
    };
    notice(&mut hand, &SCENE.replace("radius: 1.0", "radius: -1.0"));
    assert!(hand.state.files().document.is_dirty(), "the scene is nowhere but here");
    assert!(hand.state.files().title().contains("[not on disk]"), "{}", hand.state.files().title());
    for leave in [Leave::New, Leave::Quit] {
        hand.apply(file(FileCommand::Leave(leave)));
        assert!(hand.state.question().unwrap().text.contains("nowhere but here"));
        hand.apply(Command::Answer(Answer::Cancel));
    }
    assert!(hand.ron() == mine && !hand.effects.contains(&Effect::Quit));
    assert!(hand.state.files().rescue(), "it is kept on the disk meanwhile");
    notice(&mut hand, SCENE);
    assert!(!hand.state.files().document.is_dirty(), "the file holds it again");

    spoil(&mut hand);
    notice(&mut hand, &SCENE.replace("radius: 1.0", "radius: 0.5"));
    hand.apply(Command::Answer(Answer::Cancel));
    hand.undo();
    assert_eq!(hand.ron(), mine);
    assert!(hand.state.files().document.is_dirty(), "the disk holds another scene");
    hand.apply(file(FileCommand::Leave(Leave::New)));
    assert!(hand.state.question().unwrap().text.contains("nowhere but here"));
    hand.apply(Command::Answer(Answer::Save));
    hand.apply(Command::Answer(Answer::Overwrite));
    assert_eq!(on_disk(&hand), mine);
}

/// "Deleted on disk: f.ron. The scene is unsaved." stood beside "Saved: f.ron".
#[test]
fn what_was_told_of_the_file_goes_once_the_scene_is_saved_or_the_file_is_back() {
    let told = |hand: &TestHand| hand.state.messages().iter().any(|m| m.text.contains("on disk"));
    let mut hand = TestHand::new();
    for text in [None, Some("half a fi")] {
        match text {
            Some(text) => fs::write(hand.file(), text).unwrap(),
            None => fs::remove_file(hand.file()).unwrap(),
        }
        hand.apply(Command::News(News::FileChanged));
        assert!(told(&hand));
        hand.apply(file(FileCommand::Save));
        hand.apply(Command::Answer(Answer::Overwrite));
        assert!(!told(&hand) && hand.last_message().starts_with("Saved: "), "{:?}", hand.state.messages());
    }
    let saved = on_disk(&hand);
    fs::remove_file(hand.file()).unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert!(told(&hand));
    fs::write(hand.file(), saved).unwrap();
    hand.apply(Command::News(News::FileChanged));
    assert!(!told(&hand), "{:?}", hand.state.messages());
}

/// The second time nothing on the screen changed.
#[test]
fn what_fails_a_second_time_tells_so_anew() {
    let mut hand = TestHand::new();
    let open = |hand: &mut TestHand| {
        let path = hand.folder.path().join("none.ron");
        hand.apply(file(FileCommand::Leave(Leave::OpenPath(path))));
    };
    open(&mut hand);
    let first = hand.state.messages().last().unwrap().clone();
    hand.apply(Command::View(collision_test::app::ViewCommand::Warn("Another.".to_owned())));
    open(&mut hand);
    let again = hand.state.messages().last().unwrap();
    assert_eq!((&again.text, hand.state.messages().len()), (&first.text, 2));
    assert_ne!(again.id, first.id);
}

/// The dialog was closed, and what was typed in it was lost.
#[test]
fn after_a_save_that_failed_the_dialog_proposes_the_same_name_again() {
    let mut hand = TestHand::on(SCENE);
    let folder = hand.folder.path().join("other");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("typed.ron");
    fs::create_dir(&path).unwrap();
    hand.apply(file(FileCommand::SaveTo(path.clone())));
    assert_eq!(hand.state.messages().last().unwrap().level, Level::Error, "{:?}", hand.state.messages());
    hand.apply(file(FileCommand::SaveAs));
    assert_eq!(hand.effects.last(), Some(&Effect::SaveDialog(folder.clone(), "typed.ron".to_owned())));
    hand.apply(file(FileCommand::SaveTo(folder.join("good.ron"))));
    hand.apply(file(FileCommand::SaveAs));
    assert_eq!(hand.effects.last(), Some(&Effect::SaveDialog(folder, "good.ron".to_owned())));
}

/// "scene.ron" was proposed for every scene.
#[test]
fn a_scene_without_a_file_is_proposed_under_its_name() {
    for (name, proposed) in [
        ("level", "level.ron"),
        ("Level 1: ../the cave", "level-1-the-cave.ron"),
        ("", "scene.ron"),
        ("/", "scene.ron"),
    ] {
        let mut hand = TestHand::new();
        hand.apply(file(FileCommand::Leave(Leave::New)));
        hand.apply(Change::Scene(SceneEdit::Name(name.to_owned())).into());
        hand.apply(file(FileCommand::SaveAs));
        let Some(Effect::SaveDialog(_, found)) = hand.effects.last() else { panic!("{:?}", hand.effects) };
        assert_eq!(found, proposed);
    }
}
