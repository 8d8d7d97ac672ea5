//! The whole state of the editor: what it holds, how it is read, and the one door through which it changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use collide2d::World;
use glam::Vec2;

use super::ahead::LookAhead;
use super::commands::{Command, Effect, FileCommand, Panel, Tool, ViewCommand};
use super::document::{self, Document};
use super::events::{EventFilter, Matches};
use super::file::Asked;
use super::grid::Grid;
use super::handles::{self, Handle};
use super::history::History;
use super::input::{EventKind, Input, Key, Modifiers};
use super::inside::Inside;
use super::looked::{self, Pair};
use super::messages::{Level, Message, Messages};
use super::old_future::OldFuture;
use super::readings::Expectations;
use super::simulation::{DEFAULT_BUDGET, Simulation};
use super::spent::{Spent, processor_time};
use super::storage::Storage;
use super::tools::Tools;
use crate::display::{DisplayList, Rect};
use crate::overlay::{Extras, Layer, Layers};
use crate::report::{Axes, Report, ReportOptions};
use crate::scene::{Scene, SceneBody, SceneError};
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
    pub(super) settings: Settings,
    pub(super) storage: Storage,
    pub(super) document: Document,
    pub(super) history: History,
    pub(super) simulation: Simulation,
    pub(super) checkpoint_budget: usize,
    /// The step whose inside is on show.
    pub(super) inside: Option<Inside>,
    pub(super) old_future: Option<OldFuture>,

    pub(super) report: Report,
    /// The pair whose axes the report has.
    pub(super) report_pair: Option<Pair>,
    pub(super) report_stale: bool,
    pub(super) extras: Arc<Extras>,
    pub(super) extras_stale: bool,
    pub(super) expectations: Expectations,

    pub(super) panel: Panel,
    /// The panel to come back to from the inside of a step.
    pub(super) panel_before: Panel,
    pub(super) event_filter: EventFilter,
    pub(super) event_matches: Matches,
    /// Events of the pair looked at.
    pub(super) looked_events: Matches,
    pub(super) ahead: LookAhead,
    pub(super) trail: u32,

    pub(super) view: View,
    /// The person moved the view: a new size of the window no longer fits it to the scene.
    pub(super) view_moved: bool,
    pub(super) theme: Theme,
    pub(super) layers: Layers,
    pub(super) grid_shown: bool,
    pub(super) legend: bool,
    pub(super) frame_times: bool,
    pub(super) snap: bool,
    pub(super) help: bool,

    pub(super) selection: Vec<u32>,
    /// The pair chosen by a click, Tab, …
    pub(super) chosen: Option<Pair>,
    /// The pair under the pointer on the canvas.
    pub(super) canvas_pair: Option<Pair>,
    /// The pair whose row the pointer is on.
    pub(super) row_pair: Option<Pair>,
    pub(super) hovered: Option<u32>,
    pub(super) lit_axis: Option<usize>,

    pub(super) tool: Tool,
    pub(super) tools: Tools,
    pub(super) pointer: Vec2,
    pub(super) over_canvas: bool,
    pub(super) modifiers: Modifiers,

    pub(super) messages: Messages,
    pub(super) asked: Option<Asked>,
    /// What was put off until the work is saved.
    pub(super) after_save: Option<FileCommand>,
    pub(super) clipboard: Vec<SceneBody>,
    /// How often the clipboard was pasted; each time one grid step further.
    pub(super) pastes: u32,

    pub(super) playing: bool,
    pub(super) speed: f32,
    /// Seconds that have passed and were not yet stepped.
    pub(super) time_debt: f64,
    /// A frame too far to reach at once.
    pub(super) seek_target: Option<u64>,
    /// Seconds since the start.
    pub(super) clock: f64,
    /// When the last nudge was.
    pub(super) last_nudge: Option<f64>,
    /// When unsaved work is kept next, and what was kept last.
    pub(super) next_backup: f64,
    pub(super) spent: Spent,
    pub(super) backup: Option<Scene>,
}

impl Settings {
    /// Screenshots in this folder, scenes in `scenes/`, recent files and unsaved work in the user's data folder.
    pub fn new(screenshots: PathBuf) -> Self {
        let dirs = directories::ProjectDirs::from("", "", "collision-test");
        Self {
            screenshots,
            scenes: PathBuf::from("scenes"),
            storage: dirs.map(|dirs| dirs.data_local_dir().to_owned()),
        }
    }
}

impl AppState {
    /// With the built-in scene.
    pub fn new(settings: Settings, canvas: Canvas) -> Self {
        Self::with_document(Document::built_in(), settings, canvas).unwrap_or_else(|(error, settings)| {
            let mut state = Self::empty(settings, canvas);
            state.messages.push(Level::Error, error.message);
            state
        })
    }

    /// With a scene file.
    pub fn open(path: &Path, settings: Settings, canvas: Canvas) -> Result<Self, SceneError> {
        let document = Document::open(path)?;
        let mut state = Self::with_document(document, settings, canvas).map_err(|(error, _)| error)?;
        state.storage.add_recent(path);
        Ok(state)
    }

    fn with_document(
        document: Document,
        settings: Settings,
        canvas: Canvas,
    ) -> Result<Self, (SceneError, Settings)> {
        match document.scene.to_world() {
            Ok(world) => {
                let mut state = Self::empty(settings, canvas);
                state.install(document, world);
                state.refresh();
                Ok(state)
            }
            Err(error) => Err((error, settings)),
        }
    }

    fn empty(settings: Settings, canvas: Canvas) -> Self {
        let document = Document::empty();
        let world = World::default();
        let mut state = Self {
            storage: Storage::open(settings.storage.clone()),
            settings,
            report: Report::default(),
            report_pair: None,
            report_stale: true,
            extras: Arc::default(),
            extras_stale: true,
            expectations: Expectations::default(),
            panel: Panel::Scene,
            panel_before: Panel::Scene,
            event_filter: EventFilter::default(),
            event_matches: Matches::default(),
            looked_events: Matches::default(),
            ahead: LookAhead::default(),
            trail: 60,
            document,
            history: History::default(),
            simulation: Simulation::new(world, DEFAULT_BUDGET),
            checkpoint_budget: DEFAULT_BUDGET,
            inside: None,
            old_future: None,
            view: View::fitted(None, canvas, 0.0),
            view_moved: false,
            theme: Theme::DARK,
            layers: Layers::default(),
            grid_shown: true,
            legend: true,
            frame_times: false,
            snap: false,
            help: false,
            selection: Vec::new(),
            chosen: None,
            canvas_pair: None,
            row_pair: None,
            hovered: None,
            lit_axis: None,
            tool: Tool::Select,
            tools: Tools::default(),
            pointer: canvas.center(),
            over_canvas: false,
            modifiers: Modifiers::NONE,
            messages: Messages::default(),
            asked: None,
            after_save: None,
            clipboard: Vec::new(),
            pastes: 0,
            playing: false,
            speed: 1.0,
            time_debt: 0.0,
            seek_target: None,
            clock: 0.0,
            last_nudge: None,
            next_backup: 0.0,
            spent: Spent::default(),
            backup: None,
        };
        if state.storage.has_restorable() {
            state.messages.push(
                Level::Info,
                "The last run left unsaved work. \"File > Restore unsaved work\" brings it back.",
            );
        }
        state
    }

    /// Carries a command out. The only place where the scene, the time, the view and the selection change.
    pub fn apply(&mut self, command: Command) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.dispatch(command, &mut effects);
        self.refresh();
        effects
    }

    pub(super) fn dispatch(&mut self, command: Command, effects: &mut Vec<Effect>) {
        match command {
            Command::File(command) => self.apply_file(command, effects),
            Command::Edit(command) => self.apply_edit(command, effects),
            Command::Select(command) => self.apply_select(command),
            Command::View(command) => self.apply_view(command),
            Command::Time(command) => self.apply_time(command),
            Command::Tool(tool) => {
                self.finish_gesture();
                self.tools.polygon.clear();
                self.tool = tool;
            }
        }
    }

    /// One frame: what the person did on the canvas and with keys, then `dt` seconds pass (playing, messages, backup).
    pub fn handle_input(&mut self, input: &Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.view.canvas != input.canvas {
            effects.extend(self.apply(Command::View(ViewCommand::SetCanvas(input.canvas))));
        }
        for (i, event) in input.events.iter().enumerate() {
            let moved = |kind: &EventKind| matches!(kind, EventKind::Moved(_));
            // Of several moves in a row the last one counts.
            if moved(&event.kind) && input.events.get(i + 1).is_some_and(|next| moved(&next.kind)) {
                continue;
            }
            if self.asked.is_some() {
                if matches!(event.kind, EventKind::Key { key: Key::Escape, .. }) {
                    effects.extend(self.apply(Command::File(FileCommand::AnswerCancel)));
                }
                continue;
            }
            let mut tools = std::mem::take(&mut self.tools);
            let commands = tools.on_event(self, event);
            self.tools = tools;
            for command in commands {
                effects.extend(self.apply(command));
            }
        }
        self.pointer = input.pointer;
        self.over_canvas = input.over_canvas;
        self.modifiers = input.modifiers;
        self.tick(input.dt);
        self.refresh();
        self.hover();
        self.refresh();
        effects
    }

    /// Brings what is derived in step: indices that are gone, the reading, the pair that a drag follows.
    pub(super) fn refresh(&mut self) {
        self.want_readings();
        let world = self.simulation.world();
        let count = world.bodies().len() as u32;
        self.selection.retain(|index| *index < count);
        for pair in [&mut self.chosen, &mut self.canvas_pair, &mut self.row_pair] {
            *pair = pair.and_then(|(a, b)| looked::ordered(world, a, b));
        }
        self.hovered = self.hovered.filter(|index| *index < count);
        if self.report_stale {
            self.read();
            if let Some(held) = self.tools.gesture.held_body().filter(|index| *index < count) {
                self.chosen = looked::following(self.simulation.world(), &self.report, self.chosen, held);
            }
        }
        if self.report_pair != self.looked() {
            self.lit_axis = None;
            self.report_pair = self.looked();
            let world =
                self.inside.as_ref().map_or(self.simulation.world(), |inside| inside.recording.world());
            self.report.trace(world, self.report_pair);
            self.extras_stale = true;
        }
        self.match_looked();
        if self.panel == Panel::Events {
            self.match_events();
        }
        if self.extras_stale {
            self.read_extras();
        }
    }

    fn read(&mut self) {
        let begin = processor_time();
        let pair = self.looked();
        let axes = pair.map_or(Axes::None, |(a, b)| Axes::Of(a, b));
        let options = ReportOptions { axes, ..ReportOptions::default() };
        let scene = &self.document.scene;
        match &self.inside {
            Some(inside) => self.report.read(scene, inside.recording.world(), &options),
            None => self.report.read_stepped(scene, self.simulation.world(), &options),
        }
        self.report_pair = pair;
        self.report_stale = false;
        self.extras_stale = true;
        self.spent.report += processor_time().saturating_sub(begin);
    }

    /// The scene at frame 0, as it would be saved.
    pub fn scene(&self) -> &Scene {
        &self.document.scene
    }
    /// The document's file.
    pub fn path(&self) -> Option<&Path> {
        self.document.path()
    }
    /// Whether there is unsaved work.
    pub fn is_dirty(&self) -> bool {
        self.document.is_dirty()
    }
    /// Title of the window: `*` where something is unsaved, scene, file.
    pub fn title(&self) -> String {
        let star = if self.is_dirty() { "*" } else { "" };
        let stem = self.document.stem();
        match self.scene().name.as_str() {
            "" => format!("{star}{stem} – Collision Test"),
            name => format!("{star}{name} ({stem}) – Collision Test"),
        }
    }
    /// What the program was started with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
    /// Files opened lately, the last one first.
    pub fn recent(&self) -> &[PathBuf] {
        self.storage.recent()
    }
    /// The scene files of [`Settings::scenes`], by name. Reads the folder.
    pub fn scene_files(&self) -> Vec<PathBuf> {
        document::scene_files(&self.settings.scenes)
    }
    /// The present state.
    pub fn world(&self) -> &World {
        self.simulation.world()
    }
    /// The state on the canvas: the present one, or inside a step that of a stage.
    pub fn shown(&self) -> &World {
        self.inside.as_ref().map_or(self.simulation.world(), |inside| inside.recording.world())
    }
    /// The reading of the state on the canvas: touching pairs, and the pair looked at with its axes.
    pub fn report(&self) -> &Report {
        &self.report
    }
    /// Present frame.
    pub fn frame(&self) -> u64 {
        self.simulation.frame()
    }
    /// Present time. Seconds.
    pub fn time(&self) -> f64 {
        self.frame() as f64 * f64::from(self.scene().timestep)
    }
    /// The last frame that was computed since the last edit; the time line ends there.
    pub fn last_frame(&self) -> u64 {
        self.simulation.last_frame()
    }
    /// Whether time runs.
    pub fn is_playing(&self) -> bool {
        self.playing
    }
    /// Speed of playing, 0.1 to 4.
    pub fn speed(&self) -> f32 {
        self.speed
    }
    /// A frame that is on its way, because it was too far to reach at once.
    pub fn seeking(&self) -> Option<u64> {
        self.seek_target
    }
    /// Memory that checkpoints take, and may take. Bytes.
    pub fn checkpoint_memory(&self) -> (usize, usize) {
        (self.memory(), self.checkpoint_budget)
    }
    /// Indices of the selected bodies, ascending, all of them in the scene.
    pub fn selection(&self) -> &[u32] {
        &self.selection
    }
    /// The pair looked at, `a < b`: the one under the pointer for the moment, else the chosen one.
    pub fn looked(&self) -> Option<Pair> {
        self.row_pair.or(self.canvas_pair).or(self.chosen)
    }
    /// The pair chosen to be looked at, whatever the pointer is on.
    pub fn chosen(&self) -> Option<Pair> {
        self.chosen
    }
    /// The axis of the pair looked at that is lit up.
    pub fn lit_axis(&self) -> Option<usize> {
        self.lit_axis
    }
    /// Body under the pointer.
    pub fn hovered_body(&self) -> Option<u32> {
        self.hovered
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
        self.snap
    }
    /// The grid at the present zoom.
    pub fn grid(&self) -> Grid {
        Grid::for_scale(self.view.scale)
    }
    /// Distance of the grid lines at the present zoom. Metres.
    pub fn grid_step(&self) -> f32 {
        self.grid().step()
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
        self.asked.as_ref().map(|asked| asked.question(&self.document))
    }
    /// Whether the help is on show.
    pub fn help_open(&self) -> bool {
        self.help
    }
    /// Whether a frame should be drawn even if nothing is done: time runs, a drag is under way, a message will go.
    pub fn is_active(&self) -> bool {
        self.playing || self.is_working() || self.in_gesture() || !self.messages.list().is_empty()
    }
    /// Whether a button is held in a gesture on the canvas.
    pub fn in_gesture(&self) -> bool {
        !matches!(self.tools.gesture, super::tools::Gesture::None)
    }
    /// The handle under a screen point.
    pub fn handle_at(&self, screen: Vec2) -> Option<Handle> {
        if self.tool != Tool::Select || self.inside.is_some() {
            return None;
        }
        let list = handles::handles(self.scene(), self.world(), &self.view, &self.selection);
        handles::handle_at(&list, &self.view, self.world(), &self.selection, screen)
    }
    /// The canvas: layers of the overlay, then selection, handles and what is being drawn.
    pub fn picture(&self) -> DisplayList {
        super::picture::draw(self)
    }
    /// The legend for a panel of this width from the upper left corner of `area`, and its height. Pixels.
    pub fn legend(&self, area: Rect) -> (DisplayList, f32) {
        super::picture::legend(self, area)
    }
    /// Whether the legend is on show.
    pub fn legend_shown(&self) -> bool {
        self.legend
    }
    /// Whether the times of the last frames are on show.
    pub fn frame_times_shown(&self) -> bool {
        self.frame_times
    }
    /// How long it worked so far.
    pub fn spent(&self) -> Spent {
        self.spent
    }
    /// How a layer looks, in the space of 24 pixels to the right of `left`.
    pub fn layer_sample(&self, layer: Layer, left: Vec2) -> DisplayList {
        super::picture::layer_sample(self, layer, left)
    }
}
