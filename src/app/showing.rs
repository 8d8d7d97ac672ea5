//! What is shown, and from where: the view, colours, layers, panels, and the range of the readings.

use collide2d::{Aabb, World};
use glam::Vec2;

use super::ahead::LookAhead;
use super::commands::Panel;
use super::events::EventFilter;
use super::grid::Grid;
use super::picking;
use crate::display::Rect;
use crate::overlay::{Layer, Layers};
use crate::theme::Theme;
use crate::view::View;

/// Factor of one notch of the wheel.
const ZOOM_STEP: f32 = 1.2;
/// Range of the length of trails. Frames.
const TRAIL_RANGE: (u32, u32) = (1, 600);

/// The view, colours, layers and panels.
#[derive(Debug)]
pub struct Showing {
    view: View,
    /// The person moved the view: a new size of the window no longer fits the scene to it.
    view_moved: bool,
    theme: Theme,
    layers: Layers,
    grid: bool,
    legend: bool,
    frame_times: bool,
    snap: bool,
    help: bool,
    panel: Panel,
    /// The panel to return to when the inside of a step is left.
    panel_before: Panel,
    event_filter: EventFilter,
    ahead: LookAhead,
    trail: u32,
}

impl Showing {
    /// The state at the start of the program, on this canvas.
    pub fn new(canvas: Rect) -> Self {
        Self {
            view: View::fitted(None, canvas, 0.0),
            view_moved: false,
            theme: Theme::DARK,
            layers: Layers::default(),
            grid: true,
            legend: true,
            frame_times: false,
            snap: false,
            help: false,
            panel: Panel::Scene,
            panel_before: Panel::Scene,
            event_filter: EventFilter::default(),
            ahead: LookAhead::default(),
            trail: 60,
        }
    }

    /// The transform from world to screen.
    pub fn view(&self) -> &View {
        &self.view
    }
    /// Colours.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }
    /// The layers that are on.
    pub fn layers(&self) -> Layers {
        self.layers
    }
    /// The grid at the present zoom, whether its lines are shown or not.
    pub fn grid(&self) -> Grid {
        Grid::for_scale(self.view.scale)
    }
    /// Whether grid lines are shown.
    pub fn grid_shown(&self) -> bool {
        self.grid
    }
    /// Whether the legend is shown.
    pub fn legend_shown(&self) -> bool {
        self.legend
    }
    /// Whether the frame times are shown.
    pub fn frame_times_shown(&self) -> bool {
        self.frame_times
    }
    /// Whether positions snap to the grid.
    pub fn snap(&self) -> bool {
        self.snap
    }
    /// Whether the help is shown.
    pub fn help_open(&self) -> bool {
        self.help
    }
    /// The panel that is shown at the side.
    pub fn panel(&self) -> Panel {
        self.panel
    }
    /// Which events the log shows.
    pub fn event_filter(&self) -> &EventFilter {
        &self.event_filter
    }
    /// How far ahead impacts are computed, and for which pairs.
    pub fn look_ahead(&self) -> LookAhead {
        self.ahead
    }
    /// Length of trails. Frames.
    pub fn trail(&self) -> u32 {
        self.trail
    }

    /// Turns a layer on or off.
    pub fn toggle_layer(&mut self, layer: Layer) {
        self.layers.set(layer, !self.layers.has(layer));
    }
    /// Turns grid lines on or off.
    pub fn toggle_grid(&mut self) {
        self.grid = !self.grid;
    }
    /// Turns the legend on or off.
    pub fn toggle_legend(&mut self) {
        self.legend = !self.legend;
    }
    /// Turns the frame times on or off.
    pub fn toggle_frame_times(&mut self) {
        self.frame_times = !self.frame_times;
    }
    /// Turns snapping to the grid on or off.
    pub fn toggle_snap(&mut self) {
        self.snap = !self.snap;
    }
    /// Turns the help on or off.
    pub fn toggle_help(&mut self) {
        self.help = !self.help;
    }
    /// Switches between the dark and the light theme.
    pub fn toggle_theme(&mut self) {
        self.theme = if self.theme.dark { Theme::LIGHT } else { Theme::DARK };
    }
    /// Shows this panel at the side.
    pub fn show_panel(&mut self, panel: Panel) {
        self.panel = panel;
    }
    /// Shows the panel of stages, when the inside of a step is entered.
    pub fn open_stages(&mut self) {
        self.panel_before = self.panel;
        self.panel = Panel::Stages;
    }
    /// Returns to the panel before, when the step is left.
    pub fn close_stages(&mut self) {
        if self.panel == Panel::Stages {
            self.panel = self.panel_before;
        }
    }
    /// Sets which events the log shows.
    pub fn filter_events(&mut self, filter: EventFilter) {
        self.event_filter = filter;
    }
    /// Sets how far ahead and for which pairs impacts are computed, clamped to the allowed range.
    pub fn set_look_ahead(&mut self, ahead: LookAhead) {
        self.ahead = ahead.valid();
    }
    /// Sets the length of trails, clamped to the allowed range. Frames.
    pub fn set_trail(&mut self, frames: u32) {
        self.trail = frames.clamp(TRAIL_RANGE.0, TRAIL_RANGE.1);
    }

    /// Sets the canvas; a view that the person did not move fits the world to it.
    pub fn set_canvas(&mut self, canvas: Rect, world: &World) {
        self.view.canvas = canvas;
        if !self.view_moved {
            self.fit(world);
        }
    }
    /// Sets the canvas; what it shows keeps its place on the screen.
    pub fn move_canvas(&mut self, canvas: Rect) {
        let corner = self.view.canvas.min;
        let moved = View { canvas, ..self.view };
        self.view.center += self.view.world_from_screen(corner) - moved.world_from_screen(corner);
        self.view.canvas = canvas;
    }
    /// Fits every body to the canvas.
    pub fn fit(&mut self, world: &World) {
        self.view_moved = false;
        self.view = View::fitted(picking::all_bounds(world), self.view.canvas, self.margin());
    }
    /// Fits this box of the world to the canvas.
    pub fn fit_to(&mut self, bounds: Aabb) {
        self.view_moved = true;
        self.view = View::fitted(Some(bounds), self.view.canvas, self.margin());
    }
    /// Moves the picture by this many pixels.
    pub fn pan(&mut self, pixels: Vec2) {
        self.view_moved = true;
        self.view.center -= self.view.screen_direction(pixels) / self.view.scale;
    }
    /// Zooms about a point of the screen by this many notches; positive zooms in.
    pub fn zoom(&mut self, at: Vec2, notches: f32) {
        self.view_moved = true;
        self.view.zoom_at(at, ZOOM_STEP.powf(notches.clamp(-20.0, 20.0)));
    }

    /// Margin around the fitted box, for strips and labels. Pixels.
    fn margin(&self) -> f32 {
        (self.view.canvas.size().min_element() * 0.12).max(24.0)
    }
}
