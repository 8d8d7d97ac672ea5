//! Shapes that engines have and a scene cannot have: cut, mended or left out, and the rest of the recording is compared.
#![allow(clippy::unwrap_used)]

use crate::recordings::{differences, file_of, run, said, scene};

const FLOOR: &str =
    r#"{"name": "floor", "static": true, "shapes": [{"segment": {"start": [-5, 0], "end": [5, 0]}}]}"#;

/// A body of these shapes.
fn body(name: &str, shapes: &str) -> String {
    format!(r#"{{"name": "{name}", "shapes": [{shapes}]}}"#)
}

/// A floor and a body of these shapes at this height, with these contacts of it.
fn on_floor(shapes: &str, y: f32, contacts: &str) -> String {
    scene(&format!("{FLOOR}, {}", body("odd", shapes)), &format!("[0, 0, 0], [0, {y}, 0]"), &[contacts])
}

#[test]
fn a_shape_that_cannot_be_is_left_out_and_told() {
    let rows = [
        (r#"{"circle": {"radius": 0}}"#, ", radius: found 0; allowed: a number > 0"),
        (r#"{"circle": {"radius": null}}"#, ", radius: found NaN; allowed: a number > 0"),
        (
            r#"{"circle": {"radius": 1e9}}"#,
            ": radius is 1000000000.0; allowed: a finite number up to 1000000",
        ),
        (r#"{"circle": {"radius": 1}, "at": [0, NaN]}"#, ", at: found NaN; allowed: a finite number"),
        (r#"{"circle": {"radius": 1}, "at": [0, 2e6]}"#, ": at: found (0, 2000000) m; allowed: numbers from"),
        (r#"{"rectangle": {"width": 0, "height": 1}}"#, ", width and height: found 0; allowed: a number > 0"),
        (r#"{"segment": {"start": [1, 2], "end": [1, 2]}}"#, ".end: found (1, 2); allowed: another point"),
        (r#"{"polygon": {"points": [[0, 0], [1, 0], [2, 0]]}}"#, ": outline is straight"),
        (r#"{"polygon": {"points": [[0, 0], [1, 0]]}}"#, ".points: found 2; allowed: 3 to 4096 points"),
        (r#"{"polygon": {"points": [[0, 0], [null, 0], [0, 1]]}}"#, ", points: found NaN"),
        (
            r#"{"polygon": {"points": [[2e6, -1], [2e6, 1], [-2e6, 1], [-2e6, -1]]}}"#,
            ": point 0 x is 2000000.0",
        ),
        (r#"{"chain": {"points": [[0, 0], [0, 0]]}}"#, ".points[0]: found (0, 0); allowed: another point"),
        (r#"{"half_plane": {"normal": [0, 0]}}"#, ".normal: found (0, 0); allowed: any other vector"),
    ];
    let told = r#"{"a": 1, "b": 2, "shape_b": 0, "depth": 1}, {"a": 0, "b": 2, "depth": 1}"#;
    let more = r#""events": [{"kind": "begin", "a": 1, "b": 2}], "queries": [{"kind": "ray", "from": [0, 9], "to": [0, 0], "hit": {"body": 2, "fraction": 0.1}}, {"kind": "closest", "a": 0, "b": 2, "distance": 3}], "poses""#;
    for (shape, words) in rows {
        let bodies =
            format!("{FLOOR}, {}, {}", body("ball", r#"{"circle": {"radius": 1}}"#), body("odd", shape));
        let good = r#"{"a": 0, "b": 1, "normal": [0, 1], "depth": 0.1}"#;
        let lines = scene(&bodies, "[0, 0, 0], [3, 0.9, 0], [0, 0, 0]", &[&format!("{good}, {told}")]);
        let out = said(&lines.replace("\"poses\"", more));
        let place = format!("line 1: bodies[2].shapes[0]{words}");
        assert!(out.contains(&place) && out.contains("; the shape is left out of odd\n"), "{place}: {out}");
        assert!(out.contains("line 1: bodies[2].shapes has no other, so odd is absent"), "{out}");
        assert!(out.ends_with("no difference\n"), "{out}");
    }
}

/// What remains of a body keeps its shapes' numbers, and what is told of a shape that is left out goes with it.
#[test]
fn the_other_shapes_of_a_body_are_compared() {
    let shapes = r#"{"circle": {"radius": 0}}, {"rectangle": {"width": 2, "height": 2}}"#;
    let contact = |shape: u32, depth: f32| {
        format!(r#"{{"a": 0, "b": 1, "shape_b": {shape}, "normal": [0, 1], "depth": {depth}}}"#)
    };
    let kinds = |contacts: &str| -> Vec<String> {
        let (_folder, path) = file_of(&on_floor(shapes, 0.9, contacts));
        differences(&path, &[]).iter().map(|row| row["what"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&format!("{}, {}", contact(1, 0.1), contact(0, 3.0))), [""; 0]);
    assert_eq!(kinds(&contact(1, 0.3)), ["depth"]);
    assert_eq!(kinds(&contact(0, 0.1)), ["only ours"]);
}

#[test]
fn a_polygon_of_many_corners_or_with_a_notch_is_cut() {
    let round: Vec<String> = (0..100)
        .map(|i| (f64::from(i) * std::f64::consts::TAU / 100.0).sin_cos())
        .map(|(sin, cos)| format!("[{sin}, {cos}]"))
        .collect();
    let notched = "[-1, -1], [1, -1], [1, -0.5], [-0.5, -0.5], [-0.5, 1], [-1, 1]";
    for points in [round.join(", "), notched.to_owned()] {
        let contact = r#"{"a": 0, "b": 1, "shape_a": 0, "shape_b": 0, "normal": [0, 1], "depth": 0.01, "points": [[0, -0.01]]}"#;
        let lines = on_floor(&format!(r#"{{"polygon": {{"points": [{points}]}}}}"#), 0.99, contact);
        let out = said(&lines);
        assert!(out.contains("line 1: bodies[1].shapes[0] of odd is cut into 2 convex pieces"), "{out}");
        assert!(out.ends_with("no difference\n"), "{out}");
        // Where the notch is, nothing is.
        let apart = r#""queries": [{"kind": "ray", "from": [0, 9], "to": [0, 0.6], "hit": null}], "poses""#;
        let is_hit = said(&lines.replace("\"poses\"", apart)).contains("query 0");
        assert_eq!(is_hit, points != notched);
    }
}

/// What is the same shape without more ado is taken without a word.
#[test]
fn repeated_and_straight_points_are_dropped() {
    for shape in [
        r#"{"polygon": {"points": [[-1, -1], [0, -1], [1, -1], [1, -1], [1, 0], [1, 1], [-1, 1], [-1, -1]]}}"#,
        r#"{"chain": {"points": [[-1, -1], [-1, -1], [1, -1], [1, 1], [1, 1], [-1, -1]], "closed": true}}"#,
        r#"{"capsule": {"start": [0, 1], "end": [0, 1], "radius": 1}, "at": [0, -1]}"#,
        r#"{"capsule": {"start": [1, 0], "end": [1, 0], "radius": 1}, "turned": 1.5707963, "at": [0, -1]}"#,
    ] {
        let ball = body("ball", r#"{"circle": {"radius": 0.5}}"#);
        let bodies = format!("{ball}, {}", body("odd", shape));
        let contact = r#"{"a": 0, "b": 1, "normal": [0, 1], "depth": 0.01}"#;
        let lines = scene(&bodies, "[0, -1.49, 0], [0, 0, 0]", &[contact]);
        let out = said(&lines);
        assert!(!out.contains("line 1"), "{shape}: {out}");
        assert!(out.ends_with("no difference\n"), "{shape}: {out}");
    }
}

/// A body that comes with such a shape, at a place whose body had one as well.
#[test]
fn shapes_of_bodies_that_come_are_mended_too() {
    let contact = r#"{"a": 0, "b": 1, "normal": [0, 1], "depth": 0.1}"#;
    let lines = on_floor(r#"{"circle": {"radius": 0}}"#, 0.9, contact);
    let frame = |number: u32, add: &str, depth: f32| {
        format!(
            r#"{{"frame": {number}, "time": {number}, "remove": [1], "add": [{{"index": 1, "name": "new {number}", "shapes": [{add}]}}], "poses": [[0, 0, 0], [0, 0.9, 0]], "contacts": [{{"a": 0, "b": 1, "shape_b": 0, "normal": [0, 1], "depth": {depth}}}]}}"#
        )
    };
    let good = r#"{"circle": {"radius": 1}}"#;
    let lines = [
        lines.trim_end(),
        &frame(1, good, 0.1),
        &frame(2, r#"{"segment": {"start": [0, 0], "end": [0, 0]}}"#, 7.0),
        &frame(3, good, 0.3),
    ];
    let (_folder, path) = file_of(&lines.join("\n"));
    let (code, out, _) = run(&["compare", path.to_str().unwrap()]);
    let told = "line 4: add[0].shapes[0].end: found (0, 0); allowed: another point than start; the shape is left out of new 2";
    assert!(code == 1 && out.contains(told), "{out}");
    assert!(out.ends_with("1 difference of 1 pair\n") && out.contains("frame 3, floor and new 3"), "{out}");
}

/// A cast of such a shape is left out, as a ray without an end is.
#[test]
fn a_cast_of_such_a_shape_is_left_out() {
    let lines = on_floor(r#"{"circle": {"radius": 1}}"#, 5.0, "");
    let cast = r#""queries": [{"kind": "cast", "shape": {"circle": {"radius": null}}, "from": [0, 9], "to": [0, 0], "hit": null}], "poses""#;
    let out = said(&lines.replace("\"poses\"", cast));
    let told = "line 2: queries[0].shape, radius: found NaN; allowed: a number > 0; the query is left out";
    assert!(out.contains(told) && out.ends_with("no difference\n"), "{out}");
}

/// A polygon of 65 to 4096 corners is cut, so that more of them are too many, and fewer not.
#[test]
fn the_limit_of_corners_is_told_as_it_is() {
    let outline = |count: u32, flat: f64| {
        let points: Vec<String> = (0..count)
            .map(|i| (f64::from(i) * std::f64::consts::TAU / f64::from(count)).sin_cos())
            .map(|(sin, cos)| format!("[{sin}, {}]", cos * flat))
            .collect();
        said(&on_floor(&format!(r#"{{"polygon": {{"points": [{}]}}}}"#, points.join(", ")), 3.0, ""))
    };
    let out = outline(5000, 1.0);
    assert!(
        out.contains(".points: found 5000; allowed: 3 to 4096 points; the shape is left out of odd"),
        "{out}"
    );
    let out = outline(100, 0.0);
    assert!(
        out.contains(".points: found 100 that enclose nothing; allowed: an outline with an area"),
        "{out}"
    );
    assert!(!outline(4096, 1.0).contains("left out"));
}
