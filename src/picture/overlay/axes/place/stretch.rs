//! What of a strip is shown: all of it, or what is in sight, with the numbers of the ends that are not.

use crate::picture::display::text_size;
use crate::picture::overlay::axes::line::{AxisLine, LabelRun, PAD, run_width};
use crate::picture::overlay::pen::LabelStyle;

/// A bar beside a number is at least this long. Pixels.
const LEAST_BAR: f32 = 12.0;
/// Size of the numbers of ends that are out of sight. Pixels.
pub const NUMBER: f32 = 11.0;
/// Distance from a number to its bar. Pixels.
const NUMBER_GAP: f32 = 4.0;

/// What of a strip is shown, and where on it. Pixels along the axis.
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    /// The plate's ends.
    pub shown: [f32; 2],
    /// Between these ends there is the overlap or the gap.
    pub bars: [f32; 2],
    /// The bars of A and of B.
    pub rows: [BarRow; 2],
    /// Middle of the label.
    pub label_at: f32,
    /// The label says the longer way out too.
    pub says_longer: bool,
    /// The numbers beside the label, or in the row below it.
    pub off_bars: Vec<NumberOffBar>,
    /// The plate ends before the strip does.
    pub is_cut: bool,
    /// Ends out of sight for which the canvas has room.
    pub hidden_ends: usize,
    /// Ends out of sight without a number.
    pub without_number: usize,
}

/// Which ends out of sight have their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    All,
    /// Those that need no row of their own, and no longer way out: it leaves room for more strips.
    WithoutRow,
}

/// The number of an end out of sight for which its bar leaves no room.
#[derive(Clone, Debug)]
pub struct NumberOffBar {
    pub run: LabelRun,
    /// The end is beyond the low end of the strip.
    pub is_low: bool,
    /// It is beside the label, and not in a row of its own.
    pub is_beside_label: bool,
}

/// The bar of one shape in a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BarRow {
    /// Between these ends there is the bar; beyond them a number.
    pub bars: [f32; 2],
    /// Low and high: which of the interval's ends has its number there.
    pub numbers: [Option<usize>; 2],
}

impl BarRow {
    /// A bar without numbers.
    pub fn plain(bars: [f32; 2]) -> Self {
        Self { bars, numbers: [None; 2] }
    }
}

/// An end this far beyond the bars is in sight. Pixels.
pub const SLACK: f32 = 0.5;

/// Whether the label says the longer way out too, the better first.
pub fn ways_to_say(line: &AxisLine) -> impl Iterator<Item = bool> {
    [line.longer.is_some(), false].into_iter().take(1 + usize::from(line.longer.is_some()))
}

/// The whole strip, where it is within `free`.
pub fn uncut(line: &AxisLine, free: [f32; 2], says_longer: bool) -> Option<Stretch> {
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
pub fn cut(line: &AxisLine, free: [f32; 2], on_canvas: [f32; 2], says_longer: bool) -> Option<Stretch> {
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
pub fn label_range(shown: [f32; 2], off_bars: &[NumberOffBar], width: f32) -> [f32; 2] {
    let beside = |is_low: bool| -> f32 {
        let beside = off_bars.iter().filter(|number| number.is_beside_label && number.is_low == is_low);
        beside.map(|number| run_width(&number.run)).sum()
    };
    let half = width * 0.5 + PAD;
    [shown[0] + beside(true) + half, shown[1] - beside(false) - half]
}
