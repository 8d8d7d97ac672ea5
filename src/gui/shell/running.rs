//! The open window: how it is opened, and its frames.

use std::cell::RefCell;
use std::rc::Rc;

use glam::Vec2;
use macroquad::miniquad;

use super::{SIZE, Shell, print};
use crate::app::AppState;
use crate::gui::desktop::{Desktop, ON_DEMAND, WINDOW_CLASS};
use crate::gui::feed::Feed;
use crate::gui::icon;
use crate::gui::stats::Stats;

pub(super) struct Opening {
    pub state: AppState,
    pub desktop: Desktop,
    pub feed: Option<Feed>,
    pub announce: bool,
    pub stats: Option<Stats>,
}

/// The open window; `None` until it is open.
pub(super) type ShellCell = Rc<RefCell<Option<Shell>>>;

/// Size of a new window: no larger than the screen. Physical pixels; `scale`: of a point.
pub(super) fn first_size(desktop: &Desktop, scale: f32) -> Vec2 {
    let wanted = SIZE * scale;
    desktop.screen().map_or(wanted, |screen| wanted.min(Vec2::from(screen)))
}

/// The window as it is opened.
pub(super) fn configuration(desktop: &Desktop) -> macroquad::conf::Conf {
    let size = first_size(desktop, 1.0);
    macroquad::conf::Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: "Collision Test".to_owned(),
            window_width: size.x as i32,
            window_height: size.y as i32,
            high_dpi: true,
            // epaint smooths the edges.
            sample_count: 1,
            icon: Some(icon::icon()),
            window_resizable: true,
            platform: miniquad::conf::Platform {
                linux_wm_class: WINDOW_CLASS,
                blocking_event_loop: ON_DEMAND,
                ..Default::default()
            },
            ..Default::default()
        },
        ..Default::default()
    }
}

/// Runs frames until the window is closed.
pub(super) async fn frames(opening: Opening, running: ShellCell) {
    *running.borrow_mut() = Some(Shell::new(opening));
    while running.borrow_mut().as_mut().is_some_and(Shell::frame) {
        // A page asks for its next frame within this one; elsewhere this one is on the screen first.
        if !ON_DEMAND {
            macroquad::window::next_frame().await;
        }
        if let Some(shell) = running.borrow_mut().as_mut() {
            shell.after_frame();
        }
        if ON_DEMAND {
            macroquad::window::next_frame().await;
        }
    }
    if let Some(stats) = running.borrow().as_ref().and_then(|shell| shell.pace.stats.as_ref()) {
        print(&stats.to_string());
    }
}
