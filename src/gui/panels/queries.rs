//! The scene's queries: what each finds in the state that is shown, a click that tells why, a field for its name, a cross to
//! remove it.

use std::iter;

use egui_macroquad::egui::{Label, RichText, Sense, Ui};

use super::places::Named as _;
use super::widgets::{ListLine, asks, text_field};
use super::{heading, places, revealing};
use crate::app::{AppState, Change, Command, Playback, QueryEdit, SceneItem, Tool, info};
use crate::explain::stages::query_stages;
use crate::explain::their_query::TheirAnswer;
use crate::gui::style::{Palette, SMALL};
use crate::platform::plain;
use crate::scene::query::SceneQuery;

pub fn queries_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let queries = &state.scene().queries;
    let count = if queries.is_empty() { String::new() } else { queries.len().to_string() };
    heading(ui, palette, "Queries", &count);
    let scene = state.named_scene();
    let unit = state.unit();
    for (index, query) in queries.iter().enumerate() {
        revealing::reveal_here(ui, SceneItem::Query(index as u32));
        ui.push_id(("query", index), |ui| {
            let id = ui.id().with("open");
            let mut is_open = ui.data(|data| data.get_temp(id).unwrap_or(false));
            let name = format!("query {index}");
            let line = ListLine::show(ui, palette, Sense::click(), ["query", &name], is_open);
            let found = state.derived().report.queries.get(index).map(|found| {
                found.brief(|body| scene.shown_name(body).into_owned(), |metres| unit.text(metres))
            });
            let right = line.note(ui, palette, plain::label(&found.unwrap_or_default()));
            let text = format!("{} {}", query.kind().name(), plain::label(&query.name));
            line.text(ui, &text, [line.rect.left(), right], palette.text);
            if line.is_removed {
                out.push(QueryEdit::Remove(index).into());
            }
            places::name(&line.response, || format!("Query {}", query.name));
            if line.response.clone().on_hover_text("Click: why it finds that").clicked() {
                is_open = !is_open;
                ui.data_mut(|data| data.insert_temp(id, is_open));
            }
            if is_open {
                why_ui(ui, state, palette, query);
            }
            text_field(ui, "name", &query.name, |name| Change::Query(QueryEdit::Rename(index, name)));
        });
    }
    ui.horizontal(|ui| {
        for command in [Tool::Ask, Tool::Measure].map(Command::Tool) {
            let Some(entry) = info(&command) else { continue };
            let button = ui.button(RichText::new(entry.label).size(SMALL)).named(entry.label);
            asks(button, command, out);
        }
    });
}

/// Why a query finds what it finds in the state that is shown.
fn why_ui(ui: &mut Ui, state: &AppState, palette: &Palette, query: &SceneQuery) {
    for stage in query_stages(state.named_scene(), state.run().shown(), query) {
        for text in iter::once(&stage.sentence).chain(&stage.details) {
            let shown = ui.label(RichText::new(plain::label(text)).size(SMALL).color(palette.text));
            places::name(&shown, || format!("Why {}", query.name));
        }
        for formula in &stage.formulas {
            let about = if formula.about.is_empty() { "" } else { ": " };
            let text = format!("{}{about}{}", formula.about, formula.numbers);
            ui.label(RichText::new(text).size(SMALL).monospace().color(palette.quiet));
        }
    }
}

/// What a game asked in the frame that is shown, with the engine's answer; a click tells what to look at where ours is another one,
/// and why ours is what it is.
pub fn recorded_queries_ui(ui: &mut Ui, state: &AppState, playback: &Playback, palette: &Palette) {
    let answers = playback.recording.their_answers(playback.index);
    if answers.is_empty() {
        return;
    }
    ui.add_space(12.0);
    heading(ui, palette, "Queries", &answers.len().to_string());
    for (name, answer) in answers {
        let id = ui.id().with(("recorded query", &name));
        let mut is_open = ui.data(|data| data.get_temp(id).unwrap_or(false));
        let text = RichText::new(format!("{name}: {}", plain::label(&answer))).color(palette.text);
        let line = ui.add(Label::new(text).truncate().selectable(false).sense(Sense::click()));
        places::name(&line, || format!("Query {name}"));
        if line.on_hover_text("Click: why, and ours beside it").clicked() {
            is_open = !is_open;
            ui.data_mut(|data| data.insert_temp(id, is_open));
        }
        if !is_open {
            continue;
        }
        let answer = recorded_answer(ui, state, playback, &name);
        for text in &answer.theirs {
            ui.label(RichText::new(plain::label(text)).size(SMALL).color(palette.text));
        }
        if let Some(query) = &answer.query {
            why_ui(ui, state, palette, query);
        }
    }
}

/// A recorded query as ours asks it, and what the engine answered, beside ours, in lines.
#[derive(Clone)]
struct RecordedAnswer {
    query: Option<SceneQuery>,
    theirs: Vec<String>,
}

/// That of the query of this name in the frame that is shown, found once for each frame.
fn recorded_answer(ui: &Ui, state: &AppState, playback: &Playback, query: &str) -> RecordedAnswer {
    let (id, moment) = (ui.id().with(("recorded answer", query)), state.derived().moment());
    if let Some((of, answer)) = ui.data(|data| data.get_temp::<((u64, u64), RecordedAnswer)>(id))
        && of == moment
    {
        return answer;
    }
    let mut ours = playback.recording.our_queries(playback.index).into_iter();
    let answer = RecordedAnswer {
        query: ours.find(|ours| ours.name == query),
        theirs: playback.their_answer(query).iter().flat_map(TheirAnswer::lines).collect(),
    };
    ui.data_mut(|data| data.insert_temp(id, (moment, answer.clone())));
    answer
}
