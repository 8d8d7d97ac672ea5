//! The scenes of the folder and the built-in one.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use collide2d::{DeepestSearch, Motion, PairKind, SolverKind};
use collision_test::report::check::check;
use collision_test::report::{Report, ReportOptions, WhichAxes, WhichBodies, WhichPairs};
use collision_test::scene::shipped::{self, ShippedScene};
use collision_test::scene::{Scene, SceneBody, SceneShape};
use glam::Vec2;

fn scenes() -> Vec<(String, Scene)> {
    let mut scenes: Vec<_> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), Scene::load(&path).unwrap()))
        .collect();
    scenes.sort_by(|a, b| a.0.cmp(&b.0));
    scenes
}

#[test]
fn every_scene_keeps_its_promises() {
    let mut promises = 0;
    for (name, scene) in scenes() {
        assert!(!scene.name.is_empty() && !scene.expect.is_empty(), "{name}");
        let failures: Vec<String> = check(&scene).unwrap().failures.iter().map(ToString::to_string).collect();
        assert!(failures.is_empty(), "{name}: {}", failures.join("\n"));
        promises += scene.expect.len();
    }
    assert!(promises >= 60, "{promises}");
}

/// The picker of scenes shows name and sentence on a card; 110 characters are three lines of it.
#[test]
fn every_scene_says_in_one_sentence_what_it_shows() {
    let (mut names, mut sentences) = (BTreeSet::new(), BTreeSet::new());
    for (file, Scene { name, about, .. }) in scenes() {
        assert!(!about.is_empty(), "{file}: a scene that is shipped has `about: \"…\"` after its name");
        assert!(
            about.ends_with('.') && !about.contains(char::is_control),
            "{file}: {about:?} is no sentence"
        );
        assert!(about.chars().count() <= 110, "{file}: {} characters", about.chars().count());
        assert!(names.insert(name), "{file}: another scene has this name");
        assert!(sentences.insert(about), "{file}: another scene has this sentence");
    }
}

#[test]
fn every_scene_of_the_folder_is_shipped() {
    let shipped: BTreeSet<&str> = shipped::all().iter().map(ShippedScene::stem).collect();
    let scenes = scenes();
    assert_eq!(shipped, scenes.iter().map(|(file, _)| file.as_str()).collect());
    for (file, scene) in &scenes {
        assert_eq!(shipped::find(file).map(ShippedScene::scene), Some(scene), "{file}");
    }
}

#[test]
fn the_built_in_scene_shows_every_pair_kind_once_and_nothing_else_touches() {
    let scene = Scene::built_in();
    let world = scene.to_world().unwrap();
    let touching = world.detect_all();
    let shape = |i: u32| world.bodies()[i as usize].shape();
    let kinds: BTreeSet<String> =
        touching.iter().map(|c| PairKind::of(shape(c.a), shape(c.b)).to_string()).collect();
    assert_eq!((kinds.len(), touching.len()), (9, 9), "{kinds:?}");
}

#[test]
fn the_built_in_scene_stays_in_its_basin_and_comes_to_rest() {
    let scene = Scene::built_in();
    let mut world = scene.to_world().unwrap();
    for _ in 0..1200 {
        world.step();
        for body in world.bodies().iter().filter(|b| !b.is_static()) {
            let p = body.pose().position;
            assert!(p.x.abs() < 10.4 && p.y > -6.6, "frame {}: {p}", world.frame());
            assert!(body.velocity().length() < 20.0, "frame {}: {}", world.frame(), body.velocity());
        }
    }
    let fastest = world.bodies().iter().map(|b| b.velocity().length()).fold(0.0, f32::max);
    assert!(fastest < 0.5, "{fastest} m/s after 20 s");
}

#[test]
fn a_world_holds_what_the_scene_says() {
    let mut scene = Scene::built_in();
    scene.gravity = Vec2::new(1.0, -2.0);
    scene.timestep = 0.01;
    scene.max_contacts = 7;
    scene.solver = SolverKind::Off;
    scene.bodies[0].rotation = 90.0;
    scene.bodies[0].sensor = true;
    scene.bodies[0].friction = 0.25;
    let world = scene.to_world().unwrap();
    let settings = world.settings();
    assert_eq!((settings.gravity, settings.timestep), (scene.gravity, 0.01));
    assert_eq!((settings.max_contacts, settings.solver), (7, SolverKind::Off));
    assert_eq!(world.bodies().len(), scene.bodies.len());
    let (body, moon) = (&world.bodies()[0], &scene.bodies[0]);
    assert_eq!((body.pose().position, body.pose().rotation.degrees()), (moon.position, 90.0));
    assert_eq!((*body.motion(), body.restitution(), body.friction()), (moon.motion, 0.5, 0.25));
    assert!(body.is_sensor());
}

#[test]
fn free_fall_is_exact_without_contacts() {
    // x = v t + a t² / 2 after 100 steps of 1/64 s, every term a sum of powers of two.
    for solver in [SolverKind::Off, SolverKind::Linear] {
        let mut body = SceneBody::new("stone", SceneShape::Circle { radius: 0.5 });
        body.motion = Motion::Dynamic {
            mass: 2.0,
            velocity: Vec2::new(3.0, 0.0),
            angular_velocity: 0.0,
            acceleration: Vec2::new(0.0, 2.0),
            damping: 1.0,
        };
        let scene = Scene {
            gravity: Vec2::new(0.0, -10.0),
            timestep: 1.0 / 64.0,
            solver,
            bodies: vec![body],
            ..Scene::default()
        };
        let mut world = scene.to_world().unwrap();
        for _ in 0..64 {
            world.step();
        }
        assert_eq!(world.bodies()[0].pose().position, Vec2::new(3.0, -4.0), "{solver:?}");
    }
}

#[test]
fn the_window_asks_for_no_more_than_it_looks_at() {
    let scene = Scene::built_in();
    let world = scene.to_world().unwrap();
    let (a, b) = (scene.index_of("crate").unwrap(), scene.index_of("moon").unwrap());
    let of =
        |pairs, axes| Report::of(&scene, &world, &ReportOptions { pairs, axes, ..ReportOptions::default() });

    let none = of(WhichPairs::Touching, WhichAxes::None);
    assert_eq!(none.pairs.len(), 9);
    assert!(none.pairs.iter().all(|p| p.trace.is_none()) && none.impacts.is_none());

    // A selected pair that does not touch is listed in its place, whichever body is named first.
    let selected_pair = of(WhichPairs::Touching, WhichAxes::Of(a, b));
    assert_eq!(selected_pair.pairs.len(), 10);
    assert!(selected_pair.pairs.is_sorted_by_key(|p| (p.a, p.b)));
    let traced: Vec<_> = selected_pair.pairs.iter().filter(|p| p.trace.is_some()).collect();
    assert_eq!(traced.len(), 1);
    assert_eq!((traced[0].a, traced[0].b), (b, a));
    assert!(traced[0].contact.is_none());

    // Selecting another pair gives the same report as a fresh one, and so does reading into the old report.
    let mut read = of(WhichPairs::Touching, WhichAxes::None);
    for axes in [
        WhichAxes::Of(a, b),
        WhichAxes::Of(0, 1),
        WhichAxes::None,
        WhichAxes::Of(b, a),
        WhichAxes::Of(0, 900),
    ] {
        let pair = if let WhichAxes::Of(i, j) = axes { Some((i, j)) } else { None };
        read.trace(&world, pair);
        assert_eq!(read, of(WhichPairs::Touching, axes), "{axes:?}");
    }
    let mut later = world.clone();
    later.step();
    // One search reads both states.
    let mut search = DeepestSearch::default();
    let deepest = WhichPairs::Deepest(5);
    let of_one = ReportOptions { pairs: deepest, axes: WhichAxes::Of(a, b), ..ReportOptions::default() };
    for state in [&later, &world, &later] {
        read.read(&scene, state, &of_one, &mut search);
        assert_eq!(read, Report::of(&scene, state, &of_one));
    }
    let without_bodies = ReportOptions { bodies: WhichBodies::None, ..ReportOptions::default() };
    read.read(&scene, &world, &without_bodies, &mut search);
    assert!(read.bodies.is_empty() && read.pairs.len() == 9);

    let (left, floor) = (scene.index_of("left").unwrap(), scene.index_of("floor").unwrap());
    assert_eq!(of(WhichPairs::Touching, WhichAxes::Of(left, floor)).pairs.len(), 9);
    assert_eq!(of(WhichPairs::Touching, WhichAxes::Of(3, 3)).pairs.len(), 9);
    assert_eq!(of(WhichPairs::Touching, WhichAxes::Of(3, 900)).pairs.len(), 9);
}

#[test]
fn closing_speed_is_that_along_the_normal() {
    let ball = |name: &str, x: f32, velocity: Vec2| {
        let mut body = SceneBody::new(name, SceneShape::Circle { radius: 1.0 });
        body.position.x = x;
        body.motion = Motion::Kinematic { velocity, angular_velocity: 90.0 };
        body
    };
    let scene = Scene {
        bodies: vec![ball("a", 0.0, Vec2::new(3.0, 1.0)), ball("b", 1.5, Vec2::new(-1.0, 7.0))],
        ..Scene::default()
    };
    let report = Report::of(&scene, &scene.to_world().unwrap(), &ReportOptions::default());
    assert_eq!(report.pairs[0].closing_speed, 4.0);
}

#[test]
fn intervals_far_from_the_origin_are_rounded_once() {
    let mut a = SceneBody::new("a", SceneShape::Rectangle { width: 1.003, height: 0.777, radius: 0.0 });
    let mut b = a.clone();
    a.position = Vec2::new(100_000.0, 99_999.0);
    a.rotation = 30.0;
    b.name = "b".to_owned();
    b.position = a.position + Vec2::new(0.75, 0.0);
    let mut scene = Scene { bodies: vec![a, b], ..Scene::default() };
    for step in 0..50 {
        // A sum of two rounded numbers would be off at some of these.
        for body in &mut scene.bodies {
            body.position.x += 0.4375 + step as f32;
        }
        let report = Report::of(&scene, &scene.to_world().unwrap(), &ReportOptions::default());
        let trace = report.pairs[0].trace.as_ref().unwrap();
        for (test, (a, _)) in trace.local.axes.iter().zip(&trace.world) {
            let along = scene.bodies[0].position.as_dvec2().dot(test.direction.as_dvec2());
            assert_eq!(a.max, (along + test.a.max) as f32);
        }
    }
}

#[test]
fn a_report_of_ten_thousand_bodies_is_not_quadratic() {
    let bodies = (0..10_000).map(|i| {
        let mut body = SceneBody::new(format!("b{i}"), SceneShape::Circle { radius: 0.55 });
        body.position = Vec2::new((i % 100) as f32, (i / 100) as f32);
        body.motion = Motion::Dynamic {
            mass: 1.0,
            velocity: Vec2::new(1.0, 0.0),
            angular_velocity: 0.0,
            acceleration: Vec2::ZERO,
            damping: 1.0,
        };
        body
    });
    let scene = Scene { bodies: bodies.collect(), ..Scene::default() };
    let world = scene.to_world().unwrap();
    let started = std::time::Instant::now();
    let options =
        ReportOptions { axes: WhichAxes::Of(0, 9_999), impacts: Some(0.1), ..ReportOptions::default() };
    let report = Report::of(&scene, &world, &options);
    // Neighbours in rows and columns, and the selected pair. Quadratic work would take minutes.
    assert_eq!(report.pairs.len(), 2 * 99 * 100 + 1);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

/// The friction limit of such masses was NaN, and clamping to it panicked.
#[test]
fn masses_at_the_ends_of_f32_do_not_panic() {
    for (mass, solver) in [f32::MAX, 3.0e38, f32::MIN_POSITIVE]
        .into_iter()
        .flat_map(|m| [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid].map(|s| (m, s)))
    {
        let mut heavy = SceneBody::new("heavy", SceneShape::Circle { radius: 331.792 });
        heavy.position = Vec2::new(76.72343, 1.0);
        let (velocity, acceleration) = (Vec2::ZERO, Vec2::ZERO);
        heavy.motion = Motion::Dynamic { mass, velocity, angular_velocity: 0.0, acceleration, damping: 0.0 };
        let mut pusher = SceneBody::new("pusher", SceneShape::Circle { radius: 0.001 });
        pusher.position = Vec2::ONE;
        pusher.motion = Motion::Kinematic { velocity: Vec2::ONE, angular_velocity: 0.0 };
        // The limit was friction 0 times an infinite impulse.
        (heavy.friction, pusher.friction) = (0.0, 0.0);
        let scene = Scene { solver, timestep: 0.0001, bodies: vec![pusher, heavy], ..Scene::default() };
        let mut world = scene.to_world().unwrap();
        for frame in 1..=5 {
            world.step();
            assert_eq!(world.frame(), frame);
        }
    }
}

/// Nothing holds of a body that is not there, and the words say so.
#[test]
fn an_expectation_of_what_does_not_exist_fails_with_these_words() {
    let jelly = std::fs::read_to_string("scenes/jelly.ron").unwrap();
    let lines = [
        ("Separate(a: \"jelly/1\", b: \"rim\", frame: 3)", "jelly/1 does not exist at frame 3"),
        ("Contact(a: \"rim\", b: \"jelly/7\", frame: 3)", "jelly/7 does not exist at frame 3"),
        ("Separate(a: \"jelly\", b: \"rim\", frame: 40)", "jelly does not exist at frame 40"),
    ];
    for (line, words) in lines {
        let (scene, _) = jelly.split_once("    expect: [").unwrap();
        let scene = Scene::from_ron(&format!("{scene} expect: [{line}])"), "jelly").unwrap();
        let failures = check(&scene).unwrap().failures;
        assert_eq!(failures.iter().map(|failure| failure.found.as_str()).collect::<Vec<_>>(), [words]);
    }
}

/// Every scene that the page of the ideas names is shipped.
#[test]
fn the_page_of_the_ideas_names_scenes_that_exist() {
    let page = std::fs::read_to_string("docs/articles.md").unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 6);
    let mut named = 0;
    for row in rows {
        let scenes = row.split('|').nth(2).unwrap();
        for name in scenes.split('`').skip(1).step_by(2).filter(|name| !name.ends_with(':')) {
            assert!(Path::new(&format!("scenes/{name}.ron")).exists(), "{name} in {row}");
            named += 1;
        }
    }
    assert!(named > 30, "{named}");
}

#[test]
fn the_time_of_a_report_follows_the_lengths_of_the_first_steps() {
    let text = "(version: 1, gravity: (0.0, -10.0), timesteps: [0.1, 0.05], timestep: 0.01, solver: Off, bodies: \
                [(name: \"ball\", shape: Circle(radius: 1.0), motion: Dynamic())])";
    let scene = Scene::from_ron(text, "test").unwrap();
    let mut world = scene.to_world().unwrap();
    for time in [0.0_f32, 0.1, 0.15, 0.16, 0.17] {
        let report = Report::of(&scene, &world, &ReportOptions::default());
        assert_eq!(report.time, time);
        // Free fall: -5 t².
        let height = world.bodies()[0].pose().position.y;
        assert!((height + 5.0 * time * time).abs() < 1.0e-6, "{height} at {time} s");
        world.step();
    }
    let written = scene.to_ron();
    assert!(written.contains("    solver: Off,\n    timesteps: [0.1, 0.05],\n    bodies: ["), "{written}");
}

#[test]
fn the_stage_of_forces_says_the_length_of_its_own_step() {
    let text = "(version: 1, gravity: (0.0, -10.0), timesteps: [0.1], timestep: 0.01, bodies: \
                [(name: \"ball\", shape: Circle(radius: 1.0), motion: Dynamic())])";
    let scene = Scene::from_ron(text, "test").unwrap();
    let mut world = scene.to_world().unwrap();
    for seconds in ["over 0.1 s", "over 0.01 s"] {
        let texts = collision_test::explain::stages::stages(&scene, &world);
        assert!(texts.iter().any(|text| text.sentence.contains(seconds)), "{seconds}: {texts:?}");
        world.step();
    }
}

/// The second truth is the rule in sets of names.
#[test]
fn bodies_meet_where_each_one_meets_what_the_other_is() {
    let lists: [Option<&[&str]>; 6] = [
        None,
        Some(&[]),
        Some(&["player"]),
        Some(&["level"]),
        Some(&["player", "level"]),
        Some(&["nobody is this"]),
    ];
    let owned =
        |names: Option<&[&str]>| names.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
    let mut scene = Scene::default();
    for (i, (is, meets)) in lists.iter().flat_map(|is| lists.map(|meets| (*is, meets))).enumerate() {
        let body = SceneBody::new(format!("{i}"), SceneShape::Circle { radius: 1.0 });
        scene.bodies.push(SceneBody {
            is: owned(is.filter(|is| *is != ["nobody is this"])),
            meets: owned(meets),
            ..body
        });
    }
    let world = scene.to_world().unwrap();
    let wants = |a: &SceneBody, b: &SceneBody| match (&a.meets, &b.is) {
        (Some(meets), Some(is)) => meets.iter().any(|name| is.contains(name)),
        (Some(meets), None) => !meets.is_empty(),
        (None, Some(is)) => !is.is_empty(),
        (None, None) => true,
    };
    let mut met = 0;
    for (a, first) in scene.bodies.iter().enumerate() {
        for (b, second) in scene.bodies.iter().enumerate() {
            let found = world.bodies()[a].filter().lets_meet(world.bodies()[b].filter());
            assert_eq!(found, wants(first, second) && wants(second, first), "{first:?} {second:?}");
            met += usize::from(found);
        }
    }
    assert!(met > 100 && met < 1000, "{met}");
}

#[test]
fn bodies_are_of_32_sorts_at_most() {
    let scene = |count: usize, meets: &str| {
        let bodies = (0..count)
            .map(|i| format!("(name: \"{i}\", shape: Circle(radius: 1.0), is: [\"sort {i}\"]{meets})"));
        Scene::from_ron(&format!("(version: 1, bodies: [{}])", bodies.collect::<Vec<_>>().join(", ")), "test")
    };
    let world = scene(32, "").unwrap().to_world().unwrap();
    let filters: BTreeSet<u32> = world.bodies().iter().map(|body| body.filter().is).collect();
    assert_eq!(filters.len(), 32);
    let of_nobody = ", meets: [\"nobody\"]";
    let alone = scene(31, of_nobody).unwrap().to_world().unwrap();
    let [first, second] = [0, 1].map(|body| alone.bodies()[body].filter());
    assert!(!first.lets_meet(second));
    for error in [scene(33, ""), scene(32, of_nobody)] {
        let error = error.unwrap_err().to_string();
        let told = "body \"0\": is[0] is \"sort 0\", and all bodies and queries together are and meet 33 sorts; allowed: at most 32 names";
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn what_a_body_is_and_how_it_moves_is_written_after_sensor() {
    let fields = "sensor: true, bullet: true, is: [\"player\", \"wet\"], meets: [], fixed_rotation: true, gravity_scale: 0.5, conveyor: -2.0";
    let text = format!(
        "(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1.0), motion: Dynamic(), {fields})])"
    );
    let scene = Scene::from_ron(&text, "test").unwrap();
    let written = scene.to_ron().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(written.contains(fields), "{written}");
    let body = scene.to_world().unwrap().bodies()[0].clone();
    assert_eq!((body.has_fixed_rotation(), body.gravity_scale(), body.conveyor()), (true, 0.5, -2.0));
    assert!(body.is_bullet());
}
