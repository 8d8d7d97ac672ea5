//! Recordings of another engine as documents: scrubbed, compared, taken away as scenes, and followed.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use collide2d::{ShapeKind, SolverKind};
use collision_record::{Body, Contact, Frame, Header, PlacedShape, Recorder, Shape};
use collision_test::app::run::frames::Frames;
use collision_test::app::{
    Answer, AppState, BodyEdit, Change, Command, EditCommand, Effect, FileCommand, Leave, Moment, News,
    NoteEdit, Panel, Playback, Settings, TimeCommand, Tool, TourMove, ViewCommand,
};
use collision_test::elsewhere::recording::against::RunDifference;
use collision_test::elsewhere::recording::compare::{Tolerances, What, compare};
use collision_test::elsewhere::recording::{Arrival, RecordListener, Recording, Tail, TheirContact};
use collision_test::picture::display::{Dash, Item, Provenance, Source};
use collision_test::picture::overlay::{Age, Layer};
use collision_test::report::why::NoEffect;
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::Stop;
use collision_test::scene::field::FieldValue;
use glam::Vec2;
use serde_json::Value;

use crate::hand::{TestHand, canvas};
use crate::queries::moment_lines;

const TIGHT: Tolerances = Tolerances { tolerance: 1.0e-4, margin: 0.0 };

/// Opens the recording of rapier's rays with its lines changed.
fn rays_changed(folder: &Path, change: impl Fn(&mut Value)) -> AppState {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/rapier-rays.jsonl");
    let text = std::fs::read_to_string(shipped).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        change(&mut line);
        line.to_string() + "\n"
    });
    let path = folder.join("rays.jsonl");
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    open(&path)
}

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl")
}

/// Our own run, with faults: at frame 39 a normal is turned back and a depth halved, at frame 60 a contact is lost.
fn faulty(folder: &Path) -> PathBuf {
    let text = std::fs::read_to_string(shipped()).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    let header: Header = serde_json::from_str(header).unwrap();
    let path = folder.join("faulty.jsonl");
    let mut recorder = Recorder::to_file(&path, &header).unwrap();
    for line in lines.lines() {
        let mut frame: Frame = serde_json::from_str(line).unwrap();
        let of = |contact: &&mut Contact, pair| (contact.a, contact.b) == pair;
        if frame.frame == 39 {
            let turned = frame.contacts.iter_mut().find(|contact| of(contact, (6, 9))).unwrap();
            turned.normal = turned.normal.map(|[x, y]| [-x, -y]);
            let shallow = frame.contacts.iter_mut().find(|contact| of(contact, (0, 4))).unwrap();
            shallow.depth = shallow.depth.map(|depth| 0.5 * depth);
        }
        if frame.frame == 60 {
            frame.contacts.remove(0);
        }
        recorder.write(&frame).unwrap();
    }
    path
}

fn open(path: &Path) -> AppState {
    AppState::open(path, Settings::default(), canvas()).unwrap()
}

fn time(command: TimeCommand) -> Command {
    Command::Time(command)
}

fn leave(leave: Leave) -> Command {
    Command::File(FileCommand::Leave(leave))
}

fn last_message(state: &AppState) -> &str {
    state.messages().last().map_or("", |message| &message.text)
}

/// Ticks until all frames are compared. No time passes, in which messages would go.
fn compared(state: &mut AppState) -> &Playback {
    let end = Instant::now() + Duration::from_secs(60);
    while state.run().is_working() {
        assert!(Instant::now() < end);
        state.advance(0.0);
    }
    state.run().frames.playback().unwrap()
}

#[test]
fn every_frame_shows_the_recorded_poses_and_our_contacts_on_them() {
    let recording = Recording::load(&shipped()).unwrap();
    let mut state = open(&shipped());
    assert!(state.files().document.is_recording() && !state.files().document.is_dirty());
    assert_eq!(
        (state.run().frames.first_frame(), state.run().frame(), state.run().frames.last_frame()),
        (0, 0, 90)
    );
    for (index, frame) in recording.frames().iter().enumerate() {
        assert_eq!(state.run().frame(), frame.frame);
        assert_eq!(state.run().time(), frame.time);
        let moment = recording.moment(index);
        for ((now, body), named) in
            state.run().world().bodies().iter().zip(&moment.scene.bodies).zip(&state.scene().bodies)
        {
            assert_eq!(now.pose().position, body.position);
            assert_eq!((named.position, &named.name), (body.position, &body.name));
        }
        let expected =
            Report::of(&moment.scene, &moment.scene.to_world().unwrap(), &ReportOptions::default());
        let key = |report: &Report| -> Vec<_> {
            let touching = report.pairs.iter().filter(|pair| pair.contact.is_some());
            touching.map(|pair| (pair.a, pair.b, pair.contact.clone())).collect()
        };
        assert_eq!(key(&state.derived().report), key(&expected), "frame {}", frame.frame);
        assert_eq!(state.derived().report.frame, frame.frame);
        state.apply(time(TimeCommand::StepForward));
    }
    assert_eq!(state.run().frame(), 90, "the last frame stays");
    for (command, frame) in [
        (TimeCommand::Seek(40), 39),
        (TimeCommand::StepBack, 36),
        (TimeCommand::Jump(10), 66),
        (TimeCommand::Jump(-100), 0),
        (TimeCommand::End, 90),
        (TimeCommand::Seek(10_000), 90),
        (TimeCommand::Home, 0),
    ] {
        state.apply(time(command));
        assert_eq!(state.run().frame(), frame, "{command:?}");
    }
}

#[test]
fn a_recording_is_looked_at_and_not_edited() {
    let mut hand = TestHand::new();
    hand.apply(leave(Leave::OpenPath(shipped())));
    assert!(hand.state.files().document.is_recording());
    let before = hand.state.run().world().hash();
    let crate_1 = hand.state.run().world().bodies()[3].pose().position;
    let at = (crate_1.x, crate_1.y);
    hand.click(at);
    assert_eq!(hand.state.looking().selection(), [3]);
    assert!(hand.state.looking().selected_pair().is_some_and(|(a, b)| a == 3 || b == 3));
    hand.drag(at, (at.0 + 1.0, at.1 + 1.0));
    let refused = |hand: &mut TestHand| {
        let id = hand.state.messages().iter().find(|message| message.text.contains("cannot be edited"));
        let id = id.expect("it is said why").id;
        hand.apply(Command::View(ViewCommand::DismissMessage(id)));
    };
    refused(&mut hand);
    for command in [
        EditCommand::Delete,
        EditCommand::Paste,
        EditCommand::Do(Change::Body(vec![3], BodyEdit::Set("position", FieldValue::X(7.0)))),
    ] {
        hand.apply(Command::Edit(command));
        refused(&mut hand);
    }
    hand.apply(Command::Tool(Tool::Draw(ShapeKind::Circle)));
    refused(&mut hand);
    assert_eq!(hand.state.hand().tool, Tool::Select);
    for command in [FileCommand::Save, FileCommand::SaveTo(hand.folder.path().join("no.ron"))] {
        hand.apply(Command::File(command));
        assert!(last_message(&hand.state).contains("not saved"), "{}", last_message(&hand.state));
    }
    assert!(!hand.folder.path().join("no.ron").exists());
    assert_eq!(hand.state.run().world().hash(), before);
    assert!(!hand.state.files().document.is_dirty());
    // What belongs to steps is not offered; what looks at a pair is.
    hand.apply(Command::View(ViewCommand::ShowPanel(Panel::Events)));
    assert_eq!(hand.state.showing().panel, Panel::Differences);
    for (command, enabled) in [
        (ViewCommand::ToggleLayer(Layer::Impulses), false),
        (ViewCommand::ToggleLayer(Layer::Trails), true),
        (ViewCommand::ToggleLayer(Layer::Theirs), true),
        (ViewCommand::ShowPanel(Panel::Events), false),
        (ViewCommand::ShowPanel(Panel::Differences), true),
    ] {
        assert_eq!(hand.state.is_enabled(&Command::View(command.clone())), enabled, "{command:?}");
    }
    hand.apply(leave(Leave::OpenPath(hand.file())));
    assert!(!hand.state.files().document.is_recording());
    assert_eq!(hand.state.showing().panel, Panel::Scene);
    assert!(!hand.state.is_enabled(&Command::View(ViewCommand::ToggleLayer(Layer::Theirs))));
}

/// The test of each pair is shown on the recorded poses, and nothing after it: the solver was the engine's.
#[test]
fn the_inside_of_a_frame_is_the_narrow_phase() {
    let mut state = open(&shipped());
    state.apply(time(TimeCommand::Seek(90)));
    let place = state.run().world().bodies()[4].pose().position;
    let touching = state.derived().report.touching;
    state.apply(time(TimeCommand::StageForward));
    assert!(state.run().inside.as_ref().unwrap().text.title.contains("Broad phase"));
    let count = state.run().inside.as_ref().unwrap().count();
    for _ in 1..count {
        state.apply(time(TimeCommand::StageForward));
        assert_eq!(state.run().frame(), 90);
        assert!(
            state.run().inside.as_ref().unwrap().pair(state.run().inside.as_ref().unwrap().index()).is_some(),
            "a pair's test"
        );
    }
    assert_eq!(state.run().shown().bodies()[4].pose().position, place);
    assert_eq!(state.derived().report.touching, touching, "all pairs are tested");
}

#[test]
fn the_differences_are_those_of_compare() {
    let folder = tempfile::tempdir().unwrap();
    let path = faulty(folder.path());
    let recording = Recording::load(&path).unwrap();
    let mut state = open(&path);
    assert_eq!(state.showing().panel, Panel::Differences);
    for tolerances in [TIGHT, Tolerances::default(), Tolerances { tolerance: 1.0e-4, margin: 0.5 }] {
        state.apply(time(TimeCommand::Compare(tolerances)));
        assert!(state.run().is_working(), "it goes on from tick to tick");
        let playback = compared(&mut state);
        let expected = compare(&recording, tolerances, || ()).unwrap();
        assert_eq!(*playback.comparison(), expected, "{tolerances:?}");
        assert_eq!(playback.found(), expected.differences.len());
        let frames: std::collections::BTreeSet<u64> =
            expected.differences.iter().map(|difference| difference.frame).collect();
        assert_eq!(playback.marks.iter().map(|mark| mark.frame).collect::<Vec<_>>(), Vec::from_iter(frames));
    }
    state.apply(time(TimeCommand::Compare(TIGHT)));
    let worst = compared(&mut state).comparison().differences[0].clone();
    assert_eq!((worst.frame, worst.bodies), (39, (6, 9)));
    assert!(matches!(worst.what, What::Normal { angle, .. } if angle > 3.1), "{worst:?}");

    state.apply(time(TimeCommand::GoToDifference { frame: worst.frame, bodies: worst.bodies }));
    assert_eq!((state.run().frame(), state.looking().selected_pair()), (39, Some((6, 9))));
    // Their arrow is opposite to ours, and in a style of its own.
    let theirs = state.showing().theme.theirs;
    let arrows = |color| -> Vec<_> {
        let items = state.picture().items;
        let of_pair = items.into_iter().filter(|(from, _)| from.source == Source::Pair(6, 9));
        let arrow = |item| match item {
            Item::Arrow { from, to, stroke, .. } if stroke.color == color => Some(to - from),
            _ => None,
        };
        of_pair.filter_map(|(_, item)| arrow(item)).collect()
    };
    let (ours, theirs) = (arrows(state.showing().theme.normal), arrows(theirs));
    assert!(!ours.is_empty() && !theirs.is_empty());
    assert!(ours[0].normalize().dot(theirs[0].normalize()) < -0.99, "{ours:?} {theirs:?}");
    state.apply(Command::View(ViewCommand::ToggleLayer(Layer::Theirs)));
    let of_theirs = |(_, item): &(Provenance, Item)| matches!(item, Item::Arrow { stroke, .. } if stroke.color == state.showing().theme.theirs);
    assert!(!state.picture().items.iter().any(of_theirs), "the layer is off");
}

/// A recording without stops.
#[test]
fn next_stop_goes_from_difference_to_difference() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = open(&faulty(folder.path()));
    state.apply(time(TimeCommand::Compare(TIGHT)));
    let found = compared(&mut state).comparison().differences.clone();
    let worst_in = |frame: u64| found.iter().find(|difference| difference.frame == frame).unwrap().bodies;
    let mut frames: Vec<u64> = found.iter().map(|difference| difference.frame).collect();
    frames.sort_unstable();
    frames.dedup();
    assert!(frames.len() > 1, "{frames:?}");
    state.apply(time(TimeCommand::Home));
    let mut seen = Vec::new();
    for &frame in frames.iter().filter(|frame| **frame > 0) {
        state.apply(time(TimeCommand::NextStop));
        assert_eq!((state.run().frame(), state.looking().selected_pair()), (frame, Some(worst_in(frame))));
        seen.push(frame);
    }
    state.apply(time(TimeCommand::NextStop));
    let at_end = (state.run().frame(), state.messages().iter().last().map(|message| message.text.clone()));
    assert_eq!(at_end, (seen[seen.len() - 1], Some("Nothing differs after this frame.".to_owned())));
    state.apply(time(TimeCommand::PreviousStop));
    assert_eq!(state.run().frame(), seen[seen.len() - 2]);
    // A stop that is set is looked for instead: none is known yet, so time runs.
    state.apply(NoteEdit::ReadStop(None, "Begin(a: \"*\", b: \"*\")".to_owned()).into());
    state.apply(time(TimeCommand::NextStop));
    assert!(state.run().playing);
}

/// A disc above another, in these frames: number, time, height of the upper disc (`None`: not there), contact.
fn discs(folder: &Path, frames: &[(u64, f64, Option<f32>, Option<Contact>)]) -> PathBuf {
    let path = folder.join("discs.jsonl");
    let mut recorder = Recorder::to_file(&path, &disc_header()).unwrap();
    for (number, seconds, height, contact) in frames {
        let poses = vec![Some([0.0, 0.0, 0.0]), height.map(|y| [0.0, y, 0.0]), Some([9.0, 0.0, 0.0])];
        let contacts = contact.iter().cloned().collect();
        recorder.write(&Frame { contacts, ..Frame::new(*number, *seconds, poses) }).unwrap();
    }
    path
}

pub(crate) fn disc_header() -> Header {
    let disc = || vec![PlacedShape::new(Shape::Circle { radius: 1.0 })];
    let bodies = ["low", "high", "far"].map(|name| Body::new(name, disc()));
    Header::new("engine 1", bodies.to_vec())
}

#[test]
fn time_passes_as_it_was_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let at = |number, seconds| (number, seconds, Some(3.0), None);
    let path = discs(folder.path(), &[at(7, 0.0), at(8, 0.1), at(20, 0.5), at(21, 0.5), at(22, 2.0)]);
    let mut state = open(&path);
    assert_eq!(state.run().frame(), 7);
    state.apply(time(TimeCommand::TogglePlay));
    for (seconds, frame) in [(0.05, 7), (0.06, 8), (0.25, 8), (0.15, 20), (0.02, 21), (0.25, 21)] {
        state.advance(seconds);
        assert_eq!(state.run().frame(), frame, "after {seconds} s more");
    }
    state.apply(time(TimeCommand::SetSpeed(4.0)));
    (0..3).for_each(|_| state.advance(0.15));
    assert_eq!((state.run().frame(), state.run().playing), (22, false), "the end stops");
}

#[test]
fn bodies_keep_their_index_while_others_are_gone_and_pairs_left_out_are_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let touch = Contact { normal: Some([0.0, 1.0]), depth: Some(0.5), ..Contact::between(0, 1) };
    let filtered = Contact { filtered: true, ..Contact::between(0, 1) };
    let sensor = Contact { sensor: true, ..Contact::between(0, 1) };
    let path = discs(
        folder.path(),
        &[
            (0, 0.0, Some(1.5), Some(touch)),
            (1, 0.1, None, None),
            (2, 0.2, Some(1.5), Some(filtered)),
            (3, 0.3, Some(1.5), Some(sensor)),
            (4, 0.4, Some(1.5), None),
        ],
    );
    let mut state = open(&path);
    state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    assert_eq!(state.derived().report.touching, 1);
    state.apply(time(TimeCommand::StepForward));
    assert_eq!(state.derived().report.touching, 0);
    assert!(state.run().world().body(1).is_none() && state.run().world().body(2).is_some());
    let differences: Vec<_> = compared(&mut state).comparison().differences.clone();
    let found: Vec<_> =
        differences.iter().map(|difference| (difference.frame, difference.what.name())).collect();
    assert_eq!(found, [(4, "only ours")]);
    // A pair that is left out is crossed out, a sensor's marker is dotted.
    let texts = |state: &AppState| -> Vec<String> {
        let text = |item| if let Item::Text { text, .. } = item { Some(text) } else { None };
        state.picture().items.into_iter().filter_map(|(_, item)| text(item)).collect()
    };
    state.apply(time(TimeCommand::Seek(2)));
    state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    assert!(texts(&state).contains(&"theirs: left out".to_owned()), "{:?}", texts(&state));
    state.apply(time(TimeCommand::Seek(0)));
    assert!(texts(&state).iter().any(|text| text.starts_with("theirs: 0.5")), "{:?}", texts(&state));
}

#[test]
fn a_frame_becomes_a_scene_with_the_same_contacts() {
    let mut hand = TestHand::new();
    hand.apply(leave(Leave::OpenPath(shipped())));
    hand.apply(time(TimeCommand::Seek(39)));
    hand.apply(Command::View(ViewCommand::SelectPair(Some((6, 9)))));
    let contact = hand.state.derived().report.pair((6, 9)).unwrap().contact.clone();
    assert!(contact.is_some());
    hand.apply(Command::Edit(EditCommand::CopyFrame));
    assert!(hand.effects.iter().any(|effect| matches!(effect, Effect::WriteClipboard(_))));
    hand.apply(leave(Leave::FrameAsScene));
    let told = last_message(&hand.state);
    assert!(told.contains("locked rotations, gravity scales and damping are not told"), "{told}");
    assert!(
        !hand.state.files().document.is_recording() && hand.state.files().document.is_dirty(),
        "it is work that no file has"
    );
    assert_eq!((hand.state.run().frame(), hand.state.looking().selected_pair()), (0, Some((6, 9))));
    assert_eq!(hand.state.derived().report.pair((6, 9)).unwrap().contact, contact);
    assert!(hand.scene().name.ends_with(", frame 39"));
    // The copy is pasted into a scene as ever.
    let bodies = hand.scene().bodies.len();
    hand.apply(Command::Edit(EditCommand::Paste));
    assert_eq!(hand.scene().bodies.len(), 2 * bodies);
    hand.apply(Command::Edit(EditCommand::Delete));
    assert_eq!(hand.scene().bodies.len(), bodies);
}

#[test]
fn a_broken_recording_becomes_a_message_with_its_line_and_the_open_document_stays() {
    let mut hand = TestHand::new();
    let text = std::fs::read_to_string(shipped()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let path = hand.folder.path().join("broken.jsonl");
    let rows = [
        (format!("{}\n{{\"frame\":0\n", lines[0]), "line 2: column "),
        (format!("{}\n{}\n{}", lines[0], lines[2], lines[1]), "line 3: found frame 0 at 0 s after frame 3"),
        (lines[1].to_owned(), "line 1: "),
        (String::new(), "line 1: found nothing; allowed: the header"),
    ];
    for is_scene in [true, false] {
        if !is_scene {
            hand.apply(leave(Leave::OpenPath(shipped())));
            hand.apply(time(TimeCommand::Seek(39)));
        }
        let before = (hand.state.files().title(), hand.state.run().frame());
        for (broken, message) in &rows {
            std::fs::write(&path, broken).unwrap();
            hand.apply(leave(Leave::OpenPath(path.clone())));
            let told: Vec<&str> = hand.state.messages().iter().map(|message| message.text.as_str()).collect();
            let is_told = |text: &&str| text.contains("broken.jsonl, ") && text.contains(message);
            assert!(told.iter().any(is_told), "{message}: {told:?}");
            assert_eq!((hand.state.files().title(), hand.state.run().frame()), before);
        }
        assert_eq!(hand.state.files().document.is_recording(), !is_scene);
    }
    assert!(AppState::open(&path, Settings::default(), canvas()).is_err());
}

/// Applies arrivals as the shell does.
fn arrive(state: &mut AppState, arrivals: Vec<Arrival>) {
    state.apply(Command::News(News::Arrived(arrivals)));
}

#[test]
fn a_file_that_grows_is_followed_and_its_last_line_waits_until_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(shipped()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let path = folder.path().join("growing.jsonl");
    let mut tail = Tail::new(&path);
    let mut state = AppState::waiting("growing.jsonl", Some(&path), Settings::default(), canvas());
    let read = |tail: &mut Tail| tail.read(Duration::from_secs(1));
    assert_eq!(read(&mut tail), [], "it is waited for");
    assert!(
        state.files().document.is_recording()
            && state.files().title().contains("waiting for a recording at growing.jsonl")
    );

    let mut file = std::fs::File::create(&path).unwrap();
    writeln!(file, "{}\n{}\n{}", lines[0], lines[1], lines[2]).unwrap();
    let (begun, half) = lines[3].split_at(40);
    write!(file, "{begun}").unwrap();
    arrive(&mut state, read(&mut tail));
    assert_eq!(
        (state.run().frame(), state.run().frames.last_frame(), state.run().playing),
        (3, 3, true),
        "the newest is shown"
    );
    writeln!(file, "{half}").unwrap();
    arrive(&mut state, read(&mut tail));
    assert_eq!(state.run().frame(), 6);
    // One line that cannot be read is told and skipped.
    writeln!(file, "{{\"frame\": \u{1b}7}}\n{}", lines[4]).unwrap();
    arrive(&mut state, read(&mut tail));
    assert_eq!(state.run().frame(), 9);
    assert!(state.messages().iter().any(|message| message.text.starts_with("line 5 is skipped: column ")));
    assert!(!state.messages().iter().any(|message| message.text.contains('\u{1b}')));
    // Of many such lines the last is told, in one message.
    let shown = state.messages().len();
    (0..20).for_each(|_| writeln!(file, "nothing").unwrap());
    arrive(&mut state, read(&mut tail));
    assert_eq!(state.messages().len(), shown);
    assert!(last_message(&state).starts_with("line 26 is skipped: "), "{}", last_message(&state));
    assert!(
        last_message(&state).ends_with("; 20 lines before it were skipped as well"),
        "{}",
        last_message(&state)
    );
    // Nothing moves until a line comes: the window sleeps.
    (0..100).for_each(|_| state.advance(0.1));
    assert!(state.run().playing && !state.is_active() && state.messages().is_empty());
    // Who scrubs is left in peace; the end is followed again.
    state.apply(time(TimeCommand::StepBack));
    writeln!(file, "{}", lines[5]).unwrap();
    arrive(&mut state, read(&mut tail));
    assert_eq!((state.run().frame(), state.run().frames.last_frame()), (6, 12));
    state.apply(time(TimeCommand::End));
    writeln!(file, "{}", lines[6]).unwrap();
    arrive(&mut state, read(&mut tail));
    assert_eq!(state.run().frame(), 15);
    assert_eq!(compared(&mut state).comparison().frames, 6);
    // A frame out of order is told.
    writeln!(file, "{}", lines[2]).unwrap();
    arrive(&mut state, read(&mut tail));
    assert!(
        last_message(&state).starts_with("A frame is skipped: found frame 3"),
        "{}",
        last_message(&state)
    );
    // The game starts again.
    std::fs::write(&path, format!("{}\n{}\n", lines[0], lines[1])).unwrap();
    arrive(&mut state, read(&mut tail));
    assert_eq!((state.run().frame(), state.run().frames.last_frame(), state.run().playing), (0, 0, true));
}

/// Their names were those of the header alone: "wall – ?".
#[test]
fn bodies_that_come_while_a_file_grows_have_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("growing.jsonl");
    let mut tail = Tail::new(&path);
    let mut state = AppState::waiting("growing.jsonl", Some(&path), Settings::default(), canvas());
    let mut grow = |state: &mut AppState, line: String| {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&path).unwrap();
        writeln!(file, "{line}").unwrap();
        arrive(state, tail.read(Duration::from_secs(1)));
    };
    let body = |name: &str, y: f32| serde_json::json!({"name": name, "static": y < 0.0, "shapes": [{"circle": {"radius": 1.0}, "at": [0.0, y]}]});
    let header = serde_json::json!({
        "recording": 1, "engine": "hand", "metres_per_unit": 1.0, "y": "up", "angle": "radians",
        "normal": "from a to b", "bodies": [body("ground", -1.0), body("shot", 0.0)],
    });
    grow(&mut state, header.to_string());
    grow(
        &mut state,
        r#"{"frame": 0, "time": 0.0, "poses": [[0, 0, 0], [5, 5, 0]], "contacts": []}"#.to_owned(),
    );
    let stop = |name: &str| NoteEdit::ReadStop(None, format!("End(a: \"{name}\", b: \"ground\")"));
    state.apply(stop("shot").into());
    assert_eq!(state.scene().stops.len(), 1);
    let bomb = serde_json::json!({
        "frame": 1, "time": 0.1, "remove": [1], "poses": [[0, 0, 0], [0, 0.9, 0]], "contacts": [],
        "add": [{"index": 1, "name": "bomb", "shapes": [{"circle": {"radius": 1.0}}]}],
    });
    grow(&mut state, bomb.to_string());
    assert_eq!(state.run().frame(), 1);
    let names: Vec<_> = state.scene().bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["ground", "shot", "bomb"]);
    state.apply(Command::View(ViewCommand::NextPair));
    let pair = state.looking().selected_pair().unwrap();
    assert_eq!(
        [pair.0, pair.1].map(|body| state.named_scene().shown_name(body).into_owned()),
        ["ground", "bomb"]
    );
    state.apply(stop("bomb").into());
    assert_eq!(state.scene().stops.len(), 2, "what a person asked stays, and asks of whom came");
    assert!(!state.files().document.is_dirty());
    // The game's next run, which has no bomb yet, is asked the same; and of whom comes then the names are told.
    let any = NoteEdit::ReadStop(None, "Begin(a: \"*\", b: \"*\")".to_owned());
    state.apply(any.into());
    grow(&mut state, header.to_string());
    let stops: Vec<String> = state.scene().stops.iter().map(Stop::text).collect();
    assert_eq!(stops, ["End(a: \"shot\", b: \"ground\")", "Begin(a: \"*\", b: \"*\")"]);
    let told = "Without 1 stop, whose bodies this run does not begin with.";
    assert!(state.messages().iter().any(|message| message.text == told), "{:?}", state.messages());
    grow(
        &mut state,
        r#"{"frame": 0, "time": 0.0, "poses": [[0, 0, 0], [5, 5, 0]], "contacts": []}"#.to_owned(),
    );
    grow(&mut state, bomb.to_string());
    compared(&mut state);
    let marks = state.run().frames.log().stops.marks();
    let why: Vec<&str> = marks.iter().map(|mark| mark.why.as_str()).collect();
    assert!(matches!(why[..], [why] if why.starts_with("ground and bomb begin to touch")), "{why:?}");
}

#[test]
fn the_oldest_frames_are_dropped_past_the_limit_and_said_so() {
    let mut state = AppState::waiting("a game", None, Settings::default(), canvas());
    let listener = RecordListener::start(([127, 0, 0, 1], 0).into(), Vec::new(), || ()).unwrap();
    let mut recorder = Recorder::to_socket(listener.address(), &disc_header()).unwrap();
    let arrivals = wait_for(&listener, 1);
    arrive(&mut state, arrivals);
    state.apply(time(TimeCommand::SetCheckpointBudget(20_000)));
    for n in 0..600_u32 {
        let y = 1.5 + 0.001 * n as f32;
        let poses = vec![Some([0.0; 3]), Some([0.0, y, 0.0]), Some([9.0, 0.0, 0.0])];
        recorder.write(&Frame::new(n.into(), f64::from(n) / 60.0, poses)).unwrap();
        arrive(&mut state, wait_for(&listener, 1));
    }
    let playback = state.run().frames.playback().unwrap();
    assert!(playback.memory() <= 20_000, "{:?}", playback.memory());
    assert_eq!((state.run().frame(), state.run().frames.last_frame()), (599, 599));
    assert!(state.run().frames.first_frame() > 400 && playback.dropped == state.run().frames.first_frame());
    assert_eq!(recorder.dropped(), 0);
    state.apply(time(TimeCommand::Home));
    assert_eq!(state.run().frame(), state.run().frames.first_frame());
    compared(&mut state);
}

/// What comes within a minute, at least so much.
pub(crate) fn wait_for(listener: &RecordListener, least: usize) -> Vec<Arrival> {
    let (mut arrivals, end) = (Vec::new(), Instant::now() + Duration::from_secs(60));
    while arrivals.len() < least {
        assert!(Instant::now() < end, "only {} came", arrivals.len());
        arrivals.extend(listener.take());
        std::thread::sleep(Duration::from_millis(1));
    }
    arrivals
}

#[test]
fn a_game_is_heard_whatever_it_sends_and_never_waits() {
    let listener = RecordListener::start(([127, 0, 0, 1], 0).into(), Vec::new(), || ()).unwrap();
    // No header: told, and hung up on.
    let mut stranger = TcpStream::connect(listener.address()).unwrap();
    stranger.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
    let told = wait_for(&listener, 1);
    assert!(
        matches!(&told[0], Arrival::Message(text) if text.contains("this is no WebSocket (")),
        "{told:?}"
    );
    let mut answer = String::new();
    stranger.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.ends_with("there is no page.\n"), "{answer}");

    // Far more frames than a window takes at once: the writer is never held up.
    let mut recorder = Recorder::to_socket(listener.address(), &disc_header()).unwrap();
    let begin = Instant::now();
    for n in 0..3_000_u32 {
        let poses = vec![Some([0.0; 3]), None, None];
        recorder.write(&Frame::new(n.into(), f64::from(n), poses)).unwrap();
        std::thread::sleep(Duration::from_micros(200));
    }
    assert!(begin.elapsed() < Duration::from_secs(30));
    std::thread::sleep(Duration::from_millis(700));
    let arrivals = wait_for(&listener, 100);
    assert!(arrivals.iter().any(|arrival| matches!(arrival, Arrival::Begins(_))), "the header is kept");
    recorder.write(&Frame::new(5_000, 5_000.0, vec![None, None, None])).unwrap();
    let is_last = |arrival: &Arrival| matches!(arrival, Arrival::Frame(frame) if frame.frame == 5_000);
    let end = Instant::now() + Duration::from_secs(60);
    let mut later = arrivals;
    while !later.iter().any(is_last) {
        assert!(Instant::now() < end, "{} came", later.len());
        later.extend(listener.take());
        std::thread::sleep(Duration::from_millis(10));
    }
    let heard = later.iter().filter(|arrival| matches!(arrival, Arrival::Frame(_))).count() as u64;
    assert_eq!(heard + recorder.dropped(), 3_001, "a window that is busy for a moment costs nothing");
    drop(recorder);

    // A line without end is passed over, and what follows it is heard.
    let mut raw = TcpStream::connect(listener.address()).unwrap();
    raw.write_all(&serde_json::to_vec(&disc_header()).unwrap()).unwrap();
    raw.write_all(b"\n").unwrap();
    let long = vec![b'1'; 1 << 20];
    (0..17).for_each(|_| raw.write_all(&long).unwrap());
    raw.write_all(b"\n{\"frame\":4,\"time\":0,\"poses\":[null,null,null]}\n").unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    let mut heard: Vec<Arrival> = Vec::new();
    while !heard.iter().any(|arrival| matches!(arrival, Arrival::Frame(frame) if frame.frame == 4)) {
        assert!(Instant::now() < end, "{} came", heard.len());
        heard.extend(listener.take());
        std::thread::sleep(Duration::from_millis(10));
    }
    let address = listener.address();
    drop(listener);
    // The port is free again.
    let end = Instant::now() + Duration::from_secs(60);
    while RecordListener::start(address, Vec::new(), || ()).is_err() {
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The arrows of a pair point toward its first body: theirs and ours alike.
#[test]
fn arrows_that_agree_point_the_same_way() {
    let mut state = open(&shipped());
    state.apply(time(TimeCommand::Seek(90)));
    state.apply(Command::View(ViewCommand::SelectPair(None)));
    let (ours, theirs) = (state.showing().theme.normal, state.showing().theme.theirs);
    let items = state.picture().items;
    let arrows = |pair: Source, color| {
        let of_pair = items.iter().filter(move |(from, _)| from.source == pair);
        of_pair.filter_map(move |(_, item)| match item {
            Item::Arrow { from, to, stroke, .. } if stroke.color == color => Some((*to - *from).normalize()),
            _ => None,
        })
    };
    let mut count = 0;
    for pair in &state.derived().report.pairs {
        let source = Source::Pair(pair.a, pair.b);
        for (ours, theirs) in arrows(source, ours).zip(arrows(source, theirs)) {
            assert!(ours.dot(theirs) > 0.99, "{} and {}: {ours} {theirs}", pair.a, pair.b);
            count += 1;
        }
    }
    assert!(count > 5, "{count} arrows");
}

fn circle() -> PlacedShape {
    PlacedShape::new(Shape::Circle { radius: 1.0 })
}

/// Shapes of one body fill every place of the report if they are pairs.
#[test]
fn a_body_of_a_thousand_overlapping_shapes_hides_no_contact_with_another() {
    let one = Body::new("one", vec![circle(); 1000]);
    let header = Header::new("x", vec![one, Body::new("other", vec![circle()])]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.jsonl");
    let mut recorder = Recorder::to_file(&path, &header).unwrap();
    let depth = Contact { depth: Some(0.1), ..Contact::between(0, 1) };
    let poses = vec![Some([0.0; 3]), Some([1.9, 0.0, 0.0])];
    recorder.write(&Frame { contacts: vec![depth], ..Frame::new(0, 0.0, poses) }).unwrap();
    drop(recorder);
    let mut state = open(&path);
    compared(&mut state);
    assert_eq!((state.derived().report.touching, state.derived().report.pairs.len()), (1000, 1000));
    assert!(state.derived().report.pairs.iter().all(|pair| (pair.a, pair.b) == (0, 1)));
    let playback = state.run().frames.playback().unwrap();
    assert_eq!((playback.found(), playback.comparison().ours), (0, 1));
    // Inside of the frame as well.
    state.apply(time(TimeCommand::StageForward));
    let inside = state.run().inside.as_ref().unwrap();
    assert_eq!(inside.text.title, "Broad phase: 1 pair to test");
    assert!(
        inside.text.sentence.starts_with("2 bodies make 1 pair that could touch"),
        "{}",
        inside.text.sentence
    );
}

/// Of 200 million pairs two million are tested, and every pair of theirs.
#[test]
fn a_pile_is_compared_as_far_as_its_pairs_are_tested_and_says_so() {
    const COUNT: u32 = 2200;
    let bodies = (0..COUNT).map(|i| Body::new(format!("b{i}"), vec![circle()])).collect();
    let header = Header::new("x", bodies);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pile.jsonl");
    let mut recorder = Recorder::to_file(&path, &header).unwrap();
    let poses = (0..COUNT).map(|i| Some([0.0001 * i as f32, 0.0, 0.0])).collect();
    let last = Contact { depth: Some(2.0), ..Contact::between(COUNT - 2, COUNT - 1) };
    recorder.write(&Frame { contacts: vec![last], ..Frame::new(0, 0.0, poses) }).unwrap();
    drop(recorder);
    let recording = Recording::load(&path).unwrap();
    let found = compare(&recording, Tolerances::default(), || ()).unwrap();
    assert_eq!((found.limited, found.theirs, found.ours), (1, 1, 2_000_001));
    let is_only_ours = |what: &What| matches!(what, What::OnlyOurs { .. });
    assert_eq!(found.differences.len(), 2_000_000);
    assert!(found.differences.iter().all(|found| is_only_ours(&found.what)), "the last pair is compared");
}

#[test]
fn how_many_frames_are_compared_is_never_more_than_there_are() {
    let mut state = AppState::waiting("a game", None, Settings::default(), canvas());
    let header = serde_json::to_vec(&disc_header()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.jsonl");
    let mut text = header;
    text.push(b'\n');
    for n in 0..2000 {
        let line = format!("{{\"frame\":{n},\"time\":{n},\"poses\":[[0,0,0],[0,1.5,0],[9,0,0]]}}\n");
        text.extend_from_slice(line.as_bytes());
    }
    std::fs::write(&path, text).unwrap();
    let mut tail = Tail::new(&path);
    let mut arrivals = Vec::new();
    while tail.has_more() {
        arrivals.extend(tail.read(Duration::from_secs(1)));
    }
    let later = arrivals.split_off(1);
    arrive(&mut state, arrivals);
    state.apply(time(TimeCommand::SetCheckpointBudget(20_000)));
    for arrival in later {
        arrive(&mut state, vec![arrival]);
        let playback = state.run().frames.playback().unwrap();
        assert!(playback.compared() <= playback.recording.frames().len());
    }
    compared(&mut state);
    let playback = state.run().frames.playback().unwrap();
    assert!(playback.dropped > 1000);
    assert_eq!(playback.compared(), playback.recording.frames().len());
}

fn header_and_frames(height: f32, numbers: std::ops::Range<u32>) -> String {
    let line = |n| format!("{{\"frame\":{n},\"time\":{n},\"poses\":[[0,0,0],[0,{height},0],[9,0,0]]}}\n");
    let header = serde_json::to_string(&disc_header()).unwrap() + "\n";
    numbers.fold(header, |text, n| text + &line(n))
}

/// What a tail brings: "begins", the numbers of frames, sentences.
fn told(arrivals: &[Arrival]) -> Vec<String> {
    let told = |arrival: &Arrival| match arrival {
        Arrival::Begins(_) => "begins".to_owned(),
        Arrival::Frame(frame) => frame.frame.to_string(),
        Arrival::Dropped(count) => format!("{count} dropped"),
        Arrival::Skipped(text) | Arrival::Missing(text) | Arrival::Message(text) | Arrival::Closed(text) => {
            text.clone()
        }
    };
    arrivals.iter().map(told).collect()
}

/// The header alone was compared, of 287 bytes: 400 frames that took the place of 300 were shown from the 300th on.
#[test]
fn a_file_that_is_written_anew_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let anew = |tail: &mut Tail, last: u32, what: &str| {
        let told = told(&tail.read(Duration::from_secs(60)));
        assert!(told[0].ends_with("game.jsonl was written anew."), "{what}: {:?}", told.first());
        assert_eq!(
            (told[1].as_str(), told.len(), told[2].as_str()),
            ("begins", last as usize + 2, "0"),
            "{what}"
        );
    };
    let mut tail = Tail::new(&path);
    std::fs::write(&path, header_and_frames(1.5, 0..300)).unwrap();
    assert_eq!(tail.read(Duration::from_secs(60)).len(), 301);
    let other = folder.path().join("other.jsonl");
    std::fs::write(&other, header_and_frames(2.5, 0..400)).unwrap();
    std::fs::rename(&other, &path).unwrap();
    anew(&mut tail, 400, "another file of the name, longer");
    std::fs::write(&other, header_and_frames(3.5, 0..400)).unwrap();
    std::fs::rename(&other, &path).unwrap();
    anew(&mut tail, 400, "another file of the name, as long");
    std::fs::write(&path, header_and_frames(4.5, 0..500)).unwrap();
    anew(&mut tail, 500, "the same file, longer");
    std::thread::sleep(Duration::from_millis(20));
    let mut text = header_and_frames(4.5, 0..500);
    let middle = text.find("\"frame\":250").unwrap();
    text.replace_range(middle.., &text[middle..].replacen("4.5", "6.5", 1));
    std::fs::write(&path, &text).unwrap();
    anew(&mut tail, 500, "the same file, as long, with another middle");
    // What is only touched goes on.
    let file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.set_modified(std::time::SystemTime::now() + Duration::from_secs(5)).unwrap();
    assert_eq!(told(&tail.read(Duration::from_secs(60))), [""; 0]);
    writeln!(&file, "{{\"frame\":500,\"time\":500,\"poses\":[null,null,null]}}").unwrap();
    assert_eq!(told(&tail.read(Duration::from_secs(60))), ["500"]);
}

/// They were taken for frames of the level before.
#[test]
fn frames_after_a_header_that_cannot_be_read_are_of_no_recording() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let broken = header_and_frames(2.0, 2..5).replacen("\"up\"", "\"sideways\"", 1);
    let text = header_and_frames(1.0, 0..2) + &broken + &header_and_frames(3.0, 0..1);
    std::fs::write(&path, text).unwrap();
    let told = told(&Tail::new(&path).read(Duration::from_secs(60)));
    let [begins, zero, one, what, rest @ ..] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!([begins, zero, one], ["begins", "0", "1"]);
    assert!(
        what.starts_with("line 4 is skipped: ") && what.ends_with("No frame is read until a header can be"),
        "{what}"
    );
    assert_eq!(rest, ["begins", "0"]);
}

/// 36 000 frames of 4 MB were all that was kept, and the memory of 256 MB was said to be full.
#[test]
fn a_long_run_is_kept_whole_while_there_is_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.jsonl");
    std::fs::write(&path, header_and_frames(1.5, 0..60_000)).unwrap();
    let mut state = AppState::waiting("long.jsonl", Some(&path), Settings::default(), canvas());
    let mut tail = Tail::new(&path);
    while tail.has_more() {
        arrive(&mut state, tail.read(Duration::from_secs(1)));
    }
    assert_eq!((state.run().frames.first_frame(), state.run().frames.last_frame()), (0, 59_999));
}

/// The view went on past it without a word.
#[test]
fn a_stop_that_holds_in_the_first_frame_of_a_run_stops_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let mut state = AppState::waiting("game.jsonl", Some(&path), Settings::default(), canvas());
    let mut tail = Tail::new(&path);
    std::fs::write(&path, header_and_frames(1.5, 0..5)).unwrap();
    arrive(&mut state, tail.read(Duration::from_secs(60)));
    assert_eq!(state.run().frame(), 4);
    state.apply(NoteEdit::ReadStop(None, "Begin(a: \"low\", b: \"high\")".to_owned()).into());
    state.apply(time(TimeCommand::End));
    std::fs::write(&path, header_and_frames(1.6, 0..5)).unwrap();
    arrive(&mut state, tail.read(Duration::from_secs(60)));
    assert_eq!((state.run().frame(), state.run().playing), (0, false), "{:?}", state.messages());
}

/// A ball that bounces, and flies through a post in between: what the window dropped of it was taken for what the game did not
/// tell.
#[test]
fn across_frames_that_the_window_dropped_neither_events_nor_crossings_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let line = |n: u32| {
        let (touches, did) = (n / 10 % 2 == 1, n > 0 && (n - 1) / 10 % 2 == 1);
        let (y, depth) = if touches { (1.9, 0.1) } else { (2.2, -0.2) };
        // The third one is now on one side of the first, and now on the other.
        let x = if n % 8 < 4 { -2.5 } else { 2.5 };
        let kind = if touches { "begin" } else { "end" };
        let events =
            if touches == did { String::new() } else { format!("{{\"kind\":\"{kind}\",\"a\":0,\"b\":1}}") };
        format!(
            "{{\"frame\":{n},\"time\":{},\"poses\":[[0,0,0],[0,{y},0],[{x},0,0]],\"events\":[{events}],\
             \"contacts\":[{{\"a\":0,\"b\":1,\"normal\":[0,1],\"depth\":{depth}}}]}}\n",
            f64::from(n) / 60.0
        )
    };
    let header = serde_json::to_string(&disc_header()).unwrap() + "\n";
    std::fs::write(&path, (0..400).fold(header, |text, n| text + &line(n))).unwrap();
    let mut arrivals = Tail::new(&path).read(Duration::from_secs(60));
    // Of each eight the window has the first two, and of every other the fifth as well.
    let mut drops = false;
    arrivals.retain_mut(|arrival| {
        let Arrival::Frame(frame) = arrival else { return true };
        let is_kept = frame.frame % 8 < 2 || frame.frame % 16 == 4;
        if is_kept && std::mem::take(&mut drops) {
            frame.follow_gap();
        }
        drops |= !is_kept;
        is_kept
    });
    let mut state = AppState::waiting("a game", None, Settings::default(), canvas());
    arrive(&mut state, arrivals);
    let playback = compared(&mut state);
    assert_eq!(playback.comparison().differences, []);
    let told = |state: &AppState| {
        let moments = state.run().frames.log().moments.moments().iter();
        moments.map(|moment| format!("{:?}", moment.what)).collect::<Vec<_>>()
    };
    // The first eight have no gap before them.
    assert_eq!(told(&state), vec!["Gap"; 74]);
    // A file of it knows of the gaps as well.
    let saved = folder.path().join("run.jsonl");
    state.apply(Command::File(FileCommand::SaveTo(saved.clone())));
    let mut state = open(&saved);
    assert_eq!(compared(&mut state).comparison().differences, []);
    assert_eq!(told(&state), vec!["Gap"; 74]);
}

/// Whoever quits after a rare bug was caught live has it nowhere else.
#[test]
fn a_run_that_no_file_has_is_asked_about_before_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (path, saved) = (folder.path().join("sent.jsonl"), folder.path().join("run.jsonl"));
    std::fs::write(&path, header_and_frames(1.6, 0..5)).unwrap();
    let mut arrivals = Tail::new(&path).read(Duration::from_secs(60));
    let later = arrivals.split_off(4);
    let mut state = AppState::waiting("a game", None, Settings::default(), canvas());
    let quit = || Command::File(FileCommand::Leave(Leave::Quit));
    arrive(&mut state, arrivals);
    assert!(state.apply(quit()).is_empty());
    let question = state.question().unwrap();
    assert_eq!(question.text, "3 frames that a game sent: no file has them. Save them?");
    state.apply(Command::Answer(Answer::Cancel));
    assert_eq!(state.run().frames.last_frame(), 2);
    // A folder cannot be written: nothing is closed, and it is asked again where to.
    state.apply(quit());
    let asks = state.apply(Command::Answer(Answer::Save));
    assert!(matches!(&asks[..], [Effect::SaveDialog(_, name)] if name == "run.jsonl"), "{asks:?}");
    assert!(state.apply(Command::File(FileCommand::SaveTo(folder.path().to_owned()))).is_empty());
    assert!(state.question().unwrap().text.contains("is not written"));
    let asks = state.apply(Command::Answer(Answer::SaveAs));
    // The dialog proposes what was tried.
    let tried = folder.path().file_name().unwrap().to_str().unwrap();
    assert!(matches!(&asks[..], [Effect::SaveDialog(_, name)] if name == tried), "{asks:?}");
    let done = state.apply(Command::File(FileCommand::SaveTo(saved.clone())));
    assert!(matches!(&done[..], [Effect::Print(_), Effect::Quit]), "{done:?}");
    assert_eq!(Recording::load(&saved).unwrap().frames().len(), 3);
    // A tour would take its place; what has come since is in no file.
    arrive(&mut state, later);
    state.apply(Command::File(FileCommand::Leave(Leave::Tour(TourMove::Restart))));
    assert!(state.question().unwrap().text.starts_with("5 frames"));
    let left = state.apply(Command::Answer(Answer::Discard));
    assert!(matches!(&left[..], [Effect::Watch(None)]), "{left:?}");
    assert!(state.question().is_none() && state.run().frames.playback().is_none());
}

/// Its header is as of the first frame that is kept.
#[test]
fn what_is_kept_of_a_games_run_is_saved_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, saved) = (folder.path().join("sent.jsonl"), folder.path().join("run.jsonl"));
    let mut text = serde_json::to_string(&disc_header()).unwrap() + "\n";
    let contact =
        r#"{"a":1,"b":0,"normal":[0,-1],"depth":0.5,"points":[[0,1],[0.5,1]],"impulse":2,"reused":true}"#;
    for n in 0..400 {
        // A body comes in the place of one that goes, now and then; one place is empty for a while.
        let change = match n {
            50 => r#""remove":[1],"#,
            100 | 200 | 300 => {
                r#""remove":[2],"add":[{"index":1,"name":"bullet","shapes":[{"rectangle":{"width":1,"height":2}}]}],"#
            }
            150 | 250 | 350 => {
                r#""remove":[1],"add":[{"index":2,"name":"far","shapes":[{"circle":{"radius":1}}]}],"#
            }
            _ => "",
        };
        let high =
            if (50..100).contains(&n) || n >= 150 && n / 50 % 2 == 1 { "null" } else { "[0,1.5,0.25]" };
        let far = if n >= 100 && n / 50 % 2 == 0 { "null" } else { "[9,0,0]" };
        let contacts = if high == "null" { "" } else { contact };
        text += &format!(
            "{{\"frame\":{n},\"time\":{},{change}\"poses\":[[0,0,0],{high},{far}],\"velocities\":[null,{high},null],\
             \"contacts\":[{contacts}],\"log\":[\"frame {n}\"]}}\n",
            f64::from(n) / 60.0
        );
    }
    std::fs::write(&path, text).unwrap();
    let whole = Recording::load(&path).unwrap();
    for limit in [1 << 20, 40_000] {
        let mut state = AppState::waiting("a game", None, Settings::default(), canvas());
        let mut arrivals = Tail::new(&path).read(Duration::from_secs(60));
        let later = arrivals.split_off(1);
        arrive(&mut state, arrivals);
        state.apply(time(TimeCommand::SetCheckpointBudget(limit)));
        arrive(&mut state, later);
        let ask = state.apply(Command::File(FileCommand::Save));
        assert!(matches!(&ask[..], [Effect::SaveDialog(_, name)] if name == "run.jsonl"), "{ask:?}");
        state.apply(Command::File(FileCommand::SaveTo(saved.clone())));
        assert!(last_message(&state).starts_with("Saved: "), "{}", last_message(&state));
        let read = Recording::load(&saved).unwrap();
        let kept = read.frames().len();
        assert_eq!(kept == 400, limit > 100_000, "{kept}");
        assert_eq!(read.missing(), [""; 0]);
        let first = 400 - kept;
        for index in 0..kept {
            let (now, then) = (&read.frames()[index], &whole.frames()[first + index]);
            assert_eq!((now.frame, now.time, now.log()), (then.frame, then.time, then.log()));
            let there = |of: &Recording, index: usize| {
                let bodies = of.moment(index).scene.bodies;
                let named = bodies.into_iter().map(|body| {
                    let name = body.name.split(" (").next().unwrap().to_owned();
                    format!(
                        "{name} {:?} {:?} {:?} {:?}",
                        body.shape, body.position, body.rotation, body.motion
                    )
                });
                let contact =
                    |one: TheirContact| (one.normal, one.depth, one.points, one.impulse, one.reused);
                let contacts = of.their_contacts(index).map(contact);
                (named.collect::<Vec<_>>(), contacts.collect::<Vec<_>>())
            };
            assert_eq!(there(&read, index), there(&whole, first + index), "frame {}", now.frame);
        }
    }
}

/// As Windows' programs write it.
#[test]
fn a_byte_order_mark_before_a_recording_is_passed_over() {
    let text = format!("\u{feff}{}", std::fs::read_to_string(shipped()).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marked.jsonl");
    std::fs::write(&path, &text).unwrap();
    let read = |path: &Path| format!("{:?}", Recording::load(path).unwrap());
    assert_eq!(read(&path), read(&shipped()));
    let arrivals = Tail::new(&path).read(Duration::from_secs(60));
    assert!(matches!(arrivals[0], Arrival::Begins(_)), "{:?}", arrivals[0]);
    let listener = RecordListener::start(([127, 0, 0, 1], 0).into(), Vec::new(), || ()).unwrap();
    let mut raw = TcpStream::connect(listener.address()).unwrap();
    raw.write_all(text.lines().next().unwrap().as_bytes()).unwrap();
    raw.write_all(b"\n").unwrap();
    assert!(matches!(wait_for(&listener, 1)[0], Arrival::Begins(_)));
}

#[test]
fn one_call_reads_a_bounded_part_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.jsonl");
    let line = format!("{}\n", " ".repeat(999));
    std::fs::write(&path, line.repeat(10_000)).unwrap();
    let mut tail = Tail::new(&path);
    let mut calls = 0;
    while tail.has_more() {
        assert!(tail.read(Duration::from_secs(600)).is_empty());
        calls += 1;
    }
    assert!(calls >= 3, "10 MB in {calls} calls");
}

#[test]
fn a_second_game_takes_the_place_of_a_silent_one_with_a_word() {
    let listener = RecordListener::start(([127, 0, 0, 1], 0).into(), Vec::new(), || ()).unwrap();
    let mut silent = TcpStream::connect(listener.address()).unwrap();
    writeln!(silent, "{}", serde_json::to_string(&disc_header()).unwrap()).unwrap();
    assert!(matches!(wait_for(&listener, 1)[0], Arrival::Begins(_)));
    std::thread::sleep(Duration::from_millis(1200));
    let mut recorder = Recorder::to_socket(listener.address(), &disc_header()).unwrap();
    recorder.write(&Frame::new(3, 0.0, vec![None, None, None])).unwrap();
    let arrivals = wait_for(&listener, 3);
    let name = silent.local_addr().unwrap();
    assert!(
        matches!(&arrivals[0], Arrival::Closed(text) if text.starts_with(&format!("{name} is silent: from now on 127.0.0.1:"))),
        "{arrivals:?}"
    );
    assert!(matches!(arrivals[1], Arrival::Begins(_)) && matches!(arrivals[2], Arrival::Frame(_)));
    // One that sends keeps its place.
    let _second = TcpStream::connect(listener.address()).unwrap();
    let end = Instant::now() + Duration::from_secs(3);
    let mut frame = 4;
    while Instant::now() < end {
        recorder.write(&Frame::new(frame, 1.0, vec![None, None, None])).unwrap();
        frame += 1;
        std::thread::sleep(Duration::from_millis(50));
        let arrivals = listener.take();
        assert!(arrivals.iter().all(|arrival| matches!(arrival, Arrival::Frame(_))), "{arrivals:?}");
    }
}

#[test]
fn their_rays_are_drawn_beside_ours_and_a_missed_hit_selects_its_body() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = rays_changed(folder.path(), |line| {
        if line["frame"] == 40 {
            line["queries"][3]["hit"] = Value::Null;
        }
    });
    let playback = compared(&mut state);
    let [missed] = playback.comparison().differences.as_slice() else { panic!("one difference") };
    assert_eq!((missed.frame, missed.what.name()), (40, "missed hit"));
    let (frame, bodies) = (missed.frame, missed.bodies);
    state.apply(time(TimeCommand::GoToDifference { frame, bodies }));
    let names =
        state.looking().selection().iter().map(|body| state.scene().bodies[*body as usize].name.as_str());
    assert_eq!((names.collect::<Vec<_>>(), state.looking().selected_pair()), (vec!["ball"], None));
    let report = &state.derived().report;
    assert_eq!(report.queries.len(), 8);
    let theirs = state.showing().theme.theirs;
    let items = state.picture().items;
    let diamonds = items.iter().filter(|(_, item)| {
        matches!(item, Item::Path { points, stroke: Some(stroke), .. } if points.len() == 4 && stroke.color == theirs)
    });
    // Five rays and the cast hit; the one that was taken away does not, and two meet nothing.
    assert_eq!(diamonds.count(), 5);
}

/// The mill turns by 72° in a second: as its arms come between, the game's second and fourth ray hit what is before or behind.
#[test]
fn the_time_line_of_a_recording_knows_where_its_rays_hit_another_body() {
    let folder = tempfile::tempdir().unwrap();
    // In frame 5 the game asks nothing: that is no change. In frame 8 its cast meets nothing.
    let mut state = rays_changed(folder.path(), |line| {
        if line["frame"] == 5 {
            line["queries"] = Value::Array(Vec::new());
        }
        if line["frame"] == 8 {
            let queries = line["queries"].as_array_mut().unwrap().iter_mut();
            queries.filter(|query| query["kind"] == "cast").for_each(|cast| cast["hit"] = Value::Null);
        }
    });
    compared(&mut state);
    let lines = |frames| moment_lines(&state, frames);
    let line = |frame, text: &str| (frame, text.to_owned());
    let of_cast = lines(0..=10);
    assert_eq!(of_cast.iter().map(|(frame, _)| *frame).collect::<Vec<_>>(), [8, 9], "{of_cast:?}");
    assert!(of_cast[0].1.contains("ceases to hit") && of_cast[1].1.contains("begins to hit"), "{of_cast:?}");
    assert_eq!(
        lines(11..=40),
        [
            line(15, "ray 1 hits floor, until then mill"),
            line(29, "ray 3 hits ball, until then mill"),
            line(35, "ray 1 hits mill, until then floor"),
        ]
    );
}

/// A player on two tiles of one body: from frame 1 to 3 the engine stops it at their seam, and its game logs a line before.
#[test]
fn ghosts_and_lines_of_the_log_are_on_the_time_line_of_a_recording() {
    let header = r#"{"recording": 1, "engine": "hand", "metres_per_unit": 1, "y": "up", "angle": "radians",
        "normal": "from b to a", "bodies": [
            {"name": "player", "shapes": [{"rectangle": {"width": 0.4, "height": 0.4}}]},
            {"name": "ground", "static": true, "shapes": [
                {"rectangle": {"width": 1, "height": 1}, "at": [-0.5, -0.5]},
                {"rectangle": {"width": 1, "height": 1}, "at": [0.5, -0.5]}]}]}"#;
    let on_tile = r#"{"a": 0, "b": 1, "shape_b": 0, "normal": [0, 1], "depth": 0.01, "points": [[-0.4, -0.005], [0, -0.005]]}"#;
    let at_seam = r#"{"a": 1, "b": 0, "shape_a": 1, "normal": [1, 0], "depth": 0.0, "points": [[0, -0.005]], "impulse": 0.25}"#;
    let mut text = header.replace('\n', "") + "\n";
    for (frame, at_seam, log) in [
        (0, "", r#"["jump pressed"]"#),
        (1, at_seam, "[]"),
        (2, at_seam, "[]"),
        (3, "", "[]"),
        (4, at_seam, "[]"),
    ] {
        let contacts = [on_tile, at_seam].join(if at_seam.is_empty() { "" } else { ", " });
        text.push_str(&format!(
            "{{\"frame\": {frame}, \"time\": {frame}, \"poses\": [[-0.2, 0.19, 0], [0, 0, 0]], \"contacts\": [{contacts}], \
             \"log\": {log}}}\n"
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiles.jsonl");
    std::fs::write(&path, text).unwrap();
    let mut state = open(&path);
    compared(&mut state);
    let ghost = "ghost contact of player and ground/2, beside ground/1: 90° off";
    let line = |frame, text: &str| (frame, text.to_owned());
    let all = [line(0, "jump pressed"), line(1, ghost), line(4, ghost)];
    assert_eq!(moment_lines(&state, 0..=4), all, "told where it begins");
}

/// A second recording in which a crate has slid 0.1 m, then 1.5 m aside, and whose frames end sooner.
#[test]
fn a_second_recording_is_shown_beside_the_first_on_one_clock() {
    let text = std::fs::read_to_string(shipped()).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    let mut second = header.to_owned() + "\n";
    for line in lines.lines().take(25) {
        let mut frame: Frame = serde_json::from_str(line).unwrap();
        let by = if frame.frame < 40 {
            0.0
        } else if frame.frame < 50 {
            0.1
        } else {
            1.5
        };
        if let Some(Some(pose)) = frame.poses.get_mut(3) {
            pose[0] += by;
        }
        if frame.frame == 45 {
            frame.contacts[0].normal = frame.contacts[0].normal.map(|[x, y]| [-x, -y]);
        }
        second.push_str(&(serde_json::to_string(&frame).unwrap() + "\n"));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("second.jsonl");
    std::fs::write(&path, second).unwrap();

    let mut state = open(&shipped());
    state.apply(Command::File(FileCommand::ShowBeside(path)));
    compared(&mut state);
    let beside = |state: &AppState| {
        let playback = state.run().frames.playback().unwrap();
        let found = playback.beside.as_ref().unwrap().comparison.clone().unwrap();
        let told = |one: &RunDifference| format!("{}: {}", one.label(&playback.recording), one.grows());
        (found.frames, found.differences.iter().map(told).collect::<Vec<_>>())
    };
    let (frames, rows) = beside(&state);
    let moved: Vec<&String> = rows.iter().filter(|row| row.contains("position")).collect();
    assert_eq!(frames, 25, "every third frame is recorded");
    assert_eq!(moved.len(), 1, "{rows:?}");
    assert!(moved[0].contains("0.1 m in frame 42, 1.5 m in frame 51"), "{moved:?}");
    // Its body is drawn where it is elsewhere.
    let dashed = |state: &mut AppState, frame| {
        state.apply(Command::Time(TimeCommand::Seek(frame)));
        let is_dashed = |item: &Item| match item {
            Item::Circle { fill: None, stroke: Some(stroke), .. }
            | Item::Path { fill: None, stroke: Some(stroke), .. } => stroke.dash != Dash::Solid,
            _ => false,
        };
        state.picture().items.iter().filter(|(_, item)| is_dashed(item)).count()
    };
    let beside = [30, 45].map(|frame| dashed(&mut state, frame));
    // So is a contact of it that the first has otherwise.
    let seconds = [30, 45].map(|frame| {
        state.apply(Command::Time(TimeCommand::Seek(frame)));
        state.derived().extras.second.len()
    });
    assert_eq!(seconds, [0, 1]);
    state.apply(Command::File(FileCommand::CloseBeside));
    let alone = [30, 45].map(|frame| dashed(&mut state, frame));
    assert!(beside[0] == alone[0] && beside[1] > alone[1], "{beside:?} {alone:?}");
    // A file that is no recording changes nothing.
    state.apply(Command::File(FileCommand::ShowBeside(folder.path().join("none.jsonl"))));
    assert!(state.run().frames.playback().unwrap().beside.is_none());
}

/// The bullet moves by 2 m a frame, from -3 over -1 and 1 to 3; the wall is 0.2 m thick, at 0, and the engine found nothing. Between
/// the second frame and the third they overlap from -0.2 on, 0.4 of the way.
#[test]
fn a_crossing_is_on_the_time_line_and_the_setting_says_what_was_put_elsewhere() {
    let mut text = r#"{"recording": 1, "engine": "hand", "metres_per_unit": 1, "y": "up", "angle": "radians",
        "normal": "from b to a", "bodies": [
            {"name": "bullet", "shapes": [{"circle": {"radius": 0.1}}]},
            {"name": "wall", "static": true, "shapes": [{"rectangle": {"width": 0.2, "height": 2}}]},
            {"name": "ball", "shapes": [{"circle": {"radius": 0.1}}]}]}"#
        .replace('\n', "");
    // The engine tests a bullet and a wall: it tells of one that the ball touches.
    let on_wall = r#"{"a": 2, "b": 1, "normal": [0, 1], "depth": 0.01}"#;
    for frame in 0..4 {
        let x = 2 * frame - 3;
        text.push_str(&format!(
            "\n{{\"frame\": {frame}, \"time\": {frame}, \"poses\": [[{x}, 0, 0], [0, 0, 0], [0, 1.09, 0]], \
             \"contacts\": [{on_wall}]}}"
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bullet.jsonl");
    std::fs::write(&path, text + "\n").unwrap();
    let mut state = open(&path);
    compared(&mut state);
    let told = |state: &AppState| {
        let teleports = state.run().frames.log().moments.teleports();
        (moment_lines(state, 0..=3), teleports)
    };
    let (lines, teleports) = told(&state);
    // Of its first way nobody knows that it is so fast.
    assert_eq!((lines.len(), teleports), (1, 1), "{lines:?}");
    let (frame, crossing) = &lines[0];
    assert_eq!(*frame, 2);
    assert!(
        crossing.starts_with("bullet and wall cross, 0.") && crossing.contains(" at 0.4 of the way"),
        "{crossing}"
    );
    state.apply(Command::View(ViewCommand::ShowPanel(Panel::Why)));
    state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    state.apply(time(TimeCommand::Seek(2)));
    state.advance(0.0);
    let why = |state: &AppState| state.explanation().unwrap().why_not.unwrap().reason;
    assert_eq!(why(&state), NoEffect::MovedTooFar);
    state.apply(time(TimeCommand::SetTeleport(Some(1.0))));
    state.advance(0.0);
    assert_eq!(why(&state), NoEffect::Aabbs, "the frame is the same");
    state.apply(time(TimeCommand::SetTeleport(None)));
    state.advance(0.0);
    assert_eq!(why(&state), NoEffect::MovedTooFar);
    // Who moves by more than 1 m in a frame was put there: three times, and it crosses nothing.
    state.apply(Command::Time(TimeCommand::SetTeleport(Some(1.0))));
    compared(&mut state);
    assert_eq!(told(&state), (Vec::new(), 3));
    state.apply(Command::Time(TimeCommand::SetTeleport(None)));
    compared(&mut state);
    assert_eq!(told(&state), (lines, 1));
}

/// A recording of more than 8 MB, of 60 discs: the first one falls, the others lie where they are. `change` has each line.
fn long_recording(folder: &Path, frames: u32, change: impl Fn(u32, String) -> String) -> PathBuf {
    let bodies: Vec<String> = (0..60)
        .map(|n| format!("{{\"name\": \"disc {n}\", \"shapes\": [{{\"circle\": {{\"radius\": 0.5}}}}]}}"))
        .collect();
    let mut text = format!(
        "{{\"recording\": 1, \"engine\": \"hand\", \"metres_per_unit\": 1, \"y\": \"up\", \"angle\": \"radians\", \
         \"normal\": \"from b to a\", \"bodies\": [{}]}}\n",
        bodies.join(", ")
    );
    for frame in 0..frames {
        let first = format!("[0.25, {}, 0.125]", 9.0 - f64::from(frame) / 512.0);
        let others = (1..60).map(|n| format!("[{}.03125, 0.0, 0.0000000000000000001]", 2 * n));
        let poses: Vec<String> = std::iter::once(first).chain(others).collect();
        let line = format!("{{\"frame\": {frame}, \"time\": {frame}, \"poses\": [{}]}}\n", poses.join(", "));
        text.push_str(&change(frame, line));
    }
    assert!(text.len() > 9 << 20, "{}", text.len());
    let path = folder.join("long.jsonl");
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_long_recording_shows_its_first_frame_at_once_and_is_read_on() {
    let folder = tempfile::tempdir().unwrap();
    // An engine that tells events, and in the last frame not the one that is due.
    let told = r#""events": [{"kind": "begin", "a": 3, "b": 4}], "poses"#;
    let path = long_recording(folder.path(), 5_000, |frame, line| match frame {
        0 => line.replace("\"poses", told),
        4_999 => line.replace("[4.03125,", "[2.53125,"),
        _ => line,
    });
    let mut state = open(&path);
    let frames = |state: &AppState| state.run().frames.playback().unwrap().recording.frames().len();
    assert_eq!((frames(&state), state.run().frame()), (1, 0));
    assert_eq!(state.run().world().body(0).unwrap().pose().position, Vec2::new(0.25, 9.0));
    // What is read already can be looked at meanwhile.
    while frames(&state) < 100 {
        state.advance(0.0);
    }
    assert!(state.run().frames.playback().unwrap().reading.as_ref().unwrap().share() > 0.0);
    state.apply(time(TimeCommand::Seek(50)));
    compared(&mut state);
    assert_eq!((state.run().frame(), state.run().playing), (50, false));
    let playback = state.run().frames.playback().unwrap();
    assert!(playback.reading.is_none() && !playback.goes_on && playback.dropped == 0);
    let whole = Recording::load(&path).unwrap();
    assert!(playback.recording.frames() == whole.frames());
    let found = compare(&whole, Tolerances::default(), || ()).unwrap().differences.len();
    // The begin without cause, and at the end the one that is missing.
    assert_eq!((playback.comparison().differences.len(), playback.found(), found), (2, 2, 2));
    assert_eq!(state.messages().len(), 0);
}

#[test]
fn a_line_of_a_long_recording_that_cannot_be_read_ends_it_and_a_header_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path =
        long_recording(
            folder.path(),
            5_000,
            |n, line| if n == 4_000 { "{\"frame\": 4000".to_owned() } else { line },
        );
    let mut state = open(&path);
    let frames = |state: &AppState| state.run().frames.playback().unwrap().recording.frames().len();
    compared(&mut state);
    assert_eq!(frames(&state), 4_000);
    let told = last_message(&state);
    assert!(
        told.contains("long.jsonl, line 4002: column ") && told.ends_with(". What follows is not read."),
        "{told}"
    );
    // A file whose first line is none is refused whole, and what was open stays.
    let header = std::fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    let level = |n, line| if n == 3_000 { format!("{header}\n{line}") } else { line };
    let path = long_recording(folder.path(), 5_000, level);
    let mut state = open(&path);
    compared(&mut state);
    assert_eq!(
        (frames(&state), state.run().frames.first_frame(), state.run().frame()),
        (2_000, 3_000, 3_000)
    );
    let told = last_message(&state);
    assert_eq!(told, "A header begins anew; 3000 frames before it are left out.");
}

/// The last line of a game that crashed is left out of a long file as of a short one, and a message says so.
#[test]
fn a_recording_whose_file_ends_within_its_last_line_opens_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = long_recording(folder.path(), 5_000, |_, line| line);
    let text = std::fs::read_to_string(&path).unwrap();
    let first: String = text.lines().take(11).map(|line| format!("{line}\n")).collect();
    for (text, frames) in [(&text, 4_999), (&first, 9)] {
        std::fs::write(&path, &text[..text.len() - 40]).unwrap();
        let mut state = open(&path);
        compared(&mut state);
        assert_eq!(state.run().frames.playback().unwrap().recording.frames().len(), frames);
        let told = last_message(&state);
        assert!(told.to_lowercase().contains(&format!("line {}: cut short", frames + 2)), "{told}");
    }
}

#[test]
fn trails_ages_and_the_distance_of_a_pair_are_those_of_the_recorded_frames() {
    let folder = tempfile::tempdir().unwrap();
    // "high" comes down onto "low", which it touches from the third frame on.
    let place = |frame: u64, y: f32| (10 + frame, frame as f64 / 10.0, Some(y), None);
    let path = discs(folder.path(), &[place(0, 4.0), place(1, 3.0), place(2, 1.5), place(3, 1.25)]);
    let mut state = open(&path);
    for layer in [Layer::Trails, Layer::Ages] {
        state.apply(Command::View(ViewCommand::ToggleLayer(layer)));
        assert!(state.showing().layers.has(layer), "{layer:?} is offered in a recording");
    }
    state.apply(Command::View(ViewCommand::SetTrail(2)));
    state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
    state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    state.apply(time(TimeCommand::Seek(12)));
    compared(&mut state);
    let of_high = |state: &AppState| {
        let trails = &state.derived().extras.trails;
        let heights = |way: &[Vec2]| way.iter().map(|place| place.y).collect::<Vec<_>>();
        trails.iter().find(|(body, _)| *body == 1).map(|(_, way)| heights(way)).unwrap()
    };
    assert_eq!(of_high(&state), [4.0, 3.0, 1.5]);
    let ages = |state: &AppState| {
        state.derived().extras.ages.iter().map(|one| (one.pair, one.age)).collect::<Vec<_>>()
    };
    assert_eq!(ages(&state), [((0, 1), Age::New)]);
    let plot = state.separation_plot().unwrap();
    let heights = |points: &[[f64; 2]]| points.iter().map(|point| point[1]).collect::<Vec<_>>();
    assert_eq!((heights(&plot.past), heights(&plot.predicted)), (vec![2.0, 1.0, -0.5], vec![-0.5, -0.75]));
    assert!((plot.past[1][0] - 0.1).abs() < 1.0e-6 && plot.sweep.is_empty() && plot.impact.is_none());
    state.apply(time(TimeCommand::StepForward));
    compared(&mut state);
    assert_eq!((of_high(&state), ages(&state)), (vec![3.0, 1.5, 1.25], vec![((0, 1), Age::Lasting)]));
}

/// A disc of 0.5 m goes through a line of one side from above, which holds it: it touches from the second frame to the fifth,
/// with its centre behind the line from the third on.
#[test]
fn what_a_one_sided_chain_holds_stays_a_contact_of_the_frames_before() {
    let mut text = r#"{"recording": 1, "engine": "hand", "metres_per_unit": 1, "y": "up", "angle": "radians",
        "normal": "from b to a", "bodies": [{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]},
        {"name": "line", "static": true, "shapes": [{"chain": {"points": [[5, 0], [-5, 0]], "one_sided": true}}]}]}"#
        .replace('\n', "");
    for (frame, y) in [0.7, 0.3, -0.1, -0.2, -0.4, -0.6, -0.9].iter().enumerate() {
        text.push_str(&format!(
            "\n{{\"frame\": {frame}, \"time\": {frame}, \"poses\": [[0, {y}, 0], [0, 0, 0]], \"contacts\": []}}"
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("line.jsonl");
    std::fs::write(&path, text + "\n").unwrap();
    let mut state = open(&path);
    state.apply(Command::View(ViewCommand::ToggleLayer(Layer::Ages)));
    state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    for (frame, ages) in [(1, vec![Age::New]), (2, vec![Age::Lasting]), (4, vec![Age::Lasting]), (5, vec![])]
    {
        state.apply(time(TimeCommand::Seek(frame)));
        compared(&mut state);
        let found: Vec<Age> = state.derived().extras.ages.iter().map(|one| one.age).collect();
        assert_eq!(found, ages, "{frame}");
    }
    for (from, command, to) in [
        (0, TimeCommand::NextEvent, 1),
        (1, TimeCommand::NextEvent, 5),
        (6, TimeCommand::PreviousEvent, 5),
        (5, TimeCommand::PreviousEvent, 1),
    ] {
        state.apply(time(TimeCommand::Seek(from)));
        state.apply(time(command));
        assert_eq!(state.run().frame(), to, "from {from}");
    }
}

#[test]
fn a_second_recording_waits_until_the_first_one_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let beside = Command::File(FileCommand::ShowBeside(shipped()));
    let has_beside = |state: &AppState| state.run().frames.playback().unwrap().beside.is_some();
    let mut state = open(&long_recording(folder.path(), 5_000, |_, line| line));
    assert!(state.run().frames.playback().unwrap().reading.is_some());
    state.apply(beside.clone());
    assert!(!has_beside(&state) && last_message(&state).contains("frames still come to this one"));
    compared(&mut state);
    state.apply(beside.clone());
    assert!(has_beside(&state), "{}", last_message(&state));
    // What is followed is never whole.
    let header = Recording::load(&shipped()).unwrap();
    let mut state = AppState::waiting("port 1", None, Settings::default(), canvas());
    arrive(&mut state, vec![Arrival::Begins(Box::new(header))]);
    state.apply(beside);
    assert!(!has_beside(&state) && last_message(&state).contains("frames still come to this one"));
}

#[test]
fn what_a_recording_lacks_is_told_as_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = discs(folder.path(), &[(0, 0.0, Some(3.0), None), (1, 0.1, Some(2.0), None)]);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, after) = text.rsplit_once("2.0").unwrap();
    std::fs::write(&path, format!("{before}null{after}")).unwrap();
    let state = open(&path);
    let told = last_message(&state);
    assert!(told.contains("line 3: poses[1] is not whole, so high is absent"), "{told}");
    // In the first frame of one that a thread reads on: it is told with what it finds.
    let broken = |n, line: String| if n == 0 { line.replace("[2.03125,", "[null,") } else { line };
    let mut state = open(&long_recording(folder.path(), 5_000, broken));
    compared(&mut state);
    let told = last_message(&state);
    assert!(told.contains("line 2: poses[1] is not whole, so disc 1 is absent"), "{told}");
}

/// The game is in pixels, y down, and tells no velocities.
#[test]
fn a_frame_as_a_scene_goes_on_as_the_game_did() {
    let mut text = r#"{"recording": 1, "engine": "hand", "metres_per_unit": 0.01, "y": "down", "angle": "radians",
        "normal": "from a to b", "gravity": [0, 1000], "bodies": [
            {"name": "ball", "mass": 3, "restitution": 0.5, "friction": 0.125, "shapes": [{"circle": {"radius": 50}}]},
            {"name": "floor", "static": true, "mass": 0, "restitution": 0,
             "shapes": [{"rectangle": {"width": 900, "height": 100}, "at": [0, 50]}]}]}"#
        .replace('\n', "");
    let (mut y, mut speed, mut places) = (-450.0, 0.0, Vec::new());
    for frame in 0..30 {
        let time = 0.02 * f64::from(frame);
        text.push_str(&format!(
            "\n{{\"frame\": {frame}, \"time\": {time}, \"poses\": [[0, {y}, 0], [0, 0, 0]]}}"
        ));
        places.push(-0.01 * y);
        speed += 1000.0 * 0.02;
        y += speed * 0.02;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drop.jsonl");
    std::fs::write(&path, text + "\n").unwrap();
    let mut state = open(&path);
    state.apply(time(TimeCommand::Seek(10)));
    state.apply(Command::File(FileCommand::Leave(Leave::FrameAsScene)));
    let (scene, ball) = (state.scene(), &state.scene().bodies[0]);
    assert!((scene.gravity - Vec2::new(0.0, -10.0)).length() < 1.0e-4, "{:?}", scene.gravity);
    assert!(
        (scene.timestep - 0.02).abs() < 1.0e-6 && scene.solver == SolverKind::Rigid,
        "{}",
        scene.timestep
    );
    assert_eq!(
        (ball.restitution, ball.friction, state.run().world().body(0).unwrap().mass()),
        (0.5, 0.125, 3.0)
    );
    let height = |state: &AppState| f64::from(state.run().world().body(0).unwrap().pose().position.y);
    for place in &places[11..20] {
        state.apply(time(TimeCommand::StepForward));
        // Substeps of gravity are half a step ahead of one whole one.
        assert!((height(&state) - place).abs() < 0.02, "{} {place}", height(&state));
    }
    // It falls from 4.5 m to 0.5 m, and half of the speed, a quarter of the height, comes back.
    let highest = (0..60).fold(0.0, |highest: f64, step| {
        state.apply(time(TimeCommand::StepForward));
        if step < 20 { 0.0 } else { highest.max(height(&state)) }
    });
    assert!((highest - 1.5).abs() < 0.15, "{highest}");
}

/// `*` in a stop is any body: the frame was no valid scene.
#[test]
fn a_recorded_body_that_is_named_as_any_body_is_gets_another_name_in_a_scene() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("star.jsonl");
    let disc = || vec![PlacedShape::new(Shape::Circle { radius: 1.0 })];
    let mut header = Header::new("engine 1", ["*", "* (1)"].map(|name| Body::new(name, disc())).to_vec());
    header.bodies[0].is = Some(vec!["star".to_owned()]);
    let mut recorder = Recorder::to_file(&path, &header).unwrap();
    let frame: Frame =
        serde_json::from_str(r#"{"frame": 0, "time": 0, "poses": [[0, 0, 0], [5, 0, 0]]}"#).unwrap();
    recorder.write(&frame).unwrap();
    drop(recorder);
    let mut state = open(&path);
    let names = |state: &AppState| -> Vec<String> {
        state.scene().bodies.iter().map(|body| body.name.clone()).collect()
    };
    assert_eq!(names(&state), ["* (2)", "* (1)"]);
    state.apply(Command::File(FileCommand::Leave(Leave::FrameAsScene)));
    assert_eq!(
        (names(&state), state.files().document.is_recording()),
        (vec!["* (2)".into(), "* (1)".into()], false)
    );
    assert!(state.scene().validate().is_ok());
}

/// A shot at 33 m/s through a wall, at 60 frames a second, far from where it begins: the canvas shows neither at first.
#[test]
fn a_crossing_that_is_gone_to_is_selected_and_in_sight_with_the_way_of_its_body() {
    let mut text = r#"{"recording": 1, "engine": "hand", "metres_per_unit": 1, "y": "up", "angle": "radians",
        "normal": "from b to a", "bodies": [
            {"name": "wall", "static": true, "shapes": [{"rectangle": {"width": 0.1, "height": 4}}]},
            {"name": "shot", "shapes": [{"circle": {"radius": 0.08}}]}]}"#
        .replace('\n', "");
    for frame in 0..7 {
        let (time, x) = (f64::from(frame) / 60.0, 1.55 + 0.55 * f64::from(frame));
        text.push_str(&format!(
            "\n{{\"frame\": {frame}, \"time\": {time}, \"poses\": [[4, 0, 0], [{x}, 0, 0]], \
             \"velocities\": [null, [33, 0, 0]], \"contacts\": []}}"
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shot.jsonl");
    std::fs::write(&path, text + "\n").unwrap();
    let mut state = open(&path);
    compared(&mut state);
    let crossing = state.moments(5..=5).first().and_then(Moment::crossing);
    assert_eq!(crossing, Some((0, 1)));
    state.apply(Command::View(ViewCommand::ShowPanel(Panel::Why)));
    state.apply(time(TimeCommand::GoToCrossing { frame: 5, pair: (0, 1) }));
    state.advance(0.0);
    assert_eq!((state.run().frame(), state.looking().selected_pair()), (5, Some((0, 1))));
    assert_eq!(state.explanation().unwrap().why_not.unwrap().reason, NoEffect::MovedTooFar);
    let view = state.showing().view();
    let is_seen = |x: f32| view.canvas.contains(view.screen_from_world(Vec2::new(x, 0.0)));
    // Where it was before, the wall, and where it is.
    assert!([3.67, 4.0, 4.38].into_iter().all(is_seen), "{view:?}");
    let extras = &state.derived().extras;
    let before: Vec<_> = extras.previous.iter().map(|(body, pose)| (*body, pose.position.x)).collect();
    assert!(matches!(before[..], [(1, x)] if (x - 3.75).abs() < 1.0e-5), "{before:?}");
    let is_in_legend = |state: &AppState| {
        let items = state.legend(canvas()).0.items;
        items.iter().any(|(_, item)| matches!(item, Item::Text { text, .. } if text == "in the frame before"))
    };
    assert!(is_in_legend(&state));
    // In the next frame nothing was crossed.
    state.apply(time(TimeCommand::StepForward));
    state.advance(0.0);
    assert!(state.derived().extras.previous.is_empty() && !is_in_legend(&state));
}

/// Tiles of a level overlap by rounding, and a ball lies on two of them: what no step tests is no pair, until it is asked for.
#[test]
fn static_tiles_that_overlap_by_rounding_are_no_pairs_of_a_recording() {
    let tiles: Vec<String> = (0..40)
        .map(|n| format!(r#"{{"name": "tile {n}", "static": true, "shapes": [{{"rectangle": {{"width": 0.3, "height": 0.3}}}}]}}"#))
        .collect();
    let mut text = format!(
        r#"{{"recording": 1, "engine": "hand", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from b to a", "bodies": [{}, {{"name": "ball", "shapes": [{{"circle": {{"radius": 0.2}}}}]}}]}}"#,
        tiles.join(", ")
    );
    let places: Vec<String> = (0..40).map(|n| format!("[{}, 0, 0]", 0.29 * f64::from(n))).collect();
    for frame in 0..3 {
        text.push_str(&format!(
            "\n{{\"frame\": {frame}, \"time\": {frame}, \"poses\": [{}, [1.45, 0.34, 0]], \"contacts\": \
             [{{\"a\": 40, \"b\": 5, \"normal\": [0, 1], \"depth\": 0.01}}]}}",
            places.join(", ")
        ));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.jsonl");
    std::fs::write(&path, text + "\n").unwrap();
    let mut state = open(&path);
    compared(&mut state);
    let listed = |state: &AppState| {
        let pairs = state.derived().report.pairs.iter();
        pairs.map(|pair| (pair.a, pair.b)).collect::<Vec<_>>()
    };
    assert_eq!(state.looking().selected_pair(), Some((5, 40)));
    assert!(
        listed(&state).iter().all(|(_, b)| *b == 40) && state.derived().report.touching < 4,
        "{:?}",
        listed(&state)
    );
    for _ in 0..4 {
        state.apply(Command::View(ViewCommand::NextPair));
        state.advance(0.0);
        assert_eq!(state.looking().selected_pair().unwrap().1, 40);
    }
    let comparison = state.run().frames.playback().unwrap().comparison();
    assert_eq!((comparison.theirs, comparison.ours), (3, 3));
    // Who asks for two of them gets them.
    state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    state.advance(0.0);
    let asked = state.explanation().unwrap();
    assert_eq!((asked.touching, asked.why_not.unwrap().reason), (true, NoEffect::BothStatic));
    let scene = Recording::load(&path).unwrap().moment(0).scene;
    let of_scene = Report::of(&scene, &scene.to_world().unwrap(), &ReportOptions::default());
    assert!(of_scene.touching > 39, "a scene lists static pairs");
}
