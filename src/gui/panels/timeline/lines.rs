//! What is drawn on the time line.

use egui_macroquad::egui::{Color32, FontId, Painter, Rangef, Rect, Shape, Stroke, pos2, vec2};

use super::BAR;
use super::track::Track;
use crate::app::{AppState, ExpectationMark, Happening};
use crate::gui::panels::expectations::sign;
use crate::gui::style::{NUMBERS, Palette, SMALL};
use crate::picture::backend::window::egui_color;
use crate::platform::sorting;

/// Rows, from the top of the panel: marks of expectations, stops, tops of the flags of bookmarks, labels. Points.
const EXPECTED: f32 = 7.5;
const STOPS: f32 = 14.5;
const FLAG: f32 = 4.0;
const LABELS: f32 = 41.0;
/// Stops nearer to each other than this share a dot. Points.
const STOP_NEAR: f32 = 4.0;
/// Longest tick of contacts that begin or end; its length grows with their number. Points.
const TICK: f32 = 6.0;
/// How far the ticks of moments are right of those of contacts, and the radius of the dot at their end. Points.
const BESIDE: f32 = 2.5;
const DOT: f32 = 1.75;
/// Half the width of the triangle of a ghost contact, as on the canvas. Points.
const GHOST: f32 = 3.5;
/// Expectations nearer to each other than this share a mark. Points.
const NEAR: f32 = 9.0;

/// What is drawn on the line.
pub(super) struct Lines<'a> {
    pub painter: &'a Painter,
    pub state: &'a AppState,
    pub palette: &'a Palette,
    pub track: Track,
}

impl Lines<'_> {
    pub fn draw(&self) {
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
                Happening::Logged(_) | Happening::Gap if is_free(3, x) => {
                    dot(x, bottom + TICK, self.palette.text);
                }
                Happening::Ghost(_) | Happening::Crossing { .. } | Happening::Logged(_) | Happening::Gap => {}
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

#[cfg(test)]
mod tests {
    use super::*;

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
