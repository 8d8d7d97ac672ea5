//! The card of the tour above the canvas: idea, task, what is missing, and the way on.

use egui_macroquad::egui::{
    self, Align, Button, Color32, Context, Frame, Label, Layout, Margin, RichText, Shape, Stroke,
    TopBottomPanel, Ui, vec2,
};

use super::LOW;
use super::places::Named as _;
use super::widgets::asks;
use crate::app::tour::{STEPS, Tour};
use crate::app::{AppState, Command, FileCommand, Leave, TourMove};
use crate::gui::style::{BODY, HEADING, Palette, ROW, SMALL};

/// Least height, so that the canvas stays where it is from step to step.
const HEIGHT: f32 = 132.0;
/// Height of two lines of the idea.
const IDEA: f32 = 32.0;
/// Width of a button. Points.
const BUTTON: f32 = 60.0;
/// Width of the mark before what is told. Points.
const MARK: f32 = 16.0;

/// The card, while the tour is under way. It takes room from the canvas, because on it it would hide shapes.
pub fn tour_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    let Some(tour) = state.files().tour.as_ref() else { return };
    let palette = Palette::of(&state.showing().theme);
    let margin = Margin { left: 16, right: 12, top: 8, bottom: 10 };
    let frame = Frame::new().fill(palette.raised).inner_margin(margin);
    let panel = TopBottomPanel::top("tour").frame(frame).show_separator_line(false);
    // A low window needs what room there is for the canvas.
    let is_low = context.screen_rect().height() < LOW;
    let shown = panel.show(context, |ui| {
        if !is_low {
            ui.set_min_height(HEIGHT - f32::from(margin.top + margin.bottom));
        }
        ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
        head_ui(ui, tour, palette, out);
        ui.scope(|ui| {
            ui.set_min_height(if is_low { 0.0 } else { IDEA });
            text(ui, tour.step().idea, palette.text);
        });
        task_ui(ui, tour, palette);
        told_ui(ui, tour, palette);
    });
    progress(context, &shown.response, tour, palette);
}

/// "4 of 8", the title, and the buttons at the right.
fn head_ui(ui: &mut Ui, tour: &Tour, palette: &Palette, out: &mut Vec<Command>) {
    let size = vec2(ui.available_width(), ROW + 2.0);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let mut button = |ui: &mut Ui, label: &str, to, first, enabled| {
            let (fill, color) =
                if first { (palette.accent, palette.on_accent) } else { (palette.button, palette.text) };
            let command = Command::File(FileCommand::Leave(Leave::Tour(to)));
            let button = Button::new(RichText::new(label).color(color)).fill(fill);
            let response = ui.add_enabled(enabled, button.min_size(vec2(BUTTON, ROW + 2.0)));
            asks(response.named(&format!("Tour {label}")), command, out);
        };
        let on = match (tour.is_reached(), tour.is_last()) {
            (true, true) => "Finish",
            (true, false) => "Next",
            (false, _) => "Skip",
        };
        button(ui, on, TourMove::Next, tour.is_reached(), true);
        button(ui, "Back", TourMove::Back, false, tour.index() > 0);
        button(ui, "Reset", TourMove::Reset, false, true);
        button(ui, "Leave", TourMove::Leave, false, true);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let place = format!("Tour · {} of {}", tour.index() + 1, STEPS.len());
            ui.label(RichText::new(place).size(SMALL).color(palette.quiet));
            ui.add_space(4.0);
            let title = RichText::new(tour.step().title).size(HEADING + 1.0).color(palette.strong).strong();
            ui.add(Label::new(title).truncate());
        });
    });
}

fn task_ui(ui: &mut Ui, tour: &Tour, palette: &Palette) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(tour.step().task).size(BODY + 1.0).color(palette.strong).strong());
        ui.label(RichText::new(tour.step().hint).color(palette.quiet));
    });
}

/// What is missing, after a dot; what was reached, after a tick.
fn told_ui(ui: &mut Ui, tour: &Tour, palette: &Palette) {
    ui.horizontal_wrapped(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(MARK, 16.0), egui::Sense::hover());
        let center = rect.center();
        if tour.is_reached() {
            ui.painter().circle_filled(center, 8.0, palette.accent);
            let tick = [vec2(-3.5, 0.0), vec2(-1.0, 3.0), vec2(4.0, -3.0)].map(|offset| center + offset);
            ui.painter().add(Shape::line(tick.to_vec(), Stroke::new(1.8, palette.on_accent)));
        } else {
            ui.painter().circle_filled(center, 3.5, palette.quiet);
        }
        let color = if tour.is_reached() { palette.strong } else { palette.text };
        text(ui, &tour.verdict(), color);
    });
}

fn text(ui: &mut Ui, text: &str, color: Color32) {
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
}

/// A line below the card, as long as the part of the tour that is done.
fn progress(context: &Context, card: &egui::Response, tour: &Tour, palette: &Palette) {
    let done = tour.index() + usize::from(tour.is_reached());
    let (rect, painter) = (card.rect, context.layer_painter(card.layer_id));
    let end = rect.left() + rect.width() * done as f32 / STEPS.len().max(1) as f32;
    let y = rect.bottom() - 1.0;
    painter.hline(rect.x_range(), y, Stroke::new(2.0, palette.line));
    painter.hline(rect.left()..=end, y, Stroke::new(2.0, palette.accent));
}
