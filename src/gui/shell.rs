//! The only file that talks to macroquad's globals: the window, its loop, who gets the input, when to sleep.

use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use egui::{Context, LayerId, Order, Rect, pos2};
use egui_miniquad::EguiMq;
use glam::Vec2;
use macroquad::miniquad::{self, KeyMods, MouseButton};

use super::announce::Announcer;
use super::desktop::{Clip, Desktop, WINDOW_CLASS};
use super::input::{Collector, Held, Raw, key, pointer_button};
use super::panels::Panels;
use super::stats::{Stage, Stats};
use super::watch::FileWatch;
use super::{Args, style};
use crate::app::{
    AppState, Command, Cursor, EditCommand, Effect, Event, EventKind, FileCommand, Input, Key, Settings,
    ViewCommand,
};
use crate::backend::{png, window};
use crate::display::Color;
use crate::theme::Theme;
use crate::view::Canvas;

/// Size of the window at first. Points.
const SIZE: Vec2 = Vec2::new(1280.0, 720.0);
/// Shortest time from frame to frame, where the display does not hold the program back.
const FRAME: Duration = Duration::from_millis(15);
/// How long frames go on after the last input, so that what egui does in steps is done.
const AFTERGLOW: Duration = Duration::from_millis(80);
/// Longest sleep.
const SLEEP: Duration = Duration::from_secs(30);
/// Frames until the panels have their sizes; the scene is fitted to the canvas until then.
const SETTLING: u64 = 4;

/// Opens the window; see [`super::run`].
pub fn run(args: &Args) -> Result<(), String> {
    let started = Instant::now();
    let canvas = Canvas { min: Vec2::ZERO, max: SIZE };
    let settings = settings(args);
    let state = match &args.scene {
        Some(path) => AppState::open(path, settings, canvas).map_err(|error| error.message)?,
        None => AppState::new(settings, canvas),
    };
    let desktop = Desktop::connect().map_err(no_window)?;
    let running = Rc::new(RefCell::new(Running { shell: None, failed: None }));
    let opening =
        Opening { state, desktop, announce: args.announce, stats: args.stats.then(|| Stats::new(started)) };
    let hook = quiet_panics();
    let outcome = catch_unwind(AssertUnwindSafe({
        let running = Rc::clone(&running);
        move || macroquad::Window::from_config(configuration(), frames(opening, running))
    }));
    std::panic::set_hook(hook.previous);
    let mut running = running.borrow_mut();
    match outcome {
        Ok(()) => running.failed.take().map_or(Ok(()), Err),
        Err(_) => {
            let reason = hook.reason.lock().unwrap_or_else(PoisonError::into_inner).clone();
            match running.shell.as_mut() {
                None => Err(no_window(format!("X11 or OpenGL failed ({reason})"))),
                Some(shell) => Err(format!("the window failed: {reason}\n{}", shell.rescue())),
            }
        }
    }
}

/// The sentence for those who have no display.
fn no_window(reason: impl std::fmt::Display) -> String {
    format!(
        "the window cannot be opened: {reason}; \
         the commands `report`, `render` and `check` need no display (`collision-test --help` explains them)"
    )
}

struct Opening {
    state: AppState,
    desktop: Desktop,
    announce: bool,
    stats: Option<Stats>,
}

struct Running {
    shell: Option<Shell>,
    failed: Option<String>,
}

struct Hook {
    previous: Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Sync + Send>,
    reason: Arc<Mutex<String>>,
}

/// A panic becomes a sentence instead of a trace; unsaved work is rescued where it is caught.
fn quiet_panics() -> Hook {
    let previous = std::panic::take_hook();
    let reason = Arc::new(Mutex::new(String::new()));
    let kept = Arc::clone(&reason);
    std::panic::set_hook(Box::new(move |info| {
        let text = info
            .payload()
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| info.payload().downcast_ref::<&str>().copied())
            .unwrap_or("unknown fault");
        let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = format!("{text}{place}");
    }));
    Hook { previous, reason }
}

fn settings(args: &Args) -> Settings {
    let storage = directories::ProjectDirs::from("", "", "collision-test");
    Settings {
        screenshots: args.screenshots.clone(),
        scenes: scenes_folder(args.scene.as_deref()),
        storage: storage.map(|dirs| dirs.data_dir().to_owned()),
    }
}

/// `scenes` here, beside or above the opened file, or above the program.
fn scenes_folder(scene: Option<&Path>) -> PathBuf {
    let here = PathBuf::from("scenes");
    if here.is_dir() {
        return here;
    }
    let program = std::env::current_exe().ok();
    let opened = scene.and_then(|path| std::path::absolute(path).ok());
    [opened, program]
        .into_iter()
        .flatten()
        .flat_map(|path| path.ancestors().skip(1).map(|folder| folder.join("scenes")).collect::<Vec<_>>())
        .find(|folder| folder.is_dir())
        .unwrap_or(here)
}

fn configuration() -> macroquad::conf::Conf {
    macroquad::conf::Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: "Collision Test".to_owned(),
            window_width: SIZE.x as i32,
            window_height: SIZE.y as i32,
            high_dpi: true,
            // Edges are smoothed in the mesh.
            sample_count: 1,
            icon: Some(super::icon::icon()),
            window_resizable: true,
            platform: miniquad::conf::Platform { linux_wm_class: WINDOW_CLASS, ..Default::default() },
            ..Default::default()
        },
        ..Default::default()
    }
}

async fn frames(opening: Opening, running: Rc<RefCell<Running>>) {
    running.borrow_mut().shell = Some(Shell::new(opening));
    loop {
        let go_on = {
            let mut running = running.borrow_mut();
            running.shell.as_mut().is_some_and(Shell::frame)
        };
        if !go_on {
            break;
        }
        macroquad::window::next_frame().await;
        if let Some(shell) = running.borrow_mut().shell.as_mut() {
            shell.after_frame();
        }
    }
    if let Some(stats) = running.borrow().shell.as_ref().and_then(|shell| shell.stats.as_ref()) {
        print(&stats.to_string());
    }
}

/// A line on standard output; nobody listening is no fault.
fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{}", line.trim_end());
    let _ = out.flush();
}

/// Everything that lives while the window is open.
struct Shell {
    state: AppState,
    panels: Panels,
    egui: EguiMq,
    desktop: Desktop,
    watch: FileWatch,
    collector: Collector,
    subscriber: usize,
    held: Held,
    typed: Option<char>,
    buttons: Buttons,
    pointer: Vec2,
    themed: Option<Theme>,
    title: String,
    canvas: Canvas,
    frame: u64,
    began: Instant,
    last_input: Instant,
    repaint_at: Arc<Mutex<Option<Instant>>>,
    quit: bool,
    pictures: Vec<PathBuf>,
    announce: bool,
    announcer: Announcer,
    stats: Option<Stats>,
    rate: f32,
}

/// Who has the buttons of the pointer.
#[derive(Clone, Copy, Debug, Default)]
struct Buttons {
    /// Left, middle, right are down.
    down: [bool; 3],
    /// The first of them went down on the canvas.
    on_canvas: bool,
}

impl Buttons {
    fn index(button: MouseButton) -> Option<usize> {
        [MouseButton::Left, MouseButton::Middle, MouseButton::Right].iter().position(|&b| b == button)
    }
    fn any(&self) -> bool {
        self.down.contains(&true)
    }
}

impl Shell {
    fn new(opening: Opening) -> Self {
        let Opening { state, mut desktop, announce, stats } = opening;
        desktop.attach();
        macroquad::input::prevent_quit();
        let egui = EguiMq::new(backend());
        let repaint_at = Arc::new(Mutex::new(None));
        let asked = Arc::clone(&repaint_at);
        egui.egui_ctx().set_request_repaint_callback(move |info| {
            let at = Instant::now() + info.delay.min(SLEEP);
            let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
            *asked = Some(asked.map_or(at, |before: Instant| before.min(at)));
        });
        let scale = pixels_per_point();
        if (scale - 1.0).abs() > 0.05 {
            miniquad::window::set_window_size((SIZE.x * scale) as u32, (SIZE.y * scale) as u32);
        }
        let mut watch = FileWatch::new(desktop.waker().clone());
        watch.watch(state.path());
        let canvas = state.view().canvas;
        let mut shell = Self {
            state,
            panels: Panels::default(),
            egui,
            desktop,
            watch,
            collector: Collector::default(),
            subscriber: macroquad::input::utils::register_input_subscriber(),
            held: Held::default(),
            typed: None,
            buttons: Buttons::default(),
            pointer: Vec2::ZERO,
            themed: None,
            title: String::new(),
            canvas,
            frame: 0,
            began: Instant::now(),
            last_input: Instant::now(),
            repaint_at,
            quit: false,
            pictures: Vec::new(),
            announce,
            announcer: Announcer::default(),
            stats,
            rate: 0.0,
        };
        shell.warm_up();
        shell
    }

    /// One empty pass, so that egui knows the scale before it lays anything out.
    fn warm_up(&mut self) {
        self.egui.egui_ctx().set_fonts(style::fonts());
        self.egui.egui_ctx().set_pixels_per_point(pixels_per_point());
        self.egui.run(backend(), |_, _| {});
        self.egui.draw(backend());
    }

    /// One frame. Whether the window stays open.
    fn frame(&mut self) -> bool {
        let began = Instant::now();
        let dt = began.duration_since(self.began).as_secs_f32();
        self.began = began;
        *self.repaint_at.lock().unwrap_or_else(PoisonError::into_inner) = None;

        self.apply_theme();
        let mut commands = self.outside();
        let events = self.gather(&mut commands);
        let stepped = self.pass(commands, events, dt);
        let painting = Instant::now();
        let background = self.state.theme().background;
        macroquad::window::clear_background(macroquad_color(background));
        self.egui.draw(backend());
        self.take_pictures();
        if let Some(stats) = &mut self.stats {
            let now = Instant::now();
            stats.add(Stage::State, stepped);
            stats.add(Stage::Panels, (painting - began).saturating_sub(stepped));
            stats.add(Stage::Paint, now - painting);
            stats.add(Stage::Frame, now - began);
        }
        // Frames after a sleep say nothing about speed.
        if dt < 0.2 {
            self.rate += (1.0 / dt.max(1.0e-3) - self.rate) * 0.1;
        }
        self.frame += 1;
        !self.quit
    }

    /// After the picture is on the screen: tells those who listen, then sleeps while there is nothing to do.
    fn after_frame(&mut self) {
        if let Some(stats) = &mut self.stats {
            stats.frame_done();
        }
        self.retitle();
        if self.announce && self.frame >= SETTLING {
            for line in self.announcer.changes(&self.state, pixels_per_point()) {
                print(&line);
            }
            if self.frame == SETTLING {
                print("ready:");
            }
        }
        self.sleep();
    }

    fn sleep(&mut self) {
        let now = Instant::now();
        let egui_wants = *self.repaint_at.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = self.state.is_playing()
            || self.state.is_working()
            || self.buttons.any()
            || self.frame < 2 * SETTLING
            || now.duration_since(self.last_input) < AFTERGLOW
            || egui_wants.is_some_and(|at| at <= now);
        if busy {
            std::thread::sleep((self.began + FRAME).saturating_duration_since(now));
            return;
        }
        let longest = if self.state.is_active() { Duration::from_millis(100) } else { SLEEP };
        let deadline =
            [egui_wants, self.watch.deadline()].into_iter().flatten().fold(now + longest, Instant::min);
        if self.desktop.wait(deadline) {
            self.last_input = Instant::now();
        }
    }

    /// What comes from outside of window and canvas.
    fn outside(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        if macroquad::input::is_quit_requested() {
            commands.push(Command::File(FileCommand::Quit));
        }
        if self.watch.changed() {
            commands.push(Command::File(FileCommand::FileChanged));
        }
        if let Some(path) = macroquad::input::get_dropped_files().into_iter().find_map(|file| file.path) {
            commands.push(Command::File(FileCommand::OpenPath(path)));
        }
        commands
    }

    /// The window's events: to egui what is egui's, and the rest for the canvas.
    fn gather(&mut self, commands: &mut Vec<Command>) -> Vec<Event> {
        self.collector.events.clear();
        macroquad::input::utils::repeat_all_miniquad_input(&mut self.collector, self.subscriber);
        macroquad::input::clear_input_queue();
        let raw = std::mem::take(&mut self.collector.events);
        if !raw.is_empty() {
            self.last_input = Instant::now();
        }
        let typing = self.egui_has_keyboard();
        let popup = popup_open(self.egui.egui_ctx());
        let mut events = Vec::new();
        for (index, event) in raw.iter().enumerate() {
            let released_later = raw[index + 1..].iter();
            let last_of_its_button = |button: MouseButton| {
                !released_later
                    .clone()
                    .any(|e| matches!(e, Raw::Pressed(b, ..) | Raw::Released(b, ..) if *b == button))
            };
            match *event {
                Raw::Moved(x, y) => self.moved(x, y, &mut events),
                Raw::Pressed(button, x, y) => self.pressed(button, x, y, popup, &mut events),
                // Coming back into the window with the button still held is told as a release.
                Raw::Released(button, ..)
                    if last_of_its_button(button) && macroquad::input::is_mouse_button_down(button) => {}
                Raw::Released(button, x, y) => self.released(button, x, y, &mut events),
                Raw::Wheel(x, y) => self.wheel(x, y, &mut events),
                Raw::Char(character) => {
                    self.typed = Some(character);
                    if typing {
                        self.egui.char_event(character);
                    }
                }
                Raw::KeyDown(code, before, repeat) => {
                    let typed = self.typed.take();
                    let modifiers = self.held.key(code, before, true);
                    let known = key(code, typed);
                    let escape = known == Some(Key::Escape);
                    let paste = self.held.modifiers().ctrl && code == miniquad::KeyCode::V;
                    if typing && paste {
                        self.paste_into_field(modifiers);
                    } else if typing || (popup && escape) {
                        self.egui.key_down_event(code, modifiers);
                    } else {
                        // Modifiers alone: egui must know them for the wheel and for clicks.
                        self.egui.key_up_event(miniquad::KeyCode::Unknown, modifiers);
                    }
                    match known {
                        // A picture of a dialog or a menu is wanted as well.
                        Some(Key::F(12)) if !repeat => commands.push(Command::File(FileCommand::Screenshot)),
                        Some(key) if !(typing || popup && escape) => {
                            events.push(self.event(EventKind::Key { key, repeat }));
                        }
                        _ => {}
                    }
                }
                Raw::KeyUp(code, before) => {
                    let modifiers = self.held.key(code, before, false);
                    self.egui.key_up_event(code, modifiers);
                }
                Raw::FocusLost => self.let_go(&mut events),
                Raw::FocusGained => {}
            }
        }
        self.follow_outside(&mut events);
        events
    }

    fn event(&self, kind: EventKind) -> Event {
        Event { kind, modifiers: self.held.modifiers() }
    }

    fn moved(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        self.egui.mouse_motion_event(x, y);
        self.pointer = points(x, y);
        events.push(self.event(EventKind::Moved(self.pointer)));
    }

    fn pressed(&mut self, button: MouseButton, x: f32, y: f32, popup: bool, events: &mut Vec<Event>) {
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        self.egui.mouse_button_down_event(button, x, y);
        self.pointer = points(x, y);
        if !self.buttons.any() {
            // A click beside an open menu closes the menu and does nothing else.
            self.buttons.on_canvas = !popup && self.on_canvas(self.pointer);
        }
        self.buttons.down[index] = true;
        if self.buttons.on_canvas {
            let context = self.egui.egui_ctx();
            if let Some(focused) = context.memory(|memory| memory.focused()) {
                context.memory_mut(|memory| memory.surrender_focus(focused));
            }
            events.push(self.event(EventKind::Pressed(known, self.pointer)));
        }
    }

    fn released(&mut self, button: MouseButton, x: f32, y: f32, events: &mut Vec<Event>) {
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        if !self.buttons.down[index] {
            return;
        }
        self.egui.mouse_button_up_event(button, x, y);
        self.pointer = points(x, y);
        self.buttons.down[index] = false;
        if self.buttons.on_canvas {
            events.push(self.event(EventKind::Released(known, self.pointer)));
        }
    }

    fn wheel(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        if self.on_canvas(self.pointer) {
            if y != 0.0 {
                events.push(self.event(EventKind::Wheel(y.signum(), self.pointer)));
            }
        } else {
            self.egui.mouse_wheel_event(x.signum() * f32::from(u8::from(x != 0.0)), y.signum());
        }
    }

    /// Another window has the keyboard: nothing is held any more.
    fn let_go(&mut self, events: &mut Vec<Event>) {
        let scale = pixels_per_point();
        for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
            self.released(button, self.pointer.x * scale, self.pointer.y * scale, events);
        }
        self.held.clear();
        self.egui.key_up_event(miniquad::KeyCode::Unknown, KeyMods::default());
        events.push(self.event(EventKind::FocusLost));
    }

    /// Outside of the window macroquad neither moves nor releases; a drag goes on there, and its release is noticed.
    fn follow_outside(&mut self, events: &mut Vec<Event>) {
        let buttons = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
        let lost = buttons
            .into_iter()
            .zip(self.buttons.down)
            .any(|(button, down)| down && !macroquad::input::is_mouse_button_down(button));
        if !lost {
            return;
        }
        let Some(pointer) = self.desktop.pointer() else {
            return self.let_go(events);
        };
        let (x, y) = pointer.position;
        if points(x, y) != self.pointer {
            self.moved(x, y, events);
        }
        for (button, held) in buttons.into_iter().zip(pointer.held) {
            if !held {
                self.released(button, x, y, events);
            }
        }
    }

    /// Whether the point is on the canvas and under no window, menu or message.
    fn on_canvas(&self, point: Vec2) -> bool {
        let context = self.egui.egui_ctx();
        let above =
            context.layer_id_at(pos2(point.x, point.y)).is_some_and(|layer| layer.order != Order::Background);
        !above
            && !self.panels.is_modal(&self.state)
            && self.canvas.contains(point)
            && !context.is_using_pointer()
    }

    /// Keys are egui's while a text field has the focus or a dialog is open.
    fn egui_has_keyboard(&self) -> bool {
        let context = self.egui.egui_ctx();
        let focused = context.memory(|memory| memory.focused());
        focused.is_some_and(|id| egui::TextEdit::load_state(context, id).is_some())
            || self.panels.is_modal(&self.state)
    }

    /// Panels, then what they and the events change, then the picture. How long the changes took.
    fn pass(&mut self, commands: Vec<Command>, events: Vec<Event>, dt: f32) -> Duration {
        let settling = self.frame < SETTLING;
        let over_canvas = self.on_canvas(self.pointer);
        let Self { state, panels, egui, canvas, .. } = self;
        let mut commands = commands;
        let mut input = Some(Input {
            events,
            pointer: self.pointer,
            over_canvas,
            modifiers: self.held.modifiers(),
            canvas: *canvas,
            dt,
        });
        let mut effects = Vec::new();
        let mut stepped = Duration::ZERO;
        panels.frame_rate = self.rate;
        panels.pointer = over_canvas.then(|| state.view().world_from_screen(self.pointer));
        egui.run(backend(), |_, context| {
            panels.show(context, state, &mut commands);
            *canvas = canvas_of(context.available_rect());
            let began = Instant::now();
            if state.view().canvas != *canvas {
                effects.extend(state.apply(Command::View(ViewCommand::SetCanvas(*canvas))));
            }
            if settling {
                effects.extend(state.apply(Command::View(ViewCommand::Fit)));
            }
            for command in commands.drain(..) {
                effects.extend(state.apply(command));
            }
            if let Some(mut input) = input.take() {
                input.canvas = *canvas;
                effects.extend(state.handle_input(&input));
            }
            let picture = state.picture();
            stepped += began.elapsed();
            let area = egui_rect(*canvas);
            window::paint(&picture, &context.layer_painter(LayerId::background()).with_clip_rect(area));
            if over_canvas {
                context.set_cursor_icon(cursor_icon(state.cursor()));
            }
        });
        for effect in effects {
            self.carry_out(effect);
        }
        stepped
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::OpenDialog(folder) => self.panels.open_dialog(folder),
            Effect::SaveDialog(folder, name) => self.panels.save_dialog(folder, &name),
            Effect::Screenshot(path) => self.pictures.push(path),
            Effect::Print(line) => print(&line),
            Effect::WriteClipboard(text) => miniquad::window::clipboard_set(&text),
            Effect::ReadClipboard => {
                let text = self.clipboard();
                self.apply(Command::Edit(EditCommand::PasteText(text)));
            }
            Effect::Watch(path) => self.watch.watch(path.as_deref()),
            Effect::Quit => self.quit = true,
        }
    }

    fn apply(&mut self, command: Command) {
        for effect in self.state.apply(command) {
            self.carry_out(effect);
        }
    }

    fn clipboard(&self) -> String {
        match self.desktop.clipboard() {
            Clip::Nothing => String::new(),
            Clip::AskWindow => miniquad::window::clipboard_get().unwrap_or_default(),
            Clip::Text(text) => text,
        }
    }

    /// Into the text field that has the focus. egui's binding would wait for the clipboard's owner for ever.
    fn paste_into_field(&mut self, modifiers: KeyMods) {
        let text = self.clipboard();
        self.egui.key_up_event(miniquad::KeyCode::Unknown, KeyMods::default());
        for character in text.lines().next().unwrap_or_default().chars() {
            self.egui.char_event(character);
        }
        self.egui.key_up_event(miniquad::KeyCode::Unknown, modifiers);
    }

    /// After egui is drawn, before the buffers are swapped: the picture holds the panels as well.
    fn take_pictures(&mut self) {
        for path in std::mem::take(&mut self.pictures) {
            let image = macroquad::texture::get_screen_data();
            let row = usize::from(image.width) * 4;
            let mut rgba: Vec<u8> = image.bytes.rchunks_exact(row.max(4)).flatten().copied().collect();
            rgba.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
            let written = png::write_png(&path, u32::from(image.width), u32::from(image.height), &rgba);
            self.apply(Command::File(FileCommand::ScreenshotDone(path, written)));
        }
    }

    fn apply_theme(&mut self) {
        let theme = *self.state.theme();
        if self.themed != Some(theme) {
            style::apply(self.egui.egui_ctx(), &theme);
            self.themed = Some(theme);
        }
        self.egui.egui_ctx().set_pixels_per_point(pixels_per_point());
    }

    fn retitle(&mut self) {
        let title = self.state.title();
        if title != self.title {
            self.desktop.set_title(&title);
            self.title = title;
        }
    }

    /// After a fault: keeps unsaved work, and says where.
    fn rescue(&mut self) -> String {
        if self.state.rescue() {
            "Unsaved work is kept: \"File > Restore unsaved work\" brings it back.".to_owned()
        } else {
            "There was no unsaved work.".to_owned()
        }
    }
}

/// Physical pixels a point of egui. One place; positions of the pointer are divided by it, and nothing else is.
fn pixels_per_point() -> f32 {
    let scale = miniquad::window::dpi_scale();
    if scale.is_finite() { scale.clamp(0.5, 4.0) } else { 1.0 }
}

fn points(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y) / pixels_per_point()
}

/// Something is open that a click beside it closes.
fn popup_open(context: &Context) -> bool {
    context.memory(|memory| {
        memory.areas().visible_layer_ids().iter().any(|layer| layer.order == Order::Foreground)
    })
}

fn canvas_of(rect: Rect) -> Canvas {
    let min = Vec2::new(rect.min.x, rect.min.y);
    let size = Vec2::new(rect.width(), rect.height());
    if min.is_finite() && size.is_finite() {
        Canvas { min, max: min + size.max(Vec2::ONE) }
    } else {
        Canvas { min: Vec2::ZERO, max: Vec2::ONE }
    }
}

fn egui_rect(canvas: Canvas) -> Rect {
    Rect::from_min_max(pos2(canvas.min.x, canvas.min.y), pos2(canvas.max.x, canvas.max.y))
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
    // SAFETY: macroquad keeps one context for the whole run of the window, on this thread alone (it asserts that), and every
    // caller here is done with the reference before it calls macroquad again.
    unsafe { macroquad::window::get_internal_gl().quad_context }
}
