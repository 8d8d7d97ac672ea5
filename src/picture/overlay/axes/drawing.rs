//! Draws strips and projection lines.

mod bars;

use glam::Vec2;

use self::bars::{Bars, in_sight, is_whole, part};
use super::line::{AxisLine, LABEL_START, LabelRun, NUMBER_ROW, PAD, Projection, Role, Ways, run_width};
use super::place::{BarRow, NUMBER, Stretch, StripPlace};
use super::{AxisStrips, BETWEEN, Strip, feature};
use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Dash, Item, ItemPart, PLATE_PADDING, Source, Stroke};
use crate::picture::overlay::contacts::depth;
use crate::picture::overlay::layer::{LegendEntry, Sample, Swatch};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::{LabelStyle, Pen};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::platform::sorting;
use crate::report::{TraceReport, is_containment};

/// Shapes with more corners have a mark of each on the strip, and no lines to them.
const MOST_LINES: usize = 16;
/// Places the strips and draws them: projection lines, plates and bars here, so that outlines can be drawn again
/// on them; ends and labels above the outlines and above the markers of other pairs.
pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let strips = AxisStrips::plan(picture, pen);
    strips.draw_projections(picture, pen);
    strips.draw_bars(picture, pen);
}

/// The strips of axes that a shortcut tests in the place of those of the test, each with its name.
pub(in crate::picture::overlay) fn draw_shortcut(
    picture: &Picture,
    pen: &mut Pen,
    source: Source,
    trace: &TraceReport,
    names: &[&str],
) {
    let strips = AxisStrips::of_shortcut(picture, pen, source, trace, names);
    strips.strips.iter().for_each(|strip| strip.draw_projections(picture, pen));
    strips.draw_bars(picture, pen);
}

/// Draws the deciding strip's bars where they end at the contact, for a lens of this radius.
pub(in crate::picture::overlay) fn draw_end(picture: &Picture, pen: &mut Pen, radius: f32) {
    /// Distance of the strip from the contact, as a share of the radius.
    const ASIDE: f32 = 0.4;
    let Some((pair, (a, _, trace))) = picture.selected_pair().zip(picture.selected_trace()) else { return };
    let (Some(index), Some(contact)) = (trace.deciding, &pair.contact) else { return };
    let focus = picture.view.center;
    let Some(line) = AxisLine::new(picture, a, focus, trace, index) else { return };
    // The dimension line of the depth is on the other side.
    let out = -depth::side(picture, contact);
    let inner = ASIDE * radius;
    let outer = inner + line.rows()[2] + line.bars().0;
    let half = (radius * radius - outer * outer).max(0.0).sqrt() - PAD;
    let bars = [-half, half];
    let rows = [BarRow::plain(bars); 2];
    let stretch = Stretch { shown: bars, bars, rows, is_cut: true, ..Stretch::default() };
    let place = StripPlace { inner, out, stretch, is_beside: false, is_over: true, is_crowded: false };
    let strip = Strip::new(picture.axis(index), trace, index, line, place);
    for shape in &strip.line.shapes {
        let seen = shape.ends.into_iter().filter(|end| end.abs() <= half);
        let edge = out * inner;
        let lines = seen.map(|end| [strip.line.point(end, Vec2::ZERO), strip.line.point(end, edge)]);
        let stroke = Stroke::solid(1.0, shape.color.alpha(strip.line.strength()));
        pen.list.segments(strip.source.part(ItemPart::Thread), lines, stroke);
    }
    strip.draw_bars(picture.theme, pen);
    strip.draw_ends(picture.theme, pen);
}

/// The layer's lines of the legend.
pub(in crate::picture::overlay) fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let Some((_, _, trace)) = picture.selected_trace() else { return Vec::new() };
    let overlap = LegendEntry::new("overlap along a SAT axis", sample).brief("overlap on an axis");
    let gap: Sample = |pen, at| draw_sample(pen, at, -1.0);
    let gap = LegendEntry::new("gap: the axis separates", gap).brief("gap");
    let way_out =
        LegendEntry::new("way out: one interval is inside the other", sample_way_out).brief("way out");
    let axes = &trace.local.axes;
    let separates = axes.iter().any(|test| test.overlap <= 0.0);
    let contains = axes.iter().any(is_containment);
    [(true, overlap), (contains, way_out), (separates, gap)]
        .into_iter()
        .filter_map(|(is_there, entry)| is_there.then_some(entry))
        .collect()
}

pub(in crate::picture::overlay) fn sample(pen: &mut Pen, at: &Swatch) {
    draw_sample(pen, at, 1.0);
}

impl AxisStrips {
    /// Thin lines from the extreme points of both shapes to their intervals, and the feature that gave the
    /// axis. They lie under the contacts.
    fn draw_projections(&self, picture: &Picture, pen: &mut Pen) {
        for strip in self.strips.iter().rev().filter(|strip| !strip.line.highlighted) {
            strip.draw_projections(picture, pen);
        }
        for strip in
            self.strips.iter().filter(|strip| strip.line.role == Role::Decides && !strip.line.highlighted)
        {
            feature::draw(picture, pen, strip.index, false);
        }
        let early_out = picture.selected_trace().is_some_and(|(.., trace)| trace.local.early_out);
        pen.circles_decide = early_out && !self.strips.is_empty();
    }

    /// Draws plates and bars, and what is read on them above the outlines.
    fn draw_bars(self, picture: &Picture, pen: &mut Pen) {
        for strip in self.strips.iter().rev() {
            strip.draw_plate(picture.theme, pen);
            strip.draw_bars(picture.theme, pen);
        }
        let over = self.strips.iter().filter(|strip| strip.place.is_over);
        pen.over_shapes.extend(over.map(|strip| strip.place.slab(&strip.line)));
        pen.above(|pen| self.draw(picture, pen));
    }

    /// Draws the strips; the highlighted one is on top, with its feature.
    fn draw(&self, picture: &Picture, pen: &mut Pen) {
        let (highlighted, others): (Vec<_>, Vec<_>) =
            self.strips.iter().partition(|strip| strip.line.highlighted);
        for strip in others.into_iter().rev() {
            strip.draw(picture.theme, pen);
        }
        for strip in highlighted {
            strip.draw_projections(picture, pen);
            strip.draw(picture.theme, pen);
            strip.draw_corners(picture, pen);
            feature::draw(picture, pen, strip.index, true);
        }
    }
}

impl Strip {
    fn draw_projections(&self, picture: &Picture, pen: &mut Pen) {
        let Some((a, b, _)) = picture.selected_trace() else { return };
        let line = &self.line;
        let around = pen.canvas.grow(Vec2::splat(16.0));
        let edge = self.place.out * self.place.inner;
        for ((body, shape), row) in [a, b].into_iter().zip(&line.shapes).zip(&self.place.stretch.rows) {
            let extremes = [picture.support(body, -self.direction), picture.support(body, self.direction)];
            let to_strip =
                |(extreme, end): (Vec2, f32)| clip_segment(extreme, line.point(end, edge), &around);
            let ends = extremes.into_iter().zip(shape.ends).filter(|(_, end)| in_sight(*end, row.bars));
            let stroke = Stroke::solid(1.0, shape.color.alpha(line.strength()));
            pen.list.segments(self.source.part(ItemPart::Thread), ends.filter_map(to_strip), stroke);
        }
    }

    /// Where every corner of both shapes lies on the axis, the extreme ones among them: a line from each to its bar,
    /// and a mark on it.
    fn draw_corners(&self, picture: &Picture, pen: &mut Pen) {
        let Some((a, b, _)) = picture.selected_trace() else { return };
        let line = &self.line;
        let around = pen.canvas.grow(Vec2::splat(16.0));
        let [row_a, _, row_b, ..] = line.rows();
        let half = line.bars().0 * 0.5;
        for (((body, shape), row), shown) in
            [a, b].into_iter().zip(&line.shapes).zip([row_a, row_b]).zip(&self.place.stretch.rows)
        {
            let mut lines = Vec::new();
            let mut marks = Vec::new();
            // The outermost place of a round corner is beside it.
            let is_sharp = body.shape().radius() == 0.0;
            let corners = if is_sharp { body.shape().corners() } else { Vec::new() };
            let has_lines = corners.len() <= MOST_LINES;
            for corner in corners {
                let at = picture.view.screen_from_local(body.pose(), corner);
                let end = (at - line.origin).dot(line.along);
                if !in_sight(end, shown.bars) {
                    continue;
                }
                let [near, far] = [row - half, row + half]
                    .map(|row| line.point(end, self.place.out * (self.place.inner + row)));
                lines.extend(clip_segment(at, near, &around).filter(|_| has_lines));
                marks.push([near, far]);
            }
            let source = self.source.part(ItemPart::Corner);
            let fine = Stroke::solid(1.0, shape.color.alpha(0.5)).dashed(Dash::Dotted);
            pen.list.segments(source, lines, fine);
            pen.list.segments(source, marks, Stroke::solid(2.0, picture.theme.background));
        }
    }

    fn draw_plate(&self, theme: &Theme, pen: &mut Pen) {
        let (source, line) = (self.source, &self.line);
        let border = if line.highlighted {
            Some(Stroke::solid(1.5, theme.selection))
        } else if line.role == Role::Shortcut {
            Some(Stroke::solid(1.5, theme.wrong).dashed(Dash::Dashed))
        } else {
            (line.role == Role::Decides).then(|| Stroke::solid(1.0, theme.grid_axis))
        };
        // The plate hides the grid; a body shows through.
        let plate = Some(theme.background.alpha(match (self.place.is_over, line.is_important()) {
            (true, true) => 0.5,
            (true, false) => 0.35,
            (false, true) => 0.92,
            (false, false) => 0.5,
        }));
        let canvas = pen.canvas;
        let slab = self.place.slab(line);
        Outline::Closed(slab.corners().to_vec()).draw(&mut pen.list, source, &canvas, plate, border);
    }

    /// Draws what can be read on the plate.
    fn draw(&self, theme: &Theme, pen: &mut Pen) {
        self.draw_ends(theme, pen);
        self.draw_label(theme, pen);
    }

    fn draw_label(&self, theme: &Theme, pen: &mut Pen) {
        let (source, line, place) = (self.source, &self.line, &self.place);
        let [.., label_row, thickness] = line.rows();
        let row = place.out * (place.inner + label_row);
        let angle = line.reading.to_angle();
        let middle = line.point(place.stretch.label_at, row);
        let mut at = LABEL_START - place.label_width(line) * 0.5;
        let opacity = if place.is_crowded { 0.9 } else { 0.55 };
        let own_plate = (!line.is_important() || place.is_over).then(|| theme.background.alpha(opacity));
        let mut write = |run: &LabelRun, at: Vec2| {
            let (text, style) = run;
            let plate = if style.plate.is_some() { PLATE_PADDING.x } else { 0.0 };
            let style = LabelStyle { plate: style.plate.or(own_plate), ..*style };
            let item = style.turned(angle).at(at + line.reading * plate, text.as_str());
            pen.list.push(source.part(ItemPart::Label), item);
            run_width(run)
        };
        for run in place.label(line) {
            at += write(run, middle + line.reading * at);
        }
        // At the ends of the strip beyond which they are.
        for (is_beside_label, row) in [(true, label_row), (false, thickness - 1.0 - NUMBER_ROW * 0.5)] {
            let middle = line.point(place.stretch.label_at, place.out * (place.inner + row));
            let mut ends = place.stretch.shown.map(|end| (end - place.stretch.label_at) * line.sign());
            sorting::sort_by(&mut ends, f32::total_cmp);
            let (mut first, mut last) = (ends[0] + PAD + 4.0, ends[1] - PAD + 4.0);
            for number in
                place.stretch.off_bars.iter().filter(|number| number.is_beside_label == is_beside_label)
            {
                if number.is_low == line.reads_along() {
                    first += write(&number.run, middle + line.reading * first);
                } else {
                    last -= run_width(&number.run);
                    write(&number.run, middle + line.reading * last);
                }
            }
        }
    }

    /// Draws both intervals, and the overlap or gap between them.
    fn draw_bars(&self, theme: &Theme, pen: &mut Pen) {
        let (source, line, place) = (self.source, &self.line, &self.place);
        let (bar, between) = line.bars();
        let [row_a, row_between, row_b, ..] = line.rows();
        let mut bars = Bars { line, out: place.out, inner: place.inner, pen };
        for ((shape, row), shown) in line.shapes.iter().zip([row_a, row_b]).zip(&place.stretch.rows) {
            let color = faded(shape.color, line.role);
            // The projection lines go on through the plate.
            let ends = shape.ends.into_iter().filter(|end| in_sight(*end, shown.bars));
            let lines: Vec<_> = ends.map(|end| [bars.point(end, 0.0), bars.point(end, row)]).collect();
            let stroke = Stroke::solid(1.0, color.alpha(line.strength()));
            bars.pen.list.segments(source.part(ItemPart::Thread), lines, stroke);
            if let Some(seen) = part(shape.ends, shown.bars) {
                let from = source.part(shape.part).to_scale(is_whole(shape.ends, shown.bars));
                bars.fill(from, seen, row, bar, color);
            }
        }
        let Some(seen) = part(line.common(), place.stretch.bars).filter(|_| line.ways.is_none()) else {
            return;
        };
        let is_whole = is_whole(line.common(), place.stretch.bars);
        let (source, color) =
            (source.part(line.between_part()).to_scale(is_whole), line.between_color(theme));
        if line.separates {
            bars.hatch(source, seen, row_between, between, color);
        } else {
            bars.fill(source, seen, row_between, between, color);
        }
    }

    /// Draws the ends of the bars: ticks with letters; arrows and numbers where an end is out of sight.
    fn draw_ends(&self, theme: &Theme, pen: &mut Pen) {
        let (source, line, place) = (self.source, &self.line, &self.place);
        let [row_a, row_between, row_b, ..] = line.rows();
        let mut bars = Bars { line, out: place.out, inner: place.inner, pen };
        let angle = line.reading.to_angle();
        // Ticks are longer than the bar is thick.
        let half = line.bars().0 * 0.5 + 2.0;
        for ((shape, row), shown) in line.shapes.iter().zip([row_a, row_b]).zip(&place.stretch.rows) {
            let color = faded(shape.color, line.role);
            let ends = shape.ends.into_iter().filter(|end| in_sight(*end, shown.bars));
            let ticks: Vec<_> =
                ends.map(|end| [bars.point(end, row - half), bars.point(end, row + half)]).collect();
            bars.pen.list.segments(source.part(shape.part), ticks, Stroke::solid(1.5, color));
            bars.arrows(source.part(shape.part), shape.ends, shown.bars, row, color);
            let style = LabelStyle::new(NUMBER, shape.color).turned(angle);
            for (side, inward) in [(0, 1.0), (1, -1.0)] {
                let Some(text) = shown.numbers[side].and_then(|end| shape.numbers.get(end)) else {
                    continue;
                };
                let center = place.stretch.shown[side] + inward * (PAD + style.size_of(text).x * 0.5);
                let item = style.at(bars.point(center, row), text.as_str());
                bars.pen.list.push(source.part(ItemPart::Label), item);
            }
            let end = line.letter_end(shape);
            let at = shape.ends[end] + [-9.0, 9.0][end];
            // The plate of a strip that is cut may end sooner, at another strip's.
            let reach = style.size_of(shape.letter).x * 0.5 - BETWEEN;
            let has_room = in_sight(at, [place.stretch.shown[0] + reach, place.stretch.shown[1] - reach]);
            if has_room && in_sight(shape.ends[end], shown.bars) {
                let item = style.at(bars.point(at, row), shape.letter);
                bars.pen.list.push(source.part(ItemPart::Label), item);
            }
        }
        let color = line.between_color(theme);
        if let Some(Ways { shorter, longer }) = line.ways {
            let grey = faded(theme.text_quiet, line.role);
            let aside = line.bars().1 * 0.25;
            bars.way(source.part(ItemPart::OtherWay), longer, place.stretch.bars, row_between + aside, grey);
            bars.way(source.part(ItemPart::WayOut), shorter, place.stretch.bars, row_between - aside, color);
            return;
        }
        let source = source.part(line.between_part());
        bars.arrows(source, line.common(), place.stretch.bars, row_between, color);
        // The ends of the overlap or gap, through all three bars.
        let ends = line.common().into_iter().filter(|end| in_sight(*end, place.stretch.bars));
        let lines: Vec<_> =
            ends.map(|end| [bars.point(end, row_a - half), bars.point(end, row_b + half)]).collect();
        bars.pen.list.segments(source, lines, Stroke::solid(1.25, color));
    }
}

impl AxisLine {
    fn between_part(&self) -> ItemPart {
        if self.separates { ItemPart::Gap } else { ItemPart::Overlap }
    }

    fn between_color(&self, theme: &Theme) -> Color {
        faded(if self.separates { theme.gap } else { theme.depth }, self.role)
    }

    /// Alpha of the projection lines.
    fn strength(&self) -> f32 {
        match (self.highlighted, self.role) {
            (true, _) => 0.9,
            (_, Role::Decides) => 0.7,
            (_, Role::Shortcut) => 0.5,
            (_, Role::Tested) => 0.3,
            (_, Role::NotReached) => 0.18,
        }
    }
}

/// Bars of axes that the test did not reach are translucent.
fn faded(color: Color, role: Role) -> Color {
    if role == Role::NotReached { color.alpha(0.4) } else { color }
}

/// An interval inside another, with its way out.
fn sample_way_out(pen: &mut Pen, at: &Swatch) {
    let theme = at.theme;
    let bar = |from: f32, to: f32, y: f32, color: Color| Item::Segments {
        lines: vec![[at.left + Vec2::new(from, y), at.left + Vec2::new(to, y)]],
        stroke: Stroke::solid(3.0, color),
    };
    pen.list.push(Source::Frame, bar(8.0, 14.0, -5.5, theme.pair_a));
    pen.list.push(Source::Frame, bar(0.0, 24.0, 5.5, theme.pair_b));
    let (from, to) = (at.left + Vec2::X * 14.0, at.left);
    let stroke = Stroke::solid(2.0, theme.depth);
    pen.list.push(Source::Frame, Item::Arrow { from, to, stroke, head: 6.0 });
}

/// A small strip as a sample; it separates where `overlap` is negative.
fn draw_sample(pen: &mut Pen, at: &Swatch, overlap: f32) {
    let theme = at.theme;
    let (a, b) = if overlap < 0.0 { ([0.0, 9.0], [16.0, 24.0]) } else { ([0.0, 16.0], [8.0, 24.0]) };
    let projection =
        |part, letter, color, ends| Projection { part, letter, color, ends, numbers: Default::default() };
    let line = AxisLine {
        origin: at.left,
        along: Vec2::X,
        reading: Vec2::X,
        shapes: [
            projection(ItemPart::IntervalA, "A", theme.pair_a, a),
            projection(ItemPart::IntervalB, "B", theme.pair_b, b),
        ],
        separates: overlap < 0.0,
        ways: None,
        role: Role::Tested,
        highlighted: false,
        label: Vec::new(),
        label_width: 0.0,
        longer: None,
        has_number_row: false,
    };
    let mut bars = Bars { line: &line, out: Vec2::Y, inner: 0.0, pen };
    let source = Source::Frame.into();
    bars.fill(source, a, -5.5, 3.0, theme.pair_a);
    bars.fill(source, b, 5.5, 3.0, theme.pair_b);
    if line.separates {
        bars.hatch(source, line.common(), 0.0, 6.0, theme.gap);
    } else {
        bars.fill(source, line.common(), 0.0, 5.0, theme.depth);
    }
}
