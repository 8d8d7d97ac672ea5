//! Golden pictures: the display list as SVG, beside this file in `pictures/`. `UPDATE_PICTURES=1` writes them anew; with
//! `PICTURES_AS_PNG=FOLDER` each is written there as PNG as well, to be looked at.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use collide2d::World;
use collision_test::backend::save_picture;
use collision_test::backend::svg::svg;
use collision_test::display::DisplayList;
use collision_test::overlay::{self, Layer, Layers, Options};
use collision_test::report::{Axes, Report, ReportOptions};
use collision_test::scene::Scene;
use collision_test::theme::Theme;
use glam::Vec2;

/// A picture of a scene, as `render` makes it.
struct Shot {
    scene: Scene,
    world: World,
    options: Options,
    size: Vec2,
    theme: Theme,
}

impl Shot {
    fn new(ron: &str) -> Self {
        let scene = Scene::from_ron(ron, "test").unwrap();
        let options = Options { legend: true, title: true, grid: Some(1.0), ..Options::default() };
        let world = scene.to_world().unwrap();
        Self { scene, world, options, size: Vec2::new(1280.0, 720.0), theme: Theme::DARK }
    }

    fn of_file(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name).with_extension("ron");
        Self::new(&std::fs::read_to_string(path).unwrap())
    }

    fn look_at(mut self, a: &str, b: &str) -> Self {
        let index = |name: &str| self.scene.bodies.iter().position(|body| body.name == name).unwrap() as u32;
        let (a, b) = (index(a), index(b));
        self.options.looked = Some((a.min(b), a.max(b)));
        self
    }

    fn light(mut self) -> Self {
        self.theme = Theme::LIGHT;
        self
    }

    fn layers(mut self, layers: &[Layer]) -> Self {
        self.options.layers = Layers::NONE;
        for layer in layers {
            self.options.layers.set(*layer, true);
        }
        self
    }

    fn steps(mut self, count: u32) -> Self {
        for _ in 0..count {
            self.world.step();
        }
        self
    }

    fn draw(&self) -> DisplayList {
        let axes = self.options.looked.map_or(Axes::None, |(a, b)| Axes::Of(a, b));
        let report = Report::of(&self.scene, &self.world, &ReportOptions { axes, ..Default::default() });
        overlay::render(&self.scene, &self.world, &report, self.size, &self.options, &self.theme)
    }

    /// Compares with the golden picture.
    fn check(&self, name: &str) {
        let list = self.draw();
        if let Some(folder) = std::env::var_os("PICTURES_AS_PNG") {
            let path = PathBuf::from(folder).join(name).with_extension("png");
            save_picture(&list, self.size, self.theme.background, &path).unwrap();
        }
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

#[test]
fn built_in_scene() {
    Shot::of_file("built-in").look_at("ball", "crate").check("built-in");
    Shot::of_file("built-in").look_at("parcel", "pallet").light().check("built-in-light");
}

#[test]
fn two_rectangles_with_every_axis() {
    let names = Shot::of_file("pair-rectangle-rectangle");
    let (a, b) = (names.scene.bodies[0].name.clone(), names.scene.bodies[1].name.clone());
    names.look_at(&a, &b).check("two-rectangles");
}

#[test]
fn look() {
    let folder = PathBuf::from(std::env::var_os("PICTURES_AS_PNG").unwrap());
    for file in std::fs::read_dir("scenes").unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut shot = Shot::of_file(&name);
        let report =
            Report::of(&shot.scene, &shot.world, &ReportOptions { axes: Axes::None, ..Default::default() });
        shot.options.looked = report.pairs.first().map(|p| (p.a, p.b)).or(Some((0, 1)));
        save_picture(
            &shot.draw(),
            shot.size,
            shot.theme.background,
            &folder.join(format!("look-{name}.png")),
        )
        .unwrap();
    }
    let save = |name: &str, shot: &Shot| {
        save_picture(&shot.draw(), shot.size, shot.theme.background, &folder.join(format!("look-{name}.png")))
            .unwrap()
    };
    let gon = |n: u32, r: f32, turn: f32| {
        let p: Vec<_> = (0..n)
            .map(|i| {
                let a = std::f32::consts::TAU * (i as f32 + turn) / n as f32;
                format!("({}, {})", r * a.cos(), r * a.sin())
            })
            .collect();
        format!("Polygon(points: [{}])", p.join(", "))
    };
    let mut shot = Shot::new(&format!("Scene(version: 1, name: \"Two octagons\", bodies: [Body(name: \"one\", shape: {}), Body(name: \"two\", shape: {}, position: (1.7, 0.6), motion: Dynamic(velocity: (-2.0, 1.0)))])", gon(8, 1.0, 0.0), gon(8, 1.2, 0.3))).look_at("one", "two");
    shot.options.layers = Layers::ALL;
    save("octagons", &shot);
    shot.options.lit_axis = Some(3);
    save("octagons-lit", &shot.light());
    let mut shot = Shot::new(&format!("Scene(version: 1, name: \"64-gons\", bodies: [Body(name: \"one\", shape: {}), Body(name: \"two\", shape: {}, position: (1.7, 0.6), motion: Kinematic())])", gon(64, 1.0, 0.0), gon(64, 1.2, 0.3))).look_at("one", "two");
    shot.options.lit_axis = Some(20);
    save("64-gons", &shot);
    let shot = Shot::new("Scene(version: 1, name: \"Apart\", bodies: [Body(name: \"box\", shape: Rectangle(width: 2.0, height: 1.2), rotation: 20.0), Body(name: \"tri\", shape: Polygon(points: [(0.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]), position: (1.2, 1.5), rotation: 10.0, sensor: true)])").look_at("box", "tri");
    save("apart", &shot.light());
    let shot = Shot::new("Scene(version: 1, name: \"Far apart\", bodies: [Body(name: \"box\", shape: Rectangle(width: 2.0, height: 1.2), rotation: 20.0), Body(name: \"ball\", shape: Circle(radius: 0.7), position: (4.2, 1.5), motion: Dynamic(velocity: (-3.0, 0.0)))])").look_at("box", "ball");
    save("early", &shot);
    let mut rng = 1u32;
    let mut next = move || {
        rng = rng.wrapping_mul(1664525).wrapping_add(1013904223);
        (rng >> 8) as f32 / 16777216.0
    };
    let mut bodies = String::new();
    for i in 0..200 {
        let shape = match i % 4 {
            0 => format!("Circle(radius: {})", 0.3 + next() * 0.7),
            1 => format!("Rectangle(width: {}, height: {})", 0.5 + next(), 0.5 + next() * 2.0),
            2 => gon(3 + i % 5, 0.8, next()),
            _ => format!("Wall(start: ({}, 0.0), end: (0.0, {}))", 1.0 + next(), next() * 2.0 - 1.0),
        };
        let motion = if i % 4 == 3 || i % 7 == 0 {
            "Static".to_owned()
        } else {
            format!("Dynamic(velocity: ({}, {}))", next() * 6.0 - 3.0, next() * 6.0 - 3.0)
        };
        bodies += &format!(
            "Body(name: \"body {i}\", shape: {shape}, position: ({}, {}), rotation: {}, motion: {motion}, sensor: {}),",
            next() * 40.0,
            next() * 22.0,
            next() * 360.0,
            i % 31 == 0
        );
    }
    for (name, light, all, size) in [
        ("200-dark", false, false, Vec2::new(1280.0, 720.0)),
        ("200-light-all", true, true, Vec2::new(1920.0, 1080.0)),
        ("200-dark-all", false, true, Vec2::new(1280.0, 720.0)),
        ("200-light", true, false, Vec2::new(1920.0, 1080.0)),
    ] {
        let mut shot = Shot::new(&format!("Scene(version: 1, name: \"Two hundred\", bodies: [{bodies}])"));
        let report =
            Report::of(&shot.scene, &shot.world, &ReportOptions { axes: Axes::None, ..Default::default() });
        shot.options.looked = report.pairs.get(20).map(|p| (p.a, p.b));
        if all {
            shot.options.layers = Layers::ALL;
        }
        if light {
            shot = shot.light();
        }
        shot.size = size;
        save(name, &shot);
    }
    let _ = (Shot::light, Shot::layers, Shot::steps);
}
