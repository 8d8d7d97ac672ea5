//! Stops: conditions of a frame, in `expect` and `report --until`, against free fall worked out by hand.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use collide2d::Phase;
use collision_test::elsewhere::recording::Recording;
use collision_test::report::check::check;
use collision_test::report::stops::{StopFrame, StopWatch};
use collision_test::report::until::{Until, until};
use collision_test::scene::{Scene, Stop};

/// A ball of radius 0.5 falls from a height of 3 m through a wall at 0 that does not hold it: under `Off` it is at
/// 3 - 9.81 / 2 · (n / 60)² after n steps. It touches from 2.5 m on (n = 43), is 0.05 m deep from 2.55 m on (n = 44),
/// turns the normal where its centre passes the wall (3 m, n = 47), is 0.05 m deep up to 3.45 m (n = 50), and is through at 3.5 m (n = 51).
fn falling(more: &str) -> Scene {
    let text = format!(
        "(version: 1, gravity: (0, -9.81), solver: Off, bodies: [
            (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 3), motion: Dynamic()),
            (name: \"floor\", shape: Wall(start: (-5, 0), end: (5, 0))),
        ], {more})"
    );
    Scene::from_ron(&text, "falling").unwrap_or_else(|e| panic!("{e}"))
}

/// The frames up to 100 in which a stop holds, and those in which its condition is true.
fn frames(scene: &Scene, stop: &Stop) -> (Vec<u64>, Vec<u64>) {
    let mut watch = StopWatch::of(scene, [stop]);
    let mut world = scene.to_world().unwrap();
    let (mut holds, mut is_true) = (Vec::new(), Vec::new());
    loop {
        for seen in watch.see(&StopFrame::of_steps(&world)) {
            is_true.push(world.frame());
            if seen.is_new {
                holds.push(world.frame());
            }
        }
        if world.frame() == 100 {
            return (holds, is_true);
        }
        world.step();
    }
}

fn stop(text: &str) -> Stop {
    ron::from_str(text).unwrap()
}

/// Of a ball that nothing holds, 0.05 n² metres below its start after n steps of 0.1 s.
#[test]
fn what_joins_two_is_open_by_what_it_is_off() {
    let hung = |solver: &str, link: &str| {
        let text = format!(
            "(version: 1, gravity: (0, -10), timestep: 0.1, solver: {solver}, bodies: [
                (name: \"ball\", shape: Circle(radius: 0.1), position: (0, -1), motion: Dynamic()),
                (name: \"post\", shape: Circle(radius: 0.1)),
            ], {link})"
        );
        Scene::from_ron(&text, "hung").unwrap_or_else(|e| panic!("{e}"))
    };
    let rod = "generators: [Rod(a: \"ball\", b: \"post\", length: 1)]";
    let cable = "generators: [Cable(a: \"post\", b: \"ball\", length: 2)]";
    let joint = "joints: [Revolute(a: \"ball\", b: \"post\", at_a: (0, 0.5), at_b: (0, -0.5))]";
    let open = |than: f32| stop(&format!("Opens(a: \"post\", b: \"*\", than: {than})"));
    // 0.2 m and 0.45 m; 0.8 m and 1.25 m of a metre of slack and 0.2 m; and short of its length by 0.5 m from the beginning.
    for (link, than, first) in [(rod, 0.3, 3), (joint, 0.3, 3), (cable, 0.2, 5)] {
        let (holds, is_true) = frames(&hung("Off", link), &open(than));
        assert_eq!((holds, is_true), (vec![first], (first..=100).collect()), "{link}");
        assert_eq!(frames(&hung("Rigid", link), &open(0.01)).1, Vec::<u64>::new(), "{link}");
    }
    let short = hung("Off", &rod.replace("length: 1", "length: 1.5"));
    assert_eq!(frames(&short, &open(0.4)).0, vec![0, 5], "too short by 0.5 m, then too long");
    let elsewhere = stop("Opens(a: \"ball\", b: \"ball\", than: 0)");
    assert!(frames(&hung("Off", rod), &elsewhere).1.is_empty());
}

#[test]
fn a_stop_holds_where_its_condition_becomes_true() {
    let scene = falling("");
    for (text, holds, is_true) in [
        ("Begin(a: \"ball\", b: \"floor\")", 43, 43..=43),
        ("Begin(a: \"floor\", b: \"ball\")", 43, 43..=43),
        ("Begin(a: \"*\", b: \"*\")", 43, 43..=43),
        ("End(a: \"ball\", b: \"*\")", 51, 51..=51),
        ("Deeper(a: \"ball\", b: \"floor\", than: 0.05)", 44, 44..=50),
        ("Deeper(a: \"*\", b: \"floor\", than: 0.05)", 44, 44..=50),
        ("Deeper(a: \"ball\", b: \"floor\", than: 0.05, when: \"frame > 45\")", 46, 46..=50),
        ("Deeper(a: \"ball\", b: \"floor\", than: 0, when: \"depth > 0.05 && a.speed > 5\")", 44, 44..=50),
        ("Faster(body: \"ball\", than: 5)", 31, 31..=100),
        ("Faster(body: \"*\", than: 0, when: \"y < 1\")", 39, 39..=100),
        ("Faster(body: \"ball\", than: 5, when: \"time < 0.7\")", 31, 31..=41),
        ("Outside(body: \"ball\", min: (-1, 1), max: (1, 9))", 39, 39..=100),
        ("Turns(a: \"ball\", b: \"floor\", by: 30)", 47, 47..=47),
        ("Outside(body: \"*\", min: (-1, -99), max: (1, 2.999))", 0, 0..=0),
    ] {
        let (found, truth) = frames(&scene, &stop(text));
        let fallen = |n: u64| 9.81 / 2.0 * (n as f64 / 60.0).powi(2);
        if text.starts_with("Outside") && holds == 0 {
            // The ball is above the box at first, and below its upper edge from frame 1 on.
            assert!(3.0 - fallen(1) < 2.999);
        }
        assert_eq!(found, [holds], "{text}");
        assert_eq!(truth, is_true.collect::<Vec<_>>(), "{text}");
    }
    for text in [
        "Begin(a: \"ball\", b: \"floor\", when: \"depth > 0.05\")",
        "Faster(body: \"floor\", than: 0)",
        "NotFinite()",
        "Energy(gains: 0.001)",
        "Event(listener: \"*\")",
        "Fails()",
    ] {
        assert_eq!(frames(&scene, &stop(text)), (vec![], vec![]), "{text}");
    }
}

#[test]
fn what_touches_in_frame_0_begins_there_and_not_again() {
    for solver in ["Off", "Linear", "Rigid"] {
        let text = format!(
            "(version: 1, gravity: (0, -9.81), solver: {solver}, bodies: [
                (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 0.499), motion: Dynamic(velocity: (0, 6))),
                (name: \"floor\", shape: Wall(start: (-5, 0), end: (5, 0))),
            ])"
        );
        let scene = Scene::from_ron(&text, "test").unwrap();
        let (begins, _) = frames(&scene, &stop("Begin(a: \"ball\", b: \"floor\")"));
        assert_eq!(begins.first(), Some(&0), "{solver}");
        assert!(begins.get(1).is_none_or(|frame| *frame > 2), "{solver}: {begins:?}");
        let (ends, _) = frames(&scene, &stop("End(a: \"ball\", b: \"floor\")"));
        assert!(matches!(ends.first(), Some(1 | 2)), "{solver}: {ends:?}");
    }
}

/// What a stop with two "*" finds is what the events and the contacts of every pair tell, on all shipped scenes.
#[test]
fn any_body_is_each_of_them() {
    for name in ["scenes/propeller.ron", "scenes/newtons-cradle.ron", "scenes/falling-dominoes.ron"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let scene = Scene::load(&path).unwrap();
        let names: Vec<_> = scene.bodies.iter().map(|body| body.name.clone()).collect();
        for kind in ["Begin(", "Deeper(than: 0.01, ", "Turns(by: 20, "] {
            let (mut each, any) = (
                std::collections::BTreeSet::new(),
                frames(&scene, &stop(&format!("{kind}a: \"*\", b: \"*\")"))),
            );
            for (i, a) in names.iter().enumerate() {
                for b in &names[i + 1..] {
                    each.extend(frames(&scene, &stop(&format!("{kind}a: {a:?}, b: {b:?})"))).0);
                }
            }
            assert_eq!(any.0, each.into_iter().collect::<Vec<_>>(), "{name}: {kind}");
        }
    }
}

/// Two discs that overlap while one goes left from 0.6 m and the other right from 0.45 m, 1/60 m a frame: the one is beyond
/// 0.5 m in frames 0 to 5, the other from frame 4 on. The condition holds of the pair all the time.
#[test]
fn a_pair_that_a_condition_holds_of_the_other_way_round_does_not_stop_again() {
    let disc = |name: &str, x: f32, v: f32| {
        format!(
            "(name: \"{name}\", shape: Circle(radius: 1), position: ({x}, 0), motion: Kinematic(velocity: ({v}, 0))),"
        )
    };
    let text = format!("(version: 1, bodies: [{}{}])", disc("p", 0.6, -1.0), disc("q", 0.45, 1.0));
    let scene = Scene::from_ron(&text, "test").unwrap();
    let (holds, is_true) = frames(&scene, &stop("Deeper(a: \"*\", b: \"*\", than: 0, when: \"a.x > 0.5\")"));
    assert_eq!((holds, &is_true[..9]), (vec![0], &[0, 1, 2, 3, 4, 5, 6, 7, 8][..]));
}

#[test]
fn never_and_soon_ask_for_the_condition_in_each_frame() {
    let deeper = "stop: Deeper(a: \"ball\", b: \"floor\", than: 0.05)";
    for (line, fails) in [
        (format!("Never({deeper}, frames: (0, 43))"), None),
        (format!("Never({deeper}, frames: (0, 44))"), Some(44)),
        (format!("Never({deeper}, frames: (46, 47))"), Some(46)),
        (format!("Never({deeper}, frames: (51, 90))"), None),
        (format!("Soon({deeper}, before: 44)"), None),
        (format!("Soon({deeper}, before: 43)"), Some(43)),
        ("Never(stop: Begin(a: \"ball\", b: \"floor\"), frames: (44, 60))".to_owned(), None),
        ("Never(stop: Begin(a: \"ball\", b: \"floor\"), frames: (43, 43))".to_owned(), Some(43)),
        ("Never(stop: Turns(a: \"ball\", b: \"floor\", by: 30.0), frames: (47, 60))".to_owned(), Some(47)),
        ("Never(stop: NotFinite(), frames: (0, 60))".to_owned(), None),
    ] {
        let scene = falling(&format!("expect: [{line}]"));
        let failures = check(&scene).unwrap().failures;
        assert_eq!(failures.first().map(|failure| failure.frame), fails, "{line}: {failures:?}");
        assert!(scene.to_ron().contains(line.as_str()), "{}", scene.to_ron());
    }
    let scene = falling(&format!("expect: [Never({deeper}, frames: (0, 600))]"));
    assert_eq!(
        check(&scene).unwrap().failures[0].to_string(),
        "\"ball\" and \"floor\" at frame 44: expected never Deeper(a: \"ball\", b: \"floor\", than: 0.05) in frames 0 to \
         600; found ball and floor are 0.1378 m deep, more than 0.05 m"
    );
}

#[test]
fn what_passes_through_each_other_within_a_step_crosses() {
    // 3 m a step: at -1, 2, … of a wall at 0, which it is apart from at both ends.
    let text = "(version: 1, solver: Off, timestep: 0.1, bodies: [
        (name: \"bullet\", shape: Circle(radius: 0.1), position: (-4, 0), motion: Dynamic(velocity: (30, 0))),
        (name: \"wall\", shape: Wall(start: (0, -5), end: (0, 5))),
    ])";
    let scene = Scene::from_ron(text, "test").unwrap();
    let line = "Crosses(a: \"bullet\", b: \"*\")";
    let asking = format!("{}, stops: [{line}])", text.trim_end_matches(')'));
    let asking = Scene::from_ron(&asking, "test").unwrap();
    assert_eq!(frames(&asking, &stop(line)).0, [2]);
    let found = until(&scene, &mut scene.to_world().unwrap(), &stop(line), 100, || ());
    assert!(matches!(&found, Until::Stopped(stopped) if stopped.frame == 2), "{found:?}");
}

#[test]
fn energy_that_rises_is_found() {
    // Linear takes the closing speed only: a ball that begins deep in the floor is lifted, which gains m · g · depth.
    let text = "(version: 1, gravity: (0, -10), bodies: [
        (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 0.3), motion: Dynamic(mass: 2)),
        (name: \"floor\", shape: Wall(start: (-5, 0), end: (5, 0))),
    ])";
    let scene = Scene::from_ron(text, "test").unwrap();
    assert_eq!(frames(&scene, &stop("Energy(gains: 0.05)")).0.first(), Some(&1));
    let (none, _) = frames(&scene, &stop("Energy(gains: 1000.0)"));
    assert!(none.is_empty() || none == [1], "{none:?}");
}

#[test]
fn a_listener_that_takes_a_contact_is_an_event() {
    let scene =
        falling("listeners: [Listener(name: \"gum\", body: \"ball\"), Listener(kind: \"circle-wall\")]");
    assert_eq!(frames(&scene, &stop("Event(listener: \"gum\")")).0, [43]);
    assert_eq!(frames(&scene, &stop("Event(listener: \"*\")")).0, [43]);
    let second = frames(&scene, &stop("Event(listener: \"listener 2\")")).0;
    assert!(second.is_empty(), "the first takes it: {second:?}");
}

/// Exit code, standard output and standard error of `report`.
fn report(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("DISPLAY");
    let output = command.arg("report").args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_report_until_a_stop_is_that_of_the_first_frame_at_which_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("falling.ron");
    falling("expect: [Separate(a: \"ball\", b: \"floor\", frame: 46)]").save(&file).unwrap();
    let file = file.to_str().unwrap();
    let stop = "Deeper(a: \"ball\", b: \"floor\", than: 0.05)";
    let (code, text, errors) = report(&[file, "--until", stop]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let why = "ball and floor are 0.1378 m deep, more than 0.05 m";
    assert!(text.contains(&format!("{stop} holds at frame 44: {why}")), "{text}");
    let (_, json, _) = report(&[file, "--until", stop, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let (_, same, _) = report(&[file, "--frame", "44", "--format", "json"]);
    let mut same: serde_json::Value = serde_json::from_str(&same).unwrap();
    same["until"] = serde_json::json!({ "stop": stop, "frame": 44, "why": why });
    assert_eq!(json, same);

    let (code, text, errors) = report(&[file, "--until", stop, "--within", "43"]);
    assert_eq!((code, errors.as_str()), (1, ""));
    assert_eq!(text, format!("{stop} holds in no frame up to 43\n"));
    let (code, json, _) = report(&[file, "--until", stop, "--within", "43", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["frame"]), (1, &serde_json::Value::Null));
    assert_eq!(json["until"]["tried_to"], 43);
    let (code, text, _) = report(&[file, "--until", "Fails()"]);
    assert!(
        code == 0 && text.contains("Fails() holds at frame 46: \"ball\" and \"floor\" at frame 46"),
        "{text}"
    );

    for (stop, why) in [
        ("Deeper(a: \"bal\", b: \"floor\", than: 0.05)", "did you mean \"ball\"?"),
        ("Deper(a: \"ball\", b: \"floor\")", "allowed: Begin(a: …, b: …)"),
        ("Differs()", "of a recording"),
        ("Begin(a: \"ball\", b: \"*\", when: \"speed > 1\")", "a.speed"),
        ("", "allowed: Begin"),
    ] {
        let (code, text, errors) = report(&[file, "--until", stop]);
        assert!((code, text.as_str()) == (2, "") && errors.contains(why), "{stop}: {errors}");
    }
    assert_eq!(report(&[file, "--until", stop, "--frame", "3"]).0, 2);
}

#[test]
fn recordings_are_searched_as_scenes_are() {
    let file = "scenes/recordings/collide2d.jsonl";
    let found = |stop: &str| {
        let (code, text, errors) = report(&[file, "--until", stop, "--format", "json"]);
        let json: serde_json::Value =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{errors}"));
        (code, json["frame"].as_u64())
    };
    // Each frame by itself tells when a pair touches first.
    let recording = Recording::load(Path::new(env!("CARGO_MANIFEST_DIR")).join(file).as_path()).unwrap();
    let every = recording.every_body().unwrap();
    let depths = |index: usize| recording.world_at(&every, index).detect();
    let touches = |index: &usize| !depths(*index).is_empty();
    let first = (0..recording.frames().len()).find(touches).map(|index| recording.frames()[index].frame);
    assert!(first.is_some());
    assert_eq!(found("Begin(a: \"*\", b: \"*\")"), (0, first));
    let deep = |index: &usize| depths(*index).iter().any(|known| known.contact.depth > 0.001);
    let first = (0..recording.frames().len()).find(deep).map(|index| recording.frames()[index].frame);
    assert_eq!(found("Deeper(a: \"*\", b: \"*\", than: 0.001)"), (i32::from(first.is_none()), first));
    assert_eq!(found("Deeper(a: \"*\", b: \"*\", than: 100)"), (1, None));
    for stop in ["Event(listener: \"*\")", "Energy(gains: 1)", "Fails()", "Begin(a: \"no one\", b: \"*\")"] {
        assert_eq!(report(&[file, "--until", stop]).0, 2, "{stop}");
    }
}

/// The scene's own arithmetic: the box on tiles is stopped by the face of the third, which lies against the second's.
#[test]
fn a_ghost_stops_a_run_where_its_contact_acts() {
    let scene = Scene::from_ron(include_str!("../../scenes/seams-of-tiles.ron"), "seams").unwrap();
    let (holds, is_true) = frames(&scene, &stop("Ghost(body: \"on tiles\")"));
    assert_eq!((&holds[..1], &is_true[..1]), (&[4][..], &[4][..]));
    for (text, is_found) in [
        ("Ghost(body: \"tiles\", by: 90)", true),
        ("Ghost(body: \"on tiles\", by: 90.1)", false),
        ("Ghost(body: \"chain\")", false),
        ("Ghost(body: \"on a chain\", by: 1)", false),
    ] {
        let mut world = scene.to_world().unwrap();
        let found = until(&scene, &mut world, &stop(text), 70, || ());
        assert_eq!(matches!(found, Until::Stopped(_)), is_found, "{text}");
        if let Until::Stopped(stopped) = found {
            assert!(
                stopped.why.contains("on tiles with tiles/3 is a ghost: its normal is 90° off"),
                "{}",
                stopped.why
            );
        }
    }
}

/// A ray at 1 m meets the ball of radius 0.5 while its centre is less than 0.5 m from it: 3 - 9.81 / 2 · t² is below 1.5 from
/// n = 34 on and below 0.5 from n = 43 on.
#[test]
fn a_query_that_hits_stops() {
    let queries = "queries: [
        Ray(name: \"sight\", from: (-3, 1), to: (3, 1)), Ray(name: \"above\", from: (-3, 5), to: (3, 5)),
        Ray(name: \"down\", from: (4, 1), to: (4, -1), meets: []),
    ]";
    let scene = falling(queries);
    for (text, holds, is_true) in [
        ("Hit(query: \"sight\")", vec![34], 34..=42),
        ("Hit(query: \"*\")", vec![34], 34..=42),
        ("Hit(query: \"sight\", when: \"y < 1 && speed > 5\")", vec![39], 39..=42),
    ] {
        assert_eq!(frames(&scene, &stop(text)), (holds, is_true.collect()), "{text}");
    }
    assert_eq!(frames(&scene, &stop("Hit(query: \"above\")")), (vec![], vec![]));
    assert_eq!(frames(&scene, &stop("Hit(query: \"down\")")), (vec![], vec![]));
    let mut world = scene.to_world().unwrap();
    let Until::Stopped(stopped) = until(&scene, &mut world, &stop("Hit(query: \"sight\")"), 100, || {})
    else {
        panic!("it stops")
    };
    assert_eq!(stopped.frame, 34);
    // The centre is at 1.4251 m: (3 - √(0.25 - 0.4251²)) / 6.
    assert_eq!(stopped.why, "query sight hits ball at fraction 0.4561");
    for (line, holds) in [
        ("Never(stop: Hit(query: \"sight\"), frames: (0, 33))", true),
        ("Never(stop: Hit(query: \"sight\"), frames: (0, 34))", false),
        ("Soon(stop: Hit(query: \"sight\"), before: 34)", true),
        ("Soon(stop: Hit(query: \"sight\"), before: 33)", false),
    ] {
        let scene = falling(&format!("{queries}, expect: [{line}]"));
        assert_eq!(check(&scene).unwrap().failures.is_empty(), holds, "{line}");
    }
}

/// Any two are a pair in either order, and a condition may be about either; `pi` is a number of every condition.
#[test]
fn a_condition_of_any_two_is_tried_both_ways_round() {
    let scene = falling("");
    for (when, holds) in [("a.y > 0.1", 43), ("b.y > 0.1", 43), ("b.y > 0.1 && pi > 3.14", 43)] {
        for any in ["Begin(a: \"*\", b: \"*\"", "Begin(a: \"ball\", b: \"*\"", "Begin(a: \"*\", b: \"ball\""]
        {
            let text = format!("{any}, when: \"{when}\")");
            let is_meant = any.contains("a: \"*\", b: \"*\"")
                || (any.contains("a: \"ball\"") == when.starts_with("a.y"));
            let expected = if is_meant { vec![holds] } else { Vec::new() };
            assert_eq!(frames(&scene, &scene.read_stop(&text).unwrap()).0, expected, "{text}");
        }
    }
}

/// What touched in frame 6, not in 7 and again in 8 has no normal of the frame before: in frame 8 nothing turned.
#[test]
fn a_contact_that_begins_has_not_turned() {
    let text = r#"(version: 1, gravity: (0.0, 0.0), solver: Rigid, timestep: 0.02, bodies: [
        (name: "b0", shape: Wall(start: (-0.98, -0.018), end: (-0.202, 0.606)), position: (-4.979, -0.546), rotation: 79.754,
            motion: Dynamic(mass: 0.647, velocity: (20.146, -0.672), angular_velocity: 104.912), restitution: 0.229),
        (name: "b6", shape: Capsule(start: (0.313, 0.296), end: (-0.411, 0.405), radius: 0.448), position: (-1.88, -1.567),
            rotation: 106.633, restitution: 0.258),
    ], stops: [Turns(a: "b0", b: "b6", by: 0.5)])"#;
    let scene = Scene::from_ron(text, "test").unwrap_or_else(|error| panic!("{error}"));
    let mut world = scene.to_world().unwrap();
    let mut watch = StopWatch::of(&scene, &scene.stops);
    let mut begun = Vec::new();
    for _ in 0..12 {
        let seen = watch.see(&StopFrame::of_steps(&world));
        if world.events().iter().any(|event| event.phase == Phase::Begin) {
            begun.push(world.frame());
            assert!(seen.is_empty(), "{}: {seen:?}", world.frame());
        }
        world.step();
    }
    assert!(begun.contains(&8), "{begun:?}");
}

/// What touches in frame 0 and parts in the first step has no event, and its `End` holds in frame 1, as the manual tells.
#[test]
fn what_parts_in_the_first_step_ends_without_an_event() {
    let text = r#"(version: 1, solver: Off, bodies: [
        (name: "a", shape: Circle(radius: 0.5)),
        (name: "b", shape: Circle(radius: 0.5), position: (0.9, 0.0), motion: Dynamic(velocity: (10.0, 0.0))),
    ], stops: [End(a: "a", b: "b")])"#;
    let scene = Scene::from_ron(text, "test").unwrap_or_else(|error| panic!("{error}"));
    let mut world = scene.to_world().unwrap();
    let mut watch = StopWatch::of(&scene, &scene.stops);
    assert!(watch.see(&StopFrame::of_steps(&world)).is_empty());
    world.step();
    assert!(world.events().is_empty());
    assert_eq!(watch.see(&StopFrame::of_steps(&world)).len(), 1);
    let manual = include_str!("../../docs/manual/scenes.md");
    assert!(manual.contains("what parts in the first step ends in frame 1, though no event tells of it"));
}

/// A player meets a coin in frame 3: 0.25 m apart, 0.1 m a step. The listener takes the coin in the same step.
#[test]
fn what_is_picked_up_or_bursts_begins_and_ends_by_its_name() {
    // Rigid tells the contacts that it found as the step began.
    for (solver, then, frame) in [
        ("Off", "Remove", 3),
        ("Linear", "Remove", 3),
        ("Rigid", "Remove", 4),
        ("Linear", "Burst(count: 3)", 3),
    ] {
        let text = format!(
            "(version: 1, solver: {solver}, timestep: 0.1, bodies: [
                (name: \"player\", shape: Circle(radius: 0.5), motion: Dynamic(velocity: (1, 0))),
                (name: \"coin\", shape: Circle(radius: 0.5), position: (1.25, 0), sensor: true),
            ], listeners: [(body: \"coin\", then: {then})])"
        );
        let scene = Scene::from_ron(&text, "pickup").unwrap_or_else(|e| panic!("{e}"));
        let any = frames(&scene, &stop("Begin(a: \"player\", b: \"*\")")).0;
        assert_eq!(any.first(), Some(&frame), "{solver} {then}");
        for (a, b) in [("player", "coin"), ("coin", "player"), ("coin", "*")] {
            let begins = frames(&scene, &stop(&format!("Begin(a: \"{a}\", b: \"{b}\")"))).0;
            let ends = frames(&scene, &stop(&format!("End(a: \"{a}\", b: \"{b}\")"))).0;
            assert_eq!((begins, ends), (vec![frame], vec![frame + 1]), "{solver} {then}: {a} {b}");
        }
    }
}

fn scene(text: &str) -> Scene {
    Scene::from_ron(&format!("(version: 1, {text})"), "stops").unwrap_or_else(|e| panic!("{e}"))
}

/// The frames up to 100 in which a stop of a scene holds.
fn holds(scene: &Scene, text: &str) -> Vec<u64> {
    frames(scene, &stop(text)).0
}

/// Its numbers were NaN, so that no condition of them held.
#[test]
fn a_condition_asks_of_a_body_that_the_step_removes_as_it_was_last() {
    for then in ["Remove", "Burst(count: 4)", "Ignore"] {
        let scene = scene(&format!(
            "solver: Off, bodies: [
                (name: \"coin\", shape: Circle(radius: 1.0), position: (3.0, 0.0)),
                (name: \"shot\", shape: Circle(radius: 0.5), motion: Dynamic(velocity: (10.0, 0.0))),
            ], listeners: [(name: \"hit\", body: \"shot\", then: {then})]"
        ));
        // They meet after 1.5 m, in frame 9 by a hair or in frame 10.
        let met = holds(&scene, "Event(listener: \"hit\")")[0];
        for text in [
            "Event(listener: \"hit\", when: \"b.speed > 9 && b.speed < 11\")",
            "Begin(a: \"shot\", b: \"coin\", when: \"a.speed > 5\")",
            "Begin(a: \"shot\", b: \"*\", when: \"a.x > 1.4 && a.x < 1.8\")",
        ] {
            assert_eq!(holds(&scene, text).first(), Some(&met), "{then}: {text}");
        }
        assert_eq!(
            holds(&scene, "Begin(a: \"shot\", b: \"coin\", when: \"a.speed > 11\")"),
            [0; 0],
            "{then}"
        );
    }
}

/// It looked at the last contact of a pair, where the pair by name looks at the deepest.
#[test]
fn the_normal_of_any_pair_is_that_of_its_deepest_contact() {
    let cart = [
        "Part(shape: Circle(radius: 1.0))",
        "Part(shape: Rectangle(width: 1.0, height: 1.0), at: (-1.0, 1.5))",
    ];
    for parts in [[cart[0], cart[1]], [cart[1], cart[0]]] {
        let scene = scene(&format!(
            "solver: Off, timestep: 0.1, bodies: [
                (name: \"post\", shapes: [
                    Part(shape: Circle(radius: 1.0)),
                    Part(shape: Rectangle(width: 9.0, height: 1.0), at: (0.0, 3.4)),
                ]),
                (name: \"cart\", shapes: [{}], position: (0.5, 1.0), motion: Dynamic(velocity: (-2.0, 0.0))),
            ]",
            parts.join(", ")
        ));
        let named = holds(&scene, "Turns(a: \"post\", b: \"cart\", by: 5.0)");
        assert!(!named.is_empty());
        for any in ["a: \"post\", b: \"*\"", "a: \"*\", b: \"cart\"", "a: \"*\", b: \"*\""] {
            assert_eq!(holds(&scene, &format!("Turns({any}, by: 5.0)")), named, "{any}");
        }
    }
}

#[test]
fn two_static_bodies_that_overlap_are_a_pair_of_any_two_as_by_name() {
    let scene = scene(
        "bodies: [
            (name: \"p\", shape: Circle(radius: 1.0)),
            (name: \"q\", shape: Circle(radius: 1.0), position: (1.5, 0.0)),
        ]",
    );
    for other in ["q", "*"] {
        assert_eq!(holds(&scene, &format!("Deeper(a: \"p\", b: \"{other}\", than: 0.4)")), [0]);
        assert_eq!(holds(&scene, &format!("Begin(a: \"p\", b: \"{other}\")")), [0]);
        assert_eq!(holds(&scene, &format!("End(a: \"p\", b: \"{other}\")")), [0; 0]);
    }
}

/// What touched in frame 0 and had no place among the contacts began twice, or never ended.
#[test]
fn a_contact_that_waits_for_a_place_begins_once_and_ends_once() {
    let floor = "(name: \"f\", shape: Rectangle(width: 40.0, height: 1.0))";
    let ball = |name: &str, x: f32, y: f32, speed: f32| {
        format!(
            "(name: \"{name}\", shape: Circle(radius: 1.0), position: ({x:?}, {y:?}), motion: Dynamic(velocity: (0.0, {speed:?})))"
        )
    };
    let lie = [-9.0, -4.0, 0.0, 5.0, 9.0].map(|x| ball(&format!("at {x}"), x, 1.4, 0.0)).join(", ");
    let crowd =
        scene(&format!("max_contacts: 2, solver: Linear, gravity: (0.0, -10.0), bodies: [{floor}, {lie}]"));
    for x in ["-9", "0", "9"] {
        assert_eq!(holds(&crowd, &format!("Begin(a: \"f\", b: \"at {x}\")")), [0], "{x}");
        assert_eq!(holds(&crowd, &format!("End(a: \"f\", b: \"at {x}\")")), [0; 0], "{x}");
    }
    let (lies, leaves) = (ball("a", -9.0, 1.4, 0.0), ball("b", 9.0, 1.3, 1.5));
    let parts = scene(&format!(
        "max_contacts: 1, timestep: 0.1, solver: Linear, bodies: [{floor}, {lies}, {leaves}]"
    ));
    for other in ["b", "*"] {
        assert_eq!(
            holds(&parts, &format!("End(a: \"{other}\", b: \"f\", when: \"frame < 3\")")),
            [2],
            "{other}"
        );
    }
}

/// 0.3 as an f32 is more than 0.3 as an f64.
#[test]
fn a_condition_compares_numbers_as_they_are_written() {
    let scene =
        scene("timestep: 0.05, bodies: [(name: \"a\", shape: Circle(radius: 1.0), position: (0.3, 0.1))]");
    let first = |when: &str| {
        let text = format!("Outside(body: \"a\", min: (5, 5), max: (6, 6), when: \"{when}\")");
        holds(&scene, &text).first().copied()
    };
    for (when, expected) in [
        ("x > 0.3", None),
        ("x == 0.3 && y <= 0.1", Some(0)),
        ("x >= 0.3000001", None),
        ("time == 0.1", Some(2)),
        ("time > 0.1", Some(3)),
    ] {
        assert_eq!(first(when), expected, "{when}");
    }
}

/// "3 m/s, faster than 3 m/s" tells nobody why.
#[test]
fn what_is_just_beyond_a_limit_is_told_with_all_digits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    let body = "name: \"a\", shape: Circle(radius: 1), position: (0, 1.999625), motion: Dynamic(velocity: (3.00001, 0))";
    std::fs::write(&path, format!("Scene(version: 1, bodies: [Body({body})])")).unwrap();
    for (stop, told) in [
        ("Faster(body: \"a\", than: 3)", "a moves at 3.00001 m/s, faster than 3 m/s"),
        ("Faster(body: \"a\", than: 2)", "a moves at 3 m/s, faster than 2 m/s"),
        (
            "Outside(body: \"a\", min: (-1, 2), max: (1, 9))",
            "a is at (0, 1.999625) m, outside of (-1, 2) m to (1, 9) m",
        ),
        (
            "Outside(body: \"a\", min: (-1, 3), max: (1, 9))",
            "a is at (0, 2) m, outside of (-1, 3) m to (1, 9) m",
        ),
    ] {
        let (_, out, err) = report(&[path.to_str().unwrap(), "--until", stop]);
        assert!(out.contains(told), "{told}: {out}{err}");
    }
}

/// 2 m a step: past the middle of the platform at the end of a step, and out below it. Whichever solver: `Rigid` finds contacts
/// before it moves bodies, and pushes out in the steps that follow.
#[test]
fn what_comes_through_a_platform_and_touches_it_crosses_it() {
    let fast = "(version: 1, timestep: 0.1, solver: SOLVER, rigid: (continuous: false, speculative: false), bodies: [
        (name: \"ball\", shape: Circle(radius: 0.2), position: (0, 1.9), motion: Dynamic(velocity: (0, -20))),
        (name: \"platform\", shape: Rectangle(width: 4, height: 0.4)),
    ])";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("through.ron");
    let path = file.to_str().unwrap();
    let recording = |name: &str| folder.path().join(format!("{name}.jsonl")).to_str().unwrap().to_owned();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
        String::from_utf8(command.args(args).output().unwrap().stdout).unwrap()
    };
    let stop = "Crosses(b:\"platform\",a:\"*\")";
    let told = "ball and platform came through each other: they went in on one side, and are past the middle";
    for solver in ["Rigid", "Off", "Linear"] {
        std::fs::write(&file, fast.replace("SOLVER", solver)).unwrap();
        // One stop is echoed in one way.
        let (code, text, _) = report(&[path, "--until", stop, "--within", "9"]);
        let held = text.contains("Crosses(a: \"*\", b: \"platform\") holds at frame 1: ");
        assert!(code == 0 && held && text.contains(told), "{solver}: {text}");
        let why = run(&["explain", path, "--frame", "1", "--pair", "ball,platform"]);
        assert!(why.contains("so far in one step"), "{solver}: {why}");

        // The same of a recording.
        let to = recording(solver);
        run(&["record", path, "--frames", "0..5", "--output", &to]);
        let (_, recorded, _) = report(&[&to, "--until", stop]);
        assert!(recorded.contains("holds at frame 1: ") && recorded.contains(told), "{solver}: {recorded}");
    }
    let between = run(&["compare", &recording("Off"), "--between", "--teleport", "9"]);
    assert!(between.contains("ball and platform touch in frame 1, so that is no crossing"), "{between}");
    assert!(between.ends_with("no crossing\n"), "{between}");

    // It holds of nothing else: a ball that lands, one that passes beside, and two walls of a pit that a ball goes to and fro
    // between.
    let pit = "Part(shape: Rectangle(width: 0.2, height: 2), at: (-0.35, 0)), Part(shape: Rectangle(width: 0.2, height: 2), at: (0.35, 0))";
    let others = format!(
        "(version: 1, solver: Linear, bodies: [
            (name: \"floor\", shape: Rectangle(width: 9, height: 1), position: (0, -0.5)),
            (name: \"lands\", shape: Circle(radius: 0.2), position: (-3, 0.5), motion: Dynamic(velocity: (0, -9))),
            (name: \"passes\", shape: Circle(radius: 0.2), position: (4.65, 2), motion: Dynamic(velocity: (0, -20))),
            (name: \"pit\", shapes: [{pit}], position: (0, 2)),
            (name: \"bounces\", shape: Circle(radius: 0.2), position: (0, 2), restitution: 1, motion: Dynamic(velocity: (6, 0))),
        ])"
    );
    std::fs::write(&file, others).unwrap();
    let (code, text, _) = report(&[path, "--until", "Crosses(a: \"*\", b: \"*\")", "--within", "90"]);
    assert!(code == 1 && text.contains("holds in no frame up to 90"), "{text}");

    // Nor of what a one-way platform lets through, which goes past its middle on its way up, and rests on it at last.
    for solver in ["Off", "Linear", "Rigid"] {
        let jumps = format!(
            "(version: 1, solver: {solver}, gravity: (0, -9.81), bodies: [
                (name: \"platform\", shape: Rectangle(width: 4, height: 0.6), one_way: (0, 1)),
                (name: \"ball\", shape: Circle(radius: 0.2), position: (0, -1.2), motion: Dynamic(velocity: (0, 7))),
            ])"
        );
        std::fs::write(&file, jumps).unwrap();
        let within = if solver == "Off" { "40" } else { "120" };
        let (code, text, _) = report(&[path, "--until", "Crosses(a: \"*\", b: \"*\")", "--within", within]);
        assert!(code == 1, "{solver}: {text}");
        let to = recording(&format!("one-way {solver}"));
        run(&["record", path, "--frames", &format!("0..{within}"), "--output", &to]);
        let (code, text, _) = report(&[&to, "--until", "Crosses(a: \"*\", b: \"*\")"]);
        assert!(code == 1, "recorded {solver}: {text}");
    }

    // Pushed slowly, step after step, it goes past the middle of a thin wall: the normal turns over.
    let pushed = "(version: 1, solver: Off, bodies: [
        (name: \"wall\", shape: Rectangle(width: 0.2, height: 4)),
        (name: \"ball\", shape: Circle(radius: 0.3), position: (-0.5, 0), motion: Kinematic(velocity: (1, 0))),
    ])";
    std::fs::write(&file, pushed).unwrap();
    let (code, text, _) = report(&[path, "--until", "Crosses(a: \"ball\", b: \"wall\")"]);
    assert!(code == 0 && text.contains("Crosses(a: \"ball\", b: \"wall\") holds at frame 30: "), "{text}");
    let why = run(&["explain", path, "--frame", "30", "--pair", "ball,wall"]);
    assert!(why.contains("went past the middle of the other"), "{why}");

    // What mends it under this solver is no flag.
    std::fs::write(&file, fast.replace("SOLVER, rigid: (continuous: false, speculative: false)", "Linear"))
        .unwrap();
    let why = run(&["explain", path, "--frame", "1", "--pair", "ball,platform"]);
    assert!(why.contains("so does `solver: Rigid`.") && !why.contains("bullet"), "{why}");
}

/// The shortest way out of a box that falls through the end of a slab leads to the side all the time.
#[test]
fn what_goes_through_an_end_crosses_whatever_its_normals_say() {
    let folder = tempfile::tempdir().unwrap();
    let [file, to] =
        ["end.ron", "end.jsonl"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let stop = "Crosses(a: \"box\", b: \"slab\")";
    // (where it is first told, of a run and its recording)
    let scene = |solver: &str, fast: &str| {
        format!(
            "(version: 1, gravity: (0, 0), solver: {solver}, bodies: [
                (name: \"slab\", shape: Rectangle(width: 4, height: 0.8), position: (-1.9, 0)),
                (name: \"box\", shape: Rectangle(width: 0.4, height: 1.6), position: (0, 3), motion: Dynamic(velocity: (0, {fast}))),
            ])"
        )
    };
    let record = |frames: &str| {
        let _ = std::fs::remove_file(&to);
        let args = ["record", &file, "--frames", frames, "--output", &to];
        assert!(Command::new(env!("CARGO_BIN_EXE_collision-test")).args(args).status().unwrap().success());
    };
    // At 6 m/s its middle is at that of the slab after half a second. At 110 m/s it touches the top in one frame and is below in
    // the next.
    for (fast, frame) in [("-6", 31), ("-110", 2)] {
        std::fs::write(&file, scene("Off", fast)).unwrap();
        record("0..60");
        for run in [&file, &to] {
            let (code, text, _) = report(&[run, "--until", stop]);
            assert!(code == 0 && text.contains(&format!("holds at frame {frame}: ")), "{fast}: {text}");
        }
    }
    let between = Command::new(env!("CARGO_BIN_EXE_collision-test"))
        .args(["compare", &to, "--between"])
        .output()
        .unwrap();
    let between = String::from_utf8(between.stdout).unwrap();
    assert!(between.contains("slab and box touch in frame 2"), "{between}");

    // What slides off a ledge falls along its wall, and what is pushed out to the side falls beside it.
    for solver in ["Linear", "Rigid"] {
        let ledge = format!(
            "(version: 1, gravity: (0, -9.81), solver: {solver}, bodies: [
                (name: \"slab\", shape: Rectangle(width: 4, height: 0.8), position: (-1.9, 0)),
                (name: \"box\", shape: Rectangle(width: 0.4, height: 0.4), position: (-0.4, 0.6), motion: Dynamic(velocity: (1, 0))),
            ])"
        );
        for scene in [ledge, scene(solver, "-6")] {
            std::fs::write(&file, scene).unwrap();
            record("0..120");
            for run in [&file, &to] {
                let (code, text, _) = report(&[run, "--until", stop, "--within", "120"]);
                assert!(code == 1 && text.contains("holds in no frame"), "{solver}: {text}");
            }
        }
    }
}

/// A disc that lies on a face of a box goes where the face goes; one that goes through it is out on the other side.
#[test]
fn what_lies_on_a_face_that_turns_crosses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("turns.jsonl");
    let holds = |height: &dyn Fn(f64) -> f64| {
        let mut lines = vec![
            r#"{"recording":1,"engine":"game","metres_per_unit":1,"y":"up","angle":"radians","normal":"from a to b","bodies":[{"name":"disc","shapes":[{"circle":{"radius":0.5}}]},{"name":"box","shapes":[{"rectangle":{"width":2,"height":2}}]}]}"#
                .to_owned(),
        ];
        for frame in 0..41 {
            // 3° a frame; the disc turns the other way, as what rolls.
            let angle = f64::from(frame) * 3.0_f64.to_radians();
            let height = height(f64::from(frame));
            let (x, y) = (-height * angle.sin(), height * angle.cos());
            lines.push(format!(
                r#"{{"frame":{frame},"time":{},"poses":[[{x},{y},{}],[0,0,{angle}]],"contacts":[]}}"#,
                f64::from(frame) / 60.0,
                -angle
            ));
        }
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        let (code, text, err) =
            report(&[path.to_str().unwrap(), "--until", "Crosses(a: \"disc\", b: \"box\")"]);
        assert!(err.is_empty(), "{err}");
        assert_eq!(code, if text.contains("holds in no frame") { 1 } else { 0 }, "{text}");
        code == 0
    };
    // Both bodies move, and are 0.1 m deep in each other from the first frame on.
    assert!(!holds(&|_| 1.4), "it lies on its face");
    assert!(holds(&|frame| 1.6 - 0.1 * frame), "it goes through");
}
