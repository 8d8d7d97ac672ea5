//! The time line under the canvas: computed frames, where contacts begin and end, moments (queries that begin and cease to
//! hit, ghost contacts, crossings, lines of a game's log), expectations, the present frame, bookmarks. Dragging on it
//! seeks, with Shift it marks the range that is repeated, the wheel zooms, a double click shows the whole run again.

use egui_macroquad::egui::{
    self, Align2, Area, Color32, FontId, Order, Painter, Pos2, Rangef, Rect, Response, RichText, Sense,
    Shape, Stroke, Ui, pos2, vec2,
};

use super::expectations::sign;
use super::memory::memory_ui;
use super::widgets::mono;
use crate::app::run::frames::Frames;
use crate::app::{AppState, Command, ExpectationMark, Happening, TimeCommand};
use crate::elsewhere::recording::compare::Difference;
use crate::gui::style::{NUMBERS, Palette, SMALL};
use crate::picture::backend::window::egui_color;
use crate::platform::plain;
use crate::platform::sorting;
use crate::scene::{Bookmark, Expectation, SceneInput};

/// Height of the panel. Points.
pub const HEIGHT: f32 = 48.0;
/// Room for the memory at the right.
const MEMORY: f32 = 62.0;
/// The track's rows, from the top of the panel: marks of expectations, bar, labels.
const EXPECTED: f32 = 7.5;
const STOPS: f32 = 14.5;
/// Top of the flags of bookmarks.
const FLAG: f32 = 4.0;
/// Stops nearer to each other than this share a dot.
const STOP_NEAR: f32 = 4.0;
const BAR: Rangef = Rangef { min: 22.0, max: 28.0 };
const LABELS: f32 = 41.0;
/// Longest tick of contacts that begin or end; its length grows with their number. Points.
const TICK: f32 = 6.0;
/// How far the ticks of moments are right of those of contacts, and the radius of the dot at their end. Points.
const BESIDE: f32 = 2.5;
const DOT: f32 = 1.75;
/// Half the width of the triangle of a ghost contact, as on the canvas. Points.
const GHOST: f32 = 3.5;
/// Expectations nearer to each other than this share a mark.
const NEAR: f32 = 9.0;
/// Least distance between labels. Points.
const LABEL_ROOM: f32 = 64.0;
/// Most numbers of frames.
const MOST_LABELS: f64 = 1000.0;
/// Fewest visible frames.
const FEWEST: f64 = 20.0;
/// A shorter run is shown as if it had this many frames.
const SHORTEST: f64 = 120.0;
/// Factor of one notch of the wheel.
const NOTCH: f64 = 1.25;
/// Most lines in the tooltip of one place.
const MOST_LINES: usize = 6;

/// The visible frames, and their place in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    /// Points, in the window.
    pub rect: Rect,
    /// The frame at its left end.
    pub first: f64,
    /// The frame at its right end.
    pub last: f64,
}

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

impl Track {
    pub fn x(&self, frame: f64) -> f32 {
        let share = (frame - self.first) / (self.last - self.first);
        (f64::from(self.rect.left()) + share * f64::from(self.rect.width())) as f32
    }

    /// The frame at a position, with its fraction; at least 0.
    pub fn frame(&self, x: f32) -> f64 {
        let share = f64::from(x - self.rect.left()) / f64::from(self.rect.width());
        (self.first + share * (self.last - self.first)).clamp(self.first, self.last).max(0.0)
    }

    /// The frame nearest to a position.
    pub fn nearest(&self, x: f32) -> u64 {
        self.frame(x).round() as u64
    }
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
    let frame = state.frame_at(bookmark_at(state, track, at).unwrap_or_else(|| track.nearest(at.x)));
    let there = state.run().frame() == frame && state.run().inside.as_ref().is_none() && !state.run().playing;
    if state.run().seeking != Some(frame) && !(there && state.run().seeking.is_none()) {
        out.push(Command::Time(TimeCommand::Seek(frame)));
    }
}

/// The frame of the bookmark whose flag is under the pointer.
fn bookmark_at(state: &AppState, track: &Track, at: Pos2) -> Option<u64> {
    let is_flag = |frame: u64| (-3.0..=9.0).contains(&(at.x - track.x(frame as f64)));
    let mut frames = state.scene().bookmarks.iter().map(|bookmark| bookmark.frame);
    frames.find(|frame| at.y < track.rect.top() + BAR.min && is_flag(*frame))
}

impl Track {
    /// Round numbers of frames, far enough from each other to be labels.
    fn labelled(&self) -> impl Iterator<Item = f64> + use<> {
        let span = self.last - self.first;
        let wanted = span * f64::from(LABEL_ROOM / self.rect.width());
        let power = 10.0_f64.powf(wanted.max(1.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|step| *step >= wanted);
        let step = step.unwrap_or(10.0 * power).max(1.0);
        let first = (self.first / step).ceil();
        // Frames beyond 2^53 are not all representable: a loop that adds a step would stand still there.
        let count = ((self.last / step).floor() - first + 1.0).clamp(0.0, MOST_LABELS) as u32;
        (0..count).map(move |i| (first + f64::from(i)) * step)
    }
}

struct Lines<'a> {
    painter: &'a Painter,
    state: &'a AppState,
    palette: &'a Palette,
    track: Track,
}

impl Lines<'_> {
    fn draw(&self) {
        self.range();
        self.bar();
        self.contacts();
        self.moments();
        self.bookmarks();
        self.inputs();
        self.expectations();
        self.stops();
        self.differences();
        let head = self.head();
        self.labels(head);
    }

    fn y(&self, row: f32) -> f32 {
        self.track.rect.top() + row
    }

    /// Position of a frame, at an end of the line if it is not visible.
    fn x(&self, frame: f64) -> f32 {
        self.track.x(frame).clamp(self.track.rect.left(), self.track.rect.right())
    }

    /// The frames that are repeated.
    fn range(&self) {
        let Some((first, last)) = self.state.run().range else { return };
        let rect = Rect::from_min_max(
            pos2(self.x(first as f64), self.y(BAR.min - 8.0)),
            pos2(self.x(last as f64), self.y(BAR.max + 8.0)),
        );
        self.painter.rect_filled(rect, 3.0, self.palette.accent_faint);
        for x in [rect.left(), rect.right()] {
            self.painter.vline(x, rect.y_range(), Stroke::new(1.5, self.palette.accent));
        }
    }

    /// A flag at each bookmark.
    fn bookmarks(&self) {
        for bookmark in &self.state.scene().bookmarks {
            let x = self.track.x(bookmark.frame as f64);
            if !self.track.rect.expand(1.0).x_range().contains(x) {
                continue;
            }
            let color = self.palette.warning;
            let top = self.y(FLAG);
            self.painter.vline(x, top..=self.y(BAR.max), Stroke::new(1.2, color));
            let corners = [vec2(0.0, 0.0), vec2(8.0, 3.0), vec2(0.0, 6.0)].map(|d| pos2(x, top) + d);
            self.painter.add(Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE));
        }
    }

    /// Below the bar a line where a body is pulled, a dot where one is pushed.
    fn inputs(&self) {
        let color = egui_color(self.state.showing().theme.impulse);
        let y = self.y(BAR.max + 6.0);
        let sight = self.track.rect.expand(1.0).x_range();
        for input in &self.state.scene().inputs {
            let (first, last) = input.frames();
            let (from, to) = (self.track.x(first as f64), self.track.x(last as f64));
            if to < sight.min || from > sight.max {
                continue;
            }
            if first == last {
                self.painter.circle_filled(pos2(from, y), 2.5, color);
            } else {
                let range = Rangef::new(from.max(sight.min), to.min(sight.max));
                self.painter.hline(range, y, Stroke::new(2.5, color));
            }
        }
    }

    /// The computed frames, those before the present one stronger; below them the old future.
    fn bar(&self) {
        let Self { painter, state, palette, .. } = self;
        let (top, bottom) = (self.y(BAR.min), self.y(BAR.max));
        let bar = |from: f64, to: f64, color: Color32| {
            let rect = Rect::from_min_max(pos2(self.x(from), top), pos2(self.x(to), bottom));
            painter.rect_filled(rect, 2.0, color);
        };
        let middle = 0.5 * (top + bottom);
        let line = Stroke::new(1.0, palette.hover);
        painter.hline(self.track.rect.x_range(), middle, line);
        let first = state.run().frames.first_frame() as f64;
        bar(first, state.run().frames.last_frame() as f64, palette.hover);
        bar(first, state.run().frame() as f64, palette.accent.gamma_multiply(0.75));
        if let Some(old) = state.run().old_future.as_ref() {
            let range = Rangef::new(self.x(0.0), self.x(old.last_frame() as f64));
            painter.hline(range, bottom + 3.5, Stroke::new(1.5, palette.quiet.gamma_multiply(0.7)));
        }
    }

    /// Ticks upward where contacts begin, downward where they end; of the selected pair, or of all.
    fn contacts(&self) {
        let marks = self.state.marks(self.state.looking().selected_pair());
        let (begin, end) = (
            self.track.first.floor() as u64,
            (self.track.last.ceil() as u64).min(self.state.run().frames.last_frame()),
        );
        let from = marks.partition_point(|mark| mark.frame < begin);
        let mut column: Option<(f32, u32, u32)> = None;
        for mark in marks.iter().skip(from).take_while(|mark| mark.frame <= end) {
            let x = self.track.x(mark.frame as f64).floor() + 0.5;
            match &mut column {
                Some((at, begins, ends)) if *at == x => {
                    *begins = begins.saturating_add(mark.begins);
                    *ends = ends.saturating_add(mark.ends);
                }
                _ => {
                    self.tick(column.replace((x, mark.begins, mark.ends)));
                }
            }
        }
        self.tick(column);
    }

    fn tick(&self, column: Option<(f32, u32, u32)>) {
        let Some((x, begins, ends)) = column else { return };
        let length = |count: u32| (3.0 + (count as f32).log2()).min(TICK);
        let (top, bottom) = (self.y(BAR.min), self.y(BAR.max));
        if begins > 0 {
            let stroke = Stroke::new(1.5, egui_color(self.state.showing().theme.impulse));
            self.painter.vline(x, top - length(begins)..=top, stroke);
        }
        if ends > 0 {
            let stroke = Stroke::new(1.5, self.palette.text);
            self.painter.vline(x, bottom..=bottom + length(ends), stroke);
        }
    }

    /// Dots on ticks where queries begin (up) and cease (down) to hit, triangles where ghost contacts act, crosses where
    /// bodies cross, dots under the bar where the game logs a line.
    fn moments(&self) {
        let frames = self.track.first.max(0.0).ceil() as u64..=self.track.last.max(0.0) as u64;
        let theme = &self.state.showing().theme;
        let (query, ghost) = (egui_color(theme.velocity), self.palette.warning);
        let (top, bottom) = (self.y(BAR.min), self.y(BAR.max));
        let dot = |x: f32, y: f32, color| _ = self.painter.circle_filled(pos2(x, y), DOT, color);
        let tick = |x: f32, from: f32, to: f32| {
            self.painter.line_segment([pos2(x, from), pos2(x, to)], Stroke::new(1.5, query));
            dot(x, to, query);
        };
        let triangle = |x: f32| {
            let corners = vec![pos2(x, top - 2.0 * GHOST), pos2(x + GHOST, top), pos2(x - GHOST, top)];
            self.painter.add(Shape::convex_polygon(corners, ghost, Stroke::NONE));
        };
        let cross = |x: f32| {
            for side in [-GHOST, GHOST] {
                let ends = [pos2(x - side, top - 2.0 * GHOST), pos2(x + side, top)];
                self.painter.line_segment(ends, Stroke::new(1.5, ghost));
            }
        };
        // Where many share a pixel, one of each kind is drawn.
        let mut last = [f32::NEG_INFINITY; 5];
        let mut is_free = |kind: usize, x: f32| std::mem::replace(&mut last[kind], x) < x;
        for moment in self.state.moments(frames) {
            let x = self.track.x(moment.frame as f64).floor() + 0.5 + BESIDE;
            match &moment.what {
                Happening::Query { before, now, .. } => {
                    if now.is_some() && is_free(0, x) {
                        tick(x, top, top - TICK);
                    }
                    if before.is_some() && is_free(1, x) {
                        tick(x, bottom, bottom + TICK);
                    }
                }
                Happening::Ghost(_) if is_free(2, x) => triangle(x - BESIDE),
                Happening::Crossing { .. } if is_free(4, x) => cross(x - BESIDE),
                Happening::Logged(_) if is_free(3, x) => dot(x, bottom + TICK, self.palette.text),
                Happening::Ghost(_) | Happening::Crossing { .. } | Happening::Logged(_) => {}
            }
        }
    }

    /// `expect` lines: a check where all hold, a cross where one fails, a ring for an unknown result.
    fn expectations(&self) {
        let mut marks: Vec<&ExpectationMark> = self.state.derived().expectations.marks.iter().collect();
        sorting::sort_by_key(&mut marks, |mark| mark.frame);
        let mut group: Option<(f32, Option<bool>)> = None;
        for mark in marks {
            let x = self.track.x(mark.frame as f64);
            if !self.track.rect.expand(1.0).x_range().contains(x) {
                continue;
            }
            match &mut group {
                Some((at, holds)) if x - *at < NEAR => *holds = worse(*holds, mark.holds),
                _ => self.expectation(group.replace((x, mark.holds))),
            }
        }
        self.expectation(group);
    }

    /// A dot where a stop holds, above the bar.
    fn stops(&self) {
        let marks = self.state.run().frames.log().stops.marks();
        let from = marks.partition_point(|mark| (mark.frame as f64) < self.track.first);
        let mut last = f32::NEG_INFINITY;
        for mark in marks.iter().skip(from).take_while(|mark| mark.frame as f64 <= self.track.last) {
            let x = self.track.x(mark.frame as f64);
            if x - last >= STOP_NEAR {
                self.painter.circle_filled(pos2(x, self.y(STOPS)), 2.5, self.palette.error);
                last = x;
            }
        }
    }

    fn expectation(&self, group: Option<(f32, Option<bool>)>) {
        let Some((x, holds)) = group else { return };
        sign(self.painter, pos2(x, self.y(EXPECTED)), holds, self.state, self.palette);
    }

    /// Diamonds at the frames of a recording in which the contacts differ from ours; taller with their number.
    fn differences(&self) {
        let marks = self.state.run().frames.playback().map_or(&[][..], |playback| &playback.marks);
        let color = egui_color(self.state.showing().theme.wrong);
        let mut column: Option<(f32, usize)> = None;
        let draw = |column: Option<(f32, usize)>| {
            let Some((x, count)) = column else { return };
            let (at, height) = (pos2(x, self.y(EXPECTED)), (3.5 + 0.6 * (count as f32).log2()).min(7.0));
            let corners = [vec2(-3.0, 0.0), vec2(0.0, -height), vec2(3.0, 0.0), vec2(0.0, height)];
            let points = corners.map(|corner| at + corner).to_vec();
            self.painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        };
        let range = self.track.rect.expand(1.0).x_range();
        for mark in marks {
            let x = self.track.x(mark.frame as f64).floor() + 0.5;
            if !range.contains(x) {
                continue;
            }
            match &mut column {
                Some((at, count)) if x - *at < 4.0 => *count += mark.count,
                _ => draw(column.replace((x, mark.count))),
            }
        }
        draw(column);
    }

    /// The present frame: a line, and its number below. Returns the number's rectangle.
    fn head(&self) -> Rect {
        let Self { painter, state, palette, .. } = self;
        let frame = state.run().frame() as f64;
        let stage = state
            .run()
            .inside
            .as_ref()
            .map_or(0.0, |inside| (inside.index() + 1) as f64 / inside.count() as f64);
        let x = self.x(frame + stage);
        let color = palette.strong;
        let top = self.y(EXPECTED + 8.5);
        painter.vline(x, top..=self.y(BAR.max + 5.0), Stroke::new(2.0, color));
        let corners = [vec2(-4.5, -3.0), vec2(4.5, -3.0), vec2(0.0, 3.5)].map(|d| pos2(x, top) + d);
        painter.add(Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE));
        let font = FontId::monospace(NUMBERS);
        let text = painter.layout_no_wrap(state.run().frame().to_string(), font, palette.on_accent);
        let size = text.size() + vec2(8.0, 0.0);
        let half = 0.5 * size.x;
        let range = self.track.rect.x_range().shrink(half.min(0.5 * self.track.rect.width()));
        let rect = Rect::from_center_size(pos2(x.clamp(range.min, range.max), self.y(LABELS)), size);
        painter.rect_filled(rect, 3.0, palette.accent);
        painter.galley(rect.center() - 0.5 * text.size(), text, palette.on_accent);
        rect
    }

    /// Numbers of frames, where the head's number leaves room.
    fn labels(&self, head: Rect) {
        let rect = self.track.rect;
        for frame in self.track.labelled() {
            let x = self.track.x(frame);
            let text = if frame == 0.0 { "frame 0".to_owned() } else { format!("{frame:.0}") };
            let font = FontId::proportional(SMALL);
            let text = self.painter.layout_no_wrap(text, font, self.palette.quiet);
            let left = (x - 0.5 * text.size().x).max(rect.left());
            let place = Rect::from_min_size(pos2(left, self.y(LABELS) - 0.5 * text.size().y), text.size());
            if !place.expand(6.0).intersects(head) && place.right() <= rect.right() + 12.0 {
                self.painter.galley(place.min, text, self.palette.quiet);
            }
        }
    }
}

/// The result that a shared mark shows: failed before unknown before held.
fn worse(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (None, _) | (_, None) => None,
        _ => Some(true),
    }
}

/// Frame and time under the pointer, and what happens there.
fn about(ui: &Ui, state: &AppState, palette: &Palette, track: &Track, at: Pos2) {
    let hair = Stroke::new(1.0, palette.quiet.gamma_multiply(0.6));
    ui.painter().vline(at.x, track.rect.top() + 4.0..=track.rect.top() + BAR.max + 4.0, hair);
    let frame = track.nearest(at.x);
    let reach =
        (track.frame(at.x - 3.0).ceil() as u64).min(frame)..=(track.frame(at.x + 3.0) as u64).max(frame);
    let near = (track.frame(at.x - 5.0), track.frame(at.x + 5.0));
    // The tooltip is above the line, so that it does not cover it.
    let area = Area::new(ui.id().with("about")).order(Order::Tooltip).interactable(false);
    let place = area.pivot(Align2::CENTER_BOTTOM).fixed_pos(pos2(at.x, track.rect.top() - 4.0));
    let context = ui.ctx().clone();
    let show = |content: &mut dyn FnMut(&mut Ui)| {
        place.show(&context, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(380.0);
                ui.spacing_mut().item_spacing.y = 2.0;
                content(ui);
            });
        });
    };
    show(&mut |ui| {
        let time = state.run().frames.time_of(frame);
        ui.label(mono(format!("frame {frame} · {time:.3} s"), palette.strong));
        let quiet = |text: String| RichText::new(text).size(SMALL + 1.0).color(palette.text);
        if frame > state.run().frames.last_frame() && !state.files().document.is_recording() {
            ui.label(quiet("not computed yet: going there computes it".to_owned()));
        }
        let mut events = state.events_between(reach.clone(), state.looking().selected_pair());
        for event in events.by_ref().take(MOST_LINES) {
            let what = crate::app::phase_verb(event.phase);
            ui.label(quiet(format!("{} – {} {what} at {}", event.names.0, event.names.1, event.frame)));
        }
        match events.count() {
            0 => {}
            more => {
                ui.label(quiet(format!("and {more} more begin or end")));
            }
        }
        let moments = state.moments(reach.clone());
        for moment in moments.iter().take(MOST_LINES) {
            ui.label(quiet(format!("{}: {}", moment.frame, state.moment_words(moment))));
        }
        if moments.len() > MOST_LINES {
            ui.label(quiet(format!("and {} more", moments.len() - MOST_LINES)));
        }
        if let Some(playback) = state.run().frames.playback() {
            let near = |difference: &&Difference| reach.contains(&difference.frame);
            let mut found = playback.comparison().differences.iter().filter(near);
            let recording = &playback.recording;
            for difference in found.by_ref().take(MOST_LINES) {
                let Difference { frame, bodies, .. } = difference;
                let [a, b] = [bodies.0, bodies.1].map(|body| recording.body_name(body));
                ui.label(quiet(format!("{frame}: {a} – {b}: {}", recording.sentence(difference))));
            }
            match found.count() {
                0 => {}
                more => {
                    ui.label(quiet(format!("and {more} more differences")));
                }
            }
        }
        let is_noted = |bookmark: &&Bookmark| (near.0..=near.1).contains(&(bookmark.frame as f64));
        for bookmark in state.scene().bookmarks.iter().filter(is_noted).take(MOST_LINES) {
            ui.label(quiet(format!("bookmark {}: {}", bookmark.frame, plain::label(&bookmark.note))));
        }
        let is_done = |input: &&SceneInput| {
            let (first, last) = input.frames();
            near.1 >= first as f64 && near.0 <= last as f64
        };
        for input in state.scene().inputs.iter().filter(is_done).take(MOST_LINES) {
            ui.label(quiet(input.words()));
        }
        let stops = state.run().frames.log().stops.marks();
        let stops = stops.iter().filter(|mark| (near.0..=near.1).contains(&(mark.frame as f64)));
        for mark in stops.take(MOST_LINES) {
            ui.label(quiet(format!("stop at {}: {}", mark.frame, mark.why)));
        }
        let is_near = |mark: &&ExpectationMark| (near.0..=near.1).contains(&(mark.frame as f64));
        for mark in state.derived().expectations.marks.iter().filter(is_near).take(MOST_LINES) {
            if let Some(expectation) = state.scene().expect.get(mark.index) {
                ui.label(quiet(expected(expectation, mark)));
            }
        }
    });
}

/// "expect ball – crate to touch at 30: it does not: a gap of 0.1 …".
fn expected(expectation: &Expectation, mark: &ExpectationMark) -> String {
    let (names, what) = (expectation.names(" – "), expectation.words(|m| m.to_string()).verb);
    let holds = match (mark.holds, &mark.failure) {
        (Some(true), _) => "holds".to_owned(),
        (Some(false), Some(failure)) => format!("fails: {}", failure.found),
        (Some(false), None) => "fails".to_owned(),
        (None, _) => "not reached yet".to_owned(),
    };
    format!("expect {names} to {what} at {}: {holds}", mark.frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_on_the_line_is_a_frame_and_back() {
        let rect = Rect::from_min_max(pos2(100.0, 0.0), pos2(500.0, HEIGHT));
        let track = Track { rect, first: 0.0, last: 200.0 };
        assert_eq!(track.x(50.0), 200.0);
        assert_eq!(track.nearest(200.0), 50);
        for frame in 0..=200 {
            assert_eq!(track.nearest(track.x(f64::from(frame))), frame as u64);
        }
        assert_eq!((track.nearest(-5.0), track.nearest(900.0)), (0, 200));
    }

    /// A recording may have such frames.
    #[test]
    fn labels_are_few_whatever_the_frames_are() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, HEIGHT));
        for (first, last) in [
            (0.0, 200.0),
            (0.0, 1.0e15),
            (9.0e15, 9.0e15 + 100.0),
            (1.8446744073709e19, 1.8446744073709e19 + 4096.0),
            (1.8e19, 1.8446744073709552e19),
        ] {
            let frames: Vec<f64> = Track { rect, first, last }.labelled().collect();
            assert!(frames.len() < 200, "{} labels from {first} to {last}", frames.len());
            assert!(frames.iter().all(|frame| (first..=last).contains(frame)));
        }
        let frames: Vec<f64> = Track { rect, first: 0.0, last: 200.0 }.labelled().collect();
        assert_eq!(frames, (0..=10).map(|i| 20.0 * f64::from(i)).collect::<Vec<_>>());
    }

    #[test]
    fn a_mark_of_several_shows_the_worst() {
        for (one, other, shown) in [
            (Some(true), Some(true), Some(true)),
            (Some(true), None, None),
            (None, Some(false), Some(false)),
            (Some(true), Some(false), Some(false)),
        ] {
            assert_eq!(worse(one, other), shown);
            assert_eq!(worse(other, one), shown);
        }
    }
}
