//! A person at the mouse and the keyboard, simulated.

use std::path::PathBuf;

use collision_test::app::hand::handles;
use collision_test::app::{
    AppState, Command, Effect, Event, EventKind, Input, Key, Modifiers, News, PointerButton, Settings,
};
use collision_test::picture::display::Rect;
use collision_test::scene::{Scene, SceneBody};
use glam::Vec2;
use tempfile::TempDir;

/// A ball above a crate that it touches, a gem apart from all bodies, a floor that the crate touches.
pub const SCENE: &str = r#"Scene(
    version: 1,
    name: "Bench",
    gravity: (0.0, -10.0),
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 1.75), motion: Dynamic(mass: 2.0, velocity: (1.0, 0.0))),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0)),
        Body(name: "gem", shape: Polygon(points: [(0.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]), position: (6.0, 0.0)),
        Body(name: "floor", shape: Wall(start: (-8.0, -0.9), end: (8.0, -0.9))),
    ],
    expect: [
        Contact(a: "ball", b: "crate", depth: 0.25),
        Separate(a: "crate", b: "gem"),
    ],
)"#;

pub struct TestHand {
    pub state: AppState,
    pub effects: Vec<Effect>,
    pub folder: TempDir,
    pub modifiers: Modifiers,
    /// The system's clipboard, once something was copied.
    clipboard: Option<String>,
    canvas: Rect,
}

pub fn canvas() -> Rect {
    Rect { min: Vec2::new(100.0, 50.0), max: Vec2::new(1100.0, 750.0) }
}

impl TestHand {
    /// Opens [`SCENE`] from a file.
    pub fn new() -> Self {
        Self::on(SCENE)
    }

    /// Opens this scene from a file.
    pub fn on(ron: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bench.ron");
        std::fs::write(&path, ron).unwrap();
        let settings = Settings {
            forgets: false,
            screenshots: folder.path().join("screenshots"),
            scenes: folder.path().to_owned(),
            storage: Some(folder.path().join("storage")),
            recovery: true,
            is_figure: false,
            link_base: "https://example.org/".to_owned(),
            preferences: None,
            light: false,
        };
        let state = AppState::open(&path, settings, canvas()).unwrap();
        let (effects, modifiers, clipboard) = (Vec::new(), Modifiers::NONE, None);
        Self { state, effects, folder, modifiers, clipboard, canvas: canvas() }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.path().join("bench.ron")
    }

    pub fn apply(&mut self, command: Command) {
        let effects = self.state.apply(command);
        self.carry_out(effects);
    }

    /// Serves the clipboard as the shell does, and keeps the effects.
    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match (&effect, &self.clipboard) {
                (Effect::WriteClipboard(text), _) => self.clipboard = Some(text.clone()),
                (Effect::ReadClipboard, Some(text)) => {
                    let read = News::ClipboardRead(Ok(text.clone()));
                    self.state.apply(Command::News(read));
                }
                _ => {}
            }
            self.effects.push(effect);
        }
    }

    pub fn frame_of(&mut self, events: &[EventKind], pointer: Vec2, dt: f32) {
        let input = Input {
            events: events.iter().map(|&kind| Event { kind, modifiers: self.modifiers }).collect(),
            pointer,
            over_canvas: self.canvas.contains(pointer),
            modifiers: self.modifiers,
            canvas: self.canvas,
            dt,
        };
        let effects = self.state.handle_input(&input);
        self.carry_out(effects);
    }

    /// Gives the canvas another size.
    pub fn resize(&mut self, canvas: Rect) {
        self.canvas = canvas;
        self.wait(0.0);
    }

    pub fn wait(&mut self, seconds: f32) {
        self.frame_of(&[], Vec2::ZERO, seconds);
    }

    pub fn screen(&self, world: (f32, f32)) -> Vec2 {
        self.state.showing().view().screen_from_world(Vec2::from(world))
    }

    pub fn hover(&mut self, world: (f32, f32)) {
        let at = self.screen(world);
        self.frame_of(&[EventKind::Moved(at)], at, 0.016);
    }

    pub fn press(&mut self, world: (f32, f32)) {
        let at = self.screen(world);
        self.frame_of(&[EventKind::Moved(at), EventKind::Pressed(PointerButton::Left, at)], at, 0.016);
    }

    pub fn move_to(&mut self, world: (f32, f32)) {
        let at = self.screen(world);
        self.frame_of(&[EventKind::Moved(at)], at, 0.016);
    }

    pub fn release(&mut self, world: (f32, f32)) {
        let at = self.screen(world);
        self.frame_of(&[EventKind::Released(PointerButton::Left, at)], at, 0.016);
    }

    pub fn drag(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.press(from);
        let middle = (from.0 + (to.0 - from.0) * 0.4, from.1 + (to.1 - from.1) * 0.4);
        self.move_to(middle);
        self.move_to(to);
        self.release(to);
    }

    pub fn click(&mut self, world: (f32, f32)) {
        self.press(world);
        self.release(world);
    }

    pub fn with(&mut self, modifiers: Modifiers, act: impl FnOnce(&mut Self)) {
        self.modifiers = modifiers;
        act(self);
        self.modifiers = Modifiers::NONE;
    }

    pub fn key(&mut self, key: Key) {
        let pointer = Vec2::ZERO;
        self.frame_of(&[EventKind::Key { key, repeat: false }], pointer, 0.016);
    }

    pub fn letter(&mut self, letter: char, modifiers: Modifiers) {
        self.with(modifiers, |hand| hand.key(Key::Letter(letter)));
    }

    pub fn undo(&mut self) {
        self.letter('Z', Modifiers::CTRL);
    }

    pub fn redo(&mut self) {
        self.letter('Z', Modifiers::CTRL_SHIFT);
    }

    pub fn scene(&self) -> &Scene {
        self.state.scene()
    }

    pub fn ron(&self) -> String {
        self.state.scene().to_ron()
    }

    pub fn body(&self, name: &str) -> &SceneBody {
        self.scene().bodies.iter().find(|body| body.name == name).unwrap()
    }

    pub fn index(&self, name: &str) -> u32 {
        self.scene().bodies.iter().position(|body| body.name == name).unwrap() as u32
    }

    pub fn select(&mut self, names: &[&str]) {
        let bodies = names.iter().map(|name| self.index(name)).collect();
        self.apply(Command::Select(collision_test::app::SelectCommand::Only(bodies)));
    }

    /// Names of the selected pair.
    pub fn selected_pair(&self) -> Option<(&str, &str)> {
        let (a, b) = self.state.looking().selected_pair()?;
        let name = |i: u32| self.scene().bodies[i as usize].name.as_str();
        Some((name(a), name(b)))
    }

    /// Position of a handle. World.
    pub fn handle(&self, part: handles::HandlePart) -> (f32, f32) {
        let (state, view) = (&self.state, self.state.showing().view());
        let (scene, world) = (state.scene(), state.run().world());
        let list = match state.looking().entered() {
            Some(body) => handles::of_parts(scene, world, view, body, 1.0),
            None => handles::handles(scene, world, view, state.looking().selection(), 1.0),
        };
        list.into_iter().find(|h| h.part == part).unwrap().world.into()
    }

    /// The ends of cables, rods and joints: the name of the body and the place. World.
    pub fn link_ends(&self) -> Vec<(String, Vec2)> {
        let mut scene = self.scene().clone();
        let place = |(name, anchor): (&str, &mut Vec2)| {
            (name.to_owned(), self.body(name).pose().world_from_local(*anchor))
        };
        scene.anchors_mut().map(place).collect()
    }

    pub fn last_message(&self) -> &str {
        &self.state.messages().last().unwrap().text
    }
}

#[track_caller]
pub fn assert_near(found: Vec2, expected: (f32, f32), tolerance: f32) {
    assert!(found.distance(Vec2::from(expected)) <= tolerance, "found {found}, expected {expected:?}");
}
