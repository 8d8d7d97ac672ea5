//! The stops of the scene or of the recording: how often each holds, a dot that mutes, a click to edit, a cross to
//! remove, a menu and a field to add one.

use egui_macroquad::egui::{self, Id, RichText, Sense, Stroke, Ui, vec2};

use super::places::{self, Named};
use super::widgets::{ListLine, asks, list_field};
use super::{fields, heading, revealing};
use crate::app::TimeCommand::{NextStop, PreviousStop, Reduce};
use crate::app::{AppState, Change, Command, ListEdit, NoteEdit, ReduceMove, SceneItem, info};
use crate::gui::style::{Palette, SMALL};
use crate::scene::Stop;
use crate::scene::numbers::count;

/// Room for the dot. Points.
const DOT: f32 = 18.0;

pub fn stops_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let stops = &state.scene().stops;
    let hits = state.run().frames.log().stops.marks().len();
    let summary = if stops.is_empty() { String::new() } else { count(hits, "place", "places") };
    heading(ui, palette, "Stops", &summary);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, stop) in stops.iter().enumerate() {
            revealing::reveal_here(ui, SceneItem::Stop(index as u32));
            line(ui, state, palette, index, stop, out);
        }
    });
    ui.horizontal_wrapped(|ui| {
        for command in [PreviousStop, NextStop, Reduce(ReduceMove::Begin(None))].map(Command::Time) {
            let Some(entry) = info(&command) else { continue };
            let button = egui::Button::new(RichText::new(entry.label).size(SMALL));
            asks(ui.add_enabled(!stops.is_empty(), button), command, out);
        }
    });
    ui.horizontal(|ui| {
        let tip = "Stops for the selected pair or body, or for any";
        if let Some(stop) = offers_ui(ui, state.offered_stops(), ["Stop when…", tip]) {
            out.push(NoteEdit::Stop(ListEdit::Add(stop)).into());
        }
    });
    field_ui(ui, palette, "New stop", "", |text| Change::Note(NoteEdit::ReadStop(None, text)));
}

/// A menu of stops, and what it is for; returns the one that was clicked.
pub(super) fn offers_ui(ui: &mut Ui, offers: Vec<(String, Stop)>, [name, tip]: [&str; 2]) -> Option<Stop> {
    let mut taken = None;
    let menu = ui.menu_button(RichText::new(name).size(SMALL), |ui| {
        for (label, stop) in offers {
            if ui.button(label).on_hover_text(stop.text()).clicked() {
                taken = Some(stop);
                ui.close_menu();
            }
        }
    });
    menu.response.named(name).on_hover_text(tip);
    taken
}

/// A stop as in a file; what is refused of it is told below.
pub(super) fn field_ui(
    ui: &mut Ui,
    palette: &Palette,
    name: &str,
    text: &str,
    change: impl Fn(String) -> Change,
) {
    fields::begin_row(ui.ctx(), name);
    let tip =
        "A stop as in a file, for example Deeper(a: \"ball\", b: \"*\", than: 0.05, when: \"time > 1\")";
    let read = |text: &str| Ok(change(text.to_owned()));
    let field =
        ui.scope(|ui| list_field(ui, name, [text, "Deeper(a: \"ball\", b: \"*\", than: 0.05)"], read));
    field.response.on_hover_text(tip);
    refused_ui(ui, palette);
}

/// What is refused in the field above.
fn refused_ui(ui: &mut Ui, palette: &Palette) {
    let refused = fields::refused_in_row(ui.ctx());
    if refused.is_empty() {
        // The widgets below keep their automatic ids, whether the line is there or not.
        ui.skip_ahead_auto_ids(1);
    } else {
        fields::explain(ui, RichText::new(refused.join("\n")).color(palette.warning).size(SMALL));
    }
}

/// The stop that is edited, if any.
fn edited() -> Id {
    Id::new("edited stop")
}

fn line(ui: &mut Ui, state: &AppState, palette: &Palette, index: usize, stop: &Stop, out: &mut Vec<Command>) {
    let is_edited = ui.data(|data| data.get_temp::<usize>(edited())) == Some(index);
    let line = ListLine::show(ui, palette, Sense::click(), ["stop", &format!("stop {index}")], is_edited);
    let rect = line.rect;
    places::name(&line.response, || format!("Stop {index}"));
    let dot = egui::Rect::from_min_size(rect.min, vec2(DOT, rect.height()));
    let mute = ui.interact(dot, line.response.id.with("mute"), Sense::click());
    places::name(&mute, || format!("Mute stop {index}"));
    let middle = dot.left_center() + vec2(6.0, 0.0);
    if stop.muted {
        ui.painter().circle_stroke(middle, 3.5, Stroke::new(1.2, palette.quiet));
    } else {
        ui.painter().circle_filled(middle, 4.0, palette.error);
    }
    let hits = state.run().frames.log().stops.hits(index);
    let note = if stop.muted { "muted".to_owned() } else { format!("{hits} ×") };
    let right = line.note(ui, palette, note);
    let text = stop.text();
    let color = if stop.muted { palette.quiet } else { palette.text };
    line.text(ui, &text, [rect.left() + DOT, right], color);
    if line.is_removed {
        out.push(NoteEdit::Stop(ListEdit::Remove(index)).into());
    } else if mute.on_hover_text(if stop.muted { "Stop there again" } else { "Mute it" }).clicked() {
        let other = Stop { muted: !stop.muted, ..stop.clone() };
        out.push(NoteEdit::Stop(ListEdit::Set(index, other)).into());
    } else if line.response.on_hover_text(format!("{text}\nClick: edit it")).clicked() {
        ui.data_mut(|data| {
            if is_edited {
                data.remove::<usize>(edited())
            } else {
                data.insert_temp(edited(), index)
            };
        });
    }
    if is_edited {
        field_ui(ui, palette, &format!("Stop {index}"), &text, |text| {
            Change::Note(NoteEdit::ReadStop(Some(index), text))
        });
        if !state.files().document.is_recording() {
            ui.add_space(4.0);
            let button = ui.button(RichText::new("Reduce the scene to this stop").size(SMALL));
            if button.on_hover_text("Take out of the scene what this stop does not need").clicked() {
                out.push(Command::Time(Reduce(ReduceMove::Begin(Some(index)))));
            }
            ui.add_space(6.0);
        }
    }
}
