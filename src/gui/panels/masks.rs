//! The scene's masks as a matrix: which sorts of bodies meet which. It is a section of the scene's settings, and a window
//! that stays while bodies are selected.

use std::f32::consts::FRAC_PI_2;

use egui_macroquad::egui::epaint::TextShape;
use egui_macroquad::egui::{Checkbox, Context, Pos2, RichText, ScrollArea, Sense, Ui, vec2};

use super::heading;
use super::places::Named as _;
use super::shortened::shortened;
use super::widgets::{canvas_window, ticked};
use crate::app::{AppState, Change, Command, ViewCommand};
use crate::gui::style::Palette;
use crate::scene::masks::{do_meet, made_to_meet, sorts};

/// Sides of a cell, and the widest name. Points.
const CELL: f32 = 22.0;
const NAME: f32 = 110.0;

/// A row and a column for each name that bodies are, each pair of names once. Nothing while no body has a name.
pub fn masks_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let names: Vec<&str> = sorts(state.scene()).into_iter().collect();
    if names.is_empty() {
        return;
    }
    ui.add_space(12.0);
    heading(ui, palette, "Masks", "who meets whom");
    matrix_ui(ui, state, palette, &names, out);
}

/// The window, while it is open.
pub fn masks_window(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    if !state.showing().masks_shown {
        return;
    }
    let names: Vec<&str> = sorts(state.scene()).into_iter().collect();
    let mut open = true;
    let window = canvas_window(context, palette, "Masks: who meets whom", context.available_rect());
    window.open(&mut open).show(context, |ui| {
        if names.is_empty() {
            ui.set_width(WIDTH.min((context.screen_rect().width() - 48.0).max(80.0)));
            ui.label(RichText::new(NO_NAMES).color(palette.quiet));
            return;
        }
        let height = (context.screen_rect().height() - 80.0).max(CELL);
        ScrollArea::vertical().max_height(height).show(ui, |ui| matrix_ui(ui, state, palette, &names, out));
    });
    if !open {
        out.push(Command::View(ViewCommand::ToggleMasks));
    }
}

const WIDTH: f32 = 300.0;
const NO_NAMES: &str = "No body has a name of masks yet, so that all meet. Select a body and type what it is beside \"Is\" in the \
                        panel Scene: \"player\", \"level\". Which of them meet is then ticked here.";

fn matrix_ui(ui: &mut Ui, state: &AppState, palette: &Palette, names: &[&str], out: &mut Vec<Command>) {
    let scene = state.scene();
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
                        let cell = ticked(ui, palette, |ui| ui.add_sized(vec2(CELL, CELL), cell));
                        let cell = cell.named(&format!("{a} meets {b}"));
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
