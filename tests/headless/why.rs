//! Why?: what an explanation says, each number against the report, and what is taken away of a pair.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use collide2d::{Contact, Feature, Side, World, collide};
use collision_test::explain::minkowski;
use collision_test::report::check::check;
use collision_test::report::why::take_away::SeenAt;
use collision_test::report::why::{Explanation, GivenValue, PairPast, Quantity, SentencePart};
use collision_test::report::{PairReport, Report, ReportOptions, WhichAxes, WhichPairs};
use collision_test::scene::numbers::LengthUnit;
use collision_test::scene::shipped;
use collision_test::scene::{Expectation, Scene, SceneBody, SceneShape};
use glam::{DVec2, Vec2};
use serde_json::Value as Json;

/// The scene after these steps.
fn world_at(scene: &Scene, frame: u64) -> World {
    let mut world = scene.to_world().unwrap();
    (0..frame).for_each(|_| world.step());
    world
}

fn report_of(scene: &Scene, world: &World) -> Report {
    Report::of(scene, world, &ReportOptions { pairs: WhichPairs::Deepest(0), ..ReportOptions::default() })
}

/// The pairs of a world; of a crowd those that touch and some of the others.
fn pairs(world: &World) -> Vec<(u32, u32)> {
    const MOST: usize = 3_000;
    let count = world.bodies().len() as u32;
    let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let there = |index: u32| world.body(index).is_some();
    let stride = (count as usize * count as usize / 2 / MOST).max(1);
    let touches = |a, b| {
        let (a, b) = (world.body(a).unwrap(), world.body(b).unwrap());
        a.aabb().overlaps(&b.aabb()) && collide(a.shape(), a.pose(), b.shape(), b.pose()).is_some()
    };
    all.enumerate()
        .filter(|(_, (a, b))| there(*a) && there(*b))
        .filter(|(index, (a, b))| index % stride == 0 || touches(*a, *b))
        .map(|(_, pair)| pair)
        .collect()
}

/// Every number of a pair's explanation against the pair in the JSON of the report, and the shapes.
struct Held<'w> {
    world: &'w World,
    pair: (u32, u32),
    bodies: [Json; 2],
    row: Json,
    what: String,
}

/// Printed numbers read back as the same f32.
fn number(json: &Json) -> f64 {
    f64::from(json.as_f64().unwrap() as f32)
}

fn point(json: &Json) -> DVec2 {
    DVec2::new(number(&json[0]), number(&json[1]))
}

impl<'w> Held<'w> {
    fn of(scene: &Scene, world: &'w World, report: &Report, (a, b): (u32, u32)) -> Option<Self> {
        let pair = PairReport::of_pair(world, a, b, WhichAxes::Every)?;
        // A chain's numbers are those of its segments.
        if pair.is_of_chain() {
            return None;
        }
        let mut bytes = Vec::new();
        let explanation = Explanation::of_pair(scene, world, &pair, LengthUnit::of(world.bodies()))?;
        explanation.write_json(&mut bytes, world.frame(), report, &pair).unwrap();
        let json = &serde_json::from_slice::<Json>(&bytes).unwrap()["report"];
        let what = format!("{} frame {} pair {a},{b}", scene.name, world.frame());
        let mut bodies = [json["bodies"][0].clone(), json["bodies"][1].clone()];
        // The box of a part is the part's.
        for (row, body) in bodies.iter_mut().zip(pair.bodies(world).unwrap()) {
            let aabb = body.aabb();
            row["aabb"] = serde_json::json!({"min": aabb.min.to_array(), "max": aabb.max.to_array()});
        }
        Some(Self { world, pair: (a, b), bodies, row: json["pairs"][0].clone(), what })
    }

    fn axis(&self, index: usize) -> &Json {
        &self.row["axes"][index]
    }

    /// The two ways to push the intervals apart: a along the direction, and against it.
    fn ways_out(&self, index: usize) -> [f64; 2] {
        let (a, b) = (&self.axis(index)["a"], &self.axis(index)["b"]);
        [number(&b[1]) - number(&a[0]), number(&a[1]) - number(&b[0])]
    }

    /// The overlap that the report tells, which the intervals must have too.
    fn overlap(&self, index: usize) -> f64 {
        let told = number(&self.axis(index)["overlap"]);
        let [along, against] = self.ways_out(index);
        self.near(told, along.min(against));
        told
    }

    fn deciding(&self) -> usize {
        self.row["deciding_axis"].as_u64().unwrap() as usize
    }

    /// Where a's interval ends in b, and b's in a, along the deciding axis.
    fn surfaces(&self) -> [f64; 2] {
        let axis = self.axis(self.deciding());
        let along = point(&axis["direction"]).dot(point(&self.row["normal"])) > 0.0;
        let (a, b) = (&axis["a"], &axis["b"]);
        if along { [number(&a[0]), number(&b[1])] } else { [number(&a[1]), number(&b[0])] }
    }

    #[track_caller]
    fn near(&self, found: f64, expected: f64) {
        let size = self.bodies.iter().fold(1.0e-3, |size: f64, body| {
            let (min, max) = (point(&body["aabb"]["min"]), point(&body["aabb"]["max"]));
            size.max(min.abs().max_element()).max(max.abs().max_element())
        });
        assert!((found - expected).abs() <= 4.0e-6 * size, "{}: {found}, not {expected}", self.what);
    }

    #[track_caller]
    fn exact(&self, found: DVec2, expected: DVec2) {
        assert_eq!(found, expected, "{}", self.what);
    }

    fn hold(&self, quantity: Quantity, value: GivenValue) {
        let what = &self.what;
        match (quantity, value) {
            (Quantity::AabbGapX, GivenValue::Length(gap)) => self.near(gap, self.aabb_gap(0)),
            (Quantity::AabbGapY, GivenValue::Length(gap)) => self.near(gap, self.aabb_gap(1)),
            (Quantity::Axes, GivenValue::Count(count)) => {
                assert_eq!(count as usize, self.row["axes"].as_array().unwrap().len(), "{what}");
            }
            (Quantity::AxesThatOverlap, GivenValue::Count(count)) => {
                let axes = self.row["axes"].as_array().unwrap();
                let overlapping = (0..axes.len()).filter(|index| self.overlap(*index) > 0.0).count();
                assert_eq!(count as usize, overlapping, "{what}");
            }
            (Quantity::PlaceOf(index), GivenValue::Count(place)) => {
                assert_eq!(self.row["stopped_at"].as_u64(), Some(place - 1), "{what}");
                assert_eq!(place as usize, index + 1, "{what}");
            }
            (Quantity::Direction(index), GivenValue::Direction(direction)) => {
                self.exact(direction.as_dvec2(), point(&self.axis(index)["direction"]));
            }
            (Quantity::Overlap(index), GivenValue::Length(overlap)) => {
                self.near(overlap, self.overlap(index))
            }
            (Quantity::LongerWay(index), GivenValue::Length(way)) => {
                let [along, against] = self.ways_out(index);
                self.near(way, along.max(against));
            }
            (Quantity::Gap(index), GivenValue::Length(gap)) => self.near(-gap, self.overlap(index)),
            (Quantity::Distance, GivenValue::Length(distance)) => self.near(distance, self.distance()),
            (Quantity::Lead(index), GivenValue::Length(lead)) => {
                self.near(lead, self.overlap(index) - self.overlap(self.deciding()));
            }
            (Quantity::Turn(index), GivenValue::Angle(turn)) => self.hold_turn(index, turn),
            (Quantity::AxisFeature(index, side), GivenValue::Count(number)) => {
                let source = self.axis(index)["source"].as_str().unwrap();
                let of_side = source.split(" to ").find(|part| part.starts_with(&side.to_string())).unwrap();
                assert!(of_side.ends_with(&format!(" {number}")), "{what}: {source}, not {number}");
            }
            (Quantity::Normal, GivenValue::Direction(normal)) => {
                self.exact(normal.as_dvec2(), point(&self.row["normal"]));
            }
            (Quantity::Depth, GivenValue::Length(depth)) => {
                assert_eq!(depth, number(&self.row["depth"]), "{what}");
                self.near(depth, self.overlap(self.deciding()));
            }
            (Quantity::Point(index), GivenValue::Place(place)) => {
                self.exact(place.as_dvec2(), point(&self.row["points"][index]["position"]));
            }
            (Quantity::PointDepth(index), GivenValue::Length(depth)) => {
                assert_eq!(depth, number(&self.row["points"][index]["depth"]), "{what}");
            }
            (Quantity::FromSurface(index), GivenValue::Length(distance)) => {
                let direction = point(&self.axis(self.deciding())["direction"]);
                let level = point(&self.row["points"][index]["position"]).dot(direction);
                for surface in self.surfaces() {
                    let depth = number(&self.row["depth"]);
                    assert!((level - surface).abs() <= 0.6 * depth + 1.0e-4 * level.abs(), "{what}");
                }
                let [a, b] = self.surfaces().map(|surface| (level - surface).abs());
                assert!(
                    (distance - a).abs() <= 1.0e-5 * (1.0 + level.abs()),
                    "{what}: {distance}, not {a} {b}"
                );
            }
            (Quantity::MetFeature(index, side), GivenValue::Count(number)) => {
                self.hold_feature(index, side, number as usize);
            }
            (Quantity::LinkDistance, GivenValue::Length(distance)) => {
                let [a, b] = [0, 1].map(|side| point(&self.bodies[side]["position"]));
                self.near(distance, a.distance(b));
            }
            // The report does not tell a link's length; `cables_and_rods_between_the_two_are_told` holds it.
            (Quantity::LinkLength | Quantity::LinkExcess, GivenValue::Length(length)) => {
                assert!(length > 0.0, "{what}: {length}");
            }
            (quantity, value) => panic!("{what}: {quantity:?} is {value:?}"),
        }
    }

    /// By the Minkowski sum.
    fn distance(&self) -> f64 {
        let pair = PairReport::of_pair(self.world, self.pair.0, self.pair.1, WhichAxes::Every).unwrap();
        let [a, b] = pair.bodies(self.world).unwrap();
        let sum = minkowski::sum(a.shape(), a.pose().rotation, b.shape(), b.pose().rotation).unwrap();
        sum.nearest(minkowski::offset(a.pose(), b.pose())).distance
    }

    /// The words before an overlap: where one interval is inside the other they say that it is a way out.
    fn hold_words(&self, index: usize, words: &str) {
        let shared = |a: &Json, b: &Json| number(&a[1]).min(number(&b[1])) - number(&a[0]).max(number(&b[0]));
        let excess = self.overlap(index) - shared(&self.axis(index)["a"], &self.axis(index)["b"]);
        let ends = ["a", "b"]
            .map(|side| number(&self.axis(index)[side][0]).abs() + number(&self.axis(index)[side][1]).abs());
        // Told intervals are rounded.
        if excess.abs() > 4.0e-6 * (ends[0] + ends[1]) || excess == 0.0 {
            assert_eq!(words.contains("way out"), excess > 0.0, "{}: axis {index}, “{words}”", self.what);
        }
    }

    fn aabb_gap(&self, axis: usize) -> f64 {
        let [a, b] = self.bodies.each_ref().map(|body| &body["aabb"]);
        let gap = |low: &Json, high: &Json| number(&high["min"][axis]) - number(&low["max"][axis]);
        gap(a, b).max(gap(b, a))
    }

    /// The angle between the ways out; where both ways are as short, either counts.
    fn hold_turn(&self, index: usize, turn: f64) {
        let ways = |index: usize| {
            let direction = point(&self.axis(index)["direction"]);
            let [along, against] = self.ways_out(index);
            let tie = (along - against).abs() <= 1.0e-5 * along.abs().max(1.0);
            let way = if along <= against { direction } else { -direction };
            if tie { vec![way, -way] } else { vec![way] }
        };
        let angle = |p: DVec2, q: DVec2| p.perp_dot(q).abs().atan2(p.dot(q)).to_degrees();
        let others = ways(index);
        let found = ways(self.deciding())
            .into_iter()
            .flat_map(|p| others.iter().map(move |q| angle(p, *q)).collect::<Vec<_>>())
            .any(|angle| (angle - turn).abs() < 0.01);
        assert!(found, "{}: {turn}", self.what);
    }

    /// The contact point lies at the feature, no farther than the contact is deep.
    fn hold_feature(&self, index: usize, side: Side, number: usize) {
        let (a, b) = self.pair;
        let pair = PairReport::of_pair(self.world, a, b, WhichAxes::Every).unwrap();
        let body = pair.bodies(self.world).unwrap()[usize::from(side == Side::B)];
        let met = pair.trace.as_ref().unwrap().met[index][usize::from(side == Side::B)];
        let corner = |i: usize| {
            let corners = body.shape().corners();
            body.pose().world_from_local(corners[i % corners.len()]).as_dvec2()
        };
        let at = point(&self.row["points"][index]["position"]);
        let distance = match met {
            Feature::Vertex(_) => at.distance(corner(number)),
            Feature::Face(_) => {
                let (from, to) = (corner(number), corner(number + 1));
                let share = ((at - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
                at.distance(from.lerp(to, share))
            }
            Feature::Start | Feature::End | Feature::Center => panic!("{}: {met:?} has no number", self.what),
        };
        let size = f64::from(body.bounding_circle().radius);
        // A round corner's surface is that far from the corner.
        let radius = f64::from(body.shape().radius());
        let allowed = radius + self::number(&self.row["depth"]) * 1.01 + 4.0e-3 * size;
        assert!(distance <= allowed, "{}: {met:?} of {side} is {distance} away", self.what);
    }
}

/// Why two bodies touch, or do not.
pub fn explained(scene: &Scene, world: &World, (a, b): (u32, u32)) -> Option<Explanation> {
    let pair = PairReport::of_pair(world, a, b, WhichAxes::Every)?;
    Explanation::of_pair(scene, world, &pair, LengthUnit::of(world.bodies()))
}

/// Holds every number of the pair's explanation; returns how many there are.
fn hold(scene: &Scene, world: &World, report: &Report, pair: (u32, u32)) -> usize {
    let Some(held) = Held::of(scene, world, report, pair) else { return 0 };
    let explanation = explained(scene, world, pair).unwrap();
    assert_eq!(held.row["touching"], explanation.touching, "{}", held.what);
    let parts = explanation.sentences.iter().flat_map(|sentence| &sentence.parts);
    let (mut numbers, mut before) = (0, "");
    for part in parts {
        match part {
            SentencePart::Words(words) => {
                assert!(!words.contains(|c: char| c.is_ascii_digit()), "{words}");
                before = words;
            }
            SentencePart::Name(_) | SentencePart::Other(_) => {}
            SentencePart::Number(quantity, value) => {
                if let Quantity::Overlap(index) = quantity {
                    held.hold_words(*index, before);
                }
                held.hold(*quantity, *value);
                numbers += 1;
            }
        }
    }
    assert!(explanation.paragraph().ends_with('.'), "{}", held.what);
    numbers
}

#[test]
fn every_number_of_an_explanation_is_the_reports() {
    let mut numbers = 0;
    for scene in shipped::all() {
        let scene = scene.scene();
        for frame in [0, 30] {
            let world = world_at(scene, frame);
            let report = report_of(scene, &world);
            numbers +=
                pairs(&world).into_iter().map(|pair| hold(scene, &world, &report, pair)).sum::<usize>();
        }
    }
    assert!(numbers > 50_000, "{numbers}");
}

/// Two random bodies near each other; the kinds by `a` and `b`.
fn random_pair(rng: &mut fastrand::Rng, a: usize, b: usize) -> Scene {
    let mut random = |min: f32, max: f32| min + (max - min) * rng.f32();
    let mut body = |name: &str, kind: usize| {
        let shape = match kind {
            0 => SceneShape::Circle { radius: random(0.2, 1.5) },
            1 => SceneShape::Capsule {
                start: Vec2::new(random(-1.5, -0.2), random(-1.0, 1.0)),
                end: Vec2::new(random(0.2, 1.5), random(-1.0, 1.0)),
                radius: random(0.1, 0.8),
            },
            2 => SceneShape::Rectangle { width: random(0.3, 3.0), height: random(0.3, 3.0), radius: 0.0 },
            3 => {
                let count = 3 + random(0.0, 9.0) as u32;
                let size = random(0.4, 1.6);
                let corner = |i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / count as f32) * size;
                SceneShape::Polygon { points: (0..count).map(corner).collect(), radius: 0.0 }
            }
            _ => SceneShape::Wall {
                start: Vec2::new(random(-2.0, -0.2), random(-1.0, 1.0)),
                end: Vec2::new(random(0.2, 2.0), random(-1.0, 1.0)),
            },
        };
        let position = Vec2::new(random(-1.2, 1.2), random(-1.2, 1.2));
        let rotation = if random(0.0, 1.0) < 0.3 { 90.0 } else { random(-720.0, 720.0) };
        SceneBody { position, rotation, ..SceneBody::new(name, shape) }
    };
    let bodies = vec![body("first", a), body("second", b)];
    Scene { name: "random".into(), bodies, ..Scene::default() }
}

#[test]
fn every_number_about_random_pairs_of_all_kinds_is_the_reports() {
    let mut rng = fastrand::Rng::with_seed(13);
    for round in 0..200 {
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))).filter(|kinds| *kinds != (4, 4)) {
            let mut scene = random_pair(&mut rng, a, b);
            scene.name = format!("random {round}, kinds {a} and {b}");
            let world = scene.to_world().unwrap();
            hold(&scene, &world, &report_of(&scene, &world), (0, 1));
            let seen = SeenAt {
                scene: &scene,
                world: &world,
                pair: (0, 1),
                parts: [None; 2],
                frame: 0,
                past: &PairPast::default(),
                theirs: None,
                file: None,
            };
            assert_pasted_back(&seen);
        }
    }
}

fn contact_bits(contact: Option<&Contact>) -> Vec<u32> {
    let Some(contact) = contact else { return Vec::new() };
    let whole = [contact.normal.x, contact.normal.y, contact.depth];
    let points = contact.points().iter().flat_map(|p| [p.from_a.x, p.from_a.y, p.depth]);
    whole.into_iter().chain(points).map(f32::to_bits).collect()
}

/// The smallest scene, read back from its text, gives the same contact and axes to the bit, and holds.
fn assert_pasted_back(seen: &SeenAt<'_>) {
    let text = seen.ron().unwrap();
    let again = Scene::from_ron(&text, "pasted").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let world = again.to_world().unwrap();
    let contact = |world: &World, (a, b): (u32, u32)| {
        let (a, b) = (world.body(a).unwrap(), world.body(b).unwrap());
        collide(a.shape(), a.pose(), b.shape(), b.pose())
    };
    let (before, after) = (contact(seen.world, seen.pair), contact(&world, (0, 1)));
    assert_eq!(contact_bits(before.as_ref()), contact_bits(after.as_ref()), "{text}");
    let of_pair = |world: &World, (a, b)| PairReport::of_pair(world, a, b, WhichAxes::Every).unwrap();
    let (before, after) = (of_pair(seen.world, seen.pair), of_pair(&world, (0, 1)));
    // The bodies of a trace have masks, which the smallest scene leaves out.
    let told =
        |pair: PairReport| (pair.contact, pair.trace.map(|trace| (trace.local, trace.world, trace.met)));
    assert_eq!(told(before), told(after), "{text}");
    assert!(again.bodies.len() >= 2, "the two, and neighbours of ghosts: {text}");
    assert_eq!(again.expect.len(), 1);
    assert!(check(&again).unwrap().failures.is_empty(), "{text}");
}

#[test]
fn the_smallest_scene_gives_the_same_contact_to_the_bit() {
    let mut pasted = 0;
    for scene in shipped::all() {
        let scene = scene.scene();
        for frame in [0, 60] {
            let world = world_at(scene, frame);
            let report = Report::of(scene, &world, &ReportOptions::default());
            for pair in &report.pairs {
                let pair = (pair.a, pair.b);
                assert_pasted_back(&SeenAt {
                    scene,
                    world: &world,
                    pair,
                    parts: [None; 2],
                    frame,
                    past: &PairPast::default(),
                    theirs: None,
                    file: None,
                });
                pasted += 1;
            }
        }
    }
    assert!(pasted > 700, "{pasted}");
}

/// What makes a contact a ghost comes along; of a level of 3 000 tiles and of a long chain what is near.
#[test]
fn the_smallest_scene_keeps_what_makes_a_ghost_and_leaves_what_is_far() {
    let player = |x: f32| {
        format!(
            "(name: \"player\", shape: Rectangle(width: 0.6, height: 1.2), position: ({x:?}, 1.05), motion: Dynamic(velocity: (5, 0)))"
        )
    };
    let tile = |x: f32| format!("Part(shape: Rectangle(width: 1, height: 1), at: ({x:?}, 0))");
    let tiles: Vec<String> = (0..3000).map(|i| tile(i as f32)).collect();
    let bodies: Vec<String> = (0..2)
        .map(|i| format!("(name: \"t{i}\", shape: Rectangle(width: 1, height: 1), position: ({i}, 0))"))
        .collect();
    let hills: Vec<String> = (0..2000).map(|i| format!("({i}, {:?})", 0.5 - 0.01 * (i % 2) as f32)).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.ron");
    let rows = [
        (0.22, bodies.join(", "), "player,t1", 2, true),
        (50.22, format!("(name: \"map\", shapes: [{}])", tiles.join(", ")), "player,map/52", 1, true),
        (
            50.22,
            format!("(name: \"map\", shape: Chain(points: [{}]))", hills.join(", ")),
            "player,map",
            1,
            false,
        ),
    ];
    for (x, level, pair, others, is_ghost) in rows {
        std::fs::write(&path, format!("(version: 1, bodies: [{}, {level}])", player(x))).unwrap();
        let told = good(&[path.to_str().unwrap(), "--pair", pair]);
        assert_eq!(told.contains("is a ghost"), is_ghost, "{told}");
        let text = good(&[path.to_str().unwrap(), "--pair", pair, "--format", "ron"]);
        assert!(text.len() < 1500, "{} bytes: {text:.1500}", text.len());
        let scene = Scene::from_ron(&text, "smallest").unwrap();
        assert_eq!(scene.bodies.len(), 1 + others, "{text}");
        assert!(check(&scene).unwrap().failures.is_empty(), "{text}");
        let again = folder.path().join("again.ron");
        std::fs::write(&again, &text).unwrap();
        let told_again = good(&[again.to_str().unwrap(), "--pair", &scene.expect[0].names(",")]);
        assert_eq!(told_again.contains("is a ghost"), is_ghost, "{told_again}");
    }
}

/// A still picture of two that passed through each other tells nothing of it: the scene makes the step.
#[test]
fn the_smallest_scene_of_a_bullet_that_came_through_makes_the_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bullet.ron");
    // In a step of 1.5 m it comes to lie in the far half of the wall, or beyond it.
    for (x, told, line) in [
        (-3.0, "bullet and wall are in contact", "Contact("),
        (-3.3, "moved too far in the step", "Crosses("),
    ] {
        let text = format!(
            "(version: 1, bodies: [
                (name: \"bullet\", shape: Circle(radius: 0.05), position: ({x:?}, 0), motion: Dynamic(velocity: (90, 0))),
                (name: \"far\", shape: Circle(radius: 0.5), position: (0, 9)),
                (name: \"wall\", shape: Rectangle(width: 0.2, height: 4)),
            ])"
        );
        std::fs::write(&path, text).unwrap();
        let frame = if x > -3.1 { "2" } else { "3" };
        let args = [path.to_str().unwrap(), "--pair", "bullet,wall", "--frame", frame];
        let before = good(&args);
        assert!(before.contains(told), "{before}");
        let text = good(&[&args[..], &["--format", "ron"]].concat());
        let scene = Scene::from_ron(&text, "smallest").unwrap();
        assert!(scene.bodies.len() == 2 && scene.expect[0].frame() == 1 && text.contains(line), "{text}");
        assert!(check(&scene).unwrap().failures.is_empty(), "{text}");
        let again = folder.path().join("again.ron");
        std::fs::write(&again, &text).unwrap();
        let after = good(&[again.to_str().unwrap(), "--pair", "bullet,wall", "--frame", "1"]);
        assert!(after.contains(told), "{after}");
        let markdown = good(&[&args[..], &["--format", "markdown"]].concat());
        assert!(markdown.contains("explain pair.ron --pair 0,1 --frame 1\n"), "{markdown}");
    }
}

/// Its direction is finer than the degrees that are written down: the Rust test holds the contact that these have, as the smallest
/// scene does, and not the world's.
#[test]
fn the_rust_test_of_what_turned_many_times_is_of_the_pose_that_it_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blade.ron");
    for x in ["0.1", "0.2", "0.3"] {
        let text = format!(
            "(version: 1, bodies: [
                (name: \"blade\", shape: Rectangle(width: 3, height: 0.5), rotation: 123456.7, motion: Dynamic(angular_velocity: 5000)),
                (name: \"gem\", shape: Polygon(points: [(-1, -0.5), (1, -0.5), (0, 1)]), position: ({x}, 0.3)),
            ])"
        );
        std::fs::write(&path, text).unwrap();
        let with = |format| {
            let args = [path.to_str().unwrap(), "--pair", "blade,gem", "--frame", "3", "--format", format];
            good(&args)
        };
        let scene = Scene::from_ron(&with("ron"), "smallest").unwrap();
        let Expectation::Contact { depth: Some(depth), normal: Some(normal), .. } = &scene.expect[0] else {
            panic!("{:?}", scene.expect)
        };
        let line = format!("bits(&[{:?}, {:?}, {depth:?}])", normal.x, normal.y);
        let rust = with("rust");
        assert!(rust.contains(&line), "{line}: {rust}");
    }
}

/// The Rust of pairs of every kind, at frame 0 and later, as `explain --format rust` prints it.
mod taken_away {
    include!("why/taken_away.rs");
}

/// Scenes whose last touching pair at frame 60 is taken: angles of many turns, a piece, a pile.
const LATER: [&str; 6] = ["slope", "propeller", "seams", "jelly", "crowd-of-1000", "pyramid"];

#[test]
fn the_rust_tests_that_run_are_those_that_are_printed() {
    let mut text = String::from(
        "// Generated by the test `the_rust_tests_that_run_are_those_that_are_printed` with `UPDATE_PICTURES=1`.\n",
    );
    let mut add = |stem: &str, frame: u64, pair: &dyn Fn(&Report) -> (u32, u32)| {
        let scene = shipped::find(stem).unwrap().scene();
        let world = world_at(scene, frame);
        let pair = pair(&Report::of(scene, &world, &ReportOptions::default()));
        let test = SeenAt {
            scene,
            world: &world,
            pair,
            parts: [None; 2],
            frame,
            past: &PairPast::default(),
            theirs: None,
            file: None,
        }
        .rust_test()
        .unwrap();
        text.push_str(&format!("\nmod {} {{\n{test}}}\n", stem.replace('-', "_")));
    };
    let first = |report: &Report| (report.pairs[0].a, report.pairs[0].b);
    let last = |report: &Report| report.pairs.last().map(|pair| (pair.a, pair.b)).unwrap();
    for scene in shipped::all().iter().filter(|scene| scene.stem().starts_with("pair-")) {
        add(scene.stem(), 0, &first);
    }
    LATER.iter().for_each(|stem| add(stem, 60, &last));
    add("boxes-overlap-shapes-do-not", 0, &|_| (0, 1));
    assert!(text.matches("#[test]").count() >= 20);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/headless/why/taken_away.rs");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == text, "run with UPDATE_PICTURES=1");
}

/// Of `explain`: exit code, standard output and standard error.
fn run(args: &[&str]) -> (i32, String, String) {
    outcome(&[&["explain"], args].concat())
}

pub fn outcome(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("DISPLAY");
    let output = command.args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
pub fn good(args: &[&str]) -> String {
    let (code, out, err) = run(args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    out
}

const BALL: &str = "scenes/pair-circle-rectangle.ron";

#[test]
fn explain_tells_a_touching_pair_in_plain_words() {
    let said = concat!(
        "ball and crate are both Static: a step does not test them against each other (`motion`).\n",
        "Ruled out before: removed.\n",
        "ball and crate are in contact: moving ball by 0.25 m along the normal (0, 1), or crate by as much the other way, just separates them.\n",
        "Two quick tests came first and ruled nothing out: the AABBs (upright boxes around the shapes) overlap, and the bounding circles meet.\n",
        "Then the separating-axis test looked for a direction that shows a gap. It tried 2 axes, and the shapes' intervals overlap on both. The least overlap decides: 0.25 m along (0, 1), the normal of crate's face 1. That is the depth. The runner-up, the normal of crate's face 0, has a way out of 3 m, 2.75 m more.\n",
        "ball's rim meets crate's face 1.\n",
        "The contact point (0, 0.75) m is the point of ball that is deepest in crate.\n",
    );
    assert_eq!(good(&[BALL, "--pair", "0,1"]), said);
}

#[test]
fn explain_tells_what_separates_a_pair_and_how_far() {
    let said = concat!(
        "wedge and gem are both Static: a step does not test them against each other (`motion`).\n",
        "Ruled out before: removed.\n",
        "wedge and gem are 0.7071 m apart.\n",
        "Their AABBs (upright boxes around the shapes) overlap and their bounding circles meet, so the separating-axis test tried its axes.\n",
        "Along (0.7071, 0.7071), the normal of wedge's face 1, a gap of 0.7071 m separates them; it is axis 2 of 3, and the test stops there, because one such axis proves it. That they overlap on 2 of the 3 axes makes no contact: every one is needed.\n",
    );
    assert_eq!(good(&["scenes/boxes-overlap-shapes-do-not.ron", "--pair", "0,1"]), said);
}

#[test]
fn explain_writes_data_with_the_pair_of_the_report() {
    let json: Json = serde_json::from_str(&good(&[BALL, "--pair", "0,1", "--format", "json"])).unwrap();
    let scene = Scene::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(BALL)).unwrap();
    let world = scene.to_world().unwrap();
    let explanation = explained(&scene, &world, (0, 1)).unwrap();
    assert_eq!(json["paragraph"], explanation.paragraph());
    assert_eq!(json["sentences"].as_array().unwrap().len(), explanation.sentences.len());
    let pair = &json["report"]["pairs"][0];
    let depth = json["sentences"][0]["numbers"].as_array().unwrap();
    assert_eq!(depth[0]["what"], "depth");
    assert_eq!(number(&depth[0]["value"]), number(&pair["depth"]));
    assert_eq!(json["report"]["bodies"].as_array().unwrap().len(), 2);
}

/// A name counts before an index: the commands of the text name the bodies that it is about.
#[test]
fn the_commands_of_the_markdown_mean_the_same_two_whatever_the_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("numbers.ron");
    let body =
        |name: &str, x: f32| format!("(name: {name:?}, shape: Circle(radius: 1.0), position: ({x:?}, 0.0)),");
    let bodies = [body("2", 0.0), body("0", 1.0), body("1", 9.0)].concat();
    std::fs::write(&path, format!("(version: 1, bodies: [{bodies}])")).unwrap();
    let path = path.to_str().unwrap();
    let markdown = good(&["explain", path, "--pair", "2,0", "--format", "markdown"][1..]);
    let again = markdown.lines().find_map(|line| line.split_once("numbers.ron --pair ")).unwrap().1;
    assert_eq!(again, "'2,0'");
    assert!(markdown.contains("pair.ron --pair '2,0'"), "{markdown}");
    assert_eq!(good(&[path, "--pair", "2,0"]), good(&[path, "--pair", again.trim_matches('\'')]));
}

#[test]
fn explain_writes_markdown_that_holds_the_smallest_scene() {
    let args = ["scenes/slope.ron", "--pair", "rough slope,rough box", "--frame", "60", "--format"];
    let with = |format| good(&[&args[..], &[format]].concat());
    let (markdown, ron, rust) = (with("markdown"), with("ron"), with("rust"));
    assert!(markdown.contains(&format!("```ron\n{ron}```\n")), "{markdown}");
    let again = "    collision-test explain scenes/slope.ron --pair 0,1 --frame 60\n";
    for part in [again, "Collision Test 0.1.0, collide2d 0.1.0.", "| contact point | depth |", "| decides |"]
    {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    let scene = shipped::find("slope").unwrap().scene();
    let world = world_at(scene, 60);
    let seen = SeenAt {
        scene,
        world: &world,
        pair: (0, 1),
        parts: [None; 2],
        frame: 60,
        past: &PairPast::default(),
        theirs: None,
        file: None,
    };
    assert_eq!(rust, seen.rust_test().unwrap());
    assert_pasted_back(&seen);
}

#[test]
fn explain_reads_a_frame_of_a_recording() {
    let recording = ["scenes/recordings/collide2d.jsonl", "--frame", "30", "--pair"];
    let touching = Command::new(env!("CARGO_BIN_EXE_collision-test"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["report", "scenes/recordings/collide2d.jsonl", "--frame", "30", "--format", "json"])
        .output()
        .unwrap();
    let report: Json = serde_json::from_slice(&touching.stdout).unwrap();
    let first = &report["pairs"][0];
    let pair = format!("{},{}", first["a"], first["b"]);
    let json: Json =
        serde_json::from_str(&good(&[&recording[..], &[&pair, "--format", "json"]].concat())).unwrap();
    assert_eq!(json["frame"], 30);
    assert_eq!(json["report"]["pairs"][0]["points"], first["points"]);
    assert!(good(&[&recording[..], &[&pair]].concat()).contains("are in contact"));
}

#[test]
fn explain_refuses_with_a_reason() {
    let none = tempfile::tempdir().unwrap();
    let path = none.path().join("none.ron");
    for (args, reason) in [
        (vec!["--pair", "0"], "two names or indices"),
        (vec!["--pair", "ball,nobody"], "no body has"),
        (vec!["--pair", "0,0"], "a pair is two bodies"),
        (vec![path.to_str().unwrap(), "--pair", "0,1"], "cannot be read"),
        (
            vec!["scenes/jelly.ron", "--pair", "jelly,floor", "--frame", "60", "--format", "ron"],
            "was removed",
        ),
        (vec![BALL], "--pair"),
    ] {
        let (code, out, err) = run(&args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
}

/// The square of their distance is no f32.
#[test]
fn what_is_very_far_apart_is_told_with_direction_and_distance() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("far.ron");
    let others = [
        "Circle(radius: 1)",
        "Rectangle(width: 1, height: 1)",
        "Polygon(points: [(0, 1), (1, 0), (2, 2)])",
        "Capsule(start: (0, 1), end: (1, 0), radius: 1)",
        "Wall(start: (0, 1), end: (1, 0))",
    ];
    let others: String =
        (0..).zip(others).map(|(i, shape)| format!("(name: \"{i}\", shape: {shape}),")).collect();
    let rocket = "motion: Dynamic(velocity: (3e38, 1e38))";
    std::fs::write(
        &path,
        format!("(version: 1, bodies: [{others} (name: \"rocket\", shape: Circle(radius: 1), {rocket})])"),
    )
    .unwrap();
    for i in 0..5 {
        let pair = format!("{i},rocket");
        let args = [path.to_str().unwrap(), "--pair", &pair, "--frame", "6"];
        let told = good(&args);
        assert!(!told.contains("inf") && !told.contains("(0, 0)"), "{told}");
        assert!(told.contains("are 3.162e37 m apart"), "{told}");
        let told: Json = serde_json::from_str(&good(&[&args[..], &["--format", "json"]].concat())).unwrap();
        let axes = told["report"]["pairs"][0]["axes"].as_array().unwrap();
        let last = axes.last().unwrap();
        let (length, overlap) = (point(&last["direction"]).length(), number(&last["overlap"]));
        assert!((length - 1.0).abs() < 1.0e-6 && (-3.3e37..-3.0e37).contains(&overlap), "{last}");
    }
}

#[test]
fn names_are_escaped_once_and_nothing_of_them_is_raw() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names.ron");
    let name = "a\u{9b}\u{202e}\"q\u{1b}\u{7f}";
    let text = format!(
        "(version: 1, name: \"sc{}ne\", about: {name:?}, bodies: [(name: {name:?}, shape: Circle(radius: 1)), (name: \"b\", shape: Circle(radius: 1))])",
        "\u{85}\u{2067}"
    );
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let name_of_speed = format!("{name}.speed");
    let is_raw = |c: char| (c.is_control() && c != '\n') || ('\u{2000}'..='\u{206f}').contains(&c);
    for args in [
        &["report", path, "--format", "html"][..],
        &["report", path, "--format", "csv", "--frames", "0..1", "--watch", &name_of_speed],
    ] {
        let (code, out, _) = outcome(args);
        assert_eq!(code, 0, "{args:?}");
        assert!(!out.contains(is_raw) && out.contains("\\u{1b}"), "{args:?}: {out:?}");
    }
    for args in
        [&["explain", path, "--pair", "0,1", "--format", "json"][..], &["report", path, "--format", "json"]]
    {
        let (code, out, err) = outcome(args);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        assert!(!out.contains(is_raw), "{out:?}");
        let told: Json = serde_json::from_str(&out).unwrap();
        assert_eq!(told["scene"], "sc\u{85}\u{2067}ne");
        if args[0] == "explain" {
            assert_eq!(told["names"][0], name);
            assert!(told["paragraph"].as_str().unwrap().starts_with(&format!("{name} and b are in contact")));
            assert!(told["sentences"][0]["text"].as_str().unwrap().starts_with(name));
        } else {
            assert_eq!(told["bodies"][0]["name"], name);
        }
    }
}
