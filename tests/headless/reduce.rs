//! `reduce`: the smallest scene in which a stop still holds.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use collision_test::report::reduce::Reduction;
use collision_test::report::until::{Until, until};
use collision_test::scene::{Scene, SceneJoint, SceneMotion, SceneShape, Stop};

fn shipped(name: &str) -> Scene {
    Scene::load(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name)).unwrap()
}

fn reduced(scene: &Scene, stop: &str) -> (Scene, u64) {
    let stop = scene.read_stop(stop).unwrap();
    let mut reduction = Reduction::of(scene, &stop, 600, || ()).unwrap();
    while reduction.advance() {}
    assert!(reduction.is_done());
    (reduction.scene().clone(), reduction.frame())
}

/// The frame in which the scene's one stop holds.
fn holds_at(scene: &Scene) -> Option<u64> {
    let [stop] = &scene.stops[..] else { panic!("{:?}", scene.stops) };
    frame_of(scene, stop)
}

fn frame_of(scene: &Scene, stop: &Stop) -> Option<u64> {
    match until(scene, &mut scene.to_world().unwrap(), stop, 600, || ()) {
        Until::Stopped(stopped) => Some(stopped.frame),
        Until::Never(_) => None,
    }
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.bodies.iter().map(|body| body.name.as_str()).collect()
}

/// A ball catches on the joint of two of many tiles, among bystanders.
#[test]
fn a_ghost_needs_its_two_tiles() {
    let (smaller, frame) = reduced(&shipped("seams-of-tiles.ron"), "Ghost(body: \"*\")");
    assert_eq!(names(&smaller), ["on tiles", "tiles"]);
    assert_eq!(smaller.bodies[1].shape.parts().len(), 2);
    assert_eq!(holds_at(&smaller), Some(frame));
}

/// A mover that is stuck at a wall stays stuck at that wall, and one on a platform on that; what came before goes.
#[test]
fn a_mover_meets_what_it_met() {
    let whole = shipped("level-character.ron");
    let (smaller, frame) = reduced(&whole, "Stuck(body: \"hero\")");
    assert_eq!(names(&smaller), ["hero", "wall"]);
    assert_eq!(holds_at(&smaller), Some(frame));
    assert!(frame < 5, "it begins before the wall: {frame}\n{}", smaller.to_ron());
    let (smaller, _) = reduced(&whole, "Grounded(body: \"hero\", when: \"y > 2.6\")");
    assert_eq!(names(&smaller), ["hero", "platform"]);
}

/// What is left is needed: without any one body the stop holds no longer. What is written reads back as the same.
#[test]
fn no_body_of_the_smallest_scene_can_go() {
    for (name, stop) in [
        ("falling-dominoes.ron", "Faster(body: \"domino 3\", than: 1)"),
        ("stack-of-ten.ron", "Energy(gains: 0.01)"),
        ("jelly.ron", "Event(listener: \"*\")"),
        ("bullet.ron", "Begin(a: \"bullet\", b: \"*\")"),
        ("newtons-cradle.ron", "Begin(a: \"*\", b: \"ball 5\")"),
    ] {
        let scene = shipped(name);
        let Some(first) = frame_of(&scene, &scene.read_stop(stop).unwrap()) else {
            panic!("{name}: {stop} never holds");
        };
        let (smaller, frame) = reduced(&scene, stop);
        assert_eq!(holds_at(&smaller), Some(frame), "{name}");
        assert!(frame <= first && smaller.bodies.len() < scene.bodies.len(), "{name}");
        assert_eq!(Scene::from_ron(&smaller.to_ron(), name).unwrap(), smaller, "{name}");
        for index in 0..smaller.bodies.len() {
            let mut without = smaller.clone();
            without.remove_bodies(|other, _| other == index);
            let still = !without.stops.is_empty() && holds_at(&without).is_some_and(|at| at <= frame);
            assert!(!still, "{name}: {} is not needed", smaller.bodies[index].name);
        }
    }
}

/// A ball falls from 5 m onto a floor, 0.1 m beside a crate. Where it gets deeper than 1 cm is not a matter of overlapping from
/// the start: the ball begins apart from the floor. Digits that nothing needs are gone.
#[test]
fn the_smallest_scene_comes_to_its_stop_on_its_own_way() {
    let scene = Scene::from_ron(
        "(version: 1, gravity: (0, -9.81), solver: Off, bodies: [
            (name: \"ball\", shape: Circle(radius: 0.5123), position: (0.1234, 5.0), motion: Dynamic(mass: 3.0, damping: 0.99)),
            (name: \"crate\", shape: Rectangle(width: 1.0, height: 1.0), position: (1.2, 0.5), friction: 0.7),
            (name: \"floor\", shape: Chain(points: [(-9, 0), (-3, 0), (0, 0), (3, 0), (9, 0)])),
        ], watch: [\"ball.speed\"], expect: [Separate(a: \"ball\", b: \"crate\")])",
        "falling",
    )
    .unwrap();
    let (smaller, frame) = reduced(&scene, "Deeper(a: \"ball\", b: \"*\", than: 0.01)");
    assert_eq!(names(&smaller), ["ball", "floor"]);
    assert!(frame > 0);
    let text = smaller.to_ron();
    assert!(!text.contains("mass") && !text.contains("friction") && !text.contains("watch"), "{text}");
    assert!(
        text.contains("Deeper(a: \"ball\", b: \"floor\", than: 0.01)") && text.contains("radius: 1.0"),
        "{text}"
    );
    let Some(SceneShape::Chain { points, .. }) = smaller.bodies.get(1).map(|body| &body.shape) else {
        panic!("{text}");
    };
    assert_eq!(points.len(), 2, "{text}");
    assert!(smaller.to_world().unwrap().detect_all().is_empty(), "{text}");
}

/// A stop that a `when` ties to a time keeps its beginning, and an expectation that fails keeps its line.
#[test]
fn a_moment_and_a_line_that_are_asked_for_stay() {
    let scene = Scene::from_ron(
        "(version: 1, solver: Off, bodies: [
            (name: \"a\", shape: Circle(radius: 1), position: (-3, 0), motion: Kinematic(velocity: (1, 0))),
            (name: \"b\", shape: Circle(radius: 1), position: (3, 0)),
            (name: \"c\", shape: Circle(radius: 1), position: (9, 9)),
        ], expect: [Separate(a: \"a\", b: \"c\", frame: 300), Separate(a: \"a\", b: \"b\", frame: 300)])",
        "late",
    )
    .unwrap();
    let (timed, frame) = reduced(&scene, "Deeper(a: \"a\", b: \"b\", than: 0, when: \"time > 4.5\")");
    assert_eq!((names(&timed), frame), (vec!["a", "b"], 271));
    let (failing, frame) = reduced(&scene, "Fails()");
    assert_eq!((names(&failing), frame, failing.expect.len()), (vec!["a", "b"], 300, 1));
}

/// What fails to bounce, or to fall, does so without a motion, a wall or gravity as well: the line that fails keeps what its
/// bodies are, and where they are.
#[test]
fn what_fails_to_happen_fails_for_the_same_reason() {
    let rest = "(name: \"crate\", shape: Rectangle(width: 1, height: 1), position: (40, 40)),
        (name: \"coin\", shape: Circle(radius: 0.2), position: (-30, 20), motion: Dynamic(velocity: (1, 1)))";
    // Slower than the least speed that bounces, it slides along.
    let slides = format!(
        "(version: 1, solver: Rigid, bodies: [
        (name: \"ball\", shape: Circle(radius: 0.25), restitution: 1, friction: 0, motion: Dynamic(velocity: (5, 0.05))),
        (name: \"top\", shape: Wall(start: (-200, 0.5), end: (200, 0.5)), restitution: 1, friction: 0),
        {rest}], expect: [Soon(stop: End(a: \"ball\", b: \"top\"), before: 600)])"
    );
    let (smaller, frame) = reduced(&Scene::from_ron(&slides, "slides").unwrap(), "Fails()");
    assert_eq!((names(&smaller), frame), (vec!["ball", "top"], 600));
    let text = smaller.to_ron();
    assert!(
        text.contains("velocity: (5.0, 0.05)") && text.matches("restitution: 1.0").count() == 2,
        "{text}"
    );

    let sticks = format!(
        "(version: 1, solver: Rigid, gravity: (0, -9.81), bodies: [
        (name: \"player\", shape: Rectangle(width: 0.6, height: 1.2), position: (0, 3), friction: 0.5, fixed_rotation: true,
            motion: Dynamic(acceleration: (40, 0))),
        (name: \"wall\", shape: Rectangle(width: 1, height: 10), position: (1, 0), friction: 0.5),
        {rest}], expect: [Soon(stop: Outside(body: \"player\", min: (-9, 0), max: (9, 9)), before: 300)])"
    );
    let (smaller, frame) = reduced(&Scene::from_ron(&sticks, "sticks").unwrap(), "Fails()");
    assert_eq!((names(&smaller), frame), (vec!["player", "wall"], 300));
    assert!(smaller.gravity.y < -9.0 && smaller.to_ron().contains("acceleration: (40.0, 0.0)"));
}

/// A step that is too high for a mover stops it as a slope does that is too steep, and less would do for another mover.
#[test]
fn a_mover_is_stuck_at_the_same_face_for_the_same_reason() {
    let scene = "(version: 1, gravity: (0, -9.81), bodies: [
        (name: \"hero\", shape: Capsule(start: (0, 0.3), end: (0, 0.9), radius: 0.3), position: (-3, 0.005),
            motion: Mover(max_slope: 45, step: 0.1, speed: 4)),
        (name: \"ground\", shape: Chain(points: [(9, -2), (9, 0.2), (2, 0.2), (2, 0), (0, 0), (-6, 0), (-6, -2)])),
        (name: \"coin\", shape: Circle(radius: 0.1), position: (-1, 3)),
    ], inputs: [Input(frame: 0, body: \"hero\", move: 1)])";
    let scene = Scene::from_ron(scene, "step").unwrap();
    let (smaller, frame) = reduced(&scene, "Stuck(body: \"hero\")");
    let text = smaller.to_ron();
    assert_eq!((names(&smaller), holds_at(&smaller)), (vec!["hero", "ground"], Some(frame)), "{text}");
    assert!(text.contains("Mover(step: 0.1)"), "{text}");
    // It is still the riser of the step that stops it, 0.2 m high.
    let Some(SceneShape::Chain { points, .. }) = smaller.bodies.get(1).map(|body| &body.shape) else {
        panic!("{text}")
    };
    assert!(
        points.windows(2).any(|two| two[0].x == two[1].x && (two[0].y - two[1].y).abs() == 0.2),
        "{text}"
    );
}

/// What swings too far on a rope, falls through a floor or is squeezed out between two falls past without them as well.
#[test]
fn what_a_failing_body_hangs_on_or_touched_stays() {
    let link = |index: u32| {
        format!(
            "(name: \"link {index}\", shape: Circle(radius: 0.1), position: (0, -{index}), motion: Dynamic())"
        )
    };
    let joint = |a: &str, b: &str, index: u32| {
        format!("Revolute(a: \"{a}\", b: \"{b}\", at_a: (0, 0), at_b: (0, 1)), // {index}\n")
    };
    let rope = format!(
        "(version: 1, solver: Rigid, gravity: (0, -9.81), bodies: [
            (name: \"hook\", shape: Circle(radius: 0.1)), {}, {}, {},
            (name: \"ball\", shape: Circle(radius: 0.4), position: (0, -4), motion: Dynamic(mass: 500, velocity: (0, -30))),
        ], joints: [{}{}{}{}], expect: [Never(stop: Outside(body: \"ball\", min: (-9, -4.3), max: (9, 9)), frames: (0, 60))])",
        link(1),
        link(2),
        link(3),
        joint("hook", "link 1", 1),
        joint("link 1", "link 2", 2),
        joint("link 2", "link 3", 3),
        joint("link 3", "ball", 4),
    );
    let (smaller, _) = reduced(&Scene::from_ron(&rope, "rope").unwrap(), "Fails()");
    assert_eq!(smaller.joints.len(), 4, "{}", smaller.to_ron());

    let mut tunnels = shipped("tunnels-at-some-speeds.ron");
    for body in &mut tunnels.bodies {
        if let SceneMotion::Dynamic { velocity, .. } = &mut body.motion {
            velocity.y = -28.0;
        }
    }
    let (smaller, _) = reduced(&tunnels, "Fails()");
    assert_eq!(smaller.bodies.len(), 2, "{}", smaller.to_ron());
}

/// Two that a joint holds overlap and are no pair: without the joint they would push each other apart.
#[test]
fn a_joint_stays_that_keeps_two_from_colliding() {
    let scene = shipped("ragdoll.ron");
    let (smaller, _) = reduced(&scene, "Deeper(a: \"stairs\", b: \"head\", than: 0.0005)");
    let joined: Vec<[&str; 2]> = smaller.joints.iter().map(SceneJoint::ends).collect();
    let has_both = smaller.bodies.iter().any(|body| body.name == "torso");
    assert!(!has_both || joined.contains(&["torso", "head"]), "{}", smaller.to_ron());
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_collision-test")).current_dir(folder).args(args).output().unwrap()
}

#[test]
fn the_command_writes_a_scene_and_overwrites_none() {
    let folder = tempfile::tempdir().unwrap();
    let scene = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenes/falling-dominoes.ron");
    let scene = scene.to_str().unwrap();
    let stop = "Begin(a: \"*\", b: \"domino 2\")";
    let reduce = |stop: &str, more: &[&str]| {
        let args = [&["reduce", scene, "--keep", stop, "--within", "200"], more].concat();
        let output = run(folder.path(), &args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, out, err) = reduce(stop, &["-o", "small.ron"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("reduced: small.ron: 2 of 13 bodies, "), "{out}");
    let checked = run(folder.path(), &["report", "small.ron", "--until", "Begin(a: \"*\", b: \"domino 2\")"]);
    assert_eq!(checked.status.code(), Some(0));
    let (code, _, err) = reduce(stop, &["-o", "small.ron"]);
    assert!(code == Some(2) && err.contains("is there already"), "{err}");
    let (code, _, err) = reduce(stop, &["-o", "small.txt"]);
    assert!(code == Some(2) && err.contains("has to end in .ron"), "{err}");
    let (code, out, _) = reduce("Begin(a: \"floor\", b: \"no domino\")", &["-o", "none.ron"]);
    assert!(code == Some(2), "{out}");
    let (code, out, _) = reduce("Outside(body: \"*\", min: (-99, -99), max: (99, 99))", &["-o", "none.ron"]);
    assert!(code == Some(1) && out.contains("holds in no frame up to 200"), "{out}");
    assert!(!folder.path().join("none.ron").exists());
}
