//! The only module that uses macroquad's globals: the window and its loop, the routing of input, sleeping.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use egui_macroquad::egui::{self, LayerId};
use glam::Vec2;
use macroquad::miniquad;

use super::announce::{Announcer, place_lines};
use super::desktop::{self, Desktop, print};
use super::fallback_fonts::FallbackFonts;
use super::feed::Feed;
use super::input::{Collector, Held, Raw};
use super::panels::{Panels, fields, places};
use super::stats::{FrameStage, Stats, Stopwatch};
use super::style;
use super::watch::FileWatch;
use crate::app::{
    AppState, Command, Cursor, Effect, Event, EventKind, FileCommand, Input, Leave, News, ViewCommand,
    command_for, processor_time,
};
use crate::picture::backend::png;
use crate::picture::backend::window::crowd::Crowd;
use crate::picture::backend::window::graphics::Graphics;
use crate::picture::display::{Color, Rect};
use crate::picture::theme::Theme;
use crate::platform::clock::Instant;

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
mod paste;
mod running;
#[cfg_attr(target_os = "unknown", path = "browser/start.rs")]
mod start;

use binding::Binding;
use canvas::{egui_rect, move_canvas, paint_canvas};
use gather::Buttons;
use paste::{PasteInto, Pasting};
use running::{Opening, first_size};

pub use start::run;

/// Initial size of the window. Points.
const SIZE: Vec2 = Vec2::new(1280.0, 720.0);
/// Shortest time between frames, for displays that do not wait for vertical sync.
const FRAME: Duration = Duration::from_millis(15);
/// Time for which frames go on after the last input, so that animations of egui finish.
const AFTERGLOW: Duration = Duration::from_millis(80);
const SLEEP: Duration = Duration::from_secs(30);
/// Frames until the panels have their sizes; the scene is fitted to the canvas until then.
const SETTLING: u64 = 4;

/// The state of an open window.
struct Shell {
    state: AppState,
    panels: Panels,
    egui: Binding,
    desktop: Desktop,
    watch: FileWatch,
    /// Where the lines of the recording come from that is followed.
    feed: Option<Feed>,
    fonts: FallbackFonts,
    collector: Collector,
    /// Keys of the last frame that came after a click, or after a field was left.
    keys_waiting: Vec<Raw>,
    held: Held,
    typed: Option<char>,
    /// When Alt went down, while no other key and no button followed.
    alt_down: Option<Instant>,
    /// The paste that waits for the clipboard's owner.
    pasting: Option<Pasting>,
    buttons: Buttons,
    pointer: Vec2,
    themed: Option<Theme>,
    title: String,
    canvas: Rect,
    /// Draws crowds, if the driver supports it; the crowd of this frame.
    graphics: Option<Graphics>,
    crowd: Crowd,
    /// Size of the window when the canvas last changed. Points.
    window: egui::Vec2,
    frame: u64,
    /// The panels have their sizes from this frame on.
    settled_at: u64,
    /// The step of the tour as of the last frame.
    step: Option<usize>,
    /// The state changed after the picture was made.
    outdated: bool,
    began: Instant,
    last_input: Instant,
    repaint_at: Arc<Mutex<Option<Instant>>>,
    quit: bool,
    pictures: Vec<PathBuf>,
    announce: bool,
    announcer: Announcer,
    told_ready: bool,
    /// The frame in which a program asked for the places of named things, and how often one did.
    asked_at: Option<u64>,
    asked: u64,
    stats: Option<Stats>,
    stopwatch: Stopwatch,
    /// Time at which the picture was submitted.
    handed: Instant,
    /// Processor time at which egui's triangles were complete.
    ready: Arc<Mutex<Duration>>,
    rate: f32,
}

impl Shell {
    fn new(opening: Opening) -> Self {
        let Opening { state, mut desktop, feed, announce, stats } = opening;
        desktop.attach();
        macroquad::input::prevent_quit();
        let egui = Binding::new();
        let repaint_at = Arc::new(Mutex::new(None));
        let asked = Arc::clone(&repaint_at);
        egui.context().set_request_repaint_callback(move |info| {
            let at = Instant::now() + info.delay.min(SLEEP);
            let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
            *asked = Some(asked.map_or(at, |before: Instant| before.min(at)));
        });
        let scale = pixels_per_point();
        if (scale - 1.0).abs() > 0.05 {
            let size = first_size(&desktop, scale);
            desktop.resize(size.x as u32, size.y as u32);
        }
        let mut watch = FileWatch::new(desktop.waker().clone());
        watch.watch(state.files().document.path().filter(|_| feed.is_none()));
        let fonts = FallbackFonts::new(desktop.waker().clone());
        let canvas = state.showing().view().canvas;
        let mut shell = Self {
            state,
            panels: Panels::default(),
            egui,
            desktop,
            watch,
            feed,
            fonts,
            collector: Collector::default(),
            keys_waiting: Vec::new(),
            held: Held::default(),
            typed: None,
            alt_down: None,
            pasting: None,
            buttons: Buttons::default(),
            pointer: Vec2::ZERO,
            themed: None,
            title: String::new(),
            canvas,
            graphics: Graphics::new(backend()),
            crowd: Crowd::default(),
            window: egui::Vec2::ZERO,
            frame: 0,
            settled_at: SETTLING,
            step: None,
            outdated: false,
            began: Instant::now(),
            last_input: Instant::now(),
            repaint_at,
            quit: false,
            pictures: Vec::new(),
            announce,
            announcer: Announcer::default(),
            told_ready: false,
            asked_at: None,
            asked: 0,
            stats,
            stopwatch: Stopwatch::default(),
            handed: Instant::now(),
            ready: Arc::default(),
            rate: 0.0,
        };
        shell.warm_up();
        shell
    }

    /// Runs one empty pass, so that egui knows the scale before the first layout.
    fn warm_up(&mut self) {
        self.egui.context().set_fonts(style::fonts());
        self.egui.context().set_pixels_per_point(pixels_per_point());
        self.egui.run(|_| {});
        self.egui.draw();
    }

    /// Runs one frame; returns whether the window stays open.
    fn frame(&mut self) -> bool {
        let began = Instant::now();
        let dt = began.duration_since(self.began).as_secs_f32();
        self.began = began;
        *self.repaint_at.lock().unwrap_or_else(PoisonError::into_inner) = None;

        self.stopwatch = Stopwatch::start();
        self.apply_theme();
        let mut commands = self.outside();
        self.pasted_late();
        let events = self.gather(&mut commands);
        self.stopwatch.lap(FrameStage::Input);
        self.pass(commands, events, dt);
        self.paint();
        self.handed = Instant::now();
        // Frames after a sleep do not count for the frame rate.
        if dt < 0.2 {
            self.rate += (1.0 / dt.max(1.0e-3) - self.rate) * 0.1;
        }
        self.frame += 1;
        !self.quit
    }

    /// Submits the picture to the graphics driver: the crowd, then egui's meshes.
    fn paint(&mut self) {
        let background = self.state.showing().theme.background;
        macroquad::window::clear_background(macroquad_color(background));
        if let Some(graphics) = &mut self.graphics {
            let (clip, screen) = (egui_rect(self.canvas), miniquad::window::screen_size());
            graphics.draw(backend(), self.crowd.instances(), clip, screen, pixels_per_point());
        }
        self.stopwatch.lap(FrameStage::Submit);
        self.egui.draw();
        self.stopwatch.lap_at(FrameStage::Mesh, *self.ready.lock().unwrap_or_else(PoisonError::into_inner));
        self.stopwatch.lap(FrameStage::Submit);
        self.take_pictures();
    }

    /// Announces changes once the picture is on the screen, then sleeps while there is no work.
    fn after_frame(&mut self) {
        let now = Instant::now();
        let mut times = self.stopwatch.times();
        times.add(FrameStage::Show, now - self.handed);
        times.add(FrameStage::Frame, now - self.began);
        self.panels.recent.push(times);
        if let Some(stats) = &mut self.stats {
            stats.push(times);
        }
        self.retitle();
        if self.announce && self.frame >= self.settled_at && !self.outdated {
            for line in self.announcer.changes(&self.state, self.panels.timeline_track(), pixels_per_point())
            {
                print(&line);
            }
            let scale = pixels_per_point();
            let first = self.panels.first_difference(&self.state).map(|at| Vec2::new(at.x, at.y) * scale);
            self.announcer.differences(&self.state, first).iter().for_each(|line| print(line));
            let buttons = self.panels.embedded_buttons(&self.state);
            let buttons = buttons.map(|buttons| buttons.map(|at| Vec2::new(at.x, at.y) * scale));
            self.announcer.figure(buttons).iter().for_each(|line| print(line));
            self.announcer.scenes(self.panels.scenes_found()).iter().for_each(|line| print(line));
            if !self.told_ready {
                self.told_ready = true;
                print("ready:");
            }
        }
        if self.asked_at.is_some_and(|at| self.is_settled(at)) {
            self.asked_at = None;
            let places = places::take(self.egui.context());
            place_lines(&places, pixels_per_point()).for_each(|line| print(&line));
            print(&format!("settled: {}", self.asked));
        }
        self.sleep();
    }

    /// Tells the places of named things once everything that led to this frame has its effect.
    fn ask_places(&mut self) {
        (self.asked_at, self.asked) = (Some(self.frame), self.asked + 1);
        places::ask(self.egui.context());
    }

    /// Whether the window shows what the input of frame `at` led to, and nothing changes but by time.
    fn is_settled(&self, at: u64) -> bool {
        let egui_wants = *self.repaint_at.lock().unwrap_or_else(PoisonError::into_inner);
        let draws_again = egui_wants.is_some_and(|at| at <= Instant::now());
        let state = &self.state;
        self.told_ready
            && self.frame >= (at + 3).max(self.settled_at)
            && !self.outdated
            && self.keys_waiting.is_empty()
            && self.pictures.is_empty()
            && self.pasting.is_none()
            && !self.fonts.are_coming()
            && !state.showing().camera.is_turning()
            && (state.run().playing || (!state.run().is_working() && !draws_again))
    }

    fn sleep(&mut self) {
        let now = Instant::now();
        let egui_wants = *self.repaint_at.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = self.state.run().playing
            || self.state.run().is_working()
            || self.state.showing().camera.is_turning()
            || self.buttons.any()
            || !self.keys_waiting.is_empty()
            || self.frame < self.settled_at + SETTLING
            || self.outdated
            || self.asked_at.is_some()
            || self.feed.as_ref().is_some_and(Feed::has_more)
            || now.duration_since(self.last_input) < AFTERGLOW
            || egui_wants.is_some_and(|at| at <= now);
        if busy {
            return self.desktop.pause((self.began + FRAME).saturating_duration_since(now));
        }
        self.desktop.at_rest(&self.state);
        let longest = if self.state.is_active() { Duration::from_millis(100) } else { SLEEP };
        let deadline =
            [egui_wants, self.watch.deadline()].into_iter().flatten().fold(now + longest, Instant::min);
        if self.desktop.wait(deadline, now.duration_since(self.last_input)) {
            self.last_input = Instant::now();
        }
    }

    /// Commands from outside of the canvas and the panels: quitting, a changed file, a dropped file. What came of a
    /// recording is taken before the picture is made: while it comes in every frame, every picture would be out of date.
    fn outside(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        let arrivals = self.feed.as_mut().map(Feed::take).unwrap_or_default();
        if !arrivals.is_empty() {
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
            self.settled_at = self.frame + SETTLING;
        }
        let settling = self.frame < self.settled_at;
        let over_canvas = self.on_canvas(self.pointer);
        let (pointer, modifiers) = (self.pointer, self.held.modifiers());
        let spent = self.state.spent();
        self.panels.frame_rate = self.rate;
        self.panels.pointer = over_canvas.then(|| self.state.showing().view().world_from_screen(pointer));
        let Self { state, panels, egui, canvas, window, graphics, crowd, stopwatch, ready, fonts, .. } = self;
        let outdated = &mut self.outdated;
        fonts.follow(egui.context(), state);
        let before = *canvas;
        let input = |events| Input { events, pointer, over_canvas, modifiers, canvas: before, dt: 0.0 };
        let (mut events, mut advanced) = (Some(events), false);
        let mut effects = Vec::new();
        egui.run(|context| {
            context.layer_painter(LayerId::background()).add(tell_time(context.screen_rect(), ready));
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
            if let Some(moved) = move_canvas(settling, canvas, window, state.showing().view().canvas, context)
            {
                effects.extend(state.apply(Command::View(moved)));
            }
            stopwatch.lap(FrameStage::Input);
            let picture = state.picture();
            stopwatch.lap(FrameStage::Overlay);
            paint_canvas(&picture, graphics.is_some(), crowd, egui_rect(*canvas), context);
            drop(picture);
            stopwatch.lap(FrameStage::Mesh);
            let asked = events.as_deref().unwrap_or_default();
            if (commands.iter().any(closes) || asked.iter().any(event_closes)) && fields::keep_open(context) {
                commands.retain(|command| !closes(command));
                events.iter_mut().for_each(|events| events.retain(|event| !event_closes(event)));
                let text = "Not closed: what is typed in a field is not allowed. Closing again drops it.";
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
        for effect in effects {
            self.carry_out(effect);
        }
        if let Some(text) = self.egui.take_copied() {
            self.copy(text);
        }
        self.desktop.type_at(self.egui.caret());
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::OpenDialog(folder) => self.panels.open_dialog(folder),
            Effect::PickScene => self.panels.pick_scene(),
            Effect::ShowLicences => self.panels.show_licences(),
            Effect::OutlineDialog(folder) => self.panels.outline_dialog(folder),
            Effect::SaveDialog(folder, name) => self.panels.save_dialog(folder, &name),
            Effect::CanvasDialog(folder, name) => self.panels.canvas_dialog(folder, &name),
            Effect::AskLinkBase => self.panels.ask_link_base(self.state.files().link_base()),
            Effect::ContextMenu(at) => self.panels.open_context_menu(at),
            Effect::Screenshot(path) => self.pictures.push(path),
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
            Effect::Quit => self.quit = true,
        }
    }

    fn apply(&mut self, command: Command) {
        for effect in self.state.apply(command) {
            self.carry_out(effect);
        }
    }

    /// Takes screenshots after egui is drawn and before the buffers are swapped, so that they show the panels
    /// as well.
    fn take_pictures(&mut self) {
        for path in std::mem::take(&mut self.pictures) {
            let image = macroquad::texture::get_screen_data();
            let row = usize::from(image.width) * 4;
            let mut rgba: Vec<u8> = image.bytes.rchunks_exact(row.max(4)).flatten().copied().collect();
            rgba.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
            let written = png::write_png(&path, u32::from(image.width), u32::from(image.height), &rgba);
            self.apply(Command::News(News::ScreenshotDone(path, written)));
        }
    }

    fn apply_theme(&mut self) {
        let theme = self.state.showing().theme;
        if self.themed != Some(theme) {
            style::apply(self.egui.context(), &theme);
            self.themed = Some(theme);
        }
        self.egui.context().set_pixels_per_point(pixels_per_point());
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

/// Whether the event is the key of such a command.
fn event_closes(event: &Event) -> bool {
    match event.kind {
        EventKind::Key { key, .. } => command_for(key, event.modifiers).is_some_and(closes),
        EventKind::Moved(_)
        | EventKind::Pressed(..)
        | EventKind::Released(..)
        | EventKind::Wheel(..)
        | EventKind::FocusLost => false,
    }
}

/// The first item that egui draws: its callback records the processor time at which the triangles were
/// complete.
fn tell_time(area: egui::Rect, ready: &Arc<Mutex<Duration>>) -> egui::PaintCallback {
    let ready = Arc::clone(ready);
    let callback = egui_miniquad::CallbackFn::new(move |_, _| {
        *ready.lock().unwrap_or_else(PoisonError::into_inner) = processor_time();
    });
    egui::PaintCallback { rect: area, callback: Arc::new(callback) }
}

/// Physical pixels per point of egui. Only positions of the pointer are divided by it.
fn pixels_per_point() -> f32 {
    let scale = desktop::scale();
    if scale.is_finite() { scale.clamp(0.5, 4.0) } else { 1.0 }
}

fn points(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y) / pixels_per_point()
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
