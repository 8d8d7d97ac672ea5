//! The unit of lengths and the size of panels, in the View menu.

use egui_macroquad::egui::{ComboBox, DragValue, RichText, Ui};

use super::places::{self, Named as _};
use super::widgets::ticked;
use crate::app::{AppState, Command, InterfaceSize, LengthChoice, PIXEL_RANGE, ViewCommand};
use crate::gui::style::{Palette, SMALL};

/// Unit, pixels per metre where that is the unit, and which way y counts.
pub fn units_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let units = state.showing().kept.units;
    let (mut pixels, mut y_down) = (units.pixels_per_metre, units.y_down);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("lengths in").size(SMALL).color(palette.quiet));
        let list = ComboBox::from_id_salt("lengths").selected_text(units.length.word()).width(36.0);
        let list = list.show_ui(ui, |ui| {
            for choice in LengthChoice::ALL {
                let is_chosen = units.length == choice;
                if ui.selectable_label(is_chosen, choice.word()).clicked() && !is_chosen {
                    out.push(Command::View(ViewCommand::WriteLengths(choice)));
                }
            }
        });
        places::name(&list.response, || "Unit of lengths".to_owned());
        if units.length == LengthChoice::Pixel {
            let (least, most) = PIXEL_RANGE;
            let field =
                DragValue::new(&mut pixels).range(least..=most).speed(0.25).max_decimals(4).suffix(" a m");
            ui.add(field)
                .on_hover_text("Pixels of the game in a metre of the scene")
                .named("Pixels per metre");
        }
        let y_down = |ui: &mut Ui| ui.checkbox(&mut y_down, RichText::new("y down").size(SMALL + 1.0));
        ticked(ui, palette, y_down).on_hover_text(
            "Places, directions and angles as in a game whose y counts downwards, angles clockwise",
        );
    });
    if pixels != units.pixels_per_metre {
        out.push(Command::View(ViewCommand::SetPixelsPerMetre(pixels)));
    }
    if y_down != units.y_down {
        out.push(Command::View(ViewCommand::ToggleYDown));
    }
}

/// How large panels and texts are.
pub fn size_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.x = 6.0;
    ui.label(RichText::new("size of panels").size(SMALL).color(palette.quiet));
    let mut button = |ui: &mut Ui, sign: &str, size: InterfaceSize| {
        let command = Command::View(ViewCommand::SizeInterface(size));
        let tooltip = crate::app::info(&command).map_or("", |row| row.tooltip);
        if ui.small_button(sign).on_hover_text(tooltip).clicked() {
            out.push(command);
        }
    };
    button(ui, "−", InterfaceSize::Smaller);
    button(ui, &format!("{} %", state.showing().kept.interface_percent), InterfaceSize::Full);
    button(ui, "+", InterfaceSize::Larger);
}
