//! The separating-axis test of the selected pair, axis by axis.

use std::borrow::Cow;

use egui_macroquad::egui::{
    self, Align2, Color32, FontId, Label, Rect, Response, RichText, Sense, Stroke, Ui, pos2, vec2,
};

use collide2d::Interval;
use glam::Vec2;

use super::widgets::{fixed, with_code};
use super::{contacts, heading};
use crate::app::{AppState, Command, ViewCommand};
use crate::gui::style::{BAR, BODY, NUMBERS, Palette, SMALL};
use crate::picture::backend::window::egui_color;
use crate::platform::sorting;
use crate::report::{PairReport, TraceReport, axis_source_label, is_containment, longer_way};
use crate::scene::numbers::LengthUnit;

/// What the table remembers from pass to pass.
#[derive(Debug, Default)]
pub struct AxesPanel {
    /// The row that it highlighted.
    highlighted: Option<usize>,
    /// The rows are sorted by overlap, the least first, and not in the order of the test.
    by_overlap: bool,
    /// The pair and the deciding axis of the last pass: where they change, the row is scrolled into sight.
    seen: Option<(u32, u32, Option<usize>)>,
    /// Height of all rows, and of what is above them.
    rows: f32,
    above: f32,
}

const LINE: f32 = 32.0;
/// Height of the line where the test stops.
const STOP: f32 = 18.0;
/// Height of the sentences about an axis: three lines.
const EXPLANATION: f32 = 46.0;
/// Right ends of the columns, from the right edge.
const OVERLAP: f32 = 4.0;
const B: f32 = 76.0;
const A: f32 = 138.0;
const DIRECTION: f32 = 200.0;
/// Width of the longest number of a direction.
const NUMBER: f32 = 58.0;
/// Sizes of the name of an axis.
const NAME: f32 = 12.5;
const SMALLEST_NAME: f32 = 8.5;

/// Where no pair is looked at.
pub(super) const POINT_AT: &str = "Point at touching shapes, click a contact, or press Tab.";

impl AxesPanel {
    /// Height at which every row is in sight.
    pub fn wanted(&self) -> f32 {
        self.above + self.rows
    }

    /// Height at which the first row is in sight.
    pub fn least(&self) -> f32 {
        self.above + LINE
    }

    /// The greatest height, at most `room`, at which no row is cut.
    pub fn of_whole_rows(&self, room: f32) -> f32 {
        let cut = (room - self.above).rem_euclid(LINE);
        if room < self.wanted() { room - cut } else { room }
    }

    /// Source, direction, both intervals and overlap of every axis; the deciding row is marked and scrolled
    /// into sight, a hovered one highlighted.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let top = ui.cursor().top();
        let selected_pair =
            state.looking().selected_pair().and_then(|pair| state.derived().report.pair(pair));
        let Some((pair, trace)) = selected_pair.and_then(|pair| Some((pair, pair.trace.as_deref()?))) else {
            ui.set_max_width(ui.available_width() - BAR);
            heading(ui, palette, "Separating axes", "");
            let why_not = || state.why_no_pair().map(|why_not| why_not.text);
            let text: Cow<str> = match state.run().inside.as_ref() {
                Some(inside) if inside.recording.generator().is_some() => {
                    "This stage works on a contact that no two shapes make: no axis is tested for it.".into()
                }
                Some(inside) if inside.is_before_events() => {
                    "The axes are tested in the narrow phase, which is still to come.".into()
                }
                Some(_) | None => why_not().map_or(POINT_AT.into(), Cow::from),
            };
            ui.add(Label::new(with_code(&text, BODY, palette.quiet)).wrap());
            self.seen = None;
            (self.above, self.rows) = (ui.cursor().top() - top, 0.0);
            self.highlight(None, out);
            return;
        };
        let meets = trace.deciding.and_then(|index| trace.local.axes.get(index)).map(|axis| axis.overlap);
        let verdict = match meets {
            _ if pair.contact.is_some() => "they touch",
            _ if pair.is_behind() => "let pass: one-sided",
            // An early-out may come before an axis with a gap.
            Some(0.0) if trace.local.axes.iter().all(|axis| axis.overlap >= 0.0) => {
                "they touch without overlap"
            }
            Some(_) | None => "they are apart",
        };
        let width = ui.available_width() - BAR;
        ui.scope(|ui| {
            ui.set_max_width(width);
            let verdict = match state.in_whose_frame() {
                Some(frame) => format!("{frame} · {verdict}"),
                None => verdict.to_owned(),
            };
            heading(ui, palette, "Separating axes", &verdict);
            names(ui, state, pair);
            if header(ui, state, palette, self.by_overlap).clicked() {
                self.by_overlap = !self.by_overlap;
                self.seen = None;
            }
        });
        let (mut highlighted, mut stopped) = (None, false);
        ui.spacing_mut().item_spacing.y = 0.0;
        self.above = ui.cursor().top() - top;
        let now = Some((pair.a, pair.b, trace.deciding));
        let is_new = self.seen != now;
        self.seen = now;
        // A part that is set lower than the area's own least height would push the others out of the panel.
        let area = egui::ScrollArea::vertical().min_scrolled_height(LINE).auto_shrink(false);
        let shown = area.show(ui, |ui| {
            ui.set_max_width(width);
            if trace.local.early_out {
                stopped = true;
                stop(ui, palette, "bounding circles do not meet: the test stops here");
            }
            let count = trace.local.axes.len();
            for index in order(trace, self.by_overlap) {
                let Some(response) = axis(ui, state, palette, (pair, trace), index) else { continue };
                if response.hovered() {
                    highlighted = Some(index);
                    if let Some(supports) = trace.supports.get(index) {
                        let frame = state.showing().camera.frame();
                        let local = supports.map(|ends| ends.map(|end| frame.local_point(end)));
                        let text = support_words(&local, state.unit());
                        response.clone().on_hover_text_at_pointer(text);
                    }
                }
                if is_new && trace.deciding == Some(index) {
                    response.scroll_to_me(None);
                }
                let stops = trace.stops_at == Some(index) && !trace.local.early_out && index + 1 < count;
                if stops && !self.by_overlap {
                    stopped = true;
                    stop(ui, palette, "a gap: the test stops here");
                }
            }
            explain(ui, palette, (pair, trace), state.unit(), highlighted);
            parallel(ui, state, palette, pair, trace);
        });
        // Room for the line of a stop, whether there is one in this frame or not.
        self.rows = shown.content_size.y + if stopped { 0.0 } else { STOP };
        self.highlight(highlighted, out);
    }

    fn highlight(&mut self, highlighted: Option<usize>, out: &mut Vec<Command>) {
        if highlighted != self.highlighted {
            self.highlighted = highlighted;
            out.push(Command::View(ViewCommand::HighlightAxis(highlighted)));
        }
    }
}

/// The names of A and B in their colours, with the part and the segment that are tested.
fn names(ui: &mut Ui, state: &AppState, pair: &PairReport) {
    let theme = state.showing().theme;
    let half = 0.5 * (ui.available_width() - 8.0);
    ui.horizontal(|ui| {
        let [name_a, name_b] = contacts::names(state, pair);
        for (letter, name, color) in [("A", name_a, theme.pair_a), ("B", name_b, theme.pair_b)] {
            let text = RichText::new(format!("{letter}  {name}")).color(egui_color(color));
            ui.allocate_ui(vec2(half, 18.0), |ui| {
                ui.set_width(half);
                ui.add(Label::new(text).truncate());
            });
        }
    });
}

/// The heads of the columns; a click sorts by overlap, another puts the rows back in the order of the test.
fn header(ui: &mut Ui, state: &AppState, palette: &Palette, by_overlap: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::click());
    let theme = state.showing().theme;
    let (font, unit) = (FontId::proportional(SMALL), state.unit().name());
    let left = rect.left_center() + vec2(10.0, 0.0);
    ui.painter().text(left, Align2::LEFT_CENTER, "axis", font.clone(), palette.quiet);
    for (right, text, color) in [
        (OVERLAP, format!("overlap {unit}{}", if by_overlap { " ▲" } else { "" }), palette.quiet),
        (B, format!("B {unit}"), egui_color(theme.pair_b)),
        (A, format!("A {unit}"), egui_color(theme.pair_a)),
        (DIRECTION, "direction".to_owned(), palette.quiet),
    ] {
        let at = pos2(rect.right() - right, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font.clone(), color);
    }
    let order = if by_overlap {
        "Sorted by overlap. Click: in the order of the test"
    } else {
        "In the order of the test. Click: sort by overlap"
    };
    response.on_hover_text(order)
}

/// Indices of the axes in the order of the rows.
fn order(trace: &TraceReport, by_overlap: bool) -> Vec<usize> {
    let axes = &trace.local.axes;
    let mut order: Vec<usize> = (0..axes.len()).collect();
    if by_overlap {
        sorting::sort_by(&mut order, |&p, &q| axes[p].overlap.total_cmp(&axes[q].overlap));
    }
    order
}

/// The faces that give no axis of their own.
fn parallel(ui: &mut Ui, state: &AppState, palette: &Palette, pair: &PairReport, trace: &TraceReport) {
    let Some([a, b]) = pair.bodies(state.run().world()) else { return };
    let left_out = trace.parallel_faces(a.shape(), b.shape());
    if left_out.is_empty() {
        return;
    }
    let names: Vec<String> = left_out.into_iter().map(axis_source_label).collect();
    let text = format!("Parallel to one above, so without an axis of their own: {}", names.join(", "));
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(text).size(SMALL).color(palette.quiet)).wrap());
}

/// Direction and intervals of an axis in the frame in which the canvas is seen.
fn shown_axis(
    state: &AppState,
    pair: &PairReport,
    trace: &TraceReport,
    index: usize,
) -> Option<(Vec2, [Interval; 2])> {
    let (test, (a, b)) = (trace.local.axes.get(index)?, *trace.world.get(index)?);
    if state.seen_body().is_none() {
        return Some((test.direction, [a, b]));
    }
    let [of_a, _] = pair.bodies(state.run().shown())?;
    let (frame, from) = (state.showing().camera.frame(), of_a.pose().position);
    let local = |interval| frame.local_interval(test.direction, interval, from).rounded();
    Some((frame.local_direction(test.direction), [test.a, test.b].map(local)))
}

fn axis(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    (pair, trace): (&PairReport, &TraceReport),
    index: usize,
) -> Option<Response> {
    let test = trace.local.axes.get(index)?;
    let (direction, [a, b]) = shown_axis(state, pair, trace, index)?;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let theme = state.showing().theme;
    let decides = trace.deciding == Some(index) && !trace.local.early_out;
    let separates = test.overlap <= 0.0;
    let after_stop = trace.local.early_out || trace.stops_at.is_some_and(|stop| index > stop);
    if response.hovered() || state.looking().highlighted_axis == Some(index) {
        ui.painter().rect_filled(rect, 4.0, palette.hover);
    } else if decides {
        ui.painter().rect_filled(rect, 4.0, palette.accent_faint.gamma_multiply(0.7));
    }
    let mark = egui_color(if separates { theme.gap } else { theme.depth });
    if decides {
        let (top, bottom) = (rect.left_top() + vec2(0.0, 4.0), rect.left_bottom() + vec2(3.0, -4.0));
        ui.painter().rect_filled(Rect::from_min_max(top, bottom), 1.5, mark);
    }
    // The deciding row is never quiet, whether the test reached it or not.
    let dim = |color: Color32| if after_stop && !decides { palette.quiet } else { color };
    let strength = dim(if decides { palette.strong } else { palette.text });
    let way_out = longer_way(test);
    let note = if trace.dropped_text(index).is_some() {
        Some("dropped")
    } else {
        is_containment(test).then_some("way out")
    };
    source(ui, rect, &axis_source_label(test.source), note, [strength, dim(palette.quiet)]);
    let column = |right: f32, upper: f64, lower: f64, color: Color32| {
        for (value, y) in [(upper, -7.0), (lower, 7.0)] {
            let at = pos2(rect.right() - right, rect.center().y + y);
            ui.painter().text(at, Align2::RIGHT_CENTER, fixed(value), FontId::monospace(NUMBERS), dim(color));
        }
    };
    let unit = state.unit();
    column(DIRECTION, direction.x.into(), f64::from(direction.y) * unit.y_sign(), palette.quiet);
    column(A, unit.of_metres(a.min), unit.of_metres(a.max), egui_color(theme.pair_a));
    column(B, unit.of_metres(b.min), unit.of_metres(b.max), egui_color(theme.pair_b));
    let color = dim(if decides || separates { mark } else { palette.text });
    let at = pos2(rect.right() - OVERLAP, rect.center().y - if way_out.is_some() { 7.0 } else { 0.0 });
    let font = FontId::monospace(NUMBERS + 1.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, fixed(unit.of_metres(test.overlap)), font, color);
    if let Some(longer) = way_out {
        let at = pos2(rect.right() - OVERLAP, rect.center().y + 8.0);
        let (font, color) = (FontId::proportional(SMALL), dim(palette.quiet));
        let text = format!("or {}", fixed(unit.of_metres(longer as f32)));
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font, color);
    }
    Some(response)
}

/// The sentence of the axis under the pointer, or else of the deciding one.
fn explain(
    ui: &mut Ui,
    palette: &Palette,
    (pair, trace): (&PairReport, &TraceReport),
    unit: LengthUnit,
    highlighted: Option<usize>,
) {
    let Some(index) = highlighted.or(trace.deciding) else {
        if pair.is_behind() {
            let text = "They overlap, and the one-sided chain lets the other body pass: no axis gives a normal or a depth.";
            sentences(ui, palette, text);
        }
        return;
    };
    let Some(test) = trace.local.axes.get(index) else { return };
    let mut text = match (trace.deciding == Some(index), test.overlap) {
        (_, overlap) if trace.local.early_out && overlap < 0.0 => {
            "Not reached, because the bounding circles do not meet. This axis would separate the two."
                .to_owned()
        }
        (_, _) if trace.local.early_out => {
            "Not reached, because the bounding circles do not meet.".to_owned()
        }
        (_, _) if let Some(why) = trace.dropped_text(index) => {
            format!("The outline of the chain does not allow this way: {why}.")
        }
        (_, 0.0) => "The intervals meet without overlapping: to touch is no contact.".to_owned(),
        (true, overlap) if overlap < 0.0 => {
            "This axis separates the two. Its negative overlap is the gap.".to_owned()
        }
        (true, _) => least(trace, index, unit),
        (false, overlap) if overlap < 0.0 => "This axis separates the two as well.".to_owned(),
        (false, _) => "The intervals overlap: this axis does not separate the two.".to_owned(),
    };
    if trace.deciding == Some(index) && trace.contact.is_some() && !test.a_leaves_along {
        text.push_str(" The normal, toward A, is the opposite of its direction.");
    }
    if let Some(longer) = longer_way(test) {
        let longer = unit.text(longer as f32);
        text.push_str(&format!(" One interval is inside the other: the longer way out is {longer}."));
    }
    sentences(ui, palette, &text);
}

fn sentences(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.add_space(6.0);
    // Room for two lines, so that nothing moves with the pointer.
    ui.allocate_ui(vec2(ui.available_width(), EXPLANATION), |ui| {
        ui.set_min_height(EXPLANATION);
        ui.add(Label::new(RichText::new(text).size(SMALL).color(palette.quiet)).wrap());
    });
}

/// The support points of both shapes at the ends of their intervals.
fn support_words([a, b]: &[[Vec2; 2]; 2], unit: LengthUnit) -> String {
    let words = |name: &str, [from, to]: &[Vec2; 2]| {
        format!("{name} reaches from {} to {}", unit.point(*from), unit.point(*to))
    };
    format!("Support points\n{}\n{}", words("A", a), words("B", b))
}

/// The least overlap, and how much less it is than the next: two that look the same may differ.
fn least(trace: &TraceReport, deciding: usize, unit: LengthUnit) -> String {
    let overlap = |index: usize| trace.local.axes.get(index).map_or(f32::INFINITY, |axis| axis.overlap);
    let others = (0..trace.local.axes.len())
        .filter(|index| *index != deciding && trace.dropped_text(*index).is_none());
    let next = others.min_by(|p, q| overlap(*p).total_cmp(&overlap(*q)));
    let is_inside = trace.local.axes.get(deciding).is_some_and(is_containment);
    let by = match next.map(|next| (next, overlap(next) - overlap(deciding))) {
        None => {
            return format!(
                "The only axis: its {} gives the normal and the depth.",
                if is_inside { "way out" } else { "overlap" }
            );
        }
        Some((next, 0.0)) => {
            let next = trace.local.axes.get(next).map(|axis| axis_source_label(axis.source));
            format!("as little as that of {}", next.unwrap_or_default())
        }
        Some((_, by)) => format!("by {}", unit.text(by)),
    };
    let what = if is_inside { "Shortest way out" } else { "Least overlap" };
    let all = if trace.dropped.is_empty() { "all axes" } else { "the axes that the outline allows" };
    format!("{what} of {all}, {by}: it gives the normal and the depth.")
}

/// The source of an axis, "a center to b vertex 3", in two lines, and a note about it.
fn source(ui: &Ui, rect: Rect, label: &str, note: Option<&str>, [color, quiet]: [Color32; 2]) {
    let left = rect.left_center() + vec2(10.0, 0.0);
    let room = rect.right() - DIRECTION - NUMBER - left.x;
    // A long name is smaller, so that it hides no sign of the number beside it.
    let write = |y: f32, text: &str, color: Color32| {
        let layout =
            |size: f32| ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), color);
        let mut galley = layout(NAME);
        if galley.size().x > room {
            galley = layout((NAME * room / galley.size().x).max(SMALLEST_NAME));
        }
        let at = left + vec2(0.0, y - 0.5 * galley.size().y);
        ui.painter().galley(at, galley, color);
    };
    match label.split_once(" to ") {
        // The second number beside it tells a way out, too.
        Some((from, to)) => {
            write(-7.0, from, color);
            write(7.0, &format!("to {to}"), color);
        }
        None => match note {
            Some(note) => {
                write(-7.0, label, color);
                write(7.0, note, quiet);
            }
            None => {
                write(0.0, label, color);
            }
        },
    }
}

/// Marks where the unobserved test would have stopped.
fn stop(ui: &mut Ui, palette: &Palette, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), STOP), Sense::hover());
    let at = rect.left_center() + vec2(10.0, 0.0);
    let font = FontId::proportional(SMALL);
    let written = ui.painter().text(at, Align2::LEFT_CENTER, text, font, palette.warning);
    let stroke = Stroke::new(1.0, palette.warning.gamma_multiply(0.6));
    ui.painter().hline(written.right() + 6.0..=rect.right(), rect.center().y, stroke);
}
