//! A recording's queries: read, drawn, explained, and compared with ours on the same poses.
#![allow(clippy::unwrap_used)]

use std::f32::consts::FRAC_PI_2;

use collision_record::{AngleUnit, Body, Frame, Header, PlacedShape, Query, QueryHit, Shape, VerticalAxis};
use serde_json::Value;

use crate::recordings::{Lines, differences, run};

/// Circle of radius 1 at (0, 0), square of side 2 at (5, 0), and a body of two discs at (10, 0) and (10, 4).
fn bodies() -> Vec<Body> {
    let disc = || PlacedShape::new(Shape::Circle { radius: 1.0 });
    let square = PlacedShape::new(Shape::Rectangle { width: 2.0, height: 2.0, radius: 0.0 });
    vec![
        Body::new("ball", vec![disc()]),
        Body::new("crate", vec![square]),
        Body::new("pair", vec![disc(), disc().placed([0.0, 4.0], 0.0)]),
    ]
}

fn frame(queries: Vec<Query>) -> Frame {
    let poses = vec![Some([0.0, 0.0, 0.0]), Some([5.0, 0.0, 0.0]), Some([10.0, 0.0, 0.0])];
    Frame { queries, ..Frame::new(0, 0.0, poses) }
}

fn lines(queries: Vec<Query>) -> Lines {
    let mut lines = Lines::own();
    lines.header = Header::new("test", bodies());
    lines.frames = vec![frame(queries)];
    lines
}

fn hit(body: u32, fraction: f32, normal: [f32; 2]) -> Option<QueryHit> {
    Some(QueryHit { body, fraction: Some(fraction), point: None, normal: Some(normal) })
}

fn ray(from: [f32; 2], to: [f32; 2], ignore: Vec<u32>, hit: Option<QueryHit>) -> Query {
    Query::Ray { from, to, ignore, hit }
}

/// To the right, over the crate and the pair.
fn cast_of_the_ball(hit: Option<QueryHit>) -> Query {
    let (from, to) = ([0.0, 0.0], [10.0, 0.0]);
    Query::Cast { body: Some(0), shape: None, from, to, rotation: None, turn: 0.0, ignore: vec![], hit }
}

/// What `compare` lists, in short: kind, bodies, index of the query.
fn rows(queries: Vec<Query>) -> Vec<(String, u64, u64, u64)> {
    let found = differences(&lines(queries).write(), &[]);
    let number = |row: &Value, key: &str| row[key].as_u64().unwrap();
    let row = |row: &Value| {
        (row["what"].as_str().unwrap().to_owned(), number(row, "a"), number(row, "b"), number(row, "query"))
    };
    found.iter().map(row).collect()
}

/// The bodies again: the ball's side is at x = 1, the crate's sides at 4 and 6, the discs' at 9.
fn true_queries() -> Vec<Query> {
    vec![
        ray([2.0, 0.0], [12.0, 0.0], vec![], hit(1, 0.2, [-1.0, 0.0])),
        ray([2.0, 0.0], [12.0, 0.0], vec![1], hit(2, 0.7, [-1.0, 0.0])),
        ray([2.0, 4.0], [12.0, 4.0], vec![], hit(2, 0.7, [-1.0, 0.0])),
        ray([2.0, 2.0], [8.0, 2.0], vec![], None),
        cast_of_the_ball(hit(1, 0.3, [-1.0, 0.0])),
        Query::Cast {
            body: None,
            shape: Some(Shape::Rectangle { width: 2.0, height: 0.5, radius: 0.0 }),
            from: [5.0, 3.0],
            to: [5.0, 1.0],
            rotation: Some(FRAC_PI_2),
            turn: 0.0,
            ignore: vec![],
            // Its end is 1 below its middle: it touches at y = 2.
            hit: hit(1, 0.5, [0.0, 1.0]),
        },
        Query::Cast {
            body: Some(2),
            shape: None,
            from: [10.0, 0.0],
            to: [10.0, -10.0],
            rotation: None,
            turn: 0.0,
            ignore: vec![],
            hit: None,
        },
        Query::Closest { a: 0, b: 1, distance: 3.0, points: Some([[1.0, 0.0], [4.0, 0.0]]) },
        Query::Closest { a: 1, b: 2, distance: 3.0, points: None },
    ]
}

#[test]
fn answers_that_are_right_are_no_rows() {
    assert_eq!(rows(true_queries()), []);
}

#[test]
fn each_fault_of_an_answer_is_a_row_of_its_kind() {
    let (from, to) = ([2.0, 0.0], [12.0, 0.0]);
    let of = |found: Option<QueryHit>| rows(vec![ray(from, to, vec![], found)]);
    let row = |what: &str, a: u64, b: u64| vec![(what.to_owned(), a, b, 0)];
    assert_eq!(of(None), row("missed hit", 1, 1));
    assert_eq!(of(hit(2, 0.7, [-1.0, 0.0])), row("other body", 1, 2));
    assert_eq!(of(hit(1, 0.25, [-1.0, 0.0])), row("fraction", 1, 1));
    assert_eq!(of(hit(1, 0.2, [0.0, 1.0])), row("hit normal", 1, 1));
    let aside = rows(vec![ray([2.0, 2.0], [8.0, 2.0], vec![], hit(1, 0.5, [0.0, 1.0]))]);
    assert_eq!(aside, row("false hit", 1, 1));
    let far = rows(vec![Query::Closest { a: 0, b: 1, distance: 3.1, points: None }]);
    assert_eq!(far, row("distance", 0, 1));
    // Beside the ball; on both surfaces, and 1.6 m too far up the crate's side.
    for points in [[[1.0, 0.5], [4.0, 0.0]], [[0.0, 1.0], [4.0, 0.0]]] {
        let beside = rows(vec![Query::Closest { a: 0, b: 1, distance: 3.0, points: Some(points) }]);
        assert_eq!(beside, row("nearest points", 0, 1), "{points:?}");
    }
}

/// What `compare` tells of a query stands beside what ours and theirs found.
#[test]
fn an_explained_query_says_what_compare_says() {
    let (from, to) = ([2.0, 0.0], [12.0, 0.0]);
    for (found, told) in [
        (hit(1, 0.2, [1.0, 0.0]), "query 0: normals of the hit differ by 180°"),
        (None, "query 0: theirs hits nothing; ours hits crate at fraction 0.2"),
        (hit(1, 0.2, [-1.0, 0.0]), "no difference"),
    ] {
        let lines = lines(vec![ray(from, to, vec![], found)]);
        let path = lines.write();
        let (code, out, err) = run(&["explain", path.to_str().unwrap(), "--query", "ray 0"]);
        assert!(code == 0 && out.contains(&format!("\ncompared: {told}")), "{told}: {out}{err}");
    }
}

/// What `explain` says of a wrong answer where the crate went from one pose to another.
fn look_at([before, now]: [[f32; 3]; 2], query: Query) -> String {
    let frame = |number: u64, at: [f32; 3], queries: Vec<Query>| {
        let poses = vec![Some([0.0; 3]), Some(at), Some([10.0, 0.0, 0.0])];
        Frame { queries, ..Frame::new(number, number as f64, poses) }
    };
    let name = match &query {
        Query::Ray { .. } => "ray 0",
        Query::Cast { .. } => "cast 0",
        Query::Closest { .. } => "closest 0",
    };
    let mut lines = lines(vec![]);
    lines.frames = vec![frame(0, before, vec![]), frame(1, now, vec![query])];
    let (code, out, err) =
        run(&["explain", lines.write().to_str().unwrap(), "--frame", "1", "--query", name]);
    assert_eq!(code, 0, "{err}");
    out.rsplit_once("\ncompared: ").unwrap().1.to_owned()
}

/// Each slip is planted, its answer worked out by hand.
#[test]
fn a_slip_that_makes_a_wrong_answer_right_is_named() {
    let (stays, along) = ([[5.0, 0.0, 0.0]; 2], |y: f32| ([2.0, y], [12.0, y]));
    let at = |y: f32, hit: Option<QueryHit>| ray(along(y).0, along(y).1, vec![], hit);
    let left = [-1.0, 0.0];
    let aslant = |normal: [f32; 2]| ray([2.0, -1.0], [8.0, 1.0], vec![], hit(1, 1.0 / 3.0, normal));
    let point = |point: [f32; 2]| {
        at(0.5, Some(QueryHit { body: 1, fraction: None, point: Some(point), normal: None }))
    };
    let closest =
        |distance: f32, points: Option<[[f32; 2]; 2]>| Query::Closest { a: 0, b: 1, distance, points };
    // Turned by 30° a way at y = 0.5 meets the upper left face at x = 5 - (1 - cos 30° / 2) / sin 30°; turned the other way, or
    // at y = -0.5, the left face at x = 5 - 0.75 / cos 30°.
    let (sin, cos) = (0.5_f32, 0.75_f32.sqrt());
    let by = |degrees: f32| [[5.0, 0.0, degrees.to_radians()]; 2];
    let left_face = (5.0 - 0.75 / cos - 2.0) / 10.0;
    // Of (2 + 10 t, t - 1) the left face, on which -(x - 5) cos 30° - y / 2 is 1, is met at:
    let t = (3.0 * cos - 0.5) / (10.0 * cos + 0.5);
    let up_to_the_left_face = ray([2.0, -1.0], [12.0, 0.0], vec![], hit(1, t, left));
    for (poses, query, said) in [
        (stays, at(0.0, hit(1, 2.0, left)), "divided by the way's length, 10."),
        (stays, at(0.0, hit(1, 0.8, left)), "0.8 is the share from the end of the way"),
        (stays, at(0.0, hit(1, 0.2, [1.0, 0.0])), "takes the way's own direction"),
        (stays, aslant([1.0, 0.0]), "it points into crate"),
        (stays, aslant([0.0, 1.0]), "lies along the face"),
        (by(30.0), up_to_the_left_face, "in the axes of crate, which is turned by 30°"),
        (by(30.0), at(0.5, hit(1, left_face, [-cos, sin])), "of bodies that are turned the other way"),
        (by(30.0), at(0.5, hit(1, 0.2, left)), "of bodies that are not turned"),
        (by(45.0), at(1.2, hit(1, 0.3 - 0.02_f32.sqrt(), left)), "the bodies' bounding boxes"),
        (by(45.0), at(1.2, hit(1, 0.3 - 0.0056_f32.sqrt(), [-0.529, 0.849])), "the bodies' bounding circles"),
        (
            [[6.0, 0.0, 0.0], [5.0, 0.0, 0.0]],
            at(0.0, hit(1, 0.3, left)),
            "the poses of frame 0, the one before",
        ),
        (stays, at(0.0, hit(1, 0.4, [1.0, 0.0])), "its hit is where the ray leaves crate"),
        (stays, ray([2.0, 0.0], [3.0, 0.0], vec![], hit(1, 2.0, left)), "its hit lies beyond it"),
        (stays, cast_of_the_ball(hit(1, 0.4, left)), "that of a ray from where the shape is"),
        (stays, ray([2.0, 0.0], [8.0, 0.0], vec![], None), "Look at what passes crate over, without which"),
        (stays, point([5.0, 0.0]), "is where crate is, not where it is hit"),
        (stays, point([-1.0, 0.5]), "right in the axes of crate"),
        (stays, point([2.0, 0.0]), "right from the start of the way"),
        (stays, closest(9.0, None), "its distance is squared"),
        (stays, closest(5.0, None), "how far the centres are apart"),
        (stays, closest(3.0, Some([[4.0, 0.0], [1.0, 0.0]])), "the first is on the second body"),
        (stays, closest(3.0, Some([[1.0, 0.0], left])), "right in the axes of its own body"),
    ] {
        let told = look_at(poses, query);
        assert!(told.contains("\nLook at ") && told.contains(said), "{said}: {told}");
    }
    // One that nothing known makes right is told without a guess.
    let (right, other) = (at(0.0, hit(1, 0.2, left)), at(0.0, hit(1, 0.33, left)));
    assert_eq!(look_at(stays, right), "no difference\n");
    assert!(!look_at(stays, other).contains("Look at"));
    // The root of 1 is 1.
    let beside = closest(1.0, Some([[1.0, 0.9], [2.0, 0.0]]));
    assert!(!look_at([[3.0, 0.0, 0.0]; 2], beside).contains("Look at"));
}

/// A normal of (0, 0) is one only of a way that begins in what it hits, as engines tell it; one of another length is told once,
/// and its direction compared.
#[test]
fn a_normal_of_a_hit_that_is_no_unit_vector_is_told() {
    let (from, to) = ([2.0, 0.0], [12.0, 0.0]);
    let with = |normal: [f32; 2]| vec![ray(from, to, vec![], hit(1, 0.2, normal))];
    assert_eq!(rows(with([0.0; 2])), [("hit normal".to_owned(), 1, 1, 0)]);
    let text = |queries: Vec<Query>| run(&["compare", lines(queries).write().to_str().unwrap()]).1;
    let told = text(with([0.0; 2]));
    assert!(
        told.contains("query 0: the normal of their hit is (0, 0), which is no direction; ours is (-1, 0)"),
        "{told}"
    );
    let no_fraction = Some(QueryHit { body: 1, fraction: None, point: None, normal: Some([0.0; 2]) });
    assert_eq!(rows(vec![ray(from, to, vec![], no_fraction)]).len(), 1);
    // It begins in the ball, or on its side.
    for inside in [0.0, 0.5, 1.0] {
        let begins = ray([inside, 0.0], [-6.0, 0.0], vec![], hit(0, 0.0, [0.0; 2]));
        assert_eq!(rows(vec![begins]), [], "{inside}");
    }
    let told = text([with([-0.3, 0.0]), with([-2.0, 0.0])].concat());
    assert!(
        told.contains("line 2: queries[0].hit.normal has length 0.3, not 1: its direction is compared\n"),
        "{told}"
    );
    assert!(told.contains("no difference") && !told.contains("queries[1]"), "{told}");
    let aside = text(with([0.0, 0.3]));
    assert!(
        aside.contains("has length 0.3") && aside.contains("normals of the hit differ by 90°"),
        "{aside}"
    );
    assert!(!text(true_queries()).contains("has length"));
}

/// One query without its numbers is left out and told; the frame and its other query stay.
#[test]
fn a_query_that_is_not_whole_is_left_out() {
    let lines = lines(vec![ray([2.0, 0.0], [12.0, 0.0], vec![], None), true_queries()[1].clone()]);
    let path = lines.write();
    let text = std::fs::read_to_string(&path).unwrap();
    let broken = text.replacen("[2.0,0.0]", "[NaN,0.0]", 1);
    assert_ne!(broken, text);
    std::fs::write(&path, broken).unwrap();
    let (code, out, err) = run(&["compare", path.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("line 2: queries[0] is not whole, and left out"), "{out}");
    // What is wrong otherwise is an error as before.
    std::fs::write(&path, text.replacen("\"to\"", "\"too\"", 1)).unwrap();
    let (code, _, err) = run(&["compare", path.to_str().unwrap()]);
    assert!(code == 2 && err.contains("missing field `to`"), "{err}");
}

#[test]
fn what_engines_may_answer_either_way_is_no_row() {
    // It begins within the ball: rapier hits it at once, Box2D passes it.
    let (from, to) = ([0.0, 0.0], [10.0, 0.0]);
    let at_once = Some(QueryHit { body: 0, fraction: Some(0.0), point: None, normal: None });
    assert_eq!(rows(vec![ray(from, to, vec![], at_once)]), []);
    assert_eq!(rows(vec![ray(from, to, vec![], hit(1, 0.4, [-1.0, 0.0]))]), []);
    // It grazes the crate's top at y = 1, within a centimetre.
    for found in [None, hit(1, 0.5, [-1.0, 0.0])] {
        assert_eq!(rows(vec![ray([3.0, 1.005], [5.0, 1.005], vec![], found)]), []);
    }
    // A sensor in the way is hit or not.
    let mut with_sensor = lines(vec![ray([2.0, 0.0], [12.0, 0.0], vec![], hit(2, 0.7, [-1.0, 0.0]))]);
    with_sensor.header.bodies[1].is_sensor = true;
    assert_eq!(differences(&with_sensor.write(), &[]), Vec::<Value>::new());
    with_sensor.frames = vec![frame(vec![ray([2.0, 0.0], [12.0, 0.0], vec![], hit(1, 0.2, [-1.0, 0.0]))])];
    assert_eq!(differences(&with_sensor.write(), &[]), Vec::<Value>::new());
}

#[test]
fn pixels_with_y_down_and_degrees_are_converted() {
    let mut lines = lines(vec![
        ray([40.0, 0.0], [240.0, 0.0], vec![], hit(1, 0.2, [-1.0, 0.0])),
        Query::Cast {
            body: None,
            shape: Some(Shape::Rectangle { width: 40.0, height: 10.0, radius: 0.0 }),
            from: [100.0, -60.0],
            to: [100.0, -20.0],
            rotation: Some(90.0),
            turn: 0.0,
            ignore: vec![],
            hit: hit(1, 0.5, [0.0, -1.0]),
        },
        Query::Closest { a: 0, b: 1, distance: 60.0, points: None },
    ]);
    (lines.header.metres_per_unit, lines.header.y) = (0.05, VerticalAxis::Down);
    lines.header.angle = AngleUnit::Degrees;
    let disc = |at: [f32; 2]| PlacedShape::new(Shape::Circle { radius: 20.0 }).placed(at, 0.0);
    lines.header.bodies[0].shapes = vec![disc([0.0; 2])];
    let square = Shape::Rectangle { width: 40.0, height: 40.0, radius: 0.0 };
    lines.header.bodies[1].shapes = vec![PlacedShape::new(square)];
    lines.header.bodies[2].shapes = vec![disc([0.0; 2]), disc([0.0, -80.0])];
    lines.frames[0].poses = vec![Some([0.0, 0.0, 0.0]), Some([100.0, 0.0, 0.0]), Some([200.0, 0.0, 0.0])];
    assert_eq!(differences(&lines.write(), &[]), Vec::<Value>::new());
}

#[test]
fn broken_queries_are_told_with_their_place() {
    let lines = lines(vec![]);
    let path = lines.write();
    let text = std::fs::read_to_string(&path).unwrap();
    let refused = |query: &str| {
        let line = format!("\"contacts\":[],\"queries\":[{query}]}}");
        std::fs::write(&path, text.replace("\"contacts\":[]}", &line)).unwrap();
        let (code, _, err) = run(&["compare", path.to_str().unwrap()]);
        assert_eq!(code, 2, "{query}: {err}");
        err
    };
    for (query, place) in [
        (r#"{"kind":"ray","from":[0,0],"to":[0,0],"hit":null}"#, "queries[0].to"),
        (r#"{"kind":"ray","from":[0,0],"to":[1,0],"hit":{"body":9}}"#, "queries[0].hit.body"),
        (r#"{"kind":"ray","from":[0,0],"to":[1,0],"ignore":[7],"hit":null}"#, "queries[0].ignore"),
        (r#"{"kind":"cast","from":[0,0],"to":[1,0],"hit":null}"#, "neither body nor shape"),
        (r#"{"kind":"closest","a":1,"b":1,"distance":0}"#, "body 1 twice"),
        (r#"{"kind":"beam","from":[0,0],"to":[1,0]}"#, "beam"),
    ] {
        let err = refused(query);
        assert!(err.contains("line 2") && err.contains(place), "{query}: {err}");
    }
}

#[test]
fn a_frame_is_reported_drawn_and_explained_with_both_answers() {
    let lines = lines(vec![ray([2.0, 0.0], [12.0, 0.0], vec![], hit(2, 0.7, [-1.0, 0.0]))]);
    let path = lines.write();
    let path = path.to_str().unwrap();
    let (code, out, err) = run(&["report", path, "--format", "json"]);
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    let ours = &report["queries"][0];
    assert_eq!((&ours["name"], &ours["hits"][0]["body"]), (&"ray 0".into(), &1.into()));
    let (code, out, err) = run(&["explain", path, "--query", "ray 0"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("The ray first meets crate, at 0.2"), "{out}");
    let both = "theirs: hits pair at 0.7, normal (-1, 0)\n\
        compared: query 0: theirs hits pair at fraction 0.7; ours hits crate at fraction 0.2\n\
        Look at what passes crate over, without which its answer is right: a mask, a list of what is ignored, or a callback that \
        keeps what it hears last, not what is nearest.\n";
    assert!(out.ends_with(both), "{out}");
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.svg");
    let (code, _, err) = run(&["render", path, "--output", picture.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(svg.contains("answer of test to a query") && svg.contains("ray, dashed behind its first hit"));
}

/// A ray that comes down, in a file whose y points down, on the crate's top: the normal that is told points into the crate.
#[test]
fn the_normal_of_their_answer_is_as_the_file_has_it() {
    let mut lines = lines(vec![ray([5.0, -5.0], [5.0, 5.0], vec![], hit(1, 0.4, [0.0, 1.0]))]);
    lines.header.y = VerticalAxis::Down;
    let path = lines.write();
    let (code, out, err) = run(&["explain", path.to_str().unwrap(), "--query", "ray 0"]);
    assert_eq!(code, 0, "{err}");
    let both = "theirs: hits crate at 0.4, normal (0, 1)\n\
        compared: query 0: normals of the hit differ by 180°: theirs (0, 1), ours (0, -1)\n";
    assert!(out.contains(both), "{out}");
}

/// Each fault put into the answers of a real engine.
#[test]
fn rays_of_real_engines_have_no_row_and_each_fault_put_into_them_has() {
    for shipped in ["scenes/recordings/rapier-rays.jsonl", "scenes/recordings/planck-rays.jsonl"] {
        let found = |plant: &dyn Fn(&mut QueryHit)| {
            let mut lines = Lines::of(shipped);
            let queries = lines.frames[40].queries.iter_mut();
            let hits = queries.filter_map(|query| match query {
                Query::Ray { hit, .. } | Query::Cast { hit, .. } => hit.as_mut(),
                Query::Closest { .. } => None,
            });
            let count = hits.map(plant).count();
            assert!(count >= 5, "{shipped}: {count} hits");
            let rows = differences(&lines.write(), &[]);
            let kinds: Vec<_> = rows.iter().map(|row| row["what"].as_str().unwrap().to_owned()).collect();
            assert!(rows.iter().all(|row| row["frame"] == 40), "{shipped}: {rows:#?}");
            (count, kinds)
        };
        assert_eq!(found(&|_| ()).1, Vec::<String>::new(), "{shipped}");
        let (count, kinds) = found(&|hit| hit.fraction = hit.fraction.map(|fraction| fraction - 0.01));
        assert_eq!(kinds, vec!["fraction"; count], "{shipped}");
        let (count, kinds) = found(&|hit| hit.normal = hit.normal.map(|[x, y]| [-x, -y]));
        assert_eq!(kinds, vec!["hit normal"; count], "{shipped}");
        let (count, kinds) = found(&|hit| hit.body = (hit.body + 1) % 5);
        assert_eq!(kinds, vec!["other body"; count], "{shipped}");
    }
}

#[test]
fn a_run_of_ours_writes_what_its_queries_found_and_reads_back_without_a_row() {
    let folder = tempfile::tempdir().unwrap();
    // What is cast has its shapes beside its own position.
    let shifted = folder.path().join("shifted.ron");
    let text = "Scene(version: 1, bodies: [
        Body(name: \"one\", shapes: [Part(shape: Circle(radius: 0.5), at: (0, 3))], motion: Kinematic(angular_velocity: 90)),
        Body(name: \"two\", shapes: [Part(shape: Circle(radius: 0.2), at: (0, 2)), Part(shape: Circle(radius: 0.2))], position: (0, 9)),
        Body(name: \"wall\", shape: Rectangle(width: 1, height: 30), position: (9, 3)),
    ], queries: [Cast(name: \"one\", body: \"one\", by: (12, 0), turn: 70), Cast(name: \"two\", body: \"two\", by: (12, 0))])";
    std::fs::write(&shifted, text).unwrap();
    for (scene, kind, count) in [
        ("scenes/query-line-of-sight.ron", "ray", 1),
        ("scenes/query-cast-at-a-corner.ron", "cast", 1),
        ("scenes/query-a-bar-turns-into-a-ball.ron", "cast", 1),
        ("scenes/query-nearest-points.ron", "closest", 1),
        (shifted.to_str().unwrap(), "cast", 2),
    ] {
        let path = folder.path().join("run.jsonl");
        let to = path.to_str().unwrap();
        let (code, _, err) = run(&["record", scene, "--frames", "0..30", "--output", to, "--force"]);
        assert_eq!(code, 0, "{err}");
        let text = std::fs::read_to_string(&path).unwrap();
        let frame: Frame = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
        let of_kind = frame.queries.iter().filter(|query| query.kind() == kind).count();
        assert!(of_kind >= count, "{scene}: {:?}", frame.queries);
        assert_eq!(differences(&path, &[]), Vec::<Value>::new(), "{scene}");
    }
}

/// A ray that meets the square's face at 4 m, of which the engine tells the point alone, as Godot does; and a cast.
#[test]
fn the_point_of_a_hit_is_compared() {
    let told = |point: [f32; 2]| {
        Some(QueryHit { body: 1, fraction: None, point: Some(point), normal: Some([-1.0, 0.0]) })
    };
    let ray = |point: [f32; 2]| ray([2.0, 0.0], [8.0, 0.0], Vec::new(), told(point));
    assert_eq!(differences(&lines(vec![ray([4.0, 0.0]), ray([4.005, 0.0])]).write(), &[]).len(), 0);
    let found = differences(&lines(vec![ray([4.0, 0.0]), ray([5.0, 0.0])]).write(), &[]);
    let [found] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(
        (&found["what"], &found["query"], &found["times"]),
        (&"hit point".into(), &1.into(), &100.0.into())
    );
}

/// Of what a ray begins in engines tell the start, where it leaves, or nothing; all of them are on the ray.
#[test]
fn a_point_of_what_a_ray_begins_in_lies_on_the_ray() {
    let told = |point: [f32; 2]| {
        let hit = QueryHit { body: 1, fraction: None, point: Some(point), normal: None };
        rows(vec![ray([5.0, 0.0], [8.0, 0.0], vec![], Some(hit))])
    };
    for on_the_ray in [[5.0, 0.0], [5.5, 0.005], [6.0, 0.0]] {
        assert_eq!(told(on_the_ray), [], "{on_the_ray:?}");
    }
    for off in [[50.0, 70.0], [5.5, 0.5], [4.5, 0.0]] {
        assert_eq!(told(off), [("hit point".to_owned(), 1, 1, 0)], "{off:?}");
    }
}

/// A ray that meets a corner from outside: the normal of either face is right, and every one between the two.
#[test]
fn at_a_corner_every_normal_between_the_faces_is_right() {
    let aslant = std::f32::consts::FRAC_1_SQRT_2;
    let told = |angle: f32, from: [f32; 2], to: [f32; 2], fraction: f32, normal: [f32; 2]| {
        let mut lines = lines(vec![ray(from, to, vec![], hit(1, fraction, normal))]);
        lines.frames[0].poses[1] = Some([5.0, 0.0, angle]);
        differences(&lines.write(), &[]).len()
    };
    // The crate stands on its corner, which a level ray meets.
    let corner = 5.0 - 2.0 * aslant;
    let level = |normal| told(FRAC_PI_2 / 2.0, [2.0, 0.0], [5.0, 0.0], (corner - 2.0) / 3.0, normal);
    for right in [[-aslant, aslant], [-aslant, -aslant], [-1.0, 0.0], [-0.9, 0.436]] {
        assert_eq!(level(right), 0, "{right:?}");
    }
    for wrong in [[aslant, aslant], [-0.436, 0.9], [1.0, 0.0]] {
        assert_eq!(level(wrong), 1, "{wrong:?}");
    }
    // The crate lies flat, and a ray aslant meets its upper left corner.
    let falls = |normal| told(0.0, [2.0, 3.0], [5.0, 0.0], 2.0 / 3.0, normal);
    for right in [[-1.0, 0.0], [0.0, 1.0], [-aslant, aslant]] {
        assert_eq!(falls(right), 0, "{right:?}");
    }
    assert_eq!(falls([-aslant, -aslant]), 1);
    // In the middle of a face there is no corner.
    let face = |normal| told(0.0, [2.0, 0.5], [5.0, 0.5], 2.0 / 3.0, normal);
    assert_eq!((face([-1.0, 0.0]), face([-aslant, aslant])), (0, 1));
}

/// A box that is cast down lands on two tiles at once: with the normal of neither, the normal is what is wrong, whichever
/// tile is told.
#[test]
fn of_two_tiles_that_are_hit_at_once_the_normal_is_wrong() {
    let cast = |body: u32, normal: [f32; 2]| Query::Cast {
        body: None,
        shape: Some(Shape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 }),
        from: [0.0, 3.0],
        to: [0.0, 1.0],
        rotation: None,
        turn: 0.0,
        ignore: vec![],
        hit: hit(body, 0.75, normal),
    };
    let row = |what: &str, body: u64, query: u64| (what.to_owned(), body, body, query);
    let mut lines =
        lines(vec![cast(0, [0.0, 1.0]), cast(1, [0.0, 1.0]), cast(0, [0.6, 0.8]), cast(1, [0.6, 0.8])]);
    let tile = || vec![PlacedShape::new(Shape::Rectangle { width: 2.0, height: 2.0, radius: 0.0 })];
    lines.header.bodies = vec![Body::new("tile 0", tile()), Body::new("tile 1", tile())];
    lines.frames[0].poses = vec![Some([-1.0, 0.0, 0.0]), Some([1.0, 0.0, 0.0])];
    let found = differences(&lines.write(), &[]);
    let number = |row: &Value, key: &str| row[key].as_u64().unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|row| {
            (
                row["what"].as_str().unwrap().to_owned(),
                number(row, "a"),
                number(row, "b"),
                number(row, "query"),
            )
        })
        .collect();
    assert_eq!(found, [row("hit normal", 0, 2), row("hit normal", 1, 3)]);
}

/// With y down a normal that points up is (0, -1) in the file, and is printed so.
#[test]
fn normals_of_hits_are_printed_as_in_the_file() {
    let mut lines = lines(vec![ray([5.0, -3.0], [5.0, 3.0], vec![], hit(1, 0.333_333_3, [0.0, 1.0]))]);
    lines.header.y = VerticalAxis::Down;
    let (code, out, _) = run(&["compare", lines.write().to_str().unwrap()]);
    assert!(code == 1 && out.contains("differ by 180°: theirs (0, 1), ours (0, -1)"), "{out}");
}

/// A ray from 0.5 m beside the ball's centre leaves it at the half of its way, which some engines tell as the hit.
#[test]
fn where_a_ray_leaves_what_it_begins_in_is_said_and_every_symbol_is_named() {
    let query = |fraction: f32| ray([0.0, 0.5], [0.0, 1.5], Vec::new(), hit(0, fraction, [0.0, 1.0]));
    let lines = lines(vec![query(0.5), query(0.8)]);
    let path = lines.write();
    let path = path.to_str().unwrap();
    let text = run(&["compare", path]).1;
    assert!(
        text.contains(
            "query 0: theirs hits at fraction 0.5, where the ray leaves the body that it begins in, ours at 0"
        ),
        "{text}"
    );
    assert!(text.contains("query 1: theirs hits at fraction 0.8, ours at 0"), "{text}");
    let text = run(&["explain", path, "--query", "ray 0"]).1;
    assert!(text.contains("The ray starts inside of ball, so it hits it at 0.\n"), "{text}");
    assert!(text.contains("h: half of the chord in the disc"), "{text}");
    // A cast names the face of which body it closes.
    let cast = run(&["explain", "scenes/query-touching-and-going-away.ron", "--query", "along"]).1;
    assert!(cast.contains("the way does not close face ") && cast.contains(" of floor"), "{cast}");
    let one = run(&["explain", "scenes/query-line-of-sight.ron", "--query", "sight"]).1;
    assert!(!one.contains("1 is skipped, since their"), "{one}");
}

/// A recording that has queries alone was told as one of no touching pairs.
#[test]
fn how_many_queries_agree_is_told() {
    let told = |queries: Vec<Query>| run(&["compare", lines(queries).write().to_str().unwrap()]).1;
    let asked = true_queries().len();
    assert!(told(true_queries()).contains(&format!("all {asked} queries agree with ours\n")));
    let mut queries = true_queries();
    queries[0] = ray([2.0, 0.0], [12.0, 0.0], vec![], None);
    let told = told(queries);
    assert!(told.contains(&format!("{} of {asked} queries agree with ours\n", asked - 1)), "{told}");
}

/// A ray that passes one segment of a one-sided chain from behind and meets the next one from the front: `compare` took the
/// first one for a wall, while the report did not.
#[test]
fn compare_asks_one_sided_chains_as_the_report_does() {
    let folder = tempfile::tempdir().unwrap();
    let scene = folder.path().join("hook.ron");
    let text = "(version: 1, solver: Off, bodies: [
        (name: \"hook\", shape: Chain(points: [(-4, 1), (4, 1), (-4, 0)], one_sided: true)),
    ], queries: [
        Ray(name: \"ray\", from: (0, 3), to: (0, -3)),
        Cast(name: \"cast\", shape: Circle(radius: 0.1), from: (0, 3), to: (0, -3)),
    ])";
    std::fs::write(&scene, text).unwrap();
    let path = folder.path().join("run.jsonl");
    let (from, to) = (scene.to_str().unwrap(), path.to_str().unwrap());
    assert_eq!(run(&["record", from, "--frames", "0..0", "--output", to]).0, 0);
    assert_eq!(differences(&path, &[]), Vec::<Value>::new());
    let (ray, cast) =
        (run(&["explain", to, "--query", "ray 0"]).1, run(&["explain", to, "--query", "cast 1"]).1);
    assert!(ray.contains("at 0.4167") && !ray.contains("ours at"), "{ray}");
    assert!(cast.contains("at 0.3999") && !cast.contains("ours at"), "{cast}");
    // A wrong answer is beside that one.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("0.41666666", "0.33333333")).unwrap();
    let text = run(&["compare", to]).1;
    assert!(text.contains("theirs hits at fraction 0.3333, ours at 0.4167"), "{text}");
}

/// A ray from the crate's inside that an engine lets pass is no difference, and `explain` says why, with the engine's switch; of one
/// that begins outside, and one that hits what it begins in, there is nothing to say.
#[test]
fn why_a_ray_from_inside_is_no_difference_is_told() {
    let compared = |engine: &str, query: Query| {
        let mut lines = lines(vec![query]);
        lines.header.engine = engine.to_owned();
        let path = lines.write();
        let (code, out, err) = run(&["explain", path.to_str().unwrap(), "--query", "ray 0"]);
        assert_eq!(code, 0, "{err}");
        out.lines().find(|line| line.starts_with("compared: ")).unwrap().to_owned()
    };
    let inside = "compared: no difference; the ray begins inside of crate, which ours hits at 0 and theirs passes: engines decide that \
                  either way";
    let passes = || ray([5.0, 0.0], [8.0, 0.0], vec![], None);
    let cases = [
        ("my engine", ""),
        ("the community's", ""),
        ("rapier2d-compat 0.21.0", "; here `solid` of the cast decides it"),
        ("Godot 4.3", "; here `hit_from_inside` of the ray's parameters decides it"),
        ("Unity 6", "; here `Physics2D.queriesStartInColliders` decides it"),
        (
            "phaser-box2d 1.1.0",
            "; here a ray of Box2D passes the shape that it begins in, without a switch: ask what holds the start as well",
        ),
    ];
    for (engine, switch) in cases {
        assert_eq!(compared(engine, passes()), format!("{inside}{switch}"));
    }
    let goes_on = ray([5.0, 0.0], [15.0, 0.0], vec![], hit(2, 0.4, [-1.0, 0.0]));
    assert_eq!(compared("my engine", goes_on), inside);
    let plain = "compared: no difference";
    assert_eq!(compared("my engine", ray([5.0, 0.0], [8.0, 0.0], vec![], hit(1, 0.0, [0.0, 0.0]))), plain);
    assert_eq!(
        compared("my engine", ray([2.0, 0.0], [8.0, 0.0], vec![], hit(1, 1.0 / 3.0, [-1.0, 0.0]))),
        plain
    );
}
