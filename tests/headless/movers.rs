//! Characters that walk: the motion `Mover` in a file, what `inputs` tell it, its stops, and what reports, stages and
//! explanations say of it, against ways worked out by hand.
#![allow(clippy::unwrap_used)]

use collide2d::Motion;
use collision_test::explain::stages::stages;
use collision_test::report::stops::{StopFrame, StopWatch};
use collision_test::report::why::Explanation;
use collision_test::report::{Report, ReportOptions, WhichAxes, WhichPairs};
use collision_test::scene::numbers::LengthUnit;
use collision_test::scene::present::present_scene;
use collision_test::scene::{Scene, SceneInput, Stop};
use glam::Vec2;
use serde_json::Value;

/// A box of 1 m, whose skin is 5 mm, begins 1 m above a floor at 0. A wall begins at x = 2.
fn level(more: &str) -> Scene {
    read(&format!(
        "(version: 1, gravity: (0, -9.81), bodies: [
            (name: \"hero\", shape: Rectangle(width: 1, height: 1), position: (0, 1.5), motion: Mover()),
            (name: \"floor\", shape: Wall(start: (-9, 0), end: (9, 0))),
            (name: \"wall\", shape: Rectangle(width: 1, height: 4), position: (2.5, 2)),
        ], {more})"
    ))
    .unwrap_or_else(|e| panic!("{e}"))
}

fn read(text: &str) -> Result<Scene, String> {
    Scene::from_ron(text, "level").map_err(|error| error.message)
}

fn world_at(scene: &Scene, frame: u64) -> collide2d::World {
    let mut world = scene.to_world().unwrap();
    (0..frame).for_each(|_| world.step());
    world
}

#[test]
fn a_mover_is_read_written_and_checked() {
    let mut scene = level("");
    assert_eq!(scene.bodies[0].motion, Motion::mover());
    assert!(scene.to_ron().contains("motion: Mover()"), "{}", scene.to_ron());
    scene.bodies[0].motion = Motion::Mover {
        velocity: Vec2::new(1.0, 0.0),
        up: Vec2::new(0.0, -1.0),
        max_slope: 30.0,
        step: 0.5,
        snap: 0.0,
        speed: 2.0,
        jump: 3.0,
    };
    let text = scene.to_ron();
    let fields = [
        "velocity: (1.0, 0.0)",
        "up: (0.0, -1.0)",
        "max_slope: 30.0",
        "step: 0.5",
        "snap: 0.0",
        "speed: 2.0",
        "jump: 3.0",
    ];
    for field in fields {
        assert!(text.contains(field), "{field}: {text}");
    }
    assert_eq!(read(&text).unwrap(), scene);
    let written = level("").to_ron();
    for (motion, found, allowed) in [
        ("Mover(up: (0, 0))", "up is (0, 0)", "not both 0"),
        ("Mover(max_slope: 90)", "max_slope is 90", "degrees from 0 to 89"),
        ("Mover(step: -1)", "step is -1", "a number from 0 to"),
        ("Mover(speed: -1)", "speed is -1", ">= 0"),
        ("Mover(jmp: 3)", "\"jmp\"", "did you mean \"jump\"?"),
        ("Movr()", "motion is Movr", "did you mean Mover?"),
        ("3", "motion is 3", "Static, Kinematic(…), Dynamic(…) or Mover(…)"),
    ] {
        let error = read(&written.replace("Mover()", motion)).unwrap_err();
        assert!(error.contains(found) && error.contains(allowed), "{motion}: {error}");
    }
}

#[test]
fn what_does_not_walk_is_told_to_nobody_and_asked_of_nobody() {
    let with = |line: &str| {
        read(&level("").to_ron().replacen("bodies: [", &format!("{line}\n    bodies: ["), 1)).unwrap_err()
    };
    for (line, found, allowed) in [
        ("inputs: [Input(body: \"floor\")],", "its motion is not Mover", "the name of a mover"),
        ("inputs: [Push(body: \"hero\", impulse: (1, 0))],", "its motion is not Dynamic", "a dynamic body"),
        ("inputs: [Input(body: \"hero\", move: 1.5)],", "move is 1.5", "-1.0 to 1.0"),
        ("inputs: [Input(body: \"hero\", jump: 3)],", "jump is 3", "true or false"),
        ("stops: [Grounded(body: \"floor\")],", "its motion is not Mover", "\"*\" for any"),
        ("stops: [Stuck(body: \"nobody\")],", "which no body is called", "\"*\" for any"),
    ] {
        let error = with(line);
        assert!(error.contains(found) && error.contains(allowed), "{line}: {error}");
    }
}

/// At 4 m/s it walks 1/15 m in a step.
#[test]
fn an_input_holds_until_the_next_and_its_jump_is_of_one_frame() {
    let inputs = "inputs: [Input(frame: 50, body: \"hero\", move: -0.5, jump: true), Input(frame: 40, body: \"hero\", move: 1.0)]";
    let scene = level(inputs);
    assert_eq!(scene.inputs[0].words(), "hero walks left at 0.5 of its speed from frame 50 on, jumps");
    assert_eq!(scene.inputs[1].words(), "hero walks right from frame 40 on");
    assert!(scene.to_ron().contains("Input(frame: 50, body: \"hero\", move: -0.5, jump: true)"));
    let place = |frame| world_at(&scene, frame).body(0).unwrap().pose().position;
    let (start, turn, end) = (place(40), place(50), place(110));
    assert!((turn.x - start.x - 10.0 / 15.0).abs() < 1.0e-5, "{start} {turn}");
    assert!((end.x - turn.x + 60.0 / 30.0).abs() < 1.0e-4, "{turn} {end}");
    // 6 m/s up for 6 steps of a frame each, and it jumped once: it lands after 1.22 s.
    assert!((place(56).y - turn.y - (0.6 - 9.81 * 0.005)).abs() < 1.0e-4, "{}", place(56));
    assert!((place(130).y - turn.y).abs() < 1.0e-4, "{}", place(130));
}

/// A run that begins where another one is goes on as that does.
#[test]
fn what_a_mover_was_told_last_goes_on_without_its_jump() {
    let inputs = "inputs: [
        Input(frame: 60, body: \"hero\"),
        Input(frame: 45, body: \"hero\", move: 0.5, jump: true),
        Input(frame: 40, body: \"hero\", move: 1.0, jump: true),
    ]";
    let scene = level(inputs);
    let walking =
        |frame, direction, jump| SceneInput::Input { frame, body: "hero".to_owned(), direction, jump };
    for (begin, left) in [
        (39, vec![walking(21, 0.0, false), walking(6, 0.5, true), walking(1, 1.0, true)]),
        (42, vec![walking(18, 0.0, false), walking(3, 0.5, true), walking(0, 1.0, false)]),
        (45, vec![walking(15, 0.0, false), walking(0, 0.5, true)]),
        (48, vec![walking(12, 0.0, false), walking(0, 0.5, false)]),
        (60, vec![walking(0, 0.0, false)]),
        (61, Vec::new()),
    ] {
        let mut world = world_at(&scene, begin);
        let later = present_scene(&scene, &world);
        assert_eq!(later.inputs, left, "from frame {begin}");
        let mut again = later.to_world().unwrap();
        for _ in 0..60 {
            world.step();
            again.step();
        }
        let place = |world: &collide2d::World| world.body(0).unwrap().pose().position;
        assert!(place(&world).distance(place(&again)) < 1.0e-5, "from frame {begin}");
    }
}

/// It falls 4.905 t²: after 27 steps it is 7 mm above the floor, which three skins below it is the ground. From frame 40 on
/// it has 1.495 m to the wall, 22.4 steps; in the step to frame 64 it gets no further.
#[test]
fn stops_of_a_mover_hold_where_it_lands_and_where_it_is_stuck() {
    let scene = level("inputs: [Input(frame: 40, body: \"hero\", move: 1.0)]");
    let found = |text: &str| {
        let stop: Stop = ron::from_str(text).unwrap();
        let mut watch = StopWatch::of(&scene, [&stop]);
        let mut world = scene.to_world().unwrap();
        loop {
            if let Some(seen) = watch.see(&StopFrame::of_steps(&world)).first() {
                return (world.frame(), watch.sentence(seen, &scene));
            }
            assert!(world.frame() < 100, "{text}");
            world.step();
        }
    };
    for (text, frame, sentence) in [
        ("Grounded(body: \"hero\")", 27, "hero stands on floor"),
        ("Grounded(body: \"*\")", 27, "hero stands on floor"),
        (
            "Grounded(body: \"hero\", when: \"frame > 30 && speed > 3\")",
            41,
            "hero stands on floor, when frame > 30 && speed > 3",
        ),
        ("Stuck(body: \"hero\")", 64, "hero is stuck: wall stops it"),
        ("Stuck(body: \"*\", when: \"x > 1.49\")", 64, "hero is stuck: wall stops it, when x > 1.49"),
    ] {
        assert_eq!(found(text), (frame, sentence.to_owned()), "{text}");
        assert_eq!(ron::from_str::<Stop>(text).unwrap().text(), text);
    }
    let checked = |line: &str| {
        let scene =
            level(&format!("inputs: [Input(frame: 40, body: \"hero\", move: 1.0)], expect: [{line}]"));
        collision_test::report::check::check(&scene).unwrap().failures.is_empty()
    };
    assert!(checked("Soon(stop: Grounded(body: \"hero\"), before: 27)"));
    assert!(!checked("Soon(stop: Grounded(body: \"hero\"), before: 26)"));
    assert!(checked("Never(stop: Stuck(body: \"hero\"), frames: (0, 63))"));
    assert!(!checked("Never(stop: Stuck(body: \"hero\"), frames: (0, 64))"));
}

fn json(scene: &Scene, frame: u64) -> Value {
    let mut text = Vec::new();
    let world = world_at(scene, frame);
    Report::of(scene, &world, &ReportOptions::default()).write_json(&mut text).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[test]
fn a_report_tells_the_ground_of_a_mover_and_its_last_step() {
    let scene = level("inputs: [Input(frame: 40, body: \"hero\", move: 1.0)]");
    let first = json(&scene, 0);
    assert_eq!(
        first["bodies"][0]["mover"],
        serde_json::json!({ "grounded": false, "ground": null, "normal": null })
    );
    assert_eq!(first["bodies"][1].get("mover"), None);
    let report = json(&scene, 63);
    let mover = &report["bodies"][0]["mover"];
    assert_eq!((&mover["grounded"], &mover["ground"]), (&Value::from(true), &Value::from(1)));
    assert_eq!((&mover["normal"], &mover["stuck"]), (&serde_json::json!([0.0, 1.0]), &Value::from(false)));
    let near = |value: &Value, to: [f64; 2]| {
        let at = [0, 1].map(|i| value[i].as_f64().unwrap());
        assert!((at[0] - to[0]).abs() < 1.0e-5 && (at[1] - to[1]).abs() < 1.0e-5, "{value} {to:?}");
    };
    near(&mover["wanted"], [4.0 / 60.0, 0.0]);
    // 1.495 m less the 22 steps before.
    let rest = 1.495 - 22.0 * 4.0 / 60.0;
    near(&mover["walked"], [rest, 0.0]);
    near(&mover["moved"], [rest, 0.0]);
    let casts = mover["casts"].as_array().unwrap();
    let purposes: Vec<&str> = casts.iter().map(|cast| cast["purpose"].as_str().unwrap()).collect();
    assert_eq!(purposes[..2], ["find_ground", "slide"], "{purposes:?}");
    let hit = &casts[1]["hit"];
    assert_eq!((&hit["body"], &hit["surface"]), (&Value::from(2), &Value::from("wall")));
    near(&hit["normal"], [-1.0, 0.0]);
    near(&casts[1]["by"], [4.0 / 60.0, 0.0]);
    let mut text = Vec::new();
    let world = world_at(&scene, 64);
    Report::of(&scene, &world, &ReportOptions::default()).write_text(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let line = text.lines().find(|line| line.starts_with("  hero stands on floor")).expect(&text);
    assert!(line.contains("normal (0, 1)") && line.ends_with("; met wall (wall); stuck"), "{line}");
}

#[test]
fn the_ground_of_a_mover_may_be_a_generator() {
    let scene = read(
        "(version: 1, gravity: (0, -9.81), bodies: [
            (name: \"hero\", shape: Circle(radius: 0.5), position: (0, 0.505), motion: Mover()),
        ], generators: [Ground()])",
    )
    .unwrap();
    for frame in [0, 3] {
        let mover = &json(&scene, frame)["bodies"][0]["mover"];
        assert_eq!(mover["ground"], serde_json::json!({ "generator": 0 }), "{mover}");
    }
    let told = &stages(&scene, &world_at(&scene, 3))[0];
    assert!(told.sentence.starts_with("hero stands on ground 0"), "{}", told.sentence);
}

/// Steps of 0.2 and 0.3 m before a mover that climbs 0.25 m.
#[test]
fn the_stage_of_a_mover_tells_why_it_stops() {
    let step = |height: f32| {
        let text = level("inputs: [Input(frame: 40, body: \"hero\", move: 1.0)]").to_ron();
        let wall = "shape: Rectangle(width: 1.0, height: 4.0), position: (2.5, 2.0)";
        assert!(text.contains(wall), "{text}");
        let low =
            format!("shape: Rectangle(width: 1.0, height: {height}), position: (2.5, {})", 0.5 * height);
        let scene = read(&text.replace(wall, &low)).unwrap();
        let texts = stages(&scene, &world_at(&scene, 62));
        assert_eq!(texts[0].title, "Mover: the way of hero");
        let told = "hero is told by its input of frame 40: move 1";
        assert_eq!(texts[0].details[0], told);
        texts[0].sentence.clone()
    };
    let begin = "hero walks 0.06667 m to the right along floor; stopped after 0.02833 m by wall (wall, 90° from up); ";
    let climbed = step(0.2);
    assert!(climbed.starts_with(&format!("{begin}climbs it: 0.25 m up, 0.03833 m over, 0.05")), "{climbed}");
    assert!(climbed.ends_with("ends on wall."), "{climbed}");
    assert_eq!(
        step(0.3),
        format!(
            "{begin}cannot climb it: lifted by its step of 0.25 m, wall is in the way there too; ends on floor."
        )
    );
    let scene = level("inputs: [Input(frame: 40, body: \"hero\", move: 1.0, jump: true)]");
    let sentence = |frame| stages(&scene, &world_at(&scene, frame))[0].sentence.clone();
    // 6 / 60 - 9.81 / 2 / 60² m up.
    assert_eq!(
        sentence(40),
        "hero jumps off floor: 0.09864 m up and 0.06667 m to the right; ends in the air."
    );
    assert_eq!(sentence(0), "hero is in the air: its way is 0.001363 m down; ends in the air.");
    assert_eq!(sentence(30), "hero stands on floor; ends on floor.");
}

#[test]
fn an_explanation_says_that_a_mover_keeps_its_distance() {
    let scene = level("inputs: [Input(frame: 40, body: \"hero\", move: 1.0)]");
    let told = |frame, pair: (u32, u32)| {
        let world = world_at(&scene, frame);
        let options = ReportOptions {
            pairs: WhichPairs::All,
            axes: WhichAxes::Of(pair.0, pair.1),
            ..ReportOptions::default()
        };
        let report = Report::of(&scene, &world, &options);
        let pair = report.pairs.iter().find(|known| (known.a, known.b) == pair).unwrap();
        let explained = Explanation::of_pair(&scene, &world, pair, LengthUnit::METRE).unwrap();
        explained.paragraph()
    };
    let keeps = "a mover keeps a small distance from what it meets, its skin, so that the two do not touch.";
    let on_floor = told(64, (0, 1));
    assert!(on_floor.contains(&format!(" hero is a mover and stands on floor: {keeps}")), "{on_floor}");
    let at_wall = told(64, (0, 2));
    let stopped = format!(" hero is a mover that wall stopped in the last step: {keeps}");
    assert!(at_wall.contains(&stopped), "{at_wall}");
    assert!(!told(30, (0, 2)).contains("mover"), "it has not met the wall");
}

/// It said that there is no ground, and beside it which ground it met.
#[test]
fn the_stage_of_a_mover_tells_of_a_step_that_is_too_high() {
    let scene = read(
        "(version: 1, gravity: (0, -9.81), bodies: [
            (name: \"hero\", shape: Capsule(start: (0, 0.4), end: (0, 1.2), radius: 0.4), position: (-1, 0.01),
                motion: Mover(max_slope: 60, step: 0.3)),
            (name: \"box\", shape: Rectangle(width: 1, height: 0.4), position: (1, 0.2)),
            (name: \"floor\", shape: Rectangle(width: 20, height: 1), position: (0, -0.5)),
        ], inputs: [Input(body: \"hero\", move: 1)])",
    )
    .unwrap();
    let texts = stages(&scene, &world_at(&scene, 30));
    let why = "cannot climb it: box reaches higher than its step of 0.3 m; ends on floor, stuck.";
    assert!(texts[0].sentence.ends_with(why), "{}", texts[0].sentence);
    let down = texts[0].details.iter().find(|line| line.contains("step down")).unwrap();
    assert!(down.contains("box (higher than its step, "), "{down}");
}

#[test]
fn the_stage_of_a_mover_tells_that_a_jump_in_the_air_was_not_taken() {
    let scene = level("inputs: [Input(frame: 5, body: \"hero\", jump: true)]");
    let sentence = |frame| stages(&scene, &world_at(&scene, frame))[0].sentence.clone();
    assert!(
        sentence(5).starts_with("hero is in the air, so that it does not jump: its way is "),
        "{}",
        sentence(5)
    );
    assert!(sentence(6).starts_with("hero is in the air: its way is "), "{}", sentence(6));
}

/// It acts on a mover, and could not vary.
#[test]
fn the_share_of_gravity_that_acts_on_a_mover_varies() {
    let vary = |body: &str| {
        let line =
            format!("vary: [Vary(body: \"{body}\", field: \"gravity_scale\", from: 0.5, to: 1.5, steps: 3)]");
        read(&level("").to_ron().replacen("bodies: [", &format!("{line},\n    bodies: ["), 1))
    };
    let mut scene = vary("hero").unwrap();
    let lines = scene.vary.clone();
    let fallen = [0, 2].map(|index| {
        scene.put_values(&lines, index);
        1.5 - world_at(&scene, 20).bodies()[0].pose().position.y
    });
    assert!((fallen[1] / fallen[0] - 3.0).abs() < 1.0e-3, "{fallen:?}");
    assert!(vary("floor").unwrap_err().contains("does not have"));
}

/// The lines of one frame act in their order.
#[test]
fn a_line_comes_among_the_inputs_after_those_that_begin_no_later() {
    let push = |frame: u64, impulse: f32| SceneInput::Push {
        frame,
        body: "a".to_owned(),
        impulse: Vec2::new(impulse, 0.0),
        at: None,
    };
    let mut lines = Vec::new();
    for (frame, impulse) in [(60, 1.0), (260, 2.0), (132, 3.0), (0, 4.0), (132, 5.0), (60, 6.0)] {
        push(frame, impulse).insert(&mut lines);
    }
    let ordered = [(0, 4.0), (60, 1.0), (60, 6.0), (132, 3.0), (132, 5.0), (260, 2.0)];
    assert_eq!(lines, ordered.map(|(frame, impulse)| push(frame, impulse)));
}

/// What stops a mover is explained with the numbers of the mover that make it a wall.
#[test]
fn why_a_mover_goes_no_farther_is_told() {
    let explained = |ground: &str, step: f32, more: &str, other: &str| {
        let scene = read(&format!(
            "(version: 1, gravity: (0, -9.81), bodies: [
                (name: \"hero\", shape: Rectangle(width: 0.6, height: 1.2), position: (-3, 0.605), motion: Mover(step: {step})),
                (name: \"ground\", shape: Chain(points: [{ground}])), {more}
            ], inputs: [Input(frame: 0, body: \"hero\", move: 1)])"
        ))
        .unwrap();
        let world = world_at(&scene, 120);
        let pair = (0, scene.bodies.iter().position(|body| body.name == other).unwrap() as u32);
        let axes = WhichAxes::Of(pair.0, pair.1);
        let options = ReportOptions { pairs: WhichPairs::All, axes, ..ReportOptions::default() };
        let report = Report::of(&scene, &world, &options);
        let pair = report.pairs.iter().find(|known| (known.a, known.b) == pair).unwrap();
        Explanation::of_pair(&scene, &world, pair, LengthUnit::METRE).unwrap().paragraph()
    };
    let high = "(9, 0.2), (2, 0.2), (2, 0), (-6, 0)";
    let told = explained(high, 0.1, "", "ground");
    let words = "It is a wall to it: its normal there is 90° from up, and `max_slope` is 45°. Nor does it climb it: lifted by its \
                 step, 0.1 m (`step`), it has something in the way as well. It is stuck";
    assert!(told.contains(words), "{told}");
    let roof = "(name: \"roof\", shape: Rectangle(width: 4, height: 1), position: (5.5, 1.4))";
    let told = explained(high, 0.3, roof, "roof");
    assert!(
        told.contains("lifted by its step, 0.3 m (`step`), it has something in the way as well"),
        "{told}"
    );
    let told = explained("(3, 2), (2, 0), (-6, 0)", 0.1, "", "ground");
    assert!(told.contains("its normal there is 63.4349° from up"), "{told}");
    // It stands on what it walks over.
    let told = explained(high, 0.3, "", "ground");
    assert!(told.contains("is a mover and stands on ground") && !told.contains("wall"), "{told}");
}
