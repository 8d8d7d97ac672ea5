//! The progress of an animated picture or a report that is written, with the way out.

use egui_macroquad::egui::Context;

use super::seeking::progress_ui;
use crate::app::{AppState, Command, FileCommand};
use crate::gui::style::Palette;
use crate::platform::plain;

/// "bounce.gif: picture 12 of 61", a bar, and a button that stops; at the bottom of the canvas.
pub fn sharing_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(progress) = &state.files().sharing else { return };
    let name = progress.output.file_name().unwrap_or_default();
    let name = plain::label(&name.to_string_lossy()).into_owned();
    let text = match progress.of {
        1 => format!("{name} is written"),
        of => format!("{name}: picture {} of {of}", progress.drawn),
    };
    let share = progress.drawn as f32 / progress.of.max(1) as f32;
    if progress_ui(context, palette, "sharing", &text, share, "Stop here; nothing is written", None) {
        out.push(Command::File(FileCommand::StopSharing));
    }
}
