//! Dialogs for opening and saving.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui_file_dialog::{DialogState, FileDialog};
use egui_macroquad::egui::text::{CCursor, CCursorRange};
use egui_macroquad::egui::{Align2, Context, Event, Id, Key, Modifiers, TextEdit, vec2};
use percent_encoding::percent_decode_str;

use crate::app::{Command, EditCommand, FileCommand, Leave, News};
use crate::elsewhere::IMPORTABLE;
use crate::gui::style::Palette;

/// At most one dialog is open.
#[derive(Debug, Default)]
pub struct FileDialogs {
    dialog: Option<FileDialog>,
    purpose: PickPurpose,
    /// The text field of the file's name, and the widget that had the focus in the last frame.
    name: Option<Id>,
    focused: Option<Id>,
    /// Letters of the proposed name before its ending: they are selected at first, so that typing replaces them.
    stem: usize,
    /// The beginning of a path that was typed beside all fields, on its way into that of the path.
    typed: Option<String>,
}

/// What the picked file is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PickPurpose {
    /// The scene is opened from it.
    #[default]
    Open,
    /// The scene, or the run, is saved to it.
    Save(&'static str),
    /// Its largest path becomes an outline.
    Outline,
    /// It is shown beside the recording that is open.
    Beside,
    /// The canvas is drawn into it.
    Picture,
    /// An animated picture or a report is written to it.
    Share(&'static str),
}

/// A filter of the dialog: its name, and how the names of files end.
type FileFilter = (&'static str, &'static [&'static [&'static str]]);

const SCENES: FileFilter = ("Scenes", &[&["ron"]]);
const OPENED: FileFilter = ("Scenes, recordings, imports", &[&["ron", "jsonl"], &IMPORTABLE]);
const DRAWINGS: FileFilter = ("Drawings", &[&["svg"]]);
const RECORDINGS: FileFilter = ("Recordings", &[&["jsonl"]]);
const PICTURES: FileFilter = ("Pictures", &[&["svg", "png"]]);
const FILMS: FileFilter = ("Animated pictures", &[&["gif"]]);
const REPORTS: FileFilter = ("Reports", &[&["html"]]);

impl FileDialogs {
    /// Opens the dialog for a file to open.
    pub fn open(&mut self, folder: PathBuf) {
        let mut dialog = dialog(folder, OPENED)
            .title("Open a scene or a recording, or import (a path can be typed or pasted)");
        dialog.pick_file();
        *self = Self { dialog: Some(dialog), ..Self::default() };
    }

    /// Opens the dialog for a drawing.
    pub fn open_drawing(&mut self, folder: PathBuf) {
        let mut dialog = dialog(folder, DRAWINGS).title("Outline from an SVG path");
        dialog.pick_file();
        *self = Self { dialog: Some(dialog), purpose: PickPurpose::Outline, ..Self::default() };
    }

    /// Opens the dialog for a second recording.
    pub fn open_beside(&mut self, folder: PathBuf) {
        let mut dialog = dialog(folder, RECORDINGS).title("A recording to compare with");
        dialog.pick_file();
        *self = Self { dialog: Some(dialog), purpose: PickPurpose::Beside, ..Self::default() };
    }

    /// Opens the dialog for a file to save to: a scene, or a run that a game sends.
    pub fn save(&mut self, folder: PathBuf, name: &str) {
        let (filter, title, ending) = if ends_in(Path::new(name), "jsonl") {
            (RECORDINGS, "Save the run", "jsonl")
        } else {
            (SCENES, "Save the scene", "ron")
        };
        let mut dialog = dialog(folder, filter).title(title).default_file_name(name);
        dialog.save_file();
        let (purpose, stem) = (PickPurpose::Save(ending), stem_of(name));
        *self = Self { dialog: Some(dialog), purpose, stem, ..Self::default() };
    }

    /// Opens the dialog for a picture of the canvas.
    pub fn save_picture(&mut self, folder: PathBuf, name: &str) {
        let dialog = dialog(folder, PICTURES).title("Save the canvas alone: .svg or .png");
        let mut dialog = dialog.default_file_name(name);
        dialog.save_file();
        let (purpose, stem) = (PickPurpose::Picture, stem_of(name));
        *self = Self { dialog: Some(dialog), purpose, stem, ..Self::default() };
    }

    /// Opens the dialog for an animated picture or a report.
    pub fn save_shared(&mut self, folder: PathBuf, name: &str, title: &str) {
        let filter = if name.ends_with(".gif") { FILMS } else { REPORTS };
        let mut dialog = dialog(folder, filter).title(title).default_file_name(name);
        dialog.save_file();
        let ending = if name.ends_with(".gif") { "gif" } else { "html" };
        let (purpose, stem) = (PickPurpose::Share(ending), stem_of(name));
        *self = Self { dialog: Some(dialog), purpose, stem, ..Self::default() };
    }

    pub fn is_open(&self) -> bool {
        self.dialog.is_some()
    }

    /// Draws the dialog, and pushes the command for the picked file.
    pub fn show(&mut self, context: &Context, palette: &Palette, out: &mut Vec<Command>) {
        let Some(dialog) = &mut self.dialog else { return };
        let saving = !matches!(self.purpose, PickPurpose::Open | PickPurpose::Outline | PickPurpose::Beside);
        let before = context.style().visuals.selection;
        if !saving {
            // The dialog writes the name of the selected file in the colour of the selection's background.
            context.style_mut(|style| {
                style.visuals.selection.bg_fill = palette.accent;
                style.visuals.selection.stroke.color = palette.on_accent;
            });
        }
        let pasted = (!saving).then(|| take_pasted_path(context)).flatten();
        if let Some(folder) = pasted.as_ref().filter(|path| path.is_dir()) {
            dialog.config_mut().initial_directory.clone_from(folder);
            dialog.pick_file();
        }
        if !saving {
            take_typed_path(context, &mut self.typed);
        }
        dialog.update(context);
        context.style_mut(|style| style.visuals.selection = before);
        // Esc takes the focus from a field and leaves the dialog open. In the save dialog the field of the
        // name has the focus from the beginning, so there Esc closes.
        let focused = std::mem::replace(&mut self.focused, context.memory(|memory| memory.focused()));
        if saving && self.name.is_none() {
            self.name = self.focused;
            if let Some(field) = self.name {
                let mut state = TextEdit::load_state(context, field).unwrap_or_default();
                let stem = CCursorRange::two(CCursor::default(), CCursor::new(self.stem));
                state.cursor.set_char_range(Some(stem));
                state.store(context, field);
            }
        }
        let escaped = context.input(|input| input.key_pressed(Key::Escape));
        let closed = escaped && focused.is_some() && focused == self.name;
        let pasted = pasted.filter(|path| !path.is_dir());
        if let Some(path) = dialog.take_picked().or(pasted) {
            self.dialog = None;
            let ending = match self.purpose {
                PickPurpose::Save(ending) | PickPurpose::Share(ending) => ending,
                PickPurpose::Picture | PickPurpose::Open | PickPurpose::Outline | PickPurpose::Beside => {
                    "svg"
                }
            };
            let whole = with_extension(&path, ending);
            // The dialog asked whether to overwrite the name without its ending only.
            let asks = saving && whole != path && whole.exists();
            let writes = |command: FileCommand| {
                Command::File(if asks { FileCommand::AskToOverwrite(Box::new(command)) } else { command })
            };
            out.push(match self.purpose {
                PickPurpose::Open => Command::File(FileCommand::Leave(Leave::OpenPath(path))),
                PickPurpose::Beside => Command::File(FileCommand::ShowBeside(path)),
                PickPurpose::Outline => Command::Edit(EditCommand::TakeOutline(path)),
                PickPurpose::Picture => writes(FileCommand::SaveCanvasTo(whole)),
                PickPurpose::Share(_) => writes(FileCommand::ShareTo(whole)),
                PickPurpose::Save(_) => writes(FileCommand::SaveTo(whole)),
            });
        } else if closed || dialog.state() != DialogState::Open {
            out.push(Command::News(News::DialogCancelled));
            self.dialog = None;
        }
    }
}

/// Puts a path that is typed while no field has the focus into the dialog's field for paths, which its key
/// opens with the folder in it; the dialog itself would search for what is typed.
fn take_typed_path(context: &Context, typed: &mut Option<String>) {
    match (typed.take(), context.memory(|memory| memory.focused())) {
        (Some(path), Some(field)) => {
            let mut state = TextEdit::load_state(context, field).unwrap_or_default();
            let whole = CCursorRange::two(CCursor::default(), CCursor::new(usize::MAX));
            state.cursor.set_char_range(Some(whole));
            state.store(context, field);
            context.input_mut(|input| input.events.insert(0, Event::Text(path)));
        }
        (None, None) => *typed = begun_path(context),
        (Some(_), None) | (None, Some(_)) => {}
    }
}

/// What was typed, with the home folder in the place of a tilde, if a path begins so; the dialog gets its key instead.
fn begun_path(context: &Context) -> Option<String> {
    let path = context.input_mut(|input| {
        let texts = input.events.iter().filter_map(|event| match event {
            Event::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let written: String = texts.collect();
        let path = match written.strip_prefix('~') {
            Some(below) => format!("{}{below}", directories::UserDirs::new()?.home_dir().display()),
            None => Some(written).filter(|written| written.starts_with('/'))?,
        };
        input.events.retain(|event| !matches!(event, Event::Text(_)));
        input.events.push(Event::Key {
            key: Key::Slash,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        });
        Some(path)
    })?;
    context.request_repaint();
    Some(path)
}

/// The path that was pasted, which then goes into no field; `None`: what was pasted, if anything was, is no path.
fn take_pasted_path(context: &Context) -> Option<PathBuf> {
    context.input_mut(|input| {
        let place = input
            .events
            .iter()
            .position(|event| matches!(event, Event::Paste(text) if path_of(text).is_some()))?;
        let Event::Paste(text) = input.events.remove(place) else { return None };
        path_of(&text)
    })
}

/// The path that a text is: with or without quotes, as a `file:` address, from the home folder on, or to something that
/// exists.
fn path_of(text: &str) -> Option<PathBuf> {
    let bare = text.trim();
    let quoted = |quote: char| bare.strip_prefix(quote)?.strip_suffix(quote);
    let bare = quoted('"').or_else(|| quoted('\'')).unwrap_or(bare);
    let path = if let Some(address) = bare.strip_prefix("file://") {
        // What stands before the path is a host, which is this one.
        let path = address.find('/').and_then(|at| address.get(at..))?;
        PathBuf::from(percent_decode_str(path).decode_utf8().ok()?.into_owned())
    } else if let Some(below) = bare.strip_prefix("~/") {
        directories::UserDirs::new()?.home_dir().join(below)
    } else {
        PathBuf::from(bare)
    };
    (path.is_absolute() || (!bare.is_empty() && path.exists())).then_some(path)
}

fn dialog(folder: PathBuf, (name, endings): FileFilter) -> FileDialog {
    let endings = endings.concat();
    let shown: Vec<_> = endings.iter().map(|ending| format!("*.{ending}")).collect();
    let filter = format!("{name} ({})", shown.join(", "));
    let folder = if folder.is_dir() { folder } else { std::env::current_dir().unwrap_or_default() };
    FileDialog::new()
        .initial_directory(std::path::absolute(&folder).unwrap_or(folder))
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .default_size(vec2(720.0, 440.0))
        .resizable(false)
        .movable(false)
        .add_file_filter(&filter, Arc::new(move |path| endings.iter().any(|ending| ends_in(path, ending))))
        .default_file_filter(&filter)
}

fn ends_in(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Number of letters of a name before its ending.
fn stem_of(name: &str) -> usize {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).chars().count()
}

/// The path with an extension, so that dialogs find the file again.
fn with_extension(path: &Path, extension: &str) -> PathBuf {
    if path.extension().is_some() { path.to_owned() } else { path.with_extension(extension) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// What was typed beside all fields went into the field of the search, and Enter opened the first file of the list.
    #[test]
    #[cfg(unix)]
    fn a_typed_path_opens_its_file() {
        use egui_macroquad::egui::RawInput;
        let (shown, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = std::fs::canonicalize(other.path()).unwrap().join("ball.ron");
        for file in [&path, &shown.path().join("other.ron")] {
            std::fs::write(file, "").unwrap();
        }
        let written = path.to_str().unwrap();
        // Letter by letter, and as fast as keys can come.
        for letters in [1, written.len()] {
            let (context, mut dialogs, mut out) = (Context::default(), FileDialogs::default(), Vec::new());
            dialogs.open(shown.path().to_owned());
            let palette = Palette::of(&crate::picture::theme::Theme::DARK);
            let mut pass = |events: Vec<Event>| {
                let input = RawInput { events, ..RawInput::default() };
                _ = context.run(input, |context| dialogs.show(context, palette, &mut out));
            };
            pass(Vec::new());
            for at in (0..written.len()).step_by(letters) {
                pass(vec![Event::Text(written[at..at + letters].to_owned())]);
                pass(Vec::new());
            }
            pass(vec![Event::Key {
                key: Key::Enter,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            }]);
            pass(Vec::new());
            assert_eq!(out, [Command::File(FileCommand::Leave(Leave::OpenPath(path.clone())))], "{letters}");
        }
    }

    #[test]
    fn a_pasted_path_is_known_in_each_of_its_forms() {
        let root = if cfg!(windows) { "C:/" } else { "/" };
        let path = |text: &str| path_of(&text.replace('$', root));
        let ball = Some(PathBuf::from(format!("{root}my scenes/ball.ron")));
        for text in [
            "$my scenes/ball.ron",
            " $my scenes/ball.ron\n",
            "\"$my scenes/ball.ron\"",
            "'$my scenes/ball.ron'",
        ] {
            assert_eq!(path(text), ball, "{text}");
        }
        if cfg!(unix) {
            assert_eq!(path("file:///my%20scenes/ball.ron"), ball);
            assert_eq!(path("file://localhost/my%20scenes/ball.ron"), ball);
        }
        assert!(path("~/ball.ron").is_some_and(|path| path.is_absolute() && path.ends_with("ball.ron")));
        assert_eq!(path("Cargo.toml"), Some(PathBuf::from("Cargo.toml")), "it is there");
        for text in ["ball", "", "  ", "a sentence about / something", "https://example.org/ball.ron"] {
            assert_eq!(path(text), None, "{text}");
        }
    }
}
