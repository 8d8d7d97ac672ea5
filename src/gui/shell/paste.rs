//! Copy and paste: the clipboard's owner on its own thread, or macroquad's clipboard where there is none.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use egui_macroquad::egui;
use macroquad::miniquad;

use super::Shell;
use crate::app::{CLIPBOARD_LIMIT, Command, News, ViewCommand};

/// Longest wait of a frame for another program's text. Most answer within it, so that pasted text comes
/// before what is typed next.
const AT_ONCE: Duration = Duration::from_millis(30);
/// Most characters pasted into a text field. A longer line takes seconds to lay out.
const LONGEST_LINE: usize = 1000;

/// The target of pasted text.
#[derive(Clone, Copy, Debug)]
pub(super) enum PasteInto {
    /// A text field, if it still has the focus when the text arrives.
    Field(Option<egui::Id>),
    /// The scene: shapes become bodies.
    Canvas,
}

/// The clipboard's text, or why there is none.
type Answer = Result<String, String>;

/// A paste that waits for the clipboard's owner.
#[derive(Debug)]
pub(super) struct Pasting {
    into: PasteInto,
    coming: Receiver<Answer>,
}

impl Shell {
    /// Makes this the clipboard's text.
    pub(super) fn copy(&mut self, text: String) {
        if text.len() > CLIPBOARD_LIMIT {
            let limit = CLIPBOARD_LIMIT / 1_000_000;
            return self.warn(format!("Not copied: the clipboard takes {limit} MB."));
        }
        #[cfg(target_os = "linux")]
        if let Some(clipboard) = self.desktop.clipboard() {
            return clipboard.copy(text);
        }
        miniquad::window::clipboard_set(&text);
    }

    /// Pastes the clipboard. A slow owner is waited for in [`Shell::pasted_late`].
    pub(super) fn paste(&mut self, into: PasteInto) {
        if self.pasting.is_some() {
            return;
        }
        let coming = self.read_clipboard();
        match coming.recv_timeout(AT_ONCE) {
            Ok(answer) => self.pasted(into, answer),
            Err(RecvTimeoutError::Timeout) => self.pasting = Some(Pasting { into, coming }),
            Err(RecvTimeoutError::Disconnected) => self.pasted(into, Ok(String::new())),
        }
    }

    fn read_clipboard(&self) -> Receiver<Answer> {
        #[cfg(target_os = "linux")]
        if let Some(clipboard) = self.desktop.clipboard() {
            return clipboard.read();
        }
        let (send, answer) = channel();
        let _ = send.send(Ok(miniquad::window::clipboard_get().unwrap_or_default()));
        answer
    }

    /// Pastes text that arrived late.
    pub(super) fn pasted_late(&mut self) {
        let Some(pasting) = self.pasting.take() else { return };
        match pasting.coming.try_recv() {
            Ok(answer) => self.pasted(pasting.into, answer),
            Err(TryRecvError::Empty) => self.pasting = Some(pasting),
            Err(TryRecvError::Disconnected) => self.pasted(pasting.into, Ok(String::new())),
        }
    }

    fn pasted(&mut self, into: PasteInto, answer: Answer) {
        let field = match into {
            PasteInto::Canvas => return self.apply(Command::News(News::ClipboardRead(answer))),
            PasteInto::Field(field) => field,
        };
        let text = match answer {
            Ok(text) => text,
            Err(why) => return self.warn(why),
        };
        let focused = self.egui.context().memory(|memory| memory.focused());
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
