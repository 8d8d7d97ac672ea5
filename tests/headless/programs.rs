//! The programs of other engines that `explain` writes of a pair. `.ci/recorders` runs them beside the engines.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use collide2d::World;
use collision_test::report::why::PairPast;
use collision_test::report::why::take_away::SeenAt;
use collision_test::report::why::take_away::programs::PeerEngine;
use collision_test::scene::{Scene, SceneBody, SceneMotion, ScenePart, SceneShape, shipped};
use glam::Vec2;

use crate::why::{good, outcome};

fn world_at(scene: &Scene, frame: u64) -> World {
    let mut world = scene.to_world().unwrap();
    (0..frame).for_each(|_| world.step());
    world
}

fn program(scene: &Scene, world: &World, pair: (u32, u32), engine: PeerEngine) -> String {
    let frame = world.frame();
    let past = &PairPast::default();
    let seen = SeenAt { scene, world, pair, parts: [None; 2], frame, past, theirs: None, file: None };
    seen.program(engine).unwrap()
}

fn of_scene(scene: &Scene, engine: PeerEngine) -> String {
    program(scene, &world_at(scene, 0), (0, 1), engine)
}

fn comment(engine: PeerEngine) -> &'static str {
    match engine {
        PeerEngine::Pymunk | PeerEngine::Godot => "#",
        PeerEngine::Rapier | PeerEngine::Box2d | PeerEngine::Planck | PeerEngine::Matter => "//",
    }
}

/// The lines that are not comments alone.
fn code(program: &str, engine: PeerEngine) -> Vec<&str> {
    program.lines().filter(|line| !line.trim_start().starts_with(comment(engine))).collect()
}

#[test]
fn a_ball_on_a_crate_is_written_for_each_engine() {
    for engine in PeerEngine::ALL {
        let scene = shipped::find("pair-circle-rectangle").unwrap().scene();
        insta::assert_snapshot!(format!("ball_on_crate_{engine:?}"), of_scene(scene, engine));
    }
}

#[test]
fn parts_chains_masks_and_conveyors_are_written() {
    for (stem, pair, frame, engine) in [
        ("level-cup", (0, 1), 120, PeerEngine::Matter),
        ("level-one-sided", (0, 2), 180, PeerEngine::Box2d),
        ("level-one-sided", (0, 2), 180, PeerEngine::Rapier),
        ("level-masks", (1, 3), 0, PeerEngine::Planck),
        ("level-conveyor", (0, 1), 60, PeerEngine::Box2d),
        ("level-chain-floor", (0, 1), 60, PeerEngine::Pymunk),
        ("pair-capsule-wall", (0, 1), 0, PeerEngine::Godot),
    ] {
        let scene = shipped::find(stem).unwrap().scene();
        let text = program(scene, &world_at(scene, frame), pair, engine);
        insta::assert_snapshot!(format!("{}_{engine:?}", stem.replace('-', "_")), text);
    }
}

#[test]
fn the_first_touching_pair_of_every_scene_is_written_for_every_engine() {
    let mut written = 0;
    for scene in shipped::all().iter().map(|shipped| shipped.scene()) {
        for frame in [0, 30] {
            let world = world_at(scene, frame);
            let mut first = None;
            world.for_each_contact(|contact| {
                first = Some((contact.a, contact.b));
                ControlFlow::Break(())
            });
            let Some(first) = first else { continue };
            for engine in PeerEngine::ALL {
                let text = program(scene, &world, first, engine);
                assert!(text.contains(&format!("{} ours", comment(engine))), "{}: {text}", scene.name);
                // No number is without an end, and none has a suffix of Rust.
                assert!(!text.contains("NaN") && !text.contains("_f32"), "{}: {text}", scene.name);
                written += 1;
            }
        }
    }
    assert!(written > 500, "{written}");
}

/// In each language a name is a comment and nothing else: with any names the rest is the same, line by line.
#[test]
fn names_end_no_comment() {
    let names = [
        "a */ evil(); /*",
        "a\nevil()",
        "a\r\nevil()",
        "a\u{2028}evil()\u{2029}evil()",
        "a\u{85}evil()\u{b}evil()\u{c}evil()",
        "a\u{202e}evil()\u{2066}\u{200f}",
        "evil()\\",
        "evil() ??/",
        "evil() \\   ",
        "\"\"\" evil()",
        "''' evil()",
        "`${evil()}` --> <!-- evil()",
        "-*- coding: rot13 -*-",
        "coding=utf-7",
        "a\u{0}\u{7f}\u{1b}[31mevil()",
        "#include <evil.h>",
        "# evil()",
        "// evil()",
    ];
    let with = |name: &str| {
        let shape = SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 };
        let mut a = SceneBody::new(format!("{name}a"), shape.clone());
        a.is = Some(vec![format!("{name}is"), name.to_owned()]);
        let mut b = SceneBody::new(format!("b{name}"), shape);
        b.motion = SceneMotion::dynamic(1.0);
        b.meets = Some(vec![name.to_owned()]);
        Scene { name: name.to_owned(), bodies: vec![a, b], ..Scene::default() }
    };
    for engine in PeerEngine::ALL {
        let plain = of_scene(&with("x"), engine);
        for name in names {
            let text = of_scene(&with(name), engine);
            assert_eq!(code(&text, engine), code(&plain, engine), "{engine:?}, {name:?}");
            assert_eq!(text.lines().count(), plain.lines().count(), "{engine:?}, {name:?}");
            let is_raw = |c: char| {
                (c.is_control() && c != '\n' && c != '\t') || ('\u{200e}'..='\u{206f}').contains(&c)
            };
            assert!(!text.contains(is_raw), "{engine:?}: {text:?}");
            for line in text.lines() {
                let end = line.trim_end();
                assert!(!end.ends_with('\\') && !end.ends_with("??/"), "{engine:?}: {line:?}");
            }
            // Where Python looks for an encoding.
            assert_eq!(text.lines().take(2).collect::<Vec<_>>(), plain.lines().take(2).collect::<Vec<_>>());
        }
    }
}

/// Awkward numbers read back as the f32 that they are.
#[test]
fn numbers_read_back() {
    let (x, y, radius) = (1.0_f32 / 3.0, -1.0e-7_f32, 0.1_f32);
    let mut ball = SceneBody::new("ball", SceneShape::Circle { radius });
    ball.position = Vec2::new(x, y);
    ball.motion = SceneMotion::dynamic(16_777_216.0);
    let crate_ = SceneBody::new("crate", SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 });
    let scene = Scene { bodies: vec![ball, crate_], ..Scene::default() };
    for (engine, scale) in [
        (PeerEngine::Rapier, 1.0),
        (PeerEngine::Box2d, 1.0),
        (PeerEngine::Planck, 1.0),
        (PeerEngine::Pymunk, 1.0),
        (PeerEngine::Matter, 100.0),
        (PeerEngine::Godot, 100.0),
    ] {
        let text = of_scene(&scene, engine);
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let numbers: Vec<f64> = text
            .split(|c| !is_part(c))
            .filter_map(|word| word.strip_suffix('f').unwrap_or(word).parse().ok())
            .collect();
        let has = |wanted: f32| {
            let is_it = |number: &f64| match engine {
                PeerEngine::Rapier | PeerEngine::Box2d => (*number as f32).to_bits() == wanted.to_bits(),
                _ => number.to_bits() == (f64::from(wanted) * scale).to_bits(),
            };
            numbers.iter().any(is_it)
        };
        let y = if scale == 1.0 { y } else { -y };
        assert!(has(x) && has(y) && has(radius), "{engine:?}: {text}");
        assert!(numbers.contains(&16_777_216.0), "{engine:?}: {text}");
    }
}

#[test]
fn what_an_engine_has_no_word_for_is_said() {
    let mut belt = SceneBody::new("belt", SceneShape::Rectangle { width: 4.0, height: 1.0, radius: 0.1 });
    (belt.conveyor, belt.one_way, belt.sensor) = (1.5, Some(Vec2::Y), true);
    let mut dart = SceneBody::new(
        "dart",
        SceneShape::Compound {
            parts: vec![
                ScenePart::new(SceneShape::Capsule { start: Vec2::ZERO, end: Vec2::X, radius: 0.25 }),
                ScenePart::new(SceneShape::Chain {
                    points: vec![Vec2::ZERO, Vec2::X],
                    closed: false,
                    one_sided: true,
                }),
            ],
        },
    );
    dart.motion = SceneMotion::Kinematic { velocity: Vec2::X, angular_velocity: 90.0 };
    dart.bullet = true;
    let scene = Scene { bodies: vec![belt, dart], ..Scene::default() };
    for engine in PeerEngine::ALL {
        let text = of_scene(&scene, engine);
        for part in
            ["sensor in the scene", "one-way in the scene", "1.5 m/s", "Neither of the two is dynamic"]
        {
            assert!(text.contains(part), "{engine:?}: {part}: {text}");
        }
        let has_bullets = matches!(engine, PeerEngine::Rapier | PeerEngine::Box2d | PeerEngine::Planck);
        assert_eq!(text.contains("swept as a bullet"), !has_bullets, "{engine:?}");
        assert_eq!(text.contains("which is left out"), engine != PeerEngine::Box2d, "{engine:?}");
        let has_sides = matches!(engine, PeerEngine::Rapier | PeerEngine::Box2d);
        assert_eq!(text.contains("and from both here"), !has_sides, "{engine:?}");
    }
}

#[test]
fn explain_prints_programs() {
    let args = ["scenes/slope.ron", "--pair", "rough slope,rough box", "--frame", "60", "--format"];
    let planck = good(&[&args[..], &["planck"]].concat());
    assert!(planck.starts_with("// Two bodies of a scene for planck 1.\n"), "{planck}");
    assert!(planck.contains("// rough slope and rough box at frame 60 of "), "{planck}");
    let recorded =
        ["scenes/recordings/rapier.jsonl", "--frame", "45", "--pair", "wall 0,ball 7", "--format", "rapier"];
    let recorded = good(&recorded);
    assert!(recorded.contains("// What the recording does not tell of masses"), "{recorded}");
    let none = ["explain", "scenes/level-masks.ron", "--pair", "guard,spirit", "--format", "box2d"];
    let (code, out, err) = outcome(&none);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("Masks keep them apart"), "{err}");
}

#[test]
fn a_shell_completes_formats_and_man_has_a_page_for_each_command() {
    for (shell, begin) in [
        ("bash", "_collision__test"),
        ("zsh", "#compdef"),
        ("fish", "function"),
        ("powershell", "using"),
        ("elvish", "use"),
    ] {
        let (code, script, err) = outcome(&["completions", shell]);
        assert_eq!((code, err.as_str()), (0, ""), "{shell}");
        assert!(script.contains(begin), "{shell}: {script}");
        // Powershell and elvish complete no values.
        let values = if ["powershell", "elvish"].contains(&shell) { "" } else { "planck" };
        for word in ["explain", "second-opinion", values] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let (code, page, _) = outcome(&["man"]);
    assert_eq!(code, 0);
    assert!(page.contains(".TH collision-test 1"), "{page}");
    let (code, page, _) = outcome(&["man", "explain"]);
    assert_eq!(code, 0);
    assert!(page.contains(".TH collision-test-explain 1") && page.contains("planck"), "{page}");
    let (code, out, err) = outcome(&["man", "\u{1b}nothing"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("allowed: report, render") && !err.contains('\u{1b}'), "{err}");
}
