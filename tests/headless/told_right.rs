//! What messages and reports say is what is so.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

use collision_test::picture::display::{Item, Provenance, Rect};
use collision_test::picture::frame::Frame;
use collision_test::picture::overlay::{self, Layer, Options, Picture};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::View;
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::Scene;
use glam::Vec2;
use serde_json::Value;
use tempfile::TempDir;

use super::imports::{left_out, read};

/// Runs the program beside a file of this name and text.
fn run(name: &str, file: &str, args: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), file).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_collision-test"))
        .current_dir(folder.path())
        .args(args)
        .env_remove("DISPLAY")
        .output()
        .unwrap();
    told(&output)
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

const BALL: &str = r#"(version: 1, bodies: [(name: "ball", shape: Circle(radius: 1.0))])"#;

/// A word of the command line that turns the text around, colours the terminal, and goes on for long.
#[test]
fn words_of_the_command_line_are_escaped_and_cut_in_every_usage_error() {
    let bad = format!("\u{202e}\u{1b}[31m\u{9b}2J\nerror: {}", "x".repeat(5000));
    let option = format!("--{bad}");
    for args in [
        &[bad.as_str()] as &[&str],
        &["report", &option],
        &["report", "scene.ron", "--frame", &bad],
        &["report", "scene.ron", "--format", &bad],
        &["render", "scene.ron", "--size", &bad],
        &["compare", "a.jsonl", "--kind", &bad],
        &["report", "a.ron", "b.ron", &bad],
        &["link", "scene.ron", "--embed=", &bad],
    ] {
        let (code, out, errors) = run("scene.ron", BALL, args);
        let is_plain = |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}');
        assert!(errors.chars().all(is_plain), "{args:.40?}: {errors:?}");
        assert!(errors.lines().all(|line| !line.starts_with("error: xx")), "{args:.40?}: {errors}");
        assert!(errors.len() < 3000 && out.is_empty(), "{args:.40?}: {} characters: {errors}", errors.len());
        assert_eq!(code, 2, "{args:.40?}: {errors}");
    }
    let (_, _, errors) = run("scene.ron", BALL, &["report", "--fram", "3"]);
    assert!(errors.contains("--fram") && errors.contains("--frame"), "clap's own hints stay: {errors}");
}

const CORNERS: &str = r#"(version: 1, bodies: [
    (name: "car", shapes: [(shape: Rectangle(width: 1.0, height: 1.0))], motion: Dynamic()),
    (name: "wall", shape: Rectangle(width: 1.0, height: 1.0), position: (1.3, 1.4)),
], EXTRA)"#;

#[test]
fn a_part_in_crosses_is_refused_as_a_part() {
    let scene = CORNERS.replace("EXTRA", r#"stops: [Crosses(a: "car/1", b: "wall")]"#);
    let (code, _, errors) = run("scene.ron", &scene, &["check", "scene.ron"]);
    assert!(code == 2 && errors.contains("\"car/1\"") && errors.contains("whole bodies"), "{errors}");
    let until = ["report", "scene.ron", "--until", r#"Crosses(a: "car/1", b: "*")"#];
    let (code, _, errors) = run("scene.ron", &CORNERS.replace("EXTRA", ""), &until);
    assert!(code == 2 && errors.contains("whole bodies"), "{errors}");
    let scene = CORNERS.replace("EXTRA", r#"stops: [Crosses(a: "cart", b: "wall")]"#);
    let (_, _, errors) = run("scene.ron", &scene, &["check", "scene.ron"]);
    assert!(errors.contains("did you mean \"car\""), "{errors}");
}

/// A velocity that is `null` is not told: neither 0 in the report nor in the numbers over frames.
#[test]
fn a_velocity_that_a_recording_does_not_tell_of_a_body_is_no_zero() {
    let recording = concat!(
        r#"{"recording": 1, "engine": "e 1", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "#,
        r#""bodies": [{"name": "ball", "shapes": [{"circle": {"radius": 1}}]}, {"name": "box", "shapes": [{"circle": {"radius": 1}}]}, "#,
        r#"{"name": "floor", "static": true, "shapes": [{"segment": {"start": [-9, -4], "end": [9, -4]}}]}]}"#,
        "\n",
        r#"{"frame": 0, "time": 0, "poses": [[0, 0, 0], [1.5, 0, 0], [0, 0, 0]], "velocities": [[0, -2, 0], null, null], "contacts": []}"#,
        "\n"
    );
    let report = |args: &[&str]| run("a.jsonl", recording, &[&["report", "a.jsonl"], args].concat()).1;
    let told = json(&report(&["--format", "json", "--impacts", "9"]));
    let velocity =
        |body: usize| [&told["bodies"][body]["velocity"], &told["bodies"][body]["angular_velocity"]];
    assert_eq!(velocity(0), [&serde_json::json!([0.0, -2.0]), &serde_json::json!(0.0)]);
    assert_eq!([velocity(1), velocity(2)], [[&Value::Null; 2]; 2]);
    let ahead: Vec<_> = told["impacts"].as_array().unwrap().iter().map(|i| (&i["a"], &i["b"])).collect();
    assert_eq!(ahead, [(&Value::from(0), &Value::from(2))], "the box moves as nobody knows");
    let text = report(&[]);
    assert!(text.contains("ball #0 — box #1: depth") && !text.contains("closing"), "{text}");
    let watched = "ball.speed,box.speed,box.x,floor.velocity.x";
    let csv = report(&["--watch", watched, "--frames", "0..0", "--format", "csv"]);
    assert_eq!(csv.lines().last(), Some("0,0.0,2.0,,1.5,"), "{csv}");
}

#[test]
fn a_contact_that_is_missing_is_told_with_the_distance_that_there_is() {
    let expected = r#"expect: [Contact(a: "car", b: "wall")]"#;
    let (_, out, errors) = run("scene.ron", &CORNERS.replace("EXTRA", expected), &["check", "scene.ron"]);
    let (_, closest, _) = run(
        "scene.ron",
        &CORNERS.replace("EXTRA", ""),
        &["query", "scene.ron", "--closest", "car,wall", "--format", "json"],
    );
    let distance = &json(&closest)["queries"][0]["distance"];
    assert!(out.contains(&format!("a gap of {distance} along (0.59")), "{distance}: {out}{errors}");
    // Side by side, exactly touching.
    let beside = CORNERS.replace("(1.3, 1.4)", "(1.0, 0.2)").replace("EXTRA", expected);
    let (_, out, _) = run("scene.ron", &beside, &["check", "scene.ron"]);
    assert!(out.contains("a gap of 0.0 along (1.0, 0.0)"), "{out}");
    // A direction has length 1, as the report has it: it was (0.99999994, 0.0).
    let far = r#"(version: 1, bodies: [(name: "car", shape: Circle(radius: 1.0), position: (50.0, 0.0)),
        (name: "wall", shape: Circle(radius: 1.0), position: (1.0, 0.0))], expect: [Contact(a: "car", b: "wall")])"#;
    let (_, out, _) = run("scene.ron", far, &["check", "scene.ron"]);
    assert!(
        out.contains("a gap of 47.0 along (1.0, 0.0)") || out.contains("a gap of 47.0 along (-1.0, 0.0)"),
        "{out}"
    );
}

/// The formats count the same expectations.
#[test]
fn an_expectation_after_the_end_of_the_run_fails_in_every_format() {
    let scene = |expect: &str| {
        format!(
            r#"(version: 1, bodies: [
                (name: "rocket", shape: Circle(radius: 1), motion: Dynamic(velocity: (3e38, 0), acceleration: (3e38, 0))),
                (name: "rock", shape: Circle(radius: 1), position: (0, 9)),
            ], expect: [{expect}])"#
        )
    };
    let separate = r#"Separate(a: "rocket", b: "rock", frame: 50)"#;
    let never = r#"Never(stop: Begin(a: "rocket", b: "rock"), frames: (0, 50))"#;
    // It holds before the run ends, whatever comes after it.
    let soon = r#"Soon(stop: Outside(body: "rocket", min: (-1, -1), max: (1, 1)), before: 50)"#;
    for (expect, failures) in [(separate, 1), (never, 1), (soon, 0)] {
        let scene = scene(expect);
        let check = |format: &str| run("scene.ron", &scene, &["check", "scene.ron", "--format", format]);
        let (code, text, _) = check("text");
        assert_eq!(code, 1, "{text}");
        let outcome =
            if failures == 1 { "1 expectation: 1 does not hold" } else { "1 expectation: all hold" };
        assert!(text.ends_with(&format!("{outcome}; 1 scene does not stay finite\n")), "{text}");
        let line = "expected ";
        assert_eq!(text.matches(line).count(), failures, "{text}");
        let found = json(&check("json").1);
        assert_eq!([&found["failures"], &found["not_finite"]], [&Value::from(failures), &Value::from(1)]);
        assert_eq!(found["files"][0]["expectations"][0]["holds"], Value::from(failures == 0));
        let (_, xml, _) = check("junit");
        let counts = format!("failures=\"{failures}\" errors=\"1\"");
        assert!(xml.contains(&counts), "{xml}");
    }
}

#[test]
fn a_long_name_leaves_room_for_the_other_in_the_name_of_a_case() {
    let long = "n".repeat(300);
    let scene = format!(
        r#"(version: 1, bodies: [(name: "{long}", shape: Circle(radius: 1)), (name: "crate", shape: Circle(radius: 1))],
            expect: [Contact(a: "{long}", b: "crate")])"#
    );
    let (_, xml, _) = run("scene.ron", &scene, &["check", "scene.ron", "--format", "junit"]);
    assert!(xml.contains("n… and crate at frame 0"), "{xml}");
}

/// The disk is full after some bytes of a file that has a second name, so that it is written in place.
#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_whole_after_a_save_that_the_disk_has_no_room_for() {
    let folder: TempDir = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let drawing: String =
        (0..200).map(|i| format!(r#"<rect x="{}" width="9" height="9"/>"#, 20 * i)).collect();
    let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">{drawing}</svg>"#);
    std::fs::write(path("a.svg"), svg).unwrap();
    std::fs::write(path("scene.ron"), BALL).unwrap();
    std::fs::hard_link(path("scene.ron"), path("other.ron")).unwrap();
    let program = env!("CARGO_BIN_EXE_collision-test");
    let import = "import a.svg --output scene.ron --force";
    let save = |limit: &str| {
        let line = format!("trap '' XFSZ; {limit} exec {program} {import}");
        let output = Command::new("sh").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
        told(&output)
    };
    let (code, _, errors) = save("ulimit -f 1;");
    assert_eq!(code, 2, "{errors}");
    assert_eq!(std::fs::read_to_string(path("other.ron")).unwrap(), BALL, "{errors}");
    let names = |folder: &Path| std::fs::read_dir(folder).unwrap().count();
    assert_eq!(names(folder.path()), 3, "nothing is left beside it");
    let (code, _, errors) = save("");
    assert_eq!(code, 0, "{errors}");
    assert_eq!(Scene::load(&path("other.ron")).unwrap().bodies.len(), 200);
    assert_eq!(names(folder.path()), 3, "nothing is left beside it");
}

#[test]
fn what_is_refused_is_told_as_it_is_written() {
    let header = |unit: &str| {
        format!(
            "{{\"recording\": 1, \"engine\": \"e 1\", \"metres_per_unit\": {unit}, \"y\": \"up\", \"angle\": \"radians\", \
             \"normal\": \"from a to b\", \"bodies\": [{{\"name\": \"ball\", \"shapes\": [{{\"circle\": {{\"radius\": 1}}}}]}}]}}\n"
        )
    };
    for (unit, found) in [("1e-300", "found 1e-300, which an f32 rounds to 0"), ("0", "found 0;")] {
        let (code, _, errors) = run("a.jsonl", &header(unit), &["report", "a.jsonl"]);
        assert!(code == 2 && errors.contains(found), "{unit}: {errors}");
    }
    let cut = header("1") + "{\"frame\":\n{\"frame\": 1, \"time\": 0, \"poses\": [[0, 0, 0]]}\n";
    let (_, _, errors) = run("a.jsonl", &cut, &["report", "a.jsonl"]);
    assert!(errors.contains("column 10: EOF"), "{errors}");

    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><line id="edge" x1="1" y1="1" x2="8" y2="3"/></svg>"#;
    let told = match read("a.svg", svg) {
        Ok(imported) => left_out(&imported).join("\n"),
        Err(error) => error.to_string(),
    };
    assert!(told.contains("no stroke") && !told.contains("encloses"), "{told}");

    // 0.1 is no f32, so that the middle one is beside the line by less than rounding.
    let scene = r#"(version: 1, bodies: [(name: "a", shape: Polygon(points: [(0.0, 0.0), (0.3, 0.1), (0.9, 0.3), (0.0, 1.0)]))])"#;
    let (_, _, errors) = run("scene.ron", scene, &["check", "scene.ron"]);
    assert!(errors.contains("is straight") && !errors.contains("is not convex;"), "{errors}");
}

#[test]
fn a_distance_of_nothing_has_no_sign() {
    let scene = CORNERS.replace("(1.3, 1.4)", "(1.0, 0.2)").replace("EXTRA", "");
    let closest = ["query", "scene.ron", "--closest", "car,wall", "--format", "json"];
    let swapped = ["query", "scene.ron", "--closest", "wall,car", "--format", "json"];
    let at = ["query", "scene.ron", "--at", "0.5,0.2", "--format", "json"];
    for args in [&closest as &[&str], &swapped, &at] {
        let (_, out, errors) = run("scene.ron", &scene, args);
        assert!(out.contains("\"distance\"") && !out.contains("\"distance\": -0.0"), "{out}{errors}");
        assert!(!out.contains("\"distance\":-0.0"), "{out}{errors}");
    }
}

#[test]
fn the_caret_under_a_scene_s_line_stands_under_the_fault() {
    for before in ["\u{1b}[31m", "\u{202e}", "日本", "plain", "\u{9b}2J"] {
        let scene =
            format!("(version: 1, bodies: [(name: \"{before}\", shape: Circle(radius: 1), bogus: 1)])");
        let (_, _, errors) = run("scene.ron", &scene, &["check", "scene.ron"]);
        let lines: Vec<&str> = errors.lines().collect();
        let [.., shown, caret] = lines[..] else { panic!("{errors}") };
        let until = caret.find('^').unwrap();
        let mut columns = 0;
        let place = shown.char_indices().find(|(_, c)| {
            let here = columns == until;
            columns += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
            here
        });
        let rest = place.map_or("", |(at, _)| &shown[at..]);
        assert!(rest.starts_with("bogus") || rest.starts_with(": 1"), "{before:?}: {errors}");
        assert!(!shown.contains(char::is_control), "{errors:?}");
    }
}

/// What these layers draw of a scene, with a legend, at 100 pixels a metre.
fn drawn(scene: &str, layers: &[Layer]) -> (Vec<Item>, View) {
    let scene = Scene::from_ron(scene, "scene").unwrap();
    let world = scene.to_world().unwrap();
    let report = Report::of(&scene, &world, &ReportOptions::default());
    let options = Options { layers: layers.iter().copied().collect(), legend: true, ..Options::default() };
    let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };
    let view =
        View { center: Vec2::ZERO, scale: 100.0, ..View::fitted(None, canvas, 1.0).out_of(&Frame::WORLD) };
    let theme = Theme::LIGHT;
    let list = overlay::draw(&Picture {
        scene: &scene,
        world: &world,
        report: &report,
        view: &view,
        theme: &theme,
        options: &options,
    });
    (list.items.into_iter().map(|(Provenance { .. }, item)| item).collect(), view)
}

/// A one-sided chain holds what is on its right-hand side, and its ticks are on the other one, as the hatching of a solid is.
#[test]
fn the_legend_of_a_one_sided_chain_says_on_which_side_it_holds() {
    let scene = r#"(version: 1, bodies: [
        (name: "floor", shape: Chain(points: [(2.0, 0.0), (-2.0, 0.0)], one_sided: true)),
        (name: "above", shape: Circle(radius: 0.5), position: (0.0, 0.4), motion: Dynamic()),
    ])"#;
    let world = Scene::from_ron(scene, "scene").unwrap().to_world().unwrap();
    assert_eq!(world.detect().len(), 1, "it holds what is above");
    let (items, view) = drawn(scene, &[Layer::Shapes]);
    let floor = view.screen_from_world(Vec2::ZERO).y;
    let is_near =
        |[p, q]: &&[Vec2; 2]| p.distance(*q) < 7.0 && p.x > 400.0 && (p.y.max(q.y) - floor).abs() < 9.0;
    let lines: Vec<_> = items
        .iter()
        .filter_map(|item| if let Item::Segments { lines, .. } = item { Some(lines) } else { None })
        .flatten()
        .filter(is_near)
        .collect();
    assert!(lines.len() > 20 && lines.iter().all(|[p, q]| p.y.min(q.y) > floor - 0.1), "{lines:?}");
    let told: String = items.iter().map(|item| format!("{item:?}\n")).collect();
    assert!(told.contains("without ticks"), "{told}");
}

/// A kinematic body turns about its position, at which its velocity is.
#[test]
fn the_velocity_of_a_body_is_drawn_where_its_centre_is_marked() {
    for motion in ["Kinematic(velocity: (1.0, 0.0), angular_velocity: 90.0)", "Dynamic(velocity: (1.0, 0.0))"]
    {
        let scene = format!(
            r#"(version: 1, bodies: [(name: "a", shape: Polygon(points: [(0, 0), (3, 0), (0, 3)]), motion: {motion})])"#
        );
        let (items, view) = drawn(&scene, &[Layer::Velocities, Layer::Centers]);
        let centre = Scene::from_ron(&scene, "scene").unwrap().to_world().unwrap().bodies()[0].center();
        let centre = view.screen_from_world(centre);
        let arrows: Vec<Vec2> = items
            .iter()
            .filter_map(|item| if let Item::Arrow { from, .. } = item { Some(*from) } else { None })
            .collect();
        assert!(arrows.iter().any(|from| from.distance(centre) < 0.1), "{motion}: {arrows:?}, not {centre}");
        let is_marker =
            |item: &Item| matches!(item, Item::Circle { center, .. } if center.distance(centre) < 0.1);
        assert!(items.iter().filter(|item| is_marker(item)).count() >= 2, "{motion}");
    }
}

/// A body that turned on and on: a direction beyond some turns is finer than any rotation that a file says.
#[test]
fn the_smallest_scene_of_what_turned_many_times_has_its_own_contact() {
    let scene = r#"(version: 1, solver: Off, bodies: [
        (name: "a", shape: Rectangle(width: 4.0, height: 2.0), motion: Kinematic(angular_velocity: 777.0)),
        (name: "b", shape: Circle(radius: 1.0), position: (1.2, 0.3)),
    ])"#;
    for frame in ["5", "28", "60", "277", "278", "400", "2000"] {
        let args = ["explain", "scene.ron", "--pair", "a,b", "--frame", frame, "--format", "ron"];
        let (_, smallest, _) = run("scene.ron", scene, &args);
        assert_eq!(
            run("smallest.ron", &smallest, &["check", "smallest.ron"]).0,
            0,
            "frame {frame}: {smallest}"
        );
    }
}

/// Ten steps of 9 degrees are a quarter turn.
#[test]
fn quarter_turns_are_exact_for_what_turned_some_times() {
    let scene = r#"(version: 1, timestep: 0.1, bodies: [
        (name: "a", shape: Rectangle(width: 4.0, height: 2.0), motion: Kinematic(angular_velocity: 90.0))])"#;
    for frame in ["10", "50", "90", "390"] {
        let (_, report, _) =
            run("scene.ron", scene, &["report", "scene.ron", "--frame", frame, "--format", "json"]);
        assert_eq!(json(&report)["bodies"][0]["aabb"]["max"], serde_json::json!([1.0, 2.0]), "frame {frame}");
    }
}
