//! The pixels of a game in a metre, in the View menu.

use egui_macroquad::egui::{DragValue, RichText, Ui};

use super::places::Named as _;
use crate::app::{AppState, Command, PIXEL_RANGE, ViewCommand};
use crate::gui::style::{Palette, SMALL};

pub fn pixels_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let now = state.showing().units.pixels_per_metre;
    let mut asked = now;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("a metre has").size(SMALL).color(palette.quiet));
        let (least, most) = PIXEL_RANGE;
        let field = DragValue::new(&mut asked).range(least..=most).speed(0.25).max_decimals(4).suffix(" px");
        ui.add(field)
            .on_hover_text("How many pixels of the game a metre of the scene has")
            .named("Pixels per metre");
    });
    if asked != now {
        out.push(Command::View(ViewCommand::SetPixelsPerMetre(asked)));
    }
}
