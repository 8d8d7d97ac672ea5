//! The scene's masks as a matrix: which sorts of bodies meet which.

use std::f32::consts::FRAC_PI_2;

use egui_macroquad::egui::epaint::TextShape;
use egui_macroquad::egui::{Checkbox, Pos2, ScrollArea, Sense, Ui, vec2};

use super::heading;
use super::places::Named as _;
use super::widgets::shortened;
use crate::app::{AppState, Change, Command};
use crate::gui::style::Palette;
use crate::scene::masks::{do_meet, made_to_meet, sorts};

/// Sides of a cell, and the widest name. Points.
const CELL: f32 = 22.0;
const NAME: f32 = 110.0;

/// A row and a column for each name that bodies are, each pair of names once. Nothing while no body has a name.
pub fn masks_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let scene = state.scene();
    let names: Vec<&str> = sorts(scene).into_iter().collect();
    if names.is_empty() {
        return;
    }
    ui.add_space(12.0);
    heading(ui, palette, "Masks", "who meets whom");
    let galleys: Vec<_> = names.iter().map(|name| shortened(ui, name, NAME, palette.text)).collect();
    let widest = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    let columns = CELL * names.len() as f32;
    ScrollArea::horizontal().id_salt("masks").show(ui, |ui| {
        ui.add_enabled_ui(!state.files().document.is_recording(), |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            // The columns go the other way, so that the cells of each pair are in the upper left half.
            let (head, _) =
                ui.allocate_exact_size(vec2(widest + 8.0 + columns, widest + 4.0), Sense::hover());
            for (column, galley) in galleys.iter().rev().enumerate() {
                let x = head.left() + widest + 8.0 + CELL * (column as f32 + 0.5) - 0.5 * galley.size().y;
                let text = TextShape::new(Pos2::new(x, head.bottom() - 2.0), galley.clone(), palette.text);
                ui.painter().add(text.with_angle(-FRAC_PI_2));
            }
            for (row, (a, galley)) in names.iter().zip(&galleys).enumerate() {
                ui.horizontal(|ui| {
                    let (place, _) = ui.allocate_exact_size(vec2(widest + 8.0, CELL), Sense::hover());
                    let left = place.right() - 8.0 - galley.size().x;
                    let at = Pos2::new(left, place.center().y - 0.5 * galley.size().y);
                    ui.painter().galley(at, galley.clone(), palette.text);
                    for b in names[row..].iter().rev() {
                        let now = do_meet(scene, a, b);
                        let mut meet = now == Some(true);
                        let cell = Checkbox::without_text(&mut meet).indeterminate(now.is_none());
                        let cell = ui.add_sized(vec2(CELL, CELL), cell).named(&format!("{a} meets {b}"));
                        let words = match now {
                            Some(true) => "meet",
                            Some(false) => "do not meet",
                            None => "meet in part: not all bodies of a name have the same",
                        };
                        if cell.on_hover_text(format!("{a} and {b} {words}")).clicked() {
                            out.push(Change::SetBodies(made_to_meet(scene, a, b, now != Some(true))).into());
                        }
                    }
                });
            }
        });
    });
}
