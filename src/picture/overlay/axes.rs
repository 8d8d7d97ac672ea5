//! The separating-axis test of the selected pair: each axis is a strip beside the shapes, parallel to its
//! direction, with the projected intervals that the test itself reported. A strip shows the stretch in sight.

pub(super) mod map;
pub(super) mod minkowski;
pub(super) mod second_opinion;
pub(super) mod shortcut;

use collide2d::Body;
use glam::Vec2;

use crate::picture::display::{Color, ItemPart, PLATE_PADDING, Source, text_size};
use crate::picture::overlay::layer::LayerInfo;
use crate::picture::overlay::pen::{LabelStyle, NORMAL, Pen, SMALL};
use crate::picture::overlay::picture::{Picture, SeenFrom};
use crate::picture::overlay::space::Slab;
use crate::report::{TraceReport, axis_source_label, is_containment, longer_way, overlap_name};

mod drawing;
mod feature;
mod place;
#[cfg(test)]
mod tests;

pub(super) use drawing::{draw, draw_end, draw_shortcut};
use place::{BarRow, NUMBER, Numbers, Room, SLACK, Stretch, StripPlace};

pub(super) const INFO: LayerInfo = LayerInfo::new(
    "SAT axes",
    "Intervals of the selected pair, on every axis that was tested",
    drawing::sample,
    drawing::entries,
)
.key(6)
.on()
.in_render();

/// Most strips shown at once: those with the least overlap. A note counts the rest.
const MOST: usize = 8;
/// With fewer strips their labels are shortened, so that more find room.
const FEWEST: usize = 3;
/// Distance between strips. Pixels.
const BETWEEN: f32 = 3.5;
/// Padding of a strip's plate. Pixels.
const PAD: f32 = 5.0;
/// Width of the letter before an interval. Pixels.
const TAG: f32 = 14.0;
/// Distance between two pieces of a label, and from a label's end to its first piece. Pixels.
const BETWEEN_RUNS: f32 = 8.0;
const LABEL_START: f32 = 6.5;
/// Height of a row of numbers. Pixels.
const NUMBER_ROW: f32 = 15.0;

/// The placed strips of a picture.
#[derive(Debug, Default)]
pub(super) struct AxisStrips {
    strips: Vec<Strip>,
    /// How many strips lie beside the shapes and are not cut.
    pub(super) whole: usize,
    /// How many strips there would be if there were room: at most [`MOST`].
    pub(super) wanted: usize,
}

#[derive(Debug)]
struct Strip {
    index: usize,
    /// What it shows.
    source: Source,
    /// Of the axis, world axes.
    direction: Vec2,
    line: AxisLine,
    place: StripPlace,
}

/// The part of a strip that does not depend on its place. Along the axis, pixels are counted from `origin`.
#[derive(Clone, Debug)]
struct AxisLine {
    /// The point between the shapes where they touch or are nearest.
    origin: Vec2,
    /// The axis's direction on the screen.
    along: Vec2,
    /// The direction in which its text is read: `along` or its opposite.
    reading: Vec2,
    /// The intervals of A and B.
    shapes: [Projection; 2],
    separates: bool,
    /// One interval lies inside the other.
    ways: Option<Ways>,
    role: Role,
    highlighted: bool,
    label: Vec<LabelRun>,
    label_width: f32,
    /// What the label says of the longer way out, where there is room.
    longer: Option<LabelRun>,
    /// The numbers that are not on bars have a row below the label.
    has_number_row: bool,
}

/// The two ways out of one interval inside another: from the end that leaves last to the end through which it
/// leaves. Pixels along the axis.
#[derive(Clone, Copy, Debug)]
struct Ways {
    shorter: [f32; 2],
    longer: [f32; 2],
}

type LabelRun = (String, LabelStyle);

/// A shape's interval on an axis.
#[derive(Clone, Debug)]
struct Projection {
    part: ItemPart,
    letter: &'static str,
    color: Color,
    /// Its ends. Pixels along the axis.
    ends: [f32; 2],
    /// Its ends as written where they are out of sight.
    numbers: [String; 2],
}

/// The axis's part in the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It gave the result.
    Decides,
    Tested,
    /// The test stopped before it.
    NotReached,
    /// It is an axis of a shortcut, not of the test.
    Shortcut,
}

impl AxisStrips {
    /// Places the strips, clear of each other and of the room already taken.
    pub(super) fn plan(picture: &Picture, pen: &mut Pen) -> Self {
        let Some((a, b, trace)) = picture.selected_trace() else { return Self::default() };
        if !a.aabb().union(&b.aabb()).overlaps(&picture.view.visible()) {
            return Self::default();
        }
        let total = trace.local.axes.len();
        let Some(room) = Room::of(picture, pen, [a, b]) else { return Self::default() };
        let order = order(trace, picture.options.highlighted_axis);
        let wanted = order.len();
        // Each leaves the room as it was.
        let place_all = |pen: &mut Pen, order: &[usize], numbers: Numbers| {
            let mut strips: Vec<Strip> = Vec::new();
            for &index in order {
                let Some(line) = AxisLine::new(picture, a, room.focus, trace, index) else { continue };
                let brief = line.brief(picture, trace, index);
                let found = room.find(picture, pen, line, numbers);
                if let Some((line, place)) = found.or_else(|| room.find(picture, pen, brief?, numbers)) {
                    let strip = Strip::new(picture.axis(index), trace, index, line, place);
                    pen.space.take_slab(strip.slab());
                    strips.push(strip);
                }
            }
            pen.space.give_back(strips.len());
            strips
        };
        let mut strips = place_all(pen, &order, Numbers::All);
        let enough = wanted.min(FEWEST);
        let least = |strips: &[Strip]| {
            let told = strips.iter().filter(|strip| strip.is_told()).count();
            (strips.len().min(enough), told.min(enough))
        };
        if least(&strips) < (enough, enough) {
            let mut others = place_all(pen, &order, Numbers::WithoutRow);
            tell_more(picture, pen, &room, &mut others);
            if least(&others) > least(&strips) {
                strips = others;
            }
            // The strips that tell least give their room to the others.
            while least(&strips) < (enough, enough) && strips.len() > enough {
                let is_left_out = |strip: &Strip| !strip.is_told() && !strip.line.is_important();
                let Some(last) = strips.iter().rposition(is_left_out) else { break };
                strips.remove(last);
                tell_more(picture, pen, &room, &mut strips);
            }
        } else if hidden_ends(&strips) > 0 {
            // Long strips that are placed first have the room to show their ends.
            let rank = |strip: &Strip| order.iter().position(|index| *index == strip.index);
            let mut longest_first: Vec<_> =
                strips.iter().map(|strip| (strip.length(), strip.index)).collect();
            longest_first.sort_by(|(p, _), (q, _)| q.total_cmp(p));
            let longest_first: Vec<_> = longest_first.into_iter().map(|(_, index)| index).collect();
            let mut others = place_all(pen, &longest_first, Numbers::All);
            others.sort_by_key(rank);
            if others.len() == strips.len() && hidden_ends(&others) < hidden_ends(&strips) {
                strips = others;
            }
        }
        // Where enough others tell all their ends, a strip that does not is left out.
        if least(&strips) == (FEWEST, FEWEST) {
            strips.retain(|strip| strip.is_told() || strip.line.is_important());
        }
        // The others would teach a wrong cause.
        let decides = |strip: &Strip| strip.line.role == Role::Decides;
        let lacks_deciding =
            trace.deciding.is_some() && !trace.local.early_out && !strips.iter().any(decides);
        if lacks_deciding {
            strips.clear();
        }
        take(pen, &strips);
        let is_whole = |strip: &&Strip| strip.place.is_beside && !strip.place.stretch.is_cut;
        let whole = strips.iter().filter(is_whole).count();
        if lacks_deciding {
            pen.notes.push("no room for the axis that decides".to_owned());
        } else if strips.len() < total {
            pen.notes.push(format!("{} of {total} axes shown", strips.len()));
        }
        match strips.iter().map(|strip| strip.place.stretch.without_number).sum() {
            0 => {}
            1 => pen.notes.push("no room for the number of 1 interval's end".to_owned()),
            ends => pen.notes.push(format!("no room for the numbers of {ends} intervals' ends")),
        }
        if trace.local.early_out {
            pen.notes.push("bounding circles apart: the test needs no axis".to_owned());
        }
        Self { strips, whole, wanted }
    }
}

impl AxisStrips {
    /// The strips of axes that a shortcut tests, by name.
    fn of_shortcut(
        picture: &Picture,
        pen: &mut Pen,
        source: Source,
        trace: &TraceReport,
        names: &[&str],
    ) -> Self {
        let Some((a, b, _)) = picture.selected_trace() else { return Self::default() };
        let Some(room) = Room::of(picture, pen, [a, b]) else { return Self::default() };
        let mut strips = Self::default();
        for (index, name) in names.iter().enumerate() {
            let line = AxisLine::new(picture, a, room.focus, trace, index);
            let Some(line) = line.map(|line| line.of_shortcut(picture, trace, index, name)) else { continue };
            if let Some((line, place)) = room.find(picture, pen, line, Numbers::All) {
                let strip = Strip::new(source, trace, index, line, place);
                pen.space.take_slab(strip.slab());
                strips.strips.push(strip);
            }
        }
        strips
    }
}

/// Takes the room of some strips.
fn take(pen: &mut Pen, strips: &[Strip]) {
    strips.iter().for_each(|strip| pen.space.take_slab(strip.slab()));
}

/// Gives strips a row for their numbers where the others leave room for it.
fn tell_more(picture: &Picture, pen: &mut Pen, room: &Room, strips: &mut [Strip]) {
    for index in 0..strips.len() {
        let (before, rest) = strips.split_at_mut(index);
        let Some((strip, after)) = rest.split_first_mut().filter(|(strip, _)| !strip.is_told()) else {
            continue;
        };
        take(pen, before);
        take(pen, after);
        let found = room.find(picture, pen, strip.line.clone(), Numbers::All);
        pen.space.give_back(before.len() + after.len());
        let untold = strip.place.stretch.without_number;
        if let Some((line, place)) = found.filter(|(_, place)| place.stretch.without_number < untold) {
            (strip.line, strip.place) = (line, place);
        }
    }
}

/// How many ends the strips do not show although the canvas has room for them.
fn hidden_ends(strips: &[Strip]) -> usize {
    strips.iter().map(|strip| strip.place.stretch.hidden_ends).sum()
}

impl Strip {
    fn new(source: Source, trace: &TraceReport, index: usize, line: AxisLine, place: StripPlace) -> Self {
        let direction = trace.local.axes.get(index).map_or(Vec2::ZERO, |test| test.direction);
        Self { index, source, direction, line, place }
    }

    /// Whether each end out of sight has its number.
    fn is_told(&self) -> bool {
        self.place.stretch.without_number == 0
    }

    /// The room that it takes.
    fn slab(&self) -> Slab {
        let slab = self.place.slab(&self.line);
        Slab { half: slab.half + BETWEEN, ..slab }
    }

    /// Length of both intervals together.
    fn length(&self) -> f32 {
        let [low, high] = self.line.extent();
        high - low
    }
}

/// The axes to show: the deciding one, then by least overlap or gap. The highlighted one is always among
/// them.
fn order(trace: &TraceReport, highlighted: Option<usize>) -> Vec<usize> {
    let axes = &trace.local.axes;
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by(|&i, &j| {
        let decides = |i| trace.deciding != Some(i);
        decides(i)
            .cmp(&decides(j))
            .then(axes[i].overlap.abs().total_cmp(&axes[j].overlap.abs()))
            .then(i.cmp(&j))
    });
    let highlighted = highlighted.filter(|highlighted| order.iter().skip(MOST).any(|i| i == highlighted));
    order.truncate(MOST);
    if let (Some(highlighted), Some(last)) = (highlighted, order.last_mut()) {
        *last = highlighted;
    }
    order
}

impl AxisLine {
    /// `focus`: the point from which pixels are counted, in the world.
    fn new(picture: &Picture, a: &Body, focus: Vec2, trace: &TraceReport, index: usize) -> Option<Self> {
        let (view, theme) = (picture.view, picture.theme);
        let test = trace.local.axes.get(index)?;
        let world = trace.world.get(index)?;
        let along = view.screen_direction(test.direction);
        // Left to right, or upward.
        let rightward = if along.x.abs() < 1.0e-3 { along.y < 0.0 } else { along.x > 0.0 };
        let reading = if rightward { along } else { -along };
        // The test measures from A's position. Near the focus pixels are exact at every scale.
        let start = (focus.as_dvec2() - a.pose().position.as_dvec2()).dot(test.direction.as_dvec2());
        let pixels = |at: f64| ((at - start) * f64::from(view.scale)) as f32;
        // Numbers of a body's frame are measured from its origin.
        let numbers = match &picture.options.seen_from {
            None => [world.0, world.1],
            Some(SeenFrom { frame, .. }) => {
                let from = a.pose().position;
                [test.a, test.b].map(|i| frame.local_interval(test.direction, i, from).rounded())
            }
        };
        let shapes = [
            (ItemPart::IntervalA, "A", theme.pair_a, test.a, numbers[0]),
            (ItemPart::IntervalB, "B", theme.pair_b, test.b, numbers[1]),
        ]
        .map(|(part, letter, color, local, told)| Projection {
            part,
            letter,
            color,
            ends: [pixels(local.min), pixels(local.max)],
            numbers: [told.min, told.max].map(|end| format!("{letter} {}", picture.unit().label(end))),
        });
        let [a, b] = [shapes[0].ends, shapes[1].ends];
        let longer_way = longer_way(test);
        let ways = is_containment(test).then(|| {
            let a_is_inside = test.a.min >= test.b.min && test.a.max <= test.b.max;
            let (inner, outer) = if a_is_inside { (a, b) } else { (b, a) };
            let (down, up) = ([inner[1], outer[0]], [inner[0], outer[1]]);
            // The two go opposite ways.
            let leaves_up = leaves_along(picture, trace, index) == a_is_inside;
            let (shorter, longer) = if leaves_up { (up, down) } else { (down, up) };
            Ways { shorter, longer }
        });
        let separates = test.overlap <= 0.0;
        let role = match (trace.deciding, trace.stops_at) {
            _ if trace.local.early_out => Role::NotReached,
            (Some(deciding), _) if deciding == index => Role::Decides,
            (_, Some(stops_at)) if index > stops_at => Role::NotReached,
            _ => Role::Tested,
        };
        let color = if separates { theme.gap } else { theme.depth };
        let measured = format!("{} {}", overlap_name(test), picture.unit().label(test.overlap.abs()));
        let source = axis_source_label(test.source);
        let quiet = LabelStyle::new(SMALL, theme.text_quiet).left();
        let label = match role {
            Role::Decides => {
                let chip = LabelStyle::new(NORMAL, theme.background).plate(color).left();
                let text = if !separates && !trace.dropped.is_empty() {
                    format!("least allowed {measured}")
                } else if !separates {
                    format!("least {measured}")
                } else if index + 1 < trace.local.axes.len() {
                    format!("{measured}: separates, test stops")
                } else {
                    format!("{measured}: separates")
                };
                vec![(source, LabelStyle::new(NORMAL, theme.text).left()), (text, chip)]
            }
            Role::Tested if trace.dropped_text(index).is_some() => {
                vec![(source, quiet), (format!("{measured}, dropped"), quiet)]
            }
            Role::Tested => vec![(source, quiet), (measured, LabelStyle::new(SMALL, color).left())],
            Role::NotReached => vec![(source, quiet), (format!("{measured}, not reached"), quiet)],
            Role::Shortcut => Vec::new(),
        };
        let longer = longer_way.map(|way| (format!("or {}", picture.unit().label(way as f32)), quiet));
        let label_width = label.iter().map(run_width).sum::<f32>() + PAD;
        let highlighted = picture.options.highlighted_axis == Some(index);
        let origin = view.screen_from_world(focus);
        Some(Self {
            origin,
            along,
            reading,
            shapes,
            separates,
            ways,
            role,
            highlighted,
            label,
            label_width,
            longer,
            has_number_row: false,
        })
    }

    /// The deciding axis with its number alone, for canvases without room for its words.
    fn brief(&self, picture: &Picture, trace: &TraceReport, index: usize) -> Option<Self> {
        let test = trace.local.axes.get(index).filter(|_| self.role == Role::Decides)?;
        let (_, style) = self.label.last()?;
        let label = vec![(picture.unit().label(test.overlap.abs()), *style)];
        let label_width = label.iter().map(run_width).sum::<f32>() + PAD;
        Some(Self { label, label_width, longer: None, ..self.clone() })
    }

    /// The line of a shortcut's axis.
    fn of_shortcut(self, picture: &Picture, trace: &TraceReport, index: usize, name: &str) -> Self {
        let theme = picture.theme;
        let overlap = trace.local.axes.get(index).map_or_else(String::new, |test| {
            format!("{} {}", overlap_name(test), picture.unit().label(test.overlap.abs()))
        });
        let color = if self.separates { theme.gap } else { theme.wrong };
        let quiet = LabelStyle::new(SMALL, theme.text).left();
        let label = vec![(name.to_owned(), quiet), (overlap, LabelStyle { color, ..quiet })];
        let label_width = label.iter().map(run_width).sum::<f32>() + PAD;
        Self { role: Role::Shortcut, highlighted: false, label, label_width, longer: None, ..self }
    }

    fn is_important(&self) -> bool {
        self.highlighted || matches!(self.role, Role::Decides | Role::Shortcut)
    }

    /// Thickness of the two intervals' bars, and of the overlap's between them.
    fn bars(&self) -> (f32, f32) {
        if self.role == Role::Decides { (6.0, 9.0) } else { (4.5, 5.5) }
    }

    fn label_width(&self, says_longer: bool) -> f32 {
        self.label_width + if says_longer { self.longer.as_ref().map_or(0.0, run_width) } else { 0.0 }
    }

    /// Between which ends the opaque part of the label is, measured from its middle along the axis.
    fn opaque_part(&self) -> Option<[f32; 2]> {
        let index = self.label.iter().position(|(_, style)| style.plate.is_some())?;
        let first = LABEL_START - self.label_width * 0.5;
        let first = first + self.label.iter().take(index).map(run_width).sum::<f32>();
        let last = first + self.label.get(index).map_or(0.0, run_width) - BETWEEN_RUNS;
        Some(if self.reads_along() { [first, last] } else { [-last, -first] })
    }

    /// Distances from the inner edge to the middle of A's bar, the overlap, B's bar and the label; then the
    /// whole thickness. A row of numbers is below the label's.
    fn rows(&self) -> [f32; 5] {
        const GAP: f32 = 2.0;
        let (bar, between) = self.bars();
        let a = PAD + bar * 0.5;
        let overlap = a + bar * 0.5 + GAP + between * 0.5;
        let b = overlap + between * 0.5 + GAP + bar * 0.5;
        let row = if self.role == Role::Decides { 20.0 } else { 16.0 };
        let label = b + bar * 0.5 + 3.0 + row * 0.5;
        let numbers = if self.has_number_row { NUMBER_ROW } else { 0.0 };
        [a, overlap, b, label, label + row * 0.5 + numbers + 1.0]
    }

    fn thickness(&self) -> f32 {
        self.rows()[4]
    }

    /// Where both intervals together begin and end.
    fn extent(&self) -> [f32; 2] {
        let [a, b] = [self.shapes[0].ends, self.shapes[1].ends];
        [a[0].min(b[0]), a[1].max(b[1])]
    }

    /// What the intervals share, or the gap between them; low and high.
    fn common(&self) -> [f32; 2] {
        let [a, b] = [self.shapes[0].ends, self.shapes[1].ends];
        let (from, to) = (a[0].max(b[0]), a[1].min(b[1]));
        [from.min(to), from.max(to)]
    }

    /// What its number measures: the shorter way out, the overlap, or the gap.
    fn measured(&self) -> [f32; 2] {
        self.ways.map_or(self.common(), |ways| ways.shorter)
    }

    /// Which end of its interval a shape's letter stands at: the first that is read; beside a gap the one away from
    /// it.
    fn letter_end(&self, shape: &Projection) -> usize {
        let is_first = if self.separates { shape.ends[1] <= self.common()[0] } else { self.reads_along() };
        usize::from(!is_first)
    }

    /// Room for the letters before the low end, and after the high one.
    fn tags(&self) -> [f32; 2] {
        let has_letter = |end| self.shapes.iter().any(|shape| self.letter_end(shape) == end);
        [0, 1].map(|end| if has_letter(end) { TAG } else { 0.0 })
    }

    /// 1 where text runs from the low end to the high one, else -1.
    fn sign(&self) -> f32 {
        if self.reads_along() { 1.0 } else { -1.0 }
    }

    /// Whether text runs from the low end to the high one.
    fn reads_along(&self) -> bool {
        self.reading == self.along
    }

    /// The plate's ends when the middle of a label of this width is at `label_at`: room for bars, letters and label.
    fn ends(&self, label_at: f32, width: f32) -> [f32; 2] {
        let [low, high] = self.extent();
        let [before, after] = self.tags();
        let half = width * 0.5;
        [(low - before).min(label_at - half) - PAD, (high + after).max(label_at + half) + PAD]
    }

    /// The middle of a label of this width: on the overlap, kept within the bars where it fits.
    fn label_at(&self, width: f32) -> f32 {
        let [low, high] = self.extent();
        let half = width * 0.5;
        let [from, to] = self.measured();
        let middle = (from + to) * 0.5;
        if high - low >= width { middle.clamp(low + half, high - half) } else { (low + high) * 0.5 }
    }

    /// A point `at` pixels along the axis and `out` beside it.
    fn point(&self, at: f32, out: Vec2) -> Vec2 {
        self.origin + self.along * at + out
    }
}

/// Whether A leaves B along the axis's direction by the shorter way, as `overlap` measures it; containment
/// counts. On the axis that gave the contact A leaves along the contact's normal, where both ways are equally
/// long too.
pub(super) fn leaves_along(picture: &Picture, trace: &TraceReport, index: usize) -> bool {
    let contact = picture.selected_pair().and_then(|pair| pair.contact.as_ref());
    let Some(test) = trace.local.axes.get(index) else { return true };
    match contact.filter(|_| trace.deciding == Some(index)) {
        Some(contact) => contact.normal.dot(test.direction) > 0.0,
        // The shorter way is not allowed.
        None if is_containment(test) && longer_way(test).is_none() => test.a_leaves_along,
        None => test.a.max - test.b.min > test.b.max - test.a.min,
    }
}

/// Room that a piece of a label takes.
fn run_width((text, style): &LabelRun) -> f32 {
    let plate = if style.plate.is_some() { 2.0 * PLATE_PADDING.x } else { 0.0 };
    text_size(text, style.size, false).x + plate + BETWEEN_RUNS
}

/// Bars of axes that the test did not reach are translucent.
fn faded(color: Color, role: Role) -> Color {
    if role == Role::NotReached { color.alpha(0.4) } else { color }
}
