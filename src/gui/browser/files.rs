//! Opening and saving in a browser: the browser's own choice of files, and a field for the name of a download.

use std::path::PathBuf;

use egui_macroquad::egui::{
    Align, Button, Context, Frame, Id, Key, Label, Layout, Modal, RichText, TextEdit, vec2,
};

use crate::app::{Command, FileCommand, News};
use crate::gui::style::{Palette, ROW, SMALL};
use crate::platform::page::{self, Purpose};

/// The question for the name of a download.
#[derive(Debug, Default)]
pub struct FileDialogs {
    asked: Option<Request>,
}

#[derive(Debug)]
struct Request {
    name: String,
    ending: &'static str,
    is_new: bool,
}

impl FileDialogs {
    /// Lets a person choose a file to open.
    pub fn open(&mut self, _: PathBuf) {
        page::choose(Purpose::Open, ".ron,.jsonl");
    }

    /// Lets a person choose a drawing.
    pub fn open_drawing(&mut self, _: PathBuf) {
        page::choose(Purpose::Outline, ".svg");
    }

    /// Asks for the name to save under.
    pub fn save(&mut self, _: PathBuf, name: &str) {
        self.asked = Some(Request { name: name.to_owned(), ending: "ron", is_new: true });
    }

    /// Asks for the name of a picture of the canvas.
    pub fn save_picture(&mut self, _: PathBuf, name: &str) {
        self.asked = Some(Request { name: name.to_owned(), ending: "svg", is_new: true });
    }

    /// Nobody can ask for one.
    pub fn save_shared(&mut self, _: PathBuf, _: &str, _: &str) {}

    pub fn is_open(&self) -> bool {
        self.asked.is_some()
    }

    /// Draws the question, and pushes the command of the answer.
    pub fn show(&mut self, context: &Context, palette: &Palette, out: &mut Vec<Command>) {
        let Some(asked) = &mut self.asked else { return };
        let (mut saves, mut leaves) = (false, false);
        Modal::new(Id::new("name")).frame(Frame::popup(&context.style()).inner_margin(20.0)).show(
            context,
            |ui| {
                ui.set_width(440.0_f32.min((context.screen_rect().width() - 64.0).max(80.0)));
                let title =
                    if asked.ending == "ron" { "Download the scene as" } else { "Download the canvas as" };
                ui.add(Label::new(RichText::new(title).size(15.0).color(palette.strong)));
                ui.add_space(10.0);
                let field = ui.add(TextEdit::singleline(&mut asked.name).desired_width(f32::INFINITY));
                if std::mem::take(&mut asked.is_new) {
                    field.request_focus();
                }
                if asked.ending == "ron" {
                    ui.add_space(6.0);
                    let text = "A copy stays in this browser, among the recent scenes.";
                    ui.add(Label::new(RichText::new(text).size(SMALL).color(palette.quiet)).wrap());
                }
                ui.add_space(14.0);
                let size = vec2(ui.available_width(), ROW + 6.0);
                ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                    let button = |label: &str, fill, color| {
                        let text = RichText::new(label.to_owned()).color(color);
                        Button::new(text).fill(fill).min_size(vec2(88.0, ROW + 6.0))
                    };
                    saves = ui.add(button("Download", palette.accent, palette.on_accent)).clicked();
                    leaves = ui.add(button("Cancel", palette.button, palette.text)).clicked();
                });
            },
        );
        context.input(|input| {
            saves |= input.key_pressed(Key::Enter);
            leaves |= input.key_pressed(Key::Escape);
        });
        if saves && let Some(path) = named(&asked.name, asked.ending) {
            let is_scene = asked.ending == "ron";
            out.push(Command::File(if is_scene {
                FileCommand::SaveTo(path)
            } else {
                FileCommand::SaveCanvasTo(path)
            }));
            self.asked = None;
        } else if leaves {
            out.push(Command::News(News::DialogCancelled));
            self.asked = None;
        }
    }
}

/// The name as that of a file without a folder; `None` where nothing is left of it.
fn named(name: &str, ending: &str) -> Option<PathBuf> {
    let name = name.trim().replace(['/', '\\'], "-");
    let stem = name.strip_suffix(&format!(".{ending}")).unwrap_or(&name);
    (!stem.is_empty()).then(|| PathBuf::from(format!("{stem}.{ending}")))
}
