//! Places a strip: beside the shapes where there is room, and cut where it is longer than what is in sight.

use collide2d::Body;
use glam::Vec2;

use super::line::{AxisLine, LabelRun, PAD, run_width};
use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Rect, text_size};
use crate::picture::framing;
use crate::picture::overlay::pen::{LabelStyle, Pen};
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::Slab;

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

#[derive(Clone, Debug)]
pub(super) struct StripPlace {
    /// Distance of the inner edge from the line's origin along `out`.
    pub(super) inner: f32,
    /// Unit vector from the shapes to the strip.
    pub(super) out: Vec2,
    pub(super) stretch: Stretch,
    /// It lies over neither shape.
    pub(super) is_beside: bool,
    /// It may lie over a body, which shows through.
    pub(super) is_over: bool,
    /// It lies among so many bodies that its label needs an opaque plate to be read.
    pub(super) is_crowded: bool,
}

/// What of a strip is shown, and where on it. Pixels along the axis.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretch {
    /// The plate's ends.
    pub(super) shown: [f32; 2],
    /// Between these ends there is the overlap or the gap.
    pub(super) bars: [f32; 2],
    /// The bars of A and of B.
    pub(super) rows: [BarRow; 2],
    /// Middle of the label.
    pub(super) label_at: f32,
    /// The label says the longer way out too.
    pub(super) says_longer: bool,
    /// The numbers beside the label, or in the row below it.
    pub(super) off_bars: Vec<NumberOffBar>,
    /// The plate ends before the strip does.
    pub(super) is_cut: bool,
    /// Ends out of sight for which the canvas has room.
    pub(super) hidden_ends: usize,
    /// Ends out of sight without a number.
    pub(super) without_number: usize,
}

/// Which ends out of sight have their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    All,
    /// Those that need no row of their own, and no longer way out: it leaves room for more strips.
    WithoutRow,
}

/// The number of an end out of sight for which its bar leaves no room.
#[derive(Clone, Debug)]
pub(super) struct NumberOffBar {
    pub(super) run: LabelRun,
    /// The end is beyond the low end of the strip.
    pub(super) is_low: bool,
    /// It is beside the label, and not in a row of its own.
    pub(super) is_beside_label: bool,
}

/// The bar of one shape in a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

impl StripPlace {
    pub(super) fn label<'l>(&self, line: &'l AxisLine) -> impl Iterator<Item = &'l LabelRun> + use<'l> {
        line.label.iter().chain(line.longer.as_ref().filter(|_| self.stretch.says_longer))
    }

    pub(super) fn label_width(&self, line: &AxisLine) -> f32 {
        line.whole_label_width(self.stretch.says_longer)
    }

    /// Where its middle may be.
    fn label_range(&self, line: &AxisLine) -> std::ops::RangeInclusive<f32> {
        let [first, last] = label_range(self.stretch.shown, &self.stretch.off_bars, self.label_width(line));
        first..=last
    }

    /// The whole plate.
    pub(super) fn slab(&self, line: &AxisLine) -> Slab {
        let ([low, high], half) = (self.stretch.shown, line.thickness() * 0.5);
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
        let pair = picture.selected_pair()?;
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

    /// The place of least cost on either side, at the contact where the canvas shows it; with a row for the numbers
    /// that find no room on bars and beside the label. Where the contact is too near to a corner for that, an important
    /// strip is shown all the same.
    pub(super) fn find(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: AxisLine,
        numbers: Numbers,
    ) -> Option<(AxisLine, StripPlace)> {
        let search = |line: AxisLine| {
            let found = self.search(picture, pen, &line, self.sees_focus, numbers);
            let found = found.or_else(|| {
                self.search(picture, pen, &line, false, numbers).filter(|_| line.is_important())
            })?;
            Some((line, found))
        };
        let line = if numbers == Numbers::All { line } else { AxisLine { longer: None, ..line } };
        let thin = search(line.clone());
        let untold = thin.as_ref().map_or(0, |(_, place)| place.stretch.without_number);
        let thick = (untold > 0 && numbers == Numbers::All)
            .then(|| search(AxisLine { has_number_row: true, ..line }))
            .flatten()
            .filter(|(_, place)| place.stretch.without_number < untold);
        let (line, place) = thick.or(thin)?;
        // A shorter label may keep off what the whole one would hide, or at least its opaque part.
        let mut shorter = place.clone();
        shorter.stretch.says_longer = false;
        let off_edges = |place: &StripPlace, part: [f32; 2]| {
            let mut off = place.clone();
            off.stretch.label_at = self.label_off_edges(picture, pen, &line, place, part)?;
            Some(off)
        };
        let half = |place: &StripPlace| place.label_width(&line) * 0.5;
        let found = off_edges(&place, [-half(&place), half(&place)])
            .or_else(|| off_edges(&shorter, [-half(&shorter), half(&shorter)]))
            .or_else(|| off_edges(&shorter, line.opaque_part()?));
        Some((line, found.unwrap_or(place)))
    }

    /// The label's middle nearest to its place at which a part of it, measured from there, lies on no edge of a body.
    fn label_off_edges(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: &AxisLine,
        place: &StripPlace,
        part: [f32; 2],
    ) -> Option<f32> {
        /// Half the height of a label, and its distance from an edge. Pixels.
        const HALF: f32 = 10.0;
        const APART: f32 = 3.0;
        let wanted = place.stretch.label_at;
        if !place.is_over {
            return Some(wanted);
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
        let (first, last) = (part[0] - APART, part[1] + APART);
        let range = place.label_range(line);
        let is_off =
            |at: &f32| covered.iter().all(|[from, to]| at + last <= *from + 0.01 || at + first >= *to - 0.01);
        let beside = covered.iter().flat_map(|[from, to]| [from - last, to - first]);
        let off = std::iter::once(wanted).chain(beside.filter(|at| range.contains(at))).filter(is_off);
        off.min_by(|p, q| (p - wanted).abs().total_cmp(&(q - wanted).abs()))
    }

    fn search(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: &AxisLine,
        at_focus: bool,
        numbers: Numbers,
    ) -> Option<StripPlace> {
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
                let Some(stretch) = self.stretch(pen, line, (inner, out), at_focus) else {
                    continue;
                };
                let hidden = band.hidden(inner, stretch.shown);
                cost += if stretch.is_cut { CUT } else { 0.0 };
                cost += HIDDEN_END * stretch.hidden_ends as f32;
                if numbers == Numbers::All {
                    cost += WITHOUT_NUMBER * stretch.without_number as f32;
                }
                cost += HIDING * hidden.min(3) as f32;
                cost += ON_CONTACT * band.contacts_under(inner, stretch.shown) as f32;
                if cost < least {
                    least = cost;
                    let (is_beside, is_over) = (over == 0, over > 0 || hidden > 0 || self.is_crowded);
                    let is_crowded = self.is_crowded;
                    best = Some(StripPlace { inner, out, stretch, is_beside, is_over, is_crowded });
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
    ) -> Option<Stretch> {
        let [low, high] = line.extent();
        let whole = on_canvas(&pen.space.canvas, line, inner, out)?;
        let mut free = whole;
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
        let shown_uncut = || ways_to_say(line).find_map(|says_longer| uncut(line, free, says_longer));
        // The numbers of the ends come before the longer way out.
        let shown_cut = || {
            let found = ways_to_say(line).filter_map(|says_longer| cut(line, free, whole, says_longer));
            found.reduce(|best, next| if next.without_number < best.without_number { next } else { best })
        };
        shown_uncut().or_else(shown_cut)
    }
}

/// Whether the label says the longer way out too, the better first.
fn ways_to_say(line: &AxisLine) -> impl Iterator<Item = bool> {
    [line.longer.is_some(), false].into_iter().take(1 + usize::from(line.longer.is_some()))
}

/// The whole strip, where it is within `free`.
fn uncut(line: &AxisLine, free: [f32; 2], says_longer: bool) -> Option<Stretch> {
    let width = line.whole_label_width(says_longer);
    let label_at = line.label_at(width);
    let shown @ [from, to] = line.ends(label_at, width);
    let [before, after] = line.tags();
    let bars = [from + PAD + before, to - PAD - after];
    let rows = [BarRow::plain(bars); 2];
    let is_free = from >= free[0] && to <= free[1];
    is_free.then(|| Stretch { shown, bars, rows, label_at, says_longer, ..Stretch::default() })
}

/// The part of the strip within `free`, of what is on the canvas there; `None` where its label has no room.
fn cut(line: &AxisLine, free: [f32; 2], on_canvas: [f32; 2], says_longer: bool) -> Option<Stretch> {
    let width = line.whole_label_width(says_longer);
    if width + 2.0 * PAD > free[1] - free[0] {
        return None;
    }
    let ([low, high], [before, after]) = (line.extent(), line.tags());
    let ends = [low - before - PAD, high + after + PAD];
    let is_cut = [ends[0] < free[0], ends[1] > free[1]];
    let sight = [free[0] + PAD, free[1] - PAD];
    let (rows, mut off_bars) = rows(line, sight);
    let half = width * 0.5;
    // Where there is room, the label is not beside a number of B's row.
    let number = |side: usize| (rows[1].bars[side] - sight[side]).abs();
    let beside = [sight[0] + number(0) + half, sight[1] - number(1) - half];
    let [first, last] = if beside[0] <= beside[1] { beside } else { [sight[0] + half, sight[1] - half] };
    // The label is on the part of the overlap in sight.
    let seen = line.measured().map(|end| end.max(sight[0]).min(sight[1]));
    let label_at = ((seen[0] + seen[1]) * 0.5).max(first).min(last);
    let uncut = [ends[0].min(label_at - half - PAD), ends[1].max(label_at + half + PAD)];
    let shown = [0, 1].map(|side| if is_cut[side] { free[side] } else { uncut[side] });
    let untold = off_bars.len();
    let length = shown[1] - shown[0] - 2.0 * PAD;
    let mut left = [length - width, if line.has_number_row { length } else { 0.0 }];
    off_bars.retain_mut(|number| {
        let width = run_width(&number.run);
        let Some(row) = left.iter().rposition(|left| width <= *left) else { return false };
        left[row] -= width;
        number.is_beside_label = row == 0;
        true
    });
    let without_number = untold - off_bars.len();
    let [least, most] = label_range(shown, &off_bars, width);
    let label_at = label_at.max(least).min(most);
    let room = [on_canvas[0] + PAD, on_canvas[1] - PAD];
    let is_hidden =
        |end: &f32| (room[0]..=room[1]).contains(end) && !(sight[0] - SLACK..=sight[1] + SLACK).contains(end);
    let hidden_ends = line.shapes.iter().flat_map(|shape| shape.ends).filter(is_hidden).count();
    let bars = [shown[0] + PAD, shown[1] - PAD];
    let is_cut = true;
    Some(Stretch { shown, bars, rows, label_at, says_longer, off_bars, is_cut, hidden_ends, without_number })
}

/// The bars of both shapes where the stretch `sight` is shown, and the numbers for which they leave no room: a bar
/// reaches through all of the overlap in sight.
fn rows(line: &AxisLine, sight: [f32; 2]) -> ([BarRow; 2], Vec<NumberOffBar>) {
    let mut off_bars = Vec::new();
    let [from, to] = line.common();
    let is_seen = from <= sight[1] && to >= sight[0];
    let room = if is_seen { [from - sight[0], sight[1] - to] } else { [f32::INFINITY; 2] };
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
            if side == end && left >= width + LEAST_BAR && room[side] >= width {
                left -= width;
                row.numbers[side] = Some(end);
                row.bars[side] += if side == 0 { width } else { -width };
            } else {
                // Of a bar that is out of sight as a whole both ends are on one side.
                let which = if side == end { "" } else { [" from", " to"][end] };
                let (letter, length) = (shape.letter, shape.numbers[end].trim_start_matches(shape.letter));
                let style = LabelStyle::new(NUMBER, shape.color).left();
                let run = (format!("{letter}{which}{length}"), style);
                off_bars.push(NumberOffBar { run, is_low: side == 0, is_beside_label: true });
            }
        }
        row
    });
    (rows, off_bars)
}

/// Where the middle of a label of this width may be, between the numbers beside it.
fn label_range(shown: [f32; 2], off_bars: &[NumberOffBar], width: f32) -> [f32; 2] {
    let beside = |is_low: bool| -> f32 {
        let beside = off_bars.iter().filter(|number| number.is_beside_label && number.is_low == is_low);
        beside.map(|number| run_width(&number.run)).sum()
    };
    let half = width * 0.5 + PAD;
    [shown[0] + beside(true) + half, shown[1] - beside(false) - half]
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
