//! The numbers of a recording, and of a recorded body: they are read, not edited.

use egui_macroquad::egui::{Label, RichText, Ui};

use super::game_log::game_log_ui;
use super::heading;
use super::queries::recorded_queries_ui;
use super::stops::stops_ui;
use super::watch::bookmarks_ui;
use super::widgets::{asks, plain as short, row};
use crate::app::run::frames::Frames;
use crate::app::{AppState, Command, FileCommand, Leave, info};
use crate::gui::style::{Palette, SMALL};
use crate::platform::plain;

/// The selected body of a recording as it is in this frame; the recording itself if nothing is selected.
pub fn recorded_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(playback) = state.run().frames.playback() else { return };
    let recording = &playback.recording;
    let rows = match *state.looking().selection() {
        [] => {
            let frames = recording.frames().len();
            let span = state.run().frames.time_of(playback.last_frame())
                - state.run().frames.time_of(playback.first_frame());
            let shown = (recording.name() != recording.engine()).then(|| plain::label(recording.name()));
            heading(ui, palette, "Recording", shown.as_deref().unwrap_or_default());
            vec![
                ("Engine", plain::label(recording.engine()).into_owned()),
                ("Bodies", recording.body_count().to_string()),
                ("Frames", format!("{frames}, {} to {}", playback.first_frame(), playback.last_frame())),
                ("Time", format!("{} s", short(span))),
            ]
        }
        [index] => {
            let Some(body) = state.run().world().body(index) else { return };
            let unit = state.unit();
            let moves = if body.is_static() { "static" } else { "moves" };
            heading(ui, palette, "Recorded body", &format!("{} · {moves}", body.shape().kind().name()));
            let told = |text: String| {
                if state.run().lacks_velocity_of(index) { "not told".to_owned() } else { text }
            };
            vec![
                ("Name", state.scene().shown_name(index).into_owned()),
                ("Position", unit.point(body.pose().position)),
                ("Rotation", unit.short_angle(body.pose().rotation.degrees())),
                ("Velocity", told(format!("{}/s", unit.short_point(body.velocity())))),
                ("Turning", told(format!("{}/s", unit.short_angle(body.angular_velocity())))),
            ]
        }
        [..] => {
            heading(ui, palette, &format!("{} recorded bodies", state.looking().selection().len()), "");
            Vec::new()
        }
    };
    for (label, text) in rows {
        row(ui, palette, label, |ui| ui.add(Label::new(RichText::new(text).color(palette.text)).truncate()));
    }
    ui.add_space(6.0);
    let text = "A recording is looked at, not edited.";
    ui.label(RichText::new(text).size(SMALL).color(palette.quiet));
    let command = Command::File(FileCommand::Leave(Leave::FrameAsScene));
    asks(ui.button(info(&command).map_or("", |row| row.label)), command, out);
    if state.looking().selection().is_empty() {
        ui.add_space(12.0);
        stops_ui(ui, state, palette, out);
        recorded_queries_ui(ui, state, playback, palette);
        bookmarks_ui(ui, state, palette, out);
        game_log_ui(ui, state, playback, palette, out);
    }
}
