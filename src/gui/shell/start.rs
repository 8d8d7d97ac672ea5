//! Opening the window, and the errors if it cannot be opened or fails.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use glam::Vec2;

use super::ending::rescue_at_signals;
use super::running::{Opening, ShellCell, configuration, frames};
use super::{SIZE, print};
use crate::app::{AppState, Command, Settings, TimeCommand, ViewCommand};
use crate::gui::WindowOptions;
use crate::gui::desktop::Desktop;
use crate::gui::feed::Feed;
use crate::gui::stats::Stats;
use crate::picture::display::Rect;
use crate::platform::clock::Instant;

pub fn run(args: &WindowOptions) -> Result<(), String> {
    let started = Instant::now();
    let canvas = Rect { min: Vec2::ZERO, max: SIZE };
    let settings = settings(args);
    let opened = match (&args.link, &args.scene) {
        (Some(link), _) => Some(AppState::of_link(link.clone(), settings.clone(), canvas)),
        (None, Some(path)) => {
            Some(AppState::open(path, settings.clone(), canvas).map_err(|error| error.message)?)
        }
        (None, None) => None,
    };
    let desktop = Desktop::connect().map_err(no_window)?;
    let feed = match &args.follow {
        Some(follow) => Some(Feed::start(follow, desktop.waker().clone())?),
        None => None,
    };
    let waiting = feed.as_ref().map(|feed| feed.waiting(settings.clone(), canvas));
    let mut state = opened.or(waiting).unwrap_or_else(|| AppState::new(settings, canvas));
    if args.frame > 0 {
        state.apply(Command::Time(TimeCommand::Seek(args.frame)));
    }
    if let Some(address) = feed.as_ref().and_then(Feed::address) {
        print(&format!("listening: {address}"));
    }
    if let Some(warning) = feed.as_ref().and_then(Feed::warning) {
        let _ = writeln!(std::io::stderr(), "collision-test: {warning}");
        state.apply(Command::View(ViewCommand::Warn(warning)));
    }
    let waker = desktop.waker().clone();
    state.files().recovery.rescue().wake_with(move || waker.wake());
    rescue_at_signals(state.files().recovery.rescue());
    let running = ShellCell::default();
    let window = configuration(&desktop);
    let opening = Opening {
        state,
        desktop,
        feed,
        announce: args.announce,
        stats: args.stats.then(|| Stats::new(started)),
    };
    let hook = quiet_panics();
    let outcome = catch_unwind(AssertUnwindSafe({
        let running = Rc::clone(&running);
        move || macroquad::Window::from_config(window, frames(opening, running))
    }));
    std::panic::set_hook(hook.previous);
    match outcome {
        Ok(()) => Ok(()),
        Err(_) => {
            let reason = hook.reason.lock().unwrap_or_else(PoisonError::into_inner).clone();
            match running.borrow().as_ref() {
                None => Err(no_window(format!("X11 or OpenGL failed ({reason})"))),
                Some(shell) => Err(format!("the window failed: {reason}\n{}", rescue(&shell.state))),
            }
        }
    }
}

/// Gets unsaved work onto the disk after a fault; returns a sentence about it.
fn rescue(state: &AppState) -> &'static str {
    match (state.files().document.is_dirty(), state.files().rescue()) {
        (true, true) => "Unsaved work is kept: the next start offers it.",
        (true, false) => "Unsaved work is lost.",
        (false, _) => "There was no unsaved work.",
    }
}

/// The error where there is no display.
fn no_window(reason: impl std::fmt::Display) -> String {
    format!(
        "the window cannot be opened: {reason}; \
         all commands but the window (`report`, `render`, `check`, …) need no display (`collision-test --help` explains them)"
    )
}

struct Hook {
    previous: Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Sync + Send>,
    reason: Arc<Mutex<String>>,
}

/// Replaces a panic's trace by a sentence; unsaved work is rescued where the panic is caught.
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

fn settings(args: &WindowOptions) -> Settings {
    let own = directories::ProjectDirs::from("", "", "collision-test");
    let preferences =
        own.as_ref().filter(|_| args.settings).map(|dirs| dirs.config_dir().join("settings.ron"));
    Settings {
        screenshots: args.screenshots.clone(),
        scenes: scenes_folder(args.scene.as_deref()),
        storage: own.map(|dirs| dirs.data_dir().to_owned()),
        forgets: !args.settings,
        recovery: args.recovery,
        is_figure: false,
        link_base: args.link_base.clone(),
        preferences,
        light: false,
    }
}

/// The folder `scenes` here, beside or above the opened file, or above the program.
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
