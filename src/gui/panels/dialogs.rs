//! Questions that block all other input until they are answered.

use egui_macroquad::egui::{
    Align, Button, CollapsingHeader, Context, Frame, Id, Key, Label, Layout, Modal, Response, RichText,
    ScrollArea, Stroke, StrokeKind, Ui, vec2,
};

use super::places::Named as _;
use super::shortened::shortened_name;
use crate::app::{Answer, AppState, Command, Question, QuestionRow};
use crate::gui::style::{NUMBERS, Palette, ROW, SMALL};

/// Height of what scrolls. Points.
const LIST: f32 = 260.0;
/// Height of a row of a list. Points.
const ROW_OF_LIST: f32 = 38.0;

/// The open question: Enter takes what has the focus, else the first button; Escape cancels.
pub fn question_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    let Some(question) = state.question() else { return };
    let palette = Palette::of(&state.showing().theme);
    let (mut answer, mut has_focus) = (None, false);
    let frame = Frame::popup(&context.style()).inner_margin(20.0);
    let wanted: f32 = if question.rows.is_empty() { 440.0 } else { 640.0 };
    Modal::new(Id::new("question")).frame(frame).show(context, |ui| {
        ui.set_width(wanted.min((context.screen_rect().width() - 64.0).max(80.0)));
        ui.add(Label::new(RichText::new(&question.text).size(15.0).color(palette.strong)).wrap());
        ui.add_space(16.0);
        has_focus |= rows_ui(ui, palette, &question.rows, &mut answer);
        has_focus |= details_ui(ui, palette, &question);
        let size = vec2(ui.available_width(), ROW + 6.0);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            for (i, (label, command)) in question.buttons.iter().enumerate() {
                let (fill, color) =
                    if i == 0 { (palette.accent, palette.on_accent) } else { (palette.button, palette.text) };
                let button = Button::new(RichText::new(*label).color(color)).fill(fill);
                let button = ui.add(button.min_size(vec2(88.0, ROW + 6.0))).named(label);
                has_focus |= is_focused(ui, palette, &button);
                if button.clicked() {
                    answer = Some(command.clone());
                }
            }
        });
    });
    let (enter, escape) =
        context.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
    if enter && !has_focus {
        answer = question.buttons.first().map(|(_, command)| command.clone());
    } else if escape {
        answer = Some(Command::Answer(Answer::Cancel));
    }
    out.extend(answer);
}

/// Whether a button has the focus; then it has a ring, which is seen on every fill.
fn is_focused(ui: &Ui, palette: &Palette, button: &Response) -> bool {
    if button.has_focus() {
        let ring = Stroke::new(2.0, palette.strong);
        ui.painter().rect_stroke(button.rect.expand(1.0), 3.0, ring, StrokeKind::Outside);
    }
    button.has_focus()
}

/// The list of what can be chosen from, each row with its buttons at the right. Returns whether one has the focus.
fn rows_ui(ui: &mut Ui, palette: &Palette, rows: &[QuestionRow], answer: &mut Option<Command>) -> bool {
    let mut has_focus = false;
    if rows.is_empty() {
        return has_focus;
    }
    ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
        for (i, row) in rows.iter().enumerate() {
            if i > 0 {
                ui.separator();
            }
            let size = vec2(ui.available_width() - 12.0, ROW_OF_LIST);
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                let button_size = vec2(72.0, ROW + 2.0);
                if row.is_discarded {
                    ui.add_sized(button_size, Label::new(RichText::new("discarded").color(palette.quiet)));
                }
                for (label, command) in row.buttons.iter().rev() {
                    let button = ui.add(Button::new(*label).min_size(button_size)).named(label);
                    has_focus |= is_focused(ui, palette, &button);
                    if button.clicked() {
                        *answer = Some(command.clone());
                    }
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.y = 3.0;
                    let color = if row.is_discarded { palette.quiet } else { palette.text };
                    let title = shortened_name(ui, &row.title, ui.available_width(), color);
                    let is_cut = title.text() != row.title || title.elided;
                    let title = ui.add(Label::new(title));
                    if is_cut {
                        title.on_hover_text(&row.title);
                    }
                    let text = RichText::new(&row.text).size(SMALL).color(palette.quiet);
                    ui.add(Label::new(text).truncate());
                });
            });
        }
    });
    ui.add_space(8.0);
    has_focus
}

/// Returns whether what shows the details has the focus.
fn details_ui(ui: &mut Ui, palette: &Palette, question: &Question) -> bool {
    if question.details.is_empty() {
        return false;
    }
    let shown = CollapsingHeader::new(question.show_details).show(ui, |ui| {
        ScrollArea::vertical().max_height(LIST).auto_shrink([false, true]).show(ui, |ui| {
            for line in &question.details {
                let line = RichText::new(line).monospace().size(NUMBERS).color(palette.text);
                ui.add(Label::new(line).wrap());
            }
        });
    });
    ui.add_space(12.0);
    shown.header_response.has_focus()
}
