//! The scene reduced to what a stop needs, in the editor: searched while the window goes on, then shown, kept or left.

use std::path::Path;

use collision_test::app::{
    AppState, Change, Command, EditCommand, Key, Level, Modifiers, NoteEdit, ReduceMove, SelectCommand,
    Settings, TimeCommand,
};
use collision_test::report::until::{Until, until};
use collision_test::scene::Scene;

use crate::hand::{TestHand, canvas};

/// The shipped scene with stops.
fn dominoes(stops: &str) -> TestHand {
    let scene = include_str!("../../scenes/falling-dominoes.ron");
    let end = scene.rfind(')').unwrap();
    TestHand::on(&format!("{}    stops: [{stops}],\n)", &scene[..end]))
}

const SECOND: &str = "Begin(a: \"domino 1\", b: \"domino 2\")";
const NINTH: &str = "Begin(a: \"domino 8\", b: \"domino 9\")";

fn begin(hand: &mut TestHand, stop: Option<usize>) {
    hand.apply(Command::Time(TimeCommand::Reduce(ReduceMove::Begin(stop))));
}

fn wait_for_end(hand: &mut TestHand) {
    for _ in 0..20_000 {
        if !hand.state.hand().is_reducing() {
            return;
        }
        hand.wait(0.016);
    }
    panic!("{:?}", plate(hand));
}

/// What the plate says.
fn plate(hand: &TestHand) -> Option<String> {
    hand.state.hand().reduce.as_ref().map(|draft| draft.text())
}

/// Plays to the first stop.
fn play(hand: &mut TestHand) -> u64 {
    hand.key(Key::Space);
    while hand.state.run().playing {
        hand.wait(0.05);
    }
    hand.state.run().frame()
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.bodies.iter().map(|body| body.name.as_str()).collect()
}

#[test]
fn the_scene_is_reduced_to_what_the_stop_that_held_needs_and_left_or_kept() {
    let mut hand = dominoes(&format!("{NINTH}, {SECOND}"));
    let (frame, whole) = (play(&mut hand), hand.ron());
    let file = std::fs::read_to_string(hand.file()).unwrap();
    for keeps in [false, true] {
        begin(&mut hand, None);
        assert!(plate(&hand).unwrap().starts_with("Reducing: "), "{:?}", plate(&hand));
        wait_for_end(&mut hand);
        let told = plate(&hand).unwrap();
        let smaller = hand.scene().clone();
        assert_eq!(names(&smaller), ["domino 1", "domino 2"]);
        assert_eq!(smaller.stops.iter().map(|stop| stop.text()).collect::<Vec<_>>(), [SECOND]);
        let begins = format!("Reduced to what {SECOND} needs: 2 of 13 bodies, ");
        assert!(told.starts_with(&begins), "{told}");
        assert!(told.contains(&format!(" of {frame} frames, ")), "{told}");
        assert!(told.contains(" Gone: 11 bodies, 5 expectations, 1 stop. Changed: "), "{told}");
        assert!(told.contains(" gravity; domino 1: "), "{told}");
        // It is shown where its stop holds.
        let held = until(&smaller, &mut smaller.to_world().unwrap(), &smaller.stops[0], 600, || ());
        let Until::Stopped(held) = held else { panic!("{held:?}") };
        assert_eq!(hand.state.run().frame(), held.frame);
        assert_eq!(hand.selected_pair(), Some(("domino 1", "domino 2")));
        // Work as any other: unsaved, while the file is as it was.
        assert!(hand.state.files().document.is_dirty());
        assert_eq!(std::fs::read_to_string(hand.file()).unwrap(), file);
        hand.key(if keeps { Key::Enter } else { Key::Escape });
        assert_eq!(plate(&hand), None);
        if keeps {
            assert_eq!(*hand.scene(), smaller);
            let told = hand.last_message();
            assert!(told.starts_with("The smaller scene is kept: saving writes it over "), "{told}");
            hand.undo();
        }
        assert_eq!((hand.ron(), hand.state.run().frame()), (whole.clone(), frame), "keeps: {keeps}");
        assert!(!hand.state.files().document.is_dirty());
        hand.redo();
        assert_eq!((hand.scene(), plate(&hand)), (&smaller, None));
        hand.undo();
    }
}

/// With several stops a person says which.
/// The question on the canvas is newer than the smaller scene, and was dropped in its place.
#[test]
fn leaving_brings_the_whole_scene_back_whatever_is_asked_on_the_canvas() {
    let mut hand = dominoes(SECOND);
    play(&mut hand);
    let whole = hand.ron();
    begin(&mut hand, None);
    wait_for_end(&mut hand);
    assert_ne!(hand.ron(), whole);
    hand.letter('Q', Modifiers::NONE);
    hand.drag((2.0, 2.5), (3.0, 2.5));
    assert!(hand.state.hand().tools.draft.is_some());
    hand.apply(Command::Time(TimeCommand::Reduce(ReduceMove::Leave)));
    assert_eq!(hand.ron(), whole);
}

#[test]
fn the_stop_that_is_asked_for_is_kept_and_else_the_first_that_is_not_muted() {
    let muted = "Begin(a: \"push\", b: \"domino 1\", muted: true)";
    for (asked, kept) in [(Some(0), "Begin(a: \"push\", b: \"domino 1\")"), (None, SECOND)] {
        let mut hand = dominoes(&format!("{muted}, {SECOND}, {NINTH}"));
        begin(&mut hand, asked);
        wait_for_end(&mut hand);
        assert_eq!(hand.scene().stops.iter().map(|stop| stop.text()).collect::<Vec<_>>(), [kept]);
    }
}

/// The window goes on meanwhile: each frame has a small part of the search.
#[test]
fn esc_ends_the_search_and_shows_what_is_found_so_far() {
    let mut hand = dominoes(NINTH);
    let whole = hand.ron();
    begin(&mut hand, None);
    hand.apply(Command::Time(TimeCommand::Seek(20)));
    while !plate(&hand).unwrap().contains(" of 13 bodies left") || plate(&hand).unwrap().contains(" 13 of") {
        assert!(hand.state.hand().is_reducing(), "{:?}", plate(&hand));
        hand.wait(0.016);
    }
    assert_eq!((hand.ron(), hand.state.run().frame()), (whole.clone(), 20), "nothing is done yet");
    hand.key(Key::Escape);
    let told = plate(&hand).unwrap();
    assert!(told.starts_with(&format!("Reduced for {NINTH}, but not to the end: ")), "{told}");
    assert!((2..13).contains(&hand.scene().bodies.len()));
    hand.key(Key::Escape);
    assert_eq!((hand.ron(), hand.state.run().frame()), (whole.clone(), 20));
    // Before the stop is known to hold there is nothing to show.
    begin(&mut hand, None);
    hand.apply(Command::Time(TimeCommand::Reduce(ReduceMove::Stop)));
    assert!(
        hand.last_message().starts_with("Not reduced: the search was stopped at frame 0"),
        "{}",
        hand.last_message()
    );
    assert_eq!((hand.ron(), plate(&hand)), (whole, None));
}

/// What a person does to the scene is never written over.
#[test]
fn an_edit_ends_the_search_and_keeps_what_is_shown() {
    let mut hand = dominoes(NINTH);
    begin(&mut hand, None);
    hand.wait(0.016);
    hand.select(&["domino 5"]);
    hand.apply(Command::Edit(EditCommand::Delete));
    let edited = hand.ron();
    hand.wait(0.016);
    assert_eq!((hand.ron(), plate(&hand)), (edited.clone(), None));
    assert_eq!(hand.last_message(), "Not reduced: the scene was edited meanwhile.");
    hand.undo();

    let mut hand = dominoes(SECOND);
    begin(&mut hand, None);
    wait_for_end(&mut hand);
    hand.apply(Change::Rename(hand.index("domino 1"), "first".to_owned()).into());
    assert_eq!(plate(&hand), None);
    hand.apply(Command::Select(SelectCommand::None));
    hand.key(Key::Escape);
    assert_eq!(names(hand.scene()), ["first", "domino 2"], "Esc is not Leave any more");
    hand.apply(Command::Time(TimeCommand::Reduce(ReduceMove::Leave)));
    assert_eq!(hand.scene().bodies.len(), 2);
}

#[test]
fn why_a_scene_is_not_reduced_is_told() {
    let told = |stops: &str| {
        let mut hand = dominoes(stops);
        let whole = hand.ron();
        begin(&mut hand, None);
        wait_for_end(&mut hand);
        assert_eq!((hand.ron(), plate(&hand)), (whole, None));
        assert!(!hand.state.files().document.is_dirty());
        hand.last_message().to_owned()
    };
    assert!(told("").starts_with("There are no stops"));
    assert!(told(&SECOND.replace(')', ", muted: true)")).starts_with("All stops are muted"));
    assert_eq!(
        told("Outside(body: \"floor\", min: (-99, -99), max: (99, 99))"),
        "Not reduced: Outside(body: \"floor\", min: (-99.0, -99.0), max: (99.0, 99.0)) holds in no frame up to 3600. \
         Allowed: a stop that holds by then."
    );
    assert!(told("Differs()").contains("is of a recording"));

    let mut smallest = TestHand::on(
        "(version: 1, solver: Off, bodies: [
            (name: \"a\", shape: Circle(radius: 1), motion: Kinematic(velocity: (1, 0))),
            (name: \"b\", shape: Circle(radius: 1), position: (3, 0)),
        ], stops: [Begin(a: \"a\", b: \"b\")])",
    );
    loop {
        begin(&mut smallest, None);
        wait_for_end(&mut smallest);
        if plate(&smallest).is_none() {
            break;
        }
        smallest.key(Key::Enter);
    }
    assert_eq!(smallest.last_message(), "Nothing can go: Begin(a: \"a\", b: \"b\") needs all of the scene.");

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl");
    let mut state = AppState::open(&path, Settings::default(), canvas()).unwrap();
    state.advance(0.02);
    state.apply(NoteEdit::ReadStop(None, "Begin(a: \"ball 1\", b: \"*\")".to_owned()).into());
    state.apply(Command::Time(TimeCommand::Reduce(ReduceMove::Begin(None))));
    let message = state.messages().last().unwrap();
    assert!(message.level == Level::Info && message.text.contains("cannot be reduced"), "{message:?}");
    assert!(state.hand().reduce.is_none());
}
