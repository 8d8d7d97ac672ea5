//! Pictures in a body's own frame of reference.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

use collide2d::Pose;
use collision_test::picture::display::{Item, Provenance, Rect, Source};
use collision_test::picture::frame::Frame;
use collision_test::picture::framing::{self, Framing};
use collision_test::picture::overlay::{self, Layer, Layers, Options, Picture, SeenFrom};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::View;
use collision_test::report::{Report, ReportOptions, WhichAxes};
use collision_test::scene::{Scene, SceneBody, SceneShape};
use glam::Vec2;

use super::bodies::{body, circle, moving, rectangle, triangle, wall};

const CANVAS: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };

/// Numbers from 0 to 1 (a linear congruential generator).
struct Random(u64);

impl Random {
    fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.share()
    }

    fn shape(&mut self) -> SceneShape {
        match (self.share() * 5.0) as u32 {
            0 => circle(self.between(0.5, 1.5)),
            1 => rectangle(self.between(1.0, 4.0), self.between(0.7, 2.0)),
            2 => triangle(),
            3 => wall(-self.between(1.0, 2.0), 0.0, self.between(1.0, 2.0), self.between(0.1, 0.6)),
            _ => SceneShape::Capsule {
                start: Vec2::new(-self.between(0.3, 1.2), 0.1),
                end: Vec2::new(self.between(0.3, 1.2), 0.0),
                radius: self.between(0.3, 0.8),
            },
        }
    }

    /// Two bodies near each other, and some beside them.
    fn bodies(&mut self) -> Vec<SceneBody> {
        let count = 2 + (self.share() * 3.0) as usize;
        let place = |random: &mut Self, i: usize| {
            let reach = if i < 2 { 1.2 } else { 4.0 };
            [random.between(-reach, reach), random.between(-reach, reach), random.between(-180.0, 180.0)]
        };
        let one = |random: &mut Self, i: usize| {
            let [x, y, degrees] = place(random, i);
            let body = body(["one", "two", "three", "four"][i], random.shape(), x, y, degrees);
            if random.share() < 0.5 { moving(body, 1.0, 0.0) } else { body }
        };
        (0..count).map(|i| one(self, i)).collect()
    }
}

/// The picture of two of these bodies' test, in this frame, `at` this view of the frame's coordinates.
fn picture_in(frame: Frame, bodies: Vec<SceneBody>, at: Option<View>, axes: bool) -> (String, View) {
    let scene = Scene { bodies, ..Scene::default() };
    let world = scene.to_world().unwrap();
    let report =
        Report::of(&scene, &world, &ReportOptions { axes: WhichAxes::Of(0, 1), ..Default::default() });
    let shown = [Layer::Shapes, Layer::Points, Layer::Normals, Layer::Depth, Layer::Axes];
    let options = Options {
        layers: shown.into_iter().filter(|layer| axes || *layer != Layer::Axes).collect::<Layers>(),
        selected_pair: Some((0, 1)),
        grid: Some(1.0),
        seen_from: Some(SeenFrom { frame, note: "in a frame".to_owned() }),
        ..Options::default()
    };
    let local = at.unwrap_or_else(|| {
        let bounds = framing::bounds(Framing::Scene, &frame, world.bodies(), None);
        View::fitted(bounds, CANVAS, 130.0)
    });
    let view = local.out_of(&frame);
    let list = overlay::draw(&Picture {
        scene: &scene,
        world: &world,
        report: &report,
        view: &view,
        theme: &Theme::DARK,
        options: &options,
    });
    let told = |(Provenance { source, .. }, item): &(Provenance, Item)| match (source, item) {
        // Of two corners that reach equally far along a face's axis, rounding picks the one that a line leaves.
        (Source::Axis { axis, .. }, Item::Segments { lines, .. }) => {
            format!("axis {axis}: {} lines\n", lines.len())
        }
        _ => format!("{source:?} {item:?}\n"),
    };
    (list.items.iter().map(told).collect(), local)
}

/// The text cut into numbers and what is between them.
fn tokens(text: &str) -> Vec<Result<f32, String>> {
    let mut tokens: Vec<Result<f32, String>> = Vec::new();
    let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-' || c == '\u{2212}';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_number(c) != is_number(first)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        tokens.push(token.replace('\u{2212}', "-").parse().map_err(|_| token.to_owned()));
        rest = after;
    }
    tokens
}

/// Where the picture in a body's frame differs from that of the scene moved back by its pose; `None`: nowhere, to
/// 0.01 pixels.
fn difference(bodies: &[SceneBody], of: usize, axes: bool) -> Option<String> {
    let frame = Frame::of(&Pose::new(bodies[of].position, bodies[of].rotation));
    let moved = bodies.iter().map(|body| SceneBody {
        position: frame.local_point(body.position),
        rotation: body.rotation - frame.rotation.degrees(),
        ..body.clone()
    });
    let moved: Vec<SceneBody> = moved.collect();
    let (seen, view) = picture_in(frame, bodies.to_vec(), None, axes);
    let (straight, _) = picture_in(Frame::WORLD, moved, Some(view), axes);
    let differs = |(p, q): (&str, &str)| {
        let (p, q) = (tokens(p), tokens(q));
        let is_other = |(p, q): (&Result<f32, String>, &Result<f32, String>)| match (p, q) {
            (Ok(p), Ok(q)) => (p - q).abs() > 0.01,
            (p, q) => p != q,
        };
        p.len() != q.len() || p.iter().zip(&q).any(is_other)
    };
    if seen.lines().count() != straight.lines().count() {
        return Some("another number of items".to_owned());
    }
    let first = seen.lines().zip(straight.lines()).find(|pair| differs(*pair));
    first.map(|(p, q)| format!("{p}\n{q}"))
}

#[test]
fn a_picture_in_a_bodys_frame_is_that_of_the_scene_moved_back_by_its_pose() {
    const CASES: usize = 60;
    let mut random = Random(7);
    let mut equal_with_strips = 0;
    for case in 0..CASES {
        let bodies = random.bodies();
        let of = case % bodies.len();
        if let Some(found) = difference(&bodies, of, false) {
            panic!("case {case}, in the frame of {of}: {bodies:?}\n{found}");
        }
        equal_with_strips += usize::from(difference(&bodies, of, true).is_none());
    }
    // Strips are placed by a search in which rounding may choose between two places that are as good.
    assert!(equal_with_strips * 4 >= CASES * 3, "{equal_with_strips} of {CASES}");
}

const TURNED: &str = r#"Scene(
    version: 1,
    name: "Circle at a turned rectangle's corner",
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.25), position: (2.6, 1.8)),
        Body(name: "near miss", shape: Circle(radius: 0.9), position: (-2.6, -1.8)),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0), position: (0.5, -0.25), rotation: 30.0),
    ],
)
"#;

/// `render` with these arguments into `out.svg`; returns the picture.
fn render(folder: &Path, args: &[&str]) -> String {
    std::fs::write(folder.join("scene.ron"), TURNED).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_collision-test"))
        .args(["render", "scene.ron", "--output", "out.svg"])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(folder.join("out.svg")).unwrap()
}

#[test]
fn render_in_a_bodys_frame() {
    let folder = tempfile::tempdir().unwrap();
    let found = render(folder.path(), &["--frame-of", "crate"]);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/frame-of-crate-light.svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&golden, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&golden).unwrap_or_default());
    assert!(found.contains("in the frame of crate"));
    // By index, and with what else says what to show.
    assert_eq!(render(folder.path(), &["--frame-of", "2"]), found);
    let args =
        ["--frame-of", "crate", "--fit", "pair", "--pair", "near miss,crate", "--layers", "shapes,axes"];
    let pair = render(folder.path(), &args);
    assert!(pair.contains("in the frame of crate") && pair != found);
}
