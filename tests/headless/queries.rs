//! Queries of scenes: in a file, in reports, in `check`, and in pictures.
#![allow(clippy::unwrap_used)]

use collision_test::explain::stages::{StageText, query_stages};
use collision_test::report::check::check;
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::Scene;
use collision_test::scene::query::ask::AskedQueries;
use serde_json::{Value, json};

fn scene(bodies: &str, queries: &str, expect: &str) -> Scene {
    let text = format!("(version: 1, bodies: [{bodies}], queries: [{queries}], expect: [{expect}])");
    Scene::from_ron(&text, "test").unwrap_or_else(|error| panic!("{error}"))
}

fn stages(scene: &Scene, query: &str) -> Vec<StageText> {
    query_stages(scene, &scene.to_world().unwrap(), scene.query(query).unwrap())
}

const BODIES: &str = r#"
    (name: "guard", shape: Circle(radius: 0.5), position: (-1.0, 2.0)),
    (name: "crate", shape: Rectangle(width: 2.0, height: 2.0), position: (5.0, 2.0)),
    (name: "lamp", shape: Circle(radius: 0.25), position: (2.0, 2.0), sensor: true),
    (name: "wall", shape: Wall(start: (-10.0, -4.0), end: (10.0, -4.0))),
"#;

fn answers(scene: &Scene) -> Value {
    let world = scene.to_world().unwrap();
    let report = Report::of(scene, &world, &ReportOptions::default());
    let mut text = Vec::new();
    report.write_json(&mut text).unwrap();
    serde_json::from_slice::<Value>(&text).unwrap()["queries"].take()
}

/// The keys and meanings of the contract, in numbers worked by hand.
#[test]
fn a_report_has_what_each_query_finds() {
    let queries = r#"
        Ray(name: "sight", from: (0.0, 2.0), to: (10.0, 2.0)),
        Ray(name: "of the guard", from: (0.0, 0.0), to: (10.0, 0.0), of: "guard", ignore: ["lamp"]),
        Cast(name: "step", shape: Rectangle(width: 1.0, height: 1.0), from: (4.0, -2.0), to: (4.0, -6.0)),
        Cast(name: "deep", body: "crate", by: (0.0, 1.0)),
        Closest(name: "gap", a: "guard", b: "crate"),
        Point(name: "feet", at: (5.0, 2.75)),
        Point(name: "nowhere", at: (0.0, -3.0)),
        Overlap(name: "blast", shape: Circle(radius: 3.0), at: (1.5, 2.0)),
        Ray(name: "inside", from: (5.0, 2.0), to: (9.0, 2.0)),
    "#;
    let found = answers(&scene(BODIES, queries, ""));
    assert_eq!(
        found[0],
        json!({ "name": "sight", "kind": "Ray", "hits": [
            { "body": 2, "fraction": 0.175, "point": [1.75, 2.0], "normal": [-1.0, 0.0], "feature": "center", "sensor": true },
            { "body": 1, "fraction": 0.4, "point": [4.0, 2.0], "normal": [-1.0, 0.0], "feature": "face 2" },
        ] })
    );
    assert_eq!(found[1]["hits"].as_array().unwrap().len(), 1);
    assert_eq!((&found[1]["hits"][0]["body"], &found[1]["hits"][0]["fraction"]), (&json!(1), &json!(0.5)));
    assert_eq!(
        found[2],
        json!({ "name": "step", "kind": "Cast", "hits": [
            { "body": 3, "fraction": 0.375, "point": [4.0, -4.0], "normal": [0.0, 1.0], "feature": "face 0" },
        ] })
    );
    assert_eq!(found[3], json!({ "name": "deep", "kind": "Cast", "hits": [] }), "it leaves itself out");
    assert_eq!(found[4]["kind"], "Closest");
    assert!((found[4]["distance"].as_f64().unwrap() - 4.5).abs() < 1.0e-6, "{}", found[4]);
    assert_eq!(found[4]["features"], json!(["center", "face 2"]));
    assert_eq!(
        found[5],
        json!({ "name": "feet", "kind": "Point", "hits": [
            { "body": 1, "inside": true, "distance": -0.25, "point": [5.0, 3.0], "feature": "face 1" },
        ] })
    );
    assert_eq!(
        found[6]["hits"],
        json!([{ "body": 3, "inside": false, "distance": 1.0, "point": [0.0, -4.0], "feature": "face 0" }])
    );
    assert_eq!(found[7], json!({ "name": "blast", "kind": "Overlap", "bodies": [0, 1, 2] }));
    assert_eq!(found[8]["hits"][0]["normal"], Value::Null);
    assert_eq!(found[8]["hits"][0]["starts_inside"], true);
}

#[test]
fn a_cast_that_starts_inside_has_depth_and_normal() {
    let queries = r#"Cast(name: "in", shape: Circle(radius: 1.0), from: (3.25, 2.0), to: (-9.0, 2.0))"#;
    let hits = answers(&scene(BODIES, queries, ""))[0]["hits"].take();
    let of_crate = hits.as_array().unwrap().iter().find(|hit| hit["body"] == 1).unwrap();
    assert_eq!((&of_crate["fraction"], &of_crate["starts_inside"]), (&json!(0.0), &json!(true)));
    assert!((of_crate["depth"].as_f64().unwrap() - 0.25).abs() < 1.0e-6, "{of_crate}");
    assert_eq!(of_crate["normal"], json!([-1.0, 0.0]));
}

/// A report of a scene without queries is as it was.
#[test]
fn without_queries_nothing_is_added() {
    let scene = scene(BODIES, "", "");
    assert_eq!(answers(&scene), Value::Null);
    assert!(!scene.to_ron().contains("queries"));
}

/// Each line of `expect` holds, and fails with its words where one thing is wrong.
#[test]
fn expectations_of_queries_hold_and_fail() {
    let queries = r#"
        Ray(name: "sight", from: (0.0, 2.0), to: (10.0, 2.0), ignore: ["lamp"]),
        Ray(name: "above", from: (0.0, 8.0), to: (9.0, 8.0)),
        Overlap(name: "blast", shape: Circle(radius: 3.0), at: (1.5, 2.0)),
        Point(name: "feet", at: (5.0, 2.75)),
    "#;
    let failures = |expect: &str| -> Vec<String> {
        let checked = check(&scene(BODIES, queries, expect)).unwrap();
        checked.failures.iter().map(ToString::to_string).collect()
    };
    let good = [
        r#"Hit(query: "sight", body: "crate", fraction: 0.4, normal: (-2.0, 0.0))"#,
        r#"Hit(query: "sight", body: "crate")"#,
        r#"Hit(query: "blast", body: "lamp")"#,
        r#"Hit(query: "feet", body: "crate")"#,
        r#"Miss(query: "above")"#,
        r#"Distance(a: "guard", b: "crate", distance: 4.5)"#,
        r#"Distance(a: "crate", b: "guard")"#,
    ];
    assert_eq!(failures(&good.join(", ")), [""; 0]);
    for (bad, words) in [
        (
            r#"Hit(query: "sight", body: "crate", fraction: 0.5)"#,
            r#""sight" and "crate" at frame 0: expected the first hit, fraction 0.5 ± 0.001; found "crate" at fraction 0.4, normal (-1.0, 0.0)"#,
        ),
        (
            r#"Hit(query: "sight", body: "crate", normal: (0.0, 1.0))"#,
            r#"normal (0.0, 1.0) ± 0.001 rad; found "crate""#,
        ),
        (r#"Hit(query: "sight", body: "guard", any: true)"#, r#"expected a hit; found "crate""#),
        (r#"Hit(query: "above", body: "crate")"#, "expected the first hit; found no hit"),
        (r#"Hit(query: "blast", body: "wall")"#, r#"found "guard", "crate", "lamp""#),
        (r#"Miss(query: "sight")"#, r#""sight" at frame 0: expected no hit; found "crate""#),
        (
            r#"Distance(a: "guard", b: "crate", distance: 4.0)"#,
            "expected distance 4.0 ± 0.001; found a distance of 4.5",
        ),
    ] {
        let failed = failures(bad);
        assert!(failed.len() == 1 && failed[0].contains(words), "{bad}: {failed:?}");
    }
}

/// A body's new name is that of the queries that name it; with the body go the queries about it, and the lines that ask
/// them.
#[test]
fn queries_follow_their_bodies() {
    let queries = r#"
        Ray(name: "sight", from: (0.0, 0.0), to: (9.0, 0.0), of: "guard", ignore: ["lamp"]),
        Closest(name: "gap", a: "lamp", b: "crate"),
    "#;
    let mut scene =
        scene(BODIES, queries, r#"Hit(query: "sight", body: "crate"), Miss(query: "sight", frame: 3)"#);
    scene.rename_body(0, "keeper");
    scene.rename_body(2, "torch");
    let text = scene.to_ron();
    assert!(
        text.contains(r#"of: "keeper", ignore: ["torch"]"#) && text.contains(r#"a: "torch", b: "crate""#),
        "{text}"
    );
    scene.remove_bodies(|_, body| body.name == "torch");
    assert_eq!(scene.queries.len(), 1);
    assert!(scene.queries[0].ignore.is_empty() && scene.expect.len() == 2);
    scene.remove_bodies(|_, body| body.name == "keeper");
    assert!(scene.queries.is_empty() && scene.expect.is_empty());
    scene.validate().unwrap();
}

/// Masks of a query, part and segment of what it hits, in numbers worked by hand.
#[test]
fn queries_have_masks_and_tell_the_part() {
    let bodies = r#"
        (name: "guard", shape: Circle(radius: 0.5), is: ["enemy"], meets: ["level"]),
        (name: "crate", position: (5.0, 0.0), is: ["level"], shapes: [
            Part(shape: Circle(radius: 0.5), at: (3.0, 0.0)),
            Part(shape: Rectangle(width: 2.0, height: 2.0)),
        ]),
        (name: "ghost", shape: Circle(radius: 1.0), position: (2.0, 0.0), is: []),
        (name: "ground", shape: Chain(points: [(-9.0, -3.0), (0.0, -3.0), (9.0, -3.0)]), is: ["level"]),
    "#;
    let queries = r#"
        Ray(name: "all", from: (-5.0, 0.0), to: (15.0, 0.0)),
        Ray(name: "shot", from: (-5.0, 0.0), to: (15.0, 0.0), is: ["bullet"], meets: ["level"]),
        Ray(name: "as the guard meets", from: (-5.0, 0.0), to: (15.0, 0.0), is: ["level"], meets: ["enemy"]),
        Ray(name: "nobody", from: (-5.0, 0.0), to: (15.0, 0.0), meets: []),
        Ray(name: "down", from: (4.5, -2.0), to: (4.5, -4.0)),
        Ray(name: "along", from: (-4.0, -3.0), to: (12.0, -3.0)),
        Ray(name: "to the end", from: (-13.0, -3.0), to: (3.0, -3.0)),
        Cast(name: "step", body: "guard", by: (8.0, 0.0), meets: ["level"]),
        Closest(name: "gap", a: "guard", b: "crate", meets: ["level"]),
        Closest(name: "met", a: "crate", b: "ground", meets: ["level"]),
        Point(name: "feet", at: (8.0, 0.0), meets: ["level"]),
        Overlap(name: "blast", shape: Circle(radius: 20.0), at: (0.0, 0.0), meets: ["enemy", "level"]),
    "#;
    let found = answers(&scene(bodies, queries, ""));
    let bodies = |i: usize| -> Vec<u64> {
        found[i]["hits"].as_array().unwrap().iter().map(|hit| hit["body"].as_u64().unwrap()).collect()
    };
    assert_eq!([bodies(0), bodies(1), bodies(2), bodies(3)], [vec![0, 1], vec![1], vec![0], vec![]]);
    let first = |i: usize, key: &str| found[i]["hits"][0][key].clone();
    assert_eq!(
        (first(1, "part"), first(1, "fraction"), first(1, "segment")),
        (json!(1), json!(0.45), Value::Null)
    );
    assert_eq!(
        (first(4, "segment"), first(4, "fraction"), first(4, "part")),
        (json!(1), json!(0.5), Value::Null)
    );
    assert_eq!(found[5]["hits"], json!([]), "it runs on the chain, over a joint that is none");
    assert_eq!((first(6, "segment"), first(6, "fraction")), (json!(0), json!(0.25)));
    // The guard's right is at 0.5, the crate's left at 4.
    assert_eq!((bodies(7), first(7, "fraction"), first(7, "part")), (vec![1], json!(0.4375), json!(1)));
    assert_eq!(found[8]["distance"], Value::Null, "the query does not meet the guard");
    assert_eq!(found[9]["distance"], 2.0);
    assert_eq!((bodies(10), first(10, "part"), first(10, "distance")), (vec![1], json!(0), json!(-0.5)));
    assert_eq!(found[11]["bodies"], json!([0, 1, 3]));
}

/// A query's new name is that of the lines that ask it; without it they go.
#[test]
fn lines_follow_their_queries() {
    let mut scene = scene(
        BODIES,
        r#"Ray(name: "sight", from: (0.0, 0.0), to: (9.0, 0.0)), Point(name: "feet", at: (0.0, 0.0))"#,
        r#"Miss(query: "sight"), Never(stop: Hit(query: "sight"), frames: (0, 3)), Miss(query: "feet")"#,
    );
    scene.stops = vec![
        scene.read_stop(r#"Hit(query: "sight")"#).unwrap(),
        scene.read_stop(r#"Hit(query: "*")"#).unwrap(),
    ];
    scene.rename_query(0, "view");
    assert_eq!(scene.to_ron().matches("\"view\"").count(), 4);
    scene.validate().unwrap();
    scene.queries.remove(0);
    scene.drop_lines_without_query();
    assert_eq!((scene.expect.len(), scene.stops.len()), (1, 1));
    scene.validate().unwrap();
}

/// A ray over the ball's shoulder passes it by √(1.8² / 2) - 1 m, inside of its box; a wall is thinner than a loop's steps;
/// the ball's centre passes the crate that the ball meets.
#[test]
fn an_explanation_tells_classic_mistakes_and_masks() {
    let bodies = r#"
        (name: "ball", shape: Circle(radius: 1.0)),
        (name: "wall", shape: Wall(start: (3.25, 4.0), end: (3.25, 6.0))),
        (name: "crate", shape: Rectangle(width: 2.0, height: 2.0), position: (0.0, -9.0)),
        (name: "ghost", shape: Circle(radius: 1.0), position: (-5.0, 5.0), is: ["ghost"]),
    "#;
    let queries = r#"
        Ray(name: "shoulder", from: (-1.8, 0.0), to: (0.0, 1.8)),
        Ray(name: "through the wall", from: (-6.0, 5.0), to: (4.0, 5.0), meets: ["level"]),
        Cast(name: "over it", shape: Circle(radius: 1.0), from: (-5.8, -7.4), to: (2.2, -7.4)),
    "#;
    let scene = scene(bodies, queries, "");
    let told = |name: &str| -> String {
        stages(&scene, name)
            .iter()
            .flat_map(|stage| [stage.sentence.clone(), stage.details.join(" ")])
            .collect::<Vec<_>>()
            .join(" ")
    };
    let shoulder = told("shoulder");
    assert!(shoulder.contains("The bounding box of ball taken for the shape would be hit at"), "{shoulder}");
    assert!(shoulder.contains("so it misses ball by 0.2728 m there"), "{shoulder}");
    let wall = told("through the wall");
    assert!(
        wall.contains("10 steps along the ray would find nothing") && wall.contains("it hits wall at 0.925"),
        "{wall}"
    );
    assert!(
        wall.contains("ghost: its box is met, and its `is` and `meets` and the query's do not meet"),
        "{wall}"
    );
    let over = told("over it");
    assert!(over.contains("would meet nothing; it hits crate at 0.5"), "{over}");
}

/// What is told of a body of several shapes holds of the one that is meant. The L is a box from -1 to 1 m and one from 1 to
/// 2 m, 1.5 m higher; the wheels go down past the box, whose right face is at 20.5 m, where the right one begins.
#[test]
fn an_explanation_names_the_part_and_mixes_no_axes_of_several() {
    let bodies = r#"
        (name: "L", shapes: [Part(shape: Rectangle(width: 2.0, height: 1.0)), Part(shape: Rectangle(width: 1.0, height: 3.0), at: (1.5, 1.0))]),
        (name: "box", shape: Rectangle(width: 1.0, height: 1.0), position: (20.0, 10.0)),
        (name: "wheels", shapes: [Part(shape: Circle(radius: 0.5), at: (-1.0, 0.0)), Part(shape: Circle(radius: 0.5), at: (1.0, 0.0))], position: (20.0, 20.0)),
        (name: "cart", shapes: [Part(shape: Rectangle(width: 2.0, height: 1.0)), Part(shape: Circle(radius: 0.5), at: (2.0, 0.0))], position: (0.0, 10.0)),
    "#;
    let queries = r#"
        Ray(name: "hit", from: (-3.0, 0.2), to: (5.0, 0.2)),
        Ray(name: "above", from: (-3.0, 1.0), to: (0.5, 1.6)),
        Cast(name: "past", body: "wheels", by: (0.0, -20.0)),
        Cast(name: "graze", shape: Circle(radius: 0.5), from: (21.0, 20.0), to: (21.0, 0.0), ignore: ["wheels"]),
        Cast(name: "push", body: "cart", by: (30.0, 0.0)),
        Closest(name: "gap", a: "L", b: "cart"),
    "#;
    let scene = scene(bodies, queries, "");
    let told = |name: &str| -> String {
        stages(&scene, name).into_iter().map(|stage| stage.sentence + " ").collect()
    };
    // The first box alone: its face 2 is met after 2 of 8 m, its face 0 after 4 m.
    let hit = told("hit");
    assert!(
        hit.contains("The ray is in L/1 once it is behind every face: the last way in is face 2 at 0.25, before the first way out, face 0 at 0.5. So it hits L/1 at 0.25."),
        "{hit}"
    );
    let above = told("above");
    assert!(above.contains("The ray meets no part of L on its way, so it misses."), "{above}");
    let past = told("past");
    assert!(past.contains("No part of the moving shape reaches a part of box on the way"), "{past}");
    assert!(!past.contains("touch at the start"), "{past}");
    let graze = told("graze");
    assert!(
        graze.contains("without a gap, and does not close it: what only grazes box is no hit"),
        "{graze}"
    );
    let push = told("push");
    assert!(push.contains("On the way, they first touch at 0.5667, face 2 of box"), "{push}");
    assert!(!push.contains("turns on the way"), "{push}");
    let gap = told("gap");
    assert!(gap.contains(" of a/2 and ") && gap.contains(" of b/1"), "{gap}");
}

/// The ball's border is 2 m from the first point, its box 2 m as well; the second point is in the box's corner, √(0.95² +
/// 0.95²) - 1 m outside of the ball.
#[test]
fn an_explanation_of_a_point_says_whether_boxes_hold_it() {
    let bodies = r#"
        (name: "ball", shape: Circle(radius: 1.0), position: (5.0, 0.0)),
        (name: "cart", shapes: [Part(shape: Rectangle(width: 2.0, height: 1.0)), Part(shape: Rectangle(width: 1.0, height: 1.0), at: (3.0, 0.0))], position: (0.0, 20.0)),
    "#;
    let at = |name: &str, x: f32, y: f32| format!("Point(name: \"{name}\", at: ({x}, {y})), ");
    let queries =
        at("far", 2.0, 0.0) + &at("corner", 4.05, 0.95) + &at("in", 5.0, 0.5) + &at("part", 3.0, 21.5);
    let scene = scene(bodies, &queries, "");
    for (query, boxes, found) in [
        (
            "far",
            "The point is in no bounding box; that of ball is near enough to be looked at; 1 is skipped, since its box is farther away than what is found.",
            "No body holds the point; the nearest is ball, whose border is 2 m away.",
        ),
        (
            "corner",
            "The point is in the bounding box of ball; 1 is skipped",
            "whose border is 0.3435 m away.",
        ),
        ("in", "The point is in the bounding box of ball; 1 is skipped", "The point is in ball."),
        (
            "part",
            "The point is in no bounding box;",
            "the nearest is cart/2, whose border is 1 m away at face 1.",
        ),
    ] {
        let stages = stages(&scene, query);
        let told: Vec<&str> = stages.iter().map(|stage| stage.sentence.as_str()).collect();
        assert!(told[0].starts_with(boxes) && told[1].contains(found), "{query}: {told:?}");
    }
}

/// A query whose own body is gone asks nothing: `Miss` does not hold of it. Programs are told which query a line is about, and
/// a case of JUnit has one name whether it holds or not.
#[test]
fn a_query_of_what_is_gone_misses_nothing_and_lines_name_their_query() {
    let text = r#"Scene(version: 1, gravity: (0.0, -9.81), bodies: [
        Body(name: "gem", shape: Circle(radius: 0.5), position: (0.0, 1.0), motion: Dynamic()),
        Body(name: "floor", shape: Wall(start: (-5.0, 0.0), end: (5.0, 0.0))),
    ], listeners: [Listener(name: "break", body: "gem", then: Remove)],
    queries: [Ray(name: "up", from: (0.0, 0.0), to: (0.0, 5.0), of: "gem")],
    expect: [Miss(query: "up"), Miss(query: "up", frame: 60)])"#;
    let scene = Scene::from_ron(text, "test").unwrap_or_else(|e| panic!("{e}"));
    let failures = check(&scene).unwrap().failures;
    let [failure] = failures.as_slice() else { panic!("{failures:?}") };
    assert!(failure.line == 1 && failure.found.contains("a body that it names is gone"), "{failure}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gone.ron");
    std::fs::write(&path, text).unwrap();
    let run = |format: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collision-test"));
        let output = command.args(["check", path.to_str().unwrap(), "--format", format]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(run("json").matches("\"query\": \"up\"").count(), 2);
    // A miss is an answer, this is none.
    for (frame, is_unanswered) in [("0", false), ("60", true)] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collision-test"));
        let args = ["query", path.to_str().unwrap(), "--frame", frame, "--format", "json"];
        let out = String::from_utf8(command.args(args).output().unwrap().stdout).unwrap();
        assert_eq!(out.contains("\"unanswered\": true"), is_unanswered, "{out}");
    }
    let junit = run("junit");
    assert!(
        junit.contains("name=\"up at frame 0: no hit\"") && junit.contains("name=\"up at frame 60: no hit\""),
        "{junit}"
    );
}

/// A ball that stands in a V, 0.0808 m deep in its left side and 0.7879 m in its right one, starts a cast that deep.
#[test]
fn a_cast_starts_as_deep_as_its_deepest_contact() {
    let text = r#"Scene(version: 1, solver: Off, bodies: [
        Body(name: "v", shape: Chain(points: [(-4.0, 4.0), (0.0, 0.0), (4.0, 4.0)]), position: (20.0, 0.0)),
        Body(name: "ball", shape: Circle(radius: 1.0), position: (20.5, 0.8), sensor: true),
    ], queries: [Cast(name: "up", body: "ball", by: (0.0, 5.0))])"#;
    let scene = Scene::from_ron(text, "test").unwrap();
    let world = scene.to_world().unwrap();
    let answer = AskedQueries::of(&scene).ask("up", &world);
    let depth = answer.first().unwrap().depth.unwrap();
    // The sides are at 45°: 1 - (0.8 ± 0.5) / √2.
    assert!((depth - (1.0 - 0.3 / 2.0_f32.sqrt())).abs() < 1.0e-5, "{depth}");
}

/// A way from behind a one-sided chain is told as such, not as one that passes the shape by.
#[test]
fn a_ray_from_behind_a_one_sided_chain_is_told_why_it_passes() {
    let floor =
        r#"(name: "floor", shape: Chain(points: [(2.0, 0.0), (0.0, 0.1), (-2.0, 0.0)], one_sided: true)),"#;
    let queries = r#"
        Ray(name: "up", from: (0.3, -3.0), to: (0.3, 3.0)),
        Ray(name: "down", from: (0.3, 3.0), to: (0.3, -3.0)),
        Ray(name: "beside", from: (2.5, -3.0), to: (1.9, 3.0)),
        Overlap(name: "below", shape: Circle(radius: 0.5), at: (0.0, -0.25)),
        Overlap(name: "above", shape: Circle(radius: 0.5), at: (0.0, 0.25)),
    "#;
    let scene = scene(floor, queries, "");
    let said = |query: &str| -> Vec<String> {
        stages(&scene, query)
            .into_iter()
            .flat_map(|stage| [vec![stage.sentence], stage.details].concat())
            .collect()
    };
    let up = said("up");
    let behind = "The ray comes from behind floor, whose one-sided chain holds on its right-hand side alone: it passes.";
    assert!(up.iter().any(|line| line == behind), "{up:?}");
    let shortcut = up.iter().find(|line| line.starts_with("The bounding box of floor")).unwrap();
    assert!(
        shortcut.ends_with("the ray comes from behind its one-sided chain, which lets it pass."),
        "{up:?}"
    );
    for query in ["down", "beside"] {
        let said = said(query);
        assert!(said.iter().all(|line| !line.contains("behind")), "{said:?}");
    }
    let answers = answers(&scene);
    assert_eq!((&answers[3]["bodies"], &answers[4]["bodies"]), (&json!([]), &json!([0])));
}

/// An Overlap's bodies and a ray's further hits are told by their names, and no number reads as an index.
#[test]
fn what_check_finds_has_names() {
    let expect = r#"Hit(query: "blast", body: "wall"), Miss(query: "through")"#;
    let queries = r#"
        Overlap(name: "blast", shape: Circle(radius: 1.0), at: (5.0, 2.0)),
        Ray(name: "through", from: (0.0, 2.0), to: (10.0, 2.0)),
    "#;
    let failures = check(&scene(BODIES, queries, expect)).unwrap().failures;
    let found: Vec<&str> = failures.iter().map(|failure| failure.found.as_str()).collect();
    assert_eq!(found, [r#""crate""#, r#""lamp" at fraction 0.175, normal (-1.0, 0.0); 1 more on the way"#]);
}
