//! What `explain` tells of the step that led to a frame: each number by a formula worked out by hand.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

use collision_test::report::why::{Explanation, PairPast, Topic};
use collision_test::report::{PairReport, WhichAxes};
use collision_test::scene::Scene;
use collision_test::scene::numbers::LengthUnit;
use serde_json::Value as Json;

fn scene(settings: &str, bodies: &str) -> String {
    format!("Scene(version: 1, {settings}, bodies: [{bodies}])")
}

/// The command's output on a scene.
fn run(command: &str, scene: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, scene).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    program.arg(command).arg(&path).args(more).output().unwrap()
}

/// The command's output, which must succeed.
fn told_by(command: &str, scene: &str, more: &[&str]) -> String {
    let output = run(command, scene, more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What is told of the step to a frame, of the bodies 0 and 1.
fn response(scene: &str, frame: u64) -> String {
    of_frames(scene, frame).pop().unwrap()
}

/// The same of each frame from the first step to this.
fn of_frames(scene: &str, last: u64) -> Vec<String> {
    let scene = Scene::from_ron(scene, "test").unwrap();
    let mut world = scene.to_world().unwrap();
    (0..last)
        .map(|_| {
            let before = world.clone();
            world.step();
            let pair = PairReport::of_pair(&world, 0, 1, WhichAxes::Every).unwrap();
            let past = PairPast::of_step(before, &world, (0, 1), pair.leaves);
            let unit = LengthUnit::of(world.bodies());
            let explained = Explanation::of_pair_after(&scene, &world, &pair, &past, unit).unwrap();
            explained.about(Topic::Response)
        })
        .collect()
}

/// The first of the texts that has these words.
fn first_with(texts: &[String], words: &str) -> String {
    texts.iter().find(|text| text.contains(words)).unwrap_or_else(|| panic!("{words}: {texts:#?}")).clone()
}

/// The number that follows these words.
fn number_after(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{words}: {text}"));
    let end = rest.find(|c: char| !(c.is_ascii_digit() || ".-e".contains(c))).unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').parse().unwrap_or_else(|_| panic!("{words}: {text}"))
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 0.005 * expected.abs(), "{found}, not {expected}");
}

const EARTH: &str = "gravity: (0.0, -10.0), solver: Rigid";

/// A crate of 4 kg on a floor, pushed along it; it takes 4 × 10 / 60 N·s to hold its weight for a step.
fn pushed(acceleration: f32, friction: f32, settings: &str) -> String {
    scene(
        settings,
        &format!(
            r#"Body(name: "floor", shape: Wall(start: (-50.0, 0.0), end: (50.0, 0.0)), friction: {friction:?}),
            Body(name: "crate", shape: Rectangle(width: 1.0, height: 1.0), position: (0.0, 0.5), fixed_rotation: true,
                motion: Dynamic(mass: 4.0, acceleration: ({acceleration:?}, 0.0)))"#
        ),
    )
}

/// 3 m/s² of 4 kg are 0.2 N·s a step, 5 m/s² the limit of 0.3333: of 8 m/s² 3 are left, which give 3 m/s in a second.
#[test]
fn friction_holds_up_to_its_limit_and_slips_beyond_it() {
    let held = response(&pushed(3.0, 0.5, EARTH), 60);
    assert!(
        held.starts_with("In this step the contact pressed with 0.6667 N·s (40 N); friction gave "),
        "{held}"
    );
    near(number_after(&held, "friction gave "), 0.2);
    let limit = " of the 0.3333 N·s that it may (mu = 0.5, the root of 0.5 × 0.5). It holds: no slip.";
    assert!(held.ends_with(limit), "{held}");

    let slips = response(&pushed(8.0, 0.5, EARTH), 60);
    near(number_after(&slips, "friction gave "), 40.0 * 0.5 / 60.0);
    near(number_after(&slips, "Friction is at its limit: the surfaces slip at "), 3.0);
}

#[test]
fn a_pairs_friction_is_told_with_the_rule_that_mixed_it() {
    let smooth = response(&pushed(3.0, 0.0, EARTH), 60);
    assert!(
        smooth.contains("(40 N). mu = 0, the root of 0 × 0.5: nothing works against the slip. "),
        "{smooth}"
    );
    near(number_after(&smooth, "The surfaces slip at "), 3.0);
    for (rule, words) in [
        ("Larger", "(mu = 0.9, the larger of 0.9 and 0.5)"),
        ("Smaller", "(mu = 0.5, the smaller of 0.9 and 0.5)"),
        ("Average", "(mu = 0.7, the average of 0.9 and 0.5)"),
        ("Product", "(mu = 0.45, the product of 0.9 and 0.5)"),
    ] {
        let settings = format!("{EARTH}, mix: (friction: {rule})");
        let told = response(&pushed(3.0, 0.9, &settings), 60);
        assert!(told.contains(words), "{told}");
    }
}

/// A ball above a line, without gravity: it closes at the speed that it has.
fn falling(speed: f32, restitution: f32, settings: &str) -> String {
    scene(
        settings,
        &format!(
            r#"Body(name: "line", shape: Wall(start: (-50.0, 0.0), end: (50.0, 0.0)), friction: 0.0),
            Body(name: "ball", shape: Circle(radius: 0.5), position: (0.0, 0.6), restitution: {restitution:?},
                motion: Dynamic(velocity: (0.0, {:?})))"#,
            -speed
        ),
    )
}

#[test]
fn a_bounce_is_told_with_its_speeds_and_why_there_is_none() {
    let told = of_frames(&falling(0.19, 1.0, "solver: Rigid"), 60);
    let slow = first_with(&told, "They closed at ");
    let words = "They closed at 0.19 m/s: what closes no faster than 0.2 m/s does not bounce under Rigid, so restitution 1 was not \
                 used (`slowest_bounce` of the scene's `rigid` sets that speed).";
    assert!(slow.contains(words), "{slow}");
    let fast = first_with(&of_frames(&falling(0.21, 1.0, "solver: Rigid"), 60), "They closed at ");
    assert!(
        fast.contains("They closed at 0.21 m/s and part at 0.21 m/s: e = 1 (the larger of 0 and 1)."),
        "{fast}"
    );
    // Its next steps have nothing to hold: they met after 0.1 m at 0.19 m/s, in the 32nd step, and touch
    // after the next.
    let last = of_frames(&falling(0.19, 1.0, "solver: Rigid"), 60).pop().unwrap();
    let since =
        "They touch since frame 33: that one, or the one before, as Rigid looks ahead, tells how they met.";
    assert_eq!(last, format!("Nothing pressed on the contact in this step. {since}"));
    let sooner = of_frames(&falling(0.19, 1.0, "solver: Rigid, rigid: (slowest_bounce: 0.1)"), 60);
    let sooner = first_with(&sooner, "They closed at ");
    assert!(sooner.contains("They closed at 0.19 m/s and part at 0.19 m/s: e = 1"), "{sooner}");
    let half = first_with(&of_frames(&falling(3.0, 0.5, "solver: Rigid"), 60), "They closed at ");
    assert!(
        half.contains("They closed at 3 m/s and part at 1.5 m/s: e = 0.5 (the larger of 0 and 0.5)."),
        "{half}"
    );
    let dead = first_with(&of_frames(&falling(3.0, 0.0, "solver: Rigid"), 60), "They closed at ");
    assert!(
        dead.contains("They closed at 3 m/s; e = 0 (the larger of 0 and 0): nothing is given back."),
        "{dead}"
    );
}

/// Under gravity a bounce starts a little below the surface: its restitution is the one that gives the pair's at the surface.
#[test]
fn the_restitution_that_a_bounce_used_is_told() {
    let told = of_frames(&falling(1.0, 0.8, "gravity: (0.0, -9.81), solver: Rigid"), 60);
    let bounce = first_with(&told, "They closed at ");
    let [closed, parted, used] =
        ["They closed at ", " and part at ", ": e = "].map(|words| number_after(&bounce, words));
    assert!((used - parted / closed).abs() < 1.0e-3 && used > 0.8001, "{bounce}");
    assert!(
        bounce.contains(", from 0.8 (the larger of 0 and 0.8) with what the acceleration adds"),
        "{bounce}"
    );
}

/// A's bounce off the wall makes it meet B, which moved beside it at the same speed. The heavy one goes on at nearly its speed, so
/// that B leaves at three times that, seen from the wall.
#[test]
fn restitution_holds_of_an_impact_that_a_bounce_makes() {
    let bodies = r#"Body(name: "big", shape: Circle(radius: 0.5), position: (0.0, 0.999), restitution: 1.0, friction: 0.0,
            motion: Dynamic(mass: 100.0, velocity: (0.0, -3.0))),
        Body(name: "small", shape: Circle(radius: 0.5), position: (0.0, 1.998), restitution: 1.0, friction: 0.0,
            motion: Dynamic(velocity: (0.0, -3.0))),
        Body(name: "line", shape: Wall(start: (-50.0, 0.5), end: (50.0, 0.5)))"#;
    let told = response(&scene("solver: Rigid", bodies), 1);
    assert!(
        told.contains("They closed at 6 m/s and part at 6 m/s: e = 1 (the larger of 1 and 1)."),
        "{told}"
    );
}

/// Of the closing speed 10 / 60 m/s are of the step that meets the line.
#[test]
fn linear_tells_what_its_acceleration_built_up_and_that_nothing_rubs() {
    let settings = "gravity: (0.0, -10.0), solver: Linear";
    let told = first_with(&of_frames(&falling(3.0, 0.5, settings), 60), "They closed at ");
    let closing = number_after(&told, "They closed at ");
    let words = " m/s, 0.1667 m/s of it built up by this step's acceleration, which does not bounce under Linear, and part at ";
    near(number_after(&told, words), 0.5 * (closing - 10.0 / 60.0));
    let held = response(&pushed(3.0, 0.5, settings), 60);
    let words = "In this step the contact pressed with 0.6667 N·s (40 N). The solver is Linear: no friction, no rotation, so \
                 nothing is carried along.";
    assert_eq!(held, words);
}

/// One iteration a step is not enough for three crates on a floor: the lowest contact is worked on, two are left.
#[test]
fn linear_tells_what_its_iterations_left() {
    let crates = (0..3).map(|i| {
        let (height, name) = (0.5 + i as f32, ["a", "b", "c"][i]);
        format!(
            r#", Body(name: "{name}", shape: Rectangle(width: 1.0, height: 1.0), position: (0.0, {height:?}), motion: Dynamic())"#
        )
    });
    let floor = r#"Body(name: "floor", shape: Wall(start: (-50.0, 0.0), end: (50.0, 0.0)))"#.to_owned();
    let bodies: String = [floor].into_iter().chain(crates).collect();
    let told = response(&scene("gravity: (0.0, -10.0), solver: Linear, iterations: 1", &bodies), 60);
    assert!(told.contains("Linear used 1 iteration, all that it may, and "), "{told}");
    assert!(number_after(&told, "all that it may, and ") >= 1.0, "{told}");
}

/// It moves by 1 m a step, and meets the box after 0.25 m of it.
#[test]
fn what_is_put_back_along_its_way_is_told() {
    let bodies = r#"Body(name: "box", shape: Rectangle(width: 4.0, height: 4.0), position: (0.0, -2.0)),
        Body(name: "ball", shape: Circle(radius: 0.5), position: (0.0, 1.75), motion: Dynamic(velocity: (0.0, -60.0)))"#;
    let told = first_with(&of_frames(&scene("solver: Rigid", bodies), 3), " was put back to ");
    let next = "No impulse acted on this contact in the step to this frame: Rigid finds contacts before it moves the bodies, and the \
                next step works on it. ";
    assert!(told.starts_with(next), "{told}");
    let share = number_after(&told, "ball was put back to ");
    // It moves on by 1 m in the first step, and is put a little deeper than where they touch.
    assert!((24.0..28.0).contains(&share), "{told}");
    assert!(told.contains(" % of its way in this step, to where it meets box."), "{told}");
}

/// The same 3 m/s aside: it goes on along the box for the three quarters of the step that are left, 0.05 m a step.
#[test]
fn what_goes_on_along_what_stopped_it_is_told() {
    let bodies = r#"Body(name: "box", shape: Rectangle(width: 4.0, height: 4.0), position: (0.0, -2.0)),
        Body(name: "ball", shape: Circle(radius: 0.5), position: (0.0, 1.75), motion: Dynamic(velocity: (3.0, -60.0)))"#;
    let told = first_with(&of_frames(&scene("solver: Rigid", bodies), 3), " was put back to ");
    let by = number_after(&told, "to where it meets box, and went on along it by ");
    assert!((0.034..0.04).contains(&by), "{told}");
}

#[test]
fn what_sleeps_is_told_with_the_limits_of_the_core() {
    let told = response(&pushed(0.0, 0.5, &format!("{EARTH}, sleep: true")), 90);
    let since = number_after(&told, "crate sleeps since frame ");
    // Half a second of steps at least.
    assert!((30.0..60.0).contains(&since), "{told}");
    let words = ": it was slower than 0.05 m/s for 0.5 s, and steps leave it out until something wakes it.";
    assert!(told.ends_with(words), "{told}");
}

#[test]
fn what_is_taken_along_is_told() {
    let on = |below: &str, friction: f32| {
        let player = format!(
            r#"Body(name: "player", shape: Rectangle(width: 0.6, height: 1.0), position: (0.0, 0.5), fixed_rotation: true,
                friction: {friction:?}, motion: Dynamic())"#
        );
        let below =
            format!(r#"Body(shape: Rectangle(width: 40.0, height: 0.5), position: (0.0, -0.25), {below}),"#);
        response(&scene(EARTH, &(below + &player)), 60)
    };
    let platform = r#"name: "platform", motion: Kinematic(velocity: (1.0, 0.0))"#;
    assert!(on(platform, 0.5).ends_with("It holds: no slip. platform takes player along at 1 m/s."));
    let belt = r#"name: "belt", conveyor: 2.0"#;
    assert!(on(belt, 0.5).ends_with("belt takes player along at 2 m/s."), "{}", on(belt, 0.5));
    let smooth = on(platform, 0.0);
    assert!(smooth.ends_with("nothing works against the slip. The surfaces slip at 1 m/s."), "{smooth}");
}

#[test]
fn the_response_is_in_the_text_the_json_and_the_markdown() {
    let (scene, asked) = (pushed(3.0, 0.5, EARTH), ["--pair", "floor,crate", "--frame", "60"]);
    let text = told_by("explain", &scene, &asked);
    assert!(
        text.lines().last().unwrap().starts_with("In this step the contact pressed with 0.6667 N·s (40 N)")
    );
    let json: Json =
        serde_json::from_str(&told_by("explain", &scene, &[&asked[..], &["--format", "json"]].concat()))
            .unwrap();
    let sentence =
        json["sentences"].as_array().unwrap().iter().find(|row| row["topic"] == "response").unwrap();
    let value = |what: &Json| {
        let numbers = sentence["numbers"].as_array().unwrap();
        numbers.iter().find(|row| row["what"] == *what).unwrap()["value"].as_f64().unwrap()
    };
    near(value(&"impulse".into()), 4.0 * 10.0 / 60.0);
    near(value(&"friction_limit".into()), 0.5 * 4.0 * 10.0 / 60.0);
    assert_eq!(value(&serde_json::json!({"friction_of": "b"})), 0.5);
    assert!(sentence["text"].as_str().unwrap().ends_with("It holds: no slip."));
    let markdown = told_by("explain", &scene, &[&asked[..], &["--format", "markdown"]].concat());
    assert!(markdown.contains("It holds: no slip."), "{markdown}");
    // Frame 0 is no step's.
    assert!(!told_by("explain", &scene, &asked[..2]).contains("pressed"));
}

fn hung(settings: &str, nail: &str, masses: &[f32]) -> String {
    let bobs = masses.iter().enumerate().map(|(i, mass)| {
        let at = -0.5 - 0.5 * i as f32;
        format!(
            r#", Body(name: "b{i}", shape: Circle(radius: 0.05), position: (0.0, {at:?}), motion: Dynamic(mass: {mass:?}))"#
        )
    });
    let cables = (0..masses.len()).map(|i| {
        let above = if i == 0 { "nail".to_owned() } else { format!("b{}", i - 1) };
        format!(r#"Cable(a: "{above}", b: "b{i}", length: 0.5),"#)
    });
    format!(
        r#"Scene(version: 1, gravity: (0.0, -10.0), {settings},
        bodies: [Body(name: "nail", shape: Circle(radius: 0.05){nail}){}], generators: [{}])"#,
        bobs.collect::<String>(),
        cables.collect::<String>()
    )
}

/// All of them said that chains of links stretch where they carry many times their own mass.
#[test]
fn a_cable_that_is_too_long_tells_why_its_own_is() {
    let first_line = |scene: &str| {
        let told = told_by("explain", scene, &["--pair", "nail,b0", "--frame", "30"]);
        told.lines().find(|line| line.contains("A cable of")).unwrap().to_owned()
    };
    let sensor = first_line(&hung("solver: Rigid", ", sensor: true", &[1.0]));
    assert!(sensor.ends_with(" too much. nail is a sensor, and cables hold no sensors."), "{sensor}");
    let off = first_line(&hung("solver: Off", "", &[1.0]));
    assert!(off.ends_with(" too much. The solver is Off: nothing holds the cable."), "{off}");
    let short = first_line(&hung("solver: Linear, iterations: 1", "", &[1.0, 1.0, 1.0]));
    assert!(
        short.ends_with(" too much. Linear used 1 iteration, all that it may: the next step goes on."),
        "{short}"
    );
    let heavy = first_line(&hung("solver: Rigid", "", &[0.1, 0.1, 0.1, 100.0]));
    let words = " too much. What hangs together here weighs 100.3 kg, 1003 times as much as its lightest body of 0.1 kg: chains \
                 of links stretch where they carry many times their own mass.";
    assert!(heavy.ends_with(words), "{heavy}");
}

fn stages(scene: &str, frame: &str) -> String {
    told_by("report", scene, &["--stages", "--frame", frame])
}

/// 2 N·s on 0.5 kg are 4 m/s.
#[test]
fn the_forces_tell_inputs_and_that_damping_leaves_nothing() {
    let scene = r#"Scene(version: 1, solver: Rigid, bodies: [
        Body(name: "box", shape: Circle(radius: 0.5), motion: Dynamic(mass: 0.5)),
        Body(name: "stuck", shape: Circle(radius: 0.5), position: (9.0, 0.0), motion: Dynamic(velocity: (1.0, 0.0), damping: 0.0))],
        inputs: [Push(frame: 2, body: "box", impulse: (2.0, 0.0)),
            Pull(frames: (5, 5), body: "box", to: [(5, (100.0, 0.0))], stiffness: 1.0)])"#;
    let told = stages(scene, "2");
    assert!(told.contains("push on box: (2, 0) N·s; velocity from (0, 0) to (4, 0) m/s"), "{told}");
    assert!(told.contains("stuck: `damping` 0 leaves nothing of its velocity"), "{told}");
    let told = stages(scene, "5");
    let pull = number_after(&told, "pull on box: (");
    let after = number_after(&told, "velocity from (4, 0) to (");
    near(pull, 0.5 * (after - 4.0));
    assert!(pull > 0.0 && !stages(scene, "4").contains(" on box: ("), "{told}");
}

#[test]
fn a_conveyor_without_friction_is_told_to_move_nothing() {
    let bodies = |friction: f32| {
        format!(
            r#"Body(name: "belt", shape: Rectangle(width: 20.0, height: 0.5), position: (0.0, -0.25), conveyor: 2.0),
            Body(name: "crate", shape: Rectangle(width: 1.0, height: 1.0), position: (0.0, 0.5), friction: {friction:?},
                motion: Dynamic())"#
        )
    };
    let smooth = stages(&scene(EARTH, &bodies(0.0)), "3");
    assert!(
        smooth.contains("(`conveyor`): the pair's friction is 0, so that nothing works against the slip"),
        "{smooth}"
    );
    assert!(!smooth.contains("friction works against the slip"), "{smooth}");
    assert!(
        stages(&scene(EARTH, &bodies(0.5)), "3").contains("friction works against the slip of the surfaces")
    );
}

#[test]
fn a_misspelt_mask_is_told() {
    let of = |meets: &str| {
        let bodies = format!(
            r#"Body(name: "floor", shape: Wall(start: (-5.0, 0.0), end: (5.0, 0.0)), is: ["level"]),
            Body(name: "ball", shape: Circle(radius: 0.5), is: ["player"], meets: ["{meets}"], motion: Dynamic())"#
        );
        told_by("explain", &scene(EARTH, &bodies), &["--pair", "floor,ball"])
    };
    let words =
        "`meets` of ball lacks a name of the other's `is`; no body is \"levle\"; did you mean \"level\"?";
    assert!(of("levle").contains(words), "{}", of("levle"));
    assert!(!of("enemy").contains("did you mean"), "{}", of("enemy"));
}

#[test]
fn a_ground_as_a_pair_is_told_to_be_a_generator() {
    let error = |generators: &str| {
        let scene = format!(
            r#"Scene(version: 1, bodies: [Body(name: "box", shape: Circle(radius: 0.5), motion: Dynamic())],
            generators: [{generators}])"#
        );
        let output = run("explain", &scene, &["--pair", "box,ground"]);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let told = error("Ground(normal: (0.0, 1.0))");
    assert!(
        told.contains("grounds are generators, no bodies: `report` tells their contacts (`generated`)"),
        "{told}"
    );
    assert!(!error("").contains("generators"), "{}", error(""));
}

/// At frame 4 the box lands on the second tile at 6.654 m/s and meets the side of the third at 5 m/s: each tile's contact pressed by
/// its own impulse, of a box of 1 kg.
#[test]
fn what_pressed_is_told_of_the_part_that_is_asked_for() {
    let scene = Scene::from_ron(include_str!("../../scenes/seams-of-tiles.ron"), "test").unwrap();
    let mut world = scene.to_world().unwrap();
    for _ in 0..3 {
        world.step();
    }
    let before = world.clone();
    world.step();
    let told = |part: u32| {
        let pair = PairReport::of_parts(&world, (0, 2), [None, Some(part)], true).unwrap();
        let past = PairPast::of_step(before.clone(), &world, (0, 2), pair.leaves);
        let unit = LengthUnit::of(world.bodies());
        Explanation::of_pair_after(&scene, &world, &pair, &past, unit).unwrap().about(Topic::Response)
    };
    for (part, impulse) in [(1, 6.654), (2, 5.0)] {
        let text = told(part);
        assert!((number_after(&text, "pressed with ") - impulse).abs() < 0.001, "{text}");
        assert!((number_after(&text, "They closed at ") - impulse).abs() < 0.001, "{text}");
    }
}
