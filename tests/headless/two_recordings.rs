//! Two recordings beside each other, and what is between two frames of one.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::recordings::{file_of, run};

/// A run of a scene in a file of its own.
fn recorded(folder: &Path, name: &str, scene: &str) -> PathBuf {
    let (source, to) = (folder.join(format!("{name}.ron")), folder.join(format!("{name}.jsonl")));
    std::fs::write(&source, scene).unwrap();
    let args = ["record", source.to_str().unwrap(), "--frames", "0..60", "--output", to.to_str().unwrap()];
    assert_eq!(run(&args).0, 0);
    to
}

const FALL: &str = r#"Scene(version: 1, name: "fall", gravity: (0, -10), solver: Rigid, bodies: [
    Body(name: "ball", shape: Circle(radius: 0.5), position: (0, 1.5), motion: Dynamic(mass: 1)),
    Body(name: "floor", shape: Rectangle(width: 20, height: 1), position: (0, -0.5))])"#;

fn json(args: &[&str]) -> (i32, Value) {
    let (code, out, err) = run(&[args, &["--format", "json"]].concat());
    (code, serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}")))
}

#[test]
fn two_runs_differ_first_by_what_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let one = recorded(folder.path(), "one", FALL);
    let same = recorded(folder.path(), "same", FALL);
    // The next float above 10 is 9.5e-7 more.
    let other = recorded(folder.path(), "other", &FALL.replace("-10", "-10.000001"));
    let [one, same, other] = [&one, &same, &other].map(|path| path.to_str().unwrap());
    let (code, found) = json(&["compare", one, same]);
    assert_eq!((code, &found["differences"]), (0, &serde_json::json!([])));
    assert!(run(&["compare", one, same]).1.contains("\nno difference; "));
    // A scene is none, as the first file or as the second.
    let scene = folder.path().join("one.ron");
    for files in [[one, scene.to_str().unwrap()], [scene.to_str().unwrap(), one]] {
        let (code, _, err) = run(&["compare", files[0], files[1]]);
        assert!(code == 2 && err.contains("one.ron: is a scene; allowed: a recording"), "{err}");
    }
    let (code, found) = json(&["compare", one, other]);
    assert_eq!(code, 1);
    let first = &found["first"]["body"];
    assert_eq!((&first["what"], &first["body"]), (&"velocity".into(), &0.into()), "{found}");
    let by = first["by"].as_f64().unwrap();
    // The acceleration's difference times t, to rounding; the first floats that can show it.
    assert!(by > 0.0 && by < 1.0e-6 && first["frame"].as_u64().unwrap() > 0, "{first}");
    let growth = first["growth"].as_array().unwrap();
    let grows =
        growth.windows(2).all(|pair| pair[0]["by"].as_f64().unwrap() < pair[1]["by"].as_f64().unwrap());
    assert!(grows, "{growth:?}");
    let (code, found) = json(&["compare", one, other, "--tolerance", "1"]);
    assert_eq!((code, &found["differences"]), (0, &serde_json::json!([])), "within the tolerance");
    let text = run(&["compare", one, other]).1;
    assert!(
        text.contains("61 frames of both by number") && text.contains("first body that differs: frame"),
        "{text}"
    );
}

/// Each row: what is changed in the second recording, and the first row of it.
#[test]
fn each_kind_of_difference_of_two_runs_is_told() {
    let header = r#"{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "degrees", "normal": "from a to b", "bodies": [{"name": "ball", "shapes": [{"circle": {"radius": 1}}]}, {"name": "floor", "static": true, "shapes": [{"half_plane": {"normal": [0, 1]}}]}]}"#;
    let frame = |n: u64| {
        format!(
            r#"{{"frame": {n}, "time": {n}, "poses": [[0, 0.9, 350], [0, 0, 0]], "velocities": [[1, 0, 0], null], "contacts": [{{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.1, "points": [[0, 0]], "impulse": 0.5}}], "events": [{{"kind": "begin", "a": 0, "b": 1}}]}}"#
        )
    };
    let whole = format!("{header}\n{}\n{}\n", frame(3), frame(4));
    // Bodies in another order, normals the other way round, another angle of the same direction.
    let turned = header.replace("from a to b", "from b to a");
    let (ball, floor) =
        (turned.find(r#"{"name": "ball""#).unwrap(), turned.find(r#", {"name": "floor""#).unwrap());
    let end = turned.rfind("]}").unwrap();
    let swapped =
        format!("{}{}, {}{}", &turned[..ball], &turned[floor + 2..end], &turned[ball..floor], &turned[end..]);
    let swapped_frame = |n: u64| {
        frame(n)
            .replace("[[0, 0.9, 350], [0, 0, 0]]", "[[0, 0, 0], [0, 0.9, -10]]")
            .replace("[[1, 0, 0], null]", "[null, [1, 0, 0]]")
            .replace(r#""a": 0, "b": 1"#, r#""a": 1, "b": 0"#)
            .replace("[0, -1]", "[0, 1]")
    };
    let rows: [(String, Option<(&str, f64)>); 14] = [
        (whole.clone(), None),
        (format!("{swapped}\n{}\n{}\n", swapped_frame(3), swapped_frame(4)), None),
        (whole.replace("0.9", "0.8"), Some(("position", 0.1))),
        (whole.replace("350", "352"), Some(("angle", 2.0_f64.to_radians()))),
        (whole.replace("[[0, 0.9, 350]", "[null"), Some(("there", 1.0))),
        (whole.replace(r#""depth": 0.1"#, r#""depth": 0.3"#), Some(("depth", 0.2))),
        (whole.replace("[0, -1]", "[1, 0]"), Some(("normal", 90.0_f64.to_radians()))),
        (whole.replace(r#""depth": 0.1"#, r#""depth": -0.1"#), Some(("contact", 0.1))),
        (whole.replace(r#""kind": "begin""#, r#""kind": "end""#), Some(("event", 2.0))),
        (whole.replace("[[1, 0, 0]", "[[3, 0, 0]"), Some(("velocity", 2.0))),
        (whole.replace("[[1, 0, 0]", "[[1, 0, 90]"), Some(("angular velocity", 90.0_f64.to_radians()))),
        (whole.replace("[[0, 0]]", "[[0.25, 0]]"), Some(("point", 0.25))),
        (whole.replace(r#""impulse": 0.5"#, r#""impulse": 0.75"#), Some(("impulse", 0.25))),
        (whole.replace(r#""radius": 1"#, r#""radius": 2"#), Some(("shape", 1.0))),
    ];
    let (_folder, path) = file_of(&whole);
    for (other, expected) in rows {
        let (_folder, other) = file_of(&other);
        let (code, found) =
            json(&["compare", path.to_str().unwrap(), other.to_str().unwrap(), "--tolerance", "1e-6"]);
        assert_eq!(code, i32::from(expected.is_some()), "{expected:?}: {found}");
        let Some((what, by)) = expected else { continue };
        let row = &found["differences"][0];
        assert_eq!(
            (row["what"].as_str().unwrap(), &row["frame"], &row["frames"]),
            (what, &3.into(), &if what == "shape" { 1 } else { 2 }.into()),
            "{found}"
        );
        assert!((row["by"].as_f64().unwrap() - by).abs() < 1.0e-5, "{what}: {row}");
        // By name and kind.
        let args = [
            "compare",
            path.to_str().unwrap(),
            other.to_str().unwrap(),
            "--kind",
            what,
            "--pair",
            "ball,floor",
        ];
        assert_eq!(json(&args).0, 1, "{what}");
    }
    let shorter = format!("{header}\n{}\n", frame(3));
    let (_folder, shorter) = file_of(&shorter);
    let (code, out, _) = run(&["compare", path.to_str().unwrap(), shorter.to_str().unwrap()]);
    assert!(code == 1 && out.contains("1 frame of the first alone"), "{out}");
    let (_folder, renamed) = file_of(&whole.replace(r#""name": "ball""#, r#""name": "player""#));
    let (code, out, _) = run(&["compare", path.to_str().unwrap(), renamed.to_str().unwrap()]);
    assert!(code == 0 && out.contains("body 0 is matched by index: ball and player"), "{out}");
    for (kind, recordings) in [("late event", 2), ("position", 1)] {
        let mut args = vec!["compare"; 1];
        args.extend(vec![path.to_str().unwrap(); recordings]);
        args.extend(["--kind", kind]);
        assert_eq!(run(&args).0, 2, "{kind}");
    }
}

/// A bullet and a thin wall; each row changes the line that it flies, or what is told.
#[test]
fn what_passes_through_between_two_frames_is_found() {
    let lines = |changed: &[(&str, &str)]| {
        let header = r#"{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "degrees", "normal": "from a to b", "bodies": [{"name": "bullet", "shapes": [{"circle": {"radius": 0.1}}]}, {"name": "wall", "static": true, "shapes": [{"rectangle": {"width": 0.2, "height": 4}}]}]}"#;
        let frame = |n: u64, x: f64| {
            format!(
                r#"{{"frame": {n}, "time": {}, "poses": [[{x}, 0, 0], [0, 0, 0]], "velocities": [[120, 0, 0], null], "contacts": [], "events": []}}"#,
                n as f64 / 60.0
            )
        };
        let text = format!("{header}\n{}\n{}\n{}\n", frame(810, -3.0), frame(811, -1.0), frame(812, 1.0));
        changed.iter().fold(text, |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        })
    };
    let found = |changed: &[(&str, &str)], more: &[&str]| {
        let (_folder, path) = file_of(&lines(changed));
        let (code, found) = json(&[&["compare", path.to_str().unwrap(), "--between"], more].concat());
        let crossings = found["crossings"].as_array().unwrap().clone();
        assert_eq!(code, i32::from(!crossings.is_empty()));
        (crossings, found["teleports"].as_u64().unwrap())
    };
    let (crossings, teleports) = found(&[], &[]);
    let [crossing] = crossings.as_slice() else { panic!("{crossings:?}") };
    // The rim is at the wall's face after 0.8 of 2 m.
    assert!((crossing["fraction"].as_f64().unwrap() - 0.4).abs() < 1.0e-3, "{crossing}");
    assert!((crossing["depth"].as_f64().unwrap() - 0.2).abs() < 1.0e-3, "{crossing}");
    assert_eq!((&crossing["frame"], &crossing["next"], teleports), (&811.into(), &812.into(), 0));
    // Put there: 2 m are more than four times its size, and it stood still before.
    let stands = [("[[-3, 0, 0]", "[[-1, 0, 0]"), ("[120, 0, 0]", "[0, 0, 0]")];
    assert_eq!(found(&stands, &[]), (Vec::new(), 1));
    assert_eq!(found(&stands, &["--teleport", "3"]).0.len(), 1);
    assert_eq!(found(&[], &["--teleport", "1.9"]), (Vec::new(), 2));
    // As fast as before through a frame of four times the length, of which no velocity is told.
    let late = [812.0, 815.0].map(|n: f64| format!("\"time\": {},", n / 60.0));
    let dropped = [
        ("[[-3, 0, 0]", "[[-1.6, 0, 0]"),
        ("[[1, 0, 0]", "[[1.4, 0, 0]"),
        ("\"velocities\": [[120, 0, 0], null], ", ""),
        (late[0].as_str(), late[1].as_str()),
    ];
    let (crossings, teleports) = found(&dropped, &[]);
    assert_eq!((crossings.len(), teleports), (1, 0), "{crossings:?}");
    // Its way in the frame before lets expect it.
    assert_eq!(found(&[("[120, 0, 0]", "[0, 0, 0]")], &[]).0.len(), 1);
    for at in ["[[-1", "[[1"] {
        let from = format!("{at}, 0, 0], [0, 0, 0]], \"velocities\": [[120, 0, 0], null], \"contacts\": []");
        let to = from.replace("\"contacts\": []", r#""contacts": [{"a": 0, "b": 1, "depth": 0.1}]"#);
        assert_eq!(found(&[(&from, &to)], &[]).0, Vec::<Value>::new(), "they reported it");
    }
    let event =
        |text: &str| text.replace("\"events\": []", r#""events": [{"kind": "begin", "a": 0, "b": 1}]"#);
    assert_eq!(found(&[("\"events\": []", &event("\"events\": []"))], &[]).0.len(), 0);
    assert_eq!(found(&[(r#""name": "bullet","#, r#""name": "bullet", "is": [],"#)], &[]).0.len(), 0);
    // It meets the left face, whose normal is (-1, 0): 63°, 27° and 180° off.
    for (one_way, crossings) in [("[-0.5, 1]", 0), ("[-1, 0.5]", 1), ("[1, 0]", 0)] {
        let wall = format!(r#""name": "wall", "one_way": {one_way},"#);
        assert_eq!(found(&[(r#""name": "wall","#, &wall)], &[]).0.len(), crossings, "{one_way}");
    }
    // Above the wall.
    assert_eq!(found(&[("[[-1, 0, 0]", "[[-1, 3, 0]"), ("[[1, 0, 0]", "[[1, 3, 0]")], &[]).0.len(), 0);
    let (_folder, path) = file_of(&lines(&[]));
    let file = path.to_str().unwrap();
    let (code, out, _) = run(&["compare", file, "--between"]);
    assert!(code == 1 && out.contains("between 811 and 812 bullet and wall cross at 0.4"), "{out}");
    assert!(out.contains("put elsewhere 0 times"), "{out}");
    let stop = r#"Crosses(a: "bullet", b: "*")"#;
    let (code, found) = json(&["report", file, "--until", stop]);
    assert_eq!((code, &found["until"]["frame"]), (0, &812.into()), "{found}");
    let never = r#"Crosses(a: "bullet", b: "bullet")"#;
    assert_ne!(run(&["report", file, "--until", never]).0, 0);
}

/// A rod that turns by 170° sweeps what its ends do not show; told to turn the other way it meets nothing.
#[test]
fn the_angle_goes_the_shorter_way_unless_velocities_say_otherwise() {
    let lines = |omega: f64| {
        format!(
            "{}\n{}\n{}\n",
            r#"{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "degrees", "normal": "from a to b", "bodies": [{"name": "rod", "shapes": [{"capsule": {"start": [0, 0], "end": [3, 0], "radius": 0.1}}]}, {"name": "ball", "static": true, "shapes": [{"circle": {"radius": 0.2}}]}]}"#,
            r#"{"frame": 0, "time": 0, "poses": [[0, 0, 0], [0, 2, 0]], "contacts": []}"#,
            format_args!(
                r#"{{"frame": 1, "time": 1, "poses": [[0, 0, 170], [0, 2, 0]], "velocities": [[0, 0, {omega}], null], "contacts": []}}"#
            )
        )
    };
    for (omega, crossings) in [(0.0, 1), (170.0, 1), (-190.0, 0), (530.0, 1)] {
        let (_folder, path) = file_of(&lines(omega));
        let (_, found) = json(&["compare", path.to_str().unwrap(), "--between"]);
        assert_eq!(found["crossings"].as_array().unwrap().len(), crossings, "{omega}: {found}");
    }
}

/// Two discs; in the first recording they touch in each of 40 frames, of which no depth is told.
#[test]
fn a_contact_without_a_depth_begins_once_and_grows_by_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let disc = |name: &str| format!(r#"{{"name": "{name}", "shapes": [{{"circle": {{"radius": 1}}}}]}}"#);
    let write = |name: &str, contacts: &str| {
        let mut text = format!(
            r#"{{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "degrees", "normal": "from a to b", "bodies": [{}, {}]}}"#,
            disc("a"),
            disc("b")
        );
        for frame in 0..40 {
            let line = format!(
                r#"{{"frame": {frame}, "time": {frame}, "poses": [[0, 0, 0], [1.9, 0, 0]], "contacts": [{contacts}]}}"#
            );
            text += &format!("\n{line}");
        }
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let told = write("told.jsonl", r#"{"a": 0, "b": 1, "normal": [1, 0]}"#);
    let silent = write("silent.jsonl", "");
    for args in [["compare", &told, &silent], ["compare", &silent, &told]] {
        let (code, out, _) = run(&args);
        assert!(code == 1 && out.contains("a contact in one alone in frame 0"), "{out}");
        assert!(!out.contains("0 m deep") && out.matches("in frame").count() <= 2, "{out}");
    }
}

/// The guest and its contact are in one of the two alone: the body is told, whichever is named first, and nothing else.
#[test]
fn what_a_body_of_one_recording_alone_does_is_no_difference_of_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let own = |name: &str, scene: &str| recorded(folder.path(), name, scene).to_str().unwrap().to_owned();
    let guest = r#"Body(name: "guest", shape: Circle(radius: 0.5), position: (5, 0.4)),"#;
    let [one, more] = [
        own("one", FALL),
        own("more", &FALL.replace("Body(name: \"floor\"", &format!("{guest}\n    Body(name: \"floor\""))),
    ];
    for (files, unmatched) in [([&one, &more], [0, 1]), ([&more, &one], [1, 0])] {
        let (_, found) = json(&["compare", files[0], files[1]]);
        assert_eq!(found["differences"], serde_json::json!([]), "{files:?}");
        let counts = [0, 1].map(|side| found["unmatched"][side].as_array().unwrap().len());
        assert_eq!(counts, unmatched, "{found}");
    }
}

/// A ball in a V with a contact on either side; the deepest of the two is the first.
#[test]
fn every_contact_of_a_pair_is_held_beside_the_one_most_like_it() {
    let header = r#"{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "degrees", "normal": "from a to b", "bodies": [{"name": "ball", "shapes": [{"circle": {"radius": 1}}]}, {"name": "V", "static": true, "shapes": [{"segment": {"start": [-4, 4], "end": [0, 0]}}, {"segment": {"start": [0, 0], "end": [4, 4]}}]}]}"#;
    let frame = |contacts: &[&str]| {
        let contacts = contacts.join(", ");
        format!(
            "{header}\n{{\"frame\": 0, \"time\": 0, \"poses\": [[0, 1.3, 0], [0, 0, 0]], \"contacts\": [{contacts}]}}\n"
        )
    };
    let left = r#"{"a": 0, "b": 1, "normal": [-0.8, -0.6], "depth": 0.08, "points": [[-0.7, 0.6]]}"#;
    let right = r#"{"a": 0, "b": 1, "normal": [0.8, -0.6], "depth": 0.07, "points": [[0.7, 0.6]]}"#;
    let right_deep = right.replace("0.07", "0.075");
    let turned = right.replace("[0.8, -0.6]", "[0.6, -0.8]");
    let named = |contact: &str, shape: u32| {
        contact.replace("\"normal\"", &format!("\"shape_b\": {shape}, \"normal\""))
    };
    let (named_left, named_right) = (named(left, 0), named(right, 1));
    let (_folder, path) = file_of(&frame(&[left, right]));
    let rows = |one: &Path, other: &[&str]| {
        let (_folder, other) = file_of(&frame(other));
        let (code, found) =
            json(&["compare", one.to_str().unwrap(), other.to_str().unwrap(), "--tolerance", "1e-6"]);
        let row = |row: &Value| (row["what"].as_str().unwrap().to_owned(), row["by"].as_f64().unwrap());
        let rows: Vec<_> = found["differences"].as_array().unwrap().iter().map(row).collect();
        assert_eq!(code, i32::from(!rows.is_empty()), "{found}");
        rows
    };
    let is = |other: &[&str], expected: &[(&str, f64)]| {
        let found = rows(&path, other);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((what, by), (expected, amount)) in found.iter().zip(expected) {
            assert!(what == expected && (by - amount).abs() < 1.0e-5, "{found:?}");
        }
    };
    is(&[right, left], &[]);
    is(&[left], &[("contact", 0.07)]);
    is(&[right], &[("contact", 0.08)]);
    is(&[&right_deep, left], &[("depth", 0.005)]);
    is(&[&turned, left], &[("normal", 0.28379)]);
    is(&[left, right, right], &[("contact", 0.07)]);
    // Told or not, shapes that are the same are.
    is(&[&named_right, &named_left], &[]);
    let (_folder, with_shapes) = file_of(&frame(&[&named_left, &named_right]));
    assert_eq!(rows(&with_shapes, &[&named_right, &named_left]), []);
    let other = named(right, 0);
    let alone: Vec<_> =
        rows(&with_shapes, &[&named_left, &other]).into_iter().map(|(what, _)| what).collect();
    assert_eq!(alone, ["contact"], "another shape");
}

/// A ray, a cast and nearest points; each row: what is changed in the second recording, and what is told of it.
#[test]
fn answers_to_queries_of_two_runs_are_compared() {
    let lines = r#"{"recording": 1, "engine": "e", "metres_per_unit": 0.5, "y": "up", "angle": "degrees", "normal": "from a to b", "bodies": [{"name": "a", "shapes": [{"circle": {"radius": 1}}]}, {"name": "b", "shapes": [{"circle": {"radius": 1}}]}]}
{"frame": 0, "time": 0, "poses": [[0, 0, 0], [8, 0, 0]], "contacts": [], "queries": [{"kind": "ray", "from": [-9, 0], "to": [11, 0], "hit": {"body": 0, "fraction": 0.4, "point": [-1, 0], "normal": [-1, 0]}}, {"kind": "ray", "from": [0, 5], "to": [9, 5], "hit": null}, {"kind": "closest", "a": 0, "b": 1, "distance": 6}]}
"#;
    let (_folder, path) = file_of(lines);
    let rows = [
        ("", "", None),
        (r#""body": 0, "fraction": 0.4"#, r#""body": 1, "fraction": 0.4"#, Some(("query", 1.0))),
        (r#""fraction": 0.4"#, r#""fraction": 0.45"#, Some(("fraction", 0.05))),
        (r#"[-1, 0], "normal""#, r#"[-1, 0.5], "normal""#, Some(("hit point", 0.25))),
        (r#""normal": [-1, 0]"#, r#""normal": [0, 1]"#, Some(("hit normal", std::f64::consts::FRAC_PI_2))),
        (r#""hit": null"#, r#""hit": {"body": 1}"#, Some(("query", 1.0))),
        (r#""distance": 6"#, r#""distance": 7"#, Some(("distance", 0.5))),
    ];
    for (from, to, expected) in rows {
        let other = if from.is_empty() { lines.to_owned() } else { lines.replacen(from, to, 1) };
        assert_eq!(other == lines, expected.is_none(), "{from}");
        let (_folder, other) = file_of(&other);
        let args = ["compare", path.to_str().unwrap(), other.to_str().unwrap(), "--tolerance", "0.01"];
        let (code, found) = json(&args);
        assert_eq!(code, i32::from(expected.is_some()), "{expected:?}: {found}");
        let Some((what, by)) = expected else { continue };
        let row = &found["first"]["query"];
        assert_eq!(row["what"], what, "{found}");
        assert!((row["by"].as_f64().unwrap() - by).abs() < 1.0e-5, "{row}");
        assert!(run(&args).1.contains("first query that differs: frame 0"), "{what}");
    }
    // Half a fraction's hundredth of 10 m is within 0.1 m.
    let (_folder, other) = file_of(&lines.replace("0.4,", "0.405,"));
    let args = ["compare", path.to_str().unwrap(), other.to_str().unwrap(), "--tolerance", "0.1"];
    assert_eq!(json(&args).0, 0);
}

/// A ball that is thrown up, at so many frames a second.
fn thrown(path: &Path, per_second: u32, start: f64) {
    let mut lines = vec![
        r#"{"recording": 1, "engine": "x", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies": [{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}]}"#
            .to_owned(),
    ];
    lines.extend((0..=per_second).map(|frame| {
        let seconds = f64::from(frame) / f64::from(per_second);
        let y = 6.0 * seconds - 5.0 * seconds * seconds;
        let time = start + seconds;
        format!(r#"{{"frame": {frame}, "time": {time}, "poses": [[0, {y}, 0]], "contacts": []}}"#)
    }));
    std::fs::write(path, lines.join("\n")).unwrap();
}

#[test]
fn runs_at_different_rates_are_matched_by_time_and_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let [fast, slow, later] =
        ["fast", "slow", "later"].map(|name| folder.path().join(name).with_extension("jsonl"));
    thrown(&fast, 60, 0.0);
    thrown(&slow, 30, 0.0);
    // By a clock that shares no moment with the first.
    thrown(&later, 60, 100.0);
    let [fast, slow, later] = [&fast, &slow, &later].map(|path| path.to_str().unwrap());
    let (code, found) = json(&["compare", fast, slow, "--tolerance", "1e-5"]);
    assert_eq!((code, &found["clock"], &found["frames"]), (1, &"time".into(), &31.into()), "{found}");
    assert_eq!(found["frames_alone"], serde_json::json!([30, 0]));
    assert_eq!(found["differences"], serde_json::json!([]), "the same flight at the same times");
    assert_eq!(found["other_times"]["frame"], 30);
    let text = run(&["compare", fast, slow, "--tolerance", "1e-5"]).1;
    assert!(
        text.contains(
            "frame 30 is at 0.5 s in the first and at 1 s in the second, so frames are matched by time"
        ),
        "{text}"
    );
    assert!(text.contains("31 frames of both by time"), "{text}");
    let (code, text, _) = run(&["compare", fast, later]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("61 frames of both by number"), "{text}");
    assert!(text.contains("few frames are at the same time"), "what differs in time is told: {text}");
    assert!(!run(&["compare", fast, fast]).1.contains("is at"));
}

/// Poses are read as f32: of runs that differ by less nothing is claimed but that.
#[test]
fn sameness_is_claimed_of_so_many_digits_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.jsonl");
    thrown(&path, 60, 0.0);
    let lines = std::fs::read_to_string(&path).unwrap();
    let (_folder, other) = file_of(&lines.replace("[0, 0, 0]", "[0, 1e-50, 0]"));
    let (path, other) = (path.to_str().unwrap(), other.to_str().unwrap());
    let (code, text, _) = run(&["compare", path, other]);
    let end = "\nno difference; numbers are compared as f32, to about 7 digits\n";
    assert!(code == 0 && text.ends_with(end), "{text}");
    let (_folder, other) = file_of(&lines.replace("[0, 0, 0]", "[0, 1e-10, 0]"));
    let (code, text, _) = run(&["compare", path, other.to_str().unwrap()]);
    let end = "\n1 difference; numbers are compared as f32, to about 7 digits\n";
    assert!(code == 1 && text.ends_with(end), "{text}");
}

/// What is fast passes a finish line, a sensor of which the engine never tells anything: that crossing is no row, and is told. Where
/// events of such two are told elsewhere, it is a row.
#[test]
fn crossings_of_what_is_never_told_are_counted() {
    let lines = |event: &str| {
        let header = r#"{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies": [{"name": "line", "static": true, "sensor": true, "shapes": [{"rectangle": {"width": 0.1, "height": 4}}]}, {"name": "fast", "shapes": [{"circle": {"radius": 0.05}}]}, {"name": "slow", "shapes": [{"circle": {"radius": 0.05}}]}]}"#;
        let frames = [-2.25, -0.75, 0.75].into_iter().enumerate().map(|(n, x)| {
            let (slow, told) = if n == 2 { (0.0, event) } else { (9.0, "") };
            format!(
                r#"{{"frame": {n}, "time": {n}, "poses": [[0, 0, 0], [{x}, 1, 0], [{slow}, -1, 0]], "velocities": [null, [1.5, 0, 0], null], "contacts": [], "events": [{told}]}}"#
            )
        });
        format!("{header}\n{}\n", frames.collect::<Vec<_>>().join("\n"))
    };
    let crossing = "between 1 and 2 line and fast cross at";
    let (_folder, path) = file_of(&lines(""));
    let path = path.to_str().unwrap();
    let (code, text, _) = run(&["compare", path, "--between"]);
    let told = "left out 1 crossing of two of which nothing is ever told";
    assert!(code == 0 && text.ends_with("\nno other crossing\n"), "{text}");
    assert!(text.contains(told) && text.contains(&format!("; the first: {crossing}")), "{text}");
    let (_, found) = json(&["compare", path, "--between"]);
    assert_eq!((&found["untold"][0]["b"], &found["crossings"]), (&1.into(), &serde_json::json!([])));
    assert!(!run(&["compare", path, "--between", "--pair", "fast,slow"]).1.contains("left out"));

    let (_folder, path) = file_of(&lines(r#"{"kind": "enter", "a": 0, "b": 2}"#));
    let (code, text, _) = run(&["compare", path.to_str().unwrap(), "--between"]);
    assert!(code == 1 && text.contains(crossing) && text.ends_with("\n1 crossing\n"), "{text}");
    assert!(!text.contains("left out"), "{text}");
}
