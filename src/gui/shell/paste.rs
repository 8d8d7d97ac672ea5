//! Copy and paste; `way` is how this system does it. On X11 a frame waits 30 ms for another program's text, so that pasted
//! text comes before what is typed next; a later answer is pasted when it comes, if the same field still has the focus.

use egui_macroquad::egui;

use super::Shell;
use crate::app::{CLIPBOARD_LIMIT, Command, News, ViewCommand};
use crate::gui::PastedText;

#[cfg_attr(target_os = "unknown", path = "../browser/paste.rs")]
mod way;

pub(super) use way::Pasting;

/// Most characters pasted into a text field. A longer line takes seconds to lay out.
const LONGEST_LINE: usize = 1000;

/// The target of pasted text.
#[derive(Clone, Copy, Debug)]
pub(super) enum PasteInto {
    /// The text field that has the focus, if it still has it when the text arrives; without one the file dialog.
    Field(Option<egui::Id>),
    /// The scene: shapes become bodies. Not while a question or a dialog is open when the text arrives.
    Canvas,
}

impl Shell {
    pub(super) fn copy(&mut self, text: String) {
        if text.len() > CLIPBOARD_LIMIT {
            let limit = CLIPBOARD_LIMIT / 1_000_000;
            return self.warn(format!("Not copied: the clipboard takes {limit} MB."));
        }
        self.give(text);
    }

    fn pasted(&mut self, into: PasteInto, answer: PastedText) {
        let field = match into {
            PasteInto::Canvas if self.panels.is_modal(&self.state) => return,
            PasteInto::Canvas => return self.apply(Command::News(News::ClipboardRead(answer))),
            PasteInto::Field(field) => field,
        };
        let text = match answer {
            Ok(text) => text,
            Err(why) => return self.warn(why),
        };
        let focused = self.focused();
        let mut lines = text.lines();
        let line = lines.next().unwrap_or_default();
        let start: String = line.chars().filter(|c| !c.is_control()).take(LONGEST_LINE).collect();
        if focused != field || start.is_empty() {
            return;
        }
        if lines.next().is_some() || line.chars().nth(LONGEST_LINE).is_some() {
            self.warn(format!("Pasted: the first line alone, at most {LONGEST_LINE} characters of it."));
        }
        self.egui.paste(start);
    }

    fn warn(&mut self, text: String) {
        self.apply(Command::View(ViewCommand::Warn(text)));
    }
}
