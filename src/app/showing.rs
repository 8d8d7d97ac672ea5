//! What is shown, and from where: the view, colours, layers, panels, and the range of the readings.

pub mod camera;
pub mod grid;
pub mod interface;
pub mod units;

use std::collections::BTreeSet;

use collide2d::Aabb;
use glam::Vec2;

use crate::app::commands::{Panel, PanelSection};
use crate::app::derived::ahead::LookAhead;
use crate::app::derived::events::EventFilter;
use crate::app::files::preferences::{Preferences, SideSizes, ThemeChoice};
use crate::app::hand::handles::FOR_A_FINGER;
use crate::app::looking::pairs::Pair;
use crate::app::showing::camera::Camera;
use crate::app::showing::grid::Grid;
use crate::app::showing::interface::FULL_PERCENT;
use crate::picture::display::Rect;
use crate::picture::frame::Frame;
use crate::picture::framing::Framing;
use crate::picture::overlay::{Layer, Layers, LensOptions};
use crate::picture::theme::Theme;
use crate::picture::view::View;
use crate::scene::link::Link;
use crate::scene::{Scene, SceneBody};

/// Factor of one notch of the wheel.
const ZOOM_STEP: f32 = 1.2;
/// Range of the length of trails. Frames.
const TRAIL_RANGE: (u32, u32) = (1, 600);

/// The view, colours, layers and panels.
#[derive(Debug)]
pub struct Showing {
    pub camera: Camera,
    /// The body in whose frame the canvas is seen, and what was shown before.
    pub seen: Option<Seen>,
    /// What the view is fitted to, also at a new size of the window; `None`: the person moved it.
    pub fitted: Option<Framing>,
    /// The close look at the selected pair.
    close_look: Option<CloseLook>,
    pub theme: Theme,
    /// What comes back at the next start; its layers, folder and address are those of this one.
    pub kept: Preferences,
    pub layers: Layers,
    /// The layers to return to when the tour is left.
    layers_before: Option<Layers>,
    pub lens: LensOptions,
    pub frame_times_shown: bool,
    /// The window of the masks' matrix is open.
    pub masks_shown: bool,
    /// The pointer is a finger.
    pub touched: bool,
    /// The link of which the canvas is shown with its buttons alone.
    pub embedded: Option<Box<Link>>,
    pub help_open: bool,
    /// The panel that is shown at the side.
    pub panel: Panel,
    /// The panel to return to when the inside of a step is left.
    panel_before: Panel,
    pub event_filter: EventFilter,
    /// How far ahead impacts are computed, and for which pairs.
    pub look_ahead: LookAhead,
    /// Length of trails. Frames.
    pub trail: u32,
}

/// A close look at a pair, from which there is a way back.
#[derive(Debug)]
struct CloseLook {
    pair: Pair,
    /// The pair or its contact.
    framing: Framing,
    /// Of coordinates of the frame, as all views here.
    view: View,
    /// The view before, and what it was fitted to.
    before: (View, Option<Framing>),
}

/// A body, found again by its name where its index has changed.
#[derive(Clone, Debug)]
pub struct SeenBody {
    pub body: u32,
    name: String,
    /// How many bodies the scene has.
    count: usize,
}

impl SeenBody {
    pub fn new(body: u32, scene: &Scene) -> Self {
        let name = scene.bodies.get(body as usize).map(|body| body.name.clone()).unwrap_or_default();
        Self { body, name, count: scene.bodies.len() }
    }

    /// The same body in an edited scene; `None`: it is gone.
    pub fn found_in(&self, scene: &Scene) -> Option<Self> {
        let has_name = |body: &SceneBody| body.name == self.name;
        let is_there = scene.bodies.get(self.body as usize).is_some_and(has_name);
        let is_renamed = || self.count == scene.bodies.len() && !scene.bodies.iter().any(has_name);
        if is_there || is_renamed() {
            return Some(Self::new(self.body, scene));
        }
        Some(Self::new(u32::try_from(scene.bodies.iter().position(has_name)?).ok()?, scene))
    }
}

/// A frame other than the world's.
#[derive(Debug)]
pub struct Seen {
    pub from: SeenBody,
    /// The pointer edits, so the view stands still.
    is_held: bool,
    /// The view of the world before, and what it was fitted to.
    before: (View, Option<Framing>),
}

impl Showing {
    /// The state at the start of the program, on this canvas.
    pub fn new(canvas: Rect) -> Self {
        Self {
            camera: Camera::new(View::fitted(None, canvas, 0.0)),
            seen: None,
            fitted: Some(Framing::Moving),
            close_look: None,
            theme: Theme::DARK,
            kept: Preferences::default(),
            layers: Layers::default(),
            layers_before: None,
            lens: LensOptions::default(),
            frame_times_shown: false,
            masks_shown: false,
            touched: false,
            embedded: None,
            help_open: false,
            panel: Panel::Scene,
            panel_before: Panel::Scene,
            event_filter: EventFilter::default(),
            look_ahead: LookAhead::default(),
            trail: 60,
        }
    }

    /// Shows what a person set up before; `light`: the theme of those who chose none.
    pub fn set_up(&mut self, kept: &Preferences, light: bool) {
        let is_light = match kept.theme {
            ThemeChoice::Default => light,
            ThemeChoice::Dark => false,
            ThemeChoice::Light => true,
        };
        self.theme = if is_light { Theme::LIGHT } else { Theme::DARK };
        self.layers = kept.layers;
        self.kept = Preferences { panel: self.kept.panel, ..kept.clone() };
        self.choose_panel(kept.panel);
    }

    /// What comes back at the next start, without what is not shown.
    pub fn preferences(&self) -> Preferences {
        Preferences { layers: self.layers_before.unwrap_or(self.layers), ..self.kept.clone() }
    }

    /// How much larger than drawn for a mouse the handles are.
    pub fn handle_growth(&self) -> f32 {
        if self.touched { FOR_A_FINGER } else { 1.0 }
    }

    /// What a person switched is as at the start, but for the colours.
    pub fn begin_again(&mut self) {
        let canvas = self.view().canvas;
        let before = std::mem::replace(self, Self::new(canvas));
        (self.theme, self.touched, self.embedded) = (before.theme, before.touched, before.embedded);
    }

    /// The transform from world to screen.
    pub fn view(&self) -> &View {
        self.camera.view()
    }

    /// The grid that is snapped to, whether its lines are shown or not: the typed one, or that of the present zoom.
    pub fn grid(&self) -> Grid {
        let typed = self.kept.grid_step.and_then(Grid::of_step);
        typed.unwrap_or_else(|| Grid::for_scale(self.camera.local().scale, self.kept.units.typed()))
    }

    /// The lines of it that are drawn.
    pub fn grid_lines(&self) -> Grid {
        self.grid().thinned(self.camera.local().scale)
    }

    /// Turns a layer on or off. A lens that is turned on again is where it hides least.
    pub fn toggle_layer(&mut self, layer: Layer) {
        if layer == Layer::Lens {
            self.lens.at = None;
        }
        self.layers.set(layer, !self.layers.has(layer));
    }

    /// Shows these layers until [`Showing::return_layers`].
    pub fn lend_layers(&mut self, layers: Layers) {
        self.layers_before.get_or_insert(self.layers);
        self.layers = layers;
    }

    /// Shows the impacts ahead that a scene asks for, until [`Showing::return_layers`].
    pub fn show_ahead(&mut self, ahead: LookAhead) {
        let mut layers = self.layers;
        layers.set(Layer::Impacts, true);
        self.lend_layers(layers);
        self.set_look_ahead(ahead);
    }

    /// Shows the layers that were on before others were lent.
    pub fn return_layers(&mut self) {
        if let Some(before) = self.layers_before.take() {
            self.layers = before;
        }
    }

    /// Shows the lens whatever the depth is, or again only where the depth is small. A pinned lens is on.
    pub fn toggle_lens_pin(&mut self) {
        self.lens.pinned = !self.lens.pinned;
        if self.lens.pinned {
            self.layers.set(Layer::Lens, true);
        }
    }

    /// Puts the lens around this place. Pixels.
    pub fn move_lens(&mut self, center: Vec2) {
        self.lens.at = Some(center - self.view().canvas.center());
    }

    /// Switches between the dark and the light theme.
    pub fn toggle_theme(&mut self) {
        (self.theme, self.kept.theme) = if self.theme.dark {
            (Theme::LIGHT, ThemeChoice::Light)
        } else {
            (Theme::DARK, ThemeChoice::Dark)
        };
    }

    /// How large panels and texts are. Factor of the size that the system says.
    pub fn interface_scale(&self) -> f32 {
        f32::from(self.kept.interface_percent) / f32::from(FULL_PERCENT)
    }

    /// Shows a panel that is there for a recording, or for a scene: the present one, or another.
    pub fn keep_panel(&mut self, recording: bool) {
        if !self.panel.is_for(recording) || (recording && self.panel == Panel::Scene) {
            self.panel = if recording { Panel::Differences } else { Panel::Scene };
        }
    }

    /// Shows a panel that a person chose.
    pub fn choose_panel(&mut self, panel: Panel) {
        self.panel = panel;
        // That of stages is left with the step.
        if panel.is_for(false) && panel.is_for(true) && panel != Panel::Stages {
            self.kept.panel = panel;
        }
    }

    /// Whether a section of a panel is unfolded.
    pub fn is_open(&self, section: PanelSection) -> bool {
        section.is_open_at_first() != self.kept.sections.contains(&section)
    }

    pub fn toggle_section(&mut self, section: PanelSection) {
        if !self.kept.sections.remove(&section) {
            self.kept.sections.insert(section);
        }
    }

    /// Panel, sizes and sections as at the first start.
    pub fn reset_panels(&mut self) {
        (self.kept.side, self.kept.sections) = (SideSizes::default(), BTreeSet::new());
        self.choose_panel(Panel::Scene);
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

    /// Sets how far ahead and for which pairs impacts are computed, clamped to the allowed range.
    pub fn set_look_ahead(&mut self, ahead: LookAhead) {
        self.look_ahead = ahead.valid();
    }

    /// Sets the length of trails, clamped to the allowed range. Frames.
    pub fn set_trail(&mut self, frames: u32) {
        self.trail = frames.clamp(TRAIL_RANGE.0, TRAIL_RANGE.1);
    }

    /// Sets the canvas. The caller fits the view again if it was fitted.
    pub fn set_canvas(&mut self, canvas: Rect) {
        self.change_view(View { canvas, ..self.camera.local() });
    }

    /// Sets the canvas; what it shows keeps its place on the screen.
    pub fn move_canvas(&mut self, canvas: Rect) {
        let view = self.camera.local();
        let moved = View { canvas, ..view };
        let corner = view.canvas.min;
        let center = view.center + view.world_from_screen(corner) - moved.world_from_screen(corner);
        self.change_view(View { center, ..moved });
    }

    /// Changes the view for a canvas of another size; a close look goes on.
    fn change_view(&mut self, view: View) {
        let before = self.camera.local();
        if let Some(look) = self.close_look.as_mut().filter(|look| look.view == before) {
            look.view = view;
        }
        self.camera.show(view);
    }

    /// Shows a view of the world that is fitted to every body or to those that move.
    pub fn fit(&mut self, framing: Framing, view: View) {
        self.fitted = Some(framing);
        self.camera.show(view.within(self.camera.frame()));
    }

    /// What the next close look at this pair shows: the pair, then its contact; `None`: what was shown before.
    pub fn next_close_look(&self, pair: Pair) -> Option<Framing> {
        match &self.close_look {
            Some(look) if look.pair == pair && look.view == self.camera.local() => match look.framing {
                Framing::Pair => Some(Framing::Contact),
                Framing::Scene | Framing::Moving | Framing::Contact => None,
            },
            _ => Some(Framing::Pair),
        }
    }

    /// Shows the pair or its contact in this view of the world.
    pub fn look_closely(&mut self, pair: Pair, framing: Framing, view: View) {
        let view = view.within(self.camera.frame());
        let going_on = self.close_look.take().filter(|look| framing == Framing::Contact && look.pair == pair);
        let before = going_on.map_or((self.camera.local(), self.fitted), |look| look.before);
        self.close_look = Some(CloseLook { pair, framing, view, before });
        self.fitted = None;
        self.camera.show(view);
    }

    /// Shows what was shown before the close look.
    pub fn look_away(&mut self) {
        if let Some(CloseLook { before: (view, fitted), .. }) = self.close_look.take() {
            self.camera.show(View { canvas: self.view().canvas, ..view });
            self.fitted = fitted;
        }
    }

    /// Moves the view, at the same scale, so that the point is in its middle, if the canvas does not show it.
    pub fn bring_into_sight(&mut self, world: Vec2) {
        /// A point nearer to the edge counts as out of sight. Pixels.
        const EDGE: f32 = 24.0;
        let (view, center) = (self.camera.local(), self.camera.frame().local_point(world));
        let inner = view.canvas.grow(Vec2::splat(-EDGE));
        if world.is_finite() && !inner.contains(view.screen_from_world(center)) {
            self.fitted = None;
            self.camera.show(View { center, ..view });
        }
    }

    /// Fits this box to the canvas, in coordinates of the frame.
    pub fn fit_to(&mut self, bounds: Aabb) {
        self.fitted = None;
        self.camera.show(View::fitted(Some(bounds), self.view().canvas, self.margin()));
    }

    /// Moves the picture by this many pixels.
    pub fn pan(&mut self, pixels: Vec2) {
        self.fitted = None;
        let mut view = self.camera.local();
        view.center -= view.world_direction(pixels) / view.scale;
        self.camera.show(view);
    }

    /// Zooms about a point of the screen by this many notches; positive zooms in.
    pub fn zoom(&mut self, at: Vec2, notches: f32) {
        self.fitted = None;
        let mut view = self.camera.local();
        view.zoom_at(at, ZOOM_STEP.powf(notches.clamp(-20.0, 20.0)));
        self.camera.show(view);
    }

    /// Turns into a body's frame, to a view of its coordinates.
    pub fn see_from(&mut self, body: SeenBody, frame: Frame, local: View) {
        let before = self.seen.take().map_or((self.camera.local(), self.fitted), |seen| seen.before);
        self.seen = Some(Seen { from: body, is_held: false, before });
        (self.close_look, self.fitted) = (None, None);
        self.camera.turn_to(frame, local);
    }

    /// The body in whose frame the canvas is seen is there now. While the view `is_held` it stands still, and turns
    /// after that.
    pub fn follow(&mut self, body: SeenBody, frame: Frame, is_held: bool) {
        let Some(seen) = &mut self.seen else { return };
        seen.from = body;
        let was_held = std::mem::replace(&mut seen.is_held, is_held);
        if is_held || frame == *self.camera.frame() {
            return;
        }
        if was_held {
            self.camera.turn_to(frame, self.camera.local());
        } else {
            self.camera.follow(frame);
        }
    }

    /// Turns back to the world's frame, to what was shown in it.
    pub fn return_to_world(&mut self) {
        if let Some(Seen { before: (view, fitted), .. }) = self.seen.take() {
            (self.close_look, self.fitted) = (None, fitted);
            self.camera.turn_to(Frame::WORLD, View { canvas: self.view().canvas, ..view });
        }
    }

    /// Leaves a body's frame at once, because the scene is another one.
    pub fn leave_frame(&mut self) {
        if self.seen.take().is_some() {
            self.close_look = None;
            self.camera.leave();
        }
    }

    /// Margin around the fitted box, for strips and labels. Pixels.
    pub fn margin(&self) -> f32 {
        (self.view().canvas.size().min_element() * 0.12).max(24.0)
    }
}
