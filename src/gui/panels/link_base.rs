//! The dialog for the address that links begin with.

use egui_macroquad::egui::{Button, Context, Frame, Id, Key, Label, Modal, RichText, TextEdit, vec2};

use super::places;
use crate::app::{Command, FileCommand};
use crate::gui::style::{Palette, ROW, SMALL};
use crate::scene::link::check_base;

/// The dialog, while it is open.
#[derive(Debug, Default)]
pub struct LinkBaseDialog {
    text: Option<String>,
    /// Why the text was refused, until it changes.
    refused: Option<String>,
    /// The field got the focus once.
    focused: bool,
}

impl LinkBaseDialog {
    /// Opens the dialog with the present address.
    pub fn open(&mut self, now: &str) {
        *self = Self { text: Some(now.to_owned()), ..Self::default() };
    }

    pub fn is_open(&self) -> bool {
        self.text.is_some()
    }

    /// Draws the dialog; Enter remembers the address, Escape changes nothing.
    pub fn show(&mut self, context: &Context, palette: &Palette, out: &mut Vec<Command>) {
        let Some(text) = &mut self.text else { return };
        let (mut enter, mut escape) =
            context.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
        let frame = Frame::popup(&context.style()).inner_margin(20.0);
        Modal::new(Id::new("address for links")).frame(frame).show(context, |ui| {
            ui.set_width(480.0_f32.min((context.screen_rect().width() - 64.0).max(80.0)));
            ui.label(RichText::new("Address for links").size(15.0).color(palette.strong));
            ui.add_space(8.0);
            let about = "The address of a page with this program (cargo run -p web builds one). Copy link puts it \
                         before the scene, so that a click on the link opens it.";
            ui.add(Label::new(RichText::new(about).color(palette.quiet)).wrap());
            ui.add_space(12.0);
            let field = TextEdit::singleline(text).hint_text("https://example.org/collision-test/");
            let field = ui.add(field.desired_width(f32::INFINITY).min_size(vec2(0.0, ROW)));
            places::name(&field, || "Address for links".to_owned());
            if !std::mem::replace(&mut self.focused, true) {
                field.request_focus();
            }
            if field.changed() {
                self.refused = None;
            }
            if let Some(why) = &self.refused {
                ui.add(Label::new(RichText::new(why).size(SMALL).color(palette.error)).wrap());
            }
            ui.add_space(16.0);
            ui.horizontal(|ui| {
                let remember = Button::new(RichText::new("Remember").color(palette.on_accent)).fill(palette.accent);
                enter |= ui.add(remember.min_size(vec2(88.0, ROW + 6.0))).clicked();
                escape |= ui.add(Button::new("Cancel").min_size(vec2(88.0, ROW + 6.0))).clicked();
            });
        });
        if escape {
            *self = Self::default();
        } else if enter {
            match check_base(text) {
                Ok(base) => {
                    out.push(Command::File(FileCommand::SetLinkBase(base)));
                    *self = Self::default();
                }
                Err(why) => (self.refused, self.focused) = (Some(why), false),
            }
        }
    }
}
