//! Recordings of engines that nobody has.

use std::time::Duration;

use arbitrary::Unstructured;
use collision_test::elsewhere::recording::compare::{Tolerances, compare};
use collision_test::elsewhere::recording::{Arrival, Recording, Tail, against, between, ghosts};
use serde_json::Value;

use crate::decode::CHUNK;
use crate::json::edit;

/// A recording with everything that one can say. It is read whole, so that edits of it get past the reader.
const WHOLE: &str = r#"{"recording": 1, "name": "all", "engine": "none 1", "metres_per_unit": 0.5, "y": "down", "angle": "degrees", "normal": "from a to b", "bodies": [{"name": "ball", "is": ["player"], "meets": ["level"], "shapes": [{"circle": {"radius": 0.5}, "skin": 0.01}]}, {"name": "crate", "shapes": [{"rectangle": {"width": 2.0, "height": 1.0, "radius": 0.1}, "at": [0.0, 0.5], "turned": 10.0}, {"polygon": {"points": [[0, 0], [1, 0], [0, 1]], "radius": 0.2}}, {"capsule": {"start": [0, 0], "end": [1, 0], "radius": 0.2}}]}, {"name": "ground", "static": true, "is": ["level"], "one_way": [0, 1], "shapes": [{"segment": {"start": [-10, 0], "end": [10, 0]}}, {"chain": {"points": [[0, 0], [1, 0], [1, 2]], "closed": true, "one_sided": true}}, {"half_plane": {"normal": [0, 1]}}]}, {"name": "zone", "sensor": true, "kinematic": true, "shapes": [{"rectangle": {"width": 3, "height": 3}}]}]}
{"frame": 0, "time": 0.0, "poses": [[0.0, 1.4, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], null], "velocities": [[0.0, -2.0, 90.0], null, null, null], "contacts": [{"a": 0, "b": 1, "normal": [0.0, -1.0], "depth": 0.1, "points": [[0.0, 0.95]], "impulse": 0.2, "impulses": [0.2], "poses_at": {"0": [0.0, 1.3, 0.0]}}, {"a": 2, "b": 1, "shape_a": 1, "shape_b": 2, "normal": [1, 0], "depth": 0.2}], "log": ["jump pressed"], "joints": [{"kind": "revolute", "a": 0, "b": 1, "at": [0, 0]}], "queries": [{"kind": "ray", "from": [0, 5], "to": [0, -5], "hit": {"body": 0, "fraction": 0.4, "normal": [0, 1]}, "ignore": [2]}, {"kind": "cast", "shape": {"circle": {"radius": 0.25}}, "from": [0, 5], "to": [0, -5], "hit": null}, {"kind": "closest", "a": 0, "b": 1, "distance": 0.5}]}
{"frame": 1, "time": 0.016, "remove": [1], "add": [{"index": 4, "name": "bullet", "shapes": [{"circle": {"radius": 0.1}}]}], "poses": [[0.0, 1.3, 0.0], null, [0.0, 0.0, 0.0], [1.0, 0.5, 0.0], [2.0, 0.5, 0.0]], "events": [{"kind": "begin", "a": 0, "b": 2}, {"kind": "enter", "a": 0, "b": 3}], "contacts": [{"a": 0, "b": 3, "sensor": true}, {"a": 0, "b": 2, "filtered": true, "reused": true}]}
{"frame": 3, "time": 0.05, "add": [{"index": 1, "name": "crate", "shapes": [{"circle": {"radius": 1.0}}]}], "poses": [[0.0, -2.0, 720.0], [0.5, 0.5, 0.0], [0.0, 0.0, 0.0], [9.0, 0.5, 0.0], [3.0, 0.5, 0.0]], "contacts": []}"#;

/// Keys and words of the format.
const WORDS: [&str; 63] = [
    "recording",
    "name",
    "engine",
    "metres_per_unit",
    "y",
    "up",
    "down",
    "angle",
    "degrees",
    "radians",
    "normal",
    "from a to b",
    "from b to a",
    "bodies",
    "static",
    "kinematic",
    "sensor",
    "is",
    "meets",
    "one_way",
    "shapes",
    "circle",
    "radius",
    "rectangle",
    "width",
    "height",
    "polygon",
    "points",
    "capsule",
    "start",
    "end",
    "segment",
    "chain",
    "one_sided",
    "closed",
    "half_plane",
    "skin",
    "at",
    "turned",
    "frame",
    "time",
    "poses",
    "velocities",
    "contacts",
    "a",
    "b",
    "shape_a",
    "shape_b",
    "depth",
    "impulse",
    "impulses",
    "poses_at",
    "log",
    "joints",
    "queries",
    "hit",
    "ignore",
    "remove",
    "add",
    "events",
    "kind",
    "ball",
    "",
];

/// A recording is compared in every way, each of its frames is a scene; or it is refused in a message of bounded length. Read
/// line by line while it is written it has the same frames, those that are refused left out.
pub fn recording_file(data: &[u8]) {
    reads_recording(data);
}

/// [`recording_file`]; whether it is read.
pub fn reads_recording(data: &[u8]) -> bool {
    let mut lines: Vec<Value> = WHOLE.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for chunk in data.chunks(CHUNK) {
        let mut u = Unstructured::new(chunk);
        let line = u.choose_index(lines.len()).unwrap();
        edit(&mut lines[line], &WORDS, &mut u).unwrap();
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, text).unwrap();
    let mut tail = Tail::new(&path);
    let mut followed: Option<Recording> = None;
    while tail.has_more() {
        for arrival in tail.read(Duration::from_secs(1)) {
            match (arrival, &mut followed) {
                (Arrival::Begins(recording), _) => followed = Some(*recording),
                // Out of order it is refused.
                (Arrival::Frame(frame), Some(known)) => _ = known.push(*frame),
                (Arrival::Frame(_), None)
                | (
                    Arrival::Message(_)
                    | Arrival::Missing(_)
                    | Arrival::Skipped(_)
                    | Arrival::Dropped(_)
                    | Arrival::Closed(_),
                    _,
                ) => {}
            }
        }
    }
    let read = Recording::load(&path);
    match &read {
        Err(why) => assert!(why.len() < 4000, "{why:.1000}"),
        Ok(recording) => {
            // As text, where NaN is NaN.
            let text = |recording: &Recording| format!("{:?}", recording.frames());
            assert_eq!(followed.as_ref().map(text), Some(text(recording)));
            use_all(recording);
        }
    }
    read.is_ok()
}

fn use_all(recording: &Recording) {
    let every = recording.every_body().unwrap_or_else(|error| panic!("{error}"));
    for index in 0..recording.frames().len() {
        let moment = recording.moment(index);
        if let Err(error) = moment.scene.to_world() {
            panic!("frame {index}: {error}");
        }
        let world = recording.world_at(&every, index);
        assert_eq!(world.bodies().len(), every.bodies().len());
        recording.their_contacts(index).for_each(drop);
    }
    let comparison = compare(recording, Tolerances::default(), || ()).unwrap();
    for difference in &comparison.differences {
        assert!(recording.pair_sentence(difference).len() < 10_000);
    }
    ghosts::ghosts(recording, || ()).unwrap();
    between::between(recording, None, || ()).unwrap();
    let same = against::against(recording, recording, 0.0, || ());
    assert!(same.differences.is_empty() && same.alone == [0, 0], "{same:?}");
}
