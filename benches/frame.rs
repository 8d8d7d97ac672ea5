//! Times of a frame of the window, without a window, the driver and the GPU: `cargo bench --bench frame
//! [SCENE.ron …]`. Ten thousand bodies play, all of them visible, then some twenty of them. Frames follow each other at
//! once, so that a step on another thread that takes longer than the rest is waited for.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use collision_test::app::{AppState, Command, Input, Modifiers, Settings, TimeCommand, ViewCommand};
use collision_test::gui::panels::Panels;
use collision_test::gui::stats::{FrameStage, FrameTimes, Stopwatch};
use collision_test::gui::style;
use collision_test::picture::backend::window::{self, crowd, crowd::Crowd};
use collision_test::picture::display::Rect;
use egui_macroquad::egui::epaint::Primitive;
use egui_macroquad::egui::{self, Context, LayerId, Pos2, RawInput, vec2};
use glam::Vec2;

const FRAMES: usize = 120;
/// Warm-up frames: memory is allocated, checkpoints are thinned out.
const BEFORE: usize = 40;
/// Notches of the wheel after which some twenty of the bodies are visible.
const CLOSE: f32 = 18.0;

fn main() {
    let named: Vec<PathBuf> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).map(PathBuf::from).collect();
    let folder = tempfile::tempdir().unwrap();
    let scenes = if named.is_empty() {
        let moving = ["Off", "Linear", "Rigid"].map(|solver| (solver, moving(solver)));
        let scenes = moving.into_iter().chain([("a pile", pile())]);
        let written = scenes.map(|(name, text)| {
            let path = folder.path().join(format!("ten thousand, {name}.ron"));
            std::fs::write(&path, text).unwrap();
            path
        });
        written.collect()
    } else {
        named
    };
    for path in scenes {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for notches in [0.0, CLOSE] {
            let mut desk = Desk::new(&path);
            let frames: Vec<FrameTimes> = (0..FRAMES).map(|i| desk.frame(i, notches)).skip(BEFORE).collect();
            println!(
                "{name}, {}: {} items, {} instances, {} vertices, {} touching pairs",
                if notches == 0.0 { "all in sight" } else { "some twenty in sight" },
                desk.counts[0],
                desk.counts[1],
                desk.counts[2],
                desk.state.derived().report.pairs.len()
            );
            println!("{:<8}{:>9}{:>9}{:>9}", "ms", "p50", "p90", "p99");
            let sums = [FrameStage::Work, FrameStage::Beside, FrameStage::Frame];
            for stage in FrameStage::OWN.into_iter().chain(sums) {
                let mut times: Vec<f32> = frames.iter().map(|frame| frame.get(stage)).collect();
                times.sort_by(f32::total_cmp);
                let at = |share: f32| times[(share * times.len() as f32) as usize];
                println!("{:<8}{:>9.2}{:>9.2}{:>9.2}", stage.name(), at(0.5), at(0.9), at(0.99));
            }
        }
    }
}

/// 2.5 m² per body, up to 2.8 m/s; two in five are circles, two in five rectangles, the rest octagons and
/// walls.
fn moving(solver: &str) -> String {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut random = move |low: f64, high: f64| low + (high - low) * rng.f64();
    let mut text = format!("(version: 1, solver: {solver}, max_contacts: 65536, bodies: [\n");
    for i in 0..10_000 {
        let size = random(0.25, 0.75);
        let shape = match i % 20 {
            0..=7 => format!("Circle(radius: {size})"),
            8..=15 => format!("Rectangle(width: {}, height: {})", 2.0 * size, random(0.5, 1.5)),
            16..=18 => octagon(size),
            _ => format!("Wall(start: ({}, 0.0), end: ({}, 0.0))", -2.0 * size, 2.0 * size),
        };
        let at = [random(-79.0, 79.0), random(-79.0, 79.0)];
        let motion = format!("motion: Dynamic(velocity: ({}, {}))", random(-2.0, 2.0), random(-2.0, 2.0));
        let motion = if i % 20 == 19 { String::new() } else { motion };
        let turn = random(0.0, 360.0);
        writeln!(
            text,
            "(name: \"body {i}\", shape: {shape}, position: ({}, {}), rotation: {turn}, {motion}),",
            at[0], at[1]
        )
        .unwrap();
    }
    text + "])"
}

/// Circles, squares and octagons of some 0.8 m fall into a trough of 100 m, a hundred in a row.
fn pile() -> String {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut text =
        "(version: 1, solver: Rigid, gravity: (0.0, -9.81), max_contacts: 65536, bodies: [\n".to_owned();
    for (name, x, y, width, height) in [
        ("floor", 0.0, -1.0, 110.0, 2.0),
        ("left", -52.0, 60.0, 2.0, 130.0),
        ("right", 52.0, 60.0, 2.0, 130.0),
    ] {
        let shape = format!("Rectangle(width: {width}, height: {height})");
        writeln!(text, "(name: \"{name}\", shape: {shape}, position: ({x}, {y})),").unwrap();
    }
    for i in 0..10_000_i32 {
        let shape = match i % 3 {
            0 => "Circle(radius: 0.4)".to_owned(),
            1 => "Rectangle(width: 0.8, height: 0.8)".to_owned(),
            _ => octagon(0.4),
        };
        let at = [f64::from(i % 100) - 49.5 + 0.1 * rng.f64(), 0.6 + f64::from(i / 100)];
        let rest = format!("position: ({}, {}), friction: 0.5, motion: Dynamic()", at[0], at[1]);
        writeln!(text, "(name: \"body {i}\", shape: {shape}, {rest}),").unwrap();
    }
    text + "])"
}

fn octagon(radius: f64) -> String {
    let corner = |k: i32| (f64::from(k) * std::f64::consts::FRAC_PI_4).sin_cos();
    let point = |k| format!("({}, {})", radius * corner(k).1, radius * corner(k).0);
    format!("Polygon(points: [{}])", (0..8).map(point).collect::<Vec<_>>().join(", "))
}

/// The window's parts as in the window, without the GPU.
struct Desk {
    context: Context,
    state: AppState,
    panels: Panels,
    crowd: Crowd,
    counts: [usize; 3],
}

impl Desk {
    fn new(path: &std::path::Path) -> Self {
        let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };
        let state = AppState::open(path, Settings::default(), canvas).unwrap();
        let context = Context::default();
        context.set_fonts(style::fonts());
        style::apply(&context, &state.showing().theme);
        Self { context, state, panels: Panels::default(), crowd: Crowd::default(), counts: [0; 3] }
    }

    fn frame(&mut self, index: usize, notches: f32) -> FrameTimes {
        let raw = RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 720.0))),
            time: Some(index as f64 / 60.0),
            ..RawInput::default()
        };
        let Self { context, state, panels, crowd: instances, counts } = self;
        let spent = state.spent();
        let began = Instant::now();
        let mut stopwatch = Stopwatch::start();
        let output = context.run(raw, |context| {
            let mut commands = Vec::new();
            panels.show(context, state, &mut commands);
            stopwatch.lap(FrameStage::Panels);
            let area = context.available_rect();
            let canvas =
                Rect { min: Vec2::new(area.min.x, area.min.y), max: Vec2::new(area.max.x, area.max.y) };
            if index == 4 {
                state.apply(Command::View(ViewCommand::SetCanvas(canvas)));
                state.apply(Command::View(ViewCommand::Fit));
                state.apply(Command::View(ViewCommand::Zoom(canvas.center(), notches)));
                state.apply(Command::Time(TimeCommand::TogglePlay));
            }
            for command in commands {
                state.apply(command);
            }
            let (pointer, modifiers) = (canvas.center(), Modifiers::NONE);
            let (events, dt) = (Vec::new(), 1.0 / 60.0);
            state.handle_input(&Input { events, pointer, over_canvas: false, modifiers, canvas, dt });
            stopwatch.lap(FrameStage::Input);
            let picture = state.picture();
            stopwatch.lap(FrameStage::Overlay);
            instances.clear();
            let mut drawn = 0;
            if picture.items.len() >= crowd::LEAST {
                drawn = instances.take(&picture, area, 1.0);
            }
            let painter = context.layer_painter(LayerId::background()).with_clip_rect(area);
            window::paint_from(&picture, drawn, &painter);
            counts[0] = picture.items.len();
            drop(picture);
            stopwatch.lap(FrameStage::Mesh);
        });
        stopwatch.lap(FrameStage::Panels);
        let spent = state.spent().since(spent);
        stopwatch.reassign(FrameStage::Input, FrameStage::Step, spent.step);
        stopwatch.reassign(FrameStage::Input, FrameStage::Report, spent.report);
        stopwatch.add_beside(spent.beside);
        let primitives = context.tessellate(output.shapes, output.pixels_per_point);
        stopwatch.lap(FrameStage::Mesh);
        counts[1] = instances.instances().len();
        counts[2] = primitives
            .iter()
            .map(|primitive| match &primitive.primitive {
                Primitive::Mesh(mesh) => mesh.vertices.len(),
                Primitive::Callback(_) => 0,
            })
            .sum();
        let mut times = stopwatch.times();
        times.add(FrameStage::Frame, began.elapsed());
        times
    }
}
