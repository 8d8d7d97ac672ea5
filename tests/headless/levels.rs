//! Bodies of several shapes, chains and one-way bodies: report, expectations and words, held to numbers worked out by hand.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use collision_test::report::check::check;
use collision_test::report::stops::{StopFrame, StopWatch};
use collision_test::report::why::Explanation;
use collision_test::report::{PairReport, Report, ReportOptions, WhichPairs};
use collision_test::scene::numbers::LengthUnit;
use collision_test::scene::query::ask::{AskedQueries, QueryAnswer};
use collision_test::scene::watched::WatchedNumber;
use collision_test::scene::{Scene, Stop};
use serde_json::Value;

use crate::recordings::run;
use crate::why::{explained, good, outcome};

fn scene(bodies: &str) -> Scene {
    Scene::from_ron(&format!("Scene(version: 1, solver: Off, bodies: [{bodies}])"), "test").unwrap()
}

fn json(scene: &Scene, pairs: WhichPairs) -> Value {
    let options = ReportOptions { pairs, ..ReportOptions::default() };
    let report = Report::of(scene, &scene.to_world().unwrap(), &options);
    let mut out = Vec::new();
    report.write_json(&mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn rows(scene: &Scene, pairs: WhichPairs) -> Vec<Value> {
    json(scene, pairs)["pairs"].as_array().unwrap().clone()
}

#[track_caller]
fn near(found: &Value, expected: f64) {
    assert!((found.as_f64().unwrap() - expected).abs() < 1.0e-6, "{found} is not {expected}");
}

/// A cart on its two wheels: the wheels reach 0.1 m and 0.05 m into the floor at 0, the box stands 0.25 m above it.
const CART: &str = r#"
    Body(name: "floor", shape: Wall(start: (-9.0, 0.0), end: (9.0, 0.0))),
    Body(name: "cart", position: (0.0, 0.25), shapes: [
        Part(shape: Rectangle(width: 2.0, height: 1.0), at: (0.0, 0.5)),
        Part(shape: Circle(radius: 0.35), at: (1.0, 0.0)),
        Part(shape: Circle(radius: 0.3), at: (-1.0, 0.0)),
    ]),
"#;

#[test]
fn each_pair_of_parts_has_an_entry() {
    let scene = scene(CART);
    let touching = rows(&scene, WhichPairs::Touching);
    let parts =
        |rows: &[Value]| -> Vec<u64> { rows.iter().map(|row| row["part_b"].as_u64().unwrap()).collect() };
    assert_eq!(parts(&touching), [1, 2]);
    assert!(touching.iter().all(|row| row.get("part_a").is_none() && row.get("segment_a").is_none()));
    near(&touching[0]["depth"], 0.1);
    near(&touching[1]["depth"], 0.05);
    near(&touching[0]["points"][0]["position"][0], 1.0);
    near(&touching[0]["points"][0]["position"][1], -0.1);
    let all = rows(&scene, WhichPairs::All);
    assert_eq!(parts(&all), [0, 1, 2]);
    assert_eq!(all[0]["touching"], false);
    // The box is 0.25 m above the floor, and the axis that separates says so.
    let deciding = all[0]["deciding_axis"].as_u64().unwrap() as usize;
    near(&all[0]["axes"][deciding]["overlap"], -0.25);
}

#[test]
fn a_contact_takes_the_deepest_and_separate_needs_none() {
    let expecting = |line: &str| {
        let text = format!("Scene(version: 1, solver: Off, bodies: [{CART}], expect: [{line}])");
        check(&Scene::from_ron(&text, "test").unwrap()).unwrap().failures.len()
    };
    assert_eq!(expecting(r#"Contact(a: "cart", b: "floor", depth: 0.1, normal: (0.0, 1.0))"#), 0);
    assert_eq!(expecting(r#"Contact(a: "cart", b: "floor", depth: 0.05)"#), 1);
    assert_eq!(expecting(r#"Separate(a: "cart", b: "floor")"#), 1);
}

#[test]
fn a_part_is_named_by_its_number_from_1() {
    let scene = scene(CART);
    let world = scene.to_world().unwrap();
    let told = |text: &str| {
        let (pair, parts) = scene.find_parts(text).unwrap();
        let pair = PairReport::of_parts(&world, pair, parts, true).unwrap();
        Explanation::of_pair(&scene, &world, &pair, LengthUnit::METRE).unwrap().paragraph()
    };
    assert!(told("cart/2,floor").starts_with("floor and cart/2 are in contact: moving floor by 0.1 m"));
    assert!(told("floor,cart/3").starts_with("floor and cart/3 are in contact: moving floor by 0.05 m"));
    assert!(told("floor,cart/1").starts_with("floor and cart/1 are 0.25 m apart"));
    assert!(told("cart,floor").starts_with("floor and cart/2 are in contact"), "the deepest");
    for none in ["cart/0,floor", "cart/4,floor", "cart/01,floor", "floor/1,cart", "cart/1,cart/2"] {
        assert!(scene.find_parts(none).is_err(), "{none}");
    }
}

/// A ball of radius 1 in a right-angled V: its centre is (√2 - 0.1) above the bottom, so it is 0.1 / √2 deep in both.
#[test]
fn a_ball_in_a_v_touches_two_segments() {
    let height = 2.0_f32.sqrt() - 0.1;
    let scene = scene(&format!(
        r#"Body(name: "v", shape: Chain(points: [(-4.0, 4.0), (0.0, 0.0), (4.0, 4.0)])),
           Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, {height:?}))"#
    ));
    let rows = rows(&scene, WhichPairs::Touching);
    assert_eq!(rows.len(), 2);
    for (segment, row) in rows.iter().enumerate() {
        assert_eq!(row["segment_a"].as_u64().unwrap() as usize, segment);
        assert!(row.get("segment_b").is_none() && row.get("part_a").is_none());
        near(&row["depth"], 0.1 / 2.0_f64.sqrt());
        // From the ball's side toward the chain.
        near(&row["normal"][1], -(0.5_f64.sqrt()));
        near(&row["normal"][0], if segment == 0 { -(0.5_f64.sqrt()) } else { 0.5_f64.sqrt() });
    }
}

/// A box whose side would leave by the end of a flat floor's segment: the floor goes on there, so that it leaves upward.
#[test]
fn an_axis_that_a_chain_does_not_allow_is_told_with_the_reason() {
    let scene = scene(
        r#"Body(name: "box", shape: Rectangle(width: 1.0, height: 1.0), position: (-0.45, 0.3)),
           Body(name: "floor", shape: Chain(points: [(-9.0, 0.0), (0.0, 0.0), (9.0, 0.0)]))"#,
    );
    let rows = rows(&scene, WhichPairs::Touching);
    assert_eq!(rows.len(), 2);
    // Of the second segment the box lies in only 0.05 m, but the first goes on there.
    let row = &rows[1];
    assert_eq!(row["segment_b"].as_u64(), Some(1));
    near(&row["depth"], 0.2);
    near(&row["normal"][1], 1.0);
    let axes = row["axes"].as_array().unwrap();
    let dropped: Vec<&Value> = axes.iter().filter(|axis| axis.get("dropped").is_some()).collect();
    assert_eq!(dropped.len(), 1);
    near(&dropped[0]["overlap"], 0.05);
    let why = "the corner belongs to segment 0 as well: normals between (0, 1) and (0, 1) are allowed";
    assert_eq!(dropped[0]["dropped"].as_str().unwrap(), why);
    near(&axes[row["deciding_axis"].as_u64().unwrap() as usize]["overlap"], 0.2);
    let world = scene.to_world().unwrap();
    let options = ReportOptions::default();
    let report = Report::of(&scene, &world, &options);
    let told = Explanation::of_pair(&scene, &world, &report.pairs[1], LengthUnit::METRE).unwrap().paragraph();
    assert!(
        told.contains("the corner belongs to segment 0 as well: normals between (0, 1) and (0, 1)"),
        "{told}"
    );
    assert!(told.contains("The least overlap on an allowed way decides: 0.2 m"), "{told}");
}

#[test]
fn a_one_way_body_lets_through_what_it_does_not_hold() {
    let ledge = r#"Body(name: "ledge", shape: Rectangle(width: 4.0, height: 0.5), one_way: (0.0, 1.0)),"#;
    let ball = |y: f32| {
        scene(&format!(
            r#"{ledge} Body(name: "ball", shape: Circle(radius: 0.5), position: (0.0, {y:?}), motion: Dynamic())"#
        ))
    };
    // 5 mm deep from above: held. 0.2 m deep from below: let through.
    let above = rows(&ball(0.745), WhichPairs::Touching);
    assert!(above[0].get("let_through").is_none());
    let below = rows(&ball(-0.55), WhichPairs::Touching);
    assert_eq!((below[0]["touching"].as_bool(), below[0]["let_through"].as_bool()), (Some(true), Some(true)));
    near(&below[0]["depth"], 0.2);
    let told = |scene: &Scene| explained(scene, &scene.to_world().unwrap(), (0, 1)).unwrap().paragraph();
    assert!(told(&ball(-0.55)).contains("lets the other one through until the two are apart"));
    assert!(!told(&ball(0.745)).contains("lets the other one through"));
    let holds = "holds the other one, which came against its direction";
    assert!(told(&ball(0.745)).contains(holds) && !told(&ball(-0.55)).contains(holds));
}

#[test]
fn a_one_sided_chain_is_no_contact_from_behind() {
    // From right to left it holds what is above.
    let floor = r#"Body(name: "floor", shape: Chain(points: [(5.0, 0.0), (-5.0, 0.0)], one_sided: true)),"#;
    let ball = |y: f32| {
        scene(&format!(
            r#"{floor} Body(name: "ball", shape: Circle(radius: 0.5), position: (0.0, {y:?}), motion: Dynamic())"#
        ))
    };
    assert_eq!(rows(&ball(0.4), WhichPairs::Touching).len(), 1);
    assert!(rows(&ball(-0.4), WhichPairs::Touching).is_empty());
    let all = rows(&ball(-0.4), WhichPairs::All);
    assert_eq!(all[0]["touching"], false);
    assert_eq!((&all[0]["deciding_axis"], &all[0]["ended_at"]), (&Value::Null, &"one_sided".into()));
    // Its shorter way out is the one that the chain does not hold: each way is an axis of its own, in its direction.
    let directions: Vec<_> =
        all[0]["axes"].as_array().unwrap().iter().map(|axis| &axis["direction"]).collect();
    assert_eq!(directions, [&serde_json::json!([0.0, -1.0]), &serde_json::json!([0.0, 1.0])]);
}

/// Two balls of radius 0.5, one body, fall through a wall at 0 that does not hold them: their middles are at 3 m and at 4 m,
/// less 9.81 / 2 · (n / 60)² after n steps. The first touches from n = 43 to 50, the second from 51 to 57.
fn falling(more: &str) -> String {
    format!(
        "Scene(version: 1, gravity: (0, -9.81), solver: Off, bodies: [
            (name: \"pair\", shapes: [Part(shape: Circle(radius: 0.5), at: (-2, 0)), Part(shape: Circle(radius: 0.5), at: (2, 1))],
             position: (0, 3), motion: Dynamic()),
            (name: \"floor\", shape: Wall(start: (-5, 0), end: (5, 0))),
        ], {more})"
    )
}

#[test]
fn a_part_is_named_wherever_a_pair_is() {
    let fallen = |n: f64| 9.81 / 2.0 * (n / 60.0).powi(2);
    let depth = 0.5 - (4.0 - fallen(53.0));
    let text = falling(&format!(
        "queries: [Closest(name: \"gap\", a: \"floor\", b: \"pair/2\")], expect: [
            Contact(a: \"pair/1\", b: \"floor\", frame: 45, normal: (0, 1)),
            Separate(a: \"floor\", b: \"pair/2\", frame: 45),
            Contact(a: \"floor\", b: \"pair/2\", frame: 53, depth: {depth}, normal: (0, -1)),
            Separate(a: \"pair/1\", b: \"floor\", frame: 53),
            Distance(a: \"pair/2\", b: \"floor\", distance: 3.5),
            Distance(a: \"pair/1\", b: \"floor\", distance: 2.5),
            Never(stop: Begin(a: \"pair/2\", b: \"floor\"), frames: (0, 50)),
            Soon(stop: Begin(a: \"pair/2\", b: \"floor\"), before: 51),
            Contact(a: \"pair/2\", b: \"floor\", frame: 45),
            Separate(a: \"pair/2\", b: \"floor\", frame: 53),
            Distance(a: \"pair/1\", b: \"floor\", distance: 3.5),
            Soon(stop: Begin(a: \"pair/2\", b: \"floor\"), before: 50),
        ], watch: [\"pair/2,floor.depth\", \"floor,pair/1.distance\"]"
    ));
    let scene = Scene::from_ron(&text, "falling").unwrap();
    let failed: Vec<usize> = check(&scene).unwrap().failures.iter().map(|failure| failure.line).collect();
    assert_eq!(failed, [8, 9, 10, 11]);
    assert_eq!(Scene::from_ron(&scene.to_ron(), "again").unwrap(), scene);
    let mut world = scene.to_world().unwrap();
    let QueryAnswer::Closest(gap) = AskedQueries::of(&scene).ask("gap", &world) else { panic!() };
    assert!(
        (gap.distance - 3.5).abs() < 1.0e-6 && gap.points[1].distance((2.0, 3.5).into()) < 1.0e-6,
        "{gap:?}"
    );
    (0..53).for_each(|_| world.step());
    let value = |name: &String| WatchedNumber::named(&scene, name).unwrap().value(&world, 0.0).unwrap();
    let expected = [depth, fallen(53.0) - 3.5];
    for (found, expected) in scene.watch.iter().map(value).zip(expected) {
        assert!((found - expected).abs() < 1.0e-5, "{found} is not {expected}");
    }
}

#[test]
fn stops_of_a_part_are_those_of_that_part() {
    let scene = Scene::from_ron(&falling(""), "falling").unwrap();
    for (text, frames) in [
        ("Begin(a: \"pair\", b: \"floor\")", 43..=43),
        ("Begin(a: \"pair/1\", b: \"*\")", 43..=43),
        ("Begin(a: \"floor\", b: \"pair/2\")", 51..=51),
        ("End(a: \"floor\", b: \"pair/1\")", 51..=51),
        ("End(a: \"pair/2\", b: \"floor\")", 58..=58),
        ("End(a: \"pair\", b: \"floor\")", 58..=58),
        ("Deeper(a: \"pair/2\", b: \"floor\", than: 0.05)", 52..=57),
        ("Deeper(a: \"*\", b: \"pair/1\", than: 0.05)", 44..=50),
        ("Deeper(a: \"pair/1\", b: \"floor\", than: 0, when: \"depth > 0.05\")", 44..=50),
        ("Turns(a: \"pair/2\", b: \"floor\", by: 30)", 55..=55),
    ] {
        let stop: Stop = scene.read_stop(text).unwrap();
        let mut watch = StopWatch::of(&scene, [&stop]);
        let mut world = scene.to_world().unwrap();
        let mut found = Vec::new();
        for _ in 0..=70 {
            for seen in watch.see(&StopFrame::of_steps(&world)) {
                found.push(world.frame());
                let words = watch.sentence(&seen, &scene);
                assert!(!text.contains('/') || words.contains("pair/"), "{words}");
            }
            world.step();
        }
        assert_eq!(found, frames.collect::<Vec<u64>>(), "{text}");
    }
}

#[test]
fn a_part_that_is_not_there_or_not_of_a_pair_is_an_error() {
    for (line, words) in [
        ("Contact(a: \"pair/3\", b: \"floor\")", "and \"pair\" has parts 1 to 2"),
        ("Contact(a: \"floor\", b: \"pair/0\")", "which no body is called"),
        ("Contact(a: \"floor/1\", b: \"pair\")", "which no body is called"),
        ("Separate(a: \"pair/1\", b: \"pair/2\")", "which is of the same body as a"),
        ("Distance(a: \"pair/1\", b: \"pair\")", "which is of the same body as a"),
        (
            "Never(stop: Faster(body: \"pair/1\", than: 1), frames: (0, 9))",
            "which is a part: this is asked of whole bodies",
        ),
        (
            "Never(stop: Crosses(a: \"pair/1\", b: \"floor\"), frames: (0, 9))",
            "which is a part: this is asked of whole bodies",
        ),
    ] {
        let error =
            Scene::from_ron(&falling(&format!("expect: [{line}]")), "falling").unwrap_err().to_string();
        assert!(error.contains(words), "{line}: {error}");
    }
    let scene = Scene::from_ron(&falling(""), "falling").unwrap();
    for name in ["pair/1.speed", "pair/1,pair/2.depth", "pair/3,floor.depth"] {
        assert!(WatchedNumber::named(&scene, name).is_err(), "{name}");
    }
}

/// Lines among the parts are in no pair, `query` and links know parts, and what is taken away of a part is of that part.
#[test]
fn what_is_done_with_a_part_is_of_that_part() {
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collision-test"));
        let output = command.args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let file = save(
        "parts.ron",
        r#"Scene(version: 1, solver: Off, bodies: [
            Body(name: "ball", shape: Circle(radius: 0.5)),
            Body(name: "crate", motion: Dynamic(), shapes: [
                Part(shape: Rectangle(width: 1.0, height: 1.0), at: (0.9, 0.0)),
                Part(shape: Rectangle(width: 1.0, height: 1.0), at: (3.0, 0.0)),
                Part(shape: Wall(start: (0.0, 2.0), end: (0.0, 3.0))),
            ]),
            Body(name: "wall", shape: Wall(start: (-1.0, 2.5), end: (1.0, 2.5))),
        ])"#,
    );
    assert!(run(&["query", &file, "--closest", "ball,crate/2"]).contains("2 m"));
    let link = run(&["link", &file, "--pair", "ball,crate/2"]);
    assert!(link.contains("&pair=ball,crate%2F2"), "{link}");
    let taken = save("taken.ron", &run(&["explain", &file, "--pair", "ball,crate/2", "--format", "ron"]));
    let scene = Scene::load(Path::new(&taken)).unwrap();
    assert_eq!(scene.expect[0].bodies()[1], ("b", "crate/2"));
    assert_eq!(check(&scene).unwrap().failures, []);
    let taken = save("deep.ron", &run(&["explain", &file, "--pair", "ball,crate/1", "--format", "ron"]));
    let scene = Scene::load(Path::new(&taken)).unwrap();
    assert_eq!((scene.expect[0].kind().name(), check(&scene).unwrap().failures), ("Contact", Vec::new()));
    assert!(
        run(&["explain", &file, "--pair", "ball,crate/2", "--format", "rust"]).contains("of whole bodies")
    );
    // The words name the part, and what shows them again asks for it.
    let json: Value =
        serde_json::from_str(&run(&["explain", &file, "--pair", "ball,crate/1", "--format", "json"]))
            .unwrap();
    assert_eq!((&json["names"][1], &json["shapes"][1]), (&"crate".into(), &"crate/1".into()));
    assert!(json["paragraph"].as_str().unwrap().contains("crate/1"), "{json:#}");
    let markdown = run(&["explain", &file, "--pair", "ball,crate/1", "--format", "markdown"]);
    assert_eq!(markdown.matches("--pair 'ball,crate/1'").count(), 2, "{markdown}");
    assert!(
        run(&["explain", &file, "--pair", "wall,crate/3"]).starts_with("crate/3 and wall are both lines")
    );
    let scene = Scene::load(Path::new(&file)).unwrap();
    let of_wall: Vec<_> = rows(&scene, WhichPairs::All).into_iter().filter(|row| row["b"] == 2).collect();
    assert!(of_wall.iter().all(|row| row["part_a"] != 2) && !of_wall.is_empty(), "{of_wall:#?}");
}

/// What a one-sided chain does not hold has one distance, whichever way it is asked for.
#[test]
fn what_is_not_held_is_as_far_as_its_nearest_points() {
    let text = r#"Scene(version: 1, solver: Off, bodies: [
        Body(name: "c", shape: Chain(points: [(-4.0, 0.0), (4.0, 0.0)], one_sided: true)),
        Body(name: "above", shape: Circle(radius: 1.0), position: (2.5, 0.9), motion: Dynamic()),
    ], expect: [Distance(a: "c", b: "above", distance: -0.1), Separate(a: "c", b: "above")])"#;
    let scene = Scene::from_ron(text, "test").unwrap();
    assert_eq!(check(&scene).unwrap().failures, []);
    let why = collision_test::report::why::WhyNot::of(
        &scene,
        &scene.to_world().unwrap(),
        ((0, 1), [None; 2]),
        None,
        &collision_test::report::why::PairPast::default(),
        LengthUnit::METRE,
    );
    let why = why.unwrap();
    assert_eq!(why.reason, collision_test::report::why::NoEffect::OneSided, "{}", why.text);
    let distance = WatchedNumber::named(&scene, "c,above.distance").unwrap();
    let found = distance.value(&scene.to_world().unwrap(), 0.0).unwrap();
    assert!((found + 0.1).abs() < 1.0e-6, "{found}");
}

/// The ball is in the cup, whose own AABB is around it: the one of its nearest wall is 0.5 m away.
#[test]
fn the_gap_of_aabbs_is_that_of_the_parts_that_are_nearest() {
    let scene = Scene::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/level-cup.ron")).unwrap();
    let find = |name| scene.index_of(name).unwrap();
    let pair = (find("ball").min(find("cup")), find("ball").max(find("cup")));
    let told = explained(&scene, &scene.to_world().unwrap(), pair).unwrap().why_not.unwrap().text;
    assert!(told.ends_with("their AABBs (upright boxes) are 0.5 m apart in y."), "{told}");
}

#[test]
fn bodies_of_lines_alone_never_collide_and_are_told_so() {
    let wall = |y: f32| format!("Part(shape: Wall(start: (-1, {y}), end: (1, {y})))");
    let lines = scene(&format!(
        "(name: \"walls\", shapes: [{}, {}], motion: Dynamic()), (name: \"chain\", shape: Chain(points: [(0, -2), (0, 2)]))",
        wall(0.0),
        wall(1.0)
    ));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.ron");
    lines.save(&path).unwrap();
    let told = good(&[path.to_str().unwrap(), "--pair", "walls,chain"]);
    assert!(told.starts_with("walls and chain are both lines without thickness"), "{told}");
}

/// What a one-sided chain holds is decided as the two meet: 0.5 m a step later no scene says it.
#[test]
fn a_smallest_scene_that_would_tell_another_contact_is_refused() {
    for (y, speed) in [(-0.3, 30.0), (0.3, -30.0)] {
        let text = format!(
            "Scene(version: 1, solver: Off, bodies: [
                (name: \"floor\", shape: Chain(points: [(4, 0), (-4, 0)], one_sided: true)),
                (name: \"ball\", shape: Circle(radius: 0.5), position: (0, {y:?}), motion: Dynamic(velocity: (0, {speed:?}))),
            ])"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one-sided.ron");
        std::fs::write(&path, text).unwrap();
        let with = |frame, format| {
            outcome(&[
                "explain",
                path.to_str().unwrap(),
                "--pair",
                "0,1",
                "--frame",
                frame,
                "--format",
                format,
            ])
        };
        assert_eq!(with("0", "ron").0, 0);
        for format in ["ron", "rust"] {
            let (code, _, err) = with("1", format);
            assert!(code == 2 && err.contains("allowed: the frame in which they first met"), "{code} {err}");
        }
        let (code, out, _) = with("1", "markdown");
        assert!(code == 0 && out.contains("No smallest scene: floor and ball"), "{out}");
    }
}

/// A Rust test asks the two shapes alone: of a ball on the side from which a one-sided chain lets pass it would say that they
/// are apart, and fail.
#[test]
fn a_rust_test_of_what_a_one_sided_chain_lets_pass_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one-sided.ron");
    for (y, code) in [(0.3, 0), (-0.3, 2)] {
        let text = format!(
            "(version: 1, bodies: [
                (name: \"floor\", shape: Chain(points: [(4, 0), (-4, 0)], one_sided: true)),
                (name: \"ball\", shape: Circle(radius: 0.5), position: (0, {y:?}), motion: Dynamic()),
            ])"
        );
        std::fs::write(&path, text).unwrap();
        let args = ["explain", path.to_str().unwrap(), "--pair", "0,1", "--format", "rust"];
        let (found, out, err) = outcome(&args);
        assert_eq!(
            (found, err.contains("floor and ball: a Rust test asks the shapes alone")),
            (code, code == 2)
        );
        assert_eq!(out.contains(".expect(\"they touch\")"), code == 0, "{out}");
    }
}

/// A box deep in the corner of a chain: the first segment's own way out, 0.5 m, is none that the outline allows; along its
/// face the box's lower end is at -1.7 and the segment at -1, so 0.7 m is the depth, whoever asks.
#[test]
fn how_deep_a_body_is_in_a_chain_is_one_number() {
    let text = r#"(version: 1, name: "corner", bodies: [
        (name: "floor", shape: Chain(points: [(1, -2), (-3, 1), (-3, 2)])),
        (name: "box", shape: Rectangle(width: 3, height: 1), position: (-2, 1), motion: Dynamic()),
    ], queries: [Closest(name: "near", a: "floor", b: "box"), Cast(name: "down", body: "box", by: (0, -1))],
    expect: [
        Contact(a: "floor", b: "box", depth: 0.7, normal: (-0.6, -0.8)),
        Distance(a: "floor", b: "box", distance: -0.7),
        Hit(query: "down", body: "floor", fraction: 0, normal: (0.6, 0.8)),
    ])"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corner.ron");
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let (code, out, err) = run(&["check", file]);
    assert_eq!(code, 0, "{out}{err}");
    let (_, out, _) = run(&["query", file]);
    assert!(out.matches("0.7 m deep").count() == 2 && !out.contains("0.5 m"), "{out}");
    let (_, out, _) = run(&["explain", file, "--pair", "floor,box"]);
    assert!(out.contains("just separates them at this segment"), "{out}");
}
