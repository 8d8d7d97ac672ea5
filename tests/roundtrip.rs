//! Save and load: the same scene bit for bit, the same text byte for byte.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use collide2d::{Motion, ShapeKind, Then};
use collision_test::app::MotionKind;
use collision_test::report::{Report, ReportOptions, WhichAxes, WhichPairs};
use collision_test::scene::generator::SceneGeneratorKind;
use collision_test::scene::limit::Limit;
use collision_test::scene::{
    Bookmark, Expectation, ExpectationKind, InputKind, QueryKind, RandomValues, Scene, SceneBody,
    SceneGenerator, SceneJoint, SceneListener, SceneQuery, SceneShape, StopKind, ThenKind, Vary,
};
use glam::Vec2;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// Every bit of a scene: `Debug` prints the fewest digits that distinguish two floats, and the sign of zero.
fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}

/// Coordinates: plain ones, powers down to the smallest subnormal, and both zeros.
fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![
        -100.0f32..100.0,
        -1.0e6f32..=1.0e6,
        (-149i32..19, any::<bool>()).prop_map(|(e, n)| if n {
            -(e as f32).exp2()
        } else {
            (e as f32).exp2()
        }),
        Just(0.0f32),
        Just(-0.0f32),
        Just(0.1f32),
        Just(16_777_217.0f32 / 1024.0),
    ]
}

fn point() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(Vec2::from)
}

fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![coordinate(), any::<f32>().prop_filter("finite", |v| v.is_finite())]
}

fn vector() -> impl Strategy<Value = Vec2> {
    (finite(), finite()).prop_map(Vec2::from)
}

fn size() -> impl Strategy<Value = f32> {
    prop_oneof![0.001f32..1000.0, Just(1.0e6f32), 1.0e-6f32..1.0]
}

fn unit() -> impl Strategy<Value = f32> {
    prop_oneof![0.0f32..=1.0, Just(0.0f32), Just(1.0f32), Just(-0.0f32)]
}

fn shape() -> impl Strategy<Value = SceneShape> {
    let kind = proptest::sample::select(&ShapeKind::ALL[..]);
    (kind, any::<[u8; 32]>()).prop_filter_map("a shape of the core", |(kind, seed)| {
        let shape = SceneShape::random(kind, &mut Valid::new(&seed));
        shape.to_shape().is_ok().then_some(shape)
    })
}

fn motion() -> impl Strategy<Value = Motion> {
    proptest::sample::select(&MotionKind::ALL[..]).prop_map(|kind| kind.convert(&Motion::Static))
}

fn outline() -> impl Strategy<Value = Option<Vec<Vec2>>> {
    proptest::option::of(proptest::collection::vec(point(), 3..40))
}

fn body() -> impl Strategy<Value = SceneBody> {
    let name = prop_oneof!["[a-z]{1,9}", "\\PC{1,12}", any::<String>()];
    (name, shape(), outline(), motion(), any::<[u8; 32]>()).prop_map(
        |(name, shape, outline, motion, seed)| {
            let mut body = SceneBody { outline, motion, ..SceneBody::new(name, shape) };
            let mut values = Valid::new(&seed);
            body.one_way = values.flag().then(|| values.direction());
            body.randomize(&mut values);
            body
        },
    )
}

/// Valid values for these pairs of bodies.
struct Valid<'a> {
    runner: TestRunner,
    pairs: &'a [[String; 2]],
    /// Names of queries that meet bodies, or none.
    queries: Vec<String>,
}

impl Valid<'_> {
    fn new(seed: &[u8; 32]) -> Self {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, seed);
        Self {
            runner: TestRunner::new_with_rng(ProptestConfig::default(), rng),
            pairs: &[],
            queries: Vec::new(),
        }
    }

    fn pick<S: Strategy>(&mut self, strategy: S) -> S::Value {
        strategy.new_tree(&mut self.runner).unwrap().current()
    }
}

impl RandomValues for Valid<'_> {
    fn pair(&mut self) -> [String; 2] {
        self.pick(proptest::sample::select(self.pairs.to_vec()))
    }

    fn whole(&mut self, last: u64) -> u64 {
        self.pick(prop_oneof![Just(0), 0..=last])
    }

    fn number(&mut self, limit: Limit) -> f32 {
        let whole = |limit: Limit| {
            (*limit.range().start() as u32..=*limit.range().end() as u32).prop_map(|n| n as f32)
        };
        match limit {
            Limit::Any | Limit::Direction => self.pick(finite()),
            Limit::Coordinate => self.pick(coordinate()),
            Limit::Size => self.pick(prop_oneof![size(), Just(1.0f32)]),
            Limit::Positive => {
                self.pick(prop_oneof![Just(1.0f32), size(), Just(f32::MIN_POSITIVE), Just(f32::MAX)])
            }
            Limit::NotNegative => self.pick(prop_oneof![finite().prop_map(f32::abs), Just(0.5f32)]),
            Limit::Rounding => self.pick(prop_oneof![size(), Just(0.0f32)]),
            Limit::Share => self.pick(unit()),
            Limit::Slope => self.pick(prop_oneof![limit.range(), Just(45.0f32)]),
            Limit::Timestep => {
                self.pick(prop_oneof![limit.range(), Just(1.0f32 / 60.0), Just(0.0001f32), Just(0.1f32)])
            }
            Limit::Ahead => self.pick(prop_oneof![limit.range(), Just(0.0f32)]),
            Limit::Contacts | Limit::Iterations | Limit::Substeps | Limit::Pieces | Limit::Frame => {
                self.pick(whole(limit))
            }
        }
    }

    fn point(&mut self) -> Vec2 {
        self.pick(point())
    }

    fn direction(&mut self) -> Vec2 {
        let direction = prop_oneof![vector(), Just(Vec2::Y)];
        self.pick(direction.prop_filter("a direction", |n| n.length() > 1.0e-6))
    }

    fn flag(&mut self) -> bool {
        self.pick(any::<bool>())
    }

    fn query(&mut self) -> String {
        self.pick(proptest::sample::select(self.queries.clone()))
    }
}

fn scene() -> impl Strategy<Value = Scene> {
    let bodies = proptest::collection::vec(body(), 0..8);
    let kind = prop_oneof![Just("circle-wall"), Just("wall-circle"), Just("polygon-polygon")];
    let then = (proptest::sample::select(&ThenKind::ALL[..]), any::<[u8; 32]>())
        .prop_map(|(kind, seed)| kind.random(&mut Valid::new(&seed)));
    let name = proptest::option::of(any::<String>());
    let listener = (name, proptest::option::of(kind), proptest::option::of(0usize..8), then);
    let listeners = proptest::collection::vec(listener, 0..3);
    // Numbers of `expect` lines, generators and queries, whose values are drawn from the seed, as the settings are.
    let lines = (0usize..6, 0usize..4, 0usize..4, any::<[u8; 32]>());
    let texts = (any::<String>(), prop_oneof![Just(String::new()), "\\PC{1,200}", any::<String>()]);
    (texts, bodies, listeners, lines).prop_map(
        |((name, about), mut bodies, listeners, (lines, generators, queries, seed))| {
            for i in 0..bodies.len() {
                let taken = bodies[..i].iter().any(|b| b.name == bodies[i].name);
                if taken || ["", "*"].contains(&bodies[i].name.trim()) {
                    bodies[i].name = format!("body {i}");
                }
            }
            let named = |kept: &dyn Fn(usize, usize) -> bool| -> Vec<[String; 2]> {
                let every = (0..bodies.len()).flat_map(|a| (0..bodies.len()).map(move |b| (a, b)));
                let kept = every.filter(|(a, b)| a != b && kept(*a, *b));
                kept.map(|(a, b)| [bodies[a].name.clone(), bodies[b].name.clone()]).collect()
            };
            let is_wall = |i: usize| !bodies[i].shape.kind().has_inside();
            let pairs = named(&|a, b| !(is_wall(a) && is_wall(b)));
            let mut values = Valid { pairs: &pairs, ..Valid::new(&seed) };
            let lines = if pairs.is_empty() { 0 } else { lines };
            let count = if pairs.is_empty() { 0 } else { queries };
            let queries: Vec<SceneQuery> = (0..count)
                .map(|i| {
                    let kind = values.pick(proptest::sample::select(&QueryKind::ALL[..]));
                    SceneQuery::random(kind, format!("query {i}"), &mut values)
                })
                .collect();
            let meets = queries.iter().filter(|query| query.kind() != QueryKind::Closest);
            values.queries = meets.map(|query| query.name.clone()).collect();
            let asks = |kind: &ExpectationKind| matches!(kind, ExpectationKind::Hit | ExpectationKind::Miss);
            let is_possible = |kind: &ExpectationKind| !values.queries.is_empty() || !asks(kind);
            let kinds: Vec<_> = ExpectationKind::ALL.into_iter().filter(is_possible).collect();
            let expect = (0..lines)
                .map(|_| {
                    let kind = values.pick(proptest::sample::select(kinds.clone()));
                    kind.random(&mut values)
                })
                .collect();
            let is_possible = |kind: &StopKind| !values.queries.is_empty() || *kind != StopKind::Hit;
            let kinds: Vec<_> = StopKind::ALL.into_iter().filter(is_possible).collect();
            let stops = (0..lines)
                .map(|_| values.pick(proptest::sample::select(kinds.clone())).random(&mut values))
                .collect();
            let watch = if pairs.is_empty() {
                vec!["energy".to_owned()]
            } else {
                let [a, b] = values.pair();
                vec![format!("{a}.speed"), format!("{a},{b}.depth"), "time".to_owned()]
            };
            let note: String = name.chars().take(200).collect();
            let bookmarks = vec![Bookmark { frame: values.whole(1000), note }];
            let inputs = InputKind::ALL.into_iter().filter_map(|kind| {
                let body = bodies.iter().find(|body| kind.is_for(&body.motion))?;
                Some(kind.random(body.name.clone(), &mut values))
            });
            let inputs = inputs.collect();
            // One line a body: none varies what another does.
            let varied = bodies.iter().take(3);
            let vary = varied.filter_map(|body| Vary::random(body, &mut values)).collect();
            let linked = named(&|_, _| true);
            values.pairs = &linked;
            let has_kind =
                |kind: &SceneGeneratorKind| !linked.is_empty() || *kind == SceneGeneratorKind::Ground;
            let kinds: Vec<_> = SceneGeneratorKind::ALL.into_iter().filter(has_kind).collect();
            let generators = (0..generators)
                .map(|_| {
                    let kind = values.pick(proptest::sample::select(kinds.clone()));
                    SceneGenerator::random(kind, &mut values)
                })
                .collect();
            let has_joint = !linked.is_empty() && values.whole(2) == 1;
            let joints = has_joint.then(|| SceneJoint::random(&mut values)).into_iter().collect();
            let listeners = listeners
                .into_iter()
                .map(|(name, kind, body, then)| {
                    let body = body.and_then(|i: usize| bodies.get(i));
                    let bursts = body.is_some_and(|body| body.shape.has_area());
                    SceneListener {
                        name: name.filter(|name| !["", "*"].contains(&name.trim())),
                        kind: kind.map(str::to_owned),
                        body: body.map(|b| b.name.clone()),
                        then: if bursts { then } else { Then::Ignore },
                    }
                })
                .collect();
            let about = about.chars().take(200).collect();
            let lines = Scene { expect, stops, watch, bookmarks, inputs, vary, ..Scene::default() };
            let mut scene = Scene { name, about, bodies, listeners, generators, joints, queries, ..lines };
            scene.randomize(&mut Valid::new(&seed));
            scene
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_reads_back_bit_for_bit(scene in scene()) {
        prop_assume!(scene.validate().is_ok());
        let text = scene.to_ron();
        let read = Scene::from_ron(&text, "test").map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(bits(&read), bits(&scene), "{}", text);
        prop_assert_eq!(read.to_ron(), text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_valid_can_be_stepped_and_reported(scene in scene()) {
        prop_assume!(scene.validate().is_ok());
        let mut world = scene.to_world().unwrap();
        let options = ReportOptions { pairs: WhichPairs::All, axes: WhichAxes::Every, impacts: Some(1.0), ..ReportOptions::default() };
        for _ in 0..4 {
            let report = Report::of(&scene, &world, &options);
            let mut json = Vec::new();
            report.write_json(&mut json).unwrap();
            prop_assert!(serde_json::from_slice::<serde_json::Value>(&json).is_ok());
            report.write_text(&mut Vec::new()).unwrap();
            world.step();
        }
    }
}

#[test]
fn the_random_scenes_are_valid() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..200 {
        let scene = scene().new_tree(&mut runner).unwrap().current();
        scene.validate().unwrap();
    }
}

#[test]
fn every_scene_of_the_folder_saves_loads_and_saves_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut scenes = 0;
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let scene = Scene::load(&path).unwrap();
        let (first, second) = (folder.path().join("first.ron"), folder.path().join("second.ron"));
        scene.save(&first).unwrap();
        let loaded = Scene::load(&first).unwrap();
        loaded.save(&second).unwrap();
        assert_eq!(bits(&loaded), bits(&scene), "{}", path.display());
        assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap(), "{}", path.display());
        scenes += 1;
    }
    assert!(scenes >= 16, "{scenes} scenes");
}

#[test]
fn numbers_round_to_the_nearest_f32_once() {
    let scene = |x: &str| {
        let text =
            format!("(version: 1, bodies: [(name: \"a\", shape: Circle(radius: 1), position: ({x}, 0))])");
        Scene::from_ron(&text, "test").unwrap().bodies[0].position.x
    };
    // Just above the middle of two f32, by a digit that an f64 cannot hold: by way of f64 it would round to
    // even, down.
    assert_eq!(scene("1.000000059604644775390625000000001"), 1.0 + f32::EPSILON);
    assert_eq!(scene("0.1").to_bits(), 0.1f32.to_bits());
    assert_eq!(scene("-0.0").to_bits(), (-0.0f32).to_bits());
    assert_eq!(scene("1e-45").to_bits(), 1);
    assert_eq!(scene("7").to_bits(), 7.0f32.to_bits());
    assert_eq!(scene("+.5").to_bits(), 0.5f32.to_bits());
}

#[test]
fn a_scene_is_written_as_a_person_would() {
    let mut scene = Scene { name: "Ball on a crate's \"corner\"".into(), ..Scene::default() };
    scene.gravity = Vec2::new(0.0, -9.81);
    let mut ball = SceneBody::new("ball", SceneShape::Circle { radius: 1.0 });
    ball.position = Vec2::new(0.0, 3.0);
    ball.motion = Motion::Dynamic {
        mass: 2.0,
        velocity: Vec2::new(0.0, -2.0),
        angular_velocity: 0.0,
        acceleration: Vec2::ZERO,
        damping: 0.25,
    };
    ball.restitution = 0.2;
    let points = (0..12).map(|i| Vec2::from_angle(i as f32 * 0.5) * 2.0).collect();
    scene.bodies = vec![
        ball,
        SceneBody::new("crate", SceneShape::Rectangle { width: 4.0, height: 2.0, radius: 0.0 }),
        SceneBody::new("gem", SceneShape::Polygon { points, radius: 0.0 }),
    ];
    scene.expect = vec![Expectation::Separate { a: "ball".into(), b: "crate".into(), frame: 0 }];
    insta::assert_snapshot!(scene.to_ron());
}

#[test]
fn shapes_chains_and_one_way_are_written_in_their_order() {
    let cart = "Body( name: \"cart\", shapes: [ Part(shape: Rectangle(width: 2.0, height: 1.0), at: (0.0, 0.5), turned: 30.0), \
                Part(shape: Circle(radius: 0.3), at: (1.0, 0.0), density: 2.0), \
                Part(shape: Chain(points: [(0.0, 0.0), (1.0, 0.0)])), ], position: (2.0, 0.0), )";
    let rock = "Body( name: \"rock\", shape: Chain( points: [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)], closed: true, one_sided: true, ), \
                is: [\"level\"], meets: [\"player\"], one_way: (0.0, 1.0), fixed_rotation: true, )";
    let scene = Scene::from_ron(&format!("Scene(version: 1, bodies: [{cart}, {rock}])"), "text").unwrap();
    assert_eq!(scene.bodies[0].shape.parts()[1].density, 2.0);
    assert_eq!(scene.bodies[0].shape.parts().len(), 3);
    let found = scene.to_ron().split_whitespace().collect::<Vec<_>>().join(" ");
    let plain =
        |text: &str| text.replace("( ", "(").replace(", )", ")").replace("[ ", "[").replace(", ]", "]");
    for written in [cart, rock] {
        assert!(plain(&found).contains(&plain(written)), "{found}");
    }
    assert_eq!(Scene::from_ron(&scene.to_ron(), "again").unwrap(), scene);
}

#[test]
fn an_outline_is_written_after_the_shape() {
    let text = "Body(name: \"star\", shape: Circle(radius: 1.0), outline: [(0.0, 1.0), (0.25, 0.0), (-0.25, 0.0)], \
                position: (2.0, 0.0))";
    let scene = Scene::from_ron(&format!("Scene(version: 1, bodies: [{text}])"), "text").unwrap();
    let found = scene.to_ron().split_whitespace().collect::<Vec<_>>().join(" ");
    let written = "name: \"star\", shape: Circle(radius: 1.0), outline: [(0.0, 1.0), (0.25, 0.0), (-0.25, 0.0)], \
                   position: (2.0, 0.0)";
    assert!(found.contains(written), "{found}");
    assert_eq!(Scene::from_ron(&scene.to_ron(), "again").unwrap(), scene);
}

#[cfg(unix)]
#[test]
fn saving_keeps_permissions_and_links_and_leaves_nothing_behind() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("scene.ron"), folder.path().join("link.ron"));
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("scene.ron", &link).unwrap();
    let old = std::fs::File::open(&file).unwrap();
    Scene::built_in().save(&link).unwrap();
    // Another file took the name: a reader of the old file still reads it whole.
    assert_ne!(old.metadata().unwrap().ino(), std::fs::metadata(&file).unwrap().ino());
    assert_eq!(std::io::read_to_string(old).unwrap(), "old");
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), Scene::built_in().to_ron());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_save_that_fails_says_why_and_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.ron");
    std::fs::write(&file, "old").unwrap();

    let mut bad = Scene::built_in();
    bad.bodies[0].shape = SceneShape::Circle { radius: f32::NAN };
    let error = bad.save(&file).unwrap_err().to_string();
    assert!(error.contains("radius is NaN"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");

    let error = Scene::built_in().save(folder.path()).unwrap_err().to_string();
    assert!(error.contains("no ordinary file"), "{error}");

    let error = Scene::built_in().save(&folder.path().join("missing/scene.ron")).unwrap_err().to_string();
    assert!(error.contains("cannot be saved"), "{error}");

    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    let error = Scene::built_in().save(&file).unwrap_err().to_string();
    assert!(error.contains("read-only"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
