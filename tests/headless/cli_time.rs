//! `report` over time: events, stages, hashes, impacts of shapes that turn.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn report(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).env_remove("DISPLAY");
    command.arg("report").args(args).output().unwrap()
}

/// Exit code, standard output and standard error.
fn outcome(args: &[&str]) -> (i32, String, String) {
    let output = report(args);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(!text(&output.stderr).contains("panicked"));
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn good(args: &[&str]) -> String {
    let (code, out, err) = outcome(args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    out
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(&[&["--format", "json"], args].concat())).unwrap()
}

const PROPELLER: &str = "scenes/propeller.ron";

#[test]
fn events_are_listed_up_to_the_frame_with_who_took_them() {
    let events = |args: &[&str]| {
        let report = json(&[&[PROPELLER], args].concat());
        report["events"].as_array().unwrap().clone()
    };
    let changes = events(&["--frame", "240", "--events"]);
    let of_leaf: Vec<_> = changes.iter().filter(|e| e["b"] == 4).collect();
    let phases: Vec<_> = of_leaf.iter().map(|e| e["phase"].as_str().unwrap()).collect();
    assert_eq!(phases, ["begin", "end", "begin", "end"], "the blade sweeps through it twice");
    let first = of_leaf[0];
    assert_eq!((first["a"].as_u64(), first["kind"].as_str()), (Some(0), Some("circle-rectangle")));
    assert_eq!(first["resolved_by"], "listener 1", "listeners count from 1");
    assert!(changes.iter().any(|e| e["resolved_by"] == "sensor" && e["a"] == 0 && e["b"] == 2));
    assert!(changes.iter().all(|e| e["frame"].as_u64().unwrap() <= 240));
    assert_eq!(of_leaf[1]["since"], first["frame"]);

    let all = events(&["--frame", "240", "--events=all"]);
    assert!(all.len() > changes.len() + 100 && all.iter().any(|e| e["phase"] == "persist"));
    let text = good(&[PROPELLER, "--frame", "240", "--events"]);
    let section = text.split("EVENTS up to frame 240").nth(1).unwrap();
    assert_eq!(section.lines().filter(|line| line.contains("leaf #4")).count(), 4, "{section}");
    assert!(json(&[PROPELLER]).get("events").is_none());
}

#[test]
fn stages_are_told_with_their_formulas() {
    let scene = "scenes/a-ball-drops-and-rests.ron";
    let report = json(&[scene, "--frame", "42", "--stages"]);
    let stages = report["stages"].as_array().unwrap();
    let title = |i: usize| stages[i]["title"].as_str().unwrap();
    assert_eq!((title(0), title(stages.len() - 1)), ("Forces", "End of the step: frame 43"));
    let iteration = stages.iter().find(|s| s["title"].as_str().unwrap().starts_with("Iteration")).unwrap();
    let formula = iteration["formula"].as_str().unwrap();
    assert!(formula.contains(" N·s = ") && formula.contains(" kg × "), "{formula}");
    assert_eq!(iteration["formulas"][0]["numbers"], formula);
    assert!(iteration["formulas"][0]["names"]["J"].is_string(), "{iteration}");
    assert_eq!(iteration["pair"], serde_json::json!([0, 1]));
    let text = good(&[scene, "--frame", "42", "--stages"]);
    let section = text.split("STAGES of the step to frame 43").nth(1).unwrap();
    assert!(section.contains(formula) && section.contains("  1. Forces"), "{section}");
}

#[test]
fn the_effort_of_the_solver_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("row.ron");
    let row = "(version: 1, iterations: 1, bodies: [
        (name: \"a\", shape: Circle(radius: 1.0), motion: Dynamic(velocity: (2.0, 0.0))),
        (name: \"b\", shape: Circle(radius: 1.0), position: (1.6, 0.0), motion: Dynamic(mass: 3.0)),
        (name: \"wall\", shape: Wall(start: (2.4, -2.0), end: (2.4, 2.0))),
    ])";
    std::fs::write(&path, row).unwrap();
    let path = path.to_str().unwrap();
    assert!(json(&[path])["resolver"].is_null());
    let told = json(&[path, "--frame", "1"]);
    assert_eq!(told["resolver"], serde_json::json!({ "used": 1, "limit": 1, "left": 1 }));
    let text = good(&[path, "--frame", "1"]);
    assert!(text.contains("solver: 1 of at most 1 iteration; 1 contact still closes or overlaps"), "{text}");
}

/// Two balls on the floor and one place: in frame 2 the first waits, in frame 3 the second. One kilogram falls
/// at 10 m/s² for 0.1 s: momentum 1 kg·m/s downward, energy 0.5 J, from where it was.
#[test]
fn what_waits_and_what_moves_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.ron");
    let text = "(version: 1, gravity: (0.0, -10.0), timestep: 0.1, max_contacts: 1, bodies: [
        (name: \"left\", shape: Circle(radius: 1.0), position: (-3.0, 0.5)),
        (name: \"right\", shape: Circle(radius: 1.0), position: (3.0, 0.5)),
        (name: \"lift\", shape: Rectangle(width: 12.0, height: 1.0), motion: Kinematic()),
        (name: \"ball\", shape: Circle(radius: 0.5), position: (0.0, 4.0), motion: Dynamic(mass: 1.0)),
    ])";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    for (frame, waits) in [("1", 1), ("2", 0), ("3", 1)] {
        let told = json(&[path, "--frame", frame]);
        let since: Vec<_> =
            told["pairs"].as_array().unwrap().iter().map(|pair| &pair["waiting_since"]).collect();
        assert_eq!(since[waits], &serde_json::json!(frame.parse::<u64>().unwrap()), "{since:?}");
        assert!(since[1 - waits].is_null(), "{since:?}");
    }
    assert!(json(&[path])["bodies"][3]["previous_position"].is_null());
    let told = json(&[path, "--frame", "1"]);
    let ball = &told["bodies"][3];
    assert_eq!(ball["previous_position"], serde_json::json!([0.0, 4.0]));
    assert_eq!(ball["momentum"], serde_json::json!([0.0, -1.0]));
    assert!((ball["energy"]["kinetic"].as_f64().unwrap() - 0.5).abs() < 1.0e-6, "{ball}");
    assert!((ball["energy"]["potential"].as_f64().unwrap() - 39.5).abs() < 1.0e-4, "{ball}");
    assert_eq!((&told["momentum"], &told["energy"]), (&ball["momentum"], &ball["energy"]));
    assert!(told["bodies"][0]["momentum"].is_null());
    let text = good(&[path, "--frame", "1"]);
    assert!(text.contains("waiting for a place since frame 1") && text.contains("MOTION"), "{text}");
    let events = good(&[path, "--frame", "2", "--events=all"]);
    assert!(events.contains("waits since 2"), "{events}");
}

#[test]
fn the_symbols_above_a_formula_are_its_own() {
    let text = good(&["--frame", "30", "--stages"]);
    let signs = |line: &str| -> String {
        let right = line.split_once(" = ").map_or("", |(_, right)| right);
        right.chars().filter(|c| "+×".contains(*c)).collect()
    };
    let forces = text.split("1. Forces").nth(1).unwrap().split("2. Broad phase").next().unwrap();
    let (mut symbols, mut forms) = (None, Vec::new());
    for line in forces.lines().map(str::trim).filter(|line| line.contains(" = ")) {
        if ["v_", "x'", "y'"].iter().any(|symbol| line.starts_with(symbol)) {
            symbols = Some(line);
            continue;
        }
        assert_eq!(signs(line), signs(symbols.unwrap()), "{line} under {symbols:?}");
        forms.push(signs(line));
    }
    forms.dedup();
    assert!(forms.len() > 2, "a form comes again after another: {forms:?}");
}

#[test]
fn two_runs_that_differ_are_told_by_frame_and_body() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let scene = |x: f32| {
        format!(
            "(version: 1, solver: Rigid, bodies: [
                (name: \"cue\", shape: Circle(radius: 0.5), position: (-3.0, 0.0), motion: Dynamic(velocity: (6.0, 0.0))),
                (name: \"eight\", shape: Circle(radius: 0.5), position: ({x:?}, 0.25), motion: Dynamic()),
                (name: \"cushion\", shape: Wall(start: (9.0, -9.0), end: (9.0, 9.0))),
            ])"
        )
    };
    let (one, other) = (write("one.ron", &scene(0.0)), write("other.ron", &scene(0.001)));
    let listing = good(&[&one, "--frame", "60", "--hash"]);
    assert_eq!(listing.lines().filter(|line| !line.starts_with('#')).count(), 61);
    assert_eq!(listing, good(&[&one, "--frame", "60", "--hash"]), "the same run, the same bits");
    let saved = write("hashes.txt", &listing);

    let (code, out, _) = outcome(&[&one, "--frame", "60", "--hash", "--against", &saved]);
    assert_eq!((code, out.trim()), (0, "bit for bit the same in all 61 frames that both have"));
    let (code, out, _) = outcome(&[&other, "--frame", "60", "--hash", "--against", &saved]);
    assert_eq!((code, out.trim()), (1, "frame 0 is the first that differs, and in it body 1, \"eight\""));
    // Only the cue ball differs once it has hit.
    let spun =
        write("spun.ron", &scene(0.0).replace("velocity: (6.0, 0.0)", "velocity: (6.0, 0.0), damping: 0.99"));
    let (code, out, _) = outcome(&[&spun, "--frame", "60", "--hash", "--against", &saved]);
    assert_eq!(
        (code, out.contains("frame 1 is the first"), out.contains("\"cue\"")),
        (1, true, true),
        "{out}"
    );
    let short = write("short.txt", &listing.lines().take(12).collect::<Vec<_>>().join("\n"));
    assert!(good(&[&one, "--frame", "60", "--hash", "--against", &short]).contains("all 11 frames"));
    // Only whether it may sleep differs; what sleeps stays where it would be anyway.
    let sleeps = write("sleeps.ron", &scene(0.0).replace("solver: Rigid,", "solver: Rigid, sleep: true,"));
    let (code, out, _) = outcome(&[&sleeps, "--frame", "60", "--hash", "--against", &saved]);
    assert!(
        out.starts_with("frame 1 is the first that differs: not in the bodies, but in what else"),
        "{out}"
    );
    assert!(out.trim_end().ends_with("the bodies agree in all frames that both have"), "{out}");
    assert!(code == 1 && out.contains("`sleep`"), "{out}");
    // A ball that creeps is put to sleep.
    let slow = scene(0.0).replace("velocity: (6.0, 0.0)", "velocity: (0.001, 0.0)");
    let slow_saved = good(&[&write("slow.ron", &slow), "--frame", "60", "--hash"]);
    let slow_saved = write("slow.txt", &slow_saved);
    let sleeps = write("slow.ron", &slow.replace("solver: Rigid,", "solver: Rigid, sleep: true,"));
    let (_, out, _) = outcome(&[&sleeps, "--frame", "60", "--hash", "--against", &slow_saved]);
    assert!(out.contains("frame 31 is the first in which a body differs: body 0, \"cue\""), "{out}");
    let fewer =
        scene(0.0).replace("(name: \"cushion\", shape: Wall(start: (9.0, -9.0), end: (9.0, 9.0))),", "");
    let (code, out, _) = outcome(&[&write("fewer.ron", &fewer), "--hash", "--against", &saved]);
    assert_eq!((code, out.trim()), (1, "frame 0: 2 bodies here, 3 there"));

    for (text, says) in [("0 12ab\nnonsense\n", "line 2"), ("", "no frame"), ("0 xyz", "line 1")] {
        let broken = write("broken.txt", text);
        let (code, out, err) = outcome(&[&one, "--hash", "--against", &broken]);
        assert_eq!((code, out.as_str()), (2, ""), "{text:?}");
        assert!(err.contains(says) && err.contains("broken.txt"), "{err}");
    }
    assert_eq!(outcome(&[&one, "--against", &saved]).0, 2, "--against without --hash");
    assert_eq!(outcome(&[&one, "--hash", "--against", "no such file"]).0, 2);
    let report = json(&[&one, "--frame", "3", "--hash"]);
    let hashes = report["hashes"].as_array().unwrap();
    assert_eq!((hashes.len(), hashes[3]["bodies"].as_array().unwrap().len()), (4, 3));
    let line = listing.lines().find(|line| line.starts_with("3 ")).unwrap();
    assert!(line.contains(hashes[3]["state"].as_str().unwrap()));
}

#[test]
fn impacts_of_shapes_that_turn_are_labelled_as_such() {
    let at = |args: &[&str]| {
        let report = json(&[&[PROPELLER, "--frame", "10", "--impacts", "2"], args].concat());
        let pairs: Vec<_> = report["impacts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|i| (i["a"].as_u64().unwrap(), i["b"].as_u64().unwrap(), i["time"].as_f64().unwrap()))
            .collect();
        (pairs, report.get("rotating").cloned())
    };
    assert_eq!(at(&[]), (vec![], None), "nothing moves but by turning");
    let (pairs, rotating) = at(&["--rotating"]);
    assert_eq!(rotating, Some(Value::Bool(true)));
    let leaf = pairs.iter().find(|(_, b, _)| *b == 4).unwrap();
    // The blade is at 15°, the leaf at 149.04° and 2.3324 out: they touch asin(0.5 / 2.3324) before.
    let expected = (149.036 - (0.5_f64 / 2.3324).asin().to_degrees() - 15.0) / 90.0;
    assert!((leaf.2 - expected).abs() < 2.0e-3, "{leaf:?}, expected {expected}");
    assert!(good(&[PROPELLER, "--impacts", "2", "--rotating"]).contains("IMPACTS AHEAD (turning)"));
    assert_eq!(outcome(&[PROPELLER, "--rotating"]).0, 2, "--rotating without --impacts");
}

/// The AABBs come first, then the bounding circles, then the axes in the order listed.
#[test]
fn a_pair_that_is_apart_says_which_test_ended_the_work() {
    let mut seen = std::collections::BTreeMap::new();
    let folder = tempfile::tempdir().unwrap();
    let diagonal = folder.path().join("diagonal.ron");
    let circles = "(version: 1, bodies: [
        (name: \"low\", shape: Circle(radius: 1.0)),
        (name: \"high\", shape: Circle(radius: 1.0), position: (1.5, 1.5)),
    ])";
    std::fs::write(&diagonal, circles).unwrap();
    let diagonal = diagonal.to_str().unwrap();
    for (scene, frame) in
        [("scenes/built-in.ron", "20"), ("scenes/falling-dominoes.ron", "90"), (diagonal, "0")]
    {
        let report = json(&[scene, "--frame", frame, "--pairs", "all"]);
        let corner = |body: &Value, which: &str, axis: usize| body["aabb"][which][axis].as_f64().unwrap();
        for pair in report["pairs"].as_array().unwrap() {
            let body = |side: &str| &report["bodies"][pair[side].as_u64().unwrap() as usize];
            let (a, b) = (body("a"), body("b"));
            let meet = [0, 1].iter().all(|&axis| {
                corner(a, "min", axis) <= corner(b, "max", axis)
                    && corner(b, "min", axis) <= corner(a, "max", axis)
            });
            let axes = pair["axes"].as_array().unwrap();
            let separating = axes.iter().position(|axis| axis["overlap"].as_f64().unwrap() <= 0.0);
            let expected = match (pair["touching"].as_bool().unwrap(), meet, pair.get("early_out").is_some())
            {
                (true, ..) => None,
                (false, false, _) => Some("aabbs"),
                (false, true, true) => Some("bounding_circles"),
                (false, true, false) => Some("axes"),
            };
            assert_eq!(pair.get("ended_at").and_then(Value::as_str), expected, "{pair}");
            assert_eq!(
                pair.get("stopped_at").and_then(Value::as_u64),
                separating.map(|i| i as u64),
                "{pair}"
            );
            *seen.entry(expected).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

#[test]
fn impacts_say_what_they_leave_out_and_listeners_what_they_match() {
    let text = good(&["scenes/a-ball-drops-and-rests.ron", "--impacts", "1.5"]);
    let report = json(&["scenes/a-ball-drops-and-rests.ron", "--impacts", "1.5"]);
    assert!(report["impacts"].as_array().unwrap().is_empty());
    let section = text.split("IMPACTS AHEAD").nth(1).unwrap();
    assert!(section.contains("gravity") && section.contains("no two bodies"), "{section}");

    let text = good(&[PROPELLER, "--frame", "240", "--events"]);
    assert!(text.contains("listener 1 (") && !text.contains("listener 0"), "{text}");
}

#[test]
fn what_generators_make_is_reported_and_told_by_name() {
    let swinging = json(&["scenes/pendulum.ron", "--frame", "45"]);
    let generated = swinging["generated"].as_array().unwrap();
    let rod = &generated[0];
    assert_eq!((rod["generator"].as_u64(), rod["kind"].as_str()), (Some(0), Some("Rod")));
    assert_eq!((rod["a"].as_u64(), rod["b"].as_u64()), (Some(0), Some(1)));
    // Just right of its lowest point: the normal points from the hook to the bob.
    assert!(rod["normal"][1].as_f64().unwrap() < -0.99 && rod["depth"].as_f64().unwrap() < 1.0e-3, "{rod}");
    assert_eq!(generated[1]["kind"], "Cable");

    let ground = json(&["scenes/endless-ground.ron", "--frame", "300"]);
    let rows = ground["generated"].as_array().unwrap();
    assert_eq!(rows.len(), 5, "the five bodies that are not static, not the marks");
    assert!(rows.iter().all(|row| row["kind"] == "Ground" && row["b"].is_null()));
    assert!(rows.iter().all(|row| row["normal"] == serde_json::json!([0.0, 1.0])), "{rows:?}");
    assert!(json(&["scenes/slope.ron"]).get("generated").is_none(), "a scene without generators");

    let text = good(&["scenes/pendulum.ron", "--frame", "45"]);
    assert!(text.contains("GENERATED\n  rod 0 between hook and bob: depth "), "{text}");
    let text = good(&["scenes/endless-ground.ron", "--frame", "300", "--stages"]);
    assert!(text.contains("  ground 0 — box #0: depth "), "{text}");
    for told in [
        "Generator: ground 0: 5 contacts",
        "Ground 0 holds what reaches below its line: it gives 5 contacts at the support points",
        "d = g - h",
        "box on ground 0, point 2",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    let text = good(&["scenes/newtons-cradle-on-rods.ron", "--stages"]);
    for told in
        ["Rod 1 between hook 2 and ball 2 gives a contact", "Iteration 1: rod 1 between hook 2 and ball 2"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
    let text = good(&["scenes/endless-ground.ron", "--stages"]);
    assert!(text.contains("bullet stopped at ground 0"), "{text}");
}

/// Every command that takes a pair or a body knows pieces by their names, once they are there.
#[test]
fn a_piece_is_named_like_any_body() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("bomb.ron");
    let bomb = r#"(version: 1, bodies: [
        (name: "bomb", shape: Circle(radius: 1.0), motion: Dynamic(velocity: (6, 0))),
        (name: "wall", shape: Wall(start: (1.05, -5), end: (1.05, 5))),
    ], listeners: [Listener(body: "bomb", then: Burst(count: 2))])"#;
    std::fs::write(&scene, bomb).unwrap();
    let scene = scene.to_str().unwrap();
    let picture = folder.path().join("p.svg");
    let picture = picture.to_str().unwrap();
    let pair = ["--pair", "bomb/1,wall", "--frame", "3"];
    for args in [
        ["explain", scene].iter().chain(&pair).copied().collect::<Vec<_>>(),
        ["render", scene, "--output", picture].iter().chain(&pair).copied().collect(),
        ["report", scene, "--format", "html"].iter().chain(&pair).copied().collect(),
        vec!["render", scene, "--output", picture, "--frame-of", "bomb/1", "--frame", "3"],
        vec!["query", scene, "--closest", "bomb/1,wall", "--frame", "3"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_collision-test")).args(&args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_collision-test"))
        .args(["render", scene, "--output", picture, "--pair", "bomb/1,wall"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "in frame 0 there is no piece");
}

/// The jelly and its pieces by name, before they are there, after, and as JSON.
#[test]
fn what_bursts_and_what_goes_is_told_by_name() {
    let told = json(&["scenes/jelly.ron", "--frame", "33", "--events"]);
    let bodies = told["bodies"].as_array().unwrap();
    assert_eq!((bodies.len(), &bodies[0]["removed"]), (10, &serde_json::json!(true)));
    assert_eq!((&bodies[3]["name"], &bodies[9]["name"]), (&"jelly/1".into(), &"jelly/7".into()));
    assert!(bodies[3]["removed"].is_null() && bodies[3]["previous_position"].is_null());
    assert!(told["pairs"].as_array().unwrap().iter().all(|pair| pair["a"] != 0 && pair["b"] != 0));
    assert_eq!(told["reactions"][0]["then"], "burst");
    assert_eq!(
        (&told["reactions"][0]["first_piece"], &told["reactions"][0]["pieces"]),
        (&3.into(), &7.into())
    );
    assert_eq!(told["events"][0]["resolved_by"], "splash");
    let momentum = told["momentum"][1].as_f64().unwrap();
    assert!((momentum + 13.2).abs() < 1.0e-3, "4 kg after 0.33 s: {momentum}");
    let after = json(&["scenes/jelly.ron", "--frame", "34", "--events"]);
    let last = after["events"].as_array().unwrap().iter().find(|event| event["phase"] == "end").unwrap();
    assert_eq!((&last["a"], &last["frame"]), (&0.into(), &34.into()));
    let stages = good(&["scenes/jelly.ron", "--frame", "32", "--stages"]);
    assert!(stages.contains("Listeners: 1 body bursts"), "{stages}");
    assert!(stages.contains("jelly bursts into 7 circles, jelly/1 to jelly/7"), "{stages}");
    let text = good(&["scenes/coin.ron", "--frame", "101"]);
    assert!(text.contains("pickup took runner #0 — coin #1: coin #1 removed"), "{text}");
}

/// A ball thrown upward never meets the floor on its straight path; on its parabola it does, and the canvas and
/// the report tell the two apart.
#[test]
fn impacts_of_what_falls_are_told_apart_from_straight_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("thrown.ron");
    let scene = r#"(version: 1, gravity: (0.0, -9.81), bodies: [
        (name: "ball", shape: Circle(radius: 0.5), position: (0.0, 3.0), motion: Dynamic(velocity: (3.0, 4.905))),
        (name: "floor", shape: Wall(start: (-4.0, 0.0), end: (20.0, 0.0))),
    ])"#;
    std::fs::write(&path, scene).unwrap();
    let path = path.to_str().unwrap();
    assert!(json(&[path, "--impacts", "2"]).get("falling").is_none());
    let told = json(&[path, "--impacts", "2", "--falling"]);
    assert_eq!(told["impacts"], serde_json::json!([]));
    let falling = told["falling"].as_array().unwrap();
    assert_eq!(falling.len(), 1);
    // 3 + 4.905·t − 4.905·t² = 0.5.
    let time = 0.5 * (1.0 + (1.0 + 4.0 * 2.5 / 4.905_f64).sqrt());
    let number = |value: &Value| value.as_f64().unwrap();
    assert!((number(&falling[0]["time"]) - time).abs() < 1.0e-5, "{falling:?}");
    assert!((number(&falling[0]["point"][0]) - 3.0 * time).abs() < 1.0e-4, "{falling:?}");
    assert!(number(&falling[0]["point"][1]).abs() < 1.0e-4, "{falling:?}");
    assert_eq!(falling[0]["normal"], serde_json::json!([0.0, 1.0]));
    // Just before it nothing meets.
    let short = format!("{:.4}", time - 1.0e-3);
    assert_eq!(json(&[path, "--impacts", &short, "--falling"])["falling"], serde_json::json!([]));
    let text = good(&[path, "--impacts", "2", "--falling"]);
    assert!(text.contains("IMPACTS AHEAD (falling)"), "{text}");
    assert_eq!(outcome(&[path, "--falling"]).0, 2, "--falling without --impacts");

    let picture = |more: &[&str]| {
        let output = folder.path().join("ahead.svg");
        let render = Command::new(env!("CARGO_BIN_EXE_collision-test"))
            .args(["render", path, "--impacts", "2", "--output", output.to_str().unwrap()])
            .args(more)
            .status();
        assert!(render.unwrap().success());
        std::fs::read_to_string(output).unwrap()
    };
    assert!(picture(&[]).contains("no first touch within 2 s"));
    let falling = picture(&["--falling"]);
    assert!(falling.contains(", falling") && !falling.contains("no first touch"), "{falling}");
}

/// One gap of half a box's width, closed in a second, at every size: a box of hundredths of a millimetre was said never to
/// arrive, one of two millimetres 37 ms late. A box that turns by 90°/s arrives as its corner comes round.
#[test]
fn impacts_are_as_exact_at_every_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boxes.ron");
    let file = path.to_str().unwrap();
    // Of a box of side 2 at x = t - 3 that turns: its right-hand corner meets x = -1.
    let short = |time: f64| {
        let angle = time * std::f64::consts::FRAC_PI_2;
        2.0 - time - angle.cos() - angle.sin()
    };
    let (mut from, mut to) = (0.0, 0.7);
    for _ in 0..60 {
        let middle = 0.5 * (from + to);
        if short(middle) > 0.0 { from = middle } else { to = middle }
    }
    for size in [1.0e-5_f32, 1.0e-3, 1.0, 1.0e3, 1.0e5] {
        for (x, turn, course, expected, within) in [
            (-3.0, 0.0, "--rotating", 1.0, 1.0e-6),
            (-3.0, 0.0, "--falling", 1.0, 1.0e-6),
            (-2.0, 0.0, "--rotating", 0.0, 0.0),
            (-2.0, 0.0, "--falling", 0.0, 0.0),
            (-3.0, 90.0, "--rotating", to, 1.0e-4),
        ] {
            let (side, x, speed) = (2.0 * size, x * size, size);
            let scene = format!(
                "(version: 1, bodies: [
                    (name: \"a\", shape: Rectangle(width: {side:?}, height: {side:?}), position: ({x:?}, 0.0),
                     motion: Dynamic(velocity: ({speed:?}, 0.0), angular_velocity: {turn:?})),
                    (name: \"b\", shape: Rectangle(width: {side:?}, height: {side:?})),
                ])"
            );
            std::fs::write(&path, scene).unwrap();
            let report = json(&[file, "--impacts", "5", course]);
            let key = if course == "--falling" { "falling" } else { "impacts" };
            let time = report[key][0]["time"].as_f64();
            let case = format!("size {size}, x {x}, {turn}°/s, {course}: {time:?}, not {expected}");
            assert!(time.is_some_and(|time| (time - expected).abs() <= within), "{case}");
        }
    }
}

/// The way up to the roof, 3.25 = 10·t − 5·t², and down to the floor, however far is looked ahead: of a million seconds
/// the roof was lost. A ball of a millimetre that goes up by half of that meets a roof a thousandth below.
#[test]
fn impacts_of_what_falls_are_found_within_any_time_and_at_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("up.ron");
    let file = path.to_str().unwrap();
    let thrown = |radius: f32, y: f32, speed: f32, roof: f32| {
        format!(
            "(version: 1, gravity: (0.0, -10.0), bodies: [
                (name: \"ball\", shape: Circle(radius: {radius:?}), position: (0.0, {y:?}), motion: Dynamic(velocity: (0.0, {speed:?}))),
                (name: \"roof\", shape: Wall(start: (-1.0, {roof:?}), end: (1.0, {roof:?}))),
                (name: \"floor\", shape: Wall(start: (-100.0, 0.0), end: (100.0, 0.0))),
            ])"
        )
    };
    let root = |speed: f64, rise: f64| (speed - (speed * speed - 20.0 * rise).sqrt()) / 10.0;
    let up = thrown(0.5, 0.75, 10.0, 4.5);
    let down = (10.0 + 105.0_f64.sqrt()) / 10.0;
    let small = thrown(0.001, 0.002, 0.1, 0.003_499);
    let small_down = (0.1 + 0.03_f64.sqrt()) / 10.0;
    for (scene, seconds, expected, within) in [
        (&up, "5", [root(10.0, 3.25), down], 1.0e-6),
        (&up, "100000", [root(10.0, 3.25), down], 1.0e-6),
        (&up, "1000000", [root(10.0, 3.25), down], 1.0e-6),
        (&up, "1e30", [root(10.0, 3.25), down], 1.0e-6),
        (&small, "2", [root(0.1, 4.99e-4), small_down], 1.0e-5),
        (&small, "1000000", [root(0.1, 4.99e-4), small_down], 1.0e-5),
    ] {
        std::fs::write(&path, scene).unwrap();
        let report = json(&[file, "--impacts", seconds, "--falling"]);
        let falling = report["falling"].as_array().unwrap();
        let found: Vec<_> = falling.iter().map(|one| one["time"].as_f64().unwrap()).collect();
        assert_eq!(found.len(), 2, "{seconds}: {report}");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < within, "{seconds}: {found}, not {expected}");
        }
    }
}

/// The length of such a pull is beyond an f32's, and the prediction never ended.
#[test]
fn what_falls_faster_than_an_f32_can_square_is_predicted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pull.ron");
    let balls = "(version: 1, gravity: (0.0, -1e20), bodies: [
        (name: \"a\", shape: Circle(radius: 1.0)),
        (name: \"b\", shape: Circle(radius: 1.0), position: (1.6, 1.6), motion: Dynamic()),
    ])";
    std::fs::write(&path, balls).unwrap();
    let report = json(&[path.to_str().unwrap(), "--impacts", "1", "--falling"]);
    // They touch 1.2 m above each other: 0.4 m are fallen.
    let (found, expected) = (report["falling"][0]["time"].as_f64().unwrap(), (0.8_f64 / 1.0e20).sqrt());
    assert!((found / expected - 1.0).abs() < 1.0e-3, "{found}, not {expected}");
}

/// A wall meets the side of a capsule with its end, at every size. Of a millimetre and with faces level within 20 µm it was
/// the middle of what lies along the side, half a micrometre off both.
#[test]
fn the_point_of_an_impact_is_as_exact_in_a_small_world() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("capsule.ron");
    let point = |scale: f64| {
        let vector = |x: f64, y: f64| format!("({:?}, {:?})", (x * scale) as f32, (y * scale) as f32);
        let scene = format!(
            "(version: 1, bodies: [
                (name: \"a\", shape: Capsule(start: {}, end: {}, radius: {:?}), position: {}, rotation: -270.0),
                (name: \"b\", shape: Wall(start: {}, end: {}), position: {}, rotation: -270.0,
                 motion: Dynamic(velocity: {})),
            ])",
            vector(-0.714_450_7, 0.442_397_17),
            vector(0.307_676_35, -0.174_686_23),
            (0.094_467_42 * scale) as f32,
            vector(-0.833_740_17, 0.602_634_6),
            vector(-0.353_737_65, 0.231_108_76),
            vector(0.581_131_84, -0.648_831_2),
            vector(-3.199_967_1, -0.180_447_24),
            vector(2.455_195_2, -0.935_958_6),
        );
        std::fs::write(&path, scene).unwrap();
        let report = json(&[path.to_str().unwrap(), "--impacts", "3"]);
        [0, 1].map(|i| report["impacts"][0]["point"][i].as_f64().unwrap() / scale)
    };
    let [x, y] = point(1.0);
    for scale in [1.0e-2, 1.0e-3, 1.0e-4] {
        let [small_x, small_y] = point(scale);
        let off = (small_x - x).hypot(small_y - y);
        assert!(off < 1.0e-6, "{scale}: ({small_x}, {small_y}), not ({x}, {y})");
    }
}

/// Two boxes that touch meet at once, the rod pulls straight up or down: a zero that was computed is told without a sign, one
/// of the file with it.
#[test]
fn no_computed_zero_of_a_report_has_a_sign() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("touch.ron");
    let scene = "(version: 1, solver: Off, bodies: [
        (name: \"a\", shape: Rectangle(width: 2.0, height: 2.0), motion: Dynamic(velocity: (1.0, 0.0))),
        (name: \"b\", shape: Rectangle(width: 2.0, height: 2.0), position: (2.0, -0.0)),
        (name: \"under\", shape: Circle(radius: 0.5), position: (0.0, -1.25)),
        (name: \"on\", shape: Circle(radius: 0.5), position: (0.0, 1.25), motion: Dynamic()),
    ], generators: [Rod(a: \"on\", b: \"a\", length: 1.0), Rod(a: \"a\", b: \"under\", length: 2.0), Ground(point: (0.0, -2.0))])";
    std::fs::write(&path, scene).unwrap();
    let report =
        json(&[path.to_str().unwrap(), "--impacts", "1", "--falling", "--rotating", "--pairs", "all"]);
    let has_sign =
        |value: &Value| value.as_f64().is_some_and(|number| number == 0.0 && number.is_sign_negative());
    let in_vector = |value: &Value| value.as_array().is_some_and(|vector| vector.iter().any(has_sign));
    assert!(in_vector(&report["bodies"][1]["position"]), "{}", report["bodies"][1]);
    let rows = |key: &str| report[key].as_array().unwrap().clone();
    let mut rows: Vec<Value> =
        ["impacts", "falling", "generated", "pairs"].into_iter().flat_map(rows).collect();
    let axes: Vec<Value> = rows.iter().filter_map(|row| row["axes"].as_array()).flatten().cloned().collect();
    rows.extend(axes);
    assert!(rows.len() > 10);
    for row in rows {
        let computed = ["point", "normal", "direction"].iter().any(|key| in_vector(&row[*key]));
        assert!(!computed && !has_sign(&row["time"]), "{row}");
    }
}

/// Half of 10 m/s² over 5 m is √2 s, none never falls, and what rises does not; from below a one-sided chain is passed.
#[test]
fn impacts_know_gravity_scale_and_one_sided_chains() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fall.ron");
    let ball = |name: &str, x: f32, scale: f32| {
        format!(
            "Body(name: \"{name}\", shape: Circle(radius: 0.5), position: ({x:?}, 5.5), motion: Dynamic(), gravity_scale: {scale:?}),"
        )
    };
    let text = format!(
        "Scene(version: 1, gravity: (0.0, -10.0), bodies: [
            Body(name: \"floor\", shape: Wall(start: (30.0, 0.0), end: (-30.0, 0.0))), {}{}{}
            Body(name: \"ch\", shape: Chain(points: [(54.0, 0.0), (46.0, 0.0)], one_sided: true)),
            Body(name: \"below\", shape: Circle(radius: 0.5), position: (50.0, -2.0), motion: Kinematic(velocity: (0.0, 1.0))),
            Body(name: \"above\", shape: Circle(radius: 0.5), position: (48.0, 2.0), motion: Kinematic(velocity: (0.0, -1.0))),
        ])",
        ball("half", 0.0, 0.5),
        ball("floats", 2.0, 0.0),
        ball("rises", 4.0, -1.0)
    );
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    for (args, expected) in [
        (&["--falling"][..], vec![(0, 1, 2.0_f64.sqrt()), (4, 6, 1.5)]),
        (&["--rotating"], vec![(4, 6, 1.5)]),
    ] {
        let report = json(&[&[file, "--impacts", "3"], args].concat());
        let key = if args[0] == "--falling" { "falling" } else { "impacts" };
        let impacts = report[key].as_array().unwrap();
        let found: Vec<_> = impacts
            .iter()
            .map(|one| {
                (one["a"].as_u64().unwrap(), one["b"].as_u64().unwrap(), one["time"].as_f64().unwrap())
            })
            .collect();
        assert_eq!(found.len(), expected.len(), "{args:?}: {found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(
                (found.0, found.1) == (expected.0, expected.1) && (found.2 - expected.2).abs() < 1.0e-3,
                "{found:?}"
            );
        }
    }
}
