//! The scene's queries: what each finds in the state that is shown, a field for its name, a cross to remove it.

use egui_macroquad::egui::{self, FontId, RichText, Sense, Ui};

use super::places::Named as _;
use super::widgets::{ListLine, text_field};
use super::{heading, revealing};
use crate::app::{AppState, Change, Command, QueryEdit, SceneItem, Tool, info};
use crate::gui::style::{Palette, SMALL};
use crate::platform::plain;
use crate::scene::numbers::LengthUnit;

pub fn queries_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let queries = &state.scene().queries;
    let count = if queries.is_empty() { String::new() } else { queries.len().to_string() };
    heading(ui, palette, "Queries", &count);
    let scene = state.named_scene();
    let unit = LengthUnit::of(state.run().shown().bodies());
    for (index, query) in queries.iter().enumerate() {
        revealing::reveal_here(ui, SceneItem::Query(index as u32));
        ui.push_id(("query", index), |ui| {
            let line =
                ListLine::show(ui, palette, Sense::hover(), ["query", &format!("query {index}")], false);
            let found = state.derived().report.queries.get(index).map(|found| {
                found.brief(|body| scene.shown_name(body).into_owned(), |metres| unit.text(metres))
            });
            let right = ui.painter().text(
                line.rect.right_center(),
                egui::Align2::RIGHT_CENTER,
                plain::label(&found.unwrap_or_default()),
                FontId::proportional(SMALL),
                palette.quiet,
            );
            let text = format!("{} {}", query.kind().name(), plain::label(&query.name));
            line.text(ui, &text, [line.rect.left(), right.left() - 8.0], palette.text);
            if line.is_removed {
                out.push(QueryEdit::Remove(index).into());
            }
            text_field(ui, "name", &query.name, |name| Change::Query(QueryEdit::Rename(index, name)));
        });
    }
    ui.horizontal(|ui| {
        for command in [Tool::Ask, Tool::Measure].map(Command::Tool) {
            let Some(entry) = info(&command) else { continue };
            let button = ui.button(RichText::new(entry.label).size(SMALL)).named(entry.label);
            if button.on_hover_text(entry.tooltip).clicked() {
                out.push(command);
            }
        }
    });
}
