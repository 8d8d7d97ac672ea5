//! Recordings of another engine in the window: opened, scrubbed, compared, followed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use collision_record::{Frame, Header, Recorder};
use glam::Vec2;

use crate::driver::{Program, screen};

/// Header and frames of the recording that ships.
fn shipped() -> (Header, Vec<Frame>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    let frames = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (serde_json::from_str(header).unwrap(), frames)
}

/// The same with a normal turned back at frame 39.
fn faulty(folder: &Path) -> PathBuf {
    let (header, mut frames) = shipped();
    let frame = frames.iter_mut().find(|frame| frame.frame == 39).unwrap();
    let contact = frame.contacts.iter_mut().find(|contact| (contact.a, contact.b) == (6, 9)).unwrap();
    contact.normal = contact.normal.map(|[x, y]| [-x, -y]);
    let path = folder.join("game.jsonl");
    let mut recorder = Recorder::to_file(&path, &header).unwrap();
    frames.iter().for_each(|frame| recorder.write(frame).unwrap());
    path
}

fn numbers(line: &str) -> Vec<f32> {
    line.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

#[test]
fn a_recording_is_scrubbed_a_difference_is_clicked_and_a_broken_one_changes_nothing() {
    let Some(screen) = screen() else { return };
    let folder = Rc::new(tempfile::tempdir().unwrap());
    faulty(folder.path());
    let mut program = Program::spawn(&screen, folder, &["game.jsonl", "--frame", "40"]);
    program.wait_until("frame:", |frame| frame == "39");
    let found = numbers(&program.wait_for("differences:"));
    assert_eq!(found[0], 1.0, "{found:?}");
    program.wait_for("ready:");
    program.input(&["key period"]);
    program.wait_until("frame:", |frame| frame == "42");
    program.input(&["key Home"]);
    program.wait_until("frame:", |frame| frame == "0");
    // A drag along the time line goes to the last frame.
    let track = numbers(&program.latest("timeline:").unwrap());
    let (y, first, last) = (track[2], track[3], track[4]);
    let x = |frame: f32| track[0] + (frame - first) / (last - first) * (track[1] - track[0]);
    program.drag(Vec2::new(x(10.0), y), Vec2::new(x(90.0), y), None);
    program.wait_until("frame:", |frame| frame == "90");
    // A click on the difference goes to its frame.
    let found = numbers(&program.latest("differences:").unwrap());
    program.click(Vec2::new(found[1], found[2]));
    program.wait_until("frame:", |frame| frame == "39");
    // Their arrow points the other way, in its own colour.
    let (_, picture) = program.screenshot();
    let view = program.view();
    let theirs = collision_test::picture::theme::Theme::DARK.theirs;
    let seen = picture.count_near(view.canvas.center(), 0.6 * view.canvas.size().x, theirs, 40);
    assert!(seen > 40, "{seen} pixels in the colour of their contacts");
    // It plays to its end, and cannot be edited.
    program.input(&["key Delete"]);
    program.wait_until("message:", |text| text.starts_with("A recording cannot be edited."));
    program.input(&["key space"]);
    program.wait_for("playing:");
    program.wait_until("frame:", |frame| frame == "90");
    program.wait_for("paused:");
    // A file that became broken is told, and what was open stays.
    let title = program.title();
    std::fs::write(program.path("game.jsonl"), "{\"recording\": 1").unwrap();
    program.wait_until("message:", |text| text.starts_with("Changed on disk: game.jsonl."));
    program.press("Menu File");
    program.press("Reload from disk");
    program.wait_until("message:", |text| text.contains("game.jsonl, line 1: column "));
    program.input(&["key comma"]);
    program.wait_until("frame:", |frame| frame == "87");
    assert_eq!(program.title(), title);
    let mut broken = Program::spawn(&screen, Rc::clone(&program.folder), &["game.jsonl"]);
    assert_eq!(broken.exit_code(), Some(2));
    assert!(broken.errors().contains("game.jsonl, line 1: column "));
}

#[test]
fn a_growing_file_and_a_running_game_are_followed() {
    let Some(screen) = screen() else { return };
    let (header, frames) = shipped();
    let folder = Rc::new(tempfile::tempdir().unwrap());
    let mut program = Program::spawn(&screen, Rc::clone(&folder), &["--watch", "game.jsonl"]);
    program.wait_for("ready:");
    let mut recorder = Recorder::to_file(folder.path().join("game.jsonl"), &header).unwrap();
    for frame in &frames[..10] {
        recorder.write(frame).unwrap();
    }
    program.wait_until("frame:", |frame| frame == "27");
    recorder.write(&frames[10]).unwrap();
    program.wait_until("frame:", |frame| frame == "30");
    let line = serde_json::to_string(&frames[11]).unwrap();
    let mut file = std::fs::OpenOptions::new().append(true).open(folder.path().join("game.jsonl")).unwrap();
    file.write_all(&line.as_bytes()[..30]).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(program.latest("frame:").as_deref(), Some("30"), "half a line waits");
    writeln!(file, "{}", &line[30..]).unwrap();
    program.wait_until("frame:", |frame| frame == "33");
    drop(program);

    let mut program = Program::spawn(&screen, folder, &["--listen", "0"]);
    let address = program.wait_for("listening:");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    program.wait_for("ready:");
    let mut recorder = Recorder::to_socket(address, &header).unwrap();
    for frame in &frames[..10] {
        recorder.write(frame).unwrap();
    }
    program.wait_until("frame:", |frame| frame == "27");
    // Who goes back is not taken along.
    program.input(&["key comma"]);
    program.wait_until("frame:", |frame| frame == "24");
    recorder.write(&frames[10]).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(program.latest("frame:").as_deref(), Some("24"));
    program.input(&["key End"]);
    program.wait_until("frame:", |frame| frame == "30");
    recorder.write(&frames[11]).unwrap();
    program.wait_until("frame:", |frame| frame == "33");
    drop(recorder);
    program.wait_until("message:", |text| text.contains("has closed its connection"));
    assert!(program.is_running());
}

/// Lines that come in every frame kept it from telling anything.
#[test]
fn the_window_answers_while_a_file_is_written_all_the_time() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let Some(screen) = screen() else { return };
    let (header, frames) = shipped();
    let folder = Rc::new(tempfile::tempdir().unwrap());
    let path = folder.path().join("game.jsonl");
    let mut recorder = Recorder::to_file(&path, &header).unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    let mut frame = frames[0].clone();
    let writer = std::thread::spawn(move || {
        while !over.load(Ordering::Relaxed) {
            for _ in 0..20 {
                frame.frame += 1;
                recorder.write(&frame).unwrap();
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    });
    let mut program = Program::spawn(&screen, folder, &["--watch", "game.jsonl"]);
    program.wait_for("ready:");
    program.input(&["key Home"]);
    program.wait_for("paused:");
    program.input(&["key Delete"]);
    program.wait_until("message:", |text| text.starts_with("A recording cannot be edited."));
    assert!(!writer.is_finished(), "it is written all the time");
    is_over.store(true, Ordering::Relaxed);
    writer.join().unwrap();
}

#[test]
fn listening_to_the_network_is_warned_of_in_window_and_terminal() {
    let Some(screen) = screen() else { return };
    let folder = Rc::new(tempfile::tempdir().unwrap());
    for (address, warns) in [("0.0.0.0:0", true), ("127.0.0.1:0", false), ("0", false)] {
        let mut program = Program::spawn(&screen, Rc::clone(&folder), &["--listen", address]);
        program.wait_for("listening:");
        program.wait_for("ready:");
        let told = program.latest("message:");
        let is_warning = |text: &str| {
            text.contains("is open to the network: every computer that reaches this one can send here.")
        };
        assert_eq!(told.as_deref().is_some_and(is_warning), warns, "{told:?}");
        program.key("ctrl+q");
        program.exit_code();
        assert_eq!(is_warning(&program.errors()), warns);
    }
}
