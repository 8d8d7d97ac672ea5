//! Ghosts in a report, and why two bodies do not affect each other.
#![allow(clippy::unwrap_used)]

use collide2d::World;
use collision_test::report::why::{Explanation, NoEffect, PairPast, WhyNot};
use collision_test::report::{PairReport, Report, ReportOptions, WhichAxes, for_each_pair};
use collision_test::scene::Scene;
use collision_test::scene::numbers::LengthUnit;
use serde_json::{Value, json};

use crate::recordings::{file_of, run, said, scene};

fn seams() -> Scene {
    Scene::from_ron(include_str!("../../scenes/seams-of-tiles.ron"), "seams").unwrap()
}

/// As worked out in the scene's file: at frame 4 the third tile has pushed the box out to the left.
#[test]
fn a_ghost_that_acted_is_told_with_its_neighbour() {
    let scene = seams();
    let mut world = scene.to_world().unwrap();
    for _ in 0..4 {
        world.step();
    }
    let report = Report::of(&scene, &world, &ReportOptions::default());
    let mut text = Vec::new();
    report.write_json(&mut text).unwrap();
    let json: Value = serde_json::from_slice(&text).unwrap();
    let pairs = json["pairs"].as_array().unwrap();
    let ghosts: Vec<_> = pairs.iter().filter(|pair| !pair["ghost"].is_null()).collect();
    assert_eq!(ghosts.len(), 1, "{pairs:?}");
    assert_eq!(
        (&ghosts[0]["a"], &ghosts[0]["b"], &ghosts[0]["touching"]),
        (&json!(0), &json!(2), &json!(true))
    );
    assert_eq!(ghosts[0]["ghost"], json!({ "neighbour": 2, "part": 1, "by": 90.0, "acted": true }));
    assert_streamed(&world, &report);

    let pair = PairReport::of_parts(&world, (0, 2), [None, Some(2)], true).unwrap();
    let told = Explanation::of_pair(&scene, &world, &pair, LengthUnit::METRE).unwrap().ghost.unwrap();
    for words in
        ["tiles/3 and tiles/2", "normal (-1, 0) is 90° off", "allowed there is (0, 1)", "Chain", "`radius`"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// Rounded corners slide over a seam, and mend nothing where a box is far below it.
#[test]
fn of_a_deep_ghost_no_rounded_corners_are_a_cure() {
    let told_of = |y: f32, is_first: bool| {
        let falling = format!(
            "(name: \"box\", shape: Rectangle(width: 0.4, height: 0.4), position: (0.19, {y}), motion: Dynamic(velocity: (0, -9))),"
        );
        let tiles = "(name: \"left\", shape: Rectangle(width: 2, height: 0.8), position: (-1, -0.4)),
            (name: \"right\", shape: Rectangle(width: 2, height: 0.8), position: (1, -0.4)),";
        let bodies = if is_first { falling + tiles } else { tiles.to_owned() + &falling };
        let scene = Scene::from_ron(&format!("(version: 1, bodies: [{bodies}])"), "seam").unwrap();
        let world = scene.to_world().unwrap();
        let pair = if is_first { (0, 1) } else { (0, 2) };
        let pair = PairReport::of_parts(&world, pair, [None; 2], true).unwrap();
        Explanation::of_pair(&scene, &world, &pair, LengthUnit::METRE).unwrap().ghost.unwrap()
    };
    // A level lists its tiles first.
    let told = |y: f32| {
        let [first, last] = [true, false].map(|is_first| told_of(y, is_first));
        let cure = |told: &str| told.split_once("A cure is").map(|(_, cure)| cure.to_owned());
        assert_eq!(cure(&first), cure(&last));
        first
    };
    // Its left side is 0.01 m to the left of the seam.
    let deep = told(0.05);
    assert!(deep.contains("before it is 0.15 m deep, where rounded corners mend nothing"), "{deep}");
    let shallow = told(0.185);
    assert!(shallow.contains("or a rounded box (`radius`") && !shallow.contains("mend nothing"), "{shallow}");
}

fn assert_streamed(world: &World, report: &Report) {
    let mut streamed = Vec::new();
    for_each_pair(world, &ReportOptions::default(), &mut |pair| {
        streamed.push(pair.clone());
        Ok(())
    })
    .unwrap();
    assert!(streamed == report.pairs, "both readings list the same pairs");
}

/// The second tile pushes the box 0.03 m to the left, then the blocker, which is 0.05 m deep in it, 0.02 m more.
#[test]
fn a_ghost_that_acted_is_listed_where_it_touches_no_more() {
    let scene = Scene::from_ron(
        "(version: 1, bodies: [
            (name: \"player\", shape: Rectangle(width: 1, height: 1), position: (-0.47, 0.45), motion: Dynamic()),
            (name: \"tiles\", shapes: [
                Part(shape: Rectangle(width: 1, height: 1), at: (-0.5, -0.5)),
                Part(shape: Rectangle(width: 1, height: 1), at: (0.5, -0.5)),
            ]),
            (name: \"blocker\", shape: Rectangle(width: 1, height: 0.2), position: (0.48, 0.8), motion: Kinematic()),
        ])",
        "pushed",
    )
    .unwrap();
    let mut world = scene.to_world().unwrap();
    world.step();
    let report = Report::of(&scene, &world, &ReportOptions::default());
    let is_second = |pair: &&PairReport| (pair.b, pair.leaves[1].part()) == (1, Some(1));
    let of_tile_2: Vec<_> = report.pairs.iter().filter(is_second).collect();
    let [pair] = of_tile_2[..] else { panic!("{:?}", report.pairs) };
    let ghost = pair.ghost.as_ref().unwrap();
    assert!(pair.contact.is_none() && ghost.acted, "{pair:?}");
    assert_eq!((ghost.ghost.neighbour, ghost.part(), ghost.ghost.by), (1, 0, 90.0));
    assert_streamed(&world, &report);
}

fn reason(bodies: &str, more: &str, frames: u64) -> Option<(NoEffect, String)> {
    let text = format!("(version: 1, bodies: [{bodies}], {more})");
    let scene = Scene::from_ron(&text, "pair").unwrap_or_else(|e| panic!("{e}"));
    let mut world = scene.to_world().unwrap();
    world.set_settings(world.settings().with_crossings(true)).unwrap();
    for _ in 0..frames {
        world.step();
    }
    let read = PairReport::of_pair(&world, 0, 1, WhichAxes::Every);
    let scene = scene.with_pieces(world.pieces());
    let past = PairPast::of_run(&scene, &world, (0, 1));
    let (pair, read) = (((0, 1), [None; 2]), read.as_ref());
    let why = WhyNot::of(&scene, &world, pair, read, &past, LengthUnit::METRE)?;
    assert!(!why.passed.contains(&why.reason) && why.passed.is_sorted());
    Some((why.reason, why.text))
}

#[test]
fn the_reason_that_decides_is_told() {
    use NoEffect::*;
    let ball = |more: &str| format!("(name: \"p\", shape: Circle(radius: 1), {more}), ");
    let moving = |more: &str| ball(&format!("motion: Dynamic(), {more}"));
    let at =
        |x: f32, more: &str| format!("(name: \"q\", shape: Circle(radius: 1), position: ({x}, 0), {more})");
    let block = |x: f32, y: f32| {
        format!("(name: \"q\", shape: Rectangle(width: 4, height: 2), position: ({x}, {y}))")
    };
    let wall = |name: &str| {
        format!("(name: \"{name}\", shape: Wall(start: (-1, 0), end: (1, 0)), motion: Dynamic()), ")
    };
    let remove = "listeners: [Listener(name: \"gum\", body: \"q\", then: Remove)]";
    let two = |p: String, q: String| p + &q;
    for (bodies, more, frames, expected, words) in [
        (two(moving(""), at(1.0, "")), remove, 2, Removed, "q was removed"),
        (two(ball(""), at(1.0, "")), "", 0, BothStatic, "both Static"),
        (wall("p") + &wall("q"), "", 0, BothLines, "lines"),
        (two(moving("is: [\"player\"], meets: [\"level\"]"), at(1.0, "is: [\"enemy\"]")), "", 0, Masks, "p meets \"level\", and q is \"enemy\""),
        (two(moving("is: [\"player\"]"), at(1.0, "meets: [\"enemy\"]")), "", 0, Masks, "q meets \"enemy\", and p is \"player\""),
        (two(moving("sensor: true"), at(1.0, "")), "", 0, Sensor, "p is a sensor"),
        (two(moving(""), at(1.0, "")), "listeners: [Listener(name: \"gum\", kind: \"circle-circle\")]", 1, Listener, "Listener gum takes"),
        (two(moving("one_way: (0, 1)"), at(1.0, "")), "", 0, OneWay, "90° off"),
        (two(moving(""), at(3.0, "")), "", 0, Aabbs, "1 m apart in x"),
        (two(moving(""), "(name: \"q\", shape: Circle(radius: 1), position: (1.9, 1.9))".to_owned()), "", 0, BoundingCircles, "bounding circles"),
        // From the corner at (0.72, 0.72): 1.0182 - 1.
        (two(moving(""), block(2.72, 1.72)), "", 0, Axis, "a gap of 0.0182"),
        // Two contacts and one place: in the second step it is the other one's turn.
        (
            two(moving(""), at(1.0, "")) + ", (name: \"r\", shape: Circle(radius: 1), position: (9, 0), motion: Dynamic()), \
             (name: \"s\", shape: Circle(radius: 1), position: (10, 0))",
            "max_contacts: 1, solver: Off", 2, PoolFull, "has had no place since frame 2: a step handles 1",
        ),
        (two(moving(""), at(1.0, "")), "solver: Off", 1, SolverOff, "Off"),
        // 1 mm deep in the tile beneath it, and by its edge half a millimetre in the one beside that.
        (
            "(name: \"p\", shape: Rectangle(width: 0.8, height: 0.8), position: (0.3995, 0.399), motion: Dynamic()), \
             (name: \"q\", shape: Rectangle(width: 1, height: 1), position: (-0.5, -0.5)), \
             (name: \"r\", shape: Rectangle(width: 1, height: 1), position: (0.5, -0.5))".to_owned(),
            "gravity: (0, 0), solver: Rigid", 1, Seam, "at the seam of two immovable bodies the other one carries",
        ),
        (two(ball("motion: Kinematic(velocity: (0, 0))"), at(1.0, "")), "", 0, InfiniteMasses, "infinite mass"),
        // It is 120 m/s fast: 2 m a step, from -3 to 3 in three steps of 1/60 s; a ball of 0.1 m is met in the middle.
        (
            "(name: \"p\", shape: Circle(radius: 0.1), position: (-3, 0), motion: Dynamic(velocity: (120, 0))), \
             (name: \"q\", shape: Circle(radius: 0.1))".to_owned(),
            "", 2, MovedTooFar, "touched at 0.0",
        ),
    ] {
        let found = reason(&bodies, more, frames);
        assert!(found.as_ref().is_some_and(|(reason, text)| *reason == expected && text.contains(words)), "{expected:?}: {found:?}");
    }
    assert_eq!(reason(&two(moving(""), at(1.0, "")), "", 0), None);
}

#[test]
fn explain_begins_with_the_reason() {
    let run = |pair: &str, format: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collision-test"));
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args([
            "explain",
            "scenes/seams-of-tiles.ron",
            "--frame",
            "4",
        ]);
        let output = command.args(["--pair", pair, "--format", format]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run("tiles,chain", "text").starts_with("tiles and chain are both Static"));
    assert!(
        run("on tiles,on a chain", "text").starts_with("on tiles and on a chain do not touch: their AABBs")
    );
    let json: Value = serde_json::from_str(&run("on tiles,tiles/3", "json")).unwrap();
    assert_eq!(json["why_not"], Value::Null, "{json}");
    assert!(json["ghost"].as_str().unwrap().contains("90° off"));
    assert_eq!(json["report"]["pairs"][0]["ghost"]["acted"], true);
    assert!(json.get("ghosts_beside").is_none(), "of the third tile alone: {json}");

    // The pair of the bodies is that of the second tile, which the box stands on; the ghost is with the third.
    let whole: Value = serde_json::from_str(&run("on tiles,tiles", "json")).unwrap();
    assert_eq!(whole["report"]["pairs"][0]["part_b"], 1);
    assert_eq!((whole.get("ghost"), &whole["ghosts_beside"]), (None, &json!([json["ghost"]])));
    let ghost = json["ghost"].as_str().unwrap();
    assert!(run("on tiles,tiles", "text").contains(ghost));
    let (what, _) = ghost.split_once(" They lie").unwrap();
    assert!(what.starts_with("The contact of on tiles and tiles/3 is a ghost"), "{ghost}");
    assert!(ghost.contains("(Edit > Merge touching tiles into a chain)"), "{ghost}");
    assert!(run("on tiles,tiles", "markdown").contains(what));
    assert!(run("tiles,chain", "markdown").contains("\n\ntiles and chain are both Static"));
}

/// A player on two tiles of one body: each contact with two points is two lines, as some engines file them.
#[test]
fn ghosts_of_a_recording_are_listed() {
    let line = |frame: u32, contacts: &str| {
        format!(
            "{{\"frame\": {frame}, \"time\": {frame}, \"poses\": [[-0.2, 0.19, 0], [0, 0, 0]], \"contacts\": [{contacts}]}}"
        )
    };
    let on_tile = "{\"a\": 0, \"b\": 1, \"shape_b\": 0, \"normal\": [0, 1], \"depth\": 0.01, \"points\": [[-0.4, -0.005]]}, \
                   {\"a\": 0, \"b\": 1, \"shape_b\": 0, \"normal\": [0, 1], \"depth\": 0.01, \"points\": [[0, -0.005]]}";
    let at_seam = "{\"a\": 1, \"b\": 0, \"shape_a\": 1, \"normal\": [1, 0], \"depth\": 0.0, \"points\": [[0, -0.005]], \"impulse\": 0.25}";
    let header = "{\"recording\": 1, \"engine\": \"hand\", \"metres_per_unit\": 1, \"y\": \"up\", \"angle\": \"radians\", \"normal\": \"from b to a\", \
        \"bodies\": [{\"name\": \"player\", \"shapes\": [{\"rectangle\": {\"width\": 0.4, \"height\": 0.4}}]}, \
        {\"name\": \"ground\", \"static\": true, \"shapes\": [{\"rectangle\": {\"width\": 1, \"height\": 1}, \"at\": [-0.5, -0.5]}, \
        {\"rectangle\": {\"width\": 1, \"height\": 1}, \"at\": [0.5, -0.5]}]}]}";
    let folder = tempfile::tempdir().unwrap();
    let run = |lines: &[String], more: &[&str]| {
        let path = folder.path().join("tiles.jsonl");
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collision-test"));
        let output = command.arg("compare").arg(&path).args(more).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let honest = [header.to_owned(), line(0, on_tile)];
    let (code, text) = run(&honest, &["--ghosts"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("no ghost contact"), "{text}");
    let [header_line, first_line] = honest.clone();
    let [header, first] = honest;
    let both = [header, first, line(1, &format!("{on_tile}, {at_seam}"))];
    // Who does not ask for them is told.
    let hint =
        "1 contact of theirs is a ghost, first in frame 1 that of player and ground: --ghosts lists them";
    assert!(
        run(&both, &[]).1.ends_with(&format!("{hint}\n"))
            && !run(&[header_line, first_line], &[]).1.contains("ghost")
    );
    let (code, text) = run(&both, &["--ghosts"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("frame 1, player and ground/2: a ghost: the normal (1, 0) is 90° off"), "{text}");
    assert!(
        text.contains("ground/2 and ground/1 allows, (0, -1) is the nearest allowed, impulse 0.25"),
        "{text}"
    );
    let json: Value =
        serde_json::from_str(&run(&both, &["--ghosts", "--format", "json", "--pair", "player,ground"]).1)
            .unwrap();
    assert_eq!(
        json["ghosts"],
        json!([{ "frame": 1, "a": 0, "b": 1, "part_b": 1, "neighbour": 1, "part": 0, "by": 90.0, "normal": [-1.0, 0.0],
            "allowed": [0.0, 1.0], "impulse": 0.25 }])
    );
}

/// A player stands on two flush tiles, 0.03 m deep and 2 mm beyond the seam: by itself the second tile's way out is to the left, 0.002 m.
/// An engine that knows the joined outline tells the floor's normal of both.
#[test]
fn a_normal_that_the_outline_allows_is_no_difference_where_ours_is_a_ghost() {
    let player = r#"{"name": "player", "shapes": [{"rectangle": {"width": 0.4, "height": 0.4}}]}"#;
    let tile = r#"{"rectangle": {"width": 1, "height": 1}"#;
    let two = format!(
        r#"{player}, {{"name": "left", "static": true, "shapes": [{tile}}}]}}, {{"name": "right", "static": true, "shapes": [{tile}}}]}}"#
    );
    let one = format!(
        r#"{player}, {{"name": "ground", "static": true, "shapes": [{tile}, "at": [-0.5, -0.5]}}, {tile}, "at": [0.5, -0.5]}}]}}"#
    );
    let on_left = r#""normal": [0, -1], "depth": 0.03, "points": [[-0.398, -0.03], [0, -0.03]]}"#;
    let of_two = |right: &str| {
        let contacts = format!(r#"{{"a": 0, "b": 1, {on_left}, {{"a": 0, "b": 2, {right}}}"#);
        scene(&two, "[-0.198, 0.17, 0], [-0.5, -0.5, 0], [0.5, -0.5, 0]", &[&contacts])
    };
    let of_one = |right: &str| {
        let contacts = format!(
            r#"{{"a": 0, "b": 1, "shape_b": 0, {on_left}, {{"a": 0, "b": 1, "shape_b": 1, {right}}}"#
        );
        scene(&one, "[-0.198, 0.17, 0], [0, 0, 0]", &[&contacts])
    };
    let compared = |lines: &str| -> (Vec<Value>, Value) {
        let (_folder, path) = file_of(lines);
        let json = run(&["compare", path.to_str().unwrap(), "--format", "json"]).1;
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["ties"], 0, "{json}");
        let rows = json["differences"].as_array().unwrap();
        (rows.iter().map(|row| row["what"].clone()).collect(), json["ghosts"].clone())
    };
    let explained = |lines: &str, pair: &str| {
        let (_folder, path) = file_of(lines);
        let args = ["explain", path.to_str().unwrap(), "--frame", "0", "--pair", pair, "--format"];
        let json: Value = serde_json::from_str(&run(&[&args[..], &["json"]].concat()).1).unwrap();
        (json["theirs"].clone(), run(&[&args[..], &["text"]].concat()).1)
    };
    let right = r#""normal": [0, -1], "depth": 0.03, "points": [[0, -0.03], [0.002, -0.03]]"#;
    let of_tiles = of_one(right);
    for (lines, pair) in
        [(&of_two(right), "player,right"), (&of_tiles, "player,ground/2"), (&of_tiles, "player,ground")]
    {
        assert_eq!(compared(lines), (vec![], json!(1)), "{pair}");
        let said = said(lines);
        assert!(said.contains("no difference; of 1 contact ours is a ghost"), "{said}");
        let (theirs, text) = explained(lines, pair);
        assert_eq!((&theirs["on_outline"], &theirs["verdict"]), (&json!(true), &json!([])), "{theirs:#}");
        assert_eq!(theirs["look_at"], json!([]), "{theirs:#}");
        assert!(
            text.contains("normal of theirs is what their outline allows") && !text.contains("Look at"),
            "{text}"
        );
    }

    let (first, text) = explained(&of_tiles, "player,ground/1");
    assert!(first.get("on_outline").is_none() && text.contains("Theirs and ours are the same"), "{text}");

    // With a wrong depth of its own, along that normal.
    let deep = of_two(&right.replace("0.03,", "0.06,"));
    assert_eq!(compared(&deep), (vec![json!("depth")], json!(1)));
    let (theirs, _) = explained(&deep, "player,right");
    assert_eq!((&theirs["verdict"][0]["right"], &theirs["on_outline"]), (&json!("open"), &json!(true)));
    // A normal of neither, one out of the tiles' lower side, and the ghost, which is ours.
    let other = |normal: &str| of_two(&format!(r#""normal": {normal}, "depth": 0.03"#));
    for normal in ["[-0.6, -0.8]", "[0, 1]"] {
        assert_eq!(compared(&other(normal)).1, json!(0), "{normal}");
        assert!(compared(&other(normal)).0.contains(&json!("normal")), "{normal}");
        assert!(explained(&other(normal), "player,right").0.get("on_outline").is_none(), "{normal}");
    }
    assert_eq!(compared(&of_two(r#""normal": [1, 0], "depth": 0.002"#)), (vec![], json!(0)));
    // Where the left tile is farther away there is no seam.
    let alone = of_two(right).replace("[-0.5, -0.5, 0]", "[-0.6, -0.5, 0]");
    assert!(compared(&alone).0.contains(&json!("normal")), "{:?}", compared(&alone));
}

/// A floor of tiles that are bodies of their own, as a game has it: our solvers smooth its seams and say so, and without that a box
/// that lands is caught by one as in other engines.
#[test]
fn tiles_that_are_bodies_have_ghosts_where_their_seams_are_not_smoothed() {
    let tiles: String = (0..12)
        .map(|i| {
            format!(
                "(name: \"tile {i}\", shape: Rectangle(width: 1, height: 1), position: ({}, -0.5), friction: 0),",
                f64::from(i) + 0.5
            )
        })
        .collect();
    let scene = |solver: &str| {
        format!(
            "(version: 1, gravity: (0, -9.81), {solver}, bodies: [
            (name: \"player\", shape: Rectangle(width: 0.8, height: 0.8), position: (1, 0.5), friction: 0, fixed_rotation: true,
                motion: Dynamic(velocity: (6, -6))),
            {tiles}], vary: [Vary(body: \"player\", field: \"position.x\", from: 1, to: 1.2, steps: 3)])"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tiles.ron");
    let path = file.to_str().unwrap();
    let stop = "Ghost(body: \"player\")";
    for solver in ["solver: Rigid", "solver: Linear"] {
        std::fs::write(&file, scene(solver)).unwrap();
        let (code, out, _) = run(&["hunt", path, "--keep", stop, "--frames", "100"]);
        assert!(code == 0 && out.contains("(smooth_seams: false)"), "{solver}: {out}");
        let (code, out, _) = run(&["report", path, "--until", stop, "--within", "100"]);
        assert!(code == 1 && out.contains("solvers smooth the seams"), "{solver}: {out}");
    }
    std::fs::write(&file, scene("solver: Rigid, rigid: (smooth_seams: false)")).unwrap();
    let (code, out, _) = run(&["report", path, "--until", stop, "--within", "100"]);
    assert!(code == 0 && out.contains("is a ghost: its normal is 90° off"), "{out}");
    let (_, out, _) = run(&["report", path, "--watch", "player.speed", "--frames", "40..40"]);
    assert!(out.trim_end().ends_with(" 0.000"), "{out}");
    let (code, out, _) =
        run(&["report", path, "--until", "Ghost(body: \"player\", by: 179)", "--within", "100"]);
    assert!(code == 1 && !out.contains("seams"), "{out}");
}
