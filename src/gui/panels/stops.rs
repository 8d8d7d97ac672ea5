//! The scene's stops: how often each holds, a click to mute, a cross to remove, a field to add one.

use egui_macroquad::egui::{self, FontId, RichText, Sense, Ui};

use super::widgets::{ListLine, text_field};
use super::{heading, places};
use crate::app::{AppState, Change, Command, EditCommand, TimeCommand, info};
use crate::gui::style::{Palette, SMALL};

pub fn stops_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let stops = &state.scene().stops;
    let log = &state.run().frames.log().stops;
    let hits = log.marks().len();
    let summary = match hits {
        _ if stops.is_empty() => String::new(),
        1 => "1 place".to_owned(),
        _ => format!("{hits} places"),
    };
    heading(ui, palette, "Stops", &summary);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, stop) in stops.iter().enumerate() {
            let line = ListLine::show(ui, palette, Sense::click(), ["stop", &format!("stop {index}")], false);
            let rect = line.rect;
            places::name(&line.response, || format!("Stop {index}"));
            let told = if stop.muted { "muted".to_owned() } else { format!("{} ×", log.hits(index)) };
            let right = ui.painter().text(
                rect.right_center(),
                egui::Align2::RIGHT_CENTER,
                told,
                FontId::proportional(SMALL),
                palette.quiet,
            );
            let color = if stop.muted { palette.quiet } else { palette.text };
            let text = stop.text();
            line.text(ui, &text, [rect.left(), right.left() - 8.0], color);
            if line.is_removed {
                out.push(Command::Edit(EditCommand::Do(Change::RemoveStop(index))));
            } else {
                let tip =
                    format!("{text}\nClick: {}", if stop.muted { "stop there again" } else { "mute it" });
                if line.response.on_hover_text(tip).clicked() {
                    let other = crate::scene::Stop { muted: !stop.muted, ..stop.clone() };
                    out.push(Command::Edit(EditCommand::Do(Change::SetStop(index, other))));
                }
            }
        }
    });
    ui.horizontal(|ui| {
        for command in [TimeCommand::PreviousStop, TimeCommand::NextStop].map(Command::Time) {
            let Some(entry) = info(&command) else { continue };
            let button = egui::Button::new(RichText::new(entry.label).size(SMALL));
            if ui.add_enabled(!stops.is_empty(), button).on_hover_text(entry.tooltip).clicked() {
                out.push(command);
            }
        }
    });
    let hint = "Stop when, for example Deeper(a: \"ball\", b: \"*\", than: 0.05)";
    ui.scope(|ui| text_field(ui, "a new stop", "", Change::ReadStop)).response.on_hover_text(hint);
}
