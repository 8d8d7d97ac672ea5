//! The browser's clipboard. Its text comes as an event of the page.

use super::PasteInto;
use crate::gui::PastedText;
use crate::gui::shell::Shell;
use crate::platform::page;

/// A paste that waits for the browser.
#[derive(Debug)]
pub struct Pasting {
    into: PasteInto,
}

impl Shell {
    pub(super) fn give(&mut self, text: String) {
        page::copy(&text);
    }

    /// Asks for the clipboard; [`Shell::clipboard_came`] pastes it.
    pub(in crate::gui::shell) fn paste(&mut self, into: PasteInto) {
        if self.typing.pasting.is_none() {
            self.typing.pasting = Some(Pasting { into });
            page::read_clipboard();
        }
    }

    /// Does nothing: the text comes as an event.
    pub(in crate::gui::shell) fn pasted_late(&mut self) {}

    /// Pastes the text that was asked for, or says why there is none.
    pub(in crate::gui::shell) fn clipboard_came(&mut self, answer: PastedText) {
        if let Some(pasting) = self.typing.pasting.take() {
            self.pasted(pasting.into, answer);
        }
    }
}
