//! The commands: exit codes, what they print, and the report against the contract.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    command.current_dir(root()).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Exit code 0 and nothing on standard error; returns standard output.
#[track_caller]
fn good(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{args:?}");
    text(&output.stdout)
}

/// Exit code 2 and nothing on standard output; returns standard error.
#[track_caller]
fn bad(args: &[&str]) -> String {
    let output = run(args);
    let message = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{args:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    message
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(&[&["report", "--format", "json"], args].concat())).unwrap()
}

fn write(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn scenes() -> Vec<PathBuf> {
    let paths = std::fs::read_dir(root().join("scenes")).unwrap().map(|e| e.unwrap().path());
    let mut scenes: Vec<_> = paths.filter(|path| path.is_file()).collect();
    scenes.sort();
    scenes
}

fn f(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn vec2(value: &Value) -> [f64; 2] {
    let [x, y] = value.as_array().unwrap().as_slice() else { panic!("{value}") };
    [f(x), f(y)]
}

/// The example of the contract.
const CORNER: &str = r#"Scene(
    version: 1,
    name: "Ball on a \"crate\"",
    gravity: (0.0, -9.81),
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 1.75), motion: Dynamic(velocity: (0.0, -2.0))),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0)),
        Body(name: "floor", shape: Wall(start: (-10.0, -4.0), end: (10.0, -4.0))),
        Body(name: "lift", shape: Circle(radius: 0.5), position: (6.0, 0.0), motion: Kinematic(velocity: (0.0, -7.0))),
        Body(name: "side", shape: Wall(start: (-10.0, -4.0), end: (-10.0, 4.0))),
    ],
)
"#;

#[test]
fn licences_lists_each_library_and_font_with_its_text() {
    let told = good(&["licences"]);
    assert!(told == std::fs::read_to_string(root().join("licences.txt")).unwrap());
    for (carried, licence, begins) in [
        ("egui 0.31.1", "MIT", "Permission is hereby granted"),
        ("parry2d 0.31.1", "Apache-2.0", "Apache License"),
        ("option-ext 0.2.0", "MPL-2.0", "Mozilla Public License Version 2.0"),
        ("Ubuntu-Light", "Ubuntu Font Licence 1.0", "UBUNTU FONT LICENCE Version 1.0"),
        ("NotoEmoji-Regular", "SIL Open Font License 1.1", "SIL OPEN FONT LICENSE Version 1.1"),
    ] {
        let line = told.lines().find(|line| line.trim_start().starts_with(&format!("{carried} "))).unwrap();
        let number =
            line.split(&format!("{licence} [")).nth(1).and_then(|rest| rest.split(']').next()).unwrap();
        let (_, rest) = told.split_once(&format!("\n[{number}] {licence}: ")).unwrap();
        let (users, text) = rest.split_once('\n').unwrap();
        assert!(users.split(", ").any(|user| user == carried), "{carried}: {users}");
        assert!(text.split("\n[").next().unwrap().contains(begins), "{carried}");
    }
    // Those who only build or test it are not carried.
    for other in ["proptest ", "serde_derive ", "insta "] {
        assert!(!told.lines().any(|line| line.trim_start().starts_with(other)), "{other}");
    }
}

#[test]
fn the_report_of_a_scene_worked_out_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let scene = write(&folder, "corner.ron", CORNER);
    insta::assert_snapshot!(
        "report_json",
        good(&["report", &scene, "--format", "json", "--pairs", "all", "--impacts", "1.5"])
    );
    insta::assert_snapshot!("report_text", good(&["report", &scene, "--impacts", "1.5"]));
}

#[test]
fn what_holds_of_every_report() {
    for scene in scenes().iter().filter(|s| !s.ends_with("crowd-of-1000.ron")) {
        for (frame, pairs) in [("0", "all"), ("0", "touching"), ("40", "all")] {
            let text = std::fs::read_to_string(scene).unwrap();
            let leaves_out = text.contains(" meets: ") || text.contains(" joints: ");
            let scene = scene.to_str().unwrap();
            let report = json(&[scene, "--frame", frame, "--pairs", pairs, "--impacts", "2"]);
            check_report(&report, frame.parse().unwrap(), pairs == "all", leaves_out);
        }
    }
}

fn check_report(report: &Value, frame: u64, all: bool, leaves_out: bool) {
    assert_eq!(report["frame"], frame);
    let bodies = report["bodies"].as_array().unwrap();
    for (i, body) in bodies.iter().enumerate() {
        assert_eq!(body["index"], i as u64);
        let (min, max) = (vec2(&body["aabb"]["min"]), vec2(&body["aabb"]["max"]));
        assert!(min[0] <= max[0] && min[1] <= max[1], "{body}");
    }
    // Lines have no inside: a wall or a chain touches no other.
    let is_line = |body: &Value| body["shape"] == "Wall" || body["shape"] == "Chain";
    let is_wall = |i: &Value| is_line(&bodies[i.as_u64().unwrap() as usize]);
    let is_gone = |i: &Value| bodies[i.as_u64().unwrap() as usize]["removed"] == true;
    let there = bodies.iter().filter(|b| b["removed"] != true);
    let (there, walls) = (there.clone().count(), there.filter(|b| is_line(b)).count());
    let pairs = report["pairs"].as_array().unwrap();
    let keys: Vec<_> = pairs.iter().map(|p| (p["a"].as_u64().unwrap(), p["b"].as_u64().unwrap())).collect();
    if all {
        let choose = |n: usize| n * n.saturating_sub(1) / 2;
        // A pair of bodies of several shapes has several entries; what masks and joints leave out has none.
        let of_bodies = keys.iter().collect::<HashSet<_>>().len();
        let expected = choose(there) - choose(walls);
        if leaves_out { assert!(of_bodies < expected) } else { assert_eq!(of_bodies, expected) }
    }
    assert!(keys.iter().all(|(a, b)| a < b) && keys.is_sorted(), "{keys:?}");
    for pair in pairs {
        assert!(!(is_wall(&pair["a"]) && is_wall(&pair["b"])));
        assert!(!is_gone(&pair["a"]) && !is_gone(&pair["b"]));
        check_pair(pair, all);
    }
    for impact in report["impacts"].as_array().unwrap() {
        let (a, b) = (impact["a"].as_u64().unwrap(), impact["b"].as_u64().unwrap());
        let touching = pairs.iter().any(|p| p["a"] == a && p["b"] == b && p["touching"] == true);
        assert!(a < b && !touching, "{impact}");
        let [x, y] = vec2(&impact["normal"]);
        assert!((x.hypot(y) - 1.0).abs() < 1e-5, "{impact}");
        assert!((0.0..=2.0).contains(&f(&impact["time"])), "{impact}");
    }
}

fn check_pair(pair: &Value, all: bool) {
    let axes = pair["axes"].as_array().unwrap();
    assert!(!axes.is_empty(), "{pair}");
    for axis in axes {
        let [x, y] = vec2(&axis["direction"]);
        assert!((x.hypot(y) - 1.0).abs() < 1e-5, "{axis}");
        // `overlap` is the shorter of the two ways to push the intervals apart, up to the rounding of world
        // coordinates.
        let ([a0, a1], [b0, b1]) = (vec2(&axis["a"]), vec2(&axis["b"]));
        let size = [a0, a1, b0, b1].iter().fold(1.0f64, |m, v| m.max(v.abs()));
        let overlap = (a1 - b0).min(b1 - a0);
        assert!((overlap - f(&axis["overlap"])).abs() < 1e-6 * size, "{axis}");
        assert!(a0 <= a1 && b0 <= b1, "{axis}");
        for (body, ends) in [("a", [a0, a1]), ("b", [b0, b1])] {
            let supports = axis["support"][body].as_array().unwrap();
            assert_eq!(supports.len(), 2);
            for (support, end) in supports.iter().zip(ends) {
                let [at_x, at_y] = vec2(support);
                assert!((at_x * x + at_y * y - end).abs() < 2e-6 * size, "{body}: {axis}");
            }
        }
        assert!(!axis["source"].as_str().unwrap().is_empty());
    }
    let overlaps: Vec<f64> = axes.iter().map(|a| f(&a["overlap"])).collect();
    let deciding = overlaps[pair["deciding_axis"].as_u64().unwrap() as usize];
    if pair["touching"] == true {
        let [x, y] = vec2(&pair["normal"]);
        assert!((x.hypot(y) - 1.0).abs() < 1e-5, "{pair}");
        let depth = f(&pair["depth"]);
        assert!(depth > 0.0, "{pair}");
        // An axis that a chain's neighbours drop leads out through one of them.
        let allowed = axes.iter().filter(|axis| axis.get("dropped").is_none());
        let least = allowed.map(|axis| f(&axis["overlap"])).fold(f64::INFINITY, f64::min);
        assert!((deciding - least).abs() < 1e-6 && (depth - least).abs() < 1e-4, "{pair}");
        let points = pair["points"].as_array().unwrap();
        assert!((1..=2).contains(&points.len()), "{pair}");
        for point in points {
            let own = f(&point["depth"]);
            assert!((0.0..=depth + 1e-5).contains(&own), "{pair}");
        }
        assert!(pair.get("early_out").is_none(), "{pair}");
    } else {
        assert!(all, "an idle pair among the touching ones: {pair}");
        assert!(pair["normal"].is_null() && pair["depth"].is_null() && deciding <= 0.0, "{pair}");
        assert_eq!(pair["points"].as_array().unwrap().len(), 0);
        assert!(pair.get("early_out").is_none_or(|e| *e == true), "{pair}");
    }
}

/// A scene is asked on the command line, or by its own queries; what is no question is refused with words.
#[test]
fn a_scene_is_asked_on_the_command_line() {
    const SIGHT: &str = "scenes/query-line-of-sight.ron";
    let asked = |args: &[&str]| good(&[&["query", SIGHT], args].concat());
    let ray = asked(&["--ray", "2.9,0:12.9,0"]);
    assert!(ray.contains("crate #1: fraction 0.11 at (4, 0) m, normal (-1, 0), face 2"), "{ray}");
    assert!(asked(&["--ray", "-5,9:5,9"]).contains("ray (Ray): meets nothing"));
    assert!(asked(&["--at", "5,0.5"]).contains("at (Point): in crate #1"));
    assert!(asked(&["--closest", "crate,guard"]).contains("closest (Closest): 3.5 m"));
    assert!(asked(&[]).contains("sight (Ray): crate #1 at 0.4"), "its own");
    let told: Value = serde_json::from_str(&asked(&["--closest", "guard,1", "--format", "json"])).unwrap();
    assert_eq!((&told["frame"], &told["queries"][0]["distance"]), (&Value::from(0), &Value::from(3.5)));
    assert_eq!(json(&[SIGHT])["queries"][0]["hits"][0]["body"], 1);
    let rising = "scenes/query-a-gate-rises-into-a-ray.ron";
    assert!(good(&["query", rising, "--frame", "70"]).contains("meets nothing"));
    assert!(good(&["query", rising, "--frame", "76"]).contains("gate #1 at 0.45"));
    for (args, words) in [
        (&["--ray", "0,0:0,0"][..], "the two points are the same"),
        (&["--ray", "0,0"], "X,Y:X,Y"),
        (&["--at", "0,nan"], "two finite numbers"),
        (&["--at", "3e38,0"], "'3e38,0' for '--at <X,Y>': found (3e38, 0); allowed: each a number"),
        (&["--ray", "0,0:0,-2e6"], "found (0, -2000000); allowed: each a number from -1000000 to 1000000"),
        (&["--closest", "crate,gard"], "no body has the second name"),
        (&["--closest", "crate,crate"], "a pair is two bodies"),
        (&["--at", "0,0", "--ray", "0,0:1,0"], "cannot be used with"),
    ] {
        let message = bad(&[&["query", SIGHT], args].concat());
        assert!(message.contains(words), "{args:?}: {message}");
    }
    assert!(bad(&["query", "scenes/coin.ron"]).contains("the scene has no queries"));
    assert!(good(&["report", SIGHT, "--stages", "--query", "sight"]).contains("STAGES of the query sight"));
    let message = bad(&["report", SIGHT, "--stages", "--query", "sigt"]);
    assert!(message.contains("the queries are: \"sight\", \"light\", \"above\""), "{message}");
}

#[test]
fn shortcuts_are_told_beside_each_pair_when_asked() {
    let pairs = |scene: &str, more: &[&str]| {
        let path = format!("scenes/{scene}.ron");
        json(&[&[path.as_str(), "--pairs", "all"], more].concat())["pairs"].as_array().unwrap().clone()
    };
    assert!(pairs("circle-with-a-minus", &[]).iter().all(|pair| pair.get("shortcuts").is_none()));
    for (scene, a, b, [shortcut, answer, right]) in [
        ("circle-with-a-minus", 0, 1, ["squares-subtracted", "touching", "apart"]),
        ("wall-on-two-axes", 0, 1, ["wall-axes-only", "touching", "apart"]),
        ("two-pairs-one-key", 0, 1, ["xor-key", "lost", "kept"]),
        ("ball-that-shakes-at-a-corner", 0, 1, ["faces-only", "push", "push"]),
        ("boxes-overlap-shapes-do-not", 0, 1, ["aabbs-only", "touching", "apart"]),
    ] {
        let pairs = pairs(scene, &["--shortcuts"]);
        let pair = pairs.iter().find(|pair| (&pair["a"], &pair["b"]) == (&a.into(), &b.into())).unwrap();
        let tests = pair["shortcuts"].as_array().unwrap();
        let test = tests.iter().find(|test| test["shortcut"] == shortcut).unwrap();
        assert_eq!((&test["answer"], &test["right"]), (&answer.into(), &right.into()), "{scene}: {test}");
        assert!(test["differs"] == true && !test["formulas"].as_array().unwrap().is_empty(), "{test}");
        if answer == "push" {
            let [push, right] = ["push", "right_push"].map(|key| vec2(&test[key]));
            assert!((push[1] - 0.29).abs() < 1.0e-5 && (right[1] - 0.04).abs() < 1.0e-5, "{test}");
        }
    }
    let told = good(&["report", "scenes/wall-on-two-axes.ron", "--pairs", "all", "--shortcuts"]);
    assert!(told.contains("shortcut, the wall's two axes only: touching; right: apart\n"), "{told}");
    let words = "These two axes overlap, and yet they are apart; along (0.7071, 0.7071) there is a gap of 0.3536 m. \
                 Across the wall the way out is 0.5 m, along it the overlap 0.5 m.";
    assert!(told.contains(words), "{told}");
}

#[test]
fn keys_stand_in_the_order_of_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let scene = write(&folder, "corner.ron", CORNER);
    let report = good(&["report", &scene, "--format", "json", "--pairs", "all", "--impacts", "1"]);
    let mut last = 0;
    for key in ["scene", "frame", "time", "bodies", "pairs", "impacts"] {
        let at = report
            .find(&format!("\n  \"{key}\": "))
            .or_else(|| report.find(&format!(", \"{key}\": ")))
            .unwrap();
        assert!(at > last, "{key}");
        last = at;
    }
    for keys in [
        vec!["index", "name", "shape", "position", "rotation", "velocity", "angular_velocity", "aabb"],
        vec!["a", "b", "touching", "normal", "depth", "points", "axes", "deciding_axis"],
        vec!["source", "direction", "a", "b", "overlap"],
        vec!["a", "b", "time", "point", "normal"],
    ] {
        let mut rest = report.as_str();
        for key in &keys {
            let key = format!("\"{key}\": ");
            let at = rest.find(&key).unwrap_or_else(|| panic!("{key} of {keys:?}"));
            rest = &rest[at + key.len()..];
        }
    }
    assert!(!good(&["report", "--format", "json"]).contains("impacts"));
}

#[test]
fn numbers_read_back_as_the_same_f32() {
    let folder = tempfile::tempdir().unwrap();
    let scene = write(
        &folder,
        "digits.ron",
        "(version: 1, bodies: [\n(name: \"a\", shape: Circle(radius: 0.1), position: (0.1, 16777.217), rotation: 1e-40),\n\
         (name: \"b\", shape: Circle(radius: 1), position: (-0.0, 999999.94), rotation: 3.4e38),\n])",
    );
    let report = json(&[&scene]);
    let number = |i: usize, key: &str| report["bodies"][i][key].clone();
    let bits = |v: &Value| (v.as_f64().unwrap() as f32).to_bits();
    assert_eq!(bits(&number(0, "position")[0]), 0.1f32.to_bits());
    assert_eq!(bits(&number(0, "position")[1]), 16777.217f32.to_bits());
    assert_eq!(bits(&number(0, "rotation")), 1e-40f32.to_bits());
    assert_eq!(bits(&number(1, "position")[0]), (-0.0f32).to_bits());
    assert_eq!(bits(&number(1, "position")[1]), 999999.94f32.to_bits());
    assert_eq!(bits(&number(1, "rotation")), 3.4e38f32.to_bits());
}

#[test]
fn static_pairs_are_listed_and_walls_never_are() {
    let folder = tempfile::tempdir().unwrap();
    let scene = write(
        &folder,
        "static.ron",
        "(version: 1, bodies: [\n(name: \"a\", shape: Circle(radius: 1)),\n(name: \"b\", shape: Circle(radius: 1), position: (1.5, 0)),\n\
         (name: \"c\", shape: Wall(start: (5, -1), end: (5, 1))),\n(name: \"d\", shape: Wall(start: (4, 0), end: (6, 0))),\n])",
    );
    let touching = json(&[&scene]);
    assert_eq!(touching["pairs"].as_array().unwrap().len(), 1);
    assert_eq!(touching["pairs"][0]["depth"], 0.5);
    assert_eq!(vec2(&touching["pairs"][0]["normal"]), [-1.0, 0.0]);
    assert_eq!(json(&[&scene, "--pairs", "all"])["pairs"].as_array().unwrap().len(), 5);
}

#[test]
fn first_touches_ahead() {
    let folder = tempfile::tempdir().unwrap();
    // A gap of 3 at 4 + 2 m/s: 0.5 s. The third stands still out of the way, the fourth is hit by the first
    // after 1.75 s.
    let scene = write(
        &folder,
        "ahead.ron",
        "(version: 1, bodies: [\n\
         (name: \"fast\", shape: Circle(radius: 1), motion: Dynamic(velocity: (4, 0))),\n\
         (name: \"slow\", shape: Circle(radius: 1), position: (5, 0), motion: Dynamic(velocity: (-2, 0))),\n\
         (name: \"aside\", shape: Rectangle(width: 2, height: 2), position: (0, 9)),\n\
         (name: \"wall\", shape: Wall(start: (8, -5), end: (8, 5))),\n])",
    );
    let impacts = |seconds: &str| json(&[&scene, "--impacts", seconds])["impacts"].clone();
    let found = impacts("2");
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((&found[0]["a"], &found[0]["b"]), (&0.into(), &1.into()));
    assert!((f(&found[0]["time"]) - 0.5).abs() < 1e-4, "{found:?}");
    // By then they have moved to x = 2 and x = 4 and touch at 3.
    assert!((vec2(&found[0]["point"])[0] - 3.0).abs() < 1e-3, "{found:?}");
    assert_eq!(vec2(&found[0]["normal"]), [-1.0, 0.0]);
    assert_eq!((&found[1]["a"], &found[1]["b"]), (&0.into(), &3.into()));
    assert!((f(&found[1]["time"]) - 1.75).abs() < 1e-4, "{found:?}");
    assert_eq!(impacts("1").as_array().unwrap().len(), 1);
    assert_eq!(impacts("0.4").as_array().unwrap().len(), 0);
}

#[test]
fn a_report_of_a_later_frame_is_that_of_a_world_stepped_so_often() {
    use collision_test::report::{Report, ReportOptions};
    use collision_test::scene::Scene;
    let scene = Scene::load(&root().join("scenes/a-ball-drops-and-rests.ron")).unwrap();
    let mut world = scene.to_world().unwrap();
    for _ in 0..89 {
        world.step();
    }
    let previous: Vec<_> = world.bodies().iter().map(|body| body.pose().position).collect();
    world.step();
    let mut expected = Vec::new();
    let mut report = Report::of(&scene, &world, &ReportOptions { motion: true, ..ReportOptions::default() });
    report.set_previous(&previous);
    report.write_json(&mut expected).unwrap();
    let found = good(&["report", "scenes/a-ball-drops-and-rests.ron", "--frame", "90", "--format", "json"]);
    assert_eq!(found, text(&expected));
    let time = (90.0 * f64::from(1.0f32 / 60.0)) as f32;
    assert!(found.contains(&format!("\"frame\": 90, \"time\": {time:?},")), "{found}");
}

#[test]
fn the_manual_names_every_layer_that_is_drawn_without_a_window() {
    let message = bad(&["render", "--output", "x.png", "--layers", "none"]);
    let allowed = message.split_once("the layers are ").unwrap().1.trim();
    let manual = std::fs::read_to_string("docs/manual/headless.md").unwrap();
    let list = manual.split_once("`--layers` takes").unwrap().1.split_once(".\n").unwrap().0;
    let named: Vec<_> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(named, allowed.split(", ").collect::<Vec<_>>());
}

#[test]
fn bad_usage_says_what_is_good() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("x.png");
    let out = out.to_str().unwrap();
    let rows: &[(&[&str], &str)] = &[
        (&["report", "--frame", "-1"], "--frame"),
        (&["--watch", "scenes/built-in.ron"], "this is a scene: open it without --watch"),
        (&["report", "--frame", "x"], "--frame"),
        (&["report", "--pairs", "some"], "touching, all"),
        (&["report", "--format", "xml"], "text, json"),
        (&["report", "--impacts", "-1"], "seconds >= 0"),
        (&["report", "--impacts", "NaN"], "seconds >= 0"),
        (&["report", "nowhere.ron"], "nowhere.ron: cannot be read"),
        (&["report", "scenes"], "is a folder"),
        (&["render"], "--output"),
        (&["render", "--output", "x.gif"], "an animated picture needs --frames A..B"),
        (&["render", "--output", "x.jpg"], ".png or .svg"),
        (&["render", "--output", "x"], ".png or .svg"),
        (&["render", "--output", out, "--size", "0x10"], "1280x720"),
        (&["render", "--output", out, "--size", "20000x10"], "16384"),
        (&["render", "--output", out, "--size", "16384x16384"], "pixels in all"),
        (&["render", "--output", out, "--size", "640"], "1280x720"),
        (&["render", "--output", out, "--pair", "moon"], "comma"),
        (&["render", "--output", out, "--pair", "moon,mars"], "no body has the second name"),
        (&["render", "--output", out, "--pair", "mars,moon"], "no body has the first name"),
        (&["render", "--output", out, "--pair", "mars,moon"], "\"moon\", \"earth\""),
        (&["render", "--output", out, "--pair", "0,99"], "no body has the second name or index"),
        (&["render", "--output", out, "--pair", "moon,moon"], "two bodies"),
        (&["render", "--output", out, "--pair", "left,floor"], "walls never collide"),
        (
            &["render", "--output", out, "--frame-of", "mars"],
            "no body has this name or index; the bodies are",
        ),
        (&["render", "--output", out, "--theme", "pink"], "light, dark"),
        (&["render", "--output", out, "--layers", "shapes,ghosts"], "\"ghosts\""),
        (
            &["render", "--output", out, "--layers", "shapes,ghosts"],
            "shapes, names, points, normals, depth, axes",
        ),
        (&["render", "--output", out, "--layers", ""], "no layer has this name"),
        (&["render", "--output", out, "--layers", "points,trails"], "this layer needs several frames"),
        (&["render", "--output", out, "--fit", "all"], "scene, moving, pair, contact"),
        (&["render", "--output", "nowhere/x.png"], "nowhere/x.png: cannot be written"),
        (&["render", "--output", "nowhere/x.png"], ": the folder nowhere: it does not exist"),
        (&["compare", "a.jsonl", "b.jsonl", "--teleport", "2"], "cannot be used with"),
        (&["compare", "a.jsonl", "b.jsonl", "--margin", "1"], "cannot be used with"),
        (&["compare", "a.jsonl", "--between", "--margin", "1"], "cannot be used with"),
        (&["compare", "a.jsonl", "--between", "--tolerance", "1"], "cannot be used with"),
        (&["compare", "a.jsonl", "--ghosts", "--tolerance", "1"], "cannot be used with"),
        (&["compare", "a.jsonl", "--ghosts", "--margin", "1"], "cannot be used with"),
        (&["check"], "PATH"),
        (&["nowhere.ron"], "nowhere.ron: cannot be read"),
        (&["--unknown"], "--unknown"),
        (&["scenes/built-in.ron", "report"], "report"),
    ];
    for (args, words) in rows {
        let message = bad(args);
        assert!(message.contains(words), "{args:?}: no {words:?} in {message}");
    }
    assert!(!Path::new(out).exists());
}

/// A world of Box2D has neither pixels nor tiles, a drawing no tiles.
#[test]
fn options_of_import_that_do_nothing_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a.ron");
    let world = "tests/headless/imports/world.json";
    for (file, options, told) in [
        (world, &["--keep-tiles"][..], &["--keep-tiles does nothing: the file has no tiles"][..]),
        (
            world,
            &["--pixels-per-metre", "32"],
            &["--pixels-per-metre does nothing: the file is in metres already"],
        ),
        (
            "tests/headless/imports/drawing.svg",
            &["--pixels-per-metre", "16", "--keep-tiles"],
            &["--keep-tiles does nothing"],
        ),
        ("tests/headless/imports/level.tmx", &["--pixels-per-metre", "16", "--keep-tiles"], &[]),
    ] {
        let args = [&["import", file, "--output", out.to_str().unwrap(), "--force"], options].concat();
        let output = run(&args);
        let lines = text(&output.stderr);
        let about: Vec<&str> = lines.lines().filter(|line| line.contains("does nothing")).collect();
        assert_eq!(about.len(), told.len(), "{lines}");
        assert!(about.iter().zip(told).all(|(line, words)| line.contains(words)), "{lines}");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn import_writes_a_scene_and_tells_what_it_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("level.ron");
    let out = out.to_str().unwrap();
    let level = "tests/headless/imports/level.tmx";
    for (scale, crate_at) in [("32", "(4.0, -2.5)"), ("64", "(2.0, -1.25)")] {
        let output = run(&["import", level, "--output", out, "--pixels-per-metre", scale, "--force"]);
        assert_eq!(output.status.code(), Some(0));
        let (told, left_out) = (text(&output.stdout), text(&output.stderr));
        assert!(told.contains(&format!("12 bodies at {scale} pixels per metre")), "{told}");
        assert!(told.contains("\"pond\" is an ellipse"), "{told}");
        assert_eq!(left_out.lines().count(), 9, "{left_out}");
        assert!(left_out.lines().all(|line| line.contains("level.tmx: left out: ")), "{left_out}");
        assert!(std::fs::read_to_string(out).unwrap().contains(crate_at));
        assert!(good(&["check", out]).contains("1 scene"));
    }
    let empty = write(&folder, "empty.tmx", "<map><objectgroup><object id='1' x='3'/></objectgroup></map>");
    let before = std::fs::read(out).unwrap();
    for (args, words) in [
        (&["import", level, "--output", out][..], "is there already; allowed: a new file, or --force"),
        (&["import", &empty, "--output", out, "--force"], "left out: object 1: it has no size"),
        (&["import", "nowhere.tmx", "--output", out, "--force"], "nowhere.tmx: cannot be read"),
        (
            &["import", "README.md", "--output", out, "--force"],
            "is of no known kind; allowed: a Tiled map (.tmx)",
        ),
        (&["import", level, "--output", &empty], "empty.tmx: its name has to end in .ron"),
        (&["import", level, "--output", "nowhere/a.ron"], "nowhere/a.ron: cannot be written"),
        (&["import", level], "--output"),
        (&["import", level, "--output", out, "--force", "--pixels-per-metre", "0"], "number > 0"),
        (&["import", level, "--output", out, "--force", "--pixels-per-metre", "1e-30"], "farther than"),
    ] {
        let message = bad(args);
        assert!(message.contains(words), "{args:?}: no {words:?} in {message}");
    }
    assert_eq!(std::fs::read(out).unwrap(), before);
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [&["--help"][..], &["-h"], &["report", "--help"], &["render", "--help"], &["check", "--help"]]
    {
        assert!(good(args).contains("Usage"), "{args:?}");
    }
    assert!(good(&["--version"]).contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_display_one_sentence_names_the_headless_commands() {
    for args in [&[][..], &["scenes/built-in.ron"]] {
        let message = bad(args);
        assert_eq!(message.trim().lines().count(), 1, "{message}");
        for word in ["report", "render", "check"] {
            assert!(message.contains(word), "{message}");
        }
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for args in [
        &["report", "scenes/crowd-of-1000.ron", "--format", "json"][..],
        &["report", "scenes/crowd-of-1000.ron"],
        &["check", "scenes"],
    ] {
        let mut child = program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn pictures_are_written_whole_and_say_what_they_show() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (svg, png) = (path("a.svg"), path("a.PNG"));
    let drawn = |theme: &str| {
        good(&["render", "--output", &svg, "--theme", theme]);
        std::fs::read_to_string(&svg).unwrap()
    };
    assert_ne!(drawn("dark"), drawn("light"));
    assert_eq!(
        good(&["render", "--output", &svg, "--size", "800x500", "--frame", "3", "--pair", "crystal,shard"]),
        ""
    );
    let drawn = std::fs::read_to_string(&svg).unwrap();
    for word in
        ["Nine ways to touch", "frame 3", "shard", "crystal", "b face 0", "contact normal", "800", "500"]
    {
        assert!(drawn.contains(word), "{word}");
    }
    good(&["render", "-o", &png, "--size", "320x200", "--pair", "0,1"]);
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&png).unwrap()));
    let info = decoder.read_info().unwrap();
    assert_eq!((info.info().width, info.info().height), (320, 200));
    // Rendering over it again leaves no other file.
    good(&["render", "-o", &png, "--size", "320x200"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn names_with_commas_make_a_pair() {
    let folder = tempfile::tempdir().unwrap();
    let scene = write(
        &folder,
        "commas.ron",
        "(version: 1, bodies: [(name: \"a, b\", shape: Circle(radius: 1)), (name: \"1\", shape: Circle(radius: 1), position: (1, 0))])",
    );
    let out = folder.path().join("x.svg");
    good(&["render", &scene, "-o", out.to_str().unwrap(), "--pair", "a, b,1"]);
    good(&["render", &scene, "-o", out.to_str().unwrap(), "--pair", "1, 0"]);
}

const FAILING: &str = "(version: 1, bodies: [\n(name: \"a\", shape: Circle(radius: 1)),\n(name: \"b\", shape: Circle(radius: 1), position: (1.5, 0)),\n\
     (name: \"c\", shape: Circle(radius: 1), position: (5, 0), motion: Kinematic(velocity: (-60, 0))),\n], expect: [\n\
     Contact(a: \"a\", b: \"b\", depth: 0.5, normal: (-1, 0)),\nContact(a: \"b\", b: \"a\", depth: 0.5, normal: (2, 0)),\n\
     Contact(a: \"a\", b: \"b\", depth: 0.4),\nContact(a: \"a\", b: \"b\", normal: (0, 1)),\nSeparate(a: \"a\", b: \"b\"),\n\
     Contact(a: \"a\", b: \"c\"),\nSeparate(a: \"b\", b: \"c\", frame: 1),\nContact(a: \"b\", b: \"c\", frame: 2, depth: 0.5),\n])";

#[test]
fn check_prints_scene_pair_expected_and_found() {
    let folder = tempfile::tempdir().unwrap();
    let scene = write(&folder, "failing.ron", FAILING);
    let output = run(&["check", &scene]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(1), ""));
    let found = text(&output.stdout).replace(folder.path().to_str().unwrap(), "FOLDER");
    // Frame 2: "c" has come from 5 to 3, 1.5 from "b".
    let expected = "\
FOLDER/failing.ron: \"a\" and \"b\" at frame 0: expected contact, depth 0.4 ± 0.001; found contact, depth 0.5, normal (-1.0, 0.0)
FOLDER/failing.ron: \"a\" and \"b\" at frame 0: expected contact, normal (0.0, 1.0) ± 0.001 rad; found contact, depth 0.5, normal (-1.0, 0.0)
FOLDER/failing.ron: \"a\" and \"b\" at frame 0: expected no contact; found contact, depth 0.5, normal (-1.0, 0.0)
FOLDER/failing.ron: \"a\" and \"c\" at frame 0: expected contact; found no contact: a gap of 3.0 along (1.0, 0.0)
1 scene, 8 expectations: 4 do not hold
";
    assert_eq!(found, expected);
}

#[test]
fn check_walks_folders_and_goes_on_after_a_broken_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("b/deep")).unwrap();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    write(&folder, "a.ron", "(version: 1)");
    write(&folder, "b/deep/failing.RON", FAILING);
    write(&folder, "b/notes.txt", "no scene");
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();

    let output = run(&["check", &at("")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with("2 scenes, 8 expectations: 4 do not hold\n"), "{output:?}");

    let output = run(&["check", &at("missing.ron"), &at("empty")]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "nothing checked: 2 paths could not be read\n");

    write(&folder, "b/broken.ron", "(version: 1,\n gravity: 5)");
    let output = run(&["check", &at("b"), &at("a.ron"), &at("missing.ron"), &at("empty")]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    for words in
        ["broken.ron:2:11: scene: gravity is 5", "missing.ron: cannot be read", "empty: no *.ron file"]
    {
        assert!(message.contains(words), "{message}");
    }
    assert!(
        text(&output.stdout)
            .ends_with("2 scenes, 8 expectations: 4 do not hold; 3 paths could not be read\n"),
        "{output:?}"
    );
}

#[cfg(unix)]
#[test]
fn check_does_not_walk_in_circles() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "a.ron", "(version: 1)");
    std::os::unix::fs::symlink(".", folder.path().join("again")).unwrap();
    assert_eq!(good(&["check", folder.path().to_str().unwrap()]), "1 scene, 0 expectations: all hold\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_or_a_device_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.ron");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    let hashes = write(&folder, "scene.ron", "Scene(version: 1, bodies: [])");
    for args in [
        &["report", pipe] as &[&str],
        &["report", "/dev/zero"],
        &["report", "--hash", &hashes, "--against", "/dev/zero"],
    ] {
        let message = bad(args);
        assert!(message.contains("allowed: a regular file"), "{message}");
    }
}

/// Names of files and bodies are the words of others: a terminal must not act on them.
#[cfg(target_os = "linux")]
#[test]
fn control_and_bidirectional_characters_are_printed_as_escapes() {
    let folder = tempfile::tempdir().unwrap();
    let two = "Body(name: \"a\\u{1b}[31m\\u{202e}\\u{2028}\\u{2029}\", shape: Circle(radius: 1.0)), Body(name: \"b\", shape: Circle(radius: 1.0))";
    let scene = write(
        &folder,
        "red.ron",
        &format!(
            "Scene(version: 1, bodies: [{two}], expect: [Separate(a: \"b\", b: \"a\\u{{1b}}[31m\\u{{202e}}\\u{{2028}}\\u{{2029}}\")])"
        ),
    );
    let broken = write(&folder, "\u{1b}[31mred\nall hold.ron", "Scene(version: 2)");
    let check = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(2));
    let picture = folder.path().join("red.svg");
    good(&["render", &scene, "--output", picture.to_str().unwrap(), "--layers", "shapes,names"]);
    let drawn = std::fs::read_to_string(picture).unwrap();
    assert!(drawn.contains("\\u{2028}\\u{2029}"), "{drawn}");
    let watched = "a\u{1b}[31m\u{202e}\u{2028}\u{2029}.x".to_owned();
    let never = "Deeper(a: \"b\", b: \"a\\u{1b}[31m\u{202e}\\u{2028}\\u{2029}\", than: 9.0)".to_owned();
    for printed in [
        good(&["report", &scene]),
        bad(&["report", &broken]),
        text(&check.stdout),
        text(&check.stderr),
        drawn,
        text(&run(&["check", &scene, "--format", "junit"]).stdout),
        good(&["report", &scene, "--watch", &watched, "--format", "csv"]),
        good(&["report", &scene, "--watch", &watched, "--format", "json"]),
        text(&run(&["report", &scene, "--until", &never, "--within", "1", "--format", "json"]).stdout),
    ] {
        let acts = ['\u{202e}', '\u{2028}', '\u{2029}'];
        let plain = |c: char| c == '\n' || (!c.is_control() && !acts.contains(&c));
        assert!(printed.chars().all(plain), "{printed:?}");
    }
    assert!(text(&check.stderr).contains("\\u{1b}[31mred\\u{a}all hold.ron:1:"), "{}", text(&check.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn check_goes_on_past_what_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "good.ron", "Scene(version: 1, bodies: [])");
    std::os::unix::fs::symlink("nowhere.ron", folder.path().join("dangling.ron")).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe.ron")).status().unwrap().success());
    let check = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(2));
    assert_eq!(text(&check.stdout), "1 scene, 0 expectations: all hold; 2 paths could not be read\n");
    assert!(text(&check.stderr).contains("dangling.ron") && text(&check.stderr).contains("pipe.ron"));
}

#[test]
fn a_picture_has_the_layers_and_the_part_of_the_scene_that_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("ground.ron");
    let ron = r#"(version: 1, bodies: [
        (name: "ground", shape: Rectangle(width: 80.0, height: 1.0), position: (0.0, -0.5)),
        (name: "card", shape: Rectangle(width: 0.5, height: 0.25), position: (10.0, 0.124), motion: Dynamic()),
    ])"#;
    std::fs::write(&scene, ron).unwrap();
    let draw = |more: &[&str]| {
        let output = folder.path().join("picture.svg");
        let args =
            [&["render", scene.to_str().unwrap(), "--output", output.to_str().unwrap()], more].concat();
        good(&args);
        std::fs::read_to_string(output).unwrap()
    };
    let has = |svg: &str, text: &str| svg.contains(text);
    let all = draw(&[]);
    assert!(has(&all, "least overlap") && has(&all, ">AABB<") && !has(&all, "lens"), "as without the option");
    let quiet = draw(&["--layers", "shapes, points,normals"]);
    assert!(has(&quiet, "contact point") && !has(&quiet, "least overlap") && !has(&quiet, ">AABB<"));
    assert!(has(&draw(&["--lens"]), "lens: the contact at a scale of its own"));
    // The scale bar tells how much of the scene there is: 80 m; the card of half a metre with its size around it
    // twice; the card; the depth of a millimetre.
    let bar = |svg: &str| {
        let length = svg.split("<text").filter_map(|text| text.split_once('>')?.1.split_once(" m</text>"));
        length.filter_map(|(length, _)| length.parse::<f32>().ok()).last().unwrap()
    };
    let bars: Vec<f32> = ["scene", "moving", "pair", "contact"]
        .map(|fit| bar(&draw(&["--layers", "shapes", "--fit", fit])))
        .to_vec();
    assert!((5.0..=10.0).contains(&bars[0]), "{bars:?}");
    assert!((0.2..=1.0).contains(&bars[1]) && (0.02..=0.2).contains(&bars[2]), "{bars:?}");
    assert!((0.0001..=0.001).contains(&bars[3]), "{bars:?}");
}

/// The pictures of `docs/articles.md`: name, scene, and options of `render`.
const PICTURES_OF_IDEAS: &[(&str, &str)] = &[
    ("boxes-first", "built-in --layers shapes,aabbs,points"),
    ("crowd", "crowd-of-1000 --frame 60 --layers shapes,points"),
    ("bounding-discs", "circle-at-a-rectangles-corner --layers shapes,names,bounding-circles"),
    ("two-circles", "pair-circle-circle --fit pair"),
    ("crossing-boxes", "crossing-boxes --layers shapes,names,points,normals,depth"),
    (
        "in-the-boxs-frame",
        "turned-box-with-round-numbers --frame-of crate --layers shapes,names,points,normals,depth",
    ),
    ("corner-face-inside", "turned-box-with-round-numbers --layers shapes,names,points,normals,depth"),
    ("separating-axes", "pair-polygon-polygon --fit pair"),
    ("support-points", "pair-rectangle-rectangle --fit pair --layers shapes,axes"),
    ("contact-points", "pair-rectangle-rectangle --fit contact --layers shapes,names,points,normals,depth"),
    ("containment", "deep-containment --fit pair"),
    ("ties", "centres-that-coincide --fit pair"),
    ("outline-and-its-fits", "outline-and-its-fits --frame 60 --layers shapes,points,fits"),
    ("walls", "pair-capsule-wall --fit pair"),
    ("will-they-meet", "will-they-meet --layers shapes,names,velocities --impacts 2 --falling"),
    ("moving-on", "a-ball-drops-and-rests --frame 30 --layers shapes,velocities,centers"),
    ("the-worst-first", "the-worst-contact-first --layers shapes,names,points,normals,velocities"),
    ("reduced-mass", "unequal-masses --frame 30 --fit moving --layers shapes,names,normals,velocities"),
    (
        "restitution",
        "restitution-0-half-1 --frame 102 --fit moving --layers shapes,names,points,normals,velocities",
    ),
    ("resting", "a-ball-drops-and-rests --frame 300 --fit contact --layers shapes,points,normals,depth"),
    ("separation", "unequal-masses --frame 31 --fit contact --layers shapes,names,points,normals,depth"),
    ("they-go-on-together", "they-go-on-together --frame 32 --layers shapes,names,velocities"),
    ("stack", "stack-under-linear --layers shapes,names,points,normals,depth"),
    (
        "iterations-run-out",
        "the-worst-contact-first --frame 1 --layers shapes,names,points,normals,depth,velocities",
    ),
    ("pool", "a-full-pool --frame 1 --layers shapes,names,points,normals,depth"),
    ("events", "propeller --frame 99 --layers shapes,names,points"),
    ("burst", "jelly --frame 34 --layers shapes,points,velocities"),
    ("burst-on-a-propeller", "jelly-on-a-propeller --frame 30 --layers shapes,points,velocities"),
    ("ground-of-the-article", "ground-of-the-article --frame 31 --layers shapes,names,generators,velocities"),
    ("generators", "hanging-bridge --frame 60 --layers shapes,generators,points,normals"),
    (
        "rotation-and-friction",
        "falling-dominoes --frame 90 --fit moving --layers shapes,points,normals,velocities",
    ),
    ("fast-body", "bullet --layers shapes,names,velocities --impacts 1"),
    ("momentum", "equal-masses-swap-speeds --frame 30 --fit moving --layers shapes,names,velocities"),
    ("mistake-minus", "circle-with-a-minus --pair 0,1 --layers shapes,names,shortcut"),
    ("mistake-minus-at-a-corner", "minus-at-a-box --pair 0,1 --layers shapes,names,shortcut"),
    ("mistake-two-axes", "wall-on-two-axes --pair 0,1 --layers shapes,names,shortcut"),
    ("mistake-corner", "ball-that-shakes-at-a-corner --pair 0,1 --fit pair --layers shapes,names,shortcut"),
    (
        "mistake-near-miss",
        "ball-that-shakes-at-a-corner --pair 1,2 --fit pair --layers shapes,names,shortcut",
    ),
    ("mistake-xor", "two-pairs-one-key --layers shapes,points,shortcut"),
    (
        "mistake-bounds",
        "boxes-overlap-shapes-do-not --pair 0,1 --fit pair --layers shapes,names,aabbs,shortcut",
    ),
];

/// A picture for each page of the manual: the page, the scene or recording, and options of `render`.
const PICTURES_OF_THE_MANUAL: &[(&str, &str)] = &[
    ("window", "scenes/circle-at-a-rectangles-corner.ron --pair 0,2 --fit pair"),
    ("editing", "scenes/level-hammer.ron --frame 60 --fit moving --layers shapes,names,points,normals,depth"),
    (
        "debugging",
        "scenes/falling-dominoes.ron --frame 161 --fit moving --layers shapes,points,normals,depth,velocities",
    ),
    ("scenes", "scenes/hanging-bridge.ron --frame 60 --layers shapes,generators,points,normals"),
    (
        "headless",
        "scenes/falling-dominoes.ron --frame 90 --fit moving --layers shapes,points,normals,velocities",
    ),
    ("recordings", "scenes/recordings/rapier.jsonl --frame 45 --pair 0,7 --fit pair"),
    ("browser", "scenes/newtons-cradle-on-rods.ron --frame 40 --layers shapes,generators,velocities"),
    (
        "crate",
        "scenes/circle-at-a-rectangles-corner.ron --pair 0,2 --fit contact --layers shapes,names,points,normals,depth",
    ),
];

/// Holds a picture of `docs/pictures` to what `render` draws; `UPDATE_PICTURES=1` writes it.
fn same_picture(name: &str, scene: &str, options: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("drawn.svg");
    let mut command = vec!["render", scene, "--size", "1000x625", "-o", drawn.to_str().unwrap()];
    command.extend(options);
    good(&command);
    let drawn = std::fs::read_to_string(drawn).unwrap();
    let kept = root().join(format!("docs/pictures/{name}.svg"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&kept, &drawn).unwrap();
    }
    assert!(std::fs::read_to_string(&kept).unwrap() == drawn, "{name} has changed: look at it, then update");
}

#[test]
fn the_pictures_of_the_ideas_are_those_that_render_draws() {
    let page = std::fs::read_to_string(root().join("docs/articles.md")).unwrap();
    for (name, args) in PICTURES_OF_IDEAS {
        assert!(page.contains(&format!("(pictures/{name}.svg)")), "{name} is not on the page");
        let (scene, options) = args.split_once(' ').unwrap();
        same_picture(name, &format!("scenes/{scene}.ron"), &options.split(' ').collect::<Vec<_>>());
    }
    assert_eq!(page.matches("(pictures/").count(), PICTURES_OF_IDEAS.len());
}

#[test]
fn the_pictures_of_the_manual_are_those_that_render_draws() {
    for (name, args) in PICTURES_OF_THE_MANUAL {
        let page = std::fs::read_to_string(root().join(format!("docs/manual/{name}.md"))).unwrap();
        assert_eq!(page.matches("](../pictures/").count(), 1, "{name}");
        assert!(page.contains(&format!("](../pictures/manual-{name}.svg)")), "{name} lacks its picture");
        let mut args = args.split(' ');
        let scene = args.next().unwrap();
        same_picture(&format!("manual-{name}"), scene, &args.collect::<Vec<_>>());
    }
    assert_eq!(std::fs::read_dir(root().join("docs/manual")).unwrap().count(), PICTURES_OF_THE_MANUAL.len());
}

/// README, the manual and the pages beside it: each link to a file or a heading leads somewhere.
#[test]
fn links_of_the_documents_lead_somewhere() {
    let mut pages = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs/embedding.md", "docs/svg.md"]
        .map(|page| root().join(page))
        .to_vec();
    pages.extend(std::fs::read_dir(root().join("docs/manual")).unwrap().map(|entry| entry.unwrap().path()));
    let anchors = |text: &str| -> Vec<String> {
        let headings = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-');
        headings
            .map(|line| line.chars().filter(kept).collect::<String>().to_lowercase().replace(' ', "-"))
            .collect()
    };
    let mut count = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            assert!(target.exists(), "{}: {link}", page.display());
            if !anchor.is_empty() {
                let target = std::fs::read_to_string(target).unwrap();
                assert!(anchors(&target).iter().any(|a| a == anchor), "{}: {link}", page.display());
            }
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

/// The scene that README has you write holds its expectation, and fails once the ball is moved as it says.
#[test]
fn the_five_minutes_of_the_readme_end_as_it_says() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150);
    let code = |n: usize| readme.split("```ron\n").nth(n).unwrap().split("```").next().unwrap();
    let scene = code(1).trim_end().strip_suffix(')').unwrap().to_owned() + code(2) + ")";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corner.ron");
    std::fs::write(&path, &scene).unwrap();
    let checked = good(&["check", folder.path().to_str().unwrap()]);
    assert!(checked.contains("1 expectation"), "{checked}");
    assert!(scene.contains("(2.6, 1.8)"));
    std::fs::write(&path, scene.replace("(2.6, 1.8)", "(2.6, 1.9)")).unwrap();
    assert_eq!(run(&["check", folder.path().to_str().unwrap()]).status.code(), Some(1));
}

#[cfg(feature = "second-opinion")]
#[test]
fn a_second_opinion_is_told_and_checked() {
    let scene = "scenes/where-parry2d-differs.ron";
    let told = good(&["report", scene, "--second-opinion"]);
    for sentence in [
        "parry2d differs: 0.75 m deep, normal (0, -1); ours: 1.75 m deep, normal (0, -1).",
        "Moving A by theirs leaves an overlap of 1 m.",
        "Moving A by ours separates the two, and no way out is shorter.",
        "Moving A by theirs separates the two, but 0.5 m would do.",
    ] {
        assert!(told.contains(sentence), "{told}");
    }
    let report = json(&[scene, "--second-opinion"]);
    let opinion = &report["pairs"][0]["second_opinion"];
    assert_eq!((opinion["by"].as_str(), opinion["verdict"].as_str()), (Some("parry2d"), Some("differ")));
    assert_eq!(vec2(&opinion["normal"]), [0.0, -1.0]);
    assert!((f(&opinion["depth"]) - 0.75).abs() < 1.0e-6, "{opinion}");
    assert_eq!(opinion["check"]["separates"], Value::Bool(false));
    assert_eq!(opinion["check_ours"]["holds"], Value::Bool(true));
    let agreed = json(&["scenes/circle-at-a-rectangles-corner.ron", "--second-opinion"]);
    assert_eq!(agreed["pairs"][0]["second_opinion"]["verdict"].as_str(), Some("agree"));
    assert!(json(&[scene])["pairs"][0].get("second_opinion").is_none(), "only where it is asked for");
    // A tolerance beyond the difference.
    let wide = json(&[scene, "--second-opinion", "--tolerance", "4"]);
    assert_eq!(wide["pairs"][0]["second_opinion"]["verdict"].as_str(), Some("agree"));

    let checked = run(&["check", scene, "--second-opinion"]);
    let text = text(&checked.stdout);
    assert_eq!(checked.status.code(), Some(1), "{text}");
    assert_eq!(text.matches(" differs: ").count(), 3, "{text}");
    assert!(text.contains("\"across\" and \"upright\" at frame 0: parry2d differs"), "{text}");
    assert!(text.contains("1 scene, 3 expectations: all hold\nsecond opinion on 3 pairs: "), "{text}");
    good(&["check", scene]);
    let fine = good(&["check", "scenes/built-in.ron", "--second-opinion", "--frames", "5,30"]);
    assert!(fine.contains("differs on 0"), "{fine}");
    for args in [
        &["check", scene, "--second-opinion", "--tolerance", "0"][..],
        &["check", scene, "--tolerance", "0.1"],
        &["check", scene, "--frames", "3"],
        &["report", scene, "--second-opinion", "--tolerance", "x"],
    ] {
        bad(args);
    }
}

#[cfg(not(feature = "second-opinion"))]
#[test]
fn a_second_opinion_that_is_not_built_in_is_said_to_be_so() {
    for command in ["report", "check"] {
        assert!(bad(&[command, "scenes/built-in.ron", "--second-opinion"]).contains("not built in"));
        assert!(good(&[command, "--help"]).contains("Not built in"));
    }
}

#[test]
fn a_map_of_positions_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = |name: &str, args: &[&str]| {
        let path = folder.path().join(name);
        let output = path.to_str().unwrap();
        good(&[&["render", "scenes/pair-rectangle-polygon.ron", "--output", output][..], args].concat());
        std::fs::read_to_string(path).unwrap()
    };
    let (map, plain) = (drawn("map.svg", &["--map"]), drawn("plain.svg", &[]));
    assert!(map.contains("two ways out are equally long"), "{map}");
    // Where no pair touches there is nothing to map or to enlarge.
    let apart = "(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1)),
        (name: \"b\", shape: Circle(radius: 1), position: (5, 0))])";
    let apart = write(&folder, "apart.ron", apart);
    let output = folder.path().join("apart.svg");
    for option in [&["--map"][..], &["--lens"], &["--fit", "pair"]] {
        let render = ["render", &apart, "--output", output.to_str().unwrap()];
        let said = bad(&[&render, option].concat());
        let expected = format!("{}: no pair touches; name one with --pair A,B", option.join(" "));
        assert!(said.contains(&expected) && !output.exists(), "{said}");
        good(&[&render, option, &["--pair", "a,b"]].concat());
        std::fs::remove_file(&output).unwrap();
    }
    assert!(!plain.contains("two ways out are equally long"));
}

#[test]
fn a_picture_does_not_overwrite_the_scene_that_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1))])";
    let scene = write(&folder, "scene.ron", text);
    let own = write(&folder, "own.svg", text);
    let mut pictures = vec![(own.clone(), own)];
    #[cfg(unix)]
    for (name, kind) in [("link.svg", 0), ("other.svg", 1)] {
        let other = folder.path().join(name);
        let linked = if kind == 0 {
            std::os::unix::fs::symlink(&scene, &other)
        } else {
            std::fs::hard_link(&scene, &other)
        };
        linked.unwrap();
        pictures.push((scene.clone(), other.to_str().unwrap().to_owned()));
    }
    for (scene, picture) in &pictures {
        let message = bad(&["render", scene, "-o", picture]);
        assert!(
            message.contains(
                "is the scene itself, which the picture would overwrite; allowed: another file, or --force"
            ),
            "{message}"
        );
        assert_eq!(std::fs::read_to_string(scene).unwrap(), text);
    }
    let (scene, picture) = &pictures[0];
    good(&["render", scene, "-o", picture, "--force"]);
    assert!(std::fs::read_to_string(scene).unwrap().starts_with("<svg"));
}

/// The program's errors on a terminal of its own, while its output goes to a file.
#[cfg(target_os = "linux")]
#[test]
fn a_long_report_shows_its_progress() {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: there is no `script`, which makes a terminal");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pile: String = (0..250).map(|i| format!("(name: \"{i}\", shape: Circle(radius: 1)),")).collect();
    let scene = write(&folder, "pile.ron", &format!("(version: 1, bodies: [{pile}])"));
    let program = env!("CARGO_BIN_EXE_collision-test");
    for pairs in ["touching", "all"] {
        let line = format!("{program} report {scene} --pairs {pairs} > {}/out.txt", folder.path().display());
        let output = Command::new("script").args(["-qec", &line, "/dev/null"]).output().unwrap();
        let seen = text(&output.stdout);
        assert!(seen.contains("/31125") || seen.contains("/31250"), "{pairs}: {seen:?}");
        let told = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
        assert!(told.contains("31125 touching pairs") && !told.contains("/31125"));
    }
}
