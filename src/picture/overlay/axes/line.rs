//! What a strip shows of its axis, wherever it lies: both intervals, what they share, and the label.

use collide2d::Body;
use glam::Vec2;

use crate::picture::display::{Color, ItemPart, PLATE_PADDING, text_size};
use crate::picture::overlay::pen::{LabelStyle, NORMAL, SMALL};
use crate::picture::overlay::picture::{Picture, SeenFrom};
use crate::report::{TraceReport, axis_source_label, is_containment, longer_way, overlap_name};

/// Padding of a strip's plate. Pixels.
pub const PAD: f32 = 5.0;
/// Width of the letter before an interval. Pixels.
const TAG: f32 = 14.0;
/// Distance between two pieces of a label, and from a label's end to its first piece. Pixels.
const BETWEEN_RUNS: f32 = 8.0;
pub const LABEL_START: f32 = 6.5;
/// Height of a row of numbers. Pixels.
pub const NUMBER_ROW: f32 = 15.0;

/// The part of a strip that does not depend on its place. Along the axis, pixels are counted from `origin`.
#[derive(Clone, Debug)]
pub struct AxisLine {
    /// The point between the shapes where they touch or are nearest.
    pub origin: Vec2,
    /// The axis's direction on the screen.
    pub along: Vec2,
    /// The direction in which its text is read: `along` or its opposite.
    pub reading: Vec2,
    /// The intervals of A and B.
    pub shapes: [Projection; 2],
    pub separates: bool,
    /// One interval lies inside the other.
    pub ways: Option<Ways>,
    pub role: Role,
    pub highlighted: bool,
    pub label: Vec<LabelRun>,
    pub label_width: f32,
    /// What the label says of the longer way out, where there is room.
    pub longer: Option<LabelRun>,
    /// The numbers that are not on bars have a row below the label.
    pub has_number_row: bool,
}

/// The two ways out of one interval inside another: from the end that leaves last to the end through which it
/// leaves. Pixels along the axis.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    pub shorter: [f32; 2],
    pub longer: [f32; 2],
}

pub type LabelRun = (String, LabelStyle);

/// A shape's interval on an axis.
#[derive(Clone, Debug)]
pub struct Projection {
    pub part: ItemPart,
    pub letter: &'static str,
    pub color: Color,
    /// Its ends. Pixels along the axis.
    pub ends: [f32; 2],
    /// Its ends as written where they are out of sight.
    pub numbers: [String; 2],
}

/// The axis's part in the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It gave the result.
    Decides,
    Tested,
    /// The test stopped before it.
    NotReached,
    /// It is an axis of a shortcut, not of the test.
    Shortcut,
}

impl AxisLine {
    /// `focus`: the point from which pixels are counted, in the world.
    pub fn new(picture: &Picture, a: &Body, focus: Vec2, trace: &TraceReport, index: usize) -> Option<Self> {
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
        let longer = longer_way(test).map(|way| (format!("or {}", picture.unit().label(way as f32)), quiet));
        let label_width = width_of(&label);
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
    pub fn brief(&self, picture: &Picture, trace: &TraceReport, index: usize) -> Option<Self> {
        let test = trace.local.axes.get(index).filter(|_| self.role == Role::Decides)?;
        let (_, style) = self.label.last()?;
        let label = vec![(picture.unit().label(test.overlap.abs()), *style)];
        let label_width = width_of(&label);
        Some(Self { label, label_width, longer: None, ..self.clone() })
    }

    /// The line of a shortcut's axis.
    pub fn of_shortcut(self, picture: &Picture, trace: &TraceReport, index: usize, name: &str) -> Self {
        let theme = picture.theme;
        let overlap = trace.local.axes.get(index).map_or_else(String::new, |test| {
            format!("{} {}", overlap_name(test), picture.unit().label(test.overlap.abs()))
        });
        let color = if self.separates { theme.gap } else { theme.wrong };
        let quiet = LabelStyle::new(SMALL, theme.text).left();
        let label = vec![(name.to_owned(), quiet), (overlap, LabelStyle { color, ..quiet })];
        let label_width = width_of(&label);
        Self { role: Role::Shortcut, highlighted: false, label, label_width, longer: None, ..self }
    }

    pub fn is_important(&self) -> bool {
        self.highlighted || matches!(self.role, Role::Decides | Role::Shortcut)
    }

    /// Thickness of the two intervals' bars, and of the overlap's between them.
    pub fn bars(&self) -> (f32, f32) {
        if self.role == Role::Decides { (6.0, 9.0) } else { (4.5, 5.5) }
    }

    /// Width of the label with the longer way out, where it says it.
    pub fn whole_label_width(&self, says_longer: bool) -> f32 {
        self.label_width + if says_longer { self.longer.as_ref().map_or(0.0, run_width) } else { 0.0 }
    }

    /// Between which ends the opaque part of the label is, measured from its middle along the axis.
    pub fn opaque_part(&self) -> Option<[f32; 2]> {
        let index = self.label.iter().position(|(_, style)| style.plate.is_some())?;
        let first = LABEL_START - self.label_width * 0.5;
        let first = first + self.label.iter().take(index).map(run_width).sum::<f32>();
        let last = first + self.label.get(index).map_or(0.0, run_width) - BETWEEN_RUNS;
        Some(if self.reads_along() { [first, last] } else { [-last, -first] })
    }

    /// Distances from the inner edge to the middle of A's bar, the overlap, B's bar and the label; then the
    /// whole thickness. A row of numbers is below the label's.
    pub fn rows(&self) -> [f32; 5] {
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

    pub fn thickness(&self) -> f32 {
        self.rows()[4]
    }

    /// Where both intervals together begin and end.
    pub fn extent(&self) -> [f32; 2] {
        let [a, b] = [self.shapes[0].ends, self.shapes[1].ends];
        [a[0].min(b[0]), a[1].max(b[1])]
    }

    /// What the intervals share, or the gap between them; low and high.
    pub fn common(&self) -> [f32; 2] {
        let [a, b] = [self.shapes[0].ends, self.shapes[1].ends];
        let (from, to) = (a[0].max(b[0]), a[1].min(b[1]));
        [from.min(to), from.max(to)]
    }

    /// What its number measures: the shorter way out, the overlap, or the gap.
    pub fn measured(&self) -> [f32; 2] {
        self.ways.map_or(self.common(), |ways| ways.shorter)
    }

    /// Which end of its interval a shape's letter stands at: the first that is read; beside a gap the one away from
    /// it.
    pub fn letter_end(&self, shape: &Projection) -> usize {
        let is_first = if self.separates { shape.ends[1] <= self.common()[0] } else { self.reads_along() };
        usize::from(!is_first)
    }

    /// Room for the letters before the low end, and after the high one.
    pub fn tags(&self) -> [f32; 2] {
        let has_letter = |end| self.shapes.iter().any(|shape| self.letter_end(shape) == end);
        [0, 1].map(|end| if has_letter(end) { TAG } else { 0.0 })
    }

    /// 1 where text runs from the low end to the high one, else -1.
    pub fn sign(&self) -> f32 {
        if self.reads_along() { 1.0 } else { -1.0 }
    }

    /// Whether text runs from the low end to the high one.
    pub fn reads_along(&self) -> bool {
        self.reading == self.along
    }

    /// The plate's ends when the middle of a label of this width is at `label_at`: room for bars, letters and label.
    pub fn ends(&self, label_at: f32, width: f32) -> [f32; 2] {
        let [low, high] = self.extent();
        let [before, after] = self.tags();
        let half = width * 0.5;
        [(low - before).min(label_at - half) - PAD, (high + after).max(label_at + half) + PAD]
    }

    /// The middle of a label of this width: on the overlap, kept within the bars where it fits.
    pub fn label_at(&self, width: f32) -> f32 {
        let [low, high] = self.extent();
        let half = width * 0.5;
        let [from, to] = self.measured();
        let middle = (from + to) * 0.5;
        if high - low >= width { middle.clamp(low + half, high - half) } else { (low + high) * 0.5 }
    }

    /// A point `at` pixels along the axis and `out` beside it.
    pub fn point(&self, at: f32, out: Vec2) -> Vec2 {
        self.origin + self.along * at + out
    }
}

/// Whether A leaves B along the axis's direction by the shorter way, as `overlap` measures it; containment
/// counts. On the axis that gave the contact A leaves along the contact's normal, where both ways are equally
/// long too.
pub fn leaves_along(picture: &Picture, trace: &TraceReport, index: usize) -> bool {
    let contact = picture.selected_pair().and_then(|pair| pair.contact.as_ref());
    let Some(test) = trace.local.axes.get(index) else { return true };
    match contact.filter(|_| trace.deciding == Some(index)) {
        Some(contact) => contact.normal.dot(test.direction) > 0.0,
        // The shorter way is not allowed.
        None if is_containment(test) && longer_way(test).is_none() => test.a_leaves_along,
        None => test.a.max - test.b.min > test.b.max - test.a.min,
    }
}

/// Room that a label takes.
fn width_of(label: &[LabelRun]) -> f32 {
    label.iter().map(run_width).sum::<f32>() + PAD
}

/// Room that a piece of a label takes.
pub fn run_width((text, style): &LabelRun) -> f32 {
    let plate = if style.plate.is_some() { 2.0 * PLATE_PADDING.x } else { 0.0 };
    text_size(text, style.size, false).x + plate + BETWEEN_RUNS
}
