//! The stages of a step: every formula holds with the numbers as written, and the states are those of the
//! step.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use collide2d::{
    AxisSource, Body, BodyForces, ContactEvent, Feature, GeneratorOutcome, PairOutcome, Phase, Side,
    SolverKind, Stage, StepObserver, Work, World, nearest_leaves, trace_leaves,
};
use collision_test::explain::classic_mistakes;
use collision_test::explain::stages::{self, Formula, Impulses, StageText, StepRecord};
use collision_test::report::{PairReport, Report, ReportOptions, WhichAxes};
use collision_test::scene::numbers::LengthUnit;
use collision_test::scene::{QueryKind, Scene};

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
fn add_left_alone(watch: &mut Watch, recording: &StepRecord) {
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
            let mut recording = StepRecord::of(&world, None);
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
            "Broad phase: 1 pair to test",
            "Narrow phase: ball – floor: contact, 0.04905 m deep",
            "Events: 1 begins",
            "Iteration 1: ball – floor: 1.962 N·s",
            "End of the step: frame 1",
        ]
    );
    let values = |i: usize| texts[i].formulas[0].numbers.split([' ', '=']).filter_map(|w| w.parse().ok());
    let values = |i: usize| values(i).collect::<Vec<f64>>();
    assert_eq!(
        (texts[0].formulas[0].symbols.as_str(), values(0)),
        ("v_y' = a_y × Δt", vec![-0.981, -9.81, 0.1])
    );
    assert_eq!((texts[4].formulas[0].symbols.as_str(), values(4)), ("J = m × c", vec![1.962, 2.0, 0.981]));
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
    let distance: f64 = about("far").formulas[0].numbers.split(' ').nth(3).unwrap().parse().unwrap();
    assert!((distance - 4.5_f64.sqrt()).abs() < 1.0e-3, "{:?}", about("far"));
    let roof = about("roof");
    assert!(roof.sentence.contains("; it is the last of 2 axes"), "{roof:?}");
    let gap: f64 = roof.formulas[0].result().trim_end_matches(" m").parse().unwrap();
    assert!((gap - 0.05).abs() < 1.0e-5 && roof.sentence.contains(roof.formulas[0].result()), "{roof:?}");
    assert!(about("bar").title.contains("contact"), "{:?}", about("bar"));
}

/// One unit of the last digit of a printed number.
fn unit_of(text: &str) -> f64 {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    10.0_f64.powi(exponent.parse::<i32>().unwrap() - decimals as i32)
}

/// The values that a printed sum of products allows: each number stands for all that round to it. Also the
/// sum of the sizes of its terms, and how many numbers it has.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    low: f64,
    high: f64,
    size: f64,
    numbers: usize,
}

fn allowed(text: &str) -> Allowed {
    let units = ["N·s", "kg", "m/s²", "m/s", "m²", "m", "s²", "s"];
    let spaced =
        text.replace("√(", "√ (").replace('(', " ( ").replace(')', " ) ").replace("( -", "( 0.0e-300 - ");
    // A sum that begins by subtracting a product in brackets.
    let spaced = if text.starts_with("-(") {
        format!("0.0e-300 - {}", spaced.trim_start_matches('-'))
    } else {
        spaced
    };
    let tokens: Vec<&str> = spaced.split_whitespace().filter(|word| !units.contains(word)).collect();
    fn sum(tokens: &[&str], at: &mut usize) -> Allowed {
        let mut all = product(tokens, at);
        while let Some(&sign @ ("+" | "-")) = tokens.get(*at) {
            *at += 1;
            let next = product(tokens, at);
            let (low, high) = if sign == "+" { (next.low, next.high) } else { (-next.high, -next.low) };
            let (size, numbers) = (all.size + next.size, all.numbers + next.numbers);
            all = Allowed { low: all.low + low, high: all.high + high, size, numbers };
        }
        all
    }

    fn product(tokens: &[&str], at: &mut usize) -> Allowed {
        let mut all = factor(tokens, at);
        while let Some(&sign @ ("×" | "/")) = tokens.get(*at) {
            *at += 1;
            let mut next = factor(tokens, at);
            if sign == "/" {
                assert!(next.low * next.high > 0.0, "{tokens:?}");
                let (low, high, size) = (next.high.recip(), next.low.recip(), next.size.recip());
                next = Allowed { low, high, size, ..next };
            }
            let ends = [all.low * next.low, all.low * next.high, all.high * next.low, all.high * next.high];
            let (low, high) = ends.iter().fold((f64::MAX, f64::MIN), |(l, h), e| (l.min(*e), h.max(*e)));
            all = Allowed { low, high, size: all.size * next.size, numbers: all.numbers + next.numbers };
        }
        all
    }

    fn factor(tokens: &[&str], at: &mut usize) -> Allowed {
        let token = tokens[*at];
        *at += 1;
        if token == "(" {
            let value = sum(tokens, at);
            assert_eq!(tokens[*at], ")");
            *at += 1;
            return value;
        }
        if token == "√" {
            let of = factor(tokens, at);
            let (low, high, size) = (of.low.max(0.0).sqrt(), of.high.sqrt(), of.size.sqrt());
            return Allowed { low, high, size, ..of };
        }
        if token == "½" {
            return Allowed { low: 0.5, high: 0.5, size: 0.5, numbers: 0 };
        }
        let value: f64 = token.parse().unwrap_or_else(|_| panic!("{token:?} in {tokens:?}"));
        let half = 0.5 * unit_of(token);
        let numbers = usize::from(token != "0.0e-300");
        Allowed { low: value - half, high: value + half, size: value.abs(), numbers }
    }
    let mut at = 0;
    let value = sum(&tokens, &mut at);
    assert_eq!(at, tokens.len(), "{text}");
    value
}

/// Checks a formula from its text alone, in a world of this size; returns the printed result and half a unit of its last digit, or
/// `None` where it is rounding.
fn checked(formula: &Formula, reach: f64) -> Option<(f64, f64)> {
    let (left, right) = formula.numbers.split_once(" = ").unwrap();
    let (symbol, symbols) = formula.symbols.split_once(" = ").unwrap();
    let allowed = allowed(right);
    let named: Vec<&str> = formula.names.iter().map(|(symbol, _)| symbol.as_str()).collect();
    let split = |c: char| !(c.is_alphanumeric() || "_'Δ".contains(c));
    let used: Vec<&str> = symbols.split(split).filter(|word| !["", "½"].contains(word)).collect();
    let mut once: Vec<&str> = Vec::new();
    used.iter().for_each(|symbol| {
        if !once.contains(symbol) {
            once.push(symbol)
        }
    });
    assert_eq!(named, [&[symbol], once.as_slice()].concat(), "{formula:?}");
    assert!(formula.names.iter().all(|(_, name)| name.len() > 3), "{formula:?}");
    assert_eq!(allowed.numbers, used.len(), "{formula:?}");
    let shape = |text: &str| text.chars().filter(|c| "×/+()".contains(*c)).collect::<String>();
    if !right.contains("(-") {
        assert_eq!(shape(&right.replace("m/s", "")), shape(symbols), "{formula:?}");
    }
    if left == "0 (rounding)" {
        let most = allowed.low.abs().max(allowed.high.abs());
        // Two that differ by their last bits agree in five digits, if no more.
        assert!(formula.is_rounding && most < 1.0e-4 * allowed.size.max(0.1 * reach), "{formula:?}");
        // What the world's coordinates round may be more than the printed numbers leave open.
        let is_of_places = most < 1.0e-6 * reach;
        assert!(is_of_places || allowed.low <= 0.0 && 0.0 <= allowed.high, "{formula:?} allows {allowed:?}");
        return None;
    }
    let number = left.split(' ').next().unwrap();
    if number == "0" {
        assert!(allowed.low <= 0.0 && 0.0 <= allowed.high, "{formula:?}");
        assert!(allowed.high - allowed.low < 1.0e-5 * allowed.size.max(1.0), "{formula:?}");
        return Some((0.0, 0.0));
    }
    let (result, unit) = (number.parse::<f64>().unwrap(), unit_of(number));
    let slack = 1.0e-6 * unit;
    assert!(allowed.high - allowed.low <= unit + slack, "{formula:?} allows {allowed:?}");
    // As a rounded number the result stands for half a unit on both sides.
    let half = 0.5 * unit + slack;
    assert!((allowed.low - half..=allowed.high + half).contains(&result), "{formula:?} allows {allowed:?}");
    assert!((0.5 * (allowed.low + allowed.high) - result).abs() <= half, "{formula:?} allows {allowed:?}");
    Some((result, 0.5 * unit))
}

/// The results that the stage must show, by symbol; those of forces are counted.
fn expected_results(stage: &Stage, title: &str) -> Vec<(&'static str, f32)> {
    match stage {
        Stage::Iteration(_) if title.contains("0 (rounding)") => Vec::new(),
        Stage::NarrowPhase {
            outcome:
                PairOutcome::Contact(contact) | PairOutcome::Waiting(contact) | PairOutcome::Behind(contact),
            ..
        } => {
            vec![("d", contact.depth)]
        }
        Stage::NarrowPhase { .. } => vec![("g", f32::NAN)],
        Stage::Iteration(told) if told.work != Work::WarmStart && told.impulse != 0.0 => {
            vec![("J", told.impulse)]
        }
        Stage::Generator { outcome: GeneratorOutcome::Contacts(made), .. } => {
            // Of a joint that is closed there is nothing to compute.
            let is_computed = |depth: &f32| *depth != 0.0 || !title.starts_with("Generator: joint");
            let depths = made.iter().map(|made| made.contact.depth).filter(is_computed);
            depths.map(|depth| ("d", depth)).take(100).collect()
        }
        Stage::Generator { outcome: GeneratorOutcome::Slack(by), .. } => vec![("s", *by)],
        Stage::Forces(forces) => {
            let changed = |f: &BodyForces| {
                let (before, after) = (f.velocity_before, f.velocity_after);
                [("v_x'", before.x, after.x), ("v_y'", before.y, after.y)]
            };
            let changed = forces.iter().flat_map(changed).filter(|(_, before, after)| before != after);
            changed.map(|(symbol, _, after)| (symbol, after)).take(100).collect()
        }
        _ => Vec::new(),
    }
}

/// The results of an iteration of `Linear` are those that the solver computed.
fn check_linear(stage: &Stage, results: &[(&str, Option<(f64, f64)>)]) {
    let Stage::Iteration(told) = stage else { return };
    if told.work != Work::Linear {
        return;
    }
    let values = [
        ("v_s", told.separating_before),
        ("m", told.mass),
        ("x", told.depth_before - told.depth_after),
        ("x_a", told.moved_a.length()),
        ("x_b", told.moved_b.length()),
        ("t", told.target),
    ];
    for (symbol, value) in values {
        let found = results.iter().find(|(other, _)| *other == symbol);
        if let Some((result, half)) = found.and_then(|(_, result)| *result) {
            let rounding = 16.0 * f64::from(f32::EPSILON * told.separating_before.abs());
            let slack = 1.0e-6 * f64::from(value.abs()) + rounding;
            assert!((result - f64::from(value)).abs() <= half + slack, "{symbol}: {told:?}");
        }
    }
    assert!(results.iter().any(|(symbol, _)| *symbol == "v_s") || told.separating_before == 0.0);
}

/// Checks the formulas of a step; counts them by symbol.
fn check_formulas(scene: &Scene, world: &World, seen: &mut BTreeMap<String, usize>) -> usize {
    let mut recording = StepRecord::of(world, None);
    let mut checks = 0;
    let corners = world.bodies().iter().map(|body| body.aabb().min.abs().max(body.aabb().max.abs()));
    let reach = corners.fold(0.0, |most, corner| f64::from(corner.max_element()).max(most));
    for i in 0..recording.len() {
        recording.go_to(i + 1);
        let (stage, text) = (recording.stage().unwrap().clone(), recording.text(scene).unwrap());
        assert!(!text.title.is_empty() && text.sentence.ends_with('.'), "{text:?}");
        let results: Vec<_> =
            text.formulas.iter().map(|f| (f.names[0].0.as_str(), checked(f, reach))).collect();
        checks += results.len();
        for (symbol, result) in &results {
            *seen.entry((*symbol).to_owned()).or_default() += 1;
            *seen.entry("rounding".to_owned()).or_default() += usize::from(result.is_none());
        }
        let of_generator = matches!(stage, Stage::Generator { .. });
        let told_elsewhere = |symbol: &&str| {
            !of_generator
                && [
                    "t", "x", "x'", "y'", "v_s", "m", "x_a", "x_b", "D", "s", "p_x", "p_y", "D²", "R²",
                    "O_x", "O_y", "R_a", "R_b",
                ]
                .contains(symbol)
                || symbol.starts_with("v_a")
                || symbol.starts_with("v_b")
        };
        check_linear(&stage, &results);
        let mut rest = results.iter().filter(|(symbol, _)| !told_elsewhere(symbol));
        for (symbol, told) in expected_results(&stage, &text.title) {
            let (found, result) = rest.next().unwrap_or_else(|| panic!("no {symbol} in {text:?}"));
            assert_eq!(*found, symbol, "{text:?}");
            if let (Some((result, half)), false) = (result, told.is_nan()) {
                assert!((result - f64::from(told)).abs() <= half * 1.000_001, "{told} in {text:?}");
            }
        }
        assert!(rest.next().is_none(), "{text:?}");
    }
    checks
}

/// Each printed result lies in the range that its printed operands allow, and that range is no wider than one
/// unit of its last digit.
#[test]
fn every_formula_of_every_shipped_scene_holds_as_printed() {
    let mut seen = BTreeMap::new();
    for (name, scene) in shipped_scenes() {
        for solver in [SolverKind::Linear, SolverKind::Rigid, SolverKind::Off] {
            println!("{name} under {solver:?}");
            let own = scene.solver == solver;
            let scene = Scene { solver, ..scene.clone() };
            let mut world = scene.to_world().unwrap();
            let (mut budget, mut frame) = (0_usize, 0);
            while frame < 120 {
                // Frames of thousands of formulas are sampled.
                if budget == 0 {
                    let checks = check_formulas(&scene, &world, &mut seen);
                    budget = checks / if own { 300 } else { 30 };
                } else {
                    budget -= 1;
                }
                world.step();
                frame += 1;
            }
        }
    }
    let symbols = ["v_y'", "d", "g", "J", "t", "x", "y'", "v_s", "m", "x_a", "x_b", "v_ay'", "v_bx'"];
    assert!(symbols.iter().all(|symbol| seen.get(*symbol).is_some_and(|n| *n > 50)), "{seen:?}");
    let (rounding, all) = (seen["rounding"], seen.values().sum::<usize>());
    assert!(rounding * 10 < all, "{seen:?}");
}

/// The same of every query, while its bodies move.
#[test]
fn every_formula_of_a_query_holds_as_printed() {
    let mut seen = BTreeMap::new();
    for (name, scene) in shipped_scenes() {
        println!("{name}");
        for frames in if scene.queries.is_empty() { 0..0 } else { 0..8 } {
            let world = stepped(&scene, frames * 11);
            for query in &scene.queries {
                let texts = stages::query_stages(&scene, &world, query);
                assert!(texts.len() > usize::from(query.kind() != QueryKind::Closest), "{texts:?}");
                for text in texts {
                    assert!(!text.title.is_empty() && text.sentence.ends_with('.'), "{text:?}");
                    for formula in &text.formulas {
                        checked(formula, 30.0);
                        *seen.entry(formula.names[0].0.clone()).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    assert!(["s", "h", "D"].iter().all(|symbol| seen.get(*symbol).is_some_and(|n| *n > 10)), "{seen:?}");
}

/// A query in words, each number from what the query itself told.
#[test]
fn a_query_is_told_in_words() {
    let scene = |name: &str| Scene::load(&PathBuf::from(format!("scenes/{name}.ron"))).unwrap();
    let said = |name: &str, query: &str| -> Vec<String> {
        let scene = scene(name);
        let texts = stages::query_stages(&scene, &scene.to_world().unwrap(), scene.query(query).unwrap());
        texts.into_iter().map(|text| text.sentence).collect()
    };
    let sight = said("query-line-of-sight", "sight");
    assert!(
        sight[0].starts_with("The ray meets the bounding boxes of crate and ball, in this order"),
        "{sight:?}"
    );
    assert_eq!(
        sight[1],
        "The ray is in crate once it is behind every face: the last way in is face 2 at 0.4, before the first way out, \
         face 0 at 0.6. So it hits crate at 0.4."
    );
    let past = said("query-cast-at-a-corner", "centre");
    assert_eq!(
        past[0],
        "The ray meets no bounding box of a body that it asks; 2 are skipped, since their boxes are not met."
    );
    let touching = said("query-ray-edge-cases", "only touching");
    assert_eq!(
        touching[1],
        "The ray's line passes the nearest centre at 1 m, so it misses disc by 0 m there."
    );
    let along = said("query-touching-and-going-away", "along");
    assert!(along[1].contains("only touch at the start, and the way does not close"), "{along:?}");
    let deep = said("query-touching-and-going-away", "out of it");
    assert!(deep[1].contains("0.25 m deep in floor") && deep[1].contains("whatever the way"), "{deep:?}");
    let gap = said("query-nearest-points", "to a corner");
    assert_eq!(gap, ["No two points of them are nearer than 4 m: center of a and vertex 1 of b."]);
}

/// The same of every shortcut, for every pair.
#[test]
fn every_formula_of_a_shortcut_holds_as_printed() {
    let names = ["one", "other"].map(str::to_owned);
    let mut seen = BTreeMap::new();
    for (name, scene) in shipped_scenes() {
        if scene.bodies.len() > 80 {
            continue;
        }
        println!("{name}");
        let world = stepped(&scene, 7);
        let bodies = world.bodies();
        let corners = bodies.iter().map(|body| body.aabb().min.abs().max(body.aabb().max.abs()));
        let reach = corners.fold(0.0, |most, corner| f64::from(corner.max_element()).max(most));
        let pairs = (0..bodies.len()).flat_map(|a| (a + 1..bodies.len()).map(move |b| (a, b)));
        for (a, b) in pairs.take(400) {
            for test in classic_mistakes::of_pair(&bodies[a], &bodies[b], None) {
                for formula in test.formulas(LengthUnit::of(bodies), &names) {
                    checked(&formula, reach);
                    *seen.entry(formula.names[0].0.clone()).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(["q", "S", "Q", "o", "g"].iter().all(|symbol| seen[*symbol] > 50), "{seen:?}");
}

/// The number in words before a word: "3 contacts begin" has 3 before "contacts".
fn number_before(sentence: &str, word: &str) -> Option<usize> {
    let words: Vec<&str> = sentence.split([' ', ',', ';', '.']).filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|w| *w == word)?;
    words[at.checked_sub(1)?].parse().ok()
}

/// The closing speed in the sentence of an iteration is that of its formula of the impulse.
fn check_speed(text: &StageText) {
    let Some(formula) = text.formulas.iter().find(|f| f.symbols.starts_with("J = m × ")) else { return };
    // The speed after friction, if there is any.
    let mut parts = text.sentence.split(';');
    let first = parts.next().unwrap_or_default();
    let part = parts.next().filter(|part| part.starts_with(" friction")).unwrap_or(first);
    let Some((_, said)) = part.split_once("close at ") else { return };
    let said = said.split(' ').next().unwrap();
    let (value, half) = (said.parse::<f64>().unwrap(), 0.5 * unit_of(said));
    let words = formula.numbers.split([' ', '(', ')']).filter(|word| word.parse::<f64>().is_ok());
    let is_near = |word: &str| {
        let (other, other_half) = (word.parse::<f64>().unwrap(), 0.5 * unit_of(word));
        (value - other.abs()).abs() <= 1.000_001 * (half + other_half)
    };
    assert!(words.into_iter().any(is_near), "{}: {formula:?}", text.sentence);
}

/// No "1 contacts", "2 contact begins", "all 2".
fn check_grammar(line: &str) {
    let words: Vec<&str> = line.split([' ', ',', ';', '.', ':']).filter(|word| !word.is_empty()).collect();
    let many = ["contacts", "pairs", "bodies", "velocities", "iterations", "begin", "go", "end", "are"];
    let one = ["contact", "pair", "body", "velocity", "iteration", "begins", "goes", "ends", "is"];
    for pair in words.windows(2) {
        match pair[0].parse::<u32>() {
            Ok(1) => assert!(!many.contains(&pair[1]), "{line}"),
            Ok(0 | 2..) => assert!(!one.contains(&pair[1]), "{line}"),
            Err(_) => {}
        }
    }
}

#[test]
fn sentences_of_every_shipped_scene_are_true() {
    let mut left_over = 0;
    for (name, scene) in shipped_scenes().into_iter().filter(|(_, scene)| scene.bodies.len() < 300) {
        for solver in [SolverKind::Linear, SolverKind::Rigid, SolverKind::Off] {
            let scene = Scene { solver, ..scene.clone() };
            for frames in [0, 1, 25, 60] {
                let world = stepped(&scene, frames);
                let mut watch = Watch::default();
                let mut after = world.clone();
                after.step_with(&mut watch);
                add_left_alone(&mut watch, &StepRecord::of(&world, None));
                for (text, (stage, bodies)) in stages::stages(&scene, &world).iter().zip(&watch.0) {
                    // Elsewhere a number may be the end of a name: "box 1 is".
                    if text.pair.is_none() {
                        check_grammar(&text.sentence);
                    }
                    assert!(!text.sentence.contains("all 2 axes"), "{text:?}");
                    let says = |what: &str| text.sentence.contains(what);
                    match stage {
                        Stage::Events(events) => {
                            let of = |phase| events.iter().filter(|e| e.phase == phase).count();
                            let told =
                                ["contacts", "contact"].iter().find_map(|w| number_before(&text.sentence, w));
                            let first = [Phase::Begin, Phase::Persist, Phase::End].map(of);
                            let first = first.into_iter().find(|n| *n > 0);
                            assert_eq!(told, first, "{name}: {}", text.sentence);
                            let movable = |e: &&ContactEvent| {
                                let moves = |i: u32| bodies[i as usize].inverse_mass() > 0.0;
                                moves(e.pair.a()) || moves(e.pair.b())
                            };
                            let solved = events.iter().filter(|e| {
                                e.phase != Phase::End && e.resolved_by.is_none() && e.waiting_since.is_none()
                            });
                            let solved = solved.filter(movable).count();
                            let is_left = solver != SolverKind::Off && solved > 0;
                            assert_eq!(says("left to the solver"), is_left, "{name}: {}", text.sentence);
                        }
                        Stage::SubstepForces { .. } => {
                            assert_eq!(says("change no"), text.details.is_empty(), "{name}: {text:?}");
                        }
                        Stage::SubstepMove { .. } => {
                            assert_eq!(says("No body"), text.details.is_empty(), "{name}: {text:?}");
                        }
                        Stage::Iteration(told) => {
                            let is_link = told.source.pair().is_none() && told.source.b().is_some();
                            if is_link {
                                let moves = says("move along the normal") || says("move against the normal");
                                let rests = says("keep their distance") || says("do not part at their joint");
                                assert!(moves || rests, "{text:?}");
                            } else {
                                assert!(says("part at") || says("close at") || says("neither"), "{text:?}");
                                check_speed(text);
                            }
                            if solver == SolverKind::Linear
                                && !is_link
                                && told.depth_after < told.depth_before
                            {
                                assert!((told.depth_after - 1.0e-4).abs() < 2.0e-6, "{name}: {told:?}");
                                assert!(
                                    says("0.0001 m of it is left on purpose"),
                                    "{name}: {}",
                                    text.sentence
                                );
                            }
                        }
                        Stage::Stopped { body, .. } => {
                            let own = format!("{}: ", scene.bodies[*body as usize].name);
                            let is_alone = text.details.len() == 1 && text.details[0].starts_with(&own);
                            assert!(is_alone, "{name}: {:?}", text.details);
                        }
                        Stage::NarrowPhase { outcome: PairOutcome::Separated, pair } => {
                            let body = |i: u32| (bodies[i as usize].shape(), bodies[i as usize].pose());
                            let ((a, pose_a), (b, pose_b)) = (body(pair.a()), body(pair.b()));
                            // Of several shapes the nearest two.
                            let nearest = nearest_leaves(a, pose_a, b, pose_b).into_iter();
                            let nearest = nearest.min_by(|p, q| p.separation.total_cmp(&q.separation));
                            let leaves = nearest.unwrap().leaves;
                            let trace = trace_leaves(a, pose_a, b, pose_b, leaves).unwrap().trace;
                            let (end, count) = (trace.stops_at().unwrap(), trace.axes.len());
                            assert_eq!(
                                says("the test ends with it"),
                                end + 1 < count,
                                "{name}: {}",
                                text.sentence
                            );
                            let touches = trace.axes[end].overlap == 0.0;
                            let says_so = says("touch without overlapping");
                            assert_eq!(says_so, touches, "{name}: {}", text.sentence);
                            assert_eq!(says_so, !says("are apart"), "{name}: {}", text.sentence);
                        }
                        Stage::FrameEnd { .. } if solver == SolverKind::Linear => {
                            let resolved =
                                |e: &&ContactEvent| e.phase != Phase::End && e.resolved_by.is_none();
                            let pairs: Vec<_> =
                                after.events().iter().filter(resolved).map(|e| e.pair).collect();
                            let of_pairs = after.detect();
                            // Two bodies that nothing moves stay as deep in each other as they are.
                            let moves = |body: u32| after.body(body).is_some_and(|b| b.inverse_mass() > 0.0);
                            let of_pairs = of_pairs.iter().filter(|found| pairs.contains(&found.key()));
                            let of_pairs = of_pairs.filter(|found| moves(found.a) || moves(found.b));
                            let of_grounds = after.generated();
                            let of_grounds = of_grounds.iter().filter(|made| made.b.is_none());
                            let deepest = of_pairs
                                .map(|found| found.contact.depth)
                                .chain(of_grounds.map(|made| made.contact.depth))
                                .fold(0.0, f32::max);
                            let overlap = text.sentence.split_once("still overlap");
                            let overlap =
                                overlap.map(|(_, rest)| ("", rest.split(" m").next().unwrap_or(rest)));
                            let told: Option<f32> = overlap
                                .and_then(|(_, rest)| {
                                    rest.split_once(" by ").or(rest.split_once(" depth of "))
                                })
                                .and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
                            if let Some(told) = told {
                                left_over += 1;
                                assert!(
                                    (told - deepest).abs() < 0.3 * deepest,
                                    "{name}: {deepest}: {}",
                                    text.sentence
                                );
                            } else {
                                assert!(deepest < 0.02, "{name}: {deepest}: {}", text.sentence);
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    assert!(left_over > 3, "{left_over}");
}

#[test]
fn every_formula_of_a_heap_holds_as_printed() {
    let mut seen = BTreeMap::new();
    for solver in ["Linear", "Rigid"] {
        let scene = heap(solver);
        for frames in [0, 8, 14, 25, 40] {
            check_formulas(&scene, &stepped(&scene, frames), &mut seen);
        }
    }
    assert!(seen["t"] > 5 && seen["J"] > 500, "{seen:?}");
}

/// Two balls of 1 kg and 3 kg, 0.4 m deep, in a row with a third; four contacts and one iteration.
#[test]
fn the_limit_of_iterations_is_told_with_what_is_left() {
    let row = "(version: 1, ITERATIONS bodies: [
        (name: \"a\", shape: Circle(radius: 1.0), motion: Dynamic(velocity: (2.0, 0.0))),
        (name: \"b\", shape: Circle(radius: 1.0), position: (1.6, 0.0), motion: Dynamic(mass: 3.0)),
        (name: \"c\", shape: Circle(radius: 1.0), position: (3.4, 0.0), motion: Dynamic()),
        (name: \"wall\", shape: Wall(start: (4.0, -2.0), end: (4.0, 2.0))),
    ])";
    let limited = scene(&row.replace("ITERATIONS", "iterations: 1,"));
    let texts = stages::stages(&limited, &limited.to_world().unwrap());
    let first = texts.iter().find(|text| text.title.starts_with("Iteration 1")).unwrap();
    assert_eq!(
        first.details.first().map(String::as_str),
        Some("worst of 3: −2 m/s, the lowest separating speed of those that need work")
    );
    let has = |text: &StageText, symbols: &str, about: &str| {
        text.formulas.iter().any(|f| f.symbols == symbols && f.about == about)
    };
    assert!(has(first, "m = m_a × m_b / (m_a + m_b)", ""), "{first:?}");
    assert!(has(first, "x_a = m_b / (m_a + m_b) × (d - r)", ""), "{first:?}");
    assert!(has(first, "v_ax' = v_ax + J × n_x / m_a", "a"), "{first:?}");
    let end = texts.last().unwrap();
    assert!(end.sentence.contains("2 contacts still overlap, the deepest by"), "{end:?}");
    assert!(end.sentence.contains("Linear has used the 1 iteration that it may use"), "{end:?}");
    assert!(end.details.iter().any(|line| line.starts_with("c – wall: still is 0.4 m deep")), "{end:?}");
    let mut world = limited.to_world().unwrap();
    world.step();
    let effort = world.resolver().unwrap();
    assert_eq!((effort.used, effort.limit, effort.left), (1, 1, 2));

    let free = scene(&row.replace("ITERATIONS", ""));
    let texts = stages::stages(&free, &free.to_world().unwrap());
    let told =
        |text: &&StageText| text.details.iter().any(|line| line.ends_with("now: iteration 1 moved them"));
    let moved = texts.iter().find(told).unwrap();
    assert!(moved.title.contains("b – c"), "{moved:?}");
    world = free.to_world().unwrap();
    world.step();
    assert_eq!(world.resolver().unwrap().limit, 6);
}

#[test]
fn a_cable_of_exactly_its_length_is_just_taut() {
    let of = |length: &str| {
        let scene = scene(&format!(
            "(version: 1, generators: [Cable(a: \"hook\", b: \"bob\", length: {length})], bodies: [
                (name: \"hook\", shape: Circle(radius: 0.1)),
                (name: \"bob\", shape: Circle(radius: 0.1), position: (0.0, -2.0), motion: Dynamic())])"
        ));
        let texts = stages::stages(&scene, &stepped(&scene, 0));
        texts.into_iter().find(|text| text.title.starts_with("Generator")).unwrap()
    };
    let (taut, slack) = (of("2.0"), of("2.25"));
    assert_eq!(taut.title, "Generator: cable 0 between hook and bob: just taut");
    assert!(taut.sentence.ends_with("so it is just taut.") && !taut.sentence.contains("slack"), "{taut:?}");
    assert!(
        slack.title.ends_with("slack by 0.25 m") && slack.sentence.ends_with("slack by 0.25 m."),
        "{slack:?}"
    );
}

/// One iteration for two rods of the wrong length, a cable that is too long, and a ball in a ground: the others are
/// told by their names.
#[test]
fn what_is_left_of_generators_is_told_by_name() {
    let row = "(version: 1, iterations: 1, bodies: [
        (name: \"a\", shape: Circle(radius: 0.1), motion: Dynamic()),
        (name: \"b\", shape: Circle(radius: 0.1), position: (2.0, 0.0), motion: Dynamic()),
        (name: \"c\", shape: Circle(radius: 0.1), position: (3.0, 0.0), motion: Dynamic()),
        (name: \"d\", shape: Circle(radius: 0.5), position: (8.0, 0.0), motion: Dynamic(velocity: (0.0, -6.0))),
    ], generators: [
        Rod(a: \"a\", b: \"b\", length: 1.5), Rod(a: \"b\", b: \"c\", length: 3.0),
        Cable(a: \"a\", b: \"c\", length: 2.875), Ground(point: (0.0, -0.4)),
    ])";
    let limited = scene(row);
    let texts = stages::stages(&limited, &limited.to_world().unwrap());
    let first = texts.iter().find(|text| text.title.starts_with("Iteration 1")).unwrap();
    assert!(first.title.contains("d on ground 3"), "{first:?}");
    assert!(first.formulas.iter().any(|f| f.symbols == "v_ay' = v_ay + J × n_y / m_a"), "{first:?}");
    assert!(first.sentence.contains("0.0001 m of it is left on purpose"), "{first:?}");
    let end = texts.last().unwrap();
    assert!(end.sentence.contains("3 cables or rods still have wrong lengths, the worst by 2 m"), "{end:?}");
    for told in [
        "rod 0 between a and b: still is 0.5 m too long",
        "rod 1 between b and c: still is 2 m too short",
        "cable 2 between a and c: still is 0.125 m too long",
    ] {
        assert!(end.details.iter().any(|line| line == told), "{told}: {end:?}");
    }
    // With enough of them a rod's iteration tells which one changed its length, and leaves nothing on purpose.
    let free = scene(&row.replace("iterations: 1, ", ""));
    let texts = stages::stages(&free, &free.to_world().unwrap());
    let of_rods = texts.iter().filter(|text| text.title.contains(": rod"));
    let sentences: Vec<&str> = of_rods.clone().map(|text| text.sentence.as_str()).collect();
    assert!(
        sentences.len() > 1 && sentences.iter().all(|said| !said.contains("on purpose")),
        "{sentences:?}"
    );
    let moved = |text: &StageText| text.details.iter().any(|line| line.contains(" m when found, "));
    assert!(of_rods.clone().any(moved), "{texts:?}");
}

/// Restitution 1 at rest: all of the closing speed is that of one step's gravity, so nothing bounces.
#[test]
fn a_contact_at_rest_shows_why_it_does_not_bounce() {
    let still = scene(
        "(version: 1, gravity: (0.0, -10.0), timestep: 0.01, bodies: [
            (name: \"ball\", shape: Circle(radius: 1.0), position: (0.0, 0.99995), motion: Dynamic(mass: 2.0),
             restitution: 0.5),
            (name: \"floor\", shape: Wall(start: (-4.0, 0.0), end: (4.0, 0.0))),
        ])",
    );
    let texts = stages::stages(&still, &still.to_world().unwrap());
    let text = texts.iter().find(|text| text.title.starts_with("Iteration 1")).unwrap();
    let rule = text.formulas.iter().find(|formula| formula.symbols == "t = e × (c - u)").unwrap();
    assert!(rule.numbers.starts_with("0 m/s = 0.50"), "{rule:?}");
    assert!(rule.names.iter().any(|(_, name)| name.contains("all of it")), "{rule:?}");
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
    // Masks leave pairs out, which the count below does not know.
    let has_masks = |scene: &Scene| scene.bodies.iter().any(|body| body.is.is_some() || body.meets.is_some());
    for (name, scene) in shipped_scenes().into_iter().filter(|(_, scene)| !has_masks(scene)) {
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
            let there = || report.bodies.iter().filter(|body| !body.removed);
            let count = there().count();
            let is_line = |shape: &str| shape == "Wall" || shape == "Chain";
            let walls = there().filter(|body| is_line(body.shape)).count();
            let pairs_of = |n: usize| (n * n.saturating_sub(1) / 2) as u64;
            let held = scene.joints.iter().filter(|joint| !joint.collide).count() as u64;
            assert_eq!(counts.possible, pairs_of(count) - pairs_of(walls) - held, "{name}");
            assert_eq!(counts.near, counts.tested + counts.both_static, "{name}");
            let recording = StepRecord::of(&world, None);
            let tests = (0..recording.len())
                .filter(|&i| matches!(recording.at(i), Some(Stage::NarrowPhase { .. })))
                .filter(|&i| !recording.is_left_alone(i));
            assert_eq!(counts.tested, tests.count(), "{name}");
            let reach = recording.pair_counts().reach;
            let meet = |i: usize, j: usize| {
                let overlap = report.bodies[i].aabb.overlap(&report.bodies[j].aabb).min_element();
                let walls = is_line(report.bodies[i].shape) && is_line(report.bodies[j].shape);
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
    let recording = StepRecord::of(&world, Some((700, 701)));
    let selected = (0..recording.len()).find(|&i| recording.pair(i) == Some((700, 701))).unwrap();
    assert!(recording.is_left_alone(selected));
    let Some(Stage::NarrowPhase { outcome, .. }) = recording.at(selected) else { panic!() };
    // They share an edge, which is no contact.
    assert!(matches!(outcome, PairOutcome::Separated), "{outcome:?}");
    let apart = StepRecord::of(&world, Some((3, 900)));
    assert!((0..apart.len()).any(|i| apart.pair(i) == Some((3, 900)) && apart.is_left_alone(i)));
}

/// A body that passes ±180° in a step turned by its spin, not by a whole turn less.
#[test]
fn a_turn_across_half_a_turn_is_as_small_as_it_is() {
    let spinner = scene(
        r#"(version: 1, solver: Rigid, bodies: [
            (name: "top", shape: Rectangle(width: 1.0, height: 0.5), rotation: 179.0, motion: Dynamic(angular_velocity: 120.0)),
            (name: "wheel", shape: Circle(radius: 1.0), position: (5.0, 0.0), motion: Dynamic(angular_velocity: -15000.0)),
        ])"#,
    );
    let texts = stages::stages(&spinner, &spinner.to_world().unwrap());
    let moves = texts.iter().find(|text| text.title == "Free motion").unwrap();
    let details = &moves.details;
    let turned = |i: usize| -> f32 {
        details[i].split("turned by ").nth(1).unwrap().trim_end_matches('°').parse().unwrap()
    };
    assert!((turned(0) - 2.0).abs() < 1.0e-3 && (turned(1) + 250.0).abs() < 0.01, "{details:?}");
    // They turn on the spot.
    assert!(details.iter().all(|line| !line.contains("from")), "{details:?}");
}

/// The formula of a test and the table beside it count from the same origin.
#[test]
fn the_ends_in_a_formula_are_those_of_the_table() {
    let mut compared = 0;
    // A part's place is rounded once more in the formula.
    let has_parts = |scene: &Scene| scene.bodies.iter().any(|body| !body.shape.parts().is_empty());
    for (name, scene) in shipped_scenes().into_iter().filter(|(_, scene)| scene.bodies.len() < 100) {
        if has_parts(&scene) {
            continue;
        }
        let world = stepped(&scene, 40);
        let mut recording = StepRecord::of(&world, None);
        for i in 0..recording.len() {
            recording.go_to(i + 1);
            let Some(Stage::NarrowPhase { pair, .. }) = recording.stage().cloned() else { continue };
            let text = recording.text(&scene).unwrap();
            let report =
                PairReport::of_pair(recording.world(), pair.a(), pair.b(), WhichAxes::Every).unwrap();
            let trace = report.trace.unwrap();
            let (a, b) = trace.world[trace.deciding.unwrap()];
            let formula = &text.formulas[0];
            let printed = formula.numbers.replace(['(', ')'], "");
            let printed: Vec<&str> = printed.split(' ').filter(|word| word.parse::<f64>().is_ok()).collect();
            let operands = printed.iter().rev().zip(formula.names.iter().rev());
            for (printed, (symbol, _)) in operands {
                let end = match symbol.as_str() {
                    "a_min" => a.min,
                    "a_max" => a.max,
                    "b_min" => b.min,
                    "b_max" => b.max,
                    _ => continue,
                };
                let (value, half) = (printed.parse::<f64>().unwrap(), 0.5 * unit_of(printed));
                let slack = half + f64::from(end.abs()) * f64::from(f32::EPSILON);
                assert!((value - f64::from(end)).abs() <= slack, "{name}: {end} in {formula:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// The classic test of a circle and a rectangle, told beside the separating axes, gives the same answer.
#[test]
fn the_squared_distance_in_the_rectangles_frame_agrees_with_the_axes() {
    let (mut near, mut inside) = ([0_usize; 2], 0_usize);
    for turn in [0.0, 30.0, 101.25, 270.0] {
        for i in 0..400 {
            let (x, y) = ((i % 20) as f32 * 0.31 - 2.913, (i / 20) as f32 * 0.23 - 2.117);
            let scene = scene(&format!(
                r#"(version: 1, solver: Off, bodies: [
                    (name: "disc", shape: Circle(radius: 0.6), position: ({x}, {y}), motion: Dynamic()),
                    (name: "box", shape: Rectangle(width: 3.0, height: 1.4), rotation: {turn}),
                ])"#
            ));
            let world = scene.to_world().unwrap();
            let texts = stages::stages(&scene, &world);
            let Some(text) = texts.iter().find(|text| text.title.starts_with("Narrow phase")) else {
                continue;
            };
            if text.title.ends_with("early-out") {
                continue;
            }
            let touches = text.title.contains(": contact");
            let [disc, of] = [0, 1].map(|i| world.bodies()[i].pose());
            let local = of.local_from_world(disc.position);
            let told =
                text.details.iter().find_map(|line| line.split_once("centre of disc is at (")).unwrap().1;
            let told: Vec<f32> =
                told.trim_end_matches(") m").split(", ").map(|number| number.parse().unwrap()).collect();
            assert!((told[0] - local.x).abs() < 1.0e-3 && (told[1] - local.y).abs() < 1.0e-3, "{text:?}");
            let square = |symbol: &str| {
                let formula = text.formulas.iter().find(|f| f.symbols.starts_with(symbol))?;
                formula.result().split(' ').next()?.parse::<f64>().ok()
            };
            match (square("D² = "), square("R² = ")) {
                (Some(distance), Some(radius)) => {
                    near[usize::from(touches)] += 1;
                    assert_eq!(distance < radius, touches, "{text:?}");
                    let corner = local.x.abs() > 1.5 && local.y.abs() > 0.7;
                    assert_eq!(
                        text.details.iter().any(|line| line.ends_with(": a corner")),
                        corner,
                        "{text:?}"
                    );
                }
                _ => {
                    inside += 1;
                    assert!(touches && local.x.abs() <= 1.5 && local.y.abs() <= 0.7, "{text:?}");
                }
            }
        }
    }
    assert!(near.iter().all(|n| *n > 50) && inside > 100, "{near:?} {inside}");
}

fn shipped_stages(name: &str, frames: u32) -> Vec<StageText> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name);
    let scene = Scene::load(&path).unwrap();
    stages::stages(&scene, &stepped(&scene, frames))
}

/// The spirit, whose middle is at (0.25, 2.25), overlaps the guard's box, from (-0.5, 0) to (0.5, 2), by 0.25 m.
#[test]
fn the_broad_phase_tells_what_masks_leave_out() {
    let stages = shipped_stages("level-masks.ron", 0);
    let broad_phase = stages.iter().find(|stage| stage.title.starts_with("Broad phase")).unwrap();
    assert_eq!(broad_phase.counts.unwrap().masked, 1);
    let told: Vec<_> = broad_phase.details.iter().filter(|line| line.contains("masks")).collect();
    let expected = "left out by masks: guard – spirit, from both sides: guard meets \"level\", \"player\", and spirit is \"spirit\"; \
                    spirit meets \"level\", and guard is \"enemy\"; neither `meets` has a name of the other's `is`";
    assert_eq!(told, [expected]);
}

/// The belt's own surface runs at 1.5 m/s, which is what friction works against while the crate still stands.
#[test]
fn the_solver_tells_the_speed_of_a_conveyor() {
    let stages = shipped_stages("level-conveyor.ron", 1);
    let of_pair: Vec<_> = stages.iter().filter(|stage| stage.title.contains(", solve: ")).collect();
    let line = "the surface of belt moves at 1.5 m/s along (1, 0) (`conveyor`): friction works against the slip of the surfaces, \
                not against that of the bodies";
    assert!(!of_pair.is_empty());
    let mut slips = Vec::new();
    for stage in of_pair.iter().filter(|stage| !stage.formulas.is_empty()) {
        assert!(stage.details.iter().any(|told| told == line), "{stage:?}");
        let formula = stage.formulas.iter().find(|formula| formula.symbols == "s = u - c").unwrap();
        checked(formula, 10.0);
        slips.push(formula.result().split(' ').next().unwrap().parse::<f64>().unwrap());
    }
    // Friction takes the crate along: seen from it, belt and crate slip less and less.
    assert!(slips[0] < -1.3 && slips.is_sorted() && slips[slips.len() - 1] > slips[0], "{slips:?}");
}

#[test]
fn the_narrow_phase_tells_a_ghost() {
    let of_tiles = |frames| {
        let stages = shipped_stages("seams-of-tiles.ron", frames);
        let narrow_phase =
            stages.into_iter().find(|stage| stage.title.starts_with("Narrow phase: on tiles – tiles"));
        let details = narrow_phase.map(|stage| stage.details).unwrap_or_default();
        details.into_iter().filter(|line| line.contains("ghost")).collect::<Vec<_>>()
    };
    // The step to frame 4 finds it.
    let expected = "a ghost: the normal (-1, 0) is 90° off what the outline of tiles/3 and tiles/2 allows, (0, 1) is the nearest \
                    allowed";
    assert_eq!(of_tiles(3), [expected]);
    assert!(of_tiles(0).is_empty());
}
