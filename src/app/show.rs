//! Selection, view and time: what is shown, from where, and when.

use std::time::{Duration, Instant};

use glam::Vec2;

use super::commands::{Panel, SelectCommand, TimeCommand, Tool, ViewCommand};
use super::drawing::drawing_tool;
use super::handles;
use super::looked;
use super::picking;
use super::readings::TRAIL_RANGE;
use super::spent::processor_time;
use super::state::{AppState, Cursor};
use super::tools::Gesture;
use crate::theme::Theme;
use crate::view::View;

/// One notch of the wheel makes everything this much larger.
const ZOOM_STEP: f32 = 1.2;
/// Speeds of playing.
const SPEEDS: (f32, f32) = (0.1, 4.0);
/// Steps of one drawn frame may take so long; time that is left over is dropped.
const STEP_TIME: Duration = Duration::from_millis(20);
/// A longer pause between two drawn frames counts as this. Seconds.
const LONGEST_PAUSE: f32 = 0.25;

impl AppState {
    pub(super) fn apply_select(&mut self, command: SelectCommand) {
        let before = self.selection.clone();
        match command {
            SelectCommand::All => self.selection = (0..self.scene().bodies.len() as u32).collect(),
            SelectCommand::None => self.selection.clear(),
            SelectCommand::Only(bodies) => self.selection = bodies,
            SelectCommand::Toggle(body) => {
                if self.selection.contains(&body) {
                    self.selection.retain(|b| *b != body);
                } else {
                    self.selection.push(body);
                }
            }
            SelectCommand::Add(bodies) => self.selection.extend(bodies),
            SelectCommand::Cancel => return self.cancel(),
        }
        let count = self.scene().bodies.len() as u32;
        self.selection.retain(|body| *body < count);
        self.selection.sort_unstable();
        self.selection.dedup();
        if self.selection != before {
            self.last_nudge = None;
        }
        match *self.selection.as_slice() {
            [one] if self.selection != before => {
                self.chosen = looked::of_body(self.world(), &self.report, one);
            }
            [a, b] => self.chosen = looked::ordered(self.world(), a, b).or(self.chosen),
            _ => {}
        }
    }

    fn cancel(&mut self) {
        if self.in_gesture() || self.history.is_pending() {
            self.revert();
        } else if !self.tools.polygon.is_empty() {
            self.tools.polygon.clear();
            self.tools.readout = None;
        } else if self.help {
            self.help = false;
        } else if self.inside.is_some() {
            self.leave_step();
        } else if self.tool != Tool::Select {
            self.tool = Tool::Select;
        } else if !self.selection.is_empty() {
            self.selection.clear();
        } else {
            self.chosen = None;
        }
    }

    pub(super) fn apply_view(&mut self, command: ViewCommand) {
        match command {
            ViewCommand::ToggleLayer(layer) => {
                self.layers.set(layer, !self.layers.has(layer));
                self.extras_stale = true;
            }
            ViewCommand::ToggleSnap => self.snap = !self.snap,
            ViewCommand::ToggleGrid => self.grid_shown = !self.grid_shown,
            ViewCommand::ToggleLegend => self.legend = !self.legend,
            ViewCommand::ToggleFrameTimes => self.frame_times = !self.frame_times,
            ViewCommand::ToggleTheme => self.theme = if self.theme.dark { Theme::LIGHT } else { Theme::DARK },
            ViewCommand::Fit => {
                self.view_moved = false;
                self.fit();
            }
            ViewCommand::FitSelection => {
                if let Some(bounds) = picking::bounds(self.world(), self.selection.iter().copied()) {
                    self.view = View::fitted(Some(bounds), self.view.canvas, self.margin());
                    self.view_moved = true;
                }
            }
            ViewCommand::SetCanvas(canvas) => {
                self.view.canvas = canvas;
                if !self.view_moved {
                    self.fit();
                }
            }
            ViewCommand::MoveCanvas(canvas) => {
                let fixed = self.view.world_from_screen(self.view.canvas.min);
                self.view.center +=
                    fixed - View { canvas, ..self.view }.world_from_screen(self.view.canvas.min);
                self.view.canvas = canvas;
            }
            ViewCommand::Pan(pixels) => {
                let (direction, scale) = (self.view.screen_direction(pixels), self.view.scale);
                self.view.center -= direction / scale;
                self.view_moved = true;
            }
            ViewCommand::Zoom(at, notches) => {
                self.view.zoom_at(at, ZOOM_STEP.powf(notches.clamp(-20.0, 20.0)));
                self.view_moved = true;
            }
            ViewCommand::ZoomIn => self.apply_view(ViewCommand::Zoom(self.view.canvas.center(), 1.0)),
            ViewCommand::ZoomOut => self.apply_view(ViewCommand::Zoom(self.view.canvas.center(), -1.0)),
            ViewCommand::LookAt(pair) => {
                self.chosen = pair.and_then(|(a, b)| looked::ordered(self.world(), a, b));
                self.canvas_pair = None;
                self.row_pair = None;
            }
            ViewCommand::HoverPair(pair) => {
                self.row_pair = pair.and_then(|(a, b)| looked::ordered(self.world(), a, b));
            }
            ViewCommand::NextPair | ViewCommand::PreviousPair => {
                let forward = command == ViewCommand::NextPair;
                if let Some(pair) = looked::cycled(&self.report, self.chosen, forward) {
                    self.chosen = Some(pair);
                }
                self.canvas_pair = None;
                self.row_pair = None;
            }
            ViewCommand::LightAxis(axis) => self.lit_axis = axis,
            ViewCommand::ToggleHelp => self.help = !self.help,
            ViewCommand::ShowPanel(panel) => {
                self.panel = panel;
                if panel != Panel::Events {
                    self.event_matches.clear();
                }
            }
            ViewCommand::FilterEvents(filter) => self.event_filter = filter,
            ViewCommand::SetLookAhead(ahead) => {
                self.ahead = ahead.valid();
                self.extras_stale = true;
            }
            ViewCommand::SetTrail(frames) => {
                self.trail = frames.clamp(TRAIL_RANGE.0, TRAIL_RANGE.1);
                self.extras_stale = true;
            }
            ViewCommand::DismissMessage(id) => self.messages.dismiss(id),
        }
    }

    pub(super) fn fit(&mut self) {
        let bounds = picking::all_bounds(self.world());
        self.view = View::fitted(bounds, self.view.canvas, self.margin());
    }

    /// Room for strips and labels around what is fitted. Pixels.
    fn margin(&self) -> f32 {
        (self.view.canvas.size().min_element() * 0.12).max(24.0)
    }

    pub(super) fn apply_time(&mut self, command: TimeCommand) {
        match command {
            TimeCommand::TogglePlay => {
                self.leave_step();
                self.playing = !self.playing;
                self.time_debt = 0.0;
                if !self.tools.gesture.edits() {
                    self.finish_gesture();
                }
            }
            TimeCommand::Pause => self.playing = false,
            TimeCommand::StepForward => self.go_to(self.frame().saturating_add(1)),
            TimeCommand::StepBack => self.go_to(self.frame().saturating_sub(1)),
            TimeCommand::Home => self.go_to(0),
            TimeCommand::Seek(frame) => self.go_to(frame),
            TimeCommand::Jump(frames) => self.go_to(self.frame().saturating_add_signed(frames)),
            TimeCommand::End => self.go_to(self.last_frame()),
            TimeCommand::GoToEvent { frame, pair: (a, b) } => {
                self.go_to(frame);
                self.apply_view(ViewCommand::LookAt(Some((a, b))));
            }
            TimeCommand::StageForward
            | TimeCommand::StageBack
            | TimeCommand::ToStage(_)
            | TimeCommand::LeaveStep => self.apply_stage(command),
            TimeCommand::ClearOldFuture => self.forget_old_future(),
            TimeCommand::SetSpeed(speed) if speed.is_finite() => {
                self.speed = speed.clamp(SPEEDS.0, SPEEDS.1);
            }
            TimeCommand::SetSpeed(_) => {}
            TimeCommand::SetCheckpointBudget(bytes) => {
                self.checkpoint_budget = bytes;
                self.share_budget();
            }
        }
    }

    pub(super) fn go_to(&mut self, frame: u64) {
        self.finish_gesture();
        self.leave_step();
        self.playing = false;
        self.report_stale = true;
        let there = self.simulation.seek_for(frame, Duration::from_millis(100));
        self.seek_target = (!there).then_some(frame);
    }

    /// `dt` seconds pass.
    pub(super) fn tick(&mut self, dt: f32) {
        let dt = if dt.is_finite() { dt.clamp(0.0, LONGEST_PAUSE) } else { 0.0 };
        self.clock += f64::from(dt);
        self.messages.tick(dt);
        self.keep_backup();
        let begin = processor_time();
        if let Some(frame) = self.seek_target {
            self.report_stale = true;
            if self.simulation.seek_for(frame, STEP_TIME) {
                self.seek_target = None;
            }
        }
        self.catch_up();
        // Time waits while a body is held.
        if self.playing && !self.history.is_pending() && !self.tools.gesture.edits() {
            self.play(dt);
        }
        self.spent.step += processor_time().saturating_sub(begin);
    }

    fn play(&mut self, dt: f32) {
        let timestep = f64::from(self.scene().timestep);
        self.time_debt += f64::from(dt * self.speed);
        let begin = Instant::now();
        // A rounding error of the clock must not cost a frame.
        while self.time_debt >= timestep * (1.0 - 1.0e-4) {
            self.simulation.step();
            self.report_stale = true;
            self.time_debt = (self.time_debt - timestep).max(0.0);
            if begin.elapsed() > STEP_TIME {
                self.time_debt = 0.0;
            }
        }
    }

    /// What is under the pointer.
    pub(super) fn hover(&mut self) {
        let looks = self.over_canvas && self.tool == Tool::Select && !self.in_gesture();
        if !looks || self.handle_at(self.pointer).is_some() {
            self.canvas_pair = None;
            self.hovered = None;
            return;
        }
        let stack = picking::bodies_at(self.shown(), &self.view, self.pointer);
        self.hovered = stack.first().copied();
        // Inside a step the pair of the stage stays on show.
        self.canvas_pair = match self.inside {
            Some(_) => None,
            None => looked::under_pointer(&self.report, self.chosen, &stack),
        };
    }

    /// One line about what the pointer would do here, for the status bar.
    pub fn hint(&self) -> String {
        let text = match (&self.tools.gesture, self.tool) {
            (Gesture::Move { .. }, _) => "Shift: along one axis · Ctrl: grid the other way round · Esc: back",
            (Gesture::Rotate { .. }, _) => "Shift: steps of 15° · Esc: back",
            (Gesture::Resize { handle, .. }, _) => match handle.part {
                handles::Part::Sides(side) if side.x != 0.0 && side.y != 0.0 => {
                    "Alt: both sides · Shift: same proportions · Esc: back"
                }
                handles::Part::Sides(_) => "Alt: both sides · Esc: back",
                _ => "Ctrl: grid the other way round · Esc: back",
            },
            (Gesture::Box { .. }, _) => "Selects what lies inside",
            (Gesture::Pan { .. }, _) => "Pans",
            (_, Tool::Draw(kind)) => match self.tools.polygon.len() {
                0 => drawing_tool(kind).hint,
                1 | 2 => "Click the next point · Delete: one point back · Esc: none",
                _ => "Click the next point · Enter or the first point: done · Delete: one back · Esc: none",
            },
            (_, Tool::Select) if self.playing && self.history.is_pending() => "Time waits while you edit",
            (_, Tool::Select) => return self.hover_hint(),
        };
        text.to_owned()
    }

    fn hover_hint(&self) -> String {
        let name = |index: u32| self.scene().bodies.get(index as usize).map(|body| body.name.as_str());
        match self.hovered.and_then(name) {
            Some(name) => format!("{name} · drag: move · click: select, again: what lies below"),
            None if self.selection.is_empty() => "Click or drag to select · F1: help".to_owned(),
            None => format!("{} selected", self.selection.len()),
        }
    }

    /// What the pointer should look like over the canvas.
    pub fn cursor(&self) -> Cursor {
        match &self.tools.gesture {
            Gesture::Move { .. } | Gesture::Pan { .. } => return Cursor::Move,
            Gesture::Rotate { .. } => return Cursor::Pointing,
            Gesture::Resize { handle, .. } => return handles::cursor(handle),
            Gesture::Box { .. } => return Cursor::Crosshair,
            Gesture::None | Gesture::Press { .. } | Gesture::Create { .. } => {}
        }
        if self.tool != Tool::Select {
            return Cursor::Crosshair;
        }
        match self.handle_at(self.pointer) {
            Some(handle) => handles::cursor(&handle),
            None if self.hovered.is_some() => Cursor::Move,
            None => Cursor::Default,
        }
    }

    /// Where the pointer is in the world, for the status bar. Metres.
    pub fn pointer_in_world(&self) -> Option<Vec2> {
        self.over_canvas.then(|| self.view.world_from_screen(self.pointer))
    }
}
