//! The whole state of the editor, and the one place where it changes.

use std::path::{Path, PathBuf};

use collide2d::World;

use super::commands::{Command, Effect, Tool};
use super::input::Input;
use super::messages::{Message, Messages};
use crate::display::DisplayList;
use crate::overlay::Layers;
use crate::report::Report;
use crate::scene::{Scene, SceneError};
use crate::theme::Theme;
use crate::view::{Canvas, View};

/// What the program was started with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Folder of screenshots; made when the first is taken.
    pub screenshots: PathBuf,
    /// Folder whose scenes the File menu lists.
    pub scenes: PathBuf,
    /// Folder for the list of recent files and for unsaved work; nothing is kept where `None`.
    pub storage: Option<PathBuf>,
}

/// A question that waits for an answer; shown as a dialog with these buttons.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// Label and command of each button; the last one leaves everything as it is (Esc).
    pub buttons: Vec<(&'static str, Command)>,
}

/// What the pointer should look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cursor {
    /// An arrow.
    #[default]
    Default,
    /// A cross, to set points with.
    Crosshair,
    /// Something that can be moved.
    Move,
    /// A hand, for the rotation handle.
    Pointing,
    /// A side, left to right.
    ResizeHorizontal,
    /// A side, up and down.
    ResizeVertical,
    /// A corner, lower left to upper right.
    ResizeNeSw,
    /// A corner, upper left to lower right.
    ResizeNwSe,
}

/// The editor. Read it through the getters; change it through [`AppState::apply`] and [`AppState::handle_input`].
#[derive(Debug)]
pub struct AppState {
    settings: Settings,
    scene: Scene,
    path: Option<PathBuf>,
    world: World,
    report: Report,
    view: View,
    theme: Theme,
    layers: Layers,
    selection: Vec<u32>,
    looked: Option<(u32, u32)>,
    lit_axis: Option<usize>,
    tool: Tool,
    messages: Messages,
}

impl AppState {
    /// With the built-in scene.
    pub fn new(settings: Settings, canvas: Canvas) -> Self {
        let scene = Scene::built_in();
        let world = World::new(collide2d::WorldSettings::default());
        let report = Report::of(&scene, &world, &crate::report::ReportOptions::default());
        Self {
            settings,
            scene,
            path: None,
            world,
            report,
            view: View::fitted(None, canvas, 40.0),
            theme: Theme::DARK,
            layers: Layers::default(),
            selection: Vec::new(),
            looked: None,
            lit_axis: None,
            tool: Tool::Select,
            messages: Messages::default(),
        }
    }

    /// With a scene file.
    pub fn open(path: &Path, settings: Settings, canvas: Canvas) -> Result<Self, SceneError> {
        let mut state = Self::new(settings, canvas);
        state.scene = Scene::load(path)?;
        state.path = Some(path.to_owned());
        Ok(state)
    }

    /// Carries a command out. The only place where the state changes.
    pub fn apply(&mut self, command: Command) -> Vec<Effect> {
        let _ = command;
        Vec::new()
    }

    /// One frame: what the person did on the canvas and with keys, then `dt` seconds pass (playing, messages, backup).
    pub fn handle_input(&mut self, input: &Input) -> Vec<Effect> {
        self.messages.tick(input.dt);
        Vec::new()
    }

    /// The scene at frame 0, as it would be saved.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
    /// The document's file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
    /// Whether there is unsaved work.
    pub fn is_dirty(&self) -> bool {
        false
    }
    /// Title of the window: scene, file, `*` where something is unsaved.
    pub fn title(&self) -> String {
        self.scene.name.clone()
    }
    /// What the program was started with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
    /// Files opened lately, the last one first.
    pub fn recent(&self) -> &[PathBuf] {
        &[]
    }
    /// The scene files of [`Settings::scenes`], by name.
    pub fn scene_files(&self) -> Vec<PathBuf> {
        Vec::new()
    }
    /// The present state.
    pub fn world(&self) -> &World {
        &self.world
    }
    /// The reading of the present state, with the axes of the pair looked at.
    pub fn report(&self) -> &Report {
        &self.report
    }
    /// Present frame.
    pub fn frame(&self) -> u64 {
        self.world.frame()
    }
    /// Present time. Seconds.
    pub fn time(&self) -> f64 {
        0.0
    }
    /// The last frame that was computed since the last edit; the time line ends there.
    pub fn last_frame(&self) -> u64 {
        0
    }
    /// Whether time runs.
    pub fn is_playing(&self) -> bool {
        false
    }
    /// Speed of playing, 0.1 to 4.
    pub fn speed(&self) -> f32 {
        1.0
    }
    /// Memory that checkpoints take, and may take. Bytes.
    pub fn checkpoint_memory(&self) -> (usize, usize) {
        (0, 0)
    }
    /// Indices of the selected bodies, ascending, all of them in the scene.
    pub fn selection(&self) -> &[u32] {
        &self.selection
    }
    /// The pair looked at, `a < b`: the one under the pointer for the moment, else the chosen one.
    pub fn looked(&self) -> Option<(u32, u32)> {
        self.looked
    }
    /// The axis of the pair looked at that is lit up.
    pub fn lit_axis(&self) -> Option<usize> {
        self.lit_axis
    }
    /// Body under the pointer.
    pub fn hovered_body(&self) -> Option<u32> {
        None
    }
    /// The tool in hand.
    pub fn tool(&self) -> Tool {
        self.tool
    }
    /// Layers on.
    pub fn layers(&self) -> Layers {
        self.layers
    }
    /// Whether positions snap to the grid.
    pub fn snap(&self) -> bool {
        false
    }
    /// Distance of the grid lines at the present zoom. Metres.
    pub fn grid_step(&self) -> f32 {
        1.0
    }
    /// Colours.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }
    /// Where the world stands on the screen.
    pub fn view(&self) -> &View {
        &self.view
    }
    /// Messages on show, oldest first.
    pub fn messages(&self) -> &[Message] {
        self.messages.list()
    }
    /// The question on show; nothing else should be clicked until it is answered.
    pub fn question(&self) -> Option<Question> {
        None
    }
    /// Whether the help is on show.
    pub fn help_open(&self) -> bool {
        false
    }
    /// Whether the command could do something now; menus grey it out otherwise.
    pub fn is_enabled(&self, command: &Command) -> bool {
        let _ = command;
        true
    }
    /// Whether the command is a switch that is on; `None` for those that are no switch.
    pub fn is_checked(&self, command: &Command) -> Option<bool> {
        let _ = command;
        None
    }
    /// One line about what the pointer would do here, for the status bar.
    pub fn hint(&self) -> String {
        String::new()
    }
    /// What the pointer should look like over the canvas.
    pub fn cursor(&self) -> Cursor {
        Cursor::Default
    }
    /// Whether a frame should be drawn even if nothing is done: time runs, a drag is under way, a message will go.
    pub fn is_active(&self) -> bool {
        !self.messages.list().is_empty()
    }
    /// The canvas: layers of the overlay, then selection, handles and what is being drawn.
    pub fn picture(&self) -> DisplayList {
        DisplayList::default()
    }
}
