//! The rooms, lent to panels, shell and tests, and what is read off several of them.

use std::borrow::Cow;

use glam::Vec2;

use super::AppState;
use crate::app::commands::{Panel, Tool};
use crate::app::derived::Derived;
use crate::app::derived::plots::{EnergyPlot, SeparationPlot};
use crate::app::files::Files;
use crate::app::hand::Hand;
use crate::app::hand::handles::Handle;
use crate::app::looking::Looking;
use crate::app::looking::picking;
use crate::app::messages::Message;
use crate::app::run::Run;
use crate::app::showing::Showing;
use crate::app::spent::Spent;
use crate::scene::numbers::LengthUnit;
use crate::scene::present::present_body;
use crate::scene::{Scene, SceneBody};

impl AppState {
    /// The document and what keeps it.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The selection and the selected pair.
    pub fn looking(&self) -> &Looking {
        &self.looking
    }

    /// The view, colours, layers and panels.
    pub fn showing(&self) -> &Showing {
        &self.showing
    }

    /// The tool, the pointer, the clipboard.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// What is computed from the other rooms.
    pub fn derived(&self) -> &Derived {
        &self.derived
    }

    /// The run: its frames, and the present one.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The scene at frame 0, as it would be saved.
    pub fn scene(&self) -> &Scene {
        self.files.document.scene()
    }

    /// The scene with the names of the pieces of bodies that burst, for texts: every index of the world has its
    /// name.
    pub fn named_scene(&self) -> &Scene {
        self.derived.named(self.files.document.revision()).unwrap_or(self.scene())
    }

    /// A body of the scene as it is now: an edit starts from there.
    pub fn present_body(&self, index: u32) -> Option<Cow<'_, SceneBody>> {
        let body = self.scene().bodies.get(index as usize)?;
        Some(present_body(body, index, self.run.world()))
    }

    /// Another value for each change of the scene.
    pub fn scene_stamp(&self) -> (u64, u64) {
        (self.run.stamp.run, self.files.document.revision())
    }

    pub fn unit(&self) -> LengthUnit {
        self.derived.report.unit
    }

    /// The step whose inside is shown: "frame 3 → 4"; of a recording "frame 3", because its steps are not ours.
    pub fn step_label(&self) -> String {
        let frame = self.run.frame();
        if self.files.document.is_recording() {
            format!("frame {frame}")
        } else {
            format!("frame {frame} → {}", frame + 1)
        }
    }

    /// The frame that is shown once this one is sought: a recording has not every number.
    pub fn frame_at(&self, frame: u64) -> u64 {
        self.run.frames.playback().map_or(frame, |playback| playback.frame_at(frame))
    }

    /// Whether this is a figure, which a reader tries things in: what becomes of it is no work that could be lost.
    pub(super) fn is_figure(&self) -> bool {
        self.showing.embedded.is_some() || self.files.settings.is_figure
    }

    /// Whether a drag that begins there moves, turns or resizes what is selected, or draws. Pixels.
    pub fn grips(&self, at: Vec2) -> bool {
        let has_selected = || {
            let stack = picking::bodies_at(self.run.shown(), self.showing.view(), at);
            stack.iter().any(|body| self.looking.selection().contains(body))
        };
        self.hand.tool != Tool::Select || self.handle_at(at).is_some() || has_selected()
    }

    /// The distance of the pinned pair over time; `None` while the panel is not shown or no pair is pinned.
    pub fn separation_plot(&self) -> Option<SeparationPlot> {
        SeparationPlot::of(&self.run, self.showing.look_ahead)
    }

    /// Energy and momentum up to the last computed frame; `None` while the panel is not shown.
    pub fn energy_plot(&self) -> Option<EnergyPlot> {
        (self.showing.panel == Panel::Plots).then(|| EnergyPlot::of(&self.run))
    }

    /// The handle under a screen point.
    pub fn handle_at(&self, screen: Vec2) -> Option<Handle> {
        self.seen().handle_at(screen).filter(|_| self.hand.tool == Tool::Select)
    }

    /// The shown messages, oldest first.
    pub fn messages(&self) -> &[Message] {
        self.messages.list()
    }

    /// Whether a frame must be drawn even without input: time runs, a drag is under way, a message will
    /// disappear, unsaved work waits for a frame, a scene is reduced.
    pub fn is_active(&self) -> bool {
        let shows = self.run.moves()
            || self.run.is_working()
            || self.hand.is_reducing()
            || self.hand.in_gesture()
            || !self.messages().is_empty();
        shows || self.files.needs_frame()
    }

    /// Processor time of the work so far.
    pub fn spent(&self) -> Spent {
        let beside = self.run.frames.spent_beside();
        Spent { step: self.run.spent, beside, report: self.derived.spent }
    }
}
