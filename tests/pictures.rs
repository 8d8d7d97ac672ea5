//! Golden pictures: the display list as SVG, beside this file in `pictures/`. `UPDATE_PICTURES=1` rewrites
//! them; `PICTURES_AS_PNG=FOLDER` writes each there as PNG as well.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use collide2d::{Aabb, Rotation, Then, World};
use collision_test::picture::backend::png::{encode, rasterize};
use collision_test::picture::backend::svg::svg;
use collision_test::picture::display::{
    Color, DisplayList, Item, ItemPart, Provenance, Rect, Source, text_box,
};
use collision_test::picture::framing::Framing;
use collision_test::picture::overlay::{self, Layer, Layers, Options, Picture};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::View;
use collision_test::report::{Report, ReportOptions, WhichAxes};
use collision_test::scene::read::from_ron;
use collision_test::scene::{
    Scene, SceneBody, SceneGenerator, SceneJoint, SceneListener, SceneMotion, SceneShape,
};
use glam::Vec2;

mod bodies;

use bodies::{body, circle, crowd, moving, octagons, rectangle, triangle, wall};

/// The scene of this name in the folder of scenes.
fn scene_file(name: &str) -> Scene {
    Scene::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name).with_extension("ron"))
        .unwrap()
}

/// A picture of a scene, as `render` makes it.
struct Shot {
    scene: Scene,
    world: World,
    options: Options,
    size: Vec2,
    theme: Theme,
}

impl Shot {
    fn new(name: &str, bodies: Vec<SceneBody>) -> Self {
        Self::of(Scene { name: name.to_owned(), bodies, ..Scene::default() })
    }

    fn of(scene: Scene) -> Self {
        let options = Options { legend: true, title: true, grid: Some(1.0), ..Options::default() };
        let world = scene.to_world().unwrap();
        Self { scene, world, options, size: Vec2::new(1280.0, 720.0), theme: Theme::DARK }
    }

    fn select_pair(mut self, a: &str, b: &str) -> Self {
        let index = |name: &str| self.scene.bodies.iter().position(|body| body.name == name).unwrap() as u32;
        let (a, b) = (index(a), index(b));
        self.options.selected_pair = Some((a.min(b), a.max(b)));
        self
    }

    fn light_up(mut self, axis: usize) -> Self {
        self.options.highlighted_axis = Some(axis);
        self
    }

    fn light(mut self) -> Self {
        self.theme = Theme::LIGHT;
        self
    }

    fn size(mut self, width: f32, height: f32) -> Self {
        self.size = Vec2::new(width, height);
        self
    }

    fn layers(mut self, layers: &[Layer]) -> Self {
        self.options.layers = Layers::NONE;
        for layer in layers {
            self.options.layers.set(*layer, true);
        }
        self
    }

    fn all_layers(mut self) -> Self {
        self.options.layers = Layers::in_render();
        self
    }

    fn steps(mut self, count: u32) -> Self {
        for _ in 0..count {
            self.world.step();
        }
        self
    }

    fn report(&self) -> Report {
        let axes = self.options.selected_pair.map_or(WhichAxes::None, |(a, b)| WhichAxes::Of(a, b));
        Report::of(&self.scene, &self.world, &ReportOptions { axes, ..Default::default() })
    }

    fn draw(&self) -> DisplayList {
        let (report, scene) = (self.report(), Framing::Scene);
        let mut options = self.options.clone();
        if let Some(pair) = options.selected_pair {
            Arc::make_mut(&mut options.extras).ask(&self.world, &report, pair);
        }
        overlay::render(&self.scene, &self.world, &report, self.size, &options, &self.theme, scene)
    }

    /// The picture with these bounds in sight, and the view of it.
    fn draw_within(&self, bounds: Aabb) -> (View, DisplayList) {
        let view = View::fitted(Some(bounds), Rect { min: Vec2::ZERO, max: self.size }, 20.0);
        let Self { scene, world, options, theme, .. } = self;
        let picture = Picture { scene, world, report: &self.report(), view: &view, theme, options };
        let list = overlay::draw(&picture);
        (view, list)
    }

    /// Writes the picture as PNG, if the environment asks for it.
    fn show(&self, name: &str, list: &DisplayList) {
        if let Some(folder) = std::env::var_os("PICTURES_AS_PNG") {
            let path = PathBuf::from(folder).join(name).with_extension("png");
            let picture = rasterize(list, self.size, self.theme.background).unwrap();
            std::fs::write(path, encode(picture.width, picture.height, &picture.rgba).unwrap()).unwrap();
        }
    }

    /// Compares with the golden picture.
    fn check(&self, name: &str) {
        let list = self.draw();
        self.show(name, &list);
        let found = svg(&list, self.size, self.theme.background);
        let golden =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name).with_extension("svg");
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
            std::fs::write(&golden, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        if found != expected {
            let line = found.lines().zip(expected.lines()).position(|(f, e)| f != e);
            let line = line.unwrap_or_else(|| found.lines().count().min(expected.lines().count()));
            let at = |text: &str| text.lines().nth(line).unwrap_or("(end)").to_owned();
            panic!("{name}: line {} of the picture is\n{}\nand was\n{}", line + 1, at(&found), at(&expected));
        }
    }
}

fn separated() -> Vec<SceneBody> {
    let sign = SceneBody { sensor: true, ..body("sign", triangle(), 1.9, 1.5, 10.0) };
    vec![body("box", rectangle(2.0, 1.2), 0.0, 0.0, 20.0), sign]
}

fn shipped(name: &str) -> Scene {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name).with_extension("ron");
    Scene::load(&path).unwrap()
}

const WITH_SHORTCUT: [Layer; 5] = [Layer::Shapes, Layer::Names, Layer::Points, Layer::Axes, Layer::Shortcut];

#[test]
fn a_slip_of_the_sign_beside_the_right_test() {
    let shot = Shot::of(shipped("circle-with-a-minus")).select_pair("centre", "far above");
    shot.layers(&WITH_SHORTCUT).check("shortcut-minus");
}

#[test]
fn a_wall_on_two_axes_beside_the_right_test() {
    let shot = Shot::of(shipped("wall-on-two-axes")).select_pair("gem", "ledge");
    shot.layers(&WITH_SHORTCUT).light().check("shortcut-wall-light");
}

#[cfg(feature = "second-opinion")]
#[test]
fn what_parry2d_gets_wrong_is_seen_beside_ours() {
    let shot = Shot::of(shipped("where-parry2d-differs")).select_pair("ball", "wedge");
    shot.all_layers().check("second-opinion");
    let shot = Shot::of(shipped("where-parry2d-differs")).select_pair("across", "upright");
    shot.all_layers().light().check("second-opinion-light");
}

#[cfg(feature = "second-opinion")]
#[test]
fn a_second_opinion_that_agrees_is_not_drawn() {
    let shot = |layers: &[Layer]| {
        let mut shot = Shot::new("Two octagons", octagons(8)).select_pair("one", "two").layers(layers);
        shot.options.legend = true;
        shot.draw()
    };
    assert_eq!(shot(&[Layer::SecondOpinion]).items, shot(&[]).items);
}

#[test]
fn the_map_of_positions_of_faces_and_of_arcs() {
    let shot = Shot::of(shipped("pair-rectangle-polygon"));
    let shot = Shot { options: Options { selected_pair: Some((0, 1)), ..shot.options.clone() }, ..shot };
    shot.layers(&[Layer::Shapes, Layer::Points, Layer::Depth, Layer::Map]).check("map");
    let shot = Shot::of(shipped("pair-capsule-rectangle"));
    let shot = Shot { options: Options { selected_pair: Some((0, 1)), ..shot.options.clone() }, ..shot };
    shot.layers(&[Layer::Shapes, Layer::Normals, Layer::Map]).light().check("map-light");
}

/// Every shortcut says on the canvas what it answers and what is right, or that it is the same.
#[test]
fn every_shortcut_is_told_and_drawn() {
    let texts = |list: &DisplayList| -> String {
        let text = |(_, item): &(Provenance, Item)| match item {
            Item::Text { text, .. } => Some(text.clone()),
            _ => None,
        };
        list.items.iter().filter_map(text).collect::<Vec<_>>().join(" ")
    };
    let both = "the wall's two axes only it answers: touching right: apart These two axes overlap, and yet they are apart";
    for (scene, a, b, words) in [
        ("circle-with-a-minus", "centre", "far above", "it answers: touching right: apart"),
        ("wall-on-two-axes", "gem", "ledge", both),
        ("wall-on-two-axes", "ball", "kerb", both),
        ("two-pairs-one-key", "left ball", "left crate", "it answers: contact lost"),
        ("two-pairs-one-key", "right ball", "right crate", "it answers: another contact lost"),
        (
            "ball-that-shakes-at-a-corner",
            "ball",
            "crate",
            "push 0.29 m along (0, 1) right: push 0.05 m along (0.6, 0.8)",
        ),
        ("ball-that-shakes-at-a-corner", "crate", "near miss", "right: apart Every face overlaps"),
        ("boxes-overlap-shapes-do-not", "wedge", "gem", "the AABBs alone it answers: touching right: apart"),
        ("boxes-overlap-shapes-do-not", "plank", "board", "the bounding circles alone it answers: touching"),
        ("pair-circle-circle", "left", "right", "the shortcut answers the same here"),
    ] {
        let draw = |layers: &[Layer]| {
            let shot = Shot::of(shipped(scene)).select_pair(a, b).layers(layers);
            let list = shot.draw();
            shot.show(&format!("{scene}-{a}"), &list);
            let wrong = list.items.iter().filter(|(Provenance { source, .. }, item)| match item {
                Item::Path { stroke: Some(stroke), .. }
                | Item::Segments { stroke, .. }
                | Item::Circle { stroke: Some(stroke), .. }
                | Item::Arrow { stroke, .. } => *source != Source::Frame && stroke.color == shot.theme.wrong,
                _ => false,
            });
            (texts(&list), wrong.count())
        };
        let (told, wrong) = draw(&[Layer::Shapes, Layer::Shortcut]);
        assert!(told.contains(words), "{scene}: {told}");
        let is_same = words.contains("the same");
        // The pair that keeps its key has no line: that of the pair that lost leads to it.
        assert_eq!(wrong > 0, !is_same, "{scene}: {told}");
        assert_eq!(draw(&[Layer::Shapes]).1, 0, "{scene}");
    }
    let (told, keys) = {
        let list = Shot::of(shipped("two-pairs-one-key")).layers(&[Layer::Shapes, Layer::Shortcut]).draw();
        let told = texts(&list);
        (told.contains("1 = 0 XOR 1: lost") && told.contains("1 = 2 XOR 3"), told)
    };
    assert!(told, "the keys of all pairs, with no pair selected: {keys}");
}

/// Two balls in a ground, of which one has a place.
#[test]
fn contacts_with_a_ground_have_normals_and_depths_and_wait_as_rings() {
    let scene = Scene {
        generators: vec![SceneGenerator::GROUND],
        bodies: vec![
            moving(body("one", circle(1.0), 0.0, 0.75, 0.0), 0.0, 0.0),
            moving(body("two", circle(1.0), 3.0, 0.75, 0.0), 0.0, 0.0),
        ],
        max_contacts: 1,
        solver: collide2d::SolverKind::Off,
        ..Scene::default()
    };
    let layers = [Layer::Shapes, Layer::Points, Layer::Normals, Layer::Depth];
    let shot = Shot::of(scene).steps(1).layers(&layers);
    let (list, theme) = (shot.draw(), shot.theme);
    let is_of_ground = |from: &Provenance| matches!(from.source, Source::OnGround { generator: 0, .. });
    let of_ground = || list.items.iter().filter(|(from, _)| is_of_ground(from));
    let fills: Vec<_> = of_ground()
        .filter_map(|(_, item)| match item {
            Item::Circle { fill, .. } => *fill,
            _ => None,
        })
        .collect();
    assert_eq!(fills, [theme.contact, theme.background], "a disc, and a ring for the one that waits");
    let arrows: Vec<_> = of_ground()
        .filter_map(|(_, item)| match item {
            Item::Arrow { from, to, stroke, .. } => Some((*to - *from, stroke.color)),
            _ => None,
        })
        .collect();
    assert!(arrows.iter().all(|(along, _)| along.x.abs() < 1.0e-3 && along.y < -10.0), "{arrows:?}");
    assert_eq!(
        arrows.iter().map(|(_, color)| *color).collect::<Vec<_>>(),
        [theme.normal, theme.normal.alpha(0.5)]
    );
    let depths = of_ground().filter(|(from, _)| from.part == Some(ItemPart::Depth) && from.to_scale);
    assert_eq!(depths.count(), 2);
    let told: Vec<_> = list
        .items
        .iter()
        .filter_map(|(_, item)| if let Item::Text { text, .. } = item { Some(text.as_str()) } else { None })
        .collect();
    for row in [
        "contact point",
        "contact that waits for a place",
        "contact normal, off the ground",
        "penetration depth",
    ] {
        assert!(told.contains(&row), "{row} in {told:?}");
    }
}

#[test]
fn built_in_scene() {
    Shot::of(Scene::built_in()).select_pair("ball", "crate").check("built-in");
}

#[test]
fn two_shapes() {
    let left = body("left", rectangle(4.0, 2.0), 0.0, 0.0, 0.0);
    let right = body("right", rectangle(3.0, 2.0), 3.0, 0.5, 15.0);
    Shot::new("Rectangle against rectangle", vec![left, right])
        .select_pair("left", "right")
        .check("two-rectangles");
    let ball = moving(body("ball", circle(1.0), 1.6, 1.5, 30.0), 0.0, -2.0);
    let shapes = vec![ball, body("crate", rectangle(3.0, 2.0), 0.0, 0.0, 0.0)];
    Shot::new("A ball on a corner", shapes)
        .select_pair("ball", "crate")
        .light()
        .check("ball-on-corner-light");
    let shapes = vec![
        body("disc", circle(1.0), 0.3, 0.4, 0.0),
        body("wall", wall(-3.0, -0.5, 3.0, 0.5), 0.0, 0.0, 0.0),
    ];
    Shot::new("A disc on a wall", shapes)
        .select_pair("disc", "wall")
        .size(1920.0, 1080.0)
        .check("disc-on-wall");
    let shapes = vec![
        body("hall", rectangle(10.0, 6.0), 0.0, 0.0, 0.0),
        body("seed", rectangle(2.0, 1.0), 2.0, 0.5, 20.0),
    ];
    Shot::new("Deep inside", shapes).select_pair("hall", "seed").light().check("inside-light");
}

#[test]
fn every_layer_of_two_octagons() {
    Shot::new("Two octagons", octagons(8)).select_pair("one", "two").all_layers().check("octagons");
    Shot::new("Two octagons", octagons(8))
        .select_pair("one", "two")
        .all_layers()
        .light_up(3)
        .light()
        .check("octagons-lit-light");
}

#[test]
fn more_axes_than_can_be_read() {
    Shot::new("Two 64-gons", octagons(64)).select_pair("one", "two").light_up(20).check("64-gons");
}

#[test]
fn apart() {
    let shot = Shot::new("Apart", separated()).select_pair("box", "sign");
    assert!(shot.report().pairs.iter().all(|pair| pair.contact.is_none()));
    shot.light().check("apart-light");
    let bodies =
        vec![body("box", rectangle(2.0, 1.2), 0.0, 0.0, 20.0), body("ball", circle(0.7), 4.2, 1.5, 0.0)];
    Shot::new("Far apart", bodies).select_pair("box", "ball").check("far-apart");
}

#[test]
fn capsules() {
    let capsule = |length: f32, radius| SceneShape::Capsule {
        start: Vec2::new(-length * 0.5, 0.0),
        end: Vec2::new(length * 0.5, 0.0),
        radius,
    };
    let lift = SceneBody {
        motion: SceneMotion::Kinematic { velocity: Vec2::new(0.0, 1.0), angular_velocity: 0.0 },
        ..body("lift", capsule(3.0, 0.4), 0.0, 2.5, 0.0)
    };
    let gate = SceneBody { sensor: true, ..body("gate", capsule(2.0, 0.3), 3.5, 1.5, 90.0) };
    let bodies = vec![
        body("rock", capsule(2.0, 1.0), -3.0, 0.0, 30.0),
        moving(body("pill", capsule(1.0, 0.5), 0.5, 0.2, -70.0), 1.0, 0.0),
        lift,
        gate,
    ];
    let mut shot = Shot::new("Capsules", bodies).all_layers();
    shot.options.selected_pair = None;
    shot.check("capsules");
}

/// A tilted ground with a box on it, a taut cable and a slack one, a rod.
#[test]
fn generators() {
    let falling = |body| moving(body, 0.0, -0.5);
    let scene = Scene {
        name: "Ground, cables, rod, joints".to_owned(),
        generators: vec![
            SceneGenerator::Ground {
                point: Vec2::new(0.0, -1.0),
                normal: Vec2::new(0.2, 1.0),
                restitution: 0.0,
                friction: 0.5,
            },
            SceneGenerator::cable("hook", "bob", 2.0),
            SceneGenerator::cable("hook", "slack bob", 4.0),
            SceneGenerator::rod("bob", "end", 1.5),
        ],
        bodies: vec![
            body("hook", circle(0.2), 0.0, 3.0, 0.0),
            falling(body("bob", circle(0.4), 2.0, 3.0, 0.0)),
            falling(body("slack bob", circle(0.4), -2.0, 2.0, 0.0)),
            falling(body("end", rectangle(0.6, 0.6), 3.5, 3.0, 20.0)),
            falling(body("box", rectangle(2.0, 1.0), -1.0, -0.35, 0.0)),
            falling(body("arm", rectangle(1.6, 0.3), 1.5, 0.8, 30.0)),
            falling(body("hand", rectangle(0.8, 0.3), 2.7, 1.2, 0.0)),
        ],
        // That at the wrist is open: the hand is held 0.2 m away.
        joints: vec![
            SceneJoint {
                a: "box".into(),
                b: "arm".into(),
                at_a: Vec2::new(0.9, 0.4),
                at_b: Vec2::new(-0.7, 0.0),
                collide: true,
            },
            SceneJoint {
                a: "arm".into(),
                b: "hand".into(),
                at_a: Vec2::new(0.7, 0.0),
                at_b: Vec2::new(-0.4, 0.0),
                ..SceneJoint::default()
            },
        ],
        ..Scene::default()
    };
    Shot::of(scene.clone()).check("generators");
    Shot::of(scene)
        .layers(&[Layer::Shapes, Layer::Generators, Layer::Names])
        .light()
        .check("generators-light");
}

#[test]
fn queries_and_what_they_find() {
    let layers = [Layer::Shapes, Layer::Names, Layer::Queries];
    Shot::of(shipped("query-line-of-sight")).check("queries-rays");
    Shot::of(shipped("query-touching-and-going-away")).layers(&layers).light().check("queries-casts-light");
    Shot::of(shipped("query-nearest-points")).layers(&layers).check("queries-nearest");
    // Without the layer nothing of them is drawn, and a scene without queries has no row in the legend.
    let with = Shot::of(shipped("query-nearest-points")).layers(&layers).draw();
    let of_queries = with.items.iter().filter(|(from, _)| from.layer == "queries").count();
    assert!(of_queries > 10, "{of_queries}");
    let without = Shot::of(shipped("query-nearest-points")).layers(&layers[..2]).draw();
    assert!(without.items.iter().all(|(from, _)| from.layer != "queries"));
}

/// Against the wall at the end of its way, on the slope, and in the air, where nothing is met.
#[test]
fn what_a_mover_stands_on_and_what_stopped_it() {
    let shot = |frames| {
        Shot::of(shipped("level-character"))
            .layers(&[Layer::Shapes, Layer::Names, Layer::Movers])
            .steps(frames)
    };
    let texts = |frames| -> Vec<String> {
        let items = shot(frames).draw().items;
        let of_movers = items.into_iter().filter(|(from, _)| from.layer == "movers");
        let text = |item| if let Item::Text { text, .. } = item { Some(text) } else { None };
        of_movers.filter_map(|(_, item)| text(item)).collect()
    };
    assert_eq!(texts(0), ["ground 0°"]);
    assert_eq!(texts(170), ["ground 30°"]);
    assert_eq!(texts(270), [""; 0]);
    assert_eq!(texts(600), ["ground 0°", "wall 90° > 45°, stuck"]);
    shot(600).check("mover-at-a-wall");
    shot(170).light().check("mover-on-a-slope-light");
}

/// A ray past a ball, whose box it enters at (0.8, 1), a shot between whose tenths a wall stands, and a cast whose lower
/// half meets a crate.
#[test]
fn what_is_taken_for_a_ray_or_a_cast_is_drawn_where_it_is_wrong() {
    let scene = from_ron(
        r#"Scene(version: 1, name: "Taken for queries", solver: Off, bodies: [
            Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 0.0)),
            Body(name: "thin", shape: Wall(start: (0.0, -1.0), end: (0.0, 1.0)), position: (5.1, 0.0)),
            Body(name: "crate", shape: Rectangle(width: 1.0, height: 1.0), position: (1.0, -3.9)),
        ], queries: [
            Ray(name: "past", from: (-0.2, 2.0), to: (2.0, -0.2)),
            Ray(name: "shot", from: (3.0, 0.5), to: (7.0, 0.5)),
            Cast(name: "slide", shape: Circle(radius: 0.5), from: (-2.0, -3.0), to: (4.0, -3.0)),
        ])"#,
        "test",
    );
    let shot = Shot::of(scene.unwrap()).layers(&[Layer::Shapes, Layer::Queries, Layer::Shortcut]);
    shot.check("queries-mistakes");
    let bounds = Aabb { min: Vec2::new(-3.0, -5.0), max: Vec2::new(8.0, 3.0) };
    let (view, list) = shot.draw_within(bounds);
    let at = |x: f32, y: f32| view.screen_from_world(Vec2::new(x, y));
    let is_near = |p: &Vec2, q: Vec2| p.distance(q) < 0.1;
    let wrong = |color: &Color| *color == shot.theme.wrong;
    let items = || list.items.iter().filter(|(from, _)| from.layer == "shortcut").map(|(_, item)| item);
    let box_of_ball = items().any(|item| match item {
        Item::Path { points, stroke: Some(stroke), .. } => {
            wrong(&stroke.color)
                && points.len() == 4
                && points.iter().any(|point| is_near(point, at(1.0, 1.0)))
        }
        _ => false,
    });
    assert!(box_of_ball);
    // The box is entered where the ray is 1 m up: at (0.8, 1).
    let lines: Vec<[Vec2; 2]> = items()
        .filter_map(|item| match item {
            Item::Segments { lines, stroke } if wrong(&stroke.color) => Some(lines.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    assert!(lines.iter().any(|[p, q]| is_near(&p.midpoint(*q), at(0.8, 1.0))), "{lines:?}");
    assert!(lines.iter().any(|[p, q]| is_near(p, at(-2.0, -3.0)) && is_near(q, at(4.0, -3.0))), "{lines:?}");
    let tested = |center: &Vec2| (0..=10_u8).any(|i| is_near(center, at(3.0 + 0.4 * f32::from(i), 0.5)));
    let points = items().filter(|item| matches!(item, Item::Circle { center, .. } if tested(center)));
    assert_eq!(points.count(), 11);
    let told = notes(&list).replace('\n', " ");
    for words in
        ["past: The bounding box of ball", "shot: A loop that tests 10 steps", "slide: A ray of the shape"]
    {
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn outlines_and_their_fits() {
    let layers = [Layer::Shapes, Layer::Points, Layer::Normals, Layer::Depth, Layer::Fits];
    let scene = scene_file("outline-and-its-fits");
    Shot::of(scene.clone()).check("outlines");
    Shot::of(scene).layers(&layers).steps(60).light().check("outlines-fits-light");
}

#[test]
fn the_outline_of_a_body_that_is_gone_is_not_drawn() {
    let outline = Some([(2.0, 2.0), (-2.0, 2.0), (0.0, -2.0)].map(Vec2::from).to_vec());
    let bodies = vec![
        SceneBody { outline, ..body("coin", circle(0.5), 0.0, 0.0, 0.0) },
        moving(body("ball", circle(0.5), 0.5, 0.0, 0.0), 0.0, 0.0),
    ];
    let listener = SceneListener { body: Some("coin".to_owned()), then: Then::Remove, ..Default::default() };
    let scene = Scene { bodies, listeners: vec![listener], ..Scene::default() };
    let items = |steps: u32| {
        let shot = Shot::of(scene.clone()).layers(&[Layer::Shapes, Layer::Fits]).steps(steps);
        shot.draw().items.into_iter().filter(|(from, _)| from.source == Source::Body(0)).count()
    };
    assert!(items(0) >= 8, "{}", items(0));
    assert_eq!(items(1), 0);
}

#[test]
fn an_outline_that_crosses_itself_or_lies_on_a_line_is_drawn_at_any_zoom() {
    let star: Vec<Vec2> =
        (0..4096).map(|i| Vec2::from_angle(i as f32 * 2.5) * (1.0 + 1.0e-4 * i as f32)).collect();
    let line = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)].map(Vec2::from).to_vec();
    let dot = vec![Vec2::ZERO; 3];
    let far = [(1.0e6, 1.0e6), (-1.0e6, 1.0e6), (1.0e6, -1.0e6), (-1.0e6, -1.0e6)].map(Vec2::from).to_vec();
    for (name, outline) in [("star", star), ("line", line), ("dot", dot), ("far", far)] {
        let bodies = vec![SceneBody { outline: Some(outline), ..body(name, circle(0.5), 0.0, 0.0, 30.0) }];
        for exponent in -8..9 {
            let shot = Shot::new(name, bodies.clone()).layers(&[Layer::Shapes, Layer::Fits]);
            let canvas = Rect { min: Vec2::ZERO, max: shot.size };
            let view = View { scale: 10.0_f32.powi(exponent), ..View::fitted(None, canvas, 0.0) };
            let (report, Shot { scene, world, options, theme, .. }) = (shot.report(), &shot);
            let picture = Picture { scene, world, report: &report, view: &view, theme, options };
            let list = overlay::draw(&picture);
            assert!(!svg(&list, shot.size, theme.background).contains("NaN"), "{name} at 1e{exponent}");
            assert!(rasterize(&list, shot.size, theme.background).is_ok(), "{name} at 1e{exponent}");
        }
    }
}

#[test]
fn motions_and_sensors_after_some_steps() {
    let lift = SceneBody {
        motion: SceneMotion::Kinematic { velocity: Vec2::new(0.0, 1.0), angular_velocity: 20.0 },
        ..body("lift", rectangle(2.5, 0.5), -3.0, -1.0, 0.0)
    };
    let gate = SceneBody { sensor: true, ..body("gate", rectangle(1.0, 3.0), 2.0, 0.0, 0.0) };
    let bodies = vec![
        moving(body("ball", circle(0.6), 0.4, 0.0, 0.0), 3.0, 0.0),
        lift,
        gate,
        moving(body("gem", triangle(), -3.0, 1.0, 10.0), 0.0, 0.0),
        body("floor", wall(-6.0, -2.5, 6.0, -2.5), 0.0, 0.0, 0.0),
        body("block", rectangle(1.5, 1.5), 4.5, -1.75, 0.0),
    ];
    let scene = Scene { gravity: Vec2::new(0.0, -2.0), bodies, ..Scene::default() };
    let shot = Shot::of(scene).steps(20).all_layers().size(1280.0, 720.0);
    shot.check("motions");
}

#[test]
fn a_card_a_millimetre_thick_on_a_long_ground() {
    let card = |name, x, turned| moving(body(name, rectangle(0.001, 0.09), x, 0.0362, turned), 0.0, 0.0);
    let bodies = vec![
        body("ground", rectangle(80.0, 1.0), 0.0, -0.5, 0.0),
        card("left", -0.0273, -36.869_897),
        card("right", 0.0273, 36.869_897),
    ];
    let mut shot = Shot::new("House of cards", bodies).select_pair("ground", "left").light();
    shot.check("lens-light");
    // Around the deepest point the lens is some 10⁵ times as large as the canvas.
    let report = shot.report();
    let depth = report.pairs[0].contact.as_ref().unwrap().depth;
    let in_lens = |list: &DisplayList| {
        let lens = list.items.iter().filter(|(from, _)| from.source == Source::Lens);
        let depths = lens.filter_map(|(_, item)| match item {
            Item::Segments { lines, stroke } if stroke.color == shot.theme.depth && stroke.width == 1.5 => {
                Some(lines[0][0].distance(lines[0][1]))
            }
            _ => None,
        });
        depths.collect::<Vec<_>>()
    };
    let found = in_lens(&shot.draw());
    assert!(depth < 2.0e-4 && found.iter().any(|length| (20.0..=40.0).contains(length)), "{found:?}");
    shot.options.layers.set(Layer::Lens, false);
    assert_eq!(in_lens(&shot.draw()), Vec::<f32>::new());
}

/// Each layer on its own adds to the picture, so that a golden picture with it fails where the layer is
/// broken.
#[test]
fn the_legend_names_every_layer_that_is_on() {
    let texts = |shot: &Shot| -> Vec<String> {
        let list = shot.draw();
        let frame = list.items.iter().filter(|(from, _)| from.source == Source::Frame);
        frame
            .filter_map(
                |(_, item)| if let Item::Text { text, .. } = item { Some(text.clone()) } else { None },
            )
            .collect()
    };
    let all = texts(&Shot::new("Two octagons", octagons(8)).select_pair("one", "two").all_layers());
    let expected = [
        "one",
        "two",
        "dynamic body",
        "static body",
        "name",
        "contact point",
        "contact normal, toward A",
        "penetration depth",
        "overlap along a SAT axis",
        "AABB",
        "bounding circle",
        "velocity: way of 0.25 s",
    ];
    for row in expected {
        assert_eq!(all.iter().filter(|text| *text == row).count(), 1, "{row} in {all:?}");
    }
    let one = texts(&Shot::new("Two octagons", octagons(8)).layers(&[Layer::Aabbs]));
    assert!(one.contains(&"AABB".to_owned()) && !one.contains(&"bounding circle".to_owned()), "{one:?}");
}

/// It called a mover kinematic.
#[test]
fn the_legend_names_what_has_the_outline_of_kinematic_bodies() {
    let motions =
        [SceneMotion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 0.0 }, SceneMotion::mover()];
    let [kinematic, mover] = motions;
    for (motions, row) in [
        (vec![kinematic], "kinematic body"),
        (vec![mover], "mover"),
        (vec![kinematic, mover], "kinematic body, mover"),
    ] {
        let mut scene = Scene::default();
        for (index, motion) in motions.into_iter().enumerate() {
            let body = SceneBody::new(index.to_string(), SceneShape::Circle { radius: 1.0 });
            let position = Vec2::new(3.0 * index as f32, 0.0);
            scene.bodies.push(SceneBody { motion, position, ..body });
        }
        let list = Shot::of(scene).draw();
        let texts = list.items.iter().filter_map(|(_, item)| match item {
            Item::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
        let rows: Vec<&str> =
            texts.filter(|text| text.contains("kinematic") || text.contains("mover")).collect();
        assert_eq!(rows, [row]);
    }
}

/// It lay over all bodies, with the title over it.
#[test]
fn a_small_picture_has_no_legend_and_says_so() {
    for (width, height, has_legend) in [(400.0, 300.0, false), (200.0, 1200.0, false), (1280.0, 720.0, true)]
    {
        let shot = Shot::new("Two octagons", octagons(8)).select_pair("one", "two").all_layers();
        let list = shot.size(width, height).draw();
        let says = |words: &str| {
            list.items.iter().any(|(_, item)| matches!(item, Item::Text { text, .. } if text.contains(words)))
        };
        let found = (says("dynamic body"), says("no room for the legend"));
        assert_eq!(found, (has_legend, !has_legend), "{width} x {height}");
    }
}

#[test]
fn the_legend_lies_over_no_body_of_a_shipped_scene() {
    let paths = std::fs::read_dir("scenes").unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    for path in paths {
        let scene = Scene::from_ron(&std::fs::read_to_string(&path).unwrap(), "test").unwrap();
        if scene.bodies.len() > 300 {
            continue;
        }
        let mut shot = Shot::of(scene).all_layers();
        shot.options.selected_pair = shot.report().pairs.first().map(|pair| (pair.a, pair.b));
        for layer in [Layer::Aabbs, Layer::BoundingCircles, Layer::Velocities] {
            shot.options.layers.set(layer, false);
        }
        let list = shot.draw();
        let around = |points: &[Vec2]| {
            let (min, max) = points.iter().fold((points[0], points[0]), |(a, b), p| (a.min(*p), b.max(*p)));
            Rect { min, max }
        };
        let plates = list.items.iter().filter_map(|(Provenance { source, .. }, item)| match item {
            Item::Path { points, closed: true, fill: Some(_), .. } if *source == Source::Frame => {
                Some(around(points))
            }
            _ => None,
        });
        let area = |rect: &Rect| rect.size().x * rect.size().y;
        let legend = plates.max_by(|p, q| area(p).total_cmp(&area(q))).unwrap();
        for (Provenance { source, .. }, item) in &list.items {
            let outline = match item {
                Item::Path { points, .. } => around(points),
                Item::Circle { center, radius, .. } => Rect::around(*center, Vec2::splat(2.0 * radius)),
                _ => continue,
            };
            let is_hidden = matches!(source, Source::Body(_)) && legend.overlaps(&outline);
            assert!(!is_hidden, "{}: {source:?} {outline:?} under {legend:?}", path.display());
        }
    }
}

#[test]
fn in_a_crowd_no_label_lies_on_another_or_leaves_the_picture() {
    for (name, light, size) in [("crowd", false, (1280.0, 720.0)), ("crowd-light", true, (1920.0, 1080.0))] {
        let mut shot = Shot::new("Two hundred", crowd(200)).all_layers().size(size.0, size.1);
        if light {
            shot = shot.light();
        }
        shot.options.selected_pair = shot.report().pairs.get(20).map(|pair| (pair.a, pair.b));
        let list = shot.draw();
        shot.show(name, &list);
        let picture = Rect { min: Vec2::ZERO, max: shot.size };
        let mut labels: Vec<(Rect, &str)> = Vec::new();
        let mut notes = Vec::new();
        for (Provenance { source, .. }, item) in &list.items {
            let Item::Text { position, angle, text, size, align, monospace, .. } = item else { continue };
            let rect = text_box(*position, text, *size, *align, *monospace).text;
            if *angle == 0.0 {
                assert!(picture.holds_rect(&rect), "{text}: {rect:?}");
                // The legend may cover labels, in the corner where it covers least.
                if *source != Source::Frame {
                    let other = labels.iter().find(|(other, _)| other.overlaps(&rect));
                    assert!(other.is_none(), "{text} on {:?}", other);
                    labels.push((rect, text));
                } else if text.contains("not shown") {
                    notes.push(text);
                }
            }
        }
        assert!(labels.len() > 100, "{}", labels.len());
        assert_eq!(notes.len(), 1, "what was left out is told: {notes:?}");
    }
}

#[test]
fn the_png_has_the_contact_colour_where_the_contact_is() {
    let shapes = vec![
        body("disc", circle(1.0), 0.3, 0.4, 0.0),
        body("wall", wall(-3.0, -0.5, 3.0, 0.5), 0.0, 0.0, 0.0),
    ];
    let mut shot = Shot::new("A disc on a wall", shapes).layers(&[Layer::Shapes, Layer::Points]);
    shot.options.grid = None;
    let list = shot.draw();
    let marker = |(Provenance { source, .. }, item): &(Provenance, Item)| match item {
        Item::Circle { center, fill, .. }
            if *source == Source::Pair(0, 1) && *fill == Some(shot.theme.contact) =>
        {
            Some(*center)
        }
        _ => None,
    };
    let center = list.items.iter().find_map(marker).unwrap();
    let picture = rasterize(&list, shot.size, shot.theme.background).unwrap();
    let at = (center.y as usize * picture.width as usize + center.x as usize) * 4;
    let contact = shot.theme.contact;
    assert_eq!(picture.rgba[at..at + 4], [contact.r, contact.g, contact.b, 255]);
    let corner = shot.theme.background;
    assert_eq!(picture.rgba[..4], [corner.r, corner.g, corner.b, 255]);
}

#[test]
fn the_letter_of_a_long_floor_stands_beside_it_and_near_what_it_holds() {
    let shot = Shot::new(
        "floor",
        vec![
            body("floor", rectangle(30.0, 0.4), 4.0, -0.2, 0.0),
            body("ball", circle(0.3), -10.0, 0.299, 0.0),
            body("far", circle(0.3), 18.0, 5.0, 0.0),
        ],
    )
    .select_pair("floor", "ball");
    let badge = shot.draw().items.into_iter().find_map(|(Provenance { source, .. }, item)| match item {
        Item::Circle { center, radius, fill, .. }
            if source == Source::Body(0) && radius > 8.0 && fill == Some(shot.theme.pair_a) =>
        {
            Some(center)
        }
        _ => None,
    });
    let badge = badge.expect("the floor has its letter");
    let floor = shot.draw().items.into_iter().find_map(|(Provenance { source, .. }, item)| match item {
        Item::Path { points, closed: true, .. } if source == Source::Body(0) => Some(points),
        _ => None,
    });
    let floor = Aabb::around(floor.expect("the floor is drawn")).unwrap();
    let beside = (floor.min.y - badge.y).max(badge.y - floor.max.y);
    assert!(beside < 30.0, "{beside} pixels from the floor");
    assert!(badge.x >= floor.min.x - 30.0 && badge.x <= floor.max.x + 30.0, "{badge}");
    let ball = shot.draw().items.into_iter().find_map(|(Provenance { source, .. }, item)| match item {
        Item::Circle { center, radius, .. } if source == Source::Body(1) => Some((center, radius)),
        _ => None,
    });
    let (ball, radius) = ball.expect("the ball is drawn");
    assert!(badge.distance(ball) > radius + 12.0, "the letter hides the ball");
}

/// Extreme scales and positions: the picture stays small and finite.
#[test]
fn views_far_in_and_far_out_stay_finite() {
    let mut bodies = crowd(40);
    bodies.push(body("planet", circle(1.0e6), 0.0, -1.0e6, 0.0));
    bodies.push(body("desert", rectangle(1.0e6, 1.0), 0.0, -3.0, 0.1));
    bodies.push(body("horizon", wall(-1.0e6, 2.0, 1.0e6, -2.0), 0.0, 0.0, 0.0));
    let mut shot = Shot::new("Large", bodies).all_layers();
    shot.options.selected_pair = Some((40, 41));
    let report = shot.report();
    let canvas = Rect { min: Vec2::ZERO, max: shot.size };
    for scale in [1.0e-4, 0.01, 1.0, 50.0, 1.0e3, 1.0e5] {
        let view = View { center: Vec2::new(0.3, -2.9), scale, rotation: Rotation::IDENTITY, canvas };
        let picture = Picture {
            scene: &shot.scene,
            world: &shot.world,
            report: &report,
            view: &view,
            theme: &shot.theme,
            options: &shot.options,
        };
        let list = overlay::draw(&picture);
        let points = |item: &Item| -> Vec<Vec2> {
            match item {
                Item::Path { points, .. } => points.clone(),
                Item::Segments { lines, .. } => lines.concat(),
                Item::Circle { center, radius, .. } => vec![*center - *radius, *center + *radius],
                Item::Arrow { from, to, .. } => vec![*from, *to],
                Item::Text { position, .. } => vec![*position],
            }
        };
        let count: usize = list.items.iter().map(|(_, item)| points(item).len()).sum();
        assert!(count < 10_000, "scale {scale}: {count} points");
        for (Provenance { source, .. }, item) in &list.items {
            let far = points(item).into_iter().find(|p| !p.is_finite() || p.abs().max_element() > 40_000.0);
            assert!(far.is_none(), "scale {scale}: {source:?} at {far:?}");
        }
        rasterize(&list, shot.size, shot.theme.background).unwrap();
    }
}

#[test]
fn canvases_without_room_are_drawn_all_the_same() {
    for (width, height) in [(0.0, 0.0), (1.0, 1.0), (40.0, 9.0), (9.0, 400.0)] {
        let shot =
            Shot::new("Two octagons", octagons(8)).select_pair("one", "two").all_layers().size(width, height);
        let list = shot.draw();
        let picture = rasterize(&list, shot.size, shot.theme.background);
        assert_eq!(picture.is_ok(), width >= 1.0, "{width} × {height}");
    }
}

/// A picture of ten thousand bodies, `closer` times the scale at which all of them fit.
fn ten_thousand(closer: f32) -> DisplayList {
    let mut shot = Shot::new("Many", crowd(10_000));
    shot.options.selected_pair = shot.report().pairs.get(20).map(|pair| (pair.a, pair.b));
    let report = shot.report();
    let canvas = Rect { min: Vec2::ZERO, max: shot.size };
    let bounds = shot.world.bodies().iter().map(|body| body.aabb()).reduce(|a, b| a.union(&b));
    let mut view = View::fitted(bounds, canvas, 50.0);
    view.scale *= closer;
    let (scene, world, theme, options) = (&shot.scene, &shot.world, &shot.theme, &shot.options);
    overlay::draw(&Picture { scene, world, report: &report, view: &view, theme, options })
}

fn notes(list: &DisplayList) -> String {
    let text = |(_, item): &(Provenance, Item)| {
        if let Item::Text { text, .. } = item { Some(text.clone()) } else { None }
    };
    list.items.iter().filter_map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn of_bodies_a_few_pixels_wide_the_contact_points_are_left() {
    let arrows = |list: &DisplayList| {
        let of_pairs = |(Provenance { source, .. }, item): &&(Provenance, Item)| {
            matches!(source, Source::Pair(..)) && matches!(item, Item::Arrow { .. })
        };
        list.items.iter().filter(of_pairs).map(|(from, _)| from.source).collect::<HashSet<_>>()
    };
    let (far, near) = (ten_thousand(0.3), ten_thousand(12.0));
    let points = far.items.iter().filter(|(s, i)| {
        matches!(s.source, Source::Pair(..)) && matches!(i, Item::Circle { radius, .. } if *radius < 3.5)
    });
    let points = points.count();
    assert!(points > 4000, "{points}");
    assert_eq!(arrows(&far).len(), 1, "that of the selected pair: {:?}", arrows(&far));
    assert!(notes(&far).contains("normals and depths of bodies of a few pixels not shown"));
    assert!(arrows(&near).len() > 10 && !notes(&near).contains("of a few pixels"), "{:?}", arrows(&near));
}

#[test]
fn around_a_joint_of_eight_bars_the_normals_of_the_pair_stay_and_the_others_fade_or_are_counted() {
    let bar = |i: u8| {
        let turned = 22.5 * f32::from(i);
        let at = Vec2::from_angle(turned.to_radians()) * 1.4;
        body(&format!("bar {i}"), rectangle(3.0, 0.3), at.x, at.y, turned)
    };
    let shot = Shot::new("Joint", (0..8).map(bar).collect()).select_pair("bar 0", "bar 1");
    let (report, list) = (shot.report(), shot.draw());
    let touching: Vec<_> = report.pairs.iter().filter(|pair| pair.contact.is_some()).collect();
    assert!(touching.len() > 8, "{}", touching.len());
    let alphas = |pair: Source| {
        let arrows = list.items.iter().filter(move |(from, _)| from.source == pair);
        arrows
            .filter_map(
                |(_, item)| if let Item::Arrow { stroke, .. } = item { Some(stroke.color.a) } else { None },
            )
            .collect::<Vec<_>>()
    };
    let (mut faint, mut hidden) = (0, 0);
    for pair in touching {
        let (found, points) = (alphas(Source::Pair(pair.a, pair.b)), &pair.contact.as_ref().unwrap().points);
        if (pair.a, pair.b) == (0, 1) {
            assert_eq!(found, vec![255; points.len()]);
            continue;
        }
        faint += usize::from(found.iter().any(|alpha| *alpha < 128));
        hidden += if found.is_empty() { points.len() } else { 0 };
    }
    assert!(faint > 2 && hidden > 2, "{faint} faint, {hidden} hidden");
    assert!(notes(&list).contains(&format!("{hidden} normals not shown")), "{}", notes(&list));
}

#[test]
fn every_body_of_ten_thousand_is_drawn() {
    let mut shot = Shot::new("Many", crowd(10_000));
    for layers in [Layers::default(), Layers::in_render()] {
        shot.options.layers = layers;
        let list = shot.draw();
        let body = |(from, _): &(Provenance, Item)| match from.source {
            Source::Body(i) => Some(i),
            _ => None,
        };
        assert_eq!(list.items.iter().filter_map(body).collect::<HashSet<_>>().len(), 10_000);
    }
}

#[test]
fn a_picture_costs_by_what_is_in_sight() {
    let (all, few) = (ten_thousand(1.0).items.len(), ten_thousand(60.0).items.len());
    assert!(all > 15_000 && few < 500, "{all} items for all, {few} for a few");
}

/// At frame 4 the third tile has pushed the box out to the left, by the face that lies against the second: the mark stands at
/// the top of their seam, (-3, 0), and the arrow shows the one normal that is allowed there, up.
#[test]
fn a_ghost_contact_is_marked_where_it_is_with_the_normal_that_is_allowed() {
    let shot = Shot::of(shipped("seams-of-tiles")).layers(&[Layer::Shapes, Layer::Points]).steps(4);
    let bounds = Aabb { min: Vec2::new(-6.0, -4.0), max: Vec2::new(4.0, 2.0) };
    let (view, list) = shot.draw_within(bounds);
    let is_of_pair = |from: &Provenance| from.source == Source::Pair(0, 2);
    let mark = list.items.iter().find_map(|(from, item)| match item {
        Item::Path { points, fill: Some(fill), .. } if is_of_pair(from) && points.len() == 3 => {
            Some((points.iter().sum::<Vec2>() / 3.0, *fill))
        }
        _ => None,
    });
    let (center, fill) = mark.expect("the mark of the ghost");
    let seam = view.screen_from_world(Vec2::new(-3.0, 0.0));
    assert!(center.distance(seam) < 1.0, "{center} is not at {seam}");
    assert_eq!(fill, shot.theme.contact, "filled: it acted");
    let arrow = list.items.iter().find_map(|(from, item)| match item {
        Item::Arrow { from: start, to, .. } if is_of_pair(from) => Some((*start, *to)),
        _ => None,
    });
    let (start, to) = arrow.expect("the normal that is allowed");
    assert!(
        start.distance(seam) < 1.0 && (to - start).normalize().distance(-Vec2::Y) < 1.0e-3,
        "{start} {to}"
    );
    // Nothing hides it: a person sees its colour there.
    let picture = rasterize(&list, shot.size, shot.theme.background).unwrap();
    let at = 4 * (center.y as usize * picture.width as usize + center.x as usize);
    let seen = &picture.rgba[at..at + 3];
    let Color { r, g, b, .. } = shot.theme.contact;
    assert_eq!(seen, [r, g, b]);
    assert!(notes(&list).contains("ghost contact, and the normal allowed there; filled: it acted"));
}

/// The box is 1/256 m deep in the first segment along x and 1/128 m along y: its way out along x leads into the second one.
#[test]
fn the_strip_of_a_dropped_axis_says_so() {
    let text = "(version: 1, bodies: [
        (name: \"floor\", shape: Chain(points: [(-3, 0), (0, 0), (3, 0)])),
        (name: \"box\", shape: Rectangle(width: 1, height: 1), position: (0.49609375, 0.4921875), motion: Dynamic()),
    ])";
    let shot = Shot::of(from_ron(text, "dropped").unwrap()).select_pair("floor", "box");
    let list = shot.layers(&[Layer::Shapes, Layer::Axes]).draw();
    let told = list.items.iter().filter_map(|(from, item)| match item {
        Item::Text { text, .. } if from.layer == "axes" => Some(text.as_str()),
        _ => None,
    });
    let told: Vec<&str> = told.collect();
    let after =
        |source: &str| told.iter().skip_while(|text| **text != source).nth(1).copied().unwrap_or_default();
    assert_eq!(after("b face 2"), "overlap 0.003906 m, dropped", "{told:?}");
    assert!(after("b face 3").starts_with("least allowed "), "{told:?}");
}

/// The name of a slanted wall is beside the wall: the middle of the box around it is on the body below.
#[test]
fn a_slanted_walls_name_is_beside_the_wall_and_on_no_other_body() {
    let bodies = vec![
        body("slope", wall(-4.0, 0.0, 4.0, 4.0), 0.0, 0.0, 0.0),
        body("block", rectangle(3.0, 2.2), 0.0, -1.2, 0.0),
    ];
    let shot = Shot::new("", bodies).layers(&[Layer::Shapes, Layer::Names]);
    let (view, list) = shot.draw_within(Aabb { min: Vec2::new(-5.0, -3.0), max: Vec2::new(5.0, 5.0) });
    let [from, to] = [(-4.0, 0.0), (4.0, 4.0)].map(|end| view.screen_from_world(Vec2::from(end)));
    let name = list.items.iter().find_map(|(_, item)| match item {
        Item::Text { position, text, size, align, monospace, .. } if text == "slope" => {
            Some(text_box(*position, text, *size, *align, *monospace).text)
        }
        _ => None,
    });
    let name = name.unwrap();
    let across = (to - from).perp().normalize();
    let apart = name.corners().map(|corner| (corner - from).dot(across));
    let nearest = apart.iter().fold(f32::INFINITY, |least, apart| least.min(apart.abs()));
    assert!(apart.iter().all(|one| one.signum() == apart[0].signum()), "it lies on the wall: {apart:?}");
    assert!(nearest < 14.0, "{nearest} pixels from the wall");
}

/// Where a canvas shows the contact larger than the lens would, there is no lens, and a note says why.
#[test]
fn the_lens_never_shows_less_than_the_canvas() {
    let bodies =
        vec![body("ball", circle(1.0), 0.0, 1.75, 0.0), body("crate", rectangle(4.0, 2.0), 0.0, 0.0, 0.0)];
    let mut shot = Shot::new("", bodies).select_pair("ball", "crate");
    shot.options.lens.pinned = true;
    let (report, theme) = (shot.report(), Theme::LIGHT);
    let draw = |framing, size| {
        overlay::render(&shot.scene, &shot.world, &report, size, &shot.options, &theme, framing)
    };
    let has_lens = |list: &DisplayList| list.items.iter().any(|(from, _)| from.source == Source::Lens);
    let says = |list: &DisplayList| {
        let text = |item: &Item| matches!(item, Item::Text { text, .. } if text.contains("lens not shown"));
        list.items.iter().any(|(_, item)| text(item))
    };
    let small = draw(Framing::Scene, Vec2::new(500.0, 400.0));
    assert!(has_lens(&small) && !says(&small));
    let close = draw(Framing::Contact, Vec2::new(1280.0, 720.0));
    assert!(!has_lens(&close) && says(&close));
}

/// A tick at the end of a dimension line, short and level, reads as a minus where it stands before a number.
#[test]
fn no_tick_before_a_depth_reads_as_a_minus() {
    let mut numbers = 0;
    for name in ["built-in", "falling-dominoes", "pyramid", "newtons-cradle", "slope"] {
        for (width, height) in [(1280.0, 720.0), (1000.0, 700.0), (800.0, 600.0), (640.0, 480.0)] {
            let shot = Shot::of(scene_file(name)).size(width, height).all_layers();
            let list = shot.draw();
            let of_layer = || list.items.iter().filter(|(from, _)| from.layer == "depth");
            let ticks = of_layer().filter_map(|(_, item)| match item {
                Item::Segments { lines, .. } => Some(lines.clone()),
                _ => None,
            });
            let is_level = |line: &[Vec2; 2]| {
                let along = (line[1] - line[0]).abs();
                along.x > along.y && along.x < 14.0
            };
            let ticks: Vec<_> = ticks.flatten().filter(is_level).collect();
            for (_, item) in of_layer() {
                let Item::Text { position, text, size, align, monospace, .. } = item else { continue };
                if !text.starts_with(|first: char| first.is_ascii_digit()) {
                    continue;
                }
                numbers += 1;
                let label = text_box(*position, text, *size, *align, *monospace).text;
                let minus = Rect {
                    min: Vec2::new(label.min.x - 12.0, label.center().y - 0.3 * size),
                    max: Vec2::new(label.min.x, label.center().y + 0.3 * size),
                };
                let is_before = |tick: &&[Vec2; 2]| minus.contains(tick[0].midpoint(tick[1]));
                let found = ticks.iter().find(is_before);
                assert!(
                    found.is_none(),
                    "{name} of {width} x {height}: {found:?} before {text} at {label:?}"
                );
            }
        }
    }
    assert!(numbers > 30, "{numbers}");
}

/// A belt, a thin one, a wheel, a wall, a one-sided chain, a capsule, a wedge, one that carries to the left; a crate.
fn conveyors() -> Scene {
    let carries = |speed: f32, body: SceneBody| SceneBody { conveyor: speed, ..body };
    let capsule = SceneShape::Capsule { start: Vec2::new(-1.5, 0.0), end: Vec2::new(1.5, 0.0), radius: 0.5 };
    let points = [(5.0, -1.0), (3.0, -0.2), (1.0, -0.2), (-1.0, -1.0)].map(Vec2::from).to_vec();
    let chain = SceneShape::Chain { points, closed: false, one_sided: true };
    let crate_ = moving(body("crate", rectangle(1.0, 1.0), -4.0, 1.0, 0.0), 0.0, 0.0);
    let bodies = vec![
        carries(1.5, body("belt", rectangle(6.0, 1.0), -3.0, 0.0, 0.0)),
        carries(1.5, body("thin", rectangle(5.0, 0.1), -3.0, -2.0, 10.0)),
        carries(0.5, body("wheel", circle(1.2), 3.0, 3.0, 0.0)),
        carries(1.0, body("wall", wall(5.0, 1.0, 9.0, 2.0), 0.0, 0.0, 0.0)),
        carries(1.0, body("slope", chain, 3.0, -1.5, 0.0)),
        carries(-2.0, body("left", capsule, -3.0, 3.5, 30.0)),
        carries(2.0, body("wedge", triangle(), 7.5, 3.6, 0.0)),
        body("still", rectangle(1.5, 1.0), 3.0, 0.3, 0.0),
        crate_,
    ];
    let solver = collide2d::SolverKind::Rigid;
    Scene { name: "Conveyors".to_owned(), bodies, solver, ..Scene::default() }
}

#[test]
fn conveyors_have_chevrons_in_the_direction_in_which_they_carry() {
    Shot::of(conveyors()).layers(&[Layer::Shapes]).check("conveyors");
    Shot::of(conveyors()).select_pair("belt", "crate").light().all_layers().check("conveyors-light");
    // The tip of a chevron is what its two lines share.
    let chevrons = |scene: Scene, name: &str| -> Vec<(Vec2, Vec2)> {
        let index = scene.bodies.iter().position(|body| body.name == name).unwrap() as u32;
        let list = Shot::of(scene).layers(&[Layer::Shapes]).draw();
        let lines = list.items.into_iter().filter(|(from, _)| from.source == Source::Body(index));
        let lines = lines.flat_map(|(_, item)| match item {
            Item::Segments { lines, .. } => lines,
            _ => Vec::new(),
        });
        let lines: Vec<_> = lines.collect();
        let pairs = lines.windows(2).filter(|two| two[0][1] == two[1][0] && two[0][0] != two[1][1]);
        pairs.map(|two| (two[0][1], two[0][1] - two[0][0].midpoint(two[1][1]))).collect()
    };
    let belt = chevrons(conveyors(), "belt");
    let middle = belt.iter().map(|(tip, _)| tip.y).sum::<f32>() / belt.len() as f32;
    assert!(belt.len() >= 12, "{belt:?}");
    for (tip, along) in &belt {
        let is_level = along.x.abs() > along.y.abs();
        assert!(!is_level || (along.x > 0.0) == (tip.y < middle), "to the right on top: {tip} {along}");
    }
    assert!(chevrons(conveyors(), "still").is_empty());
    let unmoved = Scene { solver: collide2d::SolverKind::Linear, ..conveyors() };
    assert!(chevrons(unmoved, "belt").is_empty(), "under Rigid alone does a surface carry");
}
