//! Inside a step: what each stage did, in a sentence and a formula with its numbers, and the list of all
//! stages.

use collide2d::{Stage, Work};
use egui_macroquad::egui::{
    Align2, CentralPanel, FontId, Frame, Label, Margin, Rect, RichText, ScrollArea, Sense, TopBottomPanel,
    Ui, show_tooltip_at_pointer, vec2,
};

use super::heading;
use super::places;
use super::shortened::shortened_text;
use super::widgets::{mono, offset_to, with_code};
use crate::app::{AppState, Command, Inside, TimeCommand};
use crate::explain::stages::Formula;
use crate::gui::style::{BAR, BODY, NUMBERS, Palette, SMALL};

const LINE: f32 = 20.0;
/// Room between words and list.
const MARGINS: f32 = 24.0;
/// Rows of the list that are in sight however low the window is, if there are as many.
const LEAST_ROWS: usize = 6;
/// Height at which these rows and a few lines of words are in sight.
pub const LEAST: f32 = 300.0;
/// Least height of the words: large enough that the list does not move while they change.
const WORDS: f32 = 176.0;
/// [`WORDS`] in a large window, as a fraction of the panel: at 1280 × 720 three formulas are in sight.
const WORDS_SHARE: f32 = 0.55;

/// Remembers what the list showed.
#[derive(Debug, Default)]
pub struct StagesPanel {
    current: Option<(u64, usize)>,
    offset: f32,
    height: f32,
    /// The height for which the present stage was last scrolled into sight.
    settled: f32,
}

enum StageRow {
    /// The heading of a group, and its first stage.
    Group(String, usize),
    /// A stage by its index, and whether it is in a group.
    Stage(usize, bool),
}

impl StagesPanel {
    /// The words and numbers of the shown stage, and every stage to go to.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let Some(inside) = state.run().inside.as_ref() else {
            self.current = None;
            return outside(ui, state, palette, out);
        };
        let rows = rows(inside);
        // A short list leaves its room to the words; its length is that of the step, so nothing moves from
        // stage to stage.
        let left = ui.available_height() - LINE * rows.len() as f32 - MARGINS;
        let least = (WORDS_SHARE * ui.available_height()).clamp(WORDS, 420.0);
        let list = LINE * rows.len().min(LEAST_ROWS) as f32 + MARGINS;
        let most = (ui.available_height() - list).max(64.0);
        TopBottomPanel::top("stage words")
            .frame(Frame::new().inner_margin(Margin { bottom: 6, ..Margin::ZERO }))
            .resizable(false)
            .exact_height(left.max(least).min(most))
            .show_inside(ui, |ui| {
                let counted = format!("stage {} of {}", inside.index() + 1, inside.count());
                ui.scope(|ui| {
                    ui.set_max_width(ui.available_width() - BAR);
                    heading(ui, palette, &state.step_label().replacen('f', "F", 1), &counted);
                });
                words(ui, inside, &state.stage_in_frame(), palette);
            });
        CentralPanel::default()
            .frame(Frame::new().inner_margin(Margin { top: 8, ..Margin::ZERO }))
            .show_inside(ui, |ui| self.list(ui, state, (inside, &rows), palette, out));
    }

    fn list(
        &mut self,
        ui: &mut Ui,
        state: &AppState,
        (inside, rows): (&Inside, &[StageRow]),
        palette: &Palette,
        out: &mut Vec<Command>,
    ) {
        let width = ui.available_width() - BAR;
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = ScrollArea::vertical().auto_shrink(false);
        let current = (state.run().frame(), inside.index());
        let has_changed = self.current.replace(current) != Some(current);
        if has_changed || self.height != self.settled {
            self.settled = self.height;
            let place =
                rows.iter().position(|row| matches!(row, StageRow::Stage(i, _) if *i == inside.index()));
            if let Some(offset) = offset_to(place.unwrap_or(0), LINE, self.offset, self.height) {
                area = area.vertical_scroll_offset(offset);
            }
        }
        let shown = area.show_rows(ui, LINE, rows.len(), |ui, range| {
            ui.set_max_width(width);
            for row in rows.get(range).unwrap_or_default() {
                row_ui(ui, state, inside, palette, row, out);
            }
        });
        self.offset = shown.state.offset.y;
        self.height = shown.inner_rect.height();
    }
}

/// What the panel offers, and the button that enters the step.
fn outside(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    ui.set_max_width(ui.available_width() - BAR);
    let recorded = state.files().document.is_recording();
    let name = if recorded { "The test of our contacts" } else { "Inside a step" };
    heading(ui, palette, name, &state.step_label());
    let text = if recorded {
        "The steps of a recording are the other engine's. What finds our contacts on its poses has stages: the broad \
         phase, then the narrow phase pair by pair. Each says what it did, with its numbers."
    } else {
        "One step goes through stages: forces, broad phase, narrow phase pair by pair, events, then the solver, \
                impulse by impulse. Here each says what it did, with its numbers, while the canvas shows the state at it."
    };
    ui.add(Label::new(RichText::new(text).color(palette.quiet)).wrap());
    ui.add_space(8.0);
    if ui.button(if recorded { "Go inside this frame" } else { "Go inside this step" }).clicked() {
        out.push(Command::Time(TimeCommand::StageForward));
    }
    ui.add_space(4.0);
    let keys = "Shift + .  next stage      Shift + ,  previous      Esc  out";
    ui.label(RichText::new(keys).size(SMALL).color(palette.quiet));
}

/// The formulas, each as a block, the sentence, then the rest line by line, and that in the frame of a body.
fn words(ui: &mut Ui, inside: &Inside, in_frame: &[String], palette: &Palette) {
    let text = &inside.text;
    let width = ui.available_width() - BAR;
    let shown = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(width);
        formulas(ui, &text.formulas, palette);
        let sentence = with_code(&text.sentence, BODY, palette.strong);
        places::name(&ui.add(Label::new(sentence).wrap()), || "Sentence".to_owned());
        ui.add_space(4.0);
        for line in text.details.iter().chain(in_frame) {
            ui.add(Label::new(mono(line.replace('`', ""), palette.quiet).size(SMALL)).wrap());
        }
    });
    places::name_rect(ui.ctx(), shown.inner_rect, || "Part stage words".to_owned());
}

/// Each formula as a block: its symbols, which a tooltip names, above its numbers. Formulas that share their
/// symbols share the block.
fn formulas(ui: &mut Ui, formulas: &[Formula], palette: &Palette) {
    let mut rest = formulas;
    let mut number = 0;
    while let [first, ..] = rest {
        let alike = rest.iter().take_while(|f| f.is_like(first)).count();
        let (block, after) = rest.split_at(alike.max(1));
        rest = after;
        let frame =
            Frame::new().fill(palette.sunken).corner_radius(4.0).inner_margin(Margin::symmetric(8, 4));
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(Label::new(mono(first.symbols.as_str(), palette.quiet).size(NUMBERS)).wrap());
            for formula in block {
                let about =
                    if formula.about.is_empty() { String::new() } else { format!("{}: ", formula.about) };
                let numbers = mono(format!("{about}{}", formula.numbers), palette.strong).size(NUMBERS + 0.5);
                let response = ui.add(Label::new(numbers).wrap().selectable(true));
                places::name(&response, || format!("Formula {number}"));
                number += 1;
            }
        });
        ui.add_space(3.0);
        // The numbers can be selected, so they and not the block have the pointer.
        if shown.response.contains_pointer() {
            let id = shown.response.id.with("symbols");
            show_tooltip_at_pointer(ui.ctx(), ui.layer_id(), id, |ui| {
                for (symbol, name) in &first.names {
                    ui.label(format!("{symbol}  {name}"));
                }
            });
        }
    }
}

/// Stages with their groups' headings; a stage that is the only one of its kind has none.
fn rows(inside: &Inside) -> Vec<StageRow> {
    let recording = &inside.recording;
    let mut rows = Vec::with_capacity(inside.count() + 8);
    let mut last: Option<String> = None;
    let mut key = None;
    for index in 0..inside.count() {
        let now = recording.at(index).and_then(group_key);
        if now != key {
            key = now;
            last = recording.at(index).and_then(group_name);
            if let Some(name) = &last {
                rows.push(StageRow::Group(name.clone(), index));
            }
        }
        rows.push(StageRow::Stage(index, last.is_some()));
    }
    rows
}

/// Stages of one group have the same key; `None`: the stage is in no group.
fn group_key(stage: &Stage) -> Option<(u8, u32)> {
    match stage {
        Stage::NarrowPhase { .. } => Some((0, 0)),
        Stage::Iteration(point) if point.work == Work::Linear => Some((1, 0)),
        Stage::Iteration(point) if point.work == Work::Bounce => Some((2, 0)),
        Stage::Iteration(point) => Some((3, point.substep)),
        Stage::SubstepForces { index, .. } | Stage::SubstepMove { index, .. } => Some((3, *index)),
        Stage::Stopped { .. } | Stage::Landed { .. } | Stage::StoppedAtGround { .. } | Stage::Slid { .. } => {
            Some((4, 0))
        }
        Stage::Generator { .. } => Some((5, 0)),
        Stage::Movers(_)
        | Stage::Forces(_)
        | Stage::BroadPhase(_)
        | Stage::Events(_)
        | Stage::FreeMotion
        | Stage::Reactions(_)
        | Stage::Sleep { .. }
        | Stage::FrameEnd { .. } => None,
    }
}

fn group_name(stage: &Stage) -> Option<String> {
    let (kind, number) = group_key(stage)?;
    Some(match kind {
        0 => "Narrow phase".to_owned(),
        1 => "Solver iterations".to_owned(),
        2 => "Solver: bounces".to_owned(),
        3 => format!("Solver: sub-step {}", number + 1),
        4 => "Fast bodies".to_owned(),
        _ => "Generators".to_owned(),
    })
}

fn row_ui(
    ui: &mut Ui,
    state: &AppState,
    inside: &Inside,
    palette: &Palette,
    row: &StageRow,
    out: &mut Vec<Command>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, palette.hover);
    }
    let (index, left) = match row {
        StageRow::Group(name, first) => {
            let at = rect.left_center();
            ui.painter().text(at, Align2::LEFT_CENTER, name, FontId::proportional(SMALL), palette.quiet);
            (*first, None)
        }
        StageRow::Stage(index, grouped) => (*index, Some(if *grouped { 14.0 } else { 0.0 })),
    };
    if let Some(left) = left {
        let current = index == inside.index();
        if current {
            ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, palette.accent_faint);
            let bar = Rect::from_min_size(rect.left_top() + vec2(-6.0, 3.0), vec2(3.0, LINE - 6.0));
            ui.painter().rect_filled(bar, 1.5, palette.accent);
        }
        let color = match (current, index <= inside.index()) {
            (true, _) => palette.strong,
            (false, true) => palette.text,
            (false, false) => palette.quiet,
        };
        let title = inside.title(index, state.scene());
        let names = inside.pair(index).map(|(a, b)| [a, b].map(|body| state.named_scene().shown_name(body)));
        let names: Vec<&str> = names.iter().flatten().map(|name| &**name).collect();
        let title = shortened_text(ui, brief(&title, left > 0.0), &names, rect.width() - left, color);
        let at = rect.left_center() + vec2(left, -0.5 * title.size().y);
        ui.painter().galley(at, title, color);
        let response = response.on_hover_text_at_pointer(inside.title(index, state.scene()));
        if response.clicked() {
            out.push(Command::Time(TimeCommand::ToStage(index + 1)));
        }
    } else if response.clicked() {
        out.push(Command::Time(TimeCommand::ToStage(index + 1)));
    }
}

/// The title without what the group's heading says already.
fn brief(title: &str, grouped: bool) -> &str {
    let Some((before, after)) = title.split_once(": ").filter(|_| grouped) else { return title };
    match before.split_once(", ") {
        Some((substep, _)) if substep.starts_with("Sub-step") => {
            title.get(substep.len() + 2..).unwrap_or(title)
        }
        _ if before == "Narrow phase" || before.starts_with("Sub-step") => after,
        _ => title,
    }
}

#[cfg(test)]
mod tests {
    use super::brief;

    #[test]
    fn a_line_does_not_repeat_the_name_of_its_group() {
        for (title, grouped, shown) in [
            ("Narrow phase: a – b: early-out", true, "a – b: early-out"),
            ("Sub-step 2, relax: a – b, point 1: 0.5 N·s", true, "relax: a – b, point 1: 0.5 N·s"),
            ("Sub-step 2: move", true, "move"),
            ("Iteration 3: a – b: 0.5 N·s", true, "Iteration 3: a – b: 0.5 N·s"),
            ("Broad phase: 3 pairs", false, "Broad phase: 3 pairs"),
        ] {
            assert_eq!(brief(title, grouped), shown);
        }
    }
}
