//! What is shown and from where: the view, colours, layers, panels, and how far readings reach.

use collide2d::{Aabb, World};
use glam::Vec2;

use super::ahead::LookAhead;
use super::commands::Panel;
use super::events::EventFilter;
use super::grid::Grid;
use super::picking;
use crate::overlay::{Layer, Layers};
use crate::theme::Theme;
use crate::view::{Canvas, View};

/// One notch of the wheel makes everything this much larger.
const ZOOM_STEP: f32 = 1.2;
/// Frames that trails may go back.
const TRAIL_RANGE: (u32, u32) = (1, 600);

/// The view, colours, layers and panels.
#[derive(Debug)]
pub struct Showing {
    view: View,
    /// The person moved the view: a new size of the window no longer fits it to the scene.
    view_moved: bool,
    theme: Theme,
    layers: Layers,
    grid: bool,
    legend: bool,
    frame_times: bool,
    snap: bool,
    help: bool,
    panel: Panel,
    /// The panel to come back to from the inside of a step.
    panel_before: Panel,
    event_filter: EventFilter,
    ahead: LookAhead,
    trail: u32,
}

impl Showing {
    /// As the program starts, on this canvas.
    pub fn new(canvas: Canvas) -> Self {
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

    /// Where the world stands on the screen.
    pub fn view(&self) -> &View {
        &self.view
    }
    /// Colours.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }
    /// Layers on.
    pub fn layers(&self) -> Layers {
        self.layers
    }
    /// The grid at the present zoom, whether its lines are on show or not.
    pub fn grid(&self) -> Grid {
        Grid::for_scale(self.view.scale)
    }
    /// Whether grid lines are on show.
    pub fn grid_shown(&self) -> bool {
        self.grid
    }
    /// Whether the legend is on show.
    pub fn legend_shown(&self) -> bool {
        self.legend
    }
    /// Whether the times of the last frames are on show.
    pub fn frame_times_shown(&self) -> bool {
        self.frame_times
    }
    /// Whether positions snap to the grid.
    pub fn snap(&self) -> bool {
        self.snap
    }
    /// Whether the help is on show.
    pub fn help_open(&self) -> bool {
        self.help
    }
    /// The panel on show at the side.
    pub fn panel(&self) -> Panel {
        self.panel
    }
    /// Which events the log shows.
    pub fn event_filter(&self) -> &EventFilter {
        &self.event_filter
    }
    /// How far and for whom first touches are looked for.
    pub fn look_ahead(&self) -> LookAhead {
        self.ahead
    }
    /// Frames that trails go back.
    pub fn trail(&self) -> u32 {
        self.trail
    }

    /// A layer on or off.
    pub fn toggle_layer(&mut self, layer: Layer) {
        self.layers.set(layer, !self.layers.has(layer));
    }
    /// Grid lines on or off.
    pub fn toggle_grid(&mut self) {
        self.grid = !self.grid;
    }
    /// Legend on or off.
    pub fn toggle_legend(&mut self) {
        self.legend = !self.legend;
    }
    /// Times of the last frames on or off.
    pub fn toggle_frame_times(&mut self) {
        self.frame_times = !self.frame_times;
    }
    /// Snapping to the grid on or off.
    pub fn toggle_snap(&mut self) {
        self.snap = !self.snap;
    }
    /// Help on or off.
    pub fn toggle_help(&mut self) {
        self.help = !self.help;
    }
    /// Dark or light.
    pub fn toggle_theme(&mut self) {
        self.theme = if self.theme.dark { Theme::LIGHT } else { Theme::DARK };
    }
    /// This panel at the side.
    pub fn show_panel(&mut self, panel: Panel) {
        self.panel = panel;
    }
    /// The canvas shows the inside of a step now.
    pub fn open_stages(&mut self) {
        self.panel_before = self.panel;
        self.panel = Panel::Stages;
    }
    /// The canvas shows a frame again.
    pub fn close_stages(&mut self) {
        if self.panel == Panel::Stages {
            self.panel = self.panel_before;
        }
    }
    /// Sets which events the log shows.
    pub fn filter_events(&mut self, filter: EventFilter) {
        self.event_filter = filter;
    }
    /// Sets how far and for whom first touches are looked for, to the nearest that is allowed.
    pub fn set_look_ahead(&mut self, ahead: LookAhead) {
        self.ahead = ahead.valid();
    }
    /// Sets how many frames trails go back, to the nearest that is allowed.
    pub fn set_trail(&mut self, frames: u32) {
        self.trail = frames.clamp(TRAIL_RANGE.0, TRAIL_RANGE.1);
    }

    /// The canvas is here now; a view that the person did not move fits the world to it.
    pub fn set_canvas(&mut self, canvas: Canvas, world: &World) {
        self.view.canvas = canvas;
        if !self.view_moved {
            self.fit(world);
        }
    }
    /// The canvas is here now; what it shows stays where it is on the screen.
    pub fn move_canvas(&mut self, canvas: Canvas) {
        let corner = self.view.canvas.min;
        let moved = View { canvas, ..self.view };
        self.view.center += self.view.world_from_screen(corner) - moved.world_from_screen(corner);
        self.view.canvas = canvas;
    }
    /// Every body fills the canvas.
    pub fn fit(&mut self, world: &World) {
        self.view_moved = false;
        self.view = View::fitted(picking::all_bounds(world), self.view.canvas, self.margin());
    }
    /// This box of the world fills the canvas.
    pub fn fit_to(&mut self, bounds: Aabb) {
        self.view_moved = true;
        self.view = View::fitted(Some(bounds), self.view.canvas, self.margin());
    }
    /// Moves the picture by so many pixels.
    pub fn pan(&mut self, pixels: Vec2) {
        self.view_moved = true;
        self.view.center -= self.view.screen_direction(pixels) / self.view.scale;
    }
    /// Zooms at a point of the screen by so many notches, positive: closer.
    pub fn zoom(&mut self, at: Vec2, notches: f32) {
        self.view_moved = true;
        self.view.zoom_at(at, ZOOM_STEP.powf(notches.clamp(-20.0, 20.0)));
    }

    /// Room for strips and labels around what is fitted. Pixels.
    fn margin(&self) -> f32 {
        (self.view.canvas.size().min_element() * 0.12).max(24.0)
    }
}
