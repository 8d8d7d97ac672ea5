//! Starting in a page: the scene, colours, unsaved work.

use std::path::{Path, PathBuf};

use glam::Vec2;

use super::SIZE;
use super::asked::answer_questions;
use super::ending::{rescue_at_hiding, show_panics};
use super::running::{Opening, ShellCell, configuration, frames};
use crate::app::{AppState, Command, FileCommand, Leave, News, Settings, TimeCommand};
use crate::gui::WindowOptions;
use crate::gui::desktop::Desktop;
use crate::picture::display::Rect;
use crate::platform::page;
use crate::scene::Scene;
use crate::scene::link::Link;

/// Folder of what the program stores for itself; documents are in none.
const OWN: &str = "own";

/// Starts in the page and returns; the browser runs the frames.
pub fn run(args: &WindowOptions) -> Result<(), String> {
    let canvas = Rect { min: Vec2::ZERO, max: SIZE };
    let mut state = opened(args, canvas);
    // A link that is followed is what is asked for: work of this tab that it replaces is asked about.
    if page::is_reloaded() || !Link::is_meant(&page::address()) {
        restore_own(&mut state);
    }
    let rescue = state.files().recovery.rescue();
    rescue_at_hiding(rescue.clone());
    let running = ShellCell::default();
    answer_questions(&running);
    let desktop = Desktop::default();
    let window = configuration(&desktop);
    let opening = Opening { state, desktop, feed: None, announce: args.announce, stats: None };
    macroquad::Window::from_config(window, async {
        // macroquad has set a hook of its own by now.
        show_panics(rescue);
        frames(opening, running).await;
    });
    Ok(())
}

/// The state that the page begins with: the scene of the link in its address, or the built-in one. A broken link gives
/// an empty scene and says why.
fn opened(args: &WindowOptions, canvas: Rect) -> AppState {
    let is_figure = page::is_framed();
    let settings = Settings {
        forgets: false,
        screenshots: PathBuf::new(),
        scenes: PathBuf::new(),
        storage: (!is_figure).then(|| PathBuf::from(OWN)),
        recovery: args.recovery && !is_figure,
        is_figure,
        link_base: page::address(),
        preferences: (!is_figure).then(|| Path::new(OWN).join("settings.ron")),
        light: !page::is_dark(),
    };
    let address = page::address();
    let link = Link::is_meant(&address).then(|| Link::read(&address));
    let mut state = match link {
        Some(Ok(link)) => return AppState::of_link(link, settings, canvas),
        Some(Err(_)) => {
            let mut state = if Link::asks_to_embed(&address) {
                let empty = Link { scene: Scene::default(), frame: 0, pair: None, embed: true };
                AppState::of_link(empty, settings, canvas)
            } else {
                let mut state = AppState::new(settings, canvas);
                state.apply(Command::File(FileCommand::Leave(Leave::New)));
                state
            };
            // Says why.
            state.apply(Command::News(News::Link(address)));
            state
        }
        None => AppState::new(settings, canvas),
    };
    if args.frame > 0 {
        state.apply(Command::Time(TimeCommand::Seek(args.frame)));
    }
    state
}

/// After a reload the unsaved work of this tab is there again. That of other tabs is asked about.
fn restore_own(state: &mut AppState) {
    let before = Path::new(OWN).join("recovery").join(page::run_before()).with_extension("ron");
    if state.files().left.iter().any(|left| left.file() == before) {
        state.apply(Command::File(FileCommand::Leave(Leave::Restore(before))));
    }
}
