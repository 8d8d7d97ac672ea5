//! The stages of a step: every formula holds with the numbers as written, and the states are those of the
//! step.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use collide2d::{AxisSource, Body, Feature, PairOutcome, Side, Stage, StepObserver, World};
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::Scene;
use collision_test::stages::{self, Impulses, Recording, StageText};

fn scene(text: &str) -> Scene {
    Scene::from_ron(text, "test").unwrap()
}

fn stepped(scene: &Scene, frames: u32) -> World {
    let mut world = scene.to_world().unwrap();
    for _ in 0..frames {
        world.step();
    }
    world
}

/// Boxes and balls that fall onto each other, turning, some bouncing, with a sensor and a kinematic plate.
fn heap(solver: &str) -> Scene {
    let mut bodies = String::new();
    for i in 0..14 {
        let (x, y) = ((i % 4) as f32 * 0.9 - 1.5, (i / 4) as f32 * 0.95 + 0.6);
        let shape = match i % 3 {
            0 => "Circle(radius: 0.5)",
            1 => "Rectangle(width: 1.0, height: 0.8)",
            _ => "Polygon(points: [(0.0, 0.6), (-0.5, -0.4), (0.5, -0.4)])",
        };
        bodies.push_str(&format!(
            "(name: \"body {i}\", shape: {shape}, position: ({x:.2}, {y:.2}), rotation: {:.1}, restitution: {:.2}, \
             motion: Dynamic(mass: {:.2}, velocity: ({:.2}, -1.0), angular_velocity: {:.1}, damping: {:.2})),\n",
            i as f32 * 17.0,
            (i % 5) as f32 * 0.2,
            0.5 + i as f32 * 0.3,
            (i % 3) as f32 - 1.0,
            i as f32 * 20.0 - 100.0,
            if i % 4 == 0 { 0.8 } else { 1.0 },
        ));
    }
    scene(&format!(
        "(version: 1, gravity: (0.0, -9.81), solver: {solver}, bodies: [
            (name: \"floor\", shape: Wall(start: (-8.0, 0.0), end: (8.0, 0.0))),
            (name: \"plate\", shape: Rectangle(width: 1.0, height: 0.2), position: (-3.0, 0.5), motion: Kinematic(velocity: (0.5, 0.0))),
            (name: \"eye\", shape: Circle(radius: 0.7), position: (1.0, 0.6), sensor: true),
            {bodies}
        ])"
    ))
}

#[derive(Default)]
struct Watch(Vec<(Stage, Vec<Body>)>);

impl StepObserver for Watch {
    fn stage(&mut self, stage: &Stage, bodies: &[Body]) {
        self.0.push((stage.clone(), bodies.to_vec()));
    }
}

fn bits(bodies: &[Body]) -> Vec<[u32; 5]> {
    let one = |body: &Body| {
        let (p, v) = (body.pose().position, body.velocity());
        [p.x.to_bits(), p.y.to_bits(), body.pose().rotation.degrees().to_bits(), v.x.to_bits(), v.y.to_bits()]
    };
    bodies.iter().map(one).collect()
}

/// Puts the tests of two static bodies, which the step does not tell, where the recording has them.
fn add_left_alone(watch: &mut Watch, recording: &Recording) {
    for i in (0..recording.len()).filter(|&i| recording.is_left_alone(i)) {
        let state = watch.0[i - 1].1.clone();
        watch.0.insert(i, (recording.at(i).unwrap().clone(), state));
    }
}

#[test]
fn stage_by_stage_is_the_step_bit_for_bit() {
    for solver in ["Off", "Linear", "Rigid"] {
        let scene = heap(solver);
        let mut world = scene.to_world().unwrap();
        let mut most = 0;
        for frame in 0..60 {
            let mut recording = Recording::of(&world, None);
            let mut watch = Watch::default();
            let mut next = world.clone();
            next.step_with(&mut watch);
            add_left_alone(&mut watch, &recording);
            assert_eq!(recording.len(), watch.0.len());
            for (i, (stage, bodies)) in watch.0.iter().enumerate() {
                recording.go_to(i + 1);
                assert_eq!(recording.stage(), Some(stage));
                assert_eq!(
                    bits(recording.world().bodies()),
                    bits(bodies),
                    "{solver} frame {frame} stage {i}"
                );
                assert_eq!(recording.world().frame(), world.frame());
            }
            // Back and forth, in steps and jumps.
            for done in [watch.0.len() / 2, 3, 0, watch.0.len(), 1] {
                recording.go_to(done);
                let expected = match done.checked_sub(1) {
                    Some(last) => bits(&watch.0[last].1),
                    None => bits(world.bodies()),
                };
                assert_eq!(bits(recording.world().bodies()), expected);
            }
            recording.go_to(usize::MAX);
            world.step();
            assert_eq!(bits(recording.world().bodies()), bits(world.bodies()));
            assert_eq!(world.hash(), next.hash());
            most = most.max(recording.len());
        }
        assert!(most > if solver == "Rigid" { 300 } else { 20 }, "{solver}: {most} stages");
    }
}

#[test]
fn the_impulse_is_told_with_its_numbers() {
    // A tenth of a second of gravity gives 0.981 m/s.
    let scene = scene(
        r#"(version: 1, gravity: (0.0, -9.81), timestep: 0.1, bodies: [
            (name: "ball", shape: Circle(radius: 1.0), position: (0.0, 1.0), motion: Dynamic(mass: 2.0)),
            (name: "floor", shape: Wall(start: (-4.0, 0.0), end: (4.0, 0.0))),
        ])"#,
    );
    let texts = stages::stages(&scene, &scene.to_world().unwrap());
    let titles: Vec<&str> = texts.iter().map(|text| text.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "Forces",
            "Broad phase: 1 pair",
            "Narrow phase: ball – floor: contact, 0.04905 m deep",
            "Events: 1 begin, 0 go on, 0 end",
            "Iteration 1: ball – floor: 1.962 N·s",
            "End of the step: frame 1",
        ]
    );
    let formula = |i: usize| texts[i].formula.as_deref().unwrap();
    assert_eq!(formula(0), "ball: velocity (0, -0.981) m/s = (0, 0) m/s + (0, -9.81) m/s² × 0.1 s");
    assert_eq!(formula(4), "impulse 1.962 N·s = 2 kg × (0.981 + 0) m/s");
    assert_eq!(texts[4].pair, Some((0, 1)));
    assert!(texts[2].sentence.contains("0.04905 m"), "{}", texts[2].sentence);
}

#[test]
fn an_early_out_and_a_separating_axis_are_said_as_such() {
    let scene = scene(
        r#"(version: 1, bodies: [
            (name: "ball", shape: Circle(radius: 1.0), motion: Dynamic()),
            (name: "roof", shape: Rectangle(width: 6.0, height: 2.0), position: (-1.025, 1.77535), rotation: 30.0),
            (name: "bar", shape: Rectangle(width: 8.0, height: 0.2), position: (0.0, -1.05), rotation: -4.0),
            (name: "far", shape: Circle(radius: 1.0), position: (-1.5, 1.5)),
        ])"#,
    );
    let texts = stages::stages(&scene, &scene.to_world().unwrap());
    let about = |name: &str| {
        let is = |text: &&StageText| text.title.starts_with(&format!("Narrow phase: ball – {name}"));
        texts.iter().find(is).unwrap()
    };
    assert!(about("far").sentence.starts_with("Early-out"), "{:?}", about("far"));
    // The centres are 1.5·√2 apart.
    assert_eq!(about("far").formula.as_deref(), Some("distance 2.121 m > 1 m + 1 m"));
    let roof = about("roof");
    assert!(roof.sentence.contains("separates them by 0.05 m, 2 of"), "{roof:?}");
    assert!(about("bar").title.contains("contact"), "{:?}", about("bar"));
}

/// A sum of products in the notation of the formulas: numbers with units, `+`, `-`, `×`, brackets.
fn evaluate(text: &str) -> f64 {
    let units = ["N·s", "kg", "m/s²", "m/s", "m", "s", "kept"];
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().filter(|word| !units.contains(word)).collect();
    fn sum(tokens: &[&str], at: &mut usize) -> f64 {
        let mut value = product(tokens, at);
        while let Some(&sign @ ("+" | "-")) = tokens.get(*at) {
            *at += 1;
            let next = product(tokens, at);
            value += if sign == "+" { next } else { -next };
        }
        value
    }
    fn product(tokens: &[&str], at: &mut usize) -> f64 {
        let mut value = factor(tokens, at);
        while tokens.get(*at) == Some(&"×") {
            *at += 1;
            value *= factor(tokens, at);
        }
        value
    }
    fn factor(tokens: &[&str], at: &mut usize) -> f64 {
        let token = tokens[*at];
        *at += 1;
        if token == "(" {
            let value = sum(tokens, at);
            assert_eq!(tokens[*at], ")");
            *at += 1;
            return value;
        }
        token.parse().unwrap_or_else(|_| panic!("{token:?} in {tokens:?}"))
    }
    let mut at = 0;
    let value = sum(&tokens, &mut at);
    assert_eq!(at, tokens.len(), "{text}");
    value
}

/// "impulse 1.962 N·s = …": the name, the number, the other side. A formula whose impulse would pull has its
/// value last.
fn sides(formula: &str) -> Option<(&'static str, f64, f64)> {
    let scalar = ["impulse", "depth", "gap", "speed of parting"];
    let name = scalar.into_iter().find(|name| formula.starts_with(name))?;
    if let Some((left, right)) = formula.split_once(": ") {
        let (product, value) = right.strip_suffix(" would pull").unwrap().split_once(" = ").unwrap();
        assert!(left.ends_with("all that was held"));
        return Some((name, evaluate(value), evaluate(product)));
    }
    let (left, right) = formula.split_once(" = ").unwrap();
    let value = left.strip_prefix(name).unwrap();
    Some((name, evaluate(value), evaluate(right.strip_prefix("restitution").unwrap_or(right))))
}

#[test]
fn every_formula_holds_with_the_numbers_as_written_and_says_what_the_solver_did() {
    let mut seen = std::collections::BTreeMap::new();
    for solver in ["Linear", "Rigid"] {
        let scene = heap(solver);
        for frames in [0, 8, 14, 25, 40] {
            let world = stepped(&scene, frames);
            let mut watch = Watch::default();
            world.clone().step_with(&mut watch);
            add_left_alone(&mut watch, &Recording::of(&world, None));
            let texts = stages::stages(&scene, &world);
            assert_eq!(texts.len(), watch.0.len());
            for (text, (stage, _)) in texts.iter().zip(&watch.0) {
                assert!(!text.title.is_empty() && text.sentence.ends_with('.'), "{text:?}");
                let details = text.details.iter().filter(|detail| detail.starts_with("speed of parting"));
                for formula in text.formula.iter().chain(details) {
                    let Some((name, value, found)) = sides(formula) else { continue };
                    let slack = value.abs() * 1.0e-3 + 2.0e-6;
                    assert!((value - found).abs() <= slack, "{formula}: {found} in {text:?}");
                    *seen.entry(name).or_insert(0) += 1;
                    if let (Stage::Iteration(told), "impulse") = (stage, name) {
                        let pulls = formula.contains("would pull");
                        let told = f64::from(told.impulse);
                        let said = if pulls {
                            evaluate(&formula["impulse".len()..formula.find(',').unwrap()])
                        } else {
                            value
                        };
                        assert!((said - told).abs() <= told.abs() * 1.0e-3 + 1.0e-9, "{formula}: {told}");
                        *seen.entry(if pulls { "pulls" } else { "pushes" }).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    let kinds = ["depth", "gap", "impulse", "pulls", "pushes", "speed of parting"];
    assert!(kinds.iter().all(|kind| seen.get(kind).is_some_and(|count| *count > 5)), "{seen:?}");
}

#[test]
fn the_impulses_of_a_step_carry_what_rests() {
    for solver in ["Linear", "Rigid"] {
        let scene = scene(&format!(
            r#"(version: 1, gravity: (0.0, -10.0), solver: {solver}, bodies: [
                (name: "box", shape: Rectangle(width: 2.0, height: 1.0), position: (0.0, 0.5), motion: Dynamic(mass: 3.0)),
                (name: "floor", shape: Wall(start: (-4.0, 0.0), end: (4.0, 0.0))),
            ])"#
        ));
        let mut world = stepped(&scene, 120);
        let mut plain = world.clone();
        let impulses = Impulses::of_step(&mut world);
        plain.step();
        assert_eq!(world.hash(), plain.hash());
        assert_eq!(impulses.frame, 121);
        // 3 kg × 10 m/s² / 60 s.
        let carried: f32 = impulses.points.iter().map(|p| p.impulse * p.normal.y).sum();
        assert!((carried - 0.5).abs() < 1.0e-3, "{solver}: {impulses:?}");
        for point in &impulses.points {
            assert!(point.position.y.abs() < 0.05 && point.position.x.abs() < 1.01, "{point:?}");
        }
    }
}

#[test]
fn an_axis_is_named_after_what_it_came_from() {
    for (source, label) in [
        (AxisSource::Face(Side::B, 2), "b face 2"),
        (AxisSource::Center(Side::A, Feature::Vertex(3)), "a center to b vertex 3"),
        (AxisSource::Center(Side::B, Feature::End), "b center to a end"),
        (AxisSource::End(Side::A, Feature::Start, Feature::Vertex(2)), "a start to b vertex 2"),
        (AxisSource::End(Side::B, Feature::End, Feature::Start), "b end to a start"),
    ] {
        assert_eq!(stages::axis_source_label(source), label);
    }
}

fn shipped_scenes() -> Vec<(String, Scene)> {
    let files = std::fs::read_dir("scenes").unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "ron")).collect();
    files.sort();
    files.iter().map(|path| (path.display().to_string(), Scene::load(path).unwrap())).collect()
}

/// Two static bodies that touch are a pair of the report, so the stages have it too.
#[test]
fn static_pairs_that_the_report_lists_go_through_the_stages() {
    let mut listed = 0;
    for (name, scene) in shipped_scenes() {
        for frames in [0, 30] {
            let world = stepped(&scene, frames);
            let report = Report::of(&scene, &world, &ReportOptions::default());
            let texts = stages::stages(&scene, &world);
            let is_static = |i: u32| world.bodies()[i as usize].is_static();
            let of_both = |a: u32, b: u32| is_static(a) && is_static(b);
            for pair in report.pairs.iter().filter(|pair| of_both(pair.a, pair.b)) {
                let at = |text: &&StageText| text.pair == Some((pair.a, pair.b));
                let text = texts.iter().find(at).unwrap_or_else(|| panic!("{name}: no stage of {pair:?}"));
                assert!(text.left_alone && text.title.contains("contact"), "{name}: {text:?}");
                assert!(text.sentence.contains("static"), "{name}: {text:?}");
                listed += 1;
            }

            let counts = texts.iter().find_map(|text| text.counts).unwrap();
            let count = report.bodies.len();
            let walls = report.bodies.iter().filter(|body| body.shape == "Wall").count();
            let pairs_of = |n: usize| (n * n.saturating_sub(1) / 2) as u64;
            assert_eq!(counts.possible, pairs_of(count) - pairs_of(walls), "{name}");
            assert_eq!(counts.near, counts.tested + counts.both_static, "{name}");
            let recording = Recording::of(&world, None);
            let tests = (0..recording.len())
                .filter(|&i| matches!(recording.at(i), Some(Stage::NarrowPhase { .. })))
                .filter(|&i| !recording.is_left_alone(i));
            assert_eq!(counts.tested, tests.count(), "{name}");
            let reach = recording.pair_counts().reach;
            let meet = |i: usize, j: usize| {
                let overlap = report.bodies[i].aabb.overlap(&report.bodies[j].aabb).min_element();
                let walls = report.bodies[i].shape == "Wall" && report.bodies[j].shape == "Wall";
                of_both(i as u32, j as u32) && !walls && overlap >= -reach
            };
            let both_static = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
            assert_eq!(counts.both_static, both_static.filter(|&(i, j)| meet(i, j)).count(), "{name}");
            for number in [counts.possible as usize, counts.tested, counts.both_static] {
                let sentence = &texts.iter().find(|text| text.counts.is_some()).unwrap().sentence;
                let says = sentence.split(|c: char| !c.is_ascii_digit()).any(|n| n == number.to_string());
                assert!(number < 2 || says, "{name}: {sentence}");
            }
        }
    }
    assert!(listed > 20, "{listed}");
}

/// Thousands of static pairs are counted; the first few are tested.
#[test]
fn a_floor_of_a_thousand_tiles_does_not_flood_the_stages() {
    let tiles: String = (0..1000)
        .map(|i| {
            format!(
                "(name: \"tile {i}\", shape: Rectangle(width: 1.0, height: 1.0), position: ({i}.0, 0.0)),"
            )
        })
        .collect();
    let scene = scene(&format!("(version: 1, bodies: [{tiles}])"));
    let world = scene.to_world().unwrap();
    let texts = stages::stages(&scene, &world);
    let counts = texts.iter().find_map(|text| text.counts).unwrap();
    assert_eq!((counts.both_static, counts.tested), (999, 0));
    let tested = texts.iter().filter(|text| text.left_alone).count();
    assert!((1..50).contains(&tested), "{tested}");
    let broad_phase = texts.iter().find(|text| text.counts.is_some()).unwrap();
    assert!(broad_phase.details.iter().any(|line| line.contains(&format!("{} more", 999 - tested))));

    // The selected pair is tested wherever it stands in the file.
    let recording = Recording::of(&world, Some((700, 701)));
    let selected = (0..recording.len()).find(|&i| recording.pair(i) == Some((700, 701))).unwrap();
    assert!(recording.is_left_alone(selected));
    let Some(Stage::NarrowPhase { outcome, .. }) = recording.at(selected) else { panic!() };
    // They share an edge, which is no contact.
    assert!(matches!(outcome, PairOutcome::Separated), "{outcome:?}");
    let apart = Recording::of(&world, Some((3, 900)));
    assert!((0..apart.len()).any(|i| apart.pair(i) == Some((3, 900)) && apart.is_left_alone(i)));
}
