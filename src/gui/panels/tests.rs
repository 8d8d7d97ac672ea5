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

use super::{Panels, fields, timeline, widgets};
use crate::app::{
    Answer, AppState, BodyEdit, Change, Command, EditCommand, Effect, EventFilter, FileCommand, Input, Leave,
    News, Panel, SceneEdit, SelectCommand, Settings, TimeCommand, Tool, ViewCommand,
};
use crate::gui::stats::{FrameStage, FrameTimes};
use crate::gui::style::{self, Palette};
use crate::picture::overlay::Layer;
use crate::report::axis_source_label;
use crate::scene::field::FieldValue;
use crate::scene::link::Link;
use crate::scene::{Expectation, Scene, SceneBody, SceneMotion, SceneShape};

mod help;
mod layout;
mod licences;
mod scenes;
mod sheet;
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
        self.state.handle_input(&Input {
            events: Vec::new(),
            pointer: Vec2::ZERO,
            over_canvas: false,
            modifiers: crate::app::Modifiers::NONE,
            canvas: self.state.showing().view().canvas,
            dt: 0.02,
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
    assert!(commands.contains(&Command::View(ViewCommand::SelectPair(Some((0, 1))))), "{commands:?}");
}

#[test]
fn the_pointer_on_a_contact_tells_where_its_point_lies() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let row = desk.text("ball – crate");
    desk.point(row);
    for _ in 0..20 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("The point lies on the surface of ball, where it reaches deepest into crate."));
}

#[test]
fn the_pointer_on_an_axis_lights_it_up_until_it_leaves() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.pass(Vec::new());
    let row = desk.text("b face 1");
    let lit = desk.point(row);
    let index = desk.state.derived().report.pairs[0]
        .trace
        .as_ref()
        .unwrap()
        .local
        .axes
        .iter()
        .position(|axis| axis_source_label(axis.source) == "b face 1");
    assert_eq!(lit, [Command::View(ViewCommand::HighlightAxis(index))]);
    assert_eq!(desk.point(pos2(300.0, 300.0)), [Command::View(ViewCommand::HighlightAxis(None))]);
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
    let edit = Change::Body(vec![1], BodyEdit::Set("position", FieldValue::X(3.25)));
    assert_eq!(commands, [edit.into()]);
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

/// The crate selected, and what is typed into the field of its x.
fn typed(keys: &str) -> Desk {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    desk.pass(Vec::new());
    let field = desk.text("x 0 m");
    desk.click(field);
    assert_eq!(desk.pass(vec![Event::Text(keys.to_owned())]), []);
    desk
}

fn x_of_crate(x: f32) -> Command {
    Change::Body(vec![1], BodyEdit::Set("position", FieldValue::X(x))).into()
}

#[test]
fn what_is_typed_in_the_frame_of_a_click_elsewhere_is_not_lost() {
    let elsewhere = pos2(1000.0, 600.0);
    let mut desk = typed("1");
    desk.pass(vec![Event::PointerMoved(elsewhere)]);
    let commands = desk.pass(vec![Event::Text("2".to_owned()), button(elsewhere, true)]);
    assert_eq!(commands.first(), Some(&x_of_crate(12.0)), "{commands:?}");
}

#[test]
fn what_is_typed_comes_before_the_command_that_takes_the_focus() {
    let mut desk = typed("2");
    let undo = desk.text("Events");
    let commands = desk.click(undo);
    let tab = Command::View(ViewCommand::ShowPanel(Panel::Events));
    assert_eq!(commands, [x_of_crate(2.0), tab]);
}

#[test]
fn a_field_that_is_hidden_while_it_is_typed_into_is_applied_or_told() {
    let mut desk = typed("2");
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
    assert_eq!(desk.pass(Vec::new()), [x_of_crate(2.0)]);
    let mut desk = typed("2x");
    desk.size.x = 400.0;
    let commands = desk.pass(Vec::new());
    let Some(Command::View(ViewCommand::Warn(text))) = commands.last() else { panic!("{commands:?}") };
    assert!(text.starts_with("Position: \"2x\" was not applied. Not a number."), "{text}");
}

#[test]
fn a_point_on_a_line_with_its_neighbours_is_refused_at_its_field() {
    let gem = SceneShape::Polygon {
        points: vec![Vec2::new(0.0, 1.0), Vec2::new(-1.5, -1.25), Vec2::new(1.0, -1.0)],
    };
    let scene = Scene { bodies: vec![SceneBody::new("gem", gem)], ..Scene::default() };
    let mut desk = Desk::of(&scene, 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.pass(Vec::new());
    let field = desk.text("x −1.5 m");
    desk.click(field);
    desk.pass(vec![Event::Text("1.125".to_owned())]);
    assert_eq!(desk.key(Key::Enter), []);
    desk.pass(Vec::new());
    assert!(desk.shows("The outline would not be convex.") && desk.shows("1.125"));
    desk.pass(vec![Event::Text("+9".to_owned())]);
    assert!(!desk.shows("The outline would not be convex."), "the text is another one");
    desk.key(Key::Escape);
    desk.pass(Vec::new());
    assert!(desk.shows("x −1.5 m"));
}

#[test]
fn escape_in_the_very_next_frame_takes_a_refused_text_back() {
    let mut desk = typed("2x");
    assert_eq!(desk.key(Key::Enter), []);
    // The shell asks for this with every Escape in a field.
    fields::leave(&desk.context, fields::FocusLoss::Revert);
    assert_eq!(desk.key(Key::Escape), []);
    desk.pass(Vec::new());
    assert!(!desk.shows("2x"));
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
    let layer = Layer::Aabbs;
    assert_eq!(desk.click(entry), [Command::View(ViewCommand::ToggleLayer(layer))]);
    assert!(desk.shows("AABBs"));
}

#[test]
fn enter_saves_unsaved_work_and_escape_cancels() {
    for (key, expected) in [(Key::Enter, Answer::Save), (Key::Escape, Answer::Cancel)] {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        let rename = Change::Rename(0, "moon".to_owned());
        desk.state.apply(rename.into());
        desk.state.apply(Command::File(FileCommand::Leave(Leave::Quit)));
        desk.pass(Vec::new());
        desk.pass(Vec::new());
        assert!(desk.panels.is_modal(&desk.state));
        assert!(desk.shows("Discard"));
        assert_eq!(desk.key(key), [Command::Answer(expected)]);
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
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.pass(Vec::new());
    assert!(desk.shows("they are apart"));
    assert!(desk.shows("the test stops here"));
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
fn the_head_of_the_time_line_follows_the_pointer_both_ways() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    let track = desk.panels.timeline_track().unwrap();
    let at = |frame: f64| pos2(track.x(frame), track.rect.center().y);
    desk.point(at(20.0));
    assert_eq!(desk.pass(vec![button(at(20.0), true)]), [seek(20)]);
    desk.state.apply(seek(20));
    assert_eq!(desk.pass(vec![Event::PointerMoved(at(90.0))]), [seek(90)]);
    desk.state.apply(seek(90));
    assert_eq!(desk.pass(Vec::new()), [], "it is there");
    assert_eq!(desk.pass(vec![Event::PointerMoved(at(7.0))]), [seek(7)]);
    desk.state.apply(seek(7));
    // A drag past the end stays at the last frame.
    let beyond = pos2(track.rect.right() + 300.0, 300.0);
    assert_eq!(desk.pass(vec![Event::PointerMoved(beyond)]), [seek(track.last as u64)]);
    desk.state.apply(seek(50));
    desk.pass(vec![button(beyond, false)]);
    assert_eq!(desk.pass(vec![Event::PointerMoved(at(30.0))]), [], "let go");
}

#[test]
fn the_wheel_zooms_the_time_line_where_the_pointer_is() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(seek(1000));
    desk.pass(Vec::new());
    let whole = desk.panels.timeline_track().unwrap();
    assert!(whole.first == 0.0 && whole.last >= 1000.0, "{whole:?}");
    let at = pos2(whole.x(900.0), whole.rect.center().y);
    desk.point(at);
    let wheel = Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 1.0),
        modifiers: Modifiers::NONE,
    };
    for _ in 0..3 {
        desk.pass(vec![wheel.clone()]);
    }
    let near = desk.panels.timeline_track().unwrap();
    assert!(near.last - near.first < 0.6 * whole.last, "{near:?}");
    assert_eq!(near.nearest(at.x), 900);
    // The head always stays visible.
    desk.state.apply(seek(10));
    desk.pass(Vec::new());
    let back = desk.panels.timeline_track().unwrap();
    assert!((back.first..back.last).contains(&10.0), "{back:?}");
}

#[test]
fn an_expectation_that_fails_is_a_cross_in_the_colour_of_errors() {
    let crosses = |apart: bool| {
        let (a, b) = ("ball".to_owned(), "crate".to_owned());
        let mut scene = falling();
        scene.expect = vec![if apart {
            Expectation::Separate { a, b, frame: 40 }
        } else {
            Expectation::Contact { a, b, frame: 40, depth: None, normal: None, tolerance: 0.001 }
        }];
        let mut desk = Desk::of(&scene, 1280.0, 720.0);
        assert_eq!(desk.errors(), 0, "not reached");
        desk.state.apply(seek(60));
        desk.pass(Vec::new());
        desk.errors()
    };
    // Two strokes on the time line, two in the list of expectations.
    assert_eq!((crosses(true), crosses(false)), (4, 0));
}

#[test]
fn a_tab_shows_the_log_and_a_click_on_an_event_goes_to_it() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(seek(60));
    let tab = desk.text("Events");
    let command = Command::View(ViewCommand::ShowPanel(Panel::Events));
    assert_eq!(desk.click(tab), std::slice::from_ref(&command));
    desk.state.apply(command);
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    let first = desk.state.event_row(0).unwrap();
    assert!(first.frame > 10 && first.frame < 60, "{first:?}");
    let row = desk.text("ball – crate");
    let expected = TimeCommand::GoToEvent { frame: first.frame, pair: (0, 1) };
    assert_eq!(desk.click(row), [Command::Time(expected)]);
    // The filter takes effect while its text is typed, and knows the words that the rows show.
    assert!(desk.shows("begins"));
    let rows = |text: &str| {
        let filter = EventFilter { text: text.to_owned(), ..EventFilter::default() };
        Command::View(ViewCommand::FilterEvents(filter))
    };
    for (text, some) in [("begins", true), ("begin", true), ("persists", false)] {
        desk.state.apply(rows(text));
        desk.tick();
        assert_eq!(desk.state.event_row(0).is_some(), some, "{text}");
    }
    desk.state.apply(rows(""));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let field = desk.text("filter: name, kind, begin, end, frame");
    desk.click(field);
    let typed = desk.pass(vec![Event::Text("moon".to_owned())]);
    assert_eq!(typed.len(), 1);
    desk.state.apply(typed[0].clone());
    desk.pass(Vec::new());
    assert!(desk.shows("No event passes the filter."));
}

#[test]
fn a_click_on_a_stage_goes_to_it_and_its_words_are_shown() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(seek(30));
    desk.state.apply(Command::Time(TimeCommand::StageForward));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let count = desk.state.run().inside.as_ref().unwrap().count();
    assert!(desk.shows(&format!("inside frame 30 → 31 · stage 1 of {count}")));
    assert!(desk.shows("Gravity, acceleration and damping"));
    let last = desk.text("End of the step: frame 31");
    let command = Command::Time(TimeCommand::ToStage(count));
    assert_eq!(desk.click(last), std::slice::from_ref(&command));
    desk.state.apply(command);
    desk.pass(Vec::new());
    assert!(desk.shows("The step is done; this is frame 31."));
    desk.state.apply(Command::Select(SelectCommand::Cancel));
    desk.pass(Vec::new());
    assert!(!desk.shows("inside frame") && desk.shows("Contacts"), "back to the panel before");
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
fn expectations_are_listed_added_and_taken_away() {
    let expect = |depth: f32| Expectation::Contact {
        a: "ball".to_owned(),
        b: "crate".to_owned(),
        frame: 0,
        depth: Some(depth),
        normal: None,
        tolerance: 0.001,
    };
    let scene = Scene { expect: vec![expect(0.25), expect(0.75)], ..touching() };
    let mut desk = Desk::of(&scene, 1280.0, 1080.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.state.handle_input(&Input::idle(desk.state.showing().view().canvas, 0.1));
    desk.pass(Vec::new());
    assert!(desk.shows("1 fails · 1 holds"));
    let add = desk.text("Expect ball – crate as now");
    assert_eq!(desk.click(add), [Command::Edit(EditCommand::ExpectSelectedPair)]);
    let second = desk.text("depth 0.750 · frame 0");
    let commands = desk.click(second);
    assert!(commands.contains(&Command::Time(TimeCommand::Seek(0))), "{commands:?}");
    assert!(commands.contains(&Command::View(ViewCommand::SelectPair(Some((0, 1))))), "{commands:?}");
    // The cross is at the end of the row.
    let cross = pos2(desk.size.x - 6.0 - style::BAR - 10.0, second.y);
    assert_eq!(desk.click(cross), [Change::RemoveExpectation(1).into()]);
}

#[test]
fn contacts_that_come_back_find_their_room_again() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let before = desk.text("Contacts");
    let move_to = |y| Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(y))).into();
    for y in [9.0, 1.75] {
        desk.state.apply(move_to(y));
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        assert_eq!(desk.text("Contacts"), before, "{y}");
    }
}

#[test]
fn a_legend_with_a_row_more_leaves_the_time_line_where_it_is() {
    let mut scene = touching();
    scene.bodies[0].position.y = 9.0;
    let mut desk = Desk::of(&scene, 640.0, 720.0);
    let (canvas, before) = (desk.context.available_rect(), desk.panels.timeline_track());
    desk.state.apply(Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(1.75))).into());
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.context.available_rect().height() < canvas.height() - 10.0, "the legend grew");
    let track = |track: Option<timeline::Track>| track.map(|track| format!("{track:?}"));
    assert_eq!(track(desk.panels.timeline_track()), track(before));
}

#[test]
fn the_deciding_row_is_in_sight() {
    // Two 20-gons of which the eleventh axis decides.
    let gon = |x: f32, y: f32, degrees: f32| {
        let points: Vec<Vec2> =
            (0..20).map(|i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / 20.0)).collect();
        let mut body = SceneBody::new("gon", SceneShape::Polygon { points });
        (body.position, body.rotation) = (Vec2::new(x, y), degrees);
        body
    };
    let mut scene = Scene { bodies: vec![gon(0.0, 0.0, 0.0), gon(1.9, 0.0, 7.0)], ..Scene::default() };
    scene.bodies[1].name = "other".to_owned();
    let mut decides_late = false;
    for degrees in (0..180).step_by(10) {
        let at = Vec2::from_angle((degrees as f32).to_radians()) * 1.9;
        scene.bodies[1].position = at;
        let mut desk = Desk::of(&scene, 1280.0, 720.0);
        desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
        desk.state.handle_input(&Input::idle(desk.state.showing().view().canvas, 0.1));
        (0..4).for_each(|_| drop(desk.pass(Vec::new())));
        let trace = desk.state.derived().report.pairs[0].trace.clone().unwrap();
        let deciding = trace.deciding.unwrap();
        decides_late |= deciding > 8;
        let row = desk.text(&axis_source_label(trace.local.axes[deciding].source));
        assert!(row.y < 690.0 && row.y > 400.0, "{degrees}: axis {deciding} at {row}");
    }
    assert!(decides_late);
}

#[test]
fn after_an_early_out_no_axis_decides() {
    let circle = |name: &str, x: f32| {
        let mut body = SceneBody::new(name, SceneShape::Circle { radius: 1.0 });
        body.position = Vec2::new(x, 0.0);
        body
    };
    let scene = Scene { bodies: vec![circle("one", 0.0), circle("other", 2.5)], ..Scene::default() };
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.state.handle_input(&Input::idle(desk.state.showing().view().canvas, 0.1));
    (0..4).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.state.derived().report.pairs[0].trace.as_ref().unwrap().local.early_out);
    let said = "Not reached, because the bounding circles do not meet. This axis would separate the two.";
    assert!(desk.shows(said));
    assert!(!desk.shows("This axis separates the two. Its negative overlap is the gap."));
}

#[test]
fn the_inspector_tells_the_present_and_beside_it_the_start() {
    let mut scene = touching();
    let velocity = Vec2::new(0.0, 1.0);
    scene.bodies[0].motion = SceneMotion::Kinematic { velocity, angular_velocity: 0.0 };
    let index = 0;
    let mut desk = Desk::of(&scene, 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![index as u32])));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let (place, start) = (desk.text("Restitution"), scene.bodies[index].position);
    desk.state.apply(Command::Time(TimeCommand::Seek(30)));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let now = desk.state.run().world().bodies()[index].pose().position;
    assert_ne!(now, start);
    let shown = |value: f32| widgets::plain(f64::from(value));
    assert!(desk.shows(&format!("y {} m", shown(now.y))), "{now}");
    assert!(desk.shows(&format!("start  x {}   y {}", shown(start.x), shown(start.y))));
    assert_eq!(desk.text("Restitution"), place);
    // An edit of one value leaves the others where they are.
    desk.state.apply(
        Change::Body(vec![index as u32], BodyEdit::Set("restitution", FieldValue::Number(0.5))).into(),
    );
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.shows(&format!("y {} m", shown(now.y))));
}

/// Milliseconds of a frame: step, then show.
fn frame_times(step: u64, show: u64) -> FrameTimes {
    let mut times = FrameTimes::default();
    for (stage, ms) in [(FrameStage::Step, step), (FrameStage::Show, show), (FrameStage::Frame, step + show)]
    {
        times.add(stage, std::time::Duration::from_millis(ms));
    }
    times
}

#[test]
fn frame_times_show_at_every_size_in_both_themes_with_and_without_frames() {
    for (width, height) in [(1.0, 1.0), (200.0, 150.0), (640.0, 480.0), (1280.0, 720.0), (1920.0, 1080.0)] {
        for frames in [0, 1, 2, 300] {
            let mut desk = Desk::of(&touching(), width, height);
            let canvas = desk.context.available_rect();
            desk.state.apply(Command::View(ViewCommand::ToggleFrameTimes));
            for i in 0..frames {
                desk.panels.recent.push(frame_times(i % 7, 900 * (i % 2)));
            }
            for _ in 0..3 {
                desk.state.apply(Command::View(ViewCommand::ToggleTheme));
                desk.pass(Vec::new());
            }
            assert!(desk.shows("Frame times"), "{width} × {height}");
            assert_eq!(desk.context.available_rect(), canvas, "the canvas stays as large as it was");
            for clipped in desk.context.tessellate(desk.shapes.clone(), 1.0) {
                let Primitive::Mesh(mesh) = clipped.primitive else { continue };
                assert!(
                    mesh.vertices.iter().all(|v| v.pos.is_finite()),
                    "{width} × {height}, {frames} frames"
                );
            }
        }
    }
}

#[test]
fn the_status_bar_tells_what_frames_cost_and_leads_to_their_plot() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert!(!desk.shows(" ms") && !desk.shows("Frame times"));
    for _ in 0..99 {
        desk.panels.recent.push(frame_times(4, 20));
    }
    desk.panels.recent.push(frame_times(9, 20));
    desk.pass(Vec::new());
    let at = desk.text("4.0 / 9.0 ms");
    desk.point(at);
    for _ in 0..8 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("p99"), "the tip has every stage");
    let commands = desk.click(at);
    assert_eq!(commands, [Command::View(ViewCommand::ToggleFrameTimes)]);
    for command in commands {
        desk.state.apply(command);
    }
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    for words in ["Frame times", "step", "report", "overlay", "panels", "mesh", "input", "submit", "frame"] {
        assert!(desk.shows(words), "{words}");
    }
}

#[test]
fn frame_times_have_a_key_and_a_line_in_the_view_menu() {
    let command = Command::View(ViewCommand::ToggleFrameTimes);
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert_eq!(crate::app::command_for(crate::app::Key::F(3), crate::app::Modifiers::NONE), Some(&command));
    assert_eq!(desk.state.is_checked(&command), Some(false));
    let at = desk.text("View");
    desk.click(at);
    let at = desk.text("Frame times");
    assert_eq!(desk.click(at), std::slice::from_ref(&command));
    desk.state.apply(command.clone());
    assert_eq!(desk.state.is_checked(&command), Some(true));
}

#[test]
fn the_first_esc_closes_the_dialog_that_saves() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.files.save(folder.path().to_owned(), "scene.ron");
    for _ in 0..3 {
        assert_eq!(desk.pass(Vec::new()), []);
    }
    assert!(desk.context.memory(|memory| memory.focused()).is_some(), "the name can be typed at once");
    assert_eq!(desk.key(Key::Escape), [Command::News(News::DialogCancelled)]);
    assert!(!desk.panels.is_modal(&desk.state));
    // The open dialog starts without focus in a field: Esc closes it.
    desk.panels.files.open(folder.path().to_owned());
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert_eq!(desk.key(Key::Escape), [Command::News(News::DialogCancelled)]);
}

#[test]
fn the_canvas_alone_is_saved_under_the_name_typed_and_never_over_a_file_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contact.svg");
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let save = |desk: &mut Desk| {
        desk.panels.files.save_picture(folder.path().to_owned(), "contact");
        // The dialog reads the folder on another thread.
        for _ in 0..50 {
            desk.pass(Vec::new());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let save = desk.text_ending(" Save").unwrap();
        let commands = desk.click(save);
        desk.pass(Vec::new());
        commands
    };
    assert_eq!(save(&mut desk), [Command::File(FileCommand::SaveCanvasTo(path.clone()))]);
    std::fs::write(&path, "mine").unwrap();
    assert_eq!(save(&mut desk), [], "contact.svg is there");
    assert!(
        desk.panels.is_modal(&desk.state) && desk.text_ending(" Save").is_some(),
        "the dialog is there again with that name"
    );
}

#[test]
fn an_embedded_scene_has_three_buttons_resets_unasked_and_open_brings_the_panels() {
    let scene = touching();
    let link = Link { embed: true, ..Link::to(&scene, 3, Some((0, 1)), &scene) };
    let canvas = crate::picture::display::Rect { min: Vec2::ZERO, max: Vec2::new(640.0, 400.0) };
    let mut desk = Desk::new(AppState::of_link(link, Settings::default(), canvas), 640.0, 400.0);
    desk.pass(Vec::new());
    assert!(desk.shows("Open") && !desk.shows("File"));

    let first = (
        desk.state.showing().view().to_owned(),
        desk.state.looking().selected_pair(),
        desk.state.showing().layers,
    );
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.state.apply(Command::Edit(EditCommand::Delete));
    desk.state.apply(Command::Tool(Tool::Draw(ShapeKind::Circle)));
    desk.state.apply(Command::View(ViewCommand::ToggleLayer(Layer::Axes)));
    desk.state.apply(Command::View(ViewCommand::Pan(Vec2::new(50.0, 20.0))));
    desk.state.apply(Command::Time(TimeCommand::TogglePlay));
    assert!(desk.state.files().document.is_dirty());
    let reset = desk.text("Reset");
    for command in desk.click(reset) {
        desk.state.apply(command);
    }
    assert_eq!(desk.state.question(), None);
    assert_eq!(*desk.state.scene(), scene);
    assert_eq!(
        (desk.state.run().frame(), desk.state.run().playing, desk.state.hand().tool),
        (3, false, Tool::Select)
    );
    assert_eq!(
        (
            desk.state.showing().view().to_owned(),
            desk.state.looking().selected_pair(),
            desk.state.showing().layers
        ),
        first
    );
    assert!(!desk.state.files().document.is_dirty() && desk.state.showing().embedded.is_some());

    let open = desk.text("Open");
    let command = Command::View(ViewCommand::OpenEmbedded);
    assert_eq!(desk.click(open), std::slice::from_ref(&command));
    // A window has no tabs: the shell shows the panels here.
    let link = desk.state.link().unwrap();
    assert_eq!(desk.state.apply(command), [Effect::OpenTab(link)]);
    desk.state.apply(Command::View(ViewCommand::ShowPanels));
    desk.pass(Vec::new());
    assert!(desk.shows("File") && !desk.shows("Open"));
}

#[test]
fn recordings_and_what_can_be_imported_are_listed_to_open() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.ron", "b.jsonl", "c.tmx", "d.svg", "e.json", "f.tmj", "g.txt"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.files.open(folder.path().to_owned());
    for _ in 0..50 {
        desk.pass(Vec::new());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let names = [" a.ron", " b.jsonl", " c.tmx", " d.svg", " e.json", " f.tmj", " g.txt"];
    let listed = names.map(|name| desk.text_ending(name).is_some());
    assert_eq!(listed, [true, true, true, true, true, true, false]);
    let row = desk.text_ending(" b.jsonl").unwrap();
    desk.click(row);
    let open = desk.text_ending(" Open").unwrap();
    let path = folder.path().join("b.jsonl");
    assert_eq!(desk.click(open), [Command::File(FileCommand::Leave(Leave::OpenPath(path)))]);
}

#[test]
fn the_file_that_is_selected_can_be_read_in_both_themes() {
    let folder = tempfile::tempdir().unwrap();
    touching().save(&folder.path().join("scene.ron")).unwrap();
    for dark in [true, false] {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        if !dark {
            desk.state.apply(Command::View(ViewCommand::ToggleTheme));
            style::apply(&desk.context, &desk.state.showing().theme);
        }
        let selection = desk.context.style().visuals.selection;
        desk.panels.files.open(folder.path().to_owned());
        // The dialog reads the folder on another thread.
        for _ in 0..50 {
            desk.pass(Vec::new());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let row = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
            // The list has an icon before the name.
            Shape::Text(text) if text.galley.text().ends_with(" scene.ron") => Some(text.pos),
            _ => None,
        });
        desk.click(row.unwrap() + vec2(30.0, 6.0));
        let accent = Palette::of(&desk.state.showing().theme).accent;
        let named = desk.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Text(text) => {
                let colors = text.galley.job.sections.iter().map(|section| section.format.color);
                text.galley.text() == "scene.ron" && colors.chain([text.fallback_color]).any(|c| c == accent)
            }
            _ => false,
        });
        assert!(named, "dark {dark}");
        assert_eq!(
            desk.context.style().visuals.selection,
            selection,
            "what else is selected looks as before"
        );
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

#[test]
fn the_pointer_on_a_formula_names_its_symbols() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    for _ in 0..3 {
        desk.state.apply(Command::Time(TimeCommand::StageForward));
        desk.tick();
        desk.pass(Vec::new());
        desk.pass(Vec::new());
    }
    let formula = desk.state.run().inside.as_ref().unwrap().text.formulas[0].clone();
    assert!(desk.shows(&formula.symbols) && desk.shows(&formula.numbers));
    let named = |desk: &Desk| formula.names.iter().all(|(s, name)| desk.shows(&format!("{s}  {name}")));
    assert!(!named(&desk));
    let numbers = desk.text(&formula.numbers);
    desk.point(numbers);
    desk.pass(Vec::new());
    assert!(named(&desk), "{formula:?}");
}

/// Inside a step the panels say what is not known yet, and that a static pair is left alone.
#[test]
fn panels_of_a_step_tell_what_is_tested_and_what_is_left_alone() {
    let mut scene = touching();
    scene.bodies[0].motion = SceneMotion::Static;
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    let mut forward = |expected: &[&str], other: &[&str]| {
        desk.state.apply(Command::Time(TimeCommand::StageForward));
        desk.tick();
        desk.pass(Vec::new());
        desk.pass(Vec::new());
        for words in expected {
            assert!(desk.shows(words), "{words}");
        }
        for words in other {
            assert!(!desk.shows(words), "{words}");
        }
    };
    forward(&["0 contacts so far", "still to come"], &["they touch"]);
    forward(&["0 contacts so far", "both bodies are static"], &["they touch"]);
    forward(&["1 contact so far", "they touch", "Both are static: the step leaves them alone."], &[]);
    forward(&["1 contact", "No contact begins, goes on or ends."], &["so far"]);
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
        let crate_ = SceneBody::new("crate", SceneShape::Rectangle { width, height });
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
