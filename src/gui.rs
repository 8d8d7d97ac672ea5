//! The window: macroquad for the window itself, egui (by egui-macroquad) for what is in it. [`shell`] alone
//! talks to macroquad's globals.
//!
//! What differs in a browser is in `gui/browser/`: files with the interface of those here.

#[cfg(not(target_os = "unknown"))]
use std::net::SocketAddr;
use std::path::PathBuf;

#[cfg(not(target_os = "unknown"))]
use crate::elsewhere::recording::Origin;
use crate::scene::link::Link;

pub mod announce;
#[cfg(target_os = "unknown")]
pub mod browser;
#[cfg(target_os = "linux")]
mod clipboard;
#[cfg_attr(target_os = "unknown", path = "gui/browser/desktop.rs")]
pub mod desktop;
#[cfg_attr(target_os = "unknown", path = "gui/browser/fallback_fonts.rs")]
mod fallback_fonts;
#[cfg_attr(target_os = "unknown", path = "gui/browser/feed.rs")]
pub mod feed;
pub mod icon;
pub mod input;
pub mod panels;
#[cfg_attr(target_os = "unknown", path = "gui/browser/sharing.rs")]
mod sharing;
pub mod shell;
pub mod stats;
pub mod style;
#[cfg(not(target_os = "unknown"))]
mod waker;
#[cfg_attr(target_os = "unknown", path = "gui/browser/watch.rs")]
pub mod watch;

/// The clipboard's text, empty where there is none; `Err` says why it cannot be read.
type PastedText = Result<String, String>;

/// Where the lines of a recording come from while the window shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowSource {
    /// They are added to this file.
    File(PathBuf),
    /// A game sends them to this address; also one in a page of these origins.
    #[cfg(not(target_os = "unknown"))]
    Game(SocketAddr, Vec<Origin>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct WindowOptions {
    /// The scene to open; `None` opens the built-in one.
    pub scene: Option<PathBuf>,
    /// A link to open, in its place.
    pub link: Option<Link>,
    /// Address of the page that opens links, for File > Copy link; may be empty.
    pub link_base: String,
    /// A recording to follow, in its place.
    pub follow: Option<FollowSource>,
    pub frame: u64,
    pub screenshots: PathBuf,
    /// Keeps unsaved work on the disk.
    pub recovery: bool,
    /// Starts as the window was set up before, and remembers how it is set up.
    pub settings: bool,
    /// Prints changes for programs that drive the window: [`announce`].
    pub announce: bool,
    /// Prints at the end how long the stages of a frame took.
    pub stats: bool,
}

impl Default for WindowOptions {
    fn default() -> Self {
        let screenshots = PathBuf::from("screenshots");
        Self {
            scene: None,
            link: None,
            link_base: String::new(),
            follow: None,
            frame: 0,
            screenshots,
            recovery: true,
            settings: true,
            announce: false,
            stats: false,
        }
    }
}

/// Opens the window and returns when it is closed. `Err` is a sentence for a person: the scene cannot be
/// read, or there is no display to open a window on.
pub fn run(args: &WindowOptions) -> Result<(), String> {
    shell::run(args)
}
