//! Why two bodies do not affect each other, where a frame alone does not tell: in recordings; and what a scene cut out at a
//! frame keeps for the steps after it.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use collide2d::SolverKind;
use collision_test::elsewhere::recording::Recording;
use collision_test::elsewhere::recording::compare::PassingPairs;
use collision_test::scene::{Scene, touch};
use glam::{Vec2, vec2};
use serde_json::Value;

use crate::recordings::{file_of, run};

/// A ball of 0.5 m whose centre is `height(frame)` above a body with this shape and these fields, 60 frames a second.
/// `velocity`: told of the ball, in metres per second.
fn falling(below: &str, frames: u64, height: impl Fn(u64) -> f32, velocity: Option<f32>) -> String {
    let header = r#"{"recording": 1, "engine": "hand", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from b to a", "bodies""#;
    let bodies = format!(
        r#"[{{"name": "ball", "shapes": [{{"circle": {{"radius": 0.5}}}}]}}, {{"name": "below", "static": true, {below}}}]"#
    );
    let line = |frame: u64| {
        let velocities =
            velocity.map_or(String::new(), |v| format!(r#""velocities": [[0, {v}, 0], null], "#));
        let (time, y) = (frame as f64 / 60.0, height(frame));
        format!(
            "{{\"frame\": {frame}, \"time\": {time}, \"poses\": [[0, {y}, 0], [0, 0, 0]], {velocities}\"contacts\": []}}\n"
        )
    };
    format!("{header}: {bodies}}}\n{}", (0..frames).map(line).collect::<String>())
}

const LEDGE: &str =
    r#""one_way": [0, 1], "shapes": [{"rectangle": {"width": 6, "height": 0.5}, "at": [0, -0.25]}]"#;

/// The first line of `explain`, and its JSON.
fn explained(path: &Path, frame: u64, pair: &str) -> (String, Value) {
    let (path, frame) = (path.to_str().unwrap(), frame.to_string());
    let args = ["explain", path, "--frame", &frame, "--pair", pair];
    let (code, out, err) = run(&args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    let (_, json, _) = run(&[&args[..], &["--format", "json"]].concat());
    (out.lines().next().unwrap().to_owned(), serde_json::from_str(&json).unwrap())
}

/// Whether `report` tells that the first pair is let through; `None`: none touches.
fn let_through(path: &Path, frame: u64) -> Option<bool> {
    let (code, out, err) =
        run(&["report", path.to_str().unwrap(), "--frame", &frame.to_string(), "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    report["pairs"].get(0).map(|pair| pair["let_through"] == true)
}

/// At 2.4 m/s, 0.04 m a frame, a ball meets the ledge 0.04 m deep and goes on into it: held in all frames. One that comes
/// from below at 6 m/s is let through from the frame in which it met, at 180° from the ledge's direction, whatever the
/// deepest contact is later.
#[test]
fn a_one_way_body_of_a_recording_is_judged_where_the_two_first_met() {
    for is_told in [true, false] {
        let velocity = |v: f32| is_told.then_some(v);
        let (_folder, path) = file_of(&falling(LEDGE, 31, |n| 1.5 - 0.04 * n as f32, velocity(-2.4)));
        for frame in [26, 27, 28, 29, 30] {
            let (first, json) = explained(&path, frame, "ball,below");
            assert!(first.starts_with("ball and below are in contact"), "{frame}: {first}");
            assert_eq!(json["why_not"], Value::Null);
            assert_eq!(let_through(&path, frame), Some(false), "{frame}");
        }
        let (_folder, path) = file_of(&falling(LEDGE, 31, |n| -1.5 + 0.1 * n as f32, velocity(6.0)));
        // Touching from -0.9 m in frame 6 to 0.4 m in frame 19.
        for frame in [6, 10, 14, 19] {
            let (first, json) = explained(&path, frame, "ball,below");
            assert!(first.contains("since frame 6,") && first.contains("180° off"), "{frame}: {first}");
            assert_eq!(json["why_not"]["reason"], "one_way");
            assert_eq!(let_through(&path, frame), Some(true), "{frame}");
        }
    }
    // The ball is one-way as well, upward: its own surface holds, and the ledge's does not.
    let both = falling(LEDGE, 31, |n| -1.5 + 0.1 * n as f32, Some(6.0));
    let both = both.replace(r#"{"name": "ball","#, r#"{"name": "ball", "one_way": [0, 1],"#);
    let (_folder, path) = file_of(&both);
    let (first, _) = explained(&path, 10, "ball,below");
    assert!(first.starts_with("below is one-way") && first.contains("180° off"), "{first}");
    // 0.9 m a frame: 0.4 m deep at once, and at rest from then on.
    let dropped = falling(LEDGE, 6, |n| [1.9, 1.0, 0.1, 0.1, 0.1, 0.1][n as usize], Some(0.0));
    let (_folder, path) = file_of(&dropped);
    let (first, _) = explained(&path, 4, "ball,below");
    assert!(first.contains("since frame 2,") && first.contains("deeper then than their approach"), "{first}");
}

/// A ball that goes through a line of one side, 0.4 m a frame: from the side that holds it stays a contact with its centre
/// behind, from the other one it is none with its centre in front.
#[test]
fn a_one_sided_chain_of_a_recording_is_judged_where_the_two_first_met() {
    let line = r#""shapes": [{"chain": {"points": [[5, 0], [-5, 0]], "one_sided": true}}]"#;
    for (sign, touches) in [(1.0, true), (-1.0, false)] {
        // 0.7, 0.3, -0.1, -0.5: touching in frames 1 and 2.
        let (_folder, path) = file_of(&falling(line, 4, |n| sign * (0.7 - 0.4 * n as f32), None));
        for frame in [1, 2] {
            let (first, json) = explained(&path, frame, "ball,below");
            assert_eq!(json["touching"], touches, "{frame}: {first}");
            assert_eq!(let_through(&path, frame).is_some(), touches, "{frame}");
            let reason = if touches { Value::Null } else { "one_sided".into() };
            assert_eq!(json["why_not"].get("reason").unwrap_or(&Value::Null), &reason, "{frame}: {first}");
        }
    }
}

/// The same ball, up to 0.6 m behind the line: stops and watched numbers take it for what it was when the two met.
#[test]
fn stops_of_a_recording_judge_a_one_sided_chain_where_the_two_first_met() {
    let line = r#""shapes": [{"chain": {"points": [[5, 0], [-5, 0]], "one_sided": true}}]"#;
    let places = [0.7, 0.3, -0.1, -0.4, -0.6];
    for (sign, begin, end) in [(1.0, Some(1), Some(4)), (-1.0, None, None)] {
        let (_folder, path) = file_of(&falling(line, 5, |n| sign * places[n as usize], None));
        let until = |stop: &str| {
            let (_, out, err) = run(&["report", path.to_str().unwrap(), "--until", stop, "--format", "json"]);
            let json: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
            json["frame"].as_u64()
        };
        for (kind, frame) in [("Begin", begin), ("End", end), ("Turns", None)] {
            let by = if kind == "Turns" { ", by: 90" } else { "" };
            for (a, b) in [("ball", "below"), ("*", "*"), ("below", "*")] {
                let stop = format!("{kind}(a: \"{a}\", b: \"{b}\"{by})");
                assert_eq!(until(&stop), frame, "{sign}: {stop}");
            }
        }
    }
}

/// Balls that move up and down at random through ledges and a line of one side: whichever frame is looked at after which,
/// what is known of it is what is known after all frames before it.
#[test]
fn how_two_met_does_not_depend_on_the_frames_that_were_looked_at() {
    let mut state = 7_u64;
    let mut random = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let line = r#""shapes": [{"chain": {"points": [[5, 0], [-5, 0]], "one_sided": true}}]"#;
    let (mut held, mut passed) = (0, 0);
    for below in [LEDGE, line] {
        let steps: Vec<i64> = (0..200).map(|_| random(9) as i64 - 4).collect();
        let place = |n: u64| steps.iter().take(n as usize).sum::<i64>().rem_euclid(41);
        let text = falling(below, 200, |n| (place(n) - 20).abs() as f32 * 0.1 - 0.9, None);
        let (_folder, path) = file_of(&text);
        let recording = Recording::load(&path).unwrap();
        let every = recording.every_body().unwrap();
        let mut in_order = PassingPairs::default();
        let known: Vec<_> = (0..200)
            .map(|index| {
                in_order.follow(&recording, index, &recording.world_at(&every, index));
                in_order.first_met((0, 1))
            })
            .collect();
        let mut jumping = PassingPairs::default();
        for _ in 0..400 {
            let index = random(200) as usize;
            jumping.follow(&recording, index, &recording.world_at(&every, index));
            assert_eq!(jumping.first_met((0, 1)), known[index], "{index}");
        }
        let is_passed = |met: &&_| {
            let met: &collision_test::elsewhere::recording::compare::FirstMet = met;
            met.is_let_through || met.is_behind
        };
        passed += known.iter().flatten().filter(is_passed).count();
        held += known.iter().flatten().count();
    }
    held -= passed;
    assert!(held > 20 && passed > 20, "{held}, {passed}");
}

/// From 2 m before a wall of 0.2 m to 2 m behind it: 1.4 of 4 m until they touch, 0.35 of the way, and 0.6 m deep in the
/// middle.
#[test]
fn what_crossed_between_two_frames_of_a_recording_moved_too_far() {
    let wall = r#""shapes": [{"rectangle": {"width": 4, "height": 0.2}}]"#;
    let (_folder, path) = file_of(&falling(wall, 2, |n| 2.0 - 4.0 * n as f32, None));
    let (first, json) = explained(&path, 1, "ball,below");
    assert_eq!(json["why_not"]["reason"], "moved_too_far", "{first}");
    assert!(first.contains("touched at 0.005833 s, were up to 0.6 m deep"), "{first}");
    // Of an engine without our settings none is a cure.
    assert!(!first.contains("timestep"), "{first}");
    let (first, json) = explained(&path, 0, "ball,below");
    assert_eq!(json["why_not"]["reason"], "aabbs", "{first}");
    // Who is put elsewhere crosses nothing.
    let (_folder, path) = file_of(&falling(wall, 2, |n| 20.0 - 40.0 * n as f32, None));
    assert_eq!(explained(&path, 1, "ball,below").1["why_not"]["reason"], "aabbs");
}

/// Two discs that overlap by 1 m, and what the engine tells of them.
#[test]
fn an_engine_that_tells_a_pair_as_left_out_is_the_reason() {
    let two = r#"{"name": "a", "shapes": [{"circle": {"radius": 1}}]}, {"name": "b", "shapes": [{"circle": {"radius": 1}}, {"circle": {"radius": 1}, "at": [0.5, 0]}]}"#;
    for (contact, reason) in [
        (r#"{"a": 0, "b": 1, "filtered": true}"#, Some("filtered")),
        (r#"{"a": 1, "b": 0, "shape_a": 0, "filtered": true}"#, Some("filtered")),
        // The other disc of b is not meant.
        (r#"{"a": 0, "b": 1, "shape_b": 1, "filtered": true}"#, None),
        (r#"{"a": 0, "b": 1, "filtered": true}, {"a": 0, "b": 1, "normal": [-1, 0], "depth": 1}"#, None),
        (r#"{"a": 0, "b": 1, "normal": [-1, 0], "depth": 1, "sensor": true}"#, Some("sensor")),
        ("", None),
    ] {
        let (_folder, path) = file_of(&crate::recordings::scene(two, "[0, 0, 0], [1, 0, 0]", &[contact]));
        let (first, json) = explained(&path, 0, "a,b");
        assert_eq!(json["why_not"]["reason"].as_str(), reason, "{contact}: {first}");
        match reason {
            Some("filtered") => {
                assert!(
                    first.starts_with("e leaves a and b/1 out on purpose")
                        || first.starts_with("e leaves a and b out on purpose"),
                    "{first}"
                );
                assert_eq!(json["why_not"]["passed"].as_array().unwrap().last().unwrap(), "masks");
            }
            Some(_) => assert!(first.starts_with("e tells the contact of a and b as a sensor's"), "{first}"),
            None => assert!(first.contains("are in contact"), "{first}"),
        }
    }
}

/// A ball on a disc that is set into a floor, 6° off; and on the corner of a tile beside the floor, 7° off: the command merges
/// rectangles alone, and such as are alike.
#[test]
fn a_cure_of_a_ghost_names_the_command_only_where_it_takes_both_shapes() {
    let tile = "Rectangle(width: 1.0, height: 1.0), position: (-1.0, -0.5)";
    for (floor, set_in, ball, is_named) in [
        (-2.5, "Circle(radius: 0.5), position: (-1.0, -0.5)".to_owned(), (-1.1, 0.45), false),
        (-4.0, tile.to_owned(), (-1.56, 0.46), true),
        (-4.0, format!("{tile}, friction: 0.9"), (-1.56, 0.46), false),
    ] {
        let scene = format!(
            "Scene(version: 1, bodies: [
                Body(name: \"floor\", shape: Rectangle(width: 5.0, height: 1.0), position: ({floor}, -0.5)),
                Body(name: \"set in\", shape: {set_in}),
                Body(name: \"ball\", shape: Circle(radius: 0.5), position: {ball:?}, motion: Dynamic()),
            ])"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ghost.ron");
        std::fs::write(&path, scene).unwrap();
        let (code, out, err) = run(&["explain", path.to_str().unwrap(), "--pair", "set in,ball"]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(
            out.contains("The contact of ball and set in is a ghost") && out.contains("A cure is one Chain"),
            "{out}"
        );
        assert_eq!(out.contains("Merge touching tiles"), is_named, "{set_in}: {out}");
    }
}

/// A player who rests on a ledge, cut out at frame 60 and stepped under the solver and the gravity that it came from.
#[test]
fn a_scene_cut_out_at_a_frame_keeps_what_the_steps_after_it_need() {
    let scene = r#"Scene(version: 1, gravity: (0.0, -9.81), solver: Rigid, bodies: [
        Body(name: "ledge", shape: Rectangle(width: 60.0, height: 0.5), is: ["level"], one_way: (0.0, 1.0), conveyor: 1.5),
        Body(name: "player", shape: Capsule(start: (0.0, -0.5), end: (0.0, 0.5), radius: 0.25), position: (0.0, 1.01),
            motion: Dynamic(), friction: 0.9, is: ["player"], meets: ["level"], fixed_rotation: true, gravity_scale: 2.0),
    ])"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.ron");
    std::fs::write(&path, scene).unwrap();
    let (code, out, err) = run(&[
        "explain",
        path.to_str().unwrap(),
        "--frame",
        "60",
        "--pair",
        "ledge,player",
        "--format",
        "ron",
    ]);
    assert_eq!(code, 0, "{err}");
    let (whole, cut) = (Scene::load(&path).unwrap(), Scene::from_ron(&out, "cut").unwrap());
    for (body, told) in cut.bodies.iter().zip(&whole.bodies) {
        assert_eq!(body.one_way, told.one_way);
        assert_eq!((&body.is, &body.meets), (&told.is, &told.meets));
        assert_eq!((body.conveyor, body.gravity_scale), (told.conveyor, told.gravity_scale));
        assert_eq!((body.fixed_rotation, body.bullet), (told.fixed_rotation, told.bullet));
    }
    assert!(collision_test::report::check::check(&cut).unwrap().failures.is_empty());
    let after = |scene: &Scene, steps: u64| {
        let mut world = scene.to_world().unwrap();
        (0..steps).for_each(|_| world.step());
        world
    };
    let stepped = Scene { gravity: vec2(0.0, -9.81), solver: SolverKind::Rigid, ..cut };
    let (one, other) = (after(&whole, 120), after(&stepped, 60));
    let place = |world: &collide2d::World| world.bodies()[1].pose().position;
    assert!(place(&one).distance(place(&other)) < 1.0e-3, "{} {}", place(&one), place(&other));
    // 1.5 m/s for a second each.
    assert!((place(&other) - place(&after(&whole, 60))).distance(Vec2::X * 1.5) < 0.1, "{}", place(&other));
    assert!(touch(&other, 0, 1).is_some());
}

/// A ball that flies along x at these places, 60 frames a second, through a wall of 0.2 m at 5 m.
fn through_a_wall(places: &[f32], velocity: Option<f32>) -> String {
    let header = r#"{"recording": 1, "engine": "e", "metres_per_unit": 0.01, "y": "down", "angle": "radians", "normal": "from b to a", "bodies": [{"name": "wall 1", "static": true, "shapes": [{"rectangle": {"width": 20, "height": 400}}]}, {"name": "shot 2", "shapes": [{"circle": {"radius": 5}}]}]}"#;
    let told =
        velocity.map_or(String::new(), |v| format!(r#""velocities": [null, [{}, 0, 0]], "#, 100.0 * v));
    let line = |(frame, x): (usize, &f32)| {
        let (time, x) = (frame as f64 / 60.0, 100.0 * x);
        format!(
            "{{\"frame\": {frame}, \"time\": {time}, \"poses\": [[500, 0, 0], [{x}, 0, 0]], {told}\"contacts\": []}}\n"
        )
    };
    format!("{header}\n{}", places.iter().enumerate().map(line).collect::<String>())
}

/// A still picture of two that passed through each other shows nothing of it: the scene makes the step, at the velocity that is
/// told, or that leads from frame to frame; and what helps is told of the other engine.
#[test]
fn the_smallest_scene_of_a_recorded_crossing_makes_the_step() {
    let shorter = "A shorter step finds the contact";
    for (velocity, crosses) in [(Some(33.0), true), (None, true), (Some(33.0), false)] {
        // Beyond the wall, or in its far half.
        let end = if crosses { 5.25 } else { 5.1 };
        let (folder, path) = file_of(&through_a_wall(&[end - 1.1, end - 0.55, end, end + 0.55], velocity));
        let args = ["explain", path.to_str().unwrap(), "--frame", "2", "--pair", "shot 2,wall 1"];
        let told = run(&args).1;
        let words = if crosses { "moved too far between" } else { "they moved so far in one frame" };
        let cure = told.split(shorter).nth(1).unwrap_or_default();
        assert!(told.contains(words) && cure.contains("continuous collision detection"), "{told}");
        let (code, text, err) = run(&[&args[..], &["--format", "ron"]].concat());
        assert_eq!(code, 0, "{err}");
        let scene = Scene::from_ron(&text, "smallest").unwrap();
        let shot = &scene.bodies[1];
        assert!((shot.position.x - (end - 0.55)).abs() < 1.0e-4, "{text}");
        assert!((shot.motion.velocity().x - 33.0).abs() < 0.01, "{text}");
        assert_eq!(scene.expect[0].frame(), 1, "{text}");
        assert!(collision_test::report::check::check(&scene).unwrap().failures.is_empty(), "{text}");
        assert!(text.contains("Crosses(a: \"wall 1\", b: \"shot 2\")"), "{text}");
        let again = folder.path().join("again.ron");
        std::fs::write(&again, &text).unwrap();
        let stop = "Crosses(a: \"wall 1\", b: \"shot 2\")";
        let (_, out, _) = run(&["report", again.to_str().unwrap(), "--until", stop, "--within", "3"]);
        assert!(out.contains(&format!("{stop} holds at frame 1")), "{out}");
        let (_, markdown, _) = run(&[&args[..], &["--format", "markdown"]].concat());
        assert!(markdown.contains("explain pair.ron --pair 0,1 --frame 1\n"), "{markdown}");
        // The same of the recording; between two frames it is no crossing where it ends in the wall, and the hint can be pasted.
        let path = path.to_str().unwrap();
        let (_, out, _) = run(&["report", path, "--until", stop]);
        assert!(
            out.contains("holds at frame 2") && out.contains("came through each other") != crosses,
            "{out}"
        );
        let (_, out, _) = run(&["compare", path, "--between", "--teleport", "9"]);
        assert_eq!(out.contains("explain --frame 2 --pair 'wall 1,shot 2'"), !crosses, "{out}");
    }
    // A sensor stops nothing, so that continuous collision detection seldom looks for it.
    let gate =
        through_a_wall(&[4.15, 4.7, 5.25, 5.0], None).replace("\"static\"", "\"sensor\": true, \"static\"");
    // It tells of one that it found.
    let (before, after) = gate.rsplit_once("[]").unwrap();
    let gate = format!(r#"{before}[{{"a": 0, "b": 1, "sensor": true}}]{after}"#);
    let (_folder, path) = file_of(&gate);
    let (first, _) = explained(&path, 2, "shot 2,wall 1");
    assert!(
        first.ends_with(&format!("{shorter}; so does a cast along the way, or a thicker body.")),
        "{first}"
    );
}

/// What its engine moves is dynamic wherever a frame becomes a scene, and its mass is told nowhere.
#[test]
fn what_an_engine_moves_is_dynamic_in_every_scene_of_a_frame() {
    let text = through_a_wall(&[4.0, 4.55, 5.1], Some(33.0));
    let lift = r#""bodies": [{"name": "lift", "kinematic": true, "shapes": [{"circle": {"radius": 5}}]}, "#;
    let text = text.replace(r#""bodies": ["#, lift).replace(r#""poses": ["#, r#""poses": [[0, 0, 0], "#);
    let text = text.replace(r#""velocities": ["#, r#""velocities": [[0, 100, 0], "#);
    let (folder, path) = file_of(&text);
    let recording = Recording::load(&path).unwrap();
    for (scene, at) in [(recording.scene(), 0), (recording.moment(2).scene, 2)] {
        let motions = scene.bodies.iter().map(|body| format!("{:?}", body.motion));
        let kinds: Vec<bool> = motions.map(|motion| motion.starts_with("Dynamic")).collect();
        assert_eq!(kinds, [false, false, true], "{at}");
        assert_eq!(scene.bodies[2].motion.velocity(), vec2(33.0, 0.0));
    }
    let path = path.to_str().unwrap();
    let (code, link, err) = run(&["link", path, "--frame", "2"]);
    assert_eq!(code, 0, "{err}");
    let link = collision_test::scene::link::Link::read(link.trim()).unwrap();
    assert!(link.scene.to_ron().contains("Dynamic(velocity: (33.0, 0.0))"), "{}", link.scene.to_ron());
    let drawn = folder.path().join("frame.svg");
    run(&["render", path, "--frame", "2", "-o", drawn.to_str().unwrap()]);
    let picture = std::fs::read_to_string(drawn).unwrap();
    assert!(picture.contains("dynamic body") && picture.contains("kinematic body"), "{picture}");
    let (_, report, _) = run(&["report", path, "--frame", "2"]);
    assert!(report.contains("33.000") && !report.contains("momentum"), "{report}");
}

/// A name that a person cut short is told as a whole, and a report can be of one pair.
#[test]
fn a_report_names_the_body_that_is_meant_and_can_be_of_one_pair() {
    let (_folder, path) = file_of(&through_a_wall(&[4.0, 4.55, 4.9], None));
    let path = path.to_str().unwrap();
    let (code, _, err) = run(&["report", path, "--until", "Begin(a: \"shot\", b: \"*\")"]);
    assert!(code == 2 && err.contains("did you mean \"shot 2\"?"), "{code} {err}");
    // Apart in frame 1, in contact in frame 2.
    for (frame, touches) in [("1", false), ("2", true)] {
        let args = ["report", path, "--frame", frame, "--pair", "shot 2,wall 1"];
        let (code, text, err) = run(&args);
        assert!(code == 0 && text.contains("wall 1 #0 — shot 2 #1: "), "{text}{err}");
        let (_, json, _) = run(&[&args[..], &["--format", "json"]].concat());
        let report: Value = serde_json::from_str(&json).unwrap();
        let pairs = report["pairs"].as_array().unwrap();
        assert_eq!((pairs.len(), &pairs[0]["touching"]), (1, &Value::Bool(touches)), "{json}");
    }
    let (code, _, err) = run(&["report", path, "--pair", "shot 2,none"]);
    assert!(code == 2 && err.contains("no body has the second name"), "{code} {err}");
}
