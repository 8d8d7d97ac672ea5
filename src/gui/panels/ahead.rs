//! Settings of the impacts ahead and of trails.

use egui_macroquad::egui::{DragValue, RichText, Ui};

use super::widgets::ticked;
use crate::app::{AppState, Command, LookAhead, ViewCommand};
use crate::gui::style::{Palette, SMALL};

/// Horizon of the impacts, which pairs, and whether bodies rotate on the way.
pub fn ahead_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let now = state.showing().look_ahead;
    let LookAhead { mut horizon, mut all, mut rotating, mut falling } = now;
    // A column of the View menu has no room for all of them side by side.
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("ahead").size(SMALL).color(palette.quiet));
        let field = DragValue::new(&mut horizon).range(0.05..=20.0).speed(0.02).max_decimals(2).suffix(" s");
        ui.add(field).on_hover_text("How far ahead impacts are computed");
        let small = |text: &str| RichText::new(text).size(SMALL + 1.0);
        ticked(ui, palette, |ui| ui.checkbox(&mut all, small("all pairs")))
            .on_hover_text("Impacts of every pair, not only the selected one");
        let tip = "Bodies keep rotating on the way; otherwise they only move";
        ticked(ui, palette, |ui| ui.checkbox(&mut rotating, small("turning"))).on_hover_text(tip);
        let tip = "Also the impacts of bodies that fall on, on their parabolas";
        ticked(ui, palette, |ui| ui.checkbox(&mut falling, small("falling"))).on_hover_text(tip);
    });
    let asked = LookAhead { horizon, all, rotating, falling };
    if asked != now {
        out.push(Command::View(ViewCommand::SetLookAhead(asked)));
    }
}

pub fn trail_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let mut frames = state.showing().trail;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("trails").size(SMALL).color(palette.quiet));
        let field = DragValue::new(&mut frames).range(1..=600).speed(0.5).suffix(" frames");
        ui.add(field).on_hover_text("How far back trails go");
    });
    if frames != state.showing().trail {
        out.push(Command::View(ViewCommand::SetTrail(frames)));
    }
}
