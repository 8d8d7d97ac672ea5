//! Joints in a scene: read and written, and what reports, stages, expectations and explanations say of what one holds.
#![allow(clippy::unwrap_used)]

use std::process::Command;

use collision_test::explain::stages::stages;
use collision_test::report::reduce::Reduction;
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::{Scene, SceneJoint};
use glam::Vec2;
use serde_json::Value;

/// A bar of 2 m that lies level hangs on the right end of a wall's arm, 0.5 m deep in it, and a ball lies beside.
const HINGE: &str = "(version: 1, gravity: (0, -10), solver: Rigid, bodies: [
    (name: \"arm\", shape: Rectangle(width: 2, height: 0.4)),
    (name: \"bar\", shape: Rectangle(width: 2, height: 0.2), position: (1.5, 0), motion: Dynamic()),
    (name: \"ball\", shape: Circle(radius: 0.3), position: (1.5, 0.3), motion: Dynamic(), is: [], meets: []),
], generators: [Ground(point: (0, -9))], joints: [
    Revolute(a: \"arm\", b: \"bar\", at_a: (0.75, 0), at_b: (-0.75, 0)),
], expect: [Separate(a: \"arm\", b: \"bar\")])";

fn read(text: &str) -> Result<Scene, String> {
    Scene::from_ron(text, "hinge").map_err(|error| error.message)
}

/// What a command prints of a scene, messages first.
fn told(text: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("hinge.ron"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    let output = command.current_dir(folder.path()).args(args).output().unwrap();
    String::from_utf8([output.stderr, output.stdout].concat()).unwrap()
}

fn reduced(text: &str, stop: &str) -> Scene {
    let scene = read(text).unwrap();
    let stop = scene.read_stop(stop).unwrap();
    let mut reduction = Reduction::of(&scene, &stop, 600, || ()).unwrap();
    while reduction.advance() {}
    reduction.scene().clone()
}

fn hinge() -> Scene {
    read(HINGE).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_joint_is_read_written_and_checked() {
    let scene = hinge();
    let (a, b) = ("arm".to_owned(), "bar".to_owned());
    let at = |x: f32| Vec2::new(x, 0.0);
    assert_eq!(scene.joints, [SceneJoint { a, b, at_a: at(0.75), at_b: at(-0.75), collide: false }]);
    let text = scene.to_ron();
    let line = "Revolute(a: \"arm\", b: \"bar\", at_a: (0.75, 0.0), at_b: (-0.75, 0.0)),";
    assert!(text.contains(line), "{text}");
    assert_eq!(read(&text).unwrap(), scene);
    let joint = "Revolute(a: \"arm\", b: \"bar\", at_a: (0.75, 0), at_b: (-0.75, 0))";
    for (wrong, found, allowed) in [
        ("Revolute(a: \"arm\", b: \"arm\")", "joints 0: b is \"arm\"", "which is a as well"),
        ("Revolute(a: \"arm\", b: \"leg\")", "joints 0: b is \"leg\"", "the name of a body"),
        ("Revolute(a: \"arm\", b: \"bar\", at: (0, 0))", "unknown field \"at\"", "a, b, at_a, at_b, collide"),
        ("Revolute(a: \"arm\", b: \"bar\", collide: 1)", "collide is 1", "true or false"),
        ("Weld(a: \"arm\", b: \"bar\")", "\"Weld\" stands where", "Revolute(…)"),
    ] {
        let message = read(&HINGE.replace(joint, wrong)).unwrap_err();
        assert!(message.contains(found) && message.contains(allowed), "{wrong}: {message}");
    }
}

/// The pair is in no report, the joint among what generators give, after them; with `collide` both are there.
#[test]
fn a_report_tells_the_joint_and_not_the_pair() {
    for collides in [false, true] {
        let mut scene = hinge();
        scene.joints[0].collide = collides;
        let world = scene.to_world().unwrap();
        let mut json = Vec::new();
        Report::of(&scene, &world, &ReportOptions::default()).write_json(&mut json).unwrap();
        let report: Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(report["pairs"].as_array().unwrap().len(), usize::from(collides));
        let made = report["generated"].as_array().unwrap();
        assert_eq!(made.len(), 1, "{made:?}");
        let [generator, a, b] = ["generator", "a", "b"].map(|key| made[0][key].as_u64().unwrap());
        assert_eq!((made[0]["kind"].as_str(), generator, a, b), (Some("Revolute"), 1, 0, 1));
        assert_eq!(made[0]["depth"].as_f64(), Some(0.0));
    }
}

/// The bar's first step by hand: about the joint its moment of inertia is (2² + 0.2²) / 12 + 0.75² = 0.8992 kg·m², and its
/// weight of 10 N at 0.75 m gives it 7.5 / 0.8992 × 1/60 = 0.1390 rad/s. The stages tell the joint in words of joints.
#[test]
fn the_first_step_of_a_hinge_is_that_of_the_lever() {
    let scene = hinge();
    let mut world = scene.to_world().unwrap();
    let text: Vec<String> =
        stages(&scene, &world).iter().map(|stage| format!("{}\n{}", stage.title, stage.sentence)).collect();
    let text = text.join("\n");
    for told in [
        "Generator: joint 0 between arm and bar: wrong by 0 m",
        "Joint 0 between arm and bar has its ends together.",
        "joint 0 between arm and bar, point 1",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    for never in ["length", "rod", "close at"] {
        let of_joint = text.lines().filter(|line| line.to_lowercase().contains("joint 0"));
        assert!(of_joint.clone().all(|line| !line.contains(never)), "{never}: {text}");
    }
    world.step();
    let spin = world.body(1).unwrap().angular_velocity().to_radians();
    assert!((spin + 0.1390).abs() < 0.001, "{spin} rad/s");
}

/// Why the two do nothing to each other: the joint, after masks; others are explained as before.
#[test]
fn why_not_names_the_joint() {
    let explain = |pair: &str, more: &[&str]| {
        let args = [&["explain", "hinge.ron", "--pair", pair][..], more].concat();
        told(HINGE, &args)
    };
    let told = explain("arm,bar", &[]);
    assert!(told.contains("Joint 0 between arm and bar joins them"), "{told}");
    assert!(told.contains("(`collide: false`)") && told.contains("both lines, masks."), "{told}");
    let told = explain("bar,ball", &[]);
    assert!(told.contains("Masks keep them apart"), "{told}");
    // There is no contact to take away.
    let told = explain("arm,bar", &["--format", "ron"]);
    assert!(told.contains("Joint 0 between arm and bar joins them"), "{told}");
}

#[test]
fn an_expectation_of_a_contact_says_that_a_joint_holds_the_two() {
    let text = HINGE.replace("Separate(a: \"arm\", b: \"bar\")", "Contact(a: \"arm\", b: \"bar\")");
    let told = told(&text, &["check", "hinge.ron"]);
    assert!(told.contains("no contact: a joint holds them, and they do not collide"), "{told}");
}

#[test]
fn reduce_keeps_the_joint_that_opens() {
    let text = HINGE.replacen("], expect", "Revolute(a: \"bar\", b: \"ball\"),\n], expect", 1);
    let small = reduced(&text.replace("Rigid", "Off"), "Opens(a: \"bar\", b: \"arm\", than: 0.01)");
    assert_eq!(small.joints.len(), 1, "{}", small.to_ron());
}

/// What a stop does not need goes, a joint as well.
#[test]
fn reduce_takes_joints_away() {
    let beside = "Revolute(a: \"bar\", b: \"ball\"),\n], expect";
    let text = HINGE.replacen("], expect", beside, 1);
    let small = reduced(&text, "Faster(body: \"bar\", than: 1)");
    assert!(small.joints.is_empty() && small.bodies.len() == 1, "{}", small.to_ron());
}
