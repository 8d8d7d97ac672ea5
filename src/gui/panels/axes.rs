//! The separating-axis test of the selected pair, axis by axis.

use egui_macroquad::egui::{
    self, Align2, Color32, FontId, Label, Rect, RichText, Sense, Stroke, Ui, pos2, vec2,
};

use super::heading;
use super::widgets::fixed;
use crate::app::{AppState, Command, ViewCommand};
use crate::backend::window::egui_color;
use crate::gui::style::{BAR, NUMBERS, Palette, SMALL};
use crate::report::{PairReport, TraceReport, axis_source_label, is_containment};

/// Remembers which row it highlighted.
#[derive(Debug, Default)]
pub struct AxesPanel {
    lit: Option<usize>,
}

const LINE: f32 = 32.0;
/// Right ends of the columns, from the right edge.
const OVERLAP: f32 = 4.0;
const B: f32 = 68.0;
const A: f32 = 130.0;
const DIRECTION: f32 = 192.0;

impl AxesPanel {
    /// Source, direction, both intervals and overlap of every axis; the deciding row is marked, a hovered one
    /// highlighted.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let pairs = &state.report().pairs;
        let looked = state.looked().and_then(|key| pairs.iter().find(|pair| (pair.a, pair.b) == key));
        let Some((pair, trace)) = looked.and_then(|pair| Some((pair, pair.trace.as_deref()?))) else {
            ui.set_max_width(ui.available_width() - BAR);
            heading(ui, palette, "Separating axes", "");
            let text = "Point at touching shapes, click a contact, or press Tab.";
            ui.add(Label::new(RichText::new(text).color(palette.quiet)).wrap());
            self.tell(None, out);
            return;
        };
        let verdict = if pair.contact.is_some() { "they touch" } else { "they are apart" };
        let width = ui.available_width() - BAR;
        ui.scope(|ui| {
            ui.set_max_width(width);
            heading(ui, palette, "Separating axes", verdict);
            names(ui, state, pair);
            header(ui, state, palette);
        });
        let mut lit = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(width);
            if trace.local.early_out {
                stop(ui, palette, "bounding circles do not meet: the test stops here");
            }
            let count = trace.local.axes.len();
            for index in 0..count {
                if axis(ui, state, palette, trace, index) {
                    lit = Some(index);
                }
                if trace.stops_at == Some(index) && !trace.local.early_out && index + 1 < count {
                    stop(ui, palette, "a gap: the test stops here");
                }
            }
            explain(ui, palette, trace, lit);
        });
        self.tell(lit, out);
    }

    fn tell(&mut self, lit: Option<usize>, out: &mut Vec<Command>) {
        if lit != self.lit {
            self.lit = lit;
            out.push(Command::View(ViewCommand::LightAxis(lit)));
        }
    }
}

/// The names of A and B in their colours.
fn names(ui: &mut Ui, state: &AppState, pair: &PairReport) {
    let theme = state.theme();
    let half = 0.5 * (ui.available_width() - 8.0);
    ui.horizontal(|ui| {
        for (letter, index, color) in [("A", pair.a, theme.pair_a), ("B", pair.b, theme.pair_b)] {
            let name = state.scene().shown_name(index);
            let text = RichText::new(format!("{letter}  {name}")).color(egui_color(color));
            ui.allocate_ui(vec2(half, 18.0), |ui| {
                ui.set_width(half);
                ui.add(Label::new(text).truncate());
            });
        }
    });
}

fn header(ui: &mut Ui, state: &AppState, palette: &Palette) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let theme = state.theme();
    let font = FontId::proportional(SMALL);
    let left = rect.left_center() + vec2(10.0, 0.0);
    ui.painter().text(left, Align2::LEFT_CENTER, "axis", font.clone(), palette.quiet);
    for (right, text, color) in [
        (OVERLAP, "overlap m", palette.quiet),
        (B, "B m", egui_color(theme.pair_b)),
        (A, "A m", egui_color(theme.pair_a)),
        (DIRECTION, "direction", palette.quiet),
    ] {
        let at = pos2(rect.right() - right, rect.center().y);
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font.clone(), color);
    }
}

/// One axis; returns whether the pointer is on it.
fn axis(ui: &mut Ui, state: &AppState, palette: &Palette, trace: &TraceReport, index: usize) -> bool {
    let (Some(test), Some((a, b))) = (trace.local.axes.get(index), trace.world.get(index)) else {
        return false;
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let theme = state.theme();
    let decides = trace.deciding == Some(index);
    let separates = test.overlap <= 0.0;
    let after_stop = trace.local.early_out || trace.stops_at.is_some_and(|stop| index > stop);
    if response.hovered() || state.lit_axis() == Some(index) {
        ui.painter().rect_filled(rect, 4.0, palette.hover);
    } else if decides {
        ui.painter().rect_filled(rect, 4.0, palette.accent_faint.gamma_multiply(0.7));
    }
    let mark = egui_color(if separates { theme.gap } else { theme.depth });
    if decides {
        let (top, bottom) = (rect.left_top() + vec2(0.0, 4.0), rect.left_bottom() + vec2(3.0, -4.0));
        ui.painter().rect_filled(Rect::from_min_max(top, bottom), 1.5, mark);
    }
    // The deciding row is never dimmed, whether the test reached it or not.
    let dim = |color: Color32| if after_stop && !decides { color.gamma_multiply(0.55) } else { color };
    let strength = dim(if decides { palette.strong } else { palette.text });
    source(ui, rect, &axis_source_label(test.source), strength);
    let column = |right: f32, upper: f32, lower: f32, color: Color32| {
        for (value, y) in [(upper, -7.0), (lower, 7.0)] {
            let at = pos2(rect.right() - right, rect.center().y + y);
            ui.painter().text(at, Align2::RIGHT_CENTER, fixed(value), FontId::monospace(NUMBERS), dim(color));
        }
    };
    column(DIRECTION, test.direction.x, test.direction.y, palette.quiet);
    column(A, a.min, a.max, egui_color(theme.pair_a));
    column(B, b.min, b.max, egui_color(theme.pair_b));
    let color = dim(if decides || separates { mark } else { palette.text });
    let way_out = is_containment(test);
    let at = pos2(rect.right() - OVERLAP, rect.center().y - if way_out { 7.0 } else { 0.0 });
    let font = FontId::monospace(NUMBERS + 1.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, fixed(test.overlap), font, color);
    if way_out {
        let at = pos2(rect.right() - OVERLAP, rect.center().y + 8.0);
        ui.painter().text(
            at,
            Align2::RIGHT_CENTER,
            "way out",
            FontId::proportional(SMALL),
            dim(palette.quiet),
        );
    }
    response.hovered()
}

/// The sentence of the axis under the pointer, or else of the deciding one.
fn explain(ui: &mut Ui, palette: &Palette, trace: &TraceReport, lit: Option<usize>) {
    let Some(index) = lit.or(trace.deciding) else { return };
    let Some(test) = trace.local.axes.get(index) else { return };
    let text = match (trace.deciding == Some(index), test.overlap <= 0.0) {
        (true, true) => "This axis separates the two. Its negative overlap is the gap.",
        (true, false) => "Least overlap of all axes: it gives the normal and the depth.",
        (false, true) => "This axis separates the two as well.",
        (false, false) => "The intervals overlap: this axis does not separate the two.",
    };
    let text = match is_containment(test) {
        true => format!("{text} One interval is inside the other: the number is the shorter way out."),
        false => text.to_owned(),
    };
    ui.add_space(6.0);
    ui.add(Label::new(RichText::new(text).size(SMALL).color(palette.quiet)).wrap());
}

/// The source of an axis, "a center to b vertex 3", in two lines.
fn source(ui: &Ui, rect: Rect, label: &str, color: Color32) {
    let font = FontId::proportional(12.5);
    let left = rect.left_center() + vec2(10.0, 0.0);
    match label.split_once(" to ") {
        Some((from, to)) => {
            ui.painter().text(left - vec2(0.0, 7.0), Align2::LEFT_CENTER, from, font.clone(), color);
            ui.painter().text(left + vec2(0.0, 7.0), Align2::LEFT_CENTER, format!("to {to}"), font, color);
        }
        None => {
            ui.painter().text(left, Align2::LEFT_CENTER, label, font, color);
        }
    }
}

/// Marks where the unobserved test would have stopped.
fn stop(ui: &mut Ui, palette: &Palette, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    let at = rect.left_center() + vec2(10.0, 0.0);
    let font = FontId::proportional(SMALL);
    let written = ui.painter().text(at, Align2::LEFT_CENTER, text, font, palette.warning);
    let stroke = Stroke::new(1.0, palette.warning.gamma_multiply(0.6));
    ui.painter().hline(written.right() + 6.0..=rect.right(), rect.center().y, stroke);
}
