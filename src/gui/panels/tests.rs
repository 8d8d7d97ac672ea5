//! Panels without a window: what they draw, and which commands clicks and keys push.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use egui::epaint::{ClippedShape, Primitive};
use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, pos2, vec2};
use glam::Vec2;

use super::Panels;
use crate::app::{
    AppState, BodyEdit, Change, Command, EditCommand, FileCommand, SelectCommand, Settings, TimeCommand,
    ViewCommand,
};
use crate::gui::style;
use crate::scene::{Scene, SceneBody, SceneMotion, SceneShape};
use crate::view::Canvas;

/// Panels of a size, and what they pushed.
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
        style::apply(&context, state.theme());
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

    /// One frame with these events. What the panels pushed, not yet carried out.
    fn pass(&mut self, events: Vec<Event>) -> Vec<Command> {
        self.time += 0.1;
        let input = RawInput {
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

    /// Moves the pointer; what it is on is known a frame later.
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

    fn shows(&self, words: &str) -> bool {
        self.shapes
            .iter()
            .any(|c| matches!(&c.shape, Shape::Text(text) if text.galley.text().contains(words)))
    }
}

fn open(path: &Path) -> AppState {
    let canvas = Canvas { min: Vec2::ZERO, max: Vec2::new(900.0, 600.0) };
    AppState::open(path, Settings::default(), canvas).unwrap()
}

/// A ball 0.25 m deep in a crate.
fn touching() -> Scene {
    let ball = SceneBody {
        position: Vec2::new(0.0, 1.75),
        motion: SceneMotion::Kinematic { velocity: Vec2::ZERO, angular_velocity: 0.0 },
        ..SceneBody::new("ball", SceneShape::Circle { radius: 1.0 })
    };
    let crate_ = SceneBody::new("crate", SceneShape::Rectangle { width: 4.0, height: 2.0 });
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
fn a_click_on_a_contact_looks_at_its_pair() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert!(desk.shows("0.250"));
    let row = desk.text("ball – crate");
    let commands = desk.click(row);
    assert!(commands.contains(&Command::View(ViewCommand::HoverPair(Some((0, 1))))), "{commands:?}");
    assert!(commands.contains(&Command::View(ViewCommand::LookAt(Some((0, 1))))), "{commands:?}");
}

#[test]
fn the_pointer_on_an_axis_lights_it_up_until_it_leaves() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::LookAt(Some((0, 1)))));
    desk.pass(Vec::new());
    let row = desk.text("b face 1");
    let lit = desk.point(row);
    let index = desk.state.report().pairs[0]
        .trace
        .as_ref()
        .unwrap()
        .local
        .axes
        .iter()
        .position(|axis| crate::report::axis_source_label(axis.source) == "b face 1");
    assert_eq!(lit, [Command::View(ViewCommand::LightAxis(index))]);
    assert_eq!(desk.point(pos2(300.0, 300.0)), [Command::View(ViewCommand::LightAxis(None))]);
}

#[test]
fn a_number_typed_into_a_field_is_one_edit_of_all_that_is_selected() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    desk.pass(Vec::new());
    let field = desk.text("x 0 m");
    desk.click(field);
    desk.pass(vec![Event::Text("3,25".to_owned())]);
    let commands = desk.key(Key::Enter);
    let edit = Change::Body(vec![1], BodyEdit::PositionX(3.25));
    assert_eq!(commands, [Command::Edit(EditCommand::Do(edit))]);
}

#[test]
fn a_field_that_is_entered_and_left_changes_nothing() {
    let mut scene = touching();
    scene.bodies[1].position.x = 1.0 / 3.0;
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    desk.pass(Vec::new());
    let field = desk.text("x 0.3333 m");
    assert_eq!(desk.click(field), []);
    assert_eq!(desk.key(Key::Enter), []);
    assert_eq!(desk.pass(Vec::new()), []);
}

#[test]
fn bodies_that_differ_show_a_dash() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::All));
    desk.pass(Vec::new());
    assert!(desk.shows("2 bodies"));
    assert!(desk.shows("y — m"));
    assert!(desk.shows("x 0 m"));
}

#[test]
fn menus_push_the_commands_of_the_table() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let file = desk.text("File");
    desk.click(file);
    let entry = desk.text("Save as…");
    assert_eq!(desk.click(entry), [Command::File(FileCommand::SaveAs)]);
    assert!(!desk.shows("Save as…"), "the menu closes");
}

#[test]
fn a_layer_is_switched_without_closing_the_menu() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let view = desk.text("View");
    desk.click(view);
    let entry = desk.text("AABBs");
    let layer = crate::overlay::Layer::Aabbs;
    assert_eq!(desk.click(entry), [Command::View(ViewCommand::ToggleLayer(layer))]);
    assert!(desk.shows("AABBs"));
}

#[test]
fn enter_saves_unsaved_work_and_escape_cancels() {
    for (key, expected) in [(Key::Enter, FileCommand::AnswerSave), (Key::Escape, FileCommand::AnswerCancel)] {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        let rename = Change::Rename(0, "moon".to_owned());
        desk.state.apply(Command::Edit(EditCommand::Do(rename)));
        desk.state.apply(Command::File(FileCommand::Quit));
        desk.pass(Vec::new());
        desk.pass(Vec::new());
        assert!(desk.panels.is_modal(&desk.state));
        assert!(desk.shows("Discard"));
        assert_eq!(desk.key(key), [Command::File(expected)]);
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

#[test]
fn where_the_test_stops_is_marked() {
    let mut scene = touching();
    scene.bodies[0].position = Vec2::new(3.05, 0.0);
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::LookAt(Some((0, 1)))));
    desk.pass(Vec::new());
    assert!(desk.shows("they are apart"));
    assert!(desk.shows("the test stops here"));
}
