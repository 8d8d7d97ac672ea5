//! Files that must be refused: exit code 2, the place, the body or field, and never a panic.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

use collision_test::scene::field::{Field, FieldKind};
use collision_test::scene::fields::{
    AHEAD_FIELDS, MATERIAL_FIELDS, MIX_FIELDS, MOTION_FIELDS, POSE_FIELDS, RIGID_FIELDS, SETTING_FIELDS,
    STEP_FIELDS,
};
use collision_test::scene::generator::GENERATOR_FIELDS;
use collision_test::scene::joint::JOINT_FIELDS;
use collision_test::scene::{ExpectationKind, Scene};

/// Output of `report` for the file.
fn report(path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_collision-test")).arg("report").arg(path).output().unwrap()
}

/// The file is refused with exit code 2, nothing on standard output, no panic; returns the message.
fn refused(path: &Path) -> String {
    let output = report(path);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty());
    assert!(!message.contains("panicked"), "{message}");
    message
}

/// `¦` in the text marks the place that the message must name; the first line of the message must hold all
/// the words.
#[track_caller]
fn check(text: &str, words: &[&str]) {
    let marked = text.find('¦').expect("a mark in the text");
    let before = &text[..marked];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap().trim_start_matches('\u{feff}').chars().count() + 1;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ron");
    std::fs::write(&path, text.replace('¦', "")).unwrap();
    let message = refused(&path);
    let first = message.lines().next().unwrap();
    let place = format!("broken.ron:{line}:{column}: ");
    assert!(first.contains(&place), "no {place:?} in: {message}");
    for word in words {
        assert!(first.contains(word), "no {word:?} in: {message}");
    }
}

/// A scene of one body.
fn one(body: &str) -> String {
    format!("Scene(\n    version: 1,\n    bodies: [\n        Body({body}),\n    ],\n)\n")
}

/// A scene of a ball, a crate and two walls, and this expectation.
fn expecting(expect: &str) -> String {
    format!(
        "(\n    version: 1,\n    bodies: [\n        (name: \"ball\", shape: Circle(radius: 1)),\n        \
         (name: \"crate\", shape: Rectangle(width: 1, height: 1)),\n        \
         (name: \"floor\", shape: Wall(start: (0, 0), end: (1, 0))),\n        \
         (name: \"side\", shape: Wall(start: (0, 0), end: (0, 1))),\n    ],\n    expect: [\n        {expect},\n    ],\n)\n"
    )
}

#[test]
fn a_tab_in_a_value_is_escaped() {
    check(
        &expecting("Contact(a: ¦\"\tball\", b: \"crate\")"),
        &[r#"a is "\tball""#, r#"did you mean "ball""#],
    );
}

#[test]
fn fields_and_names() {
    check(
        &one("name: \"ball\", shape: Circle(¦raduis: 1.0)"),
        &["body \"ball\"", "unknown field \"raduis\"", "did you mean \"radius\"?"],
    );
    check(
        &one("name: \"ball\", shape: Circle(radius: 1.0), ¦colour: \"red\""),
        &["body \"ball\"", "unknown field \"colour\"", "allowed: name, shape, shapes, outline, position"],
    );
    check(
        "Scene(\n  version: 1,\n  ¦gravitiy: (0, -9.81),\n)",
        &["scene", "\"gravitiy\"", "did you mean \"gravity\"?"],
    );
    check(
        &one("name: \"ball\", shape: Circle(radius: 1.0), motion: Dynamic(mass: 1, ¦speed: (0, 1))"),
        &["body \"ball\"", "\"speed\"", "velocity"],
    );
    check(
        &expecting("Separate(a: \"ball\", b: \"crate\", ¦depth: 0.5)"),
        &["expect 0", "unknown field \"depth\"", "a, b, frame"],
    );
    check(
        &one("name: \"ball\", shape: Circle(radius: 1.0, ¦radius: 2.0)"),
        &["body \"ball\"", "\"radius\"", "twice"],
    );
    check("(\n  version: 1,\n  name: \"x\",\n  ¦name: \"y\",\n)", &["scene", "\"name\"", "twice"]);
    check(
        "(\n  version: 1,\n  bodies: [\n    (name: \"a\", shape: Circle(radius: 1)),\n    (name: ¦\"a\", shape: Circle(radius: 2)),\n  ],\n)",
        &["body \"a\"", "name", "body 0 has already"],
    );
    check(&one("name: ¦\"\", shape: Circle(radius: 1)"), &["body 0", "name is \"\"", "not empty"]);
    check(&one("name: ¦\"  \", shape: Circle(radius: 1)"), &["body", "name", "not empty"]);
    check(&one("name: ¦7, shape: Circle(radius: 1)"), &["body 0", "name is 7", "double quotes"]);
    check(&one("name: ¦'ball', shape: Circle(radius: 1)"), &["body 0", "name is 'ball'", "double quotes"]);
    check(
        "(\n  version: 1,\n  bodies: [\n    (name: \"a\", shape: Circle(radius: 1)),\n    ¦(shape: Circle(radius: 2)),\n  ],\n)",
        &["body 1", "\"name\"", "missing"],
    );
    check(
        "(\n  version: 1,\n  bodies: [\n    ¦(name: \"a\"),\n  ],\n)",
        &["body \"a\"", "\"shape\"", "missing", "Circle(radius: …)"],
    );
    check(&one("name: \"wall\", shape: ¦Wall(start: (0, 0))"), &["body \"wall\"", "\"end\"", "missing"]);
    check(
        &one("name: \"pill\", shape: ¦Capsule(start: (0, 0), end: (1, 0))"),
        &["body \"pill\"", "\"radius\"", "missing"],
    );
    check(&expecting("¦Contact(a: \"ball\")"), &["expect 0", "\"b\"", "missing"]);
}

#[test]
fn versions() {
    check(
        "(\n  version: ¦2,\n  gravity: (0, 0, 0),\n  bodies: [],\n)",
        &["version is 2", "newer", "allowed: 1"],
    );
    check("(\n  version: ¦0,\n)", &["version is 0", "allowed: 1"]);
    check("(\n  version: ¦-1,\n)", &["version is -1", "allowed: 1"]);
    check("(\n  version: ¦\"1\",\n)", &["version is \"1\"", "allowed: 1"]);
    check("¦(\n  bodies: [],\n)", &["\"version\"", "missing"]);
    check("(\n  version: ¦99999999999999999999,\n)", &["version is 99999999999999999999", "allowed: 1"]);
}

#[test]
fn numbers_that_no_scene_may_have() {
    check(&one("name: \"ball\", shape: Circle(radius: ¦0.0)"), &["body \"ball\"", "radius is 0.0", "> 0"]);
    check(&one("name: \"ball\", shape: Circle(radius: ¦-1.5)"), &["body \"ball\"", "radius is -1.5", "> 0"]);
    check(&one("name: \"ball\", shape: Circle(radius: ¦NaN)"), &["body \"ball\"", "radius is NaN"]);
    check(
        &one("name: \"ball\", shape: Circle(radius: ¦inf)"),
        &["body \"ball\"", "radius is inf", "1000000"],
    );
    check(&one("name: \"ball\", shape: Circle(radius: ¦1e39)"), &["body \"ball\"", "radius is 1e39"]);
    check(
        &one("name: \"ball\", shape: Circle(radius: ¦1000001)"),
        &["body \"ball\"", "radius is 1000001", "at most 1000000"],
    );
    check(
        &one("name: \"ball\", shape: Circle(radius: ¦1e-60)"),
        &["body \"ball\"", "radius is 1e-60", "> 0"],
    );
    let pill = |numbers: &str| one(&format!("name: \"pill\", shape: Capsule({numbers})"));
    check(
        &pill("start: (0, 0), end: (1, 0), radius: ¦0.0"),
        &["body \"pill\"", "radius is 0.0", "> 0", "at most 1000000"],
    );
    check(
        &pill("start: (0, 0), end: ¦(2e6, 0), radius: 1"),
        &["body \"pill\"", "end is (2e6, 0)", "1000000"],
    );
    check(
        &pill("start: (1, 2), end: ¦(1.0, 2.0), radius: 0.5"),
        &["body \"pill\"", "end is (1.0, 2.0)", "where the capsule starts", "a capsule has a length"],
    );
    check(
        &one("name: \"box\", shape: Rectangle(width: ¦1e-45, height: 1.0)"),
        &["body \"box\"", "width is 1e-45", "allowed: a number of which the half is > 0"],
    );
    check(
        &one("name: \"box\", shape: Rectangle(width: 1.0, height: ¦-0.0)"),
        &["body \"box\"", "height is -0.0", "> 0"],
    );
    check(
        &one("name: \"box\", shape: Rectangle(width: ¦0, height: 1)"),
        &["body \"box\"", "width is 0", "> 0"],
    );
    check("(\n  version: 1,\n  iterations: ¦99999999999,\n)", &["iterations is 99999999999", "from 1"]);
}

/// Each field of the table: numbers beyond its limit are refused with their place and what is allowed, others are
/// read. `scene` puts "name: value" where the field stands.
fn limits_hold<T>(fields: &[Field<T>], owner: &str, scene: impl Fn(&str) -> String) {
    let numbers =
        ["NaN", "inf", "-inf", "-1.0", "-0.0", "0.0", "1e-45", "0.05", "0.5", "1.01", "7.5", "1000001.0"];
    for field in fields {
        let tried = |value: &str, is_allowed: bool| {
            // The mark is before the number of a list.
            let (list, label) = match value.strip_prefix('[') {
                Some(number) if number.len() > 1 => (format!("[¦{number}"), format!("{}[0]", field.name)),
                _ => (format!("¦{value}"), field.name.to_owned()),
            };
            let text = scene(&format!("{}: {list}", field.name));
            let before = &text[..text.find('¦').unwrap()];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
            match Scene::from_ron(&text.replace('¦', ""), "broken.ron") {
                Ok(_) => assert!(is_allowed, "{}: {value} is read", field.name),
                Err(error) => {
                    let value = value.trim_matches(['[', ']']);
                    let value = if value.is_empty() { "[]" } else { value };
                    let (found, allowed) = (format!("{label} is {value}"), field.allowed());
                    let wanted =
                        format!("broken.ron:{line}:{column}: {owner}: {found}; allowed: {allowed}\n");
                    assert!(
                        !is_allowed && error.to_string().starts_with(&wanted),
                        "no {wanted:?} in {error}"
                    );
                }
            }
        };
        match &field.kind {
            FieldKind::Number { limit, .. } => {
                numbers.iter().for_each(|text| tried(text, limit.holds(text.parse::<f32>().unwrap())));
                tried("\"big\"", false);
            }
            FieldKind::Vector { limit, .. } => {
                for (x, y) in numbers.iter().flat_map(|number| [(*number, "0.5"), ("0.0", *number)]) {
                    let vector = [x, y].map(|number| number.parse::<f32>().unwrap()).into();
                    tried(&format!("({x}, {y})"), limit.holds_vector(vector));
                }
                tried("3.0", false);
                tried("(1.0, 2.0, 3.0)", false);
            }
            FieldKind::Points { .. } => tried("[]", false),
            FieldKind::Numbers { limit, .. } => {
                tried("[]", true);
                for number in numbers {
                    tried(&format!("[{number}]"), limit.holds(number.parse::<f32>().unwrap()));
                }
            }
            FieldKind::Names { .. } => {
                ["[]", "[\"a\"]"].iter().for_each(|text| tried(text, true));
                ["[\" \"]", "[3]"].iter().for_each(|text| tried(text, false));
            }
            FieldKind::Flag { .. } => {
                ["true", "false"].iter().for_each(|text| tried(text, true));
                tried("yes", false);
            }
            FieldKind::Count { limit, .. } => {
                let counts = ["0", "1", "8", "1000000", "1000001", "-5", "2.5"];
                counts.iter().for_each(|text| tried(text, limit.holds(text.parse::<f32>().unwrap())));
            }
            FieldKind::Choice { words, .. } => {
                words.iter().for_each(|(word, _)| tried(word, true));
                tried("3", false);
            }
        }
    }
}

#[test]
fn each_field_holds_its_limit() {
    let ball = |rest: &str| one(&format!("name: \"ball\", shape: Circle(radius: 1.0), {rest}"));
    limits_hold(&POSE_FIELDS, "body \"ball\"", ball);
    limits_hold(&MATERIAL_FIELDS, "body \"ball\"", ball);
    limits_hold(&MOTION_FIELDS, "body \"ball\"", |field| {
        let of_mover = ["up", "max_slope", "step", "snap", "speed", "jump"];
        let is_of_mover = of_mover.iter().any(|name| field.starts_with(&format!("{name}:")));
        ball(&format!("motion: {}({field})", if is_of_mover { "Mover" } else { "Dynamic" }))
    });
    limits_hold(&SETTING_FIELDS, "scene", |field| format!("(\n  version: 1,\n  {field},\n)"));
    limits_hold(&STEP_FIELDS, "scene", |field| format!("(\n  version: 1,\n  {field},\n)"));
    limits_hold(&RIGID_FIELDS, "scene", |field| format!("(\n  version: 1,\n  rigid: ({field}),\n)"));
    limits_hold(&MIX_FIELDS, "scene", |field| format!("(\n  version: 1,\n  mix: ({field}),\n)"));
    limits_hold(&AHEAD_FIELDS, "scene", |field| format!("(\n  version: 1,\n  {field},\n)"));
    let generating = |generator: &str| {
        expecting("").replace("expect: [\n        ,\n    ]", &format!("generators: [{generator}]"))
    };
    limits_hold(&GENERATOR_FIELDS, "generators 0", |field| {
        if field.starts_with("length") {
            generating(&format!("Rod(a: \"ball\", b: \"crate\", {field})"))
        } else if field.starts_with("at_") {
            generating(&format!("Cable(a: \"ball\", b: \"crate\", length: 1.0, {field})"))
        } else {
            generating(&format!("Ground({field})"))
        }
    });
    limits_hold(&JOINT_FIELDS, "joints 0", |field| {
        let joint = format!("joints: [Revolute(a: \"ball\", b: \"crate\", {field})]");
        expecting("").replace("expect: [\n        ,\n    ]", &joint)
    });
}

#[test]
fn settings_of_the_steps_say_what_is_allowed() {
    check(
        "(\n  version: 1,\n  mix: (friction: ¦Largest),\n)",
        &["scene: friction is Largest", "did you mean Larger?", "Larger, Smaller, Average, Product, Root"],
    );
    check("(\n  version: 1,\n  mix: ¦3,\n)", &["scene: mix is 3", "allowed: (restitution: …, friction: …)"]);
    check(
        "(\n  version: 1,\n  timesteps: [0.1, ¦true],\n)",
        &["scene: timesteps[1] is true", "seconds from 0.0001"],
    );
    check("(\n  version: 1,\n  rigid: (¦substep: 3),\n)", &["\"substep\"", "did you mean \"substeps\"?"]);
    check("(\n  version: 1,\n  rigid: ¦8,\n)", &["scene: rigid is 8", "allowed: (substeps: …"]);
    check("(\n  version: 1,\n  timesteps: ¦0.1,\n)", &["scene: timesteps is 0.1", "a list of at most 10000"]);
    let many = format!("(\n  version: 1,\n  timesteps: ¦[{}],\n)", "0.01, ".repeat(10_001));
    check(&many, &["scene: timesteps is a list of 10001", "at most 10000"]);
}

#[test]
fn values_of_the_wrong_kind() {
    let ball = |rest: &str| one(&format!("name: \"ball\", shape: Circle(radius: 1.0), {rest}"));
    check(
        &one("name: \"ball\", shape: Circle(radius: ¦\"big\")"),
        &["body \"ball\"", "radius is \"big\"", "a number > 0"],
    );
    check(&one("name: \"ball\", shape: Circle(radius: ¦)"), &["body \"ball\"", "radius is missing"]);
    check(
        &one("name: \"ball\", shape: ¦Circel(radius: 1)"),
        &["body \"ball\"", "shape is Circel", "did you mean Circle?"],
    );
    check(
        &one("name: \"ball\", shape: ¦Ellipse(width: 1, height: 2)"),
        &["body \"ball\"", "shape is Ellipse", "Circle, Capsule, Rectangle, Polygon, Wall, Chain"],
    );
    check(&one("name: \"ball\", shape: ¦Circle"), &["body \"ball\"", "shape"]);
    check(&ball("position: ¦[0.0, 1.0]"), &["body \"ball\"", "position is [0.0, 1.0]", "(x, y)"]);
    check(&ball("position: ¦3.0"), &["body \"ball\"", "position is 3.0", "(x, y)"]);
    check(&ball("position: ¦(1.0)"), &["body \"ball\"", "position is (1.0)", "(x, y)"]);
    check(&ball("position: ¦(1.0, 2.0, 3.0)"), &["body \"ball\"", "position is (1.0, 2.0, 3.0)", "(x, y)"]);
    for (motion, words) in [
        ("Dynamic(mass: ¦1e-38)", ["mass is 1e-38", "a finite number > 0, at least 1.2e-38"]),
        ("Dynamic(mass: ¦0)", ["mass is 0", "a finite number > 0"]),
        ("Dynamic(mass: ¦1e39)", ["mass is 1e39", "at least 1.2e-38, at most 3.4e38"]),
        ("Dynamic(velocity: ¦(1e39, 0))", ["velocity is (1e39, 0)", "each in size at most 3.4e38"]),
        ("Dynamic(angular_velocity: ¦1e39)", ["angular_velocity is 1e39", "in size at most 3.4e38"]),
    ] {
        check(&ball(&format!("motion: {motion}")), &words);
    }
    check(&ball("sensor: ¦yes"), &["body \"ball\"", "sensor is yes", "true or false"]);
    check(&ball("motion: ¦Dynamc(mass: 1)"), &["body \"ball\"", "motion is Dynamc", "did you mean Dynamic?"]);
    check("(\n  version: 1,\n  about: ¦7,\n)", &["scene: about is 7", "one sentence in double quotes"]);
    check("(\n  version: 1,\n  about: ¦[\"a\"],\n)", &["scene: about is [\"a\"]", "one sentence"]);
    check("(\n  version: 1,\n  solver: ¦Fast,\n)", &["solver is Fast", "Off, Linear, Rigid"]);
    check("(\n  version: 1,\n  bodies: ¦(),\n)", &["bodies is ()", "a list"]);
    check("(\n  version: 1,\n  bodies: [\n    ¦3,\n  ],\n)", &["body 0 is 3", "Body("]);
    check("(\n  version: 1,\n  bodies: [\n    ¦Ball(name: \"a\"),\n  ],\n)", &["Ball", "Body"]);
    check(
        &expecting("¦Touch(a: \"ball\", b: \"crate\")"),
        &["expect 0", "Touch", &ExpectationKind::ALL.map(ExpectationKind::name).join(", ")],
    );
}

/// The end is kept, where the file's name is.
#[test]
fn a_long_path_is_cut_in_messages() {
    let folder = "folder/".repeat(60);
    let message = Scene::load(Path::new(&format!("{folder}missing.ron"))).unwrap_err().message;
    let named = message.split(": ").next().unwrap();
    assert!(named.starts_with('…') && named.ends_with("folder/missing.ron"), "{message}");
    assert_eq!(named.chars().count(), 201);
}

#[test]
fn a_sentence_that_is_too_long() {
    let about = |count: usize| format!("(\n  version: 1,\n  about: ¦\"{}\",\n)", "é".repeat(count));
    check(&about(201), &["scene: about is 201 characters long", "at most 200 characters"]);
    Scene::from_ron(&about(200).replace('¦', ""), "test").unwrap();
}

#[test]
fn shapes_that_are_none() {
    let polygon = |points: &str| one(&format!("name: \"gem\", shape: Polygon(points: {points})"));
    check(
        &polygon("[(2.0, 0.0), (0.0, 2.0), (-2.0, 0.0), ¦(0.0, 0.5)]"),
        &["body \"gem\"", "points[3] is (0.0, 0.5)", "convex"],
    );
    check(
        &polygon("[(0.0, 0.0), ¦(1.0, 0.0), (2.0, 0.0), (1.0, 1.0)]"),
        &["body \"gem\"", "points[1] is (1.0, 0.0)", "no three neighbours"],
    );
    check(&polygon("¦[(0.0, 0.0), (1.0, 0.0)]"), &["body \"gem\"", "points", "3 to 64"]);
    check(&polygon("¦[]"), &["body \"gem\"", "points", "3 to 64"]);
    let outline =
        |points: &str| one(&format!("name: \"gem\", shape: Circle(radius: 1.0), outline: {points}"));
    check(&outline("¦[]"), &["body \"gem\"", "outline is []", "3 to 4096"]);
    check(&outline("¦[(0.0, 0.0), (1.0, 0.0)]"), &["body \"gem\": outline is [(0.0, 0.0)", "3 to 4096"]);
    let many = format!("¦[{}]", "(0.0, 1.0), ".repeat(4097));
    check(&outline(&many), &["body \"gem\": outline is a list of 4097", "3 to 4096"]);
    check(&outline("[(0, 0), ¦(1, NaN), (0, 1)]"), &["body \"gem\": outline[1] is (1, NaN)", "1000000"]);
    check(&outline("[(0, 0), ¦(1.0e7, 0), (0, 1)]"), &["body \"gem\": outline[1] is (1.0e7, 0)", "1000000"]);
    check(&outline("¦3"), &["body \"gem\": outline is 3", "3 to 4096"]);
    check(&outline("[(0, 0), ¦(1, 0, 2), (0, 1)]"), &["body \"gem\": outline[1] is (1, 0, 2)", "3 to 4096"]);
    let many: Vec<String> = (0..65)
        .map(|i| {
            let (sin, cos) = (i as f32 * std::f32::consts::TAU / 65.0).sin_cos();
            format!("({:?}, {:?})", 100.0 * cos, 100.0 * sin)
        })
        .collect();
    check(
        &polygon(&format!("¦[{}]", many.join(", "))),
        &["body \"gem\"", "points is a list of 65", "3 to 64"],
    );
    check(&polygon("[(0.0, 0.0), ¦(1.0, inf), (0.0, 1.0)]"), &["body \"gem\"", "points[1] is (1.0, inf)"]);
    check(
        &polygon("[(0.0, 0.0), ¦(1.0e7, 0.0), (0.0, 1.0)]"),
        &["body \"gem\"", "points[1] is (1.0e7, 0.0)", "1000000"],
    );
    check(&polygon("[(0.0, 0.0), (1.0, 0.0), ¦\"top\"]"), &["body \"gem\"", "points[2] is \"top\""]);
    check(
        &one("name: \"w\", shape: Wall(start: (1.0, 2.0), end: ¦(1.0, 2.0))"),
        &["body \"w\"", "end is (1.0, 2.0)", "length"],
    );
    check(
        &one("name: \"w\", shape: Wall(start: ¦(-2000000, 2.0), end: (1.0, 2.0))"),
        &["body \"w\"", "start is (-2000000, 2.0)", "1000000"],
    );
    // A pentagram turns the same way at each corner, and winds twice.
    let star = "[(0.0, 1.0), (-0.5878, -0.809), (0.9511, 0.309), (-0.9511, 0.309), (0.5878, -0.809)]";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("star.ron");
    std::fs::write(&path, polygon(star)).unwrap();
    let message = refused(&path);
    assert!(message.contains("star.ron:4:") && message.contains("body \"gem\": points["), "{message}");
}

#[test]
fn bodies_of_several_shapes_and_chains_that_are_none() {
    let cart = |rest: &str| one(&format!("name: \"cart\", {rest}"));
    let box_ = "Part(shape: Rectangle(width: 1.0, height: 1.0))";
    check(
        &cart(&format!("shape: Circle(radius: 1.0), ¦shapes: [{box_}]")),
        &["body \"cart\": shape stands beside shapes; allowed: one of the two"],
    );
    check(
        &cart(&format!("shapes: [{box_}], ¦shape: Circle(radius: 1.0)")),
        &["body \"cart\": shape stands beside shapes; allowed: one of the two"],
    );
    check(
        &cart(&format!("shapes: [{box_}], ¦shapes: [{box_}]")),
        &["body \"cart\": field \"shapes\" of Body is given twice"],
    );
    check(
        "(\n  version: 1,\n  bodies: [\n    ¦(name: \"cart\"),\n  ],\n)",
        &["\"shape\" of Body is missing", "Chain(points: […])"],
    );
    check(&cart("shapes: ¦[]"), &["body \"cart\": shapes is []", "1 to 4096 parts", "Part(shape: …"]);
    let many = format!("shapes: ¦[{}]", format!("{box_}, ").repeat(4097));
    check(&cart(&many), &["body \"cart\": shapes is a list of 4097", "1 to 4096"]);
    check(
        &cart("shapes: ¦Circle(radius: 1.0)"),
        &["body \"cart\": shapes is Circle(radius: 1.0)", "1 to 4096"],
    );
    check(&cart("shapes: [¦3]"), &["body \"cart\": shapes[0] is 3", "Part(shape: …"]);
    check(&cart("shapes: [¦Circle(radius: 1.0)]"), &["Circle", "Part"]);
    check(
        &cart("shape: ¦[Part(shape: Circle(radius: 1.0))]"),
        &["body \"cart\": shape is [", "Circle(radius: …)"],
    );
    for part in ["Compound(parts: [])", "Compound"] {
        let text = cart(&format!("shapes: [Part(shape: ¦{part})]"));
        check(&text, &["body \"cart\": shapes[0].shape is Compound", "allowed: Circle"]);
    }
    check(&cart(&format!("shapes: [{box_}, ¦Part(at: (1, 0))]")), &["\"shape\" of Part is missing"]);
    check(
        &cart(&format!("shapes: [{box_}, Part(shape: Circle(radius: ¦0.0))]")),
        &["body \"cart\": shapes[1].radius is 0.0", "> 0"],
    );
    check(
        &cart("shapes: [Part(shape: Polygon(points: [(2, 0), (0, 2), (-2, 0), ¦(0.0, 0.5)]))]"),
        &["body \"cart\": shapes[0].points[3] is (0.0, 0.5)", "convex"],
    );
    for (field, words) in [
        ("at: ¦(1, NaN)", ["shapes[0].at is (1, NaN)", "1000000"]),
        ("at: ¦3", ["shapes[0].at is 3", "two numbers (x, y)"]),
        ("turned: ¦inf", ["shapes[0].turned is inf", "a number"]),
        ("turned: ¦right", ["shapes[0].turned is right", "a number"]),
        ("density: ¦0.0", ["shapes[0].density is 0.0", "> 0"]),
        ("density: ¦-1", ["shapes[0].density is -1", "> 0"]),
        ("¦densty: 1", ["\"densty\"", "did you mean \"density\"?"]),
    ] {
        check(&cart(&format!("shapes: [Part(shape: Circle(radius: 1.0), {field})]")), &words);
    }
    for (radius, found) in [("¦-0.5", "radius is -0.5"), ("¦NaN", "radius is NaN"), ("¦2e6", "radius is 2e6")]
    {
        let points = "[(0, 0), (1, 0), (0, 1)]";
        for shape in ["Rectangle(width: 1, height: 1".to_owned(), format!("Polygon(points: {points}")] {
            let text = cart(&format!("shape: {shape}, radius: {radius})"));
            check(&text, &["body \"cart\"", found, "a number from 0 to 1000000"]);
        }
    }
    let chain = |rest: &str| cart(&format!("shape: Chain(points: {rest})"));
    check(&chain("¦[(0, 0)]"), &["body \"cart\": points is [(0, 0)]", "2 to 4096"]);
    let many = format!("¦[{}]", (0..4097).map(|i| format!("({i}, 0), ")).collect::<String>());
    check(&chain(&many), &["body \"cart\": points is a list of 4097", "2 to 4096"]);
    check(
        &chain("¦[(0, 0), (1, 0)], closed: true"),
        &["body \"cart\": points is [(0, 0), (1, 0)]", "3 to 4096", "closed: false"],
    );
    check(&chain("[(0, 0), (1, 0), ¦(1.0, 0.0)]"), &["body \"cart\": points[2] is (1.0, 0.0)", "apart"]);
    check(
        &chain("[¦(0, 0), (1, 0), (0, 0)], closed: true"),
        &["body \"cart\": points[0] is (0, 0)", "apart"],
    );
    check(&chain("¦3"), &["body \"cart\": points is 3", "2 to 4096 of a chain"]);
    check(&chain("[(0, 0), (1, 0)], closed: ¦yes"), &["body \"cart\": closed is yes", "true or false"]);
    let ball = |rest: &str| one(&format!("name: \"ball\", shape: Circle(radius: 1.0), {rest}"));
    check(&ball("one_way: ¦(0.0, -0.0)"), &["body \"ball\": one_way is (0.0, -0.0)", "not both 0"]);
    check(&ball("one_way: ¦true"), &["body \"ball\": one_way is true", "(x, y)"]);
    check(
        &expecting("Separate(a: \"floor\", b: ¦\"way\")").replace(
            "    ],\n    expect",
            "        (name: \"way\", shape: Chain(points: [(0, 0), (1, 0)])),\n    ],\n    expect",
        ),
        &["expect 0", "b is \"way\"", "walls or chains"],
    );
}

#[test]
fn expectations_of_nothing() {
    check(
        &expecting("Contact(a: ¦\"bal\", b: \"crate\")"),
        &["expect 0", "a is \"bal\"", "did you mean \"ball\"?"],
    );
    check(
        &expecting("Separate(a: \"ball\", b: ¦\"moon\")"),
        &["expect 0", "b is \"moon\"", "no body is called"],
    );
    check(&expecting("Separate(a: \"ball\", b: ¦\"ball\")"), &["expect 0", "b is \"ball\"", "another body"]);
    check(
        &expecting("Separate(a: \"floor\", b: ¦\"side\")"),
        &["expect 0", "b is \"side\"", "walls never collide"],
    );
    check(
        &expecting("Contact(a: \"ball\", b: \"crate\", frame: ¦-1)"),
        &["expect 0", "frame is -1", "whole number"],
    );
    check(
        &expecting("Contact(a: \"ball\", b: \"crate\", frame: ¦1.5)"),
        &["expect 0", "frame is 1.5", "whole number"],
    );
    check(
        &expecting("Contact(a: \"ball\", b: \"crate\", frame: ¦99999999999)"),
        &["expect 0", "frame is 99999999999"],
    );
    check(
        &expecting("Contact(a: \"ball\", b: \"crate\", normal: ¦(0.0, -0.0))"),
        &["expect 0", "normal is (0.0, -0.0)", "not both 0"],
    );
    check(
        &expecting("Contact(a: \"ball\", b: \"crate\", depth: ¦-0.5)"),
        &["expect 0", "depth is -0.5", ">= 0"],
    );
    check(
        &expecting("Contact(a: \"ball\", b: \"crate\", depth: ¦None)"),
        &["expect 0", "depth is None", ">= 0"],
    );
    check(
        &expecting("Contact(a: \"ball\", b: \"crate\", tolerance: ¦-0.001)"),
        &["expect 0", "tolerance is -0.001", ">= 0"],
    );
    check(
        &expecting("Separate(a: \"ball\", b: \"crate\"), Contact(a: \"ball\", b: ¦\"box\")"),
        &["expect 1", "b is \"box\""],
    );
}

#[test]
fn stops_that_are_none() {
    let stopping = |line: &str| expecting("").replace("expect: [", &format!("stops: [{line}"));
    for (line, words) in [
        ("Begin(a: \"ball\", b: ¦\"bal\")", ["stops 0: b is \"bal\"", "did you mean \"ball\"?"]),
        ("Begin(a: \"ball\", b: ¦\"ball\")", ["stops 0: b is \"ball\", which is a as well", "another body"]),
        ("Begin(a: \"ball\", b: ¦3)", ["stops 0: b is 3", "the name of a body"]),
        ("Deeper(a: \"ball\", b: \"*\", than: ¦-1)", ["stops 0: than is -1", ">= 0"]),
        ("¦Faster(body: \"ball\")", ["stops 0", "field \"than\""]),
        (
            "Outside(body: \"*\", min: (0, 0), max: ¦(1, 0))",
            ["stops 0: max is (1, 0)", "above and to the right"],
        ),
        ("Event(listener: ¦\"gum\")", ["stops 0: listener is \"gum\"", "which no listener is called"]),
        ("Fails(muted: ¦yes)", ["stops 0: muted is yes", "true or false"]),
        ("Begin(a: \"ball\", b: \"*\", when: ¦\"depht > 1\")", ["stops 0: when is \"depht > 1\"", "depht"]),
        ("Begin(a: \"ball\", b: \"*\", when: ¦\"1 + 1\")", ["stops 0: when is \"1 + 1\"", "not a condition"]),
        (
            "Faster(body: \"ball\", than: 1, when: ¦\"depth > 1\")",
            ["depth", "time, frame, speed, x, y, angle"],
        ),
        ("¦Begins(a: \"ball\", b: \"*\")", ["Begins", "did you mean Begin?"]),
        (
            "Hit(query: ¦\"sight\")",
            ["stops 0: query is \"sight\", which no query is called", "or \"*\" for any"],
        ),
        ("Ghost(body: ¦\"box\")", ["stops 0: body is \"box\"", "the name of a body"]),
        ("Ghost(body: \"ball\", by: ¦-1)", ["stops 0: by is -1", "allowed: degrees, a finite number >= 0"]),
    ] {
        check(&stopping(line), &words);
    }
    check(
        &expecting("Never(stop: Begin(a: ¦\"box\", b: \"*\"), frames: (0, 3))"),
        &["expect 0: a is \"box\""],
    );
    check(
        &expecting("Never(stop: ¦Fails(), frames: (0, 3))"),
        &["expect 0: stop is Fails()", "allowed: Begin"],
    );
    check(
        &expecting("Never(stop: NotFinite(), frames: ¦(3, 0))"),
        &["expect 0: frames is (3, 0)", "(from, to)"],
    );
    check(&expecting("Never(stop: NotFinite(), frames: ¦3)"), &["expect 0: frames is 3", "(from, to)"]);
    check(&expecting("Soon(stop: NotFinite(), before: ¦-3)"), &["expect 0: before is -3", "a whole number"]);
    check(&expecting("Soon(stop: NotFinite(muted: ¦true), before: 3)"), &["expect 0: muted is true"]);
}

/// A ball that moves, a wall that does not and a cart of several shapes, and a list of numbers that vary.
fn varying(lines: &str) -> String {
    format!(
        "(\n    version: 1,\n    bodies: [\n        (name: \"ball\", shape: Circle(radius: 1), motion: Dynamic()),\n        \
         (name: \"wall\", shape: Rectangle(width: 1, height: 1)),\n        \
         (name: \"cart\", shapes: [(shape: Circle(radius: 1))]),\n    ],\n    vary: [\n        {lines},\n    ],\n)\n"
    )
}

#[test]
fn numbers_that_cannot_vary() {
    let line =
        |body: &str, field: &str, rest: &str| varying(&format!("Vary(body: {body}, field: {field}, {rest})"));
    let ends = "from: 1, to: 2, steps: 3";
    check(&line("¦\"bal\"", "\"mass\"", ends), &["vary 0: body is \"bal\"", "did you mean \"ball\"?"]);
    check(
        &line("\"wall\"", "¦\"mass\"", ends),
        &[
            "vary 0: field is \"mass\", which \"wall\" (Static, Rectangle) does not have",
            "position.x, position.y, rotation",
        ],
    );
    check(
        &line("\"wall\"", "¦\"gravity_scale\"", ends),
        &["\"wall\"", "does not have", "width, height, radius"],
    );
    check(&line("\"cart\"", "¦\"radius\"", ends), &["\"cart\" (Static, several shapes)", "conveyor"]);
    check(&line("\"ball\"", "¦\"velocity\"", ends), &["field is \"velocity\"", "velocity.x, velocity.y"]);
    check(&line("\"ball\"", "¦\"velocity.z\"", ends), &["did you mean \"velocity.x\"?"]);
    check(&line("\"ball\"", "¦\"sensor\"", ends), &["field is \"sensor\"", "one of its numbers"]);
    check(&line("\"ball\"", "¦7", ends), &["vary 0: field is 7", "in double quotes"]);
    check(
        &line("\"ball\"", "\"radius\"", "from: 1, to: ¦0, steps: 3"),
        &["vary 0: to is 0, and it is the radius of \"ball\"", "a number > 0"],
    );
    check(
        &line("\"ball\"", "\"restitution\"", "from: ¦-0.1, to: 1, steps: 3"),
        &["from is -0.1", "0.0 to 1.0"],
    );
    check(
        &line("\"ball\"", "\"rotation\"", "from: ¦NaN, to: 1, steps: 3"),
        &["from is NaN", "a finite number"],
    );
    check(
        &line("\"ball\"", "\"rotation\"", "from: 1, to: ¦1, steps: 3"),
        &["to is 1, which is from as well"],
    );
    check(&line("\"ball\"", "\"rotation\"", "from: 1, to: 2, steps: ¦1"), &["steps is 1", "from 2 to 10000"]);
    check(&line("\"ball\"", "\"rotation\"", "from: 1, to: 2, steps: ¦10001"), &["steps is 10001"]);
    check(
        &line("\"ball\"", "\"rotation\"", "from: 1, to: 2, steps: ¦2.5"),
        &["steps is 2.5", "a whole number"],
    );
    check(
        &line("\"ball\"", "\"rotation\"", "from: 1e6, to: 1000001, steps: ¦100"),
        &["steps is 100", "too few numbers"],
    );
    check(
        &varying("¦Vary(body: \"ball\", from: 1, to: 2, steps: 3)"),
        &["vary 0", "\"field\"", "missing", "\"velocity.y\""],
    );
    check(&varying("¦3"), &["vary 0 is 3", "Vary(body: …"]);
    let twice = "Vary(body: \"ball\", field: \"mass\", from: 1, to: 2, steps: 3)";
    check(
        &varying(&format!("{twice}, {}", twice.replace("\"mass\"", "¦\"mass\""))),
        &["vary 1", "which vary 0 has already"],
    );
    let many = |field: &str, steps: &str| {
        format!("Vary(body: \"ball\", field: \"{field}\", from: 1, to: 2, steps: {steps})")
    };
    let lines = [many("mass", "1000"), many("rotation", "1000"), many("position.x", "¦2")].join(", ");
    check(&varying(&lines), &["vary 2: steps is 2", "2000000 combinations", "at most 1000000"]);
}

#[test]
fn inputs_bookmarks_and_watched_numbers_that_are_none() {
    let moving = |list: &str| {
        one("name: \"ball\", shape: Circle(radius: 1.0), motion: Dynamic()").replace(
            "\n    ],\n)",
            &format!("\n        Body(name: \"wall\", shape: Circle(radius: 1.0)),\n    ],\n    {list},\n)"),
        )
    };
    for (line, words) in [
        (
            "watch: [\"ball.speed\", ¦\"ball.sped\"]",
            ["ball has no number \"sped\"; did you mean speed?", "angle"],
        ),
        ("watch: [¦\"bal.speed\"]", ["watch", "no body, pair or number of the scene is called so"]),
        ("watch: [¦\"ball,wall.speed\"]", ["has no number \"speed\"", "depth, distance"]),
        ("watch: ¦3", ["scene: watch is 3", "[\"ball.speed\""]),
        ("bookmarks: [Bookmark(frame: ¦-1)]", ["bookmarks 0: frame is -1", "a whole number"]),
        ("bookmarks: [¦3]", ["bookmarks 0 is 3", "Bookmark(frame: …, note: …)"]),
        ("inputs: [Push(body: ¦\"wall\", impulse: (1, 0))]", ["inputs 0: body is \"wall\"", "not Dynamic"]),
        (
            "inputs: [Push(body: ¦\"bal\", impulse: (1, 0))]",
            ["inputs 0: body is \"bal\"", "did you mean \"ball\"?"],
        ),
        ("inputs: [¦Push(body: \"ball\")]", ["inputs 0", "field \"impulse\""]),
        ("inputs: [¦Shove(body: \"ball\")]", ["Shove", "Push, Pull"]),
        (
            "inputs: [Pull(frames: (0, 9), body: \"ball\", to: [(3, (0, 0)), ¦(3, (1, 0))], stiffness: 5)]",
            ["inputs 0: to[1] is (3, (1", "each frame after the one before"],
        ),
        (
            "inputs: [Pull(frames: (0, 9), body: \"ball\", to: ¦[], stiffness: 5)]",
            ["to is []", "1 to 100000"],
        ),
        (
            "inputs: [Pull(frames: ¦(9, 0), body: \"ball\", to: [(0, (0, 0))], stiffness: 5)]",
            ["frames is (9, 0)", "from"],
        ),
        (
            "inputs: [Pull(frames: (0, 9), body: \"ball\", to: [(0, (0, 0))], stiffness: ¦0)]",
            ["stiffness is 0", "newtons per metre"],
        ),
    ] {
        check(&moving(line), &words);
    }
}

#[test]
fn what_is_no_name_in_a_list_says_what_is_allowed() {
    let mut kinds = ExpectationKind::ALL.map(|kind| format!("{}(…)", kind.name())).join(", ");
    let last = kinds.rfind(", ").unwrap();
    kinds.replace_range(last..last + 1, " or");
    let kinds = format!("allowed: {kinds}");
    for (list, words) in [
        ("expect: [¦3]", ["expect 0 is 3", &kinds]),
        ("generators: [¦3]", ["generators 0 is 3", "allowed: Ground(…)"]),
        ("stops: [¦3]", ["stops 0 is 3", "allowed: Begin(a: …, b: …), End"]),
        ("expect: [¦-]", ["expect 0 is -", &kinds]),
    ] {
        let scene = format!("(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1))], {list})");
        check(&scene, &words);
    }
}

#[test]
fn text_that_is_no_ron() {
    check("¦", &["empty"]);
    check("¦\n\n  \n", &["empty"]);
    check("\u{feff}¦", &["empty"]);
    check("¦hello", &["no scene", "Scene(version: 1"]);
    check("¦{\"version\": 1}", &["no scene", "Scene(version: 1"]);
    check("¦World(version: 1)", &["World", "Scene"]);
    check("(version: 1)\n¦(version: 1)", &["more follows"]);
    check("(\n  version: 1\n  ¦name: \"x\",\n)", &["comma"]);
    check("(\n  version: 1,\n  name ¦\"x\",\n)", &["colon"]);
    check("(\n  version: 1,\n  bodies: [\n    (name: \"a\", shape: Circle(radius: 1)),\n  ¦)\n", &["body"]);
    check("(\n  version: 1,\n  name: ¦\"unfinished,\n)\n", &["name"]);
    check("(\n  version: 1,\n  bodies: [\n    (name: \"a\", shape: Circle(radius: 1)),\n¦", &["end"]);
    check("(\n  version: 1, ¦/* never closed\n)\n", &["comment"]);
    check("(\n  version: 1,\n  ¦@,\n)\n", &["\"@\" stands", "name of a field"]);
    check("\u{feff}(\n  version: ¦3,\n)", &["version is 3"]);
    check("(\r\n  version: 1,\r\n  timestep: ¦7,\r\n)", &["timestep is 7"]);
}

#[test]
fn long_lines_and_names_still_show_the_place() {
    let name = "é".repeat(300);
    check(&one(&format!("name: \"{name}\", shape: Circle(radius: ¦-1)")), &["radius is -1", "éééé"]);
}

#[test]
fn files_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let message = refused(&folder.path().join("missing.ron"));
    assert!(message.contains("missing.ron: cannot be read"), "{message}");

    let message = refused(folder.path());
    assert!(message.contains("is a folder"), "{message}");

    let path = folder.path().join("latin1.ron");
    std::fs::write(&path, b"(\n  version: 1,\n  name: \"\xe9t\xe9\",\n)").unwrap();
    let message = refused(&path);
    assert!(message.contains("latin1.ron:3:10: ") && message.contains("UTF-8"), "{message}");

    let path = folder.path().join("utf16.ron");
    std::fs::write(&path, b"\xff\xfe(\0)\0").unwrap();
    assert!(refused(&path).contains("utf16.ron:1:1: "));

    let path = folder.path().join("zeros.ron");
    std::fs::write(&path, vec![0u8; 100_000]).unwrap();
    assert!(refused(&path).contains("zeros.ron:1:1: "));

    // A sparse file takes no room on the disk.
    let path = folder.path().join("huge.ron");
    std::fs::File::create(&path).unwrap().set_len(65 * 1024 * 1024).unwrap();
    let message = refused(&path);
    assert!(message.contains("too large") && message.contains("64 MiB"), "{message}");
}

#[test]
fn deep_nesting_neither_overflows_nor_takes_long() {
    let folder = tempfile::tempdir().unwrap();
    let started = std::time::Instant::now();
    for (i, (before, open)) in [
        ("", "("),
        ("", "["),
        ("(version: 1, bodies: ", "["),
        ("(version: 1, name: ", "("),
        ("(version: 1, unknown: ", "(a: "),
        ("(version: 1, bodies: [(name: \"a\", shape: Polygon(points: ", "["),
        ("(version: 1, expect: [", "Contact(a: "),
        ("", "/*"),
        ("", "Some("),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path().join(format!("deep{i}.ron"));
        std::fs::write(&path, format!("{before}{}", open.repeat(200_000))).unwrap();
        let message = refused(&path);
        assert!(message.contains(&format!("deep{i}.ron:1:")), "{message}");
        assert!(message.len() < 2000, "{}", message.len());
    }
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn whatever_is_cut_off_a_scene_is_refused_without_a_panic() {
    let whole =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/built-in.ron")).unwrap();
    let end = whole.trim_end().len();
    for at in (0..end).filter(|i| whole.is_char_boundary(*i)) {
        assert!(Scene::from_ron(&whole[..at], "cut").is_err(), "cut at {at}");
    }
}

#[test]
fn a_character_changed_anywhere_never_panics() {
    let whole =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/built-in.ron")).unwrap();
    let mut refusals = 0;
    let others = ['(', ')', '"', '-', 'x', '\0', 'é', ','];
    for (i, c) in whole.char_indices() {
        for new in [others[i % 8], others[(i * 5 + 3) % 8]] {
            let changed = [&whole[..i], new.to_string().as_str(), &whole[i + c.len_utf8()..]].concat();
            refusals += usize::from(Scene::from_ron(&changed, "changed").is_err());
        }
    }
    assert!(refusals > 1000, "{refusals}");
}

#[test]
fn listeners() {
    let listening = |listener: &str| {
        expecting("").replace("expect: [\n        ,\n    ]", &format!("listeners: [{listener}]"))
    };
    for (listener, words) in [
        ("Listener(kind: ¦\"circle-square\")", ["listeners 0", "kind", "circle-square", "hyphen"].as_slice()),
        ("Listener(kind: ¦\"wall-wall\")", &["listeners 0", "kind", "not two that are lines (wall, chain)"]),
        ("Listener(kind: ¦3)", &["listeners 0", "kind is 3", "hyphen"]),
        ("Listener(body: ¦\"bal\")", &["listeners 0", "body", "did you mean \"ball\"?"]),
        ("(kind: \"circle-wall\"), (¦bodi: \"ball\")", &["listeners 1", "bodi", "did you mean \"body\"?"]),
        ("¦3", &["listeners 0 is 3", "Listener(name: …, kind: …, body: …, then: …)"]),
    ] {
        check(&listening(listener), words);
    }
}

#[test]
fn queries() {
    let asking =
        |query: &str| expecting("").replace("expect: [\n        ,\n    ]", &format!("queries: [{query}]"));
    for (query, words) in [
        (
            "Ray(name: \"sight\", from: (0.0, 0.0), to: ¦(0.0, 0.0))",
            ["queries 0: to is (0.0, 0.0), where the way is of length 0", "apart from the start"].as_slice(),
        ),
        (
            "Ray(name: \"sight\", from: (0.0, 0.0), to: (1.0, 0.0), of: ¦\"bal\")",
            &["queries 0: of is \"bal\"", "did you mean \"ball\"?"],
        ),
        (
            "Ray(name: \"sight\", from: (0.0, 0.0), to: (1.0, 0.0), ignore: ¦[\"crat\"])",
            &["queries 0: ignore is", "crat", "did you mean \"crate\"?"],
        ),
        ("Ray(name: ¦\" \", from: (0.0, 0.0), to: (1.0, 0.0))", &["queries 0: name is \" \"", "not empty"]),
        (
            "Point(name: \"a\", at: (0.0, 0.0)), Point(name: ¦\"a\", at: (0.0, 0.0))",
            &["queries 1: name is \"a\", which query 0 has already", "no other query"],
        ),
        ("Point(name: \"a\", at: ¦(2e6, 0.0))", &["queries 0: at is (2e6, 0.0)", "1000000"]),
        ("Point(name: \"a\", at: ¦3)", &["queries 0: at is 3", "(x, y)"]),
        (
            "Overlap(name: \"a\", shape: Circle(radius: ¦0.0), at: (0.0, 0.0))",
            &["queries 0: radius is 0.0; allowed: a number > 0"],
        ),
        (
            "Closest(name: \"a\", a: \"ball\", b: ¦\"ball\")",
            &["queries 0: b is \"ball\", which is a as well"],
        ),
        (
            "¦Cast(name: \"a\", from: (0.0, 0.0), to: (1.0, 0.0))",
            &["queries 0", "shape, from and to", "body and by"],
        ),
        (
            "Closest(name: \"a\", a: \"ball\", b: \"crate\", ignore: ¦[\"ball\"])",
            &["queries 0: ignore is", "a Closest names its bodies", "no such field"],
        ),
        ("Point(name: \"a\", at: (0.0, 0.0), is: [¦\"\"])", &["queries 0: is[0] is \"\"", "not empty"]),
        ("Point(name: \"a\", at: (0.0, 0.0), meets: ¦3)", &["queries 0: meets is 3", "a list of names"]),
        ("Cast(name: \"a\", body: \"ball\", by: ¦(0.0, 0.0))", &["queries 0: by is (0.0, 0.0)", "or a turn"]),
        ("¦Beam(name: \"a\")", &["queries 0", "Beam", "Ray, Cast, Closest, Point, Overlap"]),
        ("¦7", &["queries 0 is 7; allowed: Ray(name: …"]),
    ] {
        check(&asking(query), words);
    }
    let expecting_query = |line: &str| {
        let query = "queries: [Closest(name: \"gap\", a: \"ball\", b: \"crate\")], expect";
        expecting(line).replace("expect", query)
    };
    for (line, words) in [
        ("Miss(query: ¦\"gop\")", ["expect 0: query is \"gop\"", "did you mean \"gap\"?"]),
        ("Miss(query: ¦\"gap\")", ["expect 0: query is \"gap\", which is a Closest", "name of a query"]),
    ] {
        check(&expecting_query(line), &words);
    }
}

#[test]
fn generators() {
    let generating = |generator: &str| {
        expecting("").replace("expect: [\n        ,\n    ]", &format!("generators: [{generator}]"))
    };
    for (generator, words) in [
        (
            "Rod(a: \"ball\", b: ¦\"crat\", length: 1.0)",
            ["generators 0", "b is \"crat\"", "did you mean \"crate\"?"].as_slice(),
        ),
        (
            "Rod(a: \"ball\", b: ¦\"ball\", length: 1.0)",
            &["generators 0: b is \"ball\", which is a as well", "another body"],
        ),
        (
            "Ground(), Cable(a: \"ball\", b: \"crate\", length: ¦0.0)",
            &["generators 1: length is 0.0; allowed: a number > 0"],
        ),
        (
            "Cable(a: \"ball\", b: \"crate\", length: 1.0, restitution: ¦2.0)",
            &["generators 0: restitution is 2.0", "0.0 to 1.0"],
        ),
        ("¦Rod(a: \"ball\", b: \"crate\")", &["generators 0", "\"length\"", "is missing", "> 0"]),
        (
            "Ground(normal: ¦(0.0, 0.0))",
            &["generators 0: normal is (0.0, 0.0); allowed: two finite numbers (x, y), not both 0"],
        ),
        ("Ground(normal: ¦3)", &["generators 0: normal is 3"]),
        ("Ground(normal: ¦(1e39, 0))", &["generators 0: normal is (1e39, 0)", "each in size at most 3.4e38"]),
        ("Ground(friction: ¦1e39)", &["generators 0: friction is 1e39", ">= 0, at most 3.4e38"]),
        ("Ground(point: ¦(0.0, 2e6))", &["generators 0: point is (0.0, 2e6)", "1000000"]),
        ("Ground(friction: ¦-1.0)", &["generators 0: friction is -1.0", ">= 0"]),
        ("Ground(¦frictoin: 1.0)", &["generators 0", "frictoin", "did you mean \"friction\"?"]),
        ("Ground(¦a: \"ball\")", &["generators 0", "unknown field \"a\""]),
        ("¦Rope(a: \"ball\", b: \"crate\", length: 1.0)", &["generators 0", "Rope", "Ground, Cable, Rod"]),
        ("¦\"Rod\"", &["generators 0 is \"Rod\"; allowed: Ground(…), Cable("]),
    ] {
        check(&generating(generator), words);
    }
}

#[test]
fn a_listener_that_removes_or_bursts_names_its_body_and_a_count() {
    let scene = |listener: &str, rest: &str| {
        format!(
            "(version: 1, bodies: [(name: \"jelly\", shape: Circle(radius: 1.0)), (name: \"wall\", shape: Wall(start: \
             (0.0, 0.0), end: (1.0, 0.0))){rest}], listeners: [({listener})])"
        )
    };
    let rows = [
        ("then: ¦Remove", "", ["then is Remove", "no body is named"]),
        ("then: ¦Burst(count: 3)", "", ["then is Burst(", "no body is named"]),
        ("body: \"jelly\", then: Burst(count: ¦1)", "", ["count is 1", "from 2 to 64"]),
        ("body: \"jelly\", then: Burst(count: ¦65)", "", ["count is 65", "from 2 to 64"]),
        ("body: \"jelly\", then: Burst(count: ¦99999999999)", "", ["count is 99999999999", "from 2 to 64"]),
        ("body: ¦\"wall\", then: Burst(count: 3)", "", ["body is \"wall\"", "no area"]),
        ("body: \"jelly\", name: ¦\" \"", "", ["name is \" \"", "not empty"]),
        ("body: \"jelly\", then: ¦Explode", "", ["then is Explode", "Ignore, Remove, Burst"]),
    ];
    for (listener, rest, words) in rows {
        check(&scene(listener, rest), &words);
    }
    let twin = ", (name: ¦\"jelly/3\", shape: Circle(radius: 1.0))";
    check(&scene("body: \"jelly\", then: Burst(count: 3)", twin), &["name is \"jelly/3\"", "piece"]);
    let expect = |a: &str| {
        let scene = scene("body: \"jelly\", then: Burst(count: 3)", "");
        scene.replace("])", &format!("], expect: [Separate(a: {a}, b: \"wall\", frame: 9)])"))
    };
    check(&expect("¦\"jelly/4\""), &["a is \"jelly/4\"", "no body is called"]);
    check(&expect("¦\"jelly/03\""), &["a is \"jelly/03\"", "no body is called"]);
    assert!(Scene::from_ron(&expect("\"jelly/3\""), "good").is_ok());
}

/// Each says what was found and what is allowed, in words of its own place.
#[test]
fn refusals_name_what_is_found_and_what_is_allowed() {
    let body = |rest: &str| {
        format!(r#"Scene(version: 1, bodies: [Body(name: "a", shape: Circle(radius: 1.0){rest})])"#)
    };
    let listener = r#"listeners: [Listener(body: "walls", then: Burst(count: 8))], "#;
    let walls = r#"Body(name: "walls", shapes: [Part(shape: Wall(start: (0.0, 0.0), end: (1.0, 0.0))),
        Part(shape: Chain(points: [(0.0, 0.0), (0.0, 1.0)]))])"#;
    for (text, words) in [
        (
            body(", motion: Static()"),
            vec![r#"body "a": Static has brackets; allowed: Static without brackets"#],
        ),
        (
            "((((".to_owned(),
            vec![
                r#""(" stands where the name of a field is expected"#,
                "allowed: Scene(version: 1, bodies: […])",
            ],
        ),
        (
            "(version: 1, 5: 3, bodies: [])".to_owned(),
            vec![r#""5" stands where the name of a field is expected"#],
        ),
        (
            "(version: 1, gravity: (0.0 -9.81), bodies: [])".to_owned(),
            vec!["scene: gravity: \"-\" stands behind a value; allowed: a comma, or the closing bracket"],
        ),
        (
            "(version: 1, name: 3, bodies: [])".to_owned(),
            vec!["scene: name is 3; allowed: a text in double quotes"],
        ),
        (
            "(version: 1, solver: Linear(), bodies: [])".to_owned(),
            vec!["Linear has brackets; allowed: Linear without"],
        ),
        (
            format!("(version: 1, bodies: [{walls}], {listener})"),
            vec![r#"body is "walls", which is made of walls or chains alone and has no area to burst"#],
        ),
    ] {
        let error = Scene::from_ron(&text, "test").unwrap_err().to_string();
        assert!(words.iter().all(|words| error.contains(words)), "{text}: {error}");
        assert!(!error.contains("no other body"), "{text}: {error}");
    }
}

/// A missing bracket was told of what follows it: an unknown field of the shape before, a body that is a field of another, a
/// value that is none.
#[test]
fn a_missing_bracket_is_told_where_it_is_missing() {
    check(
        &one("name: \"crate\", shape: Rectangle(width: 4, height: 2¦, position: (0, 1)"),
        &["body \"crate\"", "Rectangle( is not closed here", "allowed: )"],
    );
    check(
        &one("name: \"crate\", shape: Circle(radius: 1), position: (0, 1¦, sensor: true"),
        &["body \"crate\"", "( is not closed here", "allowed: )"],
    );
    let scene = |before: &str, between: &str, after: &str| {
        format!(
            "Scene(\n    version: 1,\n    gravity: (0, -10{before},\n    bodies: [\n        \
             Body(name: \"a\", shape: Circle(radius: 1), motion: Dynamic(){between},\n        // Between.\n        \
             Body(name: \"b\", shape: Circle(radius: 1)),\n    {after}\n)\n"
        )
    };
    check(&scene("¦", ")", "],"), &["scene", "( is not closed here", "allowed: )"]);
    check(&scene(")", "¦", "],"), &["body \"a\"", "Body( is not closed here", "allowed: )"]);
    check(&scene(")", ")", "¦,\n    expect: [],"), &["[ of line 4 is not closed here", "allowed: ]"]);
    // The whole line is missing.
    check(
        "(\n  version: 1,\n  bodies: [\n    (name: \"a\", shape: Circle(radius: 1))¦,\n  expect: [],\n)\n",
        &["[ of line 3 is not closed here", "allowed: ]"],
    );
    check(
        "Scene(\n    version: 1,\n    bodies: [],\n¦",
        &["Scene( of line 1 is not closed here", "allowed: )"],
    );
    // Brackets that match, or a bracket elsewhere, leave a wrong name what it is.
    check(&one("name: \"a\", shape: Circle(radius: 1, ¦position: (0, 1))"), &["unknown field", "position"]);
    check(
        "(version: 1, bodies: [(name: \"a\", ¦shap: Circle(radius: 1)), (name: \"b\", shape: Circle(radius: 1)])",
        &["unknown field", "shap", "did you mean"],
    );
}
