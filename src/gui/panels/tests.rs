//! Panels without a window: what they draw, and which commands clicks and keys push.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use collide2d::ShapeKind;
use egui_macroquad::egui;
use egui_macroquad::egui::epaint::{ClippedShape, Primitive};
use egui_macroquad::egui::{
    Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, pos2, vec2,
};
use glam::Vec2;

use super::{Panels, widgets};
use crate::app::{
    Answer, AppState, BodyEdit, Change, Command, EditCommand, Effect, EventFilter, FileCommand, Input, Leave,
    LengthChoice, News, Panel, SceneEdit, SelectCommand, Settings, TimeCommand, Tool, ViewCommand, table,
};
use crate::gui::stats::{FrameStage, FrameTimes};
use crate::gui::style::{self, Palette};
use crate::picture::overlay::Layer;
use crate::report::axis_source_label;
use crate::scene::field::FieldValue;
use crate::scene::link::Link;
use crate::scene::{Expectation, QueryForm, Scene, SceneBody, SceneMotion, SceneQuery, SceneShape};

mod axes;
mod cards;
mod contacts;
mod contents;
mod dialogs;
mod differences;
mod embedded;
mod events;
mod expectations;
mod fields;
mod frame_times;
mod generators;
mod help;
mod layout;
mod licences;
mod masks;
mod menu;
mod merging;
mod palette;
mod queries;
mod reducing;
mod room;
mod scenes;
mod sheet;
mod stages;
mod timeline;
mod watch;
mod why;

/// Panels of a certain size, and the commands that they pushed.
struct Desk {
    context: Context,
    panels: Panels,
    state: AppState,
    size: egui::Vec2,
    time: f64,
    shapes: Vec<ClippedShape>,
}

impl Desk {
    fn new(state: AppState, width: f32, height: f32) -> Self {
        let context = Context::default();
        context.set_fonts(style::fonts());
        style::apply(&context, &state.showing().theme);
        let panels = Panels::default();
        let mut desk =
            Self { context, panels, state, size: vec2(width, height), time: 0.0, shapes: Vec::new() };
        for _ in 0..3 {
            desk.pass(Vec::new());
        }
        desk
    }

    fn of(scene: &Scene, width: f32, height: f32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.ron");
        scene.save(&path).unwrap();
        Self::new(open(&path), width, height)
    }

    /// Runs one frame with these events; returns the commands, not yet carried out.
    fn pass(&mut self, events: Vec<Event>) -> Vec<Command> {
        self.pass_holding(Modifiers::NONE, events)
    }

    /// The same with modifiers held.
    fn pass_holding(&mut self, modifiers: Modifiers, events: Vec<Event>) -> Vec<Command> {
        self.time += 0.1;
        let input = RawInput {
            modifiers,
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time),
            events,
            ..RawInput::default()
        };
        let mut commands = Vec::new();
        let output = self.context.run(input, |context| {
            self.panels.show(context, &self.state, &mut commands);
        });
        self.shapes = output.shapes;
        commands
    }

    /// Lets a tick pass, so that the readings are up to date.
    fn tick(&mut self) {
        self.wait(0.02);
    }

    /// Lets time pass in which nothing happens. Seconds.
    fn wait(&mut self, dt: f32) {
        self.state.handle_input(&Input {
            events: Vec::new(),
            pointer: Vec2::ZERO,
            over_canvas: false,
            modifiers: crate::app::Modifiers::NONE,
            canvas: self.state.showing().view().canvas,
            dt,
        });
    }

    /// Moves the pointer; what is under it is known one frame later.
    fn point(&mut self, at: Pos2) -> Vec<Command> {
        let mut commands = self.pass(vec![Event::PointerMoved(at)]);
        commands.extend(self.pass(Vec::new()));
        commands
    }

    fn click(&mut self, at: Pos2) -> Vec<Command> {
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let mut commands = self.point(at);
        commands.extend(self.pass(vec![button(true)]));
        commands.extend(self.pass(vec![button(false)]));
        commands.extend(self.pass(Vec::new()));
        commands
    }

    /// Ctrl+A in a text field.
    fn select_all(&mut self) {
        let event = Event::Key {
            key: Key::A,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::COMMAND,
        };
        self.pass_holding(Modifiers::COMMAND, vec![event]);
    }

    fn key(&mut self, key: Key) -> Vec<Command> {
        let event = |pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        self.pass(vec![event(true), event(false)])
    }

    /// The middle of the text that ends with these words: dialogs have an icon before them.
    fn text_ending(&self, words: &str) -> Option<Pos2> {
        self.shapes.iter().find_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text().ends_with(words) => {
                Some(text.pos + text.galley.rect.center().to_vec2())
            }
            _ => None,
        })
    }

    /// The middle of the text with these words.
    fn text(&self, words: &str) -> Pos2 {
        let found = self.shapes.iter().find_map(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text() == words => {
                Some(text.pos + text.galley.rect.center().to_vec2())
            }
            _ => None,
        });
        found.unwrap_or_else(|| panic!("{words:?} is not on show"))
    }

    /// Number of lines in the colour of errors.
    fn errors(&self) -> usize {
        let color = Palette::of(&self.state.showing().theme).error;
        let is_one = |clipped: &&ClippedShape| match &clipped.shape {
            Shape::Path(path) => path.stroke.color == egui::epaint::ColorMode::Solid(color),
            _ => false,
        };
        self.shapes.iter().filter(is_one).count()
    }

    fn shows(&self, words: &str) -> bool {
        self.shapes
            .iter()
            .any(|c| matches!(&c.shape, Shape::Text(text) if text.galley.text().contains(words)))
    }
}

fn open(path: &Path) -> AppState {
    let canvas = crate::picture::display::Rect { min: Vec2::ZERO, max: Vec2::new(900.0, 600.0) };
    AppState::open(path, Settings::default(), canvas).unwrap()
}

/// A ball 0.25 m deep in a crate.
fn touching() -> Scene {
    let ball = SceneBody {
        position: Vec2::new(0.0, 1.75),
        motion: SceneMotion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 0.0 },
        ..SceneBody::new("ball", SceneShape::Circle { radius: 1.0 })
    };
    let crate_ = SceneBody::new("crate", SceneShape::Rectangle { width: 4.0, height: 2.0, radius: 0.0 });
    Scene { bodies: vec![ball, crate_], ..Scene::default() }
}

#[test]
fn every_scene_shows_at_every_size_in_both_themes() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut files: Vec<_> = std::fs::read_dir(scenes).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    assert!(files.len() >= 16);
    for path in files {
        for (width, height) in [(1.0, 1.0), (200.0, 150.0), (640.0, 480.0), (1280.0, 720.0)] {
            let mut desk = Desk::new(open(&path), width, height);
            desk.state.apply(Command::Select(SelectCommand::All));
            desk.state.apply(Command::View(ViewCommand::ToggleTheme));
            desk.state.apply(Command::View(ViewCommand::ToggleHelp));
            desk.pass(Vec::new());
            for clipped in desk.context.tessellate(desk.shapes.clone(), 1.0) {
                assert!(!clipped.clip_rect.any_nan(), "{path:?} at {width}");
                let Primitive::Mesh(mesh) = clipped.primitive else { continue };
                assert!(mesh.vertices.iter().all(|v| v.pos.is_finite()), "{path:?} at {width}");
            }
            let canvas = desk.context.available_rect();
            assert!(width < 640.0 || canvas.width() * canvas.height() > 0.35 * width * height, "{canvas}");
        }
    }
}

#[test]
fn frame_and_time_are_always_in_sight() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::Time(TimeCommand::StepForward));
    desk.state.apply(Command::Time(TimeCommand::StepForward));
    desk.pass(Vec::new());
    assert!(desk.shows("frame 2"));
    assert!(desk.shows("0.033 s"));
}

/// A ball that falls onto a crate within half a second.
fn falling() -> Scene {
    let mut scene = touching();
    scene.gravity = Vec2::new(0.0, -9.81);
    scene.bodies[0].position.y = 3.0;
    scene.bodies[0].motion = SceneMotion::Dynamic {
        mass: 1.0,
        velocity: Vec2::ZERO,
        angular_velocity: 0.0,
        acceleration: Vec2::ZERO,
        damping: 1.0,
    };
    scene
}

fn button(at: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

fn seek(frame: u64) -> Command {
    Command::Time(TimeCommand::Seek(frame))
}

#[test]
fn every_panel_shows_moving_scenes_in_both_themes() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    for name in ["falling-dominoes.ron", "bullet.ron", "newtons-cradle.ron", "propeller.ron"] {
        let mut desk = Desk::new(open(&scenes.join(name)), 1280.0, 720.0);
        desk.state.apply(seek(50));
        desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
        for panel in Panel::ALL.into_iter().filter(|panel| panel.is_for(false)).cycle().take(8) {
            desk.state.apply(Command::View(ViewCommand::ToggleTheme));
            desk.state.apply(Command::View(ViewCommand::ShowPanel(panel)));
            desk.tick();
            desk.pass(Vec::new());
            desk.pass(Vec::new());
            assert_eq!(desk.shows("total"), panel == Panel::Plots, "{name}");
            assert_eq!(
                desk.state.energy_plot().is_some(),
                panel == Panel::Plots,
                "costs nothing when hidden"
            );
            for clipped in desk.context.tessellate(desk.shapes.clone(), 1.0) {
                let Primitive::Mesh(mesh) = clipped.primitive else { continue };
                assert!(mesh.vertices.iter().all(|v| v.pos.is_finite()), "{name} {panel:?}");
            }
        }
    }
}

#[test]
fn the_largest_numbers_of_a_scene_widen_no_panel() {
    let edge = |max_contacts: usize| {
        let desk = Desk::of(&Scene { max_contacts, ..touching() }, 1280.0, 720.0);
        assert!(desk.shows(&format!("{max_contacts} contacts")));
        let heading = desk.text("Bodies").y;
        let ends = desk.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) if (text.pos.y - heading).abs() < 12.0 => {
                Some(text.visual_bounding_rect().right())
            }
            _ => None,
        });
        ends.fold(0.0, f32::max)
    };
    assert_eq!(edge(1_000_000), edge(1));
}

/// A file's name was drawn over the word before it, and long names of what is watched widened the panel.
#[test]
fn long_names_of_files_and_of_watched_bodies_stay_in_the_panel() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(format!("{}.ron", "level".repeat(40)));
    let name = "crate".repeat(60);
    let edge = |name: &str| {
        let mut scene = touching();
        scene.bodies[0].name = name.to_owned();
        scene.watch = vec![format!("{name}.speed")];
        scene.save(&path).unwrap();
        let mut desk = Desk::new(open(&path), 1280.0, 1200.0);
        let word = desk.text("Scene");
        let overlaps = desk.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text().starts_with("levell") => {
                let shown = text.visual_bounding_rect();
                (shown.center().y - word.y).abs() < 8.0 && shown.left() < word.x + 20.0
            }
            _ => false,
        });
        assert!(!overlaps);
        desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
        desk.state.apply(seek(3));
        for _ in 0..5 {
            desk.tick();
            desk.pass(Vec::new());
        }
        desk.text("Watch")
    };
    assert_eq!(edge(&name), edge("a"));
}

/// No number but 0 reads 0: a scene of a millimetre is in millimetres, one of 100 km has less than a pixel per
/// metre.
#[test]
fn scenes_of_every_size_have_numbers() {
    let scaled = |factor: f32| {
        let ball = SceneBody {
            position: Vec2::new(0.0, 1.75 * factor),
            ..SceneBody::new("ball", SceneShape::Circle { radius: factor })
        };
        let (width, height) = (4.0 * factor, 2.0 * factor);
        let crate_ = SceneBody::new("crate", SceneShape::Rectangle { width, height, radius: 0.0 });
        Scene { bodies: vec![ball, crate_], ..Scene::default() }
    };
    for (factor, shown) in [
        (1.0e-3, ["px/mm", "overlap mm", "0.250"]),
        (1.0, ["px/m", "overlap m", "0.250"]),
        (1.0e5, ["px/m", "overlap m", "25000.0"]),
    ] {
        let mut desk = Desk::of(&scaled(factor), 1280.0, 720.0);
        desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
        desk.tick();
        desk.pass(Vec::new());
        desk.pass(Vec::new());
        for words in shown {
            assert!(desk.shows(words), "{factor}: {words}");
        }
        let scale = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
            Shape::Text(text) => text.galley.text().split_once(" px/").map(|(number, _)| number.to_owned()),
            _ => None,
        });
        assert!(scale.unwrap().parse::<f64>().unwrap() > 0.0, "{factor}");
    }
}
