//! Unsaved work on the disk: whose it is, when it is written, what restores and removes it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use collision_test::app::{
    Answer, AppState, BodyEdit, Change, Command, EditCommand, FileCommand, Leave, Question, Settings,
};
use collision_test::scene::Scene;
use collision_test::scene::field::FieldValue;
use tempfile::TempDir;

use crate::hand::{SCENE, TestHand, canvas};

fn file(command: FileCommand) -> Command {
    Command::File(command)
}

fn move_ball(state: &mut AppState, x: f32) {
    state.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![0],
        BodyEdit::Set("position", FieldValue::X(x)),
    ))));
    assert!(state.files().document.is_dirty());
}

/// Waits, without a frame, until it holds.
#[track_caller]
fn eventually(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn folder_of(settings: &Settings) -> PathBuf {
    settings.storage.as_ref().unwrap().join("recovery")
}

fn files(settings: &Settings, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder_of(settings)) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect();
    paths.sort();
    paths
}

fn holds(path: &Path, scene: &Scene) -> bool {
    Scene::load(path).is_ok_and(|found| found == *scene)
}

/// A run on the scene file of the folder, with a ball moved to x; it ends in a fault. Returns what it left.
fn fault(folder: &TempDir, settings: &Settings, x: f32) -> Scene {
    let mut state = AppState::open(&folder.path().join("bench.ron"), settings.clone(), canvas()).unwrap();
    state.apply(Command::Answer(Answer::Cancel));
    move_ball(&mut state, x);
    assert!(state.files().rescue());
    state.scene().clone()
}

fn bench() -> (TempDir, Settings) {
    let TestHand { state, folder, .. } = TestHand::new();
    (folder, state.files().settings.clone())
}

fn restore(question: &Question, row: usize) -> Command {
    let (label, command) = &question.rows[row].buttons[0];
    assert_eq!(*label, "Restore");
    command.clone()
}

#[test]
fn an_edit_is_on_the_disk_though_no_frame_is_drawn_and_nobody_else_can_read_it() {
    let mut hand = TestHand::new();
    let settings = hand.state.files().settings.clone();
    for x in [0.5, 0.75, 1.0] {
        move_ball(&mut hand.state, x);
        eventually("the edit is on the disk", || {
            files(&settings, "ron").iter().any(|path| holds(path, hand.scene()))
        });
    }
    assert_eq!(files(&settings, "ron").len(), 1, "one file for the process");
    let text = fs::read_to_string(&files(&settings, "ron")[0]).unwrap();
    let first = text.lines().next().unwrap();
    assert!(first.contains("bench.ron") && first.contains(&std::process::id().to_string()), "{first}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder_of(&settings)), 0o700);
        assert_eq!(mode(&files(&settings, "ron")[0]), 0o600);
        assert_eq!(mode(&files(&settings, "lock")[0]), 0o600);
    }
    hand.undo();
    hand.undo();
    hand.undo();
    eventually("nothing is unsaved, so nothing is kept", || files(&settings, "ron").is_empty());
    drop(hand.state);
    assert!(files(&settings, "lock").is_empty());
}

#[test]
fn a_window_neither_takes_nor_removes_the_work_of_another_that_lives() {
    let (folder, settings) = bench();
    let path = folder.path().join("bench.ron");
    let open = || AppState::open(&path, settings.clone(), canvas()).unwrap();
    let (mut one, mut two) = (open(), open());
    move_ball(&mut one, 0.5);
    move_ball(&mut two, 0.75);
    assert!(one.files().rescue() && two.files().rescue());
    assert_eq!(files(&settings, "ron").len(), 2);

    let mut third = open();
    assert_eq!(third.question(), None, "both live");
    third.apply(file(FileCommand::ShowLeft));
    assert_eq!(third.question(), None);
    assert!(third.messages().iter().any(|m| m.text.contains("no unsaved work")));

    let other = folder.path().join("other.ron");
    one.apply(file(FileCommand::SaveTo(other)));
    eventually("what is saved is not kept", || files(&settings, "ron").len() == 1);
    assert!(holds(&files(&settings, "ron")[0], two.scene()), "the other's is kept");
    drop((one, third));
    assert!(holds(&files(&settings, "ron")[0], two.scene()));
}

#[test]
fn what_faults_left_is_a_list_that_is_offered_once() {
    let (folder, settings) = bench();
    let first = fault(&folder, &settings, 0.5);
    // The second fault does not overwrite what the first left.
    let second = fault(&folder, &settings, 0.75);
    let mut state = AppState::new(settings.clone(), canvas());
    let question = state.question().unwrap();
    assert_eq!(question.rows.len(), 2);
    for row in &question.rows {
        assert_eq!(row.title, "bench.ron");
        assert!(row.text.starts_with("just now · 1 body changed · "), "{row:?}");
    }
    assert_eq!(question.buttons.last(), Some(&("Decide later", Command::Answer(Answer::Cancel))));
    drop(state);
    // Nobody has answered.
    state = AppState::new(settings.clone(), canvas());
    assert!(state.question().is_some());
    state.apply(Command::Answer(Answer::Cancel));
    drop(state);

    state = AppState::new(settings.clone(), canvas());
    assert_eq!(state.question(), None, "offered once");
    state.apply(file(FileCommand::ShowLeft));
    let question = state.question().unwrap();
    assert_eq!(question.rows.len(), 2);
    let kept = files(&settings, "ron");
    assert!([&first, &second].iter().all(|scene| kept.iter().any(|path| holds(path, scene))));

    // One is declined, the other restored.
    let declined = question.rows[0].buttons[1].1.clone();
    state.apply(declined.clone());
    let Command::File(FileCommand::DiscardLeft(declined)) = declined else { panic!("{declined:?}") };
    let question = state.question().unwrap();
    assert_eq!((question.rows.len(), files(&settings, "ron").len()), (2, 2), "until the list is closed");
    let Command::File(FileCommand::Leave(Leave::Restore(other))) = restore(&question, 1) else {
        panic!("{question:?}")
    };
    let left = Scene::load(&other).unwrap();
    state.apply(restore(&question, 1));
    assert!(!declined.exists());
    assert_eq!((state.question(), state.scene()), (None, &left));
    let told = state.messages().last().map(|message| message.text.as_str());
    assert!(told.is_some_and(|told| told.starts_with("Restored, and not saved yet: ")), "{told:?}");
    assert!(
        state.files().document.is_dirty() && state.files().document.path().unwrap().ends_with("bench.ron")
    );
    assert_eq!(fs::read_to_string(folder.path().join("bench.ron")).unwrap(), SCENE);
}

#[test]
fn what_was_restored_goes_only_once_it_is_kept_again_or_saved() {
    let (folder, settings) = bench();
    let lost = fault(&folder, &settings, 0.5);
    let old = files(&settings, "ron");
    // A run that keeps nothing.
    let mut state = AppState::new(Settings { recovery: false, ..settings.clone() }, canvas());
    assert!(state.question().is_none(), "it asks for nothing at the start");
    state.apply(file(FileCommand::ShowLeft));
    state.apply(restore(&state.question().unwrap(), 0));
    assert_eq!(*state.scene(), lost);
    drop(state);
    assert_eq!(files(&settings, "ron"), old, "there is no other copy");

    let mut state = AppState::new(settings.clone(), canvas());
    state.apply(file(FileCommand::ShowLeft));
    state.apply(restore(&state.question().unwrap(), 0));
    eventually("its own copy replaces the old one", || files(&settings, "ron") != old);
    assert!(files(&settings, "ron").iter().any(|path| *path != old[0] && holds(path, &lost)));
    eventually("the old one is gone", || !old[0].exists());
    drop(state);
    assert!(holds(&files(&settings, "ron")[0], &lost), "a second fault");

    let mut state = AppState::new(settings.clone(), canvas());
    state.apply(restore(&state.question().unwrap(), 0));
    state.apply(file(FileCommand::Save));
    assert!(!state.files().document.is_dirty());
    assert!(holds(&folder.path().join("bench.ron"), &lost));
    eventually("saved, so not kept", || files(&settings, "ron").is_empty());
}

#[test]
fn restored_work_does_not_overwrite_a_file_that_changed_since() {
    let (folder, settings) = bench();
    let lost = fault(&folder, &settings, 0.5);
    let path = folder.path().join("bench.ron");
    let theirs = SCENE.replace("radius: 1.0", "radius: 0.5");
    fs::write(&path, &theirs).unwrap();
    let mut state = AppState::new(settings.clone(), canvas());
    let question = state.question().unwrap();
    assert!(question.rows[0].text.contains("· 1 body changed ·"));
    state.apply(restore(&question, 0));
    state.apply(file(FileCommand::Save));
    let question = state.question().unwrap();
    assert!(question.details.iter().any(|line| line.contains("ball: shape")), "{question:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    state.apply(Command::Answer(Answer::Overwrite));
    assert!(holds(&path, &lost));
}

#[test]
fn each_entry_says_how_it_differs_from_the_disk() {
    let (folder, settings) = bench();
    let path = folder.path().join("bench.ron");
    let text = |settings: &Settings| {
        let mut state = AppState::new(settings.clone(), canvas());
        state.apply(file(FileCommand::ShowLeft));
        state.question().map(|question| question.rows[0].text.clone())
    };
    fault(&folder, &settings, 0.5);
    fs::remove_file(&path).unwrap();
    assert!(text(&settings).unwrap().contains("its file is missing, 4 bodies"));
    fs::write(&path, "half a fi").unwrap();
    assert!(text(&settings).unwrap().contains("its file cannot be read, 4 bodies"));
    fs::copy(&files(&settings, "ron")[0], &path).unwrap();
    assert_eq!(text(&settings), None, "the disk has it");
    assert!(files(&settings, "ron").is_empty());
    // A damaged recovery file is listed with the reason, and stays until it is discarded.
    let damaged = folder_of(&settings).join("1-damaged.ron");
    fs::write(&damaged, "// Unsaved work: (\nScene(version: 1, bodies: [Body(na").unwrap();
    assert!(text(&settings).unwrap().contains("1-damaged.ron:2:"));
    let mut state = AppState::new(settings.clone(), canvas());
    state.apply(file(FileCommand::ShowLeft));
    state.apply(restore(&state.question().unwrap(), 0));
    assert!(damaged.exists() && !state.files().document.is_dirty());
    assert!(state.messages().iter().any(|message| message.text.contains("damaged")));
    state.apply(file(FileCommand::DiscardLeft(damaged.clone())));
    assert!(!damaged.exists());
}

#[test]
fn work_that_was_saved_or_discarded_leaves_nothing_to_restore() {
    for discard in [false, true] {
        let mut hand = TestHand::new();
        let settings = hand.state.files().settings.clone();
        move_ball(&mut hand.state, 0.5);
        assert!(hand.state.files().rescue());
        assert_eq!(files(&settings, "ron").len(), 1);
        hand.apply(file(FileCommand::Leave(Leave::Quit)));
        hand.apply(Command::Answer(if discard { Answer::Discard } else { Answer::Save }));
        assert!(files(&settings, "ron").is_empty(), "discard {discard}");
        drop(hand.state);
        assert!(files(&settings, "lock").is_empty());
        assert_eq!(AppState::new(settings, canvas()).question(), None);
    }
}

#[test]
fn keeping_work_can_be_turned_off_and_on() {
    let mut hand = TestHand::new();
    let settings = hand.state.files().settings.clone();
    let toggle = file(FileCommand::ToggleRecovery);
    assert_eq!(hand.state.is_checked(&toggle), Some(true));
    move_ball(&mut hand.state, 0.5);
    assert!(hand.state.files().rescue());
    hand.apply(toggle.clone());
    assert_eq!(hand.state.is_checked(&toggle), Some(false));
    eventually("nothing is kept", || files(&settings, "ron").is_empty());
    move_ball(&mut hand.state, 0.75);
    assert!(!hand.state.files().rescue());
    assert!(files(&settings, "ron").is_empty());
    hand.apply(toggle);
    eventually("it is kept again", || files(&settings, "ron").iter().any(|path| holds(path, hand.scene())));

    let off = Settings { recovery: false, ..settings };
    assert_eq!(AppState::new(off, canvas()).is_checked(&file(FileCommand::ToggleRecovery)), Some(false));
}

#[test]
fn work_that_cannot_be_kept_is_told_once() {
    let (folder, settings) = bench();
    let blocked = Settings { storage: Some(folder.path().join("bench.ron/storage")), ..settings };
    let mut hand = TestHand::new();
    hand.state = AppState::new(blocked, canvas());
    move_ball(&mut hand.state, 0.5);
    assert!(!hand.state.files().rescue());
    for _ in 0..3 {
        hand.wait(0.1);
    }
    let told = hand.state.messages().iter().filter(|m| m.text.contains("not kept")).count();
    assert_eq!(told, 1);
}

#[test]
fn leftovers_of_ended_runs_go_at_the_next_start_and_those_of_living_ones_stay() {
    let (folder, settings) = bench();
    fs::create_dir_all(folder_of(&settings)).unwrap();
    let in_recovery = |name: &str| folder_of(&settings).join(name);
    let beside = folder.path().join(".collision-test-abc123.tmp");
    let leftovers = [beside, in_recovery(".collision-test-abc123.tmp"), in_recovery("77-abc.lock")];
    let others = [folder.path().join("other.tmp"), in_recovery("note.txt")];
    for path in leftovers.iter().chain(&others) {
        fs::write(path, "").unwrap();
    }
    let locked = [folder.path().join(".collision-test-living.tmp"), in_recovery("78-living.lock")];
    let living = locked.each_ref().map(|path| fs::File::create(path).unwrap());
    living.iter().for_each(|file| file.lock().unwrap());
    let _state = AppState::open(&folder.path().join("bench.ron"), settings.clone(), canvas()).unwrap();
    eventually("the leftovers are gone", || leftovers.iter().all(|path| !path.exists()));
    assert!(others.iter().chain(&locked).all(|path| path.exists()));
}

#[cfg(unix)]
#[test]
fn work_is_neither_kept_nor_looked_for_behind_a_link() {
    let (folder, settings) = bench();
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let left =
        "// Unsaved work: (time: 1)\nScene(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1))])";
    fs::write(elsewhere.join("1.ron"), left).unwrap();
    fs::create_dir_all(settings.storage.as_ref().unwrap()).unwrap();
    std::os::unix::fs::symlink(&elsewhere, folder_of(&settings)).unwrap();
    let open = || AppState::open(&folder.path().join("bench.ron"), settings.clone(), canvas()).unwrap();
    let mut state = open();
    assert_eq!(state.question(), None, "what is behind a link is not offered");
    move_ball(&mut state, 0.5);
    assert!(!state.files().rescue());
    state.advance(0.016);
    let told = &state.messages().last().unwrap().text;
    assert!(
        told.starts_with("Unsaved work is not kept: ")
            && told.ends_with("is a symbolic link; allowed: a folder"),
        "{told}"
    );
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1, "nothing is written there");
    drop(state);
    // A link among the files is passed over as well.
    fs::remove_file(folder_of(&settings)).unwrap();
    fs::create_dir(folder_of(&settings)).unwrap();
    std::os::unix::fs::symlink(elsewhere.join("1.ron"), folder_of(&settings).join("2.ron")).unwrap();
    assert_eq!(open().question(), None);
    fs::copy(elsewhere.join("1.ron"), folder_of(&settings).join("3.ron")).unwrap();
    for name in ["2.lock", "3.lock"] {
        fs::write(folder_of(&settings).join(name), "").unwrap();
    }
    assert_eq!(open().question().unwrap().rows.len(), 1);
}

/// Only root can give a file away.
#[cfg(target_os = "linux")]
#[test]
fn work_of_another_user_is_not_offered() {
    let (folder, settings) = bench();
    let left =
        "// Unsaved work: (time: 1)\nScene(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1))])";
    fs::create_dir_all(folder_of(&settings)).unwrap();
    let file = folder_of(&settings).join("1.ron");
    fs::write(&file, left).unwrap();
    fs::write(file.with_extension("lock"), "").unwrap();
    let open = || AppState::open(&folder.path().join("bench.ron"), settings.clone(), canvas()).unwrap();
    assert_eq!(open().question().unwrap().rows.len(), 1);
    fs::write(file.with_extension("lock"), "").unwrap();
    if std::os::unix::fs::chown(&file, Some(12_345), None).is_err() {
        return;
    }
    assert_eq!(open().question(), None);
    std::os::unix::fs::chown(&file, Some(0), None).unwrap();
    std::os::unix::fs::chown(folder_of(&settings), Some(12_345), None).unwrap();
    let mut state = open();
    assert_eq!(state.question(), None);
    move_ball(&mut state, 0.5);
    assert!(!state.files().rescue());
    state.advance(0.016);
    let told = &state.messages().last().unwrap().text;
    assert!(told.ends_with("belongs to another user"), "{told}");
}

#[test]
fn work_without_a_date_has_that_of_its_file() {
    let (folder, settings) = bench();
    fs::create_dir_all(folder_of(&settings)).unwrap();
    let body = "Scene(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1))])";
    for (name, text) in [
        ("1", format!("// Unsaved work: (\n{body}")),
        ("2", "broken".to_owned()),
        ("3", format!("// Unsaved work: (time: 0)\n{body}")),
    ] {
        let file = folder_of(&settings).join(name).with_extension("ron");
        fs::write(file.with_extension("lock"), "").unwrap();
        fs::write(file, text).unwrap();
    }
    let state = AppState::open(&folder.path().join("bench.ron"), settings.clone(), canvas()).unwrap();
    let rows = state.question().unwrap().rows;
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.text.starts_with("just now · ")), "{rows:?}");
}

/// The window, which may sleep, is woken, and the title says it as long as it is so.
#[test]
fn work_that_cannot_be_kept_wakes_the_window_and_stays_in_the_title() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let (folder, settings) = bench();
    // A file in the folder's place.
    fs::create_dir_all(settings.storage.as_ref().unwrap()).unwrap();
    fs::write(folder_of(&settings), "").unwrap();
    let mut state = AppState::open(&folder.path().join("bench.ron"), settings.clone(), canvas()).unwrap();
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&woken);
    state.files().recovery.rescue().wake_with(move || _ = counter.fetch_add(1, Ordering::Relaxed));
    move_ball(&mut state, 0.5);
    eventually("the window is woken", || woken.load(Ordering::Relaxed) == 1);
    state.advance(0.016);
    assert!(state.messages().last().unwrap().text.starts_with("Unsaved work is not kept: "));
    state.advance(30.0);
    assert_eq!(state.files().title(), "*Bench (bench) [unsaved work is not kept] – Collision Test");
    fs::remove_file(folder_of(&settings)).unwrap();
    move_ball(&mut state, 0.75);
    eventually("it is kept again", || woken.load(Ordering::Relaxed) == 2);
    assert_eq!(state.files().title(), "*Bench (bench) – Collision Test");
}

/// The next row slid under the pointer: a double click discarded two entries without a question.
#[test]
fn discarded_work_stays_in_its_row_until_the_list_is_closed() {
    let (_folder, settings) = bench();
    let folder = folder_of(&settings);
    fs::create_dir_all(&folder).unwrap();
    let (one, other) = (folder.join("1-one.ron"), folder.join("2-other.ron"));
    fs::write(&one, SCENE).unwrap();
    fs::write(&other, SCENE.replace("Bench", "")).unwrap();
    let mut state = AppState::new(settings.clone(), canvas());
    state.apply(file(FileCommand::ShowLeft));
    let titles = |state: &AppState| -> Vec<(String, bool)> {
        state.question().map_or_else(Vec::new, |question| {
            question.rows.iter().map(|row| (row.title.clone(), row.is_discarded)).collect()
        })
    };
    let mut rows = titles(&state);
    rows.sort();
    let named = |name: &str, is_discarded: bool| (name.to_owned(), is_discarded);
    assert_eq!(rows, [named("Bench", false), named("untitled", false)], "the scene's name, without a file");
    state.apply(file(FileCommand::DiscardLeft(one.clone())));
    assert!(titles(&state).contains(&named("Bench", true)) && one.exists());
    state.apply(file(FileCommand::KeepLeft(one.clone())));
    assert!(titles(&state).contains(&named("Bench", false)));
    state.apply(file(FileCommand::DiscardLeft(one.clone())));
    state.apply(Command::Answer(Answer::Cancel));
    assert!(!one.exists() && other.exists());
    state.apply(file(FileCommand::ShowLeft));
    assert_eq!(titles(&state), [named("untitled", false)]);
}
