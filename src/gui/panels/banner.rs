//! The banners above the canvas: while it shows the inside of a step, with the way out; while a stop has paused the game.

use egui_macroquad::egui::{Align, Stroke};
use egui_macroquad::egui::{Context, Frame, Label, Layout, Margin, RichText, TopBottomPanel, Ui, vec2};

use super::icons::{Icon, icon_button};
use super::places::Named as _;
use super::widgets::asks;
use crate::app::{AppState, Command, TimeCommand, info};
use crate::gui::style::{Palette, SMALL};

/// "inside frame 12 → 13 · stage 5 of 40", with the stage's sentence if no side panel shows it. It has a panel
/// because on the canvas it would hide strips.
pub fn banner_ui(context: &Context, state: &AppState, with_words: bool, out: &mut Vec<Command>) {
    let Some(inside) = state.run().inside.as_ref() else { return };
    let palette = Palette::of(&state.showing().theme);
    let frame = Frame::new().fill(palette.raised).inner_margin(Margin::symmetric(12, 3));
    let panel = TopBottomPanel::top("inside").frame(frame).show_separator_line(false);
    let shown = panel.show(context, |ui| {
        ui.allocate_ui_with_layout(
            vec2(ui.available_width(), ROW),
            Layout::left_to_right(Align::Center),
            |ui| row_ui(ui, state, palette, out),
        );
        if with_words {
            let text = &inside.text;
            let formula = text.formulas.first().map(|formula| &formula.numbers);
            for line in std::iter::once(&text.sentence).chain(formula) {
                ui.add(Label::new(RichText::new(line).size(SMALL + 1.0).color(palette.text)).wrap());
            }
        }
    });
    let rect = shown.response.rect;
    let line = Stroke::new(2.0, palette.accent);
    context.layer_painter(shown.response.layer_id).hline(rect.x_range(), rect.bottom() - 1.0, line);
}

/// "The game is paused at frame 812", with the way on.
pub fn paused_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    let Some(pause) = state.run().frames.playback().and_then(|playback| playback.pause) else { return };
    let frame = pause.frame;
    let text = if pause.is_ignored {
        format!("the game was asked to pause at frame {frame}, but it goes on")
    } else {
        format!("the game is paused at frame {frame}")
    };
    let palette = Palette::of(&state.showing().theme);
    let fill = Frame::new().fill(palette.raised).inner_margin(Margin::symmetric(12, 3));
    TopBottomPanel::top("paused").frame(fill).show_separator_line(false).show(context, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(text).color(palette.strong));
            let command = Command::Time(TimeCommand::ResumeGame);
            let label = info(&command).map_or("", |row| row.label);
            asks(ui.button(label).named(label), command, out);
        });
    });
}

/// Height of the row of buttons. Points.
const ROW: f32 = 24.0;

fn row_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(inside) = state.run().inside.as_ref() else { return };
    ui.spacing_mut().item_spacing.x = 6.0;
    let mut button = |ui: &mut Ui, icon, command, tip: &str| {
        if icon_button(ui, palette, icon, false, true, tip).clicked() {
            out.push(Command::Time(command));
        }
    };
    button(ui, Icon::StepBack, TimeCommand::StageBack, "Previous stage  (Shift+,)");
    let text = format!("inside {} · stage {} of {}", state.step_label(), inside.index() + 1, inside.count());
    ui.label(RichText::new(text).color(palette.strong));
    button(ui, Icon::StepForward, TimeCommand::StageForward, "Next stage  (Shift+.)");
    button(ui, Icon::Close, TimeCommand::LeaveStep, "Leave the step  (Esc)");
    ui.label(RichText::new("Esc").size(SMALL).color(palette.quiet));
}
