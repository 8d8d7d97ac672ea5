//! The only module that uses macroquad's globals: the window and its loop, the routing of input, sleeping.
//!
//! A frame shows one moment of the simulation: time passes and the events are applied first, then panels and canvas are
//! drawn, then what the panels asked for is applied, which the next frame shows. While a field holds a draft the events
//! come last, because what is typed counts before what leaves the field.

use egui_macroquad::egui::{self, LayerId};
use glam::Vec2;
use macroquad::miniquad;

use super::desktop::{self, Desktop, print};
use super::fallback_fonts::FallbackFonts;
use super::feed::Feed;
use super::panels::{Panels, fields};
use super::sharing::Sharing;
use super::stats::FrameStage;
use super::style;
use super::watch::FileWatch;
use crate::app::{
    AppState, Command, Cursor, Effect, Event, EventKind, FileCommand, Input, Leave, News, ViewCommand,
    command_for,
};
use crate::picture::display::Color;
use crate::picture::theme::Theme;

#[cfg_attr(target_os = "unknown", path = "browser/arrivals.rs")]
mod arrivals;
#[cfg(target_os = "unknown")]
#[path = "browser/asked.rs"]
mod asked;
mod binding;
mod canvas;
#[cfg_attr(target_os = "unknown", path = "browser/ending.rs")]
mod ending;
mod gather;
mod outlet;
mod pace;
mod paste;
mod running;
#[cfg_attr(target_os = "unknown", path = "browser/start.rs")]
mod start;

use binding::Binding;
use canvas::Canvas;
use gather::Typing;
use outlet::Outlet;
use pace::{Pace, record_time};
use paste::{PasteInto, Pasting};
use running::{Opening, first_size};

pub use start::run;

/// Initial size of the window. Points.
const SIZE: Vec2 = Vec2::new(1280.0, 720.0);
/// The state of an open window.
struct Shell {
    state: AppState,
    panels: Panels,
    egui: Binding,
    desktop: Desktop,
    watch: FileWatch,
    /// Where the lines of the recording come from that is followed.
    feed: Option<Feed>,
    /// What is written beside the window.
    sharing: Option<Sharing>,
    fonts: FallbackFonts,
    typing: Typing,
    canvas: Canvas,
    pace: Pace,
    outlet: Outlet,
    themed: Option<Theme>,
    title: String,
    /// The step of the tour as of the last frame.
    step: Option<usize>,
    quit: bool,
}

impl Shell {
    fn new(opening: Opening) -> Self {
        let Opening { state, mut desktop, feed, announce, stats } = opening;
        desktop.attach();
        macroquad::input::prevent_quit();
        let egui = Binding::new();
        let scale = pixels_per_point(&state);
        if (scale - 1.0).abs() > 0.05 {
            let size = first_size(&desktop, scale);
            desktop.resize(size.x as u32, size.y as u32);
        }
        let mut watch = FileWatch::new(desktop.waker().clone());
        watch.watch(state.files().document.path().filter(|_| feed.is_none()));
        let fonts = FallbackFonts::new(desktop.waker().clone());
        let canvas = Canvas::new(state.showing().view().canvas);
        let pace = Pace::new(egui.context(), stats);
        let mut shell = Self {
            state,
            panels: Panels::default(),
            egui,
            desktop,
            watch,
            feed,
            sharing: None,
            fonts,
            typing: Typing::default(),
            canvas,
            pace,
            outlet: Outlet::new(announce),
            themed: None,
            title: String::new(),
            step: None,
            quit: false,
        };
        shell.warm_up();
        shell
    }

    /// Runs one empty pass, so that egui knows the scale before the first layout.
    fn warm_up(&mut self) {
        self.egui.context().set_fonts(style::fonts());
        self.egui.context().set_pixels_per_point(pixels_per_point(&self.state));
        self.egui.run(|_| {});
        self.egui.draw();
    }

    /// Runs one frame; returns whether the window stays open.
    fn frame(&mut self) -> bool {
        let dt = self.pace.begin();
        self.apply_theme();
        let mut commands = self.outside();
        self.pasted_late();
        let events = self.gather(&mut commands);
        self.pace.stopwatch.lap(FrameStage::Input);
        self.pass(commands, events, dt);
        self.paint();
        self.pace.end(dt);
        !self.quit
    }

    /// Submits the picture to the graphics driver: the crowd, then egui's meshes.
    fn paint(&mut self) {
        let background = self.state.showing().theme.background;
        macroquad::window::clear_background(macroquad_color(background));
        self.canvas.draw_crowd(pixels_per_point(&self.state));
        self.pace.stopwatch.lap(FrameStage::Submit);
        self.egui.draw();
        self.pace.lap_at_mesh();
        self.pace.stopwatch.lap(FrameStage::Submit);
        self.take_pictures();
    }

    /// Announces and tells changes once the picture is on the screen, then sleeps while there is no work.
    fn after_frame(&mut self) {
        let times = self.pace.times();
        self.panels.recent.push(times);
        self.retitle();
        self.announce();
        self.desktop.tell(&self.state);
        self.sleep();
    }

    /// Commands from outside of the canvas and the panels: quitting, a changed file, a dropped file. What came of a
    /// recording is taken before the picture is made: while it comes in every frame, every picture would be out of date.
    fn outside(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        if let Some(news) = self.sharing.as_mut().and_then(Sharing::take) {
            if matches!(news, News::Shared(..)) {
                self.sharing = None;
            }
            self.apply(Command::News(news));
        }
        let arrivals = self.feed.as_mut().map(Feed::take).unwrap_or_default();
        if !arrivals.is_empty() {
            self.outlet.fed_at = self.pace.frame;
            self.apply(Command::News(News::Arrived(arrivals)));
        }
        if macroquad::input::is_quit_requested() {
            fields::leave(self.egui.context(), fields::FocusLoss::Apply);
            commands.push(Command::File(FileCommand::Leave(Leave::Quit)));
        }
        if self.watch.changed() {
            commands.push(Command::News(News::FileChanged));
        }
        self.arrivals(&mut commands);
        commands
    }

    /// Lets time pass, applies the events, and draws panels and canvas, which show one moment of the simulation.
    /// The panels' commands are applied after that, and the next frame shows what they did.
    fn pass(&mut self, mut commands: Vec<Command>, events: Vec<Event>, dt: f32) {
        // The card of the tour comes with its first step and goes with its last.
        let step = self.state.files().tour.as_ref().map(|tour| tour.index());
        if std::mem::replace(&mut self.step, step) != step {
            self.pace.unsettle();
        }
        let settling = self.pace.is_settling();
        let (pointer, modifiers) = (self.typing.pointer, self.typing.held.modifiers());
        let over_canvas = self.on_canvas(pointer);
        let spent = self.state.spent();
        self.panels.frame_rate = self.pace.rate;
        self.panels.pointer = over_canvas.then(|| self.state.showing().view().world_from_screen(pointer));
        let Self { state, panels, egui, canvas, pace, fonts, outlet, .. } = self;
        // A screenshot that was asked for in the frame before is of that moment, and so is what a dialog asks about.
        let dt = if outlet.pictures.is_empty() && !panels.is_modal(state) { dt } else { 0.0 };
        let Pace { stopwatch, ready, outdated, .. } = pace;
        fonts.follow(egui.context(), state);
        let before = canvas.rect;
        let input = |events| Input { events, pointer, over_canvas, modifiers, canvas: before, dt: 0.0 };
        let (mut events, mut advanced) = (Some(events), false);
        let mut effects = Vec::new();
        egui.run(|context| {
            context.layer_painter(LayerId::background()).add(record_time(context.screen_rect(), ready));
            if !advanced {
                advanced = true;
                state.advance(dt);
            }
            // What is typed in a field is applied before an event that leaves it.
            if !fields::any_draft(context) {
                effects
                    .extend(events.take().into_iter().flat_map(|events| state.handle_input(&input(events))));
            }
            stopwatch.lap(FrameStage::Input);
            panels.show(context, state, &mut commands);
            stopwatch.lap(FrameStage::Panels);
            if let Some(moved) = canvas.follow(settling, state.showing().view().canvas, context) {
                effects.extend(state.apply(Command::View(moved)));
            }
            stopwatch.lap(FrameStage::Input);
            let picture = state.picture();
            stopwatch.lap(FrameStage::Overlay);
            canvas.paint(&picture, context);
            drop(picture);
            stopwatch.lap(FrameStage::Mesh);
            let asked = events.as_deref().unwrap_or_default();
            let is_quit = commands.iter().any(quits) || asked.iter().filter_map(event_command).any(quits);
            if (commands.iter().any(closes) || asked.iter().any(event_closes)) && fields::keep_open(context) {
                commands.retain(|command| !closes(command));
                events.iter_mut().for_each(|events| events.retain(|event| !event_closes(event)));
                let text = if is_quit {
                    "Not closed: what is typed in a field is not allowed. Closing again drops it."
                } else {
                    "The scene stays: what is typed in a field is not allowed. The same command again drops it."
                };
                commands.push(Command::View(ViewCommand::Warn(text.to_owned())));
            }
            *outdated = !commands.is_empty() || events.as_ref().is_some_and(|events| !events.is_empty());
            for command in commands.drain(..) {
                effects.extend(state.apply(command));
            }
            // egui may lay a frame out twice; the events count once.
            effects.extend(events.take().into_iter().flat_map(|events| state.handle_input(&input(events))));
            stopwatch.lap(FrameStage::Input);
            if over_canvas {
                context.set_cursor_icon(cursor_icon(state.cursor()));
            }
        });
        stopwatch.lap(FrameStage::Panels);
        let spent = state.spent().since(spent);
        stopwatch.reassign(FrameStage::Input, FrameStage::Step, spent.step);
        stopwatch.reassign(FrameStage::Input, FrameStage::Report, spent.report);
        stopwatch.add_beside(spent.beside);
        for effect in effects {
            self.carry_out(effect);
        }
        if let Some(text) = self.egui.take_copied() {
            self.copy(text);
        }
        let scale = self.state.showing().interface_scale();
        self.desktop.type_at(self.egui.caret().map(|at| at * scale));
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::OpenDialog(folder) => self.panels.files.open(folder),
            Effect::Rename(body) => self.panels.contents.rename(body),
            Effect::OpenPalette(scope) => self.panels.palette.open(scope),
            Effect::PickScene => self.panels.scenes.open(),
            Effect::ShowLicences => self.panels.licences.open(),
            #[cfg(not(target_os = "unknown"))]
            Effect::BesideDialog(folder) => self.panels.files.open_beside(folder),
            Effect::OutlineDialog(folder) => self.panels.files.open_drawing(folder),
            Effect::SaveDialog(folder, name) => self.panels.files.save(folder, &name),
            Effect::CanvasDialog(folder, name) => self.panels.files.save_picture(folder, &name),
            Effect::ShareDialog(folder, name, title) => self.panels.files.save_shared(folder, &name, &title),
            Effect::Share(job) => {
                let output = job.output.clone();
                match Sharing::start(job, self.desktop.waker().clone()) {
                    Ok(sharing) => self.sharing = Some(sharing),
                    Err(why) => self.apply(Command::News(News::Shared(output, Err(why)))),
                }
            }
            Effect::StopSharing => self.sharing = None,
            Effect::AskLinkBase => self.panels.link_base.open(self.state.files().link_base()),
            Effect::ContextMenu(at) => self.panels.context_menu.open(egui::pos2(at.x, at.y)),
            Effect::Screenshot(path) => self.outlet.pictures.push((self.pace.frame, path)),
            Effect::Print(line) => print(&line),
            Effect::WriteClipboard(text) => self.copy(text),
            Effect::OpenTab(link) => {
                if !self.desktop.open_tab(&link) {
                    self.apply(Command::View(ViewCommand::ShowPanels));
                }
            }
            Effect::ReadClipboard => self.paste(PasteInto::Canvas),
            Effect::Watch(path) => {
                // Another document was opened.
                if let Some(place) = self.feed.take().and_then(|feed| feed.address()) {
                    let text = format!("No longer listening at {place}: another document was opened.");
                    self.apply(Command::View(ViewCommand::Warn(text)));
                }
                self.watch.watch(path.as_deref());
            }
            Effect::AnswerGame(answer) => {
                if let Some(feed) = &self.feed {
                    feed.answer(&answer);
                }
            }
            Effect::Quit => {
                // A game that is paused goes on.
                self.feed = None;
                self.quit = true;
            }
        }
    }

    fn apply(&mut self, command: Command) {
        for effect in self.state.apply(command) {
            self.carry_out(effect);
        }
    }

    fn apply_theme(&mut self) {
        let theme = self.state.showing().theme;
        if self.themed != Some(theme) {
            style::apply(self.egui.context(), &theme);
            self.themed = Some(theme);
        }
        self.egui.context().set_pixels_per_point(pixels_per_point(&self.state));
    }

    /// A place of the window, which is told in physical pixels.
    fn points(&self, x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y) / pixels_per_point(&self.state)
    }

    fn retitle(&mut self) {
        let title = self.state.files().title();
        if title != self.title {
            self.desktop.set_title(&title);
            self.title = title;
        }
    }
}

/// Whether the command closes the document.
fn closes(command: &Command) -> bool {
    matches!(command, Command::File(FileCommand::Leave(_)))
}

fn quits(command: &Command) -> bool {
    matches!(command, Command::File(FileCommand::Leave(Leave::Quit)))
}

/// Whether the event is the key of such a command.
fn event_closes(event: &Event) -> bool {
    event_command(event).is_some_and(closes)
}

/// The command of the key.
fn event_command(event: &Event) -> Option<&'static Command> {
    match event.kind {
        EventKind::Key { key, .. } => command_for(key, event.modifiers),
        EventKind::Moved(_)
        | EventKind::Pressed(..)
        | EventKind::Released(..)
        | EventKind::Wheel(..)
        | EventKind::FocusLost => None,
    }
}

/// Physical pixels per point of egui. Only positions of the pointer are divided by it.
fn pixels_per_point(state: &AppState) -> f32 {
    let scale = desktop::scale() * state.showing().interface_scale();
    if scale.is_finite() { scale.clamp(0.5, 4.0) } else { 1.0 }
}

fn macroquad_color(color: Color) -> macroquad::color::Color {
    macroquad::color::Color::from_rgba(color.r, color.g, color.b, color.a)
}

fn cursor_icon(cursor: Cursor) -> egui::CursorIcon {
    match cursor {
        Cursor::Default => egui::CursorIcon::Default,
        Cursor::Crosshair => egui::CursorIcon::Crosshair,
        Cursor::Move => egui::CursorIcon::Move,
        Cursor::Pointing => egui::CursorIcon::PointingHand,
        Cursor::ResizeHorizontal => egui::CursorIcon::ResizeHorizontal,
        Cursor::ResizeVertical => egui::CursorIcon::ResizeVertical,
        Cursor::ResizeNeSw => egui::CursorIcon::ResizeNeSw,
        Cursor::ResizeNwSe => egui::CursorIcon::ResizeNwSe,
    }
}

/// macroquad's connection to the graphics driver, which egui draws through.
#[allow(unsafe_code)]
fn backend() -> &'static mut dyn miniquad::RenderingBackend {
    // SAFETY: macroquad keeps one context for the whole run of the window, on this thread alone (it asserts
    // that), and every caller here drops the reference before it calls macroquad again.
    unsafe { macroquad::window::get_internal_gl().quad_context }
}
