//! What the window tells programs that drive it, and the pictures that it writes of itself.

use std::path::PathBuf;

use egui_macroquad::egui::Pos2;
use glam::Vec2;

use super::{Shell, pixels_per_point};
use crate::app::{Command, News};
use crate::gui::announce::{Announcer, place_lines};
use crate::gui::desktop::print;
use crate::gui::panels::places;
use crate::picture::backend::png;
use crate::platform::clock::Instant;

#[derive(Default)]
pub(super) struct Outlet {
    /// Screenshots to write, each with the frame in which it was asked for.
    pub pictures: Vec<(u64, PathBuf)>,
    pub announce: bool,
    announcer: Announcer,
    told_ready: bool,
    /// The frame in which a program asked for the places of named things, and how often one did.
    asked_at: Option<u64>,
    asked: u64,
    /// The frame in which lines of a recording came last.
    pub fed_at: u64,
}

impl Outlet {
    pub fn new(announce: bool) -> Self {
        Self { announce, ..Self::default() }
    }

    /// Whether a program waits for the places of named things.
    pub fn is_asked(&self) -> bool {
        self.asked_at.is_some()
    }
}

impl Shell {
    /// Announces what changed, once the picture is on the screen.
    pub(super) fn announce(&mut self) {
        let scale = pixels_per_point(&self.state);
        let Self { outlet, panels, state, pace, .. } = self;
        if outlet.announce && !pace.is_settling() && !pace.outdated {
            let announcer = &mut outlet.announcer;
            let pixels = |at: Pos2| Vec2::new(at.x, at.y) * scale;
            let mut lines = announcer.changes(state, panels.timeline_track(), scale);
            lines.extend(announcer.differences(state, panels.first_difference(state).map(pixels)));
            let buttons = panels.embedded_buttons(state);
            lines.extend(announcer.figure(buttons.map(|buttons| buttons.map(pixels))));
            lines.extend(announcer.scenes(panels.scenes_found()));
            if !std::mem::replace(&mut outlet.told_ready, true) {
                lines.push("ready:".to_owned());
            }
            lines.iter().for_each(|line| print(line));
        }
        if self.outlet.asked_at.is_some_and(|at| self.is_settled(at)) {
            self.outlet.asked_at = None;
            let places = places::take(self.egui.context());
            place_lines(&places, scale).for_each(|line| print(&line));
            print(&format!("settled: {}", self.outlet.asked));
        }
    }

    /// Tells the places of named things once everything that led to this frame has its effect.
    pub(super) fn ask_places(&mut self) {
        self.outlet.asked_at = Some(self.pace.frame);
        self.outlet.asked += 1;
        places::ask(self.egui.context());
    }

    /// Whether the window shows what the input of frame `at` led to, and nothing changes but by time or by a recording that
    /// goes on: where its frames come quicker than they are compared, that work has no end.
    fn is_settled(&self, at: u64) -> bool {
        let draws_again = self.pace.egui_wants().is_some_and(|at| at <= Instant::now());
        let state = &self.state;
        self.outlet.told_ready
            && self.pace.frame >= (at + 3).max(self.pace.settled_at)
            && !self.pace.outdated
            && self.typing.keys_waiting.is_empty()
            && self.outlet.pictures.is_empty()
            && self.typing.pasting.is_none()
            && !self.fonts.are_coming()
            && !state.showing().camera.is_turning()
            && (state.run().playing
                || self.outlet.fed_at > at
                || (!state.run().is_working() && !state.hand().is_reducing() && !draws_again))
    }

    /// Takes screenshots after egui is drawn and before the buffers are swapped, so that they show the panels
    /// as well. One is taken in the frame after that in which it was asked for: the message of the last one is gone by then,
    /// and so is the menu that it was chosen from.
    pub(super) fn take_pictures(&mut self) {
        let frame = self.pace.frame;
        let due: Vec<_> = self.outlet.pictures.extract_if(.., |(asked, _)| *asked < frame).collect();
        for (_, path) in due {
            let image = macroquad::texture::get_screen_data();
            let row = usize::from(image.width) * 4;
            let mut rgba: Vec<u8> = image.bytes.rchunks_exact(row.max(4)).flatten().copied().collect();
            rgba.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 255);
            let written = png::write_png(&path, u32::from(image.width), u32::from(image.height), &rgba);
            self.apply(Command::News(News::ScreenshotDone(path, written)));
        }
    }
}
