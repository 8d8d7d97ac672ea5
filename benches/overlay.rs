//! Time to draw one picture into a display list, without a window: `cargo bench --bench overlay`.
#![allow(clippy::unwrap_used, missing_docs)]

use collide2d::{Rotation, World};
use collision_test::picture::display::Rect;
use collision_test::picture::overlay::{self, Layers, Options, Picture};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::View;
use collision_test::report::{Report, ReportOptions, WhichAxes};
use collision_test::scene::{Scene, SceneBody};
use divan::Bencher;
use glam::Vec2;

#[path = "../tests/bodies/mod.rs"]
mod bodies;

use bodies::{body, circle, crowd, rectangle, wall};

const CANVAS: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };

fn main() {
    divan::main();
}

/// Every body is visible. Work quadratic in the number of bodies would take seconds.
#[divan::bench(args = ["default layers", "every layer"])]
fn ten_thousand_bodies(bencher: Bencher, layers: &str) {
    let layers = if layers == "every layer" { Layers::in_render() } else { Layers::default() };
    let still = Still::new(crowd(10_000), Options { layers, ..Options::default() });
    let bounds = still.world.bodies().iter().map(|body| body.aabb()).reduce(|a, b| a.union(&b));
    let view = View::fitted(bounds, CANVAS, 50.0);
    bencher.bench(|| still.draw(&view));
}

/// Pixels per metre, beside bodies as large as planets: what is off the canvas must cost nothing.
#[divan::bench(args = [1.0e-4, 0.01, 1.0, 50.0, 1.0e3, 1.0e5])]
fn beside_planets(bencher: Bencher, scale: f32) {
    let mut bodies = crowd(40);
    bodies.push(body("planet", circle(1.0e6), 0.0, -1.0e6, 0.0));
    bodies.push(body("desert", rectangle(1.0e6, 1.0), 0.0, -3.0, 0.1));
    bodies.push(body("horizon", wall(-1.0e6, 2.0, 1.0e6, -2.0), 0.0, 0.0, 0.0));
    let selected_pair = Some((40, 41));
    let still =
        Still::new(bodies, Options { layers: Layers::in_render(), selected_pair, ..Options::default() });
    let rotation = Rotation::IDENTITY;
    let view = View { center: Vec2::new(0.3, -2.9), scale, rotation, canvas: CANVAS };
    bencher.bench(|| still.draw(&view));
}

/// A scene at frame 0 with its report.
struct Still {
    scene: Scene,
    world: World,
    report: Report,
    options: Options,
}

impl Still {
    /// Selects a touching pair where the options name none.
    fn new(bodies: Vec<SceneBody>, mut options: Options) -> Self {
        let scene = Scene { bodies, ..Scene::default() };
        let world = scene.to_world().unwrap();
        let touching =
            Report::of(&scene, &world, &ReportOptions { axes: WhichAxes::None, ..Default::default() });
        options.selected_pair =
            options.selected_pair.or_else(|| touching.pairs.get(20).map(|pair| (pair.a, pair.b)));
        let axes = options.selected_pair.map_or(WhichAxes::None, |(a, b)| WhichAxes::Of(a, b));
        let report = Report::of(&scene, &world, &ReportOptions { axes, ..Default::default() });
        Self { scene, world, report, options }
    }

    fn draw(&self, view: &View) -> usize {
        let Self { scene, world, report, options } = self;
        overlay::draw(&Picture { scene, world, report, view, theme: &Theme::DARK, options }).items.len()
    }
}
