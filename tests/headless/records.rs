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
