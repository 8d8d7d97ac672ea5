//! Files that are dropped on the window.

use super::Shell;
use crate::app::{Command, EditCommand, FileCommand, Leave};

impl Shell {
    /// Adds what a dropped file asks for.
    pub(super) fn arrivals(&mut self, commands: &mut Vec<Command>) {
        let dropped = macroquad::input::get_dropped_files();
        let Some(path) = dropped.into_iter().find_map(|file| file.path) else { return };
        let is_drawing = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        let is_recording = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"));
        commands.push(if is_recording && self.state.files().document.is_recording() {
            Command::File(FileCommand::ShowBeside(path))
        } else if is_drawing {
            Command::Edit(EditCommand::TakeOutline(path))
        } else {
            Command::File(FileCommand::Leave(Leave::OpenPath(path)))
        });
    }
}
