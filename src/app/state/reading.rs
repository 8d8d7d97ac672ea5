//! Getters of the state, for panels, shell and tests.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use glam::Vec2;

use super::AppState;
use crate::app::commands::{Panel, Tool};
use crate::app::derived::ahead::LookAhead;
use crate::app::derived::events::EventFilter;
use crate::app::derived::plots::{EnergyPlot, SeparationPlot};
use crate::app::derived::readings::ExpectationMark;
use crate::app::files::Settings;
use crate::app::files::preferences::SideSizes;
use crate::app::hand::handles::Handle;
use crate::app::looking::pairs::Pair;
use crate::app::looking::picking;
use crate::app::messages::Message;
use crate::app::run::Run;
use crate::app::run::simulation::present_body;
use crate::app::spent::Spent;
use crate::picture::overlay::{ImpactGhost, Layers};
use crate::picture::theme::Theme;
use crate::picture::view::View;
use crate::report::Report;
use crate::scene::link::Link;
use crate::scene::numbers::LengthUnit;
use crate::scene::{Scene, SceneBody};

impl AppState {
    /// The run: its frames, and the present one.
    pub fn run(&self) -> &Run {
        &self.run
    }
    /// The scene at frame 0, as it would be saved.
    pub fn scene(&self) -> &Scene {
        self.files.scene()
    }
    /// The scene with the names of the pieces of bodies that burst, for texts: every index of the world has its
    /// name.
    pub fn named_scene(&self) -> &Scene {
        self.derived.named(self.files.document().revision()).unwrap_or(self.scene())
    }
    /// A body of the scene as it is now: an edit starts from there.
    pub fn present_body(&self, index: u32) -> Option<Cow<'_, SceneBody>> {
        let body = self.scene().bodies.get(index as usize)?;
        Some(present_body(body, index, self.run.world()))
    }
    /// Another value for each change of the scene.
    pub fn scene_stamp(&self) -> (u64, u64) {
        (self.run.stamp.run, self.files.document().revision())
    }
    /// The document's file.
    pub fn path(&self) -> Option<&Path> {
        self.files.document().path()
    }
    /// Whether there is unsaved work.
    pub fn is_dirty(&self) -> bool {
        self.files.document().is_dirty()
    }
    /// Title of the window: `*` for unsaved work, scene, file.
    pub fn title(&self) -> String {
        self.files.title()
    }
    /// What the program was started with.
    pub fn settings(&self) -> &Settings {
        self.files.settings()
    }
    /// Address of the page that opens links; may be empty.
    pub fn link_base(&self) -> &str {
        self.files.link_base()
    }
    /// Recently opened files, the latest first.
    pub fn recent(&self) -> &[PathBuf] {
        self.files.recent()
    }
    /// The scene files of [`Settings::scenes`], by name. Reads the folder.
    pub fn scene_files(&self) -> Vec<PathBuf> {
        self.files.scene_files()
    }

    /// The unit of lengths.
    pub fn unit(&self) -> LengthUnit {
        self.report().unit
    }
    /// The step whose inside is shown: "frame 3 → 4"; of a recording "frame 3", because its steps are not ours.
    pub fn step_label(&self) -> String {
        let frame = self.run.frame();
        if self.is_recording() {
            format!("frame {frame}")
        } else {
            format!("frame {frame} → {}", frame + 1)
        }
    }
    /// The frame that is shown once this one is sought: a recording has not every number.
    pub fn frame_at(&self, frame: u64) -> u64 {
        self.run.frames.playback().map_or(frame, |playback| playback.frame_at(frame))
    }

    /// Indices of the selected bodies, ascending; all are in the scene.
    pub fn selection(&self) -> &[u32] {
        self.looking.selection()
    }
    /// The selected pair, `a < b`: the pair under the pointer if there is one, else the pinned pair.
    pub fn selected_pair(&self) -> Option<Pair> {
        self.looking.selected_pair()
    }
    /// The pinned pair, whatever is under the pointer.
    pub fn pinned_pair(&self) -> Option<Pair> {
        self.looking.pinned_pair()
    }
    /// The link of which the canvas is shown with its buttons alone.
    pub fn embedded(&self) -> Option<&Link> {
        self.showing.embedded()
    }
    /// Whether the canvas is shown with its buttons alone.
    pub fn is_embedded(&self) -> bool {
        self.embedded().is_some()
    }
    /// Whether this is a figure, which a reader tries things in: what becomes of it is no work that could be lost.
    pub fn is_figure(&self) -> bool {
        self.is_embedded() || self.settings().is_figure
    }
    /// Whether a drag that begins there moves, turns or resizes what is selected, or draws. Pixels.
    pub fn grips(&self, at: Vec2) -> bool {
        let has_selected = || {
            let stack = picking::bodies_at(self.run.shown(), self.view(), at);
            stack.iter().any(|body| self.selection().contains(body))
        };
        self.tool() != Tool::Select || self.handle_at(at).is_some() || has_selected()
    }
    /// The highlighted axis of the selected pair.
    pub fn highlighted_axis(&self) -> Option<usize> {
        self.looking.highlighted_axis()
    }
    /// Body under the pointer.
    pub fn hovered_body(&self) -> Option<u32> {
        self.looking.hovered()
    }

    /// The reading of the state on the canvas: touching pairs, and the selected pair with its axes.
    pub fn report(&self) -> &Report {
        self.derived.report()
    }
    /// The `expect` lines in file order, each with whether it holds, once its frame is computed.
    pub fn expectations(&self) -> &[ExpectationMark] {
        self.derived.expectations()
    }
    /// The impacts ahead, as the layer shows them; empty while it is off.
    pub fn impacts(&self) -> &[ImpactGhost] {
        &self.derived.extras().impacts
    }
    /// For each body that leaves a trail, the positions of its centre, oldest first; empty while the layer is
    /// off.
    pub fn trails(&self) -> &[(u32, Vec<Vec2>)] {
        &self.derived.extras().trails
    }
    /// The distance of the pinned pair over time; `None` while the panel is not shown or no pair is pinned.
    pub fn separation_plot(&self) -> Option<SeparationPlot> {
        SeparationPlot::of(&self.run, self.showing.look_ahead())
    }
    /// Energy and momentum up to the last computed frame; `None` while the panel is not shown.
    pub fn energy_plot(&self) -> Option<EnergyPlot> {
        (self.showing.panel() == Panel::Plots).then(|| EnergyPlot::of(&self.run))
    }

    /// The transform from world to screen.
    pub fn view(&self) -> &View {
        self.showing.view()
    }
    /// Colours.
    pub fn theme(&self) -> &Theme {
        self.showing.theme()
    }
    pub fn layers(&self) -> Layers {
        self.showing.layers()
    }
    /// The panel that is shown at the side.
    pub fn panel(&self) -> Panel {
        self.showing.panel()
    }
    pub fn side(&self) -> SideSizes {
        self.showing.side()
    }
    /// Which events the log shows.
    pub fn event_filter(&self) -> &EventFilter {
        self.showing.event_filter()
    }
    /// How far ahead impacts are computed, and for which pairs.
    pub fn look_ahead(&self) -> LookAhead {
        self.showing.look_ahead()
    }
    /// Length of trails. Frames.
    pub fn trail(&self) -> u32 {
        self.showing.trail()
    }
    /// Whether positions snap to the grid.
    pub fn snap(&self) -> bool {
        self.showing.snap()
    }
    /// Distance of the grid lines at the present zoom. Metres.
    pub fn grid_step(&self) -> f32 {
        self.showing.grid().step()
    }
    pub fn grid_shown(&self) -> bool {
        self.showing.grid_shown()
    }
    pub fn legend_shown(&self) -> bool {
        self.showing.legend_shown()
    }
    /// Whether the frame times are shown.
    pub fn frame_times_shown(&self) -> bool {
        self.showing.frame_times_shown()
    }
    pub fn help_open(&self) -> bool {
        self.showing.help_open()
    }

    pub fn tool(&self) -> Tool {
        self.hand.tool()
    }
    /// Whether a button is held in a gesture on the canvas.
    pub fn in_gesture(&self) -> bool {
        self.hand.in_gesture()
    }
    /// The handle under a screen point.
    pub fn handle_at(&self, screen: Vec2) -> Option<Handle> {
        self.seen().handle_at(screen).filter(|_| self.tool() == Tool::Select)
    }

    /// The shown messages, oldest first.
    pub fn messages(&self) -> &[Message] {
        self.messages.list()
    }
    /// Whether a frame must be drawn even without input: time runs, a drag is under way, a message will
    /// disappear, unsaved work waits for a frame.
    pub fn is_active(&self) -> bool {
        let shows =
            self.run.playing || self.run.is_working() || self.in_gesture() || !self.messages().is_empty();
        shows || self.files.needs_frame()
    }
    /// Processor time of the work so far.
    pub fn spent(&self) -> Spent {
        Spent { step: self.run.spent, report: self.derived.spent() }
    }
}
