//! A recorded body whose only shape is not at its origin: a body of one part, which turns about its own origin.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::recordings::{differences, run};

/// A head 1 m above its origin, that lies 0.2 m deep in a box.
const HEAD: &str = r#"(version: 1, solver: Off, bodies: [
    (name: "box", shape: Rectangle(width: 3, height: 1)),
    (name: "head", shapes: [Part(shape: Circle(radius: 0.5), at: (0, 1), turned: 30)], position: (0, -0.2), rotation: 0, motion: Dynamic()),
])"#;

/// A scene in a folder of its own, and our recording of it.
struct Recorded {
    scene: String,
    recording: PathBuf,
    folder: TempDir,
}

impl Recorded {
    fn of(scene: &str, frames: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (path, recording) = (folder.path().join("run.ron"), folder.path().join("run.jsonl"));
        std::fs::write(&path, scene).unwrap();
        let scene = path.to_str().unwrap().to_owned();
        let to = recording.to_str().unwrap();
        let (code, _, err) = run(&["record", &scene, "--frames", frames, "--output", to, "--force"]);
        assert_eq!(code, 0, "{err}");
        Self { scene, recording, folder }
    }

    fn path(&self) -> &str {
        self.recording.to_str().unwrap()
    }

    /// The same with this in the place of that.
    fn with(&self, this: &str, that: &str) -> PathBuf {
        let text = std::fs::read_to_string(&self.recording).unwrap();
        assert!(text.contains(that), "{text}");
        let path = self.folder.path().join("changed.jsonl");
        std::fs::write(&path, text.replace(that, this)).unwrap();
        path
    }
}

fn report(path: &str) -> Value {
    serde_json::from_str(&run(&["report", path, "--format", "json"]).1).unwrap()
}

#[test]
fn it_is_reported_where_it_is_by_its_own_name() {
    let recorded = Recorded::of(HEAD, "0..2");
    let (ours, theirs) = (report(&recorded.scene), report(recorded.path()));
    let of = |report: &Value, key: &str| report["bodies"][1][key].clone();
    for key in ["position", "rotation", "aabb"] {
        assert_eq!(of(&theirs, key), of(&ours, key), "{key}");
    }
    let pair = &theirs["pairs"][0];
    assert!((pair["depth"].as_f64().unwrap() - 0.2).abs() < 1e-6, "{pair}");
    // The body is written with shapes, so its pairs name the part, as the scene's do; its name needs no number.
    let parts =
        |report: &Value| [&report["pairs"][0]["part_a"], &report["pairs"][0]["part_b"]].map(Value::clone);
    assert_eq!((parts(&theirs), parts(&ours)), ([Value::Null, 0.into()], [Value::Null, 0.into()]));
    let text = run(&["report", recorded.path()]).1;
    assert!(text.contains("box #0 — head #1: depth 0.2 m"), "{text}");
    let text = run(&["explain", recorded.path(), "--pair", "box,head"]).1;
    assert!(text.contains("box and head are in contact") && !text.contains("head/1"), "{text}");
    let (code, _, err) = run(&["explain", recorded.path(), "--pair", "box,head/1"]);
    assert!(code == 0 || err.contains("head"), "{err}");
    let watched = run(&["report", recorded.path(), "--watch", "head.y,head.angle", "--frames", "0..0"]).1;
    assert!(watched.contains("-0.2") && !watched.contains("0.8") && !watched.contains("30"), "{watched}");
    // A scene of the frame has it about its own origin, and the same contact.
    let (code, scene, err) = run(&["explain", recorded.path(), "--pair", "box,head", "--format", "ron"]);
    assert_eq!(code, 0, "{err}");
    assert!(scene.contains("at: (0.0, 1.0)") && scene.contains("position: (0.0, -0.2)"), "{scene}");
    let again = recorded.folder.path().join("again.ron");
    std::fs::write(&again, &scene).unwrap();
    assert_eq!(run(&["check", again.to_str().unwrap()]).0, 0, "{scene}");
}

#[test]
fn rows_name_it_alone_whether_or_not_a_contact_names_its_shape() {
    let recorded = Recorded::of(HEAD, "0..0");
    assert_eq!(differences(&recorded.recording, &[]), Vec::<Value>::new());
    let text = std::fs::read_to_string(&recorded.recording).unwrap();
    assert!(text.contains(r#""depth":0.19999999"#), "{text}");
    for shape in [r#""shape_b":0,"#, ""] {
        let named = recorded.with(shape, r#""shape_b":0,"#);
        let text = std::fs::read_to_string(&named).unwrap();
        std::fs::write(&named, text.replace(r#""depth":0.19999999"#, r#""depth":0.4"#)).unwrap();
        let rows = differences(&named, &[]);
        assert_eq!(rows.len(), 1, "{rows:#?}");
        assert!(rows[0]["what"] == "depth" && rows[0]["shape_b"].is_null(), "{rows:#?}");
        let text = run(&["compare", named.to_str().unwrap()]).1;
        assert!(text.contains("box") && text.contains("head") && !text.contains("head/1"), "{text}");
    }
}

/// The head is below the floor by its origin and above it by its shape: by which side it comes its origin decides.
#[test]
fn a_one_sided_chain_is_judged_from_its_origin() {
    let scene = r#"(version: 1, solver: Off, bodies: [
        (name: "floor", shape: Chain(points: [(4, 0), (-4, 0)], one_sided: true)),
        (name: "head", shapes: [Part(shape: Circle(radius: 0.5), at: (0, 1))], position: (0, -0.6), motion: Dynamic()),
    ])"#;
    let recorded = Recorded::of(scene, "0..2");
    assert_eq!(report(recorded.path())["pairs"], report(&recorded.scene)["pairs"]);
    assert_eq!(differences(&recorded.recording, &[]), Vec::<Value>::new());
}

/// An arm from its pivot at (0, 0) reaches a ball at (0, 3) after some 82 of 90 degrees.
#[test]
fn it_turns_about_its_origin() {
    let scene = r#"(version: 1, solver: Off, bodies: [
        (name: "arm", shapes: [Part(shape: Rectangle(width: 3, height: 0.2), at: (2, 0))], motion: Kinematic(angular_velocity: 90)),
        (name: "ball", shape: Circle(radius: 0.3), position: (0, 3)),
    ])"#;
    let recorded = Recorded::of(scene, "0..60");
    let impacts = |path: &str| {
        let text = run(&["report", path, "--impacts", "3", "--rotating"]).1;
        text.lines().filter(|line| line.contains("0.91")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(impacts(&recorded.scene).len(), 1);
    assert_eq!(impacts(recorded.path()), impacts(&recorded.scene));
    assert_eq!(differences(&recorded.recording, &[]), Vec::<Value>::new());
}

/// A cast of a body whose shapes are several, or not at its origin, from where the body is not, and turned.
#[test]
fn a_cast_of_such_a_body_is_asked_everywhere() {
    for shapes in [
        "Part(shape: Rectangle(width: 3, height: 0.2), at: (2, 0))",
        "Part(shape: Rectangle(width: 3, height: 0.2)), Part(shape: Circle(radius: 0.2), at: (1, 0))",
    ] {
        let scene = format!(
            r#"(version: 1, solver: Off, bodies: [
            (name: "arm", shapes: [{shapes}]),
            (name: "ball", shape: Circle(radius: 0.3), position: (1, 3)),
            ], queries: [
                Cast(name: "here", body: "arm", by: (0, 5)),
                Cast(name: "there", body: "arm", from: (0, 1), to: (0, 5), rotation: 10),
                Cast(name: "turning", body: "arm", from: (0, 1), to: (0, 2), turn: 90),
            ])"#
        );
        let recorded = Recorded::of(&scene, "0..0");
        assert_eq!(differences(&recorded.recording, &[]), Vec::<Value>::new());
        let (ours, theirs) = (report(&recorded.scene), report(recorded.path()));
        let hits = |report: &Value| -> Vec<Value> {
            report["queries"].as_array().unwrap().iter().map(|query| query["hits"].clone()).collect()
        };
        assert_eq!(hits(&ours).len(), 3, "{ours:#}");
        assert!(hits(&ours).iter().all(|hits| hits[0]["body"] == 1), "{ours:#}");
        assert_eq!(hits(&theirs), hits(&ours));
        for (query, own) in [("cast 0", "here"), ("cast 1", "there"), ("cast 2", "turning")] {
            let (code, text, err) = run(&["explain", recorded.path(), "--query", query]);
            assert_eq!(code, 0, "{err}");
            let fraction = |text: &str| text.split(" at 0.").nth(1).map(|rest| rest[..3].to_owned());
            let by_us = run(&["explain", &recorded.scene, "--query", own]).1;
            assert_eq!(fraction(&text), fraction(&by_us), "{text}{by_us}");
        }
        // An answer that is wrong is found.
        let far = recorded.with(r#""fraction":0.99"#, r#""fraction":0.5"#);
        assert!(!differences(&far, &[]).is_empty());
        // A scene with it can be written and read.
        let ron = run(&["explain", recorded.path(), "--pair", "arm,ball", "--format", "ron"]).1;
        let again = Path::new(recorded.folder.path()).join("again.ron");
        std::fs::write(&again, &ron).unwrap();
        assert_eq!(run(&["check", again.to_str().unwrap()]).0, 0, "{ron}");
    }
}
