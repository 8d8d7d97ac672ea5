//! `hunt`: for which values of the numbers that vary a scene goes wrong.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use collision_test::report::check::check;
use collision_test::report::hunt::{FoundRun, FoundThing, Hunt, NoHunt};
use collision_test::scene::{Scene, Stop};

fn shipped() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenes/tunnels-at-some-speeds.ron")
}

/// A ball at rest beside a floor, whose place and radius vary.
const GRID: &str = "(version: 1, name: \"grid\", solver: Off, bodies: [
    (name: \"ball\", shape: Circle(radius: 1), position: (0, 3)),
    (name: \"floor\", shape: Rectangle(width: 9, height: 2)),
], expect: [Separate(a: \"ball\", b: \"floor\")], vary: [
    Vary(body: \"ball\", field: \"position.y\", from: 4, to: 2, steps: 3),
    Vary(body: \"ball\", field: \"radius\", from: 0.5, to: 2.5, steps: 5),
])";

fn grid() -> Scene {
    Scene::from_ron(GRID, "grid").unwrap()
}

fn found(scene: &Scene, keep: Option<Stop>, frames: u64) -> Vec<FoundRun> {
    Hunt::of(scene, keep, frames).unwrap().run(|| ()).found
}

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn hunt(folder: &Path, args: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    let output = command.current_dir(folder).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Where a ball of radius 0.1 that comes down at a constant speed onto the floor is first deep in it, worked out by hand.
fn goes_through(speed: i32) -> bool {
    let step = f64::from(speed) / 60.0;
    if speed == 0 {
        return false;
    }
    let heights = (0..).map(|frame| 2.02 - f64::from(frame) * step);
    heights.take_while(|height| *height > 0.0).all(|height| height >= 0.15)
}

#[test]
fn the_speeds_at_which_a_ball_tunnels_are_those_worked_out_by_hand() {
    let scene = Scene::load(&shipped()).unwrap();
    let speeds: Vec<usize> = (0..31).filter(|index| goes_through(30 - *index)).map(|i| i as usize).collect();
    assert!((5..25).contains(&speeds.len()), "{speeds:?}");
    let found = found(&scene, None, 0);
    assert_eq!(found.iter().map(|found| found.index).collect::<Vec<_>>(), speeds);
    assert!(found.iter().all(|found| found.what == FoundThing::Expectation(0)));
}

/// It touches where its radius is more than its height above the floor's top, at 1.
#[test]
fn a_grid_is_run_row_by_row() {
    let found = found(&grid(), None, 0);
    let indices: Vec<usize> = found.iter().map(|found| found.index).collect();
    // Heights 3, 2 and 1; radii 0.5, 1, 1.5, 2, 2.5. Those that only touch are apart.
    assert_eq!(indices, [9, 12, 13, 14]);
    assert!(found.iter().all(|found| found.frame == 0));
}

#[test]
fn what_is_found_does_not_depend_on_the_threads() {
    let scene = Scene::load(&shipped()).unwrap();
    let hunt = Hunt::of(&scene, None, 0).unwrap();
    let first = hunt.run(|| ());
    for _ in 0..3 {
        assert_eq!(hunt.run(std::thread::yield_now), first);
    }
    assert!(first.why.contains("at frame 5: expected"), "{}", first.why);
}

/// Without `--keep` a muted stop is not looked for, and a run is as long as `expect` needs; with it nothing but that stop is.
#[test]
fn what_is_looked_for() {
    let mut scene = grid();
    scene.expect.clear();
    assert_eq!(Hunt::of(&scene, None, 0).unwrap_err(), NoHunt::LooksForNothing);
    let stop = scene.read_stop("Deeper(a: \"ball\", b: \"floor\", than: 0.9)").unwrap();
    let kept = found(&scene, Some(stop.clone()), 0);
    let [FoundRun { index: 13, frame: 0, .. }, FoundRun { index: 14, .. }] = kept[..] else {
        panic!("{kept:?}")
    };
    scene.stops = vec![Stop { muted: true, ..stop.clone() }];
    assert_eq!(Hunt::of(&scene, None, 0).unwrap_err(), NoHunt::LooksForNothing);
    scene.stops = vec![Stop { muted: true, ..stop.clone() }, stop.clone()];
    assert_eq!(found(&scene, None, 0), kept);
    // A muted one that is given is looked for.
    assert_eq!(found(&scene, Some(Stop { muted: true, ..stop }), 0), kept);
    scene.vary.clear();
    assert_eq!(Hunt::of(&scene, None, 0).unwrap_err(), NoHunt::VariesNothing);
    let hunt = Hunt::of(&Scene::load(&shipped()).unwrap(), None, 7).unwrap();
    assert_eq!(hunt.last(), 130);
}

/// A ball whose speed outgrows an f32, which no line asks for.
#[test]
fn a_state_that_is_not_finite_is_found() {
    let scene = Scene::from_ron(
        "(version: 1, bodies: [(name: \"ball\", shape: Circle(radius: 1), motion: Dynamic())],
        stops: [Outside(body: \"ball\", min: (-1, -1), max: (1e38, 1), when: \"frame > 500\")],
        vary: [Vary(body: \"ball\", field: \"acceleration.x\", from: 0, to: 3e38, steps: 2)])",
        "fast",
    )
    .unwrap();
    let [FoundRun { index: 1, what: FoundThing::NotFinite, frame }] = found(&scene, None, 600)[..] else {
        panic!("{:?}", found(&scene, None, 600))
    };
    assert!(frame > 1);
    let stop = scene.stops[0].clone();
    assert_eq!(found(&scene, Some(stop), 100), []);
}

#[test]
fn the_command_says_where_it_goes_wrong_and_writes_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let scene = shipped();
    let scene = scene.to_str().unwrap();
    let Said { code, out, err } = hunt(folder.path(), &["hunt", scene, "--output", "found.ron"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("first: ball.velocity.y -28.0\n  \"ball\" at frame 5: expected"), "{out}");
    assert!(
        out.contains(
            "written: found.ron: the first\n  collision-test reduce found.ron --keep 'Fails()' -o small.ron"
        ),
        "{out}"
    );
    let written = Scene::load(&folder.path().join("found.ron")).unwrap();
    let original = Scene::load(Path::new(scene)).unwrap();
    assert!(written.vary.is_empty() && written.name == original.name && written.about == original.about);
    assert_eq!(check(&written).unwrap().failures.len(), 1);
    assert_eq!(hunt(folder.path(), &["check", "found.ron"]).code, Some(1));
    let reduced = hunt(folder.path(), &["reduce", "found.ron", "--keep", "Fails()", "-o", "small.ron"]);
    assert_eq!(reduced.code, Some(0), "{}", reduced.err);

    let Said { code, err, .. } = hunt(folder.path(), &["hunt", scene, "--output", "found.ron"]);
    assert!(code == Some(2) && err.contains("is there already"), "{err}");
    assert_eq!(hunt(folder.path(), &["hunt", scene, "-o", "found.ron", "--force"]).code, Some(1));
    let Said { code, out, .. } =
        hunt(folder.path(), &["hunt", scene, "--keep", "Faster(body: \"ball\", than: 99)", "-o", "none.ron"]);
    assert!(
        code == Some(0)
            && out.contains("31 runs: Faster(body: \"ball\", than: 99.0) holds in none up to frame 600"),
        "{out}"
    );
    assert!(!folder.path().join("none.ron").exists());
}

#[test]
fn ranges_of_neighbours_are_one_line_and_what_is_found_is_told_where_it_differs() {
    let folder = tempfile::tempdir().unwrap();
    let with_stop =
        GRID.replace(", vary:", ", stops: [Deeper(a: \"ball\", b: \"floor\", than: -0.0)], vary:");
    let two = with_stop
        .replace("Separate(a: \"ball\", b: \"floor\")", "Separate(a: \"ball\", b: \"floor\", frame: 1)");
    std::fs::write(folder.path().join("grid.ron"), GRID).unwrap();
    std::fs::write(folder.path().join("it's two.ron"), two).unwrap();
    let Said { code, out, .. } = hunt(folder.path(), &["hunt", "grid.ron", "--frames", "3"]);
    assert_eq!(code, Some(1));
    let lines = "found:\n  ball.position.y 3.0, ball.radius 2.5\n  ball.position.y 2.0, ball.radius 1.5 to 2.5: 3 of 5\n";
    assert!(out.starts_with("15 runs: found in 4\nfirst: ball.position.y 3.0, ball.radius 2.5\n"), "{out}");
    assert!(out.contains(lines), "{out}");
    assert!(out.contains("  collision-test hunt grid.ron --frames 3 --output found.ron\n"), "{out}");
    let Said { out, .. } = hunt(folder.path(), &["hunt", "grid.ron", "--most", "1"]);
    assert!(out.contains("ball.radius 2.5\n  and 1 line more\n"), "{out}");
    let Said { out, .. } = hunt(folder.path(), &["hunt", "it's two.ron"]);
    assert!(out.contains(r"  collision-test hunt 'it'\''s two.ron' --output found.ron"), "{out}");
    assert!(out.contains("--keep 'Deeper(a: \"ball\", b: \"floor\", than: -0.0)' -o small.ron"), "{out}");
}

#[test]
fn json_has_every_run_that_is_found_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("grid.ron"), GRID).unwrap();
    let json = |more: &[&str]| -> serde_json::Value {
        let said = hunt(folder.path(), &[&["hunt", "grid.ron", "--format", "json"], more].concat());
        assert_eq!(said.code, Some(1), "{}", said.err);
        serde_json::from_str(&said.out).unwrap()
    };
    let told = json(&[]);
    assert_eq!(
        (&told["scene"], &told["runs"], &told["refused"], &told["count"]),
        (&"grid".into(), &15.into(), &0.into(), &4.into())
    );
    assert_eq!(
        told["found"][1],
        serde_json::json!({
            "values": [
                { "body": "ball", "field": "position.y", "value": 2.0 },
                { "body": "ball", "field": "radius", "value": 1.5 },
            ],
            "what": "expect",
            "line": "Separate(a: \"ball\", b: \"floor\")",
            "frame": 0,
        })
    );
    assert!(told["why"].as_str().unwrap().contains("found"));
    let one = json(&["--most", "1"]);
    assert_eq!((one["found"].as_array().unwrap().len(), &one["count"]), (1, &4.into()));
}

/// A wall whose ends come together is no wall, and a name is no command to a terminal.
#[test]
fn combinations_that_are_no_scene_are_counted_and_names_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let scene = "(version: 1, solver: Off, bodies: [
        (name: \"b\\u{1b}[31m\\u{202e}\", shape: Circle(radius: 1), position: (0, 0.5)),
        (name: \"wall\", shape: Wall(start: (0, 0), end: (2, 0))),
    ], expect: [Separate(a: \"b\\u{1b}[31m\\u{202e}\", b: \"wall\")], vary: [
        Vary(body: \"wall\", field: \"end.x\", from: 0, to: 4, steps: 3),
        Vary(body: \"b\\u{1b}[31m\\u{202e}\", field: \"rotation\", from: 0, to: 9, steps: 2),
    ])";
    std::fs::write(folder.path().join("walls.ron"), scene).unwrap();
    let Said { code, out, err } = hunt(folder.path(), &["hunt", "walls.ron"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(
        out.starts_with("4 runs: found in 4\n2 combinations are no valid scene, the first wall.end.x 0.0, "),
        "{out}"
    );
    assert!(out.contains("body \"wall\": end is (0.0, 0.0)"), "{out}");
    assert!(out.contains("b\\u{1b}[31m\\u{202e}.rotation") && !out.contains(['\u{1b}', '\u{202e}']), "{out}");
    let Said { out, .. } = hunt(folder.path(), &["hunt", "walls.ron", "--format", "json"]);
    assert!(!out.contains(['\u{1b}', '\u{202e}']), "{out}");
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&told["runs"], &told["refused"]), (&4.into(), &2.into()));
}

#[test]
fn what_cannot_be_hunted_in_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let no_vary = GRID.split(", vary:").next().unwrap().to_owned() + ")";
    let no_line = GRID.replace("Separate(a: \"ball\", b: \"floor\")", "");
    std::fs::write(folder.path().join("still.ron"), no_vary).unwrap();
    std::fs::write(folder.path().join("silent.ron"), no_line).unwrap();
    for (args, words) in [
        (
            &["still.ron"][..],
            "still.ron: the scene varies nothing; allowed: a scene with vary: [Vary(body: …",
        ),
        (&["silent.ron"], "silent.ron: nothing says what is wrong"),
        (&["silent.ron", "--keep", "Never()"], "--keep: "),
        (&["silent.ron", "--keep", "Faster(body: \"bal\", than: 1)"], "did you mean \"ball\"?"),
        (&["none.ron"], "none.ron: "),
        (&["game.jsonl"], "a recording has no steps"),
        (&["still.ron", "-o", "found.txt"], "has to end in .ron"),
    ] {
        let Said { code, out, err } = hunt(folder.path(), &[&["hunt"], args].concat());
        assert!(code == Some(2) && out.is_empty() && err.contains(words), "{args:?}: {err}");
    }
    assert_eq!(
        hunt(folder.path(), &["hunt", "silent.ron", "--keep", "Begin(a: \"*\", b: \"*\")", "--frames", "2"])
            .code,
        Some(1)
    );
}

/// Lines follow the body that they name, and go with it.
#[test]
fn lines_follow_their_body() {
    let mut scene = grid();
    scene.rename_body(0, "bullet");
    assert!(scene.vary.iter().all(|line| line.body == "bullet"));
    scene.validate().unwrap();
    let before = scene.clone();
    scene.remove_bodies(|index, _| index == 0);
    assert!(scene.vary.is_empty());
    assert!(before.lines_gone(&scene).contains(&"2 varied numbers".to_owned()));
}

/// What the manual quotes is what the command prints.
#[test]
fn the_manual_quotes_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/manual/headless.md")).unwrap();
    let Said { out, .. } = hunt(root, &["hunt", "scenes/tunnels-at-some-speeds.ron"]);
    assert!(page.contains(&format!("```text\n{out}```\n")), "the page has to quote:\n{out}");
}
