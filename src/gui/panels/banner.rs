//! The banner over the canvas while it shows the inside of a step, with the way out.

use egui_macroquad::egui::{self, Align2, Area, Context, Frame, Id, Label, Margin, Order, RichText, vec2};

use super::icons::{Icon, icon_button};
use crate::app::{AppState, Command, TimeCommand};
use crate::gui::style::{Palette, SMALL};

/// "inside frame 12 → 13 · stage 5 of 40", with the stage's sentence if no side panel shows it.
pub fn banner_ui(context: &Context, state: &AppState, with_words: bool, out: &mut Vec<Command>) {
    let Some(inside) = state.inside() else { return };
    let palette = Palette::of(state.theme());
    let canvas = context.available_rect();
    Area::new(Id::new("inside"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(canvas.center_top() + vec2(0.0, 10.0))
        .show(context, |ui| {
            let frame = Frame::new()
                .fill(palette.raised)
                .stroke(egui::Stroke::new(1.0, palette.accent))
                .corner_radius(6.0)
                .inner_margin(Margin::symmetric(6, 3));
            frame.show(ui, |ui| {
                ui.set_max_width((canvas.width() - 24.0).max(120.0));
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    let time = Command::Time;
                    let mut button = |ui: &mut egui::Ui, icon, command, tip: &str| {
                        if icon_button(ui, palette, icon, false, true, tip).clicked() {
                            out.push(time(command));
                        }
                    };
                    button(ui, Icon::StepBack, TimeCommand::StageBack, "Previous stage  (Shift+,)");
                    let number = state.frame();
                    let text = format!(
                        "inside frame {number} → {} · stage {} of {}",
                        number + 1,
                        inside.index() + 1,
                        inside.count()
                    );
                    ui.label(RichText::new(text).color(palette.strong));
                    button(ui, Icon::StepForward, TimeCommand::StageForward, "Next stage  (Shift+.)");
                    button(ui, Icon::Close, TimeCommand::LeaveStep, "Leave the step  (Esc)");
                    ui.label(RichText::new("Esc").size(SMALL).color(palette.quiet));
                });
                if with_words {
                    let text = inside.text();
                    let formula = text.formulas.first().map(|formula| &formula.numbers);
                    for line in std::iter::once(&text.sentence).chain(formula) {
                        ui.add(Label::new(RichText::new(line).size(SMALL + 1.0).color(palette.text)).wrap());
                    }
                }
            });
        });
}
