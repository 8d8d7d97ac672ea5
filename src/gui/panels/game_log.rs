//! What a recording's engine and game told besides poses and contacts: events, queries that begin or cease to hit, ghost
//! contacts, lines of the log, searched as one types.

use egui_macroquad::egui::{RichText, ScrollArea, TextEdit, Ui};

use super::heading;
use super::widgets::{frame_line, is_frame_line_clicked};
use crate::app::looking::pairs::Pair;
use crate::app::{AppState, Command, Playback, TimeCommand};
use crate::elsewhere::recording::{Recording, StoredFrame};
use crate::gui::style::{Palette, ROW};

const LINE: f32 = 20.0;
const HEIGHT: f32 = 200.0;

/// Nothing where the recording tells none.
pub fn game_log_ui(
    ui: &mut Ui,
    state: &AppState,
    playback: &Playback,
    palette: &Palette,
    out: &mut Vec<Command>,
) {
    let recording = &playback.recording;
    let is_told = |frame: &StoredFrame| !frame.events().is_empty();
    if state.moments(0..=u64::MAX).is_empty() && !recording.frames().iter().any(is_told) {
        return;
    }
    ui.add_space(12.0);
    let id = ui.id().with("search of the game's log");
    let mut search: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let lines = lines(state, recording, &search);
    heading(ui, palette, "Told and found", &lines.len().to_string());
    let hint = RichText::new("search events and log").color(palette.quiet);
    let width = ui.available_width();
    let field = TextEdit::singleline(&mut search).hint_text(hint).desired_width(width);
    if ui.add(field.min_size([width, ROW].into())).changed() {
        ui.data_mut(|data| data.insert_temp(id, search));
    }
    let present = recording.frames().get(playback.index).map(|frame| frame.frame);
    let area = ScrollArea::vertical().id_salt("game log").max_height(HEIGHT);
    area.show_rows(ui, LINE, lines.len(), |ui, range| {
        for (frame, text, crossing) in lines.get(range).unwrap_or_default() {
            let is_present = Some(*frame) == present;
            match *crossing {
                None => frame_line(ui, *frame, text, is_present, palette, out),
                Some(pair) if is_frame_line_clicked(ui, *frame, text, is_present, palette) => {
                    out.push(Command::Time(TimeCommand::GoToCrossing { frame: *frame, pair }));
                }
                Some(_) => {}
            }
        }
    });
}

/// The lines that have the search in them, with their frames, and the two that cross.
fn lines(state: &AppState, recording: &Recording, search: &str) -> Vec<(u64, String, Option<Pair>)> {
    let search = search.to_lowercase();
    let mut lines = Vec::new();
    for frame in recording.frames() {
        let event = |event: &collision_record::Event| {
            let [a, b] = [event.a, event.b].map(|body| recording.body_name(body));
            (format!("{}: {a} – {b}", event.kind), None)
        };
        let told = frame.events().iter().map(event);
        let moments = state.moments(frame.frame..=frame.frame).iter();
        let moments = moments.map(|moment| (state.moment_words(moment), moment.crossing()));
        let found = told.chain(moments).filter(|(line, _)| line.to_lowercase().contains(&search));
        lines.extend(found.map(|(line, crossing)| (frame.frame, line, crossing)));
    }
    lines
}
