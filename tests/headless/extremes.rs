//! Scenes that are huge, crowded or not finite: every command answers, in bounded memory.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use collision_test::scene::Scene;
use tempfile::TempDir;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

fn run(folder: &TempDir, scene: &str, args: &[&str]) -> Output {
    std::fs::write(folder.path().join("scene.ron"), scene).unwrap();
    program().current_dir(folder.path()).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Circles of radius 1 at one place.
fn pile(count: usize) -> String {
    let mut scene = "(version: 1, solver: Off, bodies: [\n".to_owned();
    for i in 0..count {
        writeln!(scene, "(name: \"c{i}\", shape: Circle(radius: 1), motion: Dynamic()),").unwrap();
    }
    scene + "])"
}

/// The program with this much memory. MiB.
#[cfg(target_os = "linux")]
fn limited(folder: &TempDir, mebibytes: usize, args: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_collision-test");
    let line = format!("ulimit -d {}; exec {program} {args}", mebibytes * 1024);
    Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_of_half_a_million_contacts_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("scene.ron"), pile(1000)).unwrap();
    let output = limited(&folder, 100, "report scene.ron --format json");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let pairs = text(&output.stdout).matches("\"touching\": true").count();
    assert_eq!(pairs, 1000 * 999 / 2);
}

#[test]
fn a_picture_of_a_pile_shows_the_deepest_contacts_and_counts_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&folder, &pile(300), &["render", "scene.ron", "-o", "pile.svg"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let picture = std::fs::read_to_string(folder.path().join("pile.svg")).unwrap();
    let left_out = 300 * 299 / 2 - 4096;
    assert!(picture.contains(&format!("{left_out} further contacts not shown")), "{}", picture.len());
    assert!(picture.contains("250 bodies under others not shown"), "{}", picture.len());
}

#[test]
fn the_nearest_name_of_a_very_long_one_is_not_looked_for_and_names_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(60_000);
    let body = format!("(name: \"{long}\", shape: Circle(radius: 1))");
    let misspelt = format!("(version: 1, bodies: [{body}], expect: [Contact(a: \"{long}y\", b: \"z\")])");
    let unknown = format!("(version: 1, bodies: [{body}], {long}: 3)");
    let radius = format!("(version: 1, bodies: [(name: \"{long}\", shape: Circle(radius: -1))])");
    for scene in [misspelt, unknown, radius] {
        let output = run(&folder, &scene, &["report", "scene.ron"]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.len() < 1000, "{} bytes", message.len());
    }
}

#[test]
fn a_picture_of_a_scene_with_a_very_long_name_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(999);
    let scene = format!(
        "(version: 1, name: \"{long}\", bodies: [(name: \"{long}\u{202e}\", shape: Circle(radius: 1))])"
    );
    let output = run(&folder, &scene, &["render", "scene.ron", "-o", "long.svg"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    let picture = std::fs::read_to_string(folder.path().join("long.svg")).unwrap();
    assert!(picture.len() < 20_000, "{} bytes", picture.len());
    let output = run(&folder, &scene, &["report", "scene.ron"]);
    assert!(output.status.success() && output.stdout.len() < 5_000, "{} bytes", output.stdout.len());
}

#[test]
fn thousands_of_expectations_that_fail_are_all_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = "(version: 1, bodies: [\n".to_owned();
    for i in 0..2000 {
        let x = 3 * i;
        writeln!(scene, "(name: \"c{i}\", shape: Circle(radius: 1), position: ({x}, 0)),").unwrap();
    }
    scene += "], expect: [\n";
    for i in 1..20_000 {
        let (i, frame) = (i % 1999 + 1, i / 1999);
        writeln!(scene, "Contact(a: \"c0\", b: \"c{i}\", frame: {frame}),").unwrap();
    }
    let output = run(&folder, &(scene + "])"), &["check", "scene.ron"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert_eq!(told.lines().count(), 20_000, "each failure and the summary");
    assert!(told.contains("\"c0\" and \"c1\" at frame 1: expected contact; found no contact: a gap of 1.0 "));
}

const ROCKET: &str = "(version: 1, bodies: [\n\
    (name: \"rocket\", shape: Circle(radius: 1), motion: Dynamic(velocity: (3e38, 0), acceleration: (3e38, 0))),\n\
    (name: \"rock\", shape: Circle(radius: 1), position: (0, 9)),\n\
    ], expect: [Separate(a: \"rocket\", b: \"rock\"), Separate(a: \"rocket\", b: \"rock\", frame: 50)])";

#[test]
fn a_world_that_is_no_longer_finite_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let told = "the run ends at frame 9: the velocity of body \"rocket\" is no longer finite; in that step it \
                touched nothing (mass 1.0, velocity (3e38, 0.0), acceleration (3e38, 0.0)";
    let output = run(&folder, ROCKET, &["check", "scene.ron"]);
    let lines = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{lines}");
    assert!(lines.lines().any(|line| line.starts_with(&format!("scene.ron: {told}"))), "{lines}");
    assert!(lines.ends_with("2 expectations: 1 does not hold; 1 scene does not stay finite\n"), "{lines}");

    let output = run(&folder, ROCKET, &["report", "scene.ron", "--frame", "30", "--format", "json"]);
    let after =
        format!("collision-test: frame 30 is after the end of the run, and its numbers mean nothing: {told}");
    assert!(text(&output.stderr).starts_with(&after), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let expected = serde_json::json!({ "frame": 9, "body": 0, "what": "velocity", "touched": null });
    assert_eq!((&report["not_finite"], &report["frame"]), (&expected, &30.into()));
    let page = run(&folder, ROCKET, &["report", "scene.ron", "--frame", "30", "--format", "html"]);
    assert!(text(&page.stdout).contains("<p>frame 30 is after the end of the run"), "{}", text(&page.stdout));
    assert!(text(&page.stdout).contains("the run ends at frame 9: "));
    let end = run(&folder, ROCKET, &["report", "scene.ron", "--frame", "9"]);
    assert!(text(&end.stderr).starts_with(&format!("collision-test: {told}")), "{}", text(&end.stderr));

    let output = run(&folder, ROCKET, &["report", "scene.ron", "--frame", "8", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(output.stderr.is_empty() && report.get("not_finite").is_none());
}

#[test]
fn hashes_of_endless_frames_are_printed_while_they_are_computed() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut child = program()
        .current_dir(scenes)
        .args(["report", "a-ball-drops-and-rests.ron", "--hash", "--frame", "18446744073709551615"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("# collision-test hashes"));
    for frame in 0..100 {
        assert!(lines.next().unwrap().unwrap().starts_with(&format!("{frame} ")));
    }
    // Without a reader there is nothing left to do.
    drop(lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn events_that_take_too_much_memory_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["report", "scene.ron", "--events=all", "--frame", "18446744073709551615"];
    let output = run(&folder, &pile(92), &args);
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
    assert!(message.contains("take more than 64 MiB; allowed: an earlier frame"), "{message}");
}

/// Squares of speeds, moments of inertia and accelerations beyond what a float holds.
#[test]
fn numbers_whose_products_overflow_are_told_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let fast = "(version: 1, solver: Off, timestep: 0.0001, bodies: [(name: \"a\", shape: Circle(radius: 1), \
                motion: Dynamic(velocity: (1e20, 0)))])";
    for (than, code) in [("2e20", 1), ("5e19", 0)] {
        let stop = format!("Faster(body: \"a\", than: {than})");
        let output = run(&folder, fast, &["report", "scene.ron", "--until", &stop, "--within", "2"]);
        assert_eq!(output.status.code(), Some(code), "{than}: {}", text(&output.stdout));
    }
    let planet =
        "(version: 1, bodies: [(name: \"planet\", shape: Circle(radius: 1e6), motion: Dynamic(mass: 1e30))])";
    let output = run(&folder, planet, &["report", "scene.ron", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["energy"]["kinetic"], 0.0);
    let gone = "(version: 1, solver: Off, timestep: 0.1, bodies: [(name: \"b\", shape: Circle(radius: 1), \
                motion: Dynamic(acceleration: (3e38, 0))), (name: \"c\", shape: Circle(radius: 1))])";
    let output = run(&folder, gone, &["query", "scene.ron", "--closest", "b,c", "--frame", "20"]);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""));
    assert!(
        text(&output.stderr).contains("of body \"b\" is not finite in frame 20"),
        "{}",
        text(&output.stderr)
    );
    for frame in ["-1", "1.5", "99999999999999999999"] {
        let needed = "a whole number >= 0 is needed, at most 18446744073709551615";
        for args in [
            &["report", "scene.ron", "--frame", frame][..],
            &["report", "scene.ron", "--until", "Deeper(a: \"*\", b: \"*\", than: 0)", "--within", frame],
            &["reduce", "scene.ron", "--keep", "x", "--output", "y.ron", "--within", frame],
            &["check", "scene.ron", "--second-opinion", "--frames", &format!("1,{frame}")],
        ] {
            let output = run(&folder, planet, args);
            assert_eq!(output.status.code(), Some(2));
            assert!(text(&output.stderr).contains(needed), "{}", text(&output.stderr));
        }
    }
}

/// 5e26 m apart, whose square no f32 holds.
#[test]
fn how_far_a_rod_is_too_long_is_told_however_far_that_is() {
    let folder = tempfile::tempdir().unwrap();
    let scene = "(version: 1, solver: Off, timestep: 0.1, bodies: [(name: \"b\", shape: Circle(radius: 1), \
                 motion: Dynamic(acceleration: (1e29, 0))), (name: \"c\", shape: Circle(radius: 1))], \
                 generators: [Rod(a: \"b\", b: \"c\", length: 2)])";
    let output = run(&folder, scene, &["explain", "scene.ron", "--pair", "b,c", "--frame", "1"]);
    let told = text(&output.stdout);
    assert!(told.contains("their positions, which are 5e26 m apart, 5e26 m too much"), "{told}");
    assert!(!told.contains("inf"), "{told}");
}

/// Each dot and each comma of a name may be the one between two bodies or before a quantity.
#[test]
fn a_watched_name_of_a_million_dots_and_commas_is_refused() {
    for name in ["a.,".repeat(400_000), "a.,".repeat(2_500), format!("{}speed", "a,".repeat(3_900))] {
        let text =
            format!("(version: 1, watch: [\"{name}\"], bodies: [(name: \"a\", shape: Circle(radius: 1))])");
        let refused = Scene::from_ron(&text, "x").unwrap_err().message;
        assert!(refused.contains("no body, pair or number of the scene is called so"), "{refused}");
        assert!(refused.len() < 2_000);
    }
}
