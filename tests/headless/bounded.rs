//! What a small file or link costs is bounded: memory, what is drawn, what is opened.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use collision_test::elsewhere::import;
use collision_test::elsewhere::recording::Recording;
use collision_test::elsewhere::svg_outline::SvgOutline;
use collision_test::picture::display::{DisplayList, Item, Rect};
use collision_test::picture::frame::Frame;
use collision_test::picture::overlay::{self, Layers, Options, Picture};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::{SCALE_RANGE, View};
use collision_test::report::{Report, ReportOptions, WhichPairs};
use collision_test::scene::link::{Link, MAX_FRAME, MAX_SCENE_SIZE};
use collision_test::scene::{MAX_CANDIDATES, Scene, SceneBody, SceneShape};
use glam::Vec2;
use serde_json::Value;

const OUTLINE: &str = "(version: 1, bodies: [(name: \"far\", shape: Circle(radius: 1), position: (1e6, 0), \
     outline: [(-2, -1), (2, -1), (2, 1), (0, 0.4), (-2, 1)]), (name: \"near\", shape: Circle(radius: 1), \
     position: (999999, 0))])";

/// Runs the program with this much memory. MiB.
fn limited(folder: &Path, mebibytes: usize, args: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_collision-test");
    let line = format!("ulimit -d {}; exec {program} {args}", mebibytes * 1024);
    Command::new("sh").args(["-c", &line]).current_dir(folder).env_remove("DISPLAY").output().unwrap()
}

/// Runs it in a folder with this one file.
fn with_file(name: &str, text: &str, mebibytes: usize, args: &str) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    let output = limited(folder.path(), mebibytes, args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn scene(text: &str) -> Scene {
    Scene::from_ron(text, "test").unwrap()
}

fn svg(path: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"{path}\"/></svg>")
}

/// The points of everything that is drawn.
fn points(list: &DisplayList) -> usize {
    let of = |item: &Item| match item {
        Item::Path { points, .. } => points.len(),
        Item::Segments { lines, .. } => 2 * lines.len(),
        Item::Circle { .. } | Item::Arrow { .. } | Item::Text { .. } => 1,
    };
    list.items.iter().map(|(_, item)| of(item)).sum()
}

/// Every shape, an outline, and generators at a place.
fn everything_at(at: f32) -> Scene {
    let place = |dx: f32| format!("position: ({:?}, {:?})", at + dx, 0.0 - at);
    let outline = "outline: [(-2, -1), (2, -1), (2, 1), (0, 0.4), (-2, 1)]";
    scene(&format!(
        "(version: 1, gravity: (0, -9.81), bodies: [
            (name: \"a\", shape: Circle(radius: 1), {outline}, {}, motion: Dynamic(velocity: (1e4, 3))),
            (name: \"b\", shape: Rectangle(width: 3, height: 1), {}, rotation: 31),
            (name: \"c\", shape: Polygon(points: [(0, 1), (-1, -1), (1, -1)]), {outline}, {}, motion: Dynamic()),
            (name: \"d\", shape: Capsule(start: (-1, 0), end: (1, 0.5), radius: 0.3), {}),
            (name: \"e\", shape: Wall(start: (-1e6, 0), end: (1e6, 1)), {}),
            (name: \"huge\", shape: Rectangle(width: 1e6, height: 1e6)),
            (name: \"round\", shape: Circle(radius: 1e6)),
        ], generators: [Ground(normal: (1, 3)), Cable(a: \"a\", b: \"huge\", length: 2), Rod(a: \"c\", b: \"round\", length: 1)])",
        place(0.0), place(0.5), place(1.0), place(1.5), place(2.0)
    ))
}

#[test]
fn every_layer_draws_a_bounded_list_at_every_scale_and_distance() {
    let (mut views, mut most) = (0, 0);
    for at in [0.0, 0.1, 1000.0, 65_536.0, 999_990.0] {
        let scene = everything_at(at);
        let world = scene.to_world().unwrap();
        let report = Report::of(&scene, &world, &ReportOptions::default());
        let layers: Layers = Layers::of_one_frame().collect();
        let options = Options {
            layers,
            selected_pair: Some((0, 1)),
            grid: Some(0.01),
            legend: true,
            title: true,
            ..Options::default()
        };
        let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };
        let scales = std::iter::successors(Some(SCALE_RANGE.0), |scale| Some(scale * 7.3));
        for scale in scales.take_while(|scale| *scale < SCALE_RANGE.1).chain([1.2e5, SCALE_RANGE.1]) {
            for center in [Vec2::ZERO, Vec2::new(at, -at), Vec2::new(at + 1.7, -at - 0.9), Vec2::splat(5.0e5)]
            {
                let view = View { center, scale, ..View::fitted(None, canvas, 1.0).out_of(&Frame::WORLD) };
                let picture = Picture {
                    scene: &scene,
                    world: &world,
                    report: &report,
                    view: &view,
                    theme: &Theme::LIGHT,
                    options: &options,
                };
                let list = overlay::draw(&picture);
                let count = points(&list);
                assert!(count < 40_000, "{count} points at {at}, {scale} px/m around {center}");
                (views, most) = (views + 1, most.max(count));
            }
        }
    }
    assert!(views > 250 && most > 1000, "{views} views, at most {most} points");
}

/// 320 bytes: it took memory without end, because adding 1 to 2^24 changes no f32.
#[cfg(target_os = "linux")]
#[test]
fn a_picture_of_an_outline_far_from_the_origin_takes_little_memory() {
    for picture in ["out.svg", "out.png"] {
        let (code, _, said) = with_file("far.ron", OUTLINE, 150, &format!("render far.ron -o {picture}"));
        assert_eq!((code, said.as_str()), (0, ""), "{picture}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_drawing_whose_control_points_are_far_away_is_refused_in_little_memory() {
    for size in ["1e20", "1e38"] {
        let drawing = svg(&format!("M0 0C{size} 0 0 {size} 5 5Z"));
        let (code, _, said) = with_file("curve.svg", &drawing, 100, "import curve.svg --output curve.ron");
        assert_eq!(code, 2, "{said}");
        assert!(
            said.contains("left out: path 1: it is farther than")
                || said.contains("left out: path 1: it is larger"),
            "{said}"
        );
    }
}

/// The reader of drawings takes an arc apart into curves a tenth of a pixel off: some millions for each of these.
#[test]
fn arcs_of_a_huge_radius_are_refused_in_little_memory() {
    for shape in [
        "<path id=\"arc\" d=\"M1e38 1e6A33 1e9 30 1 0 30 -45Z\"/>",
        "<path id=\"arc\" d=\"M-45 -11L1e20 5 A-1e6 1e-30 30 1 0 -31 -7T-50 37 Z\"/>",
        "<circle id=\"arc\" r=\"1e37\"/>",
    ] {
        let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{shape}</svg>");
        let (code, _, said) = with_file("arc.svg", &text, 400, "import arc.svg -o out.ron");
        assert_eq!(code, 2, "{shape}: {said}");
        assert!(
            said.contains("the arcs up to") && said.contains("\"arc\" are too large or too many"),
            "{said}"
        );
    }
    let small =
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><circle r=\"40\"/><path d=\"M0 0a9 9 0 0 0 9 9z\"/></svg>";
    let (code, _, said) = with_file("arc.svg", small, 400, "import arc.svg -o out.ron");
    assert_eq!(code, 0, "{said}");
}

/// A tile of many points that fills a map costs a line of text, not the memory.
#[test]
fn a_map_of_one_tile_of_many_points_is_refused() {
    let circle = |i: u32| (f64::from(i) * std::f64::consts::TAU / 1000.0).sin_cos();
    let points: Vec<String> =
        (0..1000).map(circle).map(|(y, x)| format!("{:.4},{:.4}", 9.0 * x, 9.0 * y)).collect();
    let cells = vec!["1"; 300 * 300].join(",");
    let text = format!(
        r#"<map version="1.10" orientation="orthogonal" width="300" height="300" tilewidth="16" tileheight="16" infinite="0">
        <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1">
        <tile id="0"><objectgroup><object id="1" x="8" y="8"><polygon points="{}"/></object></objectgroup></tile>
        </tileset>
        <layer id="1" name="ground" width="300" height="300"><data encoding="csv">{cells}</data></layer></map>"#,
        points.join(" ")
    );
    let (code, _, said) = with_file("bomb.tmx", &text, 400, "import bomb.tmx -o out.ron");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("has too many points; allowed: up to 1000000"), "{said}");
}

/// As an outline the same curve is of use: it is as large as it is wanted.
#[test]
fn a_curve_is_flattened_by_its_own_size() {
    for size in ["9", "1e9", "1e20"] {
        let outline =
            SvgOutline::from_bytes(svg(&format!("M0 0C{size} 0 0 {size} 5 5Z")).as_bytes()).unwrap();
        let points = outline.sized(2.0).len();
        assert!((8..400).contains(&points), "{points} points at {size}");
    }
}

#[test]
fn a_drawing_of_too_many_points_names_the_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.svg");
    let small = "<path id=\"small\" d=\"M0 0h9v9z\"/>";
    let one = format!("{small}<path id=\"long\" d=\"M0 0{}z\"/>", "h1v1".repeat(550_000));
    let curves = format!("<path id=\"curves\" d=\"{}\"/>", "M0 0C9 0 0 9 5 5Z".repeat(200_000));
    for (what, name) in [(one, "path 2 \"long\""), (curves, "path 1 \"curves\"")] {
        std::fs::write(&path, format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{what}</svg>")).unwrap();
        let error = import::load(&path, 32.0, import::Tiles::Outlines).unwrap_err().message;
        assert!(
            error.ends_with(&format!(
                "has too many points, the last of them in {name}; allowed: up to 1000000"
            )),
            "{error}"
        );
    }
}

#[test]
fn names_are_limited_and_the_place_is_named() {
    let (long, fits) = ("ü".repeat(1001), "ü".repeat(1000));
    let body = |name: &str| format!("(name: \"{name}\", shape: Circle(radius: 1))");
    let whole = |name: &str, bodies: &str, more: &str| {
        format!("(version: 1, name: \"{name}\",\n bodies: [\n{bodies}],\n {more})")
    };
    let texts = |name: &str| {
        [
            (whole(name, &body("a"), ""), "t:1:20: scene: name"),
            (whole("", &body(name), ""), "t:3:8: body \"ü"),
            (whole("", &body("a"), &format!("listeners: [(name: \"{name}\")]")), "t:4:21: listeners 0: name"),
        ]
    };
    for (text, place) in texts(&long) {
        let error = Scene::from_ron(&text, "t").unwrap_err().message;
        assert!(error.starts_with(place), "{error}");
        assert!(
            error.contains("name is 1001 characters long; allowed: a text of at most 1000 characters"),
            "{error}"
        );
    }
    for (text, place) in texts(&fits) {
        assert!(Scene::from_ron(&text, "t").is_ok(), "{place}");
    }
}

#[test]
fn names_of_a_recording_are_limited() {
    let long = "x".repeat(1001);
    let header = |name: &str, engine: &str, body: &str, shapes: &str| {
        format!(
            "{{\"recording\": 1, \"name\": \"{name}\", \"engine\": \"{engine}\", \"metres_per_unit\": 1, \"y\": \"up\", \
             \"angle\": \"radians\", \"normal\": \"from a to b\", \"bodies\": [{{\"name\": \"{body}\", \"shapes\": [{shapes}]}}]}}"
        )
    };
    let circle = "{\"circle\": {\"radius\": 1}}";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.jsonl");
    for (text, place) in [
        (header(&long, "e", "b", circle), "line 1: name: found 1001 characters"),
        (header("n", &long, "b", circle), "line 1: engine: found 1001 characters"),
        (header("n", "e", &long, circle), "line 1: bodies[0].name: found 1001 characters"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = Recording::load(&path).unwrap_err();
        assert!(error.contains(place) && error.contains("allowed: at most 1000"), "{error}");
    }
    std::fs::write(&path, header(&long[1..], &long[1..], &long[1..], circle)).unwrap();
    assert!(Recording::load(&path).is_ok());
}

/// The link of 26 kB opened a name of 20 MB.
#[test]
fn what_a_link_inflates_to_is_limited_before_it_is_read() {
    let link = |name: usize| {
        let scene = Scene { name: "x".repeat(name), ..Scene::default() };
        Link { scene, frame: 0, pair: None, embed: false }.text("")
    };
    let refused = link(MAX_SCENE_SIZE + 1).unwrap_err();
    assert!(refused.contains("allowed: 4194304"), "{refused}");
    // Below that, the name is what is refused.
    let error = Link::read(&link(4_000_000).unwrap()).unwrap_err();
    assert!(error.starts_with("the link's scene:") && error.contains("at most 1000 characters"), "{error}");
}

#[test]
fn a_link_asks_for_a_hundred_thousand_frames_at_most() {
    let scene = Scene::built_in();
    let error = Link::to(&scene, MAX_FRAME + 1, None, &scene).text("").unwrap_err();
    assert_eq!(error, "frame is 100001; allowed in a link: 0 to 100000");
    assert!(Link::to(&scene, MAX_FRAME, None, &scene).text("").is_ok());
    let output = limited(Path::new("."), 500, "link scenes/built-in.ron --frame 99999999999");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("--frame: found 99999999999; allowed in a link: 0 to 100000"), "{said}");
}

fn pile(count: usize, motion: &str) -> String {
    let mut text = "(version: 1, bodies: [\n".to_owned();
    for i in 0..count {
        writeln!(text, "(name: \"c{i}\", shape: Circle(radius: 1), motion: {motion}),").unwrap();
    }
    text + "])"
}

/// 20 000 at one spot have 200 million pairs.
#[cfg(target_os = "linux")]
#[test]
fn steps_and_pictures_of_a_pile_take_little_memory() {
    for motion in ["Dynamic()", "Static"] {
        let text = pile(20_000, motion);
        let (code, out, said) = with_file("pile.ron", &text, 200, "report pile.ron --hash --frame 3");
        assert_eq!((code, said.as_str(), out.lines().count()), (0, "", 5), "{motion}");
        let (code, _, said) = with_file("pile.ron", &text, 200, "render pile.ron --frame 1 -o pile.svg");
        assert_eq!((code, said.as_str()), (0, ""), "{motion}");
    }
}

#[test]
fn what_was_not_counted_of_a_pile_is_told_as_at_least() {
    // 2100 circles have 2 203 950 pairs.
    let scene = scene(&pile(2100, "Dynamic()"));
    let mut world = scene.to_world().unwrap();
    world.step();
    let (handled, waiting) = (scene.max_contacts, world.waiting_contacts());
    assert_eq!(world.contacts().len(), handled);
    assert!(waiting > 1_900_000 && waiting <= MAX_CANDIDATES - handled, "{waiting}");
    let options = ReportOptions { pairs: WhichPairs::Deepest(3), ..ReportOptions::default() };
    let mut report = Report::of(&scene, &world, &options);
    assert!(report.at_least && report.pairs.len() == 3);
    let touching = report.touching;
    report.bodies.clear();
    let (mut text, mut json) = (Vec::new(), Vec::new());
    report.write_text(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(&format!("at least {touching} touching pairs")), "{text:.300}");
    let told = format!(
        "tested the first 2000000 candidate pairs alone, and handled the deepest contacts; at least {waiting} contacts wait\n"
    );
    assert!(text.contains(&told), "{text:.600}");
    report.write_json(&mut json).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    let limited = serde_json::json!({
        "candidates": 2_000_000, "touching_at_least": touching, "waiting_at_least": waiting
    });
    assert_eq!(json["limited"], limited);
    // Stages of the step say the same.
    let stages = collision_test::explain::stages::stages(&scene, &scene.to_world().unwrap());
    let broad = stages.iter().find(|stage| stage.title.starts_with("Broad phase")).unwrap();
    assert!(
        broad
            .sentence
            .starts_with("2100 bodies make 2203950 pairs that could touch. At least 2000000 of them"),
        "{}",
        broad.sentence
    );
    assert!(stages.len() < 110_000, "{}", stages.len());
    let last = stages.last().unwrap();
    assert!(last.sentence.contains("At least 1995904 contacts exceed the step's limit"), "{}", last.sentence);
}

#[test]
fn a_scene_below_the_limit_is_told_as_ever() {
    let scene = scene(&pile(300, "Dynamic()"));
    let mut world = scene.to_world().unwrap();
    world.step();
    let report =
        Report::of(&scene, &world, &ReportOptions { pairs: WhichPairs::Deepest(3), ..Default::default() });
    let mut json = Vec::new();
    report.write_json(&mut json).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert!(!report.at_least && json.get("limited").is_none());
}

/// Many links of many bodies: each name is looked up once.
#[test]
fn a_chain_of_thousands_is_built_at_once() {
    const COUNT: usize = 60_000;
    let name = |i: usize| format!("{}{i}", "link ".repeat(20));
    let body = |i| SceneBody::new(name(i), SceneShape::Circle { radius: 1.0 });
    let generator = |i: usize| collision_test::scene::SceneGenerator::rod(name(i), name(i + 1), 1.0);
    let scene = Scene {
        bodies: (0..COUNT).map(body).collect(),
        generators: (0..COUNT - 1).map(generator).collect(),
        ..Scene::default()
    };
    assert_eq!(scene.to_world().unwrap().generators().count(), COUNT - 1);
}
