//! Stops in the editor: playing stops where one holds, the keys go there and back, undo takes them away.

use std::path::Path;
use std::time::{Duration, Instant};

use collide2d::World;
use collision_test::app::{
    AppState, Change, Command, EditCommand, HandMove, Key, Level, ListEdit, Modifiers, NoteEdit, Settings,
    TimeCommand, ViewCommand,
};
use collision_test::elsewhere::recording::Recording;
use collision_test::report::until::{self, Until};
use collision_test::scene::numbers::LengthUnit;
use collision_test::scene::watched::WatchedNumber;
use collision_test::scene::{Bookmark, Expectation, SceneInput, Stop};
use glam::Vec2;

use crate::hand::{TestHand, canvas};

/// A ball that falls through a wall that does not hold it: 0.05 m deep from frame 44 on, through at 51.
const FALLING: &str = "(version: 1, gravity: (0, -9.81), solver: Off, bodies: [
    (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 3), motion: Dynamic()),
    (name: \"floor\", shape: Wall(start: (-5, 0), end: (5, 0))),
], expect: [
    Never(stop: Deeper(a: \"ball\", b: \"floor\", than: 0.05), frames: (0, 60)),
    Soon(stop: Begin(a: \"ball\", b: \"floor\"), before: 60),
], stops: [
    Deeper(a: \"ball\", b: \"floor\", than: 0.05),
    End(a: \"*\", b: \"floor\"),
    Faster(body: \"ball\", than: 1.0, muted: true),
])";

fn frame(hand: &TestHand) -> u64 {
    hand.state.run().frame()
}

/// Lets time pass until playing stops by itself.
fn wait_for_stop(hand: &mut TestHand) {
    for _ in 0..400 {
        if !hand.state.run().playing {
            return;
        }
        hand.wait(0.05);
    }
    panic!("it plays on, at frame {}", frame(hand));
}

#[test]
fn playing_stops_where_a_stop_holds_and_the_keys_go_there_and_back() {
    let mut hand = TestHand::on(FALLING);
    hand.key(Key::Space);
    wait_for_stop(&mut hand);
    assert_eq!(frame(&hand), 44);
    assert_eq!(
        hand.last_message(),
        "Stopped at frame 44: ball and floor are 0.1378 m deep, more than 0.05 m."
    );
    assert_eq!(hand.selected_pair(), Some(("ball", "floor")));
    hand.key(Key::F(8));
    wait_for_stop(&mut hand);
    assert_eq!(frame(&hand), 51, "the muted one at 7 does not stop it");
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::F(8)));
    assert_eq!((frame(&hand), hand.state.run().playing), (44, false));
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::F(8)));
    assert_eq!((frame(&hand), hand.last_message()), (44, "No stop holds before this frame."));
    hand.key(Key::F(8));
    assert_eq!(frame(&hand), 51, "it is known by now");
    let holds: Vec<_> =
        hand.state.derived().expectations.marks.iter().map(|mark| (mark.frame, mark.holds)).collect();
    assert_eq!(holds, [(44, Some(false)), (60, Some(true))]);
}

#[test]
fn stops_are_edited_as_everything_else_and_read_from_the_first_frame_on() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(Command::Time(TimeCommand::Seek(60)));
    for _ in 0..20 {
        hand.wait(0.01);
    }
    let frames = |hand: &TestHand| -> Vec<u64> {
        hand.state.run().frames.log().stops.marks().iter().map(|mark| mark.frame).collect()
    };
    assert_eq!(frames(&hand), [44, 51]);
    let text = "Begin(a: \"ball\", b: \"*\")".to_owned();
    hand.apply(Command::Edit(EditCommand::Do(Change::Note(NoteEdit::ReadStop(None, text)))));
    for _ in 0..20 {
        hand.wait(0.01);
    }
    assert_eq!(frames(&hand), [43, 44, 51]);
    assert_eq!((hand.scene().stops.len(), frame(&hand)), (4, 60));
    hand.undo();
    assert_eq!(hand.scene().stops.len(), 3);
    hand.apply(NoteEdit::ReadStop(None, "Begin(a: \"bal\", b: \"*\")".to_owned()).into());
    assert_eq!(hand.scene().stops.len(), 3);
    assert!(hand.last_message().contains("did you mean \"ball\"?"), "{}", hand.last_message());
    hand.apply(NoteEdit::Stop(ListEdit::Remove(0)).into());
    for _ in 0..20 {
        hand.wait(0.01);
    }
    assert_eq!(frames(&hand), [51]);
}

#[test]
fn playing_backwards_stops_where_a_stop_began_to_hold() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(Command::Time(TimeCommand::Seek(60)));
    for _ in 0..20 {
        hand.wait(0.01);
    }
    for expected in [51, 44] {
        hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Space));
        assert!(hand.state.run().playing && hand.state.run().backwards);
        wait_for_stop(&mut hand);
        assert_eq!(frame(&hand), expected);
        assert!(hand.last_message().starts_with(&format!("Stopped at frame {expected}: ")));
    }
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Space));
    wait_for_stop(&mut hand);
    assert_eq!(frame(&hand), 0, "to the first frame");
    hand.key(Key::Space);
    hand.wait(0.2);
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Space));
    assert!(hand.state.run().playing && hand.state.run().backwards, "it turns round");
    hand.key(Key::Space);
    assert!(!hand.state.run().playing, "the key that plays stops what plays back");
}

/// It went on running back.
#[test]
fn the_next_stop_is_looked_for_forwards_also_while_time_runs_back() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(Command::Time(TimeCommand::Seek(30)));
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Space));
    hand.apply(Command::Time(TimeCommand::NextStop));
    assert!(hand.state.run().playing && !hand.state.run().backwards);
    wait_for_stop(&mut hand);
    assert_eq!(frame(&hand), 44);
}

#[test]
fn the_events_of_the_pair_are_met_one_by_one() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(Command::Edit(EditCommand::Do(Change::Note(NoteEdit::Stop(ListEdit::Remove(0))))));
    hand.apply(Command::Edit(EditCommand::Do(Change::Note(NoteEdit::Stop(ListEdit::Remove(0))))));
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    hand.key(Key::F(7));
    assert!(hand.state.run().playing, "none is known yet");
    wait_for_stop(&mut hand);
    assert_eq!((frame(&hand), hand.last_message()), (43, "Frame 43: ball and floor touch."));
    hand.key(Key::F(7));
    wait_for_stop(&mut hand);
    assert_eq!((frame(&hand), hand.last_message()), (51, "Frame 51: ball and floor do not touch any more."));
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::F(7)));
    assert_eq!(frame(&hand), 43);
    hand.key(Key::F(7));
    assert_eq!((frame(&hand), hand.state.run().playing), (51, false), "it is known by now");
}

/// The stops of a recording, each with the frames of the search without a window.
#[test]
fn a_recording_of_another_engine_stops_forwards_and_backwards() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl");
    let mut state = AppState::open(&path, Settings::default(), canvas()).unwrap();
    let recording = Recording::load(&path).unwrap();
    let name = |body| recording.body_name(body);
    let [a, b] = [name(0), name(4)];
    let begin = format!("Begin(a: \"{a}\", b: \"{b}\")");
    let deeper = "Deeper(a: \"*\", b: \"*\", than: 0.01, when: \"frame > 2\")";
    let first = |text: &str| {
        let stop = until::stop_of_recording(&recording, text).unwrap();
        match until::until_in(&recording, &stop, 1000, || ()).unwrap() {
            Until::Stopped(found) => (found.frame, found.why),
            Until::Never(_) => panic!("{text} never holds"),
        }
    };
    state.apply(NoteEdit::ReadStop(None, begin.clone()).into());
    let wait = |state: &mut AppState| {
        let end = Instant::now() + Duration::from_secs(60);
        while state.run().playing {
            assert!(Instant::now() < end);
            state.advance(0.02);
        }
    };
    let message = |state: &AppState| state.messages().last().map_or(String::new(), |last| last.text.clone());
    state.apply(Command::Time(TimeCommand::Home));
    let (expected, why) = first(&begin);
    let mut frame = state.run().frame();
    if expected > frame {
        state.apply(Command::Time(TimeCommand::TogglePlay));
        wait(&mut state);
        frame = state.run().frame();
        assert_eq!(message(&state), format!("Stopped at frame {expected}: {why}."));
    }
    assert_eq!(frame, expected);
    state.apply(NoteEdit::ReadStop(Some(0), deeper.to_owned()).into());
    state.apply(Command::Time(TimeCommand::End));
    let end = Instant::now() + Duration::from_secs(60);
    while state.run().is_working() {
        assert!(Instant::now() < end);
        state.advance(0.02);
    }
    let marks: Vec<u64> = state.run().frames.log().stops.marks().iter().map(|mark| mark.frame).collect();
    assert_eq!(marks.first(), Some(&first(deeper).0));
    let last = state.run().frames.last_frame();
    for expected in marks.iter().rev().filter(|mark| **mark < last) {
        state.apply(Command::Time(TimeCommand::ToggleBack));
        wait(&mut state);
        assert_eq!(state.run().frame(), *expected);
    }
    // Undone as an edit of a scene.
    state.apply(Command::Edit(EditCommand::Undo));
    assert_eq!(state.scene().stops.iter().map(Stop::text).collect::<Vec<_>>(), [begin]);
    state.apply(Command::Edit(EditCommand::Undo));
    assert!(state.scene().stops.is_empty());
    state.apply(Command::Edit(EditCommand::Redo));
    assert_eq!(state.scene().stops.len(), 1);
    state.apply(NoteEdit::ReadStop(None, "Energy(gains: 0.1)".to_owned()).into());
    assert_eq!(message(&state), "a recording does not tell masses");
    state.apply(NoteEdit::ReadStop(None, "Begin(a: \"nobody\", b: \"*\")".to_owned()).into());
    assert!(message(&state).contains("nobody"), "{}", message(&state));
}

#[test]
fn each_stop_that_is_offered_is_valid_and_undone() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    let offers = hand.state.offered_stops();
    assert!(offers.len() >= 10);
    for (label, stop) in offers {
        hand.apply(NoteEdit::Stop(ListEdit::Add(stop.clone())).into());
        assert_eq!(hand.scene().stops.last(), Some(&stop), "{label}: {}", hand.last_message());
        assert_eq!(hand.scene().read_stop(&stop.text()), Ok(stop), "{label}");
        hand.undo();
        assert_eq!(hand.scene().stops.len(), 3);
    }
}

/// Those of the floor alone were offered, or of the first selected.
#[test]
fn the_stops_of_both_bodies_of_a_pair_are_offered() {
    let mut hand = TestHand::on(TWO);
    hand.apply(Command::Select(collision_test::app::commands::SelectCommand::Only(vec![0, 1])));
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    let offers = hand.state.offered_stops();
    for name in ["floor", "ball"] {
        let label = format!("{name} is faster than 1 m/s");
        assert!(offers.iter().any(|(other, _)| *other == label), "{offers:?}");
    }
}

/// It watched the pair of the body and its neighbour.
#[test]
fn a_body_that_is_selected_alone_is_watched_and_a_pair_that_is_chosen() {
    let mut hand = TestHand::on(TWO);
    hand.apply(Command::Select(collision_test::app::commands::SelectCommand::Only(vec![1])));
    hand.key(Key::Letter('N'));
    assert_eq!(hand.scene().watch, ["ball.speed"]);
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    hand.key(Key::Letter('N'));
    assert_eq!(hand.scene().watch, ["ball.speed", "floor,ball.depth", "floor,ball.distance"]);
}

const TWO: &str = r#"(version: 1, bodies: [
    (name: "floor", shape: Rectangle(width: 4.0, height: 1.0), position: (0.0, 0.0)),
    (name: "ball", shape: Circle(radius: 0.5), position: (0.0, 0.9), motion: Dynamic(velocity: (0.0, 0.0))),
])"#;

/// Every value is that of a world that is stepped by itself.
#[test]
fn watched_numbers_are_read_at_every_frame_and_kept_with_the_scene() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    hand.key(Key::Letter('N'));
    assert_eq!(hand.scene().watch, ["ball,floor.depth", "ball,floor.distance"]);
    assert!(hand.state.watchable().iter().any(|name| name == "energy"));
    let watch = ["ball.speed", "ball,floor.depth", "energy"].map(str::to_owned).to_vec();
    hand.apply(NoteEdit::SetWatch(watch.clone()).into());
    hand.apply(Command::Time(TimeCommand::Seek(60)));
    hand.apply(Command::Time(TimeCommand::Seek(10)));
    for _ in 0..20 {
        hand.wait(0.01);
    }
    let mut world = hand.scene().to_world().unwrap();
    let log = &hand.state.run().frames.log().watched;
    assert_eq!(log.frames.len(), 61);
    for (frame, series) in (0..61).flat_map(|frame| log.series().iter().map(move |series| (frame, series))) {
        while world.frame() < frame {
            world.step();
        }
        let number = WatchedNumber::named(hand.scene(), series.name()).unwrap();
        let expected = number.value(&world, world.time_of(frame)).unwrap();
        assert_eq!(series.values[frame as usize], expected, "{} at {frame}", series.name());
    }
    let depth = &log.series()[1];
    let [(place, most), _] = depth.extremes().unwrap();
    assert!((44..51).contains(&place) && most > 0.1, "{place}: {most}");
    assert!(hand.scene().to_ron().contains("watch: [\"ball.speed\", \"ball,floor.depth\", \"energy\"]"));
    hand.apply(NoteEdit::SetWatch(vec!["nobody.speed".to_owned()]).into());
    assert_eq!(hand.scene().watch, watch, "{}", hand.last_message());
    hand.undo();
    assert_eq!(hand.scene().watch, ["ball,floor.depth", "ball,floor.distance"]);
}

#[test]
fn a_recordings_numbers_are_those_of_its_frames() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl");
    let mut state = AppState::open(&path, Settings::default(), canvas()).unwrap();
    state.apply(NoteEdit::SetWatch(vec!["ball 1.y".to_owned()]).into());
    let end = Instant::now() + Duration::from_secs(60);
    while state.run().is_working() {
        assert!(Instant::now() < end);
        state.advance(0.02);
    }
    let recording = Recording::load(&path).unwrap();
    let log = &state.run().frames.log().watched;
    assert_eq!(log.frames.len(), recording.frames().len());
    let ball = recording.body_named("ball 1").unwrap() as usize;
    for (index, value) in log.series()[0].values.iter().enumerate() {
        let moment = recording.moment(index);
        assert_eq!(*value, f64::from(moment.scene.bodies[ball].position.y));
    }
}

#[test]
fn bookmarks_are_put_noted_and_taken_away() {
    let mut hand = TestHand::on(FALLING);
    for frame in [40, 12] {
        hand.apply(Command::Time(TimeCommand::Seek(frame)));
        hand.with(Modifiers::CTRL, |hand| hand.key(Key::Letter('B')));
    }
    let note = Bookmark { frame: 12, note: "here".to_owned() };
    hand.apply(NoteEdit::Bookmark(ListEdit::Set(0, note.clone())).into());
    assert_eq!(hand.scene().bookmarks, [note.clone(), Bookmark { frame: 40, note: String::new() }]);
    assert_eq!(frame(&hand), 12, "the run stays as it is");
    hand.with(Modifiers::CTRL, |hand| hand.key(Key::Letter('B')));
    assert_eq!(hand.scene().bookmarks.len(), 1);
    hand.undo();
    assert_eq!(hand.scene().bookmarks[0], note);
    let long = Bookmark { frame: 12, note: "x".repeat(300) };
    hand.apply(NoteEdit::Bookmark(ListEdit::Set(0, long)).into());
    assert_eq!(hand.scene().bookmarks[0], note, "{}", hand.last_message());
}

#[test]
fn a_range_is_repeated_or_played_to_its_end() {
    let mut hand = TestHand::on(FALLING);
    while let [_, ..] = hand.scene().stops[..] {
        hand.apply(NoteEdit::Stop(ListEdit::Remove(0)).into());
    }
    hand.apply(Command::Time(TimeCommand::SetRange(Some((10, 20)))));
    for key in [Modifiers::NONE, Modifiers::SHIFT] {
        hand.apply(Command::Time(TimeCommand::Seek(key.shift.into())));
        hand.with(key, |hand| hand.key(Key::Space));
        let mut seen = Vec::new();
        for _ in 0..200 {
            hand.wait(1.0 / 60.0);
            seen.push(frame(&hand));
        }
        assert!(hand.state.run().playing);
        assert!(seen.iter().all(|frame| (10..=20).contains(frame)), "{seen:?}");
        assert!(seen.iter().filter(|frame| **frame == 15).count() > 5, "{seen:?}");
    }
    hand.apply(Command::Time(TimeCommand::Pause));
    hand.apply(Command::Time(TimeCommand::ToggleRepeat));
    hand.apply(Command::Time(TimeCommand::Seek(0)));
    hand.key(Key::Space);
    wait_for_stop(&mut hand);
    assert_eq!(frame(&hand), 20);
    hand.apply(Command::Time(TimeCommand::SetRange(None)));
    hand.key(Key::Space);
    hand.wait(0.2);
    assert!(frame(&hand) > 20);
}

/// A ball at rest on no ground, and a floor.
const FLOATING: &str = "(version: 1, gravity: (0, 0), solver: Rigid, bodies: [
    (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 3), motion: Dynamic(mass: 2.0)),
    (name: \"floor\", shape: Wall(start: (-5, 0), end: (5, 0))),
])";

/// Going back and again, and the scene as it would be saved, give the same bits.
#[test]
fn a_body_is_pulled_while_time_runs_and_the_pull_is_an_input_of_the_scene() {
    let mut hand = TestHand::on(FLOATING);
    hand.key(Key::Letter('H'));
    hand.key(Key::Space);
    hand.wait(0.1);
    hand.press((0.0, 3.0));
    for step in 0..20 {
        hand.move_to((0.1 * step as f32, 3.0 - 0.05 * step as f32));
        let at = hand.screen((0.1 * step as f32, 3.0 - 0.05 * step as f32));
        hand.frame_of(&[], at, 0.04);
    }
    hand.release((2.0, 2.0));
    hand.key(Key::Space);
    let frame_now = frame(&hand);
    let [SceneInput::Pull { frames: (first, last), body, .. }] = &hand.scene().inputs[..] else {
        panic!("{:?}", hand.scene().inputs)
    };
    assert!(*first < *last && *last <= frame_now && body == "ball", "{first} {last} {frame_now}");
    let moved = hand.state.run().world().bodies()[0].pose().position;
    assert!(moved.x > 0.5 && moved.y < 2.9, "{moved}");
    let mut worlds = Vec::new();
    let mut world = hand.scene().to_world().unwrap();
    while world.frame() <= frame_now + 30 {
        worlds.push(world.clone());
        world.step();
    }
    let poses = |world: &World| world.bodies().iter().map(|body| *body.pose()).collect::<Vec<_>>();
    for frame in [frame_now, 3, frame_now + 30, frame_now, 0, frame_now.midpoint(3)] {
        hand.apply(Command::Time(TimeCommand::Seek(frame)));
        assert_eq!(poses(hand.state.run().world()), poses(&worlds[frame as usize]), "frame {frame}");
    }
    hand.undo();
    assert!(hand.scene().inputs.is_empty());
    assert_eq!(hand.state.run().world().bodies()[0].pose().position, Vec2::new(0.0, 3.0));
    hand.apply(Command::Edit(EditCommand::Redo));
    assert_eq!(hand.scene().inputs.len(), 1);
    hand.apply(Command::Edit(EditCommand::RemoveInput(0)));
    hand.apply(Command::Time(TimeCommand::Seek(frame_now)));
    assert_eq!(hand.state.run().world().bodies()[0].pose().position, Vec2::new(0.0, 3.0));
}

#[test]
fn a_body_is_pushed_while_time_stands_and_what_was_computed_beyond_is_computed_again() {
    let mut hand = TestHand::on(FLOATING);
    hand.apply(Command::Time(TimeCommand::Seek(50)));
    hand.apply(Command::Time(TimeCommand::Seek(10)));
    hand.key(Key::Letter('H'));
    hand.drag((0.0, 3.0), (1.5, 3.0));
    let [SceneInput::Push { frame: at, impulse, .. }] = hand.scene().inputs[..] else {
        panic!("{:?}", hand.scene().inputs)
    };
    assert_eq!((at, frame(&hand), hand.state.run().frames.last_frame()), (10, 10, 10));
    assert!((impulse.x - 6.0).abs() < 0.1 && impulse.y.abs() < 0.1, "{impulse}");
    hand.apply(Command::Time(TimeCommand::Seek(70)));
    let x = hand.state.run().world().bodies()[0].pose().position.x;
    assert!((x - 3.0).abs() < 0.1, "a second at 3 m/s: {x}");
    hand.drag((0.0, 0.0), (1.0, 1.0));
    assert_eq!(hand.scene().inputs.len(), 1, "a wall is not pushed");
    assert!(hand.last_message().starts_with("Only what is dynamic"), "{}", hand.last_message());
}

/// Buttons tell a mover how it goes on, also while time runs: one line of the inputs a frame, each one undo point.
#[test]
fn a_mover_is_told_how_it_goes_on_while_time_runs() {
    const LEVEL: &str = r#"Scene(version: 1, gravity: (0.0, -9.81), bodies: [
        Body(name: "hero", shape: Rectangle(width: 0.6, height: 1.6), position: (0.0, 0.8), motion: Mover()),
        Body(name: "floor", shape: Wall(start: (-90.0, 0.0), end: (90.0, 0.0))),
    ])"#;
    let mut hand = TestHand::on(LEVEL);
    let walk = |hand: &mut TestHand, direction: Option<f32>, jump: Option<bool>| {
        hand.apply(Command::Time(TimeCommand::Hand(HandMove::Walk { body: 0, direction, jump })));
    };
    let place = |hand: &TestHand| hand.state.run().world().bodies()[0].pose().position;
    hand.apply(Command::Time(TimeCommand::Seek(10)));
    walk(&mut hand, Some(1.0), None);
    assert_eq!((frame(&hand), hand.scene().inputs.len()), (10, 1));
    hand.key(Key::Space);
    while frame(&hand) < 40 {
        hand.wait(0.02);
    }
    let (began, jumped) = (place(&hand), frame(&hand));
    assert!((began.x - 4.0 * (jumped - 10) as f32 / 60.0).abs() < 0.01, "{began}");
    walk(&mut hand, None, Some(true));
    assert_eq!(
        hand.scene().inputs[1..],
        [SceneInput::Input { frame: jumped, body: "hero".to_owned(), direction: 1.0, jump: true }],
    );
    // Another word in the same frame replaces the first one, and the jump stays.
    walk(&mut hand, Some(-1.0), None);
    assert_eq!(
        hand.scene().inputs[1..],
        [SceneInput::Input { frame: jumped, body: "hero".to_owned(), direction: -1.0, jump: true }],
    );
    while frame(&hand) < jumped + 20 {
        hand.wait(0.02);
    }
    hand.key(Key::Space);
    let now = frame(&hand);
    let way = place(&hand) - began;
    assert!(way.y > 0.9 && (way.x + 4.0 * (now - jumped) as f32 / 60.0).abs() < 0.01, "{way}");
    let mut world = hand.scene().to_world().unwrap();
    while world.frame() < now {
        world.step();
    }
    assert_eq!(world.bodies()[0].pose().position, place(&hand), "the file makes the same run");
    for left in [2, 1, 0] {
        hand.undo();
        assert_eq!(hand.scene().inputs.len(), left.max(usize::from(left > 0)));
    }
}

/// A jump cannot be seen in a mover that stands there: a second click takes it back, with the line that it made.
#[test]
fn a_jump_is_taken_back_and_inputs_are_in_the_order_of_their_frames() {
    const LEVEL: &str = r#"Scene(version: 1, gravity: (0.0, -9.81), bodies: [
        Body(name: "hero", shape: Rectangle(width: 0.6, height: 1.6), position: (0.0, 0.8), motion: Mover()),
        Body(name: "floor", shape: Wall(start: (-90.0, 0.0), end: (90.0, 0.0))),
    ], inputs: [Input(frame: 60, body: "hero", move: 1.0), Input(frame: 260, body: "hero", move: -1.0)])"#;
    let mut hand = TestHand::on(LEVEL);
    let walk = |hand: &mut TestHand, at: u64, direction: Option<f32>, jump: Option<bool>| {
        hand.apply(Command::Time(TimeCommand::Seek(at)));
        hand.apply(Command::Time(TimeCommand::Hand(HandMove::Walk { body: 0, direction, jump })));
    };
    let frames = |hand: &TestHand| hand.scene().inputs.iter().map(|line| line.frames().0).collect::<Vec<_>>();
    let before = hand.ron();
    walk(&mut hand, 132, None, Some(true));
    walk(&mut hand, 0, None, Some(true));
    assert_eq!(frames(&hand), [0, 60, 132, 260]);
    assert!(
        hand.ron().contains("Input(frame: 132, body: \"hero\", move: 1.0, jump: true)"),
        "{}",
        hand.ron()
    );
    walk(&mut hand, 132, None, Some(false));
    walk(&mut hand, 0, None, Some(false));
    assert_eq!(hand.ron(), before);
    // What the frame tells beside the jump stays.
    walk(&mut hand, 260, None, Some(true));
    walk(&mut hand, 260, None, Some(false));
    assert_eq!(hand.ron(), before);
    walk(&mut hand, 100, Some(1.0), None);
    assert_eq!(frames(&hand), [60, 100, 260]);
    walk(&mut hand, 80, Some(0.0), Some(true));
    walk(&mut hand, 80, None, Some(false));
    assert_eq!(frames(&hand), [60, 80, 100, 260]);
}

/// Of a ghost the pair is selected, with the tile that stopped the box, whatever lies under the pointer.
#[test]
fn a_stop_at_a_ghost_selects_its_pair_and_the_tile() {
    let scene = include_str!("../../scenes/seams-of-tiles.ron");
    let end = scene.rfind(')').unwrap();
    let mut hand = TestHand::on(&format!("{}    stops: [Ghost(body: \"on tiles\")],\n)", &scene[..end]));
    hand.key(Key::Space);
    while hand.state.run().playing {
        hand.wait(0.02);
    }
    assert_eq!(frame(&hand), 4);
    assert_eq!(hand.selected_pair(), Some(("on tiles", "tiles")));
    let leaves = hand.state.looking().selected_leaves().expect("a tile is chosen");
    assert_eq!(leaves.map(|leaf| leaf.part()), [None, Some(2)]);
}

/// A mover that stops is selected together with what stops it.
#[test]
fn a_stop_of_a_mover_selects_it_with_what_it_meets() {
    let mut hand = TestHand::on(
        r#"(version: 1, gravity: (0, -9.81), bodies: [
            (name: "floor", shape: Wall(start: (-9, 0), end: (9, 0))),
            (name: "hero", shape: Rectangle(width: 0.6, height: 1.6), position: (0, 0.81), motion: Mover()),
            (name: "post", shape: Rectangle(width: 1, height: 4), position: (2, 2)),
        ], inputs: [Input(body: "hero", move: 1)], stops: [Stuck(body: "*")])"#,
    );
    hand.key(Key::Space);
    while hand.state.run().playing && frame(&hand) < 60 {
        hand.wait(0.02);
    }
    assert!((15..30).contains(&frame(&hand)), "{}", frame(&hand));
    assert_eq!(hand.selected_pair(), Some(("hero", "post")));
    assert!(hand.last_message().ends_with("hero is stuck: post stops it."), "{}", hand.last_message());
}

/// The stop of an `expect` line is edited as the stops are; one that `expect` cannot ask for is refused.
#[test]
fn the_stop_of_an_expectation_is_read_as_a_stop_and_undone() {
    let mut hand = TestHand::on(FALLING);
    let before = hand.ron();
    let read = |hand: &mut TestHand, index: usize, text: &str| {
        hand.apply(Change::ReadAsked(index, text.to_owned()).into());
    };
    let text = |hand: &TestHand, index: usize| hand.scene().expect[index].asked().unwrap().1.text();
    for (index, stop) in [(0, "Ghost(body: \"ball\", by: 7.5)"), (1, "Faster(body: \"*\", than: 2.0)")] {
        read(&mut hand, index, stop);
        assert_eq!(text(&hand, index), stop);
    }
    assert_eq!(hand.scene().expect[0].asked().unwrap().0, 0..=60, "its frames stay");
    for (stop, why) in [
        ("Begin(a: \"bal\", b: \"*\")", "did you mean \"ball\"?"),
        ("Fails()", "which is no condition of the scene's bodies"),
        ("", "allowed:"),
    ] {
        read(&mut hand, 0, stop);
        assert!(hand.last_message().contains(why), "{stop}: {}", hand.last_message());
        assert_eq!(text(&hand, 0), "Ghost(body: \"ball\", by: 7.5)");
    }
    hand.undo();
    hand.undo();
    assert_eq!(hand.ron(), before);
}

/// A run tells who passes through each other only where that is asked for; what is asked past its start is told of the frames
/// before as well. A ball goes 1 m a frame, its middle from -0.05 to 0.95 in the sixth, through a wall at 0.45.
#[test]
fn an_expectation_of_what_a_run_did_not_tell_is_checked_from_its_start() {
    let mut hand = TestHand::on(
        "(version: 1, solver: Off, bodies: [
            (name: \"ball\", shape: Circle(radius: 0.1), position: (-5.05, 0), motion: Dynamic(velocity: (60, 0))),
            (name: \"wall\", shape: Wall(start: (0.45, -2), end: (0.45, 2))),
        ])",
    );
    hand.apply(Command::Time(TimeCommand::Seek(20)));
    let wait = |hand: &mut TestHand| (0..20).for_each(|_| hand.wait(0.01));
    wait(&mut hand);
    let stop = hand.scene().read_stop("Crosses(a: \"ball\", b: \"wall\")").unwrap();
    hand.apply(Change::Expectation(ListEdit::Add(Expectation::Never { stop, frames: (0, 20) })).into());
    wait(&mut hand);
    let marks = &hand.state.derived().expectations.marks;
    assert_eq!((frame(&hand), marks[0].holds, marks[0].frame), (20, Some(false), 6));
    // What is asked changes nothing of the run: it stays where it is.
    hand.apply(Command::Time(TimeCommand::Seek(9)));
    wait(&mut hand);
    hand.undo();
    wait(&mut hand);
    assert_eq!((frame(&hand), hand.scene().expect.len()), (9, 0));
}

/// Inputs, bookmarks and lines of `expect` are on one clock: where frame 50 becomes the new frame 0, all lose 50, and what was
/// before is told.
#[test]
fn an_edit_past_frame_0_takes_all_that_has_a_frame_along() {
    let mut hand = TestHand::on(
        r#"(version: 1, name: "clock", solver: Off, bodies: [
            (name: "ball", shape: Circle(radius: 1), motion: Dynamic(velocity: (1, 0))),
            (name: "post", shape: Circle(radius: 1), position: (9, 0)),
        ], inputs: [Push(body: "ball", frame: 20, impulse: (0, 1)), Push(body: "ball", frame: 90, impulse: (0, 1))],
        bookmarks: [(frame: 30, note: "early"), (frame: 100, note: "late")],
        expect: [
            Separate(a: "ball", b: "post", frame: 40),
            Separate(a: "ball", b: "post", frame: 120),
            Never(stop: Begin(a: "ball", b: "post"), frames: (10, 100)),
            Soon(stop: Begin(a: "ball", b: "post"), before: 45),
            Soon(stop: Begin(a: "ball", b: "post"), before: 450),
        ])"#,
    );
    let before = hand.scene().clone();
    hand.apply(Command::Time(TimeCommand::Seek(50)));
    crate::timeline::settle(&mut hand);
    hand.with(Modifiers::CTRL, |hand| hand.key(Key::Letter('A')));
    hand.key(Key::Left);
    let scene = hand.scene();
    let frames: Vec<u64> = scene.expect.iter().map(|line| line.frame()).collect();
    assert_eq!(frames, [70, 50, 400]);
    assert!(matches!(scene.expect[1], Expectation::Never { frames: (0, 50), .. }));
    assert_eq!(scene.bookmarks, [Bookmark { frame: 50, note: "late".to_owned() }]);
    assert_eq!(scene.inputs.len(), 1);
    assert_eq!(hand.state.messages().last().map(|message| message.level), Some(Level::Warning), "it stays");
    assert_eq!(
        hand.last_message(),
        "The state of frame 50 is the new start of the scene: saving writes it over the old start. Ctrl+Z brings it back. \
         Gone with the frames before it: 1 input, 1 bookmark, 2 lines of expect."
    );
    hand.undo();
    assert_eq!(hand.scene().expect, before.expect);
}

/// It stood there while time went on.
#[test]
fn why_playing_stopped_is_told_only_at_that_frame() {
    let told = |hand: &TestHand| hand.state.messages().iter().any(|m| m.text.starts_with("Stopped at"));
    let mut hand = TestHand::on(FALLING);
    for leave in [TimeCommand::TogglePlay, TimeCommand::StepBack] {
        hand.apply(Command::Time(TimeCommand::Home));
        hand.key(Key::Space);
        wait_for_stop(&mut hand);
        assert!(told(&hand));
        hand.apply(Command::Time(leave));
        hand.wait(0.05);
        assert!(!told(&hand), "{:?}", hand.state.messages());
    }
}

/// It was said to be found 0.0043 m deep where the canvas says 0.0029 m: what the step found, and what it left.
#[test]
fn a_stop_names_the_depth_that_the_step_left_where_it_is_not_what_it_found() {
    let mut hand = TestHand::on(
        "(version: 1, gravity: (0, -9.81), solver: Linear, bodies: [
            (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 3), motion: Dynamic()),
            (name: \"floor\", shape: Rectangle(width: 9, height: 1), position: (0, -0.5)),
        ], stops: [Begin(a: \"ball\", b: \"floor\")])",
    );
    hand.key(Key::Space);
    wait_for_stop(&mut hand);
    let contact = hand.state.derived().report.pairs.iter().find_map(|pair| pair.contact.clone());
    let shown = LengthUnit::METRE.text(contact.unwrap().depth);
    let told = hand.last_message();
    assert!(told.ends_with(&format!(", {shown} after the step.")), "{shown}: {told}");
}
