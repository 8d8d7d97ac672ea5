//! Questions that block all other input until they are answered.

use egui_macroquad::egui::{Align, Button, Context, Frame, Id, Key, Label, Layout, Modal, RichText, vec2};

use crate::app::{AppState, Command};
use crate::gui::style::{Palette, ROW};

/// The open question: Enter takes the first button, Escape the last, which changes nothing.
pub fn question_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    let Some(question) = state.question() else { return };
    let palette = Palette::of(state.theme());
    let mut answer = None;
    let frame = Frame::popup(&context.style()).inner_margin(20.0);
    Modal::new(Id::new("question")).frame(frame).show(context, |ui| {
        ui.set_width(440.0_f32.min((context.screen_rect().width() - 64.0).max(80.0)));
        ui.add(Label::new(RichText::new(&question.text).size(15.0).color(palette.strong)).wrap());
        ui.add_space(16.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            for (i, (label, command)) in question.buttons.iter().enumerate() {
                let (fill, color) =
                    if i == 0 { (palette.accent, palette.on_accent) } else { (palette.button, palette.text) };
                let button = Button::new(RichText::new(*label).color(color)).fill(fill);
                if ui.add(button.min_size(vec2(88.0, ROW + 6.0))).clicked() {
                    answer = Some(command.clone());
                }
            }
        });
    });
    let (enter, escape) =
        context.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
    if enter {
        answer = question.buttons.first().map(|(_, command)| command.clone());
    } else if escape {
        answer = question.buttons.last().map(|(_, command)| command.clone());
    }
    out.extend(answer);
}
