//! Places a strip: beside the shapes where there is room, and cut where it is longer than what is in sight.

use collide2d::Body;
use glam::Vec2;

use super::super::pen::{LabelStyle, Pen, SMALL};
use super::super::picture::Picture;
use super::super::space::Slab;
use super::{AxisLine, LabelRun, PAD, run_width};
use crate::display::clip::clip_segment;
use crate::display::{Rect, text_size};
use crate::framing;

/// Distance from the shapes to the nearest strip. Pixels.
const CLEAR: f32 = 14.0;
/// Distance between two places that are tried. Pixels.
const STEP: f32 = 6.0;
/// A strip above or to the left costs this much more, so that strips do not change sides at every move.
/// Pixels.
const SIDE_PREFERENCE: f32 = 24.0;
/// Cost of hiding another body, as a distance. Pixels.
const HIDING: f32 = 400.0;
/// Cost of lying over what marks the contact.
const ON_CONTACT: f32 = 250.0;
/// Distance from the contact within which its arrow and its depth are drawn. Pixels.
const CONTACT: f32 = 64.0;
/// Cost of showing a part of the strip only.
const CUT: f32 = 500.0;
/// Cost of not showing an end of an interval that the canvas has room for at this distance.
const HIDDEN_END: f32 = 3000.0;
/// Cost of an end out of sight without its number.
const WITHOUT_NUMBER: f32 = 2000.0;
/// Cost of lying over one of the shapes, and over both.
const OVER: [f32; 2] = [4000.0, 8000.0];
/// A bar beside a number is at least this long. Pixels.
const LEAST_BAR: f32 = 12.0;
/// Size of the numbers of ends that are out of sight. Pixels.
pub(super) const NUMBER: f32 = 11.0;
/// Distance from a number to its bar. Pixels.
const NUMBER_GAP: f32 = 4.0;

/// Where a strip lies.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Distance of the inner edge from the line's origin along `out`.
    pub(super) inner: f32,
    /// Unit vector from the shapes to the strip.
    pub(super) out: Vec2,
    /// The plate's ends along the axis.
    pub(super) shown: [f32; 2],
    /// Between these ends there is the overlap or the gap.
    pub(super) bars: [f32; 2],
    /// The bars of A and of B.
    pub(super) rows: [BarRow; 2],
    /// Middle of the label along the axis.
    pub(super) label_at: f32,
    /// The numbers of ends out of sight for which the bars leave no room; they follow the label.
    pub(super) told: Vec<LabelRun>,
    /// The plate ends before the strip does.
    pub(super) is_cut: bool,
    /// Ends out of sight for which the canvas has room.
    pub(super) hidden_ends: usize,
    /// It lies over neither shape.
    pub(super) is_beside: bool,
    /// It may lie over a body, which shows through.
    pub(super) is_over: bool,
    /// It lies among so many bodies that its label needs an opaque plate to be read.
    pub(super) is_crowded: bool,
}

/// Which ends out of sight have their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// All of them.
    All,
    /// Those for which the bars leave room: labels without numbers leave room for more strips.
    OnBars,
}

/// The bar of one shape in a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BarRow {
    /// Between these ends there is the bar; beyond them a number.
    pub(super) bars: [f32; 2],
    /// Low and high: which of the interval's ends has its number there.
    pub(super) numbers: [Option<usize>; 2],
}

impl BarRow {
    /// A bar without numbers.
    pub(super) fn plain(bars: [f32; 2]) -> Self {
        Self { bars, numbers: [None; 2] }
    }
}

/// An end this far beyond the bars is in sight. Pixels.
pub(super) const SLACK: f32 = 0.5;

/// A stretch that is left free.
#[derive(Clone, Debug)]
struct Stretch {
    shown: [f32; 2],
    bars: [f32; 2],
    rows: [BarRow; 2],
    label_at: f32,
    told: Vec<LabelRun>,
    is_cut: bool,
    /// Ends out of sight for which the canvas has room.
    hidden_ends: usize,
    /// Ends out of sight without a number.
    without_number: usize,
}

/// The room for strips.
pub(super) struct Room<'a> {
    bodies: [&'a Body; 2],
    /// The other visible bodies; none where they are too many to keep clear of.
    others: Vec<&'a Body>,
    is_crowded: bool,
    /// The world point that the pair is about.
    pub(super) focus: Vec2,
    /// Whether the canvas shows it.
    sees_focus: bool,
    /// The pair's contact points. Pixels.
    contacts: Vec<Vec2>,
}

impl Place {
    /// Width of the label, and of the numbers after it.
    pub(super) fn label_width(&self, line: &AxisLine) -> f32 {
        line.label_width + width_of(&self.told)
    }

    /// The whole plate.
    pub(super) fn slab(&self, line: &AxisLine) -> Slab {
        let ([low, high], half) = (self.shown, line.thickness() * 0.5);
        Slab {
            center: line.point((low + high) * 0.5, self.out * (self.inner + half)),
            along: line.along,
            half: Vec2::new((high - low) * 0.5, half),
        }
    }
}

impl<'a> Room<'a> {
    pub(super) fn of(picture: &Picture<'a>, pen: &Pen, bodies: [&'a Body; 2]) -> Option<Self> {
        /// Among more bodies strips lie anywhere.
        const MOST_OTHERS: usize = 64;
        let pair = picture.looked_pair()?;
        let others = pen.visible_bodies(picture).filter(|(index, _)| picture.pair_color(*index).is_none());
        let mut others: Vec<_> = others.map(|(_, body)| body).take(MOST_OTHERS + 1).collect();
        let is_crowded = others.len() > MOST_OTHERS;
        if is_crowded {
            others.clear();
        }
        let focus = Some(framing::focus(pair, bodies)).filter(|focus| focus.is_finite())?;
        let points = pair.contact.iter().flat_map(|contact| &contact.points);
        let contacts = points.map(|(point, _)| picture.view.screen_from_world(*point)).collect();
        let sees_focus = pen.space.canvas.contains(picture.view.screen_from_world(focus));
        Some(Self { bodies, others, is_crowded, focus, sees_focus, contacts })
    }

    /// The place of least cost on either side, at the contact where the canvas shows it. Where the contact is
    /// too near to a corner for that, an important strip is shown all the same.
    pub(super) fn find(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: &AxisLine,
        numbers: Numbers,
    ) -> Option<Place> {
        let search = |at_focus| self.search(picture, pen, line, at_focus, numbers);
        let found = search(self.sees_focus);
        let found = found.or_else(|| search(false).filter(|_| line.is_important()));
        found.map(|place| Place { label_at: self.label_off_edges(picture, pen, line, &place), ..place })
    }

    /// The label's middle nearest to its place at which it lies on no edge of a body.
    fn label_off_edges(&self, picture: &Picture, pen: &Pen, line: &AxisLine, place: &Place) -> f32 {
        /// Half the height of a label, and its distance from an edge. Pixels.
        const HALF: f32 = 10.0;
        const APART: f32 = 3.0;
        let wanted = place.label_at;
        if !place.is_over {
            return wanted;
        }
        let row = place.inner + line.rows()[3];
        let bodies = self.bodies.iter().chain(&self.others);
        let edges = bodies.flat_map(|body| picture.outline(body).edges(&pen.canvas));
        let covered: Vec<[f32; 2]> = edges
            .filter_map(|[from, to]| {
                let along = (to - from).try_normalize()?;
                let half = Vec2::new(from.distance(to) * 0.5, 1.0);
                let edge = Slab { center: (from + to) * 0.5, along, half };
                within(line, place.out, [row - HALF, row + HALF], &edge)
            })
            .collect();
        let half = place.label_width(line) * 0.5 + APART;
        let [low, high] = place.shown;
        let range = low + PAD + half..=high - PAD - half;
        let is_off =
            |at: &f32| covered.iter().all(|[from, to]| at + half <= *from + 0.01 || at - half >= *to - 0.01);
        let beside = covered.iter().flat_map(|[from, to]| [from - half, to + half]);
        let off = std::iter::once(wanted).chain(beside.filter(|at| range.contains(at))).filter(is_off);
        off.min_by(|p, q| (p - wanted).abs().total_cmp(&(q - wanted).abs())).unwrap_or(wanted)
    }

    fn search(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: &AxisLine,
        at_focus: bool,
        numbers: Numbers,
    ) -> Option<Place> {
        let mut best = None;
        let mut least = f32::INFINITY;
        // Below the text's reading direction, then above.
        for (side, cost_of_side) in [(1.0, 0.0), (-1.0, SIDE_PREFERENCE)] {
            let out = line.reading.perp() * side;
            let band = Band::new(self, picture, pen, line, out);
            for inner in band.places() {
                let (over, away) = band.over(inner);
                let mut cost = cost_of_side + away + if over > 0 { OVER[over - 1] } else { 0.0 };
                if cost >= least {
                    continue;
                }
                let Some(stretch) = self.stretch(pen, line, (inner, out), at_focus, numbers) else {
                    continue;
                };
                let hidden = band.hidden(inner, stretch.shown);
                cost += if stretch.is_cut { CUT } else { 0.0 };
                cost += HIDDEN_END * stretch.hidden_ends as f32;
                cost += WITHOUT_NUMBER * stretch.without_number as f32;
                cost += HIDING * hidden.min(3) as f32;
                cost += ON_CONTACT * band.contacts_under(inner, stretch.shown) as f32;
                if cost < least {
                    least = cost;
                    let Stretch { shown, bars, rows, label_at, told, is_cut, hidden_ends, .. } = stretch;
                    let (is_beside, is_over) = (over == 0, over > 0 || hidden > 0 || self.is_crowded);
                    best = Some(Place {
                        inner,
                        out,
                        shown,
                        bars,
                        rows,
                        label_at,
                        told,
                        is_cut,
                        hidden_ends,
                        is_beside,
                        is_over,
                        is_crowded: self.is_crowded,
                    });
                }
            }
        }
        best
    }

    /// What of the strip fits at this distance; `None` where that is not enough.
    fn stretch(
        &self,
        pen: &Pen,
        line: &AxisLine,
        (inner, out): (f32, Vec2),
        at_focus: bool,
        numbers: Numbers,
    ) -> Option<Stretch> {
        let [low, high] = line.extent();
        let mut free = on_canvas(&pen.space.canvas, line, inner, out)?;
        let on_canvas = free;
        // The pair's focus is at 0, and between the intervals' ends but for rounding.
        let mut at = 0.0_f32.max(low).min(high);
        if at_focus {
            if at < free[0] || at > free[1] {
                return None;
            }
        } else {
            at = at.max(free[0]).min(free[1]);
        }
        let band = [inner, inner + line.thickness()];
        for [from, to] in pen.space.slabs().iter().filter_map(|slab| within(line, out, band, slab)) {
            match (to <= at, from >= at) {
                (true, _) => free[0] = free[0].max(to),
                (_, true) => free[1] = free[1].min(from),
                (false, false) => return None,
            }
        }
        let label_at = line.label_at();
        let [before, after] = line.tags();
        let [from, to] = line.ends(label_at);
        if from >= free[0] && to <= free[1] {
            let bars = [from + PAD + before, to - PAD - after];
            let rows = [BarRow::plain(bars); 2];
            let (told, is_cut, hidden_ends, without_number) = (Vec::new(), false, 0, 0);
            return Some(Stretch {
                shown: [from, to],
                bars,
                rows,
                label_at,
                told,
                is_cut,
                hidden_ends,
                without_number,
            });
        }
        let ends = [low - before - PAD, high + after + PAD];
        let is_cut = [ends[0] < free[0], ends[1] > free[1]];
        let sight = [free[0] + PAD, free[1] - PAD];
        let (rows, mut told) = rows(line, sight);
        if numbers == Numbers::OnBars {
            told.clear();
        }
        let fits = |width: f32| width + 2.0 * PAD <= free[1] - free[0];
        let mut without_number = 0;
        while !fits(line.label_width + width_of(&told)) {
            // A label that does not fit loses the numbers after it, then its place.
            told.pop()?;
            without_number += 1;
        }
        let half = (line.label_width + width_of(&told)) * 0.5;
        // Where there is room, the label is not beside a number of B's row.
        let number = |side: usize| (rows[1].bars[side] - sight[side]).abs();
        let beside = [sight[0] + number(0) + half, sight[1] - number(1) - half];
        let [first, last] = if beside[0] <= beside[1] { beside } else { [sight[0] + half, sight[1] - half] };
        // The label is on the part of the overlap in sight.
        let seen = line.between.map(|end| end.max(sight[0]).min(sight[1]));
        let label_at = ((seen[0] + seen[1]) * 0.5).max(first).min(last);
        let uncut = [ends[0].min(label_at - half - PAD), ends[1].max(label_at + half + PAD)];
        let shown = [0, 1].map(|side| if is_cut[side] { free[side] } else { uncut[side] });
        let room = [on_canvas[0] + PAD, on_canvas[1] - PAD];
        let is_hidden = |end: &f32| {
            (room[0]..=room[1]).contains(end) && !(sight[0] - SLACK..=sight[1] + SLACK).contains(end)
        };
        let hidden_ends = line.shapes.iter().flat_map(|shape| shape.ends).filter(is_hidden).count();
        let bars = [shown[0] + PAD, shown[1] - PAD];
        Some(Stretch { shown, bars, rows, label_at, told, is_cut: true, hidden_ends, without_number })
    }
}

/// The bars of both shapes where the stretch `sight` is shown, and the numbers for which they leave no room.
fn rows(line: &AxisLine, sight: [f32; 2]) -> ([BarRow; 2], Vec<LabelRun>) {
    let mut told = Vec::new();
    let rows = [0, 1].map(|i| {
        let shape = &line.shapes[i];
        let mut row = BarRow::plain(sight);
        let mut left = (shape.ends[1].min(sight[1]) - shape.ends[0].max(sight[0])).max(0.0);
        for (end, &at) in shape.ends.iter().enumerate() {
            // Both ends may be out of sight on one side.
            let side = usize::from(at > sight[1] + SLACK);
            if side == 0 && at >= sight[0] - SLACK {
                continue;
            }
            let width = text_size(&shape.numbers[end], NUMBER, false).x + NUMBER_GAP;
            if side == end && left >= width + LEAST_BAR {
                left -= width;
                row.numbers[side] = Some(end);
                row.bars[side] += if side == 0 { width } else { -width };
            } else {
                let which = ["from", "to"][end];
                let (letter, length) = (shape.letter, shape.numbers[end].trim_start_matches(shape.letter));
                let style = LabelStyle::new(SMALL, shape.color).left();
                told.push((format!("{letter} {which}{length}"), style));
            }
        }
        row
    });
    (rows, told)
}

fn width_of(runs: &[LabelRun]) -> f32 {
    runs.iter().map(|(text, style)| run_width(text, style)).sum()
}

/// Between which ends a plate of the line's thickness is on the canvas.
fn on_canvas(canvas: &Rect, line: &AxisLine, inner: f32, out: Vec2) -> Option<[f32; 2]> {
    let reach = canvas.size().length() + (line.origin - canvas.center()).length();
    let of_edge = |edge: f32| {
        let edge = out * edge;
        let [from, to] = clip_segment(line.point(-reach, edge), line.point(reach, edge), canvas)?;
        Some([from, to].map(|end| (end - line.origin).dot(line.along)))
    };
    let (one, other) = (of_edge(inner)?, of_edge(inner + line.thickness())?);
    let free = [one[0].max(other[0]), one[1].min(other[1])];
    (free[0] < free[1]).then_some(free)
}

/// The stretch along the line in which a slab reaches into the band between two distances.
fn within(line: &AxisLine, out: Vec2, [inner, outer]: [f32; 2], slab: &Slab) -> Option<[f32; 2]> {
    let corners = slab.corners().map(|corner| {
        let from = corner - line.origin;
        Vec2::new(from.dot(line.along), from.dot(out))
    });
    let mut stretch: Option<[f32; 2]> = None;
    for (i, &from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
        if high.y <= inner || low.y >= outer {
            continue;
        }
        let rise = (high.y - low.y).max(1.0e-6);
        let at = |y: f32| low.x + (high.x - low.x) * ((y - low.y) / rise).clamp(0.0, 1.0);
        let [p, q] = if high.y - low.y < 1.0e-3 { [low.x, high.x] } else { [at(inner), at(outer)] };
        let [least, most] = stretch.unwrap_or([f32::INFINITY, f32::NEG_INFINITY]);
        stretch = Some([least.min(p).min(q), most.max(p).max(q)]);
    }
    stretch
}

/// The distances at which a strip may lie on one side of the shapes.
struct Band {
    thickness: f32,
    /// Distances of the strips that are on the canvas.
    on_canvas: [f32; 2],
    /// Distances from which on a strip lies over one of the shapes at most, and over none.
    beside: [f32; 2],
    /// The other bodies: along the axis, and across.
    others: Vec<[[f32; 2]; 2]>,
    /// The contact points: along the axis, and across.
    contacts: Vec<[[f32; 2]; 2]>,
}

impl Band {
    fn new(room: &Room, picture: &Picture, pen: &Pen, line: &AxisLine, out: Vec2) -> Self {
        let reach = |body: &Body, along: Vec2| {
            (picture.support(body, picture.view.world_direction(along)) - line.origin).dot(along)
        };
        let [a, b] = room.bodies.map(|body| reach(body, out) + CLEAR);
        let across = pen.space.canvas.corners().map(|corner| (corner - line.origin).dot(out));
        let thickness = line.thickness();
        let least = across.into_iter().fold(f32::INFINITY, f32::min);
        let most = across.into_iter().fold(f32::NEG_INFINITY, f32::max) - thickness;
        let span = |body: &Body, along: Vec2| [-reach(body, -along), reach(body, along)];
        let others = room.others.iter().map(|body| [span(body, line.along), span(body, out)]).collect();
        let around = |point: &Vec2| {
            [line.along, out].map(|along| [-CONTACT, CONTACT].map(|d| (*point - line.origin).dot(along) + d))
        };
        let contacts = room.contacts.iter().map(around).collect();
        Self { thickness, on_canvas: [least, most], beside: [a.min(b), a.max(b)], others, contacts }
    }

    /// Distances to try.
    fn places(&self) -> impl Iterator<Item = f32> + use<> {
        let ([least, most], [near, beside]) = (self.on_canvas, self.beside);
        let count = ((most - least) / STEP).clamp(0.0, 2048.0) as u32;
        // Steps are counted from the shapes, so that strips stay beside them while the view moves.
        let first = if beside > least && beside < most { least + (beside - least) % STEP } else { least };
        let steps = (0..=count).map(move |i| first + i as f32 * STEP);
        steps.chain([near, beside, most]).filter(move |inner| (least..=most).contains(inner))
    }

    /// How many of the two shapes a strip at this distance may lie over, and how far it is from a place where
    /// it lies over fewer or is nearest to the shapes.
    fn over(&self, inner: f32) -> (usize, f32) {
        let [near, beside] = self.beside;
        if inner >= beside {
            (0, inner - beside)
        } else if inner >= near {
            (1, inner - near)
        } else {
            (2, near - inner)
        }
    }

    /// How many other bodies a strip hides.
    fn hidden(&self, inner: f32, shown: [f32; 2]) -> usize {
        self.count(&self.others, inner, shown)
    }

    /// How many contact points a strip is near.
    fn contacts_under(&self, inner: f32, shown: [f32; 2]) -> usize {
        self.count(&self.contacts, inner, shown)
    }

    fn count(&self, boxes: &[[[f32; 2]; 2]], inner: f32, [low, high]: [f32; 2]) -> usize {
        let outer = inner + self.thickness;
        let reaches = |[along, across]: &&[[f32; 2]; 2]| {
            along[0] < high && low < along[1] && across[0] < outer && inner < across[1]
        };
        boxes.iter().filter(reaches).count()
    }
}
