//! Where the contacts of a recording and ours differ, pair by pair, the worst first; what is wrong with the whole
//! recording; what counts as the same.

use std::collections::BTreeSet;

use egui_macroquad::egui::{
    self, Align2, DragValue, FontId, Label, RichText, ScrollArea, Sense, Ui, pos2, vec2,
};

use super::heading;
use super::places::Named as _;
use super::shortened::shortened;
#[cfg(not(target_os = "unknown"))]
use super::widgets::is_frame_line_clicked;
#[cfg(not(target_os = "unknown"))]
use crate::app::FileCommand;
use crate::app::run::frames::Frames as _;
use crate::app::{AppState, Command, Playback, TimeCommand};
#[cfg(not(target_os = "unknown"))]
use crate::elsewhere::recording::against::RunBodies;
use crate::elsewhere::recording::compare::{Difference, PairRows, Tolerances};
use crate::explain::stages::capital;
use crate::gui::style::{BAR, NUMBERS, Palette, SMALL};
use crate::platform::plain;
use crate::scene::MAX_CANDIDATES;
use crate::scene::numbers::{self, number};

const LINE: f32 = 38.0;
/// How far the lines of a pair are indented.
const INDENT: f32 = 14.0;

/// Remembers which difference was clicked last, which pairs are open, and where the list begins.
#[derive(Debug, Default)]
pub struct DifferencesPanel {
    clicked: Option<(u64, (u32, u32))>,
    open: BTreeSet<(u32, u32)>,
    lines: Vec<DifferenceLine>,
    lines_of: Option<LinesKey>,
    /// Sentences about many rows at once, or about what makes no row.
    notes: Vec<String>,
    first: Option<egui::Pos2>,
}

/// What the lines were made of: the run, frames compared, differences, and the pairs that are open.
type LinesKey = (u64, usize, usize, Tolerances, BTreeSet<(u32, u32)>);

#[derive(Clone, Debug)]
enum DifferenceLine {
    /// Several differences of one pair.
    Pair(PairLine),
    /// A difference by its index; indented below its pair.
    Difference { index: usize, is_below: bool },
}

#[derive(Clone, Debug)]
struct PairLine {
    bodies: (u32, u32),
    count: usize,
    summary: String,
    /// The frame in which it is worst.
    worst: u64,
}

impl DifferencesPanel {
    /// Middle of the list's first line, as last shown. Points.
    pub fn first(&self) -> Option<egui::Pos2> {
        self.first
    }

    /// What is wrong all over, then a line for every pair with its differences below it; a click goes to a difference's
    /// frame and selects its pair.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let width = ui.available_width() - BAR;
        self.first = None;
        let Some(playback) = state.run().frames.playback() else {
            self.clicked = None;
            heading(ui, palette, "Differences", "");
            let text = format!("{}.", capital(&plain::label(&state.scene().name)));
            ui.add(Label::new(RichText::new(text).color(palette.quiet)).wrap());
            return;
        };
        let count = playback.found();
        self.gather(state, playback);
        ui.scope(|ui| {
            ui.set_max_width(width);
            heading(ui, palette, "Differences", &counted(playback));
            tolerances_ui(ui, playback, palette, out);
            let text = RichText::new(about(playback)).size(SMALL).color(palette.quiet);
            ui.add(Label::new(text).wrap());
            for silent in playback.silent() {
                ui.add_space(2.0);
                ui.add(Label::new(RichText::new(format!("{silent}.")).color(palette.warning)).wrap());
            }
            for note in &self.notes {
                ui.add_space(2.0);
                ui.add(Label::new(RichText::new(format!("{}.", capital(note))).color(palette.text)).wrap());
            }
            for error in playback.errors() {
                ui.add_space(2.0);
                let text = format!("All over: {}", error.sentence);
                ui.add(Label::new(RichText::new(text).color(palette.warning)).wrap());
                let text = RichText::new(capital(&error.outcome())).size(SMALL).color(palette.text);
                ui.add(Label::new(text).wrap());
            }
        });
        #[cfg(not(target_os = "unknown"))]
        ui.scope(|ui| {
            ui.set_max_width(width);
            beside_ui(ui, playback, palette, out);
        });
        ui.add_space(4.0);
        let differences = &playback.comparison().differences;
        let left_out = count.saturating_sub(differences.len());
        let rows = self.lines.len() + usize::from(left_out > 0);
        if rows == 0 {
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, LINE, rows, |ui, range| {
            ui.set_max_width(width);
            for row in range {
                if row == 0 {
                    self.first = Some(ui.cursor().min + vec2(0.5 * width, 0.5 * LINE));
                }
                match self.lines.get(row).cloned() {
                    Some(DifferenceLine::Pair(pair)) => self.pair_line(ui, playback, &pair, palette, out),
                    Some(DifferenceLine::Difference { index, is_below }) => {
                        let indent = if is_below { INDENT } else { 0.0 };
                        if let Some(difference) = differences.get(index) {
                            self.line(ui, state, playback, difference, indent, palette, out);
                        }
                    }
                    None => {
                        let text = format!("and {left_out} more, none worse");
                        ui.label(RichText::new(text).color(palette.quiet));
                    }
                }
            }
        });
    }

    /// Makes the lines anew where the list or the open pairs are others.
    fn gather(&mut self, state: &AppState, playback: &Playback) {
        let comparison = playback.comparison();
        let key: LinesKey = (
            state.run().stamp.run,
            comparison.frames,
            comparison.differences.len(),
            playback.tolerances(),
            self.open.clone(),
        );
        if self.lines_of.as_ref() == Some(&key) {
            return;
        }
        if self.lines_of.as_ref().is_some_and(|(run, ..)| *run != key.0) {
            self.open.clear();
        }
        self.lines.clear();
        for pair in comparison.by_pair() {
            self.add_pair(&pair);
        }
        let notes = [comparison.joined_sentence(&playback.recording), comparison.shallow_sentence()];
        self.notes = notes.into_iter().flatten().collect();
        self.lines_of = Some(key);
    }

    fn add_pair(&mut self, pair: &PairRows<'_>) {
        let Some(worst) = pair.worst() else { return };
        let is_below = pair.rows.len() > 1;
        if is_below {
            self.lines.push(DifferenceLine::Pair(PairLine {
                bodies: worst.bodies,
                count: pair.rows.len(),
                summary: pair.summary(),
                worst: worst.frame,
            }));
        }
        if !is_below || self.open.contains(&worst.bodies) {
            let rows =
                pair.rows.iter().map(|(index, _)| DifferenceLine::Difference { index: *index, is_below });
            self.lines.extend(rows);
        }
    }

    /// A pair of several differences; a click opens or closes it, and goes to the worst.
    fn pair_line(
        &mut self,
        ui: &mut Ui,
        playback: &Playback,
        pair: &PairLine,
        palette: &Palette,
        out: &mut Vec<Command>,
    ) {
        let PairLine { bodies, count, summary, worst } = pair;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
        let recording = &playback.recording;
        let names = recording.who(*bodies, [None; 2], " – ");
        let label = format!("{names}: {summary}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &label));
        if response.hovered() {
            ui.painter().rect_filled(rect.expand2(vec2(6.0, -1.0)), 4.0, palette.hover);
        }
        let is_open = self.open.contains(bodies);
        let (top, bottom) = (rect.top() + 11.0, rect.top() + 27.0);
        let middle = pos2(rect.left() + 4.0, top);
        let corners = if is_open {
            [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.5)]
        } else {
            [vec2(-2.5, -4.0), vec2(3.5, 0.0), vec2(-2.5, 4.0)]
        };
        let corners = corners.iter().map(|corner| middle + *corner).collect();
        ui.painter().add(egui::Shape::convex_polygon(corners, palette.quiet, egui::Stroke::NONE));
        let mono = FontId::monospace(NUMBERS);
        let number = ui.painter().text(
            pos2(rect.right(), top),
            Align2::RIGHT_CENTER,
            count.to_string(),
            mono,
            palette.quiet,
        );
        let left = rect.left() + INDENT;
        let text = shortened(ui, &names, number.left() - left - 8.0, palette.strong);
        ui.painter().galley(pos2(left, top - 0.5 * text.size().y), text, palette.strong);
        below(ui, rect, left, bottom, summary.clone(), palette);
        let tip = format!("{label}.\nA click goes to the worst and shows or hides them all.");
        if response.on_hover_text(tip).clicked() {
            if !self.open.remove(bodies) {
                self.open.insert(*bodies);
            }
            self.clicked = Some((*worst, *bodies));
            out.push(Command::Time(TimeCommand::GoToDifference { frame: *worst, bodies: *bodies }));
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn line(
        &mut self,
        ui: &mut Ui,
        state: &AppState,
        playback: &Playback,
        difference: &Difference,
        indent: f32,
        palette: &Palette,
        out: &mut Vec<Command>,
    ) {
        let Difference { frame, bodies, times, .. } = *difference;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
        let recording = &playback.recording;
        let names = recording.who(bodies, difference.parts, " – ");
        let sentence = recording.sentence(difference);
        let label = format!("frame {frame}, {names}: {sentence}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &label));
        let is_chosen = frame == state.run().frame() && self.clicked == Some((frame, bodies));
        if is_chosen || response.hovered() {
            let fill = if is_chosen { palette.accent_faint } else { palette.hover };
            ui.painter().rect_filled(rect.expand2(vec2(6.0, -1.0)), 4.0, fill);
        }
        let rect = rect.with_min_x(rect.left() + indent);
        let color = if frame == state.run().frame() { palette.strong } else { palette.text };
        let (top, bottom) = (rect.top() + 11.0, rect.top() + 27.0);
        let painter = ui.painter();
        let mono = FontId::monospace(NUMBERS);
        let number_box =
            painter.text(pos2(rect.left(), top), Align2::LEFT_CENTER, frame.to_string(), mono.clone(), color);
        let worth =
            painter.text(pos2(rect.right(), top), Align2::RIGHT_CENTER, worth(times), mono, palette.quiet);
        let left = number_box.right().max(rect.left() + 38.0) + 8.0;
        let text = shortened(ui, &names, worth.left() - left - 8.0, color);
        ui.painter().galley(pos2(left, top - 0.5 * text.size().y), text, color);
        below(ui, rect, rect.left(), bottom, sentence, palette);
        let tip = format!("{label}.\nThe number at the right says how many times the tolerance.");
        if response.on_hover_text(tip).clicked() {
            self.clicked = Some((frame, bodies));
            out.push(Command::Time(TimeCommand::GoToDifference { frame, bodies }));
        }
    }
}

/// A line's second row, cut at the line's end.
fn below(ui: &Ui, rect: egui::Rect, left: f32, middle: f32, text: String, palette: &Palette) {
    let font = FontId::proportional(SMALL);
    let mut job = egui::text::LayoutJob::simple_singleline(text, font, palette.quiet);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.right() - left);
    let text = ui.fonts(|fonts| fonts.layout_job(job));
    ui.painter().galley(pos2(left, middle - 0.5 * text.size().y), text, palette.quiet);
}

/// "5 in 3 frames", while frames are compared how many.
fn counted(playback: &Playback) -> String {
    let frames = playback.marks.len();
    let done = playback.compared();
    let so_far = if playback.is_compared() {
        String::new()
    } else {
        format!(", {done} of {} frames compared", playback.recording.frames().len())
    };
    match playback.found() {
        0 => so_far.trim_start_matches(", ").to_owned(),
        count => format!("{count} in {}{so_far}", numbers::count(frames, "frame", "frames")),
    }
}

/// How many pairs were compared, which normals are excused, and what became of frames that came.
fn about(playback: &Playback) -> String {
    let comparison = playback.comparison();
    let engine = plain::label(playback.recording.engine());
    let mut text = String::new();
    if playback.found() == 0 && playback.is_compared() && comparison.frames > 0 {
        text.push_str(&format!("No difference in {} frames. ", comparison.frames));
    }
    text.push_str(&format!(
        "{engine}: {} touching pairs over all frames; ours: {}.",
        comparison.theirs, comparison.ours
    ));
    if let Some(queries) = comparison.queries_sentence() {
        text.push_str(&format!(" {}.", capital(&queries)));
    }
    for sentence in comparison.excused.sentences() {
        text.push_str(&format!(" {}.", capital(&sentence)));
    }
    if comparison.limited > 0 {
        text.push_str(&format!(
            " In {} frames more than {MAX_CANDIDATES} pairs of shapes are near each other: the first were compared.",
            comparison.limited
        ));
    }
    if playback.dropped > 0 {
        text.push_str(&format!(" The oldest {} frames were dropped to make room.", playback.dropped));
    }
    text
}

/// Height of a line about a second recording. Points.
#[cfg(not(target_os = "unknown"))]
const BESIDE_LINE: f32 = 18.0;

/// Where a second recording differs: the first frame of each, with how it grows; a click goes there.
#[cfg(not(target_os = "unknown"))]
fn beside_ui(ui: &mut Ui, playback: &Playback, palette: &Palette, out: &mut Vec<Command>) {
    /// Height of all lines at most. Points.
    const LINES: f32 = 160.0;
    let Some(beside) = &playback.beside else { return };
    let quiet = |text: String| RichText::new(text).size(SMALL).color(palette.quiet);
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add(Label::new(RichText::new(format!("Beside {}", beside.name)).color(palette.strong)).truncate());
        if ui.small_button("Close").named("Close the second recording").clicked() {
            out.push(Command::File(FileCommand::CloseBeside));
        }
    });
    let Some(found) = &beside.comparison else {
        ui.label(quiet("is compared".to_owned()));
        return;
    };
    let frames = numbers::count(found.frames, "frame", "frames");
    let alone: usize = found.alone.iter().sum();
    let more = if alone > 0 { format!(", {alone} of one alone") } else { String::new() };
    let clock = found.clock();
    let differs = numbers::count(found.differences.len(), "difference", "differences");
    ui.label(quiet(format!("{differs} in {frames} of both by {clock}{more}")));
    if let Some(times) = found.told_times() {
        ui.label(quiet(times));
    }
    let area = ScrollArea::vertical().id_salt("beside").max_height(LINES).auto_shrink([false, true]);
    area.show_rows(ui, BESIDE_LINE, found.differences.len(), |ui, range| {
        for one in found.differences.get(range).unwrap_or_default() {
            let text = format!("{}: {}", one.label(&playback.recording), one.grows());
            let frame = one.first().0;
            if is_frame_line_clicked(ui, frame, &text, false, palette) {
                let bodies = match one.bodies {
                    RunBodies::One(body) => (body, body),
                    RunBodies::Pair(a, b) => (a, b),
                };
                out.push(Command::Time(TimeCommand::GoToDifference { frame, bodies }));
            }
        }
    });
}

/// The distance in one frame beyond which a body counts as teleported, as `compare --between` has it, and the
/// number of teleports.
fn teleport_ui(ui: &mut Ui, playback: &Playback, palette: &Palette, out: &mut Vec<Command>) {
    let moments = &playback.log().moments;
    let (now, count) = (moments.teleport(), moments.teleports());
    let mut metres = now.unwrap_or(0.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("teleport from").size(SMALL).color(palette.quiet));
        let text = |metres: f64, _| if metres > 0.0 { format!("{metres} m") } else { "by size and speed".to_owned() };
        let field = DragValue::new(&mut metres).range(0.0..=1.0e6).speed(0.05).max_decimals(3).custom_formatter(text);
        let tip = "A body that moves farther from one frame to the next was put there and crosses nothing; 0: four times its \
                   longer side and twice what its speed lets expect";
        let response = ui.add(field).named("Teleport from").on_hover_text(tip);
        ui.label(RichText::new(numbers::count(count, "teleport", "teleports")).size(SMALL).color(palette.quiet));
        let asked = (metres > 0.0).then_some(metres);
        if asked != now {
            out.push(Command::Time(TimeCommand::SetTeleport(asked)));
        }
        if response.dragged() {
            ui.ctx().request_repaint();
        }
    });
}

/// Tolerance and margin, as `compare` has them.
fn tolerances_ui(ui: &mut Ui, playback: &Playback, palette: &Palette, out: &mut Vec<Command>) {
    let now = playback.tolerances();
    let Tolerances { mut tolerance, mut margin } = now;
    let mut dragged = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let mut field = |ui: &mut Ui, name: &str, value: &mut f32, unit: &str, tip: &str| {
            ui.label(RichText::new(name).size(SMALL).color(palette.quiet));
            let field = DragValue::new(value).range(0.0..=1.0e6).speed(0.0005).max_decimals(6).suffix(unit);
            let response = ui.add(field).on_hover_text(tip);
            dragged |= response.dragged();
        };
        let tip = "What counts as the same: metres for depths, gaps and points, radians for normals";
        field(ui, "tolerance", &mut tolerance, "", tip);
        ui.add_space(8.0);
        let tip = "The other engine's margin or slop: so much deeper or shallower its contacts may be";
        field(ui, "margin", &mut margin, " m", tip);
    });
    teleport_ui(ui, playback, palette, out);
    let asked = Tolerances { tolerance, margin };
    if asked != now {
        out.push(Command::Time(TimeCommand::Compare(asked)));
    }
}

/// "12×", "1.5×".
fn worth(times: f32) -> String {
    match times {
        times if !times.is_finite() => "∞".to_owned(),
        times if times < 10.0 => format!("{times:.1}×"),
        times if times < 1.0e5 => format!("{times:.0}×"),
        times => format!("{}×", number(times)),
    }
}
