//! Dialogs for opening and saving.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Align2, Context, vec2};
use egui_file_dialog::{DialogState, FileDialog};

use crate::app::{Command, FileCommand};

/// At most one dialog is open.
#[derive(Debug, Default)]
pub struct FileDialogs {
    dialog: Option<FileDialog>,
    saving: bool,
}

const FILTER: &str = "Scenes (*.ron)";

impl FileDialogs {
    /// Asks for a file to open.
    pub fn open(&mut self, folder: PathBuf) {
        let mut dialog = dialog(folder).title("Open a scene");
        dialog.pick_file();
        self.dialog = Some(dialog);
        self.saving = false;
    }

    /// Asks where to save.
    pub fn save(&mut self, folder: PathBuf, name: &str) {
        let mut dialog = dialog(folder).title("Save the scene").default_file_name(name);
        dialog.save_file();
        self.dialog = Some(dialog);
        self.saving = true;
    }

    /// Whether one is open.
    pub fn is_open(&self) -> bool {
        self.dialog.is_some()
    }

    /// Draws it, and tells what was picked.
    pub fn show(&mut self, context: &Context, out: &mut Vec<Command>) {
        let Some(dialog) = &mut self.dialog else { return };
        dialog.update(context);
        if let Some(path) = dialog.take_picked() {
            out.push(Command::File(if self.saving {
                FileCommand::SaveTo(with_extension(path))
            } else {
                FileCommand::OpenPath(path)
            }));
            self.dialog = None;
        } else if dialog.state() != DialogState::Open {
            out.push(Command::File(FileCommand::DialogCancelled));
            self.dialog = None;
        }
    }
}

fn dialog(folder: PathBuf) -> FileDialog {
    let folder = if folder.is_dir() { folder } else { std::env::current_dir().unwrap_or_default() };
    FileDialog::new()
        .initial_directory(std::path::absolute(&folder).unwrap_or(folder))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .default_size(vec2(720.0, 440.0))
        .resizable(false)
        .movable(false)
        .add_file_filter(FILTER, Arc::new(is_scene))
        .default_file_filter(FILTER)
}

fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ron"))
}

/// A scene's file ends in `.ron`, so that dialogs find it again.
fn with_extension(path: PathBuf) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension("ron") }
}
