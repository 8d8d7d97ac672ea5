//! What `explain` says of the other engine's side, and the errors of a whole recording that contacts alone do not show.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use collision_record::Contact;
use serde_json::Value;

use crate::recordings::{ENGINES, Lines, RECORDED, differences, file_of, recorded, run, said, scene};

/// `explain` of a pair of recorded bodies, as JSON.
fn explained(path: &str, frame: u64, pair: &str) -> Value {
    let frame = frame.to_string();
    let args = ["explain", path, "--frame", &frame, "--pair", pair, "--format", "json"];
    let (code, out, err) = run(&args);
    assert_eq!(code, 0, "{pair}, {frame}: {err}");
    serde_json::from_str(&out).unwrap()
}

fn place(one: &Value) -> (u64, u32, u32) {
    let number = |key: &str| one[key].as_u64().unwrap();
    (number("frame"), number("a") as u32, number("b") as u32)
}

/// Of every kind of row in every recording of another engine one is explained: with the indices and names that `compare`
/// prints, the same difference, and the verdict of a plain check that knows neither.
#[test]
fn every_kind_of_row_is_explained_with_a_verdict() {
    let mut kinds = BTreeSet::new();
    for (engine, scene) in ENGINES.into_iter().flat_map(|engine| RECORDED.map(|scene| (engine, scene))) {
        let lines = recorded(engine, scene);
        let path = lines.write();
        let path = path.to_str().unwrap();
        let mut seen = BTreeSet::new();
        for row in differences(path.as_ref(), &[]) {
            let what = row["what"].as_str().unwrap().to_owned();
            if !seen.insert(what.clone()) {
                continue;
            }
            let (frame, a, b) = place(&row);
            let json = explained(path, frame, &format!("{b},{a}"));
            let names = [a, b].map(|body| lines.header.bodies[body as usize].name.clone());
            assert_eq!((&json["a"], &json["b"]), (&a.into(), &b.into()));
            assert_eq!(json["names"], serde_json::json!(names));
            let verdict = json["theirs"]["verdict"].as_array().unwrap();
            let own = verdict.iter().find(|one| one["what"] == what.as_str());
            let own = own.unwrap_or_else(|| panic!("{engine}-{scene}, {row:#}: {json:#}"));
            // Matter's corner is a point of the overlap, and p2's capsule is two circles and a box.
            let right = own["right"].as_str().unwrap();
            let is_expected = right == "ours"
                || (what == "point" && right == "both")
                || (engine == "p2" && right == "open");
            assert!(is_expected, "{engine}-{scene}, {what}: {own:#}");
            assert!(!json["theirs"]["look_at"].as_array().unwrap().is_empty());
            kinds.insert(what);
        }
    }
    assert_eq!(kinds.len(), 5, "{kinds:?}");
}

/// Each fault that is planted is told as theirs, by name, in text and in Markdown as well.
#[test]
fn a_planted_fault_is_explained_as_theirs() {
    type Fault = (&'static str, &'static str, fn(&mut Contact));
    let faults: [Fault; 5] = [
        ("normal", "Look at the sign of its normals", |contact| {
            contact.normal = contact.normal.map(|[x, y]| [-x, -y]);
        }),
        ("depth", "Look at what its depth counts in", |contact| {
            contact.depth = contact.depth.map(|depth| depth + 0.05);
        }),
        ("point", "Look at what its points are", |contact| contact.points[0][1] += 0.5),
        ("point", "it marks the contact as used again", |contact| {
            contact.points[0][1] += 0.5;
            contact.reused = true;
        }),
        ("only ours", "Look at why it tests no such pair", |contact| contact.filtered = true),
    ];
    for (what, look_at, put_in) in faults {
        let mut lines = Lines::own();
        let contact = lines.contact(39, 6, 9);
        put_in(contact);
        if what == "only ours" {
            let frame = lines.frames.iter_mut().find(|frame| frame.frame == 39).unwrap();
            frame.contacts.retain(|contact| !contact.filtered);
        }
        let names = [6, 9].map(|body| lines.header.bodies[body].name.clone());
        let path = lines.write();
        let path = path.to_str().unwrap();
        let pair = names.join(",");
        let json = explained(path, 39, &pair);
        let verdict = &json["theirs"]["verdict"][0];
        assert_eq!((&verdict["what"], &verdict["right"]), (&what.into(), &"ours".into()), "{json:#}");
        for format in ["text", "markdown"] {
            let (_, out, _) = run(&["explain", path, "--frame", "39", "--pair", &pair, "--format", format]);
            assert!(out.contains("ours is right") && out.contains(look_at), "{what}, {format}: {out}");
        }
    }
    let (_, out, _) =
        run(&["explain", "scenes/recordings/collide2d.jsonl", "--frame", "39", "--pair", "6,9"]);
    assert!(out.contains("Theirs and ours are the same within 0.01 m"), "{out}");
}

/// A normal straight up or down is the opposite as much as ours with the opposite y: all of the recording tells which.
#[test]
fn a_turned_normal_is_explained_by_the_error_of_all_of_them() {
    type Spoil = (&'static str, fn([f32; 2]) -> [f32; 2]);
    let spoils: [Spoil; 2] = [
        ("normals are ours with the opposite y", |[x, y]| [x, -y]),
        ("normals are the opposite of ours", |[x, y]| [-x, -y]),
    ];
    for (sentence, spoil) in spoils {
        let mut lines = Lines::own();
        let contacts = lines.frames.iter_mut().flat_map(|frame| &mut frame.contacts);
        contacts.for_each(|contact| contact.normal = contact.normal.map(spoil));
        let path = lines.write();
        let path = path.to_str().unwrap();
        let (_, compared, _) = run(&["compare", path]);
        let told: Vec<&str> =
            compared.lines().skip_while(|line| !line.starts_with("all over: ")).take(2).collect();
        let [error, outcome] = told.as_slice() else { panic!("{compared}") };
        let (error, outcome) = (error.trim_start_matches("all over: "), outcome.trim());
        assert!(error.contains(sentence), "{error}");
        let json = explained(path, 39, "6,9");
        let expected = format!("Look at the whole recording: {error}; {outcome}.");
        let look_at = json["theirs"]["look_at"].as_array().unwrap();
        assert!(look_at.contains(&expected.as_str().into()), "{look_at:#?}");
        assert!(!json.to_string().contains("this one is the opposite"), "{look_at:#?}");
    }
    // One alone is no error of all.
    let mut lines = Lines::own();
    let contact = lines.contact(39, 6, 9);
    contact.normal = contact.normal.map(|[x, y]| [x, -y]);
    let json = explained(lines.write().to_str().unwrap(), 39, "6,9");
    let look_at = json["theirs"]["look_at"].to_string();
    assert!(
        look_at.contains("ours with the opposite y") && !look_at.contains("whole recording"),
        "{look_at}"
    );
}

/// Of a gap the distance alone is compared, and no more is said of it.
#[test]
fn no_sameness_is_claimed_of_what_a_gap_does_not_tell() {
    let ball = r#"{"name": "a", "shapes": [{"circle": {"radius": 1}}]}"#;
    let floor =
        r#"{"name": "b", "static": true, "shapes": [{"segment": {"start": [-5, 0], "end": [5, 0]}}]}"#;
    let text = |depth: f64| {
        let contact =
            format!(r#"{{"a": 0, "b": 1, "normal": [1, 0], "depth": {depth}, "points": [[3, 3]]}}"#);
        let (_folder, path) =
            file_of(&scene(&format!("{ball}, {floor}"), "[0, 1.3, 0], [0, 0, 0]", &[&contact]));
        run(&["explain", path.to_str().unwrap(), "--frame", "0", "--pair", "a,b"]).1
    };
    let same = text(-0.3);
    assert!(
        same.contains("as far apart within 0.01 m; normals and points of a gap are not compared")
            && !same.contains("are the same"),
        "{same}"
    );
    let other = text(-0.2);
    assert!(
        other.contains("Theirs is 0.2 m apart, ours 0.3 m.")
            && other.contains("has them 0.3 m apart: ours is right"),
        "{other}"
    );
}

/// A ball that is apart from the floor in the frame before: its depth with the wrong sign is a gap there.
#[test]
fn a_wrong_sign_is_not_sold_as_other_poses() {
    let look_at = |before: f64, now: f64, depth: f64| {
        let bodies = r#"{"name": "a", "shapes": [{"circle": {"radius": 1}}]}, {"name": "b", "static": true, "shapes": [{"segment": {"start": [-5, 0], "end": [5, 0]}}]}"#;
        let contact = format!(r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": {depth}}}"#);
        let lines = scene(bodies, &format!("[0, {now}, 0], [0, 0, 0]"), &["", &contact]).replacen(
            &format!("[0, {now}, 0]"),
            &format!("[0, {before}, 0]"),
            1,
        );
        let (_folder, path) = file_of(&lines);
        explained(path.to_str().unwrap(), 1, "a,b")["theirs"]["look_at"].to_string()
    };
    for before in [1.03, 1.3] {
        let sign = look_at(before, 0.97, -0.03);
        assert!(sign.contains("Look at the sign of its depths") && !sign.contains("frame before"), "{sign}");
    }
    // A distance of 0.03 m that is told where the ball has moved in by 0.015 m since.
    let poses = look_at(1.03, 0.985, -0.03);
    assert!(poses.contains("right on those of the frame before"), "{poses}");
    // Neither is right.
    let neither = look_at(1.3, 0.97, -0.1);
    assert!(!neither.contains("frame before") && !neither.contains("sign of its depths"), "{neither}");
}

/// Theirs is told as the file has it, and ours turned and measured to match.
#[test]
fn contacts_are_told_as_the_file_has_them() {
    let bodies = r#"{"name": "a", "shapes": [{"rectangle": {"width": 200, "height": 200}}]}, {"name": "b", "static": true, "shapes": [{"segment": {"start": [-500, 0], "end": [500, 0]}}]}"#;
    let contact = r#"{"a": 1, "b": 0, "normal": [0, 1], "depth": 5, "points": [[100, 0]]}"#;
    let lines = scene(bodies, "[0, -95, 0], [0, 0, 0]", &[contact])
        .replace("\"metres_per_unit\": 1", "\"metres_per_unit\": 0.01")
        .replace("\"y\": \"up\"", "\"y\": \"down\"");
    let (_folder, path) = file_of(&lines);
    let json = explained(path.to_str().unwrap(), 0, "a,b");
    let theirs = &json["theirs"];
    assert_eq!(theirs["contacts"][0]["normal"], serde_json::json!([0.0, 1.0]));
    let ours = &theirs["ours"];
    assert_eq!((&ours["a"], &ours["b"]), (&1.into(), &0.into()));
    assert_eq!(ours["normal"], serde_json::json!([0.0, -1.0]), "y points down, and a is the floor: {json:#}");
    assert!((ours["depth"].as_f64().unwrap() - 5.0).abs() < 1.0e-3, "{ours}");
    assert_eq!(theirs["verdict"][0]["right"], "ours");
}

/// A contact that leaves one shape out is taken together with one that names both.
#[test]
fn a_contact_that_leaves_a_shape_out_is_taken_together_with_one_that_names_both() {
    let halves = r#"{"name": "b", "static": true, "shapes": [{"segment": {"start": [-5, 0], "end": [0, 0]}}, {"segment": {"start": [0, 0], "end": [5, 0]}}]}"#;
    let body = r#"{"name": "a", "shapes": [{"rectangle": {"width": 2, "height": 2}}]}"#;
    let (sin, cos) = 0.02_f32.sin_cos();
    let corner = |side: f32| (side * cos + sin, 0.97 + side * sin - cos);
    let contact = |side: f32, shapes: &str, more: f32| {
        let (x, y) = corner(side);
        format!(
            r#"{{"a": 0, "b": 1, {shapes}"normal": [0, -1], "depth": {}, "points": [[{x}, {y}]]}}"#,
            more - y
        )
    };
    let found = |more: f32, swap: bool| {
        let (named, open) = (r#""shape_a": 0, "shape_b": 0, "#, r#""shape_a": 0, "#);
        let mut contacts = [contact(-1.0, named, 0.0), contact(1.0, open, more)];
        if swap {
            contacts.reverse();
        }
        let lines =
            scene(&format!("{body}, {halves}"), "[0, 0.97, 0.02], [0, 0, 0]", &[&contacts.join(", ")]);
        let (_folder, path) = file_of(&lines);
        differences(&path, &["--tolerance", "0.001"]).len()
    };
    assert!(corner(1.0).1 < -0.005 && corner(-1.0).1 < corner(1.0).1 - 0.03);
    for swap in [false, true] {
        assert_eq!(found(0.0, swap), 0, "{swap}");
        assert_eq!(found(-0.003, swap), 1, "{swap}: the shallower one is off");
    }
}

/// rapier uses manifolds again: that is said once, on top, and no fault counts as one.
#[test]
fn reused_manifolds_are_said_once_and_hide_no_fault() {
    let left = |lines: &Lines| -> (usize, usize) {
        let (_, out, _) = run(&["compare", lines.write().to_str().unwrap(), "--format", "json"]);
        let json: Value = serde_json::from_str(&out).unwrap();
        let errors = json["systematic"].as_array().unwrap();
        let reuse = errors.iter().find(|one| one["sentence"].as_str().unwrap().contains("reuses a manifold"));
        let reuse = reuse.unwrap_or_else(|| panic!("{errors:#?}"));
        (json["differences"].as_array().unwrap().len(), reuse["left"].as_u64().unwrap() as usize)
    };
    let clean = recorded("rapier", "pile");
    let (rows, rest) = left(&clean);
    println!("rapier-pile: {rest} of {rows} rows are left");
    assert!(2 * rest < rows, "{rest} of {rows}");
    let listed: BTreeSet<_> = differences(&clean.write(), &[]).iter().map(place).collect();
    type Fault = fn(&mut Contact);
    let faults: [Fault; 2] = [
        |contact| contact.normal = contact.normal.map(|[x, y]| [-x, -y]),
        |contact| contact.depth = contact.depth.map(|depth| depth + 0.05),
    ];
    for put_in in faults {
        let (mut lines, mut planted) = (recorded("rapier", "pile"), 0);
        for frame in lines.frames.iter_mut().step_by(5) {
            let number = frame.frame;
            let is_clean = |contact: &&mut Contact| {
                let (a, b) = (contact.a.min(contact.b), contact.a.max(contact.b));
                !listed.contains(&(number, a, b))
            };
            if let Some(contact) = frame.contacts.iter_mut().find(is_clean) {
                put_in(contact);
                planted += 1;
            }
        }
        let (with_faults, now) = left(&lines);
        assert!(planted > 5 && with_faults >= rows + planted, "{with_faults}");
        assert!(now >= rest + planted, "{now} are left of {rest} and {planted} faults");
    }
    // What an engine keeps by mistake, while a body walks far away, is none.
    assert!(
        !said(&std::fs::read_to_string("scenes/recordings/matter-cliff.jsonl").unwrap()).contains("all over")
    );
}

/// A mirror image has the same contacts; gravity tells it.
#[test]
fn an_axis_that_points_the_other_way_shows_in_falling_bodies() {
    let ball = r#"{"name": "a", "shapes": [{"circle": {"radius": 0.5}}]}"#;
    let falls = |y: &str, sign: f64, speeds: bool| {
        let mut lines = scene(ball, "[0, 0, 0]", &[]).replace("\"y\": \"up\"", &format!("\"y\": \"{y}\""));
        for n in 0..20 {
            let t = f64::from(n) / 60.0;
            let velocities = if speeds {
                format!(", \"velocities\": [[0, {}, 0]]", sign * 9.81 * t)
            } else {
                String::new()
            };
            lines += &format!(
                "{{\"frame\": {n}, \"time\": {t}, \"poses\": [[0, {}, 0]]{velocities}}}\n",
                sign * 0.5 * 9.81 * t * t
            );
        }
        said(&lines)
    };
    for speeds in [false, true] {
        for (y, sign, other) in [("up", 1.0, "down"), ("down", -1.0, "up")] {
            let out = falls(y, sign, speeds);
            assert!(out.contains(&format!("with \"y\": \"{other}\", 0 rows are left")), "{out}");
            assert!(out.contains("fall upward, at 9.8"), "{out}");
            let out = falls(y, -sign, speeds);
            assert!(!out.contains("all over"), "{out}");
        }
    }
    let mut found = 0;
    for (engine, scene) in ENGINES.into_iter().flat_map(|engine| RECORDED.map(|scene| (engine, scene))) {
        let mut lines = recorded(engine, scene);
        let said = |lines: &Lines| run(&["compare", lines.write().to_str().unwrap()]).1;
        assert!(!said(&lines).contains("fall upward"), "{engine}-{scene}");
        lines.header.y = match lines.header.y {
            collision_record::VerticalAxis::Up => collision_record::VerticalAxis::Down,
            collision_record::VerticalAxis::Down => collision_record::VerticalAxis::Up,
        };
        let out = said(&lines);
        found += usize::from(out.contains("fall upward, at 9.8"));
    }
    // Where bodies lie in each other's way from the start none falls freely for long.
    assert!(found >= 10, "{found} of 30");
}

/// `explain` in words, of a frame of these lines.
fn explained_in_words(lines: &str, frame: u64, pair: &str) -> String {
    let (_folder, path) = file_of(lines);
    let frame = frame.to_string();
    let (code, out, err) = run(&["explain", path.to_str().unwrap(), "--frame", &frame, "--pair", pair]);
    assert_eq!(code, 0, "{err}");
    out
}

/// Each difference is checked on the shapes that it is about: the second tile is 1.5 m beside the ball, the first one touches it.
#[test]
fn a_verdict_is_about_the_shapes_that_are_named() {
    let ball = r#"{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}"#;
    let tiles = r#"{"name": "tiles", "static": true, "shapes": [{"rectangle": {"width": 2, "height": 1}}, {"rectangle": {"width": 2, "height": 1}, "at": [3, 0]}]}"#;
    let bodies = format!("{ball}, {tiles}");
    let on = |shape: u32, x: f32| {
        format!(
            r#"{{"a": 0, "b": 1, "shape_b": {shape}, "normal": [0, -1], "depth": 0.1, "points": [[{x}, 0.45]]}}"#
        )
    };
    let lines = scene(&bodies, "[0, 0.9, 0], [0, 0, 0]", &[&on(1, 0.0)]);
    let text = explained_in_words(&lines, 0, "ball,tiles");
    let verdicts: Vec<&str> = text.lines().filter(|line| line.contains("The Minkowski sum")).collect();
    let [theirs, ours] = verdicts[..] else { panic!("{text}") };
    assert!(theirs.contains(" (ball and tiles/2). ") && theirs.ends_with("ours is right."), "{text}");
    let is_overlap = ours.ends_with("has them overlap by 0.1 m: ours is right.");
    assert!(ours.contains("theirs does not (ball and tiles/1). ") && is_overlap, "{text}");
    // The point of the first contact is on the second shape, not on the one that the contact names.
    let both = format!("{}, {}", on(0, 2.5), on(1, 0.0).replace("0.1,", "-1.54,"));
    let text = explained_in_words(&scene(&bodies, "[0, 0.9, 0], [0, 0, 0]", &[&both]), 0, "ball,tiles");
    let point = text.lines().find(|line| line.contains("their point")).unwrap_or_else(|| panic!("{text}"));
    assert!(point.contains("outside of tiles") && point.ends_with("ours is right."), "{text}");
}

/// Our point is 0.3 m beside theirs; what theirs is off is the plank's surface, 0.05 m above it.
#[test]
fn the_distance_of_a_point_is_said_to_be_that_from_what_counts_as_ours() {
    let bodies = r#"{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}, {"name": "plank", "static": true, "shapes": [{"rectangle": {"width": 4, "height": 1}}]}"#;
    let contact = r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.1, "points": [[0.3, 0.45]]}"#;
    let lines = scene(bodies, "[0, 0.9, 0], [0, 0, 0]", &[contact]);
    let words = "heir point (0.3, 0.45) lies 0.05 m from the nearest place that counts as ours";
    let text = explained_in_words(&lines, 0, "ball,plank");
    assert!(text.contains(words) && text.contains("point (0, 0.4)"), "{text}");
    let (_folder, path) = file_of(&lines);
    let (_, listed, _) = run(&["compare", path.to_str().unwrap()]);
    assert!(listed.contains(words), "{listed}");
}

/// What masks or a one-way body keep from acting is no fault of an engine that tells nothing of it, and the advice names it
/// where the engine does.
#[test]
fn a_verdict_knows_masks_and_one_way_bodies() {
    let ball =
        r#"{"name": "ball", "is": ["player"], "meets": ["level"], "shapes": [{"circle": {"radius": 0.5}}]}"#;
    let plank = |field: &str| {
        format!(
            r#"{{"name": "plank", {field}, "static": true, "shapes": [{{"rectangle": {{"width": 2, "height": 0.2}}}}]}}"#
        )
    };
    // A plank that each engine tells contacts of, so that one is expected.
    let other =
        r#"{"name": "other", "is": ["level"], "static": true, "shapes": [{"circle": {"radius": 0.5}}]}"#;
    let told =
        |b: u32| format!(r#"{{"a": 0, "b": {b}, "normal": [0, 1], "depth": 0.1, "points": [[0, -0.05]]}}"#);
    let of = |field: &str, contacts: &str| {
        let bodies = format!("{ball}, {}, {other}", plank(field));
        let lines = scene(&bodies, "[0, -0.5, 0], [0, 0, 0], [0, -1.3, 0]", &[contacts]);
        explained_in_words(&lines, 0, "ball,plank")
    };
    let (masks, one_way) = (r#""is": ["enemy"]"#, r#""is": ["level"], "one_way": [0, 1]"#);
    let text = of(masks, &told(2));
    assert!(text.contains("By the recording's masks the two do not meet, so both are right."), "{text}");
    let text = of(masks, &format!("{}, {}", told(2), told(1)));
    assert!(
        text.contains("By the masks that the recording tells ours is right.\nLook at its masks"),
        "{text}"
    );
    let text = of(one_way, &told(2));
    assert!(
        text.contains("What a one-way body lets through an engine may tell or not, so both are right."),
        "{text}"
    );
    assert!(!text.contains("Look at"), "{text}");
    let pushed = told(1).replace(r#""depth""#, r#""impulse": 0.5, "depth""#);
    let text = of(one_way, &format!("{}, {pushed}", told(2)));
    assert!(text.contains("Its impulse holds what the one-way body lets through."), "{text}");
}

const BALL: &str = r#"{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}"#;

/// The way out along their normal is where the shapes are apart: 0.02 m over cos 36.87° on the slope, not the overlap along it as
/// an axis of its own, which was told as 2.9 m.
#[test]
fn the_way_out_along_their_normal_is_told() {
    let slope = r#"{"name": "slope", "static": true, "shapes": [{"polygon": {"points": [[-4, -3], [4, -3], [4, 3]]}}]}"#;
    let contact = r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.025}"#;
    let lines = scene(&format!("{BALL}, {slope}"), "[0, 0.6, 0], [0, 0, 0]", &[contact]);
    let text = explained_in_words(&lines, 0, "ball,slope");
    assert!(text.contains("36.8699° from theirs; along theirs it is 0.025 m: ours is right."), "{text}");
}

/// A normal that is no unit vector is the classic mistake of a test that does not normalise its axes; (0, 0) is left out.
#[test]
fn normals_of_another_length_are_told() {
    let tile = r#"{"name": "tile", "static": true, "shapes": [{"rectangle": {"width": 4, "height": 2}}]}"#;
    let contact = |normal: &str| format!(r#"{{"a": 0, "b": 1, "normal": {normal}, "depth": 0.05}}"#);
    let lines =
        |normal: &str| scene(&format!("{BALL}, {tile}"), "[0, 1.45, 0], [0, 0, 0]", &[&contact(normal)]);
    let (_folder, path) = file_of(&lines("[0, -4]"));
    let out = run(&["compare", path.to_str().unwrap()]).1;
    assert!(out.contains("contacts[0].normal has length 4, not 1: its direction is compared"), "{out}");
    // An engine that does not normalise tells such normals all over: once is enough.
    let every = contact("[0, -4]");
    let bodies = format!("{BALL}, {tile}");
    let out = said(&scene(&bodies, "[0, 1.45, 0], [0, 0, 0]", &[&every, &every, &every]));
    assert_eq!(out.matches("has length").count(), 1, "{out}");
    let text = explained_in_words(&lines("[0, -4]"), 0, "ball,tile");
    assert!(text.contains("e tells normal (0, -4) of length 4, not 1, depth 0.05 m"), "{text}");
    let (_folder, path) = file_of(&lines("[0, 0]"));
    let (code, out, err) = run(&["compare", path.to_str().unwrap()]);
    assert!(code == 0 && out.contains("contacts[0].normal has no direction, and is left out"), "{out}{err}");
    assert!(!run(&["compare", path.to_str().unwrap()]).1.contains("length"), "{out}");
}

/// What other commands find of the pair is in its words: a ghost with its neighbour, an event without a cause. So it is on the
/// page to share.
#[test]
fn ghosts_and_events_are_among_what_is_told_of_a_pair() {
    let ground = r#"{"name": "ground", "static": true, "shapes": [{"segment": {"start": [-5, 0], "end": [0, 0]}}, {"segment": {"start": [0, 0], "end": [5, 0]}}]}"#;
    let player = r#"{"name": "player", "shapes": [{"rectangle": {"width": 1, "height": 1}}]}"#;
    let contact = r#"{"a": 0, "b": 1, "shape_b": 1, "normal": [1, 0], "depth": 0.02, "impulse": 5}"#;
    let lines = scene(&format!("{player}, {ground}"), "[-0.4, 0.49, 0], [0, 0, 0]", &[contact]);
    let text = explained_in_words(&lines, 0, "player,ground");
    let told = "Look at internal edges: a ghost: the normal (1, 0) is 90° off what the outline of ground/2 and ground/1 allows";
    assert!(text.contains(told), "{text}");
    let (_folder, path) = file_of(&lines);
    let page = run(&["report", path.to_str().unwrap(), "--format", "html"]).1;
    assert!(page.contains("e tells normal (1, 0)") && page.contains("Look at internal edges"), "{page}");

    let apart = scene(&format!("{player}, {ground}"), "[-0.4, 2, 0], [0, 0, 0]", &["", ""]);
    let event = r#""contacts": [], "events": [{"kind": "begin", "a": 0, "b": 1}]"#;
    let text = explained_in_words(&apart.replacen(r#""contacts": []"#, event, 1), 0, "player,ground");
    assert!(text.contains("Their begin event is without cause: ours is 1.5 m apart"), "{text}");
    // With its cure, and without a contradiction.
    let chain = r#"{"name": "ground", "static": true, "shapes": [{"chain": {"points": [[-5, 0], [0, 0], [5, 0]], "one_sided": true}}]}"#;
    let lines = scene(&format!("{player}, {chain}"), "[-2, 0.49, 0], [0, 0, 0]", &[""]);
    let text = explained_in_words(&lines, 0, "player,ground");
    assert!(text.contains("with its points in the other order that is this side"), "{text}");
    assert!(text.contains("in this frame. Ours has none.") && !text.contains("By ours"), "{text}");
}

/// A closed outline is told as closed twice, not as one that is not convex.
#[test]
fn an_outline_that_comes_back_is_told() {
    let outline = |points: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("l.ron");
        let scene = format!(r#"(version: 1, bodies: [(name: "l", shape: Polygon(points: [{points}]))])"#);
        std::fs::write(&path, scene).unwrap();
        run(&["report", path.to_str().unwrap()]).2
    };
    let closed = outline("(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)");
    assert!(closed.contains("outline comes back to the first point, which closes it by itself"), "{closed}");
    let straight = outline("(0, 0), (1, 0), (2, 0), (0, 1)");
    assert!(
        straight.contains("points[1] is (1, 0), where the outline is straight, or turns back on itself"),
        "{straight}"
    );
    let l = outline("(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)");
    assert!(
        l.contains("points[3] is (1, 1), where the outline is not convex")
            && l.contains("others in several shapes"),
        "{l}"
    );
}

/// A lift with a one-way top goes up under a player: the engine tells the pair and drops it, as a rule that asks in each step
/// does (godot#30072).
#[test]
fn a_pair_that_is_told_elsewhere_is_not_said_to_have_no_test() {
    let player = r#"{"name": "player", "shapes": [{"rectangle": {"width": 1, "height": 1}}]}"#;
    let lift = |one_way: &str| {
        format!(
            r#"{{"name": "lift", "kinematic": true, {one_way}"shapes": [{{"rectangle": {{"width": 4, "height": 0.4}}}}]}}"#
        )
    };
    let lines = |one_way: &str, is_told: bool| {
        let mut lines = scene(&format!("{player}, {}", lift(one_way)), "[0, 0.8, 0], [0, 0, 0]", &[""]);
        for n in 1..6_u8 {
            let y = 0.8 - 0.005 * f64::from(n) - if n > 2 { 0.1 } else { 0.0 };
            let contact = r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.01}"#;
            let contact = if is_told && n == 2 { contact } else { "" };
            lines += &format!(
                "{{\"frame\": {n}, \"time\": {n}, \"poses\": [[0, {y}, 0], [0, 0, 0]], \"contacts\": [{contact}]}}\n"
            );
        }
        lines
    };
    let said = |one_way: &str, is_told: bool| {
        let text = explained_in_words(&lines(one_way, is_told), 4, "player,lift");
        text.lines().last().unwrap().to_owned()
    };
    let one_way = r#""one_way": [0, 1], "#;
    let rule = said(one_way, true);
    assert!(
        rule.starts_with("Look at its one-way rule: in frame 2 it tells a contact of this very pair")
            && rule.contains("lets player through lift")
            && !rule.contains("no test for"),
        "{rule}"
    );
    let silent = said(one_way, false);
    assert!(silent.starts_with("Look at its one-way rule, which lets player through lift"), "{silent}");
    let told = said("", true);
    assert!(
        told.contains("for in frame 2 it tells a contact of this very pair") && !told.contains("no test for"),
        "{told}"
    );
    assert!(said("", false).starts_with("Look at why it tests no such pair"));

    // The scene of that frame alone would decide anew, and let the two through.
    let (_folder, path) = file_of(&lines(one_way, true));
    let args =
        ["explain", path.to_str().unwrap(), "--frame", "4", "--pair", "player,lift", "--format", "ron"];
    let (code, ron, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    assert!(ron.contains("lift is one-way and held the other one since before this frame"), "{ron}");
    let scene = collision_test::scene::Scene::from_ron(&ron, "test").unwrap();
    let world = scene.to_world().unwrap();
    let contact = collision_test::scene::deepest_contact(&world, ((0, 1), [None; 2])).unwrap();
    assert!(!world.lets_through(&contact), "{ron}");
}

/// One event for each shape of a body of several: a second begin, and an end while another one touches.
#[test]
fn events_of_a_body_of_several_shapes_are_said_to_be_its_shapes() {
    let player = r#"{"name": "player", "shapes": [{"circle": {"radius": 0.5}}, {"circle": {"radius": 0.5}, "at": [0.8, 0]}]}"#;
    let floor = r#"{"name": "floor", "static": true, "shapes": [{"rectangle": {"width": 9, "height": 1}}]}"#;
    let frame = |n: u8, y: f64, events: &str| {
        let event = |kind: &str| format!(r#"{{"kind": "{kind}", "a": 0, "b": 1}}"#);
        let events: Vec<String> = events.split_whitespace().map(event).collect();
        let contact = if y < 1.0 { r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.05}"# } else { "" };
        format!(
            r#"{{"frame": {n}, "time": {n}, "poses": [[0, {y}, 0], [0, 0, 0]], "contacts": [{contact}], "events": [{}]}}"#,
            events.join(", ")
        )
    };
    let head = scene(&format!("{player}, {floor}"), "[0, 2, 0], [0, 0, 0]", &[""]);
    let head = head.lines().next().unwrap().to_owned();
    let frames = [
        frame(0, 2.0, ""),
        frame(1, 0.95, "begin"),
        frame(2, 0.95, "begin"),
        frame(3, 0.95, "end"),
        frame(4, 0.95, ""),
    ];
    let lines = format!("{head}\n{}\n", frames.join("\n"));
    for (n, what) in [(2, "Their begin event comes twice"), (3, "Their end event is without cause")] {
        let text = explained_in_words(&lines, n, "player,floor");
        assert!(text.contains(what) && text.contains("one for each shape of a body of several"), "{text}");
        assert!(
            text.contains("in this frame; which event is due, the frames before it tell as well."),
            "{text}"
        );
        assert!(!text.contains("tells nothing of this one"), "{text}");
    }
    let single = lines.replace(r#", {"circle": {"radius": 0.5}, "at": [0.8, 0]}"#, "");
    let text = explained_in_words(&single, 2, "player,floor");
    assert!(text.contains("Look at what the engine keeps of a pair"), "{text}");
}

/// The corner of a box beside a ball: their bounding boxes overlap by 0.2 m, which is the depth that is told.
#[test]
fn boxes_that_are_taken_for_shapes_are_named_first() {
    let square = r#"{"name": "box", "static": true, "shapes": [{"rectangle": {"width": 2, "height": 2}}]}"#;
    let said = |depth: &str, at: &str| {
        let contact = format!(r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": {depth}}}"#);
        let ball = r#"{"name": "ball", "shapes": [{"circle": {"radius": 1}}]}"#;
        let lines = scene(&format!("{ball}, {square}"), at, &[&contact]);
        explained_in_words(&lines, 0, "ball,box").lines().last().unwrap().to_owned()
    };
    let boxes = said("0.2", "[1.8, 1.8, 0], [0, 0, 0]");
    assert!(
        boxes.starts_with("Look at whether it takes boxes for shapes, or their faces for all axes: the bounding boxes of the two overlap by 0.2 m, which is its depth"),
        "{boxes}"
    );
    let other = said("0.05", "[1.8, 1.8, 0], [0, 0, 0]");
    assert!(
        other.starts_with("Look at what it takes for the two shapes")
            && other.contains("the two overlap, by 0.2 m"),
        "{other}"
    );
    // Of one axis alone that is the overlap.
    let axis = said("0.2", "[5, 1.8, 0], [0, 0, 0]");
    assert!(axis.starts_with("Look at which axes it tests: along the normal of face 1 of box"), "{axis}");
    let apart = said("0.3", "[5, 1.8, 0], [0, 0, 0]");
    assert!(
        apart.starts_with("Look at what it takes for the two shapes") && !apart.contains("box"),
        "{apart}"
    );
}

/// A contact of two that are apart is one that was kept only where the frame before has it.
#[test]
fn a_contact_that_is_told_for_the_first_time_is_not_still_there() {
    let ball = r#"{"name": "ball", "shapes": [{"circle": {"radius": 1}}]}"#;
    let other = ball.replace("ball", "other");
    let contact = r#"{"a": 0, "b": 1, "normal": [1, 0], "depth": 0.3}"#;
    let lines = scene(&format!("{ball}, {other}"), "[3, 0, 0], [0, 0, 0]", &[contact, contact]);
    let said =
        |frame: u64| explained_in_words(&lines, frame, "ball,other").lines().last().unwrap().to_owned();
    assert!(said(0).starts_with("Look at what it takes for the two shapes"), "{}", said(0));
    assert!(said(1).starts_with("Look at why it still has the contact"), "{}", said(1));
}

/// What the engine does not tell since it is as shallow as the tolerance, though it tells the pair elsewhere.
#[test]
fn what_is_shallower_than_the_tolerance_is_said_to_be() {
    let tile = r#"{"name": "tile", "static": true, "shapes": [{"rectangle": {"width": 2, "height": 2}}]}"#;
    let contact = r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.005}"#;
    let lines = scene(&format!("{BALL}, {tile}"), "[0, 1.495, 0], [0, 0, 0]", &[contact, ""]);
    let text = explained_in_words(&lines, 1, "ball,tile");
    assert!(text.contains("Ours alone touches, no deeper than the tolerance of 0.01 m"), "{text}");
    assert!(!text.contains("tells no contacts of two such bodies"), "{text}");
}

/// Tests that people write by hand, each wrong in its own way: the slip is named by the numbers that it gives.
#[test]
fn slips_of_a_test_by_hand_are_named_by_their_numbers() {
    let ball = r#"{"name": "ball", "shapes": [{"circle": {"radius": 0.4}}]}"#;
    let brick = r#"{"name": "brick", "static": true, "shapes": [{"rectangle": {"width": 4, "height": 1}}]}"#;
    let bar = r#"{"name": "bar", "shapes": [{"rectangle": {"width": 6, "height": 0.4}}]}"#;
    let room = r#"{"name": "room", "static": true, "shapes": [{"polygon": {"points": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]}}]}"#;
    let wedge =
        r#"{"name": "wedge", "shapes": [{"polygon": {"points": [[0.9, -0.5], [0, 0.8], [-0.7, -0.5]]}}]}"#;
    let sill = r#"{"name": "sill", "static": true, "shapes": [{"polygon": {"points": [[0.9, -0.5], [0, 0.8], [-0.7, -0.5]]}}]}"#;
    // The ball is at the corner (2, 0.5) of the brick, 0.1 m deep; the bar crosses the brick upright.
    let (corner, upright) = ("[2.2121320, 0.7121320, 0], [0, 0, 0]", "[0, 0, 1.5707963], [0, 0, 0]");
    let said = |bodies: [&str; 2], poses: &str, told: &str| {
        let contact = format!(r#"{{"a": 0, "b": 1, {told}}}"#);
        let names = bodies.map(|body| body.split('"').nth(3).unwrap());
        let lines = scene(&bodies.join(", "), poses, &[if told.is_empty() { "" } else { &contact }]);
        let text = explained_in_words(&lines, 0, &names.join(","));
        text.lines()
            .filter(|line| line.starts_with("Look at"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let depth = |depth: f64| format!(r#""normal": [0, -1], "depth": {depth}"#);
    let cases = [
        // Boxes, and faces without the corner.
        ([ball, brick], corner, depth(0.187868), "takes boxes for shapes, or their faces for all axes"),
        ([ball, brick], corner, depth(0.187868), "which is the shorter way out"),
        // From centre to centre.
        (
            [ball, brick],
            "[1.5, 0.8, 0], [0, 0, 0]",
            r#""normal": [-0.8823529, -0.4705882], "depth": 0.1"#.to_owned(),
            "direction from centre to centre",
        ),
        // What the intervals share, where one lies within the other: the bar is 0.4 m wide, the brick 4.
        ([bar, brick], upright, depth(0.4), "lie one within the other"),
        // The way out over the bar's end, 3.5 m, in the place of that beside it, 2.2 m.
        ([bar, brick], upright, depth(3.5), "which axes it tests"),
        // A face of 4 m whose normal has that length.
        ([ball, brick], "[1.5, 0.8, 0], [0, 0, 0]", depth(0.4), "whether its axes have length 1"),
        // An L of which the ball is in the notch.
        ([ball, room], "[2, 2, 0], [0, 0, 0]", depth(2.4), "takes room for convex"),
        ([ball, brick], corner, String::new(), "whether it tests corners: ours touches at corner 1 of brick"),
        // r² - d² with d = 0.3 m; the radius alone of a centre 0.3 m inside.
        (
            [ball, brick],
            "[1.5, 0.8, 0], [0, 0, 0]",
            depth(0.07),
            "a square root that is left out: with r = 0.4 m",
        ),
        ([ball, brick], "[1.5, 0.2, 0], [0, 0, 0]", depth(0.4), "a centre that lies inside"),
        // The corner (2, 0.5) for the point (1.9, 0.5).
        (
            [ball, brick],
            "[1.9, 0.8, 0], [0, 0, 0]",
            r#""normal": [0.3162278, -0.9486833], "depth": 0.08377223"#.to_owned(),
            "which point it takes for the nearest",
        ),
        // As if the brick were level.
        (
            [ball, brick],
            "[0.2, 0.6, 0], [0, 0, 0.3]",
            depth(0.3),
            "whether it turns shapes: with brick at the angle 0",
        ),
        (
            [wedge, sill],
            "[0.8, 0.6, 0], [0, 0, 0]",
            r#""normal": [-0.4740998, -0.8804711], "depth": 0.5689198"#.to_owned(),
            "takes the directions of edges for the normals of faces",
        ),
    ];
    for (bodies, poses, told, part) in cases {
        let text = said(bodies, poses, &told);
        assert!(text.contains(part), "{told}: {part}: {text}");
    }
    let (left, right) = (ball.replace("ball", "left"), ball.replace("ball", "right"));
    let round = said([&left, &right], "[0, 0, 0], [0.6, 0, 0]", r#""normal": [0.6, 0.8], "depth": 0.2"#);
    assert!(round.contains("which centres its normal is between") && !round.contains("face"), "{round}");
    // A skin is no slip.
    let skin = said([ball, brick], "[1.5, 0.8, 0], [0, 0, 0]", &depth(0.123));
    assert!(skin.contains("what its depth counts in"), "{skin}");
}

/// A ball sinks into a brick by 0.008 m a frame, and r² - d² lacks the square of that: more than the tolerance from 0.1 m on,
/// where the poses of the frame before fit within it as well. Of contacts that are late the first row says so.
#[test]
fn the_first_row_of_an_error_that_grows_is_no_other_pose() {
    let bodies = format!(
        r#"{BALL}, {{"name": "brick", "static": true, "shapes": [{{"rectangle": {{"width": 4, "height": 2}}}}]}}"#
    );
    let look_at = |step: f64, depth: fn(usize) -> f64| {
        let mut lines = scene(&bodies, "", &[]);
        for n in 0..40_usize {
            let (y, depth) = (1.5 - step * n as f64, depth(n));
            let contact = format!(r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": {depth}}}"#);
            lines += &format!(
                "{{\"frame\": {n}, \"time\": {n}, \"poses\": [[0, {y}, 0], [0, 0, 0]], \"contacts\": [{contact}]}}\n"
            );
        }
        let (_folder, path) = file_of(&lines);
        let first = differences(&path, &["--first"]).remove(0)["frame"].as_u64().unwrap();
        (first, explained(path.to_str().unwrap(), first, "ball,brick")["theirs"]["look_at"].to_string())
    };
    let (first, square) = look_at(0.008, |n| 0.25 - (0.5 - 0.008 * n as f64).powi(2));
    assert!(first == 13 && square.contains("a square root that is left out"), "{first}: {square}");
    let (first, late) = look_at(0.008, |n| 0.008 * n as f64 - if n < 20 { 0.0 } else { 0.0101 });
    assert!(first == 20 && late.contains("Look at what its depth counts in"), "{first}: {late}");
    let (first, before) = look_at(0.012, |n| 0.012 * n.saturating_sub(1) as f64);
    assert!(first == 1 && before.contains("right on those of the frame before"), "{first}: {before}");
}

/// A crate sinks into a floor, 0.02 m deeper in each frame, and the engine tells the pair in these frames alone.
#[test]
fn a_pair_that_is_told_by_its_depth_alone_is_said_to_be() {
    type IsTold = fn(usize) -> bool;
    let crate_and_floor = r#"{"name": "crate", "shapes": [{"rectangle": {"width": 1, "height": 1}}]}, {"name": "floor", "static": true, "shapes": [{"rectangle": {"width": 9, "height": 1}}]}"#;
    let look_at = |deeper: f64, frame: usize, is_told: IsTold| {
        let mut lines = scene(crate_and_floor, "", &[]);
        for n in 0..12_usize {
            let depth = 0.02 + deeper * n as f64;
            let contact = format!(r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": {depth}}}"#);
            let (y, contact) = (1.0 - depth, if is_told(n) { &contact } else { "" });
            lines += &format!(
                "{{\"frame\": {n}, \"time\": {n}, \"poses\": [[0, {y}, 0], [0, 0, 0]], \"contacts\": [{contact}]}}\n"
            );
        }
        let (_folder, path) = file_of(&lines);
        explained(path.to_str().unwrap(), frame as u64, "crate,floor")["theirs"]["look_at"].to_string()
    };
    let deep = look_at(0.02, 9, |n| n < 6);
    assert!(deep.contains("discards as too deep") && deep.contains("up to 0.12 m deep"), "{deep}");
    let shallow = look_at(0.02, 2, |n| n > 6);
    assert!(
        shallow.contains("shapes are smaller, or have a slop") && shallow.contains("0.16 m"),
        "{shallow}"
    );
    assert!(!(deep + &shallow).contains("tests no such pair"), "{shallow}");
    // By turns; in one frame alone; and of a crate that lies still, and falls asleep.
    let others: [(f64, IsTold); 3] = [(0.02, |n| n % 2 > 0), (0.02, |n| n != 11), (0.0, |n| n < 6)];
    for (deeper, is_told) in others {
        let frame = (0..12).rev().find(|n| !is_told(*n)).unwrap();
        let other = look_at(deeper, frame, is_told);
        assert!(other.contains("Look at why it tests no such pair here"), "{other}");
    }
}

/// 100 km from the origin an f32 is 8 mm from the next: nobody can say there who is right to 1 cm. Near the origin ours is.
#[test]
fn nothing_is_decided_where_places_are_too_coarse() {
    let ball = |name: &str| format!(r#"{{"name": "{name}", "shapes": [{{"circle": {{"radius": 0.5}}}}]}}"#);
    let lines = |x: f64| {
        let contact = r#"{"a": 0, "b": 1, "normal": [1, 0], "depth": 0.3}"#;
        let poses = format!("[{x}, 0, 0], [{}, 0, 0]", x + 0.75);
        scene(&format!("{}, {}", ball("one"), ball("other")), &poses, &[contact])
    };
    let far = "other is 100000.8 m from the origin in frame 0, where one f32 is 0.007812 m from the next, more than a tenth of the \
               tolerance: the game should write places relative to a nearer origin";
    for (x, is_far) in [(100_000.0, true), (0.0, false)] {
        let out = said(&lines(x));
        assert_eq!(out.contains(far), is_far, "{out}");
        let out = explained_in_words(&lines(x), 0, "one,other");
        assert_eq!(out.contains("ours is right"), !is_far, "{out}");
        assert_eq!(out.matches("more than a tenth of the tolerance").count(), usize::from(is_far), "{out}");
    }
}

/// Shapes that just touch are no 0.4 m deep, and of several ways out that are as short each is right: from the corner of a box, a
/// quarter of a circle.
#[test]
fn a_touch_and_a_tie_are_judged_as_they_are() {
    const ROUND: &str = r#"{"name": "round", "shapes": [{"circle": {"radius": 1}}]}"#;
    const BOX: &str =
        r#"{"name": "box", "static": true, "shapes": [{"rectangle": {"width": 2, "height": 2}}]}"#;
    let bodies = format!("{ROUND}, {BOX}");
    let contact =
        |normal: &str, depth: f32| format!(r#"{{"a": 0, "b": 1, "normal": {normal}, "depth": {depth}}}"#);
    let told = |at: &str, contact: &str| {
        explained_in_words(&scene(&bodies, &format!("[{at}, 0], [0, 0, 0]"), &[contact]), 0, "round,box")
    };
    let text = told("2, 0", &contact("[1, 0]", 0.4));
    assert!(text.contains("has them just touch: ours is right."), "{text}");
    // Half a metre beside the middle of a face there is one way out.
    for (at, normal, is_right) in
        [("1, 1", "[-0.6, -0.8]", true), ("1, 1", "[0.6, -0.8]", false), ("1, 0.5", "[-0.6, -0.8]", false)]
    {
        let text = told(at, &contact(normal, 1.0));
        assert_eq!(!text.contains("ours is right."), is_right, "{at} {normal}: {text}");
    }
}
