//! Draws strips and projection lines.

use glam::Vec2;

use super::super::layer::{LegendEntry, Sample, Swatch};
use super::super::outline::Outline;
use super::super::pen::{LabelStyle, Pen};
use super::super::picture::Picture;
use super::{AxisLine, AxisStrips, PAD, Role, Strip, faded, feature, run_width};
use crate::display::clip::clip_segment;
use crate::display::{Color, Item, PLATE_PADDING, Rect, Source, Stroke};
use crate::theme::Theme;

/// From line to line of a gap's hatching. Pixels.
const HATCH: f32 = 5.0;

/// Places the strips and draws them: projection lines here, strips above every layer's markers.
pub(in crate::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let strips = AxisStrips::plan(picture, pen);
    strips.draw_projections(picture, pen);
    pen.above(|pen| strips.draw(picture, pen));
}

/// The layer's lines of the legend.
pub(in crate::overlay) fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let Some((_, _, trace)) = picture.looked_trace() else { return Vec::new() };
    let overlap = LegendEntry::new("overlap along a SAT axis", sample).brief("overlap on an axis");
    let gap: Sample = |pen, at| draw_sample(pen, at, -1.0);
    let gap = LegendEntry::new("gap: the axis separates", gap).brief("gap");
    let separates = trace.local.axes.iter().any(|test| test.overlap <= 0.0);
    std::iter::once(overlap).chain(separates.then_some(gap)).collect()
}

/// The layer's sample.
pub(in crate::overlay) fn sample(pen: &mut Pen, at: &Swatch) {
    draw_sample(pen, at, 1.0);
}

impl AxisStrips {
    /// Thin lines from the extreme points of both shapes to their intervals, and the feature that gave the
    /// axis. They lie under the contacts.
    fn draw_projections(&self, picture: &Picture, pen: &mut Pen) {
        for strip in self.strips.iter().rev().filter(|strip| !strip.line.lit) {
            strip.draw_projections(picture, pen);
        }
        for strip in self.strips.iter().filter(|strip| strip.line.role == Role::Decides && !strip.line.lit) {
            feature::draw(picture, pen, strip.index, false);
        }
        let early_out = picture.looked_trace().is_some_and(|(.., trace)| trace.local.early_out);
        pen.circles_decide = early_out && !self.strips.is_empty();
    }

    /// Draws the strips; the highlighted one is on top, with its feature.
    fn draw(&self, picture: &Picture, pen: &mut Pen) {
        let (lit, others): (Vec<_>, Vec<_>) = self.strips.iter().partition(|strip| strip.line.lit);
        for strip in others.into_iter().rev() {
            strip.draw(picture.theme, pen);
        }
        for strip in lit {
            strip.draw_projections(picture, pen);
            strip.draw(picture.theme, pen);
            feature::draw(picture, pen, strip.index, true);
        }
    }
}

impl Strip {
    fn draw_projections(&self, picture: &Picture, pen: &mut Pen) {
        let Some((a, b, trace)) = picture.looked_trace() else { return };
        let Some(test) = trace.local.axes.get(self.index) else { return };
        let line = &self.line;
        let around = pen.canvas.grow(Vec2::splat(16.0));
        let edge = self.out * self.inner;
        for (body, ends, color) in [(a, line.a, picture.theme.pair_a), (b, line.b, picture.theme.pair_b)] {
            let extremes = [picture.support(body, -test.direction), picture.support(body, test.direction)];
            let to_strip =
                |(extreme, end): (Vec2, f32)| clip_segment(extreme, line.point(end, edge), &around);
            let lines: Vec<_> = extremes.into_iter().zip(ends).filter_map(to_strip).collect();
            let stroke = Stroke::solid(1.0, color.alpha(line.strength()));
            if !lines.is_empty() {
                pen.list.push(Source::Axis(self.index), Item::Segments { lines, stroke });
            }
        }
    }

    fn draw(&self, theme: &Theme, pen: &mut Pen) {
        let (source, line) = (Source::Axis(self.index), &self.line);
        let border = if line.lit {
            Some(Stroke::solid(1.5, theme.selection))
        } else {
            (line.role == Role::Decides).then(|| Stroke::solid(1.0, theme.grid_axis))
        };
        // The plate lets what lies under it show through, unless the axis decides or is highlighted.
        let plate = Some(theme.background.alpha(if line.is_important() { 0.92 } else { 0.5 }));
        let canvas = pen.canvas;
        Outline::Closed(self.slab.corners().to_vec()).draw(&mut pen.list, source, &canvas, plate, border);
        self.draw_bars(theme, pen);

        let [.., label_row, _] = line.rows();
        let middle = line.point(self.label_at, self.out * (self.inner + label_row));
        let angle = line.reading.to_angle();
        let mut at = -line.label_width * 0.5 + PAD * 0.5 + 4.0;
        let own_plate = (!line.is_important()).then(|| theme.background.alpha(0.75));
        for (text, style) in &line.label {
            let run = run_width(text, style);
            let plate = if style.plate.is_some() { PLATE_PADDING.x } else { 0.0 };
            let style = LabelStyle { plate: style.plate.or(own_plate), ..*style };
            let item = style.turned(angle).at(middle + line.reading * (at + plate), text.as_str());
            pen.list.push(source, item);
            at += run;
        }
    }

    fn draw_bars(&self, theme: &Theme, pen: &mut Pen) {
        let (source, line) = (Source::Axis(self.index), &self.line);
        let (bar, between) = line.bars();
        let [row_a, row_between, row_b, ..] = line.rows();
        let bars = Bars { line, out: self.out, inner: self.inner, canvas: pen.canvas };
        let angle = line.reading.to_angle();
        let rows = [("A", line.a, row_a, theme.pair_a), ("B", line.b, row_b, theme.pair_b)];
        for (letter, interval, row, color) in rows {
            let color = faded(color, line.role);
            // The projection lines go on through the plate.
            let lines = interval.map(|end| [bars.point(end, 0.0), bars.point(end, row)]).to_vec();
            let stroke = Stroke::solid(1.0, color.alpha(line.strength()));
            pen.list.push(source, Item::Segments { lines, stroke });
            bars.fill(pen, source, interval, row, bar, color);
            // End ticks, longer than the bar is thick.
            let half = bar * 0.5 + 2.0;
            let ticks = interval.map(|end| [bars.point(end, row - half), bars.point(end, row + half)]);
            pen.list
                .push(source, Item::Segments { lines: ticks.to_vec(), stroke: Stroke::solid(1.5, color) });
            let start = if line.reading == line.along { interval[0] } else { interval[1] };
            let anchor = bars.point(start, row) - line.reading * 9.0;
            pen.list.push(source, LabelStyle::new(11.0, color.alpha(1.0)).turned(angle).at(anchor, letter));
        }
        let (from, to) = (line.between[0].min(line.between[1]), line.between[0].max(line.between[1]));
        let color = faded(if line.separates { theme.gap } else { theme.depth }, line.role);
        if line.separates {
            bars.hatch(pen, source, [from, to], row_between, between, color);
        } else {
            bars.fill(pen, source, [from, to], row_between, between, color);
        }
        // The ends of the overlap or gap, through all three bars.
        let half = bar * 0.5 + 2.0;
        let ends = [from, to].map(|end| [bars.point(end, row_a - half), bars.point(end, row_b + half)]);
        pen.list.push(source, Item::Segments { lines: ends.to_vec(), stroke: Stroke::solid(1.25, color) });
    }
}

impl AxisLine {
    /// Alpha of the projection lines.
    fn strength(&self) -> f32 {
        match (self.lit, self.role) {
            (true, _) => 0.9,
            (_, Role::Decides) => 0.7,
            (_, Role::Tested) => 0.3,
            (_, Role::NotReached) => 0.18,
        }
    }
}

/// Draws along a strip.
struct Bars<'a> {
    line: &'a AxisLine,
    out: Vec2,
    inner: f32,
    canvas: Rect,
}

impl Bars<'_> {
    fn point(&self, at: f32, row: f32) -> Vec2 {
        self.line.point(at, self.out * (self.inner + row))
    }

    fn quad(&self, [from, to]: [f32; 2], row: f32, thickness: f32) -> Vec<Vec2> {
        // An interval of length 0 (a wall along its own normal) keeps a visible bar.
        let (from, to) =
            if to - from < 2.0 { ((from + to) * 0.5 - 1.0, (from + to) * 0.5 + 1.0) } else { (from, to) };
        let half = thickness * 0.5;
        vec![
            self.point(from, row - half),
            self.point(to, row - half),
            self.point(to, row + half),
            self.point(from, row + half),
        ]
    }

    fn fill(
        &self,
        pen: &mut Pen,
        source: Source,
        interval: [f32; 2],
        row: f32,
        thickness: f32,
        color: Color,
    ) {
        let quad = Outline::Closed(self.quad(interval, row, thickness));
        quad.draw(&mut pen.list, source, &self.canvas, Some(color), None);
    }

    fn hatch(
        &self,
        pen: &mut Pen,
        source: Source,
        [from, to]: [f32; 2],
        row: f32,
        thickness: f32,
        color: Color,
    ) {
        let half = thickness * 0.5;
        let count = ((to - from + thickness) / HATCH).clamp(0.0, 1024.0) as u32;
        let step = ((to - from + thickness) / 1024.0).max(HATCH);
        let slanted = |i: u32| {
            let start = from - thickness + (i as f32 + 0.5) * step;
            let (low, high) = ((from - start).max(0.0), (to - start).min(thickness));
            (low < high).then(|| {
                [self.point(start + low, row - half + low), self.point(start + high, row - half + high)]
            })
        };
        let mut lines: Vec<_> = (0..count).filter_map(slanted).collect();
        for edge in [row - half, row + half] {
            lines.push([self.point(from, edge), self.point(to, edge)]);
        }
        let around = self.canvas.grow(Vec2::splat(16.0));
        let lines = lines.into_iter().filter_map(|[p, q]| clip_segment(p, q, &around)).collect();
        pen.list.push(source, Item::Segments { lines, stroke: Stroke::solid(1.25, color) });
    }
}

/// A small strip as a sample; it separates where `overlap` is negative.
fn draw_sample(pen: &mut Pen, at: &Swatch, overlap: f32) {
    let theme = at.theme;
    let (a, b) = if overlap < 0.0 { ([0.0, 9.0], [16.0, 24.0]) } else { ([0.0, 16.0], [8.0, 24.0]) };
    let line = AxisLine {
        origin: at.left,
        along: Vec2::X,
        reading: Vec2::X,
        a,
        b,
        between: [b[0].min(a[1]), b[0].max(a[1])],
        separates: overlap < 0.0,
        role: Role::Tested,
        lit: false,
        label: Vec::new(),
        label_width: 0.0,
    };
    let bars = Bars { line: &line, out: Vec2::Y, inner: 0.0, canvas: pen.canvas };
    bars.fill(pen, Source::Frame, a, -5.5, 3.0, theme.pair_a);
    bars.fill(pen, Source::Frame, b, 5.5, 3.0, theme.pair_b);
    if line.separates {
        bars.hatch(pen, Source::Frame, line.between, 0.0, 6.0, theme.gap);
    } else {
        bars.fill(pen, Source::Frame, line.between, 0.0, 5.0, theme.depth);
    }
}
