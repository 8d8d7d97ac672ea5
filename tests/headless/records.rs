//! `record` writes what a scene does; read back and compared it has no difference.
#![allow(clippy::unwrap_used)]

use crate::recordings::{differences, run};

#[test]
fn a_run_of_each_scene_read_back_and_compared_has_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes")).unwrap();
    let mut scenes: Vec<_> = scenes.map(|entry| entry.unwrap().path()).collect();
    scenes.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    scenes.sort();
    let (mut recorded, mut events, mut named) = (0, 0, 0);
    for scene in scenes.iter().map(|path| path.to_str().unwrap()) {
        let path = folder.path().join(format!("{recorded}.jsonl"));
        let file = path.to_str().unwrap();
        let (code, out, err) = run(&["record", scene, "--frames", "0..40", "--output", file]);
        assert_eq!((code, err.as_str()), (0, ""), "{scene}");
        assert!(out.starts_with("recorded: ") && out.ends_with("frames 0 to 40\n"), "{out}");
        let differences = differences(&path, &["--tolerance", "2e-5"]);
        assert_eq!(differences, Vec::<serde_json::Value>::new(), "{scene}");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 42, "{scene}");
        events += text.matches("\"kind\":").count();
        named += text.matches("\"shape_a\":").count();
        recorded += 1;
    }
    assert!(
        recorded >= 80 && events >= 100 && named > 20,
        "{recorded} scenes, {events} events, {named} parts"
    );
    let file = folder.path().join("0.jsonl");
    let file = file.to_str().unwrap();
    for (args, what) in [
        (&["record", "--frames", "0..9", "--output", file][..], "is there already"),
        (&["record", "--frames", "9..0", "--output", "x.jsonl"], "the first and the last frame are needed"),
        (&["record", "--frames", "0..9", "--output", "x.ron"], "has to end in .jsonl"),
        (&["record", file, "--frames", "0..9", "--output", "x.jsonl"], "a recording is recorded already"),
    ] {
        let (code, _, err) = run(args);
        assert!(code == 2 && err.contains(what), "{what}: {err}");
    }
}

/// At 6 000 m/s from 10 m before the end of all places, 100 m a frame: the first frame alone can be read.
#[test]
fn what_no_recording_can_tell_is_refused_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [scene, file] = ["fast.ron", "fast.jsonl"].map(|name| folder.path().join(name));
    let fast = r#"(version: 1, bodies: [(name: "bullet", shape: Circle(radius: 1), position: (999990, 0), motion: Dynamic(velocity: (6000, 0)))])"#;
    std::fs::write(&scene, fast).unwrap();
    let [scene, file] = [&scene, &file].map(|path| path.to_str().unwrap());
    let (code, out, err) = run(&["record", scene, "--frames", "0..5", "--output", file]);
    assert_eq!((code, out.as_str()), (2, ""), "{err}");
    for words in ["bullet is farther away in frame 1", "allowed: places from -1000000 to 1000000 m"] {
        assert!(err.contains(words), "{err}");
    }
    let (code, _, err) = run(&["report", file]);
    assert_eq!(code, 0, "{err}");
}

/// Steps of 0.1 s, 0.1 s and then 0.02 s.
#[test]
fn a_recorded_frame_has_the_time_that_its_steps_took() {
    let folder = tempfile::tempdir().unwrap();
    let [scene, file] = ["uneven.ron", "uneven.jsonl"].map(|name| folder.path().join(name));
    let uneven = r#"(version: 1, name: "uneven", timestep: 0.02, timesteps: [0.1, 0.1], bodies: [
        (name: "ball", shape: Circle(radius: 1), motion: Dynamic(velocity: (1, 0)))])"#;
    std::fs::write(&scene, uneven).unwrap();
    let [scene, file] = [&scene, &file].map(|path| path.to_str().unwrap());
    assert_eq!(run(&["record", scene, "--frames", "0..4", "--output", file]).0, 0);
    let text = std::fs::read_to_string(file).unwrap();
    let frames = text.lines().skip(1).map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let times: Vec<f64> = frames.map(|frame| frame["time"].as_f64().unwrap()).collect();
    let expected = [0.0, 0.1, 0.2, 0.22, 0.24];
    assert!(times.iter().zip(expected).all(|(time, wanted)| (time - wanted).abs() < 1.0e-6), "{times:?}");
    assert_eq!(times.len(), 5);
}

/// Scenes whose own recordings had rows, and what was held to be wrong in each.
#[test]
fn runs_that_once_differed_from_themselves_have_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = [
        // Contacts of segments that meet at a small angle were one contact of one normal.
        r#"(name: "box", shape: Rectangle(width: 14, height: 1), rotation: -1.42),
           (name: "bowl", shape: Chain(points: [(-0.6, 0.3), (-0.3, -0.2), (0.3, -0.2), (0.6, 0.3)]), position: (-0.22, 0.6),
            rotation: -1, motion: Dynamic(angular_velocity: -60))"#,
        // The depth of a contact of one point was that of the point, which is less deep than the contact.
        r#"(name: "level", shape: Chain(points: [(-6, 3), (-0.6348, 2.9983), (6, 3), (6, -3.1602), (-6, -3.5)], closed: true)),
           (name: "gem", shape: Polygon(points: [(0.3732, -0.1605), (-0.0198, 0.3496), (-0.3534, -0.1891)]), position: (-0.4, 3.1),
            rotation: 190, motion: Dynamic(velocity: (-3.5, 0), angular_velocity: -292))"#,
        // What is not centred in its body is in front of a one-sided chain by its position, and behind by its centroid.
        r#"(name: "floor", shape: Chain(points: [(4, 0), (-4, 0)], one_sided: true)),
           (name: "pin", shape: Capsule(start: (0, -1.5), end: (0, -0.5), radius: 0.2), position: (0, 0.6),
            motion: Dynamic(velocity: (0.1, 0)))"#,
        // Beside a peak a ball is in front of the line through the far slope, and behind the chain.
        r#"(name: "roof", shape: Chain(points: [(-1, -0.33), (0, 0.39), (1, -0.4)], one_sided: true)),
           (name: "ball", shape: Circle(radius: 0.46), position: (0.4, 1.55), motion: Dynamic(velocity: (0, -12)))"#,
        // What falls past the chain that held it ends there, and overlaps it still.
        r#"(name: "roof", shape: Chain(points: [(8, -0.48), (7, 0.1), (6, -0.28)], one_sided: true)),
           (name: "gem", shape: Polygon(points: [(0.4266, 0.3516), (-0.5787, 0.1321), (0.1521, -0.4837)]), position: (6.5, 0.9),
            rotation: 250, motion: Dynamic(velocity: (6.7, -12), angular_velocity: 241))"#,
    ];
    for (n, bodies) in scenes.iter().enumerate() {
        let [from, to] = ["ron", "jsonl"].map(|ending| folder.path().join(format!("{n}.{ending}")));
        std::fs::write(&from, format!("(version: 1, solver: Off, bodies: [{bodies}])")).unwrap();
        let [from, to] = [&from, &to].map(|path| path.to_str().unwrap());
        let (code, _, err) = run(&["record", from, "--frames", "0..40", "--output", to]);
        assert_eq!((code, err.as_str()), (0, ""), "{bodies}");
        let (code, out, _) = run(&["compare", to]);
        assert_eq!(code, 0, "{bodies}: {out}");
    }
}
