//! The time line under the canvas: computed frames, where contacts begin and end, moments (queries that begin and cease to
//! hit, ghost contacts, crossings, lines of a game's log), expectations, the present frame, bookmarks. Dragging on it
//! seeks, with Shift it marks the range that is repeated, the wheel zooms, a double click shows the whole run again.

use egui_macroquad::egui::{self, Pos2, Rangef, Rect, Response, Sense, Ui, pos2, vec2};

use self::about::about;
use self::lines::Lines;
pub use self::track::Track;
use super::memory::memory_ui;
use crate::app::run::frames::Frames;
use crate::app::{AppState, Command, TimeCommand};
use crate::gui::style::Palette;

mod about;
mod lines;
mod track;

/// Height of the panel. Points.
pub const HEIGHT: f32 = 48.0;
/// Room for the memory at the right.
const MEMORY: f32 = 62.0;
/// The row of the bar, from the top of the panel.
const BAR: Rangef = Rangef { min: 22.0, max: 28.0 };
/// Fewest visible frames.
const FEWEST: f64 = 20.0;
/// A shorter run is shown as if it had this many frames.
const SHORTEST: f64 = 120.0;
/// A cross is clicked within so many points at each side.
const NEAR_CROSS: f32 = 5.0;
/// Factor of one notch of the wheel.
const NOTCH: f64 = 1.25;

/// Remembers which part of the run is visible.
#[derive(Debug, Default)]
pub struct Timeline {
    /// The frames that the person zoomed to; `None` shows all.
    zoomed: Option<(f64, f64)>,
    /// The frames that were visible when the drag of the head began; they stay so until it ends.
    held: Option<(f64, f64)>,
    /// Where the drag of a range began.
    range_from: Option<u64>,
    track: Option<Track>,
}

impl Timeline {
    /// The track as last shown.
    pub fn track(&self) -> Option<Track> {
        self.track
    }

    /// Records that the time line is not shown.
    pub fn hide(&mut self) {
        self.track = None;
        self.held = None;
    }

    /// Shows the time line; a drag on it seeks.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let panel = ui.max_rect();
        let left = Rect::from_min_max(panel.min, pos2(panel.right() - MEMORY, panel.bottom()));
        let memory = Rect::from_min_max(pos2(left.right(), panel.top()), panel.max);
        memory_ui(ui, memory, state, palette, out);
        let response = ui.interact(left, ui.id().with("track"), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::slider(true, state.run().frame() as f64, "Timeline"));
        let rect = left.shrink2(vec2(14.0, 0.0));
        if rect.width() < 16.0 {
            return self.hide();
        }
        let (first, last) = self.in_sight(ui, state, &response, rect);
        let track = Track { rect, first, last };
        self.track = Some(track);
        self.drag(ui, &response, state, &track, out);
        Lines { painter: ui.painter(), state, palette, track }.draw();
        let pointed = response.hover_pos().filter(|_| !response.is_pointer_button_down_on());
        if let Some(at) = pointed {
            about(ui, state, palette, &track, at);
        }
    }

    /// With Shift a drag marks the range that is repeated, and a click forgets it; else the frame under the pointer is
    /// sought.
    fn drag(
        &mut self,
        ui: &Ui,
        response: &Response,
        state: &AppState,
        track: &Track,
        out: &mut Vec<Command>,
    ) {
        let is_down = response.is_pointer_button_down_on();
        let place = |at: Pos2| state.frame_at(track.nearest(at.x));
        let pressed = ui.input(|input| input.pointer.any_pressed() && input.modifiers.shift);
        if is_down && pressed {
            self.range_from = response.interact_pointer_pos().map(place);
        }
        let Some(from) = self.range_from else { return scrub(response, state, track, out) };
        let to = response.interact_pointer_pos().map_or(from, place);
        let range = Some((from.min(to), from.max(to))).filter(|_| from != to);
        if (is_down || response.drag_stopped() || response.clicked()) && range != state.run().range {
            out.push(Command::Time(TimeCommand::SetRange(range)));
        }
        if !is_down {
            self.range_from = None;
        }
    }

    /// The visible frames.
    fn in_sight(&mut self, ui: &Ui, state: &AppState, response: &Response, rect: Rect) -> (f64, f64) {
        let whole = whole(state);
        if response.double_clicked() {
            self.zoomed = None;
        }
        if !response.is_pointer_button_down_on() {
            self.held = None;
        } else if let Some(held) = self.held {
            return held;
        }
        let notch = ui.input(|input| input.raw_scroll_delta.y);
        if let Some(at) = response.hover_pos().filter(|_| notch != 0.0) {
            let (first, last) = self.zoomed.unwrap_or(whole);
            let center = Track { rect, first, last }.frame(at.x);
            let factor = if notch > 0.0 { 1.0 / NOTCH } else { NOTCH };
            let span = ((last - first) * factor).max(FEWEST);
            let share = (center - first) / (last - first);
            let first = (center - share * span).max(whole.0);
            self.zoomed = (span < whole.1 - whole.0).then_some((first, first + span));
        }
        if let Some((first, last)) = &mut self.zoomed {
            // The head stays visible.
            let (frame, span) = (state.run().frame() as f64, *last - *first);
            if frame < *first || frame > *last {
                *first = (frame - 0.1 * span).max(whole.0);
                *last = *first + span;
            }
        }
        let shown = self.zoomed.unwrap_or(whole);
        if response.is_pointer_button_down_on() {
            self.held = Some(shown);
        }
        shown
    }
}

/// The ends of a line that shows the whole run, with room to drag: of a round length, so that the line rarely
/// changes while the run grows.
fn whole(state: &AppState) -> (f64, f64) {
    if let Some(playback) = state.run().frames.playback() {
        let (first, last) = (playback.first_frame() as f64, playback.last_frame() as f64);
        let length = (last - first).max(1.0) * 1.02;
        return (first, first + if playback.goes_on { rounded(length.max(SHORTEST)) } else { length });
    }
    let reached = state.run().frames.last_frame().max(state.run().seeking.unwrap_or(0)) as f64;
    let far = (4.0 * reached).max(1200.0);
    let expected =
        state.derived().expectations.marks.iter().map(|mark| mark.frame as f64).filter(|frame| *frame <= far);
    (0.0, rounded(expected.fold(reached, f64::max).max(SHORTEST / 1.04) * 1.04))
}

/// A round number at least as large.
fn rounded(end: f64) -> f64 {
    let power = 10.0_f64.powf(end.log10().floor());
    [1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.5, 8.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|round| *round >= end)
        .unwrap_or(end)
}

/// Seeks the frame under the pointer while it is dragged.
fn scrub(response: &Response, state: &AppState, track: &Track, out: &mut Vec<Command>) {
    // A click may begin and end within one frame of the window.
    if !(response.is_pointer_button_down_on() || response.drag_stopped() || response.clicked()) {
        return;
    }
    let Some(at) = response.interact_pointer_pos() else { return };
    if let Some((frame, pair)) = crossing_at(state, track, at).filter(|_| response.clicked()) {
        return out.push(Command::Time(TimeCommand::GoToCrossing { frame, pair }));
    }
    let frame = state.frame_at(bookmark_at(state, track, at).unwrap_or_else(|| track.nearest(at.x)));
    let there = state.run().frame() == frame && state.run().inside.is_none() && !state.run().playing;
    if state.run().seeking != Some(frame) && !(there && state.run().seeking.is_none()) {
        out.push(Command::Time(TimeCommand::Seek(frame)));
    }
}

/// The crossing whose cross is under the pointer: its frame and its pair.
fn crossing_at(state: &AppState, track: &Track, at: Pos2) -> Option<(u64, (u32, u32))> {
    if at.y > track.rect.top() + BAR.min {
        return None;
    }
    let near = |by: f32| track.frame(at.x + by).max(0.0);
    let frames = near(-NEAR_CROSS).ceil() as u64..=near(NEAR_CROSS) as u64;
    let mut moments = state.moments(frames).iter();
    moments.find_map(|moment| Some((moment.frame, moment.crossing()?)))
}

/// The frame of the bookmark whose flag is under the pointer.
fn bookmark_at(state: &AppState, track: &Track, at: Pos2) -> Option<u64> {
    let is_flag = |frame: u64| (-3.0..=9.0).contains(&(at.x - track.x(frame as f64)));
    let mut frames = state.scene().bookmarks.iter().map(|bookmark| bookmark.frame);
    frames.find(|frame| at.y < track.rect.top() + BAR.min && is_flag(*frame))
}
