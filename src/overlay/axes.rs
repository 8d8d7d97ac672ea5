//! The separating-axis test of the selected pair: each axis is a strip beside the shapes, parallel to its
//! direction, with the projected intervals that the test itself reported. This file places the strips.

use collide2d::Body;
use glam::Vec2;

use super::layer::LayerInfo;
use super::pen::{LabelStyle, NORMAL, Pen, SMALL};
use super::picture::Picture;
use super::space::Slab;
use crate::display::clip::clip_segment;
use crate::display::{Color, PLATE_PADDING, Rect, text_size};
use crate::report::{TraceReport, axis_source_label};

mod drawing;
mod feature;
#[cfg(test)]
mod tests;

pub(super) use drawing::draw;

pub(super) const INFO: LayerInfo = LayerInfo {
    label: "SAT axes",
    tooltip: "Intervals of the selected pair, on every axis that was tested",
    key: Some(6),
    on: true,
    legend: drawing::entries,
    sample: drawing::sample,
};

/// Most strips shown at once: those with the least overlap. A note counts the rest.
const MOST: usize = 8;
/// Distance from the shapes to the nearest strip, and between strips. Pixels.
const CLEAR: f32 = 14.0;
/// Distance between two places that are tried. Pixels.
const STEP: f32 = 6.0;
/// A strip above or to the left costs this much more, so that strips do not change sides at every move.
/// Pixels.
const SIDE_PREFERENCE: f32 = 24.0;
/// Cost of hiding another body, as a distance. Pixels.
const HIDING: f32 = 40.0;
/// A strip of which the canvas shows a smaller share is left out, unless it is the deciding or the
/// highlighted one.
const LEAST_SHOWN: f32 = 0.7;
/// Padding of a strip's plate. Pixels.
const PAD: f32 = 5.0;
/// Width of the letter before an interval. Pixels.
const TAG: f32 = 14.0;

/// The placed strips of a picture.
#[derive(Debug, Default)]
pub(super) struct AxisStrips {
    strips: Vec<Strip>,
    /// Every strip, up to [`MOST`], lies beside the shapes and wholly on the canvas.
    pub(super) is_whole: bool,
}

/// One axis.
#[derive(Debug)]
struct Strip {
    /// Index in the trace.
    index: usize,
    line: AxisLine,
    /// Distance of the inner edge from A's position along `out`.
    inner: f32,
    /// Unit vector from the shapes to the strip.
    out: Vec2,
    /// Middle of the label along the axis.
    label_at: f32,
    /// The whole plate.
    slab: Slab,
}

/// The part of a strip that does not depend on its place. Along the axis, pixels are counted from A's
/// position.
#[derive(Clone, Debug)]
struct AxisLine {
    /// A's position.
    origin: Vec2,
    /// The axis's direction on the screen.
    along: Vec2,
    /// The direction in which its text is read: `along` or its opposite.
    reading: Vec2,
    a: [f32; 2],
    b: [f32; 2],
    /// The overlap, or the gap.
    between: [f32; 2],
    separates: bool,
    role: Role,
    lit: bool,
    label: Vec<(String, LabelStyle)>,
    label_width: f32,
}

/// The axis's part in the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It gave the result.
    Decides,
    /// It was tested.
    Tested,
    /// The test stopped before it.
    NotReached,
}

/// How far a strip may leave the ideal place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// Beside the shapes, all of it on the canvas.
    Whole,
    /// Beside the shapes; the ends may leave the canvas, the label does not.
    Label,
    /// Over the shapes, where they leave no room. Only for the deciding and the highlighted axis.
    Over,
}

impl AxisStrips {
    /// Places every strip beside the shapes, clear of the other strips and of the room already taken.
    pub(super) fn plan(picture: &Picture, pen: &mut Pen) -> Self {
        let Some((a, b, trace)) = picture.looked_trace() else { return Self::default() };
        if !a.aabb().union(&b.aabb()).overlaps(&picture.view.visible()) {
            return Self::default();
        }
        let total = trace.local.axes.len();
        let others = others(picture, pen);
        let mut strips = Vec::new();
        let mut is_whole = true;
        for index in order(trace, picture.options.lit_axis) {
            let Some(line) = AxisLine::new(picture, a, trace, index) else { continue };
            let fits = [Fit::Whole, Fit::Label, Fit::Over];
            let found = fits
                .into_iter()
                .filter(|fit| *fit != Fit::Over || line.is_important())
                .find_map(|fit| Some((fit, find_place(picture, pen, [a, b], &others, &line, fit)?)));
            is_whole &= matches!(found, Some((Fit::Whole, _)));
            if let Some((_, (inner, out, label_at, slab))) = found {
                pen.space.take_slab(Slab { half: slab.half + CLEAR * 0.25, ..slab });
                strips.push(Strip { index, line, inner, out, label_at, slab });
            }
        }
        if strips.len() < total {
            pen.notes.push(format!("{} of {total} axes shown", strips.len()));
        }
        if trace.local.early_out {
            pen.notes.push("bounding circles apart: the test needs no axis".to_owned());
        }
        Self { strips, is_whole }
    }
}

/// Boxes of the other visible bodies; empty where there are more than `MOST_OTHERS`.
fn others(picture: &Picture, pen: &Pen) -> Vec<Slab> {
    const MOST_OTHERS: usize = 64;
    let others = pen.visible_bodies(picture).filter(|(index, _)| picture.pair_color(*index).is_none());
    let slab = |body: &Body| match picture.wall(body) {
        Some([from, to]) => Slab {
            center: (from + to) * 0.5,
            along: (to - from).try_normalize().unwrap_or(Vec2::X),
            half: Vec2::new(from.distance(to) * 0.5, 2.0),
        },
        None => Slab::upright(&picture.screen_box(body)),
    };
    let slabs: Vec<_> = others.map(|(_, body)| slab(body)).take(MOST_OTHERS + 1).collect();
    if slabs.len() > MOST_OTHERS { Vec::new() } else { slabs }
}

/// The axes to show: the deciding one, then by least overlap or gap. The highlighted one is always among
/// them.
fn order(trace: &TraceReport, lit: Option<usize>) -> Vec<usize> {
    let axes = &trace.local.axes;
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by(|&i, &j| {
        let decides = |i| trace.deciding != Some(i);
        decides(i)
            .cmp(&decides(j))
            .then(axes[i].overlap.abs().total_cmp(&axes[j].overlap.abs()))
            .then(i.cmp(&j))
    });
    let lit = lit.filter(|lit| order.iter().skip(MOST).any(|i| i == lit));
    order.truncate(MOST);
    if let (Some(lit), Some(last)) = (lit, order.last_mut()) {
        *last = lit;
    }
    order
}

impl AxisLine {
    fn new(picture: &Picture, a: &Body, trace: &TraceReport, index: usize) -> Option<Self> {
        let (view, theme) = (picture.view, picture.theme);
        let test = trace.local.axes.get(index)?;
        let along = view.screen_direction(test.direction);
        // Left to right, or upward.
        let rightward = if along.x.abs() < 1.0e-3 { along.y < 0.0 } else { along.x > 0.0 };
        let reading = if rightward { along } else { -along };
        let [interval_a, interval_b] =
            [test.a, test.b].map(|i| [i.min as f32 * view.scale, i.max as f32 * view.scale]);
        // The shorter way to push the intervals apart, as `overlap` measures it; containment counts.
        let between = if test.a.max - test.b.min <= test.b.max - test.a.min {
            [interval_b[0], interval_a[1]]
        } else {
            [interval_a[0], interval_b[1]]
        };
        let separates = test.overlap <= 0.0;
        let role = match (trace.deciding, trace.stops_at) {
            (Some(deciding), _) if deciding == index => Role::Decides,
            (_, Some(stops_at)) if index > stops_at || trace.local.early_out => Role::NotReached,
            _ => Role::Tested,
        };
        let (color, what) = if separates { (theme.gap, "gap") } else { (theme.depth, "overlap") };
        let measured = format!("{what} {}", picture.unit().label(test.overlap.abs()));
        let source = axis_source_label(test.source);
        let quiet = LabelStyle::new(SMALL, theme.text_quiet).left();
        let label = match role {
            Role::Decides => {
                let chip = LabelStyle::new(NORMAL, theme.background).plate(color).left();
                let text = if !separates {
                    format!("least {measured}")
                } else if index + 1 < trace.local.axes.len() && !trace.local.early_out {
                    format!("{measured}: separates, test stops")
                } else {
                    format!("{measured}: separates")
                };
                vec![(source, LabelStyle::new(NORMAL, theme.text).left()), (text, chip)]
            }
            Role::Tested => vec![(source, quiet), (measured, LabelStyle::new(SMALL, color).left())],
            Role::NotReached => vec![(source, quiet), (format!("{measured}, not reached"), quiet)],
        };
        let label_width = label.iter().map(|(text, style)| run_width(text, style)).sum::<f32>() + PAD;
        let lit = picture.options.lit_axis == Some(index);
        let origin = view.screen_from_world(a.pose().position);
        let (a, b) = (interval_a, interval_b);
        Some(Self { origin, along, reading, a, b, between, separates, role, lit, label, label_width })
    }

    fn is_important(&self) -> bool {
        self.lit || self.role == Role::Decides
    }

    /// Thickness of the two intervals' bars, and of the overlap's between them.
    fn bars(&self) -> (f32, f32) {
        if self.role == Role::Decides { (6.0, 9.0) } else { (4.5, 5.5) }
    }

    /// Distances from the inner edge to the middle of A's bar, the overlap, B's bar and the label; then the
    /// whole thickness.
    fn rows(&self) -> [f32; 5] {
        const GAP: f32 = 2.0;
        let (bar, between) = self.bars();
        let a = PAD + bar * 0.5;
        let overlap = a + bar * 0.5 + GAP + between * 0.5;
        let b = overlap + between * 0.5 + GAP + bar * 0.5;
        let row = if self.role == Role::Decides { 20.0 } else { 16.0 };
        let label = b + bar * 0.5 + 3.0 + row * 0.5;
        [a, overlap, b, label, label + row * 0.5 + 1.0]
    }

    /// Where both intervals together begin and end.
    fn extent(&self) -> [f32; 2] {
        [self.a[0].min(self.b[0]), self.a[1].max(self.b[1])]
    }

    /// The plate's ends when the label's middle is at `label_at`: room for bars, letters and label.
    fn ends(&self, label_at: f32) -> [f32; 2] {
        let [low, high] = self.extent();
        let (before, after) = if self.reading == self.along { (TAG, 0.0) } else { (0.0, TAG) };
        let half = self.label_width * 0.5;
        [(low - before).min(label_at - half) - PAD, (high + after).max(label_at + half) + PAD]
    }

    /// The label's middle: on the overlap, kept within the bars where it fits.
    fn label_at(&self) -> f32 {
        let [low, high] = self.extent();
        let half = self.label_width * 0.5;
        let middle = (self.between[0] + self.between[1]) * 0.5;
        if high - low >= self.label_width {
            middle.clamp(low + half, high - half)
        } else {
            (low + high) * 0.5
        }
    }

    /// A point `at` pixels along the axis and `out` beside it.
    fn point(&self, at: f32, out: Vec2) -> Vec2 {
        self.origin + self.along * at + out
    }
}

/// Room that a piece of a label takes.
fn run_width(text: &str, style: &LabelStyle) -> f32 {
    let plate = if style.plate.is_some() { 2.0 * PLATE_PADDING.x } else { 0.0 };
    text_size(text, style.size, false).x + plate + 8.0
}

/// The place of least cost on either side: distance of the inner edge, direction, label's middle, plate.
fn find_place(
    picture: &Picture,
    pen: &Pen,
    bodies: [&Body; 2],
    others: &[Slab],
    line: &AxisLine,
    fit: Fit,
) -> Option<(f32, Vec2, f32, Slab)> {
    let canvas = &pen.space.canvas;
    let farthest = canvas.size().length() + (line.origin - canvas.center()).length();
    let mut best = None;
    let mut least = f32::INFINITY;
    // Below the text's reading direction, then above.
    for (side, cost_of_side) in [(1.0, 0.0), (-1.0, SIDE_PREFERENCE)] {
        let out = line.reading.perp() * side;
        // The support points along `out`: beyond them the strip lies on neither shape.
        let world_out = picture.view.screen_direction(out);
        let reach = bodies.map(|body| (picture.support(body, world_out) - line.origin).dot(out));
        let first = reach[0].max(reach[1]) + CLEAR;
        for i in 0..1024 {
            let away = i as f32 * STEP;
            if away > 2.0 * farthest || away + cost_of_side >= least {
                break;
            }
            let inner = if fit == Fit::Over { first - away } else { first + away };
            let place =
                fitted(line, inner, out, canvas, fit).filter(|(_, slab)| pen.space.is_slab_free(slab));
            let Some((label_at, slab)) = place else { continue };
            let hidden = others.iter().filter(|other| other.overlaps(&slab)).count();
            let cost = away + cost_of_side + HIDING * hidden.min(2) as f32;
            if cost < least {
                least = cost;
                best = Some((inner, out, label_at, slab));
            }
        }
    }
    best
}

/// The label's middle and the plate at this distance; `None` where they do not fit on the canvas.
fn fitted(line: &AxisLine, inner: f32, out: Vec2, canvas: &Rect, fit: Fit) -> Option<(f32, Slab)> {
    let thickness = line.rows()[4];
    let plate = |[low, high]: [f32; 2]| Slab {
        center: line.point((low + high) * 0.5, out * (inner + thickness * 0.5)),
        along: line.along,
        half: Vec2::new((high - low) * 0.5, thickness * 0.5),
    };
    let label_at = line.label_at();
    let whole = plate(line.ends(label_at));
    if fit == Fit::Whole {
        return whole.is_within(canvas).then_some((label_at, whole));
    }
    let shown = clip_segment(
        whole.center - whole.along * whole.half.x,
        whole.center + whole.along * whole.half.x,
        canvas,
    );
    let shown = shown.map_or(0.0, |[from, to]| from.distance(to));
    if !line.is_important() && shown < LEAST_SHOWN * 2.0 * whole.half.x {
        return None;
    }
    // The label moves along the strip to where the canvas shows it.
    let [mut low, mut high] = line.ends(label_at);
    if fit == Fit::Over {
        // Where the canvas shows no part of the bars, it still shows their label, on their side.
        let (reach, center) = (canvas.size().length(), (canvas.center() - line.origin).dot(line.along));
        (low, high) = (low.min(center - reach), high.max(center + reach));
    }
    let middle = |at: f32| line.point(at, out * (inner + thickness * 0.5));
    let [from, to] = clip_segment(middle(low), middle(high), canvas)?;
    let (from, to) = ((from - line.origin).dot(line.along), (to - line.origin).dot(line.along));
    let half = line.label_width * 0.5 + PAD + thickness;
    let label_at =
        if to - from > 2.0 * half { label_at.clamp(from + half, to - half) } else { (from + to) * 0.5 };
    let half = line.label_width * 0.5;
    let label = plate([label_at - half, label_at + half]);
    label.is_within(canvas).then(|| (label_at, plate(line.ends(label_at))))
}

/// Bars of axes that the test did not reach are translucent.
fn faded(color: Color, role: Role) -> Color {
    if role == Role::NotReached { color.alpha(0.4) } else { color }
}
