//! The list of differences of a recording, and what Why? says of theirs.

use std::fmt::Write as _;

use super::{Desk, egui, open};
use crate::app::{Command, FileCommand, Panel, TimeCommand, ViewCommand};

/// A ball rolls on a floor, and a post stands on it in the first and the last frame; every normal but the last is the
/// opposite of what the header says.
fn turned_normals() -> String {
    let mut lines = String::from(
        r#"{"recording": 1, "engine": "some engine 2", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies": [{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}, {"name": "post", "shapes": [{"circle": {"radius": 0.5}}]}, {"name": "floor", "static": true, "shapes": [{"segment": {"start": [-9, 0], "end": [9, 0]}}]}]}"#,
    );
    for n in 0..9 {
        let x = f64::from(n) * 0.1;
        let contact = |body: u32, x: f64, up: i32| {
            format!(r#"{{"a": {body}, "b": 2, "normal": [0, {up}], "depth": 0.1, "points": [[{x}, 0]]}}"#)
        };
        let ball = contact(0, x, 1);
        let (post, up) = match n {
            0 => (format!(", {}", contact(1, -3.0, 1)), 0.4),
            8 => (format!(", {}", contact(1, -3.0, -1)), 0.4),
            _ => (String::new(), 9.0),
        };
        let _ = write!(
            lines,
            "\n{{\"frame\": {n}, \"time\": {x}, \"poses\": [[{x}, 0.4, 0], [-3, {up}, 0], [0, 0, 0]], \"contacts\": [{ball}{post}]}}"
        );
    }
    lines
}

#[test]
fn the_list_is_by_pair_below_what_is_wrong_all_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, turned_normals()).unwrap();
    let mut desk = Desk::new(open(&path), 1280.0, 1600.0);
    while desk.state.run().is_working() {
        desk.tick();
    }
    desk.pass(Vec::new());
    assert!(desk.shows("All over: 10 of 11 normals are the opposite of ours"), "the error is on top");
    assert!(desk.shows("With \"normal\": \"from b to a\", 1 row is left"));
    // A pair of several rows is a line, one of one row is that row.
    assert!(desk.shows("9 differences (9 normal), first in frame 0, worst in frame 0"));
    assert!(!desk.shows("10 differences"));
    let pair = desk.text("ball – floor");
    let commands = desk.click(pair);
    assert_eq!(commands, [Command::Time(TimeCommand::GoToDifference { frame: 0, bodies: (0, 2) })]);
    desk.state.apply(commands.into_iter().next().unwrap());
    desk.pass(Vec::new());
    assert!(desk.shows(
        "normals differ by 180°: theirs (0, 1), ours (0, -1), both from ball to floor as in the file"
    ));
    // Why? says theirs, too.
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Why)));
    desk.tick();
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    assert!(desk.shows("some engine 2 tells normal (0, 1), depth 0.1 m, point (0, 0)"));
    assert!(desk.shows("ours is right"));
    assert!(desk.shows("Look at the sign of its normals"));
    assert!(desk.text("In the engine").y < desk.text("Axes").y, "before how ours was found");
}

/// A ball rolls through a zone of which nothing is told.
#[test]
fn a_sensor_that_never_fires_is_told_on_top() {
    let mut lines = String::from(
        r#"{"recording": 1, "engine": "some engine 2", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies": [{"name": "zone", "static": true, "sensor": true, "shapes": [{"circle": {"radius": 1}}]}, {"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}]}"#,
    );
    for n in 0..9 {
        let _ = write!(
            lines,
            "\n{{\"frame\": {n}, \"time\": {n}, \"poses\": [[0, 0, 0], [{}, 0, 0]], \"contacts\": []}}",
            n - 4
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, lines).unwrap();
    let mut desk = Desk::new(open(&path), 1280.0, 720.0);
    while desk.state.run().is_working() {
        desk.tick();
    }
    desk.pass(Vec::new());
    assert!(desk.shows("zone and ball touch in frames 3 to 5, and nothing is ever told of two such bodies."));
}

/// It went to the frame, and the pair had to be sought.
#[test]
fn a_line_of_two_recordings_selects_its_pair_and_is_as_wide_as_the_panel() {
    let folder = tempfile::tempdir().unwrap();
    let [path, other] = ["one.jsonl", "two.jsonl"].map(|name| folder.path().join(name));
    std::fs::write(&path, turned_normals()).unwrap();
    std::fs::write(&other, turned_normals().replacen("[0, 1], \"depth\": 0.1", "[0, 1], \"depth\": 0.3", 1))
        .unwrap();
    let mut desk = Desk::new(open(&path), 1280.0, 1600.0);
    while desk.state.run().is_working() {
        desk.tick();
    }
    desk.state.apply(Command::File(FileCommand::ShowBeside(other)));
    while desk.state.run().is_working() {
        desk.tick();
    }
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let line = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) if text.galley.text().starts_with("0  ") => {
            Some((text.pos + text.galley.rect.center().to_vec2(), clipped.clip_rect.width()))
        }
        _ => None,
    });
    let (line, width) = line.unwrap();
    assert!(width > 250.0, "{width}");
    let commands = desk.click(line);
    assert_eq!(commands, [Command::Time(TimeCommand::GoToDifference { frame: 0, bodies: (0, 2) })]);
}

/// An arm and a hand that a joint holds, which the engine does not test.
#[test]
fn rows_of_what_a_joint_holds_are_told_on_top() {
    let mut lines = String::from(
        r#"{"recording": 1, "engine": "some engine 2", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies": [{"name": "arm", "shapes": [{"circle": {"radius": 0.5}}]}, {"name": "hand", "shapes": [{"circle": {"radius": 0.5}}]}]}"#,
    );
    for n in 0..3 {
        let _ = write!(
            lines,
            "\n{{\"frame\": {n}, \"time\": {n}, \"poses\": [[0, 0, 0], [0.8, 0, 0]], \"contacts\": [], \"joints\": [{{\"kind\": \"revolute\", \"a\": 0, \"b\": 1}}]}}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, lines).unwrap();
    let mut desk = Desk::new(open(&path), 1280.0, 1600.0);
    while desk.state.run().is_working() {
        desk.tick();
    }
    desk.pass(Vec::new());
    assert!(
        desk.shows("3 of 3 rows are of pairs that a joint holds: most engines test no contact of such two")
    );
}
